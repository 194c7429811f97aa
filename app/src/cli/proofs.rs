//! Proofs of the register, as `fieldpost verify` judges them: each by itself, against the log and the letter that it came with, and against one another.

use anyhow::{Context, Result, anyhow, ensure};
use domain::log::Record;
use domain_register::checkpoint::Checkpoint;
use domain_register::compare::{Contradiction, Relation, compare, contradiction};
use domain_register::key::PublicKey;
use domain_register::receipt::Receipt;
use domain_register::witness::Request;
use fieldpost_inbox::Witnessed;
use serde::Serialize;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// A proof and where it is from.
pub(super) struct Evidence {
    who: String,
    receipt: Receipt,
    /// The letter that it came with.
    letter: Option<Witnessed>,
}

/// One thing that was found out.
#[derive(Serialize)]
pub(super) struct Finding {
    /// Whether it speaks against somebody.
    pub fault: bool,
    /// What.
    pub text: String,
    /// What shows it, as it was signed: two notes, and the proof that they do not go together.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shown: Vec<String>,
}

impl Finding {
    fn good(text: String) -> Finding {
        Finding { fault: false, text, shown: Vec::new() }
    }

    fn bad(text: String) -> Finding {
        Finding { fault: true, text, shown: Vec::new() }
    }
}

impl std::fmt::Display for Finding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)?;
        self.shown.iter().try_for_each(|text| write!(f, "\n\n{}", text.trim_end()))
    }
}

/// The proof in a file.
pub(super) fn of_file(path: &Path) -> Result<Evidence> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let receipt = Receipt::read(&bytes).with_context(|| format!("{} is no proof", path.display()))?;
    Ok(Evidence { who: format!("the proof {}", path.display()), receipt, letter: None })
}

/// The proofs that came with a letter.
pub(super) fn of_letter(who: &str, path: &Path, letter: &Witnessed) -> Result<Vec<Evidence>> {
    let of = |bytes: &Vec<u8>| {
        let receipt =
            Receipt::read(bytes).with_context(|| format!("the proof with {} cannot be read", path.display()))?;
        Ok(Evidence { who: who.to_owned(), receipt, letter: Some(letter.clone()) })
    };
    letter.proofs.iter().map(of).collect()
}

/// The proof in a file that one head goes on from another.
pub(super) fn consistency(path: &PathBuf) -> Result<Request> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    Request::read(&bytes).with_context(|| {
        format!("{} is no proof that a head goes on from another: what /register/consistency/OLDER/NEWER gives would be right", path.display())
    })
}

/// Judges all of it. `log` is the records of the log that the proofs are to be of, when there is one.
pub(super) fn judge(
    evidence: &[Evidence],
    requests: &[Request],
    keys: &[PublicKey],
    log: Option<&[Record]>,
) -> Result<Vec<Finding>> {
    let mut found = Vec::new();
    // What is held against one another: what a register has signed, and nothing else.
    let mut sound: Vec<&Evidence> = Vec::new();
    let mut heads: Vec<(&str, &Checkpoint)> = Vec::new();
    for one in evidence {
        match alone(one, keys, log) {
            Ok(text) => {
                found.push(Finding::good(text));
                sound.push(one);
                heads.push((&one.who, &one.receipt.checkpoint));
            }
            Err(why) => found.push(Finding::bad(format!("{}: {why}", capital(&one.who)))),
        }
    }
    for request in requests {
        match signed(&request.checkpoint, keys) {
            Ok(_) => heads.push(("the consistency proof", &request.checkpoint)),
            Err(why) => {
                found.push(Finding::bad(format!("The consistency proof to {}: {why}", request.checkpoint.head().size)))
            }
        }
    }
    if keys.is_empty() {
        return Ok(found);
    }
    for (n, a) in sound.iter().enumerate() {
        for b in &sound[n + 1..] {
            if let Some(which) = contradiction(&a.receipt, &b.receipt) {
                found.push(forked(which, a, b));
            }
        }
    }
    heads.sort_by_key(|(_, c)| (c.head().origin.clone(), c.head().size, c.head().root));
    heads.dedup_by_key(|(_, c)| c.head().clone());
    for pair in heads.windows(2) {
        found.extend(compared(pair[0], pair[1], requests)?);
    }
    Ok(found)
}

/// A proof by itself; what it shows.
fn alone(one: &Evidence, keys: &[PublicKey], log: Option<&[Record]>) -> Result<String> {
    let Receipt { subject, index, checkpoint, .. } = &one.receipt;
    let (game, number, hash) = (hex::encode(subject.game), subject.number, hex::encode(subject.hash));
    one.receipt.leads().map_err(|why| anyhow!("it shows nothing: {why}"))?;
    let by = signed(checkpoint, keys)?;
    if let Some(records) = log {
        let first = records.first().map(|r| r.game.to_string()).unwrap_or_default();
        ensure!(first == game, "it is of another game: {game}");
        let here = usize::try_from(number).ok().and_then(|n| records.get(n.checked_sub(1)?));
        let here =
            here.with_context(|| format!("it is of record {number}, and the log has {} records", records.len()))?;
        ensure!(
            here.hash.0 == subject.hash,
            "record {number} of the log has the hash {}, and the register has {hash}: the log is not the one that was registered",
            here.hash
        );
    }
    if let Some(letter) = &one.letter {
        let named = letter.heads.iter().find(|n| n.seq == number && game.ends_with(&n.game));
        let named = named
            .with_context(|| format!("it came with a letter that does not speak of record {number} of game {game}"))?;
        ensure!(
            named.head == hash,
            "the letter says that record {number} has the hash {}, and its proof says {hash}",
            named.head
        );
    }
    let mut text = format!(
        "Record {number} of game {game} is leaf {index} of the register {}, under its head over {}: {}",
        checkpoint.head().origin,
        checkpoint.head().size,
        one.who
    );
    write!(text, " ({by}).")?;
    Ok(text)
}

/// Who signed a head.
fn signed(checkpoint: &Checkpoint, keys: &[PublicKey]) -> Result<String> {
    if keys.is_empty() {
        return Ok("whether the register signed it was not checked: give its key with --key".to_owned());
    }
    let vouched = checkpoint.check(keys).map_err(|why| anyhow!("its head counts for nothing: {why}"))?;
    let witnesses: Vec<&str> = vouched.witnesses.iter().map(|w| w.key.name()).collect();
    Ok(match witnesses.is_empty() {
        true => "signed by the register".to_owned(),
        false => format!("signed by the register, seen by {}", witnesses.join(", ")),
    })
}

/// Two proofs that cannot both be of one history.
fn forked(which: Contradiction, a: &Evidence, b: &Evidence) -> Finding {
    let (one, other) = (&a.receipt.subject, &b.receipt.subject);
    let what = match which {
        Contradiction::Register => format!("leaf {} is two different records", a.receipt.index),
        Contradiction::Game => {
            format!("record {} of game {} is two different records", one.number, hex::encode(one.game))
        }
    };
    let text = format!(
        "FORK. The register {} has signed two histories: {what}, {} and {}. Below stand both proofs with both notes; keep them: nobody but the holder of \
         the register's key can have made them.",
        a.receipt.checkpoint.head().origin,
        hex::encode(one.hash),
        hex::encode(other.hash)
    );
    let shown = [a, b].map(|e| format!("{}:\n\n{}", capital(&e.who), e.receipt)).to_vec();
    Finding { fault: true, text, shown }
}

/// Two heads of one register, the smaller first.
fn compared(older: (&str, &Checkpoint), newer: (&str, &Checkpoint), requests: &[Request]) -> Result<Option<Finding>> {
    let (a, b) = (older.1.head(), newer.1.head());
    let request = requests.iter().find(|r| r.old == a.size && r.checkpoint.head() == b);
    let sizes = format!("the head over {} and the one over {}", a.size, b.size);
    Ok(Some(match compare(a, b, request.map(|r| r.path.as_slice())) {
        Relation::Strangers | Relation::Same => return Ok(None),
        Relation::GoesOn => Finding::good(format!(
            "The head over {} goes on from the one over {}: nothing was taken back between them.",
            b.size, a.size
        )),
        Relation::Unknown => Finding::good(format!(
            "Whether {sizes} are of one history is not shown. Fetch https://{}/consistency/{}/{} and give it with --consistency; a register that has \
             nothing to hide has it.",
            a.origin, a.size, b.size
        )),
        Relation::Unproven(why) => Finding::bad(format!("The proof between {sizes} shows nothing: {why}.")),
        Relation::Fork => {
            let mut shown: Vec<String> =
                [older, newer].iter().map(|(who, note)| format!("{}:\n\n{note}", capital(who))).collect();
            shown.extend(request.map(|r| format!("The proof between them:\n\n{r}")));
            let text = format!(
                "FORK. The register {} has signed two histories: {sizes} do not go together. Below stand both notes; keep them: nobody but the holder of the \
                 register's key can have made them.",
                a.origin
            );
            Finding { fault: true, text, shown }
        }
    }))
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
