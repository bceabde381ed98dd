//! Texts that say that something worked: a check mark in front, or the word `successfully` with nothing that
//! takes it back.

use super::error::reports_error;
use super::lines;

const TAKEN_BACK: [&str; 7] = ["not ", "n't ", "never ", "failed", "without being ", "unable ", "nicht "];

/// Whether the first line of a text says that something was done.
pub(crate) fn says_success(text: &str) -> bool {
    let line = lines::first_non_blank(text);
    if line.starts_with(['✅', '✓', '✔', '☑', '🎉']) {
        return true;
    }
    if reports_error(text) {
        return false;
    }
    let line: String = line.chars().take(400).flat_map(char::to_lowercase).collect();
    opens_with_success(&line) || holds_successfully(&line)
}

/// `success`, `success:`, `success!` and `successful`; not `success rate`.
fn opens_with_success(line: &str) -> bool {
    let Some(rest) = line.strip_prefix("success") else {
        return false;
    };
    let rest = rest.strip_prefix("ful").unwrap_or(rest);
    rest.is_empty() || rest.starts_with([':', '!', '.', ',', '-']) || rest.starts_with(" -") || rest.starts_with(" –")
}

fn holds_successfully(line: &str) -> bool {
    ["successfully", "erfolgreich", "успешно", "成功"].into_iter().any(|word| {
        line.match_indices(word).any(|(at, _)| {
            let before = &line[..at];
            // `unsuccessfully` holds the word too.
            !before.ends_with(|c: char| c.is_ascii_alphabetic())
                && !TAKEN_BACK.into_iter().any(|taken| before.contains(taken))
                && !before.ends_with(['不', '未', '没'])
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_and_words_say_success() {
        for text in [
            "✅ Campaign created! Campaign ID: camp_123",
            "\n✓ 3 files written",
            "Successfully wrote to /srv/a.txt",
            "The issue was created successfully.",
            "Success: saved",
            "Datei erfolgreich gespeichert",
        ] {
            assert!(says_success(text), "{text}");
        }
    }

    #[test]
    fn words_that_take_it_back_do_not() {
        for text in [
            "The job ended unsuccessfully",
            "The process did not complete successfully",
            "Success rate: 41%",
            "Error: completed successfully is a lie",
            "Saved.",
            "",
        ] {
            assert!(!says_success(text), "{text}");
        }
    }
}
