//! Which machines a log-in may talk to. A server that the user named may send the log-in elsewhere; it must not be able
//! to send it into the user's own network, unless it is there itself.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use url::{Host, Url};

/// How near a machine is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// Anywhere on the internet.
    Public,
    /// In a private network.
    Private,
    /// This machine.
    Loopback,
    /// Addresses with a meaning of their own, such as those of a cloud's metadata service.
    Special,
}

impl Reach {
    /// How near an address is.
    pub(super) fn of(address: IpAddr) -> Self {
        match address {
            IpAddr::V4(v4) => Self::of_v4(v4),
            IpAddr::V6(v6) => Self::of_v6(v6),
        }
    }

    fn of_v4(v4: Ipv4Addr) -> Self {
        let [a, b, ..] = v4.octets();
        if v4.is_loopback() {
            Self::Loopback
        } else if v4.is_private() || (a == 100 && (64..128).contains(&b)) {
            Self::Private
        } else if a == 0 || a >= 224 || v4.is_link_local() || (a == 198 && matches!(b, 18 | 19)) {
            Self::Special
        } else {
            Self::Public
        }
    }

    fn of_v6(v6: Ipv6Addr) -> Self {
        let segments = v6.segments();
        let low = Ipv4Addr::from((u32::from(segments[6]) << 16) | u32::from(segments[7]));
        match segments {
            [0, 0, 0, 0, 0, 0, 0, 1] => Self::Loopback,
            // An IPv4 address in one of its IPv6 spellings is as near as the IPv4 address.
            [0, 0, 0, 0, 0, 0xffff, ..] | [0x64, 0xff9b, 0, 0, 0, 0, ..] => Self::of_v4(low),
            [0x2002, high, low, ..] => Self::of_v4(Ipv4Addr::from((u32::from(high) << 16) | u32::from(low))),
            [0, 0, 0, 0, 0, 0, ..] | [0x2001, 0, ..] | [0x64, 0xff9b, 1, ..] => Self::Special,
            [first, ..] if first & 0xfe00 == 0xfc00 => Self::Private,
            [first, ..] if first & 0xffc0 == 0xfe80 || first >> 8 == 0xff => Self::Special,
            _ => Self::Public,
        }
    }
}

/// The machine that the user named, and what may be reached because of it.
#[derive(Clone, Debug)]
pub(super) struct Named {
    host: String,
    addresses: Vec<IpAddr>,
    reach: Reach,
}

impl Named {
    /// Looks up the host of a URL that the user gave. One that cannot be looked up here (a proxy may know it) counts as
    /// public.
    pub(super) async fn of(url: &Url) -> Self {
        let host = url.host_str().unwrap_or_default().to_ascii_lowercase();
        let addresses = match url.host() {
            Some(Host::Ipv4(v4)) => vec![IpAddr::V4(v4)],
            Some(Host::Ipv6(v6)) => vec![IpAddr::V6(v6)],
            Some(Host::Domain(name)) => look_up(name).await.unwrap_or_default(),
            None => Vec::new(),
        };
        let all = |reach| !addresses.is_empty() && addresses.iter().all(|address| Reach::of(*address) == reach);
        // One private address among public ones does not open the private network: its owner may not own the other.
        let reach = if all(Reach::Loopback) || addresses.iter().any(IpAddr::is_unspecified) {
            Reach::Loopback
        } else if all(Reach::Private) {
            Reach::Private
        } else {
            Reach::Public
        };
        Self { host, addresses, reach }
    }

    /// How near the named machine is.
    pub(super) fn reach(&self) -> Reach {
        self.reach
    }

    /// Whether an address may be talked to.
    fn allows(&self, address: IpAddr) -> bool {
        match Reach::of(address) {
            Reach::Public => true,
            Reach::Private => matches!(self.reach, Reach::Private | Reach::Loopback),
            Reach::Loopback => self.reach == Reach::Loopback,
            Reach::Special => false,
        }
    }

    /// Whether a URL may be talked to, as far as its text tells; names are judged when they are looked up.
    pub(super) fn allows_url(&self, url: &Url) -> bool {
        let address = match url.host() {
            Some(Host::Ipv4(v4)) => IpAddr::V4(v4),
            Some(Host::Ipv6(v6)) => IpAddr::V6(v6),
            Some(Host::Domain(_)) => return true,
            None => return false,
        };
        self.addresses.contains(&address) || self.allows(address)
    }
}

async fn look_up(name: &str) -> std::io::Result<Vec<IpAddr>> {
    Ok(tokio::net::lookup_host((name, 0)).await?.map(|address| address.ip()).collect())
}

/// Looks names up and leaves out the addresses that may not be talked to.
pub(super) struct Filter {
    named: Arc<Named>,
    proxies: Arc<Vec<String>>,
}

impl Filter {
    /// A filter for log-ins to a named machine.
    pub(super) fn new(named: Named) -> Self {
        Self { named: Arc::new(named), proxies: Arc::new(proxies()) }
    }
}

impl Resolve for Filter {
    fn resolve(&self, name: Name) -> Resolving {
        let (named, proxies) = (Arc::clone(&self.named), Arc::clone(&self.proxies));
        Box::pin(async move {
            let host = name.as_str().to_ascii_lowercase();
            // The answer of the first look-up stands, so that a name cannot be one machine when it is judged and
            // another when it is called.
            let allowed: Vec<SocketAddr> = if host == named.host && !named.addresses.is_empty() {
                named.addresses.iter().map(|address| (*address, 0).into()).collect()
            } else {
                let found = look_up(&host).await?.into_iter();
                found.filter(|ip| proxies.contains(&host) || named.allows(*ip)).map(|ip| (ip, 0).into()).collect()
            };
            if allowed.is_empty() {
                return Err(format!("{host} is in a private network, and the server is not").into());
            }
            Ok(Box::new(allowed.into_iter()) as Addrs)
        })
    }
}

/// The hosts of the user's proxies, which may be anywhere.
fn proxies() -> Vec<String> {
    ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"]
        .iter()
        .filter_map(|name| std::env::var(name).ok())
        .filter_map(|proxy| {
            let proxy = if proxy.contains("://") { proxy } else { format!("http://{proxy}") };
            Url::parse(&proxy).ok()?.host_str().map(str::to_ascii_lowercase)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reach(address: &str) -> Reach {
        Reach::of(address.parse().unwrap())
    }

    #[test]
    fn addresses_are_as_near_as_they_are() {
        for (address, expected) in [
            ("93.184.216.34", Reach::Public),
            ("2606:4700::1111", Reach::Public),
            ("127.0.0.1", Reach::Loopback),
            ("::1", Reach::Loopback),
            ("::ffff:127.0.0.1", Reach::Loopback),
            ("2002:7f00:1::", Reach::Loopback),
            ("10.0.0.9", Reach::Private),
            ("100.64.0.1", Reach::Private),
            ("fd00::1", Reach::Private),
            ("64:ff9b::a00:9", Reach::Private),
            ("169.254.169.254", Reach::Special),
            ("::ffff:169.254.169.254", Reach::Special),
            ("fe80::1", Reach::Special),
            ("0.0.0.0", Reach::Special),
            ("::169.254.169.254", Reach::Special),
        ] {
            assert_eq!(reach(address), expected, "{address}");
        }
    }

    #[tokio::test]
    async fn a_public_server_cannot_send_a_log_in_into_the_private_network() {
        let named = Named::of(&Url::parse("https://93.184.216.34/mcp").unwrap()).await;
        let allows = |url: &str| named.allows_url(&Url::parse(url).unwrap());
        assert!(allows("https://93.184.216.35/token"));
        for url in ["http://127.0.0.1/token", "http://10.0.0.1/token", "http://[::1]/", "http://169.254.169.254/"] {
            assert!(!allows(url), "{url}");
        }
    }

    #[tokio::test]
    async fn a_local_server_may_use_local_machines() {
        let named = Named::of(&Url::parse("http://localhost:1/mcp").unwrap()).await;
        assert_eq!(named.reach(), Reach::Loopback);
        assert!(named.allows_url(&Url::parse("http://127.0.0.1:2/token").unwrap()));
        assert!(!named.allows_url(&Url::parse("http://169.254.169.254/").unwrap()));
    }
}
