//! Who plays a seat: house players that stand in, coming back, replacements.

use super::shapes::{SeatChangeRequest, SeatChangeState, SeatPlayer};
use crate::service::seat_change::SeatChangeDone;
use crate::web::error::Problem;
use crate::web::{AppState, MaybeSignedIn, Page, SignedIn};
use actix_web::HttpResponse;
use actix_web::web::{self, Data, Json, Path, ServiceConfig};
use fieldpost_store::Time;

pub(super) fn configure(routes: &mut ServiceConfig) {
    routes.service(web::resource("/games/{game}/hands").get(hands).post(act));
}

/// Who plays the seats, and for which of them somebody else is looked for.
#[utoipa::path(get, path = "/api/games/{game}/hands", tag = "game", params(("game" = String, Path)),
    responses((status = 200, body = SeatChangeState), (status = 404, body = Problem)))]
pub(super) async fn hands(state: Data<AppState>, who: MaybeSignedIn, game: Path<String>) -> Page {
    let table = state.service.games().table(&game, who.account()).await?;
    let now = Time::now().into();
    let going = table.game.begun() && !table.over();
    let seats = table.game.seats().iter().map(|s| SeatPlayer {
        seat: s.id.0,
        player: table.player(s.id),
        stood_in: table.game.stood_in(s.id).is_some(),
        may_stand_in: going && table.game.may_stand_in(s.id, now).is_ok(),
        vacant: going && table.game.vacant(s.id, now),
    });
    Ok(HttpResponse::Ok()
        .json(SeatChangeState { seats: seats.collect(), sought: state.service.seat_changes().sought(&table).await? }))
}

/// Has a house player stand in, comes back, looks for somebody else, agrees or declines, or invites them.
#[utoipa::path(post, path = "/api/games/{game}/hands", tag = "game", params(("game" = String, Path)), request_body = SeatChangeRequest,
    responses((status = 200, body = SeatChangeDone), (status = 400, description = "Makes no sense", body = Problem),
        (status = 403, description = "A spectator, or one's own side", body = Problem), (status = 404, body = Problem),
        (status = 409, description = "Not now: the time is not out, the terms do not allow it, somebody has not agreed, over", body = Problem)))]
pub(super) async fn act(
    state: Data<AppState>,
    who: SignedIn,
    game: Path<String>,
    asked: Json<SeatChangeRequest>,
) -> Page {
    let SeatChangeRequest { act, key } = asked.into_inner();
    let mut done = state.service.seat_changes().act(&game, &who.account, act, key).await?;
    done.invitation = done.invitation.map(|path| state.service.url(&path));
    Ok(HttpResponse::Ok().json(done))
}
