//! A traceback of Python's ends with what went wrong: that is what a person reads first, and the way there comes below it.

/// How a traceback begins.
const BEGINS: &str = "Traceback (most recent call last):";

/// What went wrong, and the way there.
pub(super) struct Traceback {
    pub(super) headline: String,
    pub(super) lines: String,
}

impl Traceback {
    /// The traceback that a text holds; none where what is said before it stands for itself.
    pub(super) fn of(text: &str) -> Option<Self> {
        let begins = text.find(BEGINS)?;
        let before = text.get(..begins)?.trim();
        if !before.is_empty() && !before.ends_with(':') {
            return None;
        }
        // Where one error led to another, the last one was not caught.
        let last = text.rfind(BEGINS)? + BEGINS.len();
        let is_frame = |line: &str| line.is_empty() || line.starts_with([' ', '\t']);
        let mut at = last + text.get(last..)?.find('\n')? + 1;
        let raised = loop {
            let line = text.get(at..)?.lines().next()?;
            if !is_frame(line) {
                break line;
            }
            at += text.get(at..)?.find('\n')? + 1;
        };
        let more = text.get(at + raised.len()..)?.trim();
        let way = text.get(begins..at)?.trim_end();
        let lines = if more.is_empty() { way.to_owned() } else { format!("{more}\n\n{way}") };
        let headline = if before.is_empty() { raised.to_owned() } else { format!("{before} {raised}") };
        Some(Self { headline: headline.trim_end().to_owned(), lines })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exception_comes_first() {
        let way = "Traceback (most recent call last):\n  File \"x.py\", line 3, in run\n    foo()";
        for (text, headline, lines) in [
            (format!("{way}\nValueError: bad id\n"), "ValueError: bad id", way.to_owned()),
            (format!("Tool failed:\n{way}\nKeyError: 'x'"), "Tool failed: KeyError: 'x'", way.to_owned()),
            (format!("{way}\nE: 2 errors\nname\n  missing"), "E: 2 errors", format!("name\n  missing\n\n{way}")),
            (
                format!("{way}\nA: one\n\nDuring handling of it, another:\n\n{way}\nB: two"),
                "B: two",
                format!("{way}\nA: one\n\nDuring handling of it, another:\n\n{way}"),
            ),
        ] {
            let found = Traceback::of(&text).unwrap();
            assert_eq!((found.headline.as_str(), &found.lines), (headline, &lines), "{text}");
        }
        for text in ["ValueError: x", way, &format!("It broke.\n{way}\nX: y"), BEGINS] {
            assert!(Traceback::of(text).is_none(), "{text}");
        }
    }
}
