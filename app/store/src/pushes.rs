//! Notices to send over channels, and what became of those of the last week.
//!
//! As with letters, a notice is queued in the transaction of the records it tells of, and an attempt is counted and the next one set before
//! anything is sent.

use crate::rows::{int, maybe_bytes, maybe_number, number, time, unreadable};
use crate::{AccountId, GameId, NewLetter, Outcome, Store, StoreError, Time, Way};
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};
use std::time::Duration;

/// A notice that the worker has taken. The attempt is counted already.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakenPush {
    /// Its number.
    pub id: i64,
    /// What tells a repeat: the Message-ID of the letter that tells the same.
    pub notice: String,
    /// Over which channel.
    pub way: Way,
    /// Whose.
    pub account: AccountId,
    /// The game it is about; none for a test.
    pub game: Option<GameId>,
    /// The last record it tells of.
    pub record: Option<u64>,
    /// What the words are made from, as JSON.
    pub payload: String,
    /// What an earlier attempt sent; a repeat sends the same bytes.
    pub message: Option<Vec<u8>>,
    /// How many attempts there were, this one included.
    pub attempts: u32,
    /// When it was queued.
    pub created: Time,
}

/// A notice as its reader's list shows it, whichever way it went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delivery {
    /// How it travels.
    pub way: Way,
    /// What sort of notice.
    pub kind: String,
    /// The game's name; none for a digest or a test.
    pub title: Option<String>,
    /// When it was queued.
    pub created: Time,
    /// When it is due while it waits, when it ended otherwise.
    pub at: Time,
    /// How it ended; none while it waits.
    pub outcome: Option<Outcome>,
    /// The other side's words, or why it was not sent.
    pub detail: String,
    /// How many attempts there were.
    pub attempts: u32,
}

impl Store {
    /// Takes up to `limit` notices that are due, at most one for each channel and none for a channel that one is on its way over. Each attempt
    /// is counted, and the next one set to `now` plus `pause(attempts)`, before this answers.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn take_pushes(
        &self,
        now: Time,
        limit: u32,
        pause: impl Fn(u32) -> Duration + Send + 'static,
    ) -> Result<Vec<TakenPush>, StoreError> {
        self.writer
            .write(move |c| {
                Box::pin(async move {
                    let rows = sqlx::query(
                        "SELECT * FROM pushes WHERE id IN ( \
                             SELECT min(id) FROM pushes p WHERE state = 'queued' AND due <= $1 AND NOT EXISTS ( \
                                 SELECT 1 FROM pushes b WHERE b.account = p.account AND b.way = p.way AND b.state = 'sending') \
                             GROUP BY account, way) \
                         ORDER BY due, id LIMIT $2",
                    )
                    .bind(now.0)
                    .bind(i64::from(limit))
                    .fetch_all(&mut *c)
                    .await?;
                    let mut all = rows.iter().map(taken).collect::<Result<Vec<_>, _>>()?;
                    for push in &mut all {
                        push.attempts += 1;
                        sqlx::query("UPDATE pushes SET state = 'sending', attempts = $2, due = $3 WHERE id = $1")
                            .bind(push.id)
                            .bind(i64::from(push.attempts))
                            .bind(now.after(pause(push.attempts)).0)
                            .execute(&mut *c)
                            .await?;
                    }
                    Ok(all)
                })
            })
            .await
    }

    /// Whether a notice is due that is not on its way. A look that writes nothing.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn push_due(&self, now: Time) -> Result<bool, StoreError> {
        Ok(sqlx::query_scalar(
            "SELECT EXISTS (SELECT 1 FROM pushes WHERE outcome IS NULL AND state = 'queued' AND due <= $1)",
        )
        .bind(now.0)
        .fetch_one(&self.readers)
        .await?)
    }

    /// Keeps what is sent, for repeats.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn keep_push(&self, id: i64, message: Vec<u8>) -> Result<(), StoreError> {
        self.writer
            .write(move |c| {
                Box::pin(async move {
                    sqlx::query("UPDATE pushes SET message = $2 WHERE id = $1")
                        .bind(id)
                        .bind(message)
                        .execute(c)
                        .await?;
                    Ok(())
                })
            })
            .await
    }

    /// Puts a notice back after a failure that may pass. It is tried again at the time set when it was taken.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn put_push_back(&self, id: i64, why: String) -> Result<(), StoreError> {
        self.writer
            .write(move |c| {
                Box::pin(async move {
                    sqlx::query("UPDATE pushes SET state = 'queued', detail = $2 WHERE id = $1 AND state = 'sending'")
                        .bind(id)
                        .bind(why)
                        .execute(c)
                        .await?;
                    Ok(())
                })
            })
            .await
    }

    /// Ends a notice: what was sent is forgotten, how it ended is kept for a week.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn finish_push(&self, id: i64, outcome: Outcome, detail: String, now: Time) -> Result<(), StoreError> {
        self.writer
            .write(move |c| {
                Box::pin(async move {
                    sqlx::query(
                        "UPDATE pushes SET state = 'ended', outcome = $2, finished = $3, detail = $4, message = NULL WHERE id = $1",
                    )
                    .bind(id)
                    .bind(outcome.word())
                    .bind(now.0)
                    .bind(detail)
                    .execute(c)
                    .await?;
                    Ok(())
                })
            })
            .await
    }

    /// Makes notices that were on their way when the process ended available again. For the start of the only worker.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn recover_pushes(&self) -> Result<u64, StoreError> {
        self.writer
            .write(move |c| {
                Box::pin(async move {
                    let done =
                        sqlx::query("UPDATE pushes SET state = 'queued' WHERE state = 'sending'").execute(c).await?;
                    Ok(done.rows_affected())
                })
            })
            .await
    }

    /// Forgets notices that ended before `before`. Answers how many.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn forget_pushes(&self, before: Time) -> Result<u64, StoreError> {
        self.writer
            .write(move |c| {
                Box::pin(async move {
                    let done = sqlx::query("DELETE FROM pushes WHERE finished < $1").bind(before.0).execute(c).await?;
                    Ok(done.rows_affected())
                })
            })
            .await
    }

    /// The last notices to an account, letters and others, latest first: those that wait, and those that ended within the last week.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn deliveries(&self, account: AccountId, limit: u32) -> Result<Vec<Delivery>, StoreError> {
        let rows = sqlx::query(
            "SELECT d.*, g.title FROM ( \
                 SELECT 'mail' AS way, kind, game, created, due AS at, NULL AS outcome, coalesce(last_error, '') AS detail, attempts, \
                        id FROM outbox WHERE account = $1 \
                 UNION ALL SELECT 'mail', kind, game, created, finished, outcome, detail, attempts, id FROM outbox_done WHERE account = $1 \
                 UNION ALL SELECT way, kind, game, created, coalesce(finished, due), outcome, detail, attempts, id \
                        FROM pushes WHERE account = $1) d \
             LEFT JOIN games g ON g.id = d.game ORDER BY d.created DESC, d.way, d.id DESC LIMIT $2",
        )
        .bind(account.0.to_vec())
        .bind(i64::from(limit))
        .fetch_all(&self.readers)
        .await?;
        rows.iter()
            .map(|row| {
                let word: &str = row.try_get("way")?;
                let outcome: Option<&str> = row.try_get("outcome")?;
                Ok(Delivery {
                    way: Way::of(word).ok_or_else(|| unreadable("way", word))?,
                    kind: row.try_get("kind")?,
                    title: row.try_get("title")?,
                    created: time(row, "created")?,
                    at: time(row, "at")?,
                    outcome: outcome
                        .map(|word| Outcome::of(word).ok_or_else(|| unreadable("outcome", word)))
                        .transpose()?,
                    detail: row.try_get("detail")?,
                    attempts: number(row, "attempts")?,
                })
            })
            .collect()
    }
}

/// Queues a notice for a channel, if the account has that channel and it is not switched off.
pub(crate) async fn enqueue_in(c: &mut SqliteConnection, letter: &NewLetter, now: Time) -> Result<bool, StoreError> {
    let done = sqlx::query(
        "INSERT INTO pushes (notice, way, account, game, record, kind, payload, created, due) \
         SELECT $1, $2, $3, $4, $5, $6, $7, $8, max($8, coalesce($9, $8)) \
         WHERE EXISTS (SELECT 1 FROM channels WHERE account = $3 AND way = $2 AND off_at IS NULL) \
         ON CONFLICT (notice, way) DO NOTHING",
    )
    .bind(letter.message_id.clone())
    .bind(letter.by.word())
    .bind(letter.account.map(|a| a.0.to_vec()))
    .bind(letter.game.map(|g| g.0.to_vec()))
    .bind(letter.record.map(int))
    .bind(letter.kind.clone())
    .bind(letter.payload.clone())
    .bind(now.0)
    .bind(letter.hold.map(|t| t.0))
    .execute(c)
    .await?;
    Ok(done.rows_affected() == 1)
}

fn taken(row: &SqliteRow) -> Result<TakenPush, StoreError> {
    let word: &str = row.try_get("way")?;
    Ok(TakenPush {
        id: row.try_get("id")?,
        notice: row.try_get("notice")?,
        way: Way::of(word).ok_or_else(|| unreadable("way", word))?,
        account: AccountId(crate::rows::bytes(row, "account")?),
        game: maybe_bytes(row, "game")?.map(GameId),
        record: maybe_number(row, "record")?,
        payload: row.try_get("payload")?,
        message: row.try_get("message")?,
        attempts: number(row, "attempts")?,
        created: time(row, "created")?,
    })
}
