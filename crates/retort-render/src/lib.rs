//! Shows what MCP servers answer: in a terminal, as HTML, as Markdown and as CSV.
//!
//! A response becomes a [`View`] first: what is shown of it, apart from where. Then a [`Terminal`] or a page draws
//! the view. Everything in a view comes from a server and is hostile until shown otherwise: whoever draws it
//! writes text through one place that makes it harmless.

mod amount;
#[cfg(feature = "browse")]
pub mod browse;
mod date;
mod effort;
mod export;
mod fence;
mod highlight;
pub mod html;
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
    Body, Card, Cell, Counts, Entry, Failure, Frame, Link, Media, MediaKind, Part, Picture, Row, Source, Table,
    TableColumn, View,
};
