//! Rules of a profile file that had nothing to look at: a name that is misspelt finds nothing wrong, and that looks like success.

use super::ProfileFile;
use super::file::Of;
use super::shape::{Root, Shape};
use crate::call::Call;
use crate::rule::{Check, Rule};
use crate::session::{Exchange, Session, Tool};
use crate::within::listed;

/// So many tools are named.
const MOST_NAMED: usize = 5;

impl ProfileFile {
    /// What is to be said of rules of this file that looked at nothing in some sessions, where `is_checked` says that they were
    /// checked: a sentence for each.
    pub fn idle(&self, sessions: &[&Session], is_checked: impl Fn(&Rule) -> bool) -> Vec<String> {
        let told = |rule: &&'static Rule| {
            let Check::Shape(shapes) = rule.check else { return None };
            if !is_checked(rule) || shapes.iter().any(|shape| sessions.iter().any(|session| shape.looks_into(session)))
            {
                return None;
            }
            Some(format!("{} of the profile {} looked at nothing: {}", rule.id, self.name, why(shapes, sessions)))
        };
        self.own.iter().filter_map(told).collect()
    }
}

fn why(shapes: &[Shape], sessions: &[&Session]) -> String {
    let tools: Vec<&str> = shapes.iter().flat_map(|shape| &shape.tools).map(String::as_str).collect();
    let is_met = |shape: &Shape| sessions.iter().any(|session| shape.names_a_tool_of(session));
    if !tools.is_empty() && !shapes.iter().any(is_met) {
        let (named, more) = (tools.get(..MOST_NAMED).unwrap_or(&tools), tools.len().saturating_sub(MOST_NAMED));
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let is = if tools.len() == 1 { "tool" } else { "tools" };
        return format!("no answer is of the {is} {}{more}", listed(named));
    }
    let places: Vec<String> =
        shapes.iter().filter(|shape| !shape.at.is_empty()).map(|shape| shape.at.join("/")).collect();
    match places.first() {
        Some(place) => format!("no answer that it is about has /{place}"),
        None => "there was no answer that it is about".to_owned(),
    }
}

impl Shape {
    /// Whether a tool that it names is one of a session: called, or listed where it is about lists.
    fn names_a_tool_of(&self, session: &Session) -> bool {
        if self.is_of_tools() {
            return session.tools.iter().any(|tool| self.is_named(Some(&tool.name)));
        }
        session.exchanges().any(|exchange| self.is_named(exchange.subject().as_deref()))
    }

    /// Whether there is something in a session that it holds to its rule.
    fn looks_into(&self, session: &Session) -> bool {
        if self.is_of_tools() {
            return session.tools.iter().any(|tool| self.looks_at_tool(tool));
        }
        if self.is_of_exchanges() {
            return session.exchanges().any(|exchange| self.looks_at_exchange(&exchange));
        }
        session.exchanges().filter_map(Call::of).any(|call| self.looks_at_call(&call))
    }

    /// Whether an answer to a call has something that it holds to its rule.
    fn looks_at_call(&self, call: &Call<'_>) -> bool {
        let is_meant = self.is_meant(call.tool.as_deref(), call.is_flagged());
        match self.of {
            _ if !is_meant => false,
            Of::Text => call.first_text().is_some(),
            Of::Payload => {
                let document = call.document().filter(|_| call.error().is_none());
                document.is_some_and(|document| self.is_there(Root::Payload(document)))
            }
            _ => self.part(&call.exchange).is_some_and(|(root, _)| self.is_there(Root::Value(&root))),
        }
    }

    /// The same of an answer to one of the methods that it names.
    fn looks_at_exchange(&self, exchange: &Exchange<'_>) -> bool {
        self.is_about(exchange) && self.part(exchange).is_some_and(|(root, _)| self.is_there(Root::Value(&root)))
    }

    /// The same of a tool as it is listed.
    fn looks_at_tool(&self, tool: &Tool) -> bool {
        self.is_meant(Some(&tool.name), false) && self.is_there(Root::Value(&tool.raw))
    }

    /// Whether a value is one that it is about, and has the place.
    fn is_there(&self, root: Root<'_>) -> bool {
        self.holds(root) && !self.places(root).is_empty()
    }
}
