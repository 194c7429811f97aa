//! The game page: the handlers that show it. What one does on it: `game_forms`.

use super::choices::{capital, card as choice_card, groups};
use super::cites::Cites;
use super::clock_line::clock_lines;
use super::compose::Goals;
use super::deciding::losses;
use super::in_hand::{Held, Looking};
use super::messages::talk;
use super::notes::annotate;
use super::off_map::{garrisons, trays};
use super::outcome::outcomes;
use super::sequence::steps;
use super::shell::{Shell, named, page, page_with, see_other};
use super::still::{Still, key, varies};
use super::story::{by_affairs, by_phase, own_last, since, told};
use super::table::{GameCard, MapPart, Refused, SeatCard, TablePage};
use super::tree::tree;
use crate::service::table::{GameAddress, Table};
use crate::told::{cause, turn_title};
use crate::web::{AppState, MaybeSignedIn, Page};
use actix_web::http::StatusCode;
use actix_web::http::header;
use actix_web::web::{self, Data, Path, Query, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse};
use domain::referee::{Entry as LogEntry, Mark};
use fieldpost_store::Time;

/// How far back the reader's own last order is looked for.
const BACK: u64 = 250;
/// Affairs of this turn that the game's page tells; the rest has pages of its own.
const RECENT: usize = 40;

/// The routes.
pub fn configure(routes: &mut ServiceConfig) {
    routes
        .route("/games/{id}", web::get().to(show))
        .route("/games/{id}/head", web::get().to(head))
        .route("/games/{id}/map", web::get().to(map));
}

/// A word about what was done, where the page does not show it by itself.
fn done(what: &str) -> Option<&'static str> {
    Some(match what {
        "asked-back" => "Asked. The other side is told, and may agree or decline.",
        "taken-back" => {
            "Agreed: the earlier position stands again. What was taken back stays readable in the chronicle."
        }
        "not-taken-back" => "The takeback is off. The game goes on as it stands.",
        "asks" => "From now on you are asked. Your standing orders say so.",
        "usual" => {
            "From the next time on you are not asked this: your standing orders answer it, and can be changed at any time. What is asked now is still yours to answer."
        }
        "goes-on" => "You go on under the mended rules.",
        _ => return None,
    })
}

async fn show(
    state: Data<AppState>,
    who: MaybeSignedIn,
    request: HttpRequest,
    game: Path<String>,
    looking: Query<Looking>,
) -> Page {
    let looking = Looking { still: Still::of(&request), ..looking.into_inner() };
    let table = state.service.games().table(&game, who.account()).await?;
    if table.row.summary.state == fieldpost_store::GameState::Lobby {
        return see_other(format!("{}/join", table.href()));
    }
    let answer = table_page(&state, &who, &table, &looking, StatusCode::OK, None).await?;
    state.service.games().note_seen(&table).await?;
    Ok(answer)
}

/// The head of the log, in hex, and how much was done unseen that the reader may know: what a page asks now and then to learn whether the game
/// has moved on.
async fn head(state: Data<AppState>, who: MaybeSignedIn, game: Path<String>, request: HttpRequest) -> Page {
    let table = state.service.games().table(&game, who.account()).await?;
    let head = table.stands();
    let tag = format!("\"{}{}\"", &head[..16], &head[64..]);
    let known = request.headers().get(header::IF_NONE_MATCH).and_then(|v| v.to_str().ok()) == Some(tag.as_str());
    let mut answer = if known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    answer
        .insert_header((header::ETAG, tag))
        .insert_header((header::CACHE_CONTROL, "private, no-cache"))
        .content_type("text/plain; charset=utf-8");
    Ok(if known { answer.finish() } else { answer.body(head) })
}

/// The game as the masthead of its pages names it.
pub fn card(table: &Table) -> GameCard {
    GameCard {
        href: table.href(),
        title: table.row.title.clone(),
        ruleset_id: table.row.ruleset.clone(),
        over: table.over(),
        imported: table.imported,
        told: table.game.umpire_of_testimony().map(|(umpire, _)| umpire.to_owned()),
        played: table.game.umpire_of_testimony().map_or_else(String::new, |(_, played)| played.to_owned()),
        stopped: table.stopped,
    }
}

/// Who sits where.
pub fn seats(table: &Table) -> Vec<SeatCard> {
    let seat = |s: &fieldpost_store::Seat| SeatCard {
        side: s.side.word(),
        seat: s.name.clone(),
        player: named(&table.player(s.seat)),
        command: table.command(s.seat).to_owned(),
        me: table.seat == Some(s.seat),
        switch: (table.seat != Some(s.seat) && table.own.contains(&s.seat))
            .then(|| format!("/games/{}", GameAddress { id: table.row.id, seat: Some(s.seat) })),
        asked: table.game.waits_for(s.seat),
    };
    table.row.seats.iter().map(seat).collect()
}

/// The page, with what was wrong with an order if it shows one.
pub(super) async fn table_page(
    state: &AppState,
    who: &MaybeSignedIn,
    table: &Table,
    looking: &Looking,
    with: StatusCode,
    refusal: Option<Refused>,
) -> Page {
    let now = Time::now();
    let href = table.href();
    let drafted = state.service.play().draft(table).await?;
    let held = Held::of(table, drafted.as_ref(), looking);
    let asked = held.asked;
    let (looked_at, side) = (held.looked_at.clone(), held.side);
    let ruleset = table.game.ruleset().clone();
    let sheet = ruleset.sheet();
    let about = ruleset.about();
    let all = looking.all.is_some();
    let finish = held.finish.as_ref().map(|c| choice_card(c, &capital(c.verb), None, None));
    let general = groups(&held.general, None, looking.at.as_deref().filter(|_| held.piece.is_none()), all);

    let len = table.game.len();
    let turn_start = table.game.turns().last().map_or(1, |t| t.0);
    let from = len.saturating_sub(BACK);
    let recent = state.service.games().story(table, from, len).await?;
    let (since, whole) = since(table, &recent);
    // A turn begins anew, so no affair is of two.
    let this_turn: Vec<_> =
        recent.affairs().into_iter().filter(|a| a.first().is_some_and(|e| e.turn == table.game.turn())).collect();
    let mut chronicle = told(table, &this_turn);
    let mut since_told = told(table, &since);
    let notes = state.service.messages().notes(table, who.account()).await?;
    annotate(table, &mut chronicle, &notes);
    annotate(table, &mut since_told, &notes);
    let mut chronicle = by_affairs(chronicle);
    chronicle.reverse();
    let chronicle_more =
        (chronicle.len() > RECENT || from >= turn_start).then(|| super::chronicle::record_href(&href, len));
    chronicle.truncate(RECENT);
    let since_told = by_affairs(since_told);
    let outcomes = outcomes(table, &recent, own_last(table, &recent), !held.hand.drafts.is_empty());
    let board = held.board(table, drafted.as_ref(), looking, marks(table, &since));

    let messages = state.service.messages().of_table(table).await?;
    let me = who.account().map(|a| a.id);
    let unread =
        table.my_seat().map_or(0, |seat| messages.iter().filter(|m| m.id > seat.read && me != Some(m.account)).count());
    let notices = match who.account() {
        Some(account) if table.seat.is_some() => state.service.notices().game_notice(table.row.id, account).await?,
        _ => None,
    };
    let enters = state.service.entering().enters(table, who.account());
    let next_game = match who.account() {
        // Who came by a letter's link sees that letter's game alone.
        Some(account) if !asked && !enters && !who.guest() => {
            state.service.lobby().next_game(account, Some(table.row.id)).await?
        }
        _ => None,
    };
    let standing = standing_sentence(table);
    let head = table.game.head().to_string();
    let offered = table.game.draw_offered();
    let mut shell = Shell::new(state, who, table.row.title.clone());
    shell.kind = "game";
    shell.here = "games";
    if let Some(text) = looking.did.as_deref().and_then(done) {
        shell = shell.say("good", text);
    }
    if let Some(why) = &held.hand.stale {
        shell =
            shell.say("bad", format!("The position has changed and your drafts no longer fit: {why} Take them back."));
    }
    let Held { hand, ready, picked, can_order, composing, goals, placed, .. } = held;
    let view = &hand.view;
    let template = TablePage {
        shell,
        game: card(table),
        sealed_seats: table.sealed_seats(),
        practice: table.row.practice && table.seat.is_some(),
        guest: who.account().and_then(|a| super::guests::gone(a, now)),
        seats: seats(table),
        phase: &view.phase,
        steps: steps(about, &view.phase),
        board,
        seq: len,
        short_head: head.chars().take(16).collect(),
        seen: head,
        stands: table.stands(),
        key: super::shell::fresh_key(),
        orders_href: format!("{href}/orders"),
        clock: clock_lines(table, who.account(), now),
        mood: if asked { "mine" } else { "" },
        head: (table.seat.is_some() && !table.is_head()).then(|| table.head_name().to_owned()),
        fellows: if table.over() { Vec::new() } else { table.fellows_at_work() },
        has_fellows: table.has_fellows(),
        opponent: table.opponent(),
        cause: cause(&recent).filter(|_| hand.drafts.is_empty() && table.asked_between()),
        enters,
        question: asked && table.asked_between() && hand.drafts.is_empty(),
        asks: hand.asks,
        standing,
        next_game: next_game.map(crate::service::table::href),
        typed: refusal.as_ref().map(|r| r.order.clone()).unwrap_or_default(),
        refusal,
        picked,
        drafts: hand.drafts,
        can_send: hand.can_send,
        general,
        general_all: format!("{href}?all=1"),
        usual: super::standing::usual(table),
        cites: Cites::of(about),
        charts_key: key("charts", &sheet.digest, fieldpost_map::DRAWING),
        has: looking.still.clone(),
        idle: groups(&held.idle, None, None, false),
        ready,
        can_order,
        goals: Goals::of(goals),
        placed,
        composing,
        mine: table.seat.is_some(),
        since_losses: losses(table, &since),
        since_count: since_told.len(),
        since_more: (!whole).then(|| {
            super::chronicle::record_href(
                &href,
                since.first().and_then(|a| a.first()).map_or(len, |first| first.seq.saturating_sub(1)),
            )
        }),
        since: by_phase(&recent, since_told),
        outcomes,
        finish,
        chronicle,
        chronicle_more,
        chronicle_title: turn_title(table.game.turn()),
        turns: super::chronicle::turn_links(table),
        messages: talk(table, &messages, who.account(), now),
        unread,
        can_talk: table.seat.is_some(),
        score: &view.score,
        tracks: &view.tracks,
        trays: trays(view, &looked_at),
        garrisons: garrisons(view, sheet, Some(&looked_at)),
        tree: tree(view, sheet, Some(&looked_at)),
        markers: &view.markers,
        charts: &about.charts,
        terrain: super::rulebook::terrain_key(sheet),
        draw_offered: offered.is_some_and(|by| table.game.seat(by).map(|s| s.side) != side),
        draw_asked: offered.is_some_and(|by| table.game.seat(by).map(|s| s.side) == side),
        stood_in: table.stood_in() && !table.over(),
        queued: table.seat.filter(|_| table.game.is_second()).map(|seat| table.game.queue(seat).lines().count()),
        mended: (table.game.revision_offered().filter(|_| !table.over()))
            .map(|o| (o.what.to.revision, crate::service::revisions::stance(table).0)),
        takeback: state.service.takebacks().asked(table).await?,
        notices: notices.map_or("", |mode| mode.word()),
    };
    if !messages.is_empty() {
        state.service.messages().note_read(table, &messages).await?;
    }
    Ok(varies(page_with(with, &template)?))
}

/// A part of the map alone, as the page would show it: what a large map is fetched by while it is moved and zoomed.
async fn map(state: Data<AppState>, who: MaybeSignedIn, game: Path<String>, looking: Query<Looking>) -> Page {
    let table = state.service.games().table(&game, who.account()).await?;
    let drafted = state.service.play().draft(&table).await?;
    let len = table.game.len();
    let recent = state.service.games().story(&table, len.saturating_sub(BACK), len).await?;
    let held = Held::of(&table, drafted.as_ref(), &looking);
    page(&MapPart { board: held.board(&table, drafted.as_ref(), &looking, marks(&table, &since(&table, &recent).0)) })
}

/// What records mark on the map, as far as they are in force.
fn marks(table: &Table, affairs: &[Vec<&LogEntry>]) -> Vec<Mark> {
    let stands = affairs.iter().flatten().filter(|e| table.game.stands(e));
    stands.flat_map(|e| e.lines.iter().flat_map(|l| l.marks.iter().cloned())).collect()
}

/// Where the game stands, for somebody who is asked nothing.
pub fn standing_sentence(table: &Table) -> String {
    if table.game.is_testimony() && table.game.result().is_none() {
        // Nobody plays it here, so nobody is waited for.
        let seats = table.game.waiting_seats().into_iter();
        let next: Vec<String> = seats.map(|s| format!("{}: {}", table.seat_name(s), table.asked(s))).collect();
        return match (next.is_empty(), table.game.ended_by_rules()) {
            (_, Some(level)) => format!("The rules say that it is over: {}.", level.trim_end_matches('.')),
            (false, None) => format!("The umpire enters what came next. {}", next.join(" ")),
            (true, None) => "The umpire enters what came next.".to_owned(),
        };
    }
    if let Some(result) = table.game.result() {
        // Most levels name the winner already.
        let unnamed = result.winner.filter(|side| !result.level.contains(side.name()));
        let winner = unnamed.map_or_else(String::new, |side| format!(" Won by the {} side.", side.name()));
        return format!("The game is over: {}.{winner}", result.level.trim_end_matches('.'));
    }
    let waits: Vec<String> = table
        .game
        .waiting_seats()
        .into_iter()
        .map(|seat| {
            format!("Waiting for {} ({}): {}", named(&table.player(seat)), table.seat_name(seat), table.asked(seat))
        })
        .collect();
    if waits.is_empty() { "Nobody is asked anything.".to_owned() } else { waits.join(" ") }
}
