//! The notice at the end of a text that there is more of it: whoever has fetched the rest does not need it.

use super::prose::{LAST_LINES, LONGEST_NOTICE, Told};

/// A text without the words at its end that say that there is more, and how to get it; as it is where it has none.
///
/// ```
/// let text = "First half.\n\n<error>Content truncated. Call the tool with a start_index of 5000 to get more.</error>";
/// assert_eq!(retort_core::without_page_notice(text), "First half.");
/// assert_eq!(retort_core::without_page_notice("There is no more."), "There is no more.");
/// ```
pub fn without_page_notice(text: &str) -> &str {
    let tells = |line: &str| {
        let mut told = Told::default();
        told.read(line, false);
        told.more == Some(true)
    };
    let mut kept = None;
    let mut end = text.trim_end().len();
    for _ in 0..LAST_LINES {
        let Some(before) = text.get(..end).filter(|before| !before.is_empty()) else { break };
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        let line = before.get(start..).unwrap_or_default();
        if line.len() > LONGEST_NOTICE {
            break;
        }
        if tells(line) {
            kept = Some(start);
        }
        end = before.get(..start).map_or(0, |before| before.trim_end().len());
    }
    // What is nothing but a notice stays.
    let kept = kept.and_then(|start| text.get(..start)).map(str::trim_end);
    kept.filter(|kept| !kept.is_empty()).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::without_page_notice;

    #[test]
    fn only_the_notice_goes() {
        for (text, kept) in [
            ("a\nb\n\n[Content truncated. Use start_index=5000 to continue]\n", "a\nb"),
            ("a\n\n---\nShowing lines 1-100 of 854. To read more, call again with offset=100.\nHave fun!", "a\n\n---"),
            ("a\n(truncated, 57 more)", "a"),
            ("a\nNext cursor: abc123", "a"),
            ("a\n\n... and 3 more results", "a"),
        ] {
            assert_eq!(without_page_notice(text), kept, "{text}");
        }
        for text in ["", "\n", "a\nb", "Use start_index=5000 to get more content", "I want more\nof the next day"] {
            assert_eq!(without_page_notice(text), text, "{text}");
        }
    }
}
