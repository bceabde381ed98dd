//! What is binary: images are shown and sound is played from within the page, where their bytes are what they say;
//! anything else is told.

use std::io::{self, Write};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::put::{Put, put};
use super::text::{Apart, attribute, put_address};
use super::tree::Budget;
use super::{source, values};
use crate::amount::size;
use crate::view::{Link, Media, MediaKind, Source};

pub(super) fn put_media(media: &Media, out: &mut dyn Write) -> io::Result<()> {
    let bytes = media.decode();
    let kind = bytes.as_deref().map_or(MediaKind::Other, MediaKind::of);
    let name = media.name.as_deref().unwrap_or_default();
    let called = attribute(if name.is_empty() { media.mime.as_str() } else { name });
    let data = Data(bytes.as_deref().unwrap_or_default());
    "<figure class=\"media\">".put(out)?;
    match kind {
        MediaKind::Image(mime) => put!(out, "<img src=\"data:", mime, data, "\" alt=\"", called, "\">")?,
        MediaKind::Audio(mime) => {
            put!(out, "<audio controls preload=\"metadata\" src=\"data:", mime, data)?;
            put!(out, "\" aria-label=\"", called, "\"></audio>")?;
        }
        MediaKind::Other => {
            if let Some(text) = media.text() {
                source::put_source(&said(media, text), out)?;
            }
        }
    }
    "<figcaption>".put(out)?;
    if !name.is_empty() {
        let link = Link::new(name);
        if link.target.is_some() {
            put_address(&link, out)?;
        } else {
            Apart(name).put(out)?;
        }
        ", ".put(out)?;
    }
    Apart(&media.mime).put(out)?;
    match &bytes {
        Some(bytes) => put!(out, ", ", attribute(&size(bytes.len())))?,
        None => ", not readable as base64".put(out)?,
    }
    if let MediaKind::Image(mime) | MediaKind::Audio(mime) = kind
        && mime != media.mime
    {
        put!(out, ", in truth ", mime)?;
    }
    "</figcaption>".put(out)?;
    if !media.more.is_empty() {
        "<dl class=\"pairs\">".put(out)?;
        values::put_members(&media.more, &mut Budget::new(), out)?;
        "</dl>".put(out)?;
    }
    "</figure>".put(out)
}

/// Bytes as the rest of a data URL.
struct Data<'a>(&'a [u8]);

impl Put for Data<'_> {
    fn put(&self, out: &mut dyn Write) -> io::Result<()> {
        ";base64,".put(out)?;
        // Three bytes are four signs, so that pieces of a multiple of three need nothing between them.
        self.0.chunks(3 << 10).try_for_each(|piece| out.write_all(STANDARD.encode(piece).as_bytes()))
    }
}

/// Most bytes of a picture on a card: pages are read into memory whole.
const SMALL: usize = 2 << 20;

/// Writes the picture of a thing, where it is one that browsers show and no larger than cards need; else what it is.
pub(super) fn put_small(media: &Media, alt: &str, out: &mut dyn Write) -> io::Result<()> {
    let bytes = Some(media).filter(|media| media.encoded().len() <= 2 * SMALL).and_then(Media::decode);
    let kind = bytes.as_deref().map_or(MediaKind::Other, MediaKind::of);
    "<p class=\"picture\">".put(out)?;
    match (kind, bytes) {
        (MediaKind::Image(mime), Some(bytes)) if bytes.len() <= SMALL => {
            put!(out, "<img src=\"data:", mime, Data(&bytes), "\" alt=\"", attribute(alt), "\">")?;
        }
        _ => {
            let size = size(media.encoded().len());
            put!(out, "<span class=\"faint\">[", Apart(&media.mime), ", ", attribute(&size), " of base64]</span>")?;
        }
    }
    "</p>".put(out)
}

fn said(media: &Media, text: String) -> Source {
    let language = ["html", "xml", "json"].into_iter().find(|language| media.mime.contains(language));
    Source { text, language: language.map(str::to_owned) }
}
