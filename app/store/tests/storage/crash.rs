//! The process is killed while it writes: what it acknowledged is there, and every chain is whole.

use crate::common::*;
use fieldpost_store::{Appended, GameId, Hash32, Store};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// A folder of its own, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        let folder = std::env::temp_dir().join(format!("fieldpost-crash-{}", fieldpost_store::fresh_game_id()));
        std::fs::create_dir_all(folder.join("synced")).unwrap();
        Folder(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The example `append_until_killed`, which cargo builds beside the tests.
fn writer() -> PathBuf {
    let tests = std::env::current_exe().unwrap();
    let writer = tests.ancestors().nth(2).unwrap().join("examples/append_until_killed");
    assert!(writer.exists(), "build the examples first: cargo build -p fieldpost-store --examples");
    writer
}

/// What was acknowledged: for each game the last record's number and hash.
type Acknowledged = BTreeMap<GameId, (u64, Hash32)>;

/// Starts the writer, kills it after it has acknowledged `appends`, and answers with everything that it acknowledged.
fn write_and_kill(command: &mut Command, appends: usize) -> Acknowledged {
    let mut child: Child = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut acknowledged = Acknowledged::new();
    let mut note = |line: String| {
        let words: Vec<&str> = line.split(' ').collect();
        if let [game, seq, hash] = words[..]
            && let (Ok(game), Ok(seq), Ok(hash)) = (game.parse(), seq.parse(), hash.parse())
        {
            acknowledged.insert(game, (seq, hash));
        }
    };
    for _ in 0..appends {
        note(lines.next().expect("the writer goes on").unwrap());
    }
    child.kill().unwrap(); // SIGKILL
    child.wait().unwrap();
    // What it said before it died.
    lines.map_while(Result::ok).for_each(&mut note);
    acknowledged
}

async fn holds(path: &Path, acknowledged: &Acknowledged) {
    let store = Store::open(path).await.unwrap();
    store.check_chains().await.unwrap();
    for (game, (seq, hash)) in acknowledged {
        let records = store.records(*game, seq - 1).await.unwrap();
        assert_eq!(records.first().map(|r| (r.seq, r.hash)), Some((*seq, *hash)), "an acknowledged record is lost");
        // And the game goes on.
        let tip = store.game(*game).await.unwrap().unwrap().tip;
        assert!(matches!(store.append(append(*game, tip, &["{}"])).await, Ok(Appended::Stored(_))));
    }
}

#[tokio::test]
async fn killed_while_it_writes_it_loses_nothing_it_acknowledged() {
    for appends in [1, 30, 300] {
        let folder = Folder::new();
        let path = folder.0.join("fieldpost.db");
        let acknowledged = write_and_kill(Command::new(writer()).arg(&path), appends);
        holds(&path, &acknowledged).await;
    }
}

/// Compiles `tests/crash/synced.c`, which keeps only what was synced.
fn synced_library(folder: &Folder) -> PathBuf {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/crash/synced.c");
    let library = folder.0.join("synced.so");
    let compiled =
        Command::new("cc").args(["-shared", "-fPIC", "-O1", "-Wall", "-o"]).arg(&library).arg(source).status();
    assert!(compiled.is_ok_and(|status| status.success()), "the crash test needs a C compiler");
    library
}

#[tokio::test]
async fn after_a_power_cut_what_was_synced_holds_everything_acknowledged() {
    for appends in [1, 30, 300] {
        let folder = Folder::new();
        let library = synced_library(&folder);
        let synced = folder.0.join("synced");
        let mut command = Command::new(writer());
        command.arg(folder.0.join("fieldpost.db")).env("LD_PRELOAD", library).env("SYNCED", &synced);
        let acknowledged = write_and_kill(&mut command, appends);
        holds(&synced.join("fieldpost.db"), &acknowledged).await;
    }
}
