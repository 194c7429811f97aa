//! Columns whose markers go ways of their own, so that they lie otherwise behind their head (§11.4, §11.5, §12.1, §17.1.3, §19.4).
//!
//! Each marker goes by itself, in an order in which none comes into a hex where another one lies then. Those of as many points may change places in the
//! column; then none of them goes by road (§12.1).

use super::activity::{Barred, Ending, NO_WAY};
use super::apart::Passing;
use super::board::Board;
use super::book::{AnyOrder, NOT_A_BRIGADE, Rules, Stop};
use super::chain::{Formation, GAP, Link, column_fronts};
use super::facts::{Fact, Maneuver, Manner};
use super::lines::NOTHING_NEW;
use super::marching::{CLOSED_UP, NOT_A_COLUMN, padded};
use super::names::{read_way, write_way};
use super::position::{KeptStep, Pressed};
use super::resolver::Resolver;
use super::tables::{Activity, Halves, Mover};
use super::units::UnitId;
use super::walk::walk;
use super::ways::trail;
use domain_core::board::Reach;
use domain_core::kit::{RuleBreak, Said, Verb, Words};
use domain_core::referee::{Choice, Refusal};

/// As many other orders of its markers are looked at for a column.
const PLACES: usize = 120;

const OTHER_MARKERS: RuleBreak = RuleBreak::new(&[
    "11.0",
    "{unit} has another number of markers.",
    "Name the hex in which each of them is to lie, from the head of the column on.",
]);
const NOT_ALL_ON: RuleBreak = RuleBreak::new(&[
    "34.0",
    "{unit} is not all on the map.",
    "A column comes on by its head; its markers go ways of their own when all of them are on the map.",
]);
const NOT_SO: RuleBreak = RuleBreak::new(&[
    "11.0",
    "The markers of {unit} cannot come to lie so.",
    "Each goes by itself, hex by hex, for the points that are left, out of enemy range, and into no hex in which another of them lies then.",
]);

/// `Archer march to H36 G37 G38`: the hexes in which the markers of a column are to lie, from its head on. A way of several hexes, `H35-H36`, is gone as it is
/// told (§11.4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarchTo {
    /// Who.
    pub unit: UnitId,
    /// For each marker where it goes: its last hex, or all that it enters.
    pub ways: Vec<Vec<usize>>,
}

/// What comes of it, with the way of each marker, the hex first from which it comes.
pub(super) struct Gone {
    pub(super) maneuver: Maneuver,
    pub(super) ways: Vec<Vec<usize>>,
    /// Half points that each marker has spent, in the order in which they lay.
    went: Vec<Halves>,
}

/// What a marker has spent when it has come, and the hexes that it enters.
type Way = (Halves, Vec<usize>);

/// Markers that are to go.
struct Going<'a> {
    /// Where to, from the new head on.
    goals: &'a [Vec<usize>],
    /// Where they lie, from the head on.
    lie: Vec<usize>,
    /// The most half points for each.
    most: Halves,
    /// Half points that each has spent.
    paid: Vec<Halves>,
    /// Whether they go by road where there is one.
    roads: bool,
    /// Whose.
    unit: UnitId,
}

impl Going<'_> {
    /// The hex in which the marker of a place is to lie.
    fn end(&self, place: usize) -> usize {
        self.goals[place].last().copied().unwrap_or(usize::MAX)
    }

    /// Whether a marker that is to have a place lies there and goes nowhere.
    fn stays(&self, marker: usize, place: usize) -> bool {
        self.goals[place].len() == 1 && self.lie[marker] == self.end(place)
    }
}

impl Board<'_> {
    /// What a hex costs a marker.
    fn price_of(&self, going: &Going<'_>, from: usize, to: usize) -> Halves {
        match going.roads {
            true => self.step_cost(going.unit, Mover::Column, from, to),
            false => self.pack.tables.cost(Activity::OffRoad).of(Mover::Column).unwrap_or(Halves::MAX),
        }
    }

    /// Cost chart: whether a marker of a column may leave a hex.
    fn may_leave(&self, unit: UnitId, hex: usize) -> bool {
        let side = self.side(unit);
        !self.in_enemy_range(side, hex) && !self.beside_enemy_of(side, hex)
    }

    /// The hexes that a marker may enter out of one, with what each costs.
    fn steps_apart<'a>(&'a self, going: &'a Going<'_>, at: usize) -> impl Iterator<Item = (usize, u16)> + 'a {
        let side = self.side(going.unit);
        let around = self.pack.ground.atlas.around(at).map(|(_, to)| to);
        let open = around.filter(move |to| self.check_enter(side, at, *to, Barred::Any).is_ok());
        open.map(move |to| (to, u16::from(self.price_of(going, at, to))))
    }

    /// Where a marker can come past hexes in which others lie, and for how much.
    fn search_apart(&self, going: &Going<'_>, marker: usize, taken: &[usize], reach: &mut Reach) {
        let (unit, from) = (going.unit, going.lie[marker]);
        if !self.may_leave(unit, from) {
            return;
        }
        let budget = going.most.saturating_sub(going.paid[marker]);
        let mut known = self.worked.apart.of(unit);
        reach.search([(from, 0)], u16::from(budget), |at, spent, out| {
            let steps = known.steps.entry((going.roads, at)).or_insert_with(|| self.steps_apart(going, at).collect());
            for (to, cost) in steps.iter().filter(|(to, _)| !taken.contains(to)) {
                out.at(*to, spent + cost);
            }
        });
    }

    /// The cheapest way of a marker to a hex past others in whose hexes it could come, found once.
    fn way_past(&self, going: &Going<'_>, (marker, to): (usize, usize), mut taken: Vec<usize>) -> Option<Passing> {
        taken.sort_unstable();
        taken.dedup();
        let key = (marker, going.roads, to, taken);
        if let Some(found) = self.worked.apart.of(going.unit).ways.get(&key) {
            return found.clone();
        }
        let mut reach = self.worked.apart.of(going.unit).reach.take();
        let within = reach.get_or_insert_with(|| Reach::over(self.pack.ground.atlas.len()));
        self.search_apart(going, marker, &key.3, within);
        let found = within.cost(to).map(|cost| (cost, trail(within, to, |at| at)));
        self.worked.apart.of(going.unit).keep(reach, key, found.clone());
        found
    }

    /// The same past nobody, looked up once.
    fn searched_apart(&self, going: &Going<'_>, marker: usize) -> std::rc::Rc<Reach> {
        let budget = going.most.saturating_sub(going.paid[marker]);
        self.searched((going.unit, marker, [going.roads, true, true], budget), |reach| {
            self.search_apart(going, marker, &[], reach);
        })
    }

    /// What it costs a marker to come to its place in the column past hexes in which others lie (§11.4, §17.1.3), and the hexes that it enters.
    fn way_by_itself(&self, going: &Going<'_>, (marker, place): (usize, usize), taken: &[usize]) -> Option<Way> {
        let (paid, to) = (going.paid[marker], going.end(place));
        if going.stays(marker, place) {
            return Some((paid, Vec::new()));
        }
        if taken.contains(&to) {
            return None;
        }
        let told = &going.goals[place];
        if told.len() > 1 {
            let cost = self.cost_told(going, going.lie[marker], told, taken)?;
            return paid.checked_add(cost).filter(|all| *all <= going.most).map(|all| (all, told.clone()));
        }
        let reach = self.searched_apart(going, marker);
        let (cost, way) = (reach.cost(to)?, trail(&reach, to, |at| at));
        let (cost, way) = match way.iter().any(|hex| taken.contains(hex)) {
            false => (cost, way),
            // Others are not in its way where it could not come.
            true => {
                let in_reach = taken.iter().copied().filter(|hex| reach.cost(*hex).is_some()).collect();
                self.way_past(going, (marker, to), in_reach)?
            }
        };
        Some((paid.saturating_add(cost as Halves), way))
    }

    /// What a way costs that a marker is told.
    fn cost_told(&self, going: &Going<'_>, from: usize, told: &[usize], taken: &[usize]) -> Option<Halves> {
        let (mut at, mut cost): (usize, Halves) = (from, 0);
        for to in told {
            let free = self.pack.ground.is_hex(*to) && self.pack.ground.adjacent(at, *to) && !taken.contains(to);
            if !free || !self.may_leave(going.unit, at) {
                return None;
            }
            self.check_enter(self.side(going.unit), at, *to, Barred::Any).ok()?;
            cost = cost.saturating_add(self.price_of(going, at, *to));
            at = *to;
        }
        Some(cost)
    }

    /// §19.4.1: whether a marker that stays in enemy range would have to turn there, `from` being the marker that comes to each place.
    fn turns_in_range(&self, going: &Going<'_>, from: &[usize]) -> bool {
        let (side, fronts) = (self.side(going.unit), self.column(going.unit));
        let ranged = |n: &usize| going.stays(from[*n], *n) && self.in_enemy_range(side, going.end(*n));
        let mut stay = (0..from.len()).filter(ranged).peekable();
        if stay.peek().is_none() {
            return false;
        }
        // Whither the head looks, if that stays; where it goes nobody stays with it.
        let links: Vec<Link> = (0..from.len()).map(|n| Link::new(going.end(n), 1)).collect();
        let looks = fronts.get(from[0]).copied().and_then(|looks| self.clear_of_itself(&links, looks).ok());
        let then = looks.and_then(|looks| column_fronts(&self.pack.ground, looks, &links));
        let turns = |n: usize| then.as_ref().is_none_or(|then| fronts.get(from[n]) != then.get(n));
        stay.any(turns)
    }

    /// §11.4, §17.1.3: the ways of all markers, `from` being the marker that comes to each place: one after the other, in the order in which the dearest of
    /// them is cheapest (§13.7), and then all together.
    fn ways_apart(&self, going: &Going<'_>, from: &[usize]) -> Option<Vec<Way>> {
        if self.turns_in_range(going, from) {
            return None;
        }
        let places = going.goals.len();
        let goes: Vec<usize> = (0..places).filter(|n| !going.stays(from[*n], *n)).collect();
        // Of those that have gone, or stay, it comes into the hex of who is to lie in one with it (§17.1.3).
        let taken = |gone: usize, place: usize| -> Vec<usize> {
            let lies = |other: usize| match goes.iter().position(|n| *n == other) {
                Some(n) if gone >> n & 1 == 0 => Some(going.lie[from[other]]),
                _ => Some(going.end(other)).filter(|hex| *hex != going.end(place)),
            };
            (0..places).filter(|other| *other != place).filter_map(lies).collect()
        };
        let alone: Vec<Way> =
            (0..places).map(|n| self.way_by_itself(going, (from[n], n), &[])).collect::<Option<Vec<Way>>>()?;
        let way = |gone: usize, n: usize| self.way_by_itself(going, (from[goes[n]], goes[n]), &taken(gone, goes[n]));
        // Most go head first, or the rear first.
        let firsts: [Vec<usize>; 2] = [(0..goes.len()).collect(), (0..goes.len()).rev().collect()];
        for order in firsts {
            let (mut all, mut gone) = (alone.clone(), 0);
            let as_alone = order.iter().all(|n| {
                let found = way(gone, *n).filter(|way| way.0 == alone[goes[*n]].0);
                gone |= 1 << n;
                found.map(|way| all[goes[*n]] = way).is_some()
            });
            if as_alone {
                return Some(all);
            }
        }
        // The best by which each set of markers can have gone, with the last of them and its way.
        let mut best: Vec<Option<(Halves, u32, usize, Way)>> = vec![None; 1 << goes.len()];
        best[0] = Some((0, 0, 0, (0, Vec::new())));
        for gone in 0..best.len() {
            let Some((most, sum, ..)) = best[gone] else { continue };
            for n in (0..goes.len()).filter(|n| gone >> n & 1 == 0) {
                let Some(way) = way(gone, n) else { continue };
                let (most, sum) = (most.max(way.0), sum + u32::from(way.0));
                let then = &mut best[gone | 1 << n];
                if then.as_ref().is_none_or(|known| (most, sum) < (known.0, known.1)) {
                    *then = Some((most, sum, n, way));
                }
            }
        }
        let (mut all, mut gone) = (alone, best.len() - 1);
        while gone > 0 {
            let (_, _, n, way) = best[gone].clone()?;
            all[goes[n]] = way;
            gone &= !(1 << n);
        }
        Some(all)
    }

    /// §12.1: other markers for the places of the column, each of as many points, those first of which the dearest is cheapest past nobody.
    fn other_places(&self, going: &Going<'_>, chain: &[Link], below: Halves) -> Vec<(Halves, Vec<usize>)> {
        let cost = |marker: usize, place: usize| {
            let alike = chain[marker].sp == chain[place].sp;
            let way = if alike { self.way_by_itself(going, (marker, place), &[]) } else { None };
            way.map(|way| way.0).filter(|all| *all < below)
        };
        let costs: Vec<Vec<Option<Halves>>> =
            (0..chain.len()).map(|place| (0..chain.len()).map(|marker| cost(marker, place)).collect()).collect();
        let mut found: Vec<(Halves, Vec<usize>)> = Vec::new();
        let mut open: Vec<(Halves, Vec<usize>)> = vec![(0, Vec::new())];
        while let Some((most, from)) = open.pop().filter(|_| found.len() < PLACES) {
            let Some(of) = costs.get(from.len()) else {
                found.push((most, from));
                continue;
            };
            let free = (0..of.len()).rev().filter(|marker| !from.contains(marker));
            let with = |marker: usize| Some((most.max(of[marker]?), [from.as_slice(), &[marker]].concat()));
            open.extend(free.filter_map(with));
        }
        found.sort();
        found
    }

    /// Which marker comes to each place, and how: each its own one by road or off it, or, where the dearest of them has less to go so, another of as many
    /// points, all of them off the road (§12.1).
    fn found_apart(&self, going: &mut Going<'_>, chain: &[Link]) -> Option<(Vec<usize>, Vec<Way>)> {
        let dearest = |ways: &[Way]| ways.iter().map(|way| way.0).max().unwrap_or(0);
        let own: Vec<usize> = (0..chain.len()).collect();
        let mut best = self.ways_apart(going, &own).map(|ways| (dearest(&ways), own, ways));
        going.roads = false;
        let below = best.as_ref().map_or(going.most.saturating_add(1), |best| best.0);
        for (least, from) in self.other_places(going, chain, below) {
            if best.as_ref().is_some_and(|best| least >= best.0) {
                break;
            }
            let ways = self.ways_apart(going, &from);
            let better = ways.filter(|ways| best.as_ref().is_none_or(|best| dearest(ways) < best.0));
            best = better.map(|ways| (dearest(&ways), from, ways)).or(best);
        }
        best.map(|(_, from, ways)| (from, ways))
    }

    /// Whether the markers of a brigade could go ways of their own: a column on the map that has not closed up (§17.1.3).
    ///
    /// # Errors
    /// The rule that bars it.
    fn check_parts(&self, unit: UnitId) -> Result<(), RuleBreak> {
        let (now, _) = self.brigade(unit).ok_or(NOT_A_BRIGADE)?;
        if !self.since(8) || !matches!(now.formation, Formation::Column { .. }) {
            return Err(NOT_A_COLUMN);
        }
        let chain = self.chain(unit);
        if chain.is_empty() || chain.iter().any(|l| !self.pack.ground.is_hex(l.at())) {
            return Err(NOT_ALL_ON);
        }
        if self.has_closed_up(unit) { Err(CLOSED_UP) } else { Ok(()) }
    }

    /// The markers of a column with what they may spend, for ways to these goals.
    fn going<'g>(&self, unit: UnitId, goals: &'g [Vec<usize>]) -> Result<Going<'g>, RuleBreak> {
        let level = self.check_may_act(unit)?;
        self.check_parts(unit)?;
        let (now, _) = self.brigade(unit).ok_or(NOT_A_BRIGADE)?;
        // §13.8: points that were kept for the next hex of its head.
        let step = self.kept_hex(unit).map(|hex| KeptStep::Hex(hex as u16));
        let most = self.most(now, level).saturating_add(step.and_then(|step| self.kept_for(unit, step)).unwrap_or(0));
        let lie: Vec<usize> = self.chain(unit).iter().map(|l| l.at()).collect();
        Ok(Going { goals, paid: padded(&now.paid, lie.len()), lie, most, roads: true, unit })
    }

    /// §11.4, §11.5: the markers of a column go each a way of its own and lie in column again when all have come.
    ///
    /// # Errors
    /// The rule that bars it.
    pub(super) fn check_apart(&self, unit: UnitId, goals: &[Vec<usize>]) -> Result<Gone, RuleBreak> {
        let mut going = self.going(unit, goals)?;
        let chain = self.chain(unit);
        if goals.len() != chain.len() || chain.len() > 16 {
            return Err(OTHER_MARKERS);
        }
        if (0..chain.len()).any(|n| !self.pack.ground.is_hex(going.end(n))) {
            return Err(NO_WAY);
        }
        // §6.2.6: asked first, as it bars the most.
        let touch =
            |n: usize| going.end(n) == going.end(n - 1) || self.pack.ground.adjacent(going.end(n), going.end(n - 1));
        if !(1..chain.len()).all(touch) {
            return Err(GAP);
        }
        if (0..chain.len()).all(|n| going.stays(n, n)) {
            return Err(NOTHING_NEW);
        }
        let (from, found) = self.found_apart(&mut going, chain).ok_or(NOT_SO)?;
        let moved: Vec<Link> = (0..chain.len()).map(|n| Link::new(going.end(n), chain[n].sp)).collect();
        let goes = |n: &usize| !going.stays(from[*n], *n);
        let ways: Vec<Vec<usize>> =
            found.iter().zip(&from).map(|((_, way), n)| [&[going.lie[*n]], way.as_slice()].concat()).collect();
        let (ground, fronts) = (&self.pack.ground, self.column(unit));
        // §19.4.1: its head looks where it went, or as the marker looked that leads now.
        let looks = match ways[0].as_slice() {
            [.., before, to] => ground.side_to(*before, *to),
            _ => fronts.get(from[0]).copied(),
        };
        let looks = self.clear_of_itself(&moved, looks.ok_or(NO_WAY)?)?;
        // §17.1.3: who comes into a hex of another marker changes formation with it next.
        let shares = |n: &usize| (0..chain.len()).any(|other| other != *n && moved[other].hex == moved[*n].hex);
        let closes = (0..chain.len()).filter(goes).any(|n| shares(&n));
        let mut each = moved.clone();
        from.iter().zip(&moved).for_each(|(n, link)| each[*n] = *link);
        let mut went: Vec<Halves> = vec![0; chain.len()];
        from.iter().zip(&found).for_each(|(n, way)| went[*n] = way.0);
        let ending = Ending {
            chain: moved,
            formation: Formation::Column { facing: looks },
            manner: if closes { Manner::Closed } else { Manner::Shaped },
            paid: found.iter().map(|way| way.0).collect(),
            pressed: Pressed::No,
            way: ways[0].clone(),
        };
        let (silent, undug) = (self.silent_after(unit, &each), self.undug_after(unit, &each));
        let maneuver = Maneuver { silent, undug, ..self.check_ending(unit, &ending)? };
        Ok(Gone { maneuver, ways, went })
    }

    /// Where the next marker of a column could lie behind those before it, the hexes first that are nearest to it.
    pub(super) fn hexes_apart(&self, unit: UnitId, before: &[usize]) -> Vec<usize> {
        let Ok(going) = self.going(unit, &[]) else { return Vec::new() };
        let Some(lies) = going.lie.get(before.len()).copied() else { return Vec::new() };
        let ground = &self.pack.ground;
        let behind = |hex: &usize| match before.split_last() {
            None => true,
            Some((last, others)) => *hex == *last || (ground.adjacent(*hex, *last) && !others.contains(hex)),
        };
        // §17.1.5: it ends its move in no hex of another brigade.
        let free = |hex: &usize| *hex == lies || !self.brigades_at(*hex).any(|other| other != unit);
        let reach = self.searched_apart(&going, before.len());
        let mut all: Vec<usize> = reach.found().chain([lies]).filter(behind).filter(free).collect();
        all.sort_by_key(|hex| (ground.atlas.distance(lies, *hex), *hex));
        all.dedup();
        all
    }

    /// What a marker of a column has spent when it comes to a hex by itself, past hexes in which others lie (§11.4).
    pub(super) fn price_apart(&self, unit: UnitId, marker: usize, hex: usize) -> Option<Halves> {
        let going = self.going(unit, &[]).ok()?;
        let paid = going.paid.get(marker).copied()?;
        if going.lie.get(marker) == Some(&hex) {
            return Some(paid);
        }
        let cost = self.searched_apart(&going, marker).cost(hex)?;
        Some(paid.saturating_add(cost as Halves))
    }

    /// A column that begins with these hexes and is legal, with what each of its markers has spent then; at most so many are tried.
    pub(super) fn completed_apart(&self, unit: UnitId, hexes: &[usize], tries: u32) -> Option<(MarchTo, Vec<Halves>)> {
        self.check_parts(unit).ok()?;
        let march = |hexes: &[usize]| {
            let ways: Vec<Vec<usize>> = hexes.iter().map(|hex| vec![*hex]).collect();
            let paid = self.check_apart(unit, &ways).ok()?.maneuver.paid;
            Some((MarchTo { unit, ways }, paid))
        };
        walk(hexes, (self.chain(unit).len(), tries), |before| self.hexes_apart(unit, before), march)
    }
}

impl Verb<Rules> for MarchTo {
    fn said() -> Said {
        Said::OfPiece(&["march"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let unit = words.piece.filter(|u| words.board.spec(*u).brigade().is_some())?;
        let [to, ways @ ..] = words.rest else { return None };
        if !to.eq_ignore_ascii_case("to") || ways.is_empty() {
            return None;
        }
        let ways = ways.iter().map(|way| read_way(words.board.pack, way)).collect::<Result<Vec<_>, _>>();
        Some(ways.map(|ways| MarchTo { unit, ways }.into()))
    }

    /// A free form: the menu lists the ways of a column by its head; this one is composed marker by marker.
    fn candidates(_: &Board<'_>, _: Option<UnitId>, _: &mut dyn FnMut(Self) -> bool) -> bool {
        false
    }

    fn piece(&self) -> Option<UnitId> {
        Some(self.unit)
    }

    fn write(&self, board: &Board<'_>) -> String {
        let ways: Vec<String> = self.ways.iter().map(|way| write_way(board.pack, way)).collect();
        format!("{} march to {}", board.name(self.unit), ways.join(" "))
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let ground = &board.pack.ground;
        let head = self.ways.first().and_then(|way| way.last()).filter(|hex| ground.is_hex(**hex));
        let label = format!("{} takes up another column, each marker its own way", board.name(self.unit));
        let choice = Choice { place: head.map(|hex| ground.id(*hex)), ..Choice::plain(line, label, "march", "11.0") };
        board.priced(choice, board.check_apart(self.unit, &self.ways).map(|gone| gone.maneuver))
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let gone = resolver.board().check_apart(self.unit, &self.ways)?;
        let Some(gone) = resolver.apart_to_contact(gone) else { return resolver.meet(self.unit) };
        // §34.1.6: who comes on behind it follows the marker that was its rear, whichever lies there now.
        let marched = Maneuver { paid: gone.went, ..gone.maneuver.clone() };
        let doors = resolver.board().doors_after(self.unit, &marched);
        let entered: Vec<usize> = gone.ways.iter().flat_map(|way| way.iter().skip(1)).copied().collect();
        resolver.take_in_hand(self.unit)?;
        resolver.capture_on(self.unit, &entered.iter().map(|hex| *hex as u16).collect::<Vec<u16>>());
        resolver.write(Fact::Maneuvered(gone.maneuver));
        for door in doors {
            resolver.write(Fact::Door(door));
        }
        // 0.1, outposts 6 and 12: each of its markers is seen on its way.
        if resolver.board().at.options.hidden_movement {
            resolver.look(self.unit, &entered);
        }
        resolver.meet(self.unit)
    }
}
