//! Webhook, push address and feed on `/account/notices`, and the list of the last notices.

use super::notices::{Shown, shown};
use super::shell::see_other;
use crate::service::channels::Way;
use crate::service::{ErrorKind, ServiceError};
use crate::web::{AppError, AppState, Page, SignedIn};
use crate::when::day;
use actix_web::web::{self, Data, Form, Path, ServiceConfig};
use fieldpost_store::{Delivery, Outcome};
use serde::Deserialize;

/// The routes.
pub fn configure(routes: &mut ServiceConfig) {
    routes
        .route("/account/notices/feed", web::post().to(new_feed))
        .route("/account/notices/feed/revoke", web::post().to(revoke_feed))
        .route("/account/notices/confirm", web::post().to(confirm))
        .route("/account/notices/{way}", web::post().to(save))
        .route("/account/notices/{way}/remove", web::post().to(remove))
        .route("/account/notices/{way}/test", web::post().to(test))
        .route("/account/notices/webhook/key", web::post().to(new_key));
}

/// The form of a webhook or a push address.
pub struct ChannelForm {
    /// `webhook` or `push`.
    pub way: &'static str,
    /// What stands in the field.
    pub url: String,
    /// Whether an address is stored.
    pub named: bool,
    /// When and why it was switched off.
    pub off: Option<(String, String)>,
    /// The key that calls are signed with.
    pub key: Option<String>,
}

/// One of the last notices.
pub struct DeliveryLine {
    /// "Letter: your turn".
    pub what: String,
    /// The game's name.
    pub game: Option<String>,
    /// `good`, `bad` or `plain`.
    pub tone: &'static str,
    /// What became of it, in a sentence.
    pub fate: String,
}

impl DeliveryLine {
    /// A line of the list.
    pub fn of(delivery: &Delivery, zone: &str) -> Self {
        let way = match delivery.way {
            Way::Mail => "Letter",
            Way::Webhook => "Webhook",
            Way::Push => "Push",
        };
        let kind = match delivery.kind.as_str() {
            "dispatch" => "your turn",
            "begun" => "the game has begun",
            "receipt" => "receipt",
            "draw-offered" | "draw-declined" => "draw",
            "takeback-asked" | "takeback-agreed" | "takeback-declined" => "takeback",
            "rules" => "mended rules",
            "over" => "the game is over",
            "message" => "a message",
            "hands" | "taken-over" | "farewell" => "who plays",
            "clock" => "the clock",
            "digest" => "digest",
            "answer" => "answer to your letter",
            "sign-in" => "sign-in link",
            "invitation" => "invitation",
            "stranger" => "warning",
            "test" => "a test",
            "confirm" => "does mail reach you?",
            _ => "notice",
        };
        let at = day(delivery.at, zone);
        let why = delivery.detail.trim_end_matches('.');
        let (tone, fate) = match delivery.outcome {
            Some(Outcome::Sent) => ("good", format!("Delivered on {at}.")),
            Some(Outcome::Failed) => ("bad", format!("Not delivered, given up on {at}: {why}.")),
            Some(Outcome::Suppressed) => ("plain", format!("Not sent, on {at}: {why}.")),
            None if delivery.attempts > 0 && !why.is_empty() => {
                ("bad", format!("Not delivered yet: {why}. Tried again on {at}."))
            }
            None => ("plain", format!("Due on {at}.")),
        };
        DeliveryLine { what: format!("{way}: {kind}"), game: delivery.title.clone(), tone, fate }
    }
}

fn way(word: &str) -> Result<Way, AppError> {
    let way = Way::of(word).filter(|way| *way != Way::Mail);
    way.ok_or_else(|| AppError(ServiceError::unknown("There is no such page here.")))
}

#[derive(Deserialize)]
struct Address {
    url: String,
}

async fn save(state: Data<AppState>, me: SignedIn, word: Path<String>, form: Form<Address>) -> Page {
    let way = way(&word)?;
    match state.service.channels().set(&me.account, way, &form.url).await {
        Ok(()) => see_other(format!("/account/notices?saved=1#{}", way.word())),
        Err(trouble) if trouble.kind == ErrorKind::Illegal => {
            // Of an address that is much too long the beginning is enough to know it by.
            let typed = form.url.chars().take(600).collect();
            shown(&state, me, Shown { wrong: Some(trouble), typed: Some((way, typed)), ..Shown::default() }).await
        }
        Err(trouble) => Err(trouble.into()),
    }
}

async fn remove(state: Data<AppState>, me: SignedIn, word: Path<String>) -> Page {
    state.service.channels().remove(&me.account, way(&word)?).await?;
    see_other("/account/notices?saved=removed")
}

async fn test(state: Data<AppState>, me: SignedIn, word: Path<String>) -> Page {
    state.service.channels().test(&me.account, way(&word)?).await?;
    see_other("/account/notices?saved=tested")
}

async fn new_key(state: Data<AppState>, me: SignedIn) -> Page {
    state.service.channels().new_webhook_key(&me.account).await?;
    see_other("/account/notices?saved=key#webhook")
}

/// Sends the letter whose link lets letters come again.
async fn confirm(state: Data<AppState>, me: SignedIn) -> Page {
    state.limits.sign_in_address.check(&me.account.email)?;
    state.service.mail().send_confirmation(&me.account).await?;
    see_other("/account/notices?saved=sent")
}

/// The address of a feed is shown with the answer to this form and never again.
async fn new_feed(state: Data<AppState>, me: SignedIn) -> Page {
    let fresh_feed = Some(state.service.feeds().create(&me.account).await?);
    shown(&state, me, Shown { fresh_feed, ..Shown::default() }).await
}

async fn revoke_feed(state: Data<AppState>, me: SignedIn) -> Page {
    state.service.feeds().revoke(&me.account).await?;
    see_other("/account/notices?saved=revoked#feed")
}
