//! A result becomes typed: its content in whatever shape it came, its blocks, and what else it says.

use super::block::{block, text_block};
use super::message::{Role, has_content, is_result, note_extra_keys, role_of};
use super::scan::{KnownFields, Source, Value};
use crate::json::{Hole, Kind, Partial, Raw};
use crate::message::{Block, ResultKind, ResultType, ToolResult};
use crate::oddity::{Oddities, OddityKind};
use crate::pointer::Pointer;

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

/// Members that the result of a call may have.
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

/// Members that only the result of a call has.
const OWN: [&str; 4] = ["content", "structuredContent", "isError", "toolResult"];

pub(super) fn tool_result(
    value: &Value,
    source: &Source<'_>,
    pointer: &Pointer,
    oddities: &mut Oddities,
) -> ToolResult {
    let mut result = ToolResult {
        raw: source.raw(value),
        kind: ResultKind::ToolCall,
        blocks: Vec::new(),
        structured: None,
        is_error: false,
        result_type: None,
        rest: Partial::whole(source.raw(value)),
        pointer: pointer.clone(),
        inner: None,
        bare: false,
    };
    if role_of(value, source) != Role::Result && !value.fields().is_some_and(has_content) {
        let fields = value.fields();
        result.kind = fields.map_or(ResultKind::ToolCall, kind_of);
        if result.kind == ResultKind::ToolCall && !fields.is_some_and(is_bare_meta) {
            result.bare = true;
            oddities.note(OddityKind::BarePayload, pointer, source.str(value));
        }
        return result;
    }
    let Some(fields) = value.fields() else {
        // Blocks without a result around them.
        oddities.note(OddityKind::BarePayload, pointer, source.str(value));
        result.blocks = blocks(value, source, pointer, oddities);
        result.rest = Partial::whole(Raw::known("{}".to_owned()));
        return result;
    };
    result.kind = kind_of(fields);
    result.result_type = result_type(fields, source, pointer, oddities);
    result.is_error = is_error(fields, source, pointer, oddities);
    if result.kind == ResultKind::ToolCall {
        let mut holes = fields.holes(&["content", "structuredContent"]);
        // A flag is said by the envelope; anything else under its name is kept.
        if fields.get("isError").is_some_and(|flag| is_flag(source.str(flag))) {
            holes.extend(fields.holes(&["isError"]));
        }
        holes.extend(read_content(fields, source, &mut result, oddities));
        read_structured(fields, source, &mut result, oddities);
        note_extra_keys(fields, source, pointer, &EXPECTED, OddityKind::ResultExtraKey, oddities);
        result.rest = Partial::without(source.raw(value), holes);
    }
    result
}

fn kind_of(fields: &KnownFields) -> ResultKind {
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
fn is_bare_meta(fields: &KnownFields) -> bool {
    fields.only(&["_meta"])
}

fn result_type(
    fields: &KnownFields,
    source: &Source<'_>,
    pointer: &Pointer,
    oddities: &mut Oddities,
) -> Option<ResultType> {
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
            let place = pointer.key("resultType");
            oddities.note(OddityKind::ResultTypeUnknown, place, source.str(value));
            ResultType::Other(name)
        }
    })
}

/// Whether a result holds a task in place of a content.
pub(super) fn is_task(fields: &KnownFields) -> bool {
    fields.get("task").and_then(Value::fields).is_some_and(|task| task.has("taskId"))
}

/// Whether a value can be nothing but a flag, however it was sent.
fn is_flag(sent: &str) -> bool {
    const FLAGS: [&str; 9] = ["true", "false", "1", "0", "yes", "no", "null", "on", "off"];
    FLAGS.iter().any(|flag| sent.trim_matches('"').eq_ignore_ascii_case(flag))
}

fn is_error(fields: &KnownFields, source: &Source<'_>, pointer: &Pointer, oddities: &mut Oddities) -> bool {
    let Some(value) = fields.get("isError") else { return false };
    let text = source.str(value);
    if value.kind == Kind::Bool {
        return text == "true";
    }
    oddities.note(OddityKind::IsErrorNotBoolean, pointer.key("isError"), text);
    let plain = source.string(value).unwrap_or(text.into());
    match value.kind {
        Kind::String => matches!(plain.trim().to_ascii_lowercase().as_str(), "true" | "1" | "yes"),
        Kind::Number => text.parse::<f64>().is_ok_and(|number| number != 0.0),
        _ => false,
    }
}

/// Reads the content; gives what else was read in its place.
fn read_content(
    fields: &KnownFields,
    source: &Source<'_>,
    result: &mut ToolResult,
    oddities: &mut Oddities,
) -> Vec<Hole> {
    let pointer = result.pointer.key("content");
    let content = fields.get("content");
    if let Some(content) = content {
        let note = |oddities: &mut Oddities, kind| oddities.note(kind, &pointer, source.str(content));
        match content.kind {
            Kind::Array if content.is_closed_list() => {
                result.blocks = vec![text_block(content, source, pointer.clone())];
            }
            Kind::Array => result.blocks = blocks(content, source, &pointer, oddities),
            Kind::Object => {
                note(oddities, OddityKind::ContentObject);
                result.blocks = vec![block(content, source, pointer.clone(), oddities)];
            }
            Kind::String => {
                note(oddities, OddityKind::ContentString);
                result.blocks = vec![text_block(content, source, pointer.clone())];
            }
            Kind::Null => note(oddities, OddityKind::ContentNull),
            Kind::Number | Kind::Bool => {
                note(oddities, OddityKind::ContentScalar);
                result.blocks = vec![text_block(content, source, pointer.clone())];
            }
        }
    }
    let legacy = fields.get("toolResult").filter(|_| result.blocks.is_empty());
    match legacy {
        Some(legacy) => {
            let pointer = result.pointer.key("toolResult");
            oddities.note(OddityKind::LegacyToolResult, &pointer, source.str(legacy));
            return read_legacy(fields, legacy, source, result, &pointer, oddities);
        }
        None if content.is_none()
            && !fields.has("structuredContent")
            && !waits(fields, result.result_type.as_ref()) =>
        {
            oddities.note(OddityKind::ContentMissing, &result.pointer, "no content");
        }
        None => {}
    }
    Vec::new()
}

/// Before content there was `toolResult`, which held anything. Gives what of it was read.
fn read_legacy(
    fields: &KnownFields,
    legacy: &Value,
    source: &Source<'_>,
    result: &mut ToolResult,
    pointer: &Pointer,
    oddities: &mut Oddities,
) -> Vec<Hole> {
    match legacy.fields() {
        Some(inner) if is_result(inner, source) => {
            let inner = tool_result(legacy, source, pointer, oddities);
            result.blocks = inner.blocks;
            result.structured = inner.structured;
            result.inner = Some(inner.inner.unwrap_or(inner.pointer));
            result.is_error |= inner.is_error;
            inner.rest.holes().to_vec()
        }
        _ => {
            if legacy.kind != Kind::Null {
                result.blocks = vec![text_block(legacy, source, pointer.clone())];
            }
            fields.holes(&["toolResult"])
        }
    }
}

/// Whether the result is one that has no content yet.
fn waits(fields: &KnownFields, result_type: Option<&ResultType>) -> bool {
    fields.has("task")
        || matches!(result_type, Some(ResultType::InputRequired | ResultType::Task | ResultType::Other(_)))
}

fn blocks(content: &Value, source: &Source<'_>, pointer: &Pointer, oddities: &mut Oddities) -> Vec<Block> {
    let items = content.items().iter().enumerate();
    items.map(|(index, item)| block(item, source, pointer.index(index), oddities)).collect()
}

fn read_structured(fields: &KnownFields, source: &Source<'_>, result: &mut ToolResult, oddities: &mut Oddities) {
    let Some(value) = fields.get("structuredContent") else { return };
    let pointer = result.pointer.key("structuredContent");
    let mut note = |kind| oddities.note(kind, &pointer, source.str(value));
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
