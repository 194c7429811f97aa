//! The rules page: the rulebook's chapters in our own words.

use domain_core::referee::{Chapter, Section};

/// The chapters.
pub fn chapters() -> Vec<Chapter> {
    let chapter = |section, title, text| Chapter { section: Section(section), title, text };
    vec![
        chapter(
            "2.0",
            "Special areas and victory",
            vec![
                "§2.2A Each of 29, 41 and 42 that the Union controls adds 1 to its impulse checks; each of 1 and 21 that the Confederates control takes 1 off. An area is controlled while combat units of one side alone are in it.",
                "§2.2B At the end the Union wins decisively with Sharpsburg (14), or with 8, 10 and 34 together. Otherwise each side counts the Fresh strength of enemy units eliminated, 10 for Lee killed and 5 for another leader, half of it rounded up for a serious wound; the Union 5 for each of 8, 10 and 34. The higher level wins by the difference; at equal levels more points win by one; below 25 on both sides nobody wins.",
            ],
        ),
        chapter(
            "3.0",
            "Sequence of play",
            vec![
                "Seven turns: long-range bombardment by the two V Corps reserve batteries, the Action Phase, rally. In the Action Phase the sides alternate in impulses, the Union first in turn 1, the Confederates after that.",
                "The Union checks at the start of each of its impulses: two dice and the stars must beat the marker's space, or the phase ends with that impulse. The marker goes on one space an impulse. Two passes in a row end the phase too; an impulse in which nothing is done is a pass.",
                "An impulse wakes one leader, or activates one area with or next to an active leader, or moves one active leader, or brings on reinforcements.",
            ],
        ),
        chapter(
            "4.0",
            "Reinforcements",
            vec![
                "The VI Corps may come from turn 4 at 72, 74 or 75, Franklin active with it. A.P. Hill's division may come at 9 or 10 from turn 5 on a die of 1 or 2, surely from turn 6. Each takes an impulse without a leader, all in one area.",
            ],
        ),
        chapter(
            "5.0",
            "Leaders",
            vec![
                "Hooker and Mansfield begin active. §5.3.1 If no unit of the I Corps moves or attacks in the first Union impulse, Hooker goes inactive. Confederate leaders, McClellan, Hooker and Mansfield wake by themselves; other Union leaders only where active McClellan is, who may then move.",
                "§5.4 A leader goes inactive when he reorganises, when an assault he is with fails, when he is left alone, or when the Confederates use the Advantage on him. He is not made inactive by the end of an impulse or turn.",
            ],
        ),
        chapter(
            "6.0",
            "Activation",
            vec![
                "A Union leader activates the Fresh units of his corps in the area, and any V Corps reserve battery; a Confederate leader any Confederate units. He may move in the same impulse. All that moved or attacked are Spent at the end of it.",
            ],
        ),
        chapter(
            "7.0",
            "Movement",
            vec![
                "§7.11 Costs are on the chart and do not add up. Five units, or one whole division, may go over a bridge or ford in an impulse. §7.4 Ten units of a side, or any number of two divisions, may be in an area at any moment.",
                "§7.5 A unit stops among enemies. Leaving them, it may only go next door to friends without enemies; infantry and guns stop there. Cavalry goes among Fresh infantry only with infantry; guns and leaders among the enemy only with others.",
                "§7.3.3 Mounted units may withdraw one or two areas to the rear before unmounted enemies that enter; a die of 1 (Union cavalry 1 or 2) makes them Spent, or eliminates the Spent.",
            ],
        ),
        chapter(
            "8.0",
            "Combat",
            vec![
                "Bombardment and volley strike an adjacent area without friends, by units that have not moved; volleys only at a terrain value of +1. Units that moved in must assault, by themselves; units that stand among enemies may assault in place. Each area suffers one of each kind in an impulse.",
                "§8.5.7 Both sides add two dice to their values. More for the attacker is that many casualty points; equal, nothing. §8.6.2 Less, in an assault, costs the lead unit and sends the others back Spent.",
                "§8.6.1 The lead pays first, then any defender; at least the points owed are paid. §8.6.3 More than all can pay is an overrun: all are eliminated, and assaulting units stay Fresh and may go on, with the leaders who rode in with them.",
                "§8.6.5 Retreats go to a friendly area next to the fewest enemy areas, another friendly one, an empty one nearer the rear, or a contested one with a roll for each unit. Those without a way are eliminated.",
                "§8.7 A combat roll of 2 of one's own or 12 of the enemy's puts a leader there in danger.",
            ],
        ),
        chapter(
            "9.0",
            "Rally",
            vec![
                "At the end of a turn all Spent units become Fresh, first the Confederates', then the Union's. An active leader in an area without enemies may bring back one eliminated unit, Spent, for another of the same type and as high a Spent value that leaves for good; he then goes inactive. Only Lee brings back the army's artillery; Evans's units never come back.",
            ],
        ),
        chapter(
            "10.0",
            "The Advantage",
            vec![
                "The Confederates begin with it. Its holder may have any roll made again (each side once for each roll), activate two areas with one leader, or play a free impulse after a regular one; the Confederates may make a Union leader inactive, the Union may find a ford. Then it passes to the other side.",
                "Here the holder's standing orders say which rolls to ask about. The Confederates are asked about silencing when a Union area has been activated and after each fight of that impulse; they may do it at any other time too, but not between a roll and its result, and nobody waits for them.",
            ],
        ),
        chapter(
            "11.0",
            "Bridges and fords",
            vec![
                "The Union holds the upper and middle bridges and the fords between. An infantry or cavalry unit next to an enemy bridge or hidden ford, without enemies in its area, may try it for 2 MP, once an impulse. A bridge with only friends on both banks changes hands without a roll. Confederates use all fords; one used in sight of a Union unit is found.",
            ],
        ),
        chapter("12.0", "McClellan has a plan", vec!["If agreed, Burnside begins active."]),
    ]
}
