//! What a twenty-first reading of §25.0 to §33.0 found, mended in revision 8, and that revision 7 ruled it otherwise and is judged so.

use crate::fire_kit::to_defence;
use crate::table::{REVISION_SEVEN as BEFORE, RULES, Table, after, fired, fired_with, hex, lies, sound, unit};
use advanced_gettysburg::{Link, Place, straight_ends};
use domain_core::board::Facing;
use domain_core::referee::Side::{Confederate, Union};

/// The hexes so far from one, in their order around it from the south-west on.
fn around(centre: usize, far: usize) -> Vec<usize> {
    let ahead = |at: usize, side: Facing| RULES.pack().ground.atlas.ahead(at, side).expect("a hex of the map");
    let sides: Vec<Facing> = Facing::sides().collect();
    let mut at = (0..far).fold(centre, |at, _| ahead(at, sides[4]));
    let mut hexes = Vec::new();
    for side in sides {
        for _ in 0..far {
            hexes.push(at);
            at = ahead(at, side);
        }
    }
    hexes
}

/// A brigade in line in these hexes, a point in each, be it too long for its commander.
fn lay(table: &mut Table, name: &str, hexes: &[usize]) {
    let brigade = table.position.brigade_mut(unit(name)).expect("a brigade");
    brigade.formation = straight_ends(&RULES.pack().ground, hexes).expect("a line");
    brigade.sp = hexes.len() as u8;
    let place = Place::At(hexes.iter().map(|hex| Link::new(*hex, 1)).collect());
    table.position.units[unit(name).index()].place = place;
}

#[test]
fn s24_3_s30_1_2_each_battery_of_a_hex_that_fired_together_may_withdraw() {
    // The cannon of both have fired at Archer, who has gone back since, by the first of them; he fired at nobody there.
    let mut table = Table::study(&[
        "place Stewart HH40 unlimbered SSE",
        "place Wainwright-Hall HH40 unlimbered SSE",
        "place Archer line HH38=8 NNE",
        "turn 1 confederate withdrawal",
        "mark Archer attack launched level 6",
    ]);
    let mut both = ["Stewart", "Wainwright-Hall"];
    both.sort_by_key(|name| unit(name).index());
    let [first, second] = both;
    fired_with(&mut table, first, "HH40", "HH39", 7);
    if let Some(pair) = table.position.pairs.last_mut() {
        pair.batteries = both.map(unit).to_vec();
    }
    // Each for itself: the second by its own word, the first after it.
    table.union(&format!("{second} back N"), &[]).union(&format!("{first} back NW"), &[]);
    assert!(lies(&table, second).starts_with("HH41=") && lies(&table, first).starts_with("GG41="));
    sound(&table);
}

#[test]
fn s13_7_s31_4_a_marker_that_is_lost_makes_the_others_no_dearer() {
    // Of three points one is lost, with the right marker; the one in the middle has spent as much.
    let mut table = Table::study(&[
        "place Stone line HH40=8 SSE",
        "place Davis line HH39=1 II39=1 JJ38=1",
        "turn 1 confederate targets",
        "mark Davis attack launched level 6 cp 9",
    ]);
    table.position.brigade_mut(unit("Davis")).expect("a brigade").paid = vec![4, 8, 8];
    table.confederate("Davis.1 at HH40", &[]);
    to_defence(&mut table);
    let line = "defend best-casualties";
    let then = after(&BEFORE, &table, Union, line, &[6, 1]).expect("the fire");
    assert_eq!(then.brigade(unit("Davis")).map(|b| b.paid.clone()), Some(vec![8, 8]), "as much as the dearest one");
    table.union(line, &[6, 1]);
    assert_eq!((lies(&table, "Davis"), table.spent("Davis")), ("HH39=1 II39=1".to_owned(), "2 4".to_owned()));
    sound(&table);
}

#[test]
fn s30_2_1_r71_a_beaten_brigade_goes_through_friends_to_the_first_hex_that_it_may_stand_in() {
    let mut table = Table::study(&[
        "place Archer line U20=8 NNE",
        "place Stone line U21=8 SSE",
        "turn 1 union assault",
        "mark Stone attack launched",
    ]);
    // Friends stand all about it, but for Stone's hex, as far as eight hexes off.
    let friends = [
        "cs-davis-inf",
        "cs-pettigrew-inf",
        "cs-perrin-inf",
        "cs-walker-inf",
        "cs-daniel-inf",
        "cs-brockenbrough-inf",
        "cs-scales-inf",
        "cs-thomas-inf",
    ];
    for (n, name) in friends.into_iter().enumerate() {
        let mut hexes = around(hex("U20"), n + 1);
        if n == 0 {
            // From the hex that follows on his.
            hexes.rotate_left(3);
            hexes.retain(|at| *at != hex("U21"));
        }
        lay(&mut table, name, &hexes);
    }
    fired(&mut table, "Stone", "U21", "U20");
    table.union("Stone.1 assault U20", &[1, 1]);
    let line = "Archer back S S";
    let then = after(&BEFORE, &table, Confederate, line, &[]);
    let stays = then.is_ok_and(|then| then.unit(unit("Archer")).place != Place::Lost);
    assert!(!stays, "by revision 7 it was lost, whatever way it went");
    table.confederate(line, &[]);
    assert_eq!(lies(&table, "Archer"), "U11=8");
    sound(&table);
}

#[test]
fn s0_6_1_s30_2_1_r71_of_two_markers_in_a_hex_none_is_lost_for_the_hex_that_the_other_one_took() {
    // An enemy stands behind it. Whatever way it shifts one of its pairs has one before it, and II39 alone is free about it.
    let mut table = Table::with(&["cavalry-charge"]);
    table.umpire("clear");
    for line in [
        "place Hampton charge N HH40=3 HH40=3 HH39=3 HH39=3",
        "place Stone line HH41=8 SSE",
        "place Cutler line II41=8 W",
        "place Baxter line GG41=8 E",
        "place us-paul-inf line GG40=8 E",
        "place us-rowley-inf line II40=8 W",
        "place Meredith line GG39=8 E",
        "place us-ward-inf line HH38=8 NNE",
        "turn 1 union assault",
        "mark Hampton attack launched",
    ] {
        table.umpire(line);
    }
    table.union("Stone.1 assault HH40", &[1, 1]);
    let line = "Hampton back SE SE";
    let then = after(&BEFORE, &table, Confederate, line, &[]).expect("revision 7 let it");
    assert_eq!(then.brigade(unit("Hampton")).map(|b| b.lost), Some(3), "a marker was lost by revision 7");
    table.confederate(line, &[]);
    assert_eq!(lies(&table, "Hampton"), "II39=3 II39=3 JJ38=3 JJ38=3");
    assert_eq!(table.brigade("Hampton").lost, 0);
    sound(&table);
}

#[test]
fn s17_1_5_s30_1_2_who_withdraws_in_the_other_sides_turn_passes_through_no_friend() {
    // Cutler stands behind Stone, to the north of him.
    let mut table = Table::study(&[
        "place Stone line HH40=8 SSE",
        "place Cutler line HH41=8 SSE",
        "place Archer line HH39=8 NNE",
        "turn 3 confederate withdrawal",
        "mark Archer attack launched level 6",
    ]);
    fired(&mut table, "Archer", "HH39", "HH40");
    for line in ["Stone back N N", "Stone back to HH42"] {
        assert!(after(&BEFORE, &table, Union, line, &[]).is_ok(), "by revision 7 he passed through him: {line}");
        assert_eq!(table.refused(Union, line), "30.0", "{line}");
    }
    assert!(!table.menu(Union).contains(&"Stone back N N".to_owned()), "{:?}", table.menu(Union));
    // Past him he may.
    table.union("Stone back NW N", &[]);
    assert_eq!(lies(&table, "Stone"), "GG42=8");
    sound(&table);
}
