//! The opening of a player turn, and passing all of it (§5.0).

use super::board::Board;
use super::book::{AnyOrder, OVER, Rules, Stop, WRONG_SEGMENT};
use super::circumstances::{OF_SIDE, offer, turn};
use super::command::Primary;
use super::desks::SeatFact;
use super::facts::Fact;
use super::position::{Attack, Place, Retreat, Segment};
use super::resolver::Resolver;
use super::units::UnitId;
use domain_core::kit::{OneWord, Question, RuleBreak, StandingAnswer};
use domain_core::referee::{Answer, Choice, Circumstance, InForce, QuestionContext, SeatId, Side, StandingOffer, TURN};

/// From how many hexes an enemy is a reason to be asked.
pub const QUIET: u32 = 12;

/// The turns of a night at which its own side is asked in any case: the first, the middle, and 4:20 a.m., before night orders close.
pub const ASKED_AT_NIGHT: [u8; 6] = [43, 54, 65, 115, 126, 137];

/// The key of the army seat's answer to a wish; there since revision 3.
pub const FAVOUR: &str = "favour";

/// The turns of an hour: who is kept waiting beyond the map is asked about at each full one.
const HOUR: u8 = 3;

const ATTACKING: RuleBreak = RuleBreak::new(&[
    "22.6",
    "A brigade of yours is named to attack.",
    "Who attacks has to advance: end its attack, or go on to the Movement Phase.",
]);

const ROUTED: RuleBreak = RuleBreak::new(&[
    "21.7",
    "A brigade of yours is in involuntary retreat.",
    "It expends 8 activity points in retreat: go on to the Movement Phase.",
]);

/// Command determination (§5.1A).
pub struct Openings;

impl Question<Rules> for Openings {
    fn open(board: &Board<'_>) -> Option<Self> {
        (!board.at.over && matches!(board.at.segment, Segment::SetUp | Segment::Opening)).then_some(Openings)
    }

    fn kind(&self) -> &'static str {
        "opening"
    }

    fn section(&self) -> &'static str {
        "5.0"
    }

    fn asks(&self, board: &Board<'_>) -> String {
        if board.at.segment == Segment::SetUp && board.zoning().is_some() {
            return "Set up your counters in their zones; deploy sets those that are left, and done ends it."
                .to_owned();
        }
        // 0.1: lines are laid before play.
        if board.at.segment == Segment::SetUp && board.at.options.hidden_movement {
            return "Before play: lay outposts about those who begin on the map, who then begin out of view; then say done.".to_owned();
        }
        let (asks, done) = match board.commands_army() {
            true => ("choose a primary commander", "then go on to the Movement Phase with done"),
            false => ("ask your army's seat for a primary commander", "then say done, which waits for it"),
        };
        format!("End attacks, name attackers, and {asks}; {done}.")
    }

    fn side(&self, board: &Board<'_>) -> Side {
        board.acting()
    }

    fn offer_key(&self) -> Option<&'static str> {
        Some("pass")
    }

    fn offer() -> Option<StandingOffer> {
        let choices = [
            (
                "quiet",
                "Pass it when no enemy is within 12 hexes or it is night, nobody is on the march, and nobody is newly due; who is kept waiting off the map asks at each full hour.",
            ),
            ("always", "Pass it unless a brigade of yours is named to attack."),
        ];
        let [near, seen, arrivals] = OF_SIDE;
        let conditions = [TURN, near, seen, arrivals];
        Some(offer("pass", "When your player turn begins", &conditions, &choices, "quiet"))
    }

    fn circumstances(&self, board: &Board<'_>) -> Vec<Circumstance> {
        board.queue_facts(board.acting())
    }

    fn standing(&self, board: &Board<'_>, standing: &InForce<'_>) -> Option<StandingAnswer<AnyOrder>> {
        let why = match standing.get("pass") {
            "quiet" if board.is_quiet() => "quiet",
            "always" => "always",
            _ => return None,
        };
        board.check_pass().is_ok().then(|| StandingAnswer { order: Pass.into(), why })
    }

    fn offers() -> Vec<StandingOffer> {
        let choices = [("wish", "Name whom a seat of your side asked for."), ("nobody", "Name nobody.")];
        let title = "When your side has several seats, and one asks the army's for a primary commander";
        Self::offer().into_iter().chain([offer(FAVOUR, title, &[TURN], &choices, "wish")]).collect()
    }

    fn contexts(&self, board: &Board<'_>) -> Vec<QuestionContext> {
        let pass = QuestionContext { key: "pass", circumstances: self.circumstances(board) };
        let favour = || QuestionContext { key: FAVOUR, circumstances: vec![turn(board)] };
        let asked = board.wished().is_some().then(favour);
        asked.into_iter().chain([pass]).collect()
    }

    /// The army's seat names first whom it favours, and then passes, or is asked.
    fn answer(&self, board: &Board<'_>, standing: &InForce<'_>) -> Option<Answer<AnyOrder>> {
        let seat = board.eye.unwrap_or(SeatId::of_side(self.side(board)));
        if let Some(by) = board.wished() {
            match standing.get(FAVOUR) {
                "wish" => {
                    let reason = standing.reason(FAVOUR, "asked for");
                    return Some(Answer { seat, order: Primary { by }.into(), key: FAVOUR, reason });
                }
                "ask" => return None,
                _ => {}
            }
        }
        let answer = self.standing(board, standing)?;
        Some(Answer { seat, order: answer.order, key: "pass", reason: standing.reason("pass", answer.why) })
    }
}

impl Board<'_> {
    /// Whether nothing presses the side on turn: no enemy near anybody of its on the map, no column or battery that moved in its last Movement Phase, nobody
    /// whose coming on is to be thought about. At night, when nobody fights, enemies near are no reason to be asked; but its first turn, the middle and the one
    /// before the last are.
    pub fn is_quiet(&self) -> bool {
        let side = self.at.side;
        if ASKED_AT_NIGHT.contains(&self.at.turn) {
            return false;
        }
        let lately = |moved: u8| moved > 0 && moved + 1 >= self.at.turn;
        let marches = |u| {
            self.at.brigade(u).is_some_and(|b| b.formation.is_column() && lately(b.moved))
                || self.at.battery(u).is_some_and(|b| b.limbered && lately(b.rolled))
        };
        let near = |u| {
            let mut hexes = self.chain(u).iter().filter(|l| self.pack.ground.is_hex(l.at()));
            !self.is_night() && hexes.any(|l| self.enemy_distance(side, l.at()).is_some_and(|far| far <= QUIET))
        };
        let comes = self.pack.of(side).any(|u| self.mine(u) && !self.on_map(u) && self.asks_to_come(u));
        !comes && !self.of(side).any(|u| self.mine(u) && (marches(u) || near(u)))
    }

    /// Whether somebody off the map is a reason to be asked: in the turn in which it is due, while it lies on its road, by day while an enemy is near that road;
    /// and at each full hour in which it could come on. Who was not brought on in its turn was kept back knowingly, or waits behind a column, which asks.
    fn asks_to_come(&self, unit: UnitId) -> bool {
        if !self.chain(unit).is_empty() {
            return true;
        }
        let waiting = self.at.unit(unit).place == Place::Waiting;
        let arrival = self.arrival(unit).filter(|(turn, _)| waiting && *turn <= self.at.turn);
        let hour = || (self.at.turn - 1).is_multiple_of(HOUR) && self.comes(unit);
        let new = || arrival.is_some_and(|(turn, _)| turn == self.at.turn) && self.comes(unit);
        let pressed = || {
            let far = arrival.and_then(|(_, entry)| self.enemy_distance(self.side(unit), entry.hex));
            !self.is_night() && far.is_some_and(|far| far <= QUIET)
        };
        new() || hour() || pressed()
    }

    /// §21.6, §21.7, §22.6: whether the side on turn may pass all of its player turn.
    fn check_pass(&self) -> Result<(), RuleBreak> {
        if self.at.over {
            return Err(OVER);
        }
        if self.at.segment != Segment::Opening {
            return Err(WRONG_SEGMENT);
        }
        self.check_number_written()?;
        let attacks = |u| self.mine(u) && self.at.brigade(u).is_some_and(|b| b.attack != Attack::None);
        let routed = |u| self.mine(u) && self.at.brigade(u).is_some_and(|b| b.retreat == Retreat::Involuntary);
        if self.of(self.at.side).any(attacks) {
            return Err(ATTACKING);
        }
        if self.of(self.at.side).any(routed) {
            return Err(ROUTED);
        }
        // §21.6: who goes on retreating of its own will rolls for it first, as at the end of a Movement Phase.
        let mut own = self.of(self.at.side).filter(|u| self.since(6) && self.mine(*u));
        own.try_for_each(|unit| self.check_called_back(unit))
    }
}

/// `pass`: nobody is named and nobody moves in this player turn. What can be fired is asked about all the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pass;

impl OneWord<Rules> for Pass {
    const WORDS: &[&str] = &["pass"];

    fn legal(board: &Board<'_>) -> bool {
        board.check_pass().is_ok()
    }

    fn leads_on(&self) -> bool {
        true
    }

    fn choice(&self, _: &Board<'_>, line: String) -> Choice {
        let note = Some("Nobody moves; guns and markers beside the enemy are asked about all the same.".to_owned());
        Choice { note, ..Choice::plain(line, "Pass this player turn's movement", "pass", "5.0") }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        resolver.board().check_pass()?;
        if let Some(seat) = resolver.eye {
            resolver.write(Fact::Seat(SeatFact::Passes { seat }));
            return Ok(());
        }
        resolver.next_segment()?;
        // Who passes lets its outposts stand as they do (0.1).
        while resolver.buffer.position.segment.is_movement() || resolver.buffer.position.segment == Segment::Outposts {
            resolver.next_segment()?;
        }
        Ok(())
    }
}
