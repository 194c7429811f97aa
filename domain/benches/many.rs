//! What orders of many cost: a brigade of forty in the tests' own rulebook, scenario *Four hundred* with a hundred units a seat.
//!
//! `cargo bench -p domain --bench many`. Nothing is stored; each figure of `play` holds deciding, records, roots and anchors.
//!
//! * `piece`: all orders of one piece, with costs and labels, as a page asks for them.
//! * `menu`: all orders of the seat: what a letter would list.
//! * `proposals`: what it lists instead.
//! * `spell out`: a march of the brigade, spelled out.
//! * `compose`: the places it may be told to march to, with how many would.
//! * `one order`: one unit's march given.
//! * `one line`: the march of all forty given as one line of shorthand.
//! * `forty orders`: the same forty given one by one, a message each.

use criterion::{Criterion, criterion_group, criterion_main};
use domain::dice::GameKeys;
use domain::log::{GameId, Millis};
use domain::referee::{Game, Joining, NewGame, Played, Registry, SeatId, Submission, Terms};
use std::hint::black_box;

/// Set up and declared by house players, up to where a side moves; and whose turn it is.
fn moving(keys: &GameKeys) -> (Game, SeatId) {
    let registry = Registry::new(vec![fog_ruleset::any_ruleset()]);
    let terms = Terms { options: Default::default(), scenario: "big".into() };
    let new = NewGame { id: keys.game(), at: Millis(0), ruleset: "fog-line".into(), terms, pace: 0, study: false };
    let mut game = Game::create(&registry, new, keys).expect("the scenario is its own").game;
    for seat in game.seats().to_vec() {
        let joining =
            Joining { seat: seat.id, name: "A".into(), phrase: "b".into(), bot: Some("staff".into()), at: Millis(0) };
        game = game.join(joining, keys).expect("every seat is free").game;
    }
    loop {
        let asked = game.waiting().first().cloned().expect("the game is not over");
        if asked.kind == "move" {
            return (game, asked.seat);
        }
        let played = game.let_bot_play(asked.seat, Millis(0), keys).expect("house players play legal orders");
        game = played.expect("it was asked").game;
    }
}

fn given(game: &Game, seat: SeatId, line: &str, keys: &GameKeys) -> Played {
    let lines = vec![line.to_owned()];
    let submission = Submission { seat, lines, key: "bench".into(), seen: game.head(), at: Millis(0) };
    game.play(&submission, keys).expect("the line is legal")
}

fn many(c: &mut Criterion) {
    let keys = GameKeys::derive([8; 32], GameId([8; 16]));
    let (game, seat) = moving(&keys);
    // A brigade and a place where nobody is met on the way: what shows something ends a line.
    let whole = |goal: &str| {
        let places = game.compose(seat, &[goal.to_owned()]).expect("a goal has steps").candidates;
        places.into_iter().find_map(|place| {
            let line = format!("march {} to {}", goal.trim_start_matches("brigade "), place.label);
            let parts = game.spelled(seat, &line).ok().filter(|parts| parts.len() >= 38)?;
            given(&game, seat, &line, &keys).rest.is_empty().then_some((goal.to_owned(), line, parts))
        })
    };
    let found = game.goals(seat).iter().find_map(|goal| whole(&goal.say));
    let (brigade, line, parts) = found.expect("some brigade marches unseen");
    let one = game.menu(seat, None).choices.into_iter().find(|c| c.order == parts[0]).and_then(|c| c.piece);
    println!("{line}: {} orders, {} bytes", parts.len(), parts.join("; ").len());
    println!("the menu: {} orders", game.menu(seat, None).choices.len());

    let mut group = c.benchmark_group("many");
    group.bench_function("piece", |b| b.iter(|| game.menu(seat, black_box(one.as_deref()))));
    group.bench_function("menu", |b| b.iter(|| game.menu(black_box(seat), None)));
    group.bench_function("proposals", |b| b.iter(|| game.proposals(black_box(seat))));
    group.bench_function("spell out", |b| b.iter(|| game.spelled(seat, black_box(&line))));
    let said = [brigade];
    group.bench_function("compose", |b| b.iter(|| game.compose(seat, black_box(&said))));
    group.bench_function("one order", |b| b.iter(|| given(&game, seat, black_box(&parts[0]), &keys)));
    group.bench_function("one line", |b| b.iter(|| given(&game, seat, black_box(&line), &keys)));
    group.sample_size(20).bench_function("forty orders", |b| {
        b.iter(|| parts.iter().fold(game.clone(), |game, part| given(&game, seat, part, &keys).game));
    });
    group.finish();
}

criterion_group!(benches, many);
criterion_main!(benches);
