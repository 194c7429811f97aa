//! Dice against expectation: of a game so far, on demand and never while its reader is asked something; lines that other pages take.

use super::game::{card, seats};
use super::shell::{Shell, named, page};
use super::table::{GameCard, SeatCard};
use crate::chance::{ByKind, Thrown};
use crate::service::ServiceError;
use crate::service::figures::by_seat;
use crate::service::table::Table;
use crate::web::{AppState, MaybeSignedIn, Page};
use actix_web::web::{self, Data, Path, ServiceConfig};
use askama::Template;
use domain::referee::SeatId;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The routes.
pub fn configure(routes: &mut ServiceConfig) {
    routes.route("/games/{id}/dice", web::get().to(show));
}

/// Dice of one thrower, of one sort or of all.
#[derive(Clone, Debug)]
pub struct DiceLine {
    /// Who threw them.
    pub who: String,
    /// Class of the side.
    pub class: &'static str,
    /// What for; empty for all of a thrower's.
    pub sort: String,
    /// How many, of what sort of die.
    pub dice: String,
    /// Their average.
    pub average: String,
    /// Between what so many fair dice lie nineteen times of twenty.
    pub usual: String,
    /// Where they lie among fair dice.
    pub place: String,
    /// Drawn, with all of it in words.
    pub svg: String,
}

/// Dice as lines: of each thrower all of them first, then sort by sort, the most first.
pub fn lines(dice: &ByKind, name: impl Fn(u8) -> (String, &'static str)) -> Vec<DiceLine> {
    let mut by: BTreeMap<u8, Vec<(String, Thrown)>> = BTreeMap::new();
    for ((seat, sides), thrown) in by_seat(dice) {
        by.entry(seat).or_default().push((String::new(), thrown.clone()));
        let mut sorts: Vec<(String, Thrown)> = dice
            .iter()
            .filter(|((of, _, of_sides), _)| *of == seat && *of_sides == sides)
            .map(|((_, sort, _), thrown)| (sort.clone(), thrown.clone()))
            .collect();
        // One sort alone is all of them.
        sorts.sort_by(|a, b| b.1.dice().cmp(&a.1.dice()).then_with(|| a.0.cmp(&b.0)));
        by.entry(seat).or_default().extend(sorts.into_iter().filter(|s| s.1.dice() < thrown.dice()));
    }
    let mut all = Vec::new();
    for (seat, rows) in by {
        let (who, class) = name(seat);
        all.extend(rows.into_iter().filter_map(|(sort, thrown)| line(&who, class, sort, &thrown)));
    }
    all
}

fn line(who: &str, class: &'static str, sort: String, thrown: &Thrown) -> Option<DiceLine> {
    let fortune = thrown.fortune()?;
    let place = match fortune.below {
        below if below >= 50.0 => format!("higher than {below:.0} of 100"),
        below => format!("lower than {:.0} of 100", 100.0 - below),
    };
    let (low, high) = fortune.interval;
    let die = if thrown.sides == 6 { String::new() } else { format!(" of {} sides", thrown.sides) };
    Some(DiceLine {
        who: who.to_owned(),
        class,
        dice: format!("{}{die}", fortune.dice),
        average: format!("{:.2}", fortune.average),
        usual: format!("{low:.2} – {high:.2}"),
        place,
        svg: drawn(class, thrown.sides, &fortune, &fortune.said()),
        sort,
    })
}

const WIDE: f64 = 220.0;

/// The band in which fair dice lie, their mean, and where these lie.
fn drawn(class: &str, sides: u8, fortune: &crate::chance::Fortune, said: &str) -> String {
    let span = f64::from(sides.max(2) - 1);
    let across = |value: f64| 6.0 + (WIDE - 12.0) * (value - 1.0) / span;
    let (low, high) = (across(fortune.interval.0), across(fortune.interval.1));
    let mut svg = String::new();
    let written = write!(
        svg,
        "<svg class=\"dice-bar\" viewBox=\"0 0 {WIDE} 22\" role=\"img\" aria-label=\"{}\"><path class=\"axis\" d=\"M6 11H{:.1}\"/>\
         <rect class=\"band\" x=\"{low:.1}\" y=\"4\" width=\"{:.1}\" height=\"14\" rx=\"2\"/><path class=\"mean\" d=\"M{m:.1} 2V20\"/>\
         <circle class=\"{class}{}\" cx=\"{:.1}\" cy=\"11\" r=\"5\"/></svg>",
        super::shell::escape(said),
        WIDE - 6.0,
        (high - low).max(2.0),
        if fortune.is_usual() { "" } else { " odd" },
        across(fortune.average),
        m = across(fortune.expected),
    );
    debug_assert!(written.is_ok(), "writing to a string cannot fail");
    svg
}

/// The name and class of a seat of a game.
pub fn thrower(table: &Table, seat: u8) -> (String, &'static str) {
    let id = SeatId(seat);
    let class = table.game.seat(id).map_or("third", |s| s.side.word());
    (format!("{} ({})", named(&table.player(id)), table.seat_name(id)), class)
}

/// `/games/ID/dice`
#[derive(Template)]
#[template(path = "pages/dice.html")]
struct DicePage {
    shell: Shell,
    game: GameCard,
    seats: Vec<SeatCard>,
    dice: Vec<DiceLine>,
}

/// The dice of a game so far. Whoever is asked something looks at them afterwards: no decision hangs on what fell before.
async fn show(state: Data<AppState>, who: MaybeSignedIn, game: Path<String>) -> Page {
    let table = state.service.games().table(&game, who.account()).await?;
    let asked = table.own.iter().any(|seat| table.game.waits_for(*seat) && table.game.stood_in(*seat).is_none());
    if asked {
        return Err(ServiceError::conflict(
            "You are asked something in this game: the dice are counted up when you have answered.",
        )
        .legal("What fell before changes nothing of what falls next.")
        .into());
    }
    let dice = state.service.games().dice(&table).await?;
    page(&DicePage {
        shell: Shell::for_reader(&state, &who, format!("Dice: {}", table.row.title)).await?.here("games"),
        game: card(&table),
        seats: seats(&table),
        dice: lines(&dice, |seat| thrower(&table, seat)),
    })
}
