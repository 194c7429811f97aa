//! What files show together: logs of the golden games, and letters about them.

use domain_register::checkpoint::Head;
use domain_register::key::{Role, SecretKey};
use domain_register::receipt::{Receipt, Subject};
use domain_register::tree::{Frontier, leaf};
use fieldpost_verifier::{Examined, Given, Kind, Verdict, examine, frames};

fn log(name: &str) -> Vec<u8> {
    let path = format!("{}/../../domain/tests/golden/logs/{name}.log", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(&path).unwrap_or_else(|e| panic!("{path}: {e}"))
}

fn named(name: &str, bytes: impl Into<Vec<u8>>) -> Given {
    Given { name: name.to_owned(), bytes: bytes.into() }
}

fn letter(game: &str, seq: usize, head: &str) -> Vec<u8> {
    format!(
        "From: Fieldpost <game@example.org>\r\nSubject: A game\r\nDate: Sun, 3 May 2026 10:00:00 +0000\r\n\
         Content-Type: text/plain; charset=utf-8\r\n\r\nYour turn.\r\n\r\nGame {game}, record {seq}, head {head}\r\n"
    )
    .into_bytes()
}

/// The short name of a log's game, and the hash of its record of that number.
fn head(log: &[u8], seq: u64) -> (String, String) {
    let (export, _) = domain::log::import_as_far(std::str::from_utf8(log).unwrap());
    let record = export.records.iter().find(|r| r.seq == seq).unwrap();
    let game = record.game.to_string();
    (game[game.len() - 6..].to_owned(), record.hash.to_string())
}

fn says(examined: &Examined) -> String {
    examined.files.iter().flat_map(|f| &f.says).cloned().collect::<Vec<_>>().join("\n")
}

#[test]
fn a_log_is_sound_by_itself_and_agrees_with_a_letter() {
    let log = log("gaines-mill-short");
    let alone = examine(&[named("mine.log", log.clone())]);
    assert_eq!((alone.verdict, alone.files[0].kind), (Verdict::Sound, Kind::Log));
    let (game, hash) = head(&log, 12);
    let together = examine(&[named("turn.eml", letter(&game, 12, &hash)), named("mine.log", log.clone())]);
    assert_eq!(together.verdict, Verdict::Agrees, "{}", says(&together));
    assert!(says(&together).contains("your letter of 3 May 2026 (turn.eml)"), "{}", says(&together));
    // A letter about another game bears no witness to this one.
    let other = examine(&[named("mine.log", log), named("turn.eml", letter("ffffff", 12, &hash))]);
    assert_eq!(other.verdict, Verdict::Strangers);
    assert!(other.headline.contains("turn.eml is of another game than the log: it shows nothing"), "{other:?}");
    assert!(says(&other).contains("The log of that game is not among these files."));
}

#[test]
fn a_letter_of_another_history_is_found() {
    let log = log("bloodiest-day-short");
    let (game, hash) = head(&log, 9);
    let (_, other) = head(&log, 10);
    let denied = examine(&[named("mine.log", log), named("turn.eml", letter(&game, 9, &other))]);
    assert_eq!(denied.verdict, Verdict::Bad);
    assert!(says(&denied).contains(&hash) && says(&denied).contains(&other), "{}", says(&denied));
}

#[test]
fn two_letters_and_two_logs_of_one_game_that_part_are_a_fork_whatever_else_holds() {
    let letters =
        [named("a.eml", letter("7c2a11", 5, &"1".repeat(64))), named("b.eml", letter("7c2a11", 5, &"2".repeat(64)))];
    let forked = examine(&letters);
    assert_eq!(
        (forked.verdict, forked.files[0].holds, forked.files[1].holds),
        (Verdict::Bad, Some(false), Some(false))
    );
    assert!(says(&forked).contains("they name different heads of record 5"), "{}", says(&forked));
    // The same head twice, and heads of different records, are none.
    assert_eq!(examine(&[letters[0].clone(), letters[0].clone()]).verdict, Verdict::Nothing);
    let later = named("c.eml", letter("7c2a11", 6, &"2".repeat(64)));
    assert_eq!(examine(&[letters[0].clone(), later]).verdict, Verdict::Nothing);

    let whole = String::from_utf8(log("gaines-mill-short")).unwrap();
    let cut: String = whole.lines().take(8).map(|line| format!("{line}\n")).collect();
    let last = whole.lines().nth(8).unwrap();
    let parted = examine(&[named("a.log", whole.clone()), named("b.log", format!("{cut}{}\n", other_hash(last)))]);
    assert_eq!(parted.verdict, Verdict::Bad);
    assert!(says(&parted).contains("logs of one game, and part at record 9"), "{}", says(&parted));
}

/// The line with the first digit of its hash changed.
fn other_hash(line: &str) -> String {
    let at = line.find("\"hash\":\"").unwrap() + 8;
    let digit = if &line[at..=at] == "0" { "1" } else { "0" };
    format!("{}{digit}{}", &line[..at], &line[at + 1..])
}

#[test]
fn what_is_nothing_of_ours_is_said_to_be_so() {
    let shown = examine(&[named("a.txt", "We were at the sea."), named("b.log", ""), named("c.bin", vec![0xff; 40])]);
    assert_eq!(shown.verdict, Verdict::Nothing);
    assert!(shown.files.iter().all(|f| f.kind == Kind::Unknown && f.holds.is_none()), "{shown:?}");
    assert_eq!(examine(&[]).verdict, Verdict::Nothing);
    // What begins as a log and cannot be read is a bad one, not nothing.
    assert_eq!(examine(&[named("a.log", "{\"body\":1}\n")]).verdict, Verdict::Bad);
}

#[test]
fn frames_are_read_as_they_are_written_and_a_cut_one_is_told() {
    let files = [named("a", "one"), named("", ""), named("ü", vec![0, 255])];
    let bytes = frames::write(&files);
    assert_eq!(frames::read(&bytes).unwrap(), files);
    for cut in 1..bytes.len() {
        let whole = [0, frames::write(&files[..1]).len(), frames::write(&files[..2]).len()].contains(&cut);
        assert_eq!(frames::read(&bytes[..cut]).is_ok(), whole, "{cut}");
    }
    assert!(frames::read(&[0, 0, 0, 1, 0xff, 0, 0, 0, 0]).is_err());
}

/// The proof of a record that is the only leaf of a register, signed.
fn alone(secret: &SecretKey, game: [u8; 16], number: u64, hash: [u8; 32]) -> Receipt {
    let mut edge = Frontier::new();
    edge.append(leaf(&hash), |_, _, _| ());
    let head = Head { origin: secret.public().name().to_owned(), size: 1, root: edge.root() };
    Receipt { subject: Subject { game, number, hash }, index: 0, path: Vec::new(), checkpoint: head.sign(secret) }
}

fn secret() -> SecretKey {
    SecretKey::new("fieldpost.example/register", Role::Register, &[7; 32]).unwrap()
}

#[test]
fn a_proof_is_held_against_the_log_of_its_game_and_needs_the_key() {
    let log = log("gaines-mill-short");
    let (export, _) = domain::log::import_as_far(std::str::from_utf8(&log).unwrap());
    let tenth = &export.records[9];
    let proof = alone(&secret(), tenth.game.0, 10, tenth.hash.0).to_string();
    let key = named("key.txt", secret().public().to_string());
    let held = examine(&[key.clone(), named("mine.log", log.clone()), named("p.tlog-proof", proof.clone())]);
    assert_eq!((held.verdict, held.register.len()), (Verdict::Agrees, 1), "{held:?}");
    assert!(held.register[0].text.contains("signed by the register"), "{held:?}");
    assert_eq!(held.headline, "The log is sound, and the register has signed what the proofs say of it.");
    assert!(
        says(&held).contains("It agrees with the register fieldpost.example/register about record 10."),
        "{held:?}"
    );
    // Without the key the same proof shows nothing about where the log comes from, and that is said.
    let unsigned = examine(&[named("mine.log", log.clone()), named("p.tlog-proof", proof.clone())]);
    assert_eq!(unsigned.verdict, Verdict::Sound);
    assert!(unsigned.headline.contains("Give the key of the register too"), "{unsigned:?}");
    assert_eq!(examine(&[key.clone(), named("p.tlog-proof", proof.clone())]).verdict, Verdict::Agrees);
    assert_eq!(examine(&[named("p.tlog-proof", proof.clone())]).verdict, Verdict::Nothing);
    // Another hash for that record: the log is not the one that was registered.
    let other = alone(&secret(), tenth.game.0, 10, export.records[8].hash.0).to_string();
    let denied = examine(&[key.clone(), named("mine.log", log), named("p.tlog-proof", other)]);
    assert_eq!(denied.verdict, Verdict::Bad);
    assert!(
        denied.register.iter().any(|s| s.fault && s.text.contains("not the one that was registered")),
        "{denied:?}"
    );
    // One letter of the signed note changed, and another's key.
    let changed = proof.replace("\n1\n", "\n2\n");
    assert_eq!(examine(&[key, named("p.tlog-proof", changed)]).verdict, Verdict::Bad);
    let stranger = SecretKey::new("fieldpost.example/register", Role::Register, &[8; 32]).unwrap();
    let wrong = examine(&[named("key.txt", stranger.public().to_string()), named("p.tlog-proof", proof)]);
    assert_eq!(wrong.verdict, Verdict::Bad);
}

#[test]
fn a_proof_of_another_game_is_said_to_be_no_proof_of_this_log() {
    let (mine, theirs) = (log("gaines-mill-short"), log("bloodiest-day-short"));
    let (export, _) = domain::log::import_as_far(std::str::from_utf8(&theirs).unwrap());
    let fifth = &export.records[4];
    let proof = named("p.tlog-proof", alone(&secret(), fifth.game.0, 5, fifth.hash.0).to_string());
    let key = named("key.txt", secret().public().to_string());
    let apart = examine(&[key.clone(), named("mine.log", mine.clone()), proof.clone()]);
    assert_eq!(apart.verdict, Verdict::Strangers, "{apart:?}");
    assert!(apart.headline.contains("do not belong together"), "{apart:?}");
    assert!(apart.headline.contains("p.tlog-proof is of another game than the log"), "{apart:?}");
    assert!(says(&apart).contains("That is another game than mine.log (game "), "{}", says(&apart));
    // With the log that it is of among them, both logs stand, and only that one is vouched for.
    let both = examine(&[key, named("mine.log", mine), named("theirs.log", theirs), proof]);
    assert_eq!(both.verdict, Verdict::Sound, "{both:?}");
    let vouched: Vec<bool> =
        both.files.iter().filter_map(|f| f.report.as_ref()).map(|r| !r.agrees_with.is_empty()).collect();
    assert_eq!(vouched, [false, true]);
}

#[test]
fn a_fork_of_the_register_is_shown_with_both_notes() {
    let [mine, theirs] = [[1; 32], [2; 32]].map(|hash| alone(&secret(), [5; 16], 3, hash).to_string());
    let key = named("key.txt", secret().public().to_string());
    let forked = examine(&[key, named("mine.tlog-proof", mine.clone()), named("theirs.tlog-proof", theirs.clone())]);
    assert_eq!(forked.verdict, Verdict::Bad);
    let fork = forked.register.iter().find(|s| s.text.starts_with("FORK")).expect("a fork");
    assert!(fork.shown[0].contains(mine.trim_end()) && fork.shown[1].contains(theirs.trim_end()), "{fork:?}");
}
