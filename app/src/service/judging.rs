//! Judgements: an arbiter says of a disputed record that it stands, or that an earlier position does (`docs/decisions/0104-judgements.md`).

use super::appending::{append_of, millis};
use super::table::Table;
use super::takeback::stretches;
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

/// What the log allows and books of it could not follow: a position out of what was taken back, orders that the arbiter was not shown, a word
/// about what stands no more.
fn can_be_said(before: &[Record], said: &Judging) -> Outcome<()> {
    let gone = stretches(before);
    let undone = |record: u64| gone.iter().any(|(from, to)| (*from..=*to).contains(&record));
    if before.iter().filter(|r| r.is_kind("judgement/")).count() >= MOST {
        return Err(ServiceError::conflict(format!(
            "There are {MOST} judgements in this game already, and that is all there can be."
        )));
    }
    match said.back_to {
        None if undone(said.record) => Err(ServiceError::conflict("That record was taken back, so it does not stand.")
            .legal("Judge the record by which it was taken back.")),
        Some(to) if undone(to) => {
            Err(ServiceError::conflict(format!("Record {to} was itself taken back: its position cannot stand again."))
                .legal("Name an earlier record that stands."))
        }
        Some(_) => match before
            .iter()
            .find(|r| said.seen.is_some_and(|seen| r.seq > seen) && (r.is_kind("order/") || r.is_kind("choice")))
        {
            Some(order) => Err(ServiceError::conflict(format!(
                "The game has gone on since you looked: record {} would be taken back too.",
                order.seq
            ))
            .legal("Look at the page of the record again, and judge then.")),
            None => Ok(()),
        },
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

    /// The records that this person could go back to from a disputed one, the latest first; none where they do not judge here.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn ways_to_judge(self, table: &Table, record: u64) -> Outcome<Option<Vec<u64>>> {
        if !table.may_judge() {
            return Ok(None);
        }
        let gone = stretches(&self.0.store.logs().records(table.row.id, 0).await?);
        let undone = |n: &u64| gone.iter().any(|(from, to)| (*from..=*to).contains(n));
        Ok(Some(table.game.arbiters_ways_back(record).into_iter().filter(|n| !undone(n)).collect()))
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
