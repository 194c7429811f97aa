//! The tables of the pack as charts for reading.

use super::board::clock;
use super::names::points;
use super::pack::Pack;
use super::tables::{Activity, Mover};
use domain_core::referee::Chart;

/// Every chart.
pub fn charts(pack: &Pack) -> Vec<Chart> {
    let tables = &pack.tables;
    let number = |n: &u8| n.to_string();
    let mut charts = Vec::new();
    let rows = tables.allotment.iter().enumerate().skip(1);
    let rows = rows.map(|(die, [foot, horse])| vec![die.to_string(), foot.to_string(), horse.to_string()]).collect();
    charts.push(Chart::new(
        "Activity Allotment",
        "15.0",
        &["Die", "Foot, and horse in line", "Horse in column"],
        rows,
        &["Alone: 1 off. Named to attack: 2 off.", "Below 1: no points."],
    ));
    let costs = [
        (Activity::AlongRoad, "a hex along a road"),
        (Activity::OffRoad, "any other hex"),
        (Activity::ToLine, "column to battleline"),
        (Activity::ToColumn, "battleline to column"),
        (Activity::ToRest, "to rest"),
        (Activity::FromRest, "from rest"),
        (Activity::AddMarker, "one more battleline marker"),
        (Activity::Rearrange, "strength rearranged"),
        (Activity::Limber, "limber"),
        (Activity::Unlimber, "unlimber"),
    ];
    let cost =
        |activity: Activity, mover: Mover| tables.cost(activity).of(mover).map_or_else(|| "–".to_owned(), points);
    let movers = [Mover::Column, Mover::Line, Mover::Limbered, Mover::Unlimbered];
    let rows = costs.map(|(activity, said)| {
        std::iter::once(said.to_owned()).chain(movers.map(|mover| cost(activity, mover))).collect()
    });
    charts.push(Chart::new(
        "Activity Costs",
        "13.0",
        &["Activity", "Column", "Line", "Limbered", "Unlimbered"],
        rows.to_vec(),
        &["Changes of formation cost more in enemy range and in woods."],
    ));
    let worn =
        |horse: bool, level: u8| tables.worn(horse, level * 2).map_or_else(|| "–".to_owned(), |dp| dp.to_string());
    let rows = (1..=12).map(|n| vec![n.to_string(), worn(false, n), worn(true, n)]).collect();
    charts.push(Chart::new(
        "Disorganization for Activity",
        "13.0",
        &["Points spent", "Foot, and horse in line", "Horse in column"],
        rows,
        &["Disorganization points; ten are a level."],
    ));
    let columns = (-2..=5).map(|d: i8| format!("{d:+}").replace('-', "−"));
    let head: Vec<String> = std::iter::once("Difference".to_owned()).chain(columns).collect();
    let head: Vec<&str> = head.iter().map(String::as_str).collect();
    let row = |name: &str, cells: Vec<String>| std::iter::once(name.to_owned()).chain(cells).collect::<Vec<_>>();
    let carried = tables.assault.iter().map(|n| if *n == 0 { "–".to_owned() } else { format!("1–{n}") }).collect();
    let modifier = tables.assault_modifier.iter().map(|n| format!("{n:+}").replace('-', "−")).collect();
    charts.push(Chart::new(
        "Combat Assault",
        "25.0",
        &head,
        vec![row("carried on", carried), row("casualties die", modifier)],
        &["Attacker's strength, experience and leadership less the defender's."],
    ));
    let shares = tables.assault_share.iter().enumerate();
    let rows = shares.map(|(die, share)| vec![die.to_string(), share.to_string()]).collect();
    charts.push(Chart::new("Assault Casualties", "26.0", &["Die", "Hundredths of the strength"], rows, &[]));
    for (gun, name) in ["Rifled guns", "Napoleons", "Howitzers"].into_iter().enumerate() {
        let table = &tables.artillery_fire[gun];
        let most = table.iter().map(Vec::len).max().unwrap_or(0);
        let head: Vec<String> = std::iter::once("Guns".to_owned()).chain((1..=most).map(|n| n.to_string())).collect();
        let head: Vec<&str> = head.iter().map(String::as_str).collect();
        let rows = table.iter().enumerate();
        let rows = rows.map(|(n, row)| std::iter::once((n + 1).to_string()).chain(row.iter().map(number)).collect());
        let notes = ["Casualty points, or ammunition attacks, by range."];
        charts.push(Chart::new(&format!("Artillery Fire: {name}"), "29.0", &head, rows.collect(), &notes));
    }
    let rows = tables.scenarios.iter().filter(|s| s.id != "longstreet");
    let rows = rows.map(|s| vec![s.id.clone(), clock(s.turns[0]), clock(s.turns[1]), s.minimum.to_string()]).collect();
    charts.push(Chart::new("Scenarios", "37.0", &["Scenario", "From", "Last turn", "Points needed"], rows, &[]));
    let prizes = pack.ground.prizes.iter();
    let rows =
        prizes.map(|p| vec![p.name.clone(), pack.ground.id(p.hex), p.points[0].to_string(), p.points[1].to_string()]);
    charts.push(Chart::new(
        "Places",
        "37.0",
        &["Place", "Hex", "Union", "Confederate"],
        rows.collect(),
        &["Points for the side that entered it last."],
    ));
    charts
}
