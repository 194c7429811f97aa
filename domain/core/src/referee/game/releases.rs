//! The release of the rules that a game is played by, and the one that is offered to its players.

use crate::log::{Genesis, Release, Revised};
use crate::referee::card::plain_digest;
use crate::words::{DataFile, SeatId};

/// The releases of a game's rules.
#[derive(Clone, Debug)]
pub(super) struct Releases {
    /// In force, with its data files.
    pub release: Release,
    pub files: Vec<DataFile>,
    /// The record from which on it is.
    pub since: u64,
    pub offer: Option<RevisionOffered>,
}

/// A revision that waits for the players' consent. Orders are decided by it already.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RevisionOffered {
    /// What is offered.
    pub what: Revised,
    /// The record that offers it.
    pub seq: u64,
    /// The seats that go on.
    pub agreed: Vec<SeatId>,
}

impl Releases {
    /// Those of a game at its beginning. A genesis of the first format names revision and files only.
    pub fn at_first(genesis: &Genesis, release: Option<&Release>) -> Releases {
        let plain = || Release {
            digest: plain_digest(&genesis.ruleset, genesis.revision, &genesis.files),
            revision: genesis.revision,
            version: String::new(),
        };
        let release = release.cloned().unwrap_or_else(plain);
        Releases { release, files: genesis.files.clone(), since: 1, offer: None }
    }
}
