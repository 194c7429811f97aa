//! What everybody sees: counters, markers, tracks and score. Nothing in this game is secret.

use super::book::Rules;
use super::command::coordination_track;
use super::orders::Order;
use super::pack::Pack;
use super::position::{Act, Condition, Phase, Place, Position};
use super::sequence::turn_track;
use super::units::{Arm, UnitId};
use super::victory::{VictoryScore, victory_track};
use super::zones::Board;
use domain_core::kit;
use domain_core::referee::{
    Corner, Figure, Phase as PhaseView, Piece, Place as PlaceView, Score, Side, Stars, Stripe, Symbol, Tab, View,
};
use std::collections::BTreeSet;

/// The view of a position.
pub fn view(board: &Board<'_>) -> View {
    let (pack, at) = (board.pack, board.at);
    let ready: BTreeSet<UnitId> = match kit::owing::<Rules>(board) {
        Some(side) => board.orders_of(side).iter().filter_map(Order::unit).collect(),
        None => BTreeSet::new(),
    };
    let tally = board.tally();
    View {
        phase: phase(pack, at),
        pieces: pack.ids().map(|u| piece(board, u, ready.contains(&u))).collect(),
        markers: Vec::new(),
        tracks: vec![turn_track(pack, at), coordination_track(at), victory_track(pack, &tally)],
        score: scored(tally),
        formations: Vec::new(),
        commands: Vec::new(),
    }
}

/// The score of a position.
pub fn score(board: &Board<'_>) -> Score {
    scored(board.tally())
}

fn scored(tally: VictoryScore) -> Score {
    Score {
        lines: tally.lines.into_iter().map(|l| (l.what, l.points)).collect(),
        total: tally.points,
        sides: Vec::new(),
        level: tally.level,
    }
}

/// The key of the step of play, as in the sequence of [`super::about`].
fn step(at: &Position) -> &'static str {
    match (at.phase, at.side) {
        (Phase::Setup, Side::Union) => "setup-union",
        (Phase::Setup, Side::Confederate) => "setup-confederate",
        (Phase::Command, Side::Confederate) => "command-confederate",
        (Phase::Move, Side::Confederate) => "move-confederate",
        (Phase::Fire, Side::Confederate) => "fire-confederate",
        (Phase::Reaction, Side::Confederate) => "reaction-union",
        (Phase::Close, Side::Confederate) => "close-confederate",
        (Phase::SecondClose, _) => "second-close",
        (Phase::Command, Side::Union) => "command-union",
        (Phase::Move, Side::Union) => "move-union",
        (Phase::Fire, Side::Union) => "fire-union",
        (Phase::Reaction, Side::Union) => "reaction-confederate",
        (Phase::Close, Side::Union) => "close-union",
        (Phase::Special, _) => "special",
        (Phase::Over, _) => "over",
    }
}

/// Where in the sequence of play a position stands.
pub fn phase(pack: &Pack, at: &Position) -> PhaseView {
    let clock = usize::from(at.turn).checked_sub(1).and_then(|i| pack.tables.turns.get(i));
    let acting = at.acting();
    let title = match at.phase {
        Phase::Over => "The game is over".to_owned(),
        Phase::Setup => format!("{acting} set-up"),
        Phase::Special => format!("After turn {}, Union Special Sequence", at.turn),
        phase => format!("Turn {}, {acting} {}", at.turn, phase.title()),
    };
    PhaseView {
        turn: u32::from(at.turn),
        turns: u32::from(pack.tables.last_turn()),
        clock: clock.map_or_else(String::new, |t| t.time.clone()),
        step: step(at),
        side: (at.phase != Phase::Over).then_some(acting),
        title,
        goals_first: matches!(at.phase, Phase::Fire | Phase::Reaction | Phase::Close | Phase::SecondClose),
    }
}

fn tab(text: &str, title: impl Into<String>, tone: &'static str) -> Tab {
    Tab { text: text.to_owned(), title: title.into(), tone }
}

fn piece(board: &Board<'_>, unit: UnitId, ready: bool) -> Piece {
    let (spec, state) = (board.spec(unit), board.state(unit));
    let place = match state.place {
        Place::At(hex) => PlaceView::Map(hex.to_string()),
        Place::Lost => PlaceView::Box("Eliminated".to_owned()),
        Place::Away if board.at.phase == Phase::Setup && spec.arrival == super::units::Arrival::Setup => {
            PlaceView::Box("To set up".to_owned())
        }
        Place::Away => PlaceView::Box("Reinforcements".to_owned()),
    };
    let mut tabs = Vec::new();
    match state.condition {
        Condition::Good => {}
        Condition::Disrupted => tabs.push(tab("D1", "Disrupted", "warn")),
        Condition::Disordered => tabs.push(tab("D2", "Disordered", "bad")),
    }
    if let Some(target) = state.charging {
        tabs.push(tab("Ch", format!("Charging {}", board.spec(target).name), "warn"));
    }
    if state.rf {
        tabs.push(tab("RF", "Return Fire", "warn"));
    }
    if state.activated && state.hex().is_some() {
        tabs.push(tab("A", "Activated", "good"));
    }
    // On the counter extra steps are a plus number; guns and sharpshooters have their factor there (§2.21). Here the
    // number follows the steps left, as the pile of step counters would.
    let extra = state.steps.saturating_sub(2);
    let left = match spec.arm {
        Arm::Artillery { fire } => {
            Figure { corner: Corner::BottomLeft, text: fire.to_string(), what: "fire factor", colour: "yellow" }
        }
        Arm::Sharpshooter { dice } => Figure {
            corner: Corner::BottomLeft,
            text: format!("[{dice}]"),
            what: "sharpshooter's factor",
            colour: "plain",
        },
        _ => Figure { corner: Corner::BottomLeft, text: format!("+{extra}"), what: "extra steps", colour: "plain" },
    };
    let movement = Figure {
        corner: Corner::BottomRight,
        text: spec.movement.to_string(),
        what: "movement",
        colour: if spec.steadfast && !spec.arm.is_artillery() { "red" } else { "plain" },
    };
    let corps = Figure { corner: Corner::Bottom, text: spec.corps.clone(), what: "corps", colour: "plain" };
    Piece {
        id: spec.id.clone(),
        name: spec.name.clone(),
        full_name: spec.full_name.clone(),
        side: spec.side,
        place,
        symbol: match spec.arm {
            Arm::Infantry => Symbol::Infantry,
            Arm::Sharpshooter { .. } => Symbol::Sharpshooter,
            Arm::Cavalry => Symbol::Cavalry,
            Arm::Artillery { .. } => Symbol::Artillery,
        },
        stripe: spec.division.map(|d| Stripe { colour: d.stripe(), formation: d.name().to_owned() }),
        figures: vec![left, corps, movement],
        stars: (spec.morale > 0).then_some(Stars { count: spec.morale, red: spec.bonus }),
        reduced: state.steps <= 1,
        tabs,
        facing: None,
        body: None,
        posture: None,
        points: None,
        depth: None,
        ready,
        note: note(board, unit),
        brief: brief(board, unit),
    }
}

/// Its steps, and its condition where it has one.
fn brief(board: &Board<'_>, unit: UnitId) -> String {
    let (spec, state) = (board.spec(unit), board.state(unit));
    if state.place == Place::Lost {
        return String::new();
    }
    let steps = format!("{} of {} steps", state.steps, spec.steps);
    if state.disturbed() { format!("{steps}, {}", state.condition.word()) } else { steps }
}

fn note(board: &Board<'_>, unit: UnitId) -> String {
    let (spec, state) = (board.spec(unit), board.state(unit));
    if state.place == Place::Lost {
        return "eliminated".to_owned();
    }
    let mut words = vec![format!("{} of {} steps", state.steps, spec.steps)];
    if state.disturbed() {
        words.push(state.condition.word().to_owned());
    }
    if let Some(target) = state.charging {
        words.push(format!("charging {}", board.spec(target).name));
    }
    if state.activated {
        words.push("activated".to_owned());
    }
    match state.act {
        Act::None => {}
        Act::Moved => words.push("has moved".to_owned()),
        Act::Shifted if spec.arm.is_artillery() => words.push("has moved and may fire".to_owned()),
        Act::Shifted => words.push("has moved".to_owned()),
        Act::Recovered => words.push("has recovered".to_owned()),
    }
    if state.fired || state.closed {
        words.push("has attacked".to_owned());
    }
    if state.reacted {
        words.push("has reacted".to_owned());
    }
    if spec.must_charge {
        words.push("must charge".to_owned());
    }
    words.join(", ")
}
