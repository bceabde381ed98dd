//! The frame around a view: how it went above it; how much there is, what else came and what is odd below it.

use maud::{Markup, Render, html};
use retort_core::Status;

use super::text::{block, heading, line};
use super::tree::Budget;
use super::values;
use crate::amount::counted;
use crate::view::View;

/// What stands above the parts.
pub(super) fn above(view: &View) -> Markup {
    let (class, sign, word) = match view.frame.status {
        Some(Status::Success) => ("status good", "✓", "Success"),
        Some(Status::Error) => ("status bad", "✗", "Error"),
        Some(Status::Partial) => ("status warn", "!", "Partial"),
        _ => ("status", "", ""),
    };
    html! {
        @if let Some(why) = view.unfit {
            p.unfit { "Not shown as it was wanted: " (why) "." }
        }
        @for kind in &view.frame.damage {
            p.damage { span.sign aria-hidden="true" { "!" } (kind.explanation()) }
        }
        @if let Some(message) = view.frame.headline() {
            p class=(class) {
                @if !sign.is_empty() { span.sign aria-hidden="true" { (sign) } span.unseen { (word) ": " } }
                span.message dir="auto" { (block(message)) }
            }
        }
        @if let Some(counts) = &view.frame.counts {
            p.counts {
                span { (line(&counts.words())) }
                @if view.frame.rest.is_some() { (rest(view)) }
            }
        } @else if view.frame.rest.is_some() {
            p.counts { (rest(view)) }
        }
    }
}

fn rest(view: &View) -> Markup {
    let command = view.frame.rest.as_deref().unwrap_or_default();
    html! {
        span.rest {
            "The rest: " code dir="ltr" { (line(command)) }
            button.scripted type="button" data-copy="before" { "Copy" }
        }
    }
}

/// What stands below them.
pub(super) fn below(view: &View, level: u8) -> Markup {
    let frame = &view.frame;
    let mut budget = Budget::new();
    html! {
        @if !frame.beside.is_empty() {
            div.beside {
                (heading(level, "label", &"Beside it".render()))
                dl.pairs { (values::members(&frame.beside, &mut budget)) }
            }
        }
        @if !frame.oddities.is_empty() {
            details.oddities {
                summary { (counted(frame.oddities.len(), "oddity")) " read past" }
                ul { @for oddity in &frame.oddities { li { code { (oddity) } } } }
            }
        }
    }
}
