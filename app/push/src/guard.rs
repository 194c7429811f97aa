//! Which IP addresses may be called.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

/// What the host of a service lets players' addresses lead to. The default is: public addresses, over TLS.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Guard {
    /// Whether `http://` will do.
    pub plain: bool,
    /// Networks that may be called although they are not public.
    pub networks: Vec<Network>,
}

/// A network: `192.168.7.0/24`, `fd00:1::/64`, or one address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    base: IpAddr,
    bits: u8,
}

/// The text is no network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no network: write it as 192.168.7.0/24, fd00:1::/64 or 127.0.0.1")]
pub struct NotANetwork(String);

impl FromStr for Network {
    type Err = NotANetwork;
    fn from_str(text: &str) -> Result<Self, NotANetwork> {
        let bad = || NotANetwork(text.to_owned());
        let (base, bits) = match text.split_once('/') {
            Some((base, bits)) => (base, Some(bits.parse::<u8>().map_err(|_| bad())?)),
            None => (text, None),
        };
        let base: IpAddr = base.parse().map_err(|_| bad())?;
        let most = if base.is_ipv4() { 32 } else { 128 };
        let bits = bits.unwrap_or(most);
        if bits > most { Err(bad()) } else { Ok(Network { base, bits }) }
    }
}

impl Network {
    fn holds(self, ip: IpAddr) -> bool {
        let same = |a: u128, b: u128, width: u32| {
            let rest = width - u32::from(self.bits);
            rest >= width || a >> rest == b >> rest
        };
        match (self.base, ip) {
            (IpAddr::V4(base), IpAddr::V4(ip)) => same(base.to_bits().into(), ip.to_bits().into(), 32),
            (IpAddr::V6(base), IpAddr::V6(ip)) => same(base.to_bits(), ip.to_bits(), 128),
            _ => false,
        }
    }
}

impl Guard {
    /// Whether this address may be called.
    pub fn allows(&self, ip: IpAddr) -> bool {
        // ::ffff:10.0.0.1 is 10.0.0.1 in other clothes.
        let ip = ip.to_canonical();
        self.networks.iter().any(|network| network.holds(ip)) || public(ip)
    }
}

/// The networks of IPv4 that are nobody's, somebody's own, or everybody's at once (RFC 6890, RFC 6598, RFC 5771, RFC 5737).
const NOT_PUBLIC_4: [(Ipv4Addr, u8); 15] = [
    (Ipv4Addr::new(0, 0, 0, 0), 8),
    (Ipv4Addr::new(10, 0, 0, 0), 8),
    (Ipv4Addr::new(100, 64, 0, 0), 10),
    (Ipv4Addr::new(127, 0, 0, 0), 8),
    (Ipv4Addr::new(169, 254, 0, 0), 16),
    (Ipv4Addr::new(172, 16, 0, 0), 12),
    (Ipv4Addr::new(192, 0, 0, 0), 24),
    (Ipv4Addr::new(192, 0, 2, 0), 24),
    (Ipv4Addr::new(192, 88, 99, 0), 24),
    (Ipv4Addr::new(192, 168, 0, 0), 16),
    (Ipv4Addr::new(198, 18, 0, 0), 15),
    (Ipv4Addr::new(198, 51, 100, 0), 24),
    (Ipv4Addr::new(203, 0, 113, 0), 24),
    (Ipv4Addr::new(224, 0, 0, 0), 4),
    (Ipv4Addr::new(240, 0, 0, 0), 4),
];

/// Within the global unicast addresses of IPv6, 2000::/3 (RFC 4291 §2.4): protocol assignments with Teredo (RFC 2928, RFC 4380),
/// documentation (RFC 3849, RFC 9637), and 6to4, which leads to any IPv4 address (RFC 3056).
const NOT_PUBLIC_6: [(Ipv6Addr, u8); 4] = [
    (Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0), 23),
    (Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 0), 32),
    (Ipv6Addr::new(0x2002, 0, 0, 0, 0, 0, 0, 0), 16),
    (Ipv6Addr::new(0x3fff, 0, 0, 0, 0, 0, 0, 0), 20),
];

/// Whether an address is one of the open network. Of IPv6 nothing outside of 2000::/3 is: neither loopback, unique local (fc00::/7), link-local
/// (fe80::/10) and multicast (ff00::/8), nor the ways of writing an IPv4 address (::/96, 64:ff9b::/96).
fn public(ip: IpAddr) -> bool {
    let within = |base: IpAddr, bits: u8| Network { base, bits }.holds(ip);
    match ip {
        IpAddr::V4(_) => !NOT_PUBLIC_4.iter().any(|(base, bits)| within(IpAddr::V4(*base), *bits)),
        IpAddr::V6(_) => {
            within(IpAddr::V6(Ipv6Addr::new(0x2000, 0, 0, 0, 0, 0, 0, 0)), 3)
                && !NOT_PUBLIC_6.iter().any(|(base, bits)| within(IpAddr::V6(*base), *bits))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowed(guard: &Guard, ip: &str) -> bool {
        guard.allows(ip.parse().unwrap())
    }

    #[test]
    fn addresses_of_the_open_network_are_allowed() {
        for ip in
            ["8.8.8.8", "93.184.216.34", "172.15.255.255", "172.32.0.1", "100.63.255.255", "100.128.0.0", "192.0.1.1"]
        {
            assert!(allowed(&Guard::default(), ip), "{ip}");
        }
        for ip in ["2606:4700:4700::1111", "2a00:1450:4001:80b::200e", "2001:4860:4860::8888", "::ffff:8.8.8.8"] {
            assert!(allowed(&Guard::default(), ip), "{ip}");
        }
    }

    #[test]
    fn no_other_address_is() {
        for ip in [
            "0.0.0.0",
            "0.1.2.3",
            "10.0.0.1",
            "10.255.255.255",
            "100.64.0.1",
            "100.127.255.255",
            "127.0.0.1",
            "127.8.8.8",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.8",
            "192.0.2.1",
            "192.88.99.1",
            "192.168.1.1",
            "198.18.0.1",
            "198.19.255.255",
            "198.51.100.7",
            "203.0.113.7",
            "224.0.0.1",
            "239.255.255.250",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::ffff:169.254.169.254",
            "::7f00:1",
            "::10.0.0.1",
            "64:ff9b::7f00:1",
            "64:ff9b:1::a00:1",
            "100::1",
            "2001::1",
            "2001:db8::1",
            "2002:7f00:1::",
            "2002:a00:1::1",
            "3fff::1",
            "fc00::1",
            "fd12:3456::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
            "4000::1",
            "5f00::1",
        ] {
            assert!(!allowed(&Guard::default(), ip), "{ip}");
        }
    }

    #[test]
    fn a_host_may_open_a_network_of_their_own_and_no_more() {
        let guard = Guard {
            plain: false,
            networks: ["192.168.7.0/24", "127.0.0.1", "fd00:1::/64"].map(|n| n.parse().unwrap()).to_vec(),
        };
        for ip in ["192.168.7.1", "192.168.7.255", "127.0.0.1", "::ffff:127.0.0.1", "fd00:1::9", "8.8.8.8"] {
            assert!(allowed(&guard, ip), "{ip}");
        }
        for ip in ["192.168.8.1", "127.0.0.2", "fd00:1:0:1::9", "10.0.0.1", "::1"] {
            assert!(!allowed(&guard, ip), "{ip}");
        }
        for text in ["", "10.0.0.0/33", "10.0.0/8", "fd00::/129", "example.org", "10.0.0.0/-1", "10.0.0.0/8/8"] {
            assert!(text.parse::<Network>().is_err(), "{text}");
        }
        assert!(Network::from_str("0.0.0.0/0").unwrap().holds("10.1.2.3".parse().unwrap()));
    }
}
