//! JSON as a tree that can be folded. What is shown of a value is that value as JSON, so that the script can copy it
//! from the page. Trees that are too deep or too large for a browser end in plain JSON.

use std::borrow::Cow;
use std::io::{self, Write};

use maud::{Markup, html};
use retort_core::{Kind, Raw, Style};

use super::put::{Put, put};
use super::text::{JsonInto, json, put_json_lines};

/// Nodes below this depth are JSON in lines: browsers stop nesting at about five hundred elements.
const DEEPEST: usize = 48;
/// How deep a tree is open at first.
const OPEN: usize = 2;
/// How many children a node may have to be open at first.
const FEW: usize = 40;
/// Strings longer than this are folded.
const LONG: usize = 600;
/// Most characters of a value's gist.
const GIST: usize = 60;

/// How many nodes a browser is asked to hold.
pub(super) struct Budget(usize);

impl Budget {
    /// What one part of a response may use.
    pub(super) fn new() -> Self {
        Self(20_000)
    }
}

/// Writes a value, with what is needed to fold it and to copy from it.
pub(super) fn put_tree(value: &Raw, out: &mut dyn Write) -> io::Result<()> {
    if !value.kind().is_container() {
        "<div class=\"tree\"><ul class=\"root\"><li class=\"leaf\">".put(out)?;
        put_scalar(value, out)?;
        return "</li></ul></div>".put(out);
    }
    if value.kind() == Kind::Array && value.items().next().is_none() {
        "<p class=\"nothing\">Nothing was found.</p>".put(out)?;
    }
    let tools = html! {
        div.tools.scripted {
            code.path dir="ltr" title="The path of what was pointed at last" { "$" }
            span.buttons {
                button type="button" data-copy="path" { "Copy path" }
                button type="button" data-copy="value" { "Copy value" }
                button type="button" data-fold="close" { "Fold all" }
                button type="button" data-fold="open" { "Unfold all" }
            }
            output.said {}
        }
    };
    put!(out, "<div class=\"tree\">", tools)?;
    put_nodes(value, &mut Budget::new(), out)?;
    "</div>".put(out)
}

/// Writes the nodes of a value.
pub(super) fn put_nodes(value: &Raw, budget: &mut Budget, out: &mut dyn Write) -> io::Result<()> {
    "<ul class=\"root\">".put(out)?;
    put_node(None, value, 0, budget, out)?;
    "</ul>".put(out)
}

// It calls itself, but never deeper than DEEPEST.
fn put_node(key: Option<&str>, value: &Raw, depth: usize, budget: &mut Budget, out: &mut dyn Write) -> io::Result<()> {
    budget.0 = budget.0.saturating_sub(1);
    let (open, close) = if value.kind() == Kind::Object { ("{", "}") } else { ("[", "]") };
    let count = match value.kind() {
        Kind::Object => value.members().count(),
        Kind::Array => value.items().count(),
        _ => {
            put!(out, "<li class=\"leaf\" tabindex=\"-1\">", key.map(Key))?;
            put_scalar(value, out)?;
            return "</li>".put(out);
        }
    };
    if count == 0 {
        let leaf = "<li class=\"leaf\" tabindex=\"-1\">";
        return put!(out, leaf, key.map(Key), "<span class=\"value punct\">", open, close, "</span></li>");
    }
    let is_rest = depth >= DEEPEST || budget.0 == 0;
    let details = if depth < OPEN && count <= FEW && !is_rest { "<details open>" } else { "<details>" };
    put!(out, "<li>", details, "<summary>", key.map(Key), "<span class=\"punct\">", open, "</span>")?;
    put!(out, counted(value.kind(), count), "</summary>")?;
    if is_rest {
        "<pre class=\"value rest\">".put(out)?;
        value.write_json(JsonInto::new(out), Style::Indented)?;
        return "</pre></details></li>".put(out);
    }
    "<ul>".put(out)?;
    for (key, child) in value.members() {
        put_node(Some(&key), &child, depth + 1, budget, out)?;
    }
    for child in value.items() {
        put_node(None, &child, depth + 1, budget, out)?;
    }
    put!(out, "</ul><span class=\"punct close\">", close, "</span></details></li>")
}

/// The name of a member.
struct Key<'a>(&'a str);

impl Put for Key<'_> {
    fn put(&self, out: &mut dyn Write) -> io::Result<()> {
        let key = Raw::string(self.0);
        put!(out, "<span class=\"key\">", json(key.as_str()), "</span><span class=\"punct\">: </span>")
    }
}

fn counted(kind: Kind, count: usize) -> Markup {
    let what = match (kind, count) {
        (Kind::Object, 1) => "member",
        (Kind::Object, _) => "members",
        (_, 1) => "item",
        _ => "items",
    };
    html! { span.count { (count) " " (what) } }
}

/// Writes a value that holds no others, as JSON.
fn put_scalar(value: &Raw, out: &mut dyn Write) -> io::Result<()> {
    let shown = shown(value);
    let is_string = value.kind() == Kind::String;
    let class = match value.kind() {
        Kind::String if has_lines(&shown) => "value string lines",
        Kind::String => "value string",
        Kind::Number => "value number",
        Kind::Null => "value null",
        _ => "value word",
    };
    let is_long = shown.len() > LONG;
    if is_long {
        let start = shown.char_indices().nth(GIST).map_or(&*shown, |(at, _)| shown.get(..at).unwrap_or(&shown));
        let open = "<details class=\"long\"><summary><span class=\"start string\">";
        put!(out, open, json(start), "…</span><span class=\"less\">less</span></summary>")?;
    }
    put!(out, "<span class=\"", class, "\" dir=\"auto\">")?;
    if is_string && (shown.contains("\\n") || shown.contains("\\u001b[")) {
        put_json_lines(&shown, out)?;
    } else {
        json(&shown).put(out)?;
    }
    put!(out, "</span>", is_long.then_some("</details>"))
}

/// A scalar as JSON in which letters are not escaped.
fn shown(value: &Raw) -> Cow<'_, str> {
    let sent = value.as_str();
    if value.is_clean() && (value.kind() != Kind::String || has_plain_escapes(sent)) {
        return Cow::Borrowed(sent);
    }
    Cow::Owned(match value.to_text() {
        Some(text) => Raw::string(&text).to_json(),
        None => value.to_json(),
    })
}

/// Whether a JSON string has no escapes but those that it would have, too, if it were written anew.
fn has_plain_escapes(json: &str) -> bool {
    let mut bytes = json.bytes();
    while let Some(byte) = bytes.next() {
        let is_plain = match byte {
            b'\\' => matches!(bytes.next(), Some(b'n' | b't' | b'r' | b'"' | b'\\')),
            _ => !byte.is_ascii_control(),
        };
        if !is_plain {
            return false;
        }
    }
    json.starts_with('"')
}

/// Whether a JSON string says something behind a line end.
fn has_lines(json: &str) -> bool {
    let mut bytes = json.trim_end_matches('"').bytes();
    let mut is_next = false;
    while let Some(byte) = bytes.next() {
        match byte {
            b'\\' => match bytes.next() {
                Some(b'n') => is_next = true,
                Some(b't' | b'r') | None => {}
                Some(_) if is_next => return true,
                Some(_) => {}
            },
            b' ' => {}
            _ if is_next => return true,
            _ => {}
        }
    }
    false
}

/// A value that holds others in a few words: the first of what is in it.
pub(super) fn gist(value: &Raw) -> Markup {
    let mut gist = String::new();
    let is_object = value.kind() == Kind::Object;
    let plain = |child: &Raw| match child.kind() {
        Kind::Object => "{…}".to_owned(),
        Kind::Array => "[…]".to_owned(),
        _ => child.to_plain().chars().take(GIST).collect(),
    };
    let members = value.members().map(|(key, child)| format!("{key}: {}", plain(&child)));
    for piece in members.chain(value.items().map(|child| plain(&child))) {
        if !gist.is_empty() {
            gist.push_str(", ");
        }
        gist.push_str(&piece);
        if gist.len() > GIST {
            break;
        }
    }
    let cut = gist.char_indices().nth(GIST).map(|(at, _)| at);
    let (open, close) = if is_object { ("{ ", " }") } else { ("[ ", " ]") };
    html! {
        span.punct { (open) }
        bdi { (super::text::line(cut.and_then(|at| gist.get(..at)).unwrap_or(&gist))) @if cut.is_some() { "…" } }
        span.punct { (close) }
    }
}
