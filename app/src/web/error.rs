//! Errors as answers: their status, and how the API tells them.
//!
//! A handler gives back [`AppError`]; [`super::wrong`] turns it, and every error that the framework makes by itself, into a page
//! or a problem.

use crate::service::{ErrorKind, LinksWanted, ServiceError};
use actix_web::http::StatusCode;
use actix_web::{HttpResponse, ResponseError};
use serde::Serialize;
use std::fmt;

/// ServiceError on its way to becoming an answer.
#[derive(Debug)]
pub struct AppError(pub ServiceError);

impl From<ServiceError> for AppError {
    fn from(trouble: ServiceError) -> Self {
        AppError(trouble)
    }
}

impl From<askama::Error> for AppError {
    fn from(error: askama::Error) -> Self {
        AppError(ServiceError::inside(error))
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

    /// Only the status: [`super::wrong::draw`] writes the body. (An answer made here could not know whether a page or JSON is wanted.)
    fn error_response(&self) -> HttpResponse {
        HttpResponse::new(self.status_code())
    }
}

/// The status of a kind of trouble.
pub fn status(kind: ErrorKind) -> StatusCode {
    match kind {
        ErrorKind::Malformed => StatusCode::BAD_REQUEST,
        ErrorKind::SignIn => StatusCode::UNAUTHORIZED,
        ErrorKind::Forbidden => StatusCode::FORBIDDEN,
        ErrorKind::Unknown => StatusCode::NOT_FOUND,
        ErrorKind::Method => StatusCode::METHOD_NOT_ALLOWED,
        ErrorKind::Slow => StatusCode::REQUEST_TIMEOUT,
        ErrorKind::Conflict => StatusCode::CONFLICT,
        ErrorKind::Gone => StatusCode::GONE,
        ErrorKind::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        ErrorKind::ContentType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
        ErrorKind::Illegal => StatusCode::UNPROCESSABLE_ENTITY,
        ErrorKind::TooMany => StatusCode::TOO_MANY_REQUESTS,
        ErrorKind::Inside => StatusCode::INTERNAL_SERVER_ERROR,
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
    /// The same section as menus, chronicles and the rulebook have it, by its number alone: `7.51`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The links of the caller's sealed dice that the orders lack.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub links: Option<WantedLinks>,
}

impl Problem {
    /// The problem that says this trouble.
    pub fn of(trouble: &ServiceError) -> Self {
        let status = status(trouble.kind);
        Problem {
            ok: false,
            status: status.as_u16(),
            title: status.canonical_reason().unwrap_or("Error").to_owned(),
            wrong: trouble.wrong.clone(),
            legal: trouble.legal.clone(),
            section: trouble.section.clone(),
            rule: trouble.section.as_ref().map(|section| section.trim_start_matches('§').to_owned()),
            links: trouble.links.map(Into::into),
        }
    }
}

/// The numbers of the links that orders lack.
#[derive(Clone, Copy, Debug, Serialize, utoipa::ToSchema)]
pub struct WantedLinks {
    /// Of the one for the roll; null where it does not roll, or the link was given.
    pub roll: Option<u32>,
    /// Of the one for the next hand-over.
    pub handover: Option<u32>,
}

impl From<LinksWanted> for WantedLinks {
    fn from(wanted: LinksWanted) -> Self {
        WantedLinks { roll: wanted.roll, handover: wanted.handover }
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
