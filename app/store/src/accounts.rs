//! Accounts: a mail address and a display name.

use crate::guests::GUEST_DOMAIN;
use crate::rows::{bytes, time};
use crate::{AccountId, Accounts, StoreError, Time};
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};
use std::fmt;
use std::str::FromStr;

/// A person who plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// Its id.
    pub id: AccountId,
    /// The address it signs in with.
    pub email: Email,
    /// The name shown to other players.
    pub name: String,
    /// IANA name of the zone that times are shown in.
    pub time_zone: String,
    /// Whether the player wants a receipt of each of their own hand-overs.
    pub receipts: bool,
    /// When it was opened.
    pub created: Time,
}

/// What everybody is called who has not said otherwise, before a number.
const FIRST_NAME: &str = "Correspondent";

impl Account {
    /// Whether it has the name that was made up for it when it was opened.
    pub fn is_unnamed(&self) -> bool {
        let number = self.name.strip_prefix(FIRST_NAME).and_then(|n| n.strip_prefix(' '));
        number.is_some_and(|n| n.parse::<u16>().is_ok())
    }

    /// Whether its owner has given no address: nobody can be written to, and it ends after a day.
    pub fn is_guest(&self) -> bool {
        self.email.0.ends_with(GUEST_DOMAIN)
    }
}

/// A mail address, normalised: trimmed and lower case. One `@`, something on either side, no white space, control or
/// separator characters: it can be put into a header as it is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Email(String);

impl Email {
    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// For logs and pages of other people: `a…@example.org`.
    pub fn masked(&self) -> String {
        let (local, domain) = self.0.split_once('@').unwrap_or_default();
        format!("{}…@{domain}", local.chars().next().unwrap_or('?'))
    }
}

/// The text is no mail address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is not a mail address: it should look like name@example.org")]
pub struct NoEmail;

impl FromStr for Email {
    type Err = NoEmail;
    fn from_str(text: &str) -> Result<Self, NoEmail> {
        let text = text.trim();
        // ASCII only: what SQLite's lower() and every mail server agree on.
        let plain = text.bytes().all(|b| b.is_ascii_graphic() && !b"()<>[]:;,\\\"".contains(&b));
        let (local, domain) = text.split_once('@').ok_or(NoEmail)?;
        let dots = |part: &str| !part.starts_with('.') && !part.ends_with('.') && !part.contains("..");
        let fits = text.len() <= 254 && !local.is_empty() && local.len() <= 64 && !domain.is_empty();
        let guest = domain.eq_ignore_ascii_case(GUEST_DOMAIN);
        if plain && fits && dots(local) && dots(domain) && !domain.contains('@') && !guest {
            Ok(Email(text.to_ascii_lowercase()))
        } else {
            Err(NoEmail)
        }
    }
}

impl fmt::Display for Email {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Accounts<'_> {
    /// The account of that id.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn get(self, id: AccountId) -> Result<Option<Account>, StoreError> {
        let row = sqlx::query("SELECT * FROM accounts WHERE id = $1")
            .bind(id.0.to_vec())
            .fetch_optional(&self.0.readers)
            .await?;
        row.as_ref().map(account).transpose()
    }

    /// The account of that address.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn by_email(self, email: &Email) -> Result<Option<Account>, StoreError> {
        let row = sqlx::query("SELECT * FROM accounts WHERE email = $1")
            .bind(email.as_str().to_owned())
            .fetch_optional(&self.0.readers)
            .await?;
        row.as_ref().map(account).transpose()
    }

    /// The account of that address, opened now if there is none. The name of a new one is the part before the `@` until its
    /// owner says otherwise.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn get_or_new(self, email: Email, now: Time) -> Result<Account, StoreError> {
        self.0.writer.write(move |c| Box::pin(async move { account_or_new(c, &email, now).await })).await
    }

    /// Changes what a player may change about themselves. `name` has 1 to 60 characters.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn set_profile(
        self,
        id: AccountId,
        name: String,
        time_zone: String,
        receipts: bool,
    ) -> Result<(), StoreError> {
        self.0
            .writer
            .write(move |c| {
                Box::pin(async move {
                    sqlx::query("UPDATE accounts SET name = $2, time_zone = $3, receipts = $4 WHERE id = $1")
                        .bind(id.0.to_vec())
                        .bind(name)
                        .bind(time_zone)
                        .bind(receipts)
                        .execute(c)
                        .await?;
                    Ok(())
                })
            })
            .await
    }
}

pub(crate) async fn account_or_new(c: &mut SqliteConnection, email: &Email, now: Time) -> Result<Account, StoreError> {
    let id = AccountId::fresh();
    // Nothing of the address: names stand in logs that anybody may read and nobody can change. The end of a fresh id is
    // chance.
    let [.., high, low] = id.0;
    let name = format!("{FIRST_NAME} {}", u16::from_be_bytes([high, low]));
    // The change of nothing makes RETURNING answer with the row that was there.
    let row = sqlx::query(
        "INSERT INTO accounts (id, email, name, created) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (email) DO UPDATE SET email = excluded.email RETURNING *",
    )
    .bind(id.0.to_vec())
    .bind(email.as_str().to_owned())
    .bind(name)
    .bind(now.0)
    .fetch_one(c)
    .await?;
    account(&row)
}

pub(crate) fn account(row: &SqliteRow) -> Result<Account, StoreError> {
    Ok(Account {
        id: AccountId(bytes(row, "id")?),
        email: Email(row.try_get("email")?),
        name: row.try_get("name")?,
        time_zone: row.try_get("time_zone")?,
        receipts: row.try_get("receipts")?,
        created: time(row, "created")?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_normalised() {
        let email: Email = "  George.Meade@Example.ORG ".parse().unwrap();
        assert_eq!(email.as_str(), "george.meade@example.org");
        assert_eq!(email.masked(), "g…@example.org");
    }

    #[test]
    fn what_could_break_a_header_is_no_address() {
        for bad in [
            "",
            "a",
            "@b",
            "a@",
            "a@b@c",
            "a b@c",
            "a@b\r\nBcc: x@y",
            "a@b,c@d",
            "<a@b>",
            "\"a\"@b",
            "a..b@c",
            "ä@b.de",
            "0a@guest.invalid",
        ] {
            assert_eq!(bad.parse::<Email>(), Err(NoEmail), "{bad:?}");
        }
    }
}
