//! A message read once more, for those who want to know every place of an oddity. The first reading lists a few of a kind and
//! counts the others, since most readers want no more, and whoever sends nothing but oddities is not to fill the memory.

use std::borrow::Cow;

use super::message::{listing, role_of};
use super::scan::{Source, scan};
use crate::json::{Lexer, Quirks};
use crate::message::Message;
use crate::oddity::{Oddities, Oddity, OddityKind};

impl Message {
    /// What the reader noted in the message, with up to `most` places of a kind. Nothing is read again where all are listed.
    ///
    /// ```
    /// let blocks = [r#"{"text": "x"}"#; 20].join(",");
    /// let message = retort_core::read(format!(r#"{{"content": [{blocks}]}}"#)).into_first();
    /// assert!(message.oddities.len() < 20);
    /// assert_eq!(message.oddities_up_to(1000).len(), 20);
    /// assert_eq!(message.oddities_up_to(1000)[19].pointer.as_str(), "/content/19");
    /// ```
    pub fn oddities_up_to(&self, most: usize) -> Cow<'_, [Oddity]> {
        let listed = Cow::Borrowed(self.oddities.as_slice());
        if self.oddities.iter().all(|oddity| oddity.times <= 1) {
            return listed;
        }
        let Some(all) = self.noted_again(most) else { return listed };
        let times = |list: &[Oddity], kind: OddityKind| -> u64 {
            list.iter().filter(|oddity| oddity.kind == kind).map(|oddity| u64::from(oddity.times)).sum()
        };
        let mut kinds: Vec<OddityKind> = Vec::new();
        for oddity in self.oddities.iter().filter(|oddity| oddity.times > 1) {
            // What stands around a message is not in its text, and one sign may stand for all: then it is not counted alike.
            if !kinds.contains(&oddity.kind) && times(&all, oddity.kind) == times(&self.oddities, oddity.kind) {
                kinds.push(oddity.kind);
            }
        }
        let kept = self.oddities.iter().filter(|oddity| !kinds.contains(&oddity.kind)).cloned();
        let more = all.into_iter().filter(|oddity| kinds.contains(&oddity.kind));
        Cow::Owned(kept.chain(more).collect())
    }

    /// What is noted when the message alone is read.
    fn noted_again(&self, most: usize) -> Option<Vec<Oddity>> {
        // What did not arrive whole was completed, and is nowhere.
        self.sound?;
        let (text, span) = (&self.sent.text, self.sent.span);
        let bounded = text.get(..span.end)?;
        let mut lexer = Lexer::at(bounded, span.start).watch_keys();
        lexer.quirks = Quirks::keeping(most);
        let value = scan(&mut lexer, bounded).ok().flatten()?;
        let source = Source { text, quirks: &lexer.quirks };
        let read = listing(&value, &source, role_of(&value, &source), Oddities::listing(most));
        let mut noted = read.oddities;
        noted.extend(super::lexical(&lexer.quirks, text, span.start));
        Some(noted)
    }
}
