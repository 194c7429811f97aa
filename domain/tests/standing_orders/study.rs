//! A study position of any ruleset: umpire lines, orders with dice given, and what standing orders answer.

use domain::dice::Dice;
use domain::referee::Known;
use domain::referee::*;
use std::collections::VecDeque;
use std::sync::Arc;

pub const UNION: SeatId = SeatId(0);
pub const CONFEDERATE: SeatId = SeatId(1);

pub struct Study {
    rules: Arc<dyn AnyRuleset>,
    position: Box<dyn AnyPosition>,
}

impl Study {
    /// An empty map on which the umpire says these lines, `;` between them.
    pub fn of(ruleset: &str, lines: &str) -> Study {
        let rules = domain::rulesets::standard().get(ruleset).unwrap().clone();
        let terms = Terms { options: Default::default(), scenario: rules.about().scenarios[0].id.into() };
        let position = rules.open(&terms).unwrap();
        Study { rules, position }.umpire("clear").umpire(lines)
    }

    pub fn umpire(mut self, lines: &str) -> Study {
        for line in lines.split(';').map(str::trim).filter(|l| !l.is_empty()) {
            let said = self.rules.umpire(&*self.position, line);
            self.position = said.unwrap_or_else(|e| panic!("umpire: {line}: {e}")).after;
        }
        self
    }

    /// A legal order; the dice must all be used.
    pub fn order(mut self, seat: SeatId, line: &str, dice: &[u8]) -> Study {
        let mut queue: VecDeque<u8> = dice.iter().copied().collect();
        let done =
            self.rules.decide(Known::held(&*self.position), &*self.position, seat, line, &mut Dice::forced(&mut queue));
        self.position = done.unwrap_or_else(|e| panic!("{line}: {e}")).after;
        assert!(queue.is_empty(), "{line}: dice left over: {queue:?}");
        self
    }

    /// What these lines answer to what the seat is asked, everything else asked: the order with its reason; nothing when
    /// they ask.
    pub fn answer(&self, seat: SeatId, lines: &str) -> Option<(String, String)> {
        let notation = self.rules.standing_notation();
        let all_asked = Standing::at(Level::Ask, &notation.offers);
        let standing = notation.lines(&all_asked, lines).unwrap_or_else(|e| panic!("{lines}: {e}"));
        let waiting = self.rules.board(Known::held(&*self.position)).waiting();
        let decision = waiting.iter().find(|d| d.seat == seat);
        let decision = decision.unwrap_or_else(|| panic!("{seat:?} is asked nothing: {waiting:?}"));
        let answer = self.rules.board(Known::held(&*self.position)).answer_of(decision, &standing.into())?;
        let mut dice: VecDeque<u8> = [3; 40].into();
        let legal = self.rules.decide(
            Known::held(&*self.position),
            &*self.position,
            seat,
            &answer.order,
            &mut Dice::forced(&mut dice),
        );
        assert!(legal.is_ok(), "{}: {:?}", answer.order, legal.err());
        Some((answer.order, answer.reason))
    }

    /// The rule answers with this order, for the reason of its last part or of this case.
    pub fn answers(&self, seat: SeatId, lines: &str, order: &str, reason: &str) -> &Study {
        let said = format!("standing order: {reason}");
        assert_eq!(self.answer(seat, lines), Some((order.to_owned(), said)), "{lines}");
        self
    }

    /// The rule asks.
    pub fn asks(&self, seat: SeatId, lines: &str) -> &Study {
        assert_eq!(self.answer(seat, lines), None, "{lines}");
        self
    }

    /// Why these lines are off in this position.
    pub fn lapsed(&self, lines: &str) -> Vec<String> {
        let notation = self.rules.standing_notation();
        let standing = notation.lines(&Standing::default(), lines).unwrap_or_else(|e| panic!("{lines}: {e}"));
        self.rules.board(Known::held(&*self.position)).lapsed(&standing).into_iter().map(|l| l.why).collect()
    }
}
