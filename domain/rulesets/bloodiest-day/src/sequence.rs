//! Chapter 3: turns, phases and impulses.

use super::board::Board;
use super::book::Rules;
use super::facts::{Arithmetic, Fact};
use super::ground::Mark;
use super::position::{ImpulseUse, Phase, Purpose, Stage, Strike};
use super::resolver::Resolver;
use super::sums::spoken;
use super::teller::Teller;
use super::units::{LeaderId, UnitId};
use domain_core::dice::NoDice;
use domain_core::kit::{OneWord, PhaseQuestion, total};
use domain_core::referee::{Choice, Closes, Illegal, Line, Refusal, Side, Tone};

/// `pass`: lets the impulse go by (§3.0).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pass;

impl OneWord<Rules> for Pass {
    const WORDS: &[&str] = &["pass"];

    fn legal(board: &Board<'_>) -> bool {
        Pass.check(board).is_ok()
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        // The second pass running ends the phase.
        let ends = board.at.passes > 0;
        let note = ends.then(|| "Both sides have then passed, one after the other: the Action Phase ends.".to_owned());
        Choice {
            note,
            ..Choice::plain(line, "Let this impulse go by and do nothing", "pass", "3.0").closing(Closes::Idle)
        }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Refusal> {
        self.check(&resolver.board())?;
        Ok(resolver.end_impulse(true, false)?)
    }
}

impl Pass {
    fn check(self, board: &Board<'_>) -> Result<(), Illegal> {
        board.check_impulse()?;
        if board.at.impulse.doing != ImpulseUse::Nothing {
            return Err(Illegal::new("3.0", "Something has been done, so this is no pass.", "Say done."));
        }
        Ok(())
    }
}

/// `done`: ends the impulse, the bombardment, the reorganising, or gives no more casualty points (§3.0).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Done;

impl OneWord<Rules> for Done {
    const WORDS: &[&str] = &["done", "end"];

    fn legal(board: &Board<'_>) -> bool {
        board.check_done().is_ok()
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let label = match board.at.phase {
            _ if board.fight_at(Stage::Losses).is_some() => "Give no more",
            Phase::LongRange => "End the bombardment",
            Phase::Rally => "End the reorganising",
            _ => "End the impulse",
        };
        Choice::plain(line, label, "done", "3.0").closing(Closes::Done)
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Refusal> {
        resolver.board().check_done()?;
        if resolver.board().fight_at(Stage::Losses).is_some() {
            resolver.change_fight(|f| f.stage = Stage::Falling);
            return Ok(());
        }
        match resolver.now().phase {
            Phase::LongRange => resolver.begin_action()?,
            Phase::Action => resolver.end_impulse(false, false)?,
            Phase::Rally => resolver.end_rally(),
            Phase::Over => {}
        }
        Ok(())
    }
}

/// What an impulse is to be used for (§3.0).
pub const START_IMPULSE: PhaseQuestion<Rules> = PhaseQuestion {
    kind: "impulse",
    section: "3.0",
    open: |board| board.at.acting_in(Phase::Action).filter(|_| board.at.impulse.doing == ImpulseUse::Nothing),
    asks: |board| {
        let one = if board.at.impulse.free { "Free impulse" } else { "Impulse" };
        format!("{one}: wake a leader, activate an area, or pass.")
    },
};

/// What is done in an impulse that is being used (§6.1).
pub const PLAY_IMPULSE: PhaseQuestion<Rules> = PhaseQuestion {
    kind: "act",
    section: "6.1",
    open: |board| board.at.acting_in(Phase::Action).filter(|_| board.at.impulse.doing != ImpulseUse::Nothing),
    asks: |board| {
        if let Some(area) = board.owed_assault() {
            return format!("Assault {}, among whose enemies you have moved.", board.place(area));
        }
        match (board.at.impulse.doing, board.still_to_act()) {
            (ImpulseUse::Entering, _) => {
                "Bring on the reinforcements, move and attack with them, then say done.".to_owned()
            }
            (ImpulseUse::Woke | ImpulseUse::Rode, _) => "Nothing is activated: ride on, or say done.".to_owned(),
            (_, 0) => "All that was activated has moved or made ready: attack with it, or say done.".to_owned(),
            (_, 1) => "Move and attack with the unit that is activated, then say done.".to_owned(),
            (_, n) => format!("Move and attack with the {n} units that are activated, then say done."),
        }
    },
};

impl Board<'_> {
    /// The impulse's player may act: nothing is pending.
    pub fn check_impulse(&self) -> Result<(), Illegal> {
        if self.at.phase != Phase::Action || !self.at.pending.is_empty() {
            return Err(self.not_now("That belongs to an impulse of the Action Phase."));
        }
        Ok(())
    }

    /// The impulse is not used for anything yet.
    pub fn check_fresh_impulse(&self) -> Result<(), Illegal> {
        self.check_impulse()?;
        if self.at.impulse.doing != ImpulseUse::Nothing {
            let wrong = "This impulse is being used already.";
            return Err(Illegal::new("3.0", wrong, "One leader is woken, or one area activated, in an impulse."));
        }
        Ok(())
    }

    /// Whether `done` may be said.
    pub fn check_done(&self) -> Result<(), Illegal> {
        if let Some(fight) = self.fight_at(Stage::Losses) {
            if fight.owed > 0 {
                let wrong = match fight.owed {
                    1 => "A casualty point is still owed.".to_owned(),
                    owed => format!("{owed} casualty points are still owed."),
                };
                return Err(Illegal::new("8.6.1", wrong, "At least the points owed are paid."));
            }
            return Ok(());
        }
        if !self.at.pending.is_empty() {
            return Err(self.not_now("Answer the question first."));
        }
        match self.at.phase {
            Phase::LongRange | Phase::Rally => Ok(()),
            Phase::Action if self.at.impulse.doing == ImpulseUse::Nothing => {
                Err(Illegal::new("3.0", "Nothing has been done.", "Say pass to pass."))
            }
            Phase::Action => match self.owed_assault() {
                Some(area) => {
                    let wrong = format!("Units that entered {area} have not assaulted.");
                    Err(Illegal::new("8.3.1", wrong, "Moving in among enemies means to assault them."))
                }
                None => Ok(()),
            },
            Phase::Over => Err(self.not_now("The game is over.")),
        }
    }

    /// Whether a unit has done something in the impulse that makes it Spent (§9.1). Guns and muskets that were laid and never fired have
    /// done nothing.
    fn acted(&self, unit: UnitId) -> bool {
        let state = self.state(unit);
        let held_fire = matches!(state.bid, Some((Strike::Volley | Strike::Bombard, _)));
        self.spec(unit).side == self.at.side
            && state.used > 0
            && !held_fire
            && state.area().is_some()
            && !self.at.impulse.overran.contains(&unit)
    }

    /// Whether nothing has been done in an impulse that is used: it is a pass by whatever name (ruling 14).
    fn idle(&self) -> bool {
        let impulse = &self.at.impulse;
        let rode = |l: LeaderId| self.who(l).side == self.at.side && self.leader(l).used > 0;
        matches!(impulse.doing, ImpulseUse::Fighting | ImpulseUse::Entering)
            && !impulse.silenced
            && impulse.attacked.is_empty()
            && !self.pack.ids().any(|u| self.acted(u))
            && !self.pack.leader_ids().any(rode)
    }

    /// Whether the impulse, ended now, would be the second pass running, with which the phase ends (§3.0, ruling 14).
    pub fn second_pass(&self) -> bool {
        self.at.passes > 0 && self.idle()
    }

    /// What the special areas add to the Union's impulse check (§2.2A).
    pub fn stars(&self) -> Arithmetic {
        let star = |area: &super::ground::Area| match area.mark {
            Some(Mark::Star) if self.controls(Side::Union, area.id) => Some((area.name.clone(), 1)),
            Some(Mark::BoxedStar) if self.controls(Side::Confederate, area.id) => Some((area.name.clone(), -1)),
            _ => None,
        };
        self.pack.areas.iter().filter_map(star).collect()
    }
}

impl Resolver<'_, '_> {
    /// The Action Phase begins: the Union has the first impulse of turn 1, the Confederates of all later turns.
    pub fn begin_action(&mut self) -> Result<(), NoDice> {
        let turn = self.now().turn;
        let side = if turn == 1 { Side::Union } else { Side::Confederate };
        self.write(Fact::Phase { phase: Phase::Action, side, turn });
        self.begin_impulse(side, false)
    }

    /// An impulse begins; the Union checks first whether the phase goes on.
    fn begin_impulse(&mut self, side: Side, free: bool) -> Result<(), NoDice> {
        let space = self.now().space;
        self.write(Fact::Impulse { free, side, space });
        if side == Side::Union && !free {
            self.roll(Purpose::Check, &[2])?;
        }
        Ok(())
    }

    /// The impulse check is read: more than the marker's space, or the phase ends with the impulse.
    pub fn impulse_checked(&mut self, mut sum: Arithmetic) {
        sum.extend(self.board().stars());
        let space = self.now().space;
        self.write(Fact::Check { goes_on: total(&sum) > i32::from(space), space, sum });
    }

    /// An impulse ends. One in which nothing was done is a pass, whatever it was called (ruling 14); one that the enemy cut
    /// short by silencing the leader is none.
    pub fn end_impulse(&mut self, pass: bool, free_next: bool) -> Result<(), NoDice> {
        let impulse = self.now().impulse.clone();
        self.first_corps_stood(&impulse);
        self.nobody_came(&impulse);
        let (board, at) = (self.board(), self.now());
        let side = at.side;
        let pass = pass || board.idle();
        let spent: Vec<UnitId> = self.pack.ids().filter(|u| board.acted(*u) && !at.unit(*u).spent).collect();
        let space = if impulse.free { at.space } else { (at.space + 1).min(self.pack.last_space) };
        self.write(Fact::ImpulseOver { pass, space, spent });
        if free_next {
            self.use_advantage("a free impulse");
            return self.begin_impulse(side, true);
        }
        if impulse.last || self.now().passes >= 2 {
            self.begin_rally(Side::Confederate);
            return Ok(());
        }
        self.begin_impulse(side.other(), false)
    }

    /// The turn ends, and with the last one the game.
    pub fn end_turn(&mut self) -> Result<(), NoDice> {
        let turn = self.now().turn;
        if self.board().last_turn() {
            let tally = self.board().tally();
            self.write(Fact::Ended {
                confederate: tally.points(Side::Confederate),
                level: tally.result,
                union: tally.points_union,
                winner: tally.winner,
            });
            return Ok(());
        }
        self.write(Fact::Phase { phase: Phase::LongRange, side: Side::Union, turn: turn + 1 });
        self.reinforcements_due(turn + 1)
    }
}

impl Teller<'_> {
    /// An impulse began.
    pub fn impulse(&self, side: Side, free: bool, space: u8) -> Line {
        let free = if free { "free " } else { "" };
        Line::new(Tone::Heading, format!("{side} {free}impulse, space {space}")).cite("3.0")
    }

    /// An impulse is over.
    pub fn impulse_over(&self, pass: bool, spent: &[UnitId]) -> Option<Line> {
        let text = match (pass, spent.is_empty()) {
            (true, _) => "Passed.".to_owned(),
            (false, true) => return None,
            (false, false) => format!("Spent by moving: {}.", self.names(spent)),
        };
        Some(Line::new(Tone::Note, text).cite("9.1"))
    }

    /// The Union's check.
    pub fn check(&self, goes_on: bool, space: u8, sum: &[(String, i32)]) -> Line {
        let end = if goes_on { "the phase goes on" } else { "the phase ends after this impulse" };
        let text = format!("Impulse check: {}, against {space}: {end}.", spoken("", sum));
        Line::new(Tone::Roll, text).cite("3.0").of_dice(&Purpose::Check.rolls())
    }

    /// A phase began.
    pub fn phase(&self, phase: Phase, side: Side, turn: u8) -> Option<Line> {
        let text = match phase {
            Phase::LongRange => {
                let clock = self.pack.turns.iter().find(|x| x.turn == turn).map_or("", |x| x.from.as_str());
                format!("Turn {turn}, {clock} hours")
            }
            Phase::Action => format!("Turn {turn}, Action Phase"),
            Phase::Rally => format!("Turn {turn}, {side} rally"),
            Phase::Over => return None,
        };
        Some(Line::new(Tone::Heading, text).cite("3.0"))
    }
}
