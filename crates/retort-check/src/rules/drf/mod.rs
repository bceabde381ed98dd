//! What django-rest-framework-mcp promises of its responses: every MUST and MUST NOT of its document that is not a rule
//! of the protocol too.

super::group![text_not_json, drf_flag_on_success, drf_error_prefix, result_empty,];
