//! Addresses as they may be shown.

use std::borrow::Cow;

/// What is shown in place of what may be secret.
pub const HIDDEN: &str = "…";

/// An address without its user, password and query.
pub fn safe_address(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else { return url.to_owned() };
    let (address, query) = match rest.find(['?', '#']) {
        Some(at) => (rest.get(..at).unwrap_or_default(), "?…"),
        None => (rest, ""),
    };
    // Programs take a backslash for a slash: what is before it is the machine, and no password.
    let (host, path) = address.split_at(address.find(['/', '\\']).unwrap_or(address.len()));
    let host = host.rsplit_once('@').map_or(Cow::Borrowed(host), |(_, host)| Cow::Owned(format!("{HIDDEN}@{host}")));
    format!("{scheme}://{host}{path}{query}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_machine_is_always_shown() {
        for (url, shown) in [
            ("https://a.example/mcp?key=k#x", "https://a.example/mcp?…"),
            ("https://user:word@a.example/mcp", "https://…@a.example/mcp"),
            ("https://evil.example\\@good.example/a", "https://evil.example\\@good.example/a"),
            ("https://evil.example/@good.example/a", "https://evil.example/@good.example/a"),
            ("https://a.example", "https://a.example"),
        ] {
            assert_eq!(safe_address(url), shown);
        }
    }
}
