//! Links that stop letters, signed so that nobody can stop another person's.
//!
//! A link is `base64url(what ‖ HMAC-SHA-256(key, "fieldpost/unsubscribe/1\0" ‖ what))`. It holds for ever: a letter may be read
//! years later, and must still be able to stop its fellows (RFC 8058).

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use fieldpost_store::{AccountId, Email, GameId, Store, StoreError, Suppression, Time};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

const TAG: &[u8] = b"fieldpost/unsubscribe/1\0";
const ADDRESS: u8 = 1;
const GAME: u8 = 2;
const STRANGER: u8 = 3;

/// Which letters a link stops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scope {
    /// All letters to an address, but for the sign-in links that it asks for.
    Address(Email),
    /// The letters of one game to one player.
    Game(GameId, AccountId),
    /// What strangers send to an address; the one whose letter carries the link among them.
    Stranger(Email, AccountId),
}

/// The link is not one of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this link is damaged: copy it whole from the letter")]
pub struct BadToken;

/// Makes and reads the links.
#[derive(Clone)]
pub struct Unsubscribe {
    key: [u8; 32],
}

impl std::fmt::Debug for Unsubscribe {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Unsubscribe(key withheld)")
    }
}

impl Unsubscribe {
    /// With the service's own key, which the storage makes at first use.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn open(store: &Store) -> Result<Self, StoreError> {
        Ok(Unsubscribe { key: store.service_secret("unsubscribe").await? })
    }

    /// The last part of the link's address.
    pub fn token(&self, scope: &Scope) -> String {
        let mut what = match scope {
            Scope::Address(email) => [&[ADDRESS], email.as_str().as_bytes()].concat(),
            Scope::Game(game, account) => [&[GAME][..], &game.0, &account.0].concat(),
            Scope::Stranger(email, sender) => [&[STRANGER][..], &sender.0, email.as_str().as_bytes()].concat(),
        };
        let mac = self.mac(&what).finalize().into_bytes();
        what.extend_from_slice(&mac);
        URL_SAFE_NO_PAD.encode(what)
    }

    /// What a link stops.
    ///
    /// # Errors
    /// [`BadToken`] for one that this service did not make.
    pub fn read(&self, token: &str) -> Result<Scope, BadToken> {
        let bytes = URL_SAFE_NO_PAD.decode(token).map_err(|_| BadToken)?;
        let (what, mac) = bytes.split_last_chunk::<32>().ok_or(BadToken)?;
        self.mac(what).verify_slice(mac).map_err(|_| BadToken)?;
        match what.split_first() {
            Some((&ADDRESS, email)) => {
                let email = std::str::from_utf8(email).map_err(|_| BadToken)?;
                email.parse().map(Scope::Address).map_err(|_| BadToken)
            }
            Some((&STRANGER, rest)) => {
                let (sender, email) = rest.split_first_chunk::<16>().ok_or(BadToken)?;
                let email = std::str::from_utf8(email).map_err(|_| BadToken)?;
                email.parse().map(|email| Scope::Stranger(email, AccountId(*sender))).map_err(|_| BadToken)
            }
            Some((&GAME, ids)) => match (ids.first_chunk::<16>(), ids.last_chunk::<16>()) {
                (Some(game), Some(account)) if ids.len() == 32 => Ok(Scope::Game(GameId(*game), AccountId(*account))),
                _ => Err(BadToken),
            },
            _ => Err(BadToken),
        }
    }

    /// Stops the letters. Doing it twice changes nothing.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn stop(&self, scope: Scope, store: &Store, now: Time) -> Result<(), StoreError> {
        match scope {
            Scope::Address(email) => store.bounces().suppress(email, Suppression::Unsubscribed, now).await,
            Scope::Game(game, account) => store.notices().set_silence(game, account, true, now).await,
            Scope::Stranger(email, _) => store.invitations().close_address(email, true, now).await,
        }
    }

    fn mac(&self, what: &[u8]) -> Hmac<Sha256> {
        let mac = Hmac::<Sha256>::new_from_slice(&self.key).expect("HMAC takes a key of any length");
        mac.chain_update(TAG).chain_update(what)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_read_back_and_a_forged_one_is_not() {
        let post = Unsubscribe { key: [3; 32] };
        let lee = || "lee@example.org".parse().unwrap();
        let scopes = [
            Scope::Address(lee()),
            Scope::Game(GameId([1; 16]), AccountId([2; 16])),
            Scope::Stranger(lee(), AccountId([2; 16])),
        ];
        for scope in scopes {
            let token = post.token(&scope);
            assert_eq!(post.read(&token), Ok(scope.clone()));
            assert_eq!(Unsubscribe { key: [4; 32] }.read(&token), Err(BadToken));
            for at in 0..token.len() {
                let mut forged = token.clone().into_bytes();
                forged[at] = if forged[at] == b'A' { b'B' } else { b'A' };
                assert_eq!(post.read(std::str::from_utf8(&forged).unwrap()), Err(BadToken), "{at}");
            }
            assert_eq!(post.read(&token[..token.len() - 1]), Err(BadToken));
        }
        assert_eq!(post.read(""), Err(BadToken));
        assert_eq!(post.read("not base64!"), Err(BadToken));
    }
}
