//! SARIF 2.1.0, which code scanning reads. What was checked live has no file, so its places are logical ones only.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::{self, Write};

use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};

use super::json::write_json;
use super::place::{Places, Region};
use super::{Accepted, Checked, Report};
use crate::finding::Finding;
use crate::rule::{Rule, Severity};

const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

pub(super) fn write(report: &Report, out: &mut impl Write) -> io::Result<()> {
    let mut rules: Vec<&'static Rule> = report.rules.clone();
    let mut indexes: HashMap<&'static str, usize> = rules.iter().enumerate().map(|(at, rule)| (rule.id, at)).collect();
    for finding in report.findings() {
        indexes.entry(finding.rule.id).or_insert_with(|| {
            rules.push(finding.rule);
            rules.len() - 1
        });
    }
    let notes: Vec<Value> = report
        .sources
        .iter()
        .flat_map(|source| {
            source.notes.iter().map(move |note| notification("note", &format!("{}: {note}", source.name)))
        })
        .collect();
    let stale: Vec<Value> = report
        .stale
        .iter()
        .map(|entry| {
            notification("error", &format!("the baseline accepts {entry}, which is no longer found: take it out"))
        })
        .collect();
    let log = Log {
        schema: SCHEMA,
        version: "2.1.0",
        runs: [Run {
            tool: json!({ "driver": {
                "name": "retort",
                "version": env!("CARGO_PKG_VERSION"),
                "informationUri": env!("CARGO_PKG_REPOSITORY"),
                "rules": rules.into_iter().map(descriptor).collect::<Vec<Value>>(),
            } }),
            column_kind: "unicodeCodePoints",
            invocations: json!([{
                "executionSuccessful": true,
                "toolExecutionNotifications": notes,
                "toolConfigurationNotifications": stale,
            }]),
            results: Results { report, indexes },
        }],
    };
    write_json(&log, out)
}

#[derive(Serialize)]
struct Log<'a> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run<'a>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Run<'a> {
    tool: Value,
    column_kind: &'static str,
    invocations: Value,
    results: Results<'a>,
}

/// The findings, each made when it is written: there may be very many.
struct Results<'a> {
    report: &'a Report,
    indexes: HashMap<&'static str, usize>,
}

impl Serialize for Results<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut seen: HashMap<u64, u32> = HashMap::new();
        let mut results = serializer.serialize_seq(None)?;
        for source in &self.report.sources {
            let mut places = Places::of(source);
            for finding in &source.findings {
                let index = self.indexes.get(finding.rule.id).copied().unwrap_or_default();
                let known = Accepted::of(&source.name, finding);
                // Several findings may be known by the same: they are told apart by their order.
                let mut numbered = |fingerprint: u64| {
                    let count = seen.entry(fingerprint).and_modify(|count| *count += 1).or_insert(1);
                    format!("{fingerprint:016x}:{count}")
                };
                let prints = json!({
                    "retort/v1": numbered(known.place().fingerprint()),
                    "retort/v2": numbered(known.fingerprint()),
                });
                let mut result = result(source, finding, places.region(finding).as_ref());
                result.insert("ruleIndex".to_owned(), json!(index));
                result.insert("partialFingerprints".to_owned(), prints);
                results.serialize_element(&result)?;
            }
        }
        results.end()
    }
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Hint => "note",
    }
}

fn notification(level: &str, text: &str) -> Value {
    json!({ "level": level, "message": { "text": text } })
}

fn descriptor(rule: &'static Rule) -> Value {
    let mut descriptor = json!({
        "id": rule.id,
        "name": rule.name,
        "shortDescription": { "text": rule.summary },
        "fullDescription": { "text": rule.why },
        "help": {
            "text": format!("{} {}", rule.why, rule.remedy),
            "markdown": super::reference::section(rule, 1),
        },
        "defaultConfiguration": { "level": level(rule.severity) },
        "properties": {
            "tags": rule.profiles.iter().map(|profile| profile.name()).collect::<Vec<_>>(),
            "source": rule.source,
            "fixable": rule.fix.is_some(),
            "safety": rule.fix.map(|fix| fix.safety.name()),
        },
    });
    if let (true, Some(members)) = (rule.source.starts_with("https://"), descriptor.as_object_mut()) {
        members.insert("helpUri".to_owned(), json!(rule.source));
    }
    descriptor
}

fn result(source: &Checked, finding: &Finding, region: Option<&Region>) -> Map<String, Value> {
    let mut location = Map::new();
    if source.file.is_some() {
        let mut physical = json!({ "artifactLocation": { "uri": uri(&source.name) } });
        if let (Some(region), Some(members)) = (region, physical.as_object_mut()) {
            members.insert("region".to_owned(), region_json(region));
        }
        location.insert("physicalLocation".to_owned(), physical);
    }
    let subject = finding.subject.as_deref().unwrap_or("session");
    let within = finding.within.as_deref().map(|within| format!("#{within}")).unwrap_or_default();
    location.insert(
        "logicalLocations".to_owned(),
        json!([
            { "name": subject, "fullyQualifiedName": format!("{}/{subject}", source.name), "kind": "function" },
            { "name": format!("{}{within}", finding.pointer), "kind": "value" },
        ]),
    );
    let mut result = Map::new();
    result.insert("ruleId".to_owned(), json!(finding.rule.id));
    result.insert("level".to_owned(), json!(level(finding.severity)));
    result.insert("message".to_owned(), json!({ "text": finding.message }));
    result.insert("locations".to_owned(), json!([location]));
    result.insert("occurrenceCount".to_owned(), json!(finding.times.max(1)));
    let properties = json!({
        "messageIndex": finding.at,
        "pointer": finding.pointer,
        "within": finding.within,
        "remedy": finding.rule.remedy,
    });
    result.insert("properties".to_owned(), properties);
    result
}

fn region_json(region: &Region) -> Value {
    json!({
        "startLine": region.start.line,
        "startColumn": region.start.column,
        "endLine": region.end.line,
        "endColumn": region.end.column,
        "byteOffset": region.bytes.start,
        "byteLength": region.bytes.len(),
    })
}

/// The URI of a file: relative where its name is.
pub(super) fn uri(name: &str) -> String {
    let path = name.replace('\\', "/");
    let path = path.strip_prefix("./").unwrap_or(&path);
    let mut uri = String::new();
    let has_drive =
        path.as_bytes().get(1) == Some(&b':') && path.starts_with(|first: char| first.is_ascii_alphabetic());
    if path.starts_with('/') {
        uri.push_str("file://");
    } else if has_drive {
        uri.push_str("file:///");
    }
    for (index, byte) in path.bytes().enumerate() {
        let plain = byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~' | b'/');
        if plain || (has_drive && index == 1) {
            uri.push(char::from(byte));
        } else {
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    uri
}
