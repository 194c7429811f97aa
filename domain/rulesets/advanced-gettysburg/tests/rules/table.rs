//! *Advanced Gettysburg* as its tests know it.

use crate::shared::{self, Tested};
use advanced_gettysburg::{
    AdvancedGettysburg, Alone, Board, Brigade, Done, EndAttack, Face, Fact, FormColumn, Limber, Name, Order, Position,
    Primary, Rest, Ride, Scenario, Stand, UnitId,
};
use domain_core::board::Facing;
use domain_core::dice::Dice;
use domain_core::referee::{Apply, BotRng, Orders, Refusal, Ruleset, SeatId, Side};
use std::collections::VecDeque;
use std::sync::LazyLock;

/// The ruleset.
pub static RULES: LazyLock<AdvancedGettysburg> = LazyLock::new(AdvancedGettysburg::new);

/// A position being played on.
pub type Table = shared::table::Table<AdvancedGettysburg>;

impl Tested for AdvancedGettysburg {
    const SCENARIO: &'static str = "morning";
    const FACES: usize = 40;
    const MOST_ORDERS: usize = 20_000;

    fn rules() -> &'static Self {
        &RULES
    }

    fn sound(position: &Position) {
        assert_eq!(RULES.whole(position), Ok(()));
    }

    fn rare(position: &Position) -> bool {
        position.pending.is_some()
    }

    fn orders_without_a_way(rng: &mut BotRng) -> Vec<Order> {
        let hexes = RULES.pack().ground.cells.len();
        let mut orders: Vec<Order> = vec![Done.into(), Stand.into()];
        for unit in RULES.pack().ids() {
            orders.extend([Order::from(Primary { by: unit }), Alone { unit }.into(), Rest { unit }.into()]);
            orders.push(EndAttack { unit }.into());
            orders.push(Name { units: vec![unit] }.into());
            orders.extend(Facing::sides().map(|facing| Order::from(Face { unit, facing })));
            orders.extend(Facing::sides().map(|facing| Order::from(FormColumn { unit, facing })));
            orders.extend(Facing::all().map(|facing| Limber { unit, limber: facing.is_side(), facing }.into()));
            orders.extend((0..4).map(|_| Order::from(Ride { unit, to: rng.below(hexes) })));
        }
        orders
    }
}

impl Table {
    /// A brigade.
    pub fn brigade(&self, name: &str) -> &Brigade {
        self.position.brigade(unit(name)).unwrap_or_else(|| panic!("{name} is no brigade"))
    }

    /// What each marker of a brigade has spent in this Movement Phase: `1.5 1 1`.
    pub fn spent(&self, name: &str) -> String {
        self.brigade(name).paid.iter().map(|p| format!("{}", f32::from(*p) / 2.0)).collect::<Vec<_>>().join(" ")
    }

    /// The section that forbids a line, and what is wrong in its words.
    pub fn why(&mut self, side: Side, line: &str) -> String {
        match self.attempt(side, line, &[]) {
            Err(Refusal::Illegal(illegal)) => format!("{} {}", illegal.section.0, illegal.wrong),
            other => panic!("{line} should be illegal, but: {other:?}"),
        }
    }
}

/// The counter of that name or id.
pub fn unit(name: &str) -> UnitId {
    RULES.unit(name).unwrap_or_else(|| panic!("nobody is called {name}"))
}

/// The place of a hex.
pub fn hex(id: &str) -> usize {
    RULES.hex(id).unwrap_or_else(|| panic!("no hex {id}"))
}

/// The board of a table.
pub fn board(table: &Table) -> Board<'_> {
    RULES.board(&table.position)
}

/// Where the markers of a counter lie, with their points: `H36=5 H35=8`.
pub fn lies(table: &Table, name: &str) -> String {
    let chain = table.position.chain(unit(name));
    chain.iter().map(|l| format!("{}={}", RULES.pack().ground.id(l.at()), l.sp)).collect::<Vec<_>>().join(" ")
}

/// Notes that a counter fired from one hex at another in this turn's combat fire, with all its points there, eight at most.
pub fn fired(table: &mut Table, name: &str, from: &str, to: &str) {
    let here = table.position.chain(unit(name)).iter().find(|l| l.at() == hex(from)).map_or(0, |l| l.sp.min(8));
    fired_with(table, name, from, to, here);
}

/// The same with so many points.
pub fn fired_with(table: &mut Table, name: &str, from: &str, to: &str, sp: u8) {
    let pair = serde_json::json!({ "from": hex(from), "sp": sp, "to": hex(to), "unit": unit(name) });
    table.position.pairs.push(serde_json::from_value(pair).expect("a pair"));
}

/// The rules as they were at revision 1.
pub static REVISION_ONE: LazyLock<AdvancedGettysburg> = LazyLock::new(|| earlier(1));

/// The rules as they were at revision 2.
pub static REVISION_TWO: LazyLock<AdvancedGettysburg> = LazyLock::new(|| earlier(2));

/// The rules as they were at revision 3.
pub static REVISION_THREE: LazyLock<AdvancedGettysburg> = LazyLock::new(|| earlier(3));

/// The rules as they were at revision 4.
pub static REVISION_FOUR: LazyLock<AdvancedGettysburg> = LazyLock::new(|| earlier(4));

/// The rules as they were at revision 5.
pub static REVISION_FIVE: LazyLock<AdvancedGettysburg> = LazyLock::new(|| earlier(5));

/// The rules as they were at revision 6.
pub static REVISION_SIX: LazyLock<AdvancedGettysburg> = LazyLock::new(|| earlier(6));

/// The rules as they were at revision 7.
pub static REVISION_SEVEN: LazyLock<AdvancedGettysburg> = LazyLock::new(|| earlier(7));

fn earlier(revision: u32) -> AdvancedGettysburg {
    RULES.earlier(revision).unwrap_or_else(|| panic!("revision {revision} is known"))
}

/// A morning with hidden movement, an empty map on which the umpire says these lines.
pub fn hidden(lines: &[&str]) -> Table {
    let mut table = Table::with(&["hidden-movement"]);
    table.confederate("done", &[]).union("done", &[]);
    table.umpire("clear");
    for line in lines {
        table.umpire(line);
    }
    table
}

/// An empty map of all three days, on which the umpire says these lines.
pub fn days(lines: &[&str]) -> Table {
    let mut table = Table::study(&[]);
    table.position.scenario = Scenario::ThreeDays;
    for line in lines {
        table.umpire(line);
    }
    table
}

/// The strength of the last line's fire at a brigade.
pub fn strength(table: &Table, name: &str) -> Option<u16> {
    table.facts.iter().find_map(|fact| match fact {
        Fact::CombatFire(volley) if volley.target == unit(name) => Some(volley.strength),
        _ => None,
    })
}

/// An empty map on which an option is in force, and what the umpire says.
pub fn empty_map_with(option: &str, lines: &[&str]) -> Table {
    let mut table = Table::with(&[option]);
    table.umpire("clear");
    for line in lines {
        table.umpire(line);
    }
    table
}

/// The position after a line by some rules, those of an earlier revision above all; each of the dice is rolled.
pub fn after(
    rules: &AdvancedGettysburg,
    table: &Table,
    side: Side,
    line: &str,
    dice: &[u8],
) -> Result<Position, Refusal> {
    let mut queue: VecDeque<u8> = dice.iter().copied().collect();
    let seat = SeatId::of_side(side);
    let order = rules.board(&table.position).parse(seat, line)?;
    let facts = rules.decide(&table.position, seat, &order, &mut Dice::forced(&mut queue))?;
    assert!(queue.is_empty(), "{line}: {queue:?} were not rolled");
    let mut position = table.position.clone();
    facts.iter().for_each(|fact| position.apply(fact));
    Ok(position)
}

/// What every position is: whole.
pub fn sound(table: &Table) {
    assert_eq!(RULES.whole(&table.position), Ok(()));
}
