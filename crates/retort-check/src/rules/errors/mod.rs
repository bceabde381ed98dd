//! Errors: that a failure is told as one, in words that help, and tells nobody what is none of their business.

mod refusal;
pub(super) mod said;
mod words;

super::group![
    error_not_flagged,
    error_without_message,
    error_message_generic,
    stack_trace,
    path_in_error,
    failure_as_protocol_error,
    unknown_tool_as_result,
    invalid_arguments_as_protocol_error,
    error_without_code,
];
