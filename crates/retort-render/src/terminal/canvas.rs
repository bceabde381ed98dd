//! The one place through which text reaches a terminal. What a server says is made harmless here; only what is
//! written here is an escape sequence.

use std::io::{self, Write};

use super::{Ink, Terminal};
use crate::amount::counted;
use crate::led::Led;
use crate::safe::{runs_left, write_harmless};
use crate::view::Link;

/// Left-to-right mark: what stands behind it is not turned around with what stands before it.
const MARK: &str = "\u{200e}";

const BLANKS: &[u8] = &[b' '; 128];

pub(crate) struct Canvas<'a> {
    options: &'a Terminal,
    out: &'a mut dyn Write,
}

impl<'a> Canvas<'a> {
    pub(crate) fn new(options: &'a Terminal, out: &'a mut dyn Write) -> Self {
        Self { options, out }
    }

    pub(crate) fn options(&self) -> &'a Terminal {
        self.options
    }

    /// Writes text of anybody, on one line.
    pub(crate) fn text(&mut self, ink: Ink, text: &str) -> io::Result<()> {
        let code = self.options.palette.map_or("", |palette| ink.code(palette));
        if code.is_empty() || text.is_empty() {
            write_harmless(text, self.out)?;
        } else {
            for piece in ["\u{1b}[", code, "m"] {
                self.out.write_all(piece.as_bytes())?;
            }
            write_harmless(text, self.out)?;
            self.out.write_all(b"\x1b[0m")?;
        }
        if self.options.marks && runs_left(text) { self.out.write_all(MARK.as_bytes()) } else { Ok(()) }
    }

    /// Writes text that leads somewhere when it is clicked, where it may.
    pub(crate) fn link(&mut self, ink: Ink, text: &str, to: Option<&Link>) -> io::Result<()> {
        let target = to.and_then(|link| link.target.as_deref()).filter(|_| self.options.links);
        // An address that was parsed is ASCII without anything that would end the sequence; it is seen to all the same.
        let target = target.filter(|target| target.bytes().all(|sign| sign.is_ascii_graphic()));
        if let Some(target) = target {
            write!(self.out, "\u{1b}]8;;{target}\u{1b}\\")?;
            self.text(ink, text)?;
            return self.out.write_all(b"\x1b]8;;\x1b\\");
        }
        self.text(ink, text)
    }

    /// Writes blanks.
    pub(crate) fn blanks(&mut self, count: usize) -> io::Result<()> {
        let mut left = count;
        while left > 0 {
            let some = BLANKS.len().min(left);
            self.out.write_all(BLANKS.get(..some).unwrap_or_default())?;
            left -= some;
        }
        Ok(())
    }

    /// Writes a tab. It moves what follows by as much as the reader likes, so nothing may be measured on its line.
    pub(crate) fn tab(&mut self) -> io::Result<()> {
        self.out.write_all(b"\t")
    }

    /// Ends the line.
    pub(crate) fn end_line(&mut self) -> io::Result<()> {
        self.out.write_all(b"\n")
    }

    /// Writes a whole line.
    pub(crate) fn line(&mut self, ink: Ink, text: &str) -> io::Result<()> {
        self.text(ink, text)?;
        self.end_line()
    }

    /// Tells how many things are left out, and how to see them; nothing where there is none.
    pub(crate) fn more(&mut self, count: usize, what: &str) -> io::Result<()> {
        if count == 0 {
            return Ok(());
        }
        let left = counted(count, &format!("more {what}"));
        match &self.options.more {
            Some(more) => self.line(Ink::Faint, &format!("… {left} ({more})")),
            None => self.line(Ink::Faint, &format!("… {left}")),
        }
    }

    /// Draws something of which every line stands behind a lead, as these options have it.
    pub(super) fn behind(
        &mut self,
        lead: &str,
        options: &Terminal,
        draw: impl FnOnce(&mut Canvas<'_>) -> io::Result<()>,
    ) -> io::Result<()> {
        draw(&mut Canvas::new(options, &mut Led::new(lead, self.out)))
    }

    /// Writes what another canvas has drawn.
    pub(super) fn drawn(&mut self, line: &str) -> io::Result<()> {
        self.out.write_all(line.as_bytes())
    }

    /// Writes what draws an image. Whoever calls it has made the sequence from decoded bytes alone.
    pub(super) fn image(&mut self, sequence: &[u8]) -> io::Result<()> {
        self.out.write_all(sequence)
    }
}
