//! Responses: short ones that are made here, and those of other libraries, which are sent in pieces as they come.

use std::convert::Infallible;
use std::fmt::Write as _;
use std::time::SystemTime;

use bytes::Bytes;
use http::header::{CONTENT_TYPE, RETRY_AFTER};
use http::{HeaderValue, Method, Response, StatusCode};
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt, Full};
use serde_json::{Value, json};

use super::connection::Connection;
use super::head::Request;

/// A response whose body may come in pieces.
pub type Answer = Response<BoxBody<Bytes, Infallible>>;

/// How long whoever was turned away is asked to wait, in seconds.
const RETRY_SECONDS: &str = "1";

/// A response of one sentence.
pub fn plain(status: StatusCode, words: &str) -> Answer {
    made(status, "text/plain; charset=utf-8", format!("{words}\n"))
}

/// A JSON-RPC error that no request of the protocol can be told of.
pub fn fault(status: StatusCode, code: i32, message: &str, data: Option<Value>) -> Answer {
    let mut error = json!({ "code": code, "message": message });
    if let (Some(data), Some(members)) = (data, error.as_object_mut()) {
        members.insert("data".to_owned(), data);
    }
    made(status, "application/json", json!({ "jsonrpc": "2.0", "id": null, "error": error }).to_string())
}

/// What is said when there is no room.
pub fn busy(words: &str) -> Answer {
    fault(StatusCode::SERVICE_UNAVAILABLE, BUSY, words, None)
}

/// The code of an error when there is no room.
pub const BUSY: i32 = -32000;

fn made(status: StatusCode, content_type: &'static str, body: String) -> Answer {
    let mut response = Response::new(Full::new(Bytes::from(body)).boxed());
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
    if status == StatusCode::SERVICE_UNAVAILABLE {
        response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static(RETRY_SECONDS));
    }
    response
}

/// A response of one sentence that ends its connection, as bytes.
pub(super) fn bytes(status: u16, words: &str) -> Vec<u8> {
    let reason = StatusCode::from_u16(status).ok().and_then(|status| status.canonical_reason()).unwrap_or_default();
    let retry = if status == 503 { format!("Retry-After: {RETRY_SECONDS}\r\n") } else { String::new() };
    let length = words.len() + 1;
    format!(
        "HTTP/1.1 {status} {reason}\r\nContent-Type: text/plain; charset=utf-8\r\n{retry}Content-Length: {length}\r\n\
         Connection: close\r\n\r\n{words}\n"
    )
    .into_bytes()
}

/// How the body of a response is sent.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Framing {
    Length(u64),
    Chunks,
    /// As it is, to the end of the connection.
    Bare,
}

impl Connection {
    /// Sends the response to a request, as it comes. Tells whether the connection goes on; the client may have left.
    pub async fn answer(&mut self, request: &Request, response: Answer) -> bool {
        let (parts, mut body) = response.into_parts();
        let framing = match length(&body) {
            Some(length) => Framing::Length(length),
            None if request.is_old() => Framing::Bare,
            None => Framing::Chunks,
        };
        let is_last = request.is_last() || framing == Framing::Bare;
        if self.write(head(&parts, framing, is_last).as_bytes()).await.is_err() {
            return false;
        }
        if request.method == Method::HEAD {
            return !is_last;
        }
        loop {
            let frame = tokio::select! {
                biased;
                frame = body.frame() => frame,
                () = self.left() => return false,
            };
            let data = match frame {
                Some(Ok(frame)) => frame.into_data().unwrap_or_default(),
                Some(Err(never)) => match never {},
                None => break,
            };
            if !data.is_empty() && self.piece(&data, framing).await.is_err() {
                return false;
            }
        }
        let is_whole = framing != Framing::Chunks || self.write(b"0\r\n\r\n").await.is_ok();
        is_whole && !is_last
    }

    async fn piece(&mut self, data: &Bytes, framing: Framing) -> std::io::Result<()> {
        if framing != Framing::Chunks {
            return self.write(data).await;
        }
        let size = format!("{:x}\r\n", data.len());
        if data.len() < JOINED_BYTES {
            return self.write(&[size.as_bytes(), data, b"\r\n"].concat()).await;
        }
        self.write(size.as_bytes()).await?;
        self.write(data).await?;
        self.write(b"\r\n").await
    }
}

/// How long a body is, where that is known beforehand.
fn length<B: BodyExt>(body: &B) -> Option<u64> {
    body.size_hint().exact()
}

/// A chunk of fewer bytes is sent in one piece with its size.
const JOINED_BYTES: usize = 16 << 10;

fn head(parts: &http::response::Parts, framing: Framing, is_last: bool) -> String {
    let status = parts.status;
    let mut head = format!("HTTP/1.1 {} {}\r\n", status.as_u16(), status.canonical_reason().unwrap_or_default());
    // Writing to a text cannot fail.
    for (name, value) in &parts.headers {
        if let Ok(value) = value.to_str() {
            let _ = write!(head, "{name}: {value}\r\n");
        }
    }
    let _ = match framing {
        Framing::Length(length) => write!(head, "content-length: {length}\r\n"),
        Framing::Chunks => write!(head, "transfer-encoding: chunked\r\n"),
        Framing::Bare => Ok(()),
    };
    let _ = write!(head, "date: {}\r\n", httpdate::fmt_http_date(SystemTime::now()));
    head.push_str(if is_last { "connection: close\r\n\r\n" } else { "\r\n" });
    head
}
