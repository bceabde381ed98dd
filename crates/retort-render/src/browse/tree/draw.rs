//! Drawing the lines of a tree that can be seen.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use retort_core::Kind;

use super::lines::{Line, Name};
use super::{TreePane, shown};
use crate::browse::look::{Look, Pen};
use crate::browse::pane::grouped;
use crate::terminal::Ink;

impl TreePane {
    pub(super) fn draw_lines(&mut self, buffer: &mut Buffer, area: Rect, look: Look) {
        self.scroll.height = usize::from(area.height);
        self.scroll.keep(self.lines.len());
        // Deep lines are moved to the left, so that the cursor's own is seen.
        let most = usize::from(area.width) / 2;
        let shift = self.line().map_or(0, |line| (2 * line.depth).saturating_sub(most));
        let seen = self.lines.iter().enumerate().skip(self.scroll.top).take(self.scroll.height);
        for (row, (index, line)) in (area.top()..area.bottom()).zip(seen) {
            let is_here = index == self.scroll.cursor;
            let under = if is_here { look.cursor() } else { Style::new() };
            let mut pen = Pen::new(buffer, area.left(), row, area.right());
            pen.blanks((2 * line.depth).saturating_sub(shift), under);
            self.draw_line(line, &mut pen, look, is_here);
            pen.fill(under);
        }
    }

    fn draw_line(&self, line: &Line, pen: &mut Pen<'_>, look: Look, is_here: bool) {
        let Some(raw) = self.raw_of(line) else { return };
        let ink = |ink: Ink| if is_here { look.ink_at_cursor(ink) } else { look.ink(ink) };
        let sought = self.sought.as_ref().map(|needle| (needle, look.found()));
        let kind = raw.kind();
        let sign = match (kind.is_container(), line.open) {
            (false, _) => "  ",
            (true, None) => "▸ ",
            (true, Some(_)) => "▾ ",
        };
        pen.put(sign, ink(Ink::Faint));
        match &line.name {
            Name::Root => {}
            Name::Item(index) => pen.put(&format!("{index}: "), ink(Ink::Faint)),
            name @ Name::Key(_) => {
                let key = self.key_of(name);
                pen.say(crate::browse::excerpt::beginning(&key), ink(Ink::Key), sought);
                pen.put(": ", ink(Ink::Faint));
            }
        }
        match (kind, line.open) {
            (Kind::Object, Some(count)) => pen.put(&format!("{{{}}}", counted(count, "member")), ink(Ink::Faint)),
            (Kind::Array, Some(count)) => pen.put(&format!("[{}]", counted(count, "item")), ink(Ink::Faint)),
            (Kind::Object | Kind::Array, None) => pen.put(&shown(&raw), ink(Ink::Faint)),
            (Kind::String, _) => pen.say(&shown(&raw), ink(Ink::Text), sought),
            (Kind::Number, _) => pen.say(&shown(&raw), ink(Ink::Number), sought),
            (Kind::Bool | Kind::Null, _) => pen.say(&shown(&raw), ink(Ink::Word), sought),
        }
    }
}

fn counted(count: usize, what: &str) -> String {
    match count {
        0 => String::new(),
        1 => format!("1 {what}"),
        _ => format!("{} {what}s", grouped(count)),
    }
}
