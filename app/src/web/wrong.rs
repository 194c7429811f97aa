//! The body of every error: one styled page, or one JSON problem on the API. The person reads a sentence; the cause goes to the log.

use super::error::{Problem, escape, status};
use super::pages::front::ErrorPage;
use super::pages::shell::Shell;
use super::{AppError, AppState, MaybeSignedIn};
use crate::service::{ErrorKind, ServiceError};
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::{Method, StatusCode, header};
use actix_web::middleware::Next;
use actix_web::{Error, FromRequest, HttpResponse, web};
use askama::Template;
use domain::log::GameId;

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
    if trouble.kind == ErrorKind::Inside {
        let cause = trouble.cause.as_ref().map(|c| format!("{c:#}")).unwrap_or_default();
        tracing::error!(cause, route = request.match_pattern().unwrap_or_default(), "a request failed");
    }
    let mut answer = if request.path().starts_with("/api/") {
        HttpResponse::build(status(trouble.kind)).json(Problem::of(trouble))
    } else if trouble.kind == ErrorKind::SignIn && *request.method() == Method::GET {
        let wanted = request.uri().path_and_query().map_or("/", |p| p.as_str());
        let to = format!("/sign-in?next={}", escape(wanted));
        HttpResponse::SeeOther().insert_header((header::LOCATION, to)).finish()
    } else {
        let who = MaybeSignedIn::extract(&request).await.unwrap_or(MaybeSignedIn(None));
        let state = request.app_data::<web::Data<AppState>>().map(|d| d.get_ref());
        HttpResponse::build(status(trouble.kind)).content_type("text/html; charset=utf-8").body(error_page(
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
fn of_framework(found: StatusCode, error: Option<&Error>) -> ServiceError {
    let detail = error.map(ToString::to_string).filter(|d| !d.is_empty());
    match found {
        StatusCode::NOT_FOUND => ServiceError::unknown("There is nothing at this address.")
            .legal("Start from the lobby and follow the links there."),
        StatusCode::METHOD_NOT_ALLOWED => {
            ServiceError::new(ErrorKind::Method, "This address does not take that kind of request.")
        }
        StatusCode::PAYLOAD_TOO_LARGE => ServiceError::new(ErrorKind::TooLarge, "That is too much at once."),
        StatusCode::UNSUPPORTED_MEDIA_TYPE => {
            ServiceError::new(ErrorKind::ContentType, "That content type is not read here.")
        }
        s if s.is_client_error() => {
            let detail = detail.map_or(String::new(), |d| format!(" ({})", d.trim_end_matches('.')));
            ServiceError::malformed(format!("The request could not be read{detail}."))
                .legal("Go back, check what was sent, and send it again.")
        }
        _ => ServiceError::inside(anyhow::anyhow!(detail.unwrap_or_else(|| found.to_string()))),
    }
}

/// The page for an error. It must not fail: it is what is shown when something else has.
fn error_page(
    state: Option<&AppState>,
    who: &MaybeSignedIn,
    path: &str,
    status: StatusCode,
    trouble: &ServiceError,
) -> String {
    let heading = match status {
        StatusCode::NOT_FOUND => "There is nothing here",
        StatusCode::GONE => "This link has done its work",
        StatusCode::FORBIDDEN => "Not allowed",
        StatusCode::UNAUTHORIZED => "Sign in first",
        StatusCode::CONFLICT => "The game has moved on",
        StatusCode::UNPROCESSABLE_ENTITY => "The rules forbid it",
        StatusCode::TOO_MANY_REQUESTS => "Too often",
        StatusCode::REQUEST_TIMEOUT => "Too slow",
        s if s.is_server_error() => "Something broke",
        _ => "That could not be read",
    };
    let heading = trouble.heading.unwrap_or(heading);
    let shell = match state {
        Some(state) => Shell::new(state, who, heading),
        None => Shell { title: heading.to_owned(), ..Shell::default() },
    };
    let text = match &trouble.section {
        Some(section) => format!("{section}: {}", trouble.wrong),
        None => trouble.wrong.clone(),
    };
    let (back, back_text) = way_back(path, status);
    let page = ErrorPage {
        shell,
        status: status.as_u16(),
        heading: heading.to_owned(),
        text,
        help: trouble.legal.clone().unwrap_or_default(),
        ways: trouble.ways.iter().filter_map(|(to, words)| Some((way(&back, to)?, *words))).collect(),
        back,
        back_text: back_text.to_owned(),
    };
    page.render().unwrap_or_else(|_| trouble.to_string())
}

/// The address of a way on, where what it names of a game is the game's that one came from; nothing where that is none.
fn way(game: &str, to: &str) -> Option<String> {
    match to.starts_with('/') {
        true => Some(to.to_owned()),
        false => game.starts_with("/games/").then(|| format!("{game}/{to}")),
    }
}

/// Where to go from here, with what the link says: from a page of a game back to the game.
fn way_back(path: &str, status: StatusCode) -> (String, &'static str) {
    if status == StatusCode::UNAUTHORIZED {
        return ("/sign-in".to_owned(), "Sign in");
    }
    let game = path.strip_prefix("/games/").and_then(|rest| rest.split_once('/')).map(|(id, _)| id);
    match game.filter(|id| id.parse::<GameId>().is_ok() && status != StatusCode::NOT_FOUND) {
        Some(id) => (format!("/games/{id}"), "Back to the game"),
        None => (String::new(), ""),
    }
}
