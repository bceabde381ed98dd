//! JSON that shares its text with something else, or is none after all.

use retort_core::Raw;

/// A longer text is not looked at: it would have to be read once more.
const LONGEST_TEXT: usize = 1 << 22;
/// How long the first key of an object may be, in bytes.
const LONGEST_KEY: usize = 200;
/// How many places are tried where a value may stand amid prose.
const MOST_TRIED: usize = 8;

/// Whether a text starts as JSON objects and lists of them do.
pub(super) fn opens(text: &str) -> bool {
    let text = text.trim_start();
    let inside = match text.as_bytes() {
        [b'{', ..] => text.get(1..),
        [b'[', ..] => text.get(1..).and_then(|rest| rest.trim_start().strip_prefix('{')),
        _ => None,
    };
    // A key and a colon follow, not too far away.
    let rest = inside.and_then(|inside| inside.trim_start().strip_prefix('"')).unwrap_or_default();
    let near = rest.get(..rest.floor_char_boundary(LONGEST_KEY)).unwrap_or_default();
    near.find('"').and_then(|end| rest.get(end + 1..)).is_some_and(|behind| behind.trim_start().starts_with(':'))
}

fn is_data(text: &str) -> bool {
    Raw::parse(text).is_some_and(|raw| raw.kind().is_container() && !raw.is_blank())
}

/// Where JSON starts behind a remark, if the text ends with it.
pub(super) fn behind_prose(text: &str) -> Option<usize> {
    let whole = text.trim_end();
    if whole.len() > LONGEST_TEXT || !whole.ends_with(['}', ']']) || opens(whole) || whole.contains("```") {
        return None;
    }
    let one_line = !whole.contains('\n');
    let starts = ["\n{", "\n[", ": {\"", ": [{\""];
    starts.iter().filter(|start| start.starts_with('\n') || one_line).find_map(|start| {
        let at = whole.find(start)? + start.find(['{', '[']).unwrap_or_default();
        let remark = whole.get(..at)?.trim();
        // One more object of a list of them is no remark.
        let is_remark = !remark.is_empty() && !remark.starts_with(['{', '[', '<']);
        (is_remark && opens(whole.get(at..)?) && is_data(whole.get(at..)?)).then_some(at)
    })
}

/// Where JSON ends before something else, if the text starts with it.
pub(super) fn before_prose(text: &str) -> Option<usize> {
    if text.len() > LONGEST_TEXT || !opens(text) {
        return None;
    }
    let at = text.rfind(['}', ']'])? + 1;
    let behind = text.get(at..)?.trim();
    (!behind.is_empty() && is_data(text.get(..at)?)).then_some(at)
}

/// Where JSON starts with prose on both sides of it. What stands in code, as Markdown marks it, is shown and not sent.
pub(super) fn amid_prose(text: &str) -> Option<usize> {
    if text.len() > LONGEST_TEXT || opens(text) || text.trim_start().starts_with(['[', '<']) {
        return None;
    }
    let mut offset = 0;
    let mut in_fence = false;
    let mut tried = 0;
    for line in text.split_inclusive('\n') {
        let start = offset;
        offset += line.len();
        if line.trim_start().starts_with("```") {
            in_fence = !in_fence;
        }
        if in_fence || line.starts_with("    ") || line.starts_with('\t') {
            continue;
        }
        // A line may have as many brackets as it has letters: what was counted for one is not counted again for the next.
        let (mut counted, mut ticks) = (0, 0);
        for (at, _) in line.match_indices(['{', '[']) {
            let before = line.get(..at).unwrap_or_default();
            let stands = before.is_empty() || before.ends_with([' ', '\t']);
            ticks += before.get(counted..).unwrap_or_default().matches('`').count();
            counted = at;
            let in_code = ticks % 2 == 1;
            let rest = text.get(start + at..).unwrap_or_default();
            if !stands || in_code || !opens(rest) {
                continue;
            }
            tried += 1;
            if tried > MOST_TRIED {
                return None;
            }
            let Some((value, behind)) = value_length(rest).and_then(|end| rest.split_at_checked(end)) else { continue };
            let is_amid = !text.get(..start + at).unwrap_or_default().trim().is_empty() && !behind.trim().is_empty();
            if is_amid && is_data(value) {
                return Some(start + at);
            }
        }
    }
    None
}

/// How long the value is that a text starts with: as far as its last bracket is closed.
fn value_length(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let (mut in_string, mut is_escaped) = (false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if in_string => is_escaped = true,
            b'"' => in_string = !in_string,
            b'{' | b'[' if !in_string => depth += 1,
            b'}' | b']' if !in_string => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
    }
    None
}

/// Whether JSON shares a text with something else.
pub(in crate::rules) fn is_mixed(text: &str) -> bool {
    behind_prose(text).is_some() || before_prose(text).is_some()
}

/// The lines of a text that are rows of fields among lines that are prose: the first of them and how many there are.
pub(super) fn rows_in_prose(text: &str) -> Option<(usize, usize)> {
    if text.len() > LONGEST_TEXT || text.contains("```") || text.contains('|') {
        return None;
    }
    let fields = |line: &str| [',', ';', '\t'].map(|mark| line.matches(mark).count());
    // In prose a blank follows a comma, and a sentence ends with a full stop.
    let is_row = |line: &str| {
        fields(line).iter().any(|count| *count > 0)
            && !line.contains(", ")
            && !line.contains("; ")
            && !line.contains(": ")
            && !line.ends_with(['.', ':', ';', '{', '}', '!', '?', ','])
            && !line.starts_with(['#', '-', '*', '<', '{', '[', '/', ' '])
    };
    let lines: Vec<&str> = text.lines().collect();
    let mut start = 0;
    while let Some(first) = lines.get(start).copied() {
        let wanted = fields(first);
        let run = lines.iter().skip(start).take_while(|line| is_row(line) && fields(line) == wanted).count();
        let columns = wanted.into_iter().max().unwrap_or(0) + 1;
        let is_table = run >= 3 || run == 2 && columns >= 3;
        if is_row(first) && is_table {
            let mut others = lines.iter().take(start).chain(lines.iter().skip(start + run));
            let is_prose = |line: &&str| line.split_whitespace().count() >= 2 && !is_row(line);
            return others.any(is_prose).then_some((start, run));
        }
        start += run.max(1);
    }
    None
}

/// Whether a text is a dictionary or list as Python prints it.
pub(in crate::rules) fn is_python(text: &str) -> bool {
    let text = text.trim();
    let pairs = (text.starts_with("{'") || text.starts_with("[{'")) && text.contains("': ");
    let items = text.starts_with("['") && (text.contains("', ") || text.ends_with("']"));
    pairs && text.ends_with(['}', ']']) || items && text.ends_with(']')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remarks_beside_json() {
        assert_eq!(behind_prose("Found:\n{\"a\": 1}"), Some(7));
        assert_eq!(behind_prose("Found: {\"a\": 1}"), Some(7));
        assert_eq!(before_prose("{\"a\": 1}\nThat is all."), Some(8));
        for text in ["{\"a\": 1}", "a [b]", "use f(x) {\n}", "```json\n{\"a\": 1}\n```", "[see](x)\n[1]: http://x"] {
            assert_eq!((behind_prose(text), before_prose(text)), (None, None), "{text}");
        }
    }

    #[test]
    fn json_amid_prose() {
        for (text, at) in [
            ("Found:\n{\"a\": 1}\nThat is all.", 7),
            ("# Result\n\n[{\"a\": 1},\n {\"a\": 2}]\n\n**Done**", 10),
            ("The user {\"id\": 1} was created.", 9),
            ("Use `x`. Got {\"s\": \"a } b\"} from it", 13),
            ("One {\"a\": } is broken, {\"a\": 1} is not.", 23),
            ("```\nx\n```\n{\"a\": 1}\nend", 10),
        ] {
            assert_eq!(amid_prose(text), Some(at), "{text}");
        }
        for text in [
            "{\"a\": 1}\nThat is all.",
            "Found:\n{\"a\": 1}",
            "Send this:\n```json\n{\"a\": 1}\n```\nand wait.",
            "Send `{\"a\": 1}` and wait.",
            "Send this:\n\n    {\"a\": 1}\n\nand wait.",
            "call f({\"a\": 1}) now",
            "see [1] and {x} and [a](b) there",
            "cut {\"a\": [1, 2",
            "none {\"a\": 1]} here",
        ] {
            assert_eq!(amid_prose(text), None, "{text}");
        }
    }

    #[test]
    fn rows_among_prose() {
        assert_eq!(rows_in_prose("Here are the users:\nname,age,city\nAnn,30,Oslo\nBob,25,Rome"), Some((1, 3)));
        assert_eq!(rows_in_prose("id;name\n1;Ann\n2;Bob\n\nThat is all of them."), Some((0, 3)));
        for text in [
            "name,age\nAnn,30\nBob,25",
            "We met Ann, Bob and Eve.\nThen, at noon, we left.\nIt was, all in all, good.",
            "Found 3 files\na.txt\nb.txt",
            "use std::fmt;\nlet a = f(1,2);\nlet b = f(3,4);\nlet c = f(5,6);",
            "Name: Ann\nTags: a,b,c\nNotes: x,y,z",
        ] {
            assert_eq!(rows_in_prose(text), None, "{text}");
        }
    }

    #[test]
    fn python_is_known_by_its_quotes() {
        assert!(is_python("{'a': None}") && is_python("[{'a': 1}]") && is_python("['a', 'b']"));
        assert!(!is_python("{\"a\": 1}") && !is_python("{'a'}") && !is_python("'a'"));
    }
}
