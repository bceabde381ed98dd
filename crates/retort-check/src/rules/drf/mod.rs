//! What django-rest-framework-mcp promises of its responses: every MUST and MUST NOT of its document that is not a rule
//! of the protocol too.

super::group![
    drf_error_id_missing,
    drf_error_id_null,
    content_empty,
    block_not_text,
    text_not_json,
    drf_flag_on_success,
    drf_error_prefix,
    drf_error_without_message,
    drf_error_code,
    drf_tools_capability,
    result_empty,
];
