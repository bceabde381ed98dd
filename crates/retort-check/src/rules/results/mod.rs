//! The result of a call: its content, the blocks in it, and `structuredContent` beside them.

mod media;
pub(super) mod mended;
mod meta;
pub(super) mod noted;
pub(super) mod parts;
mod promised;
mod repair;

super::group![
    bare_payload,
    legacy_tool_result,
    content_missing,
    block_type_missing,
    mime_type_snake_case,
    resource_missing,
    structured_content_alone,
    structured_content_differs,
    is_error_not_boolean,
    mime_type_misnamed,
    mime_type_contradicts_data,
    block_type_contradicts_mime_type,
    image_too_large,
    uri_malformed,
    link_name_missing,
    priority_out_of_range,
    audience_unknown,
    last_modified_malformed,
    block_type_too_new,
    meta_key_malformed,
    meta_key_reserved,
    structured_content_missing,
    output_schema_broken,
    structured_content_not_offered,
    empty_result,
    blank_text,
];
