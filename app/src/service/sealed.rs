//! Sealed dice: a player seals the dice of a seat, gives links ahead, or goes on with house dice.

use super::appending::millis;
use super::play::Receipt;
use super::table::Table;
use super::{Outcome, Service, ServiceError};
use crate::service::handles::Play;
use domain::log::{GivenLink, HouseDiceWhy};
use domain::referee::{Links, SealedSeat, Sealing, SeatId};
use fieldpost_store::Account;

/// What somebody does about sealed dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SealedAct {
    /// Seals their dice.
    Seal(Sealing),
    /// Gives links ahead.
    Give(Links),
    /// Goes on with house dice.
    House(HouseDiceWhy),
}

/// Whose dice are sealed, as a page says it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiceOfSeat {
    /// The seat.
    pub seat: SeatId,
    /// Its name.
    pub name: String,
    /// Who plays it.
    pub player: String,
    /// Its sealed dice; none with house dice.
    pub sealed: Option<SealedSeat>,
}

impl Table {
    /// Whose dice are sealed, seat by seat.
    pub fn dice_of_seats(&self) -> Vec<DiceOfSeat> {
        let seats = self.game.seats().iter();
        seats
            .map(|s| DiceOfSeat {
                seat: s.id,
                name: s.name.clone(),
                player: self.player(s.id),
                sealed: self.game.sealed_dice(s.id),
            })
            .collect()
    }

    /// The names of the seats whose dice are sealed, as in a sentence; empty where none are.
    pub fn sealed_seats(&self) -> String {
        let sealed = self.game.seats().iter().filter(|s| self.game.sealed_dice(s.id).is_some());
        sealed.map(|s| s.name.as_str()).collect::<Vec<_>>().join(" and the ")
    }

    /// Whether this person may seal their dice now.
    pub fn may_seal(&self) -> bool {
        let mine = self.seat.filter(|seat| self.game.seat(*seat).is_some_and(|s| s.player.is_some()));
        self.game.may_seal() && mine.is_some_and(|seat| self.game.sealed_dice(seat).is_none())
    }
}

impl Play<'_> {
    /// Seals this person's dice, gives links ahead, or goes on with house dice.
    ///
    /// # Errors
    /// 409 for what cannot be now, 422 for links or anchors that do not fit; others as for orders.
    pub async fn sealed(self, game: &str, account: &Account, act: SealedAct) -> Outcome<Receipt> {
        self.act(game, account, None, |live, seat, at| {
            let (game, keys) = (&live.game, &live.keys);
            Ok(match act {
                SealedAct::Seal(sealing) => game.seal_dice(seat, sealing, millis(at), keys)?,
                SealedAct::Give(links) => game.deposit(seat, links, millis(at), keys)?,
                SealedAct::House(why) => game.take_house_dice(seat, why, millis(at), keys)?,
            })
        })
        .await
    }
}

impl Service {
    /// A link as forms write it: its number, a colon, and 64 digits. Nothing for an empty text.
    ///
    /// # Errors
    /// 400 for anything else.
    pub fn read_link(text: &str) -> Outcome<Option<GivenLink>> {
        if text.trim().is_empty() {
            return Ok(None);
        }
        let read = || {
            let (index, link) = text.trim().split_once(':')?;
            Some(GivenLink { index: index.parse().ok()?, link: link.parse().ok()? })
        };
        let wrong = || {
            ServiceError::malformed("A dice link cannot be read.")
                .legal("A link is its number, a colon, and 64 lower-case hexadecimal digits.")
        };
        read().map(Some).ok_or_else(wrong)
    }
}
