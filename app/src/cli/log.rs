//! `fieldpost verify` and `fieldpost replay`: what anybody can do with a log, off line.

use anyhow::{Context, Result, anyhow, bail, ensure};
use clap::Args;
use domain::log::{GameId, Hash32, import, import_as_far};
use domain::referee::{Against, Game, Seat, SeatId, Viewer, Witness, verify};
use domain_register::key::PublicKey;
use domain_register::receipt::Receipt;
use domain_register::witness::Request;
use fieldpost_inbox::Witnessed;
use fieldpost_verifier::proofs::{self, Evidence, Shown};
use serde::Serialize;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

pub(super) const VERIFY_EXAMPLES: &str =
    "Checks the hash chain, makes every die again from its links, decides every order again, and checks
standing orders, hand-overs and the result. Ends with 0 when the log is sound and with 1 when it is not;
then the first bad record is named, and why.

Sound means that nothing in the log contradicts the rest of it. That does not show where it comes from: whoever
makes the dice can write such a log, also from pieces of a real one. Every letter about a game carries the number of
its last record and the head of the log then. Give such letters as files (--letter, as often as you like) or heads
(--head), and the log must agree with each of them; then nothing up to the latest was rewritten since. Whether a
letter is itself what the server sent is for its DKIM signature to show, which is not checked here.

Letters about turns carry the proof that their record is in the register of the service. With the register's key, which stands on its page
/register, such proofs are checked with or without a log, each by itself and against one another: two that cannot be of one
history are a fork, and both are printed with the notes that the register has signed. --consistency takes what
/register/consistency/OLDER/NEWER gives, which shows that a later head goes on from an earlier one.

Examples:
  fieldpost verify game.jsonl
  fieldpost verify game.jsonl --letter turn-3.eml --letter turn-9.eml
  fieldpost verify game.jsonl --head 118:5f1c…e0
  fieldpost verify --letter mine.eml --letter theirs.eml --key fieldpost.example.org/register+0a1b2c3d+AZ…
  fieldpost verify --proof record-118.tlog-proof --key fieldpost.example.org/register+0a1b2c3d+AZ…";

pub(super) const REPLAY_EXAMPLES: &str =
    "Prints a JSON line for each record: its number, turn, seat, order, rolls and story; then the position. In a game with secrets that is not over,
it tells what everybody knows, and the position holds what the log does; with --seat, a player's own download tells what that seat knows.

Examples:
  fieldpost replay game.jsonl
  fieldpost replay game.jsonl --to 40 | tail -1
  fieldpost replay game.jsonl --seat Confederate";

/// The flags of `fieldpost verify`.
#[derive(Args)]
pub(super) struct VerifyArgs {
    /// The log, as the game's page or `export` gives it; - for standard input. It may be left out where there are proofs
    log: Option<PathBuf>,
    /// A head that the log must have, from a letter; with the number of its record before it, it must stand there
    #[arg(long, value_name = "[N:]HASH")]
    head: Vec<String>,
    /// A letter about the game, as a file of its raw text, whose head the log must have
    #[arg(long, value_name = "FILE.eml")]
    letter: Vec<PathBuf>,
    /// A proof of the register, as a file
    #[arg(long, value_name = "FILE")]
    proof: Vec<PathBuf>,
    /// The key of the register, or of a witness
    #[arg(long, value_name = "NAME+ID+KEY")]
    key: Vec<PublicKey>,
    /// A proof that one head of the register goes on from another, as a file
    #[arg(long, value_name = "FILE")]
    consistency: Vec<PathBuf>,
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
    /// See it as this seat does: its number, from 0, or its name
    #[arg(long, value_name = "SEAT")]
    seat: Option<String>,
}

pub(super) fn check(args: &VerifyArgs) -> Result<ExitCode> {
    let letters = args.letter.iter().map(|file| letter(file)).collect::<Result<Vec<_>>>()?;
    let requests = args.consistency.iter().map(|file| consistency(file)).collect::<Result<Vec<_>>>()?;
    let mut evidence: Vec<Evidence> = args.proof.iter().map(|file| proof(file)).collect::<Result<_>>()?;
    for letter in &letters {
        evidence.extend(
            proofs::of_letter(&letter.who, &letter.file.display().to_string(), &letter.said)
                .map_err(|why| anyhow!(why))?,
        );
    }
    let Some(log) = &args.log else {
        ensure!(
            args.head.is_empty() && args.length.is_none(),
            "--head and --length are held against a log: name its file"
        );
        ensure!(!evidence.is_empty(), "name a log, or letters or proofs of the register");
        for letter in &letters {
            ensure!(
                !letter.said.proofs.is_empty(),
                "{} has no proof with it, and there is no log",
                letter.file.display()
            );
        }
        ensure!(!args.key.is_empty(), "give the register's key with --key: without it a proof shows nothing");
        let found = proofs::judge(&evidence, &requests, &args.key, None);
        let sound = !found.iter().any(|f| f.fault);
        if args.json {
            println!("{}", serde_json::to_string(&Proven { sound, register: &found })?);
        } else {
            found.iter().for_each(|finding| println!("{finding}"));
        }
        return Ok(if sound { ExitCode::SUCCESS } else { ExitCode::FAILURE });
    };
    let text = read(log)?;
    // Which game the file says it is: letters name it by the end of its id.
    let records = import_as_far(&text).0.records;
    let game = records.first().map(|r| r.game);
    let mut witnesses = witnesses(args, &letters, &text, game)?;
    witnesses.extend(game.iter().flat_map(|game| proofs::signed_of(&evidence, &args.key, *game)));
    let against = Against { length: args.length, witnesses, ..Against::default() };
    let report = verify(&domain::rulesets::standard(), &text, &against);
    let found = proofs::judge(&evidence, &requests, &args.key, Some(&records));
    if args.json {
        println!(
            "{}",
            serde_json::to_string(&Judged { report: &report, meaning: report.meaning(), register: &found })?
        );
    } else {
        println!("{report}\n{}", report.meaning());
        found.iter().for_each(|finding| println!("{finding}"));
        if args.key.is_empty() && !evidence.is_empty() {
            println!("Give the register's key with --key, and its signature is checked too.");
        }
        for letter in &args.letter {
            println!(
                "Whether {} is what the server sent is for its DKIM signature to show; it was not checked.",
                letter.display()
            );
        }
    }
    let sound = report.sound && !found.iter().any(|f| f.fault);
    Ok(if sound { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

#[derive(Serialize)]
struct Judged<'a> {
    #[serde(flatten)]
    report: &'a domain::referee::Report,
    meaning: String,
    /// What the proofs of the register show.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    register: &'a [Shown],
}

/// The same without a log.
#[derive(Serialize)]
struct Proven<'a> {
    sound: bool,
    register: &'a [Shown],
}

/// A letter that was given as a file.
struct Given {
    file: PathBuf,
    who: String,
    said: Witnessed,
}

fn letter(file: &Path) -> Result<Given> {
    let raw = std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    let said = fieldpost_inbox::witness(&raw).with_context(|| format!("{} is no letter", file.display()))?;
    let who = match said.day.as_str() {
        "" => format!("your letter {}", file.display()),
        day => format!("your letter of {day}"),
    };
    Ok(Given { file: file.to_owned(), who, said })
}

/// The proof in a file.
fn proof(path: &Path) -> Result<Evidence> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let receipt = Receipt::read(&bytes).with_context(|| format!("{} is no proof", path.display()))?;
    Ok(Evidence { who: format!("the proof {}", path.display()), receipt, letter: None })
}

/// The proof in a file that one head goes on from another.
fn consistency(path: &Path) -> Result<Request> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    Request::read(&bytes).with_context(|| {
        format!("{} is no proof that a head goes on from another: what /register/consistency/OLDER/NEWER gives would be right", path.display())
    })
}

/// Every head that the log is to be held against.
fn witnesses(args: &VerifyArgs, letters: &[Given], text: &str, game: Option<GameId>) -> Result<Vec<Witness>> {
    let mut all = Vec::new();
    for given in &args.head {
        let (seq, hash) = match given.split_once(':') {
            Some((n, hash)) => (Some(n.parse().context("--head is N:HASH, with the number of a record")?), hash),
            None => (None, given.as_str()),
        };
        let head: Hash32 = hash.parse().context("--head is no hash")?;
        // A head without a number may stand anywhere; without a place, it is held against the end.
        let found = || import_as_far(text).0.records.iter().find(|r| r.hash == head).map(|r| r.seq);
        let seq = seq.or_else(found);
        let last = import_as_far(text).0.records.len() as u64 + 1;
        all.push(Witness { seq: seq.unwrap_or(last), head, who: "the head that you gave".to_owned() });
    }
    for letter in letters {
        let id = game.map(|g| g.to_string()).unwrap_or_default();
        let heads = letter.said.heads.iter();
        let (of_this, of_others): (Vec<_>, Vec<_>) = heads.partition(|h| id.ends_with(&h.game));
        if of_this.is_empty() {
            match of_others.first() {
                Some(other) => {
                    bail!("{} is about another game: its id ends with {}", letter.file.display(), other.game)
                }
                None => bail!("{} names no record and head: it is no letter about a turn", letter.file.display()),
            }
        }
        for named in of_this {
            all.push(Witness { seq: named.seq, head: named.head.parse()?, who: letter.who.clone() });
        }
    }
    Ok(all)
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
    let last = log.records.last().map_or(0, |r| r.seq);
    let records: Vec<_> = log.records.into_iter().take_while(|r| r.seq <= to).collect();
    let entries: Vec<_> = log.entries.into_iter().filter(|e| e.is_under(to) || to >= last).collect();
    let registry = domain::rulesets::standard();
    let game = Game::replay_with(&registry, &records, &entries).map_err(|f| anyhow!("record {}: {f}", f.seq))?;
    // Whoever holds the log may read all of it; what is sealed in it stays sealed.
    let viewer = match &args.seat {
        Some(named) => Viewer::Seat(seat_of(&game, named)?),
        None if game.result().is_some() => Viewer::Everyone,
        None => Viewer::Spectator,
    };
    let position = match args.seat.is_some() {
        true => game.known_to(viewer).position().canonical(),
        false => game.position().canonical(),
    };
    for entry in game.chronicle_with(&records, &entries, viewer).map_err(|f| anyhow!("record {}: {f}", f.seq))? {
        println!("{}", serde_json::to_string(&entry)?);
    }
    let name = |s| game.seat(s).map_or(String::new(), |s| s.name.clone());
    let last = Last {
        seq: game.len(),
        head: game.head(),
        turn: game.turn(),
        waiting: game.waiting_seats().into_iter().map(name).collect(),
        result: game.result().cloned(),
        position: serde_json::value::RawValue::from_string(position)?,
    };
    println!("{}", serde_json::to_string(&last)?);
    Ok(ExitCode::SUCCESS)
}

/// A seat by number or name.
fn seat_of(game: &Game, named: &str) -> Result<SeatId> {
    let same = |s: &&Seat| s.id.0.to_string() == named || s.name.to_lowercase() == named.to_lowercase();
    let names = || game.seats().iter().map(|s| format!("{} ({})", s.id.0, s.name)).collect::<Vec<_>>().join(", ");
    game.seats()
        .iter()
        .find(same)
        .map(|s| s.id)
        .ok_or_else(|| anyhow!("there is no seat {named}; there are {}", names()))
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
