//! Chapter 7, §7.3.3: mounted units withdraw before an enemy on foot.

use super::board::Board;
use super::book::{AnyOrder, Rules};
use super::circumstances::{choice, count, names, offer, place};
use super::facts::{Arithmetic, Fact};
use super::names::{read_way, way_text};
use super::position::{Pending, Purpose};
use super::resolver::Resolver;
use super::teller::Teller;
use super::units::{Cause, Piece, UnitId};
use domain_core::kit::{Question, Said, StandingAnswer, Verb, Words, total};
use domain_core::referee::{
    Choice, Circumstance, Finality, Illegal, InForce, Line, Refusal, Side, StandingOffer, TURN,
};
use std::cmp::Reverse;

/// `F. Lee a withdraw 3-2` (§7.3.3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Withdraw {
    /// Who.
    pub unit: UnitId,
    /// The way, its area first.
    pub way: Vec<u8>,
}

impl Verb<Rules> for Withdraw {
    fn said() -> Said {
        Said::OfPiece(&["withdraw"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let (unit, [way]) = (words.piece?.unit()?, words.rest) else { return None };
        Some(read_way(words.board.pack, way).map(|way| Withdraw { unit, way }.into()))
    }

    fn piece(&self) -> Option<Piece> {
        Some(self.unit.into())
    }

    fn write(&self, board: &Board<'_>) -> String {
        format!("{} withdraw {}", board.spec(self.unit).name, way_text(&self.way))
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let label = format!("{} withdraws to {}", board.spec(self.unit).name, board.end_of(&self.way));
        Choice {
            place: self.way.last().map(u8::to_string),
            path: self.way.iter().map(u8::to_string).collect(),
            finality: Some(Finality::HandsOver),
            ..Choice::plain(line, label, "withdraw", "7.3.3")
        }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Refusal> {
        let Withdraw { unit, ref way } = *self;
        let board = resolver.board();
        let Some(Pending::Withdrawal { from, units }) = board.at.pending.last() else {
            let legal = "Mounted units may when unmounted enemies enter.";
            return Err(Illegal::new("7.3.3", "Nobody may withdraw now.", legal).into());
        };
        if units.first() != Some(&unit) || !board.withdrawals(unit, *from).contains(way) {
            let legal = "One or two areas, each nearer the rear, without enemies, not where they came from.";
            return Err(Illegal::new("7.3.3", "It cannot withdraw that way.", legal).into());
        }
        resolver.next_withdrawal();
        resolver.write(Fact::Withdrew { unit, way: way.clone() });
        let side = resolver.pack.unit(unit).side;
        resolver.passed_over(side, way);
        resolver.left_by_withdrawal(side, way);
        Ok(resolver.roll(Purpose::Withdrawal { unit }, &[1])?)
    }
}

/// `F. Lee a stay` (§7.3.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stay {
    /// Who.
    pub unit: UnitId,
}

impl Verb<Rules> for Stay {
    fn said() -> Said {
        Said::OfPiece(&["stay"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let unit = words.piece?.unit().filter(|_| words.rest.is_empty())?;
        Some(Ok(Stay { unit }.into()))
    }

    fn piece(&self) -> Option<Piece> {
        Some(self.unit.into())
    }

    fn write(&self, board: &Board<'_>) -> String {
        format!("{} stay", board.spec(self.unit).name)
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        Choice::plain(line, format!("{} stays", board.spec(self.unit).name), "stay", "7.3.3")
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Refusal> {
        match resolver.now().pending.last() {
            Some(Pending::Withdrawal { units, .. }) if units.first() == Some(&self.unit) => {
                resolver.next_withdrawal();
                Ok(())
            }
            _ => Err(resolver.board().not_now("Staying answers the question of a mounted withdrawal.").into()),
        }
    }
}

/// Whether a mounted unit withdraws before the enemy (§7.3.3).
pub struct MayWithdraw {
    /// Where the enemy came from.
    from: Option<u8>,
    /// Still to be asked; the first is asked now.
    units: Vec<UnitId>,
}

impl Question<Rules> for MayWithdraw {
    fn open(board: &Board<'_>) -> Option<Self> {
        match board.at.pending.last() {
            Some(Pending::Withdrawal { from, units }) => Some(MayWithdraw { from: *from, units: units.clone() }),
            _ => None,
        }
    }

    fn kind(&self) -> &'static str {
        "withdraw"
    }

    fn section(&self) -> &'static str {
        "7.3.3"
    }

    fn asks(&self, board: &Board<'_>) -> String {
        let name = self.units.first().map_or("the mounted unit", |u| board.spec(*u).name.as_str());
        format!("{name} may withdraw before the enemy.")
    }

    fn side(&self, board: &Board<'_>) -> Side {
        self.units.first().map_or(board.at.side, |u| board.spec(*u).side)
    }

    fn procedure(&self) -> Option<&'static str> {
        Some("withdrawal")
    }

    fn options(&self, board: &Board<'_>) -> Vec<AnyOrder> {
        let Some(unit) = self.units.first().copied() else { return Vec::new() };
        let ways = board.withdrawals(unit, self.from).into_iter().map(|way| Withdraw { unit, way }.into());
        std::iter::once(Stay { unit }.into()).chain(ways).collect()
    }

    fn offer_key(&self) -> Option<&'static str> {
        self.units.first().map(|_| "withdraw")
    }

    fn offer() -> Option<StandingOffer> {
        Some(offer(
            "withdraw",
            "When infantry enters an area with your mounted units (§7.3.3)",
            &[TURN, "space", "unit", "place", "units"],
            vec![
                choice("alone", "Withdraw unless friendly infantry stands with them."),
                choice("always", "Withdraw."),
                choice("never", "Stay."),
            ],
            "alone",
        ))
    }

    fn circumstances(&self, board: &Board<'_>) -> Vec<Circumstance> {
        let Some(unit) = self.units.first().copied() else { return Vec::new() };
        let area = board.state(unit).area();
        let mut all = vec![names(board, &[unit])];
        all.extend(area.map(place));
        // Friends beside it: what "alone" goes by.
        all.push(count("units", area.map_or(0, |a| usize::from(board.force(self.side(board), a).all))));
        all
    }

    fn standing(&self, board: &Board<'_>, standing: &InForce<'_>) -> Option<StandingAnswer<AnyOrder>> {
        let unit = *self.units.first()?;
        let area = board.state(unit).area()?;
        let away = match standing.get("withdraw") {
            "never" => false,
            "always" => true,
            "alone" => board.force(self.side(board), area).infantry == 0,
            _ => return None,
        };
        let way = board.withdrawals(unit, self.from).into_iter().max_by_key(|w| Reverse(w.len()));
        Some(match way.filter(|_| away) {
            Some(way) => StandingAnswer { order: Withdraw { unit, way }.into(), why: "withdraw before infantry" },
            None => StandingAnswer { order: Stay { unit }.into(), why: "stay" },
        })
    }
}

impl Board<'_> {
    /// Mounted withdrawals of a unit: one or two areas, each nearer the rear and free of enemies, not where the enemy came from
    /// (§7.3.3).
    fn withdrawals(&self, unit: UnitId, came: Option<u8>) -> Vec<Vec<u8>> {
        let spec = self.spec(unit);
        let side = spec.side;
        let Some(here) = self.state(unit).area() else { return Vec::new() };
        let rear = |a: u8| self.pack.area(a).rear[if side == Side::Union { 0 } else { 1 }];
        let steps = |from: u8| {
            let links = self.pack.area(from).links.iter();
            links
                .filter(|l| self.open(side, l.kind) && rear(l.to) < rear(from) && Some(l.to) != came)
                .filter(|l| self.force(side.other(), l.to).all == 0 && self.fits(&[unit], l.to))
                .map(|l| l.to)
                .collect::<Vec<u8>>()
        };
        let mut ways = Vec::new();
        for first in steps(here) {
            ways.push(vec![here, first]);
            ways.extend(steps(first).into_iter().map(|second| vec![here, first, second]));
        }
        ways.sort();
        ways
    }
}

impl Resolver<'_, '_> {
    /// Mounted units may withdraw from a unit that came among them (§7.3.3), if no mounted enemy is among those that entered or
    /// were there (ruling 39).
    pub fn ask_withdrawal(&mut self, unit: UnitId, from: Option<u8>, area: u8) {
        let side = self.pack.unit(unit).side;
        let board = self.board();
        if board.force(side, area).mounted == 0 && board.force(side.other(), area).mounted > 0 {
            let mounted = board.units_in(side.other(), area).into_iter().filter(|u| board.spec(*u).arm.mounted());
            let units = mounted.collect();
            self.write(Fact::Asked(Pending::Withdrawal { from, units }));
        }
    }

    /// Passes over a unit that cannot withdraw, and ends when all have been asked; `false` when one must be asked.
    pub fn withdraw_nobody(&mut self, from: Option<u8>, units: &[UnitId]) -> bool {
        match units.first() {
            None => self.write(Fact::Answered),
            Some(unit) if self.board().withdrawals(*unit, from).is_empty() => self.next_withdrawal(),
            Some(_) => return false,
        }
        true
    }

    fn next_withdrawal(&mut self) {
        if let Some(Pending::Withdrawal { from, units }) = self.now().pending.last().cloned() {
            let units = units.into_iter().skip(1).collect();
            self.write(Fact::Changed(Pending::Withdrawal { from, units }));
        }
    }

    /// Leaders whom the last of their friends leave alone among enemies go with them or are placed (ruling 26).
    fn left_by_withdrawal(&mut self, side: Side, way: &[u8]) {
        let (Some(from), Some(to)) = (way.first(), way.last()) else { return };
        let board = self.board();
        if board.force(side, *from).all > 0 || board.force(side.other(), *from).all == 0 {
            return;
        }
        for leader in board.leaders_in(side, *from) {
            self.write(Fact::Asked(Pending::Station { leader, with: vec![*to] }));
        }
    }

    /// The die of a withdrawal is read: a 1, for Union cavalry a 2 as well, costs the unit a step.
    pub fn withdrawal_rolled(&mut self, unit: UnitId, mut sum: Arithmetic) {
        let spec = self.pack.unit(unit);
        if spec.side == Side::Union && !spec.arm.guns() {
            sum.push(("Union cavalry".into(), -1));
        }
        let success = total(&sum) > 1;
        let state = *self.now().unit(unit);
        self.write(Fact::Result { purpose: Purpose::Withdrawal { unit }, success, sum });
        if let Some(area) = state.area().filter(|_| !success) {
            if state.spent {
                self.eliminate(unit, area, Cause::Withdrawal);
            } else {
                self.write(Fact::Spent { area, unit, why: Cause::Withdrawal });
            }
        }
    }
}

impl Teller<'_> {
    /// A mounted unit withdrew.
    pub fn withdrew(&self, unit: UnitId, way: &[u8]) -> Line {
        let text = format!("{} withdraws to {}.", self.unit(unit), self.end_of(way));
        self.went(unit, text, "7.3.3", way)
    }
}
