//! What is shown agrees with what is detected: each format of the corpus has the form that `docs/showing.md` gives it.

use retort_core::{Body, Facts, Format, Interpretation, detect};
use retort_render::{PartBody, View};

use crate::{said, view};

/// Whether a form belongs to a format.
fn belongs(format: Format, body: &PartBody) -> bool {
    match format {
        Format::SearchResults => matches!(body, PartBody::Cards(_)),
        // Rows with a title that say in `source` where they come from are cards.
        Format::Table => {
            matches!(body, PartBody::Table(_)) || matches!(body, PartBody::Cards(cards) if has_sources(cards))
        }
        Format::Csv => matches!(body, PartBody::Table(_)),
        Format::Json => matches!(body, PartBody::Tree(_)),
        Format::Markdown => matches!(body, PartBody::Markdown(_)),
        Format::KeyValue => matches!(body, PartBody::Pairs(_)),
        Format::UrlList => matches!(body, PartBody::Links(_)),
        Format::Error => matches!(body, PartBody::Failure(_)),
        Format::Html | Format::Xml | Format::Code => matches!(body, PartBody::Source(_)),
        _ => matches!(body, PartBody::Text { .. } | PartBody::Nothing),
    }
}

fn has_sources(cards: &[retort_render::Card]) -> bool {
    cards.iter().any(|card| card.sent.get("title").is_some() && card.sent.get("source").is_some())
}

#[test]
fn every_text_of_the_corpus_is_shown_in_its_format() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../retort-core/tests/corpus");
    let mut count = 0;
    let mut wrong = Vec::new();
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        for line in std::fs::read_to_string(&path).unwrap().lines() {
            let case: serde_json::Value = serde_json::from_str(line).unwrap();
            // Texts to detect, results and errors, and messages as they were recorded.
            let response = match (case["text"].as_str(), case["message"].as_str()) {
                (Some(text), _) => said(text),
                (_, Some(message)) => message.to_owned(),
                _ => match (case.get("result"), case.get("error")) {
                    (Some(result), _) => serde_json::json!({"jsonrpc": "2.0", "id": 1, "result": result}).to_string(),
                    (_, error) => serde_json::json!({"jsonrpc": "2.0", "id": 1, "error": error}).to_string(),
                },
            };
            let reading = retort_core::read(response.as_str());
            let Some(message) = reading.messages.first() else { continue };
            let read = Interpretation::of(message);
            let found = read.detection();
            let seen = View::of(&read, None);
            assert_eq!(seen.format, found.format, "{line}");
            // Contents of resources, messages of prompts and blocks of several formats are parts of their own, each in its
            // format; what is binary has none.
            let has_contents = matches!(&message.body, Body::Result(result) if result.blocks.is_empty() && (result.raw.get("contents").is_some() || result.raw.get("messages").is_some()));
            let is_one = !has_contents
                && seen.parts.len() == 1
                && !matches!(seen.parts[0].body, PartBody::Media(_) | PartBody::Nothing);
            // One value in Python's spelling looks like a text, and is shown as the data that it is.
            let is_python = || {
                let is_literal = read.payload().texts().any(|(_, text)| retort_core::python_literal(text).is_some());
                is_literal && matches!(seen.parts[0].body, PartBody::Tree(_))
            };
            if is_one && !belongs(found.format, &seen.parts[0].body) && !is_python() {
                wrong.push(format!("{line} is shown as {:?}", seen.parts[0].body));
            }
            count += 1;
        }
    }
    assert!(count > 100, "only {count} cases");
    assert!(
        wrong.is_empty(),
        "{}",
        wrong.iter().map(|case| case.chars().take(300).collect::<String>()).collect::<Vec<_>>().join("\n")
    );
}

#[test]
fn rows_that_lack_most_keys_are_json_until_somebody_wants_a_table() {
    let text = r#"[{"a": 1}, {"b": 2}]"#;
    let found = detect(&retort_core::Payload::of_text(text), false);
    assert!(found.format == Format::Json && !matches!(found.facts, Facts::Rows { .. }));
    assert!(matches!(view(&said(text), None).parts[0].body, PartBody::Tree(_)));
    let wanted = view(&said(text), Some(Format::Table));
    let PartBody::Table(table) = &wanted.parts[0].body else { panic!("no table") };
    assert_eq!((table.columns.len(), table.len()), (2, 2));
    let mut rows = Vec::new();
    retort_render::csv(&view(&said(text), None), &mut rows).unwrap();
    assert_eq!(String::from_utf8(rows).unwrap(), "a,b\r\n1,\r\n,2\r\n");
}
