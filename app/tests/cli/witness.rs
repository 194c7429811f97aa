//! What a verdict means, and letters as witnesses.

use super::{Folder, run, simulated, verdict};
use domain::log::{Hash32, Record, export, import};
use domain::referee::{Game, Viewer};

/// A letter as the service writes it, as far as this matters: game, record and head at its foot, in text and in HTML.
fn letter(short: &str, seq: usize, head: &str) -> String {
    format!(
        "From: fieldpost@example.org\r\nDate: Sun, 3 May 2026 10:00:00 +0000\r\nSubject: A turn\r\nMIME-Version: 1.0\r\n\
         Content-Type: multipart/alternative; boundary=\"b\"\r\n\r\n--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n\
         It is your turn.\r\n-- \r\nGame {short}, record {seq}, head {head}\r\nKeep this letter.\r\n\
         --b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n\
         <p>Game {short}, record {seq}, head <span>{head}</span>. Keep this letter.</p>\r\n--b--\r\n"
    )
}

#[test]
fn a_verdict_says_what_it_means_and_letters_bear_witness() {
    let folder = Folder::new("witness");
    let file = simulated(&folder);
    let log = import(&std::fs::read_to_string(&file).unwrap()).unwrap().records;
    let id = log[0].game.to_string();
    let short = &id[id.len() - 6..];
    let path = |name: &str, text: String| {
        let path = format!("{file}.{name}.eml");
        std::fs::write(&path, text).unwrap();
        path
    };
    let (code, text) = verdict(&file, &[]);
    assert!(code == Some(0) && text.contains("Internally sound; its origin is not shown."), "{text}");

    let third = path("third", letter(short, 3, &log[2].hash.to_string()));
    let ninth = path("ninth", letter(short, 9, &log[8].hash.to_string()));
    let (code, text) = verdict(&file, &["--letter", &third, "--letter", &ninth]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("agrees with your letter of 3 May 2026 about record 3"), "{text}");
    assert!(text.contains("about record 9") && text.contains("DKIM"), "{text}");
    assert_eq!(verdict(&file, &["--head", &format!("9:{}", log[8].hash)]).0, Some(0));

    // Another head: both are shown. The right head at another record is none.
    let other = "ab".repeat(32);
    let wrong = path("wrong", letter(short, 5, &other));
    let (code, text) = verdict(&file, &["--letter", &third, "--letter", &wrong]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("Record 5 is bad") && text.contains(&other), "{text}");
    assert!(text.contains(&log[4].hash.to_string()), "{text}");
    assert_eq!(verdict(&file, &["--head", &format!("8:{}", log[8].hash)]).0, Some(1));
    assert_eq!(verdict(&file, &["--head", &other]).0, Some(1));
    let late = path("late", letter(short, log.len() + 7, &other));
    let (code, text) = verdict(&file, &["--letter", &late]);
    assert!(code == Some(1) && text.contains("it is missing"), "{text}");

    // Letters that say nothing about this game are no witnesses.
    let foreign = path("foreign", letter("zzzzzz", 3, &other));
    let output = run(&["verify", &file, "--letter", &foreign]);
    assert!(!output.status.success() && String::from_utf8_lossy(&output.stderr).contains("about another game"));
    let empty = path("empty", "Subject: hello\r\n\r\nHello.\r\n".into());
    let output = run(&["verify", &file, "--letter", &empty]);
    assert!(!output.status.success() && String::from_utf8_lossy(&output.stderr).contains("names no record"));
}

#[test]
fn a_log_cut_renamed_and_given_up_by_the_other_is_sound_but_no_letter_agrees() {
    let golden = concat!(env!("CARGO_MANIFEST_DIR"), "/../domain/tests/golden/logs/gaines-mill-study.log");
    let log = import(&std::fs::read_to_string(golden).unwrap()).unwrap().records;
    // A real log up to a hand-over, with another name; then somebody resigns, and the result that follows from it.
    let cut = log.iter().rposition(|r| r.is_kind("hand-over/")).unwrap() + 1;
    let (mut forged, mut anew): (Vec<Record>, Vec<(String, String)>) = (Vec::new(), Vec::new());
    let push = |forged: &mut Vec<Record>, body: String| {
        let (seq, prev) = (forged.len() as u64 + 1, forged.last().map_or(Hash32::ZERO, |r| r.hash));
        let hash = Record::digest(log[0].game, seq, prev, &body);
        forged.push(Record { body, game: log[0].game, hash, prev, root: None, seq });
    };
    for record in &log[..cut] {
        let renamed = record.body.replace("Ada Lovelace", "Nobody at all");
        let body = anew.iter().fold(renamed, |body, (old, new)| body.replace(old, new));
        push(&mut forged, body);
        anew.push((record.hash.to_string(), forged.last().unwrap().hash.to_string()));
    }
    push(&mut forged, "{\"kind\":\"resign/1\",\"what\":{\"at\":1760000000000,\"seat\":0}}".to_owned());
    let game = Game::replay(&domain::rulesets::standard(), &forged).unwrap();
    let points = game.view(Viewer::Everyone).score.total;
    let state: String = game.position().digest().iter().map(|b| format!("{b:02x}")).collect();
    push(
        &mut forged,
        format!(
            "{{\"kind\":\"result/1\",\"what\":{{\"at\":1760000000000,\"level\":\"Confederate victory by resignation\",\
             \"points\":{points},\"reason\":\"resigned\",\"state\":\"{state}\",\"winner\":\"confederate\"}}}}"
        ),
    );
    let folder = Folder::new("cut");
    let file = format!("{}.log", simulated(&folder));
    std::fs::write(&file, export(&forged)).unwrap();
    let (code, text) = verdict(&file, &[]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("its origin is not shown"), "{text}");
    let id = log[0].game.to_string();
    let eml = format!("{file}.eml");
    std::fs::write(&eml, letter(&id[id.len() - 6..], 20, &log[19].hash.to_string())).unwrap();
    let (code, text) = verdict(&file, &["--letter", &eml]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains(&log[19].hash.to_string()) && text.contains(&forged[19].hash.to_string()), "{text}");
}
