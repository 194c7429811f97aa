//! Judgements: an arbiter says of a disputed record that it stands, or that an earlier position does (`docs/decisions/0104-judgements.md`).

use super::appending::{append_of, millis};
use super::game_cache::CachedGame;
use super::table::Table;
use super::{Outcome, ServiceError};
use crate::service::handles::Play;
use domain::log::canonical::nfc;
use domain::log::{Body, GameId, Judgement, Record};
use domain::referee::{Game, Played};
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

    /// Why no judgement goes back in this game, and what can be done instead; nothing where it may.
    pub fn bars_going_back(&self) -> Option<[String; 2]> {
        bars_going_back(&self.game)
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

/// Why no judgement goes back in a game, and what can be done instead.
fn bars_going_back(game: &Game) -> Option<[String; 2]> {
    let why = format!(
        "In a game of {} no judgement goes back: its rules keep some things from some players, and whoever has been shown one of them since cannot \
         be made to forget it.",
        game.ruleset().about().title
    );
    let instead = "Let the record stand, and say in the reason what should have happened and from which record on. The players can go back there \
                   themselves: one asks for a takeback on the page of the game, and the other agrees.";
    game.is_second().then(|| [why, instead.to_owned()])
}

/// Of several lines one is made, as they stand in one sentence of the chronicle.
fn one_line(reason: &str) -> String {
    nfc(&reason.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// What the judgement comes to.
fn decided(live: &CachedGame, before: &[Record], arbiter: &str, said: &Judging, now: Time) -> Outcome<Played> {
    can_be_said(before, said)?;
    if let (Some(_), Some([why, instead])) = (said.back_to, bars_going_back(&live.game)) {
        return Err(ServiceError::conflict(why).legal(instead).headed("Not in this game"));
    }
    let reason = one_line(&said.reason);
    Ok(live.game.judge(said.record, said.back_to, (arbiter, &reason), millis(now), &live.keys)?)
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
    /// Whether this person may judge disputes of a game: [`Table::may_judge`], and never sat in it.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn judges(self, table: &Table, account: &Account) -> Outcome<bool> {
        Ok(table.may_judge() && !self.has_played(table, account).await?)
    }

    /// Whether somebody has given up a seat of the game: whoever did has played it all the same.
    async fn has_played(self, table: &Table, account: &Account) -> Outcome<bool> {
        let former = self.0.store.games().handed_over(account.id).await?;
        Ok(former.iter().any(|f| f.game == table.row.id))
    }

    /// Judges a record as the host who plays no seat. The same once more is done once.
    ///
    /// # Errors
    /// 403 for everybody else, 409 in a game that is over, 422 for a record that is not there or cannot be gone back to; 404 for an unknown game.
    pub async fn judge(self, game: &str, account: &Account, said: &Judging) -> Outcome<()> {
        let id = self.arbitrates(game, account).await?;
        self.judge_as(id, &account.name, said).await
    }

    /// Whether that could be judged, before it is: nothing is recorded.
    ///
    /// # Errors
    /// As [`Play::judge`].
    pub async fn would_judge(self, game: &str, account: &Account, said: &Judging) -> Outcome<()> {
        let id = self.arbitrates(game, account).await?;
        let held = self.0.cached_games().hold(id).await?;
        held.live.playable()?;
        let before = self.0.store.logs().records(id, 0).await?;
        decided(&held.live, &before, &account.name, said, Time::now()).map(|_| ())
    }

    /// The game, where this person judges in it.
    async fn arbitrates(self, game: &str, account: &Account) -> Outcome<GameId> {
        let table = self.0.games().table(game, Some(account)).await?;
        let host = table.row.host == account.id && table.row.seat_of(account.id).is_none();
        if !host {
            return Err(ServiceError::forbidden("A dispute is judged by the host of a game who plays no seat in it.")
                .legal("Where both agree, a takeback does it; otherwise the host of the service can judge."));
        }
        if self.has_played(&table, account).await? {
            return Err(ServiceError::forbidden(
                "You have played in this game: its disputes are for somebody else to judge.",
            )
            .legal("The host of the service can."));
        }
        Ok(table.row.id)
    }

    /// Judges a record in somebody's name, for the host of the service.
    ///
    /// # Errors
    /// As [`Play::judge`], but that nobody is forbidden.
    pub async fn judge_as(self, id: GameId, arbiter: &str, said: &Judging) -> Outcome<()> {
        for race in 0.. {
            let now = Time::now();
            let held = self.0.cached_games().hold(id).await?;
            held.live.playable()?;
            let before = self.0.store.logs().records(id, 0).await?;
            let reason = one_line(&said.reason);
            let again =
                |(_, j): &(u64, Judgement)| (j.back_to, &j.reason, &*j.arbiter) == (said.back_to, &reason, arbiter);
            // A form that was sent twice.
            if judgements(&before, said.record).last().is_some_and(again) {
                return Ok(());
            }
            let played = decided(&held.live, &before, arbiter, said, now)?;
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
