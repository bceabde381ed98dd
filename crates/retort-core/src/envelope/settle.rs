//! The fields of an envelope made to agree: whatever a server claims, what is written fits the schema and does not contradict
//! itself. A value that cannot stay where it was sent is kept under `metadata`.

use super::write::{emit_pagination, emit_summary};
use super::{Cursor, Data, Envelope, Kind, Pagination, Status};
use crate::json::{self, Partial, Raw, Style, push_quoted, written};
use crate::normalise::NO_REASON;

/// Values that do not fit where they were sent, by field and name.
#[derive(Default)]
pub(super) struct Misfits(Vec<(&'static str, String, Raw)>);

impl Misfits {
    pub(super) fn add(&mut self, field: &'static str, name: &str, value: Raw) {
        self.0.push((field, name.to_owned(), value));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Keeps them under `metadata`, in an object for each field.
    pub(super) fn keep(self, envelope: &mut Envelope) {
        for field in ["pagination", "summary", "error"] {
            let own = self.0.iter().filter(|(of, _, _)| *of == field);
            let mut object = String::new();
            for (_, name, value) in own {
                object.push(if object.is_empty() { '{' } else { ',' });
                push_quoted(name, &mut object);
                object.push(':');
                object.push_str(&value.to_json());
            }
            if !object.is_empty() {
                object.push('}');
                envelope.metadata.set(field, Partial::whole(Raw::known(object)));
            }
        }
    }
}

impl Data {
    /// Any value but `null` as the data of a list, or of one thing.
    pub(crate) fn fit(raw: Raw, is_list: bool) -> Option<Self> {
        let sent = || raw.to_json();
        let wrapped = match (raw.kind(), is_list) {
            (json::Kind::Null, _) => return None,
            (json::Kind::Array, true) | (json::Kind::Object, false) => return Self::new(raw),
            (_, true) => format!("[{}]", sent()),
            (json::Kind::Array, false) => format!("{{\"items\":{}}}", sent()),
            (json::Kind::String, false) => format!("{{\"text\":{}}}", sent()),
            (_, false) => format!("{{\"value\":{}}}", sent()),
        };
        Self::new(Raw::known(wrapped))
    }
}

impl Envelope {
    /// Makes the fields agree with each other.
    pub(crate) fn settle(&mut self) {
        self.tool_name = self.tool_name.take().filter(|name| !name.trim().is_empty());
        if matches!(self.kind, Kind::ToolCatalog) && !self.names_tools() {
            self.kind = Kind::List;
        }
        let is_list = matches!(self.kind, Kind::List | Kind::ToolCatalog);
        if matches!(self.kind, Kind::Single | Kind::Action) && self.data.as_ref().is_some_and(Data::is_array) {
            self.data = self.data.take().and_then(|data| Data::fit(Raw::known(data.to_json()), false));
        }
        if let Kind::Error(error) = &mut self.kind
            && error.message.trim().is_empty()
        {
            let said = self.message.clone().filter(|message| !message.trim().is_empty());
            error.message = said.unwrap_or_else(|| NO_REASON.to_owned());
        }
        match (&self.kind, self.status) {
            (Kind::Action, None) => self.status = Some(Status::Success),
            (Kind::Error(_), Some(Status::Success)) => {
                self.metadata.set("status", Partial::whole(Raw::string(Status::Success.name())));
                self.status = Some(Status::Error);
            }
            (Kind::Error(_), None) => self.status = Some(Status::Error),
            _ => {}
        }
        // A long text has pages too, as long as there is more of it.
        let is_single = matches!(self.kind, Kind::Single);
        let is_idle = |pages: &mut Pagination| !(pages.is_empty() || is_single && pages.has_more == Some(true));
        if !is_list && let Some(pagination) = self.pagination.take_if(is_idle) {
            let pagination = written(Style::Line, |out| emit_pagination(&pagination, out));
            self.metadata.set("pagination", Partial::whole(Raw::known(pagination)));
        }
        self.settle_counts();
    }

    /// Whether every entry of a catalogue has a name.
    fn names_tools(&self) -> bool {
        let named =
            |entry: Raw| entry.get("name").is_some_and(|name| name.kind() == json::Kind::String && !name.is_blank());
        self.data.as_ref().and_then(Data::as_raw).is_none_or(|entries| entries.items().all(named))
    }

    fn settle_counts(&mut self) {
        let mut misfits = Misfits::default();
        let number = |number: u64| Raw::known(number.to_string());
        if let Some(pagination) = &mut self.pagination
            && let (Some(offset), Some(Cursor::Number(next))) = (pagination.offset, &pagination.next_offset)
            && *next <= offset
        {
            misfits.add("pagination", "nextOffset", number(*next));
            pagination.next_offset = None;
        }
        let more = self.pagination.as_ref().and_then(|pagination| pagination.has_more);
        if let Some(summary) = &mut self.summary {
            if let (Some(page), Some(all)) = (more, summary.has_more)
                && page != all
            {
                misfits.add("summary", "hasMore", Raw::known(all.to_string()));
                summary.has_more = Some(page);
            }
            if let (Some(total), Some(returned)) = (summary.total, summary.returned)
                && total < returned
            {
                misfits.add("summary", "total", number(total));
                summary.total = None;
            }
        }
        misfits.keep(self);
    }

    /// Where a summary says less than there is, the rows count.
    pub(super) fn settle_rows(&mut self, rows: u64) {
        let is_less = |said: Option<u64>| said.is_some_and(|said| said < rows);
        let Some(summary) = self.summary.as_mut() else { return };
        if !is_less(summary.returned) && !is_less(summary.total) {
            return;
        }
        let sent = written(Style::Line, |out| emit_summary(summary, out));
        summary.total = summary.total.filter(|total| *total >= rows);
        summary.returned = Some(rows);
        self.metadata.set("summary", Partial::whole(Raw::known(sent)));
    }
}
