//! What is said about games that are over.

use crate::idempotency::{self, Once};
use crate::rows::{bytes, maybe_time, time};
use crate::{AccountId, AppendError, GameId, Messages, StoreError, Time};
use sqlx::Row;
use std::time::Duration;

/// Something said about a game that is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Talk {
    /// Counts up over the whole service.
    pub id: i64,
    /// Who said it.
    pub account: AccountId,
    /// Their display name now.
    pub name: String,
    /// What, as plain text; empty when it was removed.
    pub text: String,
    /// When.
    pub at: Time,
    /// When it was removed.
    pub removed: Option<Time>,
}

/// How much one account may say: so many times in so long.
#[derive(Clone, Copy, Debug)]
pub struct TalkLimit {
    /// How often.
    pub most: u32,
    /// In how long.
    pub within: Duration,
}

/// What became of something that was to be said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TalkSaid {
    /// It was said now, or under the same key before.
    Said,
    /// Its account has said too much of late.
    TooMuch,
}

impl Messages<'_> {
    /// What was said about a game, oldest first, the removed with empty text.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn talk(self, game: GameId) -> Result<Vec<Talk>, StoreError> {
        let rows = sqlx::query(
            "SELECT t.*, a.name FROM talk t JOIN accounts a ON a.id = t.account WHERE t.game = $1 ORDER BY t.id",
        )
        .bind(game.0.to_vec())
        .fetch_all(&self.0.readers)
        .await?;
        rows.iter()
            .map(|row| {
                Ok(Talk {
                    id: row.try_get("id")?,
                    account: AccountId(bytes(row, "account")?),
                    name: row.try_get("name")?,
                    text: row.try_get("text")?,
                    at: time(row, "at")?,
                    removed: maybe_time(row, "removed")?,
                })
            })
            .collect()
    }

    /// Says something of 1 to 1,000 characters about a game, under a key of the speaker's.
    ///
    /// # Errors
    /// [`AppendError::KeyReused`] when the key was used for something else; otherwise when the storage fails.
    pub async fn say_about(
        self,
        game: GameId,
        text: String,
        once: Once,
        limit: TalkLimit,
        at: Time,
    ) -> Result<TalkSaid, AppendError> {
        self.0
            .writer
            .write(move |c| {
                Box::pin(async move {
                    if idempotency::find(c, &once).await?.is_some() {
                        return Ok(TalkSaid::Said);
                    }
                    let done = sqlx::query(
                        "INSERT INTO talk (game, account, text, at) SELECT $1, $2, $3, $4 \
                         WHERE (SELECT count(*) FROM talk WHERE account = $2 AND at > $5) < $6",
                    )
                    .bind(game.0.to_vec())
                    .bind(once.account.0.to_vec())
                    .bind(text)
                    .bind(at.0)
                    .bind(at.before(limit.within).0)
                    .bind(i64::from(limit.most))
                    .execute(&mut *c)
                    .await?;
                    if done.rows_affected() == 0 {
                        return Ok(TalkSaid::TooMuch);
                    }
                    idempotency::save(c, &once, at).await?;
                    Ok::<_, AppendError>(TalkSaid::Said)
                })
            })
            .await
    }

    /// Removes something said about a game. False when there is no such thing, or it was removed already.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn remove_talk(self, game: GameId, id: i64, by: AccountId, at: Time) -> Result<bool, StoreError> {
        self.0.writer
            .write(move |c| {
                Box::pin(async move {
                    let done = sqlx::query(
                        "UPDATE talk SET text = '', removed = $3, remover = $4 WHERE game = $1 AND id = $2 AND removed IS NULL",
                    )
                    .bind(game.0.to_vec())
                    .bind(id)
                    .bind(at.0)
                    .bind(by.0.to_vec())
                    .execute(c)
                    .await?;
                    Ok(done.rows_affected() == 1)
                })
            })
            .await
    }
}
