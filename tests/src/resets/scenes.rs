//! What is asked for when the connection is reset: every route that adds to a log.

use super::{Call, Caller, Resets};
use crate::{hosted_game, key};
use domain::clock::{Claim, ClockTerms, Control};
use domain::dice::{ChainName, DiceKey, LINKS};
use domain::referee::Game;
use fieldpost::service::seat_change::SeatChangeAct;
use fieldpost_store::{GameId, GameState, Time};
use reqwest::Method;
use serde_json::{Value, json};
use std::time::Duration;

/// Every route that adds to a log, and the scene in which its connections are reset.
pub const ROUTES: [(&str, &str, Scene); 34] = [
    ("POST", "/api/games", Scene::Start),
    ("POST", "/api/games/{game}/join", Scene::Join),
    ("POST", "/api/games/{game}/dice", Scene::Join),
    ("POST", "/api/games/{game}/orders", Scene::Orders),
    ("POST", "/api/games/{game}/draw", Scene::Offers),
    ("POST", "/api/games/{game}/takeback", Scene::Takebacks),
    ("POST", "/api/games/{game}/records/{seq}", Scene::Judging),
    ("POST", "/api/games/{game}/resign", Scene::Offers),
    ("POST", "/api/games/{game}/rules", Scene::Offers),
    ("PUT", "/api/games/{game}/standing", Scene::Papers),
    ("PUT", "/api/games/{game}/queue", Scene::Papers),
    ("POST", "/api/games/{game}/clock", Scene::Clocks),
    ("POST", "/api/games/{game}/hands", Scene::Hands),
    ("PUT", "/api/me/calendar", Scene::Clocks),
    ("POST", "/api/invitations/{token}", Scene::TakeOver),
    ("POST", "/games", Scene::Start),
    ("POST", "/play/{ruleset}", Scene::Start),
    ("POST", "/enter", Scene::Entering),
    ("POST", "/games/{id}/entry", Scene::Entering),
    ("POST", "/games/{id}/join", Scene::Join),
    ("POST", "/games/{id}/sealed", Scene::Join),
    ("POST", "/games/{id}/orders", Scene::Orders),
    ("POST", "/games/{id}/send", Scene::Orders),
    ("POST", "/games/{id}/draw", Scene::Offers),
    ("POST", "/games/{id}/takeback", Scene::Takebacks),
    ("POST", "/games/{id}/records/{seq}", Scene::Judging),
    ("POST", "/games/{id}/resign", Scene::Offers),
    ("POST", "/games/{id}/rules", Scene::Offers),
    ("POST", "/games/{id}/standing", Scene::Papers),
    ("POST", "/games/{id}/queue", Scene::Papers),
    ("POST", "/games/{id}/clock", Scene::Clocks),
    ("POST", "/games/{id}/hands", Scene::Hands),
    ("POST", "/account/calendar", Scene::Clocks),
    ("POST", "/join/{token}", Scene::TakeOver),
];

/// A kind of thing that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scene {
    /// Orders by page and API, one by one and as a draft.
    Orders,
    /// Offering and answering a draw, going on under mended rules, resigning.
    Offers,
    /// Asking for a takeback and answering.
    Takebacks,
    /// Standing orders and messages.
    Papers,
    /// A host who plays no seat judges.
    Judging,
    /// Time, and calendars.
    Clocks,
    /// House players that stand in, coming back, looking for somebody else.
    Hands,
    /// Somebody takes a seat over.
    TakeOver,
    /// Sealing dice, and taking an open seat.
    Join,
    /// Starting a game.
    Start,
    /// Entering a game that was played elsewhere.
    Entering,
    /// Orders against a house player.
    House,
    /// `fieldpost excuse` beside the server.
    Excuse,
}

impl Scene {
    /// All of them.
    pub const ALL: [Scene; 13] = [
        Scene::Orders,
        Scene::Offers,
        Scene::Takebacks,
        Scene::Judging,
        Scene::Papers,
        Scene::Clocks,
        Scene::Hands,
        Scene::TakeOver,
        Scene::Join,
        Scene::Start,
        Scene::Entering,
        Scene::House,
        Scene::Excuse,
    ];
}

/// What is agreed on about time where it matters to nothing.
const CLOCK: ClockTerms = ClockTerms { claim: Claim::Forfeit, control: Control::Days(1), leave: 20, stand_in: true };

/// As soon as somebody is to decide after the set-up.
fn set_up(game: &Game) -> bool {
    game.turn() > 0
}

/// A host seals their dice, by program or by page.
fn sealing(game: GameId, chair: u8, program: bool) -> Call {
    let key = DiceKey::new([7; 20]);
    let anchors = key.anchors(game, chair, LINKS);
    let first = key.chain(game, chair, ChainName::Handover, LINKS).link(1).expect("a chain has a first link");
    let (player, handover, first) = (anchors.player.to_string(), anchors.handover.to_string(), first.to_string());
    match program {
        true => {
            let chains = json!({"player": player, "handover": handover, "first": first});
            Call::json(Method::POST, format!("/api/games/{game}/dice"), &json!({"seal": chains}))
        }
        false => {
            let sealing = format!("{player}:{handover}:{first}");
            Call::form(format!("/games/{game}/sealed"), &[("act", "seal"), ("sealing", &sealing)])
        }
    }
}

impl Resets {
    /// Plays a scene once: between one and two dozen resets.
    pub async fn play(&mut self, scene: Scene) {
        match scene {
            Scene::Orders => self.orders().await,
            Scene::Offers => self.offers().await,
            Scene::Takebacks => self.takebacks().await,
            Scene::Judging => self.judging().await,
            Scene::Papers => self.papers().await,
            Scene::Clocks => self.clocks().await,
            Scene::Hands => self.hands().await,
            Scene::TakeOver => self.take_over().await,
            Scene::Join => self.join().await,
            Scene::Start => self.start().await,
            Scene::Entering => self.entering().await,
            Scene::House => self.house_game().await,
            Scene::Excuse => self.excuse().await,
        }
    }

    /// Who is asked, and an order that hands the game over if there is one.
    async fn asked(&mut self, game: GameId, players: &[Caller]) -> Option<(Caller, String)> {
        let row = self.row(game).await;
        if row.summary.state != GameState::Running {
            return None;
        }
        let asks = |p: &&Caller| row.seat_of(p.account.id).is_some_and(|s| s.asks.is_some());
        let by = players.iter().find(asks)?.clone();
        let menu: Value = by.api.get(&format!("/api/games/{game}/menu")).await.json().await.expect("JSON");
        let choices = menu["choices"].as_array().cloned().unwrap_or_default();
        let orders: Vec<&str> = choices.iter().filter_map(|c| c["order"].as_str()).collect();
        let done = orders.iter().find(|o| o.starts_with("done") || o.starts_with("deploy")).copied();
        let order = done.or_else(|| self.rng.pick(&orders).copied())?.to_owned();
        Some((by, order))
    }

    async fn orders(&mut self) {
        let (game, players) = self.game(0, &set_up).await;
        for n in 0..18 {
            let Some((by, order)) = self.asked(game, &players).await else { return };
            let head = self.row(game).await.tip.head.to_string();
            let (route, call) = match n % 3 {
                0 => {
                    let body = json!({"orders": [order], "key": key(), "seen": head});
                    ("API orders", Call::json(Method::POST, format!("/api/games/{game}/orders"), &body))
                }
                1 => {
                    let form = [("order", order.as_str()), ("seen", &head), ("key", &key())];
                    ("page order", Call::form(format!("/games/{game}/orders"), &form))
                }
                _ => {
                    let draft = format!("/api/games/{game}/draft");
                    let menu: Value = by.api.get(&format!("/api/games/{game}/menu")).await.json().await.expect("JSON");
                    let first = menu["choices"][0]["order"].as_str().unwrap_or_default().to_owned();
                    let kept = by.api.json(Method::PUT, &draft, &json!({"orders": [first]})).await;
                    if !kept.status().is_success() {
                        continue;
                    }
                    ("page send", Call::form(format!("/games/{game}/send"), &[("seen", &head), ("key", &key())]))
                }
            };
            if self.stale_after(route, game, &by, &players, call).await {
                return;
            }
        }
    }

    /// A reset; whether the game is stale now, and of no more use.
    async fn stale_after(
        &mut self,
        route: &'static str,
        game: GameId,
        by: &Caller,
        players: &[Caller],
        call: Call,
    ) -> bool {
        let before = self.wrong.len();
        self.hit(route, game, by, players, call).await;
        self.wrong.len() > before
    }

    async fn offers(&mut self) {
        for round in 0..2 {
            let (game, players) = self.game(0, &set_up).await;
            let page = round == 0;
            for (n, word) in ["offer", "decline"].into_iter().enumerate() {
                let by = &players[n];
                let call = match page {
                    true if n == 0 => Call::form(format!("/games/{game}/draw"), &[]),
                    true => Call::form(format!("/games/{game}/draw"), &[("answer", word)]),
                    false => Call::json(Method::POST, format!("/api/games/{game}/draw"), &json!({"draw": word})),
                };
                if self.stale_after("draw", game, by, &players, call).await {
                    return;
                }
            }
            // Nothing is offered to these players: the request is refused, whenever its connection breaks off.
            let call = match page {
                true => Call::form(format!("/games/{game}/rules"), &[("key", &key())]),
                false => Call::json(Method::POST, format!("/api/games/{game}/rules"), &json!({"key": key()})),
            };
            self.hit("rules", game, &players[0], &players, call).await;
            let call = match page {
                true => Call::form(format!("/games/{game}/resign"), &[]),
                false => Call::json(Method::POST, format!("/api/games/{game}/resign"), &json!({})),
            };
            self.hit("resign", game, &players[round], &players, call).await;
        }
    }

    async fn takebacks(&mut self) {
        let (game, players) = self.game(0, &|g| g.turn() > 0 && g.len() > 60).await;
        for n in 0..8 {
            let (by, other) = (&players[n / 4], &players[1 - n / 4]);
            let state: Value = by.api.get(&format!("/api/games/{game}/takeback")).await.json().await.expect("JSON");
            let Some(to) = state["ways"][n % 4]["record"].as_u64() else { continue };
            let path = format!("/api/games/{game}/takeback");
            let call = match n % 2 {
                0 => Call::json(Method::POST, path.clone(), &json!({"takeback": "offer", "to": to, "key": key()})),
                _ => Call::form(format!("/games/{game}/takeback"), &[("to", &to.to_string()), ("key", &key())]),
            };
            if self.stale_after("takeback", game, by, &players, call).await {
                return;
            }
            let word = if n == 3 { "accept" } else { "decline" };
            let call = match n % 2 {
                0 => Call::form(format!("/games/{game}/takeback"), &[("answer", word)]),
                _ => Call::json(Method::POST, path, &json!({"takeback": word})),
            };
            if self.stale_after("takeback answer", game, other, &players, call).await {
                return;
            }
        }
    }

    async fn judging(&mut self) {
        let (host, players) = (self.somebody().await, [self.somebody().await, self.somebody().await]);
        let seats = [&players[0].account, &players[1].account];
        let game = hosted_game(&self.beside, (&host.account, seats), 0, CLOCK).await;
        let game: GameId = game.parse().expect("a game");
        for n in 0..10 {
            let reason = format!("Judgement {n}.");
            let call = match n % 2 {
                0 => Call::json(Method::POST, format!("/api/games/{game}/records/2"), &json!({"reason": reason})),
                _ => Call::form(format!("/games/{game}/records/2"), &[("reason", &reason), ("back_to", "")]),
            };
            if self.stale_after("judgement", game, &host, &players, call).await {
                return;
            }
        }
    }

    async fn papers(&mut self) {
        let (game, players) = self.game(0, &set_up).await;
        for n in 0..12 {
            let by = &players[n % 2];
            let (route, call) = match n % 3 {
                0 => {
                    let body = json!({"standing": {}});
                    ("standing", Call::json(Method::PUT, format!("/api/games/{game}/standing"), &body))
                }
                1 => {
                    let level = if n % 2 == 0 { "ask" } else { "keen" };
                    ("standing", Call::form(format!("/games/{game}/standing"), &[("do", level)]))
                }
                _ => {
                    self.message(game, by, &players).await;
                    continue;
                }
            };
            if self.stale_after(route, game, by, &players, call).await {
                return;
            }
        }
        // Games of the first format have no place for it: the request is refused, whenever its connection breaks off.
        for call in [
            Call::json(Method::PUT, format!("/api/games/{game}/queue"), &json!({"text": "done"})),
            Call::form(format!("/games/{game}/queue"), &[("text", "done"), ("key", &key())]),
        ] {
            self.hit("queue", game, &players[0], &players, call).await;
        }
    }

    /// A message is in no log, but its letter goes out as surely.
    async fn message(&mut self, game: GameId, by: &Caller, players: &[Caller]) {
        let said =
            async |resets: &Resets| resets.beside.store.messages().of_game(game, 0).await.expect("messages").len();
        let (before, row) = (said(self).await, self.row(game).await);
        let body = json!({"text": "Well played.", "key": key()});
        let call = Call::json(Method::POST, format!("/api/games/{game}/messages"), &body);
        self.reset("message", by, &call).await;
        tokio::time::sleep(Duration::from_millis(40)).await;
        let recorded = said(self).await > before;
        let to = players.iter().find(|p| p.account.id != by.account.id);
        let wrong = match (recorded, to) {
            (true, Some(to)) => self.no_letter(&row, to).await,
            _ => None,
        };
        self.note("message", recorded, wrong);
    }

    async fn clocks(&mut self) {
        let (game, players) = self.game(0, &set_up).await;
        let row = self.row(game).await;
        let asked = row.seats.iter().position(|s| s.asks.is_some()).unwrap_or(0);
        let (by, other) = (&players[1 - asked], &players[asked]);
        let path = format!("/api/games/{game}/clock");
        for n in 0..5_u64 {
            let grant = match n % 2 {
                0 => Call::json(
                    Method::POST,
                    path.clone(),
                    &json!({"do": "grant", "seat": asked, "hours": 1, "key": key()}),
                ),
                _ => {
                    let form = [("do", "grant"), ("seat", &asked.to_string()), ("hours", "1"), ("key", &key())];
                    Call::form(format!("/games/{game}/clock"), &form)
                }
            };
            let offer = Call::json(Method::POST, path.clone(), &json!({"do": "offer-pause", "until": null}));
            let no = Call::form(format!("/games/{game}/clock"), &[("do", "decline-pause")]);
            let rules = json!({"nights": ["22:00", format!("0{}:00", 5 + n % 3)]});
            let calendar = match n % 2 {
                0 => Call::json(Method::PUT, "/api/me/calendar".to_owned(), &rules),
                _ => {
                    let form = [("nights", "on"), ("from", "22:00"), ("until", "06:00"), ("holidays", "")];
                    Call::form("/account/calendar".to_owned(), &form)
                }
            };
            let who = if n % 2 == 0 { by } else { other };
            for (route, who, call) in
                [("grant", by, grant), ("pause", other, offer), ("pause answer", by, no), ("calendar", who, calendar)]
            {
                if self.stale_after(route, game, who, &players, call).await {
                    return;
                }
            }
        }
    }

    async fn hands(&mut self) {
        let (game, players) = self.game(3, &set_up).await;
        for n in 0..4 {
            let row = self.row(game).await;
            let Some(asked) = row.seats.iter().position(|s| s.asks.is_some()) else { return };
            let (late, other) = (&players[asked], &players[1 - asked]);
            let act = |what: &str, seat: usize| match n % 2 {
                0 => Call::json(Method::POST, format!("/api/games/{game}/hands"), &json!({"do": what, "seat": seat})),
                _ => Call::form(format!("/games/{game}/hands"), &[("do", what), ("seat", &seat.to_string())]),
            };
            for (route, who, call) in [
                ("seek", other, act("seek", asked)),
                ("seek", other, act("decline", asked)),
                ("stand in", other, act("stand-in", asked)),
                ("back", late, act("back", asked)),
            ] {
                if self.stale_after(route, game, who, &players, call).await {
                    return;
                }
            }
        }
    }

    async fn take_over(&mut self) {
        for n in 0..6 {
            let (game, players) = self.game(0, &set_up).await;
            let id = game.to_string();
            let [mine, other] = [&players[0].account, &players[1].account];
            let act = |account, act| self.beside.seat_changes().act(&id, account, act, None);
            act(mine, SeatChangeAct::Seek { seat: 0 }).await.expect("somebody is looked for");
            act(other, SeatChangeAct::Agree { seat: 0 }).await.expect("and agreed to");
            let made = act(other, SeatChangeAct::Invite { seat: 0, to: None }).await.expect("and invited");
            let link = made.invitation.expect("a link");
            let new = self.somebody().await;
            let call = match n % 2 {
                0 => {
                    let token = link.trim_start_matches("/join/");
                    Call::json(Method::POST, format!("/api/invitations/{token}"), &json!({"phrase": ""}))
                }
                _ => Call::form(link, &[("phrase", "")]),
            };
            let all = [players[0].clone(), players[1].clone(), new.clone()];
            self.hit("take over", game, &new, &all, call).await;
        }
    }

    async fn join(&mut self) {
        for n in 0..10 {
            let (host, guest) = (self.somebody().await, self.somebody().await);
            let ruleset = self.beside.registry.all()[0].about().id;
            let new = json!({"ruleset": ruleset, "seat": n % 2, "opponent": "open", "public": true, "key": key()});
            let started: Value = host.api.json(Method::POST, "/api/games", &new).await.json().await.expect("JSON");
            let game: GameId = started["game"].as_str().and_then(|g| g.parse().ok()).expect("a game");
            let seal = sealing(game, if n % 2 == 0 { 1 } else { 2 }, n / 2 % 2 == 0);
            self.hit("sealed", game, &host, std::slice::from_ref(&host), seal).await;
            let call = match n / 2 % 2 {
                0 => Call::json(Method::POST, format!("/api/games/{game}/join"), &json!({})),
                _ => Call::form(format!("/games/{game}/join"), &[("phrase", "")]),
            };
            self.hit("join", game, &guest, &[host, guest.clone()], call).await;
        }
    }

    async fn start(&mut self) {
        let ruleset = self.beside.registry.all()[0].about().id;
        for n in 0..9 {
            let host = self.somebody().await;
            let key = key();
            let new = json!({"ruleset": ruleset, "seat": 1, "opponent": "bot:random", "key": key});
            let form = [("ruleset", ruleset), ("opponent", "bot:random"), ("seat", "1"), ("key", &key)];
            let call = match n % 3 {
                0 => Call::json(Method::POST, "/api/games".to_owned(), &new),
                1 => Call::form(format!("/play/{ruleset}"), &[("key", &key)]),
                _ => Call::form("/games".to_owned(), &form),
            };
            self.reset("start", &host, &call).await;
            tokio::time::sleep(Duration::from_millis(40)).await;
            let mine = self.beside.store.games().of_account(host.account.id).await.expect("the database can be read");
            let wrong = match mine.first() {
                // The house player has the first seat, and is asked first.
                Some(row) => self.disagreement(row, std::slice::from_ref(&host)).await,
                None => None,
            };
            self.note("start", !mine.is_empty(), wrong);
        }
    }

    /// A host begins to enter a game, enters more of it and corrects it.
    async fn entering(&mut self) {
        const WHOLE: &str = include_str!("../../../docs/examples/gaines-mill-on-a-table.txt");
        let heads: Vec<&str> = WHOLE.lines().take_while(|l| !l.starts_with("deploy")).collect();
        let host = self.somebody().await;
        let call = Call::form("/enter".to_owned(), &[("text", heads.join("\n").as_str())]);
        self.reset("entering", &host, &call).await;
        tokio::time::sleep(Duration::from_millis(60)).await;
        let mine = self.beside.store.games().of_account(host.account.id).await.expect("the database can be read");
        self.note("entering", !mine.is_empty(), None);
        let Some(game) = mine.first().map(|row| row.id) else { return };
        for (n, line) in ["deploy", "done", "deploy", "done ! 5 3", "keep first"].into_iter().enumerate() {
            let row = self.row(game).await;
            let (head, last) = (row.tip.head.to_string(), row.tip.length.to_string());
            let record = if n == 2 { last.as_str() } else { "" };
            let form = [("text", line), ("seen", &head), ("do", "enter"), ("record", record)];
            let call = Call::form(format!("/games/{game}/entry"), &form);
            self.hit("entering", game, &host, &[], call).await;
        }
    }

    async fn house_game(&mut self) {
        let host = self.somebody().await;
        let ruleset = self.beside.registry.all()[0].about().id;
        let new = json!({"ruleset": ruleset, "seat": 0, "opponent": "bot:random", "key": key()});
        let started: Value = host.api.json(Method::POST, "/api/games", &new).await.json().await.expect("JSON");
        let game: GameId = started["game"].as_str().and_then(|g| g.parse().ok()).expect("a game");
        for _ in 0..15 {
            let players = [host.clone()];
            let Some((by, order)) = self.asked(game, &players).await else { return };
            let body = json!({"orders": [order], "key": key()});
            let call = Call::json(Method::POST, format!("/api/games/{game}/orders"), &body);
            if self.stale_after("house player", game, &by, &players, call).await {
                return;
            }
        }
    }

    /// The host's command, in another process: it appends to every game with a running clock.
    async fn excuse(&mut self) {
        let (game, players) = self.game(1, &set_up).await;
        // The server has the game in memory.
        let known = players[0].api.get(&format!("/api/games/{game}")).await;
        assert!(known.status().is_success());
        for n in 0..3 {
            let from = Time::now().before(Duration::from_secs(3_600 * (9 - 2 * n)));
            let until = from.after(Duration::from_secs(1_800));
            let before = self.row(game).await;
            let excused = self.beside.clocks().excuse(from, until, "The mail stood still.").await;
            let wrong = match excused {
                Ok(_) => self.disagreement(&before, &players).await,
                Err(trouble) => Some(format!("not excused: {trouble}")),
            };
            let recorded = self.row(game).await.tip != before.tip;
            self.note("excuse beside", recorded, wrong);
        }
    }
}
