//! Chapter 3: going and holding.

use super::board::Board;
use super::book::{AnyOrder, Rules};
use super::facts::Fact;
use super::names::{patrol, unreadable};
use super::resolver::Resolver;
use domain_core::kit::{OneWord, PhaseQuestion, RuleBreak, Said, Verb, Words};
use domain_core::referee::{Choice, Refusal, Side};

const NOT_YOURS: RuleBreak = RuleBreak::new(&["3.0", "{unit} belongs to the other side.", "Order your own patrol."]);
const TOO_FAR: RuleBreak =
    RuleBreak::new(&["3.0", "{unit} goes to a neighbouring post only.", "Name the post before it or behind it."]);

const NO_DASH: RuleBreak = RuleBreak::new(&[
    "3.0",
    "{unit} dashes over one free post to the next, and only if that is free.",
    "Go to a neighbouring post.",
]);

/// A turn.
pub const MARCH: PhaseQuestion<Rules> = PhaseQuestion {
    kind: "march",
    section: "3.0",
    open: |board| (!board.at.over && board.at.pending.is_none()).then_some(board.at.side),
    asks: |board| format!("Go to a neighbouring post with {}, or hold.", patrol(board.at.side)),
};

/// `Farnsworth go 3`: goes to a post (§3.0), or challenges who stands there (§4.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Go {
    /// Whose patrol.
    pub side: Side,
    /// The post.
    pub to: u8,
}

impl Verb<Rules> for Go {
    fn said() -> Said {
        Said::OfPiece(&["go", "goes"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let (side, to) = (words.piece?, post(words)?);
        Some(to.map(|to| Go { side, to }.into()))
    }

    fn candidates(board: &Board<'_>, piece: Option<Side>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        let Some(side) = piece else { return false };
        let posts = board.pack.posts.iter().map(|p| p.post);
        posts.filter(|to| board.check_go(side, *to).is_ok()).any(|to| found(Go { side, to }))
    }

    fn piece(&self) -> Option<Side> {
        Some(self.side)
    }

    fn write(&self, _: &Board<'_>) -> String {
        format!("{} go {}", patrol(self.side), self.to)
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let (name, enemy) = (patrol(self.side), self.side.other());
        let label = match board.at.post(enemy) == self.to {
            true => format!("{name} challenges {}", patrol(enemy)),
            false => format!("{name} goes to {}", board.pack.place_name(self.to)),
        };
        Choice { place: Some(self.to.to_string()), ..Choice::plain(line, label, "go", "3.0") }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Refusal> {
        let Go { side, to } = *self;
        let board = resolver.board();
        board.check_go(side, to).map_err(|rule| rule.illegal(patrol(side)))?;
        let (from, enemy) = (board.at.post(side), board.at.post(side.other()));
        if enemy == to {
            resolver.write(Fact::Challenged { post: to, side });
        } else {
            resolver.write(Fact::Moved { from, side, to });
            resolver.next_turn();
        }
        Ok(())
    }
}

/// `Farnsworth dash 3`: goes over a free post to the next, which is free as well (§3.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dash {
    /// Whose patrol.
    pub side: Side,
    /// The post.
    pub to: u8,
}

impl Verb<Rules> for Dash {
    fn said() -> Said {
        Said::OfPiece(&["dash", "dashes"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let (side, to) = (words.piece?, post(words)?);
        Some(to.map(|to| Dash { side, to }.into()))
    }

    fn candidates(board: &Board<'_>, piece: Option<Side>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        let Some(side) = piece else { return false };
        let posts = board.pack.posts.iter().map(|p| p.post);
        posts.filter(|to| board.check_dash(side, *to).is_ok()).any(|to| found(Dash { side, to }))
    }

    fn piece(&self) -> Option<Side> {
        Some(self.side)
    }

    fn write(&self, _: &Board<'_>) -> String {
        format!("{} dash {}", patrol(self.side), self.to)
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let label = format!("{} dashes to {}", patrol(self.side), board.pack.place_name(self.to));
        Choice { place: Some(self.to.to_string()), ..Choice::plain(line, label, "dash", "3.0") }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Refusal> {
        let Dash { side, to } = *self;
        let board = resolver.board();
        let over = board.check_dash(side, to).map_err(|rule| rule.illegal(patrol(side)))?;
        let from = board.at.post(side);
        resolver.write(Fact::Dashed { from, over, side, to });
        resolver.next_turn();
        Ok(())
    }
}

/// `hold`: stays (§3.0).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hold;

impl OneWord<Rules> for Hold {
    const WORDS: &[&str] = &["hold"];

    fn legal(_: &Board<'_>) -> bool {
        true
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        Choice::plain(line, format!("{} holds", patrol(board.at.side)), "hold", "3.0")
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Refusal> {
        let side = resolver.buffer.position.side;
        resolver.write(Fact::Stayed { side });
        resolver.next_turn();
        Ok(())
    }
}

/// The post that is named, and nothing else.
fn post(words: &Words<'_, '_, Rules>) -> Option<Result<u8, Refusal>> {
    let [post] = words.rest else { return None };
    Some(post.parse().map_err(|_| unreadable(format!("{post} is not a post."))))
}

impl Board<'_> {
    /// §3.0: the patrol on turn, to a neighbouring post.
    fn check_go(&self, side: Side, to: u8) -> Result<(), RuleBreak> {
        if side != self.at.side {
            return Err(NOT_YOURS);
        }
        let near = self.at.post(side).abs_diff(to) == 1 && (1..=self.pack.last()).contains(&to);
        if near { Ok(()) } else { Err(TOO_FAR) }
    }
    /// §3.0: the patrol on turn, two posts far, if the enemy stands at neither; gives the one between.
    fn check_dash(&self, side: Side, to: u8) -> Result<u8, RuleBreak> {
        if side != self.at.side {
            return Err(NOT_YOURS);
        }
        let (from, enemy) = (self.at.post(side), self.at.post(side.other()));
        if from.abs_diff(to) != 2 || !(1..=self.pack.last()).contains(&to) {
            return Err(NO_DASH);
        }
        let over = from.midpoint(to);
        if [over, to].contains(&enemy) { Err(NO_DASH) } else { Ok(over) }
    }
}
