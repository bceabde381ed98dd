//! Replies: what a tool gave, before a dialect says how it is written.

use retort_core::{Code, Data, Details, Dialect, Envelope, EnvelopeKind, ErrorInfo, Raw, Status, Unwritable};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::answer::Answer;
use crate::list::{List, unwritable};
use crate::problem::Problem;

/// What a tool gave: one thing, something that was done, or an error. Lists are a type of their own, [`List`].
///
/// A value that cannot be written as JSON makes the reply an error that says so: there is always an answer.
#[derive(Clone, Debug)]
#[must_use = "a reply is nothing until it is written"]
pub struct Reply(Envelope);

impl Reply {
    /// Several things: anything that can be walked through.
    ///
    /// ```
    /// use retort_server::{Dialect, Reply};
    ///
    /// let answer = Reply::list(["Ann", "Bob"]).into_result(Dialect::Drf);
    /// assert_eq!(answer.as_json(), r#"{"content":[{"type":"text","text":"[\"Ann\",\"Bob\"]"}]}"#);
    /// ```
    pub fn list<I>(rows: I) -> List<I>
    where
        I: IntoIterator,
        I::Item: Serialize,
    {
        List::new(rows)
    }

    /// One thing.
    ///
    /// ```
    /// use retort_server::{Dialect, Reply};
    ///
    /// let answer = Reply::single(&serde_json::json!({"id": 1})).into_result(Dialect::Mcp);
    /// assert_eq!(
    ///     answer.as_json(),
    ///     r#"{"content":[{"type":"text","text":"{\"id\":1}"}],"structuredContent":{"id":1}}"#
    /// );
    /// ```
    pub fn single<T: Serialize + ?Sized>(item: &T) -> Self {
        Self::made(Data::of(item), |data| with(EnvelopeKind::Single, data))
    }

    /// Something that was done, in words, and what came of it; `&()` where there is nothing more to say.
    ///
    /// ```
    /// use retort_server::{Dialect, Reply};
    ///
    /// let answer = Reply::action("sent", &serde_json::json!({"messageId": 7})).into_result(Dialect::Yourls);
    /// assert_eq!(
    ///     answer.as_json(),
    ///     r#"{"content":[{"type":"text","text":"{\"status\":\"success\",\"message\":\"sent\",\"messageId\":7}"}]}"#
    /// );
    /// ```
    pub fn action<T: Serialize + ?Sized>(done: impl Into<String>, data: &T) -> Self {
        Self::acted(done.into(), Status::Success, data)
    }

    /// Something of which only a part was done: what that was, in words, and what came of it.
    ///
    /// ```
    /// use retort_server::{Dialect, Reply};
    ///
    /// let answer = Reply::partial("2 of 3 were sent", &serde_json::json!({"failed": ["c"]})).into_result(Dialect::Mcp);
    /// assert!(!answer.is_error());
    /// assert!(answer.as_json().contains(r#""status":"partial""#));
    /// ```
    pub fn partial<T: Serialize + ?Sized>(done: impl Into<String>, data: &T) -> Self {
        Self::acted(done.into(), Status::Partial, data)
    }

    /// A call that failed. The code is a word for programs, or a number of JSON-RPC; the message is for people.
    ///
    /// ```
    /// use retort_server::{Dialect, Reply};
    ///
    /// let reply = Reply::error("not_found", "No such customer").detail("pk", &7);
    /// assert_eq!(
    ///     reply.clone().into_result(Dialect::Drf).as_json(),
    ///     r#"{"content":[{"type":"text","text":"Error executing tool: No such customer"}],"isError":true}"#
    /// );
    /// assert!(reply.into_result(Dialect::Mcp).is_error());
    /// ```
    pub fn error(code: impl Into<ErrorCode>, message: impl Into<String>) -> ErrorReply {
        ErrorReply { code: code.into(), message: message.into(), details: Map::new() }
    }

    fn acted<T: Serialize + ?Sized>(done: String, status: Status, data: &T) -> Self {
        Self::made(Data::of(data), |data| {
            let mut envelope = with(EnvelopeKind::Action, data);
            envelope.status = Some(status);
            envelope.message = Some(done);
            envelope
        })
    }

    fn made(data: Result<Option<Data>, Unwritable>, make: impl FnOnce(Option<Data>) -> Envelope) -> Self {
        match data {
            Ok(data) => Self(make(data)),
            Err(error) => unwritable(&error),
        }
    }

    /// The envelope that a client with Retort makes of it.
    pub fn envelope(&self) -> &Envelope {
        &self.0
    }

    /// Writes it as the `result` of a response; with a code of JSON-RPC, as its `error` where the dialect has it so.
    pub fn into_result(self, dialect: Dialect) -> Answer {
        if dialect == Dialect::Yourls
            && let Some(text) = self.done()
        {
            return Answer::text(&text);
        }
        let written = dialect.write(&self.0);
        let answer = Answer {
            json: written.body.to_json(),
            is_error: self.0.error().is_some(),
            is_protocol_error: written.is_protocol_error,
            denied: None,
        };
        match self.text() {
            Some(data) if dialect == Dialect::Mcp && !answer.json.contains("\"structuredContent\":") => {
                answer.with_member("structuredContent", &data)
            }
            _ => answer,
        }
    }

    /// Something that was done, as servers of the family `yourls` write it: its fields beside the status, whatever the words are. Only
    /// from words that name a deed would a client that knows nothing of the tool see that it is one.
    fn done(&self) -> Option<String> {
        let is_done = matches!(self.0.kind, EnvelopeKind::Action) && self.0.status == Some(Status::Success);
        let message = self.0.message.as_deref().filter(|_| is_done)?;
        let mut text = format!("{{\"status\":\"success\",\"message\":{}", Value::from(message));
        if let Some(data) = &self.0.data {
            for (name, value) in data.as_raw()?.members() {
                if matches!(&*name, "status" | "message") {
                    return None;
                }
                text.extend([",", &Value::from(&*name).to_string(), ":", value.as_str()]);
            }
        }
        Some(text + "}")
    }

    /// Data that is a text and nothing else, as JSON. People see the text as it is; programs that know the schema of the tool want
    /// the object.
    fn text(&self) -> Option<String> {
        let data = self.0.data.as_ref().filter(|_| self.0.message.is_none() && self.0.error().is_none())?;
        let mut members = data.as_raw()?.members();
        let is_text = members.next().is_some_and(|(name, value)| name == "text" && value.to_text().is_some());
        (is_text && members.next().is_none()).then(|| data.to_json())
    }
}

fn with(kind: EnvelopeKind, data: Option<Data>) -> Envelope {
    let mut envelope = Envelope::new(None, kind);
    envelope.data = data;
    envelope
}

impl From<Envelope> for Reply {
    fn from(envelope: Envelope) -> Self {
        Self(envelope)
    }
}

impl<P: Problem> From<P> for Reply {
    fn from(problem: P) -> Self {
        let mut reply = Self::error(problem.code(), problem.to_string());
        if let Some(Value::Object(details)) = problem.details() {
            reply.details = details;
        }
        reply.into()
    }
}

/// The code of an error: a word, or a number of JSON-RPC.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErrorCode(Code);

impl From<&str> for ErrorCode {
    fn from(word: &str) -> Self {
        Self(Code::Text(word.to_owned()))
    }
}

impl From<String> for ErrorCode {
    fn from(word: String) -> Self {
        Self(Code::Text(word))
    }
}

impl From<i64> for ErrorCode {
    fn from(number: i64) -> Self {
        Self(Code::Number(number))
    }
}

/// A call that failed, made by [`Reply::error`]: it has a code and a message, and takes details.
#[derive(Clone, Debug)]
#[must_use = "a reply is nothing until it is written"]
pub struct ErrorReply {
    code: ErrorCode,
    message: String,
    details: Map<String, Value>,
}

impl ErrorReply {
    /// With one more thing that is known about it. What cannot be written as JSON is left out: the error itself is told.
    ///
    /// ```
    /// use retort_server::{Dialect, Reply};
    ///
    /// let answer = Reply::error("taken", "The name is taken").detail("name", "ann").into_result(Dialect::Yourls);
    /// assert!(answer.as_json().contains(r#"\"code\":\"taken\",\"name\":\"ann\""#));
    /// ```
    pub fn detail<T: Serialize + ?Sized>(mut self, name: impl Into<String>, value: &T) -> Self {
        if let Ok(value) = serde_json::to_value(value) {
            self.details.insert(name.into(), value);
        }
        self
    }

    /// Writes it, as [`Reply::into_result`] does.
    pub fn into_result(self, dialect: Dialect) -> Answer {
        Reply::from(self).into_result(dialect)
    }
}

impl From<ErrorReply> for Reply {
    fn from(reply: ErrorReply) -> Self {
        let mut error = ErrorInfo::new(reply.message);
        error.code = Some(reply.code.0);
        if !reply.details.is_empty() {
            error.details = Raw::of(&reply.details).ok().as_ref().and_then(Details::new);
        }
        Self(Envelope::new(None, EnvelopeKind::Error(error)))
    }
}
