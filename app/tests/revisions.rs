//! Mended rules rolled out over a database of running games that the release before had made: how many move up by themselves, how many
//! are shown to their players, how many by silence, and that none is stranded. `FIELDPOST_ROLLOUT=200` makes so many games.

#[path = "revisions/older.rs"]
mod older;

use domain::dice::GameKeys;
use domain::log::{Body, Record, export};
use domain::referee::{Against, AnyRuleset, BotRng, Game, Registry, SILENCE, Submission, Viewer, verify};
use fieldpost::config::Config;
use fieldpost::service::Service;
use fieldpost::service::prepared_games::Staging;
use fieldpost_store::{Account, GameId, Time};
use std::collections::BTreeMap;
use std::io::Write;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

/// How many more games are begun at most, until two of them differ.
const MOST_MORE: usize = 400;
const DAY: Duration = Duration::from_secs(24 * 3600);

/// Every ruleset as the release before had it: those that were not mended say an earlier revision.
fn before() -> Registry {
    let all = domain::rulesets::standard();
    let older = all.all().iter().map(|r| {
        let revision = r.about().revision - 1;
        r.earlier(revision).unwrap_or_else(|| Arc::new(older::Older::of(r.clone(), revision)))
    });
    Registry::new(older.collect())
}

fn was_mended(ruleset: &Arc<dyn AnyRuleset>) -> bool {
    ruleset.earlier(ruleset.about().revision - 1).is_some()
}

async fn opened(database: &Path, registry: Registry) -> Arc<Service> {
    let config = Config::local(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)), Some(database.to_owned()));
    Service::open(&config, "http://localhost".to_owned(), registry).await.expect("the database opens")
}

/// Running games of all rulesets in turn, stopped after different numbers of records, of persons who play as house players would.
async fn staged(service: &Service, games: usize) -> (Vec<GameId>, Vec<Account>) {
    let mut players = Vec::new();
    for name in ["ann", "bob"] {
        let email = format!("{name}@example.org").parse().expect("an address");
        players.push(service.store.accounts().get_or_new(email, Time::now()).await.expect("an account"));
    }
    // Games with secrets never move up by themselves: `tests/tests/http/revisions.rs`.
    let open = service.registry.all().iter().filter(|r| r.second_format().is_none());
    let rulesets: Vec<&'static str> = open.map(|r| r.about().id).collect();
    let now = domain::rulesets::standard();
    let mended = now.all().iter().filter(|r| r.second_format().is_none() && was_mended(r));
    let mended: Vec<&'static str> = mended.map(|r| r.about().id).collect();
    let mut rng = BotRng::seeded(21);
    let (mut found, mut differ) = (Vec::new(), 0);
    // Dice are not to be foreseen: where too few of them differ, more are begun.
    for n in 0..games + MOST_MORE {
        if n >= games && differ >= 2 {
            break;
        }
        let most = if n < games { 20 + rng.below(260) } else { 240 } as u64;
        let among = if n < games { &rulesets } else { &mended };
        let staging = Staging {
            ruleset: among[n % among.len()],
            title: "Begun under the release before",
            bot: if n >= games || n % 4 < 2 { "staff" } else { "random" },
            players: &players,
            pace: 3,
            clock: None,
            begun: Time::now().before(20 * DAY),
            step: Duration::from_secs(60),
            until: &|game| game.len() >= most,
        };
        let id = service.lobby().stage(staging).await.expect("a game");
        differ += usize::from(differs(service, id).await);
        found.push(id);
    }
    (found, players)
}

/// Whether the mended rules decide any order of a game otherwise.
async fn differs(service: &Service, id: GameId) -> bool {
    let log = log_of(service, id).await;
    let game = Game::replay(&domain::rulesets::standard(), &log).expect("a log");
    let keys = GameKeys::derive([0; 32], id);
    game.result().is_none() && !game.differing(&log, &[], &keys).expect("a log").is_empty()
}

async fn log_of(service: &Service, id: GameId) -> Vec<Record> {
    service.store.logs().records(id, 0).await.expect("a log")
}

fn kinds(log: &[Record]) -> BTreeMap<String, usize> {
    let mut kinds = BTreeMap::new();
    for record in log.iter().filter(|r| r.is_kind("revision")) {
        *kinds.entry(record.read().expect("a record").kind().to_owned()).or_default() += 1;
    }
    kinds
}

/// Whether the next order of whoever is asked is taken.
async fn plays_on(service: &Service, id: GameId, game: &Game) -> bool {
    let secret = service.store.logs().game_secret(id).await.expect("a secret").expect("a secret");
    let keys = GameKeys::derive(secret, id);
    let Some(seat) = game.waiting_seats().first().copied() else { return false };
    let board = game.ruleset().board(game.known_to(Viewer::Seat(seat)));
    let Some(line) = board.bot_line("staff", seat, &mut keys.bot_rng(game.len())) else { return false };
    let at = Time::now().after(60 * DAY).into();
    game.play(&Submission { seat, lines: vec![line], key: "on".into(), seen: game.head(), at }, &keys).is_ok()
}

/// What the independent verifier says of each log.
fn independent(logs: &[String]) -> Vec<String> {
    let script = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/verify_log.py");
    let mut python = Command::new("python3");
    let python = python.arg(script).arg("--each").stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = python.spawn().expect("python3");
    let mut input = child.stdin.take().expect("a pipe");
    let lines: String = logs.iter().map(|l| serde_json::to_string(l).expect("text") + "\n").collect();
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let said = child.wait_with_output().expect("a verdict");
    writer.join().expect("a writer").expect("the verifier reads");
    String::from_utf8(said.stdout).expect("text").lines().map(str::to_owned).collect()
}

#[test]
fn mended_rules_strand_no_running_game() {
    let games = std::env::var("FIELDPOST_ROLLOUT").ok().and_then(|n| n.parse().ok()).unwrap_or(16);
    let folder = std::env::temp_dir().join(format!("fieldpost-rollout-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let database = folder.join("fieldpost.db");
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime");
    runtime.block_on(roll_out(&database, games));
    std::fs::remove_dir_all(&folder).expect("the folder");
}

async fn roll_out(database: &Path, games: usize) {
    let service = opened(database, before()).await;
    let (ids, players) = staged(&service, games).await;
    service.store.close().await;

    let checked =
        Command::new(env!("CARGO_BIN_EXE_fieldpost")).arg("rules-check").arg(database).output().expect("it runs");
    let checked = String::from_utf8(checked.stdout).expect("text");
    let foretold = checked.lines().last().expect("a sum").to_owned();

    let service = opened(database, domain::rulesets::standard()).await;
    let now = Time::now();
    service.move_all_up(now).await.expect("the storage");
    let (mut over, mut alone, mut asked, mut agreed, mut silent, mut stranded) = (0, 0, 0, 0, 0, 0);
    let mut waiting = Vec::new();
    for id in &ids {
        let log = log_of(&service, *id).await;
        let game = Game::replay(&service.registry, &log).expect("a log");
        let kinds = kinds(&log);
        if game.result().is_some() {
            over += 1;
        } else if kinds.contains_key("revision/1") {
            assert_eq!(kinds.len(), 1, "nobody was asked: {kinds:?}");
            alone += 1;
        } else if game.revision_offered().is_some() {
            waiting.push(*id);
        } else {
            stranded += 1;
        }
    }
    assert!(
        foretold.contains(&format!(
            "{alone} move up by themselves, the players of {} are asked, 0 stranded",
            waiting.len()
        )),
        "{foretold}"
    );
    // A second look moves nothing.
    assert_eq!(service.move_all_up(now).await.expect("the storage"), 0);
    for (n, id) in waiting.iter().enumerate() {
        asked += 1;
        let name = id.to_string();
        let table = service.games().table(&name, Some(&players[0])).await.expect("a table");
        let shown = service.revisions().asked(&table).await.expect("the storage").expect("a revision");
        assert!(shown.yours && !shown.orders.is_empty());
        assert!(shown.orders.iter().all(|o| !o.now.is_empty() && o.record > 1), "{shown:?}");
        assert!(plays_on(&service, *id, &table.game).await, "an offer is no pause");
        if n % 2 == 0 {
            for player in &players {
                service.revisions().agree(&name, player, None, None).await.expect("consent");
            }
            let again = service.revisions().agree(&name, &players[0], None, None).await;
            assert!(again.is_err(), "there is nothing to agree to any more");
            agreed += 1;
        }
    }
    // A moment before the end of the 14 days nothing happens by itself.
    let days = Duration::from_millis(SILENCE);
    service.move_all_up(now.after(days).before(Duration::from_secs(60))).await.expect("the storage");
    service.move_all_up(Time::now().after(days)).await.expect("the storage");
    let mut logs = Vec::new();
    for id in &ids {
        let log = log_of(&service, *id).await;
        let game = Game::replay(&service.registry, &log).expect("a log");
        let text = export(&log);
        let report = verify(&service.registry, &text, &Against::default());
        // Of a game that was over before, the rules may be gone; of any other, all orders are judged.
        assert!(report.sound && (report.judged || game.result().is_some()), "{id}: {report}");
        logs.push(text);
        if game.result().is_some() {
            continue;
        }
        let revision = log.iter().rev().find_map(|r| match r.read() {
            Ok(Body::Revision(revision)) => Some(revision),
            _ => None,
        });
        let listed: Vec<u64> = report.listed.iter().map(|l| l.seq).collect();
        assert_eq!(revision.map(|r| r.differs), Some(listed));
        let kinds = kinds(&log);
        if waiting.contains(id) && !kinds.contains_key("revision-answer/1") {
            silent += 1;
        }
        stranded += usize::from(game.playable().is_err() || !plays_on(&service, *id, &game).await);
    }
    let said = independent(&logs);
    assert_eq!(said.len(), logs.len());
    for (id, said) in ids.iter().zip(&said) {
        assert!(said.starts_with("sound:"), "{id}: {said}");
    }
    service.store.close().await;
    println!(
        "{} games: {over} were over, {alone} moved up by themselves, {asked} were shown to their players ({agreed} agreed, {silent} by \
         silence), {stranded} stranded; all verify",
        ids.len()
    );
    println!("rules-check: {foretold}");
    assert_eq!((stranded, over + alone + asked, agreed + silent), (0, ids.len(), asked));
    assert!(alone > 0 && agreed > 0 && silent > 0);
}
