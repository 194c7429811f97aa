//! The game page: the handlers that show it. What one does on it: `game_forms`.

use super::board::{Board, InHand};
use super::choices::{capital, card as choice_card, groups};
use super::compose::Composing;
use super::deciding::{around, drafted_marks, losses, questioned};
use super::messages::talk;
use super::notes::annotate;
use super::off_map::{garrisons, trays};
use super::outcome::outcomes;
use super::overlays::{Overlays, with_overlay};
use super::place::{Asked, PlacePanel, on_map};
use super::shell::{Shell, named, page, page_with, see_other};
use super::story::{by_affairs, by_phase, own_last, since, told};
use super::table::{
    ClockLine, Draft, GameCard, MapPart, Picked, Refused, SeatCard, TablePage, led_first, ready, steps, with_query,
};
use super::tree::tree;
use crate::service::clocks::{in_words, resting};
use crate::service::play::Drafted;
use crate::service::table::{GameAddress, Table};
use crate::told::{cause, turn_title};
use crate::web::{AppState, MaybeSignedIn, Page};
use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header;
use actix_web::web::{self, Data, Path, Query, ServiceConfig};
use domain::referee::{Choice, Decision, Entry as LogEntry, Line, Mark, Menu, Piece, View};
use fieldpost_store::{Account, Time};
use serde::Deserialize;

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

#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct Looking {
    piece: Option<String>,
    at: Option<String>,
    all: Option<String>,
    /// A place in hand, and the pieces of it that are taken together.
    place: Option<String>,
    with: Option<String>,
    /// Whether a leader is to ride, rather than to lead.
    rides: Option<String>,
    /// What was said so far of an order that is composed.
    say: Option<String>,
    /// A piece tapped while it is.
    tap: Option<String>,
    /// What to draw over the map.
    overlay: Option<String>,
    /// The part of a large map that is looked at.
    view: Option<String>,
    /// What was done just now, one of those that [`done`] knows.
    did: Option<String>,
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
        "goes-on" => "You go on under the mended rules.",
        _ => return None,
    })
}

async fn show(state: Data<AppState>, who: MaybeSignedIn, game: Path<String>, looking: Query<Looking>) -> Page {
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
async fn head(state: Data<AppState>, who: MaybeSignedIn, game: Path<String>, request: actix_web::HttpRequest) -> Page {
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

struct Hand {
    view: View,
    asks: Vec<Decision>,
    menu: Option<Menu>,
    drafts: Vec<Draft>,
    can_send: bool,
    stale: Option<String>,
}

/// The position the reader works on: the game's, with the orders taken down so far already done.
fn hand(table: &Table, drafted: Option<&Drafted>, picked: Option<&str>) -> Hand {
    let of_game = |stale| Hand {
        view: table.view(),
        asks: table.asks(),
        menu: table.menu(picked),
        drafts: Vec::new(),
        can_send: false,
        stale,
    };
    match drafted {
        None => of_game(None),
        Some(Drafted { lines, draft: Err(why) }) => {
            let drafts = lines.iter().map(|l| Draft { order: l.clone(), label: String::new() }).collect();
            Hand { drafts, ..of_game(Some(why.clone())) }
        }
        Some(Drafted { draft: Ok(draft), .. }) => {
            let told = |lines: &[Line]| lines.iter().map(|l| l.text.as_str()).collect::<Vec<_>>().join(" ");
            let drafts = draft.by_order().map(|(order, lines)| Draft { order: order.to_owned(), label: told(lines) });
            let menu = draft.menu(picked);
            Hand {
                view: draft.view(),
                asks: menu.asks.clone(),
                menu: Some(menu),
                drafts: drafts.collect(),
                can_send: true,
                stale: None,
            }
        }
    }
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
    // What is drawn over the map stays there while one piece after another is taken in hand.
    let looked_at = with_overlay(&href, looking.overlay.as_deref());
    let drafted = state.service.play().draft(table).await?;
    let asked = !table.asks().is_empty();
    let wanted = looking.piece.as_deref().filter(|id| !id.is_empty());
    let mut hand = hand(table, drafted.as_ref(), wanted);
    let free = looking.piece.is_none() && looking.say.is_none() && looking.place.is_none();
    let questioned = hand.menu.as_ref().filter(|_| free && asked).and_then(questioned);
    let (wanted, full) = (wanted.or(questioned.as_deref()), wanted.is_none());
    let side = table.seat.and_then(|s| table.game.seat(s)).map(|s| s.side);
    let ruleset = table.game.ruleset().clone();
    let sheet = ruleset.sheet();
    let about = ruleset.about();

    let formations = match side {
        Some(side) if asked => ready(&hand.view, side, &looked_at, wanted),
        _ => Vec::new(),
    };
    // With a piece in hand its own choices were asked for; the others are those of no piece.
    let choices = hand.menu.take().map(|m| m.choices).unwrap_or_default();
    let every = if full { choices.clone() } else { whole_menu(table, drafted.as_ref()) };
    let mut general_choices: Vec<_> = every.iter().filter(|c| c.piece.is_none()).cloned().collect();
    let piece: Option<&Piece> = wanted.and_then(|id| hand.view.pieces.iter().find(|p| p.id == id || p.name == id));
    let mut own: Vec<_> = piece
        .map(|p| choices.iter().filter(|c| c.piece.as_deref() == Some(&p.id)).cloned().collect())
        .unwrap_or_default();
    let mut instead = None;
    if let Some(p) = piece {
        (own, instead) = led_first(p, &looked_at, own, looking.rides.is_some());
    }
    weigh(table, drafted.as_ref(), &mut own);
    weigh(table, drafted.as_ref(), &mut general_choices);
    let finish = finish(table, &mut general_choices).map(|c| choice_card(&c, &capital(c.verb), None, None));
    let all = looking.all.is_some();
    let can_order = asked || !general_choices.is_empty() || finish.is_some();
    let picked = piece.map(|p| {
        let (mut here, place_href) = around(p, &every, &looked_at);
        weigh(table, drafted.as_ref(), &mut here);
        let mut here = groups(&here, None, None, false);
        here.iter_mut().for_each(|g| g.id += "-here");
        let picked = Picked::of(p, sheet, &looked_at, &own, looking.at.as_deref(), all, &formations, &hand.view);
        Picked { here, place_href, instead, ..picked }
    });
    let general = groups(&general_choices, None, looking.at.as_deref().filter(|_| wanted.is_none()), all);

    let len = table.game.len();
    let turn_start = table.game.turns().last().map_or(1, |t| t.0);
    let from = len.saturating_sub(BACK);
    let recent = state.service.games().chronicle(table, from, len).await?;
    let gone = state.service.takebacks().taken_back(table, from).await?;
    let (since_entries, whole) = since(table, &recent);
    let marks: Vec<Mark> =
        since_entries.iter().flat_map(|e| e.lines.iter().flat_map(|l| l.marks.iter().cloned())).collect();
    let this_turn: Vec<LogEntry> = recent.iter().filter(|e| e.seq >= turn_start).cloned().collect();
    let mut chronicle = told(table, &this_turn, &gone);
    let mut since_told = told(table, &since_entries, &gone);
    let notes = state.service.messages().notes(table, who.account()).await?;
    annotate(table, &mut chronicle, &notes);
    annotate(table, &mut since_told, &notes);
    let mut chronicle = by_affairs(chronicle);
    chronicle.reverse();
    let chronicle_more =
        (chronicle.len() > RECENT || from >= turn_start).then(|| super::chronicle::record_href(&href, len));
    chronicle.truncate(RECENT);
    let since_told = by_affairs(since_told);
    let outcomes = outcomes(table, sheet, &recent, own_last(table, &recent), !hand.drafts.is_empty());

    let composing = looking.say.as_deref().and_then(|text| {
        let (said, tapped) = (super::compose::said(text), looking.tap.as_deref());
        Composing::of(table, drafted.as_ref(), &href, said, tapped).filter(|_| can_order)
    });
    let goals = match &composing {
        None => super::compose::goals(table, drafted.as_ref(), &href),
        Some(_) => Vec::new(),
    };
    let asked_place = Asked {
        id: looking.place.as_deref().unwrap_or_default(),
        with: looking.with.as_deref().unwrap_or_default(),
        tapped: looking.tap.as_deref(),
        at: looking.at.as_deref(),
        all,
    };
    let placed = PlacePanel::of(table, drafted.as_ref(), (sheet, &hand.view, &looked_at), asked_place, &every, &goals)
        .filter(|_| wanted.is_none() && composing.is_none());
    let place_tap = placed.as_ref().filter(|p| p.taken > 0).map(|p| with_query(&p.href, "tap", ""));
    let open_pieces = composing.as_ref().map(|c| c.open.clone());
    let open_pieces = open_pieces.or_else(|| placed.as_ref().filter(|p| p.taken > 0).map(|p| p.open.clone()));
    let map_goals = match (&composing, piece, &placed) {
        (Some(composing), ..) => composing.spots.clone(),
        (None, None, None) => on_map(&looked_at, &goals),
        _ => Vec::new(),
    };
    let board = Board::draw(
        sheet,
        &hand.view,
        InHand {
            page: &looked_at,
            tap: composing.as_ref().map(|c| c.tap.as_str()).or(place_tap.as_deref()),
            aim: placed.as_ref().map(|p| p.href.as_str()),
            goals: map_goals,
            ready: match open_pieces {
                Some(open) => open.into_iter().collect(),
                None => formations.iter().flat_map(|f| f.pieces.iter().map(|p| p.id.clone())).collect(),
            },
            piece: piece.map(|p| p.id.as_str()),
            choices: match (&composing, piece, &placed) {
                (Some(_), ..) => &[],
                (None, Some(_), _) => &own,
                (None, None, Some(placed)) => &placed.together,
                (None, None, None) => &general_choices,
            },
            at: looking.at.as_deref(),
            marks,
            drafted: drafted_marks(drafted.as_ref()),
            side,
            then: picked.as_ref().and_then(|p| p.then.clone()),
            still: false,
            parts: &format!("{href}/map"),
            view: looking.view.as_deref(),
            overlays: Overlays::of(
                table,
                drafted.as_ref(),
                &href,
                looking.overlay.as_deref(),
                piece.map(|p| p.id.as_str()),
            ),
        },
    );

    let messages = state.service.messages().of_table(table).await?;
    let me = who.account().map(|a| a.id);
    let unread =
        table.my_seat().map_or(0, |seat| messages.iter().filter(|m| m.id > seat.read && me != Some(m.account)).count());
    let notices = match who.account() {
        Some(account) if table.seat.is_some() => state.service.notices().game_notice(table.row.id, account).await?,
        _ => None,
    };
    let next_game = match who.account() {
        // Who came by a letter's link sees that letter's game alone.
        Some(account) if !asked && !who.guest() => state.service.lobby().next_game(account, Some(table.row.id)).await?,
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
    if let Some(why) = &hand.stale {
        shell =
            shell.say("bad", format!("The position has changed and your drafts no longer fit: {why} Take them back."));
    }
    let view = &hand.view;
    let template = TablePage {
        shell,
        game: card(table),
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
        asks: std::mem::take(&mut hand.asks),
        standing,
        next_game: next_game.map(crate::service::table::href),
        typed: refusal.as_ref().map(|r| r.order.clone()).unwrap_or_default(),
        refusal,
        picked,
        drafts: hand.drafts,
        can_send: hand.can_send,
        general,
        general_all: format!("{href}?all=1"),
        ready: formations,
        can_order,
        goals,
        placed,
        composing,
        mine: table.seat.is_some(),
        since_losses: losses(&since_entries),
        since_count: since_told.len(),
        since_more: (!whole).then(|| {
            super::chronicle::record_href(&href, since_entries.first().map_or(len, |first| first.seq.saturating_sub(1)))
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
    page_with(with, &template)
}

/// A part of the map alone, as the page would show it: what a large map is fetched by while it is moved and zoomed.
async fn map(state: Data<AppState>, who: MaybeSignedIn, game: Path<String>, looking: Query<Looking>) -> Page {
    let table = state.service.games().table(&game, who.account()).await?;
    let href = table.href();
    let drafted = state.service.play().draft(&table).await?;
    let wanted = looking.piece.as_deref().filter(|id| !id.is_empty());
    let mut hand = hand(&table, drafted.as_ref(), wanted);
    let looked_at = with_overlay(&href, looking.overlay.as_deref());
    let side = table.seat.and_then(|s| table.game.seat(s)).map(|s| s.side);
    let may = |p: &&Piece| p.ready && Some(p.side) == side && !table.asks().is_empty();
    let piece = wanted.and_then(|id| hand.view.pieces.iter().find(|p| p.id == id || p.name == id));
    let mut choices = hand.menu.take().map(|m| m.choices).unwrap_or_default();
    choices.retain(|c| piece.is_some_and(|p| c.piece.as_ref() == Some(&p.id)));
    weigh(&table, drafted.as_ref(), &mut choices);
    let board = Board::draw(
        table.game.ruleset().sheet(),
        &hand.view,
        InHand {
            page: &looked_at,
            ready: hand.view.pieces.iter().filter(may).map(|p| p.id.clone()).collect(),
            piece: piece.map(|p| p.id.as_str()),
            choices: &choices,
            at: looking.at.as_deref(),
            drafted: drafted_marks(drafted.as_ref()),
            side,
            parts: &format!("{href}/map"),
            view: looking.view.as_deref(),
            overlays: Overlays::of(
                &table,
                drafted.as_ref(),
                &href,
                looking.overlay.as_deref(),
                piece.map(|p| p.id.as_str()),
            ),
            ..InHand::default()
        },
    );
    page(&MapPart { board })
}

/// All that the reader may do, with the drafts already done.
fn whole_menu(table: &Table, drafted: Option<&Drafted>) -> Vec<Choice> {
    let menu = match drafted {
        Some(Drafted { draft: Ok(draft), .. }) => Some(draft.menu(None)),
        _ => table.menu(None),
    };
    menu.map(|m| m.choices).unwrap_or_default()
}

/// Says of each choice whether it hands over, rolls or shows something, so that it cannot be taken back: its button says so, and a tap on the
/// map does not give it unread.
pub(super) fn weigh(table: &Table, drafted: Option<&Drafted>, choices: &mut [Choice]) {
    match (table.seat.filter(|_| !table.stood_in()), drafted) {
        (Some(_), Some(Drafted { draft: Ok(draft), .. })) => draft.weigh(choices),
        (Some(seat), None) => table.game.weigh(seat, choices),
        _ => {}
    }
}

/// Takes out of the choices of no piece the one that says that all is done and ends the phase, where there is one: the page's primary button.
/// A question that came up in the course of something has none, for all its answers weigh the same; nor has it a phase where nothing was done
/// yet and doing nothing is one of several ways: to pass.
fn finish(table: &Table, choices: &mut Vec<Choice>) -> Option<Choice> {
    if table.seat.is_none() || table.asked_between() {
        return None;
    }
    let bare = |c: &Choice| c.place.is_none() && c.target.is_none() && c.sum.is_none() && c.odds.is_empty();
    let at = choices.iter().position(|c| c.verb == "done" && c.finality.is_some() && bare(c))?;
    Some(choices.remove(at))
}

/// The clocks that run, the reader's own first.
fn clock_lines(table: &Table, me: Option<&Account>, now: Time) -> Vec<ClockLine> {
    let Some(clocks) = table.game.clocks().filter(|_| !table.over()) else { return Vec::new() };
    let zone = me.map_or("UTC", |a| a.time_zone.as_str());
    let mut lines = Vec::new();
    for seat in table.game.seats() {
        let reading = clocks.reading(seat.id, now.into());
        if !reading.running {
            continue;
        }
        let own = table.seat == Some(seat.id);
        let whose = if own { "Your clock".to_owned() } else { format!("The {} player's clock", seat.name) };
        let rest = resting(&reading, zone).map_or(String::new(), |rest| format!(" {rest}"));
        let text = format!("{whose}: {}.{rest}", in_words(&reading, zone));
        let line = ClockLine { text, out: reading.left == 0 };
        if own { lines.insert(0, line) } else { lines.push(line) }
    }
    let side = table.seat.and_then(|s| table.game.seat(s)).map(|s| s.side);
    let offer = clocks.pause_offered().filter(|o| table.game.seat(o.seat).map(|s| s.side) != side);
    if let (Some(_), Some(offer)) = (side, offer) {
        let text = format!("The {} proposes a pause: agree or decline.", table.seat_name(offer.seat));
        lines.push(ClockLine { text, out: false });
    }
    lines
}

/// Where the game stands, for somebody who is asked nothing.
pub fn standing_sentence(table: &Table) -> String {
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
