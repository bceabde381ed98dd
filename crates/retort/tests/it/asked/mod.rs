//! What five documents ask of Retort: every row of `tests/conformance` is met, and `docs/conformance.md` tells all of
//! them. `RETORT_DOCS=update cargo test` writes the page anew.

mod named;
mod page;
mod row;
mod run;
mod wants;

use std::collections::BTreeSet;
use std::sync::Mutex;

use crate::root;
use row::{Case, Row, documents};
use run::Runs;

/// Words of a command and what it was given or said, short enough to be read among others.
fn shortened(text: &str) -> String {
    let text = text.replace('\n', " ");
    if text.chars().count() > 600 { text.chars().take(600).chain(" …".chars()).collect() } else { text }
}

/// What a case does not do, with all that is needed to see it again.
fn fault(case: &Case, runs: &Runs) -> Option<String> {
    let (missing, printed) = runs.run(case, |ran| {
        // The findings of a report are told anyway, and the rest of it is long.
        let is_report = ran.value.as_ref().is_some_and(|value| value.get("sources").is_some());
        let printed = if is_report { ran.told.clone() } else { format!("{}{}", ran.printed, ran.told) };
        (wants::missing(case, ran), shortened(&printed))
    });
    if missing.is_empty() {
        return None;
    }
    let given = case.calls.as_ref().map_or_else(|| case.input(), |calls| serde_json::json!(calls).to_string());
    let (run, given, missing) = (&case.run, shortened(&given), missing.join("\n    "));
    Some(format!("  retort {run}\n    given: {given}\n    {missing}\n    printed: {printed}\n"))
}

#[test]
fn every_row_is_met() {
    let documents = documents();
    let rows: Vec<&Row> = documents.iter().flat_map(|document| &document.rows).collect();
    let runs = Runs::of(rows.iter().flat_map(|row| &row.cases));
    let next = Mutex::new(rows.iter());
    let faults = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                loop {
                    let Some(row) = next.lock().unwrap().next() else { return };
                    let found: Vec<String> = row.cases.iter().filter_map(|case| fault(case, &runs)).collect();
                    if !found.is_empty() {
                        let told = format!("{} ({}): {}\n{}", row.id, row.from, row.asks, found.concat());
                        faults.lock().unwrap().push((row.id.clone(), told));
                    }
                }
            });
        }
    });
    let mut faults = faults.into_inner().unwrap();
    faults.sort();
    let told: Vec<String> = faults.into_iter().map(|(_, told)| told).collect();
    assert!(told.is_empty(), "{} of {} rows are not met\n\n{}", told.len(), rows.len(), told.join("\n"));
}

#[test]
fn every_row_is_sound() {
    let mut ids = BTreeSet::new();
    for document in documents() {
        for (index, row) in document.rows.iter().enumerate() {
            assert_eq!(row.id, format!("{}-{:03}", document.name, index + 1), "rows are numbered");
            assert!(ids.insert(row.id.clone()));
            assert!(!row.from.is_empty() && !row.asks.is_empty(), "{} does not say what is asked, and where", row.id);
            assert!(!row.cases.is_empty() || !row.tests.is_empty(), "{}: nothing shows it", row.id);
            let rules = row.cases.iter().flat_map(|case| case.finds.iter().chain(&case.spares));
            for rule in rules.filter(|rule| *rule != "*") {
                let is_known = retort_check::rules().any(|known| known.id.starts_with(rule.as_str()));
                assert!(is_known, "{}: there is no rule {rule}", row.id);
            }
            let faults: Vec<&str> = row.cases.iter().filter_map(Case::fault).collect();
            assert!(faults.is_empty(), "{}: a case {}", row.id, faults.join(", another "));
        }
    }
}

#[test]
fn every_test_that_is_named_exists() {
    let documents = documents();
    let rows = documents.iter().flat_map(|document| &document.rows);
    let names = rows.flat_map(|row| row.tests.iter().map(move |name| (row, name)));
    let lost = names.filter_map(|(row, name)| Some(format!("{}: {name}: {}", row.id, named::file_of(name).err()?)));
    let lost: Vec<String> = lost.collect();
    assert!(lost.is_empty(), "{}", lost.join("\n"));
    assert!(named::file_of("retort::it::asked::shortened").is_err(), "what is no test is not taken for one");
    assert!(named::file_of("retort::it::asked::nothing_of_this_name").is_err());
}

#[test]
fn the_page_tells_every_row() {
    let path = root().join("docs/conformance.md");
    let expected = page::page(&documents());
    if std::env::var("RETORT_DOCS").as_deref() == Ok("update") {
        std::fs::write(&path, expected).unwrap();
    } else {
        let page = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(page == expected, "docs/conformance.md is stale: RETORT_DOCS=update cargo test");
    }
}
