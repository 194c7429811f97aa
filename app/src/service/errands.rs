//! What is to be done for a game behind everybody's back: queued orders and a house player's turn, a look at its clocks, a way up to mended rules,
//! its end after a year without a record, its way into the archive.
//!
//! Each is an errand in the storage, written with the records that call for it. Whoever made them, and whatever has become of that
//! process, it is found there; with two workers each errand has one of them.

use super::bots::Next;
use super::revisions::releases;
use super::{Outcome, Service};
use crate::service::handles::Errands;
use domain::referee::Game;
use fieldpost_store::{Errand, Lease, StoreError, TakenErrand, Time};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

/// How often errands are looked for that another process has left: a house player's soon, because somebody may be waiting for it. A look
/// costs some twenty microseconds.
const HOUSE: Duration = Duration::from_millis(250);
const CLOCK: Duration = Duration::from_secs(10);
/// How often the games themselves are searched for what nobody has called for.
const SEARCH: Duration = Duration::from_secs(60);
/// The pause after the storage failed.
const AGAIN: Duration = Duration::from_secs(5);
/// How long the clocks of a game are not looked at after records, so that a letter or the next record may come first.
const CLOCKS_AFTER: Duration = Duration::from_secs(30);

/// The pause after so many attempts that failed.
fn pause(attempts: u32) -> Duration {
    Duration::from_secs(1 << attempts.min(9))
}

/// What is to be done for a game as records leave it.
pub(super) fn called_for(game: &Game, at: Time, bot_delay: Duration) -> Vec<(Errand, Time)> {
    let mut errands = Vec::new();
    match Next::of(game) {
        // Who has orders queued is not thought to think.
        Some(Next::Queue(_)) => errands.push((Errand::House, at)),
        Some(Next::House(_)) => errands.push((Errand::House, at.after(bot_delay))),
        None => {}
    }
    if game.result().is_none() && !game.is_closed() && game.begun() && game.clocks().is_some() {
        errands.push((Errand::Clock, at.after(CLOCKS_AFTER)));
    }
    if game.result().is_some() || game.is_closed() {
        errands.push((Errand::Archive, at));
    }
    errands
}

impl Service {
    /// Plays the house players' seats for as long as the server runs, beginning with the games that wait for one already.
    pub async fn run_bots(self: Arc<Self>) {
        // What waited when the last server stopped has waited long enough.
        let waiting = self.store.games().waiting_for_bots().await.unwrap_or_else(|error| {
            tracing::error!(%error, "the games that wait for house players cannot be listed");
            Vec::new()
        });
        let now = Time::now();
        for game in waiting {
            if let Err(error) = self.store.errands().call(Errand::House, game, now, now).await {
                tracing::error!(%game, %error, "a house player cannot be called");
            }
        }
        self.errands().run_errands(Errand::House).await;
    }

    /// Moves games up to the rules of this program for as long as the server runs.
    pub async fn run_revisions(self: Arc<Self>) {
        self.errands().run_errands(Errand::Rules).await;
    }

    /// Closes games with secrets that nobody plays any more for as long as the server runs.
    pub async fn run_ages(self: Arc<Self>) {
        self.errands().run_errands(Errand::Age).await;
    }

    /// Looks after the games that nobody seems to play, as [`Service::run_ages`] does. Answers how many were looked at. For tests.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn tend_ages(&self, now: Time) -> anyhow::Result<u64> {
        let lease = Lease::default();
        self.store.errands().find(Errand::Age, "", now).await?;
        let mut done = 0;
        while self.errands().run_next(Errand::Age, &lease, now).await? {
            done += 1;
        }
        Ok(done)
    }

    /// Watches the clocks for as long as the server runs.
    pub async fn run_clocks(self: Arc<Self>) {
        self.errands().run_errands(Errand::Clock).await;
    }
}

impl Errands<'_> {
    /// Looks at the clocks that are due at a moment: letters, and calendars that are nearly used up. What fails is told in the log and
    /// tried again.
    pub async fn tend_clocks(self, now: Time) {
        let lease = Lease::default();
        let all = async {
            self.0.store.errands().find(Errand::Clock, "", now).await?;
            while self.run_next(Errand::Clock, &lease, now).await? {}
            Ok::<_, StoreError>(())
        };
        if let Err(error) = all.await {
            tracing::error!(%error, "the clocks that are due cannot be taken");
        }
    }

    /// Moves the games up whose turn it is at a moment, those included that nobody has called for. Answers how many were looked at.
    pub(super) async fn revise_due(self, now: Time) -> Result<u64, StoreError> {
        let lease = Lease::default();
        self.0.store.errands().find(Errand::Rules, &releases(&self.0.registry), now).await?;
        let mut done = 0;
        while self.run_next(Errand::Rules, &lease, now).await? {
            done += 1;
        }
        Ok(done)
    }

    pub(super) async fn run_errands(self, errand: Errand) {
        let lease = Lease::default();
        let releases = releases(&self.0.registry);
        let mut searched = Time(0);
        loop {
            let now = Time::now();
            let done = async {
                if now < searched || now.since(searched) >= SEARCH {
                    self.0.store.errands().find(errand, &releases, now).await?;
                    searched = now;
                }
                // One after the other: each takes a fraction of a second, and the pages have the other cores.
                self.run_next(errand, &lease, now).await
            };
            match done.await {
                Ok(true) => {}
                Ok(false) => match errand {
                    Errand::House => tokio::select! {
                        () = self.0.store.errands().called(errand) => {}
                        () = tokio::time::sleep(HOUSE) => {}
                    },
                    Errand::Archive => tokio::select! {
                        () = self.0.store.errands().called(errand) => {}
                        () = tokio::time::sleep(CLOCK) => {}
                    },
                    Errand::Clock | Errand::Rules | Errand::Age => tokio::time::sleep(CLOCK).await,
                },
                Err(error) => {
                    tracing::error!(%error, ?errand, "what is to be done for games cannot be taken");
                    tokio::time::sleep(AGAIN).await;
                }
            }
        }
    }

    /// Does the next errand that is due. False when there is none.
    pub(super) async fn run_next(self, errand: Errand, lease: &Lease, now: Time) -> Result<bool, StoreError> {
        let Some(taken) = self.0.store.errands().take(errand, lease, now, 1, pause).await?.pop() else {
            return Ok(false);
        };
        let mut work = pin!(self.run_errand(&taken, now));
        let done = loop {
            tokio::select! {
                done = &mut work => break done,
                () = tokio::time::sleep(lease.renewal()) => {
                    self.0.store.queue().extend_leases(lease, vec![taken.id], Time::now()).await?;
                }
            }
        };
        match done {
            Ok(None) => self.0.store.errands().finish(lease, &taken).await?,
            Ok(Some(due)) => self.0.store.errands().put_off(lease, &taken, due, now).await?,
            Err(trouble) => {
                let cause = trouble.cause.as_ref().map(|c| format!("{c:#}")).unwrap_or_default();
                tracing::error!(game = %taken.game, ?errand, %trouble, cause, "something could not be done for a game");
                self.0.store.errands().release(lease, &taken, trouble.to_string()).await?;
            }
        }
        Ok(true)
    }

    /// Does an errand, and says when it is to be done again, if it is.
    async fn run_errand(self, taken: &TakenErrand, now: Time) -> Outcome<Option<Time>> {
        match taken.errand {
            Errand::House => self.let_others_play(taken.game).await.map(|()| None),
            Errand::Clock => self.0.clocks().tend(taken.game, now).await,
            Errand::Rules => self.0.revisions().move_up(taken.game, now).await,
            Errand::Age => self.0.clocks().tend_age(taken.game, now).await,
            Errand::Archive => self.0.archive().take_in(taken.game).await.map(|()| None),
        }
    }
}
