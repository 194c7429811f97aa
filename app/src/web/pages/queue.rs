//! `/games/ID/queue`: orders for one's own coming turns, tried before they are queued.

use super::shell::{Shell, fresh_key, page_with, see_other};
use crate::service::ServiceError;
use crate::service::table::Table;
use crate::web::error::status;
use crate::web::{AppState, MaybeSignedIn, Page, SignedIn};
use actix_web::http::StatusCode;
use actix_web::web::{self, Data, Form, Path, Query, ServiceConfig};
use askama::Template;
use domain::referee::{GameError, QueueTried, StandingCondition};
use serde::Deserialize;

/// The routes.
pub fn configure(routes: &mut ServiceConfig) {
    routes.route("/games/{id}/queue", web::get().to(show)).route("/games/{id}/queue", web::post().to(save));
}

/// `/games/ID/queue`
#[derive(Template)]
#[template(path = "pages/queue.html")]
struct QueuePage {
    shell: Shell,
    game_href: String,
    game_title: String,
    key: String,
    /// What stands in the box.
    text: String,
    /// How many lines are queued.
    queued: usize,
    /// Whether this person is asked something now.
    asked: bool,
    /// Why nothing can be queued in this game, where that is so.
    barred: Option<String>,
    /// What guards may ask for.
    conditions: Vec<StandingCondition>,
    /// An order that could be given now, for an example.
    example: String,
    wrong: Option<String>,
    tried: Option<QueueTried>,
}

#[derive(Deserialize)]
struct Looking {
    saved: Option<String>,
}

async fn show(state: Data<AppState>, me: SignedIn, game: Path<String>, looking: Query<Looking>) -> Page {
    let table = state.service.games().table(&game, Some(&me.account)).await?;
    let text = mine(&table)?;
    draw(&state, me, &table, Drawn { text, saved: looking.saved.clone(), wrong: None, tried: None }).await
}

fn mine(table: &Table) -> Result<String, ServiceError> {
    let seat = table.seat.ok_or_else(|| ServiceError::forbidden("You have no seat in this game."))?;
    Ok(table.game.queue(seat).to_owned())
}

#[derive(Deserialize)]
struct Sent {
    #[serde(default)]
    text: String,
    #[serde(rename = "do", default)]
    button: String,
}

/// Queues what was written, or shows what it would do.
async fn save(state: Data<AppState>, me: SignedIn, game: Path<String>, sent: Form<Sent>) -> Page {
    let table = state.service.games().table(&game, Some(&me.account)).await?;
    mine(&table)?;
    let Sent { text, button } = sent.into_inner();
    let result = match button.as_str() {
        "try" => state.service.queues().try_out(&table, &text).await.map(Some),
        "none" => state.service.queues().set(&game, &me.account, "").await.map(|_| None),
        _ => state.service.queues().set(&game, &me.account, &text).await.map(|_| None),
    };
    match result {
        Ok(None) => {
            let what = if button == "none" { "none" } else { "1" };
            see_other(format!("{}/queue?saved={what}", table.href()))
        }
        Ok(tried) => draw(&state, me, &table, Drawn { text, saved: None, wrong: None, tried }).await,
        Err(trouble) if status(trouble.kind).is_client_error() && status(trouble.kind) != StatusCode::CONFLICT => {
            let wrong = Some(trouble.to_string());
            draw(&state, me, &table, Drawn { text, saved: None, wrong, tried: None }).await
        }
        Err(trouble) => Err(trouble.into()),
    }
}

/// What the page shows besides the game.
struct Drawn {
    text: String,
    saved: Option<String>,
    wrong: Option<String>,
    tried: Option<QueueTried>,
}

async fn draw(state: &AppState, me: SignedIn, table: &Table, drawn: Drawn) -> Page {
    let seat = table.seat;
    let who = MaybeSignedIn(Some(me));
    let mut shell = Shell::for_reader(state, &who, "Queued orders").await?.here("games");
    let queued = seat.map_or("", |seat| table.game.queue(seat)).lines().count();
    shell = match drawn.saved.as_deref() {
        Some("none") => shell.say("good", "Nothing is queued any more."),
        Some(_) if queued == 0 => {
            shell.say("good", "Nothing is left in the queue: the chronicle tells what became of it.")
        }
        Some(_) => shell.say("good", "Queued. You are written to when it ends, or when it leaves something to you."),
        None => shell,
    };
    let code = if drawn.wrong.is_some() { StatusCode::BAD_REQUEST } else { StatusCode::OK };
    let asked = seat.is_some_and(|seat| table.game.waits_for(seat));
    let menu = seat.filter(|_| asked).map(|seat| table.game.menu(seat, None));
    let example = menu.and_then(|m| m.choices.into_iter().next()).map_or_else(|| "done".to_owned(), |c| c.order);
    page_with(
        code,
        &QueuePage {
            shell,
            game_href: table.href(),
            game_title: table.row.title.clone(),
            key: fresh_key(),
            text: drawn.text,
            queued,
            asked,
            barred: (!table.game.is_second()).then(|| GameError::NoQueue.to_string()),
            conditions: table.game.ruleset().queue_conditions(),
            example,
            wrong: drawn.wrong,
            tried: drawn.tried,
        },
    )
}
