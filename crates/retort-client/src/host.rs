//! What a server may ask of whoever called it: roots, a sample from a model, an answer from a person; and what it
//! tells on the way: progress and log messages.

use std::path::PathBuf;
use std::sync::Arc;

use retort_core::Raw;
use retort_wire::method::{ELICIT, LOG, PROGRESS, SAMPLE};
use retort_wire::{Answer, Answering, Handler, Notification, Params, Question};

/// Whoever called the server. Every method has an answer for nobody being there.
pub trait Host: Send + Sync {
    /// The folders that the server may work in.
    fn roots(&self) -> Vec<PathBuf> {
        Vec::new()
    }

    /// Answers `elicitation/create`, whose parameters are given.
    fn elicit<'a>(&'a self, asked: &'a Raw) -> Answering<'a, Elicited> {
        let _ = asked;
        Box::pin(std::future::ready(Elicited::Declined))
    }

    /// Answers `sampling/createMessage`, whose parameters are given, with the text of an assistant; `None`
    /// refuses.
    fn sample<'a>(&'a self, asked: &'a Raw) -> Answering<'a, Option<String>> {
        let _ = asked;
        Box::pin(std::future::ready(None))
    }

    /// The server tells how far it has come.
    fn progress(&self, progress: &Progress) {
        let _ = progress;
    }

    /// The server logs something.
    fn log(&self, log: &Log) {
        let _ = log;
    }

    /// A server that is a child process wrote to standard error: whole lines, unless one is very long.
    fn stderr(&self, bytes: &[u8]) {
        let _ = bytes;
    }

    /// Something about the connection that a person may want to know.
    fn notice(&self, text: &str) {
        let _ = text;
    }
}

/// Nobody: everything is declined, and nobody listens.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nobody;

impl Host for Nobody {}

/// What a person said to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Elicited {
    /// An answer: a JSON object, or nothing where only a consent was asked for.
    Accepted(Option<String>),
    /// No, thank you.
    Declined,
    /// Not now.
    Cancelled,
}

/// How far a request has come.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Progress {
    /// How much is done.
    pub done: f64,
    /// Of how much, where it is known.
    pub total: Option<f64>,
    /// What is being done.
    pub message: Option<String>,
}

impl Progress {
    pub(crate) fn read(params: &Raw) -> Option<Self> {
        let number = |key: &str| params.get(key)?.to_plain().parse::<f64>().ok().filter(|number| number.is_finite());
        let message = params.get("message").and_then(|message| message.to_text().map(String::from));
        Some(Self { done: number("progress")?, total: number("total"), message })
    }
}

/// A log message of the server.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Log {
    /// How grave it is, such as `info`.
    pub level: String,
    /// Who says it.
    pub logger: Option<String>,
    /// What is said: text, or JSON.
    pub text: String,
}

impl Log {
    pub(crate) fn read(params: &Raw) -> Self {
        let text = |key: &str| params.get(key).map(|value| value.to_plain().into_owned());
        let said = text("data").or_else(|| text("message")).unwrap_or_else(|| params.to_json());
        Self { level: text("level").unwrap_or_else(|| "info".to_owned()), logger: text("logger"), text: said }
    }
}

/// What is longer is read on a thread of its own.
const LARGE: usize = 32 * 1024;

/// A [`Host`] at the end of a wire.
pub(crate) struct HostHandler(pub(crate) Arc<dyn Host>);

impl Handler for HostHandler {
    fn asked(&self, question: Question) -> Answering<'_, Answer> {
        Box::pin(async move {
            // Only what a person has to answer may take its time.
            let _clock = matches!(question.method(), ELICIT | SAMPLE).then(|| question.stop_clock());
            let params = question.params().unwrap_or_else(nothing);
            match answer(self.0.as_ref(), question.method(), &params).await {
                Ok(result) => Answer::Result(result),
                Err(Refusal { code, message }) => Answer::Error { code, message, data: None },
            }
        })
    }

    fn told(&self, notification: Notification) -> Answering<'_, ()> {
        // Most say nothing that a host hears.
        if !matches!(notification.method(), PROGRESS | LOG) {
            return Box::pin(std::future::ready(()));
        }
        let host = Arc::clone(&self.0);
        if notification.bytes().len() < LARGE {
            hear(host.as_ref(), &notification);
            return Box::pin(std::future::ready(()));
        }
        Box::pin(async move {
            // Where it fails, the program is about to end.
            let _ = tokio::task::spawn_blocking(move || hear(host.as_ref(), &notification)).await;
        })
    }

    fn stderr(&self, bytes: &[u8]) {
        self.0.stderr(bytes);
    }

    fn notice(&self, text: &str) {
        self.0.notice(text);
    }
}

/// Tells the host what a notification says.
fn hear(host: &dyn Host, notification: &Notification) {
    let params = notification.params().unwrap_or_else(nothing);
    if notification.method() == LOG {
        host.log(&Log::read(&params));
    } else if let Some(progress) = Progress::read(&params) {
        host.progress(&progress);
    }
}

/// The parameters of what has none.
fn nothing() -> Raw {
    Raw::parse("{}").unwrap_or_else(|| Raw::string(""))
}

/// Why a request of the server is not answered, as JSON-RPC has it.
pub(crate) struct Refusal {
    pub(crate) code: i64,
    pub(crate) message: String,
}

/// Answers what a server asks, with the JSON of a result.
pub(crate) async fn answer(host: &dyn Host, method: &str, params: &Raw) -> Result<String, Refusal> {
    match method {
        "ping" => Ok("{}".to_owned()),
        "roots/list" => {
            let root = |path: PathBuf| {
                let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
                let root = Params::new().with("uri", file_url(&path));
                name.map_or(root.clone(), |name| root.with("name", name)).to_json()
            };
            let roots: Vec<String> = host.roots().into_iter().map(root).collect();
            Ok(Params::new().with_json("roots", format!("[{}]", roots.join(","))).to_json())
        }
        ELICIT => Ok(match host.elicit(params).await {
            Elicited::Accepted(content) => {
                let accepted = Params::new().with("action", "accept");
                content.into_iter().fold(accepted, |accepted, content| accepted.with_json("content", content))
            }
            Elicited::Declined => Params::new().with("action", "decline"),
            Elicited::Cancelled => Params::new().with("action", "cancel"),
        }
        .to_json()),
        SAMPLE => match host.sample(params).await {
            Some(text) => Ok(Params::new()
                .with("role", "assistant")
                .with_json("content", Params::new().with("type", "text").with("text", text).to_json())
                .with("model", "a person")
                .with("stopReason", "endTurn")
                .to_json()),
            None => {
                Err(Refusal { code: -1, message: "There is no model here, and nobody to stand in for it".to_owned() })
            }
        },
        _ => Err(Refusal { code: -32601, message: format!("This client does not know the method {method}") }),
    }
}

/// A path as a `file://` address.
fn file_url(path: &std::path::Path) -> String {
    url::Url::from_file_path(path).map_or_else(|()| format!("file://{}", path.display()), String::from)
}
