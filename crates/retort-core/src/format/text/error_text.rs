//! What an error text says once the labels in front of it are gone, and the code that a label held.

use super::error::is_mark;
use super::error::words::ELSEWHERE;
use super::lines;

/// The message of an error and its code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ErrorText<'a> {
    /// The text without leading labels such as `Error: ` or `MCP error -32602: `.
    pub(crate) message: &'a str,
    /// The code that a label held: `-32602`, or `401` from `Error (401): `.
    pub(crate) code: Option<&'a str>,
}

/// Labels that say no more than that something went wrong.
const LABELS: &[&str] = &["mcp error", "error", "fatal error", "fatal", "api error"];

/// Labels that name the call and no more; a tool's name may follow them.
const CALLS: &[&str] = &["error executing tool", "error calling tool", "error running tool", "error in tool"];

/// Takes the label off a text that is known to be an error, and before it the one that a client may have put
/// there. A text that is nothing but a label stays whole; so does a label inside the message.
pub(crate) fn error_text(text: &str) -> ErrorText<'_> {
    let whole = ErrorText { message: lines::without_bom(text).trim(), code: None };
    let is_clients = |text: &str| behind(text, "mcp error").is_some();
    let found = whole.unlabelled();
    if is_clients(whole.message) || is_clients(found.message) { found.unlabelled() } else { found }
}

impl ErrorText<'_> {
    fn unlabelled(self) -> Self {
        match without_label(self.message) {
            Some((message, code)) if !message.is_empty() => Self { message, code: self.code.or(code) },
            _ => self,
        }
    }
}

fn without_label(text: &str) -> Option<(&str, Option<&str>)> {
    let bare = text.trim_start_matches(is_mark);
    if bare.starts_with('[')
        && let Some((level, rest)) = bare[1..].split_once(']')
        && ["error", "fatal"].iter().any(|known| level.eq_ignore_ascii_case(known))
    {
        return Some((rest.trim_start_matches([':', ' ']).trim_start(), None));
    }
    let labelled = CALLS
        .iter()
        .find_map(|call| behind(bare, call).and_then(without_tool_name))
        .map(|rest| (rest, None))
        .or_else(|| LABELS.iter().chain(ELSEWHERE).find_map(|label| without_code(behind(bare, label)?)));
    // A cross alone is a label as well; so is a heading sign.
    labelled.or_else(|| (bare.len() < text.len()).then_some((bare, None)))
}

/// What follows a label, whatever its case.
fn behind<'a>(text: &'a str, label: &str) -> Option<&'a str> {
    let mut rest = text.chars();
    for expected in label.chars() {
        let got = rest.next()?;
        if got != expected && !got.to_lowercase().eq([expected]) {
            return None;
        }
    }
    Some(rest.as_str())
}

/// `: …`, ` read_file: …`, ` 'read_file': …`
fn without_tool_name(rest: &str) -> Option<&str> {
    let (name, message) = rest.split_once(':')?;
    (!name.trim().contains(char::is_whitespace)).then(|| message.trim_start())
}

/// The message and the code of `: …`, ` (401): …`, `[E0382]: …`, ` -32602: …`, ` - …`.
fn without_code(rest: &str) -> Option<(&str, Option<&str>)> {
    if let Some(message) = after_colon(rest) {
        return Some((message, None));
    }
    if let Some(message) = rest.strip_prefix(" - ").or_else(|| rest.strip_prefix(" – ")) {
        return Some((message.trim_start(), None));
    }
    let trimmed = rest.trim_start();
    for (open, close) in [('(', ')'), ('[', ']')] {
        if let Some((code, rest)) = trimmed.strip_prefix(open).and_then(|inside| inside.split_once(close)) {
            // What is no code is part of the message.
            let code = code_of(code)?;
            return after_colon(rest).map(|message| (message, Some(code)));
        }
    }
    let trimmed = behind(trimmed, "code ").unwrap_or(trimmed);
    let (code, _) = trimmed.split_once([':', ' '])?;
    let message = after_colon(&trimmed[code.len()..])?;
    Some((message, Some(code_of(code)?)))
}

/// A colon ends a label, wherever emphasis stands around it.
fn after_colon(rest: &str) -> Option<&str> {
    let rest = rest.trim_start_matches(['*', ' ']);
    let message = rest.strip_prefix(':').or_else(|| rest.strip_prefix('：'))?;
    (!message.starts_with(':')).then(|| message.trim_start_matches('*').trim_start())
}

fn code_of(code: &str) -> Option<&str> {
    let is_code = code.len() <= 40
        && !code.contains(char::is_whitespace)
        && code.contains(|c: char| c.is_ascii_digit() || c.is_ascii_uppercase());
    is_code.then_some(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn says(text: &str, message: &str, code: Option<&str>) {
        assert_eq!(error_text(text), ErrorText { message, code }, "{text}");
    }

    #[test]
    fn labels_come_off() {
        says("Error: no key", "no key", None);
        says("Error (401): token expired", "token expired", Some("401"));
        says("MCP error -32602: bad", "bad", Some("-32602"));
        says("MCP error -32603: Error executing tool: x", "x", Some("-32603"));
        says("Error executing tool read_query: no such table: t", "no such table: t", None);
        says("❌ Error: quota", "quota", None);
        says("❌ quota", "quota", None);
        says("**Error:** locked", "locked", None);
        says("error[E0382]: moved", "moved", Some("E0382"));
        says("Error 429: slow down", "slow down", Some("429"));
        says("[ERROR] boom", "boom", None);
        says("错误：超时", "超时", None);
        says("\u{feff}fatal: not a repository\n", "not a repository", None);
    }

    #[test]
    fn what_names_the_error_stays() {
        says("ValueError: bad", "ValueError: bad", None);
        says("Failed to read: Error: x", "Failed to read: Error: x", None);
        says("Error reading /x: gone", "Error reading /x: gone", None);
        says("Error:", "Error:", None);
        says("", "", None);
    }
}
