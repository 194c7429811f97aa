//! Running games in memory. A game here is a cache of its log: loaded by replaying it, replaced after each append, thrown
//! away when it has not been looked at for long.
//!
//! It is served only together with the game's row as it has just been read. When the row says that the log has grown, whoever made
//! it grow, the records behind the known end are read and taken in first.

use super::{Outcome, ServiceError};
use crate::service::handles::CachedGames;
use domain::dice::GameKeys;
use domain::log::in_order;
use domain::referee::{Game, SeatId};
use fieldpost_store::{Account, AtHand, Draft, Entry, Game as Row, GameId, Record, Saved, SavedRequest, Tip};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{Mutex as AsyncMutex, OwnedMutexGuard};

/// Games kept at most. One of a thousand records takes some hundred kilobytes.
const MOST: usize = 256;

/// How long after a stopped game was healed it may take until it goes on here.
const HEALED_WITHIN: Duration = Duration::from_secs(5);

/// The games in memory.
#[derive(Default)]
pub(super) struct GameCache(Mutex<Slots>);

#[derive(Default)]
struct Slots {
    games: HashMap<GameId, (Arc<Slot>, u64)>,
    clock: u64,
}

/// The place of one game. Looking at it waits for nobody; adding to it is for one at a time.
#[derive(Default)]
pub(super) struct Slot {
    live: Mutex<Option<CachedGame>>,
    turn: Arc<AsyncMutex<()>>,
}

impl Slot {
    fn get(&self) -> Option<CachedGame> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Keeps a game, unless a later state of it is kept already.
    pub(super) fn put(&self, live: CachedGame) {
        let mut kept = self.live.lock().unwrap_or_else(PoisonError::into_inner);
        let whole = |kept: &CachedGame| kept.stopped.is_none();
        let later = |kept: &CachedGame| {
            whole(kept) && kept.reaches(live.tip()) && (kept.row.is_some() || kept.tip() != live.tip())
        };
        if !kept.as_ref().is_some_and(later) {
            *kept = Some(live);
        }
    }
}

/// A game in memory with its secrets. A copy is cheap.
#[derive(Clone)]
pub(super) struct CachedGame {
    pub game: Game,
    pub keys: GameKeys,
    /// Whether the log was brought in from elsewhere: then the secrets of its dice are not here, and never will be.
    pub imported: bool,
    /// Where the log ends, and when that was seen, when its private logs are not those that belong to it: then the game is only what
    /// everybody knows of it.
    pub stopped: Option<(Tip, Instant)>,
    /// A row of it that was read when the log ended here. Of what stands in it only the seats' holders are sure to be so still: those
    /// change with records alone.
    pub row: Option<Arc<Row>>,
}

impl CachedGame {
    /// A game that was just set up here.
    pub(super) fn new(game: Game, keys: GameKeys) -> Self {
        CachedGame { game, keys, imported: false, stopped: None, row: None }
    }

    /// Refuses a game that can only be read.
    pub(super) fn playable(&self) -> Outcome<()> {
        if self.imported {
            return Err(ServiceError::conflict("This game was brought in from a log: it can be read, not played on."));
        }
        if self.stopped.is_some() {
            return Err(ServiceError::conflict(STOPPED));
        }
        Ok(())
    }

    /// Where its log ends, as far as it is known here.
    pub(super) fn tip(&self) -> Tip {
        let known = Tip { length: self.game.len(), head: self.game.head(), entries: self.game.entries() };
        self.stopped.map_or(known, |(tip, _)| tip)
    }

    /// Whether the game is stopped and was not looked at for a while: somebody may have put back what it had lost.
    fn may_be_healed(&self) -> bool {
        self.stopped.is_some_and(|(_, seen)| seen.elapsed() >= HEALED_WITHIN)
    }

    /// Whether its log goes through this point.
    fn reaches(&self, tip: Tip) -> bool {
        let stands = self.tip();
        self.game.seq_of(&tip.head) == Some(tip.length) && stands.entries >= tip.entries
    }

    /// Whether its private logs are those that the last record has its root over. Nobody can tell of a log from elsewhere.
    fn fits(&self) -> bool {
        self.imported || self.game.private_logs_fit(&self.keys)
    }
}

/// A game that nobody else in this process can add to as long as this is held.
pub(super) struct LockedGame {
    /// The game's row, read after the hold was taken if it is `fresh`.
    pub row: Arc<Row>,
    /// Whether row and game were compared with the storage. Otherwise an append will do that.
    pub fresh: bool,
    pub live: CachedGame,
    /// What the seats of the account have laid out that it is held for.
    pub drafts: Vec<(SeatId, Draft)>,
    /// What was answered under the key before that it is held for, and the hash of what was asked then.
    pub saved: Option<(SavedRequest, Saved)>,
    slot: Arc<Slot>,
    _turn: OwnedMutexGuard<()>,
}

impl LockedGame {
    /// Puts the game that an append has led to in place of the one before, and lets go of it. `reseated` says whether somebody else
    /// holds a seat now.
    pub(super) fn replace(self, game: Game, reseated: bool) {
        let row = self.live.row.filter(|_| !reseated);
        self.slot.put(CachedGame { game, row, ..self.live });
    }
}

impl GameCache {
    fn slot(&self, id: GameId) -> Arc<Slot> {
        // It stays sound whatever a panic interrupts: each change is one insertion or removal.
        let mut cache = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        cache.clock += 1;
        let clock = cache.clock;
        if let Some((slot, used)) = cache.games.get_mut(&id) {
            *used = clock;
            return slot.clone();
        }
        if cache.games.len() >= MOST {
            // A slot that somebody holds is not idle, however long ago it was asked for.
            let idle = cache.games.iter().filter(|(_, (slot, _))| Arc::strong_count(slot) == 1);
            if let Some(oldest) = idle.min_by_key(|(_, (_, used))| *used).map(|(id, _)| *id) {
                cache.games.remove(&oldest);
            }
        }
        let slot = Arc::<Slot>::default();
        cache.games.insert(id, (slot.clone(), clock));
        slot
    }
}

impl CachedGames<'_> {
    /// The game with its secrets, at least as far as this row of it says, which has just been read.
    pub(super) async fn live(self, row: &Row) -> Outcome<CachedGame> {
        let slot = self.0.games.slot(row.id);
        self.up_to(&slot, row).await
    }

    /// Waits until nobody else in this process adds to this game, and gives it as it stands then.
    pub(super) async fn hold(self, id: GameId) -> Outcome<LockedGame> {
        let slot = self.0.games.slot(id);
        let turn = slot.turn.clone().lock_owned().await;
        let row = self.0.store.games().get(id).await?.ok_or_else(unknown_game)?;
        let live = self.up_to(&slot, &row).await?;
        Ok(LockedGame { row: Arc::new(row), fresh: true, live, drafts: Vec::new(), saved: None, slot, _turn: turn })
    }

    /// The same for an account, with what its seat has laid out and what was answered under the same key before.
    pub(super) async fn hold_for(self, id: GameId, account: &Account, key: Option<&str>) -> Outcome<LockedGame> {
        let slot = self.0.games.slot(id);
        let turn = slot.turn.clone().lock_owned().await;
        let AtHand { game, drafts, saved } =
            self.0.store.logs().at_hand(id, account.id, key).await?.ok_or_else(unknown_game)?;
        let live = self.up_to(&slot, &game).await?;
        Ok(LockedGame { row: Arc::new(game), fresh: true, live, drafts, saved, slot, _turn: turn })
    }

    /// The same with the game as this process knows it, if it does, and nothing read: for somebody who appends to it or asks again, because
    /// only the append compares it with the storage.
    pub(super) async fn hold_known(self, id: GameId) -> Option<LockedGame> {
        let slot = self.0.games.slot(id);
        let turn = slot.turn.clone().lock_owned().await;
        let live = slot.get()?;
        let row = live.row.clone()?;
        Some(LockedGame { row, fresh: false, live, drafts: Vec::new(), saved: None, slot, _turn: turn })
    }

    /// Forgets who holds which seat of a game: it changed without a record.
    pub(super) fn forget_row(self, id: GameId) {
        let slot = self.0.games.slot(id);
        if let Some(live) = slot.live.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
            live.row = None;
        }
    }

    /// The place in memory of a game that is being created.
    pub(super) fn slot(self, id: GameId) -> Arc<Slot> {
        self.0.games.slot(id)
    }

    /// The game in a slot once it reaches the end that its row names.
    async fn up_to(self, slot: &Slot, row: &Row) -> Outcome<CachedGame> {
        let mut live = match slot.get().filter(|live| !live.may_be_healed()) {
            Some(live) if live.reaches(row.tip) && (live.row.is_some() || live.tip() != row.tip) => return Ok(live),
            Some(live) if live.reaches(row.tip) => live,
            Some(live) => match self.caught_up(live, row.tip).await? {
                Some(live) => live,
                None => self.load(row.id, row.tip).await?,
            },
            None => self.load(row.id, row.tip).await?,
        };
        live.row = (live.tip() == row.tip).then(|| Arc::new(row.clone()));
        slot.put(live.clone());
        Ok(live)
    }

    /// The game with all taken in that follows on it; nothing when it does not lead where the row says.
    async fn caught_up(self, mut live: CachedGame, tip: Tip) -> Outcome<Option<CachedGame>> {
        if live.stopped.is_some() {
            return Ok(None);
        }
        let (id, len) = (live.game.id(), live.game.len());
        let records = self.0.store.logs().records(id, len).await?;
        let mut entries = self.private(id, live.game.is_second(), len, &records).await?;
        let known = |entry: &Entry| live.game.private_head(entry.audience).is_some_and(|(n, _)| n >= entry.number);
        entries.retain(|entry| !known(entry));
        let taken = in_order(&records, &entries).into_iter().try_for_each(|made| live.game.take_in(made));
        Ok((taken.is_ok() && live.reaches(tip) && live.fits()).then_some(live))
    }

    /// The private entries of a game of the second format from record `from` on, up to the last of the records that were read before.
    async fn private(self, id: GameId, second: bool, from: u64, records: &[Record]) -> Outcome<Vec<Entry>> {
        if !second {
            return Ok(Vec::new());
        }
        let mut entries = self.0.store.logs().entries(id, from).await?;
        let last = records.last().map_or(from, |record| record.seq);
        entries.retain(|entry| entry.after <= last);
        Ok(entries)
    }

    /// Reads a game anew, of which the row just read says that its log ends there.
    async fn load(self, id: GameId, tip: Tip) -> Outcome<CachedGame> {
        let secret = self.0.store.logs().game_secret(id).await?;
        let records = self.0.store.logs().records(id, 0).await?;
        let Some(first) = records.first() else { return Err(unknown_game()) };
        let entries = self.private(id, first.root.is_some(), 0, &records).await?;
        let keys = GameKeys::derive(secret.unwrap_or_default(), id);
        let live =
            |game, stopped| CachedGame { game, keys: keys.clone(), imported: secret.is_none(), stopped, row: None };
        let whole = Game::replay_with(&self.0.registry, &records, &entries).map(|game| live(game, None));
        let fault = match whole {
            Ok(whole) if whole.reaches(tip) && whole.fits() => return Ok(whole),
            Ok(whole) if !whole.game.is_second() => return Ok(whole),
            Ok(_) => None,
            Err(fault) => Some(fault),
        };
        if first.root.is_some()
            && let Ok(public) = Game::replay(&self.0.registry, &records)
        {
            let why = fault.map_or_else(|| "they do not fit the newest root".to_owned(), |fault| fault.to_string());
            tracing::error!(game = %id, why, "the private logs of a game are not those that belong to it: it is stopped");
            let end = Tip { length: public.len(), head: public.head(), entries: tip.entries };
            return Ok(live(public, Some((end, Instant::now()))));
        }
        let fault = fault.map_or_else(String::new, |fault| format!(" at record {}: {fault}", fault.seq));
        Err(ServiceError::inside(anyhow::anyhow!("the log of game {id} cannot be replayed{fault}")))
    }
}

/// What everybody is told about a game whose private logs are not those that belong to it.
const STOPPED: &str =
    "This game is stopped: what is stored of it does not fit together. Its public record is whole and can be read.";

/// What somebody is told who asks for a game that does not exist or that is not for them to see.
pub(super) fn unknown_game() -> ServiceError {
    ServiceError::unknown("There is no such game, or it is private.")
        .legal("If you play in it, sign in first; otherwise choose one in the lobby.")
}
