//! Lines of outposts as they stand, and the orders about them and about who is out of view (0.1).

use super::board::Board;
use super::book::{AnyOrder, NOT_YOURS, OFF_MAP, Rules, Stop, WRONG_SEGMENT};
use super::facts::{Fact, Revealed, UnseenFact};
use super::hidden::InView;
use super::hiding::{Lot, ShownAt};
use super::names::read_hex;
use super::outposts::Perimeter;
use super::position::{Retreat, Segment, UnitState, row};
use super::resolver::Resolver;
use super::units::UnitId;
use domain_core::board::Mask;
use domain_core::kit::{OneWord, RuleBreak, Said, Verb, Words, counted};
use domain_core::referee::{Choice, Refusal, Side};

const NOT_HIDDEN: RuleBreak =
    RuleBreak::new(&["0.1", "Nobody moves hidden in this game.", "Hidden movement is an option, chosen before play."]);
const ONLY_WITHIN: RuleBreak = RuleBreak::new(&[
    "0.1",
    "{unit} is not all within or along your outposts.",
    "Who is within or along a friendly line may be taken out of view.",
]);
const STILL_THERE: RuleBreak = RuleBreak::new(&[
    "0.1",
    "{unit} has not left the hexes where it was placed in view.",
    "Who was placed in view stays so until it has moved away from them.",
]);
const SEEN: RuleBreak = RuleBreak::new(&[
    "0.1",
    "{unit} is seen.",
    "Who is beside an enemy outpost or within nine hexes in the sight of an enemy brigade or battery in view stays in view.",
]);
const BUSY: RuleBreak =
    RuleBreak::new(&["0.1", "{unit} attacks or retreats.", "Who is named to attack or in retreat is seen by all."]);
const IN_VIEW: RuleBreak =
    RuleBreak::new(&["0.1", "{unit} is in view.", "Show those that are on the map out of view."]);
const ALREADY: RuleBreak =
    RuleBreak::new(&["0.1", "{unit} is out of view already.", "Take those out of view that are in it."]);
const NO_LOT: RuleBreak =
    RuleBreak::new(&["0.1", "No die is to be rolled now.", "Say first for whom, with alone or lead."]);
/// While a die is to be rolled for somebody out of view.
pub const ROLL_FIRST: RuleBreak =
    RuleBreak::new(&["0.1", "A die is to be rolled first.", "Say roll: all see the die, your side alone for whom."]);
const NO_SCREEN: RuleBreak = RuleBreak::new(&[
    "0.1",
    "No line can be laid about anybody, or it stands already.",
    "Lay outposts by their hexes, or move away from the enemy first.",
]);

/// A line, and who goes out of view behind it, of a brigade perhaps all but a part.
type Screened = (Vec<usize>, Vec<(UnitId, Option<UnitState>)>);

/// How far around counters a line is looked for, the widest first.
const ABOUT: [u32; 3] = [2, 1, 0];

impl Board<'_> {
    /// The outposts of a side.
    pub(super) fn outposts_of(&self, side: Side) -> Vec<usize> {
        self.at.hidden.outposts[row(side)].iter().map(|hex| usize::from(*hex)).collect()
    }

    /// Whether a hex is beside an outpost of a side, or is one of its.
    pub(super) fn beside_outposts(&self, side: Side, place: usize) -> bool {
        let near = |hex: &u16| self.pack.ground.atlas.distance(usize::from(*hex), place).is_some_and(|far| far <= 1);
        self.at.hidden.outposts[row(side)].iter().any(near)
    }

    /// The hexes by which a side is shut out of an enemy's perimeter: of its counters in view, of its outposts, and where its roads come onto the map.
    fn open_to_all(&self, side: Side) -> Mask {
        let ground = &self.pack.ground;
        let units = self.of(side).flat_map(|u| self.control_chain(u).iter().map(|l| l.at()));
        let roads = ground.entries.iter().filter(|e| e.side == Some(side)).map(|e| e.hex);
        Mask::of(ground.atlas.len(), units.chain(self.outposts_of(side)).chain(roads).filter(|at| ground.is_hex(*at)))
    }

    /// What outposts of a side surround: every part of the map that they cut off, in which no enemy is in view, no outpost of his and no road by which he comes.
    fn surrounded(&self, side: Side, outposts: &[usize]) -> Perimeter {
        let ground = &self.pack.ground;
        if outposts.is_empty() {
            return Perimeter::none(ground.atlas.len());
        }
        let line = self.along(outposts);
        let enemy = self.open_to_all(side.other());
        let (mut seen, mut area) = (Mask::over(ground.atlas.len()), Mask::over(ground.atlas.len()));
        for start in 0..ground.cells.len() {
            if line.contains(start) || seen.contains(start) {
                continue;
            }
            let part = self.within(&line, &[start]);
            seen.add(&part);
            if !part.meets(&enemy) {
                area.add(&part);
            }
        }
        Perimeter { area, line, outposts: outposts.to_vec() }
    }

    /// The perimeter of a side as it stands.
    pub(super) fn perimeter(&self, side: Side) -> Perimeter {
        self.surrounded(side, &self.outposts_of(side))
    }

    /// 0.1, outposts 3 to 5: whether outposts of a side may stand so.
    ///
    /// # Errors
    /// The rule that bars it.
    pub(super) fn check_outpost_line(&self, side: Side, outposts: &[usize]) -> Result<Perimeter, RuleBreak> {
        let fights = |u: &UnitId| self.spec(*u).commander().is_none();
        let friends = self.in_view_of(side).chain(self.unseen_of(side)).filter(fights);
        let friends = friends.flat_map(|u| self.true_hexes(u)).chain(self.detachment_hexes(side));
        let friends: Vec<usize> = friends.collect();
        let enemies = self.of(side.other()).flat_map(|u| self.control_chain(u).iter().map(|l| l.at()));
        let enemies: Vec<usize> = enemies.collect();
        let within: Vec<usize> = self.surrounded(side, outposts).area.iter().collect();
        self.check_outposts((side, outposts, &within), &friends, &enemies, &self.perimeter(side.other()))
    }

    /// Whether lines are laid now: at the end of a Movement Phase (outposts 10), and before play.
    fn check_lays(&self) -> Result<(), RuleBreak> {
        if !self.at.options.hidden_movement {
            return Err(NOT_HIDDEN);
        }
        if matches!(self.at.segment, Segment::Outposts | Segment::SetUp) { Ok(()) } else { Err(WRONG_SEGMENT) }
    }

    /// Whether a counter may be taken out of view behind a line (outposts 6 and 8), and what stays in view of it: of a brigade that may not be as a whole the markers that
    /// may not (outposts 9), those of which one lies beside the enemy apart.
    fn check_hides(&self, unit: UnitId, ours: &Perimeter) -> Result<Option<UnitState>, RuleBreak> {
        self.check_lays()?;
        let side = self.side(unit);
        if side != self.at.side {
            return Err(NOT_YOURS);
        }
        if self.is_unseen(unit) || self.is_partly(unit) {
            return Err(ALREADY);
        }
        if !self.on_map(unit) {
            return Err(OFF_MAP);
        }
        let hexes: Vec<usize> = self.chain(unit).iter().map(|l| l.at()).collect();
        let may_part = self.at.segment == Segment::Outposts && !self.beside_enemy(unit);
        let outside = |at: &usize| !ours.holds(*at);
        if hexes.iter().any(outside) && (!may_part || hexes.iter().all(outside)) {
            return Err(ONLY_WITHIN);
        }
        if self.at.brigade(unit).is_some_and(|b| b.is_named() || b.retreat != Retreat::None) {
            return Err(BUSY);
        }
        let shown = self.at.hidden.shown.iter().find(|s| s.unit == unit);
        let placed = shown.map_or_else(Vec::new, |s| self.placed_in_view(s));
        let there = |at: &usize| self.at.segment != Segment::SetUp && placed.iter().any(|hex| usize::from(*hex) == *at);
        let (theirs, seers) = (self.perimeter(side.other()), self.seers(side.other()));
        let seen = |at: &usize| self.comes_into_view((side, *at), ours, &theirs, &seers, false).is_some();
        let why = |at: &usize| match () {
            () if outside(at) => Some(ONLY_WITHIN),
            () if there(at) => Some(STILL_THERE),
            () => seen(at).then_some(SEEN),
        };
        let mut stays: Vec<(usize, RuleBreak)> = hexes.iter().filter_map(|at| Some((*at, why(at)?))).collect();
        stays.sort_by_key(|(_, why)| [ONLY_WITHIN, STILL_THERE, SEEN].iter().position(|known| known == why));
        let Some((_, why)) = stays.first() else { return Ok(None) };
        let shown: Vec<usize> = stays.iter().map(|(at, _)| *at).collect();
        let part = self.part_of(unit, &shown).filter(|_| may_part);
        part.map(Some).ok_or(*why)
    }

    /// Outposts 8: the hexes where a counter was placed in view; of one that came onto the map as it took over a command (0.3) where it did.
    fn placed_in_view(&self, shown: &ShownAt) -> Vec<u16> {
        let came = |by: UnitId| self.since(7) && shown.hexes.is_empty() && by == shown.unit;
        let took = self.at.substitutes.iter().filter(|s| came(s.by)).map(|s| s.hex);
        shown.hexes.iter().copied().chain(took).collect()
    }

    /// Whether a counter may be placed in view (outposts 2 and 7): by its own side, while that moves.
    fn check_shows(&self, unit: UnitId) -> Result<(), RuleBreak> {
        if !self.at.options.hidden_movement {
            return Err(NOT_HIDDEN);
        }
        if self.side(unit) != self.at.side {
            return Err(NOT_YOURS);
        }
        let lays = self.since(7) && self.at.segment == Segment::Outposts;
        if self.at.segment != Segment::Opening && !self.at.segment.is_movement() && !lays {
            return Err(WRONG_SEGMENT);
        }
        if !self.on_map(unit) {
            return Err(OFF_MAP);
        }
        if self.is_unseen(unit) { Ok(()) } else { Err(IN_VIEW) }
    }

    /// A line about all of a side's brigades, batteries and commanders for whom one can be laid.
    fn screen(&self) -> Vec<usize> {
        let (side, ground) = (self.at.side, &self.pack.ground);
        let atlas = &ground.atlas;
        // One hex of air between the line and whatever would break it.
        let enemy = self.open_to_all(side.other());
        let theirs = self.perimeter(side.other());
        let mut air = Mask::over(atlas.len());
        for at in (0..ground.cells.len()).filter(|at| enemy.contains(*at) || theirs.holds(*at)) {
            atlas.range(at, 2).for_each(|near| {
                air.insert(near);
            });
        }
        let fights = |u: &UnitId| self.spec(*u).commander().is_none();
        let units: Vec<Vec<usize>> = self
            .in_view_of(side)
            .chain(self.unseen_of(side))
            .filter(fights)
            .map(|u| self.true_hexes(u))
            .chain(self.detachment_hexes(side).map(|at| vec![at]))
            .filter(|hexes| !hexes.is_empty() && hexes.iter().all(|at| !air.contains(*at)))
            .collect();
        let mut kept: Vec<&Vec<usize>> = units.iter().collect();
        // All together, or without whom the line cannot be laid about.
        for far in ABOUT {
            let ring = self.ring(&kept.iter().flat_map(|hexes| hexes.iter().copied()).collect::<Vec<_>>(), far, &air);
            if self.check_outpost_line(side, &ring).is_ok() {
                return ring;
            }
        }
        kept.retain(|hexes| self.check_outpost_line(side, &self.ring(hexes, 1, &air)).is_ok());
        let ring = self.ring(&kept.iter().flat_map(|hexes| hexes.iter().copied()).collect::<Vec<_>>(), 1, &air);
        if self.check_outpost_line(side, &ring).is_ok() { ring } else { Vec::new() }
    }

    /// The hexes next to all that lies so near to some.
    fn ring(&self, hexes: &[usize], far: u32, air: &Mask) -> Vec<usize> {
        let (ground, atlas) = (&self.pack.ground, &self.pack.ground.atlas);
        let near = hexes.iter().flat_map(|at| atlas.range(*at, far));
        let area = Mask::of(atlas.len(), near.filter(|at| ground.is_hex(*at) && !air.contains(*at)));
        let beside = |at: &usize| !area.contains(*at) && atlas.around(*at).any(|(_, next)| area.contains(next));
        (0..ground.cells.len()).filter(beside).collect()
    }

    /// Who may be taken out of view behind a line.
    fn hideable(&self, ours: &Perimeter) -> Vec<(UnitId, Option<UnitState>)> {
        self.of(self.at.side).filter_map(|u| Some((u, self.check_hides(u, ours).ok()?))).collect()
    }

    /// Whether a line can be laid about anybody that does not stand already, or somebody be taken out of view behind it.
    fn check_screen(&self) -> Result<Screened, RuleBreak> {
        self.check_lays()?;
        let ring = self.screen();
        let ours = self.surrounded(self.at.side, &ring);
        let hides = self.hideable(&ours);
        if ring.is_empty() || (ring == self.outposts_of(self.at.side) && hides.is_empty()) {
            return Err(NO_SCREEN);
        }
        Ok((ring, hides))
    }
}

impl Resolver<'_, '_> {
    /// Outposts 8: as lines are laid, who has moved away from where it was placed in view need not stay so any more, wherever it comes then.
    pub(super) fn note_moved_away(&mut self) {
        let board = self.board();
        let lies = |unit: UnitId, hex: u16| board.chain(unit).iter().any(|l| l.hex == hex);
        let away = |s: &&ShownAt| !board.placed_in_view(s).into_iter().any(|hex| lies(s.unit, hex));
        let shown = board.at.hidden.shown.iter().filter(|_| board.since(7));
        let units: Vec<UnitId> = shown.filter(away).map(|s| s.unit).collect();
        if !units.is_empty() {
            self.write(Fact::Unseen(UnseenFact::MovedAway { units }));
        }
    }

    fn lay(&mut self, outposts: &[usize]) {
        let side = self.buffer.position.side;
        let outposts = outposts.iter().map(|hex| *hex as u16).collect();
        self.write(Fact::Unseen(UnseenFact::Laid { outposts, side }));
    }

    /// Counters are taken out of view, of a brigade perhaps all but a part.
    fn take_out_of_view(&mut self, hides: Vec<(UnitId, Option<UnitState>)>) {
        let side = self.buffer.position.side;
        let took = |unit: UnitId| Revealed { part: false, state: self.buffer.position.unit(unit).clone(), unit };
        let of = |units: &[UnitId]| -> Vec<Revealed> { units.iter().map(|unit| took(*unit)).collect() };
        let (parts, units): (Vec<_>, Vec<_>) = hides.into_iter().partition(|(_, part)| part.is_some());
        let [parted, units] = [&parts, &units].map(|all| all.iter().map(|(unit, _)| *unit).collect::<Vec<UnitId>>());
        let (took_parted, took) = (of(&parted), of(&units));
        if !units.is_empty() {
            self.write(Fact::Unseen(UnseenFact::OutOfView { units }));
            self.write(Fact::Unseen(UnseenFact::Took { side, units: took }));
        }
        let part = |(unit, part): (UnitId, Option<UnitState>)| Some(Revealed { part: true, state: part?, unit });
        let parts: Vec<Revealed> = parts.into_iter().filter_map(part).collect();
        if !parts.is_empty() {
            self.record(Fact::Unseen(UnseenFact::Took { side, units: took_parted }));
            self.stand_in_view(&[], parts, InView::Partly);
        }
    }

    /// Whether a die for a commander or brigades of whom somebody is out of view is kept for an order that names nobody: then for whom it is, is written for their side alone.
    pub(super) fn seals_lot(&mut self, by: UnitId, over: &[UnitId], segment: Segment) -> bool {
        let board = self.board();
        let sealed = over.iter().chain([&by]).any(|u| board.is_unseen(*u));
        if sealed {
            let (side, lot) = (board.at.side, Lot { by, over: over.to_vec(), segment });
            self.write(Fact::Unseen(UnseenFact::Lot { lot, side }));
        }
        sealed
    }
}

/// `outposts G36 H36 I36`: all outposts of one's side, in place of those that stood; alone it takes them up (outposts 3, 10).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outposts {
    /// Where they stand.
    pub hexes: Vec<usize>,
}

impl Verb<Rules> for Outposts {
    fn said() -> Said {
        Said::Alone(&["outposts"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let hexes = words.rest.iter().map(|word| read_hex(words.board.pack, word));
        Some(hexes.collect::<Result<Vec<usize>, _>>().map(|mut hexes| {
            hexes.sort_unstable();
            hexes.dedup();
            Outposts { hexes }.into()
        }))
    }

    fn candidates(board: &Board<'_>, _: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        let laid = board.check_lays().is_ok() && !board.outposts_of(board.at.side).is_empty();
        laid && found(Outposts { hexes: Vec::new() })
    }

    fn write(&self, board: &Board<'_>) -> String {
        let hexes: Vec<String> = self.hexes.iter().map(|hex| board.pack.ground.id(*hex)).collect();
        format!("outposts {}", hexes.join(" ")).trim_end().to_owned()
    }

    fn choice(&self, _: &Board<'_>, line: String) -> Choice {
        let label = match self.hexes.len() {
            0 => "Take up your outposts".to_owned(),
            n => format!("Lay {n} outposts"),
        };
        Choice::plain(line, label, "outposts", "0.1")
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let board = resolver.board();
        board.check_lays()?;
        if !self.hexes.is_empty() {
            board.check_outpost_line(board.at.side, &self.hexes)?;
        }
        resolver.lay(&self.hexes);
        Ok(())
    }
}

/// `screen`: outposts all around one's counters, and whoever may be is taken out of view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Screen;

impl OneWord<Rules> for Screen {
    const WORDS: &[&str] = &["screen"];

    fn legal(board: &Board<'_>) -> bool {
        board.check_screen().is_ok()
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let (ring, hides) = board.check_screen().unwrap_or_default();
        let label = format!("Lay {} outposts about your counters", ring.len());
        let note = format!("{} out of view with it.", counted(hides.len() as i32, "counter"));
        Choice { note: Some(note), ..Choice::plain(line, label, "outposts", "0.1") }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let (ring, hides) = resolver.board().check_screen()?;
        resolver.lay(&ring);
        resolver.take_out_of_view(hides);
        Ok(())
    }
}

/// `Archer hide`: takes a counter out of view (outposts 6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hide {
    /// Who.
    pub unit: UnitId,
}

/// `Archer show`: places a counter in view (outposts 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Show {
    /// Who.
    pub unit: UnitId,
}

impl Verb<Rules> for Hide {
    fn said() -> Said {
        Said::OfPiece(&["hide"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        Some(Ok(Hide { unit: words.piece_alone()? }.into()))
    }

    fn candidates(board: &Board<'_>, piece: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        let legal = |unit: &UnitId| {
            board.check_lays().is_ok() && board.check_hides(*unit, &board.perimeter(board.at.side)).is_ok()
        };
        piece.filter(legal).is_some_and(|unit| found(Hide { unit }))
    }

    fn piece(&self) -> Option<UnitId> {
        Some(self.unit)
    }

    fn write(&self, board: &Board<'_>) -> String {
        format!("{} hide", board.name(self.unit))
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let choice = Choice::plain(line, format!("{} is taken out of view", board.name(self.unit)), "hide", "0.1");
        let part = board.check_hides(self.unit, &board.perimeter(board.at.side)).ok().flatten();
        let note = part.map(|p| format!("But for {}.", board.link_names(p.place.chain())));
        Choice { note, ..choice }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let board = resolver.board();
        board.check_lays()?;
        let part = board.check_hides(self.unit, &board.perimeter(board.at.side))?;
        resolver.take_out_of_view(vec![(self.unit, part)]);
        Ok(())
    }
}

impl Verb<Rules> for Show {
    fn said() -> Said {
        Said::OfPiece(&["show"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        Some(Ok(Show { unit: words.piece_alone()? }.into()))
    }

    fn candidates(board: &Board<'_>, piece: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        piece.is_some_and(|unit| board.check_shows(unit).is_ok() && found(Show { unit }))
    }

    fn piece(&self) -> Option<UnitId> {
        Some(self.unit)
    }

    fn write(&self, board: &Board<'_>) -> String {
        format!("{} show", board.name(self.unit))
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        Choice::plain(line, format!("{} is placed in view", board.name(self.unit)), "show", "0.1")
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        resolver.board().check_shows(self.unit)?;
        resolver.place_in_view(&[self.unit], InView::Chosen);
        resolver.look(self.unit, &[]);
        Ok(())
    }
}

/// `roll`: the die for somebody out of view: all see its number, and nobody but its side whom it is for (§15.0).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lots;

impl OneWord<Rules> for Lots {
    const WORDS: &[&str] = &["roll"];

    fn legal(board: &Board<'_>) -> bool {
        board.at.hidden.lot.is_some()
    }

    fn choice(&self, _: &Board<'_>, line: String) -> Choice {
        Choice::plain(line, "Roll the die", "roll", "15.0").rolling()
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let lot = resolver.buffer.position.hidden.lot.clone().ok_or(NO_LOT)?;
        let side = resolver.buffer.position.side;
        resolver.open_segment(lot.segment);
        let die = resolver.dice.roll("activity of somebody out of view", 1, 6)?[0];
        resolver.write(Fact::Unseen(UnseenFact::Rolled { die, side }));
        let board = resolver.board();
        let levels = board.levels(lot.by, &lot.over, die);
        // §15.4: of several seats that one's brigades have done whose the die is, whoever rolls it.
        let whose = board.eye.map(|eye| if board.since(6) { board.seat_of(lot.by) } else { eye });
        let closes = board.with_eye(whose).closed_with();
        resolver.write(Fact::Allotted { by: lot.by, closes, die, levels });
        Ok(())
    }
}
