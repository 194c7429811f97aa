//! A game of the second format with its whole log, to be played in tests.

use domain::dice::{BotRng, GameKeys};
use domain::log::{Body, Entry, GameId, Millis, Record};
use domain::referee::{Game, GameError, Joining, Known, NewGame, Played, Registry, SeatId, Submission, Terms, Viewer};

/// The registry with the ruleset of these tests.
pub fn registry() -> Registry {
    Registry::new(vec![fog_ruleset::any_ruleset()])
}

/// One step of a log: what was stored in one transaction.
#[derive(Clone)]
pub struct Stored {
    pub records: Vec<Record>,
    pub entries: Vec<Entry>,
}

#[derive(Clone)]
pub struct Table {
    pub registry: Registry,
    pub keys: GameKeys,
    pub game: Game,
    pub log: Vec<Stored>,
    pub clock: u64,
}

impl Table {
    /// A game with people on all seats.
    pub fn of(scenario: &str, seed: u8) -> Self {
        let mut table = Table::empty(scenario, seed);
        for seat in table.game.seats().to_vec() {
            table.join(seat.id, None);
        }
        table
    }

    /// A game that nobody has joined.
    pub fn empty(scenario: &str, seed: u8) -> Self {
        Table::with_keys(scenario, GameKeys::derive([seed; 32], GameId([seed; 16])))
    }

    /// The same with these keys.
    pub fn with_keys(scenario: &str, keys: GameKeys) -> Self {
        let registry = registry();
        let new = NewGame {
            id: keys.game(),
            at: Millis(1_000),
            ruleset: "fog-line".into(),
            terms: Terms { options: Default::default(), scenario: scenario.into() },
            pace: 3,
            study: false,
        };
        let created = Game::create(&registry, new, &keys).unwrap();
        let log = vec![Stored { records: created.records, entries: created.entries }];
        Table { registry, keys, game: created.game, log, clock: 1_000 }
    }

    pub fn join(&mut self, seat: SeatId, bot: Option<&str>) {
        let (name, phrase) = (format!("Zo\u{eb} {}", seat.0), format!("les sanglots longs {}", seat.0));
        let joining = Joining { seat, name, phrase, bot: bot.map(str::to_owned), at: Millis(1_000) };
        let played = self.game.join(joining, &self.keys).unwrap();
        self.take(played);
    }

    pub fn take(&mut self, played: Played) {
        self.game = played.game;
        self.log.push(Stored { records: played.records, entries: played.entries });
    }

    /// The time, a second on.
    pub fn now(&mut self) -> Millis {
        self.clock += 1_000;
        Millis(self.clock)
    }

    pub fn submission(&mut self, seat: SeatId, lines: &[&str]) -> Submission {
        let at = self.now();
        let lines = lines.iter().map(|l| (*l).to_owned()).collect();
        Submission { seat, lines, key: format!("key-{}", self.clock), seen: self.game.head(), at }
    }

    /// Gives orders, all of which must be carried out.
    pub fn order(&mut self, seat: SeatId, lines: &[&str]) {
        let submission = self.submission(seat, lines);
        let played = self.game.play(&submission, &self.keys).unwrap_or_else(|e| panic!("{lines:?}: {e}"));
        assert_eq!(played.stopped, None, "{lines:?}");
        self.take(played);
    }

    /// Tries orders that are to be refused.
    pub fn refused(&mut self, seat: SeatId, lines: &[&str]) -> GameError {
        let submission = self.submission(seat, lines);
        self.game.play(&submission, &self.keys).unwrap_err()
    }

    /// The lines of the menu of a seat.
    pub fn lines(&self, seat: SeatId) -> Vec<String> {
        self.game.menu(seat, None).choices.into_iter().map(|c| c.order).collect()
    }

    /// Plays one order at random for one of the seats that the game waits for. Gives whether it waited for any.
    pub fn random_order(&mut self, rng: &mut BotRng) -> bool {
        let waiting = self.game.waiting_seats();
        let Some(seat) = rng.pick(&waiting).copied() else { return false };
        let mut lines = self.lines(seat);
        // Counters are hidden where they will be met.
        let front = |l: &&String| ["05", "06", "Mill", "Rouge", "Sons", "Wood"].iter().any(|end| l.ends_with(end));
        if let [_, ..] = lines.iter().filter(front).filter(|l| l.contains(" hide ")).collect::<Vec<_>>()[..] {
            lines = lines.iter().filter(front).cloned().collect();
        }
        let fire: Vec<String> = lines.iter().filter(|l| l.contains(" fire at ")).cloned().collect();
        if !fire.is_empty() && rng.below(2) == 0 {
            lines = fire;
        }
        let line = rng.pick(&lines).unwrap_or_else(|| panic!("seat {} is asked and has no order", seat.0)).clone();
        self.order(seat, &[&line]);
        true
    }

    /// The time, standing still.
    pub fn game_time(&self) -> Millis {
        Millis(self.clock + 500)
    }

    /// What a viewer knows, as canonical text.
    pub fn known(&self, viewer: Viewer) -> String {
        let known: Known<'_> = self.game.known_to(viewer);
        known.position().canonical()
    }

    pub fn records(&self) -> Vec<Record> {
        self.log.iter().flat_map(|s| s.records.iter().cloned()).collect()
    }

    pub fn entries(&self) -> Vec<Entry> {
        self.log.iter().flat_map(|s| s.entries.iter().cloned()).collect()
    }

    pub fn bodies(&self) -> Vec<Body> {
        self.records().iter().map(|r| r.read().unwrap()).collect()
    }
}

/// A log read from the beginning: entries made with a record before it, those made after it behind it.
pub fn replay(registry: &Registry, records: &[Record], entries: &[Entry]) -> Game {
    let mut game: Option<Game> = None;
    for record in records {
        let made = |with| entries.iter().filter(move |e| e.after == record.seq && e.with == with);
        game = Some(match game.take() {
            None => Game::first(registry, record).unwrap(),
            Some(mut game) => {
                made(true).for_each(|entry| game.apply_entry(entry).unwrap());
                game.apply_record(record).unwrap();
                game
            }
        });
        let game = game.as_mut().unwrap();
        made(false).for_each(|entry| game.apply_entry(entry).unwrap());
    }
    game.unwrap()
}

/// Where the counters lie in the games that are set up by hand, by seat of the scenario `two`. The Scouts and the Zouaves are next to one another, in
/// the clear the one and in the woods the other.
pub const HIDDEN: [[&str; 4]; 2] = [
    ["\u{dc}bermuth Rifles hide 0302", "Hawkins' Zouaves hide 0605", "Straw Men hide 0402", "Empty Wagons hide 0502"],
    [
        "Nu\u{f1}ez' Scouts hide Ch\u{e2}teau-Rouge",
        "\u{d3} Briain's Guards hide 0309",
        "Quaker Guns hide 0409",
        "Camp Fires hide 0509",
    ],
];

impl Table {
    /// A game of one a side, set up: both are asked what they declare.
    pub fn set_up(seed: u8) -> Self {
        Table::hidden(seed, HIDDEN)
    }

    /// The same with the counters elsewhere.
    pub fn hidden(seed: u8, counters: [[&str; 4]; 2]) -> Self {
        Table::of("two", seed).hide(counters)
    }

    /// All counters hidden, by two seats, and both ready.
    pub fn hide(self, counters: [[&str; 4]; 2]) -> Self {
        let mut table = self;
        for (seat, lines) in [SeatId(0), SeatId(1)].into_iter().zip(counters) {
            table.order(seat, &lines);
            table.order(seat, &["ready"]);
        }
        table
    }

    /// Both declare, and the Confederacy, where it is first, does nothing.
    pub fn until_the_union_moves(mut self) -> Self {
        self.order(SeatId(0), &["declare attack"]);
        self.order(SeatId(1), &["declare hold"]);
        if self.game.waits_for(SeatId(1)) {
            self.order(SeatId(1), &["done"]);
        }
        assert!(self.game.waits_for(SeatId(0)));
        self
    }
}
