//! `retort show`: responses as a person wants to see them.

use retort_core::{Body, Interpretation, Message, ResultKind, ToolResult, counted};
use retort_render::View;

use super::{messages_of, tool_of};
use crate::Verdict;
use crate::args::ShowOptions;
use crate::failure::Failure;
use crate::input::{self, Source};
use crate::look::{self, Showing};
use crate::output::tell;

/// The methods that come before what somebody wants to see.
const BEFORE: &[&str] = &[
    "initialize",
    "server/discover",
    "ping",
    "logging/setLevel",
    "tools/list",
    "prompts/list",
    "resources/list",
    "resources/templates/list",
];

/// Whether a message only prepares the calls of a recording.
fn prepares(message: &Message) -> bool {
    let is_list = matches!(&message.body, Body::Result(ToolResult { kind: ResultKind::ToolList, .. }));
    is_list || message.tool.as_deref().is_some_and(|name| BEFORE.contains(&name))
}

pub(crate) fn run(mut options: ShowOptions) -> Result<Verdict, Failure> {
    let inputs = options.inputs();
    look::check(&options.look)?;
    let mut verdict = Verdict::Good;
    let mut showing: Option<Showing<'_>> = None;
    let mut left_out = 0;
    let read = input::for_each(&inputs.files, |source| {
        let name = match source {
            Source::File(path) => path.file_name().map(|name| name.to_string_lossy().into_owned()),
            Source::Stdin => None,
        };
        let mut messages = messages_of(source, inputs.max_size)?;
        // Most are alone, and may be large.
        let only = messages.take_only();
        // Whoever has recorded a call wants to see it, and not the greeting before it.
        let calls = match &only {
            Some(message) => usize::from(!prepares(message)),
            None => messages.responses().filter(|message| !prepares(message)).take(2).count(),
        };
        let several = inputs.files.len() > 1 || calls > 1 || calls == 0 && messages.count() > 1;
        let showing = showing.get_or_insert_with(|| Showing::new(&options.look, several));
        let others = only.is_none().then(|| messages.responses());
        for message in only.into_iter().chain(others.into_iter().flatten()) {
            if calls > 0 && prepares(&message) {
                left_out += 1;
                continue;
            }
            let tool = tool_of(&message, options.tool.as_deref());
            let mut view = View::of(&Interpretation::of(&message).with_tool(tool), options.look.format);
            view.name.clone_from(&name);
            if view.failed && !prepares(&message) {
                verdict = Verdict::Bad;
            }
            let bytes = message.sent.as_str().len();
            // The view has all that is shown.
            drop(message);
            showing.show(view, bytes)?;
        }
        Ok(())
    });
    if left_out > 0 {
        let messages = counted(left_out, "message");
        tell(format_args!("{messages} before the calls (greeting, lists) left out; retort parse prints all"));
    }
    // What could be read is shown, also where something else could not.
    showing.map_or(Ok(()), Showing::finish)?;
    read.map(|()| verdict)
}
