//! What yourls-mcp promises of its responses: one text block with a JSON object, which says in `status` how the call
//! went.

super::group![yourls_payload_not_object,];
