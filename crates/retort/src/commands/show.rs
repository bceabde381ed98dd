//! `retort show`: responses as a person wants to see them.

use retort_core::{Body, Interpretation, Message, ResultKind, ToolResult, counted};
use retort_render::View;

use super::{each_response, tool_of};
use crate::Verdict;
use crate::args::{Inputs, ShowOptions};
use crate::failure::Failure;
use crate::input::{self, Source};
use crate::look;
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
    let mut views = Vec::new();
    let mut prepared: Vec<View> = Vec::new();
    let read = input::for_each(&inputs.files, |source| {
        let (files, name) = match source {
            Source::File(path) => (vec![path.clone()], path.file_name()),
            Source::Stdin => (Vec::new(), None),
        };
        let name = name.map(|name| name.to_string_lossy().into_owned());
        each_response(&Inputs { files, jsonl: false }, |message: &Message| {
            let tool = tool_of(message, options.tool.as_deref());
            let mut view = View::of(&Interpretation::of(message).with_tool(tool), options.look.format);
            view.name.clone_from(&name);
            if prepares(message) {
                prepared.push(view);
                return Ok(());
            }
            if view.failed {
                verdict = Verdict::Bad;
            }
            views.push(view);
            Ok(())
        })
    });
    // Whoever has recorded a call wants to see it, and not the greeting before it.
    if views.is_empty() {
        views = prepared;
    } else if !prepared.is_empty() {
        let messages = counted(prepared.len(), "message");
        tell(format_args!("{messages} before the calls (greeting, lists) left out; retort parse prints all"));
    }
    // What could be read is shown, also where something else could not.
    if !views.is_empty() {
        look::show(&views, &options.look)?;
    }
    read.map(|()| verdict)
}
