//! Retreats after combat marker by marker: each its own way through its rear hexes (§21.3, §30.0).

use super::attack::{IN_ORDER, Moved, moved_before};
use super::board::Board;
use super::book::{AnyOrder, Rules, Stop};
use super::chain::{FAR_COUNTER, Formation, GAP, LineMarker, Link, continuous, line_markers, sides_apart};
use super::names::{points, read_facing, read_hex, unreadable};
use super::position::{Pressed, Segment};
use super::resolver::Resolver;
use super::retreat::{NO_WAY_BACK, ROUT, WayBack, corners, found_among};
use super::units::UnitId;
use super::walk::{LISTED, walk};
use domain_core::board::Facing;
use domain_core::kit::{RuleBreak, Said, Verb, Words};
use domain_core::referee::{Choice, Refusal, Side};

/// `Law back to E22 E21`, `Law back to E22 E21 ends N SE`: every marker goes back its own way; without ends the flanks stay as they look (§21.3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FallBackTo {
    /// Where its markers go, from its left flank on.
    pub hexes: Vec<usize>,
    /// The outer sides of its flanks then.
    pub ends: Option<[Facing; 2]>,
    /// Whether it must.
    pub routed: bool,
    /// Who.
    pub unit: UnitId,
}

/// Hexes and, behind `ends`, the outer sides of the flanks.
pub(super) type Places = (Vec<usize>, Option<[Facing; 2]>);

pub(super) fn read_places(board: &Board<'_>, words: &[&str]) -> Result<Places, Refusal> {
    let (hexes, ends) = match words {
        [hexes @ .., ends, left, right] if ends.eq_ignore_ascii_case("ends") => {
            (hexes, Some([read_facing(left)?, read_facing(right)?]))
        }
        hexes => (hexes, None),
    };
    if ends.is_some_and(|[left, right]| !left.is_side() || !right.is_side()) {
        return Err(unreadable("Flanks point at sides: N NE SE S SW NW."));
    }
    let one = |word: &&str| read_hex(board.pack, word);
    Ok((hexes.iter().map(one).collect::<Result<Vec<usize>, Refusal>>()?, ends))
}

impl Board<'_> {
    /// Hexes and ends as they are read.
    pub(super) fn places_in_words(&self, hexes: &[usize], ends: Option<[Facing; 2]>) -> String {
        let hexes: Vec<String> = hexes.iter().map(|hex| self.pack.ground.id(*hex)).collect();
        let ends = ends.map_or_else(String::new, |ends| format!(" ends {}", self.side_words(&ends)));
        format!("{}{ends}", hexes.join(" "))
    }

    /// The markers of a line in these hexes, in their order, with the outer sides that its flanks have then.
    pub(super) fn line_in(
        &self,
        unit: UnitId,
        hexes: &[usize],
        ends: Option<[Facing; 2]>,
    ) -> Option<(Vec<Link>, Formation)> {
        let Formation::Line { left, right } = self.at.brigade(unit)?.formation else { return None };
        let [left, right] = ends.unwrap_or([left, right]);
        let chain = self.chain(unit);
        let moved = chain.iter().zip(hexes).map(|(l, hex)| Link::new(*hex, l.sp)).collect();
        (chain.len() == hexes.len()).then_some((moved, Formation::Line { left, right }))
    }
}

impl Board<'_> {
    /// §23.4: whether a brigade goes back by its own will and was not named to attack: then no marker of it exposes a flank on its way.
    pub(super) fn guards_flanks(&self, unit: UnitId) -> bool {
        let named = self.at.brigade(unit).is_some_and(|b| b.is_named());
        self.since(4) && !named && self.routed().is_none_or(|(routed, _)| routed != unit)
    }

    /// The enemy brigades and batteries beside a hex.
    fn enemies_beside(&self, side: Side, hex: usize) -> impl Iterator<Item = UnitId> + '_ {
        let around = self.pack.ground.is_hex(hex).then(|| self.pack.ground.atlas.around(hex));
        let there = around.into_iter().flatten().flat_map(move |(_, next)| self.units_at(next).iter().copied());
        there.filter(move |u| self.side(*u) != side && self.spec(*u).commander().is_none())
    }

    /// §24.1: whether a hex lies beside an enemy beside whom nobody of a counter stands: none but attackers come there by their own will.
    pub(super) fn comes_beside(&self, unit: UnitId, hex: usize) -> bool {
        let side = self.side(unit);
        let known = |enemy: UnitId| {
            let mut hexes = self.chain(unit).iter().map(|l| l.at());
            hexes.any(|at| self.enemies_beside(side, at).any(|u| u == enemy))
        };
        self.since(5) && self.enemies_beside(side, hex).any(|enemy| !known(enemy))
    }

    /// §24.1: whether an attack column that goes back by its own will comes beside no other enemy on its way.
    pub(super) fn goes_clear(&self, unit: UnitId, way: &WayBack) -> bool {
        !self.guards_flanks(unit) || !way.entered.iter().any(|hex| self.comes_beside(unit, usize::from(*hex)))
    }

    /// §21.3, §23.4, §24.1: whether all markers of a line can go that way back without exposing a flank or coming beside another enemy, where they must not.
    pub(super) fn goes_unexposed(&self, unit: UnitId, way: &WayBack) -> bool {
        let line = self.line(unit);
        if line.is_empty() || !self.guards_flanks(unit) {
            return true;
        }
        let Ok(after) = self.markers_of(way.formation, &way.chain) else { return true };
        if after.len() != line.len() {
            return true;
        }
        // Who comes upon somebody or a place on the way goes by the very hexes of it (§17.1.8, ruling 40).
        let between = way.entered.iter().filter(|hex| !way.chain.iter().any(|l| l.hex == **hex));
        let between: Vec<u16> = between.copied().collect();
        let finds = || found_among(&self.finds(self.side(unit)), &between) != [0, 0];
        let along: &[Facing] = if self.since(6) && finds() { &way.sides } else { &[] };
        let goes =
            |n: usize, right| self.steps_back(unit, (&line, &after), n, right, (way.hexes, true, along)).is_some();
        self.orders_back().any(|right| (0..line.len()).all(|n| goes(n, right)))
    }

    /// §11.4: the orders in which the markers of a line go back each its own way.
    fn orders_back(&self) -> impl Iterator<Item = Option<bool>> + use<> {
        IN_ORDER.into_iter().take(if self.since(6) { 3 } else { 1 })
    }

    /// How many hexes a marker of a line goes back to where it shall lie then, rear hex by rear hex, with one hexside of turn each (§21.3), where the others go in
    /// some order before it (§11.4): as few as can be up to so many, or exactly so many, with the hexes that it enters: of several ways that on which it comes
    /// upon most (§17.1.8, ruling 40). `along` says over which hexsides it goes, where it is not free to choose them.
    fn steps_back(
        &self,
        unit: UnitId,
        (line, after): (&[LineMarker], &[LineMarker]),
        n: usize,
        right: Option<bool>,
        (most, exactly, along): (u8, bool, &[Facing]),
    ) -> Option<(u8, Vec<u16>)> {
        let (from, to) = (&line[n], &after[n]);
        // Who is farther off than it can still go comes there no more.
        let near = |hex: usize, left: u8| self.pack.ground.atlas.distance(hex, to.hex) <= Some(u32::from(left));
        if !near(from.hex, most) {
            return None;
        }
        let hexes: Vec<usize> = after.iter().map(|m| m.hex).collect();
        let (left, come) = moved_before(line, &hexes, n, right);
        let others = Moved { come: &come, left: &left, ..Moved::default() };
        let (ground, enemy) = (&self.pack.ground, self.side(unit).other());
        let (guards, fronts) = (self.guards_flanks(unit), corners(to));
        let sp = from.sp;
        let (passes, flank) = (self.passes_friends(unit), n == 0 || n + 1 == line.len());
        let open = |hex: usize| passes || self.room_for(unit, &Link::new(hex, sp), flank);
        let finds = self.finds(self.side(unit));
        let best = |way: &[u16]| std::cmp::Reverse(found_among(&finds, way));
        let known = self.front_kept(unit, from).filter(|_| self.since(5));
        let starts = corners(from).into_iter().filter(|front| known.is_none_or(|k| k == *front));
        let mut states: Vec<(usize, Facing, Vec<u16>)> = starts.map(|front| (from.hex, front, Vec::new())).collect();
        for step in 0..=most {
            let there = states.iter().filter(|(hex, front, _)| *hex == to.hex && fronts.contains(front));
            let way = there.map(|(.., way)| way).min_by_key(|way| best(way));
            if let Some(way) = way.filter(|_| !exactly || step == most) {
                return Some((step, way.clone()));
            }
            let left = most.checked_sub(step + 1)?;
            let mut next: Vec<(usize, Facing, Vec<u16>)> = Vec::new();
            for (hex, front, way) in &states {
                let told = |side: &Facing| along.get(usize::from(step)).is_none_or(|along| along == side);
                for side in Facing::sides().filter(|side| front.apart(*side) == 5).filter(told) {
                    let entered = ground.atlas.ahead(*hex, side);
                    let entered = entered.filter(|h| near(*h, left) && ground.is_hex(*h));
                    let Some(entered) = entered.filter(|h| !self.held_by(enemy, *h)) else { continue };
                    if !open(entered) || (guards && self.comes_beside(unit, entered)) {
                        continue;
                    }
                    let way: Vec<u16> = way.iter().copied().chain([entered as u16]).collect();
                    next.extend([-2, 0, 2].map(|turn| (entered, front.turned(turn), way.clone())));
                }
            }
            next.sort_by_cached_key(|(hex, front, way)| (*hex, front.index(), best(way)));
            next.dedup_by_key(|(hex, front, _)| (*hex, *front));
            let shown = |hex: usize, front| self.exposes_among(unit, &LineMarker::moving(hex, sp, front), others);
            next.retain(|(hex, front, _)| !guards || !shown(*hex, *front));
            states = next;
        }
        None
    }

    /// The markers of a line that is continuous.
    pub(super) fn markers_of(&self, formation: Formation, chain: &[Link]) -> Result<Vec<LineMarker>, RuleBreak> {
        continuous(&self.pack.ground, formation, chain)?;
        let Formation::Line { left, right } = formation else { return Err(GAP) };
        line_markers(&self.pack.ground, left, right, chain).ok_or(GAP)
    }

    pub(super) fn held_by_brigade(&self, side: Side, hex: usize) -> bool {
        self.brigades_at(hex).any(|u| self.side(u) == side)
    }

    /// How many hexes a marker goes back now: as it must, or at most, by its own will.
    fn most_back(&self, unit: UnitId) -> u8 {
        match self.at.segment {
            _ if self.routed().is_some() => self.routed().map_or(0, |(_, hexes)| hexes),
            Segment::BackOff => (self.points_left(unit) / self.retreat_cost()).clamp(1, 3),
            _ => 2,
        }
    }

    /// §30.0: a retreat to these hexes: by its own will as far as it may, where it must each marker exactly as far.
    ///
    /// # Errors
    /// The rule that bars it.
    fn check_back_to(&self, order: &FallBackTo) -> Result<WayBack, RuleBreak> {
        let unit = order.unit;
        let exactly = match self.routed() {
            Some((routed, hexes)) if routed == unit => Some(hexes),
            Some(_) => return Err(NO_WAY_BACK),
            None => {
                self.check_may_go_back(unit)?;
                None
            }
        };
        let most = self.most_back(unit);
        let line = self.line(unit);
        let (chain, formation) = self.line_in(unit, &order.hexes, order.ends).ok_or(NO_WAY_BACK)?;
        let after = self.markers_of(formation, &chain)?;
        if line.len() != after.len() {
            return Err(NO_WAY_BACK);
        }
        // §11.10: each that goes by its own will holds eight points at most.
        let thick = line.iter().zip(&after).any(|(from, to)| from.hex != to.hex && to.sp > 8);
        if self.since(7) && exactly.is_none() && thick {
            return Err(super::chain::TOO_MANY);
        }
        let step = |n: usize, right: Option<bool>| {
            // Who goes back and forth has not gone so far.
            let far = self.pack.ground.atlas.distance(line[n].hex, after[n].hex);
            let goes = exactly.is_none_or(|hexes| far == Some(u32::from(hexes)));
            let (most, exactly) = (exactly.unwrap_or(most), exactly.is_some());
            goes.then(|| self.steps_back(unit, (&line, &after), n, right, (most, exactly, &[])))?
        };
        if !self.room_for_all(unit, &chain) {
            return Err(NO_WAY_BACK);
        }
        let all = |right| (0..line.len()).map(|n| step(n, right)).collect::<Option<Vec<(u8, Vec<u16>)>>>();
        let steps = self.orders_back().find_map(all).ok_or(NO_WAY_BACK)?;
        let farthest = steps.iter().map(|(hexes, _)| *hexes).max().unwrap_or(0);
        if farthest == 0 {
            return Err(NO_WAY_BACK);
        }
        let at = self.counter_moved(unit, formation, &chain, Pressed::Retreated).ok_or(FAR_COUNTER)?;
        let start = self.at.counter(unit).ok_or(NO_WAY_BACK)?;
        let way = vec![start as u16, chain[at].hex];
        // §17.1.8, ruling 40: those that it passes through too.
        let entered = match self.since(6) {
            true => steps.into_iter().flat_map(|(_, way)| way).collect(),
            false => chain.iter().map(|l| l.hex).collect(),
        };
        Ok(WayBack {
            sides: Vec::new(),
            bent: false,
            chain,
            entered,
            formation,
            hexes: farthest,
            lost: 0,
            off: None,
            way,
        })
    }
}

/// As many lines are tried for a retreat that is put together marker by marker before its next hex is not offered.
const TRIES: u32 = 400;

/// The hexes that a marker may go back to, with its front there.
type Goals = Vec<(usize, Facing)>;

impl Board<'_> {
    /// §21.3, §30.1: a way back by two hexes at most of a line whose markers have none together: each goes by itself.
    pub(super) fn way_apart(&self, unit: UnitId) -> Option<FallBackTo> {
        if !self.since(7) || self.routed().is_some() || self.check_may_go_back(unit).is_err() {
            return None;
        }
        let line = self.line(unit);
        if line.is_empty() || !self.ways_back(unit).is_empty() {
            return None;
        }
        let goals: Vec<Goals> = line.iter().map(|marker| self.goals_back(unit, marker, 2)).collect();
        self.apart_from(unit, &goals, &[], LISTED)
    }

    /// §21.3: the first way back of a line that begins with these hexes, from its left flank on, for who puts it together marker by marker, and all ways there
    /// with the outer sides that its flanks may have then.
    pub(super) fn ways_back_by(&self, unit: UnitId, hexes: &[usize]) -> Vec<FallBackTo> {
        let line = self.line(unit);
        let most = self.most_back(unit);
        let goals: Vec<Goals> = line.iter().map(|marker| self.goals_back(unit, marker, most)).collect();
        let known = |(goals, hex): (&Goals, &usize)| goals.iter().any(|(at, _)| at == hex);
        let apart = hexes.windows(2).all(|two| self.pack.ground.adjacent(two[0], two[1]));
        if line.is_empty() || !apart || hexes.len() > line.len() || !goals.iter().zip(hexes).all(known) {
            return Vec::new();
        }
        if hexes.len() == line.len() {
            return self.apart_with_ends(unit, &goals, hexes, usize::MAX);
        }
        self.apart_from(unit, &goals, hexes, TRIES).into_iter().collect()
    }

    /// §21.3: where a marker may stay or come by so many hexes at most, rear hex by rear hex; one of more than eight points stays, unless it must go (§11.10).
    fn goals_back(&self, unit: UnitId, marker: &LineMarker, most: u8) -> Goals {
        let (ground, enemy) = (&self.pack.ground, self.side(unit).other());
        let mut states: Goals = self.fronts_of(unit, marker).into_iter().map(|front| (marker.hex, front)).collect();
        let mut found = states.clone();
        let most = if marker.sp > 8 && self.routed().is_none() { 0 } else { most };
        for _ in 0..most {
            let mut next = Goals::new();
            for (hex, front) in states {
                for side in Facing::sides().filter(|side| front.apart(*side) == 5) {
                    let to = ground.atlas.ahead(hex, side).filter(|to| ground.is_hex(*to));
                    let Some(to) = to.filter(|to| !self.held_by(enemy, *to)) else { continue };
                    next.extend([-2, 0, 2].map(|turn| (to, front.turned(turn))));
                }
            }
            found.extend(next.iter().copied());
            states = next;
        }
        found.sort_unstable_by_key(|(hex, front)| (*hex, front.index()));
        found.dedup();
        found
    }

    /// The first way back that begins with these hexes, from the left flank on; so many lines are tried.
    fn apart_from(&self, unit: UnitId, goals: &[Goals], hexes: &[usize], tries: u32) -> Option<FallBackTo> {
        let ground = &self.pack.ground;
        let next = |before: &[usize]| {
            let beside = |hex: usize| before.last().is_none_or(|b| ground.adjacent(*b, hex)) && !before.contains(&hex);
            // The sides of a marker are known when the next one has its hex.
            let looks = |hex: usize| match before {
                [.., left, at] => {
                    let sides = ground.side_to(*at, *left).zip(ground.side_to(*at, hex));
                    sides.is_some_and(|(left, right)| may_look(&goals[before.len() - 1], *at, left, right))
                }
                _ => true,
            };
            let mut all: Vec<usize> = goals[before.len()].iter().map(|(hex, _)| *hex).collect();
            all.dedup();
            all.retain(|hex| beside(*hex) && looks(*hex));
            all
        };
        walk(hexes, (goals.len(), tries), next, |all| self.apart_with_ends(unit, goals, all, 1).pop())
    }

    /// So many ways back to these hexes, with the outer sides of its flanks as they are, which comes first, or otherwise.
    fn apart_with_ends(&self, unit: UnitId, goals: &[Goals], hexes: &[usize], many: usize) -> Vec<FallBackTo> {
        let Some(last) = hexes.len().checked_sub(1) else { return Vec::new() };
        if hexes.iter().eq(self.line(unit).iter().map(|m| &m.hex)) {
            return Vec::new();
        }
        let routed = self.routed().is_some();
        let order = |ends: Option<[Facing; 2]>| FallBackTo { hexes: hexes.to_vec(), ends, routed, unit };
        let side = |n: usize, to: usize| self.pack.ground.side_to(hexes[n], hexes[to]);
        let fits = |[left, right]: &[Facing; 2]| {
            let inside = if last == 0 { Some((*right, *left)) } else { side(0, 1).zip(side(last, last - 1)) };
            inside.is_some_and(|(after, before)| {
                may_look(&goals[0], hexes[0], *left, after) && may_look(&goals[last], hexes[last], before, *right)
            })
        };
        let all = Facing::sides().flat_map(|left| Facing::sides().map(move |right| [left, right]));
        let as_it_is = self.at.brigade(unit).and_then(|b| match b.formation {
            Formation::Line { left, right } => Some([left, right]),
            _ => None,
        });
        let others = all.filter(fits).map(Some).filter(|ends| *ends != as_it_is);
        let tried = std::iter::once(None).chain(others).map(order);
        tried.filter(|order| self.check_back_to(order).is_ok()).take(many).collect()
    }
}

/// Whether a marker that leaves its hex by these sides may have a front that it has on its way there (§11.7, ruling 10).
fn may_look(goals: &[(usize, Facing)], hex: usize, left: Facing, right: Facing) -> bool {
    let marker = LineMarker { hex, sp: 0, left, right, open_left: false, open_right: false };
    let fronts = corners(&marker);
    (2..=5).contains(&sides_apart(left, right)) && goals.iter().any(|(at, front)| *at == hex && fronts.contains(front))
}

impl Verb<Rules> for FallBackTo {
    fn said() -> Said {
        Said::OfPiece(&["back", "withdraw", "retreat"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let (unit, board) = (words.piece?, words.board);
        let routed = board.routed().is_some();
        if !routed && !matches!(board.at.segment, Segment::BackOff | Segment::Withdrawal) {
            return None;
        }
        let [to, rest @ ..] = words.rest else { return None };
        if !to.eq_ignore_ascii_case("to") || rest.is_empty() {
            return None;
        }
        Some(read_places(board, rest).map(|(hexes, ends)| FallBackTo { hexes, ends, routed, unit }.into()))
    }

    /// A free form: the menu lists the ways that all markers go together, and one of a line that has none of these.
    fn candidates(board: &Board<'_>, piece: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        let way = piece.filter(|_| board.at.pending.is_none()).and_then(|unit| board.way_apart(unit));
        way.is_some_and(found)
    }

    fn procedure(&self) -> Option<&'static str> {
        self.routed.then_some(ROUT)
    }

    fn piece(&self) -> Option<UnitId> {
        Some(self.unit)
    }

    fn write(&self, board: &Board<'_>) -> String {
        format!("{} back to {}", board.name(self.unit), board.places_in_words(&self.hexes, self.ends))
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let label = format!("{} goes back, each marker its own way", board.name(self.unit));
        let section = if self.routed { "30.2" } else { "30.1" };
        let cost = board.check_back_to(self).ok().map(|way| {
            let (cost, dp, _) = board.price_back(self.unit, &way);
            format!("{} activity points, {dp} disorganization points", points(cost))
        });
        Choice { cost, ..Choice::plain(line, label, "back", section) }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let board = resolver.board();
        let pending = board.at.pending.clone();
        let way = board.check_back_to(self)?;
        resolver.retreat_by(self.unit, &way, pending);
        Ok(())
    }
}
