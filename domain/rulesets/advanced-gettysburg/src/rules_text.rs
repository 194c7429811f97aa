//! The rules page: the rulebook's chapters in our own words.

use domain_core::referee::{Chapter, Section};

/// The chapters.
pub fn chapters() -> Vec<Chapter> {
    let chapter = |section, title, text| Chapter { section: Section(section), title, text };
    vec![
        chapter(
            "4.0",
            "Sequence of play",
            vec![
                "A turn is twenty minutes: the Confederate player turn, then the Union's. §5.0 Each has an opening, in which attackers and a primary commander are named, a Movement Phase, artillery fire, combat fire, retreats of one's own will, and assaults.",
                "In the Movement Phase brigades of the primary commander and arrivals act first, then brigades alone, then those under division commanders, then those under corps commanders. Guns and commanders move at any time of it. Phases in which nobody can do anything pass by themselves.",
            ],
        ),
        chapter(
            "6.0",
            "Brigades, formations and strength",
            vec![
                "§6.1 A brigade lies over one to six hexes as a chain of markers, each with strength points: a column from head to tail, a battleline from its left flank to its right, or at rest in one hex.",
                "§7.0 A hex of line holds at most 8 points; inner markers of a line are full before its flanks are weak. §8.0 Who is at rest cannot fight, and is lost if it is attacked so (ruling 54).",
                "§10.0 Experience is green, experienced, seasoned or veteran; it falls with the disorganization level.",
            ],
        ),
        chapter(
            "11.0",
            "Movement",
            vec![
                "Markers move hex by hex for activity points: in column 1 along a road and 1½ elsewhere, in line 2. §12.0 A column goes by its head, and its markers follow.",
                "§13.0 The more points a brigade spends in a turn, the more disorganization points it gets; 6 cost infantry none. Ten points are a level.",
                "§14.0 A commander influences as many brigades in range as his control says, and as many of them in line as his coordination says. §15.0 One die gives the points of all he leads; a brigade alone takes 1 off, those named to attack 2. The primary commander's brigades need no die.",
                "§16.1 Reinforcements move without a die from the turn they enter until they slow down, change formation or come into enemy range.",
            ],
        ),
        chapter(
            "17.0",
            "Who may share a hex",
            vec![
                "Brigades pass through one another and end in hexes of their own; two flank markers of 8 points together may share one. §17.2 Nine cannon may lie limbered in a hex, fifteen unlimbered; a battery keeps company with brigades of its own corps or division, and fires within three hexes of one (§17.2.9).",
            ],
        ),
        chapter(
            "20.0",
            "Ranges, sight and flanks",
            vec![
                "§20.1 A line has the hexes within 2 of it in its range that lie within 60 degrees of its front and in sight; guns reach 8 hexes as rifles, 6 as Napoleons, 5 as howitzers. Nothing in woods is in anybody's range.",
                "§20.3 Higher ground, crests, woods, town and bodies between block the line; of ends on different levels the higher one counts.",
                "§21.0 In enemy range a marker advances through its front or retreats through its rear, and turns by one hexside a hex; it never does both in one move. §23.0 Who is not named exposes no flank.",
            ],
        ),
        chapter(
            "22.0",
            "Attack",
            vec![
                "§22.1 A column enters no enemy range, an unnamed line none of a brigade. §22.3 A line named to attack may; it advances for exactly 6 points until it is beside the enemy. Within three hexes and out of range it needs no die.",
                "§22.11 The attack goes on over turns until it is ended in the opening, comes no nearer, or its experience is spent. §22.13 Level 4 bars naming.",
            ],
        ),
        chapter(
            "24.0",
            "Combat fire",
            vec![
                "§24.2 Each attacking marker beside the enemy names one hex; the defender answers hex by hex, matching those who fire at him before he fires elsewhere. §24.3 He fires first, a die for each 11 points; fire that goes on takes 1 off.",
                "§24.4 Fire from a flank hex or in a flank field counts three times, fire into woods half. §24.6 Columns beside attackers form line at once. §27.0 In one's own turn fire of the turn before may be returned to the same hexes.",
                "§33.3 Ten casualty points are a strength point; they bring disorganization by the brigade's strength.",
            ],
        ),
        chapter(
            "25.0",
            "Assault",
            vec![
                "A marker that fired at a hex may assault it: strength, experience and leadership on both sides, points that did not fire and guns added and halved. One die carries it or not; below −2 it is not tried. §28.0 The defender may assault attackers beside him in his own turn.",
                "§30.2 Who is beaten retreats two hexes, and guns that stay are captured. §31.0 The winner advances. §30.1 Before assaults both sides may go back of their own will.",
            ],
        ),
        chapter(
            "29.0",
            "Artillery fire",
            vec![
                "Unlimbered guns that did not move fire at a target in range and field; one factor of ammunition for a phase, two for heavy fire, which counts two hexes nearer. At brigades the table gives casualty points without a die; at guns each ammunition attack takes a factor on 4 to 6.",
            ],
        ),
        chapter(
            "32.0",
            "Commanders, losses and recovery",
            vec![
                "A commander with a brigade that was fired at or assaulted is hit on 5 or 6, and worth 2 in everything after that. §33.2 Brigades that stand idle for a whole turn lose disorganization.",
            ],
        ),
        chapter(
            "34.0",
            "Reinforcements",
            vec![
                "Brigades, guns and commanders enter at their hour by their road, a column behind the other, if no enemy has the entry hex in range.",
            ],
        ),
        chapter(
            "35.0",
            "Night",
            vec![
                "From 9 p.m. to 5 a.m. there is no fire and no assault, and nobody comes within three hexes of the enemy.",
            ],
        ),
        chapter(
            "37.0",
            "Victory",
            vec![
                "A point for each cannon captured, each cavalry strength point and each two infantry points the enemy lost; for commanders leadership times 1, 2 or 3; for places held what they are worth to each side. After the last turn more points win, if they reach the scenario's least total; else nobody wins.",
            ],
        ),
    ]
}
