//! Replay: any position of a game by its own address, the index of turns and phases, the log to take home.

use super::archive_game::note_lines;
use super::board::{Board, InHand};
use super::cites::Cites;
use super::game::{card, seats};
use super::notes::annotate;
use super::off_map::{garrisons, trays};
use super::plots::{Plot, Series};
use super::replay_page::{NavStep, PhaseIndex, ReplayPage, TurnIndex};
use super::sequence::steps;
use super::shell::{Shell, see_other};
use super::still::{Still, varies};
use super::story::told;
use crate::service::overview::{Overview, Stop};
use crate::service::table::Table;
use crate::web::packed::kept_page;
use crate::web::{AppState, MaybeSignedIn, Page};
use actix_web::http::header;
use actix_web::web::{self, Data, Path, Query, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse};
use domain::referee::{Mark, Score, SeatId, Side, Viewer};
use serde::Deserialize;

/// The routes.
pub fn configure(routes: &mut ServiceConfig) {
    routes
        .route("/games/{id}/replay", web::get().to(begin))
        .route("/games/{id}/replay/{seq}", web::get().to(at))
        .route("/games/{id}/log", web::get().to(log));
}

#[derive(Deserialize)]
struct At {
    at: Option<u64>,
    eyes: Option<u8>,
}

/// Without a record: the last one, or the one that the slider's form names.
async fn begin(state: Data<AppState>, who: MaybeSignedIn, game: Path<String>, at: Query<At>) -> Page {
    let table = state.service.games().table(&game, who.account()).await?;
    let seq = at.at.unwrap_or_else(|| table.game.len()).clamp(1, table.game.len().max(1));
    let eyes = at.eyes.map_or_else(String::new, |seat| format!("?eyes={seat}"));
    see_other(format!("{}/replay/{seq}{eyes}", table.href()))
}

#[derive(serde::Deserialize)]
struct Seen {
    /// The part of a large map that is looked at.
    view: Option<String>,
    /// The seat through whose eyes a finished game with secrets is looked at.
    eyes: Option<u8>,
}

async fn at(
    state: Data<AppState>,
    request: HttpRequest,
    who: MaybeSignedIn,
    path: Path<(String, u64)>,
    seen: Query<Seen>,
) -> Page {
    let (game, seq) = path.into_inner();
    let table = state.service.games().table(&game, who.account()).await?;
    let last = table.game.len();
    let (table, eyes) = match seen.eyes.and_then(|seat| table.through(SeatId(seat))) {
        Some(through) => (through, seen.eyes),
        None => (table, None),
    };
    let query = eyes.map_or_else(String::new, |seat| format!("?eyes={seat}"));
    if seq == 0 || seq > last {
        return see_other(format!("{}/replay/{last}{query}", table.href()));
    }
    let then = state.service.games().at(&table, seq).await?;
    let view = then.view();
    let entries = state.service.games().story(&table, seq - 1, seq).await?;
    let marks: Vec<Mark> = entries.iter().flat_map(|e| e.lines.iter().flat_map(|l| l.marks.iter().cloned())).collect();
    let numbers = state.service.games().overview(&table).await?;
    let stops = &numbers.stops;
    let base = format!("{}/replay", table.href());
    let ruleset = table.game.ruleset().clone();
    let page_of_game = table.href();
    let here = format!("{base}/{seq}");
    let view_asked = seen.view.as_deref();
    let has = Still::of(&request);
    let hand = InHand {
        page: &page_of_game,
        parts: &here,
        view: view_asked,
        marks,
        still: true,
        has: has.clone(),
        ..InHand::default()
    };
    let mut told = told(&table, &entries.affairs());
    annotate(&table, &mut told, &state.service.messages().notes(&table, who.account()).await?);
    let said = note_lines(&state, &who, &table).await?.into_iter().filter(|n| n.record == seq).collect();
    let mut shell = Shell::new(&state, &who, format!("{}, record {seq}", table.row.title));
    shell.kind = "game";
    shell.here = "games";
    Ok(varies(kept_page(
        &request,
        &ReplayPage {
            shell,
            game: card(&table),
            seats: seats(&table),
            phase: &view.phase,
            steps: steps(ruleset.about(), &view.phase),
            board: Board::draw(ruleset.sheet(), &view, hand),
            seq,
            last,
            nav: nav(stops, (&base, &query), seq, last),
            index: index(stops, (&base, &query), seq),
            said,
            all_eyes: all_eyes(&table, &here, eyes),
            eyes,
            base,
            entries: told,
            score: &view.score,
            trays: trays(&view, &page_of_game),
            tracks: &view.tracks,
            garrisons: garrisons(&view, ruleset.sheet(), None),
            tree: super::tree::tree(&view, ruleset.sheet(), None),
            markers: &view.markers,
            plots: plots(&numbers, table.game.turn()),
            short_head: then.game.head().to_string().chars().take(16).collect(),
            plots_key: plots_key(&table),
            cites: Cites::of(ruleset.about()),
            has,
        },
    )?))
}

/// First, turn before, phase before, record before; record after, phase after, turn after, last.
fn nav(stops: &[Stop], (base, query): (&str, &str), seq: u64, last: u64) -> Vec<NavStep> {
    let mut turns: Vec<u64> = Vec::new();
    let mut seen = None;
    for stop in stops {
        if seen != Some(stop.turn) {
            turns.push(stop.seq);
            seen = Some(stop.turn);
        }
    }
    let phases: Vec<u64> = stops.iter().map(|s| s.seq).collect();
    let before = |list: &[u64]| list.iter().rev().find(|s| **s < seq).copied();
    let after = |list: &[u64]| list.iter().find(|s| **s > seq).copied();
    let step = |to: Option<u64>, title, sign, key| NavStep {
        href: to.map(|n| format!("{base}/{n}{query}")),
        title,
        sign,
        key,
    };
    vec![
        step((seq > 1).then_some(1), "First record", "|‹ First", "Home"),
        step(before(&turns), "Turn before", "‹ Turn", "PageUp"),
        step(before(&phases), "Phase before", "‹ Phase", "ArrowUp"),
        step((seq > 1).then(|| seq - 1), "Record before", "‹ Record", "ArrowLeft"),
        step((seq < last).then(|| seq + 1), "Next record", "Record ›", "ArrowRight"),
        step(after(&phases), "Next phase", "Phase ›", "ArrowDown"),
        step(after(&turns), "Next turn", "Turn ›", "PageDown"),
        step((seq < last).then_some(last), "Last record", "Last ›|", "End"),
    ]
}

fn index(stops: &[Stop], (base, query): (&str, &str), seq: u64) -> Vec<TurnIndex> {
    let here = stops.iter().rposition(|s| s.seq <= seq);
    let mut turns: Vec<TurnIndex> = Vec::new();
    let mut last = None;
    for (i, stop) in stops.iter().enumerate() {
        if last != Some(stop.turn) {
            let title = if stop.turn == 0 { "Set-up".to_owned() } else { format!("Turn {}", stop.turn) };
            turns.push(TurnIndex {
                title,
                href: format!("{base}/{}{query}", stop.seq),
                here: false,
                phases: Vec::new(),
            });
            last = Some(stop.turn);
        }
        if let Some(turn) = turns.last_mut() {
            turn.here |= here == Some(i);
            // The turn stands in the heading already.
            let title = stop.phase.split_once(", ").map_or(stop.phase.as_str(), |(_, phase)| phase);
            turn.phases.push(PhaseIndex {
                title: super::choices::capital(title),
                href: format!("{base}/{}{query}", stop.seq),
                seq: stop.seq,
                here: here == Some(i),
            });
        }
    }
    // The phases of the turn that is looked at; a long game has hundreds.
    turns.iter_mut().filter(|turn| !turn.here).for_each(|turn| turn.phases.clear());
    turns
}

/// Through whose eyes a finished game with secrets can be looked at: address, words, and whether it is so now. Nothing of other games.
fn all_eyes(table: &Table, here: &str, now: Option<u8>) -> Vec<(String, String, bool)> {
    let seats = table.game.seats().iter().filter(|seat| table.through(seat.id).is_some());
    let mut all: Vec<(String, String, bool)> = seats
        .map(|s| (format!("{here}?eyes={}", s.id.0), format!("As the {} knew it", s.name), now == Some(s.id.0)))
        .collect();
    if !all.is_empty() {
        all.insert(0, (here.to_owned(), "All of it".to_owned(), now.is_none()));
    }
    all
}

/// The key of the plots: they are those of the whole game as the reader may know it.
fn plots_key(table: &Table) -> String {
    let head: String = table.game.head().to_string().chars().take(16).collect();
    let eyes = match table.viewer {
        Viewer::Seat(seat) => Some(seat),
        _ => table.seat,
    };
    eyes.map_or_else(|| format!("plots-{head}"), |seat| format!("plots-{head}-{}", seat.0))
}

/// The game in lines.
pub(super) fn plots(numbers: &Overview, last: u32) -> Vec<Plot> {
    if last == 0 {
        return Vec::new();
    }
    let turns: Vec<u32> = (1..=last).collect();
    let labels: Vec<String> = turns.iter().map(ToString::to_string).collect();
    let class = |side: Side| side.word();
    let each = |values: &dyn Fn(u32, Side) -> f64| -> Vec<Series> {
        let of = |side: &Side| Series {
            name: side.name().to_owned(),
            class: class(*side),
            values: turns.iter().map(|turn| Some(values(*turn, *side))).collect(),
        };
        Side::BOTH.iter().map(of).collect()
    };
    let losses = each(&|turn, side| f64::from(numbers.losses.get(&(turn, side)).copied().unwrap_or(0)));
    let fortune = each(&|turn, side| {
        let of_side = numbers.luck.iter().filter(|((then, of), _)| *then <= turn && *of == side);
        of_side.map(|(_, luck)| luck).sum()
    });
    // One line a side where both have points, else the one count there is; a turn without a record stands as the one before.
    let points = &numbers.points;
    let counted = |name: &str, class, count: &dyn Fn(&Score) -> i32| {
        let values = turns.iter().map(|t| points.range(..=t).next_back().map_or(0, |p| count(p.1)));
        Series { name: name.to_owned(), class, values: values.map(|p| Some(f64::from(p))).collect() }
    };
    let of = |score: &Score, side: Side| score.sides.iter().find(|s| s.0 == side).map_or(0, |s| s.1);
    let score: Vec<Series> = if points.values().any(|s| !s.sides.is_empty()) {
        Side::BOTH.iter().map(|side| counted(side.name(), class(*side), &|s| of(s, *side))).collect()
    } else {
        vec![counted("Points", "third", &|s| s.total)]
    };
    vec![
        Plot::lines("Losses by turn, in steps", &labels, &losses),
        Plot::lines("Victory points at the end of each turn", &labels, &score),
        Plot::lines("Dice: sum above or below the mean, so far", &labels, &fortune),
    ]
}

async fn log(state: Data<AppState>, who: MaybeSignedIn, game: Path<String>) -> Page {
    let log = state.service.games().log_for(&game, who.account()).await?;
    Ok(HttpResponse::Ok()
        .content_type("application/x-ndjson")
        .insert_header((
            header::CONTENT_DISPOSITION,
            format!(
                "attachment; filename=\"fieldpost-{}{}.log\"",
                if log.imported { "imported-" } else { "" },
                log.game
            ),
        ))
        .body(log.text))
}
