//! Naming, advance, exposure of flanks (§21.0, §22.0, §23.0).

use super::board::Board;
use super::book::{AnyOrder, NOT_A_BRIGADE, NOT_YOURS, OFF_MAP, Rules, Stop, WRONG_SEGMENT};
use super::chain::LineMarker;
use super::facts::{AttackEnd, Fact};
use super::ground::Half;
use super::names::{leading_unit, read_unit};
use super::position::{Attack, Brigade, Retreat, Segment};
use super::resolver::Resolver;
use super::teller::Teller;
use super::units::UnitId;
use domain_core::board::Facing;
use domain_core::kit::{RuleBreak, Said, Verb, Words};
use domain_core::referee::{Choice, Line, Refusal, Side};

const NOT_IN_LINE: RuleBreak =
    RuleBreak::new(&["22.5", "{unit} is not in battleline.", "Only a brigade in battleline can be named to attack."]);
const NAMED: RuleBreak =
    RuleBreak::new(&["22.3", "{unit} is named to attack already.", "It goes on attacking until its attack ends."]);
const NOT_NAMED: RuleBreak = RuleBreak::new(&["22.12", "{unit} is not attacking.", "There is no attack to end."]);
const WORN: RuleBreak = RuleBreak::new(&[
    "22.13",
    "{unit} is too disorganized to attack.",
    "A brigade is named at a disorganization level below 4 and a current experience above 5.",
]);
const DEFENDER: RuleBreak = RuleBreak::new(&[
    "22.4",
    "{unit} is within range of a brigade that attacks.",
    "Such a brigade defends; it goes over to the attack by a defender's assault alone.",
]);
const IN_RETREAT: RuleBreak = RuleBreak::new(&[
    "21.6",
    "{unit} is retreating.",
    "It retreats until it is out of range of all enemy brigades at the start of its Movement Phase.",
]);
const UNDER_ORDERS: RuleBreak = RuleBreak::new(&[
    "0.2",
    "{unit} is under a movement order of the night.",
    "It is not named to attack until its commander is where he was ordered to be, in the hour.",
]);
const AT_NIGHT: RuleBreak = RuleBreak::new(&["35.0", "It is night.", "Nobody is named to attack at night."]);
pub const STAYS_IN_LINE: RuleBreak = RuleBreak::new(&[
    "22.12",
    "{unit} is named to attack and stays formed as it is.",
    "End its attack at the start of your turn; then it may form column or go to rest.",
]);
pub const MUST_ADVANCE: RuleBreak = RuleBreak::new(&[
    "22.6",
    "A brigade that attacks has not used its points.",
    "All markers of an attacking brigade advance for 6 points, or for its whole level if that is less, unless they come beside an enemy or have no room.",
]);

/// What is known of the other markers of a line while one is on its way (§11.4): each moves by itself, in the order that its player likes.
#[derive(Clone, Copy, Default)]
pub struct Moved<'a> {
    /// Whether it is to leave no hex in enemy range but that from which it comes, so that it is known whether there is such a way.
    pub clear: bool,
    /// The hexes that those moved before have come to.
    pub come: &'a [usize],
    /// The hex that it comes from, and those that they have left.
    pub left: &'a [usize],
    /// Whether it may show a flank, so that it is known where it could come at all.
    pub shows: bool,
}

/// The orders in which the markers of a line move: each as if it were the first, from the right flank on, from the left one on.
pub(super) const IN_ORDER: [Option<bool>; 3] = [None, Some(true), Some(false)];

/// §11.4: the hexes that a marker of a line and those that move before it have left, and those that they have come to. `right` says that they move from the right
/// flank on; who stays is not moved.
pub(super) fn moved_before(
    before: &[LineMarker],
    to: &[usize],
    n: usize,
    right: Option<bool>,
) -> (Vec<usize>, Vec<usize>) {
    let first = |m: &usize| right.is_some_and(|right| if right { *m > n } else { *m < n });
    let went: Vec<usize> = (0..before.len()).filter(first).filter(|m| before[*m].hex != to[*m]).collect();
    let left = std::iter::once(n).chain(went.iter().copied()).map(|m| before[m].hex).collect();
    (left, went.into_iter().map(|m| to[m]).collect())
}

impl Board<'_> {
    /// §22.3 to §22.5, §22.13, §21.6, §35.0: whether a brigade may be named to attack.
    ///
    /// # Errors
    /// The rule that bars it.
    pub fn check_name(&self, unit: UnitId) -> Result<(), RuleBreak> {
        let (now, _) = self.brigade(unit).ok_or(NOT_A_BRIGADE)?;
        if self.side(unit) != self.at.side {
            return Err(NOT_YOURS);
        }
        if self.at.segment != Segment::Opening {
            return Err(WRONG_SEGMENT);
        }
        if !self.on_map(unit) {
            return Err(OFF_MAP);
        }
        if self.is_night() {
            return Err(AT_NIGHT);
        }
        if self.night_order_of(unit).is_some() {
            return Err(UNDER_ORDERS);
        }
        if self.is_delayed(unit) {
            return Err(super::delayed::DELAYED);
        }
        if now.is_named() {
            return Err(NAMED);
        }
        if !now.formation.is_line() && !self.may_charge(unit) {
            return Err(NOT_IN_LINE);
        }
        if now.retreat != Retreat::None {
            return Err(IN_RETREAT);
        }
        // Ruling 12: both limits hold.
        if now.disorganization() >= 4 || self.experience(unit) <= 5 {
            return Err(WORN);
        }
        // §22.4, ruling 18.
        let attacked = |enemy: UnitId| {
            self.at.brigade(enemy).is_some_and(|b| b.is_named())
                && self.chain(unit).iter().any(|l| self.influences(enemy, l.at()))
        };
        if self.of(self.side(unit).other()).any(attacked) { Err(DEFENDER) } else { Ok(()) }
    }

    /// §22.12: whether an attack may be ended by word.
    pub(super) fn check_end(&self, unit: UnitId) -> Result<(), RuleBreak> {
        let (now, _) = self.brigade(unit).ok_or(NOT_A_BRIGADE)?;
        if self.side(unit) != self.at.side {
            return Err(NOT_YOURS);
        }
        if self.at.segment != Segment::Opening {
            return Err(WRONG_SEGMENT);
        }
        if now.is_named() { Ok(()) } else { Err(NOT_NAMED) }
    }

    /// §22.10, §22.14, rulings 17, 19 and 57: whether an attacking brigade moves for six points without a roll: its attack is launched, or it stands within
    /// three hexes of an enemy and out of his range, and in that of no enemy brigade.
    pub fn advances_unrolled(&self, unit: UnitId) -> bool {
        let Some((now, _)) = self.brigade(unit) else { return false };
        let side = self.side(unit);
        match now.attack {
            Attack::None => false,
            Attack::Launched => true,
            // §22.14 asks how it started its turn: noted then, or as it was named.
            Attack::Named if self.since(4) && !self.is_charge(unit) => false,
            Attack::Named if self.since(3) => self.stands_free(unit),
            Attack::Named => {
                let near = self.chain(unit).iter().filter_map(|l| self.enemy_distance(side, l.at())).min();
                near.is_some_and(|far| far <= 3) && !self.chain(unit).iter().any(|l| self.in_enemy_range(side, l.at()))
            }
        }
    }

    /// §22.14, rulings 19 and 57: whether a brigade stands within three hexes of an enemy and out of his range, and in that of no enemy brigade.
    fn stands_free(&self, unit: UnitId) -> bool {
        let side = self.side(unit);
        let hexes = || self.chain(unit).iter().map(|l| l.at());
        let atlas = &self.pack.ground.atlas;
        let near = |enemy: &UnitId| {
            let mut theirs = self.chain(*enemy).iter();
            theirs.any(|l| hexes().any(|at| atlas.distance(at, l.at()).is_some_and(|far| far <= 3)))
        };
        let enemies = self.of(side.other()).filter(|u| self.spec(*u).commander().is_none());
        let mut free = enemies.filter(near).filter(|enemy| !hexes().any(|at| self.influences(*enemy, at)));
        !hexes().any(|at| self.in_brigade_range(side, at)) && free.next().is_some()
    }

    /// §28.3: whether a brigade carried an assault as defender in its last turn, and may go on now: in line, by day, not worn out (§33.1.5c).
    fn goes_on(&self, unit: UnitId) -> bool {
        let fit = |b: &Brigade| b.carried > 0 && !b.is_named() && b.formation.is_line() && b.retreat == Retreat::None;
        let own = self.side(unit) == self.at.side && !self.is_night();
        own && self.at.brigade(unit).is_some_and(fit) && self.experience(unit) > 0
    }

    /// §22.5, §22.12: whether a brigade may leave the formation it attacks in: an attack is ended by word in the opening, and not by forming otherwise later.
    ///
    /// # Errors
    /// It attacks.
    pub fn check_not_attacking(&self, unit: UnitId) -> Result<(), RuleBreak> {
        let named = self.since(3) && self.at.brigade(unit).is_some_and(|b| b.is_named());
        if named { Err(STAYS_IN_LINE) } else { Ok(()) }
    }

    /// §22.6, §22.7, §22.15: whether a brigade that attacks has used its points in advance, as far as the ground lets it.
    ///
    /// # Errors
    /// It has not.
    pub fn check_advanced(&self, unit: UnitId) -> Result<(), RuleBreak> {
        let due = !self.lagging(unit).is_empty();
        if due && (self.could_advance(unit) || !self.catch_up(unit).is_empty()) { Err(MUST_ADVANCE) } else { Ok(()) }
    }

    /// §21.6, §21.7, §22.6, §22.10: whether the Movement Phase may end: every brigade that attacks and whose level is known has advanced, every one that
    /// retreats has gone back, or rolled in vain.
    ///
    /// # Errors
    /// One has not.
    pub fn check_all_moved(&self) -> Result<(), RuleBreak> {
        let mut own = self.of(self.at.side).filter(|u| self.mine(*u));
        own.try_for_each(|unit| self.check_used(unit).and_then(|()| self.check_called_back(unit)))
    }

    /// §22.10, §22.11, ruling 58: brigades of the phasing side whose attack lapses when the Movement Phase ends.
    pub fn lapsed(&self) -> Vec<UnitId> {
        let side = self.at.side;
        let lapses = |u: &UnitId| {
            let Some((now, _)) = self.brigade(*u).filter(|(b, _)| b.is_named()) else { return false };
            let near = self.chain(*u).iter().filter_map(|l| self.enemy_distance(side, l.at())).min();
            // §22.10, §22.11: who should have rolled and did not has made no advance by which it would be near.
            let tries = !self.since(5) || now.attack == Attack::Launched || now.level.is_some();
            let far = if tries { 3 } else { 1 };
            let kept = near.is_some_and(|near| near <= far) || now.level == Some(0) || now.nearer;
            !kept || !(now.formation.is_line() || self.may_charge(*u))
        };
        self.of(side).filter(lapses).collect()
    }

    /// Brigades whose attack is over because their experience is spent (§33.1.5c).
    pub fn exhausted(&self, side: Side) -> Vec<UnitId> {
        let spent = |u: &UnitId| self.at.brigade(*u).is_some_and(|b| b.is_named()) && self.experience(*u) == 0;
        self.of(side).filter(spent).collect()
    }

    /// §23.2, ruling 61: whether a firer in a hex stands in the flank field of a marker: within thirty degrees of an open side, and no brigade or battery of the
    /// marker's own army in that flank hex.
    pub fn in_flank_field(&self, unit: UnitId, marker: &LineMarker, from: usize) -> bool {
        let lies = |out: Facing| self.pack.ground.lies_within(marker.hex, out, Half::Thirty, from);
        self.bare_flanks(unit, marker, Moved::default()).into_iter().flatten().any(lies)
    }

    /// The open sides of a marker on its way in whose hexes nobody of its army stands: what it left, and others of its brigade before it, covers it no more, but
    /// where those have come to.
    fn bare_flanks(&self, unit: UnitId, marker: &LineMarker, moved: Moved<'_>) -> [Option<Facing>; 2] {
        let side = self.side(unit);
        let open = [(marker.left, marker.open_left), (marker.right, marker.open_right)];
        let others = |hex: usize| {
            let mut there = self.units_at(hex).iter().filter(|u| **u != unit && self.spec(**u).commander().is_none());
            there.any(|u| self.side(*u) == side && !self.stepped_out(*u, hex))
        };
        let stands = |hex: usize| if moved.left.contains(&hex) { others(hex) } else { self.held_by(side, hex) };
        let holds = |hex: usize| moved.come.contains(&hex) || stands(hex);
        let covered = |out: Facing| self.pack.ground.atlas.ahead(marker.hex, out).is_some_and(holds);
        open.map(|(out, open)| Some(out).filter(|out| open && !covered(*out)))
    }

    /// §23.4: whether a marker there would expose a flank to any enemy that has the hex in range.
    pub fn exposes(&self, unit: UnitId, marker: &LineMarker) -> bool {
        self.exposes_after(unit, marker, None)
    }

    /// §23.4: the same of a marker that comes there from a hex which nobody else of its side holds then: what it left covers no flank of it, and hides none.
    pub fn exposes_after(&self, unit: UnitId, marker: &LineMarker, left: Option<usize>) -> bool {
        self.exposes_among(unit, marker, Moved { left: left.as_slice(), ..Moved::default() })
    }

    /// §11.4, §23.4: the same where some of its brigade have moved before it.
    pub(super) fn exposes_among(&self, unit: UnitId, marker: &LineMarker, moved: Moved<'_>) -> bool {
        let side = self.side(unit);
        let moved = if self.since(5) { moved } else { Moved::default() };
        let (ground, bare) = (&self.pack.ground, self.bare_flanks(unit, marker, moved));
        if bare == [None; 2] || !(self.in_enemy_range(side, marker.hex) || self.bared(unit, moved.left, marker.hex)) {
            return false;
        }
        // §20.3.5: nor does what they left hide anybody.
        let gone = self.emptied(unit, moved.left);
        let lies = |out: &Facing, from: usize| ground.lies_within(marker.hex, *out, Half::Thirty, from);
        self.fires_of(side.other()).iter().any(|f| {
            ground.atlas.distance(f.from, marker.hex).is_some_and(|far| far <= f.reach)
                && bare.iter().flatten().any(|out| lies(out, f.from))
                && self.covers_after(f, side.other(), marker.hex, &gone)
                && !(self.since(8) && self.is_screened(f, marker.hex, moved.come))
        })
    }
}

impl Resolver<'_, '_> {
    /// §22.14, §28.3: those of some brigades that are named and start their turn so that they need no roll, and those that carried an assault as defenders and may
    /// go on: they attack unless their side ends it.
    pub fn note_unrolled(&mut self, of: &[UnitId]) {
        let board = self.board();
        let named = |u: &UnitId| board.at.brigade(*u).is_some_and(|b| b.attack == Attack::Named);
        let starts = |u: &UnitId| named(u) && !board.is_charge(*u) && board.stands_free(*u);
        let free = |u: &&UnitId| board.since(4) && (starts(u) || board.goes_on(**u));
        let units: Vec<UnitId> = of.iter().filter(free).copied().collect();
        if !units.is_empty() {
            self.write(Fact::Unrolled { units });
        }
    }

    /// §33.1.5c: attacks of a side that are over because their experience is spent. Whoever adds disorganization asks for it after a phase.
    pub fn end_spent_attacks(&mut self, side: Side) {
        for unit in self.board().exhausted(side) {
            self.write(Fact::AttackEnded { unit, why: AttackEnd::Spent });
        }
    }
}

/// `attack Archer Davis`: names brigades to attack; a division commander's name stands for those of his brigades that may be named (§22.3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The brigades.
    pub units: Vec<UnitId>,
}

/// `end Davis`: ends an attack (§22.12).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndAttack {
    /// Whose.
    pub unit: UnitId,
}

impl Verb<Rules> for Name {
    fn said() -> Said {
        Said::Alone(&["attack"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let board = words.board;
        if words.rest.is_empty() {
            return None;
        }
        let read = || {
            let (mut units, mut rest) = (Vec::new(), words.rest);
            while !rest.is_empty() {
                let (unit, left) = leading_unit(board, Some(words.side), rest)?;
                rest = left;
                if board.spec(unit).commander().is_some() {
                    let his = board.of(words.side).filter(|u| board.has_authority(unit, *u));
                    units.extend(his.filter(|u| board.check_name(*u).is_ok()));
                } else {
                    units.push(unit);
                }
            }
            if units.is_empty() {
                return Err(super::names::unreadable("Nobody of that command can be named to attack."));
            }
            Ok(Name { units }.into())
        };
        Some(read())
    }

    fn candidates(board: &Board<'_>, _: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        if board.at.segment != Segment::Opening {
            return false;
        }
        board.of(board.at.side).filter(|u| board.check_name(*u).is_ok()).any(|unit| found(Name { units: vec![unit] }))
    }

    fn piece(&self) -> Option<UnitId> {
        match self.units[..] {
            [unit] => Some(unit),
            _ => None,
        }
    }

    fn write(&self, board: &Board<'_>) -> String {
        let names: Vec<&str> = self.units.iter().map(|u| board.name(*u)).collect();
        format!("attack {}", names.join(", "))
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let names: Vec<&str> = self.units.iter().map(|u| board.name(*u)).collect();
        let label = format!("{} attacks", domain_core::kit::names::listed(&names));
        let free = self.units.iter().all(|u| {
            let near = board.chain(*u).iter().filter_map(|l| board.enemy_distance(board.at.side, l.at())).min();
            near.is_some_and(|far| far <= 3)
        });
        let note = match free {
            true => "Within three hexes of an enemy: six activity points without a roll, if out of his range.",
            false => "Two are taken off the die of its activity.",
        };
        Choice { note: Some(note.to_owned()), ..Choice::plain(line, label, "attack", "22.0") }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let board = resolver.board();
        for (n, unit) in self.units.iter().enumerate() {
            let twice = if self.units[..n].contains(unit) { Err(NAMED) } else { Ok(()) };
            let checked = twice.and_then(|()| board.check_name(*unit));
            checked.map_err(|rule| Refusal::from(rule.illegal(board.name(*unit))))?;
        }
        resolver.write(Fact::Named { units: self.units.clone() });
        for unit in self.units.iter().copied() {
            if resolver.board().may_charge(unit) {
                let enemies = resolver.board().in_sight_of(unit);
                resolver.write(Fact::Sighted { enemies, unit });
            }
        }
        resolver.note_unrolled(&self.units);
        resolver.note_primary();
        Ok(())
    }
}

impl Verb<Rules> for EndAttack {
    fn said() -> Said {
        Said::Alone(&["end"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        if words.rest.is_empty() {
            return None;
        }
        let unit = read_unit(words.board, Some(words.side), &words.rest.join(" "));
        Some(unit.map(|unit| EndAttack { unit }.into()))
    }

    fn candidates(board: &Board<'_>, _: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        if board.at.segment != Segment::Opening {
            return false;
        }
        board.of(board.at.side).filter(|u| board.check_end(*u).is_ok()).any(|unit| found(EndAttack { unit }))
    }

    fn piece(&self) -> Option<UnitId> {
        Some(self.unit)
    }

    fn write(&self, board: &Board<'_>) -> String {
        format!("end {}", board.name(self.unit))
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let note = Some("At most six activity points this turn.".to_owned());
        let label = format!("{} ends its attack", board.name(self.unit));
        Choice { note, ..Choice::plain(line, label, "end", "22.0") }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let board = resolver.board();
        board.check_end(self.unit).map_err(|rule| Refusal::from(rule.illegal(board.name(self.unit))))?;
        resolver.write(Fact::AttackEnded { unit: self.unit, why: AttackEnd::Ordered });
        resolver.note_primary();
        Ok(())
    }
}

impl Teller<'_> {
    /// Brigades named to attack.
    pub fn named(&self, units: &[UnitId]) -> Option<Line> {
        self.note(format!("Named to attack: {}.", self.names(units)), "22.0")
    }

    /// The end of an attack.
    pub fn attack_ended(&self, unit: UnitId, why: AttackEnd) -> Option<Line> {
        let why = match why {
            AttackEnd::Lapsed => "it has come no nearer",
            AttackEnd::Night => "night begins",
            AttackEnd::Ordered => "by order",
            AttackEnd::Spent => "its experience is spent",
        };
        self.note(format!("The attack of {} is over: {why}.", self.name(unit)), "22.0")
    }
}
