//! `fieldpost rules-check`: what a release of the rules would do to the running games of a database, before it is installed.

use super::storage::block_on;
use crate::service::revisions::Foretold;
use anyhow::{Result, ensure};
use clap::Args;
use fieldpost_store::Store;
use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

pub(super) const EXAMPLES: &str = "Every running game is held against the rules of this program: each of its orders is decided again. Nothing is moved.
The file is opened as the service opens it, which brings an older one up to date: give it a copy.

Examples:
  fieldpost backup copy.db                    with the program that serves now
  fieldpost rules-check copy.db               with the one to be installed";

/// The flags of `fieldpost rules-check`.
#[derive(Args)]
pub(super) struct RulesCheckArgs {
    /// A copy of the database
    database: PathBuf,
}

pub(super) fn rules_check(args: &RulesCheckArgs) -> Result<ExitCode> {
    ensure!(args.database.is_file(), "there is no database {}", args.database.display());
    let registry = domain::rulesets::standard();
    let (mut there, mut moves, mut asks, mut stranded) = (0, 0, 0, 0);
    block_on(async {
        let store = Store::open(&args.database).await?;
        let games = store.games().going().await?;
        let mut bar = Bar::new(games.len());
        let mut said = Vec::new();
        for id in games {
            match Foretold::of(&store, &registry, id).await? {
                // Brought in from elsewhere: only read.
                None => {}
                Some(Foretold::There) => there += 1,
                Some(Foretold::Moves) => moves += 1,
                Some(Foretold::Asks(differs)) => {
                    asks += 1;
                    said.push(match differs.len() {
                        0 => format!(
                            "{id}: nothing differs that all could see; it has secrets, so its players are asked"
                        ),
                        1 => format!("{id}: 1 order differs"),
                        many => format!("{id}: {many} orders differ"),
                    });
                    said.extend(differs.iter().map(|d| {
                        let now = match &d.now {
                            Ok(lines) => lines.iter().map(|l| l.text.as_str()).collect::<Vec<_>>().join(" "),
                            Err(refused) => format!("refused: {refused}"),
                        };
                        format!("  record {}, {}: {now}", d.seq, d.order)
                    }));
                }
                Some(Foretold::Stranded(why)) => {
                    stranded += 1;
                    said.push(format!("{id}: stranded: {why}"));
                }
            }
            bar.step();
        }
        bar.end();
        store.close().await;
        said.iter().for_each(|line| println!("{line}"));
        Ok(())
    })?;
    println!(
        "{} games: {there} are played by these rules, {moves} move up by themselves, the players of {asks} are asked, {stranded} stranded",
        there + moves + asks + stranded
    );
    Ok(if stranded == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// How far it has come, on a terminal.
struct Bar {
    of: usize,
    done: usize,
    shown: bool,
}

impl Bar {
    const WIDTH: usize = 40;

    fn new(of: usize) -> Self {
        Bar { of, done: 0, shown: std::io::stderr().is_terminal() }
    }

    fn step(&mut self) {
        self.done += 1;
        if self.shown {
            let full = Self::WIDTH * self.done / self.of.max(1);
            eprint!("\r[{:<width$}] {} of {} games", "#".repeat(full), self.done, self.of, width = Self::WIDTH);
            // A bar that cannot be drawn is no reason to stop.
            let _ = std::io::stderr().flush();
        }
    }

    fn end(&self) {
        if self.shown {
            eprintln!();
        }
    }
}
