//! What a profile file holds. These types are the whole of its form: the JSON Schema for editors is made from them, with
//! these very words, and a member that they do not have is an error with its line.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;
use toml::Spanned;

/// A profile: rules of other profiles, switched and graded, and rules of one's own.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    /// What the profile is called in reports; the name of the file, where this is missing.
    pub(super) name: Option<String>,
    /// The profiles that this one starts from: mcp, drf, yourls, feathers, omni, envelope.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub(super) extends: Vec<Spanned<String>>,
    /// Rules of those profiles by id, name or group, and how grave a breach of each is: error, warning, hint or off.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, Grade>")]
    pub(super) rules: BTreeMap<Spanned<String>, Spanned<Grade>>,
    /// JSON Schemas for the answers of tools, by the name of the tool: JSON text, or a table.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, serde_json::Value>")]
    pub(super) answers: BTreeMap<String, Spanned<toml::Value>>,
    /// Rules of one's own.
    #[serde(default, rename = "rule")]
    pub(super) own: Vec<Own>,
}

/// How grave a breach is, or that nobody looks for it.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Grade {
    Error,
    Warning,
    Hint,
    Off,
}

/// What a rule looks into.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Of {
    /// The JSON that an answer carries, wherever it stands.
    #[default]
    Payload,
    /// The first text of a result.
    Text,
    /// The result, with its content, its structuredContent and its _meta.
    Result,
    /// The error of a JSON-RPC response.
    Error,
    /// The whole JSON-RPC response.
    Message,
    /// A tool, as tools/list has it.
    Tool,
}

/// A rule of one's own: which answers it looks at, at which place, and what must be there. A table with the id of the one before
/// it asks something of another place, for the same rule.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Own {
    /// Three capital letters and three digits, such as OUR001.
    #[schemars(with = "String", regex(pattern = "^[A-Z]{3}[0-9]{3}$"))]
    pub(super) id: Spanned<String>,
    /// The name, which completes the sentence "allow …": small letters, digits and hyphens.
    #[schemars(with = "Option<String>")]
    pub(super) name: Option<Spanned<String>>,
    /// How grave a breach is; error, where this is missing.
    pub(super) severity: Option<Grade>,
    /// What it asks for, in one sentence.
    pub(super) summary: Option<String>,
    /// Why it matters.
    pub(super) why: Option<String>,
    /// What to do about a breach.
    pub(super) remedy: Option<String>,
    /// A message or a session that breaks it.
    pub(super) bad: Option<String>,
    /// The same, as it should be.
    pub(super) good: Option<String>,
    /// Where the rule comes from.
    pub(super) source: Option<String>,
    /// What it was called before: ids and names that are still understood.
    #[serde(default)]
    pub(super) aliases: Vec<String>,
    /// What is reported; {value} is the value met, {plain} the same without quotes, {name} the member that is missing or too
    /// much, {count} how many items or members there are, {tool} the tool.
    pub(super) says: Option<String>,

    /// What it looks into: payload, text, result, error, message or tool. The payload, where this is missing.
    #[schemars(with = "Option<Of>")]
    pub(super) of: Option<Spanned<Of>>,
    /// The methods whose answers are looked at, with result, error or message; * stands for any letters. tools/call, where this
    /// is missing.
    #[schemars(with = "Option<Vec<String>>")]
    pub(super) methods: Option<Spanned<Vec<String>>>,
    /// The tools whose answers are looked at; * stands for any letters. All, where this is missing.
    #[serde(default)]
    pub(super) tools: Vec<String>,
    /// Look only where these places have one of these values.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, OneOrMore>")]
    pub(super) when: BTreeMap<Spanned<String>, OneOrMore>,
    /// Look only where these places do not have one of these values.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, OneOrMore>")]
    pub(super) unless: BTreeMap<Spanned<String>, OneOrMore>,
    /// Look only where all of these places are there.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub(super) with: Vec<Spanned<String>>,
    /// Look only where none of these places is there.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub(super) without: Vec<Spanned<String>>,
    /// Look only at results whose isError is this.
    pub(super) flagged: Option<bool>,
    /// Look at the first text instead of the JSON in it: short for of = "text".
    #[serde(default)]
    pub(super) text: bool,
    /// The place in what is looked into, as a JSON pointer; * stands for every item and member. All of it, where this is
    /// missing. A place that is not there breaks nothing.
    #[schemars(with = "Option<String>")]
    pub(super) at: Option<Spanned<String>>,

    /// Members that must be there; of names with a bar between them, one is enough.
    #[serde(default)]
    pub(super) required: Vec<String>,
    /// Members that must be there, by the name of the tool.
    #[serde(default)]
    pub(super) required_of: BTreeMap<String, Vec<String>>,
    /// Members that must not be there.
    #[serde(default)]
    pub(super) forbidden: Vec<String>,
    /// All members that may be there.
    pub(super) allowed: Option<Vec<String>>,
    /// What it may be: string, number, integer, boolean, array, object or null.
    #[serde(rename = "type")]
    #[schemars(with = "Option<OneOrMore>")]
    pub(super) kind: Option<Spanned<OneOrMore>>,
    /// The values that it may have.
    pub(super) words: Option<Vec<String>>,
    /// Values that it must not have.
    #[serde(default)]
    pub(super) not_words: Vec<String>,
    /// A regular expression that it must match.
    #[schemars(with = "Option<String>")]
    pub(super) pattern: Option<Spanned<String>>,
    /// A regular expression that it must not match.
    #[schemars(with = "Option<String>")]
    pub(super) not_pattern: Option<Spanned<String>>,
    /// The least that a number may be.
    pub(super) minimum: Option<f64>,
    /// The most that a number may be.
    pub(super) maximum: Option<f64>,
    /// How many items or members there must be.
    pub(super) min_items: Option<usize>,
    /// How many items or members there may be.
    pub(super) max_items: Option<usize>,
    /// The argument of the call that it must repeat.
    pub(super) echoes: Option<String>,
    /// What it must be where that argument was not given.
    pub(super) echo_default: Option<String>,
    /// Whether it must be more than null, an empty text, an empty list and the like.
    #[serde(default)]
    pub(super) filled: bool,
    /// Whether null, an empty text, an empty list and the like are left alone.
    #[serde(default)]
    pub(super) blank: bool,
}

/// One word, or several.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum OneOrMore {
    One(String),
    More(Vec<String>),
}

impl OneOrMore {
    pub(super) fn into_vec(self) -> Vec<String> {
        match self {
            Self::One(word) => vec![word],
            Self::More(words) => words,
        }
    }
}
