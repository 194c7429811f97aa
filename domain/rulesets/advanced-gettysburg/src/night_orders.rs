//! Night orders (0.2): transfers of brigades and divisions, and movement orders for the day that comes.
//!
//! They are open to both sides, but where counters move hidden (`sealed_orders.rs`). A movement order is over when its commander has reached his hex in the hour, or when the hour has passed.

use super::board::{Board, is_night};
use super::book::{AnyOrder, NOT_A_COMMANDER, NOT_YOURS, OFF_MAP, Rules, Stop, WRONG_SEGMENT};
use super::facts::Fact;
use super::names::{leading_unit, read_hex, read_unit, unreadable};
use super::position::Segment;
use super::resolver::Resolver;
use super::teller::Teller;
use super::units::{Level, UnitId, UnitSpec};
use super::written::{NightOrder, Transfer};
use domain_core::kit::{RuleBreak, Said, Verb, Words};
use domain_core::referee::{Choice, Line, Refusal};

const NO_ORDERS: RuleBreak =
    RuleBreak::new(&["0.2", "There are no night orders in this game.", "They are an option of the scenario."]);
const NOT_NOW: RuleBreak = RuleBreak::new(&[
    "0.2",
    "Night orders are not written now.",
    "They are written at the opening of a night turn, before the last one of the night.",
]);
const ORDERED: RuleBreak = RuleBreak::new(&[
    "0.2",
    "One of them has an order already.",
    "A commander has one order, and a brigade or battery is named in one.",
]);
const NO_ROUTE: RuleBreak = RuleBreak::new(&[
    "0.2",
    "There is no open route to that hex for {unit}.",
    "The hex lies out of enemy range, and roads lead to it out of enemy range.",
]);
const NO_HOUR: RuleBreak =
    RuleBreak::new(&["0.2", "That is no hour of the coming day.", "Write an hour from 5 to 20, as 07 or 16."]);
const NO_TRANSFER: RuleBreak = RuleBreak::new(&[
    "0.2",
    "{unit} cannot be transferred so.",
    "A brigade goes to another division, a division to another corps, of the same army.",
]);
const TRANSFERRED: RuleBreak = RuleBreak::new(&[
    "0.2",
    "{unit} was transferred in this night.",
    "A transfer remains in effect until another one is written in a later night.",
]);
const STAYS_UNDER: RuleBreak = RuleBreak::new(&[
    "0.2",
    "One of those brigades is under a movement order of the night.",
    "It moves under its commander without a roll, in the Primary Movement Segment, until he is where he was ordered to be.",
]);
const STILL_OPEN: RuleBreak = RuleBreak::new(&[
    "0.2",
    "{unit} has no order that could be rescinded.",
    "An order is rescinded only when its hex cannot be reached out of enemy range.",
]);

/// The first turn of an hour of the day after a night turn.
fn turn_of(night: u8, hour: u8) -> Option<u8> {
    let dawn = if night <= 66 { 67 } else { 139 };
    (5..=20).contains(&hour).then(|| dawn + (hour - 5) * 3)
}

/// The hour at which a turn stands.
fn hour_of(turn: u8) -> u8 {
    ((u16::from(turn) - 1) / 3 + 7) as u8 % 24
}

impl<'b> Board<'b> {
    /// Corps and division of a brigade or commander, with the transfers in force (0.2).
    pub(super) fn command_of(&self, unit: UnitId) -> (&str, &str) {
        // 0.3: who took over another's command has that.
        let unit = self.posted_as(unit).unwrap_or(unit);
        let transfer = |unit: UnitId| self.at.transfers.iter().rev().find(|t| t.unit == unit).map(|t| t.to);
        let brigade = self.spec(unit).brigade().is_some();
        let home = self.spec(if brigade { transfer(unit).unwrap_or(unit) } else { unit });
        // Ruling 49: of a corps commander with a division of his name a brigade that was transferred to him is in that.
        let chief = home.commander().is_some_and(|c| c.level == Level::Corps);
        let division = if brigade && chief { &home.name } else { &home.division };
        if self.at.transfers.is_empty() || home.division.is_empty() {
            return (&home.corps, division);
        }
        let leads = |u: &UnitId| {
            let spec = self.spec(*u);
            let division = spec.commander().is_some_and(|c| c.level == Level::Division);
            division && (spec.side, &spec.corps, &spec.division) == (home.side, &home.corps, &home.division)
        };
        let corps = self.pack.ids().find(leads).and_then(transfer).map(|to| self.spec(to));
        (corps.map_or(&home.corps, |spec| &spec.corps), &home.division)
    }

    /// The counter whose division a brigade is in by the transfers in force, its own where it was not transferred (0.2).
    pub(super) fn home_of(&self, brigade: UnitId) -> &'b UnitSpec {
        let transfer = self.at.transfers.iter().rev().find(|t| t.unit == brigade);
        self.spec(transfer.map_or(brigade, |t| t.to))
    }

    /// 0.2.3, 0.2.4: the order that a brigade or battery is under: by day, until its hour has passed.
    pub fn night_order_of(&self, unit: UnitId) -> Option<&NightOrder> {
        let in_force = |o: &&NightOrder| !self.is_night() && self.at.turn < o.hour + 3;
        self.at.night_orders.iter().filter(in_force).find(|o| o.with.contains(&unit))
    }

    /// 0.2.3: whether somebody else than the commander it is ordered under may determine the level of a brigade; of one that must go on retreating, who has no
    /// points without a roll behind the Primary Movement Segment, he may.
    ///
    /// # Errors
    /// It stays under that commander.
    pub fn check_not_ordered(&self, unit: UnitId) -> Result<(), RuleBreak> {
        let ordered = self.since(4) && self.night_order_of(unit).is_some();
        if ordered && !self.owes_a_retreat(unit) { Err(STAYS_UNDER) } else { Ok(()) }
    }

    /// Whether roads lead from a commander to a hex out of enemy range; his first step and his last may be off them (0.2.2).
    fn open_route(&self, by: UnitId, hex: usize, by_road: bool) -> bool {
        let (Some(start), side, ground) = (self.at.place(by), self.side(by), &self.pack.ground) else { return false };
        let mut seen = vec![start];
        let mut next = 0;
        while let Some(at) = seen.get(next).copied() {
            if at == hex {
                return true;
            }
            next += 1;
            for to in ground.next_to(at).filter(|to| ground.is_hex(*to)) {
                let road = !by_road || ground.has_road(to) && (ground.has_road(at) || at == start) || to == hex;
                let shut = self.in_enemy_range(side, to) || self.held_by(side.other(), to);
                if road && !shut && !seen.contains(&to) {
                    seen.push(to);
                }
            }
        }
        false
    }

    /// Whether night orders are written now (0.2).
    ///
    /// # Errors
    /// They are not.
    pub fn check_night_desk(&self) -> Result<(), RuleBreak> {
        if !self.at.options.night_orders {
            return Err(NO_ORDERS);
        }
        if self.at.segment != Segment::Opening {
            return Err(WRONG_SEGMENT);
        }
        let last = matches!(self.at.turn, 66 | 138);
        if self.is_night() && !last { Ok(()) } else { Err(NOT_NOW) }
    }

    /// 0.2, movement orders 1 and 2.
    fn check_night_order(&self, order: &Ordered) -> Result<u8, RuleBreak> {
        self.check_night_desk()?;
        let Ordered { by, hex, hour, with } = order;
        let level = self.level_of(*by);
        if !matches!(level, Some(Level::Division | Level::Corps)) {
            return Err(NOT_A_COMMANDER);
        }
        let all = || with.iter().chain([by]).copied();
        if all().any(|u| self.side(u) != self.at.side) {
            return Err(NOT_YOURS);
        }
        if all().any(|u| !self.on_map(u)) {
            return Err(OFF_MAP);
        }
        let turn = turn_of(self.at.turn, *hour).ok_or(NO_HOUR)?;
        let taken = |u: UnitId| {
            let mut orders = self.at.night_orders.iter().filter(|o| !self.is_over(o));
            orders.any(|o| o.by == u || o.with.contains(&u))
        };
        let twice = with.iter().enumerate().any(|(n, u)| with[..n].contains(u));
        if twice || all().any(taken) || with.iter().any(|u| self.spec(*u).commander().is_some()) {
            return Err(ORDERED);
        }
        let reached = !self.in_enemy_range(self.at.side, *hex) && self.open_route(*by, *hex, true);
        if reached { Ok(turn) } else { Err(NO_ROUTE) }
    }

    /// Whether an order's hour has passed.
    fn is_over(&self, order: &NightOrder) -> bool {
        self.at.turn >= order.hour + 3
    }

    /// Corps and division to which a brigade goes that is transferred to a commander: his own division, or, of a corps commander, the one called by his name
    /// (ruling 49); nothing of any other commander.
    fn division_under(&self, to: UnitId) -> Option<(&str, &str)> {
        let place = self.posted_as(to)?;
        match self.level_of(to) {
            Some(Level::Division) => Some(self.command_of(to)),
            Some(Level::Corps) if self.since(7) && self.leads_both(place) => {
                let chief = self.spec(place);
                Some((chief.corps.as_str(), chief.name.as_str()))
            }
            _ => None,
        }
    }

    /// 0.2, transfer orders.
    fn check_transfer(&self, unit: UnitId, to: UnitId) -> Result<(), RuleBreak> {
        self.check_night_desk()?;
        let (spec, chief) = (self.spec(unit), self.spec(to));
        if spec.side != self.at.side {
            return Err(NOT_YOURS);
        }
        // 0.2, transfer orders 3: another order changes it in a later night; a night is 24 turns.
        let place = self.posted_as(unit).unwrap_or(unit);
        let tonight = |t: &Transfer| t.turn.is_some_and(|turn| self.at.turn.saturating_sub(turn) < 24);
        if self.since(5) && self.at.transfers.iter().any(|t| t.unit == place && tonight(t)) {
            return Err(TRANSFERRED);
        }
        let fits = match (spec.brigade(), self.level_of(unit)) {
            (Some(_), _) => self.division_under(to).is_some_and(|division| division != self.command_of(unit)),
            (_, Some(Level::Division)) => {
                self.level_of(to) == Some(Level::Corps) && self.command_of(unit).0 != self.posted(to).corps
            }
            _ => false,
        };
        // Who waits to take over a division, or takes no part, has none to which or from which anybody goes.
        let plays = |u: UnitId| !self.since(7) || self.in_play(self.posted_as(u).unwrap_or(u));
        let fits = fits && plays(unit) && plays(to);
        if fits && chief.side == spec.side { Ok(()) } else { Err(NO_TRANSFER) }
    }

    /// 0.2, movement order 5: whether an order may be rescinded: no way is left to its hex out of enemy range.
    fn check_rescind(&self, by: UnitId) -> Result<(), RuleBreak> {
        if self.at.segment != Segment::Opening {
            return Err(WRONG_SEGMENT);
        }
        if self.side(by) != self.at.side {
            return Err(NOT_YOURS);
        }
        let order = self.at.night_orders.iter().find(|o| o.by == by && !self.is_over(o)).ok_or(STILL_OPEN)?;
        let hex = usize::from(order.hex);
        let shut = self.in_enemy_range(self.at.side, hex) || !self.open_route(by, hex, false);
        if shut { Ok(()) } else { Err(STILL_OPEN) }
    }
}

/// `order Hood N18 07 with Law, Benning, Reilly`: a commander is to be in a hex in an hour of the coming day, with brigades and batteries (0.2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ordered {
    /// The commander.
    pub by: UnitId,
    /// The hex.
    pub hex: usize,
    /// The hour, 5 to 20.
    pub hour: u8,
    /// Brigades and batteries.
    pub with: Vec<UnitId>,
}

impl Verb<Rules> for Ordered {
    fn said() -> Said {
        Said::Alone(&["order"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let (board, side) = (words.board, Some(words.side));
        if words.rest.is_empty() {
            return None;
        }
        let read = || {
            let with = words.rest.iter().position(|w| w.eq_ignore_ascii_case("with")).unwrap_or(words.rest.len());
            let [name @ .., hex, hour] = &words.rest[..with] else {
                return Err(unreadable("Who is to be where at what hour?"));
            };
            let by = read_unit(board, side, &name.join(" "))?;
            let hour = hour.parse().map_err(|_| unreadable(format!("{hour} is no hour.")))?;
            let (mut units, mut rest) = (Vec::new(), words.rest.get(with + 1..).unwrap_or_default());
            while !rest.is_empty() {
                let (unit, left) = leading_unit(board, side, rest)?;
                units.push(unit);
                rest = left;
            }
            Ok(Ordered { by, hex: read_hex(board.pack, hex)?, hour, with: units }.into())
        };
        Some(read())
    }

    /// A free form, as ways are.
    fn candidates(_: &Board<'_>, _: Option<UnitId>, _: &mut dyn FnMut(Self) -> bool) -> bool {
        false
    }

    fn write(&self, board: &Board<'_>) -> String {
        let names: Vec<&str> = self.with.iter().map(|u| board.name(*u)).collect();
        let with = if names.is_empty() { String::new() } else { format!(" with {}", names.join(", ")) };
        format!("order {} {} {:02}{with}", board.name(self.by), board.pack.ground.id(self.hex), self.hour)
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let place = board.pack.ground.id(self.hex);
        let label = format!("{} is ordered to {place} for {} o'clock", board.name(self.by), self.hour);
        Choice { place: Some(place), ..Choice::plain(line, label, "order", "0.2") }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let board = resolver.board();
        let hour = board.check_night_order(self).map_err(|rule| Refusal::from(rule.illegal(board.name(self.by))))?;
        let order = NightOrder { by: self.by, hex: self.hex as u16, hour, with: self.with.clone() };
        resolver.write(Fact::NightOrdered(order));
        Ok(())
    }
}

/// `transfer Lane Heth`: a brigade goes to another division, or a division to another corps (0.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transferred {
    /// The new commander.
    pub to: UnitId,
    /// The brigade or the division's commander.
    pub unit: UnitId,
}

impl Verb<Rules> for Transferred {
    fn said() -> Said {
        Said::Alone(&["transfer"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let (board, side) = (words.board, Some(words.side));
        if words.rest.is_empty() {
            return None;
        }
        let read = || {
            let (unit, rest) = leading_unit(board, side, words.rest)?;
            let rest: Vec<&str> = rest.iter().copied().filter(|w| !w.eq_ignore_ascii_case("to")).collect();
            let name = rest.join(" ");
            // A commander's name may be a brigade's too.
            let chiefs = |u: &UnitId| {
                let spec = board.spec(*u);
                spec.side == words.side && spec.commander().is_some() && spec.name.eq_ignore_ascii_case(&name)
            };
            let to = board.pack.ids().find(chiefs).map_or_else(|| read_unit(board, side, &name), Ok)?;
            Ok(Transferred { to, unit }.into())
        };
        Some(read())
    }

    fn candidates(_: &Board<'_>, _: Option<UnitId>, _: &mut dyn FnMut(Self) -> bool) -> bool {
        false
    }

    fn write(&self, board: &Board<'_>) -> String {
        format!("transfer {} to {}", board.name(self.unit), board.name(self.to))
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let label = format!("{} is transferred to {}", board.name(self.unit), board.name(self.to));
        Choice::plain(line, label, "transfer", "0.2")
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let board = resolver.board();
        let checked = board.check_transfer(self.unit, self.to);
        checked.map_err(|rule| Refusal::from(rule.illegal(board.name(self.unit))))?;
        // 0.3: who leads in another's place is given to that command, whoever may lead it later.
        let place = |unit: UnitId| board.posted_as(unit).filter(|_| board.since(4)).unwrap_or(unit);
        let (to, unit) = (place(self.to), place(self.unit));
        let turn = board.since(5).then_some(board.at.turn);
        resolver.write(Fact::Transferred(Transfer { to, turn, unit }));
        Ok(())
    }
}

/// `rescind Hood`: an order whose hex cannot be reached is void (0.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rescind {
    /// Whose.
    pub by: UnitId,
}

impl Verb<Rules> for Rescind {
    fn said() -> Said {
        Said::Alone(&["rescind"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let name = words.rest.join(" ");
        let read = || read_unit(words.board, Some(words.side), &name).map(|by| Rescind { by }.into());
        (!name.is_empty()).then(read)
    }

    fn candidates(board: &Board<'_>, _: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        let mut all = board.at.night_orders.iter().map(|o| o.by);
        all.any(|by| board.check_rescind(by).is_ok() && found(Rescind { by }))
    }

    fn write(&self, board: &Board<'_>) -> String {
        format!("rescind {}", board.name(self.by))
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        Choice::plain(line, format!("The order of {} is rescinded", board.name(self.by)), "rescind", "0.2")
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let board = resolver.board();
        board.check_rescind(self.by).map_err(|rule| Refusal::from(rule.illegal(board.name(self.by))))?;
        resolver.write(Fact::NightOrderOver { by: self.by, kept: false });
        Ok(())
    }
}

impl Resolver<'_, '_> {
    /// 0.2, movement orders 2 to 4: commanders of the phasing side who are where they were to be, in their hour, have kept their orders.
    pub fn keep_night_orders(&mut self) {
        let board = self.board();
        let (side, turn) = (board.at.side, board.at.turn);
        let kept = |o: &&NightOrder| {
            let there = board.at.place(o.by) == Some(usize::from(o.hex));
            board.side(o.by) == side && there && (o.hour..o.hour + 3).contains(&turn) && !is_night(turn)
        };
        let done: Vec<UnitId> = board.at.night_orders.iter().filter(kept).map(|o| o.by).collect();
        for by in done {
            self.write(Fact::NightOrderOver { by, kept: true });
        }
    }
}

impl Teller<'_> {
    /// A movement order.
    pub fn night_ordered(&self, order: &NightOrder) -> Option<Line> {
        let with = if order.with.is_empty() { String::new() } else { format!(" with {}", self.names(&order.with)) };
        let (name, hex) = (self.name(order.by), self.place(order.hex));
        self.note(format!("{name} is ordered to {hex}{with}, to be there at {} o'clock.", hour_of(order.hour)), "0.2")
    }

    /// An order that is over.
    pub fn night_order_over(&self, by: UnitId, kept: bool) -> Option<Line> {
        let name = self.name(by);
        match kept {
            true => self.note(format!("{name} is where he was ordered to be, at the hour."), "0.2"),
            false => self.note(format!("The order of {name} is rescinded."), "0.2"),
        }
    }

    /// A transfer.
    pub fn transferred(&self, transfer: &Transfer) -> Option<Line> {
        self.note(format!("{} is under {} from now on.", self.name(transfer.unit), self.name(transfer.to)), "0.2")
    }
}
