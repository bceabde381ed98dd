//! JSON-RPC and the bytes: whether an answer can be read at all, and whose answer it is.

pub(super) mod noted;

super::group![
    jsonrpc_missing,
    jsonrpc_wrong,
    error_null,
    result_null,
    error_not_object,
    error_message_not_string,
    error_code_not_integer,
    nested_message,
    id_unknown,
    answered_twice,
    id_type_changed,
    error_code_reserved,
    error_code_retired,
    batch,
];
