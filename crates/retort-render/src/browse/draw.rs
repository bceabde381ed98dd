//! Drawing the viewer: what it is above, the pane, where the cursor is, and the keys below. On a small screen the
//! pane comes first.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};
use retort_core::Status;
use unicode_segmentation::UnicodeSegmentation;

use super::browser::Browser;
use super::keys::{Hint, all, hints};
use super::look::{Look, Pen};
use super::pane::{Pane, PaneKind};
use crate::measure::width;
use crate::safe::harmless;
use crate::terminal::Ink;

const TABS: [&str; 3] = ["View", "Envelope", "Raw"];

impl Browser {
    /// Draws it.
    pub fn draw(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        if area.width == 0 || area.height == 0 {
            return;
        }
        let title = u16::from(area.height >= 5);
        let status = u16::from(area.height >= 2);
        let keys = u16::from(area.height >= 4);
        let body = Rect { y: area.y + title, height: area.height - title - status - keys, ..area };
        let buffer = frame.buffer_mut();
        if title > 0 {
            self.draw_title(buffer, Rect { height: 1, ..area });
        }
        let look = self.look;
        match self.pane_mut() {
            Some(pane) => pane.draw(buffer, body, look),
            None => Pen::new(buffer, body.left(), body.top(), body.right()).put("…", look.ink(Ink::Faint)),
        }
        let cursor = (status > 0).then(|| self.draw_status(buffer, Rect { y: body.bottom(), height: 1, ..area }));
        if keys > 0 {
            let line = Rect { y: area.bottom() - 1, height: 1, ..area };
            let hints = hints(self.pane().map_or(PaneKind::Text, Pane::kind));
            match &self.prompt {
                Some(prompt) => draw_keys(buffer, line, &[], prompt.hints(), look),
                None => draw_keys(buffer, line, &[("?", "keys"), ("q", "quit")], hints, look),
            }
        }
        if self.help.is_some() {
            self.draw_help(buffer, body);
        } else if let Some(cursor) = cursor.flatten() {
            frame.set_cursor_position(cursor);
        }
    }

    /// What it is, how it went, and how it is seen.
    fn draw_title(&self, buffer: &mut Buffer, area: Rect) {
        let look = self.look;
        let bar = look.bar();
        let ink = |ink: Ink| bar.patch(look.ink(ink));
        let is_narrow = area.width < 50;
        let tabs = TABS.iter().enumerate().filter(|(at, _)| !is_narrow || *at == self.at);
        let room: usize = tabs.clone().map(|(_, name)| name.len() + 2).sum();
        let start = area.right().saturating_sub(u16::try_from(room).unwrap_or(u16::MAX)).max(area.left());
        let mut pen = Pen::new(buffer, area.left(), area.y, start);
        pen.put(" ", bar);
        pen.put(self.view.tool.as_deref().or(self.view.name.as_deref()).unwrap_or("response"), ink(Ink::Heading));
        pen.put(&format!(" · {}", self.view.format.name().replace('_', " ")), ink(Ink::Faint));
        let tab = self.tabs.get(self.at);
        if let Some(tab) = tab.filter(|tab| tab.parts.len() > 1) {
            pen.put(&format!(" · part {} of {}", tab.at + 1, tab.parts.len()), ink(Ink::Faint));
        }
        let mut names = self.stack().iter().map(|named| named.name.as_str()).filter(|name| !name.is_empty());
        if let Some(name) = names.next_back() {
            pen.put(" · ", ink(Ink::Faint));
            pen.put(name, ink(Ink::Key));
        }
        let frame = &self.view.frame;
        let counts = frame.counts.as_ref().map(crate::view::Counts::words).filter(|words| !words.is_empty());
        for words in counts.iter().chain(&frame.message) {
            let tone = match frame.status {
                Some(Status::Error) => Ink::Bad,
                Some(Status::Partial) => Ink::Warn,
                _ => Ink::Faint,
            };
            pen.put(" · ", ink(Ink::Faint));
            pen.put(super::excerpt::beginning(words), ink(tone));
        }
        pen.put(" ", bar);
        pen.fill(bar);
        let mut pen = Pen::new(buffer, start, area.y, area.right());
        for (at, name) in tabs {
            let style = match (at == self.at, look.palette) {
                (true, Some(_)) => look.cursor().add_modifier(Modifier::BOLD),
                (true, None) => Style::new().add_modifier(Modifier::BOLD),
                (false, _) => ink(Ink::Faint),
            };
            pen.put(&format!(" {name} "), style);
        }
    }

    /// What is typed or to be said, or where the cursor is; gives where the cursor of the terminal belongs.
    fn draw_status(&self, buffer: &mut Buffer, area: Rect) -> Option<Position> {
        let look = self.look;
        let bar = look.bar();
        let ink = |ink: Ink| bar.patch(look.ink(ink));
        let pane = self.pane();
        let busy = pane.and_then(Pane::busy);
        let position = pane.map(Pane::position).unwrap_or_default();
        let right = busy.map_or(position, |busy| format!("{busy}…"));
        let right_width = width(&right);
        let room = usize::from(area.width);
        // The position gives way before what is said.
        let is_wide = room > right_width + 20;
        let end = if is_wide { area.right() - u16::try_from(right_width + 2).unwrap_or(0) } else { area.right() };
        let mut pen = Pen::new(buffer, area.left(), area.y, end);
        pen.put(" ", bar);
        let mut cursor = None;
        if let Some(prompt) = &self.prompt {
            pen.put(prompt.label(), ink(Ink::Key));
            let left = pen.room().saturating_sub(1);
            pen.put(&tail(&prompt.typed, left), bar);
            cursor = Some(Position { x: pen.at.min(area.right().saturating_sub(1)), y: area.y });
            if let Some(note) = &self.note {
                pen.put(&format!("  {note}"), ink(Ink::Warn));
            }
        } else if let Some(note) = &self.note {
            pen.put(note, ink(Ink::Warn));
        } else {
            let filter = pane.map(|pane| pane.filtered_by().to_owned()).filter(|filter| !filter.is_empty());
            if let Some(filter) = filter {
                pen.put(&format!("filter: {filter}  "), ink(Ink::Warn));
            }
            let path = pane.and_then(Pane::path).unwrap_or_default();
            let room = pen.room();
            pen.put(&tail(&path, room), ink(Ink::Key));
        }
        pen.fill(bar);
        if is_wide {
            let mut pen = Pen::new(buffer, end, area.y, area.right());
            pen.put(&format!(" {right} "), ink(Ink::Faint));
        }
        cursor
    }

    fn draw_help(&mut self, buffer: &mut Buffer, area: Rect) {
        let look = self.look;
        let kind = self.pane().map_or(PaneKind::Text, Pane::kind);
        let lines = help_lines(kind);
        let widest = lines.iter().map(|(keys, words)| width(keys).max(KEYS_WIDTH) + width(words) + 6).max();
        let wide = u16::try_from(widest.unwrap_or_default()).unwrap_or(u16::MAX).min(area.width);
        let high = u16::try_from(lines.len() + 2).unwrap_or(u16::MAX).min(area.height);
        if wide < 4 || high < 3 {
            return;
        }
        let area = Rect {
            x: area.x + (area.width - wide) / 2,
            y: area.y + (area.height - high) / 2,
            width: wide,
            height: high,
        };
        let inner = usize::from(high) - 2;
        let top = self.help.unwrap_or_default().min(lines.len().saturating_sub(inner));
        self.help = Some(top);
        let rule = "─".repeat(usize::from(wide) - 2);
        let faint = look.ink(Ink::Faint);
        for (line, row) in (area.top()..area.bottom()).enumerate() {
            let mut pen = Pen::new(buffer, area.left(), row, area.right());
            if line == 0 || line == usize::from(high) - 1 {
                let (start, end) = if line == 0 { ("╭", "╮") } else { ("╰", "╯") };
                pen.put(&format!("{start}{rule}{end}"), faint);
                if line > 0 && top + inner < lines.len() {
                    Pen::new(buffer, area.left() + 2, row, area.right() - 1).put(" more below: j ", faint);
                }
                continue;
            }
            pen.put("│ ", faint);
            let (keys, words) = lines.get(top + line - 1).copied().unwrap_or_default();
            let heading = words.is_empty();
            pen.put(keys, look.ink(if heading { Ink::Heading } else { Ink::Key }));
            if !heading {
                pen.blanks(KEYS_WIDTH.saturating_sub(width(keys)) + 2, Style::new());
                pen.put(words, Style::new());
            }
            pen.fill(Style::new());
            Pen::new(buffer, area.right() - 1, row, area.right()).put("│", faint);
        }
    }
}

/// How wide the keys are in the list of them.
const KEYS_WIDTH: usize = 24;

fn help_lines(kind: PaneKind) -> Vec<(&'static str, &'static str)> {
    let mut lines = Vec::new();
    for (heading, hints) in all(kind) {
        lines.push((heading, ""));
        lines.extend(hints.iter().map(|(keys, words)| (*keys, *words)));
    }
    lines
}

/// As many keys as there is room for; some are always among them.
fn draw_keys(buffer: &mut Buffer, area: Rect, always: &[Hint], hints: &[Hint], look: Look) {
    let room = usize::from(area.width);
    let columns = |(key, words): &(&str, &str)| width(key) + width(words) + 3;
    let mut taken: usize = always.iter().map(columns).sum::<usize>() + 1;
    let mut pen = Pen::new(buffer, area.left(), area.y, area.right());
    pen.put(" ", Style::new());
    let more = hints.iter().take_while(|hint| {
        taken += columns(hint);
        taken <= room
    });
    for (key, words) in always.iter().chain(more) {
        pen.put(key, look.ink(Ink::Heading));
        pen.put(" ", Style::new());
        pen.put(words, look.ink(Ink::Faint));
        pen.put("  ", Style::new());
    }
}

/// The end of a text that is too long, because that is what changes.
fn tail(text: &str, most: usize) -> String {
    let start = text.ceil_char_boundary(text.len().saturating_sub(8 * most + 64));
    let cut = text.get(start..).unwrap_or_default();
    let safe = harmless(cut);
    if start == 0 && width(&safe) <= most {
        return safe.into_owned();
    }
    let mut kept: Vec<&str> = Vec::new();
    let mut columns = 1;
    for cluster in safe.graphemes(true).rev() {
        columns += width(cluster);
        if columns > most {
            break;
        }
        kept.push(cluster);
    }
    kept.push("…");
    kept.reverse();
    kept.concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_path_is_kept() {
        assert_eq!(tail("$.a.b", 10), "$.a.b");
        assert_eq!(tail("$.items[12].name", 8), "…2].name");
        assert_eq!(tail("日本語", 4), "…語");
        assert_eq!(tail("abc", 0), "…");
    }
}
