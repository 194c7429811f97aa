//! The archive: finished public games, to be looked for by what they are and by what is told of them.

use super::archive_game::length;
use super::front::{SeatLine, Thumb};
use super::lobby::seat_line;
use super::shell::{Shell, escape, named, page, page_with};
use super::thumb::thumb;
use crate::service::archive::Origin;
use crate::service::{Outcome, ServiceError};
use crate::web::{AppState, MaybeSignedIn, Page};
use actix_web::http::StatusCode;
use actix_web::web::{self, Data, Path, Query, ServiceConfig};
use askama::Template;
use fieldpost_store::{Found, Time, Wanted, matching};
use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde::Deserialize;

/// Games on a page.
pub const PAGE: u32 = 20;

/// How long games are, in orders: the word in addresses, in words, from, to.
const LENGTHS: [(&str, &str, u32, u32); 4] = [
    ("short", "Short: up to 100 orders", 0, 100),
    ("middle", "101 to 300 orders", 101, 300),
    ("long", "301 to 800 orders", 301, 800),
    ("very-long", "More than 800 orders", 801, u32::MAX >> 1),
];
/// Who won: the word in addresses, in words.
const RESULTS: [(&str, &str); 3] =
    [("union", "Union won"), ("confederate", "Confederates won"), ("nobody", "Nobody won")];

/// The routes.
pub fn configure(routes: &mut ServiceConfig) {
    routes.route("/archive", web::get().to(list)).route("/players/{id}", web::get().to(player));
}

/// What the form asks for, as it was typed.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Asked {
    q: String,
    game: String,
    player: String,
    result: String,
    length: String,
    from: String,
    to: String,
    page: Option<String>,
}

/// A choice of a list: value, words, whether it is the one.
type Pick = (String, String, bool);

/// A game of the list.
pub struct Shelved {
    /// Where its page is.
    pub href: String,
    /// What it is called.
    pub title: String,
    /// Ruleset and scenario.
    pub of: String,
    /// Who played.
    pub seats: Vec<SeatLine>,
    /// How it ended.
    pub result: String,
    /// Class of the side that won; empty where nobody did.
    pub winner: &'static str,
    /// Turns, orders, days.
    pub length: String,
    /// When it ended.
    pub ended: String,
    /// What its dice or its log are worth, where that is not what it is of a game played here.
    pub mark: Option<String>,
    /// A small picture of the end.
    pub thumb: Option<Thumb>,
    /// Where the words stand that were looked for: address, its words, the text with the words marked, as HTML.
    pub places: Vec<(String, String, String)>,
}

/// `/archive`
#[derive(Template)]
#[template(path = "pages/archive.html")]
struct ArchivePage {
    shell: Shell,
    asked: Asked,
    kinds: Vec<Pick>,
    results: Vec<Pick>,
    lengths: Vec<Pick>,
    games: Vec<Shelved>,
    /// How many there are, in words.
    count: String,
    /// Whether anything is asked for.
    filtered: bool,
    /// Whether there is any game at all.
    empty: bool,
    before: Option<String>,
    behind: Option<String>,
    /// Which page of how many.
    pages: String,
    wrong: String,
}

async fn list(state: Data<AppState>, who: MaybeSignedIn, asked: Query<Asked>) -> Page {
    let asked = asked.into_inner();
    match wanted(&asked) {
        Ok((wanted, number)) => list_page(&state, &who, asked, wanted, number, None).await,
        // Nothing that was typed is lost.
        Err(trouble) => list_page(&state, &who, asked, Wanted::default(), 1, Some(trouble)).await,
    }
}

async fn list_page(
    state: &AppState,
    who: &MaybeSignedIn,
    asked: Asked,
    wanted: Wanted,
    number: u32,
    trouble: Option<ServiceError>,
) -> Page {
    let archive = state.service.archive();
    let zone = who.account().map_or("UTC", |a| a.time_zone.as_str());
    let kinds = archive.kinds().await?;
    let empty = kinds.is_empty();
    let (found, count) = match trouble {
        Some(_) => (Vec::new(), 0),
        None => archive.find(&wanted, PAGE, (number - 1).saturating_mul(PAGE)).await?,
    };
    let pages = count.div_ceil(PAGE).max(1);
    let to = |n: u32| address(&asked, n);
    let pick = |value: &str, words: &str, chosen: &str| (value.to_owned(), words.to_owned(), value == chosen);
    let shown = ArchivePage {
        shell: Shell::for_reader(state, who, "Archive").await?.here("archive"),
        kinds: kinds_of(state, &kinds, &asked.game),
        results: RESULTS.iter().map(|(value, words)| pick(value, words, &asked.result)).collect(),
        lengths: LENGTHS.iter().map(|(value, words, _, _)| pick(value, words, &asked.length)).collect(),
        games: shelf(state, &found, zone).await?,
        count: if count == 1 { "One game".to_owned() } else { format!("{count} games") },
        filtered: wanted != Wanted::default() || trouble.is_some(),
        empty,
        before: (number > 1).then(|| to((number - 1).min(pages))),
        behind: (number < pages).then(|| to(number + 1)),
        pages: if pages > 1 || number > 1 { format!("Page {number} of {pages}") } else { String::new() },
        wrong: trouble.as_ref().map(ToString::to_string).unwrap_or_default(),
        asked,
    };
    match trouble {
        Some(_) => page_with(StatusCode::BAD_REQUEST, &shown),
        None => page(&shown),
    }
}

/// What a form asks of the storage, and which page.
///
/// # Errors
/// 400 for what cannot be looked for, with what would be right.
pub fn wanted(asked: &Asked) -> Outcome<(Wanted, u32)> {
    let filled = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
    let (ruleset, scenario) = match asked.game.split_once('/') {
        Some((ruleset, scenario)) => (filled(ruleset), filled(scenario)),
        None => (filled(&asked.game), None),
    };
    let winner = filled(&asked.result);
    if winner.as_ref().is_some_and(|result| RESULTS.iter().all(|(value, _)| value != result)) {
        return Err(ServiceError::malformed("There is no such result.").legal("Choose one of the list."));
    }
    let orders =
        match filled(&asked.length) {
            None => None,
            Some(word) => {
                let found = LENGTHS.iter().find(|(value, ..)| *value == word);
                Some(found.ok_or_else(|| {
                    ServiceError::malformed("There is no such length.").legal("Choose one of the list.")
                })?)
            }
        };
    if asked.q.chars().count() > 200 || asked.player.chars().count() > 80 {
        return Err(ServiceError::malformed("That is too long to look for.").legal("Type some words."));
    }
    let text = match filled(&asked.q) {
        None => None,
        Some(words) => Some(matching(&words).ok_or_else(|| {
            ServiceError::malformed("There is no word in what you look for.").legal("Type some words.")
        })?),
    };
    let number = match asked.page.as_deref() {
        None | Some("") => 1,
        Some(n) => n
            .parse()
            .ok()
            .filter(|n| (1..1_000_000).contains(n))
            .ok_or_else(|| ServiceError::malformed("There is no such page.").legal("Pages are numbered from 1."))?,
    };
    let wanted = Wanted {
        ruleset,
        scenario,
        player: filled(&asked.player),
        account: None,
        winner,
        orders_from: orders.map(|(_, _, from, _)| *from),
        orders_to: orders.map(|(_, _, _, to)| *to),
        from: day(&asked.from)?.map(|date| midnight(date)).transpose()?,
        // The day named is within.
        before: day(&asked.to)?.map(|date| midnight(date.tomorrow().unwrap_or(date))).transpose()?,
        text,
    };
    Ok((wanted, number))
}

fn no_day() -> ServiceError {
    ServiceError::malformed("That is no day.").legal("Write it as year, month and day: 2026-06-27.")
}

fn day(text: &str) -> Outcome<Option<Date>> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    text.parse().map(Some).map_err(|_| no_day())
}

fn midnight(date: Date) -> Outcome<Time> {
    let zoned = date.to_zoned(TimeZone::UTC).map_err(|_| no_day())?;
    Ok(Time(zoned.timestamp().as_millisecond()))
}

/// The address of a page of the same list.
fn address(asked: &Asked, number: u32) -> String {
    let fields = [
        ("q", &asked.q),
        ("game", &asked.game),
        ("player", &asked.player),
        ("result", &asked.result),
        ("length", &asked.length),
        ("from", &asked.from),
        ("to", &asked.to),
    ];
    let mut query: Vec<String> = fields
        .into_iter()
        .filter(|(_, value)| !value.trim().is_empty())
        .map(|(name, value)| format!("{name}={}", super::board::url(value)))
        .collect();
    if number > 1 {
        query.push(format!("page={number}"));
    }
    if query.is_empty() { "/archive".to_owned() } else { format!("/archive?{}", query.join("&")) }
}

/// Rulesets and scenarios to choose from, with how many games there are.
fn kinds_of(state: &AppState, kinds: &[(String, String, u32)], chosen: &str) -> Vec<Pick> {
    let mut picks: Vec<Pick> = Vec::new();
    let mut last = "";
    for (ruleset, scenario, n) in kinds {
        let about = state.service.registry.get(ruleset).map(|r| r.about());
        let title = about.map_or(ruleset.as_str(), |a| a.title);
        if last != ruleset {
            let all: u32 = kinds.iter().filter(|(r, _, _)| r == ruleset).map(|(_, _, n)| n).sum();
            picks.push((ruleset.clone(), format!("{title} ({all})"), chosen == ruleset));
            last = ruleset;
        }
        if kinds.iter().filter(|(r, _, _)| r == ruleset).count() > 1 {
            let name = about.and_then(|a| a.scenario(scenario)).map_or(scenario.as_str(), |s| s.title);
            let value = format!("{ruleset}/{scenario}");
            let here = chosen == value;
            picks.push((value, format!("{title}: {name} ({n})"), here));
        }
    }
    picks
}

/// The games of a list.
async fn shelf(state: &AppState, found: &[Found], zone: &str) -> Outcome<Vec<Shelved>> {
    let mut games = Vec::new();
    for found in found {
        games.push(shelved(state, found, &state.service.archive().origin(found).await?, zone));
    }
    Ok(games)
}

/// A game as the list shows it.
fn shelved(state: &AppState, found: &Found, origin: &Origin, zone: &str) -> Shelved {
    let row = &found.game;
    let ruleset = state.service.registry.get(&row.ruleset);
    let about = ruleset.map(|r| r.about());
    let title = about.map_or(row.ruleset.as_str(), |a| a.title);
    let scenario = about.and_then(|a| a.scenario(&row.terms.scenario)).map_or(row.terms.scenario.as_str(), |s| s.title);
    Shelved {
        href: format!("/archive/{}", row.id),
        title: row.title.clone(),
        of: format!("{title} · {scenario}"),
        seats: row.seats.iter().enumerate().map(|(n, seat)| played_by(seat, origin.players.get(n))).collect(),
        result: row.summary.result.clone().unwrap_or_else(|| "Finished".to_owned()),
        winner: found.shelved.winner.map_or("", |side| side.word()),
        length: length(&found.shelved),
        mark: origin.mark(),
        ended: crate::when::date(found.shelved.ended, zone),
        thumb: ruleset.map(|r| thumb(row, r.sheet())),
        places: found
            .places
            .iter()
            .map(|(record, text)| {
                let href = match record {
                    0 => format!("/archive/{}", row.id),
                    n => format!("/games/{}/replay/{n}", row.id),
                };
                let what = if *record == 0 { "Title and players".to_owned() } else { format!("Record {record}") };
                (href, what, marked(text))
            })
            .collect(),
    }
}

/// Text with the words between the characters 2 and 3 marked, as HTML.
fn marked(text: &str) -> String {
    escape(text).replace('\u{2}', "<mark>").replace('\u{3}', "</mark>")
}

/// A seat with its player, as lists of finished games have it.
fn played_by(seat: &fieldpost_store::Seat, told: Option<&String>) -> SeatLine {
    let line = seat_line(seat, None);
    let player = told.map_or(line.player, |name| named(name));
    SeatLine { player, ..line }
}

/// `/players/ID`
#[derive(Template)]
#[template(path = "pages/player.html")]
struct PlayerPage {
    shell: Shell,
    name: String,
    games: Vec<Shelved>,
    count: String,
    /// Dice over all finished games, by ruleset.
    dice: Vec<(String, Vec<super::dice::DiceLine>)>,
    /// Of how many games.
    of: usize,
    /// The season that is looked at.
    season: Option<i16>,
    /// All seasons in which games of theirs ended, with how many.
    seasons: Vec<(i16, usize)>,
    /// The page's address without a season.
    href: String,
    before: Option<String>,
    behind: Option<String>,
}

#[derive(Deserialize)]
struct Which {
    page: Option<u32>,
    season: Option<i16>,
}

async fn player(state: Data<AppState>, who: MaybeSignedIn, id: Path<String>, which: Query<Which>) -> Page {
    let archive = state.service.archive();
    let (account, name) = archive.player(&id).await?;
    let zone = who.account().map_or("UTC", |a| a.time_zone.as_str());
    let number = which.page.unwrap_or(1).clamp(1, 100_000);
    let wanted = Wanted { account: Some(account), ..Wanted::default() };
    let (found, count) = archive.find(&wanted, PAGE, (number - 1) * PAGE).await?;
    let thrown = archive.dice_of(account, which.season).await?;
    let dice = thrown.dice.into_iter().map(|(ruleset, dice)| {
        let title = state.service.registry.get(&ruleset).map_or(ruleset.clone(), |r| r.about().title.to_owned());
        (title, super::dice::lines(&dice, |_| (named(&name), "third")))
    });
    page(&PlayerPage {
        shell: Shell::for_reader(&state, &who, named(&name)).await?.here("archive"),
        games: shelf(&state, &found, zone).await?,
        count: if count == 1 { "One finished game".to_owned() } else { format!("{count} finished games") },
        dice: dice.collect(),
        of: thrown.games,
        season: which.season,
        seasons: thrown.seasons,
        href: format!("/players/{account}"),
        before: (number > 1).then(|| format!("/players/{account}?page={}", number - 1)),
        behind: (number * PAGE < count).then(|| format!("/players/{account}?page={}", number + 1)),
        name: named(&name),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_comes_back_in_addresses_and_nothing_else_does() {
        let asked = Asked { q: "A.P. Hill & \"x\"".into(), to: "2026-06-27".into(), ..Asked::default() };
        assert_eq!(address(&asked, 3), "/archive?q=A.P.%20Hill%20%26%20%22x%22&to=2026-06-27&page=3");
        assert_eq!(address(&Asked::default(), 1), "/archive");
        let (wanted, number) = wanted(&asked).unwrap();
        assert_eq!((wanted.before, number), (Some(Time(1_782_604_800_000)), 1));
    }

    #[test]
    fn what_cannot_be_looked_for_is_said() {
        let with = |change: &dyn Fn(&mut Asked)| {
            let mut asked = Asked::default();
            change(&mut asked);
            wanted(&asked).unwrap_err().wrong
        };
        assert!(with(&|a| a.q = "()*\"".into()).contains("no word"));
        assert!(with(&|a| a.from = "27 June".into()).contains("no day"));
        assert!(with(&|a| a.length = "endless".into()).contains("length"));
        assert!(with(&|a| a.result = "moral".into()).contains("result"));
        assert!(with(&|a| a.page = Some("0".into())).contains("page"));
    }

    #[test]
    fn words_are_marked_in_text_that_is_made_safe() {
        assert_eq!(marked("<b>\u{2}Hill\u{3}"), "&lt;b&gt;<mark>Hill</mark>");
    }
}
