//! Personal tokens for the JSON API.

use crate::accounts::account;
use crate::rows::{bytes, maybe_time, time};
use crate::{Account, AccountId, GrantId, StoreError, Time, Token, Tokens};
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

/// One token, as its owner's list shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiToken {
    /// Its id, for the form that revokes it.
    pub id: GrantId,
    /// What its owner calls it.
    pub name: String,
    /// When it was made.
    pub created: Time,
    /// When it was last used, to within a few minutes.
    pub used: Option<Time>,
}

impl Tokens<'_> {
    /// Makes a token; the answer is the only place where it can be read. `name` has 1 to 60 characters.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn new_api_token(self, account: AccountId, name: String, now: Time) -> Result<Token, StoreError> {
        let token = Token::fresh();
        let hash = token.hash();
        self.0
            .writer
            .write(move |c| {
                Box::pin(async move {
                    sqlx::query(
                        "INSERT INTO api_tokens (id, hash, account, name, created) VALUES ($1, $2, $3, $4, $5)",
                    )
                    .bind(GrantId::fresh().0.to_vec())
                    .bind(hash.0.to_vec())
                    .bind(account.0.to_vec())
                    .bind(name)
                    .bind(now.0)
                    .execute(c)
                    .await?;
                    Ok::<_, StoreError>(())
                })
            })
            .await?;
        Ok(token)
    }

    /// Whose token this is, if it is not revoked.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn api_token(self, token: &Token) -> Result<Option<(ApiToken, Account)>, StoreError> {
        let row = sqlx::query(
            "SELECT a.*, t.id AS token_id, t.name AS token_name, t.created AS token_created, t.used \
             FROM api_tokens t JOIN accounts a ON a.id = t.account WHERE t.hash = $1 AND t.revoked IS NULL",
        )
        .bind(token.hash().0.to_vec())
        .fetch_optional(&self.0.readers)
        .await?;
        let Some(row) = row else { return Ok(None) };
        let token = ApiToken {
            id: GrantId(bytes(&row, "token_id")?),
            name: row.try_get("token_name")?,
            created: time(&row, "token_created")?,
            used: maybe_time(&row, "used")?,
        };
        Ok(Some((token, account(&row)?)))
    }

    /// Notes that a token was used. Writes nothing when that was noted a few minutes ago.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn touch_api_token(self, token: &ApiToken, now: Time) -> Result<(), StoreError> {
        self.0.touch_grant("UPDATE api_tokens SET used = $2 WHERE id = $1", token.id, token.used, now).await
    }

    /// The tokens of an account, newest first.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn api_tokens(self, account: AccountId) -> Result<Vec<ApiToken>, StoreError> {
        let rows =
            sqlx::query("SELECT * FROM api_tokens WHERE account = $1 AND revoked IS NULL ORDER BY created DESC, id")
                .bind(account.0.to_vec())
                .fetch_all(&self.0.readers)
                .await?;
        rows.iter().map(token).collect()
    }

    /// Revokes one of the account's tokens. False when it has no such token.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn revoke_api_token(self, account: AccountId, id: GrantId, now: Time) -> Result<bool, StoreError> {
        let sql = "UPDATE api_tokens SET revoked = $3 WHERE account = $1 AND id = $2 AND revoked IS NULL";
        Ok(self.0.revoke_grants(sql, account, Some(id), now).await? == 1)
    }
}

fn token(row: &SqliteRow) -> Result<ApiToken, StoreError> {
    Ok(ApiToken {
        id: GrantId(bytes(row, "id")?),
        name: row.try_get("name")?,
        created: time(row, "created")?,
        used: maybe_time(row, "used")?,
    })
}
