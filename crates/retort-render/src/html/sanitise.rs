//! HTML of servers, cleaned: no scripts, no styles, no addresses but those of the web and of mailboxes, and no images,
//! which become elements that load nothing. HTML that would cost a parser more than it is worth is refused.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use ammonia::{Builder, UrlRelative};

use crate::safe::harmless;
use crate::view::Link;

/// The element that stands for an image. The script offers to load it.
const PICTURE: &str = "x-picture";
/// Most bytes of HTML that are parsed.
pub(super) const LARGEST_PAGE: usize = 256 * 1024;
/// Most elements and attributes of it: a parser makes several hundred bytes of each.
const MOST_ELEMENTS: usize = 1 << 14;
/// Most elements that may be open at once: parsers look through all of them again and again.
const DEEPEST: usize = 100;
/// Most elements such as `b` that may be open at once: parsers copy them into every paragraph that follows.
const FORMATS: usize = 12;

/// The HTML that Markdown became, cleaned; `None` where it is too much.
pub(super) fn markdown(html: &str) -> Option<String> {
    static CLEANER: LazyLock<Builder<'static>> = LazyLock::new(|| {
        let mut cleaner = cleaner();
        cleaner
            .add_tags(["input", "section"])
            .add_tag_attributes("input", ["checked", "disabled", "type", "aria-label"])
            .add_tag_attribute_values("input", "type", ["checkbox"])
            .add_tag_attributes("pre", ["tabindex"])
            .link_rel(Some("noopener noreferrer nofollow"))
            .set_tag_attribute_value("a", "target", "_blank")
            .set_tag_attribute_value("input", "disabled", "");
        cleaner
    });
    (is_fair(html)).then(|| told(&CLEANER.clean(html).to_string()))
}

/// A page that a server sent, cleaned so that not even a click leads out of it; `None` where it is too much.
pub(super) fn preview(html: &str) -> Option<String> {
    static CLEANER: LazyLock<Builder<'static>> = LazyLock::new(|| {
        let mut cleaner = cleaner();
        cleaner.rm_tag_attributes("a", ["href", "hreflang"]).link_rel(None).rm_generic_attributes(["class"]);
        cleaner
    });
    is_fair(html).then(|| told(&CLEANER.clean(&without_images(html)).to_string()))
}

fn cleaner() -> Builder<'static> {
    let mut cleaner = Builder::default();
    let classes: HashSet<&str> = super::markdown::CLASSES.iter().chain(&super::source::CLASSES).copied().collect();
    let mut allowed: HashMap<&str, HashSet<&str>> = HashMap::new();
    for tag in ["span", "div", "p", "blockquote", "pre", "section", "sup", "h1", "h2", "h3", "h4", "h5", "h6"] {
        allowed.insert(tag, classes.clone());
    }
    cleaner
        .rm_tags(["img", "map", "area"])
        .add_tags([PICTURE])
        .add_tag_attributes(PICTURE, ["src", "alt"])
        .add_clean_content_tags(["title", "noscript", "template", "svg", "math", "iframe", "object", "select"])
        .allowed_classes(allowed)
        .url_schemes(["http", "https", "mailto"].into_iter().collect())
        .url_relative(UrlRelative::Deny)
        .id_prefix(None)
        .attribute_filter(|element, attribute, value| match (element, attribute) {
            ("a", "href") => Link::new(value).target.map(Cow::Owned),
            (PICTURE, "src") => {
                let link = Link::new(value);
                super::text::web_target(&link).map(|target| Cow::Owned(target.to_owned()))
            }
            // They name addresses that nobody asks for.
            (_, "cite" | "longdesc" | "src") => None,
            ("table" | "td" | "th" | "tr" | "col" | "colgroup" | "tbody" | "thead" | "tfoot", "width" | "height") => {
                None
            }
            _ => Some(harmless(value)),
        });
    cleaner
}

/// HTML whose images are elements that load nothing. It is still hostile.
pub(super) fn without_images(html: &str) -> String {
    let mut safe = String::with_capacity(html.len() + 16);
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        let (before, tag) = rest.split_at_checked(at).unwrap_or((rest, ""));
        safe.push_str(before);
        let name = tag.get(1..4).unwrap_or_default();
        if name.eq_ignore_ascii_case("img") {
            safe.push('<');
            safe.push_str(PICTURE);
            rest = tag.get(4..).unwrap_or_default();
        } else {
            safe.push('<');
            rest = tag.get(1..).unwrap_or_default();
        }
    }
    safe.push_str(rest);
    safe
}

/// What is left of hidden signs, told. Only letters, digits, braces and backslashes are put in their place, which are
/// text wherever they stand.
fn told(html: &str) -> String {
    let mut lines = html.split('\n').map(harmless);
    let mut safe = lines.next().unwrap_or_default().into_owned();
    for line in lines {
        safe.push('\n');
        safe.push_str(&line);
    }
    safe
}

/// Whether HTML nests no deeper than people write it. Hostile HTML makes a parser's time grow with the square of its
/// length.
fn is_fair(html: &str) -> bool {
    if html.len() > LARGEST_PAGE {
        return false;
    }
    let count = html.bytes().filter(|byte| matches!(byte, b'<' | b'=')).count();
    // Half of the signs end something, in HTML that people write.
    if count > 2 * MOST_ELEMENTS {
        return false;
    }
    let mut open: Vec<&str> = Vec::new();
    let mut formats = 0;
    for tag in html.split('<').skip(1) {
        let is_close = tag.starts_with('/');
        let name = tag.trim_start_matches('/');
        let end = name.find(|sign: char| !sign.is_ascii_alphanumeric() && sign != '-').unwrap_or(name.len());
        let name = name.get(..end).unwrap_or_default();
        let is = |names: &[&str]| names.iter().any(|known| known.eq_ignore_ascii_case(name));
        if name.is_empty() || is(&CLOSED_BY_THEMSELVES) {
            continue;
        }
        if is_close {
            if open.last().is_some_and(|last| last.eq_ignore_ascii_case(name)) {
                open.pop();
                formats -= usize::from(is(&FORMATTING));
            }
        } else {
            open.push(name);
            formats += usize::from(is(&FORMATTING));
        }
        if open.len() > DEEPEST || formats > FORMATS {
            return false;
        }
    }
    true
}

const FORMATTING: [&str; 14] =
    ["a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u"];
/// Elements without content, and those whose end people leave out.
const CLOSED_BY_THEMSELVES: [&str; 27] = [
    "area",
    "base",
    "br",
    "col",
    "embed",
    "hr",
    "img",
    "input",
    "link",
    "meta",
    "param",
    "source",
    "track",
    "wbr",
    "p",
    "li",
    "dt",
    "dd",
    "tr",
    "td",
    "th",
    "thead",
    "tbody",
    "tfoot",
    "option",
    "x-picture",
    "html",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_runs_or_loads_is_gone() {
        let clean =
            preview("<a href=https://a.example onclick=x()>a</a><img src=https://b.example/p.png><script>x</script>");
        assert_eq!(clean.as_deref(), Some("<a>a</a><x-picture src=\"https://b.example/p.png\"></x-picture>"));
    }

    #[test]
    fn html_that_would_take_too_long_is_refused() {
        for hostile in ["<div>", "<div></x>", "<b id=1><p>x"] {
            assert_eq!(preview(&hostile.repeat(2000)), None, "{hostile}");
        }
        assert!(preview(&"<p>paragraph <b>bold</b><li>item".repeat(2000)).is_some());
    }
}
