//! Normalising: a message becomes an envelope. The order is that of certainty: what failed, what is a catalogue
//! of tools, what is a list, what was done, and else one thing.

mod deed;
mod failure;
mod html_rows;
mod paging;
mod wrapper;

pub(crate) use failure::NO_REASON;
pub use paging::{Pages, without_page_notice};

use std::collections::HashSet;

use crate::columns::may_repeat;
use crate::envelope::{Data, Envelope, Kind, Summary, from_document, looks_like_envelope};
use crate::failing::reports_failure;
use crate::format::{self, Column, Delimiter, Facts, Format};
use crate::interpretation::Interpretation;
use crate::json::{self, Partial, Raw, Style, push_quoted, written};
use crate::main_list::{MainList, main_list};
use crate::message::{Body, Message, ResultKind, ResultType, Text, ToolResult};
use crate::outline::Node;
use crate::payload::{Carrier, Content, Document, Payload, Spelled, spelled};
use crate::pointer::Pointer;
use crate::tool_name::{LIST_TOOLS, Purpose, ToolName};

impl Envelope {
    /// Puts a message into an envelope. The tool's name is the one given, else the one that a transcript or
    /// the response itself tells.
    pub fn from_message(message: &Message, tool: Option<&str>) -> Self {
        Interpretation::of(message).with_tool(tool).into_envelope()
    }

    /// Puts the first response that some bytes hold into an envelope.
    pub fn read(bytes: impl Into<Vec<u8>>, tool: Option<&str>) -> Self {
        let reading = crate::read(bytes);
        match reading.responses().next() {
            Some(message) => Self::from_message(message, tool),
            None => Self::new(tool, Kind::Single),
        }
    }
}

/// The envelope of a message.
pub(crate) fn envelope(of: &Interpretation<'_>) -> Envelope {
    let (message, payload) = (of.message(), of.payload());
    let mut envelope = normalise(of);
    paging::add_told(&mut envelope, payload);
    envelope.metadata.oddities.splice(0..0, message.oddities.iter().chain(&payload.oddities).cloned());
    beside(message, payload, &mut envelope);
    envelope.settle();
    envelope
}

fn normalise(of: &Interpretation<'_>) -> Envelope {
    let (message, payload, told) = (of.message(), of.payload(), of.tool());
    let name = of.tool_name();
    if let (Body::Result(ToolResult { kind: ResultKind::ToolList, .. }), Content::Json(document)) =
        (&message.body, &payload.content)
    {
        return catalog(document, top_list(document, "tools"), Some(told.unwrap_or(LIST_TOOLS)));
    }
    let flagged = matches!(&message.body, Body::Result(result) if result.is_error);
    if let Content::Json(document) = &payload.content
        && looks_like_envelope(document)
        && (!flagged || reports_failure(document))
    {
        return from_document(document, told);
    }
    if of.failed() && !asks_for_errors(message, payload, name) {
        return failure::envelope(message, payload, told);
    }
    match &payload.content {
        Content::Json(document) => {
            from_json(waits(message), document, of.found_list(), payload.said.as_deref(), told, name)
        }
        Content::Text(text) => from_text(text, &payload.origin.pointer, told, name),
        Content::Nothing => from_nothing(told, name),
    }
}

/// Whether a list of errors is what the tool was asked for.
fn asks_for_errors(message: &Message, payload: &Payload, name: &ToolName) -> bool {
    let reads = matches!(name.purpose(), Some(Purpose::Lists | Purpose::Reads)) && name.speaks_of("errors");
    let lists = || matches!(&payload.content, Content::Json(document) if document.rows(Some("errors")).is_some());
    reads && !message.is_flagged() && lists()
}

/// Keeps what stood around the payload.
fn beside(message: &Message, payload: &Payload, envelope: &mut Envelope) {
    say(envelope, payload.said.as_deref());
    let attached = payload.attachments.iter().map(Raw::to_json);
    let carriers = payload.carriers.iter().map(|block| written(Style::Line, |out| out.partial(block)));
    let blocks: Vec<String> = attached.chain(carriers).chain(remarks(message)).collect();
    if !blocks.is_empty() {
        envelope.metadata.set("blocks", Partial::whole(Raw::known(format!("[{}]", blocks.join(",")))));
    }
    if let Some(structured) = &payload.differing {
        envelope.metadata.set("structuredContent", structured.clone());
    }
    if let Body::Result(result) = &message.body {
        // Where the result itself is the payload, its members are in the data.
        let is_payload = payload.origin.carrier == Carrier::Result && matches!(payload.content, Content::Json(_));
        let rest_is_payload = result.blocks.is_empty() && result.structured.is_none();
        let is_told = is_payload || result.bare || rest_is_payload && !matches!(payload.content, Content::Nothing);
        if result.kind == ResultKind::ToolCall && !is_told && !result.rest.is_empty() {
            envelope.metadata.set("result", result.rest.clone());
        }
    }
    if let Some(rest) = &message.rest {
        envelope.metadata.set("message", rest.clone());
    }
}

/// Puts what was said beside the data where it belongs.
fn say(envelope: &mut Envelope, said: Option<&str>) {
    let Some(said) = said else { return };
    match &envelope.message {
        None => envelope.message = Some(said.to_owned()),
        Some(message) if message == said => {}
        Some(_) if envelope.error().is_some_and(|error| error.message == *said) => {}
        Some(_) => envelope.metadata.set("text", Partial::whole(Raw::string(said))),
    }
}

/// What text blocks say beside their text: annotations, `_meta` and whatever else a server put there.
fn remarks(message: &Message) -> Vec<String> {
    let Body::Result(result) = &message.body else { return Vec::new() };
    let rests = result.blocks.iter().filter(|block| block.is_text()).filter_map(|block| block.rest.as_deref());
    rests.map(|rest| written(Style::Line, |out| out.partial(rest))).collect()
}

/// The list under a key at the top, or the payload where that is a list.
fn top_list(document: &Document, key: &str) -> Option<MainList> {
    let found = document.members(None).find(|(_, node)| node.name == key && node.list.is_some());
    let under_key = found.and_then(|(index, node)| Some(MainList { list: node.list?, node: Some(index) }));
    under_key.or(document.outline.root.map(|list| MainList { list, node: None }))
}

fn catalog(document: &Document, found: Option<MainList>, tool: Option<&str>) -> Envelope {
    let mut envelope = Envelope::new(tool, Kind::ToolCatalog);
    match found {
        Some(found) => fill_list(&mut envelope, document, found),
        None => envelope.metadata.rest = Some(Partial::whole(document.raw.clone())),
    }
    envelope
}

fn fill_list(envelope: &mut Envelope, document: &Document, found: MainList) {
    let list = paging::lift(document, found);
    let columns = document.columns_of(found);
    envelope.data = match &columns {
        Some(columns) => Data::new(columns.name(&list.rows)),
        None => Data::new(list.rows).map(|rows| rows.at(document.pointer_to(found.node))),
    };
    envelope.pagination = (!list.pagination.is_empty()).then_some(list.pagination);
    envelope.summary = Some(list.summary);
    envelope.metadata.oddities.extend(list.oddities);
    let lifted = wrapper::lift(document, found.node.is_some());
    envelope.status = lifted.status;
    envelope.message = lifted.message;
    let mut holes = list.holes;
    holes.extend(lifted.holes);
    // Names that every row repeats need not be told again.
    holes.extend(columns.filter(|columns| columns.only_names).map(|columns| columns.node.hole()));
    if found.node.is_some() {
        let rest = Partial::without(document.raw.clone(), holes);
        envelope.metadata.rest = (!rest.is_empty()).then_some(rest);
        envelope.metadata.has_own = holds_metadata(document);
    }
}

/// Whether a payload has metadata of its own.
fn holds_metadata(document: &Document) -> bool {
    document.members(None).any(|(_, node)| node.name == "metadata" && node.kind == json::Kind::Object)
}

/// Whether the answer is a task that goes on.
fn waits(message: &Message) -> bool {
    matches!(&message.body, Body::Result(ToolResult { result_type: Some(ResultType::Task), .. }))
}

fn from_json(
    waits: bool,
    document: &Document,
    list: Option<MainList>,
    said: Option<&str>,
    told: Option<&str>,
    name: &ToolName,
) -> Envelope {
    if let Some(found) = list
        && is_catalog(document, found, name)
    {
        return catalog(document, Some(found), told);
    }
    let purpose = name.purpose();
    let acts = purpose == Some(Purpose::Acts);
    // A tool that does something answers with a list only where answers stand.
    if let Some(found) = list
        && (!acts || found.is_the_answer(document))
    {
        let mut envelope = Envelope::new(told, Kind::List);
        fill_list(&mut envelope, document, found);
        return envelope;
    }
    let tells = matches!(purpose, None | Some(Purpose::Runs));
    let does = acts && !deed::informs(document, name);
    let done = does || waits || tells && deed::is_done(document, said, name);
    let mut envelope = Envelope::new(told, if done { Kind::Action } else { Kind::Single });
    let mut lifted = wrapper::lift(document, done);
    envelope.status = lifted.status;
    envelope.message = lifted.message;
    let inner = wrapper::inner(document);
    lifted.holes.extend(inner.map(Node::hole));
    let rest = Partial::without(document.raw.clone(), lifted.holes);
    if let Some(inner) = inner {
        let pointer = Pointer::root().key(&inner.name);
        envelope.data = Data::new(document.part(inner.value)).map(|data| data.at(pointer));
        envelope.metadata.rest = (!rest.is_empty()).then_some(rest);
        envelope.metadata.has_own = holds_metadata(document);
    } else {
        let data = (rest.is_whole() || !rest.is_empty()).then(|| Data::part(rest));
        envelope.data = data.map(|data| data.at(Pointer::root()));
    }
    envelope
}

/// Whether a list is one of tools: the tool says so, or each item is described as one.
fn is_catalog(document: &Document, found: MainList, name: &ToolName) -> bool {
    let Some(list) = found.of(document) else { return false };
    let key = found.node.and_then(|node| document.outline.nodes.get(node)).map(|node| node.name.as_str());
    if key.is_some_and(|key| key != "tools") {
        return false;
    }
    let in_all = |key: &str| {
        list.columns.iter().any(|column| column.rows == list.rows && column.name.span.of(document.raw.text()) == key)
    };
    let described =
        list.rows > 0 && in_all("name") && (in_all("inputSchema") || in_all("schema") || in_all("input_schema"));
    described || name.lists_tools() && (key.is_some() || in_all("name"))
}

fn from_text(text: &Text, pointer: &Pointer, told: Option<&str>, name: &ToolName) -> Envelope {
    // One value in another spelling, or with prose around it, is data to a program, though a person sees a text.
    if let Some(found) = spelled(text) {
        let oddities = found.oddities(pointer, text);
        let Spelled { document, said, .. } = found;
        let list = main_list(&document, name);
        let mut envelope = from_json(false, &document, list, said.as_deref(), told, name);
        envelope.metadata.oddities.extend(oddities);
        say(&mut envelope, said.as_deref());
        return envelope;
    }
    let text = text.as_str();
    let detection = format::detect_text(text);
    let purpose = name.purpose();
    let acts = purpose == Some(Purpose::Acts);
    let reads = matches!(purpose, Some(Purpose::Reads | Purpose::Lists));
    let rows = match (&detection.format, &detection.facts) {
        _ if acts => None,
        (Format::Csv, Facts::Csv { columns, delimiter, header, rows }) => {
            csv_rows(text, *delimiter, *rows, header.then_some(columns))
        }
        (Format::Html, _) => html_rows::rows(text),
        (Format::UrlList, _) => Some(list(format::urls(text).into_iter(), push_quoted)),
        _ => None,
    };
    if let Some((count, rows)) = rows {
        let mut envelope = Envelope::new(told, Kind::List);
        envelope.summary = Some(Summary { returned: Some(count), ..Summary::default() });
        envelope.data = Data::new(Raw::known(rows));
        return envelope;
    }
    let does = acts && !deed::denies(text, name);
    if does || !acts && !reads && deed::says_done(text, name) {
        let mut envelope = Envelope::new(told, Kind::Action);
        envelope.message = Some(text.to_owned());
        return envelope;
    }
    let mut envelope = Envelope::new(told, Kind::Single);
    let pairs = (detection.format == Format::KeyValue).then(|| format::pairs(text)).flatten();
    // An object has each key once.
    let pairs = pairs.filter(|pairs| {
        let mut keys = HashSet::new();
        pairs.iter().all(|pair| keys.insert(pair.key.as_str()))
    });
    envelope.data = match pairs {
        Some(pairs) => {
            let mut object = String::new();
            push_object(pairs.iter().map(|pair| (pair.key.as_str(), pair.value.as_str())), &mut object);
            Data::new(Raw::known(object))
        }
        None => Some(Data::text(text)),
    };
    envelope
}

/// The rows of a csv text as JSON, and how many there are: objects where a header names the fields, else
/// arrays. Fields stay texts. Nothing where there is no room for so many objects.
fn csv_rows(text: &str, delimiter: Delimiter, rows: usize, header: Option<&Vec<Column>>) -> Option<(u64, String)> {
    // Beside its name, each field has quotes, a colon and a comma.
    const SIGNS: usize = 6;
    let repeated: usize = header.into_iter().flatten().map(|column| column.name.len() + SIGNS).sum();
    if !may_repeat(repeated, rows, text.len()) {
        return None;
    }
    let records = format::csv_records(text, delimiter).skip(usize::from(header.is_some()));
    Some(list(records, |record: Vec<String>, json| match header {
        Some(names) if names.len() == record.len() => {
            let names = names.iter().map(|column| column.name.as_str());
            push_object(names.zip(record.iter().map(String::as_str)), json);
        }
        _ => json.push_str(&list(record.iter().map(String::as_str), push_quoted).1),
    }))
}

/// A JSON array of so many items.
fn list<T>(items: impl Iterator<Item = T>, push: impl Fn(T, &mut String)) -> (u64, String) {
    let mut json = String::from("[");
    let mut count = 0;
    for item in items {
        if count > 0 {
            json.push(',');
        }
        push(item, &mut json);
        count += 1;
    }
    json.push(']');
    (count, json)
}

/// Writes a JSON object of texts.
fn push_object<'a>(members: impl Iterator<Item = (&'a str, &'a str)>, json: &mut String) {
    json.push('{');
    for (index, (key, value)) in members.enumerate() {
        if index > 0 {
            json.push(',');
        }
        push_quoted(key, json);
        json.push(':');
        push_quoted(value, json);
    }
    json.push('}');
}

fn from_nothing(told: Option<&str>, name: &ToolName) -> Envelope {
    match name.purpose() {
        Some(Purpose::Acts) => Envelope::new(told, Kind::Action),
        Some(Purpose::Lists) => {
            let mut envelope = Envelope::new(told, Kind::List);
            envelope.data = Data::new(Raw::known("[]".to_owned()));
            envelope.summary = Some(Summary { returned: Some(0), ..Summary::default() });
            envelope
        }
        _ => Envelope::new(told, Kind::Single),
    }
}

impl MainList {
    /// Whether the list stands where answers stand, so that even a tool that does something answers with it.
    fn is_the_answer(self, document: &Document) -> bool {
        // What such a tool lists without a word around it is what it did.
        let Some(node) = self.node.and_then(|node| document.outline.nodes.get(node)) else { return false };
        let rows = self.of(document).map_or(0, |list| list.rows);
        rows > 0 && crate::main_list::is_usual_name(&node.plain_name) || crate::main_list::says_collection(document)
    }
}
