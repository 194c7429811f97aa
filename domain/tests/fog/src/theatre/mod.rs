//! *Theatre*: a rulebook for tests alone that plays on the large boards: 541 units on 10,330 hexes of two panels, boxes beside the
//! map, roads, a river, facings, trains two hexes long.
//!
//! Units act one after another, the Union's first (§1.0): each goes (§2.1), fires (§2.2) or stands. Who has more steps left at the end wins (§3.0).

mod map;
mod rules;
mod shown;

pub use map::Map;
pub use rules::{ALL, Board, Fact, Order, POINTS, Position, UNITS};

use domain_core::board::{Facing, Sheet};
use domain_core::dice::{BotRng, Dice};
use domain_core::referee::*;
use rules::{name, side_of};
use std::sync::Arc;

/// The ruleset as a registry holds it.
pub fn any_ruleset() -> Arc<dyn AnyRuleset> {
    domain_core::referee::any_ruleset(Theatre::new())
}

/// The ruleset.
pub struct Theatre {
    about: About,
    /// Its ground.
    pub map: Map,
    sheet: Sheet,
}

impl Default for Theatre {
    fn default() -> Self {
        Self::new()
    }
}

impl Theatre {
    /// With its map.
    pub fn new() -> Self {
        let map = Map::lay_out();
        Theatre { about: about(&map), sheet: map.sheet(), map }
    }
}

fn about(map: &Map) -> About {
    let spec = |side, name| SeatSpec { side, name, command: "" };
    About {
        id: "theatre",
        title: "Theatre",
        subtitle: "For tests",
        revision: 1,
        blurb: "Two armies on a large board.",
        reconstructed: "Everything.",
        scenarios: vec![Scenario {
            id: "whole",
            title: "Both armies",
            length: "1 or 2 turns",
            seats: vec![spec(Side::Union, "Union"), spec(Side::Confederate, "Confederate")],
            options: vec![OptionSpec {
                key: "turns",
                title: "How long",
                values: vec![("1", "one turn"), ("2", "two turns")],
                section: Section("1.0"),
            }],
        }],
        files: map.files(),
        rules: vec![Chapter { section: Section("1.0"), title: "Turns", text: vec!["Units act one after another."] }],
        charts: Vec::new(),
        sequence: vec![
            StepOfPlay::new("union", "Union turn", Some(Side::Union), "1.0"),
            StepOfPlay::new("confederate", "Confederate turn", Some(Side::Confederate), "1.0"),
            StepOfPlay::new("over", "The end", None, "3.0"),
        ],
    }
}

impl Card for Theatre {
    fn about(&self) -> &About {
        &self.about
    }

    fn sheet(&self) -> &Sheet {
        &self.sheet
    }

    fn standing_offers(&self) -> Vec<StandingOffer> {
        Vec::new()
    }

    fn bots(&self) -> Vec<Bot> {
        vec![
            Bot { id: "random", title: "Does anything the rules allow" },
            Bot { id: "staff", title: "Fires, or goes nearer" },
        ]
    }
}

impl Ruleset for Theatre {
    type Position = Position;
    type Order = Order;
    type Fact = Fact;
    type Board<'a> = Board<'a>;

    fn open(&self, terms: &Terms) -> Result<Position, Refusal> {
        let turns = terms.options.get("turns").map_or("1", String::as_str).parse();
        let turns = turns.map_err(|_| Refusal::unreadable("So many turns are none.", "Try 1 or 2."))?;
        Ok(Position::open(&self.map, turns))
    }

    fn board<'a>(&'a self, position: &'a Position) -> Board<'a> {
        Board { map: &self.map, at: position }
    }

    fn decide(&self, at: &Position, seat: SeatId, order: &Order, dice: &mut Dice<'_>) -> Result<Vec<Fact>, Refusal> {
        let side = Side::BOTH.get(usize::from(seat.0)).copied();
        let side = side.ok_or_else(|| Illegal::new("1.0", "There is no such seat.", "Name another."))?;
        Board { map: &self.map, at }.decide(side, order, dice)
    }

    fn umpire(&self, _at: &Position, _line: &str) -> Result<Vec<Fact>, Refusal> {
        Err(Refusal::unreadable("There is nothing to rule here.", "Play on."))
    }

    fn whole(&self, at: &Position) -> Result<(), String> {
        let on_map = at.stands.places().all(|place| place < self.map.atlas.len());
        let units =
            at.stands.pieces().all(|unit| unit < ALL && at.steps.get(usize::from(unit)).is_some_and(|s| *s > 0));
        let counted =
            [at.facings.len(), at.steps.len()] == [usize::from(ALL); 2] && at.facings.iter().all(|f| f.is_side());
        let alive = at.steps.iter().filter(|steps| **steps > 0).count() == at.stands.pieces().count();
        let acts = at.is_over() || at.stands.place(at.next).is_some();
        match on_map
            && units
            && counted
            && alive
            && acts
            && at.next <= ALL
            && (1..=at.turns).contains(&at.turn)
            && at.turns <= 2
        {
            true => Ok(()),
            false => Err("a unit is nowhere, or too many are somewhere".to_owned()),
        }
    }

    fn tell(&self, fact: &Fact, _viewer: Viewer) -> Option<Line> {
        match fact {
            Fact::Fired { by, die, hit, target } => {
                let what = if *hit { "hits" } else { "misses" };
                Some(Line::new(Tone::Combat, format!("{} fires {die} and {what} {}.", name(*by), name(*target))))
            }
            Fact::Moved { places, unit, .. } => {
                let places: Vec<String> = places.iter().map(|place| self.map.atlas.name(usize::from(*place))).collect();
                Some(Line::new(Tone::Move, format!("{} goes to {}.", name(*unit), places.join(" and "))))
            }
            Fact::Next { .. } => None,
        }
    }
}

impl Situation for Board<'_> {
    fn waiting(&self) -> Vec<Decision> {
        if self.at.is_over() {
            return Vec::new();
        }
        let seat = SeatId(u8::from(side_of(self.at.next) == Side::Confederate));
        let asks = format!("What does {} do?", name(self.at.next));
        vec![Decision { seat, kind: "act", asks, section: Section("1.0") }]
    }

    fn view(&self, _viewer: Viewer) -> View {
        shown::view(self)
    }

    fn overlays(&self, _viewer: Viewer) -> Vec<OverlayOffer> {
        shown::OFFERS.to_vec()
    }

    fn overlay(&self, _viewer: Viewer, id: &str, piece: Option<&str>) -> Option<OverlayView> {
        shown::overlay(self, id, piece.and_then(|piece| piece.parse().ok()))
    }

    fn phase(&self, _viewer: Viewer) -> Phase {
        let side = (!self.at.is_over()).then(|| side_of(self.at.next));
        let (step, title) = match side {
            Some(Side::Union) => ("union", format!("Turn {}, Union", self.at.turn)),
            Some(Side::Confederate) => ("confederate", format!("Turn {}, Confederate", self.at.turn)),
            None => ("over", "The game is over".to_owned()),
        };
        Phase {
            turn: self.turn(),
            turns: self.at.turns.into(),
            clock: String::new(),
            step,
            side,
            title,
            goals_first: false,
        }
    }

    fn turn(&self) -> u32 {
        self.at.turn.into()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.at.is_over().then(|| self.adjudicate())
    }

    fn adjudicate(&self) -> Outcome {
        // Each side's losses, so that the larger army has no start.
        let (union, confederate) = self.at.steps.split_at(usize::from(UNITS[0]).min(self.at.steps.len()));
        let lost = |steps: &[u8]| steps.iter().map(|left| 2 - i32::from(*left)).sum::<i32>();
        let points = lost(confederate) - lost(union);
        let winner = match points.signum() {
            1 => Some(Side::Union),
            -1 => Some(Side::Confederate),
            _ => None,
        };
        Outcome { level: winner.map_or("Draw".to_owned(), |side| format!("{side} victory")), points, winner }
    }
}

impl Orders for Board<'_> {
    type Order = Order;

    fn orders(&self, seat: SeatId) -> Vec<Order> {
        Side::BOTH.get(usize::from(seat.0)).map_or_else(Vec::new, |side| self.orders_of(*side))
    }

    fn closes(&self, order: &Order) -> bool {
        matches!(order, Order::Done)
    }

    fn choice(&self, _seat: SeatId, order: &Order) -> Choice {
        let text = self.format(order);
        let plain = |verb, section| Choice::plain(text.clone(), text.clone(), verb, section);
        match order {
            Order::Go(unit, place, _) => {
                Choice { piece: Some(unit.to_string()), place: Some(self.map.atlas.name(*place)), ..plain("go", "2.1") }
            }
            Order::Fire(unit, target) => Choice {
                piece: Some(unit.to_string()),
                target: Some(target.to_string()),
                finality: Some(Finality::Stands),
                ..plain("fire", "2.2")
            },
            Order::Stand(unit) => Choice { piece: Some(unit.to_string()), ..plain("stand", "1.0") },
            Order::Done => plain("done", "1.0").closing(Closes::Done),
        }
    }

    fn parse(&self, _seat: SeatId, line: &str) -> Result<Order, Refusal> {
        let unreadable =
            |wrong: String| Refusal::unreadable(wrong, "Write: U1 go W0512 NE, U1 fire at C3, U1 stand, or: done.");
        let unit = |word: &str| {
            let found = (0..ALL).find(|unit| name(*unit).eq_ignore_ascii_case(word));
            found.ok_or_else(|| unreadable(format!("{word} is no unit.")))
        };
        match line.split_whitespace().collect::<Vec<_>>()[..] {
            ["done"] => Ok(Order::Done),
            [one, "stand"] => Ok(Order::Stand(unit(one)?)),
            [one, "fire", "at", other] => Ok(Order::Fire(unit(one)?, unit(other)?)),
            [one, "go", place, facing] => {
                let to = self.map.atlas.read(place).ok_or_else(|| unreadable(format!("{place} is no place.")))?;
                let facing =
                    Facing::read(facing, self.map.atlas.grid().axis).map_err(|e| unreadable(format!("{e}.")))?;
                Ok(Order::Go(unit(one)?, to, facing))
            }
            _ => Err(unreadable("That is no order.".to_owned())),
        }
    }

    fn format(&self, order: &Order) -> String {
        match order {
            Order::Go(unit, place, facing) => {
                let facing = facing.name(self.map.atlas.grid().axis);
                format!("{} go {} {facing}", name(*unit), self.map.atlas.name(*place))
            }
            Order::Fire(unit, target) => format!("{} fire at {}", name(*unit), name(*target)),
            Order::Stand(unit) => format!("{} stand", name(*unit)),
            Order::Done => "done".to_owned(),
        }
    }
}

impl Questions for Board<'_> {
    fn circumstances(&self, _decision: &Decision) -> Vec<QuestionContext> {
        Vec::new()
    }

    fn answer(&self, _decision: &Decision, _standing: &InForce<'_>) -> Option<Answer<Order>> {
        None
    }
}

impl HousePlayers for Board<'_> {
    fn bot_order(&self, bot: &str, seat: SeatId, rng: &mut BotRng) -> Option<Order> {
        let orders = self.orders(seat);
        if bot != "staff" {
            return rng.pick(&orders).cloned();
        }
        let off = self.enemies_off(side_of(self.at.next));
        // A shot before all, then the end nearest to an enemy; who is there faces as it came.
        let worth = |order: &&Order| match order {
            Order::Fire(..) => 0,
            Order::Go(_, place, _) => 1 + 2 * u32::from(off.at(*place).unwrap_or(u16::MAX - 1)),
            Order::Stand(unit) => {
                let off = self.at.stands.place(*unit).and_then(|place| off.at(place));
                2 * u32::from(off.unwrap_or(u16::MAX))
            }
            Order::Done => u32::MAX,
        };
        orders.iter().min_by_key(worth).cloned()
    }
}
