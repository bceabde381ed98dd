//! A link, as it is kept and as lists show it.

use chrono::{DateTime, Utc};
use serde::Serialize;

use crate::database::Row;

/// The columns of a link, in the order of its fields.
pub(super) const COLUMNS: &str = "keyword, url, title, created, ip, clicks";

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Link {
    pub(super) keyword: String,
    pub(super) url: String,
    pub(super) title: String,
    pub(super) timestamp: String,
    pub(super) ip: String,
    pub(super) clicks: i64,
}

impl Link {
    pub(super) fn of(row: &Row) -> Self {
        let text = |column: usize| row.text(column).unwrap_or_default().to_owned();
        let created = DateTime::<Utc>::from_timestamp(row.integer(3).unwrap_or_default(), 0).unwrap_or_default();
        Self {
            keyword: text(0),
            url: text(1),
            title: text(2),
            timestamp: created.format("%Y-%m-%d %H:%M:%S").to_string(),
            ip: text(4),
            clicks: row.integer(5).unwrap_or_default(),
        }
    }
}

/// What lists are sorted by, and the column of each.
pub(super) const SORTED_BY: [(&str, &str); 6] = [
    ("keyword", "keyword"),
    ("url", "url"),
    ("title", "title"),
    ("ip", "ip"),
    ("timestamp", "created"),
    ("clicks", "clicks"),
];
