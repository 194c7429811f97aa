//! Signing letters (RFC 6376), so that the receiving server can tell that they are ours.
//!
//! Relaxed canonicalisation for headers and body: under `simple` the signature's own header is hashed unfolded and sent
//! folded, and fails. `Content-Type` is not signed: on a multipart message it is not among the headers when they are hashed.

use lettre::message::Message;
use lettre::message::dkim::{
    DkimCanonicalization, DkimCanonicalizationType, DkimConfig, DkimSigningAlgorithm, DkimSigningKey, dkim_sign,
};
use lettre::message::header::HeaderName;
use secrecy::{ExposeSecret, SecretString};
use std::sync::Arc;

/// The headers that the signature covers. One that a letter lacks is signed as absent, so nobody can add it.
const SIGNED: [HeaderName; 13] = [
    HeaderName::new_from_ascii_str("From"),
    HeaderName::new_from_ascii_str("To"),
    HeaderName::new_from_ascii_str("Cc"),
    HeaderName::new_from_ascii_str("Subject"),
    HeaderName::new_from_ascii_str("Date"),
    HeaderName::new_from_ascii_str("Message-ID"),
    HeaderName::new_from_ascii_str("In-Reply-To"),
    HeaderName::new_from_ascii_str("References"),
    HeaderName::new_from_ascii_str("Reply-To"),
    HeaderName::new_from_ascii_str("MIME-Version"),
    HeaderName::new_from_ascii_str("List-Unsubscribe"),
    HeaderName::new_from_ascii_str("List-Unsubscribe-Post"),
    HeaderName::new_from_ascii_str("Auto-Submitted"),
];

/// The key that letters are signed with, and where its public half is published: `SELECTOR._domainkey.DOMAIN`.
#[derive(Clone, Debug)]
pub struct Dkim(Arc<DkimConfig>);

/// The private key can not be read.
#[derive(Debug, thiserror::Error)]
#[error(
    "the DKIM key is not an RSA private key in PKCS#1 form (-----BEGIN RSA PRIVATE KEY-----): make one with `openssl genrsa -traditional 2048`"
)]
pub struct BadKey;

impl Dkim {
    /// A signer for a domain, with an RSA private key as PEM (PKCS#1).
    ///
    /// # Errors
    /// [`BadKey`].
    pub fn new(domain: &str, selector: &str, key: &SecretString) -> Result<Self, BadKey> {
        let key = DkimSigningKey::new(key.expose_secret(), DkimSigningAlgorithm::Rsa).map_err(|_| BadKey)?;
        let relaxed =
            DkimCanonicalization { header: DkimCanonicalizationType::Relaxed, body: DkimCanonicalizationType::Relaxed };
        let config = DkimConfig::new(selector.to_owned(), domain.to_owned(), key, SIGNED.to_vec(), relaxed);
        Ok(Dkim(Arc::new(config)))
    }

    pub(crate) fn sign(&self, message: &mut Message) {
        dkim_sign(message, &self.0);
    }
}
