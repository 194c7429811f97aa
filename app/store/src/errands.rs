//! What is to be done for a game: a house player's turn, a look at its clocks, a way up to mended rules, its
//! end after a year without a record. At most one of each waits for a game.
//!
//! An append that leaves its game waiting for a house player, or moves its clocks, names it in [`crate::Append::errands`]; an errand that
//! exists already is then called for once more, which counts as a new round. Whoever has taken it ends the round it has seen: if there is
//! another one by then, the errand stays.

use crate::queue::{DUE, FREE, Lease, begin_one};
use crate::rows::{bytes, int, number, time};
use crate::{Errands, GameId, StoreError, Time};
use sqlx::{AssertSqlSafe, Row as _, SqliteConnection};
use std::time::Duration;

/// What is to be done for a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Errand {
    /// A house player is to play.
    House,
    /// The clocks are to be looked at.
    Clock,
    /// The game is to move up to another release of its rules.
    Rules,
    /// The game is to be closed if it has had no record for long.
    Age,
    /// The game is over and is to be taken into the archive.
    Archive,
}

impl Errand {
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Errand::House => "house",
            Errand::Clock => "clock",
            Errand::Rules => "rules",
            Errand::Age => "age",
            Errand::Archive => "archive",
        }
    }
}

/// An errand that a worker has taken. The attempt is counted already.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakenErrand {
    /// Its number, for [`Queue::extend_leases`].
    pub id: i64,
    /// What.
    pub errand: Errand,
    /// For which game.
    pub game: GameId,
    /// How many attempts there were since it was called for, this one included.
    pub attempts: u32,
    /// When it was first called for.
    pub created: Time,
    round: i64,
}

impl Errands<'_> {
    /// Calls for an errand by itself. With records, use [`crate::Append::errands`].
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn call(self, errand: Errand, game: GameId, due: Time, now: Time) -> Result<(), StoreError> {
        self.0.writer.write(move |c| Box::pin(async move { call_in(c, errand, game, due, now).await })).await?;
        self.ring(errand);
        Ok(())
    }

    /// Takes up to `limit` errands that are due, the longest due first. Each attempt is counted, and the next one set to `now` plus
    /// `pause(attempts)`, before this answers.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn take(
        self,
        errand: Errand,
        lease: &Lease,
        now: Time,
        limit: u32,
        pause: impl Fn(u32) -> Duration + Send + 'static,
    ) -> Result<Vec<TakenErrand>, StoreError> {
        if self.due(errand, now).await?.is_none_or(|due| due > now) {
            return Ok(Vec::new());
        }
        let lease = lease.clone();
        self.0
            .writer
            .write(move |c| {
                Box::pin(async move {
                    let sql =
                        format!("SELECT * FROM jobs WHERE lane = $2 AND {DUE} AND {FREE} ORDER BY due, id LIMIT $3");
                    let rows = sqlx::query(AssertSqlSafe(sql))
                        .bind(now.0)
                        .bind(errand.word())
                        .bind(i64::from(limit))
                        .fetch_all(&mut *c)
                        .await?;
                    let mut all = Vec::new();
                    for row in &rows {
                        let attempts = number::<u32>(row, "attempts")?.saturating_add(1);
                        let taken = TakenErrand {
                            id: row.try_get("id")?,
                            errand,
                            game: GameId(bytes(row, "game")?),
                            attempts,
                            created: time(row, "created")?,
                            round: row.try_get("round")?,
                        };
                        begin_one(c, taken.id, attempts, &lease, now, now.after(pause(attempts))).await?;
                        all.push(taken);
                    }
                    Ok(all)
                })
            })
            .await
    }

    /// Ends an errand. When it was called for again in the meantime, it can be taken again at once.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn finish(self, lease: &Lease, taken: &TakenErrand) -> Result<(), StoreError> {
        let (owner, id, round, errand) = (lease.owner(), taken.id, taken.round, taken.errand);
        let again = self
            .0
            .writer
            .write(move |c| {
                Box::pin(async move {
                    sqlx::query("DELETE FROM jobs WHERE id = $1 AND owner = $2 AND round = $3")
                        .bind(id)
                        .bind(owner.clone())
                        .bind(round)
                        .execute(&mut *c)
                        .await?;
                    let left = sqlx::query(
                        "UPDATE jobs SET owner = NULL, taken = NULL, until = NULL WHERE id = $1 AND owner = $2",
                    )
                    .bind(id)
                    .bind(owner)
                    .execute(c)
                    .await?;
                    Ok::<_, StoreError>(left.rows_affected() == 1)
                })
            })
            .await?;
        if again {
            self.ring(errand);
        }
        Ok(())
    }

    /// Puts an errand off until `due`, as one that was not tried yet; when it was called for again in the meantime, until the time it was
    /// called for, if that is sooner. After a failure do nothing instead but let go of it with [`Errands::release`]: its next attempt
    /// was set when it was taken.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn put_off(self, lease: &Lease, taken: &TakenErrand, due: Time, now: Time) -> Result<(), StoreError> {
        let (owner, id, round, errand) = (lease.owner(), taken.id, taken.round, taken.errand);
        self.0
            .writer
            .write(move |c| {
                Box::pin(async move {
                    sqlx::query(
                        "UPDATE jobs SET owner = NULL, taken = NULL, until = NULL, attempts = 0, set_at = $5, \
                             due = CASE WHEN round = $3 THEN $4 ELSE min(due, $4) END WHERE id = $1 AND owner = $2",
                    )
                    .bind(id)
                    .bind(owner)
                    .bind(round)
                    .bind(due.0)
                    .bind(now.0)
                    .execute(c)
                    .await?;
                    Ok::<_, StoreError>(())
                })
            })
            .await?;
        self.ring(errand);
        Ok(())
    }

    /// Lets go of an errand after a failure that may pass.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn release(self, lease: &Lease, taken: &TakenErrand, why: String) -> Result<(), StoreError> {
        self.0.queue().put_back(lease, taken.id, why).await
    }

    /// When the next errand of that sort can be taken, if any waits.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn due(self, errand: Errand, now: Time) -> Result<Option<Time>, StoreError> {
        self.0
            .queue()
            .next_due(
                now,
                match errand {
                    Errand::House => "lane = 'house'",
                    Errand::Clock => "lane = 'clock'",
                    Errand::Rules => "lane = 'rules'",
                    Errand::Age => "lane = 'age'",
                    Errand::Archive => "lane = 'archive'",
                },
            )
            .await
    }

    /// Calls for errands that the games themselves show are missing: running games that wait for a house player, and those whose clocks were
    /// not looked at since their log grew; and of [`Errand::Rules`] those that were not held against the `releases` of their rulesets, a JSON
    /// object from ruleset to release. For the start of a worker and now and then. Answers how many.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn find(self, errand: Errand, releases: &str, now: Time) -> Result<u64, StoreError> {
        let missing = match errand {
            Errand::House => {
                "SELECT DISTINCT s.game AS id FROM seats s JOIN games g ON g.id = s.game \
                 WHERE coalesce(s.bot, s.stand_in) IS NOT NULL AND s.since IS NOT NULL AND g.state = 'running' \
                     AND EXISTS (SELECT 1 FROM game_secrets x WHERE x.game = g.id)"
            }
            Errand::Clock => {
                "SELECT g.id FROM games g LEFT JOIN clock_watch w ON w.game = g.id \
                 WHERE g.clock IS NOT NULL AND g.state = 'running' AND (w.game IS NULL OR w.length <> g.length \
                     OR NOT EXISTS (SELECT 1 FROM jobs j WHERE j.lane = 'clock' AND j.key = lower(hex(g.id))))"
            }
            Errand::Rules => {
                "SELECT g.id FROM games g JOIN json_each($3) r ON r.key = g.ruleset \
                 WHERE g.state <> 'ended' AND g.held_against <> r.value \
                     AND EXISTS (SELECT 1 FROM game_secrets x WHERE x.game = g.id)"
            }
            Errand::Age => {
                "SELECT g.id FROM games g WHERE g.state = 'running' \
                     AND EXISTS (SELECT 1 FROM records r WHERE r.game = g.id AND r.seq = 1 AND r.root IS NOT NULL) \
                     AND EXISTS (SELECT 1 FROM game_secrets x WHERE x.game = g.id) \
                     AND NOT EXISTS (SELECT 1 FROM jobs j WHERE j.lane = 'age' AND j.key = lower(hex(g.id)))"
            }
            Errand::Archive => crate::archive::MISSING,
        };
        let releases = releases.to_owned();
        let found = self
            .0
            .writer
            .write(move |c| {
                Box::pin(async move {
                    // What waits stays as it is, but for a clock or a revision that waits for a time that its game has left behind.
                    let sql = format!(
                        "INSERT INTO jobs (lane, key, game, created, set_at, due) \
                         SELECT $1, lower(hex(id)), id, $2, $2, $2 FROM ({missing}) WHERE true \
                         ON CONFLICT (lane, key) DO UPDATE SET due = $2, set_at = $2, round = round + 1 \
                             WHERE lane IN ('clock', 'rules') AND owner IS NULL AND attempts = 0 AND due > $2"
                    );
                    let query = sqlx::query(AssertSqlSafe(sql)).bind(errand.word()).bind(now.0);
                    let done = match errand {
                        Errand::Rules => query.bind(releases).execute(c).await?,
                        Errand::House | Errand::Clock | Errand::Age | Errand::Archive => query.execute(c).await?,
                    };
                    Ok::<_, StoreError>(done.rows_affected())
                })
            })
            .await?;
        if found > 0 {
            self.ring(errand);
        }
        Ok(found)
    }

    /// When the players of a game were told that it will be closed, if its log has not grown since.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn warned(self, game: GameId, length: u64) -> Result<Option<Time>, StoreError> {
        let warned = sqlx::query_scalar("SELECT warned FROM quiet_games WHERE game = $1 AND length = $2");
        let warned: Option<i64> =
            warned.bind(game.0.to_vec()).bind(int(length)).fetch_optional(&self.0.readers).await?;
        Ok(warned.map(Time))
    }

    /// Notes that they were told.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn note_warned(self, game: GameId, length: u64, at: Time) -> Result<(), StoreError> {
        self.0
            .writer
            .write(move |c| {
                Box::pin(async move {
                    sqlx::query(
                        "INSERT INTO quiet_games (game, length, warned) VALUES ($1, $2, $3) \
                         ON CONFLICT (game) DO UPDATE SET length = excluded.length, warned = excluded.warned",
                    )
                    .bind(game.0.to_vec())
                    .bind(int(length))
                    .bind(at.0)
                    .execute(c)
                    .await?;
                    Ok(())
                })
            })
            .await
    }

    /// Waits until an errand of that sort may have been called for by this process since the last call. For one worker a sort.
    pub async fn called(self, errand: Errand) {
        self.0.bells[errand as usize].notified().await;
    }

    pub(crate) fn ring(self, errand: Errand) {
        self.0.bells[errand as usize].notify_one();
    }
}

/// An errand as a row of JSON.
#[derive(serde::Serialize)]
pub(crate) struct Row {
    lane: &'static str,
    due: i64,
}

impl Row {
    pub(crate) fn of(errand: Errand, due: Time) -> Self {
        Row { lane: errand.word(), due: due.0 }
    }
}

/// Calls for the errands of the rows `$1`, each with a game, a moment and what is to be done.
pub(crate) const CALL: &str = "\
    INSERT INTO jobs (lane, key, game, created, set_at, due) \
    SELECT e.value ->> 'lane', a.value ->> 'game', unhex(a.value ->> 'game'), a.value ->> 'at', a.value ->> 'at', e.value ->> 'due' \
    FROM json_each($1) a, json_each(a.value, '$.errands') e WHERE true \
    ON CONFLICT (lane, key) DO UPDATE SET round = round + 1, attempts = 0, set_at = excluded.set_at, \
        due = CASE WHEN set_at > excluded.set_at THEN excluded.due ELSE min(due, excluded.due) END";

async fn call_in(
    c: &mut SqliteConnection,
    errand: Errand,
    game: GameId,
    due: Time,
    now: Time,
) -> Result<(), StoreError> {
    let row = serde_json::json!([{"game": game.to_string(), "at": now.0, "errands": [Row::of(errand, due)]}]);
    sqlx::query(CALL).bind(row.to_string()).execute(c).await?;
    Ok(())
}
