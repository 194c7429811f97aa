//! The addresses at which accounts read their games as a feed.

use crate::accounts::account;
use crate::rows::time;
use crate::{Account, AccountId, StoreError, Time, Token, Tokens};

impl Tokens<'_> {
    /// Makes a new address for an account's feed; the one before it is void. The answer is the only place where it can be read.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn new_feed(self, account: AccountId, now: Time) -> Result<Token, StoreError> {
        let token = Token::fresh();
        let hash = token.hash();
        self.0
            .writer
            .write(move |c| {
                Box::pin(async move {
                    sqlx::query(
                        "INSERT INTO feeds (account, hash, created) VALUES ($1, $2, $3) \
                         ON CONFLICT (account) DO UPDATE SET hash = excluded.hash, created = excluded.created",
                    )
                    .bind(account.0.to_vec())
                    .bind(hash.0.to_vec())
                    .bind(now.0)
                    .execute(c)
                    .await?;
                    Ok::<_, StoreError>(())
                })
            })
            .await?;
        Ok(token)
    }

    /// Whose feed this is.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn feed(self, token: &Token) -> Result<Option<Account>, StoreError> {
        let row = sqlx::query("SELECT a.* FROM feeds f JOIN accounts a ON a.id = f.account WHERE f.hash = $1")
            .bind(token.hash().0.to_vec())
            .fetch_optional(&self.0.readers)
            .await?;
        row.as_ref().map(account).transpose()
    }

    /// Since when an account has an address for its feed, if it has one.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn feed_since(self, account: AccountId) -> Result<Option<Time>, StoreError> {
        let row = sqlx::query("SELECT created FROM feeds WHERE account = $1")
            .bind(account.0.to_vec())
            .fetch_optional(&self.0.readers)
            .await?;
        row.map(|row| time(&row, "created")).transpose()
    }

    /// Makes the address of an account's feed void. False when it had none.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn revoke_feed(self, account: AccountId) -> Result<bool, StoreError> {
        self.0
            .writer
            .write(move |c| {
                Box::pin(async move {
                    let done =
                        sqlx::query("DELETE FROM feeds WHERE account = $1").bind(account.0.to_vec()).execute(c).await?;
                    Ok(done.rows_affected() == 1)
                })
            })
            .await
    }
}
