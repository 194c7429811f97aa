//! What a game without secrets tells of its rolls, and which records are one affair.

use domain::log::{Body, Record, import};
use domain::referee::{Entry, Game, SeatId, Story, Viewer};
use domain::rulesets::standard;

fn golden(name: &str) -> (Game, Vec<Record>) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/logs");
    let text = std::fs::read_to_string(format!("{folder}/{name}.log")).unwrap();
    let log = import(&text).unwrap().records;
    (Game::replay(&standard(), &log).unwrap(), log)
}

fn rolled(record: &Record) -> usize {
    match record.read().unwrap() {
        Body::Order(order) => order.rolls.len(),
        _ => 0,
    }
}

/// Dice are public, also where the other side threw them with an answer that tells nothing by itself: who leads a defence.
#[test]
fn everybody_is_told_all_dice_of_a_game_without_secrets() {
    for name in ["bloodiest-day-house", "gaines-mill-house"] {
        let (game, log) = golden(name);
        let mut quiet = 0;
        for viewer in [Viewer::Seat(SeatId(0)), Viewer::Seat(SeatId(1)), Viewer::Spectator] {
            let told = game.chronicle(&log, viewer).unwrap();
            for (entry, record) in told.iter().zip(&log) {
                assert_eq!(entry.rolls.len(), rolled(record), "{name}, record {}", record.seq);
                quiet += usize::from(!entry.rolls.is_empty() && entry.lines.is_empty());
            }
        }
        assert!(quiet > 0 || name.starts_with("gaines"), "{name} has answers that tell nothing by themselves");
    }
}

/// An answer that comes behind a heading belongs to what asked: the check of an impulse, thrown when the next one has begun.
#[test]
fn an_answer_is_told_with_what_asked() {
    let (game, log) = golden("bloodiest-day-house");
    let told = Story::of(game.chronicle(&log, Viewer::Spectator).unwrap());
    let is_check = |e: &&Entry| e.rolls.iter().any(|r| r.purpose == "impulse check");
    let mut checks = 0;
    for affair in told.affairs() {
        let Some(at) = affair.iter().position(|e| is_check(&e)) else { continue };
        let lines = affair[at..].iter().flat_map(|e| &e.lines);
        assert!(
            lines.clone().any(|l| l.text.contains("phase")),
            "record {}: {:#?}",
            affair[at].seq,
            lines.collect::<Vec<_>>()
        );
        checks += 1;
    }
    assert!(checks > 20, "{checks} checks");
}

/// A line that says which rolls are its own says it truly: they were thrown before it and are told by no other. What is rolled again takes the
/// place of a roll that waits to be told.
#[test]
fn rolls_are_told_by_the_lines_that_are_about_them() {
    for name in ["bloodiest-day-house", "gaines-mill-house"] {
        let (game, log) = golden(name);
        let told = game.chronicle(&log, Viewer::Spectator).unwrap();
        let mut waiting: Vec<&str> = Vec::new();
        let (mut settled, mut again) = (0, 0);
        for entry in &told {
            let mut replaced = entry.lines.iter().filter_map(|l| l.again.as_deref());
            for roll in &entry.rolls {
                match replaced.next() {
                    Some(purpose) => {
                        assert!(waiting.contains(&purpose), "{name}, record {}: {purpose}", entry.seq);
                        again += 1;
                    }
                    None => waiting.push(&roll.purpose),
                }
            }
            for purpose in entry.lines.iter().flat_map(|l| l.dice.iter().flatten()) {
                let at = waiting.iter().position(|w| w == purpose);
                waiting.remove(at.unwrap_or_else(|| panic!("{name}, record {}: {purpose} of {waiting:?}", entry.seq)));
                settled += 1;
            }
        }
        waiting.retain(|purpose| !["Coordination Roll", "Lee's Personal Touch"].contains(purpose));
        assert!(waiting.len() <= 1, "{name}: {waiting:?} are told nowhere");
        assert!(settled > 20, "{name}: {settled}");
        assert!(again > 0 || name.starts_with("gaines"), "{name}: {again}");
    }
}
