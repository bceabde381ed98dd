//! A client of bytes: it sends a request, takes all that comes until the connection ends or falls silent, and takes
//! chunks and compression off. It shares no code with the server.

use std::io::Read;
use std::net::SocketAddr;
use std::time::Duration;

use flate2::read::{DeflateDecoder, MultiGzDecoder, ZlibDecoder};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::has;

/// How long a connection may be silent before what came is taken for all: the machine may be busy, but where nothing
/// is to come, somebody has to wait for it.
const PATIENCE: Duration = Duration::from_secs(30);
const SILENCE: Duration = Duration::from_secs(6);

#[derive(Debug, Default)]
pub(crate) struct Response {
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Response {
    pub(crate) fn status(&self) -> u16 {
        self.head.split(' ').nth(1).and_then(|status| status.trim().parse().ok()).unwrap_or_default()
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.head.lines().filter_map(|line| line.split_once(':'));
        headers.find(|(of, _)| of.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
    }

    pub(crate) fn from(bytes: &[u8]) -> Self {
        let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") else {
            return Self { head: String::new(), body: bytes.to_vec() };
        };
        let (head, body) = bytes.split_at(end + 4);
        let head = String::from_utf8_lossy(head).into_owned();
        if head.starts_with("HTTP/1.1 1") {
            return Self::from(body);
        }
        let mut response = Self { head, body: Vec::new() };
        let chunked = response.header("transfer-encoding") == Some("chunked");
        let body = if chunked { joined(body) } else { body.to_vec() };
        response.body = unzipped(body, response.header("content-encoding"));
        response
    }
}

/// Without the second the client would wait for more.
const CLOSE: &str = "Host: localhost\r\nConnection: close\r\n";

pub(crate) fn post(path: &str, session: &str, body: &str) -> String {
    let length = body.len();
    format!("POST {path} HTTP/1.1\r\nMcp-Session-Id: {session}\r\n{CLOSE}Content-Length: {length}\r\n\r\n{body}")
}

pub(crate) fn get(path: &str, session: &str, last_event: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nMcp-Session-Id: {session}\r\n{CLOSE}Last-Event-ID: {last_event}\r\n\r\n")
}

/// The response to a request, as far as it comes until a text was seen.
pub(crate) async fn exchange(address: SocketAddr, request: &str, until: Option<&str>) -> Response {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    Response::from(&all(&mut stream, until).await)
}

/// All that comes until a text was seen, or the connection ends, breaks or falls silent.
pub(crate) async fn all(stream: &mut TcpStream, until: Option<&str>) -> Vec<u8> {
    let mut bytes = Vec::new();
    let patience = if until.is_some() { PATIENCE } else { SILENCE };
    loop {
        let before = bytes.len();
        let Ok(Ok(1..)) = tokio::time::timeout(patience, stream.read_buf(&mut bytes)).await else { return bytes };
        if until.is_some_and(|text| seen(&bytes, before, text)) {
            return bytes;
        }
    }
}

/// Whether a text is among the new bytes; in little that came, also when chunks split it.
fn seen(bytes: &[u8], before: usize, text: &str) -> bool {
    let new = &bytes[before.saturating_sub(100)..];
    let small = bytes.len() < 10_000;
    has(new, text.as_bytes())
        || small && (has(&joined(bytes), text.as_bytes()) || has(&Response::from(bytes).body, text.as_bytes()))
}

/// What chunks hold, as far as they came.
pub(crate) fn joined(mut chunks: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    while let Some(end) = chunks.iter().position(|byte| *byte == b'\n') {
        let line = String::from_utf8_lossy(&chunks[..end]);
        let size = usize::from_str_radix(line.split(';').next().unwrap().trim(), 16).unwrap_or_default();
        if size == 0 {
            break;
        }
        let rest = &chunks[end + 1..];
        body.extend(&rest[..size.min(rest.len())]);
        chunks = rest.get(size + 2..).unwrap_or_default();
    }
    body
}

/// The body without gzip, however it is labelled, and without deflate, as far as it can be read.
fn unzipped(body: Vec<u8>, encoding: Option<&str>) -> Vec<u8> {
    if body.starts_with(b"\x1f\x8b") {
        return unzipped(so_far(MultiGzDecoder::new(&body[..])), None);
    }
    if encoding != Some("deflate") {
        return body;
    }
    let (framed, bare) = (so_far(ZlibDecoder::new(&body[..])), so_far(DeflateDecoder::new(&body[..])));
    if framed.len() > bare.len() { framed } else { bare }
}

fn so_far(mut decoder: impl Read) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut buffer = [0; 512];
    while let Ok(read @ 1..) = decoder.read(&mut buffer) {
        bytes.extend(&buffer[..read]);
    }
    bytes
}
