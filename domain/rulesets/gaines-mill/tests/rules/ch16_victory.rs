//! §16.0 Victory.

use crate::study::{Study, study};

/// The game ends with this on the map, the touch spent unless told otherwise.
fn ended(umpire: &str) -> Study {
    study(&format!(
        "touch used; {umpire}; place Winder 0601 active; place Lovell 0602; turn 6 confederate second-close"
    ))
    .confederate("done")
}

fn points(umpire: &str) -> i32 {
    let study = ended(umpire);
    let outcome = study.outcome().expect("the game is over");
    assert_eq!(outcome.points, study.view().score.total);
    outcome.points
}

#[test]
fn s16_0_nothing_won_nothing_lost() {
    assert_eq!(points(""), 0);
}

#[test]
fn s16_0_the_track_shows_the_level_of_the_score() {
    let view = ended("").view();
    let track = view.tracks.iter().find(|t| t.title == "Victory").expect("a victory track");
    assert_eq!(track.spaces.len(), 4);
    let here: Vec<_> = track.spaces.iter().filter(|s| s.here).map(|s| s.text.as_str()).collect();
    assert_eq!(here, [view.score.level.as_str()]);
    assert_eq!(track.spaces[1].label, "11 to 15");
}

#[test]
fn s16_0_five_points_for_a_touch_never_used() {
    assert_eq!(points("touch unused"), 5);
}

#[test]
fn s16_0_a_point_for_each_union_step_counter_lost() {
    assert_eq!(points("place Griffin 1016 steps 4"), 1);
    assert_eq!(points("place Griffin 1016 steps 2"), 3);
    // The flip of the ID counter scores nothing (ruling 46).
    assert_eq!(points("place Griffin 1016 steps 1"), 3);
}

#[test]
fn s16_0_two_points_for_a_union_infantry_or_cavalry_counter() {
    assert_eq!(points("eliminate Griffin"), 3 + 2);
    assert_eq!(points("eliminate 5 US Cav"), 2);
}

#[test]
fn s16_0_ruling_46_sharpshooters_count_as_infantry_guns_as_nothing() {
    assert_eq!(points("eliminate Berdan"), 2);
    assert_eq!(points("eliminate Weeden"), 0);
}

#[test]
fn s16_0_two_points_for_a_confederate_on_a_star() {
    for star in ["0914", "1511", "1116", "0819", "1322"] {
        assert_eq!(points(&format!("place Field {star}")), 2, "{star}");
    }
    assert_eq!(points("place Field 0914; place Archer 1116"), 4);
    assert_eq!(points("place Meade 0914"), 0);
    // In any state and of any type (ruling 46).
    assert_eq!(points("place Field 0914 disordered; place Pegram 1116"), 4);
}

#[test]
fn s16_0_two_points_less_for_each_confederate_counter_lost() {
    assert_eq!(points("eliminate Pegram"), -2);
    assert_eq!(points("eliminate Md Line"), -2);
    // With its one step counter, the first of five begun.
    assert_eq!(points("eliminate Field"), -3);
}

#[test]
fn s16_0_ruling_46_a_point_less_for_every_five_confederate_step_counters_begun() {
    assert_eq!(points("place Gregg 0709 steps 4"), -1);
    assert_eq!(points("place Gregg 0709 steps 2; place Branch 0809 steps 3"), -1);
    assert_eq!(points("place Gregg 0709 steps 2; place Branch 0809 steps 2"), -2);
    assert_eq!(points("place Gregg 0709 steps 1"), -1);
}

#[test]
fn s16_0_ruling_46_units_never_brought_on_are_not_lost() {
    assert_eq!(points("remove Taylor; remove Rodes; remove French"), 0);
}

#[test]
fn s16_0_the_levels() {
    let level = |umpire: &str| {
        let study = ended(umpire);
        let outcome = study.outcome().expect("the game is over");
        (outcome.points, outcome.level)
    };
    let five = "touch unused";
    let lose = |n: usize| {
        let all = ["Griffin", "Martindale", "Butterfield", "Reynolds", "Seymour"];
        all[..n].iter().map(|u| format!("eliminate {u};")).collect::<String>()
    };
    // Griffin is worth 5, the others 4 each.
    assert_eq!(level(&format!("{five}; {}", lose(1))), (10, "Union Decisive Victory".to_owned()));
    assert_eq!(
        level(&format!("{five}; {}; place Meade 1215 steps 3", lose(1))),
        (11, "Union Tactical Victory".to_owned())
    );
    assert_eq!(
        level(&format!("{five}; {}; place Meade 1215 steps 3", lose(2))),
        (15, "Union Tactical Victory".to_owned())
    );
    assert_eq!(
        level(&format!("{five}; {}; place Meade 1215 steps 2", lose(2))),
        (16, "Confederate Tactical Victory".to_owned())
    );
    assert_eq!(
        level(&format!("{five}; {}; place Meade 1215 steps 2", lose(3))),
        (20, "Confederate Tactical Victory".to_owned())
    );
    let (points, name) = level(&format!("{five}; {}; place Meade 1215 steps 3; place Taylor 1214 steps 2", lose(3)));
    assert_eq!((points, name.as_str()), (21, "Confederate Decisive Victory"));
}

#[test]
fn s16_0_the_winner_goes_with_the_level() {
    use domain_core::referee::Side::{Confederate, Union};
    assert_eq!(ended("").outcome().expect("over").winner, Some(Union));
    let rout = "eliminate Griffin; eliminate Meade; eliminate Reynolds; eliminate Taylor";
    assert_eq!(ended(rout).outcome().expect("over").winner, Some(Confederate));
}

#[test]
fn s16_0_the_score_is_itemised() {
    let view = ended("eliminate Griffin; place Field 0914; eliminate Archer").view();
    assert_eq!(view.score.lines.iter().map(|(_, p)| p).sum::<i32>(), view.score.total);
    assert_eq!(view.score.total, 5 + 2 - 3);
}
