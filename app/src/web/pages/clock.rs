//! The clocks of a game, and a player's calendar: templates and handlers. All of it works as plain forms.

use super::choices::capital;
use super::shell::{Shell, page, page_with, see_other};
use crate::service::clocks::{ClockAct, in_words, read_calendar, resting};
use crate::service::table::Table;
use crate::service::{ErrorKind, Outcome, ServiceError};
use crate::web::error::status;
use crate::web::{AppState, MaybeSignedIn, Page, SignedIn};
use crate::when::day;
use actix_web::http::StatusCode;
use actix_web::web::{self, Data, Form, Path, Query, ServiceConfig};
use askama::Template;
use domain::clock::{CalendarRules, Claim, DAY, Night, lasting};
use domain::log::Millis;
use domain::referee::SeatId;
use fieldpost_store::Time;
use jiff::ToSpan;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The routes.
pub fn configure(routes: &mut ServiceConfig) {
    routes
        .route("/games/{id}/clock", web::get().to(show))
        .route("/games/{id}/clock", web::post().to(act))
        .route("/account/calendar", web::get().to(calendar))
        .route("/account/calendar", web::post().to(set_calendar));
}

/// A seat's clock as the page shows it.
#[derive(Clone, Debug, Default)]
pub struct ClockRow {
    /// Its number.
    pub seat: u8,
    /// `union` or `confederate`.
    pub side: &'static str,
    /// Its name.
    pub name: String,
    /// Who sits there.
    pub player: String,
    /// Whether the reader does.
    pub me: bool,
    /// How it stands, in words.
    pub left: String,
    /// Why it stands still just now; may be empty.
    pub rest: String,
    /// Leave left this year, in words; may be empty.
    pub leave: String,
    /// `out`, `running` or empty.
    pub mood: &'static str,
    /// Whether the reader may claim on it.
    pub claim: bool,
    /// Whether it is of the other side, and its time is out.
    pub out: bool,
    /// Whether the reader may grant it time.
    pub grant: bool,
    /// Whether that is what went wrong.
    pub wrong: bool,
}

/// `/games/ID/clock`
#[derive(Template)]
#[template(path = "pages/clock.html")]
pub struct ClockPage {
    /// Frame.
    pub shell: Shell,
    /// The game's page.
    pub game_href: String,
    /// The game's name.
    pub game_title: String,
    /// The terms in words; empty without a clock.
    pub terms: String,
    /// What a claim means, as a sentence.
    pub claims: &'static str,
    /// What pressing the button of a claim does.
    pub claiming: &'static str,
    /// The clocks.
    pub rows: Vec<ClockRow>,
    /// Whether the reader plays, and the game goes on.
    pub playing: bool,
    /// The pause, in words; empty without one.
    pub pause: String,
    /// Whether somebody has announced its end already, or it has one soon.
    pub resuming: bool,
    /// A proposal of the other side, in words; empty without one.
    pub offered: String,
    /// Whether the reader proposes a pause.
    pub asked: bool,
    /// The seat that commands the reader's army, when it is not theirs: it alone claims and has to do with pauses. Empty otherwise.
    pub head: String,
    /// Who answers for the other army.
    pub opponent: String,
    /// The reader's leave, in words; empty without one.
    pub leave: String,
    /// Leave that the reader has left, in words; empty when the terms give none.
    pub leave_left: String,
    /// Today where the reader is, for the date fields.
    pub today: String,
    /// What was wrong with the last try; may be empty.
    pub wrong: String,
    /// The form it is about: `grant`, `pause`, `leave`, or empty.
    pub wrong_in: &'static str,
    /// What was typed there: hours, first day, last day.
    pub typed: [String; 3],
    /// The game's id, for a way back from the calendar.
    pub game_id: String,
    /// A key for this page's forms.
    pub key: String,
}

#[derive(Deserialize)]
struct Looking {
    /// What was done just now, one of those that [`done`] knows.
    did: Option<String>,
}

/// A word about what was done, where the page does not show it by itself.
fn done(what: &str) -> Option<&'static str> {
    Some(match what {
        "claim" => "Claimed. The game is over.",
        "grant" => "Granted. The other side is told.",
        "offer-pause" => "Proposed. The other side is told, and has to agree.",
        "agree-pause" => "Agreed. All clocks stand still.",
        "decline-pause" => "The proposal is off. The clocks run on.",
        "end-pause" => "The pause ends. The other side is told.",
        "take-leave" => "Your leave is set down, and the other side can see it.",
        "end-leave" => "Your leave is over. Your clock runs again.",
        _ => return None,
    })
}

async fn show(state: Data<AppState>, who: MaybeSignedIn, game: Path<String>, looking: Query<Looking>) -> Page {
    let table = state.service.games().table(&game, who.account()).await?;
    clock_page(&state, &who, &table, looking.did.as_deref(), None).await
}

async fn clock_page(
    state: &AppState,
    who: &MaybeSignedIn,
    table: &Table,
    did: Option<&str>,
    failed: Option<(&ServiceError, &Acting)>,
) -> Page {
    let now = Time::now();
    let at: Millis = now.into();
    let zone = who.account().map_or("UTC", |a| a.time_zone.as_str());
    let game = &table.game;
    let mut shell = Shell::for_reader(state, who, "The clock").await?.here("games");
    if let Some(text) = did.and_then(done) {
        shell = shell.say("good", text);
    }
    let today = today(now, zone);
    let wrong = failed.map(|(trouble, _)| trouble.to_string()).unwrap_or_default();
    let typed = failed.map(|(_, f)| [&f.hours, &f.from, &f.until].map(|t| t.chars().take(20).collect()));
    let mut shown = ClockPage {
        shell,
        game_href: table.href(),
        game_title: table.row.title.clone(),
        terms: String::new(),
        claims: "",
        claiming: "",
        rows: Vec::new(),
        playing: table.seat.is_some() && !table.over() && game.begun(),
        pause: String::new(),
        resuming: false,
        offered: String::new(),
        asked: false,
        head: table.seat.filter(|_| !table.is_head()).map_or_else(String::new, |_| table.head_name().to_owned()),
        opponent: table.opponent(),
        leave: String::new(),
        leave_left: String::new(),
        today,
        wrong,
        wrong_in: failed.map_or("", |(_, form)| form.section()),
        typed: typed.unwrap_or_default(),
        game_id: table.row.id.to_string(),
        key: super::shell::fresh_key(),
    };
    if let Some(clocks) = game.clocks() {
        shown.terms = clocks.terms().in_words();
        shown.claims = match clocks.terms().claim {
            Claim::Forfeit => {
                "When a side's time is out, the other may claim, and has then won. Nothing happens by itself."
            }
            Claim::Adjudication => {
                "When a side's time is out, the other may claim. The position is then judged as it stands, and that is the result. Nothing happens by itself."
            }
        };
        shown.claiming = match clocks.terms().claim {
            Claim::Forfeit => "End the game at once: I have won it then.",
            Claim::Adjudication => "End the game at once: the position is judged as it stands.",
        };
        let own = table.seat.and_then(|s| game.seat(s)).map(|s| s.side);
        for seat in game.seats() {
            let reading = clocks.reading(seat.id, at);
            let house = seat.player.as_ref().is_some_and(|p| p.bot.is_some());
            let against = own.is_some_and(|side| side != seat.side) && reading.running && !table.over();
            let out = reading.running && reading.left == 0;
            shown.rows.push(ClockRow {
                seat: seat.id.0,
                side: seat.side.word(),
                name: seat.name.clone(),
                player: super::shell::named(&table.player(seat.id)),
                me: table.seat == Some(seat.id),
                left: match (house, reading.running) {
                    (true, _) => "A house player has no clock.".to_owned(),
                    (_, true) => capital(&in_words(&reading, zone)),
                    _ if reading.of == 0 => "Not running: the game has not waited for this side yet.".to_owned(),
                    _ => format!(
                        "Not running: the game does not wait for this side. It stands at {}.",
                        lasting(reading.left)
                    ),
                },
                rest: if reading.running { resting(&reading, zone).unwrap_or_default() } else { String::new() },
                leave: match clocks.leave(seat.id, at) {
                    Some(l) => format!("Leave from {} to {}.", day(l.from.into(), zone), day(l.until.into(), zone)),
                    None => String::new(),
                },
                mood: if out {
                    "out"
                } else if reading.running {
                    "running"
                } else {
                    ""
                },
                claim: against && out && table.is_head(),
                out: against && out,
                grant: against,
                wrong: against && failed.is_some_and(|(_, form)| form.is_about(seat.id)),
            });
        }
        if let Some(pause) = clocks.pause(at) {
            shown.pause = match pause.until {
                Millis(u64::MAX) => "The clocks stand still until one of you ends the pause.".to_owned(),
                until => format!("The clocks stand still until {}.", day(until.into(), zone)),
            };
            shown.resuming = clocks.may_end_pause(at).is_err();
        }
        if let Some(offer) = clocks.pause_offered() {
            shown.asked = table.seat == Some(offer.seat);
            if own.is_some() && own != game.seat(offer.seat).map(|s| s.side) {
                let until = offer.until.map_or_else(
                    || "until one of you ends it".to_owned(),
                    |until| format!("until {}", day(until.into(), zone)),
                );
                shown.offered = format!("The {} player proposes a pause {until}.", table.seat_name(offer.seat));
            }
        }
        if let Some(seat) = table.seat {
            if clocks.terms().leave > 0 {
                shown.leave_left = lasting(clocks.leave_left(seat, at));
            }
            if let Some(leave) = clocks.leave(seat, at) {
                shown.leave =
                    format!("Your leave: from {} to {}.", day(leave.from.into(), zone), day(leave.until.into(), zone));
            }
        }
    }
    // What belongs to a form that is not on the page is said above everything.
    let there = match shown.wrong_in {
        "grant" => shown.rows.iter().any(|r| r.wrong),
        "pause" => shown.playing,
        "leave" => shown.playing && !shown.leave_left.is_empty(),
        _ => false,
    };
    if !there {
        shown.wrong_in = "";
    }
    match failed {
        Some((trouble, _)) => page_with(status(trouble.kind), &shown),
        None => page(&shown),
    }
}

fn today(now: Time, zone: &str) -> String {
    let zone = TimeZone::get(zone).unwrap_or(TimeZone::UTC);
    let stamp = jiff::Timestamp::from_millisecond(now.0).unwrap_or_default();
    stamp.to_zoned(zone).date().to_string()
}

/// The beginning of a day where somebody is, so many days after it.
fn midnight(text: &str, days_after: i64, zone: &str) -> Outcome<u64> {
    let wrong = || {
        let text: String = text.chars().take(20).collect();
        ServiceError::malformed(format!("{text:?} is no date.")).legal("Write it like 2026-12-24.")
    };
    let date: Date = text.trim().parse().map_err(|_| wrong())?;
    let date = date.checked_add(days_after.days()).map_err(|_| wrong())?;
    let zone = TimeZone::get(zone).unwrap_or(TimeZone::UTC);
    let zoned = date.to_zoned(zone).map_err(|_| wrong())?;
    u64::try_from(zoned.timestamp().as_millisecond()).map_err(|_| wrong())
}

#[derive(Deserialize)]
struct Acting {
    #[serde(rename = "do")]
    what: String,
    #[serde(default)]
    seat: String,
    #[serde(default)]
    hours: String,
    #[serde(default)]
    from: String,
    #[serde(default)]
    until: String,
    #[serde(default)]
    key: String,
}

impl Acting {
    fn is_about(&self, seat: SeatId) -> bool {
        self.what == "grant" && self.seat.parse() == Ok(seat.0)
    }

    /// The section of the page that its form stands in; empty where there is nothing to mend in a field.
    fn section(&self) -> &'static str {
        match self.what.as_str() {
            "grant" => "grant",
            "offer-pause" | "agree-pause" | "decline-pause" | "end-pause" => "pause",
            "take-leave" | "end-leave" => "leave",
            _ => "",
        }
    }

    /// One key serves all forms of a page: with what it is about, each has its own.
    fn key(&self) -> Option<String> {
        (!self.key.is_empty()).then(|| format!("{}.{}{}", self.key, self.what, self.seat))
    }
}

/// What a form asks for.
fn wanted(form: &Acting, zone: &str, now: Time) -> Outcome<ClockAct> {
    let seat = || form.seat.parse::<u8>().map_err(|_| ServiceError::malformed("The form names no seat."));
    // The last day is part of it.
    let until = || midnight(&form.until, 1, zone);
    Ok(match form.what.as_str() {
        "claim" => ClockAct::Claim { seat: seat()? },
        "grant" => {
            let hours = form.hours.trim().parse().map_err(|_| {
                ServiceError::malformed("Time is granted in whole hours.").legal("Write a number, such as 48.")
            })?;
            ClockAct::Grant { seat: seat()?, hours }
        }
        "offer-pause" => {
            ClockAct::OfferPause { until: if form.until.trim().is_empty() { None } else { Some(until()?) } }
        }
        "agree-pause" => ClockAct::AnswerPause { accept: true },
        "decline-pause" => ClockAct::AnswerPause { accept: false },
        "end-pause" => ClockAct::EndPause,
        "take-leave" => {
            let at_once = form.from.trim().is_empty() || form.from.trim() == today(now, zone);
            let from = if at_once { None } else { Some(midnight(&form.from, 0, zone)?) };
            ClockAct::TakeLeave { from, until: until()? }
        }
        "end-leave" => ClockAct::EndLeave,
        _ => return Err(ServiceError::malformed("The form does not say what to do about the clock.")),
    })
}

async fn act(state: Data<AppState>, me: SignedIn, game: Path<String>, form: Form<Acting>) -> Page {
    let outcome = match wanted(&form, &me.account.time_zone, Time::now()) {
        Ok(act) => state.service.clocks().act(&game, &me.account, act, form.key()).await.map(|_| ()),
        Err(trouble) => Err(trouble),
    };
    match outcome {
        Ok(()) => {
            let did = if done(&form.what).is_some() { form.what.as_str() } else { "" };
            see_other(format!("/games/{game}/clock?did={did}"))
        }
        // What can be mended on the page is said on the page.
        Err(trouble) if matches!(trouble.kind, ErrorKind::Malformed | ErrorKind::Conflict | ErrorKind::Forbidden) => {
            let who = MaybeSignedIn(Some(me));
            let table = state.service.games().table(&game, who.account()).await?;
            clock_page(&state, &who, &table, None, Some((&trouble, &form))).await
        }
        Err(trouble) => Err(trouble.into()),
    }
}

/// A day of the week to tick.
#[derive(Clone, Debug)]
pub struct WeekDay {
    /// Monday is 1.
    pub number: u8,
    /// Its name.
    pub name: &'static str,
    /// Whether it is off.
    pub on: bool,
}

/// `/account/calendar`
#[derive(Template)]
#[template(path = "pages/calendar.html")]
pub struct CalendarPage {
    /// Frame.
    pub shell: Shell,
    /// The page of a game's clock that it was come from; may be empty.
    pub clock_href: String,
    /// That game's id; may be empty.
    pub game: String,
    /// What is wrong; may be empty.
    pub wrong: String,
    /// In which part: `nights`, `days`, `holidays`, or empty for the whole.
    pub wrong_in: &'static str,
    /// The reader's zone.
    pub zone: String,
    /// Whether nights are off.
    pub nights: bool,
    /// From when.
    pub from: String,
    /// Until when.
    pub until: String,
    /// The week.
    pub days: Vec<WeekDay>,
    /// Holidays, one a line.
    pub holidays: String,
}

const WEEK: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

impl CalendarPage {
    fn of(shell: Shell, rules: &CalendarRules, game: Option<&str>) -> Self {
        let time = |minutes: u16| format!("{:02}:{:02}", minutes / 60, minutes % 60);
        let night = rules.nights.unwrap_or(Night { from: 22 * 60, until: 7 * 60 });
        let days = (1..).zip(WEEK).map(|(number, name)| WeekDay { number, name, on: rules.weekend.contains(&number) });
        let game = game.and_then(known_game).unwrap_or_default();
        CalendarPage {
            shell,
            clock_href: clock_href(&game),
            game,
            wrong: String::new(),
            wrong_in: "",
            zone: rules.zone.clone(),
            nights: rules.nights.is_some(),
            from: time(night.from),
            until: time(night.until),
            days: days.collect(),
            holidays: rules.holidays.join("\n"),
        }
    }
}

/// The id of a game, if the text can be one.
fn known_game(text: &str) -> Option<String> {
    text.parse::<domain::log::GameId>().ok().map(|id| id.to_string())
}

fn clock_href(game: &str) -> String {
    if game.is_empty() { String::new() } else { format!("/games/{game}/clock") }
}

#[derive(Deserialize)]
struct Said {
    counted: Option<u64>,
    game: Option<String>,
}

async fn calendar(state: Data<AppState>, me: SignedIn, said: Query<Said>) -> Page {
    let rules = state.service.clocks().calendar(&me.account).await?;
    let who = MaybeSignedIn(Some(me));
    let mut shell = Shell::for_reader(&state, &who, "Nights, weekends, holidays").await?.here("account");
    if let Some(counted) = said.counted.filter(|c| *c <= 28 * DAY) {
        let text = format!("Saved. In the next four weeks your time runs for {}.", lasting(counted));
        shell = shell.say("good", text);
    }
    page(&CalendarPage::of(shell, &rules, said.game.as_deref()))
}

async fn set_calendar(state: Data<AppState>, me: SignedIn, form: Form<BTreeMap<String, String>>) -> Page {
    let field = |name: &str| form.get(name).map_or("", String::as_str);
    let weekend = (1..=7_u8).filter(|n| form.contains_key(&format!("day.{n}"))).collect();
    let nights = form.contains_key("nights");
    let game = known_game(field("game")).unwrap_or_default();
    // Only the hours of a night can be unreadable by themselves.
    let mut wrong_in = "nights";
    let set = match read_calendar(nights, field("from"), field("until"), weekend, field("holidays")) {
        Ok(rules) => {
            wrong_in = state.service.clocks().calendar_fault(&me.account, &rules).await?;
            state.service.set_calendar(&me.account, rules).await
        }
        Err(trouble) => Err(trouble),
    };
    let trouble = match set {
        Ok(counted) if game.is_empty() => return see_other(format!("/account/calendar?counted={counted}")),
        Ok(counted) => return see_other(format!("/account/calendar?counted={counted}&game={game}")),
        Err(trouble) if trouble.kind == ErrorKind::Malformed => trouble,
        Err(trouble) => return Err(trouble.into()),
    };
    // Nothing that was typed is lost.
    let zone = state.service.clocks().calendar(&me.account).await?.zone;
    let who = MaybeSignedIn(Some(me));
    let shell = Shell::for_reader(&state, &who, "Nights, weekends, holidays").await?.here("account");
    let days =
        (1..).zip(WEEK).map(|(number, name)| WeekDay { number, name, on: form.contains_key(&format!("day.{number}")) });
    let typed = CalendarPage {
        shell,
        clock_href: clock_href(&game),
        game,
        wrong: trouble.to_string(),
        wrong_in,
        zone,
        nights,
        from: field("from").to_owned(),
        until: field("until").to_owned(),
        days: days.collect(),
        holidays: field("holidays").chars().take(4_000).collect(),
    };
    page_with(StatusCode::BAD_REQUEST, &typed)
}
