//! What yourls-mcp promises of its responses: one text block with a JSON object, which says in `status` how the call
//! went.

mod status;

super::group![
    yourls_payload_not_object,
    yourls_status_missing,
    yourls_status_unknown,
    yourls_error_without_message,
    yourls_message_not_string,
    yourls_flag_without_error,
    yourls_code_not_string,
    yourls_error_code_on_success,
    yourls_success_without_data,
    yourls_tool_fields,
    yourls_link_not_url,
    yourls_several_blocks,
];
