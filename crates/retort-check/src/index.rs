//! Rules by what they look at: an answer meets only those that concern it, and what the reader noted finds its rules
//! without asking all of them. The checker and the repairer both run the same rules over the same things this way.

use std::collections::HashMap;

use retort_core::{Oddity, OddityKind, Pointer};

use crate::call::Call;
use crate::finding::{Findings, Found, shortened};
use crate::profile::Shape;
use crate::rule::{Check, Profile, Rule, Severity};
use crate::session::{Exchange, Session, Tool};

/// How grave breaches of some rules are, whatever the rules say; `None` where they are not looked for.
pub(crate) type Grades = HashMap<&'static str, Option<Severity>>;

/// A rule, and how grave a breach of it is in this check.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Held {
    rule: &'static Rule,
    severity: Severity,
    /// Whether it is held only because it is a rule for every server.
    for_all: bool,
    /// The profile that asks for it, where that is one alone.
    only: Option<Profile>,
}

impl Held {
    fn of(rule: &'static Rule, profiles: &[Profile]) -> Self {
        let of_family = |profile: &Profile| *profile != Profile::Mcp && profiles.contains(profile);
        let for_all = !rule.profiles.iter().any(of_family);
        let mut asking = rule.profiles.iter().filter(|profile| profiles.contains(profile));
        let only = asking.next().copied().filter(|_| asking.next().is_none());
        Self { rule, severity: rule.severity_in(profiles), for_all, only }
    }

    fn findings<'a>(&self, at: Option<usize>, subject: Option<&'a str>, found: &'a mut Found) -> Findings<'a> {
        let (rule, severity, only) = (self.rule, self.severity, self.only);
        let (from, most, list) = (found.list.len(), found.most(), &mut found.list);
        Findings { rule, severity, only, at, subject, list, from, most }
    }

    /// Runs the rule; what is too much of what it finds is only counted.
    fn run(
        &self,
        at: Option<usize>,
        subject: Option<&str>,
        found: &mut Found,
        check: impl FnOnce(&'static Check, &mut Findings<'_>),
    ) {
        let from = found.list.len();
        check(&self.rule.check, &mut self.findings(at, subject, found));
        found.settle(from);
    }
}

/// Rules by what they look at.
#[derive(Clone, Debug, Default)]
pub(crate) struct Index {
    oddities: HashMap<OddityKind, Vec<Held>>,
    exchange: Vec<Held>,
    call: Vec<Held>,
    tool: Vec<Held>,
    session: Vec<Held>,
    /// Whether the rules for every server are all that is asked for.
    only_general: bool,
}

impl Index {
    pub(crate) fn of(rules: &[&'static Rule], profiles: &[Profile], grades: &Grades) -> Self {
        let mut index = Self { only_general: profiles == [Profile::Mcp], ..Self::default() };
        for rule in rules {
            let mut held = Held::of(rule, profiles);
            held.severity = grades.get(rule.id).copied().flatten().unwrap_or(held.severity);
            match rule.check {
                Check::Oddity(kind) => index.oddities.entry(kind).or_default().push(held),
                Check::Exchange(_) => index.exchange.push(held),
                Check::Call(_) => index.call.push(held),
                Check::Shape(shapes) => {
                    let is_of_exchanges = |shape: &Shape| shape.is_of_exchanges() && !shape.is_of_tools();
                    let is_of_calls = |shape: &Shape| !shape.is_of_exchanges() && !shape.is_of_tools();
                    index.tool.extend(Some(held).filter(|_| shapes.iter().any(Shape::is_of_tools)));
                    index.exchange.extend(Some(held).filter(|_| shapes.iter().any(is_of_exchanges)));
                    index.call.extend(Some(held).filter(|_| shapes.iter().any(is_of_calls)));
                }
                Check::Tool(_) => index.tool.push(held),
                Check::Session(_) => index.session.push(held),
            }
        }
        index
    }

    /// Whether a rule is about what the reader notes as this.
    pub(crate) fn has(&self, kind: OddityKind) -> bool {
        self.oddities.contains_key(&kind)
    }

    /// Holds what the reader noted outside of all messages to its rules.
    pub(crate) fn check_loose(&self, session: &Session, loose: &[Oddity], found: &mut Found) {
        self.report(session, loose.iter(), |_| true, Place { at: None, batch: None, subject: None }, found);
    }

    /// Holds an answer to the rules for all answers, and what the reader noted in it.
    pub(crate) fn check_exchange(&self, exchange: &Exchange<'_>, noted: &[Oddity], found: &mut Found) {
        let is_call = Call::is(exchange);
        if self.exchange.is_empty() && (is_call || noted.is_empty()) {
            return;
        }
        let subject = exchange.subject();
        let place = Place { at: Some(exchange.at), batch: exchange.message.batch, subject: subject.as_deref() };
        if !is_call {
            // What answers another method has a shape of its own, such as the content of a sampled message.
            let is_known = exchange.method.is_some();
            let of_others = |oddity: &&Oddity| !is_known || !of_tool_results(oddity.kind);
            self.report(exchange.session, noted.iter().filter(of_others), |_| true, place, found);
        }
        for held in exchange.session.held(&self.exchange) {
            held.run(place.at, place.subject, found, |check, findings| match check {
                Check::Exchange(check) => check(exchange, findings),
                Check::Shape(shapes) => shapes.iter().for_each(|shape| shape.check_exchange(exchange, findings)),
                _ => {}
            });
        }
    }

    /// Holds an answer to a call to its rules, and what the reader noted on the way to its payload.
    pub(crate) fn check_call<'o>(
        &self,
        call: &Call<'_>,
        oddities: impl Iterator<Item = &'o Oddity>,
        found: &mut Found,
    ) {
        // What somebody else wrote is not the server's wording.
        let own = |held: &Held| !held.for_all || !is_about_wording(held.rule.id) || !call.hands_on();
        let (exchange, tool) = (&call.exchange, call.tool.as_deref());
        for held in exchange.session.held(&self.call).filter(|held| own(held)) {
            held.run(Some(exchange.at), tool, found, |check, findings| match check {
                Check::Call(check) => check(call, findings),
                Check::Shape(shapes) => shapes.iter().for_each(|shape| shape.check_call(call, findings)),
                _ => {}
            });
        }
        let is_own = |oddity: &&Oddity| !self.only_general || oddity.within.is_none() || !call.hands_on();
        let place = Place { at: Some(exchange.at), batch: exchange.message.batch, subject: tool };
        self.report(exchange.session, oddities.filter(is_own), own, place, found);
    }

    /// Holds a tool to its rules.
    pub(crate) fn check_tool(&self, session: &Session, tool: &Tool, found: &mut Found) {
        for held in session.held(&self.tool) {
            held.run(Some(tool.at), Some(&tool.name), found, |check, findings| match check {
                Check::Tool(check) => check(tool, findings),
                Check::Shape(shapes) => shapes.iter().for_each(|shape| shape.check_tool(tool, findings)),
                _ => {}
            });
        }
    }

    /// Holds everything together to the rules for that.
    pub(crate) fn check_together(&self, session: &Session, found: &mut Found) {
        for held in session.held(&self.session) {
            held.run(None, None, found, |check, findings| {
                if let Check::Session(check) = check {
                    check(session, findings);
                }
            });
        }
    }

    /// Reports what the reader noted, under the rules for it.
    fn report<'o>(
        &self,
        session: &Session,
        oddities: impl Iterator<Item = &'o Oddity>,
        own: impl Fn(&Held) -> bool,
        place: Place<'_>,
        found: &mut Found,
    ) {
        let prefix = place.batch.map(|index| Pointer::root().index(index));
        for oddity in oddities {
            let rules = self.oddities.get(&oddity.kind).map(Vec::as_slice).unwrap_or_default();
            for held in session.held(rules).filter(|held| own(held)) {
                let (said, value) = (oddity.kind.explanation().trim_end_matches('.'), shortened(&oddity.value));
                let message = if value.is_empty() { said.to_owned() } else { format!("{said} (here: {value})") };
                let from = found.list.len();
                let mut findings = held.findings(place.at, place.subject, found);
                // A message of a batch is shown alone, so its place in the batch says nothing there.
                let inside = prefix.as_ref().and_then(|prefix| oddity.pointer.behind(prefix));
                let pointer = inside.unwrap_or_else(|| oddity.pointer.clone());
                // What logs to standard output does so line after line, and one change mends it.
                let is_line = oddity.kind == OddityKind::LogLine;
                let here = findings.list.iter_mut().rev().take_while(|told| is_line && told.at == place.at);
                let told = here.into_iter().find(|told| told.rule.id == held.rule.id);
                match told {
                    Some(told) => told.times = told.times.saturating_add(oddity.times),
                    None => {
                        findings.put(pointer.into(), oddity.within.as_ref().map(String::from), message, oddity.times);
                    }
                }
                found.settle(from);
            }
        }
    }
}

/// Where something was noted.
#[derive(Clone, Copy)]
struct Place<'a> {
    at: Option<usize>,
    batch: Option<usize>,
    subject: Option<&'a str>,
}

impl Session {
    /// Those of some rules that hold in the revision that is spoken.
    fn held<'h>(&self, rules: &'h [Held]) -> impl Iterator<Item = &'h Held> {
        let revision = self.revision;
        rules.iter().filter(move |held| held.rule.revisions.contains(&revision))
    }
}

/// Whether only the result of a call can have such an oddity.
fn of_tool_results(kind: OddityKind) -> bool {
    kind != OddityKind::ResultTypeUnknown && (OddityKind::BarePayload..=OddityKind::ResultExtraKey).contains(&kind)
}

/// Whether a rule is about how a text is written.
fn is_about_wording(id: &str) -> bool {
    // That a file is no text, the server can tell whoever wrote it.
    let of_files = ["TXT010", "TXT011"].contains(&id);
    (id.starts_with("TXT") || id.starts_with("SAF") || ["ERR010", "SIZ005", "SIZ007"].contains(&id)) && !of_files
}
