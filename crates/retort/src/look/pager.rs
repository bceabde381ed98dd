//! Long output on a terminal goes through a pager: the one that `PAGER` names, or a built-in one. What fits on the
//! screen, and what goes elsewhere, does not.

use std::io::{self, IsTerminal, StdoutLock, Write};
use std::process::{Child, Command, Stdio};

use super::{built_in, is_dumb};
use crate::output::tell;

/// The built-in pager keeps all that it shows: at most so many bytes.
const MOST_KEPT: usize = 1 << 28;
const LEFT_OUT: &str = "\n… the rest is left out; PAGER names a pager that shows it\n";

/// Standard output, which becomes a pager when it grows longer than the screen.
pub(super) enum Output {
    /// Nothing more to decide.
    Straight(io::BufWriter<StdoutLock<'static>>),
    /// What has been written while it still fits.
    Waiting { text: Vec<u8>, lines: usize, screen: usize },
    /// A program that shows it page by page.
    Program(Child),
    /// Everything, for the built-in pager.
    BuiltIn(Vec<u8>),
}

impl Output {
    /// An output; with a pager where one is wanted and somebody is there to use it.
    pub(super) fn new(paged: bool) -> Self {
        let has_person = io::stdout().is_terminal() && !matches!(program(), Some(words) if is_none(&words));
        match screen().filter(|_| paged && has_person) {
            Some(screen) => Self::Waiting { text: Vec::new(), lines: 0, screen },
            None => Self::Straight(crate::output::stdout()),
        }
    }

    /// Whether a pager has been started, or will be.
    pub(super) fn is_paging(&self) -> bool {
        matches!(self, Self::Program(_) | Self::BuiltIn(_))
    }

    /// Shows what is left, and waits until the person is done.
    pub(super) fn finish(self) -> io::Result<()> {
        match self {
            Self::Straight(mut out) => out.flush(),
            Self::Waiting { text, .. } => {
                let mut out = crate::output::stdout();
                out.write_all(&text)?;
                out.flush()
            }
            Self::Program(mut child) => {
                drop(child.stdin.take());
                child.wait().map(drop)
            }
            Self::BuiltIn(text) => built_in::page(&text),
        }
    }

    /// Starts the pager with what there is so far.
    fn start(text: Vec<u8>) -> io::Result<Self> {
        let Some(words) = program() else { return Self::built_in(text) };
        let Some((name, arguments)) = words.split_first() else { return Self::built_in(text) };
        crate::live::ignore_interrupts();
        let mut command = Command::new(name);
        command.args(arguments).stdin(Stdio::piped());
        if std::env::var_os("LESS").is_none() {
            // Colours and links, and nothing cleared away at the end.
            command.env("LESS", "-RX");
        }
        match command.spawn() {
            Ok(mut child) => {
                if let Some(stdin) = &mut child.stdin {
                    ends_quietly(stdin.write_all(&text))?;
                }
                Ok(Self::Program(child))
            }
            Err(reason) => {
                tell(format_args!("the pager {name:?} cannot be started: {reason}; PAGER names another"));
                Self::built_in(text)
            }
        }
    }

    /// The built-in pager, where the terminal is up to it.
    fn built_in(text: Vec<u8>) -> io::Result<Self> {
        if !is_dumb() {
            return Ok(Self::BuiltIn(text));
        }
        let mut out = crate::output::stdout();
        out.write_all(&text)?;
        Ok(Self::Straight(out))
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Straight(out) => out.write(bytes),
            Self::BuiltIn(text) => {
                if text.len() < MOST_KEPT {
                    text.extend_from_slice(bytes);
                    if text.len() >= MOST_KEPT {
                        text.extend_from_slice(LEFT_OUT.as_bytes());
                    }
                }
                Ok(bytes.len())
            }
            // A person who has left the pager has seen enough.
            Self::Program(child) => match &mut child.stdin {
                Some(stdin) => stdin.write(bytes),
                None => Err(io::ErrorKind::BrokenPipe.into()),
            },
            Self::Waiting { text, lines, screen } => {
                text.extend_from_slice(bytes);
                *lines += bytes.split(|byte| *byte == b'\n').count() - 1;
                if lines >= screen {
                    let text = std::mem::take(text);
                    *self = Self::start(text)?;
                }
                Ok(bytes.len())
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Straight(out) => out.flush(),
            _ => Ok(()),
        }
    }
}

/// A pager that is left early is no mistake.
fn ends_quietly(result: io::Result<()>) -> io::Result<()> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

/// The pager that `PAGER` names, in words.
fn program() -> Option<Vec<String>> {
    let named = std::env::var("PAGER").ok()?;
    Some(shell_words::split(&named).unwrap_or_else(|_| vec![named]))
}

/// Whether the words ask for no pager at all.
fn is_none(words: &[String]) -> bool {
    match words {
        [] => true,
        [one] => one == "cat" || one.is_empty(),
        _ => false,
    }
}

/// How many lines the screen has.
fn screen() -> Option<usize> {
    let (_, height) = terminal_size::terminal_size()?;
    Some(usize::from(height.0)).filter(|height| *height > 0)
}
