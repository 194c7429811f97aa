//! The same is done in two services for all to see, and unseen something else, and not as often: everything that the observer, a person
//! without a seat and a stranger see, ask, try and get is the same to the byte.
//!
//! `FIELDPOST_UNSEEN=20` plays so many pairs.

use crate::blank::{blanked, parting};
use crate::shown;
use crate::worlds::{Answer, Person, Sent, World, two};
use domain::dice::BotRng;
use fieldpost_tests::key;
use reqwest::Method;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::Instant;

/// Whether a line is one that others do not read.
fn is_private(line: &str) -> bool {
    line == "dispatch" || line.contains(" creep ") || line.contains(" hide ")
}

/// Whether a line leads nobody to where the others are: the games stay in step for longer.
fn stays_apart(line: &str, own: std::ops::RangeInclusive<u32>) -> bool {
    let marches = [" go ", " creep ", " hide "].iter().any(|verb| line.contains(verb));
    let row = line.get(line.len().saturating_sub(2)..).and_then(|row| row.parse().ok());
    !marches || row.is_some_and(|row| own.contains(&row))
}

/// Rows that each side keeps to.
const ROWS: [std::ops::RangeInclusive<u32>; 2] = [1..=3, 8..=10];

/// What is queued unseen, of which nothing shows.
const QUEUES: [&str; 4] = [
    "try dispatch",
    "stop if turn >= 1\ndone",
    "if turn >= 9: done\ntry dispatch",
    "until turn >= 9: try dispatch\nstop if turn >= 9",
];

pub struct Pair {
    pub worlds: [World; 2],
    pub people: Vec<Person>,
    rng: BotRng,
    /// What was compared, by what it is: how often.
    compared: BTreeMap<&'static str, usize>,
    unseen: [usize; 2],
}

impl Pair {
    pub async fn of(scenario: &str, names: &[&'static str], seed: u64) -> Pair {
        let (worlds, people) = two(scenario, names).await;
        Pair { worlds, people, rng: BotRng::seeded(seed), compared: BTreeMap::new(), unseen: [0; 2] }
    }

    fn same(&mut self, what: &'static str, about: &str, both: [&str; 2]) {
        assert_eq!(both[0].len(), both[1].len(), "{what}: {about}");
        *self.compared.entry(what).or_default() += 1;
        let [a, b] = [0, 1].map(|n| self.worlds[n].placeless(both[n]));
        // What is the same already need not be blanked.
        if a == b {
            return;
        }
        let [a, b] = [blanked(&a), blanked(&b)];
        assert!(a == b, "{what}: {about}: {}", parting(&a, &b));
    }

    /// Asks both the same.
    async fn both(&self, who: &Person, program: bool, method: Method, path: &str, sent: Sent<'_>) -> [Answer; 2] {
        let path = path.replace("{game}", &self.worlds[0].game);
        let a = self.worlds[0].ask(who, program, method.clone(), &path, sent).await;
        let b = self.worlds[1].ask(who, program, method, &path, sent).await;
        [a, b]
    }

    /// Asks both the same and compares the answers.
    async fn alike(
        &mut self,
        what: &'static str,
        who: &Person,
        program: bool,
        method: Method,
        path: &str,
        sent: Sent<'_>,
    ) {
        let [a, b] = self.both(who, program, method, path, sent).await;
        let text = |a: &Answer| format!("{}\n{}\n\n{}", a.status, a.headers, a.body);
        self.same(what, &format!("{path} {sent:?}"), [&text(&a), &text(&b)]);
    }

    /// The public log of both, without hashes.
    async fn logs(&self) -> [Vec<String>; 2] {
        let stranger = self.people.last().expect("a stranger").clone();
        let logs = self.both(&stranger, false, Method::GET, "/api/games/{game}/log", Sent::Nothing).await;
        logs.map(|l| l.body.lines().map(blanked).collect())
    }

    /// Whether both have come to the same for all to see; where not, somebody must have been met.
    async fn is_in_step(&self) -> bool {
        let [a, b] = self.logs().await;
        if a == b {
            return true;
        }
        // Everything is open at the end.
        if a.iter().any(|line| line.contains("opening/2")) {
            return false;
        }
        let at = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
        let differ = [a.get(at), b.get(at)];
        let met =
            |line: &&String| ["contact", "shown", "sighted"].iter().any(|f| line.contains(&format!("{{\\\"{f}\\\"")));
        assert!(differ.iter().flatten().any(met), "nobody was met: {differ:#?}");
        false
    }

    /// Compares everything that can be looked at, and everything that was sent.
    async fn look(&mut self) {
        let length = self.worlds[0].json(&self.people[0], &format!("/api/games/{}", self.worlds[0].game)).await;
        let length = length["length"].as_u64().unwrap_or(0);
        let eyes = [0, self.people.len() - 2, self.people.len() - 1].map(|n| self.people[n].clone());
        for who in &eyes {
            let a = shown::all(&self.worlds[0], who, length).await;
            let b = shown::all(&self.worlds[1], who, length).await;
            for ((path, a), (_, b)) in a.iter().zip(&b) {
                self.same("pages, API, feed", &format!("{path} of {}", who.name), [a, b]);
            }
        }
        self.post().await;
    }

    /// Compares letters and calls.
    async fn post(&mut self) {
        for world in &self.worlds {
            world.quiet().await;
        }
        let others: Vec<String> = self.people.iter().map(|p| p.email.clone()).collect();
        let [a, b] = [0, 1].map(|n| self.worlds[n].post.raw());
        let lee = &others[1];
        let of = |all: Vec<(String, String)>| all.into_iter().filter(|(to, _)| to != lee).collect::<Vec<_>>();
        let (a, b) = (of(a), of(b));
        assert_eq!(a.len(), b.len(), "letters");
        for ((to, a), (_, b)) in a.iter().zip(&b) {
            self.same("letters", to, [a, b]);
        }
        let mut calls = [Vec::new(), Vec::new()];
        for _ in 0..100 {
            calls = [0, 1].map(|n| {
                let mut came: Vec<String> = self.worlds[n].listener.came().iter().map(|c| format!("{c:?}")).collect();
                came.sort_by_key(|c| blanked(&self.worlds[n].placeless(c)));
                came
            });
            if calls[0].len() == calls[1].len() {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
        assert_eq!(calls[0].len(), calls[1].len(), "calls");
        let [a, b] = calls;
        for (a, b) in a.iter().zip(&b) {
            self.same("webhook, push", "", [a, b]);
        }
    }

    /// Lines of all sorts, tried as drafts, in a plan, on old heads and with standing orders. None of them is meant to be taken.
    async fn try_lines(&mut self) {
        let porter = self.people[0].clone();
        let menu = self.worlds[0].menu(&porter).await;
        let mut lines: Vec<String> = (0..4).filter_map(|_| self.rng.pick(&menu).cloned()).collect();
        let names = ["Quaker Guns", "Nu\u{f1}ez' Scouts", "Hawkins' Zouaves", "Straw Men", "Camp Fires"];
        for _ in 0..3 {
            let (a, b) = (names[self.rng.below(names.len())], names[self.rng.below(names.len())]);
            let hex = format!("{:02}{:02}", 1 + self.rng.below(12), 1 + self.rng.below(10));
            lines.extend([format!("{a} fire at {b}"), format!("{a} creep {hex}"), format!("{a} go {hex}")]);
        }
        let cut: Vec<String> = lines.iter().map(|l| l.chars().take(l.chars().count() / 2).collect()).collect();
        lines.extend(cut);
        lines.extend(["retreat 0505", "hold", "done done", "declare nothing"].map(str::to_owned));
        let heads = self.heads().await;
        for line in &lines {
            let draft = json!({"orders": [line]});
            self.alike("drafts", &porter, true, Method::PUT, "/api/games/{game}/draft", Sent::Json(&draft)).await;
            self.alike("drafts", &porter, false, Method::GET, "/games/{game}", Sent::Nothing).await;
            let form = [("order", line.as_str()), ("seen", "0")];
            self.alike("dry runs", &porter, false, Method::POST, "/games/{game}/plan/orders", Sent::Form(&form)).await;
            self.alike("dry runs", &porter, false, Method::GET, "/games/{game}/plan", Sent::Nothing).await;
            self.alike("dry runs", &porter, false, Method::POST, "/games/{game}/plan/anew", Sent::Form(&[])).await;
            if menu.contains(line) {
                continue;
            }
            let once = key();
            let picked = self.rng.below(heads[0].len());
            let mut answers = Vec::new();
            for (world, heads) in self.worlds.iter().zip(&heads) {
                let given = json!({"orders": [line], "key": once, "seen": heads[picked]});
                let path = format!("/api/games/{}/orders", world.game);
                let answer = world.ask(&porter, true, Method::POST, &path, Sent::Json(&given)).await;
                answers.push(format!("{}\n{}\n\n{}", answer.status, answer.headers, answer.body));
            }
            self.same("refusals", line, [&answers[0], &answers[1]]);
            let form = [("order", line.as_str()), ("key", once.as_str()), ("seen", "")];
            self.alike("refusals", &porter, false, Method::POST, "/games/{game}/orders", Sent::Form(&form)).await;
        }
        let none = json!({"orders": []});
        self.alike("drafts", &porter, true, Method::PUT, "/api/games/{game}/draft", Sent::Json(&none)).await;
        let standing = json!({"standing": {"hit": "hold"}});
        self.alike("dry runs", &porter, true, Method::POST, "/api/games/{game}/standing/try", Sent::Json(&standing))
            .await;
        for (who, line) in
            [(1, "done"), (2, "done")].map(|(n, line)| (self.people[self.people.len() - n].clone(), line))
        {
            let given = json!({"orders": [line], "key": "a"});
            self.alike("refusals", &who, true, Method::POST, "/api/games/{game}/orders", Sent::Json(&given)).await;
        }
    }

    /// The newest heads of both, as their stranger downloads them.
    async fn heads(&self) -> [Vec<Value>; 2] {
        let stranger = self.people.last().expect("a stranger").clone();
        let logs = self.both(&stranger, false, Method::GET, "/api/games/{game}/log", Sent::Nothing).await;
        logs.map(|log| {
            let records = log.body.lines().filter_map(|l| serde_json::from_str::<Value>(l).ok());
            let heads: Vec<Value> = records.filter_map(|r| r.get("hash").cloned()).collect();
            heads.into_iter().rev().take(6).collect()
        })
    }

    /// Answers the observer's last letter in both, by mail: with what is tried, what is refused and what cannot be read.
    async fn write(&mut self) {
        let porter = self.people[0].clone();
        let menu = self.worlds[0].menu(&porter).await;
        let Some(line) = self.rng.pick(&menu).cloned() else { return };
        let texts = [
            format!("preview\n{line}"),
            "Quaker Guns fire at Straw Men".to_owned(),
            "menu".to_owned(),
            "map\nwhat?".to_owned(),
        ];
        let text = texts[self.rng.below(texts.len())].clone();
        let mut wrote = 0;
        for world in &mut self.worlds {
            let fates = world.post.fates(0).await.len();
            let letters = world.post.letters();
            let answered = letters.iter().filter(|l| l.to == porter.email && l.reply_to.is_some()).next_back().cloned();
            let Some(letter) = answered else { continue };
            world.post.reply(&porter.email, &letter, &text, &[]);
            world.post.fates(fates + 1).await;
            wrote += 1;
        }
        assert_ne!(wrote, 1, "only one of them has got a letter");
        *self.compared.entry("answers by mail").or_default() += wrote / 2;
        self.post().await;
    }

    /// What the other side does unseen: something else in each world, and not as often.
    pub async fn unseen(&mut self) {
        let lee = self.people[1].clone();
        for n in 0..2 {
            let world = &self.worlds[n];
            let private = |menu: Vec<String>| {
                menu.into_iter().filter(|l| is_private(l) && stays_apart(l, ROWS[1].clone())).collect::<Vec<_>>()
            };
            let first = private(world.menu(&lee).await);
            let setting_up = first.iter().any(|l| l.contains(" hide "));
            for _ in 0..if setting_up { 8 } else { self.rng.below(3) } {
                let Some(line) = self.rng.pick(&private(world.menu(&lee).await)).cloned() else { break };
                world.order(&lee, &line, &key()).await;
                self.unseen[n] += 1;
            }
            for _ in 0..self.rng.below(3) {
                let value = ["ask", "hold", "retreat"][self.rng.below(3)];
                let path = format!("/api/games/{}/standing", world.game);
                world.ask(&lee, true, Method::PUT, &path, Sent::Json(&json!({"standing": {"hit": value}}))).await;
            }
            // Queued: to be left out, to end at a guard, to give an order that nobody sees, or to wait for a turn that never comes.
            for _ in 0..self.rng.below(3) {
                let text = QUEUES[self.rng.below(QUEUES.len())];
                let path = format!("/api/games/{}/queue", world.game);
                let set = world.ask(&lee, true, Method::PUT, &path, Sent::Json(&json!({"text": text}))).await;
                assert!(set.status.is_success(), "{text}: {set:?}");
                world.quiet().await;
            }
            // What is laid out and not given, tried in a plan, or written down for oneself.
            let path = format!("/api/games/{}/draft", world.game);
            if let Some(line) = self.rng.pick(&world.menu(&lee).await) {
                world.ask(&lee, true, Method::PUT, &path, Sent::Json(&json!({"orders": [line]}))).await;
            }
            let note = json!({"text": format!("note {}", self.rng.below(1_000))});
            let path = format!("/api/games/{}/notes/1", world.game);
            world.ask(&lee, true, Method::PUT, &path, Sent::Json(&note)).await;
        }
        // Everybody knows whether somebody answers in advance by what is answered; so both answer by hand from here on.
        for world in &self.worlds {
            let path = format!("/api/games/{}/standing", world.game);
            world.ask(&lee, true, Method::PUT, &path, Sent::Json(&json!({"standing": {"hit": "ask"}}))).await;
            let path = format!("/api/games/{}/draft", world.game);
            world.ask(&lee, true, Method::PUT, &path, Sent::Json(&json!({"orders": []}))).await;
            let path = format!("/api/games/{}/queue", world.game);
            world.ask(&lee, true, Method::PUT, &path, Sent::Json(&json!({"text": ""}))).await;
        }
    }

    pub async fn waits_for(&self, who: usize) -> bool {
        let path = format!("/api/games/{}", self.worlds[0].game);
        let mut waits = Vec::new();
        for world in &self.worlds {
            waits.push(world.json(&self.people[who], &path).await["waits_for_me"] == true);
        }
        assert_eq!(waits[0], waits[1]);
        waits[0]
    }

    /// Gives the same line for a seat in both: by program or by page.
    pub async fn give(&mut self, who: usize, line: &str) {
        let (who, once) = (self.people[who].clone(), key());
        let orders = json!({"orders": [line], "key": once});
        let [a, b] = self.both(&who, true, Method::POST, "/api/games/{game}/orders", Sent::Json(&orders)).await;
        assert!(a.status.is_success() && b.status.is_success(), "{line}: {a:?} {b:?}");
        if who.name == self.people[0].name && self.is_in_step().await {
            self.same("receipts", line, [&a.body, &b.body]);
            self.alike("receipts", &who, true, Method::POST, "/api/games/{game}/orders", Sent::Json(&orders)).await;
        }
    }

    /// Plays until the games part by a meeting, or so many steps. Answers how many steps were taken.
    async fn play(&mut self, most: usize) -> usize {
        for step in 0..most {
            let asked = [self.waits_for(0).await, self.waits_for(1).await];
            if asked == [false, false] {
                return step;
            }
            let turn = if asked[0] && asked[1] { self.rng.below(2) } else { usize::from(asked[1]) };
            let who = self.people[turn].clone();
            if turn == 1 {
                self.unseen().await;
                self.look().await;
                self.try_lines().await;
            }
            let [a, b] = [self.worlds[0].menu(&who).await, self.worlds[1].menu(&who).await];
            if turn == 0 {
                assert_eq!(a, b, "menus");
            }
            let sealed: Vec<&String> = a.iter().filter(|l| l.starts_with("declare")).collect();
            if let ([one, other, ..], 1, true) = (&sealed[..], turn, asked[0]) {
                // Sealed, and not yet opened: one thing here, another there. It cannot go on from there in step.
                if step > 12 {
                    let lee = self.people[1].clone();
                    let once = key();
                    for (n, line) in [one, other].into_iter().enumerate() {
                        self.worlds[n].order(&lee, line, &once).await;
                    }
                    self.look().await;
                    self.try_lines().await;
                    *self.compared.entry("sealed choices").or_default() += 1;
                    return step;
                }
            }
            let mut lines: Vec<String> =
                a.into_iter().filter(|l| b.contains(l) && (turn == 0 || !is_private(l))).collect();
            lines.retain(|l| stays_apart(l, ROWS[turn].clone()));
            let done = lines.iter().find(|l| *l == "done").filter(|_| self.rng.below(3) == 0).cloned();
            let Some(line) = done.or_else(|| self.rng.pick(&lines).cloned()) else { continue };
            self.give(turn, &line).await;
            if !self.is_in_step().await {
                return step;
            }
            self.post().await;
            if turn == 1 && self.waits_for(0).await {
                self.write().await;
                self.look().await;
                self.try_lines().await;
            }
        }
        most
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_others_do_unseen_changes_nothing_over_any_channel() {
    let pairs = std::env::var("FIELDPOST_UNSEEN").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    let mut compared: BTreeMap<&'static str, usize> = BTreeMap::new();
    let (mut steps, mut unseen) = (Vec::new(), [0; 2]);
    let began = Instant::now();
    for seed in 0..pairs {
        let mut pair = Pair::of("two", &["porter", "lee"], seed).await;
        steps.push(pair.play(40).await);
        pair.compared.into_iter().for_each(|(what, n)| *compared.entry(what).or_default() += n);
        unseen = [unseen[0] + pair.unseen[0], unseen[1] + pair.unseen[1]];
    }
    println!(
        "{pairs} pairs, {steps:?} steps in step, {unseen:?} private orders; compared: {compared:?}; {:.0?}",
        began.elapsed()
    );
    assert!(steps.iter().sum::<usize>() > 5 * pairs as usize, "they fell out of step at once: {steps:?}");
}
