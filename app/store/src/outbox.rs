//! Letters to send, and those that were sent in the last week.
//!
//! A letter is queued in the transaction of the records it tells of. The worker takes it, which counts the attempt and
//! moves `due` into the future before anything is sent; so whatever happens then, the next attempt comes at its time.

use crate::rows::{int, maybe_bytes, maybe_number, number, time, unreadable};
use crate::{AccountId, Email, GameId, Store, StoreError, Time, Way};
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};
use std::time::Duration;

/// A letter to queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewLetter {
    /// Its Message-ID, derived from game, record and recipient: a letter queued twice is one letter.
    pub message_id: String,
    /// Whom it is for.
    pub to: Email,
    /// The recipient's account, if there is one.
    pub account: Option<AccountId>,
    /// The game it is about.
    pub game: Option<GameId>,
    /// The last record it tells of.
    pub record: Option<u64>,
    /// What sort of letter, for the renderer: `dispatch`, `receipt`, `sign-in`, `invitation`; of the sort `digest` only one waits for
    /// an account at a time.
    pub kind: String,
    /// Whether it goes out even to those who unsubscribed: a sign-in link that they asked for.
    pub essential: bool,
    /// What the renderer needs, as JSON.
    pub payload: String,
    /// Not to be sent before this, if its recipient wishes so.
    pub hold: Option<Time>,
    /// How it travels. What is no letter goes to the channel of that name, and to nobody without one.
    pub by: Way,
}

/// What became of a letter to queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Enqueued {
    /// It waits to be sent.
    Queued,
    /// It was queued or sent before, or is a digest and another one waits.
    Known,
    /// Its recipient wants no such letters.
    Suppressed,
}

/// A letter that the worker has taken. The attempt is counted already.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken {
    /// Its number.
    pub id: i64,
    /// As it was queued.
    pub letter: NewLetter,
    /// The signed message of an earlier attempt; a repeat sends the same bytes.
    pub message: Option<Vec<u8>>,
    /// How many attempts there were, this one included.
    pub attempts: u32,
    /// When it was queued.
    pub created: Time,
}

/// How a letter ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// The receiving server took it.
    Sent,
    /// It can not be delivered.
    Failed,
    /// The recipient unsubscribed in the meantime.
    Suppressed,
}

impl Outcome {
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Outcome::Sent => "sent",
            Outcome::Failed => "failed",
            Outcome::Suppressed => "suppressed",
        }
    }

    pub(crate) fn of(word: &str) -> Option<Self> {
        [Outcome::Sent, Outcome::Failed, Outcome::Suppressed].into_iter().find(|outcome| outcome.word() == word)
    }
}

/// A finished letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    /// Its Message-ID.
    pub message_id: String,
    /// Whom it was for.
    pub to: Email,
    /// The recipient's account.
    pub account: Option<AccountId>,
    /// The game it was about.
    pub game: Option<GameId>,
    /// The last record it told of.
    pub record: Option<u64>,
    /// What sort of letter.
    pub kind: String,
    /// How it ended.
    pub outcome: Outcome,
    /// How many attempts it took.
    pub attempts: u32,
    /// When it ended.
    pub finished: Time,
    /// The reply of the receiving server, or why it was not sent.
    pub detail: String,
}

impl Store {
    /// Queues a letter by itself. With records, use [`crate::Append::letters`].
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn enqueue(&self, letter: NewLetter, now: Time) -> Result<Enqueued, StoreError> {
        let done = self.writer.write(move |c| Box::pin(async move { enqueue_in(c, &letter, now).await })).await;
        self.post.notify_one();
        done
    }

    /// Takes up to `limit` letters that are due, at most one for each recipient and none for a recipient to whom one is on
    /// its way. Each attempt is counted, and the letter's next one set to `now` plus `pause(attempts)`, before this answers.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn take_letters(
        &self,
        now: Time,
        limit: u32,
        pause: impl Fn(u32) -> Duration + Send + 'static,
    ) -> Result<Vec<Taken>, StoreError> {
        self.writer
            .write(move |c| {
                Box::pin(async move {
                    suppress_queued(c, now).await?;
                    gather(c, now).await?;
                    let mut taken = due(c, now, limit).await?;
                    for letter in &mut taken {
                        letter.attempts += 1;
                        begin_attempt(c, letter, now.after(pause(letter.attempts))).await?;
                    }
                    Ok(taken)
                })
            })
            .await
    }

    /// Keeps the signed message of a letter, for repeats.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn keep_message(&self, id: i64, message: Vec<u8>) -> Result<(), StoreError> {
        self.writer
            .write(move |c| {
                Box::pin(async move {
                    sqlx::query("UPDATE outbox SET message = $2 WHERE id = $1")
                        .bind(id)
                        .bind(message)
                        .execute(c)
                        .await?;
                    Ok(())
                })
            })
            .await
    }

    /// Puts a letter back after a failure that may pass. It is tried again at the time set when it was taken.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn put_back(&self, id: i64, error: String) -> Result<(), StoreError> {
        self.writer
            .write(move |c| {
                Box::pin(async move {
                    sqlx::query("UPDATE outbox SET state = 'queued', last_error = $2 WHERE id = $1")
                        .bind(id)
                        .bind(error)
                        .execute(c)
                        .await?;
                    Ok(())
                })
            })
            .await
    }

    /// Retires a letter: its text is forgotten, how it ended is kept for a week. What was sent counts as told to the seat.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn finish_letter(&self, id: i64, outcome: Outcome, detail: String, now: Time) -> Result<(), StoreError> {
        self.writer
            .write(move |c| {
                Box::pin(async move {
                    if outcome == Outcome::Sent {
                        note_told(c, id).await?;
                    }
                    retire(c, id, outcome, &detail, now).await
                })
            })
            .await
    }

    /// Makes letters that were on their way when the process ended available again, each at the time set for its next attempt.
    /// For the start of the only worker: until then nobody else takes them.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn recover_letters(&self) -> Result<u64, StoreError> {
        self.writer
            .write(move |c| {
                Box::pin(async move {
                    let done =
                        sqlx::query("UPDATE outbox SET state = 'queued' WHERE state = 'sending'").execute(c).await?;
                    Ok(done.rows_affected())
                })
            })
            .await
    }

    /// When the next of the letters that are not on their way is due, if any waits.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn next_letter_due(&self) -> Result<Option<Time>, StoreError> {
        let due: Option<i64> =
            sqlx::query_scalar("SELECT min(due) FROM outbox WHERE state = 'queued'").fetch_one(&self.readers).await?;
        Ok(due.map(Time))
    }

    /// How many letters wait or are on their way.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn letters_waiting(&self) -> Result<u64, StoreError> {
        let row = sqlx::query("SELECT count(*) AS n FROM outbox").fetch_one(&self.readers).await?;
        number(&row, "n")
    }

    /// The letters of a game that could not be delivered in the last week, latest first: for its players and its host.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn failed_letters(&self, game: GameId) -> Result<Vec<Finished>, StoreError> {
        let rows = sqlx::query(
            "SELECT * FROM outbox_done WHERE game = $1 AND outcome = 'failed' ORDER BY finished DESC, id DESC",
        )
        .bind(game.0.to_vec())
        .fetch_all(&self.readers)
        .await?;
        rows.iter().map(finished).collect()
    }

    /// The letters to an account that could not be delivered in the last week, latest first.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn failed_letters_to(&self, account: AccountId) -> Result<Vec<Finished>, StoreError> {
        let rows = sqlx::query(
            "SELECT * FROM outbox_done WHERE account = $1 AND outcome = 'failed' ORDER BY finished DESC, id DESC",
        )
        .bind(account.0.to_vec())
        .fetch_all(&self.readers)
        .await?;
        rows.iter().map(finished).collect()
    }

    /// What became of a letter: nothing while it waits, or when it is unknown or older than a week.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn finished_letter(&self, message_id: &str) -> Result<Option<Finished>, StoreError> {
        let row = sqlx::query("SELECT * FROM outbox_done WHERE message_id = $1")
            .bind(message_id.to_owned())
            .fetch_optional(&self.readers)
            .await?;
        row.as_ref().map(finished).transpose()
    }

    /// Forgets letters that ended before `before`. Answers how many.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn forget_letters(&self, before: Time) -> Result<u64, StoreError> {
        self.writer
            .write(move |c| {
                Box::pin(async move {
                    let done =
                        sqlx::query("DELETE FROM outbox_done WHERE finished < $1").bind(before.0).execute(c).await?;
                    Ok(done.rows_affected())
                })
            })
            .await
    }
}

pub(crate) async fn enqueue_in(
    c: &mut SqliteConnection,
    letter: &NewLetter,
    now: Time,
) -> Result<Enqueued, StoreError> {
    if letter.by != Way::Mail {
        let queued = crate::pushes::enqueue_in(c, letter, now).await?;
        return Ok(if queued { Enqueued::Queued } else { Enqueued::Known });
    }
    let done = sqlx::query(
        "INSERT INTO outbox (message_id, recipient, account, game, record, kind, essential, payload, created, due, held) \
         SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, max($9, coalesce($10, $9)), $10 IS NOT NULL \
         WHERE NOT EXISTS (SELECT 1 FROM outbox_done WHERE message_id = $1) \
             AND ($7 OR (NOT EXISTS (SELECT 1 FROM suppressions WHERE address = $2) \
                         AND NOT EXISTS (SELECT 1 FROM silences WHERE game = $4 AND account = $3))) \
             AND ($6 <> 'digest' OR NOT EXISTS (SELECT 1 FROM outbox WHERE account = $3 AND kind = 'digest' AND attempts = 0)) \
         ON CONFLICT (message_id) DO NOTHING",
    )
    .bind(letter.message_id.clone())
    .bind(letter.to.as_str().to_owned())
    .bind(letter.account.map(|a| a.0.to_vec()))
    .bind(letter.game.map(|g| g.0.to_vec()))
    .bind(letter.record.map(int))
    .bind(letter.kind.clone())
    .bind(letter.essential)
    .bind(letter.payload.clone())
    .bind(now.0)
    .bind(letter.hold.map(|t| t.0))
    .execute(&mut *c)
    .await?;
    if done.rows_affected() == 1 {
        return Ok(Enqueued::Queued);
    }
    Ok(if known(c, letter).await? { Enqueued::Known } else { Enqueued::Suppressed })
}

async fn known(c: &mut SqliteConnection, letter: &NewLetter) -> Result<bool, StoreError> {
    Ok(sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM outbox WHERE message_id = $1) \
             OR EXISTS (SELECT 1 FROM outbox_done WHERE message_id = $1) \
             OR $2 = 'digest' AND EXISTS (SELECT 1 FROM outbox WHERE account = $3 AND kind = 'digest' AND attempts = 0)",
    )
    .bind(letter.message_id.clone())
    .bind(letter.kind.clone())
    .bind(letter.account.map(|a| a.0.to_vec()))
    .fetch_one(c)
    .await?)
}

/// Retires the letters whose recipients have unsubscribed since they were queued.
async fn suppress_queued(c: &mut SqliteConnection, now: Time) -> Result<(), StoreError> {
    let ids: Vec<i64> = sqlx::query_scalar(
        "SELECT id FROM outbox o WHERE state = 'queued' AND due <= $1 AND essential = 0 \
             AND (EXISTS (SELECT 1 FROM suppressions WHERE address = o.recipient) \
                  OR EXISTS (SELECT 1 FROM silences s WHERE s.game = o.game AND s.account = o.account))",
    )
    .bind(now.0)
    .fetch_all(&mut *c)
    .await?;
    for id in ids {
        retire(c, id, Outcome::Suppressed, "the recipient wants no such letters", now).await?;
    }
    Ok(())
}

/// Makes one letter of those that were held back for an account and are due by now: the oldest becomes a digest that has the others in its
/// parts, each as `{"game", "notice", "record"}`. All in the transaction that takes it, so that none is lost and none told twice.
async fn gather(c: &mut SqliteConnection, now: Time) -> Result<(), StoreError> {
    const HELD: &str = "held = 1 AND state = 'queued' AND attempts = 0 AND essential = 0 AND due <= $1";
    let accounts: Vec<Vec<u8>> = sqlx::query_scalar(sqlx::AssertSqlSafe(format!(
        "SELECT account FROM outbox WHERE {HELD} AND account IS NOT NULL GROUP BY account HAVING count(*) > 1"
    )))
    .bind(now.0)
    .fetch_all(&mut *c)
    .await?;
    for account in accounts {
        let rows = sqlx::query(sqlx::AssertSqlSafe(format!(
            "SELECT * FROM outbox WHERE {HELD} AND account = $2 ORDER BY id LIMIT {MOST_GATHERED}"
        )))
        .bind(now.0)
        .bind(account)
        .fetch_all(&mut *c)
        .await?;
        let letters = rows.iter().map(taken).collect::<Result<Vec<_>, _>>()?;
        let (Some(first), mut parts) = (letters.first().map(|l| l.id), Vec::new()) else { continue };
        for letter in &letters {
            let notice: serde_json::Value =
                serde_json::from_str(&letter.letter.payload).map_err(|e| unreadable("payload", e))?;
            match (letter.letter.game, notice.get("parts").and_then(|p| p.as_array())) {
                (Some(game), _) => parts.push(serde_json::json!({
                    "game": game.to_string(), "notice": notice, "record": letter.letter.record.unwrap_or(0),
                })),
                (None, Some(earlier)) => parts.extend(earlier.iter().cloned()),
                (None, None) => {}
            }
        }
        for letter in letters.iter().skip(1) {
            retire(c, letter.id, Outcome::Suppressed, "told of in one letter with others", now).await?;
        }
        let payload = serde_json::json!({"kind": "digest", "parts": parts, "seat": null, "since": 0});
        sqlx::query("UPDATE outbox SET kind = 'digest', game = NULL, record = NULL, payload = $2 WHERE id = $1")
            .bind(first)
            .bind(payload.to_string())
            .execute(&mut *c)
            .await?;
    }
    Ok(())
}

/// Letters that one letter stands for at most; the rest goes into the next.
const MOST_GATHERED: u32 = 200;

/// The oldest due letter of each recipient that nothing is on its way to.
async fn due(c: &mut SqliteConnection, now: Time, limit: u32) -> Result<Vec<Taken>, StoreError> {
    let rows = sqlx::query(
        "SELECT * FROM outbox WHERE id IN ( \
             SELECT min(id) FROM outbox o WHERE due <= $1 \
                 AND NOT EXISTS (SELECT 1 FROM outbox b WHERE b.recipient = o.recipient AND b.state = 'sending') \
             GROUP BY recipient) \
         ORDER BY due, id LIMIT $2",
    )
    .bind(now.0)
    .bind(i64::from(limit))
    .fetch_all(c)
    .await?;
    rows.iter().map(taken).collect()
}

async fn begin_attempt(c: &mut SqliteConnection, letter: &Taken, next: Time) -> Result<(), StoreError> {
    sqlx::query("UPDATE outbox SET state = 'sending', attempts = $2, due = $3 WHERE id = $1")
        .bind(letter.id)
        .bind(i64::from(letter.attempts))
        .bind(next.0)
        .execute(c)
        .await?;
    Ok(())
}

async fn note_told(c: &mut SqliteConnection, id: i64) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE seats SET told = max(told, o.record) FROM outbox o \
         WHERE o.id = $1 AND o.record IS NOT NULL AND seats.game = o.game AND seats.account = o.account",
    )
    .bind(id)
    .execute(c)
    .await?;
    Ok(())
}

async fn retire(
    c: &mut SqliteConnection,
    id: i64,
    outcome: Outcome,
    detail: &str,
    now: Time,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO outbox_done (message_id, recipient, account, game, record, kind, outcome, attempts, created, finished, detail) \
         SELECT message_id, recipient, account, game, record, kind, $2, attempts, created, $3, $4 FROM outbox WHERE id = $1",
    )
    .bind(id)
    .bind(outcome.word())
    .bind(now.0)
    .bind(detail.to_owned())
    .execute(&mut *c)
    .await?;
    sqlx::query("DELETE FROM outbox WHERE id = $1").bind(id).execute(c).await?;
    Ok(())
}

fn email(row: &SqliteRow) -> Result<Email, StoreError> {
    row.try_get::<&str, _>("recipient")?.parse().map_err(|e| unreadable("recipient", e))
}

fn taken(row: &SqliteRow) -> Result<Taken, StoreError> {
    Ok(Taken {
        id: row.try_get("id")?,
        letter: NewLetter {
            message_id: row.try_get("message_id")?,
            to: email(row)?,
            account: maybe_bytes(row, "account")?.map(AccountId),
            game: maybe_bytes(row, "game")?.map(GameId),
            record: maybe_number(row, "record")?,
            kind: row.try_get("kind")?,
            essential: row.try_get("essential")?,
            payload: row.try_get("payload")?,
            hold: None,
            by: Way::Mail,
        },
        message: row.try_get("message")?,
        attempts: number(row, "attempts")?,
        created: time(row, "created")?,
    })
}

fn finished(row: &SqliteRow) -> Result<Finished, StoreError> {
    Ok(Finished {
        message_id: row.try_get("message_id")?,
        to: email(row)?,
        account: maybe_bytes(row, "account")?.map(AccountId),
        game: maybe_bytes(row, "game")?.map(GameId),
        record: maybe_number(row, "record")?,
        kind: row.try_get("kind")?,
        outcome: {
            let word: &str = row.try_get("outcome")?;
            Outcome::of(word).ok_or_else(|| unreadable("outcome", word))?
        },
        attempts: number(row, "attempts")?,
        finished: time(row, "finished")?,
        detail: row.try_get("detail")?,
    })
}
