//! A game played on a table or by other means, which an umpire enters: the orders, and the dice as they fell.
//!
//! The referee decides each order with the faces that it is told, and refuses too few, too many and impossible ones as it refuses an illegal
//! order. Nobody plays such a game here: nobody is waited for, nothing is handed over, no standing order answers; only what nothing else is
//! legal for need not be written. The orders in force are a line through the log; a correction leaves it and goes on from an earlier record.

use super::chronicle::Entry;
use super::kept::KeptPositions;
use super::play::plain_text;
use super::positions::Positions;
use super::revision::release_of;
use super::table::MOST_NAME;
use super::told_log::Testimony;
use super::{FaultKind, Game, GameError, Played, Player, Seat, chairs};
use crate::log::{Body, Correction, GenesisTold, OrderTold, PlayerAnchors, Record, ToldDice, ToldSeat};
use crate::referee::{AnyPosition, Line, Registry, Tone};
use crate::words::{GameId, Hash32, Hearers, Millis, SeatId, Terms, Viewer, counted, thrown};
use std::sync::Arc;

/// The longest words about when and where a game was played, and the longest reason of a correction, in characters.
pub(super) const MOST_WORDS: usize = 300;

/// A game to be entered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewTestimony {
    /// Its id.
    pub id: GameId,
    /// When the entering begins.
    pub at: Millis,
    /// The ruleset's id.
    pub ruleset: String,
    /// Scenario, and the options that differ from their defaults.
    pub terms: Terms,
    /// Who sat where, in seat order.
    pub players: Vec<String>,
    /// Who enters it.
    pub umpire: String,
    /// When and where it was played; may be empty.
    pub played: String,
}

/// A line that an umpire gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToldLine {
    /// Its number in what was given, for telling about it.
    pub number: usize,
    /// What it says.
    pub said: Said,
}

/// What a line says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// An order with its dice.
    Order(ToldOrder),
    /// The game ends here.
    End(ToldEnd),
}

/// An order with the dice that fell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToldOrder {
    /// Whose it is, where that is said; otherwise of whoever is asked.
    pub seat: Option<SeatId>,
    /// The order, or several with semicolons.
    pub order: String,
    /// The faces, in the order in which the rules roll them.
    pub faces: Vec<u8>,
}

/// How a game ends that is entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToldEnd {
    /// By the rules: the umpire says that nothing more is to be corrected.
    Rules,
    /// A seat resigned.
    Resigned(SeatId),
    /// The players agreed on a draw.
    Drawn,
}

impl Game {
    /// Begins a game that an umpire enters: its genesis record.
    ///
    /// # Errors
    /// As [`Game::create`]; [`GameError::Text`] for names that cannot be, or not one for each seat; [`GameError::Terms`] for a rulebook whose games have
    /// secrets.
    pub fn testify_anew(registry: &Registry, new: NewTestimony) -> Result<Played, GameError> {
        let ruleset = registry.get(&new.ruleset).ok_or_else(|| GameError::NoRuleset(new.ruleset.clone()))?;
        let about = ruleset.about();
        if ruleset.second_format().is_some() {
            return Err(GameError::Terms(format!(
                "A game of {} has secrets, and those cannot be entered from elsewhere yet.",
                about.title
            )));
        }
        let (scenario, terms) = Game::whole_terms(about, &new.terms)?;
        let text = |what: &str, said: &str| match plain_text(what, said, MOST_NAME)? {
            name if name.is_empty() => Err(GameError::Text(format!("The {what} is missing: give a name."))),
            name => Ok(name),
        };
        if new.players.len() != scenario.seats.len() {
            let names: Vec<&str> = scenario.seats.iter().map(|s| s.name).collect();
            return Err(GameError::Text(format!("Name a player for each seat: {}.", names.join(", "))));
        }
        let seats = scenario.seats.iter().zip(&new.players).map(|(seat, player)| {
            let player = text(&format!("name of the {} player", seat.name), player)?;
            Ok(ToldSeat { name: seat.name.to_owned(), player, side: seat.side })
        });
        let genesis = GenesisTold {
            at: new.at,
            dice: ToldDice::Testimony,
            files: about.files.clone(),
            game: new.id,
            played: plain_text("words about when and where it was played", &new.played, MOST_WORDS)?,
            release: release_of(&**ruleset),
            ruleset: new.ruleset.clone(),
            seats: seats.collect::<Result<_, GameError>>()?,
            terms,
            umpire: text("name of the umpire", &new.umpire)?,
        };
        if chairs(genesis.seats.iter().map(|s| s.side)).is_none() {
            return Err(GameError::Broken("a side has more than fifteen seats.".into()));
        }
        let record = Record::seal(new.id, 1, Hash32::ZERO, &Body::GenesisTold(genesis))?;
        let game = Game::first(registry, &record).map_err(|e| GameError::Terms(format!("{e}.")))?;
        Ok(Played::begun(game, record))
    }

    /// The game has begun with its genesis: everybody sits where that says.
    pub(super) fn testify(&mut self, told: GenesisTold) {
        for (seat, of) in Arc::make_mut(&mut self.seats).iter_mut().zip(&told.seats) {
            seat.player = Some(Player {
                name: of.player.clone(),
                bot: None,
                stands_for: None,
                phrase: String::new(),
                at: told.at,
                anchors: PlayerAnchors { handover: Hash32::ZERO, player: Hash32::ZERO },
            });
        }
        self.phrases = Some(Hash32::ZERO);
        self.kept = KeptPositions::all_from(self.positions.clone());
        let GenesisTold { umpire, played, .. } = told;
        self.testimony = Some(Arc::new(Testimony { umpire, played, in_force: Vec::new() }));
    }

    /// Whether its dice are testimony: told by an umpire, and not provable.
    pub fn is_testimony(&self) -> bool {
        self.testimony.is_some()
    }

    /// Refuses what players do in a game that is only entered.
    pub(super) fn played_here(&self) -> Result<(), GameError> {
        if self.is_testimony() { Err(GameError::Testimony) } else { Ok(()) }
    }

    /// The umpire who enters it, and when and where it was played, where its dice are testimony.
    pub fn umpire_of_testimony(&self) -> Option<(&str, &str)> {
        self.testimony.as_ref().map(|t| (t.umpire.as_str(), t.played.as_str()))
    }

    /// The records of the orders in force, where its dice are testimony.
    pub fn in_force(&self) -> &[u64] {
        self.testimony.as_ref().map_or(&[], |t| &t.in_force)
    }

    /// How the rules say that it ended, where they do, and the umpire has not made it final.
    pub fn ended_by_rules(&self) -> Option<String> {
        let ended = self.ruleset.truth(self.position()).ended();
        ended.filter(|_| self.is_testimony() && self.result.is_none()).map(|o| o.level)
    }

    /// Whether a record belongs into a log with dice of this kind.
    pub(super) fn of_its_dice(&self, body: &Body) -> Result<(), FaultKind> {
        match (self.is_testimony(), body) {
            (true, Body::OrderTold(_) | Body::Correction(_) | Body::Resign(_) | Body::Result(_)) => Ok(()),
            (true, Body::DrawOffer(_) | Body::DrawAnswer(_) | Body::GenesisTold(_)) => Ok(()),
            (true, Body::RevisionOffer(_) | Body::RevisionAnswer(_) | Body::Revision(_)) => Ok(()),
            (true, Body::Genesis(_) | Body::GenesisSecond(_)) => Ok(()),
            (true, _) => Err(FaultKind::Dice("made by the service, from chains")),
            (false, Body::OrderTold(_) | Body::Correction(_)) => Err(FaultKind::Dice("told by an umpire")),
            (false, _) => Ok(()),
        }
    }

    /// Whether a correction may come next, and what it says is so. Gives the positions that stand again.
    pub(super) fn corrected(&self, correction: &Correction) -> Result<Positions, FaultKind> {
        let testimony = self.testimony.as_ref().ok_or(FaultKind::NoWayBack)?;
        let undone = self.undone_by(correction.back_to).ok_or(FaultKind::NoWayBack)?;
        if undone == 0 || undone != correction.orders {
            return Err(FaultKind::NoWayBack);
        }
        if testimony.umpire != correction.by {
            return Err(FaultKind::Umpire);
        }
        self.positions_at(correction.back_to).ok_or(FaultKind::NoWayBack)
    }

    /// How many orders are in force no more when the game goes back to a record; nothing where it cannot.
    pub(super) fn undone_by(&self, back_to: u64) -> Option<u32> {
        let in_force = self.in_force();
        let stays = match in_force.binary_search(&back_to) {
            Ok(at) => at + 1,
            Err(_) if back_to == 1 => 0,
            Err(_) => return None,
        };
        u32::try_from(in_force.len() - stays).ok()
    }

    /// Takes in a record that only a log of testimony has. Gives whether the position changed.
    pub(super) fn take_testimony(
        &mut self,
        body: &Body,
        seq: u64,
        after: Option<Arc<dyn AnyPosition>>,
    ) -> Result<bool, FaultKind> {
        match body {
            Body::OrderTold(order) => {
                if self.seat(order.seat).is_none() {
                    return Err(FaultKind::NoSeat);
                }
                if self.umpire_of_testimony().is_none_or(|(umpire, _)| umpire != order.by) {
                    return Err(FaultKind::Umpire);
                }
                self.advance(&order.facts, after, seq)?;
                let dice = order.rolls.iter().map(|r| r.faces.len()).sum();
                self.kept.step(seq, order.facts.iter().map(|f| (Hearers::Everybody, &**f)), Some(dice));
                self.kept.stride(seq, &self.positions);
                self.testimony.iter_mut().for_each(|t| Arc::make_mut(t).in_force.push(seq));
            }
            Body::Correction(correction) => {
                self.positions = self.corrected(correction)?;
                self.changed(seq);
                self.kept.mark(seq, self.positions.clone());
                let line = self.line.clone();
                self.testimony.iter_mut().for_each(|t| Arc::make_mut(t).in_force.retain(|order| line.holds(*order)));
            }
            _ => return Err(FaultKind::Format),
        }
        Ok(true)
    }

    /// The orders in force as an umpire would give them, each with its record: whose, the order, the dice. What the referee gave itself is
    /// passed over. `records` is the whole log.
    ///
    /// # Errors
    /// [`GameError::Broken`] when the records are not those of this game.
    pub fn testimony_lines(&self, records: &[Record]) -> Result<Vec<(u64, ToldOrder)>, GameError> {
        let all = self.told_orders(records, 0)?;
        let written = all.into_iter().filter(|(_, order)| !order.forced);
        Ok(written.map(|(seq, o)| (seq, as_told(&o))).collect())
    }

    /// A line as it would be written in this game, its seat named where somebody else may be meant.
    pub fn written(&self, said: &Said) -> String {
        match said {
            Said::Order(order) => order.written(order.seat.and_then(|s| self.seat(s))),
            Said::End(ToldEnd::Rules) => "final".to_owned(),
            Said::End(ToldEnd::Drawn) => "draw agreed".to_owned(),
            Said::End(ToldEnd::Resigned(seat)) => format!("{} resigns", self.name(*seat)),
        }
    }

    pub(super) fn order_written(&self, order: &OrderTold) -> String {
        as_told(order).written(self.seat(order.seat))
    }

    /// What the first record of such a log tells.
    pub(super) fn told_genesis(&self, told: &GenesisTold) -> [String; 2] {
        let about = self.ruleset.about();
        let id = &told.terms.scenario;
        let scenario = about.scenario(id).map_or(id.as_str(), |s| s.title);
        let players: Vec<String> = told.seats.iter().map(|s| format!("{} ({})", s.player, s.name)).collect();
        let played = if told.played.is_empty() { String::new() } else { format!(" Played: {}.", told.played) };
        [
            format!("A game of {} that was played elsewhere: {scenario}. {}.{played}", about.title, players.join(", ")),
            format!(
                "{} enters it. Its dice are as the umpire tells them: testimony, which nothing here can prove.",
                told.umpire
            ),
        ]
    }

    /// What a record tells that only a log of testimony has.
    pub(super) fn testimony_entry(&self, body: Body, viewer: Viewer, entry: &mut Entry) -> Result<(), FaultKind> {
        match body {
            Body::OrderTold(order) => {
                entry.lines = self.told(&order.facts, viewer)?;
                entry.seat = Some(order.seat);
                entry.standing = order.forced.then(|| "forced: nothing else is legal".to_owned());
                entry.order = Some(order.order);
                entry.rolls = order.rolls;
            }
            Body::Correction(c) => {
                let why = if c.reason.is_empty() { String::new() } else { format!(" “{}”", c.reason) };
                let orders = counted(i32::try_from(c.orders).unwrap_or(i32::MAX), "order");
                let text = format!(
                    "{} corrected what was entered: the position after record {} stands again, and {orders} before this {} not in force any more.{why}",
                    c.by,
                    c.back_to,
                    if c.orders == 1 { "is" } else { "are" },
                );
                entry.lines.push(Line::new(Tone::Note, text));
            }
            _ => {}
        }
        Ok(())
    }
}

pub(super) fn as_told(order: &OrderTold) -> ToldOrder {
    ToldOrder { seat: Some(order.seat), order: order.order.clone(), faces: thrown(&order.rolls) }
}

impl ToldOrder {
    fn written(&self, seat: Option<&Seat>) -> String {
        let whose = seat.map_or(String::new(), |s| format!("{}: ", s.name));
        let faces: Vec<String> = self.faces.iter().map(u8::to_string).collect();
        let dice = if faces.is_empty() { String::new() } else { format!(" ! {}", faces.join(" ")) };
        format!("{whose}{}{dice}", self.order)
    }
}
