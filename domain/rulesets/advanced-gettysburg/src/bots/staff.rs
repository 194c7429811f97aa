//! A staff officer at a beginner's level: marches by road, deploys before the enemy, attacks two against one, fires where it is worth most, assaults at four in six.

use super::officer::Officer;
use super::random;
use crate::board::Board;
use crate::book::Rules;
use crate::command::Lead;
use crate::orders::Order;
use crate::passing::{Pass, QUIET};
use crate::position::{Pending, Segment};
use crate::screening::Screen;
use crate::seats::Next;
use crate::sequence::Done;
use crate::set_up::Deploy;
use crate::units::UnitId;
use domain_core::kit::{self, OneWord};
use domain_core::referee::{BotRng, InForce, Level, Side, Standing};

/// An order.
pub fn order(board: &Board<'_>, side: Side, rng: &mut BotRng) -> Option<Order> {
    let officer = Officer { board, side };
    let done = || board.check_done().is_ok().then(|| Order::from(Done));
    officer.answer().or_else(|| officer.next()).or_else(done).or_else(|| random::order(board, side, rng))
}

impl Officer<'_, '_> {
    /// An answer to what is asked out of turn, or in the course of something.
    fn answer(&self) -> Option<Order> {
        let board = self.board;
        if let Some(Pending::Advance { unit, must, .. }) = board.at.pending {
            let worn = board.at.brigade(unit).is_some_and(|b| b.disorganization() >= 4);
            let stays = |o: &Order| matches!(o, Order::Stay(_));
            let options = board.orders_of(self.side);
            let picked = if worn && !must { options.iter().find(|o| stays(o)) } else { None };
            return picked.or_else(|| options.iter().find(|o| !stays(o))).or(options.first()).cloned();
        }
        let mut standing = Standing::at(Level::Default, &kit::offers::<Rules>());
        standing.0.insert("withdraw".to_owned(), "if guns yes: two; when-worn".to_owned());
        let asked = kit::asked::<Rules>(board).filter(|asked| asked.kind() != "opening")?;
        let answer = asked.standing(board, &InForce::new(&standing.into(), Vec::new()))?;
        Some(answer.order)
    }

    /// What it does in a segment of its own; none where it has done with it.
    fn next(&self) -> Option<Order> {
        match self.board.at.segment {
            Segment::SetUp if Deploy::legal(self.board) => Some(Deploy.into()),
            Segment::Opening => self.opening().or_else(|| self.passes()),
            Segment::Outposts | Segment::SetUp if Screen::legal(self.board) => Some(Screen.into()),
            segment if segment.is_movement() => self.marches().or_else(|| self.rolls()).or_else(|| self.waits()),
            Segment::Artillery => self.shoots(),
            Segment::Targets => self.aims(),
            Segment::Assault => self.assaults(),
            _ => None,
        }
    }

    fn opening(&self) -> Option<Order> {
        let board = self.board;
        let menu = board.orders_of(self.side);
        let ends = |o: &&Order| matches!(o, Order::EndAttack(end) if !self.odds(end.unit, 7));
        if let Some(end) = menu.iter().find(ends) {
            return Some(end.clone());
        }
        let attackers = self.attackers();
        let named = |o: &&Order| matches!(o, Order::Name(name) if name.units.iter().all(|u| attackers.contains(u)));
        if let Some(name) = menu.iter().find(named) {
            return Some(name.clone());
        }
        let chiefs = menu.iter().filter_map(|order| {
            // Of several seats the army's names him, and the others ask it for one, where several would move under him.
            let (by, least) = match order {
                Order::Primary(primary) => (primary.by, 1),
                Order::Wish(wish) => (wish.by, 2),
                _ => return None,
            };
            let willing = board.commanded(by).into_iter().filter(|u| self.wants(*u)).count();
            let most = willing.min(usize::from(board.ratings(by).0));
            // Attackers of his need no roll, which two would be taken off.
            let attacks = self.waiting(by).min(usize::from(board.ratings(by).1));
            (most >= least).then_some((most + 4 * attacks, order))
        });
        chiefs.max_by_key(|(most, _)| *most).map(|(_, order)| order.clone())
    }

    /// Of several seats one that has nobody to move, and no enemy near by day, leaves the turn to the others of its side.
    fn passes(&self) -> Option<Order> {
        let board = self.board;
        let quiet = || board.is_night() || board.nearest_enemy_of_all(self.side) > QUIET;
        let idle = board.eye.is_some() && quiet() && self.queues().is_empty();
        (idle && Pass::legal(board)).then(|| Pass.into())
    }

    /// Of several seats it waits for the segment in which the first of its own would roll.
    fn waits(&self) -> Option<Order> {
        let board = self.board;
        board.eye?;
        let would = |u: &UnitId| board.mine(*u) && board.check_unled(*u).is_ok() && self.wants(*u);
        let segment = board.of(self.side).filter(would).filter_map(|u| self.rolls_in(u)).min()?;
        Some(Next::of(board, segment)).filter(|next| next.is_legal(board)).map(Into::into)
    }

    /// The segment in which the level of a brigade of his seat would be determined: under a commander who could lead it, or else alone.
    fn rolls_in(&self, unit: UnitId) -> Option<Segment> {
        let board = self.board;
        let chiefs = board.of(self.side).filter(|by| board.mine(*by) && board.leadable(*by).contains(&unit));
        let led = chiefs.filter_map(|by| board.leads_in(by)).filter(|segment| *segment >= board.at.segment).min();
        led.or((board.at.segment <= Segment::Alone).then_some(Segment::Alone))
    }

    /// Rolls for those who would do something: under commanders, and alone for those whom nobody can lead.
    fn rolls(&self) -> Option<Order> {
        let board = self.board;
        let menu = board.says(kit::orders_of_pieces::<Rules>(board, self.side, &[]));
        let leads: Vec<&Lead> =
            menu.iter().filter_map(|o| if let Order::Lead(lead) = o { Some(lead) } else { None }).collect();
        // Of several seats one may wait for others before anybody may lead (§15.8).
        let waits = |u: UnitId| board.eye.is_some() && self.rolls_in(u) != Some(Segment::Alone);
        let led = |u: &UnitId| leads.iter().any(|lead| lead.over.contains(u)) || waits(*u);
        let alone = |o: &&Order| matches!(o, Order::Alone(alone) if self.wants(alone.unit) && !led(&alone.unit));
        let lead = |o: &&Order| matches!(o, Order::Lead(lead) if lead.over.iter().any(|u| self.wants(*u)));
        menu.iter().find(alone).or_else(|| menu.iter().find(lead)).cloned()
    }

    fn shoots(&self) -> Option<Order> {
        let shots = self.board.orders_of(self.side).into_iter().filter_map(|order| {
            let Order::Shoot(shoot) = &order else { return None };
            let factors = self.board.at.battery(shoot.unit).map_or(0, |b| b.factors);
            let (cp, attacks) = shoot.expected(self.board);
            let worth = 10 * cp + if factors > 3 { attacks } else { 0 };
            (worth > 0 && !shoot.heavy).then_some((worth, order))
        });
        shots.max_by_key(|(worth, _)| *worth).map(|(_, order)| order)
    }

    /// A target for each marker that has none yet: another could be told at any time, and it would never end.
    fn aims(&self) -> Option<Order> {
        let board = self.board;
        let told = |unit: UnitId, marker: Option<u8>| {
            let from = marker.and_then(|n| board.chain(unit).get(usize::from(n)).map(|l| l.hex));
            board.at.fight.aims.iter().any(|p| p.unit == unit && from.is_none_or(|from| p.from == from))
        };
        let menu = board.orders_of(self.side);
        menu.into_iter().find(|order| match order {
            Order::Aim(aim) => !told(aim.unit, aim.marker),
            Order::ReturnFire(_) => true,
            _ => false,
        })
    }

    fn assaults(&self) -> Option<Order> {
        let odds = self.board.orders_of(self.side).into_iter().filter_map(|order| {
            let Order::Assault(_) = &order else { return None };
            let choice = order.verb().choice(self.board, String::new());
            let wins = choice.odds.first().map_or(0, |o| o.ways);
            (wins >= 4).then_some((wins, order))
        });
        odds.max_by_key(|(wins, _)| *wins).map(|(_, order)| order)
    }
}
