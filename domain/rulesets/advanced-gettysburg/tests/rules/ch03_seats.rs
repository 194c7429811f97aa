//! Several seats a side (§3.0, the brief's §5): who is asked, who orders whom about, how segments are the army's.

use crate::shared::table::some_dice;
use crate::table::{RULES, unit};
use advanced_gettysburg::{AdvancedGettysburg, Fact, Layout, Position, Segment, UnitId};
use domain_core::dice::Dice;
use domain_core::referee::{
    Apply, BotRng, Card, HousePlayers, InForce, Level, Orders, Questions, Refusal, Ruleset, SeatId, Side, Situation,
    Standing, Terms,
};
use domain_core::words::Hearers;
use std::collections::{BTreeMap, VecDeque};

pub const LEE: SeatId = SeatId(4);
pub const LONGSTREET: SeatId = SeatId(5);
pub const EWELL: SeatId = SeatId(6);
pub const HILL: SeatId = SeatId(7);

/// A position of four seats a side.
pub struct Four(pub Position);

impl Four {
    /// A study of a scenario after an umpire's lines.
    pub fn study(scenario: &str, lines: &[&str]) -> Four {
        let options = BTreeMap::from([("night-orders".to_owned(), "yes".to_owned())]);
        let mut four = Four(RULES.open(&Terms { options, scenario: scenario.into() }).expect("the scenario"));
        for line in ["clear"].iter().chain(lines) {
            let facts = RULES.umpire(&four.0, line).unwrap_or_else(|e| panic!("{line}: {e}"));
            facts.iter().for_each(|fact| four.0.apply(fact));
        }
        four
    }

    /// What a line of a seat comes to.
    pub fn tried(&self, seat: SeatId, line: &str, dice: &[u8]) -> Result<Vec<Fact>, Refusal> {
        let order = RULES.board(&self.0).parse(seat, line)?;
        let mut dice = VecDeque::from(dice.to_vec());
        RULES.decide(&self.0, seat, &order, &mut Dice::forced(&mut dice))
    }

    /// A seat says a line.
    pub fn say(&mut self, seat: SeatId, line: &str, dice: &[u8]) -> &mut Four {
        let facts = self.tried(seat, line, dice).unwrap_or_else(|e| panic!("{seat:?} {line}: {e}"));
        facts.iter().for_each(|fact| self.0.apply(fact));
        assert_eq!(RULES.whole(&self.0), Ok(()), "{line}");
        self
    }

    /// The section that forbids a line.
    pub fn refused(&self, seat: SeatId, line: &str) -> &'static str {
        match self.tried(seat, line, &[3]) {
            Err(Refusal::Illegal(illegal)) => illegal.section.0,
            other => panic!("{line} should be illegal, but: {other:?}"),
        }
    }

    /// Who is asked.
    pub fn asked(&self) -> Vec<SeatId> {
        RULES.board(&self.0).waiting().iter().map(|d| d.seat).collect()
    }

    /// The menu of a seat.
    pub fn menu(&self, seat: SeatId) -> Vec<String> {
        let board = RULES.board(&self.0);
        board.orders(seat).iter().map(|order| board.format(order)).collect()
    }

    fn seat(&self, name: &str) -> SeatId {
        RULES.board(&self.0).seat_of(unit(name))
    }
}

/// Heth's men and Ewell's on the map, each with their commander.
pub fn two_corps(turn: &str) -> Four {
    Four::study(
        "morning-4",
        &[
            "place Heth D38",
            "place Archer column N D37 D36",
            "place Davis column N E37 E36 E35",
            "place Rodes K40",
            "place Doles column N K39 K38",
            "place Ramseur rest L40",
            turn,
        ],
    )
}

#[test]
fn s3_0_seats_are_those_of_the_layout_and_the_first_of_a_side_commands_the_army() {
    let named = |layout: Layout| layout.specs().iter().map(|s| (s.side, s.name)).collect::<Vec<_>>();
    let (union, confederate) = (Side::Union, Side::Confederate);
    assert_eq!(named(Layout::One), [(union, "Union"), (confederate, "Confederate")]);
    let two = [(union, "Union headquarters"), (union, "Union XI Corps")];
    assert_eq!(named(Layout::Two)[..2], two);
    let four = ["headquarters", "left wing", "centre", "right wing"].map(|name| (union, format!("Union {name}")));
    let four = four.each_ref().map(|(side, name)| (*side, name.as_str()));
    assert_eq!(named(Layout::Four)[..4], four);
    assert_eq!(Layout::Four.of(confederate).collect::<Vec<_>>(), [LEE, LONGSTREET, EWELL, HILL]);
    assert_eq!((Layout::Four.head(union), Layout::Four.head(confederate)), (SeatId(0), LEE));
    assert_eq!((Layout::Two.side(SeatId(3)), Layout::Two.side(SeatId(4))), (Some(confederate), None));
}

#[test]
fn s3_0_what_is_on_offer_has_somebody_for_every_seat_by_the_cards() {
    let ids = ["morning-2", "first-day-2", "morning-4", "first-day-4", "two-days-4", "three-days-4"];
    let whole: Vec<&str> = ids.into_iter().filter(|id| everybody_comes(id)).collect();
    let about = RULES.about();
    let offered = about.scenarios.iter().filter(|s| s.seats.len() > 2).map(|s| s.id);
    assert_eq!(offered.collect::<Vec<_>>(), whole);
    assert_eq!(whole, ["first-day-2", "two-days-4", "three-days-4"]);
}

/// Whether each seat of a scenario has a brigade or battery that stands on the map or comes by its card before the end.
fn everybody_comes(scenario: &str) -> bool {
    let terms = Terms { options: BTreeMap::new(), scenario: scenario.into() };
    let position = RULES.open(&terms).expect("the scenario");
    let board = RULES.board(&position);
    let [_, last] = board.turns();
    let there = |unit: UnitId| {
        let spec = board.spec(unit);
        let due = spec.arrival.as_ref().is_some_and(|card| card.turn <= last);
        spec.commander().is_none() && (due || board.on_map(unit))
    };
    Side::BOTH.into_iter().all(|side| {
        position.layout.of(side).all(|seat| RULES.pack().of(side).any(|u| there(u) && board.seat_of(u) == seat))
    })
}

#[test]
fn s3_0_units_are_under_the_seat_of_their_corps() {
    let four = Four::study("three-days-4", &[]);
    for (name, seat) in [
        ("Archer", HILL),
        ("cs-hill-cmd", HILL),
        ("cs-longstreet-cmd", LONGSTREET),
        ("Kershaw", LONGSTREET),
        ("Doles", EWELL),
        ("cs-lee-cmd", LEE),
        ("cs-alexander-cmd", LEE),
        ("Imboden", LEE),
        ("Hampton", LEE),
        ("us-meade-cmd", SeatId(0)),
        ("us-hunt-cmd", SeatId(0)),
        ("Gamble", SeatId(0)),
        ("us-mcgilvery-bigelow-bty", SeatId(0)),
        ("Meredith", SeatId(1)),
        ("us-ward-inf", SeatId(2)),
        ("Vincent", SeatId(3)),
    ] {
        assert_eq!(four.seat(name), seat, "{name}");
    }
    let two = Four::study("first-day-2", &[]);
    for (name, seat) in [("Gamble", 0), ("Meredith", 0), ("us-coster-inf", 1), ("Archer", 2), ("Doles", 3)] {
        assert_eq!(two.seat(name), SeatId(seat), "{name}");
    }
}

#[test]
fn s5_1_a_the_corps_name_their_attackers_and_the_army_seat_speaks_last() {
    let mut four = two_corps("turn 3 confederate opening");
    assert_eq!(four.asked(), [EWELL, HILL], "who has nobody in play is not asked, the army's seat last");
    assert_eq!(four.refused(LEE, "done"), "5.0");
    assert_eq!(four.refused(HILL, "primary Heth"), "3.0", "for the army's seat");
    assert_eq!(four.refused(HILL, "wish Rodes"), "3.0");
    assert_eq!(four.refused(HILL, "attack Doles"), "3.0");
    assert!(four.menu(HILL).contains(&"wish Heth".to_owned()));
    assert!(four.menu(HILL).iter().all(|l| !l.starts_with("primary") && !l.contains("Rodes")));
    assert!(four.menu(LONGSTREET).is_empty() && four.menu(LEE).is_empty());
    four.say(HILL, "wish Heth", &[]).say(HILL, "done", &[]);
    assert_eq!(four.asked(), [EWELL]);
    four.say(EWELL, "done", &[]);
    assert_eq!((four.asked(), four.0.segment), (vec![LEE], Segment::Opening));
    assert!(four.menu(LEE).contains(&"primary Rodes".to_owned()), "it may name whom it likes");
    four.say(LEE, "primary Heth", &[]).say(LEE, "done", &[]);
    assert_eq!((four.asked(), four.0.segment), (vec![EWELL, HILL], Segment::Primary));
    four.say(HILL, "Archer march D38", &[]);
    assert_eq!(four.refused(EWELL, "Archer march D39"), "3.0");
}

#[test]
fn s5_1_a_a_wish_is_its_own_sides_and_the_army_seat_favours_it_by_a_standing_order() {
    let mut four = two_corps("turn 3 confederate opening");
    let wish = four.tried(HILL, "wish Heth", &[]).expect("a wish");
    assert!(wish.iter().all(|fact| RULES.hearers(fact) != Hearers::Everybody));
    let order = RULES.board(&four.0).parse(HILL, "wish Heth").expect("a wish");
    assert_ne!(RULES.board(&four.0).order_hearers(HILL, &order), Hearers::Everybody);
    four.say(HILL, "wish Heth", &[]).say(HILL, "done", &[]).say(EWELL, "done", &[]);
    let answered = |four: &Four, lines: &[(&str, &str)]| {
        let mut standing = Standing::at(Level::Default, &RULES.standing_offers());
        lines.iter().for_each(|(key, value)| drop(standing.0.insert((*key).to_owned(), (*value).to_owned())));
        let board = RULES.board(&four.0);
        let decision = board.waiting().remove(0);
        assert_eq!(decision.seat, LEE);
        let answer = board.answer(&decision, &InForce::new(&standing.into(), Vec::new()));
        answer.map(|a| (a.seat, board.format(&a.order), a.key))
    };
    assert_eq!(answered(&four, &[]), Some((LEE, "primary Heth".to_owned(), "favour")));
    assert_eq!(answered(&four, &[("favour", "ask")]), None);
    assert_eq!(answered(&four, &[("favour", "nobody"), ("pass", "always")]), Some((LEE, "pass".to_owned(), "pass")));
    four.say(LEE, "primary Heth", &[]);
    assert_eq!(answered(&four, &[]), Some((LEE, "pass".to_owned(), "pass")), "it has no units of its own");
}

#[test]
fn s15_8_nobody_rolls_in_a_later_segment_while_another_seat_has_not_done_with_this_one() {
    let mut four = two_corps("turn 3 confederate primary");
    assert_eq!(four.asked(), [EWELL, HILL]);
    assert_eq!(four.refused(HILL, "alone Archer"), "15.8");
    assert!(four.menu(HILL).iter().all(|l| !l.starts_with("alone") && !l.starts_with("lead")));
    four.say(EWELL, "next", &[]);
    assert_eq!(four.asked(), [HILL], "who waits for a later segment is not asked");
    assert_eq!(four.refused(EWELL, "Doles face NE"), "5.0");
    four.say(HILL, "alone Archer", &[4]);
    assert_eq!((four.0.segment, four.asked()), (Segment::Alone, vec![EWELL, HILL]));
    assert_eq!(four.refused(HILL, "lead Heth: Davis"), "15.8", "brigades alone come before divisions");
    four.say(EWELL, "alone Doles", &[4]).say(EWELL, "Doles march K40", &[]);
    // Each seat has a brigade in hand (§11.6).
    four.say(HILL, "Archer march D38", &[]).say(EWELL, "Doles march K41", &[]).say(HILL, "Archer march D39", &[]);
    four.say(EWELL, "next", &[]).say(HILL, "lead Heth: Davis", &[5]);
    assert_eq!(four.0.segment, Segment::Divisions);
    four.say(HILL, "Davis march E38", &[]).say(HILL, "done", &[]);
    assert_eq!(four.asked(), [EWELL]);
    four.say(EWELL, "lead Rodes: Ramseur", &[5]).say(EWELL, "done", &[]);
    assert!(!four.0.segment.is_movement(), "all have done with the Movement Phase");
}

#[test]
fn s15_8_a_pass_is_the_seats_own() {
    let mut four = two_corps("turn 3 confederate opening");
    four.say(EWELL, "pass", &[]).say(HILL, "done", &[]).say(LEE, "done", &[]);
    assert_eq!((four.asked(), four.0.segment), (vec![HILL], Segment::Primary));
    four.say(HILL, "alone Archer", &[3]);
    assert_eq!((four.asked(), four.0.segment), (vec![HILL], Segment::Alone), "nobody waits for who passes");
    assert_eq!(four.refused(EWELL, "alone Doles"), "5.0");
}

#[test]
fn s24_2_each_seat_tells_its_own_fire() {
    let four = || {
        Four::study(
            "three-days-4",
            &[
                "place Archer line N27=6 N28=6 ends S N",
                "place Doles line N30=7 N31=7 ends S N",
                "place Kelly line M28=6 E",
                "place Zook line M31=8 E",
                "mark Kelly attack launched",
                "mark Zook attack launched",
                "turn 90 union fire",
            ],
        )
    };
    let mut table = four();
    assert_eq!(table.asked(), [EWELL, HILL]);
    assert_eq!(table.refused(HILL, "N31: 7 at M31"), "3.0");
    assert!(table.menu(EWELL).iter().all(|l| !l.starts_with("N27") && !l.starts_with("N28")));
    table.say(EWELL, "defend best-casualties", &[]);
    assert_eq!(table.asked(), [HILL]);
    assert_eq!(table.0.fight.splits.iter().map(|s| s.by).collect::<Vec<_>>(), [Some(EWELL); 2]);
    let mut dice = table;
    dice.say(HILL, "defend best-casualties", &[4; 8]);
    assert!(dice.0.segment > Segment::Fire || dice.0.side != Side::Union, "fire is resolved when all have told theirs");
}

#[test]
fn s30_2_2_which_of_two_brigades_yields_is_the_army_seats() {
    let mut four = Four::study(
        "three-days-4",
        &[
            "place Archer line N28=4 N27=8 ends N S",
            "place Doles line N29=8 N28=4 ends N S",
            "place Kelly line M28=6 E",
            "mark Kelly attack launched",
            "turn 90 union assault",
        ],
    );
    let hex = RULES.hex("N28").expect("a hex");
    four.0.pending =
        serde_json::from_value(serde_json::json!({ "yield": { "by": unit("Kelly"), "difference": 3, "hex": hex } }))
            .expect("a question");
    assert_eq!(four.asked(), [LEE]);
    assert_eq!(four.refused(HILL, "Archer yield"), "5.0");
    assert_eq!(four.menu(LEE).len(), 2);
}

#[test]
fn s0_2_a_transfer_brings_a_brigade_under_the_new_corps_seat() {
    let mut four = Four::study(
        "two-days-4",
        &["place Rodes K40", "place Doles rest K39", "place Heth D38", "turn 60 confederate opening"],
    );
    assert_eq!(four.seat("Doles"), EWELL);
    assert_eq!(four.refused(EWELL, "transfer Doles to Heth"), "3.0", "the army's seat writes orders of the night");
    four.say(EWELL, "done", &[]).say(HILL, "done", &[]).say(LONGSTREET, "done", &[]);
    four.say(LEE, "transfer Doles to Heth", &[]);
    assert_eq!((four.seat("Doles"), four.seat("cs-rodes-cmd")), (HILL, EWELL));
}

/// Whole mornings of house players, each seat by itself; whoever is asked has an order, and nobody is asked for ever.
#[test]
fn mornings_of_two_and_four_seats_a_side_come_to_their_end() {
    for (scenario, seed, bots) in [
        ("morning-2", 1, ["random", "random"]),
        ("morning-4", 2, ["staff", "random"]),
        ("morning-4", 3, ["staff", "staff"]),
    ] {
        let mut position = RULES.open(&Terms { options: Default::default(), scenario: scenario.into() }).expect("it");
        let mut rng = BotRng::seeded(seed);
        let mut lines = Vec::new();
        while let Some(decision) = RULES.board(&position).waiting().first().cloned() {
            let bot = bots[usize::from(decision.seat.0) % 2];
            let order = RULES.board(&position).bot_order(bot, decision.seat, &mut rng).expect("an order");
            let line = format!("{} {:?} {}", position.turn, decision.seat, RULES.board(&position).format(&order));
            let mut dice = some_dice::<AdvancedGettysburg>(&mut rng);
            let facts = RULES.decide(&position, decision.seat, &order, &mut Dice::forced(&mut dice));
            facts.unwrap_or_else(|e| panic!("{line}: {e}")).iter().for_each(|fact| position.apply(fact));
            lines.push(line);
            let offered = || {
                let board = RULES.board(&position);
                let now = board.waiting().first().cloned();
                now.map(|d| board.orders(d.seat).iter().map(|o| board.format(o)).collect::<Vec<_>>())
            };
            assert!(lines.len() < 6_000, "{scenario} stalls: {:#?} of {:#?}", &lines[lines.len() - 40..], offered());
        }
        assert!(position.over && RULES.whole(&position).is_ok());
        println!("{scenario} {bots:?}: {} orders", lines.len());
    }
}
