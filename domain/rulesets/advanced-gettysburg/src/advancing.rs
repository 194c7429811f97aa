//! Advances after combat marker by marker: each its own way through its front hexes, of several hexes through friends too (§17.1.5, §21.2, §31.0).

use super::board::Board;
use super::book::{AnyOrder, Rules, Stop};
use super::chain::{FAR_COUNTER, Formation, LineMarker, Link, counter};
use super::facts::{Fact, Footing};
use super::names::points;
use super::position::{AdvanceGoal, Pending, Retreat};
use super::resolver::Resolver;
use super::retreat::{ADVANCE, NO_ADVANCE, corners, found_among};
pub use super::retreat_free::FallBackTo;
use super::retreat_free::read_places;
use super::units::UnitId;
use super::walk::{LISTED, walk};
use domain_core::board::Facing;
use domain_core::kit::{RuleBreak, Said, Verb, Words};
use domain_core::referee::{Choice, Refusal};

/// The farthest that an advance leads: a free hex, and three for six points (§22.6, §31.3).
const FARTHEST: u32 = 4;

/// As many lines are tried, and each with all ends, before an advance that is put together is given up.
const TRIES: u32 = 100;

impl Board<'_> {
    /// §21.2, §31.0: an advance to these hexes: each marker stays, or enters a front hex and turns by one hexside, and so on; into none where a brigade of the
    /// enemy stands that does not give way (§31.5).
    ///
    /// # Errors
    /// The rule that bars it.
    fn check_advance_to(&self, order: &AdvanceTo) -> Result<(Footing, Vec<u16>), RuleBreak> {
        self.advance_told(order, self.advances_free(order.unit)?)
    }

    /// §31.3: whether the first hex of an advance is free now: of one that must be made, or of who has carried an assault and has not advanced yet, as it could
    /// not but through friends.
    ///
    /// # Errors
    /// It may not advance.
    fn advances_free(&self, unit: UnitId) -> Result<bool, RuleBreak> {
        let free = self.check_may_advance(unit)?;
        Ok(free || (self.since(8) && self.at.following.contains(&unit)))
    }

    /// The same, by the free hex or for points.
    ///
    /// # Errors
    /// The rule that bars it.
    pub(super) fn advance_told(&self, order: &AdvanceTo, free: bool) -> Result<(Footing, Vec<u16>), RuleBreak> {
        let unit = order.unit;
        let (now, _) = self.brigade(unit).ok_or(NO_ADVANCE)?;
        if self.line_before(unit) || now.retreat != Retreat::None || self.at.back.contains(&unit) || !self.since(4) {
            return Err(NO_ADVANCE);
        }
        let (chain, formation) = self.line_in(unit, &order.hexes, order.ends).ok_or(NO_ADVANCE)?;
        let (line, after) = (self.line(unit), self.markers_of(formation, &chain)?);
        let ways = line.iter().zip(&after).map(|two| self.way_ahead(unit, two));
        let ways = ways.collect::<Option<Vec<Vec<u16>>>>().ok_or(NO_ADVANCE)?;
        // §31.1b: an advance begins in a hex that was vacated.
        let begins = || ways.iter().filter_map(|way| way.first()).any(|hex| self.is_left_to(unit, *hex));
        let entitled = self.at.advanced.contains(&unit) || begins();
        let entered = ways.concat();
        if entered.is_empty() || !entitled || !self.room_for_all(unit, &chain) {
            return Err(NO_ADVANCE);
        }
        counter(&self.pack.ground, formation, &chain).ok_or(FAR_COUNTER)?;
        Ok((self.advance_to(unit, chain, formation, free)?, entered))
    }

    /// §17.1.5, §21.2, §31.4: the hexes that a marker enters as it advances to where it shall lie then, as few as can be, through friends too; none where it stays.
    /// No enemy line stands before it where it goes on (§31.1a). Of several ways that on which it begins in a hex that was left to it and comes upon most (§17.1.8,
    /// §31.6, ruling 40). Before revision 8 it was a hex at most.
    fn way_ahead(&self, unit: UnitId, (from, to): (&LineMarker, &LineMarker)) -> Option<Vec<u16>> {
        let (atlas, side) = (&self.pack.ground.atlas, self.side(unit));
        let far = atlas.distance(from.hex, to.hex)?;
        if far == 0 {
            // §19.4.1: who stays keeps its front as a straight one (`stands_after`); before revision 7 its type changed by half a hexside at most.
            return (self.since(7) || from.front().apart(to.front()) <= 1).then(Vec::new);
        }
        let most = if self.since(8) { FARTHEST } else { 1 };
        if to.sp > 8 || far > most {
            return None;
        }
        let open =
            |hex: usize| !self.held_by_brigade(side.other(), hex) || (self.since(6) && self.gives_way(side, hex));
        let starts = self.fronts_of(unit, from).into_iter();
        let mut states: Vec<(usize, Facing, Vec<u16>)> = starts.map(|front| (from.hex, front, Vec::new())).collect();
        for left in (0..far).rev() {
            let mut next = Vec::new();
            for (hex, front, way) in states {
                if hex != from.hex && self.faces_a_line(side, hex, front) {
                    continue;
                }
                for over in Facing::sides().filter(|over| front.apart(*over) == 1) {
                    let entered = atlas.ahead(hex, over).filter(|hex| atlas.distance(*hex, to.hex) == Some(left));
                    let Some(entered) = entered.filter(|hex| open(*hex)) else { continue };
                    let way: Vec<u16> = way.iter().copied().chain([entered as u16]).collect();
                    next.extend([-2, 0, 2].map(|turn| (entered, front.turned(turn), way.clone())));
                }
            }
            states = next;
        }
        let fronts = corners(to);
        let ends = states.into_iter().filter(|(_, front, _)| fronts.contains(front)).map(|(.., way)| way);
        let finds = self.finds(side);
        let guns = |way: &[u16]| {
            let held = way.iter().flat_map(|hex| self.batteries_at(usize::from(*hex)));
            held.filter(|u| self.side(*u) != side).count()
        };
        let begins = |way: &[u16]| way.first().is_some_and(|hex| self.is_left_to(unit, *hex));
        ends.min_by_key(|way| std::cmp::Reverse((begins(way), guns(way), found_among(&finds, way))))
    }

    /// §31.1a: whether an enemy line stands before a marker that looks so from a hex.
    fn faces_a_line(&self, side: domain_core::referee::Side, hex: usize, front: Facing) -> bool {
        let before = Facing::sides().filter(|over| front.apart(*over) == 1);
        let mut hexes = before.filter_map(|over| self.pack.ground.atlas.ahead(hex, over));
        hexes.any(|hex| self.stands_in_line(side.other(), hex))
    }

    /// §17.1.5, §31.4: the advances of a line, its markers together and as they look, through friends in a hex to the first behind them where there is room.
    pub(super) fn advances_through(&self, unit: UnitId, free: bool) -> Vec<AdvanceTo> {
        let line = self.line(unit);
        if !self.since(8) || line.is_empty() {
            return Vec::new();
        }
        let before = |side: &Facing| {
            line.iter().all(|m| self.fronts_of(unit, m).into_iter().any(|front| front.apart(*side) == 1))
        };
        let through = |side: Facing| {
            let mut chain = self.chain(unit).to_vec();
            for _ in 0..FARTHEST {
                chain = self.shifted_over(&chain, side)?;
                if self.room_for_all(unit, &chain) {
                    break;
                }
            }
            let hexes: Vec<usize> = chain.iter().map(|l| l.at()).collect();
            let far = self.pack.ground.atlas.distance(hexes[0], line[0].hex);
            let order = AdvanceTo { hexes, ends: None, must: self.at.pending.is_some(), unit };
            (far > Some(1) && self.advance_told(&order, free).is_ok()).then_some(order)
        };
        Facing::sides().filter(before).filter_map(through).collect()
    }

    /// All markers a hex over the same side; `None` where one would leave the map.
    fn shifted_over(&self, chain: &[Link], side: Facing) -> Option<Vec<Link>> {
        let moved = |link: &Link| self.pack.ground.atlas.ahead(link.at(), side).map(|hex| Link::new(hex, link.sp));
        chain.iter().map(moved).collect()
    }

    /// §21.2, §31.2: an advance by a hex, the free one or for points, of a line that has none by which markers go together and look where they looked: one for which it
    /// bends.
    pub(super) fn advance_apart(&self, unit: UnitId, free: bool) -> Option<AdvanceTo> {
        let line = self.line(unit);
        if !self.since(7) || line.is_empty() || self.line_before(unit) || !self.advances(unit).is_empty() {
            return None;
        }
        let goals: Vec<Vec<usize>> = line.iter().map(|marker| self.goals_ahead(unit, marker, 1)).collect();
        let vacated = |hex: &usize| self.is_left_to(unit, *hex as u16);
        let entitled = self.at.advanced.contains(&unit) || goals.iter().flatten().any(vacated);
        if entitled { self.ahead_from(unit, &goals, &[], (free, LISTED)) } else { None }
    }

    /// Where a marker may be after an advance: in its hex, in one before it and, so many hexes off at most, behind those where it has no room to stay.
    fn goals_ahead(&self, unit: UnitId, marker: &LineMarker, most: u32) -> Vec<usize> {
        let atlas = &self.pack.ground.atlas;
        let starts = self.fronts_of(unit, marker).into_iter();
        let mut states: Vec<(usize, Facing)> = starts.map(|front| (marker.hex, front)).collect();
        let mut found = vec![marker.hex];
        let most = if marker.sp > 8 { 0 } else { most };
        for far in 1..=most {
            let mut next = Vec::new();
            for over in Facing::sides() {
                for (hex, front) in states.iter().filter(|(_, front)| front.apart(over) == 1) {
                    let ahead = atlas.ahead(*hex, over).filter(|to| self.open_to(self.side(unit), *to));
                    let Some(to) = ahead.filter(|to| atlas.distance(*to, marker.hex) == Some(far)) else { continue };
                    found.extend((!found.contains(&to)).then_some(to));
                    if !self.room_for(unit, &Link::new(to, marker.sp), marker.open_left || marker.open_right) {
                        next.extend([-2, 0, 2].map(|turn| (to, front.turned(turn))));
                    }
                }
            }
            states = next;
        }
        found
    }

    /// §21.2, §31.0: the first advance of a line that begins with these hexes, from its left flank on, for who puts it together marker by marker, and all there
    /// with the outer sides that its flanks may have then.
    pub(super) fn advances_by(&self, unit: UnitId, hexes: &[usize]) -> Vec<AdvanceTo> {
        let (line, Ok(free)) = (self.line(unit), self.advances_free(unit)) else { return Vec::new() };
        let most = if self.since(8) { FARTHEST } else { 1 };
        let goals: Vec<Vec<usize>> = line.iter().map(|marker| self.goals_ahead(unit, marker, most)).collect();
        let apart = hexes.windows(2).all(|two| self.pack.ground.adjacent(two[0], two[1]));
        let known = goals.iter().zip(hexes).all(|(goals, hex)| goals.contains(hex));
        let begins = |hex: &usize| self.is_left_to(unit, *hex as u16);
        let entitled = self.at.advanced.contains(&unit) || goals.iter().flatten().any(begins);
        if !entitled || self.line_before(unit) || !known || !apart || hexes.len() > line.len() {
            return Vec::new();
        }
        if hexes.len() == line.len() {
            return self.ahead_with_ends((unit, hexes), free).collect();
        }
        self.ahead_from(unit, &goals, hexes, (free, TRIES)).into_iter().collect()
    }

    /// §31.1b, ruling 69: whether a hex was vacated by a defender, or guns that stand there alone are left to who has carried an assault on them, and to
    /// nobody whom they withstood.
    pub(super) fn is_left_to(&self, unit: UnitId, hex: u16) -> bool {
        let guns = || self.batteries_at(usize::from(hex)).any(|u| self.side(u) != self.side(unit));
        self.at.vacated.contains(&hex) || (self.at.stormed.contains(&(unit, hex)) && guns())
    }

    /// The first advance that begins with these hexes, from the left flank on; so many lines are tried.
    fn ahead_from(
        &self,
        unit: UnitId,
        goals: &[Vec<usize>],
        hexes: &[usize],
        (free, tries): (bool, u32),
    ) -> Option<AdvanceTo> {
        let next = |before: &[usize]| {
            let beside = |hex: &usize| before.last().is_none_or(|b| self.pack.ground.side_to(*b, *hex).is_some());
            let all = goals[before.len()].iter().copied();
            all.filter(|hex| beside(hex) && !before.contains(hex)).collect()
        };
        walk(hexes, (goals.len(), tries), next, |all| self.ahead_with_ends((unit, all), free).next())
    }

    /// The advances to these hexes, with the outer sides of the flanks as they are, which comes first, or otherwise.
    fn ahead_with_ends<'a>(
        &'a self,
        (unit, hexes): (UnitId, &'a [usize]),
        free: bool,
    ) -> impl Iterator<Item = AdvanceTo> + 'a {
        let as_it_is = self.at.brigade(unit).and_then(|b| match b.formation {
            Formation::Line { left, right } => Some([left, right]),
            _ => None,
        });
        let all = Facing::sides().flat_map(|left| Facing::sides().map(move |right| Some([left, right])));
        let others = all.filter(move |ends| *ends != as_it_is);
        let order = move |ends| AdvanceTo { hexes: hexes.to_vec(), ends, must: self.at.pending.is_some(), unit };
        let tried = std::iter::once(None).chain(others).map(order);
        tried.filter(move |order| self.advance_told(order, free).is_ok())
    }
}

/// `Law advance to E22 E21`, `Law advance to E22 E21 ends N SE`: every marker stays or enters a front hex, and so on through friends, and turns as it may; without
/// ends the flanks stay as they look (§21.2, §31.0).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AdvanceTo {
    /// Where its markers are then, from its left flank on.
    pub hexes: Vec<usize>,
    /// The outer sides of its flanks then.
    pub ends: Option<[Facing; 2]>,
    /// Whether it must.
    pub must: bool,
    /// Who.
    pub unit: UnitId,
}

impl AdvanceTo {
    /// As it was told before somebody went out of its way (§31.5).
    pub(super) fn of(unit: UnitId, told: &AdvanceGoal) -> Self {
        let hexes = told.hexes.iter().map(|hex| usize::from(*hex)).collect();
        AdvanceTo { hexes, ends: Some(told.ends), must: false, unit }
    }

    /// What is kept of it meanwhile.
    pub(super) fn told(to: &Footing) -> Option<AdvanceGoal> {
        let Formation::Line { left, right } = to.formation else { return None };
        Some(AdvanceGoal { ends: [left, right], hexes: to.chain.iter().map(|l| l.hex).collect() })
    }
}

impl Verb<Rules> for AdvanceTo {
    fn said() -> Said {
        Said::OfPiece(&["advance", "advances"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let (unit, board) = (words.piece?, words.board);
        let [to, rest @ ..] = words.rest else { return None };
        if !to.eq_ignore_ascii_case("to") || rest.is_empty() {
            return None;
        }
        let must = matches!(board.at.pending, Some(Pending::Advance { .. }));
        Some(read_places(board, rest).map(|(hexes, ends)| AdvanceTo { hexes, ends, must, unit }.into()))
    }

    /// A free form: the menu lists the advances in which markers go together and look where they looked, a hex and through friends, and one of a line that has none
    /// by a hex. Others are put together marker by marker.
    fn candidates(board: &Board<'_>, piece: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        let Some(unit) = piece.filter(|_| board.at.pending.is_none()) else { return false };
        let Ok(free) = board.advances_free(unit) else { return false };
        board.advance_apart(unit, free).into_iter().chain(board.advances_through(unit, free)).any(found)
    }

    fn procedure(&self) -> Option<&'static str> {
        self.must.then_some(ADVANCE)
    }

    fn piece(&self) -> Option<UnitId> {
        Some(self.unit)
    }

    fn write(&self, board: &Board<'_>) -> String {
        format!("{} advance to {}", board.name(self.unit), board.places_in_words(&self.hexes, self.ends))
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let label = format!("{} advances, each marker as it is told", board.name(self.unit));
        let cost = board.check_advance_to(self).ok().map(|(to, _)| match to.spent {
            0 => "free".to_owned(),
            spent => format!("{} of {} activity points", points(spent), points(board.points_left(self.unit))),
        });
        Choice { cost, ..Choice::plain(line, label, "advance", "31.0") }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let board = resolver.board();
        let (to, entered) = board.check_advance_to(self)?;
        let (free, enemy) = (board.advances_free(self.unit)?, board.side(self.unit).other());
        let barred = entered.iter().copied().find(|hex| board.held_by_brigade(enemy, usize::from(*hex)));
        if board.at.pending.is_some() {
            resolver.write(Fact::Answered);
        }
        match barred {
            Some(hex) => resolver.advance_into(self.unit, usize::from(hex), free, AdvanceTo::told(&to), (to, entered)),
            None => resolver.advance(self.unit, &entered, to),
        }
        Ok(())
    }
}
