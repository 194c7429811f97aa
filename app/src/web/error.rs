//! Errors as answers: one styled page, or one JSON problem on the API.
//!
//! A handler gives back [`AppError`]; [`draw`] turns it, and every error that the framework makes by itself, into a page
//! or a problem. The person reads a sentence; the cause goes to the log.

use super::{AppState, MaybeSignedIn, pages};
use crate::service::{Kind, Trouble};
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::{Method, StatusCode, header};
use actix_web::middleware::Next;
use actix_web::{Error, FromRequest, HttpResponse, ResponseError, web};
use serde::Serialize;
use std::fmt;

/// Trouble on its way to becoming an answer.
#[derive(Debug)]
pub struct AppError(pub Trouble);

impl From<Trouble> for AppError {
    fn from(trouble: Trouble) -> Self {
        AppError(trouble)
    }
}

impl From<askama::Error> for AppError {
    fn from(error: askama::Error) -> Self {
        AppError(Trouble::inside(error))
    }
}

impl fmt::Display for AppError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl ResponseError for AppError {
    fn status_code(&self) -> StatusCode {
        status(self.0.kind)
    }

    /// Only the status: [`draw`] writes the body. (An answer made here could not know whether a page or JSON is wanted.)
    fn error_response(&self) -> HttpResponse {
        HttpResponse::new(self.status_code())
    }
}

/// The status of a kind of trouble.
pub fn status(kind: Kind) -> StatusCode {
    match kind {
        Kind::Malformed => StatusCode::BAD_REQUEST,
        Kind::SignIn => StatusCode::UNAUTHORIZED,
        Kind::Forbidden => StatusCode::FORBIDDEN,
        Kind::Unknown => StatusCode::NOT_FOUND,
        Kind::Method => StatusCode::METHOD_NOT_ALLOWED,
        Kind::Conflict => StatusCode::CONFLICT,
        Kind::Gone => StatusCode::GONE,
        Kind::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        Kind::ContentType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
        Kind::Illegal => StatusCode::UNPROCESSABLE_ENTITY,
        Kind::TooMany => StatusCode::TOO_MANY_REQUESTS,
        Kind::Inside => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

/// An error as the API tells it (in the manner of RFC 9457).
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Problem {
    /// Always false: beside the answers to orders, which say `true`.
    pub ok: bool,
    /// The HTTP status.
    pub status: u16,
    /// The status in words.
    pub title: String,
    /// What is wrong, one or two sentences.
    pub wrong: String,
    /// What would be right.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal: Option<String>,
    /// The section of the rulebook that forbids it, with its sign: `§7.51`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
}

impl Problem {
    /// The problem that says this trouble.
    pub fn of(trouble: &Trouble) -> Self {
        let status = status(trouble.kind);
        Problem {
            ok: false,
            status: status.as_u16(),
            title: status.canonical_reason().unwrap_or("Error").to_owned(),
            wrong: trouble.wrong.clone(),
            legal: trouble.legal.clone(),
            section: trouble.section.clone(),
        }
    }
}

/// Draws the body of every error.
///
/// # Errors
/// None of its own.
pub async fn draw(req: ServiceRequest, next: Next<impl MessageBody + 'static>) -> Result<ServiceResponse, Error> {
    let res = next.call(req).await?.map_into_boxed_body();
    let found = res.status();
    if !found.is_client_error() && !found.is_server_error() {
        return Ok(res);
    }
    // An error answer that a handler composed itself (a form shown again with what is wrong) stays as it is.
    let composed = res.headers().contains_key(header::CONTENT_TYPE) && res.response().error().is_none();
    if composed {
        return Ok(res);
    }
    let (request, res) = res.into_parts();
    let other;
    let trouble = match res.error().and_then(|e| e.as_error::<AppError>()) {
        Some(error) => &error.0,
        None => {
            other = of_framework(found, res.error());
            &other
        }
    };
    if trouble.kind == Kind::Inside {
        let cause = trouble.cause.as_ref().map(|c| format!("{c:#}")).unwrap_or_default();
        tracing::error!(cause, route = request.match_pattern().unwrap_or_default(), "a request failed");
    }
    let mut answer = if request.path().starts_with("/api/") {
        HttpResponse::build(status(trouble.kind)).json(Problem::of(trouble))
    } else if trouble.kind == Kind::SignIn && *request.method() == Method::GET {
        let wanted = request.uri().path_and_query().map_or("/", |p| p.as_str());
        let to = format!("/sign-in?next={}", escape(wanted));
        HttpResponse::SeeOther().insert_header((header::LOCATION, to)).finish()
    } else {
        let who = MaybeSignedIn::extract(&request).await.unwrap_or(MaybeSignedIn(None));
        let state = request.app_data::<web::Data<AppState>>().map(|d| d.get_ref());
        HttpResponse::build(status(trouble.kind)).content_type("text/html; charset=utf-8").body(pages::error_page(
            state,
            &who,
            request.path(),
            status(trouble.kind),
            trouble,
        ))
    };
    if let Some(seconds) = trouble.retry_after {
        answer.headers_mut().insert(header::RETRY_AFTER, header::HeaderValue::from(seconds));
    }
    if let Some(allow) = res.headers().get(header::ALLOW) {
        answer.headers_mut().insert(header::ALLOW, allow.clone());
    }
    Ok(ServiceResponse::new(request, answer))
}

/// The framework's own errors in our words.
fn of_framework(found: StatusCode, error: Option<&Error>) -> Trouble {
    let detail = error.map(ToString::to_string).filter(|d| !d.is_empty());
    match found {
        StatusCode::NOT_FOUND => Trouble::unknown("There is nothing at this address.")
            .legal("Start from the lobby and follow the links there."),
        StatusCode::METHOD_NOT_ALLOWED => {
            Trouble::new(Kind::Method, "This address does not take that kind of request.")
        }
        StatusCode::PAYLOAD_TOO_LARGE => Trouble::new(Kind::TooLarge, "That is too much at once."),
        StatusCode::UNSUPPORTED_MEDIA_TYPE => Trouble::new(Kind::ContentType, "That content type is not read here."),
        s if s.is_client_error() => {
            let detail = detail.map_or(String::new(), |d| format!(" ({})", d.trim_end_matches('.')));
            Trouble::malformed(format!("The request could not be read{detail}."))
                .legal("Go back, check what was sent, and send it again.")
        }
        _ => Trouble::inside(anyhow::anyhow!(detail.unwrap_or_else(|| found.to_string()))),
    }
}

/// Percent-encodes a path for use inside a query.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' | b'/' => out.push(char::from(byte)),
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}
