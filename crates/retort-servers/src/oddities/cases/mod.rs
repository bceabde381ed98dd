//! All cases, by what is odd: the message, the result in it, how its JSON is spelled, its order among others, and how
//! each transport frames it. Every file is a table; what needs code is a function below it.

mod encodings;
mod legacy;
mod lines;
mod messages;
mod pages;
mod responses;
mod results;
mod sequences;
mod spelling;
mod streams;

use std::sync::LazyLock;

pub(super) use self::legacy::endpoint_event;
use super::case::Case;

/// Every case, in the order in which `tools/list` names them.
pub fn cases() -> &'static [Case] {
    &CASES
}

static CASES: LazyLock<Vec<Case>> = LazyLock::new(|| {
    let groups = [
        messages::cases(),
        results::cases(),
        spelling::cases(),
        sequences::cases(),
        lines::cases(),
        streams::cases(),
        pages::cases(),
        responses::cases(),
        encodings::cases(),
        legacy::cases(),
    ];
    groups.into_iter().flatten().collect()
});
