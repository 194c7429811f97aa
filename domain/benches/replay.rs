//! How fast a log becomes a position again, for every ruleset there is, on a simulated game of it.
//!
//! `cargo bench -p domain --bench replay`. Throughput is in orders (those of standing orders included), except where named.
//!
//! * `apply`: facts already read, folded into the position: the least a replay can cost.
//! * `facts`: facts as the JSON of the records.
//! * `replay`: everything [`Game::replay`] does: hashes, reading the records, facts.
//! * `verify`: everything `fieldpost verify` does: canonical bytes, dice, deciding every order again.
//! * `hash`: of that, the hashes alone: how much no quicker reading can save.
//! * `play`: one order with dice given to a game in progress, records included, without storage.
//! * `menu`, `view`: the legal orders, and what a spectator sees, of that game.
//!
//! Before each ruleset's figures it says how long its best house player thinks about an order: the median and the longest over
//! all decisions of the game.

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use domain::dice::GameKeys;
use domain::log::{Body, Entry, GameId, Hash32, Millis, Record, export_with};
use domain::referee::Known;
use domain::referee::{
    Against, AnyRuleset, BotRng, Game, Joining, NewGame, Registry, Simulated, SimulationPlan, Submission, Terms,
    Viewer, simulate, verify,
};
use serde_json::value::RawValue;
use std::hint::black_box;
use std::time::Instant;

/// A game between the ruleset's house players, of its first scenario. The strongest player is listed last.
fn sample(registry: &Registry, ruleset: &dyn AnyRuleset) -> Option<Simulated> {
    let about = ruleset.about();
    let terms = terms(ruleset)?;
    let bots = ruleset.bots().last().map(|b| b.id.to_owned()).into_iter().collect();
    let plan = SimulationPlan { bots, menu_every: 0, ..SimulationPlan::new(about.id, terms) };
    Some(simulate(registry, &plan, 1).expect("house players play legal games to their end"))
}

fn terms(ruleset: &dyn AnyRuleset) -> Option<Terms> {
    let scenario = ruleset.about().scenarios.first()?;
    Some(Terms { options: Default::default(), scenario: scenario.id.to_owned() })
}

/// The facts of each order; house players do nothing unseen, so that those of the records are all.
fn facts(log: &[Record]) -> Vec<Vec<Box<RawValue>>> {
    let of = |record: &Record| match record.read() {
        Ok(Body::Order(order)) => Some(order.facts),
        Ok(Body::OrderSecond(order)) => Some(order.facts),
        _ => None,
    };
    log.iter().filter_map(of).collect()
}

fn replay(c: &mut Criterion) {
    let registry = domain::rulesets::standard();
    for ruleset in registry.all() {
        let Some(game) = sample(&registry, &**ruleset) else { continue };
        let orders = facts(&game.log);
        let opened = ruleset.open(&game.game.genesis().terms).expect("the terms were played");
        let texts: Vec<&str> = orders.iter().flatten().map(|f| f.get()).collect();
        let read = ruleset.read_facts(&texts).expect("recorded facts read back");
        let file = export_with(&game.log, &game.entries);
        // What is measured must be the game: both ways of folding end where it ended.
        let mut folded = opened.copy();
        ruleset.apply_all(&mut *folded, &*read);
        assert!(folded.same(game.game.position()), "the fold of the facts is the position");

        let mut group = c.benchmark_group(ruleset.about().id);
        group.throughput(Throughput::Elements(orders.len() as u64));
        group.bench_function("apply", |b| {
            b.iter_batched(
                || opened.copy(),
                |mut position| {
                    ruleset.apply_all(&mut *position, &*read);
                    position
                },
                BatchSize::SmallInput,
            );
        });
        group.bench_function("facts", |b| {
            b.iter_batched(
                || opened.copy(),
                |mut position| {
                    for fact in &texts {
                        ruleset.apply(&mut *position, fact).expect("recorded facts read back");
                    }
                    position
                },
                BatchSize::SmallInput,
            );
        });
        group.bench_function("hash", |b| b.iter(|| game.log.iter().all(|r| black_box(r).check().is_ok())));
        group
            .bench_function("replay", |b| b.iter(|| Game::replay_with(&registry, black_box(&game.log), &game.entries)));
        group.bench_function("verify", |b| b.iter(|| verify(&registry, black_box(&file), &Against::default())));
        group.finish();
    }
}

/// How long the house player thinks, over all decisions of a game.
fn thinking(registry: &Registry, ruleset: &dyn AnyRuleset, bot: &str, (log, entries): (&[Record], &[Entry])) {
    let mut times = Vec::new();
    let thinks = |game: &Game, _: &Record| {
        let Some(seat) = game.waiting_seats().first().copied() else { return };
        let mut rng = BotRng::seeded(game.len());
        let began = Instant::now();
        black_box(ruleset.board(game.known_to(Viewer::Seat(seat))).bot_line(bot, seat, &mut rng));
        times.push(began.elapsed());
    };
    Game::each_with(registry, log, entries, thinks).expect("the game was just played");
    times.sort_unstable();
    if let (Some(median), Some(longest)) = (times.get(times.len() / 2), times.last()) {
        println!("{}: {bot} thinks {median:.2?}, at most {longest:.2?}, {} decisions", ruleset.about().id, times.len());
    }
}

/// One order in the middle of a game, given again and again to the same position.
fn play(c: &mut Criterion) {
    let registry = domain::rulesets::standard();
    for ruleset in registry.all() {
        let Some(terms) = terms(&**ruleset) else { continue };
        let Some(bot) = ruleset.bots().last().map(|b| b.id.to_owned()) else { continue };
        let id = GameId([1; 16]);
        let keys = GameKeys::derive(Hash32::of(b"bench").0, id);
        let new = NewGame { id, at: Millis(0), ruleset: ruleset.about().id.into(), terms, pace: 0, study: false };
        let created = Game::create(&registry, new, &keys).expect("the scenario is its own");
        let (mut game, mut log, mut entries) = (created.game, created.records, created.entries);
        for seat in game.seats().to_vec() {
            let joining =
                Joining { seat: seat.id, name: "A".into(), phrase: "b".into(), bot: Some(bot.clone()), at: Millis(0) };
            let joined = game.join(joining, &keys).expect("every seat is free");
            log.extend(joined.records);
            entries.extend(joined.entries);
            game = joined.game;
        }
        // To the end, keeping an order that rolls from some way into the game.
        let mut middle = None;
        for n in 0..20_000_u64 {
            let Some(seat) = game.waiting_seats().first().copied() else { break };
            let mut rng = keys.bot_rng(n);
            let Some(order) = ruleset.board(Known::held(game.position())).bot_line(&bot, seat, &mut rng) else { break };
            let next = Submission { seat, lines: vec![order], key: format!("k{n}"), seen: game.head(), at: Millis(n) };
            let played = game.play(&next, &keys).expect("house players play legal orders");
            if n > 150 && middle.is_none() && played.records.iter().any(|r| r.body.contains("\"dice\":{")) {
                middle = Some((game, next));
            }
            log.extend(played.records);
            entries.extend(played.entries);
            game = played.game;
        }
        thinking(&registry, &**ruleset, &bot, (&log, &entries));
        let Some((game, submission)) = middle else { continue };
        let mut group = c.benchmark_group(ruleset.about().id);
        group.throughput(Throughput::Elements(1));
        group.bench_function("play", |b| b.iter(|| game.play(black_box(&submission), &keys)));
        group.bench_function("menu", |b| {
            b.iter(|| ruleset.board(black_box(Known::held(game.position()))).lines(submission.seat))
        });
        group.bench_function("view", |b| {
            b.iter(|| ruleset.board(black_box(Known::held(game.position()))).view(Viewer::Spectator))
        });
        group.finish();
    }
}

criterion_group!(benches, replay, play);
criterion_main!(benches);
