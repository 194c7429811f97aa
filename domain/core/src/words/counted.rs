//! Numbers of things, as sentences have them.

/// So many of something, with a true minus: "1 step", "2 steps", "−1 point".
pub fn counted(n: i32, one: &str) -> String {
    let minus = if n < 0 { "−" } else { "" };
    let plural = if n.abs() == 1 { "" } else { "s" };
    format!("{minus}{} {one}{plural}", n.abs())
}
