//! The caller's own notes on records, and talk about a game that is over.

use super::shapes::{Done, NoteText, RemarkRow, Said, TalkText};
use crate::web::error::Problem;
use crate::web::{AppState, MaybeSignedIn, Page, SignedIn};
use actix_web::HttpResponse;
use actix_web::web::{self, Data, Json, Path, ServiceConfig};

pub(super) fn configure(routes: &mut ServiceConfig) {
    routes
        .service(web::resource("/games/{game}/notes").get(notes))
        .service(web::resource("/games/{game}/notes/{record}").put(note).delete(unnote))
        .service(web::resource("/games/{game}/talk").get(talk).post(say))
        .service(web::resource("/games/{game}/talk/{id}").delete(unsay));
}

/// The caller's own notes on this game. Nobody else reads them.
#[utoipa::path(get, path = "/api/games/{game}/notes", tag = "game", params(("game" = String, Path)),
    responses((status = 200, body = Vec<RemarkRow>), (status = 404, body = Problem)))]
pub(super) async fn notes(state: Data<AppState>, who: SignedIn, game: Path<String>) -> Page {
    let table = state.service.games().table(&game, Some(&who.account)).await?;
    let notes = state.service.messages().notes(&table, Some(&who.account)).await?;
    Ok(HttpResponse::Ok().json(notes.into_values().map(RemarkRow::of).collect::<Vec<_>>()))
}

/// Writes a note on a record, in place of the one before. An empty text takes it away.
#[utoipa::path(put, path = "/api/games/{game}/notes/{record}", tag = "game", params(("game" = String, Path), ("record" = u64, Path)),
    request_body = NoteText, responses((status = 200, body = Done), (status = 400, body = Problem), (status = 403, body = Problem)))]
pub(super) async fn note(
    state: Data<AppState>,
    who: SignedIn,
    path: Path<(String, u64)>,
    note: Json<NoteText>,
) -> Page {
    let (game, record) = path.into_inner();
    state.service.messages().note(&game, &who.account, record, &note.text).await?;
    Ok(HttpResponse::Ok().json(Done { ok: true, game }))
}

/// Takes a note away.
#[utoipa::path(delete, path = "/api/games/{game}/notes/{record}", tag = "game", params(("game" = String, Path), ("record" = u64, Path)),
    responses((status = 200, body = Done), (status = 403, body = Problem)))]
pub(super) async fn unnote(state: Data<AppState>, who: SignedIn, path: Path<(String, u64)>) -> Page {
    let (game, record) = path.into_inner();
    state.service.messages().note(&game, &who.account, record, "").await?;
    Ok(HttpResponse::Ok().json(Done { ok: true, game }))
}

/// What was said about a game since it ended; nothing while it goes on. What was removed has an empty text.
#[utoipa::path(get, path = "/api/games/{game}/talk", tag = "game", params(("game" = String, Path)),
    responses((status = 200, body = Vec<Said>), (status = 404, body = Problem)))]
pub(super) async fn talk(state: Data<AppState>, who: MaybeSignedIn, game: Path<String>) -> Page {
    let table = state.service.games().table(&game, who.account()).await?;
    let said = state.service.messages().talk(&table).await?;
    Ok(HttpResponse::Ok().json(said.into_iter().map(|t| Said::talked(t, table.game.len())).collect::<Vec<_>>()))
}

/// Says something about a game that is over.
#[utoipa::path(post, path = "/api/games/{game}/talk", tag = "game", params(("game" = String, Path)), request_body = TalkText,
    responses((status = 201, body = Done), (status = 400, body = Problem), (status = 409, description = "The game goes on", body = Problem),
        (status = 429, body = Problem)))]
pub(super) async fn say(state: Data<AppState>, who: SignedIn, game: Path<String>, said: Json<TalkText>) -> Page {
    let TalkText { text, key } = said.into_inner();
    state.service.messages().talk_about(&game, &who.account, &text, key).await?;
    Ok(HttpResponse::Created().json(Done { ok: true, game: game.into_inner() }))
}

/// Removes something said about a game: what the caller said, or as the game's host what anybody did.
#[utoipa::path(delete, path = "/api/games/{game}/talk/{id}", tag = "game", params(("game" = String, Path), ("id" = i64, Path)),
    responses((status = 200, body = Done), (status = 403, body = Problem), (status = 404, body = Problem)))]
pub(super) async fn unsay(state: Data<AppState>, who: SignedIn, path: Path<(String, i64)>) -> Page {
    let (game, id) = path.into_inner();
    state.service.messages().unsay(&game, &who.account, id).await?;
    Ok(HttpResponse::Ok().json(Done { ok: true, game }))
}
