//! The revisions of these rules. Games that ended under an earlier one are judged by what was ruled then, and a running game by
//! what was ruled at each of its orders, so a mended rule asks `Board::since` which it is.
//!
//! | revision | what it rules otherwise than the one before |
//! | --- | --- |
//! | 2 | markers of an attacking line catch up by themselves with those that came beside an enemy (§22.7); a line takes the way by which it meets a commander, where that costs no more (§17.1.8); `favour` among the standing orders, for games of several seats a side |

/// The revision that is played now. It counts up whenever a decision changes.
pub const REVISION: u32 = 2;

/// The earliest that is still judged.
pub const EARLIEST: u32 = 1;
