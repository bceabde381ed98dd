//! Every rule has a session that breaks it and no other rule of its profiles, and one that keeps them all.

use std::collections::HashSet;

use retort_check::{Checker, Context, Finding, Rule, Safety, rules};
use retort_core::{Revision, read};

/// A checker with everything that holds beside a rule, in its first profile: profiles may contradict each other, and no
/// example keeps them all.
fn checker(rule: &Rule) -> Checker {
    let checker = Checker::new(&rule.profiles[..1]);
    if rule.revisions.contains(&Revision::NEWEST_WITH_INITIALIZE) {
        checker
    } else {
        checker.at_revision(*rule.revisions.end())
    }
}

fn told(findings: &[Finding]) -> Vec<String> {
    findings.iter().map(|finding| format!("{} at {}: {}", finding.rule.id, finding.pointer, finding.message)).collect()
}

#[test]
fn every_rule_is_broken_by_its_bad_example_alone() {
    let mut wrong = Vec::new();
    for rule in rules() {
        let (_, findings) = checker(rule).check(read(rule.bad_bytes()));
        if !findings.iter().any(|finding| finding.rule.id == rule.id) {
            wrong.push(format!("{rule:?} does not find its bad example: {:?}", told(&findings)));
        } else if findings.iter().any(|finding| finding.rule.id != rule.id) {
            wrong.push(format!("the bad example of {rule:?} breaks other rules: {:?}", told(&findings)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_rule_is_kept_by_its_good_example() {
    let mut wrong = Vec::new();
    for rule in rules() {
        let (_, findings) = checker(rule).check(read(rule.good_bytes()));
        if !findings.is_empty() {
            wrong.push(format!("the good example of {rule:?}: {:?}", told(&findings)));
        }
        assert_ne!(rule.good, rule.bad);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_repair_leaves_nothing_to_repair() {
    for rule in rules().filter(|rule| rule.fix.is_some()) {
        let checker = checker(rule);
        let bad = rule.bad_bytes();
        let repaired = checker.repairer(Safety::DisplayOnly).repair(&bad, &Context::default());
        assert!(repaired.converged && repaired.is_changed(), "{rule:?} repairs nothing");
        assert!(repaired.applied.iter().any(|applied| applied.rule.id == rule.id), "{rule:?}: {:?}", repaired.applied);
        let fixed = repaired.text.into_owned();
        let (_, findings) = checker.check(read(fixed.as_str()));
        let left: Vec<&Finding> = findings.iter().filter(|finding| finding.rule.fix.is_some()).collect();
        assert!(left.is_empty(), "{rule:?} leaves {:?} in {fixed}", told(&findings));
    }
}

#[test]
fn every_rule_is_told_properly() {
    let (mut ids, mut names) = (HashSet::new(), HashSet::new());
    for rule in rules() {
        assert!(ids.insert(rule.id) && names.insert(rule.name), "{rule:?} is there twice");
        let (letters, digits) = rule.id.split_at(3);
        assert!(
            letters.chars().all(|c| c.is_ascii_uppercase()) && digits.len() == 3 && digits.parse::<u16>().is_ok(),
            "{rule:?}"
        );
        assert!(rule.name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'), "{rule:?}");
        assert!(rule.summary.ends_with('.') && rule.why.ends_with('.') && rule.remedy.ends_with('.'), "{rule:?}");
        assert!(!rule.profiles.is_empty() && !rule.source.is_empty(), "{rule:?}");
    }
}
