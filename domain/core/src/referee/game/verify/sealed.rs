//! Sealed dice, and whoever joins with them: whose link a roll or a hand-over shows, and what was given when.

use super::judge::Judge;
use super::report::{Check, Wrong, bad};
use crate::dice::ChainName;
use crate::log::{Body, ChainKind, Join};
use crate::referee::game::GameError;
use crate::words::{Hash32, SeatId};

impl Judge {
    /// Whether a record about sealed dice may stand here.
    pub(super) fn sealed(&self, seq: u64, body: &Body) -> Check {
        let allowed = match body {
            Body::SealedDice(sealed) => self.game.sealed_allowed(sealed),
            Body::Deposit(deposit) => self.game.deposit_allowed(deposit),
            Body::HouseDice(taken) => self.game.house_dice_allowed(taken.seat),
            _ => Ok(()),
        };
        allowed.or_else(|e| match e {
            GameError::BadLink(_) => bad(seq, Wrong::Link, e.to_string()),
            _ => bad(seq, Wrong::Turn, e.to_string()),
        })
    }

    /// Whether somebody may join here.
    pub(super) fn joins(&self, seq: u64, join: &Join) -> Check {
        let game = &self.game;
        match game.seat(join.seat) {
            None => bad(seq, Wrong::Turn, "somebody joins at a seat that the game does not have."),
            Some(seat) if seat.player.is_some() => bad(seq, Wrong::Turn, "somebody joins at a seat that is taken."),
            Some(_) if game.genesis.dice.players.get(usize::from(join.seat.0)) != Some(&join.anchors) => {
                bad(seq, Wrong::Link, "the anchors are not those that the server was bound to in the genesis.")
            }
            Some(_) => Ok(()),
        }
    }

    /// Whether a link of a roll or a hand-over is the next one, and of the chain that it must be of: the player's own where the dice are
    /// sealed, the house's otherwise.
    pub(super) fn players_link(&self, seq: u64, seat: SeatId, kind: ChainKind, (index, link): (u32, &Hash32)) -> Check {
        let cursor = self.cursor(seq, seat)?;
        let (name, last, at, before) = match kind {
            ChainKind::Handover => ("hand-over", cursor.handovers, cursor.handover_at, &cursor.handover),
            _ => ("player's", cursor.rolls, cursor.player_at, &cursor.player),
        };
        if index != last + 1 {
            return bad(seq, Wrong::Link, format!("{name} link {index} is used; the next one is {}.", last + 1));
        }
        let Some(owner) = self.game.owner(seat, ChainName::from(kind)) else {
            return bad(seq, Wrong::Turn, "no such seat.");
        };
        let chain = cursor.own.as_ref().map(|own| match kind {
            ChainKind::Handover => &own.handover,
            _ => &own.player,
        });
        let holds = match chain {
            Some(chain) if chain.covers(index) => chain.holds(owner, index, link),
            Some(_) if kind != ChainKind::Handover || self.by_hand == Some(seat) => {
                return bad(seq, Wrong::Link, format!("{name} link {index} of sealed dice was not given."));
            }
            _ => owner.down(index, at, link) == *before,
        };
        if holds { Ok(()) } else { bad(seq, Wrong::Link, format!("{name} link {index} does not belong to its chain.")) }
    }
}
