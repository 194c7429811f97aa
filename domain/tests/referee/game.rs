//! Games played on the log: what is recorded, what is refused, and that a replay comes to the same game.

use crate::toy::{NORTH, SOUTH, Table};
use domain::dice::GameKeys;
use domain::log::{Body, GameId, Hash32, Millis, Reason, Record};
use domain::referee::*;

fn kinds(log: &[Record]) -> Vec<&'static str> {
    log.iter().map(|r| r.read().unwrap().kind()).collect()
}

fn same(a: &Game, b: &Game) {
    assert_eq!(a.head(), b.head());
    assert_eq!(a.position().canonical(), b.position().canonical());
    assert_eq!(a.waiting(), b.waiting());
    assert_eq!((a.turns(), a.handovers(), a.result()), (b.turns(), b.handovers(), b.result()));
    assert_eq!((a.draw_offered(), a.seats()), (b.draw_offered(), b.seats()));
}

#[test]
fn the_last_join_begins_the_game_and_hands_both_sides_a_link() {
    let table = Table::of("pair");
    assert_eq!(kinds(&table.log), ["genesis/1", "join/1", "join/1", "hand-over/1", "hand-over/1"]);
    assert_eq!(table.game.waiting_seats(), [NORTH, SOUTH]);
    assert_eq!(table.game.handovers(), 0);
}

#[test]
fn a_whole_game_is_told_replayed_and_verified() {
    let mut table = Table::of("pair");
    table.set(SOUTH, "brace");
    table.order(SOUTH, &["pick 2"]);
    table.order(NORTH, &["pick 3"]);
    assert_eq!(table.game.waiting_seats(), [NORTH]);
    table.order(NORTH, &["add 1", "roll"]);
    // South's standing order braced with a roll of its own, and South has the rope.
    assert_eq!(table.game.waiting_seats(), [SOUTH]);
    let braced = table.log.iter().rev().find_map(|r| match r.read().unwrap() {
        Body::Order(o) if o.standing.is_some() => Some(o),
        _ => None,
    });
    let braced = braced.unwrap();
    assert_eq!((braced.order.as_str(), braced.seat, braced.dice.unwrap().index), ("brace", SOUTH, 1));
    table.play_out();
    assert_eq!(table.game.result().unwrap().reason, Reason::Rules);
    assert_eq!(kinds(&table.log[table.log.len() - 2..]), ["opening/1", "result/1"]);

    let replayed = Game::replay(&table.registry, &table.log).unwrap();
    same(&table.game, &replayed);
    let report = verify(&table.registry, &domain::log::export(&table.log), &Against::default());
    assert_eq!(report.bad, None);
    assert!(report.sound && report.judged);
    assert_eq!((report.records, report.head), (table.game.len(), table.game.head()));
    assert_eq!(report.result.as_ref(), table.game.result());

    let story = table.game.chronicle(&table.log, Viewer::Spectator).unwrap();
    assert_eq!(story.len(), table.log.len());
    assert_eq!(story.last().unwrap().turn, 3);
    assert!(story.iter().any(|e| e.lines.iter().any(|l| l.text.starts_with("Zoë 0 took the North seat"))));
}

#[test]
fn every_position_on_the_way_can_be_had() {
    let mut table = Table::of("four");
    table.play_out();
    let steps: Vec<Game> = Game::steps(&table.registry, &table.log).map(Result::unwrap).collect();
    assert_eq!(steps.len() as u64, table.game.len());
    same(steps.last().unwrap(), &table.game);
    for seq in [1, 4, 9, table.game.len()] {
        same(&Game::at(&table.registry, &table.log, seq).unwrap(), &steps[seq as usize - 1]);
    }
    assert_eq!(table.game.turn_at(1), 1);
    assert_eq!(table.game.turn_at(table.game.len()), 3);
}

#[test]
fn seats_of_one_side_have_dice_of_their_own() {
    let table = Table::of("four");
    let chairs: Vec<u8> = table.game.seats().iter().map(|s| s.chair).collect();
    assert_eq!(chairs, [1, 2, 17, 18]);
    let anchors = &table.game.genesis().dice.anchors;
    assert!((1..4).all(|i| !anchors[..i].contains(&anchors[i])));
}

#[test]
fn a_secret_is_told_to_nobody_before_its_time() {
    let mut table = Table::of("pair");
    table.order(SOUTH, &["pick 2"]);
    let told = |viewer| format!("{:?}", table.game.chronicle(&table.log, viewer).unwrap());
    let seen = |viewer| table.game.view(viewer).markers[1].text.clone();
    assert!(told(Viewer::Seat(SOUTH)).contains("pick 2"));
    // Asking as everyone does not help while the game runs.
    for viewer in [Viewer::Seat(NORTH), Viewer::Spectator, Viewer::Everyone, Viewer::Seat(SeatId(9))] {
        assert!(!told(viewer).contains("pick 2"), "{viewer:?}");
        assert_eq!(seen(viewer), "?", "{viewer:?}");
    }
    assert_eq!(seen(Viewer::Seat(SOUTH)), "2");
    let mut over = table;
    over.play_out();
    assert!(format!("{:?}", over.game.chronicle(&over.log, Viewer::Everyone).unwrap()).contains("pick 2"));
}

#[test]
fn standing_orders_are_sealed_until_the_end() {
    let mut table = Table::of("pair");
    table.set(SOUTH, "brace");
    table.set(SOUTH, "ask");
    assert_eq!(table.game.standing(SOUTH, &table.keys).get("brace"), "ask");
    assert_eq!(table.game.standing(NORTH, &table.keys).get("brace"), "hold");
    assert!(!domain::log::export(&table.log).contains("brace"));
    let other = GameKeys::derive([8; 32], table.game.id());
    assert_eq!(table.game.standing(SOUTH, &other).get("brace"), "hold", "another key reads nothing");
    let wrong =
        table.game.set_standing(SOUTH, &Standing([("brace".into(), "x".into())].into()), Millis(0), &table.keys);
    assert!(matches!(wrong, Err(GameError::Text(_))));
}

#[test]
fn what_can_be_taken_back_is_a_draft_and_a_roll_is_not() {
    let mut table = Table::of("pair");
    table.order(NORTH, &["pick 1"]);
    table.order(SOUTH, &["pick 1"]);
    let lines = |l: &[&str]| l.iter().map(|s| s.to_string()).collect::<Vec<_>>();
    let draft = table.game.draft(NORTH, &lines(&["add  1", "add 1"])).unwrap();
    assert_eq!((draft.orders.clone(), draft.commits), (lines(&["add 1", "add 1"]), None));
    assert_eq!(draft.view().score.total, 2);
    assert_eq!(draft.menu(None).choices.len(), 1, "nothing is left to add");
    let draft = table.game.draft(NORTH, &lines(&["add 1", "roll", "add 1"])).unwrap();
    assert_eq!((draft.orders.len(), draft.commits), (1, Some(2)));
    let refused = table.game.draft(NORTH, &lines(&["add 1", "add 2"])).unwrap_err();
    assert!(matches!(refused, GameError::Line { line: 2, of: 2, fault: LineFault::Refused(Refusal::Illegal(_)) }));
    // An order that hands the game over is no draft either.
    let mut other = Table::of("pair");
    other.set(SOUTH, "ask");
    assert_eq!(other.game.draft(NORTH, &lines(&["pick 1"])).unwrap().commits, Some(1));
}

#[test]
fn all_lines_or_none_until_something_was_rolled() {
    let mut table = Table::of("pair");
    table.order(NORTH, &["pick 1"]);
    table.order(SOUTH, &["pick 1"]);
    let before = table.game.clone();
    let refused = table.refused(NORTH, &["add 1", "add 5"]);
    assert_eq!(refused.to_string(), "Line 2: §2: There is not so much in reserve. Add up to 1.");
    same(&before, &table.game);

    // A roll stands whatever follows it, or a player could spoil a message after a bad roll.
    let submission = table.submission(NORTH, &["add 1", "roll", "nonsense"]);
    let played = table.game.play(&submission, &table.keys).unwrap();
    assert!(matches!(played.stopped, Some(GameError::Line { line: 3, of: 3, fault: LineFault::OutOfTurn })));
    assert_eq!(kinds(&played.records), ["order/1", "order/1", "order/1", "hand-over/1"]);
    assert_eq!(played.handed, [SOUTH]);
    // And the same message gives the same dice again.
    let again = table.game.play(&submission, &table.keys).unwrap();
    assert_eq!(again.records, played.records);
}

#[test]
fn each_kind_of_wrong_message_is_told_apart() {
    let mut table = Table::of("pair");
    assert!(matches!(table.refused(SeatId(5), &["pick 1"]), GameError::NotSeated));
    assert!(matches!(table.refused(NORTH, &[]), GameError::NoOrder));
    assert!(matches!(table.refused(NORTH, &["  "]), GameError::NoOrder));
    assert!(matches!(table.refused(NORTH, &["pick 1"; 201]), GameError::TooManyLines { sent: 201, most: 200 }));
    let long = "pick ".to_owned() + &"1".repeat(600);
    assert!(matches!(table.refused(NORTH, &[&long]), GameError::Line { fault: LineFault::TooLong { .. }, .. }));
    assert!(matches!(table.refused(NORTH, &["pick\u{7}1"]), GameError::Line { fault: LineFault::Control, .. }));
    assert!(matches!(
        table.refused(NORTH, &["dance"]),
        GameError::Line { fault: LineFault::Refused(Refusal::Unreadable { .. }), .. }
    ));
    // Together with a line that could be given here: one like it, where there is one.
    for (line, like) in [("dance", "pick 1"), ("add a 2", "add 2"), ("pick two: 2", "pick 2")] {
        let said = table.refused(NORTH, &[line]).to_string();
        let example = said.split("Here, for example: ").nth(1).unwrap_or_else(|| panic!("{line}: {said}"));
        let example = example.trim_end_matches('.');
        assert!(table.game.menu(NORTH, None).choices.iter().any(|c| c.order == example), "{line}: {example}");
        assert!(
            example == like || !table.game.menu(NORTH, None).choices.iter().any(|c| c.order == like),
            "{line}: {example}"
        );
        assert_eq!(table.game.draft(NORTH, &[line.to_owned()]).unwrap_err().to_string(), said);
    }
    let mut keyless = table.submission(NORTH, &["pick 1"]);
    keyless.key = "two words".into();
    assert!(matches!(table.game.play(&keyless, &table.keys), Err(GameError::Text(_))));
    let other = GameKeys::derive([7; 32], GameId([2; 16]));
    let good = table.submission(NORTH, &["pick 1"]);
    assert_eq!(table.game.play(&good, &other).unwrap_err(), GameError::OtherKeys);

    // Racing orders: the first is taken, the other is told what changed.
    let rival = table.submission(NORTH, &["pick 2"]);
    table.order(NORTH, &["pick 1"]);
    let seq = table.game.len();
    let stale = table.game.play(&rival, &table.keys).unwrap_err();
    assert_eq!(stale, GameError::Stale { since: vec![seq], head: table.game.head() });
    assert_eq!(
        stale.to_string(),
        format!(
            "The position has changed since you looked at it: record {seq} has been recorded. Look again, then repeat \
             your order if you still mean it."
        )
    );
    let mut lost = table.submission(SOUTH, &["pick 2"]);
    lost.seen = Hash32([9; 32]);
    assert_eq!(table.game.play(&lost, &table.keys).unwrap_err(), GameError::UnknownHead);
    // Records that leave the position alone make nothing stale.
    let waiting = table.submission(SOUTH, &["pick 2"]);
    table.set(SOUTH, "ask");
    assert!(table.game.play(&waiting, &table.keys).is_ok());

    let out = table.refused(NORTH, &["pick 3"]);
    assert_eq!(out.to_string(), "It is not your turn: the game waits for South.");
    let played = table.game.resign(SOUTH, Millis(0), &table.keys).unwrap();
    table.take(played);
    assert!(matches!(table.refused(NORTH, &["pick 3"]), GameError::Finished(_)));
    assert!(table.game.waiting().is_empty());
    assert_eq!(table.game.result().unwrap().winner, Some(Side::Union));
}

#[test]
fn seats_are_taken_once_and_options_are_known() {
    let table = Table::of("pair");
    let joining = Joining { seat: NORTH, name: "x".into(), phrase: String::new(), bot: None, at: Millis(0) };
    assert_eq!(table.game.join(joining.clone(), &table.keys).unwrap_err(), GameError::Taken("North".into()));
    let mut new = NewGame {
        id: table.game.id(),
        at: Millis(0),
        ruleset: "tug".into(),
        terms: Terms { options: Default::default(), scenario: "pair".into() },
        pace: 0,
        study: false,
    };
    let empty = Game::create(&table.registry, new.clone(), &table.keys).unwrap().game;
    assert_eq!(empty.genesis().terms.options["reserve"], "2", "defaults are written down");
    let submission =
        Submission { seat: NORTH, lines: vec!["pick 1".into()], key: "k".into(), seen: empty.head(), at: Millis(0) };
    assert_eq!(empty.play(&submission, &table.keys).unwrap_err(), GameError::NotBegun);
    for (name, phrase, bot) in [("", "", None), ("a\nb", "", None), ("a", "a\tb", None), ("a", "", Some("nobody"))] {
        let wrong =
            Joining { name: name.into(), phrase: phrase.into(), bot: bot.map(str::to_owned), ..joining.clone() };
        assert!(empty.join(wrong, &table.keys).is_err(), "{name:?} {phrase:?} {bot:?}");
    }
    new.terms.options.insert("reserve".into(), "9".into());
    assert!(matches!(Game::create(&table.registry, new.clone(), &table.keys), Err(GameError::Terms(_))));
    new.terms.options = [("speed".to_owned(), "1".to_owned())].into();
    assert!(matches!(Game::create(&table.registry, new.clone(), &table.keys), Err(GameError::Terms(_))));
    new.ruleset = "chess".into();
    assert_eq!(Game::create(&table.registry, new, &table.keys).unwrap_err(), GameError::NoRuleset("chess".into()));
}

#[test]
fn text_is_normalised_on_the_way_in() {
    let keys = GameKeys::derive([1; 32], GameId([3; 16]));
    let table = Table::with("pair", keys.clone(), false);
    let empty = Game::at(&table.registry, &table.log, 1).unwrap();
    // The same name typed with a combining diaeresis.
    let joining =
        Joining { seat: NORTH, name: "Zoe\u{308}".into(), phrase: "e\u{301}".into(), bot: None, at: Millis(0) };
    let played = empty.join(joining, &keys).unwrap();
    assert_eq!(played.game.seat(NORTH).unwrap().player.as_ref().unwrap().name, "Zo\u{eb}");
}

#[test]
fn a_draw_needs_both_sides() {
    let mut table = Table::of("pair");
    let at = Millis(5);
    assert_eq!(table.game.answer_draw(SOUTH, true, at, &table.keys).unwrap_err(), GameError::NoOffer);
    let offered = table.game.offer_draw(NORTH, at, &table.keys).unwrap();
    table.take(offered);
    assert_eq!(table.game.draw_offered(), Some(NORTH));
    assert_eq!(table.game.answer_draw(NORTH, true, at, &table.keys).unwrap_err(), GameError::NoOffer);
    assert_eq!(table.game.offer_draw(SOUTH, at, &table.keys).unwrap_err(), GameError::OfferStands);
    let declined = table.game.answer_draw(SOUTH, false, at, &table.keys).unwrap();
    table.take(declined);
    assert_eq!(table.game.draw_offered(), None);
    let offered = table.game.offer_draw(SOUTH, at, &table.keys).unwrap();
    table.take(offered);
    let withdrawn = table.game.answer_draw(SOUTH, false, at, &table.keys).unwrap();
    assert_eq!(withdrawn.game.offer_draw(SOUTH, at, &table.keys).unwrap_err(), GameError::OfferedBefore);
    assert_eq!(withdrawn.game.offer_draw(NORTH, at, &table.keys).unwrap_err(), GameError::OfferedBefore);
    let accepted = table.game.answer_draw(NORTH, true, at, &table.keys).unwrap();
    table.take(accepted);
    assert_eq!(table.game.result().unwrap().reason, Reason::Agreed);
    let report = verify(&table.registry, &domain::log::export(&table.log), &Against::default());
    assert_eq!(report.bad, None);
}

#[test]
fn an_umpire_speaks_in_a_study_only() {
    let mut table = Table::of("pair");
    assert_eq!(table.game.umpire("pull 3", Millis(0), &table.keys).unwrap_err(), GameError::NotStudy);
    table = Table::with("pair", table.keys.clone(), true);
    let ruled = table.game.umpire("pull 3", Millis(0), &table.keys).unwrap();
    table.take(ruled);
    assert_eq!(table.game.view(Viewer::Spectator).score.total, 3);
    assert!(matches!(table.game.umpire("shout", Millis(0), &table.keys), Err(GameError::Line { .. })));
    let report = verify(&table.registry, &domain::log::export(&table.log), &Against::default());
    assert_eq!(report.bad, None);
}

#[test]
fn bots_play_until_the_game_waits_for_somebody_else() {
    let mut table = Table::of("pair");
    let empty = Game::at(&table.registry, &table.log, 1).unwrap();
    table.log.truncate(1);
    table.game = empty;
    for (seat, bot) in [(NORTH, None), (SOUTH, Some("random".to_owned()))] {
        let joining = Joining { seat, name: "A".into(), phrase: String::new(), bot, at: Millis(0) };
        let joined = table.game.join(joining, &table.keys).unwrap();
        table.take(joined);
    }
    assert!(matches!(table.game.let_bot_play(NORTH, Millis(0), &table.keys), Err(GameError::NoBot)));
    let played = table.game.let_bot_play(SOUTH, Millis(0), &table.keys).unwrap().unwrap();
    table.take(played);
    assert_eq!(table.game.waiting_seats(), [NORTH]);
    assert!(table.game.let_bot_play(SOUTH, Millis(0), &table.keys).unwrap().is_none());
    while table.game.result().is_none() {
        let menu = table.game.menu(NORTH, None);
        let order = menu.choices.last().unwrap().order.clone();
        table.order(NORTH, &[&order]);
        if let Some(played) = table.game.let_bot_play(SOUTH, Millis(0), &table.keys).unwrap() {
            table.take(played);
        }
    }
    assert_eq!(verify(&table.registry, &domain::log::export(&table.log), &Against::default()).bad, None);
}

#[test]
fn chains_that_are_used_up_are_followed_by_others() {
    // Two links a chain: every second roll and hand-over begins another.
    let keys = GameKeys::with_links([3; 32], GameId([4; 16]), 2);
    let mut table = Table::with("pair", keys, false);
    table.set(SOUTH, "brace");
    table.set(NORTH, "brace");
    table.play_out();
    assert!(kinds(&table.log).iter().filter(|k| **k == "anchor/1").count() > 6);
    let export = domain::log::export(&table.log);
    assert_eq!(verify(&table.registry, &export, &Against { links: 2, ..Against::default() }).bad, None);
    // In a real game such chains would let their maker choose the dice.
    assert_eq!(verify(&table.registry, &export, &Against::default()).bad.unwrap().what, Wrong::Link);
    same(&Game::replay(&table.registry, &table.log).unwrap(), &table.game);
}

#[test]
fn secrets_do_not_show() {
    let keys = GameKeys::derive([0xab; 32], GameId([5; 16]));
    let link = keys.link(1, domain::log::ChainKind::Server, 9).to_string();
    let text = format!("{keys:?} {:?}", keys.seal(1));
    assert!(!text.contains("abab") && !text.contains("171, 171") && !text.contains(&link));
}

/// An interrupt is heard although the game waits for another seat; nobody is handed anything by it, and the audit agrees.
#[test]
fn an_order_that_is_not_waited_for() {
    let keys = GameKeys::derive([9; 32], GameId([7; 16]));
    let mut table = Table::with("pair", keys, true);
    table.order(SOUTH, &["pick 2"]);
    table.order(NORTH, &["pick 3"]);
    assert_eq!(table.game.waiting_seats(), [NORTH]);
    assert!(!table.game.hears(SOUTH) && table.game.menu(SOUTH, None).choices.is_empty());
    assert!(matches!(table.refused(SOUTH, &["jeer"]), GameError::OutOfTurn { .. }));
    let ruling = table.game.umpire("pull 45", Millis(9_000), &table.keys).unwrap();
    table.take(ruling);
    let menu = table.game.menu(SOUTH, None);
    assert!(menu.asks.is_empty());
    assert_eq!(menu.choices.iter().map(|c| c.order.as_str()).collect::<Vec<_>>(), ["jeer"]);
    let handovers = table.game.handovers();
    let seen = table.submission(NORTH, &["roll"]);
    assert_eq!(table.game.draft(SOUTH, &["jeer".into()]).unwrap().orders, ["jeer"]);
    table.order(SOUTH, &["jeer"]);
    assert_eq!((table.game.waiting_seats(), table.game.handovers()), (vec![NORTH], handovers));
    // It changed the position that the other was looking at.
    assert!(matches!(table.game.play(&seen, &table.keys), Err(GameError::Stale { .. })));
    // Only interrupts: the other's orders are still refused.
    assert!(matches!(table.refused(SOUTH, &["roll"]), GameError::Line { .. }));
    table.order(NORTH, &["roll"]);
    let replayed = Game::replay(&table.registry, &table.log).unwrap();
    same(&table.game, &replayed);
    let report = verify(&table.registry, &domain::log::export(&table.log), &Against::default());
    assert_eq!(report.bad, None);
}
