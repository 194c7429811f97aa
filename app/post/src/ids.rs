//! Message-IDs that a repeat derives again.

use fieldpost_store::{Email, GameId};
use sha2::{Digest, Sha256};

/// The Message-ID of a letter about a record of a game, with its angle brackets:
/// `<SHA-256("fieldpost/letter/1\0" ‖ game ‖ u64be(record) ‖ kind ‖ 0x00 ‖ recipient), 32 hex digits@domain>`.
/// The same letter always gets the same one, so a repeat is the same letter to every mail program.
pub fn message_id(domain: &str, game: GameId, record: u64, kind: &str, to: &Email) -> String {
    let hash = Sha256::new()
        .chain_update(b"fieldpost/letter/1\0")
        .chain_update(game.0)
        .chain_update(record.to_be_bytes())
        .chain_update(kind)
        .chain_update([0])
        .chain_update(to.as_str())
        .finalize();
    format!("<{}@{domain}>", hex::encode(&hash[..16]))
}

/// The Message-ID that all letters of a game to one recipient refer to first, so that mail programs show a game as one
/// conversation. No letter has it itself.
pub fn thread_id(domain: &str, game: GameId, to: &Email) -> String {
    let hash =
        Sha256::new().chain_update(b"fieldpost/thread/1\0").chain_update(game.0).chain_update(to.as_str()).finalize();
    format!("<{}@{domain}>", hex::encode(&hash[..16]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_letter_has_one_id_and_every_other_letter_another() {
        let (game, lee) = (GameId([1; 16]), "lee@example.org".parse().unwrap());
        let id = message_id("post.example", game, 7, "dispatch", &lee);
        assert_eq!(id, message_id("post.example", game, 7, "dispatch", &lee));
        assert_eq!(id.len(), "<@post.example>".len() + 32);
        let others = [
            message_id("post.example", GameId([2; 16]), 7, "dispatch", &lee),
            message_id("post.example", game, 8, "dispatch", &lee),
            message_id("post.example", game, 7, "receipt", &lee),
            message_id("post.example", game, 7, "dispatch", &"hill@example.org".parse().unwrap()),
            thread_id("post.example", game, &lee),
        ];
        assert!(others.iter().all(|other| *other != id));
    }
}
