//! A view as Markdown, as GitHub has it. Whatever a server says stays text; only what is Markdown already is kept as
//! it was sent, with hidden characters made visible: sanitising its HTML is up to whoever shows it.

use std::io::{self, Write};

use retort_core::{ColumnType, Raw, Status, Style};

use super::escape::{cell, code, fenced, inline, json, line, lines, link, visible};
use crate::amount::size;
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
    writeln!(gap.block()?, "{sign}{}", lines(message))
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
        PartBody::Markdown(text) => gap.block()?.write_all(visible(text).as_bytes()),
        PartBody::Pairs(entries) => pairs(entries, gap),
        PartBody::Links(links) => {
            let out = gap.block()?;
            links.iter().try_for_each(|to| writeln!(out, "- {}", link(&to.address, to)))
        }
        PartBody::Failure(of) => failure(of, gap.block()?),
        PartBody::Text { text, .. } => writeln!(gap.block()?, "{}", lines(text)),
        PartBody::Source(source) => {
            let language = source.language.as_deref().unwrap_or_default();
            gap.block()?.write_all(fenced(&visible(&source.text), language).as_bytes())
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
    if let Some(description) =
        card.description.as_deref().map(|text| lines(&plain(text))).filter(|text| !text.is_empty())
    {
        writeln!(out, "\n  {}\n", description.replace('\n', "\n  "))?;
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
    let mut text = Vec::new();
    value.write_json(&mut text, Style::Indented)?;
    out.write_all(fenced(&json(&String::from_utf8_lossy(&text)), "json").as_bytes())
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
    let mut said = Vec::new();
    let code = failure.code.as_deref().map(|code| format!("**{}** ", inline(code))).unwrap_or_default();
    writeln!(said, "{code}{}", lines(&failure.message))?;
    if let Some(more) = &failure.lines {
        write!(said, "\n{}", fenced(&visible(more), ""))?;
    }
    if !failure.details.is_empty() {
        writeln!(said)?;
        members(&failure.details, "", &mut said)?;
    }
    if let Some(hint) = &failure.hint {
        writeln!(said, "\nHint: {}", lines(hint))?;
    }
    writeln!(out, "> [!CAUTION]")?;
    for line in String::from_utf8_lossy(&said).lines() {
        writeln!(out, "{}", format!("> {line}").trim_end())?;
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
