//! Measures correspondence: letters and bytes of a whole game by mail, the time from an order to its letter's being handed to the
//! mail server, alone and with a thousand due at once, and how many letters a second go out from games in progress.
//!
//! `post-load N` has that many due at once; `post-load letters [RULESET]` measures the last alone, of one ruleset or of each.
//!
//! Starts the service with mail servers around it (`tests/src/post.rs`), prints one JSON object and stops them. What the figures mean:
//! `docs/correspondence.md`.

use domain::referee::{BotRng, Known};
use fieldpost::service::Service;
use fieldpost::service::play::{Lay, Orders};
use fieldpost_store::{Account, Hash32};
use fieldpost_tests::key;
use fieldpost_tests::post::{Letter, Post};
use serde_json::{Value, json};
use sqlx::Row;
use std::collections::HashMap;
use std::time::{Duration, Instant};

/// Games in which an order falls due at the same moment, unless the first argument says how many.
const AT_ONCE: usize = 1_000;
/// Orders measured one after the other, with nothing else going on.
const ALONE: usize = 30;
/// Games in progress whose letters are counted by the second, and how often each hands over.
const GAMES: u64 = 48;
const ROUNDS: usize = 8;
/// How many letters are on their way at the same time, but for those that somebody waits for in front of a page.
const ON_THEIR_WAY: usize = 6;
/// Threads that the service and its players' thoughts share.
const CORES: f64 = 2.0;
/// The longest that anything is waited for.
const LIMIT: Duration = Duration::from_secs(1_800);

type Failure = Box<dyn std::error::Error>;

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() -> Result<(), Failure> {
    let program = std::env::current_exe()?.with_file_name("service");
    if !program.is_file() {
        return Err(format!("{} is not there: build it first, with the same profile", program.display()).into());
    }
    let program = program.to_string_lossy().into_owned();
    let mut arguments = std::env::args().skip(1);
    let first = arguments.next();
    if first.as_deref() == Some("letters") {
        let chosen = arguments.next();
        let report = json!({
            "profile": if cfg!(debug_assertions) { "debug" } else { "release" },
            "letters": letters(&program, chosen.as_deref()).await?,
        });
        println!("{}", serde_json::to_string_pretty(&report)?);
        return Ok(());
    }
    let at_once = first.map_or(Ok(AT_ONCE), |n| n.parse())?;
    let mut games = serde_json::Map::new();
    for ruleset in domain::rulesets::standard().all() {
        let id = ruleset.about().id;
        games.insert(id.to_owned(), whole_game(&program, id).await?);
    }
    let report = json!({
        "profile": if cfg!(debug_assertions) { "debug" } else { "release" },
        "games": games,
        "order_to_smtp": order_to_smtp(&program, at_once).await?,
        "letters": letters(&program, None).await?,
    });
    println!("{}", serde_json::to_string_pretty(&report)?);
    Ok(())
}

/// One game played to its end by two players who know it from letters alone.
async fn whole_game(program: &str, ruleset: &str) -> Result<Value, Failure> {
    let post = Post::with(program, false, |config| config.letter_maps = true);
    let players = [post.player("porter").await, post.player("lee").await];
    let began = Instant::now();
    let game = post.game(ruleset, "A game by mail", [&players[0], &players[1]]).await;
    let table = loop {
        let table = post.server.service.games().table(&game, Some(&players[0])).await?;
        if table.game.result().is_some() {
            break table;
        }
        if began.elapsed() > LIMIT {
            return Err(format!("{ruleset} does not end").into());
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    };
    let seconds = began.elapsed().as_secs_f64();
    // The last letters are those about the end.
    let done = Instant::now();
    while post.server.service.store.outbox().waiting().await? > 0 && done.elapsed() < Duration::from_secs(60) {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let letters = post.letters();
    let (answers, dispatches): (Vec<&Letter>, Vec<&Letter>) =
        letters.iter().partition(|l| l.submitted == "auto-replied");
    let came = post.server.service.store.inbox().arrived(10_000).await?;
    Ok(json!({
        "seconds": seconds.round(),
        "game_turns": table.game.turn(),
        "handovers": table.game.handovers(),
        "letters_out": letters.len(),
        "of_these_answers": answers.len(),
        "letters_in": came.len(),
        "dispatch_bytes": spread(dispatches.iter().map(|l| l.bytes as f64).collect()),
        "dispatch_bytes_without_picture": spread(dispatches.iter().map(|l| (l.bytes - l.pictures) as f64).collect()),
        "answer_bytes": spread(answers.iter().map(|l| l.bytes as f64).collect()),
        "bytes_in": spread(came.iter().map(|m| m.size as f64).collect()),
    }))
}

/// From the moment that an order is stored to the mail server's word that it has the letter.
async fn order_to_smtp(program: &str, at_once: usize) -> Result<Value, Failure> {
    let post = Post::with(program, true, |config| config.letter_maps = true);
    let ruleset = domain::rulesets::standard().all()[0].about().id;
    let mut ready: Vec<(Account, String)> = Vec::new();
    for n in 0..ALONE + at_once {
        let players = [post.player(&format!("a{n}")).await, post.player(&format!("b{n}")).await];
        let game = post.game(ruleset, "Load", [&players[0], &players[1]]).await;
        let [first, _] = players;
        ready.push((first, game));
    }
    quiet(&post).await?;
    let rest = ready.split_off(ALONE);
    for (account, game) in &ready {
        hand_over(&post, account, game).await?;
        quiet(&post).await?;
    }
    let alone = times(&post, 0).await?;
    let mark = last(&post).await?;
    let began = Instant::now();
    let mut tasks = tokio::task::JoinSet::new();
    for (account, game) in rest {
        let service = post.server.service.clone();
        tasks.spawn(async move { give(&service, &account, &game).await.map_err(|e| e.to_string()) });
    }
    while let Some(done) = tasks.join_next().await {
        done??;
    }
    let given = began.elapsed();
    quiet(&post).await?;
    Ok(json!({
        "alone_ms": spread(alone),
        "at_once_ms": spread(times(&post, mark).await?),
        "orders_given_in_s": (given.as_secs_f64() * 100.0).round() / 100.0,
        "all_handed_over_in_s": (began.elapsed().as_secs_f64() * 100.0).round() / 100.0,
    }))
}

/// How many letters a second go out from games in progress, and what each costs. The orders that lead there are in the figures, what the house player
/// thinks is not in the processor's; what the orders alone cost is seen in the same games without letters.
async fn letters(program: &str, chosen: Option<&str>) -> Result<Value, Failure> {
    let mut of = serde_json::Map::new();
    for ruleset in domain::rulesets::standard().all() {
        let id = ruleset.about().id;
        if chosen.is_none_or(|chosen| chosen == id) {
            of.insert(id.to_owned(), letters_of(program, id).await?);
        }
    }
    Ok(of.into())
}

async fn letters_of(program: &str, ruleset: &str) -> Result<Value, Failure> {
    let post = Post::with(program, true, |config| config.letter_maps = true);
    let first = rounds(&post, ruleset, "first", Letters::AtOnce).await?;
    // The same games again, whose ground was drawn for the first ones; once more with letters that wait; and once more, in which nobody wants letters.
    let again = rounds(&post, ruleset, "again", Letters::AtOnce).await?;
    let held = rounds(&post, ruleset, "held", Letters::Held).await?;
    let silent = rounds(&post, ruleset, "silent", Letters::Unwanted).await?;
    let all = &again.letters;
    let sent = all.len();
    let pictures = all.iter().map(|l| l.pictures as f64).filter(|bytes| *bytes > 0.0);
    let ms = |time: f64, letters: usize| (time * 1e4 / letters.max(1) as f64).round() / 10.0;
    let cost = |rounds: &Rounds| {
        let letters = rounds.letters.len();
        json!({
            "letters": letters,
            "letters_per_s": (letters as f64 / rounds.seconds * 10.0).round() / 10.0,
            "letters_per_s_thoughts_off": (letters as f64 / (rounds.seconds - rounds.thought.as_secs_f64() / CORES) * 10.0).round() / 10.0,
            "cpu_ms_of_thoughts_each": ms(rounds.thought.as_secs_f64(), letters),
            "ms_each": ms(rounds.seconds, letters),
            "cpu_ms_each": ms(rounds.cpu.as_secs_f64(), letters),
            "cpu_ms_of_letter_alone_each": ms(rounds.cpu.saturating_sub(silent.cpu).as_secs_f64(), letters),
        })
    };
    Ok(json!({
        "ground_drawn_meanwhile": cost(&first),
        "ground_at_hand": cost(&again),
        "waiting_letters_per_s": (held.drained.0 as f64 / held.drained.1 * 10.0).round() / 10.0,
        "cpu_ms_of_orders_each": ms(silent.cpu.as_secs_f64(), sent),
        "bytes": spread(all.iter().map(|l| l.bytes as f64).collect()),
        "picture_bytes_as_sent": spread(pictures.collect()),
    }))
}

/// What becomes of the letters of a round.
#[derive(Clone, Copy, PartialEq)]
enum Letters {
    /// They go out while orders are given.
    AtOnce,
    /// They go out when all orders are given: until then the mail servers take nothing.
    Held,
    /// Nobody wants any.
    Unwanted,
}

/// What the counted rounds of games came to.
struct Rounds {
    seconds: f64,
    cpu: Duration,
    /// Processor time of the house players' thoughts, which is not in `cpu`.
    thought: Duration,
    /// Of letters that were held, how many were written and went out when they were not any more, and the seconds of the clock that it took.
    drained: (usize, f64),
    letters: Vec<Letter>,
}

/// Games in progress, in which everybody hands over at the same time and then waits until all letters are out, if there are any.
async fn rounds(post: &Post, ruleset: &str, series: &str, manner: Letters) -> Result<Rounds, Failure> {
    let mut games = Vec::new();
    for n in 0..GAMES {
        let named = |side: &str| format!("{side}{n}-{series}");
        let players = [post.player(&named("a")).await, post.player(&named("b")).await];
        for player in &players {
            post.server.service.mail().set_letters(player, manner != Letters::Unwanted).await?;
        }
        let game = post.game(ruleset, "In progress", [&players[0], &players[1]]).await;
        games.push((players, game, BotRng::seeded(n)));
    }
    // What is drawn once for all games, and the first letters of each, are not counted.
    let (mut seconds, mut cpu, mut thoughts, mut mark) = (0.0, Duration::ZERO, Duration::ZERO, 0);
    let mut drained = (0, 0.0);
    for round in 0..=ROUNDS {
        if round == 1 {
            mark = post.letters().len();
        }
        let (began, before, mut thought) = (Instant::now(), processor_time()?, Duration::ZERO);
        if manner == Letters::Held {
            post.hold(true);
        }
        let mut tasks = tokio::task::JoinSet::new();
        for (players, game, mut rng) in games.drain(..) {
            let service = post.server.service.clone();
            tasks.spawn(async move {
                let thought = in_progress(&service, &players, &game, &mut rng).await.map_err(|e| e.to_string())?;
                Ok::<_, String>((thought, (players, game, rng)))
            });
        }
        while let Some(done) = tasks.join_next().await {
            let (each, game) = done??;
            thought += each;
            games.push(game);
        }
        let (arrived, given) = (if manner == Letters::Held { post.letters().len() } else { 0 }, Instant::now());
        if manner == Letters::Held {
            post.hold(false);
        }
        quiet(post).await?;
        let (whole, waited, spent) = (began.elapsed(), given.elapsed(), processor_time()?);
        if round > 0 {
            if manner == Letters::Held {
                // Those on their way were written before.
                drained.0 += (post.letters().len() - arrived).saturating_sub(ON_THEIR_WAY);
                drained.1 += waited.as_secs_f64();
            }
            seconds += whole.as_secs_f64();
            cpu += spent.saturating_sub(before + thought);
            thoughts += thought;
        }
    }
    Ok(Rounds { seconds, cpu, thought: thoughts, drained, letters: post.letters().split_off(mark) })
}

/// Plays for whoever is asked until somebody else is, or the game is over. Answers how long the house player has thought.
async fn in_progress(
    service: &Service,
    players: &[Account; 2],
    game: &str,
    rng: &mut BotRng,
) -> Result<Duration, Failure> {
    let (mut first, mut thought) = (None, Duration::ZERO);
    loop {
        let table = service.games().table(game, Some(&players[0])).await?;
        let Some(seat) = table.game.waiting_seats().first().copied() else { return Ok(thought) };
        if *first.get_or_insert(seat) != seat {
            return Ok(thought);
        }
        let rules = table.game.ruleset();
        let bot = rules.bots().last().ok_or("the ruleset has a house player")?.id;
        // Nothing is waited for while it thinks, so that this thread does nothing else.
        let before = thread_time()?;
        let line = rules.board(Known::held(table.game.position())).bot_line(bot, seat, rng);
        thought += thread_time()?.saturating_sub(before);
        let holder = players.iter().find(|p| table.row.seats_of(p.id).any(|s| s.seat == seat));
        let orders = Orders {
            lines: vec![line.ok_or("whoever is asked has an order")?],
            key: key(),
            seen: Some(table.game.head()),
            seat: Some(seat),
            lay: Lay::Alone,
            links: Default::default(),
        };
        service.play().order(game, holder.ok_or("every seat has its player")?, orders).await?;
    }
}

/// Processor time that this process has used so far, in hundredths of a second: the service with what drives it, without the mail servers.
fn processor_time() -> Result<Duration, Failure> {
    let stat = std::fs::read_to_string("/proc/self/stat")?;
    // The name of the program stands in brackets, and may hold anything.
    let rest = stat.rsplit(')').next().unwrap_or_default();
    let ticks = rest.split_whitespace().skip(11).take(2).map(str::parse::<u64>).sum::<Result<u64, _>>()?;
    Ok(Duration::from_millis(ticks * 10))
}

/// The same of this thread alone, in nanoseconds.
fn thread_time() -> Result<Duration, Failure> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat")?;
    Ok(Duration::from_nanos(text.split_whitespace().next().unwrap_or_default().parse()?))
}

async fn hand_over(post: &Post, account: &Account, game: &str) -> Result<(), Failure> {
    give(&post.server.service, account, game).await
}

/// Gives the orders that end the first player's first phase.
async fn give(service: &Service, account: &Account, game: &str) -> Result<(), Failure> {
    for _ in 0..20 {
        let table = service.games().table(game, Some(account)).await?;
        let Some(menu) = table.menu(None).filter(|m| !m.choices.is_empty()) else { return Ok(()) };
        let whole = menu.choices.iter().find(|c| c.piece.is_none()).or(menu.choices.first());
        let order = whole.ok_or("whoever is asked has an order")?.order.clone();
        let seen: Hash32 = table.game.head();
        service
            .play()
            .order(
                game,
                account,
                Orders {
                    lines: vec![order],
                    key: key(),
                    seen: Some(seen),
                    seat: None,
                    lay: Lay::Alone,
                    links: Default::default(),
                },
            )
            .await?;
    }
    Err("the first phase does not end".into())
}

/// Waits until no letter is waiting.
async fn quiet(post: &Post) -> Result<(), Failure> {
    let began = Instant::now();
    while post.server.service.store.outbox().waiting().await? > 0 {
        if began.elapsed() > LIMIT {
            return Err("letters do not go out".into());
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    Ok(())
}

async fn last(post: &Post) -> Result<i64, Failure> {
    let mut reader = post.server.service.store.reader().await?;
    Ok(sqlx::query_scalar("SELECT coalesce(max(id), 0) FROM jobs_done").fetch_one(&mut *reader).await?)
}

/// Milliseconds from queued, in the order's own transaction, to the mail server's having taken it, of the letters that opponents got
/// after a mark.
async fn times(post: &Post, after: i64) -> Result<Vec<f64>, Failure> {
    let mut reader = post.server.service.store.reader().await?;
    let rows = sqlx::query(
        "SELECT key AS message_id, created FROM jobs_done WHERE lane = 'mail' AND id > $1 AND outcome = 'sent' AND kind = 'dispatch' \
         AND recipient LIKE 'b%'",
    )
    .bind(after)
    .fetch_all(&mut *reader)
    .await?;
    let taken: HashMap<String, i64> = post.letters().into_iter().map(|l| (l.message_id, l.taken)).collect();
    let mut times = Vec::new();
    for row in rows {
        let (id, created): (String, i64) = (row.try_get("message_id")?, row.try_get("created")?);
        let taken = taken.get(id.trim_matches(['<', '>'])).ok_or("a letter was sent and did not arrive")?;
        times.push((taken - created) as f64);
    }
    Ok(times)
}

fn spread(mut values: Vec<f64>) -> Value {
    values.sort_by(f64::total_cmp);
    let at = |share: usize| {
        values.get((values.len() * share / 100).min(values.len().saturating_sub(1))).copied().unwrap_or(0.0)
    };
    let mean = values.iter().sum::<f64>() / (values.len().max(1) as f64);
    json!({"p50": at(50), "p99": at(99), "mean": mean.round(), "most": values.last().copied().unwrap_or(0.0), "samples": values.len()})
}
