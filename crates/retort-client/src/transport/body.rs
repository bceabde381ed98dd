//! The body of an HTTP answer, chunk by chunk: unpacked where it is compressed, whether or not the headers tell
//! the truth about it.

use std::io::Write;

use flate2::write::{DeflateDecoder, MultiGzDecoder, ZlibDecoder};
use reqwest::header::{CONTENT_ENCODING, CONTENT_TYPE};
use reqwest::{Response, StatusCode};

/// A body that is being read.
pub(crate) struct Body {
    response: Response,
    encoding: String,
    unpacker: Unpacker,
    /// How much has come out so far.
    pub(crate) read: usize,
    limit: usize,
}

/// What ends a body before its end.
pub(crate) enum Broken {
    /// The connection or the compression failed.
    Off(String),
    TooLarge,
}

enum Decoder {
    /// Nothing has come yet.
    Unknown,
    Plain,
    Gzip(Box<MultiGzDecoder<Vec<u8>>>),
    Zlib(ZlibDecoder<Vec<u8>>),
    Deflate(DeflateDecoder<Vec<u8>>),
}

impl Body {
    pub(crate) fn new(response: Response, limit: usize) -> Self {
        let encoding = header(&response, &CONTENT_ENCODING).to_ascii_lowercase();
        Self { response, encoding, unpacker: Unpacker::new(0), read: 0, limit }
    }

    pub(crate) fn status(&self) -> StatusCode {
        self.response.status()
    }

    pub(crate) fn content_type(&self) -> String {
        header(&self.response, &CONTENT_TYPE)
    }

    /// The next bytes; `None` at the end.
    pub(crate) async fn next(&mut self) -> Result<Option<Vec<u8>>, Broken> {
        loop {
            let chunk = self.response.chunk().await.map_err(|error| Broken::Off(reason(&error)))?;
            let bytes = match chunk {
                Some(chunk) => self.unpacker.feed(&chunk, &self.encoding)?,
                None => return Ok(Some(self.unpacker.finish()?).filter(|rest| !rest.is_empty())),
            };
            self.read += bytes.len();
            if self.read > self.limit {
                return Err(Broken::TooLarge);
            }
            if !bytes.is_empty() {
                return Ok(Some(bytes));
            }
        }
    }
}

/// A body may be packed this often.
const LAYERS: usize = 3;

/// Unpacks what is packed, and what is packed inside.
struct Unpacker {
    decoder: Decoder,
    inner: Option<Box<Unpacker>>,
    depth: usize,
}

impl Unpacker {
    fn new(depth: usize) -> Self {
        Self { decoder: Decoder::Unknown, inner: None, depth }
    }

    fn feed(&mut self, chunk: &[u8], encoding: &str) -> Result<Vec<u8>, Broken> {
        if chunk.is_empty() {
            return Ok(Vec::new());
        }
        if let Decoder::Unknown = self.decoder {
            self.decoder = Decoder::for_start(chunk, encoding, self.depth);
        }
        let bytes = match &mut self.decoder {
            Decoder::Gzip(decoder) => unpack(decoder.as_mut(), chunk, |decoder| decoder.get_mut()),
            Decoder::Zlib(decoder) => unpack(decoder, chunk, |decoder| decoder.get_mut()),
            Decoder::Deflate(decoder) => unpack(decoder, chunk, |decoder| decoder.get_mut()),
            Decoder::Unknown | Decoder::Plain => return Ok(chunk.to_vec()),
        };
        let inner = self.inner.get_or_insert_with(|| Box::new(Self::new(self.depth + 1)));
        inner.feed(&bytes.map_err(|error| broken(&error))?, "")
    }

    /// What is left inside; an error where the packed body was cut.
    fn finish(&mut self) -> Result<Vec<u8>, Broken> {
        let rest = match std::mem::replace(&mut self.decoder, Decoder::Plain) {
            Decoder::Gzip(decoder) => decoder.finish(),
            Decoder::Zlib(decoder) => decoder.finish(),
            Decoder::Deflate(decoder) => decoder.finish(),
            Decoder::Unknown | Decoder::Plain => return Ok(Vec::new()),
        };
        let rest = rest.map_err(|error| broken(&error))?;
        let Some(mut inner) = self.inner.take() else { return Ok(rest) };
        let mut bytes = inner.feed(&rest, "")?;
        bytes.extend(inner.finish()?);
        Ok(bytes)
    }
}

impl Decoder {
    /// What the first bytes look like; only where they cannot tell, what the header says.
    fn for_start(chunk: &[u8], encoding: &str, depth: usize) -> Self {
        match chunk {
            _ if depth >= LAYERS => Self::Plain,
            [0x1F, 0x8B, ..] => Self::Gzip(Box::new(MultiGzDecoder::new(Vec::new()))),
            [0x78, 0x01 | 0x5E | 0x9C | 0xDA, ..] => Self::Zlib(ZlibDecoder::new(Vec::new())),
            // Raw deflate has no mark; text that JSON or an event stream starts with is none.
            [first, ..] if encoding == "deflate" && !b"{[\" \t\r\n:deir".contains(first) => {
                Self::Deflate(DeflateDecoder::new(Vec::new()))
            }
            _ => Self::Plain,
        }
    }
}

fn broken(error: &std::io::Error) -> Broken {
    Broken::Off(format!("its compression is broken: {error}"))
}

/// Feeds a decoder; takes out what it has so far.
fn unpack<D: Write>(decoder: &mut D, chunk: &[u8], out: impl Fn(&mut D) -> &mut Vec<u8>) -> std::io::Result<Vec<u8>> {
    let written = decoder.write_all(chunk).and_then(|()| decoder.flush());
    let bytes = std::mem::take(out(decoder));
    // What could be unpacked before it broke is worth more than the error.
    if bytes.is_empty() { written.map(|()| bytes) } else { Ok(bytes) }
}

fn header(response: &Response, name: &reqwest::header::HeaderName) -> String {
    response.headers().get(name).map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned()).unwrap_or_default()
}

/// Why a request failed, from the outermost cause to the innermost, each once.
pub(crate) fn reason(error: &reqwest::Error) -> String {
    let mut said = Vec::new();
    let mut cause: Option<&dyn std::error::Error> = std::error::Error::source(error);
    while let Some(error) = cause {
        let text = error.to_string();
        if !said.iter().any(|earlier: &String| earlier.contains(&text)) {
            said.push(text);
        }
        cause = error.source();
    }
    if said.is_empty() { error.to_string() } else { said.join(": ") }
}
