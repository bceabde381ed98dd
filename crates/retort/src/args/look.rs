//! The arguments of the commands that show responses: in which form, in which colours, how wide and how much.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum, ValueHint};
use retort_core::Format;

use super::server::bytes;
use super::{Inputs, MAX_SIZE};

/// How a response looks.
#[derive(Args, Clone)]
#[command(next_help_heading = "Output")]
pub(crate) struct Look {
    /// Show it in this format, instead of the one that it has
    #[arg(long = "as", value_name = "FORMAT", ignore_case = true, value_parser = format())]
    pub(crate) format: Option<Format>,
    /// Write one HTML page that opens anywhere: to FILE, which ends in .html, or to standard output
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-", value_hint = ValueHint::FilePath)]
    pub(crate) html: Option<PathBuf>,
    /// Write it as Markdown
    #[arg(long, conflicts_with = "html")]
    pub(crate) markdown: bool,
    /// Write its rows as CSV
    #[arg(long, conflicts_with_all = ["html", "markdown"])]
    pub(crate) csv: bool,
    /// When to use colours
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = When::Auto)]
    pub(crate) color: When,
    /// The colours of the terminal
    #[arg(long, value_name = "THEME", value_enum, default_value_t = Theme::Auto, env = "RETORT_THEME")]
    pub(crate) theme: Theme,
    /// How many columns to fit it into, instead of those that the terminal has
    #[arg(long, value_name = "COLUMNS", value_parser = columns)]
    pub(crate) width: Option<usize>,
    /// How deep to show JSON before it is folded
    #[arg(long, value_name = "LEVELS")]
    pub(crate) depth: Option<usize>,
    /// How many rows to show: a number, or all; a terminal gets 1000, a pipe all
    #[arg(long, value_name = "N", value_parser = rows)]
    pub(crate) rows: Option<Rows>,
    /// How to show images
    #[arg(long, value_name = "HOW", value_enum, default_value_t = Pictures::Auto)]
    pub(crate) images: Pictures,
    /// Do not use a pager, however long it is
    #[arg(long)]
    pub(crate) no_pager: bool,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    /// On a terminal, unless `NO_COLOR` is set; `CLICOLOR_FORCE` wants them everywhere
    Auto,
    /// Everywhere
    Always,
    /// Nowhere
    Never,
}

/// The colours of the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Theme {
    /// As the terminal tells through `COLORFGBG`, else dark
    Auto,
    /// For a dark background
    Dark,
    /// For a light background
    Light,
}

/// How to show images.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Pictures {
    /// As the terminal can
    Auto,
    /// Not at all: what they are is told in a line
    None,
    /// With kitty's protocol
    Kitty,
    /// With that of iTerm2
    Iterm2,
    /// As sixels
    Sixel,
    /// In a page, load those of others as soon as it is opened, not on a click
    Remote,
}

/// How many rows to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rows {
    All,
    Most(usize),
}

fn rows(text: &str) -> Result<Rows, String> {
    if text.eq_ignore_ascii_case("all") {
        return Ok(Rows::All);
    }
    text.parse().map(Rows::Most).map_err(|_| "it must be a number or all".to_owned())
}

fn columns(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) => Err("nothing fits into that".to_owned()),
        columns => columns.map_err(|_| "not a number of columns".to_owned()),
    }
}

/// The formats by their names.
fn format() -> impl TypedValueParser<Value = Format> {
    let names = PossibleValuesParser::new(Format::ALL.map(Format::name));
    names.try_map(|name| name.to_lowercase().parse::<Format>())
}

#[derive(Args)]
pub(crate) struct ShowOptions {
    /// Files to read; - or none for standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) files: Vec<PathBuf>,
    /// The tool that gave the response, where a transcript does not tell
    #[arg(long, value_name = "NAME")]
    pub(crate) tool: Option<String>,
    /// The largest input to take, in bytes
    #[arg(long, value_name = "BYTES", default_value_t = MAX_SIZE, value_parser = bytes)]
    pub(crate) max_size: usize,
    #[command(flatten)]
    pub(crate) look: Look,
}

impl ShowOptions {
    /// The files to read, and where the page goes. A name behind `--html` that is no page's is a file to read.
    pub(crate) fn inputs(&mut self) -> Inputs {
        if let Some(path) = self.look.html.take_if(|path| !is_page(path)) {
            self.files.push(path);
            self.look.html = Some(PathBuf::from("-"));
        }
        Inputs { files: std::mem::take(&mut self.files), jsonl: false, max_size: self.max_size }
    }
}

/// Whether a path is one to write a page to: nothing else is ever written over.
pub(crate) fn is_page(path: &std::path::Path) -> bool {
    let end = path.extension().and_then(|end| end.to_str()).unwrap_or_default();
    path.as_os_str() == "-" || ["html", "htm"].iter().any(|known| end.eq_ignore_ascii_case(known))
}

#[derive(Args)]
pub(crate) struct BrowseOptions {
    /// The file to read; - or none for standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: Option<PathBuf>,
    /// The tool that gave the response, where a transcript does not tell
    #[arg(long, value_name = "NAME")]
    pub(crate) tool: Option<String>,
    /// The largest input to take, in bytes
    #[arg(long, value_name = "BYTES", default_value_t = MAX_SIZE, value_parser = bytes)]
    pub(crate) max_size: usize,
    /// Show it in this format, instead of the one that it has
    #[arg(long = "as", value_name = "FORMAT", ignore_case = true, value_parser = format())]
    pub(crate) format: Option<Format>,
    /// When to use colours
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = When::Auto)]
    pub(crate) color: When,
    /// The colours of the terminal
    #[arg(long, value_name = "THEME", value_enum, default_value_t = Theme::Auto, env = "RETORT_THEME")]
    pub(crate) theme: Theme,
}
