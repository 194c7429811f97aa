//! The addresses beside mail that an account's notices go to.

use crate::rows::{bytes, maybe_time, time, unreadable};
use crate::{AccountId, Notices, StoreError, Time};
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};

/// How a notice travels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Way {
    /// A letter.
    #[default]
    Mail,
    /// A signed JSON document, posted to an address of the player's.
    Webhook,
    /// A line of text, posted to a push service of the player's choice.
    Push,
}

impl Way {
    /// The word in tables and forms: `mail`, `webhook`, `push`.
    pub const fn word(self) -> &'static str {
        match self {
            Way::Mail => "mail",
            Way::Webhook => "webhook",
            Way::Push => "push",
        }
    }

    /// The way that a word stands for.
    pub fn of(word: &str) -> Option<Self> {
        [Way::Mail, Way::Webhook, Way::Push].into_iter().find(|way| way.word() == word)
    }
}

/// An address beside mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Channel {
    /// Which sort.
    pub way: Way,
    /// Where to.
    pub url: String,
    /// What its signing key is made from.
    pub nonce: [u8; 16],
    /// When it was named.
    pub created: Time,
    /// When and why it was switched off.
    pub off: Option<(Time, String)>,
}

impl Notices<'_> {
    /// The channels of an account, switched off or not.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn channels(self, account: AccountId) -> Result<Vec<Channel>, StoreError> {
        let rows = sqlx::query("SELECT * FROM channels WHERE account = $1 ORDER BY way")
            .bind(account.0.to_vec())
            .fetch_all(&self.0.readers)
            .await?;
        rows.iter().map(channel).collect()
    }

    /// Names the address of a channel and switches it on. The signing key stays as it is, unless `fresh_key` is asked for.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn set_channel(
        self,
        account: AccountId,
        way: Way,
        url: String,
        fresh_key: bool,
        now: Time,
    ) -> Result<(), StoreError> {
        let mut nonce = [0; 16];
        getrandom::fill(&mut nonce).expect("the operating system always has random bytes for a running process");
        self.0
            .writer
            .write(move |c| {
                Box::pin(async move {
                    sqlx::query(
                        "INSERT INTO channels (account, way, url, nonce, created) VALUES ($1, $2, $3, $4, $5) \
                         ON CONFLICT (account, way) DO UPDATE SET url = excluded.url, off_at = NULL, off_why = '', \
                             nonce = CASE WHEN $6 THEN excluded.nonce ELSE nonce END",
                    )
                    .bind(account.0.to_vec())
                    .bind(way.word())
                    .bind(url)
                    .bind(nonce.to_vec())
                    .bind(now.0)
                    .bind(fresh_key)
                    .execute(c)
                    .await?;
                    Ok(())
                })
            })
            .await
    }

    /// Forgets a channel; what waits for it is not sent. False when there was none.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn remove_channel(self, account: AccountId, way: Way, now: Time) -> Result<bool, StoreError> {
        self.0
            .writer
            .write(move |c| {
                Box::pin(async move {
                    let done = sqlx::query("DELETE FROM channels WHERE account = $1 AND way = $2")
                        .bind(account.0.to_vec())
                        .bind(way.word())
                        .execute(&mut *c)
                        .await?;
                    drop_waiting(c, account, way, "the address was taken away", now).await?;
                    Ok(done.rows_affected() == 1)
                })
            })
            .await
    }

    /// Switches a channel off that nothing can be delivered over; what waits for it is not sent.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn switch_off_channel(
        self,
        account: AccountId,
        way: Way,
        why: String,
        now: Time,
    ) -> Result<(), StoreError> {
        self.0.writer
            .write(move |c| {
                Box::pin(async move {
                    sqlx::query(
                        "UPDATE channels SET off_at = $3, off_why = $4 WHERE account = $1 AND way = $2 AND off_at IS NULL",
                    )
                    .bind(account.0.to_vec())
                    .bind(way.word())
                    .bind(now.0)
                    .bind(why)
                    .execute(&mut *c)
                    .await?;
                    drop_waiting(c, account, way, "the address was switched off", now).await
                })
            })
            .await
    }
}

async fn drop_waiting(
    c: &mut SqliteConnection,
    account: AccountId,
    way: Way,
    why: &str,
    now: Time,
) -> Result<(), StoreError> {
    let ids: Vec<i64> = sqlx::query_scalar("SELECT id FROM jobs WHERE account = $1 AND lane = $2 AND owner IS NULL")
        .bind(account.0.to_vec())
        .bind(way.word())
        .fetch_all(&mut *c)
        .await?;
    crate::queue::retire(c, &ids, crate::Outcome::Suppressed, why, now).await
}

fn channel(row: &SqliteRow) -> Result<Channel, StoreError> {
    let word: &str = row.try_get("way")?;
    let why: String = row.try_get("off_why")?;
    Ok(Channel {
        way: Way::of(word).ok_or_else(|| unreadable("way", word))?,
        url: row.try_get("url")?,
        nonce: bytes(row, "nonce")?,
        created: time(row, "created")?,
        off: maybe_time(row, "off_at")?.map(|at| (at, why)),
    })
}
