//! How useful a column is to a person: what names a row or says how it stands comes first; long text, addresses,
//! codes, nested values and what is the same everywhere come last.

use retort_core::ColumnType;

use super::survey::Column;

/// How useful a column is; columns of little use are left out first. What a person copies to ask for more is worth the
/// most: ids, what the row is called, then its address.
pub(super) fn worth(column: &Column<'_>) -> i32 {
    let mut worth = match column.kind {
        ColumnType::Integer | ColumnType::Number | ColumnType::Date => 60,
        ColumnType::Text => 55,
        ColumnType::Boolean => 50,
        ColumnType::Mixed => 35,
        ColumnType::Url => 25,
        ColumnType::Object | ColumnType::Array => 20,
        _ => 0,
    };
    worth += by_name(&column.name);
    if column.same {
        worth -= 40;
    }
    worth -= match (10 * column.filled).checked_div(column.rows) {
        Some(0 | 1) => 50,
        Some(2..=4) => 20,
        _ => 0,
    };
    if column.is_prose() {
        worth -= 25;
    }
    worth += match () {
        () if is_id(column) && is_own_id(&column.name) => 400,
        () if is_title(column) => 350,
        () if is_id(column) => 300,
        () if is_address(column) => 200,
        () => 0,
    };
    // Servers send what matters first.
    worth - i32::try_from(column.place.min(20)).unwrap_or(20)
}

/// Whether a column names the row for a person.
pub(super) fn names_the_row(column: &Column<'_>) -> bool {
    by_name(&column.name) >= NAMING
}

/// Whether a column says which thing a row is or belongs to, by its name or by its values. Nothing of it may be cut:
/// half an id is none.
pub(super) fn is_id(column: &Column<'_>) -> bool {
    let is_plain =
        !matches!(column.kind, ColumnType::Object | ColumnType::Array | ColumnType::Boolean | ColumnType::Url);
    let is_named = is_own_id(&column.name) || matches!(&*last_word(&column.name), "id" | "uuid" | "guid" | "sha");
    is_plain && !column.same && !column.is_prose() && (is_named || column.is_opaque())
}

/// Whether a name is that of the row's own id.
fn is_own_id(name: &str) -> bool {
    let name = name.trim_start_matches('_').to_lowercase();
    matches!(&*name, "id" | "uuid" | "guid" | "key" | "sha" | "hash" | "commit" | "oid")
}

/// Whether a column says in words what a row is: without it nobody knows one row from another.
fn is_title(column: &Column<'_>) -> bool {
    const NAMES: [&str; 5] = ["title", "name", "subject", "headline", "summary"];
    column.kind == ColumnType::Text && !column.same && NAMES.contains(&&*column.name.to_lowercase())
}

/// Whether a column has the address of the row itself, and not of its picture or its parts.
pub(super) fn is_address(column: &Column<'_>) -> bool {
    const NAMES: [&str; 9] = ["url", "link", "href", "uri", "html_url", "htmlurl", "web_url", "weburl", "permalink"];
    column.kind == ColumnType::Url && !column.same && NAMES.contains(&&*column.name.to_lowercase())
}

const NAMING: i32 = 40;

fn by_name(name: &str) -> i32 {
    let last = last_word(name);
    let is_whole = last.len() == name.len();
    let worth = match last.as_str() {
        "id" | "key" | "number" | "slug" | "name" | "title" | "subject" | "label" => NAMING,
        "status" | "state" => 35,
        "type" | "kind" | "priority" | "date" | "email" | "user" | "author" | "total" | "amount" | "count"
        | "price" => 20,
        "description" | "body" | "content" | "text" | "html" | "url" | "hash" | "token" | "etag" => -15,
        _ => 0,
    };
    // `node_id` names another thing than the row.
    if is_whole || worth < 0 { worth } else { worth / 4 }
}

/// The last word of `createdAt`, `created_at` or `created-at`, in lower case.
fn last_word(name: &str) -> String {
    let start = name.char_indices().rev().find_map(|(at, char)| {
        if char.is_alphanumeric() {
            let before = name.get(..at).and_then(|before| before.chars().next_back());
            (char.is_uppercase() && before.is_some_and(char::is_lowercase)).then_some(at)
        } else {
            Some(at + char.len_utf8())
        }
    });
    name.get(start.unwrap_or_default()..).unwrap_or_default().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_names() {
        assert_eq!(last_word("createdAt"), "at");
        assert_eq!(last_word("user_ID"), "id");
        assert_eq!(last_word("STATUS"), "status");
        assert_eq!(last_word("größe-"), "");
        assert_eq!(last_word(""), "");
    }

    #[test]
    fn a_name_of_the_row_is_worth_more_than_a_name_of_another() {
        assert!(by_name("id") > by_name("node_id"));
        assert!(by_name("node_id") > by_name("avatarUrl"));
    }
}
