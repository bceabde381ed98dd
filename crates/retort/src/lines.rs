//! Working on one JSON object a line, as a stream: a line in, a line out, and no more in memory than one.

use std::io::{BufRead, Write};

use retort_core::{Kind, Message, Raw, Reading, read, read_error, read_payload, read_result};

use crate::failure::Failure;
use crate::input::{self, Source};
use crate::output::stdout;

/// One line of the stream.
pub(crate) struct Line {
    /// The id that the answer must carry, as JSON.
    pub(crate) id: String,
    /// The tool that gave the response.
    pub(crate) tool: Option<String>,
    /// The response.
    pub(crate) message: Message,
    /// Whether the line says of itself that it is an error.
    pub(crate) is_error: bool,
}

impl Line {
    fn read(bytes: &[u8]) -> Self {
        let text = String::from_utf8_lossy(bytes);
        let Some(object) = Raw::parse(text.as_ref()).filter(|raw| raw.kind() == Kind::Object) else {
            return Self::bare(bytes);
        };
        let text_of = |key: &str| object.get(key).and_then(|value| value.to_text().map(String::from));
        let message = if let Some(result) = object.get("result") {
            read_result(&result)
        } else if let Some(error) = object.get("error").filter(|_| object.get("jsonrpc").is_none()) {
            read_error(&error)
        } else if let Some(text) = text_of("text") {
            read_payload(text)
        } else {
            return Self::bare(bytes);
        };
        Self {
            id: object.get("id").map_or_else(|| "null".to_owned(), |id| id.to_json()),
            tool: text_of("tool"),
            message,
            is_error: object.get("isError").and_then(|flag| flag.to_bool()).unwrap_or_default(),
        }
    }

    /// A line that is not of the stream's form is read as a response itself: nothing is lost.
    fn bare(bytes: &[u8]) -> Self {
        let Reading { messages, .. } = read(bytes);
        let message = messages.into_iter().next().unwrap_or_else(|| read_payload(""));
        let id = message.id.as_ref().map_or_else(|| "null".to_owned(), Raw::to_json);
        Self { id, tool: None, message, is_error: false }
    }
}

/// Answers each line of each source with what `answer` writes behind `{"id": …,`.
pub(crate) fn answer(
    inputs: &crate::args::Inputs,
    mut answer: impl FnMut(&Line, &mut Vec<u8>) -> std::io::Result<()>,
) -> Result<(), Failure> {
    let mut out = stdout();
    input::for_each(&inputs.files, |source: &Source| {
        let mut reader = source.reader()?;
        let mut bytes = Vec::new();
        let mut answered = Vec::new();
        loop {
            bytes.clear();
            if reader.read_until(b'\n', &mut bytes).map_err(|reason| source.unreadable(reason))? == 0 {
                break;
            }
            if bytes.trim_ascii().is_empty() {
                continue;
            }
            let line = Line::read(bytes.trim_ascii());
            answered.clear();
            write!(answered, "{{\"id\":{},", line.id)?;
            answer(&line, &mut answered)?;
            answered.extend_from_slice(b"}\n");
            out.write_all(&answered)?;
            // Somebody may wait for this answer before the next line is sent.
            if matches!(source, Source::Stdin) {
                out.flush()?;
            }
        }
        Ok(())
    })?;
    out.flush()?;
    Ok(())
}
