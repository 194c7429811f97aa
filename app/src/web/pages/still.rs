//! What of a page does not change from one answer to the next: the outlines of a map's places, charts, keys. A page that has it says so when its
//! script asks for the next one, and is sent only what has changed. A page without a script is always sent whole.

use actix_web::HttpRequest;
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::{HttpResponse, http::header};

/// The header in which a script names what its page has, with spaces between.
const HAS: HeaderName = HeaderName::from_static("fieldpost-has");
/// Keys that are listened to at most.
const MOST: usize = 16;

/// What a reader's page has already, by the keys under which it was sent: `data-still` on the element that holds it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Still(Vec<String>);

impl Still {
    /// What a request says of it.
    pub fn of(request: &HttpRequest) -> Self {
        let said = request.headers().get(HAS).and_then(|v| v.to_str().ok()).unwrap_or_default();
        Still(said.split(' ').filter(|key| !key.is_empty()).take(MOST).map(str::to_owned).collect())
    }

    /// Whether the reader's page has this.
    pub fn has(&self, key: &str) -> bool {
        self.0.iter().any(|has| has == key)
    }
}

/// The key of a drawing of a sheet, or of something else that stays the same as long as a sheet does.
pub fn key(what: &str, digest: &str, drawing: u32) -> String {
    format!("{what}-{}-{drawing}", digest.get(..16).unwrap_or(digest))
}

/// The answer with the word that it hangs on what the page has: no browser then shows one that leaves something out where it has nothing to put
/// there.
pub fn varies(mut answer: HttpResponse) -> HttpResponse {
    answer.headers_mut().append(header::VARY, HeaderValue::from_static("fieldpost-has"));
    answer
}
