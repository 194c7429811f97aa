//! The addresses that letters of games are answered at: `g-TOKEN@domain`.
//!
//! The token is the first 16 bytes of `HMAC-SHA-256(key, "fieldpost/reply/1\0" ‖ game ‖ seat ‖ u64be(record) ‖ head ‖ account ‖
//! Message-ID)`, in base32 (RFC 4648 §6) without padding, lower case: 26 letters and digits that survive a mail server which does not
//! keep upper and lower case apart. A letter written twice has the same address. The storage keeps the token's hash with what it stands
//! for, so that it can be made void.

use domain::referee::SeatId;
use fieldpost_store::{AccountId, GameId, Hash32, ReplyAddress, Store, StoreError, Time};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

const TAG: &[u8] = b"fieldpost/reply/1\0";
/// What stands before the token.
const PREFIX: &str = "g-";
/// Letters and digits of a token.
const LENGTH: usize = 26;
const ALPHABET: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";

/// What a letter can be answered for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answerable {
    /// Whose answer it takes.
    pub account: AccountId,
    /// The game.
    pub game: GameId,
    /// The seat that answers.
    pub seat: SeatId,
    /// The last record that the letter tells of.
    pub record: u64,
    /// Its hash.
    pub head: Hash32,
    /// The letter's Message-ID.
    pub message_id: String,
    /// What it proposes under its numbers; see [`ReplyAddress::proposals`].
    pub proposals: Option<String>,
}

/// Makes the addresses.
#[derive(Clone)]
pub struct Replies {
    key: [u8; 32],
    domain: String,
}

impl std::fmt::Debug for Replies {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Replies(key withheld, {})", self.domain)
    }
}

impl Replies {
    /// With the service's own key, which the storage makes at first use, and the domain whose mail comes to `fieldpost ingest`.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn open(store: &Store, domain: &str) -> Result<Self, StoreError> {
        Ok(Replies { key: store.service_secret("replies").await?, domain: domain.to_owned() })
    }

    /// The address that a letter is answered at, kept for when the answer comes; and, of a letter that proposes something, what is kept
    /// under its numbers: what it proposed when it was written first.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn address(
        &self,
        store: &Store,
        letter: Answerable,
        now: Time,
    ) -> Result<(String, Option<String>), StoreError> {
        let token = self.token(&letter);
        let proposing = letter.proposals.is_some();
        store
            .inbox()
            .keep_reply_address(ReplyAddress {
                hash: token_hash(&token),
                account: letter.account,
                game: letter.game,
                seat: letter.seat,
                record: letter.record,
                head: letter.head,
                message_id: letter.message_id,
                proposals: letter.proposals,
                created: now,
                voided: None,
            })
            .await?;
        let kept = match proposing {
            true => store.inbox().reply_address(token_hash(&token)).await?.and_then(|kept| kept.proposals),
            false => None,
        };
        Ok((format!("{PREFIX}{token}@{}", self.domain), kept))
    }

    fn token(&self, letter: &Answerable) -> String {
        let mac = <Hmac<Sha256> as KeyInit>::new_from_slice(&self.key)
            .expect("HMAC takes a key of any length")
            .chain_update(TAG)
            .chain_update(letter.game.0)
            .chain_update([letter.seat.0])
            .chain_update(letter.record.to_be_bytes())
            .chain_update(letter.head.0)
            .chain_update(letter.account.0)
            .chain_update(letter.message_id.as_bytes())
            .finalize()
            .into_bytes();
        base32(&mac[..16])
    }
}

/// What the storage knows a token by. Upper and lower case are the same.
pub fn token_hash(token: &str) -> Hash32 {
    Hash32::of(token.to_ascii_lowercase().as_bytes())
}

/// Whether a text has the shape of a token.
pub fn is_token(text: &str) -> bool {
    text.len() == LENGTH && text.bytes().all(|b| ALPHABET.contains(&b.to_ascii_lowercase()))
}

/// Five bits a letter, the last one filled with zeros.
pub(crate) fn base32(bytes: &[u8]) -> String {
    let bits = bytes.iter().flat_map(|byte| (0..8).rev().map(move |n| byte >> n & 1)).collect::<Vec<u8>>();
    bits.chunks(5)
        .map(|five| {
            let value = five.iter().fold(0, |v, bit| v << 1 | bit) << (5 - five.len());
            char::from(ALPHABET[usize::from(value)])
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letter() -> Answerable {
        Answerable {
            account: AccountId([1; 16]),
            game: GameId([2; 16]),
            seat: SeatId(1),
            record: 7,
            head: Hash32([3; 32]),
            message_id: "<a@x>".into(),
            proposals: None,
        }
    }

    #[test]
    fn base32_is_that_of_rfc_4648() {
        for (plain, coded) in
            [("", ""), ("f", "my"), ("fo", "mzxq"), ("foo", "mzxw6"), ("foob", "mzxw6yq"), ("fooba", "mzxw6ytb")]
        {
            assert_eq!(base32(plain.as_bytes()), coded);
        }
    }

    #[test]
    fn every_letter_has_its_own_token_and_always_the_same() {
        let replies = Replies { key: [9; 32], domain: "in.example.org".into() };
        let token = replies.token(&letter());
        assert!(is_token(&token) && is_token(&token.to_uppercase()), "{token}");
        assert_eq!(token_hash(&token), token_hash(&token.to_uppercase()));
        assert_eq!(token, replies.token(&letter()));
        let others = [
            Answerable { account: AccountId([5; 16]), ..letter() },
            Answerable { game: GameId([5; 16]), ..letter() },
            Answerable { seat: SeatId(0), ..letter() },
            Answerable { record: 8, ..letter() },
            Answerable { head: Hash32([5; 32]), ..letter() },
            Answerable { message_id: "<b@x>".into(), ..letter() },
        ];
        for other in &others {
            assert_ne!(token, replies.token(other), "{other:?}");
        }
        assert_ne!(token, Replies { key: [8; 32], ..replies }.token(&letter()));
    }
}
