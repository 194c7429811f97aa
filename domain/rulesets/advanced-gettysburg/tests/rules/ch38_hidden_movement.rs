//! Hidden movement (0.1): outposts, who comes into view, whom somebody meets. The ground between HH35 and HH44 is open and level; HH34 is woods.

use crate::table::{Table, board, hex, unit};
use advanced_gettysburg::{InView, Meeting, Perimeter, SURPRISED_LEVEL, surprised};
use domain_core::referee::Side::{Confederate, Union};

fn hexes(ids: &str) -> Vec<usize> {
    ids.split_whitespace().map(hex).collect()
}

fn places() -> usize {
    crate::table::RULES.pack().ground.atlas.len()
}

fn none() -> Perimeter {
    Perimeter::none(places())
}

/// The hexes at a distance from one, every second of them: a ring of outposts.
fn ring(table: &Table, middle: &str, far: u32) -> Vec<usize> {
    let (board, middle) = (board(table), hex(middle));
    let atlas = &board.pack.ground.atlas;
    let on = |at: &usize| atlas.distance(middle, *at) == Some(far);
    let mut left: Vec<usize> = atlas.range(middle, far).filter(on).collect();
    let mut walk = vec![left.remove(0)];
    while let Some(next) = left.iter().position(|at| atlas.distance(*at, walk[walk.len() - 1]) == Some(1)) {
        walk.push(left.remove(next));
    }
    walk.into_iter().step_by(2).collect()
}

#[test]
fn s0_1_3_each_outpost_is_within_two_hexes_of_two_others() {
    let table = Table::study(&["place Archer rest HH40"]);
    let board = board(&table);
    let outposts = ring(&table, "HH40", 4);
    let (friends, within) = (hexes("HH40"), hexes("HH40"));
    let perimeter = board.check_outposts((Confederate, &outposts, &within), &friends, &[], &none()).expect("a ring");
    assert_eq!(outposts.len(), 12);
    assert!(perimeter.holds(hex("HH40")) && perimeter.holds(outposts[0]) && !perimeter.holds(hex("HH30")));
    // Three hexes around it, less those between two outposts at a corner; and all along the line: nobody slips through.
    assert!((31..=37).contains(&perimeter.area.len()) && perimeter.line.len() >= 24);
    // One outpost missing leaves its neighbours with one link each.
    let gap = [&outposts[..3], &outposts[4..]].concat();
    let broken = board.check_outposts((Confederate, &gap, &within), &friends, &[], &none());
    let why = broken.err().map(|rule| rule.illegal("").wrong);
    assert_eq!(why.as_deref(), Some("An outpost has no two others within two hexes."));
}

#[test]
fn s0_1_3_the_edge_of_the_map_ends_a_line() {
    // About the Confederate entry at A39: from edge to edge.
    let table = Table::study(&["place Archer rest B39"]);
    let board = board(&table);
    let atlas = &board.pack.ground.atlas;
    let (middle, far) = (hex("A39"), 4);
    let on = |at: &usize| atlas.distance(middle, *at) == Some(far);
    let mut half: Vec<usize> = atlas.range(middle, far).filter(on).collect();
    let friends = hexes("A39 B39");
    let laid =
        |outposts: &[usize]| board.check_outposts((Confederate, outposts, &hexes("A39")), &friends, &[], &none());
    let perimeter = laid(&half).expect("both ends stand at the edge");
    assert!(perimeter.holds(hex("A39")) && !perimeter.holds(hex("K39")));
    // Ends that stand away from the edge do not.
    let ends =
        |at: &usize| atlas.around(*at).count() == 6 && atlas.around(*at).all(|(_, n)| atlas.around(n).count() == 6);
    half.retain(ends);
    assert!(laid(&half).is_err());
}

#[test]
fn s0_1_4_an_outpost_is_within_four_hexes_of_a_friend() {
    let table = Table::study(&["place Archer rest HH38"]);
    let board = board(&table);
    let outposts = ring(&table, "HH38", 5);
    let laid =
        |friends: &[usize]| board.check_outposts((Confederate, &outposts, &hexes("HH38")), friends, &[], &none());
    assert!(laid(&hexes("HH38")).is_err(), "five hexes off");
    // Detachments beside it let it be spread (detachments 1).
    let detachments: Vec<usize> = ring(&table, "HH38", 2).into_iter().chain(hexes("HH38")).collect();
    assert!(laid(&detachments).is_ok());
}

#[test]
fn s0_1_5_no_line_is_formed_within_or_along_the_enemys() {
    let table = Table::study(&["place Archer rest HH40", "place Stone rest HH39"]);
    let board = board(&table);
    let ours = ring(&table, "HH40", 4);
    let theirs =
        board.check_outposts((Confederate, &ours, &hexes("HH40")), &hexes("HH40"), &[], &none()).expect("a ring");
    let inner = ring(&table, "HH40", 2);
    let laid = |outposts: &[usize], theirs: &Perimeter| {
        board.check_outposts((Union, outposts, &hexes("HH40")), &hexes("HH39 HH40"), &[], theirs).is_ok()
    };
    assert!(laid(&inner, &none()) && !laid(&inner, &theirs) && !laid(&ours, &theirs));
    // And no perimeter has an enemy in view in it.
    let with_enemy =
        board.check_outposts((Confederate, &ours, &hexes("HH40")), &hexes("HH40"), &hexes("HH39"), &none());
    assert!(with_enemy.is_err());
}

/// A Confederate ring about HH40, with Archer in it.
fn screened(lines: &[&str]) -> (Table, Perimeter) {
    let table = Table::study(lines);
    let outposts = ring(&table, "HH40", 4);
    let ours = board(&table).check_outposts((Confederate, &outposts, &hexes("HH40")), &hexes("HH40"), &[], &none());
    (table, ours.expect("a ring"))
}

#[test]
fn s0_1_6a_who_comes_beside_an_enemy_outpost_is_placed_in_view() {
    let (table, ours) = screened(&["place Archer rest HH40"]);
    let theirs = Perimeter { outposts: hexes("HH41"), ..none() };
    let comes = |place: &str| board(&table).comes_into_view((Confederate, hex(place)), &ours, &theirs, &[], false);
    assert_eq!((comes("HH40"), comes("HH39")), (Some(InView::BesideOutpost), None));
}

#[test]
fn s0_1_6b_who_is_in_sight_within_nine_hexes_of_an_enemy_in_view_is_placed_in_view() {
    let (table, ours) = screened(&["place Archer rest HH40", "place Stone line HH44=8 SSE"]);
    let board = board(&table);
    let seen = |seers: &[_]| board.comes_into_view((Confederate, hex("HH40")), &ours, &none(), seers, true);
    assert_eq!(seen(&[unit("Stone")]), Some(InView::InSight));
    // Who is hidden himself shows nobody; neither do commanders, who are not asked.
    assert_eq!(seen(&[]), None);
    // Woods hide (§20.4.2).
    let woods = board.comes_into_view((Confederate, hex("HH34")), &ours, &none(), &[unit("Stone")], false);
    assert_eq!(woods, None);
}

#[test]
fn s0_1_12_outside_the_line_sight_goes_farther_and_the_end_of_the_turn_shows() {
    // Ten hexes over open ground: beyond nine.
    let table = Table::study(&["place Archer rest HH40"]);
    let ground = &crate::table::RULES.pack().ground;
    let (far_off, near) = (0..ground.cells.len())
        .flat_map(|a| ground.atlas.range(a, 10).map(move |b| (a, b)))
        .find(|(a, b)| ground.atlas.distance(*a, *b) == Some(10) && ground.sees(*a, *b))
        .expect("somewhere ten hexes are open");
    let mut table = table;
    table.umpire(&format!("place Stone rest {}", ground.id(far_off)));
    let board = board(&table);
    let covered = Perimeter { line: domain_core::board::Mask::of(places(), [near]), ..none() };
    let seen =
        |ours: &Perimeter, over| board.comes_into_view((Confederate, near), ours, &none(), &[unit("Stone")], over);
    assert_eq!(seen(&covered, true), None, "within the line, ten hexes off");
    assert_eq!(seen(&none(), false), Some(InView::InSight), "outside of it");
    let hidden = |over| board.comes_into_view((Confederate, near), &none(), &none(), &[], over);
    assert_eq!((hidden(false), hidden(true)), (None, Some(InView::OutsideLine)));
}

#[test]
fn s0_1_detachments_10_a_line_meets_who_is_beside_it_and_a_column_who_is_within_two_hexes() {
    let table = Table::study(&[
        "place Archer line HH38=8 NNE",
        "place Davis column N GG36=8 GG35=8 GG34=2",
        "place Stone rest HH40",
        "place Cutler rest HH39",
        "place Reynolds HH39",
    ]);
    let hidden = [unit("Stone"), unit("Cutler"), unit("Reynolds")];
    let meets = |name: &str, places: &str| board(&table).meets(unit(name), &hexes(places), &hidden);
    assert_eq!(meets("Archer", "HH38"), Meeting::Surprise(vec![unit("Cutler")]), "it sees nobody else");
    assert_eq!(meets("Archer", "HH36"), Meeting::Nobody);
    assert_eq!(meets("Davis", "HH38"), Meeting::Ambush(vec![unit("Stone"), unit("Cutler")]));
    assert_eq!(meets("Davis", "HH37"), Meeting::Ambush(vec![unit("Cutler")]));
    assert_eq!(meets("Davis", "HH36"), Meeting::Nobody);
    // Twice the casualties, twice the disorganization of the single ones.
    assert_eq!((surprised(3, 6), SURPRISED_LEVEL), ((6, 12), 6));
}
