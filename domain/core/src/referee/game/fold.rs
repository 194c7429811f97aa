//! A game as the fold of its log.

use super::positions::Positions;
use super::releases::Releases;
use super::sealed::of_sealed;
use super::second::Second;
use super::time::{of_revision, of_second, of_testimony, of_time};
use super::told_log::Testimony;
use super::{Cursor, Fault, FaultKind, Game, Head, Player, Seat, Takeback, chairs, nth};
use crate::dice::phrases;
use crate::log::seal::Sealed;
use crate::log::{BadRecord, Body, ChainKind, Genesis, HandsWhy, Record};
use crate::referee::{AnyPosition, Registry};
use crate::words::{Hash32, Hearers, SeatId, Viewer};
use serde_json::value::RawValue;
use std::sync::{Arc, OnceLock};

impl Game {
    /// The game that a log has come to. Checks the chain, and applies the facts; whether they were the right ones is for
    /// [`crate::referee::verify`] to say.
    ///
    /// # Errors
    /// [`Fault`], for the first record that does not belong or cannot be read.
    pub fn replay<'a>(registry: &Registry, records: impl IntoIterator<Item = &'a Record>) -> Result<Game, Fault> {
        let mut records = records.into_iter();
        let first = records.next().ok_or(Fault { seq: 0, why: FaultKind::Empty })?;
        let mut game = Game::first(registry, first)?;
        for record in records {
            game.apply_record(record)?;
        }
        Ok(game)
    }

    /// The game as it stood after record `seq`, or at the end of a shorter log.
    ///
    /// # Errors
    /// As [`Game::replay`].
    pub fn at<'a>(registry: &Registry, records: impl IntoIterator<Item = &'a Record>, seq: u64) -> Result<Game, Fault> {
        Game::replay(registry, records.into_iter().take_while(|r| r.seq <= seq.max(1)))
    }

    /// The game after each record of a log, one by one. Ends after the first fault.
    pub fn steps<'a, I: IntoIterator<Item = &'a Record>>(registry: &'a Registry, records: I) -> Steps<'a, I::IntoIter> {
        Steps { registry, records: records.into_iter(), game: None, over: false }
    }

    /// The game after its genesis record.
    ///
    /// # Errors
    /// As [`Game::replay`].
    pub fn first(registry: &Registry, record: &Record) -> Result<Game, Fault> {
        let fault = |why| Fault { seq: record.seq, why };
        record.check_after(record.game, 0, Hash32::ZERO).map_err(|e| fault(e.into()))?;
        let mut testimony = None;
        let (genesis, second) = match record.read().map_err(|e| fault(FaultKind::Unreadable(e.to_string())))? {
            Body::Genesis(genesis) => (genesis, None),
            Body::GenesisSecond(genesis) => {
                let (first, second) = Second::parted(genesis).map_err(fault)?;
                (first, Some(second))
            }
            Body::GenesisTold(told) => {
                let first = Testimony::first(&told);
                testimony = Some(told);
                (first, None)
            }
            _ => return Err(fault(FaultKind::Genesis)),
        };
        if genesis.game != record.game {
            return Err(fault(BadRecord::Game { seq: record.seq }.into()));
        }
        if record.root.is_some() != second.is_some() {
            return Err(fault(FaultKind::Format));
        }
        let mut game = Game::open(registry, genesis, second, record.hash).map_err(fault)?;
        game.rooted(record.root);
        if let Some(told) = testimony {
            game.testify(told);
        }
        Ok(game)
    }

    /// The root of the record that was taken last.
    pub(super) fn rooted(&mut self, root: Option<Hash32>) {
        if let Some(second) = &mut self.second {
            let second = Arc::make_mut(second);
            second.root = root;
            second.under_root = Some(Arc::new(second.heads.clone()));
        }
    }

    pub(super) fn open(
        registry: &Registry,
        genesis: Genesis,
        second: Option<Second>,
        hash: Hash32,
    ) -> Result<Game, FaultKind> {
        let ruleset =
            registry.get(&genesis.ruleset).ok_or_else(|| FaultKind::NoRuleset(genesis.ruleset.clone()))?.clone();
        // Terms that are on offer no more are those of a game that was begun by an earlier revision.
        let opened = ruleset.open(&genesis.terms).or_else(|refusal| match ruleset.earlier(genesis.revision) {
            Some(rules) => rules.open(&genesis.terms),
            None => Err(refusal),
        });
        let position: Arc<dyn AnyPosition> = opened.map_err(|e| FaultKind::Terms(e.to_string()))?.into();
        let chairs = chairs(genesis.seats.iter().map(|s| s.side)).ok_or(FaultKind::NoSeat)?;
        let dice = &genesis.dice;
        if chairs.len() != dice.anchors.len() || chairs.len() != dice.players.len() || chairs.len() > 255 {
            return Err(FaultKind::NoSeat);
        }
        let seats = (0..=u8::MAX).zip(&genesis.seats).zip(&chairs).map(|((id, terms), chair)| Seat {
            id: SeatId(id),
            name: terms.name.clone(),
            side: terms.side,
            player: None,
            chair: *chair,
        });
        let cursors = genesis.dice.anchors.iter().map(|server| Cursor {
            rolls: 0,
            handovers: 0,
            server: *server,
            player: Hash32::ZERO,
            handover: Hash32::ZERO,
            player_at: 0,
            handover_at: 0,
            own: None,
            unsealed: false,
            slots: 0,
            standing: None,
            opened: None,
        });
        let seats: Vec<Seat> = seats.collect();
        let mut game = Game {
            positions: match second {
                Some(_) => Positions::hiding(position, seats.iter().map(|s| s.side)),
                None => Positions::open(position),
            },
            releases: Arc::new(Releases::at_first(&genesis, second.as_ref().map(|s| &s.release))),
            second: second.map(Arc::new),
            testimony: None,
            seats: Arc::new(seats),
            cursors: cursors.collect(),
            handed: [None; 2],
            phrases: None,
            heads: Arc::new(vec![Head { hash, moved: true }]),
            waiting: OnceLock::new(),
            turns: Arc::default(),
            handovers: 0,
            draw: None,
            offers: Vec::new(),
            takeback: None,
            asked_back: Vec::new(),
            kept: Default::default(),
            line: Default::default(),
            result: None,
            clocks: None,
            ruleset,
            genesis: Arc::new(genesis),
        };
        let turn = game.ruleset.board(game.known_to(Viewer::Spectator)).turn();
        game.turns = Arc::new(vec![(1, turn)]);
        Ok(game)
    }

    /// Takes the next record in.
    ///
    /// # Errors
    /// [`Fault`]; the game is then not to be used any more.
    pub fn apply_record(&mut self, record: &Record) -> Result<(), Fault> {
        let fault = |why| Fault { seq: record.seq, why };
        record.check_after(self.id(), self.len(), self.head()).map_err(|e| fault(e.into()))?;
        let body = record.read().map_err(|e| fault(FaultKind::Unreadable(e.to_string())))?;
        if record.root.is_some() != self.second.is_some() {
            return Err(fault(FaultKind::Format));
        }
        self.take(&body, record.hash, None).map_err(fault)?;
        self.rooted(record.root);
        Ok(())
    }

    /// Takes a body in whose place in the chain is already known to be right. `after` is the position after its facts, when
    /// that is known; otherwise they are applied.
    pub(crate) fn take(
        &mut self,
        body: &Body,
        hash: Hash32,
        after: Option<Arc<dyn AnyPosition>>,
    ) -> Result<(), FaultKind> {
        if self.result.is_some() || self.second.as_ref().is_some_and(|s| s.closed) {
            return Err(FaultKind::AfterEnd);
        }
        let seq = self.len() + 1;
        let mut moved = false;
        self.of_its_dice(body)?;
        self.line.take(seq, body);
        match body {
            Body::Genesis(_) | Body::GenesisSecond(_) | Body::GenesisTold(_) => return Err(FaultKind::Genesis),
            of_testimony!() => moved = self.take_testimony(body, seq, after)?,
            of_second!() => moved = self.take_second(body)?,
            Body::Order(_)
            | Body::HandOver(_)
            | Body::NextAnchor(_)
            | Body::Standing(_)
            | Body::Opening(_)
            | Body::TakebackOffer(_)
            | of_sealed!()
                if self.second.is_some() =>
            {
                return Err(FaultKind::Format);
            }
            of_revision!() => self.take_revision(body, seq)?,
            of_sealed!() => self.take_sealed(body)?,
            Body::Join(join) => {
                let seat = Arc::make_mut(&mut self.seats).get_mut(usize::from(join.seat.0)).ok_or(FaultKind::NoSeat)?;
                seat.player = Some(Player {
                    name: join.name.clone(),
                    bot: join.bot.clone(),
                    stands_for: None,
                    phrase: join.phrase.clone(),
                    at: join.at,
                    anchors: join.anchors,
                });
                let cursor = self.cursor(join.seat)?;
                cursor.player = join.anchors.player;
                cursor.handover = join.anchors.handover;
                let spoken: Option<Vec<&str>> =
                    self.seats.iter().map(|s| s.player.as_ref().map(|p| p.phrase.as_str())).collect();
                self.phrases = spoken.map(phrases);
                self.new_holder(join.seat)?;
                self.waiting = OnceLock::new();
            }
            Body::Order(order) => {
                if self.seat(order.seat).is_none() {
                    return Err(FaultKind::NoSeat);
                }
                if let Some(links) = order.dice {
                    let every = self.genesis.dice.links;
                    let cursor = self.cursor(order.seat)?;
                    cursor.server = links.server;
                    cursor.rolled(links.index, links.player, every);
                }
                self.advance(&order.facts, after, seq)?;
                let dice = order.rolls.iter().map(|r| r.faces.len()).sum();
                self.kept.step(seq, order.facts.iter().map(|f| (Hearers::Everybody, &**f)), Some(dice));
                moved = true;
            }
            Body::HandOver(hand) => {
                let every = self.genesis.dice.links;
                self.cursor(hand.from)?.handed_over(hand.index, hand.link, every);
                // The first hand-over to each side only opens the game.
                if self.handed[nth(hand.side)].is_some() && !hand.to.is_empty() {
                    self.handovers += 1;
                }
                self.handed[nth(hand.side)] = Some(hand.link);
                self.kept.rest(seq, &self.positions);
            }
            Body::NextAnchor(next) => {
                let cursor = self.cursor(next.seat)?;
                match next.chain {
                    ChainKind::Server => cursor.server = next.anchor,
                    ChainKind::Player => (cursor.player, cursor.player_at) = (next.anchor, next.start),
                    ChainKind::Handover => (cursor.handover, cursor.handover_at) = (next.anchor, next.start),
                }
            }
            Body::Standing(standing) => {
                let bytes = hex::decode(&standing.sealed)
                    .map_err(|_| FaultKind::Unreadable("the sealed value is not hexadecimal".into()))?;
                let cursor = self.cursor(standing.seat)?;
                cursor.slots = standing.slot;
                cursor.standing = Some(Arc::new(Sealed { seal: standing.seal, bytes }));
            }
            Body::DrawOffer(offer) => {
                self.draw = Some(offer.seat);
                self.offers.push(offer.seat);
            }
            Body::DrawAnswer(_) => self.draw = None,
            Body::TakebackOffer(offer) => {
                self.takeback = Some(Arc::new(Takeback { offer: offer.clone(), seq }));
                self.asked_back.push(offer.seat);
            }
            Body::TakebackAnswer(answer) => {
                let taken = self.takeback.take().ok_or(FaultKind::NoWayBack)?;
                if answer.accept {
                    self.positions = self.positions_at(taken.offer.back_to).ok_or(FaultKind::NoWayBack)?;
                    self.changed(seq);
                    self.kept.mark(seq, self.positions.clone());
                    if self.second.is_some() {
                        // What was queued for the turns to come would act in those that are gone back to.
                        self.second_mut()?.queues.clear();
                    }
                    moved = true;
                }
            }
            Body::Hands(hands) => {
                self.player_mut(hands.seat)?.change(&hands.name, hands.bot.as_deref(), hands.why, hands.at);
                self.cursor(hands.seat)?.leaves(hands.why);
            }
            Body::HandsChange(hands) => {
                self.player_mut(hands.seat)?.change(&hands.name, hands.bot.as_deref(), hands.why, hands.at);
                self.cursor(hands.seat)?.leaves(hands.why);
                if hands.why == HandsWhy::Replacement {
                    // What somebody said in advance is nothing that somebody else has said.
                    self.cursor(hands.seat)?.standing = None;
                    self.new_holder(hands.seat)?;
                }
                self.draw = None;
                self.takeback = None;
            }
            // What follows from it stands in the result record.
            Body::Resign(_) => {}
            Body::Ruling(ruling) => {
                self.advance(&ruling.facts, after, seq)?;
                self.kept.step(seq, ruling.facts.iter().map(|f| (Hearers::Everybody, &**f)), Some(0));
                moved = true;
            }
            Body::Judgement(judgement) => moved = self.take_judgement(judgement, seq)?,
            Body::Opening(opening) => self.cursor(opening.seat)?.opened = Some(opening.key),
            // What these change is kept by the clocks.
            of_time!() => {}
            Body::Result(result) | Body::ResultOnTime(result) => {
                if Body::of_result(result.clone()).kind() != body.kind() {
                    return Err(FaultKind::Unreadable("a reason that this version of a result does not have".into()));
                }
                self.result = Some(Arc::new(result.clone()));
                self.draw = None;
                self.waiting = OnceLock::new();
                moved = true;
            }
        }
        if moved {
            self.offers.clear();
            // Playing on is an answer to a takeback too, and what it counted is no longer true.
            self.takeback = None;
            self.asked_back.clear();
        }
        self.drop_pending();
        self.wind(body)?;
        Arc::make_mut(&mut self.heads).push(Head { hash, moved });
        Ok(())
    }

    fn player_mut(&mut self, seat: SeatId) -> Result<&mut Player, FaultKind> {
        let seat = Arc::make_mut(&mut self.seats).get_mut(usize::from(seat.0));
        seat.and_then(|s| s.player.as_mut()).ok_or(FaultKind::NoSeat)
    }

    pub(super) fn cursor(&mut self, seat: SeatId) -> Result<&mut Cursor, FaultKind> {
        self.cursors.get_mut(usize::from(seat.0)).ok_or(FaultKind::NoSeat)
    }

    pub(super) fn advance(
        &mut self,
        facts: &[Box<RawValue>],
        after: Option<Arc<dyn AnyPosition>>,
        seq: u64,
    ) -> Result<(), FaultKind> {
        match after {
            Some(position) => self.positions.become_open(position),
            None => {
                let unreadable = |e| FaultKind::Unreadable(format!("a fact: {e}"));
                if let Some(position) = self.positions.all_in_one() {
                    facts.iter().try_for_each(|f| self.ruleset.apply(position, f.get())).map_err(unreadable)?;
                } else {
                    for fact in facts {
                        let told = self.positions.tell(&*self.ruleset, Hearers::Everybody, fact.get());
                        told.map_err(unreadable)?;
                    }
                }
            }
        }
        self.changed(seq);
        Ok(())
    }

    /// What follows from another position.
    pub(super) fn changed(&mut self, seq: u64) {
        self.waiting = OnceLock::new();
        let turn = self.ruleset.board(self.known_to(Viewer::Spectator)).turn();
        if turn != self.turn() {
            Arc::make_mut(&mut self.turns).push((seq, turn));
        }
    }
}

/// See [`Game::steps`].
pub struct Steps<'a, I> {
    registry: &'a Registry,
    records: I,
    game: Option<Game>,
    over: bool,
}

impl<'a, I: Iterator<Item = &'a Record>> Iterator for Steps<'a, I> {
    type Item = Result<Game, Fault>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.over {
            return None;
        }
        let record = self.records.next()?;
        let stepped = match self.game.take() {
            None => Game::first(self.registry, record),
            Some(mut game) => game.apply_record(record).map(|()| game),
        };
        match stepped {
            Ok(game) => {
                self.game = Some(game.clone());
                Some(Ok(game))
            }
            Err(fault) => {
                self.over = true;
                Some(Err(fault))
            }
        }
    }
}
