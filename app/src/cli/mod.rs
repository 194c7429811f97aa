//! The commands of the `fieldpost` binary.

mod accidents;
mod demo;
mod dice_key;
mod enter;
mod ingest;
mod judge;
mod lesson;
mod log;
mod notation;
mod outage;
mod referee;
mod rules_check;
mod serve;
mod simulate;
mod storage;
mod tries;
mod witness;

use crate::config::ServeArgs;
use clap::{Parser, Subcommand};
use std::process::ExitCode;

#[derive(Parser)]
#[command(
    name = "fieldpost",
    version,
    about = "Board wargames by correspondence: a referee that knows the rules, a log that nobody can rewrite, dice that nobody can load.",
    long_about = None,
    after_help = "Start with `fieldpost demo`. Every command explains itself: `fieldpost help referee`."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serve players: lobby, games, letters, API
    #[command(after_help = serve::EXAMPLES)]
    Serve(Box<ServeArgs>),
    /// Try it: two players, games begun and finished, sign-in with one click
    #[command(after_help = demo::EXAMPLES)]
    Demo(demo::DemoArgs),
    /// Take a letter that came in, as a mail server pipes it
    #[command(after_help = ingest::INGEST_EXAMPLES)]
    Ingest(ingest::IngestArgs),
    /// List the letters that came in, and what became of each
    #[command(after_help = ingest::INBOX_EXAMPLES)]
    Inbox(ingest::InboxArgs),
    /// Put orders to a ruleset and read what follows, as JSON lines
    #[command(after_help = referee::EXAMPLES)]
    Referee(referee::RefereeArgs),
    /// Play whole games between house players and count what came of it
    #[command(after_help = simulate::EXAMPLES)]
    Simulate(simulate::SimulateArgs),
    /// Check a log, or proofs and letters: chain, dice, every order against the rules, the register
    #[command(after_help = log::VERIFY_EXAMPLES)]
    Verify(log::VerifyArgs),
    /// Tell a log record by record, as JSON lines
    #[command(after_help = log::REPLAY_EXAMPLES)]
    Replay(log::ReplayArgs),
    /// Make a dice key, and the links that it gives, for a program that plays with sealed dice
    #[command(after_help = dice_key::EXAMPLES)]
    DiceKey(dice_key::DiceKeyArgs),
    /// Make a lesson of a log, with a sentence for each order
    #[command(after_help = lesson::EXAMPLES)]
    Lesson(lesson::LessonArgs),
    /// Write the log of a game from the database
    #[command(after_help = storage::EXPORT_EXAMPLES)]
    Export(storage::ExportArgs),
    /// Bring a log into the database, to be read and replayed
    #[command(after_help = storage::IMPORT_EXAMPLES)]
    Import(storage::ImportArgs),
    /// Enter a game that was played on a table, with the dice that fell there
    #[command(after_help = enter::EXAMPLES)]
    Enter(enter::EnterArgs),
    /// Count how far newcomers come: lessons and practice games opened, ordered in, finished
    #[command(after_help = tries::EXAMPLES)]
    Tries(tries::TriesArgs),
    /// Copy the database while the service runs, and check the copy
    #[command(after_help = storage::BACKUP_EXAMPLES)]
    Backup(storage::BackupArgs),
    /// Hold the running games of a database against the rules of this program
    #[command(after_help = rules_check::EXAMPLES)]
    RulesCheck(rules_check::RulesCheckArgs),
    /// Print a log as text in notation, or read such a text back
    #[command(after_help = notation::EXAMPLES)]
    Notation(notation::NotationArgs),
    /// Close a game with secrets without a result
    #[command(after_help = accidents::CLOSE_EXAMPLES)]
    Close(accidents::CloseArgs),
    /// Put back what the private logs of a game have lost, from a player's download
    #[command(after_help = accidents::HEAL_EXAMPLES)]
    Heal(accidents::HealArgs),
    /// Let the games with secrets go on after the database was restored from a copy
    #[command(after_help = accidents::RESTORED_EXAMPLES)]
    Restored(accidents::RestoredArgs),
    /// Vouch for the heads of other services' registers
    #[command(after_help = witness::EXAMPLES)]
    Witness(witness::WitnessArgs),
    /// Judge a disputed record, for everybody to read
    #[command(after_help = judge::EXAMPLES)]
    Judge(judge::JudgeArgs),
    /// Give back the time of a delay of the service, in every running game with a clock
    #[command(after_help = outage::EXAMPLES)]
    #[command(alias = "excuse")]
    Outage(outage::OutageArgs),
}

/// Runs the command of this process's arguments and says how it ended.
pub fn run() -> ExitCode {
    let outcome = match Cli::parse().command {
        Command::Serve(args) => serve::serve(&args),
        Command::Demo(args) => demo::run(&args),
        Command::Ingest(args) => Ok(ingest::ingest(&args, std::io::stdin().lock())),
        Command::Inbox(args) => ingest::inbox(&args),
        Command::Simulate(args) => simulate::run(&args),
        Command::Verify(args) => log::check(&args),
        Command::Replay(args) => log::replay(&args),
        Command::DiceKey(args) => dice_key::run(&args),
        Command::Lesson(args) => lesson::lesson(&args),
        Command::Export(args) => storage::export(&args),
        Command::Import(args) => storage::import(&args),
        Command::Notation(args) => notation::run(&args),
        Command::Enter(args) => enter::enter(&args),
        Command::Tries(args) => tries::tries(&args),
        Command::Backup(args) => storage::backup(&args),
        Command::RulesCheck(args) => rules_check::rules_check(&args),
        Command::Close(args) => accidents::close(&args),
        Command::Heal(args) => accidents::heal(&args),
        Command::Restored(args) => accidents::restored(&args),
        Command::Witness(args) => witness::run(&args),
        Command::Judge(args) => judge::judge(&args),
        Command::Outage(args) => outage::outage(&args),
        Command::Referee(args) => referee::referee(&args, std::io::stdin().lock(), std::io::stdout().lock()),
    };
    match outcome {
        Ok(code) => code,
        Err(error) => {
            eprintln!("fieldpost: {error:#}");
            ExitCode::from(2)
        }
    }
}
