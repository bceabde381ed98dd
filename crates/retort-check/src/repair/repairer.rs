//! The repairer: looks at one message as the checker would, makes the edits of what it finds, and looks again. It is made
//! once and asked for each message on its way, so what is sound must cost little beyond reading it.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};
use std::hash::{BuildHasher, RandomState};

use retort_core::{Body, Content, Message, OddityKind, Payload, Raw, Revision, read};

use super::edits::{Edit, Edits, splice};
use super::{Applied, Context, How, Misspelling, Repaired, Safety, spelling};
use crate::call::Call;
use crate::checker::Checker;
use crate::finding::{Finding, Found};
use crate::index::Index;
use crate::rule::{Profile, Severity};
use crate::sent::value_of;
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
    pub(super) revision: Option<Revision>,
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
        let (mut found, mut json) = (Found::first(), None);
        for exchange in session.exchanges() {
            self.index.check_exchange(&exchange, &exchange.message.oddities, &mut found);
        }
        for call in session.calls() {
            let noted = call.exchange.message.oddities.iter();
            if self.looks_inside && may_hold_json(&call) {
                self.index.check_call(&call, noted.chain(&call.payload().oddities), &mut found);
                json = json_of(call.payload());
            } else {
                self.index.check_call(&call, noted, &mut found);
            }
        }
        // A tool that the context names is not in the message.
        for tool in session.tools.iter().filter(|tool| !tool.pointer.is_empty()) {
            self.index.check_tool(session, tool, &mut found);
        }
        found.list.retain(|finding| self.advises || finding.severity > Severity::Hint);
        (found.list, json)
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
