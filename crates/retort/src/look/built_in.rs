//! The built-in pager, for where no other is named: pages, lines, a search, and no more than that.

use std::io::{self, Write};
use std::time::Duration;

use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, poll, read};
use crossterm::style::{Attribute, SetAttribute};
use crossterm::terminal::{
    Clear, ClearType, DisableLineWrap, EnableLineWrap, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode,
    enable_raw_mode, size,
};
use crossterm::{execute, queue};

use crate::live::Ending;

/// How long to wait for a key before looking whether the end is wanted.
const QUIET: Duration = Duration::from_millis(250);

/// Shows a text page by page until the person has seen enough.
pub(super) fn page(text: &[u8]) -> io::Result<()> {
    let text = String::from_utf8_lossy(text);
    let mut pager =
        Pager { lines: text.lines().collect(), top: 0, height: 1, sought: String::new(), typing: false, missed: false };
    let mut out = io::stdout().lock();
    // A signal must not leave the terminal as it is while pages are shown.
    let ending = Ending::watch();
    enable_raw_mode()?;
    let shown = execute!(out, EnterAlternateScreen, Hide, DisableLineWrap).and_then(|()| pager.run(&ending, &mut out));
    // The terminal is given back as it was, whatever happened.
    let left = execute!(out, EnableLineWrap, Show, LeaveAlternateScreen);
    disable_raw_mode()?;
    shown.and(left)
}

struct Pager<'a> {
    lines: Vec<&'a str>,
    top: usize,
    height: usize,
    sought: String,
    typing: bool,
    /// Whether the last search found nothing.
    missed: bool,
}

impl Pager<'_> {
    fn run(&mut self, ending: &Ending, out: &mut impl Write) -> io::Result<()> {
        loop {
            self.draw(out)?;
            while !poll(QUIET)? {
                if ending.is_wanted() {
                    return Ok(());
                }
            }
            match read()? {
                Event::Key(key) if key.kind != KeyEventKind::Release && !self.press(key) => return Ok(()),
                _ => {}
            }
        }
    }

    fn draw(&mut self, out: &mut impl Write) -> io::Result<()> {
        let (columns, rows) = size()?;
        self.height = usize::from(rows.saturating_sub(1)).max(1);
        self.top = self.top.min(self.last());
        for row in 0..self.height {
            let line = self.lines.get(self.top + row).copied().unwrap_or("~");
            queue!(out, MoveTo(0, u16::try_from(row).unwrap_or(u16::MAX)), Clear(ClearType::CurrentLine))?;
            write!(out, "{line}\u{1b}[0m\u{1b}]8;;\u{1b}\\")?;
        }
        let status: String = self.status().chars().take(usize::from(columns)).collect();
        queue!(
            out,
            MoveTo(0, rows.saturating_sub(1)),
            Clear(ClearType::CurrentLine),
            SetAttribute(Attribute::Reverse)
        )?;
        write!(out, "{status}")?;
        queue!(out, SetAttribute(Attribute::Reset))?;
        out.flush()
    }

    fn status(&self) -> String {
        if self.typing {
            return format!("/{}", self.sought);
        }
        if self.missed {
            return format!(" nothing more with \"{}\" ", self.sought);
        }
        let end = (self.top + self.height).min(self.lines.len());
        let place = format!(" lines {}–{end} of {}", self.top + 1, self.lines.len());
        format!("{place}  q quit  space/b page  ↑/↓ line  g/G ends  / n N search ")
    }

    /// The first line of the last page.
    fn last(&self) -> usize {
        self.lines.len().saturating_sub(self.height)
    }

    /// Does what a key asks for; tells whether to go on.
    fn press(&mut self, key: KeyEvent) -> bool {
        let with_control = key.modifiers.contains(KeyModifiers::CONTROL);
        if with_control && key.code == KeyCode::Char('c') {
            return false;
        }
        if self.typing {
            self.type_key(key);
            return true;
        }
        self.missed = false;
        let page = self.height.saturating_sub(1).max(1);
        match key.code {
            KeyCode::Char('q') | KeyCode::Esc => return false,
            KeyCode::Down | KeyCode::Enter | KeyCode::Char('j') => self.top += 1,
            KeyCode::Up | KeyCode::Char('k') => self.top = self.top.saturating_sub(1),
            KeyCode::PageDown | KeyCode::Char(' ' | 'f') => self.top += page,
            KeyCode::PageUp | KeyCode::Char('b') => self.top = self.top.saturating_sub(page),
            KeyCode::Char('d') => self.top += page.div_ceil(2),
            KeyCode::Char('u') => self.top = self.top.saturating_sub(page.div_ceil(2)),
            KeyCode::Home | KeyCode::Char('g') => self.top = 0,
            KeyCode::End | KeyCode::Char('G') => self.top = self.last(),
            KeyCode::Char('/') => {
                self.sought.clear();
                self.typing = true;
            }
            KeyCode::Char('n') => self.seek((self.top + 1)..self.lines.len(), false),
            KeyCode::Char('N') => self.seek(0..self.top, true),
            _ => {}
        }
        self.top = self.top.min(self.last());
        true
    }

    fn type_key(&mut self, key: KeyEvent) {
        match key.code {
            KeyCode::Char(char) => self.sought.push(char),
            KeyCode::Backspace => {
                self.sought.pop();
            }
            KeyCode::Enter => {
                self.typing = false;
                self.seek(self.top..self.lines.len(), false);
            }
            _ => self.typing = false,
        }
    }

    /// Goes to the nearest line in a range that has what is sought, whatever its case.
    fn seek(&mut self, mut range: std::ops::Range<usize>, backwards: bool) {
        let sought = self.sought.to_lowercase();
        let has = |at: &usize| self.lines.get(*at).is_some_and(|line| bare(line).to_lowercase().contains(&sought));
        let found = if backwards { range.rev().find(has) } else { range.find(has) };
        if sought.is_empty() {
            return;
        }
        self.missed = found.is_none();
        self.top = found.unwrap_or(self.top);
    }
}

/// A line without colours and links: only Retort's own sequences are in it.
fn bare(line: &str) -> String {
    let mut bared = String::with_capacity(line.len());
    let mut rest = line;
    while let Some((before, after)) = rest.split_once('\u{1b}') {
        bared.push_str(before);
        rest = match after.strip_prefix(']') {
            Some(target) => target.split_once("\u{1b}\\").map_or("", |(_, rest)| rest),
            None => after.split_once('m').map_or("", |(_, rest)| rest),
        };
    }
    bared + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(pager: &mut Pager<'_>, keys: &str) -> bool {
        keys.chars().all(|key| {
            let code = if key == '\n' { KeyCode::Enter } else { KeyCode::Char(key) };
            pager.press(KeyEvent::new(code, KeyModifiers::NONE))
        })
    }

    #[test]
    fn pages_lines_and_a_search() {
        let lines: Vec<String> = (0..100).map(|number| format!("\u{1b}[1mline\u{1b}[0m {number}")).collect();
        let mut pager = Pager {
            lines: lines.iter().map(String::as_str).collect(),
            top: 0,
            height: 10,
            sought: String::new(),
            typing: false,
            missed: false,
        };
        let mut at = |keys: &str| {
            assert!(press(&mut pager, keys));
            pager.top
        };
        assert_eq!((at(" "), at("j"), at("b"), at("G"), at("j"), at("g")), (9, 10, 1, 90, 90, 0));
        assert_eq!((at("/LINE 4\n"), at("n"), at("n"), at("N"), at("/none\n")), (4, 40, 41, 40, 40));
        assert!(pager.status().contains("nothing more with \"none\""));
        assert!(press(&mut pager, "j") && pager.status().contains("lines 42"));
        assert!(press(&mut pager, "/q"));
        assert!(!pager.press(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL)));
        pager.typing = false;
        assert!(!press(&mut pager, "q"));
    }

    #[test]
    fn colours_and_links_are_no_text() {
        assert_eq!(bare("\u{1b}]8;;https://a.example/\u{1b}\\\u{1b}[1mA\u{1b}[0m\u{1b}]8;;\u{1b}\\ b"), "A b");
    }
}
