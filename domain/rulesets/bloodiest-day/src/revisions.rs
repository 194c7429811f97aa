//! The revisions of these rules. Games that ended under an earlier one are judged by what was ruled then, and a running game by
//! what was ruled at each of its orders, so a mended rule asks [`Board::since`] which it is.
//!
//! | revision | what it rules otherwise than the one before |
//! | --- | --- |
//! | 3 | a leader who stopped among enemies rides on when they are overrun (§8.6.3) |
//! | 4 | nobody rides into an area that has been assaulted (§8.1); a volley needs a Fresh leader (§8.5.5A); units that have not begun stay where they are when their leader goes inactive (ruling 65); replacements wait for a unit of their command (§8.7.3); a reserve battery that is attacked is of the V Corps (§1.4); no free impulse follows the second pass running (§3.0) |

use super::board::Board;

/// The revision that is played now. It counts up whenever a decision changes.
pub const REVISION: u32 = 4;

/// The earliest that is still judged.
pub const EARLIEST: u32 = 2;

impl Board<'_> {
    /// Whether the rules are those of a revision or of a later one.
    pub fn since(&self, revision: u32) -> bool {
        self.pack.revision >= revision
    }
}
