//! The full-screen viewer, driven by keys and looked at on a screen of letters.

mod everywhere;
mod hostile;
mod screens;
mod tables;
mod texts;
mod trees;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::style::Modifier;
use retort_core::{Interpretation, Raw};
use retort_render::View;
use retort_render::browse::{Browser, KeyCode, KeyEvent, KeyModifiers, Options};

/// A viewer on a screen of letters.
struct Screen {
    browser: Browser,
    terminal: Terminal<TestBackend>,
}

impl Screen {
    /// A viewer for bytes as a server sends them.
    fn sent(bytes: &str) -> Self {
        let message = retort_core::read(bytes).responses().next().unwrap().clone();
        let browser = Browser::new(View::of(&Interpretation::of(&message), None), message, Options::default());
        let terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
        let mut screen = Self { browser, terminal };
        screen.browser.settle();
        screen.draw();
        screen
    }

    /// A viewer for a text that a tool gives.
    fn of(text: &str) -> Self {
        let text = Raw::string(text);
        Self::sent(&format!(r#"{{"content": [{{"type": "text", "text": {}}}]}}"#, text.as_str()))
    }

    /// Types keys: letters as they are, others as `<Enter>`.
    fn keys(&mut self, keys: &str) -> &mut Self {
        let mut rest = keys;
        while let Some(first) = rest.chars().next() {
            let named = rest.strip_prefix('<').and_then(|rest| rest.split_once('>'));
            let (key, behind) = match named {
                Some((name, behind)) => (named_key(name), behind),
                None => (KeyCode::Char(first).into(), &rest[first.len_utf8()..]),
            };
            self.press(key);
            rest = behind;
        }
        self.draw();
        self
    }

    fn press(&mut self, key: KeyEvent) {
        self.browser.key(key);
        self.browser.settle();
    }

    fn draw(&mut self) {
        self.terminal.draw(|frame| self.browser.draw(frame)).unwrap();
    }

    fn resize(&mut self, width: u16, height: u16) -> &mut Self {
        self.terminal.backend_mut().resize(width, height);
        self.draw();
        self
    }

    /// What is on the screen, without blanks at the ends of lines.
    fn text(&self) -> String {
        let buffer = self.terminal.backend().buffer();
        let lines = (0..buffer.area.height).map(|row| self.line(row));
        lines.collect::<Vec<_>>().join("\n")
    }

    fn line(&self, row: u16) -> String {
        let buffer = self.terminal.backend().buffer();
        let mut line = String::new();
        let mut column = 0;
        while column < buffer.area.width {
            let symbol = buffer[(column, row)].symbol();
            line.push_str(symbol);
            column += u16::try_from(retort_render::width(symbol)).unwrap().max(1);
        }
        line.trim_end().to_owned()
    }

    /// The line above the keys.
    fn status(&self) -> String {
        let height = self.terminal.backend().buffer().area.height;
        self.line(height - 2).trim().to_owned()
    }

    /// What has a style of its own, apart from the bars: the cursor, or what a search has found.
    fn marked(&self, modifier: Modifier) -> Vec<String> {
        let buffer = self.terminal.backend().buffer();
        let mut found = Vec::new();
        for row in 1..buffer.area.height - 2 {
            let mut run = String::new();
            for column in 0..=buffer.area.width {
                let cell = buffer.cell((column, row)).filter(|cell| cell.modifier.contains(modifier));
                match cell {
                    Some(cell) => run.push_str(cell.symbol()),
                    None if run.is_empty() => {}
                    None => found.push(std::mem::take(&mut run).trim().to_owned()),
                }
            }
        }
        found
    }

    fn cursor(&self) -> String {
        self.marked(Modifier::REVERSED).join("|")
    }
}

fn named_key(name: &str) -> KeyEvent {
    let code = match name {
        "Enter" => KeyCode::Enter,
        "Esc" => KeyCode::Esc,
        "Tab" => KeyCode::Tab,
        "BackTab" => KeyCode::BackTab,
        "Up" => KeyCode::Up,
        "Down" => KeyCode::Down,
        "Left" => KeyCode::Left,
        "Right" => KeyCode::Right,
        "Home" => KeyCode::Home,
        "End" => KeyCode::End,
        "PageUp" => KeyCode::PageUp,
        "PageDown" => KeyCode::PageDown,
        "Backspace" => KeyCode::Backspace,
        _ => {
            let letter = name.strip_prefix("C-").and_then(|rest| rest.chars().next()).expect("a key that is known");
            return KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL);
        }
    };
    code.into()
}

/// A list of people, in which ids, names and dates are in different orders.
fn people(count: usize) -> String {
    let names = ["ann", "Bob", "Zoe", "émile", "Adam"];
    let rows = (0..count).map(|row| {
        let name = names[row % names.len()];
        let (id, month, balance) = (row + 1, 12 - row % 12, (row * 37) % 101);
        let more = if row % 3 == 0 { "" } else { r#", "note": null"# };
        format!(
            r#"{{"id": {id}, "name": "{name} {id}", "joined": "2024-{month:02}-01", "balance": {balance}.5, "tags": ["a", {{"n": {id}}}]{more}}}"#
        )
    });
    format!("[{}]", rows.collect::<Vec<_>>().join(", "))
}
