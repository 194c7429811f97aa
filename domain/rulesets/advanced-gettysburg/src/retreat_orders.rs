//! The orders to retreat, to yield, to advance and to stay (§30.0, §31.0).

use super::advancing::AdvanceTo;
use super::board::Board;
use super::book::{AnyOrder, NOT_ASKED, Rules, Stop};
use super::facts::Fact;
use super::names::{facing_name, points, read_facing, read_hex, unreadable};
use super::position::{Pending, Segment};
use super::resolver::Resolver;
use super::retreat::{ADVANCE, NO_WAY_BACK, ROUT, WayBack, YIELD};
use super::units::UnitId;
use domain_core::board::Facing;
use domain_core::kit::{OneWord, Said, Verb, Words, counted};
use domain_core::referee::{Choice, Refusal};

/// `Law back SW`, `Law back SW S`: retreats after combat over these hexsides, as many hexes; `Law back 1` takes the way that shelters best (§30.0). `Hall back NE
/// looks N`: a battery turns by a hexside with the last hex (§21.3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FallBack {
    /// How a battery looks then, where it is not as it went.
    pub looks: Option<Facing>,
    /// Who.
    pub unit: UnitId,
    /// Whether it must.
    pub routed: bool,
    /// The sides gone over.
    pub sides: Vec<Facing>,
}

impl FallBack {
    /// The way that is meant, if it is open.
    fn way(&self, board: &Board<'_>) -> Option<WayBack> {
        let looks = |w: &WayBack| self.looks.is_none_or(|looks| board.guns_look(w) == looks);
        let guns = self.looks.is_none() || board.at.battery(self.unit).is_some();
        board.ways_back(self.unit).into_iter().find(|w| guns && w.sides == self.sides && looks(w))
    }
}

impl Verb<Rules> for FallBack {
    fn said() -> Said {
        Said::OfPiece(&["back", "withdraw", "retreat"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let (unit, board) = (words.piece?, words.board);
        let routed = board.routed().is_some();
        if !routed && !matches!(board.at.segment, Segment::BackOff | Segment::Withdrawal) {
            return None;
        }
        let read =
            |sides: &[&str]| -> Result<Vec<Facing>, Refusal> { sides.iter().map(|word| read_facing(word)).collect() };
        let way = match words.rest {
            [] => return None,
            [to, ..] if to.eq_ignore_ascii_case("to") => return None,
            [number] if number.parse::<usize>().is_ok() => {
                let hexes = number.parse::<usize>().unwrap_or(1);
                let ways: Vec<WayBack> = board.ways_back(unit).into_iter().filter(|w| w.sides.len() == hexes).collect();
                match board.best_way(unit, ways, true) {
                    Some(way) => Ok((way.sides, None)),
                    None => Err(unreadable(format!("{} cannot go back {hexes}.", board.name(unit)))),
                }
            }
            [sides @ .., looks, facing] if looks.eq_ignore_ascii_case("looks") => {
                read(sides).and_then(|sides| Ok((sides, Some(read_facing(facing)?))))
            }
            sides => read(sides).map(|sides| (sides, None)),
        };
        Some(way.map(|(sides, looks)| FallBack { looks, unit, routed, sides }.into()))
    }

    fn candidates(board: &Board<'_>, piece: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        let Some(unit) = piece.filter(|_| board.at.pending.is_none()) else { return false };
        let ways = board.ways_back(unit);
        // Of the ways of a battery over the same sides the first looks as it went.
        let looks = |n: usize| {
            let again = ways[..n].iter().any(|before| before.sides == ways[n].sides);
            again.then(|| board.guns_look(&ways[n]))
        };
        (0..ways.len()).any(|n| found(FallBack { looks: looks(n), unit, routed: false, sides: ways[n].sides.clone() }))
    }

    fn procedure(&self) -> Option<&'static str> {
        self.routed.then_some(ROUT)
    }

    fn piece(&self) -> Option<UnitId> {
        Some(self.unit)
    }

    fn write(&self, board: &Board<'_>) -> String {
        let looks = self.looks.map_or_else(String::new, |looks| format!(" looks {}", facing_name(looks)));
        format!("{} back {}{looks}", board.name(self.unit), board.side_words(&self.sides))
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let name = board.name(self.unit);
        let section = if self.routed { "30.2" } else { "30.1" };
        let Some(way) = self.way(board) else {
            return Choice::plain(line, format!("{name} goes back"), "back", section);
        };
        let (cost, dp, _) = board.price_back(self.unit, &way);
        let looks = self.looks.map_or_else(String::new, |looks| format!(", looking {}", facing_name(looks)));
        let label = format!("{name} goes back to {}{looks}", board.end_of(&way));
        let id = |p: &u16| board.pack.ground.id(usize::from(*p));
        Choice {
            place: way.way.last().map(id),
            path: way.way.iter().map(id).collect(),
            cost: Some(format!("{} activity points, {dp} disorganization points", points(cost))),
            note: (way.lost > 0).then(|| format!("{} lost", counted(i32::from(way.lost), "strength point"))),
            ..Choice::plain(line, label, "back", section)
        }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let board = resolver.board();
        let pending = board.at.pending.clone();
        if pending.is_none() {
            board.check_may_go_back(self.unit)?;
        }
        let way = self.way(&board).ok_or(NO_WAY_BACK)?;
        resolver.retreat_by(self.unit, &way, pending);
        Ok(())
    }
}

impl Resolver<'_, '_> {
    /// A way back is gone, and what waited for it goes on: the advance of who carried the assault (§31.2), or who was in the way of one (§31.5).
    pub(super) fn retreat_by(&mut self, unit: UnitId, way: &WayBack, pending: Option<Pending>) {
        self.go_back(unit, way);
        match pending {
            Some(Pending::Rout { by, .. }) => {
                self.write(Fact::Answered);
                self.may_advance(by);
            }
            Some(Pending::Aside { by, free, hex, told, .. }) => {
                self.write(Fact::Answered);
                let hex = usize::from(hex);
                if let Ok(to) = self.board().advance_meant(by, hex, free, told.as_ref()) {
                    self.advance_into(by, hex, free, told, to);
                }
            }
            _ => {}
        }
    }
}

/// `Kelly yield`: of two brigades in an assaulted hex that one retreats (§30.2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Yield {
    /// Who.
    pub unit: UnitId,
}

impl Verb<Rules> for Yield {
    fn said() -> Said {
        Said::OfPiece(&["yield", "yields"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        Some(Ok(Yield { unit: words.piece_alone()? }.into()))
    }

    fn procedure(&self) -> Option<&'static str> {
        Some(YIELD)
    }

    fn piece(&self) -> Option<UnitId> {
        Some(self.unit)
    }

    fn write(&self, board: &Board<'_>) -> String {
        format!("{} yield", board.name(self.unit))
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        Choice::plain(line, format!("{} retreats", board.name(self.unit)), "yield", "30.2")
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let board = resolver.board();
        let Some(Pending::Yield { by, difference, hex }) = board.at.pending.clone() else {
            return Err(NOT_ASKED.into());
        };
        if !board.brigades_at(usize::from(hex)).any(|u| u == self.unit) {
            return Err(NOT_ASKED.into());
        }
        resolver.write(Fact::Answered);
        resolver.beaten(by, self.unit, i32::from(difference))
    }
}

/// `Law advance JJ36`: a marker of the brigade enters that hex, the others go with it (§31.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Advance {
    /// Whether it must.
    pub must: bool,
    /// Who.
    pub unit: UnitId,
    /// A hex entered.
    pub hex: usize,
}

impl Verb<Rules> for Advance {
    fn said() -> Said {
        Said::OfPiece(&["advance", "advances"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let ([hex], unit, board) = (words.rest, words.piece?, words.board) else { return None };
        let must = matches!(board.at.pending, Some(Pending::Advance { .. }));
        Some(read_hex(board.pack, hex).map(|hex| Advance { must, unit, hex }.into()))
    }

    fn candidates(board: &Board<'_>, piece: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        let Some(unit) = piece.filter(|u| board.at.segment == Segment::Assault && board.at.brigade(*u).is_some())
        else {
            return false;
        };
        board.advance_hexes(unit).into_iter().any(|hex| found(Advance { must: false, unit, hex }))
    }

    fn procedure(&self) -> Option<&'static str> {
        self.must.then_some(ADVANCE)
    }

    fn piece(&self) -> Option<UnitId> {
        Some(self.unit)
    }

    fn write(&self, board: &Board<'_>) -> String {
        format!("{} advance {}", board.name(self.unit), board.pack.ground.id(self.hex))
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let checked = board.check_advance(self.unit, self.hex).ok();
        let markers = checked.as_ref().map_or_else(String::new, |to| {
            to.chain.iter().map(|l| format!(" {}={}", board.pack.ground.id(l.at()), l.sp)).collect()
        });
        let label = format!("{} advances:{markers}", board.name(self.unit));
        let cost = checked.map(|to| match to.spent {
            0 => "free".to_owned(),
            spent => format!("{} of {} activity points", points(spent), points(board.points_left(self.unit))),
        });
        Choice { cost, place: Some(board.pack.ground.id(self.hex)), ..Choice::plain(line, label, "advance", "31.0") }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let board = resolver.board();
        let to = board.check_advance(self.unit, self.hex)?;
        let held = board.chain(self.unit);
        let entered = to.chain.iter().map(|l| l.hex).filter(|h| !held.iter().any(|l| l.hex == *h)).collect();
        let free = resolver.buffer.position.pending.is_some();
        if free {
            resolver.write(Fact::Answered);
        }
        // §31.5: whatever hexes are left while who is in the way goes aside, it goes where it was told.
        let told = AdvanceTo::told(&to).filter(|_| resolver.board().since(6));
        resolver.advance_into(self.unit, self.hex, free, told, (to, entered));
        Ok(())
    }
}

impl Resolver<'_, '_> {
    /// A hex that counts is entered (§37).
    pub(super) fn hold(&mut self, unit: UnitId, hex: usize) {
        // 0.1: who holds a place has to be seen there.
        if self.board().is_unseen(unit) {
            return;
        }
        let side = self.board().side(unit);
        let prize = self.pack.ground.prizes.iter().position(|p| p.hex == hex);
        if let Some(prize) = prize.filter(|n| self.buffer.position.held.get(*n) != Some(&Some(side))) {
            self.write(Fact::PrizeTaken { prize: prize as u8, side });
        }
    }
}

/// `stay`: a brigade that need not advance stays where it is (§31.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stay;

impl OneWord<Rules> for Stay {
    const WORDS: &[&str] = &["stay"];

    fn procedure(&self) -> Option<&'static str> {
        Some(ADVANCE)
    }

    fn choice(&self, _: &Board<'_>, line: String) -> Choice {
        Choice::plain(line, "Stay", "stay", "31.0")
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        match resolver.buffer.position.pending {
            Some(Pending::Advance { must: false, .. }) => {
                resolver.write(Fact::Answered);
                Ok(())
            }
            _ => Err(NOT_ASKED.into()),
        }
    }
}
