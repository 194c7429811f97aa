//! What the files are, and what they show together.

use crate::proofs::{Evidence, Shown, judge, of_letter, signed_of};
use domain::log::{GameId, Record, import_as_far};
use domain::referee::{Against, Report, Witness, verify};
use domain_register::key::PublicKey;
use domain_register::receipt::Receipt;
use domain_register::witness::Request;
use fieldpost_inbox::{Named, Witnessed, witness};
use serde::Serialize;

/// The longest file that is looked at, in bytes: some forty times the longest log of the tests.
const LONGEST: usize = 64 << 20;

/// A file that somebody has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// What it is called.
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// What all files together show.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Examined {
    /// In a word.
    pub verdict: Verdict,
    /// In a sentence.
    pub headline: String,
    /// Of each file, in the order in which they were given.
    pub files: Vec<Finding>,
    /// What the proofs of the register among them show, by themselves and together.
    pub register: Vec<Shown>,
}

/// What the files come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// At least one log, each sound, and every letter about them agrees, or every record that a register has signed.
    Agrees,
    /// At least one log, each sound; nothing from elsewhere to hold them against.
    Sound,
    /// Logs that are sound, and letters or proofs of other games, which show nothing about them.
    Strangers,
    /// Something contradicts something else.
    Bad,
    /// There is nothing here that could be judged.
    Nothing,
}

/// What one file shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The file's name.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// Whether it holds; nothing where that cannot be said.
    pub holds: Option<bool>,
    /// What there is to say of it, a sentence each.
    pub says: Vec<String>,
    /// Of a log, the whole report.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub report: Option<Report>,
}

/// What a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// The log of a game, as its page gives it.
    Log,
    /// A letter about a game, as its raw text.
    Letter,
    /// A proof that a record is in a register.
    Proof,
    /// A proof that a later head of a register goes on from an earlier one.
    Consistency,
    /// The key of a register, or of a witness.
    Key,
    /// None of these.
    Unknown,
}

/// A file that has been read.
enum Read {
    Log { text: String, records: Vec<Record> },
    Letter(Witnessed),
    Proof(Receipt),
    Consistency(Request),
    Key(PublicKey),
    Other(&'static str),
}

/// Examines files together: each log by itself, against the letters about its game, and against other logs and letters of it.
pub fn examine(given: &[Given]) -> Examined {
    let read: Vec<(&str, Read)> = given.iter().map(|file| (file.name.as_str(), read(&file.bytes))).collect();
    let gathered = Gathered::of(&read);
    let mut files: Vec<Finding> = read.iter().map(|(name, one)| of_one(name, one, &read, &gathered)).collect();
    for (at, why) in &gathered.unreadable {
        files[*at].holds = Some(false);
        files[*at].says.push(format!("Wrong: {why}."));
    }
    for (at, (_, one)) in read.iter().enumerate() {
        for (before, (name, other)) in read.iter().enumerate().take(at) {
            for fork in forks(one, other) {
                for (which, with) in [(at, *name), (before, read[at].0)] {
                    files[which].holds = Some(false);
                    files[which].says.push(format!("It and {with} cannot both be true: {fork}"));
                }
            }
        }
    }
    let register = register(&read, &gathered);
    let strangers: Vec<&str> = strangers(&read).into_iter().map(|at| read[at].0).collect();
    let (verdict, headline) = headline(&files, &register, &strangers);
    Examined { verdict, headline, files, register }
}

/// What there is of a register among the files.
struct Gathered {
    evidence: Vec<Evidence>,
    requests: Vec<Request>,
    keys: Vec<PublicKey>,
    /// Letters whose proofs cannot be read, by their place, and why.
    unreadable: Vec<(usize, String)>,
}

impl Gathered {
    fn of(read: &[(&str, Read)]) -> Gathered {
        let mut all = Gathered { evidence: Vec::new(), requests: Vec::new(), keys: Vec::new(), unreadable: Vec::new() };
        for (at, (name, one)) in read.iter().enumerate() {
            match one {
                Read::Proof(receipt) => {
                    let who = format!("the proof {name}");
                    all.evidence.push(Evidence { who, receipt: receipt.clone(), letter: None });
                }
                Read::Letter(letter) => match of_letter(&who(name, letter), name, letter) {
                    Ok(with) => all.evidence.extend(with),
                    Err(why) => all.unreadable.push((at, why)),
                },
                Read::Consistency(request) => all.requests.push(request.clone()),
                Read::Key(key) => all.keys.push(key.clone()),
                Read::Log { .. } | Read::Other(_) => {}
            }
        }
        all
    }
}

/// The letters and proofs, by their places, of games whose logs are not here, where there are logs.
fn strangers(read: &[(&str, Read)]) -> Vec<usize> {
    let games: Vec<GameId> = read.iter().filter_map(|(_, one)| game_of(one)).collect();
    if games.is_empty() {
        return Vec::new();
    }
    let is_one = |one: &Read| match one {
        Read::Letter(letter) => !letter.heads.iter().any(|head| read.iter().any(|(_, other)| is_of(head, other))),
        Read::Proof(receipt) => !games.iter().any(|game| game.0 == receipt.subject.game),
        Read::Log { .. } | Read::Consistency(_) | Read::Key(_) | Read::Other(_) => false,
    };
    read.iter().enumerate().filter(|(_, (_, one))| is_one(one)).map(|(at, _)| at).collect()
}

/// The game of a log.
fn game_of(one: &Read) -> Option<GameId> {
    match one {
        Read::Log { records, .. } => records.first().map(|record| record.game),
        _ => None,
    }
}

/// What the proofs show, and what speaks against one of them.
fn register(read: &[(&str, Read)], gathered: &Gathered) -> Vec<Shown> {
    let Gathered { evidence, requests, keys, .. } = gathered;
    let mut found = Vec::new();
    // A proof is held against the log of its own game; one of a game whose log is not here stands by itself.
    for (_, one) in read {
        let Read::Log { records, .. } = one else { continue };
        let Some(game) = records.first().map(|record| record.game) else { continue };
        let of_this = |e: &Evidence| e.receipt.subject.game == game.0;
        let these: Vec<Evidence> = evidence.iter().filter(|e| of_this(e)).cloned().collect();
        found.extend(judge(&these, &[], keys, Some(records)).into_iter().filter(|shown| shown.fault));
    }
    found.extend(judge(evidence, requests, keys, None));
    let mut once: Vec<Shown> = Vec::new();
    found.into_iter().for_each(|shown| {
        if !once.contains(&shown) {
            once.push(shown);
        }
    });
    once
}

/// The names of files as a sentence lists them.
fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

fn headline(files: &[Finding], register: &[Shown], strangers: &[&str]) -> (Verdict, String) {
    let bad: Vec<&str> = files.iter().filter(|f| f.holds == Some(false)).map(|f| f.name.as_str()).collect();
    let logs: Vec<&Report> = files.iter().filter_map(|f| f.report.as_ref()).collect();
    let (subject, are) = if logs.len() == 1 { ("The log", "is") } else { ("The logs", "are") };
    if !bad.is_empty() {
        return (Verdict::Bad, format!("Something is wrong with {}.", listed(&bad)));
    }
    if register.iter().any(|shown| shown.fault) {
        return (Verdict::Bad, "What the proofs of the register show does not go together.".to_owned());
    }
    let keys = files.iter().any(|f| f.kind == Kind::Key);
    match (logs.as_slice(), register) {
        ([], []) => return (Verdict::Nothing, "There is no log here that could be checked, and no proof.".to_owned()),
        ([], _) if keys => return (Verdict::Agrees, "The register has signed what these proofs say.".to_owned()),
        ([], _) => {
            return (
                Verdict::Nothing,
                "Give the key of the register too: without it a proof shows nothing.".to_owned(),
            );
        }
        _ => {}
    }
    let apart = match (strangers, logs.len()) {
        ([], _) => String::new(),
        (_, 1) => format!(
            " {} {} of another game than the log: {} nothing about it.",
            listed(strangers),
            if strangers.len() == 1 { "is" } else { "are" },
            if strangers.len() == 1 { "it shows" } else { "they show" },
        ),
        _ => format!(" The log that {} would be held against is not among these files.", listed(strangers)),
    };
    if logs.iter().all(|report| !report.agrees_with.is_empty()) {
        let letters = files.iter().any(|f| f.kind == Kind::Letter && !strangers.contains(&f.name.as_str()));
        let by = if letters { "your letters agree" } else { "the register has signed what the proofs say of it" };
        return (Verdict::Agrees, format!("{subject} {are} sound, and {by}.{apart}"));
    }
    let comes = if logs.len() == 1 { "it comes" } else { "each of them comes" };
    if !strangers.is_empty() {
        return (Verdict::Strangers, format!("{subject} {are} sound, and these files do not belong together.{apart}"));
    }
    if files.iter().any(|f| f.kind == Kind::Proof) && !keys {
        let first = format!("{subject} {are} sound. Give the key of the register too");
        return (Verdict::Sound, format!("{first}: without it a proof does not show where {comes} from."));
    }
    (Verdict::Sound, format!("{subject} {are} sound. No letter and no proof was given that shows where {comes} from."))
}

fn read(bytes: &[u8]) -> Read {
    if bytes.is_empty() {
        return Read::Other("It is empty.");
    }
    if bytes.len() > LONGEST {
        return Read::Other("It is longer than 64 MiB, and was not read.");
    }
    let text = std::str::from_utf8(bytes).ok();
    if let Some(text) = text.filter(|text| text.starts_with('{')) {
        let (export, _) = import_as_far(text);
        return Read::Log { text: text.to_owned(), records: export.records };
    }
    if let Ok(receipt) = Receipt::read(bytes) {
        return Read::Proof(receipt);
    }
    if let Ok(request) = Request::read(bytes) {
        return Read::Consistency(request);
    }
    if let Some(key) = text.and_then(|text| text.trim().parse().ok()) {
        return Read::Key(key);
    }
    match witness(bytes) {
        Some(letter) if !letter.heads.is_empty() => Read::Letter(letter),
        _ => Read::Other(
            "It is neither the log of a game, as the game's page gives it, nor a letter about one as its raw text (in most mail programs: save as, or show source), nor a proof or a key of a register.",
        ),
    }
}

fn of_one(name: &str, one: &Read, all: &[(&str, Read)], gathered: &Gathered) -> Finding {
    let finding = |kind, holds, says| Finding { name: name.to_owned(), kind, holds, says, report: None };
    match one {
        Read::Other(why) => finding(Kind::Unknown, None, vec![(*why).to_owned()]),
        Read::Log { text, records } => {
            let game = records.first().map(|record| record.game);
            let mut witnesses: Vec<Witness> =
                all.iter().flat_map(|(name, other)| witnesses(name, other, game)).collect();
            witnesses.extend(game.iter().flat_map(|game| signed_of(&gathered.evidence, &gathered.keys, *game)));
            let report = verify(&domain::rulesets::standard(), text, &Against { witnesses, ..Against::default() });
            let says = vec![report.to_string(), report.meaning()];
            Finding { report: Some(report), ..finding(Kind::Log, None, says) }.judged()
        }
        Read::Proof(receipt) => {
            let about = &receipt.subject;
            let game: String = about.game.iter().map(|byte| format!("{byte:02x}")).collect();
            let mut says = vec![format!("It is of record {} of game {game}.", about.number)];
            let logs: Vec<String> =
                all.iter().filter_map(|(log, other)| Some(format!("{log} (game {})", game_of(other)?))).collect();
            if !logs.is_empty() && !all.iter().any(|(_, other)| game_of(other).is_some_and(|g| g.0 == about.game)) {
                let logs: Vec<&str> = logs.iter().map(String::as_str).collect();
                says.push(format!("That is another game than {}: they do not belong together.", listed(&logs)));
            }
            finding(Kind::Proof, None, says)
        }
        Read::Consistency(request) => {
            let (newer, origin) = (request.checkpoint.head().size, &request.checkpoint.head().origin);
            let of = format!("It is of the heads over {} and {newer} of the register {origin}.", request.old);
            finding(Kind::Consistency, None, vec![of])
        }
        Read::Key(key) => finding(Kind::Key, None, vec![format!("The key of {}.", key.name())]),
        Read::Letter(letter) => {
            let mut says: Vec<String> = letter
                .heads
                .iter()
                .map(|head| format!("It names record {} with the head {}.", head.seq, head.head))
                .collect();
            let has_log = all.iter().any(|(_, other)| letter.heads.iter().any(|head| is_of(head, other)));
            if !has_log {
                says.push("The log of that game is not among these files.".to_owned());
            }
            says.push(
                "Whether it is what the server sent is for its DKIM signature to show, which is not checked here."
                    .to_owned(),
            );
            finding(Kind::Letter, None, says)
        }
    }
}

impl Finding {
    /// With what its report says taken over.
    fn judged(mut self) -> Finding {
        self.holds = self.report.as_ref().map(|report| report.sound);
        self
    }
}

/// Whether a letter's head is of a log's game: the letter names the game by the end of its id, or not at all.
fn is_of(head: &Named, other: &Read) -> bool {
    matches!(other, Read::Log { records, .. } if records.first().is_some_and(|r| r.game.to_string().ends_with(&head.game)))
}

/// A letter within a sentence.
fn who(name: &str, letter: &Witnessed) -> String {
    match letter.day.as_str() {
        "" => format!("your letter {name}"),
        day => format!("your letter of {day} ({name})"),
    }
}

/// What a letter bears witness to about a game.
fn witnesses(name: &str, letter: &Read, game: Option<GameId>) -> Vec<Witness> {
    let (Read::Letter(letter), Some(game)) = (letter, game) else { return Vec::new() };
    let who = who(name, letter);
    let of_this = letter.heads.iter().filter(|head| game.to_string().ends_with(&head.game));
    let read = |head: &Named| Some(Witness { seq: head.seq, head: head.head.parse().ok()?, who: who.clone() });
    of_this.filter_map(read).collect()
}

/// What two files of one game say that cannot both be true. Logs against letters are held by the verification of the log.
fn forks(a: &Read, b: &Read) -> Vec<String> {
    match (a, b) {
        (Read::Letter(a), Read::Letter(b)) => {
            let same = |(x, y): &(&Named, &Named)| x.game == y.game && x.seq == y.seq && x.head != y.head;
            let pairs = a.heads.iter().flat_map(|x| b.heads.iter().map(move |y| (x, y)));
            let named = pairs.filter(same).filter(|(x, _)| !x.game.is_empty());
            named
                .map(|(x, y)| format!("they name different heads of record {}, {} and {}.", x.seq, x.head, y.head))
                .collect()
        }
        (Read::Log { records: x, .. }, Read::Log { records: y, .. }) => {
            let of = |records: &[Record]| records.first().map(|record| record.game);
            let parted = x.iter().zip(y).position(|(x, y)| x.hash != y.hash).filter(|_| of(x) == of(y));
            parted.map(|at| format!("they are logs of one game, and part at record {}.", at + 1)).into_iter().collect()
        }
        _ => Vec::new(),
    }
}
