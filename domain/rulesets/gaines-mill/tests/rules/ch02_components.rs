//! §2: the counters and the ground, as far as the rulebook states them.

use crate::map::map;
use crate::study::{counters, game};

fn columns(name: &str) -> &'static std::collections::BTreeMap<String, String> {
    &counters().iter().find(|c| c.name == name).unwrap_or_else(|| panic!("no {name}")).columns
}

#[test]
fn s2_0_the_counter_sheet_has_176_counters() {
    let extra: u32 = counters().iter().filter_map(|c| c.columns["extra_steps"].parse::<u32>().ok()).sum();
    assert_eq!((counters().len(), extra), (55, 67));
    assert_eq!(55 + 67 + 12 + 12 + 28 + 2, 176);
}

#[test]
fn s2_1_river_hexes_are_left_only_by_bridges() {
    let map = map();
    let bridged: Vec<&String> =
        map.hexes.keys().filter(|h| map.river(h) && map.neighbours(h).iter().any(|n| map.joined(h, n))).collect();
    assert_eq!(bridged, ["0519", "0820", "1323", "1524"]);
}

#[test]
fn s2_1_no_two_hexes_side_by_side_differ_by_two_levels() {
    // Ruling 9 prices a climb of two levels at once; the sheet has none, so nothing can be asked of it.
    let map = map();
    for hex in map.hexes.keys() {
        for next in map.neighbours(hex).iter().filter(|n| map.joined(hex, n)) {
            assert!(map.level(hex).abs_diff(map.level(next)) < 2, "{hex} {next}");
        }
    }
}

#[test]
fn s2_21_stripes_group_the_divisions() {
    for name in ["French", "Meagher", "Taylor", "Bartlett", "Newton"] {
        assert_eq!((columns(name)["division"].as_str(), columns(name)["stripe"].as_str()), ("Slocum", "red"));
    }
    let independent = |c: &&crate::study::Counter| c.columns["independent"] == "yes";
    let names: Vec<&str> = counters().iter().filter(independent).map(|c| c.name.as_str()).collect();
    assert_eq!(names, ["Berdan", "Bucktails", "Heavy", "Hays", "NY Bn", "5 US Cav"]);
}

#[test]
fn s2_22_steps_run_from_one_to_five_with_extra_counters_beneath() {
    let mut study = game(&[]);
    for counter in counters() {
        let steps: u64 = counter.columns["steps"].parse().expect("steps");
        assert!((1..=5).contains(&steps), "{}", counter.name);
        if let Ok(extra) = counter.columns["extra_steps"].parse::<u64>() {
            assert_eq!(extra, steps.saturating_sub(2), "{}", counter.name);
        }
        study = study.steps(&counter.name, steps).condition(&counter.name, "good").rf(&counter.name, false);
    }
}

#[test]
fn s2_23_artillery_has_two_steps_and_one_unit_has_one() {
    for counter in counters().iter().filter(|c| c.columns["type"] == "artillery") {
        assert_eq!((counter.columns["steps"].as_str(), counter.columns["extra_steps"].as_str()), ("2", ""));
    }
    let single = |c: &&crate::study::Counter| c.columns["steps"] == "1";
    assert_eq!(counters().iter().filter(single).map(|c| c.name.as_str()).collect::<Vec<_>>(), ["Md Line"]);
}

#[test]
fn s2_3_the_two_tracks_are_shown_with_their_markers() {
    let view = game(&[]).view();
    let turns = view.tracks.iter().find(|t| t.spaces.len() == 6 && t.title.contains("Turn")).expect("a turn track");
    assert!(turns.spaces[0].text.contains("2:00"), "{turns:?}");
    let leaders = view.tracks.iter().find(|t| t.title.contains("Coordination")).expect("a coordination track");
    let text = format!("{:?}", leaders.spaces);
    for (number, leader) in [
        ("12", "A.P. Hill"),
        ("7", "Longstreet"),
        ("6", "D.H. Hill"),
        ("5", "Ewell"),
        ("4", "Whiting"),
        ("3", "Jackson"),
    ] {
        assert!(text.contains(leader) && text.contains(&format!("\"{number}\"")), "{leader} {number} in {text}");
    }
}

#[test]
fn s2_4_every_table_of_the_card_is_on_the_charts_page() {
    let charts = &crate::study::rules().about().charts;
    for title in ["Fire Combat Results", "Close Combat Results", "Sharpshooter", "Terrain Effects", "Attack Strength"] {
        assert!(
            charts.iter().any(|c| c.title.contains(title)),
            "{title}: {:?}",
            charts.iter().map(|c| &c.title).collect::<Vec<_>>()
        );
    }
}
