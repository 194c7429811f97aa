//! Which rules each stretch of a log was decided by, and whether a revision lists the records that differ.
//!
//! From the genesis, and from each offer and each revision on, orders are decided by the release named there. Where this program has those
//! rules, every record is judged by them. Where it has not, the orders can still be judged by the release that the game moved up to: those
//! that a revision does not list must be decided alike.

use super::judge::Judge;
use super::report::{Check, Listed, Report, Wrong, bad};
use crate::log::{Body, Choices, Order, OrderSecond, OrderTold};
use crate::referee::game::revision::{Redecided, redecided, redecided_choices, redecided_second, redecided_told};
use std::sync::OnceLock;

impl Judge {
    /// Goes over to the rules by which record `seq` was decided.
    pub(super) fn play_by(&mut self, seq: u64) {
        let Some(stretch) = self.revisions.at(seq) else { return };
        let (rules, next) = (stretch.rules.clone(), stretch.next.clone());
        let same = rules.is_some() && next.as_ref().is_some_and(|(revision, _)| *revision == stretch.revision);
        self.judged = rules.is_some() && (self.opened || !self.game.is_second());
        self.revisions.next = next.and_then(|(_, rules)| rules).filter(|_| !same);
        if let Some(rules) = rules {
            self.game.ruleset = rules;
            self.game.waiting = OnceLock::new();
        }
    }

    /// Decides an order once more by the rules that the game moves up to.
    pub(super) fn compare(&mut self, seq: u64, order: &Order) {
        let next = self.revisions.next.as_ref();
        self.compared(seq, next.map(|rules| redecided(&self.game, &**rules, order)));
    }

    /// The same in a log of testimony.
    pub(super) fn compare_told(&mut self, seq: u64, order: &OrderTold) {
        let next = self.revisions.next.as_ref();
        self.compared(seq, next.map(|rules| redecided_told(&self.game, &**rules, order)));
    }

    /// The same in the second format. Without the keys of the private logs it cannot be told.
    pub(super) fn compare_second(&mut self, seq: u64, order: &OrderSecond, seed: Option<[u8; 32]>) -> Check {
        let next = self.revisions.next.clone().filter(|_| self.opened);
        let dice = self.dice_of([order.seat], seed)?;
        let again = next.map(|rules| redecided_second(&self.game, &rules, order, dice));
        self.compared(seq, again);
        Ok(())
    }

    pub(super) fn compare_choices(&mut self, seq: u64, choices: &Choices, seed: Option<[u8; 32]>) -> Check {
        let next = self.revisions.next.clone().filter(|_| self.opened);
        let dice = self.dice_of(choices.choices.iter().map(|c| c.seat), seed)?;
        let again = next.map(|rules| redecided_choices(&self.game, &*rules, choices, dice));
        self.compared(seq, again);
        Ok(())
    }

    fn compared(&mut self, seq: u64, again: Option<Redecided>) {
        if let Some(again) = again {
            if !matches!(again, Redecided::Alike) {
                self.revisions.found.push(seq);
            }
        } else if !self.judged {
            match self.revisions.unjudged.last_mut() {
                Some((_, last)) if *last >= self.revisions.judged => *last = seq,
                _ => self.revisions.unjudged.push((seq, seq)),
            }
            return;
        }
        self.revisions.judged = seq;
    }

    /// Whether a record about a revision may stand here, and lists the records that differ.
    pub(super) fn revision(&self, seq: u64, body: &Body) -> Check {
        let form = self.game.check_revision(body);
        form.or_else(|why| bad(seq, Wrong::Terms, format!("a revision of the rules that cannot be: {why}")))?;
        let (Body::RevisionOffer(what) | Body::Revision(what)) = body else { return Ok(()) };
        // Compared with the rules that the stretch leads to; of a release that was offered and never came there may be nothing to compare.
        if self.game.is_second() && !self.opened {
            return Ok(());
        }
        let leads = self.revisions.at(seq).and_then(|s| s.next.as_ref());
        let (revision, Some(_)) = leads.map_or((0, None), |(n, r)| (*n, r.as_ref())) else { return Ok(()) };
        if revision != what.to.revision {
            return Ok(());
        }
        let found = &self.revisions.found;
        if let Some(n) = what.differs.iter().find(|n| !found.contains(n)) {
            return bad(
                seq,
                Wrong::Rules,
                format!("record {n} is listed as decided otherwise by the new rules, and is not."),
            );
        }
        if let Some(n) = found.iter().find(|n| !what.differs.contains(n)) {
            return bad(
                seq,
                Wrong::Rules,
                format!("record {n} is decided otherwise by the new rules, and is not listed."),
            );
        }
        Ok(())
    }

    /// Notes what a revision lists, and goes over to its rules.
    pub(super) fn revised(&mut self, seq: u64, body: &Body) {
        if let Body::Revision(what) = body {
            let by = |n: &u64| {
                let (revision, judged) =
                    self.revisions.at(*n).map_or((what.from.revision, false), |s| (s.revision, s.rules.is_some()));
                Listed { seq: *n, revision, judged }
            };
            let listed: Vec<Listed> = what.differs.iter().map(by).collect();
            self.revisions.listed.extend(listed);
            self.revisions.found.clear();
        }
        if !matches!(body, Body::RevisionAnswer(_)) {
            self.play_by(seq + 1);
        }
    }

    /// Says in the report what was judged.
    pub(super) fn tell(&self, report: &mut Report) {
        report.unjudged.clone_from(&self.revisions.unjudged);
        report.judged = self.revisions.unjudged.is_empty() && (self.judged || self.revisions.next.is_some());
        report.listed.clone_from(&self.revisions.listed);
    }
}
