//! Sending over SMTP.

use crate::{SendError, speaks_of_address};
use lettre::address::Envelope;
use lettre::transport::smtp;
use lettre::transport::smtp::authentication::{self, Mechanism};
use lettre::transport::smtp::client::{AsyncSmtpConnection, Certificate, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use secrecy::{ExposeSecret, SecretString};
use std::error::Error;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::time::timeout;

/// How the connection is protected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Security {
    /// Not at all: only for a server on the same machine.
    None,
    /// It begins in plain text and must change to TLS (port 587).
    StartTls,
    /// TLS from the first byte (port 465).
    Tls,
}

/// Who we are to the server.
#[derive(Clone, Debug)]
pub struct Credentials {
    /// The user.
    pub user: String,
    /// The password.
    pub password: SecretString,
}

/// Where and how to send.
#[derive(Clone, Debug)]
pub struct SmtpSettings {
    /// The server's name; its certificate must be for it.
    pub host: String,
    /// The port.
    pub port: u16,
    /// How the connection is protected.
    pub security: Security,
    /// Who we are, if the server asks.
    pub credentials: Option<Credentials>,
    /// Certificates (PEM) to trust beside the public ones: for a server with a private authority.
    pub roots: Option<Vec<u8>>,
    /// The name we greet with; this machine's when none is given.
    pub hello: Option<String>,
    /// How long one letter may take, from connecting to the server's last word.
    pub timeout: Duration,
    /// How many connections are kept open for the next letters.
    pub connections: u32,
}

/// The settings can not work.
#[derive(Debug, thiserror::Error)]
pub enum BadSettings {
    /// The certificates are no PEM, or TLS refuses the name of the host.
    #[error("the TLS settings for the mail server do not work: {0}")]
    Tls(smtp::Error),
    /// A password over an open line.
    #[error("a password is not sent over an unprotected connection to {0}: set SMTP security to starttls or tls")]
    OpenPassword(String),
}

/// How long a connection is kept for the next letter; servers hang up after some minutes.
const IDLE: Duration = Duration::from_secs(60);

/// How long a kept connection may take to show that it is alive.
const ALIVE: Duration = Duration::from_secs(5);

/// A way to one server. Cheap to clone.
///
/// It keeps connections of its own: lettre's pool takes a connection back from a letter that was cut off half-way, and then the
/// server's answer to that letter is taken for the answer to the next one. Here a connection comes back only after the server's
/// last word; any other is closed.
#[derive(Clone)]
pub struct Smtp(Arc<Inner>);

struct Inner {
    settings: SmtpSettings,
    tls: Option<TlsParameters>,
    hello: ClientId,
    idle: Mutex<Vec<(AsyncSmtpConnection, Instant)>>,
}

impl std::fmt::Debug for Smtp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Smtp({}:{})", self.0.settings.host, self.0.settings.port)
    }
}

impl Smtp {
    /// Prepares the way. Nothing is connected before the first letter.
    ///
    /// # Errors
    /// [`BadSettings`].
    pub fn new(settings: &SmtpSettings) -> Result<Self, BadSettings> {
        let loopback = matches!(settings.host.as_str(), "localhost" | "127.0.0.1" | "::1");
        if settings.credentials.is_some() && settings.security == Security::None && !loopback {
            return Err(BadSettings::OpenPassword(settings.host.clone()));
        }
        let tls = tls(settings)?;
        let hello = settings.hello.clone().map_or_else(ClientId::default, ClientId::Domain);
        Ok(Smtp(Arc::new(Inner { settings: settings.clone(), tls, hello, idle: Mutex::default() })))
    }

    /// Sends the bytes of a message. Answers with the server's words.
    pub(crate) async fn send(&self, envelope: &Envelope, message: &[u8]) -> Result<String, SendError> {
        let attempt = async {
            let mut connection = self.connection().await?;
            let response = connection.send(envelope, message).await?;
            Ok((connection, response))
        };
        match timeout(self.0.settings.timeout, attempt).await {
            Ok(Ok((connection, response))) => {
                self.keep(connection);
                Ok(format!("{} {}", response.code(), response.message().collect::<Vec<_>>().join(" ")))
            }
            Ok(Err(error)) => Err(judge(&error)),
            Err(_) => Err(SendError::Later(format!("no end after {} seconds", self.0.settings.timeout.as_secs()))),
        }
    }

    /// A connection that was kept and is alive, or a new one.
    async fn connection(&self) -> Result<AsyncSmtpConnection, smtp::Error> {
        while let Some((mut connection, since)) = self.kept() {
            if since.elapsed() < IDLE && timeout(ALIVE, connection.test_connected()).await == Ok(true) {
                return Ok(connection);
            }
        }
        self.connect().await
    }

    async fn connect(&self) -> Result<AsyncSmtpConnection, smtp::Error> {
        let Inner { settings, tls, hello, .. } = &*self.0;
        let wrapped = if settings.security == Security::Tls { tls.clone() } else { None };
        let server = (settings.host.as_str(), settings.port);
        let mut connection =
            AsyncSmtpConnection::connect_tokio1(server, Some(settings.timeout), hello, wrapped, None).await?;
        if let (Security::StartTls, Some(tls)) = (settings.security, tls) {
            connection.starttls(tls.clone(), hello).await?;
        }
        if let Some(who) = &settings.credentials {
            let password = who.password.expose_secret().to_owned();
            let who = authentication::Credentials::new(who.user.clone(), password);
            connection.auth(&[Mechanism::Plain, Mechanism::Login], &who).await?;
        }
        Ok(connection)
    }

    fn kept(&self) -> Option<(AsyncSmtpConnection, Instant)> {
        self.0.idle.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }

    fn keep(&self, connection: AsyncSmtpConnection) {
        let mut idle = self.0.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() < self.0.settings.connections as usize {
            idle.push((connection, Instant::now()));
        }
    }
}

fn tls(settings: &SmtpSettings) -> Result<Option<TlsParameters>, BadSettings> {
    if settings.security == Security::None {
        return Ok(None);
    }
    let mut parameters = TlsParameters::builder(settings.host.clone());
    if let Some(roots) = &settings.roots {
        parameters = parameters.add_root_certificate(Certificate::from_pem(roots).map_err(BadSettings::Tls)?);
    }
    parameters.build().map(Some).map_err(BadSettings::Tls)
}

/// Refusals that mean ourselves and not the letter (RFC 4954 §6): our host can mend them, so the letter waits.
const OUR_FAULT: [&str; 4] = ["530", "534", "535", "538"];

/// Whether trying again can help, and whether the address is known to be dead.
fn judge(error: &smtp::Error) -> SendError {
    let words = in_full(error);
    let code = error.status().map(|code| code.to_string()).unwrap_or_default();
    if !error.is_permanent() || OUR_FAULT.contains(&code.as_str()) {
        return SendError::Later(words);
    }
    let reply = error.source().map(ToString::to_string).unwrap_or_default();
    SendError::Never {
        bounced: speaks_of_address(reply.trim_start()),
        words: format!("{code} {reply}").trim().to_owned(),
    }
}

fn in_full(error: &dyn Error) -> String {
    let mut words = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        let cause_words = cause.to_string();
        if !words.contains(&cause_words) {
            words = format!("{words}: {cause_words}");
        }
        source = cause.source();
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_never_crosses_an_open_line() {
        let mut settings = SmtpSettings {
            host: "mail.example.org".into(),
            port: 25,
            security: Security::None,
            credentials: Some(Credentials { user: "post".into(), password: "secret".to_owned().into() }),
            roots: None,
            hello: None,
            timeout: Duration::from_secs(5),
            connections: 2,
        };
        assert!(matches!(Smtp::new(&settings), Err(BadSettings::OpenPassword(_))));
        settings.host = "localhost".into();
        assert!(Smtp::new(&settings).is_ok());
    }
}
