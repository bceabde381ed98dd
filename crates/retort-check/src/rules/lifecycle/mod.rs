//! The course of a connection: the greeting, what a server says it can do, and how it refuses what it cannot.

use retort_core::{Format, ResultType, Revision};

use crate::call::Call;
use crate::session::Exchange;

pub(super) mod answers;

super::group![
    protocol_version_missing,
    protocol_version_unknown,
    capabilities_missing,
    capability_malformed,
    server_info_missing,
    server_info_incomplete,
    instructions_not_string,
    version_refused,
    unknown_method_accepted,
    unknown_method_code,
    malformed_json_ignored,
    ping_not_empty,
    capability_undeclared,
    change_undeclared,
    log_undeclared,
    request_too_early,
    supported_versions_missing,
    result_type_missing,
    cache_hints_missing,
    unsupported_version_code,
    server_request,
    log_unasked,
    invalid_cursor_accepted,
    invalid_cursor_code,
    unknown_tool_accepted,
    missing_argument_accepted,
    request_unanswered,
];

/// Every method that any revision has.
const METHODS: [&str; 23] = [
    "initialize",
    "ping",
    "server/discover",
    "subscriptions/listen",
    "tools/list",
    "tools/call",
    "resources/list",
    "resources/read",
    "resources/templates/list",
    "resources/subscribe",
    "resources/unsubscribe",
    "prompts/list",
    "prompts/get",
    "completion/complete",
    "logging/setLevel",
    "tasks/get",
    "tasks/result",
    "tasks/list",
    "tasks/cancel",
    "tasks/update",
    "sampling/createMessage",
    "elicitation/create",
    "roots/list",
];

/// The method that was asked for, where the protocol has none like it and the server does not extend the protocol.
fn unknown_method<'a>(exchange: &Exchange<'a>) -> Option<&'a str> {
    let method = exchange.method.filter(|method| !method.is_empty() && !METHODS.contains(method))?;
    // A request that does not say which version it speaks is refused for that.
    let complete = exchange.session.revision < Revision::V2026_07_28
        || exchange.params.is_some_and(|params| params.get("_meta").is_some());
    (complete && !exchange.session.extends_protocol()).then_some(method)
}

/// Whether a call succeeded as far as anybody can tell: not even its text says that it failed.
fn succeeded(call: &Call<'_>) -> bool {
    let done = |result: &ResultType| *result == ResultType::Complete;
    call.result().is_some_and(|result| !result.is_error && result.result_type.as_ref().is_none_or(done))
        && call.detection().format != Format::Error
}
