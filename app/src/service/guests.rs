//! Guests: somebody who plays at once, without having given an address, and how they keep what they play (`docs/decisions/0081`).
//!
//! A guest is an account that lives for a day and gets no letters. Its session is good for its game alone, as that of a letter's link is.

use super::accounts::{SignIn, agent_in_words};
use super::play::checked_key;
use super::start::{NewTable, Opponent};
use super::{ErrorKind, Outcome, ServiceError};
use crate::service::handles::{Accounts, Lobby};
use fieldpost_store::{Account, Email, GUEST_LIFE, GameId, NewLink, SIGN_IN_LIFE, SessionStart, Time, Token};

/// Guests that there are at the same time: each costs some hundred kilobytes until their day is over.
const MOST_GUESTS: u32 = 2_000;
/// The house player that newcomers meet.
const NEWCOMERS: &str = "staff";

impl Lobby<'_> {
    /// Starts a practice game that is set up and waits for its host's first move. Answers its id. The same `key` a second time starts no
    /// second game.
    ///
    /// # Errors
    /// 404 for no such ruleset; 409 with too many practice games under way.
    pub async fn play_now(self, host: &Account, ruleset: &str, key: String) -> Outcome<GameId> {
        let found = self.0.registry.get(ruleset).ok_or_else(|| {
            ServiceError::unknown("There is no such game on the shelf.").legal("Choose one of those on the front page.")
        })?;
        let bots = found.bots();
        let bot = bots.iter().find(|b| b.id == NEWCOMERS).or(bots.last());
        let bot = bot.ok_or_else(|| ServiceError::conflict("No house player plays this game."))?;
        let table = NewTable {
            ruleset: ruleset.to_owned(),
            scenario: None,
            options: Default::default(),
            seat: None,
            arbiter: false,
            opponent: Opponent::Ready(bot.id.to_owned()),
            pace: 0,
            clock: None,
            public: false,
            phrase: String::new(),
            title: format!("{}: a first game", found.about().title),
            key,
        };
        Ok(self.start(host, table).await?.game)
    }
}

impl Accounts<'_> {
    /// Lets somebody in who has given no address, and starts a game for them. `agent` is the browser's own description of itself.
    ///
    /// # Errors
    /// 404 for no such ruleset; 400 for a key that is none; 429 when there are too many guests.
    pub async fn enter_as_guest(self, ruleset: &str, key: String, agent: &str) -> Outcome<SignIn> {
        if self.0.registry.get(ruleset).is_none() {
            return Err(ServiceError::unknown("There is no such game on the shelf."));
        }
        checked_key(Some(key.clone()))?;
        let guest = self.0.store.accounts().new_guest(MOST_GUESTS, Time::now()).await?.ok_or_else(|| {
            ServiceError::new(ErrorKind::TooMany, "There are too many guests at present.")
                .legal("Sign in by mail and start a practice game, or come back tomorrow.")
        })?;
        self.play_as_guest(guest, ruleset, key, agent).await
    }

    /// Starts a game for a guest, who is from now on let in to that one; what they played before is theirs too, when they keep it.
    ///
    /// # Errors
    /// 404 for no such ruleset; 409 with too many practice games under way.
    pub async fn play_as_guest(self, guest: Account, ruleset: &str, key: String, agent: &str) -> Outcome<SignIn> {
        let game = self.0.lobby().play_now(&guest, ruleset, key).await?;
        let start = SessionStart { agent: agent_in_words(agent), life: GUEST_LIFE, game: Some(game) };
        let (_, cookie) = self.0.store.sign_in().start_session(guest.id, start, Time::now()).await?;
        Ok(SignIn { cookie: cookie.reveal(), account: guest, next: super::table::href(game) })
    }

    /// Whose session this is that is good for one game alone, and which: a guest's, or that of somebody who came by a letter's link.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn only_game(self, cookie: &str) -> Outcome<Option<(Account, GameId)>> {
        let Some((account, door)) = self.by_session(cookie).await? else { return Ok(None) };
        Ok(door.only_game().map(|game| (account, game)))
    }

    /// Sends a sign-in letter whose link brings what a guest plays to the account of that address.
    ///
    /// # Errors
    /// 400 when the text is no mail address; 409 for somebody who is no guest.
    pub async fn send_keeping(self, guest: &Account, game: GameId, email: &str) -> Outcome<Email> {
        if !guest.is_guest() {
            return Err(ServiceError::conflict("This game is yours already.").legal("It stands among your games."));
        }
        let email: Email = email.parse().map_err(|_| {
            ServiceError::malformed("That is not a mail address.").legal("It should look like name@example.org.")
        })?;
        let next = super::table::href(game);
        let link = NewLink { email: email.clone(), game: None, next, life: SIGN_IN_LIFE, guest: Some(guest.id) };
        let token = Token::fresh();
        let letter = self.0.posting().sign_in_letter(&email, &token.reveal());
        self.0.store.sign_in().new_link(&token, link, Some(letter), Time::now()).await?;
        Ok(email)
    }

    /// Takes away the guests whose day is over, and notes before how far practice games have come. Called once a minute.
    pub async fn sweep_guests(self, now: Time) {
        let swept = async {
            self.0.store.accounts().catch_tries_up(now).await?;
            self.0.store.accounts().prune_tries(now).await?;
            self.0.store.accounts().sweep_guests(now).await
        };
        match swept.await {
            Ok(0) => {}
            Ok(guests) => tracing::info!(guests, "guests whose day was over are gone"),
            Err(error) => tracing::error!(%error, "the guests whose day is over cannot be taken away"),
        }
    }
}
