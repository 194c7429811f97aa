//! Hidden movement (0.1): lines laid, who goes out of view and comes into it, surprise. The ground between HH35 and HH44 is open and level.

use crate::table::{RULES, Table, board, hex, hidden as study, unit};
use advanced_gettysburg::{Attack, Fact, InView, Place, Retreat, Segment, UnseenFact};
use domain_core::referee::Side::{Confederate, Union};
use domain_core::referee::{Orders, Ruleset, SeatId, Situation, Viewer};
use domain_core::words::{Audience, Hearers};

fn is_unseen(table: &Table, name: &str) -> bool {
    board(table).is_unseen(unit(name))
}

fn shown(table: &Table) -> Vec<InView> {
    let why = |f: &Fact| if let Fact::Unseen(UnseenFact::InView { why, .. }) = f { Some(*why) } else { None };
    table.facts.iter().filter_map(why).collect()
}

#[test]
fn s0_1_preparation_3_lines_are_laid_before_play_and_who_starts_within_them_is_out_of_view() {
    let mut table = Table::with(&["hidden-movement"]);
    assert_eq!((table.position.segment, table.position.side), (Segment::SetUp, Confederate));
    table.confederate("done", &[]);
    assert_eq!((table.position.segment, table.position.side), (Segment::SetUp, Union));
    table.union("screen", &[]);
    assert!(!table.position.hidden.outposts[0].is_empty());
    for name in ["Gamble", "Devin"] {
        assert!(is_unseen(&table, name), "{name}");
        assert_eq!(table.position.unit(unit(name)).place, Place::Unseen);
    }
    // Where they are is their side's alone; that they are out of view, and the outposts, are everybody's.
    let open: Vec<&Fact> = table.facts.iter().filter(|f| RULES.hearers(f) == Hearers::Everybody).collect();
    assert!(open.iter().all(|f| matches!(f, Fact::Unseen(UnseenFact::Laid { .. } | UnseenFact::OutOfView { .. }))));
    let enemy = RULES.known(&table.position, Viewer::Seat(SeatId::of_side(Confederate)));
    let sees = |at: &advanced_gettysburg::Position, side| {
        let view = RULES.board(at).view(Viewer::Seat(SeatId::of_side(side)));
        view.pieces.iter().any(|p| p.name == "Gamble" && matches!(p.place, domain_core::referee::Place::Map(_)))
    };
    assert!(!sees(&enemy, Confederate));
    assert!(sees(&RULES.known(&table.position, Viewer::Seat(SeatId::of_side(Union))), Union));
    table.union("done", &[]);
    assert_eq!((table.position.segment, table.position.side), (Segment::Opening, Confederate));
}

#[test]
fn s0_1_orders_of_who_is_out_of_view_are_its_sides_alone() {
    let mut table =
        study(&["place Archer column N HH36", "turn 1 confederate divisions", "mark Archer level 8", "unseen Archer"]);
    let order = board(&table).parse(SeatId::of_side(Confederate), "Archer march HH37").expect("readable");
    let hearers = board(&table).order_hearers(SeatId::of_side(Confederate), &order);
    assert_eq!(hearers, Hearers::Only(Audience::Side(Confederate)));
    table.confederate("Archer march HH37", &[]);
    assert!(
        table.facts.iter().all(|f| RULES.hearers(f) == Hearers::Only(Audience::Side(Confederate))),
        "{:?}",
        table.facts
    );
    assert_eq!(table.position.place(unit("Archer")), Some(hex("HH37")));
    let enemy = RULES.known(&table.position, Viewer::Seat(SeatId::of_side(Union)));
    assert!(enemy.chain(unit("Archer")).is_empty());
}

#[test]
fn s0_1_2_a_counter_may_be_placed_in_view_while_its_side_moves() {
    let mut table = study(&["place Archer column N HH36", "turn 1 confederate divisions", "unseen Archer"]);
    table.confederate("Archer show", &[]);
    assert_eq!(shown(&table), [InView::Chosen]);
    assert!(!is_unseen(&table, "Archer"));
    assert_eq!(table.refused(Confederate, "Archer show"), "0.1");
    // Outposts 6 and 8: back behind a line only after it has left the place.
    table.umpire("turn 1 confederate outposts");
    table.confederate("screen", &[]);
    assert!(!is_unseen(&table, "Archer"));
    assert!(table.why(Confederate, "Archer hide").contains("placed in view"));
}

#[test]
fn s0_1_12_who_is_outside_of_its_line_when_the_turn_is_over_comes_into_view() {
    let mut table = study(&["place Archer column N HH36", "turn 1 confederate outposts", "unseen Archer"]);
    table.confederate("done", &[]);
    assert_eq!(shown(&table), [InView::OutsideLine]);
    let mut table = study(&["place Archer column N HH36", "turn 1 confederate outposts", "unseen Archer"]);
    table.confederate("screen", &[]).confederate("done", &[]);
    assert!(shown(&table).is_empty() && is_unseen(&table, "Archer"));
}

#[test]
fn s0_1_6_who_comes_into_an_enemys_sight_or_beside_his_outposts_comes_into_view() {
    let mut table = study(&[
        "place Archer column N HH36",
        "place Stone line HH44=8 SSE",
        "turn 1 confederate divisions",
        "mark Archer level 8",
        "unseen Archer",
    ]);
    table.confederate("Archer march HH37", &[]);
    assert_eq!(shown(&table), [InView::InSight]);
    // Its head does, and hides those behind it (outposts 9, §20.3).
    assert!(board(&table).is_partly(unit("Archer")));
    let enemy = RULES.known(&table.position, Viewer::Seat(SeatId::of_side(Union)));
    assert_eq!(enemy.chain(unit("Archer")).first().map(|l| l.at()), Some(hex("HH37")));
}

/// Archer comes upon Stone, both out of view.
fn ambush() -> Table {
    study(&[
        "place Archer column N HH36",
        "place Stone line HH41=8 SSE",
        "turn 1 confederate divisions",
        "mark Archer level 8",
        "unseen Archer",
        "unseen Stone",
    ])
}

#[test]
fn s0_1_10_a_column_that_comes_within_two_hexes_of_somebody_hidden_is_fired_at_and_retreats() {
    let mut table = ambush();
    table.confederate("Archer march HH37-HH38-HH39-HH40", &[6]);
    assert!(!is_unseen(&table, "Archer") && !is_unseen(&table, "Stone"));
    let fire = table.facts.iter().find_map(|f| if let Fact::CombatFire(v) = f { Some(v) } else { None }).expect("fire");
    assert_eq!((fire.by, fire.target, fire.strength), (Union, unit("Archer"), 8));
    assert!(table.facts.iter().any(|f| matches!(f, Fact::FellBack { how: Retreat::Involuntary, .. })));
    assert!(table.brigade("Archer").done && table.brigade("Archer").cp > 0);
    // It goes back from where it was met, two hexes.
    let far = board(&table)
        .pack
        .ground
        .atlas
        .distance(table.position.place(unit("Archer")).expect("on the map"), hex("HH41"));
    assert!(far.is_some_and(|far| far >= 4), "{far:?}");
    assert!(table.position.pairs.is_empty(), "nobody answers it");
}

#[test]
fn s0_1_10_a_column_in_view_stops_where_it_sees_who_was_hidden() {
    let mut table = study(&[
        "place Archer column N HH36",
        "place Stone line HH41=8 SSE",
        "turn 1 confederate divisions",
        "mark Archer level 8",
        "unseen Stone",
    ]);
    table.confederate("Archer march HH37-HH38", &[]);
    assert_eq!(table.position.place(unit("Archer")), Some(hex("HH37")));
    assert!(!is_unseen(&table, "Stone") && !table.facts.iter().any(|f| matches!(f, Fact::CombatFire(_))));
}

#[test]
fn s0_1_10_a_line_sees_those_alone_beside_whom_it_comes_attacks_and_suffers_twice() {
    let fires = |table: &mut Table| {
        table.confederate("Archer.1 at HH40", &[]).confederate("done", &[]);
        if table.position.segment == Segment::FlankMoves {
            table.union("done", &[]);
        }
        table.union("HH40: 8 at HH39", &[]).union("done", &[5, 1]);
        let fire =
            |f: &Fact| if let Fact::CombatFire(v) = f { (v.target == unit("Archer")).then_some(v.cp) } else { None };
        let lost = |f: &Fact| if let Fact::Losses(l) = f { (l.unit == unit("Archer")).then_some(l.dp) } else { None };
        (table.facts.iter().find_map(fire).expect("fire"), table.facts.iter().find_map(lost).unwrap_or(0))
    };
    let mut table = study(&[
        "place Archer line HH38=8 NNE",
        "place Stone line HH40=8 SSE",
        "place Calef HH43 unlimbered SSE",
        "turn 1 confederate divisions",
        "mark Archer level 8",
        "unseen Archer",
        "unseen Stone",
        "unseen Calef",
    ]);
    table.confederate("Archer ahead HH39", &[]);
    assert!(!is_unseen(&table, "Archer") && !is_unseen(&table, "Stone"));
    assert_eq!(table.brigade("Archer").attack, Attack::Launched);
    assert_eq!(table.position.hidden.surprised, [unit("Archer")]);
    table.confederate("done", &[]).confederate("done", &[]);
    while table.position.segment < Segment::Targets {
        table.confederate("done", &[]);
    }
    let surprised = fires(&mut table);
    let mut plain = study(&[
        "place Archer line HH39=8 NNE",
        "place Stone line HH40=8 SSE",
        "mark Archer attack launched",
        "turn 1 confederate targets",
    ]);
    let once = fires(&mut plain);
    assert_eq!(surprised, (2 * once.0, 2 * once.1));
    assert!(once.0 > 0);
}
