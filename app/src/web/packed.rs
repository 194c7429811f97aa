//! What is the same for every reader, compressed once at the highest level; and pages that a browser may keep as long as they are still the same.

use super::{AppError, Page};
use actix_web::http::header;
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};
use askama::Template;
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};
use std::io::Write as _;

/// A file as it is, and compressed where that is shorter. A copy is cheap.
#[derive(Clone, Debug)]
pub struct Packed {
    plain: Bytes,
    gzip: Option<Bytes>,
}

impl Packed {
    /// Compresses it. Fonts and pictures are compressed already: they are kept as they are.
    pub fn of(plain: Bytes) -> Self {
        let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
        let gzip = gzip.write_all(&plain).and_then(|()| gzip.finish()).ok();
        let gzip = gzip.filter(|gzip| gzip.len() < plain.len() / 20 * 19).map(Bytes::from);
        Packed { plain, gzip }
    }

    /// The answer with it, in the form that the client takes.
    pub fn answer(&self, request: &HttpRequest, mut answer: HttpResponseBuilder) -> HttpResponse {
        let Some(gzip) = &self.gzip else {
            // Nothing on the way need try again.
            return answer.insert_header((header::CONTENT_ENCODING, "identity")).body(self.plain.clone());
        };
        answer.insert_header((header::VARY, "accept-encoding"));
        let taken = request.headers().get(header::ACCEPT_ENCODING).and_then(|v| v.to_str().ok());
        match taken.is_some_and(takes_gzip) {
            true => answer.insert_header((header::CONTENT_ENCODING, "gzip")).body(gzip.clone()),
            false => answer.body(self.plain.clone()),
        }
    }
}

/// Whether a client takes gzip by name (RFC 9110 §12.5.3), a weight of nought left out.
fn takes_gzip(accepted: &str) -> bool {
    accepted.split(',').any(|one| {
        let (name, weight) = one.split_once(';').unwrap_or((one, ""));
        let nought = weight.trim().strip_prefix("q=").is_some_and(|q| q.trim().parse() == Ok(0.0_f32));
        name.trim().eq_ignore_ascii_case("gzip") && !nought
    })
}

/// A page that its reader's browser may keep, if it asks each time whether it is still the same: then it is not sent again. For pages without
/// forms, whose keys are new each time.
///
/// # Errors
/// When the template cannot be rendered.
pub fn kept_page(request: &HttpRequest, template: &impl Template) -> Page {
    let body = template.render().map_err(AppError::from)?;
    Ok(kept(request, "text/html; charset=utf-8", body))
}

/// What its reader's browser may keep, if it asks each time whether it is still the same.
pub fn kept(request: &HttpRequest, content_type: &'static str, body: String) -> HttpResponse {
    // Weak: the same page may be compressed in different ways.
    let tag = format!("W/\"{}\"", &hex::encode(Sha256::digest(body.as_bytes()))[..32]);
    let known = request.headers().get(header::IF_NONE_MATCH).and_then(|v| v.to_str().ok());
    let same = known.is_some_and(|known| known.split(',').any(|k| k.trim() == tag || k.trim() == "*"));
    let mut answer = if same { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    answer.insert_header((header::ETAG, tag)).insert_header((header::CACHE_CONTROL, "private, no-cache"));
    if same { answer.finish() } else { answer.content_type(content_type).body(body) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gzip_is_sent_to_whom_it_is_welcome() {
        for yes in ["gzip", "br, gzip;q=0.5", "GZIP", "deflate, gzip"] {
            assert!(takes_gzip(yes), "{yes}");
        }
        for no in ["", "br", "gzip;q=0", "identity, gzip; q=0.0", "xgzip"] {
            assert!(!takes_gzip(no), "{no}");
        }
    }

    #[test]
    fn what_does_not_get_shorter_is_kept_as_it_is() {
        assert!(Packed::of(Bytes::from(vec![b'a'; 4000])).gzip.is_some());
        let noise: Vec<u8> = (0..64_u8).flat_map(|n| Sha256::digest([n]).to_vec()).collect();
        assert!(Packed::of(Bytes::from(noise)).gzip.is_none());
    }
}
