//! What no other test asked about: rule lines that were taken out of a copy of the sources one by one, and that no test missed (docs/testing.md).

use crate::shared::table::seat;
use crate::table::{RULES, Table, board, fired, hex, unit};
use advanced_gettysburg::{Guns, Pending, Place, Scenario};
use domain_core::dice::Dice;
use domain_core::referee::Side::{Confederate, Union};
use domain_core::referee::{Apply, Card, InForce, Level, Orders, Questions, Ruleset, Situation, Standing, Terms};

/// A study position of all three days, the first fire in turn 5.
fn late(lines: &[&str]) -> Table {
    let mut table = Table::start();
    table.umpire("clear");
    table.position.scenario = Scenario::ThreeDays;
    table.position.first_fire = Some(5);
    for line in lines {
        table.umpire(line);
    }
    table
}

#[test]
fn s18_5_a_column_that_is_not_all_on_the_map_does_not_go_to_rest() {
    let mut table = late(&["turn 80 union primary"]);
    table.union("us-ward-inf march G1", &[]);
    assert_eq!(table.refused(Union, "us-ward-inf rest"), "18.0");
}

#[test]
fn s6_2_7_the_menu_bends_flanks_to_other_ends_than_they_have() {
    let table =
        Table::study(&["turn 9 union corps", "place us-ward-inf line N29=5 N28=8 N27=8", "mark us-ward-inf level 6"]);
    let formation = |table: &Table| table.position.brigade(unit("us-ward-inf")).map(|b| b.formation);
    let bends: Vec<String> = table.menu(Union).into_iter().filter(|l| l.starts_with("Ward ends ")).collect();
    assert!(!bends.is_empty());
    for line in bends {
        let mut after = Table { position: table.position.clone(), facts: Vec::new() };
        after.union(&line, &[]);
        assert_ne!(formation(&after), formation(&table), "{line}");
    }
}

#[test]
fn s34_2_who_is_on_the_map_does_not_come_on_in_line() {
    let mut table = late(&["turn 36 union primary", "place us-ward-inf line N29=5 N28=8 N27=8"]);
    assert_eq!(table.refused(Union, "us-ward-inf enter G1=8 H1=8 I1=5 ends S NE"), "34.2");
}

#[test]
fn s13_10_points_kept_for_a_line_are_gone_once_it_has_marched() {
    let kept = |march: bool| {
        let mut table =
            Table::study(&["turn 3 confederate alone", "place Davis column SE D37 C38 B38", "mark Davis level 5"]);
        table.confederate("Davis keep line", &[]);
        table.confederate("done", &[]).union("done", &[]).union("done", &[]).confederate("done", &[]);
        table.umpire("mark Davis level 4");
        if march {
            table.confederate("Davis march E38", &[]).attempt(Confederate, "Davis line E38=8 D37=8 C38=2", &[]).is_ok()
        } else {
            table.attempt(Confederate, "Davis line D37=8 C38=8 B38=2", &[]).is_ok()
        }
    };
    assert!(kept(false), "first thing in its turn");
    assert!(!kept(true), "it did something else first");
}

#[test]
fn s36_0_a_battery_marches_limbered_until_it_is_within_three_hexes_of_its_goal() {
    let mut table = Table::study(&["place Marye E33 unlimbered E", "turn 3 confederate opening"]);
    let stage = |table: &Table| {
        let stage = board(table).stage(seat(Confederate), "march Marye to K31").expect("a march");
        stage.unwrap_or_else(|refusal| panic!("{refusal}"))
    };
    let far = |table: &Table| {
        let here = table.position.place(unit("Marye")).expect("on the map");
        RULES.pack().ground.atlas.distance(here, hex("K31")).expect("on the map")
    };
    for turn in 3..12 {
        table.umpire(&format!("turn {turn} confederate primary"));
        let now = stage(&table);
        for order in &now.now {
            table.confederate(order, &[]);
        }
        if !now.goes_on {
            break;
        }
    }
    assert!(far(&table) <= 3, "{} hexes off", far(&table));
    let over = stage(&table);
    assert!(!over.goes_on && over.now.is_empty(), "{:?}", over.now);
}

#[test]
fn s22_3_who_is_off_the_map_is_not_named_to_attack() {
    let mut table = Table::study(&["place Archer line HH39=8 NNE", "turn 3 confederate opening"]);
    table.position.units[unit("Archer").index()].place = Place::Lost;
    assert!(table.why(Confederate, "attack Archer").contains("not on the map"));
}

#[test]
fn s27_1_which_of_two_brigades_was_aimed_at_is_forgotten_when_it_is_gone_or_two_turns_old() {
    let aimed = || {
        let mut table = Table::study(&["place Stone line HH40=8 SSE", "turn 3 confederate opening"]);
        let one = serde_json::json!({ "age": 0, "hex": hex("HH40"), "unit": unit("Stone") });
        table.position.fight.singled.push(serde_json::from_value(one).expect("a brigade aimed at"));
        table
    };
    let mut table = aimed();
    let mut left = Vec::new();
    for _ in 0..3 {
        let side = table.position.side;
        while table.position.side == side {
            table.attempt(side, "done", &[]).expect("nobody has anything to do");
        }
        left.push(table.position.fight.singled.len());
    }
    assert_eq!(left, [1, 1, 0]);
    let mut gone = aimed();
    gone.umpire("wait Stone");
    gone.confederate("done", &[]).confederate("done", &[]);
    assert!(gone.position.fight.singled.is_empty());
}

#[test]
fn s0_13_1_nobody_but_an_artillery_commander_is_given_batteries() {
    let on = |key: &str| (key.to_owned(), "yes".to_owned());
    let options = [on("night-orders"), on("artillery-commanders")].into();
    let mut table = Table::start();
    table.position = RULES.open(&Terms { options, scenario: "three-days".into() }).expect("it");
    for line in
        ["clear", "place Hunt U22", "place Sickles U22", "place Wiedrich U23 unlimbered W", "turn 60 union opening"]
    {
        table.umpire(line);
    }
    let given = |by: &str| {
        let order = Guns { by: unit(by), with: vec![unit("Wiedrich")] };
        RULES.decide(&table.position, seat(Union), &order.into(), &mut Dice::withheld()).is_ok()
    };
    assert!(given("Hunt") && !given("Sickles"));
}

#[test]
fn s34_1_a_gap_is_kept_behind_brigades_of_the_vi_corps_and_no_others() {
    let comes = |before: &str| {
        let place = format!("place {before} column SW LL10 MM11 NN11");
        let mut table = late(&[&place, "turn 95 union primary"]);
        table.attempt(Union, "us-neill-inf march OO11", &[]).map_err(|refusal| refusal.to_string())
    };
    assert_eq!(comes("Candy"), Ok(()));
    assert!(comes("us-grant-inf").is_err_and(|why| why.contains("34.1")));
}

/// The ways in which guns look.
const LOOKS: [&str; 6] = ["NNE", "E", "SSE", "SSW", "W", "NNW"];

#[test]
fn s34_3_no_line_comes_on_where_it_would_expose_a_flank_to_guns() {
    let ground = &RULES.pack().ground;
    let line = ["G1", "H1", "I1"].map(hex);
    let apart = |p: &usize| line.iter().all(|l| ground.atlas.distance(*l, *p).is_some_and(|far| far > 1));
    let near = ground.atlas.range(line[1], 6).filter(|p| ground.is_hex(*p)).filter(apart).collect::<Vec<_>>();
    let (mut exposed, mut faced) = (0, 0);
    for (place, looks) in near.into_iter().step_by(2).flat_map(|place| LOOKS.map(|looks| (place, looks))) {
        let guns = format!("place Page {} unlimbered {looks}", ground.id(place));
        let mut table = late(&[&guns, "turn 36 union primary"]);
        let in_range = line.iter().any(|l| board(&table).in_enemy_range(Union, *l));
        match table.attempt(Union, "us-ward-inf enter G1=8 H1=8 I1=5 ends S NE", &[]) {
            Ok(()) => faced += usize::from(in_range),
            Err(refusal) => {
                assert!(in_range, "{guns}: {refusal}");
                exposed += 1;
            }
        }
    }
    assert!(exposed > 0 && faced > 0, "{exposed} and {faced}");
}

/// Meredith is beaten; guns of the enemy have some of his ways back in range.
#[test]
fn s30_2_who_is_to_retreat_out_of_range_does_where_a_way_leads_there() {
    let ground = &RULES.pack().ground;
    let near = ground.atlas.range(hex("G22"), 8).filter(|p| ground.is_hex(*p)).collect::<Vec<_>>();
    let mut chosen = 0;
    for (place, looks) in near.into_iter().step_by(7).flat_map(|place| LOOKS.map(|looks| (place, looks))) {
        let guns = format!("place Page {} unlimbered {looks}", ground.id(place));
        let mut table = Table::study(&[
            "place Archer line F22=8 F21=4",
            "place Meredith line G21=8 G22=8",
            "turn 3 confederate assault",
            "mark Archer attack launched level 6",
        ]);
        fired(&mut table, "Archer", "F22", "G22");
        fired(&mut table, "Meredith", "G22", "F22");
        table.umpire(&guns);
        if table.attempt(Confederate, "Archer.1 assault G22", &[3, 1]).is_err() {
            continue;
        }
        let mut standing = Standing::at(Level::Default, &RULES.standing_offers());
        standing.0.insert("rout".to_owned(), "out-of-range".to_owned());
        let rules = board(&table);
        let Some(decision) = rules.waiting().into_iter().find(|d| d.kind == "rout") else { continue };
        let answer = rules.answer(&decision, &InForce::new(&standing.into(), Vec::new())).expect("it says how");
        // Whether it ends in enemy range, and with how many points.
        let ends = |line: &str| {
            let mut after = Table { position: table.position.clone(), facts: Vec::new() };
            after.union(line, &[]);
            let chain = after.position.chain(unit("Meredith"));
            let ranged = chain.iter().filter(|l| board(&after).in_enemy_range(Union, l.at())).count();
            (after.brigade("Meredith").sp, ranged)
        };
        let (sp, ranged) = ends(&rules.format(&answer.order));
        let least = table.menu(Union).iter().map(|line| ends(line)).filter(|way| way.0 == sp).map(|way| way.1).min();
        assert_eq!(Some(ranged), least, "{guns}");
        chosen += 1;
    }
    assert!(chosen > 50, "{chosen}");
}

#[test]
fn s30_2_of_two_ways_back_who_is_to_retreat_out_of_range_takes_that_one_though_it_leads_nearer_to_an_enemy() {
    let ground = &RULES.pack().ground;
    let near = ground.atlas.range(hex("HH41"), 6).filter(|p| ground.is_hex(*p)).collect::<Vec<_>>();
    let (mut standing, mut nearer) = (Standing::at(Level::Default, &RULES.standing_offers()), 0);
    standing.0.insert("rout".to_owned(), "out-of-range".to_owned());
    for (place, looks) in near.into_iter().flat_map(|place| LOOKS.map(|looks| (place, looks))) {
        // A column has no range; the guns have one, and are no brigade.
        let guns = format!("place Page {} unlimbered {looks}", ground.id(place));
        let lines =
            ["place Meredith line HH41=8 NNE", "place Davis column N EE43=8 EE42=8", "turn 3 confederate assault"];
        let mut table = Table::study(&lines);
        let Ok(facts) = RULES.umpire(&table.position, &guns) else { continue };
        facts.iter().for_each(|fact| table.position.apply(fact));
        table.position.pending = Some(Pending::Rout { by: unit("Davis"), hexes: 1, unit: unit("Meredith") });
        let rules = board(&table);
        let Some(decision) = rules.waiting().into_iter().find(|d| d.kind == "rout") else { continue };
        let answer = rules.answer(&decision, &InForce::new(&standing.clone().into(), Vec::new())).expect("it says how");
        // How many points are left, whether in range, and how far from Davis.
        let ends = |line: &str| {
            let mut after = Table { position: table.position.clone(), facts: Vec::new() };
            after.union(line, &[]);
            let at = after.position.chain(unit("Meredith"))[0].at();
            let far = ["EE43", "EE42"].iter().filter_map(|davis| ground.atlas.distance(at, hex(davis))).min();
            (after.brigade("Meredith").sp, board(&after).in_enemy_range(Union, at), far)
        };
        let taken = ends(&rules.format(&answer.order));
        let others: Vec<_> = table.menu(Union).iter().map(|line| ends(line)).filter(|way| way.0 == taken.0).collect();
        assert!(!taken.1 || others.iter().all(|way| way.1), "{guns}");
        nearer += usize::from(others.iter().any(|way| way.1 && way.2 > taken.2));
    }
    assert!(nearer > 0, "it never made a difference");
}
