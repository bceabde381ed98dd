//! How the next page is asked for: which arguments of a tool have to do with pages, and what goes into them.

use retort_core::{Cursor, Data, Kind, Pagination, PagingArgument, Raw};

use retort_wire::Params;

/// A member that pagination keeps beside its own.
pub(super) fn extra<'a>(pagination: &'a Pagination, name: &str) -> Option<&'a Raw> {
    pagination.extra.iter().find(|(key, _)| key == name).map(|(_, value)| value)
}

/// Where an argument stands: its name, or the names on the way to it.
pub(super) type Path = Vec<String>;

/// The arguments of a tool that have to do with pages.
pub(super) struct Names {
    found: Vec<(PagingArgument, Path, Option<Raw>)>,
    /// Whether others may be there too.
    may_have_more: bool,
}

impl Names {
    /// From the schema, and from what was given already.
    pub(super) fn of(schema: Option<&Raw>, arguments: &Raw) -> Self {
        let mut names = Self { found: Vec::new(), may_have_more: schema.is_none() };
        if let Some(properties) = schema.and_then(|schema| schema.get("properties")) {
            for (name, property) in properties.members() {
                names.add(vec![name.to_string()], Some(&property));
                // Some tools keep their paging in an object of its own.
                for (inner, property) in property.get("properties").iter().flat_map(Raw::members) {
                    names.add(vec![name.to_string(), inner.to_string()], Some(&property));
                }
            }
        }
        for (name, _) in arguments.members() {
            names.add(vec![name.to_string()], None);
        }
        names
    }

    fn add(&mut self, path: Path, property: Option<&Raw>) {
        if self.found.iter().any(|(_, known, _)| *known == path) {
            return;
        }
        if let Some(role) = path.last().and_then(|name| PagingArgument::named(name)) {
            self.found.push((role, path, property.cloned()));
        }
    }

    /// The argument for something: one that can mean nothing else, where there are several.
    fn find(&self, role: PagingArgument) -> Option<(&Path, Option<&Raw>)> {
        let is_plain = |path: &Path| path.last().is_some_and(|name| !has_other_meanings(name));
        let of_role = || self.found.iter().filter(|(found, ..)| *found == role);
        let found = of_role().find(|(_, path, _)| is_plain(path)).or_else(|| of_role().next());
        found.map(|(_, path, schema)| (path, schema.as_ref()))
    }

    /// How many rows a call with these arguments passes over.
    pub(super) fn passed_over(&self, arguments: &Raw) -> u64 {
        let given = |role| at(arguments, self.find(role)?.0)?.to_count();
        let pages = || given(PagingArgument::Page)?.saturating_sub(1).checked_mul(given(PagingArgument::Limit)?);
        given(PagingArgument::Offset).or_else(pages).unwrap_or(0)
    }

    /// The argument for something, and a value as its schema wants it. Cursors and ids are texts, unless it says
    /// otherwise.
    fn put(&self, role: PagingArgument, value: &str) -> Option<(Path, String)> {
        let is_count = !matches!(role, PagingArgument::Cursor | PagingArgument::Before | PagingArgument::After);
        self.put_as(role, value, is_count)
    }

    fn put_as(&self, role: PagingArgument, value: &str, is_count: bool) -> Option<(Path, String)> {
        let (path, schema) = match self.find(role) {
            Some((path, schema)) => (path.clone(), schema),
            None if self.may_have_more => (vec![usual_name(role)?.to_owned()], None),
            None => return None,
        };
        let is_number = value.parse::<f64>().is_ok_and(f64::is_finite) && !value.starts_with('+');
        let kinds: Vec<String> = schema.map(kinds_of).unwrap_or_default();
        let wants_text = kinds.iter().any(|kind| kind == "string");
        let wants_number = kinds.iter().any(|kind| kind == "integer" || kind == "number");
        let as_number = is_number && (wants_number || !wants_text && is_count);
        let json = if as_number { value.to_owned() } else { Raw::string(value).to_json() };
        Some((path, json))
    }

    /// What to change for the next page, or why nothing can be.
    pub(super) fn next(&self, pagination: &Pagination, rows: u64, data: Option<&Data>, arguments: &Raw) -> Way {
        let told = self.told(pagination, rows, arguments);
        if !told.is_empty() {
            return Way::Changes(told);
        }
        if let Some(change) = self.onward(rows, arguments).or_else(|| self.by_rows(data)) {
            return Way::Changes(vec![change]);
        }
        let named = |role| self.find(role).map(|(path, _)| path.join("."));
        match named(PagingArgument::Offset).or_else(|| named(PagingArgument::Cursor)) {
            Some(argument) => Way::NoPlace(argument),
            None => Way::NoArgument(named(PagingArgument::Limit)),
        }
    }

    /// What the answer tells to go on with, in the argument for it.
    fn told(&self, pagination: &Pagination, rows: u64, arguments: &Raw) -> Vec<(Path, String)> {
        use PagingArgument::{After, Before, Cursor as Token, Offset, Page};
        let given = |role| self.find(role).is_some_and(|(path, _)| at(arguments, path).is_some());
        if let Some(Cursor::Text(text)) = &pagination.next_offset {
            let changes = self.in_address(text);
            if !changes.is_empty() {
                return changes;
            }
        }
        let next = pagination.next_offset.as_ref().map(ToString::to_string);
        let is_text = matches!(pagination.next_offset, Some(Cursor::Text(_)));
        let is_number = next.as_ref().is_some_and(|next| next.bytes().all(|byte| byte.is_ascii_digit()));
        let page = extra(pagination, "nextPage")
            .and_then(Raw::to_count)
            .or_else(|| extra(pagination, "page")?.to_count()?.checked_add(1));
        let offset = || Some(pagination.offset?.checked_add(rows)?.to_string()).filter(|_| rows > 0);
        let ways: [Option<(Path, String)>; 8] = [
            next.as_deref().filter(|_| is_text).and_then(|next| self.put(Token, next)),
            next.as_deref().filter(|_| !is_text).and_then(|next| self.put(Offset, next)),
            page.and_then(|page| self.put(Page, &page.to_string())),
            offset().and_then(|offset| self.put(Offset, &offset)),
            // Going backwards is what messages are read in, unless the call said otherwise.
            pagination.before.as_deref().filter(|_| !given(After)).and_then(|id| self.put(Before, id)),
            pagination.after.as_deref().and_then(|id| self.put(After, id)),
            next.as_deref().and_then(|next| self.put_as(Token, next, !is_text).or_else(|| self.put(After, next))),
            next.as_deref().filter(|_| is_number).and_then(|next| self.put(Offset, next)),
        ];
        ways.into_iter().flatten().next().into_iter().collect()
    }

    /// Where the server says only that there is more: the next offset, or the next page.
    fn onward(&self, rows: u64, arguments: &Raw) -> Option<(Path, String)> {
        let so_far = |role, from| {
            let Some((path, schema)) = self.find(role) else { return self.may_have_more.then_some(from) };
            let member = |name: &str| schema.and_then(|schema| schema.get(name)).and_then(|value| value.to_count());
            let starts = || member("default").or_else(|| member("minimum").filter(|least| *least <= 1));
            Some(at(arguments, path).and_then(|given| given.to_count()).or_else(starts).unwrap_or(from))
        };
        let by = |role, from, by| self.put(role, &u64::checked_add(so_far(role, from)?, by)?.to_string());
        let offset = if rows > 0 { by(PagingArgument::Offset, 0, rows) } else { None };
        offset.or_else(|| by(PagingArgument::Page, 1, 1))
    }

    /// Where pages are told apart by items: the id of the last one, or of the oldest.
    fn by_rows(&self, data: Option<&Data>) -> Option<(Path, String)> {
        let rows: Vec<Raw> = data?.as_raw().into_iter().flat_map(Raw::items).collect();
        let id = |row: Option<&Raw>| row?.get("id").filter(|id| !id.is_blank()).map(|id| id.to_plain().into_owned());
        let (first, last) = (id(rows.first()), id(rows.last())?);
        let is_for_ids =
            |role| self.find(role).is_some_and(|(path, _)| path.last().is_some_and(|name| !has_other_meanings(name)));
        if is_for_ids(PagingArgument::After) {
            return self.put(PagingArgument::After, &last);
        }
        // Numbers that were given one after the other: the lowest is the oldest.
        let age = |id: &String| id.bytes().all(|byte| byte.is_ascii_digit()).then(|| (id.len(), id.clone()));
        let oldest = match (first.as_ref().and_then(age), age(&last)) {
            (Some(first), Some(last)) => first.min(last).1,
            _ => last,
        };
        is_for_ids(PagingArgument::Before).then(|| self.put(PagingArgument::Before, &oldest)).flatten()
    }

    /// An address for the next page: the parts of its query that are arguments of the tool.
    fn in_address(&self, text: &str) -> Vec<(Path, String)> {
        let Some((_, query)) = text.split_once('?').filter(|(before, _)| before.is_empty() || before.contains('/'))
        else {
            return Vec::new();
        };
        let pairs = url::form_urlencoded::parse(query.split('#').next().unwrap_or(query).as_bytes());
        let same = |name: &str, path: &Path| path.last().is_some_and(|last| last == name);
        let mut changes = Vec::new();
        for (name, value) in pairs {
            let named = self.found.iter().find(|(_, path, _)| same(&name, path)).map(|(role, ..)| *role);
            let role = named.or_else(|| PagingArgument::named(&name));
            if let Some(change) = role.and_then(|role| self.put(role, &value)) {
                changes.push(change);
            }
        }
        changes
    }
}

/// The types that a schema names, those of its alternatives too.
fn kinds_of(schema: &Raw) -> Vec<String> {
    let others = ["anyOf", "oneOf"].iter().filter_map(|name| schema.get(name));
    let others: Vec<Raw> = others.flat_map(|list| list.items().collect::<Vec<_>>()).collect();
    let types = std::iter::once(schema).chain(&others).filter_map(|schema| schema.get("type"));
    types
        .flat_map(|kind| match kind.kind() {
            Kind::Array => kind.items().map(|item| item.to_plain().into_owned()).collect(),
            _ => vec![kind.to_plain().into_owned()],
        })
        .collect()
}

/// What there is to do for the next page.
pub(super) enum Way {
    /// Arguments to change.
    Changes(Vec<(Path, String)>),
    /// No argument asks for it; this one asks for longer pages.
    NoArgument(Option<String>),
    /// This argument may ask for it, but with what is not said.
    NoPlace(String),
}

/// Whether an argument of this name is for something else as often as for pages.
fn has_other_meanings(name: &str) -> bool {
    let plain: String = name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_lowercase();
    matches!(
        plain.as_str(),
        "since" | "until" | "token" | "position" | "from" | "start" | "p" | "next" | "number" | "top"
    )
}

/// What most tools call an argument.
fn usual_name(role: PagingArgument) -> Option<&'static str> {
    Some(match role {
        PagingArgument::Offset => "offset",
        PagingArgument::Page => "page",
        PagingArgument::Cursor => "cursor",
        PagingArgument::Before => "before",
        PagingArgument::After => "after",
        _ => return None,
    })
}

/// The value at a path.
pub(super) fn at(arguments: &Raw, path: &[String]) -> Option<Raw> {
    path.iter().try_fold(arguments.clone(), |value, name| value.get(name))
}

/// The same arguments, with another value at a path.
pub(super) fn set(arguments: &Raw, path: &[String], value: &str) -> Raw {
    let Some((name, rest)) = path.split_first() else { return arguments.clone() };
    let inner = if rest.is_empty() {
        value.to_owned()
    } else {
        let inside = arguments.get(name).or_else(|| Raw::parse("{}"));
        inside.map_or_else(|| value.to_owned(), |inside| set(&inside, rest, value).to_json())
    };
    let mut changed = Params::new();
    for (key, value) in arguments.members() {
        changed = changed.with_json(&key, value.to_json());
    }
    Raw::parse(changed.with_json(name, inner).to_json()).unwrap_or_else(|| arguments.clone())
}
