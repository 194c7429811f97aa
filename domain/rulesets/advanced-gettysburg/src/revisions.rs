//! The revisions of these rules. Games that ended under an earlier one are judged by what was ruled then, and a running game by what was ruled at each of its
//! orders, so a mended rule asks [`Board::since`] which it is.
//!
//! | revision | what it rules otherwise than the one before |
//! | --- | --- |
//! | 2 | a charge has what is left of twelve points for its retreat and its advance after combat (0.6.3, §30.1.1, §31.3), and one that spends its experience is over (§33.1.5c); who goes back or steps into a flank hex captures commanders there (§17.1.8, §24.4.3a); a place that counts is entered by who passes through it or goes back into it (§37, ruling 40); a changed road wants four turns before an arrival that is hastened after it (§34.21.7); of an exchanged corps the later groups come by the road of its body (0.5.4, ruling 78) |
//! | 3 | markers of an attacking line catch up by themselves with those that came beside an enemy (§22.7); a line takes the way by which it meets a commander, where that costs no more (§17.1.8); a division commander may take the corps of a commander who is lost (0.3); `favour` among the standing orders, for games of several seats a side; markers of a line join in one hex (§17.1.2); any commander rides as far as his men have points, whoever gave them (§16.2.1b, §14.1); arrivals and attackers that need no commander are not counted against his limits (§14.3, §14.4); an arrival in enemy range in either side's turn, on its way too, or forced into line, is none any more (§16.1.1); six points without a roll want a brigade out of the range of an enemy within three hexes and of all enemy brigades, not of batteries farther off (§22.14, ruling 57); who is named to attack stays in line until it is ended in the opening (§22.5, §22.12); who goes back in the range of batteries alone comes into none of a brigade (§22.3); a column that goes back after combat does so tail first, each marker into the hex of the one behind it (§19.2.2, §21.3, §30.0) |
//! | 4 | a line of one marker turns by no bends where it may not turn (§19.4.1, §22.3); attackers that need no roll make none (§22.10, §22.14); a marker by which a line grows captures commanders (§17.1.8), may be added in the range of an enemy brigade that the line is in, and pays for the woods or the range it comes into (§18.7, cost chart, ruling 59); a column that closed up does not turn and then march on (§17.1.3); under a level that is free to choose points are kept though the step could be had with disorganization (§13.4, §13.8); a battery that keeps points has ended its move (§13.8), limbers and unlimbers beside brigades of another command (§17.2.7), turns with the others of its hex (§19.2.4), turns no farther than it flips over in enemy range (§18.3, §19.4.1), but with the last hex of a way too (§21.3), and goes back from the range of guns alone into none of a brigade (§22.2); a column beside an enemy forms line for nothing (cost chart), and one of one marker in enemy range with its flanks where head and rear were (§18.1, §19.4.1); a column of full markers faces about (§19.4.1), and its head points at none of its own (§6.2.6); markers that close up at night come no nearer to the enemy (§35.1); a line with more than eight points in a marker, or thinned by losses, faces about (§11.10, §33.3.5); who forms line has inner markers as strong as a line's must be (§7.1.3); a marker out of enemy range that moves begins no retreat of one within it (§21.1, §21.7); six points without a roll are those of who started its turn so, whoever moved since (§22.14) |

use super::board::Board;

/// The revision that is played now. It counts up whenever a decision changes.
pub const REVISION: u32 = 4;

impl Board<'_> {
    /// Whether the rules are those of a revision or of a later one.
    pub fn since(&self, revision: u32) -> bool {
        self.pack.revision >= revision
    }
}
