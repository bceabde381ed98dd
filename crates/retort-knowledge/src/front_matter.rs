//! Front matter: what stands between two lines `---` at the top of a file, in the part of YAML that people write there.
//! Texts, plain, quoted or folded, and lists of them are read; what is nested belongs to somebody else and is passed over.

use std::borrow::Cow;

/// How many bytes of it are read: more is no front matter, and whatever it says is said of every section again.
const LARGEST_FRONT_MATTER: usize = 64 << 10;

/// The keys at the top of a file, and what stands behind each, over as many lines as it takes.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct FrontMatter<'a> {
    fields: Vec<(&'a str, &'a str)>,
    /// The first line that is part of nothing.
    stray: Option<&'a str>,
}

/// What a file begins with.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Top<'a> {
    /// No front matter.
    None,
    /// Front matter that never ends.
    Open,
    /// Front matter, and what follows it.
    Front(FrontMatter<'a>),
}

impl<'a> FrontMatter<'a> {
    /// The front matter of a file and the rest of it: all of it where there is none.
    pub(crate) fn split(text: &'a str) -> (Top<'a>, &'a str) {
        let text = text.trim_start_matches('\u{feff}');
        let opened = text.strip_prefix("---").and_then(|rest| rest.strip_prefix("\r\n").or(rest.strip_prefix('\n')));
        let Some(opened) = opened else { return (Top::None, text) };
        let mut front = Self::default();
        // Where the value of the last key begins and ends.
        let mut value = 0..0;
        let mut key = None;
        let mut end = 0;
        for line in opened.split_inclusive('\n') {
            let start = end;
            end += line.len();
            let bare = line.trim_end();
            if matches!(bare, "---" | "...") {
                front.take(key, opened.get(value));
                return (Top::Front(front), opened.get(end..).unwrap_or_default());
            }
            if bare.is_empty() || bare.starts_with('#') || end > LARGEST_FRONT_MATTER {
                continue;
            }
            let goes_on = bare.starts_with([' ', '\t', ']']) || bare == "-" || bare.starts_with("- ");
            if goes_on && key.is_some() {
                value.end = end;
            } else if let Some((name, behind)) = entry(bare).filter(|_| !goes_on) {
                front.take(key.replace(name), opened.get(value));
                value = start + behind..end;
            } else {
                front.stray.get_or_insert(bare);
            }
        }
        (Top::Open, text)
    }

    fn take(&mut self, key: Option<&'a str>, value: Option<&'a str>) {
        self.fields.extend(key.zip(value));
    }

    /// Every key with its value as it is written, for [`text`] and [`list`].
    pub(crate) fn fields(&self) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.fields.iter().copied()
    }

    /// The first line that is neither `key: value` nor part of a value.
    pub(crate) fn stray(&self) -> Option<&'a str> {
        self.stray
    }

    /// The text of the first of these names that has one.
    pub(crate) fn get(&self, names: &[&str]) -> Option<Cow<'a, str>> {
        names.iter().find_map(|name| text(self.raw(name)?))
    }

    /// The items of a list, or of `a, b`.
    pub(crate) fn list(&self, name: &str) -> Vec<Cow<'a, str>> {
        self.raw(name).map(|raw| list(raw, ',')).unwrap_or_default()
    }

    /// The items of a list, or of `a | b`.
    pub(crate) fn choices(&self, name: &str) -> Vec<Cow<'a, str>> {
        self.raw(name).map(|raw| list(raw, '|')).unwrap_or_default()
    }

    fn raw(&self, name: &str) -> Option<&'a str> {
        self.fields.iter().find(|(key, _)| *key == name).map(|(_, value)| *value)
    }
}

/// The key of a line, and where its value begins.
fn entry(line: &str) -> Option<(&str, usize)> {
    let is_end = |at: usize| line.get(at + 1..).is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t']));
    let (at, _) = line.match_indices(':').find(|(at, _)| is_end(*at))?;
    let key = line.get(..at)?.trim().trim_matches(['"', '\'']);
    (!key.is_empty()).then_some((key, at + 1))
}

/// The text that a value is; `None` for nothing, for a list and for whatever has keys of its own.
pub(crate) fn text(raw: &str) -> Option<Cow<'_, str>> {
    let (first, below) = lines(raw);
    let Some(next) = below.clone().next() else { return scalar(first) };
    let next = next.trim();
    if is_folded(first) {
        return Some(Cow::Owned(below.map(str::trim).collect::<Vec<_>>().join(" ")));
    }
    let has_keys = !next.starts_with(['"', '\'']) && entry(next).is_some();
    if first.is_empty() && (item(next).is_some() || has_keys) {
        return None;
    }
    let folded = below.fold(first.to_owned(), |text, line| text + " " + line.trim());
    scalar(&folded).map(|text| Cow::Owned(text.into_owned()))
}

/// The items of `[a, b]`, of lines `- a`, or of a text with something between them.
pub(crate) fn list(raw: &str, between: char) -> Vec<Cow<'_, str>> {
    let (first, below) = lines(raw);
    if first.starts_with('[') {
        let inside = raw.trim_start().strip_prefix('[').and_then(|rest| rest.rsplit_once(']'));
        return inside.map(|(inside, _)| flow(inside)).unwrap_or_default();
    }
    let indent = |line: &str| line.len() - line.trim_start().len();
    let Some(next) = below.clone().next().filter(|next| first.is_empty() && item(next.trim()).is_some()) else {
        return match text(raw) {
            Some(Cow::Borrowed(text)) => split(text, between).map(Cow::Borrowed).collect(),
            Some(Cow::Owned(text)) => split(&text, between).map(|item| Cow::Owned(item.to_owned())).collect(),
            None => Vec::new(),
        };
    };
    let items = below.filter(|line| indent(line) == indent(next)).filter_map(|line| item(line.trim()));
    items.filter(|item| item.starts_with(['"', '\'']) || entry(item).is_none()).filter_map(scalar).collect()
}

/// What stands behind a key, without a remark that is all there is, and the lines below it.
fn lines(raw: &str) -> (&str, impl Iterator<Item = &str> + Clone) {
    let (first, below) = raw.split_once('\n').unwrap_or((raw, ""));
    let first = first.trim();
    (if first.starts_with('#') { "" } else { first }, below.lines().filter(|line| !line.trim().is_empty()))
}

/// What stands behind the dash of an item.
fn item(line: &str) -> Option<&str> {
    line.strip_prefix('-').filter(|rest| rest.is_empty() || rest.starts_with([' ', '\t'])).map(str::trim)
}

fn split(text: &str, between: char) -> impl Iterator<Item = &str> {
    text.split(between).map(|item| item.trim().trim_matches(['"', '\''])).filter(|item| !item.is_empty())
}

/// The items between brackets. A comma in quotes belongs to its item.
fn flow(inside: &str) -> Vec<Cow<'_, str>> {
    let mut items = Vec::new();
    let mut rest = inside.trim_start();
    while !rest.is_empty() {
        let (item, behind) = match quoted(rest) {
            Some((item, behind)) if behind.trim_start().starts_with(',') || behind.trim().is_empty() => (item, behind),
            _ => {
                let (item, _) = rest.split_once(',').unwrap_or((rest, ""));
                (Cow::Borrowed(item.trim()), rest.get(item.len()..).unwrap_or_default())
            }
        };
        items.extend(Some(item).filter(|item| !item.is_empty()));
        let behind = behind.trim_start();
        rest = behind.strip_prefix(',').unwrap_or(behind).trim_start();
    }
    items
}

/// Whether a value is a text over the lines that follow.
fn is_folded(mark: &str) -> bool {
    let mut chars = mark.chars();
    matches!(chars.next(), Some('>' | '|')) && chars.all(|char| matches!(char, '+' | '-' | '0'..='9'))
}

/// A text on one line, without its quotes or what is remarked behind it.
fn scalar(raw: &str) -> Option<Cow<'_, str>> {
    let raw = raw.trim();
    if let Some((text, behind)) = quoted(raw)
        && (behind.trim().is_empty() || behind.trim_start().starts_with('#'))
    {
        return Some(text).filter(|text| !text.is_empty());
    }
    let remark = raw.match_indices('#').find(|(at, _)| {
        let before = raw.get(..*at).unwrap_or_default();
        before.is_empty() || before.ends_with([' ', '\t'])
    });
    let plain = raw.get(..remark.map_or(raw.len(), |(at, _)| at)).unwrap_or_default().trim_end();
    // Templates begin with two of them.
    let is_map = plain.starts_with('{') && !plain.starts_with("{{");
    let is_list = plain.starts_with('[') && plain.ends_with(']');
    let is_nothing = matches!(plain, "" | "~" | "null") || is_folded(plain);
    (!is_map && !is_list && !is_nothing).then_some(Cow::Borrowed(plain))
}

/// The text in the quotes that something begins with, and what follows them.
fn quoted(raw: &str) -> Option<(Cow<'_, str>, &str)> {
    let mark = raw.chars().next().filter(|mark| matches!(mark, '"' | '\''))?;
    let inside = raw.get(1..)?;
    let mut text = String::new();
    let mut chars = inside.char_indices();
    while let Some((at, char)) = chars.next() {
        let behind = chars.as_str();
        match char {
            // Two of them are one in the text.
            '\'' if mark == '\'' && behind.starts_with('\'') => {
                chars.next();
                text.push('\'');
            }
            _ if char == mark => {
                // Mostly nothing is escaped, and nothing was copied for it.
                let plain = inside.get(..at).filter(|plain| *plain == text);
                return Some((plain.map_or(Cow::Owned(text), Cow::Borrowed), behind));
            }
            '\\' if mark == '"' => match chars.next()?.1 {
                'n' => text.push('\n'),
                't' => text.push('\t'),
                kind @ ('x' | 'u' | 'U') => {
                    let length = if kind == 'x' {
                        2
                    } else if kind == 'u' {
                        4
                    } else {
                        8
                    };
                    let digits = chars.as_str().get(..length)?;
                    text.push(char::from_u32(u32::from_str_radix(digits, 16).ok()?)?);
                    chars.nth(length - 1);
                }
                other => text.push(other),
            },
            _ => text.push(char),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn front(text: &str) -> FrontMatter<'_> {
        match FrontMatter::split(text).0 {
            Top::Front(front) => front,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn texts_are_read_in_every_form() {
        for (value, read) in [
            (" Plain: with a colon", Some("Plain: with a colon")),
            (" C# and F# # a remark", Some("C# and F#")),
            (" \"In \\\"quotes\\\" \\u00e9\" # a remark", Some("In \"quotes\" é")),
            (" 'It''s'", Some("It's")),
            (" \"Half\" quoted", Some("\"Half\" quoted")),
            (" >-\n  Folded\n\n  lines", Some("Folded lines")),
            (" |\n  Kept: lines", Some("Kept: lines")),
            (" Goes\n  on", Some("Goes on")),
            (" 'Goes\n  on: so'", Some("Goes on: so")),
            ("\n  Below", Some("Below")),
            (" {{ name }}.ts", Some("{{ name }}.ts")),
            ("", None),
            (" ~", None),
            (" # nothing", None),
            (" [a, b]", None),
            (" {a: b}", None),
            ("\n  a: b", None),
            ("\n  - a", None),
            ("\n- a\n- b", None),
        ] {
            let text = format!("---\nbefore: x\nkey:{value}\nafter: y\n---\nbody");
            let front = front(&text);
            assert_eq!(front.get(&["key"]).as_deref(), read, "{value:?}");
            assert_eq!((front.get(&["before"]).as_deref(), front.get(&["after"]).as_deref()), (Some("x"), Some("y")));
        }
    }

    #[test]
    fn lists_are_read_in_every_form() {
        for (value, read) in [
            (" [a, 'b, c', \"d\", on('x'), e]", &["a", "b, c", "d", "on('x')", "e"][..]),
            (" [\n  a,\n  b,\n]", &["a", "b"]),
            (" [a] # a remark", &["a"]),
            (" a, b", &["a", "b"]),
            ("\n  - a\n  - 'b: c' # a remark\n  - \"d\"", &["a", "b: c", "d"]),
            ("\n- a\n- b", &["a", "b"]),
            ("\n- a", &["a"]),
            ("\n  - name: x\n    url: y\n  - z", &["z"]),
            ("\n  - a\n    - inner\n  - b", &["a", "b"]),
            ("\n  a: b", &[]),
            (" []", &[]),
            ("", &[]),
        ] {
            let text = format!("---\nkey:{value}\nafter: y\n---\n").replace('\n', "\r\n");
            let front = front(&text);
            assert_eq!(front.list("key"), read, "{value:?}");
            assert_eq!(front.get(&["after"]).as_deref(), Some("y"));
        }
        assert_eq!(front("---\nkey: one, two | three\n---\n").choices("key"), ["one, two", "three"]);
    }

    #[test]
    fn what_is_nested_is_not_at_the_top() {
        let front =
            front("---\nhero:\n  title: Fast\n  image:\n    url: https://x.example/\n\n# remark\nname: x\n---\n");
        assert_eq!((front.get(&["title"]), front.get(&["url"])), (None, None));
        assert_eq!(front.get(&["title", "hero", "name"]).as_deref(), Some("x"));
    }

    #[test]
    fn only_so_much_is_read_and_the_rest_is_passed_over() {
        let text = format!("---\ntitle: T\ntags: [{}]\n---\nBody", "a, ".repeat(LARGEST_FRONT_MATTER));
        let (top, body) = FrontMatter::split(&text);
        assert_eq!(body, "Body");
        let Top::Front(front) = top else { panic!("{top:?}") };
        assert_eq!((front.get(&["title"]).as_deref(), front.list("tags").len()), (Some("T"), 0));
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in "(---\n)?([a-c]: ?|- |[\\[\\]{}'\"|>#~,\\\\: \r\n\té]|key|---\n){0,40}") {
            let (top, body) = FrontMatter::split(&text);
            prop_assert!(text.ends_with(body));
            if let Top::Front(front) = top {
                for (key, _) in front.fields() {
                    let _ = (front.get(&[key]), front.list(key), front.choices(key));
                }
            }
        }
    }
}
