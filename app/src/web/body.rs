//! Bodies: read whole, up to a limit, with a content type that is read here.
//!
//! A body over the limit is read to its end (within reason) and thrown away before the refusal, because a client that is
//! still sending would otherwise see a broken connection instead of the sentence that says what is wrong.

use super::AppError;
use crate::service::mail::ONE_CLICK;
use crate::service::{Kind, Trouble};
use actix_web::body::MessageBody;
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::http::{Method, header};
use actix_web::middleware::Next;
use actix_web::web::BytesMut;
use actix_web::{Error, HttpMessage};
use futures_util::StreamExt as _;

/// The largest body that is read, in bytes: more than the longest sensible list of orders.
pub const LIMIT: usize = 64 * 1024;
/// How much of an oversized body is read away before the connection is given up, in bytes.
const PATIENCE: usize = 8 * 1024 * 1024;

/// Reads the body before the handler sees the request. Answers 413 above [`LIMIT`], and 415 for a content type other than a
/// form or JSON (JSON alone on the API).
///
/// # Errors
/// None of its own.
pub async fn read(mut req: ServiceRequest, next: Next<impl MessageBody + 'static>) -> Result<ServiceResponse, Error> {
    if matches!(*req.method(), Method::GET | Method::HEAD | Method::OPTIONS) {
        return Ok(next.call(req).await?.map_into_boxed_body());
    }
    match whole(&mut req).await {
        Ok(body) => {
            req.set_payload(Payload::from(body.freeze()));
            Ok(next.call(req).await?.map_into_boxed_body())
        }
        Err(trouble) => Ok(req.error_response(AppError(trouble))),
    }
}

async fn whole(req: &mut ServiceRequest) -> Result<BytesMut, Trouble> {
    let mut stream = req.take_payload();
    let mut body = BytesMut::new();
    let mut length = 0;
    while let Some(chunk) = stream.next().await {
        let chunk = chunk.map_err(|e| {
            Trouble::malformed("The request's body broke off before its end.").legal(format!("Send it again ({e})."))
        })?;
        length += chunk.len();
        if length <= LIMIT {
            body.extend_from_slice(&chunk);
        } else if length > PATIENCE {
            break;
        }
    }
    if length > LIMIT {
        let wrong = format!("That is too much at once: at most {} KiB are read.", LIMIT / 1024);
        return Err(Trouble::new(Kind::TooLarge, wrong).legal("Send the orders of one turn, one a line."));
    }
    if !body.is_empty() && !readable(req) {
        let api = req.path().starts_with("/api/");
        let wanted = if api { "application/json" } else { "application/x-www-form-urlencoded" };
        return Err(Trouble::new(Kind::ContentType, "That content type is not read here.")
            .legal(format!("Send {wanted} and say so in the Content-Type header.")));
    }
    Ok(body)
}

fn readable(req: &ServiceRequest) -> bool {
    // RFC 8058 lets a mail program choose the form; what it says is known from the address.
    if req.path().starts_with(ONE_CLICK) {
        return true;
    }
    let kind = req.headers().get(header::CONTENT_TYPE).and_then(|v| v.to_str().ok()).unwrap_or("");
    let essence = kind.split(';').next().unwrap_or("").trim().to_ascii_lowercase();
    match essence.as_str() {
        "application/json" => true,
        "application/x-www-form-urlencoded" => !req.path().starts_with("/api/"),
        _ => false,
    }
}
