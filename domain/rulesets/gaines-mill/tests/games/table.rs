//! *Gaines's Mill* as its tests know it.

use crate::shared::{self, Tested};
use domain_core::board::HexId;
use domain_core::referee::BotRng;
use gaines_mill::{
    Activate, Advance, Bonus, CloseCombat, Condition, Deploy, Division, Done, Fire, GainesMill, Keep, Lift, LoseStep,
    Order, Phase, Place, Position, Recover, Retreat, Roll, SetUp, Stay, TakeMarker, Touch, UnitId, UnitState, UseBonus,
    Withdraw,
};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// The ruleset, read once for all tests.
pub static RULES: LazyLock<GainesMill> = LazyLock::new(GainesMill::new);

/// A position being played on.
pub type Table = shared::table::Table<GainesMill>;

impl Table {
    /// A unit's state by name.
    pub fn unit(&self, name: &str) -> UnitState {
        *self.position.unit(RULES.unit(name).unwrap_or_else(|| panic!("no unit {name}")))
    }
}

impl Tested for GainesMill {
    const SCENARIO: &'static str = "battle";
    const FACES: usize = 24;
    const MOST_ORDERS: usize = 5_000;

    fn rules() -> &'static Self {
        &RULES
    }

    fn sound(position: &Position) {
        let pack = RULES.pack();
        assert_eq!(position.units.len(), 55);
        let mut taken = BTreeSet::new();
        for (spec, state) in pack.units.iter().zip(&position.units) {
            match state.place {
                Place::At(hex) => {
                    assert!(taken.insert(hex), "two units in {hex}");
                    let cell = pack.ground.hex(hex);
                    assert!(!cell.river || cell.bridge.is_some(), "{} stands in the river at {hex}", spec.name);
                    assert!((1..=spec.steps).contains(&state.steps), "{} has {} steps", spec.name, state.steps);
                }
                Place::Lost => assert_eq!(state.steps, 0, "{} is lost with steps", spec.name),
                Place::Away => assert!(!state.rf && state.charging.is_none() && state.condition == Condition::Good),
            }
            if let Some(target) = state.charging {
                assert!(state.hex().is_some() && state.condition == Condition::Good && !spec.arm.is_artillery());
                assert_ne!(pack.unit(target).side, spec.side);
                assert_eq!(position.units.iter().filter(|u| u.charging == Some(target)).count(), 1);
            }
            assert!(!state.rf || matches!(position.phase, Phase::Fire | Phase::Reaction), "RF out of season");
        }
    }

    fn rare(position: &Position) -> bool {
        !position.pending.is_empty() || matches!(position.phase, Phase::Reaction | Phase::Close)
    }

    fn orders_without_a_way(_rng: &mut BotRng) -> Vec<Order> {
        let mut orders = vec![
            Deploy.into(),
            Done.into(),
            Roll.into(),
            Keep { second: false }.into(),
            Keep { second: true }.into(),
            Touch.into(),
            UseBonus { bonus: Bonus::None }.into(),
            UseBonus { bonus: Bonus::Strike }.into(),
            UseBonus { bonus: Bonus::Spare }.into(),
        ];
        for one in Division::ALL {
            orders.extend(
                Division::ALL.into_iter().filter(|two| one <= *two).map(|two| Order::from(Activate { one, two })),
            );
        }
        orders.extend(RULES.pack().ids().flat_map(of_a_unit));
        orders
    }
}

fn of_a_unit(unit: UnitId) -> Vec<Order> {
    let mut orders = vec![
        Lift { unit }.into(),
        Recover { unit }.into(),
        TakeMarker { unit }.into(),
        LoseStep { unit }.into(),
        Stay { unit }.into(),
        Advance { unit }.into(),
    ];
    for hex in RULES.pack().ground.grid.hexes() {
        orders.extend([
            Order::from(SetUp { unit, hex }),
            Withdraw { unit, to: hex }.into(),
            Fire { unit, at: hex }.into(),
            CloseCombat { unit, at: hex }.into(),
            Retreat { unit, to: hex }.into(),
        ]);
    }
    orders.push(Fire { unit, at: HexId::new(99, 99) }.into());
    orders.push(SetUp { unit, hex: HexId::new(0, 0) }.into());
    orders
}
