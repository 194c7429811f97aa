//! Queued orders, judged: what they give, leave out and come to is worked out from what was queued.

use super::judge::Judge;
use super::report::{Check, Wrong, bad};
use crate::log::{PrivateAct, PrivateBody, PrivateChoice, PrivatePlan, PrivatePlanned};
use crate::referee::game::queued::{Said, Says};
use crate::referee::{Decided, Queue};
use crate::words::{Audience, SeatId};

const ELSE: &str = "the queued orders in force say something else.";

/// Whether queued orders are written as they are read.
pub(super) fn queue_form(seq: u64, plan: &PrivatePlan) -> Check {
    let whole = Queue::written(&plan.text).is_ok_and(|queue| queue.to_string() == plan.text);
    if whole { Ok(()) } else { bad(seq, Wrong::Standing, "queued orders are not written as they are read.") }
}

impl Judge {
    /// What queued orders noted with the record that is judged, and whose they are.
    fn spoke(&self) -> Option<(&PrivatePlanned, SeatId)> {
        let second = self.game.second.as_ref()?;
        self.pending.iter().find_map(|(audience, body)| match (audience, body) {
            (Audience::Holder(holder), PrivateBody::Planned(planned)) => {
                Some((planned, second.holders().find(|(n, _)| n == holder)?.1))
            }
            _ => None,
        })
    }

    /// What queued orders give with the record that is judged, where they noted that they do.
    pub(super) fn queue_spoke(&self, seq: u64, seat: SeatId) -> Check<Option<(Box<Said>, PrivatePlanned)>> {
        let Some((planned, whose)) = self.spoke() else { return Ok(None) };
        if whose != seat {
            return bad(seq, Wrong::Standing, "queued orders of another seat.");
        }
        Ok(Some((self.queue_said(seq, seat)?, planned.clone())))
    }

    /// Whether what they noted is what comes of it.
    pub(super) fn same_queue(
        &self,
        seq: u64,
        (said, planned): (&Said, &PrivatePlanned),
        (seat, decided): (SeatId, &Decided),
        rest: &[String],
    ) -> Check {
        let surprised = self.game.surprises(seat, &said.order, decided) && self.game.goes_on(seat, decided);
        if said.planned(planned.at, rest, surprised) == *planned { Ok(()) } else { bad(seq, Wrong::Standing, ELSE) }
    }

    /// Whether a choice that was given in advance is what queued or standing orders say.
    pub(super) fn choice_in_advance(
        &self,
        seq: u64,
        (seat, advance): (SeatId, bool),
        under: Option<&PrivateChoice>,
    ) -> Check {
        let Some(under) = under.filter(|_| self.judged && advance) else { return Ok(()) };
        let Some((said, planned)) = self.queue_spoke(seq, seat)? else {
            return self.by_standing_order(seq, seat, &under.order);
        };
        let order = self.game.board_of(seat).choice_of(seat, &said.order).ok().map(|c| c.order);
        let same = order.as_ref() == Some(&under.order) && said.planned(planned.at, &[], false) == planned;
        if same { Ok(()) } else { bad(seq, Wrong::Standing, ELSE) }
    }

    /// The line that a private act was given as, where queued orders gave it.
    pub(super) fn queued_line(&mut self, seq: u64, act: &PrivateAct) -> Check<Option<String>> {
        match self.queued_acts.remove(&act.seat) {
            Some(line) if act.key.is_none() => Ok(Some(line)),
            Some(line) => {
                self.queued_acts.insert(act.seat, line);
                bad(seq, Wrong::Standing, "another act stands where queued orders gave one.")
            }
            None => Ok(None),
        }
    }

    /// The order that queued orders of a seat give now.
    fn queue_said(&self, seq: u64, seat: SeatId) -> Check<Box<Said>> {
        match self.game.queue_says(seat) {
            Says::Order(said) => Ok(said),
            _ => bad(seq, Wrong::Standing, "nothing was queued that gives an order here."),
        }
    }

    /// Whether queued orders say what their owner's log has of them behind a record: that a line is left out, or a private act.
    pub(super) fn planned(&mut self, seq: u64, audience: Audience, planned: &PrivatePlanned) -> Check {
        let holders = self.game.second.iter().flat_map(|s| s.holders()).find(|(n, _)| Audience::Holder(*n) == audience);
        let Some((_, seat)) = holders else { return bad(seq, Wrong::Standing, "queued orders of nobody.") };
        if self.queued_acts.contains_key(&seat) {
            return bad(seq, Wrong::Standing, "the act is missing that queued orders gave.");
        }
        let (found, act) = match self.game.queue_says(seat) {
            Says::Nothing => return bad(seq, Wrong::Standing, "the queued orders in force say nothing here."),
            Says::Note(queued, note) => (queued.planned(planned.at, note), None),
            Says::Order(said) => (said.planned(planned.at, &[], false), Some(said.order)),
        };
        if found != *planned {
            return bad(seq, Wrong::Standing, ELSE);
        }
        self.queued_acts.extend(act.map(|line| (seat, line)));
        Ok(())
    }
}
