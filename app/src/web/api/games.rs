//! One game: what the caller may see of it, and everything a player does.

use super::shapes::{
    Done, DraftState, Draw, GameState, Lines, Orders, Said, Saying, Silence, Standing, StandingState, StandingTried,
    Takeback, TakebackState,
};
use crate::service::play::{self, Drafted, Lay, Receipt};
use crate::service::{ErrorKind, ServiceError};
use crate::web::error::Problem;
use crate::web::{AppError, AppState, MaybeSignedIn, Page, SignedIn};
use actix_web::HttpResponse;
use actix_web::web::{self, Data, Json, Path, Query, ServiceConfig};
use domain::referee::{NoOverlay, Notation, SeatId, Standing as StandingOrders, parts};
use serde::Deserialize;

pub(super) fn configure(routes: &mut ServiceConfig) {
    routes
        .service(web::resource("/games/{game}").get(state_of))
        .service(web::resource("/games/{game}/menu").get(menu))
        .service(web::resource("/games/{game}/compose").get(compose))
        .service(web::resource("/games/{game}/overlays").get(overlays))
        .service(web::resource("/games/{game}/overlays/{overlay}").get(overlay))
        .service(web::resource("/games/{game}/orders").post(orders))
        .service(web::resource("/games/{game}/draft").get(draft).put(set_draft))
        .service(web::resource("/games/{game}/log").get(log))
        .service(web::resource("/games/{game}/chronicle").get(chronicle))
        .service(web::resource("/games/{game}/positions/{seq}").get(position))
        .service(web::resource("/games/{game}/standing").get(standing).put(set_standing))
        .service(web::resource("/games/{game}/standing/try").post(try_standing))
        .service(web::resource("/games/{game}/messages").get(messages).post(say))
        .service(web::resource("/games/{game}/draw").post(draw))
        .service(web::resource("/games/{game}/takeback").get(takeback).post(change_takeback))
        .service(web::resource("/games/{game}/silence").get(silence).put(set_silence))
        .service(web::resource("/games/{game}/resign").post(resign));
}

/// The game as the caller may see it.
#[utoipa::path(get, path = "/api/games/{game}", tag = "game", params(("game" = String, Path)),
    responses((status = 200, body = GameState), (status = 404, body = Problem)))]
pub(super) async fn state_of(state: Data<AppState>, who: MaybeSignedIn, game: Path<String>) -> Page {
    let table = state.service.games().table(&game, who.account()).await?;
    Ok(HttpResponse::Ok().json(GameState::of(&table, who.account())))
}

#[derive(Deserialize)]
pub(super) struct OfPiece {
    piece: Option<String>,
}

/// Every legal order of the caller, with costs, arithmetic and odds; of one piece also why one cannot be taken back (`finality`).
#[utoipa::path(get, path = "/api/games/{game}/menu", tag = "game",
    params(("game" = String, Path), ("piece" = Option<String>, Query, description = "only the choices of this piece")),
    responses((status = 200, description = "The menu: seat, asks, choices"), (status = 403, body = Problem), (status = 404, body = Problem)))]
pub(super) async fn menu(state: Data<AppState>, who: SignedIn, game: Path<String>, of: Query<OfPiece>) -> Page {
    let table = state.service.games().table(&game, Some(&who.account)).await?;
    match table.menu(of.piece.as_deref()) {
        Some(mut menu) => {
            if of.piece.is_some() {
                table.game.weigh(menu.seat, &mut menu.choices);
            }
            Ok(HttpResponse::Ok().json(menu))
        }
        None => Err(AppError(spectator())),
    }
}

#[derive(Deserialize)]
pub(super) struct SaidSoFar {
    #[serde(default)]
    say: String,
}

/// What can be chosen next in composing an order: one step, each candidate with its cost and the odds of the order with it. Nothing said is
/// the first step; then what the candidates taken `say`, joined by semicolons.
#[utoipa::path(get, path = "/api/games/{game}/compose", tag = "game",
    params(("game" = String, Path), ("say" = Option<String>, Query, description = "what was chosen so far, joined by semicolons")),
    responses((status = 200, description = "The step: asks, prompt, candidates, many, and the order as it stands"), (status = 400, body = Problem),
        (status = 403, body = Problem), (status = 404, body = Problem)))]
pub(super) async fn compose(
    state: Data<AppState>,
    who: SignedIn,
    game: Path<String>,
    so_far: Query<SaidSoFar>,
) -> Page {
    let table = state.service.games().table(&game, Some(&who.account)).await?;
    let seat = table.seat.filter(|_| !table.stood_in()).ok_or_else(|| AppError(spectator()))?;
    let said: Vec<String> = parts(&so_far.say).map(str::to_owned).collect();
    let step = table.game.compose(seat, &said).map_err(|refusal| AppError(refusal.into()))?;
    Ok(HttpResponse::Ok().json(step))
}

/// What can be drawn over the map for the caller: id, title, and whether it is of one piece.
#[utoipa::path(get, path = "/api/games/{game}/overlays", tag = "game", params(("game" = String, Path)),
    responses((status = 200, description = "Offers: id, title, of_piece"), (status = 404, body = Problem)))]
pub(super) async fn overlays(state: Data<AppState>, who: MaybeSignedIn, game: Path<String>) -> Page {
    let table = state.service.games().table(&game, who.account()).await?;
    Ok(HttpResponse::Ok().json(table.game.overlays(table.viewer)))
}

/// One of them, by what the caller may know: places with a tone, a band from 0 (the strongest) to 5, a figure and words; lines from place to
/// place; and what the tones mean.
#[utoipa::path(get, path = "/api/games/{game}/overlays/{overlay}", tag = "game",
    params(("game" = String, Path), ("overlay" = String, Path),
        ("piece" = Option<String>, Query, description = "the piece it is of, by id or name")),
    responses((status = 200, description = "The overlay: title, note, key, places, lines"),
        (status = 400, description = "It is of one piece, and none is named", body = Problem), (status = 404, body = Problem)))]
pub(super) async fn overlay(
    state: Data<AppState>,
    who: MaybeSignedIn,
    path: Path<(String, String)>,
    of: Query<OfPiece>,
) -> Page {
    let (game, overlay) = path.into_inner();
    let table = state.service.games().table(&game, who.account()).await?;
    let drawn = table.game.overlay(table.viewer, &overlay, of.piece.as_deref()).map_err(|no| {
        let known = table.game.overlays(table.viewer);
        AppError(match &no {
            NoOverlay::Unknown(_) if known.is_empty() => {
                ServiceError::unknown(no.to_string()).legal("These rules offer none.")
            }
            NoOverlay::Unknown(_) => {
                let ids: Vec<&str> = known.iter().map(|o| o.id).collect();
                ServiceError::unknown(no.to_string()).legal(format!("There are {}.", ids.join(", ")))
            }
            NoOverlay::WantsPiece(_) => ServiceError::malformed(no.to_string()).legal("Name it: ?piece=ID."),
            NoOverlay::NothingOf(..) => {
                ServiceError::unknown(no.to_string()).legal("Name a piece that the game's view shows.")
            }
        })
    })?;
    Ok(HttpResponse::Ok().json(drawn))
}

/// Gives orders. All of them or none, as long as nothing has been rolled, shown or handed over.
#[utoipa::path(post, path = "/api/games/{game}/orders", tag = "game", params(("game" = String, Path)), request_body = Orders,
    responses((status = 200, body = Receipt), (status = 400, description = "Cannot be read", body = Problem),
        (status = 401, description = "No token", body = Problem),
        (status = 403, description = "A spectator, or the other side's seat", body = Problem),
        (status = 404, description = "No such game", body = Problem),
        (status = 409, description = "Out of turn, over, or the position has changed since `seen`", body = Problem),
        (status = 413, description = "Too large", body = Problem), (status = 415, description = "Not JSON", body = Problem),
        (status = 422, description = "Against the rules: section, wrong, legal", body = Problem),
        (status = 429, description = "Too often", body = Problem)))]
pub(super) async fn orders(state: Data<AppState>, who: SignedIn, game: Path<String>, orders: Json<Orders>) -> Page {
    let orders = orders.into_inner();
    let seen = orders.seen.map(|s| {
        s.parse().map_err(|_| {
            let wrong = "The head in `seen` is no hash of 64 lower-case hexadecimal digits.";
            AppError(ServiceError::malformed(wrong).legal("Send back what the game's `seen` says."))
        })
    });
    let orders = play::Orders {
        lines: orders.orders,
        key: orders.key,
        seen: seen.transpose()?,
        seat: orders.seat.map(SeatId),
        lay: Lay::Alone,
        links: orders.links.read()?,
    };
    Ok(HttpResponse::Ok().json(state.service.play().order(&game, &who.account, orders).await?.receipt()?))
}

/// The caller's draft: orders tried out and not given.
#[utoipa::path(get, path = "/api/games/{game}/draft", tag = "game", params(("game" = String, Path)),
    responses((status = 200, body = DraftState), (status = 403, body = Problem), (status = 404, body = Problem)))]
pub(super) async fn draft(state: Data<AppState>, who: SignedIn, game: Path<String>) -> Page {
    let table = state.service.games().table(&game, Some(&who.account)).await?;
    if table.seat.is_none() {
        return Err(AppError(spectator()));
    }
    Ok(HttpResponse::Ok().json(drafted(state.service.play().draft(&table).await?)))
}

/// Puts a draft in place of the one before. Lines that roll dice, show something or hand over cannot be in it.
#[utoipa::path(put, path = "/api/games/{game}/draft", tag = "game", params(("game" = String, Path)), request_body = Lines,
    responses((status = 200, body = DraftState), (status = 409, body = Problem), (status = 422, body = Problem)))]
pub(super) async fn set_draft(state: Data<AppState>, who: SignedIn, game: Path<String>, lines: Json<Lines>) -> Page {
    let kept = state.service.play().set_draft(&game, &who.account, lines.into_inner().orders).await?;
    Ok(HttpResponse::Ok().json(drafted(kept)))
}

fn drafted(kept: Option<Drafted>) -> DraftState {
    let Some(kept) = kept else {
        return DraftState { ok: true, orders: Vec::new(), story: Vec::new(), broken: None, menu: None };
    };
    let (story, broken, menu) = match kept.draft {
        Ok(draft) => (draft.story.iter().map(|l| l.text.clone()).collect(), None, Some(draft.menu(None))),
        Err(why) => (Vec::new(), Some(why), None),
    };
    DraftState { ok: true, orders: kept.lines, story, broken, menu }
}

/// The whole log, a record a line: what `fieldpost verify` reads.
#[utoipa::path(get, path = "/api/games/{game}/log", tag = "game", params(("game" = String, Path)),
    responses((status = 200, description = "JSON lines", content_type = "application/x-ndjson"), (status = 404, body = Problem)))]
pub(super) async fn log(state: Data<AppState>, who: MaybeSignedIn, game: Path<String>) -> Page {
    let log = state.service.games().log_for(&game, who.account()).await?;
    Ok(HttpResponse::Ok().content_type("application/x-ndjson").body(log.text))
}

#[derive(Deserialize)]
pub(super) struct Between {
    #[serde(default)]
    after: u64,
    upto: Option<u64>,
}

/// The chronicle: what each record tells, with orders and rolls.
#[utoipa::path(get, path = "/api/games/{game}/chronicle", tag = "game",
    params(("game" = String, Path), ("after" = Option<u64>, Query, description = "records after this number"),
        ("upto" = Option<u64>, Query, description = "records up to this number")),
    responses((status = 200, description = "Entries: seq, at, turn, seat, order, standing, rolls, lines"), (status = 404, body = Problem)))]
pub(super) async fn chronicle(
    state: Data<AppState>,
    who: MaybeSignedIn,
    game: Path<String>,
    between: Query<Between>,
) -> Page {
    let table = state.service.games().table(&game, who.account()).await?;
    let entries = state.service.games().chronicle(&table, between.after, between.upto.unwrap_or(u64::MAX)).await?;
    Ok(HttpResponse::Ok().json(entries))
}

/// The game as it stood after one record.
#[utoipa::path(get, path = "/api/games/{game}/positions/{seq}", tag = "game", params(("game" = String, Path), ("seq" = u64, Path)),
    responses((status = 200, body = GameState), (status = 404, body = Problem)))]
pub(super) async fn position(state: Data<AppState>, who: MaybeSignedIn, path: Path<(String, u64)>) -> Page {
    let (game, seq) = path.into_inner();
    let table = state.service.games().table(&game, who.account()).await?;
    if seq == 0 || seq > table.game.len() {
        let wrong = format!("This game has no record {seq}.");
        let legal = format!("Its records are 1 to {}.", table.game.len());
        return Err(AppError(ServiceError::unknown(wrong).legal(legal)));
    }
    let then = state.service.games().at(&table, seq).await?;
    Ok(HttpResponse::Ok().json(GameState::of(&then, who.account())))
}

/// The caller's standing orders, and what may be answered in advance.
#[utoipa::path(get, path = "/api/games/{game}/standing", tag = "game", params(("game" = String, Path)),
    responses((status = 200, body = StandingState), (status = 403, body = Problem)))]
pub(super) async fn standing(state: Data<AppState>, who: SignedIn, game: Path<String>) -> Page {
    let table = state.service.games().table(&game, Some(&who.account)).await?;
    let (Some(seat), Some(standing)) = (table.seat, table.standing()) else { return Err(AppError(spectator())) };
    let notation = table.game.standing_notation();
    let (text, lapsed) = (notation.write(&standing), table.game.lapsed(seat, &standing));
    let Notation { offers, conditions } = notation;
    Ok(HttpResponse::Ok().json(StandingState { standing: standing.0, notation: text, lapsed, offers, conditions }))
}

/// Sets the caller's standing orders, whole or by lines of notation. They hold from the next order on and are recorded sealed.
#[utoipa::path(put, path = "/api/games/{game}/standing", tag = "game", params(("game" = String, Path)), request_body = Standing,
    responses((status = 200, body = Receipt), (status = 400, body = Problem), (status = 403, body = Problem)))]
pub(super) async fn set_standing(
    state: Data<AppState>,
    who: SignedIn,
    game: Path<String>,
    set: Json<Standing>,
) -> Page {
    let receipt = match set.into_inner() {
        Standing { standing: Some(standing), lines: None } => {
            state.service.standing().set(&game, &who.account, StandingOrders(standing)).await?
        }
        Standing { standing: None, lines: Some(lines) } => {
            state.service.standing().set_lines(&game, &who.account, &lines).await?
        }
        _ => return Err(AppError(either())),
    };
    Ok(HttpResponse::Ok().json(receipt))
}

/// Tries standing orders out on the questions that the caller was asked so far, and on the present one. Records nothing.
#[utoipa::path(post, path = "/api/games/{game}/standing/try", tag = "game", params(("game" = String, Path)), request_body = Standing,
    responses((status = 200, body = StandingTried), (status = 400, body = Problem), (status = 403, body = Problem)))]
pub(super) async fn try_standing(
    state: Data<AppState>,
    who: SignedIn,
    game: Path<String>,
    set: Json<Standing>,
) -> Page {
    let table = state.service.games().table(&game, Some(&who.account)).await?;
    let before = table.standing().ok_or_else(|| AppError(spectator()))?;
    let standing = match set.into_inner() {
        Standing { standing: Some(standing), lines: None } => StandingOrders(standing),
        Standing { standing: None, lines: Some(lines) } => {
            let read = table.game.standing_notation().lines(&before, &lines);
            read.map_err(|e| AppError(ServiceError::malformed(e.wrong).legal(e.right)))?
        }
        _ => return Err(AppError(either())),
    };
    let mut tryout = state.service.standing().try_out(&table, &standing).await?;
    let (answered, of) = tryout.answered(TRIED);
    let past = tryout.past.split_off(tryout.past.len().saturating_sub(TRIED));
    Ok(HttpResponse::Ok().json(StandingTried { answered, of, past, now: tryout.now }))
}

/// Questions that a try-out of standing orders lists.
const TRIED: usize = 20;

fn either() -> ServiceError {
    ServiceError::malformed("Send either standing (question to rule) or lines (notation).")
        .legal("For example {\"lines\": \"retreat = ask\"}.")
}

/// What the players have said to each other.
#[utoipa::path(get, path = "/api/games/{game}/messages", tag = "game", params(("game" = String, Path)),
    responses((status = 200, body = Vec<Said>), (status = 403, body = Problem)))]
pub(super) async fn messages(state: Data<AppState>, who: SignedIn, game: Path<String>) -> Page {
    let table = state.service.games().table(&game, Some(&who.account)).await?;
    if table.seat.is_none() {
        return Err(AppError(spectator()));
    }
    let said: Vec<_> = state.service.messages().of_table(&table).await?.into_iter().map(Said::of).collect();
    Ok(HttpResponse::Ok().json(said))
}

/// Says something to the other players.
#[utoipa::path(post, path = "/api/games/{game}/messages", tag = "game", params(("game" = String, Path)), request_body = Saying,
    responses((status = 201, body = Done), (status = 400, body = Problem), (status = 403, body = Problem)))]
pub(super) async fn say(state: Data<AppState>, who: SignedIn, game: Path<String>, saying: Json<Saying>) -> Page {
    let Saying { text, key, own_side } = saying.into_inner();
    state.service.messages().say(&game, &who.account, &text, own_side, key).await?;
    Ok(HttpResponse::Created().json(Done { ok: true, game: game.into_inner() }))
}

/// Offers a draw, accepts it, or declines it.
#[utoipa::path(post, path = "/api/games/{game}/draw", tag = "game", params(("game" = String, Path)), request_body = Draw,
    responses((status = 200, body = Receipt), (status = 403, body = Problem), (status = 409, body = Problem)))]
pub(super) async fn draw(state: Data<AppState>, who: SignedIn, game: Path<String>, draw: Json<Draw>) -> Page {
    let service = &state.service;
    let receipt = match draw.draw.as_str() {
        "offer" => service.play().offer_draw(&game, &who.account).await?,
        "accept" => service.play().answer_draw(&game, &who.account, true).await?,
        "decline" => service.play().answer_draw(&game, &who.account, false).await?,
        other => {
            let trouble = ServiceError::new(ErrorKind::Malformed, format!("A draw cannot be {other:?}."));
            return Err(AppError(trouble.legal("Say offer, accept or decline.")));
        }
    };
    Ok(HttpResponse::Ok().json(receipt))
}

/// The takeback that waits for an answer, and the records that the caller could ask to go back to.
#[utoipa::path(get, path = "/api/games/{game}/takeback", tag = "game", params(("game" = String, Path)),
    responses((status = 200, body = TakebackState), (status = 404, body = Problem)))]
pub(super) async fn takeback(state: Data<AppState>, who: MaybeSignedIn, game: Path<String>) -> Page {
    let table = state.service.games().table(&game, who.account()).await?;
    let asked = state.service.takebacks().asked(&table).await?;
    let ways = state.service.takebacks().ways_back(&table).await?;
    Ok(HttpResponse::Ok().json(TakebackState { asked, ways }))
}

/// Asks to go back to the position after a record, agrees to it, or declines (one's own request: withdraws).
#[utoipa::path(post, path = "/api/games/{game}/takeback", tag = "game", params(("game" = String, Path)), request_body = Takeback,
    responses((status = 200, body = Receipt), (status = 400, body = Problem), (status = 403, body = Problem), (status = 409, body = Problem)))]
pub(super) async fn change_takeback(
    state: Data<AppState>,
    who: SignedIn,
    game: Path<String>,
    asked: Json<Takeback>,
) -> Page {
    let service = &state.service;
    let Takeback { takeback, to, reason, key } = asked.into_inner();
    let receipt = match (takeback.as_str(), to) {
        ("offer", Some(to)) => service.takebacks().offer(&game, &who.account, to, &reason, key).await?,
        ("offer", None) => {
            let trouble = ServiceError::malformed("A takeback needs the record to go back to.");
            return Err(AppError(trouble.legal("Put its number into `to`.")));
        }
        ("accept", to) => service.takebacks().answer(&game, &who.account, true, to).await?,
        ("decline", to) => service.takebacks().answer(&game, &who.account, false, to).await?,
        (other, _) => {
            let trouble = ServiceError::malformed(format!("A takeback cannot be {other:?}."));
            return Err(AppError(trouble.legal("Say offer, accept or decline.")));
        }
    };
    Ok(HttpResponse::Ok().json(receipt))
}

/// Whether the caller wants no letters about this game.
#[utoipa::path(get, path = "/api/games/{game}/silence", tag = "game", params(("game" = String, Path)),
    responses((status = 200, body = Silence), (status = 404, body = Problem)))]
pub(super) async fn silence(state: Data<AppState>, who: SignedIn, game: Path<String>) -> Page {
    let table = state.service.games().table(&game, Some(&who.account)).await?;
    let silent = state.service.mail().silent(&table, &who.account).await?;
    Ok(HttpResponse::Ok().json(Silence { silent }))
}

/// Turns letters about this game off or on.
#[utoipa::path(put, path = "/api/games/{game}/silence", tag = "game", params(("game" = String, Path)), request_body = Silence,
    responses((status = 200, body = Silence), (status = 404, body = Problem)))]
pub(super) async fn set_silence(state: Data<AppState>, who: SignedIn, game: Path<String>, set: Json<Silence>) -> Page {
    state.service.mail().set_silence(&game, &who.account, set.silent).await?;
    Ok(HttpResponse::Ok().json(set.into_inner()))
}

/// Gives the game up.
#[utoipa::path(post, path = "/api/games/{game}/resign", tag = "game", params(("game" = String, Path)),
    responses((status = 200, body = Receipt), (status = 403, body = Problem), (status = 409, body = Problem)))]
pub(super) async fn resign(state: Data<AppState>, who: SignedIn, game: Path<String>) -> Page {
    Ok(HttpResponse::Ok().json(state.service.play().resign(&game, &who.account).await?))
}

fn spectator() -> ServiceError {
    ServiceError::forbidden("You have no seat in this game: you can watch it, but not give orders.")
}
