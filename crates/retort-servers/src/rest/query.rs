//! What a list is asked for: filters, search, order and a page, read from `kwargs` and made a statement. Only names of the
//! declaration get into it; all that callers send goes in as parameters.

use serde_json::{Map, Value as Json};

use super::field::{Kind, NULL_CHARACTERS, too_small};
use super::filter::{Condition, LONGEST_TEXT, no_choice};
use super::python::{self, Int};
use super::refused::Refused;
use super::resource::Resource;
use super::search;
use crate::database::{Store, Value};

/// Most rows of a page; who asks for more gets so many.
pub(super) const LARGEST_PAGE: i64 = 1000;
/// How many rows a page has where only its start is given.
pub(super) const DEFAULT_PAGE: i64 = 100;
/// Most rows of a list that is not asked for in pages.
pub(super) const LARGEST_LIST: i64 = 10_000;
/// Most words of a search.
const MOST_TERMS: usize = 32;

/// What a list is asked for.
pub(super) struct Asked {
    /// What stands behind `WHERE`; there is always something.
    condition: String,
    parameters: Vec<Value>,
    order: String,
    pub(super) page: Option<Page>,
    /// Filters by rows of other tables, which have to be there: the filter, the table and the number.
    pub(super) refers: Vec<(String, &'static str, i64)>,
}

/// Which rows of a list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Page {
    pub(super) limit: i64,
    pub(super) offset: i64,
}

impl Asked {
    /// Reads what was asked for; or says all that is wrong with it. What it does not know, it passes over.
    pub(super) fn read(resource: &Resource, store: &Store, kwargs: &Map<String, Json>) -> Result<Self, Refused> {
        let mut wrong = Vec::new();
        let (mut conditions, mut parameters, mut refers) = (Vec::new(), Vec::new(), Vec::new());
        for filter in resource.filters() {
            let name = filter.name();
            let Some(sent) = kwargs.get(&name) else { continue };
            match filter.read(sent) {
                Ok(condition) => {
                    if let Condition::Refers(table, id) = condition {
                        refers.push((name, table, id));
                    }
                    condition.put_into(filter.field.name, &mut conditions, &mut parameters);
                }
                Err(words) => wrong.push((name, vec![words])),
            }
        }
        let mut note = |name: &str, words: String| wrong.push((name.to_owned(), vec![words]));
        match words(kwargs.get("search")).and_then(|text| checked_terms(&text)) {
            Ok(terms) if !resource.searched.is_empty() => {
                for term in terms {
                    let places: Vec<String> =
                        resource.searched.iter().map(|name| format!("lower({name}) LIKE ? ESCAPE '!'")).collect();
                    conditions.push(format!("({})", places.join(" OR ")));
                    parameters.extend(vec![Value::Text(search::pattern(&term)); places.len()]);
                }
            }
            Ok(_) => {}
            Err(words) => note("search", words),
        }
        let order = words(kwargs.get("ordering")).and_then(|text| order(resource, store, &text));
        let order = order.unwrap_or_else(|words| {
            note("ordering", words);
            String::new()
        });
        let mut count = |name: &str, least: i64| match count(kwargs.get(name), least) {
            Ok(count) => count,
            Err(words) => {
                note(name, words);
                None
            }
        };
        let (limit, offset) = (count("limit", 1), count("offset", 0));
        if !wrong.is_empty() {
            return Err(Refused::Fields(wrong));
        }
        let is_page = limit.is_some() || offset.is_some();
        let limit = limit.unwrap_or(DEFAULT_PAGE).min(LARGEST_PAGE);
        let page = is_page.then_some(Page { limit, offset: offset.unwrap_or_default() });
        let condition = if conditions.is_empty() { "1 = 1".to_owned() } else { conditions.join(" AND ") };
        Ok(Self { condition, parameters, order, page, refers })
    }

    /// The statement for the rows, and its parameters. Without a page there is one row more than a list may have.
    pub(super) fn rows(&self, resource: &Resource) -> (String, Vec<Value>) {
        let Page { limit, offset } = self.page.unwrap_or(Page { limit: LARGEST_LIST + 1, offset: 0 });
        let (columns, table) = (resource.columns(), resource.name);
        let Self { condition, order, .. } = self;
        let sql = format!("SELECT {columns} FROM {table} WHERE {condition} ORDER BY {order} LIMIT ? OFFSET ?");
        let parameters = self.parameters.iter().cloned().chain([limit.into(), offset.into()]).collect();
        (sql, parameters)
    }

    /// The statement for how many rows there are, and its parameters.
    pub(super) fn count(&self, resource: &Resource) -> (String, &[Value]) {
        (format!("SELECT count(*) FROM {} WHERE {}", resource.name, self.condition), &self.parameters)
    }
}

impl Page {
    /// What to ask the page behind this one with: the same, and where it starts.
    pub(super) fn next(self, kwargs: &Map<String, Json>, count: i64) -> Option<Map<String, Json>> {
        let start = self.offset.saturating_add(self.limit);
        (start < count).then(|| self.at(kwargs, start))
    }

    /// What to ask the page before this one with.
    pub(super) fn previous(self, kwargs: &Map<String, Json>) -> Option<Map<String, Json>> {
        (self.offset > 0).then(|| self.at(kwargs, self.offset - self.limit))
    }

    fn at(self, kwargs: &Map<String, Json>, start: i64) -> Map<String, Json> {
        let mut kwargs = kwargs.clone();
        kwargs.insert("limit".to_owned(), self.limit.into());
        if start > 0 {
            kwargs.insert("offset".to_owned(), start.into());
        } else {
            kwargs.remove("offset");
        }
        kwargs
    }
}

/// A text that was sent; nothing is an empty one.
fn words(sent: Option<&Json>) -> Result<String, String> {
    match sent {
        None | Some(Json::Null) => Ok(String::new()),
        Some(Json::Number(number)) => Ok(python::number(number)),
        Some(Json::String(text)) if text.chars().count() > LONGEST_TEXT => {
            Err(format!("Ensure this field has no more than {LONGEST_TEXT} characters."))
        }
        Some(Json::String(text)) if text.contains('\0') => Err(NULL_CHARACTERS.to_owned()),
        Some(Json::String(text)) => Ok(text.clone()),
        Some(_) => Err("Not a valid string.".to_owned()),
    }
}

fn checked_terms(text: &str) -> Result<Vec<String>, String> {
    let terms = search::terms(text);
    if terms.len() > MOST_TERMS { Err(format!("Ensure there are no more than {MOST_TERMS} words.")) } else { Ok(terms) }
}

/// What stands behind `ORDER BY`. The number of the row decides between equal ones, so that pages fit together.
fn order(resource: &Resource, store: &Store, text: &str) -> Result<String, String> {
    let mut parts: Vec<String> = Vec::new();
    let mut names: Vec<&str> = Vec::new();
    for asked in text.split(',').map(python::stripped).filter(|asked| !asked.is_empty()) {
        let name = asked.strip_prefix('-').unwrap_or(asked);
        let field = resource.find(name).ok_or_else(|| no_choice(asked))?;
        // The first wins, as in a statement that has it twice.
        if names.contains(&field.name) {
            continue;
        }
        names.push(field.name);
        let is_text = matches!(field.kind, Kind::Text { .. } | Kind::Email { .. } | Kind::Choice(_) | Kind::MadeAt);
        let bytes = if is_text { store.byte_order() } else { "" };
        let way = if asked.starts_with('-') { " DESC" } else { "" };
        parts.push(format!("{}{bytes}{way}", field.name));
    }
    if !names.contains(&"id") {
        parts.push("id".to_owned());
    }
    Ok(parts.join(", "))
}

/// A count that was sent. The original passes over a wrong one and sends everything, which is the last thing that who asks for a
/// page wants.
fn count(sent: Option<&Json>, least: i64) -> Result<Option<i64>, String> {
    let text = match sent {
        None | Some(Json::Null) => return Ok(None),
        Some(sent @ (Json::String(_) | Json::Number(_))) => python::str(sent),
        Some(_) => return Err("A valid integer is required.".to_owned()),
    };
    if text.is_empty() {
        return Ok(None);
    }
    // A number such as 5.0 is whole.
    match python::int(text.strip_suffix(".0").unwrap_or(&text)) {
        None => Err("A valid integer is required.".to_owned()),
        Some(Int::Fits(count)) if count >= least => Ok(Some(count)),
        Some(Int::TooLarge) => Ok(Some(i64::MAX)),
        Some(Int::Fits(_) | Int::TooSmall) => Err(too_small(least)),
    }
}
