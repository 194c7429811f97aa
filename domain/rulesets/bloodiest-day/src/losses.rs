//! Chapter 8, §8.6.1: casualty points.

use super::board::Board;
use super::book::{AnyOrder, Rules};
use super::circumstances::{choice, fight_about, offer};
use super::facts::Fact;
use super::position::{Fight, Stage};
use super::resolver::Resolver;
use super::sequence::Done;
use super::teller::Teller;
use super::units::{Cause, Piece, UnitId};
use domain_core::kit::{OneWord, Question, Said, StandingAnswer, Verb, Words};
use domain_core::referee::{
    Choice, Circumstance, Illegal, InForce, Line, Mark, Refusal, Side, StandingOffer, TURN, Tone,
};
use domain_core::words::possessive;

/// Ways to pay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Payment {
    /// Fresh to Spent: 2.
    Spend,
    /// A Spent unit retreats: 1.
    FallBack,
    /// Eliminated: 4 Fresh, 2 Spent.
    Die,
}

impl Payment {
    const ALL: [Payment; 3] = [Payment::Spend, Payment::FallBack, Payment::Die];

    /// The word of notation.
    pub const fn word(self) -> &'static str {
        match self {
            Payment::Spend => "spend",
            Payment::FallBack => "fall-back",
            Payment::Die => "die",
        }
    }
}

/// `Starke spend`, `Starke die`, `Starke fall-back`: pays casualty points (§8.6.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TakeLoss {
    /// Who.
    pub unit: UnitId,
    /// How.
    pub how: Payment,
}

impl Verb<Rules> for TakeLoss {
    fn said() -> Said {
        Said::OfPiece(&["spend", "die", "fall-back"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let unit = words.piece?.unit().filter(|_| words.rest.is_empty())?;
        let how = Payment::ALL.into_iter().find(|how| how.word() == words.verb)?;
        Some(Ok(TakeLoss { unit, how }.into()))
    }

    fn piece(&self) -> Option<Piece> {
        Some(self.unit.into())
    }

    fn write(&self, board: &Board<'_>) -> String {
        format!("{} {}", board.spec(self.unit).name, self.how.word())
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let (does, points) = match self.how {
            Payment::Spend => ("becomes Spent", 2),
            Payment::FallBack => ("retreats", 1),
            Payment::Die => ("is eliminated", if board.state(self.unit).spent { 2 } else { 4 }),
        };
        let label = format!("{} {does}", board.spec(self.unit).name);
        Choice { cost: Some(format!("pays {points}")), ..Choice::plain(line, label, self.how.word(), "8.6.1") }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Refusal> {
        Ok(resolver.pay(self.unit, self.how)?)
    }
}

/// `more`: gives more casualty points than are owed (ruling 49).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct More;

impl OneWord<Rules> for More {
    const WORDS: &[&str] = &["more"];

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let owed = board.fight_at(Stage::Losses).map_or(0, |f| f.owed);
        let points = if owed == 1 { "the point".to_owned() } else { format!("the {owed} points") };
        let note = "Changes nothing yet: you are asked again when they are paid, and end it by done.";
        let label = format!("Let me give more than {points} owed");
        Choice { note: Some(note.into()), ..Choice::plain(line, label, "more", "8.6.1") }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Refusal> {
        resolver.board().check_more()?;
        resolver.change_fight(|f| f.more = true);
        Ok(())
    }
}

/// How casualty points are paid (§8.6.1).
pub struct PayLosses(Fight);

impl Question<Rules> for PayLosses {
    fn open(board: &Board<'_>) -> Option<Self> {
        board.fight_at(Stage::Losses).cloned().map(PayLosses)
    }

    fn kind(&self) -> &'static str {
        "losses"
    }

    fn section(&self) -> &'static str {
        "8.6.1"
    }

    fn asks(&self, board: &Board<'_>) -> String {
        let (owed, place) = (self.0.owed, board.place(self.0.area));
        let by = board.by_whom(&self.0);
        match owed {
            ..=0 => format!("The points are paid in {place}: give more, or say done."),
            1 => format!("{by}: pay a casualty point in {place}."),
            _ => format!("{by}: pay {owed} casualty points in {place}."),
        }
    }

    fn side(&self, board: &Board<'_>) -> Side {
        board.loser(&self.0)
    }

    fn procedure(&self) -> Option<&'static str> {
        Some("fight")
    }

    fn options(&self, board: &Board<'_>) -> Vec<AnyOrder> {
        let pay = board.payments(&self.0).into_iter().map(|(unit, how)| TakeLoss { unit, how }.into());
        let more = board.check_more().is_ok().then(|| More.into());
        let done = board.check_done().is_ok().then(|| Done.into());
        pay.chain(more).chain(done).collect()
    }

    fn offer_key(&self) -> Option<&'static str> {
        Some("losses")
    }

    fn offer() -> Option<StandingOffer> {
        Some(offer(
            "losses",
            "When you must pay casualty points (§8.6.1)",
            &[TURN, "space", "unit", "place", "units", "losses", "star"],
            vec![
                choice(
                    "hold",
                    "Turn Fresh units Spent first, then give up the weakest; retreat only as a last resort.",
                ),
                choice("save", "Turn Fresh units Spent first, then retreat; lose units only when nothing else pays."),
            ],
            "save",
        ))
    }

    fn circumstances(&self, board: &Board<'_>) -> Vec<Circumstance> {
        fight_about(board, &self.0, &board.engaged(self.side(board), &self.0), true)
    }

    fn standing(&self, board: &Board<'_>, standing: &InForce<'_>) -> Option<StandingAnswer<AnyOrder>> {
        let hold = match standing.get("losses") {
            "hold" => true,
            "save" => false,
            _ => return None,
        };
        Some(StandingAnswer { order: self.best(board, hold)?, why: "pay what costs least" })
    }
}

impl PayLosses {
    /// The payment that costs least: Spent first, then as preferred, the weakest unit each time.
    pub fn best(&self, board: &Board<'_>, hold: bool) -> Option<AnyOrder> {
        // More is given only by those who ask for it.
        if board.check_done().is_ok() {
            return Some(Done.into());
        }
        let worth = |(unit, how): &(UnitId, Payment)| {
            let spec = board.spec(*unit);
            match how {
                Payment::Spend => (0, spec.fresh),
                Payment::FallBack => (if hold { 2 } else { 1 }, spec.spent),
                Payment::Die if board.state(*unit).spent => (if hold { 1 } else { 2 }, spec.fresh),
                Payment::Die => (3, spec.fresh),
            }
        };
        let best = board.payments(&self.0).into_iter().min_by_key(worth);
        best.map(|(unit, how)| TakeLoss { unit, how }.into())
    }
}

impl Board<'_> {
    /// Judges a payment; gives its points.
    fn check_payment(&self, unit: UnitId, how: Payment) -> Result<i32, Illegal> {
        let no = |wrong: String, legal: &str| Err(Illegal::new("8.6.1", wrong, legal));
        let Some(fight) = self.fight_at(Stage::Losses) else {
            return no("No casualty points are owed.".into(), "They are paid after a lost fight.");
        };
        let name = &self.spec(unit).name;
        let defenders = self.defenders(fight);
        let able: Vec<UnitId> = defenders.iter().copied().filter(|u| !fight.falling.contains(u)).collect();
        if !able.contains(&unit) {
            return no(format!("{name} has no part in this, or is retreating."), "The defenders pay.");
        }
        if !fight.paid && fight.target != Some(unit) {
            return no(format!("{name} did not lead."), "The lead or target unit pays first.");
        }
        let spent = self.state(unit).spent;
        match how {
            Payment::Spend if spent => no(format!("{name} is Spent already."), "A Spent unit retreats or dies."),
            Payment::Spend => Ok(2),
            Payment::Die => Ok(if spent { 2 } else { 4 }),
            Payment::FallBack if defenders.iter().any(|u| !self.state(*u).spent) => {
                no("Some defenders are Fresh.".into(), "All must be Spent before any retreats.")
            }
            Payment::FallBack => {
                let others: Vec<UnitId> = able.into_iter().filter(|u| *u != unit).collect();
                if fight.owed - 1 > self.capacity(&others) {
                    return no(
                        format!("{} retreat would not pay enough.", possessive(&name)),
                        "At least the points owed are paid.",
                    );
                }
                Ok(1)
            }
        }
    }

    /// Every legal payment.
    fn payments(&self, fight: &Fight) -> Vec<(UnitId, Payment)> {
        let each = self.defenders(fight).into_iter().flat_map(|u| Payment::ALL.map(|how| (u, how)));
        each.filter(|(unit, how)| self.check_payment(*unit, *how).is_ok()).collect()
    }

    /// Whether the owner may ask to give more than is owed (ruling 49): somebody must be left to give it.
    fn check_more(&self) -> Result<(), Illegal> {
        let no = |wrong: &str, legal: &str| Err(Illegal::new("8.6.1", wrong, legal));
        let Some(fight) = self.fight_at(Stage::Losses).filter(|f| f.owed > 0 && !f.more) else {
            return no("More is not asked for now.", "It is said while casualty points are owed, once.");
        };
        let able: Vec<UnitId> = self.defenders(fight).into_iter().filter(|u| !fight.falling.contains(u)).collect();
        // The last Spent unit's two points must not be needed.
        if fight.owed > self.capacity(&able) - 2 {
            return no("Nothing is left beyond the points owed.", "All that is there pays what is owed.");
        }
        Ok(())
    }
}

impl Resolver<'_, '_> {
    /// Goes on where the points are paid, or one payment is left; `false` when the owner must choose.
    pub fn losses(&mut self, fight: &Fight) -> Result<bool, Refusal> {
        let payments = self.board().payments(fight);
        if fight.owed <= 0 && (!fight.more || payments.is_empty()) {
            self.change_fight(|f| f.stage = Stage::Falling);
            return Ok(true);
        }
        match payments.as_slice() {
            // Nobody is left to pay: the rest is lost.
            [] => self.change_fight(|f| f.owed = 0),
            [(unit, how)] if fight.owed > 0 && self.board().check_more().is_err() => self.pay(*unit, *how)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Pays casualty points.
    fn pay(&mut self, unit: UnitId, how: Payment) -> Result<(), Illegal> {
        let points = self.board().check_payment(unit, how)?;
        let Some(area) = self.now().unit(unit).area() else { return Ok(()) };
        match how {
            Payment::Spend => self.write(Fact::Spent { area, unit, why: Cause::Casualty }),
            Payment::Die => self.eliminate(unit, area, Cause::Casualty),
            Payment::FallBack => {}
        }
        self.change_fight(|f| {
            f.owed -= points;
            f.paid = true;
            if how == Payment::FallBack {
                f.falling.push(unit);
            }
        });
        Ok(())
    }
}

impl Teller<'_> {
    /// A unit was eliminated.
    pub fn eliminated(&self, unit: UnitId, area: u8, why: Cause) -> Line {
        let why = match why {
            Cause::Failed => "having led a failed assault",
            Cause::NoWay => "with nowhere to go",
            Cause::Overrun => "overrun",
            Cause::Retreat => "lost on the retreat",
            Cause::Withdrawal => "lost in withdrawing",
            Cause::Attack | Cause::Casualty => "in the fight",
        };
        let text = format!("{} is eliminated in {}, {why}.", self.unit(unit), self.area(area));
        let steps = u32::from(self.pack.unit(unit).fresh);
        let mark = Mark::Lost { place: area.to_string(), side: self.side(unit), steps };
        Line::new(Tone::Loss, text).cite("8.6.1").mark(mark)
    }

    /// A unit became Spent; of those that attacked the attack has told.
    pub fn spent(&self, unit: UnitId, area: u8, why: Cause) -> Option<Line> {
        let text = format!("{} is Spent in {}.", self.unit(unit), self.area(area));
        (why != Cause::Attack).then(|| Line::new(Tone::Loss, text).cite("8.6.1"))
    }
}
