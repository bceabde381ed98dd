//! JSON written in two spellings at once: as it is, and as the inside of a JSON string. So a value that a result has twice, as
//! text and as `structuredContent`, is serialised once.

use std::io::{self, Write};

/// Writes what it gets to `text` with the escapes that a JSON string needs, and to `plain` as it is, where that is wanted.
pub(crate) struct Twin<W> {
    pub(crate) text: W,
    pub(crate) plain: Option<Vec<u8>>,
}

impl<W: Write> Write for Twin<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_all(bytes)?;
        Ok(bytes.len())
    }

    #[inline]
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        if let Some(plain) = &mut self.plain {
            plain.extend_from_slice(bytes);
        }
        // A serialiser gives quotes by themselves, and what is between them whole.
        match bytes {
            b"\"" => self.text.write_all(b"\\\""),
            _ => escape(bytes, &mut self.text),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.text.flush()
    }
}

/// Writes bytes as they are inside of a JSON string.
pub(crate) fn escape(bytes: &[u8], out: &mut impl Write) -> io::Result<()> {
    let mut rest = bytes;
    while let Some(at) = rest.iter().position(|byte| matches!(byte, b'"' | b'\\' | 0..0x20)) {
        let (before, from) = rest.split_at(at);
        out.write_all(before)?;
        match from.first() {
            Some(b'"') => out.write_all(b"\\\"")?,
            Some(b'\\') => out.write_all(b"\\\\")?,
            Some(b'\n') => out.write_all(b"\\n")?,
            Some(byte) => write!(out, "\\u{byte:04x}")?,
            None => {}
        }
        rest = from.get(1..).unwrap_or_default();
    }
    out.write_all(rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    #[test]
    fn both_spellings_are_the_same_value() {
        for value in [
            json!(null),
            json!("a \"quoted\" \\ line\nand \u{1}\u{7f}\u{2028} more"),
            json!({"": [1, -2.5, 1e300, true], "\"": {"\\": "\u{1f600}"}}),
        ] {
            for pretty in [false, true] {
                let mut twin = Twin { text: Vec::new(), plain: Some(Vec::new()) };
                twin.text.push(b'"');
                if pretty {
                    serde_json::to_writer_pretty(&mut twin, &value).unwrap();
                } else {
                    serde_json::to_writer(&mut twin, &value).unwrap();
                }
                twin.text.push(b'"');
                let text: String = serde_json::from_slice(&twin.text).unwrap();
                assert_eq!(text.as_bytes(), twin.plain.unwrap());
                assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
            }
        }
    }
}
