//! §7.4 to §7.7: carrying out the result of an attack, stage by stage in the order of ruling 26. A stage that leaves
//! somebody a choice waits in the position as a pending combat.

use super::book::{AnyOrder, NOT_ASKED, Rules};
use super::command::{COORDINATION_ROLL, PERSONAL_TOUCH};
use super::disorder::Shock;
use super::facts::{Cause, ChargeEnd, Fact, Modifier};
use super::losses::limited;
use super::pack::Pack;
use super::position::{Bonus, CombatKind, CombatResolution, Condition, Pending, RESULT, Stage};
use super::resolver::Resolver;
use super::retreats::MustRetreat;
use super::strength::{Attack, spoken};
use super::tables::Effects;
use super::teller::{Teller, dice_text};
use super::units::{Arm, UnitId};
use super::zones::Board;
use domain_core::board::HexId;
use domain_core::kit::names::listed;
use domain_core::kit::{self, Question, RuleBreak, signed, total};
use domain_core::referee::{Chart, Line, Mark, Refusal, RolledBy, Side, Thread, Tone};

pub const NO_CHOICE: RuleBreak = RuleBreak::new(&["7.4", "{unit} has no such choice now.", "Answer what is asked."]);

/// A result that only goes on, in a position that somebody made so: nothing is to be chosen.
pub struct GoesOn(CombatResolution);

impl Question<Rules> for GoesOn {
    fn open(board: &Board<'_>) -> Option<Self> {
        board.at.resolving(&[Stage::Losses, Stage::ReturnFire]).map(GoesOn)
    }

    fn kind(&self) -> &'static str {
        "note"
    }

    fn section(&self) -> &'static str {
        "7.4"
    }

    fn asks(&self, _: &Board<'_>) -> String {
        "Go on.".to_owned()
    }

    fn side(&self, board: &Board<'_>) -> Side {
        board.side(self.0.attacker)
    }

    fn procedure(&self) -> Option<&'static str> {
        Some(RESULT)
    }
}

/// What a unit's roll in defense is called.
fn defense_dice(name: &str) -> String {
    format!("{name}'s defense")
}

/// What the roll of sharpshooters is called.
fn sharpshooters_dice(name: &str) -> String {
    format!("{name}'s sharpshooters")
}

/// Whose dice a roll is by what it is called: the Confederate coordinates (§5.1), the defender makes the roll in defense (§7.3), and
/// sharpshooters roll for themselves (§9.0).
pub fn rolled_by(pack: &Pack, purpose: &str) -> RolledBy {
    if [COORDINATION_ROLL, PERSONAL_TOUCH].contains(&purpose) {
        return RolledBy::Side(Side::Confederate);
    }
    let unit = pack
        .ids()
        .map(|unit| pack.unit(unit))
        .find(|unit| [defense_dice(&unit.name), sharpshooters_dice(&unit.name)].iter().any(|called| called == purpose));
    unit.map_or(RolledBy::Orderer, |unit| RolledBy::Side(unit.side))
}

impl Resolver<'_, '_> {
    /// Rolls an attack and carries out its result as far as it goes without an answer.
    ///
    /// # Errors
    /// [`Refusal::Dice`] when there are none.
    pub fn fight(&mut self, attack: &Attack, reactive: bool) -> Result<(), Refusal> {
        let board = self.board();
        let steps = board.state(attack.defender).steps;
        let attacker = board.spec(attack.attacker);
        let (sum, dice, cell) = match (attack.kind, attacker.arm) {
            (CombatKind::Sharp, Arm::Sharpshooter { dice: count }) => {
                let modifiers = board.sharpshooter_modifiers(attack);
                let purpose = sharpshooters_dice(&attacker.name);
                let dice = self.dice.roll(purpose, count, 6)?;
                let highest = i32::from(dice.iter().copied().max().unwrap_or(1));
                let mut sum = vec![(Modifier::HighestDie, highest)];
                sum.extend(modifiers);
                let cell = self.board().sharpshooter_result(total(&sum)).clone();
                (sum, dice, cell)
            }
            _ => {
                let (sum, count) = (board.strength(attack), board.defense_dice(attack));
                let purpose = defense_dice(&board.spec(attack.defender).name);
                let dice = self.dice.roll(purpose, count, 6)?;
                let defense = dice.iter().map(|d| i32::from(*d)).sum::<i32>() + i32::from(steps);
                let cell = self.board().result(attack, total(&sum), defense).clone();
                (sum, dice, cell)
            }
        };
        self.write(Fact::Attacked {
            attacker: attack.attacker,
            defender: attack.defender,
            dice,
            from: attack.from,
            kind: attack.kind,
            outcome: cell.text,
            reactive,
            steps,
            sum,
            to: attack.to,
        });
        if attack.kind == CombatKind::Charge {
            self.write(Fact::ChargeOver { hex: attack.from, unit: attack.attacker, why: None });
        }
        self.carry_out(CombatResolution {
            attacker: attack.attacker,
            base: attack.from,
            bonus: Bonus::None,
            defender: attack.defender,
            effects: cell.effects,
            ground: attack.to,
            kind: attack.kind,
            reactive,
            retreats: 0,
            stage: Stage::Bonus,
        });
        Ok(())
    }

    /// Goes through the stages of a combat's result until somebody has to choose, or to its end.
    pub fn carry_out(&mut self, mut combat: CombatResolution) {
        loop {
            let board = self.board();
            let on_map = |unit| board.state(unit).hex().is_some();
            let (attacker, defender) = (combat.attacker, combat.defender);
            let asks = match combat.stage {
                Stage::Bonus => !board.bonus_uses(&combat).is_empty(),
                Stage::Losses | Stage::ReturnFire => false,
                Stage::Marker => on_map(defender) && matches!(self.shock(&combat), Shock::Marker(_)),
                Stage::Repulse => self.must_retreat(attacker, &combat) && MustRetreat(combat).hexes(&board).len() > 1,
                Stage::Retreat => self.must_retreat(defender, &combat) && MustRetreat(combat).hexes(&board).len() > 1,
                Stage::Voluntary => on_map(defender) && !board.voluntary_hexes(&combat).is_empty(),
                Stage::Advance => combat.kind != CombatKind::Charge && board.may_advance(&combat),
                Stage::Away => {
                    let own_phase = combat.kind == CombatKind::Sharp && !combat.reactive;
                    own_phase && on_map(attacker) && !board.away_hexes(&combat).is_empty()
                }
            };
            if asks {
                self.write(Fact::Asked(Pending::Combat(combat)));
                return;
            }
            match combat.stage {
                Stage::Bonus => combat.stage = Stage::Losses,
                Stage::Losses => {
                    self.take_losses(&combat);
                    combat.stage = Stage::Marker;
                }
                Stage::Marker => {
                    self.unmarked_shock(&combat);
                    combat.retreats = combat.effects.ar;
                    combat.stage = Stage::Repulse;
                }
                Stage::Repulse if self.must_retreat(attacker, &combat) => self.forced_retreat(attacker, &mut combat),
                Stage::Repulse => {
                    self.ignored_retreat(attacker, &combat);
                    combat.retreats = combat.effects.dr;
                    combat.stage = Stage::Retreat;
                }
                Stage::Retreat if self.must_retreat(defender, &combat) => self.forced_retreat(defender, &mut combat),
                Stage::Retreat => {
                    self.ignored_retreat(defender, &combat);
                    combat.retreats = 0;
                    combat.stage = Stage::ReturnFire;
                }
                Stage::ReturnFire => {
                    // One gained in reaction has no effect (ruling 36).
                    let state = *self.board().state(attacker);
                    if let (true, false, false, Some(hex)) = (combat.effects.rf, combat.reactive, state.rf, state.hex())
                    {
                        self.write(Fact::ReturnFire { hex, unit: attacker });
                    }
                    combat.stage = Stage::Voluntary;
                }
                Stage::Voluntary => combat.stage = Stage::Advance,
                Stage::Advance => {
                    // A charge that empties the hex takes it, willing or not (§7.64).
                    if combat.kind == CombatKind::Charge && self.board().may_advance(&combat) {
                        self.advance(&combat);
                    }
                    combat.stage = Stage::Away;
                }
                Stage::Away => return,
            }
        }
    }

    /// Begins to carry out an answer: the combat that it answers. `refused` says why another answer is wanted.
    pub fn answering(&mut self, answer: AnyOrder, refused: RuleBreak) -> Result<CombatResolution, RuleBreak> {
        let combat = self.buffer.position.pending.last().and_then(Pending::combat).copied().ok_or(NOT_ASKED)?;
        let board = self.board();
        if !kit::asked::<Rules>(&board).is_some_and(|asked| asked.options(&board).contains(&answer)) {
            return Err(refused);
        }
        self.write(Fact::Answered);
        Ok(combat)
    }

    pub fn shock(&self, combat: &CombatResolution) -> Shock {
        let board = self.board();
        let charger = combat.reactive && board.state(combat.defender).charging.is_some();
        board.shock(combat.defender, &combat.effects, charger)
    }

    /// §7.5: losses of both sides from one result, with the combat bonus in it (§7.52).
    fn take_losses(&mut self, combat: &CombatResolution) {
        let effects = &combat.effects;
        let exchange = u8::from(effects.ex);
        let dc = effects.dc + exchange + u8::from(combat.bonus == Bonus::Strike);
        let ac = effects.ac + if combat.bonus == Bonus::Spare { 0 } else { exchange };
        for (unit, losses) in [(combat.defender, dc), (combat.attacker, ac)] {
            let steps = self.board().state(unit).steps;
            self.lose(unit, limited(steps, losses), Cause::Combat);
        }
    }

    /// A shock that leaves no choice.
    fn unmarked_shock(&mut self, combat: &CombatResolution) {
        let Some(hex) = self.board().state(combat.defender).hex() else { return };
        match self.shock(combat) {
            Shock::Shrugged => self.write(Fact::StoodFast { hex, retreat: false, unit: combat.defender }),
            Shock::Step => self.lose(combat.defender, 1, Cause::Disorder),
            Shock::None | Shock::Marker(_) => {}
        }
    }

    pub fn mark(&mut self, unit: UnitId, condition: Condition) {
        let state = *self.board().state(unit);
        let Some(hex) = state.hex() else { return };
        self.write(Fact::Marked { condition, hex, unit });
        // §10.0, §12.3: a charger that is shaken stops.
        if state.charging.is_some() {
            self.write(Fact::ChargeOver { hex, unit, why: Some(ChargeEnd::Stopped) });
        }
    }

    /// Takes so many steps off a unit; at none it is eliminated (§7.5).
    pub fn lose(&mut self, unit: UnitId, steps: u8, cause: Cause) {
        let state = *self.board().state(unit);
        if let (Some(hex), true) = (state.hex(), steps > 0) {
            let left = state.steps.saturating_sub(steps);
            self.write(Fact::Lost { cause, hex, left, steps: state.steps - left, unit });
        }
    }

    /// Whether retreats are still to be made by a unit that obeys them (§7.6, §7.63).
    fn must_retreat(&self, unit: UnitId, combat: &CombatResolution) -> bool {
        let board = self.board();
        combat.retreats > 0 && board.state(unit).hex().is_some() && !board.spec(unit).steadfast
    }

    fn ignored_retreat(&mut self, unit: UnitId, combat: &CombatResolution) {
        let board = self.board();
        if let (true, true, Some(hex)) = (combat.retreats > 0, board.spec(unit).steadfast, board.state(unit).hex()) {
            self.write(Fact::StoodFast { hex, retreat: true, unit });
        }
    }

    /// One retreat without a choice: the only hex, or a step when there is none (§7.62).
    fn forced_retreat(&mut self, unit: UnitId, combat: &mut CombatResolution) {
        combat.retreats -= 1;
        match MustRetreat(*combat).hexes(&self.board()).first() {
            Some(to) => self.retreat(unit, *to, false),
            None => self.lose(unit, 1, Cause::Trapped),
        }
    }

    /// §7.6: one hex of retreat, with the step that an enemy zone costs (§7.61). A charger that leaves its hex charges no
    /// more (ruling 37).
    pub fn retreat(&mut self, unit: UnitId, to: HexId, voluntary: bool) {
        let state = *self.board().state(unit);
        let Some(from) = state.hex() else { return };
        self.write(Fact::Retreated { from, to, unit, voluntary });
        if state.charging.is_some() {
            self.write(Fact::ChargeOver { hex: to, unit, why: Some(ChargeEnd::Retreated) });
        }
        let board = self.board();
        if board.in_enemy_zone(board.side(unit), to) {
            self.lose(unit, 1, Cause::Zone);
        }
    }

    pub fn advance(&mut self, combat: &CombatResolution) {
        if let Some(from) = self.board().state(combat.attacker).hex() {
            self.write(Fact::Advanced { from, to: combat.ground, unit: combat.attacker });
        }
    }
}

/// The codes of the combat tables.
pub fn chart() -> Chart {
    Chart::new(
        "Results",
        "7.4",
        &["Code", "Effect"],
        vec![
            Chart::cells(&["AC#, DC#", "attacker, defender loses # steps"]),
            Chart::cells(&["AR, DR, DR#", "attacker, defender retreats 1 or # hexes"]),
            Chart::cells(&["Disrupt, d", "the defender is disrupted"]),
            Chart::cells(&["Disorder", "the defender is disordered"]),
            Chart::cells(&["EX", "each loses a step"]),
            Chart::cells(&["RF", "the attacker may be fired on in return"]),
            Chart::cells(&["Nil", "nothing"]),
        ],
        &["In this order: losses, markers, retreats, RF, voluntary retreat, advance."],
    )
}

impl Teller<'_> {
    /// An attack with its arithmetic; nothing for another fact.
    pub fn attacked(&self, fact: &Fact) -> Option<Line> {
        let Fact::Attacked { attacker, defender, dice, from, kind, outcome, reactive, steps, sum, to } = fact else {
            return None;
        };
        let (a, d) = (self.name(*attacker), self.name(*defender));
        let marks = vec![Mark::Fought { from: from.to_string(), to: to.to_string(), side: self.side(*attacker) }];
        // Fire and what is fired in return are one story, and so are a charge, the fire that receives it and the combat.
        let thread = match (kind, reactive) {
            (_, true) => Some(Thread::GoesOn(self.thread(*defender))),
            (CombatKind::Charge, false) => Some(Thread::GoesOn(self.thread(*attacker))),
            (CombatKind::Fire | CombatKind::Sharp, false) => Some(Thread::Begins(self.thread(*attacker))),
            (CombatKind::Close, false) => None,
        };
        if *kind == CombatKind::Sharp {
            let rolled: Vec<String> = dice.iter().map(u8::to_string).collect();
            let rolled: Vec<&str> = rolled.iter().map(String::as_str).collect();
            let text = format!("{a} snipes at {d}: {} rolled; {}: {outcome}.", listed(&rolled), spoken("", sum),);
            let plain = Effects::printed_in_words(outcome, a, d);
            let said = format!("{a} snipes at {d}: {}.", plain.as_deref().unwrap_or(outcome));
            let line = self.line(Tone::Combat, text, "9.0", marks)?.plainly(said).of_dice(&[&sharpshooters_dice(a)]);
            return Some(Line { thread, ..line });
        }
        let (verb, section) = match (kind, reactive) {
            (CombatKind::Fire, false) => ("fires on", "8.0"),
            (CombatKind::Fire, true) => ("fires in reaction at", "10.0"),
            (CombatKind::Close, true) => ("fires canister at", "10.0"),
            (CombatKind::Charge, _) => ("charges home on", "12.3"),
            _ => ("closes with", "11.0"),
        };
        let roll: i32 = dice.iter().map(|d| i32::from(*d)).sum();
        let defense = roll + i32::from(*steps);
        let differential = total(sum) - defense;
        let noun = if *steps == 1 { "step" } else { "steps" };
        let text = format!(
            "{a} {verb} {d}: {}; {d} rolls {}, {steps} {noun} = {defense}; {}: {outcome}.",
            spoken("", sum),
            dice_text(dice),
            signed(differential),
        );
        let plain = Effects::printed_in_words(outcome, a, d);
        let said = format!("{a} {verb} {d}: {}.", plain.as_deref().unwrap_or(outcome));
        let line = self.line(Tone::Combat, text, section, marks)?.plainly(said).of_dice(&[&defense_dice(d)]);
        Some(Line { thread, ..line })
    }

    /// A unit that may be fired on in return (§7.4).
    pub fn return_fire(&self, unit: UnitId, hex: HexId) -> Option<Line> {
        self.changed(format!("{} shows itself and may be fired on in return.", self.name(unit)), "7.4", hex)
    }

    /// A retreat that was ignored, or a disruption.
    pub fn stood_fast(&self, unit: UnitId, hex: HexId, retreat: bool) -> Option<Line> {
        let guns = self.pack.units.get(unit.index()).is_some_and(|u| u.arm.is_artillery());
        match retreat {
            true => {
                self.changed(format!("{} does not retreat.", self.name(unit)), if guns { "7.63" } else { "7.6" }, hex)
            }
            false => self.changed(format!("{} is not shaken.", self.name(unit)), "13.1", hex),
        }
    }
}
