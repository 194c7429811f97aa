//! The lobby: inviting, joining, lists of games.

use super::appending::{append_of, millis};
use super::notices::Notice;
use super::table::{GameAddress, Row};
use super::{Outcome, Service, ServiceError};
use crate::service::handles::Lobby;
use domain::referee::{Joining, Sealing, SeatId};
use fieldpost_store::{
    Account, AccountId, Email, GameId, GameState, Hash32, Holder, Invitation, NewInvitation, Taken, Time, Token,
};
use std::time::Duration;

/// Days that each hand-over allows, and what that is called; 0 for no clock.
pub const PACES: [(u32, &str); 5] = [
    (1, "A letter a day"),
    (3, "A letter within three days"),
    (7, "A letter a week"),
    (14, "A letter a fortnight"),
    (0, "No hurry"),
];

/// How long an invitation holds.
pub(super) const INVITATION_LIFE: Duration = Duration::from_secs(60 * 24 * 3600);
/// The name of a pace.
pub fn pace_title(days: u32) -> String {
    let known = PACES.iter().find(|(d, _)| *d == days);
    known.map_or_else(|| format!("A letter within {days} days"), |(_, title)| (*title).to_owned())
}

/// An invitation as somebody sees it who has its link.
#[derive(Clone, Debug)]
pub struct Invited {
    /// The game.
    pub row: Row,
    /// The invitation.
    pub invitation: Invitation,
    /// The host's name.
    pub host: String,
    /// Whether the person who looks plays in the game already.
    pub seated: bool,
    /// Whether it is to take over a seat of a game under way.
    pub replaces: bool,
    /// Why it cannot be accepted any more, if so.
    pub over: Option<String>,
}

impl Invited {
    /// The seats that its reader may play: the one that it offers, or else those that are open. `Confederate`; with what it commands.
    pub fn offered(&self) -> String {
        let open = |s: &&fieldpost_store::Seat| match self.invitation.seat {
            Some(seat) => s.seat == seat,
            None => s.holder == fieldpost_store::Holder::Open,
        };
        let names: Vec<&str> = self.row.seats.iter().filter(open).map(|s| s.name.as_str()).collect();
        names.join(" or the ")
    }
}

impl Lobby<'_> {
    /// Makes another invitation to a game of one's own that looks for a player: a link to pass on, and a letter when there is
    /// an address. Answers the path of the invitation.
    ///
    /// # Errors
    /// 400 for an address that is none; 403 for anybody but the host; 409 when no seat is open; 429 after too many letters to strangers.
    pub async fn invite(self, game: &str, host: &Account, email: Option<&str>) -> Outcome<String> {
        let id = GameAddress::read(game)?.id;
        let row = self.0.games().row(id, Some(host.id)).await?;
        if row.host != host.id {
            return Err(ServiceError::forbidden("Only the host of a game invites to it."));
        }
        if row.summary.state != GameState::Lobby {
            return Err(ServiceError::conflict("Every seat of this game is taken."));
        }
        self.may_invite(id).await?;
        let email = email.filter(|e| !e.trim().is_empty()).map(read_email).transpose()?;
        let token = Token::fresh();
        let letter = match &email {
            Some(to) => self.0.consents().invitation_to(to, host, id, &token.reveal()).await?,
            None => None,
        };
        let made = NewInvitation { game: id, seat: None, email, life: INVITATION_LIFE };
        self.0.store.invitations().invite(&token, made, letter, Time::now()).await?;
        Ok(invitation_href(&token))
    }

    /// Refuses the fifty-first invitation to a game.
    pub(super) async fn may_invite(self, game: GameId) -> Outcome<()> {
        if self.0.store.invitations().of_game(game).await?.len() < 50 {
            return Ok(());
        }
        Err(ServiceError::conflict("There are fifty invitations to this game.").legal("Pass on one of them."))
    }

    /// What an invitation is to: its terms, for the page on which somebody agrees to them by joining.
    ///
    /// # Errors
    /// 404 for a link that is none of ours.
    pub async fn invitation(self, token: &str, who: Option<&Account>) -> Outcome<Invited> {
        let unknown = || {
            ServiceError::unknown("This is not an invitation of ours.")
                .legal("Ask the person who sent it for a new one.")
        };
        let token: Token = token.parse().map_err(|_| unknown())?;
        let invitation = self.0.store.invitations().get(&token).await?.ok_or_else(unknown)?;
        let row = self.0.store.games().get(invitation.game).await?.ok_or_else(unknown)?;
        let host = self.0.store.accounts().get(row.host).await?.map_or(String::new(), |a| a.name);
        let seated = who.is_some_and(|a| row.seat_of(a.id).is_some());
        let replaces = match invitation.seat {
            Some(seat) if row.summary.state == GameState::Running => {
                self.0.seat_changes().to_be_replaced(&row, seat).await?
            }
            _ => false,
        };
        let over = if invitation.account.is_some() {
            Some("This invitation has been used.".to_owned())
        } else if invitation.expires <= Time::now() {
            Some("This invitation has expired.".to_owned())
        } else if row.summary.state != GameState::Lobby && !replaces {
            Some("Every seat of this game is taken.".to_owned())
        } else {
            None
        };
        Ok(Invited { row, invitation, host, seated, replaces, over })
    }

    /// The same for somebody who follows the link: one that leads nowhere any more shows no game.
    ///
    /// # Errors
    /// 404 for a link that is none of ours, 410 when it is used or expired, unless the person plays in the game.
    pub async fn open_invitation(self, token: &str, who: Option<&Account>) -> Outcome<Invited> {
        let mut invited = self.invitation(token, who).await?;
        match invited.over.take_if(|_| !invited.seated) {
            Some(over) => Err(ServiceError::gone(over).legal("Ask the host for a new invitation.")),
            None => Ok(invited),
        }
    }

    /// Accepts an invitation: to the seat that it names, else to the one that is wanted, else to the first that is open.
    ///
    /// # Errors
    /// 404 for a link that is none of ours, 410 when it is used or expired, 409 when the person is seated already.
    pub async fn accept(self, token: &str, account: &Account, wanted: Option<SeatId>, phrase: &str) -> Outcome<GameId> {
        self.accept_with(token, account, wanted, (phrase, None)).await
    }

    /// The same, with the phrase and, where the newcomer seals their dice, what they bind them to.
    ///
    /// # Errors
    /// As [`Lobby::accept`]; 409 and 422 for dice that cannot be sealed so.
    pub async fn accept_with(
        self,
        token: &str,
        account: &Account,
        wanted: Option<SeatId>,
        words: (&str, Option<Sealing>),
    ) -> Outcome<GameId> {
        let invited = self.invitation(token, Some(account)).await?;
        if let Some(over) = invited.over {
            return Err(ServiceError::gone(over).legal("Ask the host for a new invitation."));
        }
        let seat = invited.invitation.seat;
        if let (Some(seat), true) = (seat, invited.replaces) {
            return self.0.seat_changes().take_over(&invited, seat, account).await;
        }
        self.take_seat(invited.row.id, account, seat.or(wanted), words, Some(invited.invitation.hash)).await
    }

    /// Joins a public game that looks for a player.
    ///
    /// # Errors
    /// 403 when the seat is kept for somebody invited, 404 for a game that is not public, 409 when no seat is open or the person is seated already.
    pub async fn join(self, game: &str, account: &Account, seat: Option<SeatId>, phrase: &str) -> Outcome<GameId> {
        self.join_with(game, account, seat, (phrase, None)).await
    }

    /// The same, with the phrase and, where the newcomer seals their dice, what they bind them to.
    ///
    /// # Errors
    /// As [`Lobby::join`]; 409 and 422 for dice that cannot be sealed so.
    pub async fn join_with(
        self,
        game: &str,
        account: &Account,
        seat: Option<SeatId>,
        words: (&str, Option<Sealing>),
    ) -> Outcome<GameId> {
        let id = GameAddress::read(game)?.id;
        let row = self.0.games().row(id, Some(account.id)).await?;
        // The host may take more than one seat of a side.
        if !row.open && row.host != account.id && row.summary.state == GameState::Lobby {
            return Err(ServiceError::forbidden("The seat is kept for somebody whom the host has invited.")
                .legal("Ask the host for an invitation, or choose another game in the lobby."));
        }
        self.take_seat(id, account, seat, words, None).await
    }

    async fn take_seat(
        self,
        id: GameId,
        account: &Account,
        wanted: Option<SeatId>,
        (phrase, sealing): (&str, Option<Sealing>),
        invitation: Option<Hash32>,
    ) -> Outcome<GameId> {
        let held = self.0.cached_games().hold(id).await?;
        held.live.playable()?;
        let mut row = Row::clone(&held.row);
        let open = || row.seats.iter().filter(|s| s.holder == Holder::Open).map(|s| s.seat);
        let seat = match wanted {
            Some(seat) => open().find(|s| *s == seat),
            // Whoever sits at the table already can only be meant to take one of their own side.
            None => open().find(|s| may_sit(&row, *s, account.id).is_ok()).or_else(|| open().next()),
        };
        let seat = seat.ok_or_else(|| {
            let gone = match wanted.is_some() && open().next().is_some() {
                true => ServiceError::conflict("That seat is taken."),
                false => ServiceError::conflict("No seat of this game is open any more."),
            };
            gone.legal("Choose another one, or another game in the lobby.")
        })?;
        may_sit(&row, seat, account.id)?;
        let now = Time::now();
        let joining =
            Joining { seat, name: account.name.clone(), phrase: phrase.trim().to_owned(), bot: None, at: millis(now) };
        let (game, keys) = (&held.live.game, &held.live.keys);
        let played = match sealing {
            Some(sealing) => game.seal_dice(seat, sealing, millis(now), keys)?.then(|game| game.join(joining, keys))?,
            None => game.join(joining, keys)?,
        };
        let mut append = append_of(&held, &played, Some(seat), None, now);
        append.joins = vec![(seat, Taken::Player(account.id))];
        append.invitation = invitation;
        // The seat just taken may be the one that is asked first: its player learns of it on the page that follows.
        if let Some(mine) = row.seats.iter_mut().find(|s| s.seat == seat) {
            mine.holder = Holder::Player { account: account.id, name: account.name.clone() };
        }
        append.letters =
            self.0.posting().letters(&row, &played.game, &Notice::of(&held.live.game, &played, Some(seat))).await?;
        self.0.play().append(held, append, played.game).await?;
        Ok(id)
    }

    /// The games an account plays in or hosts, those waiting for it first.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn my_games(self, account: &Account) -> Outcome<Vec<Row>> {
        Ok(self.0.store.games().of_account(account.id).await?)
    }

    /// How many games ask something of an account.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn asking(self, account: &Account) -> Outcome<usize> {
        Ok(self.0.store.games().asking(account.id).await?)
    }

    /// The game that has waited longest for an account, other than `but`.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn next_game(self, account: &Account, but: Option<GameId>) -> Outcome<Option<GameId>> {
        Ok(self.0.store.games().next_waiting(account.id, but).await?)
    }

    /// Public games that look for a player.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn open_games(self, who: Option<AccountId>) -> Outcome<Vec<Row>> {
        Ok(self.0.store.games().open(who, 50).await?)
    }

    /// Public games being played, the latest change first.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn running_games(self) -> Outcome<Vec<Row>> {
        Ok(self.0.store.games().public(GameState::Running, 50, 0).await?)
    }

    /// Public games that are over, the latest first.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn ended_games(self) -> Outcome<Vec<Row>> {
        Ok(self.0.store.games().public(GameState::Ended, 50, 0).await?)
    }
}

pub(super) fn read_email(text: &str) -> Outcome<Email> {
    text.parse().map_err(|_| {
        ServiceError::malformed("That is not a mail address.").legal("It should look like name@example.org.")
    })
}

/// The path of an invitation.
pub(super) fn invitation_href(token: &Token) -> String {
    format!("/join/{}", token.reveal())
}

/// Refuses a second seat to somebody, but one of the same side: who sits on both sides plays against themselves.
pub(super) fn may_sit(row: &Row, seat: SeatId, account: AccountId) -> Outcome<()> {
    let side = row.seats.iter().find(|s| s.seat == seat).map(|s| s.side);
    if row.seats_of(account).all(|s| Some(s.side) == side && s.seat != seat) {
        return Ok(());
    }
    Err(ServiceError::conflict("You have a seat in this game already.")
        .legal("Send the invitation to somebody else; you may hold several seats of one side only."))
}

impl Service {
    /// The terms of a game as questions and answers.
    pub fn terms_in_words(&self, row: &Row) -> Vec<(String, String)> {
        let Some(ruleset) = self.registry.get(&row.ruleset) else { return Vec::new() };
        let about = ruleset.about();
        let mut terms = vec![("Game".to_owned(), about.title.to_owned())];
        if let Some(scenario) = about.scenario(&row.terms.scenario) {
            terms.push(("Scenario".to_owned(), format!("{} ({})", scenario.title, scenario.length)));
            for option in &scenario.options {
                let value = row.terms.options.get(option.key).map_or("", String::as_str);
                let means = option.values.iter().find(|(v, _)| *v == value).map_or(value, |(_, means)| means);
                terms.push((option.title.to_owned(), means.to_owned()));
            }
        }
        match &row.clock {
            Some(clock) => terms.push(("Clock".to_owned(), clock.in_words())),
            None => terms.push(("Pace".to_owned(), pace_title(row.pace))),
        }
        let watch = if row.public { "Anybody" } else { "Only the players" };
        terms.push(("Who may watch".to_owned(), watch.to_owned()));
        terms
    }
}
