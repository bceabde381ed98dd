//! What was accepted is not reported, and what is no longer there is.

use super::super::Baseline;
use super::*;

fn written_down(baseline: &Baseline) -> String {
    let mut out = Vec::new();
    baseline.write(&mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn a_baseline_of_everything_leaves_nothing() {
    let mut report = report();
    let file = written_down(&Baseline::of(&report));
    insta::assert_snapshot!(file);
    let baseline = Baseline::read(&file).unwrap();
    assert_eq!(baseline, Baseline::of(&report));
    baseline.apply(&mut report);
    assert!(!report.has_failed());
    assert_eq!(report.findings().count(), 0);
    insta::assert_snapshot!(report.summary(), @"all is well: 4 responses checked against 4 rules; 12 accepted by the baseline");
}

#[test]
fn what_is_new_is_left() {
    let mut report = report();
    let baseline = Baseline::of(&report);
    let new = finding(&DATES, 1, "get_weather", "/result/content/0/text", "new");
    report.sources[0].findings.push(new);
    baseline.apply(&mut report);
    let left: Vec<&str> = report.findings().map(|finding| finding.message.as_str()).collect();
    assert_eq!(left, ["new"]);
}

#[test]
fn the_place_in_a_list_does_not_matter() {
    let mut report = report();
    let baseline = Baseline::of(&report);
    report.sources[0].findings[1].within = Some("/users/17/born".to_owned());
    baseline.apply(&mut report);
    assert_eq!(report.findings().count(), 0);
}

#[test]
fn an_entry_that_matches_nothing_fails() {
    let mut report = report();
    let baseline = Baseline::of(&report);
    report.sources[0].findings.retain(|finding| finding.rule.id != "SAF901");
    baseline.apply(&mut report);
    assert!(report.has_failed());
    insta::assert_snapshot!(plain(&report, Format::Text));
    insta::assert_snapshot!(plain(&report, Format::Github));
}

#[test]
fn an_entry_for_a_rule_that_was_not_checked_is_not_stale() {
    let mut report = Report::new([]);
    let accepts = |rule: &str| {
        let file = format!(r#"{{"version": 1, "accepted": [{{"rule": "{rule}", "source": "a"}}]}}"#);
        Baseline::read(&file).unwrap()
    };
    accepts("RPC001").apply(&mut report);
    assert!(!report.has_failed());
    accepts("XYZ999").apply(&mut report);
    assert!(report.has_failed());
}

#[test]
fn a_file_that_is_no_baseline_says_so() {
    let problem = |text: &str| Baseline::read(text).unwrap_err().to_string();
    insta::assert_snapshot!(problem(r#"{"version": 2, "accepted": []}"#), @"the baseline is of version 2 and this program knows version 1; write it anew");
    assert!(problem("[]").starts_with("the baseline is not what `retort check` writes: "));
}

#[test]
fn a_hint_that_was_accepted_is_not_counted_as_hidden() {
    let baseline = Baseline::of(&report());
    let mut hidden = report().without_hints();
    baseline.apply(&mut hidden);
    assert_eq!((hidden.counts().hidden, hidden.stale.len()), (0, 0));
}
