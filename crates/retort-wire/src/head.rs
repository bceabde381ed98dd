//! The outermost members of a message, found in one pass and without reading what is inside them: enough to know what it is,
//! whose answer it is, and where its id may be replaced. A message that is bent is none to this pass; the core reads it.

use std::borrow::Cow;
use std::ops::Range;

use memchr::memchr2;
use retort_core::Raw;

use crate::frames::Open;
use crate::work::look_at;

/// Where the members of a message are.
///
/// ```
/// let message = br#"{"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": "add"}}"#;
/// let head = retort_wire::Head::of(message).unwrap();
/// assert_eq!(&message[head.id.unwrap()], b"7");
/// assert_eq!(&message[head.params.unwrap()], br#"{"name": "add"}"#);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Head {
    /// The id.
    pub id: Option<Range<usize>>,
    /// The method, with its quotes.
    pub method: Option<Range<usize>>,
    /// The parameters.
    pub params: Option<Range<usize>>,
    /// The result.
    pub result: Option<Range<usize>>,
    /// The error.
    pub error: Option<Range<usize>>,
}

impl Head {
    /// The members of a message that is an object, has each of them once, and is either asked, told or answered. `None`
    /// for anything else: that is for the core to read.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        let mut head = Self::default();
        let mut members = Members::of(bytes)?;
        let mut has_version = false;
        while let Some((key, value)) = members.next()? {
            let slot = match bytes.get(key)? {
                b"\"jsonrpc\"" if !has_version => {
                    has_version = true;
                    continue;
                }
                b"\"id\"" => &mut head.id,
                b"\"method\"" => &mut head.method,
                b"\"params\"" => &mut head.params,
                b"\"result\"" => &mut head.result,
                b"\"error\"" => &mut head.error,
                b"\"jsonrpc\"" => return None,
                // The name may be spelt with escapes.
                key if key.contains(&b'\\') => return None,
                _ => continue,
            };
            if slot.replace(value).is_some() {
                return None;
            }
        }
        let is_name = |range: &Range<usize>| bytes.get(range.start) == Some(&b'"');
        let is_sound = match (&head.method, &head.result, &head.error) {
            (Some(method), None, None) => is_name(method),
            (None, Some(_), None) | (None, None, Some(_)) => head.params.is_none(),
            _ => false,
        };
        (is_sound && has_version).then_some(head)
    }
}

/// The text of a string as it was sent, with its quotes.
pub(crate) fn string_of(sent: &[u8]) -> Option<Cow<'_, str>> {
    let text = std::str::from_utf8(sent).ok()?;
    let inside = text.strip_prefix('"')?.strip_suffix('"')?;
    if inside.contains('\\') {
        return Raw::parse(text)?.to_text().map(|text| Cow::Owned(text.into_owned()));
    }
    Some(Cow::Borrowed(inside))
}

/// The members of an object, one after the other.
pub(crate) struct Members<'a> {
    bytes: &'a [u8],
    at: usize,
    is_first: bool,
    /// Where the object ends; all that follows has to be blank.
    must_end: bool,
}

impl<'a> Members<'a> {
    /// Those of the one object in `bytes`.
    pub(crate) fn of(bytes: &'a [u8]) -> Option<Self> {
        let members = Self::at(bytes, 0)?;
        Some(Self { must_end: true, ..members })
    }

    /// Those of the object that starts at `start`.
    pub(crate) fn at(bytes: &'a [u8], start: usize) -> Option<Self> {
        let at = blanks(bytes, start);
        (bytes.get(at) == Some(&b'{')).then_some(Self { bytes, at: at + 1, is_first: true, must_end: false })
    }

    /// Where the next member could be put.
    pub(crate) fn offset(&self) -> usize {
        self.at
    }

    /// The next key, with its quotes, and its value: `Some(None)` at the end, `None` where this is no plain JSON.
    #[expect(clippy::option_option, reason = "there is an end, and there is what cannot be read")]
    pub(crate) fn next(&mut self) -> Option<Option<(Range<usize>, Range<usize>)>> {
        let mut at = blanks(self.bytes, self.at);
        match self.bytes.get(at)? {
            b'}' => {
                let is_end = !self.must_end || blanks(self.bytes, at + 1) == self.bytes.len();
                return is_end.then_some(None);
            }
            b',' if !self.is_first => at = blanks(self.bytes, at + 1),
            _ if self.is_first => {}
            _ => return None,
        }
        self.is_first = false;
        let key = at..string_end(self.bytes, at)?;
        at = blanks(self.bytes, key.end);
        if self.bytes.get(at) != Some(&b':') {
            return None;
        }
        at = blanks(self.bytes, at + 1);
        let value = at..value_end(self.bytes, at)?;
        self.at = value.end;
        Some(Some((key, value)))
    }
}

/// Behind the blanks that start at `at`.
fn blanks(bytes: &[u8], at: usize) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    let count = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r')).count();
    look_at(count + 1);
    at + count
}

/// Behind the string that starts at `at`.
fn string_end(bytes: &[u8], at: usize) -> Option<usize> {
    if bytes.get(at) != Some(&b'"') {
        return None;
    }
    let start = at;
    let mut at = at + 1;
    loop {
        at += memchr2(b'"', b'\\', bytes.get(at..)?)?;
        if bytes.get(at) == Some(&b'"') {
            look_at(at + 1 - start);
            return Some(at + 1);
        }
        at += 2;
    }
}

/// Behind the value that starts at `at`.
fn value_end(bytes: &[u8], at: usize) -> Option<usize> {
    match bytes.get(at)? {
        b'"' => string_end(bytes, at),
        b'{' | b'[' => Open::at(0).advance(bytes.get(at..)?, at),
        _ => {
            let is_part = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
            let count = bytes.get(at..)?.iter().take_while(is_part).count();
            (count > 0).then_some(at + count)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bent_messages_are_left_to_the_core() {
        for bent in [
            "",
            "[]",
            "{}",
            r#"{"id":1,"result":{}}"#,
            r#"{"jsonrpc":"2.0","id":1,"id":2,"result":{}}"#,
            r#"{"jsonrpc":"2.0","id":1,"result":{},"error":{}}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"m","result":{}}"#,
            r#"{"jsonrpc":"2.0","id":1,"result":{}} and more"#,
            r#"{"jsonrpc":"2.0","id":1,"result":{}"#,
            r#"{"jsonrpc":"2.0","id":1,,"result":{}}"#,
            r#"{"jsonrpc":"2.0","\u0069d":1,"result":{}}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":7}"#,
            r#"{jsonrpc:"2.0","id":1,"result":{}}"#,
            r#"{"jsonrpc":"2.0","id":1,"result":}"#,
            r#"{"jsonrpc":"2.0","id":1 "result":{}}"#,
        ] {
            assert_eq!(Head::of(bent.as_bytes()), None, "{bent}");
        }
    }

    #[test]
    fn members_are_found_wherever_they_are() {
        let text = " {\n\"result\" : {\"id\":2,\"a\":\"}\\\"\"} , \"x\":[{}],\"id\":\"a\\\"b\",\"jsonrpc\":\"2.0\"}\n";
        let head = Head::of(text.as_bytes()).unwrap();
        assert_eq!(text.get(head.id.unwrap()), Some("\"a\\\"b\""));
        assert_eq!(text.get(head.result.unwrap()), Some("{\"id\":2,\"a\":\"}\\\"\"}"));
        assert_eq!(string_of(b"\"a\\u0062\"").as_deref(), Some("ab"));
    }
}
