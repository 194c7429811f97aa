//! The sample letters in `tests/samples`: each as a person, a mail program or a wrongdoer writes it (`*.eml`, byte for byte), beside what it
//! means (`*.expect`).
//!
//! `cargo test -p fieldpost-inbox samples -- --nocapture` prints how many are understood as meant. Of the others two kinds are told apart:
//! *not understood*, where nothing that was not meant could be carried out, and *misunderstood*, where something could.

#![allow(clippy::result_large_err, reason = "a reading is larger")]

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use fieldpost_inbox::{
    Automatic, Command, DrawWord, Envelope, Kind, LeftOut, Listed, Note, Part, Reading, Sense, Trust, Unreadable,
    Verdict, Vocabulary, Why, hear, read,
};
use serde_json::{Value, json};

struct Sample {
    name: String,
    raw: Vec<u8>,
    expect: Value,
}

fn samples() -> Vec<Sample> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/samples");
    let mut letters: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|f| f.unwrap().path()).collect();
    letters.retain(|p| p.extension().is_some_and(|e| e == "eml"));
    letters.sort();
    letters
        .into_iter()
        .map(|path| {
            let expect: Value =
                serde_json::from_str(&fs::read_to_string(path.with_extension("expect")).unwrap()).unwrap();
            let mut raw = fs::read(&path).unwrap();
            // A letter of ten mebibytes need not lie in the repository.
            if let Some(bytes) = expect["pad"].as_u64() {
                raw.resize(bytes as usize, b'x');
            }
            Sample { name: path.file_stem().unwrap().to_string_lossy().into_owned(), raw, expect }
        })
        .collect()
}

fn trust() -> Trust {
    Trust { authserv_id: Some("mx.fieldpost.example".into()), reply_domain: Some("in.fieldpost.example".into()) }
}

fn read_sample(sample: &Sample) -> Result<Reading, Unreadable> {
    let of = |name: &str| sample.expect["envelope"][name].as_str().map(str::to_owned);
    let envelope = Envelope { sender: of("sender"), recipient: of("recipient") };
    read(&sample.raw, &envelope, &trust(), &book())
}

/// The words of the rulebooks that the letters are about.
fn book() -> Vocabulary {
    const VERBS: [&str; 29] = [
        "activate",
        "advance",
        "aim",
        "assault",
        "attack",
        "bombard",
        "bring",
        "charge",
        "deploy",
        "done",
        "end",
        "enter",
        "fire",
        "free",
        "hold",
        "keep",
        "lead",
        "move",
        "pass",
        "pay",
        "post",
        "reorganise",
        "reroll",
        "retreat",
        "roll",
        "silence",
        "stay",
        "touch",
        "wake",
    ];
    const ORDINARY: [&str; 12] =
        ["archer", "branch", "bridge", "early", "field", "ford", "hill", "hood", "right", "rush", "summer", "wright"];
    Vocabulary::of([(VERBS.as_slice(), ORDINARY.as_slice())])
}

/// What stands for somebody who knows the game: the pieces of the letters, and what they can be told.
fn sense(line: &str) -> Sense {
    const PIECES: [&str; 13] = [
        "griffin",
        "martindale",
        "meade",
        "gibbon",
        "hood",
        "archer",
        "hooker",
        "art",
        "target",
        "early",
        "sumner",
        "wright",
        "branch",
    ];
    const VERBS: [&str; 6] = ["fire", "retreat", "stay", "volley", "ride", "bombard"];
    const WHOLE: [&str; 8] =
        ["done", "pass", "deploy", "find snavely's ford", "activate", "long-range", "target rodes", "hold"];
    let hexes = |w: &str| w.bytes().all(|b| b.is_ascii_digit() || b == b'-') && w.len() >= 2;
    let order = |part: &str| {
        let lower = part.trim().to_lowercase();
        let words: Vec<&str> = lower.split_whitespace().collect();
        let begins =
            WHOLE.iter().any(|w| lower == *w || matches!(*w, "activate" | "long-range") && lower.starts_with(w));
        let of_a_piece = words.first().is_some_and(|w| PIECES.contains(w))
            && words.len() > 1
            && words[1..].iter().all(|w| hexes(w) || VERBS.contains(w) || w.starts_with('(') && w.contains('/'));
        begins || of_a_piece
    };
    if line.split(';').all(order) {
        return Sense::Order;
    }
    let pieces = PIECES.map(str::to_owned);
    if fieldpost_inbox::names(line, &pieces, &book()) { Sense::Near } else { Sense::Nothing }
}

/// The choices of the letter that the samples answer.
fn listed() -> Vec<Listed> {
    let choice = |label: &str, order: &str| Listed { label: label.into(), remark: "rolls".into(), order: order.into() };
    vec![
        choice("Griffin fires at Hood, 38%", "Griffin fire 1211"),
        choice("Griffin retreats to 1013", "Griffin retreat 1013"),
        choice("Griffin stays", "Griffin stay"),
        choice("Martindale fires at Hood, 22%", "Martindale fire 1211"),
    ]
}

/// The parts as somebody who knows the game hears them, and whether the writer is asked before anything is done.
fn heard(reading: &Reading) -> (Vec<Part>, Vec<LeftOut>, bool) {
    let mut left_out = reading.left_out.clone();
    let mut asks = false;
    let hear = |part: &Part| {
        let (part, doubt) = hear(part, &listed(), (sense, &book()), &mut left_out);
        // What cannot be read is refused by the referee, and so is all that stands with it.
        asks |= doubt.is_some()
            || part.commands.iter().any(|s| matches!(&s.command, Command::Order(o) if sense(o) != Sense::Order));
        part
    };
    let parts = reading.parts.iter().map(hear).collect();
    (parts, left_out, asks)
}

fn said(command: &Command) -> String {
    match command {
        Command::Order(order) => format!("order {order}"),
        Command::Choice(number) => format!("choice {number}"),
        Command::Preview => "preview".into(),
        Command::Undo => "undo".into(),
        Command::Map => "map".into(),
        Command::Menu => "menu".into(),
        Command::Rules(None) => "rules".into(),
        Command::Rules(Some(section)) => format!("rules {section}"),
        Command::Draw(DrawWord::Offer) => "draw offer".into(),
        Command::Draw(DrawWord::Accept) => "draw accept".into(),
        Command::Draw(DrawWord::Decline) => "draw decline".into(),
        Command::Draw(DrawWord::Withdraw) => "draw withdraw".into(),
        Command::Resign { sure: false } => "resign".into(),
        Command::Resign { sure: true } => "resign sure".into(),
        Command::Message(words) => format!("message {words}"),
        Command::Standing(words) => format!("standing {words}"),
        Command::Queue(words) => format!("queue {words}"),
        Command::RulesAgreed => "rules agree".to_owned(),
        Command::Takeback(words) => format!("takeback {words}"),
        Command::Pause(words) => format!("pause {words}").trim().into(),
        Command::Resume => "resume".into(),
        Command::Claim(words) => format!("claim {words}").trim().into(),
        Command::Grant(words) => format!("grant {words}"),
        Command::Vacation(words) => format!("vacation {words}"),
        Command::StandIn => "stand-in".into(),
        Command::Back => "back".into(),
        Command::Replacement(words) => format!("replacement {words}"),
        Command::Help => "help".into(),
        Command::Nothing => "nothing".into(),
    }
}

fn machine(automatic: &Automatic) -> String {
    match automatic {
        Automatic::AutoSubmitted(value) => format!("auto-submitted {value}"),
        Automatic::Precedence(value) => format!("precedence {value}"),
        Automatic::List(id) => format!("list {id}"),
        Automatic::EmptySender => "empty sender".into(),
        Automatic::Suppressed(name) => format!("suppressed {name}"),
        Automatic::Bounce(b) => {
            let or = |o: &Option<String>| o.clone().unwrap_or_else(|| "-".into());
            format!("bounce {} {} {} {}", b.action, or(&b.status), or(&b.recipient), or(&b.original))
        }
        Automatic::Receipt => "receipt".into(),
        Automatic::Calendar => "calendar".into(),
        Automatic::Loop => "loop".into(),
        Automatic::TooManyHops(hops) => format!("hops {hops}"),
    }
}

fn why(why: &Why) -> &'static str {
    match why {
        Why::NoLetter => "NoLetter",
        Why::TooLarge(_) => "TooLarge",
        Why::HeaderTooLarge => "HeaderTooLarge",
        Why::TooManyParts => "TooManyParts",
        Why::NoSender => "NoSender",
        Why::SeveralSenders => "SeveralSenders",
        Why::Encrypted(_) => "Encrypted",
        Why::Winmail => "Winmail",
        Why::Calendar => "Calendar",
        Why::OnlyAttachments(_) => "OnlyAttachments",
        Why::Broken => "Broken",
        Why::Wrapped => "Wrapped",
        Why::TooManyCommands => "TooManyCommands",
    }
}

/// The outcome in the words of the expectations.
fn outcome(read: &Result<Reading, Unreadable>) -> Value {
    match read {
        Err(unreadable) => json!({ "unreadable": {
            "answer": unreadable.answer,
            "token": unreadable.token,
            "why": why(&unreadable.why),
        }}),
        Ok(reading) => {
            let part = |p: &fieldpost_inbox::Part| {
                json!({
                    "game": p.game,
                    "one_by_one": p.one_by_one,
                    "said": p.commands.iter().map(|s| said(&s.command)).collect::<Vec<_>>(),
                })
            };
            let kind = |kind: Kind| format!("{kind:?}").to_lowercase();
            let note = |note: &Note| match note {
                Note::Attachment(name) => format!("attachment {name}"),
                Note::BelowQuotation(line) => format!("below {line}"),
                Note::BrokenCharset => "charset".into(),
            };
            let (parts, left_out, asks) = heard(reading);
            json!({ "reading": {
                "asks": asks,
                "automatic": reading.automatic.as_ref().map(machine),
                "from": reading.from,
                "left_out": left_out.iter().map(|l| format!("{} {}", kind(l.kind), l.text)).collect::<Vec<_>>(),
                "notes": reading.notes.iter().map(note).collect::<Vec<_>>(),
                "parts": parts.iter().map(part).collect::<Vec<_>>(),
                "subject": reading.subject,
                "token": reading.token,
                "verdict": match &reading.verdict {
                    Verdict::Pass => "pass",
                    Verdict::Doubt(_) => "doubt",
                    Verdict::Fail(_) => "fail",
                    Verdict::Absent => "absent",
                },
            }})
        }
    }
}

/// What differs from the expectation; only what it names is compared.
fn differences(expect: &Value, got: &Value) -> String {
    let mut all = String::new();
    for part in ["reading", "unreadable"] {
        let Some(wanted) = expect[part].as_object() else { continue };
        if got[part].is_null() {
            let _ = writeln!(all, "  {part} was meant, but it is {got}");
            continue;
        }
        for (key, value) in wanted.iter().filter(|(key, value)| got[part][*key] != **value) {
            let _ =
                writeln!(all, "  {key}: meant {value}\n  {:>width$}  read  {}", "", got[part][key], width = key.len());
        }
    }
    all
}

/// Whether something was read out of the letter that was not meant.
fn misunderstood(expect: &Value, got: &Value) -> bool {
    let parts = &got["reading"]["parts"];
    let does = parts.as_array().is_some_and(|p| !p.is_empty()) && got["reading"]["asks"] == false;
    does && (*parts != expect["reading"]["parts"] || expect["reading"]["asks"] == true)
}

#[test]
fn samples_are_understood_as_meant() {
    let samples = samples();
    let (mut as_meant, mut mistaken, mut report) = (0, 0, String::new());
    for sample in &samples {
        let got = outcome(&read_sample(sample));
        let differs = differences(&sample.expect, &got);
        if differs.is_empty() {
            as_meant += 1;
        } else {
            mistaken += usize::from(misunderstood(&sample.expect, &got));
            let _ = writeln!(report, "{}: {}\n{differs}", sample.name, sample.expect["about"]);
        }
    }
    let hostile = samples.iter().filter(|s| s.expect["hostile"] == true).count();
    println!(
        "{as_meant} of {} understood as meant, {mistaken} misunderstood ({hostile} of them hostile or broken)",
        samples.len()
    );
    assert!(report.is_empty(), "\n{report}");
    assert!(samples.len() >= 60 && hostile >= 20);
}

/// Every refusal says what is wrong and what would be right, in at least two clauses and without a word of MIME.
#[test]
fn samples_that_are_refused_have_a_sentence() {
    for sample in samples() {
        if let Err(unreadable) = read_sample(&sample) {
            let sentence = unreadable.sentence();
            assert!(sentence.ends_with('.') && sentence.len() > 60, "{}: {sentence}", sample.name);
            assert!(
                !sentence.contains("MIME ") && !sentence.chars().any(char::is_control),
                "{}: {sentence}",
                sample.name
            );
        }
    }
}

/// What goes into answers, logs and pages holds nothing that turns the reading direction, ends a line or cannot be seen.
#[test]
fn samples_give_only_clean_text() {
    let foul = |c: char| {
        c.is_control() || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    for sample in samples() {
        let Ok(reading) = read_sample(&sample) else { continue };
        let mut texts = vec![reading.from, reading.subject];
        texts.extend(reading.left_out.into_iter().map(|l| l.text));
        for said in reading.parts.into_iter().flat_map(|p| p.commands) {
            let words = self::said(&said.command);
            let message = matches!(said.command, Command::Message(_));
            texts.extend([said.text, if message { words.replace('\n', " ") } else { words }]);
        }
        for text in texts {
            assert!(!text.contains(foul), "{}: {text:?}", sample.name);
        }
    }
}
