//! Where letters go.

use crate::{Letter, Smtp};
use fieldpost_store::{Email, NewMail, Store, Time};
use lettre::address::{Address, Envelope};

/// The way out: a mail server, or the mailbox embedded in the service.
#[derive(Clone, Debug)]
pub enum Transport {
    /// A mail server.
    Smtp(Smtp),
    /// The embedded mailbox, where a newcomer without a mail server finds every letter.
    Mailbox,
}

/// A letter did not go out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SendError {
    /// It may go out later.
    #[error("{0}")]
    Later(String),
    /// It never will.
    #[error("{words}")]
    Never {
        /// The server's words.
        words: String,
        /// Whether the server says that there is nobody at the address.
        bounced: bool,
    },
}

/// A letter ready to go.
pub(crate) struct Parcel<'a> {
    pub(crate) from: &'a str,
    pub(crate) to: &'a Email,
    pub(crate) message_id: &'a str,
    pub(crate) message: &'a [u8],
    /// The letter itself, which the mailbox keeps beside the message.
    pub(crate) letter: Option<&'a Letter>,
}

impl Transport {
    /// Sends. Answers with the receiving side's words.
    pub(crate) async fn send(&self, parcel: Parcel<'_>, store: &Store, now: Time) -> Result<String, SendError> {
        match self {
            Transport::Smtp(smtp) => smtp.send(&envelope(&parcel)?, parcel.message).await,
            Transport::Mailbox => keep(parcel, store, now).await,
        }
    }
}

fn envelope(parcel: &Parcel<'_>) -> Result<Envelope, SendError> {
    let never = |error: &dyn std::error::Error| SendError::Never { words: error.to_string(), bounced: false };
    let from: Address = parcel.from.parse().map_err(|e| never(&e))?;
    let to: Address = parcel.to.as_str().parse().map_err(|e| never(&e))?;
    Envelope::new(Some(from), vec![to]).map_err(|e| never(&e))
}

async fn keep(parcel: Parcel<'_>, store: &Store, now: Time) -> Result<String, SendError> {
    let later = |error: &dyn std::error::Error| SendError::Later(error.to_string());
    let mail = NewMail {
        message_id: parcel.message_id.to_owned(),
        to: parcel.to.clone(),
        subject: parcel.letter.map(|l| l.subject.clone()).unwrap_or_default(),
        message: parcel.message.to_vec(),
        letter: serde_json::to_string(&parcel.letter).map_err(|e| later(&e))?,
    };
    store.mailbox().deliver(mail, now).await.map_err(|e| later(&e))?;
    Ok("in the mailbox of this service".into())
}
