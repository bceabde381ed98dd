//! Which tool a response answers: a request with the same id, earlier in the same transcript, tells.

use std::collections::{HashMap, VecDeque};

use crate::message::{Body, Direction, Message};
use crate::tool_name::LIST_TOOLS;

/// Of the requests that nobody has answered, so many are remembered, the latest.
const MOST_REMEMBERED: usize = 1 << 16;

/// The requests of a transcript that wait for an answer.
#[derive(Default)]
pub(super) struct OpenRequests {
    /// What each asked for, by its id.
    names: HashMap<String, String>,
    /// Their ids, the oldest first; some are answered already.
    order: VecDeque<String>,
}

impl OpenRequests {
    /// Remembers what a request asks for, or gives a response the name of the tool that was.
    pub(super) fn name(&mut self, message: &mut Message) {
        let Some(id) = message.id.as_ref().map(|id| id.as_str().to_owned()) else { return };
        if let Body::Request { method, .. } = &message.body {
            // What the server asks has ids of its own.
            if message.direction == Some(Direction::Received) {
                return;
            }
            let name = match method.as_str() {
                "tools/call" => message.called_tool(),
                "tools/list" => Some(LIST_TOOLS.to_owned()),
                other => Some(other.to_owned()),
            };
            if let Some(name) = name {
                self.remember(id, name);
            }
        } else if message.direction != Some(Direction::Sent)
            && let Some(name) = self.names.remove(&id)
        {
            message.tool = Some(name);
        }
    }

    fn remember(&mut self, id: String, name: String) {
        self.names.insert(id.clone(), name);
        self.order.push_back(id);
        while self.names.len() > MOST_REMEMBERED
            && let Some(oldest) = self.order.pop_front()
        {
            self.names.remove(&oldest);
        }
        if self.order.len() > 2 * MOST_REMEMBERED {
            self.order.retain(|id| self.names.contains_key(id));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked_for(id: usize, asked: &mut OpenRequests) -> Option<String> {
        let mut answer = crate::read(format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#)).into_first();
        asked.name(&mut answer);
        answer.tool
    }

    #[test]
    fn requests_that_nobody_answers_are_forgotten_the_oldest_first() {
        let mut asked = OpenRequests::default();
        for id in 0..3 * MOST_REMEMBERED {
            asked.remember(id.to_string(), format!("tool {id}"));
            // Every second one is answered.
            if id % 2 == 0 {
                assert_eq!(asked_for(id, &mut asked), Some(format!("tool {id}")));
            }
        }
        assert!(asked.names.len() <= MOST_REMEMBERED && asked.order.len() <= 2 * MOST_REMEMBERED);
        assert_eq!(asked_for(1, &mut asked), None);
        assert_eq!(asked_for(3 * MOST_REMEMBERED - 1, &mut asked), Some(format!("tool {}", 3 * MOST_REMEMBERED - 1)));
    }
}
