//! What questions about a large board cost: 10,330 hexes of two panels with roads, a river and 541 units, the test rulebook's theatre.
//!
//! `cargo bench -p domain --bench boards`
//!
//! * `reach`: where one unit can go with so many points: 6 is a march, 24 a forced one along roads; `all` is the cost of every hex from one.
//! * `reach/facing`: the same where a state is a place and a facing, twelve a hex.
//! * `field`: the distance of every hex to the nearest of 240 units; straight, and by steps that do not cross the river.
//! * `mask`: the hexes within three of 240 units as a set (from a field that is filled), their zones of control, and two sets added and taken apart.
//! * `line`: what a line of nine hexes meets; `sight/made`: a table of who sees whom up to three and nine hexes; `sight/asked`: whether one sees another;
//!   `sight/seen`: all that one sees.
//! * `occupancy`: a copy of where 541 units stand, one unit moved, and its JSON written and read.
//! * `atlas`: a name read, and a place named.
//! * `view`: the view of 541 units, and the whole menu of one of them.

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use domain::board::{Aspect, Facing, Field, Lines, Mask, Met, Occupancy, Reach, Sight};
use domain::referee::{Orders, Ruleset, SeatId, Side, Situation, Terms, Viewer};
use fog_ruleset::theatre::{Map, Position, Theatre};
use std::hint::black_box;

fn opened(rules: &Theatre) -> Position {
    rules.open(&Terms { options: Default::default(), scenario: "whole".into() }).expect("a position")
}

fn reach(c: &mut Criterion) {
    let Theatre { map, .. } = &Theatre::new();
    let start = map.atlas.read("W6537").expect("a hex");
    let mut reach = Reach::over(map.atlas.len());
    let search = |reach: &mut Reach, budget| {
        reach.search([(black_box(start), 0)], budget, |at, spent, out| {
            for (_, to) in map.atlas.around(at) {
                if let Some(cost) = map.step(at, to) {
                    out.at(to, spent.saturating_add(cost));
                }
            }
        });
        reach.found().count()
    };
    for (name, budget) in [("6", 6), ("24", 24), ("all", u16::MAX)] {
        let found = search(&mut reach, budget);
        println!("boards/reach/{name}: {found} places");
        c.bench_function(&format!("boards/reach/{name}"), |b| b.iter(|| search(&mut reach, budget)));
    }
    // What the rules above cost is in these as well: costs as a table show the search alone.
    let costs: Vec<[u16; 6]> = (0..map.atlas.len()).map(|at| table_of(map, at)).collect();
    let flat = |reach: &mut Reach| {
        reach.search([(black_box(start), 0)], u16::MAX, |at, spent, out| {
            map.atlas.around(at).for_each(|(side, to)| out.at(to, spent.saturating_add(costs[at][side])));
        });
    };
    c.bench_function("boards/reach/all, costs in a table", |b| b.iter(|| flat(&mut reach)));
    let mut wide = Reach::over(map.atlas.len() * Facing::COUNT);
    for (name, budget) in [("6", 6), ("all", u16::MAX - 100)] {
        let mut search = || {
            let first = black_box(start) * Facing::COUNT;
            wide.search([(first, 0)], budget, |at, spent, out| {
                let (place, facing) = (at / Facing::COUNT, Facing::at(at % Facing::COUNT).expect("a facing"));
                for turn in [-1, 1] {
                    out.at(place * Facing::COUNT + facing.turned(turn).index(), spent + 1);
                }
                for side in facing.neighbours_in(Aspect::Front) {
                    if let Some(to) = map.atlas.ahead(place, Facing::side(side)) {
                        out.at(to * Facing::COUNT + facing.index(), spent.saturating_add(costs[place][side]));
                    }
                }
            });
            wide.found().count()
        };
        println!("boards/reach/facing/{name}: {} states", search());
        c.bench_function(&format!("boards/reach/facing/{name}"), |b| b.iter(&mut search));
    }
}

/// What the steps out of a place cost, by side; more than anybody has where there is none.
fn table_of(map: &Map, at: usize) -> [u16; 6] {
    map.atlas.neighbours(at).map(|to| to.and_then(|to| map.step(at, to)).unwrap_or(u16::MAX))
}

fn fields(c: &mut Criterion) {
    let rules = Theatre::new();
    let (map, at) = (&rules.map, opened(&rules));
    let board = rules.board(&at);
    let sources: Vec<usize> = board.places_of(Side::Confederate).collect();
    let mut field = Field::over(map.atlas.len());
    c.bench_function("boards/field/straight", |b| {
        b.iter(|| map.atlas.straight(&mut field, black_box(&sources).iter().copied(), u16::MAX));
    });
    c.bench_function("boards/field/by steps", |b| {
        b.iter(|| {
            field.spread(black_box(&sources).iter().copied(), u16::MAX, |at, on| {
                map.atlas.around(at).filter(|(_, to)| !map.is_river(at, *to)).for_each(|(_, to)| on.to(to));
            });
        });
    });
    map.atlas.straight(&mut field, sources.iter().copied(), u16::MAX);
    c.bench_function("boards/mask/within", |b| b.iter(|| black_box(&field).within(3)));
    let there = Mask::of(map.atlas.len(), sources.iter().copied());
    let mut zone = Mask::over(map.atlas.len());
    c.bench_function("boards/mask/zones", |b| {
        b.iter(|| {
            zone.clear();
            for place in black_box(&there).iter() {
                for (_, to) in map.atlas.around(place).filter(|(_, to)| !map.is_river(place, *to)) {
                    zone.insert(to);
                }
            }
        });
    });
    let near = field.within(3);
    c.bench_function("boards/mask/sets", |b| {
        b.iter(|| {
            let mut sum = black_box(&near).clone();
            sum.add(black_box(&zone));
            sum.subtract(black_box(&there));
            sum.len()
        });
    });
}

fn sight(c: &mut Criterion) {
    let map = Map::lay_out();
    let hides = |at: usize, most: usize| map.is_woods(at) && most > 0;
    let make = |lines: &Lines| {
        Sight::of(&map.atlas, lines, |_, _, mut line| {
            line.all(|passed| match passed.met {
                Met::Hex(at) => !hides(at, 1),
                Met::Side(..) => true,
                Met::Along(two) => two.into_iter().flatten().any(|at| !hides(at, 1)),
            })
        })
    };
    for radius in [3, 9] {
        let lines = Lines::of(map.atlas.grid(), radius);
        c.bench_function(&format!("boards/sight/made/{radius}"), |b| b.iter(|| make(black_box(&lines))));
    }
    let lines = Lines::of(map.atlas.grid(), 9);
    let table = make(&lines);
    let [from, to] = ["W6537", "E0333"].map(|name| map.atlas.read(name).expect("a hex"));
    println!("boards/line: {:?} hexes", map.atlas.distance(from, to));
    c.bench_function("boards/line", |b| {
        b.iter(|| lines.between(&map.atlas, black_box(from), black_box(to)).map(Iterator::count));
    });
    c.bench_function("boards/sight/asked", |b| b.iter(|| table.sees(&map.atlas, black_box(from), black_box(to))));
    let mut seen = Mask::over(map.atlas.len());
    c.bench_function("boards/sight/seen", |b| {
        b.iter(|| {
            seen.clear();
            table.add_seen(&map.atlas, black_box(from), &mut seen);
        });
    });
}

fn pieces(c: &mut Criterion) {
    let rules = Theatre::new();
    let at = opened(&rules);
    let (map, stands) = (&rules.map, &at.stands);
    c.bench_function("boards/occupancy/copied", |b| b.iter(|| black_box(stands).clone()));
    let [here, there] = ["W3020", "W3120"].map(|name| map.atlas.read(name).expect("a hex"));
    c.bench_function("boards/occupancy/moved there and back", |b| {
        b.iter_batched_ref(
            || stands.clone(),
            |stands| {
                stands.put(270, &[here, there]);
                stands.put(270, &[there]);
            },
            BatchSize::SmallInput,
        );
    });
    let text = serde_json::to_string(stands).expect("JSON");
    println!("boards/occupancy: {} bytes of JSON", text.len());
    c.bench_function("boards/occupancy/written", |b| b.iter(|| serde_json::to_string(black_box(stands))));
    c.bench_function("boards/occupancy/read", |b| b.iter(|| serde_json::from_str::<Occupancy>(black_box(&text))));
    c.bench_function("boards/atlas/read", |b| b.iter(|| map.atlas.read(black_box("E0433"))));
    c.bench_function("boards/atlas/named", |b| b.iter(|| map.atlas.name(black_box(here))));
    let board = rules.board(&at);
    c.bench_function("boards/view", |b| b.iter(|| board.view(Viewer::Everyone).pieces.len()));
    println!("boards/menu: {} orders", board.orders(SeatId(0)).len());
    c.bench_function("boards/menu", |b| b.iter(|| board.orders(SeatId(0)).len()));
}

criterion_group!(benches, reach, fields, sight, pieces);
criterion_main!(benches);
