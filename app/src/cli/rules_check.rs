//! `fieldpost rules-check`: what a release of the rules would do to the running games of a database, before it is installed.

use super::storage::block_on;
use anyhow::{Result, ensure};
use clap::Args;
use domain::dice::GameKeys;
use domain::referee::{Differing, Game, Registry};
use fieldpost_store::{GameId, Store};
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

/// What the rules of this program make of a running game.
enum Found {
    /// It is played by them already.
    There,
    /// Nothing differs: it moves up by itself.
    Moves,
    /// These orders are decided otherwise, or it has secrets: its players are shown it.
    Asks(Vec<Differing>),
    /// It cannot be played on, and why.
    Stranded(String),
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
            match check(&store, &registry, id).await? {
                // Brought in from elsewhere: only read.
                None => {}
                Some(Found::There) => there += 1,
                Some(Found::Moves) => moves += 1,
                Some(Found::Asks(differs)) => {
                    asks += 1;
                    said.push(format!("{id}: {} orders differ", differs.len()));
                    said.extend(differs.iter().map(|d| {
                        let now = match &d.now {
                            Ok(lines) => lines.iter().map(|l| l.text.as_str()).collect::<Vec<_>>().join(" "),
                            Err(refused) => format!("refused: {refused}"),
                        };
                        format!("  record {}, {}: {now}", d.seq, d.order)
                    }));
                }
                Some(Found::Stranded(why)) => {
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

async fn check(store: &Store, registry: &Registry, id: GameId) -> Result<Option<Found>> {
    let Some(secret) = store.logs().game_secret(id).await? else { return Ok(None) };
    let records = store.logs().records(id, 0).await?;
    let game = match Game::replay(registry, &records) {
        Ok(game) => game,
        Err(fault) => return Ok(Some(Found::Stranded(format!("record {}: {fault}", fault.seq)))),
    };
    if game.playable().is_ok() {
        return Ok(Some(Found::There));
    }
    let keys = GameKeys::derive(secret, id);
    let differs = match game.differing(&records, &[], &keys) {
        Ok(differs) => differs,
        Err(fault) => return Ok(Some(Found::Stranded(format!("record {}: {fault}", fault.seq)))),
    };
    let now = fieldpost_store::Time::now();
    Ok(Some(match game.revise(&differs, now.into(), &keys) {
        Ok(Some(played)) if played.game.release() == game.release() => Found::Asks(differs),
        Ok(_) => Found::Moves,
        Err(error) => Found::Stranded(error.to_string()),
    }))
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
