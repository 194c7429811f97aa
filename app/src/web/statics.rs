//! Files under `/static/<digest>/<name>`: built into the binary, cached for ever, because a changed file has another address.

use super::packed::Packed;
use super::{AppError, Page};
use crate::service::ServiceError;
use actix_web::http::header;
use actix_web::web::{self, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse};
use rust_embed::Embed;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

#[derive(Embed)]
#[folder = "../static/"]
struct Files;

/// Characters of the digest in an address.
const DIGEST: usize = 16;

/// The address of a static file: `static_url("fieldpost.css")`. A name that does not exist gives an address that answers
/// 404, which the test of all pages finds.
pub fn static_url(name: &str) -> String {
    match Files::get(name) {
        Some(file) => format!("/static/{}/{name}", &hex::encode(file.metadata.sha256_hash())[..DIGEST]),
        None => format!("/static/missing/{name}"),
    }
}

/// The routes.
pub fn configure(routes: &mut ServiceConfig) {
    routes
        .route("/static/fonts/{name}", web::get().to(font))
        .route("/static/{digest}/{name:.+}", web::get().to(file))
        .route("/favicon.ico", web::get().to(favicon))
        .route("/robots.txt", web::get().to(robots));
}

/// A file, made ready when it is first asked for.
fn packed(name: &str) -> Option<Packed> {
    static FILES: Mutex<BTreeMap<[u8; 32], Packed>> = Mutex::new(BTreeMap::new());
    let file = Files::get(name)?;
    let mut files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
    let ready = files.entry(file.metadata.sha256_hash()).or_insert_with(|| Packed::of(file.data.into_owned().into()));
    Some(ready.clone())
}

/// The bytes of a file, as they are; none of one that there is not.
pub fn bytes_of(name: &str) -> Vec<u8> {
    Files::get(name).map_or_else(Vec::new, |file| file.data.into_owned())
}

/// A file as text.
pub fn text_of(name: &str) -> String {
    String::from_utf8(bytes_of(name)).unwrap_or_default()
}

async fn file(request: HttpRequest, path: web::Path<(String, String)>) -> Page {
    let (digest, name) = path.into_inner();
    let unknown = || AppError(ServiceError::unknown("There is no such file here."));
    if static_url(&name) != format!("/static/{digest}/{name}") {
        return Err(unknown());
    }
    let file = packed(&name).ok_or_else(unknown)?;
    let mut answer = HttpResponse::Ok();
    answer
        .insert_header((header::CONTENT_TYPE, content_type(&name)))
        .insert_header((header::CACHE_CONTROL, "public, max-age=31536000, immutable"));
    Ok(file.answer(&request, answer))
}

/// Fonts have a plain address, because the style sheet that names them is a file and cannot know digests.
async fn font(request: HttpRequest, name: web::Path<String>) -> Page {
    let file = packed(&format!("fonts/{name}"))
        .ok_or_else(|| AppError(ServiceError::unknown("There is no such file here.")))?;
    let mut answer = HttpResponse::Ok();
    answer
        .insert_header((header::CONTENT_TYPE, content_type(&name)))
        .insert_header((header::CACHE_CONTROL, "public, max-age=2592000"));
    Ok(file.answer(&request, answer))
}

async fn favicon(_request: HttpRequest) -> HttpResponse {
    HttpResponse::PermanentRedirect().insert_header((header::LOCATION, static_url("icon.svg"))).finish()
}

async fn robots() -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/plain; charset=utf-8")
        .body("User-agent: *\nDisallow: /sign-in\nDisallow: /api/\n")
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, extension)| extension) {
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("jpg") => "image/jpeg",
        Some("webp") => "image/webp",
        Some("woff2") => "font/woff2",
        Some("woff") => "font/woff",
        Some("ttf") => "font/ttf",
        Some("webmanifest") => "application/manifest+json",
        Some("wasm") => "application/wasm",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
