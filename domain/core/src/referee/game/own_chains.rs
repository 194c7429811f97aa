//! The chains of a player who keeps them: what was shown of each, and what was given.

use crate::dice::Owner;
use crate::log::{GivenLink, PlayerAnchors};
use crate::words::Hash32;

/// The chains of a player who keeps them.
#[derive(Clone, Copy, Debug)]
pub(super) struct OwnChains {
    pub anchors: PlayerAnchors,
    pub player: OwnChain,
    pub handover: OwnChain,
}

/// One of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct OwnChain {
    /// The last link that a roll or hand-over has shown, with its number; at first the anchor.
    pub shown: (u32, Hash32),
    /// The highest link that was given.
    pub given: (u32, Hash32),
}

impl OwnChains {
    /// What somebody is bound to: the anchors, and link 1 for hand-overs.
    pub fn bound(anchors: PlayerAnchors, first: Hash32) -> Self {
        let handover = OwnChain { given: (1, first), ..OwnChain::at(anchors.handover) };
        OwnChains { anchors, player: OwnChain::at(anchors.player), handover }
    }
}

impl OwnChain {
    fn at(anchor: Hash32) -> Self {
        OwnChain { shown: (0, anchor), given: (0, anchor) }
    }

    /// Whether the link of that number follows from what was given.
    pub fn covers(&self, index: u32) -> bool {
        index <= self.given.0
    }

    /// That link.
    pub fn link(&self, owner: Owner, index: u32) -> Option<Hash32> {
        self.covers(index).then(|| owner.down(self.given.0, index, &self.given.1))
    }

    /// Whether a link is that of its number.
    pub fn holds(&self, owner: Owner, index: u32, link: &Hash32) -> bool {
        index > self.shown.0 && owner.down(index, self.shown.0, link) == self.shown.1
    }

    /// Whether a link is above all that were given, and belongs to the chain.
    pub fn takes(&self, owner: Owner, given: &GivenLink) -> bool {
        owner.down(given.index, self.given.0, &given.link) == self.given.1
    }
}
