//! What is drawn over the map for whoever asks: a unit's reach, whom a leader would activate, where long-range guns reach, who holds what.
//! Nothing here is secret.

use super::board::Board;
use super::position::Place;
use super::units::{LeaderId, UnitId};
use domain_core::referee::{OverlayLine, OverlayOffer, OverlayView, Side};
use std::collections::BTreeMap;

/// What can be drawn.
pub const OFFERS: [OverlayOffer; 4] = [
    OverlayOffer { id: "control", title: "Who holds what", of_piece: false },
    OverlayOffer { id: "long-range", title: "Long-range guns", of_piece: false },
    OverlayOffer { id: "reach", title: "Reach", of_piece: true },
    OverlayOffer { id: "command", title: "Command", of_piece: true },
];

/// One of [`OFFERS`].
pub fn overlay(board: &Board<'_>, id: &str, piece: Option<&str>) -> Option<OverlayView> {
    let unit = || board.pack.ids().find(|u| Some(board.spec(*u).id.as_str()) == piece);
    let leader = || board.pack.leader_ids().find(|l| Some(board.who(*l).id.as_str()) == piece);
    match id {
        "control" => Some(control(board)),
        "long-range" => Some(long_range(board)),
        "reach" => Some(reach(board, unit()?)),
        "command" => match leader() {
            Some(leader) => Some(command(board, leader)),
            None => Some(commanded(board, unit()?)),
        },
        _ => None,
    }
}

/// §1.4, ruling 9: areas that one side has to itself, and those where both stand.
fn control(board: &Board<'_>) -> OverlayView {
    let mut drawn = OverlayView::new("Who holds what")
        .note("The figures are the units there, those that are Fresh before the stroke.")
        .means("union", "Union alone")
        .means("confederate", "Confederates alone")
        .means("bad", "both sides");
    for area in &board.pack.areas {
        let [union, confederate] = Side::BOTH.map(|side| board.force(side, area.id));
        let tone = match (union.all, confederate.all) {
            (0, 0) => continue,
            (_, 0) => "union",
            (0, _) => "confederate",
            _ => "bad",
        };
        let said: Vec<(Side, String, String)> = Side::BOTH
            .into_iter()
            .map(|side| (side, board.force(side, area.id)))
            .filter(|(_, force)| force.all > 0)
            .map(|(side, f)| {
                (side, format!("{}/{}", f.fresh, f.all), format!("{side}: {} of {} Fresh", f.fresh, f.all))
            })
            .collect();
        let text: Vec<&str> = said.iter().map(|s| s.1.as_str()).collect();
        let words: Vec<&str> = said.iter().map(|s| s.2.as_str()).collect();
        drawn.shade(area.id.to_string(), tone, 2, text.join(" · "), words.join("; "));
    }
    drawn
}

/// §3.0: the areas inside the red line, those bombarded already and those spared for friends told apart.
fn long_range(board: &Board<'_>) -> OverlayView {
    let guns = board.long_guns();
    let names: Vec<&str> = guns.iter().map(|g| board.spec(*g).name.as_str()).collect();
    let note = match names.as_slice() {
        [] => "No battery is left that fires at long range this turn.".to_owned(),
        names => format!("Batteries that may fire at long range this turn: {}.", names.join(", ")),
    };
    let mut drawn = OverlayView::new("Long-range guns")
        .note(note)
        .means("warn", "an enemy to bombard")
        .means("good", "within the line, nobody there")
        .means("bad", "not now: bombarded already, or friends there");
    for area in board.pack.areas.iter().filter(|a| a.zone) {
        let enemies = board.force(Side::Confederate, area.id).all;
        let (tone, band, title) = if board.at.bombarded.contains(&area.id) {
            ("bad", 4, "bombarded this turn".to_owned())
        } else if board.force(Side::Union, area.id).all > 0 {
            ("bad", 4, "Union units are there".to_owned())
        } else if enemies > 0 {
            ("warn", 1, format!("{enemies} Confederate units"))
        } else {
            ("good", 4, "nobody there".to_owned())
        };
        drawn.shade(area.id.to_string(), tone, band, "", title);
    }
    for gun in guns {
        let Some(from) = board.state(gun).area() else { continue };
        let targets = drawn.places.iter().filter(|p| p.tone == "warn").map(|p| p.place.clone()).collect::<Vec<_>>();
        drawn.lines.extend(targets.into_iter().map(|to| OverlayLine {
            title: format!("{} to {to}", board.spec(gun).name),
            path: vec![from.to_string(), to],
            tone: "warn",
            broken: true,
        }));
    }
    // Batteries side by side fire along the same lines.
    drawn.lines.sort_by(|a, b| a.path.cmp(&b.path));
    drawn.lines.dedup_by(|a, b| a.path == b.path);
    drawn
}

/// §7.1: where a unit can get to, with what it costs; as if it were activated where it is not.
fn reach(board: &Board<'_>, unit: UnitId) -> OverlayView {
    let (spec, state) = (board.spec(unit), board.state(unit));
    let drawn = OverlayView::new(format!("Reach of {}", spec.name));
    if !matches!(state.place, Place::At(_)) {
        return drawn.note(format!("{} is not on the map.", spec.name));
    }
    let now = board.check_acts(unit).is_ok();
    let drawn = match (now, state.stopped) {
        (true, true) => return drawn.note("It has stopped (§7.5.1)."),
        (true, false) => drawn,
        (false, _) => {
            drawn.note("It may not move now: this is as far as it would get, as things stand, if it were activated.")
        }
    };
    let mut drawn = drawn
        .means("good", "areas it can enter, with the points spent")
        .means("bad", "areas with enemies: entering is attacking");
    let Some(start) = state.area() else { return drawn };
    let used = if now { state.used } else { 0 };
    let mut ends: BTreeMap<u8, u16> = BTreeMap::new();
    for (way, spent) in board.ways(unit, start, used, spec.movement) {
        let Some(end) = way.last() else { continue };
        ends.entry(*end).and_modify(|least| *least = spent.min(*least)).or_insert(spent);
    }
    for (area, spent) in ends {
        let enemies = board.force(spec.side.other(), area).all > 0;
        let band = (spent * 5 / u16::from(spec.movement.max(1))).min(5) as u8;
        let title = format!("{spent} of {} MP{}", spec.movement, if enemies { ", enemies there" } else { "" });
        drawn.shade(area.to_string(), if enemies { "bad" } else { "good" }, band, spent.to_string(), title);
    }
    drawn
}

/// §6.1: what a leader would activate in his own area and those next to it.
fn command(board: &Board<'_>, leader: LeaderId) -> OverlayView {
    let (who, state) = (board.who(leader), board.leader(leader));
    let drawn = OverlayView::new(format!("Command of {}", who.name));
    let Some(here) = state.area() else { return drawn.note(format!("{} is not on the map.", who.name)) };
    let mut drawn = drawn
        .note(if state.active { "He is active." } else { "He is inactive: wake him first (§5.2)." })
        .means("good", "areas he can activate, with the Fresh units that would act")
        .means("plain", "near enough, nobody of his to activate");
    for area in board.pack.areas.iter().filter(|a| board.near(here, a.id)) {
        let would = board.would_activate(leader, area.id);
        let names: Vec<&str> = would.iter().map(|u| board.spec(*u).name.as_str()).collect();
        match names.as_slice() {
            [] => drawn.shade(area.id.to_string(), "plain", 4, "0", "nobody he would activate"),
            names => {
                drawn.shade(area.id.to_string(), "good", 1, names.len().to_string(), names.join(", "));
                if area.id != here {
                    let path = vec![here.to_string(), area.id.to_string()];
                    let title = format!("{} activates {}", who.name, names.join(", "));
                    drawn.lines.push(OverlayLine { path, tone: "good", title, broken: !state.active });
                }
            }
        }
    }
    drawn
}

/// The same from below: who would activate a unit where it stands.
fn commanded(board: &Board<'_>, unit: UnitId) -> OverlayView {
    let spec = board.spec(unit);
    let drawn = OverlayView::new(format!("Who commands {}", spec.name));
    let Some(here) = board.state(unit).area() else { return drawn.note(format!("{} is not on the map.", spec.name)) };
    let mut drawn = drawn
        .means("good", "an active leader near enough to activate it")
        .means("warn", "a leader near enough who is inactive")
        .means("bad", "a leader of it too far away");
    for leader in board.pack.leader_ids().filter(|l| board.who(*l).activates(spec)) {
        let (who, state) = (board.who(leader), board.leader(leader));
        let Some(at) = state.area() else { continue };
        let tone = match (board.near(at, here), state.active) {
            (false, _) => "bad",
            (true, true) => "good",
            (true, false) => "warn",
        };
        match drawn.places.iter_mut().find(|p| p.place == at.to_string()) {
            Some(shade) => {
                shade.title = format!("{}, {}", shade.title, who.name);
                // The best of those who stand there.
                shade.tone = if shade.tone == "good" { "good" } else { tone };
            }
            None => drawn.shade(at.to_string(), tone, 1, "", who.name.clone()),
        }
        if at != here {
            let path = vec![at.to_string(), here.to_string()];
            let title = format!("{} and {}", who.name, spec.name);
            drawn.lines.push(OverlayLine { path, tone, title, broken: tone != "good" });
        }
    }
    if drawn.places.is_empty() {
        drawn.note = "Nobody on the map commands it.".to_owned();
    }
    drawn
}
