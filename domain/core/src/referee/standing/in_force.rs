//! Standing orders as a ruleset meets them at a question: rules already brought down to values.

use super::rule::Rule;
use super::set::is_conditional;
use super::{Circumstance, QuestionContext, Standing};
use std::collections::BTreeMap;

/// A seat's standing orders, those with conditions taken apart once for as many questions as they are put to.
#[derive(Clone, Debug)]
pub struct ReadStanding {
    standing: Standing,
    rules: BTreeMap<String, Rule>,
}

impl From<Standing> for ReadStanding {
    fn from(standing: Standing) -> Self {
        let conditional = standing.0.iter().filter(|(_, text)| is_conditional(text));
        // What cannot be read any more (an older program wrote it) is asked.
        let read = |text: &str| super::read::read(text).unwrap_or_else(|_| Rule::always("ask"));
        let rules = conditional.map(|(key, text)| (key.clone(), read(text))).collect();
        ReadStanding { standing, rules }
    }
}

impl ReadStanding {
    /// Whether every rule is one value, so that no circumstance can matter.
    pub fn is_plain(&self) -> bool {
        self.rules.is_empty()
    }
}

/// A seat's standing orders at one question.
#[derive(Debug)]
pub struct InForce<'a> {
    read: &'a ReadStanding,
    contexts: Vec<QuestionContext>,
}

impl<'a> InForce<'a> {
    /// Standing orders at a question in these circumstances, by offer.
    pub fn new(read: &'a ReadStanding, contexts: Vec<QuestionContext>) -> Self {
        InForce { read, contexts }
    }

    /// The value of an offer in the circumstances of the question; `ask` when there is none.
    pub fn get(&self, key: &str) -> &str {
        self.get_for(key, || self.circumstances(key))
    }

    /// The value of an offer in circumstances of one answer among several: which unit would fire, at whom.
    pub fn get_for(&self, key: &str, circumstances: impl FnOnce() -> Vec<Circumstance>) -> &str {
        match self.read.rules.get(key) {
            None => self.read.standing.get(key),
            Some(rule) => rule.value(&circumstances()).0,
        }
    }

    /// Why an offer's value was followed, for the chronicle. `words` say what was done, where the rule itself does not.
    pub fn reason(&self, key: &str, words: &str) -> String {
        self.reason_for(key, words, || self.circumstances(key))
    }

    /// The same for circumstances of one answer among several.
    pub fn reason_for(&self, key: &str, words: &str, circumstances: impl FnOnce() -> Vec<Circumstance>) -> String {
        match self.read.rules.get(key).map(|rule| rule.value(&circumstances())) {
            None => format!("standing order: {words}"),
            Some((_, Some(case))) => format!("standing order: {key}, {case}"),
            Some((value, None)) => format!("standing order: {key}, otherwise: {value}"),
        }
    }

    fn circumstances(&self, key: &str) -> Vec<Circumstance> {
        self.contexts.iter().find(|b| b.key == key).map_or_else(Vec::new, |b| b.circumstances.clone())
    }
}
