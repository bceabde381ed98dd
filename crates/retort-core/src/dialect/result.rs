//! A result in the making.

use crate::json::{Partial, Raw, Style, push_quoted, written};

/// What goes into a result.
#[derive(Default)]
pub(super) struct Draft {
    pub(super) text: Option<String>,
    /// What the text block says beside its text.
    pub(super) remark: Option<Raw>,
    /// Further blocks, as JSON.
    pub(super) blocks: Vec<String>,
    pub(super) structured: Option<String>,
    /// Members that any result may have.
    pub(super) beside: Option<Partial>,
    pub(super) is_error: bool,
    /// A result that is no answer to a call.
    pub(super) whole: Option<String>,
}

impl Draft {
    pub(super) fn text(text: impl Into<String>) -> Self {
        Self { text: Some(text.into()), ..Self::default() }
    }

    pub(super) fn whole(json: String) -> Self {
        Self { whole: Some(json), ..Self::default() }
    }

    /// Says that the call failed.
    pub(super) fn failed(mut self) -> Self {
        self.is_error = true;
        self
    }

    pub(super) fn into_raw(self) -> Raw {
        if let Some(json) = self.whole {
            return Raw::known(json);
        }
        let length = self.text.as_ref().map_or(0, String::len) + self.structured.as_ref().map_or(0, String::len);
        let mut json = String::with_capacity(length + length / 8 + 100);
        json.push_str("{\"content\":[");
        if let Some(text) = &self.text {
            json.push_str("{\"type\":\"text\",\"text\":");
            push_quoted(text, &mut json);
            for (key, value) in self.remark.iter().flat_map(Raw::members).filter(|(key, _)| key != "type") {
                json.push(',');
                push_quoted(&key, &mut json);
                json.push(':');
                json.push_str(&value.to_json());
            }
            json.push('}');
        }
        for block in &self.blocks {
            if !json.ends_with('[') {
                json.push(',');
            }
            json.push_str(block);
        }
        json.push(']');
        if let Some(structured) = &self.structured {
            json.push_str(",\"structuredContent\":");
            json.push_str(structured);
        }
        if self.is_error {
            json.push_str(",\"isError\":true");
        }
        if let Some(beside) = &self.beside {
            let members = written(Style::Line, |out| out.partial(beside));
            let inside = members.strip_prefix('{').and_then(|members| members.strip_suffix('}'));
            json.push(',');
            json.push_str(inside.unwrap_or_default());
        }
        json.push('}');
        Raw::known(json)
    }
}
