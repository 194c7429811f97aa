//! Mended rules that are offered to the players of a running game, and their consent.

use crate::service::play::Receipt;
use crate::service::revisions::{OtherwiseDecided, RevisionAsked};
use crate::web::error::Problem;
use crate::web::{AppState, MaybeSignedIn, Page, SignedIn};
use actix_web::HttpResponse;
use actix_web::web::{self, Data, Json, Path, ServiceConfig};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub(super) fn configure(routes: &mut ServiceConfig) {
    routes.service(web::resource("/games/{game}/rules").get(rules).post(agree));
}

/// Mended rules.
#[derive(Serialize, ToSchema)]
pub struct RulesState {
    /// Those that wait for the players; null when none do.
    pub asked: Option<RulesAsked>,
}

/// Mended rules that wait for the players.
#[derive(Serialize, ToSchema)]
pub struct RulesAsked {
    /// The revision of the rules.
    pub revision: u32,
    /// The record that offers it.
    pub offered: u64,
    /// The orders that it decides otherwise, the first of them at most.
    pub orders: Vec<OtherwiseDecided>,
    /// How many more there are.
    pub more: usize,
    /// When silence is consent, in milliseconds since 1970.
    pub until: i64,
    /// Whether the caller is asked and has not answered.
    pub yours: bool,
    /// Whether the caller has said to go on.
    pub agreed: bool,
}

impl From<RevisionAsked> for RulesAsked {
    fn from(asked: RevisionAsked) -> Self {
        let RevisionAsked { revision, offered, secrets: _, orders, more, until, yours, agreed } = asked;
        RulesAsked { revision, offered, orders, more, until: until.0, yours, agreed }
    }
}

/// Consent to mended rules.
#[derive(Deserialize, ToSchema)]
pub struct Consent {
    /// The record that offers them: then it is to no others.
    pub offered: Option<u64>,
    /// A key of the caller's own. A repeat with it does nothing more.
    pub key: Option<String>,
}

/// The mended rules that wait for the players of a game, and what they decide otherwise.
#[utoipa::path(get, path = "/api/games/{game}/rules", tag = "game", params(("game" = String, Path)),
    responses((status = 200, body = RulesState), (status = 404, body = Problem)))]
pub(super) async fn rules(state: Data<AppState>, who: MaybeSignedIn, game: Path<String>) -> Page {
    let table = state.service.games().table(&game, who.account()).await?;
    Ok(HttpResponse::Ok().json(RulesState { asked: state.service.revisions().asked(&table).await?.map(Into::into) }))
}

/// Goes on under the mended rules that are offered. There is no no: silence is consent after 14 days.
#[utoipa::path(post, path = "/api/games/{game}/rules", tag = "game", params(("game" = String, Path)), request_body = Consent,
    responses((status = 200, body = Receipt), (status = 403, body = Problem), (status = 409, body = Problem)))]
pub(super) async fn agree(state: Data<AppState>, who: SignedIn, game: Path<String>, said: Json<Consent>) -> Page {
    let Consent { offered, key } = said.into_inner();
    Ok(HttpResponse::Ok().json(state.service.revisions().agree(&game, &who.account, offered, key).await?))
}
