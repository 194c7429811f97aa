//! Jitter that is the same every time: a small generator seeded from the feature it adorns.

/// SplitMix64. Ornament only; nothing of the game hangs on it.
pub(crate) struct Seed(u64);

impl Seed {
    /// A stream that depends on these numbers only.
    pub(crate) fn from(parts: &[f64]) -> Self {
        let mut h = 0xcbf2_9ce4_8422_2325_u64;
        for p in parts {
            // Hundredths: a seed must not hang on the last bit of a float.
            h = (h ^ ((p * 100.0).round() as i64 as u64)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        Seed(h)
    }

    /// The next number in `[0, 1)`.
    pub(crate) fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A number in `[-reach, reach)`.
    pub(crate) fn jitter(&mut self, reach: f64) -> f64 {
        (self.unit() * 2.0 - 1.0) * reach
    }

    /// An index below `n`; 0 when `n` is 0.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        ((self.unit() * n as f64) as usize).min(n.saturating_sub(1))
    }
}
