//! `retort read`: a resource is read and shown.

use retort_client::Params;

use crate::Verdict;
use crate::args::ReadOptions;
use crate::failure::Failure;
use crate::live::{answer, with_connection};

pub(crate) fn run(options: &ReadOptions) -> Result<Verdict, Failure> {
    with_connection(&options.server, async |connection, person| {
        let reply = connection.request("resources/read", Params::new().with("uri", &options.uri)).await?;
        person.finish();
        answer::show(&reply, None, &options.show)
    })
}
