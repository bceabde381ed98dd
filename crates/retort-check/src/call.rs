//! One answer to a call, and what several rules want to know of it: each is found out once, when it is first asked
//! for.

use std::cell::OnceCell;

use retort_core::{
    Agreement, Block, BlockKind, Body, Content, Detection, Document, Envelope, Interpretation, Kind, OddityKind, Pages,
    Payload, Raw, ResultKind, ResultType, RpcError, ToolResult,
};

use crate::marks::Marks;
use crate::session::{Exchange, Tool};

/// An answer to a call.
pub struct Call<'a> {
    /// The answer and what it answers.
    pub exchange: Exchange<'a>,
    /// The name of the tool, where it is known.
    pub tool: Option<String>,
    /// What the answer means: payload, envelope and the rest, and where each came from.
    pub read: Interpretation<'a>,
    parts: OnceCell<Vec<Parts<'a>>>,
    marks: OnceCell<Marks>,
    tokens: OnceCell<u64>,
    hands_on: OnceCell<bool>,
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

/// Words in the names of tools that give what somebody else wrote.
#[rustfmt::skip]
const HANDING_ON: [&str; 27] = [
    "read", "fetch", "cat", "download", "scrape", "crawl", "extract", "tail", "grep", "diff", "browse", "browser", "navigate",
    "snapshot", "evaluate", "console", "terminal", "shell", "exec", "file", "page", "webpage", "website", "html", "log",
    "readme", "transcript",
];

/// Words in the names of tools that judge what they are given.
const JUDGING: [&str; 9] = ["test", "check", "validate", "verify", "lint", "typecheck", "assert", "audit", "compare"];

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
    /// What a tool returned inside a server: `content` as a string with `metadata` beside it, and where it stands.
    pub(crate) fn direct(&self) -> Option<(&str, Raw)> {
        let (pointer, raw) = match &self.exchange.message.body {
            Body::Payload(raw) => ("", raw),
            // A content of several blocks is none that a tool returns.
            Body::Result(result) if result.blocks.len() <= 1 => (result.pointer().as_str(), &result.raw),
            _ => return None,
        };
        memchr::memmem::find(raw.as_str().as_bytes(), b"\"metadata\"")?;
        let content = raw.get("content").filter(|content| content.kind() == Kind::String);
        (content.is_some() && raw.get("metadata").is_some()).then(|| (pointer, raw.clone()))
    }

    /// The call that an exchange is; `None` for answers to other methods.
    pub(crate) fn of(exchange: Exchange<'a>) -> Option<Self> {
        let tool = exchange.subject();
        Self::is(&exchange).then(|| Self {
            read: Interpretation::of(exchange.message).with_tool(tool.clone()),
            exchange,
            tool,
            parts: OnceCell::new(),
            marks: OnceCell::new(),
            tokens: OnceCell::new(),
            hands_on: OnceCell::new(),
        })
    }

    /// Whether an exchange is a call.
    pub(crate) fn is(exchange: &Exchange<'_>) -> bool {
        match (exchange.method, &exchange.message.body) {
            (Some(method), _) => method == "tools/call",
            (None, Body::Result(result)) => result.kind == ResultKind::ToolCall || exchange.message.tool.is_some(),
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

    /// Whether the tool hands on what somebody else wrote, as far as its name tells: the contents of files and pages.
    pub fn hands_on(&self) -> bool {
        *self.hands_on.get_or_init(|| self.is_named_after(&HANDING_ON))
    }

    /// Whether the tool judges something, as far as its name tells: that it does not pass is then an answer.
    pub fn judges(&self) -> bool {
        self.is_named_after(&JUDGING)
    }

    /// Whether one of the words is in the name of the tool, alone or as a plural.
    pub(crate) fn is_named_after(&self, known: &[&str]) -> bool {
        let name = self.tool.as_deref().unwrap_or_default();
        // In `readFile` a capital starts a word.
        let mut words = String::with_capacity(name.len() + 8);
        for char in name.chars() {
            if char.is_uppercase() || !char.is_alphanumeric() {
                words.push(' ');
            }
            words.extend(char.to_lowercase());
        }
        let is_known =
            |word: &str| known.contains(&word) || word.strip_suffix('s').is_some_and(|one| known.contains(&one));
        words.split(|char: char| !char.is_alphanumeric()).any(is_known)
    }

    /// The arguments that it was called with.
    pub fn arguments(&self) -> Option<Raw> {
        self.exchange.params?.get("arguments")
    }

    /// What the result carries.
    pub fn payload(&self) -> &Payload {
        self.read.payload()
    }

    /// The answer in one form.
    pub fn envelope(&self) -> &Envelope {
        self.read.envelope()
    }

    /// What the payload looks like to a person.
    pub fn detection(&self) -> &Detection {
        self.read.detection()
    }

    /// The blocks with their pointers.
    pub fn blocks(&self) -> impl Iterator<Item = (String, &'a Block)> {
        let blocks = self.result().map(|result| result.blocks.as_slice()).unwrap_or_default();
        blocks.iter().map(|block| (block.pointer().into(), block))
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
    pub fn texts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.payload().texts().map(|(pointer, text)| (pointer.as_str(), text))
    }

    /// What the payload says of its pages, where it is a list.
    pub fn pages(&self) -> Option<&Pages> {
        self.read.pages()
    }

    /// The payload, where it was sent as JSON.
    pub fn document(&self) -> Option<&Document> {
        match &self.payload().content {
            Content::Json(document) if !self.payload().is_respelled() => Some(document),
            _ => None,
        }
    }

    /// The payload, where it is text and no JSON.
    pub fn plain_text(&self) -> Option<&str> {
        match &self.payload().content {
            Content::Text(text) => Some(text.as_str()),
            Content::Json(_) if self.payload().is_respelled() => self.texts().next().map(|(_, text)| text),
            _ => None,
        }
    }

    /// What a call that failed says, with the pointer to it: the texts of a result with `isError`, and the message of
    /// a JSON-RPC error.
    pub fn failure(&self) -> Option<(String, &str)> {
        match (self.result(), self.error()) {
            (Some(result), _) if result.is_error => {
                let (pointer, text) = self.texts().find(|(_, text)| !text.trim().is_empty())?;
                Some((pointer.to_owned(), text))
            }
            (_, Some(error)) if !error.message.trim().is_empty() => Some(("/error/message".to_owned(), &error.message)),
            _ => None,
        }
    }

    /// Places in the texts that several rules want to know of.
    pub(crate) fn marks(&self) -> &Marks {
        self.marks.get_or_init(|| {
            let mut marks = Marks::default();
            let is_error = self.result().is_some_and(|result| result.is_error);
            self.texts().for_each(|(pointer, text)| marks.scan(pointer, text, is_error));
            if let Some(error) = self.error() {
                marks.scan("/error", error.raw.as_str(), true);
            }
            // What the text says already is not looked at twice.
            let payload = self.payload();
            let says_more =
                payload.texts().next().is_none() || matches!(payload.agreement, Agreement::Prose | Agreement::Differs);
            if let Some(structured) = self.result().and_then(|result| result.structured.as_ref()).filter(|_| says_more)
            {
                marks.scan(&self.structured_pointer(), structured.as_str(), is_error);
            }
            for (pointer, block) in self.blocks().filter(|(_, block)| block.kind == BlockKind::Resource) {
                let text = block.raw.get("resource").and_then(|resource| resource.get("text"));
                if let Some(text) = text.as_ref().and_then(Raw::to_text) {
                    marks.scan(&format!("{pointer}/resource/text"), &text, is_error);
                }
            }
            if let Body::Payload(raw) = &self.exchange.message.body {
                marks.scan("", raw.as_str(), false);
            }
            marks
        })
    }

    /// About how many tokens the result costs a model: one for four bytes of ASCII, which is what English and JSON
    /// come to, and one for every other character. Where there is text, `structuredContent` is not counted again.
    pub fn tokens(&self) -> u64 {
        *self.tokens.get_or_init(|| {
            let payload = self.payload();
            let structured = || self.result().and_then(|result| result.structured.as_ref()).map_or("", Raw::as_str);
            match payload.texts().next() {
                Some(_) => payload.texts().map(|(_, text)| tokens_of(text)).sum(),
                None => tokens_of(structured()),
            }
        })
    }

    fn structured_pointer(&self) -> String {
        self.result().map(|result| format!("{}/structuredContent", result.pointer())).unwrap_or_default()
    }
}

/// About how many tokens a text costs.
fn tokens_of(text: &str) -> u64 {
    if text.is_ascii() {
        return text.len() as u64 / 4;
    }
    let bytes = text.as_bytes();
    // The first byte of a character stands for it; those that follow begin with the bits 10.
    let others = bytes.iter().filter(|byte| **byte >= 0xc0).count() as u64;
    let ascii = bytes.iter().filter(|byte| byte.is_ascii()).count() as u64;
    ascii / 4 + others
}
