//! Steps of choice: an order composed one thing after another (`docs/decisions/0062-steps-of-choice.md`).

use super::menu::{Choice, Odds, Sum};
use crate::words::Refusal;
use serde::Serialize;
use std::collections::BTreeMap;

/// What a step leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Asks {
    /// Which piece or command, or what without one.
    Who,
    /// At whom.
    Whom,
    /// Where.
    Where,
    /// With whom.
    With,
    /// In which way: a verb, a formation, the order itself.
    How,
}

/// How many candidates of a step may be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Many {
    /// One; what comes next is another step.
    One,
    /// Several: those taken stay in the list, to be let go again.
    Several,
}

/// Where the composing of an order stands, and what can be chosen next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Step {
    /// What is asked.
    pub asks: Asks,
    /// The question: "With whom?"
    pub prompt: String,
    /// What has been chosen so far, in words.
    pub so_far: Vec<String>,
    /// What can be chosen.
    pub candidates: Vec<Candidate>,
    /// How many of them.
    pub many: Many,
    /// What is chosen so far, where it is an order that the referee takes as it is: with its line, sum and odds.
    pub order: Option<Choice>,
}

/// One thing that may be chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Candidate {
    /// What is said when it is taken: the next of the words that a step is asked with.
    pub say: String,
    /// In words: "with Hooker".
    pub label: String,
    /// The piece that a tap on means this.
    pub piece: Option<String>,
    /// The place that a tap on means this.
    pub place: Option<String>,
    /// What it costs: "2½ of 5 MP".
    pub cost: Option<String>,
    /// The odds of the order with this taken.
    pub odds: Vec<Odds>,
    /// Its sum.
    pub sum: Option<Sum>,
    /// A word worth reading first.
    pub note: Option<String>,
    /// What stands above it, where a step has candidates of several kinds: "Who leads".
    pub group: Option<String>,
    /// Whether it is taken, where several may be.
    pub taken: bool,
    /// Whether it cannot be let go: what was given before this order.
    pub fixed: bool,
    /// Whether it is taken instead of another of its group: who leads.
    pub instead: bool,
    /// Whether the order is whole with it.
    pub ends: bool,
}

impl Candidate {
    /// A candidate with nothing but what is said and how it is shown.
    pub fn new(say: impl Into<String>, label: impl Into<String>) -> Self {
        Candidate {
            say: say.into(),
            label: label.into(),
            piece: None,
            place: None,
            cost: None,
            odds: Vec::new(),
            sum: None,
            note: None,
            group: None,
            taken: false,
            fixed: false,
            instead: false,
            ends: false,
        }
    }
}

impl Step {
    /// What was said, with a candidate of this step taken, or let go if it was taken.
    pub fn toggled(&self, said: &[String], candidate: &Candidate) -> Vec<String> {
        let group = |say: &str| self.candidates.iter().find(|c| c.say == say && c.instead).map(|c| c.group.as_ref());
        let stays = |word: &&String| {
            **word != candidate.say && !(candidate.instead && group(word) == Some(candidate.group.as_ref()))
        };
        let mut next: Vec<String> = said.iter().filter(stays).cloned().collect();
        if !candidate.taken || candidate.instead {
            next.push(candidate.say.clone());
        }
        next
    }
}

/// The parts of a line of several orders, and the words of a composition: what stands between semicolons.
pub fn parts(line: &str) -> impl Iterator<Item = &str> {
    line.split(';').map(str::trim).filter(|part| !part.is_empty())
}

type KeyOf = fn(&Choice) -> Option<&str>;

/// The steps that a menu gives by itself, each with its question: piece (or verb, where no piece acts), verb, place, target, and what is left.
const LEVELS: [(Asks, &str, KeyOf); 5] = [
    (Asks::Who, "Who, or what?", |c| Some(c.piece.as_deref().unwrap_or(c.verb))),
    (Asks::How, "To do what?", |c| Some(c.verb)),
    (Asks::Where, "Where?", |c| c.place.as_deref()),
    (Asks::Whom, "At whom?", |c| c.target.as_deref()),
    (Asks::How, "How?", |c| Some(&c.order)),
];

impl Step {
    /// Steps through a flat menu. `names` gives the name of a piece by its id. Questions with one answer are not asked.
    ///
    /// # Errors
    /// [`Refusal::Unreadable`] when what was said is not on the menu.
    pub fn by_menu(mut left: Vec<Choice>, names: &BTreeMap<String, String>, said: &[String]) -> Result<Step, Refusal> {
        let mut said = said.iter();
        let mut so_far = Vec::new();
        let named = |id: &str| names.get(id).map_or_else(|| id.to_owned(), String::clone);
        for (asks, prompt, key) in LEVELS {
            let keys: Vec<Option<String>> = distinct(&left, key);
            if keys.len() < 2 && left.len() < 2 {
                break;
            }
            if keys.len() < 2 {
                continue;
            }
            let Some(word) = said.next() else {
                let candidates = keys.iter().map(|k| candidate(&left, k.as_deref(), key, (asks, &named)));
                let candidates = candidates.collect();
                return Ok(Step { asks, prompt: prompt.to_owned(), so_far, candidates, many: Many::One, order: None });
            };
            left.retain(|c| key(c).unwrap_or("-") == word);
            if left.is_empty() {
                let wrong = format!("{word:?} is nothing that could be chosen now.");
                return Err(Refusal::unreadable(wrong, "The position may have changed: begin again."));
            }
            so_far.push(named(word));
        }
        match (left.pop(), said.next()) {
            (Some(order), None) => Ok(Step {
                asks: Asks::How,
                prompt: order.label.clone(),
                so_far,
                candidates: Vec::new(),
                many: Many::One,
                order: Some(order),
            }),
            (Some(_), Some(word)) => {
                Err(Refusal::unreadable(format!("{word:?} is too much."), "The order was whole without it."))
            }
            (None, _) => {
                Err(Refusal::unreadable("There is no order to be given now.", "Wait until the game asks you."))
            }
        }
    }
}

fn distinct(choices: &[Choice], key: KeyOf) -> Vec<Option<String>> {
    let mut keys: Vec<Option<String>> = Vec::new();
    for choice in choices {
        let key = key(choice).map(str::to_owned);
        if !keys.contains(&key) {
            keys.push(key);
        }
    }
    keys
}

/// All choices of one answer as one candidate; a single one with all that is known of it.
fn candidate(
    left: &[Choice],
    answer: Option<&str>,
    key: KeyOf,
    (asks, named): (Asks, &dyn Fn(&str) -> String),
) -> Candidate {
    let of: Vec<&Choice> = left.iter().filter(|c| key(c) == answer).collect();
    let say = answer.unwrap_or("-");
    let label = match (asks, of.as_slice()) {
        (_, [only]) => only.label.clone(),
        (Asks::Who | Asks::Whom, _) => named(say),
        _ => say.to_owned(),
    };
    let mut candidate = Candidate::new(say, label);
    let same = |field: fn(&Choice) -> Option<&str>| {
        let first = of.first().and_then(|c| field(c))?;
        of.iter().all(|c| field(c) == Some(first)).then(|| first.to_owned())
    };
    candidate.piece = match asks {
        Asks::Who => same(|c| c.piece.as_deref()),
        Asks::Whom => same(|c| c.target.as_deref()),
        _ => None,
    };
    candidate.place = if asks == Asks::Who { None } else { same(|c| c.place.as_deref()) };
    if let [only] = of.as_slice() {
        candidate.cost.clone_from(&only.cost);
        candidate.odds.clone_from(&only.odds);
        candidate.sum.clone_from(&only.sum);
        candidate.note.clone_from(&only.note);
        candidate.ends = true;
    }
    candidate
}
