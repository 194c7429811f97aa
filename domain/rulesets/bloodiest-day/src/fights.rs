//! §8.5-§8.7: a fight from its lead units to the last retreat.

use super::facts::{Cause, Fact};
use super::losses::Payment;
use super::position::{Doing, Fight, Pending, Purpose, Stage, Strike};
use super::resolver::Resolver;
use super::sums::{dice_sum, total};
use super::units::{LeaderId, UnitId};
use domain_core::referee::Refusal;

impl Resolver<'_, '_> {
    /// Takes a fight one step on; `false` when somebody must answer.
    pub fn go_on(&mut self, fight: &Fight) -> Result<bool, Refusal> {
        match fight.stage {
            Stage::Lead => {
                let defenders = self.board().defenders(fight);
                let [one] = defenders.as_slice() else { return Ok(false) };
                self.change_fight(|f| {
                    f.target = Some(*one);
                    f.stage = Stage::Rolling;
                });
            }
            Stage::Rolling => self.roll(Purpose::Combat, &[("attack", 2), ("defence", 2)])?,
            Stage::Leaders => self.look_after_leaders(fight),
            Stage::Result => self.result(fight),
            Stage::Losses => return self.losses(fight),
            Stage::Falling => return Ok(self.falling(fight)),
            Stage::Contested(area) => match fight.band.first() {
                Some(unit) => self.roll(Purpose::Contested { area, unit: *unit }, &[("retreat among enemies", 2)])?,
                None => self.change_fight(|f| f.stage = Stage::Falling),
            },
            Stage::Over => match self.bereft(fight) {
                Some((leader, with)) => self.write(Fact::Asked(Pending::Station { leader, with })),
                None => {
                    self.write(Fact::Answered);
                    self.ask_silence();
                }
            },
        }
        Ok(true)
    }

    /// The dice of a fight stand.
    pub fn fought(&mut self, attack_dice: &[u8], defence_dice: &[u8]) {
        let Some(Pending::Fight(fight)) = self.now().pending.last().cloned() else { return };
        let Some(target) = fight.target else { return };
        let board = self.board();
        let mut attack = board.attack_sum(fight.kind, fight.area, fight.from, fight.lead, &fight.attackers);
        let mut defence = board.defence_sum(fight.kind, fight.area, target, &fight.attackers);
        let attacker = board.spec(fight.lead).side;
        attack.push(("rolled".into(), dice_sum(attack_dice)));
        defence.push(("rolled".into(), dice_sum(defence_dice)));
        let margin = total(&attack) - total(&defence);
        // Natural rolls (ruling 27): one's own 2, the enemy's 12.
        let (a, d) = (dice_sum(attack_dice), dice_sum(defence_dice));
        let mut checks = Vec::new();
        if a == 2 || d == 12 {
            checks.push(attacker);
        }
        if d == 2 || a == 12 {
            checks.push(attacker.other());
        }
        let dice = [attack_dice.to_vec(), defence_dice.to_vec()];
        let Fight { area, from, kind, lead, .. } = fight;
        self.write(Fact::Fought { area, attack, defence, dice, from, kind, lead, margin, target });
        self.change_fight(|f| (f.margin, f.checks, f.stage) = (margin, checks, Stage::Leaders));
    }

    fn look_after_leaders(&mut self, fight: &Fight) {
        let Some(side) = fight.checks.first().copied() else {
            return self.change_fight(|f| f.stage = Stage::Result);
        };
        self.change_fight(|f| f.checks.retain(|s| *s != side));
        let leaders: Vec<_> = {
            let board = self.board();
            let places = [Some(fight.area), fight.from].into_iter().flatten();
            // A replacement cannot be hurt (ruling 28).
            places.flat_map(|a| board.leaders_in(side, a)).filter(|l| board.leader(*l).hurt.is_none()).collect()
        };
        if !leaders.is_empty() {
            self.ask_pick(leaders);
        }
    }

    /// A leader whom a fight has left without friends: among enemies he goes with those that retreated or is placed with his
    /// command; where all have been eliminated he is placed (§5.4, ruling 26). Only the side that lost or retreated is meant:
    /// no rule moves a leader who stood there alone.
    fn bereft(&self, fight: &Fight) -> Option<(LeaderId, Vec<u8>)> {
        let board = self.board();
        let defender = board.spec(fight.lead).side.other();
        let side = if fight.home { defender.other() } else { defender };
        let enemies = board.force(side.other(), fight.area).all > 0;
        if board.force(side, fight.area).all > 0 || !enemies && !fight.fled.is_empty() {
            return None;
        }
        let leaders = board.leaders_in(side, fight.area);
        let leader = leaders.into_iter().find(|l| !board.posts(*l, &fight.fled).is_empty())?;
        Some((leader, fight.fled.clone()))
    }

    fn spend_attackers(&mut self, fight: &Fight) {
        for unit in &fight.attackers {
            let state = *self.now().unit(*unit);
            if let Some(area) = state.area().filter(|_| !state.spent) {
                self.write(Fact::Spent { area, unit: *unit, why: Cause::Attack });
            }
        }
    }

    /// An overrun is no action that makes Spent (§9.1): those who overran where they stood are Spent only if they do more.
    fn unspent(&mut self, fight: &Fight) {
        let moved = self.now().impulse.doing == Doing::Entering;
        let stood = |u: &UnitId| !moved && self.now().unit(*u).came.is_none();
        let units: Vec<UnitId> = fight.attackers.iter().copied().filter(stood).collect();
        if !units.is_empty() {
            self.write(Fact::GoOn { units });
        }
    }

    fn result(&mut self, fight: &Fight) {
        let Fight { area, kind, margin, lead, .. } = *fight;
        let attacker = self.pack.unit(lead).side;
        self.write(Fact::Struck { area, kind });
        let defenders = self.board().defenders(fight);
        if margin > 0 {
            if margin > self.board().capacity(&defenders) {
                self.write(Fact::Overrun { area, side: attacker.other() });
                for unit in defenders {
                    self.eliminate(unit, area, Cause::Overrun);
                }
                // Only an assault leaves its attackers Fresh (ruling 47).
                if kind == Strike::Assault {
                    self.unspent(fight);
                } else {
                    self.spend_attackers(fight);
                }
                return self.change_fight(|f| f.stage = Stage::Over);
            }
            self.spend_attackers(fight);
            return self.change_fight(|f| (f.owed, f.stage) = (margin, Stage::Losses));
        }
        if margin == 0 || kind != Strike::Assault {
            self.spend_attackers(fight);
            return self.change_fight(|f| f.stage = Stage::Over);
        }
        // §8.6.2: the lead is eliminated, the others go back Spent; their leaders there go inactive (ruling 25).
        self.eliminate(lead, area, Cause::Failed);
        self.spend_attackers(fight);
        for leader in self.board().leaders_in(attacker, area) {
            if self.now().leader(leader).active {
                let why = "took part in a failed assault and is inactive".into();
                self.write(Fact::Leader { active: false, leader, why });
            }
        }
        let falling: Vec<UnitId> = fight.attackers.iter().copied().filter(|u| *u != lead).collect();
        self.change_fight(|f| (f.falling, f.home, f.stage) = (falling, true, Stage::Falling));
    }

    fn losses(&mut self, fight: &Fight) -> Result<bool, Refusal> {
        let payments = self.board().payments(fight);
        if fight.owed <= 0 && (!fight.more || payments.is_empty()) {
            self.change_fight(|f| f.stage = Stage::Falling);
            return Ok(true);
        }
        match payments.as_slice() {
            // Nobody is left to pay: the rest is lost.
            [] => self.change_fight(|f| f.owed = 0),
            [(unit, how)] if fight.owed > 0 && self.board().check_more().is_err() => self.pay(*unit, *how)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Pays casualty points (§8.6.1).
    pub fn pay(&mut self, unit: UnitId, how: Payment) -> Result<(), Refusal> {
        let points = self.board().check_payment(unit, how)?;
        let Some(area) = self.now().unit(unit).area() else { return Ok(()) };
        match how {
            Payment::Spend => self.write(Fact::Spent { area, unit, why: Cause::Casualty }),
            Payment::Die => self.eliminate(unit, area, Cause::Casualty),
            Payment::FallBack => {}
        }
        self.change_fight(|f| {
            f.owed -= points;
            f.paid = true;
            if how == Payment::FallBack {
                f.falling.push(unit);
            }
        });
        Ok(())
    }

    /// Retreats; `false` when the owner must choose.
    fn falling(&mut self, fight: &Fight) -> bool {
        if fight.falling.is_empty() {
            self.change_fight(|f| f.stage = Stage::Over);
            return true;
        }
        let (home, way) = {
            let board = self.board();
            (board.way_home(fight), board.way_out(fight))
        };
        if let Some((group, home)) = home {
            self.go(fight, &group, home);
            return true;
        }
        match (way.areas.as_slice(), way.group.first()) {
            ([], Some(unit)) => {
                let unit = *unit;
                self.eliminate(unit, fight.area, Cause::NoWay);
                self.change_fight(|f| f.falling.retain(|u| *u != unit));
            }
            ([one], _) => self.retreat_to(*one),
            _ => return false,
        }
        true
    }

    /// The next group retreats to an area.
    pub fn retreat_to(&mut self, area: u8) {
        let Some(Pending::Fight(fight)) = self.now().pending.last().cloned() else { return };
        let way = self.board().way_out(&fight);
        if way.contested {
            self.change_fight(|f| (f.band, f.stage) = (way.group, Stage::Contested(area)));
        } else {
            self.go(&fight, &way.group, area);
        }
    }

    fn go(&mut self, fight: &Fight, group: &[UnitId], to: u8) {
        for unit in group {
            self.write(Fact::Retreated { from: fight.area, to, unit: *unit });
        }
        if let Some(unit) = group.first() {
            self.passed_over(self.pack.unit(*unit).side, &[fight.area, to]);
        }
        self.change_fight(|f| {
            f.falling.retain(|u| !group.contains(u));
            f.flee(to);
        });
    }
}
