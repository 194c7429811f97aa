//! Games played on a table: entered from what players wrote down, refused where the dice or the rules do not fit, corrected in the middle, and
//! held against both verifiers.

#[path = "../shared/forger.rs"]
mod forger;
#[path = "../referee/python.rs"]
mod python;

use domain::log::{Body, Correction, GameId, Hash32, Millis, Record, export, import};
use domain::referee::*;
use serde_json::{Value, json};
use std::sync::LazyLock;

static REGISTRY: LazyLock<Registry> = LazyLock::new(domain::rulesets::standard);

fn example() -> String {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/examples/gaines-mill-on-a-table.txt");
    std::fs::read_to_string(path).unwrap()
}

/// A game being entered, with its log.
struct Book {
    game: Game,
    log: Vec<Record>,
}

impl Book {
    fn begin(transcript: &Transcript) -> Book {
        let begun = Game::testify_anew(&REGISTRY, transcript.begins(GameId([7; 16]), Millis(1_000))).unwrap();
        Book { game: begun.game, log: begun.records }
    }

    fn bring(&mut self, lines: &[ToldLine], leave_out: bool) -> Trial {
        let trial = self.game.bring_to(&self.log, 1, lines, ("", Millis(2_000), leave_out)).unwrap();
        self.log.extend(trial.played.records.iter().cloned());
        self.game = trial.played.game.clone();
        assert_eq!(Game::replay(&REGISTRY, &self.log).unwrap().head(), self.game.head());
        trial
    }

    /// What both verifiers say of the log.
    fn verdicts(&self) -> (Report, String) {
        judged(&export(&self.log))
    }
}

fn judged(log: &str) -> (Report, String) {
    (verify(&REGISTRY, log, &Against::default()), python::run(&["-"], log).1)
}

fn read(text: &str) -> Transcript {
    Transcript::read(&REGISTRY, text).unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// The whole example, entered.
fn entered() -> (Transcript, Book) {
    let transcript = read(&example());
    let mut book = Book::begin(&transcript);
    let trial = book.bring(&transcript.lines, false);
    assert_eq!(trial.left, []);
    assert_eq!(trial.untried, 0);
    (transcript, book)
}

#[test]
fn a_whole_game_of_a_table_is_entered_and_both_verifiers_say_what_its_dice_are() {
    let (transcript, book) = entered();
    assert_eq!(book.game.result().map(|r| r.reason), Some(domain::log::Reason::Rules));
    assert_eq!(book.game.umpire_of_testimony().unwrap().0, "Ruth Hale");
    let (report, python) = book.verdicts();
    assert!(report.sound && report.judged, "{report}");
    assert_eq!(report.testimony.as_deref(), Some("Ruth Hale"));
    assert!(report.to_string().contains("Its dice are testimony, told by Ruth Hale: not provable."), "{report}");
    assert!(report.meaning().contains("the umpire's word"), "{}", report.meaning());
    assert!(python.starts_with("sound:") && python.ends_with("testimony, told by Ruth Hale: not provable"), "{python}");
    assert!(report.dice > 100 && report.orders as usize >= transcript.lines.len() - 1, "{report}");
    // What is written down of it can be entered again, and comes to the same.
    let again = read(&written_down(&book.game, &book.log));
    let mut other = Book::begin(&again);
    assert_eq!(other.bring(&again.lines, false).left, []);
    assert_eq!(other.game.position().digest(), book.game.position().digest());
    // Nothing follows on what was made final.
    let more = book.game.bring_to(&book.log, 1, &transcript.lines, ("", Millis(3_000), true));
    assert!(matches!(more, Err(GameError::Finished(_))), "{more:?}");
}

#[test]
fn a_game_that_went_back_is_written_down_as_it_stands_and_can_be_entered_so() {
    for name in ["gaines-mill-takebacks", "gaines-mill-judged", "bloodiest-day-takebacks", "bloodiest-day-judged"] {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/logs");
        let log = import(&std::fs::read_to_string(format!("{folder}/{name}.log")).unwrap()).unwrap().records;
        // Each record with the game as it stood then: right behind what it went back over, and later.
        let goes = |r: &Record| r.is_kind("takeback-answer/") || r.is_kind("judgement/");
        let ends = log.iter().filter(|r| goes(r)).flat_map(|r| [r.seq, r.seq + 8]).chain([log.len() as u64]);
        let (mut told, mut left) = (0, 0);
        for end in ends.map(|seq| usize::try_from(seq).unwrap().min(log.len())) {
            let game = Game::replay(&REGISTRY, &log[..end]).unwrap();
            let transcript = read(&written_down(&game, &log[..end]));
            let mut book = Book::begin(&transcript);
            assert_eq!(book.bring(&transcript.lines, false).left, [], "{name}, record {end}");
            assert!(book.game.position().same(game.position()), "{name}, record {end}");
            told += transcript.lines.len();
            left += game.line_of_play().left().len();
        }
        assert!(told > 30 && left > 0, "{name}: {told} lines, {left} stretches left");
    }
}

/// The lines of the example without the one that makes it final, with another text in place of one of them.
fn mistyped(line: &str, instead: &str) -> (Vec<ToldLine>, Vec<ToldLine>) {
    let text = example();
    assert_eq!(text.matches(line).count(), 1, "{line}");
    let open = |text: &str| {
        let mut lines = read(text).lines;
        assert_eq!(lines.pop().unwrap().said, Said::End(ToldEnd::Rules));
        lines
    };
    (open(&text.replace(line, instead)), open(&text))
}

#[test]
fn a_mistyped_die_in_the_middle_is_corrected_and_all_that_follows_stands_again() {
    let (transcript, whole) = entered();
    let right = transcript.lines[..transcript.lines.len() - 1].to_vec();
    // A die in the middle read wrongly, with which all that follows is legal too.
    let middle = right.len() / 2;
    let (at, wrong, mut book) = (middle..right.len())
        .filter_map(|at| {
            let mut wrong = right.clone();
            let Said::Order(order) = &mut wrong[at].said else { return None };
            let face = order.faces.first_mut()?;
            *face = if *face == 6 { 5 } else { *face + 1 };
            let mut book = Book::begin(&transcript);
            book.bring(&wrong, true).left.is_empty().then_some((at, wrong, book))
        })
        .next()
        .expect("a die that hardly matters");
    let before = book.log.len();
    let corrected = book.bring(&right, false);
    assert_eq!(corrected.left, [], "what was right is taken whole");
    let (back_to, orders) = corrected.back.expect("a correction");
    assert!(orders as usize >= right.len() - at && back_to > 1 && corrected.kept >= at);
    assert_eq!(corrected.taken.iter().filter(|f| f.was).count(), wrong.len() - at - 1, "all that follows stands again");
    assert_eq!(corrected.taken.iter().filter(|f| !f.was).map(|f| f.number).collect::<Vec<_>>(), [right[at].number]);
    assert!(
        matches!(book.log[before].read().unwrap(), Body::Correction(Correction { back_to: b, .. }) if b == back_to)
    );
    // Everything that was entered stays in the log, and the game is the same as if nothing had been mistyped.
    book.bring(&transcript.lines, false);
    assert_eq!(book.game.position().digest(), whole.game.position().digest());
    assert_eq!(book.game.result().map(|r| &r.level), whole.game.result().map(|r| &r.level));
    let (report, python) = book.verdicts();
    assert!(report.sound, "{report}");
    assert!(python.starts_with("sound:"), "{python}");
    let told = book.game.chronicle(&book.log, Viewer::Spectator).unwrap();
    assert!(told.iter().flat_map(|e| &e.lines).any(|l| l.text.contains("Ruth Hale corrected what was entered")));
}

#[test]
fn what_no_longer_holds_after_a_correction_is_told_by_line_and_section_and_nothing_is_lost() {
    let (mut wrong, right) = mistyped("Field 0910-0911\n", "Field recover\n");
    let mut book = Book::begin(&read(&example()));
    assert_eq!(book.bring(&right, false).left, []);
    // Now the umpire finds that Field never moved there.
    let trial = book.game.bring_to(&book.log, 1, &wrong, ("it was not Field", Millis(3_000), true)).unwrap();
    assert!(!trial.left.is_empty(), "some later order hangs on where Field stands");
    assert!(trial.left.iter().any(|l| l.section.is_some()), "{:?}", trial.left);
    assert!(trial.left.iter().all(|l| l.number > 0 && !l.why.is_empty() && !l.text.is_empty()));
    assert!(trial.left.iter().skip(1).any(|l| l.was), "{:?}", trial.left);
    assert!(trial.taken.iter().any(|f| f.was));
    assert_eq!(trial.back.map(|(_, orders)| orders as usize + trial.kept), Some(book.game.in_force().len()));
    // Without leave the first of them ends it, and what was before it is taken.
    let stopped = book.game.bring_to(&book.log, 1, &wrong, ("", Millis(3_000), false)).unwrap();
    assert_eq!(stopped.left, trial.left[..1]);
    assert_eq!(stopped.untried, wrong.iter().filter(|l| l.number > trial.left[0].number).count());
    // Made final, the log holds both lines of play, and both verifiers follow it.
    let length = book.log.len();
    book.bring(&wrong, true);
    assert!(book.log.len() > length);
    let (report, python) = book.verdicts();
    assert!(report.sound && python.starts_with("sound:"), "{report}\n{python}");
    // And back again: what was left out is entered once more.
    wrong.clone_from(&right);
    assert_eq!(book.bring(&wrong, false).left, []);
}

/// What is said of one line given after the first orders of the example, up to the first that rolls.
fn refused(line: &str) -> Left {
    let transcript = read(&example());
    let first =
        transcript.lines.iter().position(|l| matches!(&l.said, Said::Order(o) if o.order.starts_with("Branch fire")));
    let mut lines = transcript.lines[..first.unwrap()].to_vec();
    let mut book = Book::begin(&transcript);
    assert_eq!(book.bring(&lines, false).left, []);
    let about = REGISTRY.get("gaines-mill").unwrap().about();
    let mut given = block_of(&about.scenarios[0].seats, line).unwrap();
    given[0].number = 77;
    lines.append(&mut given);
    let trial = book.game.bring_to(&book.log, 1, &lines, ("", Millis(3_000), false)).unwrap();
    assert!(trial.played.records.is_empty(), "nothing is recorded of a line that is refused");
    let [left] = trial.left.as_slice() else { panic!("{line} is taken") };
    assert_eq!(left.number, 77);
    left.clone()
}

#[test]
fn dice_that_are_missing_too_many_or_impossible_are_refused_and_so_is_what_the_rules_forbid() {
    let why = |line: &str| refused(line).why;
    assert_eq!(
        why("Branch fire 1011"),
        "This order rolls 2 dice: Warren's defense; none is given. Write what fell behind it, such as `! 4 2`."
    );
    assert_eq!(
        why("Branch fire 1011 ! 3"),
        "This order rolls 2 dice: Warren's defense; one is given. Write what fell behind it, such as `! 4 2`."
    );
    assert_eq!(
        why("Branch fire 1011 ! 3, 1, 6"),
        "This order rolls 2 dice: Warren's defense. 3 are given: one is left over (6)."
    );
    assert_eq!(why("Branch fire 1011 ! 3 7"), "No die of 6 shows 7: Warren's defense rolls 2 dice of 6 sides.");
    assert!(why("done ! 4").starts_with("This order rolls nothing, and dice are given: 4."), "{}", why("done ! 4"));
    assert!(why("Union: Griffin fire 0811 ! 6 2").starts_with("Union is out of turn: the game waits for Confederate."));
    assert!(why("Napoleon fire 1011 ! 3 1").contains("Napoleon"), "{}", why("Napoleon fire 1011 ! 3 1"));
    assert!(refused("Branch fire 0101 ! 3 1").section.is_some());
    assert!(why("final").contains("not over by the rules"));
    assert!(
        why("Branch fire 1011; Field fire 1012 ! 3 1").contains("4 dice"),
        "{}",
        why("Branch fire 1011; Field fire 1012 ! 3 1")
    );
}

#[test]
fn a_text_that_cannot_be_read_is_told_line_by_line() {
    let faults = |text: &str| -> Vec<String> {
        Transcript::read(&REGISTRY, text).unwrap_err().iter().map(ToString::to_string).collect()
    };
    let head = "Game: gaines-mill\nPlayer Union: A\nPlayer Confederate: B\n";
    assert_eq!(faults("")[0], "A header is missing: `Game:` with one of gaines-mill, bloodiest-day.");
    assert_eq!(faults("Game: chess")[0], "line 1: There is no game \"chess\"; there is gaines-mill, bloodiest-day.");
    assert_eq!(
        faults("Game: gaines-mill\nPlayer Union: A")[0],
        "A header is missing: `Player Confederate:` with a name."
    );
    assert_eq!(
        faults(&format!("{head}deploy\ndone ! six\nNorth: done\nPlayer Union: C\ndone !\nFrance resigns\n")),
        [
            "line 5: \"six\" is no face of a die. Behind “!” stand the faces that fell: `! 4 2`.",
            "line 6: There is no seat \"North\"; there is Union, Confederate.",
            "line 7: The header Player Union stands behind the first order. Write all headers above.",
            "line 8: Behind “!” stand the faces that fell, and there are none: `! 4 2`.",
            "line 9: There is no seat \"France\"; there is Union, Confederate.",
        ]
    );
    assert!(faults(&format!("{head}{}", "done\n".repeat(5_001)))[0].contains("at most 5000"));
    assert!(faults(&"x".repeat(MOST_TRANSCRIPT_BYTES + 1))[0].contains("bytes"));
}

#[test]
fn a_game_that_is_told_ends_as_its_players_say() {
    for (end, reason) in [("Union resigns", "resigned"), ("draw agreed", "agreed")] {
        let text = example();
        let text = text.replace("\nfinal\n", "").split("# Turn 2, Confederate").next().unwrap().to_owned() + end;
        let transcript = read(&text);
        let mut book = Book::begin(&transcript);
        assert_eq!(book.bring(&transcript.lines, false).left, []);
        let found = serde_json::to_value(book.game.result().unwrap().reason).unwrap();
        assert_eq!(found, reason);
        let (report, python) = book.verdicts();
        assert!(report.sound && python.starts_with("sound:"), "{report}\n{python}");
    }
}

/// The first record of the log of which something is true.
fn first(log: &[Record], is: impl Fn(&Value) -> bool) -> u64 {
    let found = log.iter().find(|r| is(&serde_json::from_str::<Value>(&r.body).unwrap()));
    found.expect("such a record").seq
}

#[test]
fn a_log_of_testimony_that_was_tampered_with_is_found_out() {
    let (wrong, right) = mistyped("Heavy fire 0415 ! 4   # Wilcox's defense", "Heavy fire 0415 ! 5");
    let mut book = Book::begin(&read(&example()));
    book.bring(&wrong, true);
    book.bring(&right, false);
    let rolled = first(&book.log, |b| b["what"]["rolls"].as_array().is_some_and(|r| !r.is_empty()));
    let quiet = first(&book.log, |b| b["kind"] == "order/3" && b["what"]["rolls"] == json!([]));
    let correction = first(&book.log, |b| b["kind"] == "correction/1");
    // What is changed, whether Python, who knows no rules, can find it.
    type Change = fn(&mut Value);
    let changes: [(&str, u64, Change, bool); 12] = [
        ("an impossible face", rolled, |w| w["rolls"][0]["faces"][0] = 7.into(), true),
        (
            "another face",
            rolled,
            |w| w["rolls"][0]["faces"][0] = (7 - w["rolls"][0]["faces"][0].as_u64().unwrap()).into(),
            false,
        ),
        ("a die more", rolled, |w| w["rolls"][0]["faces"].as_array_mut().unwrap().push(1.into()), false),
        ("a die less", rolled, |w| drop(w["rolls"][0]["faces"].as_array_mut().unwrap().pop()), false),
        (
            "a roll where nothing rolls",
            quiet,
            |w| w["rolls"] = json!([{"faces": [4], "purpose": "luck", "sides": 6}]),
            false,
        ),
        ("a die of more sides", rolled, |w| w["rolls"][0]["sides"] = 10.into(), false),
        ("by somebody else", rolled, |w| w["by"] = "Tom Ames".into(), true),
        ("forced", rolled, |w| w["forced"] = true.into(), true),
        ("another position", quiet, |w| w["state"] = Hash32::ZERO.to_string().into(), false),
        ("another seat", quiet, |w| w["seat"] = 1.into(), false),
        ("a correction that counts less", correction, |w| w["orders"] = 1.into(), true),
        ("a correction to no order", correction, |w| w["back_to"] = correction_itself(w), true),
    ];
    for (what, seq, change, python_too) in changes {
        let log = forger::forge(&book.log, seq, change);
        let (report, python) = judged(&log);
        let bad = report.bad.unwrap_or_else(|| panic!("{what} is called sound"));
        assert_eq!(bad.seq, seq, "{what}: {}", bad.why);
        let named = python.starts_with(&format!("record {seq}:"));
        assert!(if python_too { named } else { named || python.starts_with("sound:") }, "{what}: {python}");
    }
}

fn correction_itself(what: &Value) -> Value {
    (what["back_to"].as_u64().unwrap() + 100_000).into()
}

#[test]
fn a_log_says_one_thing_of_its_dice_and_not_the_other() {
    let (_, book) = entered();
    let house = std::fs::read_to_string(
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/logs/gaines-mill-house.log"),
    );
    let house = domain::log::import(&house.unwrap()).unwrap().records;
    let both = |log: &[Record], seq: u64, why: &str| {
        let mut log = log.to_vec();
        forger::reseal(&mut log);
        let (report, python) = judged(&export(&log));
        let bad = report.bad.unwrap_or_else(|| panic!("{why} is called sound"));
        assert_eq!(bad.seq, seq, "{why}: {}", bad.why);
        assert!(python.starts_with(&format!("record {seq}:")), "{why}: {python}");
    };
    // House dice in a log of testimony, and the other way.
    let order = house.iter().find(|r| r.is_kind("order/")).unwrap();
    let mut mixed = book.log[..3].to_vec();
    mixed.push(Record { game: book.game.id(), ..order.clone() });
    both(&mixed, 4, "an order with links in a log of testimony");
    let told = book.log.iter().find(|r| r.is_kind("order/3")).unwrap();
    let at = order.seq as usize - 1;
    let mut mixed = house[..at].to_vec();
    mixed.push(Record { game: house[0].game, ..told.clone() });
    both(&mixed, order.seq, "a told order in a log with house dice");
    // A genesis that names the other kind of dice is none.
    let genesis = |log: &[Record], from: &str, to: &str| {
        let mut log = log[..1].to_vec();
        let body = log[0].body.replace(from, to);
        assert_ne!(body, log[0].body);
        log[0].body = body;
        log
    };
    both(&genesis(&book.log, "\"testimony\"", "\"house\""), 1, "a log of testimony that claims house dice");
    both(&genesis(&house, "\"mode\":\"house\"", "\"mode\":\"testimony\""), 1, "house dice that claim to be testimony");
}

#[test]
fn nobody_plays_a_game_that_is_entered() {
    let (_, book) = entered();
    let keys = domain::dice::GameKeys::derive([1; 32], book.game.id());
    let first = Book::begin(&read(&example())).game;
    let play = Submission {
        seat: SeatId(0),
        lines: vec!["deploy".into()],
        key: "k".into(),
        seen: first.head(),
        at: Millis(5),
    };
    assert_eq!(first.play(&play, &keys).unwrap_err(), GameError::Testimony);
    assert_eq!(first.resign(SeatId(0), Millis(5), &keys).unwrap_err(), GameError::Testimony);
    assert_eq!(first.offer_draw(SeatId(0), Millis(5), &keys).unwrap_err(), GameError::Testimony);
    let standing = Standing::default();
    assert_eq!(first.set_standing(SeatId(0), &standing, Millis(5), &keys).unwrap_err(), GameError::Testimony);
}
