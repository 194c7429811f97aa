//! Hidden movement (0.1) and hidden identity (0.4) together: covers of counters out of view, and who is told of what as they come into it.
//! The ground between HH35 and HH44 is open and level.

use crate::ch38_hidden_combinations::known;
use crate::ch38_hidden_games::{Compared, compare, games, through_the_referee};
use crate::table::{RULES, Table, board, hex, unit};
use advanced_gettysburg::{Fact, InView, OptionStage, Position, UnitId, UnseenFact};
use domain_core::referee::Side::{Confederate, Union};
use domain_core::referee::{Card, Refusal, Ruleset, SeatId, Side, Situation, Terms, Viewer};
use domain_core::words::{Audience, Hearers};

fn terms(scenario: &str, options: &[&str]) -> Terms {
    let options = options.iter().map(|key| ((*key).to_owned(), "yes".to_owned())).collect();
    Terms { options, scenario: scenario.into() }
}

/// The dice that lay the covers of a side.
fn lays(side: Side, options: bool) -> Vec<u8> {
    let pack = RULES.pack();
    let covered = |u: &UnitId| !pack.label(*u).is_empty() && (options || pack.unit(*u).in_play);
    (0..pack.of(side).filter(covered).count() * 3).map(|n| (n * 5 % 6) as u8 + 1).collect()
}

/// A morning with both whose covers are laid.
fn begun() -> Table {
    let mut table = Table::with(&["hidden-movement", "hidden-identity"]);
    table.confederate("done", &lays(Confederate, false)).union("done", &lays(Union, false));
    table
}

/// The same, an empty map on which the umpire says these lines.
pub fn study(lines: &[&str]) -> Table {
    let mut table = begun();
    table.umpire("clear");
    for line in lines {
        table.umpire(line);
    }
    table
}

/// The counter of a brigade.
fn counter(table: &Table, name: &str) -> UnitId {
    board(table).cover_of(unit(name)).expect("all are known to the referee")
}

fn label(table: &Table, name: &str) -> &'static str {
    RULES.pack().label(counter(table, name))
}

/// Whether it is out of view, and whether its name is hidden.
fn is(table: &Table, name: &str) -> (bool, bool) {
    let counter = counter(table, name);
    (board(table).is_unseen(counter), board(table).is_covered(counter))
}

fn all_own(table: &Table, side: Side) -> bool {
    table.facts.iter().all(|f| RULES.hearers(f) == Hearers::Only(Audience::Side(side)))
}

fn shown(table: &Table) -> Vec<InView> {
    let why = |f: &Fact| if let Fact::Unseen(UnseenFact::InView { why, .. }) = f { Some(*why) } else { None };
    table.facts.iter().filter_map(why).collect()
}

/// What everybody hears of the last line, in facts and words.
fn public(table: &Table) -> String {
    let open: Vec<&Fact> = table.facts.iter().filter(|f| RULES.hearers(f) == Hearers::Everybody).collect();
    let told: Vec<_> = open.iter().filter_map(|f| RULES.tell(f, Viewer::Spectator)).collect();
    format!("{} {told:?}", serde_json::to_string(&open).expect("plain"))
}

#[test]
fn s0_1_s0_4_who_arrives_out_of_view_does_so_under_its_cover_and_keeps_it_as_it_comes_into_view() {
    let mut table = begun();
    table.confederate("done", &[]);
    let called = label(&table, "Archer");
    table.confederate("Archer march B38", &[]);
    assert!(all_own(&table, Confederate), "{:?}", table.facts);
    assert!(table.told(called) && !table.told("Archer"), "{:?}", table.story());
    let of = counter(&table, "Archer");
    let enemy = |table: &Table| known(table, Union);
    assert!(
        enemy(&table).chain(of).is_empty()
            && enemy(&table)
                .covers
                .who
                .iter()
                .all(|who| *who == u16::MAX || { RULES.pack().unit(UnitId(u32::from(*who))).side == Union })
    );
    table.confederate("Archer show", &[]);
    assert_eq!((shown(&table), is(&table, "Archer")), (vec![InView::Chosen], (false, true)));
    assert!(public(&table).contains(called) && !public(&table).contains("Archer"), "{}", public(&table));
    // Its enemy sees strength and place, no name or experience.
    let at = enemy(&table);
    assert!(RULES.board(&at).is_unknown(of) && at.brigade(of).map(|b| b.sp) == Some(12));
    let view = RULES.board(&at).view(Viewer::Seat(SeatId::of_side(Union)));
    let piece = view.pieces.iter().find(|p| p.name == called).expect("it is in view");
    assert_eq!((piece.points, piece.stripe.as_ref()), (Some(12), None));
    assert!(!format!("{piece:?}").contains("rcher"));
}

/// Archer in column comes upon Stone, both out of view; with these lines beside.
fn ambush(lines: &[&str]) -> Table {
    let first = ["place Archer column N HH36", "place Stone line HH41=8 SSE"];
    let last = ["turn 1 confederate divisions", "mark Archer level 8", "unseen Archer", "unseen Stone"];
    study(&[&first, lines, &last].concat())
}

#[test]
fn s0_1_10_s0_4_2_who_fires_by_surprise_is_named_and_its_target_and_who_is_merely_met_is_not() {
    // Cutler is at rest, within two hexes of HH39, where Archer comes within two of Stone; he does not fire.
    let atlas = &RULES.pack().ground.atlas;
    let far = |id: &str, at: usize| atlas.distance(hex(id), at);
    let met = |at: &usize| far("HH39", *at) == Some(2) && far("HH38", *at) == Some(3) && *at != hex("HH41");
    let at = (0..RULES.pack().ground.cells.len()).find(met).expect("a hex beside Stone");
    let place = format!("place Cutler rest {}", RULES.pack().ground.id(at));
    let mut table = ambush(&[&place, "unseen Cutler"]);
    assert_eq!([is(&table, "Stone"), is(&table, "Cutler")], [(true, true); 2]);
    let line = format!("{} march HH37-HH38-HH39-HH40", label(&table, "Archer"));
    table.confederate(&line, &[6]);
    assert_eq!([is(&table, "Stone"), is(&table, "Archer")], [(false, false); 2], "{:?}", table.story());
    assert_eq!(is(&table, "Cutler"), (false, true));
    let at = |f: fn(&Fact) -> bool| table.facts.iter().position(f).expect("it is told");
    let seen = at(|f| matches!(f, Fact::Unseen(UnseenFact::InView { .. })));
    let named = at(|f| matches!(f, Fact::Uncovered { .. }));
    let fired = at(|f| matches!(f, Fact::CombatFire(_)));
    assert!(seen < named && named < fired, "{:?}", table.story());
    let cutler = label(&table, "Cutler");
    assert!(public(&table).contains(cutler) && !public(&table).contains("Cutler"));
    assert_eq!(known(&table, Confederate).who(counter(&table, "Stone")), unit("Stone"));
}

#[test]
fn s0_1_s0_4_2_who_is_out_of_view_is_not_named_by_a_fight_of_whom_it_is_stacked_with() {
    // Davis has a flank marker in Archer's hex.
    let fight = |hidden: bool| {
        let lines = [
            "place Stone line HH40=8 SSE",
            "place Archer line HH39=4 NNE",
            "place Davis line GG39=8 HH39=4",
            "mark Archer attack launched",
            "turn 1 confederate targets",
        ];
        let mut table = study(&lines);
        if hidden {
            table.umpire("unseen Davis");
        }
        table.confederate("Archer.1 at HH40", &[]);
        assert_eq!([is(&table, "Archer"), is(&table, "Stone")], [(false, false); 2], "{:?}", table.story());
        let told = public(&table);
        (is(&table, "Davis"), told.contains("Davis") || told.contains(label(&table, "Davis")))
    };
    assert_eq!(fight(false), ((false, false), true));
    assert_eq!(fight(true), ((true, true), false));
}

#[test]
fn s0_1_s0_4_how_often_strength_joined_is_told_with_the_name_and_not_as_a_cover_comes_into_view() {
    let mut table = study(&["place Archer column N HH36", "turn 1 confederate divisions"]);
    let of = counter(&table, "Archer");
    table.position.brigade_mut(of).expect("a brigade").joined = 1;
    table.umpire("unseen Archer").confederate("Archer show", &[]);
    let joined = |at: &Position| at.brigade(of).map(|b| b.joined);
    assert_eq!([&table.position, &known(&table, Confederate)].map(joined), [Some(1); 2], "its side knows");
    assert_eq!(joined(&known(&table, Union)), Some(0));
    let told = table.facts.iter().find_map(|f| match f {
        Fact::Unseen(UnseenFact::InView { units, .. }) => Some(serde_json::to_string(units).expect("plain")),
        _ => None,
    });
    assert!(!told.expect("it comes into view").contains("\"joined\""));
}

#[test]
fn s0_1_s0_4_who_was_named_is_known_by_name_out_of_view_too() {
    let mut table = ambush(&[]);
    let line = format!("{} march HH37-HH38-HH39-HH40", label(&table, "Archer"));
    table.confederate(&line, &[6]);
    table.umpire("turn 2 union outposts").umpire("unseen Stone");
    assert_eq!(is(&table, "Stone"), (true, false));
    let enemy = known(&table, Confederate);
    let of = counter(&table, "Stone");
    assert!(enemy.chain(of).is_empty() && enemy.who(of) == unit("Stone"));
    assert_eq!(RULES.board(&enemy).name(of), "Stone");
}

#[test]
fn s0_1_s0_4_s0_5_who_begins_in_the_town_is_named_as_it_comes_into_view_and_nobody_else() {
    let mut table = Table {
        position: RULES
            .open(&terms("morning", &["hidden-movement", "hidden-identity", "entry-options"]))
            .expect("on offer"),
        facts: Vec::new(),
    };
    table.confederate("done", &lays(Confederate, true));
    let line = table.menu(Union).into_iter().find(|l| l.starts_with("option 1 ")).expect("a place for them");
    table.union(&line, &[]);
    assert!(all_own(&table, Union), "{:?}", table.facts);
    table.union("screen", &[]).union("done", &lays(Union, true));
    for name in ["us-meredith-inf", "us-cutler-inf"] {
        let id = RULES.pack().ids().find(|u| RULES.pack().unit(*u).id == name).expect("a brigade");
        assert_eq!(board(&table).cover_of(id), Some(id), "{name} lies under its own cover");
        assert!(!table.position.unit(id).place.chain().is_empty() || board(&table).is_unseen(id), "{name}");
        let seen = !board(&table).is_unseen(id);
        assert_eq!(board(&table).is_covered(id), !seen, "{name}");
        let enemy = known(&table, Confederate);
        assert_eq!(enemy.chain(id).is_empty(), !seen);
    }
    assert!(board(&table).is_covered(counter(&table, "Stone")));
}

#[test]
fn s0_1_s0_4_s0_5_3_an_option_under_a_cover_tells_its_points_as_that_comes_into_view() {
    let options = ["hidden-movement", "hidden-identity", "entry-options"];
    let mut table =
        Table { position: RULES.open(&terms("three-days", &options)).expect("on offer"), facts: Vec::new() };
    table.confederate("option 1", &[]).confederate("done", &lays(Confederate, true));
    table.union("done", &lays(Union, true));
    let called = label(&table, "cs-smith-inf");
    table.umpire("turn 22 confederate primary").confederate("cs-smith-inf march AA45", &[]);
    assert!(all_own(&table, Confederate), "{:?}", table.facts);
    assert_eq!(board(&table).option_points(Confederate), 0);
    table.confederate(&format!("{called} show"), &[]);
    assert!(table.facts.iter().any(|f| matches!(f, Fact::OptionScored { points: 10, side: Confederate })));
    assert!(!public(&table).contains("Smith") && !public(&table).contains("entry option 1"), "{}", public(&table));
    for at in [&table.position, &known(&table, Confederate), &known(&table, Union)] {
        assert_eq!(RULES.board(at).option_points(Confederate), 10);
        assert_eq!(at.brigade(counter(&table, "cs-smith-inf")).map(|b| b.sp), Some(15));
    }
    assert!(known(&table, Union).entry_options.is_empty());
    // When the game is over it is told, and counted once.
    table.umpire("turn 186 union assault").union("done", &[]);
    assert!(table.position.over && table.told("Confederate entry option 1"), "{:?}", table.story());
    for at in [&table.position, &known(&table, Union)] {
        assert_eq!(RULES.board(at).option_points(Confederate), 10);
    }
}

#[test]
fn s0_1_s0_4_who_is_out_of_view_or_covered_changes_nothing_that_the_enemy_sees_or_is_sent() {
    let tally = compare(&Compared { games: games(4), options: &["hidden-identity"], ..Compared::default() });
    let [unmet, met] = tally.tried;
    assert!(games(4) < 4 || (tally.compared > 20 && unmet + met > 100 && tally.hidden > 5), "{:?}", tally.words);
    assert!(tally.ends.iter().any(|at| !at.covers.shown.is_empty()), "somebody fought");
}

#[test]
fn s0_1_s0_4_s0_5_with_entry_options_too_it_changes_nothing_that_the_enemy_sees_or_is_sent() {
    let tally = compare(&Compared {
        games: games(2),
        lines: &["turn 18 confederate opening"],
        options: &["entry-options", "hidden-identity"],
        scenario: "three-days",
        says: &crate::ch38_hidden_combinations::options,
        until: 31,
    });
    assert!(tally.compared > 5 && tally.words.contains_key("option"), "{:?}", tally.words);
    assert!(tally.ends.iter().any(|at| at.entry_options.iter().any(|c| c.stage != OptionStage::Written)));
}

#[test]
fn s0_1_s0_4_s0_2_with_night_orders_too_it_changes_nothing_that_the_enemy_sees_or_is_sent() {
    let tally = compare(&Compared {
        games: games(2),
        lines: &["turn 62 confederate opening"],
        options: &["night-orders", "artillery-commanders", "hidden-identity"],
        scenario: "two-days",
        says: &|fold, side, rng| crate::ch38_hidden_combinations::orders(fold.of(side), side, rng),
        until: 69,
    });
    assert!(tally.compared > 5 && tally.said > 10, "{:?}", tally.words);
}

#[test]
fn mornings_with_hidden_movement_and_names_end_through_the_referee() {
    through_the_referee(&["hidden-identity"]);
}

#[test]
fn mornings_with_hidden_movement_and_names_and_all_that_goes_with_them_end_through_the_referee() {
    through_the_referee(&[
        "hidden-identity",
        "night-orders",
        "artillery-commanders",
        "entry-options",
        "cavalry-charge",
    ]);
}

#[test]
fn what_does_not_go_together_is_refused_with_its_section_and_not_on_offer() {
    let refused = |scenario: &str, options: &[&str]| match RULES.open(&terms(scenario, options)) {
        Err(Refusal::Unreadable { wrong, legal }) => format!("{wrong} {legal}"),
        other => panic!("{scenario} {options:?}: {other:?}"),
    };
    let offers = |scenario: &str, key: &str| {
        let about = RULES.about();
        let here = about.scenarios.iter().find(|s| s.id == scenario).expect("on offer");
        here.options.iter().any(|o| o.key == key)
    };
    for (scenario, option, section) in [
        ("longstreet", "hidden-movement", "(0.1)"),
        ("longstreet", "hidden-identity", "(0.4)"),
        ("longstreet", "jackson", "(0.3)"),
        ("first-day-2", "hidden-movement", "(0.1)"),
        ("first-day-2", "hidden-identity", "(0.4)"),
        ("two-days-4", "jackson", "(0.3)"),
    ] {
        let why = refused(scenario, &[option]);
        assert!(why.contains(section) && why.contains(&format!("Leave {option} out")), "{why}");
        assert!(!offers(scenario, option), "{scenario} {option}");
    }
    let why = refused("two-days", &["artillery-commanders"]);
    assert!(why.contains("night-orders as well") && why.contains("(0.13)"), "{why}");
    assert!(offers("first-day-2", "jackson") && offers("two-days", "artillery-commanders"));
    // All that goes together where a side has one seat.
    let all: Vec<&str> = RULES.about().scenarios[0].options.iter().map(|o| o.key).collect();
    assert_eq!(all.len(), 14);
    assert!(RULES.open(&terms("three-days", &all)).is_ok());
}
