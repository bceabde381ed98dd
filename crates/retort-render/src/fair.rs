//! Markdown that a parser can be trusted with. For every quote and list item that a line opens, a parser looks through all that
//! are open already: so a line of 100,000 `>` takes minutes, and is shown as it was sent.

/// Most quotes and list items that one line may open.
const MOST_OPENED: usize = 100;

/// Whether no line of a text opens more quotes and list items than people write.
pub(crate) fn is_fair(text: &str) -> bool {
    text.lines().all(|line| opened(line) <= MOST_OPENED)
}

/// How many quotes and list items a line opens, up to the first that are too many.
fn opened(line: &str) -> usize {
    let mut count = 0;
    let mut rest = line.trim_start();
    while count <= MOST_OPENED {
        let digits = rest.bytes().take(9).take_while(u8::is_ascii_digit).count();
        let behind = match rest.as_bytes().get(digits) {
            Some(b'>') if digits == 0 => rest.get(1..),
            Some(b'-' | b'+' | b'*') if digits == 0 => rest.get(1..).filter(|behind| starts_blank(behind)),
            Some(b'.' | b')') if digits > 0 => rest.get(digits + 1..).filter(|behind| starts_blank(behind)),
            _ => None,
        };
        let Some(behind) = behind else { break };
        count += 1;
        rest = behind.trim_start();
    }
    count
}

fn starts_blank(text: &str) -> bool {
    text.is_empty() || text.starts_with([' ', '\t'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_write_is_fair() {
        for text in ["", "> > a", "- 1. * b", "---\n***\n- - -", "**bold** 1.5 -x >>= y", "> a\n".repeat(1000).as_str()]
        {
            assert!(is_fair(text), "{text:.20}");
        }
        assert_eq!((opened("> - 1. a"), opened("1) >> b"), opened("-a"), opened("12345678901. a")), (3, 3, 0, 0));
    }

    #[test]
    fn what_nobody_writes_is_not() {
        for mark in [">", "> ", "- ", "+ ", "* ", "1. ", "7) "] {
            assert!(!is_fair(&format!("# T\n\n{}a", mark.repeat(200))), "{mark}");
        }
    }
}
