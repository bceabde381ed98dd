//! Lines that each stand behind something, such as the side of a box, written as they come.

use std::io::{self, Write};

/// Whatever is written through it stands behind a lead, line by line.
pub(crate) struct Led<'a> {
    out: &'a mut dyn Write,
    lead: &'a str,
    is_new: bool,
}

impl<'a> Led<'a> {
    pub(crate) fn new(lead: &'a str, out: &'a mut dyn Write) -> Self {
        Self { out, lead, is_new: true }
    }
}

impl Write for Led<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for line in bytes.split_inclusive(|byte| *byte == b'\n') {
            if std::mem::replace(&mut self.is_new, line.ends_with(b"\n")) {
                let lead = if line == b"\n" { self.lead.trim_end() } else { self.lead };
                self.out.write_all(lead.as_bytes())?;
            }
            self.out.write_all(line)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_has_its_lead_however_it_is_cut() {
        for size in 1..6 {
            let mut out = Vec::new();
            let mut led = Led::new("> ", &mut out);
            b"ab\n\nc\nd".chunks(size).for_each(|piece| led.write_all(piece).unwrap());
            assert_eq!(String::from_utf8(out).unwrap(), "> ab\n>\n> c\n> d", "{size}");
        }
    }
}
