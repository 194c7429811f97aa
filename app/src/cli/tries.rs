//! `fieldpost tries`: how far newcomers come.

use anyhow::{Result, ensure};
use clap::Args;
use fieldpost_store::{Store, Time, Tries};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

pub(super) const EXAMPLES: &str =
    "A try is a lesson that was opened, or a practice game. Rows are counted, and nothing else is known of who tried.
It can be run while the service runs, which notes once a minute how far practice games have come.

Examples:
  fieldpost tries
  fieldpost tries --days 7 --database /var/lib/fieldpost/fieldpost.db";

/// The flags of `fieldpost tries`.
#[derive(Args)]
pub(super) struct TriesArgs {
    /// Only those begun within so many days
    #[arg(long, default_value_t = 30, value_name = "N")]
    days: u32,
    /// The database file
    #[arg(long, env = "FIELDPOST_DATABASE", default_value = "fieldpost.db", value_name = "FILE")]
    database: PathBuf,
}

pub(super) fn tries(args: &TriesArgs) -> Result<ExitCode> {
    ensure!(args.database.exists(), "there is no database {}", args.database.display());
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
        let store = Store::open(&args.database).await?;
        let since = Time::now().before(Duration::from_secs(u64::from(args.days) * 24 * 3600));
        let tries = store.accounts().count_tries(since).await?;
        store.close().await;
        print!("{}", table(&tries));
        Ok(ExitCode::SUCCESS)
    })
}

/// The counts as a table of plain text.
fn table(tries: &[Tries]) -> String {
    let row = |what: &str, ruleset: &str, n: [String; 4]| {
        let [opened, ordered, finished, again] = n;
        format!("{what:<10}{ruleset:<20}{opened:>8}{ordered:>13}{finished:>10}{again:>12}\n")
    };
    let head = ["opened", "first order", "finished", "came again"].map(str::to_owned);
    let lines = tries
        .iter()
        .map(|t| row(&t.kind, &t.ruleset, [t.opened, t.ordered, t.finished, t.again].map(|n| n.to_string())));
    row("", "", head) + &lines.collect::<String>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_counts_stand_under_their_heads() {
        let tries = Tries {
            kind: "lesson".into(),
            ruleset: "some-ruleset".into(),
            opened: 12,
            ordered: 9,
            finished: 7,
            again: 3,
        };
        let text = table(&[tries]);
        let ends = |line: &str, word: &str| line.find(word).map(|at| at + word.len());
        let (head, line) = text.split_once('\n').unwrap();
        for (name, n) in [("opened", "12"), ("first order", "9"), ("finished", "7"), ("came again", "3")] {
            assert_eq!(ends(head, name), ends(line, n), "{text}");
        }
    }
}
