//! The positions of a game: what is, and what each of its readers knows.

use crate::referee::{AnyPosition, AnyRuleset};
use crate::words::{Hearers, SeatId, Side, Viewer};
use std::sync::Arc;

/// The positions of a game: the true one, and in a game with secrets what everybody knows and what each seat knows, each folded from the
/// facts that it was sent.
#[derive(Clone)]
pub(in crate::referee) struct Positions {
    truth: Arc<dyn AnyPosition>,
    /// The public one, then each seat's with its side; nothing where nobody hides anything.
    known: Option<Arc<KnownPositions>>,
}

#[derive(Clone)]
struct KnownPositions {
    public: Arc<dyn AnyPosition>,
    seats: Vec<(Side, Arc<dyn AnyPosition>)>,
}

/// The position to change: a copy, where somebody else still looks at it.
fn mutable(position: &mut Arc<dyn AnyPosition>) -> &mut dyn AnyPosition {
    if Arc::get_mut(position).is_none() {
        *position = position.copy().into();
    }
    Arc::get_mut(position).expect("a copy that nobody else has seen")
}

impl Positions {
    /// A position of which nothing is hidden.
    pub fn open(truth: Arc<dyn AnyPosition>) -> Self {
        Positions { truth, known: None }
    }

    /// The beginning of a game with secrets: all readers know the same.
    pub fn hiding(truth: Arc<dyn AnyPosition>, sides: impl Iterator<Item = Side>) -> Self {
        let seats = sides.map(|side| (side, truth.clone())).collect();
        Positions { known: Some(Arc::new(KnownPositions { public: truth.clone(), seats })), truth }
    }

    /// Whether nobody hides anything from anybody.
    pub fn is_open(&self) -> bool {
        self.known.is_none()
    }

    /// The true position.
    pub fn truth(&self) -> &Arc<dyn AnyPosition> {
        &self.truth
    }

    /// What everybody knows.
    pub fn public(&self) -> &Arc<dyn AnyPosition> {
        self.known.as_ref().map_or(&self.truth, |k| &k.public)
    }

    /// What a seat knows.
    pub fn of(&self, seat: SeatId) -> &Arc<dyn AnyPosition> {
        let Some(known) = &self.known else { return &self.truth };
        known.seats.get(usize::from(seat.0)).map_or(&known.public, |(_, position)| position)
    }

    /// What a viewer knows.
    pub fn seen_by(&self, viewer: Viewer) -> &Arc<dyn AnyPosition> {
        match viewer {
            Viewer::Seat(seat) => self.of(seat),
            Viewer::Spectator => self.public(),
            Viewer::Everyone => &self.truth,
        }
    }

    /// Another true position where nothing is hidden.
    pub fn become_open(&mut self, truth: Arc<dyn AnyPosition>) {
        self.truth = truth;
    }

    /// The one position of a game in which nobody hides anything, to apply facts to.
    pub fn all_in_one(&mut self) -> Option<&mut dyn AnyPosition> {
        self.known.is_none().then(|| mutable(&mut self.truth))
    }

    /// Tells a fact to everybody who hears it, and to the true position.
    ///
    /// # Errors
    /// The JSON error, when it is not a fact of the ruleset.
    pub fn tell(&mut self, ruleset: &dyn AnyRuleset, hearers: Hearers, fact: &str) -> Result<(), serde_json::Error> {
        ruleset.apply(mutable(&mut self.truth), fact)?;
        let Some(known) = &mut self.known else { return Ok(()) };
        let known = Arc::make_mut(known);
        if hearers == Hearers::Everybody {
            ruleset.apply(mutable(&mut known.public), fact)?;
        }
        for (i, (side, position)) in known.seats.iter_mut().enumerate() {
            if hearers.hold(SeatId(u8::try_from(i).unwrap_or(u8::MAX)), *side) {
                ruleset.apply(mutable(position), fact)?;
            }
        }
        Ok(())
    }
}
