//! Proofs of the register: each by itself, against the log and the letter that it came with, and against one another.

use domain::log::{GameId, Hash32, Record};
use domain::referee::Witness;
use domain_register::checkpoint::Checkpoint;
use domain_register::compare::{Contradiction, Relation, compare, contradiction};
use domain_register::key::PublicKey;
use domain_register::receipt::Receipt;
use domain_register::witness::Request;
use fieldpost_inbox::Witnessed;
use serde::Serialize;

/// A proof and where it is from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// Within a sentence: `your letter of 3 May`.
    pub who: String,
    /// The proof.
    pub receipt: Receipt,
    /// The letter that it came with.
    pub letter: Option<Witnessed>,
}

/// One thing that was found out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Shown {
    /// Whether it speaks against somebody.
    pub fault: bool,
    /// What.
    pub text: String,
    /// What shows it, as it was signed: two notes, and the proof that they do not go together.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shown: Vec<String>,
}

impl Shown {
    fn good(text: String) -> Shown {
        Shown { fault: false, text, shown: Vec::new() }
    }

    fn bad(text: String) -> Shown {
        Shown { fault: true, text, shown: Vec::new() }
    }
}

impl std::fmt::Display for Shown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)?;
        self.shown.iter().try_for_each(|text| write!(f, "\n\n{}", text.trim_end()))
    }
}

/// The proofs that came with a letter.
///
/// # Errors
/// Why one cannot be read.
pub fn of_letter(who: &str, name: &str, letter: &Witnessed) -> Result<Vec<Evidence>, String> {
    let of = |bytes: &Vec<u8>| {
        let receipt = Receipt::read(bytes).map_err(|why| format!("the proof with {name} cannot be read: {why}"))?;
        Ok(Evidence { who: who.to_owned(), receipt, letter: Some(letter.clone()) })
    };
    letter.proofs.iter().map(of).collect()
}

/// What registers have signed about a game, as the log of it must have it: proofs that lead to a head which the register of one of the keys vouches for.
pub fn signed_of(evidence: &[Evidence], keys: &[PublicKey], game: GameId) -> Vec<Witness> {
    let of_this = evidence.iter().map(|e| &e.receipt).filter(|r| r.subject.game == game.0);
    let vouched = of_this.filter(|r| r.leads().is_ok() && r.checkpoint.check(keys).is_ok());
    let mut found: Vec<Witness> = Vec::new();
    for receipt in vouched {
        let who = format!("the register {}", receipt.checkpoint.head().origin);
        let said = Witness { seq: receipt.subject.number, head: Hash32(receipt.subject.hash), who };
        if !found.contains(&said) {
            found.push(said);
        }
    }
    found
}

/// Judges all of it. `log` is the records of the log that the proofs are to be of, when there is one.
pub fn judge(evidence: &[Evidence], requests: &[Request], keys: &[PublicKey], log: Option<&[Record]>) -> Vec<Shown> {
    let mut found = Vec::new();
    // What is held against one another: what a register has signed, and nothing else.
    let mut sound: Vec<&Evidence> = Vec::new();
    let mut heads: Vec<(&str, &Checkpoint)> = Vec::new();
    for one in evidence {
        match alone(one, keys, log) {
            Ok(text) => {
                found.push(Shown::good(text));
                sound.push(one);
                heads.push((&one.who, &one.receipt.checkpoint));
            }
            Err(why) => found.push(Shown::bad(format!("{}: {why}", capital(&one.who)))),
        }
    }
    for request in requests {
        match signed(&request.checkpoint, keys) {
            Ok(_) => heads.push(("the consistency proof", &request.checkpoint)),
            Err(why) => {
                found.push(Shown::bad(format!("The consistency proof to {}: {why}", request.checkpoint.head().size)))
            }
        }
    }
    if keys.is_empty() {
        return found;
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
        found.extend(compared(pair[0], pair[1], requests));
    }
    found
}

/// A proof by itself; what it shows, or why it shows nothing or speaks against something.
fn alone(one: &Evidence, keys: &[PublicKey], log: Option<&[Record]>) -> Result<String, String> {
    let Receipt { subject, index, checkpoint, .. } = &one.receipt;
    let (game, number, hash) = (hex(&subject.game), subject.number, hex(&subject.hash));
    one.receipt.leads().map_err(|why| format!("it shows nothing: {why}"))?;
    let by = signed(checkpoint, keys)?;
    if let Some(records) = log {
        let first = records.first().map(|r| r.game.to_string()).unwrap_or_default();
        if first != game {
            return Err(format!("it is of another game: {game}"));
        }
        let here = usize::try_from(number).ok().and_then(|n| records.get(n.checked_sub(1)?));
        let Some(here) = here else {
            return Err(format!("it is of record {number}, and the log has {} records", records.len()));
        };
        if here.hash.0 != subject.hash {
            return Err(format!(
                "record {number} of the log has the hash {}, and the register has {hash}: the log is not the one that was registered",
                here.hash
            ));
        }
    }
    if let Some(letter) = &one.letter {
        let Some(named) = letter.heads.iter().find(|n| n.seq == number && game.ends_with(&n.game)) else {
            return Err(format!("it came with a letter that does not speak of record {number} of game {game}"));
        };
        if named.head != hash {
            return Err(format!(
                "the letter says that record {number} has the hash {}, and its proof says {hash}",
                named.head
            ));
        }
    }
    Ok(format!(
        "Record {number} of game {game} is leaf {index} of the register {}, under its head over {}: {} ({by}).",
        checkpoint.head().origin,
        checkpoint.head().size,
        one.who
    ))
}

/// Who signed a head.
fn signed(checkpoint: &Checkpoint, keys: &[PublicKey]) -> Result<String, String> {
    if keys.is_empty() {
        return Ok("whether the register signed it was not checked: its key was not given".to_owned());
    }
    let vouched = checkpoint.check(keys).map_err(|why| format!("its head counts for nothing: {why}"))?;
    let witnesses: Vec<&str> = vouched.witnesses.iter().map(|w| w.key.name()).collect();
    Ok(match witnesses.is_empty() {
        true => "signed by the register".to_owned(),
        false => format!("signed by the register, seen by {}", witnesses.join(", ")),
    })
}

/// Two proofs that cannot both be of one history.
fn forked(which: Contradiction, a: &Evidence, b: &Evidence) -> Shown {
    let (one, other) = (&a.receipt.subject, &b.receipt.subject);
    let what = match which {
        Contradiction::Register => format!("leaf {} is two different records", a.receipt.index),
        Contradiction::Game => {
            format!("record {} of game {} is two different records", one.number, hex(&one.game))
        }
    };
    let text = format!(
        "FORK. The register {} has signed two histories: {what}, {} and {}. Below stand both proofs with both notes; keep them: nobody but the holder of \
         the register's key can have made them.",
        a.receipt.checkpoint.head().origin,
        hex(&one.hash),
        hex(&other.hash)
    );
    let shown = [a, b].map(|e| format!("{}:\n\n{}", capital(&e.who), e.receipt)).to_vec();
    Shown { fault: true, text, shown }
}

/// Two heads of one register, the smaller first.
fn compared(older: (&str, &Checkpoint), newer: (&str, &Checkpoint), requests: &[Request]) -> Option<Shown> {
    let (a, b) = (older.1.head(), newer.1.head());
    let request = requests.iter().find(|r| r.old == a.size && r.checkpoint.head() == b);
    let sizes = format!("the head over {} and the one over {}", a.size, b.size);
    Some(match compare(a, b, request.map(|r| r.path.as_slice())) {
        Relation::Strangers | Relation::Same => return None,
        Relation::GoesOn => Shown::good(format!(
            "The head over {} goes on from the one over {}: nothing was taken back between them.",
            b.size, a.size
        )),
        Relation::Unknown => Shown::good(format!(
            "Whether {sizes} are of one history is not shown. Fetch https://{}/consistency/{}/{} and give it too; a register that has \
             nothing to hide has it.",
            a.origin, a.size, b.size
        )),
        Relation::Unproven(why) => Shown::bad(format!("The proof between {sizes} shows nothing: {why}.")),
        Relation::Fork => {
            let mut shown: Vec<String> =
                [older, newer].iter().map(|(who, note)| format!("{}:\n\n{note}", capital(who))).collect();
            shown.extend(request.map(|r| format!("The proof between them:\n\n{r}")));
            let text = format!(
                "FORK. The register {} has signed two histories: {sizes} do not go together. Below stand both notes; keep them: nobody but the holder of the \
                 register's key can have made them.",
                a.origin
            );
            Shown { fault: true, text, shown }
        }
    })
}

/// Lower-case digits.
fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
