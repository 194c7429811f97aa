//! The revisions of these rules. Games that ended under an earlier one are judged by what was ruled then, and a running game by
//! what was ruled at each of its orders, so a mended rule asks [`Board::since`] which it is.
//!
//! | revision | what it rules otherwise than the one before |
//! | --- | --- |
//! | 2 | a way that comes back through its own hex is no move of one hex (§6.44, §6.45); a charger fires on nobody (ruling 51) |

use super::zones::Board;

/// The revision that is played now. It counts up whenever a decision changes.
pub const REVISION: u32 = 2;

impl Board<'_> {
    /// Whether the rules are those of a revision or of a later one.
    pub fn since(&self, revision: u32) -> bool {
        self.pack.revision >= revision
    }
}
