//! Planning ahead on a copy of the game.

use super::board::{Board, InHand};
use super::choices::{Group, groups};
use super::cites::Cites;
use super::game::card;
use super::off_map::{garrisons, trays};
use super::overlays::Overlays;
use super::plan_page::{Ask, Branch, Compared, Onward, PlanPage, PlanStep, Seat};
use super::sequence::steps;
use super::shell::{Shell, page_with, see_other};
use super::still::{Still, varies};
use super::table::{Picked, Refused, ready};
use super::tree::tree as tree_of;
use crate::service::plan::{Plan, Step};
use crate::service::{ErrorKind, Outcome, ServiceError};
use crate::throws::Throw;
use crate::told::Told;
use crate::web::error::status;
use crate::web::{AppError, AppState, MaybeSignedIn, Page, SignedIn};
use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::{self, Data, Form, Path, Query, ServiceConfig};
use domain::referee::{Choice, Finality, MOST_AT_ONCE, MOST_NODES, Piece, SeatId, Spot};
use serde::Deserialize;

/// Orders of the line that are shown without being asked for.
const LATEST: usize = 3;
/// And at most, when they came of what was done last.
const MOST_LATEST: usize = 6;

/// The routes.
pub fn configure(routes: &mut ServiceConfig) {
    routes
        .route("/games/{id}/plan", web::get().to(show))
        .route("/games/{id}/plan/anew", web::post().to(anew))
        .route("/games/{id}/plan/orders", web::post().to(order_given))
        .route("/games/{id}/plan/step", web::post().to(step))
        .route("/games/{id}/plan/draft", web::post().to(draft));
}

#[derive(Clone, Debug, Default, Deserialize)]
struct Looking {
    piece: Option<String>,
    at: Option<String>,
    all: Option<String>,
    /// The part of a large map that is looked at.
    view: Option<String>,
    /// The spot to compare with.
    with: Option<usize>,
    /// The spot at which something was done last: what came after it is news.
    since: Option<usize>,
    /// What was done last, one of those that [`done`] knows.
    did: Option<String>,
    /// What the reader's page has already.
    #[serde(skip)]
    still: Still,
}

/// What was done last, for the word about it.
fn done(word: &str) -> Option<&'static str> {
    Some(match word {
        "anew" => "The plan was thrown away. This one begins at the position as it is now.",
        "thrown" => "Thrown away.",
        "alone" => "From here on everything is asked of you, whoever it concerns.",
        "answers" => "From here on standing orders answer what they can.",
        _ => return None,
    })
}

async fn show(
    state: Data<AppState>,
    me: SignedIn,
    request: HttpRequest,
    game: Path<String>,
    looking: Query<Looking>,
) -> Page {
    let looking = Looking { still: Still::of(&request), ..looking.into_inner() };
    let plan = state.service.plans().get(&game, &me.account).await?;
    plan_page(&state, me, &plan, &looking, StatusCode::OK, None)
}

/// What was asked for and not done.
struct Wrong {
    refused: Refused,
    by_hand: bool,
}

fn plan_page(
    state: &AppState,
    me: SignedIn,
    plan: &Plan,
    looking: &Looking,
    with: StatusCode,
    wrong: Option<Wrong>,
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
    let word = |seat: SeatId| side(seat).map_or("", |s| s.word());

    let wanted = looking.piece.as_deref();
    let all = looking.all.is_some();
    let at = looking.at.as_deref();
    let idle = table.game.seats().iter().map(|s| s.id).filter(|s| !waiting.contains(s) && here.may_interrupt(*s));
    // Of those that are shown, what they would be in the game.
    let weighed = |seat: SeatId| {
        let mut menu = here.menu(seat, None);
        let shown = |c: &Choice| match &c.piece {
            None => true,
            Some(id) => {
                wanted.is_some_and(|wanted| wanted == id || view.pieces.iter().any(|p| p.id == *id && p.name == wanted))
            }
        };
        menu.choices.iter_mut().filter(|c| shown(c)).for_each(|c| here.weigh(seat, std::slice::from_mut(c)));
        (seat, menu)
    };
    let menus: Vec<_> = waiting.iter().copied().chain(idle).map(weighed).collect();
    let asks = menus.iter().flat_map(|(_, menu)| &menu.asks).map(|a| Ask {
        seat: name(a.seat),
        side: word(a.seat),
        text: a.asks.clone(),
        section: a.section.to_string(),
    });
    let choices: Vec<&Choice> = menus.iter().flat_map(|(_, menu)| &menu.choices).collect();
    let general: Vec<Choice> = choices.iter().filter(|c| c.piece.is_none()).map(|c| (*c).clone()).collect();
    let seats = menus.iter().map(|(seat, menu)| {
        let own: Vec<Choice> = menu.choices.iter().filter(|c| c.piece.is_none()).cloned().collect();
        let mut general = groups(&own, None, at.filter(|_| wanted.is_none()), all);
        for group in &mut general {
            group.id += &format!("-{}", seat.0);
            group.let_go();
        }
        Seat { id: seat.0, name: name(*seat), side: word(*seat), asked: waiting.contains(seat), general }
    });
    let mut sides: Vec<_> = waiting.iter().filter_map(|s| side(*s)).collect();
    sides.dedup();
    let formations: Vec<_> = sides.iter().flat_map(|s| ready(&view, *s, &href, wanted)).collect();
    let piece: Option<&Piece> = wanted.and_then(|id| view.pieces.iter().find(|p| p.id == id || p.name == id));
    let own: Vec<Choice> = match piece {
        Some(p) => choices.iter().filter(|c| c.piece.as_deref() == Some(&p.id)).map(|c| (*c).clone()).collect(),
        None => Vec::new(),
    };
    let picked = piece.map(|p| {
        let mut picked = Picked::of(p, sheet, &href, &own, at, all, &formations, &view);
        picked.groups.iter_mut().for_each(Group::let_go);
        picked
    });

    let line = line(plan, &here);
    let fresh = match looking.since.and_then(|spot| sandbox.tree.way_to(here.spot).iter().position(|s| *s == spot)) {
        Some(before) => line.len().saturating_sub(before),
        None => 0,
    };
    let latest = line.len() - line.len().min(if fresh == 0 { LATEST } else { fresh.min(MOST_LATEST) });
    let news = here.steps.iter().skip(line.len().saturating_sub(fresh.max(1)));
    let board = Board::draw(
        sheet,
        &view,
        InHand {
            page: &href,
            tap: None,
            ready: formations.iter().flat_map(|f| f.pieces.iter().map(|p| p.id.clone())).collect(),
            piece: piece.map(|p| p.id.as_str()),
            choices: if piece.is_some() { &own } else { &general },
            at,
            marks: news.flat_map(|s| s.story.iter().flat_map(|l| l.marks.clone())).collect(),
            still: false,
            has: looking.still.clone(),
            overlays: Overlays::default(),
            parts: &href,
            view: looking.view.as_deref(),
            side: piece.map(|p| p.side),
            ..InHand::default()
        },
    );
    let (earlier, latest) = line.split_at(latest);

    let tree = &sandbox.tree;
    let onward = tree.after(tree.here).into_iter().filter_map(|spot| {
        let node = spot.checked_sub(1).and_then(|i| tree.nodes.get(i))?;
        Some(Onward {
            spot,
            seat: name(node.seat),
            side: word(node.seat),
            order: node.order.clone(),
            rolled: node.rolled,
        })
    });
    let branches = branches(plan);
    let compared = match looking.with {
        None => None,
        Some(with) => Some(compared(plan, &branches, with)?),
    };
    let draft = plan.draft(tree.here)?;
    let advance = sandbox.standing(tree.here).map_err(|e| AppError(e.into()))?;
    let mut shell = Shell::new(state, &who, format!("Plan: {}", table.row.title));
    shell.kind = "game";
    shell.here = "games";
    if let Some(lost) = &plan.lost {
        shell = shell.say("bad", format!("{lost} You look at the last order before it."));
    } else if let Some(text) = looking.did.as_deref().and_then(done) {
        shell = shell.say("good", text);
    }
    let by_hand = wrong.as_ref().is_some_and(|w| w.by_hand);
    let refusal = wrong.map(|w| w.refused);
    let template = PlanPage {
        shell,
        cites: Cites::of(ruleset.about()),
        game: card(table),
        phase: &view.phase,
        steps: steps(ruleset.about(), &view.phase),
        board,
        base: plan.base,
        behind: plan.behind,
        seen: tree.here.to_string(),
        key: super::shell::fresh_key(),
        orders_href: format!("{href}/orders"),
        typed: refusal.as_ref().filter(|_| by_hand).map(|r| r.order.clone()).unwrap_or_default(),
        refusal,
        by_hand,
        asks: asks.collect(),
        over: waiting.is_empty(),
        picked,
        general_all: format!("{href}?all=1"),
        ready: formations,
        seats: seats.collect(),
        bots: ruleset.bots(),
        answers: tree.answers,
        back: tree.way_to(tree.here).iter().rev().nth(1).copied(),
        line: [earlier.to_vec(), latest.to_vec()],
        fresh,
        fresh_cut: fresh > latest.len(),
        onward: onward.collect(),
        branches,
        compared,
        draft: draft.lines,
        draft_ends: draft.then.map(|(seat, order)| (name(seat), order)),
        drafted: plan.drafted,
        advance,
        tried: tree.nodes.len(),
        most: MOST_NODES,
        at_once: MOST_AT_ONCE,
        score: &view.score,
        trays: trays(&view, &href),
        garrisons: garrisons(&view, sheet, Some(&href)),
        tree: tree_of(&view, sheet, Some(&href)),
        markers: &view.markers,
        href,
    };
    Ok(varies(page_with(with, &template)?))
}

fn line(plan: &Plan, here: &Spot) -> Vec<PlanStep> {
    let tree = &plan.sandbox.tree;
    let way = tree.way_to(here.spot);
    let step = |(s, before): (&domain::referee::SpotStep, &usize)| PlanStep {
        spot: s.spot,
        side: plan.table.game.seat(s.seat).map_or("", |seat| seat.side.word()),
        seat: plan.table.seat_name(s.seat).to_owned(),
        order: s.order.clone(),
        why: s.standing.clone().unwrap_or_default(),
        remark: s.finality.map_or("", Finality::words),
        rolls: s.rolls.iter().map(|r| super::rolls::roll(&Throw::of(r))).collect(),
        lines: s.story.iter().map(Told::of).collect(),
        branches: tree.after(*before).len(),
        more: s.spot != here.spot,
    };
    here.steps.iter().zip(&way).map(step).collect()
}

/// `A` to `Z`, then `A2` and so on.
fn letter(n: usize) -> String {
    let letter = char::from(b'A' + u8::try_from(n % 26).unwrap_or(0));
    if n < 26 { letter.to_string() } else { format!("{letter}{}", n / 26 + 1) }
}

fn branches(plan: &Plan) -> Vec<Branch> {
    let tree = &plan.sandbox.tree;
    let ends = tree.ends();
    let lone = ends.len() == 1;
    let branch = |(n, spot): (usize, &usize)| {
        let way = tree.way_to(*spot);
        let from = way.iter().position(|s| *s == tree.parts_at(*spot)).unwrap_or(0).max(1);
        let own: Vec<&str> = way.iter().skip(if lone { 1 } else { from }).filter_map(|s| order(tree, *s)).collect();
        let orders = way.len() - 1;
        let listed = match own.as_slice() {
            [] => "the beginning".to_owned(),
            [one] => (*one).to_owned(),
            [one, two] => format!("{one}, {two}"),
            [one, two, three] => format!("{one}, {two}, {three}"),
            [one, two, .., last] => format!("{one}, {two} … {last}"),
        };
        let count = if orders == 1 { "1 order".to_owned() } else { format!("{orders} orders") };
        let title = match (orders, from) {
            (0, _) => listed,
            (_, 1) => format!("{count}: {listed}"),
            (_, from) => format!("{count}, from order {from} on {listed}"),
        };
        let here = tree.here == *spot;
        Branch { letter: letter(n), spot: *spot, title, here, along: way.contains(&tree.here) }
    };
    ends.iter().enumerate().map(branch).collect()
}

fn order(tree: &domain::referee::Tree, spot: usize) -> Option<&str> {
    spot.checked_sub(1).and_then(|i| tree.nodes.get(i)).map(|n| n.order.as_str())
}

fn compared(plan: &Plan, branches: &[Branch], with: usize) -> Outcome<Compared> {
    let tree = &plan.sandbox.tree;
    let found = plan.sandbox.compare(tree.here, with)?;
    let called = |spot: usize| match branches.iter().find(|b| b.spot == spot) {
        Some(branch) => format!("Branch {}", branch.letter),
        None if spot == 0 => "The beginning".to_owned(),
        None => format!("Order {}", tree.way_to(spot).len() - 1),
    };
    let said = |(seat, order): &(SeatId, String)| format!("{}: {order}", plan.table.seat_name(*seat));
    let orders = [0, 1].map(|i| found.orders.get(i).into_iter().flatten().map(said).collect());
    Ok(Compared { names: [called(tree.here), called(with)], orders, found })
}

/// Leads back to the plan, or shows it with what was wrong.
async fn answer(state: &AppState, me: SignedIn, game: &str, tried: Tried<'_>, result: Outcome<()>) -> Page {
    let trouble = match result {
        Ok(()) => return see_other(format!("/games/{game}/plan{}", tried.then)),
        Err(trouble) if matches!(trouble.kind, ErrorKind::Illegal | ErrorKind::Conflict | ErrorKind::Malformed) => {
            trouble
        }
        Err(trouble) => return Err(AppError(trouble)),
    };
    let plan = state.service.plans().get(game, &me.account).await?;
    let order: String = tried.order.chars().take(4_000).collect();
    let wrong = Wrong { refused: Refused { order, text: trouble.to_string() }, by_hand: tried.by_hand };
    plan_page(state, me, &plan, &Looking::default(), status(trouble.kind), Some(wrong))
}

/// What a form asked for.
#[derive(Default)]
struct Tried<'a> {
    /// The orders, if it gave any.
    order: &'a str,
    /// Whether they were written by hand.
    by_hand: bool,
    /// The query of the page to show when it is done.
    then: String,
}

#[derive(Deserialize)]
struct Ordering {
    #[serde(default)]
    order: String,
    /// The spot the form was drawn from.
    seen: usize,
    /// Whether it was written by hand.
    hand: Option<String>,
}

async fn order_given(state: Data<AppState>, me: SignedIn, game: Path<String>, form: Form<Ordering>) -> Page {
    let lines: Vec<String> = form.order.lines().map(str::to_owned).collect();
    let result = if lines.iter().all(|l| l.trim().is_empty()) {
        Err(ServiceError::malformed("No order is written.").legal("Write one order a line, as the notation has it."))
    } else {
        state.service.plans().step(&game, &me.account, form.seen, Step::Orders(lines)).await
    };
    let tried = Tried { order: &form.order, by_hand: form.hand.is_some(), then: format!("?since={}", form.seen) };
    answer(&state, me, &game, tried, result).await
}

#[derive(Deserialize)]
struct Doing {
    /// `go`, `drop`, `drop-branch`, `bot` or `answers`.
    what: String,
    spot: usize,
    seat: Option<u8>,
    bot: Option<String>,
    answers: Option<String>,
}

async fn step(state: Data<AppState>, me: SignedIn, game: Path<String>, form: Form<Doing>) -> Page {
    let (step, then) = match (form.what.as_str(), form.seat, &form.bot) {
        ("go", ..) => (Step::Go, String::new()),
        ("drop", ..) => (Step::Drop, "?did=thrown".to_owned()),
        ("drop-branch", ..) => (Step::DropBranch, "?did=thrown".to_owned()),
        ("answers", ..) if form.answers.as_deref() == Some("yes") => (Step::Answers(true), "?did=answers".to_owned()),
        ("answers", ..) => (Step::Answers(false), "?did=alone".to_owned()),
        ("bot", Some(seat), Some(bot)) => {
            (Step::Bot { seat: SeatId(seat), bot: bot.clone() }, format!("?since={}", form.spot))
        }
        _ => return Err(AppError(ServiceError::malformed("A plan knows go, drop, drop-branch, answers and bot."))),
    };
    let result = state.service.plans().step(&game, &me.account, form.spot, step).await;
    answer(&state, me, &game, Tried { then, ..Tried::default() }, result).await
}

async fn anew(state: Data<AppState>, me: SignedIn, game: Path<String>) -> Page {
    state.service.plans().anew(&game, &me.account).await?;
    see_other(format!("/games/{game}/plan?did=anew"))
}

#[derive(Deserialize)]
struct Drafting {
    spot: usize,
}

async fn draft(state: Data<AppState>, me: SignedIn, game: Path<String>, form: Form<Drafting>) -> Page {
    match state.service.plans().to_draft(&game, &me.account, form.spot).await {
        Ok(_) => see_other(format!("/games/{game}#drafts")),
        Err(trouble) => answer(&state, me, &game, Tried::default(), Err(trouble)).await,
    }
}
