//! Bodies: read whole, up to a limit and within a time, with a content type that is read here.
//!
//! A body over the limit is read to its end (within reason) and thrown away before the refusal, because a client that is
//! still sending would otherwise see a broken connection instead of the sentence that says what is wrong. The time is for the whole of a
//! body: whoever sends a byte now and then holds a connection no longer than whoever sends none.

use super::{AppError, AppState};
use crate::service::mail::ONE_CLICK;
use crate::service::{ErrorKind, ServiceError};
use actix_web::body::MessageBody;
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::http::{ConnectionType, Method, header};
use actix_web::middleware::Next;
use actix_web::web::{BytesMut, Data};
use actix_web::{Error, HttpMessage};
use futures_util::StreamExt as _;
use std::time::Duration;

/// The largest body that is read, in bytes: more than the longest sensible list of orders.
pub const LIMIT: usize = 64 * 1024;
/// How much of an oversized body is read away before the connection is given up, in bytes.
const ENDURED: usize = 8 * 1024 * 1024;
/// How long a request may take to arrive, its headers and its body each.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// Reads the body before the handler sees the request. Answers 408 for one that is not whole in time, 413 above [`LIMIT`], and 415 for
/// a content type other than a form or JSON (JSON alone on the API).
///
/// # Errors
/// None of its own.
pub async fn read(mut req: ServiceRequest, next: Next<impl MessageBody + 'static>) -> Result<ServiceResponse, Error> {
    if matches!(*req.method(), Method::GET | Method::HEAD | Method::OPTIONS) {
        return Ok(next.call(req).await?.map_into_boxed_body());
    }
    let patience = req.app_data::<Data<AppState>>().map_or(PATIENCE, |state| state.patience);
    let read = match tokio::time::timeout(patience, whole(&mut req)).await {
        Ok(read) => read,
        Err(_) => {
            let mut answer = req.error_response(AppError(too_slow(patience)));
            // The rest of the body is not waited for either.
            answer.response_mut().head_mut().set_connection_type(ConnectionType::Close);
            return Ok(answer);
        }
    };
    match read {
        Ok(body) => {
            req.set_payload(Payload::from(body.freeze()));
            Ok(next.call(req).await?.map_into_boxed_body())
        }
        Err(trouble) => Ok(req.error_response(AppError(trouble))),
    }
}

fn too_slow(patience: Duration) -> ServiceError {
    let wrong = format!("The request was not whole after {} seconds, so nothing was done.", patience.as_secs_f32());
    ServiceError::new(ErrorKind::Slow, wrong).legal("Send it again when the line is better.")
}

async fn whole(req: &mut ServiceRequest) -> Result<BytesMut, ServiceError> {
    let mut stream = req.take_payload();
    let mut body = BytesMut::new();
    let mut length = 0;
    while let Some(chunk) = stream.next().await {
        let chunk = chunk.map_err(|e| {
            ServiceError::malformed("The request's body broke off before its end.")
                .legal(format!("Send it again ({e})."))
        })?;
        length += chunk.len();
        if length <= LIMIT {
            body.extend_from_slice(&chunk);
        } else if length > ENDURED {
            break;
        }
    }
    if length > LIMIT {
        let wrong = format!("That is too much at once: at most {} KiB are read.", LIMIT / 1024);
        return Err(ServiceError::new(ErrorKind::TooLarge, wrong).legal("Send the orders of one turn, one a line."));
    }
    if !body.is_empty() && !readable(req) {
        let api = req.path().starts_with("/api/");
        let wanted = if api { "application/json" } else { "application/x-www-form-urlencoded" };
        return Err(ServiceError::new(ErrorKind::ContentType, "That content type is not read here.")
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
