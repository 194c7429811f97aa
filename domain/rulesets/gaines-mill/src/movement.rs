//! Chapter 6: who may move, what a step costs and where a way must end; withdrawing (§6.8).

use super::book::{AnyOrder, NOT_YOURS, OFF_MAP, Rules, Stop, WRONG_PHASE};
use super::entering::Enter;
use super::facts::Fact;
use super::ground::{Edge, MP, points};
use super::mover::{ENEMY_THERE, FRIEND_AT_END, Mover, THROUGH_ZONE, TOO_DEAR, WAY_GAP, WAY_START, Walked, whole};
use super::names::{read_hex, read_way, way_of};
use super::position::{Act, Phase, Place};
use super::resolver::Resolver;
use super::teller::Teller;
use super::units::{GUNS_ZONE, SHARPSHOOTER_ZONE, UnitId};
use super::way::{LONGEST_WAY, Way};
use super::zones::Board;
use domain_core::board::{HexId, Reach};
use domain_core::kit::{PhaseQuestion, RuleBreak, Said, Verb, Words};
use domain_core::referee::{Chart, Choice, Line, Refusal, Tone};

const LOST: RuleBreak =
    RuleBreak::new(&["7.5", "{unit} has been eliminated.", "Give orders to units that are still in the game."]);
const OCCUPIED: RuleBreak =
    RuleBreak::new(&["6.3", "Another unit is in that hex.", "Only one unit may stand in a hex."]);
const NOT_ACTIVATED: RuleBreak =
    RuleBreak::new(&["6.0", "{unit} is not activated.", "An inactive unit may withdraw from enemy zones or recover."]);
const ACTIVATED: RuleBreak =
    RuleBreak::new(&["6.8", "{unit} is activated.", "Only inactive units withdraw; an active one may move."]);
const ACTED: RuleBreak =
    RuleBreak::new(&["6.0", "{unit} has already acted.", "Each unit does one thing in a Move Phase."]);
const RIVER: RuleBreak = RuleBreak::new(&["2.1", "The river bars the way.", "It is crossed only along a bridge."]);
const STOP_IN_ZONE: RuleBreak =
    RuleBreak::new(&["6.41", "An enemy zone ends the move.", "Stop in the first hex of an enemy zone."]);
const GUNS_COVER_IT: RuleBreak =
    RuleBreak::new(&["6.44", "Guns cover that hex.", "Enter it by a move of that one hex only, or charge the guns."]);
const SHARPSHOOTERS_COVER_IT: RuleBreak = RuleBreak::new(&[
    "6.45",
    "Sharpshooters cover that hex.",
    "Enter it by a move of that one hex only, or charge them.",
]);
const OFF_THE_MAP: RuleBreak = RuleBreak::new(&["6.7", "That hex is off the map.", "Name a hex of the map."]);
const ALREADY_THERE: RuleBreak =
    RuleBreak::new(&["6.1", "{unit} stands there already.", "Name another hex, or leave it where it is."]);
const NO_WAY: RuleBreak = RuleBreak::new(&[
    "6.41",
    "No way leads {unit} there: enemies, their zones or the river bar them all.",
    "Choose a hex outside them, or the first hex of a zone.",
]);
const SPECIAL_ONLY: RuleBreak =
    RuleBreak::new(&["14.0", "Only the reinforcements move in the Special Sequence.", "Bring them on, or say done."]);
const NOT_IN_ZONE: RuleBreak =
    RuleBreak::new(&["6.8", "{unit} is in no enemy zone.", "Only units in an enemy zone withdraw."]);
const WITHDRAW_ZONE: RuleBreak =
    RuleBreak::new(&["6.8", "That hex is in an enemy zone.", "Withdraw to a hex free of them."]);
const WITHDRAW_NEARER: RuleBreak =
    RuleBreak::new(&["6.8", "That is not away from the enemy.", "Go farther from each enemy whose zone holds {unit}."]);
const WITHDRAW_COST: RuleBreak =
    RuleBreak::new(&["6.8", "{unit} cannot pay for that hex.", "Withdraw to an easier one."]);

/// More half-points than any way over the map takes.
pub const FAR: u16 = 2_000;

/// `Archer 0714-0715-0815`, `Archer 0815`: moves along a way (§6.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The unit that moves.
    pub unit: UnitId,
    /// The way, its present hex first.
    pub way: Way,
}

impl Verb<Rules> for Move {
    fn said() -> Said {
        Said::OfPiece(&["move", "to"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let (unit, [way]) = (words.piece?, words.rest) else { return None };
        Some(movement(words.board, unit, way))
    }

    fn candidates(board: &Board<'_>, piece: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        let Some(unit) = piece else { return false };
        let Ok(mover) = board.mover(unit) else { return false };
        if board.bound_to_charge(unit) {
            return false;
        }
        board.each_way(&mover, |way| found(Move { unit, way }))
    }

    fn piece(&self) -> Option<UnitId> {
        Some(self.unit)
    }

    fn write(&self, board: &Board<'_>) -> String {
        format!("{} {}", board.spec(self.unit).name, self.way)
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let label = format!("{} moves to {}", board.spec(self.unit).name, board.place_name(self.way.end()));
        let choice = Choice::plain(line, label, "move", "6.1");
        board.with_way(choice, self.unit, &self.way, board.check_move(self.unit, &self.way), self.way.hexes().len() - 1)
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let Move { unit, way } = *self;
        let board = resolver.board();
        let walked = board.check_move(unit, &way)?;
        let shifted = board.guns_may_fight(unit, way.hexes().len() - 1, walked.spent, way.end());
        resolver.write(Fact::Moved { cost: walked.spent, entered: false, shifted, unit, way });
        Ok(())
    }
}

/// `Meade withdraw 1013`: withdraws an inactive unit (§6.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Withdraw {
    /// The unit that withdraws.
    pub unit: UnitId,
    /// The hex it goes to.
    pub to: HexId,
}

impl Verb<Rules> for Withdraw {
    fn said() -> Said {
        Said::OfPiece(&["withdraw"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let (unit, [hex]) = (words.piece?, words.rest) else { return None };
        Some(read_hex(hex).map(|to| Withdraw { unit, to }.into()))
    }

    fn candidates(board: &Board<'_>, piece: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        let Some(unit) = piece else { return false };
        let Ok(from) = board.may_act_on_map(unit) else { return false };
        let edges = board.pack.ground.edges(board.pack.ground.index(from));
        let mut hexes = edges.map(|e| board.pack.ground.cell(e.to).hex);
        hexes.any(|to| board.check_withdraw(unit, to).is_ok() && found(Withdraw { unit, to }))
    }

    fn piece(&self) -> Option<UnitId> {
        Some(self.unit)
    }

    fn write(&self, board: &Board<'_>) -> String {
        format!("{} withdraw {}", board.spec(self.unit).name, self.to)
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let label = format!("{} withdraws to {}", board.spec(self.unit).name, board.place_name(self.to));
        let here = board.state(self.unit).hex().map(|h| h.to_string());
        let path = here.into_iter().chain([self.to.to_string()]).collect();
        Choice { place: Some(self.to.to_string()), path, ..Choice::plain(line, label, "withdraw", "6.8") }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let Withdraw { unit, to } = *self;
        let board = resolver.board();
        let cost = board.check_withdraw(unit, to)?;
        let from = board.state(unit).hex().ok_or(OFF_MAP)?;
        // It counts as a move of one hex (ruling 17).
        let shifted = board.guns_may_fight(unit, 1, cost, to);
        resolver.write(Fact::Withdrew { from, shifted, to, unit });
        Ok(())
    }
}

/// Reads a move: the whole way, or only its end, which takes the best way there.
pub fn movement(board: &Board<'_>, unit: UnitId, word: &str) -> Result<AnyOrder, Refusal> {
    let hexes = read_way(word)?;
    let away = board.state(unit).place == Place::Away;
    if let [to] = hexes.as_slice() {
        if let Some(way) = board.way_named(unit, *to) {
            return Ok(if away { Enter { unit, way }.into() } else { Move { unit, way }.into() });
        }
        if let Ok(mover) = board.mover(unit)
            && board.not_bound_to_charge(unit).is_ok()
        {
            return Err(Refusal::Illegal(board.why_not(&mover, *to).illegal(&board.spec(unit).name)));
        }
        // It may not move at all: written out for the rules to say why.
        if let Some(from) = board.state(unit).hex() {
            return Ok(Move { unit, way: way_of(&[from, *to])? }.into());
        }
    }
    let way = way_of(&hexes)?;
    Ok(if away { Enter { unit, way }.into() } else { Move { unit, way }.into() })
}

/// The Move Phase (§6.0).
pub const MOVING: PhaseQuestion<Rules> = PhaseQuestion {
    kind: "move",
    section: "6.0",
    open: |board| board.at.acting_in(Phase::Move),
    asks: |board| {
        let names: Vec<&str> = board.at.activated.iter().map(|d| d.name()).collect();
        let who = if names.is_empty() { "your units".to_owned() } else { names.join(", ") };
        format!("Move, charge or recover with {who}.")
    },
};

impl Board<'_> {
    /// §6.0: one act for each unit, of its own side, in the Move Phase.
    pub fn may_act(&self, unit: UnitId) -> Result<(), RuleBreak> {
        if !matches!(self.at.phase, Phase::Move | Phase::Special) {
            return Err(WRONG_PHASE);
        }
        if self.side(unit) != self.at.side {
            return Err(NOT_YOURS);
        }
        let state = self.state(unit);
        if state.place == Place::Lost {
            return Err(LOST);
        }
        if state.act != Act::None {
            return Err(ACTED);
        }
        Ok(())
    }

    /// The same for a unit on the map, which does not move in the Special Sequence (§14.0).
    pub fn may_act_on_map(&self, unit: UnitId) -> Result<HexId, RuleBreak> {
        self.may_act(unit)?;
        let hex = self.state(unit).hex().ok_or(OFF_MAP)?;
        if self.at.phase == Phase::Special { Err(SPECIAL_ONLY) } else { Ok(hex) }
    }

    /// §6.0, §6.42: whether a unit on the map may move, and what its steps depend on.
    pub fn mover(&self, unit: UnitId) -> Result<Mover, RuleBreak> {
        let hex = self.may_act_on_map(unit)?;
        if !self.state(unit).activated {
            return Err(NOT_ACTIVATED);
        }
        self.pinned(unit, hex)?;
        Ok(self.mover_from(unit, Some(self.pack.ground.index(hex))))
    }

    /// What a unit's steps depend on, wherever it starts.
    pub fn mover_from(&self, unit: UnitId, start: Option<usize>) -> Mover {
        let spec = self.spec(unit);
        Mover { unit, side: spec.side, arm: spec.arm, start, budget: spec.half_points() }
    }

    /// The enemy zones over a hex that concern a mover: cavalry knows only those of guns (§6.43).
    pub fn stopping_zones(&self, mover: &Mover, index: usize) -> u8 {
        let zones = self.enemy_zones(mover.side, index);
        if mover.arm.is_cavalry() { zones & GUNS_ZONE } else { zones }
    }

    /// One step of a move, from a hex reached with `spent`: what has been spent after it.
    pub fn step(&self, mover: &Mover, from: usize, spent: u16, edge: &Edge) -> Result<u16, RuleBreak> {
        // §6.41: the first zone entered ends the move; standing in one at the start does not.
        if mover.start != Some(from) && self.stopping_zones(mover, from) != 0 {
            return Err(STOP_IN_ZONE);
        }
        let zones = self.stopping_zones(mover, edge.to);
        if let Some(other) = self.unit_at(edge.to) {
            if self.side(other) != mover.side {
                return Err(ENEMY_THERE);
            }
            // §6.3, ruling 12.
            if zones != 0 {
                return Err(THROUGH_ZONE);
            }
        }
        // §6.44, §6.45, ruling 16: the zones of guns and sharpshooters only by a move of that one hex.
        if mover.start != Some(from) {
            self.barred_zones(mover, edge.to)?;
        }
        // §6.2: by road half a point, whatever the ground; §6.41: never into a zone.
        let after = if edge.road && zones == 0 { spent + 1 } else { whole(spent) + edge.full };
        if after > mover.budget { Err(TOO_DEAR) } else { Ok(after) }
    }

    /// §6.44 and §6.45: zones that end no ordinary move.
    pub fn barred_zones(&self, mover: &Mover, index: usize) -> Result<(), RuleBreak> {
        let zones = self.stopping_zones(mover, index);
        if zones & GUNS_ZONE != 0 {
            return Err(GUNS_COVER_IT);
        }
        if zones & SHARPSHOOTER_ZONE != 0 {
            return Err(SHARPSHOOTERS_COVER_IT);
        }
        Ok(())
    }

    /// §6.3: a move may not end on another unit.
    pub fn may_end(&self, index: usize) -> Result<(), RuleBreak> {
        if self.unit_at(index).is_some() { Err(FRIEND_AT_END) } else { Ok(()) }
    }

    /// The edge between two hexes of a way.
    pub fn way_edge(&self, from: HexId, to: HexId) -> Result<&Edge, RuleBreak> {
        let ground = &self.pack.ground;
        if !ground.grid.contains(to) || ground.distance(from, to) != 1 {
            return Err(WAY_GAP);
        }
        ground.edge(from, to).ok_or(RIVER)
    }

    /// Walks the steps of a way after its first hex.
    pub fn walk(&self, mover: &Mover, way: &[HexId], mut spent: u16) -> Result<Walked, RuleBreak> {
        let mut mover = *mover;
        for pair in way.windows(2) {
            let edge = self.way_edge(pair[0], pair[1])?;
            spent = self.step(&mover, self.pack.ground.index(pair[0]), spent, edge)?;
            // What a first step may, none after it may, though the way comes back to the hex where it began (§6.44, §6.45).
            if self.since(2) {
                mover.start = None;
            }
        }
        let end = way.last().ok_or(WAY_GAP)?;
        Ok(Walked { spent, end: self.pack.ground.index(*end) })
    }

    /// §6.1: a move along a way.
    pub fn check_move(&self, unit: UnitId, way: &Way) -> Result<Walked, RuleBreak> {
        let mover = self.mover(unit)?;
        self.not_bound_to_charge(unit)?;
        if mover.start != Some(self.index_of(way.start())?) {
            return Err(WAY_START);
        }
        if way.hexes().len() < 2 {
            return Err(ALREADY_THERE);
        }
        let walked = self.walk(&mover, way.hexes(), 0)?;
        self.may_end(walked.end)?;
        Ok(walked)
    }

    /// Why a unit that may move gets to no such hex by any way.
    fn why_not(&self, mover: &Mover, to: HexId) -> RuleBreak {
        let Ok(end) = self.index_of(to) else { return OFF_THE_MAP };
        if mover.start == Some(end) {
            return ALREADY_THERE;
        }
        if let Some(other) = self.unit_at(end) {
            return if self.side(other) == mover.side { FRIEND_AT_END } else { ENEMY_THERE };
        }
        let start = mover.start.map(|s| (s, 0));
        let tireless = Mover { budget: FAR, ..*mover };
        let too_dear = self.searching(|reach| {
            self.reach(&tireless, start, reach);
            reach.cost(end).is_some()
        });
        if too_dear {
            return TOO_DEAR;
        }
        self.barred_zones(mover, end).err().unwrap_or(NO_WAY)
    }

    /// The dense number of a hex on the map.
    pub fn index_of(&self, hex: HexId) -> Result<usize, RuleBreak> {
        let grid = &self.pack.ground.grid;
        if grid.contains(hex) { Ok(grid.index(hex)) } else { Err(OFF_THE_MAP) }
    }

    /// Everything a mover can reach from these starts, passing friends.
    pub fn reach(&self, mover: &Mover, starts: impl IntoIterator<Item = (usize, u16)>, reach: &mut Reach) {
        reach.search(starts, mover.budget, |from, spent, out| {
            for edge in self.pack.ground.edges(from) {
                // No step is cheaper than half a point: do not weigh one that cannot be better.
                if out.better(edge.to, spent + 1)
                    && let Ok(after) = self.step(mover, from, spent, edge)
                {
                    out.at(edge.to, after);
                }
            }
        });
    }

    /// The best way found to a hex: the cheapest, but a single step where the rules reward moving one hex only (§6.44,
    /// §6.5).
    pub fn way_to(&self, reach: &Reach, to: usize) -> Option<Way> {
        let mut back = [HexId::new(0, 0); LONGEST_WAY];
        let (mut at, mut n) = (to, 0);
        loop {
            *back.get_mut(n)? = self.pack.ground.cell(at).hex;
            n += 1;
            match reach.before(at) {
                Some(before) => at = before,
                None => break,
            }
        }
        back[..n].reverse();
        Way::of(&back[..n])
    }

    /// The way that a move to this hex takes when the player names only the hex.
    pub fn best_way(&self, mover: &Mover, reach: &Reach, to: usize) -> Option<Way> {
        let way = self.way_to(reach, to)?;
        // A battery keeps its fire by a single step (§6.5): prefer it where it may be taken.
        if let (Some(start), true) = (mover.start, mover.arm.is_artillery() && way.hexes().len() > 2) {
            let edge = self.pack.ground.edges(start).find(|e| e.to == to);
            if edge.is_some_and(|e| self.step(mover, start, 0, e).is_ok()) {
                return Way::of(&[way.start(), way.end()]);
            }
        }
        Some(way)
    }

    /// The way a unit takes to a hex when only the hex is named: `None` when it cannot get there.
    pub fn way_named(&self, unit: UnitId, to: HexId) -> Option<Way> {
        let end = self.index_of(to).ok()?;
        let (mover, starts) = match self.state(unit).place {
            Place::Away => {
                let mover = self.may_enter(unit).ok()?;
                let starts: Vec<_> = self.arrow_starts(&mover).collect();
                (mover, starts)
            }
            _ => {
                let mover = self.mover(unit).ok()?;
                (mover, vec![(mover.start?, 0)])
            }
        };
        self.searching(|reach| {
            self.reach(&mover, starts, reach);
            reach.cost(end)?;
            self.best_way(&mover, reach, end)
        })
    }

    /// Calls `found` with the best way to each hex where a mover may end, until it returns true.
    pub fn each_way(&self, mover: &Mover, mut found: impl FnMut(Way) -> bool) -> bool {
        self.searching(|reach| {
            let start = mover.start.map(|s| (s, 0));
            let arrows = self.arrow_starts(mover).filter(|_| mover.start.is_none());
            self.reach(mover, start.into_iter().chain(arrows), reach);
            let ends = reach.found().filter(|end| Some(*end) != mover.start && self.may_end(*end).is_ok());
            ends.filter_map(|end| self.best_way(mover, reach, end)).any(&mut found)
        })
    }

    /// A line of the menu with what a way costs and what it leads to; `steps` counts the hexes entered.
    pub fn with_way(
        &self,
        mut c: Choice,
        unit: UnitId,
        way: &Way,
        walked: Result<Walked, RuleBreak>,
        steps: usize,
    ) -> Choice {
        c.place = Some(way.end().to_string());
        c.path = way.hexes().iter().map(HexId::to_string).collect();
        let Ok(walked) = walked else { return c };
        c.cost = Some(self.cost(unit, walked.spent));
        let mut notes = Vec::new();
        if self.stopping_zones(&self.mover_from(unit, None), walked.end) != 0 {
            notes.push("Stops there: an enemy zone.");
        }
        if self.spec(unit).arm.is_artillery() {
            notes.push(if self.guns_may_fight(unit, steps, walked.spent, way.end()) {
                "May still fire this turn."
            } else {
                "Cannot fire this turn."
            });
        }
        c.note = (!notes.is_empty()).then(|| notes.join(" "));
        c
    }

    /// What a way costs, of what the unit has: "2½ of 5 MP".
    pub fn cost(&self, unit: UnitId, spent: u16) -> String {
        format!("{} of {} MP", points(spent), self.spec(unit).movement)
    }

    /// §6.5: whether a battery that went this way may still fight in this player turn. `steps` counts hexes entered.
    pub fn guns_may_fight(&self, unit: UnitId, steps: usize, spent: u16, to: HexId) -> bool {
        let ground = &self.pack.ground;
        let level = ground.hex(to).level;
        let commanded = || {
            self.covering(self.side(unit).other(), ground.index(to))
                .filter_map(|e| self.state(e).hex())
                .any(|e| ground.hex(e).level >= level)
        };
        steps == 1 && spent <= MP && !commanded()
    }

    /// §6.8 with ruling 21: one hex out of every enemy zone, away from every enemy that had the unit in its zone.
    pub fn check_withdraw(&self, unit: UnitId, to: HexId) -> Result<u16, RuleBreak> {
        let from = self.may_act_on_map(unit)?;
        if self.state(unit).activated {
            return Err(ACTIVATED);
        }
        let (side, ground) = (self.side(unit), &self.pack.ground);
        if !self.in_enemy_zone(side, from) {
            return Err(NOT_IN_ZONE);
        }
        self.pinned(unit, from)?;
        let edge = self.way_edge(from, to)?;
        if self.unit_at(edge.to).is_some() {
            return Err(OCCUPIED);
        }
        if self.enemy_zones(side, edge.to) != 0 {
            return Err(WITHDRAW_ZONE);
        }
        let nearer = |e: HexId| ground.distance(to, e) <= ground.distance(from, e);
        if self.covering(side.other(), ground.index(from)).filter_map(|e| self.state(e).hex()).any(nearer) {
            return Err(WITHDRAW_NEARER);
        }
        let cost = if edge.road { 1 } else { edge.full };
        if cost > self.spec(unit).half_points() { Err(WITHDRAW_COST) } else { Ok(cost) }
    }
}

/// The terrain effects chart.
pub fn chart() -> Chart {
    Chart::new(
        "Terrain Effects",
        "6.2",
        &["Terrain", "Movement", "Combat"],
        vec![
            Chart::cells(&["Any hex", "1 MP", "—"]),
            Chart::cells(&["Forest", "+1", "defender rolls two dice; blocks sight; +1 to sharpshooters in it"]),
            Chart::cells(&["Higher level", "+1 to climb", "defender above rolls two dice; attacker above +2"]),
            Chart::cells(&["Stream hexside", "+1", "−2 to close combat and charge across it"]),
            Chart::cells(&["Road", "½ a hex, other ground ignored", "—"]),
            Chart::cells(&["River", "only by a bridge", "no zones but along the bridge; never blocks fire"]),
            Chart::cells(&["Charge", "+1", "—"]),
        ],
        &["No road cost into an enemy zone.", "A half point left over is lost on leaving the road."],
    )
}

impl Teller<'_> {
    /// A move, or coming onto the map.
    pub fn moves(&self, unit: UnitId, way: &Way, cost: u16, entered: bool) -> Option<Line> {
        let text = format!("{}.", self.journey(unit, way, cost, entered));
        self.line(Tone::Move, text, if entered { "6.6" } else { "6.1" }, vec![self.moved(unit, way.hexes())])
    }

    /// A way in words, for moves and charges.
    pub fn journey(&self, unit: UnitId, way: &Way, cost: u16, entered: bool) -> String {
        let first = way.start();
        let from = if entered { format!("by {}", self.place(first)) } else { format!("from {first}") };
        let verb = if entered { "enters" } else { "moves" };
        let to = if way.hexes().len() > 1 { format!(" to {}", self.place(way.end())) } else { String::new() };
        format!("{} {verb} {from}{to} ({} MP)", self.name(unit), points(cost))
    }

    /// A withdrawal.
    pub fn withdrew(&self, unit: UnitId, from: HexId, to: HexId) -> Option<Line> {
        self.went(unit, "withdraws to", from, to, "6.8")
    }
}
