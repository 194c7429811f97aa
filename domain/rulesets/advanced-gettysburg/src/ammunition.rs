//! Reserve ammunition: refilling at night (§29.4), and by options what each corps has (0.10), what is left behind (0.9), what is counted (0.11).

use super::board::Board;
use super::book::{AnyOrder, NOT_A_BATTERY, NOT_YOURS, OFF_MAP, Rules, Stop, WRONG_SEGMENT};
use super::facts::{Fact, Given};
use super::fire::Drawn;
use super::names::unreadable;
use super::position::row;
use super::reorganisation;
use super::resolver::Resolver;
use super::tables::Tables;
use super::teller::Teller;
use super::units::{Level, UnitId};
use domain_core::kit::{RuleBreak, Said, Verb, Words, counted};
use domain_core::referee::{Choice, Line, Refusal, Side, Tone};

/// The share that every Union battery may draw on beside its own (0.10).
const RESERVE: &str = "Reserve";

/// Factors for which the enemy has a point (0.11).
const FACTORS_A_POINT: u16 = 10;

const NOTHING_LESS: RuleBreak = RuleBreak::new(&[
    "29.4",
    "{unit} takes no such number of ammunition factors now.",
    "At night a battery that does not move takes all factors that it lacks, or fewer where that is said, once in a turn.",
]);

impl Tables {
    /// The share of the reserve of that name (0.10), as its place among all.
    fn store(&self, side: Side, name: &str) -> Option<usize> {
        self.stores.iter().position(|s| s.side == side && s.name == name)
    }

    /// What every share has at the start of a game (0.10).
    pub fn full_stores(&self) -> Vec<u16> {
        self.stores.iter().map(|s| s.factors).collect()
    }
}

impl Board<'_> {
    /// 0.10, ruling 33: the shares of the reserve that a battery may draw on, in this order; a captured one those of its captor's corps (§31.7).
    fn draws_on(&self, unit: UnitId) -> Vec<usize> {
        let (side, tables) = (self.side(unit), &self.pack.tables);
        let captor = self.at.battery(unit).and_then(|b| b.captor);
        let spec = self.spec(captor.unwrap_or(unit));
        if captor.is_none() && tables.no_reserve.contains(&spec.id) {
            return Vec::new();
        }
        let of_battalion = spec.battery().and_then(|b| tables.store(side, &b.battalion));
        let of_corps = || match (side, spec.corps.as_str()) {
            (Side::Confederate, "Cavalry") => tables.store(side, "Horse"),
            (_, corps) => tables.store(side, corps),
        };
        let own = of_battalion.or_else(of_corps).filter(|_| !tables.reserve_only.contains(&spec.id));
        // 0.3: the Confederates have a reserve with General Jackson, which is treated like the Union's.
        let all = match side {
            Side::Union => tables.store(side, RESERVE),
            Side::Confederate => tables.store(side, reorganisation::RESERVE.0).filter(|_| self.since(4)),
        };
        let mut found: Vec<usize> = own.into_iter().chain(all).collect();
        found.dedup();
        found
    }

    /// §29.4.3: the ammunition factors that batteries of the phasing side take in a night turn: those that did not move, up to what they began with or
    /// as many as they are told, as far as the reserve goes; and what each share of it gives (0.10).
    pub fn refills(&self) -> (Vec<Given>, Vec<Drawn>) {
        let (mut given, mut drawn): (Vec<Given>, Vec<Drawn>) = (Vec::new(), Vec::new());
        if !self.is_night() {
            return (given, drawn);
        }
        let side = self.at.side;
        let mut reserve = self.at.reserve[row(side)];
        let mut stores = self.at.stores.clone();
        for unit in self.of(side) {
            let Some((now, spec)) = self.battery(unit).filter(|(b, _)| !b.moved) else { continue };
            let lacks = u16::from(spec.factors.saturating_sub(now.factors));
            let wanted = lacks.min(now.takes.map_or(lacks, u16::from)).min(reserve);
            let mut points = 0;
            if self.at.options.ammunition_reserve {
                for store in self.draws_on(unit) {
                    let Some(left) = stores.get_mut(store) else { continue };
                    let taken = (wanted - points).min(*left);
                    (*left, points) = (*left - taken, points + taken);
                    if taken > 0 {
                        drawn.push(Drawn { points: taken, store: store as u8 });
                    }
                }
            } else {
                points = wanted;
            }
            if points > 0 {
                reserve -= points;
                given.push(Given { points, unit });
            }
        }
        (given, drawn)
    }

    /// 0.11: the points of a side for ammunition that the other fired or lost to fire.
    pub fn ammunition_points(&self, side: Side) -> i32 {
        let counts = self.at.options.ammunition_victory;
        if counts { i32::from(self.at.expended[row(side.other())] / FACTORS_A_POINT) } else { 0 }
    }
}

impl Resolver<'_, '_> {
    /// Batteries of the phasing side take ammunition at night.
    pub fn refill(&mut self) {
        let (side, (units, drawn)) = (self.buffer.position.side, self.board().refills());
        if !units.is_empty() {
            self.write(Fact::Refilled { drawn, side, units, unseen: false });
        }
    }

    /// 0.9: a corps headquarters that enters play may have left reserve ammunition behind: all of its corps with a Union six, ten times a second die with a
    /// Confederate one. Headquarters of cavalry roll for nothing.
    ///
    /// # Errors
    /// Dice that cannot be had.
    pub fn headquarters_enters(&mut self, unit: UnitId) -> Result<(), Stop> {
        let spec = self.pack.unit(unit);
        let corps = spec.commander().is_some_and(|c| c.level == Level::Corps) && spec.corps != "Cavalry";
        let store = self.pack.tables.store(spec.side, &spec.corps);
        let (true, Some(store)) = (corps && self.buffer.position.options.ammunition_loss, store) else { return Ok(()) };
        let name = self.pack.name(unit);
        let mut dice = self.dice.roll(format!("ammunition left behind by the corps of {name}"), 1, 6)?;
        let all = self.pack.tables.stores[store].factors;
        let lost = match (dice.first(), spec.side) {
            (Some(6), Side::Union) => all,
            (Some(6), Side::Confederate) => {
                dice.extend(self.dice.roll(format!("tens of factors that the corps of {name} left behind"), 1, 6)?);
                u16::from(dice[1]) * 10
            }
            _ => 0,
        };
        // 0.10: a corps leaves behind no more than it has left of its own share.
        let left = self.buffer.position.stores.get(store).copied().filter(|_| self.board().since(5));
        let lost = left.map_or(lost, |left| lost.min(left));
        self.write(Fact::TrainsLost { dice, lost, side: spec.side, store: store as u8, unit });
        Ok(())
    }
}

impl Teller<'_> {
    /// Batteries that took ammunition.
    pub fn refilled(&self, units: &[Given]) -> Option<Line> {
        self.note(format!("Ammunition factors taken from the reserve: {}.", self.given(units)), "29.4")
    }

    /// A corps headquarters that entered.
    pub fn trains_lost(&self, dice: &[u8], lost: u16, unit: UnitId) -> Option<Line> {
        let faces: Vec<String> = dice.iter().map(u8::to_string).collect();
        let came = match lost {
            0 => "nothing was left behind".to_owned(),
            lost => format!("{lost} ammunition factors of the reserve were left behind"),
        };
        let text = format!("The corps of {}: {} rolled, {came}.", self.name(unit), faces.join(" "));
        self.line(Tone::Roll, text, "0.9", vec![])
    }
}

impl Board<'_> {
    /// §29.4.3: whether a battery may be told to take no more than so many factors of those it lacks.
    fn check_refill(&self, unit: UnitId, factors: u8) -> Result<(), RuleBreak> {
        let (now, spec) = self.battery(unit).ok_or(NOT_A_BATTERY)?;
        if self.side(unit) != self.at.side {
            return Err(NOT_YOURS);
        }
        if !self.at.segment.is_movement() {
            return Err(WRONG_SEGMENT);
        }
        if !self.on_map(unit) {
            return Err(OFF_MAP);
        }
        let lacks = spec.factors.saturating_sub(now.factors);
        let says = self.since(4) && self.is_night() && !now.moved && now.takes.is_none();
        if says && factors < lacks { Ok(()) } else { Err(NOTHING_LESS) }
    }
}

/// `Hall refill 3`: a battery takes no more than so many factors this night turn (§29.4.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refill {
    /// The battery.
    pub unit: UnitId,
    /// How many at most.
    pub factors: u8,
}

impl Verb<Rules> for Refill {
    fn said() -> Said {
        Said::OfPiece(&["refill"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let unit = words.piece.filter(|u| words.board.spec(*u).battery().is_some())?;
        let [factors] = words.rest else { return None };
        let factors = factors.parse().map_err(|_| unreadable("Write for example: Hall refill 3."));
        Some(factors.map(|factors| Refill { unit, factors }.into()))
    }

    fn candidates(board: &Board<'_>, piece: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        let Some((unit, spec)) = piece.and_then(|u| Some((u, board.battery(u)?.1))) else { return false };
        let legal = |factors: &u8| board.check_refill(unit, *factors).is_ok();
        (0..spec.factors).filter(legal).any(|factors| found(Refill { unit, factors }))
    }

    fn piece(&self) -> Option<UnitId> {
        Some(self.unit)
    }

    fn write(&self, board: &Board<'_>) -> String {
        format!("{} refill {}", board.name(self.unit), self.factors)
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let factors = counted(i32::from(self.factors), "ammunition factor");
        let label = format!("{} takes {factors} and no more", board.name(self.unit));
        Choice::plain(line, label, "refill", "29.4")
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        resolver.board().check_refill(self.unit, self.factors)?;
        resolver.write(Fact::TakesLess { factors: self.factors, unit: self.unit });
        Ok(())
    }
}

impl Teller<'_> {
    /// A battery that is to take fewer factors than it lacks.
    pub fn takes_less(&self, unit: UnitId, factors: u8) -> Option<Line> {
        let factors = counted(i32::from(factors), "ammunition factor");
        self.note(format!("{} is to take {factors} and no more.", self.name(unit)), "29.4")
    }
}
