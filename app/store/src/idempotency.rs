//! Answers saved under the key that a client chose, so that a repeated request is carried out once (style: zero2prod).

use crate::rows::{bytes, maybe_bytes, number};
use crate::{AccountId, AppendError, Hash32, Logs, StoreError, Time};
use sqlx::sqlite::{Sqlite, SqliteRow};
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

/// What was asked under a key, as far as it is kept: the first half of its hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SavedRequest([u8; 16]);

impl SavedRequest {
    /// What is kept of a request.
    pub fn of(request: Hash32) -> Self {
        let mut kept = [0; 16];
        kept.copy_from_slice(&request.0[..16]);
        SavedRequest(kept)
    }

    /// Whether this is what was asked.
    pub fn is(self, request: Hash32) -> bool {
        self == SavedRequest::of(request)
    }

    pub(crate) fn hex(self) -> String {
        hex::encode(self.0)
    }
}

/// What is kept of a key: a number from the beginning of its hash.
pub(crate) fn number_of(key: &str) -> i64 {
    let mut first = [0; 8];
    first.copy_from_slice(&Hash32::of(key.as_bytes()).0[..8]);
    i64::from_be_bytes(first)
}

/// What was asked and answered under a key, of a row with `request`, `status` and `body`; none where these are empty.
pub(crate) fn saved(
    row: &SqliteRow,
    request: &str,
    status: &str,
    body: &str,
) -> Result<Option<(SavedRequest, Saved)>, StoreError> {
    let Some(asked) = maybe_bytes(row, request)? else { return Ok(None) };
    Ok(Some((SavedRequest(asked), Saved { status: number(row, status)?, body: row.try_get(body)? })))
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
                    let done = sqlx::query("DELETE FROM answers WHERE at < $1").bind(before.0).execute(c).await?;
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
    let row = sqlx::query("SELECT request, status, body FROM answers WHERE account = $1 AND key = $2")
        .bind(account.0.to_vec())
        .bind(number_of(key))
        .fetch_optional(c)
        .await?;
    match row.map(|row| saved(&row, "request", "status", "body")).transpose()?.flatten() {
        None => Ok(None),
        Some((asked, saved)) if asked.is(request) => Ok(Some(saved)),
        Some(_) => Err(AppendError::KeyReused),
    }
}

pub(crate) async fn save(c: &mut SqliteConnection, once: &Once, at: Time) -> Result<(), StoreError> {
    save_as(c, once.account, &once.key, once.request, &once.answer, at).await
}

async fn save_as(
    c: &mut SqliteConnection,
    account: AccountId,
    key: &str,
    request: Hash32,
    answer: &Saved,
    at: Time,
) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO answers (account, key, request, status, body, at) VALUES ($1, $2, $3, $4, $5, $6)")
        .bind(account.0.to_vec())
        .bind(number_of(key))
        .bind(SavedRequest::of(request).0.to_vec())
        .bind(i64::from(answer.status))
        .bind(answer.body.clone())
        .bind(at.0)
        .execute(c)
        .await?;
    Ok(())
}

/// How many answers are moved at a time.
const PAGE: i64 = 4096;

/// Moves the answers of an older file over, whole or not at all: SQLite alone cannot hash their keys.
pub(crate) async fn catch_up(c: &mut SqliteConnection) -> Result<(), StoreError> {
    let behind = "SELECT count(*) > 0 FROM sqlite_schema WHERE type = 'table' AND name = 'idempotency'";
    if !sqlx::query_scalar::<_, bool>(behind).fetch_one(&mut *c).await? {
        return Ok(());
    }
    c.execute("BEGIN IMMEDIATE").await?;
    let done = move_all(c).await;
    c.execute(if done.is_ok() { "COMMIT" } else { "ROLLBACK" }).await?;
    done
}

async fn move_all(c: &mut SqliteConnection) -> Result<(), StoreError> {
    let mut last = 0;
    loop {
        let rows = sqlx::query(
            "SELECT rowid AS n, account, key, request, status, body, at FROM idempotency WHERE rowid > $1 ORDER BY rowid LIMIT $2",
        )
        .bind(last)
        .bind(PAGE)
        .fetch_all(&mut *c)
        .await?;
        for row in &rows {
            last = row.try_get("n")?;
            let answer = Saved { status: number(row, "status")?, body: row.try_get("body")? };
            let (account, request) = (AccountId(bytes(row, "account")?), Hash32(bytes(row, "request")?));
            save_as(c, account, row.try_get("key")?, request, &answer, crate::rows::time(row, "at")?).await?;
        }
        if rows.is_empty() {
            c.execute("DROP TABLE idempotency").await?;
            return Ok(());
        }
    }
}
