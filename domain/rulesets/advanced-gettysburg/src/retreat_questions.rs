//! Who goes back or forward, and whither: what is asked, and the standing orders that answer (§30.0, §31.0).

use super::board::Board;
use super::book::{AnyOrder, Rules};
use super::circumstances::{OF_UNIT, of_unit, offer, turn};
use super::position::{Pending, Segment};
use super::retreat::{ADVANCE, ROUT, YIELD};
use super::retreat_orders::{Advance, FallBack, Stay, Yield};
use super::stand::Stand;
use super::units::UnitId;
use domain_core::kit::{Question, StandingAnswer, counted};
use domain_core::referee::{Answer, Circumstance, InForce, SeatId, Side, StandingOffer, TURN};

/// Which brigade of two retreats.
pub struct Yields {
    hex: usize,
}

impl Question<Rules> for Yields {
    fn open(board: &Board<'_>) -> Option<Self> {
        match &board.at.pending {
            Some(Pending::Yield { hex, .. }) => Some(Yields { hex: usize::from(*hex) }),
            _ => None,
        }
    }

    fn kind(&self) -> &'static str {
        "yield"
    }

    fn section(&self) -> &'static str {
        "30.2"
    }

    fn asks(&self, board: &Board<'_>) -> String {
        format!("Which of the two brigades in {} retreats?", board.pack.ground.place_name(self.hex))
    }

    fn side(&self, board: &Board<'_>) -> Side {
        board.at.side.other()
    }

    fn procedure(&self) -> Option<&'static str> {
        Some(YIELD)
    }

    fn options(&self, board: &Board<'_>) -> Vec<AnyOrder> {
        board.brigades_at(self.hex).map(|unit| Yield { unit }.into()).collect()
    }

    fn offer_key(&self) -> Option<&'static str> {
        Some("yield")
    }

    fn offer() -> Option<StandingOffer> {
        let choices = [("weaker", "The weaker retreats."), ("stronger", "The stronger retreats.")];
        Some(offer("yield", "When one of two brigades in an assaulted hex must retreat", &[TURN], &choices, "weaker"))
    }

    fn circumstances(&self, board: &Board<'_>) -> Vec<Circumstance> {
        vec![turn(board)]
    }

    fn standing(&self, board: &Board<'_>, standing: &InForce<'_>) -> Option<StandingAnswer<AnyOrder>> {
        let strength = |u: &UnitId| board.at.brigade(*u).map_or(0, |b| b.sp);
        let (unit, why) = match standing.get("yield") {
            "weaker" => (board.brigades_at(self.hex).min_by_key(strength)?, "the weaker yields"),
            "stronger" => (board.brigades_at(self.hex).max_by_key(strength)?, "the stronger yields"),
            _ => return None,
        };
        Some(StandingAnswer { order: Yield { unit }.into(), why })
    }
}

/// The way of an involuntary retreat.
pub struct Routs {
    unit: UnitId,
    hexes: u8,
}

impl Question<Rules> for Routs {
    fn open(board: &Board<'_>) -> Option<Self> {
        board.routed().map(|(unit, hexes)| Routs { unit, hexes })
    }

    fn kind(&self) -> &'static str {
        "rout"
    }

    fn section(&self) -> &'static str {
        "30.2"
    }

    fn asks(&self, board: &Board<'_>) -> String {
        format!("{} retreats {}: which way?", board.name(self.unit), counted(i32::from(self.hexes), "hex"))
    }

    fn side(&self, board: &Board<'_>) -> Side {
        board.side(self.unit)
    }

    fn procedure(&self) -> Option<&'static str> {
        Some(ROUT)
    }

    fn options(&self, board: &Board<'_>) -> Vec<AnyOrder> {
        let ways = board.ways_back(self.unit).into_iter();
        ways.map(|way| FallBack { looks: None, unit: self.unit, routed: true, sides: way.sides }.into()).collect()
    }

    fn offer_key(&self) -> Option<&'static str> {
        Some("rout")
    }

    fn offer() -> Option<StandingOffer> {
        let choices = [("own-line", "Towards the nearest friends."), ("out-of-range", "Out of enemy range.")];
        Some(offer("rout", "When a brigade of yours must retreat", &OF_UNIT, &choices, "own-line"))
    }

    fn circumstances(&self, board: &Board<'_>) -> Vec<Circumstance> {
        of_unit(board, self.unit)
    }

    fn standing(&self, board: &Board<'_>, standing: &InForce<'_>) -> Option<StandingAnswer<AnyOrder>> {
        let (own_line, why) = match standing.get("rout") {
            "own-line" => (true, "towards friends"),
            "out-of-range" => (false, "out of range"),
            _ => return None,
        };
        let way = board.best_way(self.unit, board.ways_back(self.unit), own_line)?;
        let order = FallBack { looks: None, unit: self.unit, routed: true, sides: way.sides };
        Some(StandingAnswer { order: order.into(), why })
    }
}

/// The advance of who carried an assault.
pub struct Advances {
    unit: UnitId,
    must: bool,
}

impl Question<Rules> for Advances {
    fn open(board: &Board<'_>) -> Option<Self> {
        match &board.at.pending {
            Some(Pending::Advance { must, unit, .. }) => Some(Advances { unit: *unit, must: *must }),
            _ => None,
        }
    }

    fn kind(&self) -> &'static str {
        "advance"
    }

    fn section(&self) -> &'static str {
        "31.0"
    }

    fn asks(&self, board: &Board<'_>) -> String {
        format!("{} advances: which way?", board.name(self.unit))
    }

    fn side(&self, board: &Board<'_>) -> Side {
        board.side(self.unit)
    }

    fn procedure(&self) -> Option<&'static str> {
        Some(ADVANCE)
    }

    fn options(&self, board: &Board<'_>) -> Vec<AnyOrder> {
        let stay = (!self.must).then(|| Stay.into());
        let hexes = board.advance_hexes(self.unit).into_iter();
        let through = board.advances_through(self.unit, true).into_iter();
        let apart = board.advance_apart(self.unit, true).into_iter().chain(through).map(AnyOrder::from);
        hexes.map(|hex| Advance { must: true, unit: self.unit, hex }.into()).chain(apart).chain(stay).collect()
    }
}

/// The defenders' voluntary retreat.
pub struct Withdraws;

impl Question<Rules> for Withdraws {
    fn open(board: &Board<'_>) -> Option<Self> {
        (!board.at.over && board.at.segment == Segment::Withdrawal).then_some(Withdraws)
    }

    fn kind(&self) -> &'static str {
        "withdraw"
    }

    fn section(&self) -> &'static str {
        "30.1"
    }

    fn asks(&self, _: &Board<'_>) -> String {
        "Withdraw brigades and batteries one or two hexes, or hold.".to_owned()
    }

    fn side(&self, board: &Board<'_>) -> Side {
        board.acting()
    }

    fn offer_key(&self) -> Option<&'static str> {
        Some("withdraw")
    }

    fn offer() -> Option<StandingOffer> {
        let choices = [
            ("hold", "Hold."),
            ("when-worn", "Brigades of disorganization level 3 or more go back a hex."),
            ("guns-only", "Batteries go back two hexes."),
            ("one", "Everybody goes back a hex."),
            ("two", "Everybody goes back two hexes."),
        ];
        let title = "When your brigades and batteries may withdraw before assaults (§30.1); asked for each";
        Some(offer("withdraw", title, &OF_UNIT, &choices, "hold"))
    }

    fn circumstances(&self, board: &Board<'_>) -> Vec<Circumstance> {
        board.may_withdraw().first().map_or_else(|| vec![turn(board)], |unit| of_unit(board, *unit))
    }

    fn standing(&self, board: &Board<'_>, standing: &InForce<'_>) -> Option<StandingAnswer<AnyOrder>> {
        self.answer(board, standing).map(|answer| StandingAnswer { order: answer.order, why: "withdraw" })
    }

    /// The rule is put to each brigade and battery by itself; who goes back is told with its own case.
    fn answer(&self, board: &Board<'_>, standing: &InForce<'_>) -> Option<Answer<AnyOrder>> {
        let seat = board.eye.unwrap_or(SeatId::of_side(self.side(board)));
        let say = |order: AnyOrder, why, unit: Option<UnitId>| {
            let about = || unit.map_or_else(|| self.circumstances(board), |unit| of_unit(board, unit));
            Some(Answer { seat, order, key: "withdraw", reason: standing.reason_for("withdraw", why, about) })
        };
        let all = board.may_withdraw();
        let rule = |unit: UnitId| standing.get_for("withdraw", || of_unit(board, unit));
        if all.is_empty() && standing.get("withdraw") == "ask" || all.iter().any(|u| rule(*u) == "ask") {
            return None;
        }
        for unit in all {
            let worn = board.at.brigade(unit).is_some_and(|b| b.disorganization() >= 3);
            let guns = board.at.battery(unit).is_some();
            let hexes = match rule(unit) {
                "one" => 1,
                "two" => 2,
                "when-worn" if worn => 1,
                "guns-only" if guns => 2,
                _ => continue,
            };
            let ways = board.ways_back(unit).into_iter().filter(|w| w.sides.len() == hexes).collect();
            if let Some(way) = board.best_way(unit, ways, true) {
                let back = FallBack { looks: None, unit, routed: false, sides: way.sides };
                return say(back.into(), "withdraw", Some(unit));
            }
        }
        say(Stand.into(), "hold", None)
    }
}
