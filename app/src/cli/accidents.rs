//! `fieldpost close`, `fieldpost heal` and `fieldpost restored`: what a host does about games with secrets.

use super::storage::{DatabaseArg, block_on};
use crate::config::Config;
use crate::service::{Service, ServiceError};
use anyhow::{Context, Result, anyhow};
use clap::Args;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

pub(super) const CLOSE_EXAMPLES: &str =
    "The last record says why, and everything that was private is opened for everybody. For games with secrets alone: others are
ended by their players, and hide nothing. It can be run while the service runs.

A game with secrets in which nothing was recorded for a year is closed by the service itself; its players get a letter 30 days before.

Examples:
  fieldpost close 0199f3… --reason \"Both players have left.\"";

pub(super) const RESTORED_EXAMPLES: &str =
    "To be run once, before the service is started again on a database that was restored from a copy. Every running game with secrets gets a record
that says so, and goes on with links of its dice chains that cannot have been used since the copy was made. Letters about the games, as
files of their raw text, say how far the logs had come: the highest head that they name of a game is recorded with it. Another register begins,
since what was signed under the old name after the copy was made cannot be taken back.

Examples:
  fieldpost restored
  fieldpost restored --letter turn-9.eml --letter turn-12.eml";

pub(super) const HEAL_EXAMPLES: &str =
    "For a game that the server has stopped because its private logs do not fit its record. What the download holds and the database does not is put
back, if then everything fits every root; whose download it is does not matter. A server that runs sees it within seconds: it need
not be stopped.

Examples:
  fieldpost heal game.jsonl";

/// The flags of `fieldpost heal`.
#[derive(Args)]
pub(super) struct HealArgs {
    /// The log as a player has downloaded it; - for standard input
    log: PathBuf,
    #[command(flatten)]
    database: DatabaseArg,
}

/// The flags of `fieldpost close`.
#[derive(Args)]
pub(super) struct CloseArgs {
    /// The game's id, as it stands in its address
    game: String,
    /// Why, for everybody to read
    #[arg(long)]
    reason: String,
    #[command(flatten)]
    database: DatabaseArg,
}

/// The flags of `fieldpost restored`.
#[derive(Args)]
pub(super) struct RestoredArgs {
    /// A letter about a game, as a file of its raw text
    #[arg(long, value_name = "FILE.eml")]
    letter: Vec<PathBuf>,
    #[command(flatten)]
    database: DatabaseArg,
}

pub(super) fn close(args: &CloseArgs) -> Result<ExitCode> {
    block_on(async {
        let service = open(&args.database).await?;
        let closed = service.close_game(&args.game, &args.reason).await;
        service.store.close().await;
        let closed = closed.map_err(told)?;
        println!("{}", if closed { "closed" } else { "it is over already, or cannot be played on" });
        Ok(if closed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    })
}

pub(super) fn heal(args: &HealArgs) -> Result<ExitCode> {
    let text = super::log::read(&args.log)?;
    block_on(async {
        let service = open(&args.database).await?;
        let healed = service.heal(&text).await;
        service.store.close().await;
        println!("{} private entries put back", healed.map_err(told)?);
        Ok(ExitCode::SUCCESS)
    })
}

pub(super) fn restored(args: &RestoredArgs) -> Result<ExitCode> {
    let mut heads = Vec::new();
    for file in &args.letter {
        let raw = std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
        let letter = fieldpost_inbox::witness(&raw).with_context(|| format!("{} is no letter", file.display()))?;
        for named in letter.heads {
            heads.push((named.game, named.seq, named.head.parse()?));
        }
    }
    block_on(async {
        let service = open(&args.database).await?;
        let restored = service.restored(&heads).await;
        let register = service.register().begin_another().await;
        service.store.close().await;
        println!("{} games go on with new links", restored.map_err(told)?);
        match register.map_err(told)? {
            Some(register) => println!("another register begins: {register}"),
            None => println!(
                "if heads of a register were signed with a key of your own, give the server another FIELDPOST_REGISTER_NAME"
            ),
        }
        Ok(ExitCode::SUCCESS)
    })
}

pub(super) async fn open(database: &DatabaseArg) -> Result<Arc<Service>> {
    let path = database.existing()?.to_owned();
    let mut config = Config::local(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)), Some(path));
    config.base_url = Some("http://localhost".to_owned());
    Service::open(&config, "http://localhost".to_owned(), domain::rulesets::standard()).await
}

pub(super) fn told(trouble: ServiceError) -> anyhow::Error {
    match trouble.cause {
        Some(cause) => cause,
        None => anyhow!("{trouble}"),
    }
}
