//! One call of a case: the id that the client chose, in its right and its bent forms, and the text that the answer
//! must carry.

use serde_json::Value;

/// What a case knows about the call that it answers.
#[derive(Debug, Clone)]
pub(super) struct Call {
    /// The id as the client wrote it, as JSON.
    pub(super) id: String,
    /// The payload or reason that the answer carries.
    pub(super) text: String,
    /// How often this case was called before in the session.
    pub(super) attempt: usize,
    /// A number that no other call has.
    pub(super) number: u64,
}

impl Call {
    pub(super) fn new(id: &str, text: &str) -> Self {
        Self { id: id.to_owned(), text: text.to_owned(), attempt: 0, number: 0 }
    }

    /// A sound reply that carries the text.
    pub(super) fn reply(&self) -> Vec<u8> {
        self.filled(REPLY)
    }

    /// A sound reply with a text of its own.
    pub(super) fn reply_with(&self, text: &str) -> Vec<u8> {
        let text = Value::from(text);
        let id = &self.id;
        format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"content":[{{"type":"text","text":{text}}}]}}}}"#)
            .into_bytes()
    }

    /// The template with its placeholders filled in: `$reply`, `$result`, `$id`, the bent forms `$id_string`,
    /// `$id_float` and `$id_wrong`, and `$text`.
    pub(super) fn fill(&self, template: &str) -> String {
        template
            .replace("$reply", REPLY)
            .replace("$result", RESULT)
            .replace("$id_string", &Value::from(self.id.as_str()).to_string())
            .replace("$id_float", &self.id_float())
            .replace("$id_wrong", &self.id_wrong())
            .replace("$id", &self.id)
            .replace("$text", &self.text)
    }

    pub(super) fn filled(&self, template: &str) -> Vec<u8> {
        self.fill(template).into_bytes()
    }

    fn id_float(&self) -> String {
        match self.id.parse::<i64>() {
            Ok(id) => format!("{id}.0"),
            Err(_) => format!("\"{}.0\"", self.id.trim_matches('"')),
        }
    }

    fn id_wrong(&self) -> String {
        self.id.parse::<i64>().map_or_else(|_| "\"of-another-call\"".into(), |id| id.wrapping_add(1000).to_string())
    }

    /// The id of the call before this one, as clients count.
    pub(super) fn id_before(&self) -> String {
        self.id.parse::<i64>().map_or_else(|_| "0".into(), |id| id.wrapping_sub(1).to_string())
    }
}

/// A sound reply as a template.
pub(super) const REPLY: &str = r#"{"jsonrpc":"2.0","id":$id,"result":$result}"#;
const RESULT: &str = r#"{"content":[{"type":"text","text":"$text"}]}"#;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_an_id_is_json() {
        for (id, string, float, wrong) in
            [("7", r#""7""#, "7.0", "1007"), (r#""a""#, r#""\"a\"""#, r#""a.0""#, r#""of-another-call""#)]
        {
            let call = Call::new(id, "x");
            assert_eq!(call.fill("$id $id_string $id_float $id_wrong"), format!("{id} {string} {float} {wrong}"));
        }
    }
}
