//! What the referee says happened, and who tells it. How a position takes it in is in `taken`.

use super::chain::{Formation, Link};
use super::desks::SeatFact;
use super::fire::{Addend, Assaulted, Drawn, Flanker, Forgone, HastyLine, Losses, Shelling, Split, Volley};
use super::hidden::InView;
use super::hiding::{DetachmentFact, Lot};
use super::identity::UnderCover;
use super::plain::plain;
use super::position::{Door, EntryChange, Kept, KeptStep, Pair, Pending, Pressed, Retreat, Segment, UnitState, Works};
use super::tables::Halves;
use super::units::UnitId;
use super::written::{EntryChoice, GunOrder, NightOrder, Substitute, Transfer};
use domain_core::board::Facing;
use domain_core::referee::{SeatId, Side};
use serde::{Deserialize, Serialize};

/// What a brigade did, for the telling; its rules were asked when it was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Manner {
    /// Line went forward out of enemy range, or by advance in it.
    Ahead,
    /// Line went back.
    Back,
    /// Another formation.
    Changed,
    /// A column came onto the map.
    Entered,
    /// A line grew by a marker.
    Extended,
    /// A column looks elsewhere.
    Faced,
    /// Markers of a line came together in one hex.
    Joined,
    /// A column marched.
    Marched,
    /// A column closed up on its head.
    Closed,
    /// A line took up another place.
    Moved,
    /// Points were distributed anew.
    Redistributed,
    /// Markers of a column went ways of their own; not before revision 8.
    Shaped,
    /// A line bent or straightened.
    Turned,
    /// A line wheeled.
    Wheeled,
}

/// What a brigade's order came to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Maneuver {
    /// Whether it is horse whose level is judged by the chart's column for lines with it (§13.9); not before revision 8.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub as_line: bool,
    /// Its markers now.
    pub chain: Vec<Link>,
    /// The marker that the counter lies with.
    pub counter: u8,
    /// Disorganization points for the activity (§13.9).
    pub dp: u16,
    /// Whether it looks elsewhere or bends where it lies, and no more (§13.1, §33.2); not before revision 8.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub faces: bool,
    /// Its formation now.
    pub formation: Formation,
    /// What points that were kept are for now, where a line has faced about; not before revision 8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keeps: Option<KeptStep>,
    /// Whether it was the step that points were kept for (§13.8).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub kept: bool,
    /// What it did.
    pub manner: Manner,
    /// Whether an attacker came nearer to the enemy.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub nearer: bool,
    /// Half points that each marker has spent now.
    pub paid: Vec<Halves>,
    /// Whether it advanced or retreated.
    pub pressed: Pressed,
    /// Disorganization points recovered by a delayed entry (§34.3.2).
    #[serde(default, skip_serializing_if = "plain")]
    pub rested: u16,
    /// Whether a retreat from the range of an enemy brigade begins with it (§21.6).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub retreats: bool,
    /// Hexes of woods that it fired from, into which a marker has come since (ruling 67).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub silent: Vec<u16>,
    /// Hexes and fronts that bent markers keep where they may not turn (§19.4.1).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stands: Vec<(u16, Facing)>,
    /// The same of a line of one marker, before revision 5.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stood: Option<(u16, Facing)>,
    /// Hexes in which it digs and where no marker has stayed that dug there (0.12.7); not before revision 7.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub undug: Vec<u16>,
    /// Who.
    pub unit: UnitId,
    /// Points kept for the step that it did not take.
    #[serde(default, skip_serializing_if = "plain")]
    pub unused: u8,
    /// The way of its head or first marker, the start first.
    pub way: Vec<u16>,
    /// Hexes that its other markers passed through, for what they meet there; no part of the record.
    #[serde(skip)]
    pub passed: Vec<u16>,
}

/// What a battery's order came to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BatteryMove {
    /// Where it is now, with its cannon.
    pub chain: Vec<Link>,
    /// Its facing.
    pub facing: Facing,
    /// Whether it was the step that points were kept for (§13.8).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub kept: bool,
    /// Whether it is limbered.
    pub limbered: bool,
    /// Half points spent in this Movement Phase.
    pub spent: Halves,
    /// Who.
    pub unit: UnitId,
    /// Points kept for the step that it did not take; not before revision 8.
    #[serde(default, skip_serializing_if = "plain")]
    pub unused: u8,
    /// Its way, the start first; one hex when it did not move.
    pub way: Vec<u16>,
}

/// Why an attack is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AttackEnd {
    /// It made no effort to come closer (§22.11).
    Lapsed,
    /// Night began (ruling 86).
    Night,
    /// Its side says so (§22.12).
    Ordered,
    /// Its experience is spent (§33.1.5c).
    Spent,
}

/// A level given to a brigade.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Allotted {
    /// The maximum activity level in points.
    pub level: u8,
    /// Who.
    pub unit: UnitId,
}

/// Where a brigade stands after an assault's losses, a retreat or an advance; nowhere when nothing is left of it, or it left the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Footing {
    /// Its markers.
    pub chain: Vec<Link>,
    /// The marker that the counter lies with.
    pub counter: u8,
    /// Disorganization points received.
    pub dp: u16,
    /// Whether what is kept of the hexes that it left is forgotten: that it fired out of them, and work begun there (ruling 67, 0.12.6).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub forgets: bool,
    /// Its formation.
    pub formation: Formation,
    /// Strength points lost.
    pub lost: u8,
    /// Where it left the map.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub off: Option<u16>,
    /// Whether it goes back from an ambush in its own player turn: what it leaves no defender has vacated (§31.1b, 0.1); not before revision 6.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub own: bool,
    /// Half points that each marker has spent once those that advance have paid (§13.7); not before revision 8.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub paid: Vec<Halves>,
    /// Hexes from which markers that advanced or, since revision 7, went back had fired, or where they were struck in the flank, with where they lie now (§25.0).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shifted: Vec<(u16, u16)>,
    /// Hexes of woods that it fired from and has left, or into which a marker has come since (ruling 67).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub silent: Vec<u16>,
    /// Half points spent, or owed.
    pub spent: Halves,
    /// Hexes and fronts that bent markers keep which stay where they are (§19.4.1); not before revision 6.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stands: Vec<(u16, Facing)>,
    /// Hexes in which it digs and where no marker has stayed that dug there (0.12.7); not before revision 7.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub undug: Vec<u16>,
    /// Hexes out of which it fired in this player turn and into which another marker has gone back since (§25.0, §27.1); not before revision 8.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unfired: Vec<u16>,
    /// Who.
    pub unit: UnitId,
    /// The way of its counter's marker, the start first.
    pub way: Vec<u16>,
}

/// Points given to somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Given {
    /// How many.
    pub points: u16,
    /// Whom.
    pub unit: UnitId,
}

/// A counter with all that is to be known of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Revealed {
    /// Whether that is a part of a brigade, of which other markers are out of view (outposts 9).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub part: bool,
    /// How it is.
    pub state: UnitState,
    /// Who.
    pub unit: UnitId,
}

/// What happens under hidden movement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs, reason = "each says what happened; its fields are named for what they are")]
pub enum UnseenFact {
    /// A column or battery was fired at by surprise: its move is over (detachments 10).
    Ambushed { unit: UnitId },
    /// A counter that was to come is on the map out of view from now on; its side alone knows. What the enemy supposes of it goes with it.
    Begins { side: Side, state: UnitState, unit: UnitId },
    /// What happens to detachments.
    Detachment(DetachmentFact),
    /// What was written of the entry of a counter that comes into view (§34.21.10).
    EntryTold(EntryChange),
    /// Counters come into view.
    InView { units: Vec<Revealed>, why: InView },
    /// The outposts of a side (outposts 10).
    Laid { outposts: Vec<u16>, side: Side },
    /// For whom the next die is; his side alone knows.
    Lot { lot: Lot, side: Side },
    /// Counters have moved away from where they were placed in view (outposts 8).
    MovedAway { units: Vec<UnitId> },
    /// The orders of the night that stand as the game ends (0.2, 0.13).
    OrdersTold { guns: Vec<GunOrder>, orders: Vec<NightOrder>, transfers: Vec<Transfer> },
    /// Counters are taken out of view (outposts 6).
    OutOfView { units: Vec<UnitId> },
    /// What happens to counters out of view; their side alone knows.
    Own { fact: Box<Fact>, side: Side },
    /// A line that retreated attacks now, and retreats no more (detachments 10).
    Rallied { unit: UnitId },
    /// A die for somebody out of view.
    Rolled { die: u8, side: Side },
    /// A line came upon somebody hidden: it attacks from now on (detachments 10).
    Surprised { unit: UnitId },
    /// A side's counters out of view take their places among the others, or leave them; it alone knows.
    Swapped { side: Side },
    /// How counters are that were taken out of view; their side alone knows.
    Took { side: Side, units: Vec<Revealed> },
}

impl UnseenFact {
    /// The side that alone hears it.
    pub(super) const fn side(&self) -> Option<Side> {
        match self {
            UnseenFact::Begins { side, .. }
            | UnseenFact::Lot { side, .. }
            | UnseenFact::Own { side, .. }
            | UnseenFact::Swapped { side }
            | UnseenFact::Took { side, .. } => Some(*side),
            UnseenFact::Detachment(fact) => fact.side(),
            _ => None,
        }
    }
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs, reason = "each says what happened; its fields are named for what they are")]
pub enum Fact {
    /// A marker or battery of the phasing side will fire at a hex (§24.2, step 1).
    Aimed(Pair),
    /// A brigade advanced after combat (§31.0).
    Advanced(Footing),
    /// A die for brigades under a commander, or for one under its own (§15.2, §15.3).
    Allotted {
        by: UnitId,
        /// Of several seats whose brigades have done with it; all of the side where it has one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        closes: Option<Vec<UnitId>>,
        die: u8,
        levels: Vec<Allotted>,
    },
    /// Something waits for an answer.
    Asked(Pending),
    /// An assault was tried (§25.0).
    Assaulted(Assaulted),
    /// An assault was too weak to be made, and bars all others on who stands there (§26.4).
    AssaultBarred { by: UnitId, hex: u16, sum: Vec<Addend>, targets: Vec<UnitId> },
    /// Losses of an assault that succeeded (Casualties Table).
    AssaultLoss { cp: u16, die: u8, share: u8, unit: UnitId },
    /// A brigade is an attacker no more.
    AttackEnded { unit: UnitId, why: AttackEnd },
    /// A battery moved, limbered or unlimbered.
    BatteryMoved(BatteryMove),
    /// Combat fire at a brigade (§24.3).
    CombatFire(Volley),
    /// A brigade comes onto the map with its name hidden (0.4): what was unknown of it so far.
    CameCovered { dp: u16, joined: u8, sp: u8, unit: UnitId },
    /// Which brigade lies under each cover of a side (0.4); its side alone knows.
    Covered { counters: Vec<UnderCover>, side: Side },
    /// A covered brigade fights: its name is hidden no more (0.4.2).
    Uncovered {
        counter: UnitId,
        /// How often strength has joined it; not before revision 8.
        #[serde(default, skip_serializing_if = "plain")]
        joined: u8,
        unit: UnitId,
    },
    /// The brigades in range of the primary commander and, since revision 8, his level by them, where names are hidden: the enemy learns who moves under him, and
    /// no more (0.4).
    InRange {
        #[serde(default, skip_serializing_if = "plain")]
        level: u8,
        over: Vec<UnitId>,
        side: Side,
    },
    /// Strength that joins or leaves a covered brigade that is to come (0.4); its side alone knows.
    JoinedCovered { count: u8, points: i8, unit: UnitId },
    /// A counter begins at rest in the town (0.5).
    BeginsAt { hex: u16, sp: u8, unit: UnitId },
    /// The Union's die for the delayed attack (0.7).
    DelayRolled { die: u8 },
    /// The Confederates' number for it, told when the game is over.
    NumberShown { number: u8 },
    /// The same as it is written; the Confederates alone know.
    NumberWritten { number: u8 },
    /// An entry option comes to light, with the disorganization that brigades come with by it (0.5.3).
    OptionShown { choice: EntryChoice, dp: Vec<Given> },
    /// The same where a covered brigade comes by it, and the disorganization of covered brigades; its own side alone knows (0.4).
    OptionCame { choice: EntryChoice, dp: Vec<Given> },
    /// What an option is worth by which a covered brigade comes; which one it is is not told (0.4, 0.5.3).
    OptionScored { points: i32, side: Side },
    /// An entry option is written; its own side alone knows (0.5.1).
    OptionWritten(EntryChoice),
    /// An artillery commander is given batteries (0.13).
    GunsOrdered(GunOrder),
    /// Trimble takes a division (0.3).
    Substituted(Substitute),
    /// What was asked is answered.
    Answered,
    /// A brigade worked at breastworks, in these hexes; the last line of it finishes them (0.12).
    Built {
        /// Of a reinforcement in its turn of arrival the points that it has spent by now (§16.1.1); not before revision 7.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ap: Option<u8>,
        dp: u16,
        hexes: Vec<u16>,
        /// Half points that each marker has spent by now (§13.7); not before revision 7, when all of them dug.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        paid: Vec<Halves>,
        spent: Halves,
        unit: UnitId,
        works: Vec<Works>,
    },
    /// A defender leaves its breastworks unused (0.12).
    Forgone(Forgone),
    /// A column that losses left uneven closes up (ruling 72).
    ClosedUp { chain: Vec<Link>, unit: UnitId },
    /// A commander is in the enemy's hands (§17.1.8).
    CommanderCaptured { by: UnitId, unit: UnitId },
    /// Brigades delayed their entry by this turn (§34.3.2).
    Delayed { units: Vec<UnitId> },
    /// A road lets in so much more in this player turn.
    Door(Door),
    /// The game is over.
    Ended { level: String, points: i32, winner: Option<Side> },
    /// A changed entry comes to light with the counter (§34.21.10).
    EntryShown(EntryChange),
    /// A changed entry is written down; its own side alone knows (§34.21.1).
    EntryWritten(EntryChange),
    /// A brigade moves as a reinforcement no more (§16.1).
    ExemptionLost { unit: UnitId },
    /// All combat fire is done: who stepped into a flank hex is back (§24.4.3c).
    FireOver,
    /// A defender steps into a flank hex (§24.4.3).
    Flanked(Flanker),
    /// A column forms line before fire (§24.6).
    HastyLine(HastyLine),
    /// A brigade retreated after combat (§30.0).
    FellBack { how: Retreat, to: Footing },
    /// A battery withdrew (§30.1.2); `heir` stays in its hex and returns their fire (§27.1), not before revision 7.
    GunsBack {
        chain: Vec<Link>,
        facing: Facing,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        heir: Option<UnitId>,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        own: bool,
        spent: Halves,
        unit: UnitId,
        way: Vec<u16>,
    },
    /// A battery is in the enemy's hands (§31.6).
    GunsCaptured {
        by: UnitId,
        cannon: u8,
        /// Where its cannon lie then, where some of them lay with others of their side; not before revision 7.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        chain: Vec<Link>,
        side: Side,
        unit: UnitId,
    },
    /// A side entered a hex that counts, last of both (§37).
    PrizeTaken { prize: u8, side: Side },
    /// A brigade moves from here on; who was moving is done (§11.6).
    InHand {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<SeatId>,
        unit: UnitId,
    },
    /// Strength that joins or leaves (Orders of Appearance).
    Joined {
        chain: Vec<Link>,
        count: u8,
        /// Whether a cover lies on it, so that how often is its side's alone to know (0.4); not before revision 8.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        covered: bool,
        /// Of a column that had closed up whether losses have left its markers one behind another (§17.1.3); not before revision 8.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        opens: bool,
        points: i8,
        unit: UnitId,
    },
    /// A brigade or battery keeps points for the step that it could not afford; its move is over (§13.8).
    Keeps { kept: Kept, unit: UnitId },
    /// A brigade or battery retreated off the map in its Movement Phase (§21.8).
    LeftMap { dp: u16, hex: u16, spent: Halves, unit: UnitId },
    /// What a phase cost a brigade (§33.1, §33.3).
    Losses(Losses),
    /// A brigade did something in its Movement Phase.
    Maneuvered(Maneuver),
    /// Brigades are named to attack (§22.3).
    Named { units: Vec<UnitId> },
    /// Brigades that are named start their turn near an enemy and out of his range: they need no roll (§22.14).
    Unrolled { units: Vec<UnitId> },
    /// The counter of a line goes to the marker there when the Movement Phase ends (§16.2.3).
    Posted { hex: u16, unit: UnitId },
    /// The primary commander, with the brigades in his range (§5.1A, §15.1).
    Primary { by: UnitId, level: u8, over: Vec<UnitId> },
    /// Brigades that stood idle for a complete turn recover (§33.2).
    Recovered { units: Vec<Given> },
    /// Batteries that did not move in a night turn take ammunition (§29.4.3).
    Refilled {
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        drawn: Vec<Drawn>,
        side: Side,
        units: Vec<Given>,
        /// Whether they are out of view, so that others suppose it in the reserve yet (0.1); not before revision 8.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        unseen: bool,
    },
    /// A battery takes no more than so many ammunition factors in this night turn (§29.4.3).
    TakesLess { factors: u8, unit: UnitId },
    /// A brigade moves under the primary commander with such a level; nobody rolls.
    /// `free` of one that needs no commander for it (§14.3, §16.1, §22.14).
    Released {
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        free: bool,
        level: u8,
        unit: UnitId,
    },
    /// A brigade or battery of the phasing side returns fire (§27.1).
    Returning { unit: UnitId },
    /// A brigade's retreat goes on within enemy range, or is over (§21.6, §21.7).
    Retreating { dp: u16, over: bool, unit: UnitId },
    /// A commander rode.
    Rode { unit: UnitId, way: Vec<u16> },
    /// What one of several seats of a side said.
    Seat(SeatFact),
    /// A counter is set up (§3.0).
    SetDown { state: Box<UnitState>, unit: UnitId },
    /// The next segment of the player turn.
    Segment { segment: Segment },
    /// Artillery fired (§29.1).
    Shelled(Shelling),
    /// The enemies in sight of a brigade that is named to charge (0.6.4).
    Sighted { enemies: Vec<UnitId>, unit: UnitId },
    /// Of two brigades in a hex that one is aimed at (§24.3.7).
    Singled { hex: u16, unit: UnitId },
    /// A defending hex fires so (§24.2, step 2).
    SplitFire(Split),
    /// A brigade received casualty points, to be settled when the phase ends (§33.3.4).
    Struck { cp: u16, unit: UnitId },
    /// A die for a commander under fire (§32.0).
    Survival { die: u8, unit: UnitId },
    /// What a player turn leaves behind: who retreated in its Movement Phase, and whose points owed are paid.
    Settled { fell_back: Vec<UnitId>, units: Vec<UnitId> },
    /// A corps headquarters entered, and may have left ammunition behind (0.9).
    TrainsLost { dice: Vec<u8>, lost: u16, side: Side, store: u8, unit: UnitId },
    /// A movement order is written (0.2).
    NightOrdered(NightOrder),
    /// A movement order is kept or rescinded (0.2).
    NightOrderOver { by: UnitId, kept: bool },
    /// A transfer is written (0.2).
    Transferred(Transfer),
    /// A player turn begins.
    Turn { side: Side, turn: u8 },
    /// An umpire says where in the game it stands.
    UmpireTurn { segment: Segment, side: Side, turn: u8 },
    /// What happens under hidden movement (0.1).
    Unseen(UnseenFact),
    /// Hexes that nobody defends any more (§31.1).
    Vacated { hexes: Vec<u16> },
    /// An umpire sets breastworks.
    UmpireWorks(Works),
    /// An umpire sets a counter.
    UmpireUnit { state: Box<UnitState>, unit: UnitId },
}
