//! Chapter 8, §8.5 to §8.7: a fight from its lead units to the last retreat, stage by stage.

use super::facts::Fact;
use super::position::{Fight, ImpulseUse, Pending, Purpose, Stage, Strike};
use super::resolver::Resolver;
use super::sums::{dice_sum, dice_text, spoken};
use super::teller::Teller;
use super::units::{Cause, LeaderId, UnitId};
use domain_core::kit::{counted, total};
use domain_core::referee::{Line, Mark, Refusal, Side, Tone};

impl Resolver<'_, '_> {
    /// Takes a fight one step on; `false` when somebody must answer.
    pub fn go_on(&mut self, fight: &Fight) -> Result<bool, Refusal> {
        match fight.stage {
            Stage::Lead => return Ok(self.defend_alone(fight)),
            Stage::Rolling => self.roll(Purpose::Combat, &[2, 2])?,
            Stage::Leaders => self.look_after_leaders(fight),
            Stage::Result => self.result(fight),
            Stage::Losses => return self.losses(fight),
            Stage::Falling => return Ok(self.falling(fight)),
            Stage::Contested(area) => match fight.band.first() {
                Some(unit) => self.roll(Purpose::Contested { area, unit: *unit }, &[2])?,
                None => self.change_fight(|f| f.stage = Stage::Falling),
            },
            Stage::Over => match self.board().bereft(fight) {
                Some(leader) => self.write(Fact::Asked(Pending::Station { leader, with: fight.fled.clone() })),
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
        let moved = self.now().impulse.doing == ImpulseUse::Entering;
        let stood = |u: &UnitId| !moved && self.now().unit(*u).came.is_none();
        let units: Vec<UnitId> = fight.attackers.iter().copied().filter(stood).collect();
        if !units.is_empty() {
            self.write(Fact::GoOn { units });
        }
    }

    /// Leaders that stopped among the enemies go on with those who overran them (§8.6.3).
    fn ride_on(&mut self, side: Side, area: u8) {
        let stopped = |l: &LeaderId| self.now().leader(*l).stopped;
        let leaders: Vec<LeaderId> = self.board().leaders_in(side, area).into_iter().filter(stopped).collect();
        if !leaders.is_empty() && self.board().since(3) {
            self.write(Fact::RideOn { leaders });
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
                    self.ride_on(attacker, area);
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
}

impl Teller<'_> {
    /// A fight with its arithmetic.
    pub fn fought(&self, fact: &Fact) -> Option<Line> {
        let Fact::Fought { area, attack, defence, dice: [a, d], from, kind, lead, margin, target } = fact else {
            return None;
        };
        let does = match kind {
            Strike::Assault => "assaults",
            Strike::Volley => "volleys at",
            Strike::Bombard | Strike::LongRange => "bombards",
        };
        let far = if *kind == Strike::LongRange { " at long range" } else { "" };
        let result = match margin {
            n if *n > 0 => counted(*n, "casualty point"),
            0 => "even".to_owned(),
            n if *kind == Strike::Assault => format!("repulsed by {}", -n),
            _ => "no effect".to_owned(),
        };
        let text = format!(
            "{} {does} {}{far}, {} defends: {} (dice {}) against {} (dice {}): {result}.",
            self.unit(*lead),
            self.area(*area),
            self.unit(*target),
            spoken("", attack),
            dice_text(a),
            spoken("", defence),
            dice_text(d),
        );
        let (from, to) = (from.unwrap_or(*area).to_string(), area.to_string());
        let fought = Mark::Fought { from, to, side: self.side(*lead) };
        Some(Line::new(Tone::Combat, text).cite("8.5.7").of_dice(&Purpose::Combat.rolls()).mark(fought))
    }

    /// An overrun.
    pub fn overrun(&self, area: u8, side: Side) -> Line {
        let text = format!("Overrun: the {side} units in {} are swept away.", self.area(area));
        Line::new(Tone::Combat, text).cite("8.6.3").of_dice(&[])
    }
}
