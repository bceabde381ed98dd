//! Writes the response in a file as a page: `cargo run -p retort-render --example page -- FILE > page.html`.

use std::io::{self, Write};

use retort_render::{View, html};

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    let mut views = Vec::new();
    let mut title = String::new();
    for file in std::env::args().skip(1) {
        let reading = retort_core::read(std::fs::read(&file)?);
        title = file.rsplit('/').next().unwrap_or(&file).trim_end_matches(".json").to_owned();
        views.extend(reading.messages.iter().map(|message| View::of(message, None, None)));
    }
    html::write_page(&views, &title, &mut out)?;
    out.flush()
}
