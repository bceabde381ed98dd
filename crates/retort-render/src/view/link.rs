//! Links: where they lead, and whether they may be followed with a click.

use retort_core::{Raw, Step};
use url::Url;

use crate::safe::told_apart;

/// A link. Only what leads to the web or to a mailbox can be followed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Link {
    /// The address as it was sent.
    pub address: String,
    /// The address to follow, in ASCII; `None` where it must not be followed.
    pub target: Option<String>,
    /// The host that it leads to, without `www.`, in ASCII: letters that look alike cannot deceive.
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
        let hides = told_apart(address.chars()).any(|(_, told)| told);
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

/// Every web address among the strings of a value.
pub(super) fn all_in(value: &Raw) -> impl Iterator<Item = Link> {
    let link = move |step| match step {
        Step::Scalar(range) => Some(Link::new(&value.part(range)?.to_text()?)).filter(|link| link.target.is_some()),
        _ => None,
    };
    value.walk().filter_map(link)
}

/// The first web address in a text, with what stands before and after it.
pub(crate) fn first_address(text: &str) -> Option<(&str, &str, &str)> {
    let mut from = 0;
    loop {
        let at = from + text.get(from..)?.find("http")?;
        let (before, rest) = text.split_at_checked(at)?;
        let is_start = rest.starts_with("http://") || rest.starts_with("https://");
        if is_start && !before.ends_with(char::is_alphanumeric) {
            let end = rest.find(|char: char| char.is_whitespace() || "<>\"`|^".contains(char)).unwrap_or(rest.len());
            let address = rest.get(..end)?.trim_end_matches(['.', ',', ';', ':', '!', '?', '\'', '*', '_', '~']);
            let address = without_surplus(without_surplus(address, '(', ')'), '[', ']');
            return Some((before, address, rest.get(address.len()..)?));
        }
        from = at + 4;
    }
}

/// A text without the brackets at its end that were not opened in it.
fn without_surplus(text: &str, open: char, close: char) -> &str {
    let surplus = text.matches(close).count().saturating_sub(text.matches(open).count());
    let at_end = text.bytes().rev().take_while(|byte| char::from(*byte) == close).count();
    text.get(..text.len() - surplus.min(at_end)).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_address_in_a_value_is_found_in_its_order() {
        let urls: Vec<String> = (0..20_000).map(|number| format!("https://a.example/{number}")).collect();
        let value = format!(r#"{{"b": {{"deep": {urls:?}}}, "a": [1, null, "no address", "https://b.example/"]}}"#);
        let value = Raw::parse(value).unwrap();
        let found: Vec<Link> = all_in(&value).collect();
        let addresses: Vec<&str> = found.iter().map(|link| link.address.as_str()).collect();
        let expected: Vec<&str> = urls.iter().map(String::as_str).chain(["https://b.example/"]).collect();
        assert_eq!(addresses, expected);
    }

    #[test]
    fn addresses_in_text() {
        let found = |text| first_address(text).map(|(_, address, _)| address);
        assert_eq!(found("see https://a.example/x. Or"), Some("https://a.example/x"));
        assert_eq!(found("(http://a.example/b_(c))"), Some("http://a.example/b_(c)"));
        assert_eq!(found("[http://a.example]"), Some("http://a.example"));
        assert_eq!(found("xhttp://a.example http https"), None);
        assert_eq!(found("https://"), Some("https://"));
    }
}
