//! Whole games of house players through the referee's own `Game`: they end, and no menu promises what the rules refuse.

use crate::table::RULES;
use advanced_gettysburg::{Fact, Position, any_ruleset};
use domain_core::dice::GameKeys;
use domain_core::log::{Body, export_with};
use domain_core::referee::{
    Against, Apply, Game, Joining, NewGame, Registry, Ruleset, SeatId, Side, Simulated, SimulationPlan,
    SimulationTotals, Submission, Terms, Viewer, simulate, verify,
};
use domain_core::words::{GameId, Millis};
use std::collections::BTreeMap;

/// Orders after which a game is held to be stalled: several times as many as the longest has, which is one of `three-days-4` of `random`.
const MOST: u64 = 200_000;

/// Game turns and hand-overs of games, out of contact first.
#[derive(Debug, Default)]
struct HandOvers {
    turns: [u32; 2],
    handed: [u32; 2],
}

/// From how many hexes enemies by day are in contact.
const CONTACT: u32 = 12;

/// Whether any brigade or battery stands within twelve hexes of an enemy, by day.
fn in_contact(position: &Position) -> bool {
    let board = RULES.board(position);
    let near = |side: Side| {
        let ours = board.of(side).filter(|u| position.commander(*u).is_none());
        let mut links = ours.flat_map(|u| position.chain(u).iter().map(|l| l.at()));
        links.any(|hex| board.enemy_distance(side, hex).is_some_and(|far| far <= CONTACT))
    };
    !board.is_night() && near(Side::Union)
}

impl HandOvers {
    /// A turn counts as it stands when it begins; a hand-over where somebody is asked, not where queued orders answer.
    fn count(&mut self, terms: &Terms, played: &Simulated) {
        let mut position = RULES.open(terms).expect("the terms of the game");
        let first = position.turn;
        let mut contacts = vec![usize::from(in_contact(&position))];
        for record in &played.log {
            let facts = match record.read() {
                Ok(Body::Order(order)) => order.facts,
                Ok(Body::OrderSecond(order)) => order.facts,
                _ => Vec::new(),
            };
            for fact in &facts {
                let fact: Fact = serde_json::from_str(fact.get()).expect("a fact");
                position.apply(&fact);
                if matches!(fact, Fact::Turn { side: Side::Confederate, .. }) {
                    contacts.push(usize::from(in_contact(&position)));
                }
            }
        }
        contacts.iter().for_each(|contact| self.turns[*contact] += 1);
        for turn in &played.asked_in {
            self.handed[contacts[*turn as usize - usize::from(first)]] += 1;
        }
    }

    /// Hand-overs a game turn: out of contact, in contact.
    fn each(&self) -> [f64; 2] {
        [0, 1].map(|n| f64::from(self.handed[n]) / f64::from(self.turns[n].max(1)))
    }

    fn told(&self) -> String {
        let each = self.each();
        format!(
            "hand-overs a game turn: {:.2} in contact ({} turns), {:.2} out of it ({} turns)",
            each[1], self.turns[1], each[0], self.turns[0]
        )
    }
}

/// What so many games of a scenario came to, every so many menus held against the rules.
fn played(scenario: &str, bots: [&str; 2], games: u64, menu_every: u64) -> SimulationTotals {
    counted(scenario, bots, games, menu_every).0
}

/// The same, with their hand-overs.
fn counted(scenario: &str, bots: [&str; 2], games: u64, menu_every: u64) -> (SimulationTotals, HandOvers) {
    let registry = Registry::new(vec![any_ruleset()]);
    let terms = Terms { options: Default::default(), scenario: scenario.into() };
    let bots = bots.map(str::to_owned).to_vec();
    let plan =
        SimulationPlan { bots, menu_every, most_orders: MOST, ..SimulationPlan::new("advanced-gettysburg", terms) };
    let (mut totals, mut handed) = (SimulationTotals::default(), HandOvers::default());
    let from = first();
    for number in from..from + games {
        let game = simulate(&registry, &plan, number).unwrap_or_else(|e| panic!("{scenario} {number}: {e}"));
        totals.add(&game);
        handed.count(&plan.terms, &game);
        if game.queued == 0
            && !scenario.starts_with("morning")
            && !scenario.ends_with("-2")
            && !scenario.ends_with("-4")
        {
            continue;
        }
        let report = verify(&registry, &export_with(&game.log, &game.entries), &Against::default());
        assert_eq!(report.bad, None, "{scenario} {number}");
    }
    println!("{scenario}: {}", handed.told());
    println!("{}", serde_json::to_string_pretty(&totals).expect("totals are plain"));
    (totals, handed)
}

/// As many as the environment asks for; a few where it asks for none.
fn many(few: u64) -> u64 {
    std::env::var("GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(few)
}

/// The number of the first game.
fn first() -> u64 {
    std::env::var("FIRST").ok().and_then(|n| n.parse().ok()).unwrap_or(0)
}

#[test]
fn random_mornings_end_through_the_referee() {
    let totals = played("morning", ["random", "random"], many(3), 40);
    assert_eq!((totals.menu_disagreements, totals.examples), (0, vec![]));
}

#[test]
fn random_first_days_end_through_the_referee() {
    let totals = played("first-day", ["random", "random"], many(2), 150);
    assert_eq!((totals.menu_disagreements, totals.examples), (0, vec![]));
}

#[test]
fn staff_mornings_end_through_the_referee() {
    let totals = played("morning", ["staff", "staff"], many(2), 150);
    assert_eq!((totals.menu_disagreements, totals.examples), (0, vec![]));
}

#[test]
fn staff_first_days_end_through_the_referee() {
    let totals = played("first-day", ["staff", "staff"], many(1), 400);
    assert_eq!((totals.menu_disagreements, totals.examples), (0, vec![]));
}

#[test]
#[ignore = "a minute: two days with the night between them"]
fn out_of_contact_the_staff_is_asked_in_one_player_turn_of_four() {
    let (totals, handed) = counted("two-days", ["staff", "staff"], many(1), 0);
    let [apart, close] = handed.each();
    assert!(apart <= 0.5 && close <= 2.0, "{}", handed.told());
    assert!(totals.queued > 0, "marches are queued");
}

#[test]
fn a_first_day_of_two_seats_a_side_ends_through_the_referee() {
    // Who plays at random has a morning of theirs (`ch03_seats.rs`), and a day of theirs where more games are asked for than one.
    for bot in ["staff", "random"].into_iter().take(many(1).min(2) as usize) {
        let totals = played("first-day-2", [bot, bot], many(1), 400);
        assert_eq!((totals.menu_disagreements, totals.examples), (0, vec![]));
    }
}

#[test]
#[ignore = "minutes: the longer battles with four seats a side"]
fn battles_of_four_seats_a_side_end_through_the_referee() {
    // One of them where the environment says which.
    let wanted = |key: &str, all: [&str; 2]| match std::env::var(key) {
        Ok(one) => vec![one],
        Err(_) => all.map(str::to_owned).to_vec(),
    };
    for scenario in wanted("SCENARIO", ["two-days-4", "three-days-4"]) {
        for bot in wanted("BOT", ["random", "staff"]) {
            let totals = played(&scenario, [&bot, &bot], many(1), 1_000);
            assert_eq!((totals.menu_disagreements, totals.examples), (0, vec![]), "{scenario} {bot}");
        }
    }
}

#[test]
fn longstreets_attack_ends_through_the_referee() {
    for bots in [["random", "random"], ["staff", "staff"]] {
        let totals = played("longstreet", bots, many(1), 400);
        assert_eq!((totals.menu_disagreements, totals.examples), (0, vec![]));
    }
}

#[test]
#[ignore = "minutes: the battle with its nights"]
fn whole_battles_end_through_the_referee() {
    for scenario in ["two-days", "three-days"] {
        for bot in ["staff", "random"] {
            let totals = played(scenario, [bot, bot], many(1), 1_000);
            assert_eq!((totals.menu_disagreements, totals.examples), (0, vec![]), "{scenario} {bot}");
        }
    }
}

#[test]
#[ignore = "half a minute a game: three days with their nights"]
fn random_three_days_end_through_the_referee() {
    let totals = played("three-days", ["random", "random"], many(1), 1_500);
    assert_eq!((totals.menu_disagreements, totals.examples), (0, vec![]));
}

/// The position at the end of a game.
fn at_the_end(terms: &Terms, played: &Simulated) -> Position {
    let mut position = RULES.open(terms).expect("the terms of the game");
    for record in &played.log {
        let facts = match record.read() {
            Ok(Body::Order(order)) => order.facts,
            Ok(Body::OrderSecond(order)) => order.facts,
            _ => Vec::new(),
        };
        for fact in &facts {
            position.apply(&serde_json::from_str::<Fact>(fact.get()).expect("a fact"));
        }
    }
    position
}

#[test]
#[ignore = "minutes: by which points the staff wins and loses mornings"]
fn what_the_staff_wins_mornings_by() {
    let registry = Registry::new(vec![any_ruleset()]);
    let terms = Terms { options: Default::default(), scenario: "morning".into() };
    let plan = SimulationPlan {
        bots: vec!["staff".to_owned()],
        menu_every: 0,
        most_orders: MOST,
        seed: 501,
        ..SimulationPlan::new("advanced-gettysburg", terms.clone())
    };
    let (games, mut sums, mut won) = (many(10), [[0_i32; 7]; 2], [0_u32; 3]);
    let mut held = std::collections::BTreeMap::<String, u32>::new();
    for number in first()..first() + games {
        let game = simulate(&registry, &plan, number).unwrap_or_else(|e| panic!("{number}: {e}"));
        let position = at_the_end(&terms, &game);
        let board = RULES.board(&position);
        for (n, side) in Side::BOTH.into_iter().enumerate() {
            board.tally(side).iter().zip(&mut sums[n]).for_each(|((_, points), sum)| *sum += points);
            let prizes = RULES.pack().ground.prizes.iter().zip(&position.held);
            for (prize, _) in prizes.filter(|(p, held)| **held == Some(side) && board.counts(p.hex)) {
                *held.entry(format!("{side} {}", RULES.pack().ground.id(prize.hex))).or_default() += 1;
            }
        }
        won[game.game.result().and_then(|r| r.winner).map_or(2, |side| side as usize)] += 1;
    }
    println!("{games} games: {won:?}");
    let items = RULES.board(&RULES.open(&terms).expect("a morning")).tally(Side::Union).map(|(what, _)| what);
    for (n, side) in Side::BOTH.into_iter().enumerate() {
        let mean = |sum: &i32| f64::from(*sum) / games as f64;
        println!("{side}: {:?}", items.iter().zip(&sums[n]).map(|(what, sum)| (*what, mean(sum))).collect::<Vec<_>>());
    }
    println!("{held:?}");
}

/// The longest battle as far as its first turns go; the whole of it is among those that take minutes.
#[test]
fn in_three_days_of_four_seats_a_side_the_clock_goes_on_and_whoever_is_there_acts() {
    let registry = Registry::new(vec![any_ruleset()]);
    let terms = Terms { options: Default::default(), scenario: "three-days-4".into() };
    let id = GameId([4; 16]);
    let keys = GameKeys::derive([4; 32], id);
    let new = NewGame { id, at: Millis(0), ruleset: "advanced-gettysburg".into(), terms, pace: 0, study: false };
    let mut game = Game::create(&registry, new, &keys).expect("on offer").game;
    for seat in game.seats().to_vec() {
        let (name, bot) = (format!("Player {}", seat.id.0), Some("random".to_owned()));
        let joining = Joining { seat: seat.id, name, phrase: String::new(), bot, at: Millis(0) };
        game = game.join(joining, &keys).expect("a free seat").game;
    }
    // By game turn how many orders each seat gave; `random` queues nothing.
    let mut given = BTreeMap::<u32, BTreeMap<SeatId, u32>>::new();
    let mut clock = 0;
    while game.turn() < UNTIL {
        let seat = game.waiting().first().expect("somebody is asked").seat;
        let known = game.known_to(Viewer::Seat(seat));
        let line = game.ruleset().board(known).bot_lines("random", seat, &mut keys.bot_rng(game.len()));
        let line = line.expect("an order");
        clock += 1;
        let of_turn = given.entry(game.turn()).or_default();
        *of_turn.entry(seat).or_default() += 1;
        let orders: u32 = of_turn.values().sum();
        assert!(orders < MOST_OF_A_TURN, "turn {}: {of_turn:?}", game.turn());
        let key = format!("{clock}");
        let submission = Submission { seat, lines: vec![line], key, seen: game.head(), at: Millis(clock) };
        game = game.play(&submission, &keys).expect("legal").game;
    }
    assert_eq!(given.len() as u32, UNTIL - 1, "every turn has orders");
    // Buford and Reynolds, Heth's division of the III Corps; nobody else is there by then.
    let last = &given[&(UNTIL - 1)];
    assert_eq!(last.keys().map(|seat| seat.0).collect::<Vec<_>>(), [0, 1, 7], "{given:?}");
}

/// The turn in which it is broken off.
const UNTIL: u32 = 9;

/// More than `random` has given in a game turn of `three-days-4`: 1,094 at most of 53,595 in 186 of them.
const MOST_OF_A_TURN: u32 = 4_000;
