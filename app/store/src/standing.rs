//! Standing orders, secret to their seat; the log holds them sealed.

use crate::rows::{bytes, number, time};
use crate::{Drafts, GameId, StoreError, Time};
use domain::referee::SeatId;
use sqlx::{Row, SqliteConnection};

/// Standing orders of a seat, with what opens their seal in the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewStanding {
    /// The seat.
    pub seat: SeatId,
    /// The slot of the seal.
    pub slot: u32,
    /// The salt of the seal.
    pub salt: [u8; 32],
    /// The orders as JSON.
    pub orders: String,
}

/// Standing orders of a seat as they were sealed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StandingRow {
    /// The seat.
    pub seat: SeatId,
    /// The slot of the seal; counts up with every change.
    pub slot: u32,
    /// The salt of the seal.
    pub salt: [u8; 32],
    /// The orders as JSON.
    pub orders: String,
    /// When they were given.
    pub created: Time,
}

impl Drafts<'_> {
    /// All standing orders of a seat, oldest first; the last ones are in force.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn standing(self, game: GameId, seat: SeatId) -> Result<Vec<StandingRow>, StoreError> {
        let rows = sqlx::query("SELECT * FROM standing_orders WHERE game = $1 AND seat = $2 ORDER BY slot")
            .bind(game.0.to_vec())
            .bind(i64::from(seat.0))
            .fetch_all(&self.0.readers)
            .await?;
        rows.iter()
            .map(|row| {
                Ok(StandingRow {
                    seat,
                    slot: number(row, "slot")?,
                    salt: bytes(row, "salt")?,
                    orders: row.try_get("orders")?,
                    created: time(row, "created")?,
                })
            })
            .collect()
    }
}

pub(crate) async fn insert(
    c: &mut SqliteConnection,
    game: GameId,
    new: &NewStanding,
    at: Time,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO standing_orders (game, seat, slot, salt, orders, created) VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(game.0.to_vec())
    .bind(i64::from(new.seat.0))
    .bind(i64::from(new.slot))
    .bind(new.salt.to_vec())
    .bind(new.orders.clone())
    .bind(at.0)
    .execute(c)
    .await?;
    Ok(())
}
