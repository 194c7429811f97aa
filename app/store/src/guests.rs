//! Guests: accounts without a mail address, for a day, and how they are swept away or what they have played is kept.

use crate::accounts::account;
use crate::rows::bytes;
use crate::{Account, AccountId, Accounts, GameId, StoreError, Time};
use sqlx::{AssertSqlSafe, Row, SqliteConnection};
use std::time::Duration;

/// How long a guest and their game live.
pub const GUEST_LIFE: Duration = Duration::from_secs(24 * 3600);

/// The domain of guests' addresses, which no mail reaches (RFC 2606). Nobody can type one: [`crate::Email`] does not read it.
pub(crate) const GUEST_DOMAIN: &str = "guest.invalid";

/// What of a guest's is in tables by game and account, and does not come along when the game is kept: it opens doors, or is work in hand.
const LEFT: [&str; 5] = ["inbox", "jobs", "jobs_done", "reply_addresses", "sessions"];

impl Accounts<'_> {
    /// An account for somebody who has given no address, unless there are `most` of them already.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn new_guest(self, most: u32, now: Time) -> Result<Option<Account>, StoreError> {
        self.0
            .writer
            .write(move |c| {
                Box::pin(async move {
                    let there: i64 = sqlx::query_scalar("SELECT count(*) FROM guests").fetch_one(&mut *c).await?;
                    if there >= i64::from(most) {
                        return Ok(None);
                    }
                    let id = AccountId::fresh();
                    let row = sqlx::query(
                        "INSERT INTO accounts (id, email, name, created) VALUES ($1, $2, 'Guest', $3) RETURNING *",
                    )
                    .bind(id.0.to_vec())
                    .bind(format!("{id}@{GUEST_DOMAIN}"))
                    .bind(now.0)
                    .fetch_one(&mut *c)
                    .await?;
                    sqlx::query("INSERT INTO guests (account, expires) VALUES ($1, $2)")
                        .bind(id.0.to_vec())
                        .bind(now.after(GUEST_LIFE).0)
                        .execute(c)
                        .await?;
                    account(&row).map(Some)
                })
            })
            .await
    }

    /// Takes away the guests whose day is over, with the games that nobody has kept. Answers how many.
    ///
    /// # Errors
    /// When one of them cannot be taken away, or the storage fails; nobody is taken away by half, and the others are gone.
    pub async fn sweep_guests(self, now: Time) -> Result<usize, StoreError> {
        let over = sqlx::query("SELECT account FROM guests WHERE expires <= $1 ORDER BY random() LIMIT 100")
            .bind(now.0)
            .fetch_all(&self.0.readers)
            .await?;
        let (mut swept, mut failed) = (0, None);
        for row in &over {
            let guest = AccountId(bytes(row, "account")?);
            // One who cannot be taken away keeps nobody else here.
            match self.0.writer.write(move |c| Box::pin(sweep(c, guest))).await {
                Ok(()) => swept += 1,
                Err(error) => failed = Some(error),
            }
        }
        failed.map_or(Ok(swept), Err)
    }
}

/// Gives what a guest plays to an account, and ends the guest's sessions. Answers which games these are: none when they were swept away, or
/// kept before.
pub(crate) async fn keep(
    c: &mut SqliteConnection,
    guest: AccountId,
    account: AccountId,
    now: Time,
) -> Result<Vec<GameId>, StoreError> {
    let games =
        sqlx::query("UPDATE games SET host = $2 WHERE host = $1 AND $1 IN (SELECT account FROM guests) RETURNING id")
            .bind(guest.0.to_vec())
            .bind(account.0.to_vec())
            .fetch_all(&mut *c)
            .await?;
    let by_account = naming(c, "account").await?;
    let by_game = naming(c, "game").await?;
    for table in by_account.iter().filter(|t| by_game.contains(t) && !LEFT.contains(&t.as_str())) {
        sqlx::query(AssertSqlSafe(format!("UPDATE {table} SET account = $2 WHERE account = $1")))
            .bind(guest.0.to_vec())
            .bind(account.0.to_vec())
            .execute(&mut *c)
            .await?;
    }
    // Whoever typed the address is not always whom it belongs to.
    sqlx::query("UPDATE sessions SET revoked = $2 WHERE account = $1 AND revoked IS NULL")
        .bind(guest.0.to_vec())
        .bind(now.0)
        .execute(c)
        .await?;
    games.iter().map(|row| bytes(row, "id").map(GameId)).collect()
}

/// Takes a guest away with everything that hangs on them: whatever table names their game or their account.
async fn sweep(c: &mut SqliteConnection, guest: AccountId) -> Result<(), StoreError> {
    sqlx::query("PRAGMA defer_foreign_keys = ON").execute(&mut *c).await?;
    sqlx::query("UPDATE guests SET swept = 1 WHERE account = $1").bind(guest.0.to_vec()).execute(&mut *c).await?;
    crate::register::keep_leaves(c, guest).await?;
    for table in naming(c, "game").await? {
        sqlx::query(AssertSqlSafe(format!("DELETE FROM {table} WHERE game IN (SELECT id FROM games WHERE host = $1)")))
            .bind(guest.0.to_vec())
            .execute(&mut *c)
            .await?;
    }
    sqlx::query("DELETE FROM games WHERE host = $1").bind(guest.0.to_vec()).execute(&mut *c).await?;
    for table in naming(c, "account").await? {
        sqlx::query(AssertSqlSafe(format!("DELETE FROM {table} WHERE account = $1")))
            .bind(guest.0.to_vec())
            .execute(&mut *c)
            .await?;
    }
    sqlx::query("DELETE FROM accounts WHERE id = $1").bind(guest.0.to_vec()).execute(c).await?;
    Ok(())
}

/// The tables with a column of that name.
async fn naming(c: &mut SqliteConnection, column: &'static str) -> Result<Vec<String>, StoreError> {
    let rows = sqlx::query(
        "SELECT m.name AS name FROM sqlite_schema m JOIN pragma_table_info(m.name) c \
         WHERE m.type = 'table' AND c.name = $1 ORDER BY m.name",
    )
    .bind(column)
    .fetch_all(c)
    .await?;
    Ok(rows.iter().map(|row| row.try_get("name")).collect::<Result<_, _>>()?)
}
