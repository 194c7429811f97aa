//! What a line of a sandbox is good for: orders to give now, and answers to give in advance.

use super::{Sandbox, SandboxError};
use crate::referee::{SeatId, Standing};
use serde::Serialize;

/// The orders of a line that could be laid out as a draft.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DraftOf {
    /// The owner's orders from the beginning, as far as they roll nothing and nobody else comes between.
    pub lines: Vec<String>,
    /// The order at which that ends, if the line goes on: whose, and what.
    pub then: Option<(SeatId, String)>,
}

/// An answer that a line of a sandbox gives, as a standing order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StandingOf {
    /// The offer's key.
    pub key: String,
    /// The value under which the ruleset answers as the line does.
    pub value: String,
    /// The order given in the line.
    pub order: String,
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

    /// The owner's answers on the way to a spot, as standing orders: for each question that may be answered in advance, the value
    /// under which the same answer would have been given. A question answered twice in the line keeps the first answer.
    ///
    /// # Errors
    /// As [`Sandbox::at`].
    pub fn standing(&self, spot: usize) -> Result<Vec<StandingOf>, SandboxError> {
        let offers = self.ruleset.standing_offers();
        let mut found: Vec<StandingOf> = Vec::new();
        for at in self.tree.way_to(spot).into_iter().skip(1) {
            let Some(node) = at.checked_sub(1).and_then(|i| self.tree.nodes.get(i)) else { continue };
            if node.seat != self.owner || node.standing.is_some() {
                continue;
            }
            let before = self.at(node.parent)?;
            let asked: Vec<_> =
                self.ruleset.waiting(before.position()).into_iter().filter(|d| d.seat == self.owner).collect();
            for offer in &offers {
                if found.iter().any(|f| f.key == offer.key) {
                    continue;
                }
                let fits = |value: &&str| {
                    let standing = Standing([(offer.key.to_owned(), (*value).to_owned())].into());
                    asked.iter().any(|d| {
                        self.ruleset
                            .answer(before.position(), d, &standing)
                            .is_some_and(|a| a.key == offer.key && a.order == node.order)
                    })
                };
                if let Some(value) = offer.choices.iter().map(|c| c.value).find(fits) {
                    found.push(StandingOf {
                        key: offer.key.to_owned(),
                        value: value.to_owned(),
                        order: node.order.clone(),
                    });
                }
            }
        }
        Ok(found)
    }
}
