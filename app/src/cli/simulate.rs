//! `fieldpost simulate`: whole games between house players, for statistics.

use super::referee::{ruleset, terms};
use anyhow::{Context, Result, anyhow, ensure};
use clap::Args;
use domain::log::export;
use domain::referee::{Level, Plan, Registry, Simulated, Tally, simulate};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::sync_channel;
use std::time::Instant;

pub(super) const EXAMPLES: &str = "Prints one JSON object:
  games, games_per_s, orders_per_s   how many, how fast (checks included; --check-every 0 leaves them out)
  handovers_per_turn                 how often a game waited for somebody new, a game turn, by standing orders:
                                     ask (everything asked), default, keen (as little as can be)
  length                             game turns and orders of a game: mean, shortest, longest
  victory_levels, points             games by victory level and by victory points
  menu_disagreements                 orders that a menu held and the rules refused: must be 0

Examples:
  fieldpost simulate gaines-mill --games 1000 --seed 7 --bots random,random
  fieldpost simulate gaines-mill --games 20 --bots staff,staff --log last.jsonl && fieldpost verify last.jsonl";

/// The flags of `fieldpost simulate`.
#[derive(Args)]
pub(super) struct SimulateArgs {
    /// The ruleset, for example gaines-mill
    ruleset: String,
    /// How many games
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Everything that happens follows from this number
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// House players in seat order; the last serves all further seats
    #[arg(long, value_delimiter = ',', default_value = "random")]
    bots: Vec<String>,
    /// The scenario; the first one without this
    #[arg(long, value_name = "ID")]
    scenario: Option<String>,
    /// An option of the scenario, as key=value
    #[arg(long = "option", value_name = "K=V")]
    options: Vec<String>,
    /// Compare the menu with the rules before every so many orders; 0 for never
    #[arg(long, default_value_t = 5, value_name = "N")]
    check_every: u64,
    /// Games played with standing orders `ask` and `keen` each, for handovers_per_turn
    #[arg(long, default_value_t = 20, value_name = "N")]
    levels: u64,
    /// Write the last game's log to this file, as export would
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
}

#[derive(Serialize)]
struct Report {
    games: u64,
    games_per_s: f64,
    orders_per_s: f64,
    handovers_per_turn: BTreeMap<&'static str, f64>,
    length: Length,
    victory_levels: BTreeMap<String, u64>,
    points: BTreeMap<i32, u64>,
    menu_disagreements: u64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    examples: Vec<String>,
}

#[derive(Serialize)]
struct Length {
    turns: f64,
    orders: f64,
    shortest: u64,
    longest: u64,
    answered_by_standing_orders: f64,
}

pub(super) fn run(args: &SimulateArgs) -> Result<ExitCode> {
    let registry = domain::rulesets::standard();
    let rules = ruleset(&registry, &args.ruleset)?;
    let known: Vec<_> = rules.bots().into_iter().map(|b| b.id).collect();
    for bot in &args.bots {
        ensure!(known.contains(&bot.as_str()), "there is no house player {bot:?}; there is {}", known.join(", "));
    }
    let mut plan = Plan::new(&args.ruleset, terms(rules.as_ref(), args.scenario.as_deref(), &args.options)?);
    plan.bots.clone_from(&args.bots);
    plan.seed = args.seed;
    plan.menu_every = args.check_every;

    let began = Instant::now();
    let (tally, last) = play(&registry, &plan, args.games)?;
    let seconds = began.elapsed().as_secs_f64().max(1e-9);
    let mut handovers = BTreeMap::from([("default", per(tally.handovers, tally.turns))]);
    for (name, level) in [("ask", Level::Ask), ("keen", Level::Keen)] {
        if args.levels > 0 {
            let plan = Plan { level, menu_every: 0, ..plan.clone() };
            let (tally, _) = play(&registry, &plan, args.levels)?;
            handovers.insert(name, per(tally.handovers, tally.turns));
        }
    }
    if let (Some(file), Some(last)) = (&args.log, &last) {
        std::fs::write(file, export(&last.log)).with_context(|| format!("cannot write {}", file.display()))?;
    }
    let report = Report {
        games: tally.games,
        games_per_s: round(tally.games as f64 / seconds),
        orders_per_s: round(tally.orders as f64 / seconds),
        handovers_per_turn: handovers,
        length: Length {
            turns: per(tally.turns, tally.games),
            orders: per(tally.orders, tally.games),
            shortest: tally.shortest,
            longest: tally.longest,
            answered_by_standing_orders: per(tally.answered, tally.games),
        },
        victory_levels: tally.victory_levels,
        points: tally.points,
        menu_disagreements: tally.menu_disagreements,
        examples: tally.examples,
    };
    println!("{}", serde_json::to_string(&report)?);
    Ok(if report.menu_disagreements == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Plays games on every core. Gives the tally and the game with the highest number.
fn play(registry: &Registry, plan: &Plan, games: u64) -> Result<(Tally, Option<Simulated>)> {
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let next = AtomicU64::new(0);
    let mut tally = Tally::default();
    let mut last = None;
    std::thread::scope(|scope| {
        let (sender, results) = sync_channel(2 * threads);
        for _ in 0..threads {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= games || sender.send((number, simulate(registry, plan, number))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for (number, played) in results {
            let played = played.map_err(|e| anyhow!("game {number} of seed {}: {e}", plan.seed))?;
            tally.add(&played);
            if number + 1 == games {
                last = Some(played);
            }
        }
        Ok((tally, last))
    })
}

fn per(what: u64, of: u64) -> f64 {
    round(what as f64 / of.max(1) as f64)
}

fn round(x: f64) -> f64 {
    (x * 100.0).round() / 100.0
}
