//! The methods of the protocol that mean something to the wire. All others are names that it passes on.

/// The first words of revision 2026-07-28.
pub const DISCOVER: &str = "server/discover";
/// The first words of the revisions before it.
pub const INITIALIZE: &str = "initialize";
/// Somebody does not wait for the answer to a request any more.
pub const CANCELLED: &str = "notifications/cancelled";
/// A request has come further.
pub const PROGRESS: &str = "notifications/progress";
/// A server logs something.
pub const LOG: &str = "notifications/message";
/// A server asks a person something.
pub const ELICIT: &str = "elicitation/create";
/// A server asks a model something.
pub const SAMPLE: &str = "sampling/createMessage";

/// What a server may ask of a client.
const OF_CLIENTS: [&str; 4] = ["ping", "roots/list", SAMPLE, ELICIT];
/// What a server may do while it asks whoever called something.
const ASKING: [&str; 4] = ["tools/call", "prompts/get", "resources/read", "tasks/result"];

/// Whether a method is one of the first words.
pub(crate) fn is_greeting(method: &str) -> bool {
    matches!(method, INITIALIZE | DISCOVER)
}

/// Whether the protocol knows a method that a server may ask for, or a notification.
pub(crate) fn is_of_clients(method: &str, has_id: bool) -> bool {
    if has_id { OF_CLIENTS.contains(&method) } else { method.starts_with("notifications/") }
}

/// Whether the answer to a method may take a question to a person or a model.
pub(crate) fn may_ask(method: &str) -> bool {
    ASKING.contains(&method)
}
