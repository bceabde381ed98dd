//! The tools as they are listed: names, descriptions, schemas and annotations.

mod listing;
pub(super) mod members;
mod words;

super::group![
    tools_missing,
    name_too_long,
    name_beyond_models,
    name_twice,
    name_differs_in_case,
    description_missing,
    description_short,
    description_too_long,
    description_gives_orders,
    description_hides_characters,
    input_schema_not_object,
    input_schema_type,
    required_unknown,
    argument_undescribed,
    argument_untyped,
    argument_name_beyond_models,
    array_without_items,
    default_contradicts_schema,
    enum_twice,
    output_schema_invalid,
    output_schema_type,
    read_only_by_name_not,
    destructive_by_name,
    annotation_wrong_type,
    next_cursor_repeats,
    tools_change_order
];
