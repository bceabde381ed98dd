//! Who may ask. A page elsewhere can have its visitor's browser send requests to this machine, under a name of its own that
//! leads here (DNS rebinding). The browser tells by `Host` which name that is and by `Origin` whose page it is.

use std::net::IpAddr;

use http::HeaderMap;
use http::header::{HOST, ORIGIN};

use super::head::Unread;

/// Knows the names under which a server is asked.
#[derive(Debug)]
pub(super) struct Guard {
    listens_on: IpAddr,
    names: Vec<String>,
}

impl Guard {
    pub(super) fn new(listens_on: IpAddr, names: &[String]) -> Self {
        Self { listens_on, names: names.iter().map(|name| name.to_ascii_lowercase()).collect() }
    }

    /// Refuses what a page elsewhere may have sent.
    pub(super) fn check(&self, headers: &HeaderMap) -> Result<(), Unread> {
        let mut hosts = headers.get_all(HOST).iter();
        let (Some(host), None) = (hosts.next(), hosts.next()) else {
            return Err(Unread::refused(400, "a request has one Host header"));
        };
        if !host.to_str().ok().and_then(name).is_some_and(|name| self.knows(&name)) {
            return Err(Unread::refused(403, "this server does not answer under that Host; --allow-host adds a name"));
        }
        let is_ours = |origin: &http::HeaderValue| {
            let (scheme, authority) = origin.to_str().ok()?.split_once("://")?;
            let is_web = scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https");
            (is_web && self.knows(&name(authority)?)).then_some(())
        };
        if headers.get_all(ORIGIN).iter().any(|origin| is_ours(origin).is_none()) {
            return Err(Unread::refused(
                403,
                "only pages of this machine may call this server, not those of that Origin; --allow-host adds a name",
            ));
        }
        Ok(())
    }

    /// Whether a name leads here and nowhere else. Whoever may choose a name may have it lead anywhere; addresses may not.
    fn knows(&self, name: &str) -> bool {
        if name == "localhost" || self.names.iter().any(|known| known == name) {
            return true;
        }
        // Where the server listens on every address, so may its clients ask any.
        name.parse().is_ok_and(|address: IpAddr| {
            address.is_loopback() || address == self.listens_on || self.listens_on.is_unspecified()
        })
    }
}

/// The name or address of an authority, in lower case and without its port.
fn name(authority: &str) -> Option<String> {
    let (name, port) = match authority.strip_prefix('[') {
        Some(rest) => {
            let (address, behind) = rest.split_once(']')?;
            address.parse::<std::net::Ipv6Addr>().ok()?;
            (address, if behind.is_empty() { None } else { Some(behind.strip_prefix(':')?) })
        }
        None => authority.split_once(':').map_or((authority, None), |(name, port)| (name, Some(port))),
    };
    let is_port = |port: &str| port.is_empty() || port.parse::<u16>().is_ok();
    let is_name = !name.is_empty() && !name.contains(['/', '@', '\\', '?', '#', ' ']);
    (is_name && port.is_none_or(is_port)).then(|| name.trim_end_matches('.').to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    fn status(guard: &Guard, host: &str, origin: Option<&str>) -> u16 {
        let mut headers = HeaderMap::new();
        headers.insert(HOST, HeaderValue::from_str(host).unwrap());
        if let Some(origin) = origin {
            headers.insert(ORIGIN, HeaderValue::from_str(origin).unwrap());
        }
        match guard.check(&headers) {
            Ok(()) => 200,
            Err(Unread::Refused { status, .. }) => status,
            Err(Unread::Gone) => 0,
        }
    }

    #[test]
    fn only_names_of_this_machine_are_answered() {
        let guard = Guard::new([127, 0, 0, 1].into(), &["Retort.Example".into()]);
        for host in [
            "localhost",
            "LOCALHOST:80",
            "127.0.0.1",
            "127.0.0.1:8000",
            "127.9.9.9",
            "[::1]",
            "[::1]:1",
            "localhost.",
            "retort.example:1",
        ] {
            assert_eq!(status(&guard, host, None), 200, "{host}");
        }
        for host in [
            "example.org",
            "127.0.0.1.example.org",
            "localhost.example.org",
            "10.0.0.1",
            "0.0.0.0",
            "",
            ":80",
            "[::1",
            "[::2]",
            "localhost:x",
            "localhost:99999",
            "evil@localhost",
            "2130706433",
            "localhost/",
            "[localhost]",
            "::1",
        ] {
            assert_eq!(status(&guard, host, None), 403, "{host}");
        }
    }

    #[test]
    fn a_server_for_all_addresses_answers_under_any_of_them_but_under_no_name() {
        let guard = Guard::new([0, 0, 0, 0].into(), &[]);
        assert_eq!(status(&guard, "192.168.1.5:80", None), 200);
        assert_eq!(status(&guard, "rebound.example:80", None), 403);
        assert_eq!(status(&Guard::new([192, 168, 1, 5].into(), &[]), "192.168.1.5", None), 200);
    }

    #[test]
    fn only_pages_of_this_machine_are_answered() {
        let guard = Guard::new([127, 0, 0, 1].into(), &[]);
        for origin in
            ["http://localhost", "http://localhost:3000", "https://127.0.0.1:80", "http://[::1]", "HTTP://[::1]:80"]
        {
            assert_eq!(status(&guard, "localhost", Some(origin)), 200, "{origin}");
        }
        for origin in [
            "http://example.org",
            "http://127.example.org",
            "http://localhost.example.org:80",
            "null",
            "",
            "localhost",
            "file://localhost",
            "chrome-extension://localhost",
            "http://localhost@example.org",
            "http://example.org#@localhost",
        ] {
            assert_eq!(status(&guard, "localhost", Some(origin)), 403, "{origin}");
        }
    }

    #[test]
    fn a_request_has_one_host_and_no_origin_that_is_strange_among_others() {
        let guard = Guard::new([127, 0, 0, 1].into(), &[]);
        let mut headers = HeaderMap::new();
        assert!(matches!(guard.check(&headers), Err(Unread::Refused { status: 400, .. })));
        headers.append(HOST, HeaderValue::from_static("localhost"));
        headers.append(ORIGIN, HeaderValue::from_static("http://localhost"));
        assert!(guard.check(&headers).is_ok());
        headers.append(ORIGIN, HeaderValue::from_static("http://example.org"));
        assert!(matches!(guard.check(&headers), Err(Unread::Refused { status: 403, .. })));
        headers.remove(ORIGIN);
        headers.append(HOST, HeaderValue::from_static("localhost"));
        assert!(matches!(guard.check(&headers), Err(Unread::Refused { status: 400, .. })));
    }
}
