//! Pages: that a list says how much there is, and that whoever follows its pages comes to the end.

mod asked;
pub(super) mod noted;

super::group![
    page_cut_silently,
    more_without_a_way_on,
    more_on_an_empty_page,
    total_below_rows,
    same_page_twice,
    cursor_repeats,
    limit_ignored,
    next_on_the_last_page,
    more_contradicts_total,
];
