//! A result becomes typed: its content in whatever shape it came, its blocks, and what else it says.

use super::block::{block, text_block};
use super::message::{Role, is_result, message, role_of};
use super::scan::{Fields, Source, Value};
use crate::json::{Kind, Partial};
use crate::message::{Block, Body, ResultKind, ResultType, ToolResult};
use crate::oddity::{Oddity, OddityKind};

/// Members that tell which other request a result answers, and those that may stand beside them.
const OTHER_RESULTS: [(&str, &[&str]); 11] = [
    ("protocolVersion", &["capabilities", "serverInfo", "instructions"]),
    ("supportedVersions", &["capabilities", "serverInfo", "instructions"]),
    ("resources", &[]),
    ("resourceTemplates", &[]),
    ("prompts", &[]),
    ("messages", &["description"]),
    ("contents", &[]),
    ("completion", &[]),
    ("tools", &[]),
    ("tasks", &[]),
    ("inputRequests", &["requestState"]),
];

/// Members that any result may have.
const ANY_RESULT: [&str; 5] = ["_meta", "nextCursor", "resultType", "ttlMs", "cacheScope"];

/// Members that the result of a call has.
const OWN: [&str; 4] = ["content", "structuredContent", "isError", "toolResult"];

pub(super) fn tool_result(value: &Value, source: &Source<'_>, pointer: &str, oddities: &mut Vec<Oddity>) -> ToolResult {
    let mut result = ToolResult {
        raw: source.raw(value),
        kind: ResultKind::ToolCall,
        blocks: Vec::new(),
        structured: None,
        is_error: false,
        result_type: None,
        rest: Partial::whole(source.raw(value)),
        pointer: pointer.to_owned(),
        bare: false,
    };
    match role_of(value, source) {
        Role::Message => return nested(value, source, result, oddities),
        Role::Result => {}
        Role::Payload => {
            let fields = value.fields();
            result.kind = fields.map_or(ResultKind::ToolCall, kind_of);
            if result.kind == ResultKind::ToolCall && !fields.is_some_and(is_bare_meta) {
                result.bare = true;
                oddities.push(Oddity::new(OddityKind::BarePayload, pointer, source.str(value)));
            }
            return result;
        }
    }
    let Some(fields) = value.fields() else {
        // Blocks without a result around them.
        oddities.push(Oddity::new(OddityKind::BarePayload, pointer, source.str(value)));
        result.blocks = blocks(value, source, pointer, oddities);
        result.rest = Partial::whole(crate::json::Raw::known("{}".to_owned()));
        return result;
    };
    result.kind = kind_of(fields);
    result.result_type = result_type(fields, source, pointer, oddities);
    result.is_error = is_error(fields, source, pointer, oddities);
    if result.kind == ResultKind::ToolCall {
        read_content(fields, source, &mut result, oddities);
        read_structured(fields, source, &mut result, oddities);
        note_extra_keys(fields, source, pointer, oddities);
        result.rest = Partial::without(source.raw(value), fields.holes(&OWN));
    }
    result
}

/// A whole message where a result belongs: the inner one counts.
fn nested(value: &Value, source: &Source<'_>, outer: ToolResult, oddities: &mut Vec<Oddity>) -> ToolResult {
    let pointer = outer.pointer.clone();
    oddities.push(Oddity::new(OddityKind::NestedMessage, pointer.as_str(), source.str(value)));
    let inner = message(value, source, Role::Message);
    let deeper = inner.oddities.into_iter().map(|mut oddity| {
        oddity.pointer.insert_str(0, &pointer);
        oddity
    });
    oddities.extend(deeper);
    match inner.body {
        Body::Result(mut result) => {
            for block in &mut result.blocks {
                block.pointer.insert_str(0, &pointer);
            }
            result.pointer.insert_str(0, &pointer);
            result
        }
        Body::Error(_) => ToolResult { is_error: true, ..outer },
        _ => outer,
    }
}

fn kind_of(fields: &Fields) -> ResultKind {
    if OWN.iter().any(|name| fields.has(name)) {
        return ResultKind::ToolCall;
    }
    let answers = |(name, beside): &(&str, &[&str])| {
        let allowed = [&[*name], *beside, &ANY_RESULT[..]].concat();
        fields.has(name) && fields.only(&allowed)
    };
    match OTHER_RESULTS.iter().find(|other| answers(other)) {
        Some(("tools", _)) if fields.get("tools").is_some_and(|tools| tools.kind == Kind::Array) => {
            ResultKind::ToolList
        }
        Some(("tools" | "inputRequests", _)) => ResultKind::ToolCall,
        Some(_) => ResultKind::Other,
        None if fields.has("taskId") => ResultKind::Other,
        None => ResultKind::ToolCall,
    }
}

/// Whether a result says nothing at all, as the answer to `ping` does.
fn is_bare_meta(fields: &Fields) -> bool {
    fields.only(&["_meta"])
}

fn result_type(fields: &Fields, source: &Source<'_>, pointer: &str, oddities: &mut Vec<Oddity>) -> Option<ResultType> {
    let Some(value) = fields.get("resultType") else {
        // Revision 2025-11-25 has tasks, but no `resultType` to say so.
        return is_task(fields).then_some(ResultType::Task);
    };
    let name = source.string(value).map_or_else(|| source.str(value).to_owned(), String::from);
    Some(match name.as_str() {
        "complete" => ResultType::Complete,
        "input_required" => ResultType::InputRequired,
        "task" => ResultType::Task,
        _ => {
            let place = format!("{pointer}/resultType");
            oddities.push(Oddity::new(OddityKind::ResultTypeUnknown, place, source.str(value)));
            ResultType::Other(name)
        }
    })
}

/// Whether a result holds a task in place of a content.
pub(super) fn is_task(fields: &Fields) -> bool {
    fields.get("task").and_then(Value::fields).is_some_and(|task| task.has("taskId"))
}

fn is_error(fields: &Fields, source: &Source<'_>, pointer: &str, oddities: &mut Vec<Oddity>) -> bool {
    let Some(value) = fields.get("isError") else { return false };
    let text = source.str(value);
    if value.kind == Kind::Bool {
        return text == "true";
    }
    oddities.push(Oddity::new(OddityKind::IsErrorNotBoolean, format!("{pointer}/isError"), text));
    let plain = source.string(value).unwrap_or(text.into());
    match value.kind {
        Kind::String => matches!(plain.trim().to_ascii_lowercase().as_str(), "true" | "1" | "yes"),
        Kind::Number => text.parse::<f64>().is_ok_and(|number| number != 0.0),
        _ => false,
    }
}

fn read_content(fields: &Fields, source: &Source<'_>, result: &mut ToolResult, oddities: &mut Vec<Oddity>) {
    let pointer = format!("{}/content", result.pointer);
    let mut note = |kind, value: &Value| oddities.push(Oddity::new(kind, pointer.as_str(), source.str(value)));
    let Some(content) = fields.get("content") else {
        if let Some(legacy) = fields.get("toolResult") {
            let pointer = format!("{}/toolResult", result.pointer);
            oddities.push(Oddity::new(OddityKind::LegacyToolResult, pointer.as_str(), source.str(legacy)));
            read_legacy(legacy, source, result, &pointer, oddities);
        } else if !fields.has("structuredContent") && !waits(fields, result.result_type.as_ref()) {
            oddities.push(Oddity::new(OddityKind::ContentMissing, result.pointer.as_str(), "no content"));
        }
        return;
    };
    match content.kind {
        Kind::Array => result.blocks = blocks(content, source, &pointer, oddities),
        Kind::Object => {
            note(OddityKind::ContentObject, content);
            result.blocks = vec![block(content, source, &pointer, oddities)];
        }
        Kind::String => {
            note(OddityKind::ContentString, content);
            result.blocks = vec![text_block(content, source, &pointer)];
        }
        Kind::Null => note(OddityKind::ContentNull, content),
        Kind::Number | Kind::Bool => {
            note(OddityKind::ContentScalar, content);
            result.blocks = vec![text_block(content, source, &pointer)];
        }
    }
}

/// Before content there was `toolResult`, which held anything.
fn read_legacy(
    legacy: &Value,
    source: &Source<'_>,
    result: &mut ToolResult,
    pointer: &str,
    oddities: &mut Vec<Oddity>,
) {
    match legacy.fields() {
        Some(fields) if is_result(fields, source) => {
            let inner = tool_result(legacy, source, pointer, oddities);
            result.blocks = inner.blocks;
            result.structured = inner.structured;
            result.is_error |= inner.is_error;
        }
        _ if legacy.kind == Kind::Null => {}
        _ => result.blocks = vec![text_block(legacy, source, pointer)],
    }
}

/// Whether the result is one that has no content yet.
fn waits(fields: &Fields, result_type: Option<&ResultType>) -> bool {
    fields.has("task")
        || matches!(result_type, Some(ResultType::InputRequired | ResultType::Task | ResultType::Other(_)))
}

fn blocks(content: &Value, source: &Source<'_>, pointer: &str, oddities: &mut Vec<Oddity>) -> Vec<Block> {
    let items = content.items().iter().enumerate();
    items.map(|(index, item)| block(item, source, &format!("{pointer}/{index}"), oddities)).collect()
}

fn read_structured(fields: &Fields, source: &Source<'_>, result: &mut ToolResult, oddities: &mut Vec<Oddity>) {
    let Some(value) = fields.get("structuredContent") else { return };
    let pointer = format!("{}/structuredContent", result.pointer);
    let mut note = |kind| oddities.push(Oddity::new(kind, pointer.as_str(), source.str(value)));
    match value.kind {
        Kind::Null => return note(OddityKind::StructuredContentNull),
        Kind::Array => note(OddityKind::StructuredContentArray),
        Kind::Object => {}
        Kind::Bool | Kind::Number | Kind::String => note(OddityKind::StructuredContentScalar),
    }
    if result.blocks.is_empty() {
        note(OddityKind::StructuredContentAlone);
    }
    result.structured = Some(source.raw(value));
}

fn note_extra_keys(fields: &Fields, source: &Source<'_>, pointer: &str, oddities: &mut Vec<Oddity>) {
    const EXPECTED: [&str; 11] = [
        "content",
        "structuredContent",
        "isError",
        "toolResult",
        "_meta",
        "ttlMs",
        "cacheScope",
        "resultType",
        "task",
        "inputRequests",
        "requestState",
    ];
    let mut keys: Vec<&str> = fields.names().filter(|name| !EXPECTED.contains(name)).collect();
    keys.extend(fields.others.iter().map(|key| key.of(source.text)));
    for key in keys {
        oddities.push(Oddity::new(OddityKind::ResultExtraKey, format!("{pointer}/{key}"), key));
    }
}
