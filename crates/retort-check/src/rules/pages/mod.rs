//! Pages: that a list says how much there is, and that whoever follows its pages comes to the end.

mod asked;
pub(super) mod noted;
pub(super) mod said;

super::group![page_cut_silently, more_without_a_way_on, same_page_twice, cursor_repeats, more_contradicts_total,];
