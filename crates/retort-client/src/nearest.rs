//! Which known names a mistyped one is close to. `user_id`, `userId` and `UserID` count as the same word, and
//! a few slips of the hand are forgiven, more of them in a longer name.

/// Names longer than this are not compared: measuring costs their product.
const LONGEST_NAME: usize = 100;
/// And no more than this many of them.
const MOST_NAMES: usize = 2000;

/// The names that `text` may have meant, the closest first.
pub fn nearest<'a>(text: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let wanted = plain(text);
    if wanted.is_empty() || wanted.len() > LONGEST_NAME {
        return Vec::new();
    }
    let slips = 1 + wanted.chars().count() / 4;
    let mut near: Vec<(usize, &str)> = Vec::new();
    for name in names.into_iter().filter(|name| name.len() <= LONGEST_NAME).take(MOST_NAMES) {
        let known = plain(name);
        let distance = strsim::osa_distance(&wanted, &known);
        // One slip in a name of one or two letters leaves nothing of it.
        if distance <= slips && distance < known.chars().count().max(2) - 1 || distance == 0 {
            near.push((distance, name));
        }
    }
    near.sort_unstable();
    near.dedup();
    near.into_iter().map(|(_, name)| name).collect()
}

fn plain(name: &str) -> String {
    name.chars().filter(|char| char.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_forgiven_and_other_words_are_not() {
        let names = ["limit", "offset", "userId", "q", "everything"];
        for (text, near) in [
            ("limt", vec!["limit"]),
            ("Limit", vec!["limit"]),
            ("user_id", vec!["userId"]),
            ("evrythign", vec!["everything"]),
            ("colour", vec![]),
            ("p", vec![]),
            ("", vec![]),
        ] {
            assert_eq!(nearest(text, names), near, "{text}");
        }
    }
}
