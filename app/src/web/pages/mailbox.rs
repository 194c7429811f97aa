//! The embedded mailbox, for servers without a post office: loopback only.

use super::front::{Mail, MailLine, Mailbox};
use super::shell::fresh_key;
use super::shell::{Shell, page, see_other};
use crate::service::ServiceError;
use crate::service::accounts::is_local_path;
use crate::web::headers::LETTER_POLICY;
use crate::web::session::is_local;
use crate::web::{AppError, AppState, MaybeSignedIn, Page};
use crate::when::{ago, date};
use actix_web::http::header;
use actix_web::web::{self, Data, Form, Path, Query, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use fieldpost_post::{Letter, answer_to};
use fieldpost_store::{NewMessage, Time};
use serde::Deserialize;

/// The routes.
pub fn configure(routes: &mut ServiceConfig) {
    routes
        .route("/mailbox", web::get().to(list))
        .route("/mailbox/{id}", web::get().to(letter))
        .route("/mailbox/{id}/reply", web::post().to(reply))
        .route("/mailbox/{id}/html", web::get().to(html))
        .route("/mailbox/{id}/raw", web::get().to(raw));
}

/// Refuses everybody when there is a post office, and strangers always.
fn allowed(state: &AppState, request: &HttpRequest) -> Result<(), AppError> {
    if state.mailbox && is_local(request) {
        return Ok(());
    }
    Err(ServiceError::unknown("There is no mailbox here: letters go out by mail.").into())
}

fn unknown() -> AppError {
    ServiceError::unknown("There is no such letter in the mailbox.").into()
}

/// A letter with its parts.
async fn find(state: &AppState, id: i64) -> Result<(fieldpost_store::Mail, Letter), AppError> {
    let mail = state.service.store.mailbox().get(id).await.map_err(ServiceError::from)?.ok_or_else(unknown)?;
    let letter = serde_json::from_str(&mail.letter).map_err(ServiceError::inside)?;
    Ok((mail, letter))
}

async fn list(state: Data<AppState>, who: MaybeSignedIn, request: HttpRequest) -> Page {
    allowed(&state, &request)?;
    let now = Time::now();
    let zone = who.account().map_or("UTC", |a| a.time_zone.as_str()).to_owned();
    let letters = state.service.store.mailbox().list(None, 200).await.map_err(ServiceError::from)?;
    let letters = letters.iter().map(|m| MailLine {
        id: m.id,
        subject: m.subject.clone(),
        opens: m.opens.clone(),
        to: m.to.clone(),
        when: ago(m.at, now, &zone),
    });
    let shell = Shell::for_reader(&state, &who, "Mailbox").await?.here("mailbox");
    page(&Mailbox { shell, letters: letters.collect() })
}

/// What the page says after an answer was sent.
#[derive(Deserialize)]
struct Said {
    /// The last letter of the mailbox when the answer was sent.
    answered: Option<i64>,
}

async fn letter(
    state: Data<AppState>,
    who: MaybeSignedIn,
    request: HttpRequest,
    id: Path<i64>,
    said: Query<Said>,
) -> Page {
    allowed(&state, &request)?;
    let (mail, letter) = find(&state, *id).await?;
    state.service.store.mailbox().open(*id, Time::now()).await.map_err(ServiceError::from)?;
    let zone = who.account().map_or("UTC", |a| a.time_zone.as_str()).to_owned();
    let mut headers = vec![("To".to_owned(), letter.to.clone()), ("Date".to_owned(), date(letter.date, &zone))];
    headers.push(("Message-ID".to_owned(), letter.message_id.clone()));
    let shell = Shell::for_reader(&state, &who, letter.subject.clone()).await?.here("mailbox");
    // What came of an answer is the first letter to the same person behind it.
    let mut outcome = None;
    if let Some(last) = said.answered {
        let letters = state.service.store.mailbox().list(None, 200).await.map_err(ServiceError::from)?;
        let later = letters.into_iter().rfind(|m| m.id > last && m.to == mail.head.to);
        outcome = later.map(|m| (format!("/mailbox/{}", m.id), m.subject));
    }
    page(&Mail {
        shell,
        id: mail.head.id,
        subject: letter.subject.clone(),
        headers,
        links: links(&letter.text, &state.service.base_url),
        html: !letter.html.is_empty(),
        reply_to: letter.reply_to.clone().unwrap_or_default(),
        key: fresh_key(),
        answered: said.answered.is_some(),
        outcome,
        again: said.answered.map_or_else(String::new, |last| format!("/mailbox/{id}?answered={last}#reply")),
        text: letter.text,
    })
}

/// An answer to a letter.
#[derive(Deserialize)]
struct Reply {
    text: String,
    key: String,
}

/// Sends an answer the way that a mail server would bring it: through the inbox.
async fn reply(state: Data<AppState>, request: HttpRequest, id: Path<i64>, reply: Form<Reply>) -> Page {
    allowed(&state, &request)?;
    let (_, letter) = find(&state, *id).await?;
    let none = || ServiceError::conflict("This letter cannot be answered by mail.").legal("Open the game's page.");
    let message = answer_to(&letter, &reply.text, &reply.key).ok_or_else(none)?;
    let recipient = letter.reply_to.clone().ok_or_else(none)?;
    let size = message.len() as u64;
    let letters = state.service.store.mailbox().list(None, 1).await.map_err(ServiceError::from)?;
    let last = letters.first().map_or(0, |m| m.id);
    let came = NewMessage { sender: letter.to.clone(), recipient, message, size };
    state.service.store.inbox().receive(came, Time::now()).await.map_err(ServiceError::from)?;
    see_other(format!("/mailbox/{id}?answered={last}#reply"))
}

/// The links of a letter that stay on this server, with the words that stand before them: the letter itself is shown in a
/// frame that may not lead this window anywhere.
fn links(text: &str, base: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    let mut before = "";
    for line in text.lines() {
        let line = line.trim();
        if let Some(path) = line.strip_prefix(base).filter(|p| is_local_path(p)) {
            let words = before.trim_end_matches(':');
            found.push((path.to_owned(), if words.is_empty() { "Open".to_owned() } else { words.to_owned() }));
        }
        if !line.is_empty() {
            before = line;
        }
    }
    found
}

/// The letter as a mail program would show it, alone in a frame that runs nothing. The picture comes along in the page.
async fn html(state: Data<AppState>, request: HttpRequest, id: Path<i64>) -> Page {
    allowed(&state, &request)?;
    let (_, letter) = find(&state, *id).await?;
    let mut html = letter.html;
    for image in &letter.images {
        let data = format!("data:image/png;base64,{}", STANDARD.encode(&image.png));
        html = html.replace(&format!("cid:{}", image.cid), &data);
    }
    Ok(HttpResponse::Ok()
        .content_type("text/html; charset=utf-8")
        .insert_header((header::CONTENT_SECURITY_POLICY, LETTER_POLICY))
        .body(html))
}

async fn raw(state: Data<AppState>, request: HttpRequest, id: Path<i64>) -> Page {
    allowed(&state, &request)?;
    let (mail, _) = find(&state, *id).await?;
    Ok(HttpResponse::Ok().content_type("text/plain; charset=utf-8").body(mail.message))
}

#[cfg(test)]
mod tests {
    use super::links;

    #[test]
    fn the_buttons_of_a_letter_are_its_own_links() {
        let text = "Take your turn:\nhttp://127.0.0.1:1/sign-in/abc\n\nSee http://127.0.0.1:1/no\nhttp://evil.example/x\nhttp://127.0.0.1:1//evil.example\n";
        assert_eq!(links(text, "http://127.0.0.1:1"), [("/sign-in/abc".to_owned(), "Take your turn".to_owned())]);
    }
}
