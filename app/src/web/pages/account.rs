//! Signing in by mail, the account, letters one does not want: the handlers.

use super::front::{AccountPage, ConsentPage, DoorLine, LetterSwitch, SignIn, SignInConfirm, SignInSent, Unsubscribe};
use super::lobby::demo_doors;
use super::shell::{Shell, page, page_with, see_other};
use crate::service::accounts::{Door, Email, is_local_path};
use crate::service::consent::{Answer, Question};
use crate::service::mail::CONFIRMED;
use crate::service::{ErrorKind, ServiceError};
use crate::telemetry::Masked;
use crate::web::error::status;
use crate::web::session::{client, is_known, is_local, known_cookie, sign_in_cookie, sign_out_cookie};
use crate::web::{AppState, MaybeSignedIn, Page, SignedIn};
use crate::when::{ago, date};
use actix_web::http::header::{self, HeaderName};
use actix_web::web::{self, Bytes, Data, Form, Path, Query, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse};
use fieldpost_store::{Consent, Suppression, Time};
use serde::Deserialize;

/// The routes.
pub fn configure(routes: &mut ServiceConfig) {
    routes
        .route("/sign-in", web::get().to(form))
        .route("/sign-in", web::post().to(send))
        .route("/sign-in/{token}", web::get().to(link))
        .route("/sign-in/{token}", web::post().to(enter))
        .route("/sign-out", web::post().to(leave))
        .route("/demo/{account}", web::post().to(demo))
        .route("/account", web::get().to(account))
        .route("/account", web::post().to(save))
        .route("/account/letters", web::post().to(save_letters))
        .route("/account/sessions/{id}/revoke", web::post().to(revoke_session))
        .route("/account/tokens", web::post().to(new_token))
        .route("/account/tokens/{id}/revoke", web::post().to(revoke_token))
        .route("/unsubscribe/{link}", web::get().to(unsubscribe))
        .route("/unsubscribe/{link}", web::post().to(unsubscribed));
}

#[derive(Deserialize)]
struct Next {
    next: Option<String>,
}

async fn form(state: Data<AppState>, who: MaybeSignedIn, request: HttpRequest, wanted: Query<Next>) -> Page {
    let next = wanted.into_inner().next.filter(|n| is_local_path(n));
    if who.account().is_some() {
        return see_other(next.as_deref().unwrap_or("/games"));
    }
    let shell = Shell::new(&state, &who, "Sign in").here("sign-in");
    let demo = demo_doors(&state, &request).await?;
    page(&SignIn { shell, email: String::new(), wrong: String::new(), next: next.unwrap_or_default(), demo })
}

#[derive(Deserialize)]
struct Asking {
    email: String,
    #[serde(default)]
    next: String,
}

async fn send(state: Data<AppState>, who: MaybeSignedIn, request: HttpRequest, asking: Form<Asking>) -> Page {
    state.limits.sign_in_client.check(&client(&request, &state))?;
    let asking = asking.into_inner();
    // What is no address gets no letter and needs no place among the limits.
    if let Ok(email) = asking.email.parse::<Email>() {
        let known = is_known(&request, &state, &state.service.accounts().known_mark(&email).await?);
        let limiter = if known { &state.limits.sign_in_known } else { &state.limits.sign_in_address };
        // Whoever asks is answered the same: the letters sent already are their owner's way in, and a stranger who has asked for them learns
        // nothing and shuts nobody out.
        if limiter.check(&email).is_err() {
            tracing::warn!(to = %Masked(email.as_str()), "no further sign-in letter for now");
            let shell = Shell::new(&state, &who, "Look in your mail").here("sign-in");
            return page(&SignInSent { shell, email: email.to_string() });
        }
    }
    let next = Some(asking.next.as_str()).filter(|n| !n.is_empty());
    match state.service.accounts().send_sign_in(&asking.email, next).await {
        Ok(email) => {
            let shell = Shell::new(&state, &who, "Look in your mail").here("sign-in");
            page(&SignInSent { shell, email: email.to_string() })
        }
        Err(trouble) if trouble.kind == ErrorKind::Malformed => {
            let shell = Shell::new(&state, &who, "Sign in").here("sign-in");
            let demo = demo_doors(&state, &request).await?;
            let form = SignIn { shell, email: asking.email, wrong: trouble.to_string(), next: asking.next, demo };
            page_with(status(trouble.kind), &form)
        }
        Err(trouble) => Err(trouble.into()),
    }
}

/// The link of a letter: shows a button and uses nothing up, because mail programs open links by themselves.
async fn link(state: Data<AppState>, who: MaybeSignedIn, token: Path<String>) -> Page {
    let link = state.service.accounts().peek_sign_in(&token).await?;
    // Somebody signed in already needs no second session, and one for this game alone least of all.
    if link.game.is_some() && who.account().is_some_and(|a| a.email == link.email) {
        return see_other(&link.next);
    }
    let shell = Shell::new(&state, &who, "Sign in").here("sign-in");
    let (heading, text, button) = match link.game {
        Some(_) => (
            "To your game".to_owned(),
            format!("This signs {} in for this game.", link.email),
            "Open the game".to_owned(),
        ),
        None if link.guest.is_some() => (
            "Keep your game".to_owned(),
            format!("This signs {} in on this browser, and the game you began as a guest stays yours.", link.email),
            "Keep the game".to_owned(),
        ),
        None if link.next == CONFIRMED => (
            "This letter has reached you".to_owned(),
            format!("Letters about your games go to {} again, and you are signed in on this browser.", link.email),
            "Let letters come again".to_owned(),
        ),
        None => ("Sign in".to_owned(), format!("This signs {} in on this browser.", link.email), "Sign in".to_owned()),
    };
    page(&SignInConfirm { shell, heading, text, action: format!("/sign-in/{token}"), button })
}

fn agent(request: &HttpRequest) -> &str {
    request.headers().get(header::USER_AGENT).and_then(|v| v.to_str().ok()).unwrap_or("")
}

async fn enter(state: Data<AppState>, request: HttpRequest, token: Path<String>) -> Page {
    state.limits.guesses.check(&client(&request, &state))?;
    let entered = state.service.accounts().sign_in(&token, agent(&request)).await?;
    let mark = state.service.accounts().known_mark(&entered.account.email).await?;
    Ok(HttpResponse::SeeOther()
        .cookie(sign_in_cookie(&state, entered.cookie))
        .cookie(known_cookie(&state, mark))
        .insert_header((header::LOCATION, entered.next))
        .finish())
}

async fn demo(state: Data<AppState>, request: HttpRequest, account: Path<String>, form: Form<Next>) -> Page {
    if !is_local(&request) {
        return Err(ServiceError::unknown("There is no such page here.").into());
    }
    let id = account.parse().map_err(|_| ServiceError::unknown("There is no such demo player here."))?;
    let entered = state.service.accounts().demo_sign_in(id, agent(&request)).await?;
    let next = form.into_inner().next.filter(|n| is_local_path(n)).unwrap_or(entered.next);
    Ok(HttpResponse::SeeOther()
        .cookie(sign_in_cookie(&state, entered.cookie))
        .insert_header((header::LOCATION, next))
        .finish())
}

async fn leave(state: Data<AppState>, me: SignedIn) -> Page {
    state.service.accounts().sign_out(&me.account, &me.door).await?;
    // Pages that the browser has kept are this reader's.
    let forget = (HeaderName::from_static("clear-site-data"), "\"cache\"");
    let away = (header::LOCATION, "/");
    Ok(HttpResponse::SeeOther().cookie(sign_out_cookie(&state)).insert_header(forget).insert_header(away).finish())
}

/// Zones offered as one types; any other IANA name is taken as well.
const ZONES: [&str; 24] = [
    "UTC",
    "Europe/London",
    "Europe/Paris",
    "Europe/Berlin",
    "Europe/Rome",
    "Europe/Madrid",
    "Europe/Warsaw",
    "Europe/Stockholm",
    "Europe/Athens",
    "Europe/Moscow",
    "Africa/Johannesburg",
    "America/New_York",
    "America/Chicago",
    "America/Denver",
    "America/Los_Angeles",
    "America/Toronto",
    "America/Sao_Paulo",
    "America/Argentina/Buenos_Aires",
    "Asia/Kolkata",
    "Asia/Shanghai",
    "Asia/Tokyo",
    "Asia/Singapore",
    "Australia/Sydney",
    "Pacific/Auckland",
];

async fn account_page(
    state: &AppState,
    me: SignedIn,
    fresh: Option<String>,
    notice: Option<(&'static str, String)>,
) -> Page {
    let now = Time::now();
    let account = me.account.clone();
    let current = match &me.door {
        Door::Session(session) => Some(session.id),
        Door::Token(_) => None,
    };
    let who = MaybeSignedIn(Some(me));
    let mut shell = Shell::for_reader(state, &who, "Your account").await?.here("account");
    if let Some((tone, text)) = notice {
        shell = shell.say(tone, text);
    }
    let suppression = state.service.mail().suppression(&account).await?;
    let failed = state.service.mail().failed_letters(&account).await?;
    let letter_trouble = match &suppression {
        Some(Suppression::Bounced(why)) => Some(format!("Letters to your address come back, so none are sent: {why}")),
        _ => failed.first().map(|f| {
            format!("A letter of {} could not be delivered: {}", date(f.finished, &account.time_zone), f.detail)
        }),
    };
    let zone = account.time_zone.as_str();
    let turned_away = state.service.mail().letters_turned_away(&account).await?;
    let turned_away = turned_away.into_iter().map(|m| {
        let title = m.title.unwrap_or_default();
        (date(m.received, zone), format!("{title}: {}.", m.detail.trim_end_matches('.')))
    });
    let turned_away = turned_away.collect();
    let sessions = state.service.accounts().sessions(&account).await?;
    let sessions = sessions.iter().map(|s| DoorLine {
        id: s.id.to_string(),
        device: s.agent.clone(),
        when: format!("signed in {}, last seen {}", ago(s.created, now, zone), ago(s.seen, now, zone)),
        current: Some(s.id) == current,
    });
    let sessions = sessions.collect();
    let tokens = state.service.accounts().tokens(&account).await?;
    let tokens = tokens.iter().map(|t| DoorLine {
        id: t.id.to_string(),
        device: t.name.clone(),
        when: match t.used {
            Some(used) => format!("made {}, last used {}", ago(t.created, now, zone), ago(used, now, zone)),
            None => format!("made {}, not used yet", ago(t.created, now, zone)),
        },
        current: false,
    });
    let tokens = tokens.collect();
    page(&AccountPage {
        shell,
        name: account.name.clone(),
        zone: zone.to_owned(),
        zones: &ZONES,
        email: account.email.to_string(),
        letter_trouble,
        turned_away,
        letters: vec![
            LetterSwitch {
                key: "letters",
                title: "Write to me when a game waits for me, ends, or somebody has a word with me",
                on: suppression != Some(Suppression::Unsubscribed),
            },
            LetterSwitch {
                key: "receipts",
                title: "Send me a receipt of my own orders: my mailbox is then a witness of both sides' moves",
                on: account.receipts,
            },
            LetterSwitch {
                key: "strangers",
                title: "Let players whom I have not played with invite me by letter, once each",
                on: !state.service.consents().shut_to_strangers(&account).await?,
            },
        ],
        sessions,
        fresh_token: fresh,
        tokens,
    })
}

#[derive(Deserialize)]
struct Said {
    saved: Option<String>,
}

async fn account(state: Data<AppState>, me: SignedIn, said: Query<Said>) -> Page {
    let notice = said.saved.as_ref().map(|_| ("good", "Saved.".to_owned()));
    account_page(&state, me, None, notice).await
}

#[derive(Deserialize)]
struct Profile {
    name: String,
    zone: String,
    /// Where to go on, when it was not asked on the account's own page.
    #[serde(default)]
    next: String,
}

async fn save(state: Data<AppState>, me: SignedIn, form: Form<Profile>) -> Page {
    match state.service.accounts().set_profile(&me.account, &form.name, &form.zone).await {
        Ok(()) if is_local_path(&form.next) => see_other(&form.next),
        Ok(()) => see_other("/account?saved=1"),
        Err(trouble) if trouble.kind == ErrorKind::Malformed => {
            account_page(&state, me, None, Some(("bad", trouble.to_string()))).await
        }
        Err(trouble) => Err(trouble.into()),
    }
}

#[derive(Deserialize)]
struct Letters {
    letters: Option<String>,
    receipts: Option<String>,
    strangers: Option<String>,
}

async fn save_letters(state: Data<AppState>, me: SignedIn, form: Form<Letters>) -> Page {
    state.service.mail().set_letters(&me.account, form.letters.is_some()).await?;
    state.service.accounts().set_receipts(&me.account, form.receipts.is_some()).await?;
    state.service.consents().set_strangers(&me.account, form.strangers.is_some()).await?;
    see_other("/account?saved=1#letters")
}

async fn revoke_session(state: Data<AppState>, me: SignedIn, id: Path<String>) -> Page {
    state.service.accounts().revoke_session(&me.account, &id).await?;
    if matches!(&me.door, Door::Session(s) if s.id.to_string() == *id) {
        return Ok(HttpResponse::SeeOther()
            .cookie(sign_out_cookie(&state))
            .insert_header((header::LOCATION, "/"))
            .finish());
    }
    see_other("/account#sessions")
}

#[derive(Deserialize)]
struct NewToken {
    name: String,
}

async fn new_token(state: Data<AppState>, me: SignedIn, form: Form<NewToken>) -> Page {
    match state.service.accounts().new_token(&me.account, &form.name).await {
        Ok(token) => account_page(&state, me, Some(token), None).await,
        Err(trouble) if matches!(trouble.kind, ErrorKind::Malformed | ErrorKind::Conflict) => {
            account_page(&state, me, None, Some(("bad", trouble.to_string()))).await
        }
        Err(trouble) => Err(trouble.into()),
    }
}

async fn revoke_token(state: Data<AppState>, me: SignedIn, id: Path<String>) -> Page {
    state.service.accounts().revoke_token(&me.account, &id).await?;
    see_other("/account#tokens")
}

async fn unsubscribe(state: Data<AppState>, who: MaybeSignedIn, link: Path<String>) -> Page {
    if let Some(asking) = state.service.consents().asked(&link).await? {
        return consent_page(&state, &who, &link, asking, "");
    }
    let what = state.service.mail().peek_unsubscribe(&link).await?;
    let shell = Shell::new(&state, &who, "Unsubscribe");
    let text = format!("This stops {what}. Sign-in links that you ask for still come.");
    page(&Unsubscribe { shell, done: false, text, action: format!("/unsubscribe/{link}") })
}

/// The page on which the reader of a stranger's letter says who may write to them.
fn consent_page(state: &AppState, who: &MaybeSignedIn, link: &str, asking: Question, done: &str) -> Page {
    let before = match asking.answer {
        Consent::Yes => "You have said that they may write to you.",
        Consent::No => "You have said that they may not write to you.",
        Consent::Asked | Consent::Unasked => "",
    };
    let shell = Shell::new(state, who, "Who may write to you");
    let (before, done) = (before.to_owned(), done.to_owned());
    page(&ConsentPage { shell, asking, before, done, action: format!("/unsubscribe/{link}") })
}

#[derive(Deserialize)]
struct Answered {
    answer: Option<String>,
}

/// What the page says, or a mail program that unsubscribes with one click: that one means all strangers, and is refused nothing.
async fn consented(state: &AppState, who: &MaybeSignedIn, link: &str, body: &Bytes) -> Page {
    let said = std::str::from_utf8(body).ok().and_then(|text| Query::<Answered>::from_query(text).ok());
    let (answer, done) = match said.and_then(|s| s.into_inner().answer).as_deref() {
        Some("yes") => (Answer::Yes, "This player may write to you."),
        Some("no") => (Answer::No, "This player writes to you no more."),
        _ => (Answer::Never, "No player whom you do not know writes to you any more."),
    };
    state.service.consents().answer(link, answer).await?;
    match state.service.consents().asked(link).await? {
        Some(asking) => consent_page(state, who, link, asking, done),
        None => Err(ServiceError::unknown("There is no such question.").into()),
    }
}

async fn unsubscribed(
    state: Data<AppState>,
    who: MaybeSignedIn,
    request: HttpRequest,
    link: Path<String>,
    body: Bytes,
) -> Page {
    state.limits.guesses.check(&client(&request, &state))?;
    if state.service.consents().asked(&link).await?.is_some() {
        return consented(&state, &who, &link, &body).await;
    }
    let what = state.service.mail().peek_unsubscribe(&link).await?;
    state.service.mail().unsubscribe(&link).await?;
    let shell = Shell::new(&state, &who, "Unsubscribed");
    page(&Unsubscribe { shell, done: true, text: format!("We have stopped {what}."), action: String::new() })
}
