//! The lists of the lobby.

use crate::games::with_seats;
use crate::rows::bytes;
use crate::{AccountId, Game, GameId, GameState, Games, StoreError};

const MINE: &str = "WITH mine AS ( \
        SELECT game, min(CASE WHEN stand_in IS NULL THEN since END) AS since FROM seats WHERE account = $1 GROUP BY game \
        UNION ALL \
        SELECT id, NULL FROM games WHERE host = $1 AND NOT EXISTS (SELECT 1 FROM seats WHERE game = games.id AND account = $1) \
    ) \
    SELECT g.* FROM mine JOIN games g ON g.id = mine.game \
    ORDER BY mine.since IS NULL, mine.since, \
             CASE g.state WHEN 'running' THEN 0 WHEN 'lobby' THEN 1 ELSE 2 END, g.updated DESC, g.id";

const OPEN: &str = "SELECT * FROM games g WHERE public = 1 AND open = 1 AND state = 'lobby' AND host IS NOT $1 \
        AND EXISTS (SELECT 1 FROM seats WHERE game = g.id AND account IS NULL AND bot IS NULL) \
        AND NOT EXISTS (SELECT 1 FROM seats WHERE game = g.id AND account = $1) \
    ORDER BY created DESC, id LIMIT $2";

impl Games<'_> {
    /// All running games with private logs, those brought in from elsewhere included.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn running_with_secrets(self) -> Result<Vec<GameId>, StoreError> {
        let rows = sqlx::query(
            "SELECT id FROM games WHERE state = 'running' \
                 AND EXISTS (SELECT 1 FROM records WHERE game = id AND seq = 1 AND root IS NOT NULL) ORDER BY id",
        )
        .fetch_all(&self.0.readers)
        .await?;
        rows.iter().map(|row| bytes(row, "id").map(GameId)).collect()
    }

    /// The games an account plays in or set up: first those that wait for it, the longest wait first; then the other
    /// running ones, those that still look for players, and the ended ones, each by the latest change.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn of_account(self, account: AccountId) -> Result<Vec<Game>, StoreError> {
        let mut c = self.0.readers.acquire().await?;
        let rows = sqlx::query(MINE).bind(account.0.to_vec()).fetch_all(&mut *c).await?;
        with_seats(&mut c, &rows).await
    }

    /// How many games ask something of an account.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn asking(self, account: AccountId) -> Result<usize, StoreError> {
        let row = sqlx::query("SELECT count(DISTINCT game) AS n FROM seats WHERE account = $1 AND asks IS NOT NULL")
            .bind(account.0.to_vec())
            .fetch_one(&self.0.readers)
            .await?;
        crate::rows::number(&row, "n").map(|n: u32| n as usize)
    }

    /// The game that has waited longest for an account, other than the one it is looking at.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn next_waiting(self, account: AccountId, but: Option<GameId>) -> Result<Option<GameId>, StoreError> {
        let row = sqlx::query(
            "SELECT game FROM seats WHERE account = $1 AND since IS NOT NULL AND stand_in IS NULL AND game IS NOT $2 ORDER BY since, game LIMIT 1",
        )
        .bind(account.0.to_vec())
        .bind(but.map(|g| g.0.to_vec()))
        .fetch_optional(&self.0.readers)
        .await?;
        row.map(|r| crate::rows::bytes(&r, "game").map(GameId)).transpose()
    }

    /// The games that wait for a house player, the longest wait first.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn waiting_for_bots(self) -> Result<Vec<GameId>, StoreError> {
        let rows = sqlx::query(
            "SELECT game, min(since) AS since FROM seats WHERE coalesce(bot, stand_in) IS NOT NULL AND since IS NOT NULL \
             GROUP BY game ORDER BY since, game",
        )
        .fetch_all(&self.0.readers)
        .await?;
        rows.iter().map(|row| crate::rows::bytes(row, "game").map(GameId)).collect()
    }

    /// Public games in one state, the latest change first.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn public(self, state: GameState, limit: u32, offset: u32) -> Result<Vec<Game>, StoreError> {
        let mut c = self.0.readers.acquire().await?;
        let rows = sqlx::query(
            "SELECT * FROM games WHERE public = 1 AND state = $1 ORDER BY updated DESC, id LIMIT $2 OFFSET $3",
        )
        .bind(state.word())
        .bind(i64::from(limit))
        .bind(i64::from(offset))
        .fetch_all(&mut *c)
        .await?;
        with_seats(&mut c, &rows).await
    }

    /// Public games with a seat open to the lobby that this account neither set up nor plays in, the newest first.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn open(self, account: Option<AccountId>, limit: u32) -> Result<Vec<Game>, StoreError> {
        let mut c = self.0.readers.acquire().await?;
        let rows =
            sqlx::query(OPEN).bind(account.map(|a| a.0.to_vec())).bind(i64::from(limit)).fetch_all(&mut *c).await?;
        with_seats(&mut c, &rows).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Store;
    use sqlx::Row;

    /// How SQLite goes about a question, a step a line.
    async fn plan(sql: &'static str) -> Vec<String> {
        let store = Store::temporary().await.unwrap();
        let sql = sqlx::AssertSqlSafe(format!("EXPLAIN QUERY PLAN {sql}"));
        let rows = sqlx::query(sql).bind([1; 16].to_vec()).bind(50).fetch_all(&store.readers).await.unwrap();
        rows.iter().map(|row| row.try_get("detail").unwrap()).collect()
    }

    #[tokio::test]
    async fn whether_somebody_plays_in_a_game_of_a_list_is_one_look_at_an_index() {
        for sql in [MINE, OPEN] {
            let plan = plan(sql).await;
            let look = "SEARCH seats USING COVERING INDEX seats_account (account=? AND game=?)";
            assert!(plan.iter().any(|step| step == look), "{plan:#?}");
            assert!(!plan.iter().any(|step| step.starts_with("SCAN seats")), "{plan:#?}");
        }
    }
}
