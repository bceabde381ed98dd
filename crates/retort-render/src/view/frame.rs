//! The frame of a view: how it went, what the response says to a person, how much there is and how to get the
//! rest, and whatever stands beside what is shown.

use std::fmt::Write;

use retort_core::{Envelope, EnvelopeKind, Kind, OddityKind, Pagination, Raw, Status, Summary};

use super::paging::leave_out_told;
use super::{Failure, named};

/// What stands around what is shown.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Frame {
    /// What the response says about its own success.
    pub status: Option<Status>,
    /// What it says to a person.
    pub message: Option<String>,
    /// How much there is, where the response says more than its rows do.
    pub counts: Option<Counts>,
    /// What else came with it, in the order in which it was sent.
    pub beside: Vec<(String, Raw)>,
    /// The command that fetches the rest. Whoever has called the tool knows it.
    pub rest: Option<String>,
    /// What is odd about the response, by the names of the oddities.
    pub oddities: Vec<&'static str>,
    /// Which of them mean that something was lost or had to be mended: a person must not take the rest for all of it.
    pub damage: Vec<OddityKind>,
}

/// The oddities behind which something is missing, or is not what was sent.
const DAMAGE: &[OddityKind] = &[
    OddityKind::TruncatedJson,
    OddityKind::InvalidJson,
    OddityKind::TrailingData,
    OddityKind::InvalidUtf8,
    OddityKind::LoneSurrogate,
    OddityKind::InvalidEscape,
];

/// How much there is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counts {
    /// Where the first of the rows that are here stands.
    pub offset: Option<u64>,
    /// How many rows are here.
    pub returned: Option<u64>,
    /// How many there are.
    pub total: Option<u64>,
    /// Whether there are more.
    pub has_more: Option<bool>,
    /// Where the next page starts.
    pub next: Option<String>,
}

impl Counts {
    fn of(summary: Option<&Summary>, pagination: Option<&Pagination>) -> Option<Self> {
        let next = pagination.and_then(|pages| {
            let cursor = pages.next_offset.as_ref().map(|next| format!("from {next}"));
            let after = || pages.after.as_ref().map(|id| format!("after {id}"));
            let before = || pages.before.as_ref().map(|id| format!("before {id}"));
            cursor.or_else(after).or_else(before)
        });
        let has_more = pagination.and_then(|pages| pages.has_more).or_else(|| summary.and_then(|sum| sum.has_more));
        let counts = Self {
            offset: pagination.and_then(|pages| pages.offset),
            returned: summary.and_then(|summary| summary.returned),
            total: summary.and_then(|summary| summary.total),
            has_more,
            next: next.filter(|_| has_more != Some(false)),
        };
        // How many rows are here can be seen.
        let says_more = counts.total.is_some() || counts.has_more.is_some() || counts.next.is_some();
        says_more.then_some(counts)
    }

    /// Whether something is left to be fetched.
    pub fn is_partial(&self) -> bool {
        self.has_more == Some(true) || self.next.is_some()
    }

    /// It in words, such as `50 of 150, next from 50`.
    pub fn words(&self) -> String {
        let mut words = match (self.returned, self.total) {
            (Some(0) | None, Some(0)) => "none".to_owned(),
            (Some(returned), Some(total)) if returned == total => format!("all {total}"),
            (Some(returned), Some(total)) => format!("{returned} of {total}"),
            (Some(returned), None) => returned.to_string(),
            (None, Some(total)) => format!("{total} in all"),
            (None, None) => String::new(),
        };
        if let Some(offset) = self.offset.filter(|offset| *offset > 0) {
            let _ = write!(words, ", from {offset}");
        }
        match (&self.next, self.has_more) {
            (Some(next), _) => {
                let _ = write!(words, ", next {next}");
            }
            (None, Some(true)) => words.push_str(", more to come"),
            (None, Some(false)) if self.total.is_none() => words.push_str(", no more"),
            _ => {}
        }
        words.trim_start_matches(", ").to_owned()
    }
}

impl Frame {
    pub(super) fn of(envelope: &Envelope) -> Self {
        let mut beside = Vec::new();
        if let Some(rest) = envelope.metadata.rest() {
            beside.extend(rest.members().map(named));
        }
        beside.extend(envelope.extra.iter().cloned());
        beside.extend(envelope.summary.iter().flat_map(|summary| summary.extra.iter().cloned()));
        beside.extend(envelope.pagination.iter().flat_map(|pages| pages.extra.iter().cloned()));
        for (name, value) in envelope.metadata.beside() {
            match name {
                // Blocks are parts of their own.
                "blocks" => {}
                "result" | "message" if value.kind() == Kind::Object => {
                    // A recording says when each message went which way.
                    let is_recorded = name == "message" && value.get("direction").is_some();
                    let is_told = |key: &str| is_recorded && matches!(key, "time" | "direction");
                    let members = value.members().filter(|(key, value)| !is_mark(key, value) && !is_told(key));
                    beside.extend(members.map(named));
                }
                _ => beside.push((name.to_owned(), value)),
            }
        }
        let mut oddities: Vec<&'static str> =
            envelope.metadata.oddities.iter().map(|oddity| oddity.kind.id()).collect();
        oddities.sort_unstable();
        oddities.dedup();
        let is_met = |kind: &OddityKind| envelope.metadata.oddities.iter().any(|oddity| oddity.kind == *kind);
        let damage = DAMAGE.iter().copied().filter(is_met).collect();
        let is_list = matches!(envelope.kind, EnvelopeKind::List | EnvelopeKind::ToolCatalog);
        let counts = Some((envelope.summary.as_ref(), envelope.pagination.as_ref())).filter(|_| is_list);
        let counts = counts.and_then(|(summary, pagination)| Counts::of(summary, pagination));
        beside.extend(untold(envelope, is_list, counts.as_ref()));
        leave_out_told(&mut beside, envelope, counts.as_ref());
        Self {
            status: envelope.status,
            message: envelope.message.clone().filter(|message| !message.trim().is_empty()),
            counts,
            beside,
            rest: None,
            oddities,
            damage,
        }
    }

    /// Leaves out what a failure tells itself; `sent` is its message before it was taken apart.
    pub(super) fn told_by(&mut self, failure: &Failure, sent: Option<&str>) {
        self.message = self.message.take().filter(|message| *message != failure.message && Some(&**message) != sent);
        self.status = None;
        self.counts = None;
        let is_told = |key: &str, value: &Raw| {
            let is_same = |(name, detail): &(String, Raw)| name == key && detail.as_str() == value.as_str();
            failure.details.iter().any(is_same)
                || failure.hint.is_some() && failure.hint.as_deref() == value.to_text().as_deref()
        };
        self.beside.retain(|(key, value)| {
            let is_error = key == "error" && value.kind() == Kind::Object;
            !(is_told(key, value) || is_error && value.members().all(|(key, value)| is_told(&key, &value)))
        });
    }

    /// Leaves out the counts where an empty list says all that they say.
    pub(super) fn told_by_nothing(&mut self) {
        self.counts =
            self.counts.take().filter(|counts| counts.total.is_some_and(|total| total > 0) || counts.is_partial());
    }

    /// Keeps only what a text cannot say itself: not which page it is, but that there are more of them.
    pub(super) fn keep_to_counts(&mut self, envelope: &Envelope) {
        self.status = None;
        self.message = None;
        let Some(pages) = &envelope.pagination else { return };
        let counts = || Counts::of(None, Some(pages)).filter(Counts::is_partial);
        self.counts = self.counts.take().or_else(counts);
        let next = self.counts.as_ref().and_then(|counts| counts.next.as_deref());
        self.beside.retain(|(name, value)| {
            let is_next = name == "next" && next == Some(&format!("from {}", value.to_plain()));
            !is_next && !pages.extra.iter().any(|(key, _)| key == name)
        });
    }

    /// Keeps only what is odd, where the whole payload is shown.
    pub(super) fn keep_to_oddities(&mut self) {
        let Self { oddities, damage, .. } = std::mem::take(self);
        *self = Self { oddities, damage, ..Self::default() };
    }

    /// Tells the members that stand beside what is shown, in place of what the envelope makes of them.
    pub(super) fn keep_beside(&mut self, members: Option<&Raw>) {
        self.counts = None;
        self.status = None;
        self.message = None;
        let others = members.into_iter().flat_map(Raw::members).map(named);
        self.beside = others.collect();
    }

    /// What stands above everything: what the response says to a person, else how it went.
    pub(crate) fn headline(&self) -> Option<&str> {
        let word = match self.status {
            Some(Status::Success) => Some("success"),
            Some(Status::Error) => Some("this went wrong"),
            Some(Status::Partial) => Some("this went well only in part"),
            _ => None,
        };
        self.message.as_deref().or(word)
    }

    /// Whether there is nothing in it to show.
    pub fn is_empty(&self) -> bool {
        self.status.is_none() && self.message.is_none() && self.counts.is_none() && self.beside.is_empty()
    }
}

/// What an envelope says about how much there is, and its counts do not.
fn untold(envelope: &Envelope, is_list: bool, counts: Option<&Counts>) -> Vec<(String, Raw)> {
    let (summary, pages) = (envelope.summary.as_ref(), envelope.pagination.as_ref());
    let number = |value: Option<u64>| value.and_then(|value| Raw::parse(value.to_string()));
    let returned = summary.and_then(|summary| summary.returned);
    // As many as were asked for can be seen, and so can where a list starts.
    let limit = pages.and_then(|pages| pages.limit).filter(|limit| returned != Some(*limit));
    let offset = pages.and_then(|pages| pages.offset).filter(|offset| counts.is_none() && *offset > 0);
    let next = counts.and_then(|counts| counts.next.as_deref());
    let cursor = |word: &str, value: Option<String>| {
        value.filter(|value| next != Some(&format!("{word} {value}"))).map(|value| Raw::string(&value))
    };
    let told = [
        ("total", number(summary.and_then(|summary| summary.total).filter(|_| counts.is_none()))),
        ("returned", number(returned.filter(|_| !is_list))),
        ("offset", number(offset)),
        ("limit", number(limit)),
        ("next", cursor("from", pages.and_then(|pages| pages.next_offset.as_ref().map(ToString::to_string)))),
        ("before", cursor("before", pages.and_then(|pages| pages.before.clone()))),
        ("after", cursor("after", pages.and_then(|pages| pages.after.clone()))),
    ];
    told.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect()
}

/// How the names of the protocol's own marks begin.
const OWN_MARKS: &str = "io.modelcontextprotocol/";
/// Where FastMCP says that it wrapped a value, which the reader finds out for itself.
const WRAPPED: &str = "fastmcp";

/// Whether a member of a result is a mark of the protocol that says nothing to a person.
pub(super) fn is_mark(key: &str, value: &Raw) -> bool {
    matches!(key, "resultType" | "ttlMs" | "cacheScope") || is_block_mark(key, value)
}

/// Whether a member of a block is such a mark.
pub(super) fn is_block_mark(key: &str, value: &Raw) -> bool {
    let is_own = |key: &str| key.starts_with(OWN_MARKS) || key == WRAPPED;
    let is_known = |key: &str| matches!(key, "audience" | "priority" | "lastModified");
    value.kind() == Kind::Object
        && match key {
            "_meta" => value.members().all(|(key, _)| is_own(&key)),
            "annotations" => value.members().all(|(key, _)| is_known(&key)),
            _ => false,
        }
}
