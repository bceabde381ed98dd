//! Markdown as entries. A page is one entry for each section, so that a search finds the place and not just the page;
//! only where a page says its own id, and is asked for it, it is one as a whole. Code is never taken for a heading and
//! never cut.

use std::borrow::Cow;
use std::fmt::Write;

use crate::entry::{Entry, Source, Version};
use crate::front_matter::{FrontMatter, Top};
use crate::section::{Anchors, Section, sections};

/// How many letters of a title are used.
pub(crate) const LONGEST_TITLE: usize = 200;
/// The longest address that is taken from a page.
const LONGEST_URL: usize = 2048;
/// How many tags and how many questions are used, and how many letters of each.
const MOST_TAGS: usize = 50;
const LONGEST_TAG: usize = 200;

/// A Markdown file.
pub(crate) struct Page<'a> {
    /// Where it is in its folder, with `/` between names.
    path: &'a str,
    front: FrontMatter<'a>,
    body: &'a str,
}

impl<'a> Page<'a> {
    pub(crate) fn new(path: &'a str, text: &'a str) -> Self {
        match FrontMatter::split(text) {
            // A text between two rules looks like it, but has no keys.
            (Top::Front(front), body) if front.fields().next().is_some() || front.stray().is_none() => {
                Self { path, front, body }
            }
            (Top::Front(_), _) => Self { path, front: FrontMatter::default(), body: text },
            (Top::None | Top::Open, body) => Self { path, front: FrontMatter::default(), body },
        }
    }

    /// What its front matter calls a version, and is none.
    pub(crate) fn unknown_version(&self) -> Option<String> {
        let name = self.front.get(&["version"]).filter(|name| Version::from_name(name).is_none())?;
        Some(cut(&name, LONGEST_TAG).to_owned())
    }

    /// The page as one entry, where its front matter has an id and a title for it.
    pub(crate) fn whole(&self) -> Option<Entry> {
        let (id, title) = self.front.get(&["id"]).zip(self.front.get(&["title"]))?;
        let source = match self.own_url(&["source", "url"], None) {
            Some(url) => Source { url: Some(url), path: None },
            None => Source { url: None, path: Some(self.path.to_owned()) },
        };
        let (id, title, body) = (id.into_owned(), title.into_owned(), self.body.trim().to_owned());
        Some(Entry { id, title, source, body, ..self.unnamed() })
    }

    /// The page as its sections. `base` is where the folder is on the web.
    pub(crate) fn sections(&self, base: Option<&str>) -> impl Iterator<Item = Entry> {
        let stem = self.path.rsplit_once('.').map_or(self.path, |(stem, _)| stem);
        let page_url = self.own_url(&["source", "url", "permalink", "canonical", "slug"], base).or_else(|| {
            let base = base?.trim_end_matches('/');
            Some(format!("{base}/{}", encoded(page_name(stem))))
        });
        let sections = sections(self.body);
        let first = sections.iter().find(|section| !section.title.is_empty()).map(|section| section.title.as_str());
        let own = self.front.get(&["title"]);
        let name = own.as_deref().or(first).unwrap_or_else(|| stem.rsplit('/').next().unwrap_or(stem));
        let page = cut(name, LONGEST_TITLE).to_owned();
        let unnamed = self.unnamed();
        let mut anchors = Anchors::default();
        let mut anchor = String::new();
        let entry = move |section: Section| {
            if section.piece == 1 {
                anchor = anchors.next(section.anchor);
            }
            let mut id = if anchor.is_empty() { stem.to_owned() } else { format!("{stem}#{anchor}") };
            if section.piece > 1 {
                let _ = write!(id, "~{}", section.piece);
            }
            let url = match &page_url {
                Some(url) if anchor.is_empty() => Some(url.clone()),
                Some(url) => Some(format!("{url}#{}", encoded(&anchor))),
                None => section.link,
            };
            let title = if section.title.is_empty() || section.title == page {
                page.clone()
            } else {
                format!("{page}: {}", section.title)
            };
            let body = self.body.get(section.range).unwrap_or_default().trim().to_owned();
            Entry { id, title, source: Source { url, path: Some(self.path.to_owned()) }, body, ..unnamed.clone() }
        };
        sections.into_iter().map(entry).filter(|entry| !entry.body.is_empty())
    }

    /// What all its entries have in common.
    fn unnamed(&self) -> Entry {
        let few = |items: Vec<Cow<'_, str>>| -> Vec<String> {
            let short = |item: Cow<'_, str>| match cut(&item, LONGEST_TAG) {
                cut if cut.len() < item.len() => cut.to_owned(),
                _ => item.into_owned(),
            };
            items.into_iter().take(MOST_TAGS).map(short).collect()
        };
        let folder = self.path.rsplit_once('/').map_or("docs", |(folder, _)| folder);
        Entry {
            id: String::new(),
            title: String::new(),
            version: self.front.get(&["version"]).and_then(|name| Version::from_name(&name)).unwrap_or(Version::Both),
            category: cut(&self.front.get(&["category"]).unwrap_or(Cow::Borrowed(folder)), LONGEST_TITLE).to_owned(),
            source: Source::default(),
            tags: few(self.front.list("tags")),
            asked: few(self.front.choices("asked")),
            body: String::new(),
        }
    }

    /// Where the page itself says that it is. What is no address may be anything: the next name is asked.
    fn own_url(&self, names: &[&str], base: Option<&str>) -> Option<String> {
        names.iter().find_map(|name| {
            let place = self.front.get(&[name])?;
            let place = place.split('#').next().unwrap_or_default();
            if is_url(place) { Some(place.to_owned()) } else { joined(base?, place) }
        })
    }
}

/// Whether a text is an address that can be opened, and not just begins like one.
pub(crate) fn is_url(text: &str) -> bool {
    let is_web = text.starts_with("https://") || text.starts_with("http://");
    is_web && text.len() <= LONGEST_URL && !text.contains(|char: char| char.is_whitespace() || char.is_control())
}

/// A path from the root of a site as an address. Some sites count from where the folder is, some from further up.
fn joined(base: &str, path: &str) -> Option<String> {
    let base = base.trim_end_matches('/');
    let path = path.strip_prefix('/').filter(|path| !path.starts_with('/'))?;
    // Some are patterns that the site fills in: `/:year/:title/`.
    if format!("/{path}").contains("/:") {
        return None;
    }
    let root = base.find("://").and_then(|at| base.get(at + 3..)?.find('/').map(|slash| at + 3 + slash));
    let (site, folder) = root.and_then(|at| base.split_at_checked(at)).unwrap_or((base, ""));
    let is_from_above = !folder.is_empty() && format!("/{path}/").starts_with(&format!("{folder}/"));
    Some(format!("{}/{path}", if is_from_above { site } else { base })).filter(|url| is_url(url))
}

/// A path or an anchor as part of an address.
pub(crate) fn encoded(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/!$&'()*+,;=:@".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    encoded
}

/// The first letters of a text.
pub(crate) fn cut(text: &str, most: usize) -> &str {
    if text.len() <= most {
        return text;
    }
    text.char_indices().nth(most).and_then(|(at, _)| text.get(..at)).unwrap_or(text)
}

/// The name of a page on a site: index pages go by their folder.
fn page_name(stem: &str) -> &str {
    match stem.rsplit_once('/') {
        Some((folder, "index" | "README" | "readme")) => folder,
        None if matches!(stem, "index" | "README" | "readme") => "",
        _ => stem,
    }
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

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;

    fn entries(path: &str, text: &str, base: Option<&str>) -> Vec<Entry> {
        Page::new(path, text).sections(base).collect()
    }

    #[test]
    fn front_matter_with_an_id_can_make_one_entry() {
        let text = "---\nid: hooks-before\ntitle: Before hooks\nversion: v5\ncategory: hooks\nsource: https://x.example/\n\
                    tags: [before, hook context]\nasked: how | when, then\n---\nA hook.\n\n## Part\n\nMore.\n";
        let found = Page::new("docs/hooks/hooks-before.md", text).whole().unwrap();
        assert_eq!((found.id.as_str(), found.version, found.category.as_str()), ("hooks-before", Version::V5, "hooks"));
        assert_eq!(
            (found.tags, found.asked),
            (vec!["before".into(), "hook context".into()], vec!["how".into(), "when, then".into()])
        );
        assert_eq!(found.source, Source { url: Some("https://x.example/".into()), path: None });
        assert_eq!(found.body, "A hook.\n\n## Part\n\nMore.");
        assert!(Page::new("a.md", "---\nid: x\n---\nText").whole().is_none());
    }

    #[test]
    fn sections_keep_their_code_and_find_their_links() {
        let text = "Intro.\n\n# Guide\n\nSee [this](https://a.example/).\n\n```sh\n# no heading\n```\n\n## Setup\n\nDo it.\n\n## Setup\n\nAgain.\n";
        let found = entries("guide/start.md", text, None);
        let ids: Vec<&str> = found.iter().map(|entry| entry.id.as_str()).collect();
        assert_eq!(ids, ["guide/start", "guide/start#guide", "guide/start#setup", "guide/start#setup-1"]);
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
        // A text, and the titles and bodies that it has.
        for (text, read) in [
            ("", &[][..]),
            ("---", &[("x", "---")]),
            ("---\nopen: for ever", &[("x", "---\nopen: for ever")]),
            ("---\ntitle: T\n---\n", &[]),
            ("---\ntitle: T\n...\n", &[]),
            ("# \n", &[]),
            ("# !\n\na\n\n# ?\n\nb", &[("!", "a"), ("!: ?", "b")]),
            ("\u{feff}---\n---\nText", &[("x", "Text")]),
            ("```\n# open", &[("x", "```\n# open")]),
            ("a\0b", &[("x", "a\0b")]),
            ("# One\r\n\r\ntext\r\n", &[("One", "text")]),
        ] {
            let found = entries("x.md", text, None);
            let found: Vec<(&str, &str)> = found.iter().map(|entry| (&*entry.title, &*entry.body)).collect();
            assert_eq!(found, read, "{text:?}");
        }
        let twice = entries("x.md", "lead\n\n# !\n\na\n\n# ?\n\nb", Some("https://x.example"));
        let ids: Vec<&str> = twice.iter().map(|entry| entry.id.as_str()).collect();
        assert_eq!(ids, ["x", "x#-1", "x#-2"]);
    }

    #[test]
    fn paths_from_the_root_of_a_site_are_joined() {
        for (base, path, url) in [
            ("https://x.example", "/a/", Some("https://x.example/a/")),
            ("https://x.example/docs/", "/a", Some("https://x.example/docs/a")),
            ("https://x.example/docs", "/docs/a", Some("https://x.example/docs/a")),
            ("https://x.example/docs", "/docs", Some("https://x.example/docs")),
            ("https://x.example/docs", "/docs-old/a", Some("https://x.example/docs/docs-old/a")),
            ("https://x.example", "//evil.example", None),
            ("https://x.example", "a", None),
            ("https://x.example", "/:year/:title/", None),
            ("https://x.example", "/a b", None),
        ] {
            assert_eq!(joined(base, path).as_deref(), url, "{base} {path}");
        }
    }

    proptest! {
        #[test]
        fn every_entry_has_an_id_of_its_own_and_a_piece_of_the_text(
            text in "(---\n(title: x|slug: /y|tags:\n- z)\n---\n)?(#{1,4} (a|b|a-1|!|é \\{#a\\}|\\{#\\})\n|c\n|```\n|- |> |\n|[a](http://d)){0,30}"
        ) {
            let found = entries("x.md", &text, Some("https://x.example"));
            let ids: HashSet<&str> = found.iter().map(|entry| entry.id.as_str()).collect();
            prop_assert_eq!(ids.len(), found.len());
            prop_assert!(found.iter().all(|entry| !entry.body.is_empty() && text.contains(&entry.body)));
        }
    }
}
