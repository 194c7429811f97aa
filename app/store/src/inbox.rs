//! Messages that came in: put here by the mail server's command or by the embedded mailbox, read by the inbox worker.

use crate::outbox::{NewLetter, enqueue_in};
use crate::rows::{int, maybe_bytes, number, time, unreadable};
use crate::{AccountId, GameId, Hash32, Inbox, StoreError, Time};
use sqlx::sqlite::{SqliteConnectOptions, SqliteRow};
use sqlx::{ConnectOptions, Connection, Row, SqliteConnection};
use std::path::Path;
use std::time::Duration;

/// A message as the mail server hands it over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewMessage {
    /// The envelope's sender; empty for a delivery report.
    pub sender: String,
    /// The envelope's recipient.
    pub recipient: String,
    /// The message, or as much of it as is kept.
    pub message: Vec<u8>,
    /// How many bytes it had.
    pub size: u64,
}

/// A message that the worker has taken. The attempt is counted already.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Incoming {
    /// Its number.
    pub id: i64,
    /// As it came.
    pub message: NewMessage,
    /// When it came.
    pub received: Time,
    /// How often it was taken, this time included.
    pub attempts: u32,
}

/// How a message ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// What it said was done.
    CarriedOut,
    /// It asked for something to read, or said nothing that can be done.
    Answered,
    /// The referee refused it; nothing was done.
    Refused,
    /// The game had moved on; nothing was done.
    Stale,
    /// It had come before.
    Repeated,
    /// A machine wrote it.
    Automatic,
    /// It did not come from the seat's own address, or the mail server found its sender false.
    Forged,
    /// Its address is none of ours.
    Unknown,
    /// Its address takes no answers any more.
    Void,
    /// It could not be read, or was too large.
    Unreadable,
    /// It broke us.
    Failed,
}

impl Fate {
    /// All of them.
    pub const ALL: [Fate; 11] = [
        Fate::CarriedOut,
        Fate::Answered,
        Fate::Refused,
        Fate::Stale,
        Fate::Repeated,
        Fate::Automatic,
        Fate::Forged,
        Fate::Unknown,
        Fate::Void,
        Fate::Unreadable,
        Fate::Failed,
    ];

    /// The word in the database and in lists.
    pub const fn word(self) -> &'static str {
        match self {
            Fate::CarriedOut => "carried-out",
            Fate::Answered => "answered",
            Fate::Refused => "refused",
            Fate::Stale => "stale",
            Fate::Repeated => "repeated",
            Fate::Automatic => "automatic",
            Fate::Forged => "forged",
            Fate::Unknown => "unknown",
            Fate::Void => "void",
            Fate::Unreadable => "unreadable",
            Fate::Failed => "failed",
        }
    }
}

/// What became of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// How it ended.
    pub fate: Fate,
    /// In words, for the host.
    pub detail: String,
    /// What tells a repeat of it.
    pub reply_key: Option<Hash32>,
    /// The game it was for.
    pub game: Option<GameId>,
    /// Whose seat it was for.
    pub account: Option<AccountId>,
    /// Whether one of the letters is the answer to it.
    pub answered: bool,
    /// The letters that it calls for.
    pub letters: Vec<NewLetter>,
}

/// A line of the list of messages that came in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrived {
    /// Its number.
    pub id: i64,
    /// The envelope's sender.
    pub sender: String,
    /// How many bytes it had.
    pub size: u64,
    /// When it came.
    pub received: Time,
    /// How it ended; nothing while it waits.
    pub fate: Option<Fate>,
    /// In words.
    pub detail: String,
    /// The game it was for.
    pub game: Option<GameId>,
    /// That game's title.
    pub title: Option<String>,
}

/// Puts a message into the inbox of a database that a server may be using, in one short transaction over a connection of its
/// own. Neither makes the database nor changes its schema. Answers the message's number.
///
/// # Errors
/// When there is no such database, its schema has no inbox, or it stays locked for ten seconds. All of them may pass.
pub async fn leave_message(database: &Path, message: NewMessage, now: Time) -> Result<i64, StoreError> {
    let options = SqliteConnectOptions::new()
        .filename(database)
        .create_if_missing(false)
        .foreign_keys(true)
        .pragma("trusted_schema", "OFF")
        .pragma("synchronous", "FULL")
        .busy_timeout(Duration::from_secs(10))
        .disable_statement_logging();
    let mut connection = options.connect().await?;
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    let id = insert(&mut transaction, &message, now).await?;
    transaction.commit().await?;
    // What is committed stays so, however the connection ends.
    if let Err(error) = connection.close().await {
        tracing::debug!(%error, "the database did not close cleanly");
    }
    Ok(id)
}

impl Inbox<'_> {
    /// Puts a message into the inbox and wakes the worker. Answers its number.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn receive(self, message: NewMessage, now: Time) -> Result<i64, StoreError> {
        let done = self.0.writer.write(move |c| Box::pin(async move { insert(c, &message, now).await })).await;
        self.0.arrivals.notify_one();
        done
    }

    /// Waits until this process may have put a message into the inbox since the last call. One caller at a time: the inbox worker.
    pub async fn received(self) {
        self.0.arrivals.notified().await;
    }

    /// Takes the oldest message that is due. The attempt is counted, and the message's next one set to `now` plus `pause`, before
    /// this answers.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn take(self, now: Time, pause: Duration) -> Result<Option<Incoming>, StoreError> {
        // Looked for by a reader first: most of the time there is none, and then nothing is written.
        let due: Option<i64> = sqlx::query_scalar("SELECT id FROM inbox WHERE due <= $1 ORDER BY id LIMIT 1")
            .bind(now.0)
            .fetch_optional(&self.0.readers)
            .await?;
        let Some(id) = due else { return Ok(None) };
        self.0.writer
            .write(move |c| {
                Box::pin(async move {
                    let row = sqlx::query(
                        "UPDATE inbox SET attempts = attempts + 1, due = $2 WHERE id = $1 AND due IS NOT NULL RETURNING *",
                    )
                    .bind(id)
                    .bind(now.after(pause).0)
                    .fetch_optional(c)
                    .await?;
                    row.as_ref().map(incoming).transpose()
                })
            })
            .await
    }

    /// Makes messages that were being read when the process ended due at once. For the start of the only worker.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn recover(self, now: Time) -> Result<u64, StoreError> {
        self.0
            .writer
            .write(move |c| {
                Box::pin(async move {
                    let done = sqlx::query("UPDATE inbox SET due = $1 WHERE due > $1").bind(now.0).execute(c).await?;
                    Ok(done.rows_affected())
                })
            })
            .await
    }

    /// Notes how a message ended, and queues the letters that it calls for in the same transaction.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn finish(self, id: i64, ended: Ended, now: Time) -> Result<(), StoreError> {
        let letters = !ended.letters.is_empty();
        let done = self.0
            .writer
            .write(move |c| {
                Box::pin(async move {
                    sqlx::query(
                        "UPDATE inbox SET due = NULL, outcome = $2, detail = $3, reply_key = $4, game = $5, account = $6, \
                             answered = $7, finished = $8 WHERE id = $1",
                    )
                    .bind(id)
                    .bind(ended.fate.word())
                    .bind(ended.detail)
                    .bind(ended.reply_key.map(|k| k.0.to_vec()))
                    .bind(ended.game.map(|g| g.0.to_vec()))
                    .bind(ended.account.map(|a| a.0.to_vec()))
                    .bind(ended.answered)
                    .bind(now.0)
                    .execute(&mut *c)
                    .await?;
                    for letter in &ended.letters {
                        enqueue_in(c, letter, now).await?;
                    }
                    Ok(())
                })
            })
            .await;
        if letters {
            self.0.post.notify_one();
        }
        done
    }

    /// Whether a message with this key has come to its end before.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn known(self, reply_key: Hash32) -> Result<bool, StoreError> {
        Ok(sqlx::query_scalar(
            "SELECT EXISTS (SELECT 1 FROM inbox WHERE reply_key = $1 AND outcome IS NOT NULL AND outcome <> 'failed')",
        )
        .bind(reply_key.0.to_vec())
        .fetch_one(&self.0.readers)
        .await?)
    }

    /// How many messages for an account's seats were answered since a moment.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn answers_since(self, account: AccountId, since: Time, idle: bool) -> Result<u64, StoreError> {
        let row = sqlx::query(
            "SELECT count(*) AS n FROM inbox WHERE account = $1 AND finished > $2 AND answered = 1 \
             AND (NOT $3 OR outcome <> 'carried-out')",
        )
        .bind(account.0.to_vec())
        .bind(since.0)
        .bind(idle)
        .fetch_one(&self.0.readers)
        .await?;
        number(&row, "n")
    }

    /// The latest messages, latest first: for the operator.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn arrived(self, limit: u32) -> Result<Vec<Arrived>, StoreError> {
        let rows = sqlx::query(
            "SELECT i.*, g.title FROM inbox i LEFT JOIN games g ON g.id = i.game ORDER BY i.id DESC LIMIT $1",
        )
        .bind(i64::from(limit))
        .fetch_all(&self.0.readers)
        .await?;
        rows.iter().map(arrived).collect()
    }

    /// The messages since a moment that something was wrong with, for the games that an account hosts, latest first.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn in_trouble(self, host: AccountId, since: Time) -> Result<Vec<Arrived>, StoreError> {
        let rows = sqlx::query(
            "SELECT i.*, g.title FROM inbox i JOIN games g ON g.id = i.game \
             WHERE g.host = $1 AND i.finished > $2 AND i.outcome IN ('forged', 'void', 'unreadable', 'failed') \
             ORDER BY i.id DESC LIMIT 50",
        )
        .bind(host.0.to_vec())
        .bind(since.0)
        .fetch_all(&self.0.readers)
        .await?;
        rows.iter().map(arrived).collect()
    }

    /// Forgets the text of messages that ended before `text_before`, and all of those that ended before `before`. Answers how many
    /// went altogether.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn forget(self, text_before: Time, before: Time) -> Result<u64, StoreError> {
        self.0
            .writer
            .write(move |c| {
                Box::pin(async move {
                    sqlx::query("UPDATE inbox SET message = NULL WHERE finished < $1 AND message IS NOT NULL")
                        .bind(text_before.0)
                        .execute(&mut *c)
                        .await?;
                    let done = sqlx::query("DELETE FROM inbox WHERE finished < $1").bind(before.0).execute(c).await?;
                    Ok(done.rows_affected())
                })
            })
            .await
    }
}

async fn insert(c: &mut SqliteConnection, message: &NewMessage, now: Time) -> Result<i64, StoreError> {
    Ok(sqlx::query_scalar(
        "INSERT INTO inbox (sender, recipient, message, size, received, due) VALUES ($1, $2, $3, $4, $5, $5) RETURNING id",
    )
    .bind(message.sender.clone())
    .bind(message.recipient.clone())
    .bind(message.message.clone())
    .bind(int(message.size))
    .bind(now.0)
    .fetch_one(c)
    .await?)
}

fn incoming(row: &SqliteRow) -> Result<Incoming, StoreError> {
    Ok(Incoming {
        id: row.try_get("id")?,
        message: NewMessage {
            sender: row.try_get("sender")?,
            recipient: row.try_get("recipient")?,
            message: row.try_get::<Option<Vec<u8>>, _>("message")?.unwrap_or_default(),
            size: number(row, "size")?,
        },
        received: time(row, "received")?,
        attempts: number(row, "attempts")?,
    })
}

fn arrived(row: &SqliteRow) -> Result<Arrived, StoreError> {
    let fate = match row.try_get::<Option<String>, _>("outcome")? {
        None => None,
        Some(word) => {
            Some(Fate::ALL.into_iter().find(|f| f.word() == word).ok_or_else(|| unreadable("outcome", word))?)
        }
    };
    Ok(Arrived {
        id: row.try_get("id")?,
        sender: row.try_get("sender")?,
        size: number(row, "size")?,
        received: time(row, "received")?,
        fate,
        detail: row.try_get("detail")?,
        game: maybe_bytes(row, "game")?.map(GameId),
        title: row.try_get("title")?,
    })
}
