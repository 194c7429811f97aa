//! `fieldpost judge`: the host of the service judges a disputed record.

use super::accidents::{open, told};
use super::storage::{DatabaseArg, block_on};
use crate::service::judging::Judging;
use anyhow::{Context, Result};
use clap::Args;
use std::process::ExitCode;

pub(super) const EXAMPLES: &str =
    "A record of the game's log says who judged, what, and why; its players get a letter. With --back-to the position after that record stands again,
as after a takeback to which both agreed: the next roll takes the next link. Games with secrets are not gone back in. The page of a record, /games/ID/records/N,
shows all that it rests on. It can be run while the service runs.

Examples:
  fieldpost judge 0199f3… 41 --arbiter \"Quincy Adams\" --reason \"The order was legal, and the die is sound.\"
  fieldpost judge 0199f3… 41 --arbiter \"Quincy Adams\" --reason \"The page named the wrong hex.\" --back-to 40";

/// The flags of `fieldpost judge`.
#[derive(Args)]
pub(super) struct JudgeArgs {
    /// The game's id, as it stands in its address
    game: String,
    /// The number of the record
    record: u64,
    /// Who judges, for everybody to read
    #[arg(long)]
    arbiter: String,
    /// Why, for everybody to read
    #[arg(long)]
    reason: String,
    /// The record whose position stands again
    #[arg(long, value_name = "RECORD")]
    back_to: Option<u64>,
    #[command(flatten)]
    database: DatabaseArg,
}

pub(super) fn judge(args: &JudgeArgs) -> Result<ExitCode> {
    let game = args.game.parse().ok().with_context(|| format!("{:?} is no id of a game", args.game))?;
    block_on(async {
        let service = open(&args.database).await?;
        let said = Judging { record: args.record, back_to: args.back_to, reason: args.reason.clone(), seen: None };
        let judged = service.play().judge_as(game, &args.arbiter, &said).await;
        service.store.close().await;
        judged.map_err(told)?;
        println!("record {} is judged", args.record);
        Ok(ExitCode::SUCCESS)
    })
}
