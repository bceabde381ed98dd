//! The door of a server: it takes connections as long as there is room for them. Silent clients cannot keep others out: for
//! a newcomer the connection is closed that has kept the server waiting longest. Some file descriptors stay in reserve, so
//! that whoever finds no room is told so.

use std::future::Future;
use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use super::connection::{Connection, Waits};
use super::{Site, response};
use crate::room::locked;

/// How many file descriptors connections leave to others.
const SPARE_FILES: usize = 64;
/// How many of those who are turned away are heard out at once. The others see a connection that is closed.
const TURNED_AWAY: usize = 16;
/// How long each of them has.
const TURNING_TIME: Duration = Duration::from_secs(1);
/// How long nothing is taken where that failed: whatever is missing is not there at once.
const PAUSE: Duration = Duration::from_millis(100);
/// How long connections have to end when the server does.
const CLOSING_TIME: Duration = Duration::from_secs(2);

/// Serves every connection that the listener takes, until `stop` is ready; then those that wait for their clients are closed
/// at once, and the others have a moment to end.
pub async fn serve<F>(
    listener: TcpListener,
    site: Arc<Site>,
    stop: impl Future<Output = ()>,
    serve: impl Fn(Connection) -> F,
) where
    F: Future<Output = ()> + Send + 'static,
{
    let mut open = Open { most: most(site.limits().connections), tasks: JoinSet::new(), site: Arc::clone(&site) };
    let mut turned_away = JoinSet::new();
    let mut stop = pin!(stop);
    loop {
        let taken = tokio::select! {
            biased;
            () = &mut stop => break,
            Some(_) = turned_away.join_next() => continue,
            () = open.reap(), if !open.tasks.is_empty() => continue,
            taken = listener.accept() => taken,
        };
        match taken {
            Ok((stream, _)) if open.has_room() || open.close_longest_waiting().await => {
                let waits = Arc::new(Waits::default());
                let connection = Connection::new(stream, Arc::clone(&waits), Arc::clone(&site));
                open.add(serve(connection), waits);
            }
            Ok((stream, _)) if turned_away.len() < TURNED_AWAY => {
                let words = format!("the server has {} connections open already; try again later", open.most);
                turned_away.spawn(turn_away(stream, words));
            }
            Ok(_) => {}
            // A client that left before it was taken, or no file descriptor left, neither of which lasts. Closing one that
            // waits makes room; without the pause the same failure would come again and again.
            Err(error) => {
                if !is_of_one_client(&error) {
                    open.close_longest_waiting().await;
                    sleep(PAUSE).await;
                }
            }
        }
    }
    drop(listener);
    // Whoever is left then is closed with the tasks.
    let _ = timeout(CLOSING_TIME, async {
        while !open.tasks.is_empty() {
            while open.close_longest_waiting().await {}
            let _ = timeout(PAUSE, open.reap()).await;
        }
    })
    .await;
}

/// The connections that are open.
struct Open {
    most: usize,
    tasks: JoinSet<()>,
    site: Arc<Site>,
}

impl Open {
    fn has_room(&self) -> bool {
        self.tasks.len() < self.most
    }

    fn add(&mut self, serving: impl Future<Output = ()> + Send + 'static, waits: Arc<Waits>) {
        let handle = self.tasks.spawn(serving);
        locked(&self.site.open).insert(handle.id(), (waits, handle));
    }

    /// Waits for one to end, and forgets it.
    async fn reap(&mut self) {
        let id = match self.tasks.join_next_with_id().await {
            Some(Ok((id, ()))) => id,
            Some(Err(error)) => error.id(),
            None => return,
        };
        locked(&self.site.open).remove(&id);
    }

    /// Closes the connection that has waited longest for its client to say something, if there is one.
    async fn close_longest_waiting(&mut self) -> bool {
        let Some(id) = self.site.close_longest_waiting(|_| true) else { return false };
        while locked(&self.site.open).contains_key(&id) {
            self.reap().await;
        }
        true
    }
}

/// Tells a client that there is no room. What it sends is read, since closing the connection before would take the words
/// away from it.
async fn turn_away(mut stream: TcpStream, words: String) {
    let telling = async {
        stream.write_all(&response::bytes(503, &words)).await?;
        stream.shutdown().await?;
        let mut buffer = [0; 1024];
        while stream.read(&mut buffer).await? > 0 {}
        io::Result::Ok(())
    };
    let _ = timeout(TURNING_TIME, telling).await;
}

/// Whether only one client is concerned, and the next can be taken at once.
fn is_of_one_client(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset, Interrupted};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset | Interrupted)
}

/// How many connections may be open: as many as wanted, and fewer where the process may not open so many files.
fn most(wanted: usize) -> usize {
    let most = files().map_or(wanted, |files| files.saturating_sub(SPARE_FILES.min(files / 2)).min(wanted));
    most.max(1)
}

/// How many files the process may have open.
#[cfg(unix)]
fn files() -> Option<usize> {
    let files = rustix::process::getrlimit(rustix::process::Resource::Nofile).current?;
    usize::try_from(files).ok()
}

#[cfg(not(unix))]
fn files() -> Option<usize> {
    None
}
