//! Letters of ours that came back.

use crate::service::Outcome;
use crate::service::handles::Inbox;
use fieldpost_inbox::{Automatic, Bounce, Envelope, Vocabulary};
use fieldpost_post::{is_token, speaks_of_address, token_hash};
use fieldpost_store::{Ended, Fate, Incoming, MOST_BOUNCES, Time};

/// The token of `b-TOKEN@domain`.
pub(super) fn return_token(recipient: &str) -> Option<&str> {
    let local = recipient.trim_matches(['<', '>', ' ']).split('@').next()?;
    let token = local.get(..2).filter(|p| p.eq_ignore_ascii_case("b-")).map(|_| &local[2..])?;
    is_token(token).then_some(token)
}

/// Whether a report says that the address itself can be given up (RFC 3464 §2.3.3, RFC 3463 §3).
fn final_word(bounce: &Bounce) -> bool {
    bounce.permanent() && bounce.status.as_deref().is_none_or(speaks_of_address)
}

impl Inbox<'_> {
    /// What becomes of a message that came to the return path of a letter. Nobody is answered, and nothing is believed of it but this: the
    /// letter that this token belongs to did not arrive.
    pub(super) async fn returned(self, token: &str, incoming: &Incoming) -> Outcome<Ended> {
        let ended = |fate, detail: String| Ended {
            fate,
            detail,
            reply_key: None,
            game: None,
            account: None,
            answered: false,
            letters: Vec::new(),
        };
        let Some((address, message_id)) = self.0.store.bounces().return_path(token_hash(token)).await? else {
            return Ok(ended(Fate::Unknown, "it came to the return path of no letter of ours".to_owned()));
        };
        let envelope = Envelope {
            sender: Some(incoming.message.sender.clone()),
            recipient: Some(incoming.message.recipient.clone()),
        };
        let reading =
            fieldpost_inbox::read(&incoming.message.message, &envelope, &self.0.inbox.trust, &Vocabulary::default());
        let Some(Automatic::Bounce(bounce)) = reading.ok().and_then(|reading| reading.automatic) else {
            return Ok(ended(Fate::Automatic, "it came to a return path and is no report".to_owned()));
        };
        if !final_word(&bounce) {
            let detail = "a letter is late, or was refused for what it says; its address is left alone";
            return Ok(ended(Fate::Automatic, detail.to_owned()));
        }
        let status = bounce.status.unwrap_or_default();
        let words = format!("{status} {}", bounce.diagnostic).trim().to_owned();
        let words = if words.is_empty() { "it could not be delivered".to_owned() } else { words };
        let to = address.masked();
        let count = self.0.store.bounces().note(address, message_id, words.clone(), Time::now()).await?;
        Ok(ended(Fate::Automatic, format!("a letter to {to} came back ({count} of {MOST_BOUNCES}): {words}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_final_word_about_the_address_counts() {
        let report = |action: &str, status: Option<&str>| Bounce {
            action: action.to_owned(),
            status: status.map(str::to_owned),
            ..Bounce::default()
        };
        assert!(final_word(&report("failed", Some("5.1.1"))) && final_word(&report("failed", None)));
        for (action, status) in
            [("delayed", Some("4.4.1")), ("failed", Some("5.7.1")), ("failed", Some("4.2.2")), ("delivered", None)]
        {
            assert!(!final_word(&report(action, status)), "{action} {status:?}");
        }
    }

    #[test]
    fn a_return_path_is_known_by_its_shape() {
        let token = "abcdefghijklmnopqrstuvwxyz";
        assert_eq!(return_token(&format!("<B-{token}@x.org>")), Some(token));
        for other in ["", "b-", "b-short@x.org", "g-abcdefghijklmnopqrstuvwxyz@x.org", "é@x.org"] {
            assert_eq!(return_token(other), None, "{other}");
        }
    }
}
