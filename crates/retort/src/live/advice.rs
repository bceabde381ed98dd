//! What to do about an error. The libraries say what happened; which option or command helps, only the program knows.

use retort_client::arguments::Problem;
use retort_client::auth::Error as LoginError;
use retort_client::naming::{NamingError, TrustError};
use retort_client::{Error, WireError, shown_path};

use crate::args::quoted;

/// An error of the client, with what to do about it before what the server said.
pub(crate) fn advised(error: &Error) -> String {
    match error {
        Error::Wire(wire) => format!("{}{}{}", wire.what(), about_wire(wire, error.listens_at()), wire.evidence()),
        other => other.to_string(),
    }
}

/// An error of a log-in, with what to do about it.
pub(crate) fn advised_login(error: &LoginError) -> String {
    format!("{error}{}", about_login(error))
}

/// Why no server is meant, with what to do about it.
pub(crate) fn advised_naming(error: &NamingError) -> String {
    match error {
        NamingError::IsConfiguration { .. } => format!("{error}; pass it with --config, and name a server in it"),
        NamingError::Untrusted { path, .. } => format!(
            "{error}: nothing of it was started, expanded or sent; `retort trust {}` shows what it would do and asks, \
             and --trust goes without asking",
            quoted(&shown_path(path))
        ),
        NamingError::NotOwned { path, owner: Some(_), .. } => format!(
            "{error}, and may say whatever they like; if you know what is in it, pass it with --config {}",
            quoted(&shown_path(path))
        ),
        NamingError::NotOwned { path, at, owner: None, .. } => format!(
            "{error}; `chmod go-w {}` closes it to others, or pass it with --config {} if you know what is in it",
            quoted(&shown_path(at)),
            quoted(&shown_path(path))
        ),
        other => other.to_string(),
    }
}

/// Why what is trusted is not known, with what to do about it.
pub(crate) fn advised_trust(error: &TrustError) -> String {
    let what = match (error, error.record()) {
        (_, Some(record)) => {
            let record = shown_path(record);
            format!("; look at it, remove it (`rm {}`), and trust your files anew with `retort trust`", quoted(&record))
        }
        (TrustError::NoFolder, _) => "; set RETORT_DATA_DIR to a folder of your own".to_owned(),
        _ => String::new(),
    };
    format!("{error}{what}")
}

/// What is wrong with an argument, and what to do about it.
pub(crate) fn advised_problem(problem: &Problem) -> String {
    let json = match (problem.is_fine_as_json, problem.argument.is_some()) {
        (false, _) => "",
        (true, true) => " If not, pass it with --args",
        (true, false) => "; pass it with --args",
    };
    format!("{problem}{json}")
}

fn about_wire(error: &WireError, listens_at: Option<String>) -> String {
    match error {
        WireError::Start { .. } => "; check that it is installed and spelt right".to_owned(),
        WireError::Unreachable { .. } => "; check the address, and that the server runs".to_owned(),
        WireError::Deadline { .. } => {
            let elsewhere = listens_at.map(|address| {
                format!(
                    "; it says that it listens on {address}: name that as SERVER instead, perhaps with /mcp or /sse behind it"
                )
            });
            format!("; a slower server needs a longer --timeout{}", elsewhere.unwrap_or_default())
        }
        WireError::NotMcp { status, .. } => about_status(*status).to_owned(),
        WireError::Unauthorized { url, is_given: true, .. } => format!(
            "; check the token: it came from --bearer, --header, RETORT_BEARER or the server's entry in a file; without one, \
             `retort login {url}` gets one, where the server offers that"
        ),
        WireError::Unauthorized { url, .. } => {
            let is_kept_back = std::env::var("RETORT_BEARER").is_ok_and(|token| !token.contains("://"));
            let bearer = if is_kept_back {
                "; RETORT_BEARER goes to addresses that are typed: for servers with a name write it as ORIGIN=TOKEN"
            } else {
                ""
            };
            format!("; run `retort login {url}`, or give --bearer or --header{bearer}")
        }
        WireError::Authorization(source) => source.downcast_ref::<LoginError>().map(about_login).unwrap_or_default(),
        WireError::Redirected { .. } => "; if you trust that address, name it instead".to_owned(),
        WireError::Overtime { .. } => "; a longer --max-time waits longer".to_owned(),
        WireError::TooMuch(_) => "; a larger --max-size takes it".to_owned(),
        _ => String::new(),
    }
}

fn about_status(status: u16) -> &'static str {
    match status {
        404 | 405 => "; check the path of the address, which often ends in /mcp or /sse",
        429 => "; it asks for fewer requests: try again later",
        500..=599 => "; the server itself failed",
        _ => "",
    }
}

fn about_login(error: &LoginError) -> String {
    match error {
        LoginError::LoginNeeded { url, scopes, .. } | LoginError::ScopeNeeded { url, scopes } if scopes.is_empty() => {
            format!("; run `retort login {url}`")
        }
        LoginError::LoginNeeded { url, scopes, .. } | LoginError::ScopeNeeded { url, scopes } => {
            format!("; run `retort login --scope \"{}\" {url}`", scopes.join(" "))
        }
        _ => String::new(),
    }
}
