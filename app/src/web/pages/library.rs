//! The shelf: a ruleset's page, its rules, its charts, and the drawing of its map.

use super::board::ground_href;
use super::cites::Cites;
use super::front::Picture;
use super::rulebook::{ChapterView, ChartsPage, Counter, Example, RulesPage, RulesetPage, terrain_key};
use super::shell::{Shell, page};
use crate::service::ServiceError;
use crate::told::Told;
use crate::web::packed::Packed;
use crate::web::{AppError, AppState, MaybeSignedIn, Page};
use actix_web::http::header;
use actix_web::web::{self, Data, Path, Query, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse};
use domain::board::Sheet;
use domain::referee::{About, AnyRuleset, Place, Section};
use fieldpost_map::{Detail, Frame, Ground, counter_svg};
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
    let lessons = super::lesson::of(&*ruleset).into_iter();
    let lessons = lessons.map(|l| (format!("/rulesets/{id}/lessons/{}", l.id), l.title, l.about)).collect();
    page(&RulesetPage {
        shell,
        about,
        lessons,
        counter: counter(&*ruleset),
        cites: Cites::of(about),
        wins: wins(about),
        ground: map.href,
        width: map.width,
        height: map.height,
    })
}

async fn rules(state: Data<AppState>, who: MaybeSignedIn, id: Path<String>) -> Page {
    let ruleset = find(&state, &id)?;
    let about = ruleset.about();
    let mut examples = examples(&*ruleset);
    let mut chapters: Vec<ChapterView<'_>> = Vec::new();
    let cites = Cites::of(about);
    for (n, chapter) in about.rules.iter().enumerate() {
        let text = chapter.text.iter().enumerate().map(|(p, text)| cites.paragraph(n, p, text)).collect();
        let of_chapter = examples.extract_if(.., |(s, _)| chapter_of(*s) == chapter_of(chapter.section));
        chapters.push(ChapterView { chapter, text, examples: of_chapter.map(|(_, example)| example).collect() });
    }
    let shell = Shell::for_reader(&state, &who, format!("Rules of {}", about.title)).await?;
    page(&RulesPage { shell, about, chapters, counter: counter(&*ruleset) })
}

async fn charts(state: Data<AppState>, who: MaybeSignedIn, id: Path<String>) -> Page {
    let ruleset = find(&state, &id)?;
    let about = ruleset.about();
    let shell = Shell::for_reader(&state, &who, format!("Charts of {}", about.title)).await?;
    page(&ChartsPage { shell, cites: Cites::of(about), about, key: terrain_key(ruleset.sheet()) })
}

/// The first counter that a lesson has act, with what stands on it.
fn counter(ruleset: &dyn AnyRuleset) -> Option<Counter> {
    let lesson = super::lesson::of(ruleset).into_iter().next()?;
    let view = lesson.after(ruleset, 0).ok()?.view();
    let most = view.pieces.iter().filter(|p| matches!(p.place, Place::Map(_))).max_by_key(|p| p.figures.len())?;
    Some(Counter { svg: counter_svg(most), name: most.full_name.clone(), figures: most.figures.clone() })
}

/// What wins, as the rules page begins to say it.
fn wins(about: &About) -> Option<(&'static str, Section)> {
    let chapter = about.rules.iter().find(|c| c.title.to_lowercase().contains("victory"))?;
    chapter.text.first().map(|text| (*text, chapter.section))
}

/// The orders of all lessons, each with the section that allows it.
fn examples(ruleset: &dyn AnyRuleset) -> Vec<(Section, Example)> {
    let mut found = Vec::new();
    for lesson in super::lesson::of(ruleset) {
        for (n, step) in lesson.steps.iter().enumerate() {
            let (Ok(before), Ok(after)) = (lesson.after(ruleset, n), lesson.after(ruleset, n + 1)) else { continue };
            let Ok(choice) = before.choice(&step.order) else { continue };
            let view = before.view();
            let piece = view.pieces.iter().find(|p| Some(&p.id) == choice.piece.as_ref());
            let lines = after.news.iter().take(1).flat_map(|e| e.story.iter().map(Told::of)).collect();
            let example = Example {
                counter: piece.map(counter_svg).unwrap_or_default(),
                order: choice.order,
                label: choice.label,
                sum: choice.sum.map(|s| format!("{} {s}", s.name)).unwrap_or_default(),
                lines,
            };
            found.push((choice.section, example));
        }
    }
    found
}

/// The number of a section's chapter.
fn chapter_of(section: Section) -> &'static str {
    section.0.split('.').next().unwrap_or(section.0)
}

/// Drawings of the grounds by digest and detail: each is drawn once, when it is first asked for.
fn grounds() -> &'static Mutex<BTreeMap<(String, Detail), Packed>> {
    static GROUNDS: OnceLock<Mutex<BTreeMap<(String, Detail), Packed>>> = OnceLock::new();
    GROUNDS.get_or_init(Mutex::default)
}

#[derive(Deserialize)]
struct Drawn {
    /// `far`: what is left of it from far off.
    detail: Option<String>,
}

async fn ground(state: Data<AppState>, request: HttpRequest, digest: Path<String>, drawn: Query<Drawn>) -> Page {
    let unknown = || ServiceError::unknown("There is no such map here.");
    let digest = digest.into_inner();
    let ruleset = state.service.registry.all().iter().find(|r| r.sheet().digest == digest).cloned();
    let ruleset = ruleset.ok_or_else(unknown)?;
    let detail = if drawn.detail.as_deref() == Some("far") { Detail::Far } else { Detail::Full };
    let drawn = web::block(move || {
        // LockedGame while drawing, so that a crowd at the door waits for one drawing instead of making many.
        let mut grounds = grounds().lock().unwrap_or_else(PoisonError::into_inner);
        let draw = || Packed::of(Ground::drawn(ruleset.sheet(), detail).svg().to_owned().into());
        grounds.entry((digest, detail)).or_insert_with(draw).clone()
    });
    let svg = drawn.await.map_err(|e| ServiceError::inside(anyhow::anyhow!("the map could not be drawn: {e}")))?;
    let mut answer = HttpResponse::Ok();
    answer
        .insert_header((header::CONTENT_TYPE, "image/svg+xml"))
        .insert_header((header::CACHE_CONTROL, "public, max-age=31536000, immutable"));
    Ok(svg.answer(&request, answer))
}
