//! `retort read`: a resource is read and shown.

use retort_client::{Catalogue, Params};
use retort_core::Body;

use super::list::UNKNOWN_METHOD;
use crate::Verdict;
use crate::args::ReadOptions;
use crate::failure::Failure;
use crate::live::{answer, with_connection};
use crate::look;

pub(crate) fn run(options: &ReadOptions) -> Result<Verdict, Failure> {
    look::check(&options.show.look)?;
    let reply = with_connection(&options.server, async |connection, person| {
        let reading = connection.request("resources/read", Params::new().with("uri", &options.uri));
        let reply = person.waits(&format!("reading {}", options.uri), reading).await?;
        let is_unknown = |code: &retort_core::Raw| code.to_plain() == UNKNOWN_METHOD;
        let has_none = matches!(&reply.message.body, Body::Error(error) if error.code.as_ref().is_some_and(is_unknown));
        if has_none && !connection.declares(Catalogue::Resources) {
            let (kind, name) = (Catalogue::Resources.entry(), options.uri.clone());
            return Err(Failure::Unknown { kind, name, hint: format!("it has no {kind}s at all") });
        }
        Ok(reply)
    })?;
    answer::show(&reply, None, &options.show, &options.server.server, None)
}
