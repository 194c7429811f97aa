//! Invitations to a seat: by mail, or as a link to pass on.

use crate::outbox::{NewLetter, enqueue_in};
use crate::rows::{bytes, maybe_bytes, maybe_number, time};
use crate::{AccountId, AppendError, Email, GameId, Hash32, Invitations, StoreError, Time, Token};
use domain::referee::SeatId;
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};
use std::time::Duration;

/// An invitation to make.
#[derive(Clone, Debug)]
pub struct NewInvitation {
    /// The game.
    pub game: GameId,
    /// The seat offered; any open one when none is named.
    pub seat: Option<SeatId>,
    /// The address it is for; anybody who has the link when none is named.
    pub email: Option<Email>,
    /// How long it holds.
    pub life: Duration,
}

/// An invitation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invitation {
    /// The hash of its token; [`crate::Append::invitation`] uses it up.
    pub hash: Hash32,
    /// The game.
    pub game: GameId,
    /// The seat offered.
    pub seat: Option<SeatId>,
    /// The address it is for.
    pub email: Option<Email>,
    /// When it was made.
    pub created: Time,
    /// Until when it holds.
    pub expires: Time,
    /// Who used it.
    pub account: Option<AccountId>,
}

impl Invitations<'_> {
    /// Makes an invitation under a token that the caller made (so that it can be in the letter, which is queued in the same
    /// transaction).
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn invite(
        self,
        token: &Token,
        new: NewInvitation,
        letter: Option<NewLetter>,
        now: Time,
    ) -> Result<(), StoreError> {
        let hash = token.hash();
        self.0
            .writer
            .write(move |c| {
                Box::pin(async move {
                    insert(c, hash, &new, now).await?;
                    match letter {
                        Some(letter) => enqueue_in(c, &letter, now).await.map(|_| ()),
                        None => Ok(()),
                    }
                })
            })
            .await?;
        self.0.post.notify_one();
        Ok(())
    }

    /// The invitation that a token opens, used or not. The caller looks at `expires` and `account`.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn get(self, token: &Token) -> Result<Option<Invitation>, StoreError> {
        let row = sqlx::query("SELECT * FROM invitations WHERE hash = $1")
            .bind(token.hash().0.to_vec())
            .fetch_optional(&self.0.readers)
            .await?;
        row.as_ref().map(invitation).transpose()
    }

    /// The invitations to a game, oldest first.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn of_game(self, game: GameId) -> Result<Vec<Invitation>, StoreError> {
        let rows = sqlx::query("SELECT * FROM invitations WHERE game = $1 ORDER BY created, hash")
            .bind(game.0.to_vec())
            .fetch_all(&self.0.readers)
            .await?;
        rows.iter().map(invitation).collect()
    }

    /// The unused invitations by mail to this address, newest first.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn to_address(self, email: &Email, now: Time) -> Result<Vec<Invitation>, StoreError> {
        let rows = sqlx::query(
            "SELECT * FROM invitations WHERE email = $1 AND consumed IS NULL AND expires > $2 ORDER BY created DESC, hash",
        )
        .bind(email.as_str().to_owned())
        .bind(now.0)
        .fetch_all(&self.0.readers)
        .await?;
        rows.iter().map(invitation).collect()
    }
}

pub(crate) async fn insert(
    c: &mut SqliteConnection,
    hash: Hash32,
    new: &NewInvitation,
    now: Time,
) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO invitations (hash, game, seat, email, created, expires) VALUES ($1, $2, $3, $4, $5, $6)")
        .bind(hash.0.to_vec())
        .bind(new.game.0.to_vec())
        .bind(new.seat.map(|s| i64::from(s.0)))
        .bind(new.email.as_ref().map(|e| e.as_str().to_owned()))
        .bind(now.0)
        .bind(now.after(new.life).0)
        .execute(c)
        .await?;
    Ok(())
}

/// Uses an invitation up. Refused when it is used, expired or of another game.
pub(crate) async fn consume(
    c: &mut SqliteConnection,
    game: GameId,
    hash: Hash32,
    account: Option<AccountId>,
    now: Time,
) -> Result<(), AppendError> {
    let done = sqlx::query(
        "UPDATE invitations SET consumed = $4, account = $3 \
         WHERE hash = $1 AND game = $2 AND consumed IS NULL AND expires > $4 AND $3 IS NOT NULL",
    )
    .bind(hash.0.to_vec())
    .bind(game.0.to_vec())
    .bind(account.map(|a| a.0.to_vec()))
    .bind(now.0)
    .execute(c)
    .await?;
    if done.rows_affected() == 1 { Ok(()) } else { Err(AppendError::InvitationUsed) }
}

fn invitation(row: &SqliteRow) -> Result<Invitation, StoreError> {
    let email: Option<String> = row.try_get("email")?;
    Ok(Invitation {
        hash: Hash32(bytes(row, "hash")?),
        game: GameId(bytes(row, "game")?),
        seat: maybe_number(row, "seat")?.map(SeatId),
        email: email.map(|e| e.parse()).transpose().map_err(|e| crate::rows::unreadable("email", e))?,
        created: time(row, "created")?,
        expires: time(row, "expires")?,
        account: maybe_bytes(row, "account")?.map(AccountId),
    })
}
