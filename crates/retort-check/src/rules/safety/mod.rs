//! Safety: that a text shows what it says, runs nothing, and speaks to nobody behind the back of the user.

mod colours;

super::group![terminal_colours, control_characters, active_html,];
