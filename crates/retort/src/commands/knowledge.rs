//! `retort knowledge`: knowledge bases, made from folders of Markdown.

use std::io::{self, IsTerminal, Write};

use indicatif::{ProgressBar, ProgressStyle};
use retort_core::counted;
use retort_knowledge::base;

use crate::Verdict;
use crate::args::{BuildOptions, KnowledgeCommand};
use crate::failure::Failure;
use crate::output::{stdout, tell};

pub(crate) fn run(command: &KnowledgeCommand) -> Result<Verdict, Failure> {
    match command {
        KnowledgeCommand::Build(options) => build(options),
    }
}

fn build(options: &BuildOptions) -> Result<Verdict, Failure> {
    let bar = if io::stderr().is_terminal() { ProgressBar::new(0) } else { ProgressBar::hidden() };
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos} of {len} files") {
        bar.set_style(style);
    }
    let mut how = base::BuildOptions::default();
    how.url.clone_from(&options.url);
    let built = base::build(&options.folder, &options.output, &how, |done, all| {
        bar.set_length(all as u64);
        bar.set_position(done as u64);
    });
    bar.finish_and_clear();
    let built = built?;
    built.warnings.iter().for_each(tell);
    let mut out = stdout();
    writeln!(
        out,
        "{} from {} in {}; {} read, {} unchanged, {} removed",
        counted(built.entries, "entry"),
        counted(built.files, "file"),
        retort_client::shown_path(&options.output),
        built.read,
        built.files - built.read,
        built.removed,
    )?;
    out.flush()?;
    Ok(Verdict::Good)
}
