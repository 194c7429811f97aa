//! `fieldpost enter`: a game played on a table, from what players wrote down to a log or into a database.

use super::log::read;
use super::storage::block_on;
use crate::config::Config;
use crate::service::Service;
use anyhow::{Context, Result, anyhow, bail, ensure};
use clap::Args;
use domain::log::{GameId, Hash32, Millis, Record, export, import};
use domain::referee::{Game, Left, Registry, Transcript, Trial};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::SystemTime;

pub(super) const EXAMPLES: &str = "The file is plain text: headers, then a line for each order, with the dice that fell behind it.

  Game: gaines-mill
  Player Union: Ruth Hale
  Player Confederate: Tom Ames
  Umpire: Ruth Hale

  deploy                              # a remark
  Branch fire 1011 ! 3 1              # the faces in the order in which the rules roll them
  Union: Griffin fire 0811 ! 6 2      # an order of somebody else than the one to move
  Union resigns                       # or: draw agreed; or: final, once the rules say that it is over

The referee checks every order with its dice and names the first line that it does not take. The log says that its dice are
testimony, told by the umpire: nothing proves them.

With --log the file is held against the log that was written before: what stands there is kept, a line that was changed is
corrected, and what follows it is entered again. Lines that no longer hold are listed, and nothing is written, unless
--leave-out says that they are to be left out. A log that was made final is not corrected.

Ends with 0 when every line was taken, with 1 when one was not.

Examples:
  fieldpost enter game.txt --log game.jsonl
  fieldpost enter game.txt --log game.jsonl --leave-out
  fieldpost enter game.txt --database fieldpost.db --umpire me@example.org";

/// The flags of `fieldpost enter`.
#[derive(Args)]
pub(super) struct EnterArgs {
    /// What the players wrote down; - for standard input
    file: PathBuf,
    /// The log to write, or to go on with when it is there; standard output without it
    #[arg(long, value_name = "FILE", conflicts_with = "database")]
    log: Option<PathBuf>,
    /// The database to put the game into
    #[arg(long, value_name = "FILE")]
    database: Option<PathBuf>,
    /// The account in the database that is the game's umpire; made when there is none
    #[arg(long, value_name = "ADDRESS", default_value = "archive@localhost", requires = "database")]
    umpire: String,
    /// Leave out the lines that the referee does not take, and try those behind them
    #[arg(long, conflicts_with = "database")]
    leave_out: bool,
    /// Why something is corrected: stands in the log
    #[arg(long, value_name = "WORDS", default_value = "", conflicts_with = "database")]
    reason: String,
}

pub(super) fn enter(args: &EnterArgs) -> Result<ExitCode> {
    let registry = domain::rulesets::standard();
    let text = read(&args.file)?;
    let transcript = match Transcript::read(&registry, &text) {
        Ok(transcript) => transcript,
        Err(faults) => {
            faults.iter().for_each(|fault| eprintln!("{}: {fault}", args.file.display()));
            return Ok(ExitCode::FAILURE);
        }
    };
    match &args.database {
        Some(database) => into_database(args, &transcript, database),
        None => into_log(args, &registry, &transcript),
    }
}

fn into_log(args: &EnterArgs, registry: &Registry, transcript: &Transcript) -> Result<ExitCode> {
    let at = now()?;
    let before = args.log.as_deref().filter(|log| log.exists());
    let (game, mut records) = match before {
        Some(log) => stands(registry, transcript, log)?,
        None => {
            let mut id = [0; 16];
            getrandom::fill(&mut id).map_err(|e| anyhow!("no random numbers: {e}"))?;
            let begun = Game::testify_anew(registry, transcript.begins(GameId(id), at))?;
            (begun.game, begun.records)
        }
    };
    let leave_out = args.leave_out || before.is_some();
    let trial = game.bring_to(&records, 1, &transcript.lines, (&args.reason, at, leave_out))?;
    tell(args, &trial);
    if !trial.left.is_empty() && !args.leave_out {
        eprintln!("Nothing was written.");
        return Ok(ExitCode::FAILURE);
    }
    records.extend(trial.played.records.iter().cloned());
    let log = export(&records);
    match &args.log {
        Some(file) => std::fs::write(file, log).with_context(|| format!("cannot write {}", file.display()))?,
        None => print!("{log}"),
    }
    Ok(if trial.left.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// A log that was written before, of the same game as the text.
fn stands(registry: &Registry, transcript: &Transcript, log: &Path) -> Result<(Game, Vec<Record>)> {
    let records = import(&read(log)?).with_context(|| format!("{} is no log", log.display()))?.records;
    let game = Game::replay(registry, &records).map_err(|f| anyhow!("{}: record {}: {f}", log.display(), f.seq))?;
    let Some((umpire, played)) = game.umpire_of_testimony() else {
        bail!("{}: this game was played with dice of a service; nobody enters it", log.display());
    };
    // The headers are what the genesis says: another game is another log.
    let begun = Game::testify_anew(registry, transcript.begins(game.id(), game.genesis().at))?;
    let names = |game: &Game| -> Vec<Option<String>> {
        game.seats().iter().map(|s| s.player.as_ref().map(|p| p.name.clone())).collect()
    };
    let same = begun.game.genesis().ruleset == game.genesis().ruleset
        && begun.game.genesis().terms == game.genesis().terms
        && begun.game.umpire_of_testimony() == Some((umpire, played))
        && names(&begun.game) == names(&game);
    ensure!(
        same,
        "{}: its headers say another game, other players or another umpire than the text. They stand as they were entered: \
         begin another log",
        log.display()
    );
    Ok((game, records))
}

/// What became of the lines, on standard error: standard output may be the log.
fn tell(args: &EnterArgs, trial: &Trial) {
    let file = args.file.display();
    if let Some((back_to, orders)) = trial.back {
        let again = trial.taken.iter().filter(|f| f.was).count();
        eprintln!(
            "Corrected from record {back_to} on: {orders} orders are in force no more, {again} of them stand again."
        );
        for fate in trial.taken.iter().filter(|f| f.otherwise) {
            eprintln!("{file}: line {}: holds, but comes to something else than before: {}", fate.number, fate.text);
        }
    }
    for Left { number, text, why, was, .. } in &trial.left {
        let holds = if *was { "no longer holds" } else { "is not taken" };
        eprintln!("{file}: line {number} {holds}: {text}\n  {why}");
    }
    if trial.untried > 0 {
        eprintln!("{} lines behind it were not looked at.", trial.untried);
    }
    let game = &trial.played.game;
    let fresh = trial.taken.iter().filter(|f| !f.was).count();
    let over = match (game.result(), game.ended_by_rules()) {
        (Some(result), _) => format!("over: {}", result.level),
        (None, Some(level)) => format!("over by the rules ({level}), and not final yet"),
        (None, None) => "not over".to_owned(),
    };
    let head: Hash32 = game.head();
    eprintln!("{fresh} lines entered; {} records, {over}; head {head}.", game.len());
}

fn into_database(args: &EnterArgs, transcript: &Transcript, database: &Path) -> Result<ExitCode> {
    block_on(async {
        let mut config = Config::local(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)), Some(database.to_owned()));
        config.base_url = Some("http://localhost".to_owned());
        let service = Service::open(&config, "http://localhost".to_owned(), domain::rulesets::standard()).await?;
        let done = async {
            let umpire = args.umpire.parse().map_err(|_| anyhow!("--umpire is no mail address"))?;
            let account = service.store.accounts().get_or_new(umpire, fieldpost_store::Time::now()).await?;
            let entered = service.entering().begin(&account, transcript).await;
            entered.map_err(|trouble| match trouble.cause {
                Some(cause) => cause,
                None => anyhow!("{trouble}"),
            })
        };
        let done = done.await;
        service.store.close().await;
        let (game, entered) = done?;
        println!("{game}");
        for Left { number, text, why, .. } in &entered.left {
            eprintln!("{}: line {number} is not taken: {text}\n  {why}", args.file.display());
            eprintln!("What stands before it is in the database; the umpire goes on at /games/{game}/entry.");
        }
        Ok(if entered.left.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    })
}

fn now() -> Result<Millis> {
    let since =
        SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).context("the clock of this machine is before 1970")?;
    Ok(Millis(u64::try_from(since.as_millis())?))
}
