//! QR codes of short links, as PNG and as SVG.

use std::fmt::Write as _;

use base64::prelude::{BASE64_STANDARD, Engine};
use qrcode::{Color, EcLevel, QrCode};

use super::problem::ShortenerError;

/// How wide a picture is, in pixels, and at most.
const SIZE: u32 = 300;
const MOST_PIXELS: u32 = 2_000;
/// How wide its border is, in squares, and at most. Readers want four.
const BORDER: u32 = 4;
const WIDEST_BORDER: u32 = 20;

/// How a code is drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drawing {
    size: u32,
    border: u32,
    correction: EcLevel,
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Png,
    Svg,
}

/// A picture.
pub(super) struct Picture {
    pub(super) bytes: Vec<u8>,
    pub(super) content_type: &'static str,
}

impl Picture {
    pub(super) fn base64(&self) -> String {
        BASE64_STANDARD.encode(&self.bytes)
    }
}

impl Drawing {
    /// As a browser shows it best.
    pub(super) fn page() -> Self {
        Self { size: SIZE, border: BORDER, correction: EcLevel::M, format: Format::Svg }
    }

    pub(super) fn wanted(
        size: Option<u32>,
        border: Option<u32>,
        correction: Option<&str>,
        format: Option<&str>,
    ) -> Result<Self, ShortenerError> {
        let wrong = |reason: &str| ShortenerError::InvalidCode { reason: reason.to_owned() };
        let size = size.unwrap_or(SIZE);
        if !(50..=MOST_PIXELS).contains(&size) {
            return Err(wrong("Size must be a number from 50 to 2000"));
        }
        let border = border.unwrap_or(BORDER);
        if border > WIDEST_BORDER {
            return Err(wrong("Border must be a number from 0 to 20"));
        }
        let correction = match correction.unwrap_or("M").to_ascii_uppercase().as_str() {
            "L" => EcLevel::L,
            "M" => EcLevel::M,
            "Q" => EcLevel::Q,
            "H" => EcLevel::H,
            _ => return Err(wrong("Error correction level must be one of: L, M, Q, H")),
        };
        let format = match format.unwrap_or("png").to_ascii_lowercase().as_str() {
            "png" => Format::Png,
            "svg" => Format::Svg,
            _ => return Err(wrong("Format must be one of: png, svg")),
        };
        Ok(Self { size, border, correction, format })
    }
}

/// Draws the code of a text.
pub(super) fn draw(text: &str, drawing: Drawing) -> Result<Picture, ShortenerError> {
    let wrong = |reason: String| ShortenerError::InvalidCode { reason };
    let code = QrCode::with_error_correction_level(text, drawing.correction)
        .map_err(|error| wrong(format!("No QR code can be drawn: {error}")))?;
    let squares = Squares { dark: code.to_colors(), width: code.width(), border: drawing.border as usize };
    match drawing.format {
        Format::Svg => Ok(Picture { bytes: svg(&squares, drawing.size).into_bytes(), content_type: "image/svg+xml" }),
        Format::Png => {
            let bytes =
                png(&squares, drawing.size).map_err(|error| wrong(format!("No picture can be made: {error}")))?;
            Ok(Picture { bytes, content_type: "image/png" })
        }
    }
}

/// The squares of a code, with a border around them.
struct Squares {
    dark: Vec<Color>,
    width: usize,
    border: usize,
}

impl Squares {
    /// How many there are side by side.
    fn across(&self) -> usize {
        self.width + 2 * self.border
    }

    fn is_dark(&self, row: usize, column: usize) -> bool {
        let inside = |at: usize| at.checked_sub(self.border).filter(|at| *at < self.width);
        let (Some(row), Some(column)) = (inside(row), inside(column)) else { return false };
        self.dark.get(row * self.width + column) == Some(&Color::Dark)
    }
}

fn svg(squares: &Squares, size: u32) -> String {
    let across = squares.across();
    let mut path = String::new();
    for row in 0..across {
        for column in (0..across).filter(|column| squares.is_dark(row, *column)) {
            // Writing to a text cannot fail.
            let _ = write!(path, "M{column} {row}h1v1h-1z");
        }
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{size}\" height=\"{size}\" viewBox=\"0 0 {across} {across}\" \
         shape-rendering=\"crispEdges\"><path fill=\"#fff\" d=\"M0 0h{across}v{across}H0z\"/><path d=\"{path}\"/></svg>"
    )
}

/// One bit a pixel, each square of the same whole number of them; what is left of the size is border.
fn png(squares: &Squares, size: u32) -> Result<Vec<u8>, png::EncodingError> {
    let across = squares.across();
    let scale = (size as usize / across).max(1);
    let size = (size as usize).max(across * scale);
    let margin = (size - across * scale) / 2;
    let line = size.div_ceil(8);
    let mut pixels = vec![0xFF_u8; line * size];
    for (row, bytes) in pixels.chunks_mut(line).enumerate() {
        let Some(row) = row.checked_sub(margin).map(|row| row / scale).filter(|row| *row < across) else { continue };
        for column in 0..size {
            let square = column.checked_sub(margin).map(|column| column / scale);
            if square.is_some_and(|square| squares.is_dark(row, square))
                && let Some(byte) = bytes.get_mut(column / 8)
            {
                *byte &= !(0x80 >> (column % 8));
            }
        }
    }
    let mut bytes = Vec::new();
    let width = u32::try_from(size).unwrap_or(u32::MAX);
    let mut encoder = png::Encoder::new(&mut bytes, width, width);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::One);
    encoder.write_header()?.write_image_data(&pixels)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_pictures_show_the_same_squares() {
        let text = "https://sho.rt/abc";
        let code = QrCode::with_error_correction_level(text, EcLevel::Q).unwrap();
        let (width, colors) = (code.width(), code.to_colors());
        let drawing = |format| Drawing::wanted(Some(400), Some(2), Some("q"), Some(format)).unwrap();
        let svg = String::from_utf8(draw(text, drawing("svg")).unwrap().bytes).unwrap();
        let png = draw(text, drawing("PNG")).unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(&png.bytes)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        assert_eq!((info.width, info.height), (400, 400));
        let scale = 400 / (width + 4);
        let margin = (400 - (width + 4) * scale) / 2;
        for row in 0..width {
            for column in 0..width {
                let is_dark = colors[row * width + column] == Color::Dark;
                assert_eq!(svg.contains(&format!("M{} {}h1", column + 2, row + 2)), is_dark);
                let at = |place: usize| margin + (place + 2) * scale + scale / 2;
                let pixel = pixels[at(row) * info.line_size + at(column) / 8] >> (7 - at(column) % 8) & 1;
                assert_eq!(pixel == 0, is_dark, "{row} {column}");
            }
        }
    }

    #[test]
    fn what_cannot_be_drawn_is_refused() {
        for (size, border, correction, format) in [
            (Some(49), None, None, None),
            (Some(2_001), None, None, None),
            (None, Some(21), None, None),
            (None, None, Some("X"), None),
            (None, None, None, Some("jpg")),
        ] {
            assert!(Drawing::wanted(size, border, correction, format).is_err());
        }
        assert!(draw(&"x".repeat(5_000), Drawing::page()).is_err());
    }
}
