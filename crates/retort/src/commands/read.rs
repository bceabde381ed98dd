//! `retort read`: a resource is read and shown.

use retort_client::Params;

use crate::Verdict;
use crate::args::ReadOptions;
use crate::failure::Failure;
use crate::live::{answer, with_connection};
use crate::look;

pub(crate) fn run(options: &ReadOptions) -> Result<Verdict, Failure> {
    look::check(&options.show.look)?;
    let reply = with_connection(&options.server, async |connection, _| {
        Ok(connection.request("resources/read", Params::new().with("uri", &options.uri)).await?)
    })?;
    answer::show(&reply, None, &options.show, None)
}
