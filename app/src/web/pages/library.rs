//! The shelf: a ruleset's page, its rules, its charts, and the drawing of its map.

use super::board::ground_href;
use super::front::Picture;
use super::rulebook::{ChartsPage, RulesPage, RulesetPage, terrain_key};
use super::shell::{Shell, page};
use crate::service::ServiceError;
use crate::web::{AppError, AppState, MaybeSignedIn, Page};
use actix_web::HttpResponse;
use actix_web::http::header;
use actix_web::web::{self, Bytes, Data, Path, Query, ServiceConfig};
use domain::board::Sheet;
use domain::referee::{About, AnyRuleset};
use fieldpost_map::{Detail, Frame, Ground};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The routes.
pub fn configure(routes: &mut ServiceConfig) {
    routes
        .route("/rulesets/{id}", web::get().to(ruleset))
        .route("/rulesets/{id}/rules", web::get().to(rules))
        .route("/rulesets/{id}/charts", web::get().to(charts))
        .route("/maps/{digest}.svg", web::get().to(ground));
}

/// The ruleset of that id.
///
/// # Errors
/// 404 when there is none.
pub fn find(state: &AppState, id: &str) -> Result<Arc<dyn AnyRuleset>, AppError> {
    let unknown =
        || ServiceError::unknown("There is no such ruleset on the shelf.").legal("The lobby lists those there are.");
    Ok(state.service.registry.get(id).cloned().ok_or_else(unknown)?)
}

/// A ruleset's map as a picture.
pub fn picture(about: &About, sheet: &Sheet) -> Picture {
    let frame = Frame::of(sheet);
    Picture {
        ruleset: about.id,
        title: about.title,
        href: ground_href(sheet),
        width: frame.width as u32,
        height: frame.height as u32,
    }
}

async fn ruleset(state: Data<AppState>, who: MaybeSignedIn, id: Path<String>) -> Page {
    let ruleset = find(&state, &id)?;
    let about = ruleset.about();
    let map = picture(about, ruleset.sheet());
    let shell = Shell::for_reader(&state, &who, about.title).await?;
    page(&RulesetPage { shell, about, ground: map.href, width: map.width, height: map.height })
}

async fn rules(state: Data<AppState>, who: MaybeSignedIn, id: Path<String>) -> Page {
    let ruleset = find(&state, &id)?;
    let about = ruleset.about();
    page(&RulesPage { shell: Shell::for_reader(&state, &who, format!("Rules of {}", about.title)).await?, about })
}

async fn charts(state: Data<AppState>, who: MaybeSignedIn, id: Path<String>) -> Page {
    let ruleset = find(&state, &id)?;
    let about = ruleset.about();
    let shell = Shell::for_reader(&state, &who, format!("Charts of {}", about.title)).await?;
    page(&ChartsPage { shell, about, key: terrain_key(ruleset.sheet()) })
}

/// Drawings of the grounds by digest and detail: each is drawn once, when it is first asked for.
fn grounds() -> &'static Mutex<BTreeMap<(String, Detail), Bytes>> {
    static GROUNDS: OnceLock<Mutex<BTreeMap<(String, Detail), Bytes>>> = OnceLock::new();
    GROUNDS.get_or_init(Mutex::default)
}

#[derive(Deserialize)]
struct Drawn {
    /// `far`: what is left of it from far off.
    detail: Option<String>,
}

async fn ground(state: Data<AppState>, digest: Path<String>, drawn: Query<Drawn>) -> Page {
    let unknown = || ServiceError::unknown("There is no such map here.");
    let digest = digest.into_inner();
    let ruleset = state.service.registry.all().iter().find(|r| r.sheet().digest == digest).cloned();
    let ruleset = ruleset.ok_or_else(unknown)?;
    let detail = if drawn.detail.as_deref() == Some("far") { Detail::Far } else { Detail::Full };
    let drawn = web::block(move || {
        // LockedGame while drawing, so that a crowd at the door waits for one drawing instead of making many.
        let mut grounds = grounds().lock().unwrap_or_else(PoisonError::into_inner);
        let draw = || Bytes::from(Ground::drawn(ruleset.sheet(), detail).svg().to_owned());
        grounds.entry((digest, detail)).or_insert_with(draw).clone()
    });
    let svg = drawn.await.map_err(|e| ServiceError::inside(anyhow::anyhow!("the map could not be drawn: {e}")))?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "image/svg+xml"))
        .insert_header((header::CACHE_CONTROL, "public, max-age=31536000, immutable"))
        .body(svg))
}
