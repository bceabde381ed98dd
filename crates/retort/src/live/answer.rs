//! What a person sees of an answer, as the options want it: its view, its envelope or its bytes; and whatever is odd
//! about it on standard error.

use std::io::{self, IsTerminal, Write};

use retort_client::{Reply, shown_path};
use retort_core::{Body, Content, Envelope, Interpretation, Kind, Message, OddityKind, Payload, Raw, Style};
use retort_render::{Media, View};

use super::below::Below;
use super::binary::save_all;
use super::built_in::BuiltIn;
use super::files::write_all;
use super::held_files::{File, files_of, without_files};
use crate::Verdict;
use crate::args::{Look, Saving, Show};
use crate::commands::parse::verdict_on;
use crate::failure::Failure;
use crate::look;
use crate::output::{guarded, tell};

/// Shows an answer as the options want it, and then saves what they want saved. `rest` is the command that fetches
/// what is not in it yet, `server` the text that named the server.
pub(crate) fn show(
    reply: &Reply,
    tool: Option<&str>,
    options: &Show,
    server: &str,
    rest: Option<String>,
) -> Result<Verdict, Failure> {
    let read = Interpretation::of(&reply.message).with_tool(tool);
    let shown = print(reply, &read, options, rest);
    // The tool has done its work: neither of the two may cost the other.
    let saved = save(&read, &options.saving, server);
    let verdict = shown?;
    let is_cut = tell_cut(reply);
    saved.map(|()| if is_cut { Verdict::Bad } else { verdict })
}

/// Tells what is missing of an answer; whether anything is.
pub(crate) fn tell_cut(reply: &Reply) -> bool {
    if let Some(why) = &reply.cut {
        let bytes = reply.bytes.len();
        tell(format_args!("the answer is cut off after {bytes} bytes: {why}; what came of it is shown"));
    }
    reply.cut.is_some()
}

/// Saves what an answer holds beside its data, where that is wanted.
pub(crate) fn save(read: &Interpretation<'_>, saving: &Saving, server: &str) -> Result<(), Failure> {
    let Some(folder) = &saving.output else { return Ok(()) };
    let (binaries, files) = (binaries(read.message()), files_of(read));
    if binaries.is_empty() && files.is_empty() {
        tell("the answer has no files, images, audio or other binary parts to save");
        return Ok(());
    }
    let count = binaries.len() + files.len();
    if count > saving.max_files {
        return Err(Failure::TooManyFiles { count, limit: saving.max_files });
    }
    let sizes = binaries.iter().map(|binary| binary.encoded().len() / 4 * 3).chain(files.iter().map(File::size));
    let bytes = sizes.fold(0, usize::saturating_add);
    if bytes > saving.max_saved {
        return Err(Failure::TooMuchToSave { bytes, limit: saving.max_saved });
    }
    let unsaved = |reason| Failure::Unsaved { path: shown_path(folder), reason };
    let below = Below::open(folder).map_err(unsaved)?;
    // What Retort itself makes, it may hide.
    let takes_hidden = saving.hidden_files || BuiltIn::NAMES.contains(&server.trim());
    let saved = save_all(&binaries, &below);
    write_all(&files, folder, &below, takes_hidden).and(saved)
}

fn print(reply: &Reply, read: &Interpretation<'_>, options: &Show, rest: Option<String>) -> Result<Verdict, Failure> {
    if options.raw {
        let mut out = guarded();
        out.write_all(&reply.bytes)?;
        if io::stdout().is_terminal() {
            out.write_all(b"\n")?;
        }
        out.flush()?;
        return Ok(if read.failed() { Verdict::Bad } else { Verdict::Good });
    }
    if options.json {
        return show_envelope(read.envelope(), options);
    }
    if options.layout.is_compact() {
        let payload = read.payload();
        match &reply.message.body {
            // What stands beside the payload would be lost.
            Body::Result(result) if !payload.attachments.is_empty() => write_line(&result.raw)?,
            _ => write_compact(payload)?,
        }
        tell_oddities(read, &[]);
        return Ok(verdict_on(read.envelope()));
    }
    let look = &options.look;
    let is_plain = look.format.is_none() && look.html.is_none() && !look.markdown && !look.csv;
    let (files, written) = match files_of(read).len() {
        // What goes to files is not shown as well, unless it is wanted in some form.
        count @ 1.. if is_plain && options.saving.output.is_some() => (count, without_files(read)),
        count => (count, None),
    };
    let mut view = match &written {
        Some(written) => View::of(&Interpretation::of(written).with_tool(read.tool()), None),
        None => View::of(read, look.format),
    };
    view.frame.rest = rest.filter(|_| view.frame.counts.as_ref().is_some_and(retort_render::Counts::is_partial));
    if view.is_empty() {
        tell("the answer is empty");
    }
    let verdict = if view.failed { Verdict::Bad } else { Verdict::Good };
    let damage = view.frame.damage.clone();
    match &written {
        // What was written where stands below, and must not be paged away from.
        Some(_) => look::show(&[view], &Look { no_pager: true, ..look.clone() })?,
        None => look::show(&[view], look)?,
    }
    tell_oddities(read, &damage);
    if options.saving.output.is_none() && io::stdout().is_terminal() {
        match files {
            0 if binaries(&reply.message).is_empty() => {}
            0 => tell("--output DIR saves what is binary in the answer"),
            1 => tell("--output DIR writes the file of the answer to disk"),
            count => tell(format_args!("--output DIR writes the {count} files of the answer to disk")),
        }
    }
    Ok(verdict)
}

/// Writes a value on one line.
fn write_line(value: &Raw) -> Result<(), Failure> {
    let mut out = guarded();
    value.write_json(&mut out, Style::Line)?;
    out.write_all(b"\n")?;
    out.flush()?;
    Ok(())
}

/// Writes a payload as it is, for a program: JSON on one line, text as text.
pub(crate) fn write_compact(payload: &Payload) -> Result<(), Failure> {
    let mut out = guarded();
    match &payload.content {
        Content::Json(document) => document.raw().write_json(&mut out, Style::Line)?,
        Content::Text(text) => out.write_all(text.as_str().as_bytes())?,
        _ => out.write_all(b"null")?,
    }
    out.write_all(b"\n")?;
    out.flush()?;
    Ok(())
}

/// The payload of an answer as a person reads it.
pub(crate) fn readable(reply: &Reply) -> String {
    let outcome = reply.message.outcome();
    match &reply.message.body {
        Body::Error(error) => {
            let code = error.code.as_ref().map(|code| format!(" {}", code.to_plain())).unwrap_or_default();
            format!("error{code}: {}", outcome.output)
        }
        _ => outcome.output.trim_end().to_owned(),
    }
}

/// Shows an envelope.
pub(crate) fn show_envelope(envelope: &Envelope, options: &Show) -> Result<Verdict, Failure> {
    let mut out = guarded();
    envelope.write_json(&mut out, options.layout.style())?;
    out.write_all(b"\n")?;
    out.flush()?;
    Ok(verdict_on(envelope))
}

/// The oddities that concern whoever called: something is missing, is there twice, or is not what was sent. How a server wraps
/// and spells its answers concerns those who write it, and `retort check` tells them.
const CONCERNS: &[OddityKind] = &[
    OddityKind::InvalidUtf8,
    OddityKind::InvalidJson,
    OddityKind::TrailingData,
    OddityKind::LoneSurrogate,
    OddityKind::InvalidEscape,
    OddityKind::DuplicateKey,
    OddityKind::ResultBesideError,
    OddityKind::ResultMissing,
    OddityKind::NotAResponse,
    OddityKind::TextMissing,
    OddityKind::DataMissing,
    OddityKind::InvalidBase64,
    OddityKind::ResourceMissing,
    OddityKind::StructuredContentDiffers,
    OddityKind::CountDiffers,
];

/// Names what is odd about an answer and concerns whoever called, without the places: the envelope has those. What is told
/// elsewhere is left out, and so is that it was cut off.
fn tell_oddities(read: &Interpretation<'_>, told: &[OddityKind]) {
    let met = |kind: &&OddityKind| read.envelope().metadata.oddities.iter().any(|oddity| oddity.kind == **kind);
    let kinds: Vec<&OddityKind> = CONCERNS.iter().filter(|kind| !told.contains(kind)).filter(met).collect();
    match kinds.as_slice() {
        [] => {}
        [kind] => tell(format_args!("{} ({}; --json tells where)", kind.explanation(), kind.id())),
        kinds => {
            let ids: Vec<&str> = kinds.iter().map(|kind| kind.id()).collect();
            tell(format_args!("the answer is odd: {} (--json tells where)", ids.join(", ")));
        }
    }
}

/// Every binary part of an answer: of a call, of a resource or of a prompt.
fn binaries(message: &Message) -> Vec<Media> {
    let Body::Result(result) = &message.body else { return Vec::new() };
    let list = |key: &str| result.raw.get(key).filter(|list| list.kind() == Kind::Array);
    let mut parts: Vec<Raw> = result.blocks.iter().map(|block| block.raw.clone()).collect();
    parts.extend(list("contents").iter().flat_map(Raw::items));
    for message in list("messages").iter().flat_map(Raw::items) {
        match message.get("content") {
            Some(content) if content.kind() == Kind::Array => parts.extend(content.items()),
            content => parts.extend(content),
        }
    }
    parts.iter().filter_map(Media::of).collect()
}
