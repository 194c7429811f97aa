//! §30: retreat after combat; §21.6 and §21.7: retreats that go on.

use crate::table::{Table, fired, lies, unit};
use advanced_gettysburg::{Attack, Place, Retreat};
use domain_core::referee::Side::{Confederate, Union};

fn face_to_face(segment: &str) -> Table {
    let mut table = Table::study(&[
        "place Archer line F22=8 F21=4",
        "place Meredith line G21=8 G22=8",
        &format!("turn 3 confederate {segment}"),
        "mark Archer attack launched level 6",
    ]);
    fired(&mut table, "Archer", "F22", "G22");
    fired(&mut table, "Meredith", "G22", "F22");
    table
}

fn brigade<'t>(table: &'t Table, name: &str) -> &'t advanced_gettysburg::Brigade {
    table.position.brigade(unit(name)).expect("a brigade")
}

#[test]
fn s30_1_1_an_attacking_brigade_goes_back_for_points_into_its_rear_hexes() {
    let mut table = face_to_face("back-off");
    assert_eq!(table.refused(Confederate, "Archer back N"), "30.0");
    assert_eq!(table.refused(Confederate, "Archer back NE"), "30.0");
    table.confederate("Archer back SW", &[]);
    assert_eq!(lies(&table, "Archer"), "E22=8 E21=4");
    let archer = brigade(&table, "Archer");
    assert_eq!((archer.spent(), archer.dp, archer.retreat, archer.attack), (4, 5, Retreat::Voluntary, Attack::None));
    assert_eq!(table.refused(Confederate, "Archer back SW"), "30.1", "once");
}

#[test]
fn s30_1_1_r22_without_points_it_goes_back_one_hex_for_nothing() {
    let mut table = face_to_face("back-off");
    table.umpire("mark Archer level 1");
    assert_eq!(table.refused(Confederate, "Archer back SW SW"), "30.0");
    table.confederate("Archer back SW", &[]);
    let archer = brigade(&table, "Archer");
    assert_eq!((archer.spent(), archer.dp, archer.retreat, archer.attack), (0, 0, Retreat::None, Attack::Launched));
}

#[test]
fn s30_1_2_a_defender_goes_back_one_or_two_hexes_and_owes_the_points() {
    let mut table = face_to_face("withdrawal");
    assert_eq!(table.refused(Union, "Meredith back NE NE NE"), "30.0");
    table.union("Meredith back NE SE", &[]);
    assert_eq!(lies(&table, "Meredith"), "I21=8 I22=8");
    let meredith = brigade(&table, "Meredith");
    assert_eq!((meredith.owed, meredith.dp, meredith.retreat), (8, 5, Retreat::Voluntary));
}

#[test]
fn s30_1_2_a_battery_beside_an_attacker_limbers_for_nothing_and_goes_back() {
    let mut table = face_to_face("withdrawal");
    table.umpire("place Stewart G23 unlimbered W");
    table.union("Stewart back NE", &[]);
    let hall = table.position.battery(unit("Stewart")).expect("a battery");
    assert_eq!((hall.owed, hall.limbered, lies(&table, "Stewart")), (3, true, "H23=6".to_owned()));
}

#[test]
fn s30_1_2_nobody_withdraws_who_stands_beside_no_enemy() {
    let mut table = face_to_face("withdrawal");
    table.umpire("place Cutler line M22=8 M21=8");
    assert_eq!(table.refused(Union, "Cutler back SW"), "30.1");
    assert!(table.menu(Union).iter().any(|l| l == "Meredith back NE"));
    table.union("done", &[]);
}

#[test]
fn s30_2_1_all_markers_of_a_beaten_brigade_go_back_two_hexes() {
    let mut table = face_to_face("assault");
    table.confederate("Archer.1 assault G22", &[3, 1]);
    assert_eq!(table.refused(Union, "done"), "5.0", "it must go");
    table.union("Meredith back NE SE", &[]);
    assert_eq!(lies(&table, "Meredith"), "I21=8 I22=8");
    let meredith = brigade(&table, "Meredith");
    assert_eq!((meredith.owed, meredith.retreat), (0, Retreat::Involuntary), "§30.2.4: without points");
    assert!(meredith.dp >= 10, "§21.7");
}

#[test]
fn s30_2_2_of_two_brigades_one_goes_and_the_owner_says_which() {
    let mut table = face_to_face("assault");
    // Flank markers of two brigades share G22.
    table.umpire("place Meredith line G21=8 G22=4").umpire("place Cutler line G22=4 G23=8");
    fired(&mut table, "Cutler", "G22", "F22");
    table.confederate("Archer.1 assault G22", &[2]);
    assert_eq!(table.menu(Union), ["Meredith yield", "Cutler yield"]);
    table.union("Cutler yield", &[1]);
    assert!(table.menu(Union).iter().all(|l| l.starts_with("Cutler back")));
}

#[test]
fn r71_who_has_no_rear_hex_goes_to_any_without_enemies() {
    let mut table = face_to_face("assault");
    table.umpire("place Davis line H21=8 H22=8");
    table.confederate("Archer.1 assault G22", &[3, 1]);
    let menu = table.menu(Union);
    assert!(menu.iter().any(|l| l == "Meredith back S S"), "{menu:?}");
    table.union("Meredith back S S", &[]);
    assert_eq!(lies(&table, "Meredith"), "G19=8 G20=8");
    assert_eq!(brigade(&table, "Meredith").lost, 0);
}

#[test]
fn r71_who_has_no_hex_at_all_is_lost() {
    let mut table = face_to_face("assault");
    table.umpire("wait Meredith").umpire("place Kelly line G22=6 W");
    for line in ["place Davis line H21=8 H22=8", "place Brockenbrough line G23=8 SSE", "place Pettigrew line G21=8 NNE"]
    {
        table.umpire(line);
    }
    table.confederate("Archer.1 assault G22", &[1, 1]);
    let [only] = table.menu(Union).try_into().expect("one way, which is none");
    table.union(&only, &[]);
    assert_eq!(table.position.unit(unit("Kelly")).place, Place::Lost);
    assert_eq!(brigade(&table, "Kelly").lost, 6);
}

#[test]
fn r71_a_brigade_goes_on_through_friends_to_a_hex_of_its_own() {
    let mut table = face_to_face("assault");
    table.umpire("place Cutler line I21=8 I22=8");
    table.confederate("Archer.1 assault G22", &[3, 1]);
    table.union("Meredith back NE SE", &[]);
    assert_eq!(lies(&table, "Meredith"), "J20=8 J21=8");
}

#[test]
fn s21_7_a_retreat_that_goes_on_in_range_costs_disorganization_and_ends_out_of_it() {
    let mut table = face_to_face("assault");
    table.umpire("mark Meredith retreat voluntary").umpire("mark Archer attack none");
    table.confederate("done", &[]);
    assert_eq!((brigade(&table, "Meredith").dp, brigade(&table, "Meredith").retreat), (5, Retreat::Voluntary));
    let mut table = face_to_face("assault");
    table
        .umpire("place Meredith line M21=8 M22=8")
        .umpire("mark Meredith retreat involuntary")
        .umpire("mark Archer attack none");
    table.confederate("done", &[]);
    assert_eq!((brigade(&table, "Meredith").dp, brigade(&table, "Meredith").retreat), (0, Retreat::None));
}

#[test]
fn s30_1_2_points_owed_are_paid_by_the_end_of_the_next_own_turn() {
    let mut table = face_to_face("assault");
    table.umpire("mark Meredith owed 8").umpire("mark Archer attack none");
    table.confederate("done", &[]);
    assert_eq!(brigade(&table, "Meredith").owed, 8);
    table.umpire("turn 3 union assault");
    table.union("done", &[]);
    assert_eq!(brigade(&table, "Meredith").owed, 0);
}

#[test]
fn r22_an_attack_that_goes_on_has_six_points_for_its_retreat() {
    let mut table = face_to_face("back-off");
    table.position.brigade_mut(unit("Archer")).expect("a brigade").level = None;
    table.confederate("Archer back SW SW SW", &[]);
    assert_eq!(brigade(&table, "Archer").spent(), 12);
}

#[test]
fn s31_1b_what_attackers_leave_is_not_vacated_by_a_defender() {
    let mut table = face_to_face("back-off");
    table.confederate("Archer back SW", &[]);
    assert!(table.position.vacated.is_empty());
}

#[test]
fn s17_2_7_a_battery_does_not_go_back_among_brigades_of_another_command() {
    let mut table = face_to_face("withdrawal");
    table.umpire("place Stewart G23 unlimbered W").umpire("place Coster rest H23");
    assert_eq!(table.refused(Union, "Stewart back NE"), "30.0", "Coster is of the XI Corps, Stewart of the I");
    table.umpire("wait Coster").umpire("place Cutler rest H23");
    table.union("Stewart back NE", &[]);
}

#[test]
fn s21_3_every_marker_may_go_back_its_own_way() {
    let mut table = face_to_face("withdrawal");
    // The left goes back one hex, the right two; the line bends for it.
    table.union("Meredith back to H20 H21", &[]);
    assert_eq!(lies(&table, "Meredith"), "H20=8 H21=8");
    assert_eq!(brigade(&table, "Meredith").owed, 4);
    let mut table = face_to_face("withdrawal");
    assert_eq!(table.refused(Union, "Meredith back to F21 G22"), "30.0", "that is forward");
    assert_eq!(table.refused(Union, "Meredith back to H21"), "30.0", "two markers");
    assert_eq!(table.refused(Union, "Meredith back to H21 J22"), "6.1");
    assert!(table.unreadable(Union, "Meredith back to H21 H22 ends NNE S"));
}

#[test]
fn s30_2_1_where_it_must_each_marker_goes_exactly_two_hexes() {
    let mut table = face_to_face("assault");
    table.confederate("Archer.1 assault G22", &[3, 1]);
    assert_eq!(table.refused(Union, "Meredith back to H20 H21"), "30.0");
    table.union("Meredith back to I21 I22", &[]);
    assert_eq!(lies(&table, "Meredith"), "I21=8 I22=8");
}

#[test]
fn s21_7_r21_an_involuntary_retreat_goes_on_in_the_range_of_guns_and_a_voluntary_one_does_not() {
    for (how, dp) in [("involuntary", 10), ("voluntary", 0)] {
        let mut table = Table::study(&["place Meredith line HH43=8 NNE", "place Zimmerman HH39 unlimbered NNE"]);
        table.umpire("place Archer rest HH37").umpire(&format!("mark Meredith retreat {how}"));
        table.umpire("turn 3 confederate assault");
        table.confederate("done", &[]);
        assert_eq!(brigade(&table, "Meredith").dp, dp, "{how}");
        assert_eq!(brigade(&table, "Meredith").retreat == Retreat::None, dp == 0);
    }
}

#[test]
fn s30_1_nobody_goes_back_twice_of_his_own_will() {
    let mut table = face_to_face("withdrawal");
    table.union("Meredith back NE", &[]);
    assert_eq!(table.refused(Union, "Meredith back NE"), "30.1");
    let mut table = face_to_face("back-off");
    table.umpire("mark Archer level 1");
    table.confederate("Archer back SW", &[]);
    assert_eq!(table.refused(Confederate, "Archer back SW"), "30.1", "the free hex is one");
}
