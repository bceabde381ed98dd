//! One answer to a call, and what several rules want to know of it: each is found out once, when it is first asked
//! for.

use std::borrow::Cow;
use std::cell::OnceCell;

use retort_core::{
    Block, Body, Detection, Envelope, OddityKind, Payload, Raw, ResultKind, ResultType, RpcError, ToolResult,
};

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
    parts: OnceCell<Vec<Parts<'a>>>,
}

/// A block that says more than its text, taken apart in one pass.
#[derive(Debug)]
pub struct Parts<'a> {
    /// The block.
    pub block: &'a Block,
    members: Vec<(&'static str, Raw)>,
    resource: Vec<(&'static str, Raw)>,
}

/// The members of blocks and resources that rules look at.
const PARTS: [&str; 10] =
    ["data", "mimeType", "uri", "name", "resource", "annotations", "_meta", "text", "blob", "size"];

impl<'a> Parts<'a> {
    fn of(block: &'a Block) -> Self {
        let members = known_members(&block.raw);
        let resource = members.iter().find(|(name, _)| *name == "resource");
        let resource = resource.map(|(_, resource)| known_members(resource)).unwrap_or_default();
        Self { block, members, resource }
    }

    /// A member of the block.
    pub fn get(&self, name: &str) -> Option<&Raw> {
        self.members.iter().rev().find(|(key, _)| *key == name).map(|(_, value)| value)
    }

    /// A member of the resource in the block.
    pub fn in_resource(&self, name: &str) -> Option<&Raw> {
        self.resource.iter().rev().find(|(key, _)| *key == name).map(|(_, value)| value)
    }

    /// A member of the block and the one of the resource in it, each with its pointer.
    pub fn everywhere(&self, name: &str) -> impl Iterator<Item = (String, &Raw)> {
        let pointer = self.block.pointer();
        let own = self.get(name).map(|value| (format!("{pointer}/{name}"), value));
        let inner = self.in_resource(name).map(|value| (format!("{pointer}/resource/{name}"), value));
        own.into_iter().chain(inner)
    }
}

fn known_members(raw: &Raw) -> Vec<(&'static str, Raw)> {
    let known = |name: &str| PARTS.into_iter().find(|part| *part == name);
    raw.members().filter_map(|(name, value)| Some((known(&name)?, value))).collect()
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
            parts: OnceCell::new(),
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

    /// The blocks that say more than their text, taken apart.
    pub fn parts(&self) -> &[Parts<'a>] {
        self.parts.get_or_init(|| {
            let blocks = self.result().map(|result| result.blocks.as_slice()).unwrap_or_default();
            blocks.iter().filter(|block| block.says_more()).map(Parts::of).collect()
        })
    }

    /// Whether the reader met something of this kind in the message.
    pub fn has(&self, kind: OddityKind) -> bool {
        self.exchange.message.oddities.iter().any(|oddity| oddity.kind == kind)
    }

    /// The result of a call that is done and went well.
    pub fn success(&self) -> Option<&'a ToolResult> {
        let done = |result: &&ToolResult| matches!(result.result_type, None | Some(ResultType::Complete));
        self.result().filter(|result| !result.is_error && result.kind == ResultKind::ToolCall).filter(done)
    }

    /// The texts that people and models see, with their pointers.
    pub fn texts(&self) -> impl Iterator<Item = (String, Cow<'a, str>)> {
        self.blocks().filter_map(|(_, block)| Some((block.text_pointer(), block.to_text()?)))
    }
}
