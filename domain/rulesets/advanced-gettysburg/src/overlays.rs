//! What is drawn over the map for whoever asks: ranges, fields of fire, flanks, command, reach, places. From what the reader knows, as everything.

use super::board::Board;
use super::orders::Order;
use super::position::row;
use super::units::UnitId;
use domain_core::board::Mask;
use domain_core::referee::{OverlayLine, OverlayOffer, OverlayView, Side};
use std::collections::BTreeMap;

/// What can be drawn.
pub const OFFERS: [OverlayOffer; 6] = [
    OverlayOffer { id: "ranges", title: "Ranges of both sides", of_piece: false },
    OverlayOffer { id: "places", title: "Places that count", of_piece: false },
    OverlayOffer { id: "field", title: "Field of fire", of_piece: true },
    OverlayOffer { id: "flanks", title: "Flank fields", of_piece: true },
    OverlayOffer { id: "command", title: "Command", of_piece: true },
    OverlayOffer { id: "reach", title: "Reach", of_piece: true },
];

/// One of the overlays, with the reader's own counters out of view in their places (0.1).
pub fn seen(board: &Board<'_>, id: &str, piece: Option<&str>) -> Option<OverlayView> {
    match board.at.laid_out() {
        Some(at) => overlay(&Board::new(board.pack, &at), id, piece),
        None => overlay(board, id, piece),
    }
}

/// One of [`OFFERS`].
fn overlay(board: &Board<'_>, id: &str, piece: Option<&str>) -> Option<OverlayView> {
    let unit = || board.pack.ids().find(|u| Some(board.piece_id(*u)) == piece);
    match id {
        "ranges" => Some(ranges(board)),
        "places" => Some(places(board)),
        "field" => Some(field(board, unit()?)),
        "flanks" => flanks(board, unit()?),
        "command" => Some(command(board, unit()?)),
        "reach" => Some(reach(board, unit()?)),
        _ => None,
    }
}

/// §20.0: what is in range of influence of each side; no column enters the other's.
fn ranges(board: &Board<'_>) -> OverlayView {
    let mut drawn = OverlayView::new("Ranges of influence")
        .note("A column enters no enemy range (§22.1), an unnamed line none of a brigade (§22.3).")
        .means("union", "the Union's alone; B for brigades")
        .means("confederate", "the Confederates' alone; B for brigades")
        .means("bad", "both sides'");
    for place in 0..board.pack.ground.cells.len() {
        let of =
            |side: Side| (board.in_brigade_range(side.other(), place), board.in_battery_range(side.other(), place));
        let covered = |side| of(side) != (false, false);
        let tone = match Side::BOTH.map(covered) {
            [false, false] => continue,
            [true, false] => "union",
            [false, true] => "confederate",
            [true, true] => "bad",
        };
        let muskets = Side::BOTH.into_iter().any(|side| of(side).0);
        let said = |side: Side| {
            let words = match of(side) {
                (false, false) => return None,
                (true, false) => "brigades",
                (false, true) => "batteries",
                (true, true) => "brigades and batteries",
            };
            Some(format!("{side}: {words}"))
        };
        let title: Vec<String> = Side::BOTH.into_iter().filter_map(said).collect();
        let text = if muskets { "B" } else { "" };
        drawn.shade(board.pack.ground.id(place), tone, if muskets { 1 } else { 3 }, text, title.join("; "));
    }
    drawn
}

/// §37.0: the hexes that count, whose they are and what they are worth.
fn places(board: &Board<'_>) -> OverlayView {
    let mut drawn = OverlayView::new("Places that count")
        .note("The figures are points for the Union and for the Confederates.")
        .means("union", "held by the Union")
        .means("confederate", "held by the Confederates")
        .means("plain", "held by nobody yet");
    let counts = |hex: usize| board.counts(hex);
    for (prize, held) in board.pack.ground.prizes.iter().zip(&board.at.held).filter(|(p, _)| counts(p.hex)) {
        let tone = match held {
            Some(Side::Union) => "union",
            Some(Side::Confederate) => "confederate",
            None => "plain",
        };
        let [union, confederate] = Side::BOTH.map(|side| prize.points[row(side)]);
        let title = format!("{}: {union} to the Union, {confederate} to the Confederates", prize.name);
        drawn.shade(board.pack.ground.id(prize.hex), tone, 1, format!("{union}/{confederate}"), title);
    }
    drawn
}

/// §20.1 to §20.4: a counter's field of fire by range, with what cannot be seen in it.
fn field(board: &Board<'_>, unit: UnitId) -> OverlayView {
    let drawn = OverlayView::new(format!("Field of fire of {}", board.name(unit)));
    let fields = board.fields(unit);
    if fields.is_empty() {
        return drawn.note("It has none: only lines and unlimbered batteries with ammunition have (§20.1).");
    }
    let mut drawn = drawn
        .note("The figures are the ranges in hexes.")
        .means("good", "in range of influence")
        .means("bad", "in the field, out of sight");
    let (side, ground) = (board.side(unit), &board.pack.ground);
    let mut found: BTreeMap<usize, (bool, u32, u32)> = BTreeMap::new();
    for fires in &fields {
        for to in ground.atlas.range(fires.from, fires.reach) {
            if to == fires.from || !ground.lies_within(fires.from, fires.direction, fires.half, to) {
                continue;
            }
            let far = ground.atlas.distance(fires.from, to).unwrap_or(fires.reach);
            let seen = board.covers(fires, side, to);
            let entry = found.entry(to).or_insert((seen, far, fires.reach));
            if (seen && !entry.0) || (seen == entry.0 && far < entry.1) {
                *entry = (seen, far, fires.reach);
            }
        }
    }
    for (place, (seen, far, reach)) in found {
        let band = if seen { (far * 5 / reach.max(1)).min(5) as u8 } else { 4 };
        let title = if seen { format!("range {far}") } else { format!("range {far}, out of sight") };
        drawn.shade(ground.id(place), if seen { "good" } else { "bad" }, band, far.to_string(), title);
    }
    drawn
}

/// §23.2: the hexes from which a line would be fired at in flank; nothing for other counters.
fn flanks(board: &Board<'_>, unit: UnitId) -> Option<OverlayView> {
    board.at.brigade(unit)?;
    let drawn = OverlayView::new(format!("Flank fields of {}", board.name(unit)));
    let line = board.line(unit);
    if line.is_empty() {
        return Some(drawn.note("Only lines have flank fields (§23.1)."));
    }
    let mut drawn = drawn
        .note("Fire from there counts three times (§24.4), where the firer has the marker in its field.")
        .means("bad", "its flank field, drawn to eight hexes");
    let (ground, mut found) = (&board.pack.ground, Mask::over(board.pack.ground.atlas.len()));
    for marker in &line {
        for from in ground.atlas.range(marker.hex, super::ranges::GUN_REACH[0]) {
            if board.in_flank_field(unit, marker, from) {
                found.insert(from);
            }
        }
    }
    for place in found.iter() {
        let far = line.iter().filter_map(|m| ground.atlas.distance(place, m.hex)).min().unwrap_or(0);
        drawn.shade(ground.id(place), "bad", (far / 2).min(5) as u8, "", format!("{far} hexes from it"));
    }
    Some(drawn)
}

/// §14.5: a commander's range with those he could lead, or who could lead a brigade.
fn command(board: &Board<'_>, unit: UnitId) -> OverlayView {
    let ground = &board.pack.ground;
    let drawn = OverlayView::new(format!("Command of {}", board.name(unit)));
    let line = |by: UnitId, over: UnitId, holds: bool| {
        let on_map = |u: UnitId| board.at.counter(u).filter(|p| ground.is_hex(*p)).map(|p| ground.id(p));
        let path = vec![on_map(by)?, on_map(over)?];
        let title =
            format!("{} commands {}{}", board.name(by), board.name(over), if holds { "" } else { ", out of range" });
        (path[0] != path[1]).then(|| OverlayLine {
            path,
            tone: if holds { "good" } else { "bad" },
            title,
            broken: !holds,
        })
    };
    if let Some((_, spec)) = board.commander(unit) {
        let Some(here) = board.at.place(unit).filter(|p| ground.is_hex(*p)) else {
            return drawn.note("He is not on the map.");
        };
        let (control, coordination, _) = board.ratings(unit);
        let mut drawn = drawn
            .note(format!(
                "He leads at most {control} brigades at a time, {coordination} of them in battleline (§14.3, §14.4)."
            ))
            .means("plain", "his range")
            .means("good", "brigades in range, a column chain or a division commander between included")
            .means("bad", "his brigades out of range");
        let mut shades: BTreeMap<usize, (&'static str, String)> = BTreeMap::new();
        for place in ground.atlas.range(here, u32::from(spec.range)) {
            shades.insert(place, ("plain", "in range".to_owned()));
        }
        for over in board.of(board.side(unit)).filter(|u| board.has_authority(unit, *u)) {
            let holds = board.in_command_range(unit, over);
            if let Some(at) = board.at.counter(over).filter(|p| ground.is_hex(*p)) {
                shades.insert(at, (if holds { "good" } else { "bad" }, board.name(over).to_owned()));
            }
            drawn.lines.extend(line(unit, over, holds));
        }
        for (place, (tone, title)) in shades {
            drawn.shade(ground.id(place), tone, if tone == "plain" { 4 } else { 1 }, "", title);
        }
        return drawn;
    }
    let mut drawn = drawn.means("good", "a commander who has it in range").means("bad", "one who has not");
    let chiefs = board.of(board.side(unit)).filter(|u| board.commander(*u).is_some() && board.has_authority(*u, unit));
    let mut seen = Vec::new();
    for by in chiefs {
        let Some(at) = board.at.place(by).filter(|p| ground.is_hex(*p)) else { continue };
        let holds = board.in_command_range(by, unit);
        if !seen.contains(&at) {
            seen.push(at);
            drawn.shade(ground.id(at), if holds { "good" } else { "bad" }, 1, "", board.name(by).to_owned());
        }
        drawn.lines.extend(line(by, unit, holds));
    }
    if seen.is_empty() {
        drawn.note = "Nobody on the map commands it: it acts alone.".to_owned();
    }
    drawn
}

/// Where a counter may go now, with what it costs: what its menu has.
fn reach(board: &Board<'_>, unit: UnitId) -> OverlayView {
    let drawn = OverlayView::new(format!("Reach of {}", board.name(unit)));
    let moves = |order: &Order| matches!(order, Order::March(_) | Order::Roll(_) | Order::Ride(_) | Order::Ahead(_));
    let orders = board.orders_of_unit(board.side(unit), unit);
    let mut found: BTreeMap<String, (String, bool)> = BTreeMap::new();
    for order in orders.iter().filter(|o| moves(o)) {
        let choice = board.line_of(order);
        let Some(place) = choice.place else { continue };
        let said = choice.cost.unwrap_or_else(|| "once a turn".to_owned());
        let dear = choice.note.is_some();
        found.entry(place).or_insert((said, dear));
    }
    if found.is_empty() {
        return drawn.note("It may not move now.");
    }
    let mut drawn = drawn
        .note("Of a line the hexes are those of its left flank marker.")
        .means("good", "without disorganization")
        .means("warn", "with disorganization points");
    for (place, (said, dear)) in found {
        let text = said.split(' ').next().unwrap_or_default().to_owned();
        drawn.shade(
            place,
            if dear { "warn" } else { "good" },
            2,
            if text == "once" { String::new() } else { text },
            said,
        );
    }
    drawn
}
