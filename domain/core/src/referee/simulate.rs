//! Whole games between house players, on a real log: for statistics, for measuring how often people would wait for one
//! another, and for finding a menu that promises what the rules refuse.
//!
//! Pure like everything here: how long it takes is for the caller to time.

use super::{Decision, Game, GameError, Joining, Level, NewGame, Registry, Standing, Submission};
use crate::dice::{Dice, GameKeys};
use crate::log::{Body, Entry, PrivateBody, Record};
use crate::words::{GameId, Hash32, Millis, SeatId, Side, Terms, Viewer};
use serde::Serialize;
use std::collections::BTreeMap;

/// What to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SimulationPlan {
    /// The ruleset's id.
    pub ruleset: String,
    /// Scenario and options.
    pub terms: Terms,
    /// House players, by seat; the last serves all further seats.
    pub bots: Vec<String>,
    /// The standing orders of every seat.
    pub level: Level,
    /// Lines of notation laid over them; may be empty.
    pub standing: String,
    /// Everything that happens follows from this and the number of the game.
    pub seed: u64,
    /// The menu is compared with the rules before every so many orders; 0 for never.
    pub menu_every: u64,
    /// A game that has come to so many orders is given up as stalled.
    pub most_orders: u64,
}

impl SimulationPlan {
    /// Random players at default standing orders, every menu compared.
    pub fn new(ruleset: impl Into<String>, terms: Terms) -> Self {
        SimulationPlan {
            ruleset: ruleset.into(),
            terms,
            bots: vec!["random".into()],
            level: Level::Default,
            standing: String::new(),
            seed: 1,
            menu_every: 1,
            most_orders: 100_000,
        }
    }
}

/// One game played.
#[derive(Clone, Debug)]
pub struct Simulated {
    /// The game at its end.
    pub game: Game,
    /// Its log.
    pub log: Vec<Record>,
    /// The entries of its private logs, where it is of the second format.
    pub entries: Vec<Entry>,
    /// Orders, those of standing orders included.
    pub orders: u64,
    /// Of these, given by standing orders.
    pub answered: u64,
    /// Orders that house players had queued ([`super::HousePlayers::bot_queues`]).
    pub queued: u64,
    /// Hand-overs by the question that was put first ([`super::Decision::kind`]).
    pub asked: BTreeMap<String, u64>,
    /// The game turn of each hand-over, in their order: whose queued orders answer is asked nothing.
    pub asked_in: Vec<u32>,
    /// How many steps of each kind began ([`super::Ruleset::sub_turn`]).
    pub sub_turns: BTreeMap<&'static str, u64>,
    /// Orders that the menu held and `decide` refused, with the reason.
    pub disagreements: Vec<String>,
}

/// Plays game number `number` of a plan to its end.
///
/// # Errors
/// [`GameError`], when a house player gives an illegal order or none, the ruleset breaks its contract, or the game stalls. None of
/// these may happen.
pub fn simulate(registry: &Registry, plan: &SimulationPlan, number: u64) -> Result<Simulated, GameError> {
    let lot = |what: &str| Hash32::of(format!("fieldpost/simulate {what} {} {number}", plan.seed).as_bytes());
    let mut id = GameId([0; 16]);
    id.0.copy_from_slice(&lot("id").0[..16]);
    let keys = GameKeys::derive(lot("secret").0, id);
    let new =
        NewGame { id, at: Millis(0), ruleset: plan.ruleset.clone(), terms: plan.terms.clone(), pace: 0, study: false };
    let created = Game::create(registry, new, &keys)?;
    let (mut game, mut log, mut entries) = (created.game, created.records, created.entries);
    let offers = game.ruleset().standing_offers();
    for seat in game.seats().to_vec() {
        let bot = plan.bots.get(usize::from(seat.id.0)).or(plan.bots.last()).cloned().ok_or(GameError::NoBot)?;
        let joining =
            Joining { seat: seat.id, name: bot.clone(), phrase: String::new(), bot: Some(bot), at: Millis(0) };
        let joined = game.join(joining, &keys)?;
        log.extend(joined.records);
        entries.extend(joined.entries);
        game = joined.game;
    }
    let standing = Standing::at(plan.level, &offers);
    let standing = game.standing_notation().lines(&standing, &plan.standing);
    let standing = standing.map_err(|e| GameError::Text(e.to_string()))?;
    for seat in game.seats().to_vec() {
        let set = game.set_standing(seat.id, &standing, Millis(0), &keys)?;
        log.extend(set.records);
        entries.extend(set.entries);
        game = set.game;
    }

    let (mut orders, mut answered, mut queued, mut clock) = (0_u64, 0_u64, 0_u64, 0_u64);
    let (mut asked, mut sub_turns, mut disagreements) = (BTreeMap::new(), BTreeMap::new(), Vec::new());
    let (mut asked_in, mut told) = (Vec::new(), Vec::new());
    while game.result().is_none() {
        // Only then are they asked whose queued orders have nothing to say.
        if let Some(seat) = game.queue_due_of_any() {
            clock += 1;
            let ran = game.run_queue(seat, Millis(clock), &keys)?;
            let ran = ran.ok_or_else(|| GameError::Broken("queued orders that are due say nothing.".into()))?;
            let given = ran.records.iter().filter(|r| r.is_kind("order/")).count() as u64;
            let said = |e: &&Entry| matches!(e.read(), Ok(PrivateBody::Planned(planned)) if planned.given);
            let said = ran.entries.iter().filter(said).count() as u64;
            (orders, answered, queued) = (orders + given, answered + given.saturating_sub(said), queued + said);
            if orders >= plan.most_orders {
                return Err(GameError::Broken(format!("the game is not over after {orders} orders.")));
            }
            told.extend(ran.handed);
            log.extend(ran.records);
            entries.extend(ran.entries);
            game = ran.game;
            continue;
        }
        hand_overs(&game, &std::mem::take(&mut told), &mut asked, &mut asked_in);
        let Some(decision) = game.waiting().first() else {
            return Err(GameError::Broken("nobody owes a decision, and the game is not over.".into()));
        };
        let seat = decision.seat;
        if orders >= plan.most_orders {
            return Err(GameError::Broken(format!("the game is not over after {orders} orders.")));
        }
        if plan.menu_every > 0 && orders.is_multiple_of(plan.menu_every) {
            compare(&game, &mut disagreements);
        }
        let bot = game.seat(seat).and_then(|s| s.player.as_ref()).and_then(|p| p.bot.clone()).unwrap_or_default();
        let mut rng = keys.bot_rng(game.len());
        let order = game
            .ruleset()
            .board(game.known_to(Viewer::Seat(seat)))
            .bot_lines(&bot, seat, &mut rng)
            .ok_or_else(|| GameError::Broken(format!("{bot} has no order for {}.", decision.kind)))?;
        clock += 1;
        let submission =
            Submission { seat, lines: vec![order], key: format!("bot-{clock}"), seen: game.head(), at: Millis(clock) };
        let played = game.play(&submission, &keys)?;
        // A player's order comes first; what else was recorded of that kind are answers.
        let given = played.records.iter().filter(|r| r.is_kind("order/")).count() as u64;
        orders += given;
        answered += given.saturating_sub(1);
        told.extend(played.handed);
        log.extend(played.records);
        entries.extend(played.entries);
        game = played.game;
        if game.is_second() && !game.waits_for(seat) && game.result().is_none() {
            let text = game.ruleset().board(game.known_to(Viewer::Seat(seat))).bot_queue(&bot, seat);
            if text != game.queue(seat) {
                clock += 1;
                let set = game.set_queue(seat, &text, Millis(clock), &keys)?;
                log.extend(set.records);
                entries.extend(set.entries);
                game = set.game;
            }
        }
    }
    for record in &log {
        let facts = match record.read() {
            Ok(Body::Order(order)) => order.facts,
            Ok(Body::OrderSecond(order)) => order.facts,
            _ => Vec::new(),
        };
        for fact in &facts {
            let step = game.ruleset().sub_turn(fact.get());
            let step = step.map_err(|e| GameError::Broken(format!("a fact does not read back: {e}.")))?;
            if let Some(step) = step {
                *sub_turns.entry(step).or_default() += 1;
            }
        }
    }
    // As an export has them.
    entries.sort_by_key(|e| (e.audience, e.number));
    Ok(Simulated { game, log, entries, orders, answered, queued, asked, asked_in, sub_turns, disagreements })
}

/// Counts who is asked now, of those to whom it was told since somebody gave an order.
fn hand_overs(game: &Game, told: &[SeatId], asked: &mut BTreeMap<String, u64>, asked_in: &mut Vec<u32>) {
    // One hand-over goes to all seats of a side, also where the queued orders of one after the other end.
    for side in Side::BOTH {
        let to = |d: &&Decision| told.contains(&d.seat) && game.side_of(d.seat) == Some(side);
        if let Some(question) = game.waiting().iter().find(to) {
            *asked.entry(question.kind.to_owned()).or_default() += 1;
            asked_in.push(game.turn());
        }
    }
}

/// Puts every order of every waiting seat's menu to the rules.
fn compare(game: &Game, disagreements: &mut Vec<String>) {
    for seat in game.waiting_seats() {
        for order in game.ruleset().board(game.known_to(Viewer::Seat(seat))).lines(seat) {
            let mut dice = Dice::seeded(|| game.head().0);
            match game.ruleset().decide(game.known_to(Viewer::Seat(seat)), game.position(), seat, &order, &mut dice) {
                Ok(decided) if decided.order == order => {}
                Ok(decided) => disagreements.push(format!("{order}: is read back as {}", decided.order)),
                Err(refusal) => disagreements.push(format!("{order}: {refusal}")),
            }
        }
    }
}

/// What many games came to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SimulationTotals {
    /// Games counted.
    pub games: u64,
    /// Their orders, those of standing orders included.
    pub orders: u64,
    /// Of these, given by standing orders.
    pub answered: u64,
    /// Given by queued orders.
    pub queued: u64,
    /// How often a game waited for somebody new.
    pub handovers: u64,
    /// The same by the question that was put first.
    pub asked: BTreeMap<String, u64>,
    /// Game turns begun.
    pub turns: u64,
    /// Shorter steps begun, by name ([`super::Ruleset::sub_turn`]).
    #[serde(rename = "beats")]
    pub sub_turns: BTreeMap<String, u64>,
    /// Orders of the shortest and the longest game.
    pub shortest: u64,
    /// See `shortest`.
    pub longest: u64,
    /// Games by victory level.
    pub victory_levels: BTreeMap<String, u64>,
    /// Games by the name of the side that won; `nobody` for the rest.
    pub winners: BTreeMap<String, u64>,
    /// Games by victory points.
    pub points: BTreeMap<i32, u64>,
    /// The sum of the points of each side, where the rulebook counts both.
    pub scored: BTreeMap<String, i64>,
    /// Orders that a menu held and the rules refused.
    pub menu_disagreements: u64,
    /// The first few of them.
    pub examples: Vec<String>,
}

impl SimulationTotals {
    /// Counts a game.
    pub fn add(&mut self, played: &Simulated) {
        self.shortest = if self.games == 0 { played.orders } else { self.shortest.min(played.orders) };
        self.longest = self.longest.max(played.orders);
        self.games += 1;
        self.orders += played.orders;
        self.answered += played.answered;
        // Of those that the log has, some were answered by queued orders and asked nobody.
        self.handovers += match played.queued {
            0 => u64::from(played.game.handovers()),
            _ => played.asked_in.len() as u64,
        };
        self.queued += played.queued;
        self.turns += u64::from(played.game.turn());
        for (question, times) in &played.asked {
            *self.asked.entry(question.clone()).or_default() += times;
        }
        for (step, times) in &played.sub_turns {
            *self.sub_turns.entry((*step).to_owned()).or_default() += times;
        }
        for (side, points) in played.game.score(Viewer::Everyone).sides {
            *self.scored.entry(side.to_string()).or_default() += i64::from(points);
        }
        if let Some(result) = played.game.result() {
            *self.victory_levels.entry(result.level.clone()).or_default() += 1;
            let winner = result.winner.map_or_else(|| "nobody".to_owned(), |side| side.to_string());
            *self.winners.entry(winner).or_default() += 1;
            *self.points.entry(result.points).or_default() += 1;
        }
        self.menu_disagreements += played.disagreements.len() as u64;
        let room = 5_usize.saturating_sub(self.examples.len());
        self.examples.extend(played.disagreements.iter().take(room).cloned());
    }
}
