//! What a person sees of an answer: its payload as readable JSON or text, what came beside it in a line each, and
//! whatever is odd about it on standard error.

use std::fs::{self, OpenOptions};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig};
use base64::engine::{DecodePaddingMode, Engine};
use retort_client::{Reply, printable};
use retort_core::{Block, BlockKind, Body, Content, Envelope, Kind, Message, Oddity, Raw};

use crate::Verdict;
use crate::args::Show;
use crate::commands::parse::verdict_on;
use crate::failure::Failure;
use crate::output::{stdout, tell};

/// Shows an answer as the options want it.
pub(crate) fn show(reply: &Reply, tool: Option<&str>, options: &Show) -> Result<Verdict, Failure> {
    if let Some(folder) = &options.output {
        save_all(&reply.message, folder)?;
    }
    let mut out = stdout();
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
    let has_payload = write_readable(&reply.message, options, &mut text)?;
    write_beside(&envelope, has_payload, options, &mut text)?;
    write_safely(&text, &mut out)?;
    out.flush()?;
    Ok(verdict_on(&envelope))
}

/// Shows an envelope.
pub(crate) fn show_envelope(envelope: &Envelope, options: &Show) -> Result<Verdict, Failure> {
    let mut out = stdout();
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

/// Writes what stands beside the payload and would be overlooked.
fn write_beside(envelope: &Envelope, has_payload: bool, options: &Show, out: &mut Vec<u8>) -> io::Result<()> {
    let mut found = false;
    for (name, value) in envelope.metadata.beside() {
        // These are shown with the payload, or are marks of the protocol that say nothing more.
        let hidden = |key: &str, value: &Raw| match (name, key) {
            ("blocks" | "text", _) | ("result", "resultType" | "ttlMs" | "cacheScope") => true,
            ("result", "_meta") => has_payload || value.members().all(|(key, _)| key.starts_with(OWN_MARKS)),
            _ => false,
        };
        if value.kind() == Kind::Object {
            for (key, value) in value.members().filter(|(key, value)| !hidden(key, value)) {
                write!(out, "also sent, {key}: ")?;
                write_json(&value, options, out)?;
                found = true;
            }
        } else if !hidden("", &value) {
            write!(out, "also sent, {name}: ")?;
            write_json(&value, options, out)?;
            found = true;
        }
    }
    if !found && !has_payload {
        tell("the answer is empty");
    }
    Ok(())
}

/// Writes the payload; tells whether there is one.
fn write_readable(message: &Message, options: &Show, out: &mut Vec<u8>) -> io::Result<bool> {
    match &message.body {
        Body::Error(error) => {
            let code = error.code.as_ref().map(|code| format!(" {}", code.to_plain())).unwrap_or_default();
            writeln!(out, "error{code}: {}", error.message)?;
            if let Some(data) = &error.data {
                write_json(data, options, out)?;
            }
            return Ok(true);
        }
        Body::Result(result) => {
            if let Some(contents) = list_of(&result.raw, "contents").filter(|_| result.blocks.is_empty()) {
                write_parts(&contents, options, out)?;
                return Ok(!contents.is_empty());
            }
            // Nobody reads base64: not a person, and not who has it saved.
            let folded = options.output.is_some() || io::stdout().is_terminal();
            let bare = result.structured.is_none() && !result.blocks.is_empty();
            if folded && bare && result.blocks.iter().all(is_binary) {
                let parts: Vec<Raw> = result.blocks.iter().map(|block| block.raw.clone()).collect();
                write_parts(&parts, options, out)?;
                return Ok(true);
            }
            if let Some(messages) = list_of(&result.raw, "messages").filter(|_| result.blocks.is_empty()) {
                write_messages(&messages, options, out)?;
                return Ok(!messages.is_empty());
            }
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
    write_parts(&payload.attachments, options, out)?;
    Ok(!matches!(payload.content, Content::Nothing) || payload.said.is_some() || !payload.attachments.is_empty())
}

/// Whether a block is one that the protocol has for what is binary, and is so.
fn is_binary(block: &Block) -> bool {
    matches!(block.kind, BlockKind::Image | BlockKind::Audio | BlockKind::Resource) && binary_of(&block.raw).is_some()
}

fn list_of(raw: &Raw, key: &str) -> Option<Vec<Raw>> {
    raw.get(key).filter(|list| list.kind() == Kind::Array).map(|list| list.items().collect())
}

fn write_json(raw: &Raw, options: &Show, out: &mut Vec<u8>) -> io::Result<()> {
    raw.write_json(&mut *out, options.layout.style())?;
    out.push(b'\n');
    Ok(())
}

/// The messages of a prompt: who says what.
fn write_messages(messages: &[Raw], options: &Show, out: &mut Vec<u8>) -> io::Result<()> {
    for message in messages {
        let role = message.get("role").map_or_else(|| "somebody".to_owned(), |role| role.to_plain().into_owned());
        write!(out, "{role}: ")?;
        let content = message.get("content");
        let parts = content.map(|content| match content.kind() {
            Kind::Array => content.items().collect(),
            _ => vec![content],
        });
        write_parts(&parts.unwrap_or_default(), options, out)?;
    }
    Ok(())
}

/// Blocks and the contents of resources: text as it is, anything else in a line.
fn write_parts(parts: &[Raw], options: &Show, out: &mut Vec<u8>) -> io::Result<()> {
    for part in parts {
        let inner = part.get("resource").filter(|inner| inner.kind() == Kind::Object);
        let holder = inner.as_ref().unwrap_or(part);
        match holder.get("text").filter(|_| binary_of(part).is_none()) {
            Some(text) => writeln!(out, "{}", text.to_plain())?,
            None => match binary_of(part) {
                Some(binary) => writeln!(out, "{}", binary.describe(options.output.is_some()))?,
                None => write_json(part, options, out)?,
            },
        }
    }
    Ok(())
}

/// Something binary in an answer.
struct Binary {
    mime: String,
    /// What it is called, where it is.
    uri: Option<String>,
    data: String,
}

/// The binary part of a block, if it has one.
fn binary_of(part: &Raw) -> Option<Binary> {
    let inner = part.get("resource").filter(|inner| inner.kind() == Kind::Object);
    let holder = inner.as_ref().unwrap_or(part);
    let text = |key: &str| holder.get(key).and_then(|value| value.to_text().map(String::from));
    let data = text("blob").or_else(|| text("data"))?;
    let mime = text("mimeType").or_else(|| text("mime_type")).unwrap_or_else(|| "application/octet-stream".to_owned());
    Some(Binary { mime, uri: text("uri").or_else(|| text("name")), data })
}

impl Binary {
    fn describe(&self, saved: bool) -> String {
        let bytes = self.decode().map_or(self.data.len(), |bytes| bytes.len());
        let name = self.uri.as_ref().map(|uri| format!(" {uri}")).unwrap_or_default();
        let hint = if saved { "" } else { "; --output DIR saves it" };
        format!("[{}{name}, {bytes} bytes{hint}]", self.mime)
    }

    /// The bytes that the base64 stands for, whatever kind of base64 it is.
    fn decode(&self) -> Option<Vec<u8>> {
        let lenient = GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
        let plain: String = self.data.chars().filter(|char| !char.is_whitespace()).collect();
        let alphabets = [&base64::alphabet::STANDARD, &base64::alphabet::URL_SAFE];
        alphabets.into_iter().find_map(|alphabet| GeneralPurpose::new(alphabet, lenient).decode(&plain).ok())
    }

    /// A name for its file, with nothing in it that leads elsewhere.
    fn file_name(&self, number: usize) -> String {
        let kind = self.mime.split('/').next().filter(|kind| kind.chars().all(char::is_alphanumeric)).unwrap_or("part");
        let last = self.uri.as_deref().and_then(|uri| uri.split(['?', '#']).next()?.rsplit(['/', '\\', ':']).next());
        let safe: String = last
            .unwrap_or_default()
            .chars()
            .filter(|char| char.is_ascii_alphanumeric() || matches!(char, '.' | '-' | '_'))
            .take(80)
            .collect();
        let safe = safe.trim_start_matches('.');
        let stem = if safe.is_empty() { format!("{kind}-{number}") } else { safe.to_owned() };
        if Path::new(&stem).extension().is_some() { stem } else { format!("{stem}.{}", extension(&self.mime)) }
    }
}

/// What files of a type end in.
fn extension(mime: &str) -> String {
    let kind = mime.split(';').next().unwrap_or(mime).trim();
    let known = match kind {
        "image/jpeg" => "jpg",
        "image/svg+xml" => "svg",
        "audio/mpeg" => "mp3",
        "audio/wav" | "audio/x-wav" | "audio/wave" => "wav",
        "text/plain" => "txt",
        "application/octet-stream" => "bin",
        _ => "",
    };
    let named: String =
        kind.rsplit('/').next().unwrap_or_default().chars().filter(char::is_ascii_alphanumeric).take(8).collect();
    match known {
        "" if named.is_empty() => "bin".to_owned(),
        "" => named,
        known => known.to_owned(),
    }
}

/// Saves every binary part of an answer.
pub(crate) fn save_all(message: &Message, folder: &Path) -> Result<(), Failure> {
    let Body::Result(result) = &message.body else { return Ok(()) };
    let mut parts: Vec<Raw> = result.blocks.iter().map(|block| block.raw.clone()).collect();
    parts.extend(list_of(&result.raw, "contents").unwrap_or_default());
    for message in list_of(&result.raw, "messages").unwrap_or_default() {
        parts.extend(message.get("content"));
    }
    let unsaved = |path: &Path, reason| Failure::Unsaved { path: path.display().to_string(), reason };
    let binaries: Vec<Binary> = parts.iter().filter_map(binary_of).collect();
    if binaries.is_empty() {
        tell("the answer has no images, audio or other binary parts to save");
        return Ok(());
    }
    fs::create_dir_all(folder).map_err(|reason| unsaved(folder, reason))?;
    for (index, binary) in binaries.iter().enumerate() {
        let bytes = binary.decode().unwrap_or_else(|| {
            tell(format_args!("part {} is no base64; it is saved as it was sent", index + 1));
            binary.data.clone().into_bytes()
        });
        let path = save(folder, &binary.file_name(index + 1), &bytes).map_err(|reason| unsaved(folder, reason))?;
        tell(format_args!("saved {}", path.display()));
    }
    Ok(())
}

/// Writes a file that was not there before: where the name is taken, with a number behind it.
fn save(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<PathBuf> {
    let (stem, end) = name.rsplit_once('.').unwrap_or((name, ""));
    for number in 1..10_000 {
        let name = if number == 1 { name.to_owned() } else { format!("{stem}-{number}.{end}") };
        let path = folder.join(name);
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(mut file) => return file.write_all(bytes).map(|()| path),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}
