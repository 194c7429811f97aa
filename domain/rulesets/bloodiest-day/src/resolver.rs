//! An order being decided: a working copy of the position, the facts so far, the dice.

use super::board::{Board, LastForces};
use super::facts::{Cause, Fact};
use super::ground::Border;
use super::losses::Payment;
use super::orders::Order;
use super::pack::Pack;
use super::position::{
    CrossingState, Doing, Fight, Force, ForceState, Pending, Phase, Place, Position, Purpose, Rolled, Stage, Strike,
};
use super::units::{LeaderId, UnitId};
use domain_core::dice::{Dice, NoDice};
use domain_core::referee::{Refusal, Scribe, Side};

/// One order being decided.
pub struct Resolver<'r, 'd> {
    /// Map, counters, tables.
    pub pack: &'r Pack,
    /// The working copy and the facts.
    pub scribe: Scribe<Position, Fact>,
    /// The dice of this order.
    pub dice: &'r mut Dice<'d>,
    /// Who gives the order.
    pub side: Side,
    last: LastForces,
}

impl<'r, 'd> Resolver<'r, 'd> {
    /// Begins at a position.
    pub fn at(pack: &'r Pack, position: &Position, side: Side, dice: &'r mut Dice<'d>) -> Self {
        Resolver { pack, scribe: Scribe::at(position), dice, side, last: LastForces::default() }
    }

    /// The board as the facts so far have left it.
    pub fn board(&self) -> Board<'_> {
        Board::keeping(self.pack, &self.scribe.position, &self.last)
    }

    /// The working copy.
    pub fn now(&self) -> &Position {
        &self.scribe.position
    }

    /// Writes a fact down.
    pub fn write(&mut self, fact: Fact) {
        self.scribe.write(fact);
    }

    /// Passes the Advantage on after a use (§10.1).
    pub fn use_advantage(&mut self, what: impl Into<String>) {
        let to = self.now().advantage.other();
        self.write(Fact::Advantage { to, what: what.into() });
    }

    /// Rolls dice and leaves them on the table (§10.2B).
    pub fn roll(&mut self, purpose: Purpose, rolls: &[(&str, u8)]) -> Result<(), NoDice> {
        let mut dice = Vec::new();
        for (what, count) in rolls {
            dice.push(self.dice.roll(*what, *count, 6)?);
        }
        let used = vec![Vec::new(); dice.len()];
        self.write(Fact::Asked(Pending::Roll(Rolled { dice, purpose, used })));
        Ok(())
    }

    /// Carries an order out, and everything that follows without a question.
    ///
    /// # Errors
    /// [`Refusal`] before anything is rolled, when the order is not legal; later only for want of dice.
    pub fn carry(&mut self, order: &Order) -> Result<(), Refusal> {
        let side = self.side;
        self.board().check(side, order)?;
        self.execute(side, order)?;
        self.settle()?;
        Ok(())
    }

    fn execute(&mut self, side: Side, order: &Order) -> Result<(), Refusal> {
        match order {
            Order::Pass => self.end_impulse(true, false)?,
            Order::Done => self.done()?,
            Order::Free => self.end_impulse(false, true)?,
            Order::Wake { leader } => {
                self.write(Fact::Use { doing: Doing::Woke, force: None, leader: Some(*leader) });
                self.write(Fact::Leader { active: true, leader: *leader, why: "is awake".into() });
            }
            Order::Activate { leader, area, second } => self.activate(*leader, *area, *second),
            Order::BringOn { force, area } => {
                let state = ForceState { area: Some(*area), due: true };
                self.write(Fact::Force { force: *force, state });
                let units = self.board().reserves(*force);
                self.write(Fact::Activated { areas: vec![*area], leader: None, units });
                self.write(Fact::Use { doing: Doing::Entering, force: Some(*force), leader: None });
            }
            Order::Move { unit, enters, way } => self.walk(*unit, *enters, way)?,
            Order::Ride { leader, way } => self.ride(*leader, way)?,
            Order::Commit { unit, kind, area } => {
                let cost = self.board().check_commit(*unit, *kind, *area)?;
                let from = self.now().unit(*unit).area().unwrap_or(*area);
                self.write(Fact::Committed { area: *area, cost, from, kind: *kind, unit: *unit });
            }
            Order::Strike { kind, area, lead, target } => {
                let attackers = self.board().check_strike(*kind, *area, *lead, *target)?;
                for unit in &attackers {
                    self.first_corps(*unit);
                }
                let fight = self.board().new_fight(*kind, *area, *lead, attackers, *target);
                self.write(Fact::Asked(Pending::Fight(fight)));
            }
            Order::LongRange { area, lead, support, target } => {
                let attackers = [Some(*lead), *support].into_iter().flatten().collect();
                let fight = self.board().new_fight(Strike::LongRange, *area, *lead, attackers, Some(*target));
                self.write(Fact::Asked(Pending::Fight(fight)));
            }
            Order::Try { unit, crossing } => self.try_crossing(*unit, *crossing)?,
            Order::Find { crossing } => {
                let state = CrossingState { found: true, holder: None };
                self.write(Fact::Crossing { crossing: *crossing, state });
                self.use_advantage("a ford is found");
            }
            Order::Silence { leader } => {
                if matches!(self.now().pending.last(), Some(Pending::Silence)) {
                    self.write(Fact::Answered);
                }
                self.write(Fact::Silenced { leader: *leader });
                self.use_advantage("a leader is silenced");
            }
            Order::Keep => match self.now().pending.last().cloned() {
                Some(Pending::Roll(rolled)) => self.resolve(rolled)?,
                _ => self.write(Fact::Answered),
            },
            Order::Reroll { second } => self.reroll(side, usize::from(*second))?,
            Order::Lead { unit } => self.change_fight(|f| {
                f.target = Some(*unit);
                f.stage = Stage::Rolling;
            }),
            Order::Spend { unit } => self.pay(*unit, Payment::Spend)?,
            Order::Die { unit } => self.pay(*unit, Payment::Die)?,
            Order::FallBack { unit } => self.pay(*unit, Payment::FallBack)?,
            Order::More => self.change_fight(|f| f.more = true),
            Order::Retreat { area } => self.retreat_to(*area),
            Order::Withdraw { unit, way } => {
                self.next_withdrawal();
                self.write(Fact::Withdrew { unit: *unit, way: way.clone() });
                self.passed_over(side, way);
                self.left_by_withdrawal(side, way);
                self.roll(Purpose::Withdrawal { unit: *unit }, &[("mounted withdrawal", 1)])?;
            }
            Order::Stay { .. } => self.next_withdrawal(),
            Order::Pick { leader } => self.pick(*leader)?,
            Order::Station { leader, area } => self.station(*leader, *area),
            Order::Reorganise { leader, unit } => {
                self.write(Fact::Asked(Pending::Price { leader: *leader, unit: *unit }));
            }
            Order::Pay { unit } => self.price(*unit),
        }
        Ok(())
    }

    fn activate(&mut self, leader: LeaderId, area: u8, second: Option<u8>) {
        let areas: Vec<u8> = [Some(area), second].into_iter().flatten().collect();
        let board = self.board();
        let units = areas.iter().flat_map(|a| board.would_activate(leader, *a)).collect();
        let union = board.who(leader).side == Side::Union;
        self.write(Fact::Activated { areas, leader: Some(leader), units });
        if second.is_some() {
            self.use_advantage("two areas are activated");
        }
        if union {
            self.ask_silence();
        }
    }

    /// The Confederates may silence a Union leader at any time (ruling 18): they are asked when an area has been activated and
    /// after each fight of a Union impulse, while something can still be stopped.
    pub fn ask_silence(&mut self) {
        let at = self.now();
        let going = at.side == Side::Union && at.phase == Phase::Action && at.impulse.doing == Doing::Fighting;
        let can_act = at.units.iter().any(|u| u.active && !u.spent && !u.acted());
        let active = at.impulse.leader.is_some_and(|l| at.leader(l).active);
        if going && can_act && active && at.advantage == Side::Confederate && !self.board().silenceable().is_empty() {
            self.write(Fact::Asked(Pending::Silence));
        }
    }

    /// §5.3.1, ruling 63.
    fn first_corps(&mut self, unit: UnitId) {
        let spec = self.pack.unit(unit);
        if spec.side == Side::Union && spec.corps == "I" && !self.now().impulse.first_corps && !self.now().first_over {
            self.write(Fact::FirstCorps);
        }
    }

    fn walk(&mut self, unit: UnitId, enters: bool, way: &[u8]) -> Result<(), Refusal> {
        let walk = self.board().check_move(unit, enters, way)?;
        let side = self.pack.unit(unit).side;
        let (end, before) = (way.last().copied(), way.len().checked_sub(2).and_then(|i| way.get(i)).copied());
        self.first_corps(unit);
        self.write(Fact::Moved {
            attacks: walk.attacks,
            cost: walk.cost,
            crossed: walk.crossed.clone(),
            entered: enters,
            special: walk.special,
            stopped: walk.stopped,
            unit,
            way: way.to_vec(),
        });
        if enters && let Some(entry) = way.first() {
            self.bring_leader(unit, *entry);
        }
        self.passed_over(side, way);
        if let Some(end) = end {
            self.ask_withdrawal(unit, before, end);
        }
        Ok(())
    }

    /// Mounted units may withdraw from a unit that came among them (§7.3.3), if no mounted enemy is among those that entered or
    /// were there (ruling 39).
    pub fn ask_withdrawal(&mut self, unit: UnitId, from: Option<u8>, area: u8) {
        let side = self.pack.unit(unit).side;
        let board = self.board();
        if board.force(side, area).mounted == 0 && board.force(side.other(), area).mounted > 0 {
            let mounted = board.units_in(side.other(), area).into_iter().filter(|u| board.spec(*u).arm.mounted());
            let units = mounted.collect();
            self.write(Fact::Asked(Pending::Withdrawal { from, units }));
        }
    }

    /// Franklin comes with the first of his corps, active (§4.4).
    fn bring_leader(&mut self, unit: UnitId, entry: u8) {
        let leader = self.pack.leader_ids().find(|l| {
            let state = self.now().leader(*l);
            self.pack.leader(*l).name == self.pack.unit(unit).leader
                && state.place == Place::Off
                && state.hurt.is_none()
        });
        if let Some(leader) = leader {
            self.write(Fact::LeaderPut { area: entry, leader });
            self.write(Fact::Leader { active: true, leader, why: "comes with his corps".into() });
        }
    }

    /// Somebody went this way, whether by a move, a ride, a retreat or a withdrawal: a ford may have been given away.
    pub fn passed_over(&mut self, side: Side, way: &[u8]) {
        for step in way.windows(2) {
            if let &[from, to] = step
                && let Some(Border::Crossing(crossing)) = self.pack.link(from, to).map(|l| l.kind)
            {
                self.show_ford(side, crossing);
            }
        }
    }

    /// A ford used by the Confederates in sight of a Union unit is found (§11.2.2, ruling 42).
    fn show_ford(&mut self, side: Side, crossing: u8) {
        let Some(card) = self.pack.crossings.get(usize::from(crossing)) else { return };
        let seen = card.joins.iter().any(|a| self.board().force(Side::Union, *a).all > 0);
        let hidden = self.now().crossings.get(usize::from(crossing)).is_some_and(|c| !c.found);
        if side == Side::Confederate && !card.bridge && hidden && seen {
            self.write(Fact::Crossing { crossing, state: CrossingState { found: true, holder: None } });
        }
    }

    fn ride(&mut self, leader: LeaderId, way: &[u8]) -> Result<(), Refusal> {
        let (cost, stopped) = self.board().check_ride(leader, way)?;
        let doing = self.now().impulse.doing;
        self.write(Fact::LeaderMoved { cost, leader, stopped, way: way.to_vec() });
        self.passed_over(self.pack.leader(leader).side, way);
        if matches!(doing, Doing::Nothing | Doing::Woke) {
            self.write(Fact::Use { doing: Doing::Rode, force: None, leader: Some(leader) });
        }
        Ok(())
    }

    fn try_crossing(&mut self, unit: UnitId, crossing: u8) -> Result<(), Refusal> {
        self.write(Fact::Tried { crossing, cost: 2, unit });
        let side = self.pack.unit(unit).side;
        let board = self.board();
        let bridge_of_ours = self
            .pack
            .crossings
            .get(usize::from(crossing))
            .is_some_and(|c| c.bridge && c.joins.iter().all(|a| board.controls(side, *a)));
        if bridge_of_ours {
            self.write(Fact::Crossing { crossing, state: CrossingState { found: false, holder: Some(side) } });
        } else {
            self.roll(Purpose::Crossing { crossing, unit }, &[("bridge or ford", 2)])?;
        }
        Ok(())
    }

    fn done(&mut self) -> Result<(), Refusal> {
        if self.board().fight_at(Stage::Losses).is_some() {
            self.change_fight(|f| f.stage = Stage::Falling);
            return Ok(());
        }
        match self.now().phase {
            Phase::LongRange => self.begin_action()?,
            Phase::Action => self.end_impulse(false, false)?,
            Phase::Rally => self.end_rally(),
            Phase::Over => {}
        }
        Ok(())
    }

    fn reroll(&mut self, side: Side, which: usize) -> Result<(), Refusal> {
        let Some(Pending::Roll(mut rolled)) = self.now().pending.last().cloned() else { return Ok(()) };
        let count = rolled.dice.get(which).map_or(0, Vec::len) as u8;
        let dice = self.dice.roll("again by the Advantage", count, 6)?;
        if let (Some(old), Some(used)) = (rolled.dice.get_mut(which), rolled.used.get_mut(which)) {
            old.clone_from(&dice);
            used.push(side);
        }
        self.write(Fact::Rerolled { by: side, dice, purpose: rolled.purpose, which: which as u8 });
        self.write(Fact::Changed(Pending::Roll(rolled)));
        self.use_advantage("a roll is made again");
        Ok(())
    }

    fn next_withdrawal(&mut self) {
        if let Some(Pending::Withdrawal { from, units }) = self.now().pending.last().cloned() {
            let units = units.into_iter().skip(1).collect();
            self.write(Fact::Changed(Pending::Withdrawal { from, units }));
        }
    }

    /// Leaders whom the last of their friends leave alone among enemies go with them or are placed (ruling 26).
    fn left_by_withdrawal(&mut self, side: Side, way: &[u8]) {
        let (Some(from), Some(to)) = (way.first(), way.last()) else { return };
        let board = self.board();
        if board.force(side, *from).all > 0 || board.force(side.other(), *from).all == 0 {
            return;
        }
        for leader in board.leaders_in(side, *from) {
            self.write(Fact::Asked(Pending::Station { leader, with: vec![*to] }));
        }
    }

    fn pick(&mut self, leader: LeaderId) -> Result<(), NoDice> {
        self.write(Fact::Answered);
        self.roll(Purpose::Leader { leader }, &[("a leader's fate", 2)])
    }

    fn station(&mut self, leader: LeaderId, area: u8) {
        let along = self.board().goes_along(leader, area);
        self.write(Fact::Answered);
        self.write(Fact::LeaderPut { area, leader });
        if !along {
            self.write(Fact::Leader { active: false, leader, why: "takes post, inactive".into() });
        }
    }

    fn price(&mut self, unit: UnitId) {
        let Some(Pending::Price { leader, unit: back }) = self.now().pending.last().cloned() else { return };
        self.write(Fact::Answered);
        self.write(Fact::Gone { unit });
        let area = self.now().leader(leader).area().unwrap_or(1);
        self.write(Fact::Reorganised { area, leader, unit: back });
        self.write(Fact::Leader { active: false, leader, why: "has reorganised and is inactive".into() });
    }

    /// Changes the fight on top.
    pub fn change_fight(&mut self, change: impl FnOnce(&mut Fight)) {
        if let Some(Pending::Fight(mut fight)) = self.now().pending.last().cloned() {
            change(&mut fight);
            self.write(Fact::Changed(Pending::Fight(fight)));
        }
    }

    /// Goes on until somebody must answer.
    fn settle(&mut self) -> Result<(), Refusal> {
        while self.step()? {}
        Ok(())
    }

    /// One thing that needs no answer; `false` when there is none.
    fn step(&mut self) -> Result<bool, Refusal> {
        match self.now().pending.last().cloned() {
            Some(Pending::Roll(rolled)) => {
                let board = self.board();
                if (0..rolled.dice.len()).any(|i| board.may_reroll(&rolled, i)) {
                    return Ok(false);
                }
                self.resolve(rolled)?;
            }
            Some(Pending::Silence) => {
                if self.now().advantage == Side::Confederate && !self.board().silenceable().is_empty() {
                    return Ok(false);
                }
                self.write(Fact::Answered);
            }
            Some(Pending::Pick { leaders }) => match leaders.as_slice() {
                [one] => self.pick(*one)?,
                [] => self.write(Fact::Answered),
                _ => return Ok(false),
            },
            Some(Pending::Station { leader, with }) => match self.board().posts(leader, &with).as_slice() {
                [one] => self.station(leader, *one),
                [] => self.write(Fact::Answered),
                _ => return Ok(false),
            },
            Some(Pending::Price { unit, .. }) => match self.board().prices(unit).as_slice() {
                [one] => self.price(*one),
                _ => return Ok(false),
            },
            Some(Pending::Withdrawal { from, units }) => match units.first() {
                None => self.write(Fact::Answered),
                Some(unit) if self.board().withdrawals(*unit, from).is_empty() => self.next_withdrawal(),
                Some(_) => return Ok(false),
            },
            Some(Pending::Fight(fight)) => return self.go_on(&fight),
            None => return self.idle(),
        }
        Ok(true)
    }

    /// Nothing is pending: does the phase wait for an order?
    fn idle(&mut self) -> Result<bool, Refusal> {
        let (phase, side) = (self.now().phase, self.now().side);
        match phase {
            Phase::LongRange => {
                if self.board().long_range_possible() {
                    return Ok(false);
                }
                self.begin_action()?;
            }
            Phase::Action => {
                let doing = self.now().impulse.doing;
                if !matches!(doing, Doing::Woke | Doing::Rode) || self.board().orders_of(side) != [Order::Done] {
                    return Ok(false);
                }
                self.end_impulse(false, false)?;
            }
            Phase::Rally if self.now().impulse.doing == Doing::Closing => self.close_rally()?,
            Phase::Rally => {
                if self.board().reorganising_possible() {
                    return Ok(false);
                }
                self.end_rally();
            }
            Phase::Over => return Ok(false),
        }
        Ok(true)
    }

    /// Replacements take the field, then the turn ends (§8.7.3).
    fn close_rally(&mut self) -> Result<(), NoDice> {
        let board = self.board();
        let waits = self.pack.leader_ids().find(|l| {
            let state = board.leader(*l);
            state.place == Place::Off && state.hurt.is_some() && !board.stations(*l).is_empty()
        });
        match waits {
            Some(leader) => self.write(Fact::Asked(Pending::Station { leader, with: Vec::new() })),
            None => self.end_turn()?,
        }
        Ok(())
    }

    /// The area of a force that may enter.
    pub fn due(&mut self, force: Force) {
        let state = ForceState { due: true, ..self.now().forces[force as usize] };
        self.write(Fact::Force { force, state });
    }

    /// A unit is eliminated; Evans's are gone for good (ruling 57).
    pub fn eliminate(&mut self, unit: UnitId, area: u8, why: Cause) {
        let gone = self.pack.unit(unit).independent();
        self.write(Fact::Eliminated { area, gone, unit, why });
    }
}
