//! §7.64: advances.

use super::book::{AnyOrder, Rules, Stop};
use super::position::{CombatResolution, Pending, RESULT, Stage};
use super::resolver::Resolver;
use super::results::NO_CHOICE;
use super::standing::{choice, place, star, unit_and_enemy};
use super::teller::Teller;
use super::units::UnitId;
use super::voluntary::Stay;
use super::zones::Board;
use domain_core::board::HexId;
use domain_core::kit::{Question, Said, StandingAnswer, Verb, Words};
use domain_core::referee::{Choice, Circumstance, InForce, Line, Refusal, Side, StandingOffer, TURN};

/// `Hood advance`: takes the hex that the enemy left (§7.64).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Advance {
    /// The unit that takes the hex.
    pub unit: UnitId,
}

impl Verb<Rules> for Advance {
    fn said() -> Said {
        Said::OfPiece(&["advance"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let unit = words.piece_alone()?;
        Some(Ok(Advance { unit }.into()))
    }

    fn procedure(&self) -> Option<&'static str> {
        Some(RESULT)
    }

    fn piece(&self) -> Option<UnitId> {
        Some(self.unit)
    }

    fn write(&self, board: &Board<'_>) -> String {
        format!("{} advance", board.spec(self.unit).name)
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let ground = board.at.pending.last().and_then(Pending::combat).map(|a| a.ground);
        let to = ground.map_or_else(String::new, |h| board.place_name(h));
        let label = format!("{} advances to {to}", board.spec(self.unit).name);
        Choice { place: ground.map(|h| h.to_string()), ..Choice::plain(line, label, "advance", "7.64") }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let combat = resolver.answering((*self).into(), NO_CHOICE)?;
        resolver.advance(&combat);
        resolver.carry_out(CombatResolution { stage: Stage::Away, ..combat });
        Ok(())
    }
}

/// Whether an attacker takes the hex that the enemy left (§7.64).
pub struct MayAdvance(pub CombatResolution);

impl Question<Rules> for MayAdvance {
    fn open(board: &Board<'_>) -> Option<Self> {
        board.at.resolving(&[Stage::Advance]).map(MayAdvance)
    }

    fn kind(&self) -> &'static str {
        "advance"
    }

    fn section(&self) -> &'static str {
        "7.64"
    }

    fn asks(&self, board: &Board<'_>) -> String {
        let (attacker, defender) = (board.spec(self.0.attacker), board.spec(self.0.defender));
        format!("{} may take the hex that {} left.", attacker.name, defender.name)
    }

    fn side(&self, board: &Board<'_>) -> Side {
        board.side(self.0.attacker)
    }

    fn procedure(&self) -> Option<&'static str> {
        Some(RESULT)
    }

    fn options(&self, _: &Board<'_>) -> Vec<AnyOrder> {
        let unit = self.0.attacker;
        vec![Advance { unit }.into(), Stay { unit }.into()]
    }

    fn offer_key(&self) -> Option<&'static str> {
        Some("advance")
    }

    fn offer() -> Option<StandingOffer> {
        Some(StandingOffer {
            key: "advance",
            conditions: vec![TURN, "unit", "place", "steps", "enemy", "star"],
            title: "When a reacting unit may take the hex its charger left (§7.64)",
            choices: vec![choice("ask", "Ask me."), choice("hold", "Hold your ground."), choice("advance", "Take it.")],
            default: "hold",
            never_ask: "hold",
        })
    }

    fn circumstances(&self, board: &Board<'_>) -> Vec<Circumstance> {
        let mut all = unit_and_enemy(board, self.0.attacker, self.0.defender);
        all.push(place(self.0.ground));
        all.push(star(board, self.0.ground));
        all
    }

    fn standing(&self, _: &Board<'_>, standing: &InForce<'_>) -> Option<StandingAnswer<AnyOrder>> {
        let unit = self.0.attacker;
        match standing.get("advance") {
            "hold" => Some(StandingAnswer { order: Stay { unit }.into(), why: "hold your ground" }),
            "advance" => Some(StandingAnswer { order: Advance { unit }.into(), why: "take the hex" }),
            _ => None,
        }
    }
}

impl Board<'_> {
    /// §7.64 with ruling 30: whether the attacker may take the hex.
    pub fn may_advance(&self, combat: &CombatResolution) -> bool {
        let vacated = self.unit_in(combat.ground).is_none();
        vacated && self.state(combat.attacker).hex().is_some_and(|h| self.pack.ground.joined(h, combat.ground))
    }
}

impl Teller<'_> {
    /// [`Fact::Advanced`](super::facts::Fact::Advanced).
    pub fn advanced(&self, unit: UnitId, from: HexId, to: HexId) -> Option<Line> {
        self.went(unit, "takes", from, to, "7.64")
    }
}
