//! What a log of the second format has been so far, for the checks that need no rules.

use crate::words::SeatId;
use std::collections::BTreeMap;

/// What a log has been so far, for these checks.
#[derive(Default)]
pub(super) struct Form {
    /// The faces of every private roll, by chain (none for nobody's), number of the link and sides.
    pub rolled: BTreeMap<(Option<SeatId>, u32, u8), Vec<u8>>,
    /// Why the game ends, once it does.
    pub ending: Option<Ending>,
}

/// What has brought a game to its end.
#[derive(Clone, Copy)]
pub(super) enum Ending {
    Agreed,
    Resigned,
    Claimed(SeatId),
    /// By the rules, or closed by the host: only the rules can say.
    Opened,
}
