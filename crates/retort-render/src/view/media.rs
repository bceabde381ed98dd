//! What is binary in a response: an image, audio, the blob of a resource. Whatever a server calls it, its first
//! bytes tell what it is.

use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig, STANDARD};
use base64::engine::{DecodePaddingMode, Engine};
use retort_core::{Kind, Raw};

use super::frame::is_block_mark;
use super::named;

/// Something binary.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Media {
    /// What the server says that it is.
    pub mime: String,
    /// What it is called, where it is: a URI or a name.
    pub name: Option<String>,
    /// What is said about it beside it: a caption, or other members.
    pub more: Vec<(String, Raw)>,
    data: String,
}

/// What some bytes are, by themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MediaKind {
    /// An image that browsers and terminals show.
    Image(&'static str),
    /// Sound that browsers play.
    Audio(&'static str),
    /// Anything else.
    Other,
}

impl Media {
    /// The binary part of a block, if it has one.
    pub fn of(block: &Raw) -> Option<Self> {
        if block.kind() != Kind::Object {
            return None;
        }
        let inner = block.get("resource").filter(|inner| inner.kind() == Kind::Object);
        let holder = inner.as_ref().unwrap_or(block);
        let text = |key: &str| holder.get(key).and_then(|value| value.to_text().map(String::from));
        let type_name = block.get("type").map(|kind| kind.to_plain().into_owned());
        let is_media = matches!(type_name.as_deref(), Some("image" | "audio" | "resource"));
        let blob = text("blob");
        let data = match blob {
            Some(blob) => blob,
            None if is_media || text("mimeType").is_some() => text("data")?,
            None => return None,
        };
        let mime = text("mimeType").or_else(|| text("mime_type"));
        let mime = mime.unwrap_or_else(|| "application/octet-stream".to_owned());
        let known = ["type", "uri", "name", "mimeType", "mime_type", "blob", "data", "resource"];
        let members = block.members().chain(inner.iter().flat_map(Raw::members));
        let more = members.filter(|(key, value)| !known.contains(&&**key) && !is_block_mark(key, value)).map(named);
        let more = more.collect();
        Some(Self { mime, name: text("uri").or_else(|| text("name")), more, data })
    }

    /// What an address carries in itself, such as `data:image/png;base64,…`.
    pub(crate) fn of_address(address: &str) -> Option<Self> {
        let (start, rest) = address.trim().split_at_checked(5)?;
        let (about, data) = rest.split_once(',').filter(|_| start.eq_ignore_ascii_case("data:"))?;
        let mut about = about.split(';');
        let mime = about.next().filter(|mime| !mime.is_empty()).unwrap_or("text/plain").to_owned();
        let is_base64 = about.any(|word| word.trim().eq_ignore_ascii_case("base64"));
        // Anything else is text in disguise, and is told like bytes that nobody shows.
        let data = if is_base64 { data.to_owned() } else { STANDARD.encode(data) };
        Some(Self { mime, name: None, more: Vec::new(), data })
    }

    /// The base64 as it was sent.
    pub fn encoded(&self) -> &str {
        &self.data
    }

    /// The bytes that the base64 stands for, whatever kind of base64 it is.
    pub fn decode(&self) -> Option<Vec<u8>> {
        let lenient = GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
        let plain: String = self.data.chars().filter(|char| !char.is_whitespace()).collect();
        let alphabets = [&base64::alphabet::STANDARD, &base64::alphabet::URL_SAFE];
        alphabets.into_iter().find_map(|alphabet| GeneralPurpose::new(alphabet, lenient).decode(&plain).ok())
    }

    /// The text that the bytes are, where the server calls them text.
    pub fn text(&self) -> Option<String> {
        let is_text = self.mime.starts_with("text/") || self.mime.contains("json") || self.mime.contains("xml");
        let bytes = self.decode().filter(|_| is_text)?;
        String::from_utf8(bytes).ok()
    }
}

impl MediaKind {
    /// What some bytes are, by how they begin.
    ///
    /// ```
    /// use retort_render::MediaKind;
    ///
    /// assert_eq!(MediaKind::of(b"\x89PNG\r\n\x1a\n..."), MediaKind::Image("image/png"));
    /// assert_eq!(MediaKind::of(b"<svg onload=alert(1)>"), MediaKind::Other);
    /// ```
    pub fn of(bytes: &[u8]) -> Self {
        let at = |offset: usize, sign: &[u8]| bytes.get(offset..).is_some_and(|rest| rest.starts_with(sign));
        match () {
            () if at(0, b"\x89PNG\r\n\x1a\n") => Self::Image("image/png"),
            () if at(0, b"\xff\xd8\xff") => Self::Image("image/jpeg"),
            () if at(0, b"GIF87a") || at(0, b"GIF89a") => Self::Image("image/gif"),
            () if at(0, b"RIFF") && at(8, b"WEBP") => Self::Image("image/webp"),
            () if at(0, b"RIFF") && at(8, b"WAVE") => Self::Audio("audio/wav"),
            () if at(0, b"OggS") => Self::Audio("audio/ogg"),
            () if at(0, b"fLaC") => Self::Audio("audio/flac"),
            () if at(0, b"ID3") || at(0, b"\xff\xfb") || at(0, b"\xff\xf3") => Self::Audio("audio/mpeg"),
            () => Self::Other,
        }
    }
}
