//! Findings: breaches of rules, each with its place.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use retort_core::Raw;

use crate::rule::{Profile, Rule, Severity};

/// One breach of a rule.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Finding {
    /// The rule.
    pub rule: &'static Rule,
    /// How grave it is.
    pub severity: Severity,
    /// What is wrong here, in one sentence.
    pub message: String,
    /// The message of the session that it is in, counted from 0; `None` where it is about the whole.
    pub at: Option<usize>,
    /// The tool that it is about, or the method.
    pub subject: Option<String>,
    /// The JSON pointer to the place in that message.
    pub pointer: String,
    /// Where the place is a text that holds JSON: the JSON pointer inside it.
    pub within: Option<String>,
    /// Where the place is a part of a text: which bytes of it.
    pub part: Option<Range<usize>>,
    /// How often it was met, where only the first places are listed.
    pub times: u32,
    /// Where it is about a call that failed: what the server said of the failure, without ids, times and numbers. Two failures
    /// of one tool are two things to mend.
    pub failure: Option<Arc<str>>,
}

/// How many breaches of one rule are listed for a whole session; further ones are counted.
pub(crate) const MOST_LISTED: usize = 10_000;

/// All findings of a session may take so many bytes, where nobody says; further ones are counted.
pub(crate) const MOST_BYTES: usize = 1 << 26;

/// Collects the breaches of one rule in one message.
pub struct Findings<'a> {
    pub(crate) rule: &'static Rule,
    pub(crate) severity: Severity,
    /// The profile that asks for the rule, where that is one alone.
    pub(crate) only: Option<Profile>,
    pub(crate) at: Option<usize>,
    pub(crate) subject: Option<&'a str>,
    pub(crate) list: &'a mut Vec<Finding>,
    /// Where the breaches of this rule in this message start.
    pub(crate) from: usize,
    /// How many of them are listed; further ones are counted.
    pub(crate) most: usize,
}

impl Findings<'_> {
    /// Whether a profile asks for it that is not for every server.
    pub(crate) fn is_of_family(&self) -> bool {
        self.only != Some(Profile::Mcp)
    }

    /// From here on, what is found is mere advice.
    pub fn soften(&mut self) {
        self.severity = Severity::Hint;
        // Advice is counted apart.
        self.from = self.list.len();
    }

    /// A breach at a place.
    pub fn add(&mut self, pointer: impl Into<String>, message: impl Into<String>) {
        self.put(pointer.into(), None, message.into(), 1);
    }

    /// A breach at a place inside a text that holds JSON.
    pub fn add_within(&mut self, pointer: impl Into<String>, within: impl Into<String>, message: impl Into<String>) {
        self.put(pointer.into(), Some(within.into()), message.into(), 1);
    }

    /// A breach in a part of a text: `part` are bytes of the string that the pointer names.
    pub fn add_part(&mut self, pointer: impl Into<String>, part: Range<usize>, message: impl Into<String>) {
        let before = self.list.len();
        self.put(pointer.into(), None, message.into(), 1);
        if let Some(added) = self.list.get_mut(before) {
            added.part = Some(part);
        }
    }

    /// A breach in another message of the session.
    pub fn add_at(&mut self, at: usize, subject: Option<&str>, pointer: impl Into<String>, message: impl Into<String>) {
        if self.list.len() - self.from >= self.most {
            return self.count(1);
        }
        let finding = Finding {
            rule: self.rule,
            severity: self.severity,
            message: message.into(),
            at: Some(at),
            subject: subject.map(String::from),
            pointer: pointer.into(),
            within: None,
            part: None,
            times: 1,
            failure: None,
        };
        self.list.push(finding);
    }

    pub(crate) fn put(&mut self, pointer: String, within: Option<String>, message: String, times: u32) {
        if self.list.len() - self.from >= self.most {
            return self.count(times);
        }
        let (rule, severity, at) = (self.rule, self.severity, self.at);
        let subject = self.subject.map(String::from);
        let (part, failure) = (None, None);
        self.list.push(Finding { rule, severity, message, at, subject, pointer, within, part, times, failure });
    }

    /// Counts a breach with the last that is listed.
    fn count(&mut self, times: u32) {
        if let Some(last) = self.list.last_mut() {
            last.times = last.times.saturating_add(times);
        }
    }
}

impl Finding {
    /// About how many bytes it takes.
    fn size(&self) -> usize {
        let texts = [Some(&self.message), self.subject.as_ref(), Some(&self.pointer), self.within.as_ref()];
        size_of::<Self>() + texts.into_iter().flatten().map(|text| text.len() + 16).sum::<usize>()
    }
}

/// Findings as they come: those of a session, which are too many at some point and are then only counted, or those that a
/// repairer needs, which looks at the places that follow a few by itself.
pub(crate) struct Found {
    pub(crate) list: Vec<Finding>,
    limit: Option<Limit>,
}

/// How many breaches of one rule in one message a repairer is given.
const MOST_REPAIRED: usize = 5;

struct Limit {
    /// How many of a rule are listed, and which was the last.
    listed: HashMap<&'static str, (usize, usize)>,
    /// How many bytes the list may still take.
    left: usize,
}

impl Found {
    /// What is found in a session: so many bytes of it at most are listed.
    pub(crate) fn listing(bytes: usize) -> Self {
        Self { list: Vec::new(), limit: Some(Limit { listed: HashMap::new(), left: bytes }) }
    }

    /// What is found in one message: the first few of each rule.
    pub(crate) fn first() -> Self {
        Self { list: Vec::new(), limit: None }
    }

    /// How many breaches of a rule in one message are worth listing.
    pub(crate) fn most(&self) -> usize {
        let of = |limit: &Limit| (limit.left / size_of::<Finding>()).clamp(1, MOST_LISTED);
        self.limit.as_ref().map_or(MOST_REPAIRED, of)
    }

    /// Looks at what was found from a place in the list on. What is too much is counted with the last that stays; of each rule
    /// one stays, whatever it takes.
    pub(crate) fn settle(&mut self, from: usize) {
        let (Some(limit), list) = (&mut self.limit, &mut self.list) else { return };
        for finding in list.split_off(from.min(list.len())) {
            let size = finding.size();
            let (count, latest) = limit.listed.entry(finding.rule.id).or_default();
            let is_full = *count >= MOST_LISTED || *count > 0 && size > limit.left;
            if let Some(last) = list.get_mut(*latest).filter(|_| is_full) {
                last.times = last.times.saturating_add(finding.times);
            } else {
                limit.left = limit.left.saturating_sub(size);
                (*count, *latest) = (*count + 1, list.len());
                list.push(finding);
            }
        }
    }
}

/// A value in a sentence: short, on one line.
pub fn quoted(value: &Raw) -> String {
    shortened(value.as_str())
}

/// A text in a sentence: short, on one line.
pub fn shortened(text: &str) -> String {
    const LONGEST_QUOTE: usize = 60;
    let plain: String =
        text.chars().map(|char| if char.is_control() { ' ' } else { char }).take(LONGEST_QUOTE + 1).collect();
    if plain.chars().count() > LONGEST_QUOTE {
        plain.chars().take(LONGEST_QUOTE).chain(['…']).collect()
    } else {
        plain
    }
}
