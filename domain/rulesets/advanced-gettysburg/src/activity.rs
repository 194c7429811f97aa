//! Activity points: who may act, what may be spent, what a step costs and where it may lead (§11.0 to §13.0, §17.0, §21.0, §22.1 to §22.3, §35.0).

use super::attack::Moved;
use super::board::Board;
use super::book::{NOT_A_BRIGADE, NOT_YOURS, OFF_MAP, Stop, WRONG_SEGMENT};
use super::chain::{FAR_COUNTER, Formation, LineMarker, Link, TOO_MANY, continuous, distributed};
use super::facts::{Fact, Maneuver, Manner};
use super::ground::Terrain;
use super::position::{Brigade, Pressed, Retreat, Segment};
use super::resolver::Resolver;
use super::tables::{Activity, Halves, Mover};
use super::units::UnitId;
use super::ways::trail;
use domain_core::board::{Facing, Reach};
use domain_core::kit::RuleBreak;
use domain_core::referee::Side;

pub const NO_LEVEL: RuleBreak = RuleBreak::new(&[
    "15.0",
    "The activity level of {unit} is not determined.",
    "Roll for it alone or under a commander; only brigades of the primary commander and arrivals need no roll.",
]);
pub const DONE: RuleBreak = RuleBreak::new(&[
    "11.0",
    "{unit} has finished its move: another brigade was moved after it.",
    "Move each brigade to its end before the next one.",
]);
pub const TOO_DEAR: RuleBreak = RuleBreak::new(&[
    "13.0",
    "{unit} has not enough activity points for that.",
    "Choose something nearer or cheaper: its level is the most that any of its markers may spend.",
]);
pub const NO_SUCH_LEVEL: RuleBreak = RuleBreak::new(&[
    "34.1",
    "{unit} has no activity level as high as those have that came on by its road in this turn.",
    "All that come on by a road in a turn have one level; foot and lines have none above ten, and wait for the next turn.",
]);
pub const IN_RANGE: RuleBreak = RuleBreak::new(&[
    "21.0",
    "{unit} is within enemy range of influence and may not do that there.",
    "Lines may retreat from it, and advance when they are named to attack; columns may form line.",
]);
pub const INTO_RANGE: RuleBreak = RuleBreak::new(&[
    "22.0",
    "{unit} would come within enemy range of influence.",
    "Only lines named to attack enter the range of an enemy brigade; no column enters any range.",
]);
pub const BESIDE: RuleBreak = RuleBreak::new(&[
    "22.0",
    "{unit} would stand beside an enemy.",
    "Only attacking brigades move adjacent to an enemy brigade or battery.",
]);
pub const BESIDE_NOW: RuleBreak = RuleBreak::new(&[
    "18.0",
    "{unit} stands beside an enemy.",
    "A brigade beside an enemy changes neither formation nor strengths.",
]);
pub const ENEMY_THERE: RuleBreak = RuleBreak::new(&[
    "17.1",
    "{unit} would enter a hex that an enemy holds.",
    "No counter enters a hex of an enemy brigade or battery.",
]);
pub const CROWDED: RuleBreak = RuleBreak::new(&[
    "17.1",
    "{unit} would end its move in a hex of another brigade.",
    "Brigades pass through one another, and end their moves in hexes of their own; two flank markers of 8 points together may share one.",
]);
pub const NO_WAY: RuleBreak = RuleBreak::new(&[
    "11.0",
    "A marker of {unit} cannot come there.",
    "Markers move hex by hex through their front, past no enemy.",
]);
pub const RETREATING: RuleBreak = RuleBreak::new(&[
    "21.0",
    "{unit} has begun to retreat, or retreated this turn.",
    "A marker does not combine advance and retreat in a move.",
]);

pub const GOES_BACK: RuleBreak = RuleBreak::new(&[
    "21.6",
    "{unit} is retreating and does nothing else.",
    "It goes on retreating, no nearer to the enemy, until it is out of range of all enemy brigades at the start of its Movement Phase.",
]);

/// The activity points of an advancing brigade (§22.6).
pub const ADVANCE: u8 = 6;

/// The activity points of an involuntary retreat (§21.7).
pub const ROUT: u8 = 8;

/// What a line's markers do in enemy range in one order (§21.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Press {
    /// They advance.
    Advance,
    /// They retreat.
    Retreat,
}

/// What is checked of a brigade's order when its end is known.
pub struct Ending {
    /// Its markers.
    pub chain: Vec<Link>,
    /// Its formation.
    pub formation: Formation,
    /// What it did.
    pub manner: Manner,
    /// Half points that each marker has spent then.
    pub paid: Vec<Halves>,
    /// Whether it advanced or retreated.
    pub pressed: Pressed,
    /// The way of its first marker, the start first.
    pub way: Vec<usize>,
}

impl Board<'_> {
    /// Whether a brigade may be told something in the Movement Phase, and the most points that it may spend in all: of brigades of the primary commander and
    /// arrivals whatever the chart has (§13.3, §15.1, §16.1).
    ///
    /// # Errors
    /// The rule that bars it.
    pub fn check_may_act(&self, unit: UnitId) -> Result<u8, RuleBreak> {
        let level = self.check_may_come(unit)?;
        let comes = || self.due(unit).is_some() || !self.edges(unit).is_empty();
        if self.chain(unit).is_empty() && !comes() { Err(OFF_MAP) } else { Ok(level) }
    }

    /// The same of a brigade that comes on in line, where its road may be closed to columns (§34.3.3).
    ///
    /// # Errors
    /// The rule that bars it.
    pub fn check_may_come(&self, unit: UnitId) -> Result<u8, RuleBreak> {
        let (now, _) = self.brigade(unit).ok_or(NOT_A_BRIGADE)?;
        if self.side(unit) != self.at.side {
            return Err(NOT_YOURS);
        }
        if !self.at.segment.is_movement() {
            return Err(WRONG_SEGMENT);
        }
        if now.done {
            return Err(DONE);
        }
        self.check_hand_free(unit)?;
        self.check_level(unit)
    }

    /// The most points that a brigade may spend in all, known already or not.
    pub(super) fn check_level(&self, unit: UnitId) -> Result<u8, RuleBreak> {
        let (now, _) = self.brigade(unit).ok_or(NOT_A_BRIGADE)?;
        match now.level {
            Some(level) => Ok(level),
            // §21.7: who retreats against its will has its points without a roll.
            None if now.retreat == Retreat::Involuntary => Ok(ROUT),
            None if self.advances_unrolled(unit) => Ok(ADVANCE),
            None if self.at.segment == Segment::Primary => {
                self.check_released(unit)?;
                if now.is_named() || now.called_off {
                    return Ok(ADVANCE);
                }
                Ok(self.pack.tables.highest(self.spec(unit).is_cavalry()))
            }
            None => Err(NO_LEVEL),
        }
    }

    /// §14.3, §14.4: whether a brigade whose level is not known has its points under no commander: who was routed (§21.7), attackers that need no roll
    /// (§22.10, §22.14), arrivals (§16.1) and who is under orders of the night (0.2.3).
    fn needs_no_commander(&self, unit: UnitId) -> bool {
        let routed = self.at.brigade(unit).is_some_and(|b| b.retreat == Retreat::Involuntary);
        routed || self.advances_unrolled(unit) || self.is_unbound(unit)
    }

    /// The half points that a brigade may still spend, were all its markers as far as its dearest (§13.7).
    pub fn left(&self, unit: UnitId) -> Halves {
        let Ok(level) = self.check_may_act(unit) else { return 0 };
        self.at.brigade(unit).map_or(0, |b| self.most(b, level).saturating_sub(b.spent()))
    }

    /// The most half points of a level, less what is owed for a retreat after combat, which never falls below none (§30.1.2).
    pub fn most(&self, now: &Brigade, level: u8) -> Halves {
        // §22.12, §22.6: six points for attackers and for who was one.
        let level = if now.called_off || now.is_named() { level.min(ADVANCE) } else { level };
        // Ruling 88: it is deducted from the level alone, beyond which points are that were kept.
        let owed = if self.since(8) { now.owed.min(level * 2) } else { now.owed };
        (level * 2 + self.kept_spent(now.kept)).saturating_sub(owed)
    }

    /// Whether horse in this formation is judged by the chart's column for horse in column (§13.9): all but that in line, at rest too.
    pub(super) fn is_mounted(&self, formation: Formation) -> bool {
        if self.since(5) { !formation.is_line() } else { formation.is_column() }
    }

    /// Whether a brigade is judged by the chart's column for horse in column (§13.9): it is horse, and in line neither before nor after.
    fn horse_in_column(&self, unit: UnitId, formation: Formation) -> bool {
        // §21.8: nor is who comes back in the line in which it left the map.
        let back = self.since(7) && self.has_left(unit);
        let before = self.at.brigade(unit).is_some_and(|b| back || self.is_mounted(b.formation));
        self.spec(unit).is_cavalry() && self.is_mounted(formation) && before
    }

    /// §13.0: the disorganization points that an order adds when the markers have spent so much.
    ///
    /// # Errors
    /// The level does not reach so far, or the chart does not.
    pub fn check_spent(
        &self,
        unit: UnitId,
        formation: Formation,
        paid: &[Halves],
        kept: Halves,
    ) -> Result<u16, RuleBreak> {
        let level = self.check_level(unit)?;
        let (now, _) = self.brigade(unit).ok_or(NOT_A_BRIGADE)?;
        let spent = paid.iter().copied().max().unwrap_or(0);
        if self.supposed {
            return Ok(0);
        }
        if spent > self.most(now, level) + kept {
            return Err(TOO_DEAR);
        }
        // §34.1.7, ruling 88: who comes on with others has their level, and beyond it what it kept.
        let beyond = kept.saturating_add(self.kept_spent(now.kept));
        if self.most_of_group(unit).is_some_and(|most| spent > most.saturating_add(beyond)) {
            return Err(TOO_DEAR);
        }
        // §21.7: the points of an involuntary retreat do not tire.
        if now.retreat == Retreat::Involuntary {
            return Ok(0);
        }
        let horse = self.horse_in_column(unit, formation);
        let after = self.pack.tables.worn(horse, self.on_chart(horse, spent, beyond));
        Ok(after.ok_or(TOO_DEAR)?.saturating_sub(self.worn_by_now(unit, horse, beyond)))
    }

    /// Ruling 88: the half points at which the Activity Capability Chart is read: points that were kept are spent beyond its last row too, for what that costs.
    pub(super) fn on_chart(&self, horse: bool, spent: Halves, beyond: Halves) -> Halves {
        let most = self.pack.tables.highest(horse) * 2;
        let past = spent > most && spent <= most.saturating_add(beyond);
        if self.since(6) && past { most } else { spent }
    }

    /// Everything that is asked of a brigade's order once its end is known: the chain, the counter, strengths, who else is there, what it costs.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn check_ending(&self, unit: UnitId, ending: &Ending) -> Result<Maneuver, RuleBreak> {
        self.check_ending_as(unit, ending, false)
    }

    /// The same of markers that may be as they are, however their points are distributed.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub(super) fn check_ending_as(&self, unit: UnitId, ending: &Ending, stays_so: bool) -> Result<Maneuver, RuleBreak> {
        let (ground, spec) = (&self.pack.ground, self.spec(unit));
        continuous(ground, ending.formation, &ending.chain)?;
        let boxed = |l: &Link| !ground.is_hex(l.at());
        if !self.since(7) && ending.formation.is_line() && ending.chain.first().is_some_and(boxed) {
            return Err(super::chain::GAP);
        }
        let counter = self.counter_moved(unit, ending.formation, &ending.chain, ending.pressed).ok_or(FAR_COUNTER)?;
        let before = self.chain(unit);
        // Who faces about has its markers the other way round, where they stand.
        let turned = self.since(4) && matches!(ending.manner, Manner::Changed | Manner::Faced | Manner::Turned);
        let stays = turned && before.len() == ending.chain.len() && ending.chain.iter().all(|l| before.contains(l));
        let pairs = || before.iter().zip(&ending.chain);
        let same = stays || (before.len() == ending.chain.len() && pairs().all(|(a, b)| a.sp == b.sp));
        // §7.1: what another formation had is no measure.
        let same = stays_so || (same && !(self.since(4) && ending.manner == Manner::Changed));
        let joined = ending.manner == Manner::Joined;
        let left = || joined && distributed(spec, ending.formation, before).is_err();
        // §33.3.5b: what losses left as they are may stay so.
        if !same && !left() {
            distributed(spec, ending.formation, &ending.chain)?;
        }
        // §11.10: of a line that keeps its markers each is held against where it lay itself.
        let moved = |(n, link): (usize, &Link)| match before.len() == ending.chain.len() {
            true => !turned && before[n].hex != link.hex,
            false => !before.iter().any(|b| b.hex == link.hex),
        };
        // §17.1.2: of markers that join each is held against it before they do.
        if ending.formation.is_line()
            && !joined
            && ending.chain.iter().enumerate().any(|(n, l)| l.sp > 8 && moved((n, l)))
        {
            return Err(TOO_MANY);
        }
        self.check_room(unit, ending)?;
        // Before revision 7 that was asked of columns alone.
        if self.since(7) {
            self.check_goes_on_apart(unit, &ending.chain)?;
        }
        self.check_goes_on_retreating(unit, ending)?;
        let (kept, unused) = self.kept_by(unit, ending);
        let dp = self.check_spent(unit, ending.formation, &ending.paid, kept.unwrap_or(0))?;
        let as_line = self.spec(unit).is_cavalry() && !self.horse_in_column(unit, ending.formation);
        Ok(Maneuver {
            as_line: as_line && self.since(8),
            chain: ending.chain.clone(),
            counter: counter as u8,
            dp,
            faces: self.since(8) && matches!(ending.manner, Manner::Faced | Manner::Turned),
            formation: ending.formation,
            keeps: None,
            kept: kept.is_some(),
            manner: ending.manner,
            nearer: self.at.brigade(unit).is_some_and(Brigade::is_named) && self.comes_nearer(unit, &ending.chain),
            paid: ending.paid.clone(),
            passed: Vec::new(),
            pressed: ending.pressed,
            rested: 0,
            retreats: false,
            silent: Vec::new(),
            stands: Vec::new(),
            stood: None,
            undug: Vec::new(),
            unit,
            unused,
            way: ending.way.iter().map(|p| *p as u16).collect(),
        })
    }

    /// Ruling 58: whether a brigade would be nearer to an enemy than it is.
    fn comes_nearer(&self, unit: UnitId, chain: &[Link]) -> bool {
        let side = self.side(unit);
        let near = |chain: &[Link]| {
            let hexes = chain.iter().filter(|l| self.pack.ground.is_hex(l.at()));
            hexes.filter_map(|l| self.enemy_distance(side, l.at())).min().unwrap_or(u32::MAX)
        };
        near(chain) < near(self.chain(unit))
    }

    /// §22.6: whether a brigade would be nearer to some brigade or battery of the enemy, be it not the one that is nearest to it.
    pub(super) fn comes_up(&self, unit: UnitId, chain: &[Link]) -> bool {
        let atlas = &self.pack.ground.atlas;
        let far = |chain: &[Link], enemy: UnitId| {
            let each = chain.iter().flat_map(|l| self.chain(enemy).iter().map(move |e| atlas.distance(l.at(), e.at())));
            each.flatten().min().unwrap_or(u32::MAX)
        };
        let mut enemies = self.of(self.side(unit).other()).filter(|u| self.spec(*u).commander().is_none());
        enemies.any(|enemy| far(chain, enemy) < far(self.chain(unit), enemy))
    }

    /// §21.6: a line that retreats does nothing else until it is out of range at the start of its Movement Phase, and comes no nearer to the enemy.
    fn check_goes_on_retreating(&self, unit: UnitId, ending: &Ending) -> Result<(), RuleBreak> {
        let Some((now, _)) = self.brigade(unit).filter(|(b, _)| b.retreat != Retreat::None) else { return Ok(()) };
        // §6.2.7, §19.4.1: who bends or faces about where it may turn goes on retreating as before.
        let turns = self.since(7) && ending.manner == Manner::Turned;
        let goes = turns
            || matches!(ending.manner, Manner::Ahead | Manner::Back | Manner::Joined | Manner::Moved | Manner::Wheeled);
        // 0.6.1: so does an attack column.
        let retreats = now.formation.is_line() || (self.since(4) && self.is_charge(unit));
        let free = !retreats || (goes && !self.comes_nearer(unit, &ending.chain));
        if free { Ok(()) } else { Err(GOES_BACK) }
    }

    /// §17.1: nobody else's markers where it ends, but for two flank markers of 8 points together.
    pub fn check_room(&self, unit: UnitId, ending: &Ending) -> Result<(), RuleBreak> {
        let side = self.side(unit);
        let last = ending.chain.len() - 1;
        for (n, link) in ending.chain.iter().enumerate().filter(|(_, l)| self.pack.ground.is_hex(l.at())) {
            if self.held_by(side.other(), link.at()) {
                return Err(ENEMY_THERE);
            }
            let mut others = self.brigades_at(link.at()).filter(|u| *u != unit);
            let flank = ending.formation.is_line() && (n == 0 || n == last);
            match (others.next(), others.next()) {
                (None, _) => {}
                (Some(other), None)
                    if flank && self.flank_points(other, link.at()).is_some_and(|sp| sp + link.sp <= 8) => {}
                _ => return Err(CROWDED),
            }
        }
        Ok(())
    }

    /// The points of a flank marker of a line in a hex; `None` for any other marker (§17.1.6).
    pub fn flank_points(&self, unit: UnitId, place: usize) -> Option<u8> {
        let line = self.line(unit);
        let found = line.iter().find(|m| m.hex == place && (m.open_left || m.open_right))?;
        Some(found.sp)
    }

    /// §12.2, §17.1.7: whether a step goes from road hex to road hex. A hex with another column or limbered battery is none.
    pub fn along_road(&self, unit: UnitId, from: usize, to: usize) -> bool {
        let blocked = |place: usize| {
            self.pack.ground.is_hex(place)
                && self.units_at(place).iter().any(|u| {
                    *u != unit
                        && (self.at.brigade(*u).is_some_and(|b| b.formation.is_column())
                            || self.at.battery(*u).is_some_and(|b| b.limbered))
                })
        };
        let road = |place: usize| self.pack.ground.has_road(place) && !blocked(place);
        // §34.3.5: over the edge of the map beside an entry leads no road.
        let over = || !self.pack.ground.is_hex(from) && !self.pack.ground.next_to(from).any(|next| next == to);
        road(from) && road(to) && !over()
    }

    /// What a hex costs a column, a limbered battery or a commander.
    pub fn step_cost(&self, unit: UnitId, mover: Mover, from: usize, to: usize) -> Halves {
        let activity = if self.along_road(unit, from, to) { Activity::AlongRoad } else { Activity::OffRoad };
        self.pack.tables.cost(activity).of(mover).unwrap_or(Halves::MAX)
    }

    /// §17.1.8, §22.1, §22.3, §35.0: whether a marker that is not attacking may enter a hex. `ranges` says which enemy ranges bar it.
    ///
    /// # Errors
    /// The rule that bars it.
    pub fn check_enter(&self, side: Side, from: usize, to: usize, ranges: Barred) -> Result<(), RuleBreak> {
        if self.held_by(side.other(), to) {
            return Err(ENEMY_THERE);
        }
        if self.beside_enemy_of(side, to) {
            return Err(BESIDE);
        }
        if self.bars(side, to, ranges) {
            return Err(INTO_RANGE);
        }
        self.check_night_by(side, (from, to), ranges)
    }

    /// Whether a range bars a hex (ruling 55).
    pub(super) fn bars(&self, side: Side, hex: usize, ranges: Barred) -> bool {
        let any = ranges == Barred::Any && self.in_enemy_range(side, hex);
        any || (ranges == Barred::Brigades && self.in_brigade_range(side, hex))
    }

    /// How far the nearest enemy brigade or battery of a side is from a hex; `None` where there is none on the map.
    pub fn enemy_distance(&self, side: Side, place: usize) -> Option<u32> {
        let enemies = self.of(side.other()).filter(|u| self.spec(*u).commander().is_none());
        let far = |u: UnitId| self.chain(u).iter().filter_map(|l| self.pack.ground.atlas.distance(place, l.at())).min();
        enemies.filter_map(far).min()
    }

    /// The additions of a row of the cost chart: for enemy range and for woods, each once if any marker stands so (ruling 59).
    ///
    /// # Errors
    /// The row does not allow it in range, or beside an enemy.
    pub fn check_additions(&self, unit: UnitId, activity: Activity, hexes: &[usize]) -> Result<Halves, RuleBreak> {
        let (side, cost) = (self.side(unit), self.pack.tables.cost(activity));
        if hexes.iter().any(|p| self.beside_enemy_of(side, *p)) {
            return Err(BESIDE_NOW);
        }
        let in_range = hexes.iter().any(|p| self.in_enemy_range(side, *p));
        let woods = hexes.iter().any(|p| self.pack.ground.terrain(*p) == Terrain::Woods);
        let more = if in_range { cost.in_range.ok_or(IN_RANGE)? } else { 0 };
        Ok(more + if woods { cost.in_woods } else { 0 })
    }

    /// What it costs each marker of a line to come from where it lies to a hex, hex by hex through its front (§11.4, §19.4, §21.0): as states of hex and
    /// facing in `reach`.
    ///
    /// Outside of enemy ranges a marker turns as it likes. In one it advances into a front hex or retreats into a rear one, and turns by one hexside
    /// for each hex it enters. Who is not named enters no brigade's range but by retreat, comes beside no enemy, and exposes no flank; who is advances all the
    /// way. `fresh` says that the marker has spent nothing yet in this turn: then it may leave a hex beside an enemy. The hexes that it and
    /// others of its brigade have left hide it from nobody (§20.3.5), those that the others have come to cover its flanks (§23.4).
    pub fn search_line(
        &self,
        unit: UnitId,
        (marker, moved): (&LineMarker, Moved<'_>),
        (press, fresh): (Press, bool),
        budget: Halves,
        reach: &mut Reach,
    ) {
        let side = self.side(unit);
        let named = self.at.brigade(unit).is_some_and(Brigade::is_named) && press == Press::Advance;
        let ground = &self.pack.ground;
        let stood = self.front_kept(unit, marker);
        let only_back = press == Press::Retreat && self.only_goes_back(unit);
        let keeps = |front: &Facing| stood.is_none_or(|s| s == *front);
        let starts = fronts(marker).filter(keeps).map(|front| (state(marker.hex, front), 0));
        let each = u16::from(self.pack.tables.cost(Activity::OffRoad).of(Mover::Line).unwrap_or(4));
        let start_beside = self.beside_enemy_of(side, marker.hex);
        let at_start = press == Press::Retreat || fresh;
        let in_musketry = |hex: usize| self.in_brigade_range(side, hex) || self.bared(unit, moved.left, hex);
        reach.search(starts, u16::from(budget), |at, spent, out| {
            let (here, front) = (at / Facing::COUNT, Facing::at(at % Facing::COUNT).unwrap_or(Facing::corner(0)));
            // §22.3: who attacks advances, within range and out of it.
            let ranged = named || only_back || self.in_enemy_range(side, here) || in_musketry(here);
            // §22.8: who has come beside an enemy has ended its move of this turn.
            if self.beside_enemy_of(side, here) && !(at_start && here == marker.hex && start_beside) {
                return;
            }
            if moved.clear && here != marker.hex && self.in_enemy_range(side, here) {
                return;
            }
            for (n, to) in ground.atlas.neighbours(here).into_iter().enumerate() {
                let Some(to) = to else { continue };
                let way = Facing::side(n);
                let entered = match (ranged, press) {
                    (false, _) if self.bared(unit, moved.left, to) => Err(INTO_RANGE),
                    (false, _) => self.check_enter_back(unit, (here, None), to, Barred::Brigades),
                    (true, Press::Advance) if front.apart(way) == 1 => Ok(()),
                    // §22.3: from the range of batteries alone nobody goes back into that of a brigade.
                    (true, Press::Retreat) if front.apart(way) == 5 => match self.since(3) {
                        true if in_musketry(to) && !in_musketry(here) => Err(INTO_RANGE),
                        _ => Ok(()),
                    },
                    (true, _) => Err(NO_WAY),
                };
                let enemy = self.held_by(side.other(), to);
                let beside = self.beside_enemy_of(side, to);
                let ranges = if in_musketry(here) { Barred::None } else { Barred::Brigades };
                let near = || ranged && self.check_night_of(unit, (here, Some(front)), to, ranges).is_err();
                if entered.is_err() || enemy || (beside && !named) || near() {
                    continue;
                }
                let (turned, over);
                let facings: &[Facing] = if ranged {
                    turned = [-2, 0, 2].map(|t| front.turned(t));
                    &turned
                } else {
                    over = self.fronts_over(side, here, way);
                    &over
                };
                let free = !self.in_enemy_range(side, to) && !in_musketry(to);
                for facing in facings {
                    let there = LineMarker::moving(to, marker.sp, *facing);
                    let exposed = !free && !named && !moved.shows && self.exposes_among(unit, &there, moved);
                    if !exposed {
                        out.at(state(to, *facing), spent + each);
                    }
                }
            }
        });
    }

    /// §19.4.1, §19.4.2, §21.3: how a marker may look that turned as it liked in a hex and went over a side of it: in through one of its two front hexes, one more
    /// turn with the hex. From beside an enemy it goes back, its rear first (cost chart); before revision 8 front first.
    pub(super) fn fronts_over(&self, side: Side, from: usize, over: Facing) -> [Facing; 4] {
        let back = self.since(8) && self.beside_enemy_of(side, from);
        let ahead = if back { over.opposite() } else { over };
        [-3, -1, 1, 3].map(|turn| ahead.turned(turn))
    }

    /// The cheapest arrival of a marker that was searched for and has left a hex, as a marker with these sides: its cost, and the hexes that it enters. Who attacks
    /// turns no freer outside of enemy range than in it (§22.3).
    pub fn arrives(
        &self,
        unit: UnitId,
        reach: &Reach,
        (marker, left): (&LineMarker, &[usize]),
    ) -> Option<(Halves, Vec<usize>)> {
        let named = self.at.brigade(unit).is_some_and(Brigade::is_named);
        let ranged = self.in_enemy_range(self.side(unit), marker.hex) || self.bared(unit, left, marker.hex);
        let free = !named && !ranged && !self.only_goes_back(unit);
        let fits = |facing: &Facing| free || fronts(marker).any(|front| front == *facing);
        let states = Facing::corners().filter(fits).map(|facing| state(marker.hex, facing));
        let (cost, end) = states.filter_map(|state| Some((reach.cost(state)?, state))).min()?;
        Some((cost as Halves, trail(reach, end, |state| state / Facing::COUNT)))
    }
}

/// Which enemy ranges bar a step (ruling 55).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Barred {
    /// Columns enter none (§22.1).
    Any,
    /// Batteries and unnamed lines enter none of a brigade (§22.2, §22.3).
    Brigades,
    /// Attackers enter all.
    None,
}

/// The state of a search over hexes and facings.
pub fn state(place: usize, facing: Facing) -> usize {
    place * Facing::COUNT + facing.index()
}

/// The fronts that a marker has as a straight one (§11.7): its own, or the two corners beside the front of a bent one.
pub(super) fn fronts(marker: &LineMarker) -> impl Iterator<Item = Facing> + use<> {
    let front = marker.front();
    if front.is_side() { [front.turned(-1), front.turned(1)].into_iter() } else { [front, front].into_iter() }
}

impl Resolver<'_, '_> {
    /// Takes a brigade in hand for an order of the Movement Phase: its level, if the primary commander or its arrival gives it one, and the end of the move of
    /// the brigade before it.
    ///
    /// # Errors
    /// The rule that bars it.
    pub fn take_in_hand(&mut self, unit: UnitId) -> Result<(), Stop> {
        let board = self.board();
        let level = board.check_may_come(unit)?;
        if board.at.brigade(unit).is_some_and(|b| b.level.is_none()) {
            let free = board.since(3) && board.needs_no_commander(unit);
            self.write(Fact::Released { free, level, unit });
        }
        self.move_hand(unit);
        Ok(())
    }

    /// A brigade moves from here on; who was being moved has done, of several seats that one's (§11.6).
    pub fn move_hand(&mut self, unit: UnitId) {
        if self.board().hand_beside(unit) != Some(unit) {
            self.write(Fact::InHand { seat: self.eye, unit });
        }
    }
}
