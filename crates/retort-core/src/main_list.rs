//! The main list of a payload: the array that the answer is about, wherever a server put it.

use crate::json::Kind;
use crate::outline::{List, Node};
use crate::paging_names::{Slot, slot_of};
use crate::payload::Document;
use crate::tool_name::{Purpose, ToolName};

/// Names under which servers put the list that they were asked for.
#[rustfmt::skip]
const LIST_NAMES: &[&str] = &[
    "results", "result", "items", "data", "hits", "documents", "docs", "records", "rows", "entries", "value",
    "values", "list", "objects", "nodes", "edges", "elements", "matches", "collection", "resultset", "children",
    "members", "organicresults", "searchresults", "content",
];

/// Names that never hold what was asked for, but something beside it.
#[rustfmt::skip]
const SIDE_NAMES: &[&str] = &[
    "errors", "warnings", "tags", "roles", "permissions", "facets", "aggregations", "suggestions", "columns",
    "columntypes", "columnnames", "fieldnames", "types", "fields", "header", "headers", "args", "arguments", "params", "labels", "keywords", "categories", "highlights", "included",
    "includes", "links", "notes", "hints", "images", "dependencies", "scopes", "actions", "required", "enum", "ids",
    "sort", "filters", "details", "path", "paths", "stack",
];

/// Objects that only stand around the answer.
const WRAPPERS: &[&str] =
    &["data", "result", "response", "payload", "body", "web", "output", "embedded", "hits", "query"];

/// Members that make an object a thing of its own rather than an answer with a list in it.
const IDENTITY: &[&str] = &["id", "uuid", "guid", "sha", "slug", "name", "title", "username", "login", "email"];

/// Whether lists that were asked for go by this name.
pub(crate) fn is_usual_name(plain_name: &str) -> bool {
    LIST_NAMES.contains(&plain_name) || plain_name.ends_with("results") || plain_name.ends_with("items")
}

/// The main list, and the member that holds it; none where the payload itself is the list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MainList {
    pub(crate) list: usize,
    pub(crate) node: Option<usize>,
}

impl MainList {
    pub(crate) fn of<'a>(&self, document: &'a Document) -> Option<&'a List> {
        document.outline.lists.get(self.list)
    }
}

#[derive(Clone, Copy)]
struct Candidate<'a> {
    index: usize,
    node: &'a Node,
    list: usize,
    rows: usize,
    objects: bool,
    usual_name: bool,
    spoken_of: bool,
}

/// Finds the main list. A tool's name helps, but is not needed.
pub(crate) fn main_list(document: &Document, tool: &ToolName) -> Option<MainList> {
    if let Some(list) = document.outline.root {
        return Some(MainList { list, node: None });
    }
    let candidates = candidates(document, tool);
    let top: Vec<Candidate<'_>> = candidates.iter().filter(|found| found.node.parent.is_none()).copied().collect();
    let deeper: Vec<Candidate<'_>> = candidates.iter().filter(|found| found.node.parent.is_some()).copied().collect();
    let found = choose(document, &top, tool).or_else(|| choose_deeper(document, &deeper, &top, tool))?;
    Some(MainList { list: found.list, node: Some(found.index) })
}

fn candidates<'a>(document: &'a Document, tool: &ToolName) -> Vec<Candidate<'a>> {
    let lists = document.outline.nodes.iter().enumerate().filter_map(|(index, node)| {
        let list = node.list?;
        let shape = document.outline.lists.get(list)?;
        let name = &node.plain_name;
        if SIDE_NAMES.contains(&name.as_str()) && !tool.speaks_of(&node.name) {
            return None;
        }
        Some(Candidate {
            index,
            node,
            list,
            rows: shape.rows,
            objects: shape.of_objects() || shape.width().is_some(),
            usual_name: is_usual_name(name),
            spoken_of: tool.speaks_of(&node.name),
        })
    });
    lists.collect()
}

/// The one candidate that fits, or none where several fit equally.
fn only<'a>(candidates: &[Candidate<'a>], fits: impl Fn(&Candidate<'a>) -> bool) -> Option<Candidate<'a>> {
    let mut fitting = candidates.iter().filter(|candidate| fits(candidate));
    match (fitting.next(), fitting.next()) {
        (Some(one), None) => Some(*one),
        _ => None,
    }
}

fn choose<'a>(document: &Document, top: &[Candidate<'a>], tool: &ToolName) -> Option<Candidate<'a>> {
    let usual = only(top, |list| list.usual_name && list.rows > 0 && list.objects)
        .or_else(|| only(top, |list| list.usual_name && list.rows > 0))
        .or_else(|| only(top, |list| list.usual_name));
    if let Some(usual) = usual {
        return Some(usual);
    }
    let counted = is_counted(document, None, top);
    let lists = tool.purpose() == Some(Purpose::Lists);
    let is_thing = !counted && !lists && has_identity(document, None);
    if let Some(spoken_of) = only(top, |list| list.spoken_of && (list.objects || list.rows == 0 || counted))
        && !is_thing
        && (spoken_of.rows > 0 || counted || !is_settings(document))
    {
        return Some(spoken_of);
    }
    let one = only(top, |list| list.objects || list.rows == 0)
        .or_else(|| only(top, |list| list.objects).filter(|_| counted))
        // `list_databases` gives `databases`, be they only names.
        .or_else(|| only(top, |_| true).filter(|list| counted || lists && list.spoken_of && !is_settings(document)))?;
    // An empty list beside a full one, or among settings, is not what was asked for.
    let is_aside = || top.iter().any(|list| list.rows > 0) || is_settings(document);
    let answers =
        if one.rows == 0 { counted || lists && !is_aside() } else { counted || !has_identity(document, None) };
    answers.then_some(one)
}

fn choose_deeper<'a>(
    document: &Document,
    deeper: &[Candidate<'a>],
    top: &[Candidate<'a>],
    tool: &ToolName,
) -> Option<Candidate<'a>> {
    if top.iter().any(|list| list.objects) {
        return None;
    }
    let parent_name = |list: &Candidate<'_>| {
        let parent = list.node.parent.and_then(|parent| document.outline.nodes.get(parent));
        parent.map_or("", |parent| parent.plain_name.as_str())
    };
    let in_wrapper =
        |list: &Candidate<'_>| WRAPPERS.contains(&parent_name(list)) || parent_name(list) == list.node.plain_name;
    let near = |list: &Candidate<'_>| document.level(list.node) == 1;
    let has_usual = |list: &Candidate<'_>| list.usual_name || list.spoken_of;
    only(deeper, |list| near(list) && in_wrapper(list) && has_usual(list) && list.objects)
        .or_else(|| {
            only(deeper, |list| near(list) && has_usual(list) && list.objects).filter(|_| !has_identity(document, None))
        })
        .or_else(|| only(deeper, |list| near(list) && in_wrapper(list) && has_usual(list)))
        .or_else(|| {
            // `data.users`, with nothing beside it that makes the object around it a thing of its own.
            let one = only(deeper, |list| near(list) && in_wrapper(list) && (list.objects || list.rows == 0))?;
            let counted = is_counted(document, one.node.parent, &[one]);
            let lists = one.rows > 0 || counted || tool.purpose() == Some(Purpose::Lists);
            (lists && (counted || !has_identity(document, one.node.parent))).then_some(one)
        })
        .or_else(|| {
            // `data.repository.issues.nodes`: far down, but under a name that says what it is.
            only(deeper, |list| {
                let counted = || is_counted(document, list.node.parent, &[*list]);
                list.usual_name && (list.objects && !near(list) || list.rows == 0 && counted())
            })
        })
}

/// Flags that say something about an answer, rather than how something is set.
#[rustfmt::skip]
const ABOUT_ANSWERS: &[&str] = &[
    "success", "ok", "iserror", "truncated", "cached", "partial", "complete", "incomplete", "incompleteresults", "found",
    "exists", "done", "more", "empty", "fromcache", "valid",
];

/// Whether an object says how something is set: it has a mode, or a flag that says nothing about an answer.
fn is_settings(document: &Document) -> bool {
    document.members(None).any(|(_, node)| {
        let name = node.plain_name.as_str();
        let is_flag = node.kind == Kind::Bool && !ABOUT_ANSWERS.contains(&name) && slot_of(name, "").is_none();
        is_flag || node.kind == Kind::String && (name.ends_with("mode") || name.ends_with("policy"))
    })
}

/// Whether members beside the list count it or page through it.
fn is_counted(document: &Document, parent: Option<usize>, lists: &[Candidate<'_>]) -> bool {
    let mut names: Vec<&str> = lists.iter().map(|list| list.node.plain_name.as_str()).collect();
    names.push("");
    document.members(parent).any(|(_, node)| {
        let name = node.plain_name.as_str();
        let speaks = |list: &&str| slot_of(name, list).is_some_and(Slot::is_telling);
        let holds = matches!(name, "pagination" | "paging" | "pageinfo" | "cursor") && node.kind != Kind::Array;
        holds || node.kind != Kind::Array && !matches!(name, "number" | "length" | "info") && names.iter().any(speaks)
    })
}

fn has_identity(document: &Document, parent: Option<usize>) -> bool {
    document.members(parent).any(|(_, node)| {
        !matches!(node.kind, Kind::Array | Kind::Object) && IDENTITY.contains(&node.plain_name.as_str())
    })
}
