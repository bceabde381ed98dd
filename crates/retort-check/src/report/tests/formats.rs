//! What each format looks like.

use std::str::FromStr;

use super::*;

#[test]
fn text() {
    insta::assert_snapshot!(plain(&report(), Format::Text));
}

#[test]
fn text_in_colour() {
    let shown = written(&report(), Format::Text, Look { color: true, width: 80 });
    insta::assert_snapshot!(shown.replace('\x1b', "␛"));
}

#[test]
fn text_on_a_narrow_terminal() {
    let shown = written(&report(), Format::Text, Look { color: false, width: 44 });
    insta::assert_snapshot!(shown);
}

#[test]
fn json() {
    insta::assert_snapshot!(plain(&report(), Format::Json));
}

#[test]
fn github() {
    insta::assert_snapshot!(plain(&report(), Format::Github));
}

#[test]
fn junit() {
    insta::assert_snapshot!(plain(&report().failing_on(Severity::Warning), Format::Junit));
}

#[test]
fn when_nothing_is_wrong_one_line_says_so() {
    let mut report = Report::new(rules());
    report.add(Checked::new("a.json", clean(), Vec::new()));
    assert_eq!(plain(&report, Format::Text), "all is well: 1 response checked against 4 rules\n");
    assert_eq!(plain(&report, Format::Github), "all is well: 1 response checked against 4 rules\n");
    assert!(!report.has_failed());
}

#[test]
fn lines_fit_the_width() {
    for width in [30, 44, 80, 120] {
        let shown = written(&report(), Format::Text, Look { color: false, width });
        let wide = |line: &&str| super::super::excerpt::columns(line) > width;
        // Headings, places and words that cannot be broken may be longer.
        let long: Vec<&str> = shown.lines().filter(|line| line.starts_with("    | ")).filter(wide).collect();
        assert!(long.is_empty(), "{long:#?}");
    }
}

#[test]
fn nothing_that_a_server_sent_reaches_the_terminal_as_it_is() {
    for format in Format::ALL {
        let shown = plain(&report(), format);
        assert!(!shown.contains(|char: char| char.is_control() && char != '\n'), "{shown}");
        assert!(!shown.contains('\u{202e}'), "{shown}");
    }
}

#[test]
fn the_severity_that_fails_is_chosen() {
    let mut report = Report::new(rules()).failing_on(Severity::Error);
    report.add(Checked::new("a.json", clean(), vec![finding(&DATES, 0, "a", "", "no")]));
    assert!(!report.has_failed());
    assert!(report.failing_on(Severity::Warning).has_failed());
}

#[test]
fn formats_have_names() {
    for format in Format::ALL {
        assert_eq!(Format::from_str(format.name()), Ok(format));
    }
    insta::assert_snapshot!(Format::from_str("xml").unwrap_err(), @r#"there is no format "xml"; there are text, json, sarif, junit, github"#);
}

#[test]
fn hints_are_told_only_when_they_are_asked_for() {
    let hidden = report().without_hints().failing_on(Severity::Hint);
    let shown = plain(&hidden, Format::Text);
    assert!(!shown.contains("CAT901"), "{shown}");
    assert!(shown.ends_with("in 4 responses of 3 tools; 2 hints with --pedantic\n"), "{shown}");
    assert_eq!((hidden.counts().hints, hidden.counts().hidden), (0, 2));

    // A hint alone makes nothing fail, and all is well.
    let mut report = Report::new(rules()).failing_on(Severity::Hint);
    report.add(Checked::new("a.json", clean(), vec![finding(&TITLE, 0, "a", "", "no title")]));
    assert!(report.has_failed());
    let report = report.without_hints();
    assert!(!report.has_failed());
    assert_eq!(report.summary(), "all is well: 1 response checked against 4 rules; 1 hint with --pedantic");
}

#[test]
fn the_same_finding_on_many_tools_is_one_entry() {
    let mut report = Report::new(rules());
    let names = ["a", "b", "c", "d"];
    let mut findings: Vec<Finding> = names.map(|name| finding(&DATES, 0, name, "", "dates are odd")).into();
    findings.push(finding(&DATES, 0, "e", "", "dates are odder"));
    report.add(Checked::new("demo", clean(), findings));
    let shown = plain(&report, Format::Text);
    assert_eq!(shown.matches("TXT901").count(), 1, "{shown}");
    assert!(shown.contains("TXT901 dates-not-iso, 5 times\n"), "{shown}");
    assert!(shown.contains("also: b, c, d\n") && shown.contains("also: e: dates are odder\n"), "{shown}");
    // Machines get all of them.
    assert_eq!(plain(&report, Format::Json).matches("\"rule\": \"TXT901\"").count(), 5);
}
