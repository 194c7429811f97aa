//! Chapter 3: setting up, the Union wholly first (ruling 1).

use super::book::{AnyOrder, NOT_YOURS, Rules, Stop, WRONG_PHASE};
use super::facts::Fact;
use super::names::read_hex;
use super::position::{Phase, Place};
use super::resolver::Resolver;
use super::teller::Teller;
use super::units::{Arrival, UnitId};
use super::zones::Board;
use domain_core::board::HexId;
use domain_core::kit::{OneWord, PhaseQuestion, RuleBreak, Said, Verb, Words};
use domain_core::referee::{Choice, Line, Refusal, Side};

const SETUP_HEX: RuleBreak =
    RuleBreak::new(&["3.0", "{unit} may not set up there.", "Place it on land within reach of its set-up hex."]);
const SETUP_TAKEN: RuleBreak =
    RuleBreak::new(&["3.0", "Another unit is set up in that hex.", "Each unit has a hex of its own."]);
const ALREADY_PLACED: RuleBreak =
    RuleBreak::new(&["3.0", "{unit} is already set up.", "Lift it first to place it elsewhere."]);
const NOT_PLACED: RuleBreak =
    RuleBreak::new(&["3.0", "{unit} is not set up.", "Only a unit on the map can be lifted."]);
pub const NOT_ALL_PLACED: RuleBreak =
    RuleBreak::new(&["3.0", "Some units are still in hand.", "Place every unit first, or say deploy."]);
const ALL_PLACED: RuleBreak = RuleBreak::new(&["3.0", "Every unit is set up already.", "Say done."]);

/// Where each unit stood as the fighting began, near enough for a first game: what `deploy` sets up. A unit that another
/// pack names otherwise goes to its first free hex.
const DEPLOYMENT: [(&str, HexId); 31] = [
    ("C-APH-Field", HexId::new(4, 9)),
    ("C-APH-Gregg", HexId::new(6, 10)),
    ("C-APH-Anderson", HexId::new(6, 9)),
    ("C-APH-Branch", HexId::new(6, 8)),
    ("C-APH-Archer", HexId::new(5, 10)),
    ("C-APH-Pender", HexId::new(5, 9)),
    ("C-APH-Art", HexId::new(5, 8)),
    ("C-LNG-Kemper", HexId::new(3, 12)),
    ("C-LNG-Anderson", HexId::new(4, 12)),
    ("C-LNG-Pickett", HexId::new(4, 13)),
    ("C-LNG-Wilcox", HexId::new(4, 15)),
    ("C-LNG-Pryor", HexId::new(4, 14)),
    ("C-LNG-Featherston", HexId::new(3, 14)),
    ("C-LNG-Art", HexId::new(5, 13)),
    ("U-MOR-Martindale", HexId::new(8, 14)),
    ("U-MOR-Griffin", HexId::new(9, 12)),
    ("U-MOR-Butterfield", HexId::new(7, 15)),
    ("U-MOR-Art", HexId::new(8, 13)),
    ("U-SYK-Buchanan", HexId::new(12, 11)),
    ("U-SYK-Lovell", HexId::new(14, 11)),
    ("U-SYK-Warren", HexId::new(10, 11)),
    ("U-SYK-Art", HexId::new(13, 11)),
    ("U-MCC-Reynolds", HexId::new(10, 14)),
    ("U-MCC-Meade", HexId::new(8, 16)),
    ("U-MCC-Seymour", HexId::new(9, 15)),
    ("U-MCC-Art", HexId::new(8, 17)),
    ("U-V-Berdan", HexId::new(9, 13)),
    ("U-V-Bucktails", HexId::new(11, 12)),
    ("U-R-Heavy", HexId::new(4, 20)),
    ("U-R-Hays", HexId::new(11, 11)),
    ("U-R-NYBn", HexId::new(10, 12)),
];

/// `Archer at 0509`: sets a unit up (§3.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SetUp {
    /// The unit set up.
    pub unit: UnitId,
    /// The hex, one of its set-up area.
    pub hex: HexId,
}

impl Verb<Rules> for SetUp {
    fn said() -> Said {
        Said::OfPiece(&["at"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let (unit, [hex]) = (words.piece?, words.rest) else { return None };
        Some(read_hex(hex).map(|hex| SetUp { unit, hex }.into()))
    }

    fn candidates(board: &Board<'_>, piece: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        let Some(unit) = piece.filter(|u| board.may_set_up(*u).is_ok()) else { return false };
        let free = board.spec(unit).setup.iter().filter(|h| board.check_place(unit, **h).is_ok());
        free.map(|hex| SetUp { unit, hex: *hex }).any(found)
    }

    fn piece(&self) -> Option<UnitId> {
        Some(self.unit)
    }

    fn write(&self, board: &Board<'_>) -> String {
        format!("{} at {}", board.spec(self.unit).name, self.hex)
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let label = format!("{} sets up at {}", board.spec(self.unit).name, board.place_name(self.hex));
        Choice { place: Some(self.hex.to_string()), ..Choice::plain(line, label, "place", "3.0") }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let SetUp { unit, hex } = *self;
        resolver.board().check_place(unit, hex)?;
        resolver.write(Fact::Placed { hex, unit });
        Ok(())
    }
}

/// `Archer lift`: takes a unit set up back in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lift {
    /// The unit taken back.
    pub unit: UnitId,
}

impl Verb<Rules> for Lift {
    fn said() -> Said {
        Said::OfPiece(&["lift"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let unit = words.piece_alone()?;
        Some(Ok(Lift { unit }.into()))
    }

    fn candidates(board: &Board<'_>, piece: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        piece.is_some_and(|unit| board.check_lift(unit).is_ok() && found(Lift { unit }))
    }

    fn piece(&self) -> Option<UnitId> {
        Some(self.unit)
    }

    fn write(&self, board: &Board<'_>) -> String {
        format!("{} lift", board.spec(self.unit).name)
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let label = format!("{} is taken back in hand", board.spec(self.unit).name);
        let place = board.state(self.unit).hex().map(|h| h.to_string());
        Choice { place, ..Choice::plain(line, label, "lift", "3.0") }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let hex = resolver.board().check_lift(self.unit)?;
        resolver.write(Fact::Lifted { hex, unit: self.unit });
        Ok(())
    }
}

/// `deploy`: sets up every unit still in hand, near where it stood that day.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Deploy;

impl OneWord<Rules> for Deploy {
    const WORDS: &[&str] = &["deploy"];

    fn legal(board: &Board<'_>) -> bool {
        board.check_deploy().is_ok()
    }

    fn choice(&self, _: &Board<'_>, line: String) -> Choice {
        Choice::plain(line, "Set up every unit still in hand as on the day", "deploy", "3.0")
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let board = resolver.board();
        board.check_deploy()?;
        for (unit, hex) in board.deployment() {
            resolver.write(Fact::Placed { hex, unit });
        }
        Ok(())
    }
}

/// The set-up of a side (§3.0).
pub const SETTING_UP: PhaseQuestion<Rules> = PhaseQuestion {
    kind: "setup",
    section: "3.0",
    open: |board| board.at.acting_in(Phase::Setup),
    asks: |board| format!("Set up the {} units, then say done.", board.at.side),
};

impl Board<'_> {
    /// The units that set up before the game, by side.
    pub fn setting_up(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        self.pack.ids().filter(move |u| self.side(*u) == side && self.spec(*u).arrival == Arrival::Setup)
    }

    fn may_set_up(&self, unit: UnitId) -> Result<(), RuleBreak> {
        if self.at.phase != Phase::Setup {
            return Err(WRONG_PHASE);
        }
        if self.side(unit) != self.at.side { Err(NOT_YOURS) } else { Ok(()) }
    }

    /// §3.0: a unit on a free hex of its area.
    fn check_place(&self, unit: UnitId, hex: HexId) -> Result<(), RuleBreak> {
        self.may_set_up(unit)?;
        if self.state(unit).place != Place::Away {
            return Err(ALREADY_PLACED);
        }
        if !self.spec(unit).setup.contains(&hex) {
            return Err(SETUP_HEX);
        }
        if self.unit_in(hex).is_some() { Err(SETUP_TAKEN) } else { Ok(()) }
    }

    /// Takes a placed unit back in hand.
    fn check_lift(&self, unit: UnitId) -> Result<HexId, RuleBreak> {
        self.may_set_up(unit)?;
        self.state(unit).hex().ok_or(NOT_PLACED)
    }

    fn check_deploy(&self) -> Result<(), RuleBreak> {
        if self.at.phase != Phase::Setup {
            return Err(WRONG_PHASE);
        }
        if self.all_set_up(self.at.side) { Err(ALL_PLACED) } else { Ok(()) }
    }

    /// Whether every unit of the side is on the map.
    pub fn all_set_up(&self, side: Side) -> bool {
        self.setting_up(side).all(|u| self.state(u).place != Place::Away)
    }

    /// Where `deploy` puts every unit still in hand: each on its own site or the nearest free legal hex, those with the
    /// fewest hexes to choose from first.
    fn deployment(&self) -> Vec<(UnitId, HexId)> {
        let side = self.at.side;
        let mut hand: Vec<UnitId> = self.setting_up(side).filter(|u| self.state(*u).place == Place::Away).collect();
        hand.sort_by_key(|u| (self.spec(*u).setup.len(), *u));
        let mut taken: Vec<HexId> = Vec::new();
        let mut sites = Vec::new();
        for unit in hand {
            let spec = self.spec(unit);
            let wanted = DEPLOYMENT.iter().find(|d| d.0 == spec.id).map(|d| d.1);
            let free = |h: &&HexId| self.unit_in(**h).is_none() && !taken.contains(h);
            let far = |h: &HexId| wanted.map_or(0, |w| self.pack.ground.distance(w, *h));
            if let Some(hex) = spec.setup.iter().filter(free).min_by_key(|h| (far(h), **h)) {
                taken.push(*hex);
                sites.push((unit, *hex));
            }
        }
        sites
    }
}

impl Teller<'_> {
    /// A unit set up.
    pub fn placed(&self, unit: UnitId, hex: HexId) -> Option<Line> {
        self.changed(format!("{} sets up at {}.", self.name(unit), self.place(hex)), "3.0", hex)
    }

    /// A unit taken back in hand.
    pub fn lifted(&self, unit: UnitId, hex: HexId) -> Option<Line> {
        self.changed(format!("{} is taken back in hand.", self.name(unit)), "3.0", hex)
    }
}
