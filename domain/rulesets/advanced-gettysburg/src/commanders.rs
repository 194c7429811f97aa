//! Commanders in the Movement Phase (§16.2, §17.3).

use super::activity::ADVANCE;
use super::board::Board;
use super::book::{AnyOrder, NOT_A_COMMANDER, NOT_YOURS, OFF_MAP, Rules, Stop, WRONG_SEGMENT};
use super::facts::Fact;
use super::movement::GALLOP;
use super::names::read_hex;
use super::position::{Brigade, Place};
use super::resolver::Resolver;
use super::teller::Teller;
use super::units::{Level, UnitId};
use domain_core::board::Field;
use domain_core::kit::{RuleBreak, Said, Verb, Words};
use domain_core::referee::{Choice, Line, Refusal, Tone};

const RODE: RuleBreak =
    RuleBreak::new(&["16.2", "{unit} has moved already.", "A commander moves once in a Movement Phase."]);
const TOO_FAR: RuleBreak = RuleBreak::new(&[
    "16.2",
    "{unit} cannot ride there.",
    "A commander rides 8 hexes, or as many as his men have activity points, past no hex of an enemy brigade or battery.",
]);

/// The fixed activity level of commanders, in points (§16.2.1a).
const LEVEL: u8 = 8;

impl Board<'_> {
    /// §16.2.1: the activity level of a primary commander's men, as far as the chart goes: horse in column higher than the others.
    pub(crate) fn primary_level(&self, over: &[UnitId]) -> u8 {
        over.iter().map(|u| self.highest_now(*u)).max().unwrap_or(0)
    }

    /// The highest level of the chart for a brigade as it is formed now.
    fn highest_now(&self, unit: UnitId) -> u8 {
        let mounted = self.at.brigade(unit).is_some_and(|b| self.is_mounted(b.formation));
        self.pack.tables.highest(self.spec(unit).is_cavalry() && mounted)
    }

    /// §16.2.1: the level of a primary commander himself, which is that of his men: of attackers under him six too (ruling 17), of a charge twelve (0.6.3),
    /// and six of who has ended an attack (§22.12); before revision 8 whatever the chart has.
    pub(super) fn level_as_primary(&self, over: &[UnitId]) -> u8 {
        let level = |u: &UnitId| match self.at.brigade(*u).filter(|_| self.since(8)) {
            Some(now) if now.is_named() && self.may_charge(*u) => GALLOP,
            Some(now) if now.is_named() || now.called_off => ADVANCE,
            _ => self.highest_now(*u),
        };
        over.iter().map(|u| self.less_owed(*u, level(u))).max().unwrap_or(0)
    }

    /// §16.2.1b, §30.1.2: what a brigade has of a level, which its commander has too: what it owes for a retreat after combat is deducted from that. Before
    /// revision 8 he had all of it.
    fn less_owed(&self, unit: UnitId, level: u8) -> u8 {
        let owed = self.at.brigade(unit).filter(|_| self.since(8)).map_or(0, |now| now.owed);
        (level * 2).saturating_sub(owed) / 2
    }

    /// §16.2.1b: the most points that a commander's men have in this Movement Phase, so far as it is known, whoever gave them; of an army commander all of his
    /// army (§14.1.4).
    pub fn level_of_men(&self, by: UnitId) -> u8 {
        let army = self.spec(by).commander().is_some_and(|c| c.level == Level::Army);
        let here = |u: &UnitId| self.on_map(*u) || self.may_enter(*u);
        let brigades = self.pack.of(self.side(by)).filter(|u| self.spec(*u).brigade().is_some());
        let his = brigades.filter(|u| army || self.has_authority(by, *u)).filter(here);
        // 0.6.3: a charge has twelve points, whatever its brigade has otherwise.
        let charges = |u| self.since(6) && self.may_charge(u) && self.at.brigade(u).is_some_and(Brigade::is_named);
        let level = |u: UnitId| {
            if charges(u) {
                return Some(GALLOP);
            }
            let horse = self.at.brigade(u).is_some_and(|b| self.is_mounted(b.formation)) && self.spec(u).is_cavalry();
            let level = self.check_level(u).ok()?.min(self.pack.tables.highest(horse));
            // §34.1.7: all that come on together have one level; before revision 8 he rode as far as the chart has it for men who come alone.
            let group = self.most_of_group(u).filter(|_| self.since(8));
            Some(group.map_or(level, |most| level.min(most / 2)))
        };
        his.filter_map(|u| Some(self.less_owed(u, level(u)?))).max().unwrap_or(0)
    }

    /// §16.2.1b, §34.1.9: whether a brigade that is off the map may enter it now, so that a level is available to it: by its road, or in line or beside that.
    /// Before revision 8 a delayed one had a level too whose entrances the enemy keeps shut.
    fn may_enter(&self, unit: UnitId) -> bool {
        if !self.since(8) {
            return self.comes(unit);
        }
        let road = self.due(unit).is_some_and(|entry| !self.beside_enemy_of(self.side(unit), entry.hex));
        road || (self.at.unit(unit).place == Place::Waiting && self.has_entrance(unit))
    }

    /// Where a commander is, or would come on.
    fn rides_from(&self, unit: UnitId) -> Option<usize> {
        // §34.3.5: of one who is delayed also where the enemy holds the hex of his road.
        let beside = || self.arrival(unit).filter(|_| !self.edges_of_commander(unit).is_empty()).map(|(_, e)| e.off);
        self.at.place(unit).or_else(|| self.due(unit).map(|entry| entry.off)).or_else(beside)
    }

    /// §16.2: how far each hex is for a commander: a point each, whatever the ground.
    pub fn ride_field(&self, unit: UnitId) -> Result<Field, RuleBreak> {
        let (now, _) = self.commander(unit).ok_or(NOT_A_COMMANDER)?;
        let side = self.side(unit);
        if side != self.at.side {
            return Err(NOT_YOURS);
        }
        if !self.at.segment.is_movement() {
            return Err(WRONG_SEGMENT);
        }
        if now.moved {
            return Err(RODE);
        }
        let from = self.rides_from(unit).ok_or(OFF_MAP)?;
        let men = if self.since(3) { self.level_of_men(unit) } else { 0 };
        let far = u16::from(now.level.unwrap_or(0).max(LEVEL).max(men));
        let mut field = Field::over(self.pack.ground.atlas.len());
        field.spread([from], far, |at, on| {
            // §35.1: at night a commander keeps away from the enemy as all do.
            // 0.1, detachments 6: nor comes he beside outposts of the enemy.
            // §35.2: nor does he come beside an enemy brigade or battery at night, beside which he stood already either.
            let free = |to: &usize| {
                let watched = self.beside_outposts(side.other(), *to);
                let beside = self.since(6) && self.is_night() && self.beside_enemy_of(side, *to);
                !self.held_by(side.other(), *to) && !watched && !beside && self.check_night_ride(at, *to).is_ok()
            };
            // From beyond the map by the hexes beside his road too.
            let beside = if self.pack.ground.is_hex(at) { Vec::new() } else { self.edges_of_commander(unit) };
            self.pack.ground.next_to(at).chain(beside).filter(free).for_each(|to| on.to(to));
        });
        Ok(field)
    }

    /// §16.2: whether a commander may ride to a hex; gives the way, the start first.
    fn check_ride(&self, unit: UnitId, to: usize) -> Result<Vec<usize>, RuleBreak> {
        let field = self.ride_field(unit)?;
        let far = field.at(to).filter(|far| *far > 0 && self.pack.ground.is_hex(to)).ok_or(TOO_FAR)?;
        self.check_rides_off(unit, to)?;
        let mut way = vec![to];
        for left in (0..far).rev() {
            let at = way[way.len() - 1];
            let onto =
                |from: usize| self.pack.ground.next_to(from).chain(self.edges_of_commander(unit)).any(|n| n == at);
            let from = self.rides_from(unit).filter(|from| left == 0 && onto(*from));
            let near = || {
                let mut around = self.pack.ground.atlas.around(at).map(|(_, n)| n);
                around.find(|n| field.at(*n) == Some(left) && self.check_night_ride(*n, at).is_ok())
            };
            way.push(from.or_else(near).ok_or(TOO_FAR)?);
        }
        way.reverse();
        Ok(way)
    }
}

/// `Hood ride N18` (§16.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ride {
    /// Who.
    pub unit: UnitId,
    /// Whither.
    pub to: usize,
}

impl Verb<Rules> for Ride {
    fn said() -> Said {
        Said::OfPiece(&["ride"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let unit = words.piece?;
        let [to] = words.rest else { return None };
        Some(read_hex(words.board.pack, to).map(|to| Ride { unit, to }.into()))
    }

    fn candidates(board: &Board<'_>, piece: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        let Some(unit) = piece.filter(|u| board.spec(*u).commander().is_some()) else { return false };
        let Ok(field) = board.ride_field(unit) else { return false };
        let near = |to: &usize| field.at(*to).is_some_and(|far| far > 0) && board.check_rides_off(unit, *to).is_ok();
        (0..board.pack.ground.cells.len()).filter(near).any(|to| found(Ride { unit, to }))
    }

    fn piece(&self) -> Option<UnitId> {
        Some(self.unit)
    }

    fn write(&self, board: &Board<'_>) -> String {
        format!("{} ride {}", board.name(self.unit), board.pack.ground.id(self.to))
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let label = format!("{} rides to {}", board.name(self.unit), board.pack.ground.place_name(self.to));
        Choice { place: Some(board.pack.ground.id(self.to)), ..Choice::plain(line, label, "ride", "16.2") }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let way = resolver.board().check_ride(self.unit, self.to)?;
        let enters = !resolver.board().on_map(self.unit);
        let way = resolver.ride_to_contact(self.unit, way);
        if way.len() > 1 {
            resolver.show_entry(self.unit);
            resolver.write(Fact::Rode { unit: self.unit, way: way.iter().map(|p| *p as u16).collect() });
        }
        resolver.meet(self.unit)?;
        resolver.keep_night_orders();
        let enters = enters && resolver.board().on_map(self.unit);
        if enters { resolver.headquarters_enters(self.unit) } else { Ok(()) }
    }
}

impl Resolver<'_, '_> {
    /// §16.2.1b, ruling 17: of several seats the army's may name attackers, or end attacks, when it has named the primary commander: his level is that of his
    /// men then, noted whether it has changed or not, as that would tell of men out of view or under covers (0.1, 0.4). Before revision 8 it was that which
    /// they had before.
    pub(super) fn note_primary(&mut self) {
        let board = self.board();
        let command = board.at.command.as_ref().filter(|c| c.primary && board.since(8));
        let Some((by, over)) = command.map(|c| (c.by, c.over.clone())) else { return };
        let level = board.level_as_primary(&over);
        if board.commander(by).is_some() {
            self.write(Fact::Primary { by, level, over });
        }
    }

    /// §17.1.8, §37: a brigade or battery captures enemy commanders in the hexes that it enters, also those it passes through, and places that count are its
    /// side's.
    pub fn capture_on(&mut self, by: UnitId, hexes: &[u16]) {
        let board = self.board();
        let side = board.side(by);
        let there = hexes.iter().flat_map(|hex| board.units_at(usize::from(*hex)));
        let mut taken: Vec<UnitId> =
            there.copied().filter(|u| board.spec(*u).commander().is_some() && board.side(*u) != side).collect();
        taken.sort_unstable();
        taken.dedup();
        for unit in taken {
            self.write(Fact::CommanderCaptured { by, unit });
        }
        if self.board().since(2) {
            let held: Vec<u16> = self.board().chain(by).iter().map(|l| l.hex).collect();
            for hex in hexes.iter().filter(|hex| !held.contains(hex)) {
                self.hold(by, usize::from(*hex));
            }
        }
    }
}

impl Teller<'_> {
    /// A commander's ride.
    pub fn rode(&self, unit: UnitId, way: &[u16]) -> Option<Line> {
        let to = way.last().map_or_else(String::new, |p| self.place(*p));
        self.line(Tone::Move, format!("{} rides to {to}.", self.name(unit)), "16.2", vec![self.moved(unit, way)])
    }

    /// A commander in the enemy's hands.
    pub fn commander_captured(&self, by: UnitId, unit: UnitId) -> Option<Line> {
        self.line(Tone::Loss, format!("{} captures {}.", self.name(by), self.name(unit)), "17.1", vec![])
    }
}
