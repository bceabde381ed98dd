//! What a rule is: one sentence that a response keeps or breaks, with everything that is told about it. The
//! reference, `retort rules` and the tests are all made from this.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use retort_core::{OddityKind, Revision, UnknownName};

use crate::call::Call;
use crate::example::bytes_of;
use crate::finding::Findings;
use crate::profile::Shape;
use crate::repair::{Fix, Safety};
use crate::session::{Exchange, Session, Tool};

/// How grave a breach is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Advice: a good server may do otherwise. Reports tell it only where they are asked to be pedantic.
    Hint,
    /// Some clients lose something, or people do.
    Warning,
    /// The specification says MUST, or clients fail.
    Error,
}

impl Severity {
    /// Every severity, the gravest first.
    pub const ALL: [Self; 3] = [Self::Error, Self::Warning, Self::Hint];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hint => "hint",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Severity {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        let found = Self::ALL.into_iter().find(|severity| severity.name() == name);
        found.ok_or_else(|| UnknownName::new("severity", name, Self::ALL.map(Self::name)))
    }
}

/// A set of rules that belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Profile {
    /// The specification, and what clients need.
    Mcp,
    /// What django-rest-framework-mcp promises.
    Drf,
    /// What yourls-mcp promises.
    Yourls,
    /// What the FeathersJS server promises.
    Feathers,
    /// What the client Omni asks of servers.
    Omni,
    /// The one envelope of all responses.
    Envelope,
}

impl Profile {
    /// Every profile.
    pub const ALL: [Self; 6] = [Self::Mcp, Self::Drf, Self::Yourls, Self::Feathers, Self::Omni, Self::Envelope];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Mcp => "mcp",
            Self::Drf => "drf",
            Self::Yourls => "yourls",
            Self::Feathers => "feathers",
            Self::Omni => "omni",
            Self::Envelope => "envelope",
        }
    }

    /// The rules of other profiles that do not hold for servers of this one, because what it promises is what they
    /// advise against.
    pub fn overrules(self) -> &'static [&'static str] {
        match self {
            // Its input schemas are exact, without descriptions, and it tells an unknown tool by a result.
            Self::Feathers => &["CAT025", "ERR012"],
            _ => &[],
        }
    }

    /// The rules that are mere advice to servers of this profile, and more than that to those of another.
    pub fn advises(self) -> &'static [&'static str] {
        match self {
            // How an answer reads is a matter of taste until a client says what it needs, and how a mistake of the client is
            // refused is mostly the choice of the SDK.
            Self::Mcp => &[
                "ERR014", "LIF010", "PAG003", "RES028", "RES051", "RES052", "TXT002", "TXT003", "TXT004", "TXT005",
                "TXT006", "TXT009",
            ],
            _ => &[],
        }
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Profile {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        let found = Self::ALL.into_iter().find(|profile| profile.name() == name);
        found.ok_or_else(|| UnknownName::new("profile", name, Self::ALL.map(Self::name)))
    }
}

/// Every revision of the protocol.
pub const ALWAYS: RangeInclusive<Revision> = Revision::V2024_11_05..=Revision::V2026_07_28;

/// A rule.
pub struct Rule {
    /// The stable id, such as `RPC001`.
    pub id: &'static str,
    /// The name, which completes the sentence "allow …".
    pub name: &'static str,
    /// How grave a breach is.
    pub severity: Severity,
    /// The profiles that it belongs to. Its examples are examples of the first.
    pub profiles: &'static [Profile],
    /// The revisions of the protocol that it holds for.
    pub revisions: RangeInclusive<Revision>,
    /// What it asks for, in one sentence.
    pub summary: &'static str,
    /// Why it matters.
    pub why: &'static str,
    /// What to do about a breach.
    pub remedy: &'static str,
    /// A session that breaks it and no other rule of its profiles: messages, one a line. Bytes that cannot be shown
    /// are named, as in `‹EF BB BF›`: see [`Rule::bad_bytes`].
    pub bad: &'static str,
    /// The same, as it should be.
    pub good: &'static str,
    /// Where the rule comes from: a section of the specification, or of a seed document.
    pub source: &'static str,
    /// What it was called before: ids and names that are still understood.
    pub aliases: &'static [&'static str],
    /// What finds breaches.
    pub check: Check,
    /// How a breach is repaired, where that can be done without knowing more.
    pub fix: Option<Fix>,
}

impl Rule {
    /// What many rules have in common. Each says the rest: `Rule { id, …, ..Rule::COMMON }`.
    pub(crate) const COMMON: Self = Self {
        id: "",
        name: "",
        severity: Severity::Error,
        profiles: &[Profile::Mcp],
        revisions: ALWAYS,
        summary: "",
        why: "",
        remedy: "",
        bad: "",
        good: "",
        source: "",
        aliases: &[],
        check: Check::Oddity(OddityKind::LogLine),
        fix: None,
    };

    /// How grave a breach is in a check of these profiles: as grave as in the strictest of them.
    pub fn severity_in(&self, profiles: &[Profile]) -> Severity {
        let strict = self.profiles.iter().filter(|profile| profiles.contains(profile));
        let is_advice =
            strict.clone().count() > 0 && strict.clone().all(|profile| profile.advises().contains(&self.id));
        if is_advice { Severity::Hint } else { self.severity }
    }

    /// The names of its profiles, in a line, with the word for those that it only advises.
    pub fn profiles_told(&self) -> String {
        let told = self.profiles.iter().map(|profile| {
            let is_advice = self.severity != Severity::Hint && profile.advises().contains(&self.id);
            if is_advice { format!("{profile} (hint)") } else { profile.to_string() }
        });
        told.collect::<Vec<_>>().join(", ")
    }

    /// Whether it is meant: by its id, its name, what it was called before, or the letters that its id starts with.
    pub fn is_named(&self, name: &str) -> bool {
        let starts = self.id.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name));
        self.name == name || starts && (name.len() == self.id.len() || name.len() == 3) || self.was_called(name)
    }

    /// Whether it is one of a profile file: what it asks for is then known to nobody but its author.
    pub fn is_of_file(&self) -> bool {
        self.profiles.is_empty()
    }

    /// Whether it was called that before.
    pub fn was_called(&self, name: &str) -> bool {
        self.aliases.iter().any(|alias| alias.eq_ignore_ascii_case(name))
    }

    /// The option of `retort check` that repairs it, or only shows a repair.
    pub fn repaired_by(&self) -> Option<&'static str> {
        Some(match self.fix?.safety {
            Safety::Safe => "--fix",
            Safety::Unsafe => "--unsafe-fixes",
            Safety::DisplayOnly => "--diff",
        })
    }

    /// The session that breaks it, as the bytes that a server sends.
    pub fn bad_bytes(&self) -> Vec<u8> {
        bytes_of(self.bad)
    }

    /// The session that keeps it, as the bytes that a server sends.
    pub fn good_bytes(&self) -> Vec<u8> {
        bytes_of(self.good)
    }
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Rule({} {})", self.id, self.name)
    }
}

/// What a rule looks at.
pub enum Check {
    /// What the reader noted.
    Oddity(OddityKind),
    /// Every message that answers something.
    Exchange(fn(&Exchange<'_>, &mut Findings<'_>)),
    /// Every answer to `tools/call`, and results and payloads without a request.
    Call(fn(&Call<'_>, &mut Findings<'_>)),
    /// Every tool of a `tools/list`.
    Tool(fn(&Tool, &mut Findings<'_>)),
    /// Whatever a profile file asks something of: places in answers, or in tools as they are listed.
    Shape(&'static [Shape]),
    /// Everything at once: the greeting, the lists, and calls that belong together.
    Session(fn(&Session, &mut Findings<'_>)),
}
