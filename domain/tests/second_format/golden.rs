//! Golden logs of the second format: games of the tests' own rulebook as they were once played, with what both verifiers say of them. However
//! things are built later, these bytes are read and judged as before.
//!
//! A new one gets a new name in `made` and is written with `cargo test -p domain --test second_format -- --ignored golden`, which
//! leaves those alone that are there.

use crate::forged::Forged;
use crate::played::{SEATS, played_on};
use crate::python;
use crate::table::{Table, registry, replay};
use domain::dice::BotRng;
use domain::log::{ClosedBy, Hash32, Millis, import};
use domain::referee::{Against, verify};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// One golden log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Golden {
    /// The file beside the manifest.
    file: String,
    /// SHA-256 of its bytes.
    sha256: String,
    /// Our verdict as it is printed.
    ours: String,
    /// That of `tests/verify_log.py`.
    python: String,
    /// Digests of the public position and the whole one, as far as the file leads to it.
    public: String,
    whole: String,
}

impl Golden {
    fn describe(file: &str, text: &str) -> Golden {
        let registry = registry();
        let read = import(text).unwrap();
        let game = replay(&registry, &read.records, &read.entries);
        let digest = |text: String| Hash32::of(text.as_bytes()).to_string();
        Golden {
            file: file.to_owned(),
            sha256: Hash32::of(text.as_bytes()).to_string(),
            ours: verify(&registry, text, &Against::default()).to_string(),
            python: python::run(&["-"], text).1,
            public: digest(game.known_to(domain::referee::Viewer::Spectator).position().canonical()),
            whole: digest(game.position().canonical()),
        }
    }
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/second_format/logs")
}

fn manifest() -> Vec<Golden> {
    serde_json::from_str(&std::fs::read_to_string(folder().join("manifest.json")).unwrap()).unwrap()
}

/// The games that are over: finished, gone back over, resigned, restored and closed, played by queue.
pub fn tables() -> [Table; 5] {
    let finished = {
        let mut table = Table::set_up(21).until_the_union_moves();
        let mut rng = BotRng::seeded(21);
        while table.random_order(&mut rng) {}
        table
    };
    let takeback = played_on(23, 5_000);
    let mut resigned = played_on(24, 4);
    let played = resigned.game.resign(SEATS[2], Millis(9_000_000), &resigned.keys).unwrap();
    resigned.take(played);
    let mut closed = played_on(25, 8);
    let restored = closed.game.restored(Some(closed.game.head()), Millis(8_000_000), &closed.keys).unwrap();
    closed.take(restored);
    crate::played::on(&mut closed, 25, 12);
    let played = closed.game.close(ClosedBy::Host, "The house closes.", Millis(9_000_000), &closed.keys).unwrap();
    closed.take(played);
    [finished, takeback, resigned, closed, crate::queued::queued_to_the_end()]
}

/// The games and what of them is kept.
fn made() -> Vec<(&'static str, Forged)> {
    let [finished, takeback, resigned, closed, queued] = tables();
    let running = played_on(22, 25);
    vec![
        ("queued.log", Forged::whole(&queued)),
        ("queued-seat.log", Forged::of_seat(&queued, 1)),
        ("finished.log", Forged::whole(&finished)),
        ("finished-public.log", Forged::public(&finished)),
        ("running-public.log", Forged::public(&running)),
        ("running-seat.log", Forged::of_seat(&running, 1)),
        ("takeback.log", Forged::whole(&takeback)),
        ("resigned.log", Forged::whole(&resigned)),
        ("restored-closed.log", Forged::whole(&closed)),
    ]
}

#[test]
fn golden_logs_of_the_second_format_are_judged_as_ever() {
    let manifest = manifest();
    for golden in &manifest {
        let text = std::fs::read_to_string(folder().join(&golden.file)).unwrap();
        assert_eq!(Golden::describe(&golden.file, &text), *golden);
        let open = ["finished.log", "queued.log", "takeback.log", "resigned.log", "restored-closed.log"]
            .contains(&&*golden.file);
        assert_eq!(golden.ours.starts_with("Sound: "), open, "{}", golden.ours);
        assert_eq!(golden.python.starts_with("sound: "), open, "{}", golden.python);
    }
    assert!(manifest.len() >= 9);
    assert_eq!(
        std::fs::read_dir(folder()).unwrap().count(),
        manifest.len() + 1,
        "no file that the manifest does not name"
    );
}

#[test]
#[ignore = "writes golden logs that are not there yet, and the manifest"]
fn golden_logs_of_the_second_format_are_written() {
    let mut all = Vec::new();
    for (file, log) in made() {
        let path = folder().join(file);
        if !path.exists() {
            std::fs::write(&path, log.text()).unwrap();
        }
        all.push(Golden::describe(file, &std::fs::read_to_string(&path).unwrap()));
    }
    std::fs::write(folder().join("manifest.json"), serde_json::to_string_pretty(&all).unwrap() + "\n").unwrap();
}

/// The dice of these logs spelled out, those for some eyes only too: over restores, takebacks and new anchors.
#[test]
fn the_dice_of_the_second_format_are_spelled_out_and_hold() {
    use domain::dice::{spelled, spelled_private};
    use domain::log::{PrivateBody, is_open};
    let (mut public, mut private) = (0, 0);
    for golden in manifest() {
        let read = import(&std::fs::read_to_string(folder().join(&golden.file)).unwrap()).unwrap();
        let rolled = |kind: &str, body: &str| body.contains("\"rolls\":[{") && body.contains(kind);
        for record in read
            .records
            .iter()
            .filter(|r| rolled("\"kind\":\"order/2\"", &r.body) || rolled("\"kind\":\"choices/1\"", &r.body))
        {
            let of = spelled(&read.records, record.seq).unwrap_or_else(|| panic!("{}: {}", golden.file, record.seq));
            assert!(of.holds(), "{}: record {}: {of:?}", golden.file, record.seq);
            public += 1;
        }
        if !is_open(&read.records) {
            continue;
        }
        for entry in &read.entries {
            let rolls = match entry.read().unwrap() {
                PrivateBody::Part(part) => part.rolls,
                PrivateBody::Act(act) => act.rolls,
                _ => Vec::new(),
            };
            for roll in rolls {
                let of = spelled_private(&read.records, &roll).unwrap_or_else(|| panic!("{}: {roll:?}", golden.file));
                assert!(of.holds(), "{}: {of:?}", golden.file);
                let other = domain::log::PrivateRoll { faces: vec![roll.faces[0] % roll.sides + 1], ..roll.clone() };
                assert!(!spelled_private(&read.records, &other).unwrap().holds());
                private += 1;
            }
        }
    }
    assert!(public > 10 && private > 5, "{public} for everybody, {private} private");
}
