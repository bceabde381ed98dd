//! Whether a payload says that something was done.

use crate::format::says_success;
use crate::json::Kind;
use crate::payload::Document;

/// Words that open the report of a deed.
#[rustfmt::skip]
const DONE: &[&str] = &[
    "created", "deleted", "updated", "sent", "added", "removed", "saved", "moved", "renamed", "uploaded",
    "downloaded", "wrote", "written", "inserted", "published", "submitted", "assigned", "cancelled", "canceled",
    "closed", "reopened", "merged", "committed", "pushed", "deployed", "installed", "uninstalled", "enabled",
    "disabled", "started", "stopped", "restarted", "transferred", "invited", "subscribed", "unsubscribed",
    "registered", "cleared", "reset", "revoked", "replaced", "appended", "copied", "archived", "restored",
    "scheduled", "queued", "completed", "done", "edited", "modified", "replied", "posted", "shared", "locked",
    "unlocked", "pinned", "unpinned", "opened", "applied", "formatted", "executed", "connected", "disconnected", "switched",
    "flushed", "pruned", "cleaned", "scaled", "configured", "initialized", "initialised",
];

/// Members that count or name what was changed.
const CHANGES: &[&str] = &[
    "rowsaffected",
    "affectedrows",
    "modifiedcount",
    "deletedcount",
    "insertedcount",
    "upsertedcount",
    "insertedid",
    "insertedids",
    "acknowledged",
    "changes",
    "lastinsertid",
    "lastinsertrowid",
];

/// Whether a text reports a deed.
pub(super) fn says_done(text: &str) -> bool {
    let start = text.trim_start_matches(|char: char| !char.is_alphanumeric());
    let first = start.split(|char: char| !char.is_alphanumeric()).next().unwrap_or_default().to_lowercase();
    let short = text.len() < 500;
    let counts = || {
        let lower = text.to_lowercase();
        lower.contains("affected") && (lower.contains("row") || lower.contains("record"))
    };
    short && (says_success(text) || DONE.contains(&first.as_str()) || counts())
}

/// Whether a payload only informs: a status that is neither success nor failure, about something that was not done.
pub(super) fn informs(document: &Document) -> bool {
    const INFORMING: [&str; 8] =
        ["info", "information", "notice", "warning", "skipped", "noop", "unsupported", "not_supported"];
    document.members(None).any(|(_, node)| {
        let status = || document.part(node.value).to_plain().to_lowercase();
        node.name == "status" && node.kind == Kind::String && INFORMING.contains(&status().as_str())
    })
}

/// Whether an object reports a deed: a member such as `deleted: true` or `rowsAffected`, or a message that
/// says so.
pub(super) fn is_done(document: &Document, said: Option<&str>) -> bool {
    let reports = document.members(None).any(|(_, node)| {
        let name = &node.plain_name;
        let value = || document.part(node.value);
        match node.kind {
            Kind::Bool => value().says(true) && (DONE.contains(&name.as_str()) || CHANGES.contains(&name.as_str())),
            Kind::Number => CHANGES.contains(&name.as_str()),
            Kind::String => {
                CHANGES.contains(&name.as_str())
                    || matches!(name.as_str(), "message" | "msg" | "result")
                        && value().to_text().is_some_and(|text| says_done(&text))
            }
            _ => false,
        }
    });
    reports || said.is_some_and(says_done) || says_only_success(document)
}

/// Whether an object says that all is well and nothing else.
fn says_only_success(document: &Document) -> bool {
    let mut flagged = false;
    let only = document.members(None).all(|(_, node)| match node.name.as_str() {
        "success" | "ok" => {
            flagged |= document.part(node.value).says(true);
            node.kind == Kind::Bool
        }
        "message" | "msg" => node.kind == Kind::String,
        _ => false,
    });
    only && flagged
}
