//! Command: the primary commander, allotment, limits, the chain of command (§13.0, §14.0, §15.0).

use super::activity::NO_LEVEL;
use super::board::Board;
use super::book::{AnyOrder, NOT_A_BRIGADE, NOT_A_COMMANDER, NOT_YOURS, OFF_MAP, Rules, Stop, WRONG_SEGMENT};
use super::facts::{Allotted, AttackEnd, Fact};
use super::names::{command_of, read_unit};
use super::position::{Retreat, Segment};
use super::resolver::Resolver;
use super::teller::Teller;
use super::units::{Level, UnitId};
use domain_core::kit::{RuleBreak, Said, Verb, Words, counted};
use domain_core::referee::{Choice, Line, Refusal, Tone};

const NO_AUTHORITY: RuleBreak = RuleBreak::new(&[
    "14.2",
    "{unit} has no authority over one of those brigades.",
    "A division commander leads brigades of his division, a corps commander those of his corps; army commanders lead none.",
]);
const OUT_OF_RANGE: RuleBreak = RuleBreak::new(&[
    "14.5",
    "One of those brigades is out of range of {unit}.",
    "In range are counters within 3 hexes, of a corps also those of a division commander within 3 hexes of him, and columns behind one another.",
]);
const CONTROL: RuleBreak = RuleBreak::new(&[
    "14.3",
    "That is more than {unit} controls.",
    "A commander influences as many brigades as his control limit says.",
]);
const COORDINATION: RuleBreak = RuleBreak::new(&[
    "14.4",
    "{unit} cannot coordinate so many brigades in battleline.",
    "Of his brigades at most as many as his coordination limit are in battleline when their level is determined.",
]);
const LED: RuleBreak = RuleBreak::new(&[
    "15.0",
    "{unit} has led already in this Movement Phase.",
    "Each commander determines the level of his brigades once.",
]);
const HAS_LEVEL: RuleBreak = RuleBreak::new(&[
    "15.0",
    "The level of one of those brigades is determined already.",
    "Each brigade's activity level is determined once in a Movement Phase.",
]);
const NOBODY_TO_LEAD: RuleBreak = RuleBreak::new(&[
    "15.0",
    "{unit} has nobody to lead now.",
    "He leads brigades of his command that are in range and whose level is not determined yet.",
]);
const LATER: RuleBreak = RuleBreak::new(&[
    "15.0",
    "It is too late for that in this Movement Phase.",
    "Brigades alone come before those under division commanders, and these before those under corps commanders.",
]);
const ONE_PRIMARY: RuleBreak = RuleBreak::new(&[
    "5.0",
    "A primary commander is named before the Movement Phase, and one only.",
    "Name him in the Command Determination Segment.",
]);

impl Board<'_> {
    /// §14.2: whether a commander has authority over a brigade; a brigade over itself.
    pub fn has_authority(&self, by: UnitId, brigade: UnitId) -> bool {
        let (chief, of) = (self.spec(by), self.spec(brigade));
        if by == brigade {
            return of.brigade().is_some();
        }
        if self.is_unknown(brigade) {
            return false;
        }
        if chief.side != of.side || of.brigade().is_none() {
            return false;
        }
        match self.level_of(by) {
            Some(Level::Division) => self.command_of(by) == self.command_of(brigade),
            Some(Level::Corps) => self.posted(by).corps == self.command_of(brigade).0,
            _ => false,
        }
    }

    /// Ruling 49: whether a corps commander is the division commander of a division called by his name too, as Stuart is of his.
    pub fn leads_both(&self, by: UnitId) -> bool {
        let chief = self.spec(by);
        let named = |u: UnitId| {
            let of = self.spec(u);
            of.corps == chief.corps && of.division == chief.name && of.brigade().is_some()
        };
        chief.commander().is_some_and(|c| c.level == Level::Corps) && self.pack.of(chief.side).any(named)
    }

    /// §14.5: whether a brigade is within a commander's range: by its counter, by a division commander between, or as a column behind columns (§14.5.5, which
    /// makes no use of a division commander, §14.5.6).
    pub fn in_command_range(&self, by: UnitId, brigade: UnitId) -> bool {
        if by == brigade {
            return true;
        }
        let atlas = &self.pack.ground.atlas;
        let near = |a: Option<usize>, b: Option<usize>, far: u32| {
            a.zip(b).and_then(|(a, b)| atlas.distance(a, b)).is_some_and(|d| d <= far)
        };
        let Some((_, chief)) = self.commander(by) else { return false };
        let direct = |u: UnitId| near(self.at.counter(u), self.at.place(by), u32::from(chief.range));
        if direct(brigade) {
            return true;
        }
        let through = |division: UnitId| {
            let range = self.spec(division).commander().map(|c| u32::from(c.range));
            let (Some(Level::Division), Some(range)) = (self.level_of(division), range) else { return false };
            self.side(division) == self.side(by)
                && self.has_authority(division, brigade)
                && near(self.at.place(division), self.at.place(by), u32::from(chief.range))
                && near(self.at.counter(brigade), self.at.place(division), range)
        };
        if self.level_of(by) == Some(Level::Corps) && self.pack.ids().any(through) {
            return true;
        }
        let column = |u: UnitId| self.at.brigade(u).is_some_and(|b| b.formation.is_column()) && self.on_map(u);
        if !column(brigade) {
            return false;
        }
        let columns: Vec<UnitId> =
            self.of(self.side(by)).filter(|u| column(*u) && self.has_authority(by, *u)).collect();
        let mut chained: Vec<UnitId> = columns.iter().copied().filter(|u| direct(*u)).collect();
        let mut seen = 0;
        while let Some(before) = chained.get(seen).copied() {
            seen += 1;
            let tail = self.chain(before).last().map(|l| l.at());
            let behind = columns.iter().filter(|u| near(self.at.counter(**u), tail, 2));
            let behind: Vec<UnitId> = behind.copied().filter(|u| !chained.contains(u)).collect();
            chained.extend(behind);
        }
        chained.contains(&brigade)
    }

    /// The brigades that a commander could influence now: his own, on the map, in range.
    pub fn commanded(&self, by: UnitId) -> Vec<UnitId> {
        self.of(self.side(by)).filter(|u| self.has_authority(by, *u) && self.in_command_range(by, *u)).collect()
    }

    /// §5.1A, §14.2.2: whether somebody may be the primary commander: a brigade for itself, a division or corps commander (ruling 16).
    pub(crate) fn check_primary(&self, by: UnitId) -> Result<(), RuleBreak> {
        if self.side(by) != self.at.side {
            return Err(NOT_YOURS);
        }
        if self.at.segment != Segment::Opening || self.at.command.is_some() {
            return Err(ONE_PRIMARY);
        }
        if !self.on_map(by) {
            return Err(OFF_MAP);
        }
        self.check_number_written()?;
        match self.spec(by).commander().map(|c| c.level) {
            Some(Level::Army | Level::Artillery) => Err(NO_AUTHORITY),
            None if self.spec(by).brigade().is_none() => Err(NOT_A_COMMANDER),
            _ => Ok(()),
        }
    }

    /// §16.1.1, 0.2.3: whether a brigade moves without a roll and without a commander: as a reinforcement out of enemy range, or under a movement order of
    /// the night.
    pub fn is_unbound(&self, unit: UnitId) -> bool {
        let exempt = self.at.brigade(unit).is_some_and(|b| b.exempt.is_some());
        let free = || !self.chain(unit).iter().any(|l| self.in_enemy_range(self.side(unit), l.at()));
        self.night_order_of(unit).is_some() || (exempt && free()) || self.chain(unit).is_empty()
    }

    /// §15.1, §16.1: whether a brigade moves without a roll: under the primary commander within his limits, or as a reinforcement.
    ///
    /// # Errors
    /// The limit that it would exceed, or that nobody releases it.
    pub fn check_released(&self, unit: UnitId) -> Result<(), RuleBreak> {
        let (now, _) = self.brigade(unit).ok_or(NOT_A_BRIGADE)?;
        if self.is_unbound(unit) {
            return Ok(());
        }
        let Some(command) = self.at.command.as_ref().filter(|c| c.primary && c.over.contains(&unit)) else {
            return Err(NO_LEVEL);
        };
        let (control, coordination, _) = self.ratings(command.by);
        if command.used.len() >= usize::from(control) {
            return Err(CONTROL);
        }
        if now.formation.is_line() && command.lines >= coordination && command.by != unit {
            return Err(COORDINATION);
        }
        Ok(())
    }

    /// Whether the level of a brigade may still be determined.
    pub fn check_unled(&self, unit: UnitId) -> Result<(), RuleBreak> {
        let (now, _) = self.brigade(unit).ok_or(NOT_A_BRIGADE)?;
        if self.side(unit) != self.at.side {
            return Err(NOT_YOURS);
        }
        if !self.on_map(unit) {
            return Err(OFF_MAP);
        }
        // §21.7: who retreats against its will has its points by that; §22.10, §22.14: so have attackers that need no roll.
        let unrolled = self.since(4) && self.advances_unrolled(unit);
        let known = now.level.is_some() || now.done || now.retreat == Retreat::Involuntary || unrolled;
        if known { Err(HAS_LEVEL) } else { self.check_not_ordered(unit) }
    }

    /// §21.7, §22.6: whether the brigade in hand may be left for another: who attacks, or was routed, uses its points first.
    ///
    /// # Errors
    /// It may not.
    pub fn check_hand_free(&self, other: UnitId) -> Result<(), RuleBreak> {
        let Some(hand) = self.hand_beside(other).filter(|hand| *hand != other) else { return Ok(()) };
        let (known, free) = self.worked.hand_free.get_or_init(|| (hand, self.check_used(hand)));
        // Each seat of a side has a brigade in hand.
        if *known == hand { *free } else { self.check_used(hand) }
    }

    /// §15.2: whether a brigade may roll alone.
    pub(crate) fn check_alone(&self, unit: UnitId) -> Result<(), RuleBreak> {
        if !self.at.segment.is_movement() {
            return Err(WRONG_SEGMENT);
        }
        if self.at.segment > Segment::Alone {
            return Err(LATER);
        }
        self.check_others_ready(Segment::Alone)?;
        self.check_hand_free(unit)?;
        self.check_levels_used()?;
        self.check_unled(unit)
    }

    /// §14.0, §15.3: whether a commander may roll for these brigades. Gives the segment it is done in.
    pub(crate) fn check_lead(&self, by: UnitId, over: &[UnitId]) -> Result<Segment, RuleBreak> {
        let (now, _) = self.commander(by).ok_or(NOT_A_COMMANDER)?;
        if self.side(by) != self.at.side {
            return Err(NOT_YOURS);
        }
        if !self.at.segment.is_movement() {
            return Err(WRONG_SEGMENT);
        }
        if !self.on_map(by) {
            return Err(OFF_MAP);
        }
        // Ruling 49: Stuart leads as a division commander first, and then as the corps'.
        let both = self.leads_both(by);
        let segment = match self.level_of(by) {
            Some(Level::Division) => Segment::Divisions,
            Some(Level::Corps) if self.leads_division_first(by) && self.are_of_his(by, over) => Segment::Divisions,
            Some(Level::Corps) => Segment::Corps,
            _ => return Err(NO_AUTHORITY),
        };
        if self.at.segment > segment {
            return Err(LATER);
        }
        self.check_others_ready(segment)?;
        self.check_hand_free(by)?;
        self.check_levels_used()?;
        if now.led.is_some_and(|led| !both || led != Segment::Divisions) {
            return Err(LED);
        }
        let (control, coordination, _) = self.ratings(by);
        if over.is_empty() || over.iter().any(|u| !self.has_authority(by, *u)) {
            return Err(NO_AUTHORITY);
        }
        over.iter().try_for_each(|u| self.check_unled(*u))?;
        if over.iter().any(|u| !self.in_command_range(by, *u)) {
            return Err(OUT_OF_RANGE);
        }
        let twice = (1..over.len()).any(|n| over[..n].contains(&over[n]));
        if twice || over.len() > usize::from(control) {
            return Err(CONTROL);
        }
        let lines = over.iter().filter(|u| self.at.brigade(**u).is_some_and(|b| b.formation.is_line())).count();
        if lines > usize::from(coordination) {
            return Err(COORDINATION);
        }
        if segment > self.at.segment || self.since(7) {
            self.check_stragglers(by, over, segment)?
        }
        Ok(segment)
    }

    /// The level of a brigade with a die, alone or led (Activity Allotment Table; §22.9 for those named).
    pub(crate) fn allotment(&self, unit: UnitId, die: u8, alone: bool) -> u8 {
        let Some((now, _)) = self.brigade(unit) else { return 0 };
        let less = u8::from(alone) + if now.is_named() { 2 } else { 0 };
        let row = self.pack.tables.allotment[usize::from(die.saturating_sub(less).min(6))];
        let horse = self.spec(unit).is_cavalry() && !now.formation.is_line();
        // §22.6: an attacker's level is six at most.
        if now.is_named() { row[usize::from(horse)].min(super::activity::ADVANCE) } else { row[usize::from(horse)] }
    }

    /// The levels of those for whom a die was rolled, by a commander or by itself alone.
    pub(super) fn levels(&self, by: UnitId, over: &[UnitId], die: u8) -> Vec<Allotted> {
        let level = |unit: &UnitId| Allotted { level: self.allotment(*unit, die, *unit == by), unit: *unit };
        over.iter().map(level).collect()
    }

    /// As many of a commander's brigades as he may lead now, those in column and at rest first where lines are too many.
    pub(crate) fn leadable(&self, by: UnitId) -> Vec<UnitId> {
        let (control, coordination, _) = self.ratings(by);
        let mut lines = 0;
        let mut over = Vec::new();
        for unit in self.commanded_first(by).into_iter().filter(|u| self.check_unled(*u).is_ok()) {
            let line = self.at.brigade(unit).is_some_and(|b| b.formation.is_line());
            if over.len() < usize::from(control) && (!line || lines < coordination) {
                lines += u8::from(line);
                over.push(unit);
            }
        }
        over
    }
}

/// `primary Reynolds`: names the primary commander, and goes on to the Movement Phase (§5.1A, §15.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Primary {
    /// A commander, or a brigade for itself.
    pub by: UnitId,
}

/// `alone Lane`: rolls for a brigade by itself (§15.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alone {
    /// Who.
    pub unit: UnitId,
}

/// `lead Heth: Archer Davis`: a commander rolls for brigades of his (§15.3). Without names all that he may lead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lead {
    /// Who leads.
    pub by: UnitId,
    /// The brigades.
    pub over: Vec<UnitId>,
}

/// The commander of that name, where a brigade bears it too.
fn read_commander(board: &Board<'_>, words: &Words<'_, '_, Rules>, text: &str) -> Result<UnitId, Refusal> {
    read_unit(board, Some(words.side), text.trim_end_matches(':'))
}

impl Verb<Rules> for Primary {
    fn said() -> Said {
        Said::Alone(&["primary"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        if words.rest.is_empty() {
            return None;
        }
        Some(read_commander(words.board, words, &words.rest.join(" ")).map(|by| Primary { by }.into()))
    }

    fn candidates(board: &Board<'_>, _: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        let mut ours = board.pack.ids().filter(|u| board.check_primary(*u).is_ok());
        ours.any(|by| found(Primary { by }))
    }

    fn piece(&self) -> Option<UnitId> {
        Some(self.by)
    }

    fn write(&self, board: &Board<'_>) -> String {
        format!("primary {}", board.name(self.by))
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let over = board.commanded(self.by);
        let label = format!("{} is the primary commander", board.name(self.by));
        let note = board.primary_note(&over);
        Choice { note: Some(note), ..Choice::plain(line, label, "primary", "15.0") }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let board = resolver.board();
        board.check_primary(self.by).map_err(|rule| rule.illegal(board.name(self.by))).map_err(Refusal::from)?;
        let routed = |u: &UnitId| board.at.brigade(*u).is_some_and(|b| b.retreat == Retreat::Involuntary);
        let over: Vec<UnitId> = board.commanded(self.by).into_iter().filter(|u| !routed(u)).collect();
        let level = board.level_as_primary(&over);
        resolver.write(Fact::Primary { by: self.by, level, over });
        // Of several seats the army's goes on with done.
        if resolver.eye.is_none() {
            resolver.write(Fact::Segment { segment: Segment::Primary });
        }
        Ok(())
    }
}

impl Verb<Rules> for Alone {
    fn said() -> Said {
        Said::Alone(&["alone"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        if words.rest.is_empty() {
            return None;
        }
        Some(read_unit(words.board, Some(words.side), &words.rest.join(" ")).map(|unit| Alone { unit }.into()))
    }

    fn candidates(board: &Board<'_>, _: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        let mut ours = board.pack.ids().filter(|u| board.check_alone(*u).is_ok());
        ours.any(|unit| found(Alone { unit }))
    }

    fn piece(&self) -> Option<UnitId> {
        Some(self.unit)
    }

    fn write(&self, board: &Board<'_>) -> String {
        format!("alone {}", board.name(self.unit))
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let levels: Vec<String> = (1..=6).map(|die| board.allotment(self.unit, die, true).to_string()).collect();
        let label = format!("{} rolls alone", board.name(self.unit));
        let note = format!("Activity points by the die: {}.", levels.join(", "));
        Choice { note: Some(note), ..Choice::plain(line, label, "alone", "15.0").rolling() }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let board = resolver.board();
        let name = board.name(self.unit).to_owned();
        board.check_alone(self.unit).map_err(|rule| rule.illegal(&name)).map_err(Refusal::from)?;
        if resolver.seals_lot(self.unit, &[self.unit], Segment::Alone) {
            return Ok(());
        }
        resolver.open_segment(Segment::Alone);
        let die = resolver.dice.roll(format!("{name}'s activity"), 1, 6)?[0];
        let level = resolver.board().allotment(self.unit, die, true);
        let levels = vec![Allotted { level, unit: self.unit }];
        let closes = resolver.board().closed_with();
        resolver.write(Fact::Allotted { by: self.unit, closes, die, levels });
        Ok(())
    }
}

impl Verb<Rules> for Lead {
    fn said() -> Said {
        Said::Alone(&["lead"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let board = words.board;
        // `lead Von Steinwehr: Coster Smith`: the colon ends the commander's name; without one it is as many words as fit.
        let colon = words.rest.iter().position(|w| w.ends_with(':'));
        let (chief, mut rest) = match colon {
            Some(at) => (words.rest[..=at].join(" "), &words.rest[at + 1..]),
            None => (words.rest.join(" "), &words.rest[..0]),
        };
        if words.rest.is_empty() {
            return None;
        }
        let read = || {
            let by = read_commander(board, words, &chief)?;
            let mut over = Vec::new();
            while !rest.is_empty() {
                let (unit, left) = super::names::leading_unit(board, Some(words.side), rest)?;
                over.push(unit);
                rest = left;
            }
            if colon.is_none() {
                over = board.leadable(by);
            }
            if over.is_empty() {
                return Err(Refusal::from(NOBODY_TO_LEAD.illegal(board.name(by))));
            }
            Ok(Lead { by, over }.into())
        };
        let mut read = read;
        Some(read())
    }

    fn candidates(board: &Board<'_>, _: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        let chiefs = board.of(board.at.side).filter(|u| board.spec(*u).commander().is_some());
        let lead = |by: UnitId| Lead { by, over: board.leadable(by) };
        chiefs.map(lead).filter(|l| board.check_lead(l.by, &l.over).is_ok()).any(found)
    }

    fn piece(&self) -> Option<UnitId> {
        Some(self.by)
    }

    fn write(&self, board: &Board<'_>) -> String {
        let names: Vec<&str> = self.over.iter().map(|u| board.name(*u)).collect();
        format!("lead {}: {}", board.name(self.by), names.join(", "))
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let label = format!("{} leads {}", board.name(self.by), counted(self.over.len() as i32, "brigade"));
        Choice { note: Some(board.die_note(&self.over)), ..Choice::plain(line, label, "lead", "15.0").rolling() }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let board = resolver.board();
        let name = board.name(self.by).to_owned();
        let segment = board.check_lead(self.by, &self.over);
        let segment = segment.map_err(|rule| rule.illegal(&name)).map_err(Refusal::from)?;
        if resolver.seals_lot(self.by, &self.over, segment) {
            return Ok(());
        }
        resolver.open_segment(segment);
        let die = resolver.dice.roll(format!("{name}'s command"), 1, 6)?[0];
        let board = resolver.board();
        let levels = board.levels(self.by, &self.over, die);
        let closes = board.closed_with();
        resolver.write(Fact::Allotted { by: self.by, closes, die, levels });
        Ok(())
    }
}

impl Resolver<'_, '_> {
    /// §15.8: an order of a later segment of the Movement Phase opens it.
    pub(super) fn open_segment(&mut self, segment: Segment) {
        if self.buffer.position.segment < segment {
            self.write(Fact::Segment { segment });
        }
    }
}

impl Board<'_> {
    /// Whether the segment may end: nothing bars it yet.
    ///
    /// # Errors
    /// The rule that bars it.
    pub fn check_movement_done(&self) -> Result<(), RuleBreak> {
        if self.at.segment.is_movement() { self.check_all_moved() } else { Ok(()) }
    }
}

impl Resolver<'_, '_> {
    /// What the end of the Movement Phase leaves behind.
    ///
    /// # Errors
    /// Dice that cannot be had.
    pub fn movement_over(&mut self) -> Result<(), Stop> {
        let side = self.buffer.position.side;
        // §33.1.5c: the points of a charge may be the last of its experience.
        if self.board().since(2) {
            self.end_spent_attacks(side);
        }
        let board = self.board();
        // §16.1.1: who moved slower than on its turn of arrival, formed otherwise or stands in enemy range is no reinforcement any more.
        let slower = |u: &UnitId| {
            let Some((now, _)) = board.brigade(*u) else { return false };
            let slow = now.exempt.is_some_and(|pace| now.spent().div_ceil(2) < pace);
            let ranged = board.chain(*u).iter().any(|l| board.in_enemy_range(side, l.at()));
            now.exempt.is_some() && (slow || ranged)
        };
        let lost: Vec<UnitId> = board.of(side).filter(slower).collect();
        let taken = board.prizes_taken(side);
        let lapsed = board.lapsed();
        for unit in lost {
            self.write(Fact::ExemptionLost { unit });
        }
        self.end_exemptions_in_range();
        for unit in lapsed {
            self.write(Fact::AttackEnded { unit, why: AttackEnd::Lapsed });
        }
        for prize in taken {
            self.write(Fact::PrizeTaken { prize, side });
        }
        self.note_delays();
        Ok(())
    }
}

impl Teller<'_> {
    /// A die for an activity level.
    pub fn allotted(&self, by: UnitId, die: u8, levels: &[Allotted]) -> Option<Line> {
        let each: Vec<String> = levels.iter().map(|l| format!("{} {}", self.name(l.unit), l.level)).collect();
        let text = match levels {
            [one] if one.unit == by => {
                format!("{} moves alone: {die} rolled, {} activity points.", self.name(by), one.level)
            }
            _ => format!("{} leads: {die} rolled, activity points {}.", self.name(by), each.join(", ")),
        };
        self.line(Tone::Roll, text, "15.0", vec![])
    }

    /// The primary commander.
    pub fn primary(&self, by: UnitId, over: &[UnitId]) -> Option<Line> {
        let within = if over.is_empty() { "nobody".to_owned() } else { self.names(over) };
        let (name, command) = (self.name(by), command_of(self.pack, by));
        match over {
            [one] if *one == by => {
                self.note(format!("{name} is the primary commander, of its own brigade alone."), "15.0")
            }
            _ => self.note(format!("{name} is the primary commander for {command}: {within} in range."), "15.0"),
        }
    }

    /// A brigade that acts under the primary commander, or as it arrives.
    pub fn released(&self, _unit: UnitId, _level: u8) -> Option<Line> {
        None
    }
}
