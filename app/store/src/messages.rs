//! What the players of a game say to each other.

use crate::games::side_of;
use crate::idempotency::{self, Once};
use crate::outbox::NewLetter;
use crate::rows::{bytes, int, maybe_number, number, time};
use crate::{AccountId, AppendError, GameId, Messages, StoreError, Time};
use domain::referee::{SeatId, Side};
use sqlx::Row;

/// Something a player said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Counts up over the whole service.
    pub id: i64,
    /// Who said it.
    pub account: AccountId,
    /// Their display name now.
    pub name: String,
    /// The seat through which they said it; none for what was said before that was kept.
    pub seat: Option<SeatId>,
    /// The side that alone hears it; none for everybody.
    pub side: Option<Side>,
    /// How long the log was then.
    pub record: u64,
    /// What, as plain text.
    pub text: String,
    /// When.
    pub at: Time,
}

/// Something to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewSaying {
    /// In which game.
    pub game: GameId,
    /// Through which seat.
    pub seat: SeatId,
    /// The side that alone is to hear it; none for everybody.
    pub side: Option<Side>,
    /// How long its log is.
    pub record: u64,
    /// What: 1 to 4,000 characters.
    pub text: String,
    /// When.
    pub at: Time,
}

impl Messages<'_> {
    /// The messages of a game after message `after`, in order; all of them after 0.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn of_game(self, game: GameId, after: i64) -> Result<Vec<Message>, StoreError> {
        let rows = sqlx::query(
            "SELECT m.*, a.name FROM messages m JOIN accounts a ON a.id = m.account \
             WHERE m.game = $1 AND m.id > $2 ORDER BY m.id",
        )
        .bind(game.0.to_vec())
        .bind(after)
        .fetch_all(&self.0.readers)
        .await?;
        rows.iter()
            .map(|row| {
                Ok(Message {
                    id: row.try_get("id")?,
                    account: AccountId(bytes(row, "account")?),
                    name: row.try_get("name")?,
                    seat: maybe_number(row, "seat")?.map(SeatId),
                    side: row.try_get::<Option<&str>, _>("side")?.map(side_of).transpose()?,
                    record: number(row, "record")?,
                    text: row.try_get("text")?,
                    at: time(row, "at")?,
                })
            })
            .collect()
    }

    /// Adds a message of 1 to 4,000 characters. Answers its number.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn say(
        self,
        game: GameId,
        account: AccountId,
        record: u64,
        text: String,
        at: Time,
    ) -> Result<i64, StoreError> {
        self.0.writer
            .write(move |c| {
                Box::pin(async move {
                    let id = sqlx::query_scalar(
                        "INSERT INTO messages (game, account, record, text, at) VALUES ($1, $2, $3, $4, $5) RETURNING id",
                    )
                    .bind(game.0.to_vec())
                    .bind(account.0.to_vec())
                    .bind(int(record))
                    .bind(text)
                    .bind(at.0)
                    .fetch_one(c)
                    .await?;
                    Ok(id)
                })
            })
            .await
    }

    /// Adds a message under a key of the speaker's, with the letters that carry it, in one transaction. `letters` makes them from
    /// the message's number. Said again under the same key, nothing happens. Answers whether it was new.
    ///
    /// # Errors
    /// [`AppendError::KeyReused`] when the key was used for something else; otherwise when the storage fails.
    pub async fn say_once(
        self,
        message: NewSaying,
        once: Once,
        letters: impl FnOnce(i64) -> Vec<NewLetter> + Send + 'static,
    ) -> Result<bool, AppendError> {
        let done = self.0
            .writer
            .write(move |c| {
                Box::pin(async move {
                    if idempotency::find(c, &once).await?.is_some() {
                        return Ok(false);
                    }
                    let id: i64 = sqlx::query_scalar(
                        "INSERT INTO messages (game, account, record, text, at, seat, side) VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id",
                    )
                    .bind(message.game.0.to_vec())
                    .bind(once.account.0.to_vec())
                    .bind(int(message.record))
                    .bind(message.text)
                    .bind(message.at.0)
                    .bind(i64::from(message.seat.0))
                    .bind(message.side.map(Side::word))
                    .fetch_one(&mut *c)
                    .await?;
                    crate::outbox::enqueue_all(c, &letters(id), message.at).await?;
                    idempotency::save(c, &once, message.at).await?;
                    Ok::<_, AppendError>(true)
                })
            })
            .await;
        self.0.post.notify_one();
        done
    }

    /// Notes the last message that a seat's player has read. Never goes back.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn set_read(self, game: GameId, seat: SeatId, message: i64) -> Result<(), StoreError> {
        self.0
            .writer
            .write(move |c| {
                Box::pin(async move {
                    sqlx::query("UPDATE seats SET read = max(read, $3) WHERE game = $1 AND seat = $2")
                        .bind(game.0.to_vec())
                        .bind(i64::from(seat.0))
                        .bind(message)
                        .execute(c)
                        .await?;
                    Ok(())
                })
            })
            .await
    }
}
