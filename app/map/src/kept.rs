//! What was made and may be asked for again: few entries, those used last at the end.

use std::sync::{Mutex, PoisonError};

/// Finds an entry and moves it to the end, where the last used ones are.
pub(crate) fn recall<T: Clone>(kept: &Mutex<Vec<T>>, is: impl Fn(&T) -> bool) -> Option<T> {
    // A thread that panicked while it held the lock left at worst an entry out.
    let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
    let at = kept.iter().position(is)?;
    let found = kept.remove(at);
    kept.push(found.clone());
    Some(found)
}

/// Puts an entry at the end, and lets go of the first of more than so many.
pub(crate) fn keep<T>(kept: &Mutex<Vec<T>>, entry: T, most: usize) {
    let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
    kept.push(entry);
    let over = kept.len().saturating_sub(most);
    kept.drain(..over);
}
