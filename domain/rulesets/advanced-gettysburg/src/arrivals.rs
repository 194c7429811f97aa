//! Reinforcements: when and how they come, strength that joins later (§16.1, §34.0).

use super::board::Board;
use super::book::Stop;
use super::chain::{Formation, Link, distributed};
use super::facts::{BatteryMove, Fact, Maneuver};
use super::ground::Entry;
use super::names::{UMPIRE, read_hex};
use super::position::{Door, Place};
use super::resolver::Resolver;
use super::tables::Halves;
use super::teller::Teller;
use super::units::UnitId;
use domain_core::kit::{RuleBreak, counted};
use domain_core::referee::{Line, Refusal, Side};

const BEHIND: RuleBreak = RuleBreak::new(&[
    "34.1",
    "{unit} waits its turn on the road.",
    "Each marker of a column that enters spends at least one activity point less than the one before it; the rest waits off the map.",
]);

impl Board<'_> {
    /// The road by which a counter that is not on the map may come on now: it is due (§34.1.1), and the entry hex is not within enemy range (§34.3).
    pub fn due(&self, unit: UnitId) -> Option<&Entry> {
        let spec = self.spec(unit);
        let arrival = spec.arrival.as_ref().filter(|a| spec.in_play && a.turn <= self.at.turn)?;
        if self.at.unit(unit).place != Place::Waiting {
            return None;
        }
        let entry = self.pack.ground.entries.iter().find(|e| e.name == arrival.road)?;
        let commander = spec.commander().is_some();
        let open = commander || !self.in_enemy_range(spec.side, entry.hex);
        (open && !self.held_by(spec.side.other(), entry.hex)).then_some(entry)
    }

    /// The box that a chain begins to come on from; `None` where all of it is on the map.
    fn off(&self, chain: &[Link]) -> Option<usize> {
        chain.last().map(|l| l.at()).filter(|place| !self.pack.ground.is_hex(*place))
    }

    /// Who lies with its rear on that road beyond the map.
    fn half_on(&self, off: usize) -> Option<UnitId> {
        self.brigades_at(off).next()
    }

    /// What a road still lets in, in half points of its next marker; all where nobody came in yet.
    fn door(&self, off: usize) -> Halves {
        self.at.doors.iter().find(|d| usize::from(d.off) == off).map_or(Halves::MAX, |d| d.left)
    }

    /// §34.1.6, §34.1.9: whether a column that comes on keeps its place behind those that came on before it.
    ///
    /// # Errors
    /// It does not.
    pub fn check_door(&self, unit: UnitId, chain: &[Link], paid: &[Halves]) -> Result<(), RuleBreak> {
        let Some(off) = self.off(chain) else { return Ok(()) };
        if self.half_on(off).is_some_and(|other| other != unit) {
            return Err(BEHIND);
        }
        let first = chain.iter().zip(paid).find(|(l, _)| l.at() == off).map_or(0, |(_, paid)| *paid);
        let new = self.chain(unit).is_empty();
        if new && (first > self.door(off) || first == 0) { Err(BEHIND) } else { Ok(()) }
    }

    /// What the road lets in after a column has come on: a point less than its last marker spent, nothing while it is not all on.
    pub fn door_after(&self, unit: UnitId, maneuver: &Maneuver) -> Option<Door> {
        let before = self.chain(unit);
        let off = match self.due(unit) {
            Some(entry) if before.is_empty() => entry.off,
            _ => self.off(before)?,
        };
        let whole = self.off(&maneuver.chain).is_none();
        let left = if whole { maneuver.paid.last().map_or(0, |p| p.saturating_sub(2)) } else { 0 };
        Some(Door { off: off as u16, left })
    }

    /// The same for a battery, which is one marker of the column.
    ///
    /// # Errors
    /// It does not keep its place.
    pub fn check_guns_door(&self, unit: UnitId, start: usize, spent: Halves) -> Result<(), RuleBreak> {
        if self.pack.ground.is_hex(start) {
            return Ok(());
        }
        let full = self.half_on(start).is_some_and(|other| other != unit);
        if full || spent > self.door(start) { Err(BEHIND) } else { Ok(()) }
    }

    /// What the road lets in after a battery.
    pub fn guns_door_after(&self, unit: UnitId, moved: &BatteryMove) -> Option<Door> {
        let entry = self.due(unit).filter(|_| self.chain(unit).is_empty())?;
        Some(Door { off: entry.off as u16, left: moved.spent.saturating_sub(2) })
    }

    /// Strength that joins a brigade this turn and where it would go; none where nothing joins or there is no room (ruling 62).
    fn joining(&self, unit: UnitId) -> Option<(i8, Vec<Link>)> {
        let spec = self.spec(unit);
        let points: i8 = spec.joins.iter().filter(|j| j.turn == self.at.turn).map(|j| j.points).sum();
        let (now, _) = self.brigade(unit).filter(|_| points != 0)?;
        let chain = self.chain(unit);
        if chain.is_empty() {
            let waits = matches!(self.at.unit(unit).place, Place::Waiting);
            return waits.then(|| (points, Vec::new()));
        }
        let sp = now.sp.checked_add_signed(points).filter(|sp| *sp > 0)?;
        let strengths = match now.formation {
            Formation::Rest => vec![sp],
            Formation::Line { .. } => super::chain::line_strengths(spec, sp, chain.len())?,
            _ => super::chain::column_strengths(spec, sp),
        };
        // A column grows at its rear, in the hex where that lies.
        let place = |n: usize| chain.get(n).or(chain.last()).map(|l| l.at());
        let chain: Option<Vec<Link>> =
            strengths.iter().enumerate().map(|(n, sp)| Some(Link::new(place(n)?, *sp))).collect();
        let chain = chain.filter(|c| distributed(spec, now.formation, c).is_ok() && !self.beside_enemy(unit))?;
        Some((points, chain))
    }
}

impl Resolver<'_, '_> {
    /// Strength that joins or leaves brigades of the phasing side this turn (Orders of Appearance, ruling 62).
    ///
    /// # Errors
    /// Dice that cannot be had.
    pub fn join_strength(&mut self) -> Result<(), Stop> {
        let board = self.board();
        let side = board.at.side;
        let joins: Vec<(UnitId, i8, Vec<Link>)> = board
            .pack
            .of(side)
            .filter_map(|unit| board.joining(unit).map(|(points, chain)| (unit, points, chain)))
            .collect();
        for (unit, points, chain) in joins {
            self.write(Fact::Joined { chain, points, unit });
        }
        Ok(())
    }
}

/// An umpire's `hold U26 union`.
pub fn umpire_hold(board: &Board<'_>, rest: &[&str]) -> Result<Vec<Fact>, Refusal> {
    let [hex, side] = rest else { return Err(UMPIRE.unreadable("Which hex, and whose?")) };
    let (hex, side) = (read_hex(board.pack, hex)?, UMPIRE.side(side)?);
    match board.pack.ground.prizes.iter().position(|p| p.hex == hex) {
        Some(prize) => Ok(vec![Fact::PrizeTaken { prize: prize as u8, side }]),
        None => Err(UMPIRE.unreadable("That hex does not count for victory.")),
    }
}

impl Teller<'_> {
    /// A hex that counts, and who holds it now.
    pub fn held(&self, prize: u8, side: Side) -> Option<Line> {
        let prize = self.pack.ground.prizes.get(usize::from(prize))?;
        self.changed(format!("The {side} side holds {}.", prize.name), "37.0", prize.hex as u16)
    }

    /// Strength that joins or leaves.
    pub fn joined(&self, unit: UnitId, joined: i8, chain: &[Link]) -> Option<Line> {
        let name = self.name(unit);
        let strength = counted(i32::from(joined).abs(), "strength point");
        let text = match joined < 0 {
            true => format!("{strength} leave {name}."),
            false => format!("{strength} join {name}."),
        };
        match chain.first() {
            Some(first) => self.changed(text, "34.1", first.hex),
            None => self.note(text, "34.1"),
        }
    }
}
