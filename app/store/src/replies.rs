//! The addresses that letters of games are answered at.

use crate::rows::{bytes, int, maybe_time, number, time};
use crate::{AccountId, GameId, Hash32, Inbox, StoreError, Time};
use domain::referee::SeatId;
use sqlx::{Row, SqliteConnection};

/// What a letter can be answered for: bound to one game, one seat, one account and one head.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplyAddress {
    /// SHA-256 of the address's token.
    pub hash: Hash32,
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
    /// What the letter proposed under its numbers, as whoever wrote it keeps it; nothing where its numbers are those of the menu.
    pub proposals: Option<String>,
    /// When the letter was written.
    pub created: Time,
    /// Since when it takes no answer any more.
    pub voided: Option<Time>,
}

impl Inbox<'_> {
    /// Keeps the address of a letter. One that is kept already stays as it is, void if it was made void.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn keep_reply_address(self, address: ReplyAddress) -> Result<(), StoreError> {
        self.0.writer
            .write(move |c| {
                Box::pin(async move {
                    sqlx::query(
                        "INSERT INTO reply_addresses (hash, account, game, seat, record, head, message_id, created, voided, \
                         proposals) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (hash) DO NOTHING",
                    )
                    .bind(address.hash.0.to_vec())
                    .bind(address.account.0.to_vec())
                    .bind(address.game.0.to_vec())
                    .bind(i64::from(address.seat.0))
                    .bind(int(address.record))
                    .bind(address.head.0.to_vec())
                    .bind(address.message_id)
                    .bind(address.created.0)
                    .bind(address.voided.map(|t| t.0))
                    .bind(address.proposals)
                    .execute(c)
                    .await?;
                    Ok(())
                })
            })
            .await
    }

    /// The address with this hash, void ones too.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn reply_address(self, hash: Hash32) -> Result<Option<ReplyAddress>, StoreError> {
        let row = sqlx::query("SELECT * FROM reply_addresses WHERE hash = $1")
            .bind(hash.0.to_vec())
            .fetch_optional(&self.0.readers)
            .await?;
        row.map(|row| {
            Ok(ReplyAddress {
                hash,
                account: AccountId(bytes(&row, "account")?),
                game: GameId(bytes(&row, "game")?),
                seat: SeatId(number(&row, "seat")?),
                record: number(&row, "record")?,
                head: Hash32(bytes(&row, "head")?),
                message_id: row.try_get("message_id")?,
                proposals: row.try_get("proposals")?,
                created: time(&row, "created")?,
                voided: maybe_time(&row, "voided")?,
            })
        })
        .transpose()
    }

    /// Forgets addresses of letters written before `before`. Answers how many.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn forget_reply_addresses(self, before: Time) -> Result<u64, StoreError> {
        self.0
            .writer
            .write(move |c| {
                Box::pin(async move {
                    let done =
                        sqlx::query("DELETE FROM reply_addresses WHERE created < $1").bind(before.0).execute(c).await?;
                    Ok(done.rows_affected())
                })
            })
            .await
    }
}

/// Makes the addresses in all letters to an account void.
pub(crate) async fn void(c: &mut SqliteConnection, account: AccountId, now: Time) -> Result<(), StoreError> {
    sqlx::query("UPDATE reply_addresses SET voided = $2 WHERE account = $1 AND voided IS NULL")
        .bind(account.0.to_vec())
        .bind(now.0)
        .execute(c)
        .await?;
    Ok(())
}

/// Makes the addresses in an account's letters of one seat void.
pub(crate) async fn void_seat(
    c: &mut SqliteConnection,
    game: GameId,
    seat: SeatId,
    account: AccountId,
    now: Time,
) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE reply_addresses SET voided = $4 WHERE game = $1 AND seat = $2 AND account = $3 AND voided IS NULL",
    )
    .bind(game.0.to_vec())
    .bind(i64::from(seat.0))
    .bind(account.0.to_vec())
    .bind(now.0)
    .execute(c)
    .await?;
    Ok(())
}
