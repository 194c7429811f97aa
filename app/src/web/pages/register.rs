//! The register: its page, its heads, the hashes and proofs that others fetch (c2sp.org/tlog-tiles), and the proof of a record.

use super::shell::{Shell, page};
use crate::web::{AppState, MaybeSignedIn, Page};
use actix_web::HttpResponse;
use actix_web::http::header;
use actix_web::web::{self, Data, Path, ServiceConfig};
use askama::Template;

/// The routes.
pub fn configure(routes: &mut ServiceConfig) {
    routes
        .route("/register", web::get().to(register))
        .route("/register/key", web::get().to(key))
        .route("/register/checkpoint", web::get().to(checkpoint))
        .route("/register/heads/{size}", web::get().to(head))
        .route("/register/consistency/{old}/{new}", web::get().to(consistency))
        .route("/register/tile/{tile:.*}", web::get().to(tile))
        .route("/games/{id}/log/{seq}/proof", web::get().to(proof));
}

/// `/register`
#[derive(Template)]
#[template(path = "pages/register.html")]
struct RegisterPage {
    shell: Shell,
    base: String,
    origin: String,
    key: String,
    size: u64,
    /// The latest head as text; empty before the first.
    head: String,
    /// Name, key and the size of the head that each vouched for last.
    witnesses: Vec<(String, String, u64)>,
}

async fn register(state: Data<AppState>, who: MaybeSignedIn) -> Page {
    let shell = Shell::for_reader(&state, &who, "The register").await?;
    let standing = state.service.register().standing().await?;
    page(&RegisterPage {
        shell,
        base: state.service.base_url.clone(),
        origin: standing.origin,
        key: standing.key,
        size: standing.latest.as_ref().map_or(0, |head| head.size),
        head: standing.latest.map(|head| head.text()).unwrap_or_default(),
        witnesses: standing.witnesses,
    })
}

/// Text that is checked byte for byte.
pub fn plain(text: String) -> Page {
    Ok(HttpResponse::Ok().content_type("text/plain; charset=utf-8").body(text))
}

async fn key(state: Data<AppState>) -> Page {
    plain(state.service.register().standing().await?.key + "\n")
}

async fn checkpoint(state: Data<AppState>) -> Page {
    plain(state.service.register().checkpoint().await?)
}

async fn head(state: Data<AppState>, size: Path<String>) -> Page {
    plain(state.service.register().head(&size).await?)
}

async fn consistency(state: Data<AppState>, sizes: Path<(String, String)>) -> Page {
    plain(state.service.register().consistency(&sizes.0, &sizes.1).await?)
}

async fn tile(state: Data<AppState>, tile: Path<String>) -> Page {
    let hashes = state.service.register().tile(&tile).await?;
    Ok(HttpResponse::Ok()
        .content_type("application/octet-stream")
        // What is in the register once stays there.
        .insert_header((header::CACHE_CONTROL, "public, max-age=31536000, immutable"))
        .body(hashes))
}

async fn proof(state: Data<AppState>, who: MaybeSignedIn, path: Path<(String, u64)>) -> Page {
    let (game, seq) = path.into_inner();
    let table = state.service.games().table(&game, who.account()).await?;
    let text = state.service.register().proof(&table, seq).await?;
    Ok(HttpResponse::Ok()
        .content_type("text/plain; charset=utf-8")
        .insert_header((header::CONTENT_DISPOSITION, format!("attachment; filename=\"record-{seq}.tlog-proof\"")))
        .body(text))
}
