//! Playing at once, without an account, and keeping what one has played.

use super::front::SignInSent;
use super::shell::{Shell, page, see_other};
use crate::service::ServiceError;
use crate::service::table::{GameState, Row};
use crate::web::session::{client, session_cookie, sign_in_cookie};
use crate::web::{AppState, MaybeSignedIn, Page, SignedIn};
use actix_web::http::header;
use actix_web::web::{self, Data, Form, Path, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse};
use fieldpost_store::{Account, Email, GUEST_LIFE, GameId, GrantId, Time, Tried};
use serde::Deserialize;

/// The routes.
pub fn configure(routes: &mut ServiceConfig) {
    routes.route("/play/{ruleset}", web::post().to(play)).route("/games/{id}/keep", web::post().to(keep));
}

/// The game under way that a guest's browser comes back to.
pub async fn going_on(state: &AppState, request: &HttpRequest) -> Result<Option<GameId>, ServiceError> {
    let Some(cookie) = session_cookie(request, state) else { return Ok(None) };
    let game = state.service.accounts().only_game(&cookie).await?;
    let Some((_, game)) = game.filter(|(account, _)| account.is_guest()) else { return Ok(None) };
    Ok(running(state, game).await?.map(|row| row.id))
}

async fn running(state: &AppState, game: GameId) -> Result<Option<Row>, ServiceError> {
    let row = state.service.store.games().get(game).await?;
    Ok(row.filter(|row| row.summary.state == GameState::Running))
}

#[derive(Deserialize)]
struct Playing {
    #[serde(default)]
    key: String,
    /// The number of the lesson that the player comes from.
    #[serde(default)]
    after: String,
}

/// A practice game that waits for its player's first move: of whoever is signed in, else of a guest.
async fn play(
    state: Data<AppState>,
    who: MaybeSignedIn,
    request: HttpRequest,
    ruleset: Path<String>,
    form: Form<Playing>,
) -> Page {
    let Playing { key, after } = form.into_inner();
    let key = if key.is_empty() { super::shell::fresh_key() } else { key };
    if let Some(account) = who.account() {
        state.limits.check_change(account.id, "POST", "/play/{ruleset}")?;
        let game = state.service.lobby().play_now(account, &ruleset, key).await?;
        again_after(&state, &after).await?;
        return see_other(crate::service::table::href(game));
    }
    let here = match session_cookie(&request, &state) {
        Some(cookie) => state.service.accounts().only_game(&cookie).await?,
        None => None,
    };
    if let Some((account, game)) = &here {
        // Their one session would be gone with the game that it is good for.
        if !account.is_guest() {
            return Err(ServiceError::sign_in().into());
        }
        // Somebody who presses the button once more means the game that they have.
        if running(&state, *game).await?.is_some_and(|row| row.ruleset == *ruleset) {
            return see_other(crate::service::table::href(*game));
        }
    }
    state.limits.guests.check(&client(&request, &state))?;
    let agent = request.headers().get(header::USER_AGENT).and_then(|v| v.to_str().ok()).unwrap_or("");
    let accounts = state.service.accounts();
    let entered = match here {
        Some((guest, _)) => accounts.play_as_guest(guest, &ruleset, key, agent).await?,
        None => accounts.enter_as_guest(&ruleset, key, agent).await?,
    };
    again_after(&state, &after).await?;
    Ok(HttpResponse::SeeOther()
        .cookie(sign_in_cookie(&state, entered.cookie))
        .insert_header((header::LOCATION, entered.next))
        .finish())
}

/// Notes that whoever came from this lesson plays on.
async fn again_after(state: &AppState, lesson: &str) -> Result<(), ServiceError> {
    let Ok(lesson) = lesson.parse::<GrantId>() else { return Ok(()) };
    Ok(state.service.store.accounts().tried(lesson.0, Tried::Again, Time::now()).await?)
}

#[derive(Deserialize)]
struct Keeping {
    email: String,
}

/// Sends the letter whose link brings a guest's game to an address.
async fn keep(
    state: Data<AppState>,
    me: SignedIn,
    request: HttpRequest,
    game: Path<String>,
    form: Form<Keeping>,
) -> Page {
    state.limits.sign_in_client.check(&client(&request, &state))?;
    let id = state.service.games().table(&game, Some(&me.account)).await?.row.id;
    let sent = |email: String| {
        let shell = Shell::new(&state, &MaybeSignedIn(Some(me.clone())), "Look in your mail");
        page(&SignInSent { shell, email })
    };
    if let Ok(email) = form.email.parse::<Email>()
        && state.limits.sign_in_address.check(&email).is_err()
    {
        // As at the door: nobody learns from the answer whether somebody else has asked.
        return sent(email.to_string());
    }
    let email = state.service.accounts().send_keeping(&me.account, id, &form.email).await?;
    sent(email.to_string())
}

/// When a guest's game is gone, in words; nothing for anybody else.
pub fn gone(account: &Account, now: Time) -> Option<String> {
    if !account.is_guest() {
        return None;
    }
    let hours = account.created.after(GUEST_LIFE).since(now).as_secs().div_ceil(3600);
    Some(if hours <= 1 { "within the hour".to_owned() } else { format!("in {hours} hours") })
}
