//! A game as text that people read and programs read back: that in which an umpire enters games ([`Transcript`]), below a remark that says which log it
//! is of. The dice in it are testimony: what they are worth is for the log to say.

use domain::log::{GameId, Millis, Record};
use domain::referee::{Entry, Game, Registry, Said, Transcript, TranscriptFault, Viewer, written_as};

fn wrong(line: usize, why: impl Into<String>) -> TranscriptFault {
    TranscriptFault { line, why: why.into() }
}

/// Writes a game. `records` are its whole log; `entries` its whole chronicle, of which the orders of a game with secrets are taken.
pub fn write(game: &Game, title: &str, records: &[Record], entries: &[Entry]) -> String {
    let (id, length, head) = (game.id(), game.len(), game.head());
    let dice = match game.umpire_of_testimony() {
        Some((umpire, _)) => format!("# Its dice are as {umpire}, the umpire, told them.\n"),
        None => "# Its dice are proven by that log, and not by this text.\n".to_owned(),
    };
    format!(
        "# Game {id} of Fieldpost: {length} records, head {head}.\n{dice}{}",
        written_as(game, title, records, entries)
    )
}

/// Reads a text; of what is wrong the first.
fn read(registry: &Registry, text: &str) -> Result<Transcript, TranscriptFault> {
    Transcript::read(registry, text)
        .map_err(|faults| faults.into_iter().next().unwrap_or_else(|| wrong(0, "It cannot be read.")))
}

/// Gives the orders of a text to the referee again, with the dice that it names, and says how the game then stands: in a sentence. Games with
/// secrets are held against their log alone: what nobody else was told stands in no text that can be played.
///
/// # Errors
/// The first line that cannot be read, that the rules refuse, or whose dice are not those that the rules roll.
pub fn play(registry: &Registry, text: &str) -> Result<String, TranscriptFault> {
    let transcript = read(registry, text)?;
    if registry.get(&transcript.ruleset).is_some_and(|ruleset| ruleset.second_format().is_some()) {
        let line = line_of(text, "Game");
        return Err(wrong(line, "A game with secrets is held against its log: name the log too."));
    }
    let unplayable = |e: domain::referee::GameError| wrong(0, e.to_string());
    let begun = Game::testify_anew(registry, transcript.begins(GameId([0; 16]), Millis(0))).map_err(unplayable)?;
    let trial =
        begun.game.bring_to(&begun.records, 1, &transcript.lines, ("", Millis(0), false)).map_err(unplayable)?;
    if let Some(left) = trial.left.first() {
        return Err(wrong(left.number, format!("{}: {}", left.text, left.why)));
    }
    let game = &trial.played.game;
    let level = game.result().map(|r| r.level.clone()).or_else(|| game.ended_by_rules());
    let stands = level.unwrap_or_else(|| game.phase(Viewer::Everyone).title);
    let orders = transcript.lines.iter().filter(|l| matches!(l.said, Said::Order(_))).count();
    Ok(format!("{orders} orders, each legal with these dice; the game then stands: {stands}"))
}

/// Holds a text against the log of its game: the same orders, and the dice that the log proves. Answers what was found to agree, in a sentence.
///
/// # Errors
/// The first line that says otherwise than the log, or a log that cannot be replayed.
pub fn held_against(registry: &Registry, text: &str, log: &str) -> Result<String, TranscriptFault> {
    let export = domain::log::import(log).map_err(|e| wrong(0, format!("The log cannot be read: {e}.")))?;
    let game = Game::replay_with(registry, &export.records, &export.entries)
        .map_err(|fault| wrong(0, format!("The log cannot be replayed at record {}: {fault}", fault.seq)))?;
    let viewer = if game.result().is_some() { Viewer::Everyone } else { Viewer::Spectator };
    let entries = game
        .chronicle_with(&export.records, &export.entries, viewer)
        .map_err(|fault| wrong(0, format!("The log cannot be told at record {}: {fault}", fault.seq)))?;
    let (there, here) = (read(registry, &write(&game, "", &export.records, &entries))?, read(registry, text)?);
    let headers = [
        ("Game", &here.ruleset, &there.ruleset),
        ("Scenario", &here.terms.scenario, &there.terms.scenario),
        ("Umpire", &here.umpire, &there.umpire),
        ("Played", &here.played, &there.played),
    ];
    if let Some((name, _, value)) = headers.into_iter().find(|(_, a, b)| a != b) {
        return Err(wrong(line_of(text, name), format!("The log has here `{name}: {value}`.")));
    }
    if here.terms.options != there.terms.options {
        return Err(wrong(line_of(text, "Option"), "The log has other options."));
    }
    let players = game.seats().iter().zip(here.players.iter().zip(&there.players));
    for (seat, (_, value)) in players.filter(|(_, (a, b))| a != b) {
        let name = format!("Player {}", seat.name);
        return Err(wrong(line_of(text, &name), format!("The log has here `{name}: {value}`.")));
    }
    for (n, wanted) in there.lines.iter().enumerate() {
        let Some(line) = here.lines.get(n) else {
            let last = here.lines.last().map_or(0, |l| l.number);
            return Err(wrong(last, format!("The log goes on with: {}", game.written(&wanted.said))));
        };
        if !same(&line.said, &wanted.said) {
            return Err(wrong(line.number, format!("The log has here: {}", game.written(&wanted.said))));
        }
    }
    match here.lines.get(there.lines.len()) {
        Some(more) => Err(wrong(more.number, "The log has no line more.")),
        None => Ok(format!("{} lines, orders and dice, are those of the log", there.lines.len())),
    }
}

/// Whether two lines say the same. A seat that is not named is whoever is to move.
fn same(a: &Said, b: &Said) -> bool {
    match (a, b) {
        (Said::Order(a), Said::Order(b)) => {
            let seats = a.seat.is_none() || b.seat.is_none() || a.seat == b.seat;
            seats && a.order == b.order && a.faces == b.faces
        }
        (a, b) => a == b,
    }
}

/// The line in which a header stands; 0 where there is none.
fn line_of(text: &str, name: &str) -> usize {
    let is = |line: &str| line.split_once(':').is_some_and(|(key, _)| key.trim().eq_ignore_ascii_case(name));
    text.lines().position(is).map_or(0, |n| n + 1)
}
