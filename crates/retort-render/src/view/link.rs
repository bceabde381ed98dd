//! Links: where they lead, and whether they may be followed with a click.

use retort_core::{Kind, Raw};
use url::Url;

/// A link. Only what leads to the web or to a mailbox can be followed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Link {
    /// The address as it was sent.
    pub address: String,
    /// The address to follow, in ASCII; `None` where it must not be followed.
    pub target: Option<String>,
    /// The host that it leads to, as a person reads it; in ASCII where letters of several scripts could deceive.
    pub host: Option<String>,
}

impl Link {
    /// Judges an address.
    ///
    /// ```
    /// use retort_render::Link;
    ///
    /// assert_eq!(Link::new("https://example.com/a b").target.as_deref(), Some("https://example.com/a%20b"));
    /// assert_eq!(Link::new("javascript:alert(1)").target, None);
    /// ```
    pub fn new(address: &str) -> Self {
        let address = address.trim();
        // An address with something hidden in it leads elsewhere than it says.
        let hides = address.chars().any(retort_core::is_hidden);
        let url = Url::parse(address).ok().filter(|_| !hides && address.len() <= 8192);
        let url = url.filter(|url| match url.scheme() {
            "http" | "https" => url.host().is_some(),
            "mailto" => !url.path().is_empty(),
            _ => false,
        });
        let host = url.as_ref().and_then(Url::host_str).map(|host| host.trim_start_matches("www.").to_owned());
        Self { address: address.to_owned(), target: url.map(String::from), host }
    }
}

/// Most links that are looked for in a value.
const MOST: usize = 10_000;

/// Every web address among the strings of a value.
pub(super) fn all_in(value: &Raw) -> Vec<Link> {
    let mut found = Vec::new();
    let mut open = vec![value.clone()];
    while let Some(value) = open.pop() {
        if found.len() >= MOST {
            break;
        }
        match value.kind() {
            Kind::Object => open.extend(reversed(value.members().map(|(_, value)| value))),
            Kind::Array => open.extend(reversed(value.items())),
            Kind::String => {
                found.extend(value.to_text().map(|text| Link::new(&text)).filter(|link| link.target.is_some()));
            }
            _ => {}
        }
    }
    found
}

fn reversed(values: impl Iterator<Item = Raw>) -> Vec<Raw> {
    let mut values: Vec<Raw> = values.collect();
    values.reverse();
    values
}
