//! What is binary: shown where the terminal can, and told in a line: its kind, its dimensions or length, its size.

use std::io;

use super::{Canvas, Images, Ink, pairs, picture, text};
use crate::amount::size;
use crate::measure::wrap;
use crate::safe::harmless;
use crate::view::{Media, MediaKind};

/// How much is shown of what should be base64 and is not.
const BEGINNING: usize = 60;

pub(super) fn draw(media: &Media, canvas: &mut Canvas<'_>) -> io::Result<()> {
    let mut facts = Vec::new();
    let bytes = media.decode();
    let kind = bytes.as_deref().map_or(MediaKind::Other, MediaKind::of);
    match kind {
        MediaKind::Image(found) | MediaKind::Audio(found) if found != media.mime => {
            facts.push(format!("{found}, sent as {}", media.mime));
        }
        _ => facts.push(media.mime.clone()),
    }
    match &bytes {
        None => {
            let sent = media.encoded();
            let begins: String = sent.chars().take(BEGINNING).collect();
            let more = if begins.len() < sent.len() { "…" } else { "" };
            facts.push(format!("{}, not base64: {begins}{more}", size(sent.len())));
        }
        Some(bytes) => {
            if let MediaKind::Image(mime) = kind {
                facts.extend(picture::dimensions(bytes, mime).map(|(wide, high)| format!("{wide} × {high}")));
                facts.extend(draw_picture(bytes, mime, canvas)?);
            }
            facts.extend(seconds(bytes, kind).map(|seconds| format!("{seconds:.1} s")));
            facts.push(size(bytes.len()));
        }
    }
    for line in wrap(&harmless(&facts.join(" · ")), canvas.options().width) {
        canvas.line(Ink::Faint, &line)?;
    }
    if let Some(text) = media.text() {
        text::draw_lines(text.trim_end(), Ink::Plain, canvas)?;
    }
    pairs::draw_members(&media.more, Ink::Faint, canvas)
}

/// Draws a picture that is a part of something else, where the terminal can show it; gives what it is, in few words.
pub(super) fn draw_small(media: &Media, canvas: &mut Canvas<'_>) -> io::Result<String> {
    let bytes = media.decode();
    let mut facts = vec![harmless(&media.mime).into_owned()];
    if let (Some(bytes), Some(MediaKind::Image(mime))) = (&bytes, bytes.as_deref().map(MediaKind::of)) {
        facts.extend(picture::dimensions(bytes, mime).map(|(wide, high)| format!("{wide} × {high}")));
        facts.extend(draw_picture(bytes, mime, canvas)?);
    }
    facts.push(bytes.map_or_else(|| "not base64".to_owned(), |bytes| size(bytes.len())));
    Ok(facts.join(", "))
}

/// Draws an image where the terminal can show it; gives why not, where that is the image's fault.
fn draw_picture(bytes: &[u8], mime: &str, canvas: &mut Canvas<'_>) -> io::Result<Option<String>> {
    let options = canvas.options();
    if options.images == Images::None {
        return Ok(None);
    }
    match picture::sequence(bytes, mime, options.images, options.width) {
        Ok(sequence) => {
            canvas.image(&sequence)?;
            canvas.end_line()?;
            Ok(None)
        }
        Err(unshown) => Ok(Some(unshown.to_string())),
    }
}

/// How long the sound of a WAV file is.
fn seconds(bytes: &[u8], kind: MediaKind) -> Option<f64> {
    if kind != MediaKind::Audio("audio/wav") || bytes.get(12..16) != Some(b"fmt ") {
        return None;
    }
    let rate = u32::from_le_bytes(*bytes.get(28..)?.first_chunk()?);
    let length = u32::try_from(bytes.len().saturating_sub(44)).ok()?;
    (rate > 0).then(|| f64::from(length) / f64::from(rate))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sound_without_a_rate_has_no_length() {
        let mut sound = b"RIFF....WAVEfmt ".to_vec();
        sound.resize(144, 0);
        assert_eq!(seconds(&sound, MediaKind::of(&sound)), None);
        sound[28] = 100;
        assert_eq!(seconds(&sound, MediaKind::of(&sound)), Some(1.0));
        assert_eq!(seconds(&sound[..20], MediaKind::of(&sound)), None);
    }
}
