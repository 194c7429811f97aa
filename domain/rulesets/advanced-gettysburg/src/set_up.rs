//! Setting up in zones (§3.0, ruling 84): the Union first, in the open; then the Confederates, at a distance from it.

use super::board::Board;
use super::book::{AnyOrder, Rules, Stop, WRONG_SEGMENT};
use super::chain::{Formation, Link};
use super::facts::Fact;
use super::names::{facing_name, unreadable};
use super::position::{Place, Segment, State, UnitState};
use super::resolver::Resolver;
use super::teller::Teller;
use super::umpire;
use super::units::UnitId;
use super::zones::Stance;
use domain_core::kit::{OneWord, Said, Verb, Words, counted};
use domain_core::referee::{Choice, Line, Refusal, Side};

/// `Ward set line O15=8 O14=8 O13=5`, `Law set column N J12 J11 J10`, `Vincent set rest U19`, `Bucklyn set N18 unlimbered W`, `Sickles set P19`: a counter is set up in its
/// zone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetDown {
    /// Where, with its points or cannon.
    pub chain: Vec<Link>,
    /// How.
    pub stance: Stance,
    /// Who.
    pub unit: UnitId,
}

/// What an umpire would place there, as a set-up.
fn read(board: &Board<'_>, unit: UnitId, words: &[&str]) -> Result<SetDown, Refusal> {
    let lower: Vec<String> = words.iter().map(|w| w.to_lowercase()).collect();
    let words: Vec<&str> = lower.iter().map(String::as_str).collect();
    let shape = || {
        unreadable(
            "Write for example: Ward set line O15 O14 O13; Law set column N J12 J11 J10; Vincent set rest U19; Bucklyn set N18 unlimbered W; Sickles set P19.",
        )
    };
    let UnitState { place: Place::At(chain), state } = umpire::place(board, unit, &words).map_err(|_| shape())? else {
        return Err(shape());
    };
    let stance = match state {
        State::Brigade(brigade) => Stance::Brigade(brigade.formation),
        State::Battery(battery) => Stance::Guns { facing: battery.facing, limbered: battery.limbered },
        State::Commander(_) => Stance::Commander,
    };
    Ok(SetDown { chain, stance, unit })
}

impl Verb<Rules> for SetDown {
    fn said() -> Said {
        Said::OfPiece(&["set", "sets"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let unit = words.piece.filter(|_| !words.rest.is_empty())?;
        Some(read(words.board, unit, words.rest).map(Into::into))
    }

    fn candidates(board: &Board<'_>, piece: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        let Some(unit) = piece.filter(|u| board.to_set_up().contains(u)) else { return false };
        board.zone_of(unit).into_iter().any(|hex| {
            let stances = board.stances(unit, hex).into_iter();
            let mut legal = stances.filter(|(chain, stance)| board.check_set(unit, chain, *stance).is_ok());
            legal.any(|(chain, stance)| found(SetDown { chain, stance, unit }))
        })
    }

    fn piece(&self) -> Option<UnitId> {
        Some(self.unit)
    }

    fn write(&self, board: &Board<'_>) -> String {
        let id = |l: &Link| board.pack.ground.id(l.at());
        let links = || self.chain.iter().map(|l| format!("{}={}", id(l), l.sp)).collect::<Vec<_>>().join(" ");
        let first = self.chain.first().map_or_else(String::new, id);
        let said = match self.stance {
            Stance::Brigade(Formation::Line { left, right }) => {
                format!("line {} ends {} {}", links(), facing_name(left), facing_name(right))
            }
            Stance::Brigade(Formation::Column { facing }) => format!("column {} {}", facing_name(facing), links()),
            Stance::Brigade(Formation::Charge { facing }) => format!("charge {} {}", facing_name(facing), links()),
            Stance::Brigade(Formation::Rest) => format!("rest {}", links()),
            Stance::Guns { facing, limbered } => {
                format!("{first} {} {}", if limbered { "limbered" } else { "unlimbered" }, facing_name(facing))
            }
            Stance::Commander => first,
        };
        format!("{} set {said}", board.name(self.unit))
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let first = self.chain.first().map(|l| board.pack.ground.id(l.at()));
        let how = match self.stance {
            Stance::Brigade(formation) => format!(", {}", formation.word()),
            Stance::Guns { limbered, .. } => format!(", {}", if limbered { "limbered" } else { "unlimbered" }),
            Stance::Commander => String::new(),
        };
        let label = format!("{} is set up in {}{how}", board.name(self.unit), first.as_deref().unwrap_or_default());
        Choice { place: first, ..Choice::plain(line, label, "set", "3.0") }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let state = resolver.board().check_set(self.unit, &self.chain, self.stance)?;
        resolver.write(Fact::SetDown { state: Box::new(state), unit: self.unit });
        Ok(())
    }
}

/// `deploy`: who is not set up yet is, where it stood towards four o'clock or as near as there is room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Deploy;

impl Board<'_> {
    /// Who is to be set up and is not.
    fn unset(&self) -> Vec<UnitId> {
        self.to_set_up().into_iter().filter(|u| !self.on_map(*u)).collect()
    }
}

impl OneWord<Rules> for Deploy {
    const WORDS: &[&str] = &["deploy"];

    fn legal(board: &Board<'_>) -> bool {
        !board.unset().is_empty()
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let left = board.unset().len() as i32;
        let label = format!("Set up {} where they stood towards four o'clock", counted(left, "counter"));
        Choice::plain(line, label, "deploy", "3.0")
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let mut unset = resolver.board().unset();
        if unset.is_empty() {
            return Err(WRONG_SEGMENT.into());
        }
        // Brigades first: guns and commanders find room beside them.
        unset.sort_by_key(|u| resolver.pack.unit(*u).brigade().is_none());
        for unit in unset {
            let state = resolver.board().default_place(unit);
            if let Some(state) = state {
                resolver.write(Fact::SetDown { state: Box::new(state), unit });
            }
        }
        Ok(())
    }
}

impl Resolver<'_, '_> {
    /// The Union is set up, then the Confederates; then their player turn begins.
    ///
    /// # Errors
    /// Dice that cannot be had.
    pub fn zones_set(&mut self) -> Result<(), Stop> {
        let (side, turn) = (self.buffer.position.side, self.buffer.position.turn);
        self.write(Fact::Turn { side: Side::Confederate, turn });
        if side == Side::Union {
            self.write(Fact::Segment { segment: Segment::SetUp });
            return Ok(());
        }
        self.begin_player_turn()
    }
}

impl Teller<'_> {
    /// A counter that is set up.
    pub fn set_down(&self, unit: UnitId, state: &UnitState) -> Option<Line> {
        let chain = state.place.chain();
        let hex = chain.first()?.hex;
        self.changed(format!("{} is set up at {}.", self.name(unit), self.chain(chain)), "3.0", hex)
    }
}
