//! A rule: conditions in order, each with the value that it leads to, and the value that holds otherwise.

use super::{Circumstance, CircumstanceValue};
use std::fmt;

/// What one standing order says, taken apart: `if unit Archer: ask; if turn >= 4: strength; rear`.
///
/// Written by [`fmt::Display`] and read back by [`super::Notation::rule`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Tried in order; the first whose conditions all hold decides.
    pub cases: Vec<Case>,
    /// The value when none of them holds.
    pub otherwise: String,
}

/// One `if`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// All of them must hold; at least one.
    pub conditions: Vec<Condition>,
    /// The value then.
    pub value: String,
}

/// One condition on a circumstance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// The circumstance, by key: `unit`, `turn`.
    pub key: String,
    /// What is asked of it.
    pub test: Test,
}

/// What a condition asks of a circumstance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Test {
    /// That its number compares so: `>= 4`.
    Number(Compare, i64),
    /// That it is one of these, in any case of letters: `Archer or Gregg`.
    Is(Vec<String>),
    /// That it is none of these: `not Archer`.
    IsNot(Vec<String>),
}

/// A comparison of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compare {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `=`
    Equal,
    /// `!=`
    Unequal,
    /// `>=`
    AtLeast,
    /// `>`
    More,
}

impl Compare {
    /// All of them.
    pub const ALL: [Compare; 6] =
        [Compare::Less, Compare::AtMost, Compare::Equal, Compare::Unequal, Compare::AtLeast, Compare::More];

    /// As notation writes it.
    pub const fn sign(self) -> &'static str {
        match self {
            Compare::Less => "<",
            Compare::AtMost => "<=",
            Compare::Equal => "=",
            Compare::Unequal => "!=",
            Compare::AtLeast => ">=",
            Compare::More => ">",
        }
    }

    /// The comparison that holds exactly where this one does not.
    pub const fn opposite(self) -> Compare {
        match self {
            Compare::Less => Compare::AtLeast,
            Compare::AtMost => Compare::More,
            Compare::Equal => Compare::Unequal,
            Compare::Unequal => Compare::Equal,
            Compare::AtLeast => Compare::Less,
            Compare::More => Compare::AtMost,
        }
    }

    /// Whether `number` compares so with `bound`.
    pub const fn holds(self, number: i64, bound: i64) -> bool {
        match self {
            Compare::Less => number < bound,
            Compare::AtMost => number <= bound,
            Compare::Equal => number == bound,
            Compare::Unequal => number != bound,
            Compare::AtLeast => number >= bound,
            Compare::More => number > bound,
        }
    }
}

impl Rule {
    /// The rule that says one thing in all circumstances.
    pub fn always(value: impl Into<String>) -> Rule {
        Rule { cases: Vec::new(), otherwise: value.into() }
    }

    /// The value in these circumstances, and the case that led to it; no case when none of them holds.
    pub fn value(&self, circumstances: &[Circumstance]) -> (&str, Option<&Case>) {
        let case = self.cases.iter().find(|case| case.conditions.iter().all(|c| c.holds(circumstances)));
        (case.map_or(&self.otherwise, |c| &c.value), case)
    }
}

impl Condition {
    /// Whether it holds. A condition on something that is not told here does not hold, whichever way it is turned.
    pub fn holds(&self, circumstances: &[Circumstance]) -> bool {
        let Some(told) = circumstances.iter().find(|c| c.key == self.key) else { return false };
        let any = |wanted: &[String], there: &[String]| wanted.iter().any(|w| there.iter().any(|t| same(w, t)));
        match (&self.test, &told.value) {
            (Test::Number(compare, bound), CircumstanceValue::Number(number)) => compare.holds(*number, *bound),
            (Test::Is(wanted), CircumstanceValue::Words(there)) => any(wanted, there),
            (Test::IsNot(wanted), CircumstanceValue::Words(there)) => !any(wanted, there),
            _ => false,
        }
    }
}

/// Whether two names are one, in any case of letters.
pub(super) fn same(a: &str, b: &str) -> bool {
    a.chars().flat_map(char::to_lowercase).eq(b.chars().flat_map(char::to_lowercase))
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for case in &self.cases {
            write!(f, "{case}; ")?;
        }
        f.write_str(&self.otherwise)
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, condition) in self.conditions.iter().enumerate() {
            write!(f, "{} {condition}", if i == 0 { "if" } else { " and" })?;
        }
        write!(f, ": {}", self.value)
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.test {
            Test::Number(compare, bound) => write!(f, "{} {} {bound}", self.key, compare.sign()),
            Test::Is(words) => write!(f, "{} {}", self.key, words.join(" or ")),
            Test::IsNot(words) => write!(f, "{} not {}", self.key, words.join(" or ")),
        }
    }
}
