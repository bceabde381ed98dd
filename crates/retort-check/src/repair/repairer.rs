//! The repairer: looks at one message as the checker would, makes the edits of what it finds, and looks again. It is made
//! once and asked for each message on its way, so what is sound must cost little beyond reading it.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};
use std::hash::{BuildHasher, RandomState};
use std::ops::Range;

use retort_core::{Body, Content, Message, OddityKind, Payload, Raw, Revision, read};

use super::edits::{Edit, Edits, splice};
use super::{Applied, Context, How, Misspelling, Repaired, Safety, spelling};
use crate::call::Call;
use crate::checker::Checker;
use crate::finding::Finding;
use crate::index::Index;
use crate::rule::{Profile, Severity};
use crate::sent::{Finder, value_of};
use crate::session::Session;

/// How often a message is looked at again. A repair without end would go on for ever.
const MOST_ROUNDS: u32 = 100;

/// What is met on the way to a payload, and can be repaired.
const IN_PAYLOADS: [OddityKind; 8] = [
    OddityKind::JsonEncodedTwice,
    OddityKind::JsonInFence,
    OddityKind::NonFiniteNumber,
    OddityKind::TrailingComma,
    OddityKind::ControlCharacter,
    OddityKind::LoneSurrogate,
    OddityKind::InvalidEscape,
    OddityKind::NulByte,
];

/// Makes the repairs of some rules.
///
/// ```
/// use retort_check::{Context, Profile, Repairer, Safety};
///
/// let repairer = Repairer::new(&[Profile::Mcp], Safety::Safe);
/// let sent = br#"{"jsonrpc": "2.0", "id": 1, "result": {"content": {"type": "text", "text": "hello"}}}"#;
/// let repaired = repairer.repair(sent, &Context::default());
/// assert_eq!(
///     repaired.text,
///     r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}]}}"#
/// );
/// assert_eq!(repaired.applied[0].rule.name, "content-object");
/// ```
#[derive(Clone, Debug)]
pub struct Repairer {
    index: Index,
    revision: Option<Revision>,
    advises: bool,
    safety: Safety,
    /// Whether something that is met on the way to a payload would be repaired.
    looks_inside: bool,
}

/// What one look at a message came to.
struct Round {
    /// The message as it is then; `None` where only what stood around it is left away.
    text: Option<String>,
    applied: Vec<Applied>,
    /// Whether something may be left, or uncovered.
    again: bool,
}

impl Repairer {
    /// The repairs of some profiles that are as safe as this, or safer.
    pub fn new(profiles: &[Profile], safety: Safety) -> Self {
        Checker::new(profiles).repairer(safety)
    }

    pub(crate) fn of(index: Index, revision: Option<Revision>, advises: bool, safety: Safety) -> Self {
        let looks_inside = IN_PAYLOADS.iter().any(|kind| index.has(*kind));
        Self { index, revision, advises, safety, looks_inside }
    }

    /// Repairs what was sent. One message is what a gateway passes on; of several, each is repaired by itself, with what the others
    /// say of it.
    pub fn repair<'a>(&self, sent: &'a [u8], context: &Context) -> Repaired<'a> {
        let reading = read(sent);
        let revision = self.revision.or(context.revision).unwrap_or(Revision::NEWEST_WITH_INITIALIZE);
        let (session, alone) = match reading.messages.len() {
            0 | 1 => (None, reading.messages),
            _ => (Some(Session::of(reading, revision)), Vec::new()),
        };
        let messages = session.as_ref().map_or(alone.as_slice(), |session| session.messages.as_slice());
        let given = std::str::from_utf8(sent).map_or_else(|_| String::from_utf8_lossy(sent), Cow::Borrowed);
        let mut whole = Repaired { text: given, applied: Vec::new(), converged: true };
        let responses = || messages.iter().enumerate().filter(|(_, message)| message.is_response());
        let is_only = responses().nth(1).is_none();
        let mut edits: Vec<Edit> = Vec::new();
        let before = whole.text.clone();
        let mut finder = Finder::of(before.as_bytes());
        for (at, message) in responses() {
            let exchange = session.as_ref().and_then(|session| session.exchange(at));
            let known =
                exchange.map_or(Cow::Borrowed(context), |exchange| Cow::Owned(context.or(Context::of(&exchange))));
            let mut repaired = self.repair_message(message, &known);
            if !repaired.is_changed() {
                continue;
            }
            whole.converged &= repaired.converged;
            if let Some(at) = finder.next(&message.sent) {
                let end = at + message.sent.as_str().len();
                for applied in repaired.applied.iter_mut().filter(|applied| applied.round == 0) {
                    for edit in &mut applied.edits {
                        edit.range = at + edit.range.start..at + edit.range.end;
                    }
                    if is_only {
                        let around = around(applied, &before, at..end);
                        edits.extend(around.iter().cloned());
                        applied.edits.extend(around);
                    }
                }
                if let Cow::Owned(text) = repaired.text {
                    edits.push(Edit::new(at..end, text));
                }
            } else if is_only {
                // It came in parts, or in another encoding.
                whole.text = Cow::Owned(repaired.text.into_owned());
            } else {
                continue;
            }
            whole.applied.append(&mut repaired.applied);
        }
        edits.sort_by_key(|edit| (edit.range.start, std::cmp::Reverse(edit.range.end)));
        // What is left away as a whole needs no edits inside it.
        edits.dedup_by(|next, kept| next.range.start < kept.range.end && next.range.end <= kept.range.end);
        match edits.as_mut_slice() {
            [] => {}
            // The only message is all that was sent: there is nothing to put it into.
            [all] if all.range == (0..whole.text.len()) => whole.text = Cow::Owned(std::mem::take(&mut all.text)),
            edits => whole.text = Cow::Owned(splice(&whole.text, edits)),
        }
        whole
    }

    /// Repairs a message that was read. Where nothing is repaired, nothing is copied. What stood around the message is not
    /// part of it: leaving that away is a repair without an edit here.
    pub fn repair_message<'a>(&self, message: &'a Message, context: &Context) -> Repaired<'a> {
        let mut done = Repaired { text: Cow::Borrowed(message.sent.as_str()), applied: Vec::new(), converged: true };
        let Some(first) = self.round(message, context, 0) else { return done };
        done.applied = first.applied;
        let Some(text) = first.text else { return done };
        let mut again = first.again;
        let hasher = RandomState::new();
        let mut seen = HashSet::new();
        if again {
            seen.extend([hasher.hash_one(message.sent.as_str()), hasher.hash_one(text.as_str())]);
        }
        done.text = Cow::Owned(text);
        for number in 1..MOST_ROUNDS {
            if !again {
                return done;
            }
            let mut reading = read(done.text.as_ref());
            let Some(at) = reading.messages.iter().position(Message::is_response) else { return done };
            let mut next = reading.messages.swap_remove(at);
            next.tool.clone_from(&message.tool);
            let Some(Round { text: Some(text), applied, again: more }) = self.round(&next, context, number) else {
                return done;
            };
            done.applied.extend(applied);
            done.converged = seen.insert(hasher.hash_one(text.as_str()));
            done.text = Cow::Owned(text);
            if !done.converged {
                return done;
            }
            again = more;
        }
        done.converged = !again;
        done
    }

    /// What is wrong with the only message of a session and can be repaired; and the JSON in its text, where that was read for it.
    fn findings(&self, session: &Session) -> (Vec<Finding>, Option<(String, Raw)>) {
        let (mut list, mut json) = (Vec::new(), None);
        for exchange in session.exchanges() {
            self.index.check_exchange(&exchange, &mut list);
        }
        for call in session.calls() {
            let noted = call.exchange.message.oddities.iter();
            if self.looks_inside && may_hold_json(&call) {
                self.index.check_call(&call, noted.chain(&call.payload().oddities), &mut list);
                json = json_of(call.payload());
            } else {
                self.index.check_call(&call, noted, &mut list);
            }
        }
        // A tool that the context names is not in the message.
        for tool in session.tools.iter().filter(|tool| !tool.pointer.is_empty()) {
            self.index.check_tool(session, tool, &mut list);
        }
        list.retain(|finding| self.advises || finding.severity > Severity::Hint);
        (list, json)
    }

    /// One look at a message; `None` where nothing is to be repaired.
    fn round(&self, message: &Message, context: &Context, number: u32) -> Option<Round> {
        let session = Session::alone(message.clone(), context, self.revision);
        let (findings, json) = self.findings(&session);
        if findings.is_empty() {
            return None;
        }
        let sent = message.sent.as_str();
        let mut edits =
            value_of(message).map(|(value, base)| Edits::new(value, base).of_tool(context.tool.clone()).knowing(json));
        let mut repairs: Vec<(Applied, bool)> = Vec::new();
        let mut around: Vec<Applied> = Vec::new();
        let mut spelled = HashSet::new();
        for finding in findings {
            let Some(fix) = finding.rule.fix else { continue };
            if matches!(fix.how, How::Around) {
                if number == 0 {
                    around.push(applied(&finding, finding.pointer.clone(), fix.safety, number, Vec::new()));
                }
                continue;
            }
            let Some(edits) = &mut edits else { continue };
            let mut places = vec![finding.pointer.clone()];
            if finding.times > 1 {
                // Only the first places are listed: the same one in the items that follow is looked at too.
                places.extend(edits.like(&finding.pointer));
            }
            for place in places {
                match fix.how {
                    // All places of a kind are mended at once, in the message and in each text.
                    How::Spelling(kind) => {
                        let inside = finding.within.as_ref().map(|_| place.as_str());
                        if spelled.insert((finding.rule.id, inside.map(str::to_owned))) {
                            spelling::mend(edits, sent, inside, kind);
                        }
                    }
                    How::Place(mend) => mend(edits, &place),
                    How::Around => {}
                }
                let made = edits.take();
                // Padding behind the message is no part of it.
                let is_padding = matches!(fix.how, How::Spelling(Misspelling::Nul)) && finding.within.is_none();
                if is_padding && made.edits.is_empty() && number == 0 {
                    around.push(applied(&finding, place, fix.safety, number, Vec::new()));
                    continue;
                }
                let safety = if made.guesses { fix.safety.max(Safety::Unsafe) } else { fix.safety };
                if !made.edits.is_empty() && safety <= self.safety {
                    let applied = applied(&finding, place, safety, number, made.edits);
                    repairs.push((applied, fix.uncovers || made.uncovers));
                }
            }
        }
        let first = |applied: &Applied| applied.edits.first().map(|edit| edit.range.start);
        repairs.sort_by(|(one, _), (two, _)| (first(one), one.rule.id).cmp(&(first(two), two.rule.id)));
        let mut accepted = Accepted::default();
        let mut again = false;
        repairs.retain(|(repair, uncovers)| {
            let fits = accepted.take(&repair.edits);
            again |= !fits || *uncovers;
            fits
        });
        if repairs.is_empty() && around.is_empty() {
            return None;
        }
        let text = (!repairs.is_empty()).then(|| splice(sent, &accepted.into_edits()));
        around.extend(repairs.into_iter().map(|(repair, _)| repair));
        Some(Round { text, applied: around, again })
    }
}

fn applied(finding: &Finding, pointer: String, safety: Safety, round: u32, mut edits: Vec<Edit>) -> Applied {
    edits.sort_by_key(|edit| edit.range.start);
    Applied { rule: finding.rule, pointer, within: finding.within.clone(), safety, round, edits }
}

/// What a repair leaves away before and behind the message.
fn around(applied: &Applied, text: &str, message: Range<usize>) -> Vec<Edit> {
    let sides = [0..message.start, message.end..text.len()];
    match applied.rule.fix.map(|fix| fix.how) {
        Some(How::Around) => {
            sides.into_iter().filter(|side| !side.is_empty()).map(|side| Edit::new(side, "")).collect()
        }
        Some(How::Spelling(Misspelling::Nul)) if applied.within.is_none() => {
            sides.into_iter().flat_map(|side| spelling::nul_bytes(text, side)).collect()
        }
        _ => Vec::new(),
    }
}

/// The edits that are made in this round: the first of those that clash.
#[derive(Default)]
struct Accepted {
    by_start: BTreeMap<usize, Vec<Edit>>,
}

impl Accepted {
    /// Takes all of some edits, or none where one of them clashes with what was taken.
    fn take(&mut self, edits: &[Edit]) -> bool {
        let near = |edit: &Edit| {
            let before = self.by_start.range(..=edit.range.start).next_back();
            let behind = self.by_start.range(edit.range.start..=edit.range.end);
            before.into_iter().chain(behind).flat_map(|(_, edits)| edits).any(|other| edit.clashes(other))
        };
        if edits.iter().any(near) {
            return false;
        }
        for edit in edits {
            self.by_start.entry(edit.range.start).or_default().push(edit.clone());
        }
        true
    }

    fn into_edits(self) -> Vec<Edit> {
        self.by_start.into_values().flatten().collect()
    }
}

/// The JSON that is all of a text, and the pointer to that text.
fn json_of(payload: &Payload) -> Option<(String, Raw)> {
    let Content::Json(document) = &payload.content else { return None };
    let (origin, raw) = (&payload.origin, document.raw());
    let is_all = origin.is_verbatim && origin.within.as_ref().is_some_and(retort_core::Pointer::is_root);
    // Only where both count from the same byte.
    let is_text = is_all && origin.bytes == Some(raw.range()) && raw.range().start == 0;
    is_text.then(|| (origin.pointer.to_string(), raw.clone()))
}

/// Whether a text of a call may be JSON in some dress. Most texts are none, and need not be read for it.
fn may_hold_json(call: &Call<'_>) -> bool {
    let Body::Result(result) = &call.exchange.message.body else {
        return !matches!(call.exchange.message.body, Body::Error(_));
    };
    if result.blocks.is_empty() {
        return false;
    }
    let is_candidate =
        |text: &str| memchr::memchr3(b'{', b'[', b'`', text.as_bytes()).is_some() || text.starts_with("\"\\\"");
    result.blocks.iter().any(|block| match &block.text {
        Some(text) => is_candidate(text.as_str()),
        None => block.says_more(),
    })
}
