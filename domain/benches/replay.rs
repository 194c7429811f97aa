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
//! Before each ruleset's figures it says of all decisions of the game how long its best house player thinks about an order, of every eighth how long the menu of
//! each piece takes, and what could be composed: the goals, and for each kind of them every step to its end.

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use domain::dice::GameKeys;
use domain::log::{Body, Entry, GameId, Hash32, Millis, Record, export_with};
use domain::referee::Known;
use domain::referee::{
    Against, AnyRuleset, BotRng, Game, Joining, NewGame, Registry, Simulated, SimulationPlan, Submission, Terms,
    Viewer, simulate, verify,
};
use serde_json::value::RawValue;
use std::collections::{BTreeMap, BTreeSet};
use std::hint::black_box;
use std::time::{Duration, Instant};

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
    told(ruleset, &format!("{bot} thinks"), times);
}

/// Times of one kind: their mean, their median and the longest.
fn told(ruleset: &dyn AnyRuleset, what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    if let (Some(median), Some(longest)) = (times.get(times.len() / 2), times.last()) {
        let mean = times.iter().sum::<Duration>() / times.len() as u32;
        let id = ruleset.about().id;
        println!("{id}: {what} {mean:.2?} on the mean, {median:.2?}, at most {longest:.2?}, {} times", times.len());
    }
}

/// How long menus and steps of choice take, over every eighth decision of a game: a goal is gone on with by the first that may be chosen.
fn choosing(registry: &Registry, ruleset: &dyn AnyRuleset, (log, entries): (&[Record], &[Entry])) {
    let mut times: BTreeMap<String, Vec<Duration>> = BTreeMap::new();
    let mut asked = 0;
    let asks = |game: &Game, _: &Record| {
        let Some(seat) = game.waiting_seats().first().copied() else { return };
        asked += 1;
        if asked % 8 != 0 {
            return;
        }
        let board = || ruleset.board(game.known_to(Viewer::Seat(seat)));
        let mut take = |what: &str, began: Instant| times.entry(what.to_owned()).or_default().push(began.elapsed());
        let pieces: BTreeSet<String> = board().menu(seat, None).choices.into_iter().filter_map(|c| c.piece).collect();
        for piece in &pieces {
            let began = Instant::now();
            black_box(board().menu(seat, Some(piece)));
            take("a piece's menu", began);
        }
        let began = Instant::now();
        let goals = board().goals_of(seat);
        take("goals", began);
        for goal in goals {
            let what = format!("a step of {}", goal.say.split(' ').next().unwrap_or_default());
            let mut said = vec![goal.say];
            for _ in 0..12 {
                let began = Instant::now();
                let Ok(step) = board().compose(seat, &said) else { break };
                take(&what, began);
                let Some(next) = step.candidates.into_iter().find(|c| !c.taken) else { break };
                said.push(next.say);
            }
        }
    };
    Game::each_with(registry, log, entries, asks).expect("the game was just played");
    for (what, times) in times {
        told(ruleset, &what, times);
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
        choosing(&registry, &**ruleset, (&log, &entries));
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
