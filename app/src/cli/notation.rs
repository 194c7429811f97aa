//! `fieldpost notation`: a game as text, and back.

use super::log::read;
use crate::notation::{held_against, play, write};
use anyhow::{Result, anyhow};
use clap::{Args, Subcommand};
use domain::log::import;
use domain::referee::{Game, Viewer};
use std::path::PathBuf;
use std::process::ExitCode;

pub(super) const EXAMPLES: &str =
    "`write` prints the orders of a log in notation, with the dice that fell, below headers: the text that `fieldpost enter` takes. `read` gives the orders of such a text
to the referee again with the dice that it names, and refuses the first line that the rules do not allow or whose dice are not those that the rules roll: with the number
of the line, and 1. The dice of a text are testimony: only with --log are they held against what the log proves. A game with secrets needs its log.

Examples:
  fieldpost notation write game.log > game.txt
  fieldpost notation read game.txt
  fieldpost notation read game.txt --log game.log";

/// The flags of `fieldpost notation`.
#[derive(Args)]
pub(super) struct NotationArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Print a log as text
    Write {
        /// The log, as the game's page gives it; - for standard input
        log: PathBuf,
        /// What the game is called
        #[arg(long, default_value = "")]
        title: String,
    },
    /// Read a text back
    Read {
        /// The text; - for standard input
        text: PathBuf,
        /// The log to hold it against
        #[arg(long)]
        log: Option<PathBuf>,
    },
}

pub(super) fn run(args: &NotationArgs) -> Result<ExitCode> {
    let registry = domain::rulesets::standard();
    match &args.what {
        What::Write { log, title } => {
            let export = import(&read(log)?)?;
            let game = Game::replay_with(&registry, &export.records, &export.entries)
                .map_err(|f| anyhow!("record {}: {f}", f.seq))?;
            let viewer = if game.result().is_some() { Viewer::Everyone } else { Viewer::Spectator };
            let entries = game
                .chronicle_with(&export.records, &export.entries, viewer)
                .map_err(|f| anyhow!("record {}: {f}", f.seq))?;
            print!("{}", write(&game, title, &export.records, &entries));
            Ok(ExitCode::SUCCESS)
        }
        What::Read { text, log } => {
            let log = log.as_ref().map(|log| read(log)).transpose()?;
            let text = read(text)?;
            let judged = match log {
                Some(log) => held_against(&registry, &text, &log),
                None => play(&registry, &text),
            };
            match judged {
                Ok(said) => {
                    println!("{said}");
                    Ok(ExitCode::SUCCESS)
                }
                Err(wrong) => {
                    println!("{wrong}");
                    Ok(ExitCode::FAILURE)
                }
            }
        }
    }
}
