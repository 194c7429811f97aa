//! Lessons: a turn played step by step on the real map, and the same turn as a letter to answer. Everything that a lesson knows stands in its
//! address; the storage is told only that one was opened, ordered in, finished.

use super::board::{Board, InHand};
use super::choices::groups;
use super::cites::Cites;
use super::lesson_page::{Happened, LessonEnd, LessonPage, LetterPage, Where};
use super::overlays::Overlays;
use super::sequence::steps;
use super::shell::{Shell, page_with, see_other};
use super::still::{Still, varies};
use super::table::{Formation, Picked, Refused, ready, with_query};
use crate::sense::{book_of, doubt, named, sense};
use crate::service::{Outcome, ServiceError};
use crate::throws::Throw;
use crate::told::Told;
use crate::web::session::client;
use crate::web::{AppError, AppState, MaybeSignedIn, Page};
use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::{self, Data, Form, Path, Query, ServiceConfig};
use domain::referee::{AnyRuleset, Choice, Lesson, LessonEvent, LessonSpot, Piece};
use fieldpost_inbox::{Command, Envelope, Trust, Vocabulary, hear};
use fieldpost_map::{Overlay, part_of_action};
use fieldpost_store::{GrantId, Time, Tried};
use serde::Deserialize;
use std::sync::Arc;

/// The width of a picture in a letter on a phone, in pixels: the part that its map shows can be read there.
const PHONE: u32 = 340;

/// The routes.
pub fn configure(routes: &mut ServiceConfig) {
    routes
        .route("/rulesets/{id}/lessons/{lesson}", web::post().to(begin))
        .route("/rulesets/{id}/lessons/{lesson}/{step}", web::get().to(show))
        .route("/rulesets/{id}/lessons/{lesson}/{step}", web::post().to(order))
        .route("/rulesets/{id}/lessons/{lesson}/letter/{step}", web::get().to(letter))
        .route("/rulesets/{id}/lessons/{lesson}/letter/{step}", web::post().to(reply));
}

/// The lessons of a ruleset. Those that cannot be read are left out, which a test of every ruleset finds.
pub fn of(ruleset: &dyn AnyRuleset) -> Vec<Lesson> {
    ruleset.lessons().into_iter().filter_map(|text| Lesson::read(text).ok()).collect()
}

/// A lesson that is asked for.
fn find(state: &AppState, id: &str, lesson: &str) -> Result<(Arc<dyn AnyRuleset>, Lesson), AppError> {
    let ruleset = super::library::find(state, id)?;
    let found = of(&*ruleset).into_iter().find(|l| l.id == lesson);
    let none =
        || ServiceError::unknown("There is no such lesson.").legal("Those there are stand on the ruleset's page.");
    Ok((ruleset, found.ok_or_else(none)?))
}

fn spot<'r>(ruleset: &'r Arc<dyn AnyRuleset>, lesson: &Lesson, step: usize) -> Outcome<LessonSpot<'r>> {
    lesson.after(&**ruleset, step).map_err(|e| ServiceError::inside(anyhow::anyhow!("lesson {}: {e}", lesson.id)))
}

#[derive(Clone, Debug, Default, Deserialize)]
struct Looking {
    piece: Option<String>,
    at: Option<String>,
    view: Option<String>,
    /// The number under which it is counted how far this one comes.
    run: Option<String>,
    /// What the learner's page has already.
    #[serde(skip)]
    still: Still,
}

#[derive(Debug, Deserialize)]
struct Beginning {
    /// The number of the lesson that the learner comes from.
    after: Option<String>,
}

fn number(run: Option<&str>) -> Option<[u8; 16]> {
    run.and_then(|run| run.parse::<GrantId>().ok()).map(|id| id.0)
}

/// Counts how far a lesson has come.
async fn note(state: &AppState, run: Option<&str>, how_far: Tried) -> Outcome<()> {
    match number(run) {
        Some(id) => Ok(state.service.store.accounts().tried(id, how_far, Time::now()).await?),
        None => Ok(()),
    }
}

async fn begin(
    state: Data<AppState>,
    request: HttpRequest,
    path: Path<(String, String)>,
    form: Form<Beginning>,
) -> Page {
    state.limits.lessons.check(&client(&request, &state))?;
    let (id, lesson) = path.into_inner();
    let (_, lesson) = find(&state, &id, &lesson)?;
    let run = GrantId::fresh();
    let accounts = state.service.store.accounts();
    accounts.lesson_opened(run.0, id.clone(), Time::now()).await.map_err(ServiceError::from)?;
    note(&state, form.after.as_deref(), Tried::Again).await?;
    see_other(format!("/rulesets/{id}/lessons/{}/0?run={run}", lesson.id))
}

/// Where in a lesson somebody is.
fn stands(id: &str, lesson: &Lesson, step: usize, letter: bool, run: Option<&str>) -> Where {
    let folder = format!("/rulesets/{id}/lessons/{}", lesson.id);
    let run = number(run).map(|n| GrantId(n).to_string()).unwrap_or_default();
    let part = if letter { "/letter" } else { "" };
    let at = |href: String| if run.is_empty() { href } else { with_query(&href, "run", &run) };
    Where {
        href: at(format!("{folder}{part}/{step}")),
        back: (step > 0).then(|| at(format!("{folder}{part}/{}", step - 1))),
        letter: at(format!("{folder}/letter/0")),
        first: at(format!("{folder}/0")),
        begin: folder,
        ruleset: id.to_owned(),
        title: lesson.title.clone(),
        step,
        steps: lesson.steps.len(),
        run,
    }
}

fn told(ruleset: &dyn AnyRuleset, lesson: &Lesson, news: &[LessonEvent]) -> Vec<Happened> {
    let scenario = ruleset.about().scenario(&lesson.scenario);
    let event = |e: &LessonEvent| {
        let seat = e.seat.and_then(|s| scenario?.seats.get(usize::from(s.0)));
        Happened {
            side: seat.map_or("", |s| s.side.word()),
            seat: seat.map_or("", |s| s.name),
            order: e.order.clone(),
            lines: e.story.iter().map(Told::of).collect(),
            rolls: e.rolls.iter().map(|r| super::rolls::roll(&Throw::of(r))).collect(),
        }
    };
    news.iter().filter(|e| e.seat.is_some()).map(event).collect()
}

async fn show(
    state: Data<AppState>,
    who: MaybeSignedIn,
    request: HttpRequest,
    path: Path<(String, String, usize)>,
    looking: Query<Looking>,
) -> Page {
    let looking = Looking { still: Still::of(&request), ..looking.into_inner() };
    let (id, lesson, step) = path.into_inner();
    step_page(&state, &who, &id, &lesson, step, &looking, None)
}

fn step_page(
    state: &AppState,
    who: &MaybeSignedIn,
    id: &str,
    lesson: &str,
    step: usize,
    looking: &Looking,
    refusal: Option<Refused>,
) -> Page {
    let (ruleset, lesson) = find(state, id, lesson)?;
    let step = step.min(lesson.steps.len());
    let spot = spot(&ruleset, &lesson, step)?;
    let at = stands(id, &lesson, step, false, looking.run.as_deref());
    let (view, sheet) = (spot.view(), ruleset.sheet());
    let asked = lesson.steps.get(step);
    // Who alone can answer is in hand already, until it is put down.
    let lone = lone_piece(&spot.menu(None).choices);
    let wanted = looking.piece.as_deref().or(lone.as_deref());
    // Only what the step asks for is on offer: nothing else can be done by mistake, and nothing needs to be explained away.
    let choice: Option<Choice> = asked.and_then(|s| spot.choice(&s.order).ok());
    let piece: Option<&Piece> = wanted.and_then(|id| view.pieces.iter().find(|p| p.id == id));
    let actor = choice.as_ref().and_then(|c| c.piece.clone());
    let of_piece = |piece: &Piece| choice.iter().filter(|c| c.piece.as_ref() == Some(&piece.id)).cloned().collect();
    let own: Vec<Choice> = piece.map(of_piece).unwrap_or_default();
    let general: Vec<Choice> = choice.iter().filter(|c| c.piece.is_none()).cloned().collect();
    let side = view.pieces.iter().find(|p| Some(&p.id) == actor.as_ref()).map(|p| p.side);
    let mut formations: Vec<Formation> = side.map(|s| ready(&view, s, &at.href, wanted)).unwrap_or_default();
    for formation in &mut formations {
        formation.pieces.retain(|p| Some(&p.id) == actor.as_ref());
    }
    formations.retain(|f| !f.pieces.is_empty());
    let board = Board::draw(
        sheet,
        &view,
        InHand {
            page: &at.href,
            tap: None,
            ready: actor.into_iter().collect(),
            piece: piece.map(|p| p.id.as_str()),
            choices: if piece.is_some() { &own } else { &general },
            at: looking.at.as_deref(),
            marks: spot.news.iter().flat_map(|e| e.story.iter().flat_map(|l| l.marks.clone())).collect(),
            still: asked.is_none(),
            has: looking.still.clone(),
            overlays: Overlays::default(),
            parts: &at.href,
            view: looking.view.as_deref(),
            side: piece.map(|p| p.side),
            ..InHand::default()
        },
    );
    let mut shell = Shell::new(state, who, lesson.title.clone());
    shell.kind = "game";
    let asks = spot.menu(Some("")).asks;
    let template = LessonPage {
        shell,
        cites: Cites::of(ruleset.about()),
        phase: &view.phase,
        bar: steps(ruleset.about(), &view.phase),
        board,
        seen: step.to_string(),
        key: String::new(),
        orders_href: at.href.clone(),
        say: asked.map(|s| s.say.clone()).unwrap_or_default(),
        asks,
        picked: piece.map(|p| Picked::of(p, sheet, &at.href, &own, looking.at.as_deref(), false, &formations, &view)),
        general: groups(&general, None, None, false),
        general_all: at.href.clone(),
        ready: formations,
        news: told(&*ruleset, &lesson, &spot.news),
        refusal,
        end: asked.is_none().then(|| LessonEnd { said: lesson.end.clone(), others: others(&*ruleset, &lesson.id) }),
        at,
    };
    Ok(varies(page_with(StatusCode::OK, &template)?))
}

/// The one piece that all choices belong to, if there is one.
fn lone_piece(choices: &[Choice]) -> Option<String> {
    let first = choices.first()?.piece.clone()?;
    choices.iter().all(|c| c.piece.as_ref() == Some(&first)).then_some(first)
}

/// The lessons of a ruleset but one: where they begin, and what they are called.
pub fn others(ruleset: &dyn AnyRuleset, but: &str) -> Vec<(String, String)> {
    let id = ruleset.about().id;
    let lessons = of(ruleset).into_iter().filter(|l| l.id != but);
    lessons.map(|l| (format!("/rulesets/{id}/lessons/{}", l.id), l.title)).collect()
}

/// Whether a line is the order that a step asks for, in whatever form it is written; otherwise why not.
fn is_asked(spot: &LessonSpot<'_>, asked: &str, given: &str) -> Result<(), String> {
    let wanted = spot.choice(asked)?.order;
    let given = spot.choice(given)?.order;
    if wanted == given {
        Ok(())
    } else {
        Err(format!("That can be ordered too; here the lesson goes on with {asked}."))
    }
}

#[derive(Deserialize)]
struct Ordering {
    order: String,
}

async fn order(
    state: Data<AppState>,
    who: MaybeSignedIn,
    request: HttpRequest,
    path: Path<(String, String, usize)>,
    looking: Query<Looking>,
    form: Form<Ordering>,
) -> Page {
    state.limits.lessons.check(&client(&request, &state))?;
    let (id, name, step) = path.into_inner();
    let (ruleset, lesson) = find(&state, &id, &name)?;
    let run = looking.run.as_deref();
    let Some(asked) = lesson.steps.get(step) else { return see_other(stands(&id, &lesson, step, false, run).href) };
    if let Err(text) = is_asked(&spot(&ruleset, &lesson, step)?, &asked.order, &form.order) {
        let order: String = form.order.chars().take(200).collect();
        return step_page(&state, &who, &id, &name, step, &looking, Some(Refused { order, text }));
    }
    come_to(&state, run, &lesson, step, step + 1).await?;
    see_other(stands(&id, &lesson, step + 1, false, run).href)
}

async fn come_to(state: &AppState, run: Option<&str>, lesson: &Lesson, from: usize, to: usize) -> Outcome<()> {
    if from == 0 && to > 0 {
        note(state, run, Tried::Ordered).await?;
    }
    if to >= lesson.steps.len() { note(state, run, Tried::Finished).await } else { Ok(()) }
}

#[derive(Clone, Debug, Default, Deserialize)]
struct Reading {
    run: Option<String>,
    /// How many orders the last answer gave.
    did: Option<usize>,
}

async fn letter(
    state: Data<AppState>,
    who: MaybeSignedIn,
    path: Path<(String, String, usize)>,
    reading: Query<Reading>,
) -> Page {
    let (id, lesson, step) = path.into_inner();
    letter_page(&state, &who, (&id, &lesson, step), &reading, String::new(), None)
}

fn letter_page(
    state: &AppState,
    who: &MaybeSignedIn,
    (id, lesson, step): (&str, &str, usize),
    reading: &Reading,
    typed: String,
    refusal: Option<Refused>,
) -> Page {
    let (ruleset, lesson) = find(state, id, lesson)?;
    let step = step.min(lesson.steps.len());
    let at = stands(id, &lesson, step, true, reading.run.as_deref());
    let here = spot(&ruleset, &lesson, step)?;
    let view = here.view();
    // What the last answer brought, however many orders it gave.
    let did = reading.did.unwrap_or(1).min(step);
    let mut news = Vec::new();
    for n in step - did + 1..=step {
        if n > 0 {
            news.extend(told(&*ruleset, &lesson, &spot(&ruleset, &lesson, n)?.news));
        }
    }
    let board = Board::draw(
        ruleset.sheet(),
        &view,
        InHand { page: &at.href, still: true, parts: &at.href, ..InHand::default() },
    );
    let mut shell = Shell::new(state, who, lesson.title.clone());
    shell.kind = "";
    let asked = lesson.steps.get(step);
    let [west, north, wide, high] = part_of_action(ruleset.sheet(), &view, &Overlay::default(), PHONE);
    page_with(
        StatusCode::OK,
        &LetterPage {
            shell,
            cites: Cites::of(ruleset.about()),
            board,
            part: format!("{west:.0} {north:.0} {wide:.0} {high:.0}"),
            phase: view.phase.title.clone(),
            asks: here.menu(Some("")).asks,
            lines: lesson.steps.iter().skip(step).map(|s| s.order.clone()).collect(),
            news,
            typed,
            refusal,
            end: asked.is_none().then(|| LessonEnd { said: lesson.end.clone(), others: others(&*ruleset, &lesson.id) }),
            at,
        },
    )
}

#[derive(Deserialize)]
struct Reply {
    text: String,
}

/// What an answer orders, read and heard as a letter that comes in is. Or what is in doubt: the line, and why.
fn orders_of(spot: &LessonSpot<'_>, book: &Vocabulary, text: &str) -> Result<Vec<String>, Refused> {
    let raw = format!(
        "From: Learner <learner@example.org>\r\nSubject: Re: lesson\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n{}\r\n",
        text.replace("\r\n", "\n").replace('\n', "\r\n")
    );
    let trust = Trust { authserv_id: None, reply_domain: None };
    let Ok(read) = fieldpost_inbox::read(raw.as_bytes(), &Envelope::default(), &trust, book) else {
        return Ok(Vec::new());
    };
    let pieces = named(&spot.view());
    let sense = |line: &str| sense(line, &pieces, book, spot.reads(line));
    let mut orders = Vec::new();
    for part in &read.parts {
        let (heard, doubtful) = hear(part, &[], (sense, book), &mut Vec::new());
        if let Some(doubtful) = &doubtful {
            let (said, why) = doubt(doubtful);
            let text = format!("{why} Write your orders alone, one a line.");
            return Err(Refused { order: said.text.trim().chars().take(200).collect(), text });
        }
        let said = heard.commands.into_iter();
        orders.extend(said.filter_map(|s| if let Command::Order(line) = s.command { Some(line) } else { None }));
    }
    Ok(orders)
}

async fn reply(
    state: Data<AppState>,
    who: MaybeSignedIn,
    request: HttpRequest,
    path: Path<(String, String, usize)>,
    reading: Query<Reading>,
    form: Form<Reply>,
) -> Page {
    state.limits.lessons.check(&client(&request, &state))?;
    let (id, name, step) = path.into_inner();
    let (ruleset, lesson) = find(&state, &id, &name)?;
    let run = reading.run.as_deref();
    let typed: String = form.text.chars().take(4_000).collect();
    let mut to = step;
    let mut wrong: Option<Refused>;
    let orders = match orders_of(&spot(&ruleset, &lesson, step)?, &book_of(&*ruleset), &typed) {
        Err(doubt) => {
            wrong = Some(doubt);
            Vec::new()
        }
        Ok(orders) => {
            let text = "The answer orders nothing: write one order a line.".to_owned();
            wrong = orders.is_empty().then(|| Refused { order: String::new(), text });
            orders
        }
    };
    for line in orders {
        // What needs no thought is done by itself here, and may be written all the same.
        let Some(asked) = lesson.steps.get(to) else { break };
        let passed = to > step && lesson.steps.get(to - 1).is_some_and(|s| s.then.iter().any(|t| t.line == line));
        if passed {
            continue;
        }
        match is_asked(&spot(&ruleset, &lesson, to)?, &asked.order, &line) {
            Ok(()) => to += 1,
            Err(text) => {
                wrong = Some(Refused { order: line, text });
                break;
            }
        }
    }
    come_to(&state, run, &lesson, step, to).await?;
    if to == step {
        return letter_page(&state, &who, (&id, &name, step), &reading, typed, wrong);
    }
    see_other(with_query(&stands(&id, &lesson, to, true, run).href, "did", &(to - step).to_string()))
}
