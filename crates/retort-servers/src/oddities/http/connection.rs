//! One connection: its requests, one after the other, until an answer ends it or the client leaves.

use std::sync::Arc;

use retort_server::http::Connection;

use super::player;
use super::route::{Reply, Server};
use crate::oddities::script::{chunk, script_in, stream_head};

pub(super) async fn serve(mut connection: Connection, server: Arc<Server>) {
    while let Some(mut request) = connection.next().await {
        match server.route(&mut request) {
            Reply::Refused(answer) => {
                if !connection.answer(&request, answer).await {
                    return connection.finish().await;
                }
            }
            Reply::Sound(bytes) => {
                if connection.write(&bytes).await.is_err() {
                    return;
                }
                if request.is_last() {
                    return connection.finish().await;
                }
            }
            Reply::SoundOnStream { accepted, events, session } => {
                if connection.write(&accepted).await.is_err() {
                    return;
                }
                session.push(&server.site.room, events);
            }
            Reply::Odd { case, way, call, session, place } => {
                let steps = script_in(&place, case, way, &call).await;
                return player::play(connection, steps, &session, &server, place).await;
            }
            Reply::Stream { first, session, ends, room } => {
                let head = stream_head(&[("Content-Type", "text/event-stream")]);
                let first = first.map(|first| chunk(&first)).unwrap_or_default();
                if connection.write(&[head, first].concat()).await.is_ok() {
                    player::carry(connection, &session).await;
                }
                if let Some(id) = ends {
                    server.legacy.end(&id);
                }
                drop(room);
                return;
            }
        }
    }
}
