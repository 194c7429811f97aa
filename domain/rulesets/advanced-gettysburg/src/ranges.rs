//! Fields of fire, line of sight past bodies, ranges of influence (§20.0).

pub use super::board::Fires;
use super::board::{Board, Ranges};
use super::chain::Formation;
use super::ground::Half;
use super::position::row;
use super::units::{Gun, UnitId};
use domain_core::board::{Mask, Met};
use domain_core::referee::Side;

/// How far battlelines reach, in hexes (ruling 9).
pub const MUSKETRY: u32 = 2;

/// How far each kind of cannon reaches, in hexes, by [`Gun::ALL`] (Artillery Fire Table).
pub const GUN_REACH: [u32; 3] = [8, 6, 5];

impl Board<'_> {
    /// The fields of fire of a counter (§20.1): of each marker of a line, of an unlimbered battery with ammunition (§29.4.4); none for the others.
    pub fn fields(&self, unit: UnitId) -> Vec<Fires> {
        if let Some((now, _)) = self.brigade(unit) {
            let Formation::Line { .. } = now.formation else { return Vec::new() };
            let field = |m: super::chain::LineMarker| Fires {
                artillery: false,
                direction: m.front(),
                from: m.hex,
                half: Half::Sixty,
                reach: if self.stormed_works(unit, m.hex) { 1 } else { MUSKETRY },
            };
            return self.line(unit).into_iter().map(field).collect();
        }
        match (self.battery(unit), self.at.place(unit)) {
            (Some((now, spec)), Some(from)) if !now.limbered && now.factors > 0 && self.pack.ground.is_hex(from) => {
                // §20.1.2, ruling 9: several batteries in a hex narrow one another.
                let alone = if self.batteries_at(from).count() > 1 { Half::Thirty } else { Half::Sixty };
                let half = self.field_in_works(unit, from).unwrap_or(alone);
                let reach =
                    Gun::ALL.iter().zip(spec.guns).filter(|(_, n)| *n > 0).map(|(gun, _)| GUN_REACH[*gun as usize]);
                let reach = if self.stormed_works(unit, from) { 1 } else { reach.max().unwrap_or(0) };
                vec![Fires { artillery: true, direction: now.facing, from, half, reach }]
            }
            _ => Vec::new(),
        }
    }

    /// The fields of fire of all counters of a side.
    pub fn fires_of(&self, side: Side) -> &[Fires] {
        self.worked.fires[row(side)].get_or_init(|| self.of(side).flat_map(|u| self.fields(u)).collect())
    }

    /// Whether a hex lies in a field of fire of some side and in sight past all bodies (§20.2 to §20.4).
    pub fn covers(&self, fires: &Fires, side: Side, to: usize) -> bool {
        self.covers_after(fires, side, to, &[])
    }

    /// The same once the brigade in some hexes has left them.
    pub(super) fn covers_after(&self, fires: &Fires, side: Side, to: usize, gone: &[usize]) -> bool {
        let ground = &self.pack.ground;
        ground.atlas.distance(fires.from, to).is_some_and(|far| far <= fires.reach)
            && ground.lies_within(fires.from, fires.direction, fires.half, to)
            && ground.sees(fires.from, to)
            && self.clear_after(fires.from, to, side, fires.artillery, gone)
    }

    /// §20.3.5: of the hexes that markers of a brigade have left those where nobody of another one stands: what they left hides nobody any more.
    pub(super) fn emptied(&self, unit: UnitId, left: &[usize]) -> Vec<usize> {
        let empty =
            |hex: &usize| self.since(6) && !self.brigades_at(*hex).any(|u| u != unit && !self.stepped_out(u, *hex));
        left.iter().copied().filter(empty).collect()
    }

    /// §20.3.5, §22.3: whether an enemy brigade has a hex in range past those that markers of a brigade have left: as long as they stood there they hid what lies
    /// behind them.
    pub(super) fn bared(&self, unit: UnitId, left: &[usize], to: usize) -> bool {
        let (ground, enemy) = (&self.pack.ground, self.side(unit).other());
        let near = |hex: &usize| ground.is_hex(*hex) && ground.adjacent(*hex, to);
        if !self.since(6) || !left.iter().any(near) {
            return false;
        }
        let gone = self.emptied(unit, left);
        // Muskets alone are stopped by an enemy brigade, and reach no farther than past one hex.
        let fires = |u: UnitId, from: usize| {
            let fields = self.fields(u);
            fields.iter().any(|f| f.from == from && self.covers_after(f, enemy, to, &gone))
        };
        let lines = |from: usize| self.brigades_at(from).filter(move |u| self.side(*u) == enemy);
        let past = |hex: usize| ground.atlas.around(hex).any(|(_, from)| lines(from).any(|u| fires(u, from)));
        gone.iter().copied().filter(near).any(past)
    }

    /// Whether who of a side fires from a hex sees another: over the ground, and past bodies (§20.3.5, §20.3.6, §20.4.3, ruling 75). An enemy brigade stops
    /// muskets, one's own brigades and batteries stop all.
    pub fn sees_past_bodies(&self, from: usize, to: usize, side: Side, artillery: bool) -> bool {
        self.pack.ground.sees(from, to) && self.clear_of_bodies(from, to, side, artillery)
    }

    /// Whether no body stands on the line between two hexes (§20.3.5, §20.3.6, §20.4.3).
    pub fn clear_of_bodies(&self, from: usize, to: usize, side: Side, artillery: bool) -> bool {
        self.clear_after(from, to, side, artillery, &[])
    }

    /// The same once the brigade in some hexes has left them.
    fn clear_after(&self, from: usize, to: usize, side: Side, artillery: bool, gone: &[usize]) -> bool {
        let ground = &self.pack.ground;
        let Some(mut line) = ground.line(from, to) else { return false };
        let brigade =
            |at: usize| !gone.contains(&at) && self.brigades_at(at).any(|u| self.side(u) == side || !artillery);
        let battery = |at: usize| self.batteries_at(at).any(|u| self.side(u) == side);
        let end = |at: usize| at == from || at == to;
        !line.any(|passed| match passed.met {
            Met::Hex(at) => !end(at) && (brigade(at) || battery(at)),
            Met::Side(..) => false,
            Met::Along(two) => {
                let between = || two.into_iter().flatten().filter(|at| !end(*at));
                between().any(brigade) || (between().count() == 2 && between().all(|at| brigade(at) || battery(at)))
            }
        })
    }

    /// §20.3.5, §20.4.3: whether markers that have come to some hexes hide another one from muskets: they stand there, and not where their chain has them yet.
    pub(super) fn is_screened(&self, fires: &Fires, to: usize, come: &[usize]) -> bool {
        let stands = |at: usize| at != fires.from && at != to && come.contains(&at);
        let met = |met: Met| match met {
            Met::Hex(at) => stands(at),
            Met::Side(..) => false,
            Met::Along(two) => two.into_iter().flatten().any(stands),
        };
        let mut line = self.pack.ground.line(fires.from, to).filter(|_| !fires.artillery).into_iter().flatten();
        line.any(|passed| met(passed.met))
    }

    /// Whether a hex is within range of influence of a counter (§20.0).
    pub fn influences(&self, unit: UnitId, to: usize) -> bool {
        let side = self.side(unit);
        self.fields(unit).iter().any(|fires| self.covers(fires, side, to))
    }

    /// The hexes within range of influence of a counter.
    pub fn range_of(&self, unit: UnitId, into: &mut Mask) {
        let side = self.side(unit);
        for fires in self.fields(unit) {
            for to in self.pack.ground.atlas.range(fires.from, fires.reach) {
                if !into.contains(to) && self.covers(&fires, side, to) {
                    into.insert(to);
                }
            }
        }
    }

    /// The hexes within range of influence of a side's brigades, and of its batteries.
    pub fn ranges(&self, side: Side) -> &Ranges {
        self.spots().ranges[row(side)].get_or_init(|| self.ranges_of(side))
    }

    fn ranges_of(&self, side: Side) -> Ranges {
        let places = self.pack.ground.atlas.len();
        let mut ranges = Ranges { batteries: Mask::over(places), brigades: Mask::over(places) };
        for unit in self.of(side) {
            let brigade = self.spec(unit).brigade().is_some();
            self.range_of(unit, if brigade { &mut ranges.brigades } else { &mut ranges.batteries });
        }
        ranges
    }

    /// Whether a hex is within range of influence of an enemy brigade of a side.
    pub fn in_brigade_range(&self, side: Side, place: usize) -> bool {
        self.ranges(side.other()).brigades.contains(place)
    }

    /// Whether a hex is within range of influence of an enemy battery of a side.
    pub fn in_battery_range(&self, side: Side, place: usize) -> bool {
        self.ranges(side.other()).batteries.contains(place)
    }

    /// Whether a hex is within any enemy range of influence of a side.
    pub fn in_enemy_range(&self, side: Side, place: usize) -> bool {
        self.in_brigade_range(side, place) || self.in_battery_range(side, place)
    }
}
