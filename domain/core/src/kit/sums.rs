//! Sums as the rules add them up: terms with their values, in the order of the chart.

use crate::referee::{Sum, Term};

/// The total.
pub fn total<T>(sum: &[(T, i32)]) -> i32 {
    sum.iter().map(|t| t.1).sum()
}

/// The sum as a player writes it on paper; `word` names a term of that value.
pub fn in_words<T, W: Into<String>>(name: &str, sum: &[(T, i32)], word: impl Fn(&T, i32) -> W) -> Sum {
    let term = |(what, value): &(T, i32)| Term { what: word(what, *value).into(), value: *value };
    Sum { name: name.to_owned(), terms: sum.iter().map(term).collect() }
}

/// A number with its sign, a true minus: "+2", "−1", "0".
pub fn signed(n: i32) -> String {
    match n {
        n if n < 0 => format!("−{}", -n),
        0 => "0".to_owned(),
        n => format!("+{n}"),
    }
}
