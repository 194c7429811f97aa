//! The page on which a player asks to go back to an earlier position, and the answer to such a request.

use super::shell::{Shell, page, see_other};
use crate::service::takeback::WayBack;
use crate::service::{Service, ServiceError};
use crate::web::{AppState, MaybeSignedIn, Page, SignedIn};
use actix_web::web::{self, Data, Form, Path, ServiceConfig};
use askama::Template;
use serde::Deserialize;

/// The routes.
pub fn configure(routes: &mut ServiceConfig) {
    routes.route("/games/{id}/takeback", web::get().to(show)).route("/games/{id}/takeback", web::post().to(change));
}

/// `/games/ID/takeback`
#[derive(Template)]
#[template(path = "pages/takeback.html")]
struct TakebackPage {
    shell: Shell,
    game_href: String,
    game_title: String,
    key: String,
    ways: Vec<WayBack>,
    /// Who answers.
    opponent: String,
}

async fn show(state: Data<AppState>, me: SignedIn, game: Path<String>) -> Page {
    let table = state.service.games().table(&game, Some(&me.account)).await?;
    Service::may_ask_back(&table)?;
    if table.over() || table.game.takeback().is_some() {
        return see_other(table.href());
    }
    let ways = state.service.takebacks().ways_back(&table).await?;
    let who = MaybeSignedIn(Some(me));
    page(&TakebackPage {
        shell: Shell::for_reader(&state, &who, "Ask for a takeback").await?.here("games"),
        game_href: table.href(),
        game_title: table.row.title.clone(),
        key: super::shell::fresh_key(),
        ways,
        opponent: table.opponent(),
    })
}

#[derive(Deserialize)]
struct Change {
    /// `accept`, or anything else for no; none when a takeback is asked for.
    answer: Option<String>,
    to: Option<u64>,
    #[serde(default)]
    reason: String,
    #[serde(default)]
    key: String,
}

async fn change(state: Data<AppState>, me: SignedIn, game: Path<String>, form: Form<Change>) -> Page {
    let Change { answer, to, reason, key } = form.into_inner();
    let did = match answer.as_deref() {
        Some(word) => {
            let accept = word == "accept";
            state.service.takebacks().answer(&game, &me.account, accept, to).await?;
            if accept { "taken-back" } else { "not-taken-back" }
        }
        None => {
            let to = to.ok_or_else(|| {
                ServiceError::malformed("No record was chosen.").legal("Choose the order that you would take back.")
            })?;
            state.service.takebacks().offer(&game, &me.account, to, reason.trim(), Some(key)).await?;
            "asked-back"
        }
    };
    see_other(format!("/games/{game}?did={did}"))
}
