//! A message with another id, or with one member replaced: every other byte stays as it came.

use std::ops::Range;

use bytes::{BufMut, Bytes, BytesMut};
use retort_core::{Form, read};

use crate::head::{Members, string_of};

/// The message with `id`, which is JSON, in place of its own. Where it has none, it gets one. `None` where it is no object.
///
/// ```
/// let reply = retort_wire::with_id(b"{\"id\": 12, \"result\": {\"a\":  1.0}}", "\"mine\"").unwrap();
/// assert_eq!(&reply[..], b"{\"id\": \"mine\", \"result\": {\"a\":  1.0}}");
/// ```
pub fn with_id(message: &[u8], id: &str) -> Option<Bytes> {
    with_member(message, &["id"], id).or_else(|| with_bent_id(message, id))
}

/// The message with `json` in place of the member that `path` names, such as `["params", "requestId"]`. Where only the last
/// of its names is missing, the member is added. `None` where the message is no plain JSON, or more is missing.
pub fn with_member(message: &[u8], path: &[&str], json: &str) -> Option<Bytes> {
    let (last, parents) = path.split_last()?;
    let mut object = 0;
    if !parents.is_empty() {
        // The whole of it has to be plain, or the place is not sure.
        let mut members = Members::of(message)?;
        while members.next()?.is_some() {}
    }
    for name in parents {
        object = members_named(Members::at(message, object)?, message, name)?.pop()?.start;
    }
    let members = if parents.is_empty() { Members::of(message) } else { Members::at(message, object) }?;
    let start = members.offset();
    let found = members_named(members, message, last)?;
    if found.is_empty() {
        let is_empty = matches!(Members::at(message, object)?.next(), Some(None));
        let key = serde_json::to_string(last).ok()?;
        let member = format!("{key}:{json}{}", if is_empty { "" } else { "," });
        return Some(replaced(message, std::slice::from_ref(&(start..start)), &member));
    }
    Some(replaced(message, &found, json))
}

/// The JSON of the member that `path` names, as it was sent.
pub fn member<'a>(message: &'a [u8], path: &[&str]) -> Option<&'a [u8]> {
    let mut range = 0..message.len();
    for name in path {
        range = members_named(Members::at(message, range.start)?, message, name)?.pop()?;
    }
    message.get(range)
}

/// The values of all members of this name.
fn members_named(mut members: Members<'_>, message: &[u8], name: &str) -> Option<Vec<Range<usize>>> {
    let mut found = Vec::new();
    while let Some((key, value)) = members.next()? {
        if string_of(message.get(key)?).is_some_and(|key| key == name) {
            found.push(value);
        }
    }
    Some(found)
}

fn replaced(message: &[u8], ranges: &[Range<usize>], json: &str) -> Bytes {
    let mut out = BytesMut::with_capacity(message.len() + ranges.len() * json.len() + 1);
    let mut at = 0;
    for range in ranges {
        out.put_slice(message.get(at..range.start).unwrap_or_default());
        out.put_slice(json.as_bytes());
        at = range.end;
    }
    out.put_slice(message.get(at..).unwrap_or_default());
    out.freeze()
}

/// The same for a message that only the core can read, where it is one alone and the reader took its bytes as they are.
fn with_bent_id(message: &[u8], id: &str) -> Option<Bytes> {
    let text = std::str::from_utf8(message).ok().filter(|text| !text.starts_with(['\u{feff}', 'H']))?;
    let reading = read(text);
    let [only] = reading.messages.as_slice() else { return None };
    let sent = only.id.as_ref().filter(|_| reading.form == Form::Message)?;
    let range = sent.range();
    (text.get(range.clone()) == Some(sent.as_str())).then(|| replaced(message, std::slice::from_ref(&range), id))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spliced(message: &str, path: &[&str], json: &str) -> Option<String> {
        with_member(message.as_bytes(), path, json).map(|bytes| String::from_utf8(bytes.to_vec()).unwrap())
    }

    #[test]
    fn one_member_changes_and_nothing_else() {
        let message = "{ \"id\" : 1.50,\t\"params\":{\"_meta\":{ },\"a\":[{\"id\":1}],\"n\":1e400},\"id\":2 }\n";
        for (path, json, expected) in [
            (
                &["id"][..],
                "\"x\"",
                "{ \"id\" : \"x\",\t\"params\":{\"_meta\":{ },\"a\":[{\"id\":1}],\"n\":1e400},\"id\":\"x\" }\n",
            ),
            (
                &["params", "_meta", "progressToken"],
                "7",
                "{ \"id\" : 1.50,\t\"params\":{\"_meta\":{\"progressToken\":7 },\"a\":[{\"id\":1}],\"n\":1e400},\"id\":2 }\n",
            ),
            (
                &["params", "new"],
                "null",
                "{ \"id\" : 1.50,\t\"params\":{\"new\":null,\"_meta\":{ },\"a\":[{\"id\":1}],\"n\":1e400},\"id\":2 }\n",
            ),
            (&["params", "a"], "0", "{ \"id\" : 1.50,\t\"params\":{\"_meta\":{ },\"a\":0,\"n\":1e400},\"id\":2 }\n"),
        ] {
            assert_eq!(spliced(message, path, json).as_deref(), Some(expected), "{path:?}");
        }
        assert_eq!(spliced(message, &["no", "where"], "1"), None);
        assert_eq!(spliced("{\"id\":1} {}", &["id"], "1"), None);
        assert_eq!(spliced("{\"\\u0069d\":1}", &["id"], "2").as_deref(), Some("{\"\\u0069d\":2}"));
    }

    #[test]
    fn bent_messages_get_their_id_too() {
        let id = |text: &str| with_id(text.as_bytes(), "9").map(|bytes| String::from_utf8(bytes.to_vec()).unwrap());
        assert_eq!(
            id("{\"jsonrpc\":\"2.0\", \"id\": 5, \"result\": {\"content\": [],},}").as_deref(),
            Some("{\"jsonrpc\":\"2.0\", \"id\": 9, \"result\": {\"content\": [],},}")
        );
        assert_eq!(
            id("{\"jsonrpc\":\"2.0\",\"result\":{}}").as_deref(),
            Some("{\"id\":9,\"jsonrpc\":\"2.0\",\"result\":{}}")
        );
        assert_eq!(id("no message"), None);
    }
}
