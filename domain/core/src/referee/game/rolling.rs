//! What goes into a roll of the first format.

use super::{Game, GameError, nth};
use crate::dice::{GameKeys, Ingredients};
use crate::log::{ChainKind, DiceLinks};
use crate::words::{Hash32, SeatId};

/// What the next roll of a seat will be made of.
pub(crate) struct Rolling {
    genesis: Hash32,
    chair: u8,
    pub index: u32,
    handed: Hash32,
    phrases: Hash32,
}

impl Rolling {
    /// The next roll of a seat.
    pub fn of(game: &Game, seat: SeatId) -> Result<Rolling, GameError> {
        let chair = game.seat(seat).ok_or(GameError::NotSeated)?;
        let cursor = game.cursors.get(usize::from(seat.0)).ok_or(GameError::NotSeated)?;
        Ok(Rolling {
            genesis: game.heads.first().map_or(Hash32::ZERO, |h| h.hash),
            chair: chair.chair,
            index: cursor.rolls + 1,
            // Both sides are handed a link when the game begins, before anybody can roll.
            handed: game.handed[nth(chair.side)].ok_or(GameError::NotBegun)?,
            phrases: game.phrases.ok_or(GameError::NotBegun)?,
        })
    }

    /// Its links: the player's own where the player keeps the chain, otherwise the house's.
    pub fn links(&self, keys: &GameKeys, own: Option<Hash32>) -> DiceLinks {
        DiceLinks {
            index: self.index,
            player: own.unwrap_or_else(|| keys.link(self.chair, ChainKind::Player, self.index)),
            server: keys.link(self.chair, ChainKind::Server, self.index),
        }
    }

    /// Everything that goes into it, given the links.
    pub fn ingredients(&self, links: &DiceLinks) -> Ingredients {
        Ingredients {
            genesis: self.genesis,
            chair: self.chair,
            index: self.index,
            server: links.server,
            player: links.player,
            handed: self.handed,
            phrases: self.phrases,
        }
    }
}
