//! §7.5: step losses, and §7.51: the casualty limit.

/// The steps lost of a single result: a unit of two steps or more is never brought below its reduced side by it (§7.51); a
/// unit that began on one step has no such protection (ruling 25).
pub fn limited(steps: u8, losses: u8) -> u8 {
    if steps <= 1 { losses.min(steps) } else { losses.min(steps - 1) }
}

#[cfg(test)]
mod tests {
    use super::limited;

    #[test]
    fn one_result_flips_a_unit_but_does_not_remove_it() {
        assert_eq!(limited(2, 3), 1);
        assert_eq!(limited(5, 3), 3);
        assert_eq!(limited(1, 1), 1);
        assert_eq!(limited(4, 0), 0);
        assert_eq!(limited(1, 0), 0);
    }
}
