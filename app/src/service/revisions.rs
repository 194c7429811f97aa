//! Moving running games up to mended rules (`docs/decisions/0072-revisions.md`): a job for each game, what its players are shown, and their
//! consent.

use super::appending::{RACES, append_of, millis};
use super::game_cache::LockedGame;
use super::play::{Receipt, checked_key};
use super::table::Table;
use super::{Outcome, Service, ServiceError};
use crate::service::handles::Revisions;
use domain::dice::GameKeys;
use domain::log::Hash32;
use domain::referee::{About, Differing, Fault, Game, GameError, Registry, SILENCE};
use fieldpost_store::{Account, AppendError, GameId, Store, StoreError, Time};
use std::time::Duration;

/// Orders that are shown one by one; of others only their number.
const MOST_SHOWN: usize = 40;

/// A revision that waits for its players, as one of them sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RevisionAsked {
    /// The revision of the rules.
    pub revision: u32,
    /// The record that offers it.
    pub offered: u64,
    /// Whether the game has secrets: its players are asked whatever differs.
    pub secrets: bool,
    /// The orders that it decides otherwise, the first of them at most.
    pub orders: Vec<OtherwiseDecided>,
    /// How many more there are.
    pub more: usize,
    /// When silence is consent.
    pub until: Time,
    /// Whether the reader is asked and has not answered.
    pub yours: bool,
    /// Whether the reader has said to go on.
    pub agreed: bool,
}

/// What mended rules would have said of an order in a game with secrets, as long as it is played.
const UNSAID: &str = "Something else. What, is said when the game is over: it could tell what is hidden.";

impl RevisionAsked {
    /// What is offered, in a sentence or three.
    pub fn lead(&self) -> String {
        let revision = self.revision;
        let differs = match (self.orders.is_empty(), self.secrets) {
            (true, true) => format!(
                "Revision {revision} of the rules decides nothing otherwise that all could see of this game. In a game with secrets the players \
                 are asked all the same, so that asking tells nobody anything."
            ),
            (true, false) => {
                format!("Revision {revision} of the rules decides nothing otherwise that happened in this game.")
            }
            (false, _) => format!(
                "Revision {revision} of the rules decides something otherwise that happened in this game. What happened stands: positions, dice \
                 and points."
            ),
        };
        differs + " From here on orders are decided by the mended rules."
    }
}

/// An order that the mended rules decide otherwise, in words.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
pub struct OtherwiseDecided {
    /// Its record.
    pub record: u64,
    /// Whose: the seat's name.
    pub who: String,
    /// The order in notation.
    pub order: String,
    /// What happened and stands.
    pub was: Vec<String>,
    /// What the mended rules would have said.
    pub now: Vec<String>,
}

impl OtherwiseDecided {
    fn of(table: &Table, differing: Differing) -> Self {
        let Differing { seq, seat, order, was, now } = differing;
        let text = |lines: Vec<domain::referee::Line>| lines.into_iter().map(|l| l.text).collect::<Vec<_>>();
        let was = text(was);
        let now = match now {
            // It is decided on the true position: it might show what nobody has seen yet.
            _ if table.game.is_second() && !table.over() => vec![UNSAID.to_owned()],
            Ok(lines) => {
                // What both say need not be read twice.
                let lines = text(lines);
                let new: Vec<String> = lines.iter().filter(|l| !was.contains(l)).cloned().collect();
                match (new.is_empty(), lines == was) {
                    (false, _) => new,
                    (true, true) => vec!["The same story, but another position after it.".to_owned()],
                    (true, false) => vec!["Less than that.".to_owned()],
                }
            }
            Err(refused) => vec![format!("The order would be refused: {refused}")],
        };
        OtherwiseDecided { record: seq, who: table.seat_name(seat).to_owned(), order, was, now }
    }

    /// In a sentence or two, for a letter.
    pub fn sentence(&self) -> String {
        format!(
            "Record {}, {}: {}. It was: {} By the mended rules: {}",
            self.record,
            self.who,
            self.order,
            self.was.join(" "),
            self.now.join(" ")
        )
    }
}

/// The release of a ruleset that orders hang on: its revision and the digests of its data files.
fn release(about: &About) -> String {
    let files: Vec<&str> = about.files.iter().map(|f| f.sha256.as_str()).collect();
    format!("{} {}", about.revision, Hash32::of(files.concat().as_bytes()).short())
}

/// The releases that this program has, as [`fieldpost_store::Errands::find`] asks for them.
pub(super) fn releases(registry: &Registry) -> String {
    let all = registry.all().iter().map(|r| (r.about().id, release(r.about())));
    serde_json::Value::from(all.map(|(id, r)| (id.to_owned(), r.into())).collect::<serde_json::Map<_, _>>()).to_string()
}

impl Revisions<'_> {
    /// Moves a game a step further towards the rules of this program. Answers when to look again, if its players are asked.
    pub(super) async fn move_up(self, id: GameId, now: Time) -> Outcome<Option<Time>> {
        let mut races = 0;
        let mut about = None;
        loop {
            let held = self.0.cached_games().hold(id).await?;
            about = about.or_else(|| Some(release(held.live.game.ruleset().about())));
            // A log from elsewhere is only read; one whose private logs do not belong to it waits until it is healed.
            if held.live.playable().is_err() {
                break;
            }
            let differing = self.differing(&held).await?;
            let played = match held.live.game.revise(&differing, millis(now), &held.live.keys) {
                Ok(Some(played)) => played,
                Ok(None) => break,
                Err(GameError::Revision { begun, here }) => {
                    tracing::warn!(game = %id, begun, here, "the game is played by a later revision than this program has");
                    break;
                }
                Err(error) => return Err(error.into()),
            };
            let mut append = append_of(&held, &played, None, None, now);
            append.letters = self.0.play().notices(&held, &played, None).await?;
            match self.0.play().append(held, append, played.game).await {
                Ok(_) => {}
                Err(AppendError::Conflict { .. }) if races < RACES => races += 1,
                Err(error) => return Err(error.into()),
            }
        }
        self.0.store.games().set_held_against(id, about.unwrap_or_default()).await?;
        let held = self.0.cached_games().hold(id).await?;
        let offer = held.live.game.revision_offered().filter(|_| held.live.game.result().is_none());
        Ok(offer.map(|o| Time::from(o.what.at).after(Duration::from_millis(SILENCE))))
    }

    /// The orders that this program's rules decide otherwise, where the game has not been held against them.
    async fn differing(self, held: &LockedGame) -> Outcome<Vec<Differing>> {
        if held.live.game.playable().is_ok() {
            return Ok(Vec::new());
        }
        self.decided_otherwise(held.live.game.clone(), held.live.keys.clone()).await
    }

    /// The orders that this program's rules decide otherwise: each is decided again with its dice, beside the threads that answer requests.
    async fn decided_otherwise(self, game: Game, keys: GameKeys) -> Outcome<Vec<Differing>> {
        let records = self.0.store.logs().records(game.id(), 0).await?;
        let entries = self.0.store.logs().entries(game.id(), 0).await?;
        let found = tokio::task::spawn_blocking(move || game.differing(&records, &entries, &keys));
        found.await.map_err(ServiceError::inside)?.map_err(|fault| {
            ServiceError::inside(anyhow::anyhow!("record {} cannot be decided again: {fault}", fault.seq))
        })
    }

    /// The revision that waits for the players of a game, with what it decides otherwise.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn asked(self, table: &Table) -> Outcome<Option<RevisionAsked>> {
        let Some(offer) = table.game.revision_offered().filter(|_| !table.over()) else { return Ok(None) };
        let found = self.decided_otherwise(table.game.clone(), table.keys().clone()).await?;
        let more = found.len().saturating_sub(MOST_SHOWN);
        let orders = found.into_iter().take(MOST_SHOWN).map(|d| OtherwiseDecided::of(table, d)).collect();
        let (yours, agreed) = stance(table);
        Ok(Some(RevisionAsked {
            revision: offer.what.to.revision,
            offered: offer.seq,
            secrets: table.game.is_second(),
            orders,
            more,
            until: Time::from(offer.what.at).after(Duration::from_millis(SILENCE)),
            yours,
            agreed,
        }))
    }

    /// Goes on under the mended rules. With the record that offers them, only under those. The same `key` a second time does nothing more.
    ///
    /// # Errors
    /// 409 when no revision waits, another one does, or the seat has agreed already; others as for orders.
    pub async fn agree(
        self,
        game: &str,
        account: &Account,
        offered: Option<u64>,
        key: Option<String>,
    ) -> Outcome<Receipt> {
        let request = Hash32::of(format!("rules\n{game}").as_bytes());
        self.0
            .play()
            .act(game, account, checked_key(key)?.map(|key| (key, request)), |live, seat, at| {
                let stands = live.game.revision_offered().map(|o| o.seq);
                if stands.is_some() && offered.is_some() && stands != offered {
                    return Err(ServiceError::conflict("Other mended rules are offered by now.")
                        .legal("Look at what they decide otherwise first."));
                }
                Ok(live.game.agree_revision(seat, millis(at), &live.keys)?)
            })
            .await
    }
}

/// Whether the reader is asked about a revision and has not answered, and whether they have.
pub fn stance(table: &Table) -> (bool, bool) {
    let (Some(offer), Some(seat)) = (table.game.revision_offered(), table.seat) else { return (false, false) };
    let agreed = offer.agreed.contains(&seat);
    (!agreed && !table.stood_in() && !table.over(), agreed)
}

/// What the rules of a program would make of a running game, before it is installed.
#[derive(Debug)]
pub enum Foretold {
    /// It is played by them already.
    There,
    /// Nothing differs: it moves up by itself.
    Moves,
    /// These orders are decided otherwise, or it has secrets: its players are asked.
    Asks(Vec<Differing>),
    /// It cannot be played on, and why.
    Stranded(String),
}

impl Foretold {
    /// Of a game of a database; nothing for one that was brought in from elsewhere and is only read. Nothing is moved.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn of(store: &Store, registry: &Registry, id: GameId) -> Result<Option<Foretold>, StoreError> {
        let Some(secret) = store.logs().game_secret(id).await? else { return Ok(None) };
        let records = store.logs().records(id, 0).await?;
        let entries = store.logs().entries(id, 0).await?;
        let stranded = |fault: Fault| Ok(Some(Foretold::Stranded(format!("record {}: {fault}", fault.seq))));
        let game = match Game::replay_with(registry, &records, &entries) {
            Ok(game) => game,
            Err(fault) => return stranded(fault),
        };
        let keys = GameKeys::derive(secret, id);
        if !game.private_logs_fit(&keys) {
            return Ok(Some(Foretold::Stranded("its private logs are not those that belong to it".to_owned())));
        }
        if game.playable().is_ok() {
            return Ok(Some(Foretold::There));
        }
        let differs = match game.differing(&records, &entries, &keys) {
            Ok(differs) => differs,
            Err(fault) => return stranded(fault),
        };
        Ok(Some(match game.revise(&differs, Time::now().into(), &keys) {
            Ok(Some(played)) if played.game.release() == game.release() => Foretold::Asks(differs),
            Ok(_) => Foretold::Moves,
            Err(error) => Foretold::Stranded(error.to_string()),
        }))
    }
}

impl Service {
    /// Moves every game up that can be now, as [`Service::run_revisions`] does for as long as the server runs. Answers how many were looked
    /// at. For tests, and for a host's command.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn move_all_up(&self, now: Time) -> anyhow::Result<u64> {
        Ok(self.errands().revise_due(now).await?)
    }
}
