//! Look-ups of a position, kept for as long as what they were made of stays the same.

use std::cell::RefCell;
use std::rc::Rc;

/// Something worked out from a position: who stands where.
pub trait Lookup<P: ?Sized, K>: Sized {
    /// Works it out.
    fn of(pack: &K, position: &P) -> Self;

    /// Whether it is still true of a position: cheaper to find out than to work it out anew.
    fn holds(&self, position: &P) -> bool;
}

/// The look-up made last, for the boards of one order after another.
pub struct Latest<T>(RefCell<Option<(usize, Rc<T>)>>);

impl<T> Default for Latest<T> {
    fn default() -> Self {
        Latest(RefCell::new(None))
    }
}

impl<T> Latest<T> {
    /// The look-up of a position to which so many facts of an order have led: the one made last where it still holds. Nothing is compared as long as no fact was
    /// written since.
    pub fn of<P: ?Sized, K>(&self, pack: &K, position: &P, written: usize) -> Rc<T>
    where
        T: Lookup<P, K>,
    {
        let mut last = self.0.borrow_mut();
        let kept = last.take().filter(|(then, kept)| *then == written || kept.holds(position));
        let look_up = kept.map_or_else(|| Rc::new(T::of(pack, position)), |(_, kept)| kept);
        *last = Some((written, look_up.clone()));
        look_up
    }
}
