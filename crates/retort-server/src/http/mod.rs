//! HTTP as far as Retort's servers need it, within limits. Odd answers are written byte by byte, which no HTTP library does,
//! and limits hold only where they are kept in one place: so connections, requests and responses are read and written here,
//! for all servers alike. A server with a protocol of its own can be built on it.

mod body;
mod connection;
mod door;
mod guard;
mod head;
mod response;

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use tokio::net::TcpListener;
use tokio::task::{AbortHandle, Id};

pub use connection::Connection;
pub use door::serve;
pub use head::Request;
pub use response::{Answer, BUSY, busy, fault, plain};

use self::connection::Waits;
use self::guard::Guard;
use crate::limits::Limits;
use crate::room::{Room, locked};

/// What all connections of a server share.
#[derive(Debug)]
pub struct Site {
    /// The room that its calls share.
    pub room: Room,
    guard: Guard,
    /// The connections that are open.
    open: Mutex<HashMap<Id, (Arc<Waits>, AbortHandle)>>,
}

impl Site {
    /// For a listener, whose address is one that clients may ask for.
    ///
    /// # Errors
    ///
    /// Where the listener has no address.
    pub fn new(listener: &TcpListener, limits: Limits) -> std::io::Result<Arc<Self>> {
        let guard = Guard::new(listener.local_addr()?.ip(), &limits.hosts);
        Ok(Arc::new(Self { room: Room::new(limits), guard, open: Mutex::default() }))
    }

    /// Its limits.
    pub fn limits(&self) -> &Limits {
        &self.room.limits
    }

    /// Closes the connection of this kind that has waited longest for its client to say something, if there is one.
    fn close_longest_waiting(&self, is_of_kind: impl Fn(&Arc<Waits>) -> bool) -> Option<Id> {
        let open = locked(&self.open);
        let waiting = open.iter().filter_map(|(id, (waits, handle))| Some((waits.since()?, id, waits, handle)));
        let (_, id, waits, handle) =
            waiting.filter(|(_, _, waits, _)| is_of_kind(waits)).min_by_key(|(since, ..)| *since)?;
        waits.end();
        handle.abort();
        Some(*id)
    }
}
