//! Front page, lobby, my games, new game, invitations: the handlers.

use super::board::{Board, InHand};
use super::cites::Cites;
use super::clock_line::{at_a_glance, clock_in_words, clock_lines, terms_of_time};
use super::front::{
    DemoDoor, GameLine, HandedOver, Join, Landing, Live, Lobby, MyGames, NewGame, Picture, SeatLine, Shelf, TakeOver,
};
use super::library::{find, picture};
use super::sealed::{chain_to_seal, sealing};
use super::shell::{Shell, named, page, page_with, see_other};
use super::thumb::thumb;
use crate::service::lobby::{Invited, PACES, pace_title};
use crate::service::start::{NewTable, Opponent};
use crate::service::table::{GameState, Holder, Row, Table, href};
use crate::service::{ErrorKind, Outcome, ServiceError};
use crate::web::session::is_local;
use crate::web::{AppError, AppState, MaybeSignedIn, Page, SignedIn};
use crate::when::ago;
use actix_web::HttpRequest;
use actix_web::web::{self, Data, Form, Path, Query, ServiceConfig};
use domain::clock::{Bank, Claim, ClockTerms, Control, DAY, HOUR};
use domain::referee::{About, SeatId};
use fieldpost_store::{Account, AccountId, GameId, Time};
use serde::Deserialize;
use std::collections::{BTreeMap, HashMap};

/// Games of a list that say their score.
const SCORED: usize = 12;

/// The routes.
pub fn configure(routes: &mut ServiceConfig) {
    routes
        .route("/", web::get().to(landing))
        .route("/lobby", web::get().to(lobby))
        .route("/games", web::get().to(my_games))
        .route("/games", web::post().to(start))
        .route("/games/new", web::get().to(new_game))
        .route("/games/next", web::get().to(next))
        .route("/games/{id}/join", web::get().to(open_terms))
        .route("/games/{id}/join", web::post().to(join_open))
        .route("/games/{id}/invite", web::post().to(invite))
        .route("/join/{token}", web::get().to(invitation))
        .route("/join/{token}", web::post().to(accept));
}

/// The demonstration's players, for whoever sits at this machine.
pub async fn demo_doors(state: &AppState, request: &HttpRequest) -> Result<Vec<DemoDoor>, AppError> {
    if !state.service.demo || !is_local(request) {
        return Ok(Vec::new());
    }
    let players = state.service.accounts().demo_players().await?;
    Ok(players.iter().map(|p| DemoDoor { name: p.name.clone(), href: format!("/demo/{}", p.id) }).collect())
}

fn shelf(state: &AppState) -> Vec<Shelf> {
    state.service.registry.all().iter().map(|r| Shelf::of(&**r)).collect()
}

/// A game as lists show it.
fn line(state: &AppState, row: &Row, me: Option<&Account>, now: Time) -> GameLine {
    let ruleset = state.service.registry.get(&row.ruleset);
    let about = ruleset.as_ref().map(|r| r.about());
    let id = me.map(|a| a.id);
    let mine = id.and_then(|a| row.seat_of(a));
    let zone = me.map_or("UTC", |a| a.time_zone.as_str());
    let over = row.summary.state == GameState::Ended;
    let standing = match row.summary.state {
        GameState::Lobby if row.seats.len() > 2 => {
            let open = row.seats.iter().filter(|s| s.holder == Holder::Open).count();
            format!("Looking for players: {open} of {} seats open", row.seats.len())
        }
        GameState::Lobby => "Looking for an opponent".to_owned(),
        GameState::Ended => row.summary.result.clone().unwrap_or_else(|| "Finished".to_owned()),
        GameState::Running => match mine.and_then(|s| s.asks.as_ref()) {
            Some(asked) => format!("{}: {}", row.summary.phase, asked.asks),
            None => row.summary.phase.clone(),
        },
    };
    let since = mine.and_then(|s| s.asks.as_ref()).map_or(row.updated, |a| a.since);
    // Whoever sits at the table already may take another seat of their own side.
    let side = mine.map(|s| s.side);
    let free = |s: &fieldpost_store::Seat| s.holder == Holder::Open && side.is_none_or(|own| own == s.side);
    // Nobody sits here at a game from elsewhere, and nobody can.
    let open = row.summary.state == GameState::Lobby && row.seats.iter().any(free);
    GameLine {
        href: if open && mine.is_none() { format!("{}/join", href(row.id)) } else { href(row.id) },
        title: row.title.clone(),
        ruleset: about.map_or_else(|| row.ruleset.clone(), |a| a.title.to_owned()),
        scenario: about
            .and_then(|a| a.scenario(&row.terms.scenario))
            .map_or_else(|| row.terms.scenario.clone(), |s| s.title.to_owned()),
        seats: seat_lines(about, row, id),
        standing,
        turn: mine.map_or_else(String::new, |seat| whose_turn(row, seat)),
        when: ago(since, now, zone),
        clock: String::new(),
        over,
        join: (open && (mine.is_none() || row.open)).then(|| format!("{}/join", href(row.id))),
        thumb: ruleset.filter(|_| row.summary.state != GameState::Lobby).map(|r| thumb(row, r.sheet())),
        score: String::new(),
    }
}

/// Whose turn it is, said to the holder of a seat; empty where nobody is asked.
fn whose_turn(row: &Row, own: &fieldpost_store::Seat) -> String {
    if row.summary.state != GameState::Running {
        return String::new();
    }
    if own.asks.is_some() && own.stand_in.is_none() {
        return "Your turn".to_owned();
    }
    let asked = row.seats.iter().filter(|s| s.asks.is_some());
    let names: Vec<String> = asked.map(|s| seat_line(s, None).player).collect();
    if names.is_empty() { String::new() } else { format!("{} to play", names.join(" and ")) }
}

/// Games as lists show them, with their clocks. The first of them say their score and how much time is left; for that of the rest each would have to
/// be brought into memory.
async fn lines(state: &AppState, rows: &[Row], me: Option<&Account>, now: Time) -> Result<Vec<GameLine>, ServiceError> {
    let mut lines = Vec::with_capacity(rows.len());
    let mut scored = 0;
    let clocked = |row: &&Row| row.clock.is_some() && row.summary.state == GameState::Running;
    let later: Vec<GameId> = rows.iter().filter(clocked).skip(SCORED).map(|row| row.id).collect();
    let clocks = if later.is_empty() { HashMap::new() } else { state.service.clocks().of_games(&later).await? };
    for row in rows {
        let mut line = line(state, row, me, now);
        if row.summary.state != GameState::Lobby && scored < SCORED {
            scored += 1;
            // A game that cannot be read has a page of its own that says so.
            let Some(stands) = stands(state, row, me, now, &mut line.seats).await else { continue };
            (line.score, line.clock) = stands;
        } else if row.summary.state != GameState::Ended {
            let hands = clocks.get(&row.id).map_or(&[][..], Vec::as_slice);
            line.clock = at_a_glance(row, hands, me, now).unwrap_or_else(|| terms_of_time(row));
        }
        if line.seats.iter().any(|seat| seat.player == ELSEWHERE) {
            stands(state, row, me, now, &mut line.seats).await;
        }
        lines.push(line);
    }
    Ok(lines)
}

/// How a game stands in points, as this person may know it, and the clocks that run in it; nothing of one that cannot be read. Of a game from
/// elsewhere the log alone says who played: they are named in its seats.
async fn stands(
    state: &AppState,
    row: &Row,
    me: Option<&Account>,
    now: Time,
    seats: &mut [SeatLine],
) -> Option<(String, String)> {
    let table = state.service.games().table(&row.id.to_string(), me).await.ok()?;
    for (line, seat) in seats.iter_mut().zip(&row.seats).filter(|(line, _)| line.player == ELSEWHERE) {
        line.player = named(&table.player(seat.seat));
    }
    Some((table.view().score.said(), clock_of(&table, me, now)))
}

/// The clocks that run in a game; where none runs, what was agreed on, as long as the game goes on.
fn clock_of(table: &Table, me: Option<&Account>, now: Time) -> String {
    let running: Vec<String> = clock_lines(table, me, now).into_iter().map(|line| line.text).collect();
    match running.is_empty() {
        true if table.over() => String::new(),
        true => terms_of_time(&table.row),
        false => running.join(" "),
    }
}

/// The game that the front page shows: one that is played, else one that was.
async fn live(state: &AppState, rows: &[Row], me: Option<&Account>, now: Time) -> Option<Live> {
    // One that has been set up has something to show.
    let played = rows.iter().filter(|r| r.summary.state == GameState::Running && r.summary.turn > 0);
    let row = played.max_by_key(|r| r.summary.turn).or(rows.first())?;
    let Ok(table) = state.service.games().table(&row.id.to_string(), None).await else { return None };
    let view = table.view();
    let page = href(row.id);
    let hand = InHand { page: &page, parts: &page, still: true, ..InHand::default() };
    Some(Live {
        title: row.title.clone(),
        standing: row.summary.result.clone().unwrap_or_else(|| row.summary.phase.clone()),
        score: view.score.said(),
        clock: clock_of(&table, me, now),
        board: Board::draw(table.game.ruleset().sheet(), &view, hand),
        href: page,
    })
}

/// The seats of a game with their players and commands.
fn seat_lines(about: Option<&About>, row: &Row, me: Option<AccountId>) -> Vec<SeatLine> {
    let specs = about.and_then(|a| a.scenario(&row.terms.scenario)).map_or(&[][..], |s| &s.seats);
    let lines = row.seats.iter().enumerate().map(|(n, seat)| {
        let then = match row.seats.get(n + 1) {
            Some(next) if next.side == seat.side => ", ",
            Some(_) => " against ",
            None => "",
        };
        let command = specs.get(n).map_or("", |s| s.command).to_owned();
        let line = seat_line(seat, me);
        let elsewhere = seat.holder == Holder::Open && row.summary.state != GameState::Lobby;
        let player = if elsewhere { ELSEWHERE.to_owned() } else { line.player };
        SeatLine { command, then, player, ..line }
    });
    lines.collect()
}

/// What stands in the place of players whom only the log of a game names, until that is read.
const ELSEWHERE: &str = "played elsewhere";

/// A seat with its player.
pub(super) fn seat_line(seat: &fieldpost_store::Seat, me: Option<AccountId>) -> SeatLine {
    let (player, mine) = match &seat.holder {
        Holder::Open => ("nobody yet".to_owned(), false),
        Holder::Player { account, name } if seat.stand_in.is_some() => {
            (format!("a house player for {}", named(name)), Some(*account) == me)
        }
        Holder::Player { account, name } => (named(name), Some(*account) == me),
        Holder::Bot(bot) => (format!("House player ({bot})"), false),
    };
    SeatLine { side: seat.side.word(), seat: seat.name.clone(), player, me: mine, ..SeatLine::default() }
}

async fn landing(state: Data<AppState>, who: MaybeSignedIn, request: HttpRequest) -> Page {
    let now = Time::now();
    let shell = Shell::for_reader(&state, &who, "Board wargames by correspondence").await?;
    let mut public = state.service.lobby().running_games().await?;
    if public.len() < 6 {
        public.extend(state.service.lobby().ended_games().await?);
    }
    public.truncate(6);
    let live = live(&state, &public, who.account(), now).await;
    let lines = lines(&state, &public, who.account(), now).await?;
    let shown: Option<Picture> = state.service.registry.all().first().map(|r| picture(r.about(), r.sheet()));
    let demo = demo_doors(&state, &request).await?;
    let going_on = super::guests::going_on(&state, &request).await?.map(href);
    let key = super::shell::fresh_key();
    page(&Landing { shell, demo, going_on, key, live, picture: shown, rulesets: shelf(&state), public: lines })
}

async fn lobby(state: Data<AppState>, who: MaybeSignedIn) -> Page {
    let now = Time::now();
    let shell = Shell::for_reader(&state, &who, "Lobby").await?.here("lobby");
    let open = state.service.lobby().open_games(who.account().map(|a| a.id)).await?;
    let mut public = state.service.lobby().running_games().await?;
    public.extend(state.service.lobby().ended_games().await?);
    let open = lines(&state, &open, who.account(), now).await?;
    let running = lines(&state, &public, who.account(), now).await?;
    page(&Lobby { shell, open, running, rulesets: shelf(&state) })
}

async fn my_games(state: Data<AppState>, me: SignedIn) -> Page {
    let now = Time::now();
    let rows = state.service.lobby().my_games(&me.account).await?;
    let who = MaybeSignedIn(Some(me));
    let mut games = MyGames {
        shell: Shell::for_reader(&state, &who, "My games").await?.here("games"),
        unnamed: who.account().is_some_and(Account::is_unnamed),
        zone: who.account().map_or_else(String::new, |a| a.time_zone.clone()),
        waiting: Vec::new(),
        theirs: Vec::new(),
        open: Vec::new(),
        over: Vec::new(),
        handed_over: Vec::new(),
    };
    let Some(account) = who.account() else { return Err(ServiceError::sign_in().into()) };
    for f in state.service.seat_changes().handed_over(account).await? {
        games.handed_over.push(HandedOver {
            href: f.public.then(|| href(f.game)),
            title: f.title,
            seat: f.name,
            successor: named(&f.successor),
            when: ago(f.at, now, &account.time_zone),
        });
    }
    let clocks = state.service.clocks().of_account(account).await?;
    for row in &rows {
        let mine = row.seat_of(account.id);
        let waits = mine.is_some_and(|s| s.asks.is_some() && s.stand_in.is_none());
        let group = match row.summary.state {
            GameState::Lobby => &mut games.open,
            GameState::Ended => &mut games.over,
            GameState::Running if waits => &mut games.waiting,
            GameState::Running => &mut games.theirs,
        };
        let mut docket = line(&state, row, Some(account), now);
        if mine.is_some_and(|s| s.stand_in.is_some()) && row.summary.state == GameState::Running {
            docket.standing = "A house player stands in for you.".to_owned();
        }
        let own = clocks
            .get(&row.id)
            .into_iter()
            .flatten()
            .find(|h| row.seat_of(account.id).is_some_and(|s| s.seat == h.seat));
        let elsewhere = docket.seats.iter().any(|seat| seat.player == ELSEWHERE);
        if row.summary.state == GameState::Running || elsewhere {
            // Whose time runs is said whoever's it is; of the reader's own, when it is out.
            let (score, clock) = stands(&state, row, Some(account), now, &mut docket.seats).await.unwrap_or_default();
            let own = own.filter(|hand| hand.out.is_some());
            docket.clock = own.map_or(clock, |hand| clock_in_words(*hand, now, &account.time_zone));
            docket.score = score;
        }
        group.push(docket);
    }
    page(&games)
}

/// The game that has waited longest, or the list of games when none waits.
async fn next(state: Data<AppState>, me: SignedIn) -> Page {
    match state.service.lobby().next_game(&me.account, None).await? {
        Some(game) => see_other(href(game)),
        None => see_other("/games"),
    }
}

#[derive(Deserialize)]
struct Wanted {
    ruleset: Option<String>,
    scenario: Option<String>,
}

async fn new_game(state: Data<AppState>, me: SignedIn, wanted: Query<Wanted>) -> Page {
    let who = MaybeSignedIn(Some(me));
    new_game_page(&state, &who, &wanted, None).await
}

async fn new_game_page(state: &AppState, who: &MaybeSignedIn, wanted: &Wanted, trouble: Option<&ServiceError>) -> Page {
    let none = || ServiceError::unknown("There is no ruleset on the shelf.");
    let first = || state.service.registry.all().first().map(|r| r.about().id.to_owned());
    let id = wanted.ruleset.clone().or_else(first).ok_or_else(none)?;
    let ruleset = find(state, &id)?;
    let about = ruleset.about();
    let chosen = wanted.scenario.as_deref().and_then(|s| about.scenario(s)).or(about.scenarios.first());
    let shell = Shell::for_reader(state, who, "New game").await?.here("games");
    let form = NewGame {
        shell,
        rulesets: shelf(state),
        cites: Cites::of(about),
        about,
        scenario: chosen.ok_or_else(none)?,
        bots: ruleset.bots(),
        paces: &PACES,
        wrong: trouble.map(ToString::to_string).unwrap_or_default(),
        key: super::shell::fresh_key(),
    };
    match trouble {
        Some(t) => page_with(crate::web::error::status(t.kind), &form),
        None => page(&form),
    }
}

/// The clock that the form asks for. A form that says nothing of time asks for none.
fn read_clock(form: &BTreeMap<String, String>) -> Outcome<Option<ClockTerms>> {
    let field = |name: &str| form.get(name).map_or("", |v| v.trim());
    let number = |name: &str, what: &str| {
        field(name).parse::<u64>().map_err(|_| {
            ServiceError::malformed(format!(
                "{what}: {:?} is no number.",
                field(name).chars().take(20).collect::<String>()
            ))
            .legal("Write a whole number.")
        })
    };
    let control = match field("time") {
        "" | "none" => return Ok(None),
        "days" => Control::Days(u32::try_from(number("days", "Days for each hand-over")?).unwrap_or(u32::MAX)),
        "bank" => {
            let days = |n: u64| n.saturating_mul(DAY);
            Control::Bank(Bank {
                bank: days(number("bank", "Days in all")?),
                cap: days(number("cap", "Days at most")?),
                increment: number("increment", "Hours with each hand-over")?.saturating_mul(HOUR),
            })
        }
        _ => return Err(ServiceError::malformed("There is no such clock.").legal("Choose one of those listed.")),
    };
    let claim = match field("claim") {
        "adjudication" => Claim::Adjudication,
        "" | "forfeit" => Claim::Forfeit,
        _ => return Err(ServiceError::malformed("There is no such claim.").legal("Choose one of those listed.")),
    };
    let leave = match field("leave") {
        "" => 0,
        _ => u32::try_from(number("leave", "Days of leave")?).unwrap_or(u32::MAX),
    };
    let terms = ClockTerms { claim, control, leave, stand_in: form.contains_key("stand_in") };
    terms.check()?;
    Ok(Some(terms))
}

/// What the form of a new game says for the seat of a host who takes none.
const HOSTS: &str = "host";

async fn start(state: Data<AppState>, me: SignedIn, form: Form<BTreeMap<String, String>>) -> Page {
    let field = |name: &str| form.get(name).map_or("", |v| v.trim());
    let options = form.iter().filter_map(|(k, v)| Some((k.strip_prefix("option.")?.to_owned(), v.clone()))).collect();
    let mail = Some(field("invite").to_owned()).filter(|m| !m.is_empty());
    let opponent = match field("opponent") {
        "open" => Opponent::Anybody,
        other => match other.strip_prefix("bot:") {
            Some(bot) => Opponent::Bot(bot.to_owned()),
            None => Opponent::Invited(mail),
        },
    };
    let seat = match field("seat") {
        "draw" | "" | HOSTS => None,
        n => Some(SeatId(n.parse().map_err(|_| ServiceError::malformed("There is no such seat."))?)),
    };
    let wanted = || Wanted { ruleset: Some(field("ruleset").to_owned()), scenario: Some(field("scenario").to_owned()) };
    let clock = match read_clock(&form) {
        Ok(clock) => clock,
        Err(trouble) => return new_game_page(&state, &MaybeSignedIn(Some(me)), &wanted(), Some(&trouble)).await,
    };
    let new = NewTable {
        ruleset: field("ruleset").to_owned(),
        scenario: Some(field("scenario").to_owned()).filter(|s| !s.is_empty()),
        options,
        arbiter: field("seat") == HOSTS,
        seat,
        public: field("public") != "no",
        opponent,
        pace: match &clock {
            Some(ClockTerms { control: Control::Days(days), .. }) => *days,
            Some(_) => 0,
            None if field("pace").is_empty() => 0,
            None => field("pace").parse().map_err(|_| ServiceError::malformed("There is no such pace."))?,
        },
        clock,
        phrase: field("phrase").to_owned(),
        title: field("title").to_owned(),
        key: field("key").to_owned(),
    };
    match state.service.lobby().start(&me.account, new).await {
        Ok(started) => see_other(started.next),
        // What can be mended on the form is said on the form.
        Err(trouble) if matches!(trouble.kind, ErrorKind::Malformed | ErrorKind::Conflict | ErrorKind::Illegal) => {
            new_game_page(&state, &MaybeSignedIn(Some(me)), &wanted(), Some(&trouble)).await
        }
        Err(trouble) => Err(trouble.into()),
    }
}

/// A seat with what it commands, where its side has several.
fn commands(about: &About, row: &Row, seat: &fieldpost_store::Seat) -> String {
    let spec = about.scenario(&row.terms.scenario).and_then(|s| s.seats.get(usize::from(seat.seat.0)));
    match spec.map_or("", |s| s.command) {
        "" => seat.name.clone(),
        command => format!("{}: {command}", seat.name),
    }
}

/// The page on which somebody reads the terms of a game.
async fn terms_page(
    state: &AppState,
    who: &MaybeSignedIn,
    row: &Row,
    host: &str,
    action: String,
    link: Option<String>,
    closed: Option<String>,
) -> Page {
    let ruleset = find(state, &row.ruleset)?;
    let about = ruleset.about();
    let scenario = about.scenario(&row.terms.scenario);
    let options = scenario.map_or_else(Vec::new, |s| {
        let meaning = |o: &domain::referee::OptionSpec| {
            let value = row.terms.options.get(o.key)?;
            let means = o.values.iter().find(|(v, _)| v == value).map_or(value.as_str(), |(_, means)| means);
            Some((o.title.to_owned(), means.to_owned()))
        };
        s.options.iter().filter_map(meaning).collect()
    });
    let side = who.account().and_then(|a| row.seats_of(a.id).next()).map(|s| s.side);
    let open: Vec<(u8, String)> = row
        .seats
        .iter()
        .filter(|s| s.holder == Holder::Open && side.is_none_or(|own| own == s.side))
        .map(|s| (s.seat.0, commands(about, row, s)))
        .collect();
    let hosting = who.account().is_some_and(|a| row.host == a.id);
    let left = row.seats.iter().filter(|s| s.holder == Holder::Open).map(|s| s.name.as_str()).collect::<Vec<_>>();
    let shell = Shell::for_reader(state, who, "Invitation").await?;
    page(&Join {
        shell,
        host: named(host),
        title: row.title.clone(),
        ruleset_id: row.ruleset.clone(),
        ruleset: about.title.to_owned(),
        scenario: scenario.map_or_else(|| row.terms.scenario.clone(), |s| format!("{}, {}", s.title, s.length)),
        options,
        side: left.join(" or "),
        seats: seat_lines(Some(about), row, who.account().map(|a| a.id)),
        own: who.account().map_or_else(Vec::new, |a| row.seats_of(a.id).map(|s| s.name.clone()).collect()),
        choice: open,
        pace: row.clock.map_or_else(|| pace_title(row.pace), |c| c.in_words()),
        public: row.public,
        own_link: link.filter(|_| hosting),
        closed: closed.unwrap_or_default(),
        hosting,
        invite: format!("{}/invite", href(row.id)),
        own_action: format!("{}/join", href(row.id)),
        chain: chain_to_seal(&*ruleset, row),
        action,
        key: super::shell::fresh_key(),
    })
}

async fn invitation(state: Data<AppState>, who: MaybeSignedIn, token: Path<String>) -> Page {
    let invited = state.service.lobby().open_invitation(&token, who.account()).await?;
    if invited.seated && invited.row.summary.state != GameState::Lobby {
        return see_other(href(invited.row.id));
    }
    let path = format!("/join/{token}");
    if invited.replaces {
        return take_over_page(&state, &who, &invited, path).await;
    }
    let link = state.service.url(&path);
    terms_page(&state, &who, &invited.row, &invited.host, path, Some(link), invited.over).await
}

/// The page on which somebody reads whose place they would take.
async fn take_over_page(state: &AppState, who: &MaybeSignedIn, invited: &Invited, action: String) -> Page {
    let ruleset = find(state, &invited.row.ruleset)?;
    let seat = invited.row.seats.iter().find(|s| Some(s.seat) == invited.invitation.seat);
    let seat = seat.ok_or_else(|| ServiceError::unknown("There is no such seat."))?;
    let other = invited.row.seats.iter().filter(|s| s.side != seat.side);
    let name = |s: &fieldpost_store::Seat| seat_line(s, None).player;
    page(&TakeOver {
        shell: Shell::for_reader(state, who, "Invitation").await?,
        title: invited.row.title.clone(),
        ruleset_id: invited.row.ruleset.clone(),
        ruleset: ruleset.about().title.to_owned(),
        seat: seat.name.clone(),
        side: seat.side.word(),
        from: name(seat),
        against: other.map(name).collect::<Vec<_>>().join(", "),
        standing: format!("Turn {}: {}", invited.row.summary.turn, invited.row.summary.phase),
        terms: state.service.terms_in_words(&invited.row),
        action,
        key: super::shell::fresh_key(),
    })
}

#[derive(Deserialize)]
struct Accepting {
    #[serde(default)]
    phrase: String,
    /// The number of the seat, where there is a choice.
    seat: Option<u8>,
    /// Set where they seal their dice, and what with.
    sealed: Option<String>,
    #[serde(default)]
    sealing: String,
}

async fn accept(state: Data<AppState>, me: SignedIn, token: Path<String>, form: Form<Accepting>) -> Page {
    let words = (form.phrase.as_str(), sealing(form.sealed.as_deref(), &form.sealing)?);
    let game = state.service.lobby().accept_with(&token, &me.account, form.seat.map(SeatId), words).await?;
    see_other(href(game))
}

async fn open_terms(state: Data<AppState>, who: MaybeSignedIn, game: Path<String>) -> Page {
    let table = state.service.games().table(&game, who.account()).await?;
    let row = &table.row;
    let closed = match row.summary.state {
        GameState::Lobby if row.open => None,
        GameState::Lobby => Some("The seat is kept for somebody whom the host has invited.".to_owned()),
        _ => Some("Every seat of this game is taken.".to_owned()),
    };
    let host = row.seat_of(row.host).map(|s| match &s.holder {
        Holder::Player { name, .. } => name.clone(),
        _ => String::new(),
    });
    let action = format!("{}/join", table.href());
    terms_page(&state, &who, row, &host.unwrap_or_default(), action, None, closed).await
}

async fn join_open(state: Data<AppState>, me: SignedIn, game: Path<String>, form: Form<Accepting>) -> Page {
    let words = (form.phrase.as_str(), sealing(form.sealed.as_deref(), &form.sealing)?);
    let game = state.service.lobby().join_with(&game, &me.account, form.seat.map(SeatId), words).await?;
    see_other(href(game))
}

#[derive(Deserialize)]
struct Inviting {
    #[serde(default)]
    email: String,
}

async fn invite(state: Data<AppState>, me: SignedIn, game: Path<String>, form: Form<Inviting>) -> Page {
    let path = state.service.lobby().invite(&game, &me.account, Some(form.email.as_str())).await?;
    see_other(path)
}
