//! Proofs of the register: sound ones, changed ones, and a fork that was shown to two players.

use super::{Folder, run, simulated, stderr, stdout};
use domain::log::{Record, import};
use domain_register::checkpoint::{Checkpoint, Head};
use domain_register::key::{Role, SecretKey};
use domain_register::proof::{Spans, consistency, inclusion};
use domain_register::receipt::{Receipt, Subject};
use domain_register::tree::{Frontier, Hash, leaf};
use domain_register::witness::Request;
use std::collections::HashMap;

const ORIGIN: &str = "fieldpost.example/register";

fn key() -> SecretKey {
    SecretKey::new(ORIGIN, Role::Register, &[9; 32]).unwrap()
}

/// A register over these hashes.
struct Tree {
    records: Vec<Hash>,
    stored: HashMap<(u8, u64), Hash>,
}

impl Tree {
    fn of(records: Vec<Hash>) -> Tree {
        let (mut edge, mut stored) = (Frontier::new(), HashMap::new());
        for record in &records {
            edge.append(leaf(record), |level, number, hash| {
                stored.insert((level, number), hash);
            });
        }
        Tree { records, stored }
    }

    fn hashes(&self, spans: Option<Spans>) -> Vec<Hash> {
        let run = |run: domain_register::proof::Run| {
            (run.from..run.from + run.count).map(|n| self.stored.get(&(run.level, n)).copied()).collect()
        };
        spans.unwrap().hashes(run).unwrap()
    }

    fn head(&self, size: usize) -> Checkpoint {
        let mut edge = Frontier::new();
        self.records[..size].iter().for_each(|r| edge.append(leaf(r), |_, _, _| ()));
        Head { origin: ORIGIN.to_owned(), size: size as u64, root: edge.root() }.sign(&key())
    }

    fn proof(&self, index: usize, size: usize, game: [u8; 16], number: u64) -> Receipt {
        Receipt {
            subject: Subject { game, number, hash: self.records[index] },
            index: index as u64,
            path: self.hashes(inclusion(index as u64, size as u64)),
            checkpoint: self.head(size),
        }
    }

    fn goes_on(&self, old: usize, new: usize) -> String {
        let path = self.hashes(consistency(old as u64, new as u64));
        Request { old: old as u64, path, checkpoint: self.head(new) }.to_string()
    }
}

/// A letter as the service writes it, as far as this matters.
fn letter(record: &Record, proof: &Receipt) -> String {
    use base64::Engine;
    let id = record.game.to_string();
    let file = base64::engine::general_purpose::STANDARD.encode(proof.to_string());
    format!(
        "From: fieldpost@example.org\r\nSubject: A turn\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=\"b\"\r\n\r\n\
         --b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nIt is your turn.\r\n-- \r\nGame {}, record {}, head {}\r\n\
         --b\r\nContent-Type: application/octet-stream\r\nContent-Disposition: attachment; filename=\"record-{}.tlog-proof\"\r\n\
         Content-Transfer-Encoding: base64\r\n\r\n{file}\r\n--b--\r\n",
        &id[id.len() - 8..],
        record.seq,
        record.hash,
        record.seq
    )
}

#[test]
fn proofs_are_judged_by_themselves_against_the_log_and_their_letters_and_a_fork_is_shown_with_both_notes() {
    let folder = Folder::new("proofs");
    let log = simulated(&folder);
    let records = import(&std::fs::read_to_string(&log).unwrap()).unwrap().records;
    let game = records[0].game.0;
    let file = |name: &str, text: String| {
        let path = folder.file(name);
        std::fs::write(&path, text).unwrap();
        path
    };
    let public = key().public().to_string();
    let judged = |args: &[&str]| {
        let output = run(&[&["verify", "--key", &public], args].concat());
        (output.status.code(), stdout(&output) + &stderr(&output))
    };
    let honest = Tree::of(records.iter().map(|r| r.hash.0).collect());
    let third = file("3.tlog-proof", honest.proof(2, 5, game, 3).to_string());
    let ninth = file("9.eml", letter(&records[8], &honest.proof(8, 12, game, 9)));

    // Sound ones, with the log and without.
    let (code, text) = judged(&["--proof", &third]);
    assert!(code == Some(0) && text.contains("Record 3 of game") && text.contains("signed by the register"), "{text}");
    let (code, text) = judged(&[&log, "--proof", &third, "--letter", &ninth]);
    assert!(code == Some(0) && text.contains("Record 9 of game") && text.contains("leaf 8"), "{text}");
    assert!(text.contains("is not shown") && text.contains("/consistency/5/12"), "{text}");
    let between = file("5-12", honest.goes_on(5, 12));
    let (code, text) = judged(&["--proof", &third, "--letter", &ninth, "--consistency", &between]);
    assert!(code == Some(0) && text.contains("goes on from the one over 5"), "{text}");
    let output = run(&["verify", &log, "--letter", &ninth]);
    assert!(output.status.success() && stdout(&output).contains("--key"), "{}", stdout(&output));

    // Changed, of another log, of another key, without a key, or with nothing to judge.
    let wrong = honest.proof(2, 5, game, 3).to_string().replace("index 2", "index 3");
    let (code, text) = judged(&["--proof", &file("wrong", wrong)]);
    assert!(code == Some(1) && text.contains("shows nothing"), "{text}");
    let renamed = file("renamed", honest.proof(2, 5, game, 4).to_string());
    assert!(judged(&[&log, "--proof", &renamed]).1.contains("record 4 of the log has the hash"));
    assert_eq!(judged(&[&log, "--proof", &renamed]).0, Some(1));
    let elsewhere = file("elsewhere", honest.proof(2, 5, [1; 16], 3).to_string());
    assert!(judged(&[&log, "--proof", &elsewhere]).1.contains("another game"));
    let swapped = file("swapped.eml", letter(&records[8], &honest.proof(7, 12, game, 9)));
    let (code, text) = judged(&["--letter", &swapped]);
    assert!(code == Some(1) && text.contains("the letter says that record 9"), "{text}");
    let stranger = SecretKey::new(ORIGIN, Role::Register, &[8; 32]).unwrap().public().to_string();
    let output = run(&["verify", "--proof", &third, "--key", &stranger]);
    assert!(output.status.code() == Some(1) && stdout(&output).contains("counts for nothing"), "{}", stdout(&output));
    for (args, why) in [
        (vec!["verify", "--proof", &third], "--key"),
        (vec!["verify"], "name a log"),
        (vec!["verify", "--proof", &log], "is no proof"),
        (vec!["verify", "--proof", &third, "--key", "nonsense"], "key"),
        (vec!["verify", "--proof", &third, "--consistency", &third, "--key", &public], "is no proof that a head"),
    ] {
        let output = run(&args);
        assert!(output.status.code() == Some(2) && stderr(&output).contains(why), "{args:?}: {}", stderr(&output));
    }

    // Another history for the other player, from record 8 on: told of in a letter of its own, under a head of its own.
    let other = records[8].game;
    let forged = Record::digest(other, 9, records[7].hash, "{}");
    let mut hashes: Vec<Hash> = honest.records.clone();
    hashes[8] = forged.0;
    let forked = Tree::of(hashes);
    let told = Record { hash: forged, ..records[8].clone() };
    let theirs = file("theirs.eml", letter(&told, &forked.proof(8, 12, game, 9)));
    assert_eq!(judged(&["--letter", &theirs]).0, Some(0), "by itself it is sound");
    let (code, text) = judged(&["--letter", &ninth, "--letter", &theirs]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("FORK") && text.contains("leaf 8 is two different records"), "{text}");
    for shown in [honest.head(12).to_string(), forked.head(12).to_string()] {
        assert!(text.contains(shown.trim()), "both notes: {text}");
    }
    // Under later heads, of another size: as leaves of one number still.
    let later = file("later.eml", letter(&told, &forked.proof(8, 14, game, 9)));
    assert!(judged(&["--letter", &ninth, "--letter", &later]).1.contains("FORK"));
    // Of other records, with the proof that the one head does not go on from the other.
    let tenth = file("10.tlog-proof", forked.proof(9, 14, game, 10).to_string());
    let (code, text) =
        judged(&["--letter", &ninth, "--proof", &tenth, "--consistency", &file("12-14", forked.goes_on(12, 14))]);
    assert!(code == Some(1) && text.contains("FORK") && text.contains("The proof between them"), "{text}");
    let output = run(&["verify", "--json", "--letter", &ninth, "--letter", &theirs, "--key", &public]);
    let report: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(report["sound"], false);
    // Without the key nobody is accused: anybody can write such letters.
    let output = run(&["verify", &log, "--letter", &ninth, "--proof", &third]);
    assert!(!stdout(&output).contains("FORK"));
}
