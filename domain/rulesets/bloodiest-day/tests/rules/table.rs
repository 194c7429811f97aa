//! *Bloodiest Day* as its tests know it.

use crate::shared::{self, Tested};
use bloodiest_day::{
    Activate, Aim, Attack, BloodiestDay, BringOn, Commit, Done, Find, Force, Free, Keep, Lead, LeaderState, More,
    Order, Pass, Pay, Payment, Phase, Place, Position, Post, Reorganise, Reroll, Retreat, Silence, Stay, Strike,
    TakeLoss, Try, UnitId, UnitState, Wake,
};
use domain_core::referee::{BotRng, Side, Terms};
use std::collections::BTreeMap;
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
        // The divisions of the units of a side in an area. In one go through the units: this is asked of every position of every game.
        let mut stacks: BTreeMap<(u8, bool), Vec<&str>> = BTreeMap::new();
        for (spec, state) in pack.units.iter().zip(&position.units) {
            if let Place::At(area) = state.place {
                stacks.entry((area, spec.side == Side::Union)).or_default().push(&spec.division);
            }
        }
        for ((area, _), mut divisions) in stacks {
            let units = divisions.len();
            divisions.sort_unstable();
            divisions.dedup();
            assert!(units <= 10 || divisions.len() <= 2, "{area} is overstacked");
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
        let mut orders: Vec<Order> = vec![
            Pass.into(),
            Done.into(),
            Free.into(),
            Keep.into(),
            More.into(),
            Reroll { second: false }.into(),
            Reroll { second: true }.into(),
        ];
        for crossing in 0..=pack.crossings.len() as u8 {
            orders.push(Find { crossing }.into());
        }
        for area in pack.area_ids() {
            orders.push(Retreat { area }.into());
            orders.extend(Force::ALL.map(|force| BringOn { force, area }.into()));
        }
        for leader in pack.leader_ids() {
            orders.extend([Wake { leader }.into(), Silence { leader }.into(), Aim { leader }.into()]);
            for area in pack.area_ids() {
                orders.push(Post { leader, area }.into());
                orders.push(Activate { leader, area, second: None }.into());
                let other = rng.below(75) as u8 + 1;
                orders.push(Activate { leader, area: area.min(other), second: Some(area.max(other)) }.into());
            }
            for unit in pack.ids() {
                orders.push(Reorganise { leader, unit }.into());
            }
        }
        for unit in pack.ids() {
            orders.extend([
                Lead { unit }.into(),
                TakeLoss { unit, how: Payment::Spend }.into(),
                TakeLoss { unit, how: Payment::Die }.into(),
                TakeLoss { unit, how: Payment::FallBack }.into(),
                Stay { unit }.into(),
                Pay { unit }.into(),
            ]);
            for area in pack.area_ids() {
                for kind in [Strike::Assault, Strike::Bombard, Strike::Volley] {
                    orders.push(Commit { unit, kind, area }.into());
                    orders.push(Attack { kind, area, lead: unit, target: None }.into());
                }
                let target = UnitId(rng.below(141) as u8);
                orders.push(Attack { kind: Strike::Bombard, area, lead: unit, target: Some(target) }.into());
            }
            for crossing in 0..pack.crossings.len() as u8 {
                orders.push(Try { unit, crossing }.into());
            }
        }
        orders
    }
}
