//! `retort prompt`: a prompt is made with its arguments and shown.

use retort_client::arguments::build;
use retort_client::{Catalogue, Entry, Error, Params};
use retort_core::Raw;

use super::call::{find, listed};
use crate::Verdict;
use crate::args::PromptOptions;
use crate::failure::Failure;
use crate::live::advice::advised_problem;
use crate::live::{answer, with_connection};
use crate::look;

pub(crate) fn run(options: &PromptOptions) -> Result<Verdict, Failure> {
    look::check(&options.show.look)?;
    let reply = with_connection(&options.server, async |connection, _| {
        let listing = listed(connection, Catalogue::Prompts).await?;
        let prompt = match &listing {
            Some(listing) => Some(find(listing, Catalogue::Prompts, &options.name)?),
            None => None,
        };
        let arguments = build(&options.words, None, schema_of(prompt).as_ref()).map_err(|problems| {
            let problems = problems.iter().map(advised_problem).collect();
            Error::Arguments { tool: options.name.clone(), problems }
        })?;
        let params = Params::new().with("name", &options.name).with_json("arguments", arguments.as_json());
        Ok(connection.request("prompts/get", params).await?)
    })?;
    answer::show(&reply, Some(&options.name), &options.show, &options.server.server, None)
}

/// The arguments of a prompt, which are all texts, as a schema.
fn schema_of(prompt: Option<&Entry>) -> Option<Raw> {
    let Some(prompt) = prompt else { return Raw::parse(r#"{"additionalProperties": {"type": "string"}}"#) };
    let mut properties = Params::new();
    let mut required = Vec::new();
    for argument in prompt.raw.get("arguments").iter().flat_map(Raw::items) {
        let Some(name) = argument.get("name").map(|name| name.to_plain().into_owned()) else { continue };
        let about = argument.get("description").map(|about| about.to_plain().into_owned());
        let schema = Params::new().with("type", "string").with("description", about.unwrap_or_default());
        properties = properties.with_json(&name, schema.to_json());
        if argument.get("required").and_then(|required| required.to_bool()) == Some(true) {
            required.push(name);
        }
    }
    let schema = Params::new().with("type", "object").with_json("properties", properties.to_json());
    Raw::parse(schema.with("required", required).with("additionalProperties", false).to_json())
}
