//! What hidden movement together with charges, entry options, night orders and ammunition tells the other side, and what not (0.1). The ground between HH35 and
//! HH44 is open and level.

use crate::ch38_hidden_combinations::{known, study};
use crate::table::{RULES, Table, board, unit};
use advanced_gettysburg::{Fact, Position, Segment, UnitId};
use domain_core::referee::Side::{Confederate, Union};
use domain_core::referee::{Apply, Orders, Ruleset, SeatId, Side, Situation, Terms};
use domain_core::words::{Audience, Hearers};

const CRENSHAW: &str = "cs-pegram-crenshaw-bty";
const BRANDER: &str = "cs-pegram-brander-bty";

/// What a side is sent of the last facts.
fn heard(table: &Table, side: Side) -> Vec<&Fact> {
    let hears = |f: &&Fact| match RULES.hearers(f) {
        Hearers::Everybody => true,
        Hearers::Only(Audience::Side(of)) => of == side,
        _ => false,
    };
    table.facts.iter().filter(hears).collect()
}

/// What a side knew before a line, with what it was sent by it.
fn folded(before: &Position, table: &Table, side: Side) -> Position {
    let mut at = before.clone();
    heard(table, side).into_iter().for_each(|fact| at.apply(fact));
    at
}

fn id(name: &str) -> UnitId {
    unit(name)
}

#[test]
fn s0_1_s29_4_3_s0_10_what_batteries_out_of_view_take_of_the_reserve_their_side_alone_knows() {
    for shares in [&["ammunition-reserve"][..], &[]] {
        let lines = [
            "place cs-pegram-crenshaw-bty HH36 limbered N",
            "place cs-pegram-brander-bty HH38 limbered N",
            "mark cs-pegram-crenshaw-bty factors 1",
            "mark cs-pegram-brander-bty factors 2",
            "turn 50 confederate assault",
            "unseen cs-pegram-crenshaw-bty",
        ];
        let mut table = study("two-days", shares, &lines);
        let lacks = |name: &str, at: &Position| {
            let full = RULES.pack().unit(id(name)).battery().map_or(0, |b| b.factors);
            u16::from(full - at.battery(id(name)).expect("guns").factors)
        };
        let (hidden, shown) = (lacks(CRENSHAW, &known(&table, Confederate)), lacks(BRANDER, &table.position));
        let hidden = if hidden > 0 { hidden } else { lacks(CRENSHAW, &table.position) };
        let before = [Union, Confederate].map(|side| known(&table, side));
        let had = table.position.reserve[1];
        table.confederate("done", &[]);
        let left = |at: &Position| (at.reserve[1], at.stores.iter().sum::<u16>());
        assert!(hidden > 0 && shown > 0);
        assert_eq!(table.position.reserve[1], had - hidden - shown);
        let all: u16 = before[0].stores.iter().sum();
        let stores = |taken: u16| if shares.is_empty() { 0 } else { all - taken };
        // The Union supposes the hidden battery's factors in the reserve yet, by what it is sent as by what it may know.
        for (at, taken) in [
            (known(&table, Union), shown),
            (folded(&before[0], &table, Union), shown),
            (known(&table, Confederate), hidden + shown),
            (folded(&before[1], &table, Confederate), hidden + shown),
        ] {
            assert_eq!(left(&at), (had - taken, stores(taken)), "{shares:?}");
        }
        assert!(known(&table, Union).hidden.drawn.iter().all(|taken| taken.points == 0));
    }
}

#[test]
fn s0_1_s0_6_4_whom_a_charge_saw_as_it_was_named_tells_nobody_who_stands_hidden_between() {
    let named = |davis: &str| {
        let mut table = study(
            "morning",
            &["cavalry-charge"],
            &[
                "place Hampton charge N HH37=3 HH37=3",
                "place Stone line HH42=8 SSE",
                davis,
                "turn 1 confederate opening",
                "unseen Davis",
            ],
        );
        table.confederate("attack Hampton", &[]);
        let sent: Vec<String> =
            heard(&table, Union).into_iter().map(|f| serde_json::to_string(f).expect("plain")).collect();
        let seen = table.brigade("Hampton").sighted.clone();
        let enemy = known(&table, Union).brigade(id("Hampton")).expect("in view").sighted.clone();
        (seen, sent, enemy)
    };
    let (between, sent, enemy) = named("place Davis rest HH39");
    let (aside, sent_too, enemy_too) = named("place Davis rest HH30");
    assert_eq!((between, aside), (vec![], vec![id("Stone")]), "§20.3.6: his own brigade stands in the way");
    assert_eq!((sent, enemy), (sent_too, enemy_too));
}

#[test]
fn s0_1_s0_5_3_points_that_are_due_and_have_not_joined_bring_no_option_to_light() {
    let mut table = study("three-days", &["entry-options"], &[]);
    table.position.entry_options = serde_json::from_value(serde_json::json!([{ "n": 4, "side": Union }])).expect("it");
    for line in ["place us-mcdougall-inf rest U20", "turn 53 union primary", "unseen us-mcdougall-inf"] {
        table.umpire(line);
    }
    table.union("us-mcdougall-inf show", &[]);
    assert_eq!((board(&table).option_points(Union), known(&table, Confederate).entry_options.len()), (0, 0));
}

/// A night in which these lines are written, the morning after it, and what the umpire says then.
fn morning_after(written: &[&str], place: &[&str], lines: &[&str]) -> Table {
    let place: Vec<&str> = place.iter().copied().chain(["turn 50 confederate opening"]).collect();
    let mut table = study("two-days", &["night-orders", "artillery-commanders"], &place);
    for line in written {
        table.confederate(line, &[]);
    }
    for line in lines {
        table.umpire(line);
    }
    table
}

#[test]
fn s0_1_s0_2_who_is_in_range_of_the_primary_commander_tells_of_no_transfer() {
    let told = |written: &[&str]| {
        let place = ["place cs-heth-cmd HH36", "place Archer line HH38=8 NNW", "place Lane rest HH37"];
        let mut table = morning_after(written, &place, &["turn 72 confederate opening"]);
        let before = known(&table, Union);
        table.confederate("primary cs-heth-cmd", &[]);
        let over = table.position.command.as_ref().expect("a primary commander").over.clone();
        let sent: Vec<String> =
            heard(&table, Union).into_iter().map(|f| serde_json::to_string(f).expect("plain")).collect();
        let command = |at: &Position| serde_json::to_string(&at.command).expect("plain");
        assert_eq!(command(&known(&table, Union)), command(&folded(&before, &table, Union)));
        assert_eq!(known(&table, Confederate).command.expect("his own").over, over);
        (over.contains(&id("Lane")), sent)
    };
    let (with, without) = (told(&["transfer Lane to Heth"]), told(&[]));
    assert_eq!((with.0, without.0), (true, false));
    assert_eq!(with.1, without.1);
}

#[test]
fn s0_1_s14_5_who_is_in_range_of_the_primary_commander_tells_of_nobody_out_of_view_between() {
    let told = |heth: &str| {
        let lines = [
            "place cs-hill-cmd HH34",
            heth,
            "place Archer line HH39=8 NNW",
            "turn 1 confederate opening",
            "unseen cs-heth-cmd",
        ];
        let mut table = study("morning", &[], &lines);
        table.confederate("primary cs-hill-cmd", &[]);
        let sent: Vec<String> =
            heard(&table, Union).into_iter().map(|f| serde_json::to_string(f).expect("plain")).collect();
        (table.position.command.as_ref().is_some_and(|c| c.over.contains(&id("Archer"))), sent)
    };
    let (between, away) = (told("place cs-heth-cmd HH36"), told("place cs-heth-cmd T31"));
    assert_eq!((between.0, away.0), (true, false));
    assert_eq!(between.1, away.1);
}

#[test]
fn s0_1_s0_13_whether_artillery_fire_is_asked_tells_of_no_order_by_which_a_battery_may_fire() {
    let stops = |written: &[&str], alexander: &str| {
        let place = ["place cs-pegram-crenshaw-bty HH37 unlimbered NNE", "place cs-alexander-cmd HH36"];
        let lines =
            [alexander, "place Stone line HH41=8 SSE", "turn 72 confederate outposts", "unseen cs-alexander-cmd"];
        let mut table = morning_after(written, &place, &lines);
        table.position.battery_mut(id(CRENSHAW)).expect("guns").moved = false;
        table.confederate("done", &[]);
        let menu = table.menu(Confederate);
        (table.position.segment, menu.iter().any(|l| l.contains(" at ")))
    };
    let order = ["guns Alexander: cs-pegram-crenshaw-bty"];
    assert_eq!(stops(&order, "place cs-alexander-cmd HH36"), (Segment::Artillery, true));
    assert_eq!(stops(&order, "place cs-alexander-cmd T31"), (Segment::Artillery, false));
    assert_eq!(stops(&[], "place cs-alexander-cmd HH36"), (Segment::Artillery, false));
}

#[test]
fn s0_1_s24_2_cannon_that_fire_by_a_sealed_order_are_reckoned_with_by_who_answers_them() {
    let place = ["place cs-pegram-crenshaw-bty HH39 unlimbered NNW", "place cs-alexander-cmd HH37"];
    let lines = [
        "place Stone line HH40=8 SSW",
        "place cs-law-inf line HH39=4 NNW",
        "place cs-benning-inf line GG40=2 NNE",
        "turn 72 confederate targets",
        "mark cs-law-inf attack launched level 6",
        "mark cs-benning-inf attack launched level 6",
        "unseen cs-alexander-cmd",
    ];
    let mut table = morning_after(&["guns Alexander: cs-pegram-crenshaw-bty"], &place, &lines);
    for name in ["cs-law-inf all", "cs-benning-inf all", CRENSHAW] {
        table.confederate(&format!("{name} at HH40"), &[]);
    }
    table.confederate("done", &[]);
    for _ in 0..3 {
        if table.position.segment != Segment::Fire {
            table.union("stand", &[]);
        }
    }
    assert_eq!(table.position.segment, Segment::Fire);
    let enemy = known(&table, Union);
    assert!(enemy.gun_orders.is_empty());
    let (seat, theirs) = (SeatId::of_side(Union), RULES.board(&enemy));
    let lines: Vec<String> = theirs.orders(seat).iter().map(|o| theirs.format(o)).collect();
    // Four of Law and two of the cannon are matched before anything else.
    assert!(lines.contains(&"HH40: 6 at HH39".to_owned()), "{lines:?}");
    assert_eq!(lines, table.menu(Union), "what he is offered is what is accepted");
}

#[test]
fn s0_5_1_which_of_several_seats_is_asked_tells_of_no_entry_option() {
    let on = |key: &str| (key.to_owned(), "yes".to_owned());
    let options = ["entry-options"].into_iter().map(on).collect();
    let opened = RULES.open(&Terms { options, scenario: "first-day-2".into() }).expect("on offer");
    let asked = |chosen: bool, turn: u8| -> Vec<SeatId> {
        let mut at = opened.clone();
        let written = if chosen { serde_json::json!([{ "n": 1, "side": Union }]) } else { serde_json::json!([]) };
        at.entry_options = serde_json::from_value(written).expect("options");
        let turn = RULES.umpire(&at, &format!("turn {turn} union opening")).expect("a turn");
        turn.iter().for_each(|fact| at.apply(fact));
        RULES.board(&at).waiting().iter().map(|decision| decision.seat).collect()
    };
    for turn in 1..=12 {
        assert_eq!(asked(true, turn), asked(false, turn), "{turn}");
    }
}
