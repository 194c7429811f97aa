//! What happens at the table besides orders: sitting down, standing orders, draws, giving up, an umpire's word.

use super::play::{Work, plain_text};
use super::revision::release_of;
use super::second::Second;
use super::{FaultKind, Game, GameError, MOST_LINE_BYTES, Played, chairs};
use crate::dice::{ChainName, GameKeys};
use crate::log::{
    Body, ChainKind, CommandTerms, DiceMode, DrawAnswer, DrawOffer, Genesis, HouseDice, Join, PlayerAnchors, Reason,
    Record, Resign, SeatTerms, StandingOrders,
};
use crate::log::{GenesisSecond, PrivateAnchors, PrivateBody, PrivateStanding, SecondDice};
use crate::referee::{About, AnyRuleset, Registry, Scenario, SecondFormat, Standing};
use crate::words::{Audience, GameId, Hash32, Millis, SeatId, Side, Terms};

/// The longest display name, in characters.
pub(super) const MOST_NAME: usize = 60;

/// The longest phrase, in characters.
const MOST_PHRASE: usize = 200;

/// A game to be created.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewGame {
    /// Its id; the keys must be of the same.
    pub id: GameId,
    /// When.
    pub at: Millis,
    /// The ruleset's id.
    pub ruleset: String,
    /// Scenario, and the options that differ from their defaults.
    pub terms: Terms,
    /// Days for each hand-over; 0 for no clock.
    pub pace: u32,
    /// Whether it is a study.
    pub study: bool,
}

/// Somebody sitting down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Joining {
    /// Where.
    pub seat: SeatId,
    /// Display name.
    pub name: String,
    /// Words for the dice; may be empty, but then they add nothing.
    pub phrase: String,
    /// The house player's id, when it is one.
    pub bot: Option<String>,
    /// When.
    pub at: Millis,
}

impl Game {
    /// Creates a game: its genesis record.
    ///
    /// # Errors
    /// [`GameError::NoRuleset`], [`GameError::Terms`] for a scenario or option the ruleset does not have.
    pub fn create(registry: &Registry, new: NewGame, keys: &GameKeys) -> Result<Played, GameError> {
        if keys.game() != new.id {
            return Err(GameError::OtherKeys);
        }
        let ruleset = registry.get(&new.ruleset).ok_or_else(|| GameError::NoRuleset(new.ruleset.clone()))?;
        let about = ruleset.about();
        let (scenario, terms) = Game::whole_terms(about, &new.terms)?;
        let chairs = chairs(scenario.seats.iter().map(|s| s.side))
            .ok_or_else(|| GameError::Broken("a side has more than fifteen seats.".into()))?;
        let genesis = Genesis {
            at: new.at,
            dice: HouseDice {
                anchors: chairs.iter().map(|chair| keys.anchor(*chair, ChainKind::Server, 0)).collect(),
                links: keys.links(),
                mode: DiceMode::House,
                players: chairs
                    .iter()
                    .map(|chair| PlayerAnchors {
                        handover: keys.anchor(*chair, ChainKind::Handover, 0),
                        player: keys.anchor(*chair, ChainKind::Player, 0),
                    })
                    .collect(),
            },
            files: about.files.clone(),
            game: new.id,
            pace: new.pace,
            revision: about.revision,
            ruleset: new.ruleset,
            seats: scenario.seats.iter().map(|s| SeatTerms { name: s.name.to_owned(), side: s.side }).collect(),
            study: new.study,
            terms,
        };
        let terms = |e: FaultKind| GameError::Terms(format!("{e}."));
        if let Some(format) = ruleset.second_format() {
            let genesis = second_genesis(&**ruleset, genesis, format, scenario, &chairs, keys);
            let (first, second) = Second::parted(genesis.clone()).map_err(terms)?;
            let root = second.heads.root(first.game, 1, |audience| keys.audience(audience));
            let body = Body::GenesisSecond(genesis);
            let record = Record::rooted(first.game, 1, Hash32::ZERO, Some(root), &body)?;
            let mut game = Game::open(registry, first, Some(second), record.hash).map_err(terms)?;
            game.rooted(Some(root));
            return Ok(Played::begun(game, record));
        }
        let body = Body::Genesis(genesis.clone());
        let record = Record::seal(new.id, 1, Hash32::ZERO, &body)?;
        let game = Game::open(registry, genesis, None, record.hash).map_err(terms)?;
        Ok(Played::begun(game, record))
    }

    /// A scenario, and its terms with every option named.
    ///
    /// # Errors
    /// [`GameError::Terms`].
    pub(super) fn whole_terms<'a>(about: &'a About, wanted: &Terms) -> Result<(&'a Scenario, Terms), GameError> {
        let scenario = about.scenario(&wanted.scenario).ok_or_else(|| {
            let known: Vec<&str> = about.scenarios.iter().map(|s| s.id).collect();
            GameError::Terms(format!("{} has no such scenario; it has {}.", about.title, known.join(", ")))
        })?;
        // The genesis names every option, so that a default changed later does not change this game.
        let mut terms = Terms { options: Default::default(), scenario: wanted.scenario.clone() };
        for option in &scenario.options {
            let default = option.values.first().map_or("", |v| v.0);
            let value = wanted.options.get(option.key).map_or(default, String::as_str);
            if !option.values.iter().any(|v| v.0 == value) {
                let known: Vec<&str> = option.values.iter().map(|v| v.0).collect();
                return Err(GameError::Terms(format!("The option {} is one of {}.", option.key, known.join(", "))));
            }
            terms.options.insert(option.key.to_owned(), value.to_owned());
        }
        if wanted.options.keys().any(|k| !terms.options.contains_key(k)) {
            let known: Vec<&str> = scenario.options.iter().map(|o| o.key).collect();
            return Err(GameError::Terms(format!("{} has these options: {}.", scenario.title, known.join(", "))));
        }
        Ok((scenario, terms))
    }

    /// Takes a seat. With the last one the game begins: each side is handed its first link, and the seats that owe a
    /// decision are called.
    ///
    /// # Errors
    /// [`GameError::NotSeated`] for no such seat, [`GameError::Taken`], [`GameError::Text`] for a name or phrase that
    /// cannot be, [`GameError::NoBot`].
    pub fn join(&self, joining: Joining, keys: &GameKeys) -> Result<Played, GameError> {
        self.own_keys(keys)?;
        self.playable()?;
        let seat = self.seat(joining.seat).ok_or(GameError::NotSeated)?;
        if let Some(result) = self.result() {
            return Err(GameError::Finished(result.level.clone()));
        }
        if seat.player.is_some() {
            return Err(GameError::Taken(seat.name.clone()));
        }
        let name = plain_text("name", &joining.name, MOST_NAME)?;
        if name.is_empty() {
            return Err(GameError::Text("A player needs a name.".into()));
        }
        let phrase = plain_text("phrase", &joining.phrase, MOST_PHRASE)?;
        if let Some(bot) = &joining.bot
            && !self.ruleset.bots().iter().any(|b| b.id == bot)
        {
            return Err(GameError::NoBot);
        }
        let anchors = *self.genesis.dice.players.get(usize::from(joining.seat.0)).ok_or(GameError::NotSeated)?;
        let mut work = Work::new(self, joining.at, keys);
        let join = Join { anchors, at: joining.at, bot: joining.bot, name, phrase, seat: joining.seat };
        work.push(&Body::Join(join), None)?;
        if work.game.begun() {
            if work.game.is_second() {
                work.seal_pieces()?;
                work.hand_over_second(work.game.waiting_seats())?;
                return Ok(work.played(self, None));
            }
            // Every side gets a link now, also one that is not asked anything yet: its standing orders may roll first.
            let waiting = work.game.waiting_seats();
            for side in Side::BOTH {
                let seats = work.game.seats.iter().filter(|s| s.side == side);
                let (count, to) = seats.fold((0, Vec::new()), |(n, mut to), s| {
                    to.extend(waiting.contains(&s.id).then_some(s.id));
                    (n + 1, to)
                });
                if count > 0 {
                    work.hand_over(side, to, None)?;
                }
            }
        }
        Ok(work.played(self, None))
    }

    /// Records a seat's standing orders, sealed. They hold from the next order on.
    ///
    /// # Errors
    /// [`GameError::Text`] for a key, value or condition that the ruleset does not offer.
    pub fn set_standing(
        &self,
        seat: SeatId,
        standing: &Standing,
        at: Millis,
        keys: &GameKeys,
    ) -> Result<Played, GameError> {
        self.changeable(keys)?;
        let chair = self.seat(seat).ok_or(GameError::NotSeated)?.chair;
        if let Some(result) = self.result() {
            return Err(GameError::Finished(result.level.clone()));
        }
        let whole = self.whole_standing(standing)?;
        if let Some(second) = &self.second {
            let holder = second.holder_of(seat).ok_or(GameError::NotBegun)?;
            let mut work = Work::new(self, at, keys);
            let body = PrivateBody::Standing(PrivateStanding { at, rules: whole.0 });
            work.enter(Audience::Holder(holder), body, false)?;
            return Ok(work.played(self, None));
        }
        let value = serde_json::to_vec(&whole).map_err(|e| GameError::Broken(format!("{e}.")))?;
        let slot = self.cursors.get(usize::from(seat.0)).map_or(0, |c| c.slots) + 1;
        let sealed = keys.seal(chair).seal(slot, &value);
        let mut work = Work::new(self, at, keys);
        work.push(
            &Body::Standing(StandingOrders { at, seal: sealed.seal, sealed: hex::encode(sealed.bytes), seat, slot }),
            None,
        )?;
        Ok(work.played(self, None))
    }

    /// Offers a draw. The offer stands until somebody of the other side answers it.
    ///
    /// # Errors
    /// [`GameError::OfferStands`], [`GameError::OfferedBefore`]; others as for any order.
    pub fn offer_draw(&self, seat: SeatId, at: Millis, keys: &GameKeys) -> Result<Played, GameError> {
        self.open_to_head(seat, keys)?;
        if self.draw.is_some() {
            return Err(GameError::OfferStands);
        }
        // Once in a position: each offer writes a letter to the other side.
        if self.offers.contains(&seat) {
            return Err(GameError::OfferedBefore);
        }
        let mut work = Work::new(self, at, keys);
        work.push(&Body::DrawOffer(DrawOffer { at, seat }), None)?;
        Ok(work.played(self, None))
    }

    /// Answers the offer of a draw: accepted, it ends the game. Whoever offered may decline it, which withdraws it.
    ///
    /// # Errors
    /// [`GameError::NoOffer`] when none stands, or when a seat of the side that offered would accept it.
    pub fn answer_draw(&self, seat: SeatId, accept: bool, at: Millis, keys: &GameKeys) -> Result<Played, GameError> {
        self.open_to_head(seat, keys)?;
        let offered = self.draw.ok_or(GameError::NoOffer)?;
        let own = self.side_of(offered) == self.side_of(seat);
        if own && (accept || offered != seat) {
            return Err(GameError::NoOffer);
        }
        let mut work = Work::new(self, at, keys);
        work.push(&Body::DrawAnswer(DrawAnswer { accept, at, seat }), None)?;
        if accept {
            work.finish("Draw by agreement".into(), self.points(), Reason::Agreed, None)?;
        }
        Ok(work.played(self, None))
    }

    /// Gives the game up for a seat's side.
    ///
    /// # Errors
    /// As for any order, but a player may resign at any time.
    pub fn resign(&self, seat: SeatId, at: Millis, keys: &GameKeys) -> Result<Played, GameError> {
        self.open_to_head(seat, keys)?;
        let side = self.side_of(seat).ok_or(GameError::NotSeated)?;
        let mut work = Work::new(self, at, keys);
        work.push(&Body::Resign(Resign { at, seat }), None)?;
        let winner = side.other();
        work.finish(format!("{winner} victory by resignation"), self.points(), Reason::Resigned, Some(winner))?;
        Ok(work.played(self, None))
    }

    /// An umpire's word, in a study only.
    ///
    /// # Errors
    /// [`GameError::NotStudy`]; [`GameError::Line`] when the ruleset cannot read it.
    pub fn umpire(&self, line: &str, at: Millis, keys: &GameKeys) -> Result<Played, GameError> {
        if !self.is_study() {
            return Err(GameError::NotStudy);
        }
        self.open_to(SeatId(0), keys)?;
        let line = plain_text("umpire's order", line, MOST_LINE_BYTES)?;
        let mut work = Work::new(self, at, keys);
        work.ruling(&line)?;
        Ok(work.played(self, None))
    }

    /// The score as it stands, for a game that does not end by its rules.
    pub(crate) fn points(&self) -> i32 {
        self.ruleset.truth(self.position()).points()
    }
}

/// The genesis of a game of the second format, from what the first has too.
fn second_genesis(
    ruleset: &dyn AnyRuleset,
    genesis: Genesis,
    format: SecondFormat,
    scenario: &Scenario,
    chairs: &[u8],
    keys: &GameKeys,
) -> GenesisSecond {
    let Genesis { at, dice, files, game, pace, revision: _, ruleset: id, seats: _, study, terms } = genesis;
    let private_links = format.private_rolls.max(1);
    let private = |chair: u8, kind| keys.private_anchor(chair, kind, private_links);
    let anchors = |chair: &u8| PrivateAnchors {
        player: private(*chair, ChainName::PrivatePlayer),
        server: private(*chair, ChainName::PrivateServer),
    };
    let command = |s: &crate::referee::SeatSpec| CommandTerms {
        command: s.command.to_owned(),
        name: s.name.to_owned(),
        side: s.side,
    };
    GenesisSecond {
        at,
        dice: SecondDice {
            anchors: dice.anchors,
            links: dice.links,
            mode: dice.mode,
            nobody: private(0, ChainName::PrivateServer),
            players: dice.players,
            private: chairs.iter().map(anchors).collect(),
            private_links,
            reserve: chairs.iter().map(|chair| keys.anchor(*chair, ChainName::Reserve, 0)).collect(),
        },
        files,
        game,
        pace,
        release: release_of(ruleset),
        ruleset: id,
        seats: scenario.seats.iter().map(command).collect(),
        study,
        terms,
    }
}
