//! Breastworks (0.12): building them, and what they are worth in combat and artillery fire. They do nothing in assaults.

use super::activity::GOES_BACK;
use super::board::Board;
use super::book::{AnyOrder, NOT_A_BRIGADE, NOT_YOURS, OFF_MAP, Rules, Stop, WRONG_SEGMENT};
use super::chain::{LineMarker, Link};
use super::facts::Fact;
use super::fire::Forgone;
use super::ground::Half;
use super::lines::NOT_A_LINE;
use super::names::{read_hex, unreadable};
use super::position::{Brigade, Pair, Retreat, Segment, Works};
use super::resolver::Resolver;
use super::tables::Halves;
use super::teller::Teller;
use super::units::UnitId;
use domain_core::kit::{RuleBreak, Said, Verb, Words};
use domain_core::referee::{Choice, Line, Refusal};

/// Half points that works cost (0.12.2).
pub const COST: Halves = 36;
/// The most cannon in works with a field all round (0.12, effect 4).
const ALL_ROUND: u32 = 12;

const NOT_IN_FORCE: RuleBreak =
    RuleBreak::new(&["0.12", "There are no breastworks in this game.", "They are an option of the scenario."]);
const UNDER_GUNS: RuleBreak = RuleBreak::new(&[
    "0.12",
    "{unit} is within enemy range of influence.",
    "Breastworks are built out of enemy range; work that was begun goes on when the range is gone.",
]);
const NO_GROUND: RuleBreak = RuleBreak::new(&[
    "0.12",
    "{unit} has no hex where it could dig.",
    "No works are built on a river, a stream that goes on, a swamp, or where works are.",
]);
const NO_POINTS: RuleBreak = RuleBreak::new(&[
    "0.12",
    "{unit} has not so many activity points for that.",
    "Works cost 18 points, of those that the brigade has in its turns.",
]);
const NOT_BEHIND: RuleBreak = RuleBreak::new(&[
    "0.12",
    "{unit} does not defend works.",
    "Who stands in works beside an attacker may leave them unused, to return fire or assault in its own turn.",
]);
const TOLD_ALL_ROUND: RuleBreak = RuleBreak::new(&[
    "0.12",
    "{unit} could not fire as it was told without its works.",
    "Cannon have their field all round by works alone: tell that hex anew, or let it hold its fire; then they may be left unused.",
]);
const ATTACKS: RuleBreak = RuleBreak::new(&[
    "22.6",
    "{unit} is named to attack and does not dig.",
    "An attacking brigade uses its points in advance; end its attack at the start of your turn, then it may.",
]);
pub(super) const FIRED_FROM_WORKS: RuleBreak = RuleBreak::new(&[
    "0.12",
    "{unit} fired from breastworks.",
    "Who does neither returns fire nor assaults in its own turn, unless it left the works unused.",
]);

/// What an order to dig comes to.
pub(super) struct Work {
    /// Disorganization points.
    dp: u16,
    /// Half points that each marker has spent then; none before revision 7, when all of them dug.
    paid: Vec<Halves>,
    /// The works that are finished by it, if any are.
    sites: Vec<Works>,
}

impl Works {
    /// As a battleline marker of the same type and facing.
    pub fn marker(&self) -> LineMarker {
        let hex = usize::from(self.hex);
        LineMarker { hex, sp: 0, left: self.left, right: self.right, open_left: false, open_right: false }
    }
}

impl Board<'_> {
    /// The works in a hex.
    pub fn works_at(&self, hex: usize) -> Option<LineMarker> {
        let in_force = self.at.options.breastworks;
        self.at.works.iter().filter(|_| in_force).find(|w| usize::from(w.hex) == hex).map(Works::marker)
    }

    /// The works that a counter in a hex has the use of: not attackers, and not who leaves them unused (0.12, effects 5 and 6).
    pub fn behind_works(&self, unit: UnitId, hex: usize) -> Option<LineMarker> {
        self.works_at(hex).filter(|_| !self.has_forgone(unit) && !self.is_with_attackers(unit, hex))
    }

    /// The same in combat fire: who returns fire leaves them unused, as it has said before it fired, or since it had not the use of them then (0.12, effect 5).
    fn used_in_fire(&self, unit: UnitId, hex: usize) -> Option<LineMarker> {
        let returns = self.since(7) && self.at.fight.returns.contains(&unit);
        self.behind_works(unit, hex).filter(|_| !returns)
    }

    /// 0.12, effect 5: whether a counter that fires from a hex has the use of works there.
    pub(super) fn uses_works(&self, unit: UnitId, hex: usize) -> bool {
        self.used_in_fire(unit, hex).is_some()
    }

    /// 0.12, effect 6: whether a counter stands in a hex with attackers of its side, or attacks itself.
    fn is_with_attackers(&self, unit: UnitId, hex: usize) -> bool {
        let side = self.side(unit);
        let mut friends = self.brigades_at(hex).filter(|u| self.side(*u) == side);
        friends.any(|u| self.at.brigade(u).is_some_and(|b| b.is_named()))
    }

    /// 0.12, effects 5 and 6: whether a counter that fires has no use of works: it leaves them unused, or none stand there yet.
    pub(super) fn ignores_works(&self, unit: UnitId, hex: usize) -> bool {
        self.at.options.breastworks && !self.uses_works(unit, hex)
    }

    /// Whether an attacker stands in works of the enemy: its range of influence is one hex (0.12, effect 6, ruling 81).
    pub fn stormed_works(&self, unit: UnitId, hex: usize) -> bool {
        let own = || {
            let side = Some(self.side(unit));
            self.since(5) && self.at.works.iter().any(|w| usize::from(w.hex) == hex && w.side == side)
        };
        // Whether or not it left them unused as it defended itself in the turn before.
        let ignored = || self.is_with_attackers(unit, hex) && (self.since(7) || !self.has_forgone(unit));
        self.works_at(hex).is_some() && ignored() && !own()
    }

    fn has_forgone(&self, unit: UnitId) -> bool {
        self.at.fight.forgone.iter().any(|f| f.unit == unit)
    }

    /// 0.12, effect 2: whether fire out of works into a front hex of theirs counts half as much again: while all combat fire at them comes from there.
    pub(super) fn works_help(&self, unit: UnitId, from: usize, to: usize) -> bool {
        let Some(works) = self.used_in_fire(unit, from) else { return false };
        let front = |hex: usize| self.pack.ground.side_to(from, hex).is_some_and(|side| works.is_front(side));
        front(to) && self.fired_at_out_of(from).into_iter().all(front)
    }

    /// The hexes out of which a hex is fired at in this Combat Fire Phase: by attackers, by those who answer them, steps into flank hexes among them, and by fire
    /// that is returned (§27.1).
    fn fired_at_out_of(&self, hex: usize) -> Vec<usize> {
        let fight = &self.at.fight;
        let at_it = |to: u16| usize::from(to) == hex;
        let mut found: Vec<usize> = fight.aims.iter().filter(|p| at_it(p.to)).map(|p| usize::from(p.from)).collect();
        if self.since(7) {
            let answers = fight.splits.iter().filter(|s| s.shares.iter().any(|share| at_it(share.to)));
            found.extend(answers.map(|s| usize::from(s.from)));
            found.extend(fight.flankers.iter().filter(|f| at_it(f.target)).map(|f| usize::from(f.to)));
            found.extend(self.returned().iter().flatten().filter(|f| f.to == hex).map(|f| f.from));
        }
        found
    }

    /// 0.12, effect 3: whether works halve fire at a counter in a hex, which comes from before them.
    pub(super) fn works_cover(&self, unit: UnitId, hex: usize, from: usize) -> bool {
        self.used_in_fire(unit, hex).is_some_and(|works| {
            let beside = self.pack.ground.side_to(hex, from);
            beside.map_or_else(
                || self.pack.ground.lies_within(hex, works.front(), Half::Sixty, from),
                |side| works.is_front(side),
            )
        })
    }

    /// 0.12, effect 4: the field of cannon in works: all round, or narrowed where more than twelve stand there.
    pub(super) fn field_in_works(&self, unit: UnitId, hex: usize) -> Option<Half> {
        self.behind_works(unit, hex)?;
        // §17.2.11: of a battery that lies in two hexes those that stand here.
        let here = |link: &&Link| link.at() == hex || !self.since(6);
        let cannon: u32 =
            self.batteries_at(hex).flat_map(|u| self.chain(u)).filter(here).map(|l| u32::from(l.sp)).sum();
        Some(if cannon <= ALL_ROUND { Half::Whole } else { Half::Thirty })
    }

    /// Whether a counter fired from works in the other side's last turn, with their use (0.12, effect 5).
    pub(super) fn fired_from_works(&self, unit: UnitId) -> bool {
        // Effect 6: an attacker has not fired from works, whatever hex it stood in, nor have the cannon beside it, nor who fired before they were there.
        let used = |p: &Pair| self.works_at(usize::from(p.from)).is_some() && !(p.ignores && self.since(7));
        let by = |p: &Pair| p.unit == unit || (p.batteries.contains(&unit) && self.since(8));
        let mut fire = self.at.fight.before.iter().filter(|p| by(p) && p.is_last());
        // Nor does it matter whether its target, or the marker that fired, is still there: before revision 8 the fire was forgotten with them.
        let noted = self.since(8) && self.at.fight.from_works[1].contains(&unit);
        !self.has_forgone(unit) && (noted || fire.any(used))
    }

    /// 0.12.1 to 0.12.8: what so many half points of work come to, in these hexes or, where none are named, in all that its markers have the points for.
    ///
    /// # Errors
    /// The rule that bars it.
    pub(super) fn check_build(&self, unit: UnitId, halves: Halves, hexes: &[usize]) -> Result<Work, RuleBreak> {
        if !self.at.options.breastworks {
            return Err(NOT_IN_FORCE);
        }
        let level = self.check_may_act(unit)?;
        let (now, _) = self.brigade(unit).ok_or(NOT_A_BRIGADE)?;
        if !self.on_map(unit) {
            return Err(OFF_MAP);
        }
        // 0.12.1: who works stays in place; §22.6, §21.6, §21.7: attackers use their points in advance, and who retreats does nothing else.
        if self.since(6) && now.is_named() {
            return Err(ATTACKS);
        }
        if self.since(6) && now.retreat != Retreat::None {
            return Err(GOES_BACK);
        }
        let line = self.line(unit);
        if line.is_empty() {
            return Err(NOT_A_LINE);
        }
        if line.iter().any(|m| self.in_enemy_range(self.side(unit), m.hex)) {
            return Err(UNDER_GUNS);
        }
        let build = self.begun_works(unit);
        let begun = |hex: usize| build == 0 || now.build_at.iter().any(|h| usize::from(*h) == hex);
        let dug = |m: &LineMarker| {
            let cell = self.pack.ground.cells.get(m.hex);
            begun(m.hex) && self.works_at(m.hex).is_none() && cell.is_some_and(|c| c.may_be_dug)
        };
        let side = self.since(5).then(|| self.side(unit));
        let site = |m: &LineMarker| Works { hex: m.hex as u16, left: m.left, right: m.right, side };
        let open: Vec<bool> = line.iter().map(dug).collect();
        let may = |hex: &usize| self.since(7) && line.iter().zip(&open).any(|(m, open)| *open && m.hex == *hex);
        if !open.contains(&true) || !hexes.iter().all(may) {
            return Err(NO_GROUND);
        }
        if halves == 0 || halves > COST.saturating_sub(build) {
            return Err(NO_POINTS);
        }
        let beyond = self.kept_spent(now.kept);
        let worn = |halves| self.pack.tables.worn(false, self.on_chart(false, halves, beyond));
        let spent = now.spent();
        if !self.since(7) {
            if halves > self.left(unit) {
                return Err(NO_POINTS);
            }
            let dp = worn(spent + halves).ok_or(NO_POINTS)?.saturating_sub(worn(spent).unwrap_or(0));
            let sites = line.iter().zip(open).filter(|(_, open)| *open).map(|(m, _)| site(m)).collect();
            return Ok(Work { dp, paid: Vec::new(), sites });
        }
        // §13.7: each marker has the points that it has not spent itself, and those that dig pay.
        let most = self.most_for_works(unit, level);
        let mut paid = self.paid_by_markers(unit);
        let named = |m: &LineMarker| hexes.is_empty() || hexes.contains(&m.hex);
        let mut sites = Vec::new();
        for ((marker, open), paid) in line.iter().zip(open).zip(&mut paid) {
            if open && named(marker) && paid.saturating_add(halves) <= most {
                *paid = paid.saturating_add(halves);
                sites.push(site(marker));
            }
        }
        if sites.is_empty() || sites.len() < hexes.len() {
            return Err(NO_POINTS);
        }
        // §34.1.7: who came on with others has paid for their level.
        let after = paid.iter().copied().max().unwrap_or(0);
        let dp = worn(after).ok_or(NO_POINTS)?.saturating_sub(self.worn_by_now(unit, false, beyond));
        Ok(Work { dp, paid, sites })
    }

    /// The most half points that a marker may have spent when it has dug; of a brigade that comes on with others in this turn by their level (§34.1.7), and beyond it
    /// what it kept (ruling 88).
    fn most_for_works(&self, unit: UnitId, level: u8) -> Halves {
        let Some(now) = self.at.brigade(unit) else { return 0 };
        let most = self.most(now, level);
        self.most_of_group(unit).map_or(most, |group| most.min(group.saturating_add(self.kept_spent(now.kept))))
    }

    /// The half points that each marker of a line has spent.
    fn paid_by_markers(&self, unit: UnitId) -> Vec<Halves> {
        let (Some(now), markers) = (self.at.brigade(unit), self.chain(unit).len()) else { return Vec::new() };
        if now.paid.len() == markers { now.paid.clone() } else { vec![now.spent(); markers] }
    }

    /// §16.1.1: of a reinforcement in its turn of arrival the points that it has spent when its markers have spent so much.
    fn spent_arriving(&self, unit: UnitId, paid: &[Halves]) -> Option<u8> {
        let arrives = |b: &&Brigade| self.since(7) && b.exempt.is_some() && b.came == Some(self.at.turn);
        self.at.brigade(unit).filter(arrives)?;
        paid.iter().max().map(|paid| paid.div_ceil(2))
    }

    /// 0.12.6: the half points of work that a brigade has begun where it lies; none of what it left by a retreat.
    fn begun_works(&self, unit: UnitId) -> Halves {
        let Some((now, _)) = self.brigade(unit) else { return 0 };
        let here = self.chain(unit).iter().any(|l| now.build_at.contains(&l.hex));
        if here || !self.since(4) { now.build } else { 0 }
    }

    /// The half points of work that a brigade can do now: without disorganization, and all it has; by those markers too that have spent less than others.
    fn works_offered(&self, unit: UnitId) -> Vec<Halves> {
        let Some((now, _)) = self.brigade(unit).filter(|_| self.at.options.breastworks) else { return Vec::new() };
        let rest = COST.saturating_sub(self.begun_works(unit));
        let (most, mut paid) = match self.check_may_act(unit) {
            Ok(level) if self.since(7) => (self.most_for_works(unit, level), self.paid_by_markers(unit)),
            _ => (self.left(unit).saturating_add(now.spent()), vec![now.spent()]),
        };
        paid.sort_unstable_by_key(|paid| std::cmp::Reverse(*paid));
        paid.dedup();
        let mut all: Vec<Halves> = Vec::new();
        for spent in paid {
            let left = most.saturating_sub(spent).min(rest) / 2 * 2;
            let easy = left.min((12 as Halves).saturating_sub(spent) / 2 * 2);
            all.extend([easy, left]);
        }
        let known = |n: &usize| !all[..*n].contains(&all[*n]);
        let each = (0..all.len()).filter(known).map(|n| all[n]);
        each.filter(|halves| self.check_build(unit, *halves, &[]).is_ok()).collect()
    }

    fn check_forgo(&self, unit: UnitId) -> Result<(), RuleBreak> {
        if self.at.segment != Segment::Fire {
            return Err(WRONG_SEGMENT);
        }
        if self.side(unit) == self.at.side {
            return Err(NOT_YOURS);
        }
        let fires = |hex: usize| {
            let attacked = !self.attackers_beside(hex).is_empty() && self.speaks_for_works(unit, hex);
            attacked || self.answers_out_of(unit, hex)
        };
        let behind = |hex: usize| self.behind_works(unit, hex).is_some() && fires(hex);
        if !self.chain(unit).iter().any(|l| behind(l.at())) {
            return Err(NOT_BEHIND);
        }
        if self.since(8) && self.is_told_by_works(unit) { Err(TOLD_ALL_ROUND) } else { Ok(()) }
    }

    /// 0.12, effects 4 and 5: whether fire that was told out of a hex of a counter is possible by the field all round of works alone, so that it would be
    /// void if they were left unused. Before revision 8 it was void without a word.
    fn is_told_by_works(&self, unit: UnitId) -> bool {
        let lies = |hex: u16| self.chain(unit).iter().any(|l| l.hex == hex);
        let told = || self.at.fight.splits.iter().filter(|s| lies(s.from));
        if told().next().is_none() {
            return false;
        }
        let mut at = self.at.clone();
        at.fight.forgone.extend(self.leaves_with(unit).into_iter().map(|unit| Forgone { age: 0, unit }));
        let then = Board::new(self.pack, &at).with_eye(self.eye);
        told().any(|s| self.check_split(s).is_ok() && then.check_split(s).is_err())
    }

    /// 0.12, effect 5: whether it is for a counter to say if works are used in fire out of a hex: for a brigade, and for the battery that stands for the cannon
    /// there, which fire together (§24.3). Commanders neither fire nor assault.
    fn speaks_for_works(&self, unit: UnitId, hex: usize) -> bool {
        let guns = || self.post_of(self.side(unit), hex, self.eye).guns.is_some_and(|(first, ..)| first == unit);
        !self.since(8) || self.at.brigade(unit).is_some() || guns()
    }

    /// 0.12, effect 5, §24.3: who leaves works unused by the word of a counter: a brigade by itself, all cannon of a hex that fire together by that of the
    /// battery which stands for them; before revision 8 that battery alone, while the others had their field all round.
    fn leaves_with(&self, unit: UnitId) -> Vec<UnitId> {
        let place = self.at.place(unit).filter(|_| self.since(8) && self.at.battery(unit).is_some());
        let guns = place.map_or_else(Vec::new, |hex| self.post_of(self.side(unit), hex, self.eye).batteries);
        if guns.contains(&unit) { guns } else { vec![unit] }
    }

    /// 0.12, effect 5: whether somebody answers fire out of works and may leave them unused before; that alone is asked where nobody attacks it.
    pub(super) fn forgo_waits(&self) -> bool {
        let answers = |unit: UnitId| self.chain(unit).iter().any(|l| self.answers_out_of(unit, l.at()));
        let mut own = self.of(self.at.side.other()).filter(|u| self.mine(*u));
        let returned = self.since(7) && !self.at.works.is_empty() && !self.at.fight.returns.is_empty();
        returned && own.any(|unit| answers(unit) && self.check_forgo(unit).is_ok())
    }
}

/// `Ward build`, `Ward build 8`: works for points of this turn, six at most where none are named (0.12.2); `Ward build 6 M31`: in that hex alone (0.12.7).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Build {
    /// Half points.
    pub halves: Halves,
    /// The hexes of the markers that dig; none for all that have the points.
    pub hexes: Vec<usize>,
    /// Who.
    pub unit: UnitId,
}

impl Verb<Rules> for Build {
    fn said() -> Said {
        Said::OfPiece(&["build", "builds"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let (unit, board) = (words.piece?, words.board);
        let read = || {
            let Some((points, rest)) = words.rest.split_first() else {
                let halves = board.works_offered(unit).first().copied().unwrap_or(12);
                return Ok(Build { halves, hexes: Vec::new(), unit }.into());
            };
            let halves = match points.parse::<u8>() {
                Ok(points) if points <= 20 => points * 2,
                _ => return Err(unreadable(format!("{points} is no number of activity points."))),
            };
            let hexes = rest.iter().map(|word| read_hex(board.pack, word)).collect::<Result<Vec<usize>, Refusal>>()?;
            Ok(Build { halves, hexes, unit }.into())
        };
        Some(read())
    }

    /// The hexes are a free form.
    fn candidates(board: &Board<'_>, piece: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        let Some(unit) = piece.filter(|_| board.at.segment.is_movement()) else { return false };
        board.works_offered(unit).into_iter().any(|halves| found(Build { halves, hexes: Vec::new(), unit }))
    }

    fn piece(&self) -> Option<UnitId> {
        Some(self.unit)
    }

    fn write(&self, board: &Board<'_>) -> String {
        let hexes: Vec<String> = self.hexes.iter().map(|hex| board.pack.ground.id(*hex)).collect();
        format!("{} build {} {}", board.name(self.unit), self.halves / 2, hexes.join(" ")).trim_end().to_owned()
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let before = board.begun_works(self.unit);
        let label = format!(
            "{} works at breastworks: {} of 18 points",
            board.name(self.unit),
            before.saturating_add(self.halves).min(COST) / 2
        );
        let work = board.check_build(self.unit, self.halves, &self.hexes).ok();
        let dp = work.as_ref().map_or(0, |work| work.dp);
        let cost = Some(format!("{} activity points, {dp} disorganization points", self.halves / 2));
        // Where not all of its markers dig, since that is asked of each.
        let some = work.filter(|work| !work.paid.is_empty() && work.sites.len() < board.chain(self.unit).len());
        let note = some.map(|work| {
            let hexes: Vec<String> = work.sites.iter().map(|w| board.pack.ground.id(usize::from(w.hex))).collect();
            format!("In {}.", hexes.join(", "))
        });
        Choice { cost, note, ..Choice::plain(line, label, "build", "0.12") }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let (halves, unit) = (self.halves, self.unit);
        let Work { dp, paid, sites } = resolver.board().check_build(unit, halves, &self.hexes)?;
        resolver.take_in_hand(unit)?;
        let board = resolver.board();
        let done = board.begun_works(unit).saturating_add(halves) >= COST;
        let ap = board.spent_arriving(unit, &paid);
        let hexes = sites.iter().map(|w| w.hex).collect();
        let works = if done { sites } else { Vec::new() };
        resolver.write(Fact::Built { ap, dp, hexes, paid, spent: halves, unit, works });
        Ok(())
    }
}

/// `Ward forgo`: a defender leaves its works unused in this fire, so that it may return fire or assault in its own turn (0.12, effect 5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Forgo {
    /// Who.
    pub unit: UnitId,
}

impl Verb<Rules> for Forgo {
    fn said() -> Said {
        Said::OfPiece(&["forgo", "forgoes"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        words.piece_alone().map(|unit| Ok(Forgo { unit }.into()))
    }

    fn candidates(board: &Board<'_>, piece: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        piece.is_some_and(|unit| board.check_forgo(unit).is_ok() && found(Forgo { unit }))
    }

    fn piece(&self) -> Option<UnitId> {
        Some(self.unit)
    }

    fn write(&self, board: &Board<'_>) -> String {
        format!("{} forgo", board.name(self.unit))
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let label = format!("{} leaves its works unused, to return fire or assault", board.name(self.unit));
        Choice::plain(line, label, "forgo", "0.12")
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        resolver.board().check_forgo(self.unit)?;
        for unit in resolver.board().leaves_with(self.unit) {
            resolver.write(Fact::Forgone(Forgone { age: 0, unit }));
        }
        Ok(())
    }
}

impl Teller<'_> {
    /// Work at breastworks.
    pub fn built(&self, spent: Halves, unit: UnitId, works: &[Works]) -> Option<Line> {
        let name = self.name(unit);
        match works.first() {
            Some(first) => {
                let hexes: Vec<String> = works.iter().map(|w| self.id(w.hex)).collect();
                self.changed(format!("{name} has built breastworks in {}.", hexes.join(", ")), "0.12", first.hex)
            }
            None => self.note(format!("{name} works at breastworks for {} activity points.", spent / 2), "0.12"),
        }
    }

    /// Works left unused.
    pub fn forgone(&self, unit: UnitId) -> Option<Line> {
        self.note(format!("{} leaves its breastworks unused.", self.name(unit)), "0.12")
    }
}
