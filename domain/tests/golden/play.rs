//! A game played by a script: persons who give what a house player advises, so that nothing here knows a ruleset by name.

use domain::clock::{Calendar, CalendarRules, ClockTerms, DAY, HOUR, Night, Span};
use domain::dice::{ChainName, DiceKey, GameKeys};
use domain::log::{GameId, GivenLink, HandsWhy, Hash32, HouseDiceWhy, Millis, Record};
use domain::referee::Known;
use domain::referee::*;

/// A game in the making, its log and the time at the table.
pub struct Play {
    registry: Registry,
    keys: GameKeys,
    /// The game now.
    pub game: Game,
    /// All records so far.
    pub log: Vec<Record>,
    now: u64,
    sent: u64,
}

/// The two seats of a scenario for two.
pub const UNION: SeatId = SeatId(0);
/// The other.
pub const CONFEDERATE: SeatId = SeatId(1);

/// The secrets of a golden game, and its id: both follow from its name.
pub fn keys(name: &str) -> GameKeys {
    let mut id = GameId([0; 16]);
    id.0.copy_from_slice(&Hash32::of(format!("golden {name}").as_bytes()).0[..16]);
    GameKeys::derive(Hash32::of(format!("golden secret {name}").as_bytes()).0, id)
}

fn dice_key(seat: SeatId) -> DiceKey {
    DiceKey::new([seat.0 + 1; 20])
}

impl Play {
    /// A game of that name, which its id and its secret follow from.
    pub fn new(name: &str, ruleset: &str, options: &[(&str, &str)], study: bool) -> Play {
        let registry = domain::rulesets::standard();
        let keys = keys(name);
        let id = keys.game();
        let scenario = registry.get(ruleset).expect("a ruleset").about().scenarios[0].id.to_owned();
        let options = options.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
        let now = 1_750_000_000_000;
        let new = NewGame {
            id,
            at: Millis(now),
            ruleset: ruleset.into(),
            terms: Terms { options, scenario },
            pace: 3,
            study,
        };
        let created = Game::create(&registry, new, &keys).expect("a game");
        Play { registry, keys, game: created.game, log: created.records, now, sent: 0 }
    }

    fn at(&self) -> Millis {
        Millis(self.now)
    }

    /// Lets so much time pass.
    pub fn wait(&mut self, time: u64) -> &mut Self {
        self.now += time;
        self
    }

    fn take(&mut self, played: Result<Played, GameError>) -> &mut Self {
        let played = played.unwrap_or_else(|e| panic!("after {} records: {e}", self.log.len()));
        self.game = played.game;
        self.log.extend(played.records);
        self.now += 7 * 60_000 + 11;
        self
    }

    /// Agrees on a clock.
    pub fn clock(&mut self, terms: ClockTerms) -> &mut Self {
        self.take(self.game.set_clock(terms, self.at(), &self.keys))
    }

    /// Somebody sits down.
    pub fn join(&mut self, seat: SeatId, name: &str, phrase: &str, bot: Option<&str>) -> &mut Self {
        let bot = bot.map(str::to_owned);
        let joining = Joining { seat, name: name.into(), phrase: phrase.into(), bot, at: self.at() };
        self.take(self.game.join(joining, &self.keys))
    }

    /// Two persons sit down.
    pub fn persons(&mut self) -> &mut Self {
        self.join(UNION, "Ada Lovelace", "the weaver of numbers", None);
        self.join(CONFEDERATE, "Zoë Müller-Ñandú", "où sont les neiges d’antan", None)
    }

    /// Standing orders in lines of notation.
    pub fn standing(&mut self, seat: SeatId, lines: &str) -> &mut Self {
        let standing = self.game.standing_lines(seat, lines, &self.keys).unwrap_or_else(|e| panic!("{lines}: {e}"));
        self.take(self.game.set_standing(seat, &standing, self.at(), &self.keys))
    }

    /// So many messages, each of up to `lines` orders, by whomever the game waits for. Fewer when the game ends.
    pub fn messages(&mut self, count: usize, bot: &str, lines: usize) -> &mut Self {
        for _ in 0..count {
            let Some(seat) = self.game.waiting_seats().first().copied() else { return self };
            if self.game.seat(seat).and_then(|s| s.player.as_ref()).is_some_and(|p| p.bot.is_some()) {
                let played = self.game.let_bot_play(seat, self.at(), &self.keys).expect("legal").expect("its turn");
                self.take(Ok(played));
                continue;
            }
            let mut given = Vec::new();
            let mut rng = self.keys.bot_rng(self.game.len());
            while given.len() < lines {
                let draft = self.game.draft(seat, &given).expect("what was advised is legal");
                let asked = draft.commits.is_none() && !draft.menu(None).choices.is_empty();
                if !asked {
                    break;
                }
                let advised = self.game.ruleset().board(Known::held(draft.position())).bot_line(bot, seat, &mut rng);
                given.extend(advised);
            }
            self.sent += 1;
            let key = format!("message-{}", self.sent);
            let submission = Submission { seat, lines: given, key, seen: self.game.head(), at: self.at() };
            let mut played = self.game.play(&submission, &self.keys);
            if let Err(GameError::LinksWanted { roll, handover }) = played {
                self.links(seat, roll, handover);
                played = self.game.play(&submission, &self.keys);
            }
            self.take(played);
        }
        self
    }

    /// A seat's dice are sealed with the key of its number.
    pub fn seal(&mut self, seat: SeatId) -> &mut Self {
        let chair = self.game.seat(seat).expect("a seat").chair;
        let (key, id) = (dice_key(seat), self.game.id());
        let first = key.chain(id, chair, ChainName::Handover, 4096).link(1).expect("a link");
        let sealing = Sealing { anchors: key.anchors(id, chair, 4096), first };
        self.take(self.game.seal_dice(seat, sealing, self.at(), &self.keys))
    }

    /// Its player gives links.
    pub fn links(&mut self, seat: SeatId, roll: Option<u32>, handover: Option<u32>) -> &mut Self {
        let sealed = self.game.sealed_dice(seat).expect("sealed dice");
        let link = |kind, index| {
            let chain = dice_key(seat).chain(self.game.id(), sealed.chair, kind, 4096);
            GivenLink { index, link: chain.link(index).expect("a link") }
        };
        let links = Links {
            player: roll.map(|n| link(ChainName::Player, n)),
            handover: handover.map(|n| link(ChainName::Handover, n)),
        };
        let now = self.now;
        self.take(self.game.deposit(seat, links, self.at(), &self.keys));
        self.now = now;
        self
    }

    /// Goes on with house dice.
    pub fn house_dice(&mut self, seat: SeatId, why: HouseDiceWhy) -> &mut Self {
        self.take(self.game.take_house_dice(seat, why, self.at(), &self.keys))
    }

    /// Messages until the game waits for a seat, or is over.
    pub fn until(&mut self, seat: SeatId, bot: &str) -> &mut Self {
        while self.game.result().is_none() && !self.game.waits_for(seat) {
            self.messages(1, bot, 3);
        }
        self
    }

    /// An umpire's lines.
    pub fn umpire(&mut self, lines: &[&str]) -> &mut Self {
        for line in lines {
            self.take(self.game.umpire(line, self.at(), &self.keys));
        }
        self
    }

    /// Offers a draw, and answers it.
    pub fn draw(&mut self, by: SeatId, answer: SeatId, accept: bool) -> &mut Self {
        self.take(self.game.offer_draw(by, self.at(), &self.keys));
        self.take(self.game.answer_draw(answer, accept, self.at(), &self.keys))
    }

    /// Asks to go back by so many of the ways there are.
    pub fn ask_back(&mut self, by: SeatId, way: usize, reason: &str) -> &mut Self {
        let ways = self.game.ways_back(by);
        let to = ways[way.min(ways.len() - 1)];
        self.take(self.game.offer_takeback(by, to, reason, self.at(), &self.keys))
    }

    /// Answers that.
    pub fn answer_back(&mut self, by: SeatId, accept: bool) -> &mut Self {
        self.take(self.game.answer_takeback(by, accept, self.at(), &self.keys))
    }

    /// Resigns.
    pub fn resign(&mut self, seat: SeatId) -> &mut Self {
        self.take(self.game.resign(seat, self.at(), &self.keys))
    }

    /// Nights of eight hours in London, worked out for three weeks.
    pub fn calendar(&mut self, seat: SeatId) -> &mut Self {
        let first = (self.now / DAY + 1) * DAY;
        let night =
            |day: u64| Span::new(Millis(first + day * DAY + 22 * HOUR), Millis(first + (day + 1) * DAY + 6 * HOUR));
        let calendar = Calendar {
            masked: (0..20).map(night).collect(),
            rules: CalendarRules {
                holidays: vec!["2025-12-25".into()],
                nights: Some(Night { from: 1380, until: 420 }),
                weekend: vec![7],
                zone: "Europe/London".into(),
            },
            until: Millis(first + 21 * DAY),
        };
        self.take(self.game.set_calendar(seat, calendar, self.at(), &self.keys))
    }

    /// Takes leave for so many days, beginning in an hour.
    pub fn leave(&mut self, seat: SeatId, days: u64) -> &mut Self {
        let from = Millis(self.now + HOUR);
        let until = Millis(from.0 + days * DAY);
        self.take(self.game.take_leave(seat, Some(from), until, self.at(), &self.keys))
    }

    /// Comes back from it.
    pub fn end_leave(&mut self, seat: SeatId) -> &mut Self {
        self.take(self.game.end_leave(seat, self.at(), &self.keys))
    }

    /// Proposes a pause for so many days, and answers.
    pub fn pause(&mut self, by: SeatId, answer: SeatId, days: Option<u64>, accept: bool) -> &mut Self {
        let until = days.map(|d| Millis(self.now + d * DAY));
        self.take(self.game.offer_pause(by, until, self.at(), &self.keys));
        self.take(self.game.answer_pause(answer, accept, self.at(), &self.keys))
    }

    /// Ends it.
    pub fn end_pause(&mut self, seat: SeatId) -> &mut Self {
        self.take(self.game.end_pause(seat, self.at(), &self.keys))
    }

    /// Grants time.
    pub fn grant(&mut self, by: SeatId, seat: SeatId, time: u64) -> &mut Self {
        self.take(self.game.grant_time(by, seat, time, self.at(), &self.keys))
    }

    /// An arbiter judges an order, counted back from the last: it stands, or the position before it does.
    pub fn judge(&mut self, orders_back: usize, undo: bool, reason: &str) -> &mut Self {
        let orders = self.log.iter().rev().filter(|r| r.is_kind("order/"));
        let record = orders.clone().nth(orders_back).expect("so many orders").seq;
        let back_to = undo.then(|| self.game.arbiters_ways_back(record)[0]);
        self.take(self.game.judge(record, back_to, ("Quincy Adams", reason), self.at(), &self.keys))
    }

    /// The host excuses the last hours.
    pub fn excuse(&mut self, hours: u64, reason: &str) -> &mut Self {
        let span = Span::new(Millis(self.now - hours * HOUR), self.at());
        self.take(self.game.excuse(span, reason, self.at(), &self.keys))
    }

    /// Claims on time.
    pub fn claim(&mut self, by: SeatId, seat: SeatId) -> &mut Self {
        self.take(self.game.claim_time(by, seat, self.at(), &self.keys))
    }

    /// A change of hands.
    pub fn hands(
        &mut self,
        seat: SeatId,
        name: &str,
        bot: Option<&str>,
        agreed: &[SeatId],
        own: bool,
        why: HandsWhy,
    ) -> &mut Self {
        let bot = bot.map(str::to_owned);
        let new = NewHands { seat, name: name.into(), bot, agreed: agreed.to_vec(), own, why };
        self.take(self.game.change_hands(new, self.at(), &self.keys))
    }

    /// A record as an earlier version of this program wrote it, which this one only reads.
    pub fn as_once_written(&mut self, body: &domain::log::Body) -> &mut Self {
        let record = Record::seal(self.game.id(), self.game.len() + 1, self.game.head(), body).expect("canonical");
        self.log.push(record);
        self.game = Game::replay(&self.registry, &self.log).expect("a log that replays");
        self
    }

    /// The instant of the next record.
    pub fn moment(&self) -> Millis {
        self.at()
    }
}
