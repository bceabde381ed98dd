//! Takes the steps of a script on a connection, and carries a session's own stream over one.

use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::session::{Outgoing, Session};
use crate::oddities::protocol::{OwnRequests, came};
use crate::oddities::script::{Ending, LAST_CHUNK, Step, chunk};

/// Answers a call. The connection is of no use afterwards.
pub(super) async fn play(mut stream: TcpStream, steps: Vec<Step>, session: &Session, own: &OwnRequests) {
    let mut answers: Vec<_> = steps
        .iter()
        .filter_map(|step| match step {
            Step::Await { request, .. } => Some(own.expect(request)),
            _ => None,
        })
        .collect();
    for step in steps {
        match step {
            Step::Send(bytes) => {
                if stream.write_all(&bytes).await.is_err() {
                    return;
                }
            }
            Step::Push(bytes) => session.push(Outgoing::Bytes(bytes)),
            Step::HangUp => session.push(Outgoing::HangUp),
            Step::Keep { event, events } => session.keep(event, events),
            Step::Wait(pause) => tokio::time::sleep(pause).await,
            Step::Await { otherwise, .. } => {
                if answers.is_empty() || came(answers.remove(0)).await {
                    continue;
                }
                match *otherwise {
                    // The chunk that says why is the last but for the one that ends the body.
                    Step::Send(bytes) => drop(stream.write_all(&[&bytes, LAST_CHUNK].concat()).await),
                    Step::Push(bytes) => session.push(Outgoing::Bytes(bytes)),
                    _ => {}
                }
                break;
            }
            Step::End(Ending::Reset) => {
                // Without it the connection ends soundly, which is odd enough.
                let _ = stream.set_zero_linger();
                return;
            }
            Step::End(Ending::Silence) => {
                until_gone(&mut stream).await;
                return;
            }
            Step::End(Ending::Exit(_) | Ending::Killed | Ending::OutputClosed) | Step::Grumble(_) | Step::Say(_) => {}
        }
    }
    finish(stream).await;
}

/// Ends a connection so that all that was sent arrives: closing it while the client still sends would reset it.
pub(super) async fn finish(mut stream: TcpStream) {
    if stream.shutdown().await.is_ok() {
        // A client that goes on sending has had its time.
        let _ = tokio::time::timeout(Duration::from_secs(2), until_gone(&mut stream)).await;
    }
}

/// Reads past whatever the client still sends, until it closes.
async fn until_gone(stream: &mut TcpStream) {
    let mut buffer = [0; 4096];
    while matches!(stream.read(&mut buffer).await, Ok(read) if read > 0) {}
}

/// Carries a session's own stream in chunks, its head and first events already sent, until one side ends it.
pub(super) async fn carry(mut stream: TcpStream, session: &Session) {
    // Another connection that carries it is soon gone, or else the client has no use for two.
    let Ok(mut outgoing) = tokio::time::timeout(Duration::from_secs(2), session.stream.lock()).await else { return };
    let mut buffer = [0; 4096];
    loop {
        tokio::select! {
            next = outgoing.recv() => match next {
                Some(Outgoing::Bytes(bytes)) => {
                    if stream.write_all(&chunk(&bytes)).await.is_err() {
                        return;
                    }
                }
                Some(Outgoing::HangUp) | None => break,
            },
            read = stream.read(&mut buffer) => {
                if !matches!(read, Ok(read) if read > 0) {
                    return;
                }
            }
        }
    }
    if stream.write_all(LAST_CHUNK).await.is_ok() {
        finish(stream).await;
    }
}
