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
    "unlocked", "pinned", "unpinned",
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
    short && (says_success(text) || DONE.contains(&first.as_str()))
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
    reports || said.is_some_and(says_done)
}
