//! Bounds for templates that come from a folder. The engine reads a template by calling itself for every operator of an
//! expression and every branch of an `if`, without end: so what is too long is refused before it is read, and what is left
//! is read and filled in where there is room for it.

use std::io;
use std::thread;

/// How many words and signs a tag may have. The longest tag that comes with Retort has 30.
const MOST_TOKENS: usize = 1_000;
/// How many `elif` a template may have.
const MOST_BRANCHES: usize = 1_000;
/// How many bytes of stack are there: several times what the engine takes for the longest tag, or for the deepest value that
/// can be made within a template's fuel.
const ROOM: usize = 256 << 20;

/// Does what the engine may do by calling itself, on a thread with room for it.
///
/// # Errors
/// When there can be no such thread, or the work broke off.
pub(crate) fn with_room<T: Send>(work: impl FnOnce() -> T + Send) -> io::Result<T> {
    thread::scope(|scope| {
        let running = thread::Builder::new().stack_size(ROOM).spawn_scoped(scope, work)?;
        running.join().map_err(|_| io::Error::other("the template engine broke off"))
    })
}

/// Whether a template stays within the bounds; if not, why.
pub(crate) fn check(template: &str) -> Result<(), String> {
    let line = |rest: &str| template[..template.len() - rest.len()].lines().count().max(1);
    let mut branches = 0;
    let mut rest = template;
    while let Some((tag, behind)) = next_tag(rest) {
        let (count, first, end) = tokens(tag, behind);
        if count > MOST_TOKENS {
            return Err(format!(
                "the tag in line {} has more than {MOST_TOKENS} words and signs: take it apart with set",
                line(behind)
            ));
        }
        branches += usize::from(first == "elif");
        if branches > MOST_BRANCHES {
            return Err(format!("it has more than {MOST_BRANCHES} branches elif"));
        }
        rest = if first == "raw" { end_of_raw(end) } else { end };
    }
    Ok(())
}

/// A kind of tag, by how it ends.
#[derive(Clone, Copy, PartialEq)]
enum Tag {
    Value,
    Block,
}

/// The next tag of a text, and what follows its beginning. Comments are passed over.
fn next_tag(text: &str) -> Option<(Tag, &str)> {
    let mut rest = text;
    loop {
        let (_, behind) = rest.split_once('{')?;
        rest = match behind.as_bytes().first() {
            Some(b'{') => return Some((Tag::Value, behind.get(1..)?)),
            Some(b'%') => return Some((Tag::Block, behind.get(1..)?)),
            Some(b'#') => behind.get(1..)?.split_once("#}")?.1,
            _ => behind,
        };
    }
}

/// How many words and signs a tag has, its first word, and what follows the tag. As in the engine, a tag does not end
/// inside of brackets and quotes. Counting ends where there are too many.
fn tokens(tag: Tag, text: &str) -> (usize, &str, &str) {
    let end = if tag == Tag::Value { "}}" } else { "%}" };
    let (mut count, mut open, mut first) = (0, 0_isize, "");
    let mut rest = text.strip_prefix(['-', '+']).unwrap_or(text);
    while count <= MOST_TOKENS {
        rest = rest.trim_ascii_start();
        if open == 0
            && let Some(behind) = rest.strip_prefix(end)
        {
            return (count, first, behind);
        }
        let Some(char) = rest.chars().next() else { break };
        let length = match char {
            '"' | '\'' => string_length(rest),
            _ if is_word(char) => rest.find(|char| !is_word(char)).unwrap_or(rest.len()),
            _ => char.len_utf8(),
        };
        match char {
            '(' | '[' | '{' => open += 1,
            ')' | ']' | '}' => open -= 1,
            _ => {}
        }
        let (token, behind) = rest.split_at(length);
        if count == 0 {
            first = token;
        }
        count += 1;
        rest = behind;
    }
    (count, first, rest)
}

fn is_word(char: char) -> bool {
    char.is_alphanumeric() || char == '_'
}

/// How long a text in quotes is, with them.
fn string_length(text: &str) -> usize {
    let quote = text.chars().next();
    let mut is_escaped = false;
    for (at, char) in text.char_indices().skip(1) {
        if is_escaped {
            is_escaped = false;
        } else if char == '\\' {
            is_escaped = true;
        } else if Some(char) == quote {
            return at + 1;
        }
    }
    text.len()
}

/// What follows the end of a text that is written as it stands.
fn end_of_raw(text: &str) -> &str {
    let mut rest = text;
    while let Some((_, behind)) = rest.split_once("{%") {
        let tag = behind.strip_prefix(['-', '+']).unwrap_or(behind).trim_ascii_start();
        if tag.starts_with("endraw") {
            return tag;
        }
        rest = behind;
    }
    ""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_end_where_the_engine_ends_them() {
        for (text, count, behind) in [
            ("{{ a }} b", 1, " b"),
            ("x {%- if a.b == 'x }}' -%} c", 8, " c"),
            (r#"{{ "a\"}}" ~ '\\' }}!"#, 3, "!"),
            ("{{ {'a': {'b': 1}} }}!", 9, "!"),
            ("{# {{ a b c }} #}{{ d }}!", 1, "!"),
            ("{ {{ a[b['c']](d) }}!", 10, "!"),
            ("{{ )) }} + a + a", 8, ""),
            ("{{ never", 1, ""),
            ("{{ größe }}", 1, ""),
            ("{{ 'open }}", 1, ""),
        ] {
            let (tag, inside) = next_tag(text).unwrap();
            let (found, _, rest) = tokens(tag, inside);
            assert_eq!((found, rest), (count, behind), "{text}");
        }
        for none in ["", "{", "{ {", "{# {{ a }}", "}} %}", "{#}", "é{é"] {
            assert!(next_tag(none).is_none(), "{none}");
        }
    }

    #[test]
    fn long_text_is_no_long_tag() {
        let words = "a + ".repeat(5_000);
        for fine in [
            words.clone(),
            format!("{{# {words} #}}"),
            format!("{{{{ '{words}' }}}}"),
            format!("{{% raw %}} {{{{ {words} }}}} {{%- endraw %}}"),
            "{{ a + b }}\n".repeat(5_000),
            format!("{{% set list = [{}] %}}", "1, ".repeat(400)),
        ] {
            assert_eq!(check(&fine), Ok(()), "{}", &fine[..20]);
        }
        let raw = format!("{{%raw-%}} x {{% endraw %}}\n{{{{ {words} 1 }}}}");
        assert!(check(&raw).unwrap_err().starts_with("the tag in line 2 has more than 1000 words"));
        let dictionary = format!("{{{{ {{'a': {{}}}} + {words} 1 }}}}");
        assert!(check(&dictionary).is_err());
    }
}
