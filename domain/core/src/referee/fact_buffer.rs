//! Writing facts down while deciding.

/// A position that facts can be applied to.
pub trait Apply<F> {
    /// Takes the fact in. Small, total, no rules, no chance: it must not fail on any fact that was ever recorded.
    fn apply(&mut self, fact: &F);
}

/// Deciding an order often needs the position as its earlier facts have left it. A buffer holds a working copy and the
/// facts so far, and keeps the two in step.
#[derive(Clone, Debug)]
pub struct FactBuffer<P, F> {
    /// The position after the facts written so far.
    pub position: P,
    facts: Vec<F>,
}

impl<P: Clone + Apply<F>, F> FactBuffer<P, F> {
    /// Starts from a position.
    pub fn at(position: &P) -> Self {
        FactBuffer { position: position.clone(), facts: Vec::new() }
    }

    /// Writes one fact down and applies it to the working copy.
    pub fn write(&mut self, fact: F) {
        self.position.apply(&fact);
        self.facts.push(fact);
    }

    /// The facts in order.
    pub fn facts(&self) -> &[F] {
        &self.facts
    }

    /// Ends the work.
    pub fn finish(self) -> Vec<F> {
        self.facts
    }
}
