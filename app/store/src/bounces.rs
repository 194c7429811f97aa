//! Letters that came back, and the addresses they come back to.

use crate::rows::{number, time, unreadable};
use crate::{Bounces, Email, Hash32, StoreError, Time};
use sqlx::Row;
use std::time::Duration;

/// Letters that have come back for good within [`BOUNCES_COUNT`] after which no more are sent to an address.
pub const MOST_BOUNCES: u64 = 3;
/// How long a letter that came back counts.
pub const BOUNCES_COUNT: Duration = Duration::from_secs(30 * 24 * 3600);

/// A letter that came back for good.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounced {
    /// The other server's words.
    pub detail: String,
    /// When it came back.
    pub at: Time,
}

impl Bounces<'_> {
    /// Keeps the address that a letter comes back to, under the hash of its token.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn keep_return_path(
        self,
        hash: Hash32,
        address: Email,
        message_id: String,
        now: Time,
    ) -> Result<(), StoreError> {
        self.0
            .writer
            .write(move |c| {
                Box::pin(async move {
                    sqlx::query(
                        "INSERT INTO return_paths (hash, address, message_id, created) VALUES ($1, $2, $3, $4) \
                         ON CONFLICT (hash) DO NOTHING",
                    )
                    .bind(hash.0.to_vec())
                    .bind(address.as_str().to_owned())
                    .bind(message_id)
                    .bind(now.0)
                    .execute(c)
                    .await?;
                    Ok(())
                })
            })
            .await
    }

    /// Whom the letter was for that comes back to the address with this hash, and its Message-ID.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn return_path(self, hash: Hash32) -> Result<Option<(Email, String)>, StoreError> {
        let row = sqlx::query("SELECT address, message_id FROM return_paths WHERE hash = $1")
            .bind(hash.0.to_vec())
            .fetch_optional(&self.0.readers)
            .await?;
        row.map(|row| {
            let address: &str = row.try_get("address")?;
            Ok((address.parse().map_err(|e| unreadable("address", e))?, row.try_get("message_id")?))
        })
        .transpose()
    }

    /// Forgets return paths of letters sent before `before`. Answers how many.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn forget_return_paths(self, before: Time) -> Result<u64, StoreError> {
        self.0
            .writer
            .write(move |c| {
                Box::pin(async move {
                    let done =
                        sqlx::query("DELETE FROM return_paths WHERE created < $1").bind(before.0).execute(c).await?;
                    Ok(done.rows_affected())
                })
            })
            .await
    }

    /// Counts a letter that came back for good, once. With the third within a month no more letters about games go to the address, until its
    /// owner opens a link that was sent there. Answers how many count by now.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn note(self, address: Email, message_id: String, detail: String, now: Time) -> Result<u64, StoreError> {
        self.0
            .writer
            .write(move |c| {
                Box::pin(async move {
                    sqlx::query(
                        "INSERT INTO bounces (address, message_id, detail, at) VALUES ($1, $2, $3, $4) \
                         ON CONFLICT (message_id) DO NOTHING",
                    )
                    .bind(address.as_str().to_owned())
                    .bind(message_id)
                    .bind(detail.clone())
                    .bind(now.0)
                    .execute(&mut *c)
                    .await?;
                    let row = sqlx::query("SELECT count(*) AS n FROM bounces WHERE address = $1 AND at > $2")
                        .bind(address.as_str().to_owned())
                        .bind(now.before(BOUNCES_COUNT).0)
                        .fetch_one(&mut *c)
                        .await?;
                    let count: u64 = number(&row, "n")?;
                    if count >= MOST_BOUNCES {
                        // Whoever has unsubscribed stays so.
                        sqlx::query(
                            "INSERT INTO suppressions (address, reason, detail, at) VALUES ($1, 'bounced', $2, $3) \
                             ON CONFLICT (address) DO NOTHING",
                        )
                        .bind(address.as_str().to_owned())
                        .bind(detail)
                        .bind(now.0)
                        .execute(c)
                        .await?;
                    }
                    Ok(count)
                })
            })
            .await
    }

    /// The letters to an address that came back, latest first.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn of_address(self, address: &Email) -> Result<Vec<Bounced>, StoreError> {
        let rows = sqlx::query("SELECT detail, at FROM bounces WHERE address = $1 ORDER BY at DESC, id DESC LIMIT 10")
            .bind(address.as_str().to_owned())
            .fetch_all(&self.0.readers)
            .await?;
        rows.iter().map(|row| Ok(Bounced { detail: row.try_get("detail")?, at: time(row, "at")? })).collect()
    }
}
