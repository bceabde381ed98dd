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
fn what_is_said_matters_and_its_numbers_do_not() {
    let failing = |said: &str, id: u32| {
        let text = format!("Error: {said} (request {id})");
        let answer = format!(
            "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"tools/call\",\"params\":{{\"name\":\"get\"}}}}\n\
             {{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{{\"content\":[{{\"type\":\"text\",\"text\":\"{text}\"}}]}}}}\n"
        );
        answer
    };
    let report = |sent: String| {
        let checker = Checker::new(&[Profile::Mcp]).filtered(|rule| rule.id == "ERR001");
        let (session, findings) = checker.check(read(sent.as_str()));
        let mut report = Report::new(checker.rules().iter().copied());
        report.add(Checked::new("a.jsonl", session, findings));
        report
    };
    let before = failing("the key is wrong", 1) + &failing("the key is wrong", 2) + &failing("no such city", 3);
    let known = report(before);
    // Two things to mend, one of them met twice.
    assert_eq!(known.findings().map(|finding| finding.times).collect::<Vec<_>>(), [2, 1]);
    let baseline = Baseline::of(&known);
    let mut later = report(failing("the key is wrong", 17) + &failing("no such city", 18));
    baseline.apply(&mut later);
    assert_eq!((later.findings().count(), later.stale.len()), (0, 0));
    let mut new =
        report(failing("the key is wrong", 1) + &failing("no such city", 2) + &failing("the disk is full", 3));
    baseline.apply(&mut new);
    let left: Vec<&str> = new.findings().map(|finding| finding.message.as_str()).collect();
    assert_eq!(left.len(), 1);
    assert!(left[0].contains("the disk is full"), "{left:?}");
    // What an earlier version wrote accepts its place.
    let old = r#"{"version": 1, "accepted": [{"rule": "ERR001", "source": "a.jsonl", "subject": "get", "pointer": "/result"}]}"#;
    let mut new = report(failing("the disk is full", 3));
    Baseline::read(old).unwrap().apply(&mut new);
    assert_eq!((new.findings().count(), new.stale.len()), (0, 0));
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
    insta::assert_snapshot!(problem(r#"{"version": 2, "accepted": []}"#), @"it is of version 2 and this program knows version 1; write it anew");
    insta::assert_snapshot!(problem("7"), @"it is not what `retort check` writes, in line 1, column 1: `7` cannot be here; write a table; write it anew");
    insta::assert_snapshot!(problem("{\"version\": 1,"), @"it is not what `retort check` writes, in line 1, column 14: the file ends too early; write it anew");
}

#[test]
fn a_hint_that_was_accepted_is_not_counted_as_hidden() {
    let baseline = Baseline::of(&report());
    let mut hidden = report().without_hints();
    baseline.apply(&mut hidden);
    assert_eq!((hidden.counts().hidden, hidden.stale.len()), (0, 0));
}
