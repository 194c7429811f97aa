//! Who may write to whom: asked once, with the first letter, and answered by the address's owner.

use crate::{AccountId, Email, Invitations, StoreError, Time};
use sqlx::SqliteConnection;
use std::time::Duration;

/// What an address has said about a sender.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consent {
    /// Nothing: nobody asked.
    Unasked,
    /// Nothing yet.
    Asked,
    /// They may write.
    Yes,
    /// They may not, or nobody may who is a stranger.
    No,
}

/// How many first letters there may be.
#[derive(Clone, Copy, Debug)]
pub struct AskLimits {
    /// Of one sender in a day.
    pub sent: u32,
    /// To one address in a day, from whomever.
    pub got: u32,
    /// To one address without an answer, in thirty days.
    pub open: u32,
    /// To somebody who may be written to, from one host in a day.
    pub known: u32,
}

/// Whether a letter may go out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MayWrite {
    /// Yes: they know each other, or the address has said so.
    Known,
    /// Yes, this once: it asks for consent.
    First,
    /// No. Why is the address's own affair.
    No,
    /// Not today: the sender has written to too many strangers.
    TooMany,
}

const DAY: Duration = Duration::from_secs(24 * 3600);

impl Invitations<'_> {
    /// Decides whether somebody's invitation may go to an address, and notes that it asks for consent if it does.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn may_write(
        self,
        sender: AccountId,
        address: Email,
        limits: AskLimits,
        now: Time,
    ) -> Result<MayWrite, StoreError> {
        self.0.writer.write(move |c| Box::pin(async move { decide(c, sender, &address, limits, now).await })).await
    }

    /// What an address has said about a sender, or about all strangers.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn consent(self, address: &Email, sender: AccountId) -> Result<Consent, StoreError> {
        let answer: Option<String> = sqlx::query_scalar(
            "SELECT coalesce((SELECT answer FROM consents WHERE address = $1 AND sender = $2 AND answer <> 'asked'), \
                             (SELECT 'no' FROM closed_addresses WHERE address = $1), \
                             (SELECT answer FROM consents WHERE address = $1 AND sender = $2))",
        )
        .bind(address.as_str().to_owned())
        .bind(sender.0.to_vec())
        .fetch_one(&self.0.readers)
        .await?;
        Ok(match answer.as_deref() {
            None => Consent::Unasked,
            Some("yes") => Consent::Yes,
            Some("no") => Consent::No,
            Some(_) => Consent::Asked,
        })
    }

    /// Notes what an address says about a sender. A yes is a yes although strangers may not write.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn answer_consent(
        self,
        address: Email,
        sender: AccountId,
        yes: bool,
        now: Time,
    ) -> Result<(), StoreError> {
        self.0.writer
            .write(move |c| {
                Box::pin(async move {
                    sqlx::query(
                        "INSERT INTO consents (address, sender, answer, asked, answered) VALUES ($1, $2, $3, $4, $4) \
                         ON CONFLICT (address, sender) DO UPDATE SET answer = excluded.answer, answered = excluded.answered",
                    )
                    .bind(address.as_str().to_owned())
                    .bind(sender.0.to_vec())
                    .bind(if yes { "yes" } else { "no" })
                    .bind(now.0)
                    .execute(c)
                    .await?;
                    Ok(())
                })
            })
            .await
    }

    /// Whether an address is closed to strangers.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn closed_address(self, address: &Email) -> Result<bool, StoreError> {
        Ok(sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM closed_addresses WHERE address = $1)")
            .bind(address.as_str().to_owned())
            .fetch_one(&self.0.readers)
            .await?)
    }

    /// Closes an address to strangers for good, or opens it again.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn close_address(self, address: Email, closed: bool, now: Time) -> Result<(), StoreError> {
        let change = match closed {
            true => "INSERT INTO closed_addresses (address, at) VALUES ($1, $2) ON CONFLICT DO NOTHING",
            false => "DELETE FROM closed_addresses WHERE address = $1 AND at <= $2",
        };
        self.0
            .writer
            .write(move |c| {
                Box::pin(async move {
                    sqlx::query(change).bind(address.as_str().to_owned()).bind(now.0).execute(c).await?;
                    Ok(())
                })
            })
            .await
    }
}

async fn decide(
    c: &mut SqliteConnection,
    sender: AccountId,
    address: &Email,
    limits: AskLimits,
    now: Time,
) -> Result<MayWrite, StoreError> {
    let (to, from) = (address.as_str().to_owned(), sender.0.to_vec());
    let day = now.before(DAY).0;
    let answer: Option<String> = sqlx::query_scalar("SELECT answer FROM consents WHERE address = $1 AND sender = $2")
        .bind(to.clone())
        .bind(from.clone())
        .fetch_optional(&mut *c)
        .await?;
    if answer.as_deref() == Some("no") {
        return Ok(MayWrite::No);
    }
    let playing: bool = sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM accounts a JOIN seats theirs ON theirs.account = a.id \
                        JOIN seats own ON own.game = theirs.game WHERE a.email = $1 AND own.account = $2)",
    )
    .bind(to.clone())
    .bind(from.clone())
    .fetch_one(&mut *c)
    .await?;
    if playing || answer.as_deref() == Some("yes") {
        let today: u32 = sqlx::query_scalar(
            "SELECT count(*) FROM invitations i JOIN games g ON g.id = i.game \
             WHERE i.email = $1 AND g.host = $2 AND i.created > $3",
        )
        .bind(to)
        .bind(from)
        .bind(day)
        .fetch_one(&mut *c)
        .await?;
        return Ok(if today < limits.known { MayWrite::Known } else { MayWrite::No });
    }
    let sent: u32 = sqlx::query_scalar("SELECT count(*) FROM consents WHERE sender = $1 AND asked > $2")
        .bind(from.clone())
        .bind(day)
        .fetch_one(&mut *c)
        .await?;
    if sent >= limits.sent {
        return Ok(MayWrite::TooMany);
    }
    let (closed, got, open): (bool, u32, u32) = sqlx::query_as(
        "SELECT EXISTS (SELECT 1 FROM closed_addresses WHERE address = $1), \
                (SELECT count(*) FROM consents WHERE address = $1 AND asked > $2), \
                (SELECT count(*) FROM consents WHERE address = $1 AND answer = 'asked' AND asked > $3)",
    )
    .bind(to.clone())
    .bind(day)
    .bind(now.before(DAY * 30).0)
    .fetch_one(&mut *c)
    .await?;
    if closed || answer.is_some() || got >= limits.got || open >= limits.open {
        return Ok(MayWrite::No);
    }
    sqlx::query("INSERT INTO consents (address, sender, asked) VALUES ($1, $2, $3)")
        .bind(to)
        .bind(from)
        .bind(now.0)
        .execute(c)
        .await?;
    Ok(MayWrite::First)
}
