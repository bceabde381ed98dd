//! A view as Markdown, as GitHub has it. Whatever a server says stays text; only what is Markdown already is kept as
//! it was sent, with hidden characters made visible: sanitising its HTML is up to whoever shows it.

use std::io::{self, Write};

use retort_core::{ColumnType, Raw, Status, Style};

use super::escape::{JsonInto, cell, code, inline, json, line, link, write_fenced, write_lines, write_visible};
use crate::amount::size;
use crate::led::Led;
use crate::view::snippet::plain;
use crate::view::{Card, Cell, Entry, Failure, Frame, Media, PartBody, Picture, Table, View};

/// Writes a view.
///
/// ```
/// use retort_core::Interpretation;
/// use retort_render::{View, markdown};
///
/// let reading = retort_core::read(r#"{"content": [{"type": "text", "text": "[{\"a\": 1, \"b\": \"x|y\"}, {\"a\": 2}]"}]}"#);
/// let mut out = Vec::new();
/// markdown(&View::of(&Interpretation::of(&reading.messages[0]), None), &mut out)?;
/// assert_eq!(String::from_utf8_lossy(&out), "| a | b |\n| ---: | --- |\n| 1 | x\\|y |\n| 2 |  |\n");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// When `out` cannot be written to.
pub fn markdown(view: &View, out: &mut dyn Write) -> io::Result<()> {
    let mut gap = Gap { is_due: false, out };
    above(&view.frame, &mut gap)?;
    for part in &view.parts {
        if let Some(label) = &part.label {
            writeln!(gap.block()?, "### {}", inline(label))?;
        }
        body(&part.body, &mut gap)?;
    }
    below(&view.frame, &mut gap)
}

/// A blank line between blocks.
struct Gap<'a> {
    is_due: bool,
    out: &'a mut dyn Write,
}

impl Gap<'_> {
    /// Where the next block is written.
    fn block(&mut self) -> io::Result<&mut dyn Write> {
        if std::mem::replace(&mut self.is_due, true) {
            writeln!(self.out)?;
        }
        Ok(self.out)
    }
}

fn above(frame: &Frame, gap: &mut Gap<'_>) -> io::Result<()> {
    let Some(message) = frame.headline() else { return Ok(()) };
    let sign = match frame.status {
        Some(Status::Success) => "✓ ",
        Some(Status::Error) => "✗ ",
        Some(Status::Partial) => "! ",
        _ => "",
    };
    let out = gap.block()?;
    write!(out, "{sign}")?;
    write_lines(message, out)?;
    writeln!(out)
}

fn below(frame: &Frame, gap: &mut Gap<'_>) -> io::Result<()> {
    if !frame.damage.is_empty() {
        let out = gap.block()?;
        writeln!(out, "> [!WARNING]")?;
        frame.damage.iter().try_for_each(|kind| writeln!(out, "> {}", inline(kind.explanation())))?;
    }
    if !frame.beside.is_empty() {
        members(&frame.beside, "", gap.block()?)?;
    }
    if let Some(counts) = &frame.counts {
        writeln!(gap.block()?, "*{}*", inline(&counts.words()))?;
    }
    if let Some(command) = &frame.rest {
        writeln!(gap.block()?, "The rest: {}", code(command))?;
    }
    Ok(())
}

fn body(body: &PartBody, gap: &mut Gap<'_>) -> io::Result<()> {
    match body {
        PartBody::Nothing => Ok(()),
        PartBody::Cards(cards) => {
            let out = gap.block()?;
            cards.iter().try_for_each(|of| card(of, out))
        }
        PartBody::Table(rows) => table(rows, gap.block()?),
        PartBody::Tree(value) => tree(value, gap.block()?),
        PartBody::Markdown(text) => write_visible(text, gap.block()?),
        PartBody::Pairs(entries) => pairs(entries, gap),
        PartBody::Links(links) => {
            let out = gap.block()?;
            links.iter().try_for_each(|to| writeln!(out, "- {}", link(&to.address, to)))
        }
        PartBody::Failure(of) => failure(of, gap.block()?),
        PartBody::Text { text, .. } => {
            let out = gap.block()?;
            write_lines(text, out)?;
            writeln!(out)
        }
        PartBody::Source(source) => {
            let language = source.language.as_deref().unwrap_or_default();
            write_fenced(&source.text, language, gap.block()?, |out| write_visible(&source.text, out))
        }
        PartBody::Media(of) => media(of, gap.block()?),
    }
}

fn card(card: &Card, out: &mut dyn Write) -> io::Result<()> {
    let title = card.link.as_ref().map_or_else(|| line(&card.title), |to| link(&card.title, to));
    write!(out, "- {title}")?;
    let by: Vec<String> =
        [&card.place, &card.author, &card.date].into_iter().flatten().map(|text| inline(text)).collect();
    if !by.is_empty() {
        write!(out, " · {}", by.join(", "))?;
    }
    writeln!(out)?;
    if let Some(description) = card.description.as_deref().map(plain).filter(|text| !text.trim().is_empty()) {
        writeln!(out)?;
        write_lines(&description, &mut Led::new("  ", out))?;
        writeln!(out, "\n")?;
    }
    match &card.image {
        Some(Picture::At(image)) => writeln!(out, "  - image: {}", link(&image.address, image))?,
        Some(Picture::Inside(image)) => {
            let told = image.decode().map_or_else(|| "not base64".to_owned(), |bytes| size(bytes.len()));
            writeln!(out, "  - image: {}, {told}", inline(&image.mime))?;
        }
        None => {}
    }
    if !card.tags.is_empty() {
        writeln!(out, "  - tags: {}", inline(&card.tags.join(", ")))?;
    }
    members(&card.more, "  ", out)
}

/// Names and values, as a list.
fn members(members: &[(String, Raw)], indent: &str, out: &mut dyn Write) -> io::Result<()> {
    members.iter().try_for_each(|(name, value)| writeln!(out, "{indent}- {}: {}", line(name), short(value)))
}

/// A value on one line: an object or a list as code, anything else as text.
fn short(value: &Raw) -> String {
    if value.kind().is_container() { code(&json(&value.to_json())) } else { cell(&value.to_plain()) }
}

fn table(table: &Table, out: &mut dyn Write) -> io::Result<()> {
    // Cells beyond the names would not be shown.
    let count = table.widest();
    write!(out, "|")?;
    for at in 0..count {
        write!(out, " {} |", table.columns.get(at).map(|column| cell(&column.name)).unwrap_or_default())?;
    }
    write!(out, "\n|")?;
    for at in 0..count {
        let kind = table.columns.get(at).map(|column| column.kind);
        let is_number = matches!(kind, Some(ColumnType::Integer | ColumnType::Number));
        write!(out, " {} |", if is_number { "---:" } else { "---" })?;
    }
    writeln!(out)?;
    for row in table.rows() {
        write!(out, "|")?;
        for value in &row {
            let text = match value {
                Some(Cell::Value(raw)) if raw.kind().is_container() => cell(&raw.to_json()),
                Some(value) => cell(&value.text()),
                None => String::new(),
            };
            write!(out, " {text} |")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn tree(value: &Raw, out: &mut dyn Write) -> io::Result<()> {
    write_fenced(value.as_str(), "json", out, |out| {
        value.write_json(JsonInto(out), Style::Indented)?;
        writeln!(out)
    })
}

fn pairs(entries: &[Entry], gap: &mut Gap<'_>) -> io::Result<()> {
    let mut was_pair = false;
    for entry in entries {
        match entry {
            Entry::Pair(pair, _) => {
                gap.is_due &= !was_pair;
                writeln!(gap.block()?, "- **{}**: {}", inline(&pair.key), cell(&pair.value))?;
                was_pair = true;
            }
            Entry::Line(said) => {
                writeln!(gap.block()?, "{}", line(said))?;
                was_pair = false;
            }
        }
    }
    Ok(())
}

fn failure(failure: &Failure, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "> [!CAUTION]")?;
    let said: &mut dyn Write = &mut Led::new("> ", out);
    let code = failure.code.as_deref().map(|code| format!("**{}** ", inline(code))).unwrap_or_default();
    write!(said, "{code}")?;
    write_lines(&failure.message, said)?;
    writeln!(said)?;
    if let Some(more) = &failure.lines {
        writeln!(said)?;
        write_fenced(more, "", said, |out| write_visible(more, out))?;
    }
    if !failure.details.is_empty() {
        writeln!(said)?;
        members(&failure.details, "", said)?;
    }
    if let Some(hint) = &failure.hint {
        write!(said, "\nHint: ")?;
        write_lines(hint, said)?;
        writeln!(said)?;
    }
    Ok(())
}

fn media(media: &Media, out: &mut dyn Write) -> io::Result<()> {
    let name = media.name.as_deref().map(|name| format!(": {}", inline(name))).unwrap_or_default();
    let told = media.decode().map_or_else(|| "not base64".to_owned(), |bytes| size(bytes.len()));
    writeln!(out, "\\[{}, {told}\\]{name}", inline(&media.mime))?;
    if media.more.is_empty() {
        return Ok(());
    }
    writeln!(out)?;
    members(&media.more, "", out)
}
