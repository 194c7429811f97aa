//! Queued orders: orders for the caller's own coming turns.

use crate::service::ServiceError;
use crate::service::play::Receipt;
use crate::web::error::Problem;
use crate::web::{AppError, AppState, Page, SignedIn};
use actix_web::HttpResponse;
use actix_web::web::{self, Data, Json, Path, ServiceConfig};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub(super) fn configure(routes: &mut ServiceConfig) {
    routes
        .service(web::resource("/games/{game}/queue").get(queue).put(set_queue))
        .service(web::resource("/games/{game}/queue/try").post(try_queue));
}

/// Orders to queue.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Queued {
    /// A line an order, with guards: `stop if turn >= 7`, `if turn >= 3: ORDER`, `until turn >= 7: try done`, `try ORDER`. Empty takes all back.
    pub text: String,
}

/// What is queued, and what guards may ask for.
#[derive(Serialize, ToSchema)]
pub struct QueueState {
    /// What is left of it, as notation writes it; empty without any.
    pub text: String,
    /// What guards may ask for: key, title, takes.
    #[schema(value_type = Vec<Object>)]
    pub conditions: Vec<domain::referee::StandingCondition>,
}

/// What queued orders would do.
#[derive(Serialize, ToSchema)]
pub struct QueueTrial {
    /// Step by step: order (null where a line is left out or the queue ends), note, story.
    #[schema(value_type = Vec<Object>)]
    pub steps: Vec<domain::referee::QueueStep>,
    /// Why nothing more can be said.
    pub until: String,
}

/// The caller's queued orders, for nobody else's eyes.
#[utoipa::path(get, path = "/api/games/{game}/queue", tag = "game", params(("game" = String, Path)),
    responses((status = 200, body = QueueState), (status = 403, body = Problem)))]
pub(super) async fn queue(state: Data<AppState>, who: SignedIn, game: Path<String>) -> Page {
    let table = state.service.games().table(&game, Some(&who.account)).await?;
    let seat = table.seat.ok_or_else(|| AppError(ServiceError::forbidden("You have no seat in this game.")))?;
    let conditions = table.game.ruleset().queue_conditions();
    Ok(HttpResponse::Ok().json(QueueState { text: table.game.queue(seat).to_owned(), conditions }))
}

/// Queues orders for the caller's own coming turns, in place of those that were. What has something to say now is run at once.
#[utoipa::path(put, path = "/api/games/{game}/queue", tag = "game", params(("game" = String, Path)), request_body = Queued,
    responses((status = 200, body = Receipt), (status = 400, body = Problem), (status = 403, body = Problem), (status = 409, body = Problem)))]
pub(super) async fn set_queue(state: Data<AppState>, who: SignedIn, game: Path<String>, queued: Json<Queued>) -> Page {
    Ok(HttpResponse::Ok().json(state.service.queues().set(&game, &who.account, &queued.text).await?))
}

/// Tries orders to be queued, on what the caller knows and without dice. Records nothing.
#[utoipa::path(post, path = "/api/games/{game}/queue/try", tag = "game", params(("game" = String, Path)), request_body = Queued,
    responses((status = 200, body = QueueTrial), (status = 400, body = Problem), (status = 403, body = Problem)))]
pub(super) async fn try_queue(state: Data<AppState>, who: SignedIn, game: Path<String>, queued: Json<Queued>) -> Page {
    let table = state.service.games().table(&game, Some(&who.account)).await?;
    let tried = state.service.queues().try_out(&table, &queued.text).await?;
    Ok(HttpResponse::Ok().json(QueueTrial { steps: tried.steps, until: tried.until }))
}
