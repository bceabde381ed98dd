//! The checker: the rules that were asked for, run over a session.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

use retort_core::{Oddity, Reading, Revision};

use crate::call::Call;
use crate::finding::{Finding, Found, MOST_BYTES};
use crate::gist::{gist, words};
use crate::index::{Grades, Index};
use crate::profile::ProfileFile;
use crate::repair::{Repairer, Safety};
use crate::rule::{Check, Profile, Rule, Severity};
use crate::rules;
use crate::session::Session;
use crate::sieve::{LeftOut, Sifted};

/// The rules that were asked for.
#[derive(Clone, Debug)]
pub struct Checker {
    rules: Vec<&'static Rule>,
    index: Index,
    profiles: Vec<Profile>,
    grades: Grades,
    revision: Option<Revision>,
    advises: bool,
    most_bytes: usize,
}

impl Checker {
    /// All rules of some profiles, but for those that one of them overrules.
    pub fn new(profiles: &[Profile]) -> Self {
        let belongs = |rule: &&Rule| {
            let is_asked = rule.profiles.iter().any(|profile| profiles.contains(profile));
            is_asked && !profiles.iter().any(|profile| profile.overrules().contains(&rule.id))
        };
        let rules: Vec<_> = rules::all().filter(belongs).collect();
        let grades = Grades::default();
        let index = Index::of(&rules, profiles, &grades);
        Self {
            rules,
            index,
            profiles: profiles.to_vec(),
            grades,
            revision: None,
            advises: true,
            most_bytes: MOST_BYTES,
        }
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

    /// Lists findings as long as they take no more than so many bytes in all; the others are counted. One rule lists ten thousand
    /// at most.
    #[must_use]
    pub fn listing_at_most(mut self, bytes: usize) -> Self {
        self.most_bytes = bytes;
        self
    }

    /// Keeps only the rules that `keep` wants.
    #[must_use]
    pub fn filtered(mut self, keep: impl Fn(&Rule) -> bool) -> Self {
        self.rules.retain(|rule| keep(rule));
        self.index = Index::of(&self.rules, &self.profiles, &self.grades);
        self
    }

    /// Adds what profile files ask for: the profiles that they start from, their own rules, and how grave others are.
    #[must_use]
    pub fn with_files(self, files: &[ProfileFile]) -> Self {
        let mut profiles = self.profiles.clone();
        for profile in files.iter().flat_map(|file| &file.extends) {
            if !profiles.contains(profile) {
                profiles.push(*profile);
            }
        }
        let (revision, advises, most_bytes) = (self.revision, self.advises, self.most_bytes);
        let mut all = Self { revision, advises, most_bytes, ..Self::new(&profiles) };
        for file in files {
            all.grades.extend(&file.grades);
            all.rules.extend(&file.own);
        }
        let grades = all.grades.clone();
        all.filtered(|rule| grades.get(rule.id) != Some(&None))
    }

    /// The rules that are checked.
    pub fn rules(&self) -> &[&'static Rule] {
        &self.rules
    }

    /// What makes the repairs of these rules that are as safe as this, or safer.
    pub fn repairer(&self, safety: Safety) -> Repairer {
        let repairs = |rule: &&&'static Rule| rule.fix.is_some_and(|fix| fix.safety <= safety);
        let rules: Vec<_> = self.rules.iter().filter(repairs).copied().collect();
        Repairer::of(Index::of(&rules, &self.profiles, &self.grades), self.revision, self.advises, safety)
    }

    /// Everything that is wrong with what was read.
    pub fn check(&self, reading: Reading) -> (Session, Vec<Finding>) {
        self.check_sifted(Sifted { reading, left_out: LeftOut::default() })
    }

    /// Everything that is wrong with what was read of a session that may have been too long.
    pub fn check_sifted(&self, Sifted { reading, left_out }: Sifted) -> (Session, Vec<Finding>) {
        let loose = reading.oddities.clone();
        let mut session = Session::of(reading, Revision::NEWEST_WITH_INITIALIZE);
        session.is_cut = left_out.messages > 0;
        if let Some(revision) = self.revision {
            session.revision = revision;
        }
        let findings = self.check_session(&session, &loose);
        (session, findings)
    }

    /// Everything that is wrong with a session; `loose` is what the reader noted and no message has.
    pub fn check_session(&self, session: &Session, loose: &[Oddity]) -> Vec<Finding> {
        let mut found = Found::listing(self.most_bytes);
        self.index.check_loose(session, loose, &mut found);
        for exchange in session.exchanges() {
            let noted = exchange.message.oddities_up_to(found.most());
            self.index.check_exchange(&exchange, &noted, &mut found);
        }
        for call in session.calls() {
            let from = found.list.len();
            let noted = call.exchange.message.oddities_up_to(found.most());
            // The envelope lists what was met in the message, and then what was met on the way to the payload.
            let known = call.exchange.message.oddities.len();
            let on_the_way = call.envelope().metadata.oddities.iter().skip(known);
            self.index.check_call(&call, noted.iter().chain(on_the_way), &mut found);
            let failure = failure_of(&call);
            for finding in found.list.iter_mut().skip(from).filter(|finding| is_about_failures(finding.rule)) {
                finding.failure.clone_from(&failure);
            }
        }
        for tool in &session.tools {
            self.index.check_tool(session, tool, &mut found);
        }
        self.index.check_together(session, &mut found);
        let mut list = found.list;
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
}

/// What a call failed with, where it failed in any of the ways in which servers say so.
fn failure_of(call: &Call<'_>) -> Option<Arc<str>> {
    // Of a payload, the envelope has what is said in words.
    let said = call.envelope().error().map(|error| gist(&error.message));
    let said = said.or_else(|| call.failure().map(|(_, text)| gist(text)));
    said.filter(|said| !said.is_empty()).map(Arc::from)
}

/// Whether a rule is about what a failure says, and not about how any answer is sent.
fn is_about_failures(rule: &Rule) -> bool {
    rule.id.starts_with("ERR") || !rule.profiles.contains(&Profile::Mcp)
}

/// What the answers of one tool have in common is one thing to mend: the first is told, and the others are counted. What they say
/// differently is another thing.
fn fold(list: Vec<Finding>) -> Vec<Finding> {
    let hasher = RandomState::new();
    let mut first: HashMap<u64, usize> = HashMap::new();
    let mut folded: Vec<Finding> = Vec::with_capacity(list.len());
    for finding in list {
        let tool = finding.subject.as_ref().filter(|_| matches!(finding.rule.check, Check::Call(_) | Check::Shape(_)));
        let Some(tool) = tool else {
            folded.push(finding);
            continue;
        };
        let place = (&finding.pointer, &finding.within);
        let said = (words(&finding.message), &finding.failure);
        let key = hasher.hash_one((finding.rule.id, finding.severity, tool, place, said));
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
