//! Entries that are changed: hastened, by another road, in battleline after a delay (§34.2, §34.3).
//!
//! What is written is known to its own side alone until the counter appears; then it comes to light with it (§34.21.1, §34.21.10).

use super::activity::{Barred, Ending, INTO_RANGE, NO_SUCH_LEVEL};
use super::board::{Board, clock};
use super::book::{AnyOrder, NOT_A_BRIGADE, NOT_YOURS, Rules, Stop, WRONG_SEGMENT};
use super::chain::{Formation, Link, WRONG_SUM, straight_ends};
use super::facts::{Fact, Maneuver, Manner};
use super::ground::Entry;
use super::marching::read_link;
use super::names::{facing_name, hour, leading_unit, read_facing, turn_before, unreadable};
use super::position::{EntryChange, Place, Pressed, Segment};
use super::resolver::Resolver;
use super::tables::{Activity, Mover};
use super::teller::Teller;
use super::units::UnitId;
use domain_core::board::Facing;
use domain_core::kit::{RuleBreak, Said, Verb, Words};
use domain_core::referee::{Choice, Line, Refusal};

const NOT_TO_COME: RuleBreak = RuleBreak::new(&[
    "34.2",
    "{unit} is not to come any more, or not in this game.",
    "Change the entry of counters that wait for their turn of arrival.",
]);
const TOO_SOON: RuleBreak = RuleBreak::new(&[
    "34.2",
    "Nobody has fired yet, or not before this game turn.",
    "Entries are changed from the first complete turn after the first artillery or combat fire.",
]);
const WRITTEN: RuleBreak =
    RuleBreak::new(&["34.2", "The road of {unit} is changed already.", "An entry hex is changed once."]);
const NO_NOTICE: RuleBreak = RuleBreak::new(&[
    "34.2",
    "{unit} cannot come at that hour any more.",
    "With two to eighteen turns of notice a counter comes earlier by half of them at most.",
]);
pub(super) const GUNS_ALONE: RuleBreak = RuleBreak::new(&[
    "34.2",
    "{unit} would come earlier without a brigade of its hour and road.",
    "Batteries are hastened with brigades that they enter with.",
]);
const SHORT_NOTICE: RuleBreak = RuleBreak::new(&[
    "34.2",
    "It is too late to send {unit} by another road.",
    "An entry hex is changed at least four turns before the turn of arrival.",
]);
const FAR_ROAD: RuleBreak = RuleBreak::new(&[
    "34.2",
    "{unit} cannot come by that road.",
    "A counter comes by a road of its card next to its own; no Confederate by the Hagerstown Road.",
]);
const NO_DELAY: RuleBreak = RuleBreak::new(&[
    "34.3",
    "{unit} has not delayed its entry long enough to come on in line.",
    "For each turn of delay two brigades of a group, of the VI Corps one, come on in battleline.",
]);
const FAR_FROM_ROAD: RuleBreak = RuleBreak::new(&[
    "34.3",
    "{unit} would come on too far from its road.",
    "The brigade's counter comes on within two hexes of the entry hex for each turn of delay, six at most, over the edge of the map.",
]);

/// The farthest from its entry hex that a brigade comes on (§34.3.8).
const FARTHEST: u32 = 6;
/// The turns of notice that hastening needs at least, and may have at most (Entry Penalty Table, §34.21.5).
const NOTICE: std::ops::RangeInclusive<u8> = 2..=18;
/// The turns of notice for another road (§34.21.7).
const ROAD_NOTICE: u8 = 4;

impl Board<'_> {
    /// The change written for a counter so far.
    pub(super) fn change(&self, unit: UnitId) -> EntryChange {
        let known = self.at.entries.iter().find(|e| e.unit == unit).cloned();
        known.unwrap_or(EntryChange { dp: 0, off: None, since: None, turn: None, unit })
    }

    /// §34.21.1, §34.21.4: whether entries are written now, for a counter that is to come. Gives its turn of arrival and its road.
    fn check_writes(&self, unit: UnitId) -> Result<(u8, &Entry), RuleBreak> {
        if self.side(unit) != self.at.side {
            return Err(NOT_YOURS);
        }
        if self.at.segment != Segment::Opening {
            return Err(WRONG_SEGMENT);
        }
        // Ruling 36.
        if self.at.first_fire.is_none_or(|fire| fire >= self.at.turn) {
            return Err(TOO_SOON);
        }
        let waits = self.at.unit(unit).place == Place::Waiting;
        self.arrival(unit).filter(|(turn, _)| waits && *turn > self.at.turn).ok_or(NOT_TO_COME)
    }

    /// §34.21.2 to §34.21.6: the change by which a counter comes earlier, with others that are hastened in the same order.
    fn check_early(&self, unit: UnitId, turn: u8, with: &[UnitId]) -> Result<EntryChange, RuleBreak> {
        let (due, entry) = self.check_writes(unit)?;
        let change = self.change(unit);
        // §34.21.3: notice and gain are counted from the turn of the card, also where the entry was hastened before.
        let stated = self.card_arrival(unit).map_or(due, |(turn, _)| turn);
        let (notice, gain) = (stated.saturating_sub(self.at.turn), stated.saturating_sub(turn));
        if !NOTICE.contains(&notice) || turn >= due || gain > notice / 2 || turn <= self.at.turn {
            return Err(NO_NOTICE);
        }
        // §34.21.7: the turn of arrival is the actual one.
        if change.since.is_some_and(|written| turn.saturating_sub(written) < ROAD_NOTICE) {
            return Err(SHORT_NOTICE);
        }
        // Ruling 77: "alone" is without a brigade of that hour and road.
        let brigade = |u: UnitId| self.spec(u).brigade().is_some();
        let printed = |u: UnitId| self.card_arrival(u);
        let together = |u: UnitId| {
            brigade(u)
                && printed(u) == printed(unit)
                && (with.contains(&u)
                    || self.arrival(u).is_some_and(|(t, e)| t == turn && e.off == entry.off)
                        && self.change(u).turn == Some(turn))
        };
        if self.spec(unit).battery().is_some() && !self.pack.of(self.spec(unit).side).any(together) {
            return Err(GUNS_ALONE);
        }
        let worn = self.pack.tables.entry_penalty.get(&gain).and_then(|row| row.get(&notice)).copied();
        let dp = if brigade(unit) { worn.ok_or(NO_NOTICE)?.max(change.dp) } else { 0 };
        Ok(EntryChange { dp, turn: Some(turn), ..change })
    }

    /// §34.21.7 to §34.21.9: the change by which a counter comes by another road.
    fn check_road(&self, unit: UnitId, to: &Entry) -> Result<EntryChange, RuleBreak> {
        let (due, entry) = self.check_writes(unit)?;
        let change = self.change(unit);
        if change.off.is_some() {
            return Err(WRITTEN);
        }
        if due - self.at.turn < ROAD_NOTICE {
            return Err(SHORT_NOTICE);
        }
        let beside = self.pack.tables.entry_neighbours.get(&entry.name);
        if !beside.is_some_and(|roads| roads.contains(&to.name)) {
            return Err(FAR_ROAD);
        }
        let since = self.since(2).then_some(self.at.turn);
        Ok(EntryChange { off: Some(to.off as u16), since, ..change })
    }

    /// The counters of a word of an entry: of a corps those that are due next (§34.21.3, example), or one counter.
    fn read_comers<'w, 's>(
        &self,
        words: &Words<'_, '_, Rules>,
        rest: &'w [&'s str],
    ) -> Result<(Vec<UnitId>, &'w [&'s str]), Refusal> {
        let waiting = || self.pack.of(words.side).filter(|u| self.at.unit(*u).place == Place::Waiting);
        let coming = |u: &UnitId| self.arrival(*u).is_some_and(|(turn, _)| turn > self.at.turn);
        if let [corps, rest @ ..] = rest {
            let mut of: Vec<UnitId> =
                waiting().filter(|u| self.spec(*u).corps.eq_ignore_ascii_case(corps)).filter(coming).collect();
            // Before revision 8 all that were to come at any hour, so that of most corps no hour was legal.
            let due = |u: &UnitId| self.arrival(*u).map(|(turn, _)| turn);
            let next = of.iter().filter_map(due).min();
            of.retain(|u| !self.since(8) || due(u) == next);
            if !of.is_empty() {
                return Ok((of, rest));
            }
        }
        let (unit, rest) = leading_unit(self, Some(words.side), rest)?;
        Ok((vec![unit], rest))
    }

    /// Whether a counter is or was on the map, or could still come in this scenario: by its card, or hastened as far as can be (§34.21.3).
    pub fn could_come(&self, unit: UnitId) -> bool {
        if self.zoning().is_some() {
            return self.in_play(unit);
        }
        let latest = self.turns()[1].saturating_add(NOTICE.end() / 2);
        let waits = self.at.unit(unit).place == Place::Waiting;
        self.in_play(unit) && (!waits || self.card_arrival(unit).is_some_and(|(turn, _)| turn <= latest))
    }

    /// The counters that come at one hour by one road and whose entries could be changed, hour by hour.
    fn comers(&self) -> Vec<Vec<UnitId>> {
        let mut groups: std::collections::BTreeMap<(u8, usize), Vec<UnitId>> = std::collections::BTreeMap::new();
        for unit in self.pack.of(self.at.side) {
            if let Ok((turn, entry)) = self.check_writes(unit) {
                groups.entry((turn, entry.off)).or_default().push(unit);
            }
        }
        groups.into_values().collect()
    }

    fn names_of(&self, units: &[UnitId]) -> String {
        units.iter().map(|u| self.name(*u)).collect::<Vec<_>>().join(", ")
    }

    /// §34.3.3 to §34.3.8: a delayed brigade comes on in line over the edge of the map.
    fn check_comes_in_line(&self, unit: UnitId, chain: &[Link], formation: Formation) -> Result<Maneuver, RuleBreak> {
        self.check_writes_not(unit)?;
        let sp = self.brigade(unit).map(|_| self.strength_entering(unit)).ok_or(NOT_A_BRIGADE)?;
        let (_, entry) = self.arrival(unit).ok_or(NOT_TO_COME)?;
        let (side, ground, delay) = (self.side(unit), &self.pack.ground, self.delay(unit));
        let (may, have) = self.may_line(unit);
        if have >= may {
            return Err(NO_DELAY);
        }
        if chain.iter().map(|l| u32::from(l.sp)).sum::<u32>() != u32::from(sp) {
            return Err(WRONG_SUM);
        }
        let Formation::Line { left, right } = formation else { return Err(WRONG_SUM) };
        let line = super::chain::line_markers(ground, left, right, chain).ok_or(super::chain::GAP)?;
        // Through its front: what lies off the map is behind it.
        let comes = |m: &super::chain::LineMarker| {
            Facing::sides().any(|side| m.is_rear(side) && ground.atlas.ahead(m.hex, side).is_none())
        };
        if !line.iter().all(comes) {
            return Err(FAR_FROM_ROAD);
        }
        for marker in &line {
            self.check_enter(side, entry.off, marker.hex, Barred::Brigades)?;
        }
        if !self.comes_unexposed(unit, &line) {
            return Err(INTO_RANGE);
        }
        let each = self.pack.tables.cost(Activity::OffRoad).of(Mover::Line).unwrap_or(4);
        let ending = Ending {
            chain: chain.to_vec(),
            formation,
            manner: Manner::Entered,
            paid: vec![each; chain.len()],
            pressed: Pressed::No,
            way: vec![chain.first().map_or(entry.hex, |l| l.at())],
        };
        let maneuver = self.check_ending(unit, &ending)?;
        if self.since(6) && self.keeps_gap(unit) {
            self.check_gap(unit, chain)?;
        }
        let counter = chain.get(usize::from(maneuver.counter)).map_or(entry.hex, |l| l.at());
        let far = ground.atlas.distance(counter, entry.hex).unwrap_or(u32::MAX);
        if far > (2 * u32::from(delay)).min(FARTHEST) {
            return Err(FAR_FROM_ROAD);
        }
        // §34.1.7: it has the level of those that came on by its road in this turn.
        let level = self.pack.tables.worn(false, self.pace_of_road(unit) * 2).ok_or(NO_SUCH_LEVEL)?;
        Ok(Maneuver { dp: maneuver.dp.max(level), ..maneuver })
    }

    /// Whether a brigade may be told to come on now, in line.
    fn check_writes_not(&self, unit: UnitId) -> Result<(), RuleBreak> {
        if self.at.unit(unit).place != Place::Waiting {
            return Err(NOT_TO_COME);
        }
        if self.arrival(unit).is_none_or(|(turn, _)| turn > self.at.turn) {
            return Err(NO_DELAY);
        }
        self.check_may_come(unit).map(|_| ())
    }
}

impl Resolver<'_, '_> {
    /// §34.21.10, 0.5.3: what was written of a counter comes to light as it comes on.
    pub fn show_entry(&mut self, unit: UnitId) {
        if self.board().at.unit(unit).place == Place::Waiting {
            self.show_options_of(unit);
        }
        let board = self.board();
        let change = board.at.entries.iter().find(|e| e.unit == unit).cloned();
        if let Some(change) = change.filter(|_| board.at.unit(unit).place == Place::Waiting) {
            self.write(Fact::EntryShown(change));
        }
    }

    fn write_entries(&mut self, changes: Vec<EntryChange>) {
        for change in changes {
            self.write(Fact::EntryWritten(change));
        }
    }
}

/// `hasten Candy, Cobham 15:40`, `hasten XII 15:40`: counters come before their hour; known to their own side until they come (§34.21.1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Early {
    /// Who.
    pub units: Vec<UnitId>,
    /// The new turn of arrival.
    pub turn: u8,
}

/// `road Candy, Cobham Emmitsburg`: counters come by another road (§34.21.7).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherRoad {
    /// Who.
    pub units: Vec<UnitId>,
    /// The place of the box beyond the other road.
    pub off: usize,
}

/// `Ward enter A37=8 A36=8 A35=5 ends N S`: a delayed brigade comes on in line (§34.3.3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComeInLine {
    /// Who.
    pub unit: UnitId,
    /// Its markers from left to right.
    pub chain: Vec<Link>,
    /// The outer sides of its flanks.
    pub formation: Formation,
}

impl Early {
    /// What is written of each.
    fn changes(&self, board: &Board<'_>) -> Result<Vec<EntryChange>, Refusal> {
        let checked =
            |u: &UnitId| board.check_early(*u, self.turn, &self.units).map_err(|rule| rule.illegal(board.name(*u)));
        let changes: Result<Vec<EntryChange>, _> = self.units.iter().map(checked).collect();
        board.check_company(changes.map_err(Refusal::from)?)
    }
}

impl OtherRoad {
    /// What is written of each.
    fn changes(&self, board: &Board<'_>) -> Result<Vec<EntryChange>, Refusal> {
        let to = board.pack.ground.entries.iter().find(|e| e.off == self.off);
        let road = |u: UnitId| board.check_road(u, to.ok_or(FAR_ROAD)?);
        let checked = |u: &UnitId| road(*u).map_err(|rule| rule.illegal(board.name(*u)));
        let changes: Result<Vec<EntryChange>, _> = self.units.iter().map(checked).collect();
        board.check_company(changes.map_err(Refusal::from)?)
    }
}

impl Verb<Rules> for Early {
    fn said() -> Said {
        Said::Alone(&["hasten"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let (at, names) = words.rest.split_last()?;
        let board = words.board;
        let read = || {
            let (mut units, mut rest) = (Vec::new(), names);
            while !rest.is_empty() {
                let (some, left) = board.read_comers(words, rest)?;
                units.extend(some);
                rest = left;
            }
            let due = units.iter().filter_map(|u| board.card_arrival(*u)).map(|(turn, _)| turn).max();
            let turn = due.and_then(|due| turn_before(at, due));
            match turn {
                Some(turn) => Ok(Early { units, turn }.into()),
                None => Err(unreadable("Write who comes earlier, and the hour: hasten XII 15:40.")),
            }
        };
        Some(read())
    }

    fn candidates(board: &Board<'_>, _: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        board.comers().into_iter().any(|units| {
            let Some((due, _)) = units.first().and_then(|u| board.arrival(*u)) else { return false };
            let from = due.saturating_sub(*NOTICE.end() / 2);
            let each = (from..due).map(|turn| Early { units: units.clone(), turn });
            each.filter(|early| early.changes(board).is_ok()).any(&mut *found)
        })
    }

    fn piece(&self) -> Option<UnitId> {
        self.units.first().copied()
    }

    fn write(&self, board: &Board<'_>) -> String {
        format!("hasten {} {}", board.names_of(&self.units), hour(self.turn))
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let dp =
            self.units.iter().filter_map(|u| board.check_early(*u, self.turn, &self.units).ok()).map(|c| c.dp).max();
        let label = format!("{} come at {}", board.names_of(&self.units), clock(self.turn));
        let note = format!(
            "{} disorganization points for each brigade; the enemy learns of it when they come.",
            dp.unwrap_or(0)
        );
        Choice { note: Some(note), ..Choice::plain(line, label, "hasten", "34.2") }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let changes = self.changes(&resolver.board())?;
        resolver.write_entries(changes);
        Ok(())
    }
}

impl Verb<Rules> for OtherRoad {
    fn said() -> Said {
        Said::Alone(&["road"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let board = words.board;
        let mut rest = words.rest;
        let mut read = || {
            let mut units = Vec::new();
            loop {
                let text = rest.join(" ").to_lowercase();
                let named = |e: &&Entry| !text.is_empty() && e.name.to_lowercase().starts_with(&text);
                if let Some(entry) = board.pack.ground.entries.iter().find(named).filter(|_| !units.is_empty()) {
                    return Ok(OtherRoad { units, off: entry.off }.into());
                }
                if rest.is_empty() {
                    return Err(unreadable("Write who comes by which road: road XII Emmitsburg."));
                }
                let (some, left) = board.read_comers(words, rest)?;
                units.extend(some);
                rest = left;
            }
        };
        if words.rest.is_empty() { None } else { Some(read()) }
    }

    fn candidates(board: &Board<'_>, _: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        board.comers().into_iter().any(|units| {
            let each = board.pack.ground.entries.iter().map(|e| OtherRoad { units: units.clone(), off: e.off });
            each.filter(|road| road.changes(board).is_ok()).any(&mut *found)
        })
    }

    fn piece(&self) -> Option<UnitId> {
        self.units.first().copied()
    }

    fn write(&self, board: &Board<'_>) -> String {
        format!("road {} {}", board.names_of(&self.units), board.road_name(self.off))
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let label = format!("{} come by the {}", board.names_of(&self.units), board.road_name(self.off));
        let note = Some("The enemy learns of it when they come.".to_owned());
        Choice { note, ..Choice::plain(line, label, "road", "34.2") }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let changes = self.changes(&resolver.board())?;
        resolver.write_entries(changes);
        Ok(())
    }
}

impl Board<'_> {
    /// The name of a road onto the map, by its box.
    fn road_name(&self, off: usize) -> &str {
        self.pack.ground.entries.iter().find(|e| e.off == off).map_or("?", |e| e.name.as_str())
    }
}

impl Verb<Rules> for ComeInLine {
    fn said() -> Said {
        Said::OfPiece(&["enter"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let unit = words.piece.filter(|u| words.board.spec(*u).brigade().is_some())?;
        let (hexes, ends) = match words.rest {
            [hexes @ .., word, left, right] if word.eq_ignore_ascii_case("ends") => (hexes, Some((*left, *right))),
            hexes => (hexes, None),
        };
        if hexes.is_empty() {
            return None;
        }
        let read = || {
            let chain = hexes.iter().map(|h| read_link(words.board, h)).collect::<Result<Vec<Link>, _>>()?;
            let places: Vec<usize> = chain.iter().map(|l| l.at()).collect();
            let formation = match ends {
                Some((left, right)) => Formation::Line { left: read_facing(left)?, right: read_facing(right)? },
                None => straight_ends(&words.board.pack.ground, &places).ok_or_else(|| {
                    unreadable("A line of one hex needs its ends, and the hexes of one lie side by side.")
                })?,
            };
            Ok(ComeInLine { unit, chain, formation }.into())
        };
        Some(read())
    }

    /// One of each length at the entry hex; other lines are a free form.
    fn candidates(board: &Board<'_>, piece: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        let Some(unit) = piece else { return false };
        let legal = |line: &ComeInLine| board.check_comes_in_line(unit, &line.chain, line.formation).is_ok();
        board.lines_to_come(unit).into_iter().filter(legal).any(found)
    }

    fn piece(&self) -> Option<UnitId> {
        Some(self.unit)
    }

    fn write(&self, board: &Board<'_>) -> String {
        let ground = &board.pack.ground;
        let hexes = self.chain.iter().map(|l| format!("{}={}", ground.id(l.at()), l.sp)).collect::<Vec<_>>().join(" ");
        match self.formation {
            Formation::Line { left, right } => {
                format!("{} enter {hexes} ends {} {}", board.name(self.unit), facing_name(left), facing_name(right))
            }
            _ => format!("{} enter {hexes}", board.name(self.unit)),
        }
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let markers = self.chain.iter().map(|l| format!("{} in {}", l.sp, board.pack.ground.id(l.at())));
        let label = format!("{} comes on in line, {}", board.name(self.unit), markers.collect::<Vec<_>>().join(", "));
        let place = self.chain.first().map(|l| board.pack.ground.id(l.at()));
        let checked = board.check_comes_in_line(self.unit, &self.chain, self.formation);
        board.priced(Choice { place, ..Choice::plain(line, label, "enter", "34.3") }, checked)
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let maneuver = resolver.board().check_comes_in_line(self.unit, &self.chain, self.formation)?;
        let Some(maneuver) = resolver.to_contact(maneuver) else { return resolver.meet(self.unit) };
        resolver.show_entry(self.unit);
        resolver.take_in_hand(self.unit)?;
        let hexes: Vec<u16> = maneuver.chain.iter().map(|l| l.hex).collect();
        // §16.1.1: it has come on beside the hex of its card or orders.
        let entry = resolver.board().arrival(self.unit).map(|(_, entry)| entry.hex as u16);
        let beside = resolver.board().since(4) && !entry.is_some_and(|hex| hexes.contains(&hex));
        resolver.capture_on(self.unit, &hexes);
        resolver.write(Fact::Maneuvered(maneuver));
        if beside {
            resolver.end_exemption(self.unit);
        }
        resolver.meet(self.unit)
    }
}

impl Board<'_> {
    /// Lines along the edge of the map with the entry hex in them, front inwards, for a brigade that may come on in line.
    fn lines_to_come(&self, unit: UnitId) -> Vec<ComeInLine> {
        if self.check_writes_not(unit).is_err() {
            return Vec::new();
        }
        let sp = self.strength_entering(unit);
        let (may, have) = self.may_line(unit);
        let Some((_, entry)) = self.arrival(unit).filter(|_| have < may) else { return Vec::new() };
        let (atlas, ground) = (&self.pack.ground.atlas, &self.pack.ground);
        let edge = |hex: usize| ground.is_hex(hex) && Facing::sides().any(|s| atlas.ahead(hex, s).is_none());
        let ahead = ground.onto(entry);
        let mut found = Vec::new();
        for count in 1..=5usize {
            let Some(strengths) = super::chain::line_strengths(self.spec(unit), sp, count) else { continue };
            let beside: Vec<usize> = ground.next_to(entry.hex).filter(|hex| edge(*hex)).collect();
            for first in if count == 1 { vec![entry.hex] } else { beside } {
                // From the entry hex along the edge, to one side of it.
                let mut hexes = vec![entry.hex];
                let mut next = (count > 1).then_some(first);
                while let Some(hex) = next.filter(|_| hexes.len() < count) {
                    hexes.push(hex);
                    let on = |to: &usize| {
                        edge(*to) && !hexes.iter().any(|h| h == to || (*h != hex && ground.adjacent(*h, *to)))
                    };
                    next = ground.next_to(hex).find(on);
                }
                if hexes.len() < count {
                    continue;
                }
                for reversed in [false, true] {
                    let mut places = hexes.clone();
                    if reversed {
                        places.reverse();
                    }
                    let formation = match count {
                        1 => Some(Formation::single(ahead.turned(if reversed { 1 } else { -1 }))),
                        _ => straight_ends(ground, &places),
                    };
                    let chain: Vec<Link> = places.iter().zip(&strengths).map(|(p, sp)| Link::new(*p, *sp)).collect();
                    let line = formation.map(|formation| ComeInLine { unit, chain, formation });
                    found.extend(line.filter(|line| !found.contains(line)));
                }
            }
        }
        found
    }
}

impl Teller<'_> {
    fn entry_words(&self, change: &EntryChange) -> String {
        let road = |off: u16| self.pack.ground.entries.iter().find(|e| e.off == usize::from(off));
        let mut words = Vec::new();
        if let Some(turn) = change.turn {
            words.push(format!("from {}, with {} disorganization points", clock(turn), change.dp));
        }
        if let Some(entry) = change.off.and_then(road) {
            words.push(format!("by the {}", entry.name));
        }
        words.join(", ")
    }

    /// A changed entry that comes to light.
    pub fn entry_shown(&self, change: &EntryChange) -> Option<Line> {
        self.note(format!("{} was ordered to come {}.", self.name(change.unit), self.entry_words(change)), "34.2")
    }

    /// A changed entry as it is written.
    pub fn entry_written(&self, change: &EntryChange) -> Option<Line> {
        self.note(format!("{} is to come {}.", self.name(change.unit), self.entry_words(change)), "34.2")
    }
}
