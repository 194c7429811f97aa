//! Chapter 9: Sharpshooter's Combat.

use super::book::{AnyOrder, Rules};
use super::facts::Modifier;
use super::pack::Pack;
use super::position::{Act, CombatResolution, RESULT, Stage};
use super::retreats::Retreat;
use super::strength::Attack;
use super::tables::Cell;
use super::teller::Teller;
use super::units::UnitId;
use super::voluntary::Stay;
use super::zones::Board;
use domain_core::board::HexId;
use domain_core::kit::Question;
use domain_core::kit::results::gather;
use domain_core::referee::{Chart, Line, Side};

/// Whether sharpshooters step away after their fire (§9.0). Asked in their own phase: no standing order answers it.
pub struct MayStepAway(pub CombatResolution);

impl Question<Rules> for MayStepAway {
    fn open(board: &Board<'_>) -> Option<Self> {
        board.at.resolving(&[Stage::Away]).map(MayStepAway)
    }

    fn kind(&self) -> &'static str {
        "step-away"
    }

    fn section(&self) -> &'static str {
        "9.0"
    }

    fn asks(&self, board: &Board<'_>) -> String {
        let (attacker, defender) = (board.spec(self.0.attacker), board.spec(self.0.defender));
        format!("{} may step away from {}.", attacker.name, defender.name)
    }

    fn side(&self, board: &Board<'_>) -> Side {
        board.side(self.0.attacker)
    }

    fn procedure(&self) -> Option<&'static str> {
        Some(RESULT)
    }

    fn options(&self, board: &Board<'_>) -> Vec<AnyOrder> {
        let unit = self.0.attacker;
        let away = board.away_hexes(&self.0).into_iter().map(|to| Retreat { unit, to }.into());
        [Stay { unit }.into()].into_iter().chain(away).collect()
    }
}

impl Board<'_> {
    /// §9.0: what is added to the highest die. A sharpshooter that recovered has not moved (ruling 7); one charged in the
    /// enemy's turn has not either.
    pub fn sharpshooter_modifiers(&self, attack: &Attack) -> Vec<(Modifier, i32)> {
        let own = self.state(attack.attacker);
        let mut sum = Vec::with_capacity(4);
        if matches!(own.act, Act::None | Act::Recovered) {
            sum.push((Modifier::Still, 1));
        }
        if self.pack.ground.hex(attack.from).forest {
            sum.push((Modifier::Woods, 1));
        }
        if self.state(attack.defender).disturbed() {
            sum.push((Modifier::Disrupted, 1));
        }
        if self.support(attack) > 0 {
            sum.push((Modifier::Support, 1));
        }
        sum
    }

    /// The result of a modified die; more than 10 reads 10 (ruling 35).
    pub fn sharpshooter_result(&self, modified: i32) -> &Cell {
        let rows = &self.pack.tables.sharpshooter;
        let row = usize::try_from(modified - 1).unwrap_or(0).min(rows.len() - 1);
        &rows[row]
    }

    /// Every result with its ways, for so many dice.
    pub fn sharpshooter_outcomes(&self, dice: u8, modifiers: i32) -> Vec<(&Cell, u32)> {
        // The highest of n dice is at most h in h^n ways.
        let ways = |h: u32| h.pow(u32::from(dice)) - (h - 1).pow(u32::from(dice));
        gather((1..=6u32).map(|h| (self.sharpshooter_result(h as i32 + modifiers), ways(h))))
    }

    /// §9.0 with ruling 35: where the sharpshooters may step after firing: one hex farther from the target, free, in no enemy
    /// zone.
    pub fn away_hexes(&self, combat: &CombatResolution) -> Vec<HexId> {
        let Some(from) = self.state(combat.attacker).hex() else { return Vec::new() };
        let (ground, side) = (&self.pack.ground, self.side(combat.attacker));
        let far = ground.distance(from, combat.ground);
        let free = |h: &HexId| {
            ground.distance(*h, combat.ground) == far + 1 && self.unit_in(*h).is_none() && !self.in_enemy_zone(side, *h)
        };
        ground.edges(ground.index(from)).map(|e| ground.cell(e.to).hex).filter(free).collect()
    }
}

/// The table of the player-aid card.
pub fn chart(pack: &Pack) -> Chart {
    let tables = &pack.tables;
    Chart::new(
        "Sharpshooter's Table",
        "9.0",
        &["Highest die, modified", "Result"],
        tables
            .sharpshooter
            .iter()
            .enumerate()
            .map(|(i, c)| vec![if i == 9 { "10 or more".to_owned() } else { (i + 1).to_string() }, c.text.clone()])
            .collect(),
        &["+1 did not move", "+1 in forest", "+1 target disrupted or disordered", "+1 for any support"],
    )
}

impl Teller<'_> {
    /// Sharpshooters stepping away.
    pub fn stepped_away(&self, unit: UnitId, from: HexId, to: HexId) -> Option<Line> {
        self.went(unit, "steps away to", from, to, "9.0")
    }
}
