//! Failures: what went wrong, in the words of the server.

use retort_core::{Content, Envelope, Kind, Payload, Raw};

use super::named;

/// What went wrong.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Failure {
    /// The code of the error.
    pub code: Option<String>,
    /// What happened.
    pub message: String,
    /// What to do about it, where the server says.
    pub hint: Option<String>,
    /// What else the server says about it.
    pub details: Vec<(String, Raw)>,
    /// More lines of text that came with it.
    pub lines: Option<String>,
}

const HINTS: &[&str] = &["hint", "suggestion", "help", "fix", "remedy", "action"];

impl Failure {
    /// A failure that is all in its message.
    pub(crate) fn told(message: String) -> Self {
        Self { code: None, message, hint: None, details: Vec::new(), lines: None }
    }

    /// What an envelope says about a failure.
    pub(crate) fn of(envelope: &Envelope, payload: &Payload) -> Self {
        let Some(error) = envelope.error() else {
            return Self::told(envelope.message.clone().unwrap_or_else(|| super::text_of(payload)));
        };
        let mut failure = Self::told(error.message.clone());
        failure.code = error.code.as_ref().map(ToString::to_string);
        let details = error.details.as_ref().and_then(|details| Raw::parse(details.to_json()));
        match details {
            Some(details) if details.kind() == Kind::Object => failure.add(details.members().map(named)),
            Some(details) => failure.details.push(("details".to_owned(), details)),
            None => {}
        }
        failure.add(error.extra.iter().cloned());
        if let Some(data) = &envelope.data
            && let Some(data) = Raw::parse(data.to_json())
        {
            failure.details.push(("data".to_owned(), data));
        }
        if let Some(rest) = envelope.metadata.rest() {
            failure.add(rest.members().map(named));
        }
        // The text may say more than its message: a list of problems, a trace.
        if let Content::Text(text) = &payload.content {
            let text = text.as_str().trim();
            let more = text.lines().count() > 1 && text.len() > failure.message.trim().len();
            failure.lines = more.then(|| text.to_owned());
            failure.lines = failure.lines.map(|lines| after(&lines, &failure.message).unwrap_or(lines));
            failure.lines = failure.lines.filter(|lines| !lines.is_empty());
        }
        failure
    }

    fn add(&mut self, members: impl Iterator<Item = (String, Raw)>) {
        // What the envelope has no place for in an error belongs to the error.
        let members = members.flat_map(|(key, value)| match value.kind() {
            Kind::Object if key == "error" => value.members().map(named).collect(),
            _ => vec![(key, value)],
        });
        for (key, value) in members {
            let is_hint = HINTS.iter().any(|name| key.eq_ignore_ascii_case(name));
            match value.to_text() {
                Some(text) if is_hint && self.hint.is_none() => self.hint = Some(text.into_owned()),
                _ => self.details.push((key, value)),
            }
        }
    }
}

/// What a text says behind its message, which may be nothing; `None` where it does not begin with that.
fn after(text: &str, message: &str) -> Option<String> {
    let at = text.find(message.trim())?;
    let before = text.get(..at)?;
    // Before it only its label may stand, such as `Error: `.
    let is_label = before.len() <= 60 && !before.contains('\n');
    let rest = text.get(at + message.trim().len()..)?.trim_matches(['\r', '\n']);
    let says = !rest.trim().is_empty();
    is_label.then(|| if says { rest.to_owned() } else { String::new() })
}
