//! The counter of a line, placed with a marker by hand (§6.1.5, §16.2.3).

use super::board::Board;
use super::book::{AnyOrder, NOT_A_BRIGADE, NOT_YOURS, OFF_MAP, Rules, Stop, WRONG_SEGMENT};
use super::chain::{FAR_COUNTER, Formation, Link, counter, may_lie_with};
use super::facts::Fact;
use super::lines::NOT_A_LINE;
use super::names::read_hex;
use super::position::{Brigade, Position, Pressed, Retreat, Segment, State};
use super::resolver::Resolver;
use super::teller::Teller;
use super::units::UnitId;
use domain_core::kit::{RuleBreak, Said, Verb, Words};
use domain_core::referee::{Choice, Line, Refusal};

const NO_SUCH_MARKER: RuleBreak = RuleBreak::new(&[
    "16.2",
    "No marker of {unit} lies there, or its commander is with it already.",
    "A brigade commander is placed with a marker of his brigade at the end of the Movement Phase.",
]);

impl Board<'_> {
    /// The marker of a brigade's counter in a chain; in the middle of a line that is too long for it, into which a column was forced (§24.6): the first before
    /// revision 7.
    pub(super) fn counter_of(&self, formation: Formation, chain: &[Link]) -> usize {
        let middle = if self.since(7) { chain.len() / 2 } else { 0 };
        counter(&self.pack.ground, formation, chain).unwrap_or(middle)
    }

    /// §6.1.5: the same of a brigade that has moved so; none where its line would be too long. One into which a column was forced goes back as it is, too long
    /// already: its formation does not hold it where it must or may retreat (§21.3, §21.7, §24.6), nor beside an enemy who has it in no range, where it moves by
    /// retreat alone (§19.4.1, cost chart).
    pub(super) fn counter_moved(
        &self,
        unit: UnitId,
        formation: Formation,
        chain: &[Link],
        pressed: Pressed,
    ) -> Option<usize> {
        let (ground, before) = (&self.pack.ground, self.chain(unit));
        let moves = || chain.iter().any(|l| !before.iter().any(|b| b.hex == l.hex));
        let goes_back = |now: &&Brigade| {
            let beside = || !now.is_named() && self.beside_enemy(unit) && moves();
            pressed == Pressed::Retreated || now.retreat != Retreat::None || beside()
        };
        let forced = || {
            let now = self.at.brigade(unit).filter(|now| self.since(7) && now.formation.is_line()).filter(goes_back)?;
            let too_long = chain.len() <= before.len() && counter(ground, now.formation, before).is_none();
            too_long.then(|| self.counter_of(formation, chain))
        };
        counter(ground, formation, chain).or_else(forced)
    }

    /// §6.1.5, §16.2.3: the marker that a brigade's counter lies with when its markers have come to these hexes after combat: that of before, as it moves from one to
    /// another at the end of a Movement Phase alone.
    pub(super) fn counter_after(&self, unit: UnitId, formation: Formation, chain: &[Link]) -> usize {
        let whole = self.at.brigade(unit).filter(|_| self.chain(unit).len() == chain.len());
        self.counter_with(whole.map(|b| usize::from(b.counter)), formation, chain)
    }

    /// The same where it is known which of these markers that is, be others lost; none where it is lost itself.
    pub(super) fn counter_with(&self, with: Option<usize>, formation: Formation, chain: &[Link]) -> usize {
        let may = |n: &usize| self.since(7) && formation.is_line() && may_lie_with(&self.pack.ground, chain, *n);
        with.filter(may).unwrap_or_else(|| self.counter_of(formation, chain))
    }

    /// §6.1.5, §16.2.3: whether the counter of a line may be placed with the marker in a hex.
    fn check_post(&self, unit: UnitId, hex: usize) -> Result<(), RuleBreak> {
        let (now, _) = self.brigade(unit).ok_or(NOT_A_BRIGADE)?;
        if self.side(unit) != self.at.side {
            return Err(NOT_YOURS);
        }
        // §6.1.5: so it may as it is set up.
        let sets_up = self.since(6) && self.to_set_up().contains(&unit);
        if !self.at.segment.is_movement() && !sets_up {
            return Err(WRONG_SEGMENT);
        }
        if !self.on_map(unit) {
            return Err(OFF_MAP);
        }
        if !now.formation.is_line() {
            return Err(NOT_A_LINE);
        }
        let chain = self.chain(unit);
        let goes = now.post.map_or(self.at.counter(unit), |post| Some(usize::from(post)));
        if goes == Some(hex) || !chain.iter().any(|l| l.at() == hex) {
            return Err(NO_SUCH_MARKER);
        }
        let near = |at: usize| self.pack.ground.atlas.distance(hex, at).is_some_and(|far| far <= 2);
        // §24.6: of a line that formed in haste as it came on those markers count that are on the map.
        let here = |l: &&Link| !self.since(7) || self.pack.ground.is_hex(l.at());
        if chain.iter().filter(here).all(|l| near(l.at())) { Ok(()) } else { Err(FAR_COUNTER) }
    }
}

/// `Ward post JJ37`: the brigade commander lies with that marker from the end of the Movement Phase on (§16.2.3), or as the brigade is set up (§6.1.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Post {
    /// Who.
    pub unit: UnitId,
    /// The marker's hex.
    pub hex: usize,
}

impl Verb<Rules> for Post {
    fn said() -> Said {
        Said::OfPiece(&["post"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let unit = words.piece?;
        let [hex] = words.rest else { return None };
        Some(read_hex(words.board.pack, hex).map(|hex| Post { unit, hex }.into()))
    }

    fn candidates(board: &Board<'_>, piece: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        let Some(unit) = piece.filter(|u| board.at.brigade(*u).is_some()) else { return false };
        let hexes: Vec<usize> = board.chain(unit).iter().map(|l| l.at()).collect();
        hexes.into_iter().filter(|hex| board.check_post(unit, *hex).is_ok()).any(|hex| found(Post { unit, hex }))
    }

    fn piece(&self) -> Option<UnitId> {
        Some(self.unit)
    }

    fn write(&self, board: &Board<'_>) -> String {
        format!("{} post {}", board.name(self.unit), board.pack.ground.id(self.hex))
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let place = board.pack.ground.id(self.hex);
        let label = format!("The commander of {} goes to the marker in {place}", board.name(self.unit));
        let note = (board.at.segment != Segment::SetUp).then(|| "When the Movement Phase ends.".to_owned());
        Choice { note, place: Some(place), ..Choice::plain(line, label, "post", "16.2") }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let board = resolver.board();
        board.check_post(self.unit, self.hex)?;
        let at = board.chain(self.unit).iter().position(|l| l.at() == self.hex);
        let mut state = board.state(self.unit).clone();
        if let (Segment::SetUp, State::Brigade(brigade), Some(at)) = (board.at.segment, &mut state.state, at) {
            brigade.counter = at as u8;
            resolver.write(Fact::SetDown { state: Box::new(state), unit: self.unit });
            return Ok(());
        }
        resolver.write(Fact::Posted { hex: self.hex as u16, unit: self.unit });
        Ok(())
    }
}

impl Position {
    /// The Movement Phase is over: commanders of lines lie where they were told to.
    pub(super) fn post_commanders(&mut self) {
        for unit in &mut self.units {
            let State::Brigade(brigade) = &mut unit.state else { continue };
            let Some(post) = brigade.post.take() else { continue };
            let at = unit.place.chain().iter().position(|l| l.hex == post);
            if let Some(at) = at.filter(|_| brigade.formation.is_line()) {
                brigade.counter = at as u8;
            }
        }
    }
}

impl Teller<'_> {
    /// Where a brigade commander will lie.
    pub fn posted(&self, unit: UnitId, hex: u16) -> Option<Line> {
        self.note(format!("The commander of {} goes to the marker in {}.", self.name(unit), self.id(hex)), "16.2")
    }
}
