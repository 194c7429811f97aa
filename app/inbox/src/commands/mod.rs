//! Lines as commands, by game.

mod line;
mod polite;

use crate::characters::{notation, prose};
use crate::plain::Line;
use crate::quotes::Own;
use crate::read::MOST_COMMANDS;
use crate::reading::{Command, Kind, LeftOut, Part, Said, Trust};
use crate::talk::{self, Writer};
use crate::unreadable::Why;
use line::{choice, choices, command, end_trimmed, list_number, names_game, unbulleted};

/// A line that may be a command, cleaned.
struct Candidate<'l> {
    line: &'l Line,
    text: String,
    numbered: Option<u32>,
    below_closing: bool,
}

/// What is said line by line.
enum Spoken<'l> {
    Line(Candidate<'l>),
    Message { line: usize, text: String },
}

/// Reads the writer's own lines.
///
/// # Errors
/// [`Why::TooManyCommands`].
pub(crate) fn parts(
    lines: &[Line],
    writer: Writer<'_>,
    trust: &Trust,
    left_out: &mut Vec<LeftOut>,
) -> Result<Vec<Part>, Why> {
    let (spoken, message_open) = spoken(lines);
    let spoken = without_talk(spoken, message_open, writer, left_out);
    let mut parts: Vec<Part> = Vec::new();
    let mut current = Part { game: None, commands: Vec::new(), one_by_one: false };
    let (mut one_by_one, mut count) = (false, 0);
    for said in spoken {
        let said = match said {
            Spoken::Message { line, text } => {
                let first = text.lines().next().unwrap_or_default().to_owned();
                Said { line, text: first, command: Command::Message(text), numbered: None, below_closing: false }
            }
            Spoken::Line(Candidate { line, text, numbered, below_closing }) => {
                let lower = end_trimmed(&text).to_lowercase();
                if matches!(lower.as_str(), "one by one" | "one-by-one") {
                    one_by_one = true;
                    continue;
                }
                if let Some(game) = names_game(&text, trust) {
                    let done = std::mem::replace(
                        &mut current,
                        Part { game: Some(game), commands: Vec::new(), one_by_one: false },
                    );
                    if !done.commands.is_empty() || done.game.is_some() {
                        parts.push(done);
                    }
                    continue;
                }
                // Several numbers in a line: the choices one after the other.
                if let Some(numbers) = choices(&text) {
                    count += numbers.len() - 1;
                    let (last, before) = numbers.split_last().unwrap_or((&0, &[]));
                    let said = |number: &u32| Said {
                        line: line.number,
                        text: number.to_string(),
                        command: Command::Choice(*number),
                        numbered: None,
                        below_closing,
                    };
                    current.commands.extend(before.iter().map(said));
                    said(last)
                } else {
                    let command = command(&text);
                    Said { line: line.number, text, command, numbered, below_closing }
                }
            }
        };
        count += 1;
        if count > MOST_COMMANDS {
            return Err(Why::TooManyCommands);
        }
        current.commands.push(said);
    }
    if !current.commands.is_empty() || current.game.is_some() || parts.is_empty() {
        parts.push(current);
    }
    for part in &mut parts {
        part.one_by_one = one_by_one;
        if part.commands.is_empty() {
            part.commands.push(Said {
                line: 0,
                text: String::new(),
                command: Command::Nothing,
                numbered: None,
                below_closing: false,
            });
        }
    }
    Ok(parts)
}

/// Parts messages from lines; whether the last message goes on to the end of the letter.
fn spoken(lines: &[Line]) -> (Vec<Spoken<'_>>, bool) {
    let mut spoken = Vec::new();
    let mut message: Option<(usize, Vec<String>)> = None;
    for line in lines {
        let own = line.depth != Own::GAP;
        let raw = if own { polite::unstressed(&notation(&line.text)) } else { String::new() };
        let numbered = list_number(&raw);
        let text = polite::unstressed(unbulleted(&raw));
        if let Some((number, words)) = &mut message {
            let lower = end_trimmed(&text).to_lowercase();
            if matches!(lower.as_str(), "end message" | "end of message") {
                spoken.push(Spoken::Message { line: *number, text: finished(words) });
                message = None;
            } else {
                words.push(if own { prose(&line.text) } else { String::new() });
            }
        } else if let Some(first) = begins_message(&text, &line.text) {
            message = Some((line.number, vec![first]));
        } else if own && !text.is_empty() {
            spoken.push(Spoken::Line(Candidate { line, text, numbered, below_closing: false }));
        }
    }
    let open = message.is_some();
    if let Some((line, words)) = message {
        spoken.push(Spoken::Message { line, text: finished(&words) });
    }
    (spoken, open)
}

/// The text of a message: no empty lines around it, and never two within.
fn finished(words: &[String]) -> String {
    let mut text = String::new();
    let mut blank = false;
    for line in words {
        if line.trim().is_empty() {
            blank = true;
            continue;
        }
        if !text.is_empty() {
            text.push_str(if blank { "\n\n" } else { "\n" });
        }
        blank = false;
        text.push_str(line);
    }
    text
}

/// `message`, `message: text`, `message text`: the text on that line.
fn begins_message(text: &str, raw: &str) -> Option<String> {
    let word = text.split([' ', ':']).next()?;
    if !matches!(word.to_ascii_lowercase().as_str(), "message" | "msg") {
        return None;
    }
    // The words themselves as they were written.
    let raw = prose(raw);
    let at = raw.to_ascii_lowercase().find(&word.to_ascii_lowercase()).map_or(0, |at| at + word.len());
    Some(raw.get(at..).unwrap_or_default().trim_start_matches([' ', ':', '\u{ff1a}']).to_owned())
}

/// Leaves out greetings, closings, remarks and rules.
fn without_talk<'l>(
    spoken: Vec<Spoken<'l>>,
    message_open: bool,
    writer: Writer<'_>,
    left_out: &mut Vec<LeftOut>,
) -> Vec<Spoken<'l>> {
    let mut kept: Vec<Spoken<'l>> = Vec::new();
    for said in spoken {
        if let Spoken::Line(candidate) = &said {
            let text = &candidate.text;
            let first = kept.is_empty();
            let kind = match () {
                () if is_remark(text) => Some(Kind::Remark),
                () if is_rule(text) => Some(Kind::Rule),
                () if first && (talk::greets(text, writer.book) || talk::introduces(text)) => Some(Kind::Greeting),
                () => None,
            };
            if let Some(kind) = kind {
                talk::leave(left_out, candidate.line, kind);
                continue;
            }
        }
        kept.push(said);
    }
    if !message_open {
        let last = kept.iter().rposition(|s| matches!(s, Spoken::Message { .. })).map_or(0, |at| at + 1);
        let texts: Vec<String> = kept[last..]
            .iter()
            .filter_map(|s| match s {
                Spoken::Line(c) => Some(c.text.clone()),
                Spoken::Message { .. } => None,
            })
            .collect();
        let closing = talk::closing(&texts, writer);
        for said in kept.drain(kept.len() - closing..) {
            if let Spoken::Line(candidate) = said {
                talk::leave(left_out, candidate.line, Kind::Closing);
            }
        }
    }
    let mut below = false;
    for said in &mut kept {
        if let Spoken::Line(candidate) = said {
            candidate.below_closing = below;
            below |= talk::takes_leave(&candidate.text, writer);
        }
    }
    left_out.sort_by_key(|l| l.line);
    kept
}

/// `// …` and `# …`, but `#3` is a choice.
fn is_remark(text: &str) -> bool {
    text.starts_with("//") || text.starts_with('#') && choice(text).is_none()
}

/// `---`, `***`, `=====`.
fn is_rule(text: &str) -> bool {
    text.len() >= 3 && text.chars().all(|c| "-_=*~. ".contains(c))
}
