//! Every place of a breach is listed, up to a number and a size, whoever noted it.

use retort_check::{Checker, Profile, ProfileFile};
use retort_core::read;

fn blocks(count: usize, block: impl Fn(usize) -> String) -> String {
    let blocks: Vec<String> = (0..count).map(block).collect();
    format!(r#"{{"jsonrpc":"2.0","id":1,"result":{{"content":[{}]}}}}"#, blocks.join(","))
}

/// The places where a rule is broken, and how often in all.
fn found(checker: &Checker, rule: &str, sent: &str) -> (Vec<String>, u32) {
    let (_, findings) = checker.check(read(sent));
    let findings: Vec<_> = findings.into_iter().filter(|finding| finding.rule.id == rule).collect();
    let times = findings.iter().map(|finding| finding.times).sum();
    let place =
        |finding: &retort_check::Finding| format!("{}{}", finding.pointer, finding.within.as_deref().unwrap_or(""));
    (findings.iter().map(place).collect(), times)
}

#[test]
fn a_message_lists_every_place_of_a_rule() {
    let mcp = Checker::new(&[Profile::Mcp]);
    for (rule, block, place) in [
        // Noted by the reader.
        ("RES010", r#"{"text":"x"}"#, ""),
        ("RES008", r#""x""#, ""),
        ("RES014", r#"{"type":"text","text":7}"#, "/text"),
        // Noted by the tokenizer.
        ("RPC013", r#"{"type":"text","text":"x",}"#, ""),
        // Found by a rule.
        ("RES029", r#"{"type":"image","data":"aGk=","mimeType":"png"}"#, "/mimeType"),
        ("RES041", r#"{"type":"text","text":"x","annotations":7}"#, "/annotations"),
    ] {
        let sent = blocks(30, |_| block.to_owned());
        let (places, times) = found(&mcp, rule, &sent);
        let all: Vec<String> =
            mcp.check(read(sent.as_str())).1.iter().map(|finding| finding.rule.id.to_owned()).collect();
        assert_eq!(times, 30, "{rule} {block}: {all:?}");
        assert_eq!(places.len(), 30, "{rule} {block}");
        let last = format!("/result/content/29{place}");
        assert!(places.contains(&last), "{rule}: {places:?}");
    }
    let rule = "[[rule]]\nid = 'OUR001'\nat = '/rows/*'\nrequired = ['id']\n";
    let ours = Checker::new(&[]).with_files(&[ProfileFile::read("ours", rule).unwrap()]);
    let rows = vec!["{}"; 40].join(",");
    let (places, times) =
        found(&ours, "OUR001", &format!(r#"{{"content":[],"structuredContent":{{"rows":[{rows}]}}}}"#));
    assert_eq!((places.len(), times), (40, 40));
}

#[test]
fn what_is_listed_has_a_size() {
    let sent = blocks(3_000, |_| r#"{"text":"x"}"#.to_owned());
    let (places, times) = found(&Checker::new(&[Profile::Mcp]), "RES010", &sent);
    assert_eq!((places.len(), times), (3_000, 3_000));
    let few = Checker::new(&[Profile::Mcp]).listing_at_most(100_000);
    let (places, times) = found(&few, "RES010", &sent);
    assert!((100..600).contains(&places.len()), "{}", places.len());
    assert_eq!(times, 3_000);
    // Of each rule one is told, however little may be.
    let none = Checker::new(&[Profile::Mcp]).listing_at_most(0);
    let (places, times) = found(&none, "RES010", &sent);
    assert_eq!((places.len(), times), (1, 3_000));
}

#[test]
fn a_failure_that_sounds_like_success_is_one_finding() {
    let answer = |text: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","id":1,"result":{{"content":[{{"type":"text","text":"{text}"}}],"isError":true}}}}"#
        )
    };
    let omni = Checker::new(&[Profile::Omni]).without_advice();
    let ids = |text: &str| {
        let (_, findings) = omni.check(read(answer(text)));
        let mut ids: Vec<&str> = findings.iter().map(|finding| finding.rule.id).collect();
        ids.retain(|id| ["ERR005", "OMN003"].contains(id));
        ids
    };
    for text in ["Task 12 was created successfully.", "Successfully deleted 3 files", "Message sent successfully!"] {
        assert_eq!(ids(text), ["ERR005"], "{text}");
    }
    for text in ["The API key is not valid for this account.", "the key is wrong"] {
        assert_eq!(ids(text), ["OMN003"], "{text}");
    }
}
