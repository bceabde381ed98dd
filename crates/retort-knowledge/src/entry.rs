//! One entry of a knowledge base: a title, a body that answers a question, and where that comes from.

use serde::{Deserialize, Serialize};

/// Which version of a project an entry is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Version {
    /// Version 4.
    V4,
    /// Version 5.
    V5,
    /// Both of them, and whatever has no version.
    Both,
}

impl Version {
    /// Every version, in the order of the tools' schemas.
    pub const ALL: [Self; 3] = [Self::V4, Self::V5, Self::Both];

    /// The name, such as `v5`.
    pub fn name(self) -> &'static str {
        match self {
            Self::V4 => "v4",
            Self::V5 => "v5",
            Self::Both => "both",
        }
    }

    pub(crate) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|version| version.name() == name)
    }
}

/// Where an entry comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// The page that covers the subject.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The file that it was read from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
}

/// What an entry without a version is about.
fn any() -> Version {
    Version::Both
}

/// An entry of a knowledge base.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Its name, which no other entry has.
    pub id: String,
    /// What it is about.
    pub title: String,
    /// Which version it is about.
    #[serde(default = "any")]
    pub version: Version,
    /// The part of the subject that it belongs to.
    #[serde(default)]
    pub category: String,
    /// Where it comes from.
    #[serde(default)]
    pub source: Source,
    /// Words that it should be found by.
    #[serde(default)]
    pub tags: Vec<String>,
    /// Ways in which people ask for it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asked: Vec<String>,
    /// What it says, in Markdown.
    pub body: String,
}
