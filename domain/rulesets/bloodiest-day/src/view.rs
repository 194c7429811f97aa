//! What everybody sees: counters, markers, tracks and score. Nothing in this game is secret.

use super::board::Board;
use super::book::Rules;
use super::pack::Pack;
use super::position::{LeaderCasualty, Phase, Place, Position};
use super::units::{Arm, LeaderId, Piece as PieceId, UnitId};
use super::victory::Tally;
use domain_core::kit;
use domain_core::referee::{
    Corner, Figure, MarkerSpot, MarkerView, Phase as PhaseView, Piece, Place as PlaceView, Score, Side, Stripe, Symbol,
    Tab, Track, TrackSpace, View,
};
use std::collections::BTreeSet;

/// The view of a position.
pub fn view(pack: &Pack, at: &Position) -> View {
    let board = Board::new(pack, at);
    let orders = kit::owing::<Rules>(&board).map_or_else(Vec::new, |side| board.orders_of(side));
    let ready: BTreeSet<PieceId> = orders.iter().filter_map(|order| order.verb().piece()).collect();
    let tally = board.tally();
    let mut pieces: Vec<Piece> = pack.leader_ids().map(|l| leader(&board, l, ready.contains(&l.into()))).collect();
    pieces.extend(pack.ids().map(|u| piece(&board, u, ready.contains(&u.into()))));
    let confederate = tally.points(Side::Confederate);
    View {
        phase: phase(pack, at),
        pieces,
        markers: markers(&board),
        tracks: vec![
            turn_track(pack, at),
            impulse_track(pack, at),
            victory_track(pack, tally.points_union, confederate),
        ],
        score: scored(&tally),
        formations: Vec::new(),
        commands: Vec::new(),
    }
}

/// The score of a position.
pub fn score(board: &Board<'_>) -> Score {
    scored(&board.tally())
}

fn scored(tally: &Tally) -> Score {
    Score {
        lines: tally.lines.iter().map(|(what, side, points)| (format!("{side}: {what}"), *points)).collect(),
        total: tally.points_union,
        sides: vec![(Side::Union, tally.points_union), (Side::Confederate, tally.points(Side::Confederate))],
        level: tally.result.clone(),
    }
}

/// Where in the sequence of play a position stands.
pub fn phase(pack: &Pack, at: &Position) -> PhaseView {
    let (step, words) = match (at.phase, at.side) {
        (Phase::LongRange, _) => ("long-range", "Long-Range Bombardment".to_owned()),
        (Phase::Action, Side::Union) => ("impulse-union", format!("Union impulse, space {}", at.space)),
        (Phase::Action, Side::Confederate) => {
            ("impulse-confederate", format!("Confederate impulse, space {}", at.space))
        }
        (Phase::Rally, Side::Confederate) => ("rally-confederate", "Confederate rally".to_owned()),
        (Phase::Rally, Side::Union) => ("rally-union", "Union rally".to_owned()),
        (Phase::Over, _) => ("over", String::new()),
    };
    let clock = pack.turns.iter().find(|t| t.turn == at.turn).map_or_else(String::new, |t| format!("{} hours", t.from));
    let turns = if at.options.six_turns { pack.last_turn.min(6) } else { pack.last_turn };
    let title =
        if at.phase == Phase::Over { "The game is over".to_owned() } else { format!("Turn {}, {words}", at.turn) };
    PhaseView {
        turn: u32::from(at.turn),
        turns: u32::from(turns),
        clock,
        step,
        side: (at.phase != Phase::Over).then_some(at.side),
        title,
        goals_first: at.phase == Phase::LongRange,
    }
}

fn tab(text: &str, title: impl Into<String>, tone: &'static str) -> Tab {
    Tab { text: text.to_owned(), title: title.into(), tone }
}

fn place(place: Place, off: &str) -> PlaceView {
    match place {
        Place::At(area) => PlaceView::Map(area.to_string()),
        Place::Off => PlaceView::Box(off.to_owned()),
        Place::Lost => PlaceView::Box("Eliminated".to_owned()),
        Place::Gone => PlaceView::Box("Out of the game".to_owned()),
    }
}

/// The colour of a formation's stripe.
fn stripe(side: Side, corps: &str) -> &'static str {
    match (side, corps) {
        (_, "I") => "red",
        (Side::Union, "II") => "blue",
        (Side::Confederate, "II") => "green",
        (_, "V") => "brown",
        (_, "VI") => "white",
        (_, "IX") => "orange",
        (_, "XII") => "green",
        (_, "CAV") => "yellow",
        (_, "ANV" | "AP") => "violet",
        _ => "none",
    }
}

fn figure(corner: Corner, text: String, what: &'static str) -> Figure {
    Figure { corner, text, what, colour: "plain" }
}

fn piece(board: &Board<'_>, unit: UnitId, ready: bool) -> Piece {
    let (spec, state) = (board.spec(unit), board.state(unit));
    let value = if state.spent { spec.spent } else { spec.fresh };
    let strength = match (state.spent, spec.arm) {
        (true, _) | (_, Arm::Cavalry) => format!("({value})"),
        _ if spec.long_range => format!("({value})"),
        _ => value.to_string(),
    };
    let mut figures = vec![
        figure(Corner::BottomLeft, strength, "combat value"),
        figure(Corner::Left, spec.division.clone(), "division"),
    ];
    if !state.spent {
        figures.push(figure(Corner::BottomRight, spec.movement.to_string(), "movement"));
    }
    let mut tabs = Vec::new();
    let mut words = vec![format!("{} {}, {}", spec.arm.word(), spec.size, spec.division)];
    let brief = if state.spent { "Spent" } else { "Fresh" };
    let brief = state.area().map_or("", |_| brief);
    words.extend((!brief.is_empty()).then(|| brief.to_owned()));
    if let Some((kind, area)) = state.bid {
        tabs.push(tab("!", format!("Committed to the {} of {area}", kind.noun()), "warn"));
        words.push(format!("committed to the {} of {area}", kind.noun()));
    } else if state.active && state.area().is_some() && !state.spent {
        tabs.push(tab("A", "Activated", "good"));
        words.push(format!("activated, {} of {} MP used", state.used, spec.movement));
    }
    Piece {
        id: spec.id.clone(),
        name: spec.name.clone(),
        full_name: format!("{}, {}", spec.name, spec.division),
        side: spec.side,
        place: place(state.place, "Reinforcements"),
        symbol: match spec.arm {
            Arm::Infantry => Symbol::Infantry,
            Arm::Cavalry => Symbol::Cavalry,
            Arm::Artillery => Symbol::Artillery,
            Arm::HorseArtillery => Symbol::HorseArtillery,
        },
        stripe: Some(Stripe { colour: stripe(spec.side, &spec.corps), formation: spec.corps.clone() }),
        figures,
        stars: None,
        reduced: state.spent,
        tabs,
        facing: None,
        body: None,
        posture: None,
        points: None,
        depth: None,
        ready,
        note: words.join(", "),
        brief: brief.to_owned(),
    }
}

fn leader(board: &Board<'_>, leader: LeaderId, ready: bool) -> Piece {
    let (spec, state) = (board.who(leader), board.leader(leader));
    let mut tabs = Vec::new();
    let stands = if state.active { "active" } else { "inactive" };
    let mut words = vec![stands.to_owned()];
    if state.active {
        tabs.push(tab("A", "Active", "good"));
    }
    if state.wounded {
        tabs.push(tab("W", "Wounded for this turn", "bad"));
        words.push("lightly wounded this turn".into());
    }
    match state.hurt {
        Some(LeaderCasualty::Killed) => words.push(format!("a replacement: {} was killed", spec.name)),
        Some(_) => words.push(format!("a replacement: {} was seriously wounded", spec.name)),
        None => {}
    }
    if state.hurt.is_some() {
        tabs.push(tab("R", "A replacement", "warn"));
    }
    Piece {
        id: spec.id.clone(),
        name: spec.name.clone(),
        full_name: format!("{}, {}", spec.name, spec.formation),
        side: spec.side,
        place: place(state.place, if state.hurt.is_some() { "Replacements" } else { "Reinforcements" }),
        symbol: Symbol::Leader,
        stripe: Some(Stripe { colour: stripe(spec.side, &spec.formation), formation: spec.formation.clone() }),
        figures: vec![figure(Corner::BottomRight, spec.movement.to_string(), "movement")],
        stars: None,
        reduced: !state.active,
        tabs,
        facing: None,
        body: None,
        posture: None,
        points: None,
        depth: None,
        ready,
        note: words.join(", "),
        brief: stands.to_owned(),
    }
}

/// What says whose something is: a letter and the side's tone.
fn held(spot: MarkerSpot, what: &str, holder: Option<Side>) -> MarkerView {
    let (text, by, tone) = match holder {
        Some(Side::Union) => ("U", "the Union", "union"),
        Some(Side::Confederate) => ("C", "the Confederates", "confederate"),
        None => ("–", "nobody", "plain"),
    };
    MarkerView { spot, text: text.to_owned(), title: format!("{what}: held by {by}"), tone }
}

/// Who holds each bridge, which fords are found (§11.0), and who holds the marked areas (§2.2A).
fn markers(board: &Board<'_>) -> Vec<MarkerView> {
    let mut markers = Vec::new();
    for (card, state) in board.pack.crossings.iter().zip(&board.at.crossings) {
        let spot = MarkerSpot::Crossing(card.name.clone());
        if card.bridge {
            markers.push(held(spot, &card.name, state.holder));
        } else if state.found {
            let title = format!("{}: found", card.name);
            markers.push(MarkerView { spot, text: "Fd".to_owned(), title, tone: "plain" });
        }
    }
    for area in board.pack.areas.iter().filter(|a| a.mark.is_some()) {
        let holder = Side::BOTH.into_iter().find(|s| board.controls(*s, area.id));
        if holder.is_some() {
            markers.push(held(MarkerSpot::Place(area.id.to_string()), &area.name, holder));
        }
    }
    markers
}

fn turn_track(pack: &Pack, at: &Position) -> Track {
    let spaces = pack.turns.iter().map(|t| TrackSpace {
        label: t.turn.to_string(),
        text: std::iter::once(t.from.clone()).chain(t.events.iter().cloned()).collect::<Vec<_>>().join(" · "),
        here: t.turn == at.turn,
        markers: Vec::new(),
        colour: None,
    });
    Track { title: "Game Turn Track", spaces: spaces.collect() }
}

fn impulse_track(pack: &Pack, at: &Position) -> Track {
    let spaces = (0..=pack.last_space).map(|n| {
        let here = n == at.space;
        let mut markers = Vec::new();
        if here {
            markers.push(format!("{} impulse", at.side));
            markers.push(format!("Advantage: {}", at.advantage));
        }
        TrackSpace { label: n.to_string(), text: String::new(), here, markers, colour: None }
    });
    Track { title: "Impulse Track", spaces: spaces.collect() }
}

fn victory_track(pack: &Pack, union: i32, confederate: i32) -> Track {
    let spaces = pack.levels.iter().map(|l| {
        let within = |points: i32| points >= l.from && l.to.is_none_or(|to| points <= to);
        let mut markers = Vec::new();
        if within(union) {
            markers.push(format!("Union {union}"));
        }
        if within(confederate) {
            markers.push(format!("Confederate {confederate}"));
        }
        let label = match l.to {
            Some(to) => format!("{}–{to}", l.from),
            None => format!("{}+", l.from),
        };
        TrackSpace { label, text: format!("{} {}", l.level, l.name), here: within(union), markers, colour: None }
    });
    Track { title: "Victory", spaces: spaces.collect() }
}
