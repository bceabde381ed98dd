//! A failure: a red box with what happened, its code, what the server adds and what to do.

use std::io::{self, Write};

use super::put::{Put, put};
use super::text::{block, close_heading, line, open_heading};
use super::tree::Budget;
use super::values;
use crate::view::Failure;

pub(super) fn put_failure(failure: &Failure, level: u8, out: &mut dyn Write) -> io::Result<()> {
    "<div class=\"failure\" role=\"alert\">".put(out)?;
    put!(out, open_heading(level, "failed"), "<span class=\"sign\" aria-hidden=\"true\">✗</span>Error")?;
    if let Some(code) = &failure.code {
        put!(out, " <code class=\"code\">", line(code), "</code>")?;
    }
    put!(out, close_heading(level), "<p class=\"message\" dir=\"auto\">", block(&failure.message), "</p>")?;
    if let Some(hint) = &failure.hint {
        let open = "<p class=\"hint\"><span class=\"name\">What to do: </span><span dir=\"auto\">";
        put!(out, open, block(hint), "</span></p>")?;
    }
    if !failure.details.is_empty() {
        "<dl class=\"pairs\">".put(out)?;
        values::put_members(&failure.details, &mut Budget::new(), out)?;
        "</dl>".put(out)?;
    }
    if let Some(lines) = &failure.lines {
        let open = "<pre tabindex=\"0\" role=\"group\" aria-label=\"More of the error\" dir=\"auto\">";
        put!(out, open, block(lines), "</pre>")?;
    }
    "</div>".put(out)
}
