//! Strict JSON of what a person wrote: unlike a server's answer it is not read past its faults, because here the
//! person can correct it.

use retort_core::{Kind, Raw};

/// The value on one line, digits and order as they are; or what is wrong with the text.
pub(super) fn json(text: &str) -> Result<Raw, String> {
    match Raw::parse(text) {
        Some(raw) if raw.is_clean() => Ok(raw),
        _ => Err(fault(text)),
    }
}

/// The value on one line, if it is of this kind.
pub(super) fn of_kind(text: &str, kind: Kind) -> Option<String> {
    json(text).ok().filter(|raw| raw.kind() == kind).map(|raw| raw.to_json())
}

fn fault(text: &str) -> String {
    let Err(error) = serde_json::from_str::<serde::de::IgnoredAny>(text) else {
        return "it has characters that JSON does not allow".to_owned();
    };
    let said = error.to_string();
    let reason = said.split(" at line ").next().unwrap_or_default();
    if text.contains('\n') {
        format!("{reason} at line {}, column {}", error.line(), error.column())
    } else {
        format!("{reason} at column {}", error.column())
    }
}
