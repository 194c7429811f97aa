//! What became of first tries: lessons that were opened, practice games that were begun. Rows are counted, and tell nobody's name.

use crate::rows::{int, number};
use crate::{Accounts, NewGame, StoreError, Taken, Time};
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};
use std::time::Duration;

/// How many tries of one sort there were with a ruleset, and how far they went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tries {
    /// `lesson` or `practice`.
    pub kind: String,
    /// The ruleset's id.
    pub ruleset: String,
    /// How many were begun.
    pub opened: u64,
    /// In how many of them a first order was given.
    pub ordered: u64,
    /// How many came to their end.
    pub finished: u64,
    /// After how many another one was begun by the same player.
    pub again: u64,
}

/// How far a lesson has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tried {
    /// Its first order was given.
    Ordered,
    /// It was played to its end.
    Finished,
    /// Another try was begun after it.
    Again,
}

/// Practice games are counted by what their rows say: when one has grown since its player came, that player has given an order.
const CATCH_UP: &str = "UPDATE tries SET \
        ordered = coalesce(ordered, (SELECT updated FROM games WHERE games.id = tries.id AND length > base)), \
        finished = (SELECT updated FROM games WHERE games.id = tries.id AND state = 'ended') \
    WHERE kind = 'practice' AND finished IS NULL AND opened >= $1 \
        AND EXISTS (SELECT 1 FROM games WHERE games.id = tries.id AND (ordered IS NULL AND length > base OR state = 'ended'))";
/// Who comes back to a practice game after so long is counted no more.
const FOLLOWED: Duration = Duration::from_secs(30 * 24 * 3600);

/// How long the row of a try is kept: a year can be compared with the one before it.
pub const KEPT: Duration = Duration::from_secs(2 * 366 * 24 * 3600);

impl Accounts<'_> {
    /// Notes that a lesson was opened, under a number drawn for it.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn lesson_opened(self, id: [u8; 16], ruleset: String, now: Time) -> Result<(), StoreError> {
        let sql = "INSERT INTO tries (id, kind, ruleset, opened) VALUES ($1, 'lesson', $2, $3) ON CONFLICT DO NOTHING";
        let work = sqlx::query(sql).bind(id.to_vec()).bind(ruleset).bind(now.0);
        self.0.writer.write(move |c| Box::pin(async move { Ok(work.execute(c).await.map(|_| ())?) })).await
    }

    /// Notes how far a lesson has come; the first time counts. A number that nobody has drawn for one changes nothing.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn tried(self, id: [u8; 16], how_far: Tried, now: Time) -> Result<(), StoreError> {
        let sql = match how_far {
            Tried::Ordered => "UPDATE tries SET ordered = coalesce(ordered, $2) WHERE id = $1 AND kind = 'lesson'",
            Tried::Finished => "UPDATE tries SET finished = coalesce(finished, $2) WHERE id = $1 AND kind = 'lesson'",
            Tried::Again => "UPDATE tries SET again = coalesce(again, $2) WHERE id = $1 AND kind = 'lesson'",
        };
        let work = sqlx::query(sql).bind(id.to_vec()).bind(now.0);
        self.0.writer.write(move |c| Box::pin(async move { Ok(work.execute(c).await.map(|_| ())?) })).await
    }

    /// Notes of practice games how far they have come by now. Called before guests are swept away with theirs.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn catch_tries_up(self, now: Time) -> Result<(), StoreError> {
        let work = sqlx::query(CATCH_UP).bind(now.before(FOLLOWED).0);
        self.0.writer.write(|c| Box::pin(async move { Ok(work.execute(c).await.map(|_| ())?) })).await
    }

    /// Takes away the rows of tries that nobody counts any more. A try that is followed still is younger.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn prune_tries(self, now: Time) -> Result<(), StoreError> {
        let work = sqlx::query("DELETE FROM tries WHERE opened < $1").bind(now.before(KEPT).0);
        self.0.writer.write(|c| Box::pin(async move { Ok(work.execute(c).await.map(|_| ())?) })).await
    }

    /// How many tries there were since then, by sort and ruleset.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn count_tries(self, since: Time) -> Result<Vec<Tries>, StoreError> {
        let rows = sqlx::query(
            "SELECT kind, ruleset, count(*) AS opened, count(ordered) AS ordered, count(finished) AS finished, \
                    count(again) AS again FROM tries WHERE opened >= $1 GROUP BY kind, ruleset ORDER BY kind, ruleset",
        )
        .bind(since.0)
        .fetch_all(&self.0.readers)
        .await?;
        rows.iter().map(counted).collect()
    }
}

/// Notes that a practice game was begun, whose log is so long now, and that the player's earlier ones were not their last. Only one that waits
/// for its player can be counted by how it grows: in others the house player moves first.
pub(crate) async fn practice_begun(c: &mut SqliteConnection, new: &NewGame) -> Result<(), StoreError> {
    let opening = &new.opening;
    let again =
        "UPDATE tries SET again = $2 WHERE again IS NULL AND id IN (SELECT id FROM games WHERE host = $1 AND id <> $3)";
    sqlx::query(again)
        .bind(new.host.0.to_vec())
        .bind(opening.at.0)
        .bind(opening.game.0.to_vec())
        .execute(&mut *c)
        .await?;
    let theirs = |seat| opening.joins.iter().any(|(s, taken)| *s == seat && *taken == Taken::Player(new.host));
    if !opening.waiting.iter().any(|(seat, _)| theirs(*seat)) {
        return Ok(());
    }
    sqlx::query("INSERT INTO tries (id, kind, ruleset, base, opened) VALUES ($1, 'practice', $2, $3, $4)")
        .bind(opening.game.0.to_vec())
        .bind(new.ruleset.clone())
        .bind(int(opening.records.len() as u64))
        .bind(opening.at.0)
        .execute(c)
        .await?;
    Ok(())
}

fn counted(row: &SqliteRow) -> Result<Tries, StoreError> {
    Ok(Tries {
        kind: row.try_get("kind")?,
        ruleset: row.try_get("ruleset")?,
        opened: number(row, "opened")?,
        ordered: number(row, "ordered")?,
        finished: number(row, "finished")?,
        again: number(row, "again")?,
    })
}
