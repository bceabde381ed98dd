//! The report for programs. `docs/check-report.schema.json` describes this form; whatever is added to it later, what
//! is there stays.

use std::io::{self, Write};

use retort_core::printable;
use serde::Serialize;

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
    findings: Vec<Found<'a>>,
    notes: &'a [String],
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

/// Writes JSON for programs that is also safe to print.
pub(super) fn write_json(value: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{}", safe(&serde_json::to_string_pretty(value)?))
}

/// JSON in which everything that a terminal would obey or hide is escaped. Such characters stand in strings only, so
/// that it says the same.
pub(super) fn safe(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for char in json.chars() {
        let mut room = [0; 4];
        let text: &str = char.encode_utf8(&mut room);
        if matches!(char, ' '..='~' | '\n') || printable(text) == text {
            out.push(char);
        } else {
            out.extend(char.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")));
        }
    }
    out
}

fn source(checked: &Checked) -> Source<'_> {
    let mut places = Places::of(checked);
    Source {
        name: &checked.name,
        revision: checked.session.revision.name(),
        responses: checked.responses(),
        findings: checked.findings.iter().map(|finding| found(finding, &mut places)).collect(),
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
        why: rule.why,
        remedy: rule.remedy,
        source: rule.source,
        fixable: rule.fix.is_some(),
        safety: rule.fix.map(|fix| fix.safety.name()),
    }
}
