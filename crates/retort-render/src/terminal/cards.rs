//! Cards: a title that can be clicked, where it leads, and what it is about.

use std::borrow::Cow;
use std::io;

use retort_core::{Kind, Raw};

use super::markdown::Flow;
use super::{Canvas, Ink, media, tree};
use crate::amount::counted;
use crate::date::moment;
use crate::measure::{fit, width, wrap};
use crate::safe::harmless;
use crate::view::snippet::pieces;
use crate::view::{Card, Picture};

/// How far everything below a title is set in.
const INDENT: usize = 2;
/// The most lines of a description where cards are left out as well.
const LINES: usize = 6;
/// The widest line of a description: longer ones are hard to follow.
const MEASURE: usize = 100;
/// The widest badge.
const BADGE: usize = 48;

pub(super) fn draw(cards: &[Card], canvas: &mut Canvas<'_>) -> io::Result<()> {
    if cards.is_empty() {
        return canvas.line(Ink::Faint, "no results");
    }
    let shown = canvas.options().rows.unwrap_or(cards.len()).min(cards.len());
    for (index, card) in cards.iter().take(shown).enumerate() {
        if index > 0 {
            canvas.end_line()?;
        }
        draw_card(card, canvas)?;
    }
    if shown < cards.len() && shown > 0 {
        canvas.end_line()?;
    }
    canvas.more(cards.len() - shown, "result")
}

fn draw_card(card: &Card, canvas: &mut Canvas<'_>) -> io::Result<()> {
    let options = canvas.options();
    let title = card.title.lines().map(str::trim).collect::<Vec<&str>>().join(" ");
    for line in wrap(&harmless(&title), options.width) {
        canvas.link(Ink::Heading, &line, card.link.as_ref())?;
        canvas.end_line()?;
    }
    let room = options.width.map(|most| most.saturating_sub(INDENT).max(1));
    // An address that cannot be clicked, or has no host to show in its place, is shown, unless it is the title already.
    let link = card.link.as_ref();
    let address = link.filter(|link| (!options.links || link.host.is_none()) && link.address != card.title);
    let host = link.filter(|_| options.links).and_then(|link| link.host.as_deref()).filter(|host| *host != card.title);
    // A pipe gets the date as it was sent.
    let date = card
        .date
        .as_deref()
        .map(|date| Some(date).filter(|_| options.width.is_some()).and_then(spoken).unwrap_or(Cow::Borrowed(date)));
    let said = |text: &'_ Option<String>| text.clone().map(Cow::Owned);
    let facts = [host.map(Cow::Borrowed), said(&card.place), date, said(&card.author)];
    let facts: Vec<String> = facts.into_iter().flatten().map(|fact| harmless(fact.trim()).into_owned()).collect();
    if let Some(link) = address {
        canvas.blanks(INDENT)?;
        canvas.line(if link.target.is_some() { Ink::Link } else { Ink::Plain }, &link.address)?;
    }
    draw_row(&facts, room, canvas)?;
    if let Some(description) = &card.description {
        draw_description(description, room.map(|room| room.min(MEASURE)), canvas)?;
    }
    let mut badges: Vec<String> = card.more.iter().map(|(name, value)| badge(name, value, room)).collect();
    match &card.image {
        Some(Picture::At(link)) => badges.push(harmless(&format!("image: {}", link.address)).into_owned()),
        Some(Picture::Inside(media)) => badges.push(format!("image: {}", media::draw_small(media, canvas)?)),
        None => {}
    }
    draw_row(&badges, room, canvas)?;
    let tags: Vec<String> = card.tags.iter().map(|tag| format!("[{}]", harmless(tag))).collect();
    draw_beside(&tags, " ", Ink::Key, room, canvas)
}

/// A date for a person.
fn spoken(date: &str) -> Option<Cow<'_, str>> {
    moment(date.trim()).map(|date| Cow::Owned(date.replace('\u{a0}', " ")))
}

fn draw_description(text: &str, room: Option<usize>, canvas: &mut Canvas<'_>) -> io::Result<()> {
    let most = canvas.options().rows.filter(|_| room.is_some()).map_or(usize::MAX, |_| LINES);
    let (mut drawn, mut left) = (0, 0);
    // Pages are sent as descriptions: one blank line says as much as many.
    let mut is_blank = true;
    let flow = flow(text.trim());
    for line in flow.lines(room) {
        if std::mem::replace(&mut is_blank, line.is_empty()) && is_blank {
            continue;
        }
        if drawn == most {
            left += 1;
            continue;
        }
        drawn += 1;
        if !line.is_empty() {
            canvas.blanks(INDENT)?;
        }
        flow.draw(&line, canvas)?;
        canvas.end_line()?;
    }
    if left == 0 {
        return Ok(());
    }
    canvas.blanks(INDENT)?;
    canvas.line(Ink::Faint, &format!("… {}", counted(left, "more line")))
}

/// A snippet as running text, with what was found in it stressed.
fn flow(text: &str) -> Flow {
    let mut flow = Flow::default();
    for (is_stressed, piece) in pieces(text) {
        let ink = if is_stressed { Ink::Strong } else { Ink::Plain };
        for (index, line) in piece.split('\n').enumerate() {
            if index > 0 {
                flow.break_line();
            }
            flow.push(ink, None, line.trim_end_matches('\r'));
        }
    }
    flow
}

/// Draws facts beside each other, on as many lines as it takes.
fn draw_row(texts: &[String], room: Option<usize>, canvas: &mut Canvas<'_>) -> io::Result<()> {
    draw_beside(texts, " · ", Ink::Faint, room, canvas)
}

/// Draws short texts with something between them, on as many lines as it takes.
fn draw_beside(
    texts: &[String],
    between: &str,
    ink: Ink,
    room: Option<usize>,
    canvas: &mut Canvas<'_>,
) -> io::Result<()> {
    let most = room.unwrap_or(usize::MAX);
    let mut column = 0;
    for text in texts.iter().filter(|text| !text.is_empty()) {
        let taken = width(text);
        if column == 0 {
            canvas.blanks(INDENT)?;
        } else if column + width(between) + taken > most {
            canvas.end_line()?;
            canvas.blanks(INDENT)?;
            column = 0;
        } else {
            canvas.text(Ink::Faint, between)?;
            column += width(between);
        }
        for (index, line) in wrap(text, room).into_iter().enumerate() {
            if index > 0 {
                canvas.end_line()?;
                canvas.blanks(INDENT)?;
                column = 0;
            }
            canvas.text(ink, &line)?;
            column += width(&line);
        }
    }
    if column > 0 { canvas.end_line() } else { Ok(()) }
}

/// A member in few words; all of it where there is no width to fit it to.
fn badge(name: &str, value: &Raw, room: Option<usize>) -> String {
    let is_short = |text: &str| room.is_none() || text.len() <= BADGE;
    let value = match value.kind() {
        Kind::Array | Kind::Object if room.is_some() && value.as_str().len() > 4 * BADGE => folded(value),
        Kind::Array if value.items().next().is_some() && value.items().all(|item| item.kind() == Kind::String) => {
            let words = value.items().map(|item| item.to_plain().into_owned()).collect::<Vec<String>>().join(", ");
            if is_short(&words) { words } else { folded(value) }
        }
        Kind::Array | Kind::Object => {
            let json = value.to_json();
            if is_short(&json) { json } else { folded(value) }
        }
        _ => value.to_plain().trim().to_owned(),
    };
    let text = format!("{name}: {value}");
    let text = harmless(&text);
    match room {
        Some(_) => fit(&text, BADGE.max(name.len() + 16)).0.into_owned(),
        None => text.into_owned(),
    }
}

fn folded(value: &Raw) -> String {
    let count = if value.kind() == Kind::Object { value.members().count() } else { value.items().count() };
    tree::folded(value.kind(), count)
}
