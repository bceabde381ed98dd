//! `retort browse`: a full-screen viewer for a response.

use crate::Verdict;
use crate::args::BrowseOptions;
use crate::failure::Failure;

pub(crate) fn run(_options: &BrowseOptions) -> Result<Verdict, Failure> {
    Err(Failure::Unsupported { what: "browse yet".to_owned() })
}
