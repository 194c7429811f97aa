//! The revisions of these rules. Games that ended under an earlier one are judged by what was ruled then, and a running game by what was ruled at each of its
//! orders, so a mended rule asks [`Board::since`] which it is.
//!
//! | revision | what it rules otherwise than the one before |
//! | --- | --- |
//! | 2 | a charge has what is left of twelve points for its retreat and its advance after combat (0.6.3, §30.1.1, §31.3), and one that spends its experience is over (§33.1.5c); who goes back or steps into a flank hex captures commanders there (§17.1.8, §24.4.3a); a place that counts is entered by who passes through it or goes back into it (§37, ruling 40); a changed road wants four turns before an arrival that is hastened after it (§34.21.7); of an exchanged corps the later groups come by the road of its body (0.5.4, ruling 78) |
//! | 3 | markers of an attacking line catch up by themselves with those that came beside an enemy (§22.7); a line takes the way by which it meets a commander, where that costs no more (§17.1.8); a division commander may take the corps of a commander who is lost (0.3); `favour` among the standing orders, for games of several seats a side |

use super::board::Board;

/// The revision that is played now. It counts up whenever a decision changes.
pub const REVISION: u32 = 3;

impl Board<'_> {
    /// Whether the rules are those of a revision or of a later one.
    pub fn since(&self, revision: u32) -> bool {
        self.pack.revision >= revision
    }
}
