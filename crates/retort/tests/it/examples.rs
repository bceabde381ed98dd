//! The examples: every response type and every format is among them, and each can be shown.

use std::collections::BTreeSet;

use crate::{retort, root, stdout};

#[test]
fn every_type_and_every_format_is_there() {
    let mut types = BTreeSet::new();
    let mut formats = BTreeSet::new();
    for entry in std::fs::read_dir(root().join("examples/responses")).unwrap() {
        let path = entry.unwrap().path();
        let path = path.to_str().unwrap();
        let tool = path.rsplit('/').next().unwrap().split('.').next().unwrap();
        let tool = if tool.starts_with("discord_") { tool } else { "thing" };
        let parsed = retort(&["parse", "-c", "--tool", tool, path], b"");
        let detected = retort(&["detect", "-c", path], b"");
        for (output, key, into) in [(&parsed, "responseType", &mut types), (&detected, "format", &mut formats)] {
            assert!(matches!(output.status.code(), Some(0 | 1)), "{path}");
            for line in stdout(output).lines() {
                let value: serde_json::Value = serde_json::from_str(line).unwrap();
                into.insert(value[key].as_str().unwrap().to_owned());
            }
        }
    }
    let words = |words: &str| words.split(' ').map(str::to_owned).collect::<BTreeSet<_>>();
    assert_eq!(types, words("list single action tool_catalog error"));
    let all = "search_results table json markdown csv key_value url_list error plain_text html xml code";
    assert_eq!(formats, words(all));
}
