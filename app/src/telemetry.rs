//! Logging: one line an event on standard error, without secrets and without addresses.

use std::fmt;
use tracing_subscriber::EnvFilter;

/// Starts logging for the process. `RUST_LOG` chooses what is logged; the default is `info` without the noise of
/// libraries. A second call does nothing.
pub fn start(json: bool) {
    let filter = EnvFilter::try_from_default_env()
        .unwrap_or_else(|_| EnvFilter::new("info,actix_server=warn,sqlx=warn,lettre=warn,usvg=error"));
    let lines = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).with_target(false);
    // An error means that logging has been started already, which is what was wanted.
    let _already = if json { lines.json().try_init() } else { lines.try_init() };
}

/// A mail address as the log may show it: first letter and domain.
pub struct Masked<'a>(pub &'a str);

impl fmt::Display for Masked<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.rsplit_once('@') {
            Some((local, domain)) => write!(f, "{}…@{domain}", local.chars().next().unwrap_or('?')),
            None => f.write_str("…"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Masked;

    #[test]
    fn an_address_shows_its_first_letter_and_domain_only() {
        assert_eq!(Masked("longstreet@example.org").to_string(), "l…@example.org");
        assert_eq!(Masked("not an address").to_string(), "…");
    }
}
