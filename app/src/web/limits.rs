//! How often who may ask for what: the table of all routes that change something, and the doors' own limits.
//!
//! A handler for somebody who is signed in is reached through [`Limits::check_change`], which refuses a route that is not in
//! [`ROUTES`]; a test reads the sources for the others. Limits that guard a game are counted in [`crate::service::limits`], where
//! letters that come in pass as well: they are named here so that one list says everything.

use crate::service::ServiceError;
use crate::service::limits::{Limiter, Quota, Sort};
use fieldpost_store::{AccountId, Email};

/// What limits a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Every change, by account: 600 at once, then ten a second.
    Changes,
    /// What sends letters to others, by account: 40 at once, then one each 15 seconds.
    Letters,
    /// What a seat may add to its game, by game and seat.
    Seat(Sort),
    /// Letters of invitation: by host and day, and by who gets them.
    Invitations,
    /// Remarks about games that are over, by account: five in ten minutes.
    Talk,
    /// Games that look for a player, and practice games: twenty of each, by account.
    Games,
    /// Sign-in letters, by client and by address.
    SignIn,
    /// Steps of lessons, by client: 120 at once, then one a second.
    Lessons,
    /// Guests, by client: five at once, then one each ten minutes; and so many in all.
    Guests,
    /// Links and tokens that may be guessed at, by client: 60 at once, then one each five seconds.
    Guesses,
    /// Only this machine reaches it, and only when the host wants it.
    ThisMachine,
}

use Limit::{Changes, Games, Guesses, Guests, Invitations, Lessons, Letters, Seat, SignIn, Talk, ThisMachine};

/// A route that changes something: method, pattern, and what limits it.
pub type Route = (&'static str, &'static str, &'static [Limit]);

/// Every route that changes something.
pub const ROUTES: &[Route] = &[
    // Pages: doors.
    ("POST", "/sign-in", &[SignIn]),
    ("POST", "/sign-in/{token}", &[Guesses]),
    ("POST", "/sign-out", &[Changes]),
    ("POST", "/play/{ruleset}", &[Changes, Guests, Games]),
    ("POST", "/games/{id}/keep", &[Changes, SignIn]),
    ("POST", "/rulesets/{id}/lessons/{lesson}", &[Lessons]),
    ("POST", "/rulesets/{id}/lessons/{lesson}/{step}", &[Lessons]),
    ("POST", "/rulesets/{id}/lessons/{lesson}/letter/{step}", &[Lessons]),
    ("POST", "/demo/{account}", &[ThisMachine]),
    ("POST", "/unsubscribe/{link}", &[Guesses]),
    ("POST", "/mailbox/{id}/reply", &[ThisMachine]),
    // Pages: the account.
    ("POST", "/account", &[Changes]),
    ("POST", "/account/letters", &[Changes]),
    ("POST", "/account/calendar", &[Changes]),
    ("POST", "/account/sessions/{id}/revoke", &[Changes]),
    ("POST", "/account/tokens", &[Changes]),
    ("POST", "/account/tokens/{id}/revoke", &[Changes]),
    ("POST", "/account/notices", &[Changes]),
    ("POST", "/account/notices/feed", &[Changes]),
    ("POST", "/account/notices/feed/revoke", &[Changes]),
    ("POST", "/account/notices/confirm", &[Changes, Letters]),
    ("POST", "/account/notices/{way}", &[Changes]),
    ("POST", "/account/notices/{way}/remove", &[Changes]),
    ("POST", "/account/notices/{way}/test", &[Changes, Letters]),
    ("POST", "/account/notices/webhook/key", &[Changes]),
    // Pages: games.
    ("POST", "/games", &[Changes, Letters, Games, Invitations]),
    ("POST", "/games/{id}/join", &[Changes, Letters]),
    ("POST", "/games/{id}/invite", &[Changes, Letters, Invitations]),
    ("POST", "/join/{token}", &[Changes, Letters]),
    ("POST", "/games/{id}/orders", &[Changes, Seat(Sort::Orders)]),
    ("POST", "/games/{id}/sealed", &[Changes]),
    ("POST", "/games/{id}/records/{seq}", &[Changes, Letters]),
    ("POST", "/games/{id}/undo", &[Changes]),
    ("POST", "/games/{id}/send", &[Changes, Seat(Sort::Orders)]),
    ("POST", "/games/{id}/messages", &[Changes, Letters, Seat(Sort::Messages)]),
    ("POST", "/games/{id}/draw", &[Changes, Letters, Seat(Sort::Draws)]),
    ("POST", "/games/{id}/resign", &[Changes]),
    ("POST", "/games/{id}/rules", &[Changes]),
    ("POST", "/games/{id}/takeback", &[Changes, Letters, Seat(Sort::Takebacks)]),
    ("POST", "/games/{id}/standing", &[Changes, Seat(Sort::Standing)]),
    ("POST", "/games/{id}/standing/form", &[Changes]),
    ("POST", "/games/{id}/queue", &[Changes, Seat(Sort::Standing)]),
    ("POST", "/enter", &[Changes, Games]),
    ("POST", "/games/{id}/entry", &[Changes]),
    ("POST", "/games/{id}/clock", &[Changes, Letters, Seat(Sort::Time)]),
    ("POST", "/games/{id}/hands", &[Changes, Letters, Seat(Sort::SeatChange), Invitations]),
    ("POST", "/games/{id}/notices", &[Changes]),
    ("POST", "/games/{id}/notes", &[Changes]),
    ("POST", "/games/{id}/talk", &[Changes, Talk]),
    ("POST", "/archive/{id}/notes", &[Changes]),
    ("POST", "/games/{id}/plan/anew", &[Changes]),
    ("POST", "/games/{id}/plan/orders", &[Changes]),
    ("POST", "/games/{id}/plan/step", &[Changes]),
    ("POST", "/games/{id}/plan/draft", &[Changes]),
    // The API, where a personal token does as well as a session.
    ("PUT", "/api/me/calendar", &[Changes]),
    ("POST", "/api/games", &[Changes, Letters, Games, Invitations]),
    ("POST", "/api/games/{game}/join", &[Changes, Letters]),
    ("POST", "/api/games/{game}/rules", &[Changes]),
    ("POST", "/api/games/{game}/invitations", &[Changes, Letters, Invitations]),
    ("POST", "/api/invitations/{token}", &[Changes, Letters]),
    ("POST", "/api/games/{game}/orders", &[Changes, Seat(Sort::Orders)]),
    ("POST", "/api/games/{game}/dice", &[Changes]),
    ("POST", "/api/games/{game}/records/{seq}", &[Changes, Letters]),
    ("PUT", "/api/games/{game}/draft", &[Changes]),
    ("PUT", "/api/games/{game}/standing", &[Changes, Seat(Sort::Standing)]),
    ("POST", "/api/games/{game}/standing/try", &[Changes]),
    ("PUT", "/api/games/{game}/queue", &[Changes, Seat(Sort::Standing)]),
    ("POST", "/api/games/{game}/queue/try", &[Changes]),
    ("POST", "/api/games/{game}/messages", &[Changes, Letters, Seat(Sort::Messages)]),
    ("POST", "/api/games/{game}/draw", &[Changes, Letters, Seat(Sort::Draws)]),
    ("POST", "/api/games/{game}/takeback", &[Changes, Letters, Seat(Sort::Takebacks)]),
    ("PUT", "/api/games/{game}/silence", &[Changes]),
    ("POST", "/api/games/{game}/resign", &[Changes]),
    ("POST", "/api/games/{game}/clock", &[Changes, Letters, Seat(Sort::Time)]),
    ("POST", "/api/games/{game}/hands", &[Changes, Letters, Seat(Sort::SeatChange), Invitations]),
    ("PUT", "/api/games/{game}/notes/{record}", &[Changes]),
    ("DELETE", "/api/games/{game}/notes/{record}", &[Changes]),
    ("POST", "/api/games/{game}/talk", &[Changes, Talk]),
    ("DELETE", "/api/games/{game}/talk/{id}", &[Changes]),
];

/// The limits of one server's doors.
pub struct Limits {
    /// Sign-in letters by address asked for.
    pub sign_in_address: Limiter<Email>,
    /// Sign-in letters by address, for browsers that have been signed in with it before: strangers cannot use these up.
    pub sign_in_known: Limiter<Email>,
    /// Sign-in letters by client.
    pub sign_in_client: Limiter<String>,
    /// Steps of lessons by client.
    pub lessons: Limiter<String>,
    /// Guests by client.
    pub guests: Limiter<String>,
    /// Orders, drafts and every other change, by account.
    pub orders: Limiter<AccountId>,
    /// Messages, invitations, new games: whatever sends letters to others, by account.
    pub letters: Limiter<AccountId>,
    /// Failed secrets (links, tokens) by client.
    pub guesses: Limiter<String>,
}

impl Limits {
    /// `leeway` times as many changes as usual, for load tests.
    pub fn new(leeway: u32) -> Self {
        let every = std::time::Duration::from_millis(100) / leeway.max(1);
        Limits {
            sign_in_address: Limiter::new("sign-in letters to one address", Quota::new(5, 180)),
            sign_in_known: Limiter::new("sign-in letters to one address", Quota::new(5, 180)),
            sign_in_client: Limiter::new("sign-in letters", Quota::new(30, 20)),
            lessons: Limiter::new("steps of lessons", Quota::new(120, 1)),
            guests: Limiter::new("guests' games", Quota::new(5, 600).times(leeway)),
            orders: Limiter::new("orders", Quota { burst: 600_u32.saturating_mul(leeway), every }),
            letters: Limiter::new("messages and invitations", Quota::new(40, 15).times(leeway)),
            guesses: Limiter::new("wrong links or tokens", Quota::new(60, 5)),
        }
    }

    /// Counts a change that an account asks for under a route's method and pattern: never under the path as it was sent, which can be
    /// written in many ways.
    ///
    /// # Errors
    /// 429 with the seconds to wait; 500 for a route that nobody has given limits.
    pub fn check_change(&self, account: AccountId, method: &str, pattern: &str) -> Result<(), ServiceError> {
        let route = ROUTES.iter().find(|(m, p, _)| (*m, *p) == (method, pattern));
        let Some((_, _, limits)) = route else {
            return Err(ServiceError::inside(anyhow::anyhow!("{method} {pattern} has no limits")));
        };
        self.orders.check(&account)?;
        if limits.contains(&Letters) { self.letters.check(&account) } else { Ok(()) }
    }

    /// Forgets keys that have recovered. Called once a minute.
    pub fn tidy(&self) {
        self.sign_in_address.tidy();
        self.sign_in_known.tidy();
        self.sign_in_client.tidy();
        self.lessons.tidy();
        self.guests.tidy();
        self.orders.tidy();
        self.letters.tidy();
        self.guesses.tidy();
    }
}
