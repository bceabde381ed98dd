//! What the FeathersJS server promises: the payloads of its three tools, its errors, its router and its tools run
//! directly.

mod shape;

super::group![
    feathers_score_order,
    feathers_search_limit,
    feathers_no_match_flag,
    feathers_file_path,
    feathers_file_size,
    feathers_service_name,
    feathers_field_count,
    feathers_service_path,
    feathers_bad_arguments_taken,
    feathers_error_prefix,
    feathers_refusal_words,
    feathers_direct_metadata,
    feathers_direct_content,
    feathers_tool_schema,
];
