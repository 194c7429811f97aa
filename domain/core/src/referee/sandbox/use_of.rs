//! What a line of a sandbox is good for: orders to give now, and answers to give in advance.

use super::{Node, Sandbox, SandboxError, Spot};
use crate::referee::Known;
use crate::referee::standing::{Case, CircumstanceValue, Condition, Notation, QuestionContext, Rule, Takes, Test};
use crate::referee::{Decision, Standing, StandingOffer};
use crate::words::SeatId;
use serde::Serialize;

/// The orders of a line that could be laid out as a draft.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DraftOf {
    /// The owner's orders from the beginning, as far as they roll nothing and nobody else comes between.
    pub lines: Vec<String>,
    /// The order at which that ends, if the line goes on: whose, and what.
    pub then: Option<(SeatId, String)>,
}

/// Answers that a line of a sandbox gives to one question, as a standing order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StandingOf {
    /// The offer's key.
    pub key: String,
    /// The question in words.
    pub title: String,
    /// The rule under which the ruleset answers as the line does, in notation. What the owner's standing orders say now stands
    /// behind it.
    pub rule: String,
    /// The answers given in the line, as orders.
    pub orders: Vec<String>,
}

impl Sandbox {
    /// The owner's orders on the way to a spot, for a draft.
    ///
    /// # Errors
    /// As [`Sandbox::at`].
    pub fn draft(&self, spot: usize) -> Result<DraftOf, SandboxError> {
        let mut draft = DraftOf { lines: Vec::new(), then: None };
        for step in self.at(spot)?.steps {
            if step.seat != self.owner || !step.rolls.is_empty() || step.standing.is_some() {
                draft.then = Some((step.seat, step.order));
                break;
            }
            draft.lines.push(step.order);
        }
        Ok(draft)
    }

    /// The owner's answers on the way to a spot, as standing orders: for each question that may be answered in advance, the rule
    /// under which the same answers would have been given. Where the question is about something with a name (a unit, a
    /// place), the rule is for that name, and otherwise the owner's present one. What the present ones answer alike is left out.
    ///
    /// # Errors
    /// As [`Sandbox::at`].
    pub fn standing(&self, spot: usize) -> Result<Vec<StandingOf>, SandboxError> {
        let notation = self.ruleset.standing_notation();
        let mut found: Vec<StandingOf> = Vec::new();
        self.walk(spot, |before, node| {
            if node.seat != self.owner || node.standing.is_some() {
                return;
            }
            let asked = self
                .ruleset
                .board(Known::held(before.position()))
                .waiting()
                .into_iter()
                .filter(|d| d.seat == self.owner);
            for decision in asked {
                for offer in &notation.offers {
                    self.add_answer(&notation, offer, before, node, &decision, &mut found);
                }
            }
        })?;
        Ok(found)
    }

    fn add_answer(
        &self,
        notation: &Notation,
        offer: &StandingOffer,
        before: &Spot,
        node: &Node,
        decision: &Decision,
        found: &mut Vec<StandingOf>,
    ) {
        let contexts = self.ruleset.board(Known::held(before.position())).contexts(decision);
        let Some(context) = contexts.into_iter().find(|b| b.key == offer.key) else { return };
        // Everything else is asked, so that it is this rule that answers.
        let says = |rule: &str| {
            let standing = Standing([(offer.key.to_owned(), rule.to_owned())].into()).into();
            self.ruleset
                .board(Known::held(before.position()))
                .answer_of(decision, &standing)
                .is_some_and(|a| a.order == node.order)
        };
        let known = found.iter().position(|f| f.key == offer.key);
        let now = known.and_then(|i| found.get(i)).map_or(self.standing.get(offer.key), |f| &f.rule);
        if says(now) {
            return;
        }
        let Some(value) = offer.choices.iter().map(|c| c.value).find(|value| says(value)) else { return };
        let present = notation.rule(offer.key, now).unwrap_or_else(|_| Rule::always(offer.default));
        let named = named(notation, context).map(|condition| {
            let case = Case { conditions: vec![condition], value: value.to_owned() };
            let cases = std::iter::once(case).chain(present.cases.iter().cloned()).collect();
            Rule { cases, otherwise: present.otherwise.clone() }
        });
        let always = Rule { cases: present.cases.clone(), otherwise: value.to_owned() };
        // A rule that is refused, for being too long or because a case would never be reached, gives way to the next simpler one.
        let fits = |rule: &String| notation.rule(offer.key, rule).is_ok() && says(rule);
        let rules = named.into_iter().chain([always, Rule::always(value)]);
        let Some(rule) = rules.map(|r| r.to_string()).find(fits) else { return };
        match known.and_then(|i| found.get_mut(i)) {
            Some(known) => {
                known.rule = rule;
                known.orders.push(node.order.clone());
            }
            None => found.push(StandingOf {
                key: offer.key.to_owned(),
                title: offer.title.to_owned(),
                rule,
                orders: vec![node.order.clone()],
            }),
        }
    }
}

/// The first thing that the question is about which has a name and is alone in its kind.
fn named(notation: &Notation, context: QuestionContext) -> Option<Condition> {
    context.circumstances.into_iter().find_map(|c| {
        // Yes and no are no names.
        let names = matches!(&notation.condition(c.key)?.takes, Takes::Words { words, .. } if words.len() > 2);
        match c.value {
            CircumstanceValue::Words(told) if names && told.len() == 1 => {
                Some(Condition { key: c.key.to_owned(), test: Test::Is(told) })
            }
            _ => None,
        }
    })
}
