//! `/api/me`.

use super::shapes::Me;
use crate::web::SignedIn;
use actix_web::HttpResponse;
use actix_web::web::{self, ServiceConfig};

pub(super) fn configure(routes: &mut ServiceConfig) {
    routes.service(web::resource("/me").get(me));
}

/// Whose token this is.
#[utoipa::path(get, path = "/api/me", tag = "account", responses((status = 200, body = Me), (status = 401, body = crate::web::error::Problem)))]
pub(super) async fn me(who: SignedIn) -> HttpResponse {
    HttpResponse::Ok().json(Me::of(&who.account))
}
