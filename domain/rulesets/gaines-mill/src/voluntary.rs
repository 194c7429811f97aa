//! §7.7: the marker or a step, falling back of one's own will, and staying.

use super::book::{AnyOrder, Rules, Stop};
use super::disorder::Shock;
use super::facts::Cause;
use super::position::{CombatKind, CombatResolution, Condition, Pending, RESULT, Stage};
use super::resolver::Resolver;
use super::results::NO_CHOICE;
use super::retreats::Retreat;
use super::standing::{choice, place, star, unit_and_enemy};
use super::units::UnitId;
use super::zones::Board;
use domain_core::board::HexId;
use domain_core::kit::{Question, Said, StandingAnswer, Verb, Words};
use domain_core::referee::{Choice, Circumstance, InForce, Refusal, Side, StandingOffer, TURN};

/// `Archer marker`: takes the marker of a shock (§7.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TakeMarker {
    /// The unit that is shaken.
    pub unit: UnitId,
}

impl Verb<Rules> for TakeMarker {
    fn said() -> Said {
        Said::OfPiece(&["marker"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let unit = words.piece_alone()?;
        Some(Ok(TakeMarker { unit }.into()))
    }

    fn procedure(&self) -> Option<&'static str> {
        Some(RESULT)
    }

    fn piece(&self) -> Option<UnitId> {
        Some(self.unit)
    }

    fn write(&self, board: &Board<'_>) -> String {
        format!("{} marker", board.spec(self.unit).name)
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let combat = board.at.pending.last().and_then(Pending::combat);
        let condition = combat.and_then(|a| {
            let charger = a.reactive && board.state(self.unit).charging.is_some();
            match board.shock(self.unit, &a.effects, charger) {
                Shock::Marker(condition) => Some(condition),
                _ => None,
            }
        });
        let becomes = condition.map_or("disrupted", Condition::word);
        let label = format!("{} becomes {becomes}", board.spec(self.unit).name);
        let note = "Until it recovers in a Move Phase it fights only those who charge it.".to_owned();
        Choice { note: Some(note), ..Choice::plain(line, label, "marker", "7.7") }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let combat = resolver.answering((*self).into(), NO_CHOICE)?;
        if let Shock::Marker(condition) = resolver.shock(&combat) {
            resolver.mark(combat.defender, condition);
        }
        resolver.carry_out(CombatResolution { retreats: combat.effects.ar, stage: Stage::Repulse, ..combat });
        Ok(())
    }
}

/// `Archer step`: loses a step instead of taking the marker (§7.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoseStep {
    /// The unit that is shaken.
    pub unit: UnitId,
}

impl Verb<Rules> for LoseStep {
    fn said() -> Said {
        Said::OfPiece(&["step"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let unit = words.piece_alone()?;
        Some(Ok(LoseStep { unit }.into()))
    }

    fn procedure(&self) -> Option<&'static str> {
        Some(RESULT)
    }

    fn piece(&self) -> Option<UnitId> {
        Some(self.unit)
    }

    fn write(&self, board: &Board<'_>) -> String {
        format!("{} step", board.spec(self.unit).name)
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let label = format!("{} loses a step instead", board.spec(self.unit).name);
        let last = board.state(self.unit).steps == 1;
        let note = last.then(|| "It has only one: it would be eliminated.".to_owned());
        Choice { note, ..Choice::plain(line, label, "step", "7.7") }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let combat = resolver.answering((*self).into(), NO_CHOICE)?;
        // Outside the casualty limit: it may kill (ruling 31).
        resolver.lose(self.unit, 1, Cause::Instead);
        resolver.carry_out(CombatResolution { retreats: combat.effects.ar, stage: Stage::Repulse, ..combat });
        Ok(())
    }
}

/// `Archer stay`: neither falls back nor advances nor steps away (§7.7, §7.64, §9.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stay {
    /// The unit that stays.
    pub unit: UnitId,
}

impl Verb<Rules> for Stay {
    fn said() -> Said {
        Said::OfPiece(&["stay", "hold"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let unit = words.piece_alone()?;
        Some(Ok(Stay { unit }.into()))
    }

    fn procedure(&self) -> Option<&'static str> {
        Some(RESULT)
    }

    fn piece(&self) -> Option<UnitId> {
        Some(self.unit)
    }

    fn write(&self, board: &Board<'_>) -> String {
        format!("{} stay", board.spec(self.unit).name)
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let section = match board.at.pending.last().and_then(Pending::combat).map(|a| a.stage) {
            Some(Stage::Away) => "9.0",
            Some(Stage::Advance) => "7.64",
            _ => "7.7",
        };
        Choice::plain(line, format!("{} stays where it is", board.spec(self.unit).name), "stay", section)
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let combat = resolver.answering((*self).into(), NO_CHOICE)?;
        match combat.stage {
            Stage::Voluntary => resolver.carry_out(CombatResolution { stage: Stage::Advance, ..combat }),
            Stage::Advance => resolver.carry_out(CombatResolution { stage: Stage::Away, ..combat }),
            _ => {}
        }
        Ok(())
    }
}

/// Whether a shaken unit takes the marker or loses a step (§7.7).
pub struct Shaken(pub CombatResolution);

impl Question<Rules> for Shaken {
    fn open(board: &Board<'_>) -> Option<Self> {
        board.at.resolving(&[Stage::Marker]).map(Shaken)
    }

    fn kind(&self) -> &'static str {
        "marker"
    }

    fn section(&self) -> &'static str {
        "7.7"
    }

    fn asks(&self, board: &Board<'_>) -> String {
        let (state, name) = (board.state(self.0.defender), &board.spec(self.0.defender).name);
        let marker = match board.shock(self.0.defender, &self.0.effects, self.0.reactive && state.charging.is_some()) {
            Shock::Marker(condition) => condition.word(),
            _ => Condition::Disrupted.word(),
        };
        let takes = format!("{} shakes {name}: it becomes {marker}", board.spec(self.0.attacker).name);
        match (state.charging.is_some(), state.steps) {
            (true, 1) => format!("{takes}, which stops its charge, or loses its last step."),
            (true, steps) => {
                format!("{takes}, which stops its charge, or loses one of its {steps} steps and charges on.")
            }
            (false, 1) => format!("{takes}, or loses its last step and is gone."),
            (false, steps) => format!("{takes}, or loses one of its {steps} steps instead."),
        }
    }

    fn side(&self, board: &Board<'_>) -> Side {
        board.side(self.0.defender)
    }

    fn procedure(&self) -> Option<&'static str> {
        Some(RESULT)
    }

    fn options(&self, _: &Board<'_>) -> Vec<AnyOrder> {
        let unit = self.0.defender;
        vec![TakeMarker { unit }.into(), LoseStep { unit }.into()]
    }

    fn offer_key(&self) -> Option<&'static str> {
        Some("marker")
    }

    fn offer() -> Option<StandingOffer> {
        Some(StandingOffer {
            key: "marker",
            conditions: vec![TURN, "unit", "place", "steps", "enemy", "charging"],
            title: "When a unit is to be disrupted or disordered, or lose a step instead (§7.7)",
            choices: vec![
                choice("ask", "Ask me."),
                choice("marker", "Take the marker."),
                choice(
                    "step-if-strong",
                    "Lose a step instead while three or more are left, otherwise take the marker.",
                ),
                choice("charge-on", "A charger with steps to spare loses one and goes on; others take the marker."),
            ],
            default: "marker",
            never_ask: "marker",
        })
    }

    fn circumstances(&self, board: &Board<'_>) -> Vec<Circumstance> {
        let unit = self.0.defender;
        let mut all = unit_and_enemy(board, unit, self.0.attacker);
        all.extend(board.state(unit).hex().map(place));
        all.push(Circumstance::flag("charging", board.state(unit).charging.is_some()));
        all
    }

    fn standing(&self, board: &Board<'_>, standing: &InForce<'_>) -> Option<StandingAnswer<AnyOrder>> {
        let unit = self.0.defender;
        let state = board.state(unit);
        let step = match standing.get("marker") {
            "marker" => false,
            "step-if-strong" => state.steps >= 3,
            "charge-on" => state.charging.is_some() && state.steps >= 3,
            _ => return None,
        };
        Some(match step {
            true => StandingAnswer { order: LoseStep { unit }.into(), why: "a step rather than the marker" },
            false => StandingAnswer { order: TakeMarker { unit }.into(), why: "take the marker" },
        })
    }
}

/// Whether a unit that was attacked falls back (§7.7).
pub struct MayFallBack(pub CombatResolution);

impl Question<Rules> for MayFallBack {
    fn open(board: &Board<'_>) -> Option<Self> {
        board.at.resolving(&[Stage::Voluntary]).map(MayFallBack)
    }

    fn kind(&self) -> &'static str {
        "fall-back"
    }

    fn section(&self) -> &'static str {
        "7.7"
    }

    fn asks(&self, board: &Board<'_>) -> String {
        let (name, enemy) = (&board.spec(self.0.defender).name, &board.spec(self.0.attacker).name);
        match board.state(self.0.defender).charging.is_some() {
            true => {
                format!("{name} may fall back one hex before {enemy}, which ends its charge, or stay and charge on.")
            }
            false => format!("{name} may fall back one hex before {enemy}, or stay."),
        }
    }

    fn side(&self, board: &Board<'_>) -> Side {
        board.side(self.0.defender)
    }

    fn procedure(&self) -> Option<&'static str> {
        Some(RESULT)
    }

    fn options(&self, board: &Board<'_>) -> Vec<AnyOrder> {
        let unit = self.0.defender;
        let back = board.voluntary_hexes(&self.0).into_iter().map(|to| Retreat { unit, to }.into());
        [Stay { unit }.into()].into_iter().chain(back).collect()
    }

    fn offer_key(&self) -> Option<&'static str> {
        Some("fall-back")
    }

    fn offer() -> Option<StandingOffer> {
        Some(StandingOffer {
            key: "fall-back",
            conditions: vec![TURN, "unit", "place", "steps", "enemy", "losses", "star"],
            title: "When a unit that was attacked may fall back one hex (§7.7)",
            choices: vec![
                choice("ask", "Ask me."),
                choice("never", "Stand."),
                choice("when-worn", "Fall back with one step left, if no enemy zone is in the way."),
            ],
            default: "never",
            never_ask: "never",
        })
    }

    fn circumstances(&self, board: &Board<'_>) -> Vec<Circumstance> {
        let (unit, here) = (self.0.defender, board.state(self.0.defender).hex());
        let mut all = unit_and_enemy(board, unit, self.0.attacker);
        all.extend(here.map(place));
        all.extend(here.map(|hex| star(board, hex)));
        // §7.61: a retreat into an enemy zone costs a step.
        let costs = !board.voluntary_hexes(&self.0).into_iter().any(|to| board.is_free(unit, to));
        all.push(Circumstance::number("losses", u8::from(costs)));
        all
    }

    fn standing(&self, board: &Board<'_>, standing: &InForce<'_>) -> Option<StandingAnswer<AnyOrder>> {
        let unit = self.0.defender;
        let stand = StandingAnswer { order: Stay { unit }.into(), why: "stand" };
        match standing.get("fall-back") {
            "never" => Some(stand),
            "when-worn" if board.state(unit).steps != 1 => Some(stand),
            "when-worn" => {
                let free = board.voluntary_hexes(&self.0).into_iter().filter(|to| board.is_free(unit, *to));
                let back = free.max_by_key(|to| board.retreat_worth(unit, *to, false));
                let order = |to| StandingAnswer { order: Retreat { unit, to }.into(), why: "worn down, fall back" };
                Some(back.map_or(stand, order))
            }
            _ => None,
        }
    }
}

impl Board<'_> {
    /// Whether the unit attacked may retreat of its own will, and where to (§7.7, ruling 31).
    pub fn voluntary_hexes(&self, combat: &CombatResolution) -> Vec<HexId> {
        let attacked_closely = combat.reactive || matches!(combat.kind, CombatKind::Close | CombatKind::Charge);
        if !attacked_closely || self.spec(combat.defender).steadfast {
            return Vec::new();
        }
        self.retreat_hexes(combat.defender, combat.base)
    }
}
