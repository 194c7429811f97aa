//! Points kept from one turn to the next for a step that could not be afforded (§13.8, §13.10, rulings 14 and 88).

use super::activity::{ADVANCE, Ending};
use super::board::Board;
use super::book::{AnyOrder, OFF_MAP, Rules, Stop};
use super::chain::{Formation, Link};
use super::facts::{Fact, Maneuver, Manner};
use super::names::{read_hex, unreadable};
use super::position::{Brigade, Kept, KeptStep};
use super::resolver::Resolver;
use super::tables::Halves;
use super::teller::Teller;
use super::units::UnitId;
use domain_core::kit::{RuleBreak, Said, Verb, Words, counted};
use domain_core::referee::{Choice, Line, Refusal};

const AFFORDED: RuleBreak = RuleBreak::new(&[
    "13.8",
    "{unit} can do that with the points it has, or could not do it with more.",
    "Points are kept only for the one step that was wanted next and that the points left do not pay for.",
]);
const NOTHING_KEPT: RuleBreak = RuleBreak::new(&[
    "13.8",
    "{unit} has no whole point left to keep.",
    "Whole activity points alone are kept, of those that its level leaves it.",
]);
const ATTACKERS: RuleBreak = RuleBreak::new(&[
    "22.6",
    "{unit} attacks and keeps no points.",
    "An attacking brigade expends exactly 6 points, or all of its level.",
]);
const HALF_ON: RuleBreak = RuleBreak::new(&[
    "13.8",
    "{unit} is not all on the map.",
    "Who comes onto the map goes on next turn at its own pace and keeps nothing.",
]);

impl Board<'_> {
    /// The points that were kept last turn for this turn, not yet used, by a brigade or battery that has spent none yet.
    fn kept_now(&self, unit: UnitId) -> Option<Kept> {
        let (kept, spent) = match (self.at.brigade(unit), self.at.battery(unit)) {
            (Some(b), _) => (b.kept, b.spent()),
            (_, Some(b)) => (b.kept, b.spent),
            _ => (None, 0),
        };
        kept.filter(|k| !k.used && k.turn + 1 == self.at.turn && spent == 0)
    }

    /// The half points that a step adds to what may be spent, as the one they were kept for. A hex is a step where it lies beside who enters it; before
    /// revision 8 also at the end of a way of several, by which a line came to it that had gone back since.
    pub fn kept_for(&self, unit: UnitId, step: KeptStep) -> Option<Halves> {
        let beside = |to: usize| {
            let near = |at| self.pack.ground.next_to(at).any(|hex| hex == to);
            !self.since(8) || self.at.place(unit).is_none_or(near)
        };
        let next = |k: &Kept| !matches!(k.step, KeptStep::Hex(hex) if !beside(usize::from(hex)));
        self.kept_now(unit).filter(|k| k.step.serves(step) && next(k)).map(|k| k.ap * 2)
    }

    /// The half points that were kept and are spent in this turn, beyond its limit (ruling 88).
    pub fn kept_spent(&self, kept: Option<Kept>) -> Halves {
        // Others may have been kept since.
        let points = |k: Kept| match k.turn == self.at.turn {
            true => k.beyond,
            false if k.used && k.turn + 1 == self.at.turn => k.ap,
            false => 0,
        };
        kept.map_or(0, |k| points(k) * 2)
    }

    /// Ruling 88: the half points that a brigade has spent of its level in this turn: all but those that were kept, which are beyond it.
    pub(super) fn spent_of_level(&self, now: &Brigade) -> Halves {
        now.spent().saturating_sub(self.kept_spent(now.kept))
    }

    /// The same of one that has marched so.
    pub(super) fn marched_of_level(&self, maneuver: &Maneuver) -> Halves {
        let kept = self.at.brigade(maneuver.unit).and_then(|now| now.kept);
        let used = match maneuver.kept {
            true => kept.map_or(0, |kept| kept.ap.saturating_sub(maneuver.unused) * 2),
            false => self.kept_spent(kept),
        };
        maneuver.paid.iter().copied().max().unwrap_or(0).saturating_sub(used)
    }

    /// Ruling 14: the half points kept for the step that an order is, and the whole ones that it does not take, the step having become cheaper meanwhile: they
    /// serve for nothing else. Who goes to rest has given up the step: out of rest the chart has another one.
    pub(super) fn kept_by(&self, unit: UnitId, ending: &Ending) -> (Option<Halves>, u8) {
        if let Some(kept) = self.kept_now(unit).filter(|_| self.since(8) && ending.formation == Formation::Rest) {
            return (Some(0), kept.ap);
        }
        let kept = self.step_of(ending).and_then(|step| self.kept_for(unit, step));
        let spent = ending.paid.iter().copied().max().unwrap_or(0);
        (kept, untaken(kept.filter(|_| self.since(5)), spent))
    }

    /// §13.8, §13.10: what points kept for a step of a line are for when it faces about: its flanks change places, and the step does not. Before revision 8
    /// they were for the other flank then.
    pub(super) fn kept_about(&self, unit: UnitId) -> Option<KeptStep> {
        let (kept, chain) = (self.kept_now(unit).filter(|_| self.since(8))?, self.chain(unit));
        match kept.step {
            KeptStep::ExtendLeft => Some(KeptStep::ExtendRight),
            KeptStep::ExtendRight => Some(KeptStep::ExtendLeft),
            KeptStep::Hex(hex) => self.over_alike(hex, chain.first()?, chain.last()?),
            _ => None,
        }
    }

    /// §13.8, §13.10: what points kept for the next hex of a line are for when its left flank marker is lost: the others go over the same hexside. Before
    /// revision 8 they were for the hex of the one that is lost.
    pub(super) fn kept_after_loss(&self, unit: UnitId, left: &[Link]) -> Option<KeptStep> {
        let now = self.at.brigade(unit).filter(|now| self.since(8) && now.formation.is_line())?;
        let (lost, first) = (self.chain(unit).first()?, left.first()?);
        match now.kept?.step {
            KeptStep::Hex(hex) if lost.hex != first.hex => self.over_alike(hex, lost, first),
            _ => None,
        }
    }

    /// The hex that one marker of a line enters over the hexside over which another enters a hex.
    fn over_alike(&self, hex: u16, other: &Link, marker: &Link) -> Option<KeptStep> {
        let ground = &self.pack.ground;
        let over = ground.side_to(other.at(), usize::from(hex))?;
        ground.atlas.ahead(marker.at(), over).map(|hex| KeptStep::Hex(hex as u16))
    }

    /// The hex that points were kept for.
    pub fn kept_hex(&self, unit: UnitId) -> Option<usize> {
        match self.kept_now(unit)?.step {
            KeptStep::Hex(hex) => Some(usize::from(hex)),
            _ => None,
        }
    }

    /// The step that an order of a brigade is, for the points kept for one.
    pub fn step_of(&self, ending: &Ending) -> Option<KeptStep> {
        // Who lies beyond the map in part marches on as well.
        let marches = matches!(ending.manner, Manner::Marched | Manner::Shaped)
            || (ending.manner == Manner::Entered && self.since(7));
        match ending.manner {
            _ if marches => ending.way.get(1).map(|hex| KeptStep::Hex(*hex as u16)),
            Manner::Ahead | Manner::Back => ending.chain.first().map(|l| KeptStep::Hex(l.hex)),
            Manner::Extended => {
                let new = ending.way.first().copied();
                let at_left = new.is_some() && ending.chain.first().map(|l| l.at()) == new;
                Some(if at_left { KeptStep::ExtendLeft } else { KeptStep::ExtendRight })
            }
            Manner::Changed if ending.formation.is_line() => Some(KeptStep::Line),
            Manner::Changed if ending.formation.is_column() => Some(KeptStep::Column),
            _ => None,
        }
    }

    /// §13.10, cost chart: the step that a change of formation of guns is: limbering and unlimbering are two rows. Before revision 8 points that were kept for
    /// one served for the other, where the guns had limbered meanwhile as they withdrew (§30.1.2).
    pub(super) fn flip(&self, limber: bool) -> KeptStep {
        if limber || !self.since(8) { KeptStep::Limber } else { KeptStep::Unlimber }
    }

    /// Whether a step is legal, whatever it costs, and whether it is with the points that there are.
    fn is_step(&self, unit: UnitId, step: KeptStep) -> bool {
        if self.battery(unit).is_some() {
            return self.is_guns_step(unit, step);
        }
        match step {
            KeptStep::Column => {
                domain_core::board::Facing::sides().any(|facing| self.check_form_column(unit, facing).is_ok())
            }
            KeptStep::Extend => {
                self.extensions(unit).any(|(left, points)| self.check_extend(unit, left, points).is_ok())
            }
            // A marker at one flank may cost more than one at the other, in woods or in enemy range (§18.7).
            KeptStep::ExtendLeft | KeptStep::ExtendRight => {
                let at_left = step == KeptStep::ExtendLeft;
                let mut there = self.extensions(unit).filter(|(left, _)| *left == at_left && self.since(6));
                there.any(|(left, points)| self.check_extend(unit, left, points).is_ok())
            }
            KeptStep::Hex(hex) => {
                let hex = usize::from(hex);
                let whole = || self.check_shift(unit, hex).is_ok() || self.recoils_to(unit, hex);
                self.check_march(unit, &[hex]).is_ok() || whole()
            }
            KeptStep::Limber | KeptStep::Unlimber => false,
            KeptStep::Line => {
                let mut lines = self.lines_to_form(unit).into_iter();
                lines.any(|(chain, front)| self.check_form_line(unit, &chain, front).is_ok())
            }
        }
    }

    /// §13.8, ruling 14: the whole points that are kept for a step: those that the level leaves, where the step is legal but for its price. Under a level
    /// that is free to choose it is the highest that costs no disorganization.
    fn check_keep(&self, unit: UnitId, step: KeptStep) -> Result<Kept, RuleBreak> {
        let left = match self.brigade(unit) {
            Some((now, _)) => {
                let level = self.check_may_act(unit)?;
                if now.is_named() {
                    return Err(ATTACKERS);
                }
                if !self.on_map(unit) {
                    return Err(if self.since(7) { OFF_MAP } else { HALF_ON });
                }
                // Before revision 7 who lay beyond the map in part kept nothing.
                if !self.since(7) && !self.chain(unit).iter().all(|l| self.pack.ground.is_hex(l.at())) {
                    return Err(HALF_ON);
                }
                let known =
                    if self.is_chosen(unit, level) { level.min(self.free_level(unit, now, step)) } else { level };
                self.most(now, known).saturating_sub(now.spent())
            }
            None => self.points_of_guns(unit)?,
        };
        // §34.1.7: of who came on with others what their level leaves.
        let guns = || self.battery(unit).map_or(0, |(now, _)| now.spent);
        let spent = self.brigade(unit).map_or_else(guns, |(now, _)| self.spent_of_level(now));
        let group = self.most_of_group(unit).or_else(|| self.most_of_guns(unit, None));
        let left = group.map_or(left, |most| left.min(most.saturating_sub(spent)));
        let ap = left / 2;
        if ap == 0 {
            return Err(NOTHING_KEPT);
        }
        if !self.supposing().is_step(unit, step) || self.affords(unit, step) {
            return Err(AFFORDED);
        }
        let before = self.at.brigade(unit).map_or_else(|| self.at.battery(unit).and_then(|b| b.kept), |b| b.kept);
        let beyond = if self.since(8) { self.kept_spent(before) / 2 } else { 0 };
        Ok(Kept { ap, beyond, step, turn: self.at.turn, used: false })
    }

    /// §13.4, §13.8: whether a step can be paid for with the points left: of a level that is free to choose by the highest without disorganization.
    fn affords(&self, unit: UnitId, step: KeptStep) -> bool {
        let chosen = self.brigade(unit).filter(|_| self.since(4)).map(|(now, _)| self.free_level(unit, now, step));
        let may = |free: &u8| self.check_may_act(unit).is_ok_and(|level| level > *free && self.is_chosen(unit, level));
        let chosen = chosen.filter(may);
        let Some(level) = chosen else { return self.is_step(unit, step) };
        let mut at = self.at.clone();
        if let Some(brigade) = at.brigade_mut(unit) {
            brigade.level = Some(level);
        }
        Board::new(self.pack, &at).with_eye(self.eye).is_step(unit, step)
    }

    /// §13.4, §13.8: whether a level is free to choose, as those under the primary commander and of arrivals are: as high as the chart goes. What a die or a rout has
    /// given is less, and known; before revision 7 it was taken for free too.
    fn is_chosen(&self, unit: UnitId, level: u8) -> bool {
        !self.since(7) || level >= self.pack.tables.highest(self.spec(unit).is_cavalry())
    }

    /// The highest activity level that costs a brigade no disorganization (Activity Capability Chart): what it owes for a retreat after combat is deducted
    /// from that, and is none of the points that it uses (§30.1.2). Horse that wants to form line is judged as it does so by the column for lines (§13.9),
    /// unless it has used more than is free in that.
    fn free_level(&self, unit: UnitId, now: &Brigade, step: KeptStep) -> u8 {
        let free = |horse: bool| {
            let free = |level: &u8| self.pack.tables.worn(horse, level * 2) == Some(0);
            (1..=self.pack.tables.highest(horse)).take_while(free).last().unwrap_or(ADVANCE)
        };
        let lines = self.since(8) && step == KeptStep::Line && now.spent() < free(false) * 2;
        let most = free(!lines && self.spec(unit).is_cavalry() && self.is_mounted(now.formation));
        if self.since(7) { most.saturating_add(now.owed / 2) } else { most }
    }

    /// The steps that points could be kept for.
    fn steps_to_keep(&self, unit: UnitId) -> Vec<KeptStep> {
        let first = self.at.place(unit).filter(|p| self.pack.ground.is_hex(*p));
        let hexes = first.into_iter().flat_map(|p| self.pack.ground.atlas.around(p)).map(|(_, to)| to as u16);
        let others = [KeptStep::Column, KeptStep::Extend, KeptStep::Limber, KeptStep::Line];
        let flanks = [KeptStep::ExtendLeft, KeptStep::ExtendRight].into_iter().filter(|_| self.since(6));
        let unlimber = Some(KeptStep::Unlimber).filter(|_| self.since(8));
        others.into_iter().chain(flanks).chain(unlimber).chain(hexes.map(KeptStep::Hex)).collect()
    }
}

/// Ruling 14: of the half points kept for a step that costs so much the whole ones that it does not take.
pub(super) fn untaken(kept: Option<Halves>, spent: Halves) -> u8 {
    kept.map_or(0, |kept| kept.saturating_sub(spent) / 2)
}

/// `Archer keep N18`, `Archer keep line`, `Ward keep extend right`: keeps the points that are left for the step they do not pay for (§13.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keep {
    /// Who.
    pub unit: UnitId,
    /// For what.
    pub step: KeptStep,
}

impl KeptStep {
    /// Whether points that were kept for it serve for a step: those for one more marker at either flank do at each.
    fn serves(self, step: KeptStep) -> bool {
        let either = self == KeptStep::Extend && matches!(step, KeptStep::ExtendLeft | KeptStep::ExtendRight);
        either || self == step
    }

    /// The word of the order.
    fn word(self, board: &Board<'_>) -> String {
        match self {
            KeptStep::Column => "column".to_owned(),
            KeptStep::Extend => "extend".to_owned(),
            KeptStep::ExtendLeft => "extend left".to_owned(),
            KeptStep::ExtendRight => "extend right".to_owned(),
            KeptStep::Hex(hex) => board.pack.ground.id(usize::from(hex)),
            KeptStep::Limber => "limber".to_owned(),
            KeptStep::Line => "line".to_owned(),
            KeptStep::Unlimber => "unlimber".to_owned(),
        }
    }
}

impl Verb<Rules> for Keep {
    fn said() -> Said {
        Said::OfPiece(&["keep"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let unit = words.piece?;
        let for_example = || unreadable("Write for example: Archer keep N18, Archer keep line, Ward keep extend left.");
        let step = match words.rest {
            [step] => match step.to_lowercase().as_str() {
                "column" => Ok(KeptStep::Column),
                "extend" => Ok(KeptStep::Extend),
                "limber" => Ok(KeptStep::Limber),
                "line" => Ok(KeptStep::Line),
                "unlimber" if words.board.since(8) => Ok(KeptStep::Unlimber),
                _ => read_hex(words.board.pack, step).map(|hex| KeptStep::Hex(hex as u16)).map_err(|_| for_example()),
            },
            [step, flank] if step.eq_ignore_ascii_case("extend") => match flank.to_lowercase().as_str() {
                "left" => Ok(KeptStep::ExtendLeft),
                "right" => Ok(KeptStep::ExtendRight),
                _ => Err(for_example()),
            },
            _ => return None,
        };
        Some(step.map(|step| Keep { unit, step }.into()))
    }

    fn candidates(board: &Board<'_>, piece: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        let Some(unit) = piece else { return false };
        let legal = |step: &KeptStep| board.check_keep(unit, *step).is_ok();
        board.steps_to_keep(unit).into_iter().filter(legal).any(|step| found(Keep { unit, step }))
    }

    fn piece(&self) -> Option<UnitId> {
        Some(self.unit)
    }

    fn write(&self, board: &Board<'_>) -> String {
        format!("{} keep {}", board.name(self.unit), self.step.word(board))
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let (name, step) = (board.name(self.unit), self.step.word(board));
        let points = board.check_keep(self.unit, self.step).map_or(0, |kept| kept.ap);
        let label = format!("{name} keeps {} for {step}", counted(i32::from(points), "activity point"));
        let note = Some("They serve next turn, for that step alone; its move is over.".to_owned());
        Choice { note, ..Choice::plain(line, label, "keep", "13.0") }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let board = resolver.board();
        let kept = board.check_keep(self.unit, self.step)?;
        if board.brigade(self.unit).is_some() {
            resolver.take_in_hand(self.unit)?;
        }
        resolver.write(Fact::Keeps { kept, unit: self.unit });
        Ok(())
    }
}

impl Teller<'_> {
    /// Points kept.
    pub fn keeps(&self, unit: UnitId, kept: &Kept) -> Option<Line> {
        let points = counted(i32::from(kept.ap), "activity point");
        let step = match kept.step {
            KeptStep::Column => "to form column".to_owned(),
            KeptStep::Extend => "to extend its line".to_owned(),
            KeptStep::ExtendLeft => "to extend its line to the left".to_owned(),
            KeptStep::ExtendRight => "to extend its line to the right".to_owned(),
            KeptStep::Hex(hex) => format!("to enter {}", self.place(hex)),
            KeptStep::Limber => "to change formation".to_owned(),
            KeptStep::Line => "to form line".to_owned(),
            KeptStep::Unlimber => "to unlimber".to_owned(),
        };
        self.note(format!("{} keeps {points} {step} next turn.", self.name(unit)), "13.0")
    }
}
