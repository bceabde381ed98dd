//! What is binary: images are shown and sound is played from within the page, where their bytes are what they say;
//! anything else is told.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use maud::{Markup, html};

use super::source;
use super::text::line;
use super::tree::Budget;
use super::values;
use crate::amount::size;
use crate::view::{Link, Media, MediaKind, Source};

pub(super) fn draw(media: &Media) -> Markup {
    let bytes = media.decode();
    let kind = bytes.as_deref().map_or(MediaKind::Other, MediaKind::of);
    let data = |mime: &str| format!("data:{mime};base64,{}", STANDARD.encode(bytes.as_deref().unwrap_or_default()));
    let name = media.name.as_deref().unwrap_or_default();
    let called = if name.is_empty() { media.mime.as_str() } else { name };
    let called = crate::harmless(called);
    let mut budget = Budget::new();
    html! {
        figure.media {
            @match kind {
                MediaKind::Image(mime) => img src=(data(mime)) alt=(called);,
                MediaKind::Audio(mime) => audio controls preload="metadata" src=(data(mime)) aria-label=(called) {},
                MediaKind::Other => @if let Some(text) = media.text() { (source::draw(&said(media, text))) },
            }
            figcaption {
                @let link = Link::new(name);
                @if !name.is_empty() {
                    @if link.target.is_some() { (super::text::address(&link)) } @else { bdi { (line(name)) } }
                    ", "
                }
                bdi { (line(&media.mime)) }
                @match &bytes {
                    Some(bytes) => { ", " (size(bytes.len())) },
                    None => ", not readable as base64",
                }
                @if let MediaKind::Image(mime) | MediaKind::Audio(mime) = kind {
                    @if mime != media.mime { ", in truth " (mime) }
                }
            }
            @if !media.more.is_empty() {
                dl.pairs { (values::members(&media.more, &mut budget)) }
            }
        }
    }
}

/// Most bytes of a picture on a card: pages are read into memory whole.
const SMALL: usize = 2 << 20;

/// The picture of a thing, where it is one that browsers show and no larger than cards need; else what it is.
pub(super) fn small(media: &Media, alt: &str) -> Markup {
    let bytes = Some(media).filter(|media| media.encoded().len() <= 2 * SMALL).and_then(Media::decode);
    let kind = bytes.as_deref().map_or(MediaKind::Other, MediaKind::of);
    html! {
        p.picture {
            @match (kind, bytes) {
                (MediaKind::Image(mime), Some(bytes)) if bytes.len() <= SMALL => {
                    img src={ "data:" (mime) ";base64," (STANDARD.encode(&bytes)) } alt=(crate::harmless(alt));
                },
                _ => span.faint { "[" bdi { (line(&media.mime)) } ", " (size(media.encoded().len())) " of base64]" },
            }
        }
    }
}

fn said(media: &Media, text: String) -> Source {
    let language = ["html", "xml", "json"].into_iter().find(|language| media.mime.contains(language));
    Source { text, language: language.map(str::to_owned) }
}
