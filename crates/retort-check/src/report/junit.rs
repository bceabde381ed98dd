//! JUnit XML: a suite for each file or server, and in it a case for each rule that a tool breaks, or one for a tool
//! that breaks none. Findings that do not make the check fail are told in the output of a case that passes.

use std::collections::{HashMap, HashSet};
use std::io::{self, Write};

use retort_core::printable;

use super::place::{self, Places};
use super::{Checked, Report};
use crate::finding::Finding;

/// What a case belongs to where no tool is known.
const NO_SUBJECT: &str = "session";

struct Case<'a> {
    subject: &'a str,
    findings: Vec<&'a Finding>,
}

pub(super) fn write(report: &Report, out: &mut impl Write) -> io::Result<()> {
    let suites: Vec<(&Checked, Vec<String>)> = report.sources.iter().map(|source| (source, subjects(source))).collect();
    let suites: Vec<(&Checked, Vec<Case<'_>>)> =
        suites.iter().map(|(source, subjects)| (*source, cases(source, subjects))).collect();
    let failing = |cases: &[Case<'_>]| cases.iter().filter(|case| case.fails(report)).count();
    let tests = report.stale.len() + suites.iter().map(|(_, cases)| cases.len()).sum::<usize>();
    let failures = report.stale.len() + suites.iter().map(|(_, cases)| failing(cases)).sum::<usize>();
    writeln!(out, r#"<?xml version="1.0" encoding="UTF-8"?>"#)?;
    writeln!(out, r#"<testsuites name="retort check" tests="{tests}" failures="{failures}" errors="0">"#)?;
    for (source, cases) in &suites {
        open_suite(out, &source.name, cases.len(), failing(cases))?;
        let mut places = Places::of(source);
        for case in cases {
            case.write(report, source, &mut places, out)?;
        }
        if !source.notes.is_empty() {
            let notes: Vec<String> = source.notes.iter().map(|note| printable(note)).collect();
            writeln!(out, "    <system-out>{}</system-out>", escaped(&notes.join("\n")))?;
        }
        writeln!(out, "  </testsuite>")?;
    }
    if !report.stale.is_empty() {
        open_suite(out, "baseline", report.stale.len(), report.stale.len())?;
        for entry in &report.stale {
            writeln!(out, r#"    <testcase name="{}" classname="baseline">"#, escaped(&entry.to_string()))?;
            let message = "this is no longer found: take it out of the baseline";
            writeln!(out, r#"      <failure type="stale" message="{message}"/>"#)?;
            writeln!(out, "    </testcase>")?;
        }
        writeln!(out, "  </testsuite>")?;
    }
    writeln!(out, "</testsuites>")
}

fn open_suite(out: &mut impl Write, name: &str, tests: usize, failures: usize) -> io::Result<()> {
    let name = escaped(&printable(name));
    writeln!(out, r#"  <testsuite name="{name}" tests="{tests}" failures="{failures}" errors="0" skipped="0">"#)
}

/// Everything that was looked at: the tools and methods that answered, and what the findings are about.
fn subjects(source: &Checked) -> Vec<String> {
    let answered = source.session.exchanges().filter_map(|exchange| exchange.subject());
    let found = source.findings.iter().map(|finding| subject(finding).to_owned());
    let mut subjects: Vec<String> = Vec::new();
    let mut seen = HashSet::new();
    subjects.extend(answered.chain(found).filter(|subject| seen.insert(subject.clone())));
    if subjects.is_empty() {
        subjects.push(NO_SUBJECT.to_owned());
    }
    subjects
}

fn subject(finding: &Finding) -> &str {
    finding.subject.as_deref().unwrap_or(NO_SUBJECT)
}

fn cases<'a>(source: &'a Checked, subjects: &'a [String]) -> Vec<Case<'a>> {
    let mut about: HashMap<&str, Vec<&'a Finding>> = HashMap::new();
    for finding in &source.findings {
        about.entry(subject(finding)).or_default().push(finding);
    }
    let mut cases: Vec<Case<'a>> = Vec::new();
    for name in subjects {
        let mut of_rule: HashMap<&str, usize> = HashMap::new();
        let found = about.remove(name.as_str()).unwrap_or_default();
        if found.is_empty() {
            cases.push(Case { subject: name, findings: Vec::new() });
        }
        for finding in found {
            let at = *of_rule.entry(finding.rule.id).or_insert(cases.len());
            match cases.get_mut(at) {
                Some(case) => case.findings.push(finding),
                None => cases.push(Case { subject: name, findings: vec![finding] }),
            }
        }
    }
    cases
}

impl Case<'_> {
    fn fails(&self, report: &Report) -> bool {
        self.findings.iter().any(|finding| report.fails(finding))
    }

    fn write(
        &self,
        report: &Report,
        source: &Checked,
        places: &mut Places<'_>,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let class = escaped(&printable(self.subject));
        let Some(first) = self.findings.first() else {
            return writeln!(out, r#"    <testcase name="every rule" classname="{class}"/>"#);
        };
        let rule = first.rule;
        writeln!(out, r#"    <testcase name="{} {}" classname="{class}">"#, rule.id, rule.name)?;
        let end = if self.fails(report) {
            let message = escaped(&printable(&first.message));
            write!(out, r#"      <failure type="{}" message="{message}">"#, first.severity)?;
            "</failure>"
        } else {
            write!(out, "      <system-out>{}: ", first.severity)?;
            "</system-out>"
        };
        for finding in &self.findings {
            let mut place = vec![printable(&source.name)];
            if let Some(region) = places.region(finding) {
                place = vec![format!("{}:{}:{}", place.join(""), region.start.line, region.start.column)];
            } else if let Some(at) = finding.at {
                place.push(format!("message {}", at + 1));
            }
            place.extend(Some(place::breadcrumb(finding)).filter(|crumb| !crumb.is_empty()));
            let times = if finding.times > 1 { format!(" ({} times)", finding.times) } else { String::new() };
            let told = format!("{}{times}\n  at {}\n", printable(&finding.message), place.join(", "));
            write!(out, "{}", escaped(&told))?;
        }
        let asks = if rule.is_of_file() { format!("rule: {}\n", rule.summary) } else { String::new() };
        let told = format!("{asks}why: {}\nfix: {}\nsee: {}\n", rule.why, rule.remedy, rule.source);
        writeln!(out, "{}{end}", escaped(&told))?;
        writeln!(out, "    </testcase>")
    }
}

/// Text in XML, without the characters that XML cannot have.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(char),
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            char if char.is_control() => out.extend(char.escape_unicode()),
            char => out.push(char),
        }
    }
    out
}
