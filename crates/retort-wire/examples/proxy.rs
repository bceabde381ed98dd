//! `proxy COMMAND…` starts a server and is between it and the client on standard input and output. Every message goes on
//! byte for byte, in both directions, but for the ids: each side has its own, and gets its own back.

use std::io::Write;
use std::process::Command;
use std::sync::Arc;

use retort_wire::method::CANCELLED;
use retort_wire::{
    Answer, Answering, Error, Handler, Matching, Notification, Peer, PeerOptions, Question, RequestOptions,
};
use tokio::sync::SetOnce;

/// Hands everything to the other side, once that is there.
#[derive(Default)]
struct Relay(SetOnce<Peer>);

impl Handler for Relay {
    fn asked(&self, question: Question) -> Answering<'_, Answer> {
        Box::pin(async move { self.0.wait().await.forward(&question, RequestOptions::default()).await.into() })
    }

    fn told(&self, notification: Notification) -> Answering<'_, ()> {
        Box::pin(async move {
            // A cancellation goes on with the question that it cancels, under the id that the other side knows.
            if notification.method() != CANCELLED {
                let _ = self.0.wait().await.send(notification.bytes().clone()).await;
            }
        })
    }

    fn stderr(&self, bytes: &[u8]) {
        let _ = std::io::stderr().write_all(bytes);
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    let mut words = std::env::args_os().skip(1);
    let mut command = Command::new(words.next().unwrap_or_default());
    command.args(words);
    let mut options = PeerOptions::default();
    options.matching = Matching::Strict;
    let (to_server, to_client) = (Arc::new(Relay::default()), Arc::new(Relay::default()));
    let server = Peer::start(command, to_client.clone(), options.clone())?;
    let client = Peer::over(tokio::io::stdin(), tokio::io::stdout(), to_server.clone(), options);
    let _ = (to_server.0.set(server.clone()), to_client.0.set(client.clone()));
    tokio::select! { _ = client.closed() => {}, _ = server.closed() => {} }
    tokio::join!(server.close(), client.close());
    std::process::exit(0)
}
