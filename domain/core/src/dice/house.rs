//! The chance of house players.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// The bots' own source of chance. It never rolls a die of the game: those come from [`super::Dice`] alone.
#[derive(Clone, Debug)]
pub struct BotRng(ChaCha8Rng);

impl BotRng {
    /// A stream that depends on the seed only.
    pub fn seeded(seed: u64) -> Self {
        BotRng(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A number below `n`, uniform; 0 when `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        let n = n as u64;
        if n < 2 {
            return 0;
        }
        // Rejection sampling: the largest multiple of n that fits is the fair zone.
        let zone = u64::MAX - u64::MAX % n;
        loop {
            let x = self.0.next_u64();
            if x < zone {
                return (x % n) as usize;
            }
        }
    }

    /// A uniform pick, `None` from nothing.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        from.get(self.below(from.len()))
    }
}
