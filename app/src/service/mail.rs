//! Wanting fewer letters: unsubscribing, silence for one game; and letters that could not be delivered.

use super::table::Table;
use super::{Outcome, Service, ServiceError};
use crate::service::handles::Mail;
pub use fieldpost_post::Scope;
use fieldpost_post::Unsubscribe;
use fieldpost_store::{Account, Arrived, Bounced, Finished, NewLink, Suppression, Time, Token};
use std::time::Duration;

/// The path under which mail programs unsubscribe with one click.
pub const ONE_CLICK: &str = "/unsubscribe/";

/// Where the link of a confirmation leads.
pub const CONFIRMED: &str = "/account/notices?saved=resumed";

impl Service {
    /// The path under which letters of this scope are stopped with one click, without signing in.
    pub(super) fn unsubscribe_path(post: &Unsubscribe, scope: &Scope) -> String {
        format!("{}{}", ONE_CLICK, post.token(scope))
    }
}

impl Mail<'_> {
    /// What an unsubscribe link would stop, in words that complete "Stop …?": for the page with the button.
    ///
    /// # Errors
    /// 404 for a link that is none of ours.
    pub async fn peek_unsubscribe(self, link: &str) -> Outcome<String> {
        Ok(match self.scope(link).await?.1 {
            Scope::Address(email) => format!("all letters about games to {}", email.masked()),
            Scope::Stranger(email, _) => format!("letters of players whom you do not know to {}", email.masked()),
            Scope::Game(game, _) => match self.0.store.games().get(game).await? {
                Some(row) => format!("the letters about the game {:?}", row.title),
                None => "the letters about this game".to_owned(),
            },
        })
    }

    /// Stops the letters that an unsubscribe link stands for. Doing it twice changes nothing.
    ///
    /// # Errors
    /// 404 for a link that is none of ours.
    pub async fn unsubscribe(self, link: &str) -> Outcome<()> {
        let (post, scope) = self.scope(link).await?;
        Ok(post.stop(scope, &self.0.store, Time::now()).await?)
    }

    pub(super) async fn scope(self, link: &str) -> Outcome<(Unsubscribe, Scope)> {
        let post = Unsubscribe::open(&self.0.store).await?;
        let scope = post.read(link).map_err(|_| {
            ServiceError::unknown("This is not an unsubscribe link of ours.")
                .legal("Copy it whole from the letter, or turn letters off on your account page.")
        })?;
        Ok((post, scope))
    }

    /// Whether and why an account gets no letters about its games.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn suppression(self, account: &Account) -> Outcome<Option<Suppression>> {
        Ok(self.0.store.bounces().suppression(&account.email).await?)
    }

    /// Turns letters about games on or off for an account.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn set_letters(self, account: &Account, wanted: bool) -> Outcome<()> {
        if wanted {
            // Where letters come back, wishing does not help: see `send_confirmation`.
            if self.suppression(account).await? == Some(Suppression::Unsubscribed) {
                self.0.store.bounces().lift(account.email.clone()).await?;
            }
        } else {
            self.0.store.bounces().suppress(account.email.clone(), Suppression::Unsubscribed, Time::now()).await?;
        }
        Ok(())
    }

    /// Whether no letters go to an account because they come back.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn paused(self, account: &Account) -> Outcome<bool> {
        Ok(matches!(self.suppression(account).await?, Some(Suppression::Bounced(_))))
    }

    /// The letters to an account that came back, latest first.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn bounces(self, account: &Account) -> Outcome<Vec<Bounced>> {
        Ok(self.0.store.bounces().of_address(&account.email).await?)
    }

    /// Sends a letter to an address where letters come back. Whoever opens the link in it gets letters again.
    ///
    /// # Errors
    /// 409 when letters do not come back there.
    pub async fn send_confirmation(self, account: &Account) -> Outcome<()> {
        if !self.paused(account).await? {
            return Err(ServiceError::conflict("Letters to your address are not held up.")
                .legal("There is nothing to confirm; look at the page again."));
        }
        let token = Token::fresh();
        let link = NewLink {
            email: account.email.clone(),
            game: None,
            next: CONFIRMED.to_owned(),
            life: Duration::from_secs(3 * 24 * 3600),
            guest: None,
        };
        let letter = self.0.posting().confirmation_letter(&account.email, &token.reveal());
        Ok(self.0.store.sign_in().new_link(&token, link, Some(letter), Time::now()).await?)
    }

    /// Whether this person wants no letters about this game.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn silent(self, table: &Table, account: &Account) -> Outcome<bool> {
        Ok(self.0.store.notices().silence(table.row.id, account.id).await?)
    }

    /// Turns letters about one game off or on.
    ///
    /// # Errors
    /// 404 for a game this person may not see.
    pub async fn set_silence(self, game: &str, account: &Account, silent: bool) -> Outcome<()> {
        let table = self.0.games().table(game, Some(account)).await?;
        Ok(self.0.store.notices().set_silence(table.row.id, account.id, silent, Time::now()).await?)
    }

    /// Letters to this account that could not be delivered in the last week.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn failed_letters(self, account: &Account) -> Outcome<Vec<Finished>> {
        Ok(self.0.store.outbox().failed_to(account.id).await?)
    }

    /// Letters that came in within a week for games this account hosts, and were turned away: forged, void, unreadable, or too much for
    /// us.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn letters_turned_away(self, host: &Account) -> Outcome<Vec<Arrived>> {
        const WEEK: Duration = Duration::from_secs(7 * 24 * 3600);
        Ok(self.0.store.inbox().in_trouble(host.id, Time::now().before(WEEK)).await?)
    }

    /// Letters of a game that could not be delivered in the last week: for its players and its host.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn failed_letters_of(self, table: &Table) -> Outcome<Vec<Finished>> {
        Ok(self.0.store.outbox().failed(table.row.id).await?)
    }
}
