//! The odds of assaults by a second model (§26.0, Combat Assault and Casualties Tables), computed from the text alone.

use crate::charts::{CARRIES, CASUALTY_DIE, GUN_POINTS, SHARE, disorganization, experience};
use crate::table::{Table, fired_with, unit};
use advanced_gettysburg::Fact;
use domain_core::referee::Side;
use proptest::prelude::*;

/// An assault by Archer on Meredith, with everything that counts.
#[derive(Clone, Debug)]
struct Case {
    marker: u8,
    worn: [u16; 2],
    /// Heth with Archer, Wadsworth with Meredith; hit or not.
    leaders: [Option<bool>; 2],
    here: u8,
    fired: u8,
    guns: bool,
    fell_back: bool,
    dice: [u8; 2],
}

fn cases() -> impl Strategy<Value = Case> {
    let worn = [0u16..60, 0u16..60];
    let leaders = [proptest::option::of(any::<bool>()), proptest::option::of(any::<bool>())];
    let strengths = (1u8..=12, 1u8..=10, 0u8..=8);
    (worn, leaders, strengths, any::<bool>(), any::<bool>(), [1u8..=6, 1u8..=6]).prop_map(
        |(worn, leaders, (marker, here, fired), guns, fell_back, dice)| Case {
            marker,
            worn,
            leaders,
            here,
            fired: fired.min(here),
            guns,
            fell_back,
            dice,
        },
    )
}

/// The difference by the text: §26.1 to §26.4 and the note of the table.
fn difference(case: &Case) -> i32 {
    let leads = |there: Option<bool>, rating: i32| match there {
        // A commander who was hit has 2, and the brigade commander's 3 counts (§26.3, §32.4).
        Some(false) => rating.max(3),
        _ => 3,
    };
    let attacker =
        i32::from(case.marker.min(8)) + i32::from(experience(12, case.worn[0] / 10)) + leads(case.leaders[0], 4);
    let stewart = if case.guns { i32::from(GUN_POINTS[5][1]) } else { 0 };
    let halved = (i32::from(case.here - case.fired) + stewart + 1) / 2;
    let defender =
        i32::from(case.fired) + halved + i32::from(experience(12, case.worn[1] / 10)) + leads(case.leaders[1], 5)
            - if case.fell_back { 2 } else { 0 };
    attacker - defender
}

fn assault(case: &Case) -> Result<bool, TestCaseError> {
    let mut table = Table::study(&["turn 3 confederate assault"]);
    table
        .umpire(&format!("place Archer line F22={} F21=4", case.marker))
        .umpire(&format!("place Meredith line G21=4 G22={}", case.here))
        .umpire(&format!("mark Archer attack launched dp {}", case.worn[0]))
        .umpire(&format!("mark Meredith dp {}{}", case.worn[1], if case.fell_back { " fell-back" } else { "" }));
    if case.guns {
        table.umpire("place Stewart G22 unlimbered W");
    }
    for (name, hex, there) in [("Heth", "F21", case.leaders[0]), ("Wadsworth", "G21", case.leaders[1])] {
        if let Some(hit) = there {
            table.umpire(&format!("place {name} {hex}"));
            if hit {
                table.umpire(&format!("mark {name} hit"));
            }
        }
    }
    fired_with(&mut table, "Archer", "F22", "G22", case.marker.min(8));
    if case.fired > 0 {
        fired_with(&mut table, "Meredith", "G22", "F22", case.fired);
    }
    let difference = difference(case);
    if difference < -2 {
        table.confederate("Archer.1 assault G22", &[]);
        let barred = table.facts.iter().any(|f| matches!(f, Fact::AssaultBarred { .. }));
        prop_assert!(barred);
        return Ok(false);
    }
    let column = (difference.min(5) + 2) as usize;
    let carried = case.dice[0] <= CARRIES[column];
    let dice = if carried { &case.dice[..] } else { &case.dice[..1] };
    let told = table.attempt(Side::Confederate, "Archer.1 assault G22", dice);
    prop_assert!(told.is_ok(), "{:?}", told);
    for fact in &table.facts {
        match fact {
            Fact::Assaulted(a) => {
                prop_assert_eq!(a.sum.iter().map(|t| t.value).sum::<i32>(), difference);
                prop_assert_eq!(a.success, carried);
            }
            Fact::AssaultLoss { cp, share, unit: who, .. } => {
                let die = (i32::from(case.dice[1]) + CASUALTY_DIE[column]).clamp(0, 7) as usize;
                let strength = u32::from(case.here) + 4;
                prop_assert_eq!(u32::from(*share), SHARE[die]);
                // To the nearest whole, halves up.
                prop_assert_eq!(u32::from(*cp), (2 * SHARE[die] * strength + 100) / 200);
                prop_assert_eq!(*who, unit("Meredith"));
                let dp = table.position.brigade(*who).expect("a brigade").dp;
                prop_assert_eq!(dp, case.worn[1] + disorganization(*cp, strength as u16));
            }
            _ => {}
        }
    }
    Ok(carried)
}

#[test]
fn s26_a_second_model_finds_the_same_odds_and_casualties_in_two_thousand_assaults() {
    let mut runner = proptest::test_runner::TestRunner::new_with_rng(
        ProptestConfig { cases: 2_000, failure_persistence: None, max_shrink_iters: 400, ..ProptestConfig::default() },
        proptest::test_runner::TestRng::deterministic_rng(proptest::test_runner::RngAlgorithm::ChaCha),
    );
    let carried = std::cell::Cell::new(0);
    let told = runner.run(&cases(), |case| {
        carried.set(carried.get() + u32::from(assault(&case)?));
        Ok(())
    });
    if let Err(failed) = told {
        panic!("{failed}");
    }
    assert!(carried.get() > 200, "only {} carried", carried.get());
}
