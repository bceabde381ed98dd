//! The one envelope of all responses: its fields, their types, and what they say of each other.

pub(super) mod by_type;
pub(super) mod fields;
mod schema;

super::group![
    envelope_missing,
    envelope_tool_name_differs,
    envelope_error_unexpected,
    envelope_error_unsaid,
    envelope_pagination_without_list,
    envelope_has_more_contradicts,
    envelope_counts_contradict,
    envelope_next_page_behind,
    envelope_entry_without_name,
];
