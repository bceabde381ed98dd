//! The rules, in groups; each in a file of its own that holds all there is to know about it.

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

use crate::rule::Rule;

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

/// Every rule, group by group.
pub fn all() -> impl Iterator<Item = &'static Rule> {
    GROUPS.iter().flat_map(|group| group.iter().copied())
}

/// The rule with that id or name.
pub fn find(name: &str) -> Option<&'static Rule> {
    all().find(|rule| rule.id.eq_ignore_ascii_case(name) || rule.name == name)
}
