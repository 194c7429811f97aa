//! Sessions: one row for each signed-in browser, which its owner can list and revoke.

use crate::accounts::account;
use crate::rows::{bytes, maybe_bytes, time};
use crate::{Account, AccountId, GameId, GrantId, SignIn, StoreError, Time, Token};
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};
use std::time::Duration;

/// What a new session is made of.
#[derive(Clone, Debug)]
pub struct SessionStart {
    /// A summary of the browser, for the list of devices: `Firefox on Linux`. Cut to 200 characters.
    pub agent: String,
    /// How long it lasts.
    pub life: Duration,
    /// The one game it is good for, when it began with the link in a letter of that game.
    pub game: Option<GameId>,
}

/// One signed-in browser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// Its id, for the form that revokes it.
    pub id: GrantId,
    /// A summary of the browser.
    pub agent: String,
    /// When it signed in.
    pub created: Time,
    /// When it was last seen, to within [`crate::TOUCH_EVERY`].
    pub seen: Time,
    /// When it ends by itself.
    pub expires: Time,
    /// The one game it is good for, when it began with the link in a letter of that game; any page otherwise.
    pub game: Option<GameId>,
}

impl SignIn<'_> {
    /// Starts a session without a link: for the demo's one-click players.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn start_session(
        self,
        account: AccountId,
        start: SessionStart,
        now: Time,
    ) -> Result<(Session, Token), StoreError> {
        self.0.writer.write(move |c| Box::pin(self::start(c, account, start, now))).await
    }

    /// Whose browser holds this cookie, if the session is neither over nor revoked.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn session(self, cookie: &Token, now: Time) -> Result<Option<(Session, Account)>, StoreError> {
        let row = sqlx::query(
            "SELECT a.*, s.id AS session_id, s.agent, s.created AS session_created, s.seen, s.expires, s.game \
             FROM sessions s JOIN accounts a ON a.id = s.account \
             WHERE s.hash = $1 AND s.revoked IS NULL AND s.expires > $2",
        )
        .bind(cookie.hash().0.to_vec())
        .bind(now.0)
        .fetch_optional(&self.0.readers)
        .await?;
        let Some(row) = row else { return Ok(None) };
        let session = Session {
            id: GrantId(bytes(&row, "session_id")?),
            agent: row.try_get("agent")?,
            created: time(&row, "session_created")?,
            seen: time(&row, "seen")?,
            expires: time(&row, "expires")?,
            game: maybe_bytes(&row, "game")?.map(GameId),
        };
        Ok(Some((session, account(&row)?)))
    }

    /// Notes that a session was seen. Writes nothing when that was noted less than [`crate::TOUCH_EVERY`] ago.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn touch_session(self, session: &Session, now: Time) -> Result<(), StoreError> {
        let sql = "UPDATE sessions SET seen = max(seen, $2) WHERE id = $1";
        self.0.touch_grant(sql, session.id, Some(session.seen), now).await
    }

    /// The browsers an account is signed in with, last seen first.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn sessions(self, account: AccountId, now: Time) -> Result<Vec<Session>, StoreError> {
        let rows = sqlx::query(
            "SELECT * FROM sessions WHERE account = $1 AND revoked IS NULL AND expires > $2 ORDER BY seen DESC, id",
        )
        .bind(account.0.to_vec())
        .bind(now.0)
        .fetch_all(&self.0.readers)
        .await?;
        rows.iter().map(session).collect()
    }

    /// Ends one of the account's sessions. False when it has no such session.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn revoke_session(self, account: AccountId, id: GrantId, now: Time) -> Result<bool, StoreError> {
        let sql = "UPDATE sessions SET revoked = $3 WHERE account = $1 AND id = $2 AND revoked IS NULL";
        Ok(self.0.revoke_grants(sql, account, Some(id), now).await? == 1)
    }

    /// Ends all sessions of the account but one, if one is named. Answers how many.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn revoke_sessions(self, account: AccountId, but: Option<GrantId>, now: Time) -> Result<u64, StoreError> {
        let sql = "UPDATE sessions SET revoked = $3 WHERE account = $1 AND id IS NOT $2 AND revoked IS NULL";
        self.0.revoke_grants(sql, account, but, now).await
    }
}

pub(crate) async fn start(
    c: &mut SqliteConnection,
    account: AccountId,
    start: SessionStart,
    now: Time,
) -> Result<(Session, Token), StoreError> {
    let cookie = Token::fresh();
    let row = sqlx::query(
        "INSERT INTO sessions (id, hash, account, agent, created, seen, expires, game) \
         VALUES ($1, $2, $3, $4, $5, $5, $6, $7) RETURNING *",
    )
    .bind(GrantId::fresh().0.to_vec())
    .bind(cookie.hash().0.to_vec())
    .bind(account.0.to_vec())
    .bind(start.agent.chars().take(200).collect::<String>())
    .bind(now.0)
    .bind(now.after(start.life).0)
    .bind(start.game.map(|g| g.0.to_vec()))
    .fetch_one(c)
    .await?;
    Ok((session(&row)?, cookie))
}

fn session(row: &SqliteRow) -> Result<Session, StoreError> {
    Ok(Session {
        id: GrantId(bytes(row, "id")?),
        agent: row.try_get("agent")?,
        created: time(row, "created")?,
        seen: time(row, "seen")?,
        expires: time(row, "expires")?,
        game: maybe_bytes(row, "game")?.map(GameId),
    })
}
