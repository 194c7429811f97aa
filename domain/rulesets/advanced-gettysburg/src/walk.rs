//! A walk over the hexes in which the markers of a brigade may come to lie, marker by marker: how a line, a column, a retreat or an advance is found, none of
//! whose hexes are told, or the first ones.

/// As many wholes are tried for what the menu lists, and for whether somebody can go at all (§21.3, §31.2): 28 games of `staff` needed 55 at most. Where it is
/// not enough, nothing is listed and nobody is asked; an order that is written is held against the rules alone.
pub(super) const LISTED: u32 = 20_000;

/// What a whole comes to of so many hexes, the first that comes to something: it begins with the hexes told and goes on with each of those that may come next,
/// the best first. At most so many wholes are tried.
pub(super) fn walk<T>(
    told: &[usize],
    (all, tries): (usize, u32),
    next: impl Fn(&[usize]) -> Vec<usize>,
    whole: impl Fn(&[usize]) -> Option<T>,
) -> Option<T> {
    let (mut hexes, mut open, mut left) = (told.to_vec(), Vec::new(), tries);
    loop {
        if hexes.len() < all {
            open.push(next(&hexes).into_iter());
        } else {
            left = left.checked_sub(1)?;
            if let Some(found) = whole(&hexes) {
                return Some(found);
            }
        }
        loop {
            let further = open.last_mut()?;
            match further.next() {
                Some(hex) => {
                    hexes.truncate(told.len() + open.len() - 1);
                    hexes.push(hex);
                    break;
                }
                None => drop(open.pop()),
            }
        }
    }
}
