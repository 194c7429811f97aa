//! The rules page: the rulebook's chapters in our own words. Each chapter that the game cites stands here, so that every citation leads somewhere.

use domain_core::referee::{Chapter, Section};

/// The chapters: section, title, paragraphs.
const CHAPTERS: [(&str, &str, &[&str]); 37] = [
    (
        "0.0",
        "Optional rules",
        &[
            "Each is chosen with the terms of a game. §0.2 Night orders: at the opening of a night turn each side writes where commanders and their brigades go, and may transfer brigades to another command; with hidden movement (§0.1) nobody else reads that until the game is over.",
            "§0.6 Cavalry charges: horse in column closes up into an attack column, gallops for twelve points once it is named to attack, and assaults one hex that it saw; within two hexes of somebody hidden (§0.1) it is fired at and goes back. While it is not named, and out of enemy range, it forms column again for nothing. §0.8 A battery fires no more cannon than it has ammunition factors. §0.9 Corps may lose reserve ammunition as their headquarters enter; §0.10 batteries draw on the reserve of their own corps; §0.11 ten factors fired or lost are a point for the enemy.",
            "§0.3 General Trimble may take the division of a commander who is lost, at night. With General Jackson he leads the II Corps of two, for twenty points, and some divisions change their commands and hours; entry options are written when that is known, and stand as printed. §0.5 Before play each side writes entry options in secret and pays for them in points; with hidden movement (§0.1) an option comes to light when something of it comes into view. §0.7 By a number of the Confederates and a die of the Union they may have to wait with attacks for their second division. §0.13 By night orders Hunt and Alexander command batteries that fire within ten hexes of them.",
            "§0.1 Hidden movement: behind lines of outposts counters move unseen. The markers of a brigade come into view one by one, and it is in view as a whole when it fights. As its Movement Phase begins a brigade in column or line may turn a strength point into three detachments, which each go eight activity points a turn, unseen by the enemy, and hold outposts within four hexes of them. An enemy brigade or battery that comes beside one eliminates it; three together in a hex of their brigade are a point of it again, by day those alone that were never further than two hexes from it.",
            "§0.4 Hidden identity: brigades come onto the map under covers, Brigade-1 or Horse-1 and so on, drawn before play; a cover is taken off when the brigade, or one stacked with it, is in combat fire or assault. Strength and disorganization are seen all the time. With entry options the enemy learns what one is worth as its first covered brigade comes, and which it is with a counter under no cover, or when the game is over; who begins in the town stands there by name. Night orders name covers. With hidden movement (§0.1) a brigade goes out of view and comes into it under its cover; who fires by surprise is named with its fire, who is out of view in a hex where others fight is not, and an option tells its points as its first covered brigade comes into view; who begins in the town is named as it does.",
            "§0.12 Breastworks: a line that works for 18 activity points, in one turn or several, builds them in its hexes; they face as it faced, and shelter who stands behind them and does not attack.",
        ],
    ),
    (
        "2.0",
        "Counters",
        &[
            "§2.1 There are brigades of infantry and cavalry, batteries, and commanders of divisions, corps and armies. A brigade has as many markers as hexes it lies over, and its counter lies with one of them.",
        ],
    ),
    (
        "3.0",
        "Before the first turn",
        &[
            "Who is on the map at the start lies where the scenario says; all others come on by road at their hour.",
            "A side may have several seats, each with brigades, batteries and commanders of some corps; its first one commands the army. In the opening each names its own attackers and may ask for a primary commander (wish); the army's seat speaks last and names him. In the Movement Phase next waits for the others of one's side before a later segment, next divisions or next corps for those under division or corps commanders (§15.8), and done ends the phase for one's own seat. Who has nobody that could act is not asked.",
        ],
    ),
    ("4.0", "Sequence of play", &["A turn is twenty minutes: the Confederate player turn, then the Union's."]),
    (
        "5.0",
        "A player turn",
        &[
            "In the opening attacks are ended, attackers named, and a primary commander chosen. Then comes the Movement Phase, artillery fire, combat fire, retreats of one's own will, and assaults.",
            "In the Movement Phase brigades of the primary commander and arrivals act first, then brigades alone, then those under division commanders, then those under corps commanders. Guns and commanders move at any time of it. Phases in which nobody can do anything pass by themselves.",
        ],
    ),
    (
        "6.0",
        "Brigades and formations",
        &[
            "§6.1 A brigade lies over one to six hexes as a chain of markers, each with strength points: a column from head to tail, a battleline from its left flank to its right, or at rest in one hex.",
            "§6.2 The markers of a line lie side by side; its flank markers may be bent forward or back, which costs nothing.",
        ],
    ),
    (
        "7.0",
        "Strength",
        &[
            "§7.1 An inner marker of foot in line has at least 8 points, of horse at least 6 and all alike; flank markers may have any strength. Beside no enemy, points may be shared out anew in every Movement Phase. §7.2 In column each marker has 8 points, of horse 3, and the last one what is left.",
        ],
    ),
    (
        "8.0",
        "Rest",
        &["A brigade at rest lies in one hex. It cannot fight, and is lost if it is attacked so (ruling 54)."],
    ),
    (
        "9.0",
        "Artillery formation",
        &[
            "A battery is limbered, and moves and faces a side of its hex, or unlimbered, and fires and faces a corner. In a turn it moves or fires, not both.",
        ],
    ),
    (
        "10.0",
        "Experience",
        &["Experience is green, experienced, seasoned or veteran; it falls with the disorganization level."],
    ),
    (
        "11.0",
        "Movement",
        &[
            "Markers move hex by hex for activity points: in column 1 along a road and 1½ elsewhere, in line 2. Every marker spends its own, and the dearest counts for the brigade.",
        ],
    ),
    (
        "12.0",
        "Roads",
        &[
            "A column goes by its head, and its markers follow one behind the other. They may also go each a way of its own, as long as they lie in column again then: by road where each keeps its place in it. Markers of as many points may change places; then none goes by road.",
        ],
    ),
    (
        "13.0",
        "Activity points",
        &[
            "The more points a brigade spends in a turn, the more disorganization points it gets; 6 cost infantry none. Ten points are a level.",
            "§13.8 Whole points that do not suffice for the next step can be kept for it: it is then made first in the next turn.",
        ],
    ),
    (
        "14.0",
        "Command control",
        &[
            "§14.2 A brigade may be led by those who stand above it. §14.3 A commander influences as many brigades in range as his control says, §14.4 and as many of them in battleline as his coordination says.",
            "§14.5 His range is counted in hexes; a column chain reaches farther, and a division commander in his corps commander's range hands it on.",
        ],
    ),
    (
        "15.0",
        "Activity",
        &[
            "One die gives the points of all brigades that a commander leads; a brigade alone takes 1 off it, one named to attack 2. The primary commander's brigades need no die.",
        ],
    ),
    (
        "16.0",
        "Reinforcements, commanders, guns",
        &[
            "§16.1 Reinforcements move without a die from the turn they enter until they slow down, change formation or are in enemy range, in whosever turn.",
            "§16.2 A commander rides once in a Movement Phase, with 8 points or as many as a brigade of his command has, a point for any hex. §16.3 A battery has 6 points, horse artillery 8; to limber or unlimber is paid from them.",
        ],
    ),
    (
        "17.0",
        "Who may share a hex",
        &[
            "§17.1 Brigades pass through one another and end in hexes of their own; two flank markers of 8 points together may share one. Markers of a brigade that come into one hex are one.",
            "§17.2 Nine cannon may lie limbered in a hex, fifteen unlimbered; a battery keeps company with brigades of its own corps or division, and fires within three hexes of one.",
        ],
    ),
    (
        "18.0",
        "Change of formation",
        &[
            "Column into line, line into column and either to rest cost points by the chart; in enemy range only a column may form line, which disorganizes it. Beside an enemy no formation changes, but that a column forms line there for nothing.",
        ],
    ),
    (
        "19.0",
        "Facing",
        &[
            "A line looks through the fronts of its markers, a column to where its head goes. §19.2 What lies beside and behind a marker are its flank and rear hexes. A line, or a column whose markers are all full, may face about; the head of a column may look elsewhere.",
        ],
    ),
    (
        "20.0",
        "Ranges and sight",
        &[
            "§20.1 A line has the hexes within 2 of it in its range that lie within 60 degrees of its front and in sight; guns reach 8 hexes as rifles, 6 as Napoleons, 5 as howitzers. Nothing in woods is in anybody's range.",
            "§20.3 Higher ground, crests, woods, town and bodies between block the line; of ends on different levels the higher one counts.",
        ],
    ),
    (
        "21.0",
        "Advance and retreat",
        &[
            "In enemy range a marker advances through its front or retreats through its rear, and turns by one hexside a hex; it never does both in one move. §21.5 Who is not named to attack goes no nearer.",
            "§21.6 Who retreats of its own will goes on until it is out of range. §21.7 Who was beaten spends 8 points in retreat in its next Movement Phase. §21.8 Who retreats off the map comes back at night.",
        ],
    ),
    (
        "22.0",
        "Attack",
        &[
            "§22.1 A column enters no enemy range, an unnamed line none of a brigade. §22.3 A line named to attack may; §22.6 it advances for exactly 6 points until it is beside the enemy. Within three hexes and out of range it needs no die.",
            "§22.11 The attack goes on over turns; §22.12 it is ended in the opening and by no change of formation later, or lapses where it comes no nearer, does not roll or its experience is spent. §22.13 Level 4 bars naming.",
        ],
    ),
    (
        "23.0",
        "Flank fire",
        &["Who is not named to attack exposes no flank to an enemy that has it in range and field."],
    ),
    (
        "24.0",
        "Combat fire",
        &[
            "§24.2 Each attacking marker beside the enemy names one hex; the defender answers hex by hex, matching those who fire at him before he fires elsewhere. §24.3 He fires first, a die for each 11 points; fire that goes on takes 1 off.",
            "§24.4 Fire from a flank hex or in a flank field counts three times, fire into woods half; a defender may step into a flank hex for the fire. §24.6 Columns beside attackers form line at once.",
        ],
    ),
    (
        "25.0",
        "Assault",
        &[
            "A marker that fired at a hex may assault it. One die carries it or not; where the sum is below −2 it is not tried.",
        ],
    ),
    (
        "26.0",
        "Strength in an assault",
        &[
            "Strength, experience and leadership count on both sides; points that did not fire and guns are added and halved.",
        ],
    ),
    (
        "27.0",
        "Return fire",
        &[
            "In one's own turn fire of the turn before may be returned at who was struck by it. §27.4 A line beside an attacker only goes back while a marker of it is in range.",
        ],
    ),
    (
        "28.0",
        "The defender's assault",
        &[
            "The defender may assault attackers beside him in his own turn. §28.3 Who carries one may attack in its next turn without being named.",
        ],
    ),
    (
        "29.0",
        "Artillery fire",
        &[
            "Unlimbered guns that did not move fire at a target in range and field. §29.1 At brigades the table gives casualty points without a die; §29.2 at guns each ammunition attack takes a factor on 4 to 6.",
            "§29.3 Heavy fire counts two hexes nearer. §29.4 A phase of fire takes one factor of ammunition, heavy fire two.",
        ],
    ),
    (
        "30.0",
        "Retreat after combat",
        &[
            "§30.1 Before assaults attackers may go back of their own will as far as their points last, or a hex; then the other side and its guns, a hex or two. §30.2 Who is beaten retreats two hexes, and guns that stay are captured.",
        ],
    ),
    (
        "31.0",
        "Advance after combat",
        &[
            "The winner of an assault advances into the hex, and must where nobody stands before him. §31.4 Points buy more hexes, through friends too.",
        ],
    ),
    (
        "32.0",
        "Commanders' losses",
        &[
            "A commander in a hex that came under combat fire is hit on 5 or 6, and worth 2 in everything but his range after that.",
        ],
    ),
    (
        "33.0",
        "Losses and disorganization",
        &[
            "§33.2 Brigades that stand idle for a whole turn lose disorganization. §33.3 Ten casualty points are a strength point; they bring disorganization by the brigade's strength.",
        ],
    ),
    (
        "34.0",
        "Reinforcements",
        &[
            "§34.1 Brigades, guns and commanders enter at their hour by their road, a column behind the other, if no enemy has the entry hex in range.",
            "§34.2 Who is to come may be hastened, or sent by another road; the enemy learns of it when they come. §34.3 Who cannot come on at its hour is delayed, and may come over the edge in line, or beside its road in column; so may guns.",
        ],
    ),
    (
        "35.0",
        "Night",
        &[
            "From 9 p.m. to 5 a.m. there is no fire and no assault, and no counter, commanders too, comes within three hexes of one of the enemy's.",
        ],
    ),
    (
        "36.0",
        "Expanded turns",
        &[
            "Turns without contact are passed by both sides, each by its standing rule or by queued orders; the run ends as soon as somebody has to be asked.",
        ],
    ),
    (
        "37.0",
        "Victory",
        &[
            "A point for each cannon captured, each cavalry strength point and each two infantry points the enemy lost; for commanders leadership times 1, 2 or 3; for places held what they are worth to each side. After the last turn more points win, if they reach the scenario's least total; else nobody wins.",
        ],
    ),
];

/// The chapters.
pub fn chapters() -> Vec<Chapter> {
    let chapter = |(section, title, text): (&'static str, &'static str, &[&'static str])| Chapter {
        section: Section(section),
        title,
        text: text.to_vec(),
    };
    CHAPTERS.into_iter().map(chapter).collect()
}
