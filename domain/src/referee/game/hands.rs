//! Changes of hands: somebody takes the place of a player who has vanished, for good or for a while.
//!
//! Phrase and dice chains of the seat stay what they were: they were bound before the first roll, and a change of hands must
//! not be a way to change dice.

use super::play::{Work, plain_text};
use super::table::MOST_NAME;
use super::{Game, GameError, Played};
use crate::dice::GameKeys;
use crate::log::{Body, Hands, HandsWhy, Millis};
use crate::referee::SeatId;

/// Who plays a seat from here on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewHands {
    /// The seat.
    pub seat: SeatId,
    /// Display name.
    pub name: String,
    /// The house player's id, when it is one.
    pub bot: Option<String>,
    /// The other side's seats that have agreed. That they have is the caller's to see to.
    pub agreed: Vec<SeatId>,
    /// Why.
    pub why: HandsWhy,
}

impl Game {
    /// Puts a seat into other hands.
    ///
    /// # Errors
    /// [`GameError::Hands`] when nobody of the other side has agreed, when a stand-in is no house player or a replacement is one, or when
    /// somebody returns to a seat that no house player holds; [`GameError::NoBot`], [`GameError::Text`]; others as for any order.
    pub fn change_hands(&self, new: NewHands, at: Millis, keys: &GameKeys) -> Result<Played, GameError> {
        self.open_to(new.seat, keys)?;
        let name = plain_text("name", &new.name, MOST_NAME)?;
        let mut agreed = new.agreed;
        agreed.sort();
        agreed.dedup();
        let hands = Hands { agreed, at, bot: new.bot, name, seat: new.seat, why: new.why };
        self.hands_allowed(&hands)?;
        let mut work = Work::new(self, at, keys);
        work.push(&Body::Hands(hands), None)?;
        Ok(work.played(self, None))
    }

    /// Whether a change of hands may be recorded now.
    pub(super) fn hands_allowed(&self, hands: &Hands) -> Result<(), GameError> {
        self.going(hands.seat)?;
        let no = |why: &str| Err(GameError::Hands(why.into()));
        if hands.name.is_empty() {
            return Err(GameError::Text("A player needs a name.".into()));
        }
        if let Some(bot) = &hands.bot
            && self.playable().is_ok()
            && !self.ruleset.bots().iter().any(|b| b.id == bot)
        {
            return Err(GameError::NoBot);
        }
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
}
