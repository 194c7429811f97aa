//! What must hold of a log of the second format whatever the rules say, and whatever of it is open: which entries stand where, that a
//! private roll has the faces its number has ever had, and how a log ends. Any verifier can check this.

use super::formed::Ending;
use super::judge::Judge;
use super::report::{Check, Wrong, bad};
use crate::clock::Claim;
use crate::dice::{Faces, private_owner};
use crate::log::{Body, Entry, GameResult, PrivateAct, PrivateBody, PrivateRoll, Reason};
use crate::referee::game::private::StepRolling;
use crate::words::{Audience, SeatId};
use std::collections::BTreeSet;

impl Judge {
    /// Whether an entry may stand in its log at its place.
    pub(super) fn entry_form(&mut self, entry: &Entry, body: &PrivateBody) -> Check {
        let seq = entry.after;
        if self.game.second.as_ref().is_none_or(|s| s.opened.is_some() || s.closed) {
            return bad(seq, Wrong::Seal, "an entry stands after the opening of all that was private.");
        }
        let audience = entry.audience;
        let may = match body {
            _ if entry.with => true,
            PrivateBody::Act(_) => matches!(audience, Audience::Side(_) | Audience::Seat(_)),
            PrivateBody::Part(_) => audience == Audience::Nobody,
            PrivateBody::Plan(_) | PrivateBody::Planned(_) | PrivateBody::Standing(_) | PrivateBody::Used(_) => {
                matches!(audience, Audience::Holder(_))
            }
            PrivateBody::Choice(_) | PrivateBody::Pieces(_) | PrivateBody::State(_) => false,
        };
        // Whoever has left says nothing more.
        let left = match audience {
            Audience::Holder(n) => self.game.second.as_ref().is_some_and(|s| {
                let seat = s.holders().find(|(holder, _)| *holder == n).map(|(_, seat)| seat);
                seat.and_then(|seat| s.holder_of(seat)) != Some(n)
            }),
            _ => false,
        };
        if !may || left {
            return bad(seq, Wrong::Seal, format!("an entry of {audience} stands where none of its kind may."));
        }
        if let PrivateBody::Act(PrivateAct { seat, seen, .. }) = body {
            let own =
                audience == Audience::Seat(*seat) || self.game.side_of(*seat).map(Audience::Side) == Some(audience);
            if self.game.seat(*seat).is_none() || !own || !self.game.begun() || self.game.seq_of(seen).is_none() {
                return bad(seq, Wrong::Turn, "a private act by another, or on a position that never was.");
            }
        }
        let rolls = match body {
            PrivateBody::Act(act) => &act.rolls,
            PrivateBody::Part(part) => &part.rolls,
            _ => return Ok(()),
        };
        if let PrivateBody::Act(act) = body {
            self.owed(seq, audience, rolls, &[act.seat])?;
        }
        rolls.iter().try_for_each(|roll| self.private_roll(seq, audience, roll))
    }

    /// Whether private rolls are of the chains of whoever owed the step.
    fn owed(&self, seq: u64, audience: Audience, rolls: &[PrivateRoll], owed_by: &[SeatId]) -> Check {
        let owner = private_owner(&self.game.owing(owed_by.iter().copied()), audience);
        match rolls.iter().all(|roll| roll.seat == owner) {
            true => Ok(()),
            false => bad(seq, Wrong::Dice, "a private roll of another seat than the one that owes the step."),
        }
    }

    /// Whether a private roll has the faces that its number has ever had and, once the links are opened, those that they give.
    fn private_roll(&mut self, seq: u64, audience: Audience, roll: &PrivateRoll) -> Check {
        let PrivateRoll { faces, index, purpose, seat, sides } = roll;
        let links = self.game.second.as_ref().map_or(0, |s| s.private_links);
        let seated = seat.is_none_or(|s| self.game.seat(s).is_some());
        let nobodys = audience == Audience::Nobody;
        if seat.is_none() != nobodys || !seated || !self.game.begun() || *index == 0 || *index > links {
            return bad(seq, Wrong::Dice, "a private roll that no chain of its game can have made.");
        }
        let known = self.form.rolled.entry((*seat, *index, *sides)).or_default();
        if known.iter().zip(faces).any(|(a, b)| a != b) {
            let why = format!("the private roll for {purpose} shows {faces:?}, and showed {known:?} before.");
            return bad(seq, Wrong::Dice, why);
        }
        if faces.len() > known.len() {
            known.clone_from(faces);
        }
        if !self.opened {
            return Ok(());
        }
        let rolling = StepRolling::of(&self.game, seat.unwrap_or(SeatId(0)));
        let rolling = rolling.or_else(|e| bad(seq, Wrong::Dice, format!("a roll that cannot be: {e}")))?;
        let Some(seed) = self.private_seed(&rolling, *seat, *index) else {
            return bad(seq, Wrong::Dice, "a private roll beyond the highest link that was opened.");
        };
        let mut stream = Faces::new(seed);
        let made: Vec<u8> = faces.iter().map(|_| stream.next(*sides)).collect();
        if made != *faces {
            let why = format!("the private roll for {purpose} shows {faces:?}, but its links give {made:?}.");
            return bad(seq, Wrong::Dice, why);
        }
        Ok(())
    }

    /// Whether a record may stand there with the entries that were made with it.
    pub(super) fn record_form(&self, seq: u64, body: &Body) -> Check {
        let mut seen: BTreeSet<(Audience, u8)> = BTreeSet::new();
        for (audience, entry) in &self.pending {
            let (kind, belongs) = self.belongs(*audience, entry, body);
            if !belongs {
                return bad(seq, Wrong::Seal, format!("an entry of {audience} is made with a record that has none."));
            }
            if !seen.insert((*audience, kind)) {
                return bad(
                    seq,
                    Wrong::Seal,
                    format!("the log of {audience} has two entries of a kind with one record."),
                );
            }
        }
        let owed_by: Vec<SeatId> = match body {
            Body::OrderSecond(order) => vec![order.seat],
            Body::Choices(choices) => choices.choices.iter().map(|c| c.seat).collect(),
            _ => Vec::new(),
        };
        for (audience, entry) in &self.pending {
            if let PrivateBody::Part(part) = entry {
                self.owed(seq, *audience, &part.rolls, &owed_by)?;
            }
        }
        match (self.form.ending, body) {
            (Some(Ending::Opened), Body::Closed(_)) => Ok(()),
            (_, Body::Closed(_)) => bad(seq, Wrong::Seal, "a game is closed without opening what was private."),
            (_, Body::Result(result) | Body::ResultOnTime(result)) => self.result_form(seq, result),
            (None, _) => Ok(()),
            (Some(_), Body::OpeningSecond(_)) if !self.has_opened() => Ok(()),
            (Some(_), _) => bad(seq, Wrong::Seal, "the end of the game should stand here."),
        }
    }

    fn has_opened(&self) -> bool {
        self.game.second.as_ref().is_some_and(|s| s.opened.is_some())
    }

    fn result_form(&self, seq: u64, result: &GameResult) -> Check {
        if self.game.result.is_none() && !self.has_opened() {
            return bad(seq, Wrong::Seal, "the game ended, but what was private was not opened.");
        }
        let claim = self.game.clocks().map(|c| c.terms().claim);
        let fits = match self.form.ending {
            Some(Ending::Agreed) => result.reason == Reason::Agreed,
            Some(Ending::Resigned) => result.reason == Reason::Resigned,
            Some(Ending::Claimed(seat)) => match claim {
                Some(Claim::Forfeit) => result.reason == Reason::Forfeit && result.winner != self.game.side_of(seat),
                _ => result.reason == Reason::Adjudicated,
            },
            Some(Ending::Opened) | None => result.reason == Reason::Rules,
        };
        if fits { Ok(()) } else { bad(seq, Wrong::Result, "the game ended otherwise.") }
    }

    /// The kind of an entry as a number, and whether it may be made with a record.
    fn belongs(&self, audience: Audience, entry: &PrivateBody, record: &Body) -> (u8, bool) {
        let used = |seat: SeatId, key: &Option<String>| {
            let holder = self.game.second.as_ref().and_then(|s| s.holder_of(seat));
            key.is_none() && holder.map(Audience::Holder) == Some(audience)
        };
        match (entry, record) {
            (PrivateBody::Part(_), body) => (0, matches!(body, Body::OrderSecond(_) | Body::Choices(_))),
            (PrivateBody::Used(_), Body::OrderSecond(order)) => (1, used(order.seat, &order.key)),
            (PrivateBody::Used(_), Body::Choice(choice)) => (1, used(choice.seat, &choice.key)),
            (PrivateBody::Planned(planned), Body::OrderSecond(order)) => {
                (1, planned.given && used(order.seat, &order.key))
            }
            (PrivateBody::Planned(planned), Body::Choice(choice)) => {
                (1, planned.given && used(choice.seat, &choice.key))
            }
            (PrivateBody::Choice(_), Body::Choice(choice)) => (2, audience == Audience::Seat(choice.seat)),
            (PrivateBody::Pieces(_), Body::Pieces(sealed)) => (3, audience == sealed.audience),
            (PrivateBody::State(_), Body::HandOverSecond(_)) => (4, audience == Audience::Nobody),
            _ => (5, false),
        }
    }

    /// Takes in what a record says of the end.
    pub(super) fn follow_form(&mut self, body: &Body) {
        let ending = match body {
            Body::DrawAnswer(answer) if answer.accept => Ending::Agreed,
            Body::Resign(_) => Ending::Resigned,
            Body::TimeClaim(claim) => Ending::Claimed(claim.seat),
            Body::OpeningSecond(_) => self.form.ending.unwrap_or(Ending::Opened),
            _ => return,
        };
        self.form.ending = Some(ending);
    }

    /// The log ends here: whether the game has.
    pub(super) fn end_form(&self) -> Check {
        let over = self.game.result.is_some() || self.game.second.as_ref().is_some_and(|s| s.closed);
        match self.form.ending {
            Some(_) if !over => bad(self.game.len() + 1, Wrong::Tail, "the end is missing: the result should follow."),
            _ => Ok(()),
        }
    }
}
