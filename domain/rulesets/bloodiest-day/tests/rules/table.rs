//! *Bloodiest Day* as its tests know it.

use crate::shared::{self, Tested};
use bloodiest_day::{BloodiestDay, Force, LeaderState, Order, Phase, Place, Position, Strike, UnitId, UnitState};
use domain_core::referee::{BotRng, Side, Terms};
use std::sync::LazyLock;

pub use crate::shared::table::seat;

/// The ruleset, read once for all tests.
pub static RULES: LazyLock<BloodiestDay> = LazyLock::new(BloodiestDay::new);

/// A position being played on.
pub type Table = shared::table::Table<BloodiestDay>;

/// The terms with these options on.
pub fn terms(on: &[&str]) -> Terms {
    shared::table::terms::<BloodiestDay>(on)
}

impl Table {
    /// Whoever holds the Advantage lets the roll on the table stand; `dice` for what is rolled next.
    pub fn keep(&mut self, dice: &[u8]) -> &mut Table {
        let side = self.position.advantage;
        self.attempt(side, "keep", dice).unwrap_or_else(|e| panic!("keep: {e}"));
        self
    }

    /// A unit's state by name.
    pub fn unit(&self, name: &str) -> UnitState {
        *self.position.unit(RULES.unit(name).unwrap_or_else(|| panic!("no unit {name}")))
    }

    /// A leader's state by name.
    pub fn leader(&self, name: &str) -> LeaderState {
        *self.position.leader(RULES.leader(name).unwrap_or_else(|| panic!("no leader {name}")))
    }
}

impl Tested for BloodiestDay {
    const SCENARIO: &'static str = "battle";
    const FACES: usize = 120;
    const MOST_ORDERS: usize = 20_000;

    fn rules() -> &'static Self {
        &RULES
    }

    fn sound(position: &Position) {
        let pack = RULES.pack();
        assert_eq!(position.units.len(), 141);
        assert_eq!(position.leaders.len(), 12);
        for area in pack.area_ids() {
            for side in Side::BOTH {
                let here: Vec<_> = pack
                    .ids()
                    .filter(|u| pack.unit(*u).side == side && position.unit(*u).place == Place::At(area))
                    .collect();
                let mut divisions: Vec<&str> = here.iter().map(|u| pack.unit(*u).division.as_str()).collect();
                divisions.sort_unstable();
                divisions.dedup();
                assert!(here.len() <= 10 || divisions.len() <= 2, "{area} is overstacked");
            }
        }
        for (spec, state) in pack.units.iter().zip(&position.units) {
            assert!(state.used <= spec.movement, "{} used {} MP", spec.name, state.used);
            assert!(!(spec.independent() && state.place == Place::Lost), "{} is in the box", spec.name);
            assert!(
                state.bid.is_none() || state.area().is_some() && !state.spent,
                "{} is committed off the map",
                spec.name
            );
        }
        // §7.11
        for crossing in 0..pack.crossings.len() as u8 {
            let mut over: Vec<_> = position.impulse.crossed.iter().filter(|c| c.0 == crossing).map(|c| c.1).collect();
            over.sort_unstable();
            over.dedup();
            let mut divisions: Vec<&str> = over.iter().map(|u| pack.unit(*u).division.as_str()).collect();
            divisions.dedup();
            assert!(over.len() <= 5 || divisions.len() == 1, "too many over {crossing}");
        }
    }

    fn rare(position: &Position) -> bool {
        !position.pending.is_empty() || position.phase != Phase::Action
    }

    fn orders_without_a_way(rng: &mut BotRng) -> Vec<Order> {
        let pack = RULES.pack();
        let mut orders = vec![
            Order::Pass,
            Order::Done,
            Order::Free,
            Order::Keep,
            Order::More,
            Order::Reroll { second: false },
            Order::Reroll { second: true },
        ];
        for crossing in 0..=pack.crossings.len() as u8 {
            orders.push(Order::Find { crossing });
        }
        for area in pack.area_ids() {
            orders.push(Order::Retreat { area });
            orders.extend(Force::ALL.map(|force| Order::BringOn { force, area }));
        }
        for leader in pack.leader_ids() {
            orders.extend([Order::Wake { leader }, Order::Silence { leader }, Order::Pick { leader }]);
            for area in pack.area_ids() {
                orders.push(Order::Station { leader, area });
                orders.push(Order::Activate { leader, area, second: None });
                let other = rng.below(75) as u8 + 1;
                orders.push(Order::Activate { leader, area: area.min(other), second: Some(area.max(other)) });
            }
            for unit in pack.ids() {
                orders.push(Order::Reorganise { leader, unit });
            }
        }
        for unit in pack.ids() {
            orders.extend([
                Order::Lead { unit },
                Order::Spend { unit },
                Order::Die { unit },
                Order::FallBack { unit },
                Order::Stay { unit },
                Order::Pay { unit },
            ]);
            for area in pack.area_ids() {
                for kind in [Strike::Assault, Strike::Bombard, Strike::Volley] {
                    orders.push(Order::Commit { unit, kind, area });
                    orders.push(Order::Strike { kind, area, lead: unit, target: None });
                }
                let target = UnitId(rng.below(141) as u8);
                orders.push(Order::Strike { kind: Strike::Bombard, area, lead: unit, target: Some(target) });
            }
            for crossing in 0..pack.crossings.len() as u8 {
                orders.push(Order::Try { unit, crossing });
            }
        }
        orders
    }
}
