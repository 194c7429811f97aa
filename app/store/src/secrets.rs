//! The secrets: of each game, and of the service. They are read over a connection of their own; the readers' connections hide
//! them (`open.rs`).

use crate::rows::bytes;
use crate::{GameId, Logs, Store, StoreError};
use sqlx::SqliteConnection;

impl Logs<'_> {
    /// The 32 secret bytes of a game. Never to be shown, logged or sent.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn game_secret(self, game: GameId) -> Result<Option<[u8; 32]>, StoreError> {
        let row = sqlx::query("SELECT secret FROM game_secrets WHERE game = $1")
            .bind(game.0.to_vec())
            .fetch_optional(&self.0.secrets)
            .await?;
        row.map(|row| bytes(&row, "secret")).transpose()
    }
}

impl Store {
    /// The service's own key of that name, made at its first use.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn service_secret(&self, name: &'static str) -> Result<[u8; 32], StoreError> {
        self.writer
            .write(move |c| {
                Box::pin(async move {
                    let mut fresh = vec![0; 32];
                    getrandom::fill(&mut fresh)
                        .expect("the operating system always has random bytes for a running process");
                    let row = sqlx::query(
                        "INSERT INTO service_secrets (name, secret) VALUES ($1, $2) \
                         ON CONFLICT (name) DO UPDATE SET name = excluded.name RETURNING secret",
                    )
                    .bind(name)
                    .bind(fresh)
                    .fetch_one(c)
                    .await?;
                    bytes(&row, "secret")
                })
            })
            .await
    }
}

pub(crate) async fn insert(c: &mut SqliteConnection, game: GameId, secret: [u8; 32]) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO game_secrets (game, secret) VALUES ($1, $2)")
        .bind(game.0.to_vec())
        .bind(secret.to_vec())
        .execute(c)
        .await?;
    Ok(())
}
