//! Vectors written by `tests/verify_register.py`, which was written from `docs/auditing.md` alone: both programs make the same bytes of the same seeds,
//! and find the same faults.

use crate::trees::Stored;
use domain_register::checkpoint::{Checkpoint, Head};
use domain_register::key::{PublicKey, Role, SecretKey};
use domain_register::proof;
use domain_register::receipt::{Receipt, Subject};
use domain_register::tree::leaf;
use domain_register::witness::{Answer, Request, answer};
use serde_json::{Value, json};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

const WRITTEN: &str = include_str!("vectors.json");

fn bytes<const N: usize>(value: &Value) -> [u8; N] {
    hex::decode(value.as_str().unwrap()).unwrap().try_into().unwrap()
}

/// Runs the other verifier.
fn python(argument: &str, input: &str) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/verify_register.py");
    let mut child = Command::new("python3")
        .arg(script)
        .arg(argument)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3 runs");
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()).unwrap());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_vectors_that_are_written_down_are_those_of_the_other_verifier() {
    let made: Value = serde_json::from_str(&python("--vectors", "")).unwrap();
    assert_eq!(made, serde_json::from_str::<Value>(WRITTEN).unwrap());
}

#[test]
fn every_vector_is_made_again_byte_for_byte() {
    let vectors: Vec<Value> = serde_json::from_str(WRITTEN).unwrap();
    assert!(vectors.len() >= 16);
    for v in &vectors {
        let register = SecretKey::new("fieldpost.example/register", Role::Register, &bytes(&v["seed"])).unwrap();
        let witness = SecretKey::new("witness.example/w1", Role::Witness, &bytes(&v["witness"])).unwrap();
        let keys = [register.public(), witness.public()];
        assert_eq!(json!(keys.clone().map(|key| key.to_string())), v["keys"]);

        let records: Vec<[u8; 32]> = v["records"].as_array().unwrap().iter().map(bytes).collect();
        let stored = Stored::of(&records.iter().map(|record| leaf(record)).collect::<Vec<_>>());
        let size = records.len() as u64;
        let root = stored.frontier.root();
        let mut checkpoint = Head { origin: register.public().name().to_owned(), size, root }.sign(&register);
        let first = Request { old: 0, path: Vec::new(), checkpoint: checkpoint.clone() }.to_string();
        let time = v["time"].as_u64().unwrap();
        let Answer::Vouches { lines, .. } = answer(first.as_bytes(), &keys[..1], |_| None, &witness, time) else {
            panic!("the witness refuses");
        };
        checkpoint.cosigned(lines.as_bytes(), &keys[1..]).unwrap();
        assert_eq!(checkpoint.to_string(), v["checkpoint"].as_str().unwrap());

        let index = v["index"].as_u64().unwrap();
        let receipt = Receipt {
            subject: Subject {
                game: bytes(&v["game"]),
                number: v["number"].as_u64().unwrap(),
                hash: records[index as usize],
            },
            index,
            path: stored.hashes(proof::inclusion(index, size)),
            checkpoint: checkpoint.clone(),
        };
        assert_eq!(receipt.to_string(), v["proof"].as_str().unwrap());
        assert_eq!(receipt.check(&keys).unwrap().witnesses[0].time, Some(time));

        let old = v["old"].as_u64().unwrap();
        let request = Request { old, path: stored.hashes(proof::consistency(old, size)), checkpoint };
        assert_eq!(request.to_string(), v["request"].as_str().unwrap());
    }
    python("--check", WRITTEN);
}

/// How many vouch for a text of the register that holds; nothing when it does not.
fn holds(keys: &[PublicKey], text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let vouched = if text.starts_with("c2sp.org/") {
        Receipt::read(bytes).ok()?.check(keys).ok()?
    } else if text.starts_with("old ") {
        Request::read(bytes).ok()?.checkpoint.check(keys).ok()?
    } else {
        Checkpoint::read(bytes).ok()?.check(keys).ok()?
    };
    Some(vouched.register.len() + vouched.witnesses.len())
}

#[test]
fn both_verifiers_find_every_bit_that_was_changed_in_a_proof_or_a_head() {
    let vectors: Vec<Value> = serde_json::from_str(WRITTEN).unwrap();
    let v = &vectors[5];
    let keys: Vec<PublicKey> =
        v["keys"].as_array().unwrap().iter().map(|key| key.as_str().unwrap().parse().unwrap()).collect();
    let (mut asked, mut ours) = (String::new(), Vec::new());
    let mut ask = |text: &str, what: String| {
        asked += &format!("{}\n", json!({"keys": v["keys"], "text": text}));
        ours.push((holds(&keys, text), what));
    };
    for kind in ["proof", "checkpoint"] {
        let good = v[kind].as_str().unwrap();
        ask(good, format!("the good {kind}"));
        for at in 0..good.len() {
            // One bit of each byte, another one each time; what is no UTF-8 any more cannot be asked about in JSON.
            let mut bytes = good.as_bytes().to_vec();
            bytes[at] ^= 1 << (at * 5 % 7);
            if let Ok(text) = String::from_utf8(bytes) {
                ask(&text, format!("{kind}, byte {at}"));
            }
        }
    }
    let theirs = python("--each", &asked);
    assert_eq!(theirs.lines().count(), ours.len());
    let good = v["proof"].as_str().unwrap();
    let extra = good.find("extra ").unwrap() + 6;
    for ((holds, what), theirs) in ours.iter().zip(theirs.lines()) {
        assert_eq!(*holds, theirs.strip_prefix("holds: ").map(|n| n.parse().unwrap()), "{what}: {theirs}");
        // Game and number in the extra line are held against the record, not against the head.
        let subject = (extra..extra + 33).any(|at| *what == format!("proof, byte {at}"));
        // A line of a witness whose name or id was changed is a stranger's, and passed over: then one vouches where two did.
        assert_eq!(subject || *holds == Some(2), subject || what.starts_with("the good"), "{what}: {theirs}");
    }
}
