//! The command line, as a person or a script uses it.

use domain::log::{Hash32, Record, export, import};
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};

#[path = "cli/dice_key.rs"]
mod dice_key;
#[path = "cli/entering.rs"]
mod entering;
#[path = "cli/newcomers.rs"]
mod newcomers;
#[path = "cli/notation.rs"]
mod notation;
#[path = "cli/proofs.rs"]
mod proofs;
#[path = "cli/witness.rs"]
mod witness;

fn fieldpost() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fieldpost"));
    // A developer's own settings must not leak into the tests.
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("FIELDPOST_")) {
        command.env_remove(name);
    }
    command
}

fn run(args: &[&str]) -> Output {
    fieldpost().args(args).output().expect("the binary runs")
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

fn ruleset() -> &'static str {
    "gaines-mill"
}

/// A folder of its own for a test, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("fieldpost-cli-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a temporary folder can be made");
        Folder(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("UTF-8").to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _gone = std::fs::remove_dir_all(&self.0);
    }
}

/// A conversation with `fieldpost referee`.
struct Referee {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Referee {
    fn start(args: &[&str]) -> Self {
        let mut child = fieldpost()
            .args(["referee", ruleset()])
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary runs");
        let output = BufReader::new(child.stdout.take().expect("piped"));
        Referee { input: child.stdin.take(), child, output }
    }

    fn say(&mut self, line: &str) -> Value {
        writeln!(self.input.as_mut().expect("still open"), "{line}").expect("the referee listens");
        let mut answer = String::new();
        self.output.read_line(&mut answer).expect("the referee answers");
        serde_json::from_str(&answer).unwrap_or_else(|e| panic!("{line}: {answer:?} is no JSON: {e}"))
    }

    fn end(mut self) -> Option<i32> {
        self.input = None;
        self.child.wait().expect("the referee ends").code()
    }

    /// Plays the house players' way (the menu, by turns) until an order has rolled dice, and gives that answer.
    fn until_a_roll(&mut self) -> Value {
        let mut seat = "union".to_owned();
        let mut rng = domain::referee::BotRng::seeded(5);
        for _ in 0..400 {
            let menu = self.say(&format!("?menu {seat}"));
            let choices = menu["choices"].as_array().expect("choices").clone();
            let done = choices.iter().find(|c| c["verb"] == "done");
            let choice = done.or_else(|| rng.pick(&choices)).expect("whoever is asked has a choice");
            let answer = self.say(&format!("{seat}: {}", choice["order"].as_str().expect("an order")));
            if answer["ok"] == false || answer["rolls"].as_array().is_some_and(|r| !r.is_empty()) {
                return answer;
            }
            seat = answer["waiting"][0]["seat"].as_str().expect("somebody is asked").to_owned();
        }
        panic!("no order rolls dice");
    }
}

#[test]
fn help_teaches_every_command() {
    let help = stdout(&run(&["--help"]));
    for command in [
        "serve", "demo", "referee", "simulate", "verify", "replay", "export", "import", "backup", "outage", "lesson",
        "tries",
    ] {
        assert!(help.contains(command), "{command} is not in the help");
        let own = stdout(&run(&[command, "--help"]));
        assert!(own.contains("Example"), "{command} has no examples:\n{own}");
    }
}

#[test]
fn nonsense_is_refused_with_a_sentence() {
    let cases: [(&[&str], &str); 6] = [
        (&["serve", "--bind", "0.0.0.0:8080"], "FIELDPOST_MAILBOX"),
        (&["serve", "--base-url", "play.example.org"], "https://"),
        (&["demo", "--bind", "0.0.0.0:8080"], "loopback"),
        (&["referee", "monopoly"], "gaines-mill"),
        (&["export", "abc", "--database", "/nonexistent/x.db"], "no database"),
        (&["verify", "/nonexistent/log.jsonl"], "cannot read"),
    ];
    for (args, words) in cases {
        let output = run(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(stderr(&output).contains(words), "{args:?}: {}", stderr(&output));
    }
}

#[test]
fn the_referee_answers_each_line_with_one_object() {
    let mut referee = Referee::start(&[]);
    let menu = referee.say("?menu union");
    let order = menu["choices"][0]["order"].as_str().unwrap().to_owned();
    let done = referee.say(&format!("union: {order}"));
    assert_eq!(done["ok"], true);
    assert_eq!(done["order"], order.as_str());
    assert!(done["facts"].as_array().is_some_and(|f| !f.is_empty()));
    assert!(done["story"].as_array().is_some_and(|s| !s.is_empty()));
    assert_eq!(done["rolls"], serde_json::json!([]));
    assert_eq!(done["waiting"][0]["seat"], "union");

    let refused = referee.say("union: Griffin fire 1012");
    assert_eq!(refused["ok"], false);
    assert!(refused["section"].as_str().unwrap().starts_with('§'));
    assert!(refused["wrong"].as_str().unwrap().ends_with('.'));
    assert!(refused["legal"].as_str().unwrap().ends_with('.'));
    let out_of_turn = referee.say("confederate: done");
    assert_eq!(out_of_turn["ok"], false);
    for nonsense in ["no colon here", "nobody: done", "?nothing", "?menu nobody", "?dice x", "union: \u{7}"] {
        let answer = referee.say(nonsense);
        assert_eq!(answer["ok"], false, "{nonsense}: {answer}");
        assert!(answer["legal"].as_str().is_some_and(|l| !l.is_empty()), "{nonsense}");
    }
    let view = referee.say("?view confederate");
    assert!(view["pieces"].as_array().is_some_and(|p| p.len() > 10));
    let victory = referee.say("?victory");
    assert!(victory["score"]["level"].as_str().is_some_and(|l| !l.is_empty()));
    assert_eq!(referee.end(), Some(0));
}

#[test]
fn an_option_that_is_given_twice_is_refused_and_does_not_override_itself() {
    let registry = domain::rulesets::standard();
    let option = &registry.get(ruleset()).unwrap().about().scenarios[0].options[0];
    let [one, other] = [0, 1].map(|n| format!("{}={}", option.key, option.values[n].0));
    let refused = run(&["referee", ruleset(), "--option", &one, "--option", &other]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(stderr(&refused).contains(&format!("option {} is given twice", option.key)), "{}", stderr(&refused));
}

#[test]
fn a_position_is_kept_in_a_file_and_taken_up_again() {
    let folder = Folder::new("position");
    let mut referee = Referee::start(&[]);
    let order = referee.say("?menu union")["choices"][0]["order"].as_str().unwrap().to_owned();
    referee.say(&format!("union: {order}"));
    let (position, menu) = (referee.say("?position"), referee.say("?menu union"));
    referee.end();
    let file = folder.file("position.json");
    std::fs::write(&file, position.to_string()).unwrap();
    let mut again = Referee::start(&["--position", &file]);
    assert_eq!(again.say("?position"), position);
    assert_eq!(again.say("?menu union"), menu);
    again.end();
    std::fs::write(&file, "{}").unwrap();
    let refused = run(&["referee", ruleset(), "--position", &file]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(stderr(&refused).contains("no position"), "{}", stderr(&refused));
}

#[test]
fn forced_dice_are_used_in_order_and_running_out_is_an_error() {
    let many = vec!["4"; 60].join(",");
    let mut referee = Referee::start(&["--dice", &many]);
    let rolled = referee.until_a_roll();
    assert_eq!(rolled["ok"], true, "{rolled}");
    let faces = rolled["rolls"][0]["faces"].as_array().unwrap();
    assert!(faces.iter().all(|f| f == 4), "{rolled}");
    referee.end();

    let mut referee = Referee::start(&["--dice", "4"]);
    referee.say("?dice 9");
    let wrong = referee.until_a_roll();
    assert_eq!(wrong["ok"], false);
    assert!(wrong["wrong"].as_str().unwrap().contains("not on a die"), "{wrong}");
    assert_eq!(referee.end(), Some(1));

    let dice = fieldpost().args(["referee", ruleset(), "--dice", ""]).output().expect("the binary runs");
    assert_eq!(dice.status.code(), Some(2), "no faces are no dice");
}

fn simulated(folder: &Folder) -> String {
    let file = folder.file("log.jsonl");
    let line = format!("simulate {} --games 2 --seed 11 --levels 2 --contact turn=1 --log {file}", ruleset());
    let output = run(&line.split(' ').collect::<Vec<_>>());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let report: Value = serde_json::from_str(&stdout(&output)).expect("one JSON object");
    assert_eq!([&report["games"], &report["menu_disagreements"]], [2, 0]);
    for level in ["ask", "default", "keen"] {
        assert!(report["handovers_per_turn"][level].as_f64().is_some_and(|h| h > 0.0), "{level}");
        assert!(report["turns_in_contact"][level].as_f64().is_some_and(|part| part > 0.0 && part < 1.0), "{level}");
        let apart = ["handovers_in_contact", "handovers_out_of_contact"].map(|of| report[of][level].as_f64());
        assert!(apart.iter().all(|of| of.is_some()) && apart.iter().flatten().sum::<f64>() > 0.0, "{level}");
    }
    let steps = report["length"].as_object().expect("a table").keys();
    for step in steps.filter(|s| report.get(format!("handovers_per_{s}")).is_some()) {
        for level in ["ask", "default", "keen"] {
            let per = report[format!("handovers_per_{step}")][level].as_f64();
            assert!(per.is_some_and(|h| h > 0.0), "{step} {level}");
        }
    }
    let won: u64 = report["winners"].as_object().expect("a table").values().filter_map(Value::as_u64).sum();
    assert_eq!(won, 2, "every game has a winner, or nobody");
    for field in ["games_per_s", "orders_per_s", "length", "victory_levels", "points"] {
        assert!(!report[field].is_null(), "{field}");
    }
    file
}

fn verdict(file: &str, more: &[&str]) -> (Option<i32>, String) {
    let output = run(&[&["verify", file], more].concat());
    (output.status.code(), stdout(&output))
}

#[test]
fn a_sound_log_is_verified_and_told() {
    let folder = Folder::new("sound");
    let file = simulated(&folder);
    let log = import(&std::fs::read_to_string(&file).unwrap()).unwrap();
    let head = log.records.last().unwrap().hash.to_string();
    let (code, text) = verdict(&file, &["--head", &head, "--length", &log.records.len().to_string()]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("Sound") && text.contains(&head), "{text}");
    let json: Value = serde_json::from_str(&verdict(&file, &["--json"]).1).unwrap();
    assert_eq!(json["sound"], true);

    let told = stdout(&run(&["replay", &file, "--to", "20"]));
    let lines: Vec<Value> = told.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    assert_eq!(lines.len(), 21, "twenty records and the position");
    assert_eq!(lines[19]["seq"], 20);
    assert_eq!(lines[20]["head"], log.records[19].hash.to_string());
}

/// The JSON pointers of everything inside a value, in the order in which it is written.
fn paths_of(value: &Value, at: String, paths: &mut Vec<String>) {
    let inside: Vec<(String, &Value)> = match value {
        Value::Object(fields) => fields.iter().map(|(name, v)| (name.clone(), v)).collect(),
        Value::Array(items) => items.iter().enumerate().map(|(i, v)| (i.to_string(), v)).collect(),
        _ => Vec::new(),
    };
    for (name, value) in inside {
        let path = format!("{at}/{name}");
        paths.push(path.clone());
        paths_of(value, path, paths);
    }
}

#[test]
fn a_position_with_an_index_out_of_range_is_refused_in_words() {
    let folder = Folder::new("positions");
    let file = format!("{}.json", simulated(&folder));
    for rules in domain::rulesets::standard().all() {
        let about = rules.about();
        let terms = domain::referee::Terms { options: Default::default(), scenario: about.scenarios[0].id.to_owned() };
        let position: Value = serde_json::from_str(&rules.open(&terms).unwrap().canonical()).unwrap();
        // Whatever a ruleset's position is made of: its first number, its first place, its first list.
        let mut paths = Vec::new();
        paths_of(&position, String::new(), &mut paths);
        let first = |fits: &dyn Fn(&Value) -> bool| paths.iter().find(|p| position.pointer(p).is_some_and(fits));
        let number = first(&|v| v.is_u64()).map(|p| (p, serde_json::json!(9_999_999)));
        let place = paths.iter().find(|p| p.ends_with("/place/at")).map(|p| (p, serde_json::json!(99_099)));
        let list = first(&|v| v.as_array().is_some_and(|l| l.len() > 1)).map(|p| (p, serde_json::json!([])));
        let changes: Vec<_> = [number, place, list].into_iter().flatten().collect();
        assert!(!changes.is_empty(), "{}: nothing to change in {position}", about.id);
        for (pointer, value) in changes {
            let mut changed = position.clone();
            *changed.pointer_mut(pointer).unwrap() = value;
            std::fs::write(&file, changed.to_string()).unwrap();
            let output = run(&["referee", about.id, "--position", &file]);
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(2), "{}: {pointer}: {said}", about.id);
            assert!(said.contains("holds no position of this ruleset") && !said.contains("panicked"), "{said}");
        }
    }
}

/// Changes the body of one record and makes the chain whole again behind it, as a forger with time would.
fn forge(records: &[Record], seq: usize, change: impl Fn(&str) -> String) -> String {
    let mut forged: Vec<Record> = records.to_vec();
    for i in seq - 1..forged.len() {
        let prev = if i == 0 { Hash32::ZERO } else { forged[i - 1].hash };
        let body = if i == seq - 1 { change(&forged[i].body) } else { forged[i].body.clone() };
        let hash = Record::digest(forged[i].game, forged[i].seq, prev, &body);
        forged[i] = Record { body, prev, hash, ..forged[i].clone() };
    }
    export(&forged)
}

#[test]
fn tampering_is_named_by_record() {
    let folder = Folder::new("tampered");
    let file = simulated(&folder);
    let text = std::fs::read_to_string(&file).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let records = import(&text).unwrap().records;
    let bad = folder.file("bad.jsonl");
    let found = |forged: &str, seq: usize, words: &str, more: &[&str]| {
        std::fs::write(&bad, forged).unwrap();
        let (code, said) = verdict(&bad, more);
        assert_eq!(code, Some(1), "{said}");
        assert!(said.contains(&format!("Record {seq} is bad")), "expected record {seq}: {said}");
        assert!(said.to_lowercase().contains(words), "expected {words:?}: {said}");
    };

    // A changed byte.
    let mut changed: Vec<String> = lines.iter().map(|l| (*l).to_owned()).collect();
    changed[29] = changed[29].replacen("\\\"seat\\\":", "\\\"seaT\\\":", 1);
    assert_ne!(changed[29], lines[29]);
    found(&(changed.join("\n") + "\n"), 30, "", &[]);

    // Two records swapped.
    let mut swapped = lines.clone();
    swapped.swap(39, 40);
    found(&(swapped.join("\n") + "\n"), 40, "", &[]);

    // A missing tail, with the closing line and without.
    let length = records.len();
    let cut = [&lines[..length - 1], &lines[length..]].concat();
    found(&(cut.join("\n") + "\n"), length, "", &[]);
    let cut = export(&records[..length - 40]);
    found(&cut, length - 39, "", &["--length", &length.to_string()]);

    // A die rolled again, with every hash behind it made right.
    let rolled = records.iter().find(|r| r.body.contains("\"rolls\":[{\"faces\":[")).expect("some order rolled");
    let seq = usize::try_from(rolled.seq).unwrap();
    let again = forge(&records, seq, |body| {
        let at = body.find("\"rolls\":[{\"faces\":[").unwrap() + "\"rolls\":[{\"faces\":[".len();
        let other = if body.as_bytes()[at] == b'6' { '5' } else { '6' };
        format!("{}{other}{}", &body[..at], &body[at + 1..])
    });
    found(&again, seq, "", &[]);

    // Another history than the one a letter bore witness to.
    let (code, said) = verdict(&file, &["--head", &"ab".repeat(32)]);
    assert_eq!(code, Some(1), "{said}");
}

#[test]
fn a_log_is_brought_in_read_out_and_backed_up() {
    let folder = Folder::new("storage");
    let log = simulated(&folder);
    let database = folder.file("fieldpost.db");
    let brought = run(&["import", &log, "--database", &database]);
    assert_eq!(brought.status.code(), Some(0), "{}", stderr(&brought));
    let game = stdout(&brought).trim().to_owned();
    let again = run(&["import", &log, "--database", &database]);
    assert_eq!(again.status.code(), Some(2));
    assert!(stderr(&again).contains("here already"), "{}", stderr(&again));

    let out = run(&["export", &game, "--database", &database]);
    assert_eq!(stdout(&out), std::fs::read_to_string(&log).unwrap());
    let unknown = run(&["export", &"0".repeat(32), "--database", &database]);
    assert!(stderr(&unknown).contains("no game"), "{}", stderr(&unknown));

    let copy = folder.file("copy.db");
    let backed = run(&["backup", &copy, "--database", &database]);
    assert_eq!(backed.status.code(), Some(0), "{}", stderr(&backed));
    assert!(stdout(&backed).contains("1 games") && Path::new(&copy).is_file(), "{}", stdout(&backed));
    assert_eq!(run(&["backup", &copy, "--database", &database]).status.code(), Some(2), "a backup never overwrites");
    let from_copy = run(&["export", &game, "--database", &copy]);
    assert_eq!(stdout(&from_copy), std::fs::read_to_string(&log).unwrap());

    // A log that is not sound is not brought in.
    let text = std::fs::read_to_string(&log).unwrap();
    let bad = folder.file("bad.jsonl");
    std::fs::write(&bad, text.replacen("done", "gone", 1)).unwrap();
    let refused = run(&["import", &bad, "--database", &folder.file("other.db")]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(stderr(&refused).contains("is bad"), "{}", stderr(&refused));

    // Nor one of a newer version, and it is said that it may be that.
    let records = import(&text).unwrap().records;
    let ordered = records.iter().find(|r| r.is_kind("order/")).unwrap().seq;
    let newer = forge(&records, usize::try_from(ordered).unwrap(), |body| body.replacen("order/1", "order/99", 1));
    std::fs::write(&bad, newer).unwrap();
    let refused = run(&["import", &bad, "--database", &folder.file("other.db")]);
    assert_eq!(refused.status.code(), Some(2));
    let said = stderr(&refused);
    assert!(
        said.contains(&format!("Record {ordered} is bad"))
            && said.contains("\"order/99\" is no kind of record that is known here"),
        "{said}"
    );
    assert!(said.contains("a newer version may have written it"), "{said}");
    assert_eq!(verdict(&bad, &[]).0, Some(1));
}

/// One request over a connection of its own, as plain as can be.
fn request(address: &str, head: &str, body: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("the server listens");
    let length = body.len();
    write!(
        stream,
        "{head} HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nConnection: close\r\n\
         Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {length}\r\n\r\n{body}"
    )
    .expect("the server reads");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).expect("the server answers");
    String::from_utf8_lossy(&answer).into_owned()
}

#[test]
fn a_server_logs_no_address_and_no_secret_and_ends_when_told_to() {
    let folder = Folder::new("serve");
    let mut child = fieldpost()
        .args(["serve", "--mailbox", "--bind", "127.0.0.1:0", "--database", &folder.file("fieldpost.db")])
        .env("RUST_LOG", "debug")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut log = child.stderr.take().expect("piped");
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        log.read_to_string(&mut text).map(|_| text)
    });
    let mut said = String::new();
    BufReader::new(child.stdout.take().expect("piped")).read_line(&mut said).expect("the server says where it is");
    let address = said.trim().rsplit('/').next().expect("an address").to_owned();

    let asked = request(&address, "POST /sign-in", "email=stonewall%40example.org");
    assert!(asked.starts_with("HTTP/1.1 200"), "{asked}");
    let token = (0..200)
        .find_map(|_| {
            std::thread::sleep(std::time::Duration::from_millis(50));
            let raw = request(&address, "GET /mailbox/1/raw", "").replace("=\r\n", "");
            raw.split("/sign-in/").nth(1).map(|rest| rest[..43].to_owned())
        })
        .expect("the letter comes");
    let entered = request(&address, &format!("POST /sign-in/{token}"), "");
    assert!(entered.starts_with("HTTP/1.1 303"), "{entered}");
    let cookie = entered.split("fieldpost=").nth(1).and_then(|c| c.split(';').next()).expect("a cookie").to_owned();

    let told = Command::new("kill").args(["-TERM", &child.id().to_string()]).status().expect("kill runs");
    assert!(told.success());
    assert_eq!(child.wait().expect("the server ends").code(), Some(0));
    let log = reader.join().expect("the log is read").expect("the log is UTF-8");
    assert!(log.contains("s…@example.org") && log.contains("stopping"), "{log}");
    for secret in ["stonewall", token.as_str(), cookie.as_str()] {
        assert!(!log.contains(secret), "{secret} is in the log:\n{log}");
    }
}

/// Starts a server on a free port and waits until it serves.
fn serve(database: &str) -> Child {
    let mut child = fieldpost()
        .args(["serve", "--bind", "127.0.0.1:0", "--database", database])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary runs");
    let mut said = String::new();
    BufReader::new(child.stdout.as_mut().expect("piped")).read_line(&mut said).expect("the server says where it is");
    let address = said.trim().rsplit('/').next().expect("an address").to_owned();
    assert!(request(&address, "GET /", "").starts_with("HTTP/1.1 200"), "{said}");
    child
}

fn stop(mut server: Child) {
    let told = Command::new("kill").args(["-TERM", &server.id().to_string()]).status().expect("kill runs");
    assert!(told.success());
    assert_eq!(server.wait().expect("the server ends").code(), Some(0));
}

#[test]
fn one_server_serves_a_database_and_commands_go_on_beside_it() {
    let folder = Folder::new("served");
    let database = folder.file("fieldpost.db");
    let first = serve(&database);
    let second = run(&["serve", "--bind", "127.0.0.1:0", "--database", &database]);
    assert_ne!(second.status.code(), Some(0));
    let said = stderr(&second);
    assert!(said.contains(&format!("The process {} at http://127.0.0.1:", first.id())), "{said}");
    assert!(said.contains("serves this database already. Stop it first"), "{said}");
    for command in [
        vec!["backup", &folder.file("copy.db"), "--database", &database],
        vec![
            "excuse",
            "--from",
            "2026-11-20T08:00Z",
            "--until",
            "2026-11-20T20:00Z",
            "--reason",
            "Moved.",
            "--database",
            &database,
        ],
    ] {
        let done = run(&command);
        assert_eq!(done.status.code(), Some(0), "{command:?}: {}", stderr(&done));
    }
    // A dispute about a game that is not there.
    let judge = |game: &str| run(&["judge", game, "3", "--arbiter", "A", "--reason", "B", "--database", &database]);
    for (game, why) in [("0199", "is no id of a game"), ("00000000000000000000000000000000", "no such game")] {
        let done = judge(game);
        assert_eq!(done.status.code(), Some(2), "{}", stderr(&done));
        assert!(stderr(&done).to_lowercase().contains(why), "{}", stderr(&done));
    }
    // Nobody waits for a claim that was given up.
    stop(first);
    stop(serve(&database));
}

/// Pipes a message to `fieldpost ingest`, as a mail server does.
fn ingest(database: &str, recipient: &str, message: &[u8]) -> Output {
    let mut child = fieldpost()
        .args(["ingest", "--database", database])
        .env("SENDER", "tom@example.org")
        .env("RECIPIENT", recipient)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    // A command that refuses the recipient reads nothing.
    let _refused = child.stdin.take().expect("a pipe").write_all(message);
    child.wait_with_output().expect("the binary ends")
}

#[test]
fn ingest_answers_with_the_codes_that_mail_servers_read() {
    let folder = Folder::new("ingest");
    let database = folder.file("fieldpost.db");
    let ours = format!("g-{}@reply.example.org", "a".repeat(26));
    let letter = b"From: tom@example.org\r\n\r\ndone\r\n";
    let missing = ingest(&database, &ours, letter);
    assert_eq!(missing.status.code(), Some(75), "no database, perhaps later: {}", stderr(&missing));
    assert!(!Path::new(&database).exists(), "the command makes no database");
    std::fs::write(&database, b"").expect("a file");
    assert_eq!(ingest(&database, &ours, letter).status.code(), Some(75), "a database without an inbox");
    std::fs::remove_file(&database).expect("the file");

    // Any command that opens the database brings its schema up to date.
    let mut log = run(&["simulate", ruleset(), "--games", "1", "--levels", "0", "--log", &folder.file("game.jsonl")]);
    assert!(log.status.success(), "{}", stderr(&log));
    log = run(&["import", &folder.file("game.jsonl"), "--database", &database]);
    assert!(log.status.success(), "{}", stderr(&log));
    assert_eq!(ingest(&database, &ours, letter).status.code(), Some(0));
    assert_eq!(ingest(&database, &ours.to_uppercase(), &vec![b'x'; 3 * 1024 * 1024]).status.code(), Some(0));
    assert_eq!(ingest(&database, "post@reply.example.org", letter).status.code(), Some(67));
    assert_eq!(ingest(&database, &ours, b"").status.code(), Some(65));

    let listed = stdout(&run(&["inbox", "--database", &database]));
    let lines: Vec<&str> = listed.lines().collect();
    assert_eq!(lines.len(), 2, "{listed}");
    assert!(lines[0].contains("3145728 bytes") && lines[1].contains("t…@example.org"), "{listed}");
    assert!(lines.iter().all(|l| l.contains("waiting")), "{listed}");
}
