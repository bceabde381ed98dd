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
    decoder: Decoder,
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
        Self { response, encoding, decoder: Decoder::Unknown, read: 0, limit }
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
                Some(chunk) => self.decode(&chunk)?,
                None => return Ok(Some(self.finish()?).filter(|rest| !rest.is_empty())),
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

    fn decode(&mut self, chunk: &[u8]) -> Result<Vec<u8>, Broken> {
        if let Decoder::Unknown = self.decoder {
            self.decoder = match chunk {
                [0x1F, 0x8B, ..] => Decoder::Gzip(Box::new(MultiGzDecoder::new(Vec::new()))),
                [0x78, 0x01 | 0x5E | 0x9C | 0xDA, ..] => Decoder::Zlib(ZlibDecoder::new(Vec::new())),
                // Raw deflate has no mark; text that JSON or an event stream starts with is none.
                [first, ..] if self.encoding == "deflate" && !b"{[\" \t\r\n:deir".contains(first) => {
                    Decoder::Deflate(DeflateDecoder::new(Vec::new()))
                }
                _ => Decoder::Plain,
            };
        }
        let broken = |error: std::io::Error| Broken::Off(format!("its compression is broken: {error}"));
        match &mut self.decoder {
            Decoder::Gzip(decoder) => unpack(decoder.as_mut(), chunk, |decoder| decoder.get_mut()).map_err(broken),
            Decoder::Zlib(decoder) => unpack(decoder, chunk, |decoder| decoder.get_mut()).map_err(broken),
            Decoder::Deflate(decoder) => unpack(decoder, chunk, |decoder| decoder.get_mut()).map_err(broken),
            Decoder::Unknown | Decoder::Plain => Ok(chunk.to_vec()),
        }
    }

    /// What the decoder still holds; an error where the packed body was cut.
    fn finish(&mut self) -> Result<Vec<u8>, Broken> {
        let rest = match std::mem::replace(&mut self.decoder, Decoder::Plain) {
            Decoder::Gzip(decoder) => decoder.finish(),
            Decoder::Zlib(decoder) => decoder.finish(),
            Decoder::Deflate(decoder) => decoder.finish(),
            Decoder::Unknown | Decoder::Plain => Ok(Vec::new()),
        };
        rest.map_err(|error| Broken::Off(format!("its compression is broken: {error}")))
    }
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
