//! Markdown as entries: a file with an id in its front matter is one entry; any other is one for each section, so that
//! a search finds the place and not just the page. Code is never taken for a heading and never cut.

use std::collections::HashMap;
use std::ops::Range;

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use crate::entry::{Entry, Source, Version};

/// What stands at the top of a file.
#[derive(Debug, Default, PartialEq, Eq)]
struct FrontMatter<'a> {
    fields: Vec<(&'a str, &'a str)>,
}

impl<'a> FrontMatter<'a> {
    /// The front matter of a file and the rest of it. Only plain `key: value` lines are read: nothing more is used.
    fn split(text: &'a str) -> (Self, &'a str) {
        let text = text.trim_start_matches('\u{feff}');
        let opened = text.strip_prefix("---").and_then(|rest| rest.strip_prefix("\r\n").or(rest.strip_prefix('\n')));
        let Some(opened) = opened else { return (Self::default(), text) };
        let mut end = 0;
        let mut fields = Vec::new();
        for line in opened.split_inclusive('\n') {
            end += line.len();
            if line.trim_end() == "---" {
                return (Self { fields }, opened.get(end..).unwrap_or_default());
            }
            if let Some((key, value)) = line.split_once(':') {
                fields.push((key.trim(), value.trim().trim_matches(['"', '\''])));
            }
        }
        (Self::default(), text)
    }

    fn get(&self, names: &[&str]) -> Option<String> {
        let found = names.iter().find_map(|name| self.fields.iter().find(|(key, _)| key == name));
        found.map(|(_, value)| (*value).to_owned()).filter(|value| !value.is_empty())
    }

    /// The questions of `asked: one | another`.
    fn asked(&self) -> Vec<String> {
        let text = self.get(&["asked"]).unwrap_or_default();
        text.split('|').map(|question| question.trim().to_owned()).filter(|question| !question.is_empty()).collect()
    }

    /// The items of `[a, b]`.
    fn list(&self, name: &str) -> Vec<String> {
        let text = self.get(&[name]).unwrap_or_default();
        let inside = text.trim_start_matches('[').trim_end_matches(']');
        let items = inside.split(',').map(|item| item.trim().trim_matches(['"', '\'']).to_owned());
        items.filter(|item| !item.is_empty()).collect()
    }
}

/// The entries of a Markdown file. `path` is where it is in its folder, with `/` between names.
pub(crate) fn entries(path: &str, text: &str, base: Option<&str>) -> Vec<Entry> {
    let (front, body) = FrontMatter::split(text);
    if let Some(id) = front.get(&["id"]).filter(|_| front.get(&["title"]).is_some()) {
        return vec![Entry {
            id,
            title: front.get(&["title"]).unwrap_or_default(),
            version: front.get(&["version"]).and_then(|name| Version::from_name(&name)).unwrap_or(Version::Both),
            category: front.get(&["category"]).unwrap_or_else(|| folder(path)),
            source: match front.get(&["source", "url"]) {
                Some(url) => Source { url: Some(url), path: None },
                None => Source { url: None, path: Some(path.to_owned()) },
            },
            tags: front.list("tags"),
            asked: front.asked(),
            body: body.trim().to_owned(),
        }];
    }
    let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
    let page_url = front
        .get(&["source", "url", "permalink", "canonical"])
        .or_else(|| base.map(|base| format!("{}/{}", base.trim_end_matches('/'), page_name(stem))));
    let sections = sections(body);
    let first = sections.iter().find(|section| !section.title.is_empty()).map(|section| section.title.clone());
    let page = front.get(&["title"]).or(first).unwrap_or_else(|| stem.rsplit('/').next().unwrap_or(stem).to_owned());
    let mut seen: HashMap<String, usize> = HashMap::new();
    let entry = |section: Section| {
        let anchor = slug(&section.title);
        let mut id = if anchor.is_empty() { stem.to_owned() } else { format!("{stem}#{anchor}") };
        // Two sections of one name are two entries.
        while let Some(times) = seen.get_mut(&id) {
            *times += 1;
            id = format!("{stem}#{anchor}-{times}");
        }
        seen.insert(id.clone(), 1);
        let fragment = id.split_once('#').map(|(_, anchor)| anchor.to_owned());
        let url = match (&page_url, fragment) {
            (Some(url), Some(anchor)) => Some(format!("{url}#{anchor}")),
            (Some(url), None) => Some(url.clone()),
            (None, _) => section.link,
        };
        let title = match section.title.as_str() {
            "" => page.clone(),
            title if title == page => page.clone(),
            title => format!("{page}: {title}"),
        };
        Entry {
            id,
            title,
            version: Version::Both,
            category: folder(path),
            source: Source { url, path: Some(path.to_owned()) },
            tags: front.list("tags"),
            asked: front.asked(),
            body: body.get(section.range).unwrap_or_default().trim().to_owned(),
        }
    };
    sections.into_iter().map(entry).filter(|entry| !entry.body.is_empty()).collect()
}

/// The folder that a file is in, as a category.
fn folder(path: &str) -> String {
    path.rsplit_once('/').map_or("docs", |(folder, _)| folder).to_owned()
}

/// The name of a page on a site: index pages go by their folder.
fn page_name(stem: &str) -> &str {
    match stem.rsplit_once('/') {
        Some((folder, "index" | "README" | "readme")) => folder,
        None if matches!(stem, "index" | "README" | "readme") => "",
        _ => stem,
    }
}

struct Section {
    title: String,
    range: Range<usize>,
    /// The first link to the web in it.
    link: Option<String>,
}

/// The sections of a text: what stands under each heading of the first three levels, up to the next.
fn sections(text: &str) -> Vec<Section> {
    let mut sections = vec![Section { title: String::new(), range: 0..text.len(), link: None }];
    let mut heading = None;
    for (event, range) in Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter() {
        match event {
            Event::Start(Tag::Heading { level, .. }) if level <= HeadingLevel::H3 => {
                if let Some(last) = sections.last_mut() {
                    last.range.end = range.start;
                }
                heading = Some(String::new());
                sections.push(Section { title: String::new(), range: range.end..text.len(), link: None });
            }
            Event::End(TagEnd::Heading(_)) => {
                if let (Some(title), Some(last)) = (heading.take(), sections.last_mut()) {
                    title.trim().clone_into(&mut last.title);
                }
            }
            Event::Text(piece) | Event::Code(piece) => {
                if let Some(title) = &mut heading {
                    title.push_str(&piece);
                }
            }
            Event::Start(Tag::Link { dest_url, .. }) if dest_url.starts_with("http") => {
                if let Some(last) = sections.last_mut() {
                    last.link.get_or_insert_with(|| dest_url.into_string());
                }
            }
            _ => {}
        }
    }
    sections
}

/// What a piece of a body is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// Text for people, with its headings.
    Prose,
    /// What stands between fences.
    Code,
}

/// A body in pieces, in their order. Fences belong to the code between them; one that is never closed reaches to the
/// end.
pub(crate) fn parts(body: &str) -> impl Iterator<Item = (Part, &str)> {
    let mut rest = body;
    std::iter::from_fn(move || {
        let (part, length) = match fence(rest) {
            Some(fence) => (Part::Code, code_length(rest, fence)),
            None => (
                Part::Prose,
                lines(rest).skip(1).find(|(_, line)| fence(line).is_some()).map_or(rest.len(), |(at, _)| at),
            ),
        };
        let (text, behind) = rest.split_at_checked(length).filter(|(text, _)| !text.is_empty())?;
        rest = behind;
        Some((part, text))
    })
}

/// The lines of a text and where they begin.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_inclusive('\n').scan(0, |end, line| {
        let start = *end;
        *end += line.len();
        Some((start, line))
    })
}

/// The character and the number of them that open code on the first line of a text.
fn fence(text: &str) -> Option<(char, usize)> {
    let line = text.trim_start_matches([' ', '\t']);
    let mark = line.chars().next().filter(|char| matches!(char, '`' | '~'))?;
    let count = line.chars().take_while(|char| *char == mark).count();
    (count >= 3).then_some((mark, count))
}

/// How long the code is that a text begins with.
fn code_length(text: &str, (mark, count): (char, usize)) -> usize {
    let closes = |line: &str| {
        let line = line.trim();
        line.len() >= count && line.chars().all(|char| char == mark)
    };
    lines(text).skip(1).find(|(_, line)| closes(line)).map_or(text.len(), |(at, line)| at + line.len())
}

/// A heading as part of an address.
fn slug(title: &str) -> String {
    let mut slug = String::new();
    for char in title.chars().flat_map(char::to_lowercase) {
        if char.is_alphanumeric() {
            slug.push(char);
        } else if !slug.ends_with('-') && !slug.is_empty() {
            slug.push('-');
        }
    }
    slug.trim_end_matches('-').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn front_matter_with_an_id_makes_one_entry() {
        let text = "---\nid: hooks-before\ntitle: Before hooks\nversion: v5\ncategory: hooks\nsource: https://x.example/\n\
                    tags: [before, hook context]\n---\nA hook.\n\n## Part\n\nMore.\n";
        let found = entries("docs/hooks/hooks-before.md", text, None);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].id.as_str(), found[0].version), ("hooks-before", Version::V5));
        assert_eq!(found[0].tags, ["before", "hook context"]);
        assert!(found[0].body.starts_with("A hook.") && found[0].body.ends_with("More."));
    }

    #[test]
    fn sections_keep_their_code_and_find_their_links() {
        let text = "Intro.\n\n# Guide\n\nSee [this](https://a.example/).\n\n```sh\n# no heading\n```\n\n## Setup\n\nDo it.\n\n## Setup\n\nAgain.\n";
        let found = entries("guide/start.md", text, None);
        let ids: Vec<&str> = found.iter().map(|entry| entry.id.as_str()).collect();
        assert_eq!(ids, ["guide/start", "guide/start#guide", "guide/start#setup", "guide/start#setup-2"]);
        assert!(found[1].body.contains("# no heading"));
        assert_eq!(found[1].source.url.as_deref(), Some("https://a.example/"));
        assert_eq!(found[2].title, "Guide: Setup");
        let based = entries("guide/start.md", text, Some("https://docs.example/"));
        assert_eq!(based[2].source.url.as_deref(), Some("https://docs.example/guide/start#setup"));
    }

    #[test]
    fn bodies_fall_into_prose_and_code() {
        let body = "One `a`.\n\n```ts\nlet b\n~~~\n```\nTwo\n\n~~~~\n```\nc\n~~~~\n";
        let found: Vec<_> = parts(body).collect();
        let prose: Vec<&str> = found.iter().filter(|(part, _)| *part == Part::Prose).map(|(_, text)| *text).collect();
        assert_eq!(prose, ["One `a`.\n\n", "Two\n\n"]);
        assert_eq!(found.len(), 4);
        for body in [body, "", "```", "x\n```\nopen", "```\r\na\r\n```\r\nb", "\n\n"] {
            assert_eq!(parts(body).map(|(_, text)| text).collect::<String>(), body);
        }
    }

    #[test]
    fn odd_files_are_read_all_the_same() {
        for text in ["", "---", "---\nopen: for ever", "# \n", "\u{feff}---\n---\n", "```\n# open"] {
            let _ = entries("x.md", text, None);
        }
    }
}
