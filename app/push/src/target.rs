//! A URL that may be called.

use crate::Guard;
use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;
use tokio::net::lookup_host;
use tokio::time::timeout;
use url::{Host, Url};

/// The longest URL, in bytes.
pub const LONGEST: usize = 500;
/// How long a name may take to be looked up.
const LOOK_UP: Duration = Duration::from_secs(5);
/// How many addresses of a name are looked at. A name with more is not called.
const MOST_ADDRESSES: usize = 32;

/// A URL that may be called as far as it can be seen from the URL itself. Where its host leads is looked at with each call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target(Url);

/// Why a URL is not called, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{wrong} {legal}")]
pub struct Refused {
    /// What is wrong, as a sentence.
    pub wrong: String,
    /// What would be right, as a sentence.
    pub legal: String,
}

fn refused(wrong: impl Into<String>, legal: impl Into<String>) -> Refused {
    Refused { wrong: wrong.into(), legal: legal.into() }
}

impl Target {
    /// Reads a URL. Nothing is looked up.
    ///
    /// # Errors
    /// [`Refused`] for what is no URL, is too long, has another scheme than `https` (or `http`, where the guard lets it pass), a user name or a
    /// password in it, a port that no such service listens on, or an IP address that the guard does not allow.
    pub fn parse(text: &str, guard: &Guard) -> Result<Self, Refused> {
        let text = text.trim();
        let example = "It should look like https://hooks.example.org/fieldpost.";
        if text.len() > LONGEST {
            return Err(refused("The address is too long.", format!("At most {LONGEST} characters.")));
        }
        // A URL parser drops line breaks in silence; here nobody should wonder what was called.
        if text.chars().any(|c| c.is_control() || c.is_whitespace()) {
            return Err(refused("The address has spaces or line breaks in it.", example));
        }
        let mut url = Url::parse(text).map_err(|_| refused("That is no address on the web.", example))?;
        match url.scheme() {
            "https" => {}
            "http" if guard.plain => {}
            "http" => {
                return Err(refused("The address is not protected.", "Give one that begins with https://."));
            }
            _ => return Err(refused("That is no address on the web.", example)),
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(refused(
                "The address has a user name or a password in it.",
                "Put a secret into the path instead, if the other side lets you.",
            ));
        }
        url.set_fragment(None);
        let target = Target(url);
        if !matches!(target.port(), 80 | 443 | 1024..) {
            return Err(refused(
                format!("Nothing is sent to port {}.", target.port()),
                "Use 443, 80, or a port from 1024 on.",
            ));
        }
        if let Some(ip) = target.literal()
            && !guard.allows(ip)
        {
            return Err(private(ip));
        }
        Ok(target)
    }

    /// The URL as text.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// Whether the call goes over TLS.
    pub(crate) fn tls(&self) -> bool {
        self.0.scheme() == "https"
    }

    /// The host without brackets, for TLS.
    pub(crate) fn name(&self) -> String {
        match self.0.host() {
            Some(Host::Domain(name)) => name.trim_end_matches('.').to_owned(),
            Some(Host::Ipv4(ip)) => ip.to_string(),
            Some(Host::Ipv6(ip)) => ip.to_string(),
            None => String::new(),
        }
    }

    /// Host and port as the header has them.
    pub(crate) fn authority(&self) -> String {
        let host = self.0.host_str().unwrap_or_default();
        self.0.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
    }

    /// Path and query.
    pub(crate) fn path(&self) -> String {
        self.0.query().map_or_else(|| self.0.path().to_owned(), |query| format!("{}?{query}", self.0.path()))
    }

    fn port(&self) -> u16 {
        self.0.port_or_known_default().unwrap_or(443)
    }

    fn literal(&self) -> Option<IpAddr> {
        match self.0.host()? {
            Host::Ipv4(ip) => Some(ip.into()),
            Host::Ipv6(ip) => Some(ip.into()),
            Host::Domain(_) => None,
        }
    }

    /// Looks the host up and answers with the addresses that may be connected to. One address that the guard does not allow spoils the name:
    /// nobody has an honest reason to mix them.
    ///
    /// # Errors
    /// [`Refused`] for a name that is not found, or leads where the guard does not allow.
    pub async fn addresses(&self, guard: &Guard) -> Result<Vec<SocketAddr>, Refused> {
        let port = self.port();
        let found: Vec<SocketAddr> = match self.literal() {
            Some(ip) => vec![SocketAddr::new(ip, port)],
            None => {
                let name = self.name();
                let missing = || refused(format!("There is no host {name}."), "Look whether the address is right.");
                match timeout(LOOK_UP, lookup_host((name.as_str(), port))).await {
                    Ok(Ok(found)) => found.take(MOST_ADDRESSES + 1).collect(),
                    Ok(Err(_)) | Err(_) => return Err(missing()),
                }
            }
        };
        if let Some(bad) = found.iter().find(|address| !guard.allows(address.ip())) {
            return Err(private(bad.ip()));
        }
        if found.is_empty() || found.len() > MOST_ADDRESSES {
            return Err(refused("The host has no address.", "Look whether the address is right."));
        }
        Ok(found)
    }
}

/// The same words for every such address, so that nobody learns from them what stands in the host's network.
fn private(_: IpAddr) -> Refused {
    refused(
        "That address does not lead to the open network.",
        "Private, loopback and other addresses of special use are not called; give one that anybody can reach.",
    )
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_leads_to_the_open_network_is_a_target() {
        let guard = Guard::default();
        for good in [
            "https://example.org/hook?a=b",
            "https://example.org:8443/",
            "https://8.8.8.8/",
            "https://bücher.example/x",
        ] {
            assert!(Target::parse(good, &guard).is_ok(), "{good}");
        }
        for bad in [
            "",
            "hook",
            "ftp://example.org/",
            "file:///etc/passwd",
            "http://example.org/",
            "https://",
            "javascript:alert(1)",
            "https://user@example.org/",
            "https://user:password@example.org/",
            "https://example.org:22/",
            "https://example.org:25/",
            "https://exa mple.org/",
            "https://example.org/\r\nHost: inside",
            "https://example.org/a\tb",
            "https://127.0.0.1/",
            "https://[::1]/",
            "https://10.0.0.1/",
            "https://169.254.169.254/latest/meta-data",
            "https://[::ffff:127.0.0.1]/",
            "https://2130706433/",
            "https://0x7f.1/",
            "https://0177.0.0.1/",
            "https://127.1/",
            "https://[fe80::1]/",
            "https://[fd00::1]/",
            "https://100.64.0.1/",
        ] {
            assert!(Target::parse(bad, &guard).is_err(), "{bad}");
        }
        let long = format!("https://example.org/{}", "x".repeat(LONGEST));
        assert_eq!(Target::parse(&long, &guard).unwrap_err().wrong, "The address is too long.");
    }

    #[test]
    fn plain_http_is_for_hosts_who_say_so() {
        let guard = Guard { plain: true, networks: vec!["127.0.0.1".parse().unwrap()] };
        let target = Target::parse("http://127.0.0.1:8080/a?b#c", &guard).unwrap();
        assert_eq!((target.authority(), target.path()), ("127.0.0.1:8080".to_owned(), "/a?b".to_owned()));
        assert!(!target.tls());
        assert!(Target::parse("http://127.0.0.2:8080/", &guard).is_err());
    }

    #[tokio::test]
    async fn a_name_that_leads_to_this_machine_is_refused_however_it_is_written() {
        let guard = Guard::default();
        for name in ["https://localhost/", "https://LOCALHOST./"] {
            let target = Target::parse(name, &guard).unwrap();
            assert!(target.addresses(&guard).await.is_err(), "{name}");
        }
        let open = Guard { plain: false, networks: vec!["127.0.0.0/8".parse().unwrap(), "::1".parse().unwrap()] };
        let target = Target::parse("https://localhost:8443/", &open).unwrap();
        assert!(target.addresses(&open).await.unwrap().iter().all(|a| a.ip().is_loopback() && a.port() == 8443));
    }
}
