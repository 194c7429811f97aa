//! Ends and accidents of games of the second format: a game closed without a result, a service restored from a copy (SECRETS §8).

use super::play::{Work, plain_text};
use super::second::StepChain;
use super::{Game, GameError, Played};
use crate::dice::{ChainName, GameKeys};
use crate::log::{Body, Closed, ClosedBy, Restored, RestoredAnchors};
use crate::words::{Hash32, Millis};

/// So many minutes after the first record, the numbers of the chains after a restore begin again.
const MOST_RESTORES: u64 = 16_384;

/// The longest reason, in characters.
const MOST_REASON: usize = 300;

impl Game {
    /// Whether it was closed without a result.
    pub fn is_closed(&self) -> bool {
        self.second.as_ref().is_some_and(|s| s.closed)
    }

    /// Closes the game without a result, and opens what was private: for the host, or after a year without a record.
    ///
    /// # Errors
    /// [`GameError::FirstFormat`]; [`GameError::Finished`]; [`GameError::Text`] for a reason that cannot be.
    pub fn close(&self, by: ClosedBy, reason: &str, at: Millis, keys: &GameKeys) -> Result<Played, GameError> {
        self.of_second_format(keys)?;
        let reason = plain_text("reason", reason, MOST_REASON)?;
        let mut work = Work::new(self, at, keys);
        work.open_private()?;
        work.push(&Body::Closed(Closed { at, by, reason }), None)?;
        Ok(work.played(self, None))
    }

    /// Goes on after the service was restored from a copy: all chains jump beyond anything that can have been used since the copy was made.
    /// `head` is the highest head known from letters.
    ///
    /// # Errors
    /// As [`Game::close`].
    pub fn restored(&self, head: Option<Hash32>, at: Millis, keys: &GameKeys) -> Result<Played, GameError> {
        self.of_second_format(keys)?;
        let links = keys.links();
        // The rest of the chain in use, and a whole one besides. Of a copy that is gone back to twice the lost chains lie there too: the minute
        // tells them apart.
        let minutes = at.0.saturating_sub(self.genesis.at.0) / 60_000 % MOST_RESTORES;
        let chains = u64::from(self.links_used() / links) + 2 + minutes;
        let start = chains.checked_mul(u64::from(links)).and_then(|start| u32::try_from(start).ok());
        let start = start.ok_or_else(|| GameError::Broken("so many chains are not numbered.".into()))?;
        let anchor = |chair, chain| keys.anchor(chair, chain, start);
        let anchors = self.seats.iter().map(|s| RestoredAnchors {
            handover: anchor(s.chair, ChainName::Handover),
            player: anchor(s.chair, ChainName::Player),
            server: anchor(s.chair, ChainName::Server),
        });
        let anchors = anchors.collect();
        let mut work = Work::new(self, at, keys);
        work.push(&Body::Restored(Restored { anchors, at, head, start }), None)?;
        work.hand_over_anchors()?;
        Ok(work.played(self, None))
    }

    /// The highest number of a link that was used so far, of any chain that jumps at a restore.
    pub(super) fn links_used(&self) -> u32 {
        let shown = self.second.iter().flat_map(|s| &s.handover).map(StepChain::highest);
        self.cursors.iter().map(|c| c.rolls).chain(shown).max().unwrap_or(0)
    }

    fn of_second_format(&self, keys: &GameKeys) -> Result<(), GameError> {
        self.own_keys(keys)?;
        if !self.is_second() {
            return Err(GameError::FirstFormat);
        }
        match self.result() {
            Some(result) => Err(GameError::Finished(result.level.clone())),
            None if self.is_closed() => Err(GameError::Finished("closed without a result".into())),
            None => Ok(()),
        }
    }
}
