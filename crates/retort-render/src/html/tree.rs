//! JSON as a tree that can be folded. What is shown of a value is that value as JSON, so that the script can copy it
//! from the page. Trees that are too deep or too large for a browser end in plain JSON.

use maud::{Markup, Render, html};
use retort_core::{Kind, Raw, Style};

use super::text::{json, json_lines};

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

/// A value, with what is needed to fold it and to copy from it.
pub(super) fn draw(value: &Raw) -> Markup {
    if !value.kind().is_container() {
        return html! { div.tree { ul.root { li.leaf { (scalar(value)) } } } };
    }
    html! {
        @if value.kind() == Kind::Array && value.items().next().is_none() {
            p.nothing { "Nothing was found." }
        }
        div.tree {
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
            (nodes(value, &mut Budget::new()))
        }
    }
}

/// The nodes of a value.
pub(super) fn nodes(value: &Raw, budget: &mut Budget) -> Markup {
    html! { ul.root { (node(None, value, 0, budget)) } }
}

// It calls itself, but never deeper than DEEPEST.
fn node(key: Option<&str>, value: &Raw, depth: usize, budget: &mut Budget) -> Markup {
    budget.0 = budget.0.saturating_sub(1);
    let key = key.map(|key| {
        html! { span.key { (json(&Raw::string(key).to_json())) } span.punct { ": " } }
    });
    let (open, close) = if value.kind() == Kind::Object { ("{", "}") } else { ("[", "]") };
    let count = match value.kind() {
        Kind::Object => value.members().count(),
        Kind::Array => value.items().count(),
        _ => return html! { li.leaf tabindex="-1" { (opt(key.as_ref())) (scalar(value)) } },
    };
    if count == 0 {
        return html! { li.leaf tabindex="-1" { (opt(key.as_ref())) span.value.punct { (open) (close) } } };
    }
    if depth >= DEEPEST || budget.0 == 0 {
        let mut text = Vec::new();
        // Writing to memory does not fail.
        let _ = value.write_json(&mut text, Style::Indented);
        let text = String::from_utf8_lossy(&text);
        return html! {
            li {
                details {
                    summary { (opt(key.as_ref())) span.punct { (open) } (counted(value.kind(), count)) }
                    pre.value.rest { (json(&text)) }
                }
            }
        };
    }
    let is_open = depth < OPEN && count <= FEW;
    html! {
        li {
            details open[is_open] {
                summary { (opt(key.as_ref())) span.punct { (open) } (counted(value.kind(), count)) }
                ul {
                    @for (key, child) in value.members() { (node(Some(&key), &child, depth + 1, budget)) }
                    @for child in value.items() { (node(None, &child, depth + 1, budget)) }
                }
                span.punct.close { (close) }
            }
        }
    }
}

fn opt(key: Option<&Markup>) -> Markup {
    html! { @if let Some(key) = key { (key) } }
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

/// A value that holds no others, as JSON.
fn scalar(value: &Raw) -> Markup {
    let class = match value.kind() {
        Kind::String if value.to_text().is_some_and(|text| text.trim_end().contains('\n')) => "value string lines",
        Kind::String => "value string",
        Kind::Number => "value number",
        Kind::Null => "value null",
        _ => "value word",
    };
    let shown = match value.to_text() {
        // Written anew, so that letters are not escaped.
        Some(text) => Raw::string(&text).to_json(),
        None => value.to_json(),
    };
    let has_escapes = value.kind() == Kind::String && (shown.contains("\\n") || shown.contains("\\u001b["));
    let whole = if has_escapes { json_lines(&shown) } else { json(&shown).render() };
    if shown.len() <= LONG {
        return html! { span class=(class) dir="auto" { (whole) } };
    }
    let start = shown.char_indices().nth(GIST).map_or(&*shown, |(at, _)| shown.get(..at).unwrap_or(&shown));
    html! {
        details.long {
            summary { span.start.string { (json(start)) "…" } span.less { "less" } }
            span class=(class) dir="auto" { (whole) }
        }
    }
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
