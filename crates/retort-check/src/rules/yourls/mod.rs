//! What yourls-mcp promises of its responses: one text block with a JSON object, which says in `status` how the call
//! went.

mod status;

super::group![
    yourls_payload_not_object,
    yourls_error_without_message,
    yourls_success_without_data,
    yourls_several_blocks,
];
