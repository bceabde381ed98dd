//! Safety: that a text shows what it says, runs nothing, and speaks to nobody behind the back of the user.

mod colours;

super::group![
    terminal_colours,
    terminal_escapes,
    control_characters,
    invisible_characters,
    tag_characters,
    text_direction_overridden,
    active_html,
    script_links,
    file_links,
    remote_images_with_data,
    speaks_to_the_model,
    link_shows_another_address,
];
