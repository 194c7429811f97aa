//! Golden logs: games of house players as they were once played, with what both verifiers say of them and digests of all that anybody sees of them. Whatever is
//! built differently later, these bytes are read, judged, told and written as before.
//!
//! A new one gets a new name in `GAMES`. `cargo test -p advanced-gettysburg-tests -- --ignored golden` writes it and leaves those alone that are there; it describes
//! all of them anew in the manifest: after a log was added, or when what players are told was changed on purpose.

use advanced_gettysburg::any_ruleset;
use domain_core::dice::GameKeys;
use domain_core::log::{Body, Entry, GameId, Hash32, Millis, PrivateBody, Record, export_with, import};
use domain_core::referee::{
    Against, Game, GameError, Joining, Played, Registry, SeatId, SimulationPlan, Standing, Submission, Terms, Viewer,
    simulate, verify,
};
use domain_core::words::Audience;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

#[path = "../../../../tests/referee/python.rs"]
mod python;

/// The games: name of the file, scenario, options, house players by seat, lines of standing orders of both.
const GAMES: [(&str, &str, &[&str], [&str; 2], &str); 3] = [
    ("staff", "morning", &[], ["staff", "staff"], ""),
    ("random", "morning", &[], ["random", "random"], "defend = if turn >= 8: spare; best-casualties"),
    ("options", "morning", OPTIONS, ["random", "staff"], "withdraw = when-worn\nflank-move = never"),
];

const OPTIONS: &[&str] = &[
    "ammunition-loss",
    "ammunition-reserve",
    "ammunition-victory",
    "breastworks",
    "cavalry-charge",
    "delayed-attack",
    "entry-options",
    "reduced-artillery",
];

/// What is kept of a log besides its bytes.
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
    /// Records.
    length: u64,
    /// The hash of the last.
    head: String,
    /// Digests of the public position and the whole one.
    public: String,
    whole: String,
    /// The result in words.
    result: String,
    /// How many records and entries of each kind.
    kinds: BTreeMap<String, u64>,
    /// The last lines that everybody is told.
    told: Vec<String>,
    /// By viewer, digests of what is seen.
    seen: BTreeMap<String, Seen>,
}

/// Digests of the JSON of everything that one viewer sees of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Seen {
    /// The whole chronicle.
    chronicle: String,
    /// The views after each hand-over and at the end.
    views: String,
    /// The menus there, for the viewers who have any.
    menus: String,
}

fn registry() -> Registry {
    Registry::new(vec![any_ruleset()])
}

fn digest(bytes: impl AsRef<[u8]>) -> String {
    Hash32::of(bytes.as_ref()).to_string()
}

fn json(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).expect("what is shown serialises")
}

impl Golden {
    fn describe(file: &str, text: &str) -> Golden {
        let registry = registry();
        let log = import(text).expect("a golden log is read");
        let game = Game::replay_with(&registry, &log.records, &log.entries).expect("a golden log replays");
        let seats = game.seats().iter().map(|s| Viewer::Seat(s.id));
        let viewers: Vec<Viewer> = seats.chain([Viewer::Spectator, Viewer::Everyone]).collect();
        let mut views: Vec<[Vec<u8>; 2]> = viewers.iter().map(|_| Default::default()).collect();
        let look = |step: &Game, record: &Record| {
            if !record.is_kind("hand-over/") && record.seq != game.len() {
                return;
            }
            for (viewer, [view, menu]) in viewers.iter().zip(&mut views) {
                // Digests of digests: whole views of a game are megabytes.
                view.extend(digest(json(&step.view(*viewer))).bytes());
                if let Viewer::Seat(seat) = viewer {
                    menu.extend(digest(json(&step.menu(*seat, None))).bytes());
                }
            }
        };
        Game::each_with(&registry, &log.records, &log.entries, look).expect("a golden log replays");
        let told = |viewer| game.chronicle_with(&log.records, &log.entries, viewer).expect("a golden log is told");
        let seen = viewers.iter().zip(&views).map(|(viewer, [view, menu])| {
            let seen = Seen { chronicle: digest(json(&told(*viewer))), views: digest(view), menus: digest(menu) };
            (format!("{viewer:?}"), seen)
        });
        let lines: Vec<String> =
            told(Viewer::Spectator).iter().flat_map(|e| e.lines.iter().map(|l| l.text.clone())).collect();
        let mut kinds = BTreeMap::new();
        let kind = |body: &str| {
            let value: serde_json::Value = serde_json::from_str(body).expect("a body is JSON");
            value["kind"].as_str().expect("a body has a kind").to_owned()
        };
        for body in log.records.iter().map(|r| &r.body).chain(log.entries.iter().map(|e| &e.body)) {
            *kinds.entry(kind(body)).or_default() += 1;
        }
        Golden {
            file: file.to_owned(),
            sha256: digest(text),
            ours: verify(&registry, text, &Against::default()).to_string(),
            python: python::run(&["-"], text).1,
            length: game.len(),
            head: game.head().to_string(),
            public: digest(game.known_to(Viewer::Spectator).position().canonical()),
            whole: digest(game.position().canonical()),
            result: game.result().map(|r| format!("{}, {} points", r.level, r.points)).unwrap_or_default(),
            kinds,
            told: lines[lines.len().saturating_sub(4)..].to_vec(),
            seen: seen.collect(),
        }
    }
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("golden")
}

fn text(file: &str) -> String {
    std::fs::read_to_string(folder().join(file)).unwrap_or_else(|e| panic!("{file}: {e}"))
}

fn manifest() -> Vec<Golden> {
    serde_json::from_str(&text("manifest.json")).expect("the manifest is sound")
}

/// The plan of a game; its number is its place in the list.
fn plan(number: usize) -> SimulationPlan {
    let (_, scenario, options, bots, standing) = GAMES[number];
    let options = options.iter().map(|key| ((*key).to_owned(), "yes".to_owned())).collect();
    let terms = Terms { options, scenario: scenario.into() };
    let bots = bots.map(str::to_owned).to_vec();
    let plan = SimulationPlan::new("advanced-gettysburg", terms);
    SimulationPlan { bots, standing: standing.into(), menu_every: 0, ..plan }
}

/// What a game of house players hangs on besides its plan (`simulate`).
fn keys(plan: &SimulationPlan, number: usize) -> GameKeys {
    let lot = |what: &str| Hash32::of(format!("fieldpost/simulate {what} {} {number}", plan.seed).as_bytes());
    let mut id = GameId([0; 16]);
    id.0.copy_from_slice(&lot("id").0[..16]);
    GameKeys::derive(lot("secret").0, id)
}

#[test]
fn golden_logs_are_judged_told_and_seen_as_ever() {
    let manifest = manifest();
    for golden in &manifest {
        assert_eq!(Golden::describe(&golden.file, &text(&golden.file)), *golden);
        assert!(golden.ours.starts_with("Sound: "), "{}", golden.ours);
        assert!(golden.python.starts_with("sound: "), "{}", golden.python);
    }
    let named: BTreeSet<String> = manifest.into_iter().map(|g| g.file).chain(["manifest.json".into()]).collect();
    let there = std::fs::read_dir(folder()).unwrap().map(|e| e.unwrap().file_name().to_string_lossy().into_owned());
    assert_eq!(there.collect::<BTreeSet<_>>(), named);
    assert_eq!(named.len(), GAMES.len() + 1);
}

/// What the players and their standing and queued orders did, given to the program as of now, comes to the same bytes.
#[test]
fn what_the_players_of_golden_logs_did_is_written_in_the_same_bytes_again() {
    for (number, (name, ..)) in GAMES.iter().enumerate() {
        let log = import(&text(&format!("{name}.log"))).unwrap();
        again(name, &keys(&plan(number), number), &log.records, &log.entries);
    }
}

fn again(name: &str, keys: &GameKeys, records: &[Record], entries: &[Entry]) {
    // The genesis names the release that it was begun with, so it is taken as it stands.
    let mut game = Game::first(&of_its_revision(&records[0]), &records[0]).expect("a golden log begins with a genesis");
    let mut taken: BTreeSet<(Audience, u64)> = BTreeSet::new();
    while taken.len() < entries.len() || (game.len() as usize) < records.len() {
        let from = game.len() as usize;
        let waits = |e: &&Entry| e.after == game.len() && !e.with && !taken.contains(&(e.audience, e.number));
        let played =
            private(&game, entries.iter().filter(waits), keys).unwrap_or_else(|| act(&game, &records[from..], keys));
        let played = played.unwrap_or_else(|e| panic!("{name}, after record {from}: {e}"));
        for (made, kept) in played.records.iter().zip(&records[from..]) {
            assert_eq!(made, kept, "{name}");
        }
        for made in &played.entries {
            let kept = entries.iter().find(|e| (e.audience, e.number) == (made.audience, made.number));
            assert_eq!(Some(made), kept, "{name}, behind record {from}");
            taken.insert((made.audience, made.number));
        }
        game = played.game;
    }
}

/// The rules in the revision that the game was played by.
fn of_its_revision(first: &Record) -> Registry {
    let (rules, Ok(Body::GenesisSecond(genesis))) = (any_ruleset(), first.read()) else { return registry() };
    let begun = genesis.release.revision;
    let rules = if rules.about().revision == begun { rules } else { rules.earlier(begun).expect("it is still judged") };
    Registry::new(vec![rules])
}

/// What was done next that no record shows, the earliest first.
fn private<'a>(
    game: &Game,
    waits: impl Iterator<Item = &'a Entry>,
    keys: &GameKeys,
) -> Option<Result<Played, GameError>> {
    let seat = |audience| match audience {
        Audience::Holder(n) => SeatId(n as u8),
        other => panic!("{other} holds no seat"),
    };
    let done = waits.filter_map(|entry| match entry.read().unwrap() {
        PrivateBody::Act(act) => Some((act.at, entry.audience, PrivateBody::Act(act))),
        PrivateBody::Standing(set) => Some((set.at, entry.audience, PrivateBody::Standing(set))),
        PrivateBody::Plan(plan) => Some((plan.at, entry.audience, PrivateBody::Plan(plan))),
        PrivateBody::Planned(planned) => Some((planned.at, entry.audience, PrivateBody::Planned(planned))),
        _ => None,
    });
    let (at, audience, body) = done.min_by_key(|(at, audience, _)| (*at, *audience))?;
    Some(match body {
        PrivateBody::Act(act) => match act.key {
            Some(key) => {
                let submission = Submission { seat: act.seat, lines: vec![act.order], key, seen: act.seen, at };
                game.play(&submission, keys)
            }
            None => run(game, act.seat, at, keys),
        },
        PrivateBody::Standing(set) => game.set_standing(seat(audience), &Standing(set.rules), at, keys),
        PrivateBody::Plan(plan) => game.set_queue(seat(audience), &plan.text, at, keys),
        _ => run(game, seat(audience), at, keys),
    })
}

fn run(game: &Game, seat: SeatId, at: Millis, keys: &GameKeys) -> Result<Played, GameError> {
    let ran = game.run_queue(seat, at, keys)?;
    ran.ok_or_else(|| GameError::Broken("queued orders say nothing".into()))
}

/// What somebody did that wrote the first of these records. The others that follow from it are the program's to write.
fn act(game: &Game, log: &[Record], keys: &GameKeys) -> Result<Played, GameError> {
    match log[0].read().unwrap() {
        Body::Join(j) => {
            game.join(Joining { seat: j.seat, name: j.name, phrase: j.phrase, bot: j.bot, at: j.at }, keys)
        }
        Body::OrderSecond(o) => match o.key {
            Some(key) => {
                game.play(&Submission { seat: o.seat, lines: vec![o.order], key, seen: o.seen, at: o.at }, keys)
            }
            None => run(game, o.seat, o.at, keys),
        },
        other => panic!("nobody does a {} by themselves (record {})", other.kind(), log[0].seq),
    }
}

#[test]
#[ignore = "writes golden logs that are not there yet, and the manifest"]
fn golden_logs_are_written() {
    let mut all = Vec::new();
    for (number, (name, ..)) in GAMES.iter().enumerate() {
        let file = format!("{name}.log");
        let path = folder().join(&file);
        if !path.exists() {
            let game = simulate(&registry(), &plan(number), number as u64).expect("house players play to the end");
            std::fs::write(&path, export_with(&game.log, &game.entries)).unwrap();
        }
        all.push(Golden::describe(&file, &text(&file)));
    }
    std::fs::write(folder().join("manifest.json"), serde_json::to_string_pretty(&all).unwrap() + "\n").unwrap();
}
