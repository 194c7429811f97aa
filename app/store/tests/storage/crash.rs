//! The process is killed while it writes, the power is cut, the disk is full: what it acknowledged is there, once, every chain is whole, and
//! writing goes on.
//!
//! Each test prints how often it tried, how many appends were acknowledged, and how many of those were lost or stood twice in a log. How
//! often is for a minute's worth; `FIELDPOST_CRASHES=N` asks for N kills and N power cuts of each sort, and for a full disk at every
//! write: `FIELDPOST_CRASHES=200 cargo test --release -p fieldpost-store --test storage crash -- --nocapture --test-threads 1`.

use crate::common::*;
use fieldpost_store::{Appended, GameId, Hash32, Store, StoreError};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Read};
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

    fn database(&self) -> PathBuf {
        self.0.join("fieldpost.db")
    }

    fn synced(&self) -> PathBuf {
        self.0.join("synced")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// How often each crash is tried: the number asked for, or enough for every day.
fn times(every_day: u64) -> u64 {
    std::env::var("FIELDPOST_CRASHES").ok().and_then(|n| n.parse().ok()).unwrap_or(every_day)
}

/// Numbers that look random, the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: u64) -> u64 {
        // Numerical Recipes' linear congruential generator; the low bits are left out.
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }
}

/// The example `append_until_killed`, which cargo builds beside the tests.
fn writer() -> Command {
    let tests = std::env::current_exe().unwrap();
    let writer = tests.ancestors().nth(2).unwrap().join("examples/append_until_killed");
    assert!(writer.exists(), "build the examples first: cargo build -p fieldpost-store --examples");
    let mut command = Command::new(writer);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Compiles `tests/crash/disk.c`, the disk that forgets and that fills up.
fn disk(folder: &Folder) -> PathBuf {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/crash/disk.c");
    let library = folder.0.join("disk.so");
    let compiled =
        Command::new("cc").args(["-shared", "-fPIC", "-O1", "-Wall", "-o"]).arg(&library).arg(source).status();
    assert!(compiled.is_ok_and(|status| status.success()), "the crash tests need a C compiler");
    library
}

/// What the writer acknowledged, and what is found of it.
#[derive(Default)]
struct Book {
    tried: u64,
    recorded: u64,
    lost: u64,
    doubled: u64,
    /// Private entries found again, over all times it was looked.
    entries: u64,
    /// The heads of the register that were signed: size and root.
    heads: BTreeMap<u64, Hash32>,
    /// For each game the last record's number and hash, and how many private entries there are.
    ends: BTreeMap<GameId, (u64, Hash32, u64)>,
}

impl Book {
    fn note(&mut self, line: &str) {
        let words: Vec<&str> = line.split(' ').collect();
        if let [game, seq, hash, entries] = words[..]
            && let (Ok(game), Ok(seq), Ok(hash), Ok(entries)) =
                (game.parse(), seq.parse(), hash.parse(), entries.parse())
        {
            self.recorded += 1;
            self.ends.insert(game, (seq, hash, entries));
        } else if let ["head", size, root] = words[..]
            && let (Ok(size), Ok(root)) = (size.parse(), root.parse())
        {
            let before = self.heads.insert(size, root);
            assert!(before.is_none_or(|before| before == root), "two heads of size {size}");
        }
    }

    /// Starts the writer, kills it after it has acknowledged `appends`, and notes everything that it acknowledged.
    fn write_and_kill(&mut self, command: &mut Command, appends: u64) {
        let mut child: Child = command.spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let enough = self.recorded + appends;
        while self.recorded < enough {
            self.note(&lines.next().expect("the writer goes on").unwrap());
        }
        child.kill().unwrap(); // SIGKILL
        child.wait().unwrap();
        // What it said before it died.
        lines.map_while(Result::ok).for_each(|line| self.note(&line));
        self.tried += 1;
    }

    /// Looks for everything in the file. What was acknowledged is a whole chain up to its end, and no request stands there twice.
    async fn look(&mut self, path: &Path) {
        let store = match Store::open(path).await {
            Ok(store) => store,
            // Nothing was acknowledged before the file was there.
            Err(StoreError::Sql(_)) if self.ends.is_empty() => return,
            Err(error) => panic!("{error:?}"),
        };
        // The chains, and that the register is the tree over exactly these records.
        let chains = store.logs().check_chains().await.unwrap();
        assert_eq!(chains.leaves, chains.records);
        if let Some((size, _)) = self.heads.last_key_value() {
            let key = |_: &str| Some("a key".to_owned());
            let name = store.register().open(None, "here/register".into(), key, NOON).await.unwrap();
            assert!(*size <= chains.leaves, "a head was signed over {size} leaves, and {} are there", chains.leaves);
            for (size, root) in &self.heads {
                let kept = store.register().head(&name, *size).await.unwrap().map(|head| head.root);
                self.lost += u64::from(kept != Some(*root));
            }
        }
        for (game, (seq, hash, entries)) in &self.ends {
            let records = store.logs().records(*game, 0).await.unwrap();
            let there = usize::try_from(*seq).ok().and_then(|n| records.get(n - 1));
            self.lost += u64::from(there.map(|r| (r.seq, r.hash)) != Some((*seq, *hash)));
            let bodies: BTreeSet<&str> = records.iter().map(|r| r.body.as_str()).collect();
            self.doubled += (records.len() - bodies.len()) as u64;
            let private = store.logs().entries(*game, 0).await.unwrap();
            self.lost += entries.saturating_sub(private.len() as u64);
            let bodies: BTreeSet<_> = private.iter().map(|e| (e.audience, e.body.as_str())).collect();
            self.doubled += (private.len() - bodies.len()) as u64;
            // The row says what the log says, and the game goes on.
            let tip = store.games().get(*game).await.unwrap().unwrap().tip;
            assert_eq!(Some((tip.length, tip.head)), records.last().map(|r| (r.seq, r.hash)));
            assert_eq!(tip.entries, private.len() as u64);
        }
        self.entries += self.ends.values().map(|(.., entries)| entries).sum::<u64>();
        if let Some(game) = self.ends.keys().next() {
            let tip = store.games().get(*game).await.unwrap().unwrap().tip;
            let body = format!("{{\"seq\":{}}}", tip.length + 1);
            assert!(matches!(store.logs().append(append(*game, tip, &[&body])).await, Ok(Appended::Stored(_))));
        }
        store.close().await;
    }

    fn close(self, what: &str) {
        let Book { tried, recorded, lost, doubled, entries, heads, .. } = self;
        println!(
            "{what}: tried {tried}, recorded {recorded}, lost {lost}, doubled {doubled}, {entries} private entries found, {} heads",
            heads.len()
        );
        assert!(recorded > 0 && entries > 0 && !heads.is_empty());
        assert_eq!((lost, doubled), (0, 0));
    }
}

/// A few, some or many appends.
fn appends(dice: &mut Dice) -> u64 {
    let most = [3, 30, 300][usize::try_from(dice.below(3)).unwrap_or(0)];
    1 + dice.below(most)
}

#[tokio::test]
async fn killed_while_it_writes_it_loses_nothing_it_acknowledged() {
    let (mut book, mut dice, folder) = (Book::default(), Dice(1), Folder::new());
    for _ in 0..times(12) {
        // Into the same file each time, as a server that is started again.
        book.write_and_kill(writer().arg(folder.database()), appends(&mut dice));
        book.look(&folder.database()).await;
    }
    book.close("killed");
}

/// What a disk may hold after a power cut: each file as it was synced, with `part` of what was written since.
fn cut(folder: &Folder, to: &Path, mut part: impl FnMut() -> bool) {
    std::fs::create_dir_all(to).unwrap();
    for name in ["fieldpost.db", "fieldpost.db-wal"] {
        let synced = std::fs::read(folder.synced().join(name)).ok();
        let mut bytes = synced.clone().unwrap_or_default();
        let mut since = Vec::new();
        if let Ok(mut file) = std::fs::File::open(folder.synced().join(format!("{name}.since"))) {
            file.read_to_end(&mut since).unwrap();
        }
        let mut rest = &since[..];
        while rest.len() >= 16 {
            let number = |at: usize| i64::from_ne_bytes(rest[at..at + 8].try_into().unwrap());
            let (at, length) = (usize::try_from(number(0)).unwrap(), number(8));
            rest = &rest[16..];
            let Ok(length) = usize::try_from(length) else {
                if part() {
                    bytes.resize(at, 0);
                }
                continue;
            };
            // The writer was killed in the middle of its note.
            let Some(written) = rest.get(..length) else { break };
            // A disk writes whole sectors, in any order.
            for (n, sector) in written.chunks(512).enumerate() {
                if part() {
                    let at = at + n * 512;
                    bytes.resize(bytes.len().max(at + sector.len()), 0);
                    bytes[at..at + sector.len()].copy_from_slice(sector);
                }
            }
            rest = &rest[length..];
        }
        if synced.is_some() || !bytes.is_empty() {
            std::fs::write(to.join(name), bytes).unwrap();
        }
    }
}

/// Cuts the power, and goes on with what the disk holds then.
async fn power_cuts(what: &str, mut part: impl FnMut(&mut Dice) -> bool) {
    let (mut book, mut dice) = (Book::default(), Dice(2));
    let mut folder = Folder::new();
    for _ in 0..times(6) {
        let library = disk(&folder);
        let mut command = writer();
        command.arg(folder.database()).env("LD_PRELOAD", library).env("SYNCED", folder.synced());
        let appends = appends(&mut dice);
        book.write_and_kill(&mut command, appends);
        let next = Folder::new();
        cut(&folder, &next.0, || part(&mut dice));
        book.look(&next.database()).await;
        // The files as they are now are on the disk.
        std::fs::copy(next.database(), next.synced().join("fieldpost.db")).unwrap();
        folder = next;
    }
    book.close(what);
}

#[tokio::test]
async fn after_a_power_cut_that_forgets_what_was_not_synced_nothing_acknowledged_is_lost() {
    power_cuts("power cut, unsynced writes lost", |_| false).await;
}

#[tokio::test]
async fn after_a_power_cut_that_tears_what_was_not_synced_nothing_acknowledged_is_lost() {
    power_cuts("power cut, unsynced writes torn", |dice| dice.below(2) == 0).await;
}

#[tokio::test]
async fn a_disk_that_is_full_at_any_write_loses_nothing_and_writing_goes_on_by_itself() {
    let long = std::env::var_os("FIELDPOST_CRASHES").is_some();
    let mut refused = 0;
    let mut book = Book::default();
    let mut at = 1;
    loop {
        let folder = Folder::new();
        // The file is there: what is tried is a running service, not its first start.
        Store::open(folder.database()).await.unwrap().close().await;
        let mut command = writer();
        command.arg(folder.database()).arg("5").env("LD_PRELOAD", disk(&folder));
        let child = command.env("FULL_AT", at.to_string()).env("FULL_FOR", (1 + at % 3).to_string()).spawn().unwrap();
        // It ends by itself, in the same process: whatever was refused has been carried out since.
        let said = tokio::task::spawn_blocking(|| child.wait_with_output().unwrap()).await.unwrap();
        let errors = String::from_utf8_lossy(&said.stderr);
        assert!(said.status.success(), "write {at}: {errors}");
        let failed = errors.lines().filter(|line| line.starts_with("refused")).count() as u64;
        let before = book.recorded;
        book.ends.clear();
        book.heads.clear();
        String::from_utf8_lossy(&said.stdout).lines().for_each(|line| book.note(line));
        assert_eq!(book.recorded - before, 20, "write {at}: {errors}");
        book.tried += 1;
        refused += failed;
        book.look(&folder.database()).await;
        if failed == 0 && at > 20 {
            break; // The run has fewer writes than that.
        }
        at += if long { 1 } else { 1 + at / 4 };
    }
    println!("disk full: {refused} writes were refused, at writes up to number {at}");
    assert!(refused > 0);
    book.close("disk full");
}
