//! Releases of the rules: the one that a game is played by, and how a running game moves up to another
//! (`docs/decisions/0072-revisions.md`).
//!
//! An order that was given keeps its facts. What the new rules would make of it is worked out all the same: where nothing differs, the game
//! moves up by itself; where something does, its players are shown it first.

use super::play::Work;
use super::private::{StepRolling, decide_choices, parted};
use super::releases::{Releases, RevisionOffered};
use super::rolling::Rolling;
use super::{Fault, FaultKind, Game, GameError, Played};
use crate::dice::{Dice, GameKeys};
use crate::log::{
    Body, Choices, Entry, Order, OrderSecond, OrderTold, Record, Release, Revised, RevisionAnswer, StepLinks,
};
use crate::referee::{AnyRuleset, Decided, Line, Registry};
use crate::words::{DataFile, Millis, Refusal, Roll, SeatId, Viewer, thrown};
use serde_json::value::RawValue;
use std::sync::Arc;

/// How long after the offer of a revision a player's silence is consent: 14 days, in milliseconds.
pub const SILENCE: u64 = 14 * 24 * 60 * 60 * 1000;

/// An order of the log that other rules decide otherwise in its public part.
#[derive(Clone, Debug)]
pub struct Differing {
    /// Its record.
    pub seq: u64,
    /// Whose; of simultaneous choices, who chose first.
    pub seat: SeatId,
    /// The order in notation; of simultaneous choices, all of them.
    pub order: String,
    /// What happened, as everybody was told.
    pub was: Vec<Line>,
    /// What the other rules would say: what would have happened, or why the order would be refused.
    pub now: Result<Vec<Line>, String>,
}

/// What rules make of an order that is in the log.
pub(super) enum Redecided {
    /// The same order, rolls and public facts.
    Alike,
    /// They refuse it.
    Refused(Refusal),
    /// Something else: these public facts.
    Otherwise(Vec<Box<RawValue>>),
}

/// The release of a ruleset that this program has.
pub(super) fn release_of(ruleset: &dyn AnyRuleset) -> Release {
    Release {
        digest: ruleset.release_digest(),
        revision: ruleset.about().revision,
        version: ruleset.version().to_owned(),
    }
}

impl Game {
    /// The release of the rules that is in force.
    pub fn release(&self) -> &Release {
        &self.releases.release
    }

    /// Its data files.
    pub fn data_files(&self) -> &[DataFile] {
        &self.releases.files
    }

    /// The record from which on it is in force: the genesis, or the last revision.
    pub fn release_since(&self) -> u64 {
        self.releases.since
    }

    /// The revision that is offered to the players.
    pub fn revision_offered(&self) -> Option<&RevisionOffered> {
        self.releases.offer.as_ref()
    }

    /// The revision and data files that orders are decided by now: those offered, or else those in force.
    pub(super) fn plays_by(&self) -> (u32, &[DataFile]) {
        match &self.releases.offer {
            Some(offer) => (offer.what.to.revision, &offer.what.files),
            None => (self.releases.release.revision, &self.releases.files),
        }
    }

    /// Whether this program can carry the game on: same revision, same data files.
    ///
    /// # Errors
    /// [`GameError::Revision`].
    pub fn playable(&self) -> Result<(), GameError> {
        let (here, (begun, files)) = (self.ruleset.about(), self.plays_by());
        if (here.revision, here.files.as_slice()) == (begun, files) {
            return Ok(());
        }
        Err(GameError::Revision { begun, here: here.revision })
    }

    /// The rules of a revision with these data files, if this program has them.
    pub(super) fn rules_of(&self, revision: u32, files: &[DataFile]) -> Option<Arc<dyn AnyRuleset>> {
        let own = self.ruleset.about().revision == revision;
        let rules = if own { Some(self.ruleset.clone()) } else { self.ruleset.earlier(revision) };
        rules.filter(|r| r.about().files == files)
    }

    /// The seats that are held by persons: their consent is asked for. Those of a game that an umpire enters play nothing here.
    fn persons(&self) -> impl Iterator<Item = SeatId> {
        self.seats
            .iter()
            .filter(|_| !self.is_testimony())
            .filter(|s| s.player.as_ref().is_some_and(|p| p.bot.is_none()))
            .map(|s| s.id)
    }

    /// Whether everybody who is asked has agreed to the revision that is offered.
    fn all_agreed(&self, offer: &RevisionOffered) -> bool {
        self.persons().all(|s| offer.agreed.contains(&s))
    }

    /// Whether a record about a revision may come next: its form, and that the players agreed or were silent. Which records differ is not
    /// looked at.
    pub(super) fn check_revision(&self, body: &Body) -> Result<(), &'static str> {
        let Releases { release, files, since, offer } = &*self.releases;
        let form = |what: &Revised| {
            if what.from != *release {
                return Err("it does not begin with the release in force.");
            }
            let least = offer.as_ref().map_or(0, |o| o.what.to.revision).max(release.revision);
            if what.to.revision < least {
                return Err("it goes back to an earlier revision.");
            }
            if (what.to.revision, &what.files) == (release.revision, files) {
                return Err("nothing is revised.");
            }
            let next = self.len() + 1;
            let ascending = what.differs.windows(2).all(|w| w[0] < w[1]);
            if !ascending || what.differs.iter().any(|n| *n <= *since || *n >= next) {
                return Err("the records that differ are not some of those since the last revision, in their order.");
            }
            Ok(())
        };
        match body {
            Body::RevisionOffer(what) if self.begun() => form(what),
            Body::RevisionOffer(_) => Err("it is offered before the game has begun."),
            Body::RevisionAnswer(answer) => match offer {
                None => Err("none is offered."),
                Some(offer) if offer.agreed.contains(&answer.seat) => Err("the seat has agreed already."),
                Some(_) if !self.persons().any(|s| s == answer.seat) => Err("nobody is asked there."),
                Some(_) => Ok(()),
            },
            Body::Revision(what) => {
                form(what)?;
                match offer.as_ref().filter(|o| o.what.to == what.to && o.what.files == what.files) {
                    Some(offer) if offer.what.differs != what.differs => {
                        Err("it lists other records than were offered.")
                    }
                    Some(offer) if self.all_agreed(offer) || what.at.0 >= offer.what.at.0.saturating_add(SILENCE) => {
                        Ok(())
                    }
                    Some(_) => Err("the players have not agreed, and the 14 days are not over."),
                    None if self.begun() && (!what.differs.is_empty() || self.is_second()) => {
                        Err("the players have to be asked first.")
                    }
                    None => Ok(()),
                }
            }
            _ => Err("the record is none of a revision."),
        }
    }

    /// Takes in a record about a revision.
    pub(super) fn take_revision(&mut self, body: &Body, seq: u64) -> Result<(), FaultKind> {
        self.check_revision(body).map_err(FaultKind::Revision)?;
        let releases = Arc::make_mut(&mut self.releases);
        match body {
            Body::RevisionOffer(what) => {
                releases.offer = Some(RevisionOffered { what: what.clone(), seq, agreed: Vec::new() });
            }
            Body::RevisionAnswer(answer) => releases.offer.iter_mut().for_each(|o| o.agreed.push(answer.seat)),
            Body::Revision(what) => {
                let Revised { to, files, .. } = what.clone();
                *releases = Releases { release: to, files, since: seq, offer: None };
            }
            _ => {}
        }
        Ok(())
    }

    pub(super) fn told_of_revision(&self, body: &Body) -> (Option<SeatId>, String) {
        match body {
            Body::RevisionOffer(what) => {
                let revision = what.to.revision;
                let text = match what.differs.as_slice() {
                    [] => format!("Revision {revision} of the rules is offered: no order differs in what all can see."),
                    [one] => format!("Revision {revision} of the rules is offered: it decides record {one} otherwise."),
                    all => format!(
                        "Revision {revision} of the rules is offered: it decides {} orders otherwise, records {}.",
                        all.len(),
                        listed(all)
                    ),
                };
                (None, text + " What happened stands; from here on orders are decided by it.")
            }
            Body::RevisionAnswer(answer) => {
                (Some(answer.seat), format!("{} goes on under the mended rules.", self.subject(answer.seat)))
            }
            Body::Revision(what) => {
                (None, format!("From here on the game is played by revision {} of the rules.", what.to.revision))
            }
            _ => (None, String::new()),
        }
    }

    /// The same game under other rules of the same rulebook, to see what they make of it.
    fn under(&self, rules: &Arc<dyn AnyRuleset>) -> Game {
        Game { ruleset: rules.clone(), ..self.at_positions(self.positions.clone()) }
    }

    /// The orders since the last revision that this program's rules decide otherwise in their public part, told to everybody. `records` is
    /// the whole log, `entries` its private logs.
    ///
    /// # Errors
    /// [`Fault`], as [`Game::replay`].
    pub fn differing(&self, records: &[Record], entries: &[Entry], keys: &GameKeys) -> Result<Vec<Differing>, Fault> {
        let registry = Registry::new(vec![self.ruleset.clone()]);
        let rules = &*self.ruleset;
        let mut rest = entries.iter().peekable();
        let mut found = Vec::new();
        let mut game: Option<Game> = None;
        for record in records {
            let Some(before) = &mut game else {
                game = Some(Game::first(&registry, record)?);
                continue;
            };
            while let Some(entry) = rest.next_if(|e| e.after < record.seq || e.with && e.after == record.seq) {
                before.apply_entry(entry)?;
            }
            if record.seq > self.release_since() {
                let fault = |why: String| Fault { seq: record.seq, why: FaultKind::Unreadable(why) };
                let no_dice = || fault("an order before the game began".into());
                let body = record.read().map_err(|e| fault(e.to_string()))?;
                let again = match &body {
                    Body::Order(o) => Some((redecided(before, rules, o), o.seat, o.order.clone(), &o.facts)),
                    Body::OrderTold(o) => Some((redecided_told(before, rules, o), o.seat, o.order.clone(), &o.facts)),
                    Body::OrderSecond(o) => {
                        let dice = dice_of(before, [o.seat], o.dice, keys).ok_or_else(no_dice)?;
                        Some((redecided_second(before, &self.ruleset, o, dice), o.seat, o.order.clone(), &o.facts))
                    }
                    Body::Choices(c) => {
                        let said: Vec<&str> = c.choices.iter().map(|c| c.order.as_str()).collect();
                        let dice =
                            dice_of(before, c.choices.iter().map(|c| c.seat), c.dice, keys).ok_or_else(no_dice)?;
                        Some((redecided_choices(before, rules, c, dice), c.seat, said.join(" / "), &c.facts))
                    }
                    _ => None,
                };
                let told = |facts: &[Box<RawValue>]| {
                    self.told(facts, Viewer::Spectator).map_err(|why| Fault { seq: record.seq, why })
                };
                if let Some((again, seat, order, facts)) = again {
                    let now = match again {
                        Redecided::Alike => None,
                        Redecided::Refused(refusal) => Some(Err(refusal.to_string())),
                        Redecided::Otherwise(facts) => Some(Ok(told(&facts)?)),
                    };
                    if let Some(now) = now {
                        found.push(Differing { seq: record.seq, seat, order, was: told(facts)?, now });
                    }
                }
            }
            before.apply_record(record)?;
        }
        Ok(found)
    }

    /// The next step on the way to this program's release: the offer, or the revision itself where nothing differs that the players would
    /// have to be shown, where all of them have agreed, or after [`SILENCE`]. Nothing where the game is there already, waits for its players,
    /// or is over. `differs` are the records of [`Game::differing`].
    ///
    /// # Errors
    /// [`GameError::Revision`] when the game is played by a later release than this program has.
    pub fn revise(&self, differs: &[Differing], at: Millis, keys: &GameKeys) -> Result<Option<Played>, GameError> {
        self.own_keys(keys)?;
        let over = self.result.is_some() || self.second.as_ref().is_some_and(|s| s.closed);
        if over || self.playable().is_ok() && self.releases.offer.is_none() {
            return Ok(None);
        }
        let about = self.ruleset.about();
        if about.revision < self.plays_by().0 {
            return self.playable().map(|()| None);
        }
        let mut work = Work::new(self, at, keys);
        let differs: Vec<u64> = differs.iter().map(|d| d.seq).collect();
        if self.playable().is_err() {
            let what = Revised {
                at,
                differs,
                files: about.files.clone(),
                from: self.release().clone(),
                to: release_of(&*self.ruleset),
            };
            if self.begun() && (!what.differs.is_empty() || self.is_second()) {
                work.push(&Body::RevisionOffer(what), None)?;
            } else {
                work.push(&Body::Revision(what), None)?;
                return Ok(Some(work.played(self, None)));
            }
        }
        work.revise_agreed()?;
        let played = work.played(self, None);
        Ok(Some(played).filter(|p| !p.records.is_empty()))
    }

    /// A seat goes on under the revision that is offered; with the last of them it is in force.
    ///
    /// # Errors
    /// [`GameError::Offered`] when none is offered, or the seat has agreed already; others as for any order.
    pub fn agree_revision(&self, seat: SeatId, at: Millis, keys: &GameKeys) -> Result<Played, GameError> {
        self.open_to(seat, keys)?;
        let body = Body::RevisionAnswer(RevisionAnswer { at, seat });
        match &self.releases.offer {
            None => return Err(GameError::Offered("No mended rules are offered in this game.")),
            Some(offer) if offer.agreed.contains(&seat) => {
                return Err(GameError::Offered("You go on under the mended rules already."));
            }
            Some(_) => {}
        }
        self.check_revision(&body).map_err(|_| GameError::NotSeated)?;
        let mut work = Work::new(self, at, keys);
        work.push(&body, None)?;
        work.revise_agreed()?;
        Ok(work.played(self, None))
    }
}

impl Work<'_> {
    /// The revision that was offered, once everybody has agreed or the days are over.
    fn revise_agreed(&mut self) -> Result<(), GameError> {
        let Some(offer) = self.game.revision_offered() else { return Ok(()) };
        let revision = Body::Revision(Revised { at: self.at, ..offer.what.clone() });
        if self.game.check_revision(&revision).is_ok() {
            self.push(&revision, None)?;
        }
        Ok(())
    }
}

/// Numbers in words: `3, 5 and 8`.
fn listed(all: &[u64]) -> String {
    let all: Vec<String> = all.iter().map(u64::to_string).collect();
    match all.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => all.concat(),
    }
}

/// An order of the log decided again, with its dice, on the position before it.
pub(super) fn redecided(before: &Game, rules: &dyn AnyRuleset, order: &Order) -> Redecided {
    let rolling = order.dice.and_then(|links| Some((Rolling::of(before, order.seat).ok()?, links)));
    let mut dice = match rolling {
        Some((rolling, links)) => Dice::seeded(move || rolling.ingredients(&links).seed()),
        None => Dice::withheld(),
    };
    let known = before.known_to(Viewer::Seat(order.seat));
    let decided = rules.decide(known, before.position(), order.seat, &order.order, &mut dice);
    compared(decided.map(|d| (d.order, d.facts)), dice.into_rolls(), (&order.order, &order.rolls, &order.facts))
}

/// The same of a log of testimony, with the faces as they are told.
pub(super) fn redecided_told(before: &Game, rules: &dyn AnyRuleset, order: &OrderTold) -> Redecided {
    let mut faces = thrown(&order.rolls).into();
    let mut dice = Dice::forced(&mut faces);
    let known = before.known_to(Viewer::Seat(order.seat));
    let decided = rules.decide(known, before.position(), order.seat, &order.order, &mut dice);
    compared(decided.map(|d| (d.order, d.facts)), dice.into_rolls(), (&order.order, &order.rolls, &order.facts))
}

/// The same of the second format: only the public part is compared. A line of several parts is carried out part by part, as it was.
pub(super) fn redecided_second(
    before: &Game,
    rules: &Arc<dyn AnyRuleset>,
    order: &OrderSecond,
    mut dice: Dice<'_>,
) -> Redecided {
    let carried = before.under(rules).carried(order.seat, &order.order, &mut dice);
    let (rolls, _) = dice.into_all_rolls();
    compared(carried.map(|c| public(c.decided)), rolls, (&order.order, &order.rolls, &order.facts))
}

pub(super) fn redecided_choices(
    before: &Game,
    rules: &dyn AnyRuleset,
    choices: &Choices,
    mut dice: Dice<'_>,
) -> Redecided {
    let decided = decide_choices(rules, before, &choices.choices, &mut dice);
    let (rolls, _) = dice.into_all_rolls();
    let decided = decided.map(|d| (String::new(), public(d).1));
    compared(decided, rolls, ("", &choices.rolls, &choices.facts))
}

fn public(decided: Decided) -> (String, Vec<Box<RawValue>>) {
    let facts = parted(&decided, Vec::new()).public;
    (decided.order, facts)
}

/// The dice of a record that its links and the keys give again; the step was owed by those seats, in seat order.
fn dice_of<'k>(
    before: &Game,
    owed_by: impl IntoIterator<Item = SeatId>,
    links: Option<StepLinks>,
    keys: &'k GameKeys,
) -> Option<Dice<'k>> {
    let owing = before.owing(owed_by);
    let (seat, _) = *owing.first()?;
    let rolling = Arc::new(StepRolling::of(before, seat).ok()?);
    let private = rolling.clone();
    let dice = match links {
        Some(links) => Dice::seeded(move || rolling.seed(&links)),
        None => Dice::withheld(),
    };
    Some(dice.with_private(owing, move |seat, index| private.private(keys, seat, index)))
}

fn compared(
    decided: Result<(String, Vec<Box<RawValue>>), Refusal>,
    rolls: Vec<Roll>,
    (order, rolled, facts): (&str, &[Roll], &[Box<RawValue>]),
) -> Redecided {
    match decided {
        Err(refusal) => Redecided::Refused(refusal),
        Ok((line, now)) => {
            let same = now.len() == facts.len() && now.iter().zip(facts).all(|(a, b)| a.get() == b.get());
            if same && line == order && rolls == rolled { Redecided::Alike } else { Redecided::Otherwise(now) }
        }
    }
}
