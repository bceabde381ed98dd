//! The report for people: findings under the tool that they are about, each with the place marked in the JSON that
//! was sent, why it matters and what to do.

use std::collections::HashSet;
use std::io::{self, Write};

use retort_core::printable;

use super::excerpt::{self, Excerpt, columns};
use super::place::{self, Places};
use super::{Checked, Look, Report};
use crate::finding::Finding;
use crate::rule::Severity;

/// Excerpts are no longer than this, however wide the terminal is.
const WIDEST_EXCERPT: usize = 140;
/// And no text is narrower.
const NARROWEST: usize = 30;

pub(super) fn write(report: &Report, out: &mut impl Write, look: Look) -> io::Result<()> {
    let mut page = Page { out, paint: Paint(look.color), width: look.width.max(NARROWEST), explained: HashSet::new() };
    for source in &report.sources {
        page.source(source)?;
    }
    for entry in &report.stale {
        let line = format!("the baseline accepts {entry}, which is no longer found: take it out");
        page.labelled("stale", Paint::ERROR, "", &line)?;
    }
    if !report.stale.is_empty() {
        writeln!(page.out)?;
    }
    let worst = report.findings().map(|finding| finding.rule.severity).max();
    let style = if report.stale.is_empty() { worst.map_or(Paint::GOOD, Paint::of) } else { Paint::ERROR };
    writeln!(page.out, "{}", page.paint.with(style, &report.summary()))
}

/// Colours for a terminal, or none.
#[derive(Clone, Copy)]
struct Paint(bool);

impl Paint {
    const BOLD: &str = "1";
    const DIM: &str = "2";
    const ERROR: &str = "1;31";
    const WARNING: &str = "1;33";
    const HINT: &str = "1;36";
    const GOOD: &str = "1;32";

    fn of(severity: Severity) -> &'static str {
        match severity {
            Severity::Error => Self::ERROR,
            Severity::Warning => Self::WARNING,
            Severity::Hint => Self::HINT,
        }
    }

    fn with(self, style: &str, text: &str) -> String {
        if self.0 && !text.is_empty() { format!("\x1b[{style}m{text}\x1b[0m") } else { text.to_owned() }
    }
}

struct Page<'a, W> {
    out: &'a mut W,
    paint: Paint,
    width: usize,
    /// The rules that were explained already.
    explained: HashSet<&'static str>,
}

impl<W: Write> Page<'_, W> {
    fn source(&mut self, source: &Checked) -> io::Result<()> {
        let mut places = Places::of(source);
        for subject in subjects(source) {
            let mut heading = printable(&source.name);
            if let Some(subject) = subject {
                heading.push_str(" › ");
                heading.push_str(&printable(subject));
            }
            writeln!(self.out, "{}\n", self.paint.with(Paint::BOLD, &heading))?;
            for finding in source.findings.iter().filter(|finding| finding.subject.as_deref() == subject) {
                self.finding(source, finding, &mut places)?;
                writeln!(self.out)?;
            }
        }
        for note in &source.notes {
            let note = format!("{}: {}", printable(&source.name), printable(note));
            self.labelled("note", Paint::DIM, "", &note)?;
        }
        if source.notes.is_empty() { Ok(()) } else { writeln!(self.out) }
    }

    fn finding(&mut self, source: &Checked, finding: &Finding, places: &mut Places<'_>) -> io::Result<()> {
        let rule = finding.rule;
        let style = Paint::of(rule.severity);
        let severity = self.paint.with(style, rule.severity.name());
        let times = if finding.times > 1 { format!(", {} times", finding.times) } else { String::new() };
        writeln!(self.out, "  {severity} {} {}{times}", self.paint.with(Paint::BOLD, rule.id), rule.name)?;
        self.wrapped("    ", "    ", &printable(&finding.message))?;
        let region = places.region(finding);
        let mut place = Vec::new();
        match (&region, finding.at) {
            (Some(region), _) => {
                place.push(format!("{}:{}:{}", printable(&source.name), region.start.line, region.start.column));
            }
            (None, Some(at)) if source.session.messages.len() > 1 => place.push(format!("message {}", at + 1)),
            (None, _) => {}
        }
        place.extend(Some(place::breadcrumb(finding)).filter(|crumb| !crumb.is_empty()));
        if !place.is_empty() {
            writeln!(self.out, "    {} {}", self.paint.with(Paint::DIM, "at"), place.join(", "))?;
        }
        let room = self.width.min(WIDEST_EXCERPT) - 6;
        let part = finding.part.as_ref();
        let shown = match places.path(finding) {
            Some(path) => excerpt::around(&path, part, room),
            None => places.sent(finding).map(|sent| excerpt::around_text(sent, part, room)),
        };
        if let Some(shown) = shown {
            self.excerpt(&shown, style)?;
        }
        if self.explained.insert(rule.id) {
            self.labelled("why", Paint::BOLD, "    ", rule.why)?;
            let repair = if rule.fix.is_some() { " `--fix` does this." } else { "" };
            self.labelled("fix", Paint::BOLD, "    ", &format!("{}{repair}", rule.remedy))?;
            self.labelled("see", Paint::BOLD, "    ", rule.source)?;
        }
        Ok(())
    }

    fn excerpt(&mut self, Excerpt { before, marked, after }: &Excerpt, style: &str) -> io::Result<()> {
        let bar = self.paint.with(Paint::DIM, "|");
        let blanks = " ".repeat(columns(before));
        let marks = "^".repeat(columns(marked).max(1));
        writeln!(self.out, "    {bar} {before}{}{after}", self.paint.with(style, marked))?;
        writeln!(self.out, "    {bar} {blanks}{}", self.paint.with(style, &marks))
    }

    /// A label and a text, whose further lines stand below its first word.
    fn labelled(&mut self, label: &str, style: &str, indent: &str, text: &str) -> io::Result<()> {
        let rest = " ".repeat(indent.len() + label.len() + 2);
        let first = format!("{indent}{}: ", self.paint.with(style, label));
        self.wrapped(&first, &rest, text)
    }

    /// A text in lines; `rest` is as wide as `first` looks.
    fn wrapped(&mut self, first: &str, rest: &str, text: &str) -> io::Result<()> {
        for (index, line) in lines(text, self.width.saturating_sub(columns(rest))).into_iter().enumerate() {
            writeln!(self.out, "{}{line}", if index == 0 { first } else { rest })?;
        }
        Ok(())
    }
}

/// What the findings are about, in the order in which it comes up.
fn subjects(source: &Checked) -> Vec<Option<&str>> {
    let mut seen = HashSet::new();
    let all = source.findings.iter().map(|finding| finding.subject.as_deref());
    all.filter(|subject| seen.insert(*subject)).collect()
}

/// The lines of a text, broken between words. A word that is too long has a line of its own.
pub(super) fn lines(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() && columns(&line) + 1 + columns(word) > width {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(line);
    lines
}
