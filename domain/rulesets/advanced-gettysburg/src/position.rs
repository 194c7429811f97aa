//! The state after a record.

use super::chain::{Formation, Link};
use super::desks::Desks;
pub use super::fire::Pair;
use super::fire::{Flanker, Forgone, Shot, Singled, Split, Struck};
use super::identity::Covers;
use super::layouts::Layout;
pub use super::movement::{AdvanceGoal, Command, Door, EntryChange, Kept, KeptStep, Pressed, Works};
use super::options::Options;
pub use super::segments::{Scenario, Segment};
use super::shared::Shared;
use super::tables::Halves;
use super::units::UnitId;
use super::written::{Delay, EntryChoice, GunOrder, NightOrder, Substitute, Transfer};
use domain_core::board::Facing;
use domain_core::referee::Side;
use serde::{Deserialize, Serialize};

/// Whether a field stands at its default and is left out of the text.
fn plain<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// The position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// Brigades that advanced into a vacated hex in this player turn (§31.1).
    #[serde(default, skip_serializing_if = "plain")]
    pub advanced: Vec<UnitId>,
    /// Who was assaulted in this player turn: nobody is twice (§25.0).
    #[serde(default, skip_serializing_if = "plain")]
    pub assaulted: Vec<UnitId>,
    /// Who retreated after combat in this player turn (§30.0).
    #[serde(default, skip_serializing_if = "plain")]
    pub back: Vec<UnitId>,
    /// Cannon captured so far by each side, the Union's first: each capture scores (§37.1).
    #[serde(default, skip_serializing_if = "plain")]
    pub captured: [u16; 2],
    /// Who charged in this player turn (0.6.6).
    #[serde(default, skip_serializing_if = "plain")]
    pub charged: Vec<UnitId>,
    /// Whose activity level was determined last, and for whom (§14.0, §15.0).
    #[serde(default, skip_serializing_if = "plain")]
    pub command: Option<Command>,
    /// Whose names are hidden, as far as this reader knows (0.4).
    #[serde(default, skip_serializing_if = "plain")]
    pub covers: Covers,
    /// What is known of the delayed attack (0.7).
    #[serde(default, skip_serializing_if = "plain")]
    pub delay: Delay,
    /// What each road onto the map still lets in this player turn: a road that is not listed is open (§34.1.6).
    #[serde(default, skip_serializing_if = "plain")]
    pub doors: Vec<Door>,
    /// Entry options chosen, as far as this reader knows of them (0.5).
    #[serde(default, skip_serializing_if = "plain")]
    pub entry_options: Vec<EntryChoice>,
    /// Entries that were changed, as far as this reader knows of them (§34.2).
    #[serde(default, skip_serializing_if = "plain")]
    pub entries: Vec<EntryChange>,
    /// Ammunition factors that each side fired or lost to fire, the Union's first (0.11).
    #[serde(default, skip_serializing_if = "plain")]
    pub expended: [u16; 2],
    /// What was told and done in the fire of this player turn.
    #[serde(default, skip_serializing_if = "plain")]
    pub fight: Fight,
    /// The turn in which the first shot fell (§34.21.4).
    #[serde(default, skip_serializing_if = "plain")]
    pub first_fire: Option<u8>,
    /// Who carried an assault in this player turn and has not advanced yet (§31.2, §31.3).
    #[serde(default, skip_serializing_if = "plain")]
    pub following: Vec<UnitId>,
    /// Batteries under artillery commanders (0.13).
    #[serde(default, skip_serializing_if = "plain")]
    pub gun_orders: Vec<GunOrder>,
    /// Batteries that came on by a road in this player turn (§34.1.7). Not noted before revision 6.
    #[serde(default, skip_serializing_if = "plain")]
    pub guns_on: Vec<UnitId>,
    /// Those of them that came on beside it, each with the hex at the edge by which it did (§34.3.5). Not noted before revision 8.
    #[serde(default, skip_serializing_if = "plain")]
    pub guns_beside: Vec<(UnitId, u16)>,
    /// The brigade that is being moved (§11.6).
    #[serde(default, skip_serializing_if = "plain")]
    pub hand: Option<UnitId>,
    /// The side that last entered each hex that counts, in the order of the pack's prizes (§37).
    pub held: Vec<Option<Side>>,
    /// Counters out of view, and outposts (0.1).
    #[serde(default, skip_serializing_if = "plain")]
    pub hidden: super::hiding::Hidden<UnitState>,
    /// How many seats a side has.
    #[serde(default, skip_serializing_if = "plain")]
    pub layout: Layout,
    /// Movement orders written at night (0.2).
    #[serde(default, skip_serializing_if = "plain")]
    pub night_orders: Vec<NightOrder>,
    /// The optional rules in force.
    #[serde(default, skip_serializing_if = "plain")]
    pub options: Options,
    /// The result, once the game is over.
    #[serde(default, skip_serializing_if = "plain")]
    pub over: bool,
    /// Who fired at which hex in the combat fire of this player turn: for assaults (§25.0). Those of turns before are in [`Fight::before`].
    #[serde(default, skip_serializing_if = "plain")]
    pub pairs: Vec<Pair>,
    /// What was begun and waits for an answer.
    #[serde(default, skip_serializing_if = "plain")]
    pub pending: Option<Pending>,
    /// Reserve ammunition factors, the Union's first (§29.4).
    pub reserve: [u16; 2],
    /// Which scenario is played.
    pub scenario: Scenario,
    /// What several seats of a side have said in this player turn.
    #[serde(default, skip_serializing_if = "plain")]
    pub seats: Desks,
    /// Where in the player turn it stands.
    pub segment: Segment,
    /// The phasing side.
    pub side: Side,
    /// What is left of each share of the reserves, where each corps has its own (0.10).
    #[serde(default, skip_serializing_if = "plain")]
    pub stores: Vec<u16>,
    /// Who carried an assault on guns that stood alone in this player turn, and their hex (ruling 69). Not noted before revision 8.
    #[serde(default, skip_serializing_if = "plain")]
    pub stormed: Vec<(UnitId, u16)>,
    /// Commanders in the places of others (0.3).
    #[serde(default, skip_serializing_if = "plain")]
    pub substitutes: Vec<Substitute>,
    /// Transfers in force, the latest last (0.2).
    #[serde(default, skip_serializing_if = "plain")]
    pub transfers: Vec<Transfer>,
    /// The game turn, from 1.
    pub turn: u8,
    /// Every counter, by number.
    pub units: Shared<UnitState>,
    /// Hexes that retreats after combat left empty in this player turn (§31.1).
    #[serde(default, skip_serializing_if = "plain")]
    pub vacated: Vec<u16>,
    /// Breastworks (0.12).
    #[serde(default, skip_serializing_if = "plain")]
    pub works: Vec<Works>,
}

/// Where a counter is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// On the map: a brigade's markers, a battery's one or two hexes with their cannon, a commander's hex. The rear of a column that comes onto the map may
    /// still lie in the box beyond its entry.
    At(Vec<Link>),
    /// Retreated off the map at that hex (§21.8).
    Fled(u16),
    /// Lost, captured or out of the game.
    Lost,
    /// On the map or off it, out of its enemy's view (0.1).
    Unseen,
    /// To come.
    Waiting,
}

impl Place {
    /// The chain of what is on the map; empty for the others.
    pub fn chain(&self) -> &[Link] {
        if let Place::At(chain) = self { chain } else { &[] }
    }
}

/// A counter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitState {
    /// Where it is.
    pub place: Place,
    /// What is its kind's own.
    pub state: State,
}

/// What is a kind's own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// A battery.
    Battery(Battery),
    /// A brigade.
    Brigade(Brigade),
    /// A commander.
    Commander(Commander),
}

/// How a brigade is retreating (§21.6, §21.7).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Retreat {
    /// After an assault.
    Involuntary,
    /// Not at all.
    #[default]
    None,
    /// By its own will.
    Voluntary,
}

/// A brigade's attack (§22.0).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Attack {
    /// Named, and its activity level of the turn of attack is known or needs none (§22.10).
    Launched,
    /// Named, its level not yet determined, or rolled as nothing.
    Named,
    /// No attack.
    #[default]
    None,
}

/// A brigade.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Brigade {
    /// Half points that horse had spent in this Movement Phase when its level was last judged by the chart's column for lines (§13.9). Not noted before
    /// revision 8.
    #[serde(skip_serializing_if = "plain")]
    pub as_line: Halves,
    /// Its attack.
    #[serde(skip_serializing_if = "plain")]
    pub attack: Attack,
    /// Half activity points spent on works so far (0.12).
    #[serde(skip_serializing_if = "plain")]
    pub build: Halves,
    /// The hexes where that was done.
    #[serde(skip_serializing_if = "plain")]
    pub build_at: Vec<u16>,
    /// Whether its attack was ended by word this turn: six points at most (§22.12).
    #[serde(skip_serializing_if = "plain")]
    pub called_off: bool,
    /// The turn in which it came onto the map.
    #[serde(skip_serializing_if = "plain")]
    pub came: Option<u8>,
    /// Player turns, to the end of its own next one, in which an assault carried as defender lets it go on (§28.3).
    #[serde(skip_serializing_if = "plain")]
    pub carried: u8,
    /// Whether its markers closed up on its head: it forms line or goes to rest next (§17.1.3).
    #[serde(skip_serializing_if = "plain")]
    pub closed: bool,
    /// The marker that its counter lies with, from 0.
    #[serde(skip_serializing_if = "plain")]
    pub counter: u8,
    /// Casualty points (§33.3).
    #[serde(skip_serializing_if = "plain")]
    pub cp: u16,
    /// Whether it has finished its move of this Movement Phase (§11.6, §15.4).
    #[serde(skip_serializing_if = "plain")]
    pub done: bool,
    /// Disorganization points (§33.1).
    #[serde(skip_serializing_if = "plain")]
    pub dp: u16,
    /// While it moves as a reinforcement, the whole points it spent on its turn of arrival (§16.1).
    #[serde(skip_serializing_if = "plain")]
    pub exempt: Option<u8>,
    /// Whether it retreated in its last Movement Phase (Assault Table, note).
    #[serde(skip_serializing_if = "plain")]
    pub fell_back: bool,
    /// Hexes of its markers from which it fired, in woods, since it entered them (ruling 67).
    #[serde(skip_serializing_if = "plain")]
    pub fired_from: Vec<u16>,
    /// Its formation; a brigade that is to come will come in column.
    pub formation: Formation,
    /// Whether it was forced from column into line in this player turn (§24.6).
    #[serde(skip_serializing_if = "plain")]
    pub hasty: bool,
    /// Whether it has neither acted nor fought in this game turn (§33.2).
    #[serde(skip_serializing_if = "plain")]
    pub idle: bool,
    /// How many of the changes of its strength that its card lists it has taken (Orders of Appearance).
    #[serde(skip_serializing_if = "plain")]
    pub joined: u8,
    /// Activity points kept from the last turn for one step (§13.8).
    #[serde(skip_serializing_if = "plain")]
    pub kept: Option<Kept>,
    /// Its maximum activity level in this Movement Phase, once determined, in points.
    #[serde(skip_serializing_if = "plain")]
    pub level: Option<u8>,
    /// Whether it came onto the map in battleline (§34.3).
    #[serde(skip_serializing_if = "plain")]
    pub lined: bool,
    /// Strength points lost to the enemy, for victory (§37).
    #[serde(skip_serializing_if = "plain")]
    pub lost: u8,
    /// The last game turn in which it did something in a Movement Phase.
    #[serde(skip_serializing_if = "plain")]
    pub moved: u8,
    /// Whether it came nearer to an enemy in this Movement Phase (§22.11, ruling 58).
    #[serde(skip_serializing_if = "plain")]
    pub nearer: bool,
    /// Half points owed for a retreat after combat (§30.1.2).
    #[serde(skip_serializing_if = "plain")]
    pub owed: Halves,
    /// Half points that each marker has spent in this Movement Phase; empty when none has (§13.7).
    #[serde(skip_serializing_if = "plain")]
    pub paid: Vec<Halves>,
    /// The hex of the marker that its counter is to lie with when the Movement Phase ends (§16.2.3).
    #[serde(skip_serializing_if = "plain")]
    pub post: Option<u16>,
    /// Whether it advanced or retreated in this Movement Phase: never both (§21.4).
    #[serde(skip_serializing_if = "plain")]
    pub pressed: Pressed,
    /// How it is retreating.
    #[serde(skip_serializing_if = "plain")]
    pub retreat: Retreat,
    /// The same as `stands` of a line of one marker, before revision 5; digests of those positions have it at this place.
    #[serde(skip_serializing_if = "plain")]
    pub stood: Option<(u16, Facing)>,
    /// The enemies in its sight when it was named to charge (0.6.4).
    #[serde(skip_serializing_if = "plain")]
    pub sighted: Vec<UnitId>,
    /// Its strength: of all its markers together.
    pub sp: u8,
    /// Of bent markers that may not turn in their hexes: hex and front that each keeps as a straight one (§11.7, §19.4.1). A record of a counter that is set down holds all
    /// of this, whose keys stand in their order.
    #[serde(skip_serializing_if = "plain")]
    pub stands: Vec<(u16, Facing)>,
    /// Whether it was struck by flank fire in this Combat Fire Phase (§23.3c).
    #[serde(skip_serializing_if = "plain")]
    pub taken_in_flank: Vec<u16>,
    /// How many turns it has delayed its entry (§34.3.2).
    #[serde(skip_serializing_if = "plain")]
    pub waited: u8,
}

impl Default for Brigade {
    fn default() -> Self {
        Brigade {
            as_line: 0,
            attack: Attack::None,
            build: 0,
            build_at: Vec::new(),
            called_off: false,
            came: None,
            carried: 0,
            closed: false,
            counter: 0,
            cp: 0,
            done: false,
            dp: 0,
            exempt: None,
            fell_back: false,
            fired_from: Vec::new(),
            formation: Formation::Column { facing: Facing::side(0) },
            hasty: false,
            idle: false,
            joined: 0,
            kept: None,
            level: None,
            lined: false,
            lost: 0,
            moved: 0,
            nearer: false,
            owed: 0,
            paid: Vec::new(),
            post: None,
            pressed: Pressed::No,
            retreat: Retreat::None,
            sighted: Vec::new(),
            sp: 0,
            stands: Vec::new(),
            stood: None,
            taken_in_flank: Vec::new(),
            waited: 0,
        }
    }
}

impl Brigade {
    /// Its disorganization level: a level for every ten points (§33.1.3, §33.1.4).
    pub fn disorganization(&self) -> u16 {
        self.dp / 10
    }

    /// The most half points that any of its markers has spent (§13.7).
    pub fn spent(&self) -> Halves {
        self.paid.iter().copied().max().unwrap_or(0)
    }

    /// Whether it is named to attack, launched or not.
    pub fn is_named(&self) -> bool {
        self.attack != Attack::None
    }
}

/// A battery.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Battery {
    /// The brigade that captured it: it is of that one's corps or division now (§31.7).
    #[serde(skip_serializing_if = "plain")]
    pub captor: Option<UnitId>,
    /// The side its head looks to when limbered, the corner between its front hexes when not (§19.2).
    pub facing: Facing,
    /// Ammunition factors.
    pub factors: u8,
    /// Whether it has fired in this Artillery Fire Phase.
    #[serde(skip_serializing_if = "plain")]
    pub fired: bool,
    /// Whether it has fired since it entered the woods it is in (§29.1.6, ruling 67).
    #[serde(skip_serializing_if = "plain")]
    pub fired_from_woods: bool,
    /// Activity points kept from the last turn for one step (§13.8).
    #[serde(skip_serializing_if = "plain")]
    pub kept: Option<Kept>,
    /// Whether it is limbered.
    pub limbered: bool,
    /// Whether it entered a hex in this Movement Phase: then it cannot fire (§29.1, ruling 15).
    #[serde(skip_serializing_if = "plain")]
    pub moved: bool,
    /// Half points owed for a retreat after combat (§30.1.2).
    #[serde(skip_serializing_if = "plain")]
    pub owed: Halves,
    /// The last game turn in which it entered a hex.
    #[serde(skip_serializing_if = "plain")]
    pub rolled: u8,
    /// Half points spent in this Movement Phase.
    #[serde(skip_serializing_if = "plain")]
    pub spent: Halves,
    /// The most ammunition factors that it takes in this night turn, where its player wants fewer than all (§29.4.3).
    #[serde(skip_serializing_if = "plain")]
    pub takes: Option<u8>,
}

impl Default for Battery {
    fn default() -> Self {
        Battery {
            captor: None,
            facing: Facing::side(0),
            factors: 0,
            fired: false,
            fired_from_woods: false,
            kept: None,
            limbered: true,
            moved: false,
            owed: 0,
            rolled: 0,
            spent: 0,
            takes: None,
        }
    }
}

/// A commander.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Commander {
    /// Whether he was incapacitated: all his ratings are 2 but for the range (§32.4).
    #[serde(skip_serializing_if = "plain")]
    pub hit: bool,
    /// The segment in which he led in this Movement Phase (§15.3).
    #[serde(skip_serializing_if = "plain")]
    pub led: Option<Segment>,
    /// The activity level of his men, once it is known (§16.2.1).
    #[serde(skip_serializing_if = "plain")]
    pub level: Option<u8>,
    /// Whether he has moved in this Movement Phase (ruling 60).
    #[serde(skip_serializing_if = "plain")]
    pub moved: bool,
}

/// What was told and done in the fire of a player turn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Fight {
    /// The attackers' targets (§24.2, step 1).
    #[serde(skip_serializing_if = "plain")]
    pub aims: Vec<Pair>,
    /// Who fired at what in the last two player turns: for return fire, and for fire that goes on (§27.0, Combat Fire Table).
    #[serde(skip_serializing_if = "plain")]
    pub before: Vec<Pair>,
    /// Defenders that stepped into flank hexes (§24.4.3).
    #[serde(skip_serializing_if = "plain")]
    pub flankers: Vec<Flanker>,
    /// Who leaves its breastworks unused (0.12).
    #[serde(skip_serializing_if = "plain")]
    pub forgone: Vec<Forgone>,
    /// Who fired out of breastworks with their use in this player turn, and in the one before (0.12, effect 5). Not noted before revision 8.
    #[serde(skip_serializing_if = "plain")]
    pub from_works: [Vec<UnitId>; 2],
    /// Counters of the phasing side that return fire (§27.1).
    #[serde(skip_serializing_if = "plain")]
    pub returns: Vec<UnitId>,
    /// Artillery fire of this phase, in its order (§29.1).
    #[serde(skip_serializing_if = "plain")]
    pub shots: Vec<Shot>,
    /// Which of two brigades in a hex is aimed at (§24.3.7).
    #[serde(skip_serializing_if = "plain")]
    pub singled: Vec<Singled>,
    /// How defending hexes fire (§24.2, step 2).
    #[serde(skip_serializing_if = "plain")]
    pub splits: Vec<Split>,
    /// Who stood in flank hexes in the fire of this player turn and is back: its points have fired (§24.4.3c, §26.1b).
    #[serde(skip_serializing_if = "plain")]
    pub stepped: Vec<Flanker>,
    /// What was received in this phase and is not yet settled (§33.3.4).
    #[serde(skip_serializing_if = "plain")]
    pub struck: Vec<Struck>,
}

/// What was begun and waits for an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "who, whom and how far")]
pub enum Pending {
    /// A brigade may or must advance after combat (§31.0).
    Advance { free: u8, must: bool, unit: UnitId },
    /// A retreating brigade in the way of an advance into a hex goes one hex further (§31.5).
    Aside {
        by: UnitId,
        free: bool,
        hex: u16,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        told: Option<AdvanceGoal>,
        unit: UnitId,
    },
    /// A brigade that was assaulted retreats so many hexes more (§30.2).
    Rout { by: UnitId, hexes: u8, unit: UnitId },
    /// One of two brigades in an assaulted hex retreats (§30.2.2).
    Yield { by: UnitId, difference: i8, hex: u16 },
}

/// Where the Union stands in lists by side.
pub const fn row(side: Side) -> usize {
    match side {
        Side::Union => 0,
        Side::Confederate => 1,
    }
}

impl Position {
    /// A counter's state.
    pub fn unit(&self, unit: UnitId) -> &UnitState {
        &self.units[unit.index()]
    }

    /// The brigade, if it is one.
    pub fn brigade(&self, unit: UnitId) -> Option<&Brigade> {
        if let State::Brigade(brigade) = &self.units.get(unit.index())?.state { Some(brigade) } else { None }
    }

    /// The battery, if it is one.
    pub fn battery(&self, unit: UnitId) -> Option<&Battery> {
        if let State::Battery(battery) = &self.units.get(unit.index())?.state { Some(battery) } else { None }
    }

    /// The commander, if it is one.
    pub fn commander(&self, unit: UnitId) -> Option<&Commander> {
        if let State::Commander(commander) = &self.units.get(unit.index())?.state { Some(commander) } else { None }
    }

    /// The brigade, to change.
    pub fn brigade_mut(&mut self, unit: UnitId) -> Option<&mut Brigade> {
        match &mut self.units.get_mut(unit.index())?.state {
            State::Brigade(brigade) => Some(brigade),
            _ => None,
        }
    }

    /// The battery, to change.
    pub fn battery_mut(&mut self, unit: UnitId) -> Option<&mut Battery> {
        match &mut self.units.get_mut(unit.index())?.state {
            State::Battery(battery) => Some(battery),
            _ => None,
        }
    }

    /// The commander, to change.
    pub fn commander_mut(&mut self, unit: UnitId) -> Option<&mut Commander> {
        match &mut self.units.get_mut(unit.index())?.state {
            State::Commander(commander) => Some(commander),
            _ => None,
        }
    }

    /// The chain of a counter; empty while it is not on the map.
    pub fn chain(&self, unit: UnitId) -> &[Link] {
        self.units.get(unit.index()).map_or(&[], |u| u.place.chain())
    }

    /// The first place of a counter: the head of a column, the left flank of a line, a battery's or a commander's hex.
    pub fn place(&self, unit: UnitId) -> Option<usize> {
        self.chain(unit).first().map(|link| link.at())
    }

    /// The place where a brigade's counter lies; as [`Position::place`] for the others.
    pub fn counter(&self, unit: UnitId) -> Option<usize> {
        let at = self.brigade(unit).map_or(0, |b| usize::from(b.counter));
        self.chain(unit).get(at).or_else(|| self.chain(unit).first()).map(|link| link.at())
    }
}
