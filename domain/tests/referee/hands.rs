//! Changes of hands: who may take whose place, who must agree, and what both verifiers make of it.

use crate::python;
use crate::toy::{NORTH, SOUTH, Table};
use domain::clock::{Claim, ClockTerms, Control, DAY};
use domain::log::{Body, Hands, HandsChange, HandsWhy, Millis, Record, export};
use domain::referee::*;

/// A day for each hand-over, and a house player may stand in.
pub fn terms() -> ClockTerms {
    ClockTerms { claim: Claim::Forfeit, control: Control::Days(1), leave: 0, stand_in: true }
}

fn hands(seat: SeatId, name: &str, bot: Option<&str>, agreed: &[SeatId], own: bool, why: HandsWhy) -> NewHands {
    NewHands { seat, name: name.into(), bot: bot.map(str::to_owned), agreed: agreed.to_vec(), own, why }
}

/// Lets the time of a seat run out, and a house player stand in as the other asks.
pub fn stands_in(table: &mut Table, seat: SeatId, other: SeatId) {
    table.clock += 2 * DAY;
    let bot = table.game.ruleset().bots()[0].id;
    let stood = hands(seat, "House", Some(bot), &[other], false, HandsWhy::StandIn);
    let stood = table.game.change_hands(stood, Millis(table.clock), &table.keys).unwrap();
    table.take(stood);
}

fn change(table: &Table, new: NewHands) -> Result<Played, GameError> {
    table.game.change_hands(new, Millis(table.clock), &table.keys)
}

fn no(table: &Table, new: NewHands) -> String {
    change(table, new).unwrap_err().to_string()
}

fn sound(table: &Table) {
    let text = export(&table.log);
    assert_eq!(verify(&table.registry, &text, &Against::default()).bad, None);
    let (content, said) = python::run(&["-"], &text);
    assert!(content, "{said}");
    let again = Game::replay(&table.registry, &table.log).unwrap();
    assert_eq!(again.seats(), table.game.seats());
    assert_eq!(again.clocks(), table.game.clocks());
}

fn told(table: &Table) -> Vec<String> {
    let story = table.game.chronicle(&table.log, Viewer::Spectator).unwrap();
    story.into_iter().flat_map(|e| e.lines).map(|l| l.text).collect()
}

#[test]
fn a_house_player_stands_in_only_when_the_time_is_out_and_the_other_side_asks() {
    let mut table = Table::timed("pair", terms());
    table.order(NORTH, &["pick 1"]);
    let bot = table.game.ruleset().bots()[0].id;
    let ask = |agreed: &[SeatId], own| hands(SOUTH, "House", Some(bot), agreed, own, HandsWhy::StandIn);
    assert!(no(&table, ask(&[NORTH], false)).contains("time is out"), "not yet");
    table.clock += 2 * DAY;
    assert!(no(&table, ask(&[], false)).contains("other side that asks"));
    assert!(no(&table, ask(&[NORTH], true)).contains("other side that asks"));
    assert!(no(&table, ask(&[SOUTH], false)).contains("seats of the other side"));
    assert!(no(&table, hands(SOUTH, "Ann", None, &[NORTH], false, HandsWhy::StandIn)).contains("Only a house player"));
    let unknown = hands(SOUTH, "House", Some("nobody"), &[NORTH], false, HandsWhy::StandIn);
    assert_eq!(change(&table, unknown).unwrap_err(), GameError::NoBot);
    assert!(no(&table, hands(NORTH, "House", Some(bot), &[SOUTH], false, HandsWhy::StandIn)).contains("time is out"));
    // Without leave in the terms, and without a clock, never.
    let mut strict = Table::timed("pair", ClockTerms { stand_in: false, ..terms() });
    strict.order(NORTH, &["pick 1"]);
    strict.clock += 2 * DAY;
    for table in [&strict, &Table::of("pair")] {
        assert!(no(table, ask(&[NORTH], false)).contains("no house player stand in"));
    }
    // Nor while the asker is late as well.
    let mut both = Table::timed("pair", terms());
    both.clock += 2 * DAY;
    assert!(no(&both, ask(&[NORTH], false)).contains("their own side"));

    let before = table.game.seat(SOUTH).unwrap().player.clone().unwrap();
    let stood = change(&table, ask(&[NORTH], false)).unwrap();
    table.take(stood);
    assert_eq!(table.game.stood_in(SOUTH), Some(before.name.as_str()));
    assert!(no(&table, ask(&[NORTH], false)).contains("already"));
    assert!(!table.game.clocks().unwrap().reading(SOUTH, Millis(table.clock)).running);
    let played = table.game.let_bot_play(SOUTH, Millis(table.clock), &table.keys).unwrap().unwrap();
    table.take(played);
    assert!(table.game.result().is_none(), "picking ends no game");
    let back = change(&table, hands(SOUTH, &before.name, None, &[], true, HandsWhy::Return)).unwrap();
    table.take(back);
    let after = table.game.seat(SOUTH).unwrap().player.clone().unwrap();
    assert_eq!(
        (after.name, after.bot, after.phrase),
        (before.name.clone(), None, before.phrase),
        "the words in the dice stay"
    );
    assert!(no(&table, hands(SOUTH, "Ben", None, &[], true, HandsWhy::Return)).contains("Nobody stands in"));
    let told = told(&table);
    assert!(told.iter().any(|l| l.contains("time is out") && l.contains(&before.name)), "{told:?}");
    assert!(told.iter().any(|l| l.contains("is back")), "{told:?}");
    sound(&table);
}

#[test]
fn a_replacement_needs_both_sides_unless_the_seat_is_vacant() {
    let mut table = Table::timed("pair", terms());
    table.order(NORTH, &["pick 1"]);
    let ann = |agreed: &[SeatId], own| hands(SOUTH, "Ann", None, agreed, own, HandsWhy::Replacement);
    for (agreed, own, why) in [
        (&[][..], true, "Somebody of the other side"),
        (&[NORTH], false, "must agree"),
        (&[SOUTH], true, "seats of the other side"),
    ] {
        assert!(no(&table, ann(agreed, own)).contains(why), "{why}");
    }
    let house = hands(SOUTH, "House", Some("random"), &[NORTH], true, HandsWhy::Replacement);
    assert!(no(&table, house).contains("not replace a person"));
    let standing =
        Standing(table.game.ruleset().standing_offers().iter().map(|o| (o.key.into(), "ask".into())).collect());
    let set = table.game.set_standing(SOUTH, &standing, Millis(table.clock), &table.keys).unwrap();
    table.take(set);
    assert_eq!(table.game.standing(SOUTH, &table.keys), standing);
    let offered = table.game.offer_draw(SOUTH, Millis(table.clock), &table.keys).unwrap();
    table.take(offered);

    table.clock += 1_000;
    let replaced = change(&table, ann(&[NORTH], true)).unwrap();
    table.take(replaced);
    assert_eq!(table.game.seat(SOUTH).unwrap().player.as_ref().unwrap().name, "Ann");
    assert_ne!(table.game.standing(SOUTH, &table.keys), standing, "nobody has to stand by what another has said");
    assert_eq!(table.game.draw_offered(), None, "nor by what another has offered");
    let left = table.game.clocks().unwrap().left(SOUTH, Millis(table.clock));
    assert_eq!(left, DAY, "asked anew");

    // With the time out, or a house player in their place, nobody has to be heard.
    table.clock += 2 * DAY;
    assert!(table.game.vacant(SOUTH, Millis(table.clock)));
    assert!(change(&table, ann(&[NORTH], false)).is_ok());
    stands_in(&mut table, SOUTH, NORTH);
    let bob = hands(SOUTH, "Bob", None, &[NORTH], false, HandsWhy::Replacement);
    let replaced = change(&table, bob).unwrap();
    table.take(replaced);
    assert_eq!(table.game.stood_in(SOUTH), None);
    assert!(told(&table).iter().any(|l| l.starts_with("Bob plays the Southern") || l.starts_with("Bob plays the")));
    sound(&table);
    // A game that is over changes hands no more.
    let over = table.game.resign(NORTH, Millis(table.clock), &table.keys).unwrap();
    table.take(over);
    assert!(matches!(change(&table, ann(&[NORTH], true)).unwrap_err(), GameError::Finished(_)));
    sound(&table);
}

/// The log with one more record behind it, sealed as it should be.
fn with(log: &[Record], body: &Body) -> Vec<Record> {
    let last = log.last().unwrap();
    let mut log = log.to_vec();
    log.push(Record::seal(last.game, last.seq + 1, last.hash, body).unwrap());
    log
}

#[test]
fn a_verifier_sees_hands_that_were_changed_against_the_rules() {
    let mut table = Table::timed("pair", terms());
    table.order(NORTH, &["pick 1"]);
    let late = Millis(table.clock + 2 * DAY);
    let from = table.game.seat(SOUTH).unwrap().player.clone().unwrap().name;
    let honest = HandsChange {
        agreed: vec![NORTH],
        at: late,
        bot: Some("random".into()),
        from,
        name: "House".into(),
        own: false,
        seat: SOUTH,
        why: HandsWhy::StandIn,
    };
    let verdict = |hands: HandsChange| {
        let log = with(&table.log, &Body::HandsChange(hands));
        verify(&table.registry, &export(&log), &Against::default()).bad.map(|bad| bad.what)
    };
    assert_eq!(verdict(honest.clone()), None);
    let wrong = [
        HandsChange { at: Millis(table.clock), ..honest.clone() },
        HandsChange { agreed: vec![], ..honest.clone() },
        HandsChange { agreed: vec![NORTH, NORTH], ..honest.clone() },
        HandsChange { agreed: vec![SOUTH], ..honest.clone() },
        HandsChange { agreed: vec![SeatId(9)], ..honest.clone() },
        HandsChange { bot: Some("nobody".into()), ..honest.clone() },
        HandsChange { from: "Somebody else".into(), ..honest.clone() },
        HandsChange { name: String::new(), ..honest.clone() },
        HandsChange { own: true, ..honest.clone() },
        HandsChange { seat: SeatId(9), ..honest.clone() },
        HandsChange { bot: None, why: HandsWhy::Return, own: true, agreed: vec![], ..honest.clone() },
        HandsChange { bot: None, why: HandsWhy::Replacement, agreed: vec![], ..honest.clone() },
    ];
    for hands in wrong {
        assert_eq!(verdict(hands.clone()), Some(Wrong::Turn), "{hands:?}");
    }
}

#[test]
fn the_first_version_is_still_read() {
    let mut table = Table::of("pair");
    table.order(NORTH, &["pick 1"]);
    let first = |bot: Option<&str>, name: &str, agreed: &[SeatId], why| {
        let (bot, name) = (bot.map(str::to_owned), name.to_owned());
        Body::Hands(Hands { agreed: agreed.to_vec(), at: Millis(9_000), bot, name, seat: SOUTH, why })
    };
    let log = with(&table.log, &first(Some("random"), "House", &[NORTH], HandsWhy::StandIn));
    let log = with(&log, &first(None, "Ben", &[], HandsWhy::Return));
    let log = with(&log, &first(None, "Ann", &[NORTH], HandsWhy::Replacement));
    let text = export(&log);
    assert_eq!(verify(&table.registry, &text, &Against::default()).bad, None);
    let game = Game::replay(&table.registry, &log).unwrap();
    assert_eq!(game.seat(SOUTH).unwrap().player.as_ref().unwrap().name, "Ann");
    let story = game.chronicle(&log, Viewer::Spectator).unwrap();
    assert!(story.iter().flat_map(|e| &e.lines).any(|l| l.text.contains("stands in for the")));
    let alone = with(&table.log, &first(Some("random"), "House", &[], HandsWhy::StandIn));
    assert!(verify(&table.registry, &export(&alone), &Against::default()).bad.is_some());
}
