//! Working on one JSON object a line, as a stream: a line in, a line out, and no more in memory than one.

use std::io::{self, Write};

use retort_core::{Line, read_line};

use crate::args::Inputs;
use crate::failure::Failure;
use crate::input::{self, Source};
use crate::output::stdout;

/// Answers each response of each line with an object that has its id and the members that `answer` writes.
pub(crate) fn answer(
    inputs: &Inputs,
    mut answer: impl FnMut(&Line, &mut Vec<u8>) -> io::Result<()>,
) -> Result<(), Failure> {
    let mut out = stdout();
    input::for_each(&inputs.files, |source: &Source| {
        let mut reader = source.reader()?;
        let mut bytes = Vec::new();
        for line in 1.. {
            let most = inputs.max_size;
            if input::read_line(&mut *reader, most, &mut bytes).map_err(|reason| source.unreadable(reason))? {
                out.flush()?;
                return Err(Failure::LineTooLarge { name: source.name(), line, most });
            }
            if bytes.is_empty() {
                break;
            }
            if bytes.trim_ascii().is_empty() {
                continue;
            }
            for line in read_line(bytes.trim_ascii()) {
                let id = line.id.as_ref().map_or_else(|| "null".to_owned(), retort_core::Raw::to_json);
                let mut answered = Vec::new();
                write!(answered, "{{\"id\":{id},")?;
                answer(&line, &mut answered)?;
                answered.extend_from_slice(b"}\n");
                out.write_all(&answered)?;
            }
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

/// Writes the members of an object, without the object around them.
pub(crate) fn members(out: &mut Vec<u8>, write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> io::Result<()> {
    let mut json = Vec::new();
    write(&mut json)?;
    let inside = json.strip_prefix(b"{").and_then(|json| json.strip_suffix(b"}"));
    out.extend_from_slice(inside.unwrap_or(&json));
    Ok(())
}
