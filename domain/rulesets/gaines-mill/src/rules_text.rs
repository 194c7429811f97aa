//! The rules page: the rulebook's chapters in our own words.

use domain_core::referee::{Chapter, Section};

/// The chapters.
pub fn chapters() -> Vec<Chapter> {
    let chapter = |section, title, text| Chapter { section: Section(section), title, text };
    vec![
        chapter(
            "3.0",
            "Setting up",
            vec![
                "The Union sets up first, wholly, then the Confederate. One unit to a hex, on land.",
                "McCall, Morell and Sykes stand within two hexes of their set-up hexes; the great battery in the Arty hex; sharpshooters and the other two reserve batteries within two hexes of any of the three. A.P. Hill stands within one hex of his, Longstreet within two. All others come later.",
            ],
        ),
        chapter(
            "4.0",
            "Sequence of play",
            vec![
                "Six turns, each with a Confederate and then a Union player turn of five phases: Command, Move, Fire, Reaction (the other side's), Close Combat. The sixth turn is the Confederate's alone.",
                "Phases in which there is nothing to do pass by themselves.",
            ],
        ),
        chapter(
            "5.0",
            "Command",
            vec![
                "§5.1 The Confederate rolls two dice. Each division whose number on the Lee Coordination Track is not below the total is activated. §5.12 Ewell, Whiting and Jackson need a natural roll.",
                "§5.11 A roll that brings only one division has failed. The first failure puts the CCRM marker on 1. After that a failed roll is read again with −2 for each space; if it still fails the marker goes one space on, and any success takes it off.",
                "§5.13 Once in a game, right after seeing his roll, he may roll again and keep either. Never doing so is worth 5 points.",
                "§5.2 The Union names two divisions. §5.3 Independent units within four hexes of an activated unit of their corps are activated with it, reserve units within four hexes of any; the battery of fire factor 9 always is. No chains.",
            ],
        ),
        chapter(
            "6.0",
            "Movement",
            vec![
                "In the Move Phase each activated unit may move, charge or recover; an inactive one may withdraw or recover. One act each.",
                "§6.2 A hex costs 1 MP, +1 for forest, +1 uphill, +1 over a stream. By road ½ MP whatever the ground; a half left over is lost on leaving the road.",
                "§6.3 One unit to a hex. Friends may be passed outside enemy zones.",
                "§6.4 Every unit has a zone of control in the hexes around it. §6.41 Entering one ends the move and costs the full price. §6.42 A unit that begins in the zone of cavalry stays unless a friend shares that zone. §6.43 Cavalry ignores the zones of all but guns. §6.44, §6.45 The zones of guns, and for all but cavalry of sharpshooters, are entered only by a move of that single hex or by charging them.",
                "§6.5 Guns that move may fight in that player turn only after one hex at 1 MP at most, into no zone of an enemy on their level or above.",
                "§6.6 Confederates enter by the gray arrows when their division is activated; Slocum by the blue arrow from turn 3. §6.7 Nobody leaves the map.",
                "§6.8 An inactive unit in an enemy zone may withdraw one hex, out of all zones and away from those enemies.",
            ],
        ),
        chapter(
            "7.0",
            "Combat",
            vec![
                "§7.1 Each unit attacks once in a player turn, guns once in the Fire and once in the Close Combat Phase.",
                "§7.2 Attack strength: steps (or fire factor), morale, +1 for each friend whose zone covers the target, +1 with more steps than it, +1 or +2 if it is disrupted or disordered, +2 downhill. Fire: +2 against cavalry, +2 against an RF marker. Close combat: −2 over a stream. Charge: +2 infantry, +3 cavalry.",
                "§7.3 The defender rolls a die and adds his steps; two dice on higher ground, in forest, or for guns. Against the charge itself always one.",
                "§7.4 Strength less defense gives the column. Results: AC and DC steps lost, AR and DR retreats, EX one step each, Disrupt, Disorder, RF. They are carried out in this order: losses, markers, retreats, RF, voluntary retreat, advance.",
                "§7.51 One result flips a unit to its last step but does not remove it. §7.52 Red stars: with DC, DR or EX one more enemy step, or with EX spare your own.",
                "§7.6 Retreats go one hex farther from the enemy each time. §7.61 A step for an enemy zone entered, §7.62 or for a retreat that cannot be made. §7.63 Guns, and Winder, ignore retreats.",
                "§7.64 An adjacent attacker may take the hex left; a charger must. §7.7 A unit may lose a step instead of being disrupted or disordered, and may fall back one hex after close combat, charges and reactive fire.",
            ],
        ),
        chapter(
            "8.0",
            "Fire",
            vec![
                "Activated infantry and guns, all Union guns, fire at enemies that are not adjacent, in range and sight, from outside enemy zones. §8.2 Infantry 2 hexes, sharpshooters 3, guns 5. Guns do not fire on a unit that is being charged.",
                "§8.3 On one level forest, higher ground and units block. Uphill, only ground and units at the target's level or higher. Downhill, ground at the firer's level, and forest and units not below the target; from level 3 to level 1 also two hexes of level 2. A line along a hexside is blocked only if both hexes block.",
            ],
        ),
        chapter(
            "9.0",
            "Sharpshooters",
            vec![
                "They roll one or two dice and take the highest: +1 if they did not move, +1 from forest, +1 against a disrupted or disordered unit, +1 for any support. Afterwards they may step one hex away from the target.",
            ],
        ),
        chapter(
            "10.0",
            "Reaction",
            vec![
                "Infantry in good order and free of enemy zones may fire on enemies with an RF marker. A unit that is charged attacks its charger in any condition: infantry by fire, guns by close combat, sharpshooters in their own way. Each enemy is attacked once, each unit reacts once.",
                "Any DC on a charger is a disruption as well, and a disrupted charger stops. RF markers come off at the end.",
            ],
        ),
        chapter(
            "11.0",
            "Close combat",
            vec![
                "Charges first, then activated units in good order may attack adjacent enemies. Infantry that fired does not.",
            ],
        ),
        chapter(
            "12.0",
            "Charges",
            vec![
                "§12.1 An activated unit in good order, no guns, free of enemy zones, moves into its target's zone for one extra MP; only the last hex may be in any zone. One charger for each target; cavalry is never charged.",
                "§12.2 Where several zones meet, guns must be charged first, then sharpshooters. §12.3 What is not stopped must attack. §12.4 Seymour/Wheat must charge whenever it can.",
            ],
        ),
        chapter(
            "13.0",
            "Disruption and disorder",
            vec![
                "Disrupted and disordered units fight only their own chargers. A disrupted unit disrupted again is disordered; a disordered one disordered again loses a step. §13.1 Morale 3 ignores a first disruption and takes a first disorder as disruption.",
                "§13.2 Recovery takes the marker off; a disordered unit in an enemy zone becomes disrupted.",
            ],
        ),
        chapter(
            "14.0",
            "Special Sequence",
            vec!["After turn 4 French, Meagher and the 5th US Cavalry enter and move, without combat."],
        ),
        chapter(
            "15.0",
            "The last turn",
            vec![
                "Turn 6 is dusk: no fire but by guns at adjacent enemies, and only charged units react. The Confederate has a second Close Combat Phase; the Union has no turn.",
            ],
        ),
        chapter(
            "16.0",
            "Victory",
            vec![
                "The Confederate scores 1 for each Union step counter lost, 2 for each Union infantry or cavalry unit lost, 2 for each of his units on a star, 5 if Lee's Personal Touch was never used; he loses 2 for each unit lost and 1 for every five step counters or part of five. Up to 10 Union decisive, 15 Union tactical, 20 Confederate tactical, beyond Confederate decisive.",
            ],
        ),
        chapter(
            "17.0",
            "Early reinforcements",
            vec![
                "By agreement: §17.1 Slocum's units and the cavalry from turn 1 for 3 points; §17.2 the Special Sequence after turn 3 for 2 points, or §17.3 after turn 2 for 4.",
            ],
        ),
    ]
}
