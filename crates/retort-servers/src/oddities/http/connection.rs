//! One connection: its requests, one after the other, until an answer ends it or the client leaves.

use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use super::player;
use super::request::{self, Unread};
use super::route::{Reply, Server};
use super::session::Outgoing;
use crate::oddities::script::{chunk, response, script, stream_head};

pub(super) async fn serve(mut stream: TcpStream, server: &Server) {
    // Small pieces must leave at once, or pauses between them would not be seen.
    let _ = stream.set_nodelay(true);
    let mut rest = Vec::new();
    loop {
        let request = match request::read(&mut stream, &mut rest).await {
            Ok(request) => request,
            Err(Unread::Gone) => return,
            Err(Unread::Refused(status)) => {
                let words = format!("{status}\n");
                let refusal = response(status, &[("Content-Type", "text/plain")], words.as_bytes());
                if stream.write_all(&refusal).await.is_ok() {
                    player::finish(stream).await;
                }
                return;
            }
        };
        match server.route(&request) {
            Reply::Sound(bytes) => {
                if stream.write_all(&bytes).await.is_err() {
                    return;
                }
                if request.is_last() {
                    return player::finish(stream).await;
                }
            }
            Reply::SoundOnStream { accepted, events, session } => {
                if stream.write_all(&accepted).await.is_err() {
                    return;
                }
                session.push(Outgoing::Bytes(events));
            }
            Reply::Odd { case, way, call, session } => {
                return player::play(stream, script(case, way, &call), &session, &server.own).await;
            }
            Reply::Stream { first, session, ends } => {
                let head = stream_head(&[("Content-Type", "text/event-stream")]);
                let first = first.map(|first| chunk(&first)).unwrap_or_default();
                if stream.write_all(&[head, first].concat()).await.is_ok() {
                    player::carry(stream, &session).await;
                }
                if let Some(id) = ends {
                    server.legacy.end(&id);
                }
                return;
            }
        }
    }
}
