//! The stretches of a log that were decided by one release of the rules each.

use super::report::Listed;
use crate::log::{Body, Record, Release};
use crate::referee::AnyRuleset;
use crate::referee::game::Game;
use crate::words::DataFile;
use std::sync::Arc;

/// The stretches of a log, and what was found in them.
#[derive(Default)]
pub(super) struct Revisions {
    stretches: Vec<Stretch>,
    /// The rules that the game moves up to next, where they are here and are others than those in force.
    pub next: Option<Arc<dyn AnyRuleset>>,
    /// The records since the last revision that those decide otherwise.
    pub found: Vec<u64>,
    pub listed: Vec<Listed>,
    /// Stretches of orders that nobody here could judge: first and last record.
    pub unjudged: Vec<(u64, u64)>,
    pub judged: u64,
}

/// Records decided by one release.
pub(super) struct Stretch {
    /// The first of them.
    pub from: u64,
    pub revision: u32,
    /// Those rules, where this program has them.
    pub rules: Option<Arc<dyn AnyRuleset>>,
    /// The release that the next revision moves up to, or that is offered at the end of the log.
    pub next: Option<(u32, Option<Arc<dyn AnyRuleset>>)>,
}

impl Revisions {
    /// Reads which releases a log names. What cannot be read is found when its turn comes.
    pub fn of(game: &Game, records: &[Record]) -> Revisions {
        let rules = |to: &Release, files: &[DataFile]| game.rules_of(to.revision, files);
        let mut stretches = vec![Stretch {
            from: 1,
            revision: game.release().revision,
            rules: rules(game.release(), game.data_files()),
            next: None,
        }];
        // Those since the last revision, which do not know yet where it goes.
        let mut open = 0;
        for record in records.iter().filter(|r| r.is_kind("revision")) {
            let (what, done) = match record.read() {
                Ok(Body::RevisionOffer(what)) => (what, false),
                Ok(Body::Revision(what)) => (what, true),
                _ => continue,
            };
            let to = rules(&what.to, &what.files);
            for stretch in &mut stretches[open..] {
                stretch.next = Some((what.to.revision, to.clone()));
            }
            stretches.push(Stretch { from: record.seq + 1, revision: what.to.revision, rules: to, next: None });
            if done {
                open = stretches.len() - 1;
            }
        }
        Revisions { stretches, ..Revisions::default() }
    }

    pub fn at(&self, seq: u64) -> Option<&Stretch> {
        self.stretches.iter().rev().find(|s| s.from <= seq)
    }
}
