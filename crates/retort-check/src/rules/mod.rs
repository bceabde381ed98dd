//! The rules, in groups; each in one place that holds all there is to know about it: a file of its own, or a few lines of a
//! profile file where they say all.

mod catalogue;
mod drf;
mod envelope;
mod errors;
mod feathers;
mod lifecycle;
mod long;
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

/// The profiles whose rules are data wherever that expresses them: files inside the program.
const FILES: &[(&[Profile], &str)] = &[(&[Profile::Yourls], include_str!("../../profiles/yourls.toml"))];

/// Every rule, read once: those of a file stand among those of its group, by their ids.
static ALL: LazyLock<Vec<&'static Rule>> = LazyLock::new(|| {
    let mut all: Vec<&'static Rule> = GROUPS.concat();
    for (profiles, text) in FILES {
        // A test holds that they can be read.
        for rule in profile::built_in(profiles, text).unwrap_or_default() {
            let is_before = |other: &&Rule| other.id.get(..3) == rule.id.get(..3) && other.id < rule.id;
            let at = all.iter().rposition(is_before).map_or(all.len(), |at| at + 1);
            all.insert(at, rule);
        }
    }
    all
});

/// Every rule, group by group.
pub fn all() -> impl Iterator<Item = &'static Rule> {
    ALL.iter().copied()
}

/// The rule with that id or name.
pub fn find(name: &str) -> Option<&'static Rule> {
    all().find(|rule| rule.id.eq_ignore_ascii_case(name) || rule.name == name)
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
