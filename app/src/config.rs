//! Settings of a server, from flags and environment. Every flag has an environment variable of the same name.

use crate::web::body::PATIENCE;
use anyhow::{Context, Result, bail, ensure};
use clap::builder::BoolishValueParser;
use clap::{ArgAction, Args, ValueEnum};
use domain_register::key::{PublicKey, Role};
use fieldpost_push::{Guard, Network, Target};
use fieldpost_store::Email;
use secrecy::SecretString;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

/// The domain of the addresses that letters in the embedded mailbox are answered at.
pub const LOCAL_REPLIES: &str = "reply.fieldpost.localhost";
/// How often the inbox is looked at. A look costs some twenty microseconds.
const INBOX_PAUSE: Duration = Duration::from_millis(250);
/// After half a minute, then 2, 10 and 30 minutes, 2 and 6 hours: seven attempts in about nine hours.
const CALL_PAUSES: [Duration; 6] = [
    Duration::from_secs(30),
    Duration::from_secs(120),
    Duration::from_secs(600),
    Duration::from_secs(1800),
    Duration::from_secs(2 * 3600),
    Duration::from_secs(6 * 3600),
];
/// More than anybody writes by hand; a mail program gone wild is stopped by it.
const ANSWERS_PER_HOUR: u64 = 120;
/// Letters that others cause to one player in an hour. Games played fast need no letter for most turns; what is over comes each half hour, as
/// one letter.
const LETTERS_PER_HOUR: u32 = 60;
/// Connections open at the same time for each worker: a proxy needs some dozens.
const CONNECTIONS: usize = 1_000;

/// How long a witness may take to vouch for a head. Nothing waits for it.
const WITNESS_PATIENCE: Duration = Duration::from_secs(10);

/// The flags of `fieldpost serve`.
#[derive(Args, Clone, Debug)]
pub struct ServeArgs {
    /// Address and port to listen on; port 0 takes a free one
    #[arg(long, env = "FIELDPOST_BIND", default_value = "127.0.0.1:8080", value_name = "ADDRESS:PORT")]
    pub bind: SocketAddr,
    /// The database file; made when it does not exist
    #[arg(long, env = "FIELDPOST_DATABASE", default_value = "fieldpost.db", value_name = "FILE")]
    pub database: PathBuf,
    /// The address players use, as it stands in letters; without it, the address listened on
    #[arg(long, env = "FIELDPOST_BASE_URL", value_name = "URL")]
    pub base_url: Option<String>,
    /// The proxy whose X-Forwarded-For is believed; without it the peer's own address counts
    #[arg(long, env = "FIELDPOST_TRUSTED_PROXY", value_name = "IP")]
    pub trusted_proxy: Option<IpAddr>,
    /// Serve the letters at /mailbox, to whoever can reach the server: only without a mail server, on a loopback address, with no proxy in front
    #[arg(long, env = "FIELDPOST_MAILBOX")]
    pub mailbox: bool,
    /// So many times the usual limits of what accounts and seats may do: for tests under load
    #[arg(long, env = "FIELDPOST_LEEWAY", default_value_t = 1, value_name = "TIMES", hide = true)]
    pub leeway: u32,
    /// How long a house player waits before it answers, in milliseconds
    #[arg(long, env = "FIELDPOST_BOT_DELAY", default_value_t = 400, value_name = "MS")]
    pub bot_delay: u64,
    /// Let webhooks and push addresses of players begin with http:// as well
    #[arg(long, env = "FIELDPOST_CALL_PLAIN")]
    pub call_plain: bool,
    /// Networks that webhooks and push addresses may lead to although they are private, such as 192.168.7.0/24
    #[arg(long, env = "FIELDPOST_CALL_NETWORKS", value_name = "NETWORK", value_delimiter = ',')]
    pub call_networks: Vec<Network>,
    /// The name of the register, the first line of its heads; without it the one in use, at first the public address with /register
    #[arg(long, env = "FIELDPOST_REGISTER_NAME", value_name = "NAME")]
    pub register_name: Option<String>,
    /// File with the key that signs the register's heads, 64 hexadecimal digits; without it the database has one of its own
    #[arg(long, env = "FIELDPOST_REGISTER_KEY", value_name = "FILE")]
    pub register_key: Option<PathBuf>,
    /// Witnesses that are asked to vouch for the register's heads: address and key of each, as https://witness.example.org#NAME+ID+KEY
    #[arg(long = "witness", env = "FIELDPOST_WITNESSES", value_name = "URL#KEY", value_delimiter = ',')]
    pub witnesses: Vec<WitnessAddress>,
    /// Log as JSON lines
    #[arg(long, env = "FIELDPOST_LOG_JSON")]
    pub log_json: bool,
    /// What letters bring
    #[command(flatten)]
    pub letters: LetterArgs,
    /// Letters by SMTP; without a host they stay in the database
    #[command(flatten)]
    pub smtp: SmtpArgs,
}

/// The flags about what letters bring, of every command that writes some.
#[derive(Args, Clone, Copy, Debug)]
pub struct LetterArgs {
    /// Whether letters bring a picture of the map; without it their plain text says who stands where, and a slow machine has less to draw
    #[arg(long, env = "FIELDPOST_LETTER_MAPS", default_value = "yes", action = ArgAction::Set,
          value_parser = BoolishValueParser::new(), value_name = "YES|NO")]
    pub letter_maps: bool,
}

/// The flags about sending letters.
#[derive(Args, Clone, Debug, Default)]
pub struct SmtpArgs {
    /// Mail server to hand letters to; without it letters stay in the database, to be read with --mailbox
    #[arg(long, env = "FIELDPOST_SMTP_HOST", value_name = "HOST")]
    pub smtp_host: Option<String>,
    /// Its port; 587 for starttls, 465 for tls, 25 for none
    #[arg(long, env = "FIELDPOST_SMTP_PORT", value_name = "PORT")]
    pub smtp_port: Option<u16>,
    /// How the connection is protected
    #[arg(long, env = "FIELDPOST_SMTP_TLS", value_enum, default_value_t = SmtpTls::Starttls)]
    pub smtp_tls: SmtpTls,
    /// File of certificates (PEM) to trust beside the public ones, for a mail server with an authority of its own
    #[arg(long, env = "FIELDPOST_SMTP_CA", value_name = "FILE")]
    pub smtp_ca: Option<PathBuf>,
    /// The name to greet the mail server with (EHLO); this machine's without it
    #[arg(long, env = "FIELDPOST_SMTP_HELLO", value_name = "NAME")]
    pub smtp_hello: Option<String>,
    /// User name at the mail server
    #[arg(long, env = "FIELDPOST_SMTP_USER", value_name = "NAME")]
    pub smtp_user: Option<String>,
    /// Password at the mail server (prefer the environment variable: flags can be read by other users)
    #[arg(long, env = "FIELDPOST_SMTP_PASSWORD", value_name = "SECRET", hide_env_values = true)]
    pub smtp_password: Option<SecretString>,
    /// The sender of letters
    #[arg(long, env = "FIELDPOST_MAIL_FROM", value_name = "ADDRESS")]
    pub mail_from: Option<String>,
    /// Domain whose mail comes to `fieldpost ingest`: letters of games can then be answered by mail
    #[arg(long, env = "FIELDPOST_REPLY_DOMAIN", value_name = "DOMAIN")]
    pub reply_domain: Option<String>,
    /// The name your mail server gives itself in Authentication-Results; its word on a sender is then heard
    #[arg(long, env = "FIELDPOST_AUTHSERV_ID", value_name = "NAME")]
    pub authserv_id: Option<String>,
    /// Domain that signs letters with DKIM
    #[arg(long, env = "FIELDPOST_DKIM_DOMAIN", value_name = "DOMAIN")]
    pub dkim_domain: Option<String>,
    /// DKIM selector
    #[arg(long, env = "FIELDPOST_DKIM_SELECTOR", value_name = "NAME")]
    pub dkim_selector: Option<String>,
    /// File with the DKIM private key: RSA, as PEM (PKCS#8 or PKCS#1)
    #[arg(long, env = "FIELDPOST_DKIM_KEY", value_name = "FILE")]
    pub dkim_key: Option<PathBuf>,
}

/// Protection of the connection to the mail server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum SmtpTls {
    /// Plain first, then TLS; refused when the server does not offer it
    #[default]
    Starttls,
    /// TLS from the first byte
    Tls,
    /// None: for a mail server on this machine
    None,
}

/// Settings that make sense.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen.
    pub bind: SocketAddr,
    /// The database file; none for a temporary one.
    pub database: Option<PathBuf>,
    /// The address players use, without a slash at the end; `None` until the port is known.
    pub base_url: Option<String>,
    /// The proxy to believe.
    pub trusted_proxy: Option<IpAddr>,
    /// How long a house player waits.
    pub bot_delay: Duration,
    /// Sending by SMTP; `None` for the mailbox.
    pub smtp: Option<Smtp>,
    /// The sender of letters.
    pub mail_from: Option<String>,
    /// Whether letters bring a picture of the map.
    pub letter_maps: bool,
    /// The domain of the addresses that letters of games are answered at; none when they cannot be answered.
    pub reply_domain: Option<String>,
    /// The name under which the mail server tells in Authentication-Results what it thinks of a sender.
    pub authserv_id: Option<String>,
    /// How often the inbox is looked at for what another process has put there.
    pub inbox_pause: Duration,
    /// Answers written to one player in an hour at most.
    pub answers_per_hour: u64,
    /// Where webhooks and push addresses of players may lead.
    pub guard: Guard,
    /// The pauses between attempts to deliver over a channel; one attempt more than pauses, then it is switched off.
    pub call_pauses: Vec<Duration>,
    /// The name of the register, when the host gives one.
    pub register_name: Option<String>,
    /// The key that signs its heads, as hexadecimal digits, when the host gives one.
    pub register_key: Option<SecretString>,
    /// Who is asked to vouch for its heads.
    pub witnesses: Vec<WitnessAddress>,
    /// How long each of them may take.
    pub witness_patience: Duration,
    /// Demo mode: two players sign in with one click.
    pub demo: bool,
    /// Whether the host wants the letters served at `/mailbox`.
    pub mailbox: bool,
    /// How long a request may take to arrive: its headers, and its body.
    pub patience: Duration,
    /// Connections open at the same time, for each worker.
    pub connections: usize,
    /// Letters that others cause to one player in an hour, before they are gathered.
    pub letters_per_hour: u32,
    /// So many times the usual limits of what accounts and seats may do; 1 but for tests under load.
    pub leeway: u32,
}

/// Where a witness is asked, and the key that its answers are checked with.
#[derive(Clone, Debug)]
pub struct WitnessAddress {
    /// Its key.
    pub key: PublicKey,
    /// Where heads are brought to it.
    pub target: Target,
}

impl WitnessAddress {
    /// The host of the service names witnesses, players do not: they may be anywhere.
    pub fn guard() -> Guard {
        Guard { plain: true, networks: ["0.0.0.0/0", "::/0"].iter().filter_map(|n| n.parse().ok()).collect() }
    }
}

impl std::str::FromStr for WitnessAddress {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (url, key) = text.split_once('#').ok_or(
            "a witness is named by its address and its key, as https://witness.example.org#NAME+ID+KEY; `fieldpost witness` prints both",
        )?;
        let key: PublicKey = key.parse().map_err(|error: domain_register::Unreadable| error.to_string())?;
        if key.role() != Role::Witness {
            return Err(format!("{} is the key of a register, and that of a witness would be right", key.name()));
        }
        let url = format!("{}/add-checkpoint", url.trim_end_matches('/'));
        let target = Target::parse(&url, &Self::guard()).map_err(|refused| refused.to_string())?;
        Ok(WitnessAddress { key, target })
    }
}

/// Settings of the connection to a mail server.
#[derive(Clone, Debug)]
pub struct Smtp {
    /// Host name.
    pub host: String,
    /// Port.
    pub port: u16,
    /// Protection.
    pub tls: SmtpTls,
    /// Certificates to trust beside the public ones, as PEM.
    pub roots: Option<Vec<u8>>,
    /// The name to greet with.
    pub hello: Option<String>,
    /// User name and password.
    pub login: Option<(String, SecretString)>,
    /// Signing.
    pub dkim: Option<Dkim>,
}

/// Settings of DKIM signing.
#[derive(Clone, Debug)]
pub struct Dkim {
    /// The `d=` of the signature.
    pub domain: String,
    /// The `s=` of the signature.
    pub selector: String,
    /// The private key as text.
    pub key: SecretString,
}

impl Config {
    /// Checks the flags.
    ///
    /// # Errors
    /// One sentence that says which setting makes no sense and what would.
    pub fn from_args(args: &ServeArgs) -> Result<Self> {
        let base_url = args.base_url.as_deref().map(base_url).transpose()?;
        let smtp = smtp(&args.smtp)?;
        if args.mailbox {
            ensure!(
                smtp.is_none(),
                "FIELDPOST_MAILBOX serves letters that stay on this machine; with FIELDPOST_SMTP_HOST none do: choose one."
            );
            ensure!(
                args.trusted_proxy.is_none() && base_url.as_deref().is_none_or(|url| is_loopback_name(authority(url))),
                "FIELDPOST_MAILBOX shows every letter, with its sign-in link, to whoever reaches the server: leave \
                 FIELDPOST_BASE_URL and FIELDPOST_TRUSTED_PROXY out, or name a mail server with FIELDPOST_SMTP_HOST instead."
            );
        }
        if smtp.is_none() {
            ensure!(
                args.bind.ip().is_loopback(),
                "Without FIELDPOST_SMTP_HOST nobody gets a letter, and with FIELDPOST_MAILBOX whoever reaches the server reads them all: \
                 name a mail server, or listen on a loopback address such as 127.0.0.1:8080 instead of {}.",
                args.bind
            );
        }
        if let Some(from) = &args.smtp.mail_from {
            ensure!(
                from.contains('@'),
                "FIELDPOST_MAIL_FROM has no @ in it: give an address such as post@example.org."
            );
        }
        let reply_domain = match args.smtp.reply_domain.as_deref().filter(|domain| !domain.is_empty()) {
            Some(domain) => {
                let domain = domain.trim_start_matches('@');
                ensure!(
                    format!("g-token@{domain}").parse::<Email>().is_ok(),
                    "FIELDPOST_REPLY_DOMAIN is a domain such as reply.example.org, not {domain:?}."
                );
                Some(domain.to_ascii_lowercase())
            }
            None => smtp.is_none().then(|| LOCAL_REPLIES.to_owned()),
        };
        ensure!(
            args.bot_delay <= 86_400_000,
            "FIELDPOST_BOT_DELAY is more than a day: give milliseconds, at most 86400000."
        );
        ensure!(!args.database.is_dir(), "FIELDPOST_DATABASE is a folder ({}): name a file.", args.database.display());
        let read = |file: &PathBuf| {
            let text = std::fs::read_to_string(file)
                .with_context(|| format!("FIELDPOST_REGISTER_KEY cannot be read from {}.", file.display()));
            text.map(SecretString::from)
        };
        let register_key = args.register_key.as_ref().map(read).transpose()?;
        Ok(Config {
            bind: args.bind,
            database: Some(args.database.clone()),
            base_url,
            trusted_proxy: args.trusted_proxy,
            bot_delay: Duration::from_millis(args.bot_delay),
            smtp,
            mail_from: args.smtp.mail_from.clone(),
            letter_maps: args.letters.letter_maps,
            reply_domain,
            authserv_id: args.smtp.authserv_id.clone().filter(|name| !name.is_empty()),
            inbox_pause: INBOX_PAUSE,
            answers_per_hour: ANSWERS_PER_HOUR,
            guard: Guard { plain: args.call_plain, networks: args.call_networks.clone() },
            call_pauses: CALL_PAUSES.to_vec(),
            register_name: args.register_name.clone().filter(|name| !name.is_empty()),
            register_key,
            witnesses: args.witnesses.clone(),
            witness_patience: WITNESS_PATIENCE,
            demo: false,
            mailbox: args.mailbox,
            patience: PATIENCE,
            connections: CONNECTIONS,
            letters_per_hour: LETTERS_PER_HOUR,
            leeway: args.leeway.max(1),
        })
    }

    /// Whether a server that listens there serves the letters at `/mailbox`. What a request says of itself has no part in it: a proxy in
    /// front of the server can make every one of them look like one from this machine.
    pub fn serves_mailbox(&self, address: SocketAddr) -> bool {
        self.mailbox && self.smtp.is_none() && self.trusted_proxy.is_none() && address.ip().is_loopback()
    }

    /// Settings for a server on this machine only: mailbox instead of SMTP, house players that answer at once.
    pub fn local(bind: SocketAddr, database: Option<PathBuf>) -> Self {
        Config {
            bind,
            database,
            base_url: None,
            trusted_proxy: None,
            bot_delay: Duration::ZERO,
            smtp: None,
            mail_from: None,
            letter_maps: true,
            reply_domain: Some(LOCAL_REPLIES.to_owned()),
            authserv_id: None,
            inbox_pause: INBOX_PAUSE,
            answers_per_hour: ANSWERS_PER_HOUR,
            guard: Guard::default(),
            call_pauses: CALL_PAUSES.to_vec(),
            register_name: None,
            register_key: None,
            witnesses: Vec::new(),
            witness_patience: WITNESS_PATIENCE,
            demo: false,
            mailbox: true,
            patience: PATIENCE,
            connections: CONNECTIONS,
            letters_per_hour: LETTERS_PER_HOUR,
            leeway: 1,
        }
    }
}

/// Host and port of a base URL.
pub fn authority(url: &str) -> &str {
    url.split_once("//").map_or(url, |(_, rest)| rest)
}

/// Whether a host, with or without a port, is this machine by one of its three names. Another name may lead here too, but
/// who gave it is not known: a page of a foreign site can have its own name point to 127.0.0.1.
pub fn is_loopback_name(authority: &str) -> bool {
    let host = match authority.rsplit_once(':') {
        Some((host, port)) if port.bytes().all(|b| b.is_ascii_digit()) => host,
        _ => authority,
    };
    ["localhost", "127.0.0.1", "[::1]"].iter().any(|name| host.eq_ignore_ascii_case(name))
}

fn base_url(text: &str) -> Result<String> {
    let url = text.trim_end_matches('/');
    let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
    let Some(rest) = rest else {
        bail!("FIELDPOST_BASE_URL must begin with http:// or https://, as in https://play.example.org, not {text:?}.");
    };
    ensure!(
        !rest.is_empty() && !rest.contains(['/', '?', '#', '@', ' ']),
        "FIELDPOST_BASE_URL is scheme and host only, as in https://play.example.org, not {text:?}."
    );
    Ok(url.to_owned())
}

fn smtp(args: &SmtpArgs) -> Result<Option<Smtp>> {
    let Some(host) = args.smtp_host.clone().filter(|h| !h.is_empty()) else {
        ensure!(
            args.smtp_user.is_none() && args.smtp_password.is_none() && args.dkim_domain.is_none(),
            "Mail settings are given, but no mail server: set FIELDPOST_SMTP_HOST as well."
        );
        return Ok(None);
    };
    ensure!(
        args.mail_from.is_some(),
        "A mail server is given, but no sender: set FIELDPOST_MAIL_FROM, for example post@example.org."
    );
    let login = match (&args.smtp_user, &args.smtp_password) {
        (Some(user), Some(password)) => Some((user.clone(), password.clone())),
        (None, None) => None,
        (Some(_), None) => bail!("FIELDPOST_SMTP_USER is given without FIELDPOST_SMTP_PASSWORD: give both or neither."),
        (None, Some(_)) => bail!("FIELDPOST_SMTP_PASSWORD is given without FIELDPOST_SMTP_USER: give both or neither."),
    };
    let dkim = match (&args.dkim_domain, &args.dkim_selector, &args.dkim_key) {
        (Some(domain), Some(selector), Some(file)) => {
            let key = std::fs::read_to_string(file)
                .with_context(|| format!("FIELDPOST_DKIM_KEY cannot be read from {}.", file.display()))?;
            Some(Dkim { domain: domain.clone(), selector: selector.clone(), key: key.into() })
        }
        (None, None, None) => None,
        _ => bail!(
            "DKIM needs all three of FIELDPOST_DKIM_DOMAIN, FIELDPOST_DKIM_SELECTOR and FIELDPOST_DKIM_KEY, or none."
        ),
    };
    let port = args.smtp_port.unwrap_or(match args.smtp_tls {
        SmtpTls::Starttls => 587,
        SmtpTls::Tls => 465,
        SmtpTls::None => 25,
    });
    let read = |file: &PathBuf| {
        std::fs::read(file).with_context(|| format!("FIELDPOST_SMTP_CA cannot be read from {}.", file.display()))
    };
    let roots = args.smtp_ca.as_ref().map(read).transpose()?;
    let hello = args.smtp_hello.clone().filter(|name| !name.is_empty());
    Ok(Some(Smtp { host, port, tls: args.smtp_tls, roots, hello, login, dkim }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: ServeArgs,
    }

    fn config(flags: &[&str]) -> Result<Config> {
        let line = Line::try_parse_from(std::iter::once("fieldpost").chain(flags.iter().copied()))?;
        Config::from_args(&line.args)
    }

    fn refused(flags: &[&str]) -> String {
        config(flags).expect_err("these flags make no sense").to_string()
    }

    #[test]
    fn the_defaults_make_sense() {
        let config = config(&[]).unwrap();
        assert_eq!(config.bind.to_string(), "127.0.0.1:8080");
        assert!(config.smtp.is_none());
    }

    #[test]
    fn the_mailbox_is_never_served_to_the_world() {
        assert!(refused(&["--bind", "0.0.0.0:80"]).contains("FIELDPOST_SMTP_HOST"));
        assert!(refused(&["--mailbox", "--bind", "0.0.0.0:80"]).contains("FIELDPOST_SMTP_HOST"));
        assert!(refused(&["--mailbox", "--base-url", "https://play.example.org"]).contains("FIELDPOST_SMTP_HOST"));
        assert!(refused(&["--mailbox", "--trusted-proxy", "127.0.0.1"]).contains("FIELDPOST_TRUSTED_PROXY"));
        assert!(refused(&["--mailbox", "--smtp-host", "mx", "--mail-from", "a@b.org"]).contains("FIELDPOST_MAILBOX"));
        assert!(config(&["--mailbox", "--base-url", "http://localhost:8080"]).is_ok());
        let mail = ["--smtp-host", "mx", "--mail-from", "a@b.org", "--base-url", "https://play.example.org"];
        assert!(config(&mail).is_ok());
    }

    #[test]
    fn the_mailbox_is_served_to_those_alone_who_ask_for_it_and_on_loopback_alone() {
        let (loopback, world) = ("127.0.0.1:80".parse().unwrap(), "192.0.2.1:80".parse().unwrap());
        assert!(!config(&[]).unwrap().serves_mailbox(loopback), "nobody has asked for it");
        let asked = config(&["--mailbox"]).unwrap();
        assert!(asked.serves_mailbox(loopback) && !asked.serves_mailbox(world));
        let mail = ["--smtp-host", "mx", "--mail-from", "a@b.org"];
        let mail = Config { mailbox: true, ..config(&mail).unwrap() };
        assert!(!mail.serves_mailbox(loopback));
        assert!(!Config { trusted_proxy: Some(loopback.ip()), ..asked }.serves_mailbox(loopback));
    }

    #[test]
    fn only_three_names_are_this_machine() {
        for name in ["localhost", "LOCALHOST:80", "127.0.0.1:8080", "[::1]", "[::1]:8080"] {
            assert!(is_loopback_name(name), "{name}");
        }
        for name in
            ["", "evil.example", "evil.example:8080", "127.0.0.1.evil.example", "localhost:80.evil.example", "::1"]
        {
            assert!(!is_loopback_name(name), "{name}");
        }
    }

    #[test]
    fn half_settings_are_refused_with_the_other_half_named() {
        assert!(refused(&["--smtp-host", "mx"]).contains("FIELDPOST_MAIL_FROM"));
        let mail = ["--smtp-host", "mx", "--mail-from", "a@b.org"];
        assert!(refused(&[&mail[..], &["--smtp-user", "u"]].concat()).contains("FIELDPOST_SMTP_PASSWORD"));
        assert!(refused(&[&mail[..], &["--dkim-domain", "b.org"]].concat()).contains("FIELDPOST_DKIM_KEY"));
        assert!(refused(&["--smtp-user", "u", "--smtp-password", "p"]).contains("FIELDPOST_SMTP_HOST"));
    }

    #[test]
    fn a_base_url_is_scheme_and_host() {
        assert_eq!(config(&["--base-url", "http://[::1]:80/"]).unwrap().base_url.as_deref(), Some("http://[::1]:80"));
        assert!(refused(&["--base-url", "x.org"]).contains("https://"));
        assert!(refused(&["--base-url", "https://x.org/a"]).contains("host only"));
    }

    #[test]
    fn letters_are_answered_where_the_mail_of_a_domain_comes_in() {
        assert_eq!(config(&[]).unwrap().reply_domain.as_deref(), Some(LOCAL_REPLIES));
        let mail = ["--smtp-host", "mx", "--mail-from", "a@b.org"];
        assert_eq!(config(&mail).unwrap().reply_domain, None);
        let with = |domain| config(&[&mail[..], &["--reply-domain", domain]].concat());
        assert_eq!(with("Reply.B.org").unwrap().reply_domain.as_deref(), Some("reply.b.org"));
        for bad in ["a b", "a@b", "x>,<y", "b..org"] {
            assert!(with(bad).unwrap_err().to_string().contains("FIELDPOST_REPLY_DOMAIN"), "{bad}");
        }
    }

    #[test]
    fn letters_bring_maps_unless_the_host_says_no() {
        assert!(config(&[]).unwrap().letter_maps);
        for (said, maps) in [("no", false), ("off", false), ("false", false), ("yes", true)] {
            assert_eq!(config(&["--letter-maps", said]).unwrap().letter_maps, maps, "{said}");
        }
        assert!(config(&["--letter-maps", "some"]).is_err());
    }

    #[test]
    fn private_networks_are_opened_one_by_one() {
        assert_eq!(config(&[]).unwrap().guard, Guard::default());
        let opened = config(&["--call-plain", "--call-networks", "192.168.7.0/24,127.0.0.1"]).unwrap().guard;
        assert!(opened.plain && opened.networks.len() == 2);
        assert!(config(&["--call-networks", "example.org"]).is_err());
    }

    #[test]
    fn a_password_never_shows_in_a_debug_print() {
        let mail = ["--smtp-host", "mx", "--mail-from", "a@b.org", "--smtp-user", "u", "--smtp-password", "hunter2"];
        assert!(!format!("{:?}", config(&mail).unwrap()).contains("hunter2"));
    }
}
