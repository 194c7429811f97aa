//! Sealed dice: whose are, sealing them, giving links ahead, going on with house dice.

use super::shapes::{DiceAct, DiceState};
use crate::service::play::Receipt;
use crate::web::error::Problem;
use crate::web::{AppState, MaybeSignedIn, Page, SignedIn};
use actix_web::HttpResponse;
use actix_web::web::{self, Data, Json, Path, ServiceConfig};

pub(super) fn configure(routes: &mut ServiceConfig) {
    routes.service(web::resource("/games/{game}/dice").get(dice).post(act));
}

/// Whose dice are sealed, and how far links were given.
#[utoipa::path(get, path = "/api/games/{game}/dice", tag = "game", params(("game" = String, Path)),
    responses((status = 200, body = DiceState), (status = 404, body = Problem)))]
pub(super) async fn dice(state: Data<AppState>, who: MaybeSignedIn, game: Path<String>) -> Page {
    let table = state.service.games().table(&game, who.account()).await?;
    Ok(HttpResponse::Ok().json(DiceState::of(&table)))
}

/// Seals the caller's dice, gives links ahead, or goes on with house dice.
#[utoipa::path(post, path = "/api/games/{game}/dice", tag = "game", params(("game" = String, Path)), request_body = DiceAct,
    responses((status = 200, body = Receipt), (status = 400, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, description = "Not now: the game has begun, or the dice are not sealed", body = Problem),
        (status = 422, description = "A link or anchor that does not fit", body = Problem)))]
pub(super) async fn act(state: Data<AppState>, who: SignedIn, game: Path<String>, asked: Json<DiceAct>) -> Page {
    let receipt = state.service.play().sealed(&game, &who.account, asked.read()?).await?;
    Ok(HttpResponse::Ok().json(receipt))
}
