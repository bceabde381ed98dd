//! The order of the parts: blocks are shown as they were sent, one after the other, each in its own format. Only a plain
//! sentence before the data stays what it is in the envelope, the message above it.

use std::borrow::Cow;

use retort_core::{
    Agreement, Block, BlockKind, Body, Carrier, Content, Detection, Format, Message, OddityKind, Payload, ResultKind,
    detect,
};

use super::{Part, PartBody, View, body_of_piece};

/// More texts than these are pieces of one, not parts that somebody looks at one by one.
const MOST_PARTS: usize = 100;

/// A text block: where it stands among the blocks, and what it says.
type Said<'a> = (usize, Cow<'a, str>);

/// Puts the parts of a view into the order of their blocks.
pub(super) fn arrange(message: &Message, payload: &Payload, detection: &Detection, view: &mut View) {
    let Body::Result(result) = &message.body else { return };
    let is_text = |block: &Block| block.text.is_some() && matches!(block.kind, BlockKind::Text | BlockKind::Other(_));
    let blocks = || result.blocks.iter().enumerate();
    let count = blocks().filter(|(_, block)| is_text(block)).count();
    let is_failure = view.failed || matches!(view.parts.first(), Some(Part { body: PartBody::Failure(_), .. }));
    let others = result.blocks.len() - count;
    let is_of_blocks =
        result.kind == ResultKind::ToolCall && payload.attachments.len() == others && view.parts.len() == others + 1;
    if result.blocks.len() < 2 || count == 0 || count > MOST_PARTS || is_failure || !is_of_blocks {
        return;
    }
    let texts: Vec<Said<'_>> = blocks()
        .filter(|(_, block)| is_text(block))
        .filter_map(|(at, block)| Some((at, block.to_text()?)))
        .filter(|(_, text)| !text.trim().is_empty())
        .collect();
    let Some((first, _)) = texts.first() else { return };
    let (place, mut pieces) = divide(&texts, payload, detection);
    if place.is_none() && pieces.is_empty() {
        pieces = runs(&texts, matches!(payload.content, Content::Json(_)));
    }
    let is_headline = view.frame.message.is_some()
        && view.frame.message == payload.said
        && pieces.iter().all(|(at, text)| place.is_some_and(|place| *at < place) && is_plain(text));
    let pieces = if is_headline { Vec::new() } else { pieces };
    if !pieces.is_empty()
        && let Some(said) = &payload.said
    {
        view.frame.message = view.frame.message.take().filter(|message| message != said);
        let is_said = |text: Option<Cow<'_, str>>| text.as_deref() == Some(said);
        view.frame.beside.retain(|(key, value)| key != "text" || !is_said(value.to_text()));
    }
    let mut parts = std::mem::take(&mut view.parts).into_iter();
    let body = parts.next();
    let at_others = blocks().filter(|(_, block)| !is_text(block)).map(|(at, _)| at);
    let mut placed: Vec<(usize, Part)> = at_others.zip(parts).collect();
    if place.is_some() || pieces.is_empty() {
        placed.extend(body.map(|body| (place.unwrap_or(*first), body)));
    }
    placed.extend(pieces.into_iter().map(|(at, text)| {
        // Marks in a line are too few to tell Markdown by; among Markdown they are no accident.
        let body = match body_of_piece(&text) {
            PartBody::Text { text, .. } if detection.format == Format::Markdown && is_marked(&text) => {
                PartBody::Markdown(text)
            }
            body => body,
        };
        (at, Part::new(body))
    }));
    placed.sort_by_key(|(at, _)| *at);
    view.parts = placed.into_iter().map(|(_, part)| part).collect();
}

/// The texts between other blocks, those that follow each other as one where they are no data; none where no other block stands
/// between two of them.
fn runs<'a>(texts: &'a [Said<'_>], are_data: bool) -> Vec<(usize, Cow<'a, str>)> {
    let mut runs: Vec<(usize, Cow<'a, str>)> = Vec::new();
    let (mut last, mut is_parted) = (None, false);
    for (at, text) in texts {
        let follows = last.is_some_and(|last| last + 1 == *at);
        is_parted |= last.is_some() && !follows;
        match runs.last_mut() {
            Some((_, run)) if follows && !are_data => run.to_mut().extend(["\n", text]),
            _ => runs.push((*at, Cow::Borrowed(text))),
        }
        last = Some(*at);
    }
    if is_parted { runs } else { Vec::new() }
}

/// Where the payload stands among the blocks, and the texts that stand beside it. Without a place the texts are all
/// there is, or the payload stands where the first of them does.
fn divide<'a>(
    texts: &'a [Said<'_>],
    payload: &Payload,
    detection: &Detection,
) -> (Option<usize>, Vec<(usize, Cow<'a, str>)>) {
    let all = || texts.iter().map(|(at, text)| (*at, Cow::Borrowed(&**text)));
    // One text is the payload, unless the data is elsewhere.
    if texts.len() == 1 && payload.agreement != Agreement::Prose {
        return (None, Vec::new());
    }
    if !matches!(payload.content, Content::Json(_)) {
        return (None, if differ(texts, detection) { all().collect() } else { Vec::new() });
    }
    match payload.origin.carrier {
        // The data is no block; what is said about it is read first. Where it is not about it, it only repeats it.
        Carrier::Structured if payload.agreement == Agreement::Prose => (Some(usize::MAX), all().collect()),
        // Prose in the text that has the data belongs to the other texts, and all of it is the message.
        Carrier::Block(_) if payload.oddities.iter().any(|oddity| oddity.kind == OddityKind::JsonAmongProse) => {
            (None, Vec::new())
        }
        Carrier::Block(place) => (Some(place), all().filter(|(at, _)| *at != place).collect()),
        _ => (None, Vec::new()),
    }
}

/// Whether texts are of more than one format, so that together they are of none.
fn differ(texts: &[Said<'_>], together: &Detection) -> bool {
    // Lines of pairs, records or source make sense together only.
    if !matches!(together.format, Format::Markdown | Format::PlainText) {
        return false;
    }
    let mut formats = texts.iter().map(|(_, text)| detect(&Payload::of_text(&**text), false).format);
    let first = formats.next();
    // Markdown that is put together line by line makes one list of two.
    first == Some(Format::Markdown) || formats.any(|format| Some(format) != first)
}

/// Whether a text has marks that nothing but Markdown has: `**/*.rs` has stars, too.
fn is_marked(text: &str) -> bool {
    let is_strong = |inside: &str| {
        inside.starts_with(char::is_alphanumeric)
            && !inside.ends_with(char::is_whitespace)
            && !inside.contains(['/', '*'])
    };
    let strong = text.split("**").skip(1).step_by(2);
    // What stands behind the last mark is not between two.
    let closed = text.matches("**").count() / 2;
    text.contains("](")
        || text.matches('`').count() > 1
        || text.lines().any(|line| line.trim_start().starts_with("* "))
        || strong.take(closed).any(is_strong)
}

fn is_plain(text: &str) -> bool {
    detect(&Payload::of_text(text), false).format == Format::PlainText
}
