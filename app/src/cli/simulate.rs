//! `fieldpost simulate`: whole games between house players, for statistics.

use super::referee::{ruleset, terms};
use anyhow::{Context, Result, anyhow, ensure};
use clap::Args;
use domain::log::export_with;
use domain::referee::{
    AnyRuleset, Circumstance, CircumstanceValue, Game, Level, Registry, SeatId, Simulated, SimulationPlan,
    SimulationTotals, Viewer, simulate,
};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::sync_channel;
use std::time::Instant;

pub(super) const EXAMPLES: &str = "Prints one JSON object for each scenario played:
  ruleset, scenario, bots            what was played
  games, games_per_s, orders_per_s   how many, how fast (checks included; --check-every 0 leaves them out)
  handovers_per_turn                 how often a game waited for somebody new, a game turn, by standing orders:
                                     ask (everything asked), default, keen (as little as can be),
                                     own (keen, with the lines of --standing)
  handovers_in_contact, handovers_out_of_contact
                                     the same of turns that begin with the circumstance of --contact, and of all others
  turns_in_contact                   the part of all turns played that do
  handovers_per_impulse, ...         the same for each shorter step that the rulebook divides its turns into
  handovers_by_question              the same a game, by the question that was put first
  length                             game turns, shorter steps and orders of a game: mean, shortest, longest
  winners, victory_levels, points    games by winner, by victory level and by victory points
  mean_points                        of each side, where the rulebook counts the points of both
  menu_disagreements                 orders that a menu held and the rules refused: must be 0

Examples:
  fieldpost simulate gaines-mill --games 1000 --seed 7 --bots random,random
  fieldpost simulate all --games 20 --bots staff,staff --check-every 0
  fieldpost simulate gaines-mill --standing 'return-fire = if unit Berdan or Griffin: ask; best'
  fieldpost simulate gaines-mill --games 20 --bots staff,staff --log last.jsonl && fieldpost verify last.jsonl";

/// The flags of `fieldpost simulate`.
#[derive(Args)]
pub(super) struct SimulateArgs {
    /// The ruleset, for example gaines-mill; `all` for every one
    ruleset: String,
    /// How many games of each scenario
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Everything that happens follows from this number
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// House players in seat order; the last serves all further seats
    #[arg(long, value_delimiter = ',', default_value = "random")]
    bots: Vec<String>,
    /// The scenario; without this the first one, with `all` as ruleset every one
    #[arg(long, value_name = "ID")]
    scenario: Option<String>,
    /// An option of the scenario, as key=value
    #[arg(long = "option", value_name = "K=V")]
    options: Vec<String>,
    /// Compare the menu with the rules before every so many orders; 0 for never
    #[arg(long, default_value_t = 5, value_name = "N")]
    check_every: u64,
    /// Games played with each other set of standing orders (ask, keen, own), for the hand-overs
    #[arg(long, default_value_t = 20, value_name = "N")]
    levels: u64,
    /// A standing order in notation for both sides, laid over the keen ones and counted beside them; may be repeated
    #[arg(long, value_name = "LINE")]
    standing: Vec<String>,
    /// Counts hand-overs apart for turns that begin in contact: with this circumstance of queued orders' guards at so much or less, for example near=12
    #[arg(long, value_name = "WORD=N", value_parser = contact)]
    contact: Option<Contact>,
    /// Write the last game's log to this file, as export would
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
}

/// When a turn is in contact: a circumstance of guards, and the most it is then.
#[derive(Clone, Debug)]
struct Contact {
    word: String,
    most: i64,
}

fn contact(text: &str) -> Result<Contact, String> {
    let (word, most) = text.split_once('=').ok_or("write a word and a number, as near=12")?;
    let most = most.parse().map_err(|_| format!("{most:?} is no number"))?;
    Ok(Contact { word: word.to_owned(), most })
}

/// Turns and hand-overs of games, out of contact first.
#[derive(Clone, Copy, Debug, Default)]
struct Apart {
    turns: [u64; 2],
    handed: [u64; 2],
}

impl Apart {
    /// Of one game: a turn counts as it stands when it begins, by its records alone. Counters that are still hidden then count for nobody.
    fn of(registry: &Registry, played: &Simulated, contact: &Contact) -> Result<Apart> {
        let mut turns: BTreeMap<u32, bool> = BTreeMap::new();
        for game in Game::steps(registry, &played.log) {
            let game = game.map_err(|fault| anyhow!("its log: {fault}"))?;
            // Set-up is no turn.
            let turn = game.turn();
            if turn > 0 && !turns.contains_key(&turn) {
                let near = |seat: SeatId| {
                    let guards = game.ruleset().board(game.known_to(Viewer::Seat(seat))).guarded(seat);
                    let is = |c: &Circumstance| match &c.value {
                        CircumstanceValue::Number(number) => *number <= contact.most,
                        CircumstanceValue::Words(_) => false,
                    };
                    guards.iter().any(|c| c.key == contact.word && is(c))
                };
                turns.insert(turn, game.seats().iter().any(|seat| near(seat.id)));
            }
        }
        let mut apart = Apart::default();
        turns.values().for_each(|near| apart.turns[usize::from(*near)] += 1);
        for near in played.asked_in.iter().filter_map(|turn| turns.get(turn)) {
            apart.handed[usize::from(*near)] += 1;
        }
        Ok(apart)
    }

    fn add(&mut self, other: Apart) {
        for n in [0, 1] {
            self.turns[n] += other.turns[n];
            self.handed[n] += other.handed[n];
        }
    }
}

/// A figure for each set of standing orders.
type ByLevel = BTreeMap<&'static str, f64>;

#[derive(Serialize)]
struct Report {
    ruleset: String,
    scenario: String,
    bots: Vec<String>,
    games: u64,
    games_per_s: f64,
    orders_per_s: f64,
    handovers_per_turn: ByLevel,
    #[serde(skip_serializing_if = "ByLevel::is_empty")]
    handovers_in_contact: ByLevel,
    #[serde(skip_serializing_if = "ByLevel::is_empty")]
    handovers_out_of_contact: ByLevel,
    #[serde(skip_serializing_if = "ByLevel::is_empty")]
    turns_in_contact: ByLevel,
    /// `handovers_per_impulse` and the like.
    #[serde(flatten)]
    handovers_per_beat: BTreeMap<String, ByLevel>,
    handovers_by_question: BTreeMap<&'static str, BTreeMap<String, f64>>,
    length: Length,
    winners: BTreeMap<String, u64>,
    victory_levels: BTreeMap<String, u64>,
    points: BTreeMap<i32, u64>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    mean_points: BTreeMap<String, f64>,
    menu_disagreements: u64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    examples: Vec<String>,
}

#[derive(Serialize)]
struct Length {
    turns: f64,
    /// Shorter steps, by name.
    #[serde(flatten)]
    beats: BTreeMap<String, f64>,
    orders: f64,
    shortest: u64,
    longest: u64,
    answered_by_standing_orders: f64,
}

pub(super) fn run(args: &SimulateArgs) -> Result<ExitCode> {
    let registry = domain::rulesets::standard();
    let mut agreed = true;
    if args.ruleset == "all" {
        ensure!(args.log.is_none(), "one log cannot hold every ruleset's last game: name one ruleset");
        ensure!(args.standing.is_empty(), "standing orders are of one ruleset: name it");
        for rules in registry.all() {
            for scenario in rules.about().scenarios.iter().filter(|s| args.scenario.as_ref().is_none_or(|a| *a == s.id))
            {
                agreed &= report(&registry, rules.as_ref(), Some(scenario.id), args)?;
            }
        }
    } else {
        let rules = ruleset(&registry, &args.ruleset)?;
        agreed = report(&registry, rules.as_ref(), args.scenario.as_deref(), args)?;
    }
    Ok(if agreed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Plays one scenario and prints what came of it. Gives whether menu and rules agreed.
fn report(registry: &Registry, rules: &dyn AnyRuleset, scenario: Option<&str>, args: &SimulateArgs) -> Result<bool> {
    let known: Vec<_> = rules.bots().into_iter().map(|b| b.id).collect();
    for bot in &args.bots {
        ensure!(known.contains(&bot.as_str()), "there is no house player {bot:?}; there is {}", known.join(", "));
    }
    let mut plan = SimulationPlan::new(rules.about().id, terms(rules, scenario, &args.options)?);
    plan.bots.clone_from(&args.bots);
    plan.seed = args.seed;
    plan.menu_every = args.check_every;
    let contact = args.contact.as_ref();
    if let Some(contact) = contact {
        let known: Vec<_> = rules.queue_conditions().into_iter().map(|c| c.key).collect();
        ensure!(known.contains(&contact.word.as_str()), "guards ask for {}", known.join(", "));
    }

    let began = Instant::now();
    let (tally, last, parted) = play(registry, &plan, args.games, contact)?;
    let seconds = began.elapsed().as_secs_f64().max(1e-9);
    let mut handovers_per_turn = ByLevel::new();
    let mut handovers_per_beat: BTreeMap<String, ByLevel> = BTreeMap::new();
    let mut handovers_by_question = BTreeMap::new();
    let (mut close, mut far, mut turns_in_contact) = (ByLevel::new(), ByLevel::new(), ByLevel::new());
    let mut count = |name: &'static str, tally: &SimulationTotals, parted: &Apart| {
        if contact.is_some() {
            far.insert(name, per(parted.handed[0], parted.turns[0]));
            close.insert(name, per(parted.handed[1], parted.turns[1]));
            turns_in_contact.insert(name, per(parted.turns[1], parted.turns[0] + parted.turns[1]));
        }
        handovers_per_turn.insert(name, per(tally.handovers, tally.turns));
        for (step, times) in &tally.sub_turns {
            let key = format!("handovers_per_{}", step.replace(' ', "_"));
            handovers_per_beat.entry(key).or_default().insert(name, per(tally.handovers, *times));
        }
        let each = tally.asked.iter().map(|(question, times)| (question.clone(), per(*times, tally.games)));
        handovers_by_question.insert(name, each.collect());
    };
    count("default", &tally, &parted);
    let own = args.standing.join("\n");
    for (name, level, standing) in
        [("ask", Level::Ask, ""), ("keen", Level::NeverAsk, ""), ("own", Level::NeverAsk, &own)]
    {
        if args.levels > 0 && (name != "own" || !own.is_empty()) {
            let plan = SimulationPlan { level, standing: standing.to_owned(), menu_every: 0, ..plan.clone() };
            let (tally, _, parted) = play(registry, &plan, args.levels, contact)?;
            count(name, &tally, &parted);
        }
    }
    if let (Some(file), Some(last)) = (&args.log, &last) {
        std::fs::write(file, export_with(&last.log, &last.entries))
            .with_context(|| format!("cannot write {}", file.display()))?;
    }
    let report = Report {
        ruleset: plan.ruleset,
        scenario: plan.terms.scenario,
        bots: plan.bots,
        games: tally.games,
        games_per_s: round(tally.games as f64 / seconds),
        orders_per_s: round(tally.orders as f64 / seconds),
        handovers_per_turn,
        handovers_in_contact: close,
        handovers_out_of_contact: far,
        turns_in_contact,
        handovers_per_beat,
        handovers_by_question,
        length: Length {
            turns: per(tally.turns, tally.games),
            beats: tally
                .sub_turns
                .iter()
                .map(|(step, times)| (step.replace(' ', "_"), per(*times, tally.games)))
                .collect(),
            orders: per(tally.orders, tally.games),
            shortest: tally.shortest,
            longest: tally.longest,
            answered_by_standing_orders: per(tally.answered, tally.games),
        },
        winners: tally.winners,
        victory_levels: tally.victory_levels,
        points: tally.points,
        mean_points: tally
            .scored
            .into_iter()
            .map(|(side, sum)| (side, round(sum as f64 / args.games as f64)))
            .collect(),
        menu_disagreements: tally.menu_disagreements,
        examples: tally.examples,
    };
    println!("{}", serde_json::to_string(&report)?);
    Ok(report.menu_disagreements == 0)
}

/// Plays games on every core. Gives the tally, the game with the highest number, and turns in and out of contact where that is asked.
fn play(
    registry: &Registry,
    plan: &SimulationPlan,
    games: u64,
    contact: Option<&Contact>,
) -> Result<(SimulationTotals, Option<Simulated>, Apart)> {
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let next = AtomicU64::new(0);
    let (mut tally, mut parted) = (SimulationTotals::default(), Apart::default());
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
            if let Some(contact) = contact {
                let apart = Apart::of(registry, &played, contact);
                parted.add(apart.with_context(|| format!("game {number} of seed {}", plan.seed))?);
            }
            if number + 1 == games {
                last = Some(played);
            }
        }
        Ok((tally, last, parted))
    })
}

fn per(what: u64, of: u64) -> f64 {
    round(what as f64 / of.max(1) as f64)
}

fn round(x: f64) -> f64 {
    (x * 100.0).round() / 100.0
}
