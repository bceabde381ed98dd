//! The terminal: a view as lines of text, with colours and links where those are wanted. Everything goes through
//! the canvas, which makes the text of servers harmless.

mod canvas;
mod cards;
mod failure;
mod frame;
mod links;
mod markdown;
mod media;
mod page;
mod pairs;
mod palette;
mod picture;
mod sixel;
mod source;
mod string;
mod table;
mod text;
mod tree;

pub use palette::Palette;

use std::io::{self, Write};

use crate::view::{Part, PartBody, View};

pub(crate) use canvas::Canvas;
pub(crate) use palette::Ink;

/// How a view is drawn as lines of text.
///
/// ```
/// use retort_core::Interpretation;
/// use retort_render::{Terminal, View};
///
/// let reading = retort_core::read(r#"{"content": [{"type": "text", "text": "Name: Ann\nAge: 30"}]}"#);
/// let view = View::of(&Interpretation::of(&reading.messages[0]), None);
/// assert_eq!(Terminal::plain().draw(&view), "Name  Ann\nAge   30\n");
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Terminal {
    /// How many columns there are; `None` for as many as it takes, which is what a pipe gets.
    pub width: Option<usize>,
    /// The colours; `None` for none.
    pub palette: Option<Palette>,
    /// Whether titles and addresses can be clicked.
    pub links: bool,
    /// How images are shown.
    pub images: Images,
    /// The most rows of a table, cards or links; `None` for all.
    pub rows: Option<usize>,
    /// How deep JSON is shown before it is folded; `None` for all of it.
    pub depth: Option<usize>,
    /// Whether text from right to left gets marks that keep the columns beside it in place.
    pub marks: bool,
    /// Whether it is told below a view what of it was lost or mended. In a pipe it would stand among the data, so
    /// whoever writes to one tells it elsewhere.
    pub damage: bool,
    /// What a person has to do to see rows that are left out, such as `--rows all`.
    pub more: Option<String>,
    /// The option that takes a width, such as `--width`, for a person who wants to see columns that are left out.
    pub wider: Option<String>,
    /// What a person has to do to see all that is left out in another form, such as `--as json`.
    pub whole: Option<String>,
}

/// How a terminal shows images.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Images {
    /// Not at all: they are told in a line.
    #[default]
    None,
    /// As kitty's graphics protocol has it.
    Kitty,
    /// As iTerm2 has it.
    Iterm2,
    /// As sixels.
    Sixel,
}

impl Terminal {
    /// Plain and complete text, as a pipe gets it.
    pub fn plain() -> Self {
        Self {
            width: None,
            palette: None,
            links: false,
            images: Images::None,
            rows: None,
            depth: None,
            marks: false,
            damage: true,
            more: None,
            wider: None,
            whole: None,
        }
    }

    /// Writes a view.
    ///
    /// # Errors
    /// When `out` cannot be written to.
    pub fn write(&self, view: &View, out: &mut dyn Write) -> io::Result<()> {
        let mut canvas = Canvas::new(self, out);
        frame::above(&view.frame, &mut canvas)?;
        for (index, part) in view.parts.iter().enumerate() {
            if index > 0 {
                canvas.end_line()?;
            }
            draw(part, &mut canvas)?;
        }
        frame::below(&view.frame, &mut canvas)
    }

    /// A view as text.
    pub fn draw(&self, view: &View) -> String {
        let mut text = Vec::new();
        // Writing to memory does not fail.
        let _ = self.write(view, &mut text);
        String::from_utf8_lossy(&text).into_owned()
    }
}

fn draw(part: &Part, canvas: &mut Canvas<'_>) -> io::Result<()> {
    if let Some(label) = &part.label {
        canvas.text(Ink::Heading, label)?;
        canvas.end_line()?;
    }
    match &part.body {
        PartBody::Cards(cards) => cards::draw(cards, canvas),
        PartBody::Table(table) => table::draw(table, canvas),
        PartBody::Tree(value) if is_no_list(value) && canvas.options().width.is_some() => {
            canvas.line(Ink::Faint, "[]  nothing was found")
        }
        PartBody::Tree(value) => tree::draw(value, canvas),
        PartBody::Markdown(text) => markdown::draw(text, canvas),
        PartBody::Pairs(entries) => pairs::draw(entries, canvas),
        PartBody::Links(links) => links::draw(links, canvas),
        PartBody::Failure(failure) => failure::draw(failure, canvas),
        PartBody::Text { text, tone } => text::draw(text, *tone, canvas),
        PartBody::Source(source) => source::draw(source, canvas),
        PartBody::Media(media) => media::draw(media, canvas),
        // A pipe gets nothing for nothing; a person is told that this is all.
        PartBody::Nothing if canvas.options().width.is_some() => canvas.line(Ink::Faint, "nothing"),
        PartBody::Nothing => Ok(()),
    }
}

/// Whether a value is a list of nothing, which a person may take for a mistake.
fn is_no_list(value: &retort_core::Raw) -> bool {
    value.kind() == retort_core::Kind::Array && value.items().next().is_none()
}
