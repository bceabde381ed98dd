//! What a child process knows of the environment of this one: what programs need to run, and what somebody names. Whatever
//! else is there may be secret, such as the tokens of other programs.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::process::Command;

/// What the protocol's own SDKs pass on, too.
#[cfg(not(windows))]
const USUAL: &[&str] = &["HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER"];
#[cfg(windows)]
const USUAL: &[&str] = &[
    "APPDATA",
    "HOMEDRIVE",
    "HOMEPATH",
    "LOCALAPPDATA",
    "PATH",
    "PATHEXT",
    "PROCESSOR_ARCHITECTURE",
    "PROGRAMFILES",
    "SYSTEMDRIVE",
    "SYSTEMROOT",
    "TEMP",
    "TMP",
    "USERNAME",
    "USERPROFILE",
    "COMSPEC",
];

/// The language and the clock of the person: without them text may come in another encoding, and times in another zone.
/// Where temporary files go: the usual place may not be writable. The folders in which programs keep what they fetched and were
/// told. How to reach the network, and whom to trust there: a server that `npx` or `uvx` fetches first comes through the same
/// proxy as everything else.
///
/// Each by its name: what merely begins like one of these may be anything, also a secret that somebody named so because
/// `ssh` passes it on.
const ALSO: &[&str] = &[
    "LANG",
    "LANGUAGE",
    "LC_ALL",
    "LC_ADDRESS",
    "LC_COLLATE",
    "LC_CTYPE",
    "LC_IDENTIFICATION",
    "LC_MEASUREMENT",
    "LC_MESSAGES",
    "LC_MONETARY",
    "LC_NAME",
    "LC_NUMERIC",
    "LC_PAPER",
    "LC_TELEPHONE",
    "LC_TIME",
    "XDG_BIN_HOME",
    "XDG_CACHE_HOME",
    "XDG_CONFIG_DIRS",
    "XDG_CONFIG_HOME",
    "XDG_DATA_DIRS",
    "XDG_DATA_HOME",
    "XDG_RUNTIME_DIR",
    "XDG_STATE_HOME",
    "TZ",
    "TMPDIR",
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "ALL_PROXY",
    "NO_PROXY",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
    "NODE_EXTRA_CA_CERTS",
    "REQUESTS_CA_BUNDLE",
    "CURL_CA_BUNDLE",
];

/// Retort's own: tokens and the like, which no server has to know.
const OWN: &str = "RETORT_";

/// Leaves a command only what it needs of this process's environment, what `named` asks for, and what it was given itself.
pub(super) fn restrict(command: &mut Command, named: &[String]) {
    let given: BTreeMap<OsString, Option<OsString>> =
        command.get_envs().map(|(name, value)| (name.to_owned(), value.map(OsStr::to_owned))).collect();
    let is_passed_on = |(name, value): &(OsString, OsString)| passes(name, value, named);
    let passed_on: Vec<(OsString, OsString)> = std::env::vars_os().filter(is_passed_on).collect();
    command.env_clear().envs(passed_on);
    for (name, value) in given {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
}

fn passes(name: &OsStr, value: &OsStr, named: &[String]) -> bool {
    let Some(name) = name.to_str() else { return false };
    let upper = name.to_ascii_uppercase();
    if upper.starts_with(OWN) {
        return false;
    }
    // Some shells keep functions there, which are code.
    let is_function = value.to_str().is_some_and(|value| value.starts_with("()"));
    let is_needed = USUAL.contains(&upper.as_str()) || ALSO.contains(&upper.as_str());
    named.iter().any(|named| named == name) || is_needed && !is_function
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_needed_passes_and_secrets_do_not() {
        let passes = |name: &str, value: &str| passes(name.as_ref(), value.as_ref(), &["MY_TOKEN".to_owned()]);
        for name in [
            "HOME",
            "PATH",
            "LANG",
            "LC_ALL",
            "LC_CTYPE",
            "XDG_CACHE_HOME",
            "XDG_RUNTIME_DIR",
            "https_proxy",
            "NO_PROXY",
            "TZ",
            "MY_TOKEN",
        ] {
            assert!(cfg!(windows) || passes(name, "x"), "{name}");
        }
        for name in [
            "AWS_SECRET_ACCESS_KEY",
            "GITHUB_TOKEN",
            "RETORT_BEARER",
            "RETORT_CLIENT_SECRET",
            "LD_PRELOAD",
            "NODE_OPTIONS",
            "PYTHONPATH",
            "OLDPWD",
            "MY_TOKEN_2",
            "LC_API_KEY",
            "LC_",
            "LC_ALL_TOKEN",
            "XDG_SECRET",
            "XDG_SESSION_ID",
            "XDG_ACTIVATION_TOKEN",
        ] {
            assert!(!passes(name, "x"), "{name}");
        }
        assert!(!passes("TERM", "() { :; }"));
    }

    #[test]
    fn what_a_command_was_given_stays() {
        let mut command = Command::new("x");
        command.env("RETORT_TEST", "given").env("GITHUB_TOKEN", "given").env_remove("PATH");
        restrict(&mut command, &[]);
        let value = |name: &str| command.get_envs().find(|(key, _)| *key == name).and_then(|(_, value)| value);
        assert_eq!(value("RETORT_TEST"), Some(OsStr::new("given")));
        assert_eq!(value("GITHUB_TOKEN"), Some(OsStr::new("given")));
        assert_eq!(value("PATH"), None);
    }
}
