//! Changes of hands: who plays a seat now, who is looked for, who has played it before.

use crate::games::Tip;
use crate::idempotency::{self, Once, Saved};
use crate::invitations::{self, NewInvitation};
use crate::outbox::{self, NewLetter};
use crate::rows::{bytes, int, json, maybe_time, number, time};
use crate::{AccountId, AppendError, GameId, Games, Hash32, StoreError, Time};
use domain::referee::SeatId;
use sqlx::{Row, SqliteConnection};

/// What becomes of a seat that somebody holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeatChange {
    /// A house player, by its id, plays for its player for a while.
    StandIn(String),
    /// Its player is back.
    Return,
    /// Somebody else has it. The player before is done with the game: the addresses in their letters of this seat are void.
    Replaced(AccountId),
}

/// Somebody else is looked for, for a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replacement {
    /// The seat.
    pub seat: SeatId,
    /// Whether its player has agreed.
    pub own: bool,
    /// The seats of the other side that have agreed.
    pub agreed: Vec<SeatId>,
    /// When the seat was asked what it has not answered; nothing when its player has agreed, or a house player stands in.
    pub asked: Option<Time>,
    /// Since when somebody is looked for.
    pub created: Time,
}

/// A change to such a wish, with what goes with it: all of it is stored, or nothing.
#[derive(Clone, Debug)]
pub struct ReplacementChange {
    /// The game, as it stood when the change was decided on.
    pub game: GameId,
    /// Where its log ended then. When it has grown since, nothing is written.
    pub expect: Tip,
    /// The seat.
    pub seat: SeatId,
    /// The wish from now on; nothing when it is withdrawn or declined.
    pub wish: Option<Replacement>,
    /// An invitation to make, under the hash of its token.
    pub invitation: Option<(Hash32, NewInvitation)>,
    /// The letters to send.
    pub letters: Vec<NewLetter>,
    /// The request's key with the answer to save.
    pub once: Option<Once>,
    /// When.
    pub at: Time,
}

/// A seat that somebody has handed over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Former {
    /// The game.
    pub game: GameId,
    /// Its title.
    pub title: String,
    /// Whether anybody may watch it.
    pub public: bool,
    /// The seat.
    pub seat: SeatId,
    /// Its name.
    pub name: String,
    /// Who took it over.
    pub successor: String,
    /// The record with which they did.
    pub record: u64,
    /// When.
    pub at: Time,
}

impl Games<'_> {
    /// The wishes for other players of a game, in seat order.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn replacements(self, game: GameId) -> Result<Vec<Replacement>, StoreError> {
        let rows = sqlx::query("SELECT * FROM replacements WHERE game = $1 ORDER BY seat")
            .bind(game.0.to_vec())
            .fetch_all(&self.0.readers)
            .await?;
        rows.iter()
            .map(|row| {
                Ok(Replacement {
                    seat: SeatId(number(row, "seat")?),
                    own: row.try_get("own")?,
                    agreed: json(row, "agreed")?,
                    asked: maybe_time(row, "asked")?,
                    created: time(row, "created")?,
                })
            })
            .collect()
    }

    /// Changes such a wish. Answers what was answered the first time when the same request has been carried out before.
    ///
    /// # Errors
    /// [`AppendError::Conflict`] when the log has grown, [`AppendError::KeyReused`]; otherwise when the storage fails.
    pub async fn change_replacement(self, change: ReplacementChange) -> Result<Option<Saved>, AppendError> {
        let done = self.0.writer.write(move |c| Box::pin(change_in(c, change))).await;
        self.0.post.notify_one();
        done
    }

    /// The seats that an account has handed over, the latest first.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn handed_over(self, account: AccountId) -> Result<Vec<Former>, StoreError> {
        let rows = sqlx::query(
            "SELECT f.game, g.title, g.public, f.seat, s.name, a.name AS successor, f.record, f.at FROM former_players f \
             JOIN games g ON g.id = f.game JOIN seats s ON s.game = f.game AND s.seat = f.seat \
             JOIN accounts a ON a.id = f.successor WHERE f.account = $1 ORDER BY f.at DESC, f.game LIMIT 100",
        )
        .bind(account.0.to_vec())
        .fetch_all(&self.0.readers)
        .await?;
        rows.iter()
            .map(|row| {
                Ok(Former {
                    game: GameId(bytes(row, "game")?),
                    title: row.try_get("title")?,
                    public: row.try_get("public")?,
                    seat: SeatId(number(row, "seat")?),
                    name: row.try_get("name")?,
                    successor: row.try_get("successor")?,
                    record: number(row, "record")?,
                    at: time(row, "at")?,
                })
            })
            .collect()
    }
}

async fn change_in(c: &mut SqliteConnection, change: ReplacementChange) -> Result<Option<Saved>, AppendError> {
    if let Some(once) = &change.once
        && let Some(saved) = idempotency::find(c, once).await?
    {
        return Ok(Some(saved));
    }
    let now = crate::append::tip(c, change.game).await?.ok_or(AppendError::NoGame)?;
    // A wish is about what stands in the records: private entries do not outdate it, and nobody is to learn of them by a refusal.
    if (now.length, now.head) != (change.expect.length, change.expect.head) {
        return Err(AppendError::Conflict { now });
    }
    forget(c, change.game, change.seat).await?;
    if let Some(wish) = &change.wish {
        let agreed: Vec<u8> = wish.agreed.iter().map(|s| s.0).collect();
        let agreed = serde_json::to_string(&agreed).map_err(|e| crate::rows::unreadable("agreed", e))?;
        sqlx::query(
            "INSERT INTO replacements (game, seat, own, agreed, asked, created) VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .bind(change.game.0.to_vec())
        .bind(i64::from(change.seat.0))
        .bind(wish.own)
        .bind(agreed)
        .bind(wish.asked.map(|t| t.0))
        .bind(wish.created.0)
        .execute(&mut *c)
        .await?;
    }
    if let Some((hash, invitation)) = &change.invitation {
        invitations::insert(c, *hash, invitation, change.at).await?;
    }
    outbox::enqueue_all(c, &change.letters, change.at).await?;
    if let Some(once) = &change.once {
        idempotency::save(c, once, change.at).await?;
    }
    Ok(None)
}

async fn forget(c: &mut SqliteConnection, game: GameId, seat: SeatId) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM replacements WHERE game = $1 AND seat = $2")
        .bind(game.0.to_vec())
        .bind(i64::from(seat.0))
        .execute(c)
        .await?;
    Ok(())
}

/// Puts a seat into other hands, in the transaction of the record that says so. Refused when nobody holds it.
pub(crate) async fn change(
    c: &mut SqliteConnection,
    game: GameId,
    seat: SeatId,
    hands: &SeatChange,
    tip: Tip,
    at: Time,
) -> Result<(), AppendError> {
    let refused = || AppendError::SeatTaken(seat);
    let held = sqlx::query("SELECT account FROM seats WHERE game = $1 AND seat = $2 AND account IS NOT NULL")
        .bind(game.0.to_vec())
        .bind(i64::from(seat.0))
        .fetch_optional(&mut *c)
        .await?;
    let held = AccountId(bytes(&held.ok_or_else(refused)?, "account")?);
    match hands {
        SeatChange::StandIn(bot) => set_stand_in(c, game, seat, Some(bot)).await?,
        SeatChange::Return => {
            set_stand_in(c, game, seat, None).await?;
            forget(c, game, seat).await?;
        }
        SeatChange::Replaced(by) => {
            sqlx::query(
                "UPDATE seats SET account = $3, stand_in = NULL, held_from = $4, seen = $4, told = $4 WHERE game = $1 AND seat = $2",
            )
            .bind(game.0.to_vec())
            .bind(i64::from(seat.0))
            .bind(by.0.to_vec())
            .bind(int(tip.length))
            .execute(&mut *c)
            .await?;
            sqlx::query(
                "INSERT INTO former_players (game, seat, account, successor, record, at) VALUES ($1, $2, $3, $4, $5, $6)",
            )
            .bind(game.0.to_vec())
            .bind(i64::from(seat.0))
            .bind(held.0.to_vec())
            .bind(by.0.to_vec())
            .bind(int(tip.length))
            .bind(at.0)
            .execute(&mut *c)
            .await?;
            crate::replies::void_seat(c, game, seat, held, at).await?;
            forget(c, game, seat).await?;
        }
    }
    // Orders that one has laid out are not for another to send.
    crate::drafts::clear(c, game, seat).await?;
    Ok(())
}

async fn set_stand_in(
    c: &mut SqliteConnection,
    game: GameId,
    seat: SeatId,
    bot: Option<&String>,
) -> Result<(), StoreError> {
    sqlx::query("UPDATE seats SET stand_in = $3 WHERE game = $1 AND seat = $2")
        .bind(game.0.to_vec())
        .bind(i64::from(seat.0))
        .bind(bot.cloned())
        .execute(c)
        .await?;
    Ok(())
}
