//! Accounts without passwords: sign-in links, sessions, personal tokens, profile.

use super::{ErrorKind, Outcome, ServiceError};
use crate::names;
use crate::service::handles::Accounts;
pub use fieldpost_store::{Account, AccountId, ApiToken, Email, GameId, GrantId, Link, LinkError, Session};
use fieldpost_store::{Hash32, NewLink, SIGN_IN_LIFE, SessionStart, Time, Token};
use std::time::Duration;

/// How long a browser stays signed in.
pub const SESSION_LIFE: Duration = Duration::from_secs(90 * 24 * 3600);
/// Longest display name, in characters.
pub const NAME: usize = 60;

/// How somebody is signed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Door {
    /// By a browser's session. One that began with a letter's link is good for that letter's game only
    /// ([`Session::game`]).
    Session(Session),
    /// By a personal token.
    Token(ApiToken),
}

impl Door {
    /// The one game this door leads to, if it leads to one only.
    pub fn only_game(&self) -> Option<GameId> {
        match self {
            Door::Session(session) => session.game,
            Door::Token(_) => None,
        }
    }
}

/// A browser that has just been signed in.
#[derive(Clone, Debug)]
pub struct SignIn {
    /// The secret for the cookie.
    pub cookie: String,
    /// Who.
    pub account: Account,
    /// Where to go on: a path on this server.
    pub next: String,
}

impl Accounts<'_> {
    /// Sends a sign-in letter. Says nothing about whether the address has an account. `next` is the path to go on to; anything
    /// that is not a path on this server becomes the list of games.
    ///
    /// # Errors
    /// 400 when the text is no mail address.
    pub async fn send_sign_in(self, email: &str, next: Option<&str>) -> Outcome<Email> {
        let email: Email = email.parse().map_err(|_| {
            ServiceError::malformed("That is not a mail address.").legal("It should look like name@example.org.")
        })?;
        let link =
            NewLink { email: email.clone(), game: None, next: local_path(next), life: SIGN_IN_LIFE, guest: None };
        let token = Token::fresh();
        let letter = self.0.posting().sign_in_letter(&email, &token.reveal());
        self.0.store.sign_in().new_link(&token, link, Some(letter), Time::now()).await?;
        Ok(email)
    }

    /// What a browser keeps that has been signed in with this address: it opens nothing.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn known_mark(self, email: &Email) -> Outcome<String> {
        let secret = self.0.store.service_secret("known-browsers").await?;
        Ok(Hash32::of(&[&secret[..], email.as_str().as_bytes(), &secret[..]].concat()).to_string())
    }

    /// What a sign-in link would do, without using it: for the page with the button.
    ///
    /// # Errors
    /// 404 for a link that was never sent, 410 for one used or expired.
    pub async fn peek_sign_in(self, token: &str) -> Outcome<Link> {
        let token = read_token(token)?;
        self.0.store.sign_in().peek_link(&token, Time::now()).await.map_err(link_trouble)
    }

    /// Uses a sign-in link and starts a session. `agent` is the browser's own description of itself.
    ///
    /// # Errors
    /// 404 for a link that was never sent, 410 for one used or expired.
    pub async fn sign_in(self, token: &str, agent: &str) -> Outcome<SignIn> {
        let token = read_token(token)?;
        let (link, account, _, cookie) =
            self.0.store.sign_in().consume_link(&token, start(agent), Time::now()).await.map_err(link_trouble)?;
        for game in &link.kept {
            self.0.cached_games().forget_row(*game);
        }
        Ok(SignIn { cookie: cookie.reveal(), account, next: link.next })
    }

    /// The demo's players, who sign in with one click; empty outside a demo.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn demo_players(self) -> Outcome<Vec<Account>> {
        let mut players = Vec::new();
        if self.0.demo {
            for email in crate::demo::PLAYERS {
                let email: Email = email.parse().map_err(ServiceError::inside)?;
                players.extend(self.0.store.accounts().by_email(&email).await?);
            }
        }
        Ok(players)
    }

    /// Signs a demo player in. The caller has made sure that the request comes from this machine.
    ///
    /// # Errors
    /// 404 when there is no such demo player.
    pub async fn demo_sign_in(self, account: AccountId, agent: &str) -> Outcome<SignIn> {
        let player = self.demo_players().await?.into_iter().find(|p| p.id == account);
        let account = player.ok_or_else(|| ServiceError::unknown("There is no such demo player here."))?;
        let (_, cookie) = self.0.store.sign_in().start_session(account.id, start(agent), Time::now()).await?;
        Ok(SignIn { cookie: cookie.reveal(), account, next: "/games".to_owned() })
    }

    /// Who signed in with this cookie. Notes when that was seen last.
    ///
    /// # Errors
    /// Only when the storage fails; an unknown cookie is nobody.
    pub async fn by_session(self, cookie: &str) -> Outcome<Option<(Account, Door)>> {
        let Ok(token) = cookie.parse::<Token>() else { return Ok(None) };
        let now = Time::now();
        let Some((session, account)) = self.0.store.sign_in().session(&token, now).await? else { return Ok(None) };
        self.0.store.sign_in().touch_session(&session, now).await?;
        Ok(Some((account, Door::Session(session))))
    }

    /// Who owns this personal token. Notes that it was used.
    ///
    /// # Errors
    /// Only when the storage fails; an unknown token is nobody.
    pub async fn by_token(self, token: &str) -> Outcome<Option<(Account, Door)>> {
        let Ok(token) = token.parse::<Token>() else { return Ok(None) };
        let Some((token, account)) = self.0.store.tokens().api_token(&token).await? else { return Ok(None) };
        self.0.store.tokens().touch_api_token(&token, Time::now()).await?;
        Ok(Some((account, Door::Token(token))))
    }

    /// Ends the session this door belongs to.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn sign_out(self, account: &Account, door: &Door) -> Outcome<()> {
        if let Door::Session(session) = door {
            self.0.store.sign_in().revoke_session(account.id, session.id, Time::now()).await?;
        }
        Ok(())
    }

    /// Where the account is signed in, last seen first.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn sessions(self, account: &Account) -> Outcome<Vec<Session>> {
        Ok(self.0.store.sign_in().sessions(account.id, Time::now()).await?)
    }

    /// Ends one of the account's sessions, and with it the links in letters sent so far, which could begin another.
    ///
    /// # Errors
    /// 404 when the account has no such session.
    pub async fn revoke_session(self, account: &Account, id: &str) -> Outcome<()> {
        let id: GrantId = id.parse().map_err(|_| no_session())?;
        let now = Time::now();
        if !self.0.store.sign_in().revoke_session(account.id, id, now).await? {
            return Err(no_session());
        }
        Ok(self.0.store.sign_in().void_game_links(account.id, now).await?)
    }

    /// Ends all of the account's sessions but the one this door belongs to. Answers how many.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn revoke_other_sessions(self, account: &Account, door: &Door) -> Outcome<u64> {
        let but = match door {
            Door::Session(session) => Some(session.id),
            Door::Token(_) => None,
        };
        let now = Time::now();
        self.0.store.sign_in().void_game_links(account.id, now).await?;
        Ok(self.0.store.sign_in().revoke_sessions(account.id, but, now).await?)
    }

    /// The account's personal tokens, newest first.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn tokens(self, account: &Account) -> Outcome<Vec<ApiToken>> {
        Ok(self.0.store.tokens().api_tokens(account.id).await?)
    }

    /// Makes a personal token and answers with its secret, which is shown once and kept nowhere.
    ///
    /// # Errors
    /// 400 for a name that is empty or too long; 409 when there are twenty already.
    pub async fn new_token(self, account: &Account, name: &str) -> Outcome<String> {
        let name = line("The name of the token", name, NAME)?;
        if self.0.store.tokens().api_tokens(account.id).await?.len() >= 20 {
            return Err(
                ServiceError::conflict("You have twenty tokens.").legal("Revoke one that is not used any more.")
            );
        }
        Ok(self.0.store.tokens().new_api_token(account.id, name, Time::now()).await?.reveal())
    }

    /// Revokes one of the account's tokens.
    ///
    /// # Errors
    /// 404 when the account has no such token.
    pub async fn revoke_token(self, account: &Account, id: &str) -> Outcome<()> {
        let unknown = || ServiceError::unknown("You have no such token.").legal("Perhaps it has been revoked already.");
        let id: GrantId = id.parse().map_err(|_| unknown())?;
        if self.0.store.tokens().revoke_api_token(account.id, id, Time::now()).await? { Ok(()) } else { Err(unknown()) }
    }

    /// Changes display name and time zone.
    ///
    /// # Errors
    /// 400 for a name that is empty or too long, or a zone that does not exist.
    pub async fn set_profile(self, account: &Account, name: &str, zone: &str) -> Outcome<()> {
        let name = self::name("Your name", name, NAME)?;
        let zone = zone.trim();
        if jiff::tz::TimeZone::get(zone).is_err() {
            return Err(ServiceError::malformed(format!("There is no time zone {zone:?}."))
                .legal("Choose one from the list, such as Europe/London or America/New_York."));
        }
        self.0.store.accounts().set_profile(account.id, name, zone.to_owned(), account.receipts).await?;
        self.0.notices().hold_again(account).await
    }

    /// Chooses whether the account gets receipts of its own hand-overs.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn set_receipts(self, account: &Account, receipts: bool) -> Outcome<()> {
        Ok(self
            .0
            .store
            .accounts()
            .set_profile(account.id, account.name.clone(), account.time_zone.clone(), receipts)
            .await?)
    }
}

/// One line of text as people type it: trimmed, not empty, without control characters, at most `longest` characters.
pub(super) fn line(what: &str, text: &str, longest: usize) -> Outcome<String> {
    let text = text.trim();
    if text.is_empty() {
        return Err(ServiceError::malformed(format!("{what} is empty.")).legal("Type something."));
    }
    if text.chars().any(char::is_control) {
        return Err(ServiceError::malformed(format!("{what} has line breaks or control characters in it."))
            .legal("Type it on one line."));
    }
    if text.chars().count() > longest {
        return Err(
            ServiceError::malformed(format!("{what} is too long.")).legal(format!("At most {longest} characters."))
        );
    }
    Ok(text.to_owned())
}

/// A name that others read in letters and on pages: one line, and nothing that looks like an address or hides anything.
pub(super) fn name(what: &str, text: &str, longest: usize) -> Outcome<String> {
    let text = line(what, text, longest)?;
    match names::check(&text) {
        Ok(()) => Ok(text),
        Err(wrong) => Err(ServiceError::malformed(format!("{what} {wrong}."))
            .legal("Others get it in letters, so put a space behind each dot, and leave addresses out.")),
    }
}

/// A path on this server, or the list of games: so that no link of ours leads anywhere else.
fn local_path(next: Option<&str>) -> String {
    match next {
        Some(path) if is_local_path(path) => path.to_owned(),
        _ => "/games".to_owned(),
    }
}

/// Whether a text is a path on this server. `//host` and `/\host` are not: browsers read them as another host.
pub fn is_local_path(path: &str) -> bool {
    path.len() <= 500
        && path.starts_with('/')
        && !path.starts_with("//")
        && !path.contains('\\')
        && path.bytes().all(|b| b.is_ascii_graphic())
}

fn start(agent: &str) -> SessionStart {
    SessionStart { agent: agent_in_words(agent), life: SESSION_LIFE, game: None }
}

fn read_token(text: &str) -> Outcome<Token> {
    text.parse().map_err(|_| link_trouble(LinkError::Unknown))
}

fn link_trouble(error: LinkError) -> ServiceError {
    let again = "Ask for a new link on the sign-in page; it comes at once.";
    match error {
        LinkError::Unknown => {
            ServiceError::unknown("This is not a sign-in link of ours, or it is so old that it is forgotten.")
                .legal(again)
        }
        LinkError::Expired => ServiceError::gone("This sign-in link has expired.").legal(again),
        LinkError::Used => ServiceError::gone("This sign-in link has been used already: each works once.").legal(again),
        LinkError::Store(error) => error.into(),
    }
}

fn no_session() -> ServiceError {
    ServiceError::new(ErrorKind::Unknown, "You have no such session.").legal("Perhaps it has ended already.")
}

/// A browser in a few words, from its user agent: "Firefox on Linux".
pub(super) fn agent_in_words(agent: &str) -> String {
    let has = |word: &str| agent.contains(word);
    let browser = if has("Edg/") {
        "Edge"
    } else if has("OPR/") {
        "Opera"
    } else if has("Firefox/") {
        "Firefox"
    } else if has("Chrome/") || has("Chromium/") {
        "Chrome"
    } else if has("Safari/") {
        "Safari"
    } else {
        "A browser"
    };
    let system = if has("Android") {
        " on Android"
    } else if has("iPhone") || has("iPad") {
        " on iOS"
    } else if has("Windows") {
        " on Windows"
    } else if has("Mac OS") {
        " on macOS"
    } else if has("Linux") {
        " on Linux"
    } else {
        ""
    };
    format!("{browser}{system}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_never_leads_to_another_host() {
        assert!(is_local_path("/games/abc?piece=Archer"));
        for path in ["//evil.org", "/\\evil.org", "https://evil.org", "games", "", "/a b", "/\n"] {
            assert!(!is_local_path(path), "{path:?}");
        }
        assert_eq!(local_path(Some("//evil.org")), "/games");
    }

    #[test]
    fn a_browser_is_named_in_a_few_words() {
        let agent = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0";
        assert_eq!(agent_in_words(agent), "Firefox on Linux");
        assert_eq!(agent_in_words("curl/8"), "A browser");
    }
}
