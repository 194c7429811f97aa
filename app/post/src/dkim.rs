//! Signing letters (RFC 6376), so that the receiving server can tell that they are ours.
//!
//! Relaxed canonicalisation for headers and body: under `simple` the signature's own header is hashed unfolded and sent
//! folded, and fails. `Content-Type` is not signed: on a multipart message it is not among the headers when they are hashed.

use base64::{Engine, engine::general_purpose::STANDARD};
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
    "the DKIM key is no RSA private key in PEM (-----BEGIN PRIVATE KEY----- or -----BEGIN RSA PRIVATE KEY-----): make one with `openssl genrsa 2048`"
)]
pub struct BadKey;

impl Dkim {
    /// A signer for a domain, with an RSA private key as PEM (PKCS#1, or PKCS#8 without a password).
    ///
    /// # Errors
    /// [`BadKey`].
    pub fn new(domain: &str, selector: &str, key: &SecretString) -> Result<Self, BadKey> {
        let unwrapped = pkcs1(key.expose_secret());
        let key = unwrapped.as_ref().unwrap_or(key).expose_secret();
        let key = DkimSigningKey::new(key, DkimSigningAlgorithm::Rsa).map_err(|_| BadKey)?;
        let relaxed =
            DkimCanonicalization { header: DkimCanonicalizationType::Relaxed, body: DkimCanonicalizationType::Relaxed };
        let config = DkimConfig::new(selector.to_owned(), domain.to_owned(), key, SIGNED.to_vec(), relaxed);
        Ok(Dkim(Arc::new(config)))
    }

    pub(crate) fn sign(&self, message: &mut Message) {
        dkim_sign(message, &self.0);
    }
}

/// The RSA key inside a PKCS#8 key (RFC 5958 §2), as openssl writes keys today, in the older form that signing takes; nothing for any other text.
fn pkcs1(pem: &str) -> Option<SecretString> {
    let body = pem.split_once("-----BEGIN PRIVATE KEY-----")?.1.split_once("-----END PRIVATE KEY-----")?.0;
    let whole = STANDARD.decode(body.split_whitespace().collect::<String>()).ok()?;
    // SEQUENCE { INTEGER version, SEQUENCE algorithm, OCTET STRING key, … }
    let (_, rest) = element(element(&whole, 0x30)?.0, 0x02)?;
    let (_, rest) = element(rest, 0x30)?;
    let (key, _) = element(rest, 0x04)?;
    let lines: Vec<String> =
        STANDARD.encode(key).as_bytes().chunks(64).map(|l| String::from_utf8_lossy(l).into_owned()).collect();
    let (begin, end) = ("-----BEGIN RSA PRIVATE KEY-----", "-----END RSA PRIVATE KEY-----");
    Some(format!("{begin}\n{}\n{end}\n", lines.join("\n")).into())
}

/// What a DER element of this kind holds (X.690 §8.1), and what follows it.
fn element(bytes: &[u8], kind: u8) -> Option<(&[u8], &[u8])> {
    let (&[found, length], rest) = bytes.split_first_chunk::<2>()?;
    let more = usize::from(length & 0x7f);
    let (length, rest) = match length {
        0..=0x7f => (usize::from(length), rest),
        _ if more > 3 => return None,
        _ => (rest.get(..more)?.iter().fold(0, |n, b| n << 8 | usize::from(*b)), rest.get(more..)?),
    };
    (found == kind && length <= rest.len()).then(|| rest.split_at(length))
}
