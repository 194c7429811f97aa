//! Golden logs: games as they were once played, with what both verifiers say of them and digests of all that anybody sees of them.
//! Whatever is built differently later, these bytes are read, judged, told and written as before. How they were made, and how a new one is
//! added: `domain/examples/golden.rs`.

#[path = "../shared/forger.rs"]
#[allow(dead_code, reason = "the example makes the faulty logs with it")]
mod forger;
mod manifest;
#[allow(dead_code, reason = "the example plays the games with it")]
mod play;
#[path = "../referee/python.rs"]
mod python;
mod spelled;
mod written;

use domain::log::import;
use domain::referee::{Game, Moment, SeatId, Viewer};
use manifest::{Golden, sha256};
use std::collections::BTreeSet;
use std::path::PathBuf;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden/logs")
}

fn manifest() -> Vec<Golden> {
    serde_json::from_str(include_str!("logs/manifest.json")).expect("the manifest is sound")
}

fn text(golden: &Golden) -> String {
    std::fs::read_to_string(folder().join(&golden.file)).unwrap_or_else(|e| panic!("{}: {e}", golden.file))
}

#[test]
fn the_bytes_are_those_that_were_kept() {
    let manifest = manifest();
    for golden in &manifest {
        assert_eq!(sha256(text(golden).as_bytes()), golden.sha256, "{} was changed", golden.file);
    }
    let named: BTreeSet<String> = manifest.iter().map(|g| g.file.clone()).chain(["manifest.json".into()]).collect();
    let there = std::fs::read_dir(folder()).unwrap().map(|e| e.unwrap().file_name().to_string_lossy().into_owned());
    assert_eq!(there.collect::<BTreeSet<_>>(), named);
}

/// What is said of a file is what was said of it, whatever was built differently since: verdicts, position, chronicle, views, menus.
fn same_as_kept(pick: impl Fn(&Golden) -> bool) {
    let mut seen = 0;
    for golden in manifest().iter().filter(|g| pick(g)) {
        let now = Golden::describe(&golden.file, &text(golden), |text| python::run(&["-"], text));
        assert_eq!(now, *golden, "{}", golden.file);
        seen += 1;
    }
    assert!(seen >= 10, "{seen}");
}

#[test]
fn sound_logs_of_gaines_mill_are_sound_and_seen_as_ever() {
    same_as_kept(|g| g.file.starts_with("gaines-mill") && g.comes_to.is_some());
}

#[test]
fn sound_logs_of_bloodiest_day_are_sound_and_seen_as_ever() {
    same_as_kept(|g| g.file.starts_with("bloodiest-day") && g.comes_to.is_some());
}

#[test]
fn faulty_logs_are_refused_at_the_same_record_for_the_same_reason() {
    same_as_kept(|g| g.comes_to.is_none());
    for golden in manifest().iter().filter(|g| g.comes_to.is_none()) {
        assert!(!golden.ours.sound && golden.file.contains("-fault-"), "{}", golden.file);
    }
}

#[test]
fn what_the_players_did_is_written_in_the_same_bytes_again() {
    for golden in manifest().iter().filter(|g| g.comes_to.is_some()) {
        let name = golden.file.strip_suffix(".log").unwrap();
        written::again(name, &import(&text(golden)).unwrap().records);
    }
}

#[test]
fn every_kind_of_record_stands_in_a_golden_log() {
    let kinds: BTreeSet<String> =
        manifest().iter().filter_map(|g| g.comes_to.clone()).flat_map(|c| c.kinds.into_keys()).collect();
    // All that the document lists, but for the anchor of a further chain: that takes 4,096 rolls by one seat.
    let document = include_str!("../../../docs/auditing.md");
    let mut listed: BTreeSet<String> = BTreeSet::new();
    for line in document.lines() {
        if let Some((kind, _)) = line.strip_prefix("| `").and_then(|l| l.split_once("` |"))
            && kind.contains('/')
            && !kind.starts_with('/')
            && !kind.contains(' ')
        {
            listed.insert(kind.to_owned());
        }
    }
    assert!(listed.remove("anchor/1"));
    // Those of the second format: no ruleset of a player's begins a game with them yet.
    let second = [
        "anchor/2",
        "choice/1",
        "choices/1",
        "closed/1",
        "genesis/2",
        "hand-over/2",
        "opening/2",
        "order/2",
        "pieces/1",
        "restored/1",
        "revision-answer/1",
        "revision-offer/1",
        "revision/1",
        "takeback-offer/2",
    ];
    let private = ["act/1", "choice/2", "part/1", "pieces/2", "plan/1", "planned/1", "standing/2", "state/1", "used/1"];
    // Those of games entered from a table: such a log is made from `docs/examples` by the tests of testimony.
    let testimony = ["correction/1", "genesis/3", "order/3"];
    for kind in second.into_iter().chain(private).chain(testimony) {
        assert!(listed.remove(kind), "{kind}");
    }
    assert_eq!(kinds, listed);
}

/// Whose eyes to look with.
const EYES: [Viewer; 4] = [Viewer::Spectator, Viewer::Everyone, Viewer::Seat(SeatId(0)), Viewer::Seat(SeatId(1))];

#[test]
fn phase_and_score_alone_are_those_of_the_view() {
    let registry = domain::rulesets::standard();
    let mut looked = 0;
    for golden in manifest().iter().filter(|g| g.comes_to.is_some()) {
        let log = import(&text(golden)).unwrap();
        Game::each_with(&registry, &log.records, &log.entries, |game, record| {
            if record.seq % 7 != 0 {
                return;
            }
            for viewer in EYES {
                let view = game.view(viewer);
                let alone = (game.phase(viewer), game.score(viewer));
                assert_eq!(alone, (view.phase, view.score), "{}, record {}", golden.file, record.seq);
                looked += 1;
            }
        })
        .unwrap();
    }
    assert!(looked > 1_000, "{looked}");
}

#[test]
fn a_game_goes_on_from_any_record_as_it_did() {
    let registry = domain::rulesets::standard();
    for golden in manifest().iter().filter(|g| g.comes_to.is_some()) {
        let log = import(&text(golden)).unwrap();
        let mut rests = Vec::new();
        Game::each_with(&registry, &log.records, &log.entries, |game, record| {
            rests.push((record.seq, EYES.map(|viewer| game.view(viewer))));
        })
        .unwrap();
        let last = log.records.len() as u64;
        for from in [1, last / 3, last - 1, last].into_iter().filter(|from| *from > 0) {
            let (before, after) = log.records.split_at(from as usize);
            let (under, behind): (Vec<_>, Vec<_>) = log.entries.iter().cloned().partition(|e| e.is_under(from));
            let mut game = Game::replay_with(&registry, before, &under).unwrap();
            let mut seen = Vec::new();
            game.go_on(after, &behind, |game, moment| {
                if matches!(moment, Moment::Rest) {
                    seen.push((game.len(), EYES.map(|viewer| game.view(viewer))));
                }
            })
            .unwrap();
            assert_eq!(seen, rests[from as usize - 1..], "{} from record {from}", golden.file);
        }
    }
}
