//! Repairs: what a rule would change in a message, as edits of its bytes. All edits that do not clash are made in one
//! splice, then the message is looked at again where a repair may have uncovered something; what needs no repair is given
//! back as it came. Each repair says how safe it is, because only some of them keep the meaning.

mod context;
mod edits;
mod quoted;
mod repairer;
mod spelling;
mod whole;

use std::borrow::Cow;
use std::fmt;

pub use context::{Context, Request};
pub use edits::{Edit, Edits, splice};
pub(crate) use edits::{object, strict, string};
pub use repairer::Repairer;
pub(crate) use spelling::Misspelling;

use crate::rule::Rule;

/// How safe a repair is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Safety {
    /// The meaning stays: whoever reads leniently reads the same before and after.
    Safe,
    /// A guess, or a change of what is said.
    Unsafe,
    /// Shown, and never made.
    DisplayOnly,
}

impl Safety {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Safe => "safe",
            Self::Unsafe => "unsafe",
            Self::DisplayOnly => "display-only",
        }
    }
}

impl fmt::Display for Safety {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Makes the edits that repair the place that a pointer names. It looks again whether the place is as it was found.
pub type Mend = fn(&mut Edits, &str);

/// How a rule's breaches are repaired.
#[derive(Clone, Copy, Debug)]
pub struct Fix {
    /// How safe that is.
    pub safety: Safety,
    /// Whether it may uncover what no rule could see before.
    pub(crate) uncovers: bool,
    pub(crate) how: How,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum How {
    /// By edits of the place.
    Place(Mend),
    /// By spelling it as JSON is spelled, everywhere in the message.
    Spelling(Misspelling),
    /// By leaving away what stands around the message.
    Around,
}

impl Fix {
    /// A repair that keeps the meaning.
    pub const fn safe(mend: Mend) -> Self {
        Self { safety: Safety::Safe, uncovers: false, how: How::Place(mend) }
    }

    /// A repair that guesses, or changes what is said.
    pub const fn guess(mend: Mend) -> Self {
        Self { safety: Safety::Unsafe, uncovers: false, how: How::Place(mend) }
    }

    /// A repair that is shown and never made.
    pub const fn shown(mend: Mend) -> Self {
        Self { safety: Safety::DisplayOnly, uncovers: false, how: How::Place(mend) }
    }

    pub(crate) const fn spelling(of: Misspelling) -> Self {
        Self { safety: Safety::Safe, uncovers: false, how: How::Spelling(of) }
    }

    pub(crate) const fn around(safety: Safety) -> Self {
        Self { safety, uncovers: false, how: How::Around }
    }

    /// The same, where it may uncover what no rule could see before: the message is then looked at again.
    pub(crate) const fn uncovering(self) -> Self {
        Self { uncovers: true, ..self }
    }
}

/// A repair that was made.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Applied {
    /// The rule that asked for it.
    pub rule: &'static Rule,
    /// The JSON pointer to the place in the message.
    pub pointer: String,
    /// Where the place is a text that holds JSON: the JSON pointer inside it.
    pub within: Option<String>,
    /// How safe it is.
    pub safety: Safety,
    /// In which round it was made, counted from 0. Its edits are those of the text as it was then.
    pub round: u32,
    /// What was changed, in order.
    pub edits: Vec<Edit>,
}

/// What came of repairing a message.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Repaired<'a> {
    /// The message: its own bytes where nothing was repaired.
    pub text: Cow<'a, str>,
    /// What was repaired, in the order in which it was done.
    pub applied: Vec<Applied>,
    /// Whether nothing is left that could be repaired. Where it is not so, two repairs undo each other or one has no end.
    pub converged: bool,
}

impl Repaired<'_> {
    /// Whether anything was repaired.
    pub fn is_changed(&self) -> bool {
        !self.applied.is_empty()
    }
}
