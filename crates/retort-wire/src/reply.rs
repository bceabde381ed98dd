//! A reply: the bytes as they were sent, and the message in them, which is read when somebody asks for it.

use std::sync::{Arc, OnceLock};

use bytes::Bytes;
use retort_core::{Body, Message, OddityKind, Reading, read, read_payload, read_shared};

use crate::head::Head;

/// So many bytes take longer to read than the thread that waits for all connections should be busy.
pub(crate) const LARGE: usize = 32 * 1024;

/// A reply to a request.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Reply {
    /// The bytes that were sent, in which the message is perhaps not alone.
    pub bytes: Bytes,
    /// Why the rest of it is missing, where it was cut off. What did come is in the message.
    pub cut: Option<String>,
    message: OnceLock<Message>,
}

impl Reply {
    /// A reply that nobody has read yet.
    pub(crate) fn unread(bytes: Bytes) -> Self {
        Self { bytes, cut: None, message: OnceLock::new() }
    }

    /// A reply that has been read; `ended` tells what went wrong with its bytes, where something did.
    pub(crate) fn new(message: Message, bytes: &Bytes, ended: Option<&str>) -> Self {
        let is_open = message.oddities.iter().any(|oddity| oddity.kind == OddityKind::TruncatedJson);
        // Whatever is no reply may be the beginning of one.
        let is_reply = matches!(message.body, Body::Result(_) | Body::Error(_));
        let cut = match ended {
            Some(ended) if is_open || !is_reply => Some(ended.to_owned()),
            None if is_open => Some("it ends in the middle of its JSON".to_owned()),
            _ => None,
        };
        Self { bytes: bytes.clone(), cut, message: OnceLock::from(message) }
    }

    /// The message.
    pub fn message(&self) -> &Message {
        self.message.get_or_init(|| read_now(self.bytes.clone()).0.into_first())
    }

    /// The message, to keep. A large one that nobody has read yet is read on a thread of its own.
    pub async fn into_message(self) -> Message {
        if let Some(message) = self.message.into_inner() {
            message
        } else {
            let bytes = self.bytes;
            let read = elsewhere(bytes.len(), move || read_now(bytes).0.into_first()).await;
            read.unwrap_or_else(|| read_payload(String::new()))
        }
    }
}

/// Does some work on so many bytes: where they are many, on a thread of its own, since the one that waits for all connections
/// watches deadlines and signals too. `None` where the runtime is about to end.
pub(crate) async fn elsewhere<T: Send + 'static>(bytes: usize, work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    if bytes < LARGE {
        // Many small ones are as much as a large one: others get their turn between them.
        tokio::task::coop::consume_budget().await;
        return Some(work());
    }
    tokio::task::spawn_blocking(work).await.ok()
}

/// Finds the members of a message, of a large one on a thread of its own.
pub(crate) async fn head_of(bytes: &Bytes) -> Option<Head> {
    let kept = bytes.clone();
    elsewhere(bytes.len(), move || Head::of(&kept)).await.flatten()
}

/// Reads some bytes. They are copied once at most: the text that the messages are slices of is the one copy there is.
pub(crate) fn read_now(bytes: Bytes) -> (Reading, Bytes) {
    // A mark, another encoding or a head of HTTP changes the text: then it is not what was sent.
    let is_plain =
        bytes.first().is_some_and(|first| matches!(first, 1..0x80) && *first != b'H') && bytes.get(1) != Some(&0);
    if !is_plain {
        return (read(bytes.as_ref()), bytes);
    }
    match String::from_utf8(Vec::from(bytes)) {
        Ok(text) => {
            let text = Arc::new(text);
            (read_shared(&text), Bytes::from_owner(Shared(text)))
        }
        Err(error) => {
            let bytes = Bytes::from(error.into_bytes());
            (read(bytes.as_ref()), bytes)
        }
    }
}

/// A text that is bytes to others.
struct Shared(Arc<String>);

impl AsRef<[u8]> for Shared {
    fn as_ref(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_comes_the_bytes_stay_and_the_core_reads_the_same() {
        for sent in [
            &b"{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"content\":[]}}\n"[..],
            b"\xEF\xBB\xBF{\"id\":1}",
            b"{\"a\":\"\xFF\"}",
            b"{\x00\"\x00a\x00\"\x00",
            b"\xFF\xFE{\x00}\x00",
            b"HTTP/1.1 200 OK\r\n\r\n{\"id\":1,\"result\":{}}",
            b"\"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":1,\\\"result\\\":{}}\"",
            b"data: {\"id\":1}\n\n",
            b"hello",
            b"",
        ] {
            let (reading, bytes) = read_now(Bytes::copy_from_slice(sent));
            assert_eq!(bytes, sent);
            assert_eq!(format!("{reading:?}"), format!("{:?}", read(sent)), "{sent:?}");
        }
    }

    /// The bytes of a reply are the text that its message is a slice of.
    #[test]
    fn a_reply_is_in_memory_once() {
        let received = Bytes::from(format!("{{\"id\":1,\"result\":{{\"content\":\"{}\"}}}}", "x".repeat(LARGE)));
        let buffer = Bytes::from([b"before", received.as_ref(), b"behind"].concat());
        let (reading, bytes) = read_now(buffer.slice(6..6 + received.len()));
        assert_eq!(bytes, received);
        assert_eq!(bytes.as_ptr(), reading.messages[0].sent.as_str().as_ptr());
    }
}
