//! A failure: a red box with what happened, its code, what the server adds and what to do.

use std::io;

use super::{Canvas, Ink};
use crate::view::Failure;

pub(super) fn draw(failure: &Failure, canvas: &mut Canvas<'_>) -> io::Result<()> {
    canvas.line(Ink::Bad, &failure.message)
}
