//! Texts of C2SP: the examples of the specifications, and every way to get them wrong.

use crate::naive;
use crate::trees::Stored;
use domain_register::checkpoint::{Checkpoint, Head};
use domain_register::compare::{Contradiction, Relation, compare, contradiction};
use domain_register::key::{PublicKey, Role, SecretKey};
use domain_register::note::{Note, Unsigned};
use domain_register::proof::{self, Unproven};
use domain_register::receipt::{Receipt, Subject, Unshown};
use domain_register::tree::leaf;
use proptest::prelude::*;

pub const ORIGIN: &str = "fieldpost.example/register";

pub fn register() -> SecretKey {
    SecretKey::new(ORIGIN, Role::Register, &[1; 32]).unwrap()
}

/// A receipt for record `index` of `size`, each in a register of its own kind: `kind` goes into all record hashes.
pub fn receipt(index: usize, size: usize, kind: u8) -> Receipt {
    let records: Vec<[u8; 32]> = (0..size).map(|i| leaf(&[kind, i as u8])).collect();
    let leaves: Vec<_> = records.iter().map(|record| leaf(record)).collect();
    let stored = Stored::of(&leaves);
    let head = Head { origin: ORIGIN.to_owned(), size: size as u64, root: stored.roots[size] };
    Receipt {
        subject: Subject { game: [5; 16], number: index as u64 + 1, hash: records[index] },
        index: index as u64,
        path: stored.hashes(proof::inclusion(index as u64, size as u64)),
        checkpoint: head.sign(&register()),
    }
}

#[test]
fn the_examples_of_the_specifications_hold() {
    let note = "This is an example message.\n\n— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n";
    let key = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k";
    let public: PublicKey = key.parse().unwrap();
    assert_eq!(public.to_string(), key);
    let read = Note::read(note.as_bytes()).unwrap();
    assert_eq!(read.to_string(), note);
    assert_eq!(read.check(std::slice::from_ref(&public)).unwrap()[0].key, public);
    assert!(Note::read(note.replace("example m", "Example m").as_bytes()).unwrap().check(&[public]).is_err());

    let poem = "Ognuno sta solo sul cuor della terra\ntrafitto da un raggio di sole:\n\ned è subito sera.\n\n— quasimodo.example/salvatore NnugSzTjtVAewIS+Z/iJhUPeFDkO/5QQ2i5ddnGITLlC+EhfLW9oJKONrMouFSQU0xMcXxj99ihAQwaqP3ZekRwNtIc=\n";
    let read = Note::read(poem.as_bytes()).unwrap();
    assert!(read.text().ends_with("subito sera.\n") && read.text().contains("\n\n"));

    let head = "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n";
    let read = Checkpoint::read(head.as_bytes()).unwrap();
    assert_eq!((read.head().size, read.to_string().as_str()), (20_852_163, head));
}

#[test]
fn a_receipt_is_read_as_it_was_written_and_holds() {
    let receipt = receipt(6, 11, 0);
    let text = receipt.to_string();
    let read = Receipt::read(text.as_bytes()).unwrap();
    assert_eq!(read, receipt);
    let vouched = read.check(&[register().public()]).unwrap();
    assert_eq!((vouched.register.len(), vouched.witnesses.len()), (1, 0));
    let stranger = SecretKey::new(ORIGIN, Role::Register, &[2; 32]).unwrap().public();
    assert!(matches!(read.check(&[stranger]), Err(Unshown::Unsigned(Unsigned::Stranger { .. }))));
    let mut elsewhere = read;
    elsewhere.index = 5;
    assert!(matches!(elsewhere.leads(), Err(Unproven::Root | Unproven::Length { .. })));
}

#[test]
fn a_key_of_another_name_does_not_speak_for_a_register() {
    let other = SecretKey::new("elsewhere.example/register", Role::Register, &[1; 32]).unwrap();
    let head = Head { origin: ORIGIN.to_owned(), size: 0, root: domain_register::tree::empty() };
    let checkpoint = head.sign(&other);
    assert!(checkpoint.note().check(&[other.public()]).is_ok(), "the signature itself holds");
    assert!(matches!(checkpoint.check(&[other.public()]), Err(Unsigned::Stranger { .. })));
}

#[test]
fn every_wrong_text_is_refused_with_the_line_and_what_would_be_right() {
    let good = receipt(6, 11, 0).to_string();
    let line = |n: usize| good.lines().nth(n - 1).unwrap().to_owned();
    let cases: Vec<(String, &str)> = vec![
        (String::new(), "line 1: this is no proof of a register; “c2sp.org/tlog-proof@v1” would be right"),
        (good.replace("@v1", "@v2"), "line 1: this is no proof"),
        (good.replace("extra ", "Extra "), "line 2: “Extra "),
        (good.replace(&line(2), "extra AAAA"), "line 2: the extra line names no record; 56 bytes"),
        (good.replace(&line(2), "extra AAA"), "line 2: “AAA” is not base 64"),
        (good.replace("index 6", "index 06"), "line 3: “06” is not a number of leaves; digits without a leading zero"),
        (good.replace("index 6", "index -6"), "line 3: “-6” is not a number"),
        (good.replace("index 6", "index 9223372036854775808"), "line 3: “9223372036854775808” is not a number"),
        (good.replace(&line(4), &line(4)[4..]), "line 4: a hash of 29 bytes; 32 bytes in base 64"),
        (good.replace("\n\nfieldpost", "\nfieldpost"), "line 8: “fieldpost.example/register” is not base 64"),
        (good.replace('\n', "\r\n"), "line 1: a carriage return; lines that end with a line feed alone"),
        (good.replace("index", "in\tdex"), "line 3: a tabulator"),
        (good.replace("\n11\n", "\n011\n"), "line 10: “011” is not a number"),
        (good.replace("\n11\n", "\n11\n\n"), "line 12: “"),
        (good.replace("— ", "- "), "line 13: “- fieldpost.example/register"),
        (good.trim_end().to_owned(), "line 13: no line feed at the end"),
        (
            good.lines().take(7).map(|l| format!("{l}\n")).collect(),
            "line 8: the proof ends here; an empty line and a head",
        ),
        (good.lines().take(12).map(|l| format!("{l}\n")).collect(), "line 13: no signature; one below"),
        (good.replace("\n\n— ", "\nmore\n\n— "), "line 12: “more” below the root; nothing would be right"),
        ("x".repeat(70_000), "line 1: 70000 bytes; at most 65536"),
    ];
    for (text, says) in cases {
        let error = Receipt::read(text.as_bytes()).expect_err(says).to_string();
        assert!(error.starts_with(says), "{error:?} should begin {says:?}");
    }
    let error = Receipt::read(b"c2sp.org/tlog-proof@v1\nextra \xff\n").unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 2: bytes that are no UTF-8; the text as it was written, in UTF-8, would be right"
    );
}

#[test]
fn every_wrong_key_is_refused() {
    let good = register().public().to_string();
    let last = good.rsplit_once('+').unwrap().1.to_owned();
    for (text, says) in [
        ("nothing".to_owned(), "“nothing” is not a key"),
        (good.replace("fieldpost.example", "field post"), "cannot name a key"),
        (good.replace("fieldpost", "fieldpast"), "does not fit name and key"),
        (good.replace(&last, "AA=="), "a key of kind 0"),
        (good.replace(&last, "AQAA"), "a key of 2 bytes"),
        (good.replace(&last, &format!("AQ{}", "A".repeat(42))), "no key of Ed25519"),
    ] {
        let error = text.parse::<PublicKey>().expect_err(says).to_string();
        assert!(error.contains(says), "{error:?} should contain {says:?}");
    }
    assert!(!format!("{:?}", register()).contains("[1"), "a secret key does not show itself");
    assert!(SecretKey::new("two words", Role::Witness, &[1; 32]).is_none());
}

#[test]
fn heads_and_receipts_that_contradict_one_another_show_it() {
    let (here, there) = (receipt(3, 7, 0), receipt(3, 9, 1));
    assert_eq!(contradiction(&here, &here), None);
    assert_eq!(contradiction(&here, &receipt(4, 9, 0)), None);
    assert_eq!(contradiction(&here, &there), Some(Contradiction::Register));
    let mut moved = receipt(5, 9, 1);
    moved.subject.number = here.subject.number;
    assert_eq!(contradiction(&here, &moved), Some(Contradiction::Game));

    let (leaves, others) = (naive::leaves(40), naive::leaves(41)[1..].to_vec());
    let (tree, fork) = (Stored::of(&leaves), Stored::of(&others));
    let head =
        |stored: &Stored, size: usize| Head { origin: ORIGIN.to_owned(), size: size as u64, root: stored.roots[size] };
    let way = |stored: &Stored, old, new| stored.hashes(proof::consistency(old, new));
    assert_eq!(compare(&head(&tree, 7), &head(&tree, 7), None), Relation::Same);
    assert_eq!(compare(&head(&tree, 7), &head(&fork, 7), None), Relation::Fork);
    assert_eq!(compare(&head(&tree, 7), &head(&tree, 40), None), Relation::Unknown);
    assert_eq!(compare(&head(&tree, 40), &head(&tree, 7), Some(&way(&tree, 7, 40))), Relation::GoesOn);
    assert_eq!(compare(&head(&tree, 7), &head(&fork, 40), Some(&way(&fork, 7, 40))), Relation::Fork);
    let wrong = compare(&head(&tree, 7), &head(&fork, 40), Some(&way(&tree, 7, 40)));
    assert_eq!(wrong, Relation::Unproven(Unproven::Root), "a wrong proof shows nothing about the register");
    let mut stranger = head(&tree, 7);
    stranger.origin.push('2');
    assert_eq!(compare(&stranger, &head(&tree, 7), None), Relation::Strangers);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn one_bit_changed_anywhere_in_a_receipt_shows(at in any::<prop::sample::Index>(), bit in 0u8..8) {
        let text = receipt(6, 11, 0).to_string();
        let mut bytes = text.clone().into_bytes();
        let at = at.index(bytes.len());
        bytes[at] ^= 1 << bit;
        // Game and number stand in the extra line and are not proven by the receipt: they are compared with the record.
        let extra = text.find("extra ").unwrap() + 6;
        let subject = (extra..extra + 33).contains(&at);
        if let Ok(read) = Receipt::read(&bytes) {
            prop_assert!(subject || read.check(&[register().public()]).is_err(), "byte {at} bit {bit}");
            prop_assert_eq!(read.to_string().into_bytes(), bytes, "what is read has one spelling");
        }
    }

    #[test]
    fn anything_at_all_is_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..300), cut in any::<prop::sample::Index>()) {
        let _ = Receipt::read(&bytes);
        let _ = Note::read(&bytes);
        let _ = Checkpoint::read(&bytes);
        let good = receipt(6, 11, 0).to_string();
        let mut mixed = good.as_bytes()[..cut.index(good.len())].to_vec();
        mixed.extend_from_slice(&bytes);
        let _ = Receipt::read(&mixed);
        let _ = std::str::from_utf8(&bytes).map(|text| text.parse::<PublicKey>());
    }
}
