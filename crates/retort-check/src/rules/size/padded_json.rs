//! `padded-json`: JSON in a text is not padded with blanks.

use retort_core::Raw;

use crate::call::Call;
use crate::finding::Findings;
use crate::repair::Fix;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "SIZ005",
    name: "padded-json",
    severity: Severity::Hint,
    profiles: &[Profile::Mcp],
    summary: "JSON in a text is not padded with blanks.",
    why: "Indentation is for people who read raw JSON. A model pays for every run of blanks, and a client \
          draws the data anyway: often a third of the text says nothing.",
    remedy: "Encode without `indent`: `json.dumps(value)` or `JSON.stringify(value)`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "[\n    {\n        \"city\": \"Oslo\",\n        \"celsius\": 0,\n        \"sky\": \"rain\",\n        \"wind\": 3\n    },\n    {\n        \"city\": \"Bergen\",\n        \"celsius\": 1,\n        \"sky\": \"rain\",\n        \"wind\": 4\n    },\n    {\n        \"city\": \"Bodø\",\n        \"celsius\": 2,\n        \"sky\": \"rain\",\n        \"wind\": 5\n    },\n    {\n        \"city\": \"Tromsø\",\n        \"celsius\": 3,\n        \"sky\": \"rain\",\n        \"wind\": 6\n    },\n    {\n        \"city\": \"Hamar\",\n        \"celsius\": 4,\n        \"sky\": \"rain\",\n        \"wind\": 7\n    },\n    {\n        \"city\": \"Molde\",\n        \"celsius\": 5,\n        \"sky\": \"rain\",\n        \"wind\": 8\n    },\n    {\n        \"city\": \"Narvik\",\n        \"celsius\": 6,\n        \"sky\": \"rain\",\n        \"wind\": 9\n    },\n    {\n        \"city\": \"Moss\",\n        \"celsius\": 7,\n        \"sky\": \"rain\",\n        \"wind\": 10\n    },\n    {\n        \"city\": \"Skien\",\n        \"celsius\": 8,\n        \"sky\": \"rain\",\n        \"wind\": 11\n    },\n    {\n        \"city\": \"Halden\",\n        \"celsius\": 9,\n        \"sky\": \"rain\",\n        \"wind\": 12\n    },\n    {\n        \"city\": \"Larvik\",\n        \"celsius\": 10,\n        \"sky\": \"rain\",\n        \"wind\": 13\n    },\n    {\n        \"city\": \"Horten\",\n        \"celsius\": 11,\n        \"sky\": \"rain\",\n        \"wind\": 14\n    },\n    {\n        \"city\": \"Alta\",\n        \"celsius\": 12,\n        \"sky\": \"rain\",\n        \"wind\": 15\n    },\n    {\n        \"city\": \"Vadsø\",\n        \"celsius\": 13,\n        \"sky\": \"rain\",\n        \"wind\": 16\n    },\n    {\n        \"city\": \"Voss\",\n        \"celsius\": 14,\n        \"sky\": \"rain\",\n        \"wind\": 17\n    },\n    {\n        \"city\": \"Røros\",\n        \"celsius\": 15,\n        \"sky\": \"rain\",\n        \"wind\": 18\n    },\n    {\n        \"city\": \"Namsos\",\n        \"celsius\": 16,\n        \"sky\": \"rain\",\n        \"wind\": 19\n    },\n    {\n        \"city\": \"Leirvik\",\n        \"celsius\": 17,\n        \"sky\": \"rain\",\n        \"wind\": 20\n    },\n    {\n        \"city\": \"Hammerfest\",\n        \"celsius\": 18,\n        \"sky\": \"rain\",\n        \"wind\": 21\n    },\n    {\n        \"city\": \"Drammen\",\n        \"celsius\": 19,\n        \"sky\": \"rain\",\n        \"wind\": 22\n    }\n]"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "[{\"city\":\"Oslo\",\"celsius\":0,\"sky\":\"rain\",\"wind\":3},{\"city\":\"Bergen\",\"celsius\":1,\"sky\":\"rain\",\"wind\":4},{\"city\":\"Bodø\",\"celsius\":2,\"sky\":\"rain\",\"wind\":5},{\"city\":\"Tromsø\",\"celsius\":3,\"sky\":\"rain\",\"wind\":6},{\"city\":\"Hamar\",\"celsius\":4,\"sky\":\"rain\",\"wind\":7},{\"city\":\"Molde\",\"celsius\":5,\"sky\":\"rain\",\"wind\":8},{\"city\":\"Narvik\",\"celsius\":6,\"sky\":\"rain\",\"wind\":9},{\"city\":\"Moss\",\"celsius\":7,\"sky\":\"rain\",\"wind\":10},{\"city\":\"Skien\",\"celsius\":8,\"sky\":\"rain\",\"wind\":11},{\"city\":\"Halden\",\"celsius\":9,\"sky\":\"rain\",\"wind\":12},{\"city\":\"Larvik\",\"celsius\":10,\"sky\":\"rain\",\"wind\":13},{\"city\":\"Horten\",\"celsius\":11,\"sky\":\"rain\",\"wind\":14},{\"city\":\"Alta\",\"celsius\":12,\"sky\":\"rain\",\"wind\":15},{\"city\":\"Vadsø\",\"celsius\":13,\"sky\":\"rain\",\"wind\":16},{\"city\":\"Voss\",\"celsius\":14,\"sky\":\"rain\",\"wind\":17},{\"city\":\"Røros\",\"celsius\":15,\"sky\":\"rain\",\"wind\":18},{\"city\":\"Namsos\",\"celsius\":16,\"sky\":\"rain\",\"wind\":19},{\"city\":\"Leirvik\",\"celsius\":17,\"sky\":\"rain\",\"wind\":20},{\"city\":\"Hammerfest\",\"celsius\":18,\"sky\":\"rain\",\"wind\":21},{\"city\":\"Drammen\",\"celsius\":19,\"sky\":\"rain\",\"wind\":22}]"}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-result",
    check: Check::Call(check),
    fix: Some(Fix::safe(|edits, pointer| {
        edits.rewrite(pointer, |text| Raw::parse(text).filter(Raw::is_clean).map(|_| without_blanks(text)));
    })),
    ..Rule::COMMON
};

/// A shorter text is not worth the trouble.
const SHORTEST: usize = 2_000;
/// So much of a text tells how it is made.
const SAMPLED: usize = 1 << 16;

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    // Most texts are too short, which shows before they are read.
    let is_long = |text: &Raw| text.as_str().len() >= SHORTEST;
    if !call.text_blocks().any(|block| block.text.as_ref().is_some_and(is_long))
        || call.document().is_none_or(|document| !document.raw().is_clean())
    {
        return;
    }
    for (pointer, text) in call.texts().filter(|(_, text)| text.len() >= SHORTEST) {
        // Padding begins behind the first bracket.
        let opened = text.trim_start().strip_prefix(['{', '[']);
        if !opened.is_some_and(|inside| inside.starts_with(['\n', '\r', ' ', '\t'])) {
            continue;
        }
        let sample = text.as_bytes().get(..SAMPLED).unwrap_or(text.as_bytes());
        let blanks = blanks(sample);
        // Raw JSON of its own, and not lines of it or JSON in a fence.
        if blanks * 10 > sample.len() * 3
            && call.document().is_some_and(|document| document.raw().as_str() == text.trim())
        {
            findings.add(pointer, format!("{} % of the text are blanks between values", blanks * 100 / sample.len()));
        }
    }
}

/// How many blanks stand between the values.
fn blanks(json: &[u8]) -> usize {
    let mut count = 0;
    each_byte(json, |byte, in_string| count += usize::from(!in_string && byte.is_ascii_whitespace()));
    count
}

fn without_blanks(json: &str) -> String {
    let mut kept = Vec::with_capacity(json.len());
    each_byte(json.as_bytes(), |byte, in_string| {
        if in_string || !byte.is_ascii_whitespace() {
            kept.push(byte);
        }
    });
    String::from_utf8(kept).unwrap_or_else(|_| json.to_owned())
}

/// Goes through JSON, and tells of each byte whether it is inside a string.
fn each_byte(json: &[u8], mut each: impl FnMut(u8, bool)) {
    let (mut in_string, mut escaped) = (false, false);
    for byte in json {
        each(*byte, in_string);
        if in_string {
            in_string = escaped || *byte != b'"';
            escaped = !escaped && *byte == b'\\';
        } else {
            in_string = *byte == b'"';
        }
    }
}
