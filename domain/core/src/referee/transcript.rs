//! A whole game as plain text, as players write one down: headers, then a line for each order with its dice.
//!
//! ```text
//! # The club's evening of 3 May
//! Game: gaines-mill
//! Player Union: Ruth Hale
//! Player Confederate: Tom Ames
//! Umpire: Ruth Hale
//!
//! deploy
//! Union: Griffin fire 0811 ! 4 4      # the dice in the order in which the rules roll them
//! Union resigns
//! ```
//!
//! [`Transcript::read`] reads such a text without asking any rule; whether its orders are legal the game says
//! ([`super::Game::bring_to`]).

use super::{Entry, FORCED, Game, NewTestimony, Registry, Said, Scenario, SeatSpec, ToldEnd, ToldLine, ToldOrder};
use crate::log::{Body, GameResult, Reason, Record};
use crate::words::{GameId, Millis, Roll, SeatId, Terms};
use std::collections::BTreeMap;

/// The longest transcript, in bytes.
pub const MOST_TRANSCRIPT_BYTES: usize = 512 * 1024;

/// The most orders in one.
const MOST_ORDERS: usize = 5000;

/// The most dice behind one order.
const MOST_FACES: usize = 100;

/// Faults told of at once.
const MOST_FAULTS: usize = 20;

/// What a block of lines may hold, in a sentence.
pub const BLOCK: &str = "One order a line, as notation writes it; behind it “!” and the faces that fell, in the order in which the rules roll \
                         them; “#” begins a remark.";

/// A transcript, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transcript {
    /// The ruleset's id.
    pub ruleset: String,
    /// Scenario and the options that differ from their defaults.
    pub terms: Terms,
    /// What to call the game; may be empty.
    pub title: String,
    /// Who sat where, in seat order.
    pub players: Vec<String>,
    /// Who wrote it down; the first player without the header.
    pub umpire: String,
    /// When and where it was played; may be empty.
    pub played: String,
    /// Orders and how it ended, each with the number of its line.
    pub lines: Vec<ToldLine>,
}

/// A line that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TranscriptFault {
    /// The line, from 1; 0 for something that is missing.
    pub line: usize,
    /// What is wrong with it, in sentences.
    pub why: String,
}

impl std::fmt::Display for TranscriptFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.line {
            0 => f.write_str(&self.why),
            line => write!(f, "line {line}: {}", self.why),
        }
    }
}

/// The headers as they are written.
#[derive(Default)]
struct Headers {
    single: BTreeMap<&'static str, (usize, String)>,
    options: Vec<(usize, String)>,
    players: Vec<(usize, String, String)>,
}

const SINGLE: [&str; 5] = ["Game", "Scenario", "Title", "Umpire", "Played"];

impl Transcript {
    /// Reads a transcript.
    ///
    /// # Errors
    /// Every line that cannot be read, the first twenty of them.
    pub fn read(registry: &Registry, text: &str) -> Result<Transcript, Vec<TranscriptFault>> {
        let lines = lines_of(text)?;
        let mut faults = Vec::new();
        let mut headers = Headers::default();
        let mut body = Vec::new();
        for (number, line) in lines {
            match header(line) {
                Some((key, value)) if body.is_empty() => {
                    if let Err(why) = headers.take(number, key, value) {
                        faults.push(TranscriptFault { line: number, why });
                    }
                }
                Some((key, _)) => {
                    let why = format!("The header {key} stands behind the first order. Write all headers above.");
                    faults.push(TranscriptFault { line: number, why });
                }
                None => body.push((number, line)),
            }
        }
        match headers.read(registry) {
            Ok((scenario, mut transcript)) => {
                transcript.lines = told(&scenario.seats, body.into_iter(), &mut faults);
                if faults.is_empty() {
                    return Ok(transcript);
                }
            }
            Err(fault) => faults.push(fault),
        }
        faults.sort_by_key(|f| f.line);
        faults.truncate(MOST_FAULTS);
        Err(faults)
    }

    /// The game to begin with it.
    pub fn begins(&self, id: GameId, at: Millis) -> NewTestimony {
        NewTestimony {
            id,
            at,
            ruleset: self.ruleset.clone(),
            terms: self.terms.clone(),
            players: self.players.clone(),
            umpire: self.umpire.clone(),
            played: self.played.clone(),
        }
    }
}

/// Writes a game down as [`Transcript::read`] reads it: the orders in force with their dice, and how it ended. Of a game that was played here
/// only what everybody could see is told; nothing of one with secrets.
pub fn written_down(game: &Game, records: &[Record]) -> String {
    written_as(game, "", records, &[])
}

/// The same with a title. Of a game with secrets the orders are those of `told`, its chronicle as somebody may read it: each with its seat.
pub fn written_as(game: &Game, title: &str, records: &[Record], told: &[Entry]) -> String {
    let secret = game.ruleset().second_format().is_some();
    let orders = if secret { orders_told(game, told) } else { orders_in_force(game, records) };
    let mut text = match one_line(title) {
        none if none.is_empty() => String::new(),
        title => format!("Title: {title}\n"),
    };
    text += &headers_of(game);
    let mut heading = (u32::MAX, SeatId(u8::MAX));
    for (seq, seat, order, rolls) in orders {
        let turn = game.turn_at(if secret { seq } else { seq.saturating_sub(1) });
        let name = game.seat(seat).map_or("", |s| s.name.as_str());
        // An answer in between is no new heading: it says whose it is.
        let answers = heading.0 == turn && heading.1 != seat && !game_waits_long(game, records, seq, seat);
        if !answers && heading != (turn, seat) {
            text += &match turn {
                0 => format!("\n# Set-up, {name}\n"),
                turn => format!("\n# Turn {turn}, {name}\n"),
            };
            heading = (turn, seat);
        }
        let told = ToldOrder { seat: None, order, faces: rolls.iter().flat_map(|r| r.faces.clone()).collect() };
        let line = game.written(&Said::Order(told));
        let whose = if answers || secret { format!("{name}: ") } else { String::new() };
        let purposes: Vec<&str> = rolls.iter().map(|r| r.purpose.as_str()).collect();
        let remark = if purposes.is_empty() { String::new() } else { format!("   # {}", purposes.join(", ")) };
        text += &format!("{whose}{line}{remark}\n");
    }
    let end = game.result().and_then(|result| end_of(result, records));
    text + &end.map_or(String::new(), |end| format!("\n{}\n", game.written(&Said::End(end))))
}

/// What a player has typed as the value of a header: one line, in which nothing begins a remark.
fn one_line(text: &str) -> String {
    let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    plain.replace('#', "No. ").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The orders of a chronicle that are in force, by their records: what was done unseen stands under the record before it.
fn orders_told(game: &Game, told: &[Entry]) -> Vec<(u64, SeatId, String, Vec<Roll>)> {
    let mut entries: Vec<&Entry> = told.iter().filter(|e| game.stands(e)).collect();
    entries.sort_by_key(|e| e.seq);
    let by_hand = entries.into_iter().filter(|e| e.standing_key.as_deref() != Some(FORCED));
    by_hand.filter_map(|e| Some((e.seq, e.seat?, e.order.clone()?, e.rolls.clone()))).collect()
}

fn headers_of(game: &Game) -> String {
    let (genesis, about) = (game.genesis(), game.ruleset().about());
    let mut text = format!("Game: {}\nScenario: {}\n", genesis.ruleset, genesis.terms.scenario);
    let defaults = about.scenario(&genesis.terms.scenario).map_or(&[][..], |s| &s.options);
    for (key, value) in &genesis.terms.options {
        let default = defaults.iter().find(|o| o.key == key).and_then(|o| o.values.first()).map(|v| v.0);
        if default != Some(value) {
            text += &format!("Option: {key} = {value}\n");
        }
    }
    for seat in game.seats() {
        let player = seat.player.as_ref().map_or("", |p| p.name.as_str());
        text += &format!("Player {}: {}\n", seat.name, one_line(player));
    }
    if let Some((umpire, played)) = game.umpire_of_testimony() {
        text += &format!("Umpire: {}\n", one_line(umpire));
        if !played.is_empty() {
            text += &format!("Played: {}\n", one_line(played));
        }
    }
    text
}

/// The orders in force, with their records, whose they are, and their rolls; what the referee gave because nothing else was legal left out.
fn orders_in_force(game: &Game, records: &[Record]) -> Vec<(u64, SeatId, String, Vec<Roll>)> {
    let order = |record: &Record| match record.read() {
        Ok(Body::Order(o)) if o.standing.as_ref().is_none_or(|s| s.key != FORCED) => {
            Some((record.seq, o.seat, o.order, o.rolls))
        }
        Ok(Body::OrderTold(o)) if !o.forced => Some((record.seq, o.seat, o.order, o.rolls)),
        _ => None,
    };
    records.iter().filter(|r| game.line_of_play().holds(r.seq)).filter_map(order).collect()
}

/// Whether a seat goes on to give the next order too: it plays, and does not only answer.
fn game_waits_long(game: &Game, records: &[Record], seq: u64, seat: SeatId) -> bool {
    let behind = usize::try_from(seq).unwrap_or(usize::MAX);
    let in_force = records.iter().skip(behind).filter(|r| r.is_kind("order/") && game.line_of_play().holds(r.seq));
    in_force
        .take(2)
        .filter_map(|r| r.read().ok())
        .map(|body| match body {
            Body::Order(o) => o.seat == seat,
            Body::OrderTold(o) => o.seat == seat,
            _ => false,
        })
        .all(|own| own)
}

fn end_of(result: &GameResult, records: &[Record]) -> Option<ToldEnd> {
    match result.reason {
        Reason::Rules => Some(ToldEnd::Rules),
        Reason::Agreed => Some(ToldEnd::Drawn),
        Reason::Resigned => records.iter().rev().find_map(|r| match r.read() {
            Ok(Body::Resign(resign)) => Some(ToldEnd::Resigned(resign.seat)),
            _ => None,
        }),
        Reason::Adjudicated | Reason::Forfeit => None,
    }
}

/// Reads a block of orders without headers, for a game with these seats.
///
/// # Errors
/// Every line that cannot be read, the first twenty of them.
pub fn block_of(seats: &[SeatSpec], text: &str) -> Result<Vec<ToldLine>, Vec<TranscriptFault>> {
    let mut faults = Vec::new();
    let lines = told(seats, lines_of(text)?.into_iter(), &mut faults);
    faults.truncate(MOST_FAULTS);
    if faults.is_empty() { Ok(lines) } else { Err(faults) }
}

/// The lines that say something, by number, remarks cut off.
fn lines_of(text: &str) -> Result<Vec<(usize, &str)>, Vec<TranscriptFault>> {
    let refused = |why: String| Err(vec![TranscriptFault { line: 0, why }]);
    if text.len() > MOST_TRANSCRIPT_BYTES {
        return refused(format!(
            "The text has {} bytes; at most {MOST_TRANSCRIPT_BYTES} can be entered at once.",
            text.len()
        ));
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = (1..).zip(text.lines()).map(|(n, line)| (n, without_remark(line).trim()));
    let lines: Vec<(usize, &str)> = lines.filter(|(_, line)| !line.is_empty()).collect();
    if lines.len() > MOST_ORDERS {
        return refused(format!("The text has {} lines; at most {MOST_ORDERS} can be entered at once.", lines.len()));
    }
    Ok(lines)
}

/// A remark begins with `#` at the beginning or behind a space.
fn without_remark(line: &str) -> &str {
    let begins = |(at, _): &(usize, &str)| *at == 0 || line[..*at].ends_with(char::is_whitespace);
    match line.match_indices('#').find(begins) {
        Some((at, _)) => &line[..at],
        None => line,
    }
}

/// The key and the value of a header: `Game`, `Player Union`.
fn header(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(':')?;
    let key = key.trim();
    let first = key.split_whitespace().next()?;
    let known = SINGLE.iter().chain(&["Option", "Player"]).any(|k| k.eq_ignore_ascii_case(first));
    known.then_some((key, value.trim()))
}

impl Headers {
    fn take(&mut self, number: usize, key: &str, value: &str) -> Result<(), String> {
        let (first, rest) = key.split_once(char::is_whitespace).unwrap_or((key, ""));
        if first.eq_ignore_ascii_case("Player") {
            if rest.trim().is_empty() {
                return Err("Say which seat the player had: `Player Union: Ruth Hale`.".into());
            }
            self.players.push((number, rest.trim().to_owned(), value.to_owned()));
            return Ok(());
        }
        if !rest.trim().is_empty() {
            return Err(format!("There is no header {key}."));
        }
        if first.eq_ignore_ascii_case("Option") {
            self.options.push((number, value.to_owned()));
            return Ok(());
        }
        let Some(key) = SINGLE.iter().find(|k| k.eq_ignore_ascii_case(first)) else {
            return Err(format!("There is no header {key}."));
        };
        match self.single.insert(key, (number, value.to_owned())) {
            Some((before, _)) => Err(format!("The header {key} stands in line {before} already.")),
            None => Ok(()),
        }
    }

    fn read<'r>(self, registry: &'r Registry) -> Result<(&'r Scenario, Transcript), TranscriptFault> {
        let fault = |line: usize, why: String| TranscriptFault { line, why };
        let value = |key: &str| self.single.get(key).cloned().unwrap_or_default();
        let (line, ruleset) = value("Game");
        // Games with secrets are not entered from outside.
        let open = registry.all().iter().filter(|r| r.second_format().is_none());
        let known: Vec<&str> = open.map(|r| r.about().id).collect();
        if ruleset.is_empty() {
            return Err(fault(line, format!("A header is missing: `Game:` with one of {}.", known.join(", "))));
        }
        let about = |r: &'r std::sync::Arc<dyn super::AnyRuleset>| r.about();
        let named = |a: &&super::About| a.id.eq_ignore_ascii_case(&ruleset) || a.title.eq_ignore_ascii_case(&ruleset);
        let Some(about) = registry.all().iter().map(about).find(named) else {
            return Err(fault(line, format!("There is no game {ruleset:?}; there is {}.", known.join(", "))));
        };
        let (line, wanted) = value("Scenario");
        let is = |s: &&Scenario| wanted.is_empty() || s.id == wanted || s.title.eq_ignore_ascii_case(&wanted);
        let Some(scenario) = about.scenarios.iter().find(is) else {
            let known: Vec<&str> = about.scenarios.iter().map(|s| s.id).collect();
            return Err(fault(line, format!("There is no scenario {wanted:?}; there is {}.", known.join(", "))));
        };
        let mut options = BTreeMap::new();
        for (line, option) in &self.options {
            let Some((key, value)) = option.split_once('=') else {
                return Err(fault(*line, "Write an option as `Option: KEY = VALUE`.".into()));
            };
            options.insert(key.trim().to_owned(), value.trim().to_owned());
        }
        let mut players = vec![String::new(); scenario.seats.len()];
        for (line, seat, name) in &self.players {
            match scenario.seats.iter().position(|s| s.name.eq_ignore_ascii_case(seat)) {
                Some(at) if players[at].is_empty() => players[at].clone_from(name),
                Some(_) => return Err(fault(*line, format!("The {seat} player is named twice."))),
                None => return Err(fault(*line, no_seat(seat, &scenario.seats))),
            }
        }
        if let Some((seat, _)) = scenario.seats.iter().zip(&players).find(|(_, p)| p.is_empty()) {
            return Err(fault(0, format!("A header is missing: `Player {}:` with a name.", seat.name)));
        }
        let umpire = match value("Umpire").1 {
            none if none.is_empty() => players.first().cloned().unwrap_or_default(),
            umpire => umpire,
        };
        let transcript = Transcript {
            ruleset: about.id.to_owned(),
            terms: Terms { options, scenario: scenario.id.to_owned() },
            title: value("Title").1,
            players,
            umpire,
            played: value("Played").1,
            lines: Vec::new(),
        };
        Ok((scenario, transcript))
    }
}

fn no_seat(seat: &str, seats: &[SeatSpec]) -> String {
    let known: Vec<&str> = seats.iter().map(|s| s.name).collect();
    format!("There is no seat {seat:?}; there is {}.", known.join(", "))
}

fn told<'t>(
    seats: &[SeatSpec],
    lines: impl Iterator<Item = (usize, &'t str)>,
    faults: &mut Vec<TranscriptFault>,
) -> Vec<ToldLine> {
    let mut found = Vec::new();
    for (number, line) in lines {
        match said(seats, line) {
            Ok(said) => found.push(ToldLine { number, said }),
            Err(why) => faults.push(TranscriptFault { line: number, why }),
        }
    }
    found
}

/// The seat with a name, by its number.
fn seat_called(seats: &[SeatSpec], name: &str) -> Option<SeatId> {
    let at = seats.iter().position(|s| s.name.eq_ignore_ascii_case(name.trim()))?;
    u8::try_from(at).ok().map(SeatId)
}

fn said(seats: &[SeatSpec], line: &str) -> Result<Said, String> {
    let lower = line.to_ascii_lowercase();
    match lower.as_str() {
        "final" => return Ok(Said::End(ToldEnd::Rules)),
        "draw agreed" => return Ok(Said::End(ToldEnd::Drawn)),
        _ => {}
    }
    if let Some(name) = lower.strip_suffix(" resigns") {
        let seat = seat_called(seats, name).ok_or_else(|| no_seat(&line[..name.len()], seats))?;
        return Ok(Said::End(ToldEnd::Resigned(seat)));
    }
    let (line, dice) = match line.split_once('!') {
        Some((line, dice)) => (line.trim(), Some(dice)),
        None => (line, None),
    };
    let (seat, order) = match line.split_once(':') {
        Some((name, order)) => {
            let seat = seat_called(seats, name).ok_or_else(|| no_seat(name.trim(), seats))?;
            (Some(seat), order.trim())
        }
        None => (None, line),
    };
    if order.is_empty() {
        return Err("There is no order on this line.".into());
    }
    let faces = dice.map_or(Ok(Vec::new()), faces)?;
    Ok(Said::Order(ToldOrder { seat, order: order.to_owned(), faces }))
}

fn faces(text: &str) -> Result<Vec<u8>, String> {
    let words = text.split(|c: char| c.is_whitespace() || c == ',').filter(|w| !w.is_empty());
    let faces: Vec<u8> = words
        .map(|word| match word.parse::<u8>() {
            Ok(face) if face > 0 => Ok(face),
            _ => Err(format!("{word:?} is no face of a die. Behind “!” stand the faces that fell: `! 4 2`.")),
        })
        .collect::<Result<_, _>>()?;
    match faces.len() {
        0 => Err("Behind “!” stand the faces that fell, and there are none: `! 4 2`.".into()),
        n if n > MOST_FACES => Err(format!("{n} dice behind one order: no order rolls so many.")),
        _ => Ok(faces),
    }
}
