//! Who wants no letters: addresses that unsubscribed or bounced, and games that a player has silenced.

use crate::{AccountId, Bounces, Email, GameId, Notices, StoreError, Time};
use sqlx::{Row, SqliteConnection};

/// Why an address gets no game letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Suppression {
    /// Its owner said so.
    Unsubscribed,
    /// The receiving server said that there is nobody there; its words.
    Bounced(String),
}

impl Bounces<'_> {
    /// Stops all letters to an address but those it asks for itself (sign-in). Said twice, the later reason stands.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn suppress(self, address: Email, why: Suppression, now: Time) -> Result<(), StoreError> {
        let (reason, detail) = match why {
            Suppression::Unsubscribed => ("unsubscribed", String::new()),
            Suppression::Bounced(reply) => ("bounced", reply),
        };
        self.0.writer
            .write(move |c| {
                Box::pin(async move {
                    sqlx::query(
                        "INSERT INTO suppressions (address, reason, detail, at) VALUES ($1, $2, $3, $4) \
                         ON CONFLICT (address) DO UPDATE SET reason = excluded.reason, detail = excluded.detail, at = excluded.at",
                    )
                    .bind(address.as_str().to_owned())
                    .bind(reason)
                    .bind(detail)
                    .bind(now.0)
                    .execute(c)
                    .await?;
                    Ok(())
                })
            })
            .await
    }

    /// Lets letters to an address go out again. False when nothing stopped them.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn lift(self, address: Email) -> Result<bool, StoreError> {
        self.0
            .writer
            .write(move |c| {
                Box::pin(async move {
                    let done = sqlx::query("DELETE FROM suppressions WHERE address = $1")
                        .bind(address.as_str().to_owned())
                        .execute(c)
                        .await?;
                    Ok(done.rows_affected() == 1)
                })
            })
            .await
    }

    /// Whether and why an address gets no game letters.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn suppression(self, address: &Email) -> Result<Option<Suppression>, StoreError> {
        let row = sqlx::query("SELECT reason, detail FROM suppressions WHERE address = $1")
            .bind(address.as_str().to_owned())
            .fetch_optional(&self.0.readers)
            .await?;
        let Some(row) = row else { return Ok(None) };
        Ok(Some(match row.try_get("reason")? {
            "bounced" => Suppression::Bounced(row.try_get("detail")?),
            _ => Suppression::Unsubscribed,
        }))
    }
}

impl Notices<'_> {
    /// Turns letters about one game off or on for an account.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn set_silence(
        self,
        game: GameId,
        account: AccountId,
        silent: bool,
        now: Time,
    ) -> Result<(), StoreError> {
        self.0
            .writer
            .write(move |c| {
                Box::pin(async move {
                    let query = if silent {
                        sqlx::query(
                            "INSERT INTO silences (game, account, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
                        )
                    } else {
                        sqlx::query("DELETE FROM silences WHERE game = $1 AND account = $2 AND $3 IS NOT NULL")
                    };
                    query.bind(game.0.to_vec()).bind(account.0.to_vec()).bind(now.0).execute(c).await?;
                    Ok(())
                })
            })
            .await
    }

    /// Whether an account has turned letters about a game off.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn silence(self, game: GameId, account: AccountId) -> Result<bool, StoreError> {
        Ok(sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM silences WHERE game = $1 AND account = $2)")
            .bind(game.0.to_vec())
            .bind(account.0.to_vec())
            .fetch_one(&self.0.readers)
            .await?)
    }
}

/// Forgets that an address bounced: its owner has just opened a link that was sent there.
pub(crate) async fn has_answered(c: &mut SqliteConnection, address: &Email) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM suppressions WHERE address = $1 AND reason = 'bounced'")
        .bind(address.as_str().to_owned())
        .execute(&mut *c)
        .await?;
    sqlx::query("DELETE FROM bounces WHERE address = $1").bind(address.as_str().to_owned()).execute(c).await?;
    Ok(())
}
