//! The register, for programs: what it says of itself, and the proof of a record. Heads and hashes themselves are text and bytes, at `/register/`.

use super::shapes::{RegisterState, Vouching};
use crate::web::error::Problem;
use crate::web::pages::register::plain;
use crate::web::{AppState, MaybeSignedIn, Page};
use actix_web::HttpResponse;
use actix_web::web::{self, Data, Path, ServiceConfig};

pub(super) fn configure(routes: &mut ServiceConfig) {
    routes
        .service(web::resource("/register").get(register))
        .service(web::resource("/games/{game}/log/{seq}/proof").get(proof));
}

/// The register: its name, its key, its latest head, and who has vouched for it.
#[utoipa::path(get, path = "/api/register", tag = "register", responses((status = 200, body = RegisterState)))]
pub(super) async fn register(state: Data<AppState>) -> Page {
    let standing = state.service.register().standing().await?;
    Ok(HttpResponse::Ok().json(RegisterState {
        ok: true,
        origin: standing.origin,
        key: standing.key,
        size: standing.latest.as_ref().map_or(0, |head| head.size),
        checkpoint: standing.latest.map(|head| head.text()),
        witnesses: standing.witnesses.into_iter().map(|(name, key, size)| Vouching { name, key, size }).collect(),
    }))
}

/// The proof that a record is in the register (c2sp.org/tlog-proof).
#[utoipa::path(get, path = "/api/games/{game}/log/{seq}/proof", tag = "register",
    params(("game" = String, Path), ("seq" = u64, Path)),
    responses((status = 200, description = "The proof, with the head that it leads to", content_type = "text/plain"),
        (status = 404, body = Problem), (status = 409, body = Problem)))]
pub(super) async fn proof(state: Data<AppState>, who: MaybeSignedIn, path: Path<(String, u64)>) -> Page {
    let (game, seq) = path.into_inner();
    let table = state.service.games().table(&game, who.account()).await?;
    plain(state.service.register().proof(&table, seq).await?)
}
