//! The main list of a payload: the array that the answer is about, wherever a server put it.

use crate::json::Kind;
use crate::outline::{List, Node};
use crate::paging_names::{Slot, is_about_pages, slot_by_list, slot_by_name, slot_of};
use crate::payload::Document;
use crate::tool_name::{Purpose, ToolName, words};

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
    "sort", "filters", "details", "path", "paths", "stack", "coordinates", "bbox",
];

/// Names that hold a part of a thing as often as an answer: an empty list under one of them is an answer only where nothing
/// else is told.
const PART_NAMES: &[&str] =
    &["children", "members", "content", "value", "values", "nodes", "edges", "elements", "objects", "collection"];

/// Members that say how it went, when and by whom, rather than what was asked for.
#[rustfmt::skip]
const BESIDE_ANSWERS: &[&str] = &[
    "status", "success", "ok", "message", "msg", "meta", "metadata", "links", "error", "errors", "code", "statuscode",
    "timestamp", "time", "requestid", "traceid", "version", "apiversion", "jsonapi", "took", "duration", "warnings",
    "iserror", "extensions", "cached", "responsetype", "elapsedms", "count", "total",
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

/// Whether a member of this name stands beside an answer and is no part of it.
pub(crate) fn stands_beside(plain_name: &str) -> bool {
    BESIDE_ANSWERS.contains(&plain_name)
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
    if tool.says_nothing() { *document.main_list.get_or_init(|| find(document, tool)) } else { find(document, tool) }
}

fn find(document: &Document, tool: &ToolName) -> Option<MainList> {
    if let Some(list) = document.outline.root {
        return Some(MainList { list, node: None });
    }
    let (top, deeper): (Vec<Candidate<'_>>, Vec<Candidate<'_>>) =
        candidates(document, tool).into_iter().partition(|found| found.node.parent.is_none());
    let found = choose(document, &top, tool).or_else(|| choose_deeper(document, &deeper, &top, tool))?;
    Some(MainList { list: found.list, node: Some(found.index) })
}

fn candidates<'a>(document: &'a Document, tool: &ToolName) -> Vec<Candidate<'a>> {
    let lists = document.outline.nodes.iter().enumerate().filter_map(|(index, node)| {
        let list = node.list?;
        let shape = document.outline.lists.get(list)?;
        let name = &node.plain_name;
        let is_aside = SIDE_NAMES.contains(&name.as_str()) && !tool.speaks_of(&node.name);
        if is_aside || name == "coordinates" && type_beside(document, node.parent).is_some() {
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
    let counted = is_counted(document, None, top);
    let lists = tool.purpose() == Some(Purpose::Lists);
    let is_told = |list: &Candidate<'_>| list.rows == 0 && !lists && is_one_of_many(document, list);
    // Words beside many facts are one of them, unless they are what the tool is called after.
    let is_aside_of =
        |list: &Candidate<'_>| !list.objects && !lists && !list.spoken_of && is_one_of_many(document, list);
    let is_part = |list: &Candidate<'_>| PART_NAMES.contains(&list.node.plain_name.as_str()) && is_told(list);
    let usual = only(top, |list| list.usual_name && list.rows > 0 && list.objects)
        .or_else(|| only(top, |list| list.usual_name && list.rows > 0))
        .or_else(|| only(top, |list| list.usual_name && !is_part(list)));
    if let Some(usual) = usual {
        return Some(usual);
    }
    if says_collection(document)
        && let Some(one) = only(top, |list| list.objects).or_else(|| only(top, |_| true))
    {
        return Some(one);
    }
    let beside_full = |list: &Candidate<'_>| list.rows == 0 && top.iter().any(|other| other.rows > 0);
    let is_thing = !counted && !lists && has_identity(document, None);
    if let Some(spoken_of) = only(top, |list| list.spoken_of && (list.objects || list.rows == 0 || counted))
        && !is_thing
        && (spoken_of.rows > 0 || counted || !is_settings(document))
        && !beside_full(&spoken_of)
        && !is_told(&spoken_of)
    {
        return Some(spoken_of);
    }
    let one = only(top, |list| list.objects || list.rows == 0)
        .or_else(|| only(top, |list| list.objects).filter(|_| counted))
        // `list_databases` gives `databases`, be they only names.
        .or_else(|| {
            only(top, |_| true)
                .filter(|list| counted && !is_aside_of(list) || lists && list.spoken_of && !is_settings(document))
        })?;
    // An empty list beside a full one, or among settings, is not what was asked for.
    let is_aside = || beside_full(&one) || is_settings(document);
    let answers = if one.rows == 0 {
        !is_told(&one) && (counted || lists && !is_aside() || is_spoken_of_beside(document, &one))
    } else {
        counted || !has_identity(document, None)
    };
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
    let lists = tool.purpose() == Some(Purpose::Lists);
    let is_part = |list: &Candidate<'_>| {
        let name = list.node.plain_name.as_str();
        list.rows == 0 && !lists && (PART_NAMES.contains(&name) || !list.usual_name) && is_one_of_many(document, list)
    };
    let deeper: Vec<Candidate<'_>> = deeper.iter().filter(|list| !is_part(list)).copied().collect();
    let deeper = deeper.as_slice();
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

/// What the object around some members calls itself.
fn type_beside(document: &Document, parent: Option<usize>) -> Option<String> {
    let is_type =
        |node: &Node| node.kind == Kind::String && matches!(node.plain_name.as_str(), "type" | "kind" | "object");
    let (_, node) = document.members(parent).find(|(_, node)| is_type(node))?;
    document.part(node.value).to_text().map(String::from)
}

/// Whether an object calls itself a collection: `FeatureCollection`, `PodList`, `list`.
pub(crate) fn says_collection(document: &Document) -> bool {
    type_beside(document, None)
        .is_some_and(|name| name.ends_with("Collection") || name.ends_with("List") || name == "list")
}

/// How much an answer may repeat of what was asked for.
const MOST_ECHOES: usize = 2;

/// Whether a list is one of many things that an object tells, none of which counts it or pages through it.
fn is_one_of_many(document: &Document, list: &Candidate<'_>) -> bool {
    let parent = list.node.parent;
    let is_own = |node: &Node| {
        let name = node.plain_name.as_str();
        let is_about = stands_beside(name) || ABOUT_ANSWERS.contains(&name);
        node.list.is_none() && !is_about && slot_of(name, &list.node.plain_name).is_none()
    };
    let counts_it = |node: &Node| {
        let name = node.plain_name.as_str();
        let slot = slot_of(name, &list.node.plain_name);
        let counts = matches!(slot, Some(Slot::Total | Slot::Returned | Slot::Count))
            || ["total", "num"].iter().any(|start| name.starts_with(start))
            || ["count", "found", "total"].iter().any(|end| name.ends_with(end));
        let pages = match slot {
            Some(Slot::Limit | Slot::Pages | Slot::Next | Slot::NextPage) => name != "top",
            Some(Slot::Page) => name != "number",
            // Code and logs are cut short as well.
            Some(Slot::More) => !name.ends_with("truncated"),
            _ => is_about_pages(name),
        };
        pages || counts && document.part(node.value).to_count() == u64::try_from(list.rows).ok()
    };
    let own = document.members(parent).filter(|(_, node)| is_own(node)).count();
    (own > MOST_ECHOES || has_identity(document, parent)) && !document.members(parent).any(|(_, node)| counts_it(node))
}

/// Whether all that stands beside a list says how it went, and the message names the list: `Found 0 active sessions`.
fn is_spoken_of_beside(document: &Document, list: &Candidate<'_>) -> bool {
    let noun = words(&list.node.name).pop().unwrap_or_default();
    let mut is_named = false;
    let only_words = document.members(None).all(|(_, node)| {
        let is_message = matches!(node.plain_name.as_str(), "message" | "msg") && node.kind == Kind::String;
        is_named |= is_message && words(&document.part(node.value).to_plain()).contains(&noun);
        node.list == Some(list.list) || stands_beside(&node.plain_name)
    });
    only_words && is_named
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
    let names = || lists.iter().map(|list| list.node.plain_name.as_str()).chain([""]);
    document.members(parent).any(|(_, node)| {
        let name = node.plain_name.as_str();
        let speaks = || match slot_by_name(name) {
            Some(slot) => slot.is_telling(),
            None => names().any(|list| slot_by_list(name, list).is_some_and(Slot::is_telling)),
        };
        let holds = matches!(name, "pagination" | "paging" | "pageinfo" | "cursor") && node.kind != Kind::Array;
        holds || node.kind != Kind::Array && !matches!(name, "number" | "length" | "info") && speaks()
    })
}

fn has_identity(document: &Document, parent: Option<usize>) -> bool {
    document.members(parent).any(|(_, node)| {
        !matches!(node.kind, Kind::Array | Kind::Object) && IDENTITY.contains(&node.plain_name.as_str())
    })
}
