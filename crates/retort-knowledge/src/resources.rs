//! Whole entries, as resources: each has a URI of its own, is listed by its id and read as Markdown. A URI is only ever
//! looked up among the ids, so there is nothing that a bent one could lead to.

use std::fmt::Write;

use retort_server::quoted::{self, Quoted};
use rmcp::model::{
    CompleteRequestParams, CompleteResult, CompletionInfo, ErrorData, ListResourcesResult, ReadResourceResult,
    Reference, Resource, ResourceContents, ResourceTemplate,
};
use serde_json::json;

use crate::entry::Entry;
use crate::error::Error;
use crate::markdown::encoded;
use crate::search::Index;

/// What every URI begins with.
const BEGINNING: &str = "knowledge://docs/";
const TEMPLATE: &str = "knowledge://docs/{id}";
const MARKDOWN: &str = "text/markdown";
/// How many entries a page of the list has.
const PAGE: usize = 50;
/// What a cursor begins with; the last id of the page before follows.
const AFTER: &str = "after:";

/// The URI of an entry.
fn uri(id: &str) -> String {
    format!("{BEGINNING}{}", encoded(id))
}

/// A text without the escapes of URIs; `None` where what they stand for is no UTF-8. What is no escape stays.
fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((byte, behind)) = rest.split_first() {
        let digit = |at: usize| behind.get(at).and_then(|digit| char::from(*digit).to_digit(16));
        if let (b'%', Some(high), Some(low)) = (byte, digit(0), digit(1)) {
            bytes.push(u8::try_from(high * 16 + low).ok()?);
            rest = behind.get(2..).unwrap_or_default();
        } else {
            bytes.push(*byte);
            rest = behind;
        }
    }
    String::from_utf8(bytes).ok()
}

/// What is wrong with a file of the index is nobody's business outside.
fn unreadable(_: Error) -> ErrorData {
    ErrorData::internal_error("The entries cannot be read now", None)
}

/// The page of the list at a cursor.
pub(crate) fn list(index: &Index, cursor: Option<&str>) -> Result<ListResourcesResult, ErrorData> {
    let after = match cursor {
        None => None,
        Some(cursor) => Some(cursor.strip_prefix(AFTER).and_then(decoded).ok_or_else(|| {
            let cursor = Quoted::new(cursor);
            ErrorData::invalid_params(format!("{cursor} is no cursor of this list: start again without one"), None)
        })?),
    };
    let mut entries = index.after_id(after.as_deref(), PAGE + 1).map_err(unreadable)?;
    // One that has the same id as the one before is read with it.
    entries.dedup_by(|entry, before| entry.id == before.id);
    let has_more = entries.len() > PAGE;
    entries.truncate(PAGE);
    let next = entries.last().filter(|_| has_more).map(|last| format!("{AFTER}{}", encoded(&last.id)));
    let resources = entries.iter().map(resource).collect();
    Ok(ListResourcesResult { next_cursor: next, ..ListResourcesResult::with_all_items(resources) })
}

fn resource(entry: &Entry) -> Resource {
    let mut description = format!("Version {}", entry.version.name());
    if !entry.category.is_empty() {
        let _ = write!(description, ", category {}", entry.category);
    }
    Resource::new(uri(&entry.id), &entry.id)
        .with_title(&entry.title)
        .with_description(description)
        .with_mime_type(MARKDOWN)
}

/// The templates.
pub(crate) fn templates() -> Vec<ResourceTemplate> {
    let template = ResourceTemplate::new(TEMPLATE, "entry")
        .with_title("A whole entry")
        .with_description("An entry by its id, which search_docs tells, as Markdown")
        .with_mime_type(MARKDOWN);
    vec![template]
}

/// The entry that a URI names.
pub(crate) fn read(index: &Index, uri: &str) -> Result<ReadResourceResult, ErrorData> {
    let said = Quoted::new(uri);
    let missing = |message: String| ErrorData::resource_not_found(message, Some(json!({ "uri": quoted::name(uri) })));
    let id = uri
        .split_at_checked(BEGINNING.len())
        .filter(|(first, id)| first.eq_ignore_ascii_case(BEGINNING) && !id.is_empty());
    let Some((_, id)) = id else {
        return Err(missing(format!("{said} names no entry: an entry's URI is {TEMPLATE}")));
    };
    let Some(named) = decoded(id) else {
        return Err(missing(format!("{said} names no entry: what it escapes with % is no UTF-8")));
    };
    let mut found = index.with_id(&named).map_err(unreadable)?;
    if found.is_empty() && named != id {
        // Whoever typed it may have meant a % by a %.
        found = index.with_id(id).map_err(unreadable)?;
    }
    if found.is_empty() {
        let id = Quoted::new(&named);
        return Err(missing(format!("There is no entry {id}: search_docs finds entries and tells their ids")));
    }
    let contents = found.iter().map(|entry| ResourceContents::text(markdown(entry), uri).with_mime_type(MARKDOWN));
    Ok(ReadResourceResult::new(contents.collect()))
}

/// The ids that a person who fills in the template may mean.
pub(crate) fn complete(index: &Index, request: &CompleteRequestParams) -> Result<CompleteResult, ErrorData> {
    let is_ours = matches!(&request.r#ref, Reference::Resource(template) if template.uri == TEMPLATE);
    if !is_ours || request.argument.name != "id" {
        let message = format!("Only the argument \"id\" of the template {TEMPLATE} can be completed");
        return Err(ErrorData::invalid_params(message, None));
    }
    let (ids, has_more) = index.ids_like(&request.argument.value, CompletionInfo::MAX_VALUES).map_err(unreadable)?;
    let total = u32::try_from(ids.len()).ok().filter(|_| !has_more);
    let info = CompletionInfo::with_pagination(ids, total, has_more);
    info.map(CompleteResult::new).map_err(|error| ErrorData::internal_error(error, None))
}

/// A whole entry: its title, what is known of it, and its text.
fn markdown(entry: &Entry) -> String {
    let mut text =
        format!("# {}\n\n- Id: {}\n- Version: {}\n", line(&entry.title), line(&entry.id), entry.version.name());
    let tags: Vec<String> = entry.tags.iter().map(|tag| line(tag)).collect();
    let known = [
        ("Category", line(&entry.category)),
        ("Tags", tags.join(", ")),
        ("Source", entry.source.url.clone().map(|url| format!("<{url}>")).unwrap_or_default()),
        ("File", entry.source.path.as_deref().map(line).unwrap_or_default()),
    ];
    for (name, value) in known.iter().filter(|(_, value)| !value.is_empty()) {
        let _ = writeln!(text, "- {name}: {value}");
    }
    let _ = writeln!(text, "\n{}", entry.body.trim());
    text
}

/// A name on one line, where it means itself.
fn line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for word in text.split(|char: char| char.is_whitespace() || char.is_control()).filter(|word| !word.is_empty()) {
        if !line.is_empty() {
            line.push(' ');
        }
        for char in word.chars() {
            if matches!(char, '\\' | '`' | '*' | '[' | '<') {
                line.push('\\');
            }
            line.push(char);
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::{Source, Version};

    fn entry(id: &str) -> Entry {
        Entry {
            id: id.to_owned(),
            title: format!("About *{id}*"),
            version: Version::V5,
            category: "hooks".to_owned(),
            source: Source { url: Some("https://x.example/a".to_owned()), path: Some("a/b.md".to_owned()) },
            tags: vec!["one".to_owned(), "two\nlines".to_owned()],
            asked: Vec::new(),
            body: format!("\nThe text of {id}.\n\n```js\ncode\n```\n"),
        }
    }

    /// Ids of all kinds: as paths and headings make them, and as people write them who mean no good.
    const IDS: [&str; 14] = [
        "hooks-before",
        "guide/start#install",
        "guide/start#install~2",
        "a\\b",
        "a b",
        "new\nline\u{1b}[31m#odd",
        "100%/é?",
        "a%41",
        "../../etc/passwd",
        "~",
        "{id}",
        "c:\\x",
        "<b>",
        "世界#🦀",
    ];

    fn text_of(read: &ReadResourceResult) -> String {
        let values = serde_json::to_value(read).unwrap();
        assert_eq!(values["contents"][0]["mimeType"], MARKDOWN);
        values["contents"][0]["text"].as_str().unwrap().to_owned()
    }

    #[test]
    fn every_entry_is_read_by_the_uri_that_lists_it_and_by_its_id_as_it_is() {
        let index = Index::of(&IDS.map(entry)).unwrap();
        let listed = list(&index, None).unwrap();
        assert_eq!(listed.resources.len(), IDS.len());
        for resource in &listed.resources {
            assert!(IDS.contains(&resource.name.as_str()), "{resource:?}");
            assert!(resource.uri.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'#'), "{}", resource.uri);
            let whole = text_of(&read(&index, &resource.uri).unwrap());
            assert!(whole.contains(&format!("The text of {}.", resource.name)), "{whole}");
        }
        for id in IDS {
            let by_hand = text_of(&read(&index, &format!("Knowledge://DOCS/{id}")).unwrap());
            assert!(by_hand.contains(&format!("The text of {id}.")), "{id}: {by_hand}");
            // As a client fills in the template: all but letters and digits escaped.
            let mut filled_in = BEGINNING.to_owned();
            id.bytes().for_each(|byte| write!(filled_in, "%{byte:02x}").unwrap());
            let read = text_of(&read(&index, &filled_in).unwrap());
            assert!(read.contains(&format!("The text of {id}.")), "{id}: {read}");
        }
    }

    #[test]
    fn a_whole_entry_says_what_is_known_of_it() {
        let expected = "# About \\*a b\\*\n\n- Id: a b\n- Version: v5\n- Category: hooks\n- Tags: one, two lines\n\
                        - Source: <https://x.example/a>\n- File: a/b.md\n\nThe text of a b.\n\n```js\ncode\n```\n";
        assert_eq!(markdown(&entry("a b")), expected);
        let bare = Entry { category: String::new(), tags: Vec::new(), source: Source::default(), ..entry("x") };
        assert!(markdown(&bare).starts_with("# About \\*x\\*\n\n- Id: x\n- Version: v5\n\nThe text of x."));
    }

    #[test]
    fn bent_uris_and_cursors_are_told() {
        let index = Index::of(&IDS.map(entry)).unwrap();
        let long = format!("{BEGINNING}{}", "x".repeat(1 << 20));
        for (bent, reason) in [
            ("", "names no entry"),
            ("hooks-before", "an entry's URI is knowledge://docs/{id}"),
            ("file:///etc/passwd", "an entry's URI is"),
            (BEGINNING, "names no entry"),
            ("knowledge://docs", "names no entry"),
            ("knowledge://doçs/x", "names no entry"),
            ("knowledge://other/hooks-before", "names no entry"),
            ("knowledge://docs/none", "There is no entry \"none\": search_docs finds"),
            ("knowledge://docs/%ff", "no UTF-8"),
            ("knowledge://docs/%", "There is no entry \"%\""),
            ("knowledge://docs/%0", "There is no entry"),
            ("knowledge://docs/\0", "There is no entry \"\\0\""),
            ("knowledge://docs/hooks-before/", "There is no entry"),
            (&*long, "…"),
        ] {
            let error = read(&index, bent).unwrap_err();
            assert!(error.message.contains(reason) && error.message.len() < 300, "{bent:?}: {}", error.message);
            assert!(serde_json::to_string(&error).unwrap().len() < 800);
        }
        for bent in ["", "1", "after", "after:%ff", &long] {
            let error = list(&index, Some(bent)).unwrap_err();
            assert!(
                error.message.contains("start again without one") && error.message.len() < 200,
                "{}",
                error.message
            );
        }
    }

    #[test]
    fn pages_lead_through_all_entries_once() {
        for count in [0, 1, PAGE - 1, PAGE, PAGE + 1, 2 * PAGE, 3 * PAGE + 7] {
            let mut entries: Vec<Entry> = (0..count).map(|number| entry(&format!("{number:04}"))).collect();
            // Two of one name, one of them in another part of the index.
            entries.extend(entries.first().cloned());
            let index = Index::of(&entries).unwrap();
            let (mut seen, mut cursor) = (Vec::new(), None);
            loop {
                let page = list(&index, cursor.as_deref()).unwrap();
                assert!(page.resources.len() <= PAGE);
                seen.extend(page.resources.into_iter().map(|resource| resource.name));
                cursor = page.next_cursor;
                if cursor.is_none() {
                    break;
                }
            }
            assert_eq!(seen, (0..count).map(|number| format!("{number:04}")).collect::<Vec<_>>());
            if count > 0 {
                assert_eq!(read(&index, "knowledge://docs/0000").unwrap().contents.len(), 2);
            }
        }
    }

    #[test]
    fn ids_are_completed_those_that_begin_so_first() {
        let ids = |text: &str| Index::of(&IDS.map(entry)).unwrap().ids_like(text, 3).unwrap();
        assert_eq!(ids("guide/"), (vec!["guide/start#install".to_owned(), "guide/start#install~2".to_owned()], false));
        assert_eq!(ids("BEFORE"), (vec!["hooks-before".to_owned()], false));
        assert_eq!(ids("a"), (["a b", "a%41", "a\\b"].map(String::from).to_vec(), true));
        assert_eq!(ids("nothing like it").0, Vec::<String>::new());
        let many: Vec<Entry> = (0..500).map(|number| entry(&format!("x{number:03}"))).collect();
        let index = Index::of(&many).unwrap();
        let (found, more) = index.ids_like("", 100).unwrap();
        assert_eq!((found.len(), more, found[99].as_str()), (100, true, "x099"));
        assert_eq!(index.ids_like("x49", 100).unwrap(), ((490..500).map(|n| format!("x{n}")).collect(), false));
        assert_eq!(index.ids_like("99", 100).unwrap().0, ["x099", "x199", "x299", "x399", "x499"]);
    }
}
