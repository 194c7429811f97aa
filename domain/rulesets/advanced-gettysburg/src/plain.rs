//! Which fields of facts and positions are left out of their text.

/// Whether a field stands at its default and is left out of the text, so that logs from before there was such a field read as they did.
pub(super) fn plain<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
