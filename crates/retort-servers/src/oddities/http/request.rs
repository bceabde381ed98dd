//! One HTTP request, read with limits on its size and on the time it may take.

use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

const LONGEST_HEAD: usize = 64 * 1024;
const LONGEST_BODY: usize = 64 * 1024 * 1024;
/// How long a connection may rest between two requests.
const IDLE: Duration = Duration::from_mins(2);
const HEAD_TIME: Duration = Duration::from_secs(10);
const BODY_TIME: Duration = Duration::from_mins(1);

/// A request, with the names of its headers in lower case.
#[derive(Debug)]
pub(super) struct Request {
    pub(super) method: String,
    /// Path and query.
    pub(super) target: String,
    headers: Vec<(String, String)>,
    pub(super) body: Vec<u8>,
}

impl Request {
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(of, _)| of == name).map(|(_, value)| value.as_str())
    }

    /// Whether the client wants no more than this answer.
    pub(super) fn is_last(&self) -> bool {
        self.header("connection").is_some_and(|value| value.eq_ignore_ascii_case("close"))
    }

    pub(super) fn path(&self) -> &str {
        self.target.split_once('?').map_or(&self.target, |(path, _)| path)
    }

    pub(super) fn query(&self) -> &str {
        self.target.split_once('?').map_or("", |(_, query)| query)
    }
}

/// Why there is no request.
#[derive(Debug)]
pub(super) enum Unread {
    /// The client left, or said nothing for long.
    Gone,
    /// It is answered with this status.
    Refused(&'static str),
}

use Unread::{Gone, Refused};

/// Reads the next request. `rest` is what was read of it already, and afterwards of the one behind it.
pub(super) async fn read(stream: &mut TcpStream, rest: &mut Vec<u8>) -> Result<Request, Unread> {
    if rest.is_empty() {
        timeout(IDLE, more(stream, rest)).await.map_err(|_| Gone)??;
    }
    let end = timeout(HEAD_TIME, head_end(stream, rest)).await.map_err(|_| Refused("408 Request Timeout"))??;
    let behind = rest.split_off(end);
    let head = std::mem::replace(rest, behind);
    let mut request = parsed(&head).ok_or(Refused("400 Bad Request"))?;
    if request.header("expect").is_some_and(|value| value.eq_ignore_ascii_case("100-continue")) {
        stream.write_all(b"HTTP/1.1 100 Continue\r\n\r\n").await.map_err(|_| Gone)?;
    }
    let body = timeout(BODY_TIME, body(stream, rest, &request)).await;
    request.body = body.map_err(|_| Refused("408 Request Timeout"))??;
    Ok(request)
}

async fn more(stream: &mut TcpStream, rest: &mut Vec<u8>) -> Result<(), Unread> {
    match stream.read_buf(rest).await {
        Ok(0) | Err(_) => Err(Gone),
        Ok(_) => Ok(()),
    }
}

/// Where the head ends, blank line included.
async fn head_end(stream: &mut TcpStream, rest: &mut Vec<u8>) -> Result<usize, Unread> {
    loop {
        let crlf = find(rest, b"\r\n\r\n").map(|at| at + 4);
        let lf = find(rest, b"\n\n").map(|at| at + 2);
        if let Some(end) = crlf.into_iter().chain(lf).min() {
            return Ok(end);
        }
        if rest.len() > LONGEST_HEAD {
            return Err(Refused("431 Request Header Fields Too Large"));
        }
        more(stream, rest).await?;
    }
}

fn find(bytes: &[u8], what: &[u8]) -> Option<usize> {
    bytes.windows(what.len()).position(|window| window == what)
}

fn parsed(head: &[u8]) -> Option<Request> {
    let head = String::from_utf8_lossy(head);
    let mut lines = head.lines();
    let mut first = lines.next()?.split(' ');
    let (method, target, version) = (first.next()?, first.next()?, first.next()?);
    if !version.starts_with("HTTP/1.") || !target.starts_with('/') || first.next().is_some() {
        return None;
    }
    let mut headers = Vec::new();
    for line in lines.filter(|line| !line.is_empty()) {
        let (name, value) = line.split_once(':')?;
        headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
    }
    Some(Request { method: method.to_owned(), target: target.to_owned(), headers, body: Vec::new() })
}

async fn body(stream: &mut TcpStream, rest: &mut Vec<u8>, request: &Request) -> Result<Vec<u8>, Unread> {
    if request.header("transfer-encoding").is_some_and(|value| value.eq_ignore_ascii_case("chunked")) {
        return chunks(stream, rest).await;
    }
    let length = match request.header("content-length") {
        Some(length) => length.parse().map_err(|_| Refused("400 Bad Request"))?,
        None => 0,
    };
    take(stream, rest, length).await
}

async fn chunks(stream: &mut TcpStream, rest: &mut Vec<u8>) -> Result<Vec<u8>, Unread> {
    let mut body = Vec::new();
    loop {
        let line = line(stream, rest).await?;
        let size = line.split(';').next().unwrap_or_default().trim();
        let size = usize::from_str_radix(size, 16).map_err(|_| Refused("400 Bad Request"))?;
        if size == 0 {
            // Trailers end with a blank line, as a head does.
            while !self::line(stream, rest).await?.is_empty() {}
            return Ok(body);
        }
        if body.len().saturating_add(size) > LONGEST_BODY {
            return Err(Refused("413 Content Too Large"));
        }
        body.extend(take(stream, rest, size).await?);
        if !self::line(stream, rest).await?.is_empty() {
            return Err(Refused("400 Bad Request"));
        }
    }
}

async fn take(stream: &mut TcpStream, rest: &mut Vec<u8>, length: usize) -> Result<Vec<u8>, Unread> {
    if length > LONGEST_BODY {
        return Err(Refused("413 Content Too Large"));
    }
    while rest.len() < length {
        more(stream, rest).await?;
    }
    let behind = rest.split_off(length);
    Ok(std::mem::replace(rest, behind))
}

async fn line(stream: &mut TcpStream, rest: &mut Vec<u8>) -> Result<String, Unread> {
    loop {
        if let Some(end) = rest.iter().position(|byte| *byte == b'\n') {
            let behind = rest.split_off(end + 1);
            let line = std::mem::replace(rest, behind);
            return Ok(String::from_utf8_lossy(&line).trim_end().to_owned());
        }
        if rest.len() > LONGEST_HEAD {
            return Err(Refused("400 Bad Request"));
        }
        more(stream, rest).await?;
    }
}
