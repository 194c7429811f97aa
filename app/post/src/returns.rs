//! The addresses that letters come back to: `b-TOKEN@domain`, the sender in the envelope (RFC 5321 §4.4).
//!
//! The token is the first 16 bytes of `HMAC-SHA-256(key, "fieldpost/return/1\0" ‖ recipient ‖ 0 ‖ Message-ID)`, in the letters of reply
//! addresses. A report counts against an address only when it comes to the token of a letter to that address, and each letter counts
//! once: whoever invents a report cannot stop anybody's letters.

use crate::reply::{base32, token_hash};
use fieldpost_store::{Email, Store, StoreError, Time};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

const TAG: &[u8] = b"fieldpost/return/1\0";

/// Makes the addresses.
#[derive(Clone)]
pub struct Returns {
    key: [u8; 32],
    domain: String,
}

impl std::fmt::Debug for Returns {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Returns(key withheld, {})", self.domain)
    }
}

impl Returns {
    /// With the service's own key, which the storage makes at first use, and the domain whose mail comes to `fieldpost ingest`.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn open(store: &Store, domain: &str) -> Result<Self, StoreError> {
        Ok(Returns { key: store.service_secret("returns").await?, domain: domain.to_owned() })
    }

    /// The address that a letter comes back to, kept for when it does. A letter sent again has the same.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn address(&self, store: &Store, to: &Email, message_id: &str, now: Time) -> Result<String, StoreError> {
        let token = self.token(to, message_id);
        store.bounces().keep_return_path(token_hash(&token), to.clone(), message_id.to_owned(), now).await?;
        Ok(format!("b-{token}@{}", self.domain))
    }

    fn token(&self, to: &Email, message_id: &str) -> String {
        let mac = <Hmac<Sha256> as KeyInit>::new_from_slice(&self.key)
            .expect("HMAC takes a key of any length")
            .chain_update(TAG)
            .chain_update(to.as_str())
            .chain_update([0])
            .chain_update(message_id)
            .finalize()
            .into_bytes();
        base32(&mac[..16])
    }
}

/// Whether a refusal is about the address, by its status (RFC 3463 §3): 5.1.x (no such address), 5.2.x (no room, or closed), 5.4.x (no way
/// there), and 5.0.0, which says nothing further. What is about the letter or about us says nothing of the address.
pub fn speaks_of_address(status: &str) -> bool {
    ["5.0.", "5.1.", "5.2.", "5.4."].iter().any(|class| status.starts_with(class))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::is_token;

    #[test]
    fn every_letter_comes_back_to_an_address_of_its_own() {
        let returns = Returns { key: [9; 32], domain: "in.example.org".into() };
        let (lee, hill): (Email, Email) = ("lee@example.org".parse().unwrap(), "hill@example.org".parse().unwrap());
        let token = returns.token(&lee, "<a@x>");
        assert!(is_token(&token), "{token}");
        assert_eq!(token, returns.token(&lee, "<a@x>"));
        assert_ne!(token, returns.token(&lee, "<b@x>"));
        assert_ne!(token, returns.token(&hill, "<a@x>"));
        assert_ne!(token, Returns { key: [8; 32], ..returns }.token(&lee, "<a@x>"));
    }

    #[test]
    fn a_refusal_of_the_letter_says_nothing_of_the_address() {
        assert!(speaks_of_address("5.1.1") && speaks_of_address("5.2.2") && speaks_of_address("5.0.0"));
        for other in ["5.7.1", "5.6.0", "5.3.4", "5.5.2", "4.2.2", "", "2.0.0"] {
            assert!(!speaks_of_address(other), "{other}");
        }
    }
}
