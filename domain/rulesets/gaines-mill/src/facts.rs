//! What the referee says happened, how a position takes it in, and which chapter tells it. No rule is decided here.

use super::pack::Pack;
use super::position::{Act, Bonus, CombatKind, Condition, Options, Pending, Phase, Place, Position, UnitState};
use super::teller::Teller;
use super::units::{Division, UnitId};
use super::way::Way;
use domain_core::board::HexId;
use domain_core::referee::{Apply, Line, Side};
use serde::{Deserialize, Serialize};

/// A term of the attack strength or of a sharpshooter's score, in the order of the chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Modifier {
    /// Steps of the attacking infantry or cavalry.
    Steps,
    /// Fire factor of the attacking guns.
    FireFactor,
    /// Morale of the attacker.
    Morale,
    /// Friends whose zone covers the defender.
    Support,
    /// More steps than the defender.
    Greater,
    /// Defender disrupted.
    Disrupted,
    /// Defender disordered.
    Disordered,
    /// Attacker on a higher level.
    Downhill,
    /// Defender is cavalry.
    Cavalry,
    /// Defender bears an RF marker.
    Marked,
    /// Across a stream.
    Stream,
    /// Charging infantry.
    ChargingInfantry,
    /// Charging cavalry.
    ChargingCavalry,
    /// A sharpshooter's highest die.
    HighestDie,
    /// A sharpshooter that did not move.
    Still,
    /// A sharpshooter in woods.
    Woods,
}

impl Modifier {
    /// The word for it in a sum, for a value.
    pub const fn word(self, value: i32) -> &'static str {
        match self {
            Modifier::Steps if value == 1 => "step",
            Modifier::Steps => "steps",
            Modifier::FireFactor => "fire factor",
            Modifier::Morale => "morale",
            Modifier::Support => "support",
            Modifier::Greater => "greater",
            Modifier::Disrupted => "disrupted",
            Modifier::Disordered => "disordered",
            Modifier::Downhill => "downhill",
            Modifier::Cavalry => "against cavalry",
            Modifier::Marked => "against RF",
            Modifier::Stream => "stream",
            Modifier::ChargingInfantry => "charge",
            Modifier::ChargingCavalry => "cavalry charge",
            Modifier::HighestDie => "highest die",
            Modifier::Still => "did not move",
            Modifier::Woods => "in woods",
        }
    }
}

/// Why a unit lost steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// A result of combat (§7.5).
    Combat,
    /// Retreating into an enemy zone (§7.61).
    Zone,
    /// No hex to retreat to (§7.62).
    Trapped,
    /// Taken instead of a marker (§7.7).
    Instead,
    /// Disordered once more (§13.0).
    Disorder,
}

/// Why a charge ended without combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChargeEnd {
    /// The charger was disrupted or disordered (§12.3).
    Stopped,
    /// The charger left its hex (ruling 37).
    Retreated,
    /// The target is gone (ruling 42).
    Lapsed,
}

/// A line of the final score.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScoreLine {
    /// What it adds to the Confederate score.
    pub points: i32,
    /// What it is given for, with the count.
    pub what: String,
}

/// One thing that happened. Hexes and steps stand beside the unit, so that a fact can be told without the position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "fact", content = "of", rename_all = "kebab-case")]
pub enum Fact {
    /// Divisions and independents were activated (§5.0).
    Activated {
        /// Divisions, in track order.
        divisions: Vec<Division>,
        /// Their units and the independents in reach.
        units: Vec<UnitId>,
    },
    /// An attacker took the hex (§7.64).
    Advanced {
        /// The hex it left.
        from: HexId,
        /// The hex it went to.
        to: HexId,
        /// The unit that advanced.
        unit: UnitId,
    },
    /// A procedure began to wait for an answer.
    Asked(Pending),
    /// The topmost procedure waits no longer.
    Answered,
    /// An attack with its arithmetic and its roll.
    Attacked {
        /// The unit that attacked.
        attacker: UnitId,
        /// The unit attacked.
        defender: UnitId,
        /// The defender's dice; the sharpshooter's own for Sharpshooter's Combat.
        dice: Vec<u8>,
        /// From which hex.
        from: HexId,
        /// On which table, and in which phase.
        kind: CombatKind,
        /// The cell of the table.
        outcome: String,
        /// In the Reaction Phase.
        reactive: bool,
        /// The defender's steps.
        steps: u8,
        /// The terms of the sum.
        sum: Vec<(Modifier, i32)>,
        /// The hex attacked.
        to: HexId,
    },
    /// The combat bonus was used, or not (§7.52).
    BonusUsed {
        /// The unit with the bonus.
        attacker: UnitId,
        /// What it was used for.
        bonus: Bonus,
    },
    /// The CCRM marker was put on a space, 0 for off the track (§5.11).
    Ccrm {
        /// The space of the turn track it lies on.
        space: u8,
    },
    /// A charge was declared and moved (§12.1).
    Charged {
        /// Movement points spent, in halves.
        cost: u16,
        /// Whether it came onto the map by it.
        entered: bool,
        /// The enemy it is aimed at.
        target: UnitId,
        /// The unit that charges.
        unit: UnitId,
        /// Every hex, the first one included.
        way: Way,
    },
    /// A charge is over: resolved by combat when there is no reason.
    ChargeOver {
        /// Where the charger is.
        hex: HexId,
        /// The unit that charged.
        unit: UnitId,
        /// Why, unless it was resolved.
        why: Option<ChargeEnd>,
    },
    /// A coordination roll (§5.1).
    Coordination {
        /// Where the CCRM marker lay.
        ccrm: u8,
        /// The faces rolled.
        dice: [u8; 2],
        /// What it activates.
        divisions: Vec<Division>,
        /// Whether it is the second one (§5.13).
        touch: bool,
    },
    /// The game ended (§16.0).
    Ended {
        /// The victory level by its name.
        level: String,
        /// What the score is made of.
        lines: Vec<ScoreLine>,
        /// The Confederate score.
        points: i32,
        /// Who wins at that level.
        winner: Side,
    },
    /// A unit was taken back in hand during set-up.
    Lifted {
        /// The hex it stood in.
        hex: HexId,
        /// The unit taken back.
        unit: UnitId,
    },
    /// Steps were lost (§7.5).
    Lost {
        /// What cost them.
        cause: Cause,
        /// The hex it stands in.
        hex: HexId,
        /// How many are left; none when the unit is eliminated.
        left: u8,
        /// How many.
        steps: u8,
        /// The unit that lost them.
        unit: UnitId,
    },
    /// A unit's condition changed for the worse (§13.0).
    Marked {
        /// Disrupted or disordered.
        condition: Condition,
        /// The hex it stands in.
        hex: HexId,
        /// The unit that was shaken.
        unit: UnitId,
    },
    /// A unit moved (§6.1).
    Moved {
        /// Movement points spent, in halves.
        cost: u16,
        /// Whether it came onto the map by it.
        entered: bool,
        /// Only one hex at one point, clear of level or commanding enemies: a battery may fight (§6.5).
        shifted: bool,
        /// The unit that moved.
        unit: UnitId,
        /// Every hex, the first one included.
        way: Way,
    },
    /// A phase began.
    Phase {
        /// The phase that begins.
        phase: Phase,
        /// In whose player turn.
        side: Side,
        /// The game turn; 0 during set-up.
        turn: u8,
    },
    /// A unit was set up (§3.0).
    Placed {
        /// The hex it stands in.
        hex: HexId,
        /// The unit set up.
        unit: UnitId,
    },
    /// A unit recovered (§13.2).
    Recovered {
        /// Good order, or disrupted in an enemy zone.
        condition: Condition,
        /// The hex it stands in.
        hex: HexId,
        /// The unit that recovered.
        unit: UnitId,
    },
    /// A unit retreated one hex (§7.6).
    Retreated {
        /// The hex it left.
        from: HexId,
        /// The hex it went to.
        to: HexId,
        /// The unit that went back.
        unit: UnitId,
        /// Of its own will (§7.7).
        voluntary: bool,
    },
    /// A Return Fire marker was put on a unit (§7.4).
    ReturnFire {
        /// The hex it stands in.
        hex: HexId,
        /// The unit that showed itself.
        unit: UnitId,
    },
    /// All Return Fire markers came off (§10.0).
    ReturnFireOver,
    /// The roll to be kept was chosen; the touch is spent if there was a second (§5.13).
    RollKept {
        /// The dice kept.
        dice: [u8; 2],
        /// Whether it is the second roll.
        second: bool,
    },
    /// A morale of three shrugged a result off, or Winder or a battery ignored a retreat.
    StoodFast {
        /// The hex it stands in.
        hex: HexId,
        /// A retreat was ignored, rather than a disruption.
        retreat: bool,
        /// The unit that stood fast.
        unit: UnitId,
    },
    /// Sharpshooters stepped away from their target (§9.0).
    SteppedAway {
        /// The hex it left.
        from: HexId,
        /// The hex it went to.
        to: HexId,
        /// The unit that stepped away.
        unit: UnitId,
    },
    /// Lee's Personal Touch was used (§5.13).
    Touch,
    /// An umpire set a unit.
    UmpireUnit {
        /// Its new state.
        state: UnitState,
        /// The unit set.
        unit: UnitId,
    },
    /// An umpire set turn, side and phase, and took away anything pending.
    UmpireTurn {
        /// The phase to go on from.
        phase: Phase,
        /// Whose player turn it is to be.
        side: Side,
        /// The game turn.
        turn: u8,
    },
    /// An umpire set the optional rules.
    UmpireOptions(Options),
    /// An umpire set whether Lee's Personal Touch is used.
    UmpireTouch {
        /// Whether it counts as used.
        used: bool,
    },
    /// An inactive unit withdrew (§6.8).
    Withdrew {
        /// The hex it left.
        from: HexId,
        /// As in [`Fact::Moved`].
        shifted: bool,
        /// The hex it went to.
        to: HexId,
        /// The unit that withdrew.
        unit: UnitId,
    },
}

impl Position {
    fn of(&mut self, id: UnitId) -> &mut UnitState {
        let i = if id.index() < self.units.len() { id.index() } else { 0 };
        &mut self.units[i]
    }

    fn put(&mut self, unit: UnitId, hex: HexId) {
        self.of(unit).place = Place::At(hex);
    }

    fn begin(&mut self, phase: Phase) {
        for unit in &mut self.units {
            match phase {
                // A player turn begins: what was done in the last one is forgotten.
                Phase::Command | Phase::Special => {
                    *unit = UnitState {
                        act: Act::None,
                        activated: false,
                        charging: None,
                        closed: false,
                        fired: false,
                        reacted: false,
                        shot: false,
                        ..*unit
                    };
                }
                Phase::SecondClose => {
                    unit.closed = false;
                    unit.fired = false;
                }
                _ => {}
            }
        }
        if matches!(phase, Phase::Command | Phase::Special) {
            self.activated.clear();
        }
        self.phase = phase;
    }
}

impl Fact {
    /// The chronicle: the fact as a player would write it, told by its chapter. There are no secrets in this game, so it is told to
    /// everybody alike.
    pub fn tell(&self, pack: &Pack) -> Option<Line> {
        let line = self.line(pack)?;
        Some(match self.subject() {
            Some(unit) => line.about(Teller { pack }.name(unit)),
            None => line,
        })
    }

    /// The unit that its line is about.
    fn subject(&self) -> Option<UnitId> {
        match self {
            Fact::Advanced { unit, .. }
            | Fact::Charged { unit, .. }
            | Fact::ChargeOver { unit, .. }
            | Fact::Lifted { unit, .. }
            | Fact::Lost { unit, .. }
            | Fact::Marked { unit, .. }
            | Fact::Moved { unit, .. }
            | Fact::Recovered { unit, .. }
            | Fact::Retreated { unit, .. }
            | Fact::ReturnFire { unit, .. }
            | Fact::StoodFast { unit, .. }
            | Fact::SteppedAway { unit, .. }
            | Fact::Withdrew { unit, .. } => Some(*unit),
            _ => None,
        }
    }

    fn line(&self, pack: &Pack) -> Option<Line> {
        let teller = Teller { pack };
        match self {
            Fact::Activated { divisions, units } => teller.activated(divisions, units),
            Fact::Advanced { from, to, unit } => teller.advanced(*unit, *from, *to),
            Fact::Attacked { .. } => teller.attacked(self),
            Fact::BonusUsed { attacker, bonus } => teller.bonus_used(*attacker, *bonus),
            Fact::Ccrm { space } => teller.ccrm(*space),
            Fact::Charged { cost, entered, target, unit, way } => teller.charged(*unit, *target, way, *cost, *entered),
            Fact::ChargeOver { hex, unit, why } => teller.charge_over(*unit, *hex, *why),
            Fact::Coordination { ccrm, dice, divisions, touch } => teller.coordination(*dice, *ccrm, divisions, *touch),
            Fact::Ended { level, lines, points, .. } => teller.ended(level, lines, *points),
            Fact::Lifted { hex, unit } => teller.lifted(*unit, *hex),
            Fact::Lost { cause, hex, left, steps, unit } => teller.lost(*unit, *hex, *steps, *left, *cause),
            Fact::Marked { condition, hex, unit } => teller.marked(*unit, *hex, *condition),
            Fact::Moved { cost, entered, unit, way, .. } => teller.moves(*unit, way, *cost, *entered),
            Fact::Phase { phase, side, turn } => teller.phase(*phase, *side, *turn),
            Fact::Placed { hex, unit } => teller.placed(*unit, *hex),
            Fact::Recovered { condition, hex, unit } => teller.recovers(*unit, *hex, *condition),
            Fact::Retreated { from, to, unit, voluntary } => teller.retreated(*unit, *from, *to, *voluntary),
            Fact::ReturnFire { hex, unit } => teller.return_fire(*unit, *hex),
            Fact::RollKept { dice, second } => teller.roll_kept(*dice, *second),
            Fact::StoodFast { hex, retreat, unit } => teller.stood_fast(*unit, *hex, *retreat),
            Fact::SteppedAway { from, to, unit } => teller.stepped_away(*unit, *from, *to),
            Fact::Touch => teller.touch(),
            Fact::Withdrew { from, to, unit, .. } => teller.withdrew(*unit, *from, *to),
            Fact::UmpireUnit { state, unit } => teller.umpire_unit(*unit, state),
            Fact::UmpireTurn { phase, side, turn } => {
                teller.note(format!("The umpire goes to turn {turn}, {side} {}.", phase.title()), "4.0")
            }
            Fact::UmpireOptions(_) => teller.note("The umpire sets the optional rules.".to_owned(), "17.0"),
            Fact::UmpireTouch { used } => {
                let word = if *used { "used" } else { "unused" };
                teller.note(format!("The umpire sets Lee's Personal Touch {word}."), "5.13")
            }
            Fact::Asked(_) | Fact::Answered | Fact::ReturnFireOver => None,
        }
    }
}

impl Apply<Fact> for Position {
    fn apply(&mut self, fact: &Fact) {
        match fact {
            Fact::Activated { divisions, units } => {
                self.activated.clone_from(divisions);
                for unit in units {
                    self.of(*unit).activated = true;
                }
            }
            Fact::Advanced { to, unit, .. } | Fact::Retreated { to, unit, .. } | Fact::SteppedAway { to, unit, .. } => {
                self.put(*unit, *to);
            }
            Fact::Asked(pending) => self.pending.push(*pending),
            Fact::Answered => drop(self.pending.pop()),
            Fact::Attacked { attacker, defender, reactive, .. } => {
                if *reactive {
                    self.of(*attacker).reacted = true;
                    self.of(*defender).shot = true;
                } else if self.phase == Phase::Fire {
                    self.of(*attacker).fired = true;
                } else {
                    self.of(*attacker).closed = true;
                }
            }
            Fact::Ccrm { space } => self.ccrm = *space,
            Fact::Charged { target, unit, way, .. } => {
                let state = self.of(*unit);
                state.act = Act::Moved;
                state.charging = Some(*target);
                state.place = Place::At(way.end());
            }
            Fact::ChargeOver { unit, .. } => self.of(*unit).charging = None,
            Fact::Ended { .. } => self.phase = Phase::Over,
            Fact::Lifted { unit, .. } => self.of(*unit).place = Place::Away,
            Fact::Lost { left, unit, .. } => {
                let state = self.of(*unit);
                state.steps = *left;
                if *left == 0 {
                    *state = UnitState { place: Place::Lost, ..UnitState::fresh(0) };
                }
            }
            Fact::Marked { condition, unit, .. } => self.of(*unit).condition = *condition,
            Fact::Moved { shifted, unit, way, .. } => {
                let state = self.of(*unit);
                state.act = if *shifted { Act::Shifted } else { Act::Moved };
                state.place = Place::At(way.end());
            }
            Fact::Phase { phase, side, turn } => {
                self.side = *side;
                self.turn = *turn;
                self.begin(*phase);
            }
            Fact::Placed { hex, unit } => self.put(*unit, *hex),
            Fact::Recovered { condition, unit, .. } => {
                let state = self.of(*unit);
                state.condition = *condition;
                state.act = Act::Recovered;
            }
            Fact::ReturnFire { unit, .. } => self.of(*unit).rf = true,
            Fact::ReturnFireOver => {
                for unit in &mut self.units {
                    unit.rf = false;
                }
            }
            Fact::Touch => self.touch_used = true,
            Fact::UmpireUnit { state, unit } => *self.of(*unit) = *state,
            Fact::UmpireTurn { phase, side, turn } => {
                self.pending.clear();
                (self.phase, self.side, self.turn) = (*phase, *side, *turn);
            }
            Fact::UmpireOptions(options) => self.options = *options,
            Fact::UmpireTouch { used } => self.touch_used = *used,
            Fact::Withdrew { shifted, to, unit, .. } => {
                let state = self.of(*unit);
                state.act = if *shifted { Act::Shifted } else { Act::Moved };
                state.place = Place::At(*to);
            }
            Fact::BonusUsed { .. } | Fact::Coordination { .. } | Fact::RollKept { .. } | Fact::StoodFast { .. } => {}
        }
    }
}
