//! Which part of a list a reply has, and where the next part starts.

use serde::Serialize;
use serde::ser::SerializeMap;

/// Which part of a list a reply has.
#[derive(Clone, Debug)]
pub(crate) enum Page {
    /// Rows by number.
    Offset { offset: u64, limit: u64, total: Option<u64>, has_more: Option<bool> },
    /// Rows behind a mark that only the server understands.
    Cursor { limit: u64, next: Option<String> },
}

/// A page as it is written, once it is known how many rows there are.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Written<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    offset: Option<u64>,
    limit: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    total: Option<u64>,
    has_more: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    next_offset: Option<u64>,
    // An envelope has one name for where the next page starts.
    #[serde(rename = "nextOffset", skip_serializing_if = "Option::is_none")]
    next_cursor: Option<&'a str>,
}

impl Page {
    /// What is said of a page with so many rows.
    pub(crate) fn written(&self, rows: u64) -> Written<'_> {
        match self {
            Self::Offset { offset, limit, total, has_more } => {
                let end = offset.saturating_add(rows);
                // A page that is empty has no next one, or clients would ask for ever.
                let more = rows > 0 && has_more.or(total.map(|total| end < total)).unwrap_or_default();
                let next_offset = more.then_some(end);
                Written {
                    offset: Some(*offset),
                    limit: *limit,
                    total: *total,
                    has_more: more,
                    next_offset,
                    next_cursor: None,
                }
            }
            Self::Cursor { limit, next } => Written {
                offset: None,
                limit: *limit,
                total: None,
                has_more: next.is_some(),
                next_offset: None,
                next_cursor: next.as_deref(),
            },
        }
    }

    pub(crate) fn total(&self) -> Option<u64> {
        match self {
            Self::Offset { total, .. } => *total,
            Self::Cursor { .. } => None,
        }
    }
}

impl Written<'_> {
    /// The page without what an envelope has elsewhere.
    pub(crate) fn without_total(self) -> Self {
        Self { total: None, ..self }
    }

    /// Writes its members beside others.
    pub(crate) fn put_into<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        if let Some(offset) = self.offset {
            map.serialize_entry("offset", &offset)?;
        }
        map.serialize_entry("limit", &self.limit)?;
        if let Some(total) = self.total {
            map.serialize_entry("total", &total)?;
        }
        map.serialize_entry("hasMore", &self.has_more)?;
        if let Some(next) = self.next_offset {
            map.serialize_entry("nextOffset", &next)?;
        }
        if let Some(next) = self.next_cursor {
            map.serialize_entry("nextCursor", next)?;
        }
        Ok(())
    }
}
