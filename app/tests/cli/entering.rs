//! `fieldpost enter`: a game of a table from text to a log and into a database, mended line by line, and everything that it refuses.

use super::{Folder, run, stderr, stdout};
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

fn example() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/examples/gaines-mill-on-a-table.txt");
    std::fs::read_to_string(path).expect("the example")
}

/// A folder of a test's own with a text in it.
struct Desk(Folder);

impl Desk {
    fn new() -> Desk {
        static DESKS: AtomicU32 = AtomicU32::new(0);
        Desk(Folder::new(&format!("desk-{}", DESKS.fetch_add(1, Ordering::Relaxed))))
    }

    fn path(&self, name: &str) -> String {
        self.0.file(name)
    }

    /// Writes a text down and enters it: whether all was taken, and what was said.
    fn enter(&self, text: &str, more: &[&str]) -> (bool, String) {
        let file = self.path("game.txt");
        std::fs::write(&file, text).expect("a file");
        let log = self.path("game.jsonl");
        let mut args = vec!["enter", &file, "--log", &log];
        args.extend(more);
        let output = run(&args);
        (output.status.success(), stderr(&output))
    }

    fn log(&self) -> Option<String> {
        std::fs::read_to_string(self.path("game.jsonl")).ok()
    }
}

#[test]
fn the_example_is_entered_corrected_in_the_middle_and_verified() {
    let desk = Desk::new();
    let open = example().replace("\nfinal\n", "\n");
    // First with a mistyped order: what follows holds no longer at some line, which is named, and nothing is written.
    let right = "Field 0910-0911\n";
    assert_eq!(open.matches(right).count(), 1);
    let (taken, said) = desk.enter(&open, &[]);
    assert!(taken, "{said}");
    let first = desk.log().expect("a log");
    let number = 1 + open.lines().position(|l| l == right.trim()).expect("its line");
    let mistyped = open.replace(right, "Field recover\n");
    let (taken, said) = desk.enter(&mistyped, &[]);
    assert!(!taken && said.contains("no longer holds") && said.contains("Nothing was written."), "{said}");
    assert!(said.contains('§') && said.contains("orders are in force no more"), "{said}");
    assert_eq!(desk.log().as_deref(), Some(first.as_str()), "nothing is written without a word");
    let (taken, said) = desk.enter(&mistyped, &["--leave-out", "--reason", "it was not Field"]);
    assert!(!taken && said.contains("no longer holds"), "{said}");
    let second = desk.log().expect("a log");
    let whole: Vec<&str> = first.lines().collect();
    let kept = &whole[..whole.len() - 1];
    assert!(second.starts_with(&kept.join("\n")), "the log keeps what was entered");
    assert!(second.contains("correction/1") && second.contains("it was not Field"));
    // It was right after all, and all of it stands again.
    let (taken, said) = desk.enter(&example(), &[]);
    assert!(taken && said.contains("over: "), "line {number}: {said}");
    let verified = run(&["verify", &desk.path("game.jsonl")]);
    let told = stdout(&verified);
    assert!(verified.status.success() && told.contains("testimony, told by Ruth Hale: not provable"), "{told}");
    // What is final is not corrected.
    let (taken, said) = desk.enter(&mistyped, &["--leave-out"]);
    assert!(!taken && said.contains("The game is over"), "{said}");
}

#[test]
fn what_cannot_be_entered_is_refused_by_its_line_and_no_log_is_written() {
    let heads = "Game: gaines-mill\nPlayer Union: A\nPlayer Confederate: B\n";
    for (lines, why) in [
        ("deploy\nNapoleon fire 1011 ! 3 1\n", "line 5 is not taken: Napoleon fire 1011 ! 3 1"),
        ("deploy\nConfederate: deploy\n", "Confederate is out of turn"),
        (
            "deploy\ndone\ndeploy\ndone\n",
            "line 7 is not taken: done\n  This order rolls 2 dice: Coordination Roll; none is given.",
        ),
        ("deploy\ndone\ndeploy\ndone ! 5 3 1\n", "one is left over (1)"),
        ("deploy\ndone\ndeploy\ndone ! 5 9\n", "No die of 6 shows 9"),
        ("deploy ! 4\n", "This order rolls nothing"),
        ("deploy\ndone ! x\n", "line 5: \"x\" is no face of a die"),
        ("deploy\nFrance: done\n", "line 5: There is no seat \"France\""),
        ("deploy\nUnion resigns\ndone\n", "The game has ended before it"),
    ] {
        let desk = Desk::new();
        let (taken, said) = desk.enter(&format!("{heads}{lines}"), &[]);
        assert!(!taken && said.contains(why), "{lines}: {said}");
        assert_eq!(desk.log(), None, "{lines}");
    }
    for (text, why) in [
        (format!("{heads}{}", "done\n".repeat(5001)), "at most 5000"),
        ("x".repeat(600_000), "bytes; at most"),
        ("Game: chess\n".to_owned(), "There is no game \"chess\""),
    ] {
        let (taken, said) = Desk::new().enter(&text, &[]);
        assert!(!taken && said.contains(why), "{said}");
    }
}

#[test]
fn another_game_and_a_log_of_other_dice_are_not_gone_on_with() {
    let desk = Desk::new();
    let heads = "Game: gaines-mill\nPlayer Union: A\nPlayer Confederate: B\n";
    assert!(desk.enter(&format!("{heads}deploy\n"), &[]).0);
    let (taken, said) = desk.enter(&format!("{}deploy\n", heads.replace("Union: A", "Union: C")), &[]);
    assert!(!taken && said.contains("another game, other players"), "{said}");
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("../domain/tests/golden/logs/gaines-mill-house.log");
    std::fs::copy(golden, desk.path("game.jsonl")).expect("a copy");
    let (taken, said) = desk.enter(&format!("{heads}deploy\n"), &[]);
    assert!(!taken && said.contains("played with dice of a service"), "{said}");
    // A log of testimony whose dice were changed is found out when it is checked.
    let other = Desk::new();
    assert!(other.enter(&example(), &[]).0);
    let forged = other.log().expect("a log").replacen("[3,1]", "[3,2]", 1);
    std::fs::write(other.path("forged.jsonl"), forged).expect("a file");
    let verified = run(&["verify", &other.path("forged.jsonl")]);
    assert!(!verified.status.success(), "{}", stdout(&verified));
}

#[test]
fn a_game_is_entered_into_a_database_and_exported_as_the_log_that_it_is() {
    let desk = Desk::new();
    let (file, database) = (desk.path("game.txt"), desk.path("fieldpost.db"));
    std::fs::write(&file, example()).expect("a file");
    let (file, database) = (&*file, &*database);
    let entered = run(&["enter", file, "--database", database, "--umpire", "ruth@example.org"]);
    assert!(entered.status.success(), "{}", stderr(&entered));
    let game = stdout(&entered).trim().to_owned();
    let exported = run(&["export", &game, "--database", database]);
    assert!(exported.status.success() && stdout(&exported).contains("genesis/3"), "{}", stderr(&exported));
    let wrong = run(&["enter", file, "--database", database, "--umpire", "nobody"]);
    assert!(!wrong.status.success() && stderr(&wrong).contains("no mail address"), "{}", stderr(&wrong));
}
