//! §7.6: retreats, forced and voluntary.

use super::book::{AnyOrder, Rules, Stop};
use super::facts::Fact;
use super::names::read_hex;
use super::position::{CombatResolution, Condition, Pending, RESULT, Stage};
use super::resolver::Resolver;
use super::standing::{choice, place, star, unit_and_enemy};
use super::teller::Teller;
use super::units::UnitId;
use super::zones::Board;
use domain_core::board::HexId;
use domain_core::kit::{Question, RuleBreak, Said, StandingAnswer, Verb, Words};
use domain_core::referee::{Choice, Circumstance, InForce, Line, Refusal, Side, StandingOffer, TURN};
use std::cmp::Reverse;

const AWAY_HEX: RuleBreak = RuleBreak::new(&[
    "9.0",
    "{unit} may not step there.",
    "Step one hex farther from the target, to a free hex outside enemy zones.",
]);
const RETREAT_HEX: RuleBreak =
    RuleBreak::new(&["7.6", "{unit} may not go there.", "Go one hex farther from the enemy, to a free hex."]);

const KNOWN: [&str; 7] = [TURN, "unit", "place", "steps", "enemy", "losses", "star"];

/// `Meade retreat 1013`: retreats, falls back or steps away (§7.6, §7.7, §9.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retreat {
    /// The unit that goes back.
    pub unit: UnitId,
    /// The hex it goes to.
    pub to: HexId,
}

impl Verb<Rules> for Retreat {
    fn said() -> Said {
        Said::OfPiece(&["retreat"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let (unit, [hex]) = (words.piece?, words.rest) else { return None };
        Some(read_hex(hex).map(|to| Retreat { unit, to }.into()))
    }

    fn procedure(&self) -> Option<&'static str> {
        Some(RESULT)
    }

    fn piece(&self) -> Option<UnitId> {
        Some(self.unit)
    }

    fn write(&self, board: &Board<'_>) -> String {
        format!("{} retreat {}", board.spec(self.unit).name, self.to)
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let (verb, section) = match board.at.pending.last().and_then(Pending::combat).map(|a| a.stage) {
            Some(Stage::Away) => ("steps away", "9.0"),
            Some(Stage::Voluntary) => ("falls back", "7.7"),
            _ => ("retreats", "7.6"),
        };
        let label = format!("{} {verb} to {}", board.spec(self.unit).name, board.place_name(self.to));
        let here = board.state(self.unit).hex().map(|h| h.to_string());
        let zone = board.in_enemy_zone(board.side(self.unit), self.to);
        Choice {
            place: Some(self.to.to_string()),
            path: here.into_iter().chain([self.to.to_string()]).collect(),
            note: zone.then(|| match board.state(self.unit).steps {
                0 | 1 => "An enemy zone: it loses its last step there, and is eliminated.".to_owned(),
                _ => "An enemy zone: it loses a step.".to_owned(),
            }),
            ..Choice::plain(line, label, "retreat", section)
        }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let Retreat { unit, to } = *self;
        let away =
            resolver.buffer.position.pending.last().and_then(Pending::combat).map(|a| a.stage) == Some(Stage::Away);
        let combat = resolver.answering((*self).into(), if away { AWAY_HEX } else { RETREAT_HEX })?;
        match combat.stage {
            Stage::Away => {
                if let Some(from) = resolver.board().state(combat.attacker).hex() {
                    resolver.write(Fact::SteppedAway { from, to, unit });
                }
            }
            Stage::Voluntary => {
                resolver.retreat(unit, to, true);
                resolver.carry_out(CombatResolution { stage: Stage::Advance, ..combat });
            }
            _ => {
                resolver.retreat(unit, to, false);
                resolver.carry_out(CombatResolution { retreats: combat.retreats.saturating_sub(1), ..combat });
            }
        }
        Ok(())
    }
}

/// Where a unit retreats that must (§7.6).
pub struct MustRetreat(pub CombatResolution);

impl Question<Rules> for MustRetreat {
    fn open(board: &Board<'_>) -> Option<Self> {
        board.at.resolving(&[Stage::Repulse, Stage::Retreat]).map(MustRetreat)
    }

    fn kind(&self) -> &'static str {
        "retreat"
    }

    fn section(&self) -> &'static str {
        "7.6"
    }

    fn asks(&self, board: &Board<'_>) -> String {
        let enemy = if self.unit() == self.0.attacker { self.0.defender } else { self.0.attacker };
        format!("{} must retreat before {}: choose the hex.", board.spec(self.unit()).name, board.spec(enemy).name)
    }

    fn side(&self, board: &Board<'_>) -> Side {
        board.side(self.unit())
    }

    fn procedure(&self) -> Option<&'static str> {
        Some(RESULT)
    }

    fn options(&self, board: &Board<'_>) -> Vec<AnyOrder> {
        let unit = self.unit();
        self.hexes(board).into_iter().map(|to| Retreat { unit, to }.into()).collect()
    }

    fn offer_key(&self) -> Option<&'static str> {
        Some("retreat")
    }

    fn offer() -> Option<StandingOffer> {
        Some(StandingOffer {
            key: "retreat",
            conditions: KNOWN.to_vec(),
            title: "When a unit must retreat and has a choice of hexes (§7.6)",
            choices: vec![
                choice("ask", "Ask me."),
                choice("fewest-losses", "Out of enemy zones first, then into cover, then towards friends."),
                choice("own-line", "Out of enemy zones first, then next to as many friends as possible."),
            ],
            default: "fewest-losses",
            never_ask: "fewest-losses",
        })
    }

    fn circumstances(&self, board: &Board<'_>) -> Vec<Circumstance> {
        let enemy = if self.unit() == self.0.attacker { self.0.defender } else { self.0.attacker };
        let (unit, here) = (self.unit(), board.state(self.unit()).hex());
        let mut all = unit_and_enemy(board, unit, enemy);
        all.extend(here.map(place));
        all.extend(here.map(|hex| star(board, hex)));
        // §7.61: a retreat into an enemy zone costs a step.
        all.push(Circumstance::number(
            "losses",
            u8::from(!self.hexes(board).iter().any(|to| board.is_free(unit, *to))),
        ));
        all
    }

    fn standing(&self, board: &Board<'_>, standing: &InForce<'_>) -> Option<StandingAnswer<AnyOrder>> {
        let by_friends = match standing.get("retreat") {
            "fewest-losses" => false,
            "own-line" => true,
            _ => return None,
        };
        let to = self.hexes(board).into_iter().max_by_key(|to| board.retreat_worth(self.unit(), *to, by_friends))?;
        Some(StandingAnswer { order: Retreat { unit: self.unit(), to }.into(), why: "the hex that costs least" })
    }
}

impl MustRetreat {
    fn unit(&self) -> UnitId {
        if self.0.stage == Stage::Repulse { self.0.attacker } else { self.0.defender }
    }

    /// The hexes to choose from.
    pub fn hexes(&self, board: &Board<'_>) -> Vec<HexId> {
        board.retreat_hexes(self.unit(), if self.0.stage == Stage::Repulse { self.0.ground } else { self.0.base })
    }
}

impl Board<'_> {
    /// §7.6 with ruling 28: the hexes one farther from the enemy that a unit may retreat to: on the map, free, over no
    /// unbridged river. Enemy zones are allowed and cost a step (§7.61).
    pub fn retreat_hexes(&self, unit: UnitId, enemy: HexId) -> Vec<HexId> {
        let Some(from) = self.state(unit).hex() else { return Vec::new() };
        self.hexes_back(unit, from, enemy)
    }

    /// The same of a unit that is about to stand in a hex.
    pub fn hexes_back(&self, unit: UnitId, from: HexId, enemy: HexId) -> Vec<HexId> {
        let ground = &self.pack.ground;
        let far = ground.distance(from, enemy);
        let free = |hex| self.unit_in(hex).is_none_or(|there| there == unit);
        ground
            .edges(ground.index(from))
            .map(|e| ground.cell(e.to).hex)
            .filter(|h| ground.distance(*h, enemy) == far + 1 && free(*h))
            .collect()
    }

    /// Whether a hex lies in no enemy zone (§7.61).
    pub fn is_free(&self, unit: UnitId, to: HexId) -> bool {
        !self.in_enemy_zone(self.side(unit), to)
    }

    /// How good a hex is to retreat to, the better the higher.
    pub fn retreat_worth(&self, unit: UnitId, to: HexId, by_friends: bool) -> (bool, i32, i32, Reverse<HexId>) {
        let cell = self.pack.ground.hex(to);
        let cover = i32::from(cell.forest) * 2 + i32::from(cell.level);
        let near = self.covering(self.side(unit), self.pack.ground.index(to));
        let friends = near.filter(|u| *u != unit && self.state(*u).condition == Condition::Good).count() as i32;
        let (first, second) = if by_friends { (friends, cover) } else { (cover, friends) };
        (self.is_free(unit, to), first, second, Reverse(to))
    }
}

impl Teller<'_> {
    /// A hex of retreat.
    pub fn retreated(&self, unit: UnitId, from: HexId, to: HexId, voluntary: bool) -> Option<Line> {
        let (verb, section) = if voluntary { ("falls back to", "7.7") } else { ("retreats to", "7.6") };
        self.went(unit, verb, from, to, section)
    }
}
