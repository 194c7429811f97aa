//! What one part of a letter comes to, before anything is done.

use super::games::Known;
use super::seats::{self, SeatWord};
use super::times::{self, TimeWord};
use crate::letters::Wrong;
use domain::referee::{Level, SeatId, Standing};
use fieldpost_inbox::{Command, DrawWord, Part, Said};

/// Something to do, and the place of its line in the part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Step {
    /// The place among the part's commands.
    pub place: usize,
    pub act: Act,
}

/// What to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Act {
    /// An order in notation.
    Order(String),
    Draw(DrawWord),
    Resign,
    Standing(Standing),
    /// Orders for one's own coming turns, a line each, in place of those that were; none to take all back.
    Queue(Vec<String>),
    /// To go back to the position after this record, and why.
    Takeback(u64, String),
    /// To agree to going back, or not.
    TakebackAnswer(bool),
    /// To go on under the mended rules that are offered.
    Rules,
    /// Something about the time.
    Time(TimeWord),
    /// A house player for a seat of the other side whose time is out.
    StandIn,
    /// To play on in place of the house player.
    Back,
    /// Somebody else for a seat.
    Replacement(SeatWord),
    Message(String),
    /// Take back the last order laid out on the page.
    Undo,
}

impl Act {
    /// Whether it speaks of the position that the letter showed, and means nothing in another.
    pub fn of_the_position(&self) -> bool {
        !matches!(self, Act::Standing(_) | Act::Queue(_) | Act::Message(_) | Act::Takeback(..) | Act::Time(_))
            && !matches!(self, Act::Rules | Act::StandIn | Act::Back | Act::Replacement(_))
    }
}

/// Something to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ask {
    Map,
    Menu,
    Rules(Option<String>),
    Standing,
    Queue,
    Help,
}

/// A part of a letter, understood.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Plan {
    /// What to do, in the order of the letter.
    pub steps: Vec<Step>,
    /// What to send along.
    pub asks: Vec<Ask>,
    /// Whether all of it is only to be tried.
    pub preview: bool,
    /// Why nothing is done.
    pub wrong: Option<Wrong>,
}

/// Reads a part. The numbers in it mean the choices that the letter listed.
pub(super) fn plan(part: &Part, known: &Known) -> Plan {
    let mut plan = Plan::default();
    let mut numbered: Option<Vec<String>> = None;
    for (place, said) in part.commands.iter().enumerate() {
        let act = match &said.command {
            Command::Order(line) => Act::Order(line.clone()),
            Command::Choice(number) => match chosen(numbered.get_or_insert_with(|| known.numbered()), *number) {
                Ok(order) => Act::Order(order),
                Err((why, legal)) => {
                    plan.refuse(said, why, legal);
                    continue;
                }
            },
            Command::Draw(word) => Act::Draw(*word),
            Command::Resign { sure: true } => Act::Resign,
            Command::Resign { sure: false } => {
                plan.refuse(
                    said,
                    "Resigning ends the game and cannot be taken back.".to_owned(),
                    "If you mean it, answer with: resign sure".to_owned(),
                );
                continue;
            }
            Command::Message(text) => Act::Message(text.clone()),
            Command::Standing(text) if text.trim().is_empty() => {
                plan.asks.push(Ask::Standing);
                continue;
            }
            Command::Standing(text) => match standing(text, known) {
                Ok(standing) => Act::Standing(standing),
                Err((why, legal)) => {
                    plan.refuse(said, why, legal);
                    plan.asks.push(Ask::Standing);
                    continue;
                }
            },
            Command::Queue(text) if text.trim().is_empty() => {
                plan.ask(Ask::Queue);
                continue;
            }
            Command::Queue(text) => {
                plan.queue(place, text);
                continue;
            }
            Command::Takeback(text) => match takeback(text) {
                Some(act) => act,
                None => {
                    plan.refuse(
                        said,
                        "That does not say where to go back to.".to_owned(),
                        "Write takeback and the number of a record, with your reason behind it; takeback accept or takeback \
                         decline answers one."
                            .to_owned(),
                    );
                    continue;
                }
            },
            Command::RulesAgreed => Act::Rules,
            Command::Undo => Act::Undo,
            Command::Preview => {
                plan.preview = true;
                continue;
            }
            Command::Map => {
                plan.ask(Ask::Map);
                continue;
            }
            Command::Menu => {
                plan.ask(Ask::Menu);
                continue;
            }
            Command::Rules(section) => {
                plan.ask(Ask::Rules(section.clone()));
                continue;
            }
            Command::Help => {
                plan.ask(Ask::Help);
                continue;
            }
            Command::Nothing => continue,
            Command::StandIn => Act::StandIn,
            Command::Back => Act::Back,
            Command::Replacement(text) => match seats::replacement(text) {
                Ok(word) => Act::Replacement(word),
                Err((why, legal)) => {
                    plan.refuse(said, why, legal);
                    continue;
                }
            },
            Command::Resume => Act::Time(TimeWord::Resume),
            Command::Pause(text) => match plan.time(said, times::pause(text)) {
                Some(act) => act,
                None => continue,
            },
            Command::Vacation(text) => match plan.time(said, times::vacation(text)) {
                Some(act) => act,
                None => continue,
            },
            Command::Grant(text) => match plan.time(said, times::grant(text)) {
                Some(act) => act,
                None => continue,
            },
            Command::Claim(text) => match plan.time(said, times::claim(text, others(known))) {
                Some(act) => act,
                None => continue,
            },
        };
        plan.steps.push(Step { place, act });
    }
    plan
}

impl Plan {
    /// The first line that cannot be done stands for all: nothing of the part is.
    fn refuse(&mut self, said: &Said, why: String, legal: String) {
        self.wrong.get_or_insert(Wrong { line: said.text.trim().to_owned(), why, legal, ..Wrong::default() });
    }

    fn time(&mut self, said: &Said, read: Result<TimeWord, (String, String)>) -> Option<Act> {
        read.map(Act::Time).map_err(|(why, legal)| self.refuse(said, why, legal)).ok()
    }

    /// The lines of a letter that queue something are one queue.
    fn queue(&mut self, place: usize, line: &str) {
        let none = ["none", "nothing", "clear", "off"].contains(&line.trim().to_lowercase().as_str());
        let lines = self.steps.iter_mut().find_map(|s| match &mut s.act {
            Act::Queue(lines) => Some(lines),
            _ => None,
        });
        match lines {
            Some(lines) if none => lines.clear(),
            Some(lines) => lines.push(line.to_owned()),
            None if none => self.steps.push(Step { place, act: Act::Queue(Vec::new()) }),
            None => self.steps.push(Step { place, act: Act::Queue(vec![line.to_owned()]) }),
        }
    }

    fn ask(&mut self, ask: Ask) {
        if !self.asks.contains(&ask) {
            self.asks.push(ask);
        }
    }
}

/// The seats of the other side, with their names.
fn others(known: &Known) -> impl Iterator<Item = (SeatId, &str)> {
    let game = &known.now.game;
    let side = known.now.seat.and_then(|s| game.seat(s)).map(|s| s.side);
    game.seats().iter().filter(move |s| Some(s.side) != side).map(|s| (s.id, s.name.as_str()))
}

fn chosen(numbered: &[String], number: u32) -> Result<String, (String, String)> {
    let place = usize::try_from(number).unwrap_or(usize::MAX).checked_sub(1);
    match place.and_then(|place| numbered.get(place)) {
        Some(order) => Ok(order.clone()),
        None if numbered.is_empty() => Err((
            "The letter that you answered asked nothing of you.".to_owned(),
            "Answer the latest letter of this game.".to_owned(),
        )),
        None => Err((
            format!("There was no choice {number} when that letter was written."),
            format!("Its choices go from 1 to {}; menu lists them.", numbered.len()),
        )),
    }
}

/// `12 and why`, `accept`, `decline`.
fn takeback(text: &str) -> Option<Act> {
    let text = text.trim().trim_start_matches("to ").trim_start_matches("record ");
    let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    match first.trim_end_matches([':', ',', '.']).to_ascii_lowercase().as_str() {
        "accept" | "yes" | "agree" => Some(Act::TakebackAnswer(true)),
        "decline" | "no" | "withdraw" => Some(Act::TakebackAnswer(false)),
        number => number.parse().ok().map(|to| Act::Takeback(to, rest.trim().to_owned())),
    }
}

/// `default`, `ask`, `keen`, or `KEY RULE`: the questions that it answers, to be laid over what is in force then.
fn standing(text: &str, known: &Known) -> Result<Standing, (String, String)> {
    let notation = known.now.game.standing_notation();
    let level = match text.trim().to_ascii_lowercase().as_str() {
        "ask" => Some(Level::Ask),
        "default" => Some(Level::Default),
        "keen" => Some(Level::NeverAsk),
        _ => None,
    };
    if let Some(level) = level {
        return Ok(Standing::at(level, &notation.offers));
    }
    let between = [' ', '=', ':', '\t', ','];
    let (key, rule) = text.trim().split_once(between).unwrap_or((text.trim(), ""));
    let rule = rule.trim_start_matches(between);
    if rule.is_empty() {
        let keys = notation.offers.iter().map(|o| o.key).collect::<Vec<_>>().join(", ");
        return Err((
            format!("{text:?} is no standing order."),
            format!(
                "Write standing KEY VALUE or standing KEY = if turn >= 4: VALUE; VALUE, with a key of {keys}; or standing ask, standing \
                 default, standing keen."
            ),
        ));
    }
    notation.lines(&Standing::default(), &format!("{key} = {rule}")).map_err(|wrong| (wrong.wrong, wrong.right))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_takeback_names_a_record_or_answers_one() {
        assert_eq!(
            takeback("to record 12: a slip of the pen"),
            Some(Act::Takeback(12, "a slip of the pen".to_owned()))
        );
        assert_eq!(takeback("7"), Some(Act::Takeback(7, String::new())));
        assert_eq!(takeback("Accept."), Some(Act::TakebackAnswer(true)));
        assert_eq!(takeback("no"), Some(Act::TakebackAnswer(false)));
        assert_eq!(takeback(""), None);
        assert!(!Act::Message("Hello".to_owned()).of_the_position() && Act::Resign.of_the_position());
    }
}
