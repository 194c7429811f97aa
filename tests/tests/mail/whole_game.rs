//! Whole games by mail alone, of every ruleset: standing orders written by mail, every use of them told with its reason, and checked.

use crate::PROGRAM;
use crate::forger::forge;
use domain::log::seal::{SealKey, Sealed};
use domain::log::{Audience, Body, Export, PrivateBody, Record, import};
use domain::referee::{Against, Entry, Game, Registry, SeatId, Standing, Wrong, verify};
use fieldpost_tests::post::Post;
use std::time::{Duration, Instant};

/// More than any game takes on a slow machine: what is waited for is the end.
const LIMIT: Duration = Duration::from_secs(900);

/// What both players of a ruleset write first, and a standing order among it that is used whatever the dice show.
struct Opening {
    ruleset: &'static str,
    /// The first answer of the Union's player and that of the Confederate's.
    answers: [&'static [&'static str]; 2],
    /// The seat whose standing order is used.
    seat: SeatId,
    /// Its question.
    key: &'static str,
    /// The case that decides.
    case: &'static str,
}

const OPENINGS: [Opening; 3] = [
    Opening {
        ruleset: "gaines-mill",
        // A.P. Hill's division is activated by any roll (§5.1), and no gun may fire at a unit that is charged, so that Griffin is asked
        // whether it fires at Gregg (§10.0).
        answers: [
            &[
                "standing receive-charge = if enemy Gregg: fire; never",
                "standing retreat = if turn >= 4: own-line; fewest-losses",
                "deploy",
                "done",
            ],
            &[
                "standing bonus = if losses >= 1: spare; strike",
                "standing advance = if star yes: advance; hold",
                "deploy",
                "done",
                "keep first",
                "Gregg charge 0610-0710-0810-0811 Griffin",
                "done",
            ],
        ],
        seat: SeatId(0),
        key: "receive-charge",
        case: "if enemy Gregg: fire",
    },
    Opening {
        ruleset: "bloodiest-day",
        // The Confederacy holds the Advantage until it uses it, and is asked about each impulse check (§10.2). The first comes before
        // its first letter; the next when the Union's second impulse begins, since after a leader has woken the phase goes on.
        answers: [
            &[
                "standing losses = if star yes: hold; save",
                "standing retreat = if turn >= 4: strength; rear",
                "done",
                "pass",
            ],
            &[
                "standing reroll-check = if turn = 1: never; to-end",
                "standing silence = if leader Hooker and units >= 6: never; never",
                "wake Lee",
                "done",
            ],
        ],
        seat: SeatId(1),
        key: "reroll-check",
        case: "if turn = 1: never",
    },
    Opening {
        ruleset: "advanced-gettysburg",
        // The Confederacy comes on in turn 1; whatever it does, the Union's third player turn is passed.
        answers: [
            &[
                "standing pass = if turn = 3: always; quiet",
                "standing defend = if turn >= 12: spare; best-casualties",
                "done",
            ],
            &["standing rout = if level >= 4: out-of-range; own-line", "standing yield = stronger", "done"],
        ],
        seat: SeatId(0),
        key: "pass",
        case: "if turn = 3: always",
    },
];

#[tokio::test(flavor = "multi_thread")]
async fn two_players_play_every_ruleset_to_its_end_by_letters_alone() {
    let registry = domain::rulesets::standard();
    for ruleset in registry.all() {
        let id = ruleset.about().id;
        let opening = OPENINGS.iter().find(|o| o.ruleset == id);
        let opening = opening.unwrap_or_else(|| panic!("{id}: no opening in which a standing order is surely used"));
        let mut post = Post::open(PROGRAM, false);
        let players = [post.player("porter").await, post.player("lee").await];
        for (player, answer) in players.iter().zip(opening.answers) {
            post.opening(player, &[answer]);
        }
        let game = post.game(id, "A game by mail", [&players[0], &players[1]]).await;
        let service = post.server.service.clone();
        let began = Instant::now();
        let table = loop {
            let table = service.games().table(&game, Some(&players[0])).await.unwrap();
            if table.game.result().is_some() {
                break table;
            }
            if began.elapsed() > LIMIT {
                let last = post.letters().pop().map(|l| format!("{}: {}", l.to, l.text)).unwrap_or_default();
                let phase = table.game.phase(table.viewer).title;
                panic!("{id}: no end at record {}, {phase}\n{last}", table.game.len());
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        };
        assert!(!table.game.result().unwrap().level.is_empty(), "{id}");
        while service.store.outbox().waiting().await.unwrap() > 0 {
            assert!(began.elapsed() < LIMIT, "{id}: the last letters do not leave");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }

        let text = service.games().log(&table).await.unwrap();
        let log = import(&text).unwrap();
        let against = Against { head: Some(table.game.head()), length: Some(table.game.len()), ..Against::default() };
        let report = verify(&registry, &text, &against);
        assert!(report.sound, "{id}: {report}");

        let told = service.games().chronicle(&table, 0, table.game.len()).await.unwrap();
        let uses = uses(&log, &told);
        let reason = format!("standing order: {}, {}", opening.key, opening.case);
        let certain = |u: &&Use<'_>| u.seat == opening.seat && u.told.standing.as_deref() == Some(&reason);
        assert!(uses.iter().any(|u| certain(&u)), "{id}: {reason} was not used");
        every_use_is_checked(&registry, &log.records, &uses);
        let written = opening.answers.map(|lines| lines.iter().filter_map(|l| l.strip_prefix("standing ")));
        for (seat, lines) in table.game.seats().iter().zip(written) {
            let opened = opened(&table.game, &log, seat.id);
            for line in lines {
                let (key, rule) = line.split_once(" = ").unwrap();
                assert_eq!(opened.get(key), rule, "{id}: what the {} sealed", seat.name);
            }
        }

        // Both were written to, both wrote, the end was told to both, and each use as well.
        for (player, own) in players.iter().zip(table.game.seats()) {
            let letters = post.letters_to(player, 1).await;
            assert!(letters.iter().any(|l| l.submitted == "auto-replied"), "{} was never answered", player.email);
            assert!(letters.iter().any(|l| l.submitted == "auto-generated" && l.reply_to.is_some()));
            let all: String = letters.iter().map(|l| squeezed(&l.text)).collect();
            for used in &uses {
                // In the second format nobody reads the reasons of the others before the end.
                let why = match used.sealed && used.seat != own.id {
                    true => "given in advance",
                    false => used.told.standing.as_deref().unwrap(),
                };
                let seat = table.seat_name(used.seat);
                let line = format!("{seat}: {} ({why})", used.order);
                assert!(all.contains(&squeezed(&line)), "{id}: no letter to {} says {line}", player.email);
            }
        }
        let fates = post.fates(1).await;
        assert!(fates.iter().filter(|(fate, _)| fate == "carried-out").count() > 10, "{id}: {fates:?}");
        assert!(fates.iter().all(|(fate, _)| fate != "failed" && fate != "forged"), "{id}: {fates:?}");
    }
}

/// An order that a standing order gave.
struct Use<'a> {
    seq: u64,
    seat: SeatId,
    order: String,
    told: &'a Entry,
    /// Whether its reason stands in a private log.
    sealed: bool,
}

/// Every order was given by mail or in advance; these are the second kind, each named by the chronicle with its key and reason.
fn uses<'a>(log: &Export, told: &'a [Entry]) -> Vec<Use<'a>> {
    let mut uses = Vec::new();
    for record in &log.records {
        let here = log.entries.iter().filter(|e| (e.after, e.with) == (record.seq, true));
        let used = here.map(|e| e.read().unwrap()).find_map(|body| match body {
            PrivateBody::Used(used) => Some((used.key, used.reason)),
            _ => None,
        });
        let (seat, order, key, used, sealed) = match record.read().unwrap() {
            Body::Order(o) => (o.seat, o.order, o.key, o.standing.map(|s| (s.key, s.reason)), false),
            Body::OrderSecond(o) => {
                assert_eq!(o.advance, used.is_some(), "{}", record.body);
                (o.seat, o.order, o.key, used, true)
            }
            _ => continue,
        };
        let told = told.iter().find(|e| e.seq == record.seq && e.order.is_some()).unwrap();
        let by_mail = key.as_ref().is_some_and(|key| key.starts_with("mail-"));
        assert_ne!(by_mail, used.is_some(), "{}", record.body);
        let Some((key, reason)) = used else {
            assert_eq!(told.standing, None);
            continue;
        };
        let why = told.standing.as_deref().unwrap();
        assert!(why.starts_with("forced: ") || why.contains(&key), "{why}: {}", record.body);
        assert!(why.ends_with(reason.trim_start_matches("standing order: ")), "{why}: {}", record.body);
        uses.push(Use { seq: record.seq, seat, order, told, sealed });
    }
    uses
}

/// A log in which one use has another reason is no sound log: verification opens the seals and works out each. (Forged private logs of the second
/// format are put to it in `domain/tests/second_format`.)
fn every_use_is_checked(registry: &Registry, log: &[Record], uses: &[Use<'_>]) {
    for used in uses.iter().filter(|u| !u.sealed) {
        let text = forge(log, used.seq, |o| o["standing"]["reason"] = "a whim".into());
        let bad = verify(registry, &text, &Against::default()).bad.unwrap();
        assert_eq!((bad.seq, bad.what), (used.seq, Wrong::Standing), "{}", bad.why);
    }
}

/// The standing orders that a seat sealed last, opened with what the end of the log publishes; in the second format those of its private log.
fn opened(game: &Game, log: &Export, seat: SeatId) -> Standing {
    let bodies: Vec<Body> = log.records.iter().map(|r| r.read().unwrap()).collect();
    if game.is_second() {
        // Holders are numbered as they come, and every seat had one.
        let joined = bodies.iter().filter_map(|b| if let Body::Join(j) = b { Some(j.seat) } else { None });
        let holder = joined.zip(0..).find_map(|(s, n)| (s == seat).then_some(Audience::Holder(n))).expect("joined");
        let own = log.entries.iter().filter(|e| e.audience == holder).map(|e| e.read().unwrap());
        let set = own.filter_map(|body| if let PrivateBody::Standing(s) = body { Some(s.rules) } else { None });
        return Standing(set.last().expect("standing orders were set"));
    }
    let key = bodies.iter().find_map(|b| match b {
        Body::Opening(o) if o.seat == seat => Some(o.key),
        _ => None,
    });
    let sealed = bodies.iter().rev().find_map(|b| match b {
        Body::Standing(s) if s.seat == seat => Some(s),
        _ => None,
    });
    let (key, sealed) = (key.expect("the seals are opened"), sealed.expect("standing orders were sealed"));
    let key = SealKey::new(game.id(), game.seat(seat).unwrap().chair, key.0);
    let bytes = hex::decode(&sealed.sealed).unwrap();
    let value = key.open(sealed.slot, &Sealed { seal: sealed.seal, bytes }).expect("the key fits the seal");
    serde_json::from_slice(&value).unwrap()
}

/// Without the spaces at which letters break their lines.
fn squeezed(text: &str) -> String {
    text.split_whitespace().collect()
}
