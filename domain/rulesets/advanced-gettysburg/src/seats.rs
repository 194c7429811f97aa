//! Several seats a side (the brief's §5): who is asked, whose units are whose, what the army's seat alone says, and how the Movement Phase goes on when all
//! have done with a segment (§15.8). Where a side has one seat, none of it bears.

use super::board::Board;
use super::book::{AnyOrder, Rules, Stop, WRONG_SEGMENT};
use super::command::Primary;
use super::desks::SeatFact;
use super::facts::Fact;
use super::names::read_unit;
use super::position::{Pending, Place, Segment};
use super::resolver::Resolver;
use super::teller::Teller;
use super::units::{Level, UnitId};
use domain_core::kit::{self, Question, RuleBreak, Said, Verb, Words};
use domain_core::referee::{
    Answer, Choice, Closes, Decision, InForce, Line, QuestionContext, Refusal, SeatId, Section, Side, Stage,
};

pub const NOT_YOUR_COMMAND: RuleBreak = RuleBreak::new(&[
    "3.0",
    "{unit} is under another seat's command.",
    "A seat gives orders to the units of its own corps; transfers of the night bring others under it.",
]);
pub const NOT_THE_ARMY: RuleBreak = RuleBreak::new(&[
    "3.0",
    "That is for the seat that commands the army.",
    "It alone names the primary commander, changes entries, writes orders of the night and says which of two brigades yields; ask it by a message, or for a primary commander with wish.",
]);
pub const NOT_YOUR_SEAT: RuleBreak = RuleBreak::new(&[
    "5.0",
    "Your seat is not asked anything now.",
    "Wait for the others of your side, or for the segment in which your units can act.",
]);
const OTHERS_FIRST: RuleBreak = RuleBreak::new(&[
    "15.8",
    "Another seat of your side has not done with the segment before that one.",
    "Say next when you have done with this one: brigades alone come behind those of the primary commander, divisions behind these, corps last.",
]);
const ONE_SEAT: RuleBreak = RuleBreak::new(&[
    "3.0",
    "Your side has one seat, and asks nobody.",
    "Give the order itself: those of a later segment open it.",
]);
const LAST_SEGMENT: RuleBreak =
    RuleBreak::new(&["15.8", "There is no later segment to wait for.", "End the Movement Phase with done."]);
const CAME_TO_IT: RuleBreak = RuleBreak::new(&[
    "15.8",
    "You have come to that segment of the Movement Phase already.",
    "Say next for the one after it, or end the Movement Phase with done.",
]);

/// How many turns before its hour a counter may come, hastened as far as can be (§34.21.3).
const HASTENED: u8 = 9;

/// Nobody, where a commander is left out of account.
const NOBODY: UnitId = UnitId(u32::MAX);

impl<'b> Board<'b> {
    /// The side of a seat.
    ///
    /// # Errors
    /// [`Refusal::Unreadable`] for a seat that is none.
    pub fn side_of_seat(&self, seat: SeatId) -> Result<Side, Refusal> {
        let none = || Refusal::unreadable("There is no such seat.", "The scenario lists the seats of both sides.");
        self.at.layout.side(seat).ok_or_else(none)
    }

    /// The board as a seat acts on it; where a side has one seat, as it is.
    pub fn eyed(&self, seat: SeatId) -> Board<'b> {
        self.with_eye(self.at.layout.is_many().then_some(seat))
    }

    /// What is asked of the board as a seat acts on it; where a side has one seat, of this board, with what it has looked up.
    pub fn on_behalf<R>(&self, seat: SeatId, asks: impl FnOnce(&Board<'b>) -> R) -> R {
        if self.at.layout.is_many() { asks(&self.eyed(seat)) } else { asks(self) }
    }

    /// The seat that a counter is under: by its corps, with the transfers in force; captured guns with their captor (§14.1, 0.2, §31.7).
    pub fn seat_of(&self, unit: UnitId) -> SeatId {
        let unit = self.at.battery(unit).and_then(|b| b.captor).unwrap_or(unit);
        let spec = self.spec(unit);
        let above = spec.commander().is_some_and(|c| matches!(c.level, Level::Army | Level::Artillery));
        let corps = if above { "" } else { self.command_of(unit).0 };
        match above {
            true => self.at.layout.head(spec.side),
            false => self.at.layout.seat_of(spec.side, corps),
        }
    }

    /// The name of the seat that a counter is under, where its side has several and the reader knows who it is.
    pub fn seat_told(&self, unit: UnitId) -> Option<&'static str> {
        let told = self.at.layout.is_many() && !self.is_unknown(unit);
        told.then(|| self.at.layout.name(self.seat_of(unit)))
    }

    /// Whether a counter is under the seat that acts.
    pub fn mine(&self, unit: UnitId) -> bool {
        self.eye.is_none_or(|eye| self.seat_of(unit) == eye)
    }

    /// Whether the seat that acts commands its army.
    pub fn commands_army(&self) -> bool {
        self.eye.is_none_or(|eye| self.at.layout.side(eye).is_some_and(|side| self.at.layout.head(side) == eye))
    }

    /// The brigade that is being moved by the seat of a counter, or by its side where that has one seat (§11.6).
    pub fn hand_beside(&self, unit: UnitId) -> Option<UnitId> {
        if !self.at.layout.is_many() {
            return self.at.hand;
        }
        let seat = self.seat_of(unit);
        self.at.seats.hands.iter().find(|h| h.seat == seat).map(|h| h.unit)
    }

    /// §15.4: the brigades of the seat that acts which have done with their move when it determines another level; where its side has one seat, all have.
    pub fn closed_with(&self) -> Option<Vec<UnitId>> {
        let open = |u: &UnitId| self.mine(*u) && self.at.brigade(*u).is_some_and(|b| b.level.is_some() && !b.done);
        self.eye.map(|_| self.of(self.at.side).filter(open).collect())
    }

    /// Whether something stands for the seat that acts in a hex of a side: a brigade or battery of its own.
    pub fn mine_in(&self, side: Side, hex: usize) -> bool {
        let own = |u: &UnitId| self.side(*u) == side && self.spec(*u).commander().is_none() && self.mine(*u);
        self.eye.is_none() || self.units_at(hex).iter().any(own)
    }

    /// Whether a seat has a unit that could act in this player turn: on the map, on its road, or to come. Nothing of it is secret: an entry may be hastened,
    /// so who could come by that counts.
    fn has_units(&self, seat: SeatId) -> bool {
        let comes = |u: UnitId| match self.at.unit(u).place {
            Place::At(_) => true,
            Place::Fled(_) => self.is_night(),
            Place::Lost | Place::Unseen => false,
            // 0.5.1: who comes by options that its side alone knows would be told of by who is asked.
            Place::Waiting if self.at.options.entry_options && self.since(8) => true,
            Place::Waiting => {
                self.card_arrival(u).is_some_and(|(turn, _)| turn <= self.at.turn.saturating_add(HASTENED))
            }
        };
        self.pack.ids().any(|u| self.seat_of(u) == seat && self.side(u) == self.acting() && comes(u))
    }

    /// Whether a seat has done with the segment, or passes.
    fn is_out(&self, seat: SeatId) -> bool {
        self.at.seats.done.contains(&seat) || self.at.seats.passed.contains(&seat)
    }

    /// The segment of the Movement Phase that a seat has come to, or waits for.
    fn reached(&self, seat: SeatId) -> Segment {
        let said = self.at.seats.reached.iter().find(|r| r.seat == seat).map(|r| r.segment);
        said.unwrap_or(Segment::Primary).max(self.at.segment)
    }

    /// Whether a seat waits for a later segment of the Movement Phase.
    fn waits_for_later(&self, seat: SeatId) -> bool {
        self.reached(seat) > self.at.segment
    }

    /// Whether a seat has something to do in a segment of the Movement Phase: who moves without a roll or by one already made, brigades that may roll, and
    /// commanders of its own with somebody to lead.
    fn moves_in(&self, seat: SeatId, segment: Segment) -> bool {
        if segment == Segment::Primary {
            return self.has_units(seat);
        }
        let own = || self.of(self.at.side).filter(|u| self.seat_of(*u) == seat);
        let open = |u: UnitId| {
            let unrolled = segment == Segment::Alone && self.check_unled(u).is_ok();
            unrolled || self.at.brigade(u).is_some_and(|b| b.level.is_some() && !b.done) || self.check_used(u).is_err()
        };
        let leads = |u: UnitId| self.leads_in(u).is_some_and(|s| s >= segment) && !self.leadable(u).is_empty();
        own().any(|u| open(u) || leads(u))
    }

    /// Whether the side on turn has moves to make yet in its player turn, of several seats the one that acts.
    pub fn moves_yet(&self) -> bool {
        let moves = self.at.segment == Segment::Opening || self.at.segment.is_movement();
        let gone = |seat: SeatId| {
            self.at.seats.passed.contains(&seat)
                || (self.at.segment.is_movement() && self.at.seats.done.contains(&seat))
        };
        moves && !self.eye.is_some_and(gone)
    }

    /// The primary commander that the army's seat was asked for last and may name, where it acts and has named nobody.
    pub fn wished(&self) -> Option<UnitId> {
        let asked = self.at.seats.wishes.iter().rev().map(|w| w.by);
        let mut asked =
            asked.filter(|by| self.eye.is_some() && self.commands_army() && self.check_primary(*by).is_ok());
        asked.next()
    }

    /// `primary as asked`, in a queue of the army's seat: whom it was asked for last, as the standing order `favour` names him where nothing is queued. It waits
    /// where nobody was.
    pub fn favour_stage(&self, line: &str) -> Option<Result<Stage, Refusal>> {
        let said = line.split_whitespace().map(str::to_lowercase);
        if !self.since(8) || !said.eq(["primary", "as", "asked"]) {
            return None;
        }
        let barred = if self.eye.is_none() { Some(ONE_SEAT) } else { (!self.commands_army()).then_some(NOT_THE_ARMY) };
        if let Some(rule) = barred {
            return Some(Err(rule.illegal("").into()));
        }
        let now: Vec<String> = self.wished().map(|by| Primary { by }.write(self)).into_iter().collect();
        Some(Ok(Stage { goes_on: now.is_empty(), now }))
    }

    /// The last segment in which a commander may lead who has not led yet, as far as he may in this Movement Phase (ruling 49).
    pub fn leads_in(&self, by: UnitId) -> Option<Segment> {
        let segment = match self.level_of(by)? {
            Level::Division => Segment::Divisions,
            Level::Corps => Segment::Corps,
            Level::Army | Level::Artillery => return None,
        };
        let led = self.at.commander(by).and_then(|c| c.led);
        led.is_none_or(|led| led == Segment::Divisions && self.leads_both(by)).then_some(segment)
    }

    /// The seats that the position waits for; those of a side in their order.
    pub fn owed_seats(&self) -> Vec<SeatId> {
        match self.owed {
            Some(owed) => owed.of(self.at, || self.work_out_owed()),
            None => self.work_out_owed(),
        }
    }

    fn work_out_owed(&self) -> Vec<SeatId> {
        Side::BOTH.into_iter().flat_map(|side| self.at.layout.of(side)).filter(|seat| self.is_owed(*seat)).collect()
    }

    /// Whether the position waits for a seat.
    pub fn is_owed(&self, seat: SeatId) -> bool {
        let layout = self.at.layout;
        match &self.at.pending {
            _ if self.at.over => return false,
            Some(Pending::Yield { .. }) => return layout.head(self.at.side.other()) == seat,
            Some(Pending::Advance { unit, .. } | Pending::Aside { unit, .. } | Pending::Rout { unit, .. }) => {
                return self.seat_of(*unit) == seat;
            }
            None => {}
        }
        let side = self.acting();
        if layout.side(seat) != Some(side) || self.is_out(seat) {
            return false;
        }
        let head = layout.head(side);
        match self.at.segment {
            Segment::SetUp => seat == head,
            // The army's seat speaks last, when it knows whom the others have named and asked for.
            Segment::Opening if seat == head => {
                let mut others = layout.of(side).filter(|other| *other != head && !self.is_out(*other));
                !others.any(|other| self.has_units(other))
            }
            Segment::Opening => self.has_units(seat),
            segment if segment.is_movement() => !self.waits_for_later(seat) && self.moves_in(seat, segment),
            _ => self.eyed(seat).segment_waits(),
        }
    }

    /// Whether the position waits for anybody; the one who acts is asked about first, as that is likeliest.
    pub fn is_anybody_owed(&self) -> bool {
        let others = || Side::BOTH.into_iter().flat_map(|side| self.at.layout.of(side));
        self.eye.is_some_and(|eye| self.is_owed(eye))
            || others().any(|seat| Some(seat) != self.eye && self.is_owed(seat))
    }

    /// The next segment of the Movement Phase in which a seat has something to do that has not done with all of it.
    fn next_movement(&self) -> Option<Segment> {
        let later = [Segment::Alone, Segment::Divisions, Segment::Corps].into_iter().filter(|s| *s > self.at.segment);
        let mut later = later.filter(|segment| {
            let mut left = self.at.layout.of(self.at.side).filter(|seat| !self.is_out(*seat));
            left.any(|seat| self.reached(seat) <= *segment && self.moves_in(seat, *segment))
        });
        later.next()
    }

    /// §15.8: whether the seat that acts may open a later segment of the Movement Phase: all others of its side have done with those before.
    ///
    /// # Errors
    /// One has not.
    pub fn check_others_ready(&self, segment: Segment) -> Result<(), RuleBreak> {
        let Some(eye) = self.eye.filter(|_| self.at.segment < segment) else { return Ok(()) };
        let behind = |seat: SeatId| self.reached(seat) < segment && self.moves_in(seat, self.at.segment);
        let mut others = self.at.layout.of(self.at.side).filter(|seat| *seat != eye && !self.is_out(*seat));
        if others.any(behind) { Err(OTHERS_FIRST) } else { Ok(()) }
    }

    /// The segments of the Movement Phase that a seat has not come to yet.
    fn ahead_of(&self, seat: SeatId) -> impl Iterator<Item = Segment> {
        let reached = self.reached(seat);
        [Segment::Alone, Segment::Divisions, Segment::Corps].into_iter().filter(move |segment| *segment > reached)
    }

    /// Whether a seat may say that it has done with the segments of the Movement Phase before one, or with this one, and with which it goes on.
    ///
    /// # Errors
    /// The rule that bars it.
    fn check_next(&self, to: Option<Segment>) -> Result<(SeatId, Segment), RuleBreak> {
        let seat = self.eye.ok_or(ONE_SEAT)?;
        if !self.at.segment.is_movement() {
            return Err(WRONG_SEGMENT);
        }
        let next = self.ahead_of(seat).find(|segment| to.is_none_or(|to| to == *segment));
        let next = next.ok_or(if to.is_none() { LAST_SEGMENT } else { CAME_TO_IT })?;
        self.check_levels_used()?;
        // Among brigades alone they can still roll: only later segments leave them behind.
        if next > Segment::Alone {
            self.check_stragglers(NOBODY, &[], next)?;
        }
        Ok((seat, next))
    }

    /// What the position waits for.
    pub fn decisions(&self) -> Vec<Decision> {
        let Some(asked) = kit::asked::<Rules>(self).filter(|_| self.at.layout.is_many()) else {
            return kit::waiting::<Rules>(self);
        };
        let decision = |seat| {
            let asks = asked.asks(&self.eyed(seat));
            Decision { seat, kind: asked.kind(), asks, section: Section(asked.section()) }
        };
        self.owed_seats().into_iter().map(decision).collect()
    }

    /// The question behind a decision of one of several seats, with the board as that seat acts on it.
    fn asked_of_seat(&self, decision: &Decision) -> Option<(Board<'b>, Box<dyn Question<Rules>>)> {
        let eyed = self.is_owed(decision.seat).then(|| self.eyed(decision.seat))?;
        let asked = kit::asked::<Rules>(&eyed)?;
        Some((eyed, asked))
    }

    /// The offers that bear on a decision, each with its circumstances.
    pub fn contexts_of(&self, decision: &Decision) -> Vec<QuestionContext> {
        match self.at.layout.is_many() {
            true => self.asked_of_seat(decision).map_or_else(Vec::new, |(board, asked)| asked.contexts(&board)),
            false => kit::contexts::<Rules>(self, decision),
        }
    }

    /// What standing orders answer to a decision.
    pub fn answer_to(&self, decision: &Decision, standing: &InForce<'_>) -> Option<Answer<AnyOrder>> {
        if !self.at.layout.is_many() {
            return kit::answer::<Rules>(self, decision, standing);
        }
        let (board, asked) = self.asked_of_seat(decision)?;
        let answer = asked.answer(&board, standing)?;
        board.check_says(&answer.order).is_ok().then_some(Answer { seat: decision.seat, ..answer })
    }

    /// §21.2, §21.3, §31.2: whether who must go ahead or back after combat lies in line: each of its markers may go its own way and turn by a hexside, so that an order is
    /// legal beside those of the menu (`advance to`, `back to`).
    fn goes_as_told(&self) -> bool {
        let line = |unit: UnitId| self.at.brigade(unit).is_some_and(|b| b.formation.is_line());
        match &self.at.pending {
            Some(Pending::Advance { unit, .. } | Pending::Aside { unit, .. } | Pending::Rout { unit, .. }) => {
                line(*unit)
            }
            _ => false,
        }
    }

    /// Whether the referee may answer where one order is in the menu: where no other is legal. Before revision 7 that of a line that has others too.
    pub fn forces(&self, decision: &Decision) -> bool {
        if self.since(7) && self.goes_as_told() {
            return false;
        }
        match self.at.layout.is_many() {
            true => self.asked_of_seat(decision).is_some_and(|(_, asked)| asked.procedure().is_some()),
            false => kit::may_force::<Rules>(self, decision),
        }
    }
}

impl Resolver<'_, '_> {
    /// The seat that acts has done with the segment; where its side has no other, the next one comes.
    ///
    /// # Errors
    /// Dice that cannot be had.
    pub fn seat_done(&mut self) -> Result<(), Stop> {
        match self.eye {
            Some(seat) => {
                self.write(Fact::Seat(SeatFact::Done { seat }));
                Ok(())
            }
            None => self.next_segment(),
        }
    }

    /// Where nobody of several seats is asked any more, the next segment comes in which somebody is.
    ///
    /// # Errors
    /// Dice that cannot be had.
    pub fn go_on(&mut self) -> Result<(), Stop> {
        let board = self.board();
        if board.at.over || !board.at.layout.is_many() || board.is_anybody_owed() {
            return Ok(());
        }
        if board.at.segment.is_movement()
            && let Some(segment) = board.next_movement()
        {
            self.write(Fact::Segment { segment });
            return Ok(());
        }
        self.next_segment()
    }
}

/// `next`: a seat has done with this segment of the Movement Phase and waits for the next one; `next divisions`: with all before a later one (§15.8).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Next {
    /// The segment that it waits for, where that is not the next one.
    pub to: Option<Segment>,
}

impl Next {
    /// As the seat that acts says it of a segment; the next one needs no name.
    pub fn of(board: &Board<'_>, to: Segment) -> Next {
        let next = board.eye.and_then(|seat| board.ahead_of(seat).next());
        Next { to: Some(to).filter(|to| Some(*to) != next) }
    }

    /// Whether the seat that acts may say it.
    pub fn is_legal(self, board: &Board<'_>) -> bool {
        board.check_next(self.to).is_ok()
    }
}

impl Verb<Rules> for Next {
    fn said() -> Said {
        Said::Alone(&["next"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let next = match words.rest {
            [] => Next::default(),
            [word] if words.board.since(8) => {
                let mut later = [Segment::Alone, Segment::Divisions, Segment::Corps].into_iter();
                Next::of(words.board, later.find(|segment| segment.word().eq_ignore_ascii_case(word))?)
            }
            _ => return None,
        };
        Some(Ok(next.into()))
    }

    fn candidates(board: &Board<'_>, _: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        let later = board.eye.into_iter().flat_map(|seat| board.ahead_of(seat).skip(1));
        let later = later.filter(|_| board.since(8)).map(Some);
        let all = [None].into_iter().chain(later).map(|to| Next { to });
        all.filter(|next| next.is_legal(board)).any(found)
    }

    fn write(&self, _: &Board<'_>) -> String {
        self.to.map_or_else(|| "next".to_owned(), |to| format!("next {}", to.word()))
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let label = match board.check_next(self.to) {
            Ok((_, Segment::Alone)) => "Done here; go on with brigades alone",
            Ok((_, Segment::Divisions)) => "Done here; go on under division commanders",
            _ => "Done here; go on under corps commanders",
        };
        let note = "Who has moved has done with it; the segment comes when the others of your side have done too.";
        let note = Some(note.to_owned());
        Choice { note, ..Choice::plain(line, label.to_owned(), "next", "15.0") }.closing(Closes::Done)
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let board = resolver.board();
        let (seat, segment) = board.check_next(self.to)?;
        // §15.2, §15.8: its brigades that have moved in this segment do not go on in a later one, after brigades of others have rolled there.
        let moved = board.closed_with().filter(|_| board.since(6)).unwrap_or_default();
        resolver.write(Fact::Seat(SeatFact::Reaches { seat, segment }));
        for unit in moved {
            resolver.write(Fact::Seat(SeatFact::Closes { unit }));
        }
        Ok(())
    }
}

/// `wish Heth`: asks the army's seat for a primary commander; its own side alone reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wish {
    /// Who.
    pub by: UnitId,
}

impl Board<'_> {
    fn check_wish(&self, by: UnitId) -> Result<SeatId, RuleBreak> {
        let seat = self.eye.ok_or(ONE_SEAT)?;
        self.check_primary(by)?;
        if !self.mine(by) {
            return Err(NOT_YOUR_COMMAND);
        }
        Ok(seat)
    }
}

impl Verb<Rules> for Wish {
    fn said() -> Said {
        Said::Alone(&["wish"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let name = words.rest.join(" ");
        let read = || read_unit(words.board, Some(words.side), &name).map(|by| Wish { by }.into());
        (!name.is_empty()).then(read)
    }

    fn candidates(board: &Board<'_>, _: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        if board.eye.is_none() || board.commands_army() || board.at.segment != Segment::Opening {
            return false;
        }
        // Once a player turn: who asks on and on for one and another would never end the opening.
        if board.at.seats.wishes.iter().any(|w| Some(w.seat) == board.eye) {
            return false;
        }
        let chief = |u: &UnitId| board.spec(*u).commander().is_some();
        let mut ours = board.of(board.at.side).filter(chief).filter(|u| board.check_wish(*u).is_ok());
        ours.any(|by| found(Wish { by }))
    }

    fn piece(&self) -> Option<UnitId> {
        Some(self.by)
    }

    fn write(&self, board: &Board<'_>) -> String {
        format!("wish {}", board.name(self.by))
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let label = format!("Ask the army's seat for {} as primary commander", board.name(self.by));
        Choice::plain(line, label, "wish", "5.0")
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let board = resolver.board();
        let checked = board.check_wish(self.by);
        let seat = checked.map_err(|rule| Refusal::from(rule.illegal(board.name(self.by))))?;
        resolver.write(Fact::Seat(SeatFact::Asks { by: self.by, seat }));
        Ok(())
    }
}

impl Teller<'_> {
    /// What a seat said.
    pub fn seat(&self, fact: &SeatFact) -> Option<Line> {
        match fact {
            SeatFact::Asks { by, .. } => {
                self.note(format!("{} is asked for as primary commander.", self.name(*by)), "5.0")
            }
            SeatFact::Passes { .. } => self.note("A seat passes this player turn's movement.".to_owned(), "5.0"),
            SeatFact::Closes { .. } | SeatFact::Done { .. } | SeatFact::Reaches { .. } => None,
        }
    }
}
