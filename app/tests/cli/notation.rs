//! `fieldpost notation`: a log as text, and the text read back.

use super::{Folder, run, stdout};
use std::path::Path;

/// A whole game of the golden logs.
fn log(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../domain/tests/golden/logs");
    folder.join(name).to_str().expect("UTF-8").to_owned()
}

fn written(log: &str) -> String {
    let output = run(&["notation", "write", log, "--title", "A \"game\" \\ #1 of\nours"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    stdout(&output)
}

/// What is said of a text, alone and with its log, with the codes at the end.
fn judged(folder: &Folder, text: &str, log: &str) -> [(Option<i32>, String); 2] {
    let file = folder.file("game.txt");
    std::fs::write(&file, text).expect("a file can be written");
    [run(&["notation", "read", &file]), run(&["notation", "read", &file, "--log", log])]
        .map(|output| (output.status.code(), stdout(&output)))
}

#[test]
fn a_game_as_text_is_the_same_game_read_back() {
    let folder = Folder::new("notation");
    for name in ["gaines-mill-short.log", "bloodiest-day-adjudicated.log"] {
        let log = log(name);
        let text = written(&log);
        assert!(text.starts_with("# Game ") && text.contains("\nTitle: A \"game\" \\ No. 1 of ours\n"), "{text}");
        let [alone, with_log] = judged(&folder, &text, &log);
        assert_eq!(alone.0, Some(0), "{name}: {}", alone.1);
        assert!(alone.1.contains("each legal with these dice"), "{}", alone.1);
        assert_eq!(with_log.0, Some(0), "{name}: {}", with_log.1);
        assert!(with_log.1.contains("are those of the log"), "{}", with_log.1);
    }
}

#[test]
fn what_is_wrong_is_named_with_its_line() {
    let folder = Folder::new("notation-wrong");
    let log = log("gaines-mill-short.log");
    let text = written(&log);
    let lines: Vec<&str> = text.lines().collect();
    let find = |what: &str| lines.iter().position(|l| l.trim_start().starts_with(what)).expect(what);
    let with = |at: usize, line: &str| {
        let mut changed = lines.clone();
        changed[at] = line;
        changed.join("\n")
    };
    let ends_with_dice = |l: &&str| l.contains(" ! ") && l.contains("   # ");
    let dice = lines.iter().position(|l| ends_with_dice(&l)).expect("an order that rolled");
    let (rolled, purpose) = lines[dice].split_once("   # ").expect("a remark");
    let face = rolled.chars().last().expect("a face").to_digit(10).expect("a digit");
    let other = format!("{}{}   # {purpose}", &rolled[..rolled.len() - 1], face % 6 + 1);
    let first = lines.iter().position(|l| l.starts_with("# Set-up")).expect("a heading") + 1;
    for (changed, at, alone) in [
        // Another face is a lie that only the log shows, unless the game could not have gone on so.
        (with(dice, &other), dice, None),
        (with(dice, &format!("{rolled} 7")), dice, Some(1)),
        (with(dice, &format!("{rolled} 1")), dice, Some(1)),
        (with(dice, lines[dice].split_once(" ! ").expect("dice").0), dice, Some(1)),
        (with(first, "fly to the moon"), first, Some(1)),
        (with(first, &format!("Nobody: {}", lines[first])), first, Some(1)),
        (with(find("Game:"), "Game: no-such-game"), find("Game:"), Some(1)),
        (with(find("Scenario:"), "Scenario: no-such-scenario"), find("Scenario:"), Some(1)),
        (with(find("Player Confederate:"), "Player Confederate: Somebody"), find("Player Confederate:"), Some(0)),
    ] {
        let [without, with_log] = judged(&folder, &changed, &log);
        if let Some(code) = alone {
            assert_eq!(without.0, Some(code), "{}", without.1);
        }
        for said in [without, with_log.clone()].iter().filter(|said| said.0 != Some(0)) {
            let wanted = if alone.is_some() || said.1 == with_log.1 { at + 1 } else { continue };
            assert!(said.1.starts_with(&format!("line {wanted}: ")), "{} in {at}", said.1);
        }
        assert_eq!(with_log.0, Some(1), "{}", with_log.1);
    }
    // Orders left out and added at the end.
    let shorter = lines[..first + 1].join("\n");
    let [_, shorter] = judged(&folder, &shorter, &log);
    assert!(shorter.0 == Some(1) && shorter.1.contains("The log goes on with: "), "{}", shorter.1);
    let longer = format!("{text}Union: done\n");
    let [_, longer] = judged(&folder, &longer, &log);
    assert!(longer.0 == Some(1) && longer.1.contains("The log has no line more."), "{}", longer.1);
}
