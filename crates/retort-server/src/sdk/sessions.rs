//! The sessions of a server over HTTP, of which there are only so many. A session that nobody uses ends after a while, and
//! before that when another needs its room: first those that were opened and never used, then the others, each time the
//! longest idle. So a client that opens sessions and leaves pushes out its own kind.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use rmcp::model::{ClientJsonRpcMessage, ServerJsonRpcMessage};
use rmcp::transport::WorkerTransport;
use rmcp::transport::streamable_http_server::session::local::{
    LocalSessionManager, LocalSessionManagerError, LocalSessionWorker,
};
use rmcp::transport::streamable_http_server::session::{ServerSseMessage, SessionId, SessionManager};
use tokio::time::{Instant, timeout};

use crate::limits::Limits;
use crate::room::{OpenIds, locked};

/// How long the end of a session may take.
const ENDING_TIME: Duration = Duration::from_secs(5);

/// The sessions, as rmcp has them, with what their limits need.
#[derive(Debug)]
pub(crate) struct Sessions {
    inner: LocalSessionManager,
    known: Mutex<HashMap<SessionId, Known>>,
    most: usize,
    idle: Duration,
}

/// What is known of a session.
#[derive(Debug)]
struct Known {
    ids: Arc<OpenIds>,
    /// How many requests and streams of it are open.
    in_use: usize,
    /// Since when there is none.
    idle_since: Instant,
    /// Whether anything came after the request that opened it.
    was_used: bool,
}

impl Sessions {
    pub(crate) fn new(limits: &Limits) -> Arc<Self> {
        let mut inner = LocalSessionManager::default();
        // Rmcp would end sessions whose stream is open and silent; and it would keep what was cancelled.
        inner.session_config.keep_alive = None;
        inner.session_config.completed_cache_ttl = Duration::ZERO;
        Arc::new(Self { inner, known: Mutex::default(), most: limits.sessions.max(1), idle: limits.session_idle })
    }

    /// Uses a session, as long as what is given is held; `None` where there is none of that id.
    pub(crate) fn enter(self: &Arc<Self>, id: &str) -> Option<InUse> {
        let mut sessions = locked(&self.known);
        let known = sessions.get_mut(id)?;
        known.in_use += 1;
        known.was_used = true;
        Some(InUse { ids: Arc::clone(&known.ids), id: id.into(), sessions: Arc::clone(self) })
    }

    /// Makes room for one more, if that can be.
    pub(crate) fn make_room(self: &Arc<Self>) -> bool {
        locked(&self.known).len() < self.most || self.end_one(|_| true)
    }

    /// Ends the longest idle of the sessions whose calls go on, though nobody waits for them any more.
    pub(crate) fn end_abandoned(self: &Arc<Self>) {
        self.end_one(|known| !known.ids.is_empty());
    }

    /// Ends the session that can best be missed.
    fn end_one(self: &Arc<Self>, which: impl Fn(&Known) -> bool) -> bool {
        let sessions = locked(&self.known);
        let idle = sessions.iter().filter(|(_, known)| known.in_use == 0 && which(known));
        let id = idle.min_by_key(|(_, known)| (known.was_used, known.idle_since)).map(|(id, _)| Arc::clone(id));
        drop(sessions);
        id.map(|id| self.end(id)).is_some()
    }

    /// Ends those that have been idle for too long, over and over.
    pub(crate) async fn sweep(self: &Arc<Self>) {
        loop {
            tokio::time::sleep(self.idle / 4).await;
            let is_over = |known: &Known| known.in_use == 0 && known.idle_since.elapsed() > self.idle;
            let over: Vec<SessionId> = {
                let sessions = locked(&self.known);
                sessions.iter().filter(|(_, known)| is_over(known)).map(|(id, _)| Arc::clone(id)).collect()
            };
            for id in over {
                self.end(id);
            }
        }
    }

    /// Forgets a session at once, and ends it as soon as it hears of it.
    fn end(self: &Arc<Self>, id: SessionId) {
        locked(&self.known).remove(&id);
        let sessions = Arc::clone(self);
        tokio::spawn(async move {
            // Where it does not listen, it ends when its last stream does.
            let _ = timeout(ENDING_TIME, sessions.inner.close_session(&id)).await;
        });
    }
}

/// A session in use.
#[derive(Debug)]
pub(crate) struct InUse {
    pub(crate) ids: Arc<OpenIds>,
    id: SessionId,
    sessions: Arc<Sessions>,
}

impl Drop for InUse {
    fn drop(&mut self) {
        if let Some(known) = locked(&self.sessions.known).get_mut(&self.id) {
            known.in_use = known.in_use.saturating_sub(1);
            known.idle_since = Instant::now();
        }
    }
}

impl SessionManager for Sessions {
    type Error = LocalSessionManagerError;
    type Transport = WorkerTransport<LocalSessionWorker>;

    async fn create_session(&self) -> Result<(SessionId, Self::Transport), Self::Error> {
        let (id, transport) = self.inner.create_session().await?;
        let known = Known { ids: Arc::default(), in_use: 0, idle_since: Instant::now(), was_used: false };
        locked(&self.known).insert(Arc::clone(&id), known);
        Ok((id, transport))
    }

    async fn initialize_session(
        &self,
        id: &SessionId,
        message: ClientJsonRpcMessage,
    ) -> Result<ServerJsonRpcMessage, Self::Error> {
        self.inner.initialize_session(id, message).await
    }

    async fn has_session(&self, id: &SessionId) -> Result<bool, Self::Error> {
        Ok(locked(&self.known).contains_key(id) && self.inner.has_session(id).await?)
    }

    async fn close_session(&self, id: &SessionId) -> Result<(), Self::Error> {
        locked(&self.known).remove(id);
        self.inner.close_session(id).await
    }

    async fn create_stream(
        &self,
        id: &SessionId,
        message: ClientJsonRpcMessage,
    ) -> Result<impl futures_core::Stream<Item = ServerSseMessage> + Send + Sync + 'static, Self::Error> {
        self.inner.create_stream(id, message).await
    }

    async fn accept_message(&self, id: &SessionId, message: ClientJsonRpcMessage) -> Result<(), Self::Error> {
        self.inner.accept_message(id, message).await
    }

    async fn create_standalone_stream(
        &self,
        id: &SessionId,
    ) -> Result<impl futures_core::Stream<Item = ServerSseMessage> + Send + Sync + 'static, Self::Error> {
        self.inner.create_standalone_stream(id).await
    }

    async fn resume(
        &self,
        id: &SessionId,
        last_event_id: String,
    ) -> Result<impl futures_core::Stream<Item = ServerSseMessage> + Send + Sync + 'static, Self::Error> {
        self.inner.resume(id, last_event_id).await
    }
}
