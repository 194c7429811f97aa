//! One line for each order, written and read back.

use super::board::Board;
use super::names::{leading_unit, read_hex, unreadable};
use super::orders::{Order, VERBS};
use super::stand::Stand;
use domain_core::kit::{self, names};
use domain_core::referee::{Refusal, Side};

/// Writes an order.
pub fn format(board: &Board<'_>, order: &Order) -> String {
    order.verb().write(board)
}

/// Reads an order. Who writes `done` while it is their part to answer means `stand`.
///
/// # Errors
/// [`Refusal::Unreadable`] with what could not be read.
pub fn parse(board: &Board<'_>, side: Side, line: &str) -> Result<Order, Refusal> {
    Ok(match read(board, side, line)? {
        Order::Done(_) if board.at.segment.answers() => Stand.into(),
        order => order,
    })
}

fn read(board: &Board<'_>, side: Side, line: &str) -> Result<Order, Refusal> {
    if line.len() > 500 {
        return Err(unreadable("That line is too long for an order."));
    }
    let words = names::words(line);
    if words.is_empty() {
        return Err(unreadable("That line is empty."));
    }
    if let Some(read) = kit::alone(VERBS, board, side, &words) {
        return read;
    }
    if let Some(read) = of_hex(board, side, &words) {
        return read;
    }
    let marked = marker_last(&words);
    let words = marked.as_deref().unwrap_or(&words);
    let (unit, rest) = leading_unit(board, Some(side), words)?;
    let name = board.name(unit);
    if rest.is_empty() {
        return Err(unreadable(format!("What shall {name} do?")));
    }
    let read = kit::of_piece(VERBS, board, side, unit, rest).or_else(|| {
        // `Hall 6R heavy at L36`, `Archer all at JJ37`: the verb stands among what it says.
        rest.iter().any(|word| word.eq_ignore_ascii_case("at")).then_some(())?;
        kit::of_piece(VERBS, board, side, unit, &[&["at"], rest].concat())
    });
    read.unwrap_or_else(|| Err(unreadable(format!("{name} cannot be told: {}.", rest.join(" ")))))
}

/// Several orders of one counter said as one, `Hall march M33 unlimber E`, as a line each; `None` for a line that is one order, or none at all.
pub fn spell_out(board: &Board<'_>, side: Side, line: &str) -> Option<Vec<String>> {
    if parse(board, side, line).is_ok() {
        return None;
    }
    let words = names::words(line);
    let (unit, rest) = leading_unit(board, Some(side), &words).ok()?;
    let name = board.name(unit);
    let told = |part: &[&str]| format!("{name} {}", part.join(" "));
    let mut parts: Vec<Vec<&str>> = Vec::new();
    for word in rest {
        let begins = kit::verb_of_piece(VERBS, &[word]) == Some(0);
        match parts.last_mut() {
            // `keep line`, `to .. ends`: a verb among what another one says.
            Some(part) if !begins || parse(board, side, &told(part)).is_err() => part.push(word),
            None if !begins => return None,
            _ => parts.push(vec![word]),
        }
    }
    let read = parts.len() > 1 && parts.iter().all(|part| parse(board, side, &told(part)).is_ok());
    read.then(|| parts.iter().map(|part| told(part)).collect())
}

/// What is said of a hex: `JJ37: 5 at II37, 3 at II38` divides its fire, `JJ36 flank II36 4` steps into a flank hex; `None` where a line does not begin with a hex.
fn of_hex(board: &Board<'_>, side: Side, words: &[&str]) -> Option<Result<Order, Refusal>> {
    let (first, rest) = words.split_first()?;
    let hex = first.trim_end_matches(':');
    read_hex(board.pack, hex).ok()?;
    let rest = rest.strip_prefix(&[":"]).unwrap_or(rest);
    let said = match rest {
        [word, rest @ ..] if word.eq_ignore_ascii_case("flank") => [&["flank", hex], rest].concat(),
        rest => [&["split", hex], rest].concat(),
    };
    kit::alone(VERBS, board, side, &said)
}

/// `Archer.1 at JJ37` as `Archer at .1 JJ37`: the marker after the verb; `None` where no marker is named first.
fn marker_last<'l>(words: &[&'l str]) -> Option<Vec<&'l str>> {
    let at = words.iter().take(3).position(|word| {
        let number = word.rsplit_once('.').map(|(_, number)| number);
        number.is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
    })?;
    let (name, marker) = words[at].split_at(words[at].rfind('.')?);
    let verb = words.get(at + 1)?;
    Some([&words[..at], &[name, *verb, marker], &words[at + 2..]].concat())
}
