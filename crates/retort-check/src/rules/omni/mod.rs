//! What the client Omni asks of servers: its advice, its warnings and the issues that it lists, as far as they are not
//! rules for every server.

super::group![
    omni_data_beside_text,
    omni_blocks_joined,
    omni_error_unsaid,
    omni_reason_missing,
    omni_indicators_contradict,
    omni_indicator_not_boolean,
    omni_deed_without_indicator,
    omni_base64_unmarked,
    omni_search_link,
    omni_rows_of_mixed_kinds,
    omni_json_not_strict,
    omni_rows_lack_keys,
    omni_content_without_text,
];
