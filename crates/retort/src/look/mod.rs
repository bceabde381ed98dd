//! How a response looks where it is going: what the options, the environment and the terminal want is put together
//! once, and the views are drawn with that.

mod built_in;
mod links;
mod pager;
mod showing;

use std::env;
use std::fs::{File, OpenOptions};
use std::io::{self, IsTerminal, Read, Write};
use std::path::Path;

use retort_render::{Images, Palette, Terminal, View};
pub(crate) use showing::Showing;

use crate::args::{Look, Pictures, Rows, Theme, When, is_page};
use crate::failure::Failure;
use crate::output::{columns, stdout};

/// Within so many bytes of its start a page says who wrote it.
const MARKED: u64 = 1024;
/// Most rows of a list that a terminal gets, where nobody wants more.
const ROWS: usize = 1000;

/// Says what cannot be done with the options, before anything else is done. A page may take the place of another of Retort's
/// own, and of nothing else.
pub(crate) fn check(look: &Look) -> Result<(), Failure> {
    match &look.html {
        Some(path) if path.as_os_str() == "-" && io::stdout().is_terminal() => Err(Failure::PageOnTerminal),
        Some(path) if !is_page(path) => Err(Failure::NoPage(path.display().to_string())),
        Some(path) if path.as_os_str() != "-" && !may_be_replaced(path) => {
            Err(Failure::Taken(path.display().to_string()))
        }
        _ => Ok(()),
    }
}

/// Whether a file is not there, empty, or a page of Retort's.
fn may_be_replaced(path: &Path) -> bool {
    let Ok(file) = File::open(path) else { return true };
    let mut start = Vec::new();
    let read = file.take(MARKED).read_to_end(&mut start);
    let mark = retort_render::html::MARK.as_bytes();
    read.is_err() || start.is_empty() || start.windows(mark.len()).any(|part| part == mark)
}

/// Shows views as the options want it.
pub(crate) fn show(views: &[View], look: &Look) -> Result<(), Failure> {
    let mut showing = Showing::new(look, views.len() > 1);
    // Whoever has them all has had the room for them.
    showing.begin(views)?;
    views.iter().try_for_each(|view| showing.write(view))?;
    showing.finish()
}

/// The terminal, as the options, the environment and the terminal itself have it.
fn terminal(look: &Look) -> Terminal {
    let is_terminal = io::stdout().is_terminal();
    let has_colours = has_colours(look.color, is_terminal);
    let mut terminal = Terminal::plain();
    terminal.width = look.width.or_else(columns);
    terminal.palette = has_colours.then(|| palette(look.theme));
    terminal.links = is_terminal && has_colours && links::are_clickable(|name| env::var(name).ok());
    terminal.marks = is_terminal;
    terminal.damage = is_terminal;
    terminal.images = images(look.images, is_terminal);
    terminal.rows = match look.rows {
        Some(Rows::All) => None,
        Some(Rows::Most(rows)) => Some(rows),
        None => is_terminal.then_some(ROWS),
    };
    terminal.depth = look.depth;
    terminal.more = Some("--rows all".to_owned());
    terminal.wider = Some("--width".to_owned());
    terminal.whole = Some("--as json".to_owned());
    terminal
}

/// Whether an environment variable is set to something.
fn is_set(name: &str) -> bool {
    env::var_os(name).is_some_and(|value| !value.is_empty())
}

/// Whether the terminal understands nothing but text.
pub(crate) fn is_dumb() -> bool {
    env::var_os("TERM").is_some_and(|term| term == "dumb")
}

/// Whether to use colours, in the order of who says so: the option, the environment, the place they would go to.
pub(crate) fn has_colours(when: When, is_terminal: bool) -> bool {
    let is_off = |name: &str| env::var_os(name).is_some_and(|value| value == "0");
    match when {
        When::Always => true,
        When::Never => false,
        When::Auto if is_set("NO_COLOR") => false,
        When::Auto if is_set("CLICOLOR_FORCE") && !is_off("CLICOLOR_FORCE") => true,
        When::Auto => is_terminal && !is_off("CLICOLOR") && !is_dumb(),
    }
}

/// The colours for the background that the terminal has, as far as it tells.
pub(crate) fn palette(theme: Theme) -> Palette {
    let is_light = || {
        let told = env::var("COLORFGBG").ok()?;
        let background: u8 = told.rsplit(';').next()?.parse().ok()?;
        Some(matches!(background, 7 | 9..=15))
    };
    match theme {
        Theme::Light => Palette::Light,
        Theme::Auto if is_light() == Some(true) => Palette::Light,
        Theme::Auto | Theme::Dark => Palette::Dark,
    }
}

/// How the terminal shows images. Inside of tmux and screen nobody knows.
fn images(wanted: Pictures, is_terminal: bool) -> Images {
    let says = |name: &str, words: &[&str]| {
        env::var(name).is_ok_and(|value| words.iter().any(|word| value.to_lowercase().contains(word)))
    };
    match wanted {
        Pictures::Kitty => Images::Kitty,
        Pictures::Iterm2 => Images::Iterm2,
        Pictures::Sixel => Images::Sixel,
        Pictures::Auto | Pictures::Remote if is_terminal && !is_set("TMUX") && !is_set("STY") => {
            if is_set("KITTY_WINDOW_ID") || says("TERM", &["kitty", "ghostty"]) || says("TERM_PROGRAM", &["ghostty"]) {
                Images::Kitty
            } else if says("TERM_PROGRAM", &["iterm", "wezterm"]) || says("LC_TERMINAL", &["iterm"]) {
                Images::Iterm2
            } else if says("TERM", &["sixel", "foot", "mlterm", "yaft"]) {
                Images::Sixel
            } else {
                Images::None
            }
        }
        Pictures::Auto | Pictures::Remote | Pictures::None => Images::None,
    }
}

/// Where a page goes.
fn page_output(path: &Path) -> Result<Box<dyn Write>, Failure> {
    if path.as_os_str() == "-" {
        return Ok(Box::new(stdout()));
    }
    let unsaved = |reason| Failure::Unsaved { path: path.display().to_string(), reason };
    let file = OpenOptions::new().write(true).create(true).truncate(true).open(path).map_err(unsaved)?;
    Ok(Box::new(io::BufWriter::new(file)))
}
