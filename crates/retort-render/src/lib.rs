//! Shows what MCP servers answer: in a terminal, as HTML, as Markdown and as CSV.
//!
//! A response becomes a [`View`] first: what is shown of it, apart from where. Then a [`Terminal`] or a page draws
//! the view. Everything in a view comes from a server and is hostile until shown otherwise: whoever draws it
//! writes text through one place that makes it harmless.
//!
//! ```
//! use retort_core::Interpretation;
//! use retort_render::{Terminal, View, html};
//!
//! let sent = r#"{"content": [{"type": "text", "text": "[{\"id\": 1, \"name\": \"Ann\"}, {\"id\": 2, \"name\": \"Bob\"}]"}]}"#;
//! let message = retort_core::read(sent).into_first();
//! let view = View::of(&Interpretation::of(&message), None);
//! assert!(Terminal::plain().draw(&view).contains("Ann"));
//! assert!(html::page(&[view], "People").contains("<table"));
//! ```
//!
//! [`Terminal`] draws lines, in colours and to a width where it is told to; [`html`] has pages and pieces of pages;
//! [`markdown()`] and [`csv()`] export. With the feature `browse` there is a full-screen viewer.

mod amount;
#[cfg(feature = "browse")]
pub mod browse;
mod date;
mod effort;
mod export;
mod fair;
mod fence;
mod highlight;
pub mod html;
mod led;
mod measure;
mod safe;
pub mod terminal;
mod view;

#[cfg(feature = "browse")]
pub use browse::browse;
pub use export::{ExportError, csv, markdown};
pub use measure::{width, wrap};
pub use safe::harmless;
pub use terminal::{Images, Palette, Terminal};
pub use view::{
    Card, Cell, Counts, Entry, Failure, Frame, Link, Media, MediaKind, Part, PartBody, Picture, Row, Source, Table,
    TableColumn, View,
};
