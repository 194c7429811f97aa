//! Players' calendars, the watch over running clocks, and the letters written about them.

use crate::rows::{bytes, int, json, number, time, unreadable};
use crate::{AccountId, Clocks, GameId, StoreError, Time};
use domain::clock::CalendarRules;
use domain::referee::SeatId;
use serde::{Deserialize, Serialize};

/// A clock that runs, as far as lists of games show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockHand {
    /// The seat.
    pub seat: SeatId,
    /// When its time will be out, or ran out; none while the clocks are stopped without an end in sight.
    pub out: Option<Time>,
}

/// The last letter about a seat's time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockLetter {
    /// When the seat was asked, in the stretch of time that it was about.
    pub asked: Time,
    /// The milliseconds that the seat had in it.
    pub of: u64,
    /// The hundredths used up that it told of; 100 when the time was out.
    pub told: u8,
    /// When the last alarm was written.
    pub at: Time,
}

impl Clocks<'_> {
    /// The calendar that a player has set.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn calendar(self, account: AccountId) -> Result<Option<CalendarRules>, StoreError> {
        let row = sqlx::query("SELECT rules FROM calendars WHERE account = $1")
            .bind(account.0.to_vec())
            .fetch_optional(&self.0.readers)
            .await?;
        row.map(|row| json(&row, "rules")).transpose()
    }

    /// Sets a player's calendar.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn set_calendar(self, account: AccountId, rules: &CalendarRules, now: Time) -> Result<(), StoreError> {
        let rules = serde_json::to_string(rules).map_err(|e| unreadable("rules", e))?;
        self.0
            .writer
            .write(move |c| {
                Box::pin(async move {
                    sqlx::query(
                        "INSERT INTO calendars (account, rules, updated) VALUES ($1, $2, $3) \
                         ON CONFLICT (account) DO UPDATE SET rules = excluded.rules, updated = excluded.updated",
                    )
                    .bind(account.0.to_vec())
                    .bind(rules)
                    .bind(now.0)
                    .execute(c)
                    .await?;
                    Ok(())
                })
            })
            .await
    }

    /// All running games with a clock.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn games(self) -> Result<Vec<GameId>, StoreError> {
        let rows = sqlx::query("SELECT id FROM games WHERE clock IS NOT NULL AND state = 'running' ORDER BY id")
            .fetch_all(&self.0.readers)
            .await?;
        rows.iter().map(|row| bytes(row, "id").map(GameId)).collect()
    }

    /// Looks at a game again when its log grows, or at `due`. `hands` are the clocks that run after `length` records.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn watch(self, game: GameId, length: u64, due: Time, hands: &[ClockHand]) -> Result<(), StoreError> {
        let hands = serde_json::to_string(hands).map_err(|e| unreadable("hands", e))?;
        self.0.writer
            .write(move |c| {
                Box::pin(async move {
                    sqlx::query(
                        "INSERT INTO clock_watch (game, length, due, hands) VALUES ($1, $2, $3, $4) \
                         ON CONFLICT (game) DO UPDATE SET length = excluded.length, due = excluded.due, hands = excluded.hands",
                    )
                    .bind(game.0.to_vec())
                    .bind(int(length))
                    .bind(due.0)
                    .bind(hands)
                    .execute(c)
                    .await?;
                    Ok(())
                })
            })
            .await
    }

    /// The running clocks of a player's games, as far as they have been looked at.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn hands(self, account: AccountId) -> Result<Vec<(GameId, Vec<ClockHand>)>, StoreError> {
        let rows = sqlx::query(
            "SELECT w.game, w.hands FROM clock_watch w JOIN games g ON g.id = w.game \
             WHERE g.state = 'running' AND w.length = g.length \
                 AND EXISTS (SELECT 1 FROM seats s WHERE s.game = w.game AND s.account = $1)",
        )
        .bind(account.0.to_vec())
        .fetch_all(&self.0.readers)
        .await?;
        rows.iter().map(|row| Ok((GameId(bytes(row, "game")?), json(row, "hands")?))).collect()
    }

    /// The running clocks of these games, as far as they have been looked at since the last record: one statement, whatever their number.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn hands_of(self, games: &[GameId]) -> Result<Vec<(GameId, Vec<ClockHand>)>, StoreError> {
        let ids: Vec<String> = games.iter().map(ToString::to_string).collect();
        let rows = sqlx::query(
            "SELECT w.game, w.hands FROM json_each($1) a JOIN clock_watch w ON w.game = unhex(a.value) \
             JOIN games g ON g.id = w.game WHERE g.state = 'running' AND w.length = g.length",
        )
        .bind(serde_json::to_string(&ids).map_err(|e| unreadable("games", e))?)
        .fetch_all(&self.0.readers)
        .await?;
        rows.iter().map(|row| Ok((GameId(bytes(row, "game")?), json(row, "hands")?))).collect()
    }

    /// The last letter about a seat's time.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn letter(self, game: GameId, seat: SeatId) -> Result<Option<ClockLetter>, StoreError> {
        let row = sqlx::query("SELECT * FROM clock_letters WHERE game = $1 AND seat = $2")
            .bind(game.0.to_vec())
            .bind(i64::from(seat.0))
            .fetch_optional(&self.0.readers)
            .await?;
        row.map(|row| {
            Ok(ClockLetter {
                asked: time(&row, "asked")?,
                of: number(&row, "of")?,
                told: number(&row, "told")?,
                at: time(&row, "at")?,
            })
        })
        .transpose()
    }

    /// Notes the last letter about a seat's time.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn note_letter(self, game: GameId, seat: SeatId, letter: ClockLetter) -> Result<(), StoreError> {
        self.0
            .writer
            .write(move |c| {
                Box::pin(async move {
                    sqlx::query(
                        "INSERT INTO clock_letters (game, seat, asked, of, told, at) VALUES ($1, $2, $3, $4, $5, $6) \
                         ON CONFLICT (game, seat) DO UPDATE SET asked = excluded.asked, of = excluded.of, \
                             told = excluded.told, at = excluded.at",
                    )
                    .bind(game.0.to_vec())
                    .bind(i64::from(seat.0))
                    .bind(letter.asked.0)
                    .bind(int(letter.of))
                    .bind(i64::from(letter.told))
                    .bind(letter.at.0)
                    .execute(c)
                    .await?;
                    Ok(())
                })
            })
            .await
    }
}
