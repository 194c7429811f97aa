//! Chapter 10: Reactive Fire.

use super::book::{AnyOrder, NOT_YOURS, OFF_MAP, Rules, WRONG_PHASE};
use super::close::NOT_ADJACENT;
use super::disorder::Shock;
use super::fire::{ADJACENT, CAVALRY_FIRE, DISTURBED, FIRER_IN_ZONE, Fire};
use super::losses::limited;
use super::position::{CombatKind, Phase};
use super::received::Received;
use super::sequence::Done;
use super::standing::{choice, place, unit_and_enemy};
use super::strength::Attack;
use super::units::{Arm, UnitId};
use super::worth::worth;
use super::zones::Board;
use domain_core::board::HexId;
use domain_core::kit::{Question, RuleBreak};
use domain_core::referee::{Answer, Circumstance, InForce, QuestionContext, SeatId, Side, StandingOffer, TURN};

const REACTED: RuleBreak = RuleBreak::new(&["10.0", "{unit} has made its reaction.", "Each unit reacts once."]);
const ALREADY_SHOT: RuleBreak =
    RuleBreak::new(&["10.0", "That enemy has been attacked in reaction.", "Each is attacked once."]);
const NOT_MARKED: RuleBreak =
    RuleBreak::new(&["10.0", "That enemy bears no RF marker.", "React to marked enemies and to chargers."]);
const NOT_ITS_CHARGER: RuleBreak =
    RuleBreak::new(&["10.0", "That enemy charges another unit.", "Only the unit being charged reacts to its charger."]);
const REACT_INFANTRY: RuleBreak =
    RuleBreak::new(&["10.0", "Only infantry returns fire.", "Fire with infantry in range and sight."]);
const REACT_DUSK: RuleBreak =
    RuleBreak::new(&["15.0", "It is dusk: only charged units react.", "React to chargers only."]);

/// What conditions on its offers may ask for.
const KNOWN: [&str; 6] = [TURN, "unit", "place", "steps", "enemy", "odds"];

/// The Reaction Phase (§10.0). It interrupts the other side's turn, so that standing orders may answer each attack of it.
pub struct Reacting;

impl Question<Rules> for Reacting {
    fn open(board: &Board<'_>) -> Option<Self> {
        board.at.acting_in(Phase::Reaction).map(|_| Reacting)
    }

    fn kind(&self) -> &'static str {
        "react"
    }

    fn section(&self) -> &'static str {
        "10.0"
    }

    /// Who is fired at before who fires: chargers first, then those who have shown themselves.
    fn asks(&self, board: &Board<'_>) -> String {
        let mut enemies: Vec<UnitId> = Vec::new();
        for attack in board.all_reactions() {
            if !enemies.contains(&attack.defender) {
                enemies.push(attack.defender);
            }
        }
        enemies.sort_by_key(|enemy| board.state(*enemy).charging.is_none());
        let said = |enemy: &UnitId| {
            let name = &board.spec(*enemy).name;
            match board.state(*enemy).charging {
                Some(target) => format!("{name}, who charges {}", board.spec(target).name),
                None => format!("{name}, who has fired"),
            }
        };
        match enemies.as_slice() {
            [] => "Fire at chargers and at enemies that have fired, or say done.".to_owned(),
            [one] => format!("Fire at {}, or say done.", said(one)),
            [first, rest @ ..] => {
                let shown: Vec<String> = rest.iter().take(2).map(said).collect();
                let more = if rest.len() > 2 { format!("; and at {} more", rest.len() - 2) } else { String::new() };
                format!("Fire at {}; at {}{more}; or say done.", said(first), shown.join("; at "))
            }
        }
    }

    fn side(&self, board: &Board<'_>) -> Side {
        board.at.acting()
    }

    fn offers() -> Vec<StandingOffer> {
        vec![
            StandingOffer {
                key: "receive-charge",
                conditions: KNOWN.to_vec(),
                title: "When your units are charged and may fire at the chargers (§10.0)",
                choices: vec![
                    choice("ask", "Ask me."),
                    choice("fire", "Every unit charged fires."),
                    choice("never", "Hold your fire."),
                ],
                default: "fire",
                never_ask: "fire",
            },
            StandingOffer {
                key: "return-fire",
                conditions: KNOWN.to_vec(),
                title: "When enemies that showed themselves by firing may be fired on (§10.0)",
                choices: vec![
                    choice("ask", "Ask me."),
                    choice("best", "Fire where it does most, each unit at one enemy."),
                    choice("never", "Hold your fire."),
                ],
                default: "best",
                never_ask: "best",
            },
        ]
    }

    fn contexts(&self, board: &Board<'_>) -> Vec<QuestionContext> {
        let mut contexts: Vec<QuestionContext> = Vec::new();
        for attack in board.all_reactions() {
            let key = offer_of(board, &attack);
            if !contexts.iter().any(|b| b.key == key) {
                contexts.push(QuestionContext { key, circumstances: of_attack(board, &attack) });
            }
        }
        contexts
    }

    /// All reactions of a phase are one decision: when one attack of it is to be asked about, all are.
    fn answer(&self, board: &Board<'_>, standing: &InForce<'_>) -> Option<Answer<AnyOrder>> {
        let seat = SeatId::of_side(self.side(board));
        let mut best: Option<(i64, Attack)> = None;
        for attack in board.all_reactions() {
            match standing.get_for(offer_of(board, &attack), || of_attack(board, &attack)) {
                "ask" => return None,
                "never" => continue,
                _ => {
                    let value = worth(board, &attack, true);
                    if best.as_ref().is_none_or(|b| value > b.0) {
                        best = Some((value, attack));
                    }
                }
            }
        }
        Some(match best {
            Some((_, attack)) => {
                let key = offer_of(board, &attack);
                let reason = standing.reason_for(key, "fire in reaction", || of_attack(board, &attack));
                Answer { seat, order: Fire { unit: attack.attacker, at: attack.to }.into(), key, reason }
            }
            None => {
                let reason = "standing order: no more reactions".to_owned();
                Answer { seat, order: Done.into(), key: "return-fire", reason }
            }
        })
    }
}

/// The offer that an attack of the Reaction Phase belongs to.
fn offer_of(board: &Board<'_>, attack: &Attack) -> &'static str {
    if board.state(attack.defender).charging.is_some() { "receive-charge" } else { "return-fire" }
}

/// What is so of one attack of the Reaction Phase.
fn of_attack(board: &Board<'_>, attack: &Attack) -> Vec<Circumstance> {
    let outcomes = board.outcomes(attack);
    let of: u32 = outcomes.iter().map(|o| o.1).sum();
    let hits: u32 = outcomes.iter().filter(|(cell, _)| cell.effects.dc > 0 || cell.effects.ex).map(|o| o.1).sum();
    let mut all = unit_and_enemy(board, attack.attacker, attack.defender);
    all.push(place(attack.from));
    all.push(Circumstance::number("odds", hits * 100 / of.max(1)));
    all
}

impl Board<'_> {
    /// Every reaction open to the side that reacts, unit by unit.
    fn all_reactions(&self) -> impl Iterator<Item = Attack> + '_ {
        let ours = self.pack.ids().filter(|u| self.side(*u) == self.at.acting());
        ours.flat_map(|unit| self.reactions(unit))
    }

    /// §10.0: whether a passive unit may attack this hex in the Reaction Phase.
    pub fn check_reaction(&self, unit: UnitId, at: HexId) -> Result<Attack, RuleBreak> {
        if self.at.phase != Phase::Reaction {
            return Err(WRONG_PHASE);
        }
        let side = self.at.side.other();
        if self.side(unit) != side {
            return Err(NOT_YOURS);
        }
        let (spec, state) = (self.spec(unit), self.state(unit));
        let from = state.hex().ok_or(OFF_MAP)?;
        let defender = self.target_in(unit, at)?;
        if state.reacted {
            return Err(REACTED);
        }
        let target = self.state(defender);
        if target.shot {
            return Err(ALREADY_SHOT);
        }
        let attack = |kind| Attack { attacker: unit, from, defender, to: at, kind };
        if target.charging == Some(unit) && self.pack.ground.joined(from, at) {
            // Its own charger it may attack in any condition (§13.0); by its own way of fighting.
            return match spec.arm {
                Arm::Infantry => Ok(attack(CombatKind::Fire)),
                Arm::Artillery { .. } => Ok(attack(CombatKind::Close)),
                Arm::Sharpshooter { .. } => Ok(attack(CombatKind::Sharp)),
                Arm::Cavalry => Err(CAVALRY_FIRE),
            };
        }
        // A charge that can no longer be fought (ruling 42) does not hide a marked unit.
        if !target.rf {
            return Err(match target.charging {
                Some(charged) if charged == unit => NOT_ADJACENT,
                Some(_) => NOT_ITS_CHARGER,
                None => NOT_MARKED,
            });
        }
        // §15.0.
        if self.is_dusk() {
            return Err(REACT_DUSK);
        }
        if spec.arm != Arm::Infantry {
            return Err(REACT_INFANTRY);
        }
        if state.disturbed() {
            return Err(DISTURBED);
        }
        if self.in_enemy_zone(side, from) {
            return Err(FIRER_IN_ZONE);
        }
        if self.pack.ground.distance(from, at) < 2 {
            return Err(ADJACENT);
        }
        self.check_sight(unit, from, at)?;
        Ok(attack(CombatKind::Fire))
    }

    /// What the fire of its target, which comes first (§12.3), makes of a charge that ends in a hex, as things stand now. Nothing for a target
    /// that does not fire. A target with a combat bonus is taken to use it.
    pub fn received(&self, charger: UnitId, target: UnitId, at: HexId) -> Option<Received> {
        let from = self.state(target).hex()?;
        let kind = match self.spec(target).arm {
            Arm::Infantry => CombatKind::Fire,
            Arm::Artillery { .. } => CombatKind::Close,
            Arm::Sharpshooter { .. } => CombatKind::Sharp,
            Arm::Cavalry => return None,
        };
        let outcomes = self.outcomes(&Attack { attacker: target, from, defender: charger, to: at, kind });
        let bonus = self.spec(target).bonus && kind != CombatKind::Sharp;
        let way_back = !self.hexes_back(charger, at, from).is_empty();
        let mut received = Received { stopped: 0, shaken: 0, of: outcomes.iter().map(|o| o.1).sum() };
        for (cell, ways) in outcomes {
            let e = &cell.effects;
            let steps = self.state(charger).steps;
            let losses = e.dc + u8::from(e.ex) + u8::from(bonus && e.bonus_applies());
            let mut left = steps - limited(steps, losses);
            let retreats = if self.spec(charger).steadfast { 0 } else { e.dr };
            let shock = self.shock(charger, e, true);
            // With no hex to go to each retreat costs a step (§7.62), and the charge goes on.
            left = left.saturating_sub(if way_back { 0 } else { retreats } + u8::from(matches!(shock, Shock::Step)));
            match shock {
                _ if left == 0 || (retreats > 0 && way_back) => received.stopped += ways,
                // A step instead of the marker (§7.7), while there is one to spare.
                Shock::Marker(_) if left > 1 => received.shaken += ways,
                Shock::Marker(_) => received.stopped += ways,
                Shock::Step | Shock::Shrugged | Shock::None => {}
            }
        }
        Some(received)
    }

    /// Every reaction open to a unit.
    pub fn reactions(&self, unit: UnitId) -> Vec<Attack> {
        if self.at.phase != Phase::Reaction || self.state(unit).reacted {
            return Vec::new();
        }
        let charger = self.at.charger_of(unit).and_then(|c| self.state(c).hex());
        let marked = self
            .on_map(self.at.side)
            .filter(|(e, _)| self.state(*e).rf && !self.state(*e).shot)
            .map(|(_, hex)| hex)
            .filter(|hex| Some(*hex) != charger);
        charger.into_iter().chain(marked).filter_map(|at| self.check_reaction(unit, at).ok()).collect()
    }
}
