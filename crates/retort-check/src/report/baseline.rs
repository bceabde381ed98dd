//! A baseline: findings that were accepted, so that only new ones make a check fail. An entry that matches nothing
//! any more is stale and makes it fail too, or the list would only ever grow.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt;
use std::io::{self, Write};

use retort_core::printable;
use serde::{Deserialize, Serialize};

use super::Report;
use super::json::write_json;
use crate::finding::Finding;
use crate::gist::words;
use crate::plain::in_plain_words;
use crate::rule::Rule;

/// The version of the file's form.
const VERSION: u32 = 1;

/// What a finding is known by from one check to the next: the rule, where it is, and what is said there. The message that it was
/// in, places in lists, and ids, times and numbers change from run to run and do not count.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Accepted {
    /// The id of the rule.
    pub rule: String,
    /// The file or server.
    pub source: String,
    /// The tool or method.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subject: Option<String>,
    /// The JSON pointer to the place, with `*` for each index.
    #[serde(default)]
    pub pointer: String,
    /// The same inside a text that holds JSON.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<String>,
    /// What the finding says, in the words of its rule. An entry without it, as earlier versions wrote them, accepts whatever is
    /// said at its place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub says: Option<String>,
    /// What the call failed with, where it is about one that failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
}

impl Accepted {
    /// What a finding in a source is known by.
    pub(super) fn of(source: &str, finding: &Finding) -> Self {
        let source = source.replace('\\', "/");
        Self {
            rule: finding.rule.id.to_owned(),
            source: source.strip_prefix("./").unwrap_or(&source).to_owned(),
            subject: finding.subject.clone(),
            pointer: generalised(&finding.pointer),
            within: finding.within.as_deref().map(generalised),
            says: Some(words(&finding.message)),
            failure: finding.failure.as_deref().map(String::from),
        }
    }

    /// The same place, whatever is said there.
    pub(super) fn place(&self) -> Self {
        Self { says: None, failure: None, ..self.clone() }
    }

    /// A number that is the same in every run and on every machine.
    pub(super) fn fingerprint(&self) -> u64 {
        let none = "\u{1}";
        let subject = self.subject.as_deref().unwrap_or(none);
        let within = self.within.as_deref().unwrap_or(none);
        let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
        // A place has the number that it had before its words counted.
        let said = self.says.as_deref().into_iter().chain(self.failure.as_deref());
        for field in [self.rule.as_str(), &self.source, subject, &self.pointer, within].into_iter().chain(said) {
            for byte in field.bytes().chain([0]) {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
        }
        hash
    }
}

impl fmt::Display for Accepted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in {}", printable(&self.rule), printable(&self.source))?;
        if let Some(subject) = &self.subject {
            write!(f, ", {}", printable(subject))?;
        }
        if !self.pointer.is_empty() {
            write!(f, ", at {}", printable(&self.pointer))?;
        }
        if let Some(within) = self.within.as_deref().filter(|within| !within.is_empty()) {
            write!(f, " and in its JSON at {}", printable(within))?;
        }
        for said in self.says.iter().chain(&self.failure) {
            write!(f, ", “{}”", printable(said))?;
        }
        Ok(())
    }
}

/// The entry that accepts a finding.
fn fitting<'a>(accepted: &'a BTreeSet<Accepted>, source: &str, finding: &Finding) -> Option<&'a Accepted> {
    let wanted = Accepted::of(source, finding);
    accepted.get(&wanted).or_else(|| accepted.get(&wanted.place()))
}

/// A pointer with `*` for each index, because the place in a list changes from answer to answer.
fn generalised(pointer: &str) -> String {
    let is_index = |step: &str| !step.is_empty() && step.bytes().all(|byte| byte.is_ascii_digit());
    let steps: Vec<&str> = pointer.split('/').map(|step| if is_index(step) { "*" } else { step }).collect();
    steps.join("/")
}

/// Why a baseline could not be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BaselineError {
    /// It is not JSON of the right form.
    #[error("it is not what `retort check` writes, in line {}, column {}: {}; write it anew", .0.line(), .0.column(), in_plain_words(&.0.to_string()))]
    Form(#[from] serde_json::Error),
    /// It is of a version that this program does not know.
    #[error("it is of version {0} and this program knows version {VERSION}; write it anew")]
    Version(u32),
}

/// Findings that were accepted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Baseline {
    accepted: BTreeSet<Accepted>,
}

#[derive(Serialize, Deserialize)]
struct File {
    version: u32,
    accepted: BTreeSet<Accepted>,
}

impl Baseline {
    /// A baseline that accepts everything that a report has.
    pub fn of(report: &Report) -> Self {
        let all = report
            .sources
            .iter()
            .flat_map(|source| source.findings.iter().map(|finding| Accepted::of(&source.name, finding)));
        Self { accepted: all.collect() }
    }

    /// The entries, in order.
    pub fn entries(&self) -> impl Iterator<Item = &Accepted> {
        self.accepted.iter()
    }

    /// Reads a baseline file.
    ///
    /// # Errors
    /// When it is not one.
    pub fn read(text: &str) -> Result<Self, BaselineError> {
        let file: File = serde_json::from_str(text)?;
        if file.version == VERSION {
            Ok(Self { accepted: file.accepted })
        } else {
            Err(BaselineError::Version(file.version))
        }
    }

    /// Writes a baseline file.
    ///
    /// # Errors
    /// When `out` cannot be written to.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        write_json(&File { version: VERSION, accepted: self.accepted.clone() }, out)
    }

    /// Takes what was accepted out of a report, and notes the entries that are stale there: those that match
    /// nothing. An entry for a rule that was not checked this time is not stale, unless no such rule exists.
    pub fn apply(&self, report: &mut Report) {
        let accepted = self.renamed(&report.rules);
        let mut met = HashSet::new();
        let mut taken = 0;
        for source in &mut report.sources {
            let name = &source.name;
            source.findings.retain(|finding| {
                let Some(entry) = fitting(&accepted, name, finding) else { return true };
                met.insert(entry);
                taken += u64::from(finding.times.max(1));
                false
            });
            // What was accepted is not worth a word where it is hidden either.
            source.hidden.retain(|finding| {
                let entry = fitting(&accepted, name, finding);
                met.extend(entry);
                entry.is_none()
            });
        }
        let tried: HashSet<&str> = report.rules.iter().map(|rule| rule.id).collect();
        let known: HashSet<&str> = crate::rules::all().map(|rule| rule.id).collect();
        let is_tried = |entry: &&Accepted| tried.contains(entry.rule.as_str()) || !known.contains(entry.rule.as_str());
        let stale: Vec<Accepted> =
            accepted.iter().filter(|entry| !met.contains(entry)).filter(is_tried).cloned().collect();
        report.accepted += taken;
        report.stale.extend(stale);
    }

    /// The entries with the ids that rules have now: those that were written before a rule was renamed still count.
    fn renamed(&self, rules: &[&'static Rule]) -> Cow<'_, BTreeSet<Accepted>> {
        let known = rules.iter().copied().chain(crate::rules::all());
        let now: HashMap<&str, &str> =
            known.flat_map(|rule| rule.aliases.iter().map(|alias| (*alias, rule.id))).collect();
        if !self.accepted.iter().any(|entry| now.contains_key(entry.rule.as_str())) {
            return Cow::Borrowed(&self.accepted);
        }
        let renamed = self.accepted.iter().cloned().map(|mut entry| {
            if let Some(id) = now.get(entry.rule.as_str()) {
                (*id).clone_into(&mut entry.rule);
            }
            entry
        });
        Cow::Owned(renamed.collect())
    }
}
