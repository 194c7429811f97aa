//! Keys: what a register or a witness signs with, and what everybody checks that with (Ed25519, RFC 8032).

use crate::text::{Unreadable, decode, encode, quoted};
use ed25519_dalek::{Signature, Signer as _, SigningKey, VerifyingKey};
use sha2::{Digest, Sha256};
use std::fmt;
use std::str::FromStr;

/// What a key signs, and how. The number is the byte of c2sp.org/signed-note.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The text of a note itself: the register signs its heads so.
    Register = 1,
    /// That a head was seen at a time, with nothing taken back since the one before: what a witness signs.
    Witness = 4,
}

/// A key to check signatures with, and whose it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicKey {
    name: String,
    role: Role,
    key: VerifyingKey,
}

/// Whether a text may name a key: not empty, no white space, no plus sign, no control character.
pub fn is_name(text: &str) -> bool {
    !text.is_empty() && text.len() <= 255 && !text.contains(|c: char| c.is_whitespace() || c.is_control() || c == '+')
}

/// `SHA-256(name ‖ 0x0A ‖ role ‖ key)`, its first four bytes.
fn id(name: &str, role: Role, key: &[u8; 32]) -> u32 {
    let hash = Sha256::new().chain_update(name).chain_update([b'\n', role as u8]).chain_update(key).finalize();
    u32::from_be_bytes([hash[0], hash[1], hash[2], hash[3]])
}

impl PublicKey {
    /// The name it signs with.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it signs.
    pub fn role(&self) -> Role {
        self.role
    }

    /// The four bytes that stand before its signatures, as a number: a short name, no proof of anything.
    pub fn id(&self) -> u32 {
        id(&self.name, self.role, self.key.as_bytes())
    }

    /// Whether it made this signature of these bytes.
    pub(crate) fn made(&self, message: &[u8], signature: &[u8; 64]) -> bool {
        // The strict check: every signature has one spelling, and no key of small order passes.
        self.key.verify_strict(message, &Signature::from_bytes(signature)).is_ok()
    }
}

/// As c2sp.org/signed-note writes a key to check with: `NAME+ID+KEY`.
impl fmt::Display for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut bytes = vec![self.role as u8];
        bytes.extend_from_slice(self.key.as_bytes());
        write!(f, "{}+{:08x}+{}", self.name, self.id(), encode(bytes))
    }
}

impl FromStr for PublicKey {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<PublicKey, Unreadable> {
        let wrong = |what: String| {
            Unreadable::new(1, what, "NAME+ID+KEY, as fieldpost.example/register+0a1b2c3d+AZ…, would be right")
        };
        // The key itself may hold a plus sign; name and id may not.
        let mut parts = text.splitn(3, '+');
        let (Some(name), Some(hex), Some(bytes)) = (parts.next(), parts.next(), parts.next()) else {
            return Err(wrong(format!("{} is not a key", quoted(text))));
        };
        if !is_name(name) {
            return Err(wrong(format!("{} cannot name a key", quoted(name))));
        }
        let bytes = decode(bytes, 1)?;
        let role = match bytes.first() {
            Some(1) => Role::Register,
            Some(4) => Role::Witness,
            Some(other) => return Err(wrong(format!("a key of kind {other}; known are 1 and 4, which are Ed25519"))),
            None => return Err(wrong("nothing where the key should stand".to_owned())),
        };
        let key: [u8; 32] = bytes[1..]
            .try_into()
            .map_err(|_| wrong(format!("a key of {} bytes, and Ed25519 has 32", bytes.len() - 1)))?;
        let key = VerifyingKey::from_bytes(&key)
            .ok()
            .filter(|key| !key.is_weak())
            .ok_or_else(|| wrong("32 bytes that are no key of Ed25519".to_owned()))?;
        let key = PublicKey { name: name.to_owned(), role, key };
        if format!("{:08x}", key.id()) != hex {
            let right = format!("{:08x} would be right, if the rest is", key.id());
            return Err(Unreadable::new(1, format!("the id {} does not fit name and key", quoted(hex)), right));
        }
        Ok(key)
    }
}

/// A key to sign with. Shown, it does not tell what it is.
pub struct SecretKey {
    name: String,
    role: Role,
    key: SigningKey,
}

impl fmt::Debug for SecretKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SecretKey of {}", self.name)
    }
}

impl SecretKey {
    /// The key that follows from 32 random bytes; nothing when the name cannot be one.
    pub fn new(name: &str, role: Role, seed: &[u8; 32]) -> Option<SecretKey> {
        is_name(name).then(|| SecretKey { name: name.to_owned(), role, key: SigningKey::from_bytes(seed) })
    }

    /// What it signs.
    pub fn role(&self) -> Role {
        self.role
    }

    /// What others check its signatures with.
    pub fn public(&self) -> PublicKey {
        PublicKey { name: self.name.clone(), role: self.role, key: self.key.verifying_key() }
    }

    pub(crate) fn sign(&self, message: &[u8]) -> [u8; 64] {
        self.key.sign(message).to_bytes()
    }
}
