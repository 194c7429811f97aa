//! Why the rules bar an order: one word each while legal orders are looked for, a full sentence with its section once a
//! player has to be told.

use domain_core::referee::Illegal;

/// A reason that bars an order. `{unit}` in a text stands for the unit's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bar {
    Over,
    NotYourPhase,
    NotAsked,
    AnswerFirst,
    WrongPhase,
    NotYours,
    OffMap,
    Lost,
    SetupHex,
    SetupTaken,
    Occupied,
    AlreadyPlaced,
    NotPlaced,
    NotAllPlaced,
    AllPlaced,
    TouchUsed,
    NoSecondRoll,
    SameDivision,
    NotUnionDivision,
    NotActivated,
    Activated,
    Acted,
    Pinned,
    WayStart,
    WayGap,
    River,
    TooDear,
    EnemyThere,
    FriendAtEnd,
    ThroughZone,
    StopInZone,
    GunsZone,
    SharpshooterZone,
    NotEntering,
    AlreadyOn,
    NotArrow,
    SpecialOnly,
    MustCharge,
    NotInZone,
    WithdrawZone,
    WithdrawNearer,
    WithdrawCost,
    NothingToRecover,
    ChargeArm,
    ChargeDisturbed,
    ChargeFromZone,
    ChargeCavalry,
    ChargeFriend,
    ChargeTaken,
    ChargeNotAdjacent,
    ChargeWayZone,
    ChargePriority,
    Disturbed,
    NoTarget,
    OwnTarget,
    CavalryFire,
    AlreadyAttacked,
    GunsMoved,
    FirerInZone,
    Adjacent,
    OutOfRange,
    NoSight,
    ChargedNoGuns,
    DuskFire,
    NotAdjacent,
    RiverBetween,
    FireInactive,
    CloseInactive,
    ChargeInactive,
    SpecialCharge,
    AwayHex,
    ChargesFirst,
    FiredAlready,
    NotCharging,
    Reacted,
    AlreadyShot,
    NotMarked,
    NotItsCharger,
    ReactInfantry,
    ReactDusk,
    RetreatHex,
    BonusNoUse,
    NoChoice,
}

impl Bar {
    /// Section, what is wrong, what would be legal.
    pub const fn text(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Bar::Over => ("16.0", "The game is over.", "No more orders can be given."),
            Bar::NotYourPhase => ("4.0", "It is not your phase.", "Wait until the other side has finished it."),
            Bar::NotAsked => ("4.0", "That is not asked now.", "Give one of the orders listed in the menu."),
            Bar::AnswerFirst => ("7.4", "A result is still being carried out.", "Answer what is asked about it first."),
            Bar::WrongPhase => ("4.0", "That is not done in this phase.", "See the sequence of play for its phase."),
            Bar::NotYours => ("4.0", "{unit} belongs to the other side.", "Give orders to your own units."),
            Bar::OffMap => ("6.0", "{unit} is not on the map.", "Bring it on by its entry hex when it may enter."),
            Bar::Lost => ("7.5", "{unit} has been eliminated.", "Give orders to units that are still in the game."),
            Bar::SetupHex => {
                ("3.0", "{unit} may not set up there.", "Place it on land within reach of its set-up hex.")
            }
            Bar::SetupTaken => ("3.0", "Another unit is set up in that hex.", "Each unit has a hex of its own."),
            Bar::Occupied => ("6.3", "Another unit is in that hex.", "Only one unit may stand in a hex."),
            Bar::AlreadyPlaced => ("3.0", "{unit} is already set up.", "Lift it first to place it elsewhere."),
            Bar::NotPlaced => ("3.0", "{unit} is not set up.", "Only a unit on the map can be lifted."),
            Bar::NotAllPlaced => ("3.0", "Some units are still in hand.", "Place every unit first, or say deploy."),
            Bar::AllPlaced => ("3.0", "Every unit is set up already.", "Say done."),
            Bar::TouchUsed => ("5.13", "Lee's Personal Touch has been used.", "It works once in a game."),
            Bar::NoSecondRoll => ("5.13", "There is no second roll.", "Keep the first, or roll again by the touch."),
            Bar::SameDivision => ("5.2", "That is one division twice.", "Choose two different divisions."),
            Bar::NotUnionDivision => {
                ("5.2", "That is not a Union division.", "Choose two of McCall, Morell, Sykes and Slocum.")
            }
            Bar::NotActivated => {
                ("6.0", "{unit} is not activated.", "An inactive unit may withdraw from enemy zones or recover.")
            }
            Bar::Activated => ("6.8", "{unit} is activated.", "Only inactive units withdraw; an active one may move."),
            Bar::Acted => ("6.0", "{unit} has already acted.", "Each unit does one thing in a Move Phase."),
            Bar::Pinned => {
                ("6.42", "{unit} is pinned by enemy cavalry.", "It may move when a friend stands in that zone too.")
            }
            Bar::WayStart => ("6.1", "That way does not begin where {unit} stands.", "Begin it with its own hex."),
            Bar::WayGap => ("6.1", "That way leaps over a hex.", "Name every hex, each next to the one before."),
            Bar::River => ("2.1", "The river bars the way.", "It is crossed only along a bridge."),
            Bar::TooDear => ("6.2", "{unit} has not enough movement points.", "Choose a hex that it can pay for."),
            Bar::EnemyThere => ("6.3", "An enemy is in the way.", "Go around, or attack it."),
            Bar::FriendAtEnd => ("6.3", "Another unit is in that hex.", "A move may pass a friend but not end there."),
            Bar::ThroughZone => {
                ("6.3", "A friend may not be passed in an enemy zone.", "Pass friends only outside enemy zones.")
            }
            Bar::StopInZone => ("6.41", "An enemy zone ends the move.", "Stop in the first hex of an enemy zone."),
            Bar::GunsZone => {
                ("6.44", "Guns cover that hex.", "Enter it by a move of that one hex only, or charge the guns.")
            }
            Bar::SharpshooterZone => {
                ("6.45", "Sharpshooters cover that hex.", "Enter it by a move of that one hex only, or charge them.")
            }
            Bar::NotEntering => ("6.6", "{unit} may not enter now.", "See its division's time of arrival."),
            Bar::AlreadyOn => ("6.6", "{unit} is on the map already.", "Move it instead."),
            Bar::NotArrow => ("6.6", "{unit} does not enter there.", "Enter by an arrow hex of its side."),
            Bar::SpecialOnly => {
                ("14.0", "Only the reinforcements move in the Special Sequence.", "Bring them on, or say done.")
            }
            Bar::MustCharge => ("12.4", "{unit} must charge.", "Charge one of the enemies within its reach."),
            Bar::NotInZone => ("6.8", "{unit} is in no enemy zone.", "Only units in an enemy zone withdraw."),
            Bar::WithdrawZone => ("6.8", "That hex is in an enemy zone.", "Withdraw to a hex free of them."),
            Bar::WithdrawNearer => {
                ("6.8", "That is not away from the enemy.", "Go farther from each enemy whose zone holds {unit}.")
            }
            Bar::WithdrawCost => ("6.8", "{unit} cannot pay for that hex.", "Withdraw to an easier one."),
            Bar::NothingToRecover => {
                ("13.2", "{unit} is in good order.", "Only disrupted or disordered units recover.")
            }
            Bar::ChargeArm => ("12.1", "Artillery does not charge.", "Charge with infantry or cavalry."),
            Bar::ChargeDisturbed => ("13.0", "{unit} is disrupted or disordered.", "It must recover first."),
            Bar::ChargeFromZone => {
                ("12.1", "{unit} begins in an enemy zone.", "Charge with units that are free of enemy zones.")
            }
            Bar::ChargeCavalry => ("12.1", "Cavalry is never charged.", "Charge another unit."),
            Bar::ChargeFriend => ("12.1", "That is a friend.", "Charge an enemy."),
            Bar::ChargeTaken => {
                ("12.1", "Another unit charges that target.", "Each enemy is charged by one unit only.")
            }
            Bar::ChargeNotAdjacent => {
                ("12.1", "That way does not end in the target's zone.", "End it next to the target.")
            }
            Bar::ChargeWayZone => {
                ("12.1", "A charge may touch enemy zones only in its last hex.", "Choose another way, or another hex.")
            }
            Bar::ChargePriority => (
                "12.2",
                "Guns, then sharpshooters, must be charged first there.",
                "Name that target, or end elsewhere.",
            ),
            Bar::Disturbed => ("13.0", "{unit} is disrupted or disordered.", "It may fight only its own chargers."),
            Bar::NoTarget => ("7.0", "No enemy is in that hex.", "Name the hex of an enemy unit."),
            Bar::OwnTarget => ("7.0", "A friend is in that hex.", "Name the hex of an enemy unit."),
            Bar::CavalryFire => ("8.0", "Cavalry does not fire.", "It fights in the Close Combat Phase."),
            Bar::AlreadyAttacked => ("7.1", "{unit} has made its attack.", "Each unit attacks once in a player turn."),
            Bar::GunsMoved => {
                ("6.5", "{unit} has moved.", "Guns fight only after one hex at one point, clear of commanding enemies.")
            }
            Bar::FirerInZone => ("8.1", "{unit} is in an enemy zone.", "Fire only from hexes free of them."),
            Bar::Adjacent => ("8.0", "That enemy is adjacent.", "Attack it in the Close Combat Phase."),
            Bar::OutOfRange => ("8.2", "That is out of range.", "Infantry fires 2 hexes, sharpshooters 3, guns 5."),
            Bar::NoSight => ("8.3", "{unit} cannot see that hex.", "Choose a target in line of sight."),
            Bar::ChargedNoGuns => {
                ("8.1", "Guns do not fire on a unit that is being charged.", "Choose another target.")
            }
            Bar::DuskFire => {
                ("15.0", "It is dusk: no fire at a distance.", "Only guns act now, against adjacent enemies.")
            }
            Bar::NotAdjacent => ("11.0", "That enemy is not adjacent.", "Close Combat is between adjacent units."),
            Bar::RiverBetween => {
                ("11.0", "The river lies between.", "Guns fight closely where a unit could step across.")
            }
            Bar::FireInactive => {
                ("8.0", "{unit} is not activated.", "Activated units fire, and of the Union every battery.")
            }
            Bar::CloseInactive => ("11.0", "{unit} is not activated.", "Attack with activated units."),
            Bar::ChargeInactive => ("12.1", "{unit} is not activated.", "Charge with activated units."),
            Bar::SpecialCharge => {
                ("14.0", "There is no charge in the Special Sequence.", "Bring the reinforcements on, or say done.")
            }
            Bar::AwayHex => (
                "9.0",
                "{unit} may not step there.",
                "Step one hex farther from the target, to a free hex outside enemy zones.",
            ),
            Bar::ChargesFirst => ("12.3", "Charges are fought first.", "Carry out a charge."),
            Bar::FiredAlready => ("7.1", "{unit} has fired.", "Only guns attack in both phases."),
            Bar::NotCharging => ("12.3", "{unit} does not charge that enemy.", "Attack the target declared."),
            Bar::Reacted => ("10.0", "{unit} has made its reaction.", "Each unit reacts once."),
            Bar::AlreadyShot => ("10.0", "That enemy has been attacked in reaction.", "Each is attacked once."),
            Bar::NotMarked => ("10.0", "That enemy bears no RF marker.", "React to marked enemies and to chargers."),
            Bar::NotItsCharger => {
                ("10.0", "That enemy charges another unit.", "Only the unit being charged reacts to its charger.")
            }
            Bar::ReactInfantry => ("10.0", "Only infantry returns fire.", "Fire with infantry in range and sight."),
            Bar::ReactDusk => ("15.0", "It is dusk: only charged units react.", "React to chargers only."),
            Bar::RetreatHex => ("7.6", "{unit} may not go there.", "Go one hex farther from the enemy, to a free hex."),
            Bar::BonusNoUse => ("7.52", "The combat bonus cannot be used so.", "Choose one of the uses offered."),
            Bar::NoChoice => ("7.4", "{unit} has no such choice now.", "Answer what is asked."),
        }
    }

    /// The refusal for an order about a unit of that name.
    pub fn illegal(self, unit: &str) -> Illegal {
        let (section, wrong, legal) = self.text();
        Illegal::new(section, wrong.replace("{unit}", unit), legal.replace("{unit}", unit))
    }
}
