//! The body of an HTTP message, piece by piece: unpacked where it is compressed, whether or not the headers tell
//! the truth about it.

use bytes::Bytes;
use reqwest::header::{CONTENT_ENCODING, CONTENT_TYPE};
use reqwest::{Response, StatusCode};

use crate::budget::{Exceeded, Limits, Sum};
use crate::unpack::{Broken, Unpacker};

/// A body that is being read.
pub(crate) struct ResponseBody {
    response: Response,
    encoding: String,
    unpacker: Unpacker,
    has_ended: bool,
    /// How many bytes came, and how many they became.
    came: usize,
    became: usize,
    limits: Limits,
    /// Whether it may have no end: then the limit is not for the whole of it.
    is_stream: bool,
}

impl ResponseBody {
    pub(crate) fn new(response: Response, limits: &Limits) -> Self {
        let encoding = header(&response, &CONTENT_ENCODING).trim().to_ascii_lowercase();
        Self {
            response,
            encoding,
            unpacker: Unpacker::default(),
            has_ended: false,
            came: 0,
            became: 0,
            limits: limits.clone(),
            is_stream: false,
        }
    }

    /// From now on the limit is not for the whole of it: what a message may have, its reader knows.
    pub(crate) fn as_stream(&mut self) {
        self.is_stream = true;
    }

    pub(crate) fn status(&self) -> StatusCode {
        self.response.status()
    }

    pub(crate) fn content_type(&self) -> String {
        header(&self.response, &CONTENT_TYPE).to_ascii_lowercase()
    }

    /// The compression that the headers name and that is not known here.
    pub(crate) fn unknown_encoding(&self) -> Option<&str> {
        let known = ["", "gzip", "x-gzip", "deflate", "identity"].contains(&self.encoding.as_str());
        (!known).then_some(self.encoding.as_str())
    }

    /// The next bytes; `None` at the end. Those that are not packed are given as they came. Others get their turn between
    /// any two pieces, however much there is to unpack.
    pub(crate) async fn next(&mut self) -> Result<Option<Bytes>, Broken> {
        tokio::task::coop::consume_budget().await;
        loop {
            let piece = self.unpacker.piece()?;
            if !piece.is_empty() {
                if self.unpacker.is_packed() {
                    tokio::task::yield_now().await;
                }
                self.count(piece.len())?;
                return Ok(Some(piece));
            }
            if self.has_ended {
                return Ok(None);
            }
            if let Some(chunk) = self.response.chunk().await.map_err(|error| Broken::Off(reason(&error)))? {
                self.came = self.came.saturating_add(chunk.len());
                self.unpacker.put(chunk, &self.encoding);
            } else {
                self.has_ended = true;
                self.unpacker.end();
            }
        }
    }

    fn count(&mut self, bytes: usize) -> Result<(), Broken> {
        self.became = self.became.saturating_add(bytes);
        let limit = if self.is_stream { self.limits.unpacked(self.came) } else { self.limits.message };
        if self.became <= limit || self.is_stream && !self.unpacker.is_packed() {
            return Ok(());
        }
        let sum = if self.unpacker.is_packed() { Sum::Unpacked } else { Sum::Message };
        Err(Broken::TooMuch(Exceeded::new(sum, limit)))
    }
}

fn header(response: &Response, name: &reqwest::header::HeaderName) -> String {
    response.headers().get(name).map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned()).unwrap_or_default()
}

/// Why a request failed, from the outermost cause to the innermost, each once, and without its address.
pub(crate) fn reason(error: &reqwest::Error) -> String {
    let mut said: Vec<String> = Vec::new();
    let mut cause: Option<&dyn std::error::Error> = std::error::Error::source(error);
    while let Some(error) = cause {
        let text = error.to_string();
        if !said.iter().any(|earlier| earlier.contains(&text)) {
            said.push(text);
        }
        cause = error.source();
    }
    if said.is_empty() { "the request failed".to_owned() } else { said.join(": ") }
}
