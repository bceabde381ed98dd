//! The revisions of the protocol, from the first to the newest.

use std::fmt;
use std::str::FromStr;

use crate::error::UnknownName;

/// A revision of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Revision {
    /// 2024-11-05, with HTTP+SSE.
    V2024_11_05,
    /// 2025-03-26, the first with streamable HTTP.
    V2025_03_26,
    /// 2025-06-18, the first with structured content and elicitation.
    V2025_06_18,
    /// 2025-11-25, the last with `initialize`.
    V2025_11_25,
    /// 2026-07-28, without sessions: `server/discover`, and every request speaks for itself.
    V2026_07_28,
}

impl Revision {
    /// Every revision, the oldest first.
    pub const ALL: [Self; 5] =
        [Self::V2024_11_05, Self::V2025_03_26, Self::V2025_06_18, Self::V2025_11_25, Self::V2026_07_28];

    /// The newest that starts with `initialize`.
    pub const NEWEST_WITH_INITIALIZE: Self = Self::V2025_11_25;

    /// Its name, which is a date.
    pub fn name(self) -> &'static str {
        match self {
            Self::V2024_11_05 => "2024-11-05",
            Self::V2025_03_26 => "2025-03-26",
            Self::V2025_06_18 => "2025-06-18",
            Self::V2025_11_25 => "2025-11-25",
            Self::V2026_07_28 => "2026-07-28",
        }
    }

    /// Whether a connection starts with `initialize`.
    pub fn has_initialize(self) -> bool {
        self <= Self::NEWEST_WITH_INITIALIZE
    }
}

impl fmt::Display for Revision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Revision {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        let found = Self::ALL.into_iter().find(|revision| revision.name() == name);
        found.ok_or_else(|| UnknownName::new("revision", name, Self::ALL.map(Self::name)))
    }
}
