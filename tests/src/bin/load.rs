//! Measures what the server costs: start, memory, processor time for an order and for pages, orders a second.
//!
//! Starts the `fieldpost` binary that lies beside this one, on a free loopback port with a temporary database, drives it over
//! HTTP, prints one JSON object and stops it. `load RULESET` drives games of that ruleset, without a name the first one in the
//! lobby. Ends by itself within two minutes. How to run it, and what the figures mean:
//! `docs/performance.md`.

use domain::referee::BotRng;
use fieldpost_tests::{Browser, bare, key};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection};
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Records that the measured game has at least.
const RECORDS: u64 = 1_000;
/// Orders that the player of the measured game gives at most.
const MOST: usize = 600;
/// Orders of the set-up that are measured one by one, and as many by the bare server.
const EACH: usize = 300;
/// Repeats of each page.
const PAGES: usize = 100;
/// Players who give orders at the same time.
const PLAYERS: usize = 8;
/// Orders that each of them gives.
const ORDERS: usize = 200;
/// The longest this may take.
const LIMIT: Duration = Duration::from_secs(120);

type Failure = Box<dyn std::error::Error>;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Failure> {
    let ruleset = std::env::args().nth(1);
    if let (Some("--bare"), Some(database)) = (ruleset.as_deref(), std::env::args().nth(2)) {
        return bare::serve(database.as_ref()).await;
    }
    let report = tokio::time::timeout(LIMIT, measure(ruleset)).await.map_err(|_| "not done within two minutes")??;
    println!("{}", serde_json::to_string_pretty(&report)?);
    Ok(())
}

/// A server being measured. Stopped when dropped.
struct Process {
    child: Child,
    url: String,
}

impl Drop for Process {
    fn drop(&mut self) {
        let _stopped = self.child.kill();
        let _reaped = self.child.wait();
    }
}

impl Process {
    /// Starts one, which says in the last word of its first line where it listens.
    fn start(command: &mut Command) -> Result<Process, Failure> {
        let mut child = command.stdout(Stdio::piped()).spawn()?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().ok_or("no output")?).read_line(&mut line)?;
        let url = line.split_whitespace().last().ok_or("the server gave no address")?.to_owned();
        Ok(Process { child, url })
    }

    /// Processor time that all its threads have used so far.
    fn cpu(&self) -> Result<Duration, Failure> {
        let mut total = 0;
        for thread in std::fs::read_dir(format!("/proc/{}/task", self.child.id()))? {
            // A thread may end between being listed and being read.
            let Ok(text) = std::fs::read_to_string(thread?.path().join("schedstat")) else { continue };
            total += text.split_whitespace().next().and_then(|n| n.parse::<u64>().ok()).unwrap_or(0);
        }
        Ok(Duration::from_nanos(total))
    }

    /// How often one of its threads has gone to sleep and been woken again so far.
    fn wakes(&self) -> Result<u64, Failure> {
        let mut total = 0;
        for thread in std::fs::read_dir(format!("/proc/{}/task", self.child.id()))? {
            let Ok(text) = std::fs::read_to_string(thread?.path().join("status")) else { continue };
            let line = text.lines().find_map(|l| l.strip_prefix("voluntary_ctxt_switches:"));
            total += line.and_then(|n| n.trim().parse::<u64>().ok()).unwrap_or(0);
        }
        Ok(total)
    }
}

/// The service being measured. Cleaned away when dropped.
struct Server {
    process: Process,
    folder: Folder,
    /// From the start of the process to the end of the first page.
    first_page: Duration,
}

/// A folder that is removed when it is dropped.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _gone = std::fs::remove_dir_all(&self.0);
    }
}

impl Server {
    async fn start() -> Result<Server, Failure> {
        let binary = std::env::current_exe()?.with_file_name("fieldpost");
        if !binary.is_file() {
            return Err(format!("{} is not there: build it first, with the same profile", binary.display()).into());
        }
        let folder = Folder(std::env::temp_dir().join(format!("fieldpost-load-{}", std::process::id())));
        std::fs::create_dir_all(&folder.0)?;
        let began = Instant::now();
        let process = Process::start(
            Command::new(binary)
                .args(["serve", "--mailbox", "--bind", "127.0.0.1:0", "--bot-delay", "0", "--database"])
                .arg(folder.0.join("fieldpost.db"))
                .env("RUST_LOG", "warn"),
        )?;
        let mut server = Server { process, folder, first_page: Duration::ZERO };
        let first = server.browser().get("/").await;
        first.error_for_status()?.text().await?;
        server.first_page = began.elapsed();
        Ok(server)
    }

    /// What an order costs where nothing is done but the least, on a database in the same folder.
    fn bare(&self) -> Result<Process, Failure> {
        Process::start(Command::new(std::env::current_exe()?).arg("--bare").arg(self.folder.0.join("bare.db")))
    }

    fn browser(&self) -> Browser {
        Browser::at(&self.process.url)
    }

    fn cpu(&self) -> Result<Duration, Failure> {
        self.process.cpu()
    }

    /// Bytes that its database takes, pages that are free left out.
    async fn stored(&self) -> Result<u64, Failure> {
        let file = SqliteConnectOptions::new().filename(self.folder.0.join("fieldpost.db")).read_only(true);
        let mut connection = file.connect().await?;
        let mut pages = [0_i64; 3];
        for (pages, what) in pages.iter_mut().zip(["page_count", "freelist_count", "page_size"]) {
            *pages = sqlx::query_scalar(AssertSqlSafe(format!("PRAGMA {what}"))).fetch_one(&mut connection).await?;
        }
        connection.close().await?;
        Ok(u64::try_from((pages[0] - pages[1]) * pages[2])?)
    }

    /// Memory that the server has in use, in mebibytes.
    fn memory(&self) -> Result<f64, Failure> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.child.id()))?;
        let line = status.lines().find(|l| l.starts_with("VmRSS:")).ok_or("no VmRSS")?;
        let kib: f64 = line.split_whitespace().nth(1).ok_or("no VmRSS")?.parse()?;
        Ok((kib / 102.4).round() / 10.0)
    }

    /// Signs somebody in by the letter in the mailbox; gives the browser and a program with a personal token.
    async fn player(&self, name: &str) -> Result<(Browser, Browser), Failure> {
        let browser = self.browser();
        browser.post("/sign-in", &[("email", &format!("{name}@load.example"))]).await.error_for_status()?;
        let link = loop {
            let box_page = browser.get("/mailbox").await.text().await?;
            if let Some(path) = quoted(&box_page, "href=\"/mailbox/") {
                let raw = browser.get(&format!("/mailbox/{path}/raw")).await.text().await?;
                if raw.contains(&format!("{name}@load.example")) {
                    let raw = raw.replace("=\r\n", "").replace("=3D", "=");
                    let token = raw.split("/sign-in/").nth(1).ok_or("no link in the letter")?;
                    break format!("/sign-in/{}", token.get(..43).ok_or("a short link")?);
                }
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        };
        let entered = browser.post(&link, &[]).await;
        if entered.status() != StatusCode::SEE_OTHER {
            return Err(format!("the link answered {}", entered.status()).into());
        }
        let page = browser.post("/account/tokens", &[("name", "load")]).await.text().await?;
        let token = page.split("class=\"token\">").nth(1).and_then(|t| t.split('<').next()).ok_or("no token")?;
        let api = browser.with_token(token);
        Ok((browser, api))
    }

    /// A practice game in which the player has the first seat.
    async fn game(&self, api: &Browser, ruleset: &str) -> Result<String, Failure> {
        let new = json!({"ruleset": ruleset, "seat": 0, "opponent": "bot:random", "key": key()});
        let started: Value = api.json(Method::POST, "/api/games", &new).await.error_for_status()?.json().await?;
        Ok(started["game"].as_str().ok_or("no game")?.to_owned())
    }
}

fn quoted<'t>(text: &'t str, before: &str) -> Option<&'t str> {
    text.split(before).nth(1)?.split('"').next()
}

async fn menu(api: &Browser, game: &str) -> Result<Vec<String>, Failure> {
    let menu: Value = api.get(&format!("/api/games/{game}/menu")).await.error_for_status()?.json().await?;
    let choices = menu["choices"].as_array().ok_or("no menu")?;
    Ok(choices.iter().filter_map(|c| c["order"].as_str().map(str::to_owned)).collect())
}

/// The pieces that somebody may order now.
async fn pieces(api: &Browser, game: &str) -> Result<BTreeSet<String>, Failure> {
    let menu: Value = api.get(&format!("/api/games/{game}/menu")).await.error_for_status()?.json().await?;
    let choices = menu["choices"].as_array().into_iter().flatten();
    Ok(choices.filter_map(|c| c["piece"].as_str().map(str::to_owned)).collect())
}

async fn order(api: &Browser, game: &str, lines: &[String]) -> Result<Value, Failure> {
    let body = json!({"orders": lines, "key": key()});
    let answer = api.json(Method::POST, &format!("/api/games/{game}/orders"), &body).await;
    let status = answer.status();
    let value: Value = answer.json().await?;
    if status.is_success() { Ok(value) } else { Err(format!("{lines:?}: {value}").into()) }
}

/// Two orders of the set-up that undo each other: taking a piece up that has been put down, and putting it down again. Nothing
/// where both armies stand already.
async fn there_and_back(api: &Browser, game: &str) -> Result<Option<[String; 2]>, Failure> {
    let Some(put) = menu(api, game).await?.into_iter().next() else { return Ok(None) };
    let Some((piece, _)) = put.split_once(" at ") else { return Ok(None) };
    order(api, game, std::slice::from_ref(&put)).await?;
    let lift = menu(api, game).await?.into_iter().find(|o| o.contains(piece) && !o.contains(" at "));
    let lift = lift.ok_or("a piece put down can be taken up")?;
    order(api, game, std::slice::from_ref(&lift)).await?;
    Ok(Some([put, lift]))
}

fn spread(mut times: Vec<Duration>) -> Value {
    if times.is_empty() {
        return Value::Null;
    }
    times.sort();
    let ms = |d: Duration| (d.as_secs_f64() * 1e6).round() / 1e3;
    let sum: Duration = times.iter().sum();
    json!({
        "median_ms": ms(times[times.len() / 2]),
        "mean_ms": ms(sum / u32::try_from(times.len()).unwrap_or(1)),
        "p95_ms": ms(times[times.len() * 95 / 100]),
        "most_ms": ms(times[times.len() - 1]),
        "samples": times.len(),
    })
}

async fn measure(ruleset: Option<String>) -> Result<Value, Failure> {
    let server = Server::start().await?;
    tokio::time::sleep(Duration::from_secs(2)).await;
    let idle = server.memory()?;

    let (browser, api) = server.player("anna").await?;
    let ruleset = match ruleset {
        Some(id) => id,
        None => {
            let rulesets: Value = api.get("/api/rulesets").await.json().await?;
            rulesets[0]["id"].as_str().ok_or("no rulesets")?.to_owned()
        }
    };
    let game = server.game(&api, &ruleset).await?;

    // Where there is a set-up: orders one by one on a short log, nothing else going on; then a long log.
    let mut setup = Vec::new();
    let (mut wakes, mut bytes) = (Value::Null, Value::Null);
    let (mut least, mut least_wakes) = (Vec::new(), Value::Null);
    if let Some(pair) = there_and_back(&api, &game).await? {
        let bare = server.bare()?;
        let barely = Browser::at(&bare.url).with_token(bare::TOKEN);
        let woken = [server.process.wakes()?, bare.wakes()?];
        let stored = server.stored().await?;
        // By turns, so that both meet the machine as it is at the time.
        for n in 0..EACH {
            let before = server.cpu()?;
            order(&api, &game, std::slice::from_ref(&pair[n % 2])).await?;
            setup.push(server.cpu()?.saturating_sub(before));
            let before = bare.cpu()?;
            let body = json!({"orders": [&pair[n % 2]], "key": key()});
            barely.json(Method::POST, "/order", &body).await.error_for_status()?.bytes().await?;
            least.push(bare.cpu()?.saturating_sub(before));
        }
        bytes = json!((server.stored().await? - stored) / EACH as u64);
        let each = |now: u64, before: u64| json!(((now - before) as f64 * 10.0 / EACH as f64).round() / 10.0);
        wakes = each(server.process.wakes()?, woken[0]);
        least_wakes = each(bare.wakes()?, woken[1]);
        let lines: Vec<String> = pair.iter().cycle().take(100).cloned().collect();
        let mut length = 0;
        while length < RECORDS {
            length = order(&api, &game, &lines).await?["seq"].as_u64().ok_or("no seq")?;
        }
    }
    // A real position: the third turn, or the end of the game where it comes to no thousand records before.
    let mut rng = BotRng::seeded(1862);
    let (mut played, mut fresh) = (Vec::new(), Vec::new());
    loop {
        let state: Value = api.get(&format!("/api/games/{game}")).await.json().await?;
        let far = state["turn"].as_u64() >= Some(3) && state["length"].as_u64() >= Some(RECORDS);
        if state["state"] == "ended" || played.len() >= MOST || (far && state["waits_for_me"] == true) {
            break;
        }
        if state["waits_for_me"] != true {
            tokio::time::sleep(Duration::from_millis(20)).await;
            continue;
        }
        let choices = menu(&api, &game).await?;
        // A set-up or move is brought to its end sooner or later, but not at once.
        let pick = choices.iter().find(|o| o.starts_with("done")).filter(|_| setup.is_empty() == (rng.below(4) == 0));
        let pick = pick.or_else(|| rng.pick(&choices)).ok_or("whoever is asked has an order")?.clone();
        let before = server.cpu()?;
        if let Err(refused) = order(&api, &game, &[pick]).await {
            // The house player may have acted in between, where the rules let it.
            let now: Value = api.get(&format!("/api/games/{game}")).await.json().await?;
            if now["length"] == state["length"] {
                return Err(refused);
            }
            continue;
        }
        played.push(server.cpu()?.saturating_sub(before));
        let length = state["length"].as_u64().unwrap_or(0);
        if length >= RECORDS / 2 && played.len() % 8 == 0 {
            let before = server.cpu()?;
            browser.get(&format!("/games/{game}/replay/{}", length / 2)).await.error_for_status()?.bytes().await?;
            fresh.push(server.cpu()?.saturating_sub(before));
        }
    }
    // Letters and house players are done with when nothing has been used for a while.
    let mut quiet = server.cpu()?;
    loop {
        tokio::time::sleep(Duration::from_millis(500)).await;
        let now = server.cpu()?;
        if now.saturating_sub(quiet) < Duration::from_millis(5) {
            break;
        }
        quiet = now;
    }

    let state: Value = api.get(&format!("/api/games/{game}")).await.json().await?;
    let mut pages = serde_json::Map::new();
    let mut of_pieces = Vec::new();
    for piece in pieces(&api, &game).await? {
        let before = server.cpu()?;
        let menu = api.get(&format!("/api/games/{game}/menu?piece={piece}")).await;
        menu.error_for_status()?.bytes().await?;
        of_pieces.push(server.cpu()?.saturating_sub(before));
    }
    pages.insert("api_menu_of_each_piece".to_owned(), spread(of_pieces));
    let last = state["length"].as_u64().ok_or("no length")?;
    for (name, path) in [
        ("game", format!("/games/{game}")),
        ("replay_middle", format!("/games/{game}/replay/{}", last / 2)),
        ("lobby", "/lobby".to_owned()),
        ("my_games", "/games".to_owned()),
        ("api_state", format!("/api/games/{game}")),
        ("api_menu", format!("/api/games/{game}/menu")),
        ("log", format!("/games/{game}/log")),
    ] {
        let mut times = Vec::new();
        for _ in 0..PAGES {
            let before = server.cpu()?;
            let answer = browser.get(&path).await;
            answer.error_for_status()?.bytes().await?;
            times.push(server.cpu()?.saturating_sub(before));
        }
        pages.insert(name.to_owned(), spread(times));
    }
    pages.insert("replay_after_a_record".to_owned(), spread(fresh));

    let together = together(&server, &ruleset).await?;
    Ok(json!({
        "ruleset": ruleset,
        "profile": if cfg!(debug_assertions) { "debug" } else { "release" },
        "start_to_first_page_s": server.first_page.as_secs_f64(),
        "memory_mib": {"idle": idle, "after": server.memory()?},
        "order_wakes": wakes,
        "bare_wakes": least_wakes,
        "order_bytes": bytes,
        "order_cpu": {"set_up": spread(setup), "bare": spread(least), "game_of_1000_records": spread(played)},
        "page_cpu": pages,
        "page_records": last,
        "together": together,
    }))
}

/// Several players at once, each in a game of their own: durable orders a second, and processor time for each.
/// Nothing where there is no set-up whose orders could be repeated.
async fn together(server: &Server, ruleset: &str) -> Result<Value, Failure> {
    let mut seats = Vec::new();
    for n in 0..PLAYERS {
        let (_, api) = server.player(&format!("player{n}")).await?;
        let game = server.game(&api, ruleset).await?;
        let Some(pair) = there_and_back(&api, &game).await? else { return Ok(Value::Null) };
        seats.push((api, game, pair));
    }
    let before = server.cpu()?;
    let began = Instant::now();
    let mut tasks = tokio::task::JoinSet::new();
    for (api, game, pair) in seats {
        tasks.spawn(async move {
            for n in 0..ORDERS {
                order(&api, &game, std::slice::from_ref(&pair[n % 2])).await.map_err(|e| e.to_string())?;
            }
            Ok::<(), String>(())
        });
    }
    for done in tasks.join_all().await {
        done?;
    }
    let (seconds, cpu) = (began.elapsed().as_secs_f64(), server.cpu()?.saturating_sub(before));
    let orders = PLAYERS * ORDERS;
    Ok(json!({
        "players": PLAYERS,
        "orders": orders,
        "orders_per_s": (orders as f64 / seconds).round(),
        "cpu_per_order_ms": (cpu.as_secs_f64() * 1e6 / orders as f64).round() / 1e3,
    }))
}
