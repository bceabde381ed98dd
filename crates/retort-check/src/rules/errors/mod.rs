//! Errors: that a failure is told as one, in words that help, and tells nobody what is none of their business.

mod refusal;
mod words;

super::group![
    error_not_flagged,
    error_without_message,
    error_message_only_a_code,
    error_message_generic,
    error_sounds_like_success,
    stack_trace,
    python_exception_as_text,
    html_error_page,
    path_in_error,
    secret_in_result,
    failure_as_protocol_error,
    unknown_tool_as_result,
    invalid_arguments_as_protocol_error,
    error_without_code,
    error_prefix_repeated,
];
