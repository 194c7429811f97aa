//! Replay: any position of a game by its own address, the index of turns and phases, the log to take home.

use super::board::{Board, InHand};
use super::game::{card, seats};
use super::notes::annotate;
use super::off_map::{garrisons, trays};
use super::plots::{Plot, Series};
use super::replay_page::{NavStep, PhaseIndex, ReplayPage, TurnIndex};
use super::shell::{Shell, page, see_other};
use super::story::told;
use super::table::steps;
use crate::service::Outcome;
use crate::service::replay::Stop;
use crate::service::table::Table;
use crate::web::{AppState, MaybeSignedIn, Page};
use actix_web::HttpResponse;
use actix_web::http::header;
use actix_web::web::{self, Data, Path, Query, ServiceConfig};
use domain::log::Hash32;
use domain::referee::{Mark, Score, Side, Viewer};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

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
}

/// Without a record: the last one, or the one that the slider's form names.
async fn begin(state: Data<AppState>, who: MaybeSignedIn, game: Path<String>, at: Query<At>) -> Page {
    let table = state.service.games().table(&game, who.account()).await?;
    let seq = at.at.unwrap_or_else(|| table.game.len()).clamp(1, table.game.len().max(1));
    see_other(format!("{}/replay/{seq}", table.href()))
}

#[derive(serde::Deserialize)]
struct Seen {
    /// The part of a large map that is looked at.
    view: Option<String>,
}

async fn at(state: Data<AppState>, who: MaybeSignedIn, path: Path<(String, u64)>, seen: Query<Seen>) -> Page {
    let (game, seq) = path.into_inner();
    let table = state.service.games().table(&game, who.account()).await?;
    let last = table.game.len();
    if seq == 0 || seq > last {
        return see_other(format!("{}/replay/{last}", table.href()));
    }
    let then = state.service.games().at(&table, seq).await?;
    let view = then.view();
    let entries = state.service.games().chronicle(&table, seq - 1, seq).await?;
    let marks: Vec<Mark> = entries.iter().flat_map(|e| e.lines.iter().flat_map(|l| l.marks.iter().cloned())).collect();
    let overview = overview(&state, &table).await?;
    let (stops, plots, gone) = &*overview;
    let base = format!("{}/replay", table.href());
    let ruleset = table.game.ruleset().clone();
    let page_of_game = table.href();
    let here = format!("{base}/{seq}");
    let view_asked = seen.view.as_deref();
    let hand = InHand { page: &page_of_game, parts: &here, view: view_asked, marks, still: true, ..InHand::default() };
    let mut told = told(&table, &entries, gone);
    annotate(&table, &mut told, &state.service.messages().notes(&table, who.account()).await?);
    let mut shell = Shell::new(&state, &who, format!("{}, record {seq}", table.row.title));
    shell.kind = "game";
    shell.here = "games";
    page(&ReplayPage {
        shell,
        game: card(&table),
        seats: seats(&table),
        phase: &view.phase,
        steps: steps(ruleset.about(), &view.phase),
        board: Board::draw(ruleset.sheet(), &view, hand),
        seq,
        last,
        nav: nav(stops, &base, seq, last),
        index: index(stops, &base, seq),
        base,
        entries: told,
        score: &view.score,
        trays: trays(&view, &page_of_game),
        tracks: &view.tracks,
        garrisons: garrisons(&view, ruleset.sheet(), None),
        tree: super::tree::tree(&view, ruleset.sheet(), None),
        markers: &view.markers,
        plots: plots.clone(),
        short_head: then.game.head().to_string().chars().take(16).collect(),
    })
}

/// First, turn before, phase before, record before; record after, phase after, turn after, last.
fn nav(stops: &[Stop], base: &str, seq: u64, last: u64) -> Vec<NavStep> {
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
    let step =
        |to: Option<u64>, title, sign, key| NavStep { href: to.map(|n| format!("{base}/{n}")), title, sign, key };
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

fn index(stops: &[Stop], base: &str, seq: u64) -> Vec<TurnIndex> {
    let here = stops.iter().rposition(|s| s.seq <= seq);
    let mut turns: Vec<TurnIndex> = Vec::new();
    let mut last = None;
    for (i, stop) in stops.iter().enumerate() {
        if last != Some(stop.turn) {
            let title = if stop.turn == 0 { "Set-up".to_owned() } else { format!("Turn {}", stop.turn) };
            turns.push(TurnIndex { title, here: false, phases: Vec::new() });
            last = Some(stop.turn);
        }
        if let Some(turn) = turns.last_mut() {
            turn.here |= here == Some(i);
            // The turn stands in the heading already.
            let title = stop.phase.split_once(", ").map_or(stop.phase.as_str(), |(_, phase)| phase);
            turn.phases.push(PhaseIndex {
                title: super::choices::capital(title),
                href: format!("{base}/{}", stop.seq),
                seq: stop.seq,
                here: here == Some(i),
            });
        }
    }
    turns
}

/// The index, the plots, and the stretches that were taken back.
type Overview = (Vec<Stop>, Vec<Plot>, Vec<(u64, u64)>);
/// Whose eyes an overview is for, and the head it was made at.
type OverviewKey = (Viewer, Hash32);

/// The overviews made last, by whose eyes they are for and the head they were made at. A replay asks for the same one at every
/// step, and it costs a walk over the whole log.
static OVERVIEWS: Mutex<Vec<(OverviewKey, Arc<Overview>)>> = Mutex::new(Vec::new());
/// Overviews kept.
const KEPT: usize = 32;

async fn overview(state: &AppState, table: &Table) -> Outcome<Arc<Overview>> {
    let key = (table.viewer, table.game.head());
    let kept =
        |list: &[((Viewer, Hash32), Arc<Overview>)]| list.iter().find(|(k, _)| *k == key).map(|(_, o)| o.clone());
    if let Some(found) = kept(&OVERVIEWS.lock().unwrap_or_else(PoisonError::into_inner)) {
        return Ok(found);
    }
    let made = Arc::new(whole(state, table).await?);
    let mut list = OVERVIEWS.lock().unwrap_or_else(PoisonError::into_inner);
    if list.len() >= KEPT {
        list.remove(0);
    }
    list.push((key, made.clone()));
    Ok(made)
}

/// The index, and the game in lines: what a walk over the whole log gives.
async fn whole(state: &AppState, table: &Table) -> Outcome<Overview> {
    let mut stops: Vec<Stop> = Vec::new();
    let mut points: BTreeMap<u32, Score> = BTreeMap::new();
    state
        .service
        .games()
        .each_step(table, |game| {
            let view = game.view(table.viewer);
            let turn = game.turn();
            let phase = view.phase.title;
            if stops.last().is_none_or(|last| last.turn != turn || last.phase != phase) {
                stops.push(Stop { seq: game.len(), turn, phase });
            }
            points.insert(turn, view.score);
        })
        .await?;
    let entries = state.service.games().chronicle(table, 0, table.game.len()).await?;
    let gone = state.service.takebacks().taken_back(table, 0).await?;
    let mut losses: BTreeMap<(u32, Side), u32> = BTreeMap::new();
    let mut luck: BTreeMap<(u32, Side), f64> = BTreeMap::new();
    for e in &entries {
        for line in &e.lines {
            for mark in &line.marks {
                if let Mark::Lost { side, steps, .. } = mark {
                    *losses.entry((e.turn, *side)).or_default() += steps;
                }
            }
        }
        if let Some(side) = e.seat.and_then(|s| table.game.seat(s)).map(|s| s.side) {
            for roll in &e.rolls {
                let fair = f64::from(u16::from(roll.sides) + 1) / 2.0;
                let got: f64 = roll.faces.iter().map(|f| f64::from(*f) - fair).sum();
                *luck.entry((e.turn, side)).or_default() += got;
            }
        }
    }
    let last = table.game.turn();
    if last == 0 {
        return Ok((stops, Vec::new(), gone));
    }
    let turns: Vec<u32> = (1..=last).collect();
    let labels: Vec<String> = turns.iter().map(ToString::to_string).collect();
    let class = |side: Side| side.word();
    let running = |of: &BTreeMap<(u32, Side), f64>, side: Side| {
        let mut sum = 0.0;
        turns
            .iter()
            .map(|t| {
                sum += of.get(&(*t, side)).copied().unwrap_or_default();
                Some(sum)
            })
            .collect::<Vec<_>>()
    };
    let each: Vec<Series> = Side::BOTH
        .iter()
        .map(|side| Series {
            name: side.name().to_owned(),
            class: class(*side),
            values: turns.iter().map(|t| Some(f64::from(losses.get(&(*t, *side)).copied().unwrap_or(0)))).collect(),
        })
        .collect();
    // One line a side where both have points, else the one count there is; a turn without a record stands as the one before.
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
    let fortune: Vec<Series> = Side::BOTH
        .iter()
        .map(|side| Series { name: side.name().to_owned(), class: class(*side), values: running(&luck, *side) })
        .collect();
    let plots = vec![
        Plot::lines("Losses by turn, in steps", &labels, &each),
        Plot::lines("Victory points at the end of each turn", &labels, &score),
        Plot::lines("Dice: sum above or below the mean, so far", &labels, &fortune),
    ];
    Ok((stops, plots, gone))
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
