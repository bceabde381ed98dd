//! One file a command.

pub(crate) mod browse;
pub(crate) mod call;
pub(crate) mod check;
pub(crate) mod convert;
pub(crate) mod detect;
mod diff;
pub(crate) mod extract;
#[cfg(feature = "knowledge")]
pub(crate) mod knowledge;
pub(crate) mod list;
pub(crate) mod login;
pub(crate) mod parse;
pub(crate) mod prompt;
pub(crate) mod read;
mod repairs;
pub(crate) mod rules;
pub(crate) mod schema;
pub(crate) mod serve;
pub(crate) mod servers;
pub(crate) mod show;
pub(crate) mod trust;

use std::io::Write;

use retort_core::{Message, Messages};

use crate::Verdict;
use crate::args::Inputs;
use crate::failure::Failure;
use crate::input::{self, Source};
use crate::output::{guarded, tell};

/// Calls `each` with every response of every input, and with where its answer goes. The verdict is bad when one
/// of them is.
fn for_each_response(
    inputs: &Inputs,
    mut each: impl FnMut(&Message, &mut dyn Write) -> Result<Verdict, Failure>,
) -> Result<Verdict, Failure> {
    let mut out = guarded();
    let mut verdict = Verdict::Good;
    each_response(inputs, |message| {
        if let Verdict::Bad = each(message, &mut out)? {
            verdict = Verdict::Bad;
        }
        out.write_all(b"\n")?;
        Ok(())
    })?;
    out.flush()?;
    Ok(verdict)
}

/// Calls `each` with every response of every input.
fn each_response(inputs: &Inputs, mut each: impl FnMut(&Message) -> Result<(), Failure>) -> Result<(), Failure> {
    input::for_each(&inputs.files, |source| {
        let messages = messages_of(source, inputs.max_size)?;
        messages.responses().try_for_each(|message| each(&message))
    })
}

/// The messages that a source holds, and what is odd about them on standard error.
fn messages_of(source: &Source, max_size: usize) -> Result<Messages, Failure> {
    let messages = Messages::of(source.bytes(max_size)?);
    for oddity in messages.oddities() {
        tell(format_args!("{}: {oddity}", source.name()));
    }
    if messages.count_responses() == 0 {
        tell(format_args!("{}: there are requests or notifications here, but no response", source.name()));
    }
    Ok(messages)
}

/// The tool that gave a response: the one that a request in the same transcript names, else the one told.
fn tool_of<'a>(message: &'a Message, told: Option<&'a str>) -> Option<&'a str> {
    message.tool.as_deref().or(told)
}
