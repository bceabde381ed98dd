//! A failure: a red box with what happened, its code, what the server adds and what to do.

use maud::{Markup, Render, html};

use super::text::{block, heading, line};
use super::tree::Budget;
use super::values;
use crate::view::Failure;

pub(super) fn draw(failure: &Failure, level: u8) -> Markup {
    let mut budget = Budget::new();
    html! {
        div.failure role="alert" {
            (heading(level, "failed", &html! {
                span.sign aria-hidden="true" { "✗" } "Error"
                @if let Some(code) = &failure.code { " " code.code { (line(code)) } }
            }))
            p.message dir="auto" { (block(&failure.message)) }
            @if let Some(hint) = &failure.hint {
                p.hint { span.name { "What to do: " } span dir="auto" { (block(hint)) } }
            }
            @if !failure.details.is_empty() {
                dl.pairs { (values::members(&failure.details, &mut budget)) }
            }
            @if let Some(lines) = &failure.lines {
                pre tabindex="0" role="group" aria-label="More of the error" dir="auto" { (block(lines).render()) }
            }
        }
    }
}
