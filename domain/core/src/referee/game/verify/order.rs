//! An order: whose turn it was, where its dice come from, what the rules make of it.

use super::judge::{Exchange, Judge};
use super::report::{Bad, Check, Wrong, bad};
use crate::dice::{Dice, Faces};
use crate::log::{ChainKind, DiceLinks, Order};
use crate::referee::AnyPosition;
use crate::referee::game::rolling::Rolling;
use crate::referee::game::standing::FORCED;
use crate::words::{Hash32, Roll, SeatId, Viewer};
use serde_json::value::RawValue;
use std::sync::Arc;

impl Judge {
    /// Checks an order. `Err(None)` when it is believed without having been decided again.
    pub(super) fn order(&mut self, seq: u64, order: &Order) -> Result<Arc<dyn AnyPosition>, Option<Bad>> {
        let wrong = |what, why: String| Err(Some(Bad { seq, what, why }));
        let game = &self.game;
        if game.seat(order.seat).is_none() || !game.begun() {
            return wrong(Wrong::Turn, "an order by somebody who has no seat, or before the game began.".into());
        }
        if self.judged {
            self.turn(seq, order)?;
        }
        let mut dice = match &order.dice {
            None if !order.rolls.is_empty() => {
                return wrong(Wrong::Dice, "the order rolled, but shows no links.".into());
            }
            None => Dice::withheld(),
            Some(links) => {
                let seed = self.roll(seq, order, links)?;
                Dice::seeded(move || seed)
            }
        };
        if order.standing.is_none() {
            self.by_hand = Some(order.seat);
            self.exchange = Some(Exchange { waited: self.game.waiting_seats(), actor: Some(order.seat) });
            self.message = Some((order.seat, order.key.clone(), order.seen));
        }
        self.orders += 1;
        self.dice += order.rolls.iter().map(|r| r.faces.len() as u64).sum::<u64>();
        self.compare(seq, order);
        if !self.judged {
            return Err(None);
        }
        let decided = self.game.ruleset.decide(
            self.game.known_to(Viewer::Seat(order.seat)),
            self.game.position(),
            order.seat,
            &order.order,
            &mut dice,
        );
        let decided = match decided {
            Ok(decided) => decided,
            Err(refusal) => return wrong(Wrong::Rules, format!("the order is refused: {refusal}")),
        };
        if decided.order != order.order {
            return wrong(Wrong::Rules, format!("the order would be written {}.", decided.order));
        }
        if dice.into_rolls() != order.rolls {
            return wrong(Wrong::Dice, "the rules roll other dice for this order.".into());
        }
        same_facts(seq, &decided.facts, &order.facts)?;
        Ok(decided.after.into())
    }

    /// Whether it was that seat's turn, or its standing order.
    pub(super) fn turn(&self, seq: u64, order: &Order) -> Check {
        let game = &self.game;
        match &order.standing {
            None => {
                if order.key.is_none() || !game.hears(order.seat) {
                    return bad(seq, Wrong::Turn, "an order out of turn, or without a key.");
                }
                // Orders of one message stand one after the other and name the head before the first of them.
                let same = |(seat, key, seen): &(SeatId, Option<String>, Hash32)| {
                    (*seat, key, *seen) == (order.seat, &order.key, order.seen)
                };
                if self.message.as_ref().is_some_and(same) || game.check_seen(&order.seen).is_ok() {
                    return Ok(());
                }
                bad(seq, Wrong::Turn, "the order was given on a position that had changed since, or never was.")
            }
            Some(used) => {
                if self.exchange.is_none() || order.key.is_some() || order.seen != game.head() {
                    return bad(seq, Wrong::Standing, "a standing order answers what nobody has asked.");
                }
                let asked = game.waiting().iter().filter(|d| d.seat == order.seat);
                let standing = self.standing(order.seat);
                let mut answers = asked.filter_map(|d| match &standing {
                    Some(standing) => game.answered(d, standing),
                    None => game.forced(d),
                });
                let fits = match used.key.as_str() {
                    // Sealed, and not opened yet: what was in force cannot be known.
                    key if standing.is_none() && key != FORCED => true,
                    _ => answers.any(|(line, why)| line == order.order && why == *used),
                };
                if fits {
                    Ok(())
                } else {
                    bad(seq, Wrong::Standing, "the standing orders in force say something else.")
                }
            }
        }
    }

    /// Checks links and faces of an order that rolled, and gives its seed.
    pub(super) fn roll(&self, seq: u64, order: &Order, links: &DiceLinks) -> Check<[u8; 32]> {
        let cursor = self.cursor(seq, order.seat)?;
        let index = links.index;
        self.link(seq, order.seat, ChainKind::Server, (index, &links.server), (cursor.rolls, &cursor.server))?;
        self.players_link(seq, order.seat, ChainKind::Player, (index, &links.player))?;
        let rolling = Rolling::of(&self.game, order.seat)
            .or_else(|_| bad(seq, Wrong::Dice, "a roll before the side was handed a link."))?;
        let seed = rolling.ingredients(links).seed();
        if order.rolls.is_empty() {
            return bad(seq, Wrong::Dice, "the order shows links, but no roll.");
        }
        let mut faces = Faces::new(seed);
        for Roll { faces: shown, purpose, sides } in &order.rolls {
            let made: Vec<u8> = shown.iter().map(|_| faces.next(*sides)).collect();
            if made != *shown {
                let why = format!("the roll for {purpose} shows {shown:?}, but its links give {made:?}.");
                return bad(seq, Wrong::Dice, why);
            }
        }
        Ok(seed)
    }
}

pub(super) fn same_facts(seq: u64, decided: &[Box<RawValue>], recorded: &[Box<RawValue>]) -> Check {
    let same = decided.len() == recorded.len() && decided.iter().zip(recorded).all(|(a, b)| a.get() == b.get());
    if same { Ok(()) } else { bad(seq, Wrong::Rules, "the rules decide this order otherwise.") }
}
