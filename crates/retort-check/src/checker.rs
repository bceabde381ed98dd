//! The checker: the rules that were asked for, run over a session.

use std::collections::HashMap;

use retort_core::{Oddity, OddityKind, Pointer, Raw, Reading, Revision, read};

use crate::call::Call;
use crate::finding::{Finding, Findings, shortened};
use crate::rule::{Check, Profile, Rule, Severity};
use crate::rules;
use crate::session::Session;
use crate::tree::Tree;

/// How often a message is repaired and looked at again.
const MOST_PASSES: usize = 8;

/// The rules that were asked for.
#[derive(Clone, Debug)]
pub struct Checker {
    rules: Vec<&'static Rule>,
    profiles: Vec<Profile>,
    revision: Option<Revision>,
    advises: bool,
}

/// A rule, and how grave a breach of it is in this check.
#[derive(Clone, Copy)]
struct Held {
    rule: &'static Rule,
    severity: Severity,
    /// Whether it is held only because it is a rule for every server.
    for_all: bool,
}

impl Checker {
    /// All rules of some profiles, but for those that one of them overrules.
    pub fn new(profiles: &[Profile]) -> Self {
        let belongs = |rule: &&Rule| {
            let is_asked = rule.profiles.iter().any(|profile| profiles.contains(profile));
            is_asked && !profiles.iter().any(|profile| profile.overrules().contains(&rule.id))
        };
        let rules = rules::all().filter(belongs).collect();
        Self { rules, profiles: profiles.to_vec(), revision: None, advises: true }
    }

    /// Holds sessions to this revision, whatever they say.
    #[must_use]
    pub fn at_revision(mut self, revision: Revision) -> Self {
        self.revision = Some(revision);
        self
    }

    /// Leaves out what is mere advice.
    #[must_use]
    pub fn without_advice(mut self) -> Self {
        self.advises = false;
        self
    }

    /// Keeps only the rules that `keep` wants.
    #[must_use]
    pub fn filtered(mut self, keep: impl Fn(&Rule) -> bool) -> Self {
        self.rules.retain(|rule| keep(rule));
        self
    }

    /// The rules that are checked.
    pub fn rules(&self) -> &[&'static Rule] {
        &self.rules
    }

    /// Everything that is wrong with what was read.
    pub fn check(&self, reading: Reading) -> (Session, Vec<Finding>) {
        let loose = reading.oddities.clone();
        let mut session = Session::of(reading, Revision::NEWEST_WITH_INITIALIZE);
        if let Some(revision) = self.revision {
            session.revision = revision;
        }
        let findings = self.check_session(&session, &loose);
        (session, findings)
    }

    /// Everything that is wrong with a session; `loose` is what the reader noted and no message has.
    pub fn check_session(&self, session: &Session, loose: &[Oddity]) -> Vec<Finding> {
        let held = self.rules.iter().copied().filter(|rule| rule.revisions.contains(&session.revision));
        let rules: Vec<Held> = held.map(|rule| self.held(rule)).collect();
        let mut list = Vec::new();
        report(&rules, loose.iter(), None, None, None, &mut list);
        for exchange in session.exchanges() {
            let subject = exchange.subject();
            if !Call::is(&exchange) {
                // What answers another method has a shape of its own, such as the content of a sampled message.
                let is_known = exchange.method.is_some();
                let of_others = |oddity: &&Oddity| !is_known || !of_tool_results(oddity.kind);
                let oddities = exchange.message.oddities.iter().filter(of_others);
                report(&rules, oddities, Some(exchange.at), exchange.message.batch, subject.as_deref(), &mut list);
            }
            for held in &rules {
                if let Check::Exchange(check) = held.rule.check {
                    check(&exchange, &mut findings(held, Some(exchange.at), subject.as_deref(), &mut list));
                }
            }
        }
        for call in session.calls() {
            // What somebody else wrote is not the server's wording.
            let own = |held: &&Held| !held.for_all || !is_about_wording(held.rule.id) || !call.hands_on();
            for held in rules.iter().filter(own) {
                if let Check::Call(check) = held.rule.check {
                    check(&call, &mut findings(held, Some(call.exchange.at), call.tool.as_deref(), &mut list));
                }
            }
            // The envelope lists what was met in the message and on the way to the payload.
            let (at, batch, subject) = (Some(call.exchange.at), call.exchange.message.batch, call.tool.as_deref());
            let rules: Vec<Held> = rules.iter().filter(own).copied().collect();
            let is_own = |oddity: &&Oddity| oddity.within.is_none() || !call.hands_on();
            let oddities = call.envelope().metadata.oddities.iter();
            if self.profiles == [Profile::Mcp] {
                report(&rules, oddities.filter(is_own), at, batch, subject, &mut list);
            } else {
                report(&rules, oddities, at, batch, subject, &mut list);
            }
        }
        for tool in &session.tools {
            for held in &rules {
                if let Check::Tool(check) = held.rule.check {
                    check(tool, &mut findings(held, Some(tool.at), Some(&tool.name), &mut list));
                }
            }
        }
        for held in &rules {
            if let Check::Session(check) = held.rule.check {
                check(session, &mut findings(held, None, None, &mut list));
            }
        }
        list.retain(|finding| self.advises || finding.severity > Severity::Hint);
        list.sort_by(|a, b| (a.at, b.severity, a.rule.id).cmp(&(b.at, a.severity, b.rule.id)));
        list.dedup_by(|a, b| {
            a.rule.id == b.rule.id
                && a.at == b.at
                && a.pointer == b.pointer
                && a.within == b.within
                && a.message == b.message
        });
        fold(list)
    }

    fn held(&self, rule: &'static Rule) -> Held {
        let of_family = |profile: &Profile| *profile != Profile::Mcp && self.profiles.contains(profile);
        let for_all = !rule.profiles.iter().any(of_family);
        Held { rule, severity: rule.severity_in(&self.profiles), for_all }
    }

    /// A message with everything repaired that can be; `None` where nothing can.
    pub fn fixed(&self, message: &str) -> Option<String> {
        let mut text = message.to_owned();
        let mut changed = false;
        for _ in 0..MOST_PASSES {
            let (session, findings) = self.check(read(text.as_str()));
            if !findings.iter().any(|finding| finding.rule.fix.is_some()) {
                break;
            }
            // Where something stands around the only message, the message is what is repaired.
            let only = || match session.messages.as_slice() {
                [message] => Raw::parse(message.sent.as_str()),
                _ => None,
            };
            let Some(raw) = Raw::parse(text.as_str()).or_else(only) else { break };
            let mut tree = Tree::of(&raw);
            // From the last place to the first, so that taking one away moves none of the others.
            for finding in findings.iter().rev() {
                if let Some(fix) = finding.rule.fix {
                    fix(&mut tree, &finding.pointer);
                }
            }
            let repaired = tree.to_json();
            if repaired == text {
                break;
            }
            changed = true;
            text = repaired;
        }
        changed.then_some(text)
    }
}

/// What the answers of one tool have in common is one thing to mend: the first is told, and the others are counted.
fn fold(list: Vec<Finding>) -> Vec<Finding> {
    let mut first: HashMap<(&str, Severity, String, String, Option<String>), usize> = HashMap::new();
    let mut folded: Vec<Finding> = Vec::with_capacity(list.len());
    for finding in list {
        let tool = finding.subject.clone().filter(|_| matches!(finding.rule.check, Check::Call(_)));
        let Some(tool) = tool else {
            folded.push(finding);
            continue;
        };
        let key = (finding.rule.id, finding.severity, tool, finding.pointer.clone(), finding.within.clone());
        let told = first.get(&key).and_then(|told| folded.get_mut(*told)).filter(|told| told.at != finding.at);
        if let Some(told) = told {
            told.times = told.times.saturating_add(finding.times);
        } else {
            first.entry(key).or_insert(folded.len());
            folded.push(finding);
        }
    }
    folded
}

/// Whether only the result of a call can have such an oddity.
fn of_tool_results(kind: OddityKind) -> bool {
    kind != OddityKind::ResultTypeUnknown && (OddityKind::BarePayload..=OddityKind::ResultExtraKey).contains(&kind)
}

/// Whether a rule is about how a text is written.
fn is_about_wording(id: &str) -> bool {
    // That a file is no text, the server can tell whoever wrote it.
    let of_files = ["TXT010", "TXT011"].contains(&id);
    (id.starts_with("TXT") || id.starts_with("SAF") || ["ERR010", "SIZ005", "SIZ007"].contains(&id)) && !of_files
}

fn findings<'a>(held: &Held, at: Option<usize>, subject: Option<&'a str>, list: &'a mut Vec<Finding>) -> Findings<'a> {
    let from = list.len();
    Findings { rule: held.rule, severity: held.severity, at, subject, list, from }
}

/// Reports what the reader noted, under the rules for it.
fn report<'a>(
    rules: &[Held],
    oddities: impl Iterator<Item = &'a Oddity>,
    at: Option<usize>,
    batch: Option<usize>,
    subject: Option<&str>,
    list: &mut Vec<Finding>,
) {
    let prefix = batch.map(|index| Pointer::root().index(index));
    for oddity in oddities {
        let reports = |kind: OddityKind| move |held: &&Held| matches!(held.rule.check, Check::Oddity(of) if of == kind);
        for held in rules.iter().filter(reports(oddity.kind)) {
            let (said, value) = (oddity.kind.explanation().trim_end_matches('.'), shortened(&oddity.value));
            let message = if value.is_empty() { said.to_owned() } else { format!("{said} (here: {value})") };
            let mut found = findings(held, at, subject, list);
            // A message of a batch is shown alone, so its place in the batch says nothing there.
            let inside = prefix.as_ref().and_then(|prefix| oddity.pointer.behind(prefix));
            let pointer = inside.unwrap_or_else(|| oddity.pointer.clone());
            // What logs to standard output does so line after line, and one change mends it.
            let is_told = |told: &&mut Finding| told.rule.id == held.rule.id && told.at == at;
            let told = found.list.iter_mut().rfind(is_told).filter(|_| oddity.kind == OddityKind::LogLine);
            match told {
                Some(told) => told.times = told.times.saturating_add(oddity.times),
                None => found.put(pointer.into(), oddity.within.as_ref().map(String::from), message, oddity.times),
            }
        }
    }
}
