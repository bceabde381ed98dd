//! Reports: what was checked and what was found, told to people and to machines.
//!
//! A [`Report`] holds one [`Checked`] for each file or server. [`Report::write`] tells it in a [`Format`]; a
//! [`Baseline`] takes out what was accepted before.

mod baseline;
mod excerpt;
mod github;
mod json;
mod junit;
mod place;
mod reference;
mod sarif;
mod text;

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;
use std::io::{self, Write};
use std::str::FromStr;

pub use baseline::{Accepted, Baseline, BaselineError};
pub use reference::{rule_markdown, rules_json, rules_markdown, rules_text};

use retort_core::{UnknownName, counted};

use self::place::File;
use crate::finding::Finding;
use crate::rule::{Rule, Severity};
use crate::session::Session;

/// How a report is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// For people.
    #[default]
    Text,
    /// For programs: the form that `docs/check-report.schema.json` describes.
    Json,
    /// SARIF 2.1.0, for code scanning.
    Sarif,
    /// JUnit XML, for test reports.
    Junit,
    /// Commands of GitHub's workflows, which become annotations.
    Github,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 5] = [Self::Text, Self::Json, Self::Sarif, Self::Junit, Self::Github];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Json => "json",
            Self::Sarif => "sarif",
            Self::Junit => "junit",
            Self::Github => "github",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Format {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        let found = Self::ALL.into_iter().find(|format| format.name() == name);
        found.ok_or_else(|| UnknownName::new("format", name, Self::ALL.map(Self::name)))
    }
}

/// How a report for people looks; the other formats have one look only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Whether it is coloured.
    pub color: bool,
    /// How many columns it may take.
    pub width: usize,
}

impl Default for Look {
    fn default() -> Self {
        Self { color: false, width: 80 }
    }
}

/// One file or server that was checked.
#[derive(Debug)]
#[non_exhaustive]
pub struct Checked {
    /// The name of the file, or of the server.
    pub name: String,
    /// What was said.
    pub session: Session,
    /// What is wrong with it.
    pub findings: Vec<Finding>,
    /// What else there is to say: what was not called, and why.
    pub notes: Vec<String>,
    /// Advice that was asked not to be told.
    hidden: Vec<Finding>,
    /// The file, where it is one.
    file: Option<File>,
}

impl Checked {
    /// What was said under a name, and what was found in it.
    pub fn new(name: impl Into<String>, session: Session, findings: Vec<Finding>) -> Self {
        Self { name: name.into(), session, findings, notes: Vec::new(), hidden: Vec::new(), file: None }
    }

    /// The text of the file, where it is one and holds text.
    pub fn text(&self) -> Option<Cow<'_, str>> {
        Some(String::from_utf8_lossy(&self.file.as_ref()?.bytes))
    }

    /// The name is that of a file, and these are its bytes: findings then have lines and columns.
    #[must_use]
    pub fn in_file(mut self, bytes: impl Into<Vec<u8>>) -> Self {
        self.file = Some(File::of(bytes.into()));
        self
    }

    /// Adds a note.
    #[must_use]
    pub fn with_note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// How many answers there are.
    fn responses(&self) -> usize {
        self.session.exchanges().count()
    }

    /// The tools that were called; where the server lists its tools, a name that it does not have is none.
    fn tools(&self) -> HashSet<String> {
        let is_listed = |name: &String| self.session.tools.is_empty() || self.session.tool(name).is_some();
        self.session.calls().filter_map(|call| call.tool).filter(is_listed).collect()
    }
}

/// How much was found, and in how much.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counts {
    /// Errors, those that were only counted included.
    pub errors: u64,
    /// Warnings, in the same way.
    pub warnings: u64,
    /// Hints, in the same way.
    pub hints: u64,
    /// Hints that are not told.
    pub hidden: u64,
    /// The answers that were looked at.
    pub responses: usize,
    /// The tools that gave them.
    pub tools: usize,
}

impl Counts {
    /// How many findings there are of a severity.
    pub fn of(self, severity: Severity) -> u64 {
        match severity {
            Severity::Error => self.errors,
            Severity::Warning => self.warnings,
            Severity::Hint => self.hints,
        }
    }

    /// How many findings there are.
    pub fn findings(self) -> u64 {
        self.errors + self.warnings + self.hints
    }
}

/// What was checked, and what was found.
///
/// ```
/// use retort_check::{Checked, Checker, Format, Look, Profile, Report};
///
/// let checker = Checker::new(&[Profile::Mcp]);
/// let sent = r#"{"id": 1, "result": {"content": [{"type": "text", "text": "hello"}]}}"#;
/// let (session, findings) = checker.check(retort_core::read(sent));
///
/// let mut report = Report::new(checker.rules().iter().copied());
/// report.add(Checked::new("answer.json", session, findings).in_file(sent));
/// assert!(report.has_failed());
///
/// let mut text = Vec::new();
/// report.write(Format::Text, &mut text, Look::default())?;
/// assert!(String::from_utf8_lossy(&text).contains("answer.json:1:1"));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct Report {
    /// The files and servers, in the order in which they were checked.
    pub sources: Vec<Checked>,
    /// The rules that they were checked against.
    pub rules: Vec<&'static Rule>,
    /// From this severity on, findings make the check fail.
    pub fail_on: Severity,
    /// How many findings a baseline took out.
    pub accepted: u64,
    /// The entries of a baseline that match nothing any more. One is enough to make the check fail.
    pub stale: Vec<Accepted>,
}

impl Report {
    /// An empty report of a check against these rules.
    pub fn new(rules: impl IntoIterator<Item = &'static Rule>) -> Self {
        Self {
            sources: Vec::new(),
            rules: rules.into_iter().collect(),
            fail_on: Severity::Hint,
            accepted: 0,
            stale: Vec::new(),
        }
    }

    /// Lets only findings of this severity and graver ones make the check fail.
    #[must_use]
    pub fn failing_on(mut self, severity: Severity) -> Self {
        self.fail_on = severity;
        self
    }

    /// Tells no hints, and only how many there are.
    #[must_use]
    pub fn without_hints(mut self) -> Self {
        for source in &mut self.sources {
            let is_hint = |finding: &mut Finding| finding.severity == Severity::Hint;
            source.hidden.extend(source.findings.extract_if(.., is_hint));
        }
        self
    }

    /// Adds a file or server.
    pub fn add(&mut self, checked: Checked) {
        self.sources.push(checked);
    }

    /// Everything that was found.
    pub fn findings(&self) -> impl Iterator<Item = &Finding> {
        self.sources.iter().flat_map(|source| &source.findings)
    }

    /// Whether the check failed: a finding is grave enough, or the baseline is stale.
    pub fn has_failed(&self) -> bool {
        !self.stale.is_empty() || self.findings().any(|finding| self.fails(finding))
    }

    fn fails(&self, finding: &Finding) -> bool {
        finding.severity >= self.fail_on
    }

    /// How much was found, and in how much.
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        for finding in self.findings() {
            let times = u64::from(finding.times.max(1));
            match finding.severity {
                Severity::Error => counts.errors += times,
                Severity::Warning => counts.warnings += times,
                Severity::Hint => counts.hints += times,
            }
        }
        let mut tools = HashSet::new();
        for source in &self.sources {
            counts.hidden += source.hidden.iter().map(|finding| u64::from(finding.times.max(1))).sum::<u64>();
            counts.responses += source.responses();
            tools.extend(source.tools());
        }
        counts.tools = tools.len();
        counts
    }

    /// Writes the report.
    ///
    /// # Errors
    /// When `out` cannot be written to.
    pub fn write(&self, format: Format, out: &mut impl Write, look: Look) -> io::Result<()> {
        match format {
            Format::Text => text::write(self, out, look),
            Format::Json => json::write(self, out),
            Format::Sarif => sarif::write(self, out),
            Format::Junit => junit::write(self, out),
            Format::Github => github::write(self, out),
        }
    }

    /// What was found, in one line.
    pub fn summary(&self) -> String {
        let counts = self.counts();
        let responses = counted(counts.responses, "response");
        let found = if counts.findings() == 0 && self.stale.is_empty() {
            let rules = counted(self.rules.len(), "rule");
            format!("all is well: {responses} checked against {rules}")
        } else {
            let found = Severity::ALL.into_iter().filter(|severity| counts.of(*severity) > 0);
            let found: Vec<String> = found.map(|severity| counted(counts.of(severity), severity.name())).collect();
            let found = if found.is_empty() { "nothing new".to_owned() } else { found.join(", ") };
            let tools = if counts.tools > 0 { format!(" of {}", counted(counts.tools, "tool")) } else { String::new() };
            format!("{found} in {responses}{tools}")
        };
        let mut parts = vec![found];
        if counts.hidden > 0 {
            parts.push(format!("{} with --pedantic", counted(counts.hidden, "hint")));
        }
        if self.accepted > 0 {
            parts.push(format!("{} accepted by the baseline", self.accepted));
        }
        match self.stale.len() {
            0 => {}
            count => parts.push(format!("{} of the baseline no longer needed", counted(count, "entry"))),
        }
        parts.join("; ")
    }
}

#[cfg(test)]
mod tests;
