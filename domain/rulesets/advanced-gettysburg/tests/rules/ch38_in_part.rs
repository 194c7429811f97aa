//! Markers of a brigade in view one by one (0.1, outposts 8 and 9). The ground between HH35 and HH44 is open and level; HH34 and II34 are woods.

use crate::table::{RULES, Table, after, board, hex, hidden as study, unit};
use advanced_gettysburg::{Attack, Fact, InView, Place, Position, State, UnseenFact};
use domain_core::referee::Side::{Confederate, Union};
use domain_core::referee::{Apply, Orders, Ruleset, SeatId, Side, Situation, Viewer};
use domain_core::words::{Audience, Hearers};

fn seat(side: Side) -> Viewer {
    Viewer::Seat(SeatId::of_side(side))
}

fn known(table: &Table, side: Side) -> Position {
    RULES.known(&table.position, seat(side))
}

/// Where markers of a counter lie as far as a side knows.
fn sees(table: &Table, side: Side, name: &str) -> String {
    let at = known(table, side);
    let chain = at.chain(unit(name)).iter();
    chain.map(|l| format!("{}={}", RULES.pack().ground.id(l.at()), l.sp)).collect::<Vec<_>>().join(" ")
}

fn shown(table: &Table) -> Vec<InView> {
    let why = |f: &Fact| if let Fact::Unseen(UnseenFact::InView { why, .. }) = f { Some(*why) } else { None };
    table.facts.iter().filter_map(why).collect()
}

/// Says a line, and holds what the other side was sent against what it may know.
fn said(table: &mut Table, side: Side, line: &str, dice: &[u8]) {
    let mut other = known(table, side.other());
    if side == Union {
        table.union(line, dice);
    } else {
        table.confederate(line, dice);
    }
    let hears = |f: &&Fact| match RULES.hearers(f) {
        Hearers::Only(Audience::Side(of)) => of == side.other(),
        _ => true,
    };
    table.facts.iter().filter(hears).for_each(|f| other.apply(f));
    let [sent, known] = [other, known(table, side.other())].map(|mut at| {
        // Who is led and who has done is told of those in view alone.
        for unit in &mut at.units {
            match &mut unit.state {
                State::Brigade(brigade) => brigade.done = false,
                State::Commander(commander) => (commander.led, commander.level) = (None, None),
                State::Battery(_) => {}
            }
        }
        serde_json::to_value(&at.units).expect("plain")
    });
    assert_eq!(sent, known, "{line}");
    crate::table::sound(table);
}

/// Archer in line from HH38 to the south, out of view within his line; Gamble five hexes to the north sees the first marker, which hides those behind it.
fn in_part(others: &[&str]) -> Table {
    let lines = ["place Archer line HH38=5 HH37=8 HH36=4", "place Gamble line HH43=8 SSE"];
    let turn = ["turn 1 confederate outposts", "unseen Archer"];
    let mut table = study(&[&lines[..], others, &turn[..]].concat());
    said(&mut table, Confederate, "screen", &[]);
    assert_eq!(sees(&table, Union, "Archer"), "");
    said(&mut table, Confederate, "done", &[]);
    table
}

#[test]
fn s0_1_9_of_a_brigade_the_markers_alone_come_into_view_that_are_seen() {
    let table = in_part(&[]);
    assert_eq!(shown(&table), [InView::InSight]);
    assert!(table.told("in an enemy's sight: Archer in part, in HH38"));
    assert_eq!(sees(&table, Union, "Archer"), "HH38=5");
    let enemy = known(&table, Union);
    let part = enemy.brigade(unit("Archer")).expect("a brigade");
    assert_eq!((part.sp, part.paid.len()), (5, 0));
    assert!(board(&table).is_partly(unit("Archer")));
    // Its own side has all of it on the map, and is told what the enemy sees.
    let own = known(&table, Confederate);
    let view = RULES.board(&own).view(seat(Confederate));
    let archer = view.pieces.iter().find(|p| p.name == "Archer").expect("on the map");
    assert!(archer.tabs.iter().any(|t| t.title == "Out of the enemy's view but for HH38"), "{:?}", archer.tabs);
    let text = format!("{:?}", RULES.board(&enemy).view(seat(Union)).pieces);
    assert!(!text.contains("Out of the enemy's view"));
    // The range of what is in view is known, and no other (§20.1): HH36 looks to II36 and JJ37.
    let ranged = |at: &Position, side: Side, place: &str| RULES.board(at).in_enemy_range(side, hex(place));
    assert!(ranged(&enemy, Union, "II39"));
    assert!(!ranged(&enemy, Union, "II36"));
    // Read back as it was written.
    let text = serde_json::to_string(&table.position).expect("plain");
    assert_eq!(serde_json::from_str::<Position>(&text).expect("read back"), table.position);
}

#[test]
fn s0_1_9_before_revision_8_a_brigade_was_in_view_as_a_whole() {
    let before = RULES.earlier(7).expect("it is known");
    let lines = ["place Archer line HH38=5 HH37=8 HH36=4", "place Gamble line HH43=8 SSE"];
    let mut table = study(&[&lines[..], &["turn 1 confederate outposts", "unseen Archer"]].concat());
    table.confederate("screen", &[]);
    let whole = after(&before, &table, Confederate, "done", &[]).expect("legal");
    assert_eq!(whole.chain(unit("Archer")).len(), 3);
    assert!(whole.hidden.unseen.is_empty());
}

#[test]
fn s0_1_8_a_marker_in_view_stays_so_until_it_moves_away_and_the_others_are_their_sides_alone() {
    let lines = ["place Archer column S HH36=8 HH37=8", "place Gamble line HH43=8 SSE"];
    let mut table = study(&[&lines[..], &["turn 1 confederate outposts", "unseen Archer"]].concat());
    said(&mut table, Confederate, "screen", &[]);
    said(&mut table, Confederate, "done", &[]);
    assert_eq!(sees(&table, Union, "Archer"), "HH37=8", "the head goes before the marker that is seen");
    table.umpire("turn 2 confederate alone");
    said(&mut table, Confederate, "alone Archer", &[]);
    said(&mut table, Confederate, "roll", &[6]);
    assert_eq!(sees(&table, Union, "Archer"), "HH37=8");
    let order = board(&table).parse(SeatId::of_side(Confederate), "Archer march HH35").expect("readable");
    let hearers = board(&table).order_hearers(SeatId::of_side(Confederate), &order);
    assert_eq!(hearers, Hearers::Only(Audience::Side(Confederate)));
    said(&mut table, Confederate, "Archer march HH35", &[]);
    assert_eq!(sees(&table, Union, "Archer"), "HH36=8", "the rear marker is seen in its next hex");
    assert_eq!(sees(&table, Confederate, "Archer"), "HH35=8 HH36=8");
    // Into the woods, within its line: nothing of it is in view any more.
    said(&mut table, Confederate, "Archer march HH34", &[]);
    assert_eq!(sees(&table, Union, "Archer"), "HH35=8");
    said(&mut table, Confederate, "Archer march HH33", &[]);
    assert_eq!(sees(&table, Union, "Archer"), "");
    assert_eq!(known(&table, Union).unit(unit("Archer")).place, Place::Unseen);
    assert_eq!(sees(&table, Confederate, "Archer"), "HH33=8 HH34=8");
    assert!(table.told("Out of view: Archer"));
}

#[test]
fn s0_1_6_s0_1_9_of_a_brigade_that_may_not_go_out_of_view_the_markers_do_that_may() {
    let lines = ["place Archer line HH38=5 HH37=8 HH36=4", "place Gamble line HH43=8 SSE"];
    let mut table = study(&[&lines[..], &["turn 1 confederate outposts"]].concat());
    assert_eq!(sees(&table, Union, "Archer"), "HH38=5 HH37=8 HH36=4");
    said(&mut table, Confederate, "screen", &[]);
    assert_eq!(sees(&table, Union, "Archer"), "HH38=5");
    assert!(board(&table).is_partly(unit("Archer")));
    assert!(table.why(Confederate, "Archer hide").contains("already"));
    assert!(!table.menu(Confederate).contains(&"Archer hide".to_owned()));
    // Outposts 2: its side may place the rest of it in view.
    assert!(table.menu(Confederate).contains(&"Archer show".to_owned()));
    said(&mut table, Confederate, "Archer show", &[]);
    assert_eq!(sees(&table, Union, "Archer"), "HH38=5 HH37=8 HH36=4");
    assert!(table.why(Confederate, "Archer hide").contains("placed in view"));
    said(&mut table, Confederate, "done", &[]);
    assert_eq!(sees(&table, Union, "Archer"), "HH38=5 HH37=8 HH36=4");
}

#[test]
fn s0_1_9_s33_3_5_artillery_fire_at_a_part_costs_all_of_the_brigade_evenly() {
    let lines = ["place Archer line HH36=8 HH35=8 HH34=8", "place Gamble rest HH44", "place Calef HH43 unlimbered SSE"];
    let turn = ["mark Archer cp 9", "turn 1 confederate outposts", "unseen Archer"];
    let mut table = study(&[&lines[..], &turn[..]].concat());
    said(&mut table, Confederate, "screen", &[]);
    said(&mut table, Confederate, "done", &[]);
    // Guns see past brigades, and nobody sees into the woods.
    assert_eq!(sees(&table, Union, "Archer"), "HH36=8 HH35=8");
    table.umpire("turn 1 union artillery");
    said(&mut table, Union, "Calef 6R at HH36", &[]);
    said(&mut table, Union, "done", &[]);
    let losses = |f: &Fact| if let Fact::Losses(l) = f { Some((l.lost, l.dp)) } else { None };
    let (lost, dp) = table.facts.iter().find_map(losses).expect("told");
    let struck = table.position.brigade(unit("Archer")).expect("a brigade").cp - 9;
    assert!(struck > 0);
    assert_eq!((lost, dp), (1, RULES.pack().tables.disorganized(struck, 24)), "by all of its points");
    // The last of the strongest markers loses it, which the enemy does not see.
    assert_eq!(sees(&table, Union, "Archer"), "HH36=8 HH35=8");
    let entry = table.position.hidden.unseen.iter().find(|e| e.unit == unit("Archer")).map(|e| &e.state);
    let whole = match table.position.hidden.out {
        Some(Confederate) => table.position.unit(unit("Archer")),
        _ => entry.expect("the rest of it"),
    };
    assert_eq!(whole.place.chain().iter().map(|l| l.sp).collect::<Vec<u8>>(), [8, 8, 7]);
    let enemy = known(&table, Union);
    let part = enemy.brigade(unit("Archer")).expect("a brigade");
    assert_eq!((part.sp, part.lost, part.cp, part.dp), (16, 1, 9 + struck, dp));
}

/// Stone in the woods, out of view, from HH34 to the right, and Archer who comes from the north.
fn woods(archer: &str) -> Table {
    study(&[
        &format!("place Archer {archer}"),
        "place Stone line HH34=8 II34=4",
        "turn 1 confederate divisions",
        "mark Archer level 8",
        "unseen Stone",
    ])
}

#[test]
fn s0_1_10_a_line_sees_the_markers_alone_beside_which_it_comes_and_who_fights_is_in_view_as_a_whole() {
    let mut table = woods("line HH36=8 SSE");
    said(&mut table, Confederate, "Archer ahead HH35", &[]);
    assert_eq!(shown(&table), [InView::Met]);
    assert_eq!(sees(&table, Confederate, "Stone"), "HH34=8");
    assert_eq!(table.brigade("Archer").attack, Attack::Launched);
    said(&mut table, Confederate, "done", &[]);
    if sees(&table, Confederate, "Stone") == "HH34=8" {
        said(&mut table, Confederate, "done", &[]);
    }
    assert_eq!(sees(&table, Confederate, "Stone"), "HH34=8 II34=4");
    assert!(shown(&table).contains(&InView::Fights));
}

#[test]
fn s0_1_10_those_markers_fire_by_surprise_that_are_within_two_hexes() {
    let mut table = woods("column S HH38=8");
    said(&mut table, Confederate, "Archer march HH37-HH36-HH35", &[6]);
    let fire = table.facts.iter().find_map(|f| if let Fact::CombatFire(v) = f { Some(v) } else { None }).expect("fire");
    assert!(fire.firers.iter().all(|f| usize::from(f.from) == hex("HH34")), "{fire:?}");
    assert_eq!((fire.by, fire.target, fire.strength), (Union, unit("Archer"), 8));
    assert_eq!(sees(&table, Confederate, "Stone"), "HH34=8");
    assert!(board(&table).is_partly(unit("Stone")) && table.brigade("Archer").done);
}

#[test]
fn s0_1_9_who_is_named_to_attack_is_in_view_as_a_whole() {
    let mut table = in_part(&[]);
    table.umpire("turn 2 confederate opening");
    assert_eq!(sees(&table, Union, "Archer"), "HH38=5");
    let named = table.menu(Confederate).contains(&"attack Archer".to_owned());
    if named {
        said(&mut table, Confederate, "attack Archer", &[]);
        assert_eq!(sees(&table, Union, "Archer"), "HH38=5 HH37=8 HH36=4");
    }
    assert!(named, "{:?}", table.menu(Confederate));
}
