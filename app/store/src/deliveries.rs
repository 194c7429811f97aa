//! What becomes of the notices to an account, whichever way they go.

use crate::rows::{number, time, unreadable};
use crate::{AccountId, Notices, Outcome, StoreError, Time, Way};
use sqlx::Row;

/// A notice as its reader's list shows it, whichever way it went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delivery {
    /// How it travels.
    pub way: Way,
    /// What sort of notice.
    pub kind: String,
    /// The game's name; none for a digest or a test.
    pub title: Option<String>,
    /// When it was queued.
    pub created: Time,
    /// When it is due while it waits, when it ended otherwise.
    pub at: Time,
    /// How it ended; none while it waits.
    pub outcome: Option<Outcome>,
    /// The other side's words, or why it was not sent.
    pub detail: String,
    /// How many attempts there were.
    pub attempts: u32,
}

impl Notices<'_> {
    /// The last notices to an account, letters and others, latest first: those that wait, and those that ended within the last week.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn deliveries(self, account: AccountId, limit: u32) -> Result<Vec<Delivery>, StoreError> {
        let rows = sqlx::query(
            "SELECT d.*, g.title FROM ( \
                 SELECT lane, kind, game, created, due AS at, NULL AS outcome, last_error AS detail, attempts, id \
                     FROM jobs WHERE account = $1 AND lane IN ('mail', 'webhook', 'push') \
                 UNION ALL SELECT lane, kind, game, created, finished, outcome, detail, attempts, id FROM jobs_done WHERE account = $1) d \
             LEFT JOIN games g ON g.id = d.game ORDER BY d.created DESC, d.lane, d.id DESC LIMIT $2",
        )
        .bind(account.0.to_vec())
        .bind(i64::from(limit))
        .fetch_all(&self.0.readers)
        .await?;
        rows.iter()
            .map(|row| {
                let word: &str = row.try_get("lane")?;
                let outcome: Option<&str> = row.try_get("outcome")?;
                Ok(Delivery {
                    way: Way::of(word).ok_or_else(|| unreadable("lane", word))?,
                    kind: row.try_get("kind")?,
                    title: row.try_get("title")?,
                    created: time(row, "created")?,
                    at: time(row, "at")?,
                    outcome: outcome
                        .map(|word| Outcome::of(word).ok_or_else(|| unreadable("outcome", word)))
                        .transpose()?,
                    detail: row.try_get("detail")?,
                    attempts: number(row, "attempts")?,
                })
            })
            .collect()
    }
}
