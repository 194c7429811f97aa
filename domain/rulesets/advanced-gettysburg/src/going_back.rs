//! Retreats that go on in the Movement Phase: who must go back, and who leaves the map (§21.6 to §21.8).

use super::activity::{Barred, ROUT};
use super::board::Board;
use super::book::{AnyOrder, NOT_A_BRIGADE, Rules, Stop};
use super::chain::{LineMarker, Link, TOO_MANY};
use super::facts::Fact;
use super::lines::{ATTACKER_BACK, NOT_A_LINE};
use super::marching::padded;
use super::movement::VOLUNTARY_DP;
use super::position::{Brigade, Place, Pressed, Retreat, Segment};
use super::resolver::Resolver;
use super::retreat::found_among;
use super::tables::{Activity, Halves, Mover};
use super::teller::Teller;
use super::units::{Level, UnitId};
use domain_core::board::Facing;
use domain_core::kit::{RuleBreak, Said, Verb, Words};
use domain_core::referee::{Choice, Line, Refusal, Tone};

const MUST_RETREAT: RuleBreak = RuleBreak::new(&[
    "21.7",
    "A brigade in involuntary retreat has not used its points.",
    "It expends 8 activity points in retreat during its Movement Phase, as far as there are hexes to go to.",
]);
const MUST_GO_ON: RuleBreak = RuleBreak::new(&[
    "21.6",
    "A brigade that has begun to retreat has not gone back in this Movement Phase.",
    "It retreats each turn until it is out of range of all enemy brigades at the start of its Movement Phase.",
]);
const MUST_ROLL: RuleBreak = RuleBreak::new(&[
    "21.6",
    "A brigade that has begun to retreat has no activity level yet.",
    "It must go on retreating: roll for it alone or under a commander, and take it back.",
]);
const NOT_AT_THE_EDGE: RuleBreak = RuleBreak::new(&[
    "21.8",
    "{unit} does not leave the map.",
    "A line, an attack column or a limbered battery in enemy range or beside an enemy, or one that retreats, leaves it where a rear hex of it would lie beyond the edge, if all of it can go so far.",
]);

/// The most hexes that a brigade goes back in a Movement Phase: twelve points of a charge (0.6.3).
const MOST_OFF: Halves = 6;

/// The most hexes that a line goes back by the highest level of a die (Activity Allotment Table).
const BACK: u8 = 3;

/// What leaving the map comes to: the hex where, half points in all, disorganization points, and the hexes that markers enter on their way to the edge.
type Leaving = (usize, Halves, u16, Vec<u16>);

impl Board<'_> {
    /// §21.7: whether a brigade in involuntary retreat has expended its points in going back, as far as the ground lets it.
    ///
    /// # Errors
    /// It has not.
    fn check_retreated(&self, unit: UnitId) -> Result<(), RuleBreak> {
        let routed = |b: &Brigade| b.retreat == Retreat::Involuntary && !b.done && self.goes_back_in_turn(unit, b);
        let Some((now, _)) = self.brigade(unit).filter(|(b, _)| routed(b)) else { return Ok(()) };
        let whole = self.most(now, ROUT) / 4 * 4;
        if now.spent() < whole && self.could_retreat(unit) { Err(MUST_RETREAT) } else { Ok(()) }
    }

    /// §27.4: whether a brigade in line can only retreat, with all of its markers: it stands beside an attacker, and one of them lies in range of an enemy brigade.
    pub(super) fn only_goes_back(&self, unit: UnitId) -> bool {
        let side = self.side(unit);
        let defends = self.since(5) && self.at.brigade(unit).is_some_and(|b| b.formation.is_line() && !b.is_named());
        let attacker = |u: UnitId| self.side(u) != side && self.at.brigade(u).is_some_and(|b| b.is_named());
        let beside = |hex: usize| {
            let mut around = self.pack.ground.atlas.around(hex);
            around.any(|(_, next)| self.brigades_at(next).any(attacker))
        };
        let hexes = || self.chain(unit).iter().map(|l| l.at()).filter(|hex| self.pack.ground.is_hex(*hex));
        defends && hexes().any(|hex| self.in_brigade_range(side, hex)) && hexes().any(beside)
    }

    /// Whether a brigade goes back in a Movement Phase: a line, or an attack column (0.6.1).
    fn goes_back_in_turn(&self, unit: UnitId, now: &Brigade) -> bool {
        now.formation.is_line() || (self.since(4) && self.is_charge(unit))
    }

    /// Whether a brigade has begun a retreat of its own will, lies in range of an enemy brigade, and has not gone back in this Movement Phase (§21.6).
    pub(super) fn owes_a_retreat(&self, unit: UnitId) -> bool {
        let side = self.side(unit);
        let begun = |b: &Brigade| {
            let begun = b.retreat == Retreat::Voluntary && !b.done && b.pressed != Pressed::Retreated;
            begun && self.goes_back_in_turn(unit, b)
        };
        self.at.brigade(unit).is_some_and(begun) && self.chain(unit).iter().any(|l| self.in_brigade_range(side, l.at()))
    }

    /// §21.6: whether a brigade that retreats of its own will has gone back, if its level is known and lets it.
    ///
    /// # Errors
    /// It has not.
    fn check_gone_on(&self, unit: UnitId) -> Result<(), RuleBreak> {
        let known = self.at.brigade(unit).is_some_and(|b| b.level.is_some());
        if known && self.owes_a_retreat(unit) && self.could_retreat(unit) { Err(MUST_GO_ON) } else { Ok(()) }
    }

    /// §21.6, §21.7, §22.6: whether a brigade has used the points that it must use.
    ///
    /// # Errors
    /// It has not.
    pub fn check_used(&self, unit: UnitId) -> Result<(), RuleBreak> {
        self.check_advanced(unit)?;
        self.check_retreated(unit)?;
        self.check_gone_on(unit)
    }

    /// The same of all whose level is known, before another level is determined (§15.4).
    ///
    /// # Errors
    /// One has not.
    pub fn check_levels_used(&self) -> Result<(), RuleBreak> {
        let known = |u: &UnitId| self.mine(*u) && self.at.brigade(*u).is_some_and(|b| b.level.is_some());
        *self
            .worked
            .levels_used
            .get_or_init(|| self.of(self.at.side).filter(known).try_for_each(|unit| self.check_used(unit)))
    }

    /// Whether a commander could still lead a brigade in a segment or a later one.
    fn leads_yet(&self, by: UnitId, unit: UnitId, from: Segment) -> bool {
        let Some((now, _)) = self.commander(by).filter(|_| self.on_map(by)) else { return false };
        // Ruling 49: who leads as a division commander, now or before, leads as the corps' after that.
        let both = self.since(6) && self.leads_both(by);
        let free = now.led.is_none() || (both && now.led == Some(Segment::Divisions));
        let in_time = match self.level_of(by) {
            Some(Level::Division) => from <= Segment::Divisions,
            Some(Level::Corps) => true,
            _ => false,
        };
        in_time && free && self.has_authority(by, unit) && self.in_command_range(by, unit)
    }

    /// Who could still lead a brigade in a segment or a later one, but for one, who may do so only where he leads once more after that segment.
    fn led_later(&self, unit: UnitId, from: Segment, but: UnitId) -> bool {
        let twice = |by: UnitId| self.since(6) && self.leads_both(by) && from == Segment::Divisions;
        self.of(self.side(unit)).any(|by| (by != but || twice(by)) && self.leads_yet(by, unit, from))
    }

    /// Whether a brigade must go on retreating and has no level yet.
    fn lacks_a_level(&self, unit: UnitId) -> bool {
        self.at.brigade(unit).is_some_and(|b| b.level.is_none()) && self.owes_a_retreat(unit)
    }

    /// §21.6: whether a brigade that has no level yet could go back with one: by a hex, or through friends to where there is room behind them (§17.1.5). Before
    /// revision 8 that was asked as after combat: of ways too that lead beside the enemy beside whom it stands, or nearer to one at night (§24.1, §35.1).
    fn goes_yet(&self, unit: UnitId) -> bool {
        if self.since(8) {
            let mut at = self.at.clone();
            (at.segment, at.hand) = (Segment::Alone, None);
            at.seats.hands.clear();
            // §15.2: who can only roll by itself has one less of the die than who may be led yet, or moves under the primary commander.
            let released = self.at.segment <= Segment::Primary && self.check_released(unit).is_ok();
            let led = released || self.led_later(unit, self.at.segment, unit);
            if let Some(brigade) = at.brigade_mut(unit) {
                // The highest level of a die, which horse in an attack column uses for one hex more than a line.
                brigade.level = Some(self.allotment(unit, 6, !led));
            }
            return self.alike(&at).could_retreat(unit);
        }
        let goes = |hexes: u8| !self.free_ways(unit, hexes).is_empty();
        goes(1) || (self.since(7) && goes(BACK))
    }

    /// §14.3, §14.4, §21.6: whether a commander who leads these in a segment could take back another brigade with those of them that he alone can.
    fn takes_back(&self, (by, over): (UnitId, &[UnitId]), unit: UnitId, segment: Segment) -> bool {
        // Of several seats one that goes on to a later segment leads nobody by that.
        let leads = self.at.commander(by).is_some() && self.has_authority(by, unit) && self.in_command_range(by, unit);
        let (control, coordination, _) = self.ratings(by);
        let line = |u: &UnitId| self.at.brigade(*u).is_some_and(|b| b.formation.is_line());
        let alone = |u: &UnitId| self.lacks_a_level(*u) && !self.led_later(*u, segment, by);
        let back: Vec<UnitId> = over.iter().copied().filter(alone).collect();
        let lines = back.iter().copied().filter(|u| line(u)).count();
        let room = back.len() < usize::from(control) && (!line(&unit) || lines < usize::from(coordination));
        leads && self.check_unled(unit).is_ok() && room
    }

    /// §21.6: whether a commander may lead these in a segment and leave the others: nobody who must go on retreating is left without a level for good by it, whom
    /// he could take back as well.
    ///
    /// # Errors
    /// One would be.
    pub fn check_stragglers(&self, by: UnitId, over: &[UnitId], segment: Segment) -> Result<(), RuleBreak> {
        let (alone, now) = (self.at.segment <= Segment::Alone, self.at.segment);
        let another = |u: UnitId| self.of(self.side(u)).any(|c| c != by && self.leads_yet(c, u, now));
        let could = |u: UnitId| match self.since(7) {
            true => alone || another(u) || self.takes_back((by, over), u, segment),
            false => alone || self.led_later(u, now, by),
        };
        let left = |u: &UnitId| {
            let owes = self.mine(*u) && !over.contains(u) && self.lacks_a_level(*u);
            owes && could(*u) && !self.led_later(*u, segment, by)
        };
        if self.of(self.at.side).filter(left).any(|u| self.goes_yet(u)) { Err(MUST_ROLL) } else { Ok(()) }
    }

    /// What bars a commander from leading these and no others, where that alone does: somebody whom he would leave behind.
    pub(super) fn leaves_behind(&self, by: UnitId, over: &[UnitId]) -> Option<RuleBreak> {
        self.check_lead(by, over).err().filter(|rule| self.since(7) && *rule == MUST_ROLL)
    }

    /// The brigades that a commander could influence now, those first who must go on retreating and whom nobody else could take back after him (§21.6).
    pub(super) fn commanded_first(&self, by: UnitId) -> Vec<UnitId> {
        let mut his = self.commanded(by);
        if self.since(7) {
            let led = self.commander(by).and_then(|(now, _)| now.led);
            let corps = self.level_of(by) == Some(Level::Corps);
            let again = !self.leads_both(by) || led.is_some() || self.at.segment > Segment::Divisions;
            let segment = if corps && again { Segment::Corps } else { Segment::Divisions };
            his.sort_by_key(|u| !self.lacks_a_level(*u) || self.led_later(*u, segment, by));
        }
        // Ruling 49: who leads as a division commander first does so with that division alone.
        let of_his = |u: &UnitId| self.are_of_his(by, &[*u]) && self.check_unled(*u).is_ok();
        if self.since(8) && self.leads_division_first(by) && his.iter().any(of_his) {
            his.retain(of_his);
        }
        his
    }

    /// §21.6: whether a commander may ride to a hex: once brigades move no more by themselves nobody who must go on retreating loses by it who could take him back.
    ///
    /// # Errors
    /// Somebody would.
    pub(super) fn check_rides_off(&self, by: UnitId, to: usize) -> Result<(), RuleBreak> {
        let now = self.at.segment;
        if !self.since(7) || now <= Segment::Alone {
            return Ok(());
        }
        let owes = |u: &UnitId| self.lacks_a_level(*u) && self.led_later(*u, now, *u);
        let wait = || self.of(self.side(by)).filter(owes).filter(|u| self.goes_yet(*u)).collect();
        let waits: &Vec<UnitId> = self.worked.called_back.get_or_init(wait);
        if waits.is_empty() {
            return Ok(());
        }
        let mut at = self.at.clone();
        at.set_chain(by, &[Link::new(to, 0)]);
        let then = Board::new(self.pack, &at).with_eye(self.eye);
        if waits.iter().all(|u| then.led_later(*u, now, *u)) { Ok(()) } else { Err(MUST_ROLL) }
    }

    /// §21.6: whether a brigade that must go on retreating and has no level yet cannot have one any more.
    ///
    /// # Errors
    /// It can.
    pub fn check_called_back(&self, unit: UnitId) -> Result<(), RuleBreak> {
        let unled = self.at.brigade(unit).is_some_and(|b| b.level.is_none());
        if !unled || !self.owes_a_retreat(unit) || !self.goes_yet(unit) {
            return Ok(());
        }
        let alone = self.at.segment <= Segment::Alone;
        if alone || self.led_later(unit, self.at.segment, unit) { Err(MUST_ROLL) } else { Ok(()) }
    }

    /// §21.8: whether a brigade or battery leaves the map by retreat now: a rear hex of a marker of it would lie beyond the edge.
    ///
    /// # Errors
    /// The rule that bars it.
    fn check_leaves(&self, unit: UnitId) -> Result<Leaving, RuleBreak> {
        let (atlas, side) = (&self.pack.ground.atlas, self.side(unit));
        let ranged = self.chain(unit).iter().any(|l| self.in_enemy_range(side, l.at()));
        // Cost chart: beside an enemy too it moves by retreat alone.
        let ranged = ranged || (self.since(7) && self.beside_enemy(unit));
        if let Some((now, _)) = self.battery(unit) {
            let left = self.points_of_guns(unit)?;
            let each = self.pack.tables.cost(Activity::Retreat).of(Mover::Limbered).unwrap_or(3);
            let rear = self.chain(unit).last().map(|l| l.at()).filter(|at| self.pack.ground.is_hex(*at));
            let rear = rear.filter(|at| now.limbered && ranged && atlas.ahead(*at, now.facing.opposite()).is_none());
            // §17.2.11: of one in two hexes the counter goes the way of the cannon behind it.
            let hexes = if self.since(7) { self.chain(unit).len() as Halves } else { 1 };
            let each = each.saturating_mul(hexes);
            // Into whose hex it comes as it would by itself: beside no enemy, and no nearer to one at night (§24.1, §35.1).
            if let (Some(to), [lead, _], true) = (rear, self.chain(unit), self.since(8)) {
                self.check_guns_step(unit, (lead.at(), now.facing), to)?;
            }
            return match rear {
                Some(at) if each <= left => Ok((at, now.spent + each, 0, Vec::new())),
                Some(_) => Err(super::activity::TOO_DEAR),
                None => Err(NOT_AT_THE_EDGE),
            };
        }
        self.check_may_act(unit)?;
        let (now, _) = self.brigade(unit).ok_or(NOT_A_BRIGADE)?;
        let line = self.line(unit);
        // 0.6.1: an attack column goes back too.
        let charge = self.since(5) && self.is_charge(unit);
        if line.is_empty() && !charge {
            return Err(NOT_A_LINE);
        }
        if now.is_named() {
            return Err(ATTACKER_BACK);
        }
        // §11.10: no marker moves that holds more than eight points, over the edge of the map neither.
        if self.since(7) && line.iter().any(|m| m.sp > 8) {
            return Err(TOO_MANY);
        }
        let beyond = |m: &&LineMarker| {
            Facing::sides().any(|side| self.has_behind(unit, m, side) && atlas.ahead(m.hex, side).is_none())
        };
        let retreats = (ranged || now.retreat != Retreat::None) && now.pressed != Pressed::Advanced;
        // Of a line that formed in haste as it came on what lies beyond the map is over the edge already (§24.6).
        let here = |m: &&LineMarker| !self.since(7) || self.pack.ground.is_hex(m.hex);
        let at_the_edge = || line.iter().filter(here).find(beyond).map(|m| m.hex);
        let found = if charge { self.tail_at_the_edge(unit) } else { at_the_edge() };
        let at = found.filter(|_| retreats).ok_or(NOT_AT_THE_EDGE)?;
        let (spent, entered) = match self.since(7) {
            true => self.spent_leaving(unit, now).ok_or(NOT_AT_THE_EDGE)?,
            false => (now.spent().saturating_add(self.retreat_cost()), Vec::new()),
        };
        let dp = self.check_spent(unit, now.formation, &[spent], 0)?;
        // §21.7: the retreat begins here.
        let within = self.chain(unit).iter().any(|l| self.in_brigade_range(side, l.at()));
        let begins = now.retreat == Retreat::None && within;
        Ok((at, spent, dp + if begins { VOLUNTARY_DP } else { 0 }, entered))
    }

    /// §11.4, §13.7, §21.8: the half points that the dearest marker of a brigade has spent when all of them have gone back over the edge, each as many
    /// hexes as it is away from there, and the hexes that they enter on the way; `None` where one cannot.
    fn spent_leaving(&self, unit: UnitId, now: &Brigade) -> Option<(Halves, Vec<u16>)> {
        let (chain, line) = (self.chain(unit), self.line(unit));
        // The markers of an attack column go behind one another.
        let behind = |n: usize| {
            let mut hexes: Vec<u16> = chain[n..].iter().map(|l| l.hex).collect();
            hexes.dedup();
            // §20.3.5: nor does what it has left hide the next one from anybody.
            let lay: Vec<usize> = hexes.iter().map(|hex| usize::from(*hex)).collect();
            let left = |k: usize| if self.since(8) { &lay[..k] } else { &[] };
            let goes = (1..lay.len()).all(|k| self.check_backs(unit, (lay[k - 1], lay[k]), left(k)).is_ok());
            goes.then(|| hexes.split_off(1))
        };
        let way = |n: usize| line.get(n).map_or_else(|| behind(n), |marker| self.way_off(unit, marker));
        let (mut spent, mut entered) = (0, Vec::new());
        for (n, paid) in padded(&now.paid, chain.len()).into_iter().enumerate() {
            let way = way(n)?;
            let back = self.retreat_cost().saturating_mul(way.len() as Halves + 1);
            spent = spent.max(paid.saturating_add(back));
            entered.extend(way);
        }
        Some((spent, entered))
    }

    /// §21.3, §21.8: the hexes that a marker enters before it goes back over the edge of the map, as few as can be: by its rear hexes with a hexside of
    /// turn for each, out of enemy range as it likes. Of several such ways that on which it comes upon most (§17.1.8, ruling 40).
    fn way_off(&self, unit: UnitId, marker: &LineMarker) -> Option<Vec<u16>> {
        let (atlas, side) = (&self.pack.ground.atlas, self.side(unit));
        let finds = self.finds(side);
        let most = |way: &Vec<u16>| std::cmp::Reverse(found_among(&finds, way));
        let mut states: Vec<(usize, Facing, Vec<u16>)> =
            self.fronts_of(unit, marker).into_iter().map(|f| (marker.hex, f, Vec::new())).collect();
        for _ in 1..=MOST_OFF {
            let mut next: Vec<(usize, Facing, Vec<u16>)> = Vec::new();
            let mut off: Vec<Vec<u16>> = Vec::new();
            for (hex, front, way) in states {
                // §20.3.5: the hex that it leaves hides the others from nobody any more.
                let bared = |at: usize| self.since(8) && self.bared(unit, &[marker.hex], at);
                let within = |at: usize| self.in_brigade_range(side, at) || bared(at);
                let free = !self.in_enemy_range(side, hex) && !bared(hex) && !self.only_goes_back(unit);
                // A range that it may not enter is no way out at night either.
                let ranges = if within(hex) { Barred::None } else { Barred::Brigades };
                for over in Facing::sides().filter(|over| free || front.apart(*over) == 5) {
                    let Some(to) = atlas.ahead(hex, over) else {
                        off.push(way.clone());
                        continue;
                    };
                    // §22.3, §24.1, §35.1: it comes into no other range of a brigade, nor beside an enemy, nor nearer to him at night.
                    let enters = within(to) && !within(hex);
                    let near = || self.check_night_of(unit, (hex, (!free).then_some(front)), to, ranges).is_err();
                    if enters || self.held_by(side.other(), to) || self.beside_enemy_of(side, to) || near() {
                        continue;
                    }
                    let fronts: Vec<Facing> = match free {
                        true => self.fronts_over(side, hex, over).into(),
                        false => [-2, 0, 2].map(|turn| front.turned(turn)).into(),
                    };
                    let hidden = |front: &Facing| {
                        let there = LineMarker::moving(to, marker.sp, *front);
                        !self.exposes_after(unit, &there, Some(marker.hex))
                    };
                    let way: Vec<u16> = way.iter().copied().chain([to as u16]).collect();
                    next.extend(fronts.into_iter().filter(hidden).map(|front| (to, front, way.clone())));
                }
            }
            if let Some(way) = off.into_iter().min_by_key(most) {
                return Some(way);
            }
            next.sort_by_key(|(hex, front, way)| (*hex, front.index(), most(way)));
            next.dedup_by_key(|(hex, front, _)| (*hex, front.index()));
            states = next;
        }
        None
    }

    /// §21.8: whether a counter has left the map, and is in no formation until it comes back.
    pub(super) fn has_left(&self, unit: UnitId) -> bool {
        matches!(self.at.unit(unit).place, Place::Fled(_))
    }

    /// §16.1.1, §21.8: whether a brigade of which a part lies beyond the map yet began on it and has come back: that is no arrival, however it comes on.
    pub(super) fn has_come_back(&self, unit: UnitId) -> bool {
        let began = || self.at.brigade(unit).is_some_and(|b| b.came.is_none());
        self.since(7) && !self.chain(unit).is_empty() && began()
    }

    /// §16.1.1, §21.8: whether a counter that left the map comes back, or a brigade of which a part has done so comes on farther: it is no reinforcement,
    /// so that it has
    /// no level with those who are (§34.1.7). Before revision 8 who had come by that road had one.
    pub(super) fn comes_back(&self, unit: UnitId) -> bool {
        self.since(8) && (self.has_left(unit) || self.has_come_back(unit))
    }

    /// §11.4, §21.8: whether a battery left the map in this Movement Phase; before revision 8 it came back in that too. A brigade has done with its move
    /// as it leaves.
    pub(super) fn leaves_now(&self, unit: UnitId) -> bool {
        self.since(8) && self.at.battery(unit).is_some_and(|b| b.moved)
    }

    /// §21.6, §21.8: the counters of the phasing side whose retreat may be over as its turn begins: those on the map, and those that have left it, which are out of
    /// all ranges; before revision 7 these were in retreat for good.
    pub(super) fn here_or_gone(&self) -> impl Iterator<Item = UnitId> + '_ {
        let here = move |u: UnitId| self.on_map(u) || (self.since(7) && self.has_left(u));
        self.pack.ids().filter(move |u| here(*u) && self.side(*u) == self.at.side)
    }

    /// The hex of the rear marker of an attack column, where the one behind it would lie beyond the edge (§19.2.2).
    fn tail_at_the_edge(&self, unit: UnitId) -> Option<usize> {
        let rear = self.column(unit).last()?.opposite();
        let tail = self.chain(unit).last().map(|l| l.at())?;
        self.pack.ground.atlas.ahead(tail, rear).is_none().then_some(tail)
    }
}

/// `Ward leave`: a brigade or battery retreats off the map; it comes back at night (§21.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leave {
    /// Who.
    pub unit: UnitId,
}

impl Verb<Rules> for Leave {
    fn said() -> Said {
        Said::OfPiece(&["leave", "leaves"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        Some(Ok(Leave { unit: words.piece_alone()? }.into()))
    }

    fn candidates(board: &Board<'_>, piece: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        let Some(unit) = piece.filter(|u| board.check_leaves(*u).is_ok()) else { return false };
        found(Leave { unit })
    }

    fn piece(&self) -> Option<UnitId> {
        Some(self.unit)
    }

    fn write(&self, board: &Board<'_>) -> String {
        format!("{} leave", board.name(self.unit))
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let note = Some("It comes back at night, by the road nearest to where it left.".to_owned());
        Choice {
            note,
            ..Choice::plain(line, format!("{} retreats off the map", board.name(self.unit)), "leave", "21.8")
        }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let unit = self.unit;
        let (hex, spent, dp, entered) = resolver.board().check_leaves(unit)?;
        if !resolver.leaves_to_contact(unit, &entered) {
            return resolver.meet(unit);
        }
        if resolver.buffer.position.brigade(unit).is_some() {
            resolver.take_in_hand(unit)?;
        }
        // §17.1.8: commanders of the enemy on the way of its markers are in its hands.
        if resolver.board().since(8) {
            resolver.capture_on(unit, &entered);
        }
        resolver.write(Fact::LeftMap { dp, hex: hex as u16, spent, unit });
        Ok(())
    }
}

impl Teller<'_> {
    /// Who left the map.
    pub fn left_map(&self, unit: UnitId, hex: u16, dp: u16) -> Option<Line> {
        let worn = if dp > 0 { format!(" ({dp} disorganization points)") } else { String::new() };
        let text = format!("{} retreats off the map at {}{worn}.", self.name(unit), self.place(hex));
        self.line(Tone::Move, text, "21.8", vec![self.moved(unit, &[hex])])
    }
}
