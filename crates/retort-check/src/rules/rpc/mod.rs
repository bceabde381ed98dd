//! JSON-RPC and the bytes: whether an answer can be read at all, and whose answer it is.

use retort_core::Raw;

use crate::tree::Tree;

super::group![
    jsonrpc_missing,
    byte_order_mark,
    utf_16,
    invalid_utf8,
    carriage_return,
    nul_byte,
    log_line,
    truncated_json,
    invalid_json,
    trailing_data,
    stream_line,
    non_finite_number,
    trailing_comma,
    control_character,
    lone_surrogate,
    invalid_escape,
    duplicate_key,
    integer_beyond_64_bits,
    number_beyond_double,
    deep_nesting,
    jsonrpc_wrong,
    id_missing,
    id_null,
    id_wrong_type,
    error_null,
    result_null,
    result_beside_error,
    result_missing,
    error_not_object,
    error_message_missing,
    error_message_not_string,
    error_code_missing,
    error_code_not_integer,
    message_extra_key,
    nested_message,
    id_unknown,
    answered_twice,
    id_type_changed,
    error_code_reserved,
    error_code_retired,
    batch,
];

/// Writes a message as strict JSON, and the JSON that stands in a string of it. For the message itself there is nothing
/// to do: a tree is never written in any other way.
fn write_strictly(message: &mut Tree, pointer: &str) {
    message.rewrite(pointer, |text| {
        let strict = |json: &str| Raw::parse(json).filter(|raw| !raw.is_clean()).map(|raw| raw.to_json());
        strict(text).unwrap_or_else(|| {
            let lines = text.split('\n').map(|line| strict(line).unwrap_or_else(|| line.to_owned()));
            lines.collect::<Vec<_>>().join("\n")
        })
    });
}
