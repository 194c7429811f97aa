//! `/feeds/TOKEN`: one's games as an Atom feed (RFC 4287). The address is the key: whoever has it reads what its owner may see.

use crate::service::feed::{Feed, FeedEntry};
use crate::web::session::client;
use crate::web::{AppError, AppState, Page};
use actix_web::http::header;
use actix_web::web::{self, Data, Path, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use fieldpost_store::Time;

/// The routes.
pub fn configure(routes: &mut ServiceConfig) {
    routes.route("/feeds/{token}", web::get().to(show));
}

#[derive(Template)]
#[template(path = "pages/feed.xml", escape = "html")]
struct FeedPage<'a> {
    feed: &'a Feed,
    title: String,
    updated: String,
    games: String,
    entries: Vec<(&'a FeedEntry, String)>,
}

mod filters {
    /// Without what XML 1.0 §2.2 forbids, not even escaped.
    #[askama::filter_fn]
    pub fn printable(text: &str, _: &dyn askama::Values) -> askama::Result<String> {
        let fine = |c: &char| matches!(c, '\t' | '\n' | '\r' | '\u{20}'..='\u{FFFD}' | '\u{10000}'..);
        Ok(text.chars().filter(fine).collect())
    }
}

/// RFC 3339, as RFC 4287 §3.3 asks.
fn stamp(at: Time) -> String {
    format!("{:.0}", jiff::Timestamp::from_millisecond(at.0).unwrap_or_default())
}

async fn show(state: Data<AppState>, request: HttpRequest, token: Path<String>) -> Page {
    let (account, tag) = match state.service.feeds().open(&token).await {
        Ok(found) => found,
        Err(trouble) => {
            state.limits.guesses.check(&client(&request, &state))?;
            return Err(trouble.into());
        }
    };
    let tag = format!("\"{tag}\"");
    // The address is a key and must not travel on to the pages that the feed leads to.
    let kept = [(header::CACHE_CONTROL, "private, no-cache"), (header::REFERRER_POLICY, "no-referrer")];
    let known = request.headers().get(header::IF_NONE_MATCH).and_then(|v| v.to_str().ok());
    // RFC 9110 §13.1.2: compared weakly; compression on the way may have made it weak.
    let same = known
        .is_some_and(|known| known.split(',').any(|k| k.trim().trim_start_matches("W/") == tag || k.trim() == "*"));
    let mut answer = if same { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    answer.insert_header((header::ETAG, tag));
    for pair in kept {
        answer.insert_header(pair);
    }
    if same {
        return Ok(answer.finish());
    }
    let feed = state.service.feeds().of_account(&account).await?;
    let page = FeedPage {
        title: if feed.name.is_empty() { "Fieldpost".to_owned() } else { format!("Fieldpost: {}", feed.name) },
        updated: stamp(feed.updated),
        games: state.service.url("/games"),
        entries: feed.entries.iter().map(|e| (e, stamp(e.updated))).collect(),
        feed: &feed,
    };
    let body = page.render().map_err(AppError::from)?;
    Ok(answer.content_type("application/atom+xml; charset=utf-8").body(body))
}
