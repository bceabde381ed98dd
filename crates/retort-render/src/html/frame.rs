//! The frame around a view: how it went above it; how much there is, what else came and what is odd below it.

use std::io::{self, Write};

use maud::html;
use retort_core::Status;

use super::put::{Put, put};
use super::text::{block, close_heading, line, open_heading};
use super::tree::Budget;
use super::values;
use crate::amount::counted;
use crate::view::View;

/// Writes what stands above the parts.
pub(super) fn put_above(view: &View, out: &mut dyn Write) -> io::Result<()> {
    let (open, sign) = match view.frame.status {
        Some(Status::Success) => ("<p class=\"status good\">", Some(("✓", "Success"))),
        Some(Status::Error) => ("<p class=\"status bad\">", Some(("✗", "Error"))),
        Some(Status::Partial) => ("<p class=\"status warn\">", Some(("!", "Partial"))),
        _ => ("<p class=\"status\">", None),
    };
    let first = html! {
        @if let Some(why) = view.unfit {
            p.unfit { "Not shown as it was wanted: " (why) "." }
        }
        @for kind in &view.frame.damage {
            p.damage { span.sign aria-hidden="true" { "!" } (kind.explanation()) }
        }
    };
    first.put(out)?;
    if let Some(message) = view.frame.headline() {
        open.put(out)?;
        if let Some((sign, word)) = sign {
            let sign = html! { span.sign aria-hidden="true" { (sign) } span.unseen { (word) ": " } };
            sign.put(out)?;
        }
        put!(out, "<span class=\"message\" dir=\"auto\">", block(message), "</span></p>")?;
    }
    if view.frame.counts.is_none() && view.frame.rest.is_none() {
        return Ok(());
    }
    "<p class=\"counts\">".put(out)?;
    if let Some(counts) = &view.frame.counts {
        put!(out, "<span>", line(&counts.words()), "</span>")?;
    }
    if let Some(command) = &view.frame.rest {
        put!(out, "<span class=\"rest\">The rest: <code dir=\"ltr\">", line(command), "</code>")?;
        "<button class=\"scripted\" type=\"button\" data-copy=\"before\">Copy</button></span>".put(out)?;
    }
    "</p>".put(out)
}

/// Writes what stands below them.
pub(super) fn put_below(view: &View, level: u8, out: &mut dyn Write) -> io::Result<()> {
    let frame = &view.frame;
    if !frame.beside.is_empty() {
        put!(out, "<div class=\"beside\">", open_heading(level, "label"), "Beside it", close_heading(level))?;
        "<dl class=\"pairs\">".put(out)?;
        values::put_members(&frame.beside, &mut Budget::new(), out)?;
        "</dl></div>".put(out)?;
    }
    if frame.oddities.is_empty() {
        return Ok(());
    }
    // They are the names of kinds, of which there are few.
    let oddities = html! {
        details.oddities {
            summary { (counted(frame.oddities.len(), "oddity")) " read past" }
            ul { @for oddity in &frame.oddities { li { code { (oddity) } } } }
        }
    };
    oddities.put(out)
}
