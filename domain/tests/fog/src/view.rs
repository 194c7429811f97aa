//! What a reader sees, and what facts say in prose.

use crate::board::Board;
use crate::pack::{Pack, is_woods, place_name};
use crate::position::{Fact, Phase as Where, Posture, side_of};
use domain_core::board::HexId;
use domain_core::referee::{
    Line, Mark, MarkerSpot, MarkerView, Outcome, Phase, Piece, Place, Score, Side, Symbol, Tone, View,
};

/// The key of each phase.
pub fn step(phase: Where) -> &'static str {
    match phase {
        Where::Setup => "set-up",
        Where::Declare => "declare",
        Where::Move(Side::Union) => "union",
        Where::Move(Side::Confederate) => "confederate",
        Where::Over => "over",
    }
}

/// Where in the sequence of play it stands.
pub fn phase(board: &Board<'_>) -> Phase {
    let at = board.at;
    let side = match at.phase {
        Where::Move(side) => Some(side),
        _ => None,
    };
    let title = match at.phase {
        Where::Setup => "Set-up".to_owned(),
        Where::Declare => format!("Turn {}, declarations", at.turn),
        Where::Move(side) => format!("Turn {}, {side}", at.turn),
        Where::Over => "The game is over".to_owned(),
    };
    Phase {
        turn: at.turn.into(),
        turns: at.turns.into(),
        clock: String::new(),
        step: step(at.phase),
        side,
        title,
        goals_first: false,
    }
}

/// The result if the game ended now.
pub fn result(board: &Board<'_>) -> Outcome {
    let at = board.at;
    let lost = |i: usize| i32::from(at.losses.get(i).copied().unwrap_or(0));
    let points = match at.withdrawn {
        Some(Side::Union) => -10,
        Some(Side::Confederate) => 10,
        None => lost(1) - lost(0),
    };
    let winner = match points.signum() {
        1 => Some(Side::Union),
        -1 => Some(Side::Confederate),
        _ => None,
    };
    Outcome { level: winner.map_or("Draw".to_owned(), |w| format!("{w} victory")), points, winner }
}

/// All of it.
pub fn view(board: &Board<'_>) -> View {
    let at = board.at;
    let piece = |unit: u16, place: Place, symbol, reduced, note: String| {
        let name = board.pack.name(unit).to_owned();
        Piece {
            id: unit.to_string(),
            full_name: name.clone(),
            name,
            side: side_of(unit),
            place,
            symbol,
            stripe: None,
            figures: Vec::new(),
            stars: None,
            reduced,
            tabs: Vec::new(),
            facing: None,
            body: None,
            posture: None,
            points: None,
            depth: None,
            ready: at.phase == Where::Move(side_of(unit)) && at.asked.is_none(),
            brief: note.clone(),
            note,
        }
    };
    let on = |hex: Option<HexId>| hex.map_or(Place::Box("Lost".to_owned()), |h| Place::Map(h.to_string()));
    let units = at.units.iter().map(|u| {
        let low = if at.low.contains(&u.id) { ", short of ammunition" } else { "" };
        piece(u.id, on(u.hex), Symbol::Infantry, u.steps < 2, format!("{} of 2 steps{low}", u.steps))
    });
    let covers = at.covers.iter().filter(|c| c.hex.is_some()).map(|c| {
        let what = if board.pack.unit(c.unit).is_some_and(|u| u.decoy) { "a decoy" } else { "a unit" };
        piece(c.unit, on(c.hex), Symbol::Hidden, false, format!("counter {}, {what}", c.number))
    });
    let markers = at.sightings.iter().map(|s| MarkerView {
        spot: MarkerSpot::Place(s.hex.to_string()),
        text: "?".to_owned(),
        title: format!("{} counter {}, face down", s.side, s.number),
        tone: s.side.word(),
    });
    let result = result(board);
    View {
        phase: phase(board),
        pieces: units.chain(covers).collect(),
        markers: markers.collect(),
        tracks: Vec::new(),
        score: Score {
            lines: vec![("Steps of the Confederacy less those of the Union".to_owned(), result.points)],
            total: result.points,
            sides: Vec::new(),
            level: result.level,
        },
        formations: Vec::new(),
        commands: Vec::new(),
    }
}

/// A fact in prose.
pub fn tell(pack: &Pack, fact: &Fact) -> Option<Line> {
    let name = |unit: &u16| pack.name(*unit);
    let way = |path: &[HexId]| path.iter().map(|h| place_name(*h)).collect::<Vec<_>>().join(", ");
    let (tone, text) = match fact {
        Fact::Asked { .. } => return None,
        Fact::Block { turns: 0 } => (Tone::Note, "The block of turns is over.".to_owned()),
        Fact::Block { turns } => {
            (Tone::Note, format!("A block: {turns} of its turns are still to run, and nobody fires."))
        }
        Fact::Contact { hex } => (Tone::Note, format!("Somebody is met at {}.", place_name(*hex))),
        Fact::Crept { number, path, side } => (Tone::Move, format!("{side} counter {number} creeps to {}.", way(path))),
        Fact::Declared { die, first, postures } => {
            let said = |i: usize| if postures.get(i) == Some(&Posture::Attack) { "attacks" } else { "holds" };
            let text = format!("The Union {}, the Confederacy {}; {die}: {first} first.", said(0), said(1));
            (Tone::Roll, text)
        }
        Fact::Dispatched { die, seat } => (Tone::Roll, format!("The dispatch to seat {} says {die}.", seat.0)),
        Fact::Done { seat } => (Tone::Note, format!("Seat {} is done.", seat.0)),
        Fact::Fired { by, die, hit, target, .. } => {
            let what = if *hit { "hits" } else { "misses" };
            (Tone::Combat, format!("{} fires {die} and {what} {}.", name(by), name(target)))
        }
        Fact::Signalled { die, seat } => (Tone::Roll, format!("Seat {} signals {die}.", seat.0)),
        Fact::Stood { die, lost, unit } => {
            let what = if *lost { "loses a step" } else { "stands" };
            (Tone::Loss, format!("{} holds, rolls {die} and {what}.", name(unit)))
        }
        Fact::Hidden { hex, number, side, unit } => {
            (Tone::Move, format!("{side} counter {number} is {}, at {}.", name(unit), place_name(*hex)))
        }
        Fact::Limit { limit, side } => (Tone::Roll, format!("The {side} may lose {limit} steps.")),
        Fact::Low { low: true, unit, .. } => (Tone::Note, format!("{} is short of ammunition.", name(unit))),
        Fact::Low { .. } => return None,
        Fact::Moved { path, unit } => {
            let line = Line::new(Tone::Move, format!("{} goes to {}.", name(unit), way(path))).cite("4.1");
            let path = path.iter().map(ToString::to_string).collect();
            return Some(line.mark(Mark::Moved { piece: unit.to_string(), side: side_of(*unit), path }));
        }
        Fact::Phase { phase, turn } => (Tone::Heading, format!("Turn {turn}, {}", step(*phase))),
        Fact::Removed { unit } => (Tone::Loss, format!("{} is taken off.", name(unit))),
        Fact::Retreated { path, unit } => (Tone::Move, format!("{} retreats to {}.", name(unit), way(path))),
        Fact::Shown { hex, real, unit, .. } => {
            let ground = if is_woods(*hex) { "in the woods" } else { "in the clear" };
            let what = if *real { "stands" } else { "is nobody" };
            (Tone::Note, format!("{} {what} at {}, {ground}.", name(unit), place_name(*hex)))
        }
        Fact::Sighted { hex, number, side } => {
            (Tone::Note, format!("{side} counter {number} is seen at {}.", place_name(*hex)))
        }
        Fact::Withdrew { limit, side } => (Tone::Result, format!("The {side} may lose {limit} steps, and withdraws.")),
    };
    Some(Line::new(tone, text))
}
