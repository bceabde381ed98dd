//! Snippets: what searches say about a thing, with the words that were found between tags such as `<b>` and `<mark>`.
//! The tags become emphasis; whatever else looks like a tag is text, for it may be `Vec<T>`.

use std::borrow::Cow;

/// Tags that mark what was found or stress it.
const STRESSED: [&str; 7] = ["b", "strong", "em", "mark", "i", "u", "hl"];
/// Tags that are around text without a meaning of their own for a snippet.
const AROUND: [&str; 8] = ["span", "p", "div", "font", "small", "sub", "sup", "wbr"];

/// A piece of a snippet, and whether it is stressed.
pub(crate) type Piece<'a> = (bool, Cow<'a, str>);

/// The pieces of a snippet, one after the other. Several in a row may be stressed alike.
pub(crate) fn pieces(text: &str) -> impl Iterator<Item = Piece<'_>> {
    let known = closed(text);
    let mut depth = 0_usize;
    let mut rest = text;
    std::iter::from_fn(move || {
        while !rest.is_empty() {
            let at = rest.find(['<', '&']).unwrap_or(rest.len());
            // The sign itself is text where it begins nothing.
            let (piece, from) = rest.split_at_checked(at.max(1)).unwrap_or((rest, ""));
            if at > 0 {
                rest = from;
                return Some((depth > 0, Cow::Borrowed(piece)));
            }
            if let Some((said, end)) = entity(rest) {
                rest = rest.get(end..).unwrap_or_default();
                return Some((depth > 0, Cow::Owned(said.to_string())));
            }
            match tag(rest) {
                Some((name, is_close, end)) if known.contains(&&*name) || name == "br" => {
                    let (tag, behind) = rest.split_at_checked(end).unwrap_or((rest, ""));
                    rest = behind;
                    if STRESSED.contains(&&*name) || name == "span" && stresses(tag) {
                        depth = if is_close { depth.saturating_sub(1) } else { depth + 1 };
                    } else if name == "span" && is_close {
                        // Which of them it closes is not worth knowing.
                        depth = depth.saturating_sub(1);
                    }
                    if matches!(&*name, "br" | "p" | "div") {
                        return Some((false, Cow::Borrowed("\n")));
                    }
                }
                _ => {
                    rest = from;
                    return Some((depth > 0, Cow::Borrowed(piece)));
                }
            }
        }
        None
    })
}

/// The known tags that a text closes. A tag counts where its other half is there, too: `a<b` and `b>a` are no tags.
fn closed(text: &str) -> Vec<&'static str> {
    let mut closed: Vec<&str> = Vec::new();
    for (at, mark) in text.match_indices("</") {
        let behind = text.get(at + mark.len()..).unwrap_or_default();
        let end = behind.bytes().take_while(u8::is_ascii_alphabetic).count();
        let (name, behind) = behind.split_at_checked(end).unwrap_or_default();
        let known = STRESSED.iter().chain(&AROUND).find(|known| known.eq_ignore_ascii_case(name));
        if let Some(known) = known.filter(|known| behind.starts_with('>') && !closed.contains(known)) {
            closed.push(known);
        }
    }
    closed
}

/// A snippet without its tags.
pub(crate) fn plain(text: &str) -> Cow<'_, str> {
    if !text.contains(['<', '&']) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(pieces(text).map(|(_, piece)| piece).collect())
}

/// Whether a tag such as `<span class="searchmatch">` marks what was found.
fn stresses(tag: &str) -> bool {
    ["match", "highlight", "hit", "keyword"].iter().any(|word| tag.to_ascii_lowercase().contains(word))
}

/// The tag at the start of a text: its name, whether it closes, and where it ends.
fn tag(text: &str) -> Option<(String, bool, usize)> {
    const LONGEST_TAG: usize = 200;
    let end = text.bytes().take(LONGEST_TAG).position(|byte| byte == b'>')? + 1;
    let inside = text.get(1..end - 1)?;
    let name = inside.trim_start_matches('/');
    let is_close = name.len() < inside.len();
    let stop = name.find(|char: char| !char.is_ascii_alphanumeric()).unwrap_or(name.len());
    let (name, behind) = name.split_at_checked(stop)?;
    let is_tag = !name.is_empty() && (behind.is_empty() || behind.starts_with([' ', '/']));
    is_tag.then(|| (name.to_ascii_lowercase(), is_close, end))
}

/// The character that an entity at the start of a text stands for, and where it ends.
fn entity(text: &str) -> Option<(char, usize)> {
    let name = text.strip_prefix('&')?;
    let end = name.bytes().take(10).position(|byte| byte == b';')?;
    let name = name.get(..end)?;
    let char = match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => ' ',
        "hellip" => '…',
        "middot" => '·',
        "ndash" => '–',
        "mdash" => '—',
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(digits) => u32::from_str_radix(digits, 16).ok()?,
                None => number.parse().ok()?,
            };
            char::from_u32(code).filter(|char| *char != '\0')?
        }
    };
    Some((char, end + 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        let mark = |(stressed, text): Piece<'_>| if stressed { format!("[{text}]") } else { text.into_owned() };
        pieces(text).map(mark).collect::<Vec<_>>().concat().replace("][", "")
    }

    #[test]
    fn tags_become_emphasis() {
        assert_eq!(shown("the <b>quick</b> <EM>fox</EM>"), "the [quick] [fox]");
        assert_eq!(shown("a <span class=\"searchmatch\">b</span> c"), "a [b] c");
        assert_eq!(shown("a <span>b</span><br>c &amp; d&#39;s &#x27;e&quot;"), "a b\nc & d's 'e\"");
        assert_eq!(shown("<strong><em>x</em> y</strong> z"), "[x y] z");
        assert_eq!(plain("1 <mark>2</mark> 3"), "1 2 3");
    }

    #[test]
    fn what_is_no_tag_is_text() {
        for text in ["Vec<T> and a<b && b>c", "<script>alert(1)</script>", "x < y", "<b", "</", "&copy &x; &#xD800;"] {
            assert_eq!(shown(text), text);
        }
    }
}
