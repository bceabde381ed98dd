//! Columns that stand beside rows: `{"columns": ["id"], "rows": [[1]]}` is a table whose names are elsewhere. The names are
//! found once here, for those who show the rows and for those who make objects of them.

use crate::json::{Kind, Raw, push_quoted};
use crate::main_list::MainList;
use crate::outline::Node;
use crate::payload::Document;

/// Names under which servers put the names of the columns.
const HOLDERS: &[&str] =
    &["columns", "fields", "header", "headers", "columnnames", "fieldnames", "columnheaders", "cols"];

/// Members of a column's description that name it.
const NAMES: &[&str] = &["name", "columnname", "field", "key", "label", "title"];

/// How many bytes the names may take in all rows together, however little was sent.
const LEAST_ROOM: usize = 1 << 20;
/// How many times what was sent the names may take in all rows together, up to so many bytes; and beyond those.
const SMALL_TIMES: usize = 16;
const SMALL_BYTES: usize = 1 << 26;
const LARGE_TIMES: usize = 2;

/// Whether names may be repeated in each row: a long header above short rows would make a thousand times its size of what was
/// sent.
pub(crate) fn may_repeat(bytes_in_each: usize, rows: usize, sent: usize) -> bool {
    let small = sent.saturating_mul(SMALL_TIMES).min(SMALL_BYTES);
    let most = small.max(sent.saturating_mul(LARGE_TIMES)).max(LEAST_ROOM);
    bytes_in_each.saturating_mul(rows) <= most
}

/// The names of the columns of a list, and the member that has them.
pub(crate) struct Columns<'a> {
    pub(crate) names: Vec<String>,
    pub(crate) node: &'a Node,
    /// Whether the member says no more than the names.
    pub(crate) only_names: bool,
}

impl Document {
    /// The names that stand beside a list of equally long rows: as many as a row has items, each once.
    pub(crate) fn columns_of(&self, found: MainList) -> Option<Columns<'_>> {
        let width = found.of(self)?.equal_width()?;
        let parent = self.outline.nodes.get(found.node?)?.parent;
        let as_many = |node: &Node| {
            let list = node.list.and_then(|list| self.outline.lists.get(list));
            HOLDERS.contains(&node.plain_name.as_str()) && list.is_some_and(|list| list.rows == width)
        };
        let (_, node) = self.members(parent).find(|(_, node)| as_many(node))?;
        let holder = self.part(node.value);
        let names: Vec<String> = holder.items().map(|item| name_of(&item)).collect::<Option<_>>()?;
        let mut sorted: Vec<&String> = names.iter().collect();
        sorted.sort_unstable();
        // Every row repeats the names: where they would be most of what is written, the rows stay as they are.
        let repeated: usize = names.iter().map(String::len).sum();
        if !may_repeat(repeated, found.of(self)?.rows, self.raw.as_str().len()) {
            return None;
        }
        let is_once = sorted.windows(2).all(|pair| pair.first() != pair.get(1));
        let only_names = holder.items().all(|item| item.kind() == Kind::String);
        is_once.then_some(Columns { names, node, only_names })
    }
}

fn name_of(item: &Raw) -> Option<String> {
    let text = |raw: &Raw| raw.to_text().map(String::from);
    match item.kind() {
        Kind::String => text(item),
        Kind::Object => NAMES.iter().find_map(|wanted| {
            let mut members = item.members();
            members.find(|(key, _)| crate::outline::plain_name(key) == *wanted).and_then(|(_, value)| text(&value))
        }),
        _ => None,
    }
}

impl Columns<'_> {
    /// The rows as objects.
    pub(crate) fn name(&self, rows: &Raw) -> Raw {
        let keys: Vec<String> = self
            .names
            .iter()
            .map(|name| {
                let mut key = String::new();
                push_quoted(name, &mut key);
                key.push(':');
                key
            })
            .collect();
        let mut json = String::with_capacity(rows.as_str().len() * 2);
        json.push('[');
        for row in rows.items() {
            json.push_str(if json.len() > 1 { ",{" } else { "{" });
            for (index, (key, value)) in keys.iter().zip(row.items()).enumerate() {
                if index > 0 {
                    json.push(',');
                }
                json.push_str(key);
                if value.is_clean() { json.push_str(value.as_str()) } else { json.push_str(&value.to_json()) }
            }
            json.push('}');
        }
        json.push(']');
        Raw::known(json)
    }
}
