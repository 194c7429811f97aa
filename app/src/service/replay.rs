//! Replay: the game at any record, the index of turns and phases, the chronicle, the log to take home.

use super::appending::opening_of;
use super::game_cache::CachedGame;
use super::table::Table;
use super::{ErrorKind, Outcome, Service, ServiceError};
use crate::service::handles::Games;
use domain::dice::GameKeys;
use domain::log::{Record, export, import};
use domain::referee::{Against, Entry, Game, verify};
use fieldpost_store::{Append, Email, GameId, NewGame, Time};

/// One place of the index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stop {
    /// The record.
    pub seq: u64,
    /// The game turn; 0 during set-up.
    pub turn: u32,
    /// The phase after the record, in words.
    pub phase: String,
}

/// What the title of a game begins with that was brought in from a log.
const IMPORTED: &str = "Imported";

impl Games<'_> {
    /// The table as it stood after record `seq`, as this person may see it. Number 0 and numbers past the end are the nearest
    /// that exist.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn at(self, table: &Table, seq: u64) -> Outcome<Table> {
        if seq >= table.game.len() {
            return Ok(table.clone());
        }
        let records = self.0.store.logs().records_between(table.row.id, 0, seq.max(1)).await?;
        Ok(table.with_game(replayed(self.0, &records)?))
    }

    /// The chronicle of the records after `after` up to and including `upto`, as this person may read it.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn chronicle(self, table: &Table, after: u64, upto: u64) -> Outcome<Vec<Entry>> {
        let records = self.0.store.logs().records_between(table.row.id, after, upto.min(table.game.len())).await?;
        let mut entries = table.game.chronicle(&records, table.viewer).map_err(unreadable)?;
        self.0.standing().tell_lapses(table, after, &mut entries).await?;
        Ok(entries)
    }

    /// The records with which a new phase or turn began, in order.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn index(self, table: &Table) -> Outcome<Vec<Stop>> {
        let mut stops: Vec<Stop> = Vec::new();
        self.each_step(table, |game| {
            let phase = game.phase(table.viewer).title;
            let turn = game.turn();
            if stops.last().is_none_or(|last| last.turn != turn || last.phase != phase) {
                stops.push(Stop { seq: game.len(), turn, phase });
            }
        })
        .await?;
        Ok(stops)
    }

    /// Shows the game after each of its records, one by one: for the index and for plots.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn each_step(self, table: &Table, mut look: impl FnMut(&Game)) -> Outcome<()> {
        let records = self.0.store.logs().records_between(table.row.id, 0, table.game.len()).await?;
        for step in Game::steps(&self.0.registry, &records) {
            look(&step.map_err(unreadable)?);
        }
        Ok(())
    }

    /// The whole log as a file to take home and verify: what `fieldpost verify` reads. Secrets in it are sealed.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn log(self, table: &Table) -> Outcome<String> {
        Ok(export(&self.records(table).await?))
    }

    /// The records of a game up to where the table shows it.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn records(self, table: &Table) -> Outcome<Vec<Record>> {
        Ok(self.0.store.logs().records_between(table.row.id, 0, table.game.len()).await?)
    }

    /// Brings a log in from elsewhere, after verifying it. The game is public, and can be read but not played on. Nothing shows where it
    /// comes from: its title says "Imported" wherever it is listed.
    ///
    /// # Errors
    /// 400 for an address that is none, 422 for a log that is not sound, 409 for a game that is here already.
    pub async fn bring_in(self, text: &str, host: &str) -> Outcome<GameId> {
        let host: Email =
            host.parse().map_err(|_| ServiceError::malformed("The host's address is not a mail address."))?;
        let report = verify(&self.0.registry, text, &Against::default());
        if !report.sound {
            return Err(
                ServiceError::new(ErrorKind::Illegal, report.to_string()).legal("Only a sound log is brought in.")
            );
        }
        let records = import(text).map_err(ServiceError::inside)?.records;
        let game = replayed(self.0, &records)?;
        if self.0.store.games().get(game.id()).await?.is_some() {
            return Err(ServiceError::conflict(format!("Game {} is here already.", game.id())));
        }
        let now = Time::now();
        let host = self.0.store.accounts().get_or_new(host, now).await?;
        let about = game.ruleset().about();
        let scenario = about.scenario(&game.genesis().terms.scenario);
        let names: Vec<_> =
            game.seats().iter().map(|s| s.player.as_ref().map_or(s.name.clone(), |p| p.name.clone())).collect();
        let title: String =
            format!("{IMPORTED}: {}: {}", about.title, names.join(" against ")).chars().take(120).collect();
        let opening = Append { waiting: Vec::new(), ..opening_of(&game, records, now) };
        let row = NewGame {
            ruleset: about.id.to_owned(),
            revision: game.genesis().revision,
            terms: game.genesis().terms.clone(),
            title,
            pace: game.genesis().pace,
            public: true,
            open: false,
            practice: false,
            host: host.id,
            seats: scenario.map(|s| s.seats.clone()).unwrap_or_default(),
            secret: None,
            invitation: None,
            opening,
        };
        let id = game.id();
        let keys = GameKeys::derive(Default::default(), id);
        self.0.play().create(row, CachedGame { game, keys, imported: true, row: None }).await?;
        Ok(id)
    }
}

fn replayed(service: &Service, records: &[Record]) -> Outcome<Game> {
    Game::replay(&service.registry, records).map_err(unreadable)
}

fn unreadable(fault: domain::referee::Fault) -> ServiceError {
    ServiceError::inside(anyhow::anyhow!("a log cannot be read at record {}: {fault}", fault.seq))
}
