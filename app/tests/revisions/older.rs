//! A ruleset that says an earlier revision of itself, and decides as it does: what a release looks like that mends nothing.

use domain::board::Sheet;
use domain::dice::Dice;
use domain::referee::{
    About, AnyBoard, AnyFacts, AnyPosition, AnyRuleset, Bot, Card, Decided, HiddenSet, Known, Line, Refusal, SeatId,
    SecondFormat, StandingCondition, StandingOffer, Terms, Truth, Viewer,
};
use std::sync::Arc;

type Read<T> = Result<T, serde_json::Error>;

/// See the file's head.
pub struct Older {
    about: About,
    of: Arc<dyn AnyRuleset>,
}

impl Older {
    pub fn of(of: Arc<dyn AnyRuleset>, revision: u32) -> Self {
        Older { about: About { revision, ..of.about().clone() }, of }
    }
}

impl Card for Older {
    fn about(&self) -> &About {
        &self.about
    }
    fn sheet(&self) -> &Sheet {
        self.of.sheet()
    }
    fn standing_offers(&self) -> Vec<StandingOffer> {
        self.of.standing_offers()
    }
    fn standing_conditions(&self) -> Vec<StandingCondition> {
        self.of.standing_conditions()
    }
    fn bots(&self) -> Vec<Bot> {
        self.of.bots()
    }
    fn second_format(&self) -> Option<SecondFormat> {
        self.of.second_format()
    }
}

impl AnyRuleset for Older {
    fn open(&self, terms: &Terms) -> Result<Box<dyn AnyPosition>, Refusal> {
        self.of.open(terms)
    }
    fn board<'a>(&'a self, known: Known<'a>) -> Box<dyn AnyBoard + 'a> {
        self.of.board(known)
    }
    fn truth<'a>(&'a self, position: &'a dyn AnyPosition) -> Box<dyn Truth + 'a> {
        self.of.truth(position)
    }
    fn earlier(&self, revision: u32) -> Option<Arc<dyn AnyRuleset>> {
        self.of.earlier(revision)
    }
    fn decide(
        &self,
        known: Known<'_>,
        truth: &dyn AnyPosition,
        seat: SeatId,
        line: &str,
        dice: &mut Dice<'_>,
    ) -> Result<Decided, Refusal> {
        self.of.decide(known, truth, seat, line, dice)
    }
    fn decide_together(
        &self,
        choices: &[(SeatId, Known<'_>, &str)],
        truth: &dyn AnyPosition,
        dice: &mut Dice<'_>,
    ) -> Result<Decided, Refusal> {
        self.of.decide_together(choices, truth, dice)
    }
    fn hidden_pieces(&self, position: &dyn AnyPosition) -> Vec<HiddenSet> {
        self.of.hidden_pieces(position)
    }
    fn umpire(&self, position: &dyn AnyPosition, line: &str) -> Result<Decided, Refusal> {
        self.of.umpire(position, line)
    }
    fn apply(&self, position: &mut dyn AnyPosition, fact: &str) -> Read<()> {
        self.of.apply(position, fact)
    }
    fn read_facts(&self, facts: &[&str]) -> Read<Box<dyn AnyFacts>> {
        self.of.read_facts(facts)
    }
    fn apply_all(&self, position: &mut dyn AnyPosition, facts: &dyn AnyFacts) {
        self.of.apply_all(position, facts);
    }
    fn restore(&self, canonical: &str) -> Read<Box<dyn AnyPosition>> {
        self.of.restore(canonical)
    }
    fn known(&self, position: &dyn AnyPosition, viewer: Viewer) -> Box<dyn AnyPosition> {
        self.of.known(position, viewer)
    }
    fn tell(&self, fact: &str, viewer: Viewer) -> Read<Option<Line>> {
        self.of.tell(fact, viewer)
    }
    fn sub_turn(&self, fact: &str) -> Read<Option<&'static str>> {
        self.of.sub_turn(fact)
    }
}
