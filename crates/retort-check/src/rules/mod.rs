//! The rules, in groups; each in one place that holds all there is to know about it: a file of its own, a row of a table where
//! a line decides, or a few lines of a profile file where they say all.

mod catalogue;
mod drf;
mod envelope;
mod errors;
mod feathers;
mod lifecycle;
mod long;
mod marked;
mod omni;
mod pages;
mod results;
mod rpc;
mod safety;
mod size;
mod text;
mod yourls;

use std::sync::LazyLock;

use crate::profile;
use crate::rule::{Profile, Rule};

/// An example that starts with the client's `initialize`, in the newest revision that has it.
macro_rules! greeted {
    ($rest:literal) => {
        concat!(
            r#"{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-11-25", "#,
            r#""capabilities": {}, "clientInfo": {"name": "client", "version": "1.0.0"}}}"#,
            "\n",
            $rest
        )
    };
}
pub(crate) use greeted;

/// Lists the rules of a group: the modules, and a constant with all of them.
macro_rules! group {
    ($($rule:ident),+ $(,)?) => {
        $(mod $rule;)+
        /// The rules of this group.
        pub(super) const RULES: &[&crate::rule::Rule] = &[$(&$rule::RULE),+];
    };
}
pub(crate) use group;

/// The groups, in the order in which they are told.
const GROUPS: &[&[&Rule]] = &[
    rpc::RULES,
    lifecycle::RULES,
    catalogue::RULES,
    results::RULES,
    errors::RULES,
    pages::RULES,
    text::RULES,
    size::RULES,
    safety::RULES,
    drf::RULES,
    yourls::RULES,
    feathers::RULES,
    omni::RULES,
    envelope::RULES,
];

/// The tables: rules that are rows, because a row says all there is to know about them.
const TABLES: &[&[Rule]] = &[
    catalogue::members::ROWS,
    envelope::by_type::ROWS,
    envelope::fields::ROWS,
    errors::said::ROWS,
    lifecycle::answers::ROWS,
    marked::ROWS,
    pages::noted::ROWS,
    pages::said::ROWS,
    results::mended::ROWS,
    results::noted::ROWS,
    results::parts::ROWS,
    rpc::mended::ROWS,
    rpc::noted::ROWS,
    text::noted::ROWS,
];

/// The profiles whose rules are data wherever that expresses them: files inside the program.
const FILES: &[(&[Profile], &str)] = &[
    (&[Profile::Drf], include_str!("../../profiles/drf.toml")),
    (&[Profile::Yourls], include_str!("../../profiles/yourls.toml")),
    (&[Profile::Feathers], include_str!("../../profiles/feathers.toml")),
    (&[Profile::Drf, Profile::Yourls, Profile::Feathers, Profile::Omni], include_str!("../../profiles/text_only.toml")),
];

/// Every rule, put together once: rows and those of files stand among those of their group, by their ids.
static ALL: LazyLock<Vec<&'static Rule>> = LazyLock::new(|| {
    let mut all: Vec<&'static Rule> = GROUPS.concat();
    let rows = TABLES.iter().flat_map(|rows| rows.iter());
    // A test holds that they can be read.
    let files = FILES.iter().flat_map(|(profiles, text)| profile::built_in(profiles, text).unwrap_or_default());
    for rule in rows.chain(files) {
        let is_of_group = |other: &&Rule| other.id.get(..3) == rule.id.get(..3);
        let behind = all.iter().position(|other| is_of_group(other) && other.id > rule.id);
        let at = behind.or_else(|| Some(all.iter().rposition(is_of_group)? + 1)).unwrap_or(all.len());
        all.insert(at, rule);
    }
    all
});

/// Every rule, group by group.
pub fn all() -> impl Iterator<Item = &'static Rule> {
    ALL.iter().copied()
}

/// The rule with that id or name, or that had it before.
pub fn find(name: &str) -> Option<&'static Rule> {
    let is_it = |rule: &&Rule| rule.id.eq_ignore_ascii_case(name) || rule.name == name;
    all().find(is_it).or_else(|| all().find(|rule| rule.was_called(name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_profile_file_can_be_read() {
        for (profiles, text) in FILES {
            assert!(!profile::built_in(profiles, text).unwrap().is_empty());
        }
    }
}
