//! The report for people: findings under the tool that they are about, each with the place marked in the JSON that
//! was sent, why it matters and what to do.

use std::collections::{HashMap, HashSet};
use std::io::{self, Write};

use retort_core::printable;

use super::excerpt::{Excerpt, columns};
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
    // The gravest first, wherever it is.
    for severity in Severity::ALL {
        for source in &report.sources {
            page.source(source, severity)?;
        }
    }
    let noted = report.sources.iter().filter(|source| !source.notes.is_empty());
    let several = noted.clone().count() > 1;
    for source in noted {
        page.notes(source, several)?;
    }
    for entry in &report.stale {
        let line = format!("the baseline accepts {entry}, which is no longer found: take it out");
        page.labelled("stale", Paint::ERROR, "", &line)?;
    }
    if !report.stale.is_empty() {
        writeln!(page.out)?;
    }
    let worst = report.findings().map(|finding| finding.severity).max();
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
    /// What was found in a source and is as grave as this.
    fn source(&mut self, source: &Checked, severity: Severity) -> io::Result<()> {
        let mut places = Places::of(source);
        for (subject, entries) in by_subject(entries(source, severity)) {
            let mut heading = printable(&source.name);
            if let Some(subject) = subject {
                heading.push_str(" › ");
                heading.push_str(&printable(subject));
            }
            writeln!(self.out, "{}\n", self.paint.with(Paint::BOLD, &heading))?;
            for entry in &entries {
                self.entry(source, entry, subject, &mut places)?;
                writeln!(self.out)?;
            }
        }
        Ok(())
    }

    /// What was left undone; whose it is goes without saying where no other source has notes.
    fn notes(&mut self, source: &Checked, several: bool) -> io::Result<()> {
        for note in &source.notes {
            let whose = if several { format!("{}: ", printable(&source.name)) } else { String::new() };
            self.labelled("note", Paint::DIM, "", &format!("{whose}{}", printable(note)))?;
        }
        writeln!(self.out)
    }

    fn entry(
        &mut self,
        source: &Checked,
        entry: &Entry<'_>,
        subject: Option<&str>,
        places: &mut Places<'_>,
    ) -> io::Result<()> {
        let Some(finding) = entry.findings.first().copied() else { return Ok(()) };
        let rule = finding.rule;
        let style = Paint::of(finding.severity);
        let severity = self.paint.with(style, finding.severity.name());
        let times = entry.findings.iter().map(|finding| u64::from(finding.times.max(1))).sum::<u64>();
        let times = if times > 1 { format!(", {times} times") } else { String::new() };
        writeln!(self.out, "  {severity} {} {}{times}", self.paint.with(Paint::BOLD, rule.id), rule.name)?;
        self.wrapped("    ", "    ", &printable(&finding.message))?;
        let region = places.region(finding);
        let mut place = Vec::new();
        // Where the heading cannot say whom it is about, because others are beside it.
        place.extend(finding.subject.as_deref().filter(|_| subject.is_none()).map(printable));
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
        if let Some(shown) = places.excerpt(finding, room) {
            self.excerpt(&shown, style)?;
        }
        for line in entry.others(subject) {
            self.labelled("also", Paint::DIM, "    ", &line)?;
        }
        if self.explained.insert(rule.id) {
            if rule.is_of_file() {
                self.labelled("rule", Paint::BOLD, "    ", rule.summary)?;
            }
            self.labelled("why", Paint::BOLD, "    ", rule.why)?;
            let repair = match rule.repaired_by() {
                Some("--diff") => " `--diff` shows this.".to_owned(),
                Some(option) => format!(" `{option}` does this."),
                None => String::new(),
            };
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

/// The findings of one rule in one source. The first is shown, the others are listed.
struct Entry<'a> {
    findings: Vec<&'a Finding>,
}

/// How many of the others are listed, and how many of those in the same answer.
const MOST_OTHERS: usize = 20;
const MOST_OTHERS_OF_ONE: usize = 4;

impl<'a> Entry<'a> {
    /// What all of them are about; nothing where that differs.
    fn subject(&self) -> Option<&'a str> {
        let first = self.findings.first()?.subject.as_deref();
        first.filter(|_| self.findings.iter().all(|finding| finding.subject.as_deref() == first))
    }

    /// The others, each in a line. Those that say the same as the first are a list of whom they are about.
    fn others(&self, shared: Option<&str>) -> Vec<String> {
        let Some((first, others)) = self.findings.split_first() else { return Vec::new() };
        let (same, different): (Vec<&Finding>, Vec<&Finding>) =
            others.iter().copied().partition(|finding| finding.message == first.message && shared.is_none());
        let mut seen: HashSet<Option<&str>> = HashSet::from([first.subject.as_deref()]);
        let names = same.iter().map(|finding| finding.subject.as_deref()).filter(|name| seen.insert(*name));
        let names: Vec<String> = names.map(|name| name.map_or_else(|| "the session".to_owned(), printable)).collect();
        let mut lines = Vec::new();
        if !names.is_empty() {
            lines.push(names.join(", "));
        }
        let mut of_answer: HashMap<(Option<usize>, Option<&str>), usize> = HashMap::new();
        let is_shown = |finding: &&&'a Finding| {
            let count = of_answer.entry((finding.at, finding.subject.as_deref())).or_default();
            *count += 1;
            *count <= MOST_OTHERS_OF_ONE
        };
        let shown: Vec<&&Finding> = different.iter().filter(is_shown).take(MOST_OTHERS).collect();
        for finding in &shown {
            let about = finding.subject.as_deref().filter(|_| shared.is_none()).map(printable);
            let place = Some(place::breadcrumb(finding)).filter(|_| shared.is_some());
            let about = about.or(place).filter(|about| !about.is_empty());
            let message = printable(&finding.message);
            lines.push(about.map_or_else(|| message.clone(), |about| format!("{about}: {message}")));
        }
        if different.len() > shown.len() {
            lines.push(format!("{} more; --format json lists all", different.len() - shown.len()));
        }
        lines
    }
}

/// The entries of a source that are as grave as this, in the order in which they come up.
fn entries(source: &Checked, severity: Severity) -> Vec<Entry<'_>> {
    let mut entries: Vec<Entry<'_>> = Vec::new();
    let mut of_rule: HashMap<&str, usize> = HashMap::new();
    for finding in source.findings.iter().filter(|finding| finding.severity == severity) {
        let at = *of_rule.entry(finding.rule.id).or_insert(entries.len());
        match entries.get_mut(at) {
            Some(entry) => entry.findings.push(finding),
            None => entries.push(Entry { findings: vec![finding] }),
        }
    }
    entries
}

/// The entries under what they are about, in the order in which that comes up.
fn by_subject(entries: Vec<Entry<'_>>) -> Vec<(Option<&str>, Vec<Entry<'_>>)> {
    let mut groups: Vec<(Option<&str>, Vec<Entry<'_>>)> = Vec::new();
    let mut of_subject: HashMap<Option<&str>, usize> = HashMap::new();
    for entry in entries {
        let subject = entry.subject();
        let at = *of_subject.entry(subject).or_insert(groups.len());
        match groups.get_mut(at) {
            Some((_, entries)) => entries.push(entry),
            None => groups.push((subject, vec![entry])),
        }
    }
    groups
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
