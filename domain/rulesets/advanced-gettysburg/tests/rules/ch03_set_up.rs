//! The scenario that is set up in zones (§3.0, ruling 84): `longstreet`.

use crate::shared::table::{seat, some_dice};
use crate::table::{RULES, unit};
use advanced_gettysburg::{AdvancedGettysburg, Order, Place, Position, Segment};
use domain_core::dice::Dice;
use domain_core::referee::{
    Apply, BotRng, HousePlayers, Orders, Refusal, Ruleset, Side, Side::Confederate, Side::Union, Situation, Terms,
};

fn opened() -> Position {
    RULES.open(&Terms { options: Default::default(), scenario: "longstreet".into() }).expect("the scenario")
}

/// A line of a side, carried out, or the section that forbids it.
fn say(position: &mut Position, side: Side, line: &str) -> Result<(), String> {
    let board = RULES.board(position);
    let order = board.parse(seat(side), line).map_err(|e| e.to_string())?;
    match RULES.decide(position, seat(side), &order, &mut Dice::withheld()) {
        Ok(facts) => {
            facts.iter().for_each(|fact| position.apply(fact));
            assert_eq!(RULES.whole(position), Ok(()), "{line}");
            Ok(())
        }
        Err(Refusal::Illegal(illegal)) => Err(illegal.section.0.to_owned()),
        Err(other) => Err(other.to_string()),
    }
}

fn deployed() -> Position {
    let mut position = opened();
    for side in [Union, Confederate] {
        say(&mut position, side, "deploy").expect("there is room for all");
        say(&mut position, side, "done").expect("all are set");
    }
    position
}

#[test]
fn r84_longstreet_has_the_forces_that_the_pack_lists() {
    let position = opened();
    let board = RULES.board(&position);
    let count = |side: Side| {
        let force: Vec<_> = RULES.pack().of(side).filter(|u| board.in_force(*u)).collect();
        let brigades: Vec<u8> = force.iter().filter_map(|u| position.brigade(*u)).map(|b| b.sp).collect();
        let guns = force.iter().filter(|u| position.battery(**u).is_some()).count();
        (brigades.len(), brigades.iter().map(|sp| u32::from(*sp)).sum::<u32>(), guns)
    };
    assert_eq!((count(Confederate), count(Union)), ((13, 205, 17), (24, 333, 19)));
    let worn = |name: &str| position.brigade(unit(name)).expect("a brigade").dp;
    assert_eq!((worn("Law"), worn("Vincent"), worn("Kershaw")), (20, 0, 0));
    assert!(position.held.iter().all(|held| *held == Some(Union)));
    assert_eq!((position.turn, position.side, position.segment), (99, Union, Segment::SetUp));
    assert_eq!(board.turns(), [99, 114]);
}

#[test]
fn s3_0_the_union_is_set_up_first_each_counter_in_its_zone() {
    let mut position = opened();
    assert_eq!(say(&mut position, Confederate, "Law set rest J12"), Err("5.0".into()), "the Union first");
    assert_eq!(say(&mut position, Union, "Graham set rest L18"), Err("3.0".into()), "west of its zone");
    assert_eq!(say(&mut position, Union, "Vincent set rest P18"), Err("3.0".into()), "the V Corps in its own");
    assert_eq!(say(&mut position, Union, "Greene set rest U20"), Err("3.0".into()), "the XII Corps takes no part");
    assert_eq!(say(&mut position, Union, "Graham set line N19=8 N18=8 N17=2 ends N S"), Err("7.1".into()));
    assert!(say(&mut position, Union, "Graham set line N17=8 N18=8 N19=1").is_ok());
    assert_eq!(say(&mut position, Union, "Ward set line N18 N19 N20"), Err("17.1".into()), "over another brigade");
    assert!(say(&mut position, Union, "Bucklyn set N18 unlimbered W").is_ok());
    assert_eq!(say(&mut position, Union, "Clark set N18 unlimbered E"), Err("19.2".into()), "they look alike");
    assert_eq!(say(&mut position, Union, "Rorty set N18 unlimbered W"), Err("17.2".into()), "the II Corps' guns");
    assert_eq!(say(&mut position, Union, "done"), Err("3.0".into()), "not all are set up");
    assert!(say(&mut position, Union, "Graham set rest Q18").is_ok(), "and elsewhere, until all is done");
    assert!(say(&mut position, Union, "deploy").is_ok() && say(&mut position, Union, "done").is_ok());
    assert_eq!((position.side, position.segment, position.turn), (Confederate, Segment::SetUp, 99));
    assert_eq!(position.counter(unit("us-graham-inf")), RULES.hex("Q18"), "deploy moves nobody who is set");
    assert!(say(&mut position, Confederate, "Law set rest K12").is_err(), "outside of their zone");
    assert!(say(&mut position, Confederate, "Law set column N J12 J11 J10").is_ok());
    assert!(say(&mut position, Confederate, "deploy").is_ok() && say(&mut position, Confederate, "done").is_ok());
    assert_eq!((position.side, position.segment), (Confederate, Segment::Opening));
    let board = RULES.board(&position);
    for u in board.of(Confederate) {
        for link in position.chain(u) {
            assert!(
                board.enemy_distance(Confederate, link.at()).is_some_and(|far| far >= 4),
                "{}",
                RULES.pack().name(u)
            );
        }
    }
}

#[test]
fn s3_0_nobody_else_comes_and_nobody_is_set_up_elsewhere() {
    let position = deployed();
    let board = RULES.board(&position);
    for u in RULES.pack().ids() {
        assert_eq!(board.on_map(u), board.in_force(u), "{}", RULES.pack().name(u));
        assert!(board.on_map(u) || position.unit(u).place == Place::Waiting && board.arrival(u).is_none());
    }
    assert_eq!(board.view(domain_core::referee::Viewer::Everyone).pieces.len(), 56 + 37);
    let mut morning = RULES.open(&Terms { options: Default::default(), scenario: "morning".into() }).expect("morning");
    assert_eq!(say(&mut morning, Confederate, "Archer set rest H35"), Err("3.0".into()));
    assert_eq!(say(&mut morning, Confederate, "deploy"), Err("5.0".into()));
}

/// Every line of a set-up's menu is read back and accepted.
#[test]
fn s3_0_what_a_set_up_lists_is_accepted() {
    let position = opened();
    let board = RULES.board(&position);
    let menu = board.orders(seat(Union));
    assert!(menu.len() > 1_000 && !menu.iter().any(|o| matches!(o, Order::Done(_))));
    for order in menu.iter().step_by(37) {
        let line = board.format(order);
        assert_eq!(board.parse(seat(Union), &line).as_ref(), Ok(order), "{line}");
        assert!(RULES.decide(&position, seat(Union), order, &mut Dice::withheld()).is_ok(), "{line}");
    }
    for (name, least) in [("us-graham-inf", 100), ("us-hazard-rorty-bty", 100), ("us-sykes-cmd", 20)] {
        let listed = board.orders_of_piece(seat(Union), name).expect("a list");
        assert!(listed.len() >= least && listed.iter().all(|o| menu.contains(o)), "{name}: {}", listed.len());
    }
}

/// Whole games of both house players, from the set-up to nightfall.
#[test]
fn house_players_set_up_longstreet_and_play_it_to_the_end() {
    for (seed, bots) in [(1, ["staff", "staff"]), (2, ["random", "staff"]), (3, ["random", "random"])] {
        let mut position = opened();
        let mut rng = BotRng::seeded(seed);
        let mut given = 0;
        while let Some(decision) = RULES.board(&position).waiting().first().cloned() {
            let bot = bots[usize::from(decision.seat.0)];
            let order = RULES.board(&position).bot_order(bot, decision.seat, &mut rng).expect("an order");
            let mut dice = some_dice::<AdvancedGettysburg>(&mut rng);
            let facts = RULES.decide(&position, decision.seat, &order, &mut Dice::forced(&mut dice));
            let facts = facts.unwrap_or_else(|e| panic!("{bot} {}: {e}", RULES.board(&position).format(&order)));
            facts.iter().for_each(|fact| position.apply(fact));
            assert_eq!(RULES.whole(&position), Ok(()));
            given += 1;
            assert!(given < 20_000, "{seed}: it stalls");
        }
        assert!(position.over && position.turn == 114 && given > 100, "{seed}: {given} orders");
        println!("{bots:?}: {given} orders, {:?}", RULES.board(&position).outcome());
    }
}
