//! A payload in the form that somebody wants, which may be another than the one that it has.

use retort_core::{Content, Detection, Document, Envelope, Facts, Format, Kind, Listing, Pair, Payload, Raw, urls};

use super::{
    Card, Entry, Failure, Frame, Link, MOST_ENTRIES, PartBody, Shown, Source, Table, body_of, entries, link, text_of,
};

/// Why a payload cannot be shown in a format.
pub(super) fn unfit(format: Format) -> &'static str {
    match format {
        Format::SearchResults => "there is no list of objects in it",
        Format::Table => "there are no rows in it",
        Format::Csv => "there are no rows in it, as JSON or with a delimiter",
        Format::KeyValue => "there are no names with values in it",
        Format::UrlList => "there are no addresses in it",
        _ => "it has no such form",
    }
}

/// The payload in a form that somebody wants; `None` where it cannot have that.
pub(super) fn body(
    format: Format,
    payload: &Payload,
    detection: &Detection,
    envelope: &Envelope,
    frame: &mut Frame,
) -> Option<Shown> {
    let document = match &payload.content {
        Content::Json(document) => Some(document),
        _ => None,
    };
    if format == detection.format {
        return Some(body_of(payload, detection, envelope, frame));
    }
    // The whole payload is shown: nothing is left for the frame to tell.
    let mut whole = || frame.keep_to_oddities();
    match format {
        Format::SearchResults | Format::Table => {
            let list = document.and_then(largest_list);
            if let (None, None, Content::Text(text)) = (&list, document, &payload.content) {
                return (format == Format::Table).then(|| as_rows(text.as_str())).flatten().map(|table| {
                    whole();
                    PartBody::Table(table).into()
                });
            }
            let list = list?;
            frame.keep_beside(list.around().as_ref());
            let body = match format {
                Format::SearchResults if list.rows() <= MOST_ENTRIES => {
                    PartBody::Cards(list.raw().items().map(|row| Card::of(&row)).collect())
                }
                _ => PartBody::Table(Table::of_listing(&list, &Facts::None)),
            };
            Some(Shown { body, pointer: Some(list.pointer()) })
        }
        Format::Csv if document.is_some() => body(Format::Table, payload, detection, envelope, frame),
        Format::Csv => {
            let table = as_rows(&text_of(payload))?;
            whole();
            Some(PartBody::Table(table).into())
        }
        Format::Json => {
            whole();
            let value = match &payload.content {
                Content::Json(document) => document.raw().clone(),
                Content::Text(text) => Raw::string(text.as_str()),
                _ => Raw::parse("null")?,
            };
            Some(PartBody::Tree(value).into())
        }
        Format::KeyValue => {
            let entries = match document {
                Some(document) if document.raw().kind() == Kind::Object => members(document.raw()),
                Some(_) => return None,
                None => entries(&text_of(payload)),
            };
            whole();
            if entries.len() > MOST_ENTRIES {
                return Some(PartBody::Text { text: text_of(payload), tone: detection.tone }.into());
            }
            entries.iter().any(|entry| matches!(entry, Entry::Pair(..))).then(|| PartBody::Pairs(entries).into())
        }
        Format::UrlList => {
            let text = text_of(payload);
            let links: Vec<Link> = match document {
                Some(document) => link::all_in(document.raw()).take(MOST_ENTRIES + 1).collect(),
                None => urls(&text).into_iter().take(MOST_ENTRIES + 1).map(Link::new).collect(),
            };
            whole();
            if links.len() > MOST_ENTRIES {
                let addresses: String = match document {
                    Some(document) => {
                        link::all_in(document.raw()).flat_map(|link| [link.address, "\n".into()]).collect()
                    }
                    None => text,
                };
                return Some(PartBody::Text { text: addresses, tone: detection.tone }.into());
            }
            (!links.is_empty()).then(|| PartBody::Links(links).into())
        }
        Format::Error => Some(PartBody::Failure(Failure::told(text_of(payload))).into()),
        _ => {
            whole();
            let text = text_of(payload);
            let language = if document.is_some() { "json" } else { "" };
            let source = |language: &str| {
                let language = Some(language.to_owned()).filter(|language| !language.is_empty());
                PartBody::Source(Source { text: text.clone(), language })
            };
            let body = match format {
                Format::Markdown => PartBody::Markdown(text),
                Format::Html => source("html"),
                Format::Xml => source("xml"),
                Format::Code => source(language),
                _ => PartBody::Text { text, tone: detection.tone },
            };
            Some(body.into())
        }
    }
}

/// The rows of a text: of the table that is drawn in it, else of its lines.
fn as_rows(text: &str) -> Option<Table> {
    Table::of_markdown(text).or_else(|| Table::guessed(text))
}

/// The list of objects with the most rows.
fn largest_list(document: &Document) -> Option<Listing<'_>> {
    let lists = document.lists().filter(|list| list.of_objects() && list.rows() > 0);
    lists.max_by_key(Listing::rows)
}

/// The members of an object as names and values.
fn members(object: &Raw) -> Vec<Entry> {
    let pair = |(key, value): (std::borrow::Cow<'_, str>, Raw)| {
        let value = if value.kind().is_container() { value.to_json() } else { value.to_plain().into_owned() };
        Entry::Pair(Pair { key: key.into_owned(), value }, 0)
    };
    object.members().take(MOST_ENTRIES + 1).map(pair).collect()
}
