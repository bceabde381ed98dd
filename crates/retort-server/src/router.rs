//! The router: a call is held to the schema of its tool, done in time, and answered in one form whatever happens. Neither
//! traces nor paths of the server leave it.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use retort_core::Dialect;
use serde::Serialize;
use serde_json::Value;
use tokio::sync::Semaphore;

use crate::answer::Answer;
use crate::context::Context;
use crate::quoted;
use crate::reply::Reply;
use crate::tool::Tool;
use crate::violations::Violation;

/// How long a tool may take, and how many calls are worked on at once, where nobody says otherwise.
const TIMEOUT: Duration = Duration::from_secs(10);
const AT_ONCE: usize = 16;

/// What kind of failure it is, before or around the tool itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum CallCode {
    /// The call cannot be done as it stands.
    InvalidParams,
    /// It took too long.
    Timeout,
    /// Something broke.
    InternalError,
}

impl CallCode {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::InvalidParams, Self::Timeout, Self::InternalError];

    /// The word that programs compare.
    pub fn name(self) -> &'static str {
        match self {
            Self::InvalidParams => "INVALID_PARAMS",
            Self::Timeout => "TIMEOUT",
            Self::InternalError => "INTERNAL_ERROR",
        }
    }
}

impl fmt::Display for CallCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Why a tool gave no answer of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// No tool has this name; it may be empty.
    Unknown(String),
    /// The arguments are not what its schema wants.
    Arguments(Vec<Violation>),
    /// It took longer than it may.
    Late(Duration),
    /// It broke off. What it said then is for the log, not for the caller.
    Broke,
}

impl Refusal {
    /// What kind of failure it is.
    pub fn code(&self) -> CallCode {
        match self {
            Self::Unknown(_) | Self::Arguments(_) => CallCode::InvalidParams,
            Self::Late(_) => CallCode::Timeout,
            Self::Broke => CallCode::InternalError,
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(name) if name.is_empty() => f.write_str("Missing tool name"),
            Self::Unknown(name) => write!(f, "Unknown tool: {name}"),
            Self::Arguments(violations) => {
                f.write_str("Invalid parameters")?;
                for (number, violation) in violations.iter().enumerate() {
                    write!(f, "{} {violation}", if number == 0 { ":" } else { ";" })?;
                }
                Ok(())
            }
            Self::Late(time) => write!(f, "Operation timed out after {} s", time.as_secs_f64()),
            Self::Broke => f.write_str("The tool broke off"),
        }
    }
}

impl From<Refusal> for Reply {
    fn from(refusal: Refusal) -> Self {
        let reply = Self::error(refusal.code().name(), refusal.to_string());
        match &refusal {
            Refusal::Arguments(violations) => reply.detail("violations", violations).into(),
            _ => reply.into(),
        }
    }
}

/// How a server words what the router refuses.
type Words = dyn Fn(&Refusal) -> Reply + Send + Sync;

/// The tools of a server, in the order in which they were added.
///
/// ```
/// use retort_server::{Dialect, Reply, Router, Tool};
///
/// #[derive(serde::Deserialize, schemars::JsonSchema)]
/// struct Greet {
///     name: String,
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// let greet = Tool::new("greet", "Greets somebody").does(async |Greet { name }: Greet| Reply::single(&format!("Hello, {name}")));
/// let router = Router::new(Dialect::Mcp).with(greet);
/// let answer = router.call("greet", serde_json::json!({"name": "Ann"})).await;
/// assert!(answer.as_json().contains("Hello, Ann"));
/// let answer = router.call("greet", serde_json::json!({})).await;
/// assert!(answer.is_error() && answer.as_json().contains("INVALID_PARAMS"));
/// # }
/// ```
pub struct Router {
    tools: Vec<Arc<Tool>>,
    by_name: HashMap<String, usize>,
    dialect: Dialect,
    timeout: Duration,
    /// Room for calls that are worked on. What has no room waits, and its time runs.
    room: Arc<Semaphore>,
    words: Option<Box<Words>>,
}

impl Router {
    /// A router without tools, whose answers are in this dialect.
    pub fn new(dialect: Dialect) -> Self {
        Self {
            tools: Vec::new(),
            by_name: HashMap::new(),
            dialect,
            timeout: TIMEOUT,
            room: Arc::new(Semaphore::new(AT_ONCE)),
            words: None,
        }
    }

    /// The router with one tool more, in place of one of the same name.
    #[must_use]
    pub fn with(mut self, tool: Tool) -> Self {
        let tool = Arc::new(tool);
        if let Some(place) = self.by_name.get(tool.name()).and_then(|at| self.tools.get_mut(*at)) {
            *place = tool;
        } else {
            self.by_name.insert(tool.name().to_owned(), self.tools.len());
            self.tools.push(tool);
        }
        self
    }

    /// How long a tool may take, instead of ten seconds.
    ///
    /// ```
    /// use std::time::Duration;
    /// use retort_server::{Dialect, Reply, Router, Tool};
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// let never = Tool::new("never", "Never ends").does(async |(): ()| std::future::pending::<Reply>().await);
    /// let router = Router::new(Dialect::Mcp).with(never).timeout(Duration::from_millis(5));
    /// let answer = router.call("never", serde_json::json!({})).await;
    /// assert!(answer.as_json().contains("TIMEOUT"));
    /// # }
    /// ```
    #[must_use]
    pub fn timeout(self, timeout: Duration) -> Self {
        Self { timeout, ..self }
    }

    /// How many calls are worked on at once, instead of 16.
    #[must_use]
    pub fn at_once(self, calls: usize) -> Self {
        Self { room: Arc::new(Semaphore::new(calls.clamp(1, Semaphore::MAX_PERMITS))), ..self }
    }

    /// Words of the server's own for what the router refuses.
    ///
    /// ```
    /// use retort_server::{Dialect, Refusal, Reply, Router};
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// let router = Router::new(Dialect::Drf).words(|refusal: &Refusal| match refusal {
    ///     Refusal::Unknown(name) => Reply::error("not_found", format!("Tool not found: {name}")).into(),
    ///     other => other.clone().into(),
    /// });
    /// let answer = router.call("burn", serde_json::json!({})).await;
    /// assert!(answer.as_json().contains("Error executing tool: Tool not found: burn"));
    /// # }
    /// ```
    #[must_use]
    pub fn words(self, words: impl Fn(&Refusal) -> Reply + Send + Sync + 'static) -> Self {
        Self { words: Some(Box::new(words)), ..self }
    }

    /// How its answers are written.
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// The tools.
    pub fn tools(&self) -> impl Iterator<Item = &Tool> {
        self.tools.iter().map(|tool| &**tool)
    }

    /// The tool of a name.
    pub fn find(&self, name: &str) -> Option<&Tool> {
        self.by_name.get(name).and_then(|at| self.tools.get(*at)).map(|tool| &**tool)
    }

    /// Calls a tool. There is always an answer.
    pub async fn call(&self, name: &str, arguments: Value) -> Answer {
        self.call_for(name, arguments, Context::local()).await
    }

    /// The same for a caller of whom something is known.
    pub async fn call_for(&self, name: &str, arguments: Value, caller: Context) -> Answer {
        match self.answered(name, arguments, caller).await {
            Ok(answer) => answer,
            Err(refusal) => {
                let reply = self.words.as_ref().map_or_else(|| refusal.clone().into(), |words| words(&refusal));
                reply.into_result(self.dialect)
            }
        }
    }

    async fn answered(&self, name: &str, arguments: Value, caller: Context) -> Result<Answer, Refusal> {
        let tool = self.by_name.get(name).and_then(|at| self.tools.get(*at)).map(Arc::clone);
        let tool = tool.ok_or_else(|| Refusal::Unknown(quoted::name(name)))?;
        let (room, dialect) = (Arc::clone(&self.room), self.dialect);
        // On a task of its own, so that a panic ends nothing else.
        let mut task = AbortOnDrop(tokio::spawn(async move {
            let _place = room.acquire_owned().await;
            let working = tool.start(arguments, caller, dialect).map_err(Refusal::Arguments)?;
            Ok(working.await)
        }));
        match tokio::time::timeout(self.timeout, &mut task.0).await {
            Ok(Ok(answered)) => answered,
            Ok(Err(_)) => Err(Refusal::Broke),
            Err(_) => Err(Refusal::Late(self.timeout)),
        }
    }
}

impl fmt::Debug for Router {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Router").field("tools", &self.tools).field("dialect", &self.dialect).finish_non_exhaustive()
    }
}

/// Work that ends when nobody waits for it any more.
struct AbortOnDrop(tokio::task::JoinHandle<Result<Answer, Refusal>>);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}
