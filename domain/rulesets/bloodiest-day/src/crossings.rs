//! Chapter 11: bridges and fords.

use super::board::Board;
use super::book::{AnyOrder, Rules};
use super::facts::{Arithmetic, Fact};
use super::ground::Border;
use super::names::read_crossing;
use super::position::{CrossingState, Purpose};
use super::resolver::Resolver;
use super::teller::Teller;
use super::units::{Piece, UnitId};
use domain_core::kit::{Said, Verb, Words, total};
use domain_core::referee::{Choice, Illegal, Line, Mark, Refusal, Side, Tone};

/// `Crook a try Lower Bridge` (§11.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Try {
    /// Who.
    pub unit: UnitId,
    /// What.
    pub crossing: u8,
}

impl Verb<Rules> for Try {
    fn said() -> Said {
        Said::OfPiece(&["try"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let unit = words.piece?.unit().filter(|_| !words.rest.is_empty())?;
        let crossing = read_crossing(words.board.pack, &words.rest.join(" "));
        Some(crossing.map(|crossing| Try { unit, crossing }.into()))
    }

    fn candidates(board: &Board<'_>, piece: Option<Piece>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        let Some(unit) = piece.and_then(Piece::unit).filter(|u| board.is_activated(*u)) else { return false };
        let Some(here) = board.state(unit).area() else { return false };
        let near = (0..).zip(&board.pack.crossings).filter(|(_, card)| card.across(here).is_some());
        near.map(|(crossing, _)| Try { unit, crossing }).filter(|order| order.check(board).is_ok()).any(found)
    }

    fn piece(&self) -> Option<Piece> {
        Some(self.unit.into())
    }

    fn write(&self, board: &Board<'_>) -> String {
        format!("{} try {}", board.spec(self.unit).name, board.crossing_name(self.crossing))
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let label = format!("{} tries to cross at {}", board.spec(self.unit).name, board.crossing_name(self.crossing));
        Choice::plain(line, label, "try", "11.2").rolling()
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Refusal> {
        self.check(&resolver.board())?;
        let Try { unit, crossing } = *self;
        resolver.write(Fact::Tried { crossing, cost: 2, unit });
        let side = resolver.pack.unit(unit).side;
        let board = resolver.board();
        let bridge_of_ours = board
            .pack
            .crossings
            .get(usize::from(crossing))
            .is_some_and(|c| c.bridge && c.joins.iter().all(|a| board.controls(side, *a)));
        if bridge_of_ours {
            resolver.write(Fact::Crossing { crossing, state: CrossingState { found: false, holder: Some(side) } });
        } else {
            resolver.roll(Purpose::Crossing { crossing, unit }, &[2])?;
        }
        Ok(())
    }
}

impl Try {
    fn check(self, board: &Board<'_>) -> Result<(), Illegal> {
        let Try { unit, crossing } = self;
        board.check_acts(unit)?;
        let (spec, state) = (board.spec(unit), board.state(unit));
        let no = |section, wrong: String, legal: &str| Err(Illegal::new(section, wrong, legal));
        let (Some(card), Some(now)) =
            (board.pack.crossings.get(usize::from(crossing)), board.at.crossings.get(usize::from(crossing)))
        else {
            return no("11.0", "There is no such crossing.".into(), "Name a bridge or ford.");
        };
        let name = &card.name;
        let Some(across) = state.area().and_then(|a| card.across(a)) else {
            return no("7.7.1", format!("{} is not at {name}.", spec.name), "A unit next to it tries.");
        };
        if spec.arm.guns() {
            return no("7.7.1", format!("{} has guns.", spec.name), "Infantry or cavalry tries.");
        }
        if state.area().is_some_and(|a| board.force(spec.side.other(), a).all > 0) {
            return no("7.7.1", format!("There are enemies with {}.", spec.name), "Its own area must be free of them.");
        }
        if card.bridge && now.holder == Some(spec.side) || !card.bridge && (now.found || spec.side == Side::Confederate)
        {
            return no("11.2", format!("{name} is open already, to {across}."), "It can be used.");
        }
        if board.at.impulse.tried.contains(&crossing) {
            return no("11.2", format!("{name} was tried in this impulse."), "One try an impulse.");
        }
        // A try is no move: a unit that had to stop may still pay for one.
        if spec.movement.saturating_sub(state.used) < 2 {
            return no("7.7.1", format!("{} lacks two movement points.", spec.name), "A try costs two.");
        }
        Ok(())
    }
}

/// `find Snavely's Ford`, by the Advantage (§10.2B).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Find {
    /// What.
    pub crossing: u8,
}

impl Verb<Rules> for Find {
    fn said() -> Said {
        Said::Alone(&["find"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let crossing = read_crossing(words.board.pack, &words.rest.join(" "));
        Some(crossing.map(|crossing| Find { crossing }.into()))
    }

    fn candidates(board: &Board<'_>, _: Option<Piece>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        let all = (0..board.pack.crossings.len() as u8).map(|crossing| Find { crossing });
        all.filter(|order| order.check(board).is_ok()).any(found)
    }

    fn write(&self, board: &Board<'_>) -> String {
        format!("find {}", board.crossing_name(self.crossing))
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let label = format!("Find {} by the Advantage", board.crossing_name(self.crossing));
        Choice::plain(line, label, "find", "10.2")
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Refusal> {
        self.check(&resolver.board())?;
        let state = CrossingState { found: true, holder: None };
        resolver.write(Fact::Crossing { crossing: self.crossing, state });
        resolver.use_advantage("a ford is found");
        Ok(())
    }
}

impl Find {
    fn check(self, board: &Board<'_>) -> Result<(), Illegal> {
        board.check_impulse()?;
        board.check_advantage(Side::Union)?;
        let nth = usize::from(self.crossing);
        let hidden = board.at.side == Side::Union
            && board.pack.crossings.get(nth).is_some_and(|c| !c.bridge)
            && board.at.crossings.get(nth).is_some_and(|c| !c.found);
        if hidden {
            Ok(())
        } else {
            Err(Illegal::new("10.2", "That is not a hidden ford.", "The Union may find a hidden ford in its impulse."))
        }
    }
}

impl Board<'_> {
    fn crossing_name(&self, crossing: u8) -> &str {
        self.pack.crossings.get(usize::from(crossing)).map_or("?", |x| x.name.as_str())
    }

    /// Five units over a crossing in an impulse, or one whole division (§7.11, ruling 37).
    ///
    /// # Errors
    /// [`Illegal`] when so many have gone over.
    pub fn check_crossing(&self, unit: UnitId, crossing: u8) -> Result<(), Illegal> {
        let mut over: Vec<UnitId> =
            self.at.impulse.crossed.iter().filter(|c| c.0 == crossing && c.1 != unit).map(|c| c.1).collect();
        over.sort_unstable();
        over.dedup();
        let division = &self.spec(unit).division;
        if over.len() < 5 || over.iter().all(|u| self.spec(*u).division == *division) {
            return Ok(());
        }
        let name = self.pack.crossings.get(usize::from(crossing)).map_or("it", |c| c.name.as_str());
        let wrong = format!("{} units have gone over {name} in this impulse.", over.len());
        Err(Illegal::new("7.11", wrong, "Five units may, or one whole division."))
    }
}

impl Resolver<'_, '_> {
    /// Somebody went this way, whether by a move, a ride, a retreat or a withdrawal: a ford may have been given away.
    pub fn passed_over(&mut self, side: Side, way: &[u8]) {
        for step in way.windows(2) {
            if let &[from, to] = step
                && let Some(Border::Crossing(crossing)) = self.pack.link(from, to).map(|l| l.kind)
            {
                self.show_ford(side, crossing);
            }
        }
    }

    /// A ford used by the Confederates in sight of a Union unit is found (§11.2.2, ruling 42).
    fn show_ford(&mut self, side: Side, crossing: u8) {
        let Some(card) = self.pack.crossings.get(usize::from(crossing)) else { return };
        let seen = card.joins.iter().any(|a| self.board().force(Side::Union, *a).all > 0);
        let hidden = self.now().crossings.get(usize::from(crossing)).is_some_and(|c| !c.found);
        if side == Side::Confederate && !card.bridge && hidden && seen {
            self.write(Fact::Crossing { crossing, state: CrossingState { found: true, holder: None } });
        }
    }

    /// The Bridge & Ford Table.
    pub fn crossing_rolled(&mut self, crossing: u8, unit: UnitId, mut sum: Arithmetic) {
        let Some(card) = self.pack.crossings.get(usize::from(crossing)) else { return };
        let side = self.pack.unit(unit).side;
        let across = self.now().unit(unit).area().and_then(|a| card.across(a));
        if let Some(across) = across {
            let (enemy, friends) = {
                let board = self.board();
                (board.force(side.other(), across), board.force(side, across))
            };
            if enemy.fresh > 0 {
                sum.push(("Fresh enemies across".into(), -2));
            } else if enemy.all > 0 {
                sum.push(("Spent enemies across".into(), -1));
            }
            if friends.all > 0 {
                sum.push(("friends across".into(), 1));
            }
        }
        sum.push(("no enemies here".into(), 1));
        let success = total(&sum) > 7;
        self.write(Fact::Result { purpose: Purpose::Crossing { crossing, unit }, success, sum });
        if success {
            let state = CrossingState { found: !card.bridge, holder: card.bridge.then_some(side) };
            self.write(Fact::Crossing { crossing, state });
        }
    }
}

impl Teller<'_> {
    /// The name of a crossing.
    pub fn crossing_name(&self, crossing: u8) -> &str {
        self.pack.crossings.get(usize::from(crossing)).map_or("the crossing", |c| &c.name)
    }

    /// A bridge or ford changed.
    pub fn crossing_changed(&self, crossing: u8, state: CrossingState) -> Line {
        let text = match state.holder {
            Some(side) => format!("The {side} side holds {}.", self.crossing_name(crossing)),
            None => format!("{} is found.", self.crossing_name(crossing)),
        };
        let joins = self.pack.crossings.get(usize::from(crossing)).into_iter().flat_map(|card| card.joins);
        let marks = joins.map(|area| Mark::Changed { place: area.to_string() });
        marks.fold(Line::new(Tone::Note, text).cite("11.2"), Line::mark)
    }

    /// A bridge or ford was tried.
    pub fn tried(&self, unit: UnitId, crossing: u8, cost: u8) -> Line {
        let text = format!("{} tries to cross at {} for {cost} MP.", self.unit(unit), self.crossing_name(crossing));
        Line::new(Tone::Note, text).cite("7.7.1")
    }
}
