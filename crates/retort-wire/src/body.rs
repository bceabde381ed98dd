//! The body of an HTTP message, chunk by chunk: unpacked where it is compressed, whether or not the headers tell
//! the truth about it.

use std::io::Write;

use bytes::Bytes;
use flate2::write::{DeflateDecoder, MultiGzDecoder, ZlibDecoder};
use reqwest::header::{CONTENT_ENCODING, CONTENT_TYPE};
use reqwest::{Response, StatusCode};

/// A body may be packed this often.
const MOST_LAYERS: usize = 3;
/// How much is unpacked at a time: what comes out of it is looked at before there can be too much.
const BYTES_AT_A_TIME: usize = 4096;

/// A body that is being read.
pub(crate) struct Body {
    response: Response,
    encoding: String,
    unpacker: Unpacker,
    read: usize,
    limit: usize,
    /// Whether the limit is for a chunk, as in a stream that has no end.
    is_stream: bool,
}

/// What ends a body before its end.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Broken {
    /// The connection or the compression failed.
    Off(String),
    /// There is more than was allowed.
    TooLarge,
}

impl Body {
    pub(crate) fn new(response: Response, limit: usize) -> Self {
        let encoding = header(&response, &CONTENT_ENCODING).trim().to_ascii_lowercase();
        Self { response, encoding, unpacker: Unpacker::default(), read: 0, limit, is_stream: false }
    }

    /// From now on the limit is for a chunk: what a message may have, its reader knows.
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

    /// The next bytes; `None` at the end. Those that are not packed are given as they came.
    pub(crate) async fn next(&mut self) -> Result<Option<Bytes>, Broken> {
        loop {
            let chunk = self.response.chunk().await.map_err(|error| Broken::Off(reason(&error)))?;
            let is_end = chunk.is_none();
            let budget = if self.is_stream { self.limit } else { self.limit.saturating_sub(self.read) };
            let bytes = match chunk {
                Some(chunk) => self.unpacker.take(chunk, &self.encoding, budget)?,
                None => self.unpacker.end(budget)?,
            };
            self.read = self.read.saturating_add(bytes.len());
            if !bytes.is_empty() {
                return Ok(Some(bytes));
            }
            if is_end {
                return Ok(None);
            }
        }
    }
}

enum Decoder {
    /// Nothing has come yet, or one byte.
    Unknown(Vec<u8>),
    Plain,
    Gzip(Box<MultiGzDecoder<Vec<u8>>>),
    Zlib(ZlibDecoder<Vec<u8>>),
    Deflate(DeflateDecoder<Vec<u8>>),
}

/// Unpacks a body that may be packed, and what may be packed inside. It looks at the bytes; a header is asked only where
/// they cannot tell.
pub struct Unpacker {
    decoder: Decoder,
    inner: Option<Box<Unpacker>>,
    depth: usize,
}

impl Default for Unpacker {
    fn default() -> Self {
        Self::new(0)
    }
}

impl std::fmt::Debug for Unpacker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Unpacker").field("depth", &self.depth).finish_non_exhaustive()
    }
}

impl Unpacker {
    fn new(depth: usize) -> Self {
        Self { decoder: Decoder::Unknown(Vec::new()), inner: None, depth }
    }

    /// Takes a chunk and gives what it holds, which may be nothing yet. `encoding` is what the headers say; no more than
    /// `budget` bytes are unpacked.
    ///
    /// # Errors
    ///
    /// Where there would be more, or the compression is broken.
    pub fn take(&mut self, chunk: Bytes, encoding: &str, mut budget: usize) -> Result<Bytes, Broken> {
        if matches!(self.decoder, Decoder::Plain) {
            return if chunk.len() > budget { Err(Broken::TooLarge) } else { Ok(chunk) };
        }
        let mut out = Vec::new();
        self.feed(&chunk, encoding, &mut out, &mut budget)?;
        Ok(out.into())
    }

    /// The body has come to its end: gives what is left.
    ///
    /// # Errors
    ///
    /// Where that is more than `budget`, or the packed body was cut.
    pub fn end(&mut self, mut budget: usize) -> Result<Bytes, Broken> {
        let mut out = Vec::new();
        self.finish(&mut out, &mut budget)?;
        Ok(out.into())
    }

    fn feed(&mut self, chunk: &[u8], encoding: &str, out: &mut Vec<u8>, budget: &mut usize) -> Result<(), Broken> {
        let mut held = Vec::new();
        let mut chunk = chunk;
        if let Decoder::Unknown(start) = &mut self.decoder {
            start.extend_from_slice(chunk);
            // Two bytes tell how it is packed.
            if start.len() < 2 {
                return Ok(());
            }
            held = std::mem::take(start);
            self.decoder = Decoder::for_start(&held, encoding, self.depth);
            chunk = &held;
        }
        for slice in chunk.chunks(BYTES_AT_A_TIME) {
            self.slice(slice, out, budget)?;
        }
        drop(held);
        Ok(())
    }

    fn slice(&mut self, slice: &[u8], out: &mut Vec<u8>, budget: &mut usize) -> Result<(), Broken> {
        let bytes = match &mut self.decoder {
            Decoder::Gzip(decoder) => unpack(decoder.as_mut(), slice, |decoder| decoder.get_mut()),
            Decoder::Zlib(decoder) => unpack(decoder, slice, |decoder| decoder.get_mut()),
            Decoder::Deflate(decoder) => unpack(decoder, slice, |decoder| decoder.get_mut()),
            Decoder::Unknown(_) | Decoder::Plain => return spend(slice, out, budget),
        };
        self.pass_on(&bytes.map_err(|error| broken(&error))?, out, budget)
    }

    /// Gives what was unpacked to the next layer.
    fn pass_on(&mut self, bytes: &[u8], out: &mut Vec<u8>, budget: &mut usize) -> Result<(), Broken> {
        let inner = self.inner.get_or_insert_with(|| Box::new(Self::new(self.depth + 1)));
        inner.feed(bytes, "", out, budget)
    }

    /// What is left inside; an error where the packed body was cut.
    fn finish(&mut self, out: &mut Vec<u8>, budget: &mut usize) -> Result<(), Broken> {
        let rest = match std::mem::replace(&mut self.decoder, Decoder::Plain) {
            Decoder::Gzip(decoder) => decoder.finish(),
            Decoder::Zlib(decoder) => decoder.finish(),
            Decoder::Deflate(decoder) => decoder.finish(),
            Decoder::Unknown(start) => return spend(&start, out, budget),
            Decoder::Plain => return Ok(()),
        };
        self.pass_on(&rest.map_err(|error| broken(&error))?, out, budget)?;
        self.inner.take().map_or(Ok(()), |mut inner| inner.finish(out, budget))
    }
}

impl Decoder {
    /// What the first bytes look like; only where they cannot tell, what the header says.
    fn for_start(chunk: &[u8], encoding: &str, depth: usize) -> Self {
        match chunk {
            _ if depth >= MOST_LAYERS => Self::Plain,
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

fn spend(bytes: &[u8], out: &mut Vec<u8>, budget: &mut usize) -> Result<(), Broken> {
    *budget = budget.checked_sub(bytes.len()).ok_or(Broken::TooLarge)?;
    out.extend_from_slice(bytes);
    Ok(())
}

fn broken(error: &std::io::Error) -> Broken {
    Broken::Off(format!("its compression is broken: {error}"))
}

/// Feeds a decoder; takes out what it has so far.
fn unpack<D: Write>(decoder: &mut D, slice: &[u8], out: impl Fn(&mut D) -> &mut Vec<u8>) -> std::io::Result<Vec<u8>> {
    let written = decoder.write_all(slice).and_then(|()| decoder.flush());
    let bytes = std::mem::take(out(decoder));
    // What could be unpacked before it broke is worth more than the error.
    if bytes.is_empty() { written.map(|()| bytes) } else { Ok(bytes) }
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

#[cfg(test)]
mod tests {
    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    fn packed(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    fn unpacked(bytes: &[u8], pieces: usize, mut budget: usize) -> Result<Vec<u8>, Broken> {
        let mut unpacker = Unpacker::default();
        let mut out = Vec::new();
        for piece in bytes.chunks(pieces) {
            unpacker.feed(piece, "", &mut out, &mut budget)?;
        }
        unpacker.finish(&mut out, &mut budget)?;
        Ok(out)
    }

    #[test]
    fn bodies_are_unpacked_however_they_come() {
        let text = b"{\"a\": 1}".repeat(1000);
        for bytes in [text.clone(), packed(&text), packed(&packed(&text))] {
            for pieces in [1, 7, 100_000] {
                assert_eq!(unpacked(&bytes, pieces, 1 << 20).unwrap(), text);
            }
        }
        assert_eq!(unpacked(b"{", 1, 9).unwrap(), b"{");
    }

    #[test]
    fn a_bomb_stops_at_the_limit() {
        let bomb = packed(&packed(&vec![0; 50_000_000]));
        assert!(matches!(unpacked(&bomb, 100_000, 1 << 20), Err(Broken::TooLarge)));
    }
}
