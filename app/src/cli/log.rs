//! `fieldpost verify` and `fieldpost replay`: what anybody can do with a log, off line.

use anyhow::{Context, Result, anyhow};
use clap::Args;
use domain::log::{Hash32, import};
use domain::referee::{Against, Game, Viewer, verify};
use serde::Serialize;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

pub(super) const VERIFY_EXAMPLES: &str =
    "Checks the hash chain, makes every die again from its links, decides every order again, and checks
standing orders, hand-overs and the result. Ends with 0 when the log is sound and with 1 when it is not;
then the first bad record is named, and why.

Every letter about a game carries the number of its last record and the head of the log. With --head the log
must contain that very head, so that nobody can show you another history than the one your letters saw.

Examples:
  fieldpost verify game.jsonl
  fieldpost verify game.jsonl --head 5f1c…e0 --length 118";

pub(super) const REPLAY_EXAMPLES: &str =
    "Prints a JSON line for each record: its number, turn, seat, order, rolls and story; then the position.

Examples:
  fieldpost replay game.jsonl
  fieldpost replay game.jsonl --to 40 | tail -1";

/// The flags of `fieldpost verify`.
#[derive(Args)]
pub(super) struct VerifyArgs {
    /// The log, as the game's page or `export` gives it; - for standard input
    log: PathBuf,
    /// A head that the log must have, from a letter
    #[arg(long, value_name = "HASH")]
    head: Option<String>,
    /// A number of records that it must have at least, from a letter
    #[arg(long, value_name = "N")]
    length: Option<u64>,
    /// Print the report as JSON
    #[arg(long)]
    json: bool,
}

/// The flags of `fieldpost replay`.
#[derive(Args)]
pub(super) struct ReplayArgs {
    /// The log; - for standard input
    log: PathBuf,
    /// Stop after this record
    #[arg(long, value_name = "N")]
    to: Option<u64>,
}

pub(super) fn check(args: &VerifyArgs) -> Result<ExitCode> {
    let text = read(&args.log)?;
    let head: Option<Hash32> = args.head.as_deref().map(str::parse).transpose().context("--head is no hash")?;
    let against = Against { head, length: args.length, ..Against::default() };
    let report = verify(&domain::rulesets::standard(), &text, &against);
    if args.json {
        println!("{}", serde_json::to_string(&report)?);
    } else {
        println!("{report}");
    }
    Ok(if report.sound { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

#[derive(Serialize)]
struct Last {
    seq: u64,
    head: Hash32,
    turn: u32,
    waiting: Vec<String>,
    result: Option<domain::log::GameResult>,
    position: Box<serde_json::value::RawValue>,
}

pub(super) fn replay(args: &ReplayArgs) -> Result<ExitCode> {
    let log = import(&read(&args.log)?)?;
    let to = args.to.unwrap_or(u64::MAX).max(1);
    let records: Vec<_> = log.records.into_iter().take_while(|r| r.seq <= to).collect();
    let registry = domain::rulesets::standard();
    let game = Game::replay(&registry, &records).map_err(|f| anyhow!("record {}: {f}", f.seq))?;
    // Whoever holds the log may read all of it; what is sealed in it stays sealed.
    let viewer = if game.result().is_some() { Viewer::Everyone } else { Viewer::Spectator };
    for entry in game.chronicle(&records, viewer).map_err(|f| anyhow!("record {}: {f}", f.seq))? {
        println!("{}", serde_json::to_string(&entry)?);
    }
    let name = |s| game.seat(s).map_or(String::new(), |s| s.name.clone());
    let last = Last {
        seq: game.len(),
        head: game.head(),
        turn: game.turn(),
        waiting: game.waiting_seats().into_iter().map(name).collect(),
        result: game.result().cloned(),
        position: serde_json::value::RawValue::from_string(game.position().canonical())?,
    };
    println!("{}", serde_json::to_string(&last)?);
    Ok(ExitCode::SUCCESS)
}

/// A file's text, or standard input's for `-`.
pub(super) fn read(path: &Path) -> Result<String> {
    if path.as_os_str() == "-" {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text).context("cannot read standard input")?;
        return Ok(text);
    }
    std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}
