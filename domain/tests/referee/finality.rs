//! What is said of a choice before it is given is what giving it does: rolled, handed over, the end; and what is not said to be final leaves no
//! trace that could not be taken back.

use domain::dice::GameKeys;
use domain::log::{Body, GameId, Hash32, Millis, PrivateBody};
use domain::referee::*;
use domain::rulesets::standard;
use std::collections::BTreeSet;

/// A game with two persons.
fn seated(registry: &Registry, ruleset: &str, scenario: &str, number: u8) -> (Game, GameKeys) {
    let keys = GameKeys::derive([number; 32], GameId([number; 16]));
    let terms = Terms { options: Default::default(), scenario: scenario.into() };
    let new = NewGame { id: keys.game(), at: Millis(0), ruleset: ruleset.into(), terms, pace: 0, study: false };
    let mut game = Game::create(registry, new, &keys).unwrap().game;
    for seat in game.seats().to_vec() {
        let (name, phrase) = ("x".into(), String::new());
        game = game.join(Joining { seat: seat.id, name, phrase, bot: None, at: Millis(0) }, &keys).unwrap().game;
    }
    // Both are asked everything.
    let ask = game.standing_notation().offers.iter().map(|o| (o.key.to_owned(), "ask".to_owned())).collect();
    let standing = Standing(ask);
    for seat in game.seats().to_vec() {
        game = game.set_standing(seat.id, &standing, Millis(0), &keys).unwrap().game;
    }
    (game, keys)
}

fn give(game: &Game, keys: &GameKeys, seat: SeatId, line: &str) -> Played {
    let lines = vec![line.to_owned()];
    let given = Submission { seat, lines, key: "k".into(), seen: game.head(), at: Millis(0) };
    game.play(&given, keys).unwrap_or_else(|e| panic!("{line}: {e}"))
}

#[derive(Debug, Default)]
struct Seen {
    kept: usize,
    rolled: usize,
    handed: usize,
    asked: usize,
    on_the_map: usize,
    answered: usize,
    apart: BTreeSet<&'static str>,
}

fn check(choice: &Choice, game: &Game, keys: &GameKeys, seat: SeatId, seen: &mut Seen) {
    let line = &choice.order;
    assert_eq!(choice.finality, game.finality(seat, line), "{line}");
    let played = give(game, keys, seat, line);
    let rolls = played.records.iter().find_map(|r| match r.read().unwrap() {
        Body::Order(order) => Some(!order.rolls.is_empty()),
        Body::OrderSecond(order) => Some(!order.rolls.is_empty()),
        _ => None,
    });
    // What is done unseen stands in a private log.
    let unseen = || {
        played.entries.iter().find_map(|e| match e.read().unwrap() {
            PrivateBody::Act(act) => Some(!act.rolls.is_empty()),
            _ => None,
        })
    };
    let rolls = rolls.or_else(unseen);
    let handed = played.records.len() > 1 || played.game.waiting_seats() != game.waiting_seats();
    match choice.finality {
        None => {
            assert_eq!((rolls, handed), (Some(false), false), "{line} was said to be one that can be taken back");
            let draft = game.draft(seat, std::slice::from_ref(line)).unwrap();
            assert_eq!((draft.commits, draft.orders.len()), (None, 1), "{line}");
            assert!(draft.position().same(played.game.position()), "{line}");
            seen.kept += 1;
        }
        Some(Finality::Rolls) => {
            assert_eq!(rolls, Some(true), "{line} was said to roll");
            seen.rolled += 1;
        }
        Some(Finality::HandsOver) => {
            assert!(rolls == Some(false) && handed, "{line} was said to hand over");
            seen.handed += 1;
        }
        Some(why @ (Finality::Asks | Finality::AsksAndRolls)) => {
            assert!(rolls == Some(false) && handed, "{line} was said to be answered");
            assert_eq!(why == Finality::AsksAndRolls, !choice.odds.is_empty(), "{line}");
            seen.asked += 1;
        }
        Some(Finality::Ends) => assert!(played.game.result().is_some(), "{line} was said to end the game"),
        Some(Finality::Sealed) => panic!("{line}: nobody chooses under a seal here"),
        Some(Finality::MayShow) => assert!(game.is_second(), "{line}: nobody hides anything here"),
        Some(Finality::Stands) => {}
    }
    seen.on_the_map += usize::from(choice.finality.is_some() && choice.place.is_some());
}

#[test]
fn what_is_said_of_a_choice_is_what_giving_it_does() {
    let registry = standard();
    for ruleset in registry.all() {
        let about = ruleset.about();
        let mut seen = Seen::default();
        let short = |s: &&Scenario| {
            let terms = Terms { options: Default::default(), scenario: s.id.into() };
            let opened = ruleset.open(&terms).unwrap();
            ruleset.board(Known::held(&*opened)).phase(Viewer::Everyone).turns <= 20
        };
        for (number, scenario) in (1..=4).zip(about.scenarios.iter().filter(short).cycle()) {
            let (mut game, keys) = seated(&registry, about.id, scenario.id, number);
            let mut rng = BotRng::seeded(u64::from(number));
            for step in 0..1_500 {
                let Some(seat) = game.waiting_seats().first().copied() else { break };
                if step % 5 == 0 {
                    let mut choices = game.menu(seat, None).choices;
                    let every = choices.len() / 10 + 1;
                    choices = choices.into_iter().skip(rng.below(every)).step_by(every).collect();
                    let mut planned = choices.clone();
                    game.weigh(seat, &mut choices);
                    // On a plan the same is said of them.
                    let plan = Sandbox::fork(&game, seat, Standing::default(), Tree::new(Hash32::of(b"a plan")));
                    plan.here().expect("it begins somewhere").weigh(seat, &mut planned);
                    let said = |all: &[Choice]| all.iter().map(|c| (c.order.clone(), c.finality)).collect::<Vec<_>>();
                    assert_eq!(said(&planned), said(&choices), "{}", about.id);
                    for choice in &choices {
                        check(choice, &game, &keys, seat, &mut seen);
                    }
                }
                let board = ruleset.board(game.known_to(Viewer::Seat(seat)));
                let line = board.bot_line("staff", seat, &mut rng).expect("a house player knows what to do");
                // What comes up out of turn is one story with what it came up in, but for what belongs to no order.
                if let Some(asked) = board.waiting().iter().find(|d| d.seat == seat && !board.is_own(d)) {
                    match board.goes_on(seat, &line) {
                        true => seen.answered += 1,
                        false => drop(seen.apart.insert(asked.kind)),
                    }
                }
                drop(board);
                game = give(&game, &keys, seat, &line).game;
            }
        }
        // A phase in which one reacts, and what is owed at the end of a turn.
        assert!(seen.apart.len() <= 2, "{}: {:?}", about.id, seen.apart);
        assert!(
            seen.kept > 300
                && seen.rolled > 20
                && seen.handed > 10
                && seen.asked > 10
                && seen.on_the_map > 10
                && seen.answered > 10,
            "{}: {seen:?}",
            about.id
        );
    }
}

/// For a page with a few hundred choices: a look at all of them, beside listing them.
#[test]
#[ignore = "measures, and is only meaningful when it was built with optimisations"]
fn what_weighing_a_menu_costs() {
    let registry = standard();
    for ruleset in registry.all() {
        let about = ruleset.about();
        let (mut game, keys) = seated(&registry, about.id, about.scenarios[0].id, 9);
        let mut rng = BotRng::seeded(9);
        let (mut listed, mut weighed, mut count, mut worst) = (0, 0, 0, 0);
        for step in 0..600 {
            let Some(seat) = game.waiting_seats().first().copied() else { break };
            if step % 10 == 0 {
                let begun = std::time::Instant::now();
                let mut choices = game.menu(seat, None).choices;
                listed += begun.elapsed().as_micros();
                let begun = std::time::Instant::now();
                game.weigh(seat, &mut choices);
                weighed += begun.elapsed().as_micros();
                count += choices.len() as u128;
                worst = worst.max(begun.elapsed().as_micros());
            }
            let board = ruleset.board(game.known_to(Viewer::Seat(seat)));
            let line = board.bot_line("staff", seat, &mut rng).expect("a house player knows what to do");
            drop(board);
            game = give(&game, &keys, seat, &line).game;
        }
        println!(
            "{}: {count} choices listed in {listed} us, weighed in {weighed} us: {} us a choice, the longest menu {worst} us",
            about.id,
            weighed / count.max(1)
        );
    }
}
