//! Chapter 3: setting up, the Union wholly first (ruling 1).

use super::bars::Bar;
use super::position::{Phase, Place};
use super::units::{Arrival, UnitId};
use super::zones::Board;
use domain_core::board::HexId;
use domain_core::referee::Side;

/// Where each unit stood as the fighting began, near enough for a first game: what `deploy` sets up. A unit that another
/// pack names otherwise goes to its first free hex.
const DEPLOYMENT: [(&str, HexId); 31] = [
    ("C-APH-Field", HexId::new(4, 9)),
    ("C-APH-Gregg", HexId::new(6, 10)),
    ("C-APH-Anderson", HexId::new(6, 9)),
    ("C-APH-Branch", HexId::new(6, 8)),
    ("C-APH-Archer", HexId::new(5, 10)),
    ("C-APH-Pender", HexId::new(5, 9)),
    ("C-APH-Art", HexId::new(5, 8)),
    ("C-LNG-Kemper", HexId::new(3, 12)),
    ("C-LNG-Anderson", HexId::new(4, 12)),
    ("C-LNG-Pickett", HexId::new(4, 13)),
    ("C-LNG-Wilcox", HexId::new(4, 15)),
    ("C-LNG-Pryor", HexId::new(4, 14)),
    ("C-LNG-Featherston", HexId::new(3, 14)),
    ("C-LNG-Art", HexId::new(5, 13)),
    ("U-MOR-Martindale", HexId::new(8, 14)),
    ("U-MOR-Griffin", HexId::new(9, 12)),
    ("U-MOR-Butterfield", HexId::new(7, 15)),
    ("U-MOR-Art", HexId::new(8, 13)),
    ("U-SYK-Buchanan", HexId::new(12, 11)),
    ("U-SYK-Lovell", HexId::new(14, 11)),
    ("U-SYK-Warren", HexId::new(10, 11)),
    ("U-SYK-Art", HexId::new(13, 11)),
    ("U-MCC-Reynolds", HexId::new(10, 14)),
    ("U-MCC-Meade", HexId::new(8, 16)),
    ("U-MCC-Seymour", HexId::new(9, 15)),
    ("U-MCC-Art", HexId::new(8, 17)),
    ("U-V-Berdan", HexId::new(9, 13)),
    ("U-V-Bucktails", HexId::new(11, 12)),
    ("U-R-Heavy", HexId::new(4, 20)),
    ("U-R-Hays", HexId::new(11, 11)),
    ("U-R-NYBn", HexId::new(10, 12)),
];

impl Board<'_> {
    /// The units that set up before the game, by side.
    pub fn setting_up(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        self.pack.ids().filter(move |u| self.side(*u) == side && self.spec(*u).arrival == Arrival::Setup)
    }

    fn may_set_up(&self, unit: UnitId) -> Result<(), Bar> {
        if self.at.phase != Phase::Setup {
            return Err(Bar::WrongPhase);
        }
        if self.side(unit) != self.at.side { Err(Bar::NotYours) } else { Ok(()) }
    }

    /// §3.0: a unit on a free hex of its area.
    pub fn check_place(&self, unit: UnitId, hex: HexId) -> Result<(), Bar> {
        self.may_set_up(unit)?;
        if self.state(unit).place != Place::Away {
            return Err(Bar::AlreadyPlaced);
        }
        if !self.spec(unit).setup.contains(&hex) {
            return Err(Bar::SetupHex);
        }
        if self.unit_in(hex).is_some() { Err(Bar::SetupTaken) } else { Ok(()) }
    }

    /// Takes a placed unit back in hand.
    pub fn check_lift(&self, unit: UnitId) -> Result<HexId, Bar> {
        self.may_set_up(unit)?;
        self.state(unit).hex().ok_or(Bar::NotPlaced)
    }

    /// Whether every unit of the side is on the map.
    pub fn all_set_up(&self, side: Side) -> bool {
        self.setting_up(side).all(|u| self.state(u).place != Place::Away)
    }

    /// Where `deploy` puts every unit still in hand: each on its own site or the nearest free legal hex, those with the
    /// fewest hexes to choose from first.
    pub fn deployment(&self) -> Vec<(UnitId, HexId)> {
        let side = self.at.side;
        let mut hand: Vec<UnitId> = self.setting_up(side).filter(|u| self.state(*u).place == Place::Away).collect();
        hand.sort_by_key(|u| (self.spec(*u).setup.len(), *u));
        let mut taken: Vec<HexId> = Vec::new();
        let mut sites = Vec::new();
        for unit in hand {
            let spec = self.spec(unit);
            let wanted = DEPLOYMENT.iter().find(|d| d.0 == spec.id).map(|d| d.1);
            let free = |h: &&HexId| self.unit_in(**h).is_none() && !taken.contains(h);
            let far = |h: &HexId| wanted.map_or(0, |w| self.pack.ground.distance(w, *h));
            if let Some(hex) = spec.setup.iter().filter(free).min_by_key(|h| (far(h), **h)) {
                taken.push(*hex);
                sites.push((unit, *hex));
            }
        }
        sites
    }
}
