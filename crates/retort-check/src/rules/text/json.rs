//! JSON that shares its text with something else, or is none after all.

use retort_core::Raw;

/// A longer text is not looked at: it would have to be read once more.
const LONGEST: usize = 1 << 22;

/// Whether a text starts as JSON objects and lists of them do.
pub(super) fn opens(text: &str) -> bool {
    let text = text.trim_start();
    let inside = match text.as_bytes() {
        [b'{', ..] => text.get(1..),
        [b'[', ..] => text.get(1..).and_then(|rest| rest.trim_start().strip_prefix('{')),
        _ => None,
    };
    // A key and a colon follow.
    let key = inside.and_then(|inside| inside.trim_start().strip_prefix('"')).and_then(|rest| rest.split_once('"'));
    key.is_some_and(|(key, behind)| key.len() < 200 && behind.trim_start().starts_with(':'))
}

fn is_data(text: &str) -> bool {
    Raw::parse(text).is_some_and(|raw| raw.kind().is_container() && !raw.is_blank())
}

/// Where JSON starts behind a remark, if the text ends with it.
pub(super) fn behind_prose(text: &str) -> Option<usize> {
    let whole = text.trim_end();
    if whole.len() > LONGEST || !whole.ends_with(['}', ']']) || opens(whole) || whole.contains("```") {
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
    if text.len() > LONGEST || !opens(text) {
        return None;
    }
    let at = text.rfind(['}', ']'])? + 1;
    let behind = text.get(at..)?.trim();
    (!behind.is_empty() && is_data(text.get(..at)?)).then_some(at)
}

/// Whether a text is a dictionary or list as Python prints it.
pub(super) fn is_python(text: &str) -> bool {
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
    fn python_is_known_by_its_quotes() {
        assert!(is_python("{'a': None}") && is_python("[{'a': 1}]") && is_python("['a', 'b']"));
        assert!(!is_python("{\"a\": 1}") && !is_python("{'a'}") && !is_python("'a'"));
    }
}
