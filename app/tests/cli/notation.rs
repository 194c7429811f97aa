//! `fieldpost notation`: a log as text, and the text read back.

use super::{Folder, run, stdout};
use std::path::Path;

/// A whole game of the golden logs.
fn log(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../domain/tests/golden/logs");
    folder.join(name).to_str().expect("UTF-8").to_owned()
}

fn written(log: &str) -> String {
    let output = run(&["notation", "write", log, "--title", "A \"game\" \\ of ours"]);
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
        assert!(
            text.starts_with("[Fieldpost \"1\"]\n") && text.contains("[Title \"A \\\"game\\\" \\\\ of ours\"]"),
            "{text}"
        );
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
    let dice = find("dice:");
    let face = lines[dice].chars().last().expect("a face").to_digit(10).expect("a digit");
    let other = format!("{}{}", &lines[dice][..lines[dice].len() - 1], face % 6 + 1);
    let first = lines.iter().position(|l| l.chars().next().is_some_and(|c| c.is_ascii_digit())).expect("an order");
    let numbered = |line: &str, order: &str| format!("{}{order}", &line[..line.find(": ").expect("a seat") + 2]);
    for (changed, at, alone) in [
        // Another face is a lie that only the log shows, unless the game could not have gone on so.
        (with(dice, &other), dice, None),
        (with(dice, "    dice: something d6"), dice, Some(1)),
        (with(dice, "    dice: something else d6 7"), dice, Some(1)),
        (with(first, "An order without a number"), first, Some(1)),
        (with(first, &numbered(lines[first], "fly to the moon")), first, Some(1)),
        (with(first, &lines[first].replacen(". ", ". Nobody's ", 1)), first, Some(1)),
        (with(0, "[Fieldpost \"9\"]"), 0, Some(1)),
        (with(1, "[Game unquoted]"), 1, Some(1)),
    ] {
        let [without, with_log] = judged(&folder, &changed, &log);
        if let Some(code) = alone {
            assert_eq!(without.0, Some(code), "{}", without.1);
            assert!(without.1.starts_with(&format!("line {}: ", at + 1)), "{} in {at}", without.1);
        }
        assert_eq!(with_log.0, Some(1), "{}", with_log.1);
        assert!(with_log.1.starts_with(&format!("line {}: ", at + 1)), "{} in {at}", with_log.1);
    }
    // Headers that name another game; orders left out and added at the end.
    let head = find("[Head");
    let [_, other_head] = judged(&folder, &with(head, &format!("[Head \"{}\"]", "0".repeat(64))), &log);
    assert!(other_head.1.starts_with(&format!("line {}: the log has Head", head + 1)), "{}", other_head.1);
    let shorter = lines[..first].join("\n");
    let [_, shorter] = judged(&folder, &shorter, &log);
    assert!(shorter.0 == Some(1) && shorter.1.contains("the log goes on"), "{}", shorter.1);
    let longer = format!("{text}99999. Union: done\n");
    let [_, longer] = judged(&folder, &longer, &log);
    assert!(longer.0 == Some(1) && longer.1.contains("no order more"), "{}", longer.1);
}
