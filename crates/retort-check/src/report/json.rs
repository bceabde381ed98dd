//! The report for programs. `docs/check-report.schema.json` describes this form; whatever is added to it later, what
//! is there stays.

use std::borrow::Cow;
use std::io::{self, Write};

use retort_core::printable;
use serde::{Serialize, Serializer};

use super::place::Places;
use super::{Accepted, Checked, Report};
use crate::finding::Finding;

#[derive(Serialize)]
struct Whole<'a> {
    version: u32,
    sources: Vec<Source<'a>>,
    stale: &'a [Accepted],
    counts: Counts,
    failed: bool,
}

#[derive(Serialize)]
struct Source<'a> {
    name: &'a str,
    revision: &'static str,
    responses: usize,
    findings: Listed<'a>,
    notes: &'a [String],
}

/// The findings of a source, each made when it is written: there may be very many, and what is said of a rule is said with each.
struct Listed<'a>(&'a Checked);

impl Serialize for Listed<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut places = Places::of(self.0);
        serializer.collect_seq(self.0.findings.iter().map(|finding| found(finding, &mut places)))
    }
}

#[derive(Serialize)]
struct Found<'a> {
    rule: &'static str,
    name: &'static str,
    severity: &'static str,
    message: &'a str,
    subject: Option<&'a str>,
    message_index: Option<usize>,
    pointer: &'a str,
    within: Option<&'a str>,
    part: Option<[usize; 2]>,
    line: Option<usize>,
    column: Option<usize>,
    times: u32,
    summary: &'static str,
    why: &'static str,
    remedy: &'static str,
    source: &'static str,
    fixable: bool,
    safety: Option<&'static str>,
}

#[derive(Serialize)]
struct Counts {
    errors: u64,
    warnings: u64,
    hints: u64,
    hidden: u64,
    responses: usize,
    tools: usize,
    rules: usize,
    accepted: u64,
    stale: usize,
}

pub(super) fn write(report: &Report, out: &mut impl Write) -> io::Result<()> {
    let counts = report.counts();
    let whole = Whole {
        version: 1,
        sources: report.sources.iter().map(source).collect(),
        stale: &report.stale,
        counts: Counts {
            errors: counts.errors,
            warnings: counts.warnings,
            hints: counts.hints,
            hidden: counts.hidden,
            responses: counts.responses,
            tools: counts.tools,
            rules: report.rules.len(),
            accepted: report.accepted,
            stale: report.stale.len(),
        },
        failed: report.has_failed(),
    };
    write_json(&whole, out)
}

/// Writes JSON for programs that is also safe to print, piece by piece.
pub(super) fn write_json(value: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut Safe(&mut *out), value)?;
    writeln!(out)
}

/// Takes JSON in whole pieces of text, and escapes everything in it that a terminal would obey or hide. Such characters stand in
/// strings only, so that it says the same.
struct Safe<W>(W);

impl<W: Write> Write for Safe<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write_all(safe(&String::from_utf8_lossy(bytes)).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// A piece of JSON in which such characters are escaped.
pub(super) fn safe(json: &str) -> Cow<'_, str> {
    let is_plain = |char: char| {
        let mut room = [0; 4];
        let text: &str = char.encode_utf8(&mut room);
        matches!(char, ' '..='~' | '\n') || printable(text) == text
    };
    if json.chars().all(is_plain) {
        return Cow::Borrowed(json);
    }
    let mut out = String::with_capacity(json.len());
    for char in json.chars() {
        if is_plain(char) {
            out.push(char);
        } else {
            out.extend(char.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")));
        }
    }
    Cow::Owned(out)
}

fn source(checked: &Checked) -> Source<'_> {
    Source {
        name: &checked.name,
        revision: checked.session.revision.name(),
        responses: checked.responses(),
        findings: Listed(checked),
        notes: &checked.notes,
    }
}

fn found<'a>(finding: &'a Finding, places: &mut Places<'_>) -> Found<'a> {
    let rule = finding.rule;
    let start = places.region(finding).map(|region| region.start);
    Found {
        rule: rule.id,
        name: rule.name,
        severity: finding.severity.name(),
        message: &finding.message,
        subject: finding.subject.as_deref(),
        message_index: finding.at,
        pointer: &finding.pointer,
        within: finding.within.as_deref(),
        part: finding.part.as_ref().map(|part| [part.start, part.end]),
        line: start.map(|start| start.line),
        column: start.map(|start| start.column),
        times: finding.times,
        summary: rule.summary,
        why: rule.why,
        remedy: rule.remedy,
        source: rule.source,
        fixable: rule.fix.is_some(),
        safety: rule.fix.map(|fix| fix.safety.name()),
    }
}
