//! Resets connections to a `fieldpost` server while it carries out what they asked for, and counts the games that are stale afterwards.
//!
//! `resets N [BINARY]` starts the binary, by default the `fieldpost` beside this program, on a free port of this machine with a
//! temporary database, resets at least N connections spread over every route that adds to a log, prints one JSON object and stops it.
//! Ends by itself within ten minutes.

use fieldpost_tests::Resets;
use fieldpost_tests::resets::Scene;
use serde_json::json;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

/// The longest this may take.
const LIMIT: Duration = Duration::from_secs(540);

type Failure = Box<dyn std::error::Error>;

/// The server. Stopped and cleaned away when dropped.
struct Server {
    child: Child,
    folder: PathBuf,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _stopped = self.child.kill();
        let _reaped = self.child.wait();
        let _gone = std::fs::remove_dir_all(&self.folder);
    }
}

#[tokio::main]
async fn main() -> Result<ExitCode, Failure> {
    let wanted: u32 = std::env::args().nth(1).ok_or("how many resets?")?.parse()?;
    let binary = match std::env::args().nth(2) {
        Some(path) => PathBuf::from(path),
        None => std::env::current_exe()?.with_file_name("fieldpost"),
    };
    let folder = std::env::temp_dir().join(format!("fieldpost-resets-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let database = folder.join("fieldpost.db");
    let child = Command::new(binary)
        .args(["serve", "--leeway", "1000", "--bind", "127.0.0.1:0", "--bot-delay", "0", "--database"])
        .arg(&database)
        .env("RUST_LOG", "warn")
        .stdout(Stdio::piped())
        .spawn()?;
    let mut server = Server { child, folder };
    let mut line = String::new();
    BufReader::new(server.child.stdout.take().ok_or("no output")?).read_line(&mut line)?;
    let url = line.split_whitespace().last().ok_or("the server gave no address")?.to_owned();

    let began = Instant::now();
    let mut resets = Resets::open(&url, &database, 2_000).await;
    let mut scenes = Scene::ALL.iter().cycle();
    while resets.total().tried < wanted && began.elapsed() < LIMIT {
        resets.play(*scenes.next().ok_or("no scenes")?).await;
    }
    let total = resets.total();
    let wrong: Vec<&String> = resets.wrong.iter().take(20).collect();
    let report = json!({"seconds": began.elapsed().as_secs(), "total": total, "routes": resets.counts, "wrong": wrong});
    println!("{}", serde_json::to_string_pretty(&report)?);
    Ok(if total.stale == 0 && total.tried >= wanted { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
