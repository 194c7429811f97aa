//! A finished game's page in the archive: how it ended, its course in lines and figures, and what its players say of it.

use super::board::{Board, InHand};
use super::dice::{DiceLine, lines, thrower};
use super::notes::{Looking, Noting};
use super::plots::{Plot, Series};
use super::shell::{Shell, named, page, page_with, see_other};
use crate::service::archive::ANNOTATION;
use crate::service::figures::Figures;
use crate::service::table::Table;
use crate::service::{ErrorKind, Outcome, ServiceError};
use crate::strokes;
use crate::web::error::status;
use crate::web::{AppState, MaybeSignedIn, Page, SignedIn};
use crate::when::{ago, date};
use actix_web::web::{self, Data, Form, Path, Query, ServiceConfig};
use askama::Template;
use domain::log::Reason;
use domain::referee::{Entry, Game, Mark, Score, Side, Story};
use fieldpost_store::{Holder, Time};
use std::time::Duration;

/// Moments that are named, and how much is said of each, in characters.
const MOMENTS: usize = 6;
const MOMENT: usize = 110;

/// The routes.
pub fn configure(routes: &mut ServiceConfig) {
    routes
        .route("/archive/{id}", web::get().to(show))
        .route("/archive/{id}/notes", web::get().to(notes))
        .route("/archive/{id}/notes", web::post().to(note));
}

/// A seat with who played it.
#[derive(Clone, Debug)]
pub struct Sat {
    /// Class of the side.
    pub side: &'static str,
    /// The seat's name.
    pub seat: String,
    /// Who.
    pub player: String,
    /// Their page, of people.
    pub href: Option<String>,
    /// Whether their side won.
    pub won: bool,
}

/// A moment worth a look.
#[derive(Clone, Debug)]
pub struct MomentLine {
    /// Where it is replayed.
    pub href: String,
    /// The record.
    pub seq: u64,
    /// The turn.
    pub turn: u32,
    /// What came of it.
    pub text: String,
    /// What it cost.
    pub cost: String,
}

/// The time that a seat took.
#[derive(Clone, Debug)]
pub struct TimeLine {
    /// Class of the side.
    pub side: &'static str,
    /// Who.
    pub who: String,
    /// Orders by hand.
    pub orders: u32,
    /// In all.
    pub all: String,
    /// For an order, on average.
    pub each: String,
    /// The longest.
    pub longest: String,
}

/// What a player says of a record.
#[derive(Clone, Debug)]
pub struct NoteLine {
    /// The record; 0 for the game.
    pub record: u64,
    /// Who.
    pub who: String,
    /// What.
    pub text: String,
    /// When it was last changed.
    pub when: String,
    /// Whether the reader wrote it.
    pub mine: bool,
}

/// The head of a finished game, for its page, its report and its file.
#[derive(Clone, Debug)]
pub struct Head {
    /// The game's page.
    pub game: String,
    /// Its page in the archive.
    pub href: String,
    /// What it is called.
    pub title: String,
    /// Ruleset and scenario.
    pub of: String,
    /// The ruleset's id.
    pub ruleset: String,
    /// Who sat where.
    pub seats: Vec<Sat>,
    /// The victory level.
    pub result: String,
    /// How it came to that, in a sentence.
    pub how: String,
    /// The points, in a sentence.
    pub points: String,
    /// Turns, orders, records.
    pub length: String,
    /// From when to when.
    pub days: String,
    /// The last record.
    pub last: u64,
    /// The hash of the last record.
    pub hash: String,
    /// Whether it was brought in from elsewhere.
    pub imported: bool,
    /// The umpire who told its dice, where it was played elsewhere.
    pub told: Option<String>,
    /// When and where that was, in the umpire's words; may be empty.
    pub played: String,
    /// Whether what is stored of it does not fit together.
    pub stopped: bool,
}

/// `/archive/ID`
#[derive(Template)]
#[template(path = "pages/archive_game.html")]
struct ArchiveGamePage {
    shell: Shell,
    head: Head,
    board: Board,
    moments: Vec<MomentLine>,
    plots: Vec<Plot>,
    dice: Vec<DiceLine>,
    times: Vec<TimeLine>,
    notes: Vec<NoteLine>,
    /// Things said about it.
    talk: usize,
    /// Whether the reader may write.
    may_write: bool,
    /// What makes a page of somebody else's show it.
    embed: String,
}

async fn show(state: Data<AppState>, who: MaybeSignedIn, game: Path<String>) -> Page {
    let table = state.service.archive().table(&game, who.account()).await?;
    let games = state.service.games();
    let zone = who.account().map_or("UTC", |a| a.time_zone.as_str());
    let entries = games.story(&table, 0, table.game.len()).await?;
    let figures = games.figures(&table).await?;
    let numbers = games.overview(&table).await?;
    let head = head(&table, &entries, &figures, zone);
    let mut plots = super::replay::plots(&numbers, table.game.turn());
    plots.extend(measured(&figures, table.game.turn()));
    let view = table.view();
    let still = InHand { page: &head.game, parts: &head.game, still: true, ..InHand::default() };
    let board = Board::draw(table.game.ruleset().sheet(), &view, still);
    let notes = note_lines(&state, &who, &table).await?;
    let talk = state.service.messages().talk(&table).await?.iter().filter(|t| t.removed.is_none()).count();
    let embed = format!(
        "<iframe src=\"{}\" width=\"640\" height=\"560\" title=\"{}\" loading=\"lazy\"></iframe>",
        state.service.url(&format!("/embed/{}/{}", table.row.id, table.game.len())),
        super::shell::escape(&head.title)
    );
    page(&ArchiveGamePage {
        shell: Shell::for_reader(&state, &who, head.title.clone()).await?.here("archive"),
        moments: moments(&table.game, &head.game, &entries),
        dice: lines(&figures.dice, |seat| thrower(&table, seat)),
        times: times(&table, &figures),
        may_write: table.seat.is_some(),
        head,
        board,
        plots,
        notes,
        talk,
        embed,
    })
}

/// The head of a finished game.
pub fn head(table: &Table, entries: &[Entry], figures: &Figures, zone: &str) -> Head {
    let about = table.game.ruleset().about();
    let id = &table.game.genesis().terms.scenario;
    let result = table.game.result();
    let winner = result.and_then(|r| r.winner);
    let seats = table.row.seats.iter().map(|s| Sat {
        side: s.side.word(),
        seat: s.name.clone(),
        player: named(&table.player(s.seat)),
        href: match &s.holder {
            Holder::Player { account, .. } if table.row.public => Some(format!("/players/{account}")),
            _ => None,
        },
        won: winner == Some(s.side),
    });
    let (begun, ended) = (entries.first().map(|e| Time::from(e.at)), entries.last().map(|e| Time::from(e.at)));
    let told = table.game.umpire_of_testimony();
    let days = match (begun, ended) {
        // When the umpire typed it says nothing of when it was played.
        (Some(_), Some(ended)) if told.is_some() => format!("Entered here on {}", date(ended, zone)),
        (Some(begun), Some(ended)) => {
            format!("{} to {} ({})", date(begun, zone), date(ended, zone), took(ended.since(begun)))
        }
        _ => String::new(),
    };
    Head {
        game: format!("/games/{}", table.row.id),
        href: format!("/archive/{}", table.row.id),
        title: table.row.title.clone(),
        of: format!("{} · {}", about.title, about.scenario(id).map_or(id.as_str(), |s| s.title)),
        ruleset: about.id.to_owned(),
        seats: seats.collect(),
        result: table.row.summary.result.clone().unwrap_or_else(|| "Finished".to_owned()),
        how: how(result.map(|r| r.reason), winner),
        points: points(&table.game.score(table.viewer)),
        length: said_length(table.game.turn(), figures.orders, table.game.len()),
        days,
        last: table.game.len(),
        hash: table.game.head().to_string(),
        imported: table.imported,
        told: told.map(|(umpire, _)| umpire.to_owned()),
        played: told.map_or_else(String::new, |(_, played)| played.to_owned()),
        stopped: table.stopped,
    }
}

/// How a game came to its end.
fn how(reason: Option<Reason>, winner: Option<Side>) -> String {
    let loser = winner.map_or("other side", |side| side.other().name());
    match reason {
        None => "It was closed without a result.".to_owned(),
        Some(Reason::Rules) => "It was played to its end.".to_owned(),
        Some(Reason::Agreed) => "The players agreed on a draw.".to_owned(),
        Some(Reason::Resigned) => format!("The {loser} resigned."),
        Some(Reason::Forfeit) => format!("The {loser}'s time was out."),
        Some(Reason::Adjudicated) => format!("The {loser}'s time was out, and the position was judged as it stood."),
    }
}

/// The points in a sentence.
fn points(score: &Score) -> String {
    match score.sides.is_empty() {
        true => format!("{} in the rulebook's own count.", score.said()).replace('-', "−"),
        false => format!("{}.", score.said()),
    }
}

/// A text cut behind a word, where it is longer than so many characters.
fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    // One more: a word that ends just there stays whole.
    let short: String = text.chars().take(most.saturating_add(1)).collect();
    let end = short.rfind(' ').unwrap_or(short.len());
    format!("{} …", short.get(..end).unwrap_or(&short).trim_end_matches([',', ';', ':', '.']))
}

/// Turns, orders and records in words.
fn said_length(turns: u32, orders: u32, records: u64) -> String {
    let count = |n: u64, what: &str| if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") };
    format!("{}, {}, {}", count(turns.into(), "turn"), count(orders.into(), "order"), count(records, "record"))
}

/// How long a game of the list is, in words.
pub fn length(shelved: &fieldpost_store::Shelved) -> String {
    said_length(shelved.turns, shelved.orders, shelved.length)
}

/// A stretch of time in words, to two units.
pub fn took(time: Duration) -> String {
    let seconds = time.as_secs();
    let (days, hours, minutes) = (seconds / 86_400, seconds / 3_600 % 24, seconds / 60 % 60);
    let day = if days == 1 { "day" } else { "days" };
    match (days, hours, minutes) {
        (0, 0, 0) => format!("{seconds} s"),
        (0, 0, _) => format!("{minutes} min"),
        (0, _, 0) => format!("{hours} h"),
        (0, _, _) => format!("{hours} h {minutes} min"),
        (_, 0, _) => format!("{days} {day}"),
        _ => format!("{days} {day} {hours} h"),
    }
}

/// The affairs in which most was lost, in the order in which they happened; what was taken back left out.
pub fn moments(game: &Game, href: &str, story: &Story) -> Vec<MomentLine> {
    let mut all: Vec<(u32, MomentLine)> = Vec::new();
    for affair in story.affairs() {
        let mut lost = [0_u32; 2];
        for mark in affair.iter().filter(|e| game.stands(e)).flat_map(|e| &e.lines).flat_map(|l| &l.marks) {
            if let Mark::Lost { side, steps, .. } = mark {
                lost[usize::from(*side == Side::Confederate)] += steps;
            }
        }
        let (sum, Some(first)) = (lost.iter().sum::<u32>(), affair.first()) else { continue };
        if sum == 0 {
            continue;
        }
        let told: Vec<_> = affair.iter().flat_map(|e| &e.lines).collect();
        let text = strokes::headline(&told, false).or_else(|| told.first().map(|l| l.in_short())).unwrap_or_default();
        let cost = Side::BOTH.iter().zip(lost).filter(|(_, n)| *n > 0).map(|(side, n)| format!("{side} {n}"));
        let seq = affair.last().map_or(first.seq, |e| e.seq);
        let line = MomentLine {
            href: format!("{href}/replay/{seq}"),
            seq: first.seq,
            turn: first.turn,
            text: cut(&text, MOMENT),
            cost: format!("Lost: {}", cost.collect::<Vec<_>>().join(", ")),
        };
        all.push((sum, line));
    }
    all.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.seq.cmp(&b.1.seq)));
    all.truncate(MOMENTS);
    all.sort_by_key(|(_, line)| line.seq);
    all.into_iter().map(|(_, line)| line).collect()
}

/// What the ruleset counts, in lines.
pub fn measured(figures: &Figures, last: u32) -> Vec<Plot> {
    let turns: Vec<u32> = (1..=last).collect();
    let labels: Vec<String> = turns.iter().map(ToString::to_string).collect();
    let titles = figures.measures.values().next_back().map(|all| all.iter().map(|m| m.title).collect::<Vec<_>>());
    let plot = |(n, title): (usize, &str)| {
        let of = |side: Side| {
            // A turn without a record stands as the one before.
            let value = |turn: &u32| {
                let then = figures.measures.range(..=turn).next_back().and_then(|(_, all)| all.get(n))?;
                then.sides.iter().find(|s| s.0 == side).map(|s| f64::from(s.1))
            };
            Series { name: side.name().to_owned(), class: side.word(), values: turns.iter().map(value).collect() }
        };
        Plot::lines(&format!("{title}, at the end of each turn"), &labels, &Side::BOTH.map(of))
    };
    titles.into_iter().filter(|_| last > 0).flatten().enumerate().map(plot).collect()
}

/// The time that each seat took.
pub fn times(table: &Table, figures: &Figures) -> Vec<TimeLine> {
    // Typing is no thinking.
    if table.game.is_testimony() {
        return Vec::new();
    }
    let line = |(seat, taken): (&domain::referee::SeatId, &crate::service::figures::Taken)| {
        let (who, side) = thrower(table, seat.0);
        TimeLine {
            side,
            who,
            orders: taken.orders,
            all: took(taken.all),
            each: took(taken.all / taken.orders.max(1)),
            longest: took(taken.longest),
        }
    };
    figures.time.iter().map(line).collect()
}

/// What the players say of it.
pub async fn note_lines(state: &AppState, who: &MaybeSignedIn, table: &Table) -> Outcome<Vec<NoteLine>> {
    let me = who.account().map(|a| a.id);
    let zone = who.account().map_or("UTC", |a| a.time_zone.as_str());
    let now = Time::now();
    let all = state.service.archive().annotations(table).await?.into_iter().map(|note| NoteLine {
        record: note.record,
        who: named(&note.name),
        when: ago(note.updated, now, zone),
        mine: me == Some(note.account),
        text: note.text,
    });
    Ok(all.collect())
}

/// `/archive/ID/notes`
#[derive(Template)]
#[template(path = "pages/archive_notes.html")]
struct NotesPage {
    shell: Shell,
    href: String,
    game: String,
    title: String,
    notes: Vec<NoteLine>,
    record: u64,
    last: u64,
    text: String,
    most: usize,
    wrong: String,
}

async fn notes(state: Data<AppState>, me: SignedIn, game: Path<String>, looking: Query<Looking>) -> Page {
    notes_page(&state, me, &game, looking.record.unwrap_or(0), None, None).await
}

async fn notes_page(
    state: &AppState,
    me: SignedIn,
    game: &str,
    record: u64,
    typed: Option<String>,
    trouble: Option<&ServiceError>,
) -> Page {
    let table = state.service.archive().table(game, Some(&me.account)).await?;
    if table.seat.is_none() {
        return Err(ServiceError::forbidden("Notes on a finished game are for those who played it.")
            .legal("Everybody may talk about it.")
            .into());
    }
    let who = MaybeSignedIn(Some(me));
    let notes = note_lines(state, &who, &table).await?;
    let own = notes.iter().find(|n| n.mine && n.record == record).map(|n| n.text.clone());
    let shown = NotesPage {
        shell: Shell::for_reader(state, &who, "Notes for all to read").await?.here("archive"),
        href: format!("/archive/{}", table.row.id),
        game: format!("/games/{}", table.row.id),
        title: table.row.title.clone(),
        text: typed.or(own).unwrap_or_default(),
        notes: notes.into_iter().filter(|n| n.mine).collect(),
        record,
        last: table.game.len(),
        most: ANNOTATION,
        wrong: trouble.map(ToString::to_string).unwrap_or_default(),
    };
    match trouble {
        Some(trouble) => page_with(status(trouble.kind), &shown),
        None => page(&shown),
    }
}

async fn note(state: Data<AppState>, me: SignedIn, game: Path<String>, form: Form<Noting>) -> Page {
    let done = match form.number("0 is the whole game.") {
        Ok(number) => state.service.archive().annotate(&game, &me.account, number, form.kept()).await,
        Err(trouble) => Err(trouble),
    };
    let Err(trouble) = done else { return see_other(format!("/archive/{game}#notes")) };
    match form.typed(&trouble, ANNOTATION) {
        // A game that goes on has no such page to show.
        Some((number, text)) if trouble.kind == ErrorKind::Malformed => {
            notes_page(&state, me, &game, number.unwrap_or(0), Some(text), Some(&trouble)).await
        }
        _ => Err(trouble.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_told_to_two_units() {
        let of = |seconds| took(Duration::from_secs(seconds));
        assert_eq!([of(0), of(59), of(60), of(3_600), of(3_660)], ["0 s", "59 s", "1 min", "1 h", "1 h 1 min"]);
        assert_eq!([of(86_400), of(2 * 86_400 + 7_300)], ["1 day", "2 days 2 h"]);
    }

    #[test]
    fn a_long_text_is_cut_behind_a_word() {
        assert_eq!(cut("Hill attacks, and wins", 13), "Hill attacks …");
        assert_eq!(cut("Hill attacks", 12), "Hill attacks");
    }

    #[test]
    fn how_it_ended_is_a_sentence() {
        assert_eq!(how(None, None), "It was closed without a result.");
        assert_eq!(how(Some(Reason::Resigned), Some(Side::Union)), "The Confederate resigned.");
    }
}
