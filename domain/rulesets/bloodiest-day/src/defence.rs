//! Chapter 8, §8.5.7: the defender names the unit that leads.

use super::board::Board;
use super::book::{AnyOrder, Rules};
use super::circumstances::{choice, fight_about, offer};
use super::names::{capital, read_unit};
use super::position::{Fight, Pending, Stage};
use super::resolver::Resolver;
use super::units::{Piece, UnitId};
use domain_core::kit::{Question, Said, StandingAnswer, Verb, Words};
use domain_core::referee::{Choice, Circumstance, Illegal, InForce, Refusal, Side, StandingOffer, TURN};
use std::cmp::Reverse;

/// `lead Starke`: names the defending lead unit (§8.5.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lead {
    /// Who.
    pub unit: UnitId,
}

impl Verb<Rules> for Lead {
    fn said() -> Said {
        Said::Alone(&["lead"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let unit = read_unit(words.board.pack, Some(words.side), &words.rest.join(" "));
        Some(unit.map(|unit| Lead { unit }.into()))
    }

    fn piece(&self) -> Option<Piece> {
        Some(self.unit.into())
    }

    fn write(&self, board: &Board<'_>) -> String {
        format!("lead {}", board.spec(self.unit).name)
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let label = format!("{} leads the defence", board.spec(self.unit).name);
        Choice::plain(line, label, "lead", "8.5.7").rolling()
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Refusal> {
        let board = resolver.board();
        match board.fight_at(Stage::Lead) {
            Some(fight) if board.defenders(fight).contains(&self.unit) => {}
            Some(_) => {
                let legal = "A unit in the area leads the defence.";
                return Err(Illegal::new("8.5.7", "That unit is not attacked.", legal).into());
            }
            None => return Err(board.not_now("A lead unit is named when an area is attacked.").into()),
        }
        resolver.defend_with(self.unit);
        Ok(())
    }
}

/// Which unit leads the defence (§8.5.7).
pub struct NameLead(Fight);

impl Question<Rules> for NameLead {
    fn open(board: &Board<'_>) -> Option<Self> {
        match board.at.pending.last() {
            // At other stages a fight goes on by itself; a position from outside may stand there all the same.
            Some(Pending::Fight(fight)) if !matches!(fight.stage, Stage::Losses | Stage::Falling) => {
                Some(NameLead(fight.clone()))
            }
            _ => None,
        }
    }

    fn kind(&self) -> &'static str {
        "lead"
    }

    fn section(&self) -> &'static str {
        "8.5.7"
    }

    fn asks(&self, board: &Board<'_>) -> String {
        format!("{} on {}: name the unit that leads there.", board.by_whom(&self.0), board.place(self.0.area))
    }

    fn side(&self, board: &Board<'_>) -> Side {
        board.loser(&self.0)
    }

    fn procedure(&self) -> Option<&'static str> {
        Some("fight")
    }

    fn options(&self, board: &Board<'_>) -> Vec<AnyOrder> {
        let defenders = board.fight_at(Stage::Lead).map_or_else(Vec::new, |fight| board.defenders(fight));
        defenders.into_iter().map(|unit| Lead { unit }.into()).collect()
    }

    fn offer_key(&self) -> Option<&'static str> {
        (self.0.stage == Stage::Lead).then_some("lead")
    }

    fn offer() -> Option<StandingOffer> {
        Some(offer(
            "lead",
            "When one of your areas is attacked (§8.5.7)",
            &[TURN, "space", "unit", "place", "units", "losses", "star"],
            vec![choice("strongest", "The strongest leads.")],
            "strongest",
        ))
    }

    fn circumstances(&self, board: &Board<'_>) -> Vec<Circumstance> {
        fight_about(board, &self.0, &board.engaged(self.side(board), &self.0), true)
    }

    fn standing(&self, board: &Board<'_>, standing: &InForce<'_>) -> Option<StandingAnswer<AnyOrder>> {
        let best = (standing.get("lead") == "strongest").then(|| board.best_lead(&self.0))??;
        Some(StandingAnswer { order: Lead { unit: best }.into(), why: "the strongest leads" })
    }
}

impl Board<'_> {
    /// A fight by who makes it: "Assault by Gibbon, Phelps".
    pub fn by_whom(&self, fight: &Fight) -> String {
        // The lead first.
        let others = fight.attackers.iter().filter(|u| **u != fight.lead);
        let names: Vec<&str> =
            std::iter::once(&fight.lead).chain(others).map(|u| self.spec(*u).name.as_str()).collect();
        format!("{} by {}", capital(fight.kind.noun()), names.join(", "))
    }

    /// Units of a side in a fight.
    pub fn engaged(&self, side: Side, fight: &Fight) -> Vec<UnitId> {
        if self.spec(fight.lead).side == side { fight.attackers.clone() } else { self.defenders(fight) }
    }

    /// The side that pays for a fight, and answers for it: the attacker when an assault has failed, otherwise the defender.
    pub fn loser(&self, fight: &Fight) -> Side {
        let attacker = self.spec(fight.lead).side;
        if fight.home { attacker } else { attacker.other() }
    }

    /// The unit that a sensible defender would lead with.
    pub fn best_lead(&self, fight: &Fight) -> Option<UnitId> {
        // Guns that lead do not support, so they must be worth one more.
        let worth = |u: &UnitId| {
            let guns = self.spec(*u).arm.guns() && !self.state(*u).spent;
            (self.defence_value(*u) - i32::from(guns), !self.state(*u).spent, Reverse(*u))
        };
        self.defenders(fight).into_iter().max_by_key(worth)
    }
}

impl Resolver<'_, '_> {
    fn defend_with(&mut self, unit: UnitId) {
        self.change_fight(|f| {
            f.target = Some(unit);
            f.stage = Stage::Rolling;
        });
    }

    /// Names the one unit that can lead; `false` when there is a choice.
    pub fn defend_alone(&mut self, fight: &Fight) -> bool {
        let defenders = self.board().defenders(fight);
        let [one] = defenders.as_slice() else { return false };
        self.defend_with(*one);
        true
    }
}
