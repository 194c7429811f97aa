//! Pack and position together.

use super::pack::Pack;
use super::position::Position;
use domain_core::referee::Side;

/// What rules ask.
#[derive(Clone, Copy)]
pub struct Board<'b> {
    /// The map.
    pub pack: &'b Pack,
    /// The position.
    pub at: &'b Position,
}

impl Board<'_> {
    /// The post that a patrol comes to when it falls back so many: its own when there is none behind.
    pub fn behind(&self, side: Side, posts: u8) -> u8 {
        let post = self.at.post(side);
        match side {
            Side::Union => post.saturating_sub(posts).max(1),
            Side::Confederate => post.saturating_add(posts).min(self.pack.last()),
        }
    }
}
