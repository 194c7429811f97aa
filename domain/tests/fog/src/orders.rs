//! What a player may say: the menu, and notation.

use crate::board::Board;
use crate::pack::{GRID, NAMED, Printed, next_to, place_name};
use crate::position::{Phase, Posture};
use domain_core::board::HexId;
use domain_core::referee::{Choice, Closes, Finality, Odds, Refusal, SeatId, Sum, Term};

/// An order. Hexes are the way, without the one where it begins.
#[derive(Clone, Debug, PartialEq)]
pub enum Order {
    /// `block 2`
    Block(u8),
    /// `Straw Men creep 0304`
    Creep(u16, Vec<HexId>),
    /// `declare attack`
    Declare(Posture),
    /// `dispatch`
    Dispatch,
    /// `done`
    Done,
    /// `D'Arcy & Sons fire at Beauregard's Own`
    Fire(u16, u16),
    /// `D'Arcy & Sons go No. 3 Ford`
    Go(u16, Vec<HexId>),
    /// `Straw Men hide 0304`
    Hide(u16, HexId),
    /// `hold`
    Hold,
    /// `ready`
    Ready,
    /// `retreat 0304`
    Retreat(HexId),
    /// `signal`
    Signal,
}

/// The most turns of a block (§3.4).
pub const MOST_BLOCK: u8 = 3;

/// The most shots of a seat in a turn (§5.0), so that each has a private roll of its own.
pub const MOST_FIRES: u8 = 20;

impl Board<'_> {
    /// All legal orders of a seat.
    pub fn orders_of(&self, seat: SeatId) -> Vec<Order> {
        let mut found: Vec<Order> = Vec::new();
        let own = || self.pack.of(self.at.which).filter(|u| self.at.which.seat_of(u) == seat);
        match self.at.phase {
            _ if !self.asks(seat) => {}
            Phase::Over => {}
            Phase::Setup => {
                own().filter(|u| u.hidden).for_each(|unit| self.hides_of(unit, &mut found));
                found.push(Order::Ready);
            }
            Phase::Declare => {
                found.extend([Posture::Attack, Posture::Hold].map(Order::Declare));
                found.extend((1..=MOST_BLOCK).map(Order::Block));
            }
            Phase::Move(_) => {
                if let Some(asked) = self.at.asked {
                    found.push(Order::Hold);
                    let from = self.at.unit(asked.unit).and_then(|u| u.hex);
                    found.extend(from.into_iter().flat_map(next_to).map(Order::Retreat));
                } else {
                    own().for_each(|unit| self.moves_of(unit, &mut found));
                    found.extend([Order::Dispatch, Order::Done]);
                }
            }
        }
        found.extend(self.interrupts_of(seat));
        found.retain(|order| self.check(seat, order).is_ok());
        found
    }

    /// The legal orders of one unit of a seat.
    pub fn orders_of_unit(&self, seat: SeatId, unit: u16) -> Vec<Order> {
        let mut found: Vec<Order> = Vec::new();
        let own = self.pack.of(self.at.which).find(|u| u.id == unit && self.at.which.seat_of(u) == seat);
        match (own, self.at.phase) {
            (Some(unit), Phase::Setup) if unit.hidden => self.hides_of(unit, &mut found),
            (Some(unit), Phase::Move(_)) if self.at.asked.is_none() => self.moves_of(unit, &mut found),
            _ => {}
        }
        found.retain(|order| self.check(seat, order).is_ok());
        found
    }

    fn hides_of(&self, unit: &Printed, found: &mut Vec<Order>) {
        found.extend(GRID.hexes().map(|hex| Order::Hide(unit.id, hex)));
    }

    fn moves_of(&self, unit: &Printed, found: &mut Vec<Order>) {
        let Some(from) = self.place_of(unit.id) else { return };
        let covered = self.at.cover_of(unit.id).is_some_and(|c| c.hex.is_some());
        for path in ways(from, 2) {
            found.push(if covered { Order::Creep(unit.id, path) } else { Order::Go(unit.id, path) });
        }
        found.extend(self.enemies_next_to(unit.side, from).into_iter().map(|target| Order::Fire(unit.id, target)));
    }

    /// What a seat may do whether it is asked or not: signal while both heads declare, where there are signals (§3.3).
    pub fn interrupts_of(&self, seat: SeatId) -> Vec<Order> {
        let may = self.check(seat, &Order::Signal).is_ok();
        may.then_some(Order::Signal).into_iter().collect()
    }

    /// A line of the menu.
    pub fn line(&self, seat: SeatId, order: &Order) -> Choice {
        let text = self.write(order);
        let of = |unit: u16| Some(unit.to_string());
        let odds = |outcome: &str, ways| Odds::new(outcome, ways, 6);
        match order {
            Order::Creep(unit, path) | Order::Go(unit, path) => {
                let (verb, section) = if matches!(order, Order::Go(..)) { ("go", "4.1") } else { ("creep", "4.2") };
                let reveals = self.may_reveal(*unit, path);
                Choice {
                    piece: of(*unit),
                    place: path.last().map(ToString::to_string),
                    path: self.place_of(*unit).iter().chain(path).map(ToString::to_string).collect(),
                    cost: Some(format!("{} of {}", path.len(), self.speed(seat, *unit))),
                    // That a march came upon somebody the referee must see by itself: the menu does not say that it could.
                    finality: (reveals && verb == "creep").then_some(Finality::MayShow),
                    note: reveals.then(|| "may reveal".to_owned()),
                    ..Choice::plain(text.clone(), text, verb, section)
                }
            }
            Order::Fire(unit, target) => {
                let bonus = self.bonus(*unit, Posture::Attack);
                let term = |what: &str, value| Term { what: what.to_owned(), value };
                let terms = vec![term("fire", 0), term("posture", i32::from(bonus))];
                let hits = 2 + u32::from(bonus);
                Choice {
                    piece: of(*unit),
                    target: of(*target),
                    finality: Some(Finality::Rolls),
                    sum: Some(Sum { name: "added".to_owned(), terms }),
                    odds: vec![odds("hit", hits), odds("miss", 6 - hits)],
                    ..Choice::plain(text.clone(), text, "fire", "5.0")
                }
            }
            Order::Hide(unit, hex) => Choice {
                piece: of(*unit),
                place: Some(hex.to_string()),
                ..Choice::plain(text.clone(), text, "hide", "3.1")
            },
            Order::Hold => {
                let bonus = self.at.asked.map_or(0, |a| self.bonus(a.unit, Posture::Hold));
                let lost = 3 - u32::from(bonus);
                let odds = vec![odds("a step lost", lost), odds("stands", 6 - lost)];
                Choice { odds, ..Choice::plain(text.clone(), text, "hold", "6.0").rolling() }
            }
            Order::Retreat(hex) => Choice {
                place: Some(hex.to_string()),
                finality: Some(Finality::Stands),
                ..Choice::plain(text.clone(), text, "retreat", "6.0")
            },
            Order::Signal => final_choice(text, "signal", "3.3"),
            Order::Block(_) => final_choice(text, "block", "3.4"),
            Order::Declare(_) => final_choice(text, "declare", "3.2"),
            Order::Dispatch => final_choice(text, "dispatch", "4.3"),
            Order::Done | Order::Ready => final_choice(text, "done", "4.0").closing(Closes::Done),
        }
    }

    /// Notation.
    pub fn write(&self, order: &Order) -> String {
        let way = |path: &[HexId]| path.iter().map(|h| place_name(*h)).collect::<Vec<_>>().join(", ");
        let name = |unit: &u16| self.pack.name(*unit);
        match order {
            Order::Block(turns) => format!("block {turns}"),
            Order::Creep(unit, path) => format!("{} creep {}", name(unit), way(path)),
            Order::Declare(Posture::Attack) => "declare attack".to_owned(),
            Order::Declare(Posture::Hold) => "declare hold".to_owned(),
            Order::Dispatch => "dispatch".to_owned(),
            Order::Done => "done".to_owned(),
            Order::Fire(unit, target) => format!("{} fire at {}", name(unit), name(target)),
            Order::Go(unit, path) => format!("{} go {}", name(unit), way(path)),
            Order::Hide(unit, hex) => format!("{} hide {}", name(unit), place_name(*hex)),
            Order::Hold => "hold".to_owned(),
            Order::Ready => "ready".to_owned(),
            Order::Retreat(hex) => format!("retreat {}", place_name(*hex)),
            Order::Signal => "signal".to_owned(),
        }
    }

    /// Reads notation.
    ///
    /// # Errors
    /// [`Refusal::Unreadable`].
    pub fn read(&self, line: &str) -> Result<Order, Refusal> {
        let line = line.trim().replace('\u{2019}', "'");
        match line.to_lowercase().as_str() {
            "declare attack" => return Ok(Order::Declare(Posture::Attack)),
            "declare hold" => return Ok(Order::Declare(Posture::Hold)),
            "dispatch" => return Ok(Order::Dispatch),
            "done" => return Ok(Order::Done),
            "hold" => return Ok(Order::Hold),
            "ready" => return Ok(Order::Ready),
            "signal" => return Ok(Order::Signal),
            _ => {}
        }
        if let Some(turns) = line.strip_prefix("block ").and_then(|turns| turns.parse().ok()) {
            return Ok(Order::Block(turns));
        }
        if let Some(hex) = line.strip_prefix("retreat ") {
            return Ok(Order::Retreat(place(hex)?));
        }
        let (unit, rest) = self.unit_before(&line)?;
        if let Some(way) = rest.strip_prefix("go ") {
            Ok(Order::Go(unit, path(way)?))
        } else if let Some(way) = rest.strip_prefix("creep ") {
            Ok(Order::Creep(unit, path(way)?))
        } else if let Some(hex) = rest.strip_prefix("hide ") {
            Ok(Order::Hide(unit, place(hex)?))
        } else if let Some(target) = rest.strip_prefix("fire at ") {
            match self.unit_before(target)? {
                (target, "") => Ok(Order::Fire(unit, target)),
                (_, rest) => Err(unreadable(format!("{rest} is too much."))),
            }
        } else {
            Err(unreadable(format!("{rest} is no verb.")))
        }
    }

    /// The unit with which a line begins, by the longest name, and what follows it.
    fn unit_before<'l>(&self, line: &'l str) -> Result<(u16, &'l str), Refusal> {
        let named = self.pack.of(self.at.which).filter_map(|u| {
            let rest = line.strip_prefix(u.name.as_str())?;
            (rest.is_empty() || rest.starts_with(' ')).then(|| (u.id, rest.trim_start()))
        });
        named.min_by_key(|(_, rest)| rest.len()).ok_or_else(|| unreadable(format!("There is nobody in {line}.")))
    }
}

pub(crate) fn unreadable(wrong: String) -> Refusal {
    Refusal::unreadable(wrong, "Write: D'Arcy & Sons go No. 3 Ford, or: done.")
}

/// A hex by number or name.
pub(crate) fn place(text: &str) -> Result<HexId, Refusal> {
    let text = text.trim();
    let named = NAMED.iter().find(|(_, name)| name.eq_ignore_ascii_case(text)).map(|(hex, _)| *hex);
    let hex = named.or_else(|| text.parse().ok()).filter(|hex| GRID.contains(*hex));
    hex.ok_or_else(|| unreadable(format!("{text} is not on the map.")))
}

fn path(text: &str) -> Result<Vec<HexId>, Refusal> {
    let path: Vec<HexId> = text.split(',').map(place).collect::<Result<_, _>>()?;
    if path.len() > 2 { Err(unreadable("Nobody goes so far.".to_owned())) } else { Ok(path) }
}

/// All ways of at most so many hexes that do not come back.
pub(crate) fn ways(from: HexId, most: usize) -> Vec<Vec<HexId>> {
    let mut found: Vec<Vec<HexId>> = next_to(from).map(|h| vec![h]).collect();
    if most > 1 {
        let longer = found.iter().flat_map(|way| next_to(way[0]).filter(|h| *h != from).map(|h| vec![way[0], h]));
        found.extend(longer.collect::<Vec<_>>());
    }
    found
}

/// A choice that stands once it is given.
fn final_choice(text: String, verb: &'static str, section: &'static str) -> Choice {
    Choice { finality: Some(Finality::Stands), ..Choice::plain(text.clone(), text, verb, section) }
}
