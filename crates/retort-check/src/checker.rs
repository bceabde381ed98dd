//! The checker: the rules that were asked for, run over a session.

use std::collections::HashMap;

use retort_core::{Oddity, Reading, Revision};

use crate::finding::{Finding, Limit};
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
        Self { rules, index, profiles: profiles.to_vec(), grades, revision: None, advises: true }
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
        let mut all = Self { revision: self.revision, advises: self.advises, ..Self::new(&profiles) };
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
        let (mut list, mut limit) = (Vec::new(), Limit::default());
        self.index.check_loose(session, loose, &mut list);
        for exchange in session.exchanges() {
            let from = list.len();
            self.index.check_exchange(&exchange, &mut list);
            limit.apply(&mut list, from);
        }
        for call in session.calls() {
            let from = list.len();
            // The envelope lists what was met in the message and on the way to the payload.
            self.index.check_call(&call, call.envelope().metadata.oddities.iter(), &mut list);
            limit.apply(&mut list, from);
        }
        for tool in &session.tools {
            let from = list.len();
            self.index.check_tool(session, tool, &mut list);
            limit.apply(&mut list, from);
        }
        self.index.check_together(session, &mut list);
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

/// What the answers of one tool have in common is one thing to mend: the first is told, and the others are counted.
fn fold(list: Vec<Finding>) -> Vec<Finding> {
    let mut first: HashMap<(&str, Severity, String, String, Option<String>), usize> = HashMap::new();
    let mut folded: Vec<Finding> = Vec::with_capacity(list.len());
    for finding in list {
        let tool = finding.subject.clone().filter(|_| matches!(finding.rule.check, Check::Call(_) | Check::Shape(_)));
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
