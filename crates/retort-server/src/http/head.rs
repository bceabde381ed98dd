//! The head of a request: its first line and its headers. Anything that two readers could take for different requests is
//! refused.

use bytes::Bytes;
use http::header::{CONNECTION, CONTENT_LENGTH, EXPECT, TRANSFER_ENCODING};
use http::{HeaderMap, HeaderName, HeaderValue, Method, Uri};

use crate::room::Weight;

/// A request.
#[derive(Debug)]
pub struct Request {
    /// What is to be done.
    pub method: Method,
    /// Path and query.
    pub target: Uri,
    /// Its headers.
    pub headers: HeaderMap,
    /// Its body, whole.
    pub body: Bytes,
    /// The room that its body takes.
    pub weight: Option<Weight>,
    is_old: bool,
}

impl Request {
    /// A header, where it is text.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).and_then(|value| value.to_str().ok())
    }

    /// Whether the client wants no more than this answer.
    pub fn is_last(&self) -> bool {
        let has = |wanted: &str| self.lists(&CONNECTION, wanted);
        has("close") || self.is_old && !has("keep-alive")
    }

    /// Whether it is of HTTP/1.0, which knows no chunks.
    pub fn is_old(&self) -> bool {
        self.is_old
    }

    /// Whether the client waits for a word before it sends the body.
    pub(super) fn expects_word(&self) -> bool {
        !self.is_old && self.lists(&EXPECT, "100-continue")
    }

    fn lists(&self, header: &HeaderName, wanted: &str) -> bool {
        let values = self.headers.get_all(header).iter().filter_map(|value| value.to_str().ok());
        values.flat_map(|value| value.split(',')).any(|value| value.trim().eq_ignore_ascii_case(wanted))
    }

    /// How its body is sent.
    pub(super) fn framing(&self) -> Result<Framing, Unread> {
        let bad = |words| Err(Unread::refused(400, words));
        let mut encodings = self.headers.get_all(TRANSFER_ENCODING).iter();
        let mut lengths = self.headers.get_all(CONTENT_LENGTH).iter();
        match (encodings.next(), lengths.next()) {
            (None, None) => Ok(Framing::Length(0)),
            (Some(_), Some(_)) => bad("a body has a length or comes in chunks, but not both"),
            (Some(encoding), None) => {
                let is_chunked = encodings.next().is_none() && encoding.as_bytes().eq_ignore_ascii_case(b"chunked");
                if is_chunked { Ok(Framing::Chunks) } else { bad("the only transfer coding that is read is chunked") }
            }
            (None, Some(length)) => {
                let digits = length.to_str().ok().filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
                // A number that does not fit is larger than any limit.
                match digits.map(|text| (text.is_empty(), text.parse().unwrap_or(usize::MAX))) {
                    Some((false, length)) if lengths.next().is_none() => Ok(Framing::Length(length)),
                    _ => bad("the length of the body is no number"),
                }
            }
        }
    }
}

/// How a body is sent.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Framing {
    Length(usize),
    Chunks,
}

/// Why there is no request.
#[derive(Debug)]
pub(super) enum Unread {
    /// The client left, or said nothing for long.
    Gone,
    /// It is answered with this status and these words.
    Refused { status: u16, words: String },
}

impl Unread {
    pub(super) fn refused(status: u16, words: impl Into<String>) -> Self {
        Self::Refused { status, words: words.into() }
    }
}

/// How many bytes a blank line takes before a head, where there is one. Some clients send one behind a body.
pub(super) fn blank(bytes: &[u8]) -> usize {
    match bytes {
        [b'\r', b'\n', ..] => 2,
        [b'\n', ..] => 1,
        _ => 0,
    }
}

/// Where a head ends, blank line included. What was looked through before is not looked through again.
pub(super) fn end(bytes: &[u8], seen: usize) -> Option<usize> {
    let from = seen.saturating_sub(3);
    let mut at = from;
    while let Some(found) = bytes.get(at..)?.iter().position(|byte| *byte == b'\n') {
        let next = at + found + 1;
        match bytes.get(next..).unwrap_or_default() {
            [b'\n', ..] => return Some(next + 1),
            [b'\r', b'\n', ..] => return Some(next + 2),
            _ => at = next,
        }
    }
    None
}

/// Reads a head.
pub(super) fn parse(head: &[u8], most_headers: usize) -> Result<Request, Unread> {
    let bad = |words| Unread::refused(400, words);
    let mut lines = head.split(|byte| *byte == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    let first = lines.next().and_then(|line| std::str::from_utf8(line).ok()).unwrap_or_default();
    let mut words = first.split(' ');
    let (Some(method), Some(target), Some(version), None) = (words.next(), words.next(), words.next(), words.next())
    else {
        return Err(bad("the first line of a request has a method, a path and a version"));
    };
    if !matches!(version, "HTTP/1.1" | "HTTP/1.0") {
        return Err(bad("only HTTP/1.1 is spoken here"));
    }
    let method = Method::from_bytes(method.as_bytes()).map_err(|_| bad("this is no method"))?;
    let target = Some(target).filter(|target| target.starts_with('/')).and_then(|target| target.parse().ok());
    let target = target.ok_or_else(|| bad("this is no path"))?;
    let mut headers = HeaderMap::new();
    for line in lines.filter(|line| !line.is_empty()) {
        if headers.len() >= most_headers {
            return Err(Unread::refused(431, format!("a request has at most {most_headers} headers")));
        }
        let split = line.iter().position(|byte| *byte == b':').and_then(|at| line.split_at_checked(at));
        let (name, value) = split.ok_or_else(|| bad("a header has a colon"))?;
        // A name with a blank in it, before the colon or at the beginning of the line, is none.
        let name = HeaderName::from_bytes(name).map_err(|_| bad("this is no name of a header"))?;
        let value = value.get(1..).unwrap_or_default().trim_ascii();
        let value = HeaderValue::from_bytes(value).map_err(|_| bad("this is no value of a header"))?;
        headers.append(name, value);
    }
    Ok(Request { method, target, headers, body: Bytes::new(), weight: None, is_old: version == "HTTP/1.0" })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn framing(headers: &str) -> Option<Framing> {
        parse(format!("POST / HTTP/1.1\r\n{headers}\r\n").as_bytes(), 10).ok()?.framing().ok()
    }

    #[test]
    fn a_head_is_found_however_it_is_cut() {
        for (head, behind) in
            [("GET / HTTP/1.1\r\nA: b\r\n\r\n", "more"), ("GET /\n\n", "x"), ("a\r\n\n", ""), ("a\n\r\n", "\n\n")]
        {
            let whole = format!("{head}{behind}");
            let mut seen = 0;
            let found = (1..=whole.len()).find_map(|length| {
                let found = end(&whole.as_bytes()[..length], seen);
                seen = length;
                found
            });
            assert_eq!(found, Some(head.len()), "{whole:?}");
            assert_eq!(end(whole.as_bytes(), 0), Some(head.len()), "{whole:?}");
        }
        assert_eq!(end(b"GET / HTTP/1.1\r\nA: b\r\n", 0), None);
    }

    #[test]
    fn what_could_be_two_requests_is_none() {
        assert_eq!(framing("Content-Length: 5\r\n"), Some(Framing::Length(5)));
        assert_eq!(framing("Transfer-Encoding: CHUNKED\r\n"), Some(Framing::Chunks));
        assert_eq!(framing("Content-Length: 99999999999999999999999\r\n"), Some(Framing::Length(usize::MAX)));
        for headers in [
            "Content-Length: 5\r\nContent-Length: 6\r\n",
            "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
            "Content-Length: +5\r\n",
            "Content-Length: -1\r\n",
            "Content-Length: 5, 5\r\n",
            "Content-Length:\r\n",
            "Transfer-Encoding: gzip, chunked\r\n",
            "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
            "Content-Length : 5\r\n",
            " folded: 5\r\n",
            "no colon\r\n",
            ": nameless\r\n",
            "a: \0\r\n",
        ] {
            assert_eq!(framing(headers), None, "{headers:?}");
        }
    }

    #[test]
    fn a_connection_lasts_as_its_client_wants() {
        for (version, header, is_last) in [
            ("1.1", "", false),
            ("1.1", "Connection: Close\r\n", true),
            ("1.1", "Connection: x, close\r\n", true),
            ("1.0", "", true),
            ("1.0", "Connection: keep-alive\r\n", false),
        ] {
            let head = format!("GET / HTTP/{version}\r\n{header}\r\n");
            assert_eq!(parse(head.as_bytes(), 10).unwrap().is_last(), is_last, "{head:?}");
        }
    }

    #[test]
    fn there_are_not_too_many_headers() {
        let head = format!("GET / HTTP/1.1\r\n{}\r\n", "a: b\r\n".repeat(11));
        assert!(matches!(parse(head.as_bytes(), 10), Err(Unread::Refused { status: 431, .. })));
        assert!(parse(head.as_bytes(), 11).is_ok());
    }
}
