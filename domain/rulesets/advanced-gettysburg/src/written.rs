//! What is written beforehand: the data of movement orders and transfers (0.2), and of the optional rules 0.3, 0.5, 0.7 and 0.13.

use super::units::UnitId;
use domain_core::referee::Side;
use serde::{Deserialize, Serialize};

/// A movement order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NightOrder {
    /// The commander.
    pub by: UnitId,
    /// Where he is to be.
    pub hex: u16,
    /// The first of the three turns in which he is to be there.
    pub hour: u8,
    /// Brigades and batteries under his control until then.
    pub with: Vec<UnitId>,
}

/// A transfer: a brigade to a division commander, or a division, by its commander, to a corps commander.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Transfer {
    /// The new commander.
    pub to: UnitId,
    /// The turn in which it was written; not noted before revision 5.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<u8>,
    /// The brigade, or the commander of the division.
    pub unit: UnitId,
}

/// What is known of the delayed attack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Delay {
    /// The Union's die.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub die: Option<u8>,
    /// The Confederates' number, as far as this reader knows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<u8>,
}

/// A commander in another's place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Substitute {
    /// Who commands now.
    pub by: UnitId,
    /// Where he takes over.
    pub hex: u16,
    /// Whose command it was.
    pub of: UnitId,
}

/// A night order of an artillery commander; it stands until he is given another in a later night (0.13.5).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GunOrder {
    /// Hunt, Alexander or Pendleton.
    pub by: UnitId,
    /// The turn in which it was written.
    pub turn: u8,
    /// The batteries.
    pub with: Vec<UnitId>,
}

/// An option as it is chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Noted", into = "Noted")]
pub struct EntryChoice {
    /// Of the Union's third option the two corps.
    pub corps: Vec<String>,
    /// Of its first where Meredith, Cutler and Hall begin.
    pub hexes: Vec<u16>,
    /// Its number on the card.
    pub n: u8,
    /// Whose.
    pub side: Side,
    /// How far it has come.
    pub stage: OptionStage,
}

/// How far an option has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OptionStage {
    /// Nothing has come by it.
    #[default]
    Written,
    /// It has come out of its enemy's view (0.1), and not to light yet; its side alone knows.
    Unseen,
    /// A covered brigade came by it: its points are scored, and disorganization that it brings is given (0.4).
    Covered,
    /// It has come to light.
    Shown,
    /// The same after it had come under a cover.
    Uncovered,
}

impl OptionStage {
    /// Whether its points were scored as it came under a cover.
    pub const fn is_scored(self) -> bool {
        matches!(self, OptionStage::Covered | OptionStage::Uncovered)
    }

    /// Whether it has come to light.
    pub const fn is_shown(self) -> bool {
        matches!(self, OptionStage::Shown | OptionStage::Uncovered)
    }

    /// As it comes to light.
    pub const fn shown(self) -> OptionStage {
        if self.is_scored() { OptionStage::Uncovered } else { OptionStage::Shown }
    }
}

/// The words of an option in records, a word for each thing that has happened to it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Noted {
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    came: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    corps: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    hexes: Vec<u16>,
    n: u8,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    scored: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    shown: bool,
    side: Side,
}

impl From<Noted> for EntryChoice {
    fn from(noted: Noted) -> Self {
        let Noted { came, corps, hexes, n, scored, shown, side } = noted;
        let stage = match (shown, scored, came) {
            (true, true, _) => OptionStage::Uncovered,
            (true, false, _) => OptionStage::Shown,
            (false, true, _) => OptionStage::Covered,
            (false, false, true) => OptionStage::Unseen,
            (false, false, false) => OptionStage::Written,
        };
        EntryChoice { corps, hexes, n, side, stage }
    }
}

impl From<EntryChoice> for Noted {
    fn from(choice: EntryChoice) -> Self {
        let EntryChoice { corps, hexes, n, side, stage } = choice;
        let (came, scored, shown) = (stage == OptionStage::Unseen, stage.is_scored(), stage.is_shown());
        Noted { came, corps, hexes, n, scored, shown, side }
    }
}
