//! Replay: the game at any record, the index of turns and phases, the chronicle, the log to take home.

use super::appending::opening_of;
use super::game_cache::CachedGame;
use super::table::{GameAddress, Table};
use super::{ErrorKind, Outcome, ServiceError};
use crate::service::handles::Games;
use crate::throws;
use domain::dice::GameKeys;
use domain::log::{
    Audience, Body, Entry as PrivateEntry, Export, Holders, Millis, Record, export_with, import, is_open,
};
use domain::referee::{Against, Entry, Game, Story, verify};
use fieldpost_store::{Account, Append, Email, GameId, NewGame, Time};

/// A log to take home.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Download {
    /// The game.
    pub game: GameId,
    /// Whether it was brought in from elsewhere.
    pub imported: bool,
    /// A record a line, then private entries.
    pub text: String,
}

/// Records looked back for dice that were rolled again: a roll and its re-rolls follow one another.
const AGAIN: u64 = 12;

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
        Ok(table.with_game(self.under(table, seq.max(1)).await?))
    }

    /// The table as whoever wrote or got a letter had it before them: after record `seq`, with what had been done without a record by
    /// `written`. So the numbers of its choices mean what was printed.
    pub(super) async fn at_letter(self, table: &Table, seq: u64, written: Time) -> Outcome<Table> {
        let seq = seq.clamp(1, table.game.len());
        let mut behind = self.private(table, seq).await?;
        behind.retain(|e| e.after == seq && !e.with);
        let later = behind.iter().position(|e| made_at(e).is_some_and(|at| at > written));
        if seq == table.game.len() && later.is_none() {
            return Ok(table.clone());
        }
        behind.truncate(later.unwrap_or(behind.len()));
        let mut game = self.under(table, seq).await?;
        game.go_on(&[], &behind, |_, _| ()).map_err(unreadable)?;
        Ok(table.with_game(game))
    }

    /// All private entries of a game from record `from` on, as far as the table shows it. What is made of them goes to the table's person only
    /// by way of what they may know.
    pub(super) async fn private(self, table: &Table, from: u64) -> Outcome<Vec<PrivateEntry>> {
        if !table.game.is_second() || table.stopped {
            return Ok(Vec::new());
        }
        let mut entries = self.0.store.logs().entries(table.row.id, from).await?;
        let here = |e: &PrivateEntry| table.game.private_head(e.audience).is_some_and(|(n, _)| n >= e.number);
        entries.retain(|entry| here(entry) && entry.after <= table.game.len());
        Ok(entries)
    }

    /// The chronicle of the records after `after` up to and including `upto`, as this person may read it.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn chronicle(self, table: &Table, after: u64, upto: u64) -> Outcome<Vec<Entry>> {
        let mut entries = self.told(table, after, upto).await?;
        self.0.standing().tell_lapses(table, after, &mut entries).await?;
        Ok(entries)
    }

    /// The same to be told: what pages, letters, the feed and files are made of. Programs, and whoever checks a log, are given the records as they
    /// stand there.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn story(self, table: &Table, after: u64, upto: u64) -> Outcome<Story> {
        Ok(Story::of(self.chronicle(table, after, upto).await?))
    }

    /// The same as [`Games::chronicle`] without what standing orders have done by themselves.
    pub(super) async fn told(self, table: &Table, after: u64, upto: u64) -> Outcome<Vec<Entry>> {
        let upto = upto.min(table.game.len());
        let records = self.0.store.logs().records_between(table.row.id, after, upto).await?;
        let mut private = self.private(table, after).await?;
        // What was done behind the last of the records belongs to those after it, if there are any.
        private.retain(|e| (e.after > after || !e.with) && (e.is_under(upto) || upto == table.game.len()));
        // A practice game begins with being asked everything: nobody gave that. It is the first that a seat seals or its private log has, and stands
        // near the beginning.
        let begun = 4 * table.row.seats.len() as u64 + 4;
        let unasked = |e: &PrivateEntry| e.number == 1 && e.after <= begun && e.is_kind("standing/");
        private.retain(|e| !(table.row.practice && unasked(e)));
        let mut entries = table.game.chronicle_with(&records, &private, table.viewer).map_err(unreadable)?;
        let earlier = match throws::wants_earlier(&entries) {
            true => self.0.store.logs().records_between(table.row.id, after.saturating_sub(AGAIN), after).await?,
            false => Vec::new(),
        };
        let earlier = table.game.chronicle(&earlier, table.viewer).map_err(unreadable)?;
        throws::say_what_was(&earlier, &mut entries);
        if table.row.practice {
            let unasked = |r: &&Record| matches!(r.read(), Ok(Body::Standing(standing)) if standing.slot == 1);
            for record in records.iter().take_while(|r| r.seq <= begun).filter(unasked) {
                entries.iter_mut().filter(|e| e.seq == record.seq).for_each(|e| e.lines.clear());
            }
        }
        Ok(entries)
    }

    /// The whole log as a file to take home and verify: what `fieldpost verify` reads. Secrets in it are sealed, and of private logs it holds
    /// those that this person may read: all of them after the end; before it those of their seats, and of a seat that they have handed over,
    /// what stood there until then.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn log(self, table: &Table) -> Outcome<String> {
        let records = self.records(table).await?;
        let entries = match self.private(table, 0).await? {
            none if none.is_empty() => none,
            entries => self.readable(table, &records, entries).await?,
        };
        Ok(export_with(&records, &entries))
    }

    /// The same for whoever asks: of a private game also for somebody who has held a seat of it and handed it over. They get the log as it
    /// stood then.
    ///
    /// # Errors
    /// 404 when there is no such game, or when it is private and this person neither plays, hosts nor has played it.
    pub async fn log_for(self, game: &str, who: Option<&Account>) -> Outcome<Download> {
        let table = match self.table(game, who).await {
            Err(trouble) if trouble.kind == ErrorKind::Unknown => {
                self.as_it_was_left(game, who).await?.ok_or(trouble)?
            }
            table => table?,
        };
        Ok(Download { game: table.row.id, imported: table.imported, text: self.log(&table).await? })
    }

    /// A game at the record with which this person handed their seat over, the last if there were several.
    async fn as_it_was_left(self, game: &str, who: Option<&Account>) -> Outcome<Option<Table>> {
        let (id, Some(account)) = (GameAddress::read(game)?.id, who) else { return Ok(None) };
        let left = self.0.store.games().handed_over(account.id).await?.into_iter().filter(|f| f.game == id);
        let Some(last) = left.map(|f| f.record).max() else { return Ok(None) };
        let Some(row) = self.0.store.games().get(id).await? else { return Ok(None) };
        let live = self.0.cached_games().live(&row).await?;
        Ok(Some(self.at(&Table::new(row, live, Some(account.id), None), last).await?))
    }

    /// Of private entries those that the table's person may read, in the order of an export.
    async fn readable(
        self,
        table: &Table,
        records: &[Record],
        mut entries: Vec<PrivateEntry>,
    ) -> Outcome<Vec<PrivateEntry>> {
        entries.sort_by_key(|e| (e.audience, e.number));
        // Everything is open from the record on that opens it, and nothing is done unseen after that.
        if is_open(records) {
            return Ok(entries);
        }
        let Some(account) = table.account else { return Ok(Vec::new()) };
        let game = &table.game;
        // Which logs, up to which record.
        let mut may: Vec<(Audience, u64)> = Vec::new();
        for seat in table.row.seats.iter().filter(|s| s.holder.account() == Some(account)) {
            may.extend(game.readable(seat.seat).into_iter().map(|audience| (audience, u64::MAX)));
        }
        let holders = Holders::of(records);
        for former in self.0.store.games().handed_over(account).await?.into_iter().filter(|f| f.game == table.row.id) {
            let side = game.seat(former.seat).map(|s| Audience::Side(s.side));
            let own = [Some(Audience::Seat(former.seat)), side, holders.before(former.seat, former.record)];
            may.extend(own.into_iter().flatten().map(|audience| (audience, former.record)));
        }
        entries.retain(|e| may.iter().any(|(audience, end)| *audience == e.audience && e.after < *end));
        Ok(entries)
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
        let Export { records, entries, .. } = import(text).map_err(ServiceError::inside)?;
        let game = Game::replay_with(&self.0.registry, &records, &entries).map_err(unreadable)?;
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
        let opening = Append { waiting: Vec::new(), ..opening_of(&game, records, in_place(entries), now) };
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
        self.0.play().create(row, CachedGame { imported: true, ..CachedGame::new(game, keys) }).await?;
        Ok(id)
    }
}

/// Private entries as they were made, and not as an export has them.
fn in_place(entries: Vec<PrivateEntry>) -> Vec<PrivateEntry> {
    let mut entries = entries;
    entries.sort_by_key(|e| (e.after, !e.with));
    entries
}

/// When a private entry was made, if it says so: what follows on another goes by that.
fn made_at(entry: &PrivateEntry) -> Option<Time> {
    #[derive(serde::Deserialize)]
    struct Body {
        what: What,
    }
    #[derive(serde::Deserialize)]
    struct What {
        at: Option<Millis>,
    }
    serde_json::from_str::<Body>(&entry.body).ok()?.what.at.map(Time::from)
}

pub(super) fn unreadable(fault: domain::referee::Fault) -> ServiceError {
    ServiceError::inside(anyhow::anyhow!("a log cannot be read at record {}: {fault}", fault.seq))
}
