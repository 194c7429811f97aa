//! What the referee says happened, how a position takes it in, and which chapter tells it. No rule is decided here.

use super::pack::Pack;
use super::position::{
    CrossingState, Force, ForceState, Impulse, ImpulseUse, LeaderCasualty, LeaderState, Options, Pending, Phase, Place,
    Position, Purpose, Strike, UnitState,
};
use super::teller::Teller;
use super::units::{Cause, LeaderId, UnitId};
use domain_core::referee::{Apply, Line, Side, Tone};
use serde::{Deserialize, Serialize};

/// A sum as a player writes it: what, and how much.
pub type Arithmetic = Vec<(String, i32)>;

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "fact", content = "of", rename_all = "kebab-case")]
pub enum Fact {
    /// Areas were designated and their units activated (§6.1).
    Activated {
        /// The areas.
        areas: Vec<u8>,
        /// By whom; nobody for reinforcements.
        leader: Option<LeaderId>,
        /// Whom.
        units: Vec<UnitId>,
    },
    /// The Advantage changed hands.
    Advantage {
        /// To whom.
        to: Side,
        /// What it was used for.
        what: String,
    },
    /// The topmost procedure waits no longer.
    Answered,
    /// A procedure began to wait.
    Asked(Pending),
    /// The topmost procedure went on.
    Changed(Pending),
    /// A unit committed itself to an attack.
    Committed {
        /// Area attacked.
        area: u8,
        /// Movement points.
        cost: u8,
        /// From where.
        from: u8,
        /// How.
        kind: Strike,
        /// Who.
        unit: UnitId,
    },
    /// A bridge or ford changed.
    Crossing {
        /// Which.
        crossing: u8,
        /// To what.
        state: CrossingState,
    },
    /// A try at a bridge or ford, paid for.
    Tried {
        /// Movement points.
        cost: u8,
        /// Which.
        crossing: u8,
        /// Who.
        unit: UnitId,
    },
    /// Units overran the area they stood in and may go on (§8.6.3, §9.1).
    GoOn {
        /// Who.
        units: Vec<UnitId>,
    },
    /// A unit was eliminated.
    Eliminated {
        /// Where.
        area: u8,
        /// For good.
        gone: bool,
        /// Who.
        unit: UnitId,
        /// Why.
        why: Cause,
    },
    /// The game ended.
    Ended {
        /// Points, Confederate.
        confederate: i32,
        /// In words.
        level: String,
        /// Points, Union.
        union: i32,
        /// Who won.
        winner: Option<Side>,
    },
    /// Reinforcements came or chose their area.
    Force {
        /// Which.
        force: Force,
        /// Their state.
        state: ForceState,
    },
    /// A fight with its arithmetic.
    Fought {
        /// Where.
        area: u8,
        /// The attacker's sum.
        attack: Arithmetic,
        /// The defender's sum.
        defence: Arithmetic,
        /// Dice of both.
        dice: [Vec<u8>; 2],
        /// From where.
        from: Option<u8>,
        /// How.
        kind: Strike,
        /// The attacking lead unit.
        lead: UnitId,
        /// Attack total less defence total.
        margin: i32,
        /// The defending lead or target.
        target: UnitId,
    },
    /// A unit left the game for good, as the price of another (§9.3).
    Gone {
        /// Who.
        unit: UnitId,
    },
    /// An impulse began.
    Impulse {
        /// By the Advantage.
        free: bool,
        /// Whose.
        side: Side,
        /// The space of the marker.
        space: u8,
    },
    /// An impulse is over: units that acted become Spent.
    ImpulseOver {
        /// Passed.
        pass: bool,
        /// The marker's space now.
        space: u8,
        /// Units Spent by it.
        spent: Vec<UnitId>,
    },
    /// The Union's check (§3.0).
    Check {
        /// It goes on.
        goes_on: bool,
        /// The space.
        space: u8,
        /// The roll with its modifiers.
        sum: Arithmetic,
    },
    /// A roll with what it came to.
    Result {
        /// What it was for.
        purpose: Purpose,
        /// It did what was hoped.
        success: bool,
        /// The roll with its modifiers.
        sum: Arithmetic,
    },
    /// A leader's side was turned.
    Leader {
        /// Active.
        active: bool,
        /// Who.
        leader: LeaderId,
        /// Why.
        why: String,
    },
    /// A leader was hurt (§8.7).
    LeaderHurt {
        /// Where.
        area: u8,
        /// How.
        hurt: LeaderCasualty,
        /// Who.
        leader: LeaderId,
    },
    /// A leader moved by himself (§7.2).
    LeaderMoved {
        /// Movement points.
        cost: u8,
        /// Who.
        leader: LeaderId,
        /// Must stop.
        stopped: bool,
        /// The way, its start first.
        way: Vec<u8>,
    },
    /// A leader was put somewhere: with retreating units, with his command, as a replacement, as a reinforcement.
    LeaderPut {
        /// Where.
        area: u8,
        /// Who.
        leader: LeaderId,
    },
    /// A unit moved.
    Moved {
        /// Attacks there now.
        attacks: bool,
        /// Movement points.
        cost: u8,
        /// Crossings used.
        crossed: Vec<u8>,
        /// Entered the map.
        entered: bool,
        /// The last border bears a special TEM.
        special: bool,
        /// Must stop.
        stopped: bool,
        /// Who.
        unit: UnitId,
        /// The way; the area it stood in first, unless it entered.
        way: Vec<u8>,
    },
    /// An overrun (§8.6.3).
    Overrun {
        /// Where.
        area: u8,
        /// Whose units were overrun.
        side: Side,
    },
    /// A phase began.
    Phase {
        /// Which.
        phase: Phase,
        /// Whose part.
        side: Side,
        /// Turn.
        turn: u8,
    },
    /// All Spent units of a side became Fresh (§9.2).
    Rallied {
        /// Whose.
        side: Side,
        /// Who.
        units: Vec<UnitId>,
    },
    /// A unit came back (§9.3).
    Reorganised {
        /// Where.
        area: u8,
        /// By whom.
        leader: LeaderId,
        /// Who.
        unit: UnitId,
    },
    /// A roll was made again by the Advantage.
    Rerolled {
        /// By whom.
        by: Side,
        /// The new dice.
        dice: Vec<u8>,
        /// What for.
        purpose: Purpose,
        /// The first or second roll.
        which: u8,
    },
    /// A unit retreated.
    Retreated {
        /// From.
        from: u8,
        /// To.
        to: u8,
        /// Who.
        unit: UnitId,
    },
    /// Leaders that stopped among enemies ride on: these were overrun (§8.6.3).
    RideOn {
        /// Who.
        leaders: Vec<LeaderId>,
    },
    /// A unit became Spent.
    Spent {
        /// Where.
        area: u8,
        /// Who.
        unit: UnitId,
        /// Why.
        why: Cause,
    },
    /// The Confederates made a Union leader inactive by the Advantage (§10.2B).
    Silenced {
        /// Whom.
        leader: LeaderId,
    },
    /// An area was attacked; the attackers' commitment is over.
    Struck {
        /// Which.
        area: u8,
        /// How.
        kind: Strike,
    },
    /// What the impulse is used for.
    Use {
        /// What.
        doing: ImpulseUse,
        /// Reinforcements.
        force: Option<Force>,
        /// By whom.
        leader: Option<LeaderId>,
    },
    /// A unit of the I Corps acted in the first Union impulse: Hooker stays active (§5.3.1).
    FirstCorps,
    /// An umpire set the impulse.
    UmpireImpulse(Box<Impulse>),
    /// An umpire set a leader.
    UmpireLeader {
        /// Who.
        leader: LeaderId,
        /// His state.
        state: LeaderState,
    },
    /// An umpire set the options.
    UmpireOptions(Options),
    /// An umpire set phase, side, turn and space, and cleared what was pending.
    UmpireTurn {
        /// Phase.
        phase: Phase,
        /// Side.
        side: Side,
        /// Space.
        space: u8,
        /// Turn.
        turn: u8,
    },
    /// An umpire set a unit.
    UmpireUnit {
        /// Its state.
        state: UnitState,
        /// Who.
        unit: UnitId,
    },
    /// A mounted unit withdrew (§7.3.3).
    Withdrew {
        /// Who.
        unit: UnitId,
        /// The way.
        way: Vec<u8>,
    },
}

impl Position {
    fn with_unit(&mut self, id: UnitId, change: impl FnOnce(&mut UnitState)) {
        if let Some(state) = self.units.get_mut(usize::from(id.0)) {
            change(state);
        }
    }

    fn with_leader(&mut self, id: LeaderId, change: impl FnOnce(&mut LeaderState)) {
        if let Some(state) = self.leaders.get_mut(usize::from(id.0)) {
            change(state);
        }
    }

    fn rest(&mut self) {
        for unit in &mut self.units {
            *unit = UnitState { place: unit.place, spent: unit.spent, ..UnitState::fresh(Place::Off) };
        }
        for leader in &mut self.leaders {
            (leader.used, leader.stopped) = (0, false);
        }
    }
}

impl Fact {
    /// The chronicle: the fact as a player would write it, with its arithmetic, told by its chapter; nothing where another fact says
    /// it already.
    pub fn tell(&self, pack: &Pack) -> Option<Line> {
        let teller = Teller { pack };
        Some(match self {
            Fact::Activated { areas, leader, units } => teller.activated(areas, *leader, units),
            Fact::Advantage { to, what } => teller.advantage(*to, what),
            Fact::Check { goes_on, space, sum } => teller.check(*goes_on, *space, sum),
            Fact::Committed { area, kind, unit, .. } => teller.committed(*unit, *kind, *area),
            Fact::Crossing { crossing, state } => teller.crossing_changed(*crossing, *state),
            Fact::Eliminated { area, unit, why, .. } => teller.eliminated(*unit, *area, *why),
            Fact::Ended { confederate, level, union, .. } => teller.ended(level, *union, *confederate),
            Fact::Force { force, state } => return teller.may_enter(*force, *state),
            Fact::Fought { .. } => return teller.fought(self),
            Fact::Gone { unit } => teller.gone(*unit),
            Fact::Impulse { free, side, space } => teller.impulse(*side, *free, *space),
            Fact::ImpulseOver { pass, spent, .. } => return teller.impulse_over(*pass, spent),
            Fact::Leader { leader, why, .. } => teller.leader_turned(*leader, why),
            Fact::LeaderHurt { area, hurt, leader } => teller.leader_hurt(*leader, *hurt, *area),
            Fact::LeaderMoved { leader, way, .. } => teller.rode(*leader, way),
            Fact::LeaderPut { area, leader } => teller.leader_put(*leader, *area),
            Fact::Moved { .. } => return teller.moved(self),
            Fact::Overrun { area, side } => teller.overrun(*area, *side),
            Fact::Phase { phase, side, turn } => return teller.phase(*phase, *side, *turn),
            Fact::Rallied { units, .. } => return teller.rallied(units),
            Fact::Reorganised { area, leader, unit } => teller.reorganised(*leader, *unit, *area),
            Fact::Rerolled { by, dice, purpose, which } => teller.rerolled(*by, dice, *purpose, *which),
            Fact::Result { purpose, success, sum } => teller.result(*purpose, *success, sum),
            Fact::Retreated { from, to, unit } => teller.retreated(*unit, *from, *to),
            Fact::Silenced { leader } => teller.silenced(*leader),
            Fact::Spent { area, unit, why } => return teller.spent(*unit, *area, *why),
            Fact::Tried { crossing, cost, unit } => teller.tried(*unit, *crossing, *cost),
            Fact::Use { doing: ImpulseUse::Entering, force: Some(force), .. } => teller.brings_on(*force),
            Fact::Withdrew { unit, way } => teller.withdrew(*unit, way),
            Fact::UmpireImpulse(_)
            | Fact::UmpireLeader { .. }
            | Fact::UmpireOptions(_)
            | Fact::UmpireTurn { .. }
            | Fact::UmpireUnit { .. } => Line::new(Tone::Note, "The umpire sets the board."),
            Fact::Answered
            | Fact::Asked(_)
            | Fact::Changed(_)
            | Fact::FirstCorps
            | Fact::GoOn { .. }
            | Fact::RideOn { .. }
            | Fact::Struck { .. }
            | Fact::Use { .. } => return None,
        })
    }
}

impl Apply<Fact> for Position {
    fn apply(&mut self, fact: &Fact) {
        match fact {
            Fact::Activated { leader, units, .. } => {
                self.impulse.doing = ImpulseUse::Fighting;
                self.impulse.leader = *leader;
                for unit in units {
                    self.with_unit(*unit, |u| u.active = true);
                }
            }
            Fact::Advantage { to, .. } => self.advantage = *to,
            Fact::Answered => drop(self.pending.pop()),
            Fact::Asked(pending) => self.pending.push(pending.clone()),
            Fact::Changed(pending) => {
                self.pending.pop();
                self.pending.push(pending.clone());
            }
            Fact::Committed { area, cost, kind, unit, .. } => self.with_unit(*unit, |u| {
                u.bid = Some((*kind, *area));
                u.used += cost;
                u.stopped = true;
            }),
            Fact::GoOn { units } => self.impulse.overran.extend(units),
            Fact::RideOn { leaders } => {
                for leader in leaders {
                    self.with_leader(*leader, |l| l.stopped = false);
                }
            }
            Fact::Crossing { crossing, state } => {
                if let Some(c) = self.crossings.get_mut(usize::from(*crossing)) {
                    *c = *state;
                }
            }
            Fact::Tried { crossing, cost, unit } => {
                self.impulse.tried.push(*crossing);
                self.impulse.overran.retain(|u| u != unit);
                self.with_unit(*unit, |u| u.used += cost);
            }
            Fact::Eliminated { gone, unit, .. } => self.with_unit(*unit, |u| {
                *u = UnitState::fresh(if *gone { Place::Gone } else { Place::Lost });
            }),
            Fact::Ended { .. } => self.phase = Phase::Over,
            Fact::Force { force, state } => self.forces[*force as usize] = *state,
            Fact::Gone { unit } => self.with_unit(*unit, |u| u.place = Place::Gone),
            Fact::Impulse { free, side, space } => {
                self.rest();
                self.impulse = Impulse::new(*free);
                self.side = *side;
                self.space = *space;
            }
            Fact::ImpulseOver { pass, space, spent } => {
                for unit in spent {
                    self.with_unit(*unit, |u| u.spent = true);
                }
                match (*pass, self.impulse.free) {
                    (false, _) => self.passes = 0,
                    (true, false) => self.passes = self.passes.saturating_add(1),
                    // A free impulse is not a pass (ruling 15).
                    (true, true) => {}
                }
                if self.side == Side::Union {
                    self.first_over = true;
                }
                self.space = *space;
                self.rest();
            }
            Fact::Check { goes_on, .. } => self.impulse.last = !goes_on,
            Fact::Leader { active, leader, .. } => self.with_leader(*leader, |l| l.active = *active),
            Fact::Silenced { leader } => {
                self.with_leader(*leader, |l| l.active = false);
                if self.impulse.leader == Some(*leader) && self.impulse.doing == ImpulseUse::Fighting {
                    self.impulse.silenced = true;
                }
            }
            Fact::LeaderHurt { hurt, leader, .. } => self.with_leader(*leader, |l| {
                l.active = false;
                match hurt {
                    LeaderCasualty::Lightly => l.wounded = true,
                    _ => {
                        l.hurt = Some(*hurt);
                        l.place = Place::Off;
                    }
                }
            }),
            Fact::LeaderMoved { cost, leader, stopped, way } => {
                if let Some(end) = way.last() {
                    self.with_leader(*leader, |l| {
                        l.place = Place::At(*end);
                        l.used += cost;
                        l.stopped = *stopped;
                    });
                }
            }
            Fact::LeaderPut { area, leader } => self.with_leader(*leader, |l| l.place = Place::At(*area)),
            Fact::Moved { attacks, cost, crossed, special, stopped, unit, way, .. } => {
                let Some(end) = way.last() else { return };
                let before = way.len().checked_sub(2).and_then(|i| way.get(i)).copied();
                self.impulse.crossed.extend(crossed.iter().map(|c| (*c, *unit)));
                self.impulse.overran.retain(|u| u != unit);
                self.with_unit(*unit, |u| {
                    u.came = before;
                    u.place = Place::At(*end);
                    u.special = *special;
                    u.stopped = *stopped;
                    u.used += cost;
                    u.bid = attacks.then_some((Strike::Assault, *end));
                });
            }
            Fact::Phase { phase, side, turn } => {
                self.phase = *phase;
                self.side = *side;
                self.turn = *turn;
                if *phase == Phase::LongRange {
                    self.bombarded.clear();
                    self.space = 0;
                    self.passes = 0;
                    for leader in &mut self.leaders {
                        leader.wounded = false;
                    }
                }
                self.impulse = Impulse::new(false);
                self.rest();
            }
            Fact::Rallied { units, .. } => {
                for unit in units {
                    self.with_unit(*unit, |u| u.spent = false);
                }
            }
            Fact::Reorganised { area, unit, .. } => self.with_unit(*unit, |u| {
                *u = UnitState { spent: true, ..UnitState::fresh(Place::At(*area)) };
            }),
            Fact::Retreated { to, unit, .. } => self.with_unit(*unit, |u| {
                u.place = Place::At(*to);
                (u.bid, u.stopped) = (None, true);
            }),
            Fact::Spent { unit, .. } => self.with_unit(*unit, |u| (u.spent, u.bid, u.stopped) = (true, None, true)),
            Fact::Struck { area, kind } => {
                if *kind == Strike::LongRange {
                    self.bombarded.push(*area);
                } else {
                    self.impulse.attacked.push((*area, *kind));
                }
                for unit in &mut self.units {
                    if unit.bid == Some((*kind, *area)) {
                        (unit.bid, unit.stopped) = (None, *kind != Strike::Assault);
                    }
                }
            }
            Fact::Use { doing, force, leader } => {
                self.impulse.doing = *doing;
                self.impulse.force = *force;
                self.impulse.leader = *leader;
            }
            Fact::UmpireImpulse(impulse) => self.impulse = (**impulse).clone(),
            Fact::UmpireLeader { leader, state } => self.with_leader(*leader, |l| *l = *state),
            Fact::UmpireOptions(options) => self.options = *options,
            Fact::UmpireTurn { phase, side, space, turn } => {
                self.pending.clear();
                self.impulse = Impulse::new(false);
                self.rest();
                (self.phase, self.side, self.space, self.turn) = (*phase, *side, *space, *turn);
            }
            Fact::UmpireUnit { state, unit } => self.with_unit(*unit, |u| *u = *state),
            Fact::Withdrew { unit, way } => {
                if let Some(end) = way.last() {
                    self.with_unit(*unit, |u| u.place = Place::At(*end));
                }
            }
            Fact::FirstCorps => self.impulse.first_corps = true,
            // §8.1 (2): an area that was overrun may be attacked again; nobody moves in after an assault all the same (ruling 44).
            Fact::Overrun { area, .. } => {
                self.impulse.attacked.retain(|(a, kind)| a != area || *kind == Strike::Assault);
            }
            Fact::Fought { .. } | Fact::Result { .. } | Fact::Rerolled { .. } => {}
        }
    }
}
