//! What can go wrong between a client and a server. Each error says what happened, to what, and shows what did arrive; what to do
//! about it, whoever shows it knows.

use retort_core::Revision;
use retort_wire::{Excerpt, one_line};

/// How many characters an error shows of what the server says, and of a name or a list of names.
const MOST_OF_A_MESSAGE: usize = 2000;
const MOST_OF_A_NAME: usize = 300;

/// Why a request got no answer.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Nothing came, or nothing could be sent.
    #[error(transparent)]
    Wire(#[from] retort_wire::Error),
    /// The server answered with a JSON-RPC error.
    #[error(
        "the server refused {method}: {} (code {})",
        one_line(message, MOST_OF_A_MESSAGE),
        one_line(code, MOST_OF_A_NAME)
    )]
    Refused {
        /// What was asked.
        method: String,
        /// The code of the error.
        code: String,
        /// Its message.
        message: String,
    },
    /// The server wants to know something first, and was refused.
    #[error(
        "the server asks for {} before it answers {method}, and that was refused: {reason}",
        one_line(asked, MOST_OF_A_NAME)
    )]
    NotAnswered {
        /// What was asked of it.
        method: String,
        /// What it asks for.
        asked: String,
        /// Why there is no answer.
        reason: String,
    },
    /// Client and server have no revision in common.
    #[error("the server does not speak revision {wanted}; it speaks {}", one_line(&offered.join(", "), MOST_OF_A_NAME))]
    NoCommonRevision {
        /// What was asked for.
        wanted: Revision,
        /// What the server offers.
        offered: Vec<String>,
    },
    /// The answer is not what the method answers with.
    #[error("the answer to {method} has no {lacking}{}", sent(body))]
    Unexpected {
        /// What was asked.
        method: String,
        /// What is missing.
        lacking: &'static str,
        /// The answer.
        body: Vec<u8>,
    },
    /// The arguments of a call do not fit the tool.
    #[error("{tool} was not called:{}", listed(problems))]
    Arguments {
        /// The tool.
        tool: String,
        /// What does not fit.
        problems: Vec<String>,
    },
    /// Something could not be written down.
    #[error("cannot write {path}: {reason}")]
    Unwritable {
        /// Where to.
        path: String,
        /// What the system says.
        reason: String,
    },
}

impl Error {
    /// Whoever asked wants no answer any more.
    pub fn is_cancelled(&self) -> bool {
        matches!(self, Self::Wire(retort_wire::Error::Cancelled))
    }

    /// No answer came in time.
    pub fn is_deadline(&self) -> bool {
        matches!(self, Self::Wire(retort_wire::Error::Deadline { .. } | retort_wire::Error::Overtime { .. }))
    }

    /// The address at which a server that did not answer its greeting says that it listens: it waits there, and not on its
    /// standard streams.
    pub fn listens_at(&self) -> Option<String> {
        let Self::Wire(retort_wire::Error::Deadline { method, stderr, arrived, .. }) = self else { return None };
        // A server that has answered once has its reasons to listen elsewhere too.
        if !(method.contains("server/discover") || method.contains("initialize")) {
            return None;
        }
        let said = String::from_utf8_lossy(arrived.get(..MOST_LOOKED_AT).unwrap_or(arrived));
        stderr.lines().find_map(address_in).or_else(|| said.lines().find_map(address_in))
    }
}

/// One problem behind the colon, several on a line each.
fn listed(problems: &[String]) -> String {
    match problems {
        [only] => format!(" {only}"),
        _ => format!("\n  {}", problems.join("\n  ")),
    }
}

/// So much of what arrived is looked at for an address.
const MOST_LOOKED_AT: usize = 16 * 1024;
/// What stands in a line that tells where a server listens.
const LISTENS: &[&str] = &[
    "running on",
    "running at",
    "listening",
    "listens",
    "serving",
    "started",
    "available at",
    "server at",
    "starting",
];

/// The address that a line tells a server by, as a client on this machine reaches it.
fn address_in(line: &str) -> Option<String> {
    let lower = line.to_ascii_lowercase();
    if !LISTENS.iter().any(|word| lower.contains(word)) {
        return None;
    }
    let at = lower.find("http://").or_else(|| lower.find("https://"))?;
    let rest = line.get(at..)?;
    let is_part = |char: char| char.is_ascii_alphanumeric() || ":/.-_[]~%".contains(char);
    let end = rest.find(|char: char| !is_part(char)).unwrap_or(rest.len());
    let address = rest.get(..end)?.trim_end_matches(['.', ':', ']']);
    let url = url::Url::parse(address).ok()?;
    let host = url.host_str()?;
    let is_here = matches!(host, "0.0.0.0" | "[::]" | "localhost" | "127.0.0.1" | "[::1]");
    // An address elsewhere is a page about the server more often than the server.
    is_here.then(|| address.replace("0.0.0.0", "127.0.0.1").replace("[::]", "[::1]"))
}

fn sent(arrived: &[u8]) -> String {
    if arrived.trim_ascii().is_empty() { String::new() } else { format!("; it did send:{}", Excerpt(arrived)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_that_a_web_server_prints_is_found() {
        for (line, address) in [
            ("INFO:     Uvicorn running on http://0.0.0.0:8000 (Press CTRL+C to quit)", "http://127.0.0.1:8000"),
            (
                "\u{1b}[32mINFO\u{1b}[0m: Uvicorn running on \u{1b}[1mhttp://127.0.0.1:8000\u{1b}[0m (Press CTRL+C to quit)",
                "http://127.0.0.1:8000",
            ),
            ("Server listening on http://localhost:3000/mcp.", "http://localhost:3000/mcp"),
            (" * Running on http://[::]:5000", "http://[::1]:5000"),
            ("MCP server started: http://127.0.0.1:9000/sse", "http://127.0.0.1:9000/sse"),
            ("[server] listening at http://[::1]:4000/", "http://[::1]:4000/"),
        ] {
            assert_eq!(address_in(line).as_deref(), Some(address), "{line}");
        }
        for line in [
            "Documentation: https://example.com/docs",
            "Server started, see https://example.com/docs",
            "cannot fetch http://127.0.0.1:3000/x",
            "listening on port 3000",
            "listening on http://",
            "running on stdio",
        ] {
            assert_eq!(address_in(line), None, "{line}");
        }
    }
}
