//! The documents that the profiles come from: their good examples are clean, and what they warn of is found by the rule
//! that is about it.
//!
//! Each line of a fixture quotes what it `says` and holds a `session`. A session that `breaks` a rule of the profile's
//! own group must be found by it. Where the document asks for the same as a rule for every server, that rule is `shared`:
//! it belongs to the profile too.

use std::path::Path;

use retort_check::{Checker, Finding, Profile};
use retort_core::read;
use serde_json::Value;

struct Case {
    says: String,
    session: String,
    breaks: Option<String>,
    shared: Option<String>,
}

fn cases(profile: Profile) -> Vec<Case> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/fixtures/{profile}.jsonl"));
    let lines = std::fs::read_to_string(path).unwrap();
    lines
        .lines()
        .map(|line| {
            let case: Value = serde_json::from_str(line).unwrap();
            let text = |key: &str| case[key].as_str().map(String::from);
            let messages = case["session"].as_array().unwrap();
            Case {
                says: text("says").unwrap(),
                session: messages.iter().map(Value::to_string).collect::<Vec<_>>().join("\n"),
                breaks: text("breaks"),
                shared: text("shared"),
            }
        })
        .collect()
}

fn names(findings: &[Finding]) -> Vec<&'static str> {
    findings.iter().map(|finding| finding.rule.name).collect()
}

fn hold(profile: Profile) {
    let checker = Checker::new(&[profile]);
    let (mut good, mut bad) = (0, 0);
    for case in cases(profile) {
        let (_, findings) = checker.check(read(case.session.as_str()));
        let found = names(&findings);
        let told = format!("{profile}, {:?}: {}\nfound {found:?}", case.says, case.session);
        // What it breaks is a rule of this profile's group, or one of another group that belongs to the profile too.
        if let Some(name) = case.breaks.as_ref().or(case.shared.as_ref()) {
            bad += 1;
            assert!(found.contains(&name.as_str()), "{name} is not found: {told}");
        } else {
            good += 1;
            assert!(findings.is_empty(), "a good example is not clean: {told}");
        }
    }
    assert!(good >= 5 && bad >= 5, "{profile}: {good} good and {bad} bad examples");
}

/// Every rule of a profile's own group is about something that its document says.
fn every_rule_is_quoted(profile: Profile) {
    let cases = cases(profile);
    for rule in Checker::new(&[profile]).rules().iter().filter(|rule| rule.profiles.first() == Some(&profile)) {
        let quoted = cases.iter().any(|case| case.breaks.as_deref() == Some(rule.name));
        // Some rules about texts stand among those for every server.
        assert!(quoted || rule.id.starts_with("TXT"), "no example of {profile} breaks {rule:?}");
    }
}

macro_rules! documents {
    ($($name:ident: $profile:ident,)+) => {
        $(#[test]
        fn $name() {
            hold(Profile::$profile);
            every_rule_is_quoted(Profile::$profile);
        })+
    };
}

documents! {
    django_rest_framework_mcp: Drf,
    yourls_mcp: Yourls,
    the_feathers_server: Feathers,
    the_client_omni: Omni,
    the_generic_envelope: Envelope,
}

#[test]
fn what_a_reference_promises_overrules_advice_for_all_servers() {
    for profile in Profile::ALL {
        for id in profile.overrules() {
            let has = |profiles: &[Profile]| Checker::new(profiles).rules().iter().any(|rule| rule.id == *id);
            assert!(has(&[Profile::Mcp]), "{id} is a rule for all servers");
            assert!(!has(&[profile]) && !has(&[Profile::Mcp, profile]), "{id} is no rule for {profile}");
        }
    }
}
