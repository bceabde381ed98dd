//! Where the connections of HTTP are read. A library reads a socket for as long as something comes, and a server may see to it
//! that something always does: it can promise an answer (`100 Continue`) as often as it likes. On a thread of its own such a
//! connection holds up nobody; deadlines and cancels are watched elsewhere.

use std::future::poll_fn;
use std::io;
use std::pin::pin;
use std::sync::Arc;

use tokio::runtime::{Builder, Handle};
use tokio::sync::oneshot;

/// A thread that reads connections. It ends with the last of its clones.
#[derive(Clone, Debug)]
pub struct Reader {
    handle: Handle,
    _alive: Arc<oneshot::Sender<()>>,
}

impl Reader {
    /// Starts a thread.
    ///
    /// # Errors
    ///
    /// Where the system has none left.
    pub fn start() -> io::Result<Self> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let handle = runtime.handle().clone();
        let (alive, ended) = oneshot::channel();
        std::thread::Builder::new().name("retort-reader".to_owned()).spawn(move || {
            // Nothing is ever sent: the other end goes, and that is the end.
            let _ = runtime.block_on(ended);
        })?;
        Ok(Self { handle, _alive: Arc::new(alive) })
    }

    /// Does work whose connections are read here. The work itself is done where it is awaited.
    pub async fn read_for<T>(&self, work: impl Future<Output = T>) -> T {
        let mut work = pin!(work);
        poll_fn(|context| {
            let _here = self.handle.enter();
            work.as_mut().poll(context)
        })
        .await
    }
}
