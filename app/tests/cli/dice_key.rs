//! A dice key on the command line: made, and the chains and links of it that the browser makes too.

use super::{Folder, run, stderr, stdout};
use serde_json::Value;

#[test]
fn a_key_is_made_and_gives_the_chains_that_every_other_program_makes_of_it() {
    let folder = Folder::new("dice-key");
    let file = folder.file("dice.key");
    // Made twice, two keys.
    let [one, other] = [0, 1].map(|_| stdout(&run(&["dice-key", "new"])));
    assert!(one != other && one.trim().split('-').count() == 9, "{one}");
    std::fs::write(&file, &one).unwrap();
    let of_own = run(&["dice-key", "chains", "--key", &file, "--game", &"ab".repeat(16), "--chair", "1"]);
    assert_eq!(of_own.status.code(), Some(0), "{}", stderr(&of_own));

    // The vectors that browser, referee and the Python verifier share.
    let vectors = concat!(env!("CARGO_MANIFEST_DIR"), "/../domain/tests/referee/sealed_dice.json");
    let vectors: Vec<Value> = serde_json::from_str(&std::fs::read_to_string(vectors).unwrap()).unwrap();
    for v in &vectors {
        let text = |field: &Value| field.as_str().unwrap().to_owned();
        // As somebody types it.
        std::fs::write(&file, text(&v["text"]).to_lowercase()).unwrap();
        let (game, chair) = (text(&v["game"]), v["chair"].to_string());
        let of: [&str; 6] = ["--key", &file, "--game", &game, "--chair", &chair];
        let json = |args: &[&str]| -> Value {
            let out = run(&[&["dice-key"][..], args, &of[..]].concat());
            serde_json::from_str(&stdout(&out)).unwrap_or_else(|e| panic!("{e}: {}", stderr(&out)))
        };
        let chains = json(&["chains"]);
        assert_eq!([&chains["handover"], &chains["player"]], [&v["anchors"][0], &v["anchors"][1]]);
        assert_eq!(chains["first"], v["first"][0]);
        let links = json(&["links", "--roll", "4096", "--handover", "1"]);
        assert_eq!(links["roll"], format!("4096:{}", text(&v["last"][1])));
        assert_eq!(links["handover"], format!("1:{}", text(&v["first"][0])));
    }
    assert!(vectors.len() > 1);

    // A letter read wrongly is found; a lost key is said to be not there.
    let wrong: String = one
        .chars()
        .enumerate()
        .map(|(n, c)| {
            if n > 0 {
                c
            } else if c == 'A' {
                'B'
            } else {
                'A'
            }
        })
        .collect();
    std::fs::write(&file, wrong).unwrap();
    for (key, game, words) in [
        (&file, "ab".repeat(16), "wrong"),
        (&folder.file("lost.key"), "ab".repeat(16), "cannot be read"),
        (&file, "nonsense".to_owned(), "no id of a game"),
    ] {
        let refused = run(&["dice-key", "chains", "--key", key, "--game", &game, "--chair", "1"]);
        assert_ne!(refused.status.code(), Some(0));
        assert!(stderr(&refused).contains(words), "{}", stderr(&refused));
    }
}
