//! Numbers of things and names of owners, as sentences have them.

/// So many of something, with a true minus: "1 step", "2 steps", "−1 point".
pub fn counted(n: i32, one: &str) -> String {
    let minus = if n < 0 { "−" } else { "" };
    let plural = if n.abs() == 1 { "" } else { "s" };
    format!("{minus}{} {one}{plural}", n.abs())
}

/// A name as that of an owner: "Griffin's", "Bucktails'".
pub fn possessive(name: &str) -> String {
    if name.ends_with('s') { format!("{name}'") } else { format!("{name}'s") }
}

#[cfg(test)]
mod tests {
    use super::possessive;

    #[test]
    fn what_ends_in_s_takes_no_second_one() {
        assert_eq!(["Griffin", "Bucktails", "A.P. Hill"].map(possessive), ["Griffin's", "Bucktails'", "A.P. Hill's"]);
    }
}
