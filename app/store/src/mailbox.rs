//! The embedded mailbox: where letters go when no SMTP server is configured.

use crate::rows::{maybe_time, time};
use crate::{Email, Mailbox, StoreError, Time};
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

/// A letter for the mailbox.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewMail {
    /// Its Message-ID; the same letter twice is kept once.
    pub message_id: String,
    /// Whom it is for.
    pub to: Email,
    /// Its subject.
    pub subject: String,
    /// The message as it would go over the wire.
    pub message: Vec<u8>,
    /// The letter's parts as JSON.
    pub letter: String,
}

/// A line of the mailbox's list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailHead {
    /// Its number, for its address.
    pub id: i64,
    /// Whom it is for.
    pub to: String,
    /// Its subject.
    pub subject: String,
    /// The first line of its text: what it is about, where all letters of a game have one subject.
    pub opens: String,
    /// When it came.
    pub at: Time,
    /// When it was first opened.
    pub opened: Option<Time>,
}

/// A letter of the mailbox.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mail {
    /// Its line in the list.
    pub head: MailHead,
    /// The message as it would go over the wire.
    pub message: Vec<u8>,
    /// The letter's parts as JSON.
    pub letter: String,
}

impl Mailbox<'_> {
    /// Puts a letter into the mailbox. A letter that is there already stays as it is.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn deliver(self, mail: NewMail, now: Time) -> Result<(), StoreError> {
        self.0
            .writer
            .write(move |c| {
                Box::pin(async move {
                    sqlx::query(
                        "INSERT INTO mailbox (message_id, recipient, subject, message, letter, at) \
                         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (message_id) DO NOTHING",
                    )
                    .bind(mail.message_id)
                    .bind(mail.to.as_str().to_owned())
                    .bind(mail.subject)
                    .bind(mail.message)
                    .bind(mail.letter)
                    .bind(now.0)
                    .execute(c)
                    .await?;
                    Ok(())
                })
            })
            .await
    }

    /// The letters of one recipient, or of all, latest first.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn list(self, to: Option<&Email>, limit: u32) -> Result<Vec<MailHead>, StoreError> {
        let rows = sqlx::query(
            "SELECT id, recipient, subject, substr(letter ->> '$.text', 1, 300) AS text, at, opened FROM mailbox WHERE $1 IS NULL OR recipient = $1 \
             ORDER BY id DESC LIMIT $2",
        )
        .bind(to.map(|e| e.as_str().to_owned()))
        .bind(i64::from(limit))
        .fetch_all(&self.0.readers)
        .await?;
        rows.iter().map(head).collect()
    }

    /// One letter.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn get(self, id: i64) -> Result<Option<Mail>, StoreError> {
        let row = sqlx::query("SELECT *, substr(letter ->> '$.text', 1, 300) AS text FROM mailbox WHERE id = $1")
            .bind(id)
            .fetch_optional(&self.0.readers)
            .await?;
        row.map(|row| Ok(Mail { head: head(&row)?, message: row.try_get("message")?, letter: row.try_get("letter")? }))
            .transpose()
    }

    /// Notes that a letter was opened.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn open(self, id: i64, now: Time) -> Result<(), StoreError> {
        self.0
            .writer
            .write(move |c| {
                Box::pin(async move {
                    sqlx::query("UPDATE mailbox SET opened = $2 WHERE id = $1 AND opened IS NULL")
                        .bind(id)
                        .bind(now.0)
                        .execute(c)
                        .await?;
                    Ok(())
                })
            })
            .await
    }
}

fn head(row: &SqliteRow) -> Result<MailHead, StoreError> {
    let text: Option<String> = row.try_get("text")?;
    Ok(MailHead {
        id: row.try_get("id")?,
        to: row.try_get("recipient")?,
        subject: row.try_get("subject")?,
        opens: text.unwrap_or_default().lines().find(|line| !line.is_empty()).unwrap_or_default().to_owned(),
        at: time(row, "at")?,
        opened: maybe_time(row, "opened")?,
    })
}
