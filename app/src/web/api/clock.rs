//! Clocks: how they stand, what a player does about them, and the caller's calendar.

use super::shapes::{CalendarState, ClockRequest, ClockState};
use crate::service::play::Receipt;
use crate::web::error::Problem;
use crate::web::{AppState, MaybeSignedIn, Page, SignedIn};
use actix_web::HttpResponse;
use actix_web::web::{self, Data, Json, Path, ServiceConfig};
use fieldpost_store::Time;

pub(super) fn configure(routes: &mut ServiceConfig) {
    routes
        .service(web::resource("/games/{game}/clock").get(clock).post(act))
        .service(web::resource("/me/calendar").get(calendar).put(set_calendar));
}

/// The terms of the clock, and how each seat's clock stands now. `terms` is null in a game without a clock.
#[utoipa::path(get, path = "/api/games/{game}/clock", tag = "game", params(("game" = String, Path)),
    responses((status = 200, body = ClockState), (status = 404, body = Problem)))]
pub(super) async fn clock(state: Data<AppState>, who: MaybeSignedIn, game: Path<String>) -> Page {
    let table = state.service.games().table(&game, who.account()).await?;
    Ok(HttpResponse::Ok().json(ClockState::of(&table.game, Time::now())))
}

/// Claims on time, grants time, proposes, answers or ends a pause, takes or ends leave.
#[utoipa::path(post, path = "/api/games/{game}/clock", tag = "game", params(("game" = String, Path)), request_body = ClockRequest,
    responses((status = 200, body = Receipt), (status = 400, description = "Makes no sense", body = Problem),
        (status = 403, description = "A spectator, or one's own side", body = Problem), (status = 404, body = Problem),
        (status = 409, description = "Not now: no clock, over, too early, beyond the budget, already so", body = Problem)))]
pub(super) async fn act(state: Data<AppState>, who: SignedIn, game: Path<String>, asked: Json<ClockRequest>) -> Page {
    let ClockRequest { act, key } = asked.into_inner();
    Ok(HttpResponse::Ok().json(state.service.clocks().act(&game, &who.account, act, key).await?))
}

/// The caller's nights, weekends and holidays.
#[utoipa::path(get, path = "/api/me/calendar", tag = "account", responses((status = 200, body = CalendarState), (status = 401, body = Problem)))]
pub(super) async fn calendar(state: Data<AppState>, who: SignedIn) -> Page {
    let rules = state.service.clocks().calendar(&who.account).await?;
    Ok(HttpResponse::Ok().json(CalendarState::of(rules)))
}

/// Sets the caller's nights, weekends and holidays, for all games with a clock. The zone is that of the account.
#[utoipa::path(put, path = "/api/me/calendar", tag = "account", request_body = CalendarState,
    responses((status = 200, body = CalendarState), (status = 400, body = Problem), (status = 401, body = Problem)))]
pub(super) async fn set_calendar(state: Data<AppState>, who: SignedIn, calendar: Json<CalendarState>) -> Page {
    state.service.set_calendar(&who.account, calendar.into_inner().rules()?).await?;
    let rules = state.service.clocks().calendar(&who.account).await?;
    Ok(HttpResponse::Ok().json(CalendarState::of(rules)))
}
