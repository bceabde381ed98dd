//! What a payload text is when it is not JSON: an error, a table of comma separated values, pairs, links,
//! Markdown, markup, source code or plain prose.
//!
//! Each format has a file of its own with the rule that recognises it. This file asks them in the order in which
//! a reader would trust them: the first line that reports an error outweighs everything below it, a document's
//! own syntax (tags, a program, a heading) outweighs the shape of its lines, and lines that are alike outweigh a
//! stray star or back-tick. Only the head of a long text is judged; counts cover the whole of it.

mod code;
mod csv;
mod error;
mod error_text;
mod key_value;
mod lines;
mod log;
mod markdown;
mod markup;
mod success;
mod url_list;

use crate::format::Format;

pub(crate) use csv::CsvFacts;
pub use csv::{Delimiter, csv_ranges, csv_records};
pub(crate) use error::{is_http_reason, reports_error};
pub(crate) use error_text::error_text;
pub(crate) use key_value::pairs;
pub use key_value::{Pair, pair_of};
pub(crate) use success::says_success;
pub use url_list::urls;

/// The format of a text, how sure the detector is, and what it learnt on the way.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct TextDetection {
    /// What the text looks like to a person.
    pub(crate) format: Format,
    /// From 0 to 1: above 0.9 for a clear case, 0.5 to 0.7 for a judgement call.
    pub(crate) confidence: f32,
    /// Counts and names that a renderer needs and that were found while looking.
    pub(crate) facts: TextFacts,
}

/// What the detector learnt about a text of one format.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum TextFacts {
    /// Nothing beyond the format.
    None,
    /// The shape of the table.
    Csv(CsvFacts),
    /// The number of pairs.
    Pairs(usize),
    /// The number of URLs.
    Urls(usize),
    /// The language of a program, in lower case: `rust`, `sql`, `diff`.
    Language(&'static str),
}

/// Judges a text that is not a JSON object or array.
pub(crate) fn detect(text: &str) -> TextDetection {
    let text = lines::without_bom(text);
    let head = lines::head(text);

    if head.trim().is_empty() {
        return found(Format::PlainText, 1.0);
    }
    if is_binary(head) {
        return found(Format::PlainText, 0.9);
    }
    if let Some(confidence) = error::confidence(head) {
        return found(Format::Error, confidence);
    }
    if let Some((format, confidence)) = markup::recognise(head) {
        return found(format, confidence);
    }
    if url_list::is_url_list(head) && (head.len() == text.len() || url_list::is_url_list(text)) {
        return TextDetection {
            format: Format::UrlList,
            confidence: 0.99,
            facts: TextFacts::Urls(url_list::count(text)),
        };
    }
    if let Some((language, confidence)) = code::recognise(head) {
        return TextDetection { format: Format::Code, confidence, facts: TextFacts::Language(language) };
    }
    by_the_shape_of_its_lines(text, head)
}

/// Whether a text is really bytes of something else: no text holds NUL, or many characters that could not be read.
fn is_binary(head: &str) -> bool {
    let unreadable = head.chars().filter(|c| *c == char::REPLACEMENT_CHARACTER).count();
    head.contains('\0') || unreadable * 10 > head.chars().count()
}

fn by_the_shape_of_its_lines(text: &str, head: &str) -> TextDetection {
    let markdown = markdown::signals(head);
    // `# comment` above `KEY=value` is an environment file, not a heading.
    if markdown.blocks > 0 && !key_value::is_commented_settings(head) {
        return found(Format::Markdown, markdown.confidence());
    }
    if markdown.links == 0
        && let Some(confidence) = key_value::confidence(head)
    {
        return TextDetection { format: Format::KeyValue, confidence, facts: TextFacts::Pairs(key_value::count(text)) };
    }
    if let Some((delimiter, confidence)) = csv::recognise(head, head.len() < text.len()) {
        return TextDetection { format: Format::Csv, confidence, facts: TextFacts::Csv(CsvFacts::of(text, delimiter)) };
    }
    if markdown.is_markdown() {
        return found(Format::Markdown, markdown.confidence());
    }
    found(Format::PlainText, if markdown.weak == 0 { 0.9 } else { 0.6 })
}

fn found(format: Format, confidence: f32) -> TextDetection {
    TextDetection { format, confidence, facts: TextFacts::None }
}
