//! HTML, links and images that do more than show something, and values that lost their text on the way.

use super::{MarkKind, Scan};

const HANDLERS: [&str; 10] = [
    "onerror",
    "onload",
    "onclick",
    "onmouseover",
    "onfocus",
    "onpointerover",
    "onmouseenter",
    "onblur",
    "onkeydown",
    "onmousedown",
];

/// Files that are known by how they begin, as base64.
const FILES: [(&str, &str); 6] = [
    ("iVBORw0KGgo", "a PNG image"),
    ("/9j/", "a JPEG image"),
    ("JVBERi0", "a PDF"),
    ("UEsDB", "a ZIP archive or an Office document"),
    ("R0lGOD", "a GIF image"),
    ("H4sI", "gzipped data"),
];
/// From so many characters on, base64 is a file and not a name that looks like one.
const SHORTEST_FILE: usize = 256;

impl Scan<'_, '_> {
    pub(super) fn tag_at(&mut self, at: usize) {
        if self.has(at, "<img") {
            self.html_image_at(at);
            return;
        }
        for (tag, what) in
            [("<script", "`<script`"), ("<iframe", "`<iframe`"), ("<object", "`<object`"), ("<embed", "`<embed`")]
        {
            let ends = matches!(self.byte(at + tag.len()), b' ' | b'>' | b'/' | b'\n' | b'\r' | b'\t' | b'\\');
            if self.has(at, tag) && ends && !self.in_code(at) {
                self.mark(MarkKind::ActiveHtml, at, what);
            }
        }
    }

    pub(super) fn handler_at(&mut self, at: usize) {
        let Some(handler) = HANDLERS.iter().find(|handler| self.has_before(at + 1, handler)) else { return };
        let start = at + 1 - handler.len();
        let apart = matches!(self.before(start), b' ' | b'"' | b'\'' | b'/' | b'\n' | b'\t');
        let in_tag = self.up_to(start, 200).iter().rev().find(|byte| matches!(byte, b'<' | b'>')) == Some(&b'<');
        if apart && in_tag && !self.in_code(start) {
            self.mark(MarkKind::ActiveHtml, start, format!("`{handler}=`"));
        }
    }

    pub(super) fn script_link_at(&mut self, at: usize) {
        for scheme in ["javascript:", "vbscript:"] {
            let end = at + 3;
            if !self.has_before(end, scheme) {
                continue;
            }
            let start = end - scheme.len();
            let target = self.target(end, 80);
            // `javascript:S1128` is the name of a rule, and no program.
            let runs = target.iter().any(|byte| matches!(byte, b'(' | b'=' | b'/')) || target.starts_with(b"void");
            if runs && self.is_target(start) && !self.in_code(start) {
                self.mark(MarkKind::ScriptLink, start, format!("a link that starts with `{scheme}`"));
            }
        }
    }

    pub(super) fn data_link_at(&mut self, at: usize) {
        if self.has_before(at, "data") && self.has(at, ":text/html") && matches!(self.byte(at + 10), b',' | b';') {
            let start = at - 4;
            if self.is_target(start) && !self.in_code(start) {
                self.mark(MarkKind::ScriptLink, start, "a link that starts with `data:text/html`");
            }
        }
    }

    pub(super) fn file_link_at(&mut self, at: usize) {
        if !self.has_before(at, "fil") || !self.has(at, "e://") {
            return;
        }
        let start = at - 3;
        let quote = if self.before(start) == b'\\' { start - 1 } else { start };
        let in_html = ["href=\"", "src=\"", "href=\\\"", "src=\\\"", "href='", "src='"];
        let linked = self.has_before(quote, "](") || in_html.iter().any(|opening| self.has_before(start, opening));
        if linked && !self.in_code(start) {
            self.mark(MarkKind::FileLink, start, "a link to a `file:`");
        }
    }

    /// Whether something to go to may start here.
    fn is_target(&self, start: usize) -> bool {
        matches!(self.before(start), b'(' | b'"' | b'\'' | b'=' | b'<')
    }

    /// What an address goes on with, up to its end.
    fn target(&self, at: usize, most: usize) -> &[u8] {
        let ends = |byte: u8| matches!(byte, b'"' | b'\'' | b')' | b'>' | b'<' | b' ' | b'\n' | b'\\');
        let rest = self.from(at, most);
        rest.get(..self.run_of(at, most, |byte| !ends(byte))).unwrap_or(rest)
    }

    pub(super) fn image_at(&mut self, at: usize) {
        let rest = self.from(at, 300);
        let line = memchr::memchr(b'\n', rest).map_or(rest, |end| rest.get(..end).unwrap_or(rest));
        if let Some(open) = memchr::memmem::find(line, b"](")
            && self.leaks(at + open + 2)
            && !self.in_code(at)
        {
            self.mark(MarkKind::LeakingImage, at, "an image");
        }
    }

    fn html_image_at(&mut self, at: usize) {
        let rest = self.from(at, 600);
        let tag = memchr::memchr(b'>', rest).map_or(rest, |end| rest.get(..end).unwrap_or(rest));
        let Some(source) = memchr::memmem::find(tag, b"src=") else { return };
        let quote = self.run_of(at + source + 4, 2, |byte| matches!(byte, b'\\' | b'"' | b'\''));
        if self.leaks(at + source + 4 + quote) && !self.in_code(at) {
            self.mark(MarkKind::LeakingImage, at, "an image");
        }
    }

    /// Whether an address of another machine carries more than a few words along.
    fn leaks(&self, at: usize) -> bool {
        const MOST_QUERY_BYTES: usize = 24;
        let target = self.target(at, 600);
        let remote = self.has(at, "https://") || self.has(at, "http://");
        let query = memchr::memchr(b'?', target).and_then(|mark| target.get(mark + 1..)).unwrap_or_default();
        remote && query.len() >= MOST_QUERY_BYTES && query.contains(&b'=')
    }

    /// `[https://one](https://other)`
    pub(super) fn link_at(&mut self, at: usize) {
        let shown = self.up_to(at, 200);
        let Some(open) = memchr::memrchr(b'[', shown) else { return };
        let shown = shown.get(open + 1..).unwrap_or_default();
        let start = at - shown.len() - 1;
        let (Some(says), Some(leads)) = (host(shown), host(self.target(at + 2, 300))) else { return };
        let differ = !says.ends_with(&leads) && !leads.ends_with(&says);
        if differ && !self.in_code(start) {
            self.mark(MarkKind::DisguisedLink, start, format!("a link that shows {says} and leads to {leads}"));
        }
    }

    pub(super) fn object_name_at(&mut self, at: usize) {
        if self.has(at, "[object Object]") && !self.in_code(at) {
            self.mark(MarkKind::ObjectName, at, "`[object Object]`");
        } else if self.has_before(at + 2, "object at ") && self.has(at + 2, "0x") {
            let start = at - 8;
            let named =
                self.up_to(start, 100).iter().rev().find(|byte| matches!(byte, b'<' | b'>' | b'\n')) == Some(&b'<');
            if named && !self.in_code(start) {
                self.mark(MarkKind::ObjectName, start, "the name of a Python object");
            }
        }
    }

    pub(super) fn base64_at(&mut self, at: usize) {
        let is_digit = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
        if is_digit(self.before(at)) {
            return;
        }
        let Some((_, what)) = FILES.iter().find(|(magic, _)| self.from(at, 12).starts_with(magic.as_bytes())) else {
            return;
        };
        if self.run_of(at, SHORTEST_FILE, is_digit) == SHORTEST_FILE {
            self.mark(MarkKind::Base64, at, *what);
        }
    }
}

/// The machine that an address names, without `www.`.
fn host(address: &[u8]) -> Option<String> {
    let address = std::str::from_utf8(address).ok()?.trim();
    let rest = address.strip_prefix("https://").or_else(|| address.strip_prefix("http://"))?;
    let host = rest.split(['/', '?', '#', ':', ' ', ')']).next()?.trim_end_matches('.').to_ascii_lowercase();
    let plain = host.strip_prefix("www.").unwrap_or(&host);
    (plain.contains('.') && plain.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-')))
        .then(|| plain.to_owned())
}
