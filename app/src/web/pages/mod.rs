//! The HTML pages.
//!
//! Each page is a struct with a template ([`front`], [`table`], [`rulebook`], …); the handlers fill it from the use cases.

mod account;
pub mod beside;
mod board;
pub mod channels;
pub mod clock;
mod feed;
pub mod front;
mod game;
mod hands;
mod library;
mod lobby;
mod mailbox;
mod notes;
mod notices;
mod plan;
pub mod plan_page;
pub mod plots;
mod replay;
pub mod replay_page;
pub mod rulebook;
pub mod shell;
mod standing;
pub mod standing_form;
pub mod table;
mod takeback;
pub mod told;
pub mod when;

use self::front::ErrorPage;
use self::shell::{Shell, page};
use super::{AppState, MaybeSignedIn, Page};
use crate::service::Trouble;
use actix_web::http::StatusCode;
use actix_web::web::{self, Data, ServiceConfig};
use askama::Template;

/// The routes of the pages.
pub fn configure(routes: &mut ServiceConfig) {
    routes
        .configure(lobby::configure)
        .configure(account::configure)
        .configure(library::configure)
        .configure(game::configure)
        .configure(standing::configure)
        .configure(plan::configure)
        .configure(clock::configure)
        .configure(hands::configure)
        .configure(notes::configure)
        .configure(takeback::configure)
        .configure(replay::configure)
        .configure(mailbox::configure)
        .configure(notices::configure)
        .configure(channels::configure)
        .configure(feed::configure)
        .route("/auditing", web::get().to(auditing))
        .route("/programs", web::get().to(programs));
}

async fn auditing(state: Data<AppState>, who: MaybeSignedIn) -> Page {
    let shell = Shell::for_reader(&state, &who, "How the log and the dice can be checked").await?;
    page(&front::Auditing { shell })
}

async fn programs(state: Data<AppState>, who: MaybeSignedIn) -> Page {
    let shell = Shell::for_reader(&state, &who, "For programs").await?;
    page(&front::Programs { shell, base_url: state.service.base_url.clone() })
}

/// A key for the forms of one page, so that a form sent twice counts once.
fn fresh_key() -> String {
    uuid::Uuid::now_v7().simple().to_string()
}

/// The page for an error. It must not fail: it is what is shown when something else has.
pub fn error_page(
    state: Option<&AppState>,
    who: &MaybeSignedIn,
    path: &str,
    status: StatusCode,
    trouble: &Trouble,
) -> String {
    let heading = match status {
        StatusCode::NOT_FOUND => "There is nothing here",
        StatusCode::GONE => "This link has done its work",
        StatusCode::FORBIDDEN => "Not allowed",
        StatusCode::UNAUTHORIZED => "Sign in first",
        StatusCode::CONFLICT => "The game has moved on",
        StatusCode::UNPROCESSABLE_ENTITY => "The rules forbid it",
        StatusCode::TOO_MANY_REQUESTS => "Too often",
        s if s.is_server_error() => "Something broke",
        _ => "That could not be read",
    };
    let shell = match state {
        Some(state) => Shell::new(state, who, heading),
        None => Shell { title: heading.to_owned(), ..Shell::default() },
    };
    let text = match &trouble.section {
        Some(section) => format!("{section}: {}", trouble.wrong),
        None => trouble.wrong.clone(),
    };
    // From a page of a game the way leads back to the game.
    let game = path.strip_prefix("/games/").and_then(|rest| rest.split_once('/')).map(|(id, _)| id);
    let game = game.filter(|id| id.parse::<domain::log::GameId>().is_ok() && status != StatusCode::NOT_FOUND);
    let (back, back_text) = match game {
        _ if status == StatusCode::UNAUTHORIZED => ("/sign-in".to_owned(), "Sign in"),
        Some(id) => (format!("/games/{id}"), "Back to the game"),
        None => (String::new(), ""),
    };
    let page = ErrorPage {
        shell,
        status: status.as_u16(),
        heading: heading.to_owned(),
        text,
        help: trouble.legal.clone().unwrap_or_default(),
        back,
        back_text: back_text.to_owned(),
    };
    page.render().unwrap_or_else(|_| trouble.to_string())
}
