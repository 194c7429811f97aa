//! The chronicle: a turn at a time, in pages that stay the same while the game goes on.

use super::cites::Cites;
use super::game::card;
use super::notes::annotate;
use super::shell::{Shell, page, see_other};
use super::story::{by_affairs, told};
use super::table::ChroniclePage;
use crate::service::ServiceError;
use crate::service::table::Table;
use crate::told::turn_title;
use crate::web::{AppState, MaybeSignedIn, Page};
use actix_web::web::{self, Data, Path, Query, ServiceConfig};
use serde::Deserialize;

/// Records of a page.
const PAGE: u64 = 100;
/// Records of an affair that a page is looked beyond for at most, so that none is torn.
const AFFAIR: u64 = 48;

/// The routes.
pub fn configure(routes: &mut ServiceConfig) {
    routes.route("/games/{id}/chronicle", web::get().to(chronicle));
}

/// Where a record is told, whichever page that is on.
pub fn record_href(game: &str, seq: u64) -> String {
    format!("{game}/chronicle?record={seq}")
}

/// All turns: address and words.
pub fn turn_links(table: &Table) -> Vec<(String, String)> {
    let href = table.href();
    let mut turns: Vec<u32> = std::iter::once(0).chain(table.game.turns().iter().map(|t| t.1)).collect();
    turns.dedup();
    turns.into_iter().map(|t| (format!("{href}/chronicle?turn={t}"), turn_title(t))).collect()
}

#[derive(Deserialize)]
struct Looking {
    turn: Option<u32>,
    /// Which page of the turn, from 1; the last where it does not say.
    page: Option<u64>,
    /// The record that is looked for.
    record: Option<u64>,
}

/// The first and the last record of a turn.
fn records_of(table: &Table, turn: u32) -> Option<(u64, u64)> {
    let turns = table.game.turns();
    let start = if turn == 0 { 1 } else { turns.iter().find(|(_, t)| *t == turn)?.0 };
    let end = turns.iter().find(|(_, t)| *t > turn).map_or(table.game.len(), |(seq, _)| seq - 1);
    Some((start, end))
}

async fn chronicle(state: Data<AppState>, who: MaybeSignedIn, game: Path<String>, of: Query<Looking>) -> Page {
    let table = state.service.games().table(&game, who.account()).await?;
    let href = table.href();
    if let Some(record) = of.record {
        let record = record.clamp(1, table.game.len().max(1));
        let about = state.service.games().story(&table, record.saturating_sub(1 + AFFAIR), record + AFFAIR).await?;
        let affair = about.affairs().into_iter().find(|a| a.iter().any(|e| e.seq == record && !e.begins));
        let (begun, turn) = match affair.and_then(|affair| affair.first().map(|e| (e.seq, e.turn))) {
            Some(begun) => begun,
            None => (record, table.game.turns().iter().rev().find(|(seq, _)| *seq <= record).map_or(0, |t| t.1)),
        };
        let (start, end) = records_of(&table, turn).unwrap_or((1, record));
        let page = begun.min(end).saturating_sub(start) / PAGE + 1;
        return see_other(format!("{href}/chronicle?turn={turn}&page={page}#r{record}"));
    }
    let turn = of.turn.unwrap_or_else(|| table.game.turn());
    let (start, end) = records_of(&table, turn).ok_or_else(|| ServiceError::unknown("The game has no such turn."))?;
    let count = (end + 1).saturating_sub(start).div_ceil(PAGE).max(1);
    let number = of.page.unwrap_or(count).clamp(1, count);
    let first = start + (number - 1) * PAGE;
    let last = (first + PAGE - 1).min(end);
    let about = state.service.games().story(&table, first.saturating_sub(1 + AFFAIR), last + AFFAIR).await?;
    // An affair is told on the page on which it begins.
    let mut here = about.affairs();
    // The record in which the next turn begins tells of this one first.
    here.retain(|a| a.first().is_some_and(|e| e.turn == turn && (first..=last).contains(&e.seq.clamp(start, end))));
    let mut chronicle = told(&table, &here);
    annotate(&table, &mut chronicle, &state.service.messages().notes(&table, who.account()).await?);
    let title = turn_title(turn);
    let page_of = |n: u64| {
        let (from, to) = (start + (n - 1) * PAGE, (start + n * PAGE - 1).min(end));
        (format!("{href}/chronicle?turn={turn}&page={n}"), format!("{from} to {to}"), n == number)
    };
    page(&ChroniclePage {
        shell: Shell::for_reader(&state, &who, format!("{}: {title}", table.row.title)).await?,
        game: card(&table),
        cites: Cites::of(table.game.ruleset().about()),
        chronicle: by_affairs(chronicle),
        chronicle_title: title,
        turns: turn_links(&table),
        before: (number > 1).then(|| page_of(number - 1)).map(|(href, text, _)| (href, text)),
        behind: (number < count).then(|| page_of(number + 1)).map(|(href, text, _)| (href, text)),
        pages: if count > 1 { (1..=count).map(page_of).collect() } else { Vec::new() },
    })
}
