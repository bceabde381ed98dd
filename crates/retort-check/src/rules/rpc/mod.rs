//! JSON-RPC and the bytes: whether an answer can be read at all, and whose answer it is.

pub(super) mod mended;
pub(super) mod noted;

super::group![error_code_not_integer, nested_message, id_unknown, answered_twice, id_type_changed, error_code_reserved,];
