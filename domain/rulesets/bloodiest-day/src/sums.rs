//! Sums as players write them, and the chances of two dice.

use super::facts::Arithmetic;
use domain_core::kit::in_words;
use domain_core::referee::Sum;

/// A sum of the facts as the pages show it.
pub fn spoken(name: &str, sum: &[(String, i32)]) -> Sum {
    // The facts have these names since the first revision; they are spoken so that they stand behind a number.
    in_words(name, sum, |what, _| {
        match what.as_str() {
            "unit more" => "for one more unit",
            "twice the terrain" => "for the terrain, doubled",
            "twice the clear terrain" => "for clear terrain, doubled",
            "Fresh guns" => "for Fresh guns",
            "for whole divisions" => "for each three of a division",
            other => other,
        }
        .to_owned()
    })
}

/// What dice add up to.
pub fn dice_sum(dice: &[u8]) -> i32 {
    dice.iter().map(|d| i32::from(*d)).sum()
}

/// The dice as the first term of a sum.
pub fn rolled_terms(dice: &[u8]) -> Arithmetic {
    vec![("rolled".to_owned(), dice_sum(dice))]
}

/// Dice as they lie: "3+4".
pub fn dice_text(dice: &[u8]) -> String {
    dice.iter().map(u8::to_string).collect::<Vec<_>>().join("+")
}

/// How many of the 1296 pairs of rolls of two dice differ by so much.
pub fn spread(difference: i32) -> u32 {
    (2..=12).map(|a| spread_of_roll(a) * spread_of_roll(a - difference)).sum::<i32>() as u32
}

/// How many of the 36 ways of two dice come to this sum.
pub fn spread_of_roll(sum: i32) -> i32 {
    (6 - (sum - 7).abs()).max(0)
}

/// The chance in percent that two dice come higher (or lower) than this sum.
pub fn chance(sum: i32, higher: bool) -> i32 {
    let better = if higher { sum + 1..=12 } else { 2..=sum - 1 };
    better.map(spread_of_roll).sum::<i32>() * 100 / 36
}
