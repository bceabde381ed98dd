//! JSON paths: where in a value something is, such as `$.items[3].name`.

use std::fmt::Write;

use retort_core::{Pointer, Raw};

/// Adds a member to a path.
pub(super) fn push_key(path: &mut String, key: &str) {
    let is_name = |char: char| char.is_alphanumeric() || matches!(char, '_' | '$');
    if !key.is_empty() && key.chars().all(is_name) && !key.starts_with(|char: char| char.is_ascii_digit()) {
        path.push('.');
        path.push_str(key);
    } else {
        let _ = write!(path, "[{}]", Raw::string(key).as_str());
    }
}

/// Adds an item to a path.
pub(super) fn push_index(path: &mut String, index: usize) {
    let _ = write!(path, "[{index}]");
}

/// The path that a JSON pointer to a list means.
pub(super) fn of_pointer(pointer: &Pointer) -> String {
    let mut path = "$".to_owned();
    pointer.steps().for_each(|key| push_key(&mut path, &key));
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_behind_points_and_others_in_brackets() {
        assert_eq!(of_pointer(&Pointer::root()), "$");
        assert_eq!(of_pointer(&Pointer::root().key("data").key("a/b").key("3rd")), "$.data[\"a/b\"][\"3rd\"]");
        let mut path = "$".to_owned();
        push_index(&mut path, 3);
        push_key(&mut path, "");
        assert_eq!(path, "$[3][\"\"]");
    }
}
