//! The language of standing orders, and what a game does with it.

use crate::toy::{NORTH, SOUTH, Table, Tug};
use domain::log::{Body, Millis, export};
use domain::referee::*;
use proptest::prelude::*;

fn notation() -> Notation {
    any_ruleset(Tug::new()).standing_notation()
}

#[test]
fn rules_are_read_and_written() {
    let notation = notation();
    for (text, written) in [
        ("hold", "hold"),
        ("  HOLD ", "hold"),
        ("always brace", "brace"),
        ("always ask", "ask"),
        ("if turn >= 2: ask; hold", "if turn >= 2: ask; hold"),
        ("if turn>=2:ask;hold", "if turn >= 2: ask; hold"),
        ("if turn ≥ 2: ask; otherwise hold", "if turn >= 2: ask; hold"),
        ("IF Turn at least 2: Ask; else Hold", "if turn >= 2: ask; hold"),
        ("if turn is at most 2: ask; hold", "if turn <= 2: ask; hold"),
        ("if turn 3: ask; hold", "if turn = 3: ask; hold"),
        ("if turn is not 3: ask; hold", "if turn != 3: ask; hold"),
        ("if not turn < 2: ask; hold", "if turn >= 2: ask; hold"),
        ("if gain > 4 and turn = 1: brace; hold", "if gain > 4 and turn = 1: brace; hold"),
        ("if puller north: ask; hold", "if puller North: ask; hold"),
        ("if puller is North  Reserve: ask; hold", "if puller North reserve: ask; hold"),
        ("if puller North, South: ask; hold", "if puller North or South: ask; hold"),
        ("if puller North or north: ask; hold", "if puller North: ask; hold"),
        ("if puller not North or South: ask; hold", "if puller not North or South: ask; hold"),
        ("if not puller North: ask; hold", "if puller not North: ask; hold"),
        ("if puller North: ask; if gain >= 9: brace; hold", "if puller North: ask; if gain >= 9: brace; hold"),
    ] {
        let rule = notation.rule("brace", text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(rule.to_string(), written, "{text}");
        assert_eq!(notation.rule("brace", written).unwrap(), rule, "{written}");
    }
}

#[test]
fn bad_rules_are_refused_with_what_would_be_right() {
    let notation = notation();
    let many = format!("if {}: ask; hold", vec!["turn = 1"; 10_000].join(" and "));
    let crowd = "if turn=1:ask;".repeat(25) + "hold";
    for (text, said) in [
        ("", "A value is missing."),
        ("dance", "“dance” is not one of its values. It has ask, hold, brace."),
        ("hold fast", "a value is one word"),
        ("if turn >= 2: ask", "After the last “;” comes the value that holds otherwise"),
        ("if turn >= 2: ask;", "A value is missing."),
        ("if turn >= 2 ask; hold", "has no “:” between"),
        ("if turn >= 2: dance; hold", "“dance” is not one of its values."),
        ("turn >= 2: ask; hold", "does not begin with “if”"),
        ("if : ask; hold", "A condition is missing."),
        ("if turn: ask; hold", "lacks a name or a number"),
        ("if turn >= two: ask; hold", "compares with no number"),
        ("if turn two: ask; hold", "“two” is no number to compare turn with."),
        ("if turn >= 4: ask; hold", "turn is never 4. turn runs from 1 to 3"),
        ("if turn 1 or 2: ask; hold", "compared with several numbers"),
        ("if weather fine: ask; hold", "“weather” is not known there. Its conditions may ask for turn, gain, puller."),
        ("if puller West: ask; hold", "puller has nothing called “West”."),
        ("if puller Nroth: ask; hold", "Did you mean North?"),
        ("if puller >= 3: ask; hold", "not a number to compare. Write for example: puller North."),
        ("if puller North or turn 3: ask; hold", "“or” joins names of one circumstance"),
        ("if turn = 1: if gain = 3: ask; hold", "An “if” stands inside another. Join conditions by “and”"),
        ("if turn = 1 and turn = 2: ask; hold", "can never hold. What it asks of turn contradicts itself."),
        ("if gain < 4 and gain >= 4: ask; hold", "can never hold"),
        ("if puller North and puller South: ask; hold", "can never hold"),
        ("if puller North and puller not North: ask; hold", "can never hold"),
        ("if turn = 1: ask; if turn = 1: brace; hold", "is never reached."),
        ("if turn = 1: ask; if gain = 3 and turn = 1: brace; hold", "is never reached."),
        ("if turn = 1: ask;; hold", "nothing between two “;”"),
        ("hold\nask", "control characters"),
        (&many, "bytes long. A rule has at most 500 bytes."),
        (&crowd, "25 conditions. A rule has at most 24."),
    ] {
        let wrong = notation.rule("brace", text).map(|r| r.to_string()).unwrap_err().to_string();
        assert!(wrong.contains(said), "{text}: {wrong}");
        assert!(wrong.starts_with("brace: "), "{wrong}");
    }
    let wrong = notation.rule("dance", "ask").unwrap_err().to_string();
    assert_eq!(wrong, "There is no standing order called “dance”. There are brace.");
}

#[test]
fn lines_change_what_they_name() {
    let notation = notation();
    let before = Standing([("brace".to_owned(), "ask".to_owned()), ("other".to_owned(), "kept".to_owned())].into());
    let after = notation.lines(&before, "# mine\n\n Brace = if turn = 1: ask; hold \n").unwrap();
    assert_eq!((after.get("brace"), after.get("other")), ("if turn = 1: ask; hold", "kept"));
    assert_eq!(notation.write(&after), "brace = if turn = 1: ask; hold\n");
    assert_eq!(notation.lines(&before, &notation.write(&after)).unwrap(), after);
    for (text, said) in [
        ("brace hold", "is no standing order. Write a question, “=” and its rule"),
        ("brace = hold\nbrace = ask", "brace is given twice."),
        ("dance = hold", "There is no standing order called “dance”."),
        (&"#".repeat(20_000), "They may have 16384 bytes."),
    ] {
        let wrong = notation.lines(&before, text).unwrap_err().to_string();
        assert!(wrong.contains(said), "{wrong}");
    }
}

#[test]
fn the_first_case_that_holds_decides() {
    let notation = notation();
    let rule = notation.rule("brace", "if puller South or North and gain > 9: brace; if turn < 3: ask; hold").unwrap();
    let at = |puller: &str, gain: i32, turn: u32| {
        vec![
            Circumstance::word("puller", puller),
            Circumstance::number("gain", gain),
            Circumstance::number("turn", turn),
        ]
    };
    for (puller, gain, turn, value) in [
        ("North", 10, 1, "brace"),
        ("SOUTH", 10, 3, "brace"),
        ("North", 9, 1, "ask"),
        ("North reserve", 12, 2, "ask"),
        ("North reserve", 12, 3, "hold"),
    ] {
        assert_eq!(rule.value(&at(puller, gain, turn)).0, value, "{puller} {gain} {turn}");
    }
    // What is not told is not met, whichever way the condition is turned.
    let turned = notation.rule("brace", "if puller not North: brace; hold").unwrap();
    assert_eq!(turned.value(&[]).0, "hold");
    assert_eq!(turned.value(&[Circumstance::word("puller", "South")]).0, "brace");
    let several = [Circumstance::words("puller", ["South".to_owned(), "North".to_owned()])];
    assert_eq!(turned.value(&several).0, "hold", "one of several is North");
}

/// Any rule that the toy's notation can hold.
fn rules() -> impl Strategy<Value = String> {
    let value = || prop::sample::select(vec!["ask", "hold", "brace"]);
    let sign = || prop::sample::select(Compare::ALL.map(Compare::sign).to_vec());
    let name = || prop::sample::select(vec!["North", "South", "North reserve", "South reserve"]);
    let names = prop::collection::vec(name(), 1..4).prop_map(|n| n.join(" or "));
    let condition = prop_oneof![
        (sign(), 1..4).prop_map(|(s, n)| format!("turn {s} {n}")),
        (sign(), 1..19).prop_map(|(s, n)| format!("gain {s} {n}")),
        (any::<bool>(), names).prop_map(|(not, n)| format!("puller {}{n}", if not { "not " } else { "" })),
    ];
    let case = (prop::collection::vec(condition, 1..4), value())
        .prop_map(|(conditions, value)| format!("if {}: {value}; ", conditions.join(" and ")));
    (prop::collection::vec(case, 0..5), value()).prop_map(|(cases, last)| cases.concat() + last)
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(text in rules()) {
        // Some of them contradict themselves, and are refused; all others come back.
        if let Ok(rule) = notation().rule("brace", &text) {
            let written = rule.to_string();
            let again = notation().rule("brace", &written);
            prop_assert_eq!(again.as_ref(), Ok(&rule));
            prop_assert_eq!(again.unwrap().to_string(), written);
        }
    }

    #[test]
    fn no_text_stops_the_reader(text in any::<String>(), key in prop_oneof![Just("brace".to_owned()), any::<String>()]) {
        if let Err(wrong) = notation().rule(&key, &text) {
            prop_assert!(!wrong.wrong.is_empty() && wrong.right.ends_with(['.', '?']), "{}", wrong);
        }
        let _ = notation().lines(&Standing::default(), &text);
    }

    #[test]
    fn games_with_any_rules_verify(north in rules(), south in rules(), picks in prop::collection::vec(1..4_u8, 6)) {
        let mut table = Table::of("pair");
        for (seat, rule) in [(NORTH, &north), (SOUTH, &south)] {
            if notation().rule("brace", rule).is_ok() {
                table.set(seat, rule);
            }
        }
        let mut picks = picks.into_iter();
        while let Some(decision) = table.game.waiting().first().cloned() {
            let order = match decision.kind {
                "pick" => format!("pick {}", picks.next().unwrap_or(1)),
                "roll" => "roll".to_owned(),
                _ => "hold".to_owned(),
            };
            table.order(decision.seat, &[&order]);
        }
        let report = verify(&table.registry, &export(&table.log), &Against::default());
        prop_assert_eq!(report.bad, None);
    }
}

/// South braces against big pulls from the second round on, and is asked about the rest.
fn conditional() -> Table {
    let mut table = Table::of("pair");
    table.set(SOUTH, "if turn >= 2 and puller North: brace; if gain <= 18 and turn = 1: hold; ask");
    for _ in 0..2 {
        table.order(SOUTH, &["pick 2"]);
        table.order(NORTH, &["pick 3"]);
        table.order(NORTH, &["roll"]);
        table.order(SOUTH, &["roll"]);
    }
    table
}

fn uses(table: &Table) -> Vec<(String, String)> {
    let used = table.log.iter().filter_map(|r| match r.read().unwrap() {
        Body::Order(o) if o.seat == SOUTH => o.standing.map(|s| (o.order, s.reason)),
        _ => None,
    });
    used.collect()
}

#[test]
fn the_chronicle_says_which_rule_answered() {
    let table = conditional();
    assert_eq!(
        uses(&table),
        [
            ("hold".to_owned(), "standing order: brace, if gain <= 18 and turn = 1: hold".to_owned()),
            ("brace".to_owned(), "standing order: brace, if turn >= 2 and puller North: brace".to_owned()),
        ]
    );
    let told = table.game.chronicle(&table.log, Viewer::Seat(SOUTH)).unwrap();
    assert!(
        told.iter()
            .any(|e| e.standing.as_deref() == Some("standing order: brace, if turn >= 2 and puller North: brace"))
    );
}

#[test]
fn otherwise_is_named_as_well() {
    let mut table = Table::of("pair");
    table.set(SOUTH, "if turn = 3: ask; hold");
    table.order(SOUTH, &["pick 2"]);
    table.order(NORTH, &["pick 3"]);
    table.order(NORTH, &["roll"]);
    assert_eq!(uses(&table), [("hold".to_owned(), "standing order: brace, otherwise: hold".to_owned())]);
}

#[test]
fn a_rule_whose_premise_is_gone_says_so_to_its_seat() {
    let mut table = Table::of("pair");
    table.set(SOUTH, "if turn = 1: ask; if puller North or South: brace; if turn < 3 and gain = 3: ask; hold");
    let standing = table.game.standing(SOUTH, &table.keys);
    assert_eq!(table.game.lapsed(SOUTH, &standing), []);
    table.order(SOUTH, &["pick 1"]);
    table.order(NORTH, &["pick 1"]);
    table.order(NORTH, &["add 2", "roll"]);
    table.order(SOUTH, &["hold"]);
    // North is spent, but South is not: the second case may still hold.
    assert_eq!(table.game.lapsed(SOUTH, &standing), []);
    let since = table.game.len();
    table.order(SOUTH, &["add 2", "roll"]);
    let off: Vec<String> = table.game.lapsed(SOUTH, &standing).iter().map(ToString::to_string).collect();
    assert_eq!(
        off,
        [
            "Standing order brace, if turn = 1: ask: off, because turn 1 is past.",
            "Standing order brace, if puller North or South: brace: off, because North is spent and South is spent.",
        ]
    );
    let lapses = |seat, from: usize| {
        let before = Game::replay(&table.registry, &table.log[..from]).unwrap();
        Game::lapses(before, (&table.log[from..], &[]), seat, &table.keys).unwrap()
    };
    let told = lapses(SOUTH, 1);
    assert_eq!(told.iter().map(|l| l.1.text.clone()).collect::<Vec<_>>().len(), 2);
    assert!(told.iter().all(|l| l.0 > since), "{told:?}");
    // From wherever one goes on, those behind it are told and no others.
    for from in 1..=table.log.len() {
        let later: Vec<_> = told.iter().filter(|l| l.0 > from as u64).cloned().collect();
        assert_eq!(lapses(SOUTH, from), later, "from {from}");
    }
    // Nobody else has such rules to hear of.
    assert_eq!(lapses(NORTH, 1), []);
    assert!(!format!("{:?}", table.game.chronicle(&table.log, Viewer::Seat(NORTH)).unwrap()).contains("off, because"));
}

#[test]
fn standing_orders_are_tried_on_the_questions_so_far() {
    let mut table = Table::of("pair");
    table.set(SOUTH, "ask");
    for order in ["hold", "brace"] {
        table.order(SOUTH, &["pick 1"]);
        table.order(NORTH, &["pick 1"]);
        table.order(NORTH, &["roll"]);
        table.order(SOUTH, &[order]);
        table.order(SOUTH, &["roll"]);
    }
    table.order(SOUTH, &["pick 1"]);
    table.order(NORTH, &["pick 1"]);
    table.order(NORTH, &["roll"]);
    let tried = |text: &str| {
        let standing = Standing([("brace".to_owned(), text.to_owned())].into());
        Game::try_standing(&table.registry, (&table.log, &[]), SOUTH, &standing).unwrap()
    };
    let all = tried("hold");
    assert_eq!((all.answered(6), all.past.len(), all.now.len()), ((2, 2), 2, 1));
    let some = tried("if turn = 2: hold; ask");
    assert_eq!(some.answered(6), (1, 2));
    assert_eq!(some.answered(1), (1, 1));
    let [first, second] = some.past.as_slice() else { panic!("{some:?}") };
    assert_eq!((first.would.as_ref(), first.did.as_deref(), first.turn), (None, Some("hold"), 1));
    let would = second.would.as_ref().unwrap();
    assert_eq!((would.order.as_str(), would.why.as_str()), ("hold", "standing order: brace, if turn = 2: hold"));
    assert_eq!(
        (second.did.as_deref(), second.in_advance, second.keys.as_slice()),
        (Some("brace"), false, &["brace"][..])
    );
    assert_eq!((some.now[0].would.as_ref(), some.now[0].seq), (None, table.game.len() + 1));
    assert_eq!(second.asks, "Brace or hold.");
    // The other seat was answered in advance by its default.
    let north = Game::try_standing(&table.registry, (&table.log, &[]), NORTH, &Standing::default()).unwrap();
    assert_eq!((north.answered(6), north.past.iter().all(|q| q.in_advance)), ((2, 2), true));
    let wrong = Standing([("brace".to_owned(), "if turn = 9: ask; hold".to_owned())].into());
    assert!(matches!(Game::try_standing(&table.registry, (&table.log, &[]), SOUTH, &wrong), Err(GameError::Text(_))));
}

#[test]
fn a_bad_set_changes_nothing() {
    let table = Table::of("pair");
    let wrong = Standing([("brace".to_owned(), "if turn = 9: ask; hold".to_owned())].into());
    let refused = table.game.set_standing(SOUTH, &wrong, Millis(0), &table.keys).unwrap_err();
    assert!(refused.to_string().contains("turn is never 9. turn runs from 1 to 3"), "{refused}");
    let refused = table.game.standing_lines(SOUTH, "brace = hold\ndance = ask", &table.keys).unwrap_err();
    assert!(refused.to_string().contains("There is no standing order called “dance”"), "{refused}");
    let lines = table.game.standing_lines(SOUTH, "brace = IF turn=1: ask; hold", &table.keys).unwrap();
    assert_eq!(lines.get("brace"), "if turn = 1: ask; hold");
}

#[test]
fn a_question_with_one_legal_answer_does_not_travel() {
    let keys = domain::dice::GameKeys::derive([7; 32], domain::log::GameId([1; 16]));
    let mut table = Table::with("pair", keys, true);
    table.set(SOUTH, "ask");
    table.order(SOUTH, &["pick 1"]);
    table.order(NORTH, &["pick 1"]);
    let pulled = table.game.umpire("pull 100", Millis(1), &table.keys).unwrap();
    table.take(pulled);
    table.order(NORTH, &["roll"]);
    let told = table.game.chronicle(&table.log, Viewer::Everyone).unwrap();
    let entry = told.iter().find(|e| e.standing.is_some()).unwrap();
    assert_eq!((entry.order.as_deref(), entry.seat), (Some("hold"), Some(SOUTH)));
    assert_eq!(entry.standing.as_deref(), Some("forced: nothing else is legal"));
    // South goes straight on to its own pull, and is not counted as asked.
    assert_eq!(table.game.waiting()[0].kind, "roll");
    let tried = Game::try_standing(&table.registry, (&table.log, &[]), SOUTH, &Standing::default()).unwrap();
    assert_eq!(tried.past, []);
    table.play_out();
    assert_eq!(verify(&table.registry, &export(&table.log), &Against::default()).bad, None);
    // Passed over, it is found, and needs no opening to be found.
    let forced = table.log.iter().position(|r| r.body.contains("\"key\":\"forced\"")).unwrap();
    let cut = verify(&table.registry, &export(&table.log[..forced]), &Against::default());
    assert_eq!(cut.bad.map(|b| b.what), Some(Wrong::Standing));
}
