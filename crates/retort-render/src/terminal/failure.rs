//! A failure: a red box with what happened, its code, what the server adds and what to do.

use std::io;

use super::{Canvas, Ink, Terminal, pairs, text};
use crate::measure::{clusters, fit, width, wrap};
use crate::safe::harmless;
use crate::view::Failure;

/// What the lines at both sides and the blanks beside them take.
const SIDES: usize = 4;
/// Below this width there is no room for a box.
const LEAST: usize = 16;
/// The widest title of a box where there is no width to fit it to.
const WIDEST: usize = 100;

/// Most columns of all lines together up to which a box without a width is as wide as its widest line. Beyond that it
/// has no right side.
const MOST_MEASURED: usize = 1 << 16;

pub(super) fn draw(failure: &Failure, canvas: &mut Canvas<'_>) -> io::Result<()> {
    let options = canvas.options();
    let title = title(failure);
    if options.width.is_some_and(|most| most < LEAST) {
        for line in wrap(&title, options.width) {
            canvas.line(Ink::Bad, &line)?;
        }
        return draw_inside(failure, canvas);
    }
    if said(failure) > MOST_MEASURED {
        return draw_open(failure, &title, canvas);
    }
    let lines = lines_inside(failure, options)?;
    let widest = lines.iter().map(|line| line.wide).max().unwrap_or_default();
    let is_closed = options.width.is_some() || widest.saturating_mul(lines.len()) <= MOST_MEASURED;
    let most = match options.width {
        Some(most) => most - SIDES,
        None if is_closed => widest.max(WIDEST),
        None => WIDEST,
    };
    let inside = widest.max(width(&title) + 1).min(most);
    let (title, taken) = fit(&title, inside.saturating_sub(1));
    let rule = "─".repeat((inside + 2).saturating_sub(taken + 3));
    canvas.line(Ink::Bad, &format!("╭─ {title} {rule}╮"))?;
    for line in &lines {
        canvas.text(Ink::Bad, "│")?;
        canvas.blanks(1)?;
        canvas.drawn(&line.drawn)?;
        if is_closed {
            canvas.blanks((inside + 1).saturating_sub(line.wide))?;
            canvas.text(Ink::Bad, "│")?;
        }
        canvas.end_line()?;
    }
    canvas.line(Ink::Bad, &format!("╰{}╯", "─".repeat(inside + 2)))
}

/// How many bytes a failure says, about.
fn said(failure: &Failure) -> usize {
    let details = failure.details.iter().map(|(name, value)| name.len() + value.as_str().len());
    let texts = [&failure.lines, &failure.hint, &failure.code].into_iter().flatten().map(String::len);
    failure.message.len() + texts.chain(details).sum::<usize>()
}

/// Draws a failure that says too much to be measured: its box has no right side.
fn draw_open(failure: &Failure, title: &str, canvas: &mut Canvas<'_>) -> io::Result<()> {
    let inside = Terminal { width: canvas.options().width.map(|most| most - SIDES), ..canvas.options().clone() };
    let wide = inside.width.unwrap_or(WIDEST).min(WIDEST);
    let (title, taken) = fit(title, wide.saturating_sub(1));
    canvas.line(Ink::Bad, &format!("╭─ {title} {}", "─".repeat((wide + 2).saturating_sub(taken + 3))))?;
    canvas.behind("│ ", &inside, |canvas| draw_inside(failure, canvas))?;
    canvas.line(Ink::Bad, &format!("╰{}", "─".repeat(wide + 2)))
}

fn title(failure: &Failure) -> String {
    match &failure.code {
        Some(code) => format!("✗ error {}", harmless(code)),
        None => "✗ error".to_owned(),
    }
}

/// A line in the box.
struct Line {
    drawn: String,
    wide: usize,
}

/// What stands in the box, line by line. What could not be fitted, such as a number in a deep value, goes on below.
fn lines_inside(failure: &Failure, options: &Terminal) -> io::Result<Vec<Line>> {
    let mut options = Terminal { width: options.width.map(|most| most - SIDES), ..options.clone() };
    let drawn = drawn_inside(failure, &options)?;
    // Colours and links take no room: how wide the lines are is seen without them.
    (options.palette, options.links, options.marks) = (None, false, false);
    let bare = drawn_inside(failure, &options)?;
    let most = options.width.unwrap_or(usize::MAX);
    let mut lines = Vec::new();
    for (drawn, bare) in drawn.lines().zip(bare.lines()) {
        let wide = width(bare);
        if wide <= most {
            lines.push(Line { drawn: drawn.to_owned(), wide });
            continue;
        }
        lines.extend(pieces(bare, most).map(|piece| Line { drawn: piece.to_owned(), wide: width(piece) }));
    }
    Ok(lines)
}

/// A line cut into pieces of at most so many columns.
fn pieces(line: &str, most: usize) -> impl Iterator<Item = &str> {
    let mut rest = line;
    std::iter::from_fn(move || {
        let (mut end, mut wide) = (0, 0);
        for cluster in clusters(rest) {
            wide += width(cluster);
            if wide > most && end > 0 {
                break;
            }
            end += cluster.len();
        }
        let (piece, behind) = rest.split_at_checked(end).filter(|_| end > 0)?;
        rest = behind;
        Some(piece)
    })
}

fn drawn_inside(failure: &Failure, options: &Terminal) -> io::Result<String> {
    let mut drawn = Vec::new();
    draw_inside(failure, &mut Canvas::new(options, &mut drawn))?;
    Ok(String::from_utf8_lossy(&drawn).into_owned())
}

fn draw_inside(failure: &Failure, canvas: &mut Canvas<'_>) -> io::Result<()> {
    // The first line says what happened; a trace or a list of problems may stand below it.
    let said = failure.message.trim();
    // Where its first line opens a bracket, what follows belongs to it.
    let first = said.split_once('\n').filter(|(first, _)| !first.trim_end().ends_with(['[', '{', '(']));
    let (message, below) = first.unwrap_or((said, ""));
    text::draw_lines(message, Ink::Strong, canvas)?;
    for lines in [Some(below), failure.lines.as_deref()].into_iter().flatten().filter(|lines| !lines.is_empty()) {
        canvas.end_line()?;
        text::draw_lines(lines.trim_matches(['\r', '\n']), Ink::Plain, canvas)?;
    }
    if !failure.details.is_empty() {
        canvas.end_line()?;
        pairs::draw_members(&failure.details, Ink::Key, canvas)?;
    }
    let Some(hint) = &failure.hint else { return Ok(()) };
    canvas.end_line()?;
    canvas.text(Ink::Warn, "hint:")?;
    let label = "hint: ";
    let room = canvas.options().width.map(|most| most.saturating_sub(width(label)).max(1));
    let mut is_first = true;
    for line in hint.trim().lines() {
        for piece in wrap(&harmless(line.trim_end()), room) {
            canvas.blanks(if std::mem::take(&mut is_first) { 1 } else { width(label) })?;
            canvas.line(Ink::Plain, &piece)?;
        }
    }
    Ok(())
}
