//! Verifiable dice (TRUST §3).
//!
//! Rules roll through [`Dice`] and nothing else. Where the faces come from is the caller's business: the seed of one order
//! ([`Dice::seeded`]), faces written down beforehand ([`Dice::forced`]), or nowhere ([`Dice::withheld`]).
//!
//! How a seed comes about, and why nobody can choose or foresee it, is told in `docs/dice.md`; the parts are
//! [`Chain`] (links revealed one by one), [`Ingredients`] (what goes into a seed), [`Faces`] (what comes out) and [`GameKeys`]
//! (what the server keeps secret).

mod chain;
mod device;
mod house;
mod keys;
mod seed;
mod spelled;

pub use chain::{Chain, ChainName, LINKS, Owner};
pub use device::{DiceKey, NoDiceKey};
pub use house::BotRng;
pub use keys::GameKeys;
pub use seed::{Faces, Ingredients, phrases, private_seed};
pub use spelled::{Spelled, SpelledLink, SpelledRoll, spelled, spelled_private};

use crate::log::PrivateRoll;
use crate::words::{Audience, SeatId, Side};
pub use crate::words::{NoDice, Roll};
use std::collections::VecDeque;

/// A seat's byte in everything hashed: the byte of its side ([`Side::byte`]), plus 16 for each seat of that side before it. In
/// a game of two it is the byte of the side.
pub fn chair(side: Side, seats_of_that_side_before: usize) -> u8 {
    // More than fifteen seats on one side would need another scheme; the referee refuses such a scenario.
    side.byte() + u8::try_from(seats_of_that_side_before.min(15)).unwrap_or(15) * 16
}

/// The dice handed to one order.
#[derive(Debug)]
pub struct Dice<'a> {
    source: Source<'a>,
    rolls: Vec<Roll>,
    private: Vec<(Audience, PrivateRoll)>,
    seeds: PrivateSeeds<'a>,
    wanted: Option<Wanted>,
}

/// A roll that the faces at hand were not enough for, or did not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// How many dice.
    pub count: u8,
    /// Of how many sides.
    pub sides: u8,
    /// What for.
    pub purpose: String,
    /// The faces that were given for it.
    pub given: Vec<u8>,
}

/// Where private rolls come from: the seed of a chain and an index; nothing beyond the chain's end.
struct PrivateSeeds<'a> {
    /// The seats that owe the step, in seat order; none where private rolls are made like all others.
    owing: Vec<(SeatId, Side)>,
    seed: SeedOf<'a>,
}

/// The seed of a private roll by its seat (none for nobody's) and index.
type SeedOf<'a> = Box<dyn Fn(Option<SeatId>, u32) -> Option<[u8; 32]> + 'a>;

impl PrivateSeeds<'_> {
    fn none() -> Self {
        PrivateSeeds { owing: Vec::new(), seed: Box::new(|_, _| None) }
    }
}

/// The seat whose chains make a private roll for an audience, where these owe the step, in seat order: none for a roll that nobody is told.
/// Where several owe it, at choices made together, it is the one that is told the faces or the first of the side that is, otherwise the
/// first of all: nothing hangs on who was quick.
pub fn private_owner(owing: &[(SeatId, Side)], audience: Audience) -> Option<SeatId> {
    let told = |(seat, side): &&(SeatId, Side)| match audience {
        Audience::Seat(told) => told == *seat,
        Audience::Side(told) => told == *side,
        Audience::Nobody | Audience::Holder(_) => false,
    };
    let seat = owing.iter().find(told).or(owing.first());
    seat.filter(|_| audience != Audience::Nobody).map(|(seat, _)| *seat)
}

impl std::fmt::Debug for PrivateSeeds<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "private rolls of {:?}", self.owing)
    }
}

enum Source<'a> {
    Withheld,
    Forced(&'a mut VecDeque<u8>),
    /// A seed not computed yet: most orders never roll.
    Seed(Option<Box<dyn FnOnce() -> [u8; 32] + 'a>>),
    Stream(Box<Faces>),
}

impl std::fmt::Debug for Source<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Source::Withheld => "withheld",
            Source::Forced(_) => "forced",
            Source::Seed(_) => "seeded, nothing rolled yet",
            Source::Stream(_) => "seeded",
        })
    }
}

impl<'a> Dice<'a> {
    /// No dice at all: any roll fails with [`NoDice::Withheld`].
    pub fn withheld() -> Self {
        Dice::from(Source::Withheld)
    }

    /// Faces taken from a queue, for tests and study; running out is an error, never a random roll.
    pub fn forced(faces: &'a mut VecDeque<u8>) -> Self {
        Dice::from(Source::Forced(faces))
    }

    /// The dice of one order of a real game. The seed is asked for at the first roll, and not at all when nothing rolls.
    pub fn seeded(seed: impl FnOnce() -> [u8; 32] + 'a) -> Self {
        Dice::from(Source::Seed(Some(Box::new(seed))))
    }

    fn from(source: Source<'a>) -> Self {
        Dice { source, rolls: Vec::new(), private: Vec::new(), seeds: PrivateSeeds::none(), wanted: None }
    }

    /// The same dice with chains for private rolls: those of the seats that owe the step ([`private_owner`]), and (none) those of nobody. `seed`
    /// gives the seed of a chain and an index.
    pub fn with_private(
        mut self,
        owing: Vec<(SeatId, Side)>,
        seed: impl Fn(Option<SeatId>, u32) -> Option<[u8; 32]> + 'a,
    ) -> Self {
        self.seeds = PrivateSeeds { owing, seed: Box::new(seed) };
        self
    }

    /// Whether anything was rolled so far, for whomever.
    pub fn rolled(&self) -> bool {
        !self.rolls.is_empty() || !self.private.is_empty()
    }

    /// Rolls for one audience's eyes. `index`, from 1, is fixed by the roll's name in the rules (turn, step, purpose, ordinal): called for
    /// again after a takeback, it gives the same faces. Where the game has no private chains (a study, a test with forced faces) it is
    /// rolled like any other.
    ///
    /// # Errors
    /// [`NoDice`] when the source has none to give.
    pub fn private(
        &mut self,
        audience: Audience,
        index: u32,
        purpose: impl Into<String>,
        (count, sides): (u8, u8),
    ) -> Result<Vec<u8>, NoDice> {
        let purpose = purpose.into();
        let seat = private_owner(&self.seeds.owing, audience);
        let faces = match (&self.source, self.seeds.owing.is_empty()) {
            (Source::Withheld, _) => return Err(NoDice::Withheld),
            (Source::Seed(_) | Source::Stream(_), false) => {
                let seed = (self.seeds.seed)(seat, index).ok_or(NoDice::Exhausted)?;
                let mut faces = Faces::new(seed);
                (0..count).map(|_| faces.next(sides)).collect()
            }
            _ => {
                let faces = self.roll(purpose.as_str(), count, sides)?;
                self.rolls.pop();
                faces
            }
        };
        self.private.push((audience, PrivateRoll { faces: Vec::clone(&faces), index, purpose, seat, sides }));
        Ok(faces)
    }

    /// Rolls `count` dice of `sides` sides for a named purpose.
    ///
    /// # Errors
    /// [`NoDice`] when the source has none to give.
    pub fn roll(&mut self, purpose: impl Into<String>, count: u8, sides: u8) -> Result<Vec<u8>, NoDice> {
        let purpose = purpose.into();
        let made = self.faces(count, sides);
        let faces = match made {
            (faces, None) => faces,
            (given, Some(why)) => {
                self.wanted = Some(Wanted { count, sides, purpose, given });
                return Err(why);
            }
        };
        self.rolls.push(Roll { faces: faces.clone(), purpose, sides });
        Ok(faces)
    }

    /// The faces of one roll, as far as there are any, and why there are no more.
    fn faces(&mut self, count: u8, sides: u8) -> (Vec<u8>, Option<NoDice>) {
        let mut faces = Vec::with_capacity(usize::from(count));
        if let Source::Seed(seed) = &mut self.source
            && let Some(seed) = seed.take()
        {
            self.source = Source::Stream(Box::new(Faces::new(seed())));
        }
        for _ in 0..count {
            let face = match &mut self.source {
                Source::Withheld => Err(NoDice::Withheld),
                Source::Forced(queue) => match queue.pop_front() {
                    Some(face) if face == 0 || face > sides => Err(NoDice::NoSuchFace { face, sides }),
                    Some(face) => Ok(face),
                    None => Err(NoDice::Exhausted),
                },
                Source::Stream(stream) => Ok(stream.next(sides)),
                // Taken and replaced above.
                Source::Seed(_) => Err(NoDice::Withheld),
            };
            match face {
                Ok(face) => faces.push(face),
                Err(why) => return (faces, Some(why)),
            }
        }
        (faces, None)
    }

    /// The roll that could not be made, where one could not.
    pub fn wanted(&self) -> Option<&Wanted> {
        self.wanted.as_ref()
    }

    /// What was rolled so far, for all to see.
    pub fn rolls(&self) -> &[Roll] {
        &self.rolls
    }

    /// What was rolled for all to see, in order.
    pub fn into_rolls(self) -> Vec<Roll> {
        self.rolls
    }

    /// What was rolled for all to see, and what for somebody's eyes, each in order.
    pub fn into_all_rolls(self) -> (Vec<Roll>, Vec<(Audience, PrivateRoll)>) {
        (self.rolls, self.private)
    }
}
