//! The viewer on a real terminal: keys come in, pictures go out, and the terminal is left as it was found, whatever
//! happens.

use std::io::{self, IsTerminal, Write};
use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use crossterm::cursor::Show;
use crossterm::event::{Event, poll, read};
use crossterm::execute;
use crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use retort_core::Message;

use super::{Browser, Options};
use crate::view::View;

/// How long to wait for a key before looking for what else has happened.
const QUIET: Duration = Duration::from_millis(250);
const BUSY: Duration = Duration::from_millis(60);

/// Shows a message on the terminal until somebody leaves. Keys are read from the terminal, also when standard input
/// is something else.
///
/// # Errors
/// When standard output is no terminal, or the terminal cannot be read from or written to.
pub fn browse(view: View, message: Message, options: Options) -> io::Result<()> {
    if !io::stdout().is_terminal() {
        return Err(io::Error::new(io::ErrorKind::Unsupported, "standard output is no terminal"));
    }
    let ended = ended_by_signal()?;
    let mut browser = Browser::new(view, message, options);
    let _screen = Screen::open()?;
    let mut terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
    let mut is_changed = true;
    while !browser.is_done() && !ended.load(Ordering::Relaxed) {
        if browser.take_redraw() {
            terminal.clear()?;
        }
        if is_changed {
            terminal.draw(|frame| browser.draw(frame))?;
        }
        is_changed = poll(if browser.is_busy() { BUSY } else { QUIET })?;
        // Keys that wait already are taken before anything is drawn.
        while poll(Duration::ZERO)? {
            if let Event::Key(key) = read()? {
                browser.key(key);
            }
            if browser.is_done() {
                break;
            }
        }
        is_changed |= browser.tick();
        if let Some(text) = browser.take_copied() {
            copy(&text)?;
        }
    }
    Ok(())
}

/// Gives a text to the clipboard of the terminal.
fn copy(text: &str) -> io::Result<()> {
    let mut out = io::stdout();
    write!(out, "\u{1b}]52;c;{}\u{7}", STANDARD.encode(text))?;
    out.flush()
}

/// Set when somebody asks the process to end.
fn ended_by_signal() -> io::Result<Arc<AtomicBool>> {
    let ended = Arc::new(AtomicBool::new(false));
    #[cfg(unix)]
    for signal in [signal_hook::consts::SIGTERM, signal_hook::consts::SIGINT, signal_hook::consts::SIGHUP] {
        signal_hook::flag::register(signal, Arc::clone(&ended))?;
    }
    Ok(ended)
}

type Hook = Arc<dyn Fn(&panic::PanicHookInfo<'_>) + Send + Sync>;

/// A terminal that is ours, until this is dropped.
struct Screen {
    /// What was done about a panic before.
    before: Hook,
}

impl Screen {
    fn open() -> io::Result<Self> {
        let before: Hook = Arc::from(panic::take_hook());
        let told = Arc::clone(&before);
        let ours = thread::current().id();
        // What a panic says must not be lost with our screen. One beside the screen is told on it, as work that failed.
        panic::set_hook(Box::new(move |info| {
            if thread::current().id() == ours {
                give_back();
                told(info);
            }
        }));
        let screen = Self { before };
        enable_raw_mode()?;
        execute!(io::stdout(), EnterAlternateScreen)?;
        Ok(screen)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // A panic has given it back already, and has written to it since.
        if !thread::panicking() {
            give_back();
            let before = Arc::clone(&self.before);
            panic::set_hook(Box::new(move |info| before(info)));
        }
    }
}

fn give_back() {
    // Nothing more can be done for a terminal that is gone.
    let _ = disable_raw_mode();
    let _ = execute!(io::stdout(), LeaveAlternateScreen, Show);
}
