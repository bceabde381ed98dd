//! From byte offsets to JSON pointers, in one pass over the text.

use super::event::{Event, Span};
use super::lex::Lexer;
use super::string::unescape;
use crate::pointer::Pointer;

/// A pointer names at most this many levels; below that it names the ancestor.
const DEEPEST: usize = 200;
/// And it is about this long at most.
const LONGEST_POINTER: usize = 2000;

enum Step {
    Key(Span),
    Index(usize),
}

/// The pointer to the value around each offset. Offsets must ascend; the value starts at `start`.
pub(crate) fn locate(text: &str, start: usize, offsets: &[usize]) -> Vec<Pointer> {
    let mut pointers = Vec::with_capacity(offsets.len());
    let mut lexer = Lexer::at(text, start);
    let mut path: Vec<Step> = Vec::new();
    while let (Some(&offset), Ok(Some(event))) = (offsets.get(pointers.len()), lexer.next()) {
        // `path` has one step for each open container: the child that is being read.
        match event {
            Event::Key(key) if lexer.depth() <= DEEPEST => {
                path.truncate(lexer.depth() - 1);
                path.push(Step::Key(key.span));
            }
            Event::Key(_) => {}
            Event::ObjectEnd | Event::ArrayEnd => path.truncate(lexer.depth()),
            _ => {
                let opens = matches!(event, Event::ObjectStart | Event::ArrayStart);
                let outside = lexer.depth() - usize::from(opens);
                if let (Some(Step::Index(index)), true) = (path.last_mut(), outside <= DEEPEST) {
                    *index = index.wrapping_add(1);
                }
            }
        }
        if offset < lexer.offset() {
            let pointer = pointer_of(text, &path);
            while offsets.get(pointers.len()).is_some_and(|&offset| offset < lexer.offset()) {
                pointers.push(pointer.clone());
            }
        }
        if event == Event::ArrayStart && lexer.depth() <= DEEPEST {
            // The first item makes this zero.
            path.push(Step::Index(usize::MAX));
        }
    }
    pointers.resize(offsets.len(), Pointer::root());
    pointers
}

fn pointer_of(text: &str, path: &[Step]) -> Pointer {
    let mut pointer = Pointer::root();
    for step in path {
        // One key may be as long as the text: then the pointer names the object around it.
        if let Step::Key(key) = step
            && pointer.len() + (key.end - key.start) > LONGEST_POINTER
        {
            break;
        }
        match step {
            Step::Key(key) => pointer.push_key(&unescape(key.of(text))),
            Step::Index(index) => pointer.push_index(*index),
        }
    }
    pointer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_offset_becomes_the_pointer_around_it() {
        let text = r#"{"a": [1, {"b/c": 2}, [], 3,], "d": "x"}"#;
        let at = |needle: &str| text.find(needle).unwrap();
        let offsets = [at("1"), at("2"), at("[]"), at("3"), at(",]"), at("\"x")];
        let pointers = locate(text, 0, &offsets);
        assert_eq!(pointers, ["/a/0", "/a/1/b~1c", "/a/2", "/a/3", "/a", "/d"]);
    }

    #[test]
    fn a_deep_offset_becomes_the_pointer_to_an_ancestor() {
        let text = "[".repeat(5000);
        let pointers = locate(&text, 0, &[3, 4999]);
        assert_eq!(pointers, ["/0/0/0", "/0".repeat(DEEPEST).as_str()]);
    }
}
