//! Commands of GitHub's workflows: a line for each finding, which GitHub shows beside the file.

use std::io::{self, Write};

use retort_core::printable;

use super::Report;
use super::place::{self, Places};
use crate::rule::Severity;

pub(super) fn write(report: &Report, out: &mut impl Write) -> io::Result<()> {
    for source in &report.sources {
        let mut places = Places::of(source);
        for finding in &source.findings {
            let rule = finding.rule;
            let mut properties: Vec<(&str, String)> = Vec::new();
            if source.file.is_some() {
                properties.push(("file", source.name.clone()));
            }
            if let Some(region) = places.region(finding) {
                properties.push(("line", region.start.line.to_string()));
                properties.push(("endLine", region.end.line.to_string()));
                // GitHub refuses columns for a place of several lines.
                if region.start.line == region.end.line {
                    properties.push(("col", region.start.column.to_string()));
                    properties.push(("endColumn", region.end.column.to_string()));
                }
            }
            properties.push(("title", format!("{} {}", rule.id, rule.name)));
            let mut words = vec![printable(&finding.message)];
            let about = finding.subject.as_deref().map(printable);
            let about: Vec<String> = about.into_iter().chain([place::breadcrumb(finding)]).collect();
            let about: Vec<String> = about.into_iter().filter(|part| !part.is_empty()).collect();
            if !about.is_empty() {
                words.push(format!("at: {}", about.join(", ")));
            }
            if finding.times > 1 {
                words.push(format!("{} times", finding.times));
            }
            words.extend(rule.is_of_file().then(|| format!("rule: {}", rule.summary)));
            words.push(format!("fix: {}", rule.remedy));
            command(out, command_for(finding.severity), &properties, &words.join("\n"))?;
        }
        for note in &source.notes {
            command(out, "notice", &[("title", source.name.clone())], &printable(note))?;
        }
    }
    for entry in &report.stale {
        let message = format!("the baseline accepts {entry}, which is no longer found: take it out");
        command(out, "error", &[("title", "stale baseline".to_owned())], &message)?;
    }
    writeln!(out, "{}", report.summary())
}

fn command_for(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Hint => "notice",
    }
}

fn command(out: &mut impl Write, name: &str, properties: &[(&str, String)], message: &str) -> io::Result<()> {
    let list: Vec<String> = properties.iter().map(|(key, value)| format!("{key}={}", property(value))).collect();
    writeln!(out, "::{name} {}::{}", list.join(","), data(message))
}

/// A message as a command has it.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A property as a command has it.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
