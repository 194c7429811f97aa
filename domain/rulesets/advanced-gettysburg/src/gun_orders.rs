//! Artillery commanders: batteries under Hunt or Alexander by a night order (0.13).

use super::board::Board;
use super::book::{AnyOrder, NOT_A_BATTERY, NOT_A_COMMANDER, NOT_YOURS, OFF_MAP, Rules, Stop};
use super::facts::Fact;
use super::names::{leading_unit, unreadable};
use super::resolver::Resolver;
use super::teller::Teller;
use super::units::{Level, UnitId};
use super::written::GunOrder;
use domain_core::kit::{RuleBreak, Said, Verb, Words, names::listed};
use domain_core::referee::{Choice, Line, Refusal, Side};

const NO_ARTILLERY: RuleBreak = RuleBreak::new(&[
    "0.13",
    "Artillery commanders have no batteries in this game.",
    "They are an option of the scenario, with night orders.",
]);
const TOO_MANY: RuleBreak = RuleBreak::new(&[
    "0.13",
    "That is more than {unit} controls, or one of them twice.",
    "An artillery commander is given as many batteries as his control limit says, each once.",
]);

/// So far an artillery commander's batteries fire from him (0.13.4).
const REACH: u32 = 10;

const STANDS: RuleBreak = RuleBreak::new(&[
    "0.13",
    "{unit} has his batteries for this night already, or one of them is under another artillery commander.",
    "An order is not revoked until the next night.",
]);

impl Board<'_> {
    /// The artillery commander whom a battery is under by a night order (0.13.1); a captured one is under none of those who lost it (§31.7).
    pub fn gunner_of(&self, battery: UnitId) -> Option<UnitId> {
        let side = self.side(battery);
        let mut ours = self.at.gun_orders.iter().filter(|o| self.spec(o.by).side == side);
        ours.find(|o| o.with.contains(&battery)).map(|o| o.by)
    }

    /// 0.13.4: of a battery under an artillery commander whether it is within ten hexes of him.
    pub fn is_near_gunner(&self, battery: UnitId) -> Option<bool> {
        let by = self.gunner_of(battery)?;
        // He commands it out of view too (0.1): his side alone knows where from.
        let from = self.true_hexes(by).first().copied();
        let far = self.at.place(battery).zip(from).and_then(|(a, b)| self.pack.ground.atlas.distance(a, b));
        Some(far.is_some_and(|far| far <= REACH))
    }

    /// 0.13.3, §31.7: the artillery brigade or battalion of a battery; of a captured one those of its captor's corps if Union, of his division if Confederate.
    fn battalions_of(&self, battery: UnitId) -> Vec<&str> {
        let name = |u: UnitId| self.spec(u).battery().map(|b| b.battalion.as_str());
        let Some(captor) = self.at.battery(battery).and_then(|b| b.captor).filter(|_| self.since(7)) else {
            return name(battery).into_iter().collect();
        };
        let (side, home, corps) = (self.spec(captor).side, self.home_of(captor), self.command_of(captor).0);
        let comes_under = |u: &UnitId| {
            let guns = self.spec(*u);
            match side {
                Side::Union => guns.corps == corps,
                // The horse artillery and Imboden's belong to no division.
                Side::Confederate => {
                    guns.corps == home.corps && (guns.division == home.division || guns.division.is_empty())
                }
            }
        };
        self.pack.of(side).filter(comes_under).filter_map(name).collect()
    }

    /// 0.13.3, ruling 90: whether two batteries are of one artillery brigade or battalion.
    pub(super) fn of_one_battalion(&self, one: UnitId, other: UnitId) -> bool {
        let others = self.battalions_of(other);
        self.battalions_of(one).iter().any(|name| others.contains(name))
    }

    /// 0.13.1, 0.13.2, 0.13.5: whether an artillery commander may be given these batteries now.
    fn check_gun_order(&self, order: &Guns) -> Result<(), RuleBreak> {
        if !self.at.options.artillery_commanders {
            return Err(NO_ARTILLERY);
        }
        self.check_night_desk()?;
        if self.spec(order.by).commander().is_none_or(|c| c.level != Level::Artillery) {
            return Err(NOT_A_COMMANDER);
        }
        if order.with.iter().chain([&order.by]).any(|u| self.side(*u) != self.at.side) {
            return Err(NOT_YOURS);
        }
        // 0.13.5: what a commander was given who is captured since is revoked all the same.
        let there = self.on_map(order.by) || (order.with.is_empty() && self.since(7));
        if !there || order.with.iter().any(|u| !self.on_map(*u)) {
            return Err(OFF_MAP);
        }
        if order.with.iter().any(|u| self.at.battery(*u).is_none()) {
            return Err(NOT_A_BATTERY);
        }
        let twice = order.with.iter().enumerate().any(|(n, u)| order.with[..n].contains(u));
        // 0.13.5: in a later night an order may be revoked.
        let revokes = || self.at.gun_orders.iter().any(|o| o.by == order.by && !o.with.is_empty());
        let nobody = order.with.is_empty() && !(self.since(4) && revokes());
        if twice || nobody || order.with.len() > usize::from(self.ratings(order.by).0) {
            return Err(TOO_MANY);
        }
        // A night is 24 turns. Who has given up his batteries in it has none, and is given others (0.13.1).
        let none = |o: &GunOrder| o.with.is_empty() && self.since(7);
        let tonight = |o: &GunOrder| self.at.turn.saturating_sub(o.turn) < 24 && !none(o);
        // §31.7: what is written of guns that were captured since binds nobody but those who lost them.
        let ours = |o: &GunOrder| !self.since(7) || self.spec(o.by).side == self.at.side;
        let stands = |o: &GunOrder| match o.by == order.by {
            true => tonight(o),
            false => ours(o) && o.with.iter().any(|u| order.with.contains(u)),
        };
        if self.at.gun_orders.iter().any(stands) { Err(STANDS) } else { Ok(()) }
    }
}

/// `guns Hunt: Hall, Stewart`: an artillery commander's batteries; `guns Hunt:` revokes what he was given in an earlier night (0.13).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guns {
    /// The artillery commander.
    pub by: UnitId,
    /// The batteries.
    pub with: Vec<UnitId>,
}

impl Verb<Rules> for Guns {
    fn said() -> Said {
        Said::Alone(&["guns"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let board = words.board;
        let (chief, mut rest) = words.rest.split_first()?;
        let chief = chief.trim_end_matches(':');
        let read = move || {
            let gunner = |u: &UnitId| {
                let spec = board.spec(*u);
                spec.commander().is_some_and(|c| c.level == Level::Artillery) && spec.name.eq_ignore_ascii_case(chief)
            };
            let by = board.pack.of(words.side).find(gunner);
            let by = by.ok_or_else(|| unreadable("Write for example: guns Hunt: Hall, Stewart."))?;
            let mut with = Vec::new();
            while !rest.is_empty() {
                let (unit, left) = leading_unit(board, Some(words.side), rest)?;
                with.push(unit);
                rest = left;
            }
            Ok(Guns { by, with }.into())
        };
        let mut read = read;
        Some(read())
    }

    /// A free form, as movement orders are.
    fn candidates(_: &Board<'_>, _: Option<UnitId>, _: &mut dyn FnMut(Self) -> bool) -> bool {
        false
    }

    fn write(&self, board: &Board<'_>) -> String {
        let names: Vec<&str> = self.with.iter().map(|u| board.name(*u)).collect();
        format!("guns {}: {}", board.spec(self.by).name, names.join(", ")).trim_end().to_owned()
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let names: Vec<&str> = self.with.iter().map(|u| board.name(*u)).collect();
        let label = match names.is_empty() {
            true => format!("The order of {} is revoked", board.name(self.by)),
            false => format!("{} is given {}", board.name(self.by), listed(&names)),
        };
        Choice::plain(line, label, "guns", "0.13")
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let board = resolver.board();
        let who = self.with.iter().find(|u| board.at.battery(**u).is_none()).unwrap_or(&self.by);
        board.check_gun_order(self).map_err(|rule| Refusal::from(rule.illegal(board.name(*who))))?;
        let turn = resolver.buffer.position.turn;
        resolver.write(Fact::GunsOrdered(GunOrder { by: self.by, turn, with: self.with.clone() }));
        Ok(())
    }
}

impl Teller<'_> {
    /// Batteries that an artillery commander is given.
    pub fn guns_ordered(&self, order: &GunOrder) -> Option<Line> {
        let text = match order.with.is_empty() {
            true => format!("The night order of {} is revoked.", self.name(order.by)),
            false => format!("{} commands {} by a night order.", self.name(order.by), self.names(&order.with)),
        };
        self.note(text, "0.13")
    }
}
