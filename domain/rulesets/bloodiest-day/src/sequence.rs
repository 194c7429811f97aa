//! §3.0: turns, phases and impulses, and what each roll on the table comes to.

use super::facts::{Arithmetic, Cause, Fact};
use super::ground::Mark;
use super::position::{
    CrossingState, Doing, Force, ForceState, Hurt, Impulse, Pending, Phase, Place, Purpose, Rolled, Stage, Strike,
};
use super::resolver::Resolver;
use super::sums::{rolled_terms, total};
use super::units::UnitId;
use domain_core::dice::NoDice;
use domain_core::referee::Side;

impl Resolver<'_, '_> {
    /// The Action Phase begins: the Union has the first impulse of turn 1, the Confederates of all later turns.
    pub fn begin_action(&mut self) -> Result<(), NoDice> {
        let turn = self.now().turn;
        let side = if turn == 1 { Side::Union } else { Side::Confederate };
        self.write(Fact::Phase { phase: Phase::Action, side, turn });
        self.begin_impulse(side, false)
    }

    /// An impulse begins; the Union checks first whether the phase goes on.
    pub fn begin_impulse(&mut self, side: Side, free: bool) -> Result<(), NoDice> {
        let space = self.now().space;
        self.write(Fact::Impulse { free, side, space });
        if side == Side::Union && !free {
            self.roll(Purpose::Check, &[("impulse check", 2)])?;
        }
        Ok(())
    }

    /// An impulse ends. One in which nothing was done is a pass, whatever it was called (ruling 14); one that the enemy cut
    /// short by silencing the leader is none.
    pub fn end_impulse(&mut self, pass: bool, free_next: bool) -> Result<(), NoDice> {
        let at = self.now();
        let (side, impulse) = (at.side, at.impulse.clone());
        let hooker = self.pack.leader_ids().find(|l| {
            let who = self.pack.leader(*l);
            who.side == Side::Union && who.formation == "I"
        });
        // §5.3.1 speaks of the first Union impulse of turn 1 alone.
        if side == Side::Union
            && at.turn == 1
            && !at.first_over
            && !impulse.first_corps
            && let Some(leader) = hooker.filter(|l| self.now().leader(*l).active)
        {
            self.write(Fact::Leader {
                active: false,
                leader,
                why: "let the first impulse go by and is inactive".into(),
            });
        }
        self.nobody_came(&impulse);
        let at = self.now();
        // Guns and muskets that were laid and never fired have done nothing (§9.1).
        let acted = |u: &UnitId| {
            let s = at.unit(*u);
            let held_fire = matches!(s.bid, Some((Strike::Volley | Strike::Bombard, _)));
            self.pack.unit(*u).side == side
                && s.used > 0
                && !held_fire
                && s.area().is_some()
                && !impulse.overran.contains(u)
        };
        let rode = |l: super::units::LeaderId| self.pack.leader(l).side == side && at.leader(l).used > 0;
        let idle = matches!(impulse.doing, Doing::Fighting | Doing::Entering)
            && !impulse.silenced
            && impulse.attacked.is_empty()
            && !self.pack.ids().any(|u| acted(&u))
            && !self.pack.leader_ids().any(rode);
        let pass = pass || idle;
        let spent: Vec<UnitId> = self.pack.ids().filter(|u| acted(u) && !at.unit(*u).spent).collect();
        let space = if impulse.free { at.space } else { (at.space + 1).min(self.pack.last_space) };
        self.write(Fact::ImpulseOver { pass, space, spent });
        if free_next {
            self.use_advantage("a free impulse");
            return self.begin_impulse(side, true);
        }
        if impulse.last || self.now().passes >= 2 {
            self.begin_rally(Side::Confederate);
            return Ok(());
        }
        self.begin_impulse(side.other(), false)
    }

    /// Reinforcements that were called and did not come may still choose their area (ruling 58).
    fn nobody_came(&mut self, impulse: &Impulse) {
        let Some(force) = impulse.force.filter(|_| impulse.doing == Doing::Entering) else { return };
        let none = self.pack.ids().all(|u| {
            let spec = self.pack.unit(u);
            spec.side != force.side() || spec.entry.is_empty() || self.now().unit(u).place == Place::Off
        });
        if none {
            let state = ForceState { area: None, ..self.now().forces[force as usize] };
            self.write(Fact::Force { force, state });
        }
    }

    /// A side rallies (§9.2): first the Confederates, then the Union.
    fn begin_rally(&mut self, side: Side) {
        let turn = self.now().turn;
        self.write(Fact::Phase { phase: Phase::Rally, side, turn });
        let at = self.now();
        let spent = |u: &UnitId| self.pack.unit(*u).side == side && at.unit(*u).spent && at.unit(*u).area().is_some();
        let units: Vec<UnitId> = self.pack.ids().filter(spent).collect();
        self.write(Fact::Rallied { side, units });
    }

    /// A side has done with reorganising.
    pub fn end_rally(&mut self) {
        match self.now().side {
            Side::Confederate => self.begin_rally(Side::Union),
            Side::Union => self.write(Fact::Use { doing: Doing::Closing, force: None, leader: None }),
        }
    }

    /// The turn ends, and with the last one the game.
    pub fn end_turn(&mut self) -> Result<(), NoDice> {
        let turn = self.now().turn;
        if self.board().last_turn() {
            let tally = self.board().tally();
            self.write(Fact::Ended {
                confederate: tally.points(Side::Confederate),
                level: tally.result,
                union: tally.points_union,
                winner: tally.winner,
            });
            return Ok(());
        }
        self.write(Fact::Phase { phase: Phase::LongRange, side: Side::Union, turn: turn + 1 });
        match turn + 1 {
            4 => self.due(Force::Sixth),
            5 => self.roll(Purpose::Hill, &[("A.P. Hill", 1)])?,
            n if n >= 6 && !self.now().forces[Force::Hill as usize].due => self.due(Force::Hill),
            _ => {}
        }
        Ok(())
    }

    /// Dice that stand are read.
    pub fn resolve(&mut self, rolled: Rolled) -> Result<(), NoDice> {
        self.write(Fact::Answered);
        let first = rolled.dice.first().cloned().unwrap_or_default();
        let mut sum = rolled_terms(&first);
        match rolled.purpose {
            Purpose::Check => {
                let board = self.board();
                for area in &self.pack.areas {
                    match area.mark {
                        Some(Mark::Star) if board.controls(Side::Union, area.id) => sum.push((area.name.clone(), 1)),
                        Some(Mark::BoxedStar) if board.controls(Side::Confederate, area.id) => {
                            sum.push((area.name.clone(), -1));
                        }
                        _ => {}
                    }
                }
                let space = self.now().space;
                self.write(Fact::Check { goes_on: total(&sum) > i32::from(space), space, sum });
            }
            Purpose::Combat => {
                if let [attack, defence] = rolled.dice.as_slice() {
                    self.fought(attack, defence);
                }
            }
            Purpose::Contested { area, unit } => self.contested(area, unit, sum),
            Purpose::Crossing { crossing, unit } => self.crossed(crossing, unit, sum),
            Purpose::Hill => {
                let success = total(&sum) <= 2;
                self.write(Fact::Result { purpose: rolled.purpose, success, sum });
                if success {
                    self.due(Force::Hill);
                }
            }
            Purpose::Leader { leader } => {
                let Some(area) = self.now().leader(leader).area() else { return Ok(()) };
                let hurt = match total(&sum) {
                    ..=6 => Hurt::Lightly,
                    7 => Hurt::Killed,
                    _ => Hurt::Seriously,
                };
                self.write(Fact::LeaderHurt { area, hurt, leader });
            }
            Purpose::Withdrawal { unit } => {
                let spec = self.pack.unit(unit);
                if spec.side == Side::Union && !spec.arm.guns() {
                    sum.push(("Union cavalry".into(), -1));
                }
                let success = total(&sum) > 1;
                let state = *self.now().unit(unit);
                self.write(Fact::Result { purpose: rolled.purpose, success, sum });
                if let Some(area) = state.area().filter(|_| !success) {
                    if state.spent {
                        self.eliminate(unit, area, Cause::Withdrawal);
                    } else {
                        self.write(Fact::Spent { area, unit, why: Cause::Withdrawal });
                    }
                }
            }
        }
        Ok(())
    }

    /// The Bridge & Ford Table.
    fn crossed(&mut self, crossing: u8, unit: UnitId, mut sum: Arithmetic) {
        let Some(card) = self.pack.crossings.get(usize::from(crossing)) else { return };
        let side = self.pack.unit(unit).side;
        let across = self.now().unit(unit).area().and_then(|a| card.across(a));
        if let Some(across) = across {
            let (enemy, friends) = {
                let board = self.board();
                (board.force(side.other(), across), board.force(side, across))
            };
            if enemy.fresh > 0 {
                sum.push(("Fresh enemies across".into(), -2));
            } else if enemy.all > 0 {
                sum.push(("Spent enemies across".into(), -1));
            }
            if friends.all > 0 {
                sum.push(("friends across".into(), 1));
            }
        }
        sum.push(("no enemies here".into(), 1));
        let success = total(&sum) > 7;
        self.write(Fact::Result { purpose: Purpose::Crossing { crossing, unit }, success, sum });
        if success {
            let state = CrossingState { found: !card.bridge, holder: card.bridge.then_some(side) };
            self.write(Fact::Crossing { crossing, state });
        }
    }

    /// A unit's retreat among enemies (ruling 52).
    fn contested(&mut self, area: u8, unit: UnitId, sum: Arithmetic) {
        let side = self.pack.unit(unit).side;
        let enemies = i32::from(self.board().force(side.other(), area).all);
        let success = total(&sum) >= enemies;
        self.write(Fact::Result { purpose: Purpose::Contested { area, unit }, success, sum });
        let from = self.now().unit(unit).area();
        if success {
            if let Some(from) = from {
                self.write(Fact::Retreated { from, to: area, unit });
                self.passed_over(side, &[from, area]);
            }
        } else {
            self.eliminate(unit, area, Cause::Retreat);
        }
        self.change_fight(|f| {
            if success {
                f.flee(area);
            }
            f.falling.retain(|u| *u != unit);
            f.band.retain(|u| *u != unit);
            if f.band.is_empty() {
                f.stage = Stage::Falling;
            }
        });
        if success {
            self.ask_withdrawal(unit, from, area);
        }
    }

    /// The question which leader is in danger.
    pub fn ask_pick(&mut self, leaders: Vec<super::units::LeaderId>) {
        self.write(Fact::Asked(Pending::Pick { leaders }));
    }
}
