//! Snippets: what searches say about a thing, with the words that were found between tags such as `<b>` and `<mark>`.
//! The tags become emphasis; whatever else looks like a tag is text, for it may be `Vec<T>`.

use std::borrow::Cow;

/// Tags that mark what was found or stress it.
const STRESSED: [&str; 7] = ["b", "strong", "em", "mark", "i", "u", "hl"];
/// Tags that are around text without a meaning of their own for a snippet.
const AROUND: [&str; 8] = ["span", "p", "div", "font", "small", "sub", "sup", "wbr"];

/// A piece of a snippet, and whether it is stressed.
pub(crate) type Piece<'a> = (bool, Cow<'a, str>);

/// The pieces of a snippet; one where it has no tags.
pub(crate) fn pieces(text: &str) -> Vec<Piece<'_>> {
    if !text.contains(['<', '&']) {
        return vec![(false, Cow::Borrowed(text))];
    }
    // A tag counts where its other half is there, too: `a<b` and `b>a` are no tags.
    let lower = text.to_ascii_lowercase();
    let is_pair = |name: &str| lower.contains(&format!("</{name}>"));
    let known: Vec<&str> = STRESSED.iter().chain(&AROUND).copied().filter(|name| is_pair(name)).collect();
    let mut pieces: Vec<(bool, String)> = Vec::new();
    let mut push = |is_stressed: bool, text: &str| match pieces.last_mut() {
        Some((last, said)) if *last == is_stressed => said.push_str(text),
        _ => pieces.push((is_stressed, text.to_owned())),
    };
    let mut depth = 0_usize;
    let mut rest = text;
    while let Some(at) = rest.find(['<', '&']) {
        let (before, from) = rest.split_at_checked(at).unwrap_or((rest, ""));
        push(depth > 0, before);
        if let Some((said, end)) = entity(from) {
            push(depth > 0, said.encode_utf8(&mut [0; 4]));
            rest = from.get(end..).unwrap_or_default();
            continue;
        }
        match tag(from) {
            Some((name, is_close, end)) if known.contains(&&*name) || name == "br" => {
                if STRESSED.contains(&&*name) || name == "span" && stresses(from.get(..end).unwrap_or_default()) {
                    depth = if is_close { depth.saturating_sub(1) } else { depth + 1 };
                } else if name == "span" && is_close {
                    // Which of them it closes is not worth knowing.
                    depth = depth.saturating_sub(1);
                }
                if matches!(&*name, "br" | "p" | "div") {
                    push(false, "\n");
                }
                rest = from.get(end..).unwrap_or_default();
            }
            _ => {
                push(depth > 0, from.get(..1).unwrap_or_default());
                rest = from.get(1..).unwrap_or_default();
            }
        }
    }
    push(depth > 0, rest);
    pieces.into_iter().filter(|(_, text)| !text.is_empty()).map(|(stressed, text)| (stressed, text.into())).collect()
}

/// A snippet without its tags.
pub(crate) fn plain(text: &str) -> Cow<'_, str> {
    let mut pieces = pieces(text);
    match pieces.as_mut_slice() {
        [(_, only)] => std::mem::take(only),
        _ => Cow::Owned(pieces.iter().map(|(_, text)| &**text).collect()),
    }
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
        let mark = |(stressed, text): &Piece<'_>| if *stressed { format!("[{text}]") } else { text.to_string() };
        pieces(text).iter().map(mark).collect()
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
