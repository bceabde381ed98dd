//! What the viewer does, apart from any terminal: it takes keys, and it draws itself.

use crossterm::event::{KeyEvent, KeyEventKind};
use retort_core::{Envelope, Message, Raw};

use super::Options;
use super::job::{GivenUp, Job, Wait};
use super::keys::{Command, command};
use super::look::Look;
use super::needle::Needle;
use super::pane::{Act, Answer, Copied, Motion, Pane, PaneKind, size};
use super::panes::{Named, of_view};
use super::prompt::{Prompt, Purpose, Typed};
use super::text::Text;
use super::tree::TreePane;
use crate::view::View;

/// The viewer, apart from any terminal.
///
/// ```
/// use retort_core::Interpretation;
/// use ratatui::{Terminal, backend::TestBackend};
/// use retort_render::View;
/// use retort_render::browse::{Browser, KeyCode, Options};
///
/// let reading = retort_core::read(r#"{"content": [{"type": "text", "text": "[{\"id\": 1}, {\"id\": 2}]"}]}"#);
/// let message = reading.messages[0].clone();
/// let mut browser = Browser::new(View::of(&Interpretation::of(&message), None), message, Options::default());
/// browser.key(KeyCode::Char('j').into());
/// let mut terminal = Terminal::new(TestBackend::new(40, 10)).unwrap();
/// terminal.draw(|frame| browser.draw(frame)).unwrap();
/// assert!(terminal.backend().to_string().contains("$[1].id"));
/// ```
pub struct Browser {
    pub(super) view: View,
    message: Message,
    pub(super) look: Look,
    /// The ways to see it: view, envelope and raw. Those that nobody has looked at are empty.
    pub(super) tabs: [Tab; 3],
    pub(super) at: usize,
    envelope: Option<Job<Raw>>,
    pub(super) prompt: Option<Prompt>,
    sought: Option<Needle>,
    /// The first line of the list of keys, while that is shown.
    pub(super) help: Option<usize>,
    pub(super) note: Option<String>,
    copied: Option<String>,
    wants_redraw: bool,
    done: bool,
}

/// One way to see it.
#[derive(Default)]
pub(super) struct Tab {
    /// The parts, and for each what was opened in it.
    pub(super) parts: Vec<Vec<Named>>,
    pub(super) at: usize,
}

impl Tab {
    fn of(panes: Vec<Named>) -> Self {
        Self { parts: panes.into_iter().map(|pane| vec![pane]).collect(), at: 0 }
    }

    fn stack(&mut self) -> Option<&mut Vec<Named>> {
        self.parts.get_mut(self.at)
    }
}

/// The places of the tabs.
const VIEW: usize = 0;
const ENVELOPE: usize = 1;
const RAW: usize = 2;

impl Browser {
    /// A viewer for a message and its view.
    pub fn new(view: View, message: Message, options: Options) -> Self {
        let panes = of_view(&view);
        Self {
            view,
            message,
            look: Look { palette: options.palette },
            tabs: [Tab::of(panes), Tab::default(), Tab::default()],
            at: VIEW,
            envelope: None,
            prompt: None,
            sought: None,
            help: None,
            note: None,
            copied: None,
            wants_redraw: false,
            done: false,
        }
    }

    /// Whether somebody has left it.
    pub fn is_done(&self) -> bool {
        self.done
    }

    /// Whether something is being done beside the screen.
    pub fn is_busy(&self) -> bool {
        self.envelope.is_some() || self.pane().is_some_and(|pane| pane.busy().is_some())
    }

    /// What somebody wants to have copied since this was last asked.
    pub fn take_copied(&mut self) -> Option<String> {
        self.copied.take()
    }

    /// Whether somebody wants the whole screen to be drawn anew since this was last asked.
    pub fn take_redraw(&mut self) -> bool {
        std::mem::take(&mut self.wants_redraw)
    }

    pub(super) fn stack(&self) -> &[Named] {
        let tab = self.tabs.get(self.at);
        tab.and_then(|tab| tab.parts.get(tab.at)).map(Vec::as_slice).unwrap_or_default()
    }

    pub(super) fn pane(&self) -> Option<&dyn Pane> {
        self.stack().last().map(|named| named.pane.as_ref())
    }

    pub(super) fn pane_mut(&mut self) -> Option<&mut Box<dyn Pane>> {
        self.tabs.get_mut(self.at)?.stack()?.last_mut().map(|named| &mut named.pane)
    }

    /// Takes in what was done beside the screen; `true` where that changes what is seen.
    pub fn tick(&mut self) -> bool {
        let was_busy = self.is_busy();
        self.poll(Wait::No);
        was_busy
    }

    /// Waits until nothing is being done beside the screen.
    pub fn settle(&mut self) {
        self.poll(Wait::Long);
    }

    fn poll(&mut self, wait: Wait) {
        if let Some(result) = self.envelope.as_ref().and_then(|job| job.poll(wait)) {
            self.envelope = None;
            if let (Ok(raw), Some(tab)) = (result, self.tabs.get_mut(ENVELOPE)) {
                let pane = Box::new(TreePane::new(raw, "$".to_owned()));
                *tab = Tab::of(vec![Named { name: String::new(), pane }]);
            }
            self.show_sought();
        }
        if let Some(note) = self.pane_mut().and_then(|pane| pane.poll(wait)) {
            self.note = Some(note);
        }
    }

    /// Does what a key means.
    pub fn key(&mut self, key: KeyEvent) {
        if key.kind == KeyEventKind::Release {
            return;
        }
        self.note = None;
        if self.prompt.is_some() {
            self.type_key(key);
        } else if let Some(command) = command(key) {
            if self.help.is_some() && command != Command::Leave {
                self.help_key(command);
            } else {
                self.run(command);
            }
        }
        self.poll(Wait::Blink);
    }

    fn run(&mut self, command: Command) {
        match command {
            Command::Go(motion) => {
                if let Some(pane) = self.pane_mut() {
                    pane.go(motion);
                }
            }
            Command::Act(act) => self.act(act),
            Command::Enter => self.enter(),
            Command::NextTab => self.show_tab((self.at + 1) % self.tabs.len()),
            Command::PreviousTab => self.show_tab((self.at + self.tabs.len() - 1) % self.tabs.len()),
            Command::Tab(tab) => self.show_tab(tab),
            Command::Part(forward) => self.show_part(forward),
            Command::Search => self.open_prompt(Purpose::Search),
            Command::Filter => self.open_prompt(Purpose::Filter),
            Command::Again(backward) => self.seek_again(backward),
            Command::CopyValue => self.copy("the value", self.pane().and_then(Pane::value)),
            Command::CopyPath => {
                let path = self.pane().and_then(Pane::path);
                self.copy("the path", path.as_deref().map(Copied::text));
            }
            Command::CopyRow => self.copy("the row", self.pane().and_then(Pane::row)),
            Command::Help => self.help = Some(0),
            Command::Quit => self.done = !self.go_out(),
            Command::Back => self.back(),
            Command::Leave => self.done = true,
            Command::Redraw => self.wants_redraw = true,
        }
    }

    fn help_key(&mut self, command: Command) {
        let Some(top) = self.help else { return };
        self.help = match command {
            Command::Go(Motion::Down | Motion::HalfDown | Motion::PageDown) => Some(top + 1),
            Command::Go(Motion::Up | Motion::HalfUp | Motion::PageUp) => Some(top.saturating_sub(1)),
            Command::Go(_) => Some(top),
            _ => None,
        };
    }

    fn act(&mut self, act: Act) {
        match self.pane_mut().map(|pane| pane.act(act)) {
            Some(Answer::Note(note)) => self.note = Some(note),
            Some(Answer::Unknown) if act == Act::Toggle && self.pane().map(Pane::kind) == Some(PaneKind::Tree) => {}
            Some(Answer::Unknown) if act == Act::Toggle => {
                self.run(Command::Go(Motion::PageDown));
            }
            Some(Answer::Unknown) => self.note = Some("not here; ? shows all keys".to_owned()),
            _ => {}
        }
    }

    fn enter(&mut self) {
        let inside = match self.pane_mut().map(|pane| pane.act(Act::Toggle)) {
            Some(Answer::Unknown) => self.pane().and_then(Pane::inside),
            Some(Answer::Note(note)) => return self.note = Some(note),
            _ => return,
        };
        if let Some((name, pane)) = inside
            && let Some(stack) = self.tabs.get_mut(self.at).and_then(Tab::stack)
        {
            stack.push(Named { name, pane });
            self.show_sought();
        }
    }

    /// Goes back from what was opened; `false` where nothing was.
    fn go_out(&mut self) -> bool {
        let stack = self.tabs.get_mut(self.at).and_then(Tab::stack).filter(|stack| stack.len() > 1);
        let is_inside = stack.is_some_and(|stack| stack.pop().is_some());
        self.show_sought();
        is_inside
    }

    fn back(&mut self) {
        if self.pane().is_some_and(|pane| pane.busy().is_some()) {
            self.note = Some("given up".to_owned());
            if let Some(pane) = self.pane_mut() {
                pane.give_up();
            }
        } else if self.sought.take().is_some() {
            self.show_sought();
        } else if !self.go_out()
            && let Some(pane) = self.pane_mut()
            && !pane.filtered_by().is_empty()
        {
            pane.filter("");
        }
    }

    fn show_tab(&mut self, at: usize) {
        self.at = at.min(RAW);
        let is_empty = self.tabs.get(self.at).is_some_and(|tab| tab.parts.is_empty());
        if is_empty && self.at == RAW {
            let pane = Box::new(Text::sent(self.message.sent.clone()));
            self.tabs[RAW] = Tab::of(vec![Named { name: String::new(), pane }]);
        } else if is_empty && self.envelope.is_none() {
            let (message, tool) = (self.message.clone(), self.view.tool.clone());
            self.envelope = Some(Job::start("making the envelope", 1, move |_| {
                Raw::parse(Envelope::from_message(&message, tool.as_deref()).to_json()).ok_or(GivenUp)
            }));
        }
        self.show_sought();
    }

    fn show_part(&mut self, forward: bool) {
        let Some(tab) = self.tabs.get_mut(self.at).filter(|tab| tab.parts.len() > 1) else {
            self.note = Some("there is only one part".to_owned());
            return;
        };
        let count = tab.parts.len();
        tab.at = if forward { (tab.at + 1) % count } else { (tab.at + count - 1) % count };
        self.show_sought();
    }

    fn show_sought(&mut self) {
        let sought = self.sought.clone();
        if let Some(pane) = self.pane_mut() {
            pane.highlight(sought);
        }
    }

    fn open_prompt(&mut self, purpose: Purpose) {
        let Some(pane) = self.pane() else { return };
        if purpose == Purpose::Filter && pane.kind() != PaneKind::Table {
            self.note = Some("only tables are filtered; / searches here".to_owned());
            return;
        }
        let before = if purpose == Purpose::Filter { pane.filtered_by().to_owned() } else { String::new() };
        self.prompt = Some(Prompt { purpose, typed: before.clone(), before, origin: pane.mark() });
    }

    fn type_key(&mut self, key: KeyEvent) {
        let Some(prompt) = &mut self.prompt else { return };
        let typed = prompt.key(key);
        let Prompt { purpose, typed: text, before, origin } = prompt.clone();
        if matches!(typed, Typed::Accepted | Typed::GivenUp) {
            self.prompt = None;
        }
        match (purpose, typed) {
            (_, Typed::Nothing) | (Purpose::Filter, Typed::Accepted) => {}
            (Purpose::Search, Typed::Accepted) => {
                if text.is_empty() {
                    self.sought = None;
                    self.show_sought();
                }
            }
            (Purpose::Search, Typed::GivenUp) => {
                self.sought = None;
                self.show_sought();
                if let Some(pane) = self.pane_mut() {
                    pane.give_up();
                    pane.back_to(origin);
                }
            }
            (Purpose::Search, Typed::Changed) => {
                self.sought = Needle::new(&text);
                self.show_sought();
                let sought = self.sought.clone();
                let Some(pane) = self.pane_mut() else { return };
                match sought {
                    Some(needle) => pane.seek(&needle, origin, false, true),
                    None => pane.back_to(origin),
                }
            }
            (Purpose::Filter, Typed::GivenUp) => {
                if let Some(pane) = self.pane_mut() {
                    pane.filter(&before);
                }
            }
            (Purpose::Filter, Typed::Changed) => {
                if let Some(pane) = self.pane_mut() {
                    pane.filter(&text);
                }
            }
        }
    }

    fn seek_again(&mut self, backward: bool) {
        let Some(needle) = self.sought.clone() else {
            self.note = Some("nothing is searched for; / begins a search".to_owned());
            return;
        };
        if let Some(pane) = self.pane_mut() {
            let mark = pane.mark();
            pane.seek(&needle, mark, backward, false);
        }
    }

    fn copy(&mut self, what: &str, copied: Option<Copied>) {
        self.note = Some(match copied {
            Some(Copied::Text(text)) => {
                let start: String = text.chars().take(40).collect();
                let dots = if start.len() < text.len() { "…" } else { "" };
                let note = format!("copied {what}: {start}{dots}");
                self.copied = Some(text);
                note
            }
            Some(Copied::TooLarge(bytes)) => format!("too large to copy: {}, at most 100 KB", size(bytes)),
            None => "there is nothing to copy here".to_owned(),
        });
    }
}
