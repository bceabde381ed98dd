//! The words of a search, split as Django REST framework splits them: at white space and commas, where what stands in quotes is
//! one.

/// The words of a search.
pub(super) fn terms(text: &str) -> Vec<String> {
    let mut terms = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let end = quoted_end(rest).or_else(|| rest.find(char::is_whitespace)).unwrap_or(rest.len());
        let (term, left) = rest.split_at(end);
        rest = left.trim_start();
        let term = term.trim_matches(',');
        match inside_quotes(term) {
            Some(inside) => terms.push(unescaped(inside)),
            None => terms.extend(term.split(',').filter(|part| !part.is_empty()).map(str::to_owned)),
        }
    }
    terms
}

/// Where a word ends that has something in quotes; `None` where it has not, or they are not closed.
fn quoted_end(text: &str) -> Option<usize> {
    let mut end = None;
    let mut at = 0;
    loop {
        let rest = text.get(at..)?;
        let plain =
            rest.find(|letter: char| letter.is_whitespace() || matches!(letter, '"' | '\'')).unwrap_or(rest.len());
        at += plain;
        if end.is_some() {
            end = Some(at);
        }
        let quote = text.get(at..)?.chars().next().filter(|letter| matches!(letter, '"' | '\''));
        let Some(length) = quote.and_then(|quote| closed(text.get(at..)?, quote)) else { return end };
        at += length;
        end = Some(at);
    }
}

/// How long a text in quotes is, with the quotes; `None` where they are not closed.
fn closed(text: &str, quote: char) -> Option<usize> {
    let mut letters = text.char_indices().skip(1);
    while let Some((at, letter)) = letters.next() {
        if letter == '\\' {
            letters.next()?;
        } else if letter == quote {
            return Some(at + 1);
        }
    }
    None
}

fn inside_quotes(term: &str) -> Option<&str> {
    ['"', '\''].into_iter().find_map(|quote| term.strip_prefix(quote)?.strip_suffix(quote))
}

fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match (letter, letters.peek()) {
            ('\\', Some(next @ ('"' | '\'' | '\\'))) => {
                out.push(*next);
                letters.next();
            }
            _ => out.push(letter),
        }
    }
    out
}

/// A word as a pattern for `LIKE … ESCAPE '!'` that finds it anywhere, in any case.
pub(super) fn pattern(term: &str) -> String {
    let mut pattern = String::from("%");
    for letter in term.to_lowercase().chars() {
        if matches!(letter, '%' | '_' | '!') {
            pattern.push('!');
        }
        pattern.push(letter);
    }
    pattern.push('%');
    pattern
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_at_spaces_and_commas_but_not_in_quotes() {
        for (text, wanted) in [
            ("", vec![]),
            ("  ann   bob ", vec!["ann", "bob"]),
            ("ann,bob,,", vec!["ann", "bob"]),
            (r#""ann bob" 'c d'"#, vec!["ann bob", "c d"]),
            (r#""ann \"the\" bob""#, vec![r#"ann "the" bob"#]),
            (r#"x"ann bob"y z"#, vec![r#"x"ann bob"y"#, "z"]),
            ("o'neill bob", vec!["o'neill", "bob"]),
            ("\"ann bob", vec!["\"ann", "bob"]),
            (",\"ann, bob\",", vec!["ann, bob"]),
            ("\\", vec!["\\"]),
            ("\"\\", vec!["\"\\"]),
            ("é\u{3000}ü", vec!["é", "ü"]),
        ] {
            assert_eq!(terms(text), wanted, "{text:?}");
        }
    }
}
