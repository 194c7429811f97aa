//! Columns: marches, facing, forming column, rest (§6.2.6, §7.2, §8.0, §12.0, §17.1, §18.0).

use super::activity::{BESIDE_NOW, Barred, Ending, IN_RANGE, NO_SUCH_LEVEL, NO_WAY};
use super::board::Board;
use super::book::{AnyOrder, NOT_A_BRIGADE, OFF_MAP, Rules, Stop};
use super::chain::{Formation, Link, column_strengths};
use super::facts::{Fact, Maneuver, Manner};
use super::names::{facing_name, points, read_facing, read_hex, read_place, read_way, unreadable, write_way};
use super::night::NIGHT_NEAR;
use super::position::Pressed;
use super::resolver::Resolver;
use super::tables::{Halves, Mover};
use super::units::UnitId;
use super::ways::{leading, listed, ways};
use domain_core::board::{Facing, Reach};
use domain_core::kit::{RuleBreak, Said, Verb, Words};
use domain_core::referee::{Choice, Refusal};

pub const NOT_A_COLUMN: RuleBreak =
    RuleBreak::new(&["11.0", "{unit} is not in column.", "Form column first; lines go ahead or take up another line."]);
pub(super) const CLOSED_UP: RuleBreak = RuleBreak::new(&[
    "17.1",
    "{unit} has closed up and does not march on so.",
    "Who has closed up forms line or goes to rest next.",
]);
const SAME_FACING: RuleBreak = RuleBreak::new(&["19.0", "{unit} looks there already.", "Choose another side."]);

/// `Archer march G36-H35-I35`: a column by its head; all markers follow (§12.0).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct March {
    /// Who.
    pub unit: UnitId,
    /// The hexes entered by the head, in order.
    pub way: Vec<usize>,
}

impl Verb<Rules> for March {
    fn said() -> Said {
        Said::OfPiece(&["march"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let unit = words.piece?;
        let [way] = words.rest else { return None };
        let pack = words.board.pack;
        pack.unit(unit).brigade()?;
        Some(read_way(pack, way).and_then(|way| match way.as_slice() {
            [to] => words.board.march_to(unit, *to).map(|way| March { unit, way }.into()),
            _ => Ok(March { unit, way }.into()),
        }))
    }

    fn candidates(board: &Board<'_>, piece: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        let Some(unit) = piece else { return false };
        let legal = |way: &[usize]| board.check_march(unit, way).is_ok();
        listed((board, unit), board.column_ways(unit), legal, &mut |way| found(March { unit, way }))
    }

    fn piece(&self) -> Option<UnitId> {
        Some(self.unit)
    }

    fn write(&self, board: &Board<'_>) -> String {
        // A way of one hex would be read as a place to find a way to, which is the same hex.
        format!("{} march {}", board.name(self.unit), write_way(board.pack, &self.way))
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let to = self.way.last().copied().unwrap_or(0);
        let by = board.beside_road(self.unit, &self.way).map(|hex| board.pack.ground.id(hex));
        let by = by.map_or_else(String::new, |hex| format!(" by {hex}, beside its road"));
        let label = format!("{} marches to {}{by}", board.name(self.unit), board.pack.ground.place_name(to));
        let path = board.at.place(self.unit).into_iter().chain(self.way.iter().copied());
        Choice {
            place: Some(board.pack.ground.id(to)),
            path: path.filter(|p| board.pack.ground.is_hex(*p)).map(|p| board.pack.ground.id(p)).collect(),
            ..board.priced(Choice::plain(line, label, "march", "12.0"), board.check_march(self.unit, &self.way))
        }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let maneuver = resolver.board().check_march(self.unit, &self.way)?;
        let Some(maneuver) = resolver.to_contact(maneuver) else { return resolver.meet(self.unit) };
        let doors = resolver.board().doors_after(self.unit, &maneuver);
        let beside = resolver.board().edge_of(self.unit, &self.way).is_some();
        resolver.show_entry(self.unit);
        resolver.take_in_hand(self.unit)?;
        resolver.capture_on(self.unit, &maneuver.way);
        resolver.write(Fact::Maneuvered(maneuver));
        for door in doors {
            resolver.write(Fact::Door(door));
        }
        // §16.1.1: who comes on beside the hex of its card or orders is no reinforcement after that.
        if beside {
            resolver.end_exemption(self.unit);
        }
        resolver.meet(self.unit)
    }
}

impl Board<'_> {
    /// A line of the menu with its price and its disorganization.
    pub fn priced(&self, choice: Choice, checked: Result<Maneuver, RuleBreak>) -> Choice {
        let Ok(maneuver) = checked else { return choice };
        let spent = maneuver.paid.iter().copied().max().unwrap_or(0);
        let level = self.check_may_act(maneuver.unit).unwrap_or(0);
        let note = (maneuver.dp > 0).then(|| format!("{} disorganization points", maneuver.dp));
        Choice { cost: Some(format!("{} of {level} activity points", points(spent))), note, ..choice }
    }

    /// Where a column is, or would come on by a hex: its chain and the facing of its head.
    fn column_now(&self, unit: UnitId, by: Option<usize>) -> Option<(Vec<Link>, Facing)> {
        match (self.chain(unit), self.at.brigade(unit)?.formation) {
            ([], _) => {
                let entry = self.gate(unit, by)?;
                let strengths = column_strengths(self.spec(unit), self.strength_entering(unit));
                let chain = strengths.into_iter().map(|sp| Link::new(entry.off, sp)).collect();
                Some((chain, self.pack.ground.onto(entry)))
            }
            (chain, Formation::Column { facing }) => Some((chain.to_vec(), facing)),
            _ => None,
        }
    }

    /// The ways of a column's head with what is left, the cheapest to each hex, and the step that points were kept for (§13.8).
    pub fn column_ways(&self, unit: UnitId) -> Vec<Vec<usize>> {
        let beside = self.edge_ways(unit);
        let Some((chain, _)) = self.column_now(unit, None) else { return beside };
        let side = self.side(unit);
        let Some(head) = chain.first().map(|l| l.at()) else { return Vec::new() };
        let left = self.left_to_head(unit);
        if self.in_enemy_range(side, head) || self.beside_enemy_of(side, head) {
            return Vec::new();
        }
        let starts: Vec<usize> =
            if self.chain(unit).is_empty() { self.gates(unit).iter().map(|e| e.off).collect() } else { vec![head] };
        let mut reach = Reach::over(self.pack.ground.atlas.len());
        reach.search(starts.iter().map(|start| (*start, 0)), u16::from(left), |at, spent, out| {
            // §17.1.3: into no hex of its own, so that a way about them is found; before revision 8 queued marches found none.
            let own = |to: usize| self.since(8) && chain.iter().any(|l| l.at() == to);
            for to in self.pack.ground.next_to(at).filter(|to| !own(*to)) {
                if self.check_enter(side, at, to, Barred::Any).is_ok() {
                    out.at(to, spent + u16::from(self.step_cost(unit, Mover::Column, at, to)));
                }
            }
        });
        let mut found = ways(&self.pack.ground, &reach, |place| place);
        let kept = self.kept_hex(unit).map(|hex| vec![hex]);
        found.extend(kept.filter(|way| !found.contains(way)));
        found.extend(beside);
        found
    }

    /// The cheapest way of a column's head to a hex.
    ///
    /// # Errors
    /// In words, where it cannot come there.
    fn march_to(&self, unit: UnitId, to: usize) -> Result<Vec<usize>, Refusal> {
        // Over the edge beside its road the way is that hex alone, which a longer one by the road may reach too (§34.3.5).
        let beside = vec![to];
        if self.edge_of(unit, &beside).is_some() && self.check_march(unit, &beside).is_ok() {
            return Ok(beside);
        }
        let legal = |way: &[usize]| self.check_march(unit, way).is_ok();
        let found = leading(&self.pack.ground, &self.column_ways(unit), to, legal);
        // Where nothing leads there, the hex itself is tried, so that the rule that bars it is named.
        Ok(found.unwrap_or_else(|| vec![to]))
    }

    /// §12.0: a column goes a way with its head; each marker follows as far as it can, at its own cost.
    ///
    /// # Errors
    /// The rule that bars it.
    pub fn check_march(&self, unit: UnitId, way: &[usize]) -> Result<Maneuver, RuleBreak> {
        self.check_may_act(unit)?;
        let (now, _) = self.brigade(unit).ok_or(NOT_A_BRIGADE)?;
        let edge = self.edge_of(unit, way);
        let now_or_beyond = match edge {
            Some(edge) => self.column_beyond(unit, edge),
            None => self.column_now(unit, way.first().copied()),
        };
        let (chain, facing) = now_or_beyond.ok_or(NOT_A_COLUMN)?;
        if self.has_closed_up(unit) {
            return Err(CLOSED_UP);
        }
        let (side, ground) = (self.side(unit), &self.pack.ground);
        // The hexes of the column from tail to head, then the way.
        let mut trail: Vec<usize> = Vec::new();
        for link in chain.iter().rev() {
            if trail.last() != Some(&link.at()) {
                trail.push(link.at());
            }
        }
        let head = trail.len() - 1;
        for to in way {
            let from = trail[trail.len() - 1];
            let over = edge == Some(*to) && !ground.is_hex(from);
            if !(over || ground.next_to(from).any(|next| next == *to)) || trail.contains(to) {
                return Err(NO_WAY);
            }
            trail.push(*to);
        }
        let index = |hex: usize| trail.iter().position(|t| *t == hex).unwrap_or(0);
        let mut moved: Vec<Link> = Vec::with_capacity(chain.len());
        let mut paid: Vec<Halves> = Vec::with_capacity(chain.len());
        let mut before = trail.len();
        for (n, link) in chain.iter().enumerate() {
            let start = index(link.at());
            let end = start.max(before.saturating_sub(1));
            let mut spent = now.paid.get(n).copied().unwrap_or(0);
            for step in start..end {
                let (from, to) = (trail[step], trail[step + 1]);
                // The chart: no movement begins in enemy range or beside an enemy; §22.1: none enters a range.
                if ground.is_hex(from) && (self.in_enemy_range(side, from) || self.beside_enemy_of(side, from)) {
                    return Err(IN_RANGE);
                }
                match self.check_enter(side, from, to, Barred::Any) {
                    Err(rule) if rule == NIGHT_NEAR && self.brings_its_rear_on(unit, from, &trail) => {}
                    checked => checked?,
                }
                spent = spent.saturating_add(self.step_cost(unit, Mover::Column, from, to));
            }
            moved.push(Link { hex: trail[end] as u16, sp: link.sp });
            paid.push(spent);
            before = end;
        }
        let looks = match trail.as_slice() {
            [.., from, to] if !way.is_empty() => ground.side_to(*from, *to).unwrap_or(facing),
            _ => facing,
        };
        let looks = self.clear_of_itself(&moved, looks)?;
        let entered = chain.iter().any(|l| !ground.is_hex(l.at()));
        let enters = entered && !self.has_come_back(unit) && !self.comes_back(unit);
        let pace = match edge.or_else(|| self.waits_beside(unit)) {
            Some(edge) => self.check_beside_door(unit, edge, &moved, &paid)?,
            None => self.check_door(unit, &chain, &moved, &paid)?,
        };
        self.check_goes_on_apart(unit, &moved)?;
        let (silent, undug) = (self.silent_after(unit, &moved), self.undug_after(unit, &moved));
        let ending = Ending {
            chain: moved,
            formation: Formation::Column { facing: looks },
            manner: if enters { Manner::Entered } else { Manner::Marched },
            paid,
            pressed: Pressed::No,
            way: trail[head..].to_vec(),
        };
        let maneuver = Maneuver { silent, undug, ..self.check_ending(unit, &ending)? };
        if !entered {
            return Ok(maneuver);
        }
        // §34.1.7: all that come on together have one activity level, and what it costs.
        let worn = |halves| self.pack.tables.worn(self.spec(unit).is_cavalry(), halves).unwrap_or(0);
        let pace = pace.max(self.level_of_group(unit));
        // Nor do foot come on with horse at a level that their column of the chart has not.
        if self.since(6) && self.pack.tables.worn(self.spec(unit).is_cavalry(), pace * 2).is_none() {
            return Err(NO_SUCH_LEVEL);
        }
        let level = worn(pace * 2).saturating_sub(worn(now.spent().max(self.paid_with_group(unit))));
        // §34.3.2: who delayed has rested meanwhile.
        let rested = if self.chain(unit).is_empty() && edge.is_none() { self.rested(unit) } else { 0 };
        Ok(Maneuver { dp: maneuver.dp.max(level), rested, ..maneuver })
    }

    /// §19.4.1: a column's head looks elsewhere, outside of enemy range.
    fn check_face(&self, unit: UnitId, facing: Facing) -> Result<Maneuver, RuleBreak> {
        self.check_may_act(unit)?;
        let (now, _) = self.brigade(unit).ok_or(NOT_A_BRIGADE)?;
        let Formation::Column { facing: before } = now.formation else { return Err(NOT_A_COLUMN) };
        let chain = self.chain(unit).to_vec();
        let Some(head) = chain.first().filter(|l| self.pack.ground.is_hex(l.at())) else { return Err(OFF_MAP) };
        if self.in_enemy_range(self.side(unit), head.at()) {
            return Err(IN_RANGE);
        }
        if before == facing {
            return Err(SAME_FACING);
        }
        if self.since(4) && self.has_closed_up(unit) {
            return Err(CLOSED_UP);
        }
        let behind = chain.iter().find(|l| l.hex != head.hex);
        let own = behind.and_then(|l| self.pack.ground.side_to(head.at(), l.at()));
        if own == Some(facing) || !facing.is_side() || self.points_at_itself(&chain, facing) {
            return Err(NO_WAY);
        }
        let way = vec![head.at()];
        let paid = padded(&now.paid, chain.len());
        let formation = Formation::Column { facing };
        self.check_ending(unit, &Ending { chain, formation, manner: Manner::Faced, paid, pressed: Pressed::No, way })
    }

    /// §19.4.1: a column whose markers are all full faces about, outside of enemy range: its rear marker leads (§6.2.6, §7.2).
    ///
    /// # Errors
    /// The rule that bars it.
    pub(super) fn check_column_about(&self, unit: UnitId) -> Result<Maneuver, RuleBreak> {
        let (now, _) = self.brigade(unit).ok_or(NOT_A_BRIGADE)?;
        let mut chain = self.chain(unit).to_vec();
        if chain.iter().any(|l| !self.pack.ground.is_hex(l.at())) {
            return Err(NOT_A_COLUMN);
        }
        if self.has_closed_up(unit) {
            return Err(CLOSED_UP);
        }
        if chain.iter().any(|l| self.in_enemy_range(self.side(unit), l.at())) {
            return Err(IN_RANGE);
        }
        let facing = self.column(unit).last().map(|front| front.opposite()).ok_or(NOT_A_COLUMN)?;
        chain.reverse();
        super::chain::distributed(self.spec(unit), now.formation, &chain)?;
        let facing = self.clear_of_itself(&chain, facing)?;
        let mut paid = padded(&now.paid, chain.len());
        paid.reverse();
        let way = chain.first().map(|l| l.at()).into_iter().collect();
        let formation = Formation::Column { facing };
        self.check_ending(unit, &Ending { chain, formation, manner: Manner::Faced, paid, pressed: Pressed::No, way })
    }

    /// Whether a brigade stands beside an enemy, as a rule for what it may not do there (§18.6).
    ///
    /// # Errors
    /// It does.
    pub fn check_not_beside(&self, unit: UnitId) -> Result<(), RuleBreak> {
        if self.beside_enemy(unit) { Err(BESIDE_NOW) } else { Ok(()) }
    }
}

/// What markers have spent, as many as there are.
pub fn padded(paid: &[Halves], markers: usize) -> Vec<Halves> {
    if paid.is_empty() || paid.len() == markers {
        let mut all = paid.to_vec();
        all.resize(markers, 0);
        return all;
    }
    vec![paid.iter().copied().max().unwrap_or(0); markers]
}

/// `Archer face NE`: the head of a column looks elsewhere (§19.2, §19.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Face {
    /// Who.
    pub unit: UnitId,
    /// Whither.
    pub facing: Facing,
}

/// A brigade and the one facing behind a verb.
pub(super) fn one_facing(words: &Words<'_, '_, Rules>) -> Option<(UnitId, Result<Facing, Refusal>)> {
    let unit = words.piece.filter(|u| words.board.spec(*u).brigade().is_some())?;
    let [facing] = words.rest else { return None };
    Some((unit, read_facing(facing)))
}

impl Verb<Rules> for Face {
    fn said() -> Said {
        Said::OfPiece(&["face"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let (unit, facing) = one_facing(words)?;
        Some(facing.map(|facing| Face { unit, facing }.into()))
    }

    fn candidates(board: &Board<'_>, piece: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        let Some(unit) = piece else { return false };
        Facing::sides().any(|facing| board.check_face(unit, facing).is_ok() && found(Face { unit, facing }))
    }

    fn piece(&self) -> Option<UnitId> {
        Some(self.unit)
    }

    fn write(&self, board: &Board<'_>) -> String {
        format!("{} face {}", board.name(self.unit), facing_name(self.facing))
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let label = format!("{} looks {}", board.name(self.unit), facing_name(self.facing));
        board.priced(Choice::plain(line, label, "face", "19.0"), board.check_face(self.unit, self.facing))
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let maneuver = resolver.board().check_face(self.unit, self.facing)?;
        resolver.take_in_hand(self.unit)?;
        resolver.write(Fact::Maneuvered(maneuver));
        Ok(())
    }
}

/// A hex with its points, `JJ38=5`.
///
/// # Errors
/// In words, for anything else.
pub fn read_link(board: &Board<'_>, word: &str) -> Result<Link, Refusal> {
    read_link_among(board, &[], word)
}

/// The same of a brigade that lies so: a marker that lies beyond the map (§24.6) may be named where it is.
///
/// # Errors
/// In words, for anything else.
pub fn read_link_among(board: &Board<'_>, lies: &[Link], word: &str) -> Result<Link, Refusal> {
    let Some((hex, sp)) = word.split_once('=') else {
        return Err(unreadable(format!("{word} says no points: write JJ38=5.")));
    };
    let sp = sp.parse().map_err(|_| unreadable(format!("{sp} is no number of points.")))?;
    let there = read_place(board.pack, hex).ok().filter(|place| lies.iter().any(|l| l.at() == *place));
    Ok(Link::new(there.map_or_else(|| read_hex(board.pack, hex), Ok)?, sp))
}
