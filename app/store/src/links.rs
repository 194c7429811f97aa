//! Sign-in links: sent by mail, used once.

use crate::accounts::account_or_new;
use crate::outbox::{NewLetter, enqueue_in};
use crate::rows::{maybe_bytes, maybe_time, time};
use crate::{Account, AccountId, Email, GameId, Hash32, Session, SessionStart, SignIn, StoreError, Time, Token};
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};
use std::time::Duration;

/// How long a link lives that somebody asks for at the door.
pub const SIGN_IN_LIFE: Duration = Duration::from_secs(15 * 60);

/// A link to make.
#[derive(Clone, Debug)]
pub struct NewLink {
    /// Whom it signs in.
    pub email: Email,
    /// The game whose letter carries it, if any.
    pub game: Option<GameId>,
    /// The path shown after signing in: `/games/…`.
    pub next: String,
    /// How long it works: [`SIGN_IN_LIFE`], or longer in a letter of a game.
    pub life: Duration,
    /// The guest who asked for it, to keep what they play.
    pub guest: Option<AccountId>,
}

/// A link that works.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Whom it signs in.
    pub email: Email,
    /// The game whose letter carries it, if any.
    pub game: Option<GameId>,
    /// The path shown after signing in.
    pub next: String,
    /// The guest who asked for it, to keep what they play.
    pub guest: Option<AccountId>,
    /// The games that came to the account with it; none before it is used.
    pub kept: Vec<GameId>,
    /// Until when it works.
    pub expires: Time,
}

/// Why a link does not work.
#[derive(Debug, thiserror::Error)]
pub enum LinkError {
    /// No such link was ever sent, or it was so long ago that it is forgotten.
    #[error("this sign-in link is not one of ours: ask for a new one")]
    Unknown,
    /// Its time is over.
    #[error("this sign-in link has expired: ask for a new one")]
    Expired,
    /// It was used.
    #[error("this sign-in link was used already: ask for a new one")]
    Used,
    /// The storage failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl SignIn<'_> {
    /// Makes a link under a token that the caller made, and queues the letter that carries it in the same transaction.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn new_link(
        self,
        token: &Token,
        link: NewLink,
        letter: Option<NewLetter>,
        now: Time,
    ) -> Result<(), StoreError> {
        let hash = token.hash();
        self.0
            .writer
            .write(move |c| {
                Box::pin(async move {
                    insert(c, hash, &link, now).await?;
                    match letter {
                        Some(letter) => enqueue_in(c, &letter, now).await.map(|_| ()),
                        None => Ok(()),
                    }
                })
            })
            .await?;
        self.0.post.notify_one();
        Ok(())
    }

    /// Makes a link under a token that the caller derived, or gives one that was made before a new life.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn renew_link(self, token: &Token, link: NewLink, now: Time) -> Result<(), StoreError> {
        let hash = token.hash();
        self.0
            .writer
            .write(move |c| {
                Box::pin(async move {
                    sqlx::query("DELETE FROM sign_in_links WHERE hash = $1")
                        .bind(hash.0.to_vec())
                        .execute(&mut *c)
                        .await?;
                    insert(c, hash, &link, now).await
                })
            })
            .await
    }

    /// Makes void what letters of games brought to an account: none of their links begins a session any more, and none of their
    /// addresses takes an answer.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn void_game_links(self, account: AccountId, now: Time) -> Result<(), StoreError> {
        self.0
            .writer
            .write(move |c| {
                Box::pin(async move {
                    sqlx::query(
                        "UPDATE sign_in_links SET consumed = $2 WHERE game IS NOT NULL AND consumed IS NULL \
                             AND email = (SELECT email FROM accounts WHERE id = $1)",
                    )
                    .bind(account.0.to_vec())
                    .bind(now.0)
                    .execute(&mut *c)
                    .await?;
                    crate::replies::void(c, account, now).await
                })
            })
            .await
    }

    /// What a link would do, without using it: for the page with the button.
    ///
    /// # Errors
    /// [`LinkError`] says why it does not work.
    pub async fn peek_link(self, token: &Token, now: Time) -> Result<Link, LinkError> {
        let row = sqlx::query("SELECT * FROM sign_in_links WHERE hash = $1")
            .bind(token.hash().0.to_vec())
            .fetch_optional(&self.0.readers)
            .await
            .map_err(StoreError::from)?;
        usable(row.as_ref(), now)
    }

    /// Uses a link: opens the account if it is new and starts a session. Of any number of attempts at the same time one succeeds.
    /// A link from a letter of a game works again until it expires, because people read a letter on more than one device; the
    /// session it starts is good for that game only. An address that had bounced gets letters again: it is read after all.
    ///
    /// # Errors
    /// [`LinkError`] says why it does not work.
    pub async fn consume_link(
        self,
        token: &Token,
        start: SessionStart,
        now: Time,
    ) -> Result<(Link, Account, Session, Token), LinkError> {
        let hash: Hash32 = token.hash();
        self.0
            .writer
            .write(move |c| {
                Box::pin(async move {
                    let row = sqlx::query("SELECT * FROM sign_in_links WHERE hash = $1")
                        .bind(hash.0.to_vec())
                        .fetch_optional(&mut *c)
                        .await
                        .map_err(StoreError::from)?;
                    let mut link = usable(row.as_ref(), now)?;
                    let mut start = SessionStart { game: link.game, ..start };
                    if link.game.is_some() {
                        // It lives no longer than the link that began it.
                        start.life = start.life.min(expires(row.as_ref())?.since(now));
                    }
                    if link.game.is_none() {
                        sqlx::query("UPDATE sign_in_links SET consumed = $2 WHERE hash = $1")
                            .bind(hash.0.to_vec())
                            .bind(now.0)
                            .execute(&mut *c)
                            .await
                            .map_err(StoreError::from)?;
                    }
                    crate::silence::has_answered(&mut *c, &link.email).await?;
                    let account = account_or_new(&mut *c, &link.email, now).await?;
                    if let Some(guest) = link.guest {
                        link.kept = crate::guests::keep(&mut *c, guest, account.id, now).await?;
                    }
                    let (session, cookie) = crate::sessions::start(c, account.id, start, now).await?;
                    Ok((link, account, session, cookie))
                })
            })
            .await
    }

    /// Forgets links that expired before `before`. Answers how many.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn forget_links(self, before: Time) -> Result<u64, StoreError> {
        self.0
            .writer
            .write(move |c| {
                Box::pin(async move {
                    let done =
                        sqlx::query("DELETE FROM sign_in_links WHERE expires < $1").bind(before.0).execute(c).await?;
                    Ok(done.rows_affected())
                })
            })
            .await
    }
}

async fn insert(c: &mut SqliteConnection, hash: Hash32, link: &NewLink, now: Time) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO sign_in_links (hash, email, game, next, created, expires, guest) VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(hash.0.to_vec())
    .bind(link.email.as_str().to_owned())
    .bind(link.game.map(|g| g.0.to_vec()))
    .bind(link.next.clone())
    .bind(now.0)
    .bind(now.after(link.life).0)
    .bind(link.guest.map(|g| g.0.to_vec()))
    .execute(c)
    .await?;
    Ok(())
}

fn expires(row: Option<&SqliteRow>) -> Result<Time, LinkError> {
    Ok(time(row.ok_or(LinkError::Unknown)?, "expires")?)
}

fn usable(row: Option<&SqliteRow>, now: Time) -> Result<Link, LinkError> {
    let row = row.ok_or(LinkError::Unknown)?;
    if maybe_time(row, "consumed")?.is_some() {
        return Err(LinkError::Used);
    }
    let until = expires(Some(row))?;
    if until <= now {
        return Err(LinkError::Expired);
    }
    let email: String = row.try_get("email").map_err(StoreError::from)?;
    Ok(Link {
        email: email.parse().map_err(|e| crate::rows::unreadable("email", e))?,
        game: maybe_bytes(row, "game")?.map(GameId),
        next: row.try_get("next").map_err(StoreError::from)?,
        guest: maybe_bytes(row, "guest")?.map(AccountId),
        kept: Vec::new(),
        expires: until,
    })
}
