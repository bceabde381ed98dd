//! The rules explained.

use super::super::reference::section;
use super::super::{rules_json, rules_markdown, rules_text};
use super::*;

#[test]
fn a_rule_is_explained() {
    insta::assert_snapshot!(rules_text(crate::rules::find("RPC001").unwrap()));
    insta::assert_snapshot!(rules_text(&DATES));
}

#[test]
fn a_rule_has_a_section() {
    insta::assert_snapshot!(section(&DATES, 3));
    insta::assert_snapshot!(section(&HIDDEN, 3));
    assert!(!rules_markdown().contains("\n\n\n"));
}

#[test]
fn all_rules_are_listed() {
    let json: serde_json::Value = serde_json::from_str(&rules_json()).unwrap();
    let page = rules_markdown();
    let listed = json.as_array().unwrap();
    assert_eq!(listed.len(), crate::rules::all().count());
    for (rule, listed) in crate::rules::all().zip(listed) {
        assert_eq!(listed["id"], rule.id);
        assert_eq!(listed["severity"], rule.severity.name());
        assert!(page.contains(&format!("\n### {} {}\n", rule.id, rule.name)));
        assert!(page.contains(&format!("(#{}-{})", rule.id.to_lowercase(), rule.name)));
    }
}
