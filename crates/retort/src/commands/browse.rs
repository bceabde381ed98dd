//! `retort browse`: a full-screen viewer for a response.

use std::io::{self, IsTerminal};
use std::path::Path;

use retort_core::{Interpretation, Messages};
use retort_render::View;
use retort_render::browse::{Options, browse};

use super::tool_of;
use crate::Verdict;
use crate::args::BrowseOptions;
use crate::failure::Failure;
use crate::input::Source;
use crate::look::{has_colours, is_dumb, palette};
use crate::output::tell;

pub(crate) fn run(options: &BrowseOptions) -> Result<Verdict, Failure> {
    if !io::stdout().is_terminal() || is_dumb() {
        return Err(Failure::NoTerminal);
    }
    let source = Source::of(options.file.as_deref().unwrap_or(Path::new("-")));
    let messages = Messages::of(source.bytes(options.max_size)?);
    let Some(message) = messages.responses().next() else { return Err(Failure::Empty { name: source.name() }) };
    let all = if messages.count_responses() == 0 { messages.count() } else { messages.count_responses() };
    let others = all - 1;
    let read = Interpretation::of(&message).with_tool(tool_of(&message, options.tool.as_deref()));
    let view = View::of(&read, options.format);
    let colours = has_colours(options.color, true).then(|| palette(options.theme));
    browse(view, message, Options::new(colours))?;
    if others > 0 {
        tell(format_args!("there are {others} more responses in {}; only the first was shown", source.name()));
    }
    Ok(Verdict::Good)
}
