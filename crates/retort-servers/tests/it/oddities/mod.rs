//! Each case of the oddities server really sends what it says, and nothing else: the payload is in the bytes where
//! one is expected, and is not where an error is.

mod over_http;
mod raw_client;

use std::collections::BTreeSet;

use retort_servers::oddities::{Case, Expect, Transport, cases};

fn over(transport: Transport) -> impl Iterator<Item = &'static Case> {
    cases().iter().filter(move |case| case.transports.contains(transport))
}

/// Whether a text is in the bytes, as UTF-8 or as either UTF-16.
fn holds(bytes: &[u8], text: &str) -> bool {
    let units = |order: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(order).collect::<Vec<u8>>();
    [text.as_bytes().to_vec(), units(u16::to_le_bytes), units(u16::to_be_bytes)].iter().any(|text| has(bytes, text))
}

fn has(bytes: &[u8], text: &[u8]) -> bool {
    // By the first byte, since windows over twenty megabytes take long without optimisation.
    let mut from = 0;
    while let Some(at) = bytes[from..].iter().position(|byte| *byte == text[0]) {
        if bytes[from + at..].starts_with(text) {
            return true;
        }
        from += at + 1;
    }
    false
}

/// What is wrong with what a case sent over a transport, if anything.
fn fault(case: &Case, transport: Transport, bytes: &[u8]) -> Option<String> {
    let any_payload = ["payload-of-", "payloadOf"].iter().any(|marker| holds(bytes, marker));
    let wrong = match &case.expect {
        Expect::Payload(payload) | Expect::Either { payload, .. } if !holds(bytes, payload) => "the payload is not in",
        Expect::Error(Some(reason)) if reason.starts_with("reason-of-") && !holds(bytes, reason) => "no reason in",
        Expect::Error(_) if any_payload => "there is a payload in",
        _ => return None,
    };
    let start = String::from_utf8_lossy(&bytes[..bytes.len().min(400)]);
    Some(format!("{} over {}: {wrong} {start:?}", case.name, transport.name()))
}

fn report(faults: &[String]) {
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn names_are_unique_and_in_kebab_case() {
    let names: BTreeSet<&str> = cases().iter().map(|case| case.name).collect();
    assert_eq!(names.len(), cases().len());
    let kebab = |name: &str| name.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-'));
    let bent: Vec<_> = names.into_iter().filter(|name| !kebab(name) || name.starts_with('-')).collect();
    assert!(bent.is_empty(), "{bent:?}");
}

#[test]
fn no_payload_is_part_of_another() {
    let payloads: Vec<(&str, &str)> =
        cases().iter().filter_map(|case| case.expect.payload().map(|payload| (case.name, payload))).collect();
    for (name, payload) in &payloads {
        let twin = payloads.iter().find(|(other, theirs)| other != name && theirs == payload);
        assert!(twin.is_none(), "{name} and {twin:?}");
        // A number without a name must not be met by chance.
        assert!(payload.len() > 8, "{name}");
    }
}

#[test]
fn every_case_is_told_in_one_sentence_and_some_transport_carries_it() {
    for case in cases() {
        let sentence = case.about.ends_with('.') && !case.about.trim_end_matches('.').contains(". ");
        assert!(sentence, "{}: {}", case.name, case.about);
        assert!(case.transports.iter().next().is_some(), "{}", case.name);
    }
}

#[test]
fn there_are_cases_enough_for_every_transport() {
    let count = |transport| over(transport).count();
    assert!(cases().len() >= 90, "{}", cases().len());
    assert!(Transport::ALL.into_iter().all(|transport| count(transport) >= 90));
}

#[test]
fn over_stdio_the_payload_is_in_the_bytes_or_nothing_is() {
    let faults: Vec<String> = over(Transport::Stdio)
        .filter_map(|case| {
            let on_stderr = case.name == "exit-with-reason";
            if on_stderr { None } else { fault(case, Transport::Stdio, &case.sent(Transport::Stdio, "7")) }
        })
        .collect();
    report(&faults);
}

#[test]
fn ids_of_any_kind_are_written_as_they_came() {
    let case = cases().iter().find(|case| case.name == "result-text").unwrap();
    for id in ["7", "\"seven\"", "-1", "12345678901234567890"] {
        let sent = case.sent(Transport::Stdio, id);
        assert!(has(&sent, format!("\"id\":{id},").as_bytes()), "{}", String::from_utf8_lossy(&sent));
    }
}

#[test]
fn a_case_that_another_transport_carries_says_so() {
    let case = cases().iter().find(|case| case.name == "flood").unwrap();
    let sent = String::from_utf8(case.sent(Transport::Http, "7")).unwrap();
    assert!(sent.contains("`flood` is not sent over http; call it over stdio"), "{sent}");
}
