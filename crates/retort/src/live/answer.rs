//! What a person sees of an answer: its payload as readable JSON or text, what came beside it in a line each, and
//! whatever is odd about it on standard error.

use std::borrow::Cow;
use std::io::{self, IsTerminal, Write};

use retort_client::{Reply, printable};
use retort_core::{Block, BlockKind, Body, Content, Envelope, Kind, Message, Oddity, Raw};

use super::binary::{Binary, save_all};
use crate::Verdict;
use crate::args::Show;
use crate::commands::parse::verdict_on;
use crate::failure::Failure;
use crate::output::{guarded, tell};

/// Shows an answer as the options want it, and then saves what they want saved.
pub(crate) fn show(reply: &Reply, tool: Option<&str>, options: &Show) -> Result<Verdict, Failure> {
    let shown = print(reply, tool, options);
    // The tool has done its work: neither of the two may cost the other.
    let saved = options.output.as_ref().map_or(Ok(()), |folder| save_all(&reply.message, folder));
    let verdict = shown?;
    saved.map(|()| verdict)
}

fn print(reply: &Reply, tool: Option<&str>, options: &Show) -> Result<Verdict, Failure> {
    let mut out = guarded();
    if options.raw {
        out.write_all(&reply.bytes)?;
        if io::stdout().is_terminal() {
            out.write_all(b"\n")?;
        }
        out.flush()?;
        let failed = !reply.message.outcome().success;
        return Ok(if failed { Verdict::Bad } else { Verdict::Good });
    }
    let envelope = Envelope::from_message(&reply.message, tool);
    if options.json {
        return show_envelope(&envelope, options);
    }
    tell_oddities(&envelope.metadata.oddities);
    let mut text = Vec::new();
    let shown = write_readable(&reply.message, options, &mut text)?;
    write_beside(&envelope, shown, options, &mut text)?;
    write_safely(&text, &mut out)?;
    out.flush()?;
    Ok(verdict_on(&envelope))
}

/// The payload of an answer as a person reads it.
pub(crate) fn readable(reply: &Reply, options: &Show) -> Result<String, Failure> {
    let mut text = Vec::new();
    write_readable(&reply.message, options, &mut text)?;
    Ok(String::from_utf8_lossy(&text).trim_end().to_owned())
}

/// Shows an envelope.
pub(crate) fn show_envelope(envelope: &Envelope, options: &Show) -> Result<Verdict, Failure> {
    let mut out = guarded();
    envelope.write_json(&mut out, options.layout.style())?;
    out.write_all(b"\n")?;
    out.flush()?;
    Ok(verdict_on(envelope))
}

/// Names what is odd about an answer, without the places: the envelope has those.
pub(crate) fn tell_oddities(oddities: &[Oddity]) {
    let mut ids: Vec<&str> = oddities.iter().map(|oddity| oddity.kind.id()).collect();
    ids.sort_unstable();
    ids.dedup();
    if !ids.is_empty() {
        tell(format_args!("the answer is odd: {} (--json tells where)", ids.join(", ")));
    }
}

/// Writes text of a server: to a terminal, without anything that it would obey.
fn write_safely(text: &[u8], out: &mut impl Write) -> io::Result<()> {
    if !io::stdout().is_terminal() {
        return out.write_all(text);
    }
    for line in String::from_utf8_lossy(text).lines() {
        writeln!(out, "{}", printable(line))?;
    }
    Ok(())
}

/// How the names of the protocol's own marks begin.
const OWN_MARKS: &str = "io.modelcontextprotocol/";

/// Whether a block is one that the protocol has for what is binary, and is so.
fn is_binary(block: &Block) -> bool {
    let kinds = [BlockKind::Image, BlockKind::Audio, BlockKind::Resource];
    kinds.contains(&block.kind) && Binary::of(&block.raw).is_some()
}

/// How much of an answer has been written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shown {
    Nothing,
    Payload,
    /// The result with all its members.
    Result,
}

/// Writes what stands beside the payload and would be overlooked.
fn write_beside(envelope: &Envelope, shown: Shown, options: &Show, out: &mut Vec<u8>) -> io::Result<()> {
    let mut found = false;
    for (name, value) in envelope.metadata.beside() {
        let is_known = match name {
            "blocks" | "text" => true,
            "result" | "structuredContent" => shown == Shown::Result,
            _ => false,
        };
        if is_known {
            continue;
        }
        if value.kind() == Kind::Object {
            let has_payload = shown != Shown::Nothing;
            let others = value.members().filter(|(key, value)| name != "result" || !is_mark(key, value, has_payload));
            found |= write_also(others, options, out)?;
        } else {
            found |= write_also([(name.into(), value)], options, out)?;
        }
    }
    if !found && shown == Shown::Nothing {
        tell("the answer is empty");
    }
    Ok(())
}

/// Whether a member of a result is a mark of the protocol that says nothing more.
fn is_mark(key: &str, value: &Raw, has_payload: bool) -> bool {
    let is_own = || value.members().all(|(key, _)| key.starts_with(OWN_MARKS));
    matches!(key, "resultType" | "ttlMs" | "cacheScope") || key == "_meta" && (has_payload || is_own())
}

/// Writes members in a line each; tells whether there are any.
fn write_also<'a>(
    members: impl IntoIterator<Item = (Cow<'a, str>, Raw)>,
    options: &Show,
    out: &mut Vec<u8>,
) -> io::Result<bool> {
    let mut found = false;
    for (key, value) in members {
        write!(out, "also sent, {key}: ")?;
        write_json(&value, options, out)?;
        found = true;
    }
    Ok(found)
}

/// Writes the payload; tells whether there is one.
fn write_readable(message: &Message, options: &Show, out: &mut Vec<u8>) -> io::Result<Shown> {
    match &message.body {
        Body::Error(error) => {
            let code = error.code.as_ref().map(|code| format!(" {}", code.to_plain())).unwrap_or_default();
            writeln!(out, "error{code}: {}", error.message)?;
            if let Some(data) = &error.data {
                write_json(data, options, out)?;
            }
            return Ok(Shown::Payload);
        }
        Body::Result(result) if result.blocks.is_empty() => {
            if let Some(contents) = list_of(&result.raw, "contents") {
                contents.iter().try_for_each(|part| write_part(part, options, out))?;
                return write_rest(&result.raw, "contents", contents.is_empty(), options, out);
            }
            if let Some(messages) = list_of(&result.raw, "messages") {
                messages.iter().try_for_each(|message| write_message(message, options, out))?;
                return write_rest(&result.raw, "messages", messages.is_empty(), options, out);
            }
        }
        // Nobody reads base64: not a person, and not who has it saved.
        Body::Result(result)
            if (options.output.is_some() || io::stdout().is_terminal())
                && result.structured.is_none()
                && result.blocks.iter().all(is_binary) =>
        {
            result.blocks.iter().try_for_each(|block| write_part(&block.raw, options, out))?;
            return Ok(Shown::Payload);
        }
        _ => {}
    }
    let payload = message.payload();
    if let Some(said) = &payload.said {
        writeln!(out, "{said}")?;
    }
    match &payload.content {
        Content::Json(document) => write_json(document.raw(), options, out)?,
        Content::Text(text) => writeln!(out, "{}", text.as_str())?,
        _ => {}
    }
    payload.attachments.iter().try_for_each(|part| write_part(part, options, out))?;
    let is_nothing = matches!(payload.content, Content::Nothing) && payload.said.is_none();
    Ok(if is_nothing && payload.attachments.is_empty() { Shown::Nothing } else { Shown::Payload })
}

/// Writes what a result has beside a list that was written.
fn write_rest(result: &Raw, list: &str, is_empty: bool, options: &Show, out: &mut Vec<u8>) -> io::Result<Shown> {
    let rest = result.members().filter(|(key, value)| key != list && !is_mark(key, value, !is_empty));
    let found = write_also(rest, options, out)?;
    Ok(if is_empty && !found { Shown::Nothing } else { Shown::Result })
}

pub(super) fn list_of(raw: &Raw, key: &str) -> Option<Vec<Raw>> {
    raw.get(key).filter(|list| list.kind() == Kind::Array).map(|list| list.items().collect())
}

fn write_json(raw: &Raw, options: &Show, out: &mut Vec<u8>) -> io::Result<()> {
    raw.write_json(&mut *out, options.layout.style())?;
    out.push(b'\n');
    Ok(())
}

/// A message of a prompt: who says what. One that says nothing in a known way is written as it is.
fn write_message(message: &Raw, options: &Show, out: &mut Vec<u8>) -> io::Result<()> {
    let parts = parts_of(message);
    if parts.is_empty() {
        return write_part(message, options, out);
    }
    let role = message.get("role").map_or_else(|| "somebody".to_owned(), |role| role.to_plain().into_owned());
    write!(out, "{role}: ")?;
    parts.iter().try_for_each(|part| write_part(part, options, out))?;
    write_also(message.members().filter(|(key, _)| key != "role" && key != "content"), options, out)?;
    Ok(())
}

/// The blocks of a message.
pub(super) fn parts_of(message: &Raw) -> Vec<Raw> {
    let content = message.get("content").filter(|content| content.kind() != Kind::Null);
    match content {
        Some(content) if content.kind() == Kind::Array => content.items().collect(),
        content => content.into_iter().collect(),
    }
}

/// A block or the contents of a resource: text as it is, what is binary in a line, anything else as JSON.
fn write_part(part: &Raw, options: &Show, out: &mut Vec<u8>) -> io::Result<()> {
    if let Some(text) = part.to_text() {
        return writeln!(out, "{text}");
    }
    let inner = part.get("resource").filter(|inner| inner.kind() == Kind::Object);
    let holder = inner.as_ref().unwrap_or(part);
    let binary = Binary::of(part);
    let text = holder.get("text").filter(|text| match &binary {
        Some(_) => !text.is_blank(),
        None => text.kind() != Kind::Null,
    });
    if text.is_none() && binary.is_none() {
        return write_json(part, options, out);
    }
    if let Some(text) = text {
        writeln!(out, "{}", text.to_plain())?;
    }
    if let Some(binary) = binary {
        writeln!(out, "{}", binary.describe(options.output.is_some()))?;
    }
    let is_rest = |(key, value): &(Cow<'_, str>, Raw)| match &**key {
        "type" | "text" | "uri" | "name" | "mimeType" | "mime_type" | "annotations" | "_meta" => false,
        "blob" | "data" => value.kind() != Kind::Null && value.to_text().is_none(),
        "resource" => inner.is_none(),
        _ => value.kind() != Kind::Null,
    };
    write_also(part.members().chain(inner.iter().flat_map(Raw::members)).filter(is_rest), options, out)?;
    Ok(())
}
