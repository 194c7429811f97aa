//! Unsafe requests must come from our own pages, and pages are not for programs.
//!
//! Browsers say where a request comes from in `Sec-Fetch-Site`, older ones in `Origin`. A request with neither is refused,
//! except on the API with a personal token, which no foreign page can know, and the one-click unsubscription of
//! RFC 8058, which a mail program sends and whose address holds its own secret.

use super::{AppError, AppState};
use crate::config::{authority, is_loopback_name};
use crate::service::mail::ONE_CLICK;
use crate::service::{ErrorKind, ServiceError};
use actix_web::Error;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::{Method, header};
use actix_web::middleware::Next;
use actix_web::web::Data;

/// Lets a request pass that comes from our own pages.
///
/// Any other unsafe request is answered with 403.
///
/// # Errors
/// None of its own.
pub async fn guard(req: ServiceRequest, next: Next<impl MessageBody + 'static>) -> Result<ServiceResponse, Error> {
    // A personal token plays; it does not keep house. What only its owner may do, from sessions to further tokens, is done on pages.
    if shows_token(&req) && !req.path().starts_with("/api/") {
        return Ok(req.error_response(AppError(for_pages())));
    }
    if allowed(&req) {
        return Ok(next.call(req).await?.map_into_boxed_body());
    }
    Ok(req.error_response(AppError(
        ServiceError::new(
            ErrorKind::Forbidden,
            "This request did not come from a page of this service, so nothing was done.",
        )
        .legal("Open the page itself and send the form from there; programs use the API with a personal token."),
    )))
}

fn shows_token(req: &ServiceRequest) -> bool {
    let value = req.headers().get(header::AUTHORIZATION).and_then(|v| v.to_str().ok());
    value.is_some_and(|v| v.starts_with("Bearer "))
}

/// What a personal token gets that is shown to a page.
fn for_pages() -> ServiceError {
    ServiceError::forbidden(
        "A personal token is for the API alone: what pages do, only somebody who has signed in can do.",
    )
    .legal("Sign in by mail and open the page, or ask under /api/.")
}

fn allowed(req: &ServiceRequest) -> bool {
    if matches!(*req.method(), Method::GET | Method::HEAD | Method::OPTIONS) {
        return true;
    }
    if req.path().starts_with("/api/") && req.headers().contains_key(header::AUTHORIZATION) {
        return true;
    }
    if req.path().starts_with(ONE_CLICK) {
        return true;
    }
    let text = |name: &str| req.headers().get(name).and_then(|v| v.to_str().ok());
    if let Some(site) = text("sec-fetch-site") {
        return site == "same-origin";
    }
    let (Some(origin), Some(state)) = (text("origin"), req.app_data::<Data<AppState>>()) else { return false };
    // The Host header is the sender's own word. On this machine alone it may be another of the machine's names.
    let here = || state.loopback && is_loopback_name(authority(origin)) && Some(authority(origin)) == text("host");
    origin == state.service.base_url || here()
}
