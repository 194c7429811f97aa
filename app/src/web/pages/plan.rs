//! Planning ahead on a copy of the game.

use super::beside::trays;
use super::board::{Board, InHand};
use super::game::card;
use super::plan_page::{Branch, PlanPage, PlanStep, Seat};
use super::shell::{Shell, page_with, see_other};
use super::table::{Picked, Refused, RollView, groups, ready, steps};
use super::told::Told;
use crate::service::plan::{Plan, Step};
use crate::service::{Kind, Outcome, Trouble};
use crate::web::error::status;
use crate::web::{AppError, AppState, MaybeSignedIn, Page, SignedIn};
use actix_web::http::StatusCode;
use actix_web::web::{self, Data, Form, Path, Query, ServiceConfig};
use domain::referee::{Choice, Decision, Piece, SeatId};
use serde::Deserialize;

/// The routes.
pub fn configure(routes: &mut ServiceConfig) {
    routes
        .route("/games/{id}/plan", web::get().to(show))
        .route("/games/{id}/plan/anew", web::post().to(anew))
        .route("/games/{id}/plan/orders", web::post().to(order))
        .route("/games/{id}/plan/step", web::post().to(step))
        .route("/games/{id}/plan/draft", web::post().to(draft));
}

#[derive(Clone, Debug, Default, Deserialize)]
struct Looking {
    piece: Option<String>,
    at: Option<String>,
    all: Option<String>,
    /// The spot to compare with.
    with: Option<usize>,
}

async fn show(state: Data<AppState>, me: SignedIn, game: Path<String>, looking: Query<Looking>) -> Page {
    let plan = state.service.plan(&game, &me.account).await?;
    plan_page(&state, me, &plan, &looking, StatusCode::OK, None)
}

fn plan_page(
    state: &AppState,
    me: SignedIn,
    plan: &Plan,
    looking: &Looking,
    with: StatusCode,
    refusal: Option<Refused>,
) -> Page {
    let who = MaybeSignedIn(Some(me));
    let sandbox = &plan.sandbox;
    let table = &plan.table;
    let ruleset = table.game.ruleset().clone();
    let sheet = ruleset.sheet();
    let here = sandbox.here().map_err(|e| AppError(e.into()))?;
    let href = format!("{}/plan", table.href());
    let view = here.view();
    let waiting = here.waiting();
    let name = |seat: SeatId| table.seat_name(seat).to_owned();
    let side = |seat: SeatId| table.game.seat(seat).map(|s| s.side);

    let wanted = looking.piece.as_deref();
    let menus: Vec<_> = waiting.iter().map(|seat| here.menu(*seat, None)).collect();
    let asks: Vec<Decision> = menus.iter().flat_map(|m| m.asks.iter().cloned()).collect();
    let choices: Vec<&Choice> = menus.iter().flat_map(|m| &m.choices).collect();
    let mut sides: Vec<_> = waiting.iter().filter_map(|s| side(*s)).collect();
    sides.dedup();
    let formations: Vec<_> = sides.iter().flat_map(|s| ready(&view, *s, &href, wanted)).collect();
    let general: Vec<Choice> = choices.iter().filter(|c| c.piece.is_none()).map(|c| (*c).clone()).collect();
    let piece: Option<&Piece> = wanted.and_then(|id| view.pieces.iter().find(|p| p.id == id || p.name == id));
    let own: Vec<Choice> = match piece {
        Some(p) => choices.iter().filter(|c| c.piece.as_deref() == Some(&p.id)).map(|c| (*c).clone()).collect(),
        None => Vec::new(),
    };
    let all = looking.all.is_some();
    let at = looking.at.as_deref();
    let picked = piece.map(|p| Picked::of(p, sheet, &href, &own, at, all, &formations));
    let board = Board::draw(
        sheet,
        &view,
        InHand {
            page: &href,
            ready: formations.iter().flat_map(|f| f.pieces.iter().map(|p| p.id.clone())).collect(),
            piece: piece.map(|p| p.id.as_str()),
            choices: if piece.is_some() { &own } else { &general },
            at,
            marks: here
                .steps
                .last()
                .map(|s| s.story.iter().flat_map(|l| l.marks.clone()).collect())
                .unwrap_or_default(),
            still: false,
        },
    );

    let tree = &sandbox.tree;
    let told = here.steps.iter().map(|s| PlanStep {
        spot: s.spot,
        side: side(s.seat).map_or("", |s| s.word()),
        seat: name(s.seat),
        order: s.order.clone(),
        why: s.standing.clone().unwrap_or_default(),
        rolls: (s.rolls.iter())
            .map(|r| RollView { purpose: r.purpose.clone(), faces: r.faces.clone(), sides: r.sides })
            .collect(),
        lines: s.story.iter().map(Told::of).collect(),
        branches: tree.after(tree.way_to(s.spot).iter().rev().nth(1).copied().unwrap_or(0)).len(),
    });
    let line: Vec<PlanStep> = told.collect();
    let title = |spot: usize| match spot.checked_sub(1).and_then(|i| tree.nodes.get(i)) {
        None => "The beginning".to_owned(),
        Some(node) => {
            let orders = tree.way_to(spot).len() - 1;
            format!("{orders} {}, the last {}", if orders == 1 { "order" } else { "orders" }, node.order)
        }
    };
    let way = tree.way_to(tree.here);
    let branches = tree.ends().into_iter().map(|spot| Branch { spot, title: title(spot), here: way.contains(&spot) });
    let compared = match looking.with.map(|with| sandbox.compare(tree.here, with).map(|c| (title(with), c))) {
        None => None,
        Some(Ok(compared)) => Some(compared),
        Some(Err(error)) => return Err(AppError(error.into())),
    };
    let draft = sandbox.draft(tree.here).map_err(|e| AppError(e.into()))?;
    let advance = sandbox.standing(tree.here).map_err(|e| AppError(e.into()))?;
    let mut shell = Shell::new(state, &who, format!("Plan: {}", table.row.title));
    shell.kind = "game";
    shell.here = "games";
    let template = PlanPage {
        shell,
        game: card(table),
        phase: &view.phase,
        steps: steps(ruleset.about(), &view.phase),
        board,
        base: plan.base,
        behind: plan.behind,
        seen: tree.here.to_string(),
        key: super::fresh_key(),
        orders_href: format!("{href}/orders"),
        typed: refusal.as_ref().map(|r| r.order.clone()).unwrap_or_default(),
        refusal,
        asks,
        over: waiting.is_empty(),
        picked,
        general: groups(&general, None, at.filter(|_| wanted.is_none()), all),
        general_all: format!("{href}?all=1"),
        ready: formations,
        waiting: waiting
            .iter()
            .map(|s| Seat { id: s.0, name: name(*s), side: side(*s).map_or("", |s| s.word()) })
            .collect(),
        bots: ruleset.bots(),
        answers: tree.answers,
        back: way.iter().rev().nth(1).copied(),
        line,
        branches: branches.collect(),
        compared,
        draft: draft.lines,
        draft_ends: draft.then.map(|(seat, order)| (name(seat), order)),
        advance,
        score: &view.score,
        trays: trays(&view, &href),
        href,
    };
    page_with(with, &template)
}

/// Leads back to the plan, or shows it with what was wrong.
async fn answer(state: &AppState, me: SignedIn, game: &str, order: &str, result: Outcome<()>) -> Page {
    let trouble = match result {
        Ok(()) => return see_other(format!("/games/{game}/plan")),
        Err(trouble) if matches!(trouble.kind, Kind::Illegal | Kind::Conflict | Kind::Malformed) => trouble,
        Err(trouble) => return Err(AppError(trouble)),
    };
    let plan = state.service.plan(game, &me.account).await?;
    let order: String = order.chars().take(80).collect();
    let refused = Refused { order, text: trouble.to_string() };
    plan_page(state, me, &plan, &Looking::default(), status(trouble.kind), Some(refused))
}

#[derive(Deserialize)]
struct Ordering {
    #[serde(default)]
    order: String,
    /// The spot the form was drawn from.
    seen: usize,
}

async fn order(state: Data<AppState>, me: SignedIn, game: Path<String>, form: Form<Ordering>) -> Page {
    let lines: Vec<String> = form.order.lines().map(str::to_owned).collect();
    let result = state.service.plan_step(&game, &me.account, form.seen, Step::Orders(lines)).await;
    answer(&state, me, &game, &form.order, result).await
}

#[derive(Deserialize)]
struct Doing {
    /// `go`, `drop`, `bot` or `answers`.
    what: String,
    spot: usize,
    seat: Option<u8>,
    bot: Option<String>,
    answers: Option<String>,
}

async fn step(state: Data<AppState>, me: SignedIn, game: Path<String>, form: Form<Doing>) -> Page {
    let step = match (form.what.as_str(), form.seat, &form.bot) {
        ("go", ..) => Step::Go,
        ("drop", ..) => Step::Drop,
        ("answers", ..) => Step::Answers(form.answers.as_deref() == Some("yes")),
        ("bot", Some(seat), Some(bot)) => Step::Bot { seat: SeatId(seat), bot: bot.clone() },
        _ => return Err(AppError(Trouble::malformed("A plan knows go, drop, answers and bot."))),
    };
    let result = state.service.plan_step(&game, &me.account, form.spot, step).await;
    answer(&state, me, &game, "", result).await
}

async fn anew(state: Data<AppState>, me: SignedIn, game: Path<String>) -> Page {
    state.service.plan_anew(&game, &me.account).await?;
    see_other(format!("/games/{game}/plan"))
}

#[derive(Deserialize)]
struct Drafting {
    spot: usize,
}

async fn draft(state: Data<AppState>, me: SignedIn, game: Path<String>, form: Form<Drafting>) -> Page {
    match state.service.plan_to_draft(&game, &me.account, form.spot).await {
        Ok(_) => see_other(format!("/games/{game}#drafts")),
        Err(trouble) => answer(&state, me, &game, "", Err(trouble)).await,
    }
}
