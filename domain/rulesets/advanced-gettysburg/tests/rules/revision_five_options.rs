//! What revision 5 mended of §29.0 to §37.0 and the optional rules, and that revision 4 ruled it otherwise and is judged so.

use crate::fire_kit::brigade;
use crate::shared::table::terms;
use crate::table::{REVISION_FOUR as BEFORE, RULES, Table, after, board, hex, hidden, sound, unit};
use advanced_gettysburg::{AdvancedGettysburg, Fact, Place, Position, SURPRISED_LEVEL};
use domain_core::referee::Side::{Confederate, Union};
use domain_core::referee::{Ruleset, Side, Terms};

/// A game of all days with options, the map empty but for what is said.
fn days(options: &[&str], lines: &[&str]) -> Table {
    let terms = Terms { scenario: "three-days".into(), ..terms::<AdvancedGettysburg>(options) };
    let mut table = Table { position: RULES.open(&terms).expect("the options"), facts: Vec::new() };
    table.umpire("clear");
    for line in lines {
        table.umpire(line);
    }
    table
}

#[test]
fn s0_9_s0_10_a_corps_leaves_behind_no_more_than_it_has_left() {
    let at = |side: Side, name: &str| {
        let all = &RULES.pack().tables.stores;
        all.iter().position(|s| s.side == side && s.name == name).expect("a share")
    };
    for (name, side, turn, corps, dice) in
        [("Reynolds", Union, 2, "I", &[6u8][..]), ("cs-hill-cmd", Confederate, 9, "III", &[6, 5][..])]
    {
        let word = if side == Union { "union" } else { "confederate" };
        let mut table = days(&["ammunition-loss", "ammunition-reserve"], &[&format!("turn {turn} {word} primary")]);
        // Batteries of the corps have drawn all but thirty.
        let (row, share) = (usize::from(side == Confederate), at(side, corps));
        table.position.reserve[row] -= table.position.stores[share] - 30;
        table.position.stores[share] = 30;
        let all = table.position.reserve[row];
        let called = RULES.pack().name(unit(name)).to_owned();
        let line = table.menu(side).into_iter().find(|l| l.starts_with(&format!("{called} ride"))).expect("he enters");
        let then = after(&BEFORE, &table, side, &line, dice).expect("he entered");
        assert!(all - then.reserve[row] > 30, "what others have was lost with it");
        table.attempt(side, &line, dice).expect("he enters");
        assert_eq!((all - table.position.reserve[row], table.position.stores[share]), (30, 0), "{name}");
        // With one pool for all it is the share as printed (§29.4.2).
        let mut pool = days(&["ammunition-loss"], &[&format!("turn {turn} {word} primary")]);
        let all = pool.position.reserve[row];
        pool.attempt(side, &line, dice).expect("he enters");
        assert_eq!(all - pool.position.reserve[row], if side == Union { 78 } else { 50 });
    }
}

#[test]
fn s29_1_6_r67_who_went_back_after_combat_and_returns_has_not_fired_out_of_those_woods() {
    let start = || {
        let mut table = Table::study(&[
            "place Davis line HH34=8 NNE",
            "place Stone line HH35=8 SSE",
            "mark Stone attack launched",
            "mark Davis fired-from HH34",
            "turn 2 union withdrawal",
        ]);
        table.facts.clear();
        table
    };
    let table = start();
    let back = |at: &Position| at.brigade(unit("Davis")).expect("Davis").fired_from.clone();
    assert_eq!(back(&after(&BEFORE, &table, Confederate, "Davis back S", &[]).expect("a way")), [hex("HH34") as u16]);
    let mut table = start();
    table.confederate("Davis back S", &[]);
    assert!(back(&table.position).is_empty());
    for line in
        ["lose Stone", "mark Davis retreat none level 6", "turn 3 confederate alone", "mark Davis retreat none level 6"]
    {
        table.umpire(line);
    }
    table.confederate("Davis ahead HH34", &[]);
    for line in ["place Calef HH39 unlimbered SSE", "place Gamble rest HH41", "turn 3 union artillery"] {
        table.umpire(line);
    }
    assert_eq!(table.refused(Union, "Calef at HH34"), "29.1");
    table.umpire("mark Davis fired-from HH34").union("Calef at HH34", &[]);
    sound(&table);
}

#[test]
fn s0_12_6_work_is_begun_anew_though_who_was_driven_off_returns_in_one_move() {
    let mut table = days(
        &["breastworks"],
        &[
            "place Stone line HH40=8 SSE",
            "place Archer line HH39=8 NNE",
            "mark Archer attack launched",
            "turn 2 confederate withdrawal",
        ],
    );
    let stone = table.position.brigade_mut(unit("Stone")).expect("Stone");
    (stone.build, stone.build_at) = (24, vec![hex("HH40") as u16]);
    let then = after(&BEFORE, &table, Union, "Stone back N", &[]).expect("a way");
    assert_eq!(then.brigade(unit("Stone")).map(|b| b.build), Some(24));
    table.union("Stone back N", &[]);
    assert_eq!((brigade(&table, "Stone").build, brigade(&table, "Stone").build_at), (0, Vec::new()));
    sound(&table);
}

#[test]
fn s0_12_effect_6_r81_in_its_own_works_an_attacker_reaches_two_hexes() {
    let mut table = days(&["breastworks"], &["place Stone line HH40=8 SSE"]);
    for _ in 0..3 {
        table.umpire("turn 2 union alone").umpire("mark Stone level 6");
        table.union("Stone build 6", &[]);
    }
    assert_eq!(table.position.works.first().map(|w| w.side), Some(Some(Union)));
    table.umpire("mark Stone attack launched");
    let far = |rules: &AdvancedGettysburg, table: &Table, name: &str, to: &str| {
        rules.board(&table.position).influences(unit(name), hex(to))
    };
    assert!(far(&RULES, &table, "Stone", "HH38") && !far(&BEFORE, &table, "Stone", "HH38"));
    // It has no use of them all the same.
    assert!(board(&table).behind_works(unit("Stone"), hex("HH40")).is_none());
    table.umpire("lose Stone").umpire("place Archer line HH40=8 NNE").umpire("mark Archer attack launched");
    assert!(far(&RULES, &table, "Archer", "HH41") && !far(&RULES, &table, "Archer", "HH42"), "an enemy's");
    sound(&table);
}

#[test]
fn s0_12_effect_6_s29_0_3_guns_with_attackers_in_works_fire_at_nothing_farther_off() {
    let mut table = days(
        &["breastworks"],
        &[
            "place Archer line HH38=8 NNE",
            "mark Archer attack launched",
            "place Marye HH38 unlimbered NNE",
            "place Stone line HH42=8 SSE",
            "works HH38 NW SE",
            "turn 1 confederate artillery",
        ],
    );
    assert!(!board(&table).influences(unit("Marye"), hex("HH42")));
    assert!(after(&BEFORE, &table, Confederate, "Marye at HH42", &[]).is_ok());
    assert_eq!(table.refused(Confederate, "Marye at HH42"), "29.0");
    table.umpire("mark Archer attack none").confederate("Marye at HH42", &[]);
}

/// Archer, out of view, marches up to who lies hidden in HH41.
fn upon(lines: &[&str], names: &[&str]) -> Table {
    let mut table = hidden(&["place Archer column N HH36"]);
    for line in lines.iter().copied().chain(["turn 1 confederate divisions", "mark Archer level 8", "unseen Archer"]) {
        table.umpire(line);
    }
    for name in names {
        table.umpire(&format!("unseen {name}"));
    }
    table
}

const UP: &str = "Archer march HH37-HH38-HH39-HH40";

fn strength(table: &Table) -> Vec<u16> {
    table.facts.iter().filter_map(|f| if let Fact::CombatFire(v) = f { Some(v.strength) } else { None }).collect()
}

#[test]
fn s0_1_10_s29_4_4_guns_without_ammunition_surprise_nobody_by_fire() {
    let mut table = upon(&["place Calef HH41 unlimbered SSE", "mark Calef factors 0"], &["Calef"]);
    assert!(after(&BEFORE, &table, Confederate, UP, &[6]).is_ok());
    table.confederate(UP, &[]);
    assert!(strength(&table).is_empty() && brigade(&table, "Archer").done);
    let mut loaded = upon(&["place Calef HH41 unlimbered SSE"], &["Calef"]);
    loaded.confederate(UP, &[6]);
    assert_eq!(strength(&loaded), [3]);
}

#[test]
fn s0_1_10_s24_5_a_hex_that_surprises_fires_eleven_points_and_its_cannon_together() {
    let guns = [
        "place us-wainwright-hall-bty HH41 unlimbered SSE",
        "place Stevens HH41 unlimbered SSE",
        "place Stone line HH41=8 SSE",
    ];
    let mut table = upon(&guns, &["us-wainwright-hall-bty", "Stevens", "Stone"]);
    assert!(after(&BEFORE, &table, Confederate, UP, &[1, 1]).is_ok(), "eight and three and four");
    table.confederate(UP, &[1]);
    assert_eq!(strength(&table), [11]);
    // Three rifles of one and three of another battery are six: three points, not one and one.
    let few = ["place us-mcintosh-rank-bty HH41 unlimbered SSE", "place Cooper HH41 unlimbered SSE"];
    let mut table = upon(&few, &["us-mcintosh-rank-bty", "Cooper"]);
    table.confederate(UP, &[1]);
    assert_eq!(strength(&table), [3], "two and four rifles");
}

#[test]
fn s0_1_10_r25_a_point_of_horse_is_silent_in_an_ambush_too() {
    let mut table = upon(&["place Gamble line HH41=1 SSE"], &["Gamble"]);
    assert!(after(&BEFORE, &table, Confederate, UP, &[6]).is_ok(), "it counted as two");
    table.confederate(UP, &[]);
    assert!(strength(&table).iter().all(|sp| *sp == 0));
}

#[test]
fn s0_1_10_a_line_that_is_surprised_has_six_points() {
    let start = |level: u8| {
        hidden(&[
            "place Archer line HH38=8 NNE",
            "place Stone line HH40=8 SSE",
            "turn 1 confederate divisions",
            &format!("mark Archer level {level}"),
            "unseen Archer",
            "unseen Stone",
        ])
    };
    let level = |at: &Position| at.brigade(unit("Archer")).and_then(|b| b.level);
    let mut table = start(4);
    assert_eq!(level(&after(&BEFORE, &table, Confederate, "Archer ahead HH39", &[]).expect("a step")), Some(4));
    table.confederate("Archer ahead HH39", &[]);
    assert_eq!(level(&table.position), Some(SURPRISED_LEVEL));
    let mut more = start(8);
    more.confederate("Archer ahead HH39", &[]);
    assert_eq!(level(&more.position), Some(8), "of which an attacker uses six");
}

#[test]
fn s0_3_r80_who_of_those_that_wait_takes_a_division_is_their_players_choice() {
    let night = || {
        days(
            &["jackson"],
            &["place cs-rodes-cmd K39", "place Doles rest K38", "mark cs-rodes-cmd hit", "turn 60 confederate opening"],
        )
    };
    let mut table = night();
    let menu = table.menu(Confederate);
    for line in ["substitute Rodes", "substitute Rodes with Pender"] {
        assert!(menu.contains(&line.to_owned()), "{line}: {menu:?}");
    }
    assert!(after(&BEFORE, &table, Confederate, "substitute Rodes with Pender", &[]).is_err());
    assert_eq!(table.refused(Confederate, "substitute Rodes with Early"), "0.3", "he does not wait");
    table.confederate("substitute Rodes with Pender", &[]);
    let by = |table: &Table| table.position.substitutes.iter().map(|s| s.by).collect::<Vec<_>>();
    assert_eq!(by(&table), [unit("cs-pender-cmd")]);
    assert!(board(&table).has_authority(unit("cs-pender-cmd"), unit("Doles")));
    let mut first = night();
    first.confederate("substitute Rodes with Heth", &[]);
    assert_eq!(by(&first), [unit("cs-heth-cmd")]);
}

#[test]
fn s34_1_9_s34_3_2_who_is_kept_out_by_half_a_point_left_has_not_delayed() {
    let mut table = days(&[], &["turn 35 union primary"]);
    let road = RULES.pack().ground.entries.iter().find(|e| e.name == "Emmitsburg Rd.").expect("a road").off;
    let door = serde_json::json!({ "left": 1, "off": road, "pace": 6 });
    table.position.doors.push(serde_json::from_value(door).expect("what a road lets in"));
    let waited = |at: &Position| at.brigade(unit("us-ward-inf")).map(|b| b.waited);
    assert_eq!(waited(&after(&BEFORE, &table, Union, "done", &[]).expect("the end of the phase")), Some(1));
    table.union("done", &[]);
    assert_eq!(waited(&table.position), Some(0));
}

#[test]
fn s0_6_1_s21_8_an_attack_column_retreats_off_the_map_too() {
    let mut table = days(
        &["cavalry-charge"],
        &["place Hampton charge NE A22=3 A22=3", "turn 100 confederate alone", "mark Hampton retreat involuntary"],
    );
    assert!(after(&BEFORE, &table, Confederate, "Hampton leave", &[]).is_err());
    table.confederate("Hampton leave", &[]);
    assert_eq!(table.position.unit(unit("Hampton")).place, Place::Fled(hex("A22") as u16));
    sound(&table);
    // Its tail looks along the edge, not over it.
    let mut along = days(
        &["cavalry-charge"],
        &["place Hampton charge N A22=3 A22=3", "turn 100 confederate alone", "mark Hampton retreat involuntary"],
    );
    assert_eq!(along.refused(Confederate, "Hampton leave"), "21.8");
}

#[test]
fn s22_2_s34_1_guns_come_on_where_guns_alone_have_the_road_in_range() {
    let start = || days(&[], &["turn 4 union primary"]);
    let entry = hex("G1");
    let covers = |table: &Table| board(table).in_enemy_range(Union, entry);
    let ground = &RULES.pack().ground;
    let posts = ground.atlas.range(entry, 6).filter(|at| ground.is_hex(*at));
    let far = posts.filter(|at| ground.atlas.distance(entry, *at).is_some_and(|far| far > 3));
    let mut placed =
        far.flat_map(|at| ["SSE", "SSW", "W", "E"].map(|front| (ground.id(at), front))).map(|(at, front)| {
            let mut table = start();
            table.umpire(&format!("place Zimmerman {at} unlimbered {front}"));
            table
        });
    let mut table = placed.find(covers).expect("four rifles that see the end of the road");
    assert!(!board(&table).in_brigade_range(Union, entry));
    let comes =
        |rules: &AdvancedGettysburg, table: &Table, name: &str| rules.board(&table.position).due(unit(name)).is_some();
    assert!(!comes(&BEFORE, &table, "us-wainwright-hall-bty") && comes(&RULES, &table, "us-wainwright-hall-bty"));
    assert!(!comes(&RULES, &table, "Meredith"), "a column enters no range");
    table.union("us-wainwright-hall-bty march G1", &[]);
    assert_eq!(table.position.place(unit("us-wainwright-hall-bty")), Some(entry));
    // A brigade's range closes it to guns as well.
    let mut shut = start();
    shut.umpire("place Archer line G3=8 SSE");
    assert_eq!(board(&shut).in_brigade_range(Union, entry), !comes(&RULES, &shut, "us-wainwright-hall-bty"));
}

#[test]
fn s0_6_1_s18_1_an_attack_column_beside_an_enemy_forms_line_for_nothing_and_turns_no_farther() {
    let mut table = days(
        &["cavalry-charge"],
        &["place Hampton charge N HH39=3 HH39=3", "place Stone line HH40=8 SSE", "turn 100 confederate alone"],
    );
    table.umpire("mark Hampton level 2");
    assert!(after(&BEFORE, &table, Confederate, "Hampton line HH39=6 E", &[]).is_err());
    assert_eq!(table.refused(Confederate, "Hampton line HH39=6 NNE"), "21.0");
    table.confederate("Hampton line HH39=6 E", &[]);
    assert_eq!((brigade(&table, "Hampton").spent(), brigade(&table, "Hampton").formation.is_line()), (0, true));
    // In range and not beside him it pays, and turns no farther either.
    let mut near = days(
        &["cavalry-charge"],
        &["place Hampton charge N HH38=3 HH38=3", "place Stone line HH40=8 SSE", "turn 100 confederate alone"],
    );
    near.umpire("mark Hampton level 8");
    assert!(after(&BEFORE, &near, Confederate, "Hampton line HH38=6 NNE", &[]).is_ok());
    assert_eq!(near.refused(Confederate, "Hampton line HH38=6 NNE"), "21.0");
    near.confederate("Hampton line HH38=6 W", &[]);
    assert_eq!(brigade(&near, "Hampton").spent(), 16);
}

#[test]
fn s0_2_a_transfer_is_changed_in_a_later_night() {
    let mut table = days(&["night-orders"], &["turn 50 confederate opening"]);
    table.confederate("transfer Lane to Heth", &[]).umpire("turn 52 confederate opening");
    assert!(after(&BEFORE, &table, Confederate, "transfer Lane to cs-rodes-cmd", &[]).is_ok());
    assert_eq!(table.refused(Confederate, "transfer Lane to cs-rodes-cmd"), "0.2");
    table.confederate("transfer Perrin to Heth", &[]).umpire("turn 120 confederate opening");
    table.confederate("transfer Lane to cs-rodes-cmd", &[]);
    assert!(board(&table).has_authority(unit("cs-rodes-cmd"), unit("Lane")));
}
