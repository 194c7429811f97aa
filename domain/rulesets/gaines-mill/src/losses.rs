//! §7.5: step losses, §7.51: the casualty limit, and §7.52: the combat bonus.

use super::book::{AnyOrder, Rules, Stop};
use super::facts::{Cause, Fact};
use super::position::{Bonus, CombatKind, CombatResolution, RESULT, Stage};
use super::resolver::Resolver;
use super::standing::{choice, unit_and_enemy};
use super::teller::Teller;
use super::units::UnitId;
use super::zones::Board;
use domain_core::board::HexId;
use domain_core::kit::{Question, RuleBreak, Said, StandingAnswer, Verb, Words};
use domain_core::referee::{Choice, Circumstance, InForce, Line, Mark, Refusal, Side, StandingOffer, TURN, Tone};
use domain_core::words::possessive;

const BONUS_NO_USE: RuleBreak =
    RuleBreak::new(&["7.52", "The combat bonus cannot be used so.", "Choose one of the uses offered."]);

/// The steps lost of a single result: a unit of two steps or more is never brought below its reduced side by it (§7.51); a
/// unit that began on one step has no such protection (ruling 25).
pub fn limited(steps: u8, losses: u8) -> u8 {
    if steps <= 1 { losses.min(steps) } else { losses.min(steps - 1) }
}

/// `bonus strike`, `bonus spare`, `bonus none`: how a combat bonus is used (§7.52).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UseBonus {
    /// What it is used for.
    pub bonus: Bonus,
}

impl Verb<Rules> for UseBonus {
    fn said() -> Said {
        Said::Alone(&["bonus"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let [how] = words.rest else { return None };
        let all = [Bonus::Strike, Bonus::Spare, Bonus::None];
        let bonus = all.into_iter().find(|bonus| bonus.word().eq_ignore_ascii_case(how));
        let legal = "Write bonus strike, bonus spare, or bonus none.";
        let unknown = || Refusal::unreadable("How is the bonus used?", legal);
        Some(bonus.map(|bonus| UseBonus { bonus }.into()).ok_or_else(unknown))
    }

    fn procedure(&self) -> Option<&'static str> {
        Some(RESULT)
    }

    fn write(&self, _: &Board<'_>) -> String {
        format!("bonus {}", self.bonus.word())
    }

    fn choice(&self, _: &Board<'_>, line: String) -> Choice {
        let label = match self.bonus {
            Bonus::Strike => "Combat bonus: the enemy loses one more step",
            Bonus::Spare => "Combat bonus: spare your own step",
            Bonus::None => "Leave the combat bonus unused",
        };
        Choice::plain(line, label, "bonus", "7.52")
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let combat = resolver.answering((*self).into(), BONUS_NO_USE)?;
        resolver.write(Fact::BonusUsed { attacker: combat.attacker, bonus: self.bonus });
        resolver.carry_out(CombatResolution { bonus: self.bonus, stage: Stage::Losses, ..combat });
        Ok(())
    }
}

const KNOWN: [&str; 5] = [TURN, "unit", "steps", "enemy", "losses"];

/// How an attacker uses its combat bonus (§7.52).
pub struct BonusUse(pub CombatResolution);

impl Question<Rules> for BonusUse {
    fn open(board: &Board<'_>) -> Option<Self> {
        board.at.resolving(&[Stage::Bonus]).map(BonusUse)
    }

    fn kind(&self) -> &'static str {
        "bonus"
    }

    fn section(&self) -> &'static str {
        "7.52"
    }

    fn asks(&self, board: &Board<'_>) -> String {
        let (attacker, defender) = (board.spec(self.0.attacker), board.spec(self.0.defender));
        format!("Use {} combat bonus against {}.", possessive(&attacker.name), defender.name)
    }

    fn side(&self, board: &Board<'_>) -> Side {
        board.side(self.0.attacker)
    }

    fn procedure(&self) -> Option<&'static str> {
        Some(RESULT)
    }

    fn options(&self, board: &Board<'_>) -> Vec<AnyOrder> {
        board.bonus_uses(&self.0).into_iter().map(|bonus| UseBonus { bonus }.into()).collect()
    }

    fn offer_key(&self) -> Option<&'static str> {
        Some("bonus")
    }

    fn offer() -> Option<StandingOffer> {
        Some(StandingOffer {
            key: "bonus",
            conditions: KNOWN.to_vec(),
            title: "When one of your reacting units may use its combat bonus (§7.52)",
            choices: vec![
                choice("ask", "Ask me."),
                choice("strike", "One more enemy step."),
                choice("spare", "Spare your own, or else strike."),
            ],
            default: "strike",
            never_ask: "strike",
        })
    }

    fn circumstances(&self, board: &Board<'_>) -> Vec<Circumstance> {
        let mut all = unit_and_enemy(board, self.0.attacker, self.0.defender);
        // What its own side stands to lose by an EX (§7.5).
        all.push(Circumstance::number("losses", u8::from(self.0.effects.ex) + self.0.effects.ac));
        all
    }

    fn standing(&self, board: &Board<'_>, standing: &InForce<'_>) -> Option<StandingAnswer<AnyOrder>> {
        let wanted = match standing.get("bonus") {
            "strike" => [Bonus::Strike, Bonus::Spare],
            "spare" => [Bonus::Spare, Bonus::Strike],
            _ => return None,
        };
        let uses = board.bonus_uses(&self.0);
        let bonus = wanted.into_iter().find(|bonus| uses.contains(bonus))?;
        Some(StandingAnswer { order: UseBonus { bonus }.into(), why: "use the combat bonus" })
    }
}

impl Board<'_> {
    /// §7.52: the uses of the combat bonus that change anything, doing without included; none when it does not apply. Only
    /// for an attacker with red stars, and a DC, DR or EX in the cell (ruling 27).
    pub fn bonus_uses(&self, combat: &CombatResolution) -> Vec<Bonus> {
        let effects = &combat.effects;
        if !self.spec(combat.attacker).bonus || combat.kind == CombatKind::Sharp || !effects.bonus_applies() {
            return Vec::new();
        }
        let steps = self.state(combat.defender).steps;
        let losses = effects.dc + u8::from(effects.ex);
        let mut uses = Vec::new();
        // The extra step is part of the same result, under the same limit (§7.51).
        if limited(steps, losses + 1) > limited(steps, losses) {
            uses.push(Bonus::Strike);
        }
        if effects.ex {
            uses.push(Bonus::Spare);
        }
        if !uses.is_empty() {
            uses.push(Bonus::None);
        }
        uses
    }
}

fn steps(n: u8) -> String {
    match n {
        1 => "a step".to_owned(),
        2 => "two steps".to_owned(),
        n => format!("{n} steps"),
    }
}

impl Teller<'_> {
    /// The use of a combat bonus.
    pub fn bonus_used(&self, attacker: UnitId, bonus: Bonus) -> Option<Line> {
        let text = match bonus {
            Bonus::None => "leaves its combat bonus unused.",
            Bonus::Strike => "uses its combat bonus: the enemy loses one more step.",
            Bonus::Spare => "uses its combat bonus and spares its own step.",
        };
        self.note(format!("{} {text}", self.name(attacker)), "7.52")
    }

    /// Steps lost, and why.
    pub fn lost(&self, unit: UnitId, hex: HexId, lost: u8, left: u8, cause: Cause) -> Option<Line> {
        let name = self.name(unit);
        let (why, section) = match cause {
            Cause::Combat => ("", "7.5"),
            Cause::Zone => (", retreating into an enemy zone", "7.61"),
            Cause::Trapped => (", having nowhere to retreat", "7.62"),
            Cause::Instead => (" rather than be shaken", "7.7"),
            Cause::Disorder => (", disordered as it was", "13.0"),
        };
        let text = if left == 0 {
            format!("{name} loses {}{why}, and is eliminated.", steps(lost))
        } else {
            format!("{name} loses {}{why} ({left} left).", steps(lost))
        };
        let mark = Mark::Lost { place: hex.to_string(), side: self.side(unit), steps: u32::from(lost) };
        self.line(Tone::Loss, text, section, vec![mark])
    }
}

#[cfg(test)]
mod tests {
    use super::limited;

    #[test]
    fn one_result_flips_a_unit_but_does_not_remove_it() {
        assert_eq!(limited(2, 3), 1);
        assert_eq!(limited(5, 3), 3);
        assert_eq!(limited(1, 1), 1);
        assert_eq!(limited(4, 0), 0);
        assert_eq!(limited(1, 0), 0);
    }
}
