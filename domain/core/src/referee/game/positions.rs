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

/// Nothing stands for the true position: for whoever has heard every fact so far. Facts are applied to that once for all of them.
#[derive(Clone)]
struct KnownPositions {
    public: Option<Arc<dyn AnyPosition>>,
    seats: Vec<(Side, Option<Arc<dyn AnyPosition>>)>,
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
        let seats = sides.map(|side| (side, None)).collect();
        Positions { known: Some(Arc::new(KnownPositions { public: None, seats })), truth }
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
        self.known.as_ref().and_then(|k| k.public.as_ref()).unwrap_or(&self.truth)
    }

    /// What a seat knows.
    pub fn of(&self, seat: SeatId) -> &Arc<dyn AnyPosition> {
        let Some(known) = &self.known else { return &self.truth };
        match known.seats.get(usize::from(seat.0)) {
            Some((_, position)) => position.as_ref().unwrap_or(&self.truth),
            None => self.public(),
        }
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
        let Some(known) = &mut self.known else { return ruleset.apply(mutable(&mut self.truth), fact) };
        let known = Arc::make_mut(known);
        let facts = ruleset.read_facts(&[fact])?;
        let hears = |i: usize, side: Side| hearers.hold(SeatId(u8::try_from(i).unwrap_or(u8::MAX)), side);
        // Whoever does not hear it knows something else than what is from here on.
        if hearers != Hearers::Everybody {
            known.public.get_or_insert_with(|| self.truth.clone());
        }
        for (i, (side, position)) in known.seats.iter_mut().enumerate() {
            if !hears(i, *side) {
                position.get_or_insert_with(|| self.truth.clone());
            }
        }
        ruleset.apply_all(mutable(&mut self.truth), &*facts);
        if let (Some(public), true) = (&mut known.public, hearers == Hearers::Everybody) {
            ruleset.apply_all(mutable(public), &*facts);
        }
        for (i, (side, position)) in known.seats.iter_mut().enumerate() {
            if let (Some(position), true) = (position, hears(i, *side)) {
                ruleset.apply_all(mutable(position), &*facts);
            }
        }
        Ok(())
    }
}
