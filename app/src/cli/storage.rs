//! `fieldpost export`, `import` and `backup`: what a host does with the database.

use super::log::read;
use crate::config::Config;
use crate::service::Service;
use anyhow::{Context, Result, anyhow, bail, ensure};
use clap::Args;
use domain::log::{export_with, is_open};
use fieldpost_store::Store;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

pub(super) const EXPORT_EXAMPLES: &str = "Examples:
  fieldpost export 0199f3…                    the log on standard output
  fieldpost export 0199f3… --out game.jsonl
  fieldpost export 0199f3… --private          with the private logs of a running game: for your eyes alone
  fieldpost export 0199f3… | fieldpost verify -";

pub(super) const IMPORT_EXAMPLES: &str =
    "The log is verified first; one that is not sound is refused. The game can then be read and replayed like any
other, but not played on: the secrets of its dice are where it was played.

Examples:
  fieldpost import game.jsonl";

pub(super) const BACKUP_EXAMPLES: &str =
    "Copies the database while the service runs, then checks the copy: SQLite's own check, every hash chain, and the root
of every record over the private logs of its game.

Examples:
  fieldpost backup /var/backups/fieldpost-$(date +%F).db";

/// The flags of `fieldpost export`.
#[derive(Args)]
pub(super) struct ExportArgs {
    /// The game's id, as it stands in its address
    game: String,
    /// Where to write it; standard output without this
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// With all private logs, also of a game that is not over; those of one that is are in every export
    #[arg(long)]
    private: bool,
    #[command(flatten)]
    database: DatabaseArg,
}

/// The flags of `fieldpost import`.
#[derive(Args)]
pub(super) struct ImportArgs {
    /// The log; - for standard input
    log: PathBuf,
    /// The account that is to be its host; made when there is none
    #[arg(long, value_name = "ADDRESS", default_value = "archive@localhost")]
    host: String,
    #[command(flatten)]
    database: DatabaseArg,
}

/// The flags of `fieldpost backup`.
#[derive(Args)]
pub(super) struct BackupArgs {
    /// The file to write; it must not exist
    to: PathBuf,
    #[command(flatten)]
    database: DatabaseArg,
}

#[derive(Args)]
pub(super) struct DatabaseArg {
    /// The database file
    #[arg(long, env = "FIELDPOST_DATABASE", default_value = "fieldpost.db", value_name = "FILE")]
    pub(super) database: PathBuf,
}

impl DatabaseArg {
    pub(super) fn existing(&self) -> Result<&Path> {
        ensure!(
            self.database.is_file(),
            "there is no database {}: name it with --database or FIELDPOST_DATABASE",
            self.database.display()
        );
        Ok(&self.database)
    }
}

pub(super) fn block_on<T>(work: impl Future<Output = Result<T>>) -> Result<T> {
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(work)
}

pub(super) fn export(args: &ExportArgs) -> Result<ExitCode> {
    let text = block_on(async {
        let store = Store::open(args.database.existing()?).await?;
        let id = args.game.parse().map_err(|_| anyhow!("a game's id is 32 hexadecimal digits, as in its address"))?;
        let records = store.logs().records(id, 0).await?;
        let mut entries = store.logs().entries(id, 0).await?;
        store.close().await;
        if records.is_empty() {
            bail!("there is no game {} in {}", args.game, args.database.database.display());
        }
        let last = records.last().map_or(0, |record| record.seq);
        // What was added after the records were read belongs to none of them.
        entries.retain(|entry| entry.after <= last && (args.private || is_open(&records)));
        entries.sort_by_key(|entry| (entry.audience, entry.number));
        Ok(export_with(&records, &entries))
    })?;
    match &args.out {
        Some(file) => std::fs::write(file, text).with_context(|| format!("cannot write {}", file.display()))?,
        None => print!("{text}"),
    }
    Ok(ExitCode::SUCCESS)
}

pub(super) fn import(args: &ImportArgs) -> Result<ExitCode> {
    let text = read(&args.log)?;
    block_on(async {
        let mut config =
            Config::local(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)), Some(args.database.database.clone()));
        config.base_url = Some("http://localhost".to_owned());
        let service = Service::open(&config, "http://localhost".to_owned(), domain::rulesets::standard()).await?;
        let brought = service.games().bring_in(&text, &args.host).await;
        service.store.close().await;
        let game = brought.map_err(|trouble| match trouble.cause {
            Some(cause) => cause,
            None => anyhow!("{trouble}"),
        })?;
        println!("{game}");
        Ok(ExitCode::SUCCESS)
    })
}

pub(super) fn backup(args: &BackupArgs) -> Result<ExitCode> {
    block_on(async {
        let store = Store::open(args.database.existing()?).await?;
        let copied = store.backup(&args.to).await;
        store.close().await;
        let chains = copied?;
        let fieldpost_store::Chains { games, records, entries, leaves } = chains;
        let private = if entries == 0 { String::new() } else { format!(", {entries} private entries") };
        println!(
            "{}: {games} games, {records} records{private}, every chain whole, {leaves} leaves in the register",
            args.to.display()
        );
        Ok(ExitCode::SUCCESS)
    })
}
