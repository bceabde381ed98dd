//! The result of a call: its content, the blocks in it, and `structuredContent` beside them.

mod media;
mod repair;

super::group![
    bare_payload,
    legacy_tool_result,
    content_missing,
    content_null,
    content_object,
    content_string,
    content_scalar,
    block_string,
    block_not_object,
    block_type_missing,
    block_type_unknown,
    block_type_case,
    text_missing,
    text_not_string,
    data_missing,
    invalid_base64,
    mime_type_snake_case,
    mime_type_missing,
    resource_missing,
    resource_uri_missing,
    structured_content_alone,
    structured_content_array,
    structured_content_scalar,
    structured_content_null,
    structured_content_differs,
    is_error_not_boolean,
    result_type_unknown,
    result_extra_key
];
