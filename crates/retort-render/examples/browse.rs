//! Opens a file in the full-screen viewer: `cargo run -p retort-render --features browse --example browse FILE`.

use std::error::Error;
use std::io::Read;

use retort_render::browse::{Options, browse};
use retort_render::{Palette, View};

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).unwrap_or_else(|| "-".to_owned());
    let mut bytes = Vec::new();
    if path == "-" {
        std::io::stdin().read_to_end(&mut bytes)?;
    } else {
        bytes = std::fs::read(path)?;
    }
    let reading = retort_core::read(bytes);
    let message = reading.responses().next().ok_or("there is no message in it")?.clone();
    let palette = if std::env::var_os("NO_COLOR").is_some() { None } else { Some(Palette::Dark) };
    browse(View::of(&retort_core::Interpretation::of(&message), None), message, Options::new(palette))?;
    Ok(())
}
