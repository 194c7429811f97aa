//! Judgements: an arbiter says of a disputed record that it stands, or that an earlier position does (`docs/decisions/0104-judgements.md`).

use super::appending::{append_of, millis};
use super::table::Table;
use super::{Outcome, ServiceError};
use crate::service::handles::Play;
use domain::log::canonical::nfc;
use domain::log::{Body, GameId, Judgement, Record};
use fieldpost_store::{Account, AppendError, Time};

/// How often a judgement is tried again when the game went on meanwhile.
const RACES: u32 = 5;

/// What an arbiter says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judging {
    /// The record that is judged.
    pub record: u64,
    /// The record whose position stands again; none where it stands as it is.
    pub back_to: Option<u64>,
    /// Why.
    pub reason: String,
    /// The last record that the arbiter was shown; none where nothing was.
    pub seen: Option<u64>,
}

/// The most judgements of one game.
const MOST: usize = 50;

impl Table {
    /// Whether this person judges disputes of this game: its host, where they play no seat in it.
    pub fn may_judge(&self) -> bool {
        let host = self.account.is_some_and(|account| self.row.host == account && self.row.seat_of(account).is_none());
        host && !self.over() && self.game.begun() && !self.game.is_testimony()
    }

    /// The records that this person could go back to from a disputed one, the latest first; none where they do not judge here.
    pub fn ways_to_judge(&self, record: u64) -> Option<Vec<u64>> {
        self.may_judge().then(|| self.game.arbiters_ways_back(record))
    }
}

/// The judgements of a record, in their order, with the numbers of their own records.
pub fn judgements(records: &[Record], of: u64) -> Vec<(u64, Judgement)> {
    let judged = records.iter().filter(|r| r.is_kind("judgement/"));
    let read = |record: &Record| match record.read() {
        Ok(Body::Judgement(judgement)) => Some((record.seq, judgement)),
        _ => None,
    };
    judged.filter_map(read).filter(|(_, judgement)| judgement.record == of).collect()
}

/// What a log allows and a service does not: ever more judgements, and orders taken back that the arbiter was not shown.
fn can_be_said(before: &[Record], said: &Judging) -> Outcome<()> {
    if before.iter().filter(|r| r.is_kind("judgement/")).count() >= MOST {
        return Err(ServiceError::conflict(format!(
            "There are {MOST} judgements in this game already, and that is all there can be."
        )));
    }
    let Some(seen) = said.seen.filter(|_| said.back_to.is_some()) else { return Ok(()) };
    match before.iter().find(|r| r.seq > seen && (r.is_kind("order/") || r.is_kind("choice"))) {
        Some(order) => Err(ServiceError::conflict(format!(
            "The game has gone on since you looked: record {} would be taken back too.",
            order.seq
        ))
        .legal("Look at the page of the record again, and judge then.")),
        None => Ok(()),
    }
}

impl Play<'_> {
    /// Judges a record as the host who plays no seat. The same once more is done once.
    ///
    /// # Errors
    /// 403 for everybody else, 409 in a game that is over, 422 for a record that is not there or cannot be gone back to; 404 for an unknown game.
    pub async fn judge(self, game: &str, account: &Account, said: &Judging) -> Outcome<()> {
        let table = self.0.games().table(game, Some(account)).await?;
        let host = table.row.host == account.id && table.row.seat_of(account.id).is_none();
        if !host {
            return Err(ServiceError::forbidden("A dispute is judged by the host of a game who plays no seat in it.")
                .legal("Where both agree, a takeback does it; otherwise the host of the service can judge."));
        }
        // Whoever gave the seat up has played it all the same.
        let former = self.0.store.games().handed_over(account.id).await?;
        if former.iter().any(|f| f.game == table.row.id) {
            return Err(ServiceError::forbidden(
                "You have played in this game: its disputes are for somebody else to judge.",
            )
            .legal("The host of the service can."));
        }
        self.judge_as(table.row.id, &account.name, said).await
    }

    /// Judges a record in somebody's name, for the host of the service.
    ///
    /// # Errors
    /// As [`Play::judge`], but that nobody is forbidden.
    pub async fn judge_as(self, id: GameId, arbiter: &str, said: &Judging) -> Outcome<()> {
        let Judging { record, back_to, .. } = said;
        // Of several lines one is made, as they stand in one sentence of the chronicle.
        let reason = nfc(&said.reason.split_whitespace().collect::<Vec<_>>().join(" "));
        for race in 0.. {
            let now = Time::now();
            let held = self.0.cached_games().hold(id).await?;
            held.live.playable()?;
            let before = self.0.store.logs().records(id, 0).await?;
            let again = |(_, j): &(u64, Judgement)| (j.back_to, &j.reason, &*j.arbiter) == (*back_to, &reason, arbiter);
            // A form that was sent twice.
            if judgements(&before, *record).last().is_some_and(again) {
                return Ok(());
            }
            can_be_said(&before, said)?;
            let played = held.live.game.judge(*record, *back_to, (arbiter, &reason), millis(now), &held.live.keys)?;
            let mut append = append_of(&held, &played, None, None, now);
            append.letters = self.notices(&held, &played, None).await?;
            match self.append(held, append, played.game).await {
                Ok(_) => break,
                Err(AppendError::Conflict { .. }) if race < RACES => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }
}
