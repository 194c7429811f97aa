//! Retreat and advance after combat by a second model (§21.3, §30.0, §31.0), computed from the text alone, against the rules in random positions.

use crate::charts::{At, HEXES};
use crate::fire_kit::brigade;
use crate::table::{RULES, Table, hex, unit};
use advanced_gettysburg::Retreat;
use domain_core::referee::Side::Union;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// A hex of open level ground, with more of it around.
fn middle() -> At {
    At::read("HH41")
}

/// Whether a hex and its neighbours are open ground of the same level: nothing but brigades hides anything there.
fn is_plain(at: At) -> bool {
    is_open_hex(at) && (0..6).all(|s| is_open_hex(at.over(s)))
}

fn is_open_hex(at: At) -> bool {
    HEXES.get(&at.id()).is_some_and(|row| row["terrain"] == "clear" && row["crest"] == "0" && row["level"] == "5")
}

/// A line: markers from the left, outer sides.
#[derive(Clone, Debug, PartialEq)]
struct Line {
    markers: Vec<At>,
    left: usize,
    right: usize,
}

impl Line {
    fn sides(&self, n: usize) -> (usize, usize) {
        let at = self.markers[n];
        let left = if n == 0 { Some(self.left) } else { at.side_to(self.markers[n - 1]) };
        let right = if n + 1 == self.markers.len() { Some(self.right) } else { at.side_to(self.markers[n + 1]) };
        (left.expect("a chain"), right.expect("a chain"))
    }

    /// §6.2: each marker of one of four types, no hex twice.
    fn holds(&self) -> bool {
        let apart = |n: usize| {
            let (left, right) = self.sides(n);
            (right + 6 - left) % 6
        };
        let distinct: BTreeSet<At> = self.markers.iter().copied().collect();
        distinct.len() == self.markers.len() && (0..self.markers.len()).all(|n| (2..=5).contains(&apart(n)))
    }

    /// The corners, by the side before them clockwise, that a marker may look to as a straight one (§11.7).
    fn corners(&self, n: usize) -> Vec<usize> {
        let (left, right) = self.sides(n);
        let apart = (right + 6 - left) % 6;
        match apart % 2 {
            // An odd number: the corner in the middle of its front.
            1 => vec![(left + apart / 2) % 6],
            _ => vec![(left + apart / 2 + 5) % 6, (left + apart / 2) % 6],
        }
    }

    /// §21.3: the sides over which all markers go back together.
    fn behind(&self) -> Vec<usize> {
        let rear = |n: usize, side: usize| self.corners(n).iter().any(|c| side == (c + 3) % 6 || side == (c + 4) % 6);
        (0..6).filter(|side| (0..self.markers.len()).all(|n| rear(n, *side))).collect()
    }

    fn ahead(&self, n: usize, side: usize) -> bool {
        self.corners(n).iter().any(|c| side == *c || side == (c + 1) % 6)
    }

    /// §19.1: the front hexes of a marker, between its flanks.
    fn front(&self, n: usize) -> Vec<At> {
        let (left, right) = self.sides(n);
        let apart = (right + 6 - left) % 6;
        (1..apart).map(|k| self.markers[n].over(left + k)).collect()
    }

    fn over(&self, side: usize) -> Line {
        Line { markers: self.markers.iter().map(|at| at.over(side)).collect(), ..self.clone() }
    }
}

const SIDES: [&str; 6] = ["N", "NE", "SE", "S", "SW", "NW"];
const CORNERS: [&str; 6] = ["NNE", "E", "SSE", "SSW", "W", "NNW"];

#[derive(Clone, Debug)]
struct Field {
    line: Line,
    strengths: Vec<u8>,
    /// Others: whether friends, where, the corner they look to.
    others: Vec<(bool, At, usize)>,
}

impl Field {
    fn held(&self, friends: bool, at: At) -> bool {
        self.others.iter().any(|o| o.0 == friends && o.1 == at)
    }

    /// Whether another brigade stands there: enemies bar the way (§17.1.8), friends who is not phasing (§17.1.5).
    fn brigade_of_another(&self, at: At) -> bool {
        self.held(false, at) || self.held(true, at)
    }

    fn brigade(&self, at: At) -> bool {
        self.line.markers.contains(&at) || self.others.iter().any(|o| o.1 == at)
    }

    /// §20.0: whether an enemy line has a hex in range: two hexes within sixty degrees of its corner, no brigade between.
    fn in_range(&self, to: At) -> bool {
        self.in_range_of(to, &[], &[], |_| true)
    }

    /// The same of those that stand in some hexes, once markers of the line have left theirs and come to others.
    fn in_range_of(&self, to: At, left: &[At], come: &[At], of: impl Fn(At) -> bool) -> bool {
        let brigade = |at: At| come.contains(&at) || (!left.contains(&at) && self.brigade(at));
        let sees = |from: At, corner: usize| {
            let fronts = [corner, (corner + 1) % 6];
            if fronts.iter().any(|s| from.over(*s) == to) {
                return true;
            }
            // Two hexes straight ahead, past the hex between.
            let straight = |s: &usize| from.over(*s).over(*s) == to && !brigade(from.over(*s));
            // Two hexes along a hexside, past the hexes to both sides of it.
            let along = |s: usize| {
                let (a, b) = (from.over(s), from.over((s + 1) % 6));
                a.over((s + 1) % 6) == to && !brigade(a) && !brigade(b)
            };
            fronts.iter().any(straight) || [corner, (corner + 5) % 6, (corner + 1) % 6].into_iter().any(along)
        };
        self.others.iter().any(|o| !o.0 && of(o.1) && sees(o.1, o.2))
    }

    /// §23.4, §11.7: whether a marker that moves would be fired at in a flank there, as a straight one: from within thirty degrees of a flank hexside, where no
    /// friend stands in that flank hex; the hexes that it and others left before it are empty, and hide nobody, and in those that the others came to they stand, and hide it.
    fn exposes(&self, at: At, corner: usize, left: &[At], come: &[At]) -> bool {
        [(corner + 5) % 6, (corner + 2) % 6].into_iter().any(|flank| {
            let beside = at.over(flank);
            let beyond = [beside.over(flank), beside.over((flank + 1) % 6), beside.over((flank + 5) % 6)];
            let stays = self.line.markers.contains(&beside) && !left.contains(&beside);
            let friend = stays || come.contains(&beside) || self.held(true, beside);
            !friend && self.in_range_of(at, left, come, |from| from == beside || beyond.contains(&from))
        })
    }

    /// Whether all ground that a marker may enter on so many hexes back is open as what the model knows: elsewhere hills and trees hide who would fire into a flank.
    fn is_open(&self, hexes: usize) -> bool {
        let corners = |n: usize| self.line.corners(n).into_iter().map(move |c| (self.line.markers[n], c));
        let mut states: BTreeSet<(At, usize)> = (0..self.line.markers.len()).flat_map(corners).collect();
        for _ in 0..hexes {
            let back = |(at, c): &(At, usize)| {
                let (at, c) = (*at, *c);
                [3, 4].into_iter().flat_map(move |s| [0, 1, 5].map(|t| (at.over((c + s) % 6), (c + t) % 6)))
            };
            states = states.iter().flat_map(back).collect();
            if !states.iter().all(|(at, _)| is_open_hex(*at)) {
                return false;
            }
        }
        true
    }

    /// §24.1: whether a hex lies beside an enemy beside whom no marker of the line stands.
    fn comes_beside(&self, at: At) -> bool {
        let known = |enemy: At| (0..6).any(|side| self.line.markers.contains(&enemy.over(side)));
        (0..6).any(|side| self.held(false, at.over(side)) && !known(at.over(side)))
    }

    /// §23.4: whether a marker of the line can go back to a hex in so many steps and look as it did, without exposing a flank.
    fn goes_unexposed(&self, n: usize, line: &[At], first: &[usize], hexes: usize) -> bool {
        let to = line[n];
        let left: Vec<At> = first.iter().chain([&n]).map(|m| self.line.markers[*m]).collect();
        let come: Vec<At> = first.iter().map(|m| line[*m]).collect();
        let mut states: Vec<(At, usize)> = self.line.corners(n).iter().map(|c| (self.line.markers[n], *c)).collect();
        for _ in 0..hexes {
            let mut next = Vec::new();
            for (at, corner) in states {
                for side in [(corner + 3) % 6, (corner + 4) % 6] {
                    let entered = at.over(side);
                    let turned = [corner, (corner + 1) % 6, (corner + 5) % 6];
                    let free = !self.brigade_of_another(entered) && !self.comes_beside(entered);
                    let hidden = |c: &usize| free && !self.exposes(entered, *c, &left, &come);
                    next.extend(turned.into_iter().filter(hidden).map(|c| (entered, c)));
                }
            }
            states = next;
        }
        states.iter().any(|(at, corner)| *at == to && self.line.corners(n).contains(corner))
    }

    /// Ends of a withdrawal of so many hexes: nobody on the way, nor where it ends (§17.1.5).
    fn retreats(&self, most: usize, exactly: bool) -> BTreeMap<Vec<At>, usize> {
        let mut ends = BTreeMap::new();
        let mut ways = vec![self.line.clone()];
        for hexes in 1..=most {
            let step = |line: &Line| {
                let on: Vec<Line> = self.line.behind().iter().map(|s| line.over(*s)).collect();
                on.into_iter()
                    .filter(|l| l.markers.iter().all(|at| !self.held(false, *at) && HEXES.contains_key(&at.id())))
                    .filter(|l| !l.markers.iter().any(|at| self.comes_beside(*at) || self.held(true, *at)))
                    .collect::<Vec<_>>()
            };
            ways = ways.iter().flat_map(step).collect();
            for way in ways.iter().filter(|_| !exactly || hexes == most) {
                let count = way.markers.len();
                let all = |first: &dyn Fn(usize) -> Vec<usize>| {
                    (0..count).all(|n| self.goes_unexposed(n, &way.markers, &first(n), hexes))
                };
                // Each as if it were the first, or from one flank on (§11.4).
                let unexposed =
                    all(&|_| Vec::new()) || all(&|n| (n + 1..count).collect()) || all(&|n| (0..n).collect());
                if way.markers.iter().all(|at| !self.held(true, *at)) && unexposed {
                    ends.entry(way.markers.clone()).or_insert(hexes);
                }
            }
        }
        ends
    }
}

fn fields() -> impl Strategy<Value = Field> {
    let shape =
        (0usize..6, proptest::collection::vec(0usize..6, 0..3), 0usize..6, proptest::collection::vec(1u8..9, 3));
    let others = proptest::collection::vec((any::<bool>(), 0usize..6, 0usize..6, any::<bool>(), 0usize..6), 0..5);
    let start = middle();
    (shape, others).prop_filter_map("no line", move |((left, steps, right, strengths), others)| {
        let mut markers = vec![start];
        for side in &steps {
            markers.push(markers[markers.len() - 1].over(*side));
        }
        // The counter lies at most two hexes from each marker: three are always few enough.
        let line = Line { markers, left, right };
        if (0..line.markers.len()).any(|n| n > 0 && line.markers[..n].contains(&line.markers[n]))
            || !line.holds()
            || !line.markers.iter().all(|at| is_plain(*at))
        {
            return None;
        }
        let mut field = Field { strengths: strengths[..line.markers.len()].to_vec(), line, others: Vec::new() };
        for (friend, one, two, far, corner) in others {
            let from = field.line.markers[one % field.line.markers.len()];
            let at = if far { from.over(one).over(two) } else { from.over(one) };
            if !field.brigade(at) && is_plain(at) {
                field.others.push((friend, at, corner));
            }
        }
        Some(field)
    })
}

const FRIENDS: [&str; 5] = ["Stone", "Cutler", "Coster", "us-ward-inf", "us-baxter-inf"];
const ENEMIES: [&str; 5] = ["Archer", "Davis", "Lane", "Thomas", "Scales"];

/// The line is Meredith's, of the Union; the others are lines of one marker.
fn raise(field: &Field, segment: &str) -> Table {
    let hexes: Vec<String> =
        field.line.markers.iter().zip(&field.strengths).map(|(at, sp)| format!("{}={sp}", at.id())).collect();
    let ends = format!("ends {} {}", SIDES[field.line.left], SIDES[field.line.right]);
    let mut table = Table::study(&[&format!("place Meredith line {} {ends}", hexes.join(" "))]);
    let mut names = [FRIENDS.iter(), ENEMIES.iter()];
    for (friend, at, corner) in &field.others {
        let name = names[usize::from(!friend)].next().expect("enough");
        table.umpire(&format!("place {name} line {}=8 {}", at.id(), CORNERS[*corner]));
    }
    table.umpire(&format!("turn 3 confederate {segment}"));
    table
}

fn stands(table: &Table) -> Vec<At> {
    table.position.chain(unit("Meredith")).iter().map(|l| At::read(&RULES.pack().ground.id(l.at()))).collect()
}

fn runs(cases: u32, check: impl Fn(Field) -> Result<(), TestCaseError>) {
    let mut runner = proptest::test_runner::TestRunner::new_with_rng(
        ProptestConfig {
            cases,
            failure_persistence: None,
            max_shrink_iters: 400,
            max_global_rejects: 400_000,
            max_local_rejects: 400_000,
            ..ProptestConfig::default()
        },
        proptest::test_runner::TestRng::deterministic_rng(proptest::test_runner::RngAlgorithm::ChaCha),
    );
    if let Err(failed) = runner.run(&fields(), check) {
        panic!("{failed}");
    }
}

#[test]
fn s30_1_a_second_model_finds_the_same_withdrawals_and_prices_in_two_thousand_positions() {
    let (told, compared) = (std::cell::Cell::new(0), std::cell::Cell::new(0));
    runs(2_000, |field| {
        let table = raise(&field, "withdrawal");
        let beside = field.line.markers.iter().any(|at| (0..6).any(|s| field.held(false, at.over(s))));
        let expected = if beside { field.retreats(2, false) } else { BTreeMap::new() };
        let mut found: BTreeMap<Vec<At>, usize> = BTreeMap::new();
        // A line that has no way back together is offered one on which each marker goes by itself.
        let together = |l: &String| l.starts_with("Meredith back ") && !l.starts_with("Meredith back to ");
        for line in table.menu(Union).into_iter().filter(together) {
            let mut after = Table { position: table.position.clone(), facts: Vec::new() };
            after.union(&line, &[]);
            let hexes = line.split(' ').count() - 2;
            found.insert(stands(&after), hexes);
            let meredith = brigade(&after, "Meredith");
            let ranged = field.line.markers.iter().any(|at| field.in_range(*at));
            prop_assert_eq!(usize::from(meredith.owed), 4 * hexes, "{}", line);
            let (dp, how) = if ranged { (5, Retreat::Voluntary) } else { (0, Retreat::None) };
            prop_assert_eq!((meredith.dp, meredith.retreat), (dp, how), "{}", line);
            let vacated: BTreeSet<u16> = field
                .line
                .markers
                .iter()
                .filter(|at| !stands(&after).contains(at))
                .map(|at| hex(&at.id()) as u16)
                .collect();
            prop_assert_eq!(after.position.vacated.iter().copied().collect::<BTreeSet<u16>>(), vacated);
            told.set(told.get() + 1);
        }
        let known = |ends: BTreeMap<Vec<At>, usize>| -> BTreeMap<Vec<At>, usize> {
            ends.into_iter().filter(|(_, hexes)| field.is_open(*hexes)).collect()
        };
        let expected = known(expected);
        compared.set(compared.get() + expected.len());
        prop_assert_eq!(known(found), expected);
        Ok(())
    });
    assert!(told.get() > 1_000, "only {} retreats", told.get());
    assert!(compared.get() > 300, "only {} compared", compared.get());
}

#[test]
fn s30_2_a_second_model_finds_the_same_ways_of_beaten_brigades_in_two_thousand_positions() {
    let told = std::cell::Cell::new((0, 0));
    runs(2_000, |field| {
        let mut table = raise(&field, "assault");
        table.position.pending =
            Some(advanced_gettysburg::Pending::Rout { by: unit("Archer"), hexes: 2, unit: unit("Meredith") });
        let before: u8 = field.strengths.iter().sum();
        // Ways into rear hexes without enemies, and on through friends to where there is room (ruling 71). The text has markers retreat two hexes, and who
        // enters two hexes that lie side by side behind him has gone back one: a marker bent back, which looks two ways, could go so (§21.3).
        let mut expected: BTreeSet<Vec<At>> = BTreeSet::new();
        let two_hexes = |one: usize, two: usize| matches!((one + 6 - two) % 6, 0 | 1 | 5);
        for one in field.line.behind() {
            for two in field.line.behind().into_iter().filter(|two| two_hexes(one, *two)) {
                let mut line = field.line.clone();
                let mut clean = true;
                let mut go = |line: &Line, side: usize| {
                    let next = line.over(side);
                    clean &= next.markers.iter().all(|at| !field.held(false, *at) && HEXES.contains_key(&at.id()));
                    next
                };
                line = go(&line, one);
                line = go(&line, two);
                for _ in 0..6 {
                    if line.markers.iter().all(|at| !field.held(true, *at)) {
                        break;
                    }
                    line = go(&line, two);
                }
                if clean && line.markers.iter().all(|at| !field.held(true, *at)) {
                    expected.insert(line.markers);
                }
            }
        }
        let mut found: BTreeSet<Vec<At>> = BTreeSet::new();
        let menu = table.menu(Union);
        for line in &menu {
            let mut after = Table { position: table.position.clone(), facts: Vec::new() };
            after.union(line, &[]);
            let meredith = brigade(&after, "Meredith");
            let left: u8 = after.position.chain(unit("Meredith")).iter().map(|l| l.sp).sum();
            prop_assert_eq!(left + meredith.lost, before, "{}", line);
            prop_assert!(stands(&after).iter().all(|at| !field.held(false, *at)), "{}", line);
            let ranged = field.line.markers.iter().any(|at| field.in_range(*at));
            prop_assert_eq!(
                (meredith.dp, meredith.owed, meredith.retreat),
                (if ranged { 10 } else { 0 }, 0, Retreat::Involuntary)
            );
            found.insert(stands(&after));
        }
        if expected.is_empty() {
            told.set((told.get().0, told.get().1 + 1));
        } else {
            told.set((told.get().0 + 1, told.get().1));
            prop_assert_eq!(found, expected);
        }
        Ok(())
    });
    assert!(told.get().0 > 800 && told.get().1 > 20, "{:?}", told.get());
}

#[test]
fn s31_a_second_model_finds_every_advance_of_a_whole_line_and_no_other_in_two_thousand_positions() {
    let told = std::cell::Cell::new(0);
    runs(2_000, |field| {
        let mut table = raise(&field, "assault");
        table.umpire("turn 3 union assault").umpire("mark Meredith attack launched level 6");
        // Every second hex about it was left by defenders.
        let around: BTreeSet<At> = field.line.markers.iter().flat_map(|at| (0..6).map(|s| at.over(s))).collect();
        let vacated: BTreeSet<At> =
            around.into_iter().filter(|at| (at.0 + at.1) % 2 == 0 && !field.brigade(*at)).collect();
        table.position.vacated = vacated.iter().map(|at| hex(&at.id()) as u16).collect();
        crate::table::fired(&mut table, "Meredith", &field.line.markers[0].id(), &field.line.markers[0].over(0).id());
        let count = field.line.markers.len();
        // Ruling 70: a battleline in a front hex keeps it where it is.
        let stopped = (0..count).any(|n| field.line.front(n).iter().any(|at| field.held(false, *at)));
        let free = |at: &At| !field.brigade(*at) || field.line.markers.contains(at);
        let mut expected: BTreeSet<Vec<At>> = BTreeSet::new();
        for side in (0..6).filter(|_| !stopped) {
            let moved = field.line.over(side);
            let ahead = (0..count).all(|n| field.line.ahead(n, side));
            if ahead && moved.markers.iter().all(free) && moved.markers.iter().any(|at| vacated.contains(at)) {
                expected.insert(moved.markers);
            }
        }
        let mut whole: BTreeSet<Vec<At>> = BTreeSet::new();
        // Where it has to bend for it the menu has one advance in which each marker goes as it is told.
        let together = |l: &String| l.starts_with("Meredith advance ") && !l.starts_with("Meredith advance to ");
        for line in table.menu(Union).into_iter().filter(together) {
            let mut after = Table { position: table.position.clone(), facts: Vec::new() };
            after.union(&line, &[]);
            let now = Line { markers: stands(&after), ..field.line.clone() };
            prop_assert!(!stopped && now.holds(), "{}", line);
            let gone: Vec<usize> = (0..count).filter(|n| now.markers[*n] != field.line.markers[*n]).collect();
            prop_assert!(!gone.is_empty());
            let entered = |n: &usize| {
                let side = field.line.markers[*n].side_to(now.markers[*n]);
                side.is_some_and(|s| field.line.ahead(*n, s))
                    && !field.held(false, now.markers[*n])
                    && !field.held(true, now.markers[*n])
            };
            prop_assert!(gone.iter().all(entered), "{}", line);
            prop_assert!(gone.iter().any(|n| vacated.contains(&now.markers[*n])), "{}", line);
            prop_assert_eq!(brigade(&after, "Meredith").spent(), 4, "§31.4");
            if gone.len() == count {
                whole.insert(now.markers);
            }
            told.set(told.get() + 1);
        }
        // A hex stands for one move only, so of two whole moves into the same hexes one is enough.
        for moved in &expected {
            let known = whole.contains(moved)
                || moved.iter().all(|at| !vacated.contains(at) || whole.iter().flatten().any(|w| w == at));
            prop_assert!(known, "{:?} of {:?}", moved, whole);
        }
        prop_assert!(whole.is_subset(&expected), "{:?} of {:?}", whole, expected);
        Ok(())
    });
    assert!(told.get() > 1_000, "only {} advances", told.get());
}
