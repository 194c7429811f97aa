//! Running games in memory. A game here is a cache of its log: loaded by replaying it, replaced after each append, thrown
//! away when it has not been looked at for long.

use super::{Outcome, Service, Trouble};
use domain::dice::GameKeys;
use domain::referee::{Game, SeatId};
use fieldpost_store::{AccountId, AppendError, Game as Row, GameId};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{Mutex as AsyncMutex, OwnedMutexGuard};

/// Games kept at most. One of a thousand records takes some hundred kilobytes.
const MOST: usize = 256;

/// The games in memory.
#[derive(Default)]
pub(super) struct Desk(Mutex<Shelf>);

#[derive(Default)]
struct Shelf {
    slots: HashMap<GameId, (Arc<Slot>, u64)>,
    clock: u64,
}

/// The place of one game. Looking at it waits for nobody; adding to it is for one at a time.
#[derive(Default)]
struct Slot {
    live: Mutex<Option<Live>>,
    turn: Arc<AsyncMutex<()>>,
}

impl Slot {
    fn get(&self) -> Option<Live> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn put(&self, live: Option<Live>) {
        *self.live.lock().unwrap_or_else(PoisonError::into_inner) = live;
    }
}

/// A game in memory with its secrets. A copy is cheap.
#[derive(Clone)]
pub(super) struct Live {
    pub game: Game,
    pub keys: GameKeys,
    /// Who sits where: the accounts, by seat. Changes only when somebody joins.
    pub holders: Arc<Vec<(SeatId, AccountId)>>,
    /// Whether the log was brought in from elsewhere: then the secrets of its dice are not here.
    pub imported: bool,
}

impl Live {
    /// The seat an account holds.
    pub(super) fn seat_of(&self, account: AccountId) -> Option<SeatId> {
        self.holders.iter().find(|(_, a)| *a == account).map(|(seat, _)| *seat)
    }

    /// Refuses a game that can only be read.
    pub(super) fn playable(&self) -> Outcome<()> {
        if self.imported {
            return Err(Trouble::conflict("This game was brought in from a log: it can be read, not played on."));
        }
        Ok(())
    }
}

/// A game that nobody else can add to as long as this is held.
pub(super) struct Held {
    pub live: Live,
    slot: Arc<Slot>,
    _turn: OwnedMutexGuard<()>,
}

impl Held {
    /// Puts the game that an append has led to in place of the one before.
    pub(super) fn set(&mut self, game: Game) {
        self.live.game = game;
        self.slot.put(Some(self.live.clone()));
    }

    /// Forgets the game in memory: the log in the storage is ahead of it.
    pub(super) fn forget(self) {
        self.slot.put(None);
    }

    /// What the storage refused, as its caller is told; forgets the game where the log has moved on.
    pub(super) fn refused(self, error: AppendError) -> Trouble {
        if matches!(error, AppendError::Conflict { .. }) {
            self.forget();
        }
        error.into()
    }
}

impl Desk {
    fn slot(&self, id: GameId) -> Arc<Slot> {
        // The shelf stays sound whatever a panic interrupts: each change is one insertion or removal.
        let mut shelf = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        shelf.clock += 1;
        let clock = shelf.clock;
        if let Some((slot, used)) = shelf.slots.get_mut(&id) {
            *used = clock;
            return slot.clone();
        }
        if shelf.slots.len() >= MOST {
            // A slot that somebody holds is not idle, however long ago it was asked for.
            let idle = shelf.slots.iter().filter(|(_, (slot, _))| Arc::strong_count(slot) == 1);
            if let Some(oldest) = idle.min_by_key(|(_, (_, used))| *used).map(|(id, _)| *id) {
                shelf.slots.remove(&oldest);
            }
        }
        let slot = Arc::<Slot>::default();
        shelf.slots.insert(id, (slot.clone(), clock));
        slot
    }
}

impl Service {
    /// The game as it stands now, with its secrets.
    pub(super) async fn live(&self, id: GameId) -> Outcome<Live> {
        let slot = self.desk.slot(id);
        match slot.get() {
            Some(live) => Ok(live),
            None => Ok(self.hold(id).await?.live),
        }
    }

    /// Waits until nobody else adds to this game, and gives it as it stands then.
    pub(super) async fn hold(&self, id: GameId) -> Outcome<Held> {
        let slot = self.desk.slot(id);
        let turn = slot.turn.clone().lock_owned().await;
        let live = match slot.get() {
            Some(live) => live,
            None => self.load(id).await?,
        };
        slot.put(Some(live.clone()));
        Ok(Held { live, slot, _turn: turn })
    }

    /// Puts a game that has just been created into memory.
    pub(super) fn keep(&self, live: Live) {
        self.desk.slot(live.game.id()).put(Some(live));
    }

    async fn load(&self, id: GameId) -> Outcome<Live> {
        let secret = self.store.game_secret(id).await?;
        let records = self.store.records(id, 0).await?;
        if records.is_empty() {
            return Err(unknown_game());
        }
        let game = Game::replay(&self.registry, &records).map_err(|fault| {
            Trouble::inside(anyhow::anyhow!("the log of game {id} cannot be replayed at record {}: {fault}", fault.seq))
        })?;
        let row = self.store.game(id).await?.ok_or_else(unknown_game)?;
        let holders = Arc::new(holders(&row));
        let keys = GameKeys::derive(secret.unwrap_or_default(), id);
        Ok(Live { game, keys, holders, imported: secret.is_none() })
    }
}

/// The accounts that hold seats.
pub(super) fn holders(row: &Row) -> Vec<(SeatId, AccountId)> {
    row.seats.iter().filter_map(|s| s.holder.account().map(|a| (s.seat, a))).collect()
}

/// What somebody is told who asks for a game that does not exist or that is not for them to see.
pub(super) fn unknown_game() -> Trouble {
    Trouble::unknown("There is no such game, or it is private.")
        .legal("If you play in it, sign in first; otherwise choose one in the lobby.")
}
