//! The archive: finished public games are taken into it by an errand, are looked for in it, and their players say something of them.
//!
//! What it keeps follows from the logs. A game comes in when it is over and its secrets are open: not a word of it stands here before.

use super::acting::not_seated;
use super::figures::dice;
use super::table::Table;
use super::{Outcome, Service, ServiceError};
use crate::chance::{ByKind, Thrown};
use crate::service::handles::{Archive, Errands};
use domain::log::is_open;
use domain::referee::{Story, Tone};
use fieldpost_store::{
    Account, AccountId, Annotation, Errand, Found, GameId, GameState, Holder, Lease, Shelved, StoreError, Time, Wanted,
};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Longest thing that a player says of a record for all to read, in characters.
pub const ANNOTATION: usize = 2_000;
/// How many of them somebody may have on one game.
const MOST: u32 = 300;

/// Where a game of the archive comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// Who sat where, in seat order, where the log alone says it; empty for a game that was played here.
    pub players: Vec<String>,
    /// Who told its dice, of a game that was entered.
    pub umpire: Option<String>,
    /// Whether its log was brought in from another service.
    pub imported: bool,
}

impl Origin {
    /// What a list says of it, in a few words; nothing of a game that was played here.
    pub fn mark(&self) -> Option<String> {
        match (&self.umpire, self.imported) {
            (Some(umpire), _) => Some(format!("Dice as told by {umpire}, umpire")),
            (None, true) => Some("Imported from a log".to_owned()),
            (None, false) => None,
        }
    }
}

/// Dice of one seat and sort, as the archive keeps them.
#[derive(serde::Serialize, serde::Deserialize)]
struct Kept(u8, String, Thrown);

impl Service {
    /// Takes finished games into the archive for as long as the server runs, beginning with those that are missing there.
    pub async fn run_archive(self: Arc<Self>) {
        self.errands().run_errands(Errand::Archive).await;
    }
}

impl Errands<'_> {
    /// Takes in the finished games that are missing. Answers how many were looked at. For tests and commands.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn tend_archive(self, now: Time) -> Result<u64, StoreError> {
        let lease = Lease::default();
        self.0.store.errands().find(Errand::Archive, "", now).await?;
        let mut done = 0;
        while self.run_next(Errand::Archive, &lease, now).await? {
            done += 1;
        }
        Ok(done)
    }
}

/// The dice of a player, over a season or over all of them.
#[derive(Clone, Debug, Default)]
pub struct PlayersDice {
    /// By ruleset, then by sort of roll.
    pub dice: Vec<(String, ByKind)>,
    /// Of how many games.
    pub games: usize,
    /// All seasons with how many such games ended in each, the last one first.
    pub seasons: Vec<(i16, usize)>,
}

/// The season in which a game ended: the calendar year, by UTC.
fn season_of(ended: Time) -> i16 {
    jiff::Timestamp::from_millisecond(ended.0).unwrap_or_default().to_zoned(jiff::tz::TimeZone::UTC).year()
}

impl Archive<'_> {
    /// Takes a game in, if it is over and public.
    pub(super) async fn take_in(self, id: GameId) -> Outcome<()> {
        let Some(row) = self.0.store.games().get(id).await? else { return Ok(()) };
        if row.summary.state != GameState::Ended || !row.public {
            return Ok(());
        }
        let table = self.0.games().table(&id.to_string(), None).await?;
        let records = self.0.games().records(&table).await?;
        let length = table.game.len();
        let hidden = table.game.is_second() && (table.stopped || !is_open(&records));
        // Of a game whose secrets are not open, nothing but its title.
        let entries = match hidden {
            true => Vec::new(),
            false => self.0.games().told(&table, 0, length).await?,
        };
        let entries = Story::of(entries);
        let players: Vec<String> =
            table.row.seats.iter().map(|s| format!("{} {}", s.name, table.player(s.seat))).collect();
        let result = table.row.summary.result.clone().unwrap_or_default();
        let mut told = vec![(0, format!("{}: {}. {result}", table.row.title, players.join(", ")))];
        let mut in_order: Vec<_> = entries.iter().collect();
        in_order.sort_by_key(|entry| entry.seq);
        for entry in in_order {
            let lines = entry.lines.iter().filter(|line| line.tone != Tone::Heading).map(|line| line.text.as_str());
            let order = entry.order.as_deref().into_iter();
            let text = lines.chain(order).collect::<Vec<_>>().join(" · ");
            if !text.is_empty() {
                // What was done unseen is told under the record before it: several entries may be of one record.
                match told.last_mut().filter(|(seq, _)| *seq == entry.seq) {
                    Some((_, before)) => *before += &format!(" · {text}"),
                    None => told.push((entry.seq, text)),
                }
            }
        }
        let at =
            |record: Option<&domain::log::Record>| record.and_then(|r| r.read().ok()).map(|body| Time::from(body.at()));
        let kept: Vec<Kept> =
            dice(&table.game, &entries).into_iter().map(|((seat, sort, _), thrown)| Kept(seat, sort, thrown)).collect();
        let by_hand = entries.iter().filter(|e| e.order.is_some() && e.standing.is_none()).count();
        let shelved = Shelved {
            game: id,
            length,
            orders: u32::try_from(by_hand).unwrap_or(u32::MAX),
            turns: table.game.turn(),
            begun: at(records.first()).unwrap_or(row.created),
            ended: at(records.last()).unwrap_or(row.updated),
            winner: table.game.result().and_then(|r| r.winner),
            dice: serde_json::to_string(&kept).map_err(ServiceError::inside)?,
        };
        Ok(self.0.store.archive().put(shelved, told).await?)
    }

    /// Games that are like what is wanted, those that ended last first, and how many there are.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn find(self, wanted: &Wanted, limit: u32, offset: u32) -> Outcome<(Vec<Found>, u32)> {
        Ok(self.0.store.archive().find(wanted, limit, offset).await?)
    }

    /// Who played a game of the list, and where its log and its dice come from: of a game from elsewhere only the log knows.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn origin(self, found: &Found) -> Outcome<Origin> {
        if found.game.seats.iter().all(|seat| seat.holder != Holder::Open) {
            return Ok(Origin::default());
        }
        let table = self.0.games().table(&found.game.id.to_string(), None).await?;
        Ok(Origin {
            players: found.game.seats.iter().map(|seat| table.player(seat.seat)).collect(),
            umpire: table.game.umpire_of_testimony().map(|(umpire, _)| umpire.to_owned()),
            imported: table.imported && !table.game.is_testimony(),
        })
    }

    /// The rulesets and scenarios of which games are here, with how many.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn kinds(self) -> Outcome<Vec<(String, String, u32)>> {
        Ok(self.0.store.archive().kinds().await?)
    }

    /// A finished game as this person may see it.
    ///
    /// # Errors
    /// 404 for one that there is not or that is not theirs to see; 409 for one that goes on.
    pub async fn table(self, game: &str, who: Option<&Account>) -> Outcome<Table> {
        let table = self.0.games().table(game, who).await?;
        if !table.over() {
            return Err(ServiceError::conflict("This game is not over: it comes into the archive when it is.")
                .legal("Look at the game itself."));
        }
        Ok(table)
    }

    /// A player as everybody may see them: somebody who plays in a finished public game.
    ///
    /// # Errors
    /// 404 for anybody else.
    pub async fn player(self, id: &str) -> Outcome<(AccountId, String)> {
        let unknown = || ServiceError::unknown("There is no such player in the archive.");
        let id: AccountId = id.parse().map_err(|_| unknown())?;
        let wanted = Wanted { account: Some(id), ..Wanted::default() };
        let (found, _) = self.find(&wanted, 1, 0).await?;
        let name = found.iter().flat_map(|f| &f.game.seats).find_map(|seat| match &seat.holder {
            Holder::Player { account, name } if *account == id => Some(name.clone()),
            _ => None,
        });
        Ok((id, name.ok_or_else(unknown)?))
    }

    /// The dice of a player in the finished public games of a season, or in all of them, whose seat they held from beginning to end.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn dice_of(self, player: AccountId, season: Option<i16>) -> Outcome<PlayersDice> {
        let mut rows = self.0.store.archive().dice_of(player).await?;
        let mut seasons: BTreeMap<i16, usize> = BTreeMap::new();
        rows.iter().for_each(|(.., ended)| *seasons.entry(season_of(*ended)).or_default() += 1);
        rows.retain(|(.., ended)| season.is_none_or(|season| season_of(*ended) == season));
        let games = rows.len();
        let mut all: Vec<(String, ByKind)> = Vec::new();
        for (ruleset, seat, dice, _) in rows {
            let at = all.iter().position(|(id, _)| *id == ruleset).unwrap_or_else(|| {
                all.push((ruleset, ByKind::new()));
                all.len() - 1
            });
            let kept: Vec<Kept> = serde_json::from_str(&dice).map_err(ServiceError::inside)?;
            for Kept(_, sort, thrown) in kept.into_iter().filter(|kept| kept.0 == seat.0) {
                // All seats are the one player's.
                let key = (0, sort, thrown.sides);
                let sides = thrown.sides;
                if let Some((_, of_ruleset)) = all.get_mut(at) {
                    of_ruleset.entry(key).or_insert_with(|| Thrown::of(sides)).join(&thrown);
                }
            }
        }
        Ok(PlayersDice { dice: all, games, seasons: seasons.into_iter().rev().collect() })
    }

    /// What the players say of a finished game, by record.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn annotations(self, table: &Table) -> Outcome<Vec<Annotation>> {
        if !table.over() {
            return Ok(Vec::new());
        }
        Ok(self.0.store.archive().annotations(table.row.id).await?)
    }

    /// Writes what a player of a finished game says of a record (0: of the game) for all to read. An empty text takes it away.
    ///
    /// # Errors
    /// 400 for a text that is too long or a record that there is not, 403 for whoever has not played, 409 while it goes on, or with too many.
    pub async fn annotate(self, game: &str, account: &Account, record: u64, text: &str) -> Outcome<()> {
        let table = self.table(game, Some(account)).await?;
        table.seat.ok_or_else(not_seated)?;
        let text = super::notes::plain(text, "What you say", ANNOTATION)?;
        super::notes::stands(&table, record, 0)?;
        match self.0.store.archive().annotate((table.row.id, account.id, record), text, Time::now(), MOST).await? {
            true => Ok(()),
            false => Err(ServiceError::conflict(format!("You have said {MOST} things of this game."))
                .legal("Take one of them away first.")),
        }
    }
}
