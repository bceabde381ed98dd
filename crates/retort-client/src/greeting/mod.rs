//! The first words: `server/discover` and `initialize`, in the newest revision that both sides know. Nothing tells
//! beforehand which of the two a server answers, nor how long it takes to start: one is said, after a short silence the
//! other as well, and the first good answer counts, whenever it comes.

mod ways;

use std::time::{Duration, Instant};

use retort_core::{Body, Raw, Revision};
use retort_wire::method::{DISCOVER, INITIALIZE};
use retort_wire::{Error as Wire, Params, Peer};

use crate::error::Error;
use crate::memory::{Known, Way};
use crate::options::Options;
use crate::reply::Reply;
use ways::{Answer, ask};

/// How long a server may be silent before it is asked the other way too.
const SILENCE: Duration = Duration::from_millis(600);
/// The same for one that seems to end when it is asked that way.
const LONG_SILENCE: Duration = Duration::from_secs(10);
/// The code of an error that says which revisions are offered.
const UNSUPPORTED_REVISION: &str = "-32022";

/// What a server said of itself.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Greeting {
    /// The revision that is spoken.
    pub revision: Revision,
    /// The name and version of the server, as it gave them.
    pub server: Option<Raw>,
    /// What it can do.
    pub capabilities: Option<Raw>,
    /// What it says about how to use it.
    pub instructions: Option<String>,
    /// Everything that it said.
    pub raw: Raw,
}

/// Which first words are said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Plan {
    /// Those of this revision, and no others.
    In(Revision),
    /// These; the other ones too after a refusal, or when the server has been silent for some time.
    First(Way, Duration),
}

impl Plan {
    /// The words for a server that answered in some way before, where that is known.
    pub(crate) fn of(options: &Options, known: Option<Known>) -> Self {
        let silence = options.patience.unwrap_or(SILENCE);
        match (options.protocol, known) {
            (Some(revision), _) => Self::In(revision),
            (None, Some(Known { way: Way::OnlyInitialize, .. })) => Self::INITIALIZE,
            (None, Some(Known { way: Way::OnlyDiscover, .. })) => Self::In(Revision::V2026_07_28),
            (None, Some(known)) => Self::First(known.way, silence.max(known.patience())),
            (None, None) => Self::First(Way::Discover, silence),
        }
    }

    /// `server/discover`, and for long nothing after it.
    pub(crate) const DISCOVER: Self = Self::First(Way::Discover, LONG_SILENCE);

    /// `initialize`, and nothing before it.
    pub(crate) const INITIALIZE: Self = Self::In(Revision::NEWEST_WITH_INITIALIZE);
}

/// Why there is no greeting, and what was said.
#[derive(Debug)]
pub(crate) struct Failed {
    pub(crate) error: Error,
    /// Whether `server/discover` was said.
    pub(crate) discovered: bool,
}

impl Greeting {
    /// Greets a server; tells which way it answered, too.
    pub(crate) async fn say(peer: &Peer, options: &Options, plan: Plan) -> Result<(Self, Way), Failed> {
        peer.forget_session();
        let answer = match plan {
            Plan::In(revision) => {
                let way = if revision.has_initialize() { Way::Initialize } else { Way::Discover };
                let answer = Box::pin(ask(peer, options, way, revision, options.timeout)).await;
                answer.map_err(|error| Failed { error, discovered: way == Way::Discover })?
            }
            Plan::First(way, patience) => either(peer, options, way, patience).await?,
        };
        // Whatever goes wrong from now on, the greeting is not the reason.
        peer.set_probes(&[DISCOVER, INITIALIZE]);
        let way = answer.way;
        Ok((answer.settle(peer, options).await, way))
    }

    /// What every request says of the client, since there are no sessions.
    pub(crate) fn meta(&self, options: &Options) -> Params {
        ways::meta(options, self.revision)
    }

    fn read(revision: Revision, raw: Raw) -> Self {
        let server = raw.get("serverInfo");
        let named = || raw.get("_meta").and_then(|meta| meta.get("io.modelcontextprotocol/serverInfo"));
        let instructions = raw.get("instructions").and_then(|text| text.to_text().map(String::from));
        Self { revision, server: server.or_else(named), capabilities: raw.get("capabilities"), instructions, raw }
    }
}

/// Asks one way, and the other too after a refusal or a silence; the first good answer of either counts.
async fn either(peer: &Peer, options: &Options, first: Way, patience: Duration) -> Result<Answer, Failed> {
    let begun = Instant::now();
    let second = if first == Way::Discover { Way::Initialize } else { Way::Discover };
    let revision = |way| if way == Way::Discover { Revision::V2026_07_28 } else { Revision::NEWEST_WITH_INITIALIZE };
    peer.set_probes(&[DISCOVER]);
    let mut asking = Box::pin(ask(peer, options, first, revision(first), options.timeout));
    let early = tokio::select! {
        biased;
        answer = &mut asking => Some(answer),
        () = silence(peer, patience) => None,
    };
    let only = |error| Failed { error, discovered: first == Way::Discover };
    let refusal = match early {
        Some(Ok(answer)) => return Ok(answer),
        Some(Err(error)) if is_final(&error) => return Err(only(error)),
        Some(Err(error)) => Some(error),
        None => None,
    };
    let left = options.timeout.saturating_sub(begun.elapsed());
    let mut also_asking = Box::pin(ask(peer, options, second, revision(second), left));
    let (mut refused, mut refused_too) = (refusal, None);
    loop {
        let (slot, answer) = tokio::select! {
            biased;
            answer = &mut asking, if refused.is_none() => (&mut refused, answer),
            answer = &mut also_asking, if refused_too.is_none() => (&mut refused_too, answer),
        };
        match answer {
            Ok(answer) => return Ok(answer),
            Err(error) if is_final(&error) => return Err(Failed { error, discovered: true }),
            Err(error) => *slot = Some(error),
        }
        (refused, refused_too) = match (refused, refused_too) {
            (Some(one), Some(other)) => {
                let (discover, initialize) = if first == Way::Discover { (one, other) } else { (other, one) };
                return Err(Failed { error: telling(discover, initialize, options), discovered: true });
            }
            waiting => waiting,
        };
    }
}

/// Comes to an end when nothing has come for a while. While a person is asked something, nothing can come.
async fn silence(peer: &Peer, patience: Duration) {
    loop {
        tokio::time::sleep(patience).await;
        if !peer.is_asking() {
            return;
        }
    }
}

/// Whether the other way would end in the same manner.
fn is_final(error: &Error) -> bool {
    matches!(
        error,
        Error::Wire(
            Wire::Unreachable { .. }
                | Wire::Authorization(_)
                | Wire::Redirected { .. }
                | Wire::Exited { .. }
                | Wire::TooMuch(_)
                | Wire::Cancelled
        )
    )
}

/// Of what went wrong both ways, the one that tells more.
fn telling(discover: Error, initialize: Error, options: &Options) -> Error {
    let after = options.timeout;
    match (discover, initialize) {
        (Error::Wire(Wire::Deadline { .. }), Error::Wire(Wire::Deadline { stderr, arrived, .. })) => {
            Wire::Deadline { method: format!("{DISCOVER} and {INITIALIZE}"), after, stderr, arrived }.into()
        }
        // It wants to be asked the other way, or knows no revision that we do.
        (discover, Error::NoCommonRevision { .. }) if !matches!(discover, Error::Refused { .. }) => discover,
        (discover @ (Error::NoCommonRevision { .. } | Error::Wire(Wire::Unauthorized { .. })), _) => discover,
        (_, Error::Wire(Wire::Deadline { method, stderr, arrived, .. })) => {
            Wire::Deadline { method, after, stderr, arrived }.into()
        }
        (_, initialize) => initialize,
    }
}

/// The result that a reply carries.
pub(crate) fn result_of(method: &str, reply: &Reply) -> Result<Raw, Error> {
    match &reply.message.body {
        Body::Result(result) => Ok(result.raw.clone()),
        Body::Error(error) => {
            let code = error.code.as_ref().map_or_else(|| "none".to_owned(), |code| code.to_plain().into_owned());
            Err(Error::Refused { method: method.to_owned(), code, message: error.message.clone() })
        }
        _ => Err(Error::Unexpected { method: method.to_owned(), lacking: "result", body: reply.bytes.to_vec() }),
    }
}
