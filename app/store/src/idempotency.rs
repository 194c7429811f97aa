//! Answers saved under the key that a client chose, so that a repeated request is carried out once (style: zero2prod).

use crate::rows::{bytes, number};
use crate::{AccountId, AppendError, Hash32, Logs, StoreError, Time};
use sqlx::sqlite::Sqlite;
use sqlx::{Executor, Row, SqliteConnection};

/// A request's key and the answer to save with its work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Once {
    /// Who asks; keys of different accounts do not meet.
    pub account: AccountId,
    /// The key, 1 to 100 characters.
    pub key: String,
    /// SHA-256 of what was asked: [`Hash32::of`] the address and body of the request.
    pub request: Hash32,
    /// The answer.
    pub answer: Saved,
}

/// An answer as it was given the first time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saved {
    /// The HTTP status.
    pub status: u16,
    /// The body, or the path that a redirect goes to.
    pub body: String,
}

impl Logs<'_> {
    /// The answer saved for a key, so that a repeat needs no work at all before it is answered.
    ///
    /// # Errors
    /// [`AppendError::KeyReused`] when the key was used for another request; otherwise when the storage fails.
    pub async fn saved_answer(
        self,
        account: AccountId,
        key: &str,
        request: Hash32,
    ) -> Result<Option<Saved>, AppendError> {
        look(&self.0.readers, account, key, request).await
    }

    /// Forgets answers saved before `before`. Answers how many.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn forget_answers(self, before: Time) -> Result<u64, StoreError> {
        self.0
            .writer
            .write(move |c| {
                Box::pin(async move {
                    let done = sqlx::query("DELETE FROM idempotency WHERE at < $1").bind(before.0).execute(c).await?;
                    Ok(done.rows_affected())
                })
            })
            .await
    }
}

pub(crate) async fn find(c: &mut SqliteConnection, once: &Once) -> Result<Option<Saved>, AppendError> {
    look(c, once.account, &once.key, once.request).await
}

async fn look<'e>(
    c: impl Executor<'e, Database = Sqlite>,
    account: AccountId,
    key: &str,
    request: Hash32,
) -> Result<Option<Saved>, AppendError> {
    let row = sqlx::query("SELECT request, status, body FROM idempotency WHERE account = $1 AND key = $2")
        .bind(account.0.to_vec())
        .bind(key.to_owned())
        .fetch_optional(c)
        .await?;
    let Some(row) = row else { return Ok(None) };
    if Hash32(bytes(&row, "request")?) != request {
        return Err(AppendError::KeyReused);
    }
    Ok(Some(Saved { status: number(&row, "status")?, body: row.try_get("body")? }))
}

pub(crate) async fn save(c: &mut SqliteConnection, once: &Once, at: Time) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO idempotency (account, key, request, status, body, at) VALUES ($1, $2, $3, $4, $5, $6)")
        .bind(once.account.0.to_vec())
        .bind(once.key.clone())
        .bind(once.request.0.to_vec())
        .bind(i64::from(once.answer.status))
        .bind(once.answer.body.clone())
        .bind(at.0)
        .execute(c)
        .await?;
    Ok(())
}
