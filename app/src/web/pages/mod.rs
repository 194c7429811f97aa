//! The HTML pages.
//!
//! Each page is a struct with a template ([`front`], [`table`], [`rulebook`], …); the handlers fill it from the use cases.

mod account;
pub mod archive;
pub mod archive_export;
pub mod archive_game;
mod board;
pub mod channels;
pub mod choices;
mod chronicle;
pub mod cites;
mod clock;
mod clock_line;
mod compose;
mod deciding;
pub mod dice;
mod dossier;
mod entering;
mod feed;
pub mod front;
mod game;
mod game_forms;
mod guests;
pub mod in_hand;
mod lesson;
pub mod lesson_page;
mod library;
mod lobby;
mod mailbox;
mod messages;
pub mod notes;
mod notices;
pub mod off_map;
pub mod outcome;
pub mod overlays;
pub mod parts;
pub mod place;
mod plan;
pub mod plan_page;
pub mod plots;
mod queue;
pub mod register;
mod replay;
pub mod replay_page;
mod rolls;
pub mod rulebook;
mod rules_mended;
mod sealed;
mod seat_change;
pub mod sequence;
pub mod shell;
mod standing;
pub mod standing_form;
pub mod still;
mod story;
mod switches;
pub mod table;
mod takeback;
mod thumb;
pub mod tree;
mod weighing;

use self::shell::{Shell, page};
use super::headers::VERIFY_POLICY;
use super::{AppState, MaybeSignedIn, Page};
use actix_web::http::header::{CONTENT_SECURITY_POLICY, HeaderValue};
use actix_web::web::{self, Data, ServiceConfig};

/// The routes of the pages.
pub fn configure(routes: &mut ServiceConfig) {
    routes
        .configure(lobby::configure)
        .configure(thumb::configure)
        .configure(guests::configure)
        .configure(lesson::configure)
        .configure(account::configure)
        .configure(library::configure)
        .configure(game::configure)
        .configure(chronicle::configure)
        .configure(game_forms::configure)
        .configure(standing::configure)
        .configure(queue::configure)
        .configure(entering::configure)
        .configure(plan::configure)
        .configure(clock::configure)
        .configure(seat_change::configure)
        .configure(notes::configure)
        .configure(rules_mended::configure)
        .configure(takeback::configure)
        .configure(replay::configure)
        .configure(dossier::configure)
        .configure(archive::configure)
        .configure(archive_game::configure)
        .configure(archive_export::configure)
        .configure(dice::configure)
        .configure(sealed::configure)
        .configure(register::configure)
        .configure(mailbox::configure)
        .configure(notices::configure)
        .configure(channels::configure)
        .configure(feed::configure)
        .route("/auditing", web::get().to(auditing))
        .route("/verify", web::get().to(verify))
        .route("/programs", web::get().to(programs));
}

async fn auditing(state: Data<AppState>, who: MaybeSignedIn) -> Page {
    let shell = Shell::for_reader(&state, &who, "How the log and the dice can be checked").await?;
    page(&front::Auditing { shell })
}

/// The page on which anybody checks a log: the same for all, whatever is behind the question mark is for its script.
async fn verify(state: Data<AppState>, who: MaybeSignedIn) -> Page {
    let shell = Shell::for_reader(&state, &who, "Check a game yourself").await?;
    let key = state.service.register().standing().await?.key;
    let mut answer = page(&front::Verify { shell, key })?;
    answer.headers_mut().insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(VERIFY_POLICY));
    Ok(answer)
}

async fn programs(state: Data<AppState>, who: MaybeSignedIn) -> Page {
    let shell = Shell::for_reader(&state, &who, "For programs").await?;
    page(&front::Programs { shell, base_url: state.service.base_url.clone() })
}
