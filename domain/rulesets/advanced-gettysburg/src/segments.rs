//! Scenarios, and the segments of a player turn (§4.0, §5.0).

use serde::{Deserialize, Serialize};

/// Which scenario is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scenario {
    /// To nightfall of July 1.
    FirstDay,
    /// July 2, from 3:40 p.m.
    Longstreet,
    /// To noon of July 1.
    Morning,
    /// All three days.
    ThreeDays,
    /// To nightfall of July 2.
    TwoDays,
}

impl Scenario {
    /// All, the default first.
    pub const ALL: [Scenario; 5] =
        [Scenario::Morning, Scenario::FirstDay, Scenario::TwoDays, Scenario::ThreeDays, Scenario::Longstreet];

    /// Its id.
    pub const fn id(self) -> &'static str {
        match self {
            Scenario::FirstDay => "first-day",
            Scenario::Longstreet => "longstreet",
            Scenario::Morning => "morning",
            Scenario::ThreeDays => "three-days",
            Scenario::TwoDays => "two-days",
        }
    }
}

/// The segments of a player turn, in the order of play (§5.0). Each but those of the Movement Phase and the fire is passed over where nothing can be done
/// in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Segment {
    /// Set-up in zones, of scenarios that have one.
    SetUp,
    /// Attacks ended and named, entries written, the primary commander named (§5.1A, §22.3).
    Opening,
    /// Brigades of the primary commander, arrivals (§5.1B).
    Primary,
    /// Brigades by themselves (§5.1C).
    Alone,
    /// Under division commanders (§5.1D, §15.3).
    Divisions,
    /// Under corps commanders.
    Corps,
    /// Outposts are laid (0.1).
    Outposts,
    /// The defender's columns beside attackers form line (§24.6).
    Hasty,
    /// Artillery Fire Phase (§5.2).
    Artillery,
    /// The attackers say at which hexes they fire (§24.2, step 1).
    Targets,
    /// The defender's markers step into flank hexes (§24.4.3).
    FlankMoves,
    /// The defender distributes his fire, and all fire (§24.2, steps 2 to 4).
    Fire,
    /// Commanders' survival (§32.0).
    Survival,
    /// Voluntary retreat of the phasing side (§30.1.1).
    BackOff,
    /// Voluntary retreat of the other (§30.1.2).
    Withdrawal,
    /// Assault Phase (§5.4).
    Assault,
}

impl Segment {
    /// All, in the order of play.
    pub const ALL: [Segment; 16] = [
        Segment::SetUp,
        Segment::Opening,
        Segment::Primary,
        Segment::Alone,
        Segment::Divisions,
        Segment::Corps,
        Segment::Outposts,
        Segment::Hasty,
        Segment::Artillery,
        Segment::Targets,
        Segment::FlankMoves,
        Segment::Fire,
        Segment::Survival,
        Segment::BackOff,
        Segment::Withdrawal,
        Segment::Assault,
    ];

    /// The word for it: key of the sequence of play, umpire's word.
    pub const fn word(self) -> &'static str {
        match self {
            Segment::SetUp => "set-up",
            Segment::Opening => "opening",
            Segment::Primary => "primary",
            Segment::Alone => "alone",
            Segment::Divisions => "divisions",
            Segment::Corps => "corps",
            Segment::Outposts => "outposts",
            Segment::Hasty => "hasty",
            Segment::Artillery => "artillery",
            Segment::Targets => "targets",
            Segment::FlankMoves => "flank-moves",
            Segment::Fire => "fire",
            Segment::Survival => "survival",
            Segment::BackOff => "back-off",
            Segment::Withdrawal => "withdrawal",
            Segment::Assault => "assault",
        }
    }

    /// In a sentence.
    pub const fn title(self) -> &'static str {
        match self {
            Segment::SetUp => "set-up",
            Segment::Opening => "Command Determination Segment",
            Segment::Primary => "Primary Movement Segment",
            Segment::Alone => "Brigade Movement Segment",
            Segment::Divisions | Segment::Corps => "Command Movement Segment",
            Segment::Outposts => "outposts",
            Segment::Hasty => "hasty lines",
            Segment::Artillery => "Artillery Fire Phase",
            Segment::Targets | Segment::FlankMoves | Segment::Fire => "Combat Fire Phase",
            Segment::Survival => "commanders' survival",
            Segment::BackOff | Segment::Withdrawal => "voluntary retreat",
            Segment::Assault => "Assault Phase",
        }
    }

    /// As the bar of the sequence of play has it, where each has a name of its own.
    pub const fn short(self) -> &'static str {
        match self {
            Segment::SetUp => "Before play",
            Segment::Opening => "Command determination",
            Segment::Primary => "Primary movement",
            Segment::Alone => "Brigades alone",
            Segment::Divisions => "Under division commanders",
            Segment::Corps => "Under corps commanders",
            Segment::Outposts => "Outposts",
            Segment::Hasty => "Hasty lines",
            Segment::Artillery => "Artillery fire",
            Segment::Targets => "Targets",
            Segment::FlankMoves => "Flank moves",
            Segment::Fire => "Combat fire",
            Segment::Survival => "Commanders' survival",
            Segment::BackOff => "Attackers retreat",
            Segment::Withdrawal => "Defenders retreat",
            Segment::Assault => "Assaults",
        }
    }

    /// The section that describes it.
    pub const fn section(self) -> &'static str {
        match self {
            Segment::SetUp => "3.0",
            Segment::Opening | Segment::Primary | Segment::Alone | Segment::Divisions | Segment::Corps => "5.0",
            Segment::Outposts => "0.1",
            Segment::Hasty | Segment::Targets | Segment::FlankMoves | Segment::Fire => "24.0",
            Segment::Artillery => "29.0",
            Segment::Survival => "32.0",
            Segment::BackOff | Segment::Withdrawal => "30.1",
            Segment::Assault => "25.0",
        }
    }

    /// Whether the side that is not on turn answers in it: hasty lines, flank moves, fire and retreat of the defender (§24.0, §30.1).
    pub const fn answers(self) -> bool {
        matches!(self, Segment::Hasty | Segment::FlankMoves | Segment::Fire | Segment::Withdrawal)
    }

    /// Its number among the steps of a player turn: those of the Movement Phase are one.
    pub const fn step(self) -> u32 {
        match self {
            Segment::SetUp | Segment::Opening => 0,
            Segment::Primary | Segment::Alone | Segment::Divisions | Segment::Corps | Segment::Outposts => 1,
            Segment::Hasty => 2,
            Segment::Artillery => 3,
            Segment::Targets => 4,
            Segment::FlankMoves => 5,
            Segment::Fire | Segment::Survival => 6,
            Segment::BackOff => 7,
            Segment::Withdrawal => 8,
            Segment::Assault => 9,
        }
    }

    /// Whether units move in it.
    pub const fn is_movement(self) -> bool {
        matches!(self, Segment::Primary | Segment::Alone | Segment::Divisions | Segment::Corps)
    }
}
