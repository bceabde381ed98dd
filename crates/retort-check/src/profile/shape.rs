//! What a rule of a profile file asks: which answers it looks at, at which place, and what must be there. One function checks all
//! such rules, so that a rule is data and nothing else.

use std::borrow::Cow;
use std::collections::BTreeMap;

use regex::Regex;
use retort_core::{Document, Kind, Pointer, Raw};

use super::file::Of;
use crate::call::Call;
use crate::finding::{Findings, quoted, shortened};
use crate::schema::Schema;
use crate::sent::value_of;
use crate::session::{Exchange, Tool};
use crate::within::listed;

/// So many places of one value are looked at.
const MOST_PLACES: usize = 10_000;
/// So many places of an answer that does not fit its schema are told.
const MOST_MISFITS: usize = 1_000;

/// What a rule asks of one place. A rule may ask of several.
#[derive(Debug, Default)]
pub struct Shape {
    pub(super) of: Of,
    pub(super) tools: Vec<String>,
    pub(super) methods: Vec<String>,
    pub(super) when: Vec<(Pointer, Vec<String>)>,
    pub(super) unless: Vec<(Pointer, Vec<String>)>,
    pub(super) with: Vec<Pointer>,
    pub(super) without: Vec<Pointer>,
    pub(super) flagged: Option<bool>,
    /// The steps to the place; `*` is every one.
    pub(super) at: Vec<String>,
    pub(super) required: Vec<String>,
    pub(super) required_of: BTreeMap<String, Vec<String>>,
    pub(super) forbidden: Vec<String>,
    pub(super) allowed: Option<Vec<String>>,
    pub(super) types: Vec<Type>,
    pub(super) words: Option<Vec<String>>,
    pub(super) not_words: Vec<String>,
    pub(super) pattern: Option<Regex>,
    pub(super) not_pattern: Option<Regex>,
    pub(super) minimum: Option<f64>,
    pub(super) maximum: Option<f64>,
    pub(super) min_items: Option<usize>,
    pub(super) max_items: Option<usize>,
    pub(super) filled: bool,
    pub(super) blank: bool,
    pub(super) echoes: Option<String>,
    pub(super) echo_default: Option<String>,
    pub(super) says: Option<String>,
    pub(super) schema: Option<Schema>,
}

/// What a value may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Type {
    Kind(Kind),
    Integer,
}

impl Type {
    /// The type of that name.
    pub(super) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "string" => Self::Kind(Kind::String),
            "number" => Self::Kind(Kind::Number),
            "boolean" => Self::Kind(Kind::Bool),
            "array" => Self::Kind(Kind::Array),
            "object" => Self::Kind(Kind::Object),
            "null" => Self::Kind(Kind::Null),
            "integer" => Self::Integer,
            _ => return None,
        })
    }

    fn fits(self, value: &Raw) -> bool {
        match self {
            Self::Kind(kind) => value.kind() == kind,
            Self::Integer => value.kind() == Kind::Number && !value.as_str().contains(['.', 'e', 'E', 'N', 'I']),
        }
    }

    pub(super) fn name(self) -> String {
        match self {
            Self::Kind(kind) => kind.to_string(),
            Self::Integer => "integer".to_owned(),
        }
    }
}

/// The value that a rule looks into.
#[derive(Clone, Copy)]
pub(super) enum Root<'a> {
    /// A payload: what is near its top was found when it was read.
    Payload(&'a Document),
    Value(&'a Raw),
}

impl Root<'_> {
    fn raw(&self) -> &Raw {
        match self {
            Self::Payload(document) => document.raw(),
            Self::Value(raw) => raw,
        }
    }

    fn member(&self, name: &str) -> Option<Raw> {
        match self {
            Self::Payload(document) => {
                let known = document.get(name);
                if known.is_some() || document.knows_all() { known } else { document.raw().get(name) }
            }
            Self::Value(raw) => raw.get(name),
        }
    }

    fn find(&self, place: &Pointer) -> Option<Raw> {
        let mut steps = place.steps();
        let Some(first) = steps.next() else { return Some(self.raw().clone()) };
        let below = |value: Raw, step: &str| match value.kind() {
            Kind::Array => value.items().nth(step.parse().ok()?),
            _ => value.get(step),
        };
        let first =
            if self.raw().kind() == Kind::Object { self.member(&first) } else { below(self.raw().clone(), &first) };
        steps.try_fold(first?, |value, step| below(value, &step))
    }
}

/// What an answer is to, as far as a rule asks.
struct Asked<'a> {
    tool: Option<&'a str>,
    arguments: Option<Raw>,
}

impl Shape {
    /// Whether answers to other methods than `tools/call` are looked at too.
    pub(crate) fn is_of_exchanges(&self) -> bool {
        !self.methods.is_empty()
    }

    /// Whether it looks at tools as they are listed.
    pub(crate) fn is_of_tools(&self) -> bool {
        self.of == Of::Tool
    }

    /// Whether it asks for anything at all.
    pub(super) fn asks(&self) -> bool {
        let lists = [&self.required, &self.forbidden, &self.not_words];
        lists.iter().any(|list| !list.is_empty())
            || self.required_of.values().any(|names| !names.is_empty())
            || self.allowed.is_some()
            || !self.types.is_empty()
            || self.words.is_some()
            || self.pattern.is_some()
            || self.not_pattern.is_some()
            || self.minimum.is_some()
            || self.maximum.is_some()
            || self.min_items.is_some()
            || self.max_items.is_some()
            || self.filled
            || self.echoes.is_some()
            || self.schema.is_some()
    }

    /// Looks at an answer to a call.
    pub(crate) fn check_call(&self, call: &Call<'_>, findings: &mut Findings<'_>) {
        if self.is_of_exchanges() || self.is_of_tools() || !self.is_meant(call.tool.as_deref(), call.is_flagged()) {
            return;
        }
        let asked = || {
            let arguments = self.echoes.as_ref().and_then(|_| call.arguments());
            Asked { tool: call.tool.as_deref(), arguments }
        };
        match self.of {
            Of::Text => {
                if let Some((pointer, text)) = call.first_text() {
                    let value = Raw::string(&text);
                    self.judge(&asked(), Root::Value(&value), &value, |words, _| findings.add(pointer.as_str(), words));
                }
            }
            Of::Payload => {
                let Some(document) = call.document().filter(|_| call.error().is_none()) else { return };
                let root = Root::Payload(document);
                if !self.holds(root) {
                    return;
                }
                if let Some(schema) = &self.schema {
                    for fault in schema.misfits(document.raw(), MOST_MISFITS) {
                        findings.add_in(call, &fault.pointer, fault.told());
                    }
                }
                self.look(&asked(), root, |pointer, words| findings.add_in(call, pointer, words));
            }
            _ => self.check_part(&asked(), &call.exchange, findings),
        }
    }

    /// Looks at an answer to one of the methods that it names.
    pub(crate) fn check_exchange(&self, exchange: &Exchange<'_>, findings: &mut Findings<'_>) {
        if self.is_about(exchange) {
            let subject = exchange.subject();
            self.check_part(&Asked { tool: subject.as_deref(), arguments: None }, exchange, findings);
        }
    }

    /// Whether an answer is to one of the methods that it names.
    pub(super) fn is_about(&self, exchange: &Exchange<'_>) -> bool {
        // An answer without a request is taken for one to a call, if it can be nothing else.
        let method = exchange.method.or_else(|| Call::is(exchange).then_some("tools/call")).unwrap_or_default();
        let flagged = exchange.result().is_some_and(|result| result.is_error);
        self.methods.iter().any(|pattern| fits(pattern, method))
            && self.is_meant(exchange.subject().as_deref(), flagged)
    }

    /// Looks at a tool as it is listed.
    pub(crate) fn check_tool(&self, tool: &Tool, findings: &mut Findings<'_>) {
        let root = Root::Value(&tool.raw);
        if self.is_of_tools() && self.is_meant(Some(&tool.name), false) && self.holds(root) {
            let asked = Asked { tool: Some(&tool.name), arguments: None };
            self.look(&asked, root, |pointer, words| findings.add(format!("{}{pointer}", tool.pointer), words));
        }
    }

    /// Looks at the result, the error or the whole of an answer.
    fn check_part(&self, asked: &Asked<'_>, exchange: &Exchange<'_>, findings: &mut Findings<'_>) {
        let Some((root, base)) = self.part(exchange) else { return };
        if self.holds(Root::Value(&root)) {
            self.look(asked, Root::Value(&root), |pointer, words| findings.add(format!("{base}{pointer}"), words));
        }
    }

    /// The part of an answer that it looks into, and the pointer to that.
    pub(super) fn part<'e>(&self, exchange: &Exchange<'e>) -> Option<(Raw, &'e str)> {
        match (self.of, exchange.result(), exchange.error()) {
            (Of::Result, Some(result), _) => Some((result.raw.clone(), result.pointer().as_str())),
            (Of::Error, _, Some(error)) => Some((error.raw.clone(), error.pointer().as_str())),
            (Of::Message, ..) => value_of(exchange.message).map(|(value, _)| (value, "")),
            _ => None,
        }
    }

    /// Whether the tool is one that it names.
    pub(super) fn is_named(&self, tool: Option<&str>) -> bool {
        let tool = tool.unwrap_or_default();
        self.tools.is_empty() || self.tools.iter().any(|pattern| fits(pattern, tool))
    }

    /// Whether the answer is one that the rule is about.
    pub(super) fn is_meant(&self, tool: Option<&str>, flagged: bool) -> bool {
        self.is_named(tool) && self.flagged.is_none_or(|wanted| wanted == flagged)
    }

    /// Whether the value is one that the rule is about.
    pub(super) fn holds(&self, root: Root<'_>) -> bool {
        let says = |(place, words): &(Pointer, Vec<String>)| {
            root.find(place).is_some_and(|value| words.iter().any(|word| *word == value.to_plain()))
        };
        let is_there = |place: &Pointer| root.find(place).is_some();
        self.when.iter().all(says)
            && !self.unless.iter().any(says)
            && self.with.iter().all(is_there)
            && !self.without.iter().any(is_there)
    }

    /// Holds all places in a value to the rule.
    fn look(&self, asked: &Asked<'_>, root: Root<'_>, mut tell: impl FnMut(Pointer, String)) {
        for (pointer, value) in self.places(root) {
            self.judge(asked, root, &value, |words, below| match below {
                Some(name) => tell(pointer.key(name), words),
                None => tell(pointer.clone(), words),
            });
        }
    }

    /// The places that are there, with their pointers.
    pub(super) fn places(&self, root: Root<'_>) -> Vec<(Pointer, Raw)> {
        let first = self.at.first().filter(|first| *first != "*" && root.raw().kind() == Kind::Object);
        let mut places = match first {
            Some(name) => root.member(name).map(|value| (Pointer::root().key(name), value)).into_iter().collect(),
            None => vec![(Pointer::root(), root.raw().clone())],
        };
        for step in self.at.iter().skip(usize::from(first.is_some())) {
            let mut next = Vec::new();
            for (pointer, value) in places {
                match (value.kind(), step.as_str()) {
                    (Kind::Array, "*") => {
                        let items = value.items().enumerate().map(|(index, item)| (pointer.index(index), item));
                        next.extend(items.take(MOST_PLACES));
                    }
                    (Kind::Object, "*") => {
                        next.extend(value.members().map(|(name, value)| (pointer.key(&name), value)).take(MOST_PLACES));
                    }
                    (Kind::Array, step) => {
                        let item = step.parse().ok().and_then(|index| value.items().nth(index));
                        next.extend(item.map(|item| (pointer.key(step), item)));
                    }
                    (_, step) => next.extend(value.get(step).map(|value| (pointer.key(step), value))),
                }
                if next.len() >= MOST_PLACES {
                    break;
                }
            }
            places = next;
        }
        places
    }

    /// Holds one value to the rule; `tell` gets what is wrong, and the member that it is wrong with.
    fn judge(&self, asked: &Asked<'_>, root: Root<'_>, value: &Raw, mut tell: impl FnMut(String, Option<&str>)) {
        let mut wrong = |name: &str, below: Option<&str>, words: &dyn Fn() -> String| {
            tell(self.says.as_ref().map_or_else(words, |says| filled(says, asked, value, name)), below);
        };
        // A long value is not read for what nobody asks.
        if (self.blank || self.filled) && value.is_blank() {
            if self.filled {
                wrong("", None, &|| "it is empty".to_owned());
            }
            return;
        }
        if let Some(words) = self.fault_of(asked, value) {
            return wrong("", None, &|| words.clone());
        }
        if value.kind() != Kind::Object {
            return;
        }
        let of_tool = asked.tool.and_then(|tool| self.required_of.get(tool));
        let required = self.required.iter().chain(of_tool.into_iter().flatten());
        // The members near the top of a payload are known; of any other value they are looked for.
        let has = |name: &str| if value.is_same(root.raw()) { root.member(name) } else { value.get(name) }.is_some();
        let is_there = |names: &&String| names.split('|').any(has);
        let missing: Vec<&str> = required.filter(|names| !is_there(names)).map(String::as_str).collect();
        if !missing.is_empty() {
            let told = listed(&missing).replace('|', "` or `");
            wrong(&told, None, &|| format!("there is no {told}"));
        }
        if self.forbidden.is_empty() && self.allowed.is_none() {
            return;
        }
        for (name, _) in value.members() {
            let is_forbidden = self.forbidden.iter().any(|pattern| fits(pattern, &name));
            let is_unknown = self.allowed.as_ref().is_some_and(|allowed| allowed.iter().all(|known| *known != name));
            if is_forbidden || is_unknown {
                let told = format!("`{}`", shortened(&name));
                wrong(&told, Some(&name), &|| format!("{told} must not be there"));
            }
        }
    }

    /// What is wrong with a value as a whole.
    fn fault_of(&self, asked: &Asked<'_>, value: &Raw) -> Option<String> {
        if !self.types.is_empty() && !self.types.iter().any(|kind| kind.fits(value)) {
            let names: Vec<String> = self.types.iter().map(|kind| kind.name()).collect();
            return Some(format!("{} is no {}", quoted(value), names.join(" or ")));
        }
        let asks_for_text =
            self.words.is_some() || !self.not_words.is_empty() || self.pattern.is_some() || self.not_pattern.is_some();
        let plain = if asks_for_text { value.to_plain() } else { Cow::Borrowed("") };
        if let Some(words) = self.words.as_ref().filter(|words| words.iter().all(|word| *word != plain)) {
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            return Some(format!("{} is none of {}", quoted(value), listed(&words)));
        }
        if self.not_words.iter().any(|word| *word == plain) {
            return Some(format!("it is {}", quoted(value)));
        }
        let is_text = value.kind() == Kind::String;
        if self.pattern.as_ref().is_some_and(|pattern| !is_text || !pattern.is_match(&plain)) {
            return Some(format!("{} does not have the form that is asked for", quoted(value)));
        }
        if self.not_pattern.as_ref().is_some_and(|pattern| is_text && pattern.is_match(&plain)) {
            return Some(format!("{} has a form that is ruled out", quoted(value)));
        }
        self.amount_fault(value).or_else(|| self.echo_fault(asked, value))
    }

    /// What is wrong with how much there is: of a number, or of items and members.
    fn amount_fault(&self, value: &Raw) -> Option<String> {
        let number = value.as_str().parse::<f64>().ok().filter(|_| value.kind() == Kind::Number);
        if let Some((number, least)) =
            number.zip(self.minimum).filter(|(number, least)| number.is_nan() || number < least)
        {
            return Some(format!("{number} is less than {least}"));
        }
        if let Some((number, most)) = number.zip(self.maximum).filter(|(number, most)| number.is_nan() || number > most)
        {
            return Some(format!("{number} is more than {most}"));
        }
        if self.min_items.is_none() && self.max_items.is_none() || !value.kind().is_container() {
            return None;
        }
        let (count, what) = (count_of(value), if value.kind() == Kind::Array { "items" } else { "members" });
        if let Some(least) = self.min_items.filter(|least| count < *least) {
            return Some(format!("there are {count} {what}, and {least} are the least"));
        }
        let most = self.max_items.filter(|most| count > *most)?;
        Some(format!("there are {count} {what}, and {most} are the most"))
    }

    /// What is wrong with a value that repeats an argument.
    fn echo_fault(&self, asked: &Asked<'_>, value: &Raw) -> Option<String> {
        let name = self.echoes.as_ref()?;
        let given = asked.arguments.as_ref()?.get(name).map(|given| given.to_plain().into_owned());
        let wanted = given.or_else(|| self.echo_default.clone())?;
        let differs = !value.kind().is_container() && value.to_plain().trim() != wanted.trim();
        differs.then(|| format!("it is {}, and {} was asked for", quoted(value), shortened(&wanted)))
    }
}

/// How many items or members a value has.
fn count_of(value: &Raw) -> usize {
    if value.kind() == Kind::Array { value.items().count() } else { value.members().count() }
}

/// Words with the value, the name and the tool in them.
fn filled(says: &str, asked: &Asked<'_>, value: &Raw, name: &str) -> String {
    let mut told = says.replace("{value}", &quoted(value)).replace("{name}", name);
    if told.contains("{plain}") {
        told = told.replace("{plain}", &shortened(&value.to_plain()));
    }
    if told.contains("{count}") {
        told = told.replace("{count}", &count_of(value).to_string());
    }
    told.replace("{tool}", asked.tool.unwrap_or("a tool"))
}

/// Whether a name fits a pattern in which `*` stands for any letters.
pub(super) fn fits(pattern: &str, name: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = name.strip_prefix(first) else { return false };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else { return rest.is_empty() };
    for part in middle {
        let Some(at) = rest.find(part) else { return false };
        rest = rest.get(at + part.len()..).unwrap_or_default();
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn a_star_stands_for_any_letters() {
        for (pattern, name) in
            [("a", "a"), ("*", ""), ("orders_*", "orders_list"), ("*_list", "a_list"), ("a*b*c", "axxbc")]
        {
            assert!(fits(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in
            [("a", "ab"), ("", "a"), ("orders_*", "order_list"), ("a*b", "a"), ("ab*ba", "aba"), ("a*b*c", "ac")]
        {
            assert!(!fits(pattern, name), "{pattern} {name}");
        }
    }
}
