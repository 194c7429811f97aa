//! `fieldpost outage`: a delay that was nobody's fault at the table counts for nobody.

use crate::config::Config;
use crate::service::Service;
use anyhow::{Context, Result, anyhow, ensure};
use clap::Args;
use fieldpost_store::Time;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::ExitCode;

pub(super) const EXAMPLES: &str = "The time is then given back to everybody whose clock ran, in every running game, by a record that the players read.
It can be run while the service runs.

Examples:
  fieldpost outage --from 2026-11-20T08:00Z --until 2026-11-20T20:00Z --reason \"The server was being moved.\"";

/// The flags of `fieldpost outage`.
#[derive(Args)]
pub(super) struct OutageArgs {
    /// When the delay began, with its offset from UTC: 2026-11-20T08:00Z
    #[arg(long, value_name = "TIME")]
    from: String,
    /// When it was over
    #[arg(long, value_name = "TIME")]
    until: String,
    /// Why, for the players to read
    #[arg(long)]
    reason: String,
    /// The database file
    #[arg(long, env = "FIELDPOST_DATABASE", default_value = "fieldpost.db", value_name = "FILE")]
    database: PathBuf,
}

pub(super) fn outage(args: &OutageArgs) -> Result<ExitCode> {
    let (from, until) = (read(&args.from)?, read(&args.until)?);
    ensure!(args.database.exists(), "there is no database {}", args.database.display());
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
        let mut config = Config::local(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)), Some(args.database.clone()));
        config.base_url = Some("http://localhost".to_owned());
        let service = Service::open(&config, "http://localhost".to_owned(), domain::rulesets::standard()).await?;
        let excused = service.clocks().excuse(from, until, &args.reason).await;
        service.store.close().await;
        let games = excused.map_err(|trouble| match trouble.cause {
            Some(cause) => cause,
            None => anyhow!("{trouble}"),
        })?;
        println!("excused in {games} games");
        Ok(ExitCode::SUCCESS)
    })
}

fn read(text: &str) -> Result<Time> {
    let stamp: jiff::Timestamp =
        text.parse().with_context(|| format!("{text:?} is no time; write it like 2026-11-20T08:00Z"))?;
    Ok(Time(stamp.as_millisecond()))
}
