//! Rulesets, lists of games, starting, inviting, joining.

use super::shapes::{Done, GameRow, Invitation, InvitationLink, Inviting, Joining, NewGame, Next, Started};
use crate::service::start::{NewTable, Opponent};
use crate::service::{ErrorKind, ServiceError};
use crate::web::error::Problem;
use crate::web::{AppError, AppState, MaybeSignedIn, Page, SignedIn};
use actix_web::HttpResponse;
use actix_web::web::{self, Data, Json, Path, Query, ServiceConfig};
use domain::referee::SeatId;
use serde::Deserialize;

pub(super) fn configure(routes: &mut ServiceConfig) {
    routes
        .service(web::resource("/rulesets").get(rulesets))
        .service(web::resource("/games").get(games).post(start))
        .service(web::resource("/games/next").get(next))
        .service(web::resource("/games/{game}/join").post(join))
        .service(web::resource("/games/{game}/invitations").post(invite))
        .service(web::resource("/invitations/{token}").get(invitation).post(accept));
}

/// Every ruleset: scenarios, seats, options, sequence of play, charts.
#[utoipa::path(get, path = "/api/rulesets", tag = "lobby", responses((status = 200, description = "Each ruleset's card")))]
pub(super) async fn rulesets(state: Data<AppState>) -> HttpResponse {
    let cards: Vec<_> = state.service.registry.all().iter().map(|r| r.about()).collect();
    HttpResponse::Ok().json(cards)
}

#[derive(Deserialize)]
pub(super) struct Which {
    list: Option<String>,
}

/// Lists games: `mine` (those waiting for the caller first), `open` (looking for a player), `running`, `ended`.
#[utoipa::path(get, path = "/api/games", tag = "lobby",
    params(("list" = Option<String>, Query, description = "mine, open, running or ended; mine without it")),
    responses((status = 200, body = Vec<GameRow>), (status = 401, body = Problem)))]
pub(super) async fn games(state: Data<AppState>, who: MaybeSignedIn, which: Query<Which>) -> Page {
    let service = &state.service;
    let rows = match which.list.as_deref().unwrap_or("mine") {
        "mine" => {
            let account = who.account().ok_or_else(|| AppError(ServiceError::sign_in()))?;
            service.lobby().my_games(account).await?
        }
        "open" => service.lobby().open_games(who.account().map(|a| a.id)).await?,
        "running" => service.lobby().running_games().await?,
        "ended" => service.lobby().ended_games().await?,
        other => {
            let trouble = ServiceError::malformed(format!("There is no list {other:?}."));
            return Err(AppError(trouble.legal("There is mine, open, running and ended.")));
        }
    };
    let rows: Vec<_> = rows.iter().map(|r| GameRow::of(r, who.account())).collect();
    Ok(HttpResponse::Ok().json(rows))
}

/// The game that has waited longest for the caller.
#[utoipa::path(get, path = "/api/games/next", tag = "lobby", responses((status = 200, body = Next), (status = 401, body = Problem)))]
pub(super) async fn next(state: Data<AppState>, who: SignedIn) -> Page {
    let game = state.service.lobby().next_game(&who.account, None).await?;
    Ok(HttpResponse::Ok().json(Next { game: game.map(|g| g.to_string()) }))
}

/// Starts a game and seats the caller.
#[utoipa::path(post, path = "/api/games", tag = "lobby", request_body = NewGame,
    responses((status = 201, body = Started), (status = 400, body = Problem), (status = 401, body = Problem)))]
pub(super) async fn start(state: Data<AppState>, who: SignedIn, new: Json<NewGame>) -> Page {
    let new = new.into_inner();
    let opponent = match new.opponent.as_str() {
        "invite" => Opponent::Invited(new.email),
        "open" => Opponent::Anybody,
        other => match other.strip_prefix("bot:") {
            Some(bot) => Opponent::Bot(bot.to_owned()),
            None => {
                let trouble = ServiceError::new(ErrorKind::Malformed, format!("There is no opponent {other:?}."));
                return Err(AppError(trouble.legal("Say invite, open, or bot:ID.")));
            }
        },
    };
    let table = NewTable {
        ruleset: new.ruleset,
        scenario: new.scenario,
        options: new.options,
        seat: new.seat.map(SeatId),
        arbiter: new.arbiter,
        opponent,
        pace: new.clock.as_ref().map_or(new.pace, |c| c.days.unwrap_or(0)),
        clock: new.clock.as_ref().map(|c| c.read()).transpose()?,
        public: new.public,
        phrase: new.phrase,
        title: new.title,
        key: new.key,
    };
    let started = state.service.lobby().start(&who.account, table).await?;
    let invitation = started.next.starts_with("/join/").then(|| state.service.url(&started.next));
    Ok(HttpResponse::Created().json(Started { ok: true, game: started.game.to_string(), invitation }))
}

/// Joins a public game that looks for a player. Joining is agreeing to its terms.
#[utoipa::path(post, path = "/api/games/{game}/join", tag = "lobby", params(("game" = String, Path)), request_body = Joining,
    responses((status = 200, body = Done), (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem)))]
pub(super) async fn join(state: Data<AppState>, who: SignedIn, game: Path<String>, joining: Json<Joining>) -> Page {
    let words = (joining.phrase.as_str(), joining.sealed.as_ref().map(|s| s.read()).transpose()?);
    let id = state.service.lobby().join_with(&game, &who.account, joining.seat.map(SeatId), words).await?;
    Ok(HttpResponse::Ok().json(Done { ok: true, game: id.to_string() }))
}

/// Makes an invitation to a game of the caller's.
#[utoipa::path(post, path = "/api/games/{game}/invitations", tag = "lobby", params(("game" = String, Path)), request_body = Inviting,
    responses((status = 201, body = InvitationLink), (status = 403, body = Problem), (status = 409, body = Problem)))]
pub(super) async fn invite(state: Data<AppState>, who: SignedIn, game: Path<String>, inviting: Json<Inviting>) -> Page {
    let path = state.service.lobby().invite(&game, &who.account, inviting.email.as_deref()).await?;
    Ok(HttpResponse::Created().json(InvitationLink { ok: true, link: state.service.url(&path) }))
}

/// What an invitation is to: the terms that accepting agrees to.
#[utoipa::path(get, path = "/api/invitations/{token}", tag = "lobby", params(("token" = String, Path)),
    responses((status = 200, body = Invitation), (status = 404, body = Problem), (status = 410, body = Problem)))]
pub(super) async fn invitation(state: Data<AppState>, who: MaybeSignedIn, token: Path<String>) -> Page {
    let invited = state.service.lobby().open_invitation(&token, who.account()).await?;
    Ok(HttpResponse::Ok().json(Invitation {
        game: GameRow::of(&invited.row, who.account()),
        terms: state.service.terms_in_words(&invited.row),
        host: invited.host,
        over: invited.over,
    }))
}

/// Accepts an invitation.
#[utoipa::path(post, path = "/api/invitations/{token}", tag = "lobby", params(("token" = String, Path)), request_body = Joining,
    responses((status = 200, body = Done), (status = 404, body = Problem), (status = 410, body = Problem)))]
pub(super) async fn accept(state: Data<AppState>, who: SignedIn, token: Path<String>, joining: Json<Joining>) -> Page {
    let words = (joining.phrase.as_str(), joining.sealed.as_ref().map(|s| s.read()).transpose()?);
    let id = state.service.lobby().accept_with(&token, &who.account, joining.seat.map(SeatId), words).await?;
    Ok(HttpResponse::Ok().json(Done { ok: true, game: id.to_string() }))
}
