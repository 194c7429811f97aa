//! The revisions of these rules. Games that ended under an earlier one are judged by what was ruled then, and a running game by what was ruled at each of its
//! orders, so a mended rule asks [`Board::since`] which it is.
//!
//! | revision | what it rules otherwise than the one before |
//! | --- | --- |
//! | 2 | a charge has what is left of twelve points for its retreat and its advance after combat (0.6.3, §30.1.1, §31.3), and one that spends its experience is over (§33.1.5c); who goes back or steps into a flank hex captures commanders there (§17.1.8, §24.4.3a); a place that counts is entered by who passes through it or goes back into it (§37, ruling 40); a changed road wants four turns before an arrival that is hastened after it (§34.21.7); of an exchanged corps the later groups come by the road of its body (0.5.4, ruling 78) |
//! | 3 | markers of an attacking line catch up by themselves with those that came beside an enemy (§22.7); a line takes the way by which it meets a commander, where that costs no more (§17.1.8); a division commander may take the corps of a commander who is lost (0.3); `favour` among the standing orders, for games of several seats a side; markers of a line join in one hex (§17.1.2); any commander rides as far as his men have points, whoever gave them (§16.2.1b, §14.1); arrivals and attackers that need no commander are not counted against his limits (§14.3, §14.4); an arrival in enemy range in either side's turn, on its way too, or forced into line, is none any more (§16.1.1); six points without a roll want a brigade out of the range of an enemy within three hexes and of all enemy brigades, not of batteries farther off (§22.14, ruling 57); who is named to attack stays in line until it is ended in the opening (§22.5, §22.12); who goes back in the range of batteries alone comes into none of a brigade (§22.3); a column that goes back after combat does so tail first, each marker into the hex of the one behind it (§19.2.2, §21.3, §30.0) |

use super::board::Board;

/// The revision that is played now. It counts up whenever a decision changes.
pub const REVISION: u32 = 3;

impl Board<'_> {
    /// Whether the rules are those of a revision or of a later one.
    pub fn since(&self, revision: u32) -> bool {
        self.pack.revision >= revision
    }
}
