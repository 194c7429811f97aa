//! What a ruleset offers to answer in advance, and what it tells of a question.

use serde::Serialize;

/// A question that a ruleset lets a seat answer in advance.
#[derive(Clone, Debug, Serialize)]
pub struct StandingOffer {
    /// Stable key, lower case with hyphens: `retreat`.
    pub key: &'static str,
    /// The question in words: "When one of your units must retreat".
    pub title: &'static str,
    /// Possible answers. One of them has the value `ask`.
    pub choices: Vec<StandingChoice>,
    /// The circumstances that conditions on it may ask for, by key of a [`StandingCondition`].
    pub conditions: Vec<&'static str>,
    /// The value that a seat has if it says nothing: sound play, few letters.
    pub default: &'static str,
    /// The value that a player who wants no waiting at all would choose.
    #[serde(rename = "keen")]
    pub never_ask: &'static str,
}

/// One possible answer of a [`StandingOffer`].
#[derive(Clone, Debug, Serialize)]
pub struct StandingChoice {
    /// Stable value: `ask`, `never`, `fewest-losses`.
    pub value: &'static str,
    /// What it means, as a sentence in the imperative.
    pub title: &'static str,
}

/// A circumstance that conditions may ask for.
#[derive(Clone, Debug, Serialize)]
pub struct StandingCondition {
    /// Stable key, one lower-case word: `unit`, `turn`.
    pub key: &'static str,
    /// What it is, to follow "if": "the unit", "the game turn".
    pub title: &'static str,
    /// What it is compared with.
    pub takes: Takes,
}

impl StandingCondition {
    /// Something that it may be compared with.
    pub fn example(&self) -> String {
        match &self.takes {
            Takes::Number { least, .. } => format!(">= {least}"),
            Takes::Words { words, .. } => words.first().map_or("…".into(), |w| w.word.clone()),
        }
    }
}

/// What a circumstance is compared with.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Takes {
    /// Whole numbers.
    Number {
        /// The least that occurs.
        least: i64,
        /// The most.
        most: i64,
    },
    /// Names. None of them is one of the words of notation (`and`, `or`, `not`, `is`, `if`) nor holds a sign of it (`: ; , =`).
    Words {
        /// Whether only one of them holds at a time.
        one: bool,
        /// All of them.
        words: Vec<Word>,
    },
}

impl Takes {
    /// Yes or no.
    pub fn yes_or_no() -> Takes {
        Takes::Words { one: true, words: vec![Word::plain("yes"), Word::plain("no")] }
    }
}

/// A name that a condition may hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Word {
    /// As notation writes it.
    pub word: String,
    /// Another name that is understood as well; empty when there is none.
    pub title: String,
}

impl Word {
    /// A name without another.
    pub fn plain(word: impl Into<String>) -> Word {
        Word { word: word.into(), title: String::new() }
    }
}

/// Something that is so at a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Circumstance {
    /// The key of its [`StandingCondition`].
    pub key: &'static str,
    /// What it is.
    pub value: CircumstanceValue,
}

/// What a circumstance is at a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CircumstanceValue {
    /// A number.
    Number(i64),
    /// Names, all of which hold.
    Words(Vec<String>),
}

impl Circumstance {
    /// A number.
    pub fn number(key: &'static str, number: impl Into<i64>) -> Self {
        Circumstance { key, value: CircumstanceValue::Number(number.into()) }
    }

    /// A name.
    pub fn word(key: &'static str, word: impl Into<String>) -> Self {
        Circumstance { key, value: CircumstanceValue::Words(vec![word.into()]) }
    }

    /// Several names that hold together.
    pub fn words(key: &'static str, words: impl IntoIterator<Item = String>) -> Self {
        Circumstance { key, value: CircumstanceValue::Words(words.into_iter().collect()) }
    }

    /// Yes or no.
    pub fn flag(key: &'static str, yes: bool) -> Self {
        Circumstance::word(key, if yes { "yes" } else { "no" })
    }
}

/// An offer that bears on a question, with what is so there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuestionContext {
    /// The offer's key.
    pub key: &'static str,
    /// What conditions may ask for, every key that the offer lists.
    pub circumstances: Vec<Circumstance>,
}
