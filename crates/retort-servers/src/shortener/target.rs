//! Addresses and keywords: which a link may lead to, which it may have, and which lead back to the shortener itself.

use url::Url;

use super::problem::ShortenerError;

/// The longest address that a link leads to, in bytes. Browsers and indexes take as many.
const LONGEST_URL: usize = 2_000;
/// The longest keyword.
const LONGEST_KEYWORD: usize = 100;
/// The longest title, in characters.
const LONGEST_TITLE: usize = 200;
/// Keywords that mean something else in an address of the server.
const RESERVED: [&str; 6] = ["mcp", "sse", "api", "admin", "health", "robots"];
/// Sites whose addresses are short links already.
const SHORTENERS: [&str; 14] = [
    "bit.ly",
    "tinyurl.com",
    "t.co",
    "goo.gl",
    "is.gd",
    "v.gd",
    "ow.ly",
    "buff.ly",
    "rb.gy",
    "cutt.ly",
    "tiny.cc",
    "shorturl.at",
    "lnkd.in",
    "youtu.be",
];

/// What short links begin with.
#[derive(Clone, Debug)]
pub(super) struct Base(Url, Option<Url>);

impl Base {
    pub(super) fn parse(text: &str) -> Option<Self> {
        let mut url =
            Url::parse(text).ok().filter(|url| is_web(url) && url.query().is_none() && url.fragment().is_none())?;
        if !url.path().ends_with('/') {
            let path = format!("{}/", url.path());
            url.set_path(&path);
        }
        Some(Self(url, None))
    }

    /// The same for a server that is reached at another address, too.
    pub(super) fn served_at(self, address: &str) -> Self {
        Self(self.0, Url::parse(address).ok())
    }

    /// The short link of a keyword.
    pub(super) fn short(&self, keyword: &str) -> String {
        format!("{}{keyword}", self.0)
    }

    /// The keyword of a path of the server, as it was sent.
    pub(super) fn keyword_of_path<'a>(&self, path: &'a str) -> Option<&'a str> {
        // A proxy may have taken the path of the base away.
        path.strip_prefix(self.0.path()).or_else(|| path.strip_prefix('/'))
    }

    /// The keyword that a client means, who may have sent the whole short link.
    pub(super) fn keyword(&self, given: &str) -> Result<String, ShortenerError> {
        let given = given.trim();
        let unknown = || ShortenerError::NotFound { shorturl: shown(given) };
        let keyword = match Url::parse(given) {
            Ok(url) if given.contains("://") => {
                let is_ours = self.is_same_site(&url) && url.query().is_none() && url.fragment().is_none();
                let keyword = is_ours.then(|| self.keyword_of_path(url.path()).map(str::to_owned)).flatten();
                keyword.ok_or_else(unknown)?
            }
            _ => given.trim_start_matches('/').to_owned(),
        };
        if is_keyword(&keyword) { Ok(keyword) } else { Err(unknown()) }
    }

    /// Whether an address is one of this server's, also where it is spelled in another way. What listens for `http` sends on to
    /// `https`, as a rule.
    fn is_same_site(&self, url: &Url) -> bool {
        let port = |url: &Url| url.port().filter(|port| !matches!(port, 80 | 443));
        is_same_host(url, &self.0) && port(url) == port(&self.0)
    }

    /// Whether an address leads back to the links.
    fn is_below(&self, url: &Url) -> bool {
        let base = self.0.path();
        self.is_same_site(url) && (url.path().starts_with(base) || url.path() == base.trim_end_matches('/'))
    }

    /// An address that a link may lead to, in the one spelling that it is kept in.
    pub(super) fn target(&self, given: &str, others_may_be_short: bool) -> Result<String, ShortenerError> {
        let given = given.trim();
        let refused = |reason: &str| ShortenerError::InvalidUrl { url: shown(given), reason: reason.to_owned() };
        if given.len() > LONGEST_URL {
            return Err(refused("it is longer than 2,000 bytes"));
        }
        let url =
            Url::parse(given).map_err(|error| refused(&format!("it is no URL ({error}); one begins with https://")))?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(ShortenerError::InvalidScheme { scheme: shown(url.scheme()) });
        }
        if url.host_str().is_none_or(str::is_empty) {
            return Err(refused("it names no host"));
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(refused("it has a name or a password in it, which everybody would see"));
        }
        let host = url.host_str().unwrap_or_default().trim_end_matches('.');
        let is_short = SHORTENERS.contains(&host.strip_prefix("www.").unwrap_or(host));
        let is_served =
            |served: &Url| is_same_host(&url, served) && url.port_or_known_default() == served.port_or_known_default();
        if self.is_below(&url) || self.1.as_ref().is_some_and(is_served) || is_short && !others_may_be_short {
            return Err(ShortenerError::AlreadyShortened { originalUrl: shown(given) });
        }
        let spelled = url.to_string();
        // Letters of other scripts take more room once they are spelled.
        if spelled.len() > LONGEST_URL { Err(refused("it is longer than 2,000 bytes")) } else { Ok(spelled) }
    }
}

fn is_web(url: &Url) -> bool {
    let is_open = url.username().is_empty() && url.password().is_none();
    matches!(url.scheme(), "http" | "https") && url.has_host() && is_open
}

/// Whether two addresses name one machine. This machine has many names.
fn is_same_host(one: &Url, other: &Url) -> bool {
    let name = |url: &Url| url.host_str().unwrap_or_default().trim_end_matches('.').to_owned();
    let is_here = |url: &Url| match url.host() {
        Some(url::Host::Ipv4(address)) => address.is_loopback() || address.is_unspecified(),
        Some(url::Host::Ipv6(address)) => address.is_loopback() || address.is_unspecified(),
        Some(url::Host::Domain(_)) => name(url) == "localhost" || name(url).ends_with(".localhost"),
        None => false,
    };
    name(one) == name(other) || is_here(one) && is_here(other)
}

fn is_keyword(text: &str) -> bool {
    let is_safe = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    (1..=LONGEST_KEYWORD).contains(&text.len()) && text.bytes().all(is_safe)
}

/// A keyword that a link may have.
pub(super) fn keyword(given: &str) -> Result<String, ShortenerError> {
    let given = given.trim();
    let refused = |reason: &str| ShortenerError::InvalidKeyword { keyword: shown(given), reason: reason.to_owned() };
    if given.is_empty() {
        return Err(refused("it is empty"));
    }
    if given.len() > LONGEST_KEYWORD {
        return Err(refused("it is longer than 100 characters"));
    }
    if !is_keyword(given) {
        return Err(refused("it may have letters from a to z, digits, - and _ only"));
    }
    if RESERVED.contains(&given.to_ascii_lowercase().as_str()) {
        return Err(refused("the server uses it itself"));
    }
    Ok(given.to_owned())
}

/// A title that a link may have, without what would not be seen.
pub(super) fn title(given: &str) -> Result<String, ShortenerError> {
    // What turns the direction of a text around hides what it says.
    let is_hidden =
        |char: char| matches!(char, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let title: String = given.trim().chars().filter(|char| !char.is_control() && !is_hidden(*char)).collect();
    if title.chars().count() > LONGEST_TITLE {
        return Err(ShortenerError::InvalidTitle { reason: "it is longer than 200 characters".to_owned() });
    }
    Ok(title)
}

/// The title of a link that nobody gave one: the site it leads to.
pub(super) fn title_of(url: &str) -> String {
    Url::parse(url).ok().and_then(|url| url.host_str().map(str::to_owned)).unwrap_or_default()
}

/// What a caller sent, cut to what an error can carry.
pub(super) fn shown(text: &str) -> String {
    retort_server::quoted::name(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn base() -> Base {
        Base::parse("https://sho.rt/").unwrap()
    }

    fn code(result: Result<String, ShortenerError>) -> &'static str {
        use retort_server::Problem;
        result.map_or_else(|error| error.code(), |_| "fine")
    }

    #[test]
    fn a_link_leads_to_the_web_and_not_back_to_itself() {
        for (url, expected) in [
            ("https://example.com", "fine"),
            ("HTTP://EXAMPLE.com:80/ü?q=a b#c", "fine"),
            ("  https://example.com/x ", "fine"),
            ("example.com", "invalid_url"),
            ("", "invalid_url"),
            ("javascript:alert(1)", "invalid_url"),
            ("data:text/html,x", "invalid_url"),
            ("file:///etc/passwd", "invalid_url"),
            ("ftp://example.com/x", "invalid_url"),
            ("https://", "invalid_url"),
            ("https://user:secret@example.com/", "invalid_url"),
            ("https://sho.rt/abc", "error:already_shortened"),
            ("http://sho.rt:443/abc", "error:already_shortened"),
            ("https://SHO.RT", "error:already_shortened"),
            ("http://sho.rt/abc", "error:already_shortened"),
            ("https://sho.rt./abc", "error:already_shortened"),
            ("https://sho.rt:8443/abc", "fine"),
            ("https://bit.ly/x", "error:already_shortened"),
            ("https://www.bit.ly/x", "error:already_shortened"),
            ("https://notbit.ly/x", "fine"),
        ] {
            assert_eq!(code(base().target(url, false)), expected, "{url}");
        }
        assert_eq!(code(base().target("https://bit.ly/x", true)), "fine");
        assert_eq!(code(base().target("https://sho.rt/x", true)), "error:already_shortened");
        assert_eq!(code(base().target(&format!("https://example.com/{}", "a".repeat(2_000)), false)), "invalid_url");
        assert_eq!(code(base().target(&format!("https://example.com/{}", "ü".repeat(900)), false)), "invalid_url");
        assert_eq!(base().target("HTTP://EXAMPLE.com:80", false).unwrap(), "http://example.com/");
    }

    #[test]
    fn a_keyword_is_meant_by_itself_or_by_its_link() {
        for (given, expected) in [
            ("abc", Some("abc")),
            (" abc ", Some("abc")),
            ("/abc", Some("abc")),
            ("https://sho.rt/abc", Some("abc")),
            ("http://sho.rt:443/abc", Some("abc")),
            ("https://other.example/abc", None),
            ("https://sho.rt/a/b", None),
            ("https://sho.rt/abc?x", None),
            ("a b", None),
            ("../etc", None),
            ("ü", None),
            ("", None),
        ] {
            assert_eq!(base().keyword(given).ok().as_deref(), expected, "{given}");
        }
        let below = Base::parse("https://example.org/s").unwrap();
        assert_eq!(below.short("a"), "https://example.org/s/a");
        assert_eq!(below.keyword("https://example.org/s/a").unwrap(), "a");
        assert_eq!((below.keyword_of_path("/s/a"), below.keyword_of_path("/a")), (Some("a"), Some("a")));
        let below = |url: &str| code(below.target(url, false));
        assert_eq!(
            (below("https://example.org/s/a"), below("https://example.org/other")),
            ("error:already_shortened", "fine")
        );
        let local = Base::parse("http://127.0.0.1:8000/").unwrap();
        for own in ["http://localhost:8000/a", "http://[::1]:8000/a", "http://0.0.0.0:8000/a", "http://127.1:8000/a"] {
            assert_eq!(code(local.target(own, false)), "error:already_shortened", "{own}");
        }
        assert_eq!(code(local.target("http://localhost:9000/a", false)), "fine");
        let both = base().served_at("http://127.0.0.1:8000/");
        assert_eq!(code(both.target("http://localhost:8000/a", false)), "error:already_shortened");
        assert_eq!(code(both.target("http://localhost/a", false)), "fine");
        assert_eq!(code(base().target("https://bit.ly./x", false)), "error:already_shortened");
        for wrong in
            ["https://:secret@sho.rt/", "", "sho.rt", "ftp://sho.rt/", "https://sho.rt/?a", "https://u@sho.rt/"]
        {
            assert!(Base::parse(wrong).is_none(), "{wrong}");
        }
    }

    #[test]
    fn keywords_are_safe() {
        for fine in ["a", "A-b_9", &"x".repeat(100)] {
            assert!(keyword(fine).is_ok(), "{fine}");
        }
        for wrong in ["", " ", "a b", "a/b", "a.b", "..", "%2e", "ü", "a\0", "mcp", "MCP", &"x".repeat(101)] {
            assert_eq!(code(keyword(wrong)), "invalid_keyword", "{wrong:?}");
        }
        assert!(title(&"ü".repeat(201)).is_err() && title(&"ü".repeat(200)).is_ok());
        assert_eq!(title(" a\u{7}b\n").unwrap(), "ab");
    }
}
