//! Requests that nobody waits for any more. Their replies may still come, and are nobody else's; so their ids are
//! remembered, the latest of them: the oldest are forgotten first.

use std::collections::BTreeMap;

use super::Id;

/// How many requests are remembered that nobody waits for any more.
const MOST_REMEMBERED: usize = 1024;

/// What was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    /// A greeting: it may still be answered once, which concerns nobody.
    Greeting,
    /// Anything else.
    Other,
}

/// The ids that were given up.
#[derive(Debug, Default)]
pub(super) struct GivenUp(BTreeMap<Id, Asked>);

impl GivenUp {
    /// Remembers an id.
    pub(super) fn insert(&mut self, id: Id, asked: Asked) {
        self.0.insert(id, asked);
        if self.0.len() > MOST_REMEMBERED {
            // Ids are given in order: the smallest is the oldest.
            self.0.pop_first();
        }
    }

    /// What was asked under an id that was given up.
    pub(super) fn get(&self, id: Id) -> Option<Asked> {
        self.0.get(&id).copied()
    }

    /// Whether a greeting is among them that was not answered yet.
    pub(super) fn has_greetings(&self) -> bool {
        self.0.values().any(|asked| *asked == Asked::Greeting)
    }

    /// A greeting was answered, or where it is not known which, all of them.
    pub(super) fn greeting_answered(&mut self, id: Option<Id>) {
        for (given_up, asked) in &mut self.0 {
            if id.is_none_or(|id| id == *given_up) {
                *asked = Asked::Other;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_are_forgotten_first() {
        let mut given_up = GivenUp::default();
        let last = MOST_REMEMBERED as Id + 10;
        for id in 1..=last {
            given_up.insert(id, Asked::Other);
        }
        assert_eq!(given_up.0.len(), MOST_REMEMBERED);
        assert_eq!((given_up.get(10), given_up.get(11)), (None, Some(Asked::Other)));
        assert_eq!(given_up.get(last), Some(Asked::Other));
    }
}
