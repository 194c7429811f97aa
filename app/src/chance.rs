//! Dice against what is to be expected of them: sums, where they lie among all that fair dice give, and the interval in which nineteen of twenty such
//! sums fall. Told, never decided by.

use std::collections::BTreeMap;

/// Dice of one kind that were thrown.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Thrown {
    /// Sides of each die.
    pub sides: u8,
    /// How often each face fell, from 1 on.
    pub faces: Vec<u32>,
}

/// What became of dice, against what fair ones give.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fortune {
    /// How many dice.
    pub dice: u32,
    /// Their average.
    pub average: f64,
    /// That of fair dice.
    pub expected: f64,
    /// Between these the average of so many fair dice lies nineteen times of twenty.
    pub interval: (f64, f64),
    /// Of a hundred such series of fair dice, how many come to less; those that come to the same count half.
    pub below: f64,
}

/// Up to so many dice the distribution is counted out; from there on the normal one serves.
const COUNTED: u32 = 120;

impl Thrown {
    /// None yet of a die of so many sides.
    pub fn of(sides: u8) -> Self {
        Thrown { sides, faces: vec![0; usize::from(sides)] }
    }

    /// Adds a face. One that the die does not have is left out.
    pub fn add(&mut self, face: u8) {
        if let Some(n) = usize::from(face).checked_sub(1).and_then(|at| self.faces.get_mut(at)) {
            *n += 1;
        }
    }

    /// Adds all of another of the same kind.
    pub fn join(&mut self, other: &Thrown) {
        for (n, more) in self.faces.iter_mut().zip(&other.faces) {
            *n += more;
        }
    }

    /// How many dice.
    pub fn dice(&self) -> u32 {
        self.faces.iter().sum()
    }

    /// Their sum.
    pub fn sum(&self) -> u64 {
        self.faces.iter().zip(1_u64..).map(|(n, face)| u64::from(*n) * face).sum()
    }

    /// Against expectation; nothing without dice.
    pub fn fortune(&self) -> Option<Fortune> {
        let dice = self.dice();
        let (n, sides) = (f64::from(dice), f64::from(self.sides));
        let expected = (sides + 1.0) / 2.0;
        let average = self.sum() as f64 / n;
        let (interval, below) = match dice {
            0 => return None,
            1..=COUNTED => self.counted_out(),
            _ => {
                let spread = ((sides * sides - 1.0) / 12.0 / n).sqrt();
                let away = 1.959_964 * spread;
                ((expected - away, expected + away), 100.0 * normal((average - expected) / spread))
            }
        };
        Some(Fortune { dice, average, expected, interval, below })
    }

    /// By the distribution of the sum itself.
    fn counted_out(&self) -> ((f64, f64), f64) {
        let sides = usize::from(self.sides).max(1);
        // The chance of each sum above the least.
        let mut chances = vec![1.0];
        for _ in 0..self.dice() {
            let mut next = vec![0.0; chances.len() + sides - 1];
            for (at, chance) in chances.iter().enumerate() {
                for more in next.iter_mut().skip(at).take(sides) {
                    *more += chance / sides as f64;
                }
            }
            chances = next;
        }
        let dice = f64::from(self.dice());
        let average = |above: usize| (above as f64 + dice) / dice;
        let mut below = 0.0;
        let (mut low, mut high, mut share) = (None, None, 0.0);
        let own = usize::try_from(self.sum().saturating_sub(u64::from(self.dice()))).unwrap_or(usize::MAX);
        for (above, chance) in chances.iter().enumerate() {
            if above < own {
                share += chance;
            } else if above == own {
                share += chance / 2.0;
            }
            // The smallest interval from both ends that leaves no more than one in forty on either side.
            if low.is_none() && below + chance > 0.025 {
                low = Some(average(above));
            }
            below += chance;
            if high.is_none() && below >= 0.975 {
                high = Some(average(above));
            }
        }
        let last = average(chances.len().saturating_sub(1));
        ((low.unwrap_or(1.0), high.unwrap_or(last)), 100.0 * share)
    }
}

/// The share of a normal distribution below so many standard deviations (Abramowitz and Stegun 26.2.17, good to 10^-7).
fn normal(z: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.231_641_9 * z.abs());
    let poly =
        t * (0.319_381_530 + t * (-0.356_563_782 + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))));
    let tail = (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt() * poly;
    if z < 0.0 { tail } else { 1.0 - tail }
}

impl Fortune {
    /// Whether it lies within the interval.
    pub fn is_usual(&self) -> bool {
        (self.interval.0 - 1e-9..=self.interval.1 + 1e-9).contains(&self.average)
    }

    /// In a sentence.
    pub fn said(&self) -> String {
        let dice = if self.dice == 1 { "1 die".to_owned() } else { format!("{} dice", self.dice) };
        let where_ = match self.below {
            b if b >= 99.5 => "higher than nearly always".to_owned(),
            b if b <= 0.5 => "lower than nearly always".to_owned(),
            b if b >= 50.0 => format!("higher than in {b:.0} of 100"),
            b => format!("lower than in {:.0} of 100", 100.0 - b),
        };
        let (low, high) = self.interval;
        let average = self.average;
        format!(
            "{dice}, {average:.2} on average; of fair dice {low:.2} to {high:.2} nineteen times of twenty: {where_}."
        )
    }
}

/// Dice of several kinds, by who threw them, for what, and the sides of the die.
pub type ByKind = BTreeMap<(u8, String, u8), Thrown>;

#[cfg(test)]
mod tests {
    use super::*;

    fn thrown(sides: u8, faces: &[u8]) -> Thrown {
        let mut all = Thrown::of(sides);
        faces.iter().for_each(|face| all.add(*face));
        all
    }

    #[test]
    fn two_dice_are_counted_out() {
        let lucky = thrown(6, &[6, 6]).fortune().unwrap();
        // 35 of 36 throws are lower, and the one that is the same counts half.
        assert!((lucky.below - 100.0 * 35.5 / 36.0).abs() < 1e-9, "{lucky:?}");
        // One in 36 is more than one in forty: both ends belong to the interval.
        assert_eq!(lucky.interval, (1.0, 6.0));
        let three = thrown(6, &[6, 6, 6]).fortune().unwrap();
        assert!(!three.is_usual() && three.interval == (5.0 / 3.0, 16.0 / 3.0), "{three:?}");
        let plain = thrown(6, &[3, 4]).fortune().unwrap();
        assert!(plain.is_usual() && (plain.below - 50.0).abs() < 1e-9 && (plain.average - plain.expected).abs() < 1e-9);
    }

    #[test]
    fn counting_and_the_normal_distribution_meet() {
        let series = |n: u32| {
            let mut all = Thrown::of(6);
            (0..n).for_each(|i| all.add(if i % 10 < 4 { 6 } else { u8::try_from(1 + i % 5).unwrap() }));
            all.fortune().unwrap()
        };
        let (counted, normal) = (series(COUNTED), series(COUNTED + 10));
        assert!((counted.interval.1 - normal.interval.1).abs() < 0.03, "{counted:?} {normal:?}");
        assert!(!counted.is_usual() && counted.below > 97.0 && normal.below > 97.0);
    }

    #[test]
    fn nothing_is_said_without_dice_and_no_face_that_the_die_has_not() {
        assert_eq!(Thrown::of(6).fortune(), None);
        assert_eq!(thrown(6, &[7, 0]).dice(), 0);
        let one = thrown(10, &[10]).fortune().unwrap();
        assert_eq!((one.dice, one.expected), (1, 5.5));
        assert!(one.said().starts_with("1 die, 10.00 on average"), "{}", one.said());
    }
}
