//! Very many findings in one long line: each has its own place, and nothing is looked for from the start again.

use serde_json::Value;

use super::*;

#[test]
fn every_one_of_many_places_is_right() {
    let tools: Vec<String> = (0..2_000).map(|at| format!(r#"{{"name":"é{at}","inputSchema":[]}}"#)).collect();
    let sent = format!(r#"{{"jsonrpc":"2.0","id":1,"result":{{"tools":[{}]}}}}"#, tools.join(","));
    let checker = Checker::new(&[Profile::Mcp]).filtered(|rule| rule.id == "CAT019");
    let (session, findings) = checker.check(read(sent.as_str()));
    let mut report = Report::new(checker.rules().iter().copied());
    report.add(Checked::new("tools.json", session, findings).in_file(sent.as_str()));
    let told: Value = serde_json::from_str(&plain(&report, Format::Json)).unwrap();
    let places = told["sources"][0]["findings"].as_array().unwrap();
    let wanted: Vec<usize> = sent.match_indices("[]").map(|(at, _)| sent[..at].chars().count() + 1).collect();
    let columns: Vec<usize> =
        places.iter().map(|place| place["column"].as_u64().unwrap().try_into().unwrap()).collect();
    assert_eq!(columns, wanted);
    assert!(places.iter().all(|place| place["line"] == 1));
    let junit = plain(&report, Format::Junit);
    assert_eq!(junit.matches("<testcase ").count(), 2_000);
    assert_eq!(junit.matches("<failure ").count(), 2_000);
    let text = plain(&report, Format::Text);
    assert!(text.contains("CAT019 input-schema-not-object, 2000 times"), "{text:.400}");
    assert!(plain(&report, Format::Github).contains(&format!("col={},", wanted.last().unwrap())));
    assert!(plain(&report, Format::Sarif).contains(&format!("\"startColumn\": {},", wanted.last().unwrap())));
}

#[test]
fn a_rule_lists_so_many_places_and_counts_the_others() {
    let answers: String =
        (0..10_050).map(|at| format!("{{\"id\":{at},\"result\":{{\"content\":[]}}}}\n")).collect::<Vec<_>>().concat();
    let checker = Checker::new(&[Profile::Mcp]).filtered(|rule| rule.id == "RPC001");
    let (_, findings) = checker.check(read(answers.as_str()));
    assert_eq!(findings.len(), 10_000);
    assert_eq!(findings.iter().map(|finding| finding.times).sum::<u32>(), 10_050);
}
