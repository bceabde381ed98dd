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
    let (host, path) = address.split_once('/').map_or((address, None), |(host, path)| (host, Some(path)));
    let host = host.rsplit_once('@').map_or(Cow::Borrowed(host), |(_, host)| Cow::Owned(format!("{HIDDEN}@{host}")));
    let path = path.map(|path| format!("/{path}")).unwrap_or_default();
    format!("{scheme}://{host}{path}{query}")
}
