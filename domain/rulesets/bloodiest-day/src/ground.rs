//! §1.1: the map of areas.

use domain_core::referee::Side;

/// A printed mark of an area (§2.2A).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// +1 to the Union's impulse roll while the Union controls it.
    Star,
    /// −1 to the Union's impulse roll while the Confederates control it.
    BoxedStar,
    /// 5 points, or with its two fellows the battle, to the Union.
    DoubleStar,
    /// The town.
    Sharpsburg,
}

/// What a border is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Border {
    /// Crossed freely.
    Open,
    /// Crossed freely; the special TEM applies.
    SunkenRoad,
    /// The creek without a crossing: fired and commanded over, never moved over (ruling 36).
    Creek,
    /// The creek with the bridge or ford of this index.
    Crossing(u8),
}

/// A border seen from one side.
#[derive(Clone, Copy, Debug)]
pub struct Link {
    /// The area beyond.
    pub to: u8,
    /// What is crossed.
    pub kind: Border,
}

impl Link {
    /// Whether whoever attacks over it meets the special TEM (§8.5 Special Terrain).
    pub fn special(&self) -> bool {
        self.kind != Border::Open
    }
}

/// A bridge or ford (§11.0).
#[derive(Clone, Debug)]
pub struct Crossing {
    /// Its name.
    pub name: String,
    /// A bridge, which is held by a side; otherwise a ford, which is found or hidden.
    pub bridge: bool,
    /// Who holds the bridge at the start.
    pub holder: Option<Side>,
    /// Whether the ford is found at the start.
    pub found: bool,
    /// The areas it joins.
    pub joins: [u8; 2],
}

impl Crossing {
    /// The area on the other bank.
    pub fn across(&self, area: u8) -> Option<u8> {
        match self.joins {
            [a, b] if a == area => Some(b),
            [a, b] if b == area => Some(a),
            _ => None,
        }
    }
}

/// An area.
#[derive(Clone, Debug)]
pub struct Area {
    /// Its number, from 1.
    pub id: u8,
    /// What it is called in prose.
    pub name: String,
    /// The normal Terrain Effects Modifier.
    pub tem: i32,
    /// The one before the slash; the normal one where there is none.
    pub special: i32,
    /// A printed mark.
    pub mark: Option<Mark>,
    /// Inside the line of long-range bombardment.
    pub zone: bool,
    /// East of the creek.
    pub east: bool,
    /// Steps to a retreat edge, Union and Confederate.
    pub rear: [u8; 2],
    /// Reinforcements may enter here.
    pub entry: bool,
    /// Its borders.
    pub links: Vec<Link>,
    /// Its outline in inches of the sheet.
    pub outline: Vec<(f64, f64)>,
    /// Where the number box is drawn.
    pub number_at: (f64, f64),
    /// Where a stack is drawn.
    pub stack_at: (f64, f64),
    /// Columns and rows of counters that have room there.
    pub stack_room: (u8, u8),
}

impl Area {
    /// Open to volleys and to the artillery's move cost (ruling 34).
    pub fn clear(&self) -> bool {
        self.tem == 1
    }

    /// The TEM in words' company: "+1", or the special one before the normal one, "+2/+1".
    pub fn tem_text(&self) -> String {
        if self.special == self.tem { format!("+{}", self.tem) } else { format!("+{}/+{}", self.special, self.tem) }
    }

    /// The TEM as the map's box prints it: "+1", "2/1".
    pub fn tem_printed(&self) -> String {
        if self.special == self.tem { format!("+{}", self.tem) } else { format!("{}/{}", self.special, self.tem) }
    }
}
