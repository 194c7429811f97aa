//! Delivering the letters that are due.

use crate::transport::Parcel;
use crate::{Dkim, Letter, Rendered, Renderer, Returns, Schedule, SendError, Sender, Transport, message};
use fieldpost_store::{Lease, Outcome, Places, Store, StoreError, TakenJob, Time};
use std::sync::Arc;
use std::time::Duration;

/// How long one attempt may take from end to end.
const ATTEMPT: Duration = Duration::from_secs(300);

/// The post office: everything that is needed to get a queued letter out. Cheap to clone.
#[derive(Clone)]
pub struct Office {
    /// Where the letters are queued.
    pub store: Store,
    /// How long the letters that this office takes are its own.
    pub lease: Lease,
    /// Who writes them.
    pub renderer: Arc<dyn Renderer>,
    /// Who they come from.
    pub sender: Sender,
    /// The signature, if there is a key.
    pub dkim: Option<Dkim>,
    /// The way out.
    pub transport: Transport,
    /// When a letter is tried again.
    pub schedule: Schedule,
    /// Makes the addresses that letters come back to; without it that is the sender's own.
    pub returns: Option<Returns>,
}

/// What became of the letters of one round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Delivered {
    /// Went out.
    pub sent: u32,
    /// Will be tried again.
    pub later: u32,
    /// Never will.
    pub failed: u32,
    /// Were no longer needed.
    pub unneeded: u32,
}

/// What became of one letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Sent,
    Later,
    Failed,
    Unneeded,
}

impl Office {
    /// Takes letters that are due. Each attempt is on the disk before this answers.
    pub(crate) async fn take(&self, now: Time, places: impl Into<Places>) -> Result<Vec<TakenJob>, StoreError> {
        let schedule = self.schedule.clone();
        self.store.outbox().take(&self.lease, now, places, move |attempt| schedule.pause(attempt)).await
    }

    /// Delivers, one after the other, all letters that are due at that moment, and comes back when none is: for tests and for
    /// commands. The service itself runs a [`crate::Worker`].
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn deliver_due(&self, now: Time) -> Result<Delivered, StoreError> {
        let mut delivered = Delivered::default();
        loop {
            let taken = self.take(now, 100).await?;
            if taken.is_empty() {
                return Ok(delivered);
            }
            for letter in taken {
                match self.deliver(letter, now).await? {
                    End::Sent => delivered.sent += 1,
                    End::Later => delivered.later += 1,
                    End::Failed => delivered.failed += 1,
                    End::Unneeded => delivered.unneeded += 1,
                }
            }
        }
    }

    /// One attempt at one letter, and the note of how it went.
    pub(crate) async fn deliver(&self, taken: TakenJob, now: Time) -> Result<End, StoreError> {
        let id = taken.id;
        let attempt = match tokio::time::timeout(ATTEMPT, self.attempt(&taken, now)).await {
            Ok(attempt) => attempt?,
            Err(_) => Attempt::Unsent(SendError::Later(format!("no end after {} seconds", ATTEMPT.as_secs()))),
        };
        let letter = &taken.letter;
        let to = letter.to.masked();
        match attempt {
            Attempt::Sent(words) => {
                tracing::info!(%to, kind = letter.kind, id = letter.message_id, attempts = taken.attempts, "letter sent");
                self.store.queue().finish(id, Outcome::Sent, words, now).await?;
                Ok(End::Sent)
            }
            Attempt::Unneeded(why) => {
                tracing::debug!(%to, kind = letter.kind, why, "letter not needed");
                self.store.queue().finish(id, Outcome::Suppressed, why, now).await?;
                Ok(End::Unneeded)
            }
            Attempt::Unsent(SendError::Later(words)) if taken.attempts < self.schedule.attempts() => {
                tracing::warn!(%to, kind = letter.kind, attempts = taken.attempts, words, "letter waits");
                self.store.queue().put_back(&self.lease, id, words).await?;
                Ok(End::Later)
            }
            Attempt::Unsent(SendError::Later(words)) => {
                tracing::error!(%to, kind = letter.kind, attempts = taken.attempts, words, "letter given up");
                let detail = format!("given up after {} attempts: {words}", taken.attempts);
                self.store.queue().finish(id, Outcome::Failed, detail, now).await?;
                Ok(End::Failed)
            }
            Attempt::Unsent(SendError::Never { words, bounced }) => {
                tracing::error!(%to, kind = letter.kind, attempts = taken.attempts, words, "letter failed");
                if bounced {
                    self.store.bounces().note(letter.to.clone(), letter.message_id.clone(), words.clone(), now).await?;
                }
                self.store.queue().finish(id, Outcome::Failed, words, now).await?;
                Ok(End::Failed)
            }
        }
    }

    async fn attempt(&self, taken: &TakenJob, now: Time) -> Result<Attempt, StoreError> {
        let (message, letter) = match (&taken.message, &self.transport) {
            // A repeat sends the bytes of the first attempt.
            (Some(message), Transport::Smtp(_)) if message::expires(message).is_some_and(|until| until <= now) => {
                return Ok(Attempt::Unneeded("it is of no use any more".to_owned()));
            }
            (Some(message), Transport::Smtp(_)) => (message.clone(), None),
            _ => match self.write(taken).await? {
                Written::Message(message, letter) => (message, Some(letter)),
                Written::Not(attempt) => return Ok(attempt),
            },
        };
        let from = async {
            let (to, id) = (&taken.letter.to, &taken.letter.message_id);
            match &self.returns {
                Some(returns) => returns.address(&self.store, to, id, now).await,
                None => Ok(self.sender.address.clone()),
            }
        };
        // Before anything is sent. Asked for together, both mostly share a transaction.
        let keep = async {
            match &letter {
                Some(_) => self.store.queue().keep_message(taken.id, message.clone()).await,
                None => Ok(()),
            }
        };
        let ((), from) = tokio::try_join!(keep, from)?;
        let parcel = Parcel {
            from: &from,
            to: &taken.letter.to,
            message_id: &taken.letter.message_id,
            message: &message,
            letter: letter.as_deref(),
        };
        Ok(match self.transport.send(parcel, &self.store, now).await {
            Ok(words) => Attempt::Sent(words),
            Err(error) => Attempt::Unsent(error),
        })
    }

    /// Has the letter written, and signs it.
    async fn write(&self, taken: &TakenJob) -> Result<Written, StoreError> {
        let letter = match self.renderer.render(&taken.letter).await {
            Ok(Rendered::Letter(letter)) => letter,
            Ok(Rendered::Unneeded(why)) => return Ok(Written::Not(Attempt::Unneeded(why))),
            Err(error) => return Ok(Written::Not(Attempt::Unsent(SendError::Later(error.to_string())))),
        };
        // The queue decides whom a letter is for and what it is called.
        let letter = Letter { to: taken.letter.to.to_string(), message_id: taken.letter.message_id.clone(), ..*letter };
        let mut message = match message::write(&letter, &self.sender) {
            Ok(message) => message,
            Err(error) => {
                let words = error.to_string();
                return Ok(Written::Not(Attempt::Unsent(SendError::Never { words, bounced: false })));
            }
        };
        if let Some(dkim) = &self.dkim {
            dkim.sign(&mut message);
        }
        Ok(Written::Message(message.formatted(), Box::new(letter)))
    }
}

enum Attempt {
    Sent(String),
    Unneeded(String),
    Unsent(SendError),
}

enum Written {
    Message(Vec<u8>, Box<Letter>),
    Not(Attempt),
}
