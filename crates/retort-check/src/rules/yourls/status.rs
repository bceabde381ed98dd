//! What a payload says of itself.

use retort_core::Document;

/// Whether a payload has this status.
pub(super) fn says(payload: &Document, status: &str) -> bool {
    payload.get("status").is_some_and(|value| value.to_text().as_deref() == Some(status))
}
