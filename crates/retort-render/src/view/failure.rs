//! Failures: what went wrong, in the words of the server.

use retort_core::{Content, Envelope, Kind, Payload, Raw, counted};

use super::complaints::complaints;
use super::traceback::Traceback;
use super::{Inside, named, values_in};

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

/// What servers call what happened, and what they call its code.
const MESSAGES: &[&str] = &[
    "message",
    "error_message",
    "errorMessage",
    "msg",
    "detail",
    "error_description",
    "error",
    "reason",
    "description",
    "title",
];
const CODES: &[&str] = &["code", "error_code", "errorCode", "statusCode", "status_code", "status", "type"];
/// What is said where a failure has details and no words.
const WORDLESS: &str = "The call failed.";
/// How often something is unwrapped: errors are passed on and packed again.
const WRAPS: usize = 8;
/// Most pairs that a nested detail becomes, and how deep it may be: what is larger is a tree.
const PAIRS: usize = 40;
const DEPTH: usize = 4;
/// Most errors that are told one by one.
const LISTED: usize = 100;
const HINTS: &[&str] = &["hint", "suggestion", "help", "fix", "remedy"];

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
            let more = text.lines().nth(1).is_some() && text.len() > failure.message.trim().len();
            let lines = || after(text, &failure.message).unwrap_or_else(|| text.to_owned());
            failure.lines = more.then(lines).filter(|lines| !lines.is_empty());
        }
        if let Some(found) = Traceback::of(&failure.message) {
            failure.message = found.headline;
            let more = failure.lines.take().filter(|more| !more.contains(&found.lines));
            failure.lines = Some(more.map_or_else(|| found.lines.clone(), |more| format!("{}\n{more}", found.lines)));
            return failure;
        }
        for _ in 0..WRAPS {
            if !failure.unwrap_message() {
                break;
            }
        }
        failure.unwrap_lines();
        failure
    }

    /// Takes the value at the end of the message apart, as errors are passed on: `Request failed: {"message": …}`.
    /// Gives whether there was one.
    fn unwrap_message(&mut self) -> bool {
        let Some(end) = Ending::of(&self.message) else { return false };
        let mut before = end.before.to_owned();
        let behind = Some(end.behind.to_owned()).filter(|words| !words.is_empty());
        let (is_bracketed, value) = (end.is_bracketed, end.value);
        if let Some([(place, said)]) = complaints(&value).as_deref()
            && before.is_empty()
        {
            self.message = format!("{place}: {}", said.to_plain());
        } else {
            let said = self.take_apart(value);
            if is_bracketed && said.is_none() {
                before = without_bracket(&before);
            }
            let close = if is_bracketed && said.is_some() { ")" } else { "" };
            self.message = match (before.is_empty(), said) {
                (true, Some(said)) => said,
                (false, Some(said)) if before.ends_with(['.', '!', '?']) => format!("{before} {said}{close}"),
                (false, Some(said)) => format!("{before}: {said}{close}"),
                (false, None) => before,
                (true, None) => WORDLESS.to_owned(),
            };
        }
        // Behind complaints stands what to do about them.
        match (behind, &self.hint) {
            (Some(behind), Some(_)) => self.lines.get_or_insert_default().extend(["\n", &*behind]),
            (Some(behind), None) => self.hint = Some(behind),
            (None, _) => {}
        }
        true
    }

    /// The same for the lines below it, whose words stay where they are.
    fn unwrap_lines(&mut self) {
        let Some(end) = self.lines.as_deref().and_then(Ending::of) else { return };
        let words = [end.before, end.behind].map(str::trim_end).map(ToOwned::to_owned);
        let value = end.value;
        if let Some(said) = self.take_apart(value) {
            self.add(std::iter::once(("message".to_owned(), Raw::string(&said))));
        }
        let words: Vec<String> = words.into_iter().filter(|words| !words.is_empty()).collect();
        self.lines = Some(words.join("\n")).filter(|lines| !lines.is_empty());
    }

    /// Adds what a value says about a failure, and gives what happened, where it says that.
    fn take_apart(&mut self, value: Raw) -> Option<String> {
        let mut members: Vec<(String, Raw)> = match value.kind() {
            Kind::Object => value.members().map(named).collect(),
            _ => return self.take_list(value),
        };
        // The error itself may be a member, with others beside it.
        let is_error = |(key, value): &(String, Raw)| key.eq_ignore_ascii_case("error") && value.kind() == Kind::Object;
        if let Some(at) = members.iter().position(is_error) {
            let (_, error) = members.remove(at);
            members.splice(at..at, error.members().map(named));
        }
        members.retain(|(key, value)| !only_says_so(key, value));
        let find = |members: &[(String, Raw)], names: &[&str], kinds: &[Kind]| {
            let is = |name: &str| {
                let has = |(key, value): &(String, Raw)| {
                    key.eq_ignore_ascii_case(name) && kinds.contains(&value.kind()) && !value.is_blank()
                };
                members.iter().position(has)
            };
            names.iter().find_map(|name| is(name))
        };
        let said = find(&members, MESSAGES, &[Kind::String]).map(|at| members.remove(at).1.to_plain().into_owned());
        if self.code.is_none()
            && let Some(at) = find(&members, CODES, &[Kind::String, Kind::Number])
        {
            self.code = Some(members.remove(at).1.to_plain().into_owned());
        }
        let is_new = |failure: &Self, (key, value): &(String, Raw)| {
            !failure.details.iter().any(|(name, known)| name == key && known.to_json() == value.to_json())
        };
        members.retain(|member| is_new(self, member));
        self.add(members.into_iter());
        said
    }

    /// The same for a list: what its only item says, or all of it as a detail.
    fn take_list(&mut self, value: Raw) -> Option<String> {
        let mut items = value.items();
        let only = items.next().filter(|_| items.next().is_none() && complaints(&value).is_none());
        match only {
            Some(only) if only.kind() == Kind::String => Some(only.to_plain().into_owned()),
            Some(only) if only.kind() == Kind::Object => self.take_apart(only),
            _ => {
                self.details.push(("errors".to_owned(), value));
                None
            }
        }
    }

    /// Makes pairs of details that hold others: `fields.name` instead of an object in a box.
    pub(super) fn spread(&mut self) {
        if let Some(at) = self.details.iter().position(|(name, _)| name.eq_ignore_ascii_case("errors")) {
            self.tell_list(at);
        }
        self.details = std::mem::take(&mut self.details).into_iter().flat_map(spread).collect();
        // What is not there says nothing.
        self.details.retain(|(_, value)| value.kind() != Kind::Null);
        // The first of several errors often is what the message says.
        self.details.retain(|(name, value)| !name.contains('.') || value.to_text().as_deref() != Some(&self.message));
    }

    /// A list of errors whose first is the message is told once: one of them in the message, several below how many there are.
    fn tell_list(&mut self, at: usize) {
        let Some((_, list)) = self.details.get(at) else { return };
        let items: Vec<Raw> = list.items().take(LISTED + 1).collect();
        let texts: Option<Vec<String>> = items.iter().map(|item| item.to_text().map(String::from)).collect();
        let is_told = |item: &Raw| {
            let members = MESSAGES.iter().filter_map(|name| item.get(name));
            members.chain([item.clone()]).any(|said| said.to_text().as_deref() == Some(&self.message))
        };
        if list.kind() != Kind::Array || items.len() > LISTED || !items.first().is_some_and(is_told) {
            return;
        }
        match (items.len(), texts) {
            (1, Some(_)) => {
                self.details.remove(at);
            }
            (1, None) => {
                if let Some([(place, said)]) = complaints(list).as_deref() {
                    self.message = format!("{place}: {}", said.to_plain());
                    self.details.remove(at);
                }
            }
            (count, Some(texts)) => {
                self.message = counted(count, "error");
                self.details.remove(at);
                let listed = texts.iter().map(|text| format!("• {}", text.trim())).collect::<Vec<_>>().join("\n");
                self.lines = Some(self.lines.take().map_or(listed.clone(), |lines| format!("{listed}\n{lines}")));
            }
            (count, None) if complaints(list).is_some() => self.message = counted(count, "error"),
            // Where the others do not say what they are about, the first leads, and is not told again.
            _ => {}
        }
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

/// A text that ends in a value, or has complaints in it.
struct Ending<'t> {
    before: &'t str,
    value: Raw,
    /// What is said behind complaints; behind any other value only a full stop or a bracket may stand.
    behind: &'t str,
    /// Whether the value is the rest of what stands in brackets.
    is_bracketed: bool,
}

impl<'t> Ending<'t> {
    fn of(text: &'t str) -> Option<Self> {
        let behind = |found: &Inside| {
            text.get(found.range.end..).map(|rest| rest.trim().trim_matches(['.', ')', '"', '\'']).trim())
        };
        let is_last = |found: &Inside| behind(found).is_some_and(str::is_empty) || has_complaints(&found.value);
        let found = values_in(text).find(is_last)?;
        let before = text.get(..found.range.start)?.trim_end_matches(['"', '\'']);
        let before = before.strip_suffix('(').unwrap_or(before);
        let before = before.trim().trim_end_matches([':', '-', '=', ',']).trim_end();
        let is_bracketed = before.matches('(').count() > before.matches(')').count();
        Some(Self { before, behind: behind(&found)?, value: found.value, is_bracketed })
    }
}

/// Whether a value is a list of complaints, or holds one.
fn has_complaints(value: &Raw) -> bool {
    complaints(value).is_some() || value.members().any(|(_, inner)| complaints(&inner).is_some())
}

/// A text whose last bracket is not closed: without it where it says nothing new, else closed.
fn without_bracket(text: &str) -> String {
    match text.rsplit_once('(') {
        Some((before, inside)) if before.contains(inside.trim()) => before.trim_end().to_owned(),
        _ => format!("{text})"),
    }
}

/// Whether a member only says that something failed, which the box says.
fn only_says_so(key: &str, value: &Raw) -> bool {
    match key {
        "success" | "ok" => value.to_bool() == Some(false),
        "isError" | "is_error" | "error" => value.to_bool() == Some(true),
        "status" => value.to_text().is_some_and(|word| matches!(&*word.to_lowercase(), "error" | "fail" | "failed")),
        _ => false,
    }
}

/// A detail as pairs of a name and a value that holds no other; as it is where that is too many of them.
fn spread(whole: (String, Raw)) -> Vec<(String, Raw)> {
    if let Some(pairs) = complaints(&whole.1) {
        return pairs;
    }
    let mut pairs = Vec::new();
    // What is still to be looked at, the next of it last.
    let mut open = vec![(whole.0.clone(), whole.1.clone(), 0)];
    while let Some((name, value, depth)) = open.pop() {
        let is_empty = value.members().next().is_none() && value.items().next().is_none();
        if is_empty || !value.kind().is_container() {
            pairs.push((name, value));
        } else if let Some(words) = words(&value) {
            pairs.push((name, words));
        } else if depth == DEPTH {
            return vec![whole];
        } else {
            let members = value.members().map(|(key, inner)| (format!("{name}.{key}"), inner, depth + 1));
            let is_only = value.items().nth(1).is_none();
            let item = |at: usize| if is_only { name.clone() } else { format!("{name}[{at}]") };
            let items = value.items().enumerate().map(|(at, inner)| (item(at), inner, depth + 1));
            let mut inside: Vec<_> = members.chain(items).take(PAIRS + 1).collect();
            inside.reverse();
            open.append(&mut inside);
        }
        if pairs.len() + open.len() > PAIRS {
            return vec![whole];
        }
    }
    pairs
}

/// A list of strings or numbers as one line of text.
fn words(list: &Raw) -> Option<Raw> {
    let is_plain = |item: Raw| matches!(item.kind(), Kind::String | Kind::Number);
    let is_list = list.kind() == Kind::Array && list.items().take(PAIRS + 1).all(is_plain);
    (is_list && list.items().nth(PAIRS).is_none()).then(|| {
        let words: Vec<String> = list.items().map(|item| item.to_plain().into_owned()).collect();
        Raw::string(&words.join(", "))
    })
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
