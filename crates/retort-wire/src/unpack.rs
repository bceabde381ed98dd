//! Unpacks what may be packed, and what may be packed inside, a piece at a time: whoever takes the pieces decides how much there
//! is at once, however little was needed to send it. The bytes tell how they are packed; a header is asked only where they
//! cannot.

use std::collections::VecDeque;
use std::io::{self, Cursor, ErrorKind, Read};
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use flate2::read::{DeflateDecoder, MultiGzDecoder, ZlibDecoder};

use crate::budget::Exceeded;

/// A body may be packed this often.
const MOST_LAYERS: usize = 3;
/// How much is unpacked at a time.
const PIECE: usize = 1 << 16;

/// What is unpacked by one layer.
type Layer = Box<dyn Read + Send + Sync>;

/// What ends a body before its end.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Broken {
    /// The connection or the compression failed.
    Off(String),
    /// There is more than was allowed.
    TooMuch(Exceeded),
}

/// Unpacks a body that may be packed. What came is put in; what it holds is taken out, piece by piece.
///
/// ```
/// let mut unpacker = retort_wire::Unpacker::default();
/// unpacker.put("{\"id\": 1}".into(), "gzip");
/// assert_eq!(unpacker.piece().unwrap(), "{\"id\": 1}");
/// assert!(unpacker.piece().unwrap().is_empty());
/// ```
#[derive(Default)]
pub struct Unpacker {
    state: State,
}

#[derive(Default)]
enum State {
    /// Nothing has come yet, or one byte.
    #[default]
    Start,
    Begun(u8),
    /// It is not packed, and given as it came.
    Plain(VecDeque<Bytes>),
    Packed(Arrived, Layer),
    /// What was packed has come to its end; whatever follows says nothing.
    Over,
}

impl std::fmt::Debug for Unpacker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Unpacker").field("is_packed", &self.is_packed()).finish_non_exhaustive()
    }
}

impl Unpacker {
    /// Whether what came is packed.
    pub fn is_packed(&self) -> bool {
        matches!(self.state, State::Packed(..) | State::Over)
    }

    /// Takes a chunk. `encoding` is what the headers say.
    pub fn put(&mut self, chunk: Bytes, encoding: &str) {
        match &mut self.state {
            _ if chunk.is_empty() => {}
            State::Over => {}
            State::Plain(chunks) => chunks.push_back(chunk),
            State::Packed(arrived, _) => arrived.put(chunk),
            State::Start | State::Begun(_) => {
                let mut chunks: VecDeque<Bytes> = VecDeque::from([chunk]);
                if let State::Begun(byte) = self.state {
                    chunks.push_front(Bytes::copy_from_slice(&[byte]));
                }
                // Two bytes tell how it is packed.
                let mut start = chunks.iter().flatten().copied();
                self.state = match (start.next(), start.next()) {
                    (Some(first), None) => State::Begun(first),
                    (Some(first), Some(second)) => match Packing::of([first, second], encoding) {
                        None => State::Plain(chunks),
                        Some(packing) => {
                            let arrived = Arrived::default();
                            for chunk in chunks {
                                arrived.put(chunk);
                            }
                            State::Packed(arrived.clone(), packing.layer(arrived, 1))
                        }
                    },
                    (None, _) => State::Start,
                };
            }
        }
    }

    /// Nothing more will be put in.
    pub fn end(&mut self) {
        match &self.state {
            State::Begun(byte) => self.state = State::Plain([Bytes::copy_from_slice(&[*byte])].into()),
            State::Packed(arrived, _) => arrived.lock().has_ended = true,
            State::Start | State::Plain(_) | State::Over => {}
        }
    }

    /// The next piece; empty where more has to be put in first, or nothing is left.
    ///
    /// # Errors
    ///
    /// Where the compression is broken, or was cut.
    pub fn piece(&mut self) -> Result<Bytes, Broken> {
        match &mut self.state {
            State::Start | State::Begun(_) | State::Over => Ok(Bytes::new()),
            State::Plain(chunks) => Ok(chunks.pop_front().unwrap_or_default()),
            State::Packed(_, layer) => {
                let mut piece = vec![0; PIECE];
                let (mut length, mut is_over) = (0, false);
                while let Some(room) = piece.get_mut(length..).filter(|room| !room.is_empty()) {
                    match layer.read(room) {
                        Ok(0) => {
                            is_over = true;
                            break;
                        }
                        Ok(count) => length += count,
                        Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => break,
                        // What could be unpacked before it broke is worth more than the error, which comes again.
                        Err(_) if length > 0 => break,
                        Err(error) => return Err(Broken::Off(format!("its compression is broken: {error}"))),
                    }
                }
                piece.truncate(length);
                if is_over {
                    self.state = State::Over;
                }
                Ok(piece.into())
            }
        }
    }
}

/// What came packed and was not unpacked yet.
#[derive(Clone, Default)]
struct Arrived(Arc<Mutex<Queue>>);

#[derive(Default)]
struct Queue {
    chunks: VecDeque<Bytes>,
    has_ended: bool,
}

impl Arrived {
    fn lock(&self) -> std::sync::MutexGuard<'_, Queue> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn put(&self, chunk: Bytes) {
        self.lock().chunks.push_back(chunk);
    }
}

/// Until the end has come, nothing left means that more is to be waited for.
impl Read for Arrived {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let mut queue = self.lock();
        let Some(chunk) = queue.chunks.front_mut() else {
            return if queue.has_ended { Ok(0) } else { Err(ErrorKind::WouldBlock.into()) };
        };
        let count = chunk.len().min(room.len());
        let taken = chunk.split_to(count);
        if let Some(room) = room.get_mut(..count) {
            room.copy_from_slice(&taken);
        }
        if chunk.is_empty() {
            queue.chunks.pop_front();
        }
        Ok(count)
    }
}

/// How bytes are packed.
#[derive(Clone, Copy)]
enum Packing {
    Gzip,
    Zlib,
    Deflate,
}

impl Packing {
    /// What the first bytes look like; only where they cannot tell, what the header says.
    fn of(start: [u8; 2], encoding: &str) -> Option<Self> {
        match start {
            [0x1F, 0x8B] => Some(Self::Gzip),
            [0x78, 0x01 | 0x5E | 0x9C | 0xDA] => Some(Self::Zlib),
            // Raw deflate has no mark; text that JSON or an event stream starts with is none.
            [first, _] if encoding == "deflate" && !b"{[\" \t\r\n:deir".contains(&first) => Some(Self::Deflate),
            _ => None,
        }
    }

    /// Unpacks what comes from `packed`, which is the layer of this depth.
    fn layer(self, packed: impl Read + Send + Sync + 'static, depth: usize) -> Layer {
        let unpacked: Layer = match self {
            Self::Gzip => Box::new(MultiGzDecoder::new(packed)),
            Self::Zlib => Box::new(ZlibDecoder::new(packed)),
            Self::Deflate => Box::new(DeflateDecoder::new(packed)),
        };
        if depth < MOST_LAYERS {
            Box::new(Inner::Unknown { start: Vec::new(), packed: unpacked, depth })
        } else {
            unpacked
        }
    }
}

/// What was unpacked, and may be packed once more.
enum Inner {
    Unknown { start: Vec<u8>, packed: Layer, depth: usize },
    Known(Layer),
}

impl Read for Inner {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        if let Self::Unknown { start, packed, depth } = self {
            let mut byte = [0];
            while start.len() < 2 && packed.read(&mut byte)? > 0 {
                start.extend(byte);
            }
            let packing = match start.as_slice() {
                [first, second] => Packing::of([*first, *second], ""),
                _ => None,
            };
            let depth = *depth;
            let all = Cursor::new(std::mem::take(start)).chain(std::mem::replace(packed, Box::new(io::empty())));
            *self = Self::Known(match packing {
                Some(packing) => packing.layer(all, depth + 1),
                None => Box::new(all),
            });
        }
        match self {
            Self::Known(known) => known.read(room),
            Self::Unknown { .. } => Ok(0),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};

    use super::*;

    fn packed(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    /// What a body holds, put in by so many bytes.
    fn unpacked(bytes: &[u8], at_a_time: usize, encoding: &str) -> Result<Vec<u8>, Broken> {
        let mut unpacker = Unpacker::default();
        let mut out = Vec::new();
        let mut take_all = |unpacker: &mut Unpacker| -> Result<(), Broken> {
            loop {
                let piece = unpacker.piece()?;
                assert!(piece.len() <= PIECE.max(at_a_time), "{}", piece.len());
                if piece.is_empty() {
                    return Ok(());
                }
                out.extend_from_slice(&piece);
            }
        };
        for chunk in bytes.chunks(at_a_time) {
            unpacker.put(Bytes::copy_from_slice(chunk), encoding);
            take_all(&mut unpacker)?;
        }
        unpacker.end();
        take_all(&mut unpacker)?;
        Ok(out)
    }

    #[test]
    fn bodies_are_unpacked_however_they_come() {
        let text = b"{\"a\": 1}".repeat(1000);
        let mut zlib = ZlibEncoder::new(Vec::new(), Compression::default());
        zlib.write_all(&text).unwrap();
        let mut deflate = DeflateEncoder::new(Vec::new(), Compression::default());
        deflate.write_all(&text).unwrap();
        let two = [packed(&text[..4000]), packed(&text[4000..])].concat();
        for (bytes, encoding) in [
            (text.clone(), ""),
            (text.clone(), "gzip"),
            (text.clone(), "deflate"),
            (packed(&text), "gzip"),
            (packed(&text), ""),
            (two, "gzip"),
            (packed(&packed(&text)), ""),
            (packed(&packed(&packed(&text))), ""),
            (zlib.finish().unwrap(), ""),
            (deflate.finish().unwrap(), "deflate"),
        ] {
            for at_a_time in [1, 7, 100_000] {
                assert_eq!(unpacked(&bytes, at_a_time, encoding).unwrap(), text, "{encoding} {at_a_time}");
            }
        }
        assert_eq!(unpacked(b"{", 1, "").unwrap(), b"{");
        assert_eq!(unpacked(b"", 1, "").unwrap(), b"");
        // More layers than that are not unpacked.
        let deep = (0..4).fold(text.clone(), |bytes, _| packed(&bytes));
        assert_eq!(unpacked(&deep, 100, "").unwrap(), packed(&text));
    }

    #[test]
    fn what_is_cut_or_broken_gives_what_there_was_before_it() {
        let text = b"{\"a\": 1}".repeat(1000);
        let whole = packed(&text);
        let cut = &whole[..whole.len() - 9];
        for at_a_time in [1, 100_000] {
            let mut unpacker = Unpacker::default();
            let mut out = Vec::new();
            for chunk in cut.chunks(at_a_time) {
                unpacker.put(Bytes::copy_from_slice(chunk), "");
                out.extend_from_slice(&unpacker.piece().unwrap());
            }
            unpacker.end();
            while let Ok(piece) = unpacker.piece() {
                assert!(!piece.is_empty(), "it ended in peace");
                out.extend_from_slice(&piece);
            }
            assert_eq!(out, text[..out.len()]);
            assert!(out.len() > text.len() / 2, "{}", out.len());
        }
        assert!(matches!(unpacked(b"\x1F\x8Bno gzip at all", 100, ""), Err(Broken::Off(_))));
    }

    /// A little that becomes much, three times over: each piece is small all the same.
    #[test]
    fn a_bomb_comes_in_small_pieces() {
        let bomb = packed(&packed(&packed(&vec![0; 10_000_000])));
        assert!(bomb.len() < 1000, "{}", bomb.len());
        let mut unpacker = Unpacker::default();
        unpacker.put(bomb.into(), "");
        unpacker.end();
        let mut sum = 0;
        loop {
            let piece = unpacker.piece().unwrap();
            assert!(piece.len() <= PIECE);
            if piece.is_empty() {
                break;
            }
            sum += piece.len();
        }
        assert_eq!(sum, 10_000_000);
    }
}
