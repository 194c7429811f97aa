//! Detachments (0.1, detachments 1 to 9), played. The ground between HH35 and HH44 is open and level; HH34 is woods.

use crate::table::{RULES, Table, after, board, hex, hidden, lies, sound, unit};
use advanced_gettysburg::{Detachment, DetachmentFact, Fact, Position, Scenario, Segment, UnseenFact};
use domain_core::referee::Side::{self, Confederate, Union};
use domain_core::referee::{Orders, Ruleset, SeatId, Situation, Viewer};
use domain_core::words::Hearers;

fn row(side: Side) -> usize {
    usize::from(side == Confederate)
}

/// Detachments of a brigade, put where they are.
fn detached(table: &mut Table, of: &str, places: &str) {
    let side = RULES.pack().unit(unit(of)).side;
    for place in places.split_whitespace() {
        let one = Detachment { far: false, moved: false, of: unit(of), place: hex(place) as u16 };
        table.position.hidden.detachments[row(side)].push(one);
    }
}

/// Where a side's detachments are: `HH39 HH39* HH40`, a star with those that went too far.
fn out(position: &Position, side: Side) -> String {
    let id =
        |d: &Detachment| format!("{}{}", RULES.pack().ground.id(usize::from(d.place)), if d.far { "*" } else { "" });
    let mut all: Vec<String> = position.hidden.detachments[row(side)].iter().map(id).collect();
    all.sort();
    all.join(" ")
}

/// The orders of a menu with that verb.
fn said(table: &Table, side: Side, verb: &str) -> Vec<String> {
    let verb = format!(" {verb} ");
    table.menu(side).into_iter().filter(|line| line.contains(&verb)).collect()
}

/// Each hex of a line that a menu offers, and no other, is accepted.
fn menu_is_what_is_accepted(table: &Table, side: Side, start: &str) {
    let ground = &RULES.pack().ground;
    let verb = start.split(' ').nth(1).expect("a verb");
    let menu = said(table, side, verb);
    for place in 0..ground.cells.len() {
        let line = format!("{start} {}", ground.id(place));
        assert_eq!(after(&RULES, table, side, &line, &[]).is_ok(), menu.contains(&line), "{line}");
    }
}

#[test]
fn s0_1_detachments_2_and_8_a_point_becomes_three_before_anything_moves() {
    let mut table = hidden(&["place Archer column N HH40=8 HH39=4", "turn 1 confederate opening"]);
    assert_eq!(said(&table, Confederate, "detach"), ["Archer detach HH39"], "others of a column are full (§7.2)");
    menu_is_what_is_accepted(&table, Confederate, "Archer detach");
    table.confederate("Archer detach HH39", &[]);
    assert_eq!(lies(&table, "Archer"), "HH40=8 HH39=3");
    assert_eq!((table.brigade("Archer").sp, out(&table.position, Confederate).as_str()), (11, "HH39 HH39 HH39"));
    assert!(table.told("Archer forms three detachments: 11 strength points left."), "{:?}", table.story());
    sound(&table);
    // Its own side has the record; the enemy sees the point that is gone of a brigade in view, and nothing else.
    let seen = |side| {
        let viewer = Viewer::Seat(SeatId::of_side(side));
        let known = RULES.known(&table.position, viewer);
        let view = RULES.board(&known).view(viewer);
        let note = view.pieces.into_iter().find(|p| p.name == "Archer").expect("a piece").note;
        let marks = view.markers.iter().filter(|m| m.title.contains("3 detachments of Archer")).count();
        (note.contains("11 of"), note.contains("3 detachments out"), marks, out(&known, Confederate))
    };
    assert_eq!(seen(Confederate), (true, true, 1, "HH39 HH39 HH39".to_owned()));
    assert_eq!(seen(Union), (true, false, 0, String::new()));
    table.confederate("Archer detach HH39", &[]).confederate("Archer detach HH39", &[]);
    assert_eq!(table.why(Confederate, "Archer detach HH39"), "0.1 Archer has no point to spare there.");
    table.confederate("done", &[]);
    assert_eq!(table.refused(Confederate, "Archer detach HH39"), "5.0", "only as the Movement Phase begins");
}

#[test]
fn s0_1_detachments_2_a_line_spares_points_of_its_flanks_and_a_brigade_at_rest_none() {
    let line = hidden(&["place Archer line HH40=3 HH39=8 HH38=3", "turn 1 confederate opening"]);
    assert_eq!(said(&line, Confederate, "detach"), ["Archer detach HH38", "Archer detach HH40"], "§7.1.2");
    let rest = hidden(&["place Archer rest HH40", "turn 1 confederate opening"]);
    menu_is_what_is_accepted(&rest, Confederate, "Archer detach");
    assert_eq!(said(&rest, Confederate, "detach"), Vec::<String>::new());
    let mut open = Table::study(&["place Archer column N HH40=8 HH39=4", "turn 1 confederate opening"]);
    assert!(said(&open, Confederate, "detach").is_empty());
    assert!(open.why(Confederate, "Archer detach HH39").starts_with("0.1 There are no detachments"));
}

#[test]
fn s0_1_detachments_3_and_5_they_have_eight_points_once_and_come_beside_no_enemy_in_view() {
    let mut table =
        hidden(&["place Archer column N HH40=8 HH39=4", "place Stone rest HH44", "turn 1 confederate primary"]);
    table.position.hidden.outposts[0] = vec![hex("DD38") as u16];
    detached(&mut table, "Archer", "HH39 HH39 HH36");
    let reach = board(&table).detachment_reach(Confederate, hex("HH39"));
    // Five hexes off the road at one and a half points each; eight at most by road.
    let atlas = &RULES.pack().ground.atlas;
    let far = |place: &str, from: &str| atlas.distance(hex(place), hex(from)).expect("on the map");
    assert!(reach.contains(hex("HH34")) && !reach.contains(hex("HH33")) && far("HH33", "HH39") == 6);
    assert!(reach.iter().all(|at| atlas.distance(hex("HH39"), at).is_some_and(|far| (1..=8).contains(&far))));
    assert!(reach.contains(hex("HH42")) && !reach.contains(hex("HH43")), "beside Stone");
    assert!(!reach.contains(hex("EE38")) && atlas.distance(hex("DD38"), hex("EE38")) == Some(1), "beside an outpost");
    menu_is_what_is_accepted(&table, Confederate, "Archer send HH39");
    assert!(table.why(Confederate, "Archer send HH39 HH43").starts_with("0.1 A detachment would come beside an enemy"));
    assert!(
        table.why(Confederate, "Archer send HH39 HH33").starts_with("0.1 A detachment of Archer does not come so far")
    );
    table.confederate("Archer send HH36 HH37", &[]);
    assert!(table.why(Confederate, "Archer send HH37 HH36").contains("has not moved"), "once in a Movement Phase");
    // Its side alone knows.
    assert!(table.told("A detachment of Archer goes from HH36 to HH37."));
    assert!(table.facts.iter().all(|f| RULES.hearers(f) != Hearers::Everybody), "{:?}", table.facts);
    let order = board(&table).parse(SeatId::of_side(Confederate), "Archer send HH39 HH38").expect("an order");
    assert_ne!(board(&table).order_hearers(SeatId::of_side(Confederate), &order), Hearers::Everybody);
    sound(&table);
    // Next turn they move again.
    table.umpire("turn 2 confederate primary");
    table.confederate("Archer send HH37 HH36", &[]);
    assert_eq!(out(&table.position, Confederate), "HH36* HH39 HH39");
}

#[test]
fn s0_1_detachments_4_7_and_9_they_come_back_three_at_a_time_and_from_afar_at_night() {
    let mut table = hidden(&["place Archer column N HH40=8 HH39=4", "turn 1 confederate primary"]);
    detached(&mut table, "Archer", "HH39 HH39 HH38");
    assert!(table.why(Confederate, "Archer reform HH39").contains("not together"));
    table.confederate("Archer send HH38 HH39", &[]);
    assert_eq!(said(&table, Confederate, "reform"), ["Archer reform HH39"]);
    menu_is_what_is_accepted(&table, Confederate, "Archer reform");
    table.confederate("Archer reform HH39", &[]);
    assert_eq!((lies(&table, "Archer").as_str(), out(&table.position, Confederate).as_str()), ("HH40=8 HH39=5", ""));
    assert!(table.told("Three detachments return to Archer: 13 strength points."), "{:?}", table.story());
    // With the head too, whose marker is full: the point has room in the rear one.
    detached(&mut table, "Archer", "HH40 HH40 HH40");
    table.confederate("Archer reform HH40", &[]);
    assert_eq!(lies(&table, "Archer"), "HH40=8 HH39=6");
    // One that goes three hexes off comes back by day no more.
    detached(&mut table, "Archer", "HH39 HH39 HH39");
    table.confederate("Archer send HH39 HH36", &[]);
    assert_eq!(out(&table.position, Confederate), "HH36* HH39 HH39");
    table.umpire("turn 2 confederate primary");
    table.confederate("Archer send HH36 HH39", &[]);
    assert_eq!(table.why(Confederate, "Archer reform HH39"), "0.1 Those detachments went too far.");
    table.position.scenario = Scenario::TwoDays;
    table.umpire("turn 50 confederate primary");
    table.confederate("Archer reform HH39", &[]);
    assert_eq!((lies(&table, "Archer").as_str(), out(&table.position, Confederate).as_str()), ("HH40=8 HH39=7", ""));
    sound(&table);
}

#[test]
fn s0_1_detachments_4_and_7_those_whom_their_brigade_leaves_behind_come_back_at_night_only() {
    let mut table =
        hidden(&["place Archer column N HH37=8 HH36=4", "turn 1 confederate divisions", "mark Archer level 8"]);
    detached(&mut table, "Archer", "HH36 HH36 HH36");
    detached(&mut table, "Davis", "HH36");
    table.confederate("Archer march HH38-HH39", &[]);
    assert_eq!(out(&table.position, Confederate), "HH36 HH36 HH36 HH36", "two hexes off its rear");
    table.confederate("Archer march HH40", &[]);
    assert_eq!(out(&table.position, Confederate), "HH36 HH36* HH36* HH36*", "those of Davis are not asked");
    assert!(table.told("Archer has left detachments behind: they come back at night only."));
}

#[test]
fn s0_1_detachments_9_only_those_of_the_brigade_in_that_hex_come_back_to_it() {
    let back = |of: &str, third: &str| {
        let mut table = hidden(&["place Archer line HH40=8 HH39=3", "turn 1 confederate primary"]);
        detached(&mut table, "Archer", "HH39 HH39");
        detached(&mut table, of, third);
        table.attempt(Confederate, "Archer reform HH39", &[]).is_ok()
    };
    assert!(back("Archer", "HH39") && !back("Davis", "HH39") && !back("Archer", "HH38"));
    // A brigade at rest is a formation too; a full one has no room.
    let mut rest = hidden(&["place Archer rest HH40", "turn 1 confederate outposts"]);
    detached(&mut rest, "Archer", "HH40 HH40 HH40");
    let before = rest.brigade("Archer").sp;
    rest.confederate("Archer reform HH40", &[]);
    assert_eq!(rest.brigade("Archer").sp, before + 1);
    let mut full = hidden(&["place Archer column N HH40=8 HH39=8", "turn 1 confederate primary"]);
    detached(&mut full, "Archer", "HH40 HH40 HH40");
    assert_eq!(full.why(Confederate, "Archer reform HH40"), "0.1 Archer has no room for a point.");
}

#[test]
fn s0_1_detachments_5_s37_who_comes_beside_them_eliminates_them_and_three_are_a_point() {
    let mut table = hidden(&["place Stone column N HH37=8 HH36=4", "turn 1 union divisions", "mark Stone level 8"]);
    detached(&mut table, "Archer", "HH41 HH41 II41 HH43");
    detached(&mut table, "Stone", "HH38");
    table.union("Stone march HH38-HH39", &[]);
    assert_eq!(out(&table.position, Confederate), "HH41 HH41 HH43 II41", "two hexes off");
    table.union("Stone march HH40", &[]);
    assert_eq!(
        (out(&table.position, Confederate), out(&table.position, Union)),
        ("HH43".to_owned(), "HH38".to_owned())
    );
    assert!(table.told("3 detachments of the Confederate side eliminated in HH41 and II41."), "{:?}", table.story());
    let infantry = |at: &Position| RULES.board(at).tally(Union)[2].1;
    // §37.3: one point of foot is not two; with three more it is.
    assert_eq!((table.position.hidden.overrun, infantry(&table.position)), ([[0, 0], [3, 0]], 0));
    table.position.hidden.overrun[1] = [6, 0];
    assert_eq!(infantry(&table.position), 1);
    // §37.2: of horse each.
    table.position.hidden.overrun[1] = [0, 5];
    assert_eq!((infantry(&table.position), RULES.board(&table.position).tally(Union)[1].1), (0, 1));
    sound(&table);
}

#[test]
fn s0_1_detachments_5_who_eliminates_them_unseen_comes_into_view_and_a_commander_eliminates_none() {
    let mut table = hidden(&[
        "place Stone column N HH37=8 HH36=4",
        "place Reynolds HH39",
        "turn 1 union divisions",
        "mark Stone level 8",
        "unseen Stone",
    ]);
    detached(&mut table, "Archer", "HH41");
    table.union("Reynolds ride HH40", &[]);
    assert_eq!(out(&table.position, Confederate), "HH41");
    table.union("Stone march HH38-HH39-HH40", &[]);
    assert_eq!(out(&table.position, Confederate), "");
    let facts: Vec<&Fact> = table.facts.iter().filter(|f| RULES.hearers(f) == Hearers::Everybody).collect();
    let shown =
        |f: &&Fact| matches!(f, Fact::Unseen(UnseenFact::InView { units, .. }) if units[0].unit == unit("Stone"));
    let overrun = |f: &&Fact| matches!(f, Fact::Unseen(UnseenFact::Detachment(DetachmentFact::Overrun { .. })));
    let [first, second] = [facts.iter().position(|f| shown(f)), facts.iter().position(|f| overrun(f))];
    assert!(first.is_some() && first < second, "{facts:?}");
}

#[test]
fn s0_1_detachments_10_one_halts_before_it_comes_beside_somebody_hidden_who_comes_into_view() {
    let mut table =
        hidden(&["place Archer rest HH36", "place Stone rest HH41", "turn 1 confederate primary", "unseen Stone"]);
    detached(&mut table, "Archer", "HH37");
    assert!(said(&table, Confederate, "send").contains(&"Archer send HH37 HH41".to_owned()), "nobody knows of him");
    table.confederate("Archer send HH37 HH41", &[]);
    let halted = out(&table.position, Confederate);
    let place = hex(halted.trim_end_matches('*'));
    assert_eq!(RULES.pack().ground.atlas.distance(place, hex("HH41")), Some(2), "{halted}");
    assert!(table.told("Comes into view, come upon by surprise: Stone in HH41."), "{:?}", table.story());
    assert_eq!(table.position.place(unit("Stone")), Some(hex("HH41")));
    assert!(!said(&table, Confederate, "send").iter().any(|line| line.ends_with("HH41")));
}

/// The hexes of a ring about one, as outposts.
fn ring(middle: &str, far: u32) -> Vec<u16> {
    let atlas = &RULES.pack().ground.atlas;
    let on = |at: &usize| atlas.distance(hex(middle), *at) == Some(far);
    atlas.range(hex(middle), far).filter(on).map(|at| at as u16).collect()
}

#[test]
fn s0_1_4_detachments_hold_outposts_farther_out_and_a_line_without_them_is_taken_up() {
    let mut table = hidden(&["place Archer rest HH38", "turn 1 confederate outposts"]);
    let ids: Vec<String> = ring("HH38", 6).iter().map(|at| RULES.pack().ground.id(usize::from(*at))).collect();
    let line = format!("outposts {}", ids.join(" "));
    assert!(table.why(Confederate, &line).starts_with("0.1 An outpost is too far"), "six hexes from everybody");
    let held: Vec<String> = ring("HH38", 3).iter().map(|at| RULES.pack().ground.id(usize::from(*at))).collect();
    detached(&mut table, "Archer", &held.join(" "));
    table.confederate(&line, &[]).confederate("done", &[]);
    assert_eq!(table.position.hidden.outposts[1].len(), ids.len());
    // At the end of the next Movement Phase it is asked again (outposts 10).
    table.position.hidden.detachments[1].clear();
    table.umpire("turn 2 confederate outposts").confederate("done", &[]);
    assert!(table.position.hidden.outposts[1].is_empty());
}

#[test]
fn s0_1_4_a_screen_goes_about_detachments_too() {
    let laid = |places: &str| {
        let mut table = hidden(&["place Archer rest HH38", "turn 1 confederate outposts"]);
        detached(&mut table, "Archer", places);
        table.confederate("screen", &[]);
        table.position.hidden.outposts[1].clone()
    };
    let (alone, spread) = (laid(""), laid("HH43"));
    assert!(!alone.is_empty() && spread.len() > alone.len());
    let far = |all: &[u16]| {
        let atlas = &RULES.pack().ground.atlas;
        all.iter().filter_map(|at| atlas.distance(usize::from(*at), hex("HH38"))).max()
    };
    assert!(far(&spread) > far(&alone), "{:?} {:?}", far(&spread), far(&alone));
}

#[test]
fn s0_1_detachments_of_a_brigade_that_is_lost_go_on() {
    let mut table = hidden(&["place Archer rest HH36", "place Davis rest HH38", "turn 1 confederate primary"]);
    detached(&mut table, "Archer", "HH37");
    table.umpire("lose Archer");
    assert!(said(&table, Confederate, "send").contains(&"Archer send HH37 HH39".to_owned()));
    table.confederate("Archer send HH37 HH39", &[]);
    assert_eq!(out(&table.position, Confederate), "HH39*");
    assert_eq!(table.position.segment, Segment::Primary);
}

#[test]
fn s0_1_before_revision_8_nobody_formed_any() {
    let before = RULES.earlier(7).expect("it is known");
    let mut table = hidden(&["place Archer column N HH40=8 HH39=4", "turn 1 confederate opening"]);
    assert!(after(&before, &table, Confederate, "Archer detach HH39", &[]).is_err());
    // A game without any says nothing of them.
    assert!(!serde_json::to_string(&table.position).expect("plain").contains("detach"));
    table.confederate("Archer detach HH39", &[]);
    let text = serde_json::to_string(&table.position).expect("plain");
    assert_eq!(serde_json::from_str::<Position>(&text).expect("read back"), table.position);
}

#[test]
fn s0_1_outposts_10_what_is_asked_while_lines_are_laid_says_so() {
    let table = hidden(&["place Archer column N HH40=8 HH39=4", "turn 1 confederate outposts"]);
    let asked = RULES.board(&table.position).waiting();
    assert!(asked.iter().any(|d| d.asks.starts_with("Lay, move or take up outposts")), "{asked:?}");
}
