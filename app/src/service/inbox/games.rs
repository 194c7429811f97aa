//! Which game a part of a letter is about, and what its writer had in front of them.

use super::door::Admitted;
use crate::letters::{Offer, Offered};
use crate::sense::{book_of, named, sense};
use crate::service::handles::Inbox;
use crate::service::table::{GameAddress, Table};
use crate::service::{Outcome, ServiceError};
use domain::referee::Choice;
use domain::referee::SeatId;
use fieldpost_inbox::{Command, Listed, Part, Sense, Vocabulary};
use fieldpost_post::{is_token, token_hash};
use fieldpost_store::{Account, Game as Row, GameId, GameState, ReplyAddress};

/// The last letters and digits of a game's id, by which letters name it: the first ones are the time.
const SHORT: usize = 8;

/// The name of a game in a letter about several.
pub(in crate::service) fn short(game: GameId) -> String {
    let id = game.to_string();
    id[id.len().saturating_sub(SHORT)..].to_owned()
}

/// A game as the writer of a letter knew it.
pub(super) struct Known {
    /// As it stands now.
    pub now: Table,
    /// As it stood when the letter that is answered was written.
    pub then: Table,
    /// What that letter proposed under its numbers; nothing where they are those of the menu.
    pub proposed: Option<Offer>,
}

impl Known {
    /// What the numbers of the letter mean: what it proposed, or else its menu. What another letter proposed of another game is proposed there
    /// still, since the same position has the same proposals.
    pub fn numbered(&self) -> Vec<String> {
        match &self.proposed {
            Some(offer) => offer.numbered.iter().map(|o| o.order.clone()).collect(),
            None => self.choices().into_iter().map(|c| c.order).collect(),
        }
    }

    fn choices(&self) -> Vec<Choice> {
        let Some(seat) = self.then.seat.filter(|_| !self.then.stood_in()) else { return Vec::new() };
        match self.then.game.lists_menu(seat) {
            true => self.then.game.menu(seat, None).choices,
            false => self.then.game.proposals(seat),
        }
    }

    /// The choices of the letter, if a line of the answer may have been copied from it.
    pub fn listed(&self, part: &Part) -> Vec<Listed> {
        let sense = self.sense();
        let copied = part.commands.iter().any(|said| match &said.command {
            Command::Order(line) => said.numbered.is_some() || sense(line) != Sense::Order,
            _ => false,
        });
        if !copied {
            return Vec::new();
        }
        let offered = match &self.proposed {
            Some(offer) => offer.numbered.clone(),
            None => {
                let mut choices = self.choices();
                if let Some(seat) = self.then.seat {
                    self.then.game.weigh(seat, &mut choices);
                }
                choices.iter().enumerate().map(|(place, choice)| Offered::of(place, choice)).collect()
            }
        };
        offered.into_iter().map(|Offered { label, remark, order, .. }| Listed { label, remark, order }).collect()
    }

    /// The words of this game's rulebook.
    pub fn book(&self) -> Vocabulary {
        book_of(&**self.now.game.ruleset())
    }

    /// What a line is in this game: an order of the writer's seat, or words that name its pieces or places.
    pub fn sense(&self) -> impl Fn(&str) -> Sense + '_ {
        let (pieces, book) = (named(&self.now.view()), self.book());
        move |line| {
            let Some(seat) = self.now.seat else { return Sense::Order };
            sense(line, &pieces, &book, self.now.game.reads(seat, line))
        }
    }
}

impl Inbox<'_> {
    /// The game that a part of a letter is about.
    pub(super) async fn known(self, admitted: &Admitted, name: Option<&str>) -> Outcome<Result<Known, ServiceError>> {
        let account = &admitted.account;
        let Some(name) = name else {
            return Ok(Ok(self.known_by(account, seat_of(&admitted.address), &admitted.address).await?));
        };
        if is_token(name)
            && let Some(address) = self.0.store.inbox().reply_address(token_hash(name)).await?
            && address.account == account.id
            && address.voided.is_none()
        {
            return Ok(Ok(self.known_by(account, seat_of(&address), &address).await?));
        }
        let rows = self.0.lobby().my_games(account).await?;
        let named = of_name(&rows, name).map(|row| (row, None)).or_else(|e| of_seat(&rows, name).ok_or(e));
        let (found, seat) = match named {
            Ok(named) => named,
            Err(trouble) => return Ok(Err(trouble)),
        };
        if let Some(seat) = seat.filter(|_| found.id == admitted.address.game) {
            let of = GameAddress { id: found.id, seat: Some(seat) };
            return Ok(Ok(self.known_by(account, of, &admitted.address).await?));
        }
        if found.id == admitted.address.game {
            return Ok(Ok(self.known_by(account, seat_of(&admitted.address), &admitted.address).await?));
        }
        // Of another game the writer knows what letters have told, or what they have looked at since.
        let mine = found.seat_for(account.id, seat);
        let record = mine.map_or(0, |s| s.seen.max(s.told));
        let record = if record == 0 { found.tip.length } else { record };
        let of = GameAddress { id: found.id, seat: mine.map(|s| s.seat) };
        Ok(Ok(self.known_at(account, of, record).await?))
    }

    /// What the letter of an address showed.
    async fn known_by(self, account: &Account, game: GameAddress, letter: &ReplyAddress) -> Outcome<Known> {
        let now = self.0.games().table(&game.to_string(), Some(account)).await?;
        let then = self.0.games().at_letter(&now, letter.record, letter.created).await?;
        let proposed = letter.proposals.as_deref().and_then(Offer::of_kept);
        Ok(Known { now, then, proposed })
    }

    async fn known_at(self, account: &Account, game: GameAddress, record: u64) -> Outcome<Known> {
        let now = self.0.games().table(&game.to_string(), Some(account)).await?;
        let then = self.0.games().at(&now, record).await?;
        Ok(Known { now, then, proposed: None })
    }
}

/// The seat that a letter is answered for.
pub(super) fn seat_of(address: &ReplyAddress) -> GameAddress {
    GameAddress { id: address.game, seat: Some(address.seat) }
}

/// The game of a name with the number of a seat behind a dot, as letters to somebody with several seats give it.
fn of_seat<'r>(rows: &'r [Row], name: &str) -> Option<(&'r Row, Option<SeatId>)> {
    let (name, seat) = name.trim().rsplit_once('.')?;
    let seat = SeatId(seat.parse().ok()?);
    Some((of_name(rows, name).ok()?, Some(seat)))
}

/// The one game of that name: the beginning or end of its id, or its title.
fn of_name<'r>(rows: &'r [Row], name: &str) -> Result<&'r Row, ServiceError> {
    let wanted = name.trim().to_lowercase();
    let going = |row: &&Row| row.summary.state != GameState::Lobby;
    let by_id = |row: &&Row| {
        let id = row.id.to_string();
        wanted.len() >= 6 && (id.starts_with(&wanted) || id.ends_with(&wanted))
    };
    let by_title = |row: &&Row| row.title.to_lowercase() == wanted;
    let by_start = |row: &&Row| wanted.len() >= 3 && row.title.to_lowercase().starts_with(&wanted);
    let mut found: Vec<&Row> = rows.iter().filter(going).filter(by_id).collect();
    if found.is_empty() {
        found = rows.iter().filter(going).filter(by_title).collect();
    }
    if found.is_empty() {
        found = rows.iter().filter(going).filter(by_start).collect();
    }
    // A game that is over is meant only when no running one can be.
    if found.len() > 1 {
        let running: Vec<&Row> = found.iter().copied().filter(|r| r.summary.state == GameState::Running).collect();
        if !running.is_empty() {
            found = running;
        }
    }
    let names = |rows: &[&Row]| {
        let names: Vec<String> = rows.iter().take(10).map(|r| format!("{} ({})", short(r.id), r.title)).collect();
        names.join(", ")
    };
    match found[..] {
        [one] => Ok(one),
        [] => {
            let running: Vec<&Row> = rows.iter().filter(|r| r.summary.state == GameState::Running).collect();
            let yours = if running.is_empty() {
                "You have no game under way.".to_owned()
            } else {
                format!("Yours are {}.", names(&running))
            };
            Err(ServiceError::unknown(format!("You play no game called {name:?}.")).legal(yours))
        }
        _ => Err(ServiceError::conflict(format!("{name:?} can be several of your games."))
            .legal(format!("Write one of {}.", names(&found)))),
    }
}
