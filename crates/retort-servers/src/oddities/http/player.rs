//! Takes the steps of a script on a connection, and carries a session's own stream over one.

use std::time::Duration;

use retort_server::http::Connection;
use retort_server::room::Place;

use super::route::Server;
use super::session::{Outgoing, Session};
use crate::oddities::protocol::came;
use crate::oddities::script::{Ending, LAST_CHUNK, Step, chunk};

/// Answers a call. The connection is of no use afterwards.
pub(super) async fn play(
    mut connection: Connection,
    steps: Vec<Step>,
    session: &Session,
    server: &Server,
    place: Place,
) {
    let room = &server.site.room;
    let mut answers: Vec<_> = steps
        .iter()
        .filter_map(|step| match step {
            Step::Await { request, .. } => Some(server.own.expect(request)),
            _ => None,
        })
        .collect();
    for step in steps {
        match step {
            Step::Send(bytes) => {
                if connection.write(&bytes).await.is_err() {
                    return;
                }
            }
            Step::Push(bytes) => session.push(room, bytes),
            Step::HangUp => session.hang_up(),
            Step::Keep { event, events } => session.keep(event, events),
            Step::Wait(pause) => tokio::time::sleep(pause).await,
            Step::Await { otherwise, .. } => {
                if answers.is_empty() || came(answers.remove(0)).await {
                    continue;
                }
                match *otherwise {
                    // The chunk that says why is the last but for the one that ends the body.
                    Step::Send(bytes) => drop(connection.write(&[&bytes, LAST_CHUNK].concat()).await),
                    Step::Push(bytes) => session.push(room, bytes),
                    _ => {}
                }
                break;
            }
            Step::End(Ending::Reset) => return connection.reset(),
            Step::End(Ending::Silence) => return connection.gone().await,
            Step::End(Ending::Exit(_) | Ending::Killed | Ending::OutputClosed) | Step::Grumble(_) | Step::Say(_) => {}
        }
    }
    // It is answered, however long its client takes to leave.
    drop(place);
    connection.finish().await;
}

/// Carries a session's own stream in chunks, its head and first events already sent, until one side ends it.
pub(super) async fn carry(mut connection: Connection, session: &Session) {
    // Another connection that carries it is soon gone, or else the client has no use for two.
    let Ok(mut outgoing) = tokio::time::timeout(Duration::from_secs(2), session.stream.lock()).await else { return };
    loop {
        let next = tokio::select! {
            next = outgoing.recv() => next,
            () = connection.gone() => return,
        };
        let Some(Outgoing::Bytes { bytes, room }) = next else { break };
        if connection.write(&chunk(&bytes)).await.is_err() {
            return;
        }
        drop(room);
    }
    if connection.write(LAST_CHUNK).await.is_ok() {
        connection.finish().await;
    }
}
