//! The page on which mended rules are offered to the players of a running game, and their consent.

use super::shell::{Shell, page, see_other};
use crate::service::revisions::RevisionAsked;
use crate::web::{AppState, MaybeSignedIn, Page, SignedIn};
use crate::when::day;
use actix_web::web::{self, Data, Form, Path, ServiceConfig};
use askama::Template;
use serde::Deserialize;

/// The routes.
pub fn configure(routes: &mut ServiceConfig) {
    routes.route("/games/{id}/rules", web::get().to(show)).route("/games/{id}/rules", web::post().to(agree));
}

/// `/games/ID/rules`
#[derive(Template)]
#[template(path = "pages/rules_mended.html")]
struct MendedPage {
    shell: Shell,
    game_href: String,
    game_title: String,
    key: String,
    asked: RevisionAsked,
    until: String,
}

async fn show(state: Data<AppState>, who: MaybeSignedIn, game: Path<String>) -> Page {
    let table = state.service.games().table(&game, who.account()).await?;
    let Some(asked) = state.service.revisions().asked(&table).await? else { return see_other(table.href()) };
    let zone = who.account().map_or("UTC", |a| a.time_zone.as_str());
    let until = day(asked.until, zone);
    page(&MendedPage {
        shell: Shell::for_reader(&state, &who, "The rules were mended").await?.here("games"),
        game_href: table.href(),
        game_title: table.row.title.clone(),
        key: super::shell::fresh_key(),
        until,
        asked,
    })
}

#[derive(Deserialize)]
struct Consent {
    #[serde(default)]
    key: String,
    /// The record that offers what the page showed.
    offered: Option<u64>,
}

async fn agree(state: Data<AppState>, me: SignedIn, game: Path<String>, form: Form<Consent>) -> Page {
    let Consent { key, offered } = form.into_inner();
    state.service.revisions().agree(&game, &me.account, offered, Some(key)).await?;
    see_other(format!("/games/{game}?did=goes-on"))
}
