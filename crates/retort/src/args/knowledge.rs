//! The arguments of `retort knowledge`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueHint};

#[derive(Subcommand)]
pub(crate) enum KnowledgeCommand {
    /// Make a knowledge base from a folder of Markdown, or bring it up to date.
    ///
    /// Every section is an entry of its own; code is kept whole. Only files that have changed are read again.
    Build(BuildOptions),
}

#[derive(Args)]
pub(crate) struct BuildOptions {
    /// The folder with the Markdown
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) folder: PathBuf,
    /// Where the knowledge base goes
    #[arg(long, short = 'o', value_name = "KB", value_hint = ValueHint::DirPath)]
    pub(crate) output: PathBuf,
    /// Where the pages are on the web, so that what is found can be looked up there
    #[arg(long, value_name = "URL")]
    pub(crate) url: Option<String>,
}
