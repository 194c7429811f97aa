//! A game as text that people read and programs read back: headers, the orders in notation, the dice that fell. The dice in it are testimony: what
//! they are worth is for the log to say.
//!
//! ```text
//! [Fieldpost "1"]
//! [Ruleset "picket-line"]
//! …
//! ; Turn 1
//! 12. Union: Archer move 0714
//!     dice: Meade's defense d6 3 4
//! ```

use crate::service::takeback::stretches;
use domain::referee::{Entry, Game, Known, Registry, SeatId, Side, Terms};
use domain::words::Roll;
use std::collections::{BTreeMap, VecDeque};
use std::fmt::Write as _;

/// Longest text that is read, in bytes.
const LONGEST: usize = 16 << 20;

/// A game read from text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    /// The headers, by name, with their lines.
    pub headers: BTreeMap<String, (usize, String)>,
    /// The orders.
    pub orders: Vec<TextOrder>,
}

/// An order of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextOrder {
    /// The line it stands in, from 1.
    pub line: usize,
    /// The record.
    pub seq: u64,
    /// The seat's name.
    pub seat: String,
    /// In notation.
    pub order: String,
    /// The dice that it says fell, each with its line.
    pub dice: Vec<(usize, Roll)>,
}

/// What is wrong with a text, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {wrong}")]
pub struct Wrong {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub wrong: String,
}

fn wrong(line: usize, wrong: impl Into<String>) -> Wrong {
    Wrong { line, wrong: wrong.into() }
}

/// Writes a game. `entries` are its whole chronicle; `gone` the stretches of its log that were taken back, whose orders stand in comments.
pub fn write(game: &Game, title: &str, entries: &[Entry], gone: &[(u64, u64)]) -> String {
    let genesis = game.genesis();
    let mut out = String::new();
    let mut header = |name: &str, value: &str| {
        let value: String = value.chars().filter(|c| !c.is_control()).collect();
        let _written = writeln!(out, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""));
    };
    header("Fieldpost", "1");
    header("Game", &game.id().to_string());
    header("Title", title);
    header("Ruleset", game.ruleset().about().id);
    header("Revision", &genesis.revision.to_string());
    header("Scenario", &genesis.terms.scenario);
    for (name, value) in &genesis.terms.options {
        header(&format!("Option {name}"), value);
    }
    for seat in game.seats() {
        header(&format!("Seat {}", seat.name), seat.player.as_ref().map_or("", |p| p.name.as_str()));
    }
    if let Some((umpire, _)) = game.umpire_of_testimony() {
        header("Dice", &format!("as told by {umpire}"));
    }
    if let Some(result) = game.result() {
        header("Result", &result.level);
        header("Winner", result.winner.map_or("nobody", Side::word));
    }
    header("Records", &game.len().to_string());
    header("Head", &game.head().to_string());
    let mut turn = None;
    for entry in entries {
        let (Some(order), Some(seat)) = (&entry.order, entry.seat.and_then(|s| game.seat(s))) else { continue };
        if turn != Some(entry.turn) {
            let _written = writeln!(out, "\n; {}", crate::told::turn_title(entry.turn));
            turn = Some(entry.turn);
        }
        let back = gone.iter().any(|(from, to)| (*from..=*to).contains(&entry.seq));
        let comment = if back { "; taken back: " } else { "" };
        let _written = writeln!(out, "{comment}{}. {}: {order}", entry.seq, seat.name);
        for roll in &entry.rolls {
            let faces: Vec<String> = roll.faces.iter().map(ToString::to_string).collect();
            let dice = format!("dice: {} d{} {}", roll.purpose, roll.sides, faces.join(" "));
            let _written = writeln!(out, "{}{dice}", if back { "; taken back: " } else { "    " });
        }
    }
    out
}

/// Reads a text.
///
/// # Errors
/// The first line that is none of its form.
pub fn read(text: &str) -> Result<Text, Wrong> {
    if text.len() > LONGEST {
        return Err(wrong(1, "the text is longer than 16 MiB"));
    }
    let mut read = Text::default();
    for (n, raw) in text.lines().enumerate() {
        let (at, line) = (n + 1, raw.trim());
        if line.is_empty() || line.starts_with(';') {
            continue;
        }
        if let Some(header) = line.strip_prefix('[') {
            let (name, value) = header_of(header).ok_or_else(|| wrong(at, "a header is [Name \"value\"]"))?;
            if !read.orders.is_empty() {
                return Err(wrong(at, "headers stand before the orders"));
            }
            if read.headers.insert(name.clone(), (at, value)).is_some() {
                return Err(wrong(at, format!("there is a header {name} already")));
            }
            continue;
        }
        if let Some(dice) = line.strip_prefix("dice:") {
            let roll = roll_of(dice).ok_or_else(|| wrong(at, "dice are written as `dice: what for d6 3 4`"))?;
            let order =
                read.orders.last_mut().ok_or_else(|| wrong(at, "dice stand behind the order that rolled them"))?;
            order.dice.push((at, roll));
            continue;
        }
        let order = order_of(line).ok_or_else(|| wrong(at, "an order is written as `12. Seat: order`"))?;
        if read.orders.last().is_some_and(|before| before.seq >= order.0) {
            return Err(wrong(at, format!("record {} does not come after the one before", order.0)));
        }
        let (seq, seat, order) = order;
        read.orders.push(TextOrder { line: at, seq, seat, order, dice: Vec::new() });
    }
    match read.headers.get("Fieldpost") {
        Some((_, version)) if version == "1" => Ok(read),
        Some((at, version)) => Err(wrong(*at, format!("form {version} is of a newer program: this one reads form 1"))),
        None => Err(wrong(1, "there is no header [Fieldpost \"1\"]")),
    }
}

fn header_of(text: &str) -> Option<(String, String)> {
    let (name, rest) = text.strip_suffix("\"]")?.split_once(" \"")?;
    let mut value = String::new();
    let mut chars = rest.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => value.push(chars.next().filter(|c| matches!(c, '\\' | '"'))?),
            '"' => return None,
            c => value.push(c),
        }
    }
    (!name.is_empty()).then(|| (name.to_owned(), value))
}

fn order_of(line: &str) -> Option<(u64, String, String)> {
    let (seq, rest) = line.split_once(". ")?;
    let (seat, order) = rest.split_once(": ")?;
    let (seat, order) = (seat.trim(), order.trim());
    let seq = seq.parse().ok().filter(|n| *n > 0)?;
    (!seat.is_empty() && !order.is_empty()).then(|| (seq, seat.to_owned(), order.to_owned()))
}

fn roll_of(text: &str) -> Option<Roll> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let die = |word: &&str| word.strip_prefix('d').and_then(|n| n.parse::<u8>().ok()).filter(|n| *n >= 2);
    let at = words.iter().rposition(|word| die(word).is_some())?;
    let sides = words.get(at).and_then(die)?;
    let faces = words.get(at + 1..)?.iter().map(|n| n.parse().ok().filter(|n| (1..=sides).contains(n)));
    let faces = faces.collect::<Option<Vec<u8>>>().filter(|faces| !faces.is_empty())?;
    Some(Roll { faces, purpose: words.get(..at)?.join(" "), sides })
}

/// A header that has to be there.
fn wanted<'t>(text: &'t Text, name: &str) -> Result<(usize, &'t str), Wrong> {
    let found = text.headers.get(name).ok_or_else(|| wrong(1, format!("there is no header {name}")))?;
    Ok((found.0, found.1.as_str()))
}

/// Gives the orders of a text to the referee again, with the dice that it names, and says how the game then stands: in a sentence. Games with
/// secrets are held against their log alone: what was done unseen stands in no text.
///
/// # Errors
/// The first line that the rules refuse, whose dice are not those that the rules roll, or that is written otherwise than notation writes it.
pub fn play(registry: &Registry, text: &Text) -> Result<String, Wrong> {
    let (at, id) = wanted(text, "Ruleset")?;
    let ruleset = registry.get(id).ok_or_else(|| wrong(at, format!("there is no ruleset {id}")))?;
    if ruleset.second_format().is_some() {
        return Err(wrong(at, "a game with secrets is held against its log: name the log too"));
    }
    let (at, scenario) = wanted(text, "Scenario")?;
    let options = text
        .headers
        .iter()
        .filter_map(|(name, (_, value))| Some((name.strip_prefix("Option ")?.to_owned(), value.clone())));
    let terms = Terms { options: options.collect(), scenario: scenario.to_owned() };
    let seats =
        ruleset.about().scenario(scenario).ok_or_else(|| wrong(at, format!("there is no scenario {scenario}")))?;
    let mut position = ruleset.open(&terms).map_err(|refusal| wrong(at, refusal.to_string()))?;
    for order in &text.orders {
        let seat = seats.seats.iter().position(|s| s.name == order.seat).and_then(|n| u8::try_from(n).ok());
        let seat = SeatId(seat.ok_or_else(|| wrong(order.line, format!("there is no seat {}", order.seat)))?);
        let mut faces: VecDeque<u8> = order.dice.iter().flat_map(|(_, roll)| roll.faces.iter().copied()).collect();
        let mut dice = domain::dice::Dice::forced(&mut faces);
        let known = Known::held(position.as_ref());
        let decided = ruleset.decide(known, position.as_ref(), seat, &order.order, &mut dice);
        let decided = decided.map_err(|refusal| wrong(order.line, format!("{}: {refusal}", order.order)))?;
        let rolls = dice.into_rolls();
        same_dice(order, &rolls)?;
        if decided.order != order.order {
            return Err(wrong(order.line, format!("notation writes this order as {}", decided.order)));
        }
        position = decided.after;
    }
    let board = ruleset.board(Known::held(position.as_ref()));
    let stands = board.outcome().map_or_else(|| board.phase(domain::referee::Viewer::Everyone).title, |o| o.level);
    Ok(format!("{} orders, each legal with these dice; the game then stands: {stands}", text.orders.len()))
}

/// Holds what a text says fell against what did.
fn same_dice(order: &TextOrder, rolls: &[Roll]) -> Result<(), Wrong> {
    for (n, roll) in rolls.iter().enumerate() {
        match order.dice.get(n) {
            Some((_, said)) if said == roll => {}
            Some((line, _)) => {
                let faces: Vec<String> = roll.faces.iter().map(ToString::to_string).collect();
                let fell = format!("{} d{} {}", roll.purpose, roll.sides, faces.join(" "));
                return Err(wrong(*line, format!("record {} rolled: {fell}", order.seq)));
            }
            None => return Err(wrong(order.line, format!("record {} rolled {} too", order.seq, roll.purpose))),
        }
    }
    match order.dice.get(rolls.len()) {
        Some((line, _)) => Err(wrong(*line, format!("record {} rolled nothing more", order.seq))),
        None => Ok(()),
    }
}

/// Holds a text against the log of its game: the same orders, and the dice that the log proves. Answers what was found to agree, in a sentence.
///
/// # Errors
/// The first line that says otherwise than the log, or a log that cannot be replayed.
pub fn held_against(registry: &Registry, text: &Text, log: &str) -> Result<String, Wrong> {
    let export = domain::log::import(log).map_err(|e| wrong(1, format!("the log cannot be read: {e}")))?;
    let game = Game::replay_with(registry, &export.records, &export.entries)
        .map_err(|fault| wrong(1, format!("the log cannot be replayed at record {}: {fault}", fault.seq)))?;
    let viewer = match game.result() {
        Some(_) => domain::referee::Viewer::Everyone,
        None => domain::referee::Viewer::Spectator,
    };
    let entries = game
        .chronicle_with(&export.records, &export.entries, viewer)
        .map_err(|fault| wrong(1, format!("the log cannot be told at record {}: {fault}", fault.seq)))?;
    // The title alone is no part of the log.
    let title = text.headers.get("Title").map_or("", |(_, title)| title.as_str());
    let own = read(&write(&game, title, &entries, &stretches(&export.records)))?;
    for (name, (line, value)) in &text.headers {
        match own.headers.get(name) {
            Some((_, there)) if there == value => {}
            Some((_, there)) => return Err(wrong(*line, format!("the log has {name} \"{there}\""))),
            None => return Err(wrong(*line, format!("the log has no {name}"))),
        }
    }
    if let Some(missing) = own.headers.keys().find(|name| !text.headers.contains_key(*name)) {
        return Err(wrong(1, format!("the header {missing} is missing")));
    }
    for (n, there) in own.orders.iter().enumerate() {
        let Some(order) = text.orders.get(n) else {
            let line = text.orders.last().map_or(1, |o| o.line);
            return Err(wrong(line, format!("the log goes on with record {}: {}", there.seq, there.order)));
        };
        if (order.seq, &order.seat, &order.order) != (there.seq, &there.seat, &there.order) {
            let said = format!("the log has here {}. {}: {}", there.seq, there.seat, there.order);
            return Err(wrong(order.line, said));
        }
        let rolls: Vec<Roll> = there.dice.iter().map(|(_, roll)| roll.clone()).collect();
        same_dice(order, &rolls)?;
    }
    match text.orders.get(own.orders.len()) {
        Some(more) => Err(wrong(more.line, "the log has no order more")),
        None => Ok(format!("{} orders and their dice are those of the log", own.orders.len())),
    }
}
