//! What the fire that receives a charge may make of it.

/// Of so many equally likely rolls of the fire that receives a charge, those that end it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Received {
    /// The charger is driven back or gone, or would be if it lost a step rather than be shaken.
    pub stopped: u32,
    /// It is shaken, and stops unless it loses a step instead (§7.7).
    pub shaken: u32,
    /// All.
    pub of: u32,
}

impl Received {
    /// A share of the rolls in percent.
    pub fn percent(&self, ways: u32) -> u32 {
        (ways * 100 + self.of / 2) / self.of.max(1)
    }
}
