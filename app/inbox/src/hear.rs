//! Orders told apart from talk, by somebody who knows the game.
//!
//! A letter's orders are the first lines on end that can be read. What stands before and behind them is talk, and left out; unless it may be
//! meant for an order, or may change one: then nothing is done and the writer is asked.

use crate::reading::{Command, Kind, LeftOut, Part, Said};
use crate::talk::{Vocabulary, nearly, turns};

/// What a line is to somebody who knows the game.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Sense {
    /// An order of the game, legal or not.
    Order,
    /// None, but it speaks of pieces or places of the game.
    Near,
    /// Nothing that the game knows.
    Nothing,
}

/// A choice as the letter listed it.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Listed {
    /// What it does, in words.
    pub label: String,
    /// What the list says of it besides, between the two: that it rolls, or hands over. May be empty.
    pub remark: String,
    /// In notation.
    pub order: String,
}

/// Why nothing of a part may be carried out before its writer has been asked.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Doubt {
    /// It reads as an order, but talk stands between it and the others.
    Apart(Said),
    /// It is none, but may be meant for one, or may change one.
    Unsure(Said),
}

/// Leaves out of a part what is talk, turns lines that were copied from the letter's list into choices, and says what must be asked about. `listed`
/// are the choices of the letter that is answered, the first of number 1. A part without any line that can be read stays as it is: the referee
/// says what is wrong with it.
pub fn hear(
    part: &Part,
    listed: &[Listed],
    (sense, book): (impl Fn(&str) -> Sense, &Vocabulary),
    left_out: &mut Vec<LeftOut>,
) -> (Part, Option<Doubt>) {
    let mut heard = part.clone();
    let mut senses: Vec<Sense> = Vec::with_capacity(part.commands.len());
    for said in &mut heard.commands {
        senses.push(match copied(said, listed) {
            Copied::Choice(number) => {
                said.command = Command::Choice(number);
                Sense::Order
            }
            Copied::Changed => Sense::Near,
            Copied::No => weigh(said, &sense, book),
        });
    }
    let reads = |at: &usize| senses[*at] == Sense::Order;
    let Some(first) = (0..senses.len()).find(reads) else { return (heard, None) };
    let message = |at: usize| matches!(heard.commands[at].command, Command::Message(_));
    let end = (first..senses.len()).find(|at| senses[*at] == Sense::Nothing).unwrap_or(senses.len());
    let apart = (end..senses.len()).find(|at| reads(at) && !message(*at) && !heard.one_by_one);
    // What names a piece is an order that was written wrongly, and the referee says in what; unless it takes back what stands beside it.
    let unsure = (0..senses.len()).find(|at| {
        let said = &heard.commands[*at];
        let unknown =
            matches!(&said.command, Command::Order(line) if sense(line) == Sense::Nothing || turns(&said.text));
        senses[*at] == Sense::Near && unknown
    });
    let doubt = match (unsure, apart) {
        (Some(at), _) => Some(Doubt::Unsure(heard.commands[at].clone())),
        (None, Some(at)) => Some(Doubt::Apart(heard.commands[at].clone())),
        (None, None) => None,
    };
    let mut at = 0;
    heard.commands.retain(|said| {
        at += 1;
        let talk = senses[at - 1] == Sense::Nothing;
        if talk && left_out.len() < 200 {
            left_out.push(LeftOut { line: said.line, text: said.text.clone(), kind: Kind::Talk });
        }
        !talk
    });
    left_out.sort_by_key(|l| l.line);
    (heard, doubt)
}

/// Whether a line names one of these pieces, given as the words of their names in lower case. Names that are ordinary words as well
/// ([`Vocabulary::ordinary`]) name nobody where they stand as such in a clause that is spoken to somebody: "see you early".
pub fn names(line: &str, pieces: &[String], book: &Vocabulary) -> bool {
    line.split([',', ';', ':', '.', '!', '?', '(', '-', '–', '—']).any(|clause| {
        let words: Vec<&str> = clause.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
        let spoken = words.iter().any(|w| SPOKEN.contains(&w.to_lowercase().as_str()));
        words.iter().enumerate().any(|(at, word)| {
            let ordinary = at > 0 && spoken && book.ordinary.contains(*word);
            !ordinary && word.chars().count() > 2 && pieces.iter().any(|p| alike(&word.to_lowercase(), p))
        })
    })
}

/// Words with which people speak to one another, and with which nobody orders anything.
const SPOKEN: [&str; 8] = ["been", "feel", "hope", "was", "were", "you", "your", "yours"];

/// Whether a word may be meant for another, both in lower case: the same, or of five letters and more with one slip of the finger.
pub fn alike(word: &str, meant: &str) -> bool {
    if word == meant {
        return true;
    }
    let (one, other): (Vec<char>, Vec<char>) = (word.chars().collect(), meant.chars().collect());
    if one.len() < 5 || other.len() < 5 || one.len().abs_diff(other.len()) > 1 {
        return false;
    }
    let before = one.iter().zip(&other).take_while(|(a, b)| a == b).count();
    let behind = one[before..].iter().rev().zip(other[before..].iter().rev()).take_while(|(a, b)| a == b).count();
    let left = one.len().max(other.len()) - before - behind;
    // One letter more, less or other; or two that have changed places.
    let swapped =
        left == 2 && one.len() == other.len() && one[before] == other[before + 1] && one[before + 1] == other[before];
    left <= 1 || swapped
}

fn weigh(said: &Said, sense: &impl Fn(&str) -> Sense, book: &Vocabulary) -> Sense {
    let Command::Order(line) = &said.command else { return Sense::Order };
    match sense(line) {
        Sense::Nothing if nearly(&said.text, said.below_closing, book) || said.numbered.is_some() => Sense::Near,
        sense => sense,
    }
}

/// Whether a line was copied from the letter's list.
enum Copied {
    /// Whole, or its words alone: the choice of this number.
    Choice(u32),
    /// And something in it was changed.
    Changed,
    No,
}

fn copied(said: &Said, listed: &[Listed]) -> Copied {
    let Command::Order(line) = &said.command else { return Copied::No };
    let same = |one: &str, other: &str| squeezed(one) == squeezed(other);
    let (number, words) = match said.numbered {
        Some(number) => (Some(number), line.as_str()),
        None => match begins_with_number(line) {
            Some((number, words)) => (Some(number), words),
            None => (None, line.as_str()),
        },
    };
    let is = |choice: &Listed| {
        let Listed { label, remark, order } = choice;
        let whole = [label.clone(), format!("{label} {remark}")];
        whole.iter().any(|said| same(words, said) || same(words, &format!("{said} {order}")))
            || number.is_some() && same(words, order)
    };
    let of = |number: u32| usize::try_from(number).ok().and_then(|n| n.checked_sub(1)).and_then(|n| listed.get(n));
    if let Some(number) = number {
        return match of(number) {
            Some(choice) if is(choice) => Copied::Choice(number),
            Some(choice) if !choice.label.is_empty() && squeezed(words).starts_with(&squeezed(&choice.label)) => {
                Copied::Changed
            }
            _ => Copied::No,
        };
    }
    let mut found = listed.iter().enumerate().filter(|(_, choice)| is(choice) && !choice.label.is_empty());
    match (found.next(), found.next()) {
        (Some((at, _)), None) => u32::try_from(at + 1).map_or(Copied::No, Copied::Choice),
        _ => Copied::No,
    }
}

/// `3 (Griffin stays)`, `3 - Griffin stays`: the number, and the words.
fn begins_with_number(line: &str) -> Option<(u32, &str)> {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let words = line[digits..].trim_start_matches([' ', '(', '-', ':', ',', '.', ')', '=']).trim_end_matches(')');
    let parted = line[digits..].starts_with([' ', '(', '-', ':', ',', '.', ')', '=']);
    ((1..=3).contains(&digits) && parted && !words.is_empty()).then(|| Some((line[..digits].parse().ok()?, words)))?
}

/// Letters and digits alone, lower case.
fn squeezed(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A part of lines as written, where whoever knows the game reads `Griffin fire` and a hex, and knows Griffin.
    fn doubt(lines: &[&str]) -> Option<Doubt> {
        let said = |(at, line): (usize, &&str)| Said {
            line: at + 1,
            text: (*line).to_owned(),
            command: Command::Order((*line).to_owned()),
            numbered: None,
            below_closing: false,
        };
        let part = Part { game: None, commands: lines.iter().enumerate().map(said).collect(), one_by_one: false };
        let sense = |line: &str| match line {
            "Griffin fire 1211" => Sense::Order,
            line if line.contains("Griffin") => Sense::Near,
            _ => Sense::Nothing,
        };
        hear(&part, &[], (sense, &Vocabulary::default()), &mut Vec::new()).1
    }

    /// The order above it may roll, and what has rolled cannot be taken back.
    #[test]
    fn what_takes_back_is_asked_about_whether_or_not_it_names_a_piece() {
        for line in ["Hmm, wait, don't do that.", "Hmm, wait, don't let Griffin fire yet.", "unless Griffin is hit"] {
            assert!(
                matches!(doubt(&["Griffin fire 1211", line]), Some(Doubt::Unsure(said)) if said.line == 2),
                "{line}"
            );
        }
    }

    #[test]
    fn what_is_written_wrongly_is_left_to_the_referee() {
        assert_eq!(doubt(&["Griffin fire 1211", "Griffin fier 1212"]), None);
        assert_eq!(doubt(&["Griffin fire 1211", "Good luck!"]), None);
    }
}
