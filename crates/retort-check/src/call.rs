//! One answer to a call, and what several rules want to know of it: each is found out once, when it is first asked
//! for.

use std::borrow::Cow;
use std::cell::OnceCell;

use retort_core::{Block, Body, Detection, Envelope, Payload, Raw, ResultKind, RpcError, ToolResult};

use crate::session::{Exchange, Tool};

/// An answer to a call.
pub struct Call<'a> {
    /// The answer and what it answers.
    pub exchange: Exchange<'a>,
    /// The name of the tool, where it is known.
    pub tool: Option<String>,
    payload: OnceCell<Payload>,
    envelope: OnceCell<Envelope>,
    detection: OnceCell<Detection>,
}

impl<'a> Call<'a> {
    /// The call that an exchange is; `None` for answers to other methods.
    pub(crate) fn of(exchange: Exchange<'a>) -> Option<Self> {
        let tool = exchange.subject();
        Self::is(&exchange).then(|| Self {
            exchange,
            tool,
            payload: OnceCell::new(),
            envelope: OnceCell::new(),
            detection: OnceCell::new(),
        })
    }

    /// Whether an exchange is a call.
    pub(crate) fn is(exchange: &Exchange<'_>) -> bool {
        match (exchange.method, &exchange.message.body) {
            (Some(method), _) => method == "tools/call",
            (None, Body::Result(result)) => result.kind == ResultKind::ToolCall,
            (None, _) => true,
        }
    }

    /// The result, where the answer is one.
    pub fn result(&self) -> Option<&'a ToolResult> {
        match &self.exchange.message.body {
            Body::Result(result) => Some(result),
            _ => None,
        }
    }

    /// The JSON-RPC error, where the answer is one.
    pub fn error(&self) -> Option<&'a RpcError> {
        match &self.exchange.message.body {
            Body::Error(error) => Some(error),
            _ => None,
        }
    }

    /// The tool as the server listed it.
    pub fn entry(&self) -> Option<&'a Tool> {
        self.exchange.session.tool(self.tool.as_deref()?)
    }

    /// The arguments that it was called with.
    pub fn arguments(&self) -> Option<Raw> {
        self.exchange.params?.get("arguments")
    }

    /// What the result carries.
    pub fn payload(&self) -> &Payload {
        self.payload.get_or_init(|| self.exchange.message.payload())
    }

    /// The answer in one form.
    pub fn envelope(&self) -> &Envelope {
        self.envelope.get_or_init(|| Envelope::from_message(self.exchange.message, self.tool.as_deref()))
    }

    /// What the payload looks like to a person.
    pub fn detection(&self) -> &Detection {
        self.detection.get_or_init(|| self.exchange.message.detect())
    }

    /// The blocks with their pointers.
    pub fn blocks(&self) -> impl Iterator<Item = (String, &'a Block)> {
        let blocks = self.result().map(|result| result.blocks.as_slice()).unwrap_or_default();
        blocks.iter().map(|block| (block.pointer().to_owned(), block))
    }

    /// The texts that people and models see, with their pointers.
    pub fn texts(&self) -> impl Iterator<Item = (String, Cow<'a, str>)> {
        self.blocks().filter_map(|(_, block)| Some((block.text_pointer(), block.to_text()?)))
    }
}
