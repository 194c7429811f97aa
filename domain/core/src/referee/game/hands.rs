//! Changes of hands: somebody takes the place of a player who has vanished, for good or for a while.
//!
//! * A **house player stands in** for somebody whose time is out, when the terms of the clock allow it and the other side asks for it.
//!   The seat's standing orders hold on; the house player decides what they leave open.
//! * That person **returns** whenever they like, and nobody has to agree.
//! * Another person **replaces** somebody, when the other side agrees and so does whoever is replaced, unless their time is out or a
//!   house player stands in for them. Their standing orders end with them.
//!
//! Phrase and dice chains of the seat stay what they were: they were bound before the first roll, and a change of hands must
//! not be a way to change dice. What was offered and not answered (a draw, a takeback) lapses, because it was offered between others.

use super::play::{Work, plain_text};
use super::table::MOST_NAME;
use super::{Game, GameError, Played, Player};
use crate::dice::GameKeys;
use crate::log::{Body, Hands, HandsChange, HandsWhy};
use crate::words::{Millis, SeatId};

/// Who plays a seat from here on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewHands {
    /// The seat.
    pub seat: SeatId,
    /// Display name.
    pub name: String,
    /// The house player's id, when it is one.
    pub bot: Option<String>,
    /// The other side's seats that have asked for it or agreed. That they have is the caller's to see to.
    pub agreed: Vec<SeatId>,
    /// Whether the seat's own player has agreed; likewise.
    pub own: bool,
    /// Why.
    pub why: HandsWhy,
}

fn no<T>(why: &str) -> Result<T, GameError> {
    Err(GameError::Hands(why.into()))
}

impl Game {
    /// Puts a seat into other hands.
    ///
    /// # Errors
    /// [`GameError::Hands`] when somebody has not agreed who must, when the seat's time is not out, when the terms allow no house player,
    /// or when somebody returns to a seat that no house player holds for them; [`GameError::NoBot`], [`GameError::Text`]; others as for
    /// any order.
    pub fn change_hands(&self, new: NewHands, at: Millis, keys: &GameKeys) -> Result<Played, GameError> {
        self.open_to(new.seat, keys)?;
        let at = self.clocks().map_or(at, |clocks| clocks.moment(at));
        let name = plain_text("name", &new.name, MOST_NAME)?;
        let mut agreed = new.agreed;
        agreed.sort();
        agreed.dedup();
        let from = self.seat(new.seat).and_then(|s| s.player.as_ref()).map_or(String::new(), |p| p.name.clone());
        let hands = HandsChange { agreed, at, bot: new.bot, from, name, own: new.own, seat: new.seat, why: new.why };
        self.hands_change_allowed(&hands, true)?;
        let mut work = Work::new(self, at, keys);
        work.push(&Body::HandsChange(hands), None)?;
        Ok(work.played(self, None))
    }

    /// The name of the person for whom a house player stands in at a seat.
    pub fn stood_in(&self, seat: SeatId) -> Option<&str> {
        self.seat(seat)?.player.as_ref()?.stands_for.as_deref()
    }

    /// Whether the other side may have a house player stand in for a seat now: the terms allow it, and the time there is out. Says why
    /// not.
    ///
    /// # Errors
    /// [`GameError::Hands`].
    pub fn may_stand_in(&self, seat: SeatId, at: Millis) -> Result<(), GameError> {
        match self.clocks() {
            Some(clocks) if clocks.terms().stand_in => match clocks.out(seat, at) {
                true => Ok(()),
                false => no("A house player can stand in only for somebody whose time is out."),
            },
            _ => no("The terms of this game let no house player stand in."),
        }
    }

    /// Whether a seat may be given to somebody else without its player's word: their time is out, or a house player stands in for them.
    pub fn vacant(&self, seat: SeatId, at: Millis) -> bool {
        self.stood_in(seat).is_some() || self.clocks().is_some_and(|clocks| clocks.out(seat, at))
    }

    /// Whether nobody of the other side can be asked: only house players sit there.
    pub fn only_house_opposite(&self, seat: SeatId) -> bool {
        let side = self.side_of(seat);
        (self.seats.iter().filter(|s| Some(s.side) != side))
            .all(|s| s.player.as_ref().is_some_and(|p| p.bot.is_some() && p.stands_for.is_none()))
    }

    /// Whether a change of hands may be recorded now. Without `judged`, when it cannot be known for certain whom the game waits for,
    /// nothing is asked that depends on a running clock.
    pub(super) fn hands_change_allowed(&self, hands: &HandsChange, judged: bool) -> Result<(), GameError> {
        self.going(hands.seat)?;
        if hands.name.is_empty() {
            return Err(GameError::Text("A player needs a name.".into()));
        }
        self.known_bot(hands.bot.as_deref())?;
        let player = self.seat(hands.seat).and_then(|s| s.player.as_ref()).ok_or(GameError::NotBegun)?;
        if hands.from != player.name {
            return no("Somebody else holds that seat by now.");
        }
        let side = self.side_of(hands.seat);
        if hands.agreed.iter().any(|s| self.side_of(*s).is_none() || self.side_of(*s) == side) {
            return no("Only seats of the other side can agree to a change of hands.");
        }
        if !hands.agreed.is_sorted_by(|a, b| a < b) {
            return no("The seats that agree are named once each, in their order.");
        }
        let stood_in = player.stands_for.is_some();
        let house = player.bot.is_some();
        match hands.why {
            HandsWhy::Return if !stood_in || hands.bot.is_some() => no("Nobody stands in for this seat."),
            HandsWhy::Return if !hands.own || !hands.agreed.is_empty() => {
                no("Whoever returns does so alone: nobody has to agree.")
            }
            HandsWhy::Return => Ok(()),
            HandsWhy::StandIn if hands.bot.is_none() => no("Only a house player can stand in for somebody."),
            HandsWhy::StandIn if house => no("A house player plays this seat already."),
            HandsWhy::StandIn if hands.own || hands.agreed.is_empty() => {
                no("It is the other side that asks for a house player.")
            }
            HandsWhy::StandIn if judged => {
                self.may_stand_in(hands.seat, hands.at)?;
                let late = |s: &super::Seat| self.clocks().is_some_and(|c| c.out(s.id, hands.at));
                match self.seats.iter().any(|s| Some(s.side) != side && late(s)) {
                    true => no("Nobody asks for a house player while the time of their own side is out."),
                    false => Ok(()),
                }
            }
            HandsWhy::StandIn => Ok(()),
            HandsWhy::Replacement if hands.bot.is_some() => {
                no("A house player can stand in, but not replace a person.")
            }
            HandsWhy::Replacement if house && !stood_in => no("A house player needs no replacement."),
            HandsWhy::Replacement if hands.agreed.is_empty() && !self.only_house_opposite(hands.seat) => {
                no("Somebody of the other side must agree to a change of hands.")
            }
            HandsWhy::Replacement if judged && !hands.own && !self.vacant(hands.seat, hands.at) => {
                no("Whoever plays this seat must agree, because their time is not out.")
            }
            HandsWhy::Replacement => Ok(()),
        }
    }

    fn known_bot(&self, bot: Option<&str>) -> Result<(), GameError> {
        match bot {
            Some(bot) if self.playable().is_ok() && !self.ruleset.bots().iter().any(|b| b.id == bot) => {
                Err(GameError::NoBot)
            }
            _ => Ok(()),
        }
    }

    /// Whether a change of hands of the first version may stand in a log. None is written any more.
    pub(super) fn hands_allowed(&self, hands: &Hands) -> Result<(), GameError> {
        self.going(hands.seat)?;
        if hands.name.is_empty() {
            return Err(GameError::Text("A player needs a name.".into()));
        }
        self.known_bot(hands.bot.as_deref())?;
        let side = self.side_of(hands.seat);
        if hands.agreed.iter().any(|s| self.side_of(*s).is_none() || self.side_of(*s) == side) {
            return no("Only seats of the other side can agree to a change of hands.");
        }
        let house = self.seat(hands.seat).and_then(|s| s.player.as_ref()).is_some_and(|p| p.bot.is_some());
        // A house player has nothing to say against whoever it plays.
        let others_are_house = (self.seats.iter().filter(|s| Some(s.side) != side))
            .all(|s| s.player.as_ref().is_some_and(|p| p.bot.is_some()));
        match hands.why {
            HandsWhy::Return if !house || hands.bot.is_some() => no("Nobody stands in for this seat."),
            HandsWhy::Return => Ok(()),
            HandsWhy::StandIn if hands.bot.is_none() => no("Only a house player can stand in for somebody."),
            HandsWhy::Replacement if hands.bot.is_some() => {
                no("A house player can stand in, but not replace a person.")
            }
            _ if hands.agreed.is_empty() && !others_are_house => {
                no("Somebody of the other side must agree to a change of hands.")
            }
            _ => Ok(()),
        }
    }

    /// A change of hands told in prose.
    pub(super) fn told_of_hands(&self, hands: &HandsChange) -> String {
        let seat = self.name(hands.seat);
        let agreed: Vec<&str> = hands.agreed.iter().map(|s| self.name(*s)).collect();
        let agreed = agreed.join(" and the ");
        let (from, name) = (&hands.from, &hands.name);
        match hands.why {
            HandsWhy::StandIn => {
                format!("The {seat}'s time is out. As the {agreed} asked, a house player stands in for {from}.")
            }
            HandsWhy::Return => format!("{name} is back and plays the {seat} again."),
            HandsWhy::Replacement => {
                let why = match (hands.own, agreed.is_empty()) {
                    (true, true) => ", as they asked".to_owned(),
                    (true, false) => format!(", as they asked and the {agreed} agreed"),
                    (false, _) => format!(", who did not come back: the {agreed} asked for it"),
                };
                format!("{name} plays the {seat} from here on in place of {from}{why}.")
            }
        }
    }
}

impl Player {
    /// Takes the place of whoever held the seat. Phrase and anchors stay: they went into the dice before the first roll, and go on
    /// doing so.
    pub(super) fn change(&mut self, name: &str, bot: Option<&str>, why: HandsWhy, at: Millis) {
        self.stands_for = (why == HandsWhy::StandIn).then(|| match self.stands_for.take() {
            Some(person) => person,
            None => std::mem::take(&mut self.name),
        });
        self.name = name.to_owned();
        self.bot = bot.map(str::to_owned);
        self.at = at;
    }
}
