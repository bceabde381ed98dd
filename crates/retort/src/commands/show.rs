//! `retort show`: responses as a person wants to see them.

use retort_core::{Interpretation, Message};
use retort_render::View;

use super::{each_response, tool_of};
use crate::Verdict;
use crate::args::{Inputs, ShowOptions};
use crate::failure::Failure;
use crate::input::{self, Source};
use crate::look;

pub(crate) fn run(mut options: ShowOptions) -> Result<Verdict, Failure> {
    let inputs = options.inputs();
    look::check(&options.look)?;
    let mut verdict = Verdict::Good;
    let mut views = Vec::new();
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
            if view.failed {
                verdict = Verdict::Bad;
            }
            views.push(view);
            Ok(())
        })
    });
    // What could be read is shown, also where something else could not.
    if !views.is_empty() {
        look::show(&views, &options.look)?;
    }
    read.map(|()| verdict)
}
