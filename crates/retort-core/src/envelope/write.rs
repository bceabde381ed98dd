//! Writing an envelope as JSON, straight to where it goes: the data is copied from what was sent.

use std::collections::{HashMap, HashSet};
use std::io::{self, Write};

use super::{Code, Cursor, Envelope, ErrorInfo, Kind, Metadata, Pagination, Summary};
use crate::json::{self, Emitter, Raw, Style};
use crate::tool_name::UNKNOWN;

/// What stands before a name that a payload has already; a number stands behind it where that is not enough.
pub(super) const OWN: &str = "retort:";

impl Envelope {
    /// Writes the envelope as strict JSON.
    ///
    /// # Errors
    /// When `out` cannot be written to.
    pub fn write_json(&self, out: impl Write, style: Style) -> io::Result<()> {
        self.emit(&mut Emitter::new(out, style))
    }

    pub(super) fn emit<W: Write>(&self, out: &mut Emitter<W>) -> io::Result<()> {
        out.begin_object()?;
        out.key("toolName")?;
        out.string(self.tool_name.as_deref().unwrap_or(UNKNOWN))?;
        self.emit_fields(out)?;
        out.end_object()
    }

    /// Writes every field but the tool's name into the open object.
    pub(crate) fn emit_fields<W: Write>(&self, out: &mut Emitter<W>) -> io::Result<()> {
        out.key("responseType")?;
        out.string(self.response_type().name())?;
        if let Some(status) = self.status {
            out.key("status")?;
            out.string(status.name())?;
        }
        if let Some(message) = &self.message {
            out.key("message")?;
            out.string(message)?;
        }
        if let Kind::Error(error) = &self.kind {
            out.key("error")?;
            emit_error(error, out)?;
        }
        if let Some(data) = &self.data {
            out.key("data")?;
            out.partial(&data.value)?;
        }
        if let Some(pagination) = &self.pagination {
            out.key("pagination")?;
            emit_pagination(pagination, out)?;
        }
        if let Some(summary) = &self.summary {
            out.key("summary")?;
            emit_summary(summary, out)?;
        }
        if !self.metadata.is_empty() {
            out.key("metadata")?;
            emit_metadata(&self.metadata, out)?;
        }
        emit_extra(&self.extra, out)
    }
}

fn emit_extra<W: Write>(extra: &[(String, Raw)], out: &mut Emitter<W>) -> io::Result<()> {
    extra.iter().try_for_each(|(key, value)| {
        out.key(key)?;
        out.raw(value)
    })
}

fn emit_count<W: Write>(key: &str, value: Option<u64>, out: &mut Emitter<W>) -> io::Result<()> {
    let Some(value) = value else { return Ok(()) };
    out.key(key)?;
    out.count(value)
}

fn emit_bool<W: Write>(key: &str, value: Option<bool>, out: &mut Emitter<W>) -> io::Result<()> {
    let Some(value) = value else { return Ok(()) };
    out.key(key)?;
    out.bool(value)
}

fn emit_text<W: Write>(key: &str, value: Option<&str>, out: &mut Emitter<W>) -> io::Result<()> {
    let Some(value) = value else { return Ok(()) };
    out.key(key)?;
    out.string(value)
}

pub(crate) fn emit_pagination<W: Write>(pagination: &Pagination, out: &mut Emitter<W>) -> io::Result<()> {
    out.begin_object()?;
    emit_count("offset", pagination.offset, out)?;
    emit_count("limit", pagination.limit, out)?;
    emit_bool("hasMore", pagination.has_more, out)?;
    match &pagination.next_offset {
        Some(Cursor::Number(number)) => emit_count("nextOffset", Some(*number), out)?,
        Some(Cursor::Text(text)) => emit_text("nextOffset", Some(text), out)?,
        None => {}
    }
    emit_text("before", pagination.before.as_deref(), out)?;
    emit_text("after", pagination.after.as_deref(), out)?;
    emit_extra(&pagination.extra, out)?;
    out.end_object()
}

pub(crate) fn emit_summary<W: Write>(summary: &Summary, out: &mut Emitter<W>) -> io::Result<()> {
    out.begin_object()?;
    emit_count("total", summary.total, out)?;
    emit_count("returned", summary.returned, out)?;
    emit_bool("hasMore", summary.has_more, out)?;
    emit_extra(&summary.extra, out)?;
    out.end_object()
}

pub(crate) fn emit_code<W: Write>(code: &Code, out: &mut Emitter<W>) -> io::Result<()> {
    match code {
        Code::Number(number) => out.integer(*number),
        Code::Text(text) => out.string(text),
    }
}

pub(crate) fn emit_error<W: Write>(error: &ErrorInfo, out: &mut Emitter<W>) -> io::Result<()> {
    out.begin_object()?;
    if let Some(code) = &error.code {
        out.key("code")?;
        emit_code(code, out)?;
    }
    out.key("message")?;
    out.string(&error.message)?;
    if let Some(details) = &error.details {
        out.key("details")?;
        out.partial(&details.0)?;
    }
    emit_extra(&error.extra, out)?;
    out.end_object()
}

pub(crate) fn emit_metadata<W: Write>(metadata: &Metadata, out: &mut Emitter<W>) -> io::Result<()> {
    out.begin_object()?;
    let mut inner = None;
    if let Some(rest) = metadata.rest.as_ref().filter(|_| metadata.has_own) {
        rest.try_each(|key, value| {
            if key == "metadata" && value.raw.kind() == json::Kind::Object {
                inner = Some(value);
            }
            Ok::<(), io::Error>(())
        })?;
    }
    let mut taken: HashSet<String> = HashSet::new();
    match (&metadata.rest, &inner) {
        (None, _) => {}
        // Mostly the rest of the payload is all there is.
        (Some(rest), None) if metadata.beside.is_empty() && metadata.oddities.is_empty() => out.members(rest)?,
        (Some(rest), inner) => rest.try_each(|key, value| {
            if inner.as_ref().is_some_and(|inner| value.raw.is_same(&inner.raw)) || value.is_hollow() {
                return Ok(());
            }
            taken.insert(key.to_owned());
            out.key(key)?;
            out.partial(&value)
        })?,
    }
    // What stood around the payload must not hide a member of the payload that has the same name.
    // How often each name was looked for.
    let mut numbers: HashMap<String, u64> = HashMap::new();
    let mut free = |name: &str| {
        let own = if name.starts_with(OWN) { name.to_owned() } else { format!("{OWN}{name}") };
        let number = numbers.entry(name.to_owned()).or_default();
        loop {
            *number += 1;
            let name = match *number {
                1 => name.to_owned(),
                2 => own.clone(),
                number => format!("{own}-{}", number - 1),
            };
            if taken.insert(name.clone()) {
                return name;
            }
        }
    };
    // What a payload calls its metadata is no level of its own.
    if let Some(inner) = &inner {
        inner.try_each(|key, value| {
            out.key(&free(key))?;
            out.partial(&value)
        })?;
    }
    for (name, value) in &metadata.beside {
        out.key(&free(name))?;
        out.partial(value)?;
    }
    if !metadata.oddities.is_empty() {
        out.key(&free("oddities"))?;
        out.begin_array()?;
        metadata.oddities.iter().try_for_each(|oddity| oddity.emit(out))?;
        out.end_array()?;
    }
    out.end_object()
}
