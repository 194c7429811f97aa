//! The menu: every legal order at this point, as data. Pages, letters, API and bots are all drawn from it.

use crate::words::{SeatId, Section};
use serde::Serialize;

/// A question that the referee puts to a seat. The game waits on the seats that owe one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Decision {
    /// Who owes it.
    pub seat: SeatId,
    /// A stable word for the kind of question, lower case with hyphens: `move`, `retreat`, `react`. Standing orders and
    /// statistics go by it.
    pub kind: &'static str,
    /// The question in one sentence, for the page and the letter: "Move, charge or recover with Longstreet's division."
    pub asks: String,
    /// Where the rulebook grants it.
    pub section: Section,
}

/// What one seat may do now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Menu {
    /// Whose menu it is.
    pub seat: SeatId,
    /// The questions this seat owes an answer to; empty when it is not asked anything.
    pub asks: Vec<Decision>,
    /// Every legal order, grouped by piece and verb in the ruleset's own order. What stands here `decide` accepts, and
    /// the other way round.
    pub choices: Vec<Choice>,
}

/// One legal order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// The order in notation, exactly as it would be sent.
    pub order: String,
    /// What it does, in a few words: "Archer moves to 0815".
    pub label: String,
    /// The kind of order, for grouping: `move`, `fire`, `done`.
    pub verb: &'static str,
    /// The piece that acts, by [`super::Piece::id`].
    pub piece: Option<String>,
    /// The place it goes to or happens at, by place id: where a tap on the map means this order.
    pub place: Option<String>,
    /// The piece it is aimed at.
    pub target: Option<String>,
    /// Places passed on the way, the start first, when it moves.
    pub path: Vec<String>,
    /// The price, in words: "2½ of 5 MP".
    pub cost: Option<String>,
    /// The arithmetic known beforehand, as a player would write it.
    pub sum: Option<Sum>,
    /// The exact odds, where the rulebook's tables give them; likeliest last is not promised, table order is.
    pub odds: Vec<Odds>,
    /// What its button says, all of it, where its kind and why it is final would say it badly: "Attack · rolls again".
    #[serde(skip)]
    pub button: Option<&'static str>,
    /// Why it cannot be taken back; nothing of what can be. From the ruleset it is what the ruleset says beforehand: that it rolls, leads to a roll,
    /// or may show something. What [`super::Game::weigh`] was asked of has the referee's word for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finality: Option<Finality>,
    /// That it is none of the things to do, but closes what is asked; nothing of all others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closes: Option<Closes>,
    /// A warning worth reading first: "must stop there: enemy zone of control".
    pub note: Option<String>,
    /// The rule that allows it.
    pub section: Section,
}

impl Choice {
    /// The same choice, said to roll dice or to lead to a roll.
    pub fn rolling(self) -> Self {
        Choice { finality: Some(Finality::Rolls), ..self }
    }

    /// The same choice, said to close what is asked.
    pub fn closing(self, closes: Closes) -> Self {
        Choice { closes: Some(closes), ..self }
    }

    /// A choice with nothing but order, label, verb and section.
    pub fn plain(order: String, label: impl Into<String>, verb: &'static str, section: &'static str) -> Self {
        Choice {
            order,
            label: label.into(),
            verb,
            piece: None,
            place: None,
            target: None,
            path: Vec::new(),
            cost: None,
            sum: None,
            odds: Vec::new(),
            button: None,
            finality: None,
            closes: None,
            note: None,
            section: Section(section),
        }
    }
}

/// How a choice closes what is asked of its seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Closes {
    /// It lets what could be done go by with nothing done.
    Idle,
    /// It says that all is done.
    Done,
}

/// Why an order cannot be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Finality {
    /// It rolls dice, or draws.
    Rolls,
    /// The game is over with it.
    Ends,
    /// The game waits for somebody else after it, or for somebody else as well.
    HandsOver,
    /// Somebody else may answer before it goes on.
    Asks,
    /// The same, and it is to roll dice then.
    AsksAndRolls,
    /// It is one of several choices made at the same time, and stays under seal until all of them are.
    Sealed,
    /// It may show something to somebody who did not know of it, or meet somebody unseen.
    MayShow,
    /// It stands once it is given.
    Stands,
}

impl Finality {
    /// In a few words, behind what a button does: "rolls".
    pub fn words(self) -> &'static str {
        match self {
            Finality::Rolls => "rolls",
            Finality::Ends => "ends the game",
            Finality::HandsOver => "hands over",
            Finality::Asks => "may be answered first",
            Finality::AsksAndRolls => "rolls · may be answered first",
            Finality::Sealed => "sealed",
            Finality::MayShow => "may show",
            Finality::Stands => "stands",
        }
    }

    /// In a sentence.
    pub fn sentence(self) -> &'static str {
        match self {
            Finality::Rolls => "It rolls dice: it cannot be taken back.",
            Finality::Ends => "The game is over with it: it cannot be taken back.",
            Finality::HandsOver => "The other side acts next, or its standing orders do: it cannot be taken back.",
            Finality::Asks => {
                "The other side may answer, by hand or by standing orders; then it goes on. It cannot be taken back."
            }
            Finality::AsksAndRolls => {
                "The other side may answer, by hand or by standing orders; then it rolls dice and goes on. It cannot be taken back."
            }
            Finality::Sealed => "It is sealed until all have chosen: it cannot be taken back.",
            Finality::MayShow => "It may show something, or meet somebody unseen: it cannot be taken back.",
            Finality::Stands => "It stands once it is given: it cannot be taken back.",
        }
    }
}

/// A sum as a player writes it on paper: "4 steps +3 morale +1 support −2 stream = 6".
#[derive(Clone, Debug, PartialEq, Eq, Serialize, serde::Deserialize)]
pub struct Sum {
    /// What is added up: "attack strength".
    pub name: String,
    /// Its terms in the order of the rulebook's chart.
    pub terms: Vec<Term>,
}

impl Sum {
    /// The total.
    pub fn total(&self) -> i32 {
        self.terms.iter().map(|t| t.value).sum()
    }
}

impl std::fmt::Display for Sum {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (i, t) in self.terms.iter().enumerate() {
            match (i, t.value < 0) {
                (0, false) => write!(f, "{} {}", t.value, t.what)?,
                (0, true) => write!(f, "−{} {}", -t.value, t.what)?,
                (_, false) => write!(f, " +{} {}", t.value, t.what)?,
                (_, true) => write!(f, " −{} {}", -t.value, t.what)?,
            }
        }
        match (self.terms.as_slice(), self.total()) {
            // What is added to nothing is said once.
            ([_], _) => Ok(()),
            ([], n) => write!(f, "{n}"),
            (_, n) if n < 0 => write!(f, " = −{}", -n),
            (_, n) => write!(f, " = {n}"),
        }
    }
}

/// One term of a [`Sum`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, serde::Deserialize)]
pub struct Term {
    /// What it counts.
    pub what: String,
    /// Its value.
    pub value: i32,
}

/// The chance of one outcome: `ways` of `of` equally likely rolls.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Odds {
    /// The outcome, as the table prints it.
    pub outcome: String,
    /// Rolls that bring it.
    pub ways: u32,
    /// All rolls.
    pub of: u32,
    /// What it means in plain words, with what each side loses by it: "Gibbon is eliminated, the others go back Spent". Empty where the ruleset
    /// does not say.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub plain: String,
    /// How it stands for whoever chooses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub luck: Option<Luck>,
}

impl Odds {
    /// An outcome as the table prints it, without more.
    pub fn new(outcome: impl Into<String>, ways: u32, of: u32) -> Self {
        Odds { outcome: outcome.into(), ways, of, plain: String::new(), luck: None }
    }
}

/// How an outcome stands for whoever chooses, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Luck {
    /// The other side alone is the worse for it.
    Good,
    /// Neither is, or both are.
    Fair,
    /// One's own side alone is.
    Bad,
}
