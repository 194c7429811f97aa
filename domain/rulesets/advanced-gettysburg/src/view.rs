//! What may be seen of a position. Under the rules that are in force so far, everything.

use super::board::{Board, clock};
use super::book::Rules;
use super::chain::Formation;
use super::names::{facing_name, points};
use super::organisation::{self, stripe};
use super::position::{Attack, Place as Where, Retreat, Segment, Works};
use super::tracks::tracks;
use super::units::{Kind, Level, UnitId};
use domain_core::board::Facing;
use domain_core::kit::{self, Asks, counted};
use domain_core::referee::{
    Body, BodyShape, Corner, Figure, MarkerSpot, MarkerView, Phase, Piece, Place, Posture, Score, Side, Stand, Stars,
    Symbol, Tab, View, Viewer,
};
use std::collections::BTreeSet;

/// The position as a reader sees it: of several seats each who of its own can act.
pub fn seen_by(board: &Board<'_>, viewer: Viewer) -> View {
    match viewer {
        Viewer::Seat(seat) => board.on_behalf(seat, seen),
        Viewer::Everyone | Viewer::Spectator => seen(board),
    }
}

/// The position with the reader's own counters out of view in their places (0.1).
fn seen(board: &Board<'_>) -> View {
    match board.at.laid_out() {
        Some(at) => view(&Board::new(board.pack, &at).with_eye(board.eye)),
        None => view(board),
    }
}

/// The position as anybody may see it.
fn view(board: &Board<'_>) -> View {
    // 0.4: of those who are to come with their names hidden the card alone tells.
    let to_come = |u: UnitId| board.is_unknown(u) && board.at.unit(u).place == Where::Waiting;
    let seen = |u: &UnitId| board.could_come(*u) && !to_come(*u);
    let ready = ready(board);
    let piece = |unit| Piece { ready: ready.contains(&unit), ..piece(board, unit) };
    // Whoever is still to come stands in the order of their coming.
    let comes = |u: &UnitId| match board.at.unit(*u).place {
        Where::Waiting => board.card_arrival(*u).map_or(u8::MAX, |(turn, _)| turn),
        _ => 0,
    };
    let mut shown: Vec<UnitId> = board.pack.ids().filter(seen).collect();
    shown.sort_by_cached_key(comes);
    View {
        phase: phase(board),
        pieces: shown.into_iter().map(piece).collect(),
        markers: prizes(board)
            .into_iter()
            .chain(works(board))
            .chain(outposts(board))
            .chain(board.detachment_marks())
            .collect(),
        tracks: tracks(board),
        score: score(board),
        formations: organisation::formations(board),
        commands: organisation::commands(board),
    }
}

/// Who can act now, as far as that is cheap to say: nobody's reach is searched for it.
fn ready(board: &Board<'_>) -> BTreeSet<UnitId> {
    let Some(side) = kit::owing::<Rules>(board) else { return BTreeSet::new() };
    // Of several seats each sees who of its own can act, while it is asked; who looks on sees all.
    let ours = board.eye.filter(|eye| board.at.layout.side(*eye) == Some(side));
    if ours.is_some_and(|eye| !board.is_owed(eye)) {
        return BTreeSet::new();
    }
    let mine = |unit: &UnitId| ours.is_none() || board.mine(*unit);
    if board.at.pending.is_some() {
        return board.orders_of(side).iter().filter_map(|order| order.verb().piece()).filter(mine).collect();
    }
    let hasty = if board.at.segment == Segment::Hasty { board.hasty_choices() } else { Vec::new() };
    let acts = |unit: UnitId| match board.at.segment {
        Segment::Opening => {
            board.check_name(unit).is_ok() || board.check_end(unit).is_ok() || board.check_primary(unit).is_ok()
        }
        segment if segment.is_movement() => moves(board, unit),
        Segment::Hasty => hasty.contains(&unit),
        Segment::Artillery => board.fires_yet(unit),
        Segment::Targets => board.check_return(unit).is_ok() || !board.aims_of(unit).is_empty(),
        Segment::BackOff | Segment::Withdrawal => board.check_may_go_back(unit).is_ok(),
        Segment::Assault => {
            let advances = board.check_may_advance(unit).is_ok() && !board.advance_hexes(unit).is_empty();
            advances || board.beside_enemy(unit) && !board.assaults_of(unit).is_empty()
        }
        _ => false,
    };
    let acts = |unit: &UnitId| !board.is_unknown(*unit) && mine(unit) && acts(*unit);
    Rules::pieces(board, side).into_iter().filter(acts).collect()
}

/// Whether a counter may be told something in the Movement Phase.
fn moves(board: &Board<'_>, unit: UnitId) -> bool {
    if let Some((now, _)) = board.commander(unit) {
        let leads = || board.check_lead(unit, &board.leadable(unit)).is_ok();
        let rides = !now.moved && (board.at.place(unit).is_some() || board.comes(unit));
        return rides || leads();
    }
    if board.battery(unit).is_some() {
        return board.check_gunners(unit).is_ok();
    }
    board.check_may_act(unit).is_ok() && board.left(unit) > 0 || board.check_alone(unit).is_ok()
}

/// Who holds the hexes that count.
fn prizes(board: &Board<'_>) -> Vec<MarkerView> {
    let ground = &board.pack.ground;
    let held = ground.prizes.iter().zip(&board.at.held).filter(|(prize, _)| board.counts(prize.hex));
    let marker = held.filter_map(|(prize, side)| {
        let (text, tone) = match (*side)? {
            Side::Union => ("U", "union"),
            Side::Confederate => ("C", "confederate"),
        };
        let title = format!("{}: held by the {} side", prize.name, (*side)?);
        Some(MarkerView { spot: MarkerSpot::Place(ground.id(prize.hex)), text: text.to_owned(), title, tone })
    });
    marker.collect()
}

/// Breastworks, with their front (0.12).
fn works(board: &Board<'_>) -> Vec<MarkerView> {
    let marker = |works: &Works| {
        let title = format!("Breastworks, front {}", facing_name(works.marker().front()));
        let spot = MarkerSpot::Place(board.pack.ground.id(usize::from(works.hex)));
        MarkerView { spot, text: "W".to_owned(), title, tone: "plain" }
    };
    board.at.works.iter().map(marker).collect()
}

/// Outposts of both sides (0.1).
fn outposts(board: &Board<'_>) -> Vec<MarkerView> {
    let of = |side: Side| {
        let (text, tone) = if side == Side::Union { ("u", "union") } else { ("c", "confederate") };
        board.outposts_of(side).into_iter().map(move |hex| MarkerView {
            spot: MarkerSpot::Place(board.pack.ground.id(hex)),
            text: text.to_owned(),
            title: format!("Outpost of the {side} side"),
            tone,
        })
    };
    Side::BOTH.into_iter().flat_map(of).collect()
}

/// The score.
pub fn score(board: &Board<'_>) -> Score {
    let result = board.result();
    let of = |side: Side| board.tally(side).into_iter().filter(|(_, n)| *n != 0).map(move |(what, n)| (side, what, n));
    let lines = Side::BOTH.into_iter().flat_map(of).map(|(side, what, n)| (format!("{side}: {what}"), n));
    let sides = Side::BOTH.map(|side| (side, board.points(side))).to_vec();
    let level = match (&result.winner, result.points) {
        (None, points) if points != 0 => format!("{}: nobody has the {} points needed", result.level, board.minimum()),
        _ => result.level,
    };
    Score { lines: lines.collect(), total: result.points, sides, level }
}

/// Where in the sequence of play it stands.
pub fn phase(board: &Board<'_>) -> Phase {
    let at = board.at;
    let title = match at.over {
        true => "The game is over".to_owned(),
        false => format!("Turn {}, {}, {}", at.turn, at.side, at.segment.title()),
    };
    Phase {
        turn: u32::from(at.turn),
        turns: u32::from(board.turns()[1]),
        clock: clock(at.turn),
        step: if at.segment == Segment::Outposts { Segment::Corps.word() } else { at.segment.word() },
        side: (!at.over).then(|| board.acting()),
        title,
        goals_first: false,
    }
}

fn piece(board: &Board<'_>, unit: UnitId) -> Piece {
    let spec = board.spec(unit);
    let place = match &board.state(unit).place {
        Where::At(_) => {
            let at = board.at.counter(unit).filter(|p| board.pack.ground.is_hex(*p));
            at.map_or_else(|| Place::Box("On the road".to_owned()), |p| Place::Map(board.pack.ground.id(p)))
        }
        Where::Fled(_) => Place::Box("Off the map".to_owned()),
        Where::Lost => Place::Box("Lost".to_owned()),
        Where::Unseen => Place::Box("Out of view".to_owned()),
        Where::Waiting => Place::Box(match board.card_arrival(unit) {
            Some((turn, road)) => format!("{}, {road}", clock(turn)),
            None if board.in_force(unit) => "To be set up".to_owned(),
            None => "Not in play".to_owned(),
        }),
    };
    let unknown = board.is_unknown(unit);
    let figure = |corner, text: String, what, colour| Figure { corner, text, what, colour };
    let mut piece = Piece {
        id: board.piece_id(unit).to_owned(),
        name: shown_name(board, unit),
        full_name: if unknown { format!("Covered, {}", board.name(unit)) } else { spec.card.clone() },
        side: board.side(unit),
        place,
        symbol: Symbol::Infantry,
        stripe: (!unknown).then(|| stripe(&spec.corps)),
        figures: Vec::new(),
        stars: None,
        reduced: false,
        tabs: Vec::new(),
        facing: None,
        body: None,
        posture: None,
        points: None,
        depth: None,
        ready: false,
        note: String::new(),
        brief: String::new(),
    };
    match &spec.kind {
        Kind::Brigade(_) => brigade(board, unit, &mut piece),
        Kind::Battery(battery) => {
            let guns = ["R", "N", "H"].iter().zip(battery.guns).filter(|(_, n)| *n > 0);
            let guns: Vec<String> = guns.map(|(letter, n)| format!("{n}{letter}")).collect();
            piece.symbol = if battery.horse { Symbol::HorseArtillery } else { Symbol::Artillery };
            piece.figures.push(figure(Corner::BottomLeft, guns.join(" "), "cannon", "plain"));
            if let Some(now) = board.at.battery(unit) {
                piece.facing = Some(now.facing);
                piece.posture = Some(if now.limbered { Posture::Limbered } else { Posture::Unlimbered });
                piece.figures.push(figure(Corner::BottomRight, now.factors.to_string(), "ammunition factors", "plain"));
                piece.note = format!("{}, {} ammunition factors", guns.join(" "), now.factors);
                piece.brief = format!("{} ammunition factors", now.factors);
            }
        }
        Kind::Commander(commander) => {
            let (control, coordination, leadership) = board.ratings(unit);
            piece.symbol = Symbol::Leader;
            piece.figures.push(figure(
                Corner::BottomLeft,
                format!("{control}/{coordination}"),
                "control and coordination",
                "plain",
            ));
            piece.figures.push(figure(Corner::BottomRight, leadership.to_string(), "leadership", "plain"));
            let stars = match commander.level {
                Level::Army => 3,
                Level::Corps => 2,
                _ => 1,
            };
            piece.stars = Some(Stars { count: stars, red: board.at.commander(unit).is_some_and(|c| c.hit) });
            piece.note = format!("control {control}, coordination {coordination}, leadership {leadership}");
        }
    }
    if let Some(seat) = board.seat_told(unit) {
        piece.note = format!("{}, under the {seat}", piece.note);
    }
    // 0.1: its own side alone sees it there.
    if board.is_unseen(unit) && board.on_map(unit) {
        let title = match board.is_partly(unit) {
            true => format!("Out of the enemy's view but for {}", board.link_names(board.control_chain(unit))),
            false => "Out of the enemy's view".to_owned(),
        };
        piece.tabs.push(Tab { text: "H".to_owned(), title, tone: "good" });
    }
    piece
}

/// The name of a counter, with what its enemy calls it while it is covered (0.4).
fn shown_name(board: &Board<'_>, unit: UnitId) -> String {
    let (known, called) = (board.known_name(unit), board.name(unit));
    let captured = board.side(unit) != board.spec(unit).side;
    match () {
        () if captured => board.spec(unit).name.clone(),
        () if known == called => known.to_owned(),
        () => format!("{known} ({called})"),
    }
}

fn brigade(board: &Board<'_>, unit: UnitId, piece: &mut Piece) {
    let Some((now, spec)) = board.brigade(unit) else { return };
    let cavalry = board.spec(unit).is_cavalry();
    piece.symbol = if cavalry { Symbol::Cavalry } else { Symbol::Infantry };
    let figure = |corner, text: String, what| Figure { corner, text, what, colour: "plain" };
    piece.figures.push(figure(Corner::BottomLeft, now.sp.to_string(), "strength"));
    let unknown = board.is_unknown(unit);
    if !unknown {
        piece.figures.push(figure(Corner::BottomRight, board.experience(unit).to_string(), "experience"));
    }
    piece.points = Some(u32::from(now.sp));
    piece.reduced = now.lost > 0;
    let tab = |text: String, title: String, tone| Tab { text, title, tone };
    if now.disorganization() > 0 {
        let level = now.disorganization();
        piece.tabs.push(tab(
            level.to_string(),
            format!("Disorganization level {level}"),
            if level < 4 { "warn" } else { "bad" },
        ));
    }
    if now.attack != Attack::None {
        piece.tabs.push(tab("A".to_owned(), "Attacking".to_owned(), "good"));
    }
    if now.retreat != Retreat::None {
        piece.tabs.push(tab("R".to_owned(), "Retreating".to_owned(), "bad"));
    }
    let (shape, fronts): (BodyShape, Vec<Option<Facing>>) = match now.formation {
        Formation::Line { .. } => (BodyShape::Line, board.line(unit).iter().map(|m| Some(m.front())).collect()),
        Formation::Column { .. } | Formation::Charge { .. } => {
            (BodyShape::Column, board.column(unit).into_iter().map(Some).collect())
        }
        Formation::Rest => (BodyShape::Column, Vec::new()),
    };
    piece.posture = match now.formation {
        Formation::Line { .. } => Some(Posture::Line),
        Formation::Column { .. } => Some(if cavalry { Posture::Mounted } else { Posture::Column }),
        Formation::Charge { .. } => Some(Posture::Mounted),
        Formation::Rest => Some(Posture::Reserve),
    };
    // What lies beyond the map, at either end of a line that formed in haste as it came on (§24.6), is not drawn.
    let here = board.chain(unit).iter().zip(fronts).filter(|(l, _)| board.pack.ground.is_hex(l.at()));
    let stands: Vec<Stand> = here
        .map(|(l, front)| Stand { place: board.pack.ground.id(l.at()), strength: l.sp.to_string(), front })
        .collect();
    if let Some(first) = stands.first() {
        piece.facing = first.front;
        piece.body = Some(Body { shape, stands });
    }
    let strength = match unknown {
        true => format!("{} strength points", now.sp),
        false => format!("{} of {} strength points", now.sp, spec.strength),
    };
    let mut words = vec![strength, now.formation.word().to_owned()];
    words.push(format!("{} casualty and {} disorganization points", now.cp, now.dp));
    if let Some(level) = now.level {
        words.push(format!("{} of {level} activity points spent", points(now.spent())));
    }
    // §13.8: what was kept serves in the next turn alone.
    if let Some(kept) = now.kept.filter(|k| !k.used && k.turn + 1 >= board.at.turn) {
        words.push(format!("{} kept", counted(i32::from(kept.ap), "activity point")));
    }
    // 0.1, detachments 8: for its own side alone, as the enemy knows of none.
    let mut out: Vec<String> = board.detachments_of(unit).map(|d| board.pack.ground.id(usize::from(d.place))).collect();
    out.sort_unstable();
    piece.brief.clone_from(&words[0]);
    // Whoever reads a letter without its picture is to know where each marker lies.
    if let Some(body) =
        piece.body.as_ref().filter(|body| body.stands.windows(2).any(|two| two[0].place != two[1].place))
    {
        let stands: Vec<String> = body.stands.iter().map(|s| format!("{}={}", s.place, s.strength)).collect();
        piece.brief = format!("{}: {}", piece.brief, stands.join(" "));
    }
    if !out.is_empty() {
        let many = counted(out.len() as i32, "detachment");
        out.dedup();
        let places: Vec<&str> = out.iter().map(String::as_str).collect();
        words.push(format!("{many} out, in {}", kit::names::listed(&places)));
        piece.brief = format!("{}, {many} in {}", piece.brief, kit::names::listed(&places));
    }
    piece.note = words.join(", ");
}
