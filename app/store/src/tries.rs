//! What became of first tries: lessons that were opened, practice games that were begun. Rows are counted, and tell nobody's name.

use crate::rows::number;
use crate::{AccountId, Accounts, GameId, StoreError, Time};
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

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
    WHERE kind = 'practice' AND finished IS NULL AND EXISTS (SELECT 1 FROM games WHERE games.id = tries.id)";

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

    /// Notes that a practice game was begun, whose log is so long now. The player's earlier ones were not their last.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn practice_begun(
        self,
        game: GameId,
        host: AccountId,
        ruleset: String,
        base: u64,
        now: Time,
    ) -> Result<(), StoreError> {
        self.0
            .writer
            .write(move |c| {
                Box::pin(async move {
                    sqlx::query(
                        "UPDATE tries SET again = $2 WHERE again IS NULL AND id IN (SELECT id FROM games WHERE host = $1)",
                    )
                    .bind(host.0.to_vec())
                    .bind(now.0)
                    .execute(&mut *c)
                    .await?;
                    sqlx::query(
                        "INSERT INTO tries (id, kind, ruleset, base, opened) VALUES ($1, 'practice', $2, $3, $4) \
                         ON CONFLICT DO NOTHING",
                    )
                    .bind(game.0.to_vec())
                    .bind(ruleset)
                    .bind(i64::try_from(base).unwrap_or(i64::MAX))
                    .bind(now.0)
                    .execute(c)
                    .await?;
                    Ok(())
                })
            })
            .await
    }

    /// Notes how far a try has come; the first time counts. A number that nobody has drawn changes nothing.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn tried(self, id: [u8; 16], how_far: Tried, now: Time) -> Result<(), StoreError> {
        let sql = match how_far {
            Tried::Ordered => "UPDATE tries SET ordered = coalesce(ordered, $2) WHERE id = $1",
            Tried::Finished => "UPDATE tries SET finished = coalesce(finished, $2) WHERE id = $1",
            Tried::Again => "UPDATE tries SET again = coalesce(again, $2) WHERE id = $1",
        };
        let work = sqlx::query(sql).bind(id.to_vec()).bind(now.0);
        self.0.writer.write(move |c| Box::pin(async move { Ok(work.execute(c).await.map(|_| ())?) })).await
    }

    /// Notes of practice games how far they have come by now. Called before guests are swept away with theirs.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn catch_tries_up(self) -> Result<(), StoreError> {
        self.0.writer.write(|c| Box::pin(async move { Ok(sqlx::query(CATCH_UP).execute(c).await.map(|_| ())?) })).await
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
