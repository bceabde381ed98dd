//! Lists: rows from anything that can be walked through, written as they come. A list that goes to a writer never holds
//! more than a row, however many there are.

use std::cell::{Cell, RefCell};
use std::io::{self, Write};

use retort_core::Dialect;
use serde::ser::{Error as _, SerializeMap};
use serde::{Serialize, Serializer};

use crate::answer::Answer;
use crate::page::Page;
use crate::reply::Reply;
use crate::twin::Twin;

/// The start of a result up to its text, and what follows the text.
const START: &[u8] = br#"{"content":[{"type":"text","text":""#;
const END_OF_TEXT: &[u8] = br#""}]"#;

/// A list, made by [`Reply::list`]. Its rows are written in their order, and counted on the way.
#[derive(Clone, Debug)]
#[must_use = "a list is nothing until it is written"]
pub struct List<I> {
    rows: I,
    page: Option<Page>,
}

impl<I> List<I> {
    pub(crate) fn new(rows: I) -> Self {
        Self { rows, page: None }
    }

    /// Says that the rows are a page: it starts at row `offset` (the first is 0), has at most `limit` rows, and there are
    /// `total` in all.
    ///
    /// ```
    /// use retort_server::{Dialect, Reply};
    ///
    /// let answer = Reply::list(["Ann", "Bob"]).page(0, 2, 5).into_result(Dialect::Mcp);
    /// assert!(answer.as_json().contains(r#""hasMore":true,"nextOffset":2"#));
    /// ```
    pub fn page(self, offset: u64, limit: u64, total: u64) -> Self {
        Self { page: Some(Page::Offset { offset, limit, total: Some(total), has_more: None }), ..self }
    }

    /// The same where nobody counted: it is only known whether there are more.
    ///
    /// ```
    /// use retort_server::{Dialect, Reply};
    ///
    /// let answer = Reply::list(["Ann", "Bob"]).page_of_many(4, 2, false).into_result(Dialect::Mcp);
    /// assert!(answer.as_json().contains(r#""offset":4,"limit":2,"hasMore":false"#));
    /// ```
    pub fn page_of_many(self, offset: u64, limit: u64, has_more: bool) -> Self {
        Self { page: Some(Page::Offset { offset, limit, total: None, has_more: Some(has_more) }), ..self }
    }

    /// Says that the rows are a page of at most `limit`, and that the next one, if there is one, is asked for with a cursor.
    ///
    /// ```
    /// use retort_server::{Dialect, Reply};
    ///
    /// let answer = Reply::list(["Ann"]).cursor(1, Some("after-ann".to_owned())).into_result(Dialect::Mcp);
    /// assert!(answer.as_json().contains(r#""nextCursor":"after-ann""#));
    /// ```
    pub fn cursor(self, limit: u64, next: Option<String>) -> Self {
        Self { page: Some(Page::Cursor { limit, next }), ..self }
    }
}

impl<I> List<I>
where
    I: IntoIterator,
    I::Item: Serialize,
{
    /// Writes the list as the `result` of a response. Rows that cannot be written as JSON make it an error.
    pub fn into_result(self, dialect: Dialect) -> Answer {
        // Room for a screen of rows, so that short lists are written in one go.
        let mut json = Vec::with_capacity(4096);
        let with_plain = dialect == Dialect::Mcp;
        match self.write_both(dialect, &mut json, with_plain) {
            Ok(()) => match String::from_utf8(json) {
                Ok(json) => Answer { json, is_error: false, is_protocol_error: false, denied: None },
                Err(error) => unwritable(&error).into_result(dialect),
            },
            Err(error) => unwritable(&error).into_result(dialect),
        }
    }

    /// Writes text and, where the dialect has it, structured content, in one pass.
    fn write_both(self, dialect: Dialect, out: &mut Vec<u8>, with_plain: bool) -> io::Result<()> {
        out.extend_from_slice(START);
        let payload = Payload::of(dialect, self);
        let mut twin = Twin { text: &mut *out, plain: with_plain.then(|| Vec::with_capacity(4096)) };
        payload.write(&mut twin)?;
        let plain = twin.plain;
        out.extend_from_slice(END_OF_TEXT);
        if let Some(plain) = plain {
            out.extend_from_slice(br#","structuredContent":"#);
            out.extend_from_slice(&plain);
        }
        out.push(b'}');
        Ok(())
    }

    /// Writes the `result` of a response to `out`, a row at a time: a million rows take no more memory than one. Where the
    /// dialect has the rows twice, as text and as `structuredContent`, they are walked through twice.
    ///
    /// ```
    /// use retort_server::{Dialect, Reply};
    ///
    /// let squares = (0_u64..1_000_000).map(|number| number * number);
    /// let mut bytes = 0;
    /// # struct Count<'a>(&'a mut usize);
    /// # impl std::io::Write for Count<'_> {
    /// #     fn write(&mut self, part: &[u8]) -> std::io::Result<usize> { *self.0 += part.len(); Ok(part.len()) }
    /// #     fn flush(&mut self) -> std::io::Result<()> { Ok(()) }
    /// # }
    /// # let response_body = Count(&mut bytes);
    /// Reply::list(squares).write_result(Dialect::Mcp, response_body)?;
    /// assert!(bytes > 20_000_000);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Where `out` fails, or a row cannot be written as JSON. What was written until then is no whole result.
    pub fn write_result(self, dialect: Dialect, out: impl Write) -> io::Result<()>
    where
        I: Clone,
    {
        let mut out = io::BufWriter::with_capacity(1 << 16, out);
        out.write_all(START)?;
        let again = (dialect == Dialect::Mcp).then(|| self.clone());
        let mut twin = Twin { text: &mut out, plain: None };
        Payload::of(dialect, self).write(&mut twin)?;
        out.write_all(END_OF_TEXT)?;
        if let Some(again) = again {
            out.write_all(br#","structuredContent":"#)?;
            Payload::of(dialect, again).write(&mut out)?;
        }
        out.write_all(b"}")?;
        out.flush()
    }
}

/// The error in place of what cannot be written.
pub(crate) fn unwritable(error: &dyn std::fmt::Display) -> Reply {
    Reply::error("internal_error", format!("The reply cannot be written as JSON: {error}")).into()
}

/// What a dialect makes of a list.
struct Payload<I> {
    dialect: Dialect,
    rows: Rows<I>,
    page: Option<Page>,
}

impl<I> Payload<I>
where
    I: IntoIterator,
    I::Item: Serialize,
{
    fn of(dialect: Dialect, list: List<I>) -> Self {
        Self { dialect, rows: Rows { left: RefCell::new(Some(list.rows)), count: Cell::new(0) }, page: list.page }
    }

    fn write(&self, out: impl Write) -> io::Result<()> {
        if self.dialect == Dialect::Feathers {
            serde_json::to_writer_pretty(out, self)?;
        } else {
            serde_json::to_writer(out, self)?;
        }
        Ok(())
    }
}

impl<I> Serialize for Payload<I>
where
    I: IntoIterator,
    I::Item: Serialize,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let is_bare = matches!(self.dialect, Dialect::Drf | Dialect::Feathers | Dialect::Omni) && self.page.is_none();
        if is_bare {
            return self.rows.serialize(serializer);
        }
        let mut map = serializer.serialize_map(None)?;
        match self.dialect {
            Dialect::Yourls => map.serialize_entry("status", "success")?,
            Dialect::Envelope => {
                map.serialize_entry("toolName", "unknown")?;
                map.serialize_entry("responseType", "list")?;
            }
            _ => {}
        }
        let name = if self.dialect == Dialect::Envelope { "data" } else { "results" };
        map.serialize_entry(name, &self.rows)?;
        let count = self.rows.count.get();
        match (&self.page, self.dialect) {
            (page, Dialect::Envelope) => {
                if let Some(page) = page {
                    map.serialize_entry("pagination", &page.written(count).without_total())?;
                }
                let total = page.as_ref().and_then(Page::total);
                map.serialize_entry("summary", &Summary { total, returned: count })?;
            }
            (Some(page), _) => page.written(count).put_into(&mut map)?,
            (None, _) => {}
        }
        map.end()
    }
}

#[derive(Serialize)]
struct Summary {
    #[serde(skip_serializing_if = "Option::is_none")]
    total: Option<u64>,
    returned: u64,
}

/// Rows that are walked through once, while they are written.
struct Rows<I> {
    left: RefCell<Option<I>>,
    count: Cell<u64>,
}

impl<I> Serialize for Rows<I>
where
    I: IntoIterator,
    I::Item: Serialize,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let rows = self.left.borrow_mut().take().ok_or_else(|| S::Error::custom("the rows were written already"))?;
        serializer.collect_seq(rows.into_iter().inspect(|_| self.count.set(self.count.get() + 1)))
    }
}
