//! Chapter 4: challenges.

use super::board::Board;
use super::book::{AnyOrder, Rules};
use super::facts::Fact;
use super::names::patrol;
use super::pack::Pack;
use super::position::Pending;
use super::resolver::Resolver;
use super::turns::TURNS;
use domain_core::kit::{OneWord, Question, RuleBreak, StandingAnswer};
use domain_core::referee::{
    Choice, Circumstance, InForce, Odds, Refusal, Side, StandingChoice, StandingCondition, StandingOffer, TURN, Takes,
    Word,
};

/// The procedure.
const CHALLENGE: &str = "challenge";

const NOWHERE: RuleBreak = RuleBreak::new(&["4.0", "{unit} has no post to fall back to.", "It can only stand."]);

/// Whether a patrol that is challenged yields or stands (§4.0).
pub struct Challenged {
    /// Whose patrol challenges.
    by: Side,
}

impl Question<Rules> for Challenged {
    fn open(board: &Board<'_>) -> Option<Self> {
        (board.at.pending == Some(Pending::Challenge)).then_some(Challenged { by: board.at.side })
    }

    fn kind(&self) -> &'static str {
        "challenged"
    }

    fn section(&self) -> &'static str {
        "4.0"
    }

    fn asks(&self, _: &Board<'_>) -> String {
        format!("{} is challenged: does it stand, or yield?", patrol(self.by.other()))
    }

    fn side(&self, _: &Board<'_>) -> Side {
        self.by.other()
    }

    fn procedure(&self) -> Option<&'static str> {
        Some(CHALLENGE)
    }

    fn options(&self, board: &Board<'_>) -> Vec<AnyOrder> {
        let mut answers: Vec<AnyOrder> = vec![Stand.into()];
        if board.check_yield().is_ok() {
            answers.push(Yield.into());
        }
        answers
    }

    fn offer_key(&self) -> Option<&'static str> {
        Some("challenged")
    }

    fn offer() -> Option<StandingOffer> {
        let choice = |value, title| StandingChoice { value, title };
        Some(StandingOffer {
            key: "challenged",
            title: "When your patrol is challenged",
            choices: vec![choice("ask", "Ask me."), choice("stand", "Stand."), choice("yield", "Yield if possible.")],
            conditions: vec![TURN, "place"],
            default: "yield",
            never_ask: "stand",
        })
    }

    fn circumstances(&self, board: &Board<'_>) -> Vec<Circumstance> {
        let post = board.at.post(self.by.other());
        vec![Circumstance::number(TURN, board.at.turn), Circumstance::word("place", post.to_string())]
    }

    fn standing(&self, board: &Board<'_>, standing: &InForce<'_>) -> Option<StandingAnswer<AnyOrder>> {
        match standing.get("challenged") {
            "yield" if board.check_yield().is_ok() => Some(StandingAnswer { order: Yield.into(), why: "yield" }),
            "stand" | "yield" => Some(StandingAnswer { order: Stand.into(), why: "stand" }),
            _ => None,
        }
    }
}

/// The circumstances that conditions may ask for.
pub fn conditions(pack: &Pack) -> Vec<StandingCondition> {
    let words = pack.posts.iter().map(|p| Word::plain(p.post.to_string())).collect();
    let condition = |key, title, takes| StandingCondition { key, title, takes };
    vec![
        condition(TURN, "the game turn", Takes::Number { least: 1, most: i64::from(TURNS) }),
        condition("place", "the post of the patrol that is challenged", Takes::Words { one: true, words }),
    ]
}

/// `stand`: lets the challenger roll (§4.0).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stand;

impl OneWord<Rules> for Stand {
    const WORDS: &[&str] = &["stand"];

    fn procedure(&self) -> Option<&'static str> {
        Some(CHALLENGE)
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let odds = |outcome: &str| Odds::new(outcome, 3, 6);
        let label = format!("{} stands", patrol(board.at.side.other()));
        let odds = vec![odds("driven back"), odds("beaten off")];
        Choice { odds, ..Choice::plain(line, label, "stand", "4.0").rolling() }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Refusal> {
        let by = resolver.buffer.position.side;
        let die = resolver.dice.roll(format!("{}'s challenge", patrol(by)), 1, 6)?[0];
        resolver.write(Fact::Rolled { die, side: by });
        if die >= 4 {
            resolver.drive_back(by, 2);
        } else {
            resolver.fall_back(by, 1);
        }
        resolver.next_turn();
        Ok(())
    }
}

/// `yield`: falls back one post (§4.0).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Yield;

impl OneWord<Rules> for Yield {
    const WORDS: &[&str] = &["yield"];

    fn procedure(&self) -> Option<&'static str> {
        Some(CHALLENGE)
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        Choice::plain(line, format!("{} falls back", patrol(board.at.side.other())), "yield", "4.0")
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Refusal> {
        let by = resolver.buffer.position.side;
        resolver.board().check_yield().map_err(|rule| rule.illegal(patrol(by.other())))?;
        resolver.drive_back(by, 1);
        resolver.next_turn();
        Ok(())
    }
}

impl Board<'_> {
    /// §4.0: whether the patrol that is challenged has a post behind it.
    fn check_yield(&self) -> Result<(), RuleBreak> {
        let side = self.at.side.other();
        if self.behind(side, 1) == self.at.post(side) { Err(NOWHERE) } else { Ok(()) }
    }
}

impl Resolver<'_, '_> {
    /// A patrol falls back so many posts, or as far as there are.
    fn fall_back(&mut self, side: Side, posts: u8) {
        let (from, to) = (self.buffer.position.post(side), self.board().behind(side, posts));
        if from != to {
            self.write(Fact::Moved { from, side, to });
        }
    }

    /// The enemy of `by` falls back, and `by` takes the post if it is left.
    fn drive_back(&mut self, by: Side, posts: u8) {
        let (from, to) = (self.buffer.position.post(by), self.buffer.position.post(by.other()));
        self.fall_back(by.other(), posts);
        if self.buffer.position.post(by.other()) != to {
            self.write(Fact::Moved { from, side: by, to });
        }
    }
}
