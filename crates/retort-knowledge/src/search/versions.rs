//! Which versions of a project a search is about.

use crate::entry::Version;

/// Which entries a search is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Versions {
    /// Those of version 4, and those of both.
    V4,
    /// Those of version 5, and those of both.
    #[default]
    V5,
    /// Only those that hold for both.
    Both,
    /// All of them.
    All,
}

impl Versions {
    /// The choice of that name: `v4`, `v5`, `both` or `all`.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "v4" => Some(Self::V4),
            "v5" => Some(Self::V5),
            "both" => Some(Self::Both),
            "all" => Some(Self::All),
            _ => None,
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::V4 => "v4",
            Self::V5 => "v5",
            Self::Both => "both",
            Self::All => "all",
        }
    }

    /// Whether an entry of that version is meant.
    pub fn has(self, version: Version) -> bool {
        match self {
            Self::All => true,
            Self::Both => version == Version::Both,
            Self::V4 => version != Version::V5,
            Self::V5 => version != Version::V4,
        }
    }
}
