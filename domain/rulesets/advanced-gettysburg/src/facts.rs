//! What the referee says happened, how a position takes it in, and who tells it.

use super::chain::{Formation, Link};
use super::fire::{Flanker, HastyLine, Losses, Shelling, Split, Struck, Volley};
use super::pack::Pack;
use super::position::{
    Attack, Command, Door, Pair, Pending, Place, Position, Pressed, Retreat, Segment, State, UnitState, row,
};
use super::tables::Halves;
use super::teller::Teller;
use super::units::UnitId;
use domain_core::board::Facing;
use domain_core::referee::{Apply, Line, Side, Term};
use serde::{Deserialize, Serialize};

/// What a brigade did, for the telling; its rules were asked when it was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Manner {
    /// Line went forward out of enemy range, or by advance in it.
    Ahead,
    /// Line went back.
    Back,
    /// Another formation.
    Changed,
    /// A column came onto the map.
    Entered,
    /// A line grew by a marker.
    Extended,
    /// A column looks elsewhere.
    Faced,
    /// A column marched.
    Marched,
    /// A line took up another place.
    Moved,
    /// Points were distributed anew.
    Redistributed,
    /// A line bent or straightened.
    Turned,
    /// A line wheeled.
    Wheeled,
}

/// What a brigade's order came to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Maneuver {
    /// Its markers now.
    pub chain: Vec<Link>,
    /// The marker that the counter lies with.
    pub counter: u8,
    /// Disorganization points for the activity (§13.9).
    pub dp: u16,
    /// Its formation now.
    pub formation: Formation,
    /// What it did.
    pub manner: Manner,
    /// Whether an attacker came nearer to the enemy.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub nearer: bool,
    /// Half points that each marker has spent now.
    pub paid: Vec<Halves>,
    /// Whether it advanced or retreated.
    pub pressed: Pressed,
    /// Whether a retreat from the range of an enemy brigade begins with it (§21.6).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub retreats: bool,
    /// Who.
    pub unit: UnitId,
    /// The way of its head or first marker, the start first.
    pub way: Vec<u16>,
}

/// What a battery's order came to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BatteryMove {
    /// Where it is now, with its cannon.
    pub chain: Vec<Link>,
    /// Its facing.
    pub facing: Facing,
    /// Whether it is limbered.
    pub limbered: bool,
    /// Half points spent in this Movement Phase.
    pub spent: Halves,
    /// Who.
    pub unit: UnitId,
    /// Its way, the start first; one hex when it did not move.
    pub way: Vec<u16>,
}

/// Why an attack is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AttackEnd {
    /// It made no effort to come closer (§22.11).
    Lapsed,
    /// Night began (ruling 86).
    Night,
    /// Its side says so (§22.12).
    Ordered,
    /// Its experience is spent (§33.1.5c).
    Spent,
}

/// A level given to a brigade.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Allotted {
    /// The maximum activity level in points.
    pub level: u8,
    /// Who.
    pub unit: UnitId,
}

/// Where a brigade stands after an assault's losses, a retreat or an advance; nowhere when nothing is left of it, or it left the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Footing {
    /// Its markers.
    pub chain: Vec<Link>,
    /// The marker that the counter lies with.
    pub counter: u8,
    /// Disorganization points received.
    pub dp: u16,
    /// Its formation.
    pub formation: Formation,
    /// Strength points lost.
    pub lost: u8,
    /// Where it left the map.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub off: Option<u16>,
    /// Half points spent, or owed.
    pub spent: Halves,
    /// Who.
    pub unit: UnitId,
    /// The way of its counter's marker, the start first.
    pub way: Vec<u16>,
}

/// An assault.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Assaulted {
    /// Whose marker.
    pub by: UnitId,
    /// The die.
    pub die: u8,
    /// The hex of the marker.
    pub from: u16,
    /// The hex assaulted.
    pub hex: u16,
    /// Whether it succeeded.
    pub success: bool,
    /// Both strengths, the defender's negative.
    pub sum: Vec<Term>,
    /// Who stood there.
    pub targets: Vec<UnitId>,
}

/// Points given to somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Given {
    /// How many.
    pub points: u16,
    /// Whom.
    pub unit: UnitId,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs, reason = "each says what happened; its fields are named for what they are")]
pub enum Fact {
    /// A marker or battery of the phasing side will fire at a hex (§24.2, step 1).
    Aimed(Pair),
    /// A brigade advanced after combat (§31.0).
    Advanced(Footing),
    /// A die for brigades under a commander, or for one under its own (§15.2, §15.3).
    Allotted { by: UnitId, die: u8, levels: Vec<Allotted> },
    /// Something waits for an answer.
    Asked(Pending),
    /// An assault was tried (§25.0).
    Assaulted(Assaulted),
    /// Losses of an assault that succeeded (Casualties Table).
    AssaultLoss { cp: u16, die: u8, share: u8, to: Footing },
    /// A brigade is an attacker no more.
    AttackEnded { unit: UnitId, why: AttackEnd },
    /// A battery moved, limbered or unlimbered.
    BatteryMoved(BatteryMove),
    /// Combat fire at a brigade (§24.3).
    CombatFire(Volley),
    /// What was asked is answered.
    Answered,
    /// A commander is in the enemy's hands (§17.1.8).
    CommanderCaptured { by: UnitId, unit: UnitId },
    /// A road lets in so much more in this player turn.
    Door(Door),
    /// The game is over.
    Ended { level: String, points: i32, winner: Option<Side> },
    /// A brigade moves as a reinforcement no more (§16.1).
    ExemptionLost { unit: UnitId },
    /// All combat fire is done: who stepped into a flank hex is back (§24.4.3c).
    FireOver,
    /// A defender steps into a flank hex (§24.4.3).
    Flanked(Flanker),
    /// A column forms line before fire (§24.6).
    HastyLine(HastyLine),
    /// A brigade retreated after combat (§30.0).
    FellBack { how: Retreat, to: Footing },
    /// A battery withdrew (§30.1.2).
    GunsBack { chain: Vec<Link>, facing: Facing, spent: Halves, unit: UnitId, way: Vec<u16> },
    /// A battery is in the enemy's hands (§31.6).
    GunsCaptured { by: UnitId, cannon: u8, side: Side, unit: UnitId },
    /// A side entered a hex that counts, last of both (§37).
    PrizeTaken { prize: u8, side: Side },
    /// A brigade moves from here on; who was moving is done (§11.6).
    InHand { unit: UnitId },
    /// Strength that joins or leaves (Orders of Appearance).
    Joined { chain: Vec<Link>, points: i8, unit: UnitId },
    /// What a phase cost a brigade (§33.1, §33.3).
    Losses(Losses),
    /// A brigade did something in its Movement Phase.
    Maneuvered(Maneuver),
    /// Brigades are named to attack (§22.3).
    Named { units: Vec<UnitId> },
    /// The primary commander, with the brigades in his range (§5.1A, §15.1).
    Primary { by: UnitId, over: Vec<UnitId> },
    /// Brigades that stood idle for a complete turn recover (§33.2).
    Recovered { units: Vec<Given> },
    /// Batteries that did not move in a night turn take ammunition (§29.4.3).
    Refilled { side: Side, units: Vec<Given> },
    /// A brigade moves under the primary commander with such a level; nobody rolls.
    Released { level: u8, unit: UnitId },
    /// A brigade or battery of the phasing side returns fire (§27.1).
    Returning { unit: UnitId },
    /// A brigade's retreat goes on within enemy range, or is over (§21.6, §21.7).
    Retreating { dp: u16, over: bool, unit: UnitId },
    /// Who had left the map waits beyond its road again (§21.8).
    Returned { chain: Vec<Link>, facing: Facing, unit: UnitId },
    /// A commander rode.
    Rode { unit: UnitId, way: Vec<u16> },
    /// The next segment of the player turn.
    Segment { segment: Segment },
    /// Artillery fired (§29.1).
    Shelled(Shelling),
    /// A defending hex fires so (§24.2, step 2).
    SplitFire(Split),
    /// A brigade received casualty points, to be settled when the phase ends (§33.3.4).
    Struck { cp: u16, unit: UnitId },
    /// A die for a commander under fire (§32.0).
    Survival { die: u8, unit: UnitId },
    /// What a player turn leaves behind: who retreated in its Movement Phase, and whose points owed are paid.
    Settled { fell_back: Vec<UnitId>, units: Vec<UnitId> },
    /// A player turn begins.
    Turn { side: Side, turn: u8 },
    /// An umpire says where in the game it stands.
    UmpireTurn { segment: Segment, side: Side, turn: u8 },
    /// Hexes that nobody defends any more (§31.1).
    Vacated { hexes: Vec<u16> },
    /// An umpire sets a counter.
    UmpireUnit { state: Box<UnitState>, unit: UnitId },
}

impl Apply<Fact> for Position {
    fn apply(&mut self, fact: &Fact) {
        match fact {
            Fact::Aimed(pair) => {
                self.fight.aims.retain(|p| (p.unit, p.from) != (pair.unit, pair.from));
                self.fight.aims.push(*pair);
            }
            Fact::Advanced(to) => self.advanced_after_combat(to),
            Fact::Asked(pending) => self.pending = Some(pending.clone()),
            Fact::Answered => self.pending = None,
            Fact::Assaulted(assault) => self.assault_made(assault),
            Fact::AssaultLoss { cp, to, .. } => {
                if let Some(brigade) = self.brigade_mut(to.unit) {
                    brigade.cp = brigade.cp.saturating_add(*cp);
                }
                self.stand(to);
            }
            Fact::FellBack { how, to } => self.fell_back(*how, to),
            Fact::GunsBack { chain, facing, spent, unit, .. } => {
                self.vacated.extend(self.chain(*unit).iter().map(|l| l.hex).collect::<Vec<u16>>());
                self.back.push(*unit);
                if let Some(battery) = self.battery_mut(*unit) {
                    (battery.facing, battery.limbered, battery.fired_from_woods) = (*facing, true, false);
                    battery.owed = battery.owed.saturating_add(*spent);
                }
                self.set_chain(*unit, chain);
            }
            Fact::GunsCaptured { by, cannon, side, unit } => {
                self.captured[row(*side)] = self.captured[row(*side)].saturating_add(u16::from(*cannon));
                if let Some(battery) = self.battery_mut(*unit) {
                    battery.captor = Some(*by);
                }
            }
            Fact::Recovered { units } => {
                for given in units {
                    if let Some(brigade) = self.brigade_mut(given.unit) {
                        brigade.dp = brigade.dp.saturating_sub(given.points);
                    }
                }
            }
            Fact::Refilled { side, units } => {
                for given in units {
                    let factors = u8::try_from(given.points).unwrap_or(u8::MAX);
                    if let Some(battery) = self.battery_mut(given.unit) {
                        battery.factors = battery.factors.saturating_add(factors);
                    }
                    self.reserve[row(*side)] = self.reserve[row(*side)].saturating_sub(given.points);
                }
            }
            Fact::Retreating { dp, over, unit } => {
                if let Some(brigade) = self.brigade_mut(*unit) {
                    brigade.dp = brigade.dp.saturating_add(*dp);
                    if *over {
                        brigade.retreat = Retreat::None;
                    }
                }
            }
            Fact::Returned { chain, facing, unit } => {
                if let Some(brigade) = self.brigade_mut(*unit) {
                    (brigade.formation, brigade.counter) = (Formation::Column { facing: *facing }, 0);
                    (brigade.retreat, brigade.attack) = (Retreat::None, Attack::None);
                    brigade.paid.clear();
                }
                self.set_chain(*unit, chain);
            }
            Fact::Settled { fell_back, units } => {
                for unit in units {
                    if let Some(brigade) = self.brigade_mut(*unit) {
                        (brigade.owed, brigade.fell_back) = (0, fell_back.contains(unit));
                    }
                    if let Some(battery) = self.battery_mut(*unit) {
                        battery.owed = 0;
                    }
                }
            }
            Fact::Vacated { hexes } => self.vacated.extend(hexes),
            Fact::Allotted { by, levels, .. } => {
                self.close_hands();
                let over: Vec<UnitId> = levels.iter().map(|l| l.unit).collect();
                for allotted in levels {
                    self.allot(allotted.unit, allotted.level);
                }
                if let Some(commander) = self.commander_mut(*by) {
                    commander.led = true;
                    commander.level = levels.iter().map(|l| l.level).max();
                }
                self.command = Some(Command { by: *by, lines: 0, over, primary: false, used: Vec::new() });
            }
            Fact::AttackEnded { unit, why } => {
                if let Some(brigade) = self.brigade_mut(*unit) {
                    brigade.attack = Attack::None;
                    brigade.called_off = *why == AttackEnd::Ordered;
                }
            }
            Fact::BatteryMoved(moved) => self.battery_moved(moved),
            Fact::CombatFire(volley) => self.combat_fire(volley),
            Fact::CommanderCaptured { unit, .. } => {
                if let Some(unit) = self.units.get_mut(unit.index()) {
                    unit.place = Place::Lost;
                }
            }
            Fact::Door(door) => {
                self.doors.retain(|d| d.off != door.off);
                self.doors.push(*door);
            }
            Fact::Ended { .. } => {
                (self.over, self.pending, self.hand, self.command) = (true, None, None, None);
            }
            Fact::ExemptionLost { unit } => {
                if let Some(brigade) = self.brigade_mut(*unit) {
                    brigade.exempt = None;
                }
            }
            Fact::FireOver => {
                let fight = &mut self.fight;
                fight.aims.clear();
                fight.flankers.clear();
                fight.returns.clear();
                fight.splits.clear();
            }
            Fact::Flanked(flanker) => self.fight.flankers.push(*flanker),
            Fact::HastyLine(line) => {
                if let Some(brigade) = self.brigade_mut(line.unit) {
                    (brigade.formation, brigade.counter, brigade.hasty) = (line.formation, line.counter, true);
                    brigade.idle = false;
                    brigade.paid.clear();
                }
                self.set_chain(line.unit, &line.chain);
            }
            Fact::PrizeTaken { prize, side } => {
                if let Some(held) = self.held.get_mut(usize::from(*prize)) {
                    *held = Some(*side);
                }
            }
            Fact::InHand { unit } => {
                if let Some(before) = self.hand.replace(*unit).filter(|before| before != unit)
                    && let Some(brigade) = self.brigade_mut(before)
                {
                    brigade.done = true;
                }
            }
            Fact::Joined { chain, points, unit } => {
                if let Some(brigade) = self.brigade_mut(*unit) {
                    brigade.sp = brigade.sp.saturating_add_signed(*points);
                }
                self.set_chain(*unit, chain);
            }
            Fact::Losses(losses) => self.lose(losses),
            Fact::Maneuvered(maneuver) => self.maneuvered(maneuver),
            Fact::Named { units } => {
                for unit in units {
                    if let Some(brigade) = self.brigade_mut(*unit) {
                        brigade.attack = Attack::Named;
                    }
                }
            }
            Fact::Primary { by, over } => {
                if let Some(commander) = self.commander_mut(*by) {
                    commander.led = true;
                }
                self.command = Some(Command { by: *by, lines: 0, over: over.clone(), primary: true, used: Vec::new() });
            }
            Fact::Released { level, unit } => {
                self.allot(*unit, *level);
                let line = self.brigade(*unit).is_some_and(|b| b.formation.is_line());
                if let Some(command) = self.command.as_mut().filter(|c| c.primary && c.over.contains(unit)) {
                    command.used.push(*unit);
                    command.lines += u8::from(line);
                }
            }
            Fact::Returning { unit } => self.fight.returns.push(*unit),
            Fact::Rode { unit, way } => {
                if let Some(commander) = self.commander_mut(*unit) {
                    commander.moved = true;
                }
                if let Some(hex) = way.last() {
                    self.set_chain(*unit, &[Link { hex: *hex, sp: 0 }]);
                }
            }
            Fact::Segment { segment } => {
                self.segment = *segment;
                if !segment.is_movement() {
                    self.close_hands();
                    self.command = None;
                }
            }
            Fact::Shelled(shelling) => self.shelled(shelling),
            Fact::SplitFire(split) => {
                self.fight.splits.retain(|s| s.from != split.from);
                self.fight.splits.push(split.clone());
            }
            Fact::Struck { cp, unit } => self.strike(*unit, *cp),
            Fact::Survival { die, unit } => {
                if let Some(commander) = self.commander_mut(*unit) {
                    commander.hit |= *die >= 5;
                }
            }
            Fact::Turn { side, turn } => {
                (self.side, self.turn, self.segment) = (*side, *turn, Segment::Opening);
                self.new_turn();
                if *side == Side::Confederate {
                    self.all_idle();
                }
            }
            Fact::UmpireTurn { segment, side, turn } => {
                (self.over, self.pending) = (false, None);
                (self.side, self.turn, self.segment) = (*side, *turn, *segment);
                self.new_turn();
            }
            Fact::UmpireUnit { state, unit } => {
                if let Some(place) = self.units.get_mut(unit.index()) {
                    place.clone_from(state);
                }
            }
        }
    }
}

impl Position {
    /// What is forgotten when a player turn begins: what was spent and who was led. Retreats, attacks and points owed go on.
    fn new_turn(&mut self) {
        (self.hand, self.command) = (None, None);
        self.doors.clear();
        self.age_pairs();
        self.advanced.clear();
        self.assaulted.clear();
        self.back.clear();
        self.vacated.clear();
        for unit in &mut self.units {
            match &mut unit.state {
                State::Brigade(brigade) => {
                    (brigade.done, brigade.level, brigade.pressed) = (false, None, Pressed::No);
                    (brigade.called_off, brigade.nearer) = (false, false);
                    brigade.paid.clear();
                    brigade.taken_in_flank.clear();
                    brigade.hasty = false;
                }
                State::Battery(battery) => (battery.moved, battery.fired, battery.spent) = (false, false, 0),
                State::Commander(commander) => {
                    (commander.led, commander.level, commander.moved) = (false, None, false);
                }
            }
        }
    }

    /// Who has a level and has not finished does so now (§11.6, §15.4).
    fn close_hands(&mut self) {
        self.hand = None;
        for unit in &mut self.units {
            if let State::Brigade(brigade) = &mut unit.state
                && brigade.level.is_some()
            {
                brigade.done = true;
            }
        }
    }

    fn allot(&mut self, unit: UnitId, level: u8) {
        if let Some(brigade) = self.brigade_mut(unit) {
            (brigade.level, brigade.done) = (Some(level), false);
            if brigade.attack == Attack::Named && level > 0 {
                brigade.attack = Attack::Launched;
            }
        }
    }

    fn set_chain(&mut self, unit: UnitId, chain: &[Link]) {
        if let Some(unit) = self.units.get_mut(unit.index())
            && !chain.is_empty()
        {
            unit.place = Place::At(chain.to_vec());
            if let State::Brigade(brigade) = &mut unit.state {
                brigade.fired_from.retain(|hex| chain.iter().any(|l| l.hex == *hex));
            }
        }
    }

    /// Fire of this player turn becomes fire of the one before; what is two turns old or has an end that moved away is forgotten (§27.1).
    fn age_pairs(&mut self) {
        let mut fight = std::mem::take(&mut self.fight);
        fight.before.append(&mut self.pairs);
        fight.before.iter_mut().for_each(|p| p.age += 1);
        let lies = |unit: UnitId, hex: u16| self.chain(unit).iter().any(|l| l.hex == hex);
        let held = |hex: u16| self.units.iter().any(|u| u.place.chain().iter().any(|l| l.hex == hex));
        fight.before.retain(|p| p.age <= 2 && lies(p.unit, p.from) && held(p.to));
        self.fight.before = fight.before;
    }

    /// Casualty points that are to be settled.
    fn strike(&mut self, unit: UnitId, cp: u16) {
        let Some(brigade) = self.brigade_mut(unit) else { return };
        let sp = brigade.sp;
        brigade.cp = brigade.cp.saturating_add(cp);
        brigade.idle = false;
        match self.fight.struck.iter_mut().find(|s| s.unit == unit) {
            Some(struck) => struck.cp += cp,
            None => self.fight.struck.push(Struck { cp, sp, unit }),
        }
    }

    fn shelled(&mut self, shelling: &Shelling) {
        let (shot, hits) = (shelling.shot, shelling.hits());
        if let Some(battery) = self.battery_mut(shot.battery) {
            battery.factors = battery.factors.saturating_sub(shelling.cost);
            (battery.fired, battery.fired_from_woods) = (true, true);
        }
        if let Some(target) = self.battery_mut(shot.target) {
            target.factors = target.factors.saturating_sub(hits);
        }
        for (unit, cp) in &shelling.cp {
            self.strike(*unit, u16::from(*cp));
        }
        self.fight.shots.push(shot);
        self.first_fire.get_or_insert(self.turn);
    }

    fn combat_fire(&mut self, volley: &Volley) {
        for firer in &volley.firers {
            match &mut self.units[firer.unit.index()].state {
                State::Battery(battery) => battery.fired_from_woods = true,
                State::Brigade(brigade) => {
                    brigade.idle = false;
                    if firer.woods && !brigade.fired_from.contains(&firer.from) {
                        brigade.fired_from.push(firer.from);
                    }
                }
                State::Commander(_) => {}
            }
            let pair = Pair { age: 0, from: firer.from, sp: firer.sp, to: firer.to, unit: firer.unit };
            match self.pairs.iter_mut().find(|p| p.same(&pair)) {
                Some(known) => known.sp = known.sp.max(pair.sp),
                None => self.pairs.push(pair),
            }
        }
        if let Some(target) = self.brigade_mut(volley.target) {
            target.idle = false;
            target.taken_in_flank.extend(&volley.flanked);
        }
        if self.brigade(volley.target).is_some() && volley.cp > 0 {
            self.strike(volley.target, volley.cp);
        }
        self.first_fire.get_or_insert(self.turn);
    }

    fn lose(&mut self, losses: &Losses) {
        self.fight.struck.retain(|s| s.unit != losses.unit);
        if let Some(brigade) = self.brigade_mut(losses.unit) {
            brigade.dp = brigade.dp.saturating_add(losses.dp);
            brigade.lost = brigade.lost.saturating_add(losses.lost);
            brigade.sp = brigade.sp.saturating_sub(losses.lost);
            (brigade.formation, brigade.counter) = (losses.formation, losses.counter);
            // The dearest marker's points remain what the brigade spent (§13.7).
            if !brigade.paid.is_empty() {
                brigade.paid = vec![brigade.spent(); losses.chain.len()];
            }
            if losses.chain.is_empty() {
                brigade.attack = Attack::None;
            }
        }
        if losses.chain.is_empty() {
            if let Some(unit) = self.units.get_mut(losses.unit.index()) {
                unit.place = Place::Lost;
            }
        } else {
            self.set_chain(losses.unit, &losses.chain);
        }
    }

    fn maneuvered(&mut self, maneuver: &Maneuver) {
        if let Some(brigade) = self.brigade_mut(maneuver.unit) {
            brigade.counter = maneuver.counter;
            brigade.dp = brigade.dp.saturating_add(maneuver.dp);
            brigade.formation = maneuver.formation;
            brigade.idle = false;
            if maneuver.manner == Manner::Entered && brigade.exempt.is_none() {
                brigade.exempt = Some(maneuver.paid.iter().max().map_or(0, |paid| paid.div_ceil(2)));
            }
            if !maneuver.formation.is_column() {
                brigade.exempt = None;
            }
            brigade.paid.clone_from(&maneuver.paid);
            brigade.nearer |= maneuver.nearer;
            if maneuver.retreats {
                brigade.retreat = Retreat::Voluntary;
            }
            if maneuver.pressed != Pressed::No {
                brigade.pressed = maneuver.pressed;
            }
        }
        self.set_chain(maneuver.unit, &maneuver.chain);
    }

    /// A game turn begins: nobody has acted in it (§33.2, ruling 74).
    fn all_idle(&mut self) {
        for unit in &mut self.units {
            if let State::Brigade(brigade) = &mut unit.state {
                brigade.idle = true;
            }
        }
    }

    /// Where a brigade stands after combat; lost without markers unless it left the map.
    fn stand(&mut self, to: &Footing) {
        if let Some(brigade) = self.brigade_mut(to.unit) {
            brigade.counter = to.counter;
            brigade.dp = brigade.dp.saturating_add(to.dp);
            brigade.formation = to.formation;
            brigade.idle = false;
            brigade.lost = brigade.lost.saturating_add(to.lost);
            brigade.sp = brigade.sp.saturating_sub(to.lost);
            if !brigade.paid.is_empty() {
                brigade.paid = vec![brigade.spent(); to.chain.len()];
            }
        }
        if let Some(unit) = self.units.get_mut(to.unit.index()) {
            unit.place = match to.off {
                Some(hex) => Place::Fled(hex),
                None if to.chain.is_empty() => Place::Lost,
                None => Place::At(to.chain.clone()),
            };
        }
    }

    fn advanced_after_combat(&mut self, to: &Footing) {
        self.stand(to);
        if let Some(brigade) = self.brigade_mut(to.unit).filter(|_| to.spent > 0) {
            let spent = brigade.spent().saturating_add(to.spent);
            brigade.paid = vec![spent; to.chain.len()];
        }
        self.advanced.push(to.unit);
    }

    fn assault_made(&mut self, assault: &Assaulted) {
        for unit in assault.targets.iter().chain([&assault.by]) {
            if let Some(brigade) = self.brigade_mut(*unit) {
                brigade.idle = false;
            }
        }
        // §28.3: who carries an assault as defender goes on as an attacker.
        if let Some(brigade) = self.brigade_mut(assault.by).filter(|_| assault.success) {
            brigade.attack = Attack::Launched;
        }
        self.assaulted.extend(&assault.targets);
    }

    fn fell_back(&mut self, how: Retreat, to: &Footing) {
        let left: Vec<u16> = self.chain(to.unit).iter().map(|l| l.hex).collect();
        self.vacated.extend(left.into_iter().filter(|hex| !to.chain.iter().any(|l| l.hex == *hex)));
        self.stand(to);
        let phasing = self.segment == Segment::BackOff;
        if let Some(brigade) = self.brigade_mut(to.unit) {
            match phasing {
                true if to.spent > 0 => brigade.paid = vec![brigade.spent().saturating_add(to.spent); to.chain.len()],
                true => {}
                false => brigade.owed = brigade.owed.saturating_add(to.spent),
            }
            if how != Retreat::None {
                (brigade.retreat, brigade.attack) = (how, Attack::None);
            }
        }
        self.back.push(to.unit);
    }

    fn battery_moved(&mut self, moved: &BatteryMove) {
        let entered = moved.way.len() > 1;
        if let Some(battery) = self.battery_mut(moved.unit) {
            (battery.facing, battery.limbered, battery.spent) = (moved.facing, moved.limbered, moved.spent);
            battery.moved |= entered;
            battery.fired_from_woods &= !entered;
        }
        self.set_chain(moved.unit, &moved.chain);
    }
}

impl Fact {
    /// The fact as a player would write it; each chapter tells its own.
    pub fn tell(&self, pack: &Pack) -> Option<Line> {
        let teller = Teller { pack };
        match self {
            Fact::Aimed(pair) => teller.aimed(pair),
            Fact::Advanced(to) => teller.advanced(to),
            Fact::Asked(_) | Fact::Answered | Fact::Settled { .. } | Fact::Vacated { .. } => None,
            Fact::Assaulted(assault) => teller.assaulted(assault),
            Fact::AssaultLoss { cp, die, share, to } => teller.assault_loss(*cp, *die, *share, to),
            Fact::FellBack { how, to } => teller.fell_back(*how, to),
            Fact::GunsBack { unit, way, .. } => teller.guns_back(*unit, way),
            Fact::GunsCaptured { by, cannon, unit, .. } => teller.guns_captured(*by, *cannon, *unit),
            Fact::Recovered { units } => teller.recovered(units),
            Fact::Refilled { units, .. } => teller.refilled(units),
            Fact::Retreating { dp, over, unit } => teller.retreating(*dp, *over, *unit),
            Fact::Returned { chain, unit, .. } => teller.returned(*unit, chain),
            Fact::Allotted { by, die, levels } => teller.allotted(*by, *die, levels),
            Fact::AttackEnded { unit, why } => teller.attack_ended(*unit, *why),
            Fact::BatteryMoved(moved) => teller.battery_moved(moved),
            Fact::CombatFire(volley) => teller.combat_fire(volley),
            Fact::CommanderCaptured { by, unit } => teller.commander_captured(*by, *unit),
            Fact::Door(_) | Fact::ExemptionLost { .. } | Fact::InHand { .. } => None,
            Fact::FireOver | Fact::Struck { .. } => None,
            Fact::Flanked(flanker) => teller.flanked(flanker),
            Fact::HastyLine(line) => teller.hasty_line(line),
            Fact::Losses(losses) => teller.losses(losses),
            Fact::Returning { unit } => teller.returning(*unit),
            Fact::Shelled(shelling) => teller.shelled(shelling),
            Fact::SplitFire(split) => teller.split_fire(split),
            Fact::Survival { die, unit } => teller.survival(*unit, *die),
            Fact::Ended { level, points, winner } => teller.ended(level, *points, *winner),
            Fact::PrizeTaken { prize, side } => teller.held(*prize, *side),
            Fact::Joined { chain, points, unit } => teller.joined(*unit, *points, chain),
            Fact::Maneuvered(maneuver) => teller.maneuvered(maneuver),
            Fact::Named { units } => teller.named(units),
            Fact::Primary { by, over } => teller.primary(*by, over),
            Fact::Released { level, unit } => teller.released(*unit, *level),
            Fact::Rode { unit, way } => teller.rode(*unit, way),
            Fact::Segment { segment } => teller.segment(*segment),
            Fact::Turn { side, turn } => teller.turn(*side, *turn),
            Fact::UmpireTurn { segment, side, turn } => teller.umpire_turn(*segment, *side, *turn),
            Fact::UmpireUnit { state, unit } => teller.umpire_unit(*unit, state),
        }
    }
}
