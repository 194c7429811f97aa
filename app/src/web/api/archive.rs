//! The archive and the records of a game with all that they rest on, for programs: what the pages show.

use crate::service::archive::Origin;
use crate::service::dossier::Dossier;
use crate::service::judging::Judging;
use crate::web::error::Problem;
use crate::web::pages::archive::{Asked, PAGE, wanted};
use crate::web::pages::archive_game::{self, Head};
use crate::web::pages::dice::{lines, thrower};
use crate::web::pages::register::plain;
use crate::web::{AppState, MaybeSignedIn, Page, SignedIn};
use actix_web::HttpResponse;
use actix_web::web::{self, Data, Json, Path, Query, ServiceConfig};
use domain::words::Side;
use fieldpost_store::{Found, Holder};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub(super) fn configure(routes: &mut ServiceConfig) {
    routes
        .service(web::resource("/archive").get(list))
        .service(web::resource("/archive/{game}").get(game))
        .service(web::resource("/archive/{game}/text").get(text))
        .service(web::resource("/games/{game}/records/{seq}").get(record).post(judge));
}

/// Finished games that are like what was asked for.
#[derive(Serialize, ToSchema)]
pub(super) struct ArchiveList {
    /// How many there are.
    count: u32,
    /// The page of the list, from 1.
    page: u32,
    /// How many pages there are.
    pages: u32,
    /// The games of this page, those that ended last first.
    games: Vec<ArchiveRow>,
}

/// A finished game of the list.
#[derive(Serialize, ToSchema)]
pub(super) struct ArchiveRow {
    /// Its id.
    id: String,
    /// What it is called.
    title: String,
    /// The ruleset's id.
    ruleset: String,
    /// The scenario's id.
    scenario: String,
    /// Who sat where.
    seats: Vec<ArchiveSeat>,
    /// How it ended, in words.
    result: Option<String>,
    /// `union`, `confederate` or `nobody`.
    winner: String,
    /// Game turns played.
    turns: u32,
    /// Orders given.
    orders: u32,
    /// Records of its log.
    records: u64,
    /// When its log begins, in milliseconds since 1970.
    begun: i64,
    /// When it ended.
    ended: i64,
    /// The umpire who told its dice, of a game that was played elsewhere.
    dice_told_by: Option<String>,
    /// Whether its log was brought in from another service.
    imported: bool,
    /// Where the words stand that were looked for, three places at most.
    places: Vec<ArchivePlace>,
}

/// A seat of a finished game.
#[derive(Serialize, ToSchema)]
pub(super) struct ArchiveSeat {
    /// Its name.
    seat: String,
    /// `union` or `confederate`.
    side: String,
    /// Who sat there; none for a house player.
    player: Option<String>,
    /// The house player's id.
    bot: Option<String>,
}

/// Where words stand.
#[derive(Serialize, ToSchema)]
pub(super) struct ArchivePlace {
    /// The record; 0 for title and players.
    record: u64,
    /// The text around them.
    text: String,
}

/// A finished game in figures.
#[derive(Serialize, ToSchema)]
pub(super) struct ArchiveGame {
    /// Its id.
    id: String,
    /// What it is called.
    title: String,
    /// Ruleset and scenario, in words.
    of: String,
    /// The ruleset's id.
    ruleset: String,
    /// Who sat where.
    seats: Vec<ArchiveSat>,
    /// The victory level.
    result: String,
    /// How it came to that.
    how: String,
    /// The points, in a sentence.
    points: String,
    /// Turns, orders and records, in words.
    length: String,
    /// The last record.
    last: u64,
    /// Its hash.
    head: String,
    /// The umpire who told its dice, of a game that was played elsewhere.
    dice_told_by: Option<String>,
    /// Whether its log was brought in from another service.
    imported: bool,
    /// Where most was lost.
    moments: Vec<ArchiveMoment>,
    /// Dice against expectation.
    dice: Vec<ArchiveDice>,
    /// The time that each seat took.
    times: Vec<ArchiveTime>,
    /// What its players say of it.
    notes: Vec<ArchiveNote>,
}

/// A seat of it.
#[derive(Serialize, ToSchema)]
pub(super) struct ArchiveSat {
    /// Its name.
    seat: String,
    /// `union` or `confederate`.
    side: String,
    /// Who.
    player: String,
    /// Whether their side won.
    won: bool,
}

/// A moment in which much was lost.
#[derive(Serialize, ToSchema)]
pub(super) struct ArchiveMoment {
    /// Its first record.
    record: u64,
    /// The turn.
    turn: u32,
    /// What came of it.
    text: String,
    /// What it cost.
    cost: String,
}

/// Dice of one thrower, of one sort or of all.
#[derive(Serialize, ToSchema)]
pub(super) struct ArchiveDice {
    /// Who threw them.
    who: String,
    /// What for; empty for all of a thrower's.
    sort: String,
    /// How many, of what sort of die.
    dice: String,
    /// Their average.
    average: String,
    /// Between what so many fair dice lie nineteen times of twenty.
    usual: String,
    /// Where they lie among fair dice.
    place: String,
}

/// The time that a seat took, in words.
#[derive(Serialize, ToSchema)]
pub(super) struct ArchiveTime {
    /// Who.
    who: String,
    /// Orders by hand.
    orders: u32,
    /// In all.
    all: String,
    /// For an order, on average.
    each: String,
    /// The longest.
    longest: String,
}

/// What a player says of a record.
#[derive(Serialize, ToSchema)]
pub(super) struct ArchiveNote {
    /// The record; 0 for the game.
    record: u64,
    /// Who.
    who: String,
    /// What.
    text: String,
}

impl ArchiveRow {
    fn of(found: &Found, origin: Origin) -> Self {
        let (row, shelved) = (&found.game, &found.shelved);
        let seats = row.seats.iter().enumerate().map(|(n, seat)| {
            let (player, bot) = match &seat.holder {
                Holder::Player { name, .. } => (Some(name.clone()), None),
                Holder::Bot(bot) => (None, Some(bot.clone())),
                Holder::Open => (origin.players.get(n).cloned(), None),
            };
            ArchiveSeat { seat: seat.name.clone(), side: seat.side.word().to_owned(), player, bot }
        });
        let seats = seats.collect();
        ArchiveRow {
            id: row.id.to_string(),
            title: row.title.clone(),
            ruleset: row.ruleset.clone(),
            scenario: row.terms.scenario.clone(),
            seats,
            result: row.summary.result.clone(),
            winner: shelved.winner.map_or("nobody", Side::word).to_owned(),
            turns: shelved.turns,
            orders: shelved.orders,
            records: shelved.length,
            begun: shelved.begun.0,
            ended: shelved.ended.0,
            dice_told_by: origin.umpire,
            imported: origin.imported,
            places: found
                .places
                .iter()
                .map(|(record, text)| ArchivePlace { record: *record, text: text.replace(['\u{2}', '\u{3}'], "") })
                .collect(),
        }
    }
}

/// Public games that are over, by what they are and by what is told of them.
#[utoipa::path(get, path = "/api/archive", tag = "archive",
    params(("q" = Option<String>, Query, description = "words that stand in one record, in double quotes as they follow one another"),
        ("game" = Option<String>, Query, description = "a ruleset's id, or RULESET/SCENARIO"),
        ("player" = Option<String>, Query, description = "a part of a name"),
        ("result" = Option<String>, Query, description = "union, confederate or nobody"),
        ("length" = Option<String>, Query, description = "short, middle, long or very-long"),
        ("from" = Option<String>, Query, description = "ended on this day or later: 2026-06-27"),
        ("to" = Option<String>, Query, description = "ended on this day or before"),
        ("page" = Option<u32>, Query, description = "twenty games each, from 1")),
    responses((status = 200, body = ArchiveList), (status = 400, body = Problem)))]
pub(super) async fn list(state: Data<AppState>, asked: Query<Asked>) -> Page {
    let (wanted, page) = wanted(&asked)?;
    let archive = state.service.archive();
    let (found, count) = archive.find(&wanted, PAGE, (page - 1).saturating_mul(PAGE)).await?;
    let mut games = Vec::new();
    for found in &found {
        games.push(ArchiveRow::of(found, archive.origin(found).await?));
    }
    Ok(HttpResponse::Ok().json(ArchiveList { count, page, pages: count.div_ceil(PAGE).max(1), games }))
}

/// A finished game in figures: how it ended, where most was lost, its dice against expectation, the time taken, and notes by its players.
#[utoipa::path(get, path = "/api/archive/{game}", tag = "archive", params(("game" = String, Path)),
    responses((status = 200, body = ArchiveGame), (status = 404, body = Problem), (status = 409, description = "It goes on", body = Problem)))]
pub(super) async fn game(state: Data<AppState>, who: MaybeSignedIn, game: Path<String>) -> Page {
    let table = state.service.archive().table(&game, who.account()).await?;
    let games = state.service.games();
    let entries = games.story(&table, 0, table.game.len()).await?;
    let figures = games.figures(&table).await?;
    let Head { title, of, ruleset, seats, result, how, points, length, last, hash, imported, told, game, .. } =
        archive_game::head(&table, &entries, &figures, "UTC");
    let notes = state.service.archive().annotations(&table).await?;
    Ok(HttpResponse::Ok().json(ArchiveGame {
        id: table.row.id.to_string(),
        title,
        of,
        ruleset,
        seats: seats
            .into_iter()
            .map(|s| ArchiveSat { seat: s.seat, side: s.side.to_owned(), player: s.player, won: s.won })
            .collect(),
        result,
        how,
        points,
        length,
        last,
        head: hash,
        dice_told_by: told,
        imported,
        moments: archive_game::moments(&table.game, &game, &entries)
            .into_iter()
            .map(|m| ArchiveMoment { record: m.seq, turn: m.turn, text: m.text, cost: m.cost })
            .collect(),
        dice: lines(&figures.dice, |seat| thrower(&table, seat))
            .into_iter()
            .map(|d| ArchiveDice {
                who: d.who,
                sort: d.sort,
                dice: d.dice,
                average: d.average,
                usual: d.usual,
                place: d.place,
            })
            .collect(),
        times: archive_game::times(&table, &figures)
            .into_iter()
            .map(|t| ArchiveTime { who: t.who, orders: t.orders, all: t.all, each: t.each, longest: t.longest })
            .collect(),
        notes: notes.into_iter().map(|n| ArchiveNote { record: n.record, who: n.name, text: n.text }).collect(),
    }))
}

/// A finished game as text, which `fieldpost notation read` and `fieldpost enter` read back.
#[utoipa::path(get, path = "/api/archive/{game}/text", tag = "archive", params(("game" = String, Path)),
    responses((status = 200, description = "Headers, then an order a line with its dice", content_type = "text/plain"),
        (status = 404, body = Problem), (status = 409, description = "It goes on", body = Problem)))]
pub(super) async fn text(state: Data<AppState>, who: MaybeSignedIn, game: Path<String>) -> Page {
    let table = state.service.archive().table(&game, who.account()).await?;
    plain(crate::web::pages::archive_export::as_text(&state, &table).await?)
}

/// A record with all that it rests on: what was asked and legal, what answered in advance, each die with its links, seed and bytes, who was told and
/// when, and its place in the register. Positions before and after are those of `/api/games/{game}/positions/{seq}`.
#[utoipa::path(get, path = "/api/games/{game}/records/{seq}", tag = "game", params(("game" = String, Path), ("seq" = u64, Path)),
    responses((status = 200, body = Dossier), (status = 404, body = Problem)))]
pub(super) async fn record(state: Data<AppState>, who: MaybeSignedIn, path: Path<(String, u64)>) -> Page {
    let (game, seq) = path.into_inner();
    let games = state.service.games();
    let table = games.table(&game, who.account()).await?;
    Ok(HttpResponse::Ok().json(games.dossier(&table, seq).await?))
}

/// What an arbiter says of a record.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Judge {
    /// Why, in one line of at most 1,000 characters; everybody reads it.
    reason: String,
    /// The record whose position stands again; nothing where the record stands as it is.
    back_to: Option<u64>,
    /// The last record that the caller has seen; with `back_to`, orders given after it are not taken back unseen.
    seen: Option<u64>,
}

/// Judges a record, as the host of a game who plays no seat in it: it stands, or an earlier position does. The answer is the record as it is laid out then.
#[utoipa::path(post, path = "/api/games/{game}/records/{seq}", tag = "game", params(("game" = String, Path), ("seq" = u64, Path)), request_body = Judge,
    responses((status = 200, body = Dossier), (status = 400, body = Problem), (status = 403, description = "Not the host, or one who plays", body = Problem),
        (status = 404, body = Problem), (status = 409, description = "It is over, or cannot be gone back to", body = Problem), (status = 422, body = Problem)))]
pub(super) async fn judge(state: Data<AppState>, who: SignedIn, path: Path<(String, u64)>, asked: Json<Judge>) -> Page {
    let ((game, record), Judge { reason, back_to, seen }) = (path.into_inner(), asked.into_inner());
    state.service.play().judge(&game, &who.account, &Judging { record, back_to, reason, seen }).await?;
    let games = state.service.games();
    let table = games.table(&game, Some(&who.account)).await?;
    Ok(HttpResponse::Ok().json(games.dossier(&table, record).await?))
}
