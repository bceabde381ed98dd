//! Texts: that data in them is JSON that can be read, with dates, numbers and keys as others write them.

mod binary;
mod cells;
mod json;
mod names;
pub(super) mod noted;

pub(super) use binary::sign as sign_of_binary;
pub(super) use broken_json::is_broken;
pub(super) use json::{is_mixed, is_python};

super::group![
    mixed_formats,
    date_not_iso_8601,
    date_as_epoch,
    rows_with_different_keys,
    number_as_string,
    nesting_beyond_three_levels,
    huge_text_without_structure,
    binary_in_text,
    html_as_text,
    mixed_key_styles,
    python_instead_of_json,
    broken_json,
];
