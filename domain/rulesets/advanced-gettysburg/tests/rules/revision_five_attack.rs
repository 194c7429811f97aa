//! What revision 5 mended of §19.0 to §28.0, and that revision 4 ruled it otherwise and is judged so.

use crate::fire_kit::{brigade, to_defence};
use crate::table::{REVISION_FOUR as BEFORE, RULES, Table, after, board, fired, hex, lies, sound, unit};
use advanced_gettysburg::{AdvancedGettysburg, Attack, Fact, LineMarker, Position, Retreat, Segment};
use domain_core::board::{Axis, Facing};
use domain_core::referee::Side::{Confederate, Union};
use domain_core::referee::{Ruleset, Side};

fn was_legal(table: &Table, side: Side, line: &str) -> bool {
    after(&BEFORE, table, side, line, &[]).is_ok()
}

/// Fire of an earlier player turn with eight points, and who was struck by it where that was noted.
fn fired_before(table: &mut Table, (name, from, to): (&str, &str, &str), age: u8, struck: Option<&str>) {
    let mut pair = serde_json::json!({ "age": age, "from": hex(from), "sp": 8, "to": hex(to), "unit": unit(name) });
    if let Some(struck) = struck {
        pair["struck"] = serde_json::json!([unit(struck), null]);
    }
    table.position.fight.before.push(serde_json::from_value(pair).expect("a pair"));
}

fn corner(name: &str) -> Facing {
    Facing::read(name, Axis::FlatColumns).expect("a corner")
}

/// Ward in range of Archer, who stands two hexes before him.
fn in_range() -> Table {
    Table::study(&[
        "turn 14 union alone",
        "place us-ward-inf line M29=5 M28=8 M27=8",
        "place Archer line O28=6 O29=6",
        "mark us-ward-inf level 6",
    ])
}

#[test]
fn s19_4_1_s11_7_a_flank_marker_in_enemy_range_does_not_turn_by_bending_twice() {
    let mut table = in_range();
    assert!(board(&table).in_enemy_range(Union, hex("M29")));
    table.union("Ward ends NW S", &[]);
    assert!(was_legal(&table, Union, "Ward ends SW S"), "it looked to the north-north-east then, for nothing");
    assert_eq!(table.refused(Union, "Ward ends SW S"), "21.0");
    // It goes back by the front that it has had all the time: to the west, not to the south.
    let mut back = Table { position: table.position.clone(), facts: Vec::new() };
    back.union("Ward back L28", &[]);
    assert_eq!(brigade(&table, "us-ward-inf").stands, [(hex("M29") as u16, corner("E"))]);
    table.union("Ward ends N S", &[]);
    assert!(brigade(&table, "us-ward-inf").stands.is_empty(), "straight it has one front");
    sound(&table);
    // Out of range it looks where it likes.
    let mut free = in_range();
    free.umpire("wait Archer").union("Ward ends NW S", &[]).union("Ward ends SW S", &[]);
}

/// Meredith looks to the north-north-east at Archer, who attacks; Davis marches behind his left.
fn withdrawing(davis: &str) -> Table {
    Table::study(&[
        "place Meredith line HH41=8 NNE",
        "place Archer line HH42=8 SSW",
        &format!("place Davis column NE {davis}=8"),
        "turn 3 confederate withdrawal",
        "mark Archer attack launched",
    ])
}

#[test]
fn s24_1_a_defender_that_goes_back_by_its_own_will_comes_beside_no_other_enemy() {
    let mut table = withdrawing("II40");
    assert!(was_legal(&table, Union, "Meredith back S") && was_legal(&table, Union, "Meredith back to HH40"));
    assert_eq!(table.refused(Union, "Meredith back S"), "30.0");
    assert_eq!(table.refused(Union, "Meredith back to HH40"), "30.0");
    // Where two ways lead to one hex, that which comes beside nobody is left.
    let menu: Vec<String> = table.menu(Union).into_iter().filter(|l| l.starts_with("Meredith back")).collect();
    assert!(menu.contains(&"Meredith back SW S".to_owned()) && !menu.contains(&"Meredith back S SW".to_owned()));
    table.union("Meredith back SW", &[]);
    // Beside whom it stands already it may stay.
    withdrawing("II41").union("Meredith back S", &[]);
    // Who attacks comes beside whom he likes.
    let mut attacker = withdrawing("II40");
    attacker.umpire("mark Meredith attack launched").union("Meredith back S", &[]);
    // A battery likewise.
    let guns = |davis: &str| {
        let mut table = withdrawing(davis);
        table.umpire("place Meredith line AA30=8 NNE").umpire("place Stewart HH41 unlimbered NNE");
        table
    };
    assert!(was_legal(&guns("II40"), Union, "Stewart back S"));
    assert_eq!(guns("II40").refused(Union, "Stewart back S"), "30.0");
    guns("II41").union("Stewart back S", &[]);
}

/// Marye's guns beside Meredith, Brander's limbered behind them.
fn guns_behind(brander: &str) -> Table {
    Table::study(&[
        "place Marye G22 unlimbered E",
        "place Meredith line H22=8 W",
        &format!("place Brander F22 limbered {brander}"),
        "turn 3 union withdrawal",
        "mark Meredith attack launched",
    ])
}

#[test]
fn s19_2_4_a_battery_that_withdraws_looks_as_those_do_that_it_joins() {
    let looks = |at: &Position| at.battery(unit("Marye")).map(|b| b.facing.name(Axis::FlatColumns));
    for way in ["NE", "S", "SE"] {
        let mut table = guns_behind(way);
        let then = after(&BEFORE, &table, Confederate, "Marye back NW", &[]).expect("a way back");
        assert_eq!(looks(&then), Some("SE"));
        table.confederate("Marye back NW", &[]);
        assert_eq!((lies(&table, "Marye"), looks(&table.position)), ("F22=4".into(), Some(way)));
        sound(&table);
    }
    // By one hexside with the hex it turns, and no more (§21.3).
    let mut table = guns_behind("N");
    assert!(was_legal(&table, Confederate, "Marye back NW"));
    assert_eq!(table.refused(Confederate, "Marye back NW"), "30.0");
    table.confederate("Marye back SW", &[]);
}

/// Archer, who attacked, before Meredith in the Union's Assault Phase.
fn defenders_assault() -> Table {
    let mut table = Table::study(&[
        "place Archer line HH40=8 HH39=4",
        "place Meredith line II39=8 II40=8",
        "turn 3 union assault",
        "mark Archer attack launched",
    ]);
    fired(&mut table, "Archer", "HH40", "II40");
    table
}

/// Whoever is to act says the first thing it can until somebody's player turn begins.
fn until_opening(table: &mut Table, side: Side) {
    for _ in 0..12 {
        if (table.position.side, table.position.segment) == (side, Segment::Opening) {
            return;
        }
        let acting = board(table).acting();
        table.attempt(acting, "done", &[]).expect("done");
    }
    panic!("{side} has no turn: {:?}", table.position.segment);
}

#[test]
fn s28_3_s22_4_who_carried_an_assault_as_defender_attacks_from_its_next_turn_on_if_it_goes_on() {
    let line = "Meredith.2 assault HH40";
    let then = after(&BEFORE, &defenders_assault(), Union, line, &[1, 1]).expect("an assault");
    assert_eq!(then.brigade(unit("Meredith")).map(|b| b.attack), Some(Attack::Launched));
    let mut table = defenders_assault();
    table.union(line, &[1, 1]);
    assert_eq!(brigade(&table, "Meredith").attack, Attack::None);
    let back = table.menu(Confederate).into_iter().find(|l| l.starts_with("Archer back")).expect("a way back");
    table.confederate(&back, &[]);
    let ahead = table.menu(Union).into_iter().find(|l| l.starts_with("Meredith advance")).expect("§28.2");
    table.union(&ahead, &[]);
    assert_eq!(brigade(&table, "Meredith").attack, Attack::None, "its advance is the free hex alone");
    sound(&table);
    until_opening(&mut table, Confederate);
    // In the other side's turn nobody is barred by it from attacking (§22.4).
    table.umpire("lose Archer");
    let ranged = (0..RULES.pack().ground.cells.len()).find(|place| {
        let b = board(&table);
        b.influences(unit("Meredith"), *place) && !b.held_by(Union, *place)
    });
    let id = RULES.pack().ground.id(ranged.expect("a hex in its range"));
    table.umpire(&format!("place Davis line {id}=8 E"));
    assert!(table.menu(Confederate).contains(&"attack Davis".to_owned()), "{id}: {:?}", table.menu(Confederate));
    table.umpire("lose Davis");
    until_opening(&mut table, Union);
    assert_eq!(brigade(&table, "Meredith").attack, Attack::Launched, "without having been named");
    let mut goes = Table { position: table.position.clone(), facts: Vec::new() };
    goes.union("done", &[]);
    assert!(board(&goes).advances_unrolled(unit("Meredith")));
    // Who does not go on has not ended an attack (§22.12): its level is its own.
    table.union("end Meredith", &[]);
    assert_eq!((brigade(&table, "Meredith").attack, brigade(&table, "Meredith").called_off), (Attack::None, false));
    until_opening(&mut table, Confederate);
    until_opening(&mut table, Union);
    assert_eq!(brigade(&table, "Meredith").attack, Attack::None, "in its next turn alone");
}

#[test]
fn s28_1_who_carried_an_assault_as_defender_may_assault_another_attacker_without_having_fired() {
    let mut table = defenders_assault();
    table.umpire("place Davis line HH38=8 E").umpire("mark Davis attack launched");
    table.union("Meredith.2 assault HH40", &[1, 1]);
    let back = table.menu(Confederate).into_iter().find(|l| l.starts_with("Archer back")).expect("a way back");
    table.confederate(&back, &[]);
    assert_eq!(table.position.pending, None, "Davis's line bars its advance (§31.1a)");
    let menu = table.menu(Union);
    assert!(menu.contains(&"Meredith.1 assault HH38".to_owned()), "{menu:?}");
}

#[test]
fn s23_4_the_hex_that_a_marker_leaves_covers_no_flank_of_it() {
    // Calef looks along the way by which Archer would go back and turn his left to him.
    let table = || {
        Table::study(&[
            "place Gamble rest KK41",
            "place Calef JJ40 unlimbered SSW",
            "place Archer line HH39=8 E",
            "turn 1 confederate alone",
            "mark Archer level 6",
        ])
    };
    let moved = LineMarker::moving(hex("GG39"), 8, corner("SSE"));
    let shows = |rules: &AdvancedGettysburg, left: Option<usize>| {
        rules.board(&table().position).exposes_after(unit("Archer"), &moved, left)
    };
    assert!(shows(&RULES, Some(hex("HH39"))) && !shows(&RULES, None) && !shows(&BEFORE, Some(hex("HH39"))));
    let line = "Archer to GG39=8 ends NE SW";
    assert!(was_legal(&table(), Confederate, line));
    assert_eq!(table().refused(Confederate, line), "11.0");
    table().confederate("Archer to GG39=8 ends N S", &[]);
    // A friend who stands there covers it.
    let mut covered = table();
    covered.umpire("place Archer line HH39=4 E").umpire("place Davis line HH39=4 E").umpire("mark Archer level 6");
    covered.confederate("Archer to GG39=4 ends NE SW", &[]);
}

#[test]
fn s24_2_b_s24_5_guns_that_have_no_room_beside_the_muskets_of_their_hex_are_matched_by_what_they_fire() {
    let mut table = Table::study(&[
        "place Archer line HH40=8 SSE",
        "place Davis line II40=8 SSW",
        "place Cutler line HH39=8 NNE",
        "place Stewart HH39 unlimbered NNE",
        "place Stone line II39=4 NNE",
        "turn 1 union targets",
        "mark Cutler attack launched",
        "mark Stone attack launched",
    ]);
    table.union("Cutler at HH40", &[]).union("Stewart at II40", &[]).union("Stone at II40", &[]);
    to_defence(&mut table);
    // Six Napoleons are four points, and eleven less eight are three.
    let line = "II40: 3 at HH39, 5 at II39";
    assert!(!was_legal(&table, Confederate, line));
    table.confederate(line, &[]);
}

/// Archer beside Stone, who has fired at somebody in his hex before.
fn fires_on(struck: Option<&str>) -> Table {
    let mut table = Table::study(&[
        "place Stone line HH40=8 SSE",
        "place Archer line HH39=8 NNE",
        "mark Archer attack launched",
        "turn 2 confederate targets",
    ]);
    fired_before(&mut table, ("Stone", "HH40", "HH39"), 2, struck);
    table
}

#[test]
fn table_note_fire_goes_on_with_the_same_units_at_those_who_were_struck_before() {
    let minus = |struck: Option<&str>| {
        let mut table = fires_on(struck);
        table.confederate("Archer at HH40", &[]);
        to_defence(&mut table);
        table.union("HH40: 8 at HH39", &[]).union("done", &[4, 4]);
        let found = table.facts.iter().find_map(|f| match f {
            Fact::CombatFire(v) if v.by == Union => Some(v.minus),
            _ => None,
        });
        (found, table.position.pairs.iter().map(|p| p.struck[0]).collect::<Vec<_>>())
    };
    assert_eq!(minus(Some("Archer")).0, Some(true));
    assert_eq!(minus(Some("Davis")).0, Some(false), "Archer came in his place");
    assert_eq!(minus(None).0, Some(true), "fire of an earlier revision");
    assert_eq!(minus(None).1, [Some(unit("Archer")), Some(unit("Stone"))]);
}

/// Stone, whom Archer fired at, in his own turn; each fired at the other.
fn may_return(struck: &str) -> Table {
    let mut table = fires_on(None);
    table.umpire("turn 2 union targets");
    table.position.fight.before.clear();
    fired_before(&mut table, ("Archer", "HH39", "HH40"), 1, Some("Stone"));
    fired_before(&mut table, ("Stone", "HH40", "HH39"), 1, Some(struck));
    table
}

#[test]
fn s27_1_fire_is_returned_at_the_brigade_that_it_was_exchanged_with_and_by_no_brigade_that_retreated() {
    may_return("Archer").union("Stone return", &[]);
    assert!(was_legal(&may_return("Davis"), Union, "Stone return"));
    assert_eq!(may_return("Davis").refused(Union, "Stone return"), "27.0");
    let mut table = may_return("Archer");
    table.umpire("mark Stone retreat voluntary");
    assert!(was_legal(&table, Union, "Stone return"));
    assert_eq!(table.refused(Union, "Stone return"), "27.0");
}

#[test]
fn s27_1_s24_3_the_cannon_of_a_hex_return_fire_by_the_battery_that_fired_for_them() {
    let mut table = Table::study(&[
        "place Stewart HH40 unlimbered SSE",
        "place Wainwright-Hall HH40 unlimbered SSE",
        "place Cutler rest HH42",
        "place Archer line HH39=8 NNE",
        "mark Archer attack launched",
        "turn 2 union targets",
    ]);
    let [first, second] = {
        let mut both = ["Stewart", "Wainwright-Hall"];
        both.sort_by_key(|name| unit(name).index());
        both
    };
    assert!(table.menu(Union).contains(&format!("{} at HH39", board(&table).name(unit(second)))));
    fired_before(&mut table, (first, "HH40", "HH39"), 1, Some("Archer"));
    assert!(was_legal(&table, Union, &format!("{second} at HH39")), "its cannon would have fired twice");
    assert_eq!(table.refused(Union, &format!("{second} at HH39")), "24.0");
    table.union(&format!("{first} return"), &[]);
}

/// Ward looks east; Archer attacks his left marker and has the two to the left in range.
fn attacked(archer: &str) -> Table {
    Table::study(&[
        "turn 14 union alone",
        "place us-ward-inf line M29=5 M28=8 M27=8",
        "place Archer line N29=12 W",
        &format!("mark Archer attack {archer}"),
        "mark us-ward-inf level 6",
    ])
}

#[test]
fn s27_4_a_defending_brigade_only_goes_back_while_a_marker_of_it_is_in_range() {
    let table = attacked("launched");
    let ranged = |id: &str| board(&table).in_brigade_range(Union, hex(id));
    assert!(ranged("M29") && !ranged("M27") && !ranged("N27"));
    let ahead = "Ward to M29=5 M28=8 N27=8 ends N S";
    assert!(was_legal(&table, Union, ahead));
    assert_eq!(attacked("launched").refused(Union, ahead), "11.0");
    attacked("none").union(ahead, &[]);
    // A marker out of range that goes back begins the retreat (§21.6, §21.7).
    let mut back = attacked("launched");
    let worn = brigade(&back, "us-ward-inf").dp;
    back.union("Ward to M29=5 M28=8 L27=8 ends N S", &[]);
    let now = brigade(&back, "us-ward-inf");
    assert_eq!((now.dp, now.retreat), (worn + 5, Retreat::Voluntary));
    let mut other = attacked("none");
    other.union("Ward to M29=5 M28=8 L27=8 ends N S", &[]);
    assert_eq!(brigade(&other, "us-ward-inf").retreat, Retreat::None);
}

#[test]
fn s22_10_s22_11_who_is_named_and_makes_no_roll_that_it_needs_has_made_no_effort() {
    let named = || {
        let mut table = Table::study(&[
            "turn 9 union opening",
            "place us-ward-inf line M29=5 M28=8 M27=8",
            "place Archer line O27=6 O28=6",
        ]);
        table.union("attack Ward", &[]).union("done", &[]);
        table
    };
    let table = named();
    let attack = |at: &Position| at.brigade(unit("us-ward-inf")).map(|b| b.attack);
    assert_eq!(attack(&table.position), Some(Attack::Named), "in range it rolls (ruling 57)");
    assert_eq!(attack(&after(&BEFORE, &table, Union, "done", &[]).expect("done")), Some(Attack::Named));
    let mut silent = named();
    silent.union("done", &[]);
    assert_eq!(attack(&silent.position), Some(Attack::None));
    // A roll of nothing, or beside an enemy no roll, keeps it.
    let mut rolled = named();
    rolled.union("alone Ward", &[1]).union("done", &[]);
    assert_eq!(attack(&rolled.position), Some(Attack::Named));
    let mut beside = named();
    beside.umpire("place Archer line N28=12 W").union("done", &[]);
    assert_eq!(attack(&beside.position), Some(Attack::Named));
}

#[test]
fn s22_15_of_a_line_that_cannot_go_ahead_as_a_whole_the_markers_go_that_can() {
    let blocked = || {
        Table::study(&[
            "turn 9 union corps",
            "place us-ward-inf line M29=5 M28=8 M27=8",
            "place us-graham-inf line N27=8 E",
            "place Archer line R27=6 R28=6",
            "mark us-ward-inf attack launched level 2",
        ])
    };
    let mut table = blocked();
    assert!(was_legal(&table, Union, "done"));
    assert_eq!(table.refused(Union, "done"), "22.6");
    let menu: Vec<String> = table.menu(Union).into_iter().filter(|l| l.starts_with("Ward to ")).collect();
    let line = menu.iter().find(|l| l.starts_with("Ward to N28=5 M28=8 M27=8")).expect("the left marker goes").clone();
    table.union(&line, &[]).union("done", &[]);
    sound(&table);
}

#[test]
fn s29_1_6_r67_a_marker_that_comes_into_woods_has_not_fired_from_there_though_another_of_its_brigade_has() {
    let fired_from = |at: &Position, name: &str| at.brigade(unit(name)).map(|b| b.fired_from.len());
    let mut table = Table::study(&[
        "turn 1 confederate alone",
        "place Archer line HH35=8 HH34=8",
        "mark Archer level 6 fired-from HH34",
    ]);
    let line = "Archer ahead HH34";
    assert_eq!(fired_from(&after(&BEFORE, &table, Confederate, line, &[]).expect("a move"), "Archer"), Some(1));
    table.confederate(line, &[]);
    assert_eq!((lies(&table, "Archer"), fired_from(&table.position, "Archer")), ("HH34=8 HH33=8".into(), Some(0)));
    // Who stays has.
    let mut stays = Table::study(&[
        "turn 1 confederate alone",
        "place Archer line HH35=8 HH34=8",
        "mark Archer level 6 fired-from HH34",
    ]);
    stays.confederate("Archer ends NE S", &[]);
    assert_eq!(fired_from(&stays.position, "Archer"), Some(1));
    // A retreat leaves the woods too.
    let mut back = withdrawing("JJ44");
    back.umpire("mark Meredith fired-from HH41");
    let way = "Meredith back SW";
    assert_eq!(fired_from(&after(&BEFORE, &back, Union, way, &[]).expect("a way back"), "Meredith"), Some(1));
    back.union(way, &[]);
    assert_eq!(fired_from(&back.position, "Meredith"), Some(0));
}

#[test]
fn s0_6_2_s22_1_an_attack_column_goes_back_into_no_range_from_out_of_all() {
    let ground = &RULES.pack().ground;
    let south =
        |place: usize, hexes: usize| (0..hexes).try_fold(place, |at, _| ground.atlas.ahead(at, Facing::side(3)));
    let open = |place: usize| ground.terrain(place).word() == "clear";
    let mut found = (0..ground.cells.len()).filter_map(|head| {
        let (rear, guns) = (south(head, 1)?, south(head, 9)?);
        let fits = open(head) && open(rear) && ground.sees(guns, rear);
        fits.then_some((head, rear, guns))
    });
    let (head, rear, guns) = found.next().expect("a hex at the end of a battery's reach");
    let mut table = Table::with(&["cavalry-charge"]);
    table.umpire("clear");
    for line in [
        format!("place Calef {} unlimbered NNE", ground.id(guns)),
        format!("place Hampton charge N {id}=3 {id}=3", id = ground.id(head)),
        "turn 3 confederate alone".to_owned(),
        "mark Hampton level 8".to_owned(),
    ] {
        table.umpire(&line);
    }
    let b = board(&table);
    assert!(b.in_battery_range(Confederate, rear) && !b.in_enemy_range(Confederate, head));
    assert!(was_legal(&table, Confederate, "Hampton back S"));
    assert_eq!(table.refused(Confederate, "Hampton back S"), "22.0");
    table.umpire("wait Calef").confederate("Hampton back S", &[]);
}
