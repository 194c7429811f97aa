//! A witness that is asked rightly and wrongly.

use crate::formats::{ORIGIN, register};
use crate::naive;
use crate::trees::Stored;
use domain_register::checkpoint::{Checkpoint, Head, Refused};
use domain_register::key::{Role, SecretKey};
use domain_register::note::Unsigned;
use domain_register::proof;
use domain_register::witness::{Answer, Request, Seen, answer};

fn witness() -> SecretKey {
    SecretKey::new("witness.example/w1", Role::Witness, &[4; 32]).unwrap()
}

fn head(stored: &Stored, size: usize) -> Checkpoint {
    Head { origin: ORIGIN.to_owned(), size: size as u64, root: stored.roots[size] }.sign(&register())
}

fn request(stored: &Stored, old: usize, size: usize) -> Request {
    let path = stored.hashes(proof::consistency(old as u64, size as u64));
    Request { old: old as u64, path, checkpoint: head(stored, size) }
}

fn ask(request: &str, seen: Option<Seen>) -> Answer {
    answer(request.as_bytes(), &[register().public()], |_| seen, &witness(), 1_679_315_147)
}

fn refused(request: &str, seen: Option<Seen>) -> u16 {
    match ask(request, seen) {
        Answer::Refuses { status, .. } => status,
        Answer::Conflict { .. } => 409,
        Answer::Vouches { .. } => 200,
    }
}

#[test]
fn a_witness_vouches_for_heads_that_go_on_and_the_register_takes_its_signature_in() {
    let tree = Stored::of(&naive::leaves(30));
    let mut seen = None;
    for (old, new) in [(0, 0), (0, 3), (3, 3), (3, 16), (16, 30)] {
        let request = request(&tree, old, new);
        assert_eq!(Request::read(request.to_string().as_bytes()), Ok(request.clone()));
        let Answer::Vouches { lines, seen: next, checkpoint } = ask(&request.to_string(), seen) else {
            panic!("{old} to {new}: {:?}", ask(&request.to_string(), seen));
        };
        assert_eq!((next.size, next.root), (new as u64, tree.roots[new]));
        seen = Some(next);

        let mut mine = request.checkpoint;
        let signed = mine.cosigned(lines.as_bytes(), &[witness().public()]).unwrap();
        assert_eq!(signed[0].time, Some(1_679_315_147));
        assert_eq!(mine, checkpoint);
        let vouched = mine.check(&[register().public(), witness().public()]).unwrap();
        assert_eq!((vouched.register.len(), vouched.witnesses.len()), (1, 1));
    }
}

#[test]
fn a_witness_refuses_what_does_not_go_on_from_what_it_saw() {
    let tree = Stored::of(&naive::leaves(30));
    let fork = Stored::of(&naive::leaves(31)[1..]);
    let saw = |stored: &Stored, size: usize| Some(Seen { size: size as u64, root: stored.roots[size] });
    let good = request(&tree, 7, 20).to_string();
    assert_eq!(refused(&good, saw(&tree, 7)), 200);
    assert_eq!(ask(&good, saw(&tree, 9)), Answer::Conflict { size: 9 });
    assert_eq!(ask(&good, None), Answer::Conflict { size: 0 });
    // Another history of the same length, with a proof that is right for it, is refused all the same.
    assert_eq!(refused(&request(&fork, 7, 20).to_string(), saw(&tree, 7)), 422);
    assert_eq!(refused(&request(&fork, 7, 7).to_string(), saw(&tree, 7)), 422);
    // A register that goes back.
    assert_eq!(refused(&Request { old: 20, ..request(&tree, 7, 7) }.to_string(), saw(&tree, 20)), 400);
    assert_eq!(refused(&Request { path: vec![[0; 32]], ..request(&tree, 0, 7) }.to_string(), None), 422);
    assert_eq!(refused("old 7\n", saw(&tree, 7)), 400);
    assert_eq!(refused(&good.replace("old 7", "old 07"), saw(&tree, 7)), 400);
    assert_eq!(refused(&good.replace("\n20\n", "\n21\n"), saw(&tree, 7)), 403);
    let stranger = SecretKey::new("elsewhere.example/register", Role::Register, &[3; 32]).unwrap();
    let theirs = Head { origin: "elsewhere.example/register".to_owned(), ..head(&tree, 20).head().clone() };
    let request = Request { old: 0, path: Vec::new(), checkpoint: theirs.sign(&stranger) };
    assert_eq!(refused(&request.to_string(), None), 404);
}

#[test]
fn a_witness_that_lies_or_answers_nonsense_is_not_taken_in() {
    let tree = Stored::of(&naive::leaves(9));
    let asked = request(&tree, 0, 9);
    let Answer::Vouches { lines, .. } = ask(&asked.to_string(), None) else { panic!() };
    let mine = |answer: &str| asked.checkpoint.clone().cosigned(answer.as_bytes(), &[witness().public()]);
    assert!(mine(&lines).is_ok());
    // Its signature below another head.
    let Answer::Vouches { lines: other, .. } = ask(&request(&tree, 0, 8).to_string(), None) else { panic!() };
    assert!(matches!(mine(&other), Err(Refused::Unsigned(Unsigned::Forged { .. }))));
    // A stranger's.
    let stranger = SecretKey::new("witness.example/w2", Role::Witness, &[6; 32]).unwrap();
    let key = [register().public()];
    let Answer::Vouches { lines: theirs, .. } = answer(asked.to_string().as_bytes(), &key, |_| None, &stranger, 1)
    else {
        panic!()
    };
    assert!(matches!(mine(&theirs), Err(Refused::Unsigned(Unsigned::Stranger { .. }))));
    assert!(matches!(mine("<html>"), Err(Refused::Unreadable(_))));
    assert!(mine("").is_err());
    // A stranger's line beside the right one is passed over, and not kept.
    let mut both = asked.checkpoint.clone();
    both.cosigned(format!("{theirs}{lines}").as_bytes(), &[witness().public()]).unwrap();
    assert_eq!(both.note().signatures().len(), 2);
}
