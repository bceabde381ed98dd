//! A failure: a red box with what happened, its code, what the server adds and what to do.

use std::io;

use super::{Canvas, Ink, Terminal, pairs, text};
use crate::measure::{fit, width, wrap};
use crate::safe::harmless;
use crate::view::Failure;

/// What the lines at both sides and the blanks beside them take.
const SIDES: usize = 4;
/// Below this width there is no room for a box.
const LEAST: usize = 16;
/// The widest box where there is no width to fit it to; longer lines stick out.
const WIDEST: usize = 100;

pub(super) fn draw(failure: &Failure, canvas: &mut Canvas<'_>) -> io::Result<()> {
    let options = canvas.options();
    let title = title(failure);
    if options.width.is_some_and(|most| most < LEAST) {
        for line in wrap(&title, options.width) {
            canvas.line(Ink::Bad, &line)?;
        }
        return draw_inside(failure, canvas);
    }
    let lines = lines_inside(failure, options)?;
    let most = options.width.unwrap_or(WIDEST) - SIDES;
    let widest = lines.iter().map(|(_, wide)| *wide).max().unwrap_or_default();
    let inside = widest.max(width(&title) + 1).min(most);
    let (title, taken) = fit(&title, inside.saturating_sub(1));
    let rule = "─".repeat((inside + 2).saturating_sub(taken + 3));
    canvas.line(Ink::Bad, &format!("╭─ {title} {rule}╮"))?;
    for (line, wide) in &lines {
        canvas.text(Ink::Bad, "│")?;
        canvas.blanks(1)?;
        canvas.drawn(line)?;
        if *wide <= inside {
            canvas.blanks(inside - wide + 1)?;
            canvas.text(Ink::Bad, "│")?;
        }
        canvas.end_line()?;
    }
    canvas.line(Ink::Bad, &format!("╰{}╯", "─".repeat(inside + 2)))
}

fn title(failure: &Failure) -> String {
    match &failure.code {
        Some(code) => format!("✗ error {}", harmless(code)),
        None => "✗ error".to_owned(),
    }
}

/// What stands in the box, line by line, and how wide each line is.
fn lines_inside(failure: &Failure, options: &Terminal) -> io::Result<Vec<(String, usize)>> {
    let mut options = Terminal { width: options.width.map(|most| most - SIDES), ..options.clone() };
    let drawn = drawn_inside(failure, &options)?;
    // Colours and links take no room: how wide the lines are is seen without them.
    (options.palette, options.links, options.marks) = (None, false, false);
    let bare = drawn_inside(failure, &options)?;
    Ok(drawn.lines().zip(bare.lines()).map(|(drawn, bare)| (drawn.to_owned(), width(bare))).collect())
}

fn drawn_inside(failure: &Failure, options: &Terminal) -> io::Result<String> {
    let mut drawn = Vec::new();
    draw_inside(failure, &mut Canvas::new(options, &mut drawn))?;
    Ok(String::from_utf8_lossy(&drawn).into_owned())
}

fn draw_inside(failure: &Failure, canvas: &mut Canvas<'_>) -> io::Result<()> {
    // The first line says what happened; a trace or a list of problems may stand below it.
    let (message, below) = failure.message.trim().split_once('\n').unwrap_or((failure.message.trim(), ""));
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
