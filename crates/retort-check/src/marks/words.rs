//! Words that tell a model what to do. Few and precise: a text about such words must not be taken for them.

use super::needles::Needle;
use super::{MarkKind, Scan};

const PASSED_OVER: [&str; 9] = ["all", "any", "of", "the", "your", "my", "these", "those", "and"];
const EARLIER: [&str; 6] = ["previous", "prior", "above", "earlier", "preceding", "system"];
const ORDERS: [&str; 8] =
    ["instructions", "instruction", "prompts", "prompt", "directions", "rules", "guidelines", "directives"];

impl Scan<'_, '_> {
    pub(super) fn words_at(&mut self, needle: Needle, at: usize) {
        let found = match needle {
            Needle::Ignore => self.ignored_at(at),
            Needle::Tell => self.secrecy_at(at),
            _ => self.turn_at(at),
        };
        if let Some((start, what)) = found
            && !self.in_code(start)
            && !matches!(self.before(start), b'"' | b'\'' if !self.is_json)
        {
            self.mark(MarkKind::Instruction, start, what);
        }
    }

    /// `ignore all previous instructions`, `disregard your prior instructions`
    fn ignored_at(&self, at: usize) -> Option<(usize, &'static str)> {
        let (start, verb) = [(at.checked_sub(1)?, "ignore"), (at.checked_sub(1)?, "disregard")]
            .into_iter()
            .find(|(start, verb)| self.has(*start, verb) && !self.before(*start).is_ascii_alphabetic())?;
        let behind = self.from(start + verb.len(), 64);
        // A cut at a border of characters is no matter: what is looked for is ASCII.
        let behind = String::from_utf8_lossy(behind).to_lowercase();
        let mut words = behind.split(|char: char| !char.is_ascii_alphabetic()).filter(|word| !word.is_empty());
        let mut next = words.find(|word| !PASSED_OVER.contains(word))?;
        if !EARLIER.contains(&next) {
            return None;
        }
        while EARLIER.contains(&next) || PASSED_OVER.contains(&next) {
            next = words.next()?;
        }
        ORDERS.contains(&next).then_some((start, "words that tell a model to drop its instructions"))
    }

    /// `do not tell the user`
    fn secrecy_at(&self, at: usize) -> Option<(usize, &'static str)> {
        let start = at.checked_sub(3)?;
        let told = self.has(start, "tell the user");
        let forbidden = ["do not ", "don't ", "don’t ", "never "].iter().any(|word| self.has_before(start, word));
        (told && forbidden).then_some((start, "words that tell a model to keep something from the user"))
    }

    /// What opens a turn in the form in which models read a talk.
    fn turn_at(&self, at: usize) -> Option<(usize, &'static str)> {
        let marks = ["<|im_start|>", "<|im_end|>", "[INST]", "<IMPORTANT>"];
        let found = marks.iter().any(|mark| self.from(at, mark.len()) == mark.as_bytes());
        found.then_some((at, "a mark that opens a turn in a model's talk"))
    }
}
